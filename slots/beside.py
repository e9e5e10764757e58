"""Days counted from a day they stand beside: "the monday after easter", "second labor day after 2027"."""

from __future__ import annotations

from collections.abc import Sequence

from slots.date_expr import Beside, DateExpr, EdgeOf, EdgeOfNamed, Holiday, Period, Weekday
from slots.date_parts import Found, scan_period, scan_year
from slots.holiday_dates import holiday_name
from slots.numbers import key_at, read_ordinal
from slots.offsets import Form
from slots.text import Token
from slots.weekdays import OTHER_MODIFIERS, WHICH, weekday_name

_SIDES = {"after": False, "following": False, "before": True}
"""The word between a day and what it is counted from -> whether it is counted back."""
_MOST = 5
"""Places from a day that people count."""
_LONGEST_NAME = 5
"""Words of a holiday's name before the word of its side."""


def beside(tokens: Sequence[Token], at: int, *, anchors: Sequence[Form]) -> Found | None:
    """Read "the monday after easter", "first friday before june 4", "the 2nd labor day after next year"."""
    before = key_at(tokens, at - 1)
    if not any(key_at(tokens, place) in _SIDES for place in range(at + 1, at + _LONGEST_NAME + 3)):
        return None
    if before in OTHER_MODIFIERS or (before,) in WHICH or read_ordinal(tokens, at - 1):
        return None
    start = at + (key_at(tokens, at) == "the")
    place = read_ordinal(tokens, start)
    nth, start = place or (1, start)
    what, past = _what(tokens, start, is_counted=place is not None)
    is_before = _SIDES.get(key_at(tokens, past))
    if what is None or is_before is None or nth > _MOST:
        return None
    anchor = _anchor(tokens, past + 1, anchors, is_before=is_before, is_year=isinstance(what, Holiday))
    return (Beside(nth, what, anchor[0], is_before), anchor[1]) if anchor else None


def _what(tokens: Sequence[Token], at: int, *, is_counted: bool) -> tuple[Weekday | Holiday | None, int]:
    """Read a weekday, or a holiday whose place was said."""
    name = weekday_name(tokens, at)
    if name:
        return Weekday(name[0]), name[1]
    feast = holiday_name(tokens, at) if is_counted else None
    return (Holiday(feast[0]), feast[1]) if feast else (None, at)


def _anchor(
    tokens: Sequence[Token], at: int, anchors: Sequence[Form], *, is_before: bool, is_year: bool
) -> tuple[DateExpr, int] | None:
    """Read the day that is counted from; for a holiday also a year, from its far edge."""
    period = scan_period(tokens, at) if is_year else None
    if period and period[0] is Period.YEAR:
        return EdgeOf(Period.YEAR, period[1], is_start=is_before), period[2]
    year = scan_year(tokens, at) if is_year else None
    if year:
        return EdgeOfNamed(None, year[0], is_start=is_before), year[1]
    found = [reading for form in anchors if (reading := form(tokens, at))]
    return max(found, key=lambda reading: reading[1], default=None)
