"""What two dates that are joined share: the year of "May to *June 2025*", the month of "5 to 9 *June*".

In: a date that was read, with its place. Out: the same with what only the other one says. The first lies before the
second: of "December 28 to January 3, 2027" it is in 2026. A date that says all itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from slots.date_digits import numeric
from slots.date_expr import Dated, DateExpr, DayOfMonth, MonthDay, MonthExpr, NamedMonth, Numeric
from slots.date_parts import MONTHS, Found, ends_here, month_after, scan_day, scan_year
from slots.month_days import any_month_day
from slots.numbers import key_at
from slots.text import Token
from slots.weekdays import weekday_name

_Yearly = MonthDay | Numeric | NamedMonth
"""What may say its year."""

_RANGES = frozenset("to until till through thru - – —".split())
"""Words and marks between the first and the last day."""
_CHOICES = frozenset({"and", "or"})
"""Words between two days; behind "between" an *and* makes a range too."""
_FAR = 8
"""Tokens of a date before the joint that are looked at ("the twenty first of December , 2027")."""
_MONTHS_OF_YEAR = 12


def shared(tokens: Sequence[Token], at: int, found: Found | None) -> Found | None:
    """Return a date that stands at ``at`` with the year or month that it shares with the one it is joined to.

    None where the order of day and month decides which year is meant ("3/4 to 4/3/2027").
    """
    if found is None:
        return None
    expr, past = found
    inner = expr.date if isinstance(expr, Dated) else expr
    if isinstance(inner, DayOfMonth):
        day = _with_month(tokens, at, inner, past) if inner.month is None else None
        return (_replaced(expr, day), past) if day else found
    if not isinstance(inner, MonthDay | Numeric):
        return found
    dated = _with_year(tokens, at, inner, past)
    return None if dated is None or isinstance(dated, NamedMonth) else (_replaced(expr, dated), past)


def shared_month(tokens: Sequence[Token], at: int, found: tuple[MonthExpr, int] | None) -> tuple[MonthExpr, int] | None:
    """Return a month that stands at ``at`` with the year of the one it is joined to ("*May* to June 2025")."""
    if found is None or not isinstance(found[0], NamedMonth):
        return found
    month = _with_year(tokens, at, found[0], found[1])
    return (month, found[1]) if isinstance(month, NamedMonth) else None


def first_day(tokens: Sequence[Token], at: int) -> Found | None:
    """Read the first number of "from *5* to 9 June" and "between *5* and 9 June"."""
    if key_at(tokens, at - 1) not in ("from", "between"):
        return None
    day = scan_day(tokens, at)
    if day is None or day[2]:
        return None
    month = _with_month(tokens, at, DayOfMonth(day[0]), day[1])
    return (month, day[1]) if month else None


def last_day(tokens: Sequence[Token], at: int) -> Found | None:
    """Read the last number of "from June 5 to *9*" and "June 5 until *9, 2027*", where a date is expected."""
    day = scan_day(tokens, at)
    before = _before(tokens, at) if day and not day[2] and _is_range(tokens, at - 1) else None
    if day is None or not isinstance(before, MonthDay) or before.day >= day[0]:
        return None
    year = scan_year(tokens, day[1])
    past = year[1] if year else day[1]
    expr = MonthDay(before.month, day[0], year[0]) if year else replace(before, day=day[0])
    return (expr, past) if ends_here(tokens, past) else None


def _replaced(expr: DateExpr, inner: MonthDay | Numeric) -> DateExpr:
    return replace(expr, date=inner) if isinstance(expr, Dated) else inner


def _is_range(tokens: Sequence[Token], joint: int) -> bool:
    """Whether a joint makes a range of the dates beside it; an *and* does behind "between"."""
    key = key_at(tokens, joint)
    near = range(max(0, joint - _FAR), joint) if key == "and" else ()
    return key in _RANGES or any(tokens[place].key == "between" for place in near)


def _with_year(tokens: Sequence[Token], at: int, expr: _Yearly, past: int) -> _Yearly | None:
    """Add the year that only the other date says; None where it stays open."""
    if _has_year(expr):
        return expr
    after = _after(tokens, past, expr) if key_at(tokens, past) in _RANGES | _CHOICES else None
    if type(after) is type(expr) and _has_year(after):
        return _in_year(expr, after, is_first=True)
    before = _before(tokens, at, is_month=isinstance(expr, NamedMonth)) if _is_range(tokens, at - 1) else None
    if type(before) is type(expr) and _has_year(before):
        return _in_year(expr, before, is_first=False)
    return expr


def _has_year(expr: _Yearly | None) -> TypeGuard[_Yearly]:
    is_counted = isinstance(expr, MonthDay | NamedMonth) and expr.year_offset is not None
    return expr is not None and (expr.year is not None or is_counted)


def _in_year(expr: _Yearly, other: _Yearly, *, is_first: bool) -> _Yearly | None:
    """Put a date into the year of another one, or the one beside it where it would not lie on its side."""
    turns = {
        (own > others if is_first else own < others)
        for own, others in zip(_places(expr), _places(other), strict=False)
        if max(own[0], others[0]) <= _MONTHS_OF_YEAR
    }
    if len(turns) != 1:
        return None
    step = (-1 if is_first else 1) * turns.pop()
    year = None if other.year is None else other.year + step
    if isinstance(expr, Numeric):
        return replace(expr, year=year, is_short=isinstance(other, Numeric) and other.is_short)
    if year is not None or isinstance(other, Numeric) or other.year_offset is None:
        return replace(expr, year=year)
    return replace(expr, year_offset=other.year_offset + step)


def _places(expr: _Yearly) -> tuple[tuple[int, int], ...]:
    """Return the places in the year that a date may have; two where the order of its numbers is open."""
    if isinstance(expr, Numeric):
        return (expr.first, expr.second), (expr.second, expr.first)
    return ((expr.month, expr.day if isinstance(expr, MonthDay) else 0),)


def _with_month(tokens: Sequence[Token], at: int, expr: DayOfMonth, past: int) -> MonthDay | None:
    """Return a day in the month that only the other date says: "the 5th to the 9th of June", "June 5 to the 9th"."""
    key = key_at(tokens, past)
    after = any_month_day(tokens, past + 1) if key in _RANGES | _CHOICES else None
    if after is not None and key_at(tokens, past + 1) not in MONTHS and not key_at(tokens, past + 1).startswith("20"):
        return _in_month(expr.day, after[0], after[0].day < expr.day, -1 if _is_range(tokens, past) else 0)
    before = _before(tokens, at) if key_at(tokens, at - 1) in _RANGES | _CHOICES else None
    if isinstance(before, MonthDay):
        return _in_month(expr.day, before, expr.day < before.day, 1 if _is_range(tokens, at - 1) else 0)
    return None


def _in_month(day: int, other: MonthDay, is_beside: bool, step: int) -> MonthDay | None:
    """Return a day of another date's month, or of the one beside it; None where nobody said which."""
    if not is_beside:
        return replace(other, day=day)
    month = other.month + step
    if not step or not 1 <= month <= _MONTHS_OF_YEAR:
        return None
    return replace(other, month=month, day=day)


