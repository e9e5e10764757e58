"""A period said alone where a date is expected, for slots that say which of its days is meant."""

from datetime import date

import pytest

from slots.calendar import AmbiguousDate, resolve_date
from slots.errors import TableError
from slots.readers import read_expected, read_value
from slots.tables import DatePolicy, PeriodDay, SlotKind, SlotSpec
from slots.text import tokenize
from slots.toml_tables import parse_tables

TODAY = date(2026, 5, 20)
SLOTS = {day: SlotSpec(name="day", kind=SlotKind.DATE, period_day=day) for day in PeriodDay}


def day_of(text, edge, policy, reader=read_expected):
    tokens = tokenize(text)
    reading = reader(tokens, 0, SLOTS[edge])
    if reading is None or reading.past < len(tokens):
        return ""
    day = resolve_date(reading.value, policy, TODAY, day_first=None)
    return " ".join(map(str, day.options)) if isinstance(day, AmbiguousDate) else str(day)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("January", "2026-01-01", "2026-01-31"),
        ("the last month", "2026-04-01", "2026-04-30"),
        ("this month", "2026-05-01", "2026-05-31"),
        ("last week", "2026-05-11", "2026-05-17"),
        ("q1", "2026-01-01", "2026-03-31"),
        ("last quarter", "2026-01-01", "2026-03-31"),
        ("2019", "2019-01-01", "2019-12-31"),
        ("twenty nineteen", "2019-01-01", "2019-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("feb 2024", "2024-02-01", "2024-02-29"),
        ("june last year", "2025-06-01", "2025-06-30"),
        ("june", "2025-06-01", "2025-06-30"),
        # it has begun, and is not over
        ("may", "2026-05-01", "2026-05-31"),
        ("q2", "2026-04-01", "2026-06-30"),
        # a day is a day
        ("may 4th", "2026-05-04", "2026-05-04"),
        ("the 4th", "2026-05-04", "2026-05-04"),
        # no period: a number, a word of a period, something of that time
        ("19", "", ""),
        ("month", "", ""),
        ("the week", "", ""),
        ("june invoices", "", ""),
        ("last month's invoices", "", ""),
    ],
)
def test_period_in_a_log(text, first, last):
    assert day_of(text, PeriodDay.FIRST, DatePolicy.PAST) == first
    assert day_of(text, PeriodDay.LAST, DatePolicy.PAST) == last


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("january", "2027-01-01", "2027-01-31"),
        ("next month", "2026-06-01", "2026-06-30"),
        ("june", "2026-06-01", "2026-06-30"),
        ("q3", "2026-07-01", "2026-09-30"),
        # it has begun, and is not over: its first day is no surprise of next year
        ("may", "2026-05-01", "2026-05-31"),
        ("q2", "2026-04-01", "2026-06-30"),
    ],
)
def test_period_of_a_deadline(text, first, last):
    assert day_of(text, PeriodDay.FIRST, DatePolicy.FUTURE) == first
    assert day_of(text, PeriodDay.LAST, DatePolicy.FUTURE) == last


@pytest.mark.parametrize("text", ["january", "last month", "q1", "2019", "last year"])
@pytest.mark.parametrize("policy", DatePolicy)
def test_period_is_asked_about_where_the_slot_does_not_say(text, policy):
    assert day_of(text, PeriodDay.ASKED, policy) == ""


@pytest.mark.parametrize("text", ["january", "last month", "q1", "2019"])
def test_period_is_no_date_where_none_is_expected(text):
    assert day_of(text, PeriodDay.FIRST, DatePolicy.PAST, read_value) == ""


def test_only_a_date_has_a_period_day():
    text = """
name = "t"
[verbs.pay]
triggers = ["pay"]
confirm = "Pay {fee}"
[verbs.pay.slots.fee]
kind = "money"
is_object = true
period_day = "last"
"""
    with pytest.raises(TableError, match=r"pay\.fee: .period_day. means nothing for kind money; it is for kind date"):
        parse_tables(text)
