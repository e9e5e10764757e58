"""The day that a phrase means: every row of the rules, on several reference days."""

from datetime import date

import pytest

from slots.calendar import AmbiguousDate, UnreadableDate, resolve_date, resolve_month, say_date
from slots.date_expr import DayOfMonth, MonthDay, NamedMonth, Offset, RelativeMonth, Step
from slots.dates import read_date
from slots.tables import DatePolicy
from slots.text import clean, tokenize

MON, TUE, WED, SAT, SUN = (date(2026, 5, day) for day in (18, 19, 20, 23, 24))
NEW_YEAR, OLD_YEAR, LEAP = date(2026, 1, 1), date(2026, 12, 31), date(2024, 2, 29)


def resolve(text, policy, today, day_first=None):
    tokens = tokenize(clean(text))
    found = read_date(tokens, 0)
    assert found and found[1] == len(tokens), text
    return resolve_date(found[0], policy, today, day_first=day_first)


@pytest.mark.parametrize(
    ("text", "today", "past", "future"),
    [
        # a bare weekday
        ("tuesday", TUE, "2026-05-19", "2026-05-26"),
        ("tuesday", MON, "2026-05-12", "2026-05-19"),
        ("tuesday", WED, "2026-05-19", "2026-05-26"),
        ("tuesday", SUN, "2026-05-19", "2026-05-26"),
        ("friday", NEW_YEAR, "2025-12-26", "2026-01-02"),
        # last: strictly before today
        ("last tuesday", TUE, "2026-05-12", "2026-05-12"),
        ("last tuesday", WED, "2026-05-19", "2026-05-19"),
        ("last tuesday", MON, "2026-05-12", "2026-05-12"),
        # this: of this week if it may be, else the last one; the nearest one after today
        ("this tuesday", TUE, "2026-05-19", "2026-05-26"),
        ("this tuesday", MON, "2026-05-12", "2026-05-19"),
        ("this tuesday", WED, "2026-05-19", "2026-05-26"),
        ("this sunday", SUN, "2026-05-24", "2026-05-31"),
        # next: in next week, Monday first
        ("next tuesday", MON, "2026-05-26", "2026-05-26"),
        ("next tuesday", TUE, "2026-05-26", "2026-05-26"),
        ("next tuesday", SUN, "2026-05-26", "2026-05-26"),
        ("next sunday", SUN, "2026-05-31", "2026-05-31"),
        ("next monday", SUN, "2026-05-25", "2026-05-25"),
        ("next friday", OLD_YEAR, "2027-01-08", "2027-01-08"),
        # after next, before last
        ("the tuesday after next", WED, "2026-06-02", "2026-06-02"),
        ("friday before last", WED, "2026-05-08", "2026-05-08"),
        # counted
        ("2 tuesdays from now", TUE, "2026-06-02", "2026-06-02"),
        ("2 fridays from now", WED, "2026-05-29", "2026-05-29"),
        ("2 tuesdays ago", TUE, "2026-05-05", "2026-05-05"),
        ("2 mondays ago", WED, "2026-05-11", "2026-05-11"),
        # explicit words beat the policy
        ("next 20th of may", WED, "2027-05-20", "2027-05-20"),
        ("last may 20th", WED, "2025-05-20", "2025-05-20"),
        # the weekday decides between the policies
        ("friday (may 15)", WED, "2026-05-15", "2026-05-15"),
        ("a year ago tomorrow", WED, "2025-05-21", "2025-05-21"),
        ("two weeks ago thursday", WED, "2026-05-07", "2026-05-07"),
        # of a week
        ("tuesday next week", SUN, "2026-05-26", "2026-05-26"),
        ("monday last week", WED, "2026-05-11", "2026-05-11"),
        ("friday of this week", WED, "2026-05-22", "2026-05-22"),
        ("monday two weeks ago", WED, "2026-05-04", "2026-05-04"),
        # a day of the month
        ("the 3rd", WED, "2026-05-03", "2026-06-03"),
        ("the 20th", WED, "2026-05-20", "2026-05-20"),
        ("the 31st", WED, "2026-03-31", "2026-05-31"),
        ("the 31st", date(2026, 6, 1), "2026-05-31", "2026-07-31"),
        ("the 2nd", NEW_YEAR, "2025-12-02", "2026-01-02"),
        ("the 30th", OLD_YEAR, "2026-12-30", "2027-01-30"),
        ("the 20th of next month", OLD_YEAR, "2027-01-20", "2027-01-20"),
        # a month and a day
        ("dec 1", WED, "2025-12-01", "2026-12-01"),
        ("may 20", WED, "2026-05-20", "2026-05-20"),
        ("1 january", NEW_YEAR, "2026-01-01", "2026-01-01"),
        ("2 january", NEW_YEAR, "2025-01-02", "2026-01-02"),
        ("december 31st", NEW_YEAR, "2025-12-31", "2026-12-31"),
        ("feb 29", WED, "2024-02-29", "2028-02-29"),
        ("feb 29", LEAP, "2024-02-29", "2024-02-29"),
        ("feb 29", date(1897, 3, 1), "1896-02-29", "1904-02-29"),
        # explicit years beat the policy
        ("dec 1 2020", WED, "2020-12-01", "2020-12-01"),
        ("2030-12-01", WED, "2030-12-01", "2030-12-01"),
        # named days
        ("today", LEAP, "2024-02-29", "2024-02-29"),
        ("tomorrow", OLD_YEAR, "2027-01-01", "2027-01-01"),
        ("yesterday", NEW_YEAR, "2025-12-31", "2025-12-31"),
        ("the day before yesterday", WED, "2026-05-18", "2026-05-18"),
        ("the day after tomorrow", LEAP, "2024-03-02", "2024-03-02"),
        # edges: weeks end on Sunday
        ("end of the month", WED, "2026-05-31", "2026-05-31"),
        ("end of the month", date(2024, 2, 1), "2024-02-29", "2024-02-29"),
        ("end of next month", date(2026, 1, 31), "2026-02-28", "2026-02-28"),
        ("end of last month", date(2026, 1, 31), "2025-12-31", "2025-12-31"),
        ("end of the week", WED, "2026-05-24", "2026-05-24"),
        ("end of the week", SUN, "2026-05-24", "2026-05-24"),
        ("end of next week", SUN, "2026-05-31", "2026-05-31"),
        ("end of the quarter", WED, "2026-06-30", "2026-06-30"),
        ("end of the year", WED, "2026-12-31", "2026-12-31"),
        ("start of next week", WED, "2026-05-25", "2026-05-25"),
        ("end of may", WED, "2025-05-31", "2026-05-31"),
        ("end of april", WED, "2026-04-30", "2027-04-30"),
        ("end of 2026", WED, "2026-12-31", "2026-12-31"),
        # weekdays inside a month
        ("the first monday of july", WED, "2025-07-07", "2026-07-06"),
        ("last friday of next month", WED, "2026-06-26", "2026-06-26"),
        # distances
        ("in two weeks", WED, "2026-06-03", "2026-06-03"),
        ("two weeks ago", WED, "2026-05-06", "2026-05-06"),
        ("in a month", date(2026, 1, 31), "2026-02-28", "2026-02-28"),
        ("a year ago", LEAP, "2023-02-28", "2023-02-28"),
        ("1 month and 21 days ago", date(2017, 11, 23), "2017-10-02", "2017-10-02"),
        ("three days from now", OLD_YEAR, "2027-01-03", "2027-01-03"),
        ("a week from monday", WED, "2026-06-01", "2026-06-01"),
        ("3 days from friday", WED, "2026-05-25", "2026-05-25"),
        ("2 days before yesterday", WED, "2026-05-17", "2026-05-17"),
        ("in 3 business days", WED, "2026-05-25", "2026-05-25"),
        ("in 3 business days", SAT, "2026-05-27", "2026-05-27"),
        ("2 business days ago", MON, "2026-05-14", "2026-05-14"),
        ("10 working days from now", MON, "2026-06-01", "2026-06-01"),
        # a weekday that agrees, also against the policy
        ("tuesday, may 19", WED, "2026-05-19", "2026-05-19"),
        ("saturday 10 days from now", WED, "2026-05-30", "2026-05-30"),
        ("tuesday 19th", WED, "2026-05-19", "2026-05-19"),
    ],
)
def test_resolved_day(text, today, past, future):
    assert resolve(text, DatePolicy.PAST, today) == date.fromisoformat(past)
    assert resolve(text, DatePolicy.FUTURE, today) == date.fromisoformat(future)


