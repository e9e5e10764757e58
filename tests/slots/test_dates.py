"""What dates and months say, before anybody knows which day they are."""

import pytest

from slots import holiday_dates
from slots.date_expr import (
    Closest,
    CountedWeekday,
    Dated,
    DayOfMonth,
    EdgeOf,
    EdgeOfNamed,
    Explicit,
    MonthDay,
    NamedDay,
    NamedMonth,
    NthWeekday,
    Numeric,
    Offset,
    Period,
    RelativeMonth,
    Step,
    Weekday,
    WeekdayOfWeek,
    Which,
)
from slots.dates import read_bare_date, read_date, read_month
from slots.text import clean, tokenize

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)
DEC_1 = MonthDay(12, 1)
DEC_1_2026 = MonthDay(12, 1, 2026)


@pytest.fixture(autouse=True)
def _no_holidays(monkeypatch):
    """Holidays have tests of their own; here it does not matter whether their package is installed."""
    monkeypatch.setattr(holiday_dates, "are_known", lambda: False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # named days
        ("today", NamedDay(0)),
        ("Yesterday", NamedDay(-1)),
        ("yesterday afternoon", NamedDay(-1)),
        ("tomorrow", NamedDay(1)),
        ("the day before yesterday", NamedDay(-2)),
        ("day after tomorrow", NamedDay(2)),
        # weekdays
        ("friday", Weekday(FRI)),
        ("Tues", Weekday(TUE)),
        ("last Tuesday", Weekday(TUE, Which.LAST)),
        ("this tue", Weekday(TUE, Which.THIS)),
        ("next Tuesday", Weekday(TUE, Which.NEXT)),
        ("this coming friday", Weekday(FRI, Which.COMING)),
        ("last sun", Weekday(SUN, Which.LAST)),
        ("sat", Weekday(SAT)),
        # a weekday of a week
        ("tuesday next week", WeekdayOfWeek(TUE, 1)),
        ("monday last week", WeekdayOfWeek(MON, -1)),
        ("friday of last week", WeekdayOfWeek(FRI, -1)),
        ("monday of this week", WeekdayOfWeek(MON, 0)),
        ("next week tuesday", WeekdayOfWeek(TUE, 1)),
        ("next week on tuesday", WeekdayOfWeek(TUE, 1)),
        ("monday the week after next", WeekdayOfWeek(MON, 2)),
        ("monday two weeks ago", WeekdayOfWeek(MON, -2)),
        # a day of the month
        ("the 3rd", DayOfMonth(3)),
        ("3rd", DayOfMonth(3)),
        ("the third", DayOfMonth(3)),
        ("the twenty first", DayOfMonth(21)),
        ("the 20th of next month", DayOfMonth(20, RelativeMonth(1))),
        ("20 of this month", DayOfMonth(20, RelativeMonth(0))),
        # month and day, in every order
        ("Dec 1", DEC_1),
        ("dec. 1", DEC_1),
        ("December 1st", DEC_1),
        ("december first", DEC_1),
        ("December the 1st", DEC_1),
        ("1 December", DEC_1),
        ("1st of December", DEC_1),
        ("the first of december", DEC_1),
        ("june fifth", MonthDay(6, 5)),
        ("may twenty-first", MonthDay(5, 21)),
        ("may 3", MonthDay(5, 3)),
        ("sept 30", MonthDay(9, 30)),
        # with the year
        ("Dec 1 2026", DEC_1_2026),
        ("dec 1, 2026", DEC_1_2026),
        ("1 December 2026", DEC_1_2026),
        ("first of december of 2026", DEC_1_2026),
        ("december first twenty twenty six", DEC_1_2026),
        ("december first two thousand and twenty six", DEC_1_2026),
        ("1-Dec-26", DEC_1_2026),
        ("2026 December 1", DEC_1_2026),
        ("9 Aug 96", MonthDay(8, 9, 1996)),
        # digits
        ("2026-12-01", DEC_1_2026),
        ("2026/12/1", DEC_1_2026),
        ("5/6", Numeric(5, 6)),
        ("5/6/26", Numeric(5, 6, 2026, is_short=True)),
        ("5/6/2026", Numeric(5, 6, 2026)),
        ("12.05.2026", Numeric(12, 5, 2026)),
        ("12.05.26", Numeric(12, 5, 2026, is_short=True)),
        ("5-6-2026", Numeric(5, 6, 2026)),
        ("13/31/2018", Numeric(13, 31, 2018)),
        # the weekday behind
        ("june 4th 2026, thursday", Dated(THU, MonthDay(6, 4, 2026))),
        ("june the 4th 2026 on thursday", Dated(THU, MonthDay(6, 4, 2026))),
        ("4 june (thu)", Dated(THU, MonthDay(6, 4))),
        ("thursday (4 june)", Dated(THU, MonthDay(6, 4))),
        ("thursday 04.06", Dated(THU, Numeric(4, 6))),
        ("thursday the four", Dated(THU, DayOfMonth(4))),
        # the words beat the policy
        ("next 4th of june", Explicit(MonthDay(6, 4), is_next=True)),
        ("last december 3rd", Explicit(MonthDay(12, 3), is_next=False)),
        ("the friday after next", Weekday(FRI, Which.AFTER_NEXT)),
        ("friday before last", Weekday(FRI, Which.BEFORE_LAST)),
        # counted weekdays
        ("5 fridays from now", CountedWeekday(5, FRI)),
        ("two tuesdays ago", CountedWeekday(-2, TUE)),
        ("4 mondays later", CountedWeekday(4, MON)),
        # the day of a week, with a pause; weeks ago
        ("next week, maybe on friday", WeekdayOfWeek(FRI, 1)),
        ("friday in two weeks", WeekdayOfWeek(FRI, 2)),
        ("two weeks ago thursday", WeekdayOfWeek(THU, -2)),
        ("a year ago today", Offset(((-1, Step.YEAR),), NamedDay(0))),
        ("3 days back", Offset(((-3, Step.DAY),))),
        ("within 2 weeks after june 4", Offset(((2, Step.WEEK),), MonthDay(6, 4))),
        ("the day before june 4", Offset(((-1, Step.DAY),), MonthDay(6, 4))),
        # the end of a day is that day
        ("eod", NamedDay(0)),
        ("end of day friday", Weekday(FRI)),
        ("close of business tomorrow", NamedDay(1)),
        ("tmrw", NamedDay(1)),
        ("the fourth day of june", MonthDay(6, 4)),
        ("2026/04/Jun", MonthDay(6, 4, 2026)),
        ("june 4, 96", MonthDay(6, 4, 1996)),
        # edges
        ("month end", EdgeOf(Period.MONTH)),
        ("year-end", EdgeOf(Period.YEAR)),
        ("end of the month", EdgeOf(Period.MONTH)),
        ("the end of this month", EdgeOf(Period.MONTH)),
        ("end of month", EdgeOf(Period.MONTH)),
        ("eom", EdgeOf(Period.MONTH)),
        ("the EOW", EdgeOf(Period.WEEK)),
        ("end of next week", EdgeOf(Period.WEEK, 1)),
        ("end of last quarter", EdgeOf(Period.QUARTER, -1)),
        ("end of the year", EdgeOf(Period.YEAR)),
        ("start of next month", EdgeOf(Period.MONTH, 1, is_start=True)),
        ("the beginning of next week", EdgeOf(Period.WEEK, 1, is_start=True)),
        ("last day of the month", EdgeOf(Period.MONTH)),
        ("end of may", EdgeOfNamed(5)),
        ("end of may 2026", EdgeOfNamed(5, 2026)),
        ("end of 2026", EdgeOfNamed(None, 2026)),
        # weekdays inside a month
        ("the first monday of july", NthWeekday(1, MON, NamedMonth(7))),
        ("last friday of next month", NthWeekday(-1, FRI, RelativeMonth(1))),
        # distances
        ("in two weeks", Offset(((2, Step.WEEK),))),
        ("in two weeks' time", Offset(((2, Step.WEEK),))),
        ("in a month", Offset(((1, Step.MONTH),))),
        ("within 10 days", Offset(((10, Step.DAY),))),
        ("in 3 business days", Offset(((3, Step.BUSINESS_DAY),))),
        ("two weeks ago", Offset(((-2, Step.WEEK),))),
        ("a fortnight ago", Offset(((-2, Step.WEEK),))),
        ("3d ago", Offset(((-3, Step.DAY),))),
        ("1 month and 21 days ago", Offset(((-1, Step.MONTH), (-21, Step.DAY)))),
        ("three days from now", Offset(((3, Step.DAY),))),
        ("a week from Monday", Offset(((1, Step.WEEK),), Weekday(MON), is_ahead=True)),
        ("2 days before yesterday", Offset(((-2, Step.DAY),), NamedDay(-1))),
        ("two weeks after the 3rd", Offset(((2, Step.WEEK),), DayOfMonth(3))),
        # a weekday that goes with a date
        ("Tuesday, May 19", Dated(TUE, MonthDay(5, 19))),
        ("tuesday may nineteenth", Dated(TUE, MonthDay(5, 19))),
        ("Monday the 3rd", Dated(MON, DayOfMonth(3))),
        ("Sun, March 6, 2016", Dated(SUN, MonthDay(3, 6, 2016))),
        ("Sun., March 6, 2016", Dated(SUN, MonthDay(3, 6, 2016))),
        ("tuesday 5/6", Dated(TUE, Numeric(5, 6))),
        # so many weeks behind a day
        ("friday week", Offset(((1, Step.WEEK),), Weekday(FRI), is_ahead=True)),
        ("monday fortnight", Offset(((2, Step.WEEK),), Weekday(MON), is_ahead=True)),
        ("today week", Offset(((1, Step.WEEK),), NamedDay(0), is_ahead=True)),
        ("week from friday", Offset(((1, Step.WEEK),), Weekday(FRI), is_ahead=True)),
        ("a couple of weeks ago", Offset(((-2, Step.WEEK),))),
        ("in a couple of days", Offset(((2, Step.DAY),))),
        ("next week's friday", WeekdayOfWeek(FRI, 1)),
        # quarters by their number
        ("end of q3", EdgeOfNamed(7, None, months=3)),
        ("start of Q2 2027", EdgeOfNamed(4, 2027, is_start=True, months=3)),
        # without a blank, or with a short year behind a comma
        ("4jun", MonthDay(6, 4)),
        ("04JUN2027", MonthDay(6, 4, 2027)),
        ("June 4, '27", MonthDay(6, 4, 2027)),
        ("2027.06.04", MonthDay(6, 4, 2027)),
    ],
)
def test_date(text, expected):
    tokens = tokenize(clean(text))
    assert read_date(tokens, 0) == (expected, len(tokens))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the date ends where the rest begins
        ("log 2h on friday for Nike", [Weekday(FRI)]),
        ("2h on the 3rd to Nike", [DayOfMonth(3)]),
        ("due Dec 1, 40 hours", [DEC_1]),
        ("due Dec 1 40 hours", [DEC_1]),
        ("due Dec 1, 2000 hours", [DEC_1]),
        ("on sat for Nike", [Weekday(SAT)]),
        ("next Friday after the holiday", [Weekday(FRI, Which.NEXT)]),
        # a week of work behind a day is none, a week of a day is no day, nor are several days
        ("log it on friday week planning", [Weekday(FRI)]),
        ("tuesday week 3", [Weekday(TUE)]),
        *((text, []) for text in ("the week of june 4", "in the week of the 4th", "this day next week")),
        *((text, []) for text in ("june 4 to 7", "june 4 - 7", "june 4 through 7")),
        ("from june 4 to 7 june", [MonthDay(6, 4), MonthDay(6, 7)]),
        ("june 4 to 7 people", [MonthDay(6, 4)]),
        *((text, []) for text in ("end of q5", "end of q 3 rows", "4june4")),
        # months that are words
        *(
            (text, [])
            for text in ("may", "march", "may archive Nike", "may 3 projects", "you may 3", "second may archive")
        ),
        *((text, []) for text in ("may 3h of design", "march 2 hours", "december", "may 2026")),
        # weekdays that are words
        *((text, []) for text in ("sun project", "log 2h on sun project", "I sat down", "fridays", "monkey")),
        # ordinals that count something else
        *((text, []) for text in ("second", "third", "the second one", "the third task", "the 3rd party", "the 32nd")),
        # numbers
        *(
            (text, [])
            for text in ("40", "the 27", "phase 2", "version 1.2.3", "version 12.05.26", "5.6", "1-2", "24/7")
        ),
        *((text, []) for text in ("1/2 day", "08/35", "50/50", "2015-32", "123-12-1234", "30/030/01/071/07", "v5/6")),
        # periods and words that are no day
        *(
            (text, [])
            for text in ("next week", "this month", "asap", "soon", "end of the line", "5 days", "2 weeks later")
        ),
        # nothing that no rule decides
        *((text, []) for text in ("every friday", "previous friday", "monday of the following week")),
        *((text, []) for text in ("2-3 weeks ago", "-2 weeks ago", "in 1.5 weeks")),
        # a distance with its weekday, which must agree; a day that only measures another one
        ("saturday 10 days from now", [Dated(SAT, Offset(((10, Step.DAY),)))]),
        ("sunday 3 weeks after june 4th", [Dated(SUN, Offset(((3, Step.WEEK),), MonthDay(6, 4)))]),
        # a weekday by its distance from a day; half of that is no date
        ("the closest monday to june 4th", [Closest(1, Weekday(MON), MonthDay(6, 4))]),
        ("second nearest fri to dec 1", [Closest(2, Weekday(FRI), DEC_1)]),
        *((text, []) for text in ("the closest monday to the party", "the closest shop to 4 june", "closest monday")),
        ("the third sunday of 2027", [NthWeekday(3, SUN, NamedMonth(1, 2027))]),
        *((text, []) for text in ("the fifth sunday of 2027", "the first friday of the project")),
        # a counted weekday that says no direction
        *((text, []) for text in ("3 fridays", "3 fridays before", "two of the mondays")),
        # a weekday behind a date that begins something else
        ("dec 1 on monday", [DEC_1, Weekday(MON)]),
        ("dec 1, monday team lunch", [DEC_1, Weekday(MON)]),
        # the end of a line is no day, and a new name goes on
        *((text, []) for text in ("end of day report", "month end report", "close of play")),
        *((text, []) for text in ("the day before", "the day after the party")),
    ],
)
def test_dates_in_text(text, expected):
    tokens = tokenize(clean(text))
    found, at = [], 0
    while at < len(tokens):
        reading = read_date(tokens, at)
        found += [reading[0]] if reading else []
        at = reading[1] if reading else at + 1
    assert found == expected


