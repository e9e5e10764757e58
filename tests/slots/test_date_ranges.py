"""Dates that are joined share the year and the month that one of them says; the first lies before the second."""

import pytest

from slots.date_expr import Dated, DayOfMonth, MonthDay, NamedMonth, Numeric
from slots.dates import read_bare_date, read_date, read_month
from slots.text import tokenize

DEC_28, JAN_3 = MonthDay(12, 28), MonthDay(1, 3)


def found(text, read):
    """Read a text from left to right."""
    tokens, at, values = tokenize(text), 0, []
    while at < len(tokens):
        reading = read(tokens, at)
        values += [reading[0]] if reading else []
        at = reading[1] if reading else at + 1
    return values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the year behind the second is the first one's too
        ("from March 3 to April 2, 2027", [MonthDay(3, 3, 2027), MonthDay(4, 2, 2027)]),
        ("3 March until 2 April 2027", [MonthDay(3, 3, 2027), MonthDay(4, 2, 2027)]),
        ("June 5 or June 6, 2027", [MonthDay(6, 5, 2027), MonthDay(6, 6, 2027)]),
        (
            "June 5 to June 9 next year",
            [MonthDay(6, 5, year_offset=1), MonthDay(6, 9, year_offset=1)],
        ),
        (
            "from Monday, June 7 to Friday, June 11, 2027",
            [Dated(0, MonthDay(6, 7, 2027)), Dated(4, MonthDay(6, 11, 2027))],
        ),
        ("from 3/20 to 4/25/2027", [Numeric(3, 20, 2027), Numeric(4, 25, 2027)]),
        # over the end of the year
        ("December 28 to January 3, 2027", [MonthDay(12, 28, 2026), MonthDay(1, 3, 2027)]),
        ("from December 28, 2026 to January 3", [MonthDay(12, 28, 2026), MonthDay(1, 3, 2027)]),
        ("from March 3, 2027 to April 2", [MonthDay(3, 3, 2027), MonthDay(4, 2, 2027)]),
        # both say it, neither does, or they are not joined
        ("from May 3, 2025 to May 4, 2027", [MonthDay(5, 3, 2025), MonthDay(5, 4, 2027)]),
        ("December 28 to January 3", [DEC_28, JAN_3]),
        ("December 28, 2026 or January 3", [MonthDay(12, 28, 2026), JAN_3]),
        ("December 28, January 3, 2027", [DEC_28, MonthDay(1, 3, 2027)]),
        # the order of the numbers decides which year: nobody knows
        ("from 3/4 to 4/3/2027", [Numeric(4, 3, 2027)]),
        # the month of the last day is the first one's, or the one before
        ("from the 5th to the 9th of June", [MonthDay(6, 5), MonthDay(6, 9)]),
        ("from the 28th to the 3rd of June 2027", [MonthDay(5, 28, 2027), MonthDay(6, 3, 2027)]),
        ("the 5th or 6th of June", [MonthDay(6, 5), MonthDay(6, 6)]),
        ("between 5 and 9 June 2027", [MonthDay(6, 5, 2027), MonthDay(6, 9, 2027)]),
        ("from 5 to 9 June", [MonthDay(6, 5), MonthDay(6, 9)]),
        # that of the first one is the last day's, or the one behind
        ("from June 5 to the 9th", [MonthDay(6, 5), MonthDay(6, 9)]),
        ("June 25 to the 3rd", [MonthDay(6, 25), MonthDay(7, 3)]),
        ("June 5 or the 6th", [MonthDay(6, 5), MonthDay(6, 6)]),
        # no month is said, or it is of something else
        ("the 5th or the 9th", [DayOfMonth(5), DayOfMonth(9)]),
        ("June 25 or the 3rd", [MonthDay(6, 25), DayOfMonth(3)]),
        ("5 to 9 June", [MonthDay(6, 9)]),
        # a last day alone makes all of it a range
        ("between June 5 and 9", []),
        ("between June 5 and June 9", [MonthDay(6, 5), MonthDay(6, 9)]),
    ],
)
def test_dates_that_are_joined(text, expected):
    assert found(text, read_date) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from June 5 to 9", [MonthDay(6, 5), MonthDay(6, 9)]),
        ("from June 5 to 9, 2027", [MonthDay(6, 5, 2027), MonthDay(6, 9, 2027)]),
        # it goes back, or counts something
        ("from June 9 to 5", [MonthDay(6, 9)]),
        ("from June 5 to 9 people", [MonthDay(6, 5)]),
    ],
)
def test_a_last_day_where_a_date_is_expected(text, expected):
    assert found(text, read_bare_date) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from May to June 2025", [NamedMonth(5, 2025), NamedMonth(6, 2025)]),
        ("between May and June 2025", [NamedMonth(5, 2025), NamedMonth(6, 2025)]),
        ("from November to January 2026", [NamedMonth(11, 2025), NamedMonth(1, 2026)]),
        ("from November 2025 to January", [NamedMonth(11, 2025), NamedMonth(1, 2026)]),
        ("from May to June last year", [NamedMonth(5, year_offset=-1), NamedMonth(6, year_offset=-1)]),
        ("from May to June", [NamedMonth(5), NamedMonth(6)]),
        ("from May 2024 to June 2025", [NamedMonth(5, 2024), NamedMonth(6, 2025)]),
    ],
)
def test_months_that_are_joined(text, expected):
    assert found(text, read_month) == expected