def _after(tokens: Sequence[Token], joint: int, expr: _Yearly) -> _Yearly | None:
    """Return the date behind a joint, as far as it may be of the same kind as the one before it."""
    start = joint + 1
    name = weekday_name(tokens, start)
    if name:
        start = name[1] + (key_at(tokens, name[1]) == ",")
    if isinstance(expr, NamedMonth):
        return _month(tokens, start)[0]
    found = any_month_day(tokens, start) or numeric(tokens, start)
    if found or not isinstance(expr, MonthDay):
        return found[0] if found else None
    day = scan_day(tokens, start)
    year = scan_year(tokens, day[1]) if day and not day[2] else None
    return MonthDay(expr.month, day[0], year[0]) if day and year else None


def _before(tokens: Sequence[Token], at: int, *, is_month: bool = False) -> _Yearly | None:
    """Return the date that ends at the joint before ``at``; a month for a month."""
    joint = at - 1
    for start in range(max(0, joint - _FAR), joint):
        day = None if is_month else any_month_day(tokens, start) or numeric(tokens, start)
        found = _month(tokens, start) if is_month else day or (None, start)
        if found[1] == joint:
            return found[0]
    return None


def _month(tokens: Sequence[Token], at: int) -> tuple[NamedMonth | None, int]:
    """Return the month that is named at a position, and the position after it."""
    found = month_after(tokens, at) if key_at(tokens, at) in MONTHS else None
    return (found[0], found[1]) if found and isinstance(found[0], NamedMonth) else (None, at)