@pytest.mark.parametrize(
    ("text", "expected", "past"),
    [
        ("May", NamedMonth(5), 1),
        ("may period", NamedMonth(5), 1),
        ("May 2026", NamedMonth(5, 2026), 2),
        ("may, 2026", NamedMonth(5, 2026), 3),
        ("may twenty twenty six", NamedMonth(5, 2026), 4),
        ("2026-05", NamedMonth(5, 2026), 3),
        ("05/2026", NamedMonth(5, 2026), 3),
        ("this month", RelativeMonth(0), 2),
        ("next month", RelativeMonth(1), 2),
        ("the last month", RelativeMonth(-1), 3),
        # no months
        ("month", None, 0),
        ("maybe", None, 0),
        ("next week", None, 0),
        ("13/2026", None, 0),
        ("2026-13", None, 0),
        ("2026-05-01", None, 0),
        ("5/26", None, 0),
    ],
)
def test_month(text, expected, past):
    assert read_month(tokenize(clean(text)), 0) == ((expected, past) if expected else None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # what is a date only where one is expected
        ("the 14", DayOfMonth(14)),
        ("the fourteen", DayOfMonth(14)),
        ("4-22", Numeric(4, 22)),
        ("22.04", Numeric(22, 4)),
        ("4 / 22", Numeric(4, 22)),
        ("2026 4 22", MonthDay(4, 22, 2026)),
        ("4 22 2026", Numeric(4, 22, 2026)),
        ("20260422", MonthDay(4, 22, 2026)),
        ("2 weeks later", Offset(((2, Step.WEEK),))),
        ("2 weeks earlier", Offset(((-2, Step.WEEK),))),
        ("friday of the following week", WeekdayOfWeek(FRI, 1)),
        ("22. 4. 2027", Numeric(22, 4, 2027)),
        ("22 . 4.27", Numeric(22, 4, 2027, is_short=True)),
        ("22.4.27", Numeric(22, 4, 2027, is_short=True)),
        ("now", NamedDay(0)),
        # what is one anywhere
        ("june 4", MonthDay(6, 4)),
        # no day even there
        *((text, None) for text in ("14", "1-2", "5.6", "1-2-3", "3 30", "4/5/6/7", "2026", "june", "$22", "22 4.50")),
        *((text, None) for text in ("5. 6. 27", "1.2.3", "version 22.4.27", "2 weeks before")),
        *((text, None) for text in ("version 4-22", "20261", "99999999", "soon", "asap", "later", "now what")),
    ],
)
def test_expected_date(text, expected):
    tokens = tokenize(clean(text))
    found = [reading for at in range(len(tokens)) if (reading := read_bare_date(tokens, at))]
    assert found == ([(expected, len(tokens))] if expected else []) or found[0] == (expected, len(tokens))
