"""Holidays: which words name one, on which day it falls, and nothing at all without the package."""

from datetime import date

import pytest

from slots import holiday_dates
from slots.calendar import AmbiguousDate, UnreadableDate, resolve_date
from slots.dates import read_date
from slots.holiday_days import days_of_holiday
from slots.holiday_names import NEAREST_WORKDAY, Counted, Drifting, Easter, Fixed, Listed, Lunar
from slots.tables import DatePolicy
from slots.text import clean, tokenize

TODAY = date(2026, 5, 20)


@pytest.fixture
def _known(monkeypatch):
    monkeypatch.setattr(holiday_dates, "are_known", lambda: True)


def dates_in(text):
    tokens, found, at = tokenize(clean(text)), [], 0
    while at < len(tokens):
        reading = read_date(tokens, at)
        found += [reading[0]] if reading else []
        at = reading[1] if reading else at + 1
    return found


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        # fixed
        ("christmas", "2025-12-25", "2026-12-25"),
        ("on Christmas Eve", "2025-12-24", "2026-12-24"),
        ("new year's eve", "2025-12-31", "2026-12-31"),
        ("St. Patrick's Day", "2026-03-17", "2027-03-17"),
        # counted
        ("memorial day 2025", "2025-05-26", "2025-05-26"),
        ("mothers day", "2026-05-10", "2027-05-09"),
        ("cyber monday", "2025-12-01", "2026-11-30"),
        # from Easter
        ("easter", "2026-04-05", "2027-03-28"),
        ("good friday", "2026-04-03", "2027-03-26"),
        ("orthodox easter 2026", "2026-04-12", "2026-04-12"),
        # which one
        ("next easter", "2027-03-28", "2027-03-28"),
        ("last christmas", "2025-12-25", "2025-12-25"),
        ("easter 2024", "2024-03-31", "2024-03-31"),
        ("labor day of next year", "2027-09-06", "2027-09-06"),
        # with a distance
        ("the day before easter 2024", "2024-03-30", "2024-03-30"),
        ("day after christmas", "2025-12-26", "2026-12-26"),
        ("two days before christmas", "2025-12-23", "2026-12-23"),
        ("easter 2 years ago", "2024-03-31", "2024-03-31"),
        ("thanksgiving in a year", "2027-11-25", "2027-11-25"),
        ("halloween 5 months from now", "2026-10-31", "2026-10-31"),
        # names as people write them
        ("good fri", "2026-04-03", "2027-03-26"),
        ("the ash wed", "2026-02-18", "2027-02-10"),
        ("boss's 2026", "2026-10-16", "2026-10-16"),
        # moved from a weekend
        ("king's day 2025", "2025-04-26", "2025-04-26"),
        ("tax day 2027", "2027-04-15", "2027-04-15"),
        ("tax day 2028", "2028-04-18", "2028-04-18"),
        # a log looks back, also where the next one is nearer but more than a quarter away
        ("labor day", "2025-09-01", "2026-09-07"),
        ("two days before labor day", "2025-08-30", "2026-09-05"),
        # by its distance from a day
        ("the closest easter to june 4 2024", "2024-03-31", "2024-03-31"),
        ("the second nearest easter to june 4 2024", "2025-04-20", "2025-04-20"),
    ],
)
def test_holiday(text, past, future):
    found = dates_in(text)
    assert len(found) == 1
    assert resolve_date(found[0], DatePolicy.PAST, TODAY, day_first=None) == date.fromisoformat(past)
    assert resolve_date(found[0], DatePolicy.FUTURE, TODAY, day_first=None) == date.fromisoformat(future)


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize(
    "text",
    [
        # a name of something else goes on
        *("christmas party", "the halloween campaign", "black friday sale", "easter egg hunt", "tibetan new year"),
        # not the whole name, or one that only measures
        *("tell the boss", "boss", "the boss's car"),
        *("labor", "mother", "easterly", "christmassy", "the closest christmas to"),
        # counted from somewhere
        *("the 2nd easter after that", "the third labor day from then"),
    ],
)
def test_no_holiday(text):
    assert dates_in(text) == []