MAY_6, JUNE_5 = date(2026, 5, 6), date(2025, 6, 5)


@pytest.mark.parametrize(
    ("text", "day_first", "expected"),
    [
        # the tenant's order
        ("5/6", False, MAY_6),
        ("5/6", True, JUNE_5),
        ("5/6", None, AmbiguousDate((MAY_6, JUNE_5))),
        ("5/6/2026", None, AmbiguousDate((MAY_6, date(2026, 6, 5)))),
        # only one order is a day, or both are the same day
        ("5/25", None, date(2025, 5, 25)),
        ("25/5", None, date(2025, 5, 25)),
        ("25/5", False, date(2025, 5, 25)),
        ("5/5", None, date(2026, 5, 5)),
        # the weekday decides
        ("wednesday 5/6", None, MAY_6),
        ("thursday 5/6", None, JUNE_5),
        # no day
        ("2/30", None, UnreadableDate("2/30 is no day")),
        ("13/31/2018", None, UnreadableDate("13/31 is no day")),
    ],
)
def test_numeric_day(text, day_first, expected):
    assert resolve(text, DatePolicy.PAST, WED, day_first) == expected


@pytest.mark.parametrize(
    "text",
    [
        # days that do not exist
        *("feb 30", "february 29 2022", "june 31", "31st of next month", "2026-02-30", "2026-13-01", "2026-00-10"),
        # a weekday that contradicts the date
        *("monday, may 19", "monday may 19 2026", "monday the 19th", "monday 5/25/2027"),
        *("sunday 3 days from now", "sunday 3 weeks after june 4th 2026"),
        # beyond the calendar
        *(
            "in 9999 years",
            "99999999999 days ago",
            "in 999999999999999 weeks",
            "999999999999999 business days from now",
        ),
        *("9000 years ago",),
    ],
)
@pytest.mark.parametrize("policy", DatePolicy)
def test_unreadable(text, policy):
    assert isinstance(resolve(text, policy, WED), UnreadableDate)


