"""The day of a holiday in a year."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from functools import lru_cache
from importlib import import_module
from typing import Any

from dateutil.easter import EASTER_ORTHODOX, EASTER_WESTERN, easter

from slots.holiday_names import Counted, Easter, Fixed, Lunar, Rule

_EASTER_YEARS = range(1900, 2200)
"""Years for which Easter is computed."""


@lru_cache(maxsize=2048)
def day_of_holiday(rule: Rule, year: int) -> date | None:
    """Return the day on which a holiday falls in a year; None when that year has none, or nobody knows."""
    match rule:
        case Fixed():
            return (
                _to_workday(date(year, rule.month, rule.day)) if rule.to_workday else date(year, rule.month, rule.day)
            )
        case Counted():
            return _counted(rule, year) + timedelta(days=rule.days)
        case Easter():
            if year not in _EASTER_YEARS:
                return None
            sunday = easter(year, EASTER_ORTHODOX) if rule.is_orthodox else easter(year, EASTER_WESTERN)
            return sunday + timedelta(days=rule.days)
        case Lunar():
            return _lunar(rule, year)


def _to_workday(day: date) -> date:
    return day + timedelta(days={5: -1, 6: 1}.get(day.weekday(), 0))


def _counted(rule: Counted, year: int) -> date:
    if rule.nth < 0:
        last = date(year, rule.month, monthrange(year, rule.month)[1])
        return last - timedelta(days=(last.weekday() - rule.weekday) % 7)
    first = date(year, rule.month, 1)
    return first + timedelta(days=(rule.weekday - first.weekday()) % 7 + 7 * (rule.nth - 1))


def _lunar(rule: Lunar, year: int) -> date | None:
    """Ask the package: a calendar gives one (day, estimated) pair, or several for one year of the sun."""
    try:
        calendar: Any = getattr(import_module("holidays.calendars"), rule.calendar)()
    except (ImportError, AttributeError):
        return None
    single = getattr(calendar, f"{rule.feast}_date", None)
    several = getattr(calendar, f"{rule.feast}_dates", None)
    found = [single(year)] if single else list(several(year)) if several else []
    days = [pair[0] for pair in found if pair and pair[0] is not None and pair[0].year == year]
    return days[0] + timedelta(days=rule.days) if days else None
