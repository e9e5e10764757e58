"""Arithmetic on days: what exists, so many steps on, the edge of a period, the times of a feast.

In: days and counts. Out: days, or None for one that the calendar does not have.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, date, timedelta

from dateutil.relativedelta import relativedelta

from slots.date_expr import Offset, Step
from slots.holiday_days import days_of_holiday
from slots.holiday_names import Rule


def day_of(year: int, month: int, day: int) -> date | None:
    """Return the day, None when the calendar does not have it."""
    if not (1 <= month <= 12 and MINYEAR <= year <= MAXYEAR):
        return None
    return date(year, month, day) if 1 <= day <= monthrange(year, month)[1] else None


def workday(day: date, *, is_start: bool) -> date:
    """Return the first of Monday to Friday from the edge of a period on, or the last one up to it."""
    over = day.weekday() - 4
    return day + timedelta(days=3 - over if is_start else -over) if over > 0 else day


def last_day(start: date, length: relativedelta) -> date:
    """Return the last day of a period that is so long."""
    return start + length - timedelta(days=1)


def times_around(rule: Rule, year: int, places: int = 1) -> list[tuple[date, ...]]:
    """Return the times of a holiday about a year; so many of them on each side also of one that comes every four."""
    reach = 1 + 4 * places
    near = (each for each in range(year - reach, year + reach + 1) if MINYEAR <= each <= MAXYEAR)
    return [days for each in near for days in days_of_holiday(rule, each)]


def moved(day: date, expr: Offset) -> date:
    """Return the day that lies the steps of an offset from this one, its anchor aside."""
    for count, step in expr.steps:
        day = _business_days(day, count) if step is Step.BUSINESS_DAY else day + _length(count, step)
    return day


def _length(count: int, step: Step) -> relativedelta:
    lengths = {
        Step.DAY: relativedelta(days=count),
        Step.WEEK: relativedelta(days=7 * count),
        Step.MONTH: relativedelta(months=count),
        Step.YEAR: relativedelta(years=count),
    }
    return lengths[step]


def _business_days(day: date, count: int) -> date:
    """Count working days; whole weeks at once, the rest one by one."""
    sign = 1 if count >= 0 else -1
    weeks, rest = divmod(abs(count), 5)
    while day.weekday() > 4 and count:
        day -= timedelta(days=sign)
    day += timedelta(weeks=sign * weeks)
    while rest:
        day += timedelta(days=sign)
        rest -= day.weekday() <= 4
    return day