@pytest.mark.parametrize("today", [date.min, date.max])
@pytest.mark.parametrize(
    "text", ["monday", "last monday", "next monday", "yesterday", "tomorrow", "eow", "eoy", "the 31st"]
)
@pytest.mark.parametrize("policy", DatePolicy)
def test_edge_of_the_calendar(text, today, policy):
    assert isinstance(resolve(text, policy, today), date | UnreadableDate)


@pytest.mark.parametrize(
    ("text", "policy", "expected"),
    [
        # a log of a year to come may be one of the last century
        ("12/13/45", DatePolicy.PAST, AmbiguousDate((date(1945, 12, 13), date(2045, 12, 13)))),
        # a deadline is ahead, and so is a slip of a few years
        ("12/13/45", DatePolicy.FUTURE, date(2045, 12, 13)),
        ("12/13/27", DatePolicy.PAST, date(2027, 12, 13)),
        # what was said in full, and what is over
        ("12/13/2045", DatePolicy.PAST, date(2045, 12, 13)),
        ("12/13/75", DatePolicy.PAST, date(1975, 12, 13)),
    ],
)
def test_century_of_a_short_year(text, policy, expected):
    assert resolve(text, policy, WED) == expected


@pytest.mark.parametrize(
    ("text", "today", "expected"),
    [
        # this year's has just passed: a slip, or next year's
        ("may 19", WED, "2026-05-19 2027-05-19"),
        ("may 6", WED, "2026-05-06 2027-05-06"),
        ("the first of may", date(2026, 5, 15), "2026-05-01 2027-05-01"),
        ("feb 29", date(2028, 3, 5), "2028-02-29 2032-02-29"),
        ("end of april", date(2026, 5, 5), "2026-04-30 2027-04-30"),
        ("first monday of may", date(2026, 5, 15), "2026-05-04 2027-05-03"),
        ("two days after may 18", TUE, "2026-05-20 2027-05-20"),
        ("the friday after may 18", WED, "2026-05-22 2027-05-21"),
        # in either order; the order of the tenant
        ("5/6", WED, "2026-05-06 2027-05-06 2026-06-05"),
        # the weekday says which
        ("tue may 19", WED, "2026-05-19"),
        ("wed may 19", WED, "2027-05-19"),
        # longer ago, today, to come, or of the year before: the next one
        ("may 5", WED, "2027-05-05"),
        ("may 20", WED, "2026-05-20"),
        ("may 21", WED, "2026-05-21"),
        ("december 31st", NEW_YEAR, "2026-12-31"),
        ("the 19th", WED, "2026-06-19"),
        # the words say which
        ("may 19 2026", WED, "2026-05-19"),
        ("may 19 next year", WED, "2027-05-19"),
        ("next may 19", WED, "2027-05-19"),
    ],
)
def test_deadline_that_has_just_passed_is_asked_about(text, today, expected):
    day = resolve(text, DatePolicy.FUTURE, today)
    options = day.options if isinstance(day, AmbiguousDate) else (day,)
    assert " ".join(map(str, options)) == expected


