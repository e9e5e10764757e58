"""The rule that read a value, as the record names it."""

from typing import get_args

import pytest

from slots import holiday_dates
from slots.date_expr import DateExpr, MonthExpr
from slots.readers import read_expected
from slots.tables import DatePolicy, SlotKind, SlotSpec
from slots.text import clean, tokenize
from slots.times import TimeExpr
from slots.value_rules import FORMS, rule_of

KINDS = {
    kind: SlotSpec(name=kind.value, kind=kind, date_policy=DatePolicy.FUTURE)
    for kind in (SlotKind.DATE, SlotKind.MONTH, SlotKind.TIME, SlotKind.DURATION, SlotKind.NUMBER, SlotKind.MONEY)
}


@pytest.mark.parametrize(
    ("text", "kind", "rule"),
    [
        # the slot decides which way a day lies
        ("friday", SlotKind.DATE, "a weekday, looking ahead"),
        ("this friday", SlotKind.DATE, "a weekday, looking ahead"),
        ("the 3rd", SlotKind.DATE, "a day of the month, looking ahead"),
        ("dec 1", SlotKind.DATE, "a month and its day, looking ahead"),
        ("christmas", SlotKind.DATE, "a holiday, looking ahead"),
        # the words do
        ("next friday", SlotKind.DATE, "a weekday"),
        ("the 3rd of next month", SlotKind.DATE, "a day of the month"),
        ("dec 1 2026", SlotKind.DATE, "a month and its day"),
        ("last christmas", SlotKind.DATE, "a holiday"),
        ("christmas 2026", SlotKind.DATE, "a holiday"),
        ("tomorrow", SlotKind.DATE, "a day by its name"),
        ("in two weeks", SlotKind.DATE, "a distance from a day"),
        # other kinds
        ("may", SlotKind.MONTH, "a month by its name"),
        ("half past ten", SlotKind.TIME, "a time of day"),
        ("two hours", SlotKind.DURATION, "a length of time"),
        ("3", SlotKind.DURATION, "a length of time"),
        ("forty", SlotKind.NUMBER, "a number"),
        ("$50", SlotKind.MONEY, "an amount"),
        ("50 euros", SlotKind.MONEY, "an amount with its currency"),
    ],
)
def test_rule_of_a_value(text, kind, rule, monkeypatch):
    monkeypatch.setattr(holiday_dates, "are_known", lambda: True)
    reading = read_expected(tokenize(clean(text)), 0, KINDS[kind])
    assert reading is not None
    assert rule_of(reading.value, KINDS[kind]) == rule


def test_every_form_of_a_value_has_its_words():
    assert {*get_args(DateExpr), *get_args(MonthExpr), *get_args(TimeExpr)} <= set(FORMS)
