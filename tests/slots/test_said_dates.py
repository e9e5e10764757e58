"""Dates as people say them, from the words to the day: what they say beside what only looks like it."""

from datetime import date

import pytest

from slots.calendar import AmbiguousDate, UnreadableDate, resolve_date
from slots.dates import read_bare_date, read_date
from slots.holiday_names import are_known
from slots.tables import DatePolicy
from slots.text import clean, tokenize

TODAY = date(2026, 5, 20)
"""A Wednesday."""


def _day(reading, policy):
    day = resolve_date(reading, policy, TODAY, day_first=False)
    return "?" if isinstance(day, AmbiguousDate | UnreadableDate) else day.isoformat()


def said(text, policy, *, is_answer=False):
    """Return the days that stand in a text; "?" where it is asked."""
    tokens = tokenize(clean(text))
    found, at = [], 0
    while at < len(tokens):
        reading = read_bare_date(tokens, at) if is_answer and at == 0 else read_date(tokens, at)
        found += [_day(reading[0], policy)] if reading else []
        at = reading[1] if reading else at + 1
    return found


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        # the year counted from this one, before or behind the day
        ("june 4 next year", "2027-06-04", "2027-06-04"),
        ("the 4th of june of last year", "2025-06-04", "2025-06-04"),
        ("4 june this year", "2026-06-04", "2026-06-04"),
        ("may 4, this year", "2026-05-04", "2026-05-04"),
        ("next year on june 4", "2027-06-04", "2027-06-04"),
        ("end of june next year", "2027-06-30", "2027-06-30"),
        ("first monday of june next year", "2027-06-07", "2027-06-07"),
        ("june 4, next week", "2025-06-04", "2026-06-04"),
        # the month before its day
        ("next month on the 5th", "2026-06-05", "2026-06-05"),
        ("last month, the 12th", "2026-04-12", "2026-04-12"),
        ("this month on the 31st", "2026-05-31", "2026-05-31"),
        # of the month: the policy's, as without it
        ("the first of the month", "2026-05-01", "2026-06-01"),
        ("the 25th of the month", "2026-04-25", "2026-05-25"),
        ("the 1st of this month", "2026-05-01", "2026-05-01"),
        ("last of the month", "2026-05-31", "2026-05-31"),
        # weekdays counted in a month
        ("first monday next month", "2026-06-01", "2026-06-01"),
        ("last friday this month", "2026-05-29", "2026-05-29"),
        ("second to last friday of june", "2025-06-20", "2026-06-19"),
        ("2nd last monday of may 2026", "2026-05-18", "2026-05-18"),
        ("4th next month", "2026-06-04", "2026-06-04"),
        # the edge of a period that is named behind it
        ("eom june", "2025-06-30", "2026-06-30"),
        ("eoy 2027", "2027-12-31", "2027-12-31"),
        ("the end of the year 2027", "2027-12-31", "2027-12-31"),
        # working days
        ("last working day of the month", "2026-05-29", "2026-05-29"),
        ("the first business day of august", "2025-08-01", "2026-08-03"),
        ("last workday of may", "2025-05-30", "2026-05-29"),
        ("last day of q2", "2025-06-30", "2026-06-30"),
        # a named day with its weekday
        ("tomorrow, thursday", "2026-05-21", "2026-05-21"),
        ("yesterday (tue)", "2026-05-19", "2026-05-19"),
        ("tomorrow, friday", "?", "?"),
        # weekdays beside a day
        ("the monday after june 10", "2025-06-16", "2026-06-15"),
        ("first friday before june 4 2026", "2026-05-29", "2026-05-29"),
        ("the second monday after the end of the month", "2026-06-08", "2026-06-08"),
        ("thursday before june 4 2026", "2026-05-28", "2026-05-28"),
        # halves
        ("in half a year", "2026-11-20", "2026-11-20"),
        ("in a year and a half", "2027-11-20", "2027-11-20"),
        ("half a year ago", "2025-11-20", "2025-11-20"),
        # a weekday of the week so far ahead
        ("in two weeks on friday", "2026-06-05", "2026-06-05"),
        # short and misspelled
        ("nxt fri", "2026-05-29", "2026-05-29"),
        ("thurs. june 4", "2026-06-04", "2026-06-04"),
        ("wensday", "2026-05-20", "2026-05-27"),
        ("febuary 4", "2026-02-04", "2027-02-04"),
        ("tmw", "2026-05-21", "2026-05-21"),
        # a month that is a word, with its owner, its weekday, or behind a pronoun
        ("27 may wed", "2026-05-27", "2026-05-27"),
        ("do it march 4th", "2026-03-04", "2027-03-04"),
        ("on may 4 of design", "2026-05-04", "2027-05-04"),
    ],
)
def test_said(text, past, future):
    assert said(text, DatePolicy.PAST) == [past]
    assert said(text, DatePolicy.FUTURE) == [future]


@pytest.mark.parametrize(
    "text",
    [
        # halves that are no whole days
        "in a week and a half", "in two and a half weeks", "in half a week", "in half a month",
        "a month and a half ago",
        # no day beside it, or a word that may turn it
        "may 4 of us", "you may 4 of them",
        "in half of the cases", "the last of them", "last of all", "first working day of the project",
        "next month on the wall", "next year on a boat",
        # a length or a distance: as an answer it is one
        "a week friday", "two weeks this monday",
        # which month's nobody said, nor which day
        "the third thursday", "3rd friday", "do it may the 4th of them", "today + 3", "you may 4",
        # readings differ
        "previous friday", "prior friday",
    ],
)  # fmt: skip
def test_not_said(text):
    assert said(text, DatePolicy.FUTURE) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a week on friday", "2026-05-29"),
        ("a week friday", "2026-05-29"),
        ("two weeks this friday", "2026-06-05"),
        ("a week today", "2026-05-27"),
        ("two weeks tomorrow", "2026-06-04"),
        ("twenty first", "2026-05-21"),
        ("wednesday 27", "2026-05-27"),
        ("mon 1.6.", "2026-06-01"),
        ("mon 6.1, please", "2026-06-01"),
        # of another weekday
        ("friday 27", "?"),
        ("sunday 2.6", "?"),
        # no day of a month
        ("friday 3 hours", "2026-05-22"),
        ("friday 4%", "2026-05-22"),
        ("friday 9:30", "2026-05-22"),
    ],
)
def test_said_as_an_answer(text, expected):
    assert said(text, DatePolicy.FUTURE, is_answer=True) == [expected]


@pytest.mark.parametrize(
    "text", ["twenty first things", "first, tell me more", "three days on friday", "a week on the job"]
)
def test_no_answer(text):
    assert read_bare_date(tokenize(text), 0) is None


@pytest.mark.skipif(not are_known(), reason="holidays are not read without their package")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the monday after easter", "2027-03-29"),
        ("friday after thanksgiving", "2026-11-27"),
        ("the second labor day after next year", "2029-09-03"),
        ("first easter before 2026", "2025-04-20"),
        ("the second super tuesday after 2017", "2024-03-05"),
        # a place that nobody counts to
        ("the 9th labor day after 2027", None),
    ],
)
def test_beside_a_holiday(text, expected):
    assert said(text, DatePolicy.FUTURE) == ([expected] if expected else [])
