"""The days of a holiday in a year."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from functools import lru_cache
from importlib import import_module
from typing import Any

from dateutil.easter import EASTER_ORTHODOX, EASTER_WESTERN, easter

from slots.holiday_names import Counted, Drifting, Easter, Fixed, Listed, Lunar, Rule

_EASTER_YEARS = range(1900, 2200)
"""Years for which Easter is computed."""


_CALENDARS_DIFFER = 2
"""Days that two calendars may lie apart about one feast."""
_CELEBRATED_UNTIL = 2025
"""The newest year whose moons had been seen when this was written; the days of later ones are computed."""
_SIGHTED = {"_IslamicLunar": ("_IslamicLunar", "_IslamicMabimsLunar")}
"""Calendars whose months begin when somebody sees the moon -> the calendars that tell where countries may differ."""


@lru_cache(maxsize=2048)
def days_of_holiday(rule: Rule, year: int) -> tuple[tuple[date, ...], ...]:
    """Return each time that a holiday comes in a year, in order, with the days that it may fall on.

    Empty when that year has none, or nobody knows; two days where calendars differ about a year to come.
    """
    if isinstance(rule, Lunar):
        return _lunar(rule, year)
    day = _day(rule, year)
    return ((day,),) if day else ()


def _day(rule: Fixed | Counted | Easter | Drifting | Listed, year: int) -> date | None:
    match rule:
        case Fixed():
            day = date(year, rule.month, rule.day)
            return day + timedelta(days=rule.moves[day.weekday()]) if rule.moves else day
        case Counted():
            return _counted(rule, year) + timedelta(days=rule.days)
        case Easter():
            if year not in _EASTER_YEARS:
                return None
            sunday = easter(year, EASTER_ORTHODOX) if rule.is_orthodox else easter(year, EASTER_WESTERN)
            return sunday + timedelta(days=rule.days)
        case Drifting():
            day = rule.start + timedelta(days=365 * (year - rule.start.year))
            return day if day.year == year else None
        case Listed():
            return next((day for day in rule.days if day.year == year), None)


def _counted(rule: Counted, year: int) -> date:
    if rule.nth < 0:
        last = date(year, rule.month, monthrange(year, rule.month)[1])
        return last - timedelta(days=(last.weekday() - rule.weekday) % 7)
    first = date(year, rule.month, 1)
    return first + timedelta(days=(rule.weekday - first.weekday()) % 7 + 7 * (rule.nth - 1))


def _lunar(rule: Lunar, year: int) -> tuple[tuple[date, ...], ...]:
    """Return the times of a feast, with the days of every calendar that tells of it."""
    calendars = _SIGHTED.get(rule.calendar, ()) if year > _CELEBRATED_UNTIL else ()
    first, *others = (_from_package(rule, name, year) for name in calendars or (rule.calendar,))
    moved = timedelta(days=rule.days)
    near = timedelta(days=_CALENDARS_DIFFER)
    times = [
        dict.fromkeys((day, *(other for days in others for other in days if abs(other - day) <= near))) for day in first
    ]
    other = timedelta(days=rule.also)
    return tuple(tuple(sorted({day + moved + off for day in days for off in (timedelta(0), other)})) for days in times)


def _from_package(rule: Lunar, calendar: str, year: int) -> list[date]:
    """Ask the package: it gives a day, a (day, estimated) pair, or several pairs for one year of the sun."""
    try:
        known: Any = getattr(import_module("holidays.calendars"), calendar)()
    except (ImportError, AttributeError):
        return []
    ask = getattr(known, f"{rule.feast}_date", None) or getattr(known, f"{rule.feast}_dates", None)
    found: Any = ask(year) if ask else None
    is_one = found is None or isinstance(found, date) or (isinstance(found, tuple) and isinstance(found[-1], bool))
    days = [each[0] if isinstance(each, tuple) else each for each in ((found,) if is_one else found)]
    return sorted(day for day in days if day is not None and day.year == year)