@pytest.mark.parametrize("text", ["christmas", "next easter", "labor day 2026", "two days before christmas"])
def test_without_the_package_nothing_is_a_holiday(text, monkeypatch):
    monkeypatch.setattr(holiday_dates, "are_known", lambda: False)
    assert dates_in(text) == []


@pytest.mark.parametrize(
    ("rule", "year", "expected"),
    [
        (Fixed(12, 25), 2026, date(2026, 12, 25)),
        (Fixed(10, 16, NEAREST_WORKDAY), 2027, date(2027, 10, 15)),
        (Drifting(date(2018, 8, 17)), 2026, date(2026, 8, 15)),
        (Listed((date(2020, 3, 3), date(2024, 3, 5))), 2024, date(2024, 3, 5)),
        (Listed((date(2020, 3, 3), date(2024, 3, 5))), 2022, None),
        (Counted(-1, 0, 5), 2026, date(2026, 5, 25)),
        (Counted(4, 3, 11, 1), 2026, date(2026, 11, 27)),
        (Easter(-2), 2026, date(2026, 4, 3)),
        (Easter(0, is_orthodox=True), 2026, date(2026, 4, 12)),
        # nobody knows
        (Easter(), 9000, None),
        (Lunar("_NoSuchLunisolar", "feast"), 2026, None),
    ],
)
def test_day_of_holiday(rule, year, expected):
    assert days_of_holiday(rule, year) == (((expected,),) if expected else ())


def test_feasts_of_the_moon_come_from_the_package():
    pytest.importorskip("holidays")
    assert days_of_holiday(Lunar("_ChineseLunisolar", "lunar_new_year"), 2026) == ((date(2026, 2, 17),),)


@pytest.mark.parametrize(
    ("feast", "year", "expected"),
    [
        # seen long ago
        ("eid_al_fitr", 2019, (("2019-06-04",),)),
        # to come, and the calendars agree, or differ by a day
        ("eid_al_adha", 2026, (("2026-05-27",),)),
        ("eid_al_adha", 2030, (("2030-04-13", "2030-04-14"),)),
        # twice in one year of the sun
        ("eid_al_fitr", 2000, (("2000-01-08",), ("2000-12-27",))),
    ],
)
def test_feasts_whose_moon_nobody_has_seen_yet_may_fall_on_two_days(feast, year, expected):
    pytest.importorskip("holidays")
    found = days_of_holiday(Lunar("_IslamicLunar", feast), year)
    assert tuple(tuple(map(str, days)) for days in found) == expected


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize(
    ("text", "policy", "options"),
    [
        # a log looks back, but the next one is nearer than the last and comes within a quarter
        ("juneteenth", DatePolicy.PAST, ("2025-06-19", "2026-06-19")),
        ("two days before independence day", DatePolicy.PAST, ("2025-07-02", "2026-07-02")),
        # a year with two of it
        ("eid al-fitr 2000", DatePolicy.FUTURE, ("2000-01-08", "2000-12-27")),
        # calendars of one country differ by a day
        ("onam 2024", DatePolicy.FUTURE, ("2024-09-14", "2024-09-15")),
        ("vasant panchami 2021", DatePolicy.PAST, ("2021-02-16", "2021-02-17")),
    ],
)
def test_a_holiday_that_may_be_two_days_is_asked_about(text, policy, options):
    pytest.importorskip("holidays")
    day = resolve_date(dates_in(text)[0], policy, TODAY, day_first=None)
    assert day == AmbiguousDate(tuple(map(date.fromisoformat, options)))


@pytest.mark.usefixtures("_known")
def test_a_holiday_that_nobody_knows_is_unreadable():
    found = dates_in("easter")
    assert isinstance(resolve_date(found[0], DatePolicy.PAST, date(9000, 1, 1), day_first=None), UnreadableDate)
