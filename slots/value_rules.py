"""Which rule read a value, in words, for the record of a decision.

In: a value of :mod:`slots.readers` and its slot. Out: what was recognised ("a weekday"), and for days that the words
leave open which way the slot looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from slots.date_expr import (
    Beside,
    Closest,
    CountedWeekday,
    Dated,
    DayOfMonth,
    EdgeOf,
    EdgeOfNamed,
    Explicit,
    Holiday,
    MonthDay,
    NamedDay,
    NamedMonth,
    NthWeekday,
    Numeric,
    Offset,
    RelativeMonth,
    Weekday,
    WeekdayOfWeek,
    Which,
)
from slots.money import Amount
from slots.readers import Value
from slots.tables import DatePolicy, SlotKind, SlotSpec
from slots.times import Clock, FromNow

FORMS: Mapping[type, str] = {
    NamedDay: "a day by its name",
    Weekday: "a weekday",
    WeekdayOfWeek: "a weekday of a week",
    DayOfMonth: "a day of the month",
    MonthDay: "a month and its day",
    Numeric: "a date in digits",
    EdgeOf: "the edge of a period",
    EdgeOfNamed: "the edge of a month or year",
    NthWeekday: "a weekday counted in a month",
    Offset: "a distance from a day",
    Dated: "a weekday beside its date",
    CountedWeekday: "so many weekdays from today",
    Explicit: "a month and its day, with next or last",
    Holiday: "a holiday",
    Closest: "the closest day of its kind",
    Beside: "a day counted from another",
    NamedMonth: "a month by its name",
    RelativeMonth: "a month counted from this one",
    Clock: "a time of day",
    FromNow: "a time from now",
    Amount: "an amount with its currency",
}
"""A value's type -> the form that was recognised."""

KINDS: Mapping[SlotKind, str] = {
    SlotKind.DURATION: "a length of time",
    SlotKind.NUMBER: "a number",
    SlotKind.MONEY: "an amount",
}
"""The kind of a slot whose values are plain numbers -> the form that was recognised."""

_OPEN = (Weekday, DayOfMonth, MonthDay, Numeric, EdgeOfNamed, NthWeekday, Holiday, Dated)
"""Forms that may leave open which day is meant."""
_SIDES = {DatePolicy.PAST: "looking back", DatePolicy.FUTURE: "looking ahead"}


def rule_of(value: Value, slot: SlotSpec) -> str:
    """Return the rule that read a value of a slot ("a weekday, looking back")."""
    form = KINDS.get(slot.kind, "a number") if isinstance(value, Decimal) else FORMS[type(value)]
    return f"{form}, {_SIDES[slot.date_policy]}" if slot.kind is SlotKind.DATE and _is_open(value) else form


def _is_open(value: Value) -> bool:
    """Whether the policy of the slot decides: no year, no month and no *next* or *last* says which."""
    if not isinstance(value, _OPEN) or getattr(value, "year", None) is not None:
        return False
    which = getattr(value, "which", Which.BARE)
    has_month = isinstance(value, DayOfMonth) and value.month is not None
    return which in (Which.BARE, Which.THIS) and not has_month and getattr(value, "year_offset", None) is None