def test_just_passed_day_in_the_order_of_the_tenant():
    assert resolve("5/6", DatePolicy.FUTURE, WED, day_first=True) == date(2026, 6, 5)
    assert resolve("6/5", DatePolicy.FUTURE, WED, day_first=True) == AmbiguousDate((date(2026, 5, 6), date(2027, 5, 6)))


def test_conflict_of_the_weekday_with_either_year():
    assert isinstance(resolve("mon may 19", DatePolicy.FUTURE, WED), UnreadableDate)


def test_after_next_is_asked_about_when_next_says_two_days():
    assert resolve("the friday after next", DatePolicy.FUTURE, WED) == AmbiguousDate(
        (date(2026, 5, 29), date(2026, 6, 5))
    )


@pytest.mark.parametrize(
    ("text", "today", "expected"),
    [
        # this year's is over: the next one is that of next year, whatever *next* means
        ("next 6th of april", WED, date(2027, 4, 6)),
        # it is to come: as "next friday" is that of next week, "next 4th of june" may be that of next year
        ("next 4th of june", WED, AmbiguousDate((date(2026, 6, 4), date(2027, 6, 4)))),
        # the words beat the policy, today is neither the next nor the last one
        ("next may 20", WED, date(2027, 5, 20)),
        ("last may 20", WED, date(2025, 5, 20)),
        ("last june 4th", WED, date(2025, 6, 4)),
    ],
)
@pytest.mark.parametrize("policy", DatePolicy)
def test_next_and_last_before_a_day_of_the_year(text, today, expected, policy):
    assert resolve(text, policy, today) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the closest monday to june 4 2026", date(2026, 6, 1)),
        ("the second closest monday to june 4 2026", date(2026, 6, 8)),
        ("the third closest monday to june 4 2026", date(2026, 5, 25)),
        ("the nearest thursday to june 4 2026", date(2026, 6, 4)),
        ("the third sunday of 2026", date(2026, 1, 18)),
        ("the last sunday of 2026", date(2026, 12, 27)),
    ],
)
def test_days_by_distance_and_count(text, expected):
    assert resolve(text, DatePolicy.FUTURE, WED) == expected


def test_reasons_are_for_people():
    assert resolve("feb 29 2022", DatePolicy.PAST, WED) == UnreadableDate("there is no 29 Feb 2022")
    assert resolve("monday, may 19 2026", DatePolicy.PAST, WED) == UnreadableDate("Tue 19 May 2026 is no Mon")


def test_expressions_made_by_hand():
    assert isinstance(resolve_date(DayOfMonth(32), DatePolicy.PAST, WED, day_first=None), UnreadableDate)
    assert isinstance(resolve_date(MonthDay(0, 1), DatePolicy.PAST, WED, day_first=None), UnreadableDate)
    far = Offset(((1, Step.DAY),), MonthDay(2, 30))
    assert isinstance(resolve_date(far, DatePolicy.PAST, WED, day_first=None), UnreadableDate)


@pytest.mark.parametrize(
    ("expr", "today", "expected"),
    [
        # a bare month is the next one that is not over
        (NamedMonth(5), WED, "2026-05"),
        (NamedMonth(5), date(2026, 5, 31), "2026-05"),
        (NamedMonth(5), date(2026, 6, 1), "2027-05"),
        (NamedMonth(4), WED, "2027-04"),
        (NamedMonth(4, 2026), WED, "2026-04"),
        (RelativeMonth(0), WED, "2026-05"),
        (RelativeMonth(1), OLD_YEAR, "2027-01"),
        (RelativeMonth(-1), date(2026, 3, 31), "2026-02"),
        (RelativeMonth(1), date.max, UnreadableDate("beyond the calendar")),
        (NamedMonth(1), date.max, UnreadableDate("beyond the calendar")),
    ],
)
def test_month(expr, today, expected):
    assert resolve_month(expr, today) == expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2026, 5, 22), "Fri 22 May 2026"),
        (WED, "Wed 20 May 2026 (today)"),
        (TUE, "Tue 19 May 2026 (yesterday)"),
        (date(2026, 5, 21), "Thu 21 May 2026 (tomorrow)"),
        (date(2027, 1, 1), "Fri 1 Jan 2027"),
    ],
)
def test_say_date(day, expected):
    assert say_date(day, WED) == expected
