"""From what a date says to a day: the rules for past and future, and calendar arithmetic.

In: an expression of :mod:`slots.date_expr`, the slot's policy and today. Out: a
day, an :class:`AmbiguousDate` or an :class:`UnreadableDate`. The policy decides
only what the words leave open; "today" is the speaker's day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import MAXYEAR, MINYEAR, date, timedelta
from itertools import islice
from typing import Any

from dateutil.relativedelta import relativedelta

from slots.date_expr import (
    Beside,
    Closest,
    CountedWeekday,
    Dated,
    DateExpr,
    DayOfMonth,
    EdgeOf,
    EdgeOfNamed,
    Explicit,
    Holiday,
    MonthDay,
    MonthExpr,
    NamedDay,
    NamedMonth,
    NthWeekday,
    Numeric,
    Offset,
    Period,
    Weekday,
    WeekdayOfWeek,
    Which,
)
from slots.day_arithmetic import day_of, last_day, moved, times_around, workday
from slots.holiday_days import days_of_holiday
from slots.tables import DatePolicy

_LEAP_CYCLE = 9
"""Years within which every existing day of the calendar comes round (1896 to 1904 has no leap day)."""

_FAR_YEARS = 10
"""From here on a year of two digits in a log may be one of the last century; nearer ones are a slip of this one."""

_SOON = timedelta(days=92)
"""How far ahead a holiday may be meant where a log looks back: a quarter, as work is planned by the day.
Else it is the last one, as a day and month is (decisions.md, Dates)."""

_JUST_PASSED = timedelta(weeks=2)
"""How long ago a day of this year may lie to be asked about where a slot looks ahead and the year was not said: "due
Nov 20" on the 30th is a slip, or next year's. In January, "Dec 31" is the coming one; a feast once over is the next."""

_DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
_NAMES = "January February March April May June July August September October November December".split()
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


@dataclass(frozen=True, slots=True)
class AmbiguousDate:
    """Words that say one of several days."""

    options: tuple[date, ...]
    """The days, month before day first."""


@dataclass(frozen=True, slots=True)
class UnreadableDate:
    """Words that say no day."""

    reason: str
    """Why, for people."""


@dataclass(frozen=True, slots=True)
class _Setting:
    policy: DatePolicy
    today: date
    day_first: bool | None

    @property
    def is_past(self) -> bool:
        return self.policy is DatePolicy.PAST

    @property
    def monday(self) -> date:
        return self.today - timedelta(days=self.today.weekday())


Day = date | AmbiguousDate | UnreadableDate
"""What an expression resolves to."""

_BEYOND = UnreadableDate("beyond the calendar")


def resolve_date(expr: DateExpr, policy: DatePolicy, today: date, *, day_first: bool | None) -> Day:
    """Return the day that the expression means; ``day_first`` is the tenant's order of 5/6, None when unset."""
    try:
        return _resolve(expr, _Setting(policy, today, day_first))
    except (OverflowError, ValueError):
        return _BEYOND


def resolve_month(expr: MonthExpr, today: date) -> str | UnreadableDate:
    """Return the month as ``YYYY-MM``; one without a year is the next that is not over."""
    try:
        first = _first_of_month(expr, _Setting(DatePolicy.FUTURE, today.replace(day=1), None))
    except (OverflowError, ValueError):
        return _BEYOND
    return f"{first.year:04}-{first.month:02}"


def say_date(day: date, today: date) -> str:
    """Return the day for people: "Wed 20 May 2026", with "(today)", "(yesterday)", "(tomorrow)" where it is one."""
    nearby = {-1: " (yesterday)", 0: " (today)", 1: " (tomorrow)"}
    return _written(day) + nearby.get((day - today).days, "")


def say_month(month: str) -> str:
    """Return a month, given as ``YYYY-MM``, for people: "March 2026"."""
    year, number = month.split("-")
    return f"{_NAMES[int(number) - 1]} {int(year)}"


def _written(day: date) -> str:
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def _resolve(expr: DateExpr, setting: _Setting) -> Day:
    """Return the day; two, where the slot looks ahead, nobody said the year, and this year's has just passed."""
    rule = _RULES[type(expr)]
    day = rule(expr, setting)
    if setting.is_past or isinstance(day, UnreadableDate) or not _is_of_any_year(expr):
        return day
    passed = _days(rule(expr, replace(setting, today=setting.today - _JUST_PASSED)))
    first = date(setting.today.year, 1, 1)
    return _one_of((*(each for each in passed if first <= each < setting.today), *_days(day)))


def _is_of_any_year(expr: DateExpr) -> bool:
    """Whether the words say a day of the year, and leave the year open."""
    match expr:
        case NthWeekday(month=NamedMonth(year=None, year_offset=None)):
            return True
        case EdgeOfNamed(month=int(), year=None, year_offset=None, is_whole=False):
            return True
        case MonthDay(year=None, year_offset=None) | Numeric(year=None):
            return True
    return False


def _days(day: Day) -> tuple[date, ...]:
    """Return the days that are meant, or may be."""
    match day:
        case AmbiguousDate(options=options):
            return options
        case UnreadableDate():
            return ()
    return (day,)


def _from_each(anchor: Day, move: Callable[[date], Day]) -> Day:
    """Return what a day becomes that is counted from another one; from each that may be meant."""
    if isinstance(anchor, AmbiguousDate):
        return _one_of(day for option in anchor.options for day in _days(move(option)))
    return anchor if isinstance(anchor, UnreadableDate) else move(anchor)


# Weekdays


def _named(expr: NamedDay, setting: _Setting) -> Day:
    return setting.today + timedelta(days=expr.offset)


def _weekday(expr: Weekday, setting: _Setting) -> Day:
    today, ahead = setting.today, (expr.weekday - setting.today.weekday()) % 7
    following = today + timedelta(days=ahead or 7)
    if expr.which is Which.NEXT:
        return setting.monday + timedelta(days=7 + expr.weekday)
    if expr.which is Which.COMING:
        return following
    last = following - timedelta(days=14 if ahead == 0 else 7)
    if expr.which is Which.LAST:
        return last
    if expr.which is Which.BEFORE_LAST:
        return last - timedelta(weeks=1)
    if expr.which is Which.AFTER_NEXT:
        return _after_next(following, setting.monday + timedelta(weeks=1, days=expr.weekday))
    if setting.is_past:
        return today if ahead == 0 else following - timedelta(days=7)
    return following


def _after_next(coming: date, next_week: date) -> Day:
    """A week after the next one: of two readings of *next* both are options."""
    week = timedelta(weeks=1)
    return coming + week if coming == next_week else AmbiguousDate((coming + week, next_week + week))


def _counted_weekday(expr: CountedWeekday, setting: _Setting) -> Day:
    days = (expr.weekday - setting.today.weekday()) % 7
    if expr.count > 0:
        return setting.today + timedelta(days=days or 7, weeks=expr.count - 1)
    return setting.today - timedelta(days=7 - days, weeks=-expr.count - 1)


def _explicit(expr: Explicit, setting: _Setting) -> Day:
    """Return the first one or, as a *next* weekday is that of next week, that of next year; both where they differ."""
    today = setting.today
    step = 1 if expr.is_next else -1
    policy = DatePolicy.FUTURE if expr.is_next else DatePolicy.PAST
    day = _month_day(expr.date, _Setting(policy, today + timedelta(days=step), setting.day_first))
    if not expr.is_next or not isinstance(day, date) or day.year > today.year:
        return day
    later = day_of(today.year + 1, expr.date.month, expr.date.day)
    return AmbiguousDate((day, later)) if later else day


def _weekday_of_week(expr: WeekdayOfWeek, setting: _Setting) -> Day:
    return setting.monday + timedelta(weeks=expr.week, days=expr.weekday)


# Days of months


def _month_day(expr: MonthDay, setting: _Setting) -> Day:
    fixed, year = _said_year(expr, setting), setting.today.year
    back = range(year, max(year - _LEAP_CYCLE, MINYEAR - 1), -1)
    years = (fixed,) if fixed else back if setting.is_past else range(year, min(year + _LEAP_CYCLE, MAXYEAR + 1))
    days = (day_of(each, expr.month, expr.day) for each in years)
    return _pick(days, setting, is_fixed=fixed is not None) or _no_day(expr.month, expr.day, fixed)


def _said_year(expr: MonthDay | NamedMonth | EdgeOfNamed, setting: _Setting) -> int | None:
    """Return the year that was said, also as this, the next or the last one."""
    return expr.year if expr.year_offset is None else setting.today.year + expr.year_offset


def _day_of_month(expr: DayOfMonth, setting: _Setting) -> Day:
    first = setting.today.replace(day=1)
    if expr.month:
        month = first + relativedelta(months=expr.month.offset)
        return day_of(month.year, month.month, expr.day) or _no_day(month.month, expr.day, month.year)
    return _pick(_same_days(first, expr.day, setting), setting) or UnreadableDate(f"no month has a day {expr.day}")


def _same_days(first: date, day: int, setting: _Setting) -> Iterator[date | None]:
    for months in range(13):
        month = first + relativedelta(months=-months if setting.is_past else months)
        yield day_of(month.year, month.month, day)


def _pick(days: Iterable[date | None], setting: _Setting, *, is_fixed: bool = False) -> date | None:
    """Return the first day that exists and that the policy allows; a fixed year is not asked."""
    for day in days:
        if day is None:
            continue
        if is_fixed or (day <= setting.today if setting.is_past else day >= setting.today):
            return day
    return None


def _no_day(month: int, day: int, year: int | None) -> UnreadableDate:
    name = _MONTHS[month - 1] if 1 <= month <= 12 else f"month {month}"
    return UnreadableDate(f"there is no {day} {name}" + (f" {year}" if year else ""))


def _numeric(expr: Numeric, setting: _Setting) -> Day:
    options = _orders(expr, setting)
    far = setting.today + timedelta(days=366 * _FAR_YEARS)
    if expr.is_short and setting.is_past and any(day > far for day in options):
        return _either_century(options)
    if not options:
        return UnreadableDate(f"{expr.first}/{expr.second} is no day")
    if len(options) == 1 or setting.day_first is None:
        return options[0] if len(options) == 1 else AmbiguousDate(options)
    return options[1] if setting.day_first else options[0]


def _either_century(days: Sequence[date]) -> Day:
    """What a log's two digits of a year say when this century's is far ahead: nothing that is sure."""
    earlier = (day_of(day.year - 100, day.month, day.day) for day in days)
    return AmbiguousDate(tuple(day for pair in zip(earlier, days, strict=True) for day in pair if day is not None))


def _orders(expr: Numeric, setting: _Setting) -> tuple[date, ...]:
    """Return the days that the two numbers may mean, month before day first."""
    readings = (MonthDay(expr.first, expr.second, expr.year), MonthDay(expr.second, expr.first, expr.year))
    days = (_month_day(each, setting) for each in readings)
    return tuple(dict.fromkeys(day for day in days if isinstance(day, date)))


def _dated(expr: Dated, setting: _Setting) -> Day:
    """Of the days that the date may be, that of the weekday: by the policy, in the other order, on the other side."""
    day = _resolve(expr.date, setting)
    if isinstance(day, UnreadableDate):
        return day
    orders = _orders(expr.date, setting) if isinstance(expr.date, Numeric) else ()
    other = DatePolicy.FUTURE if setting.is_past else DatePolicy.PAST
    for days in (_days(day), orders, _days(_resolve(expr.date, replace(setting, policy=other)))):
        fitting = [each for each in days if each.weekday() == expr.weekday]
        if fitting:
            return _one_of(fitting)
    return UnreadableDate(f"{_written(_days(day)[-1])} is no {_DAYS[expr.weekday]}")


def _holiday(expr: Holiday, setting: _Setting) -> Day:
    today, this_year = setting.today, setting.today.year
    if expr.year or expr.year_offset is not None:
        year = expr.year or this_year + (expr.year_offset or 0)
        return _one_of(day for days in days_of_holiday(expr.rule, year) for day in days)
    if expr.which is Which.BARE and setting.is_past:
        return _logged_holiday(expr, setting)
    is_back = expr.which is Which.LAST
    start = today if expr.which is Which.BARE else today + timedelta(days=-1 if is_back else 1)
    times = times_around(expr.rule, this_year)
    fitting = [days for days in times if (days[-1] <= start if is_back else days[0] >= start)]
    return _one_of(fitting[-1 if is_back else 0] if fitting else ())


def _logged_holiday(expr: Holiday, setting: _Setting) -> Day:
    """The last one; asked when the next one is nearer and comes soon: what was most of a year ago is seldom logged."""
    today, times = setting.today, times_around(expr.rule, setting.today.year)
    last = [days for days in times if days[-1] <= today][-1:]
    coming = [days for days in times if days[0] > today][:1]
    ahead = coming[0][0] - today if coming else timedelta.max
    is_unsure = last and ahead <= _SOON and ahead < today - last[0][-1]
    return _one_of((*last[0], *coming[0]) if is_unsure else (last[0] if last else ()))


def _one_of(days: Iterable[date]) -> Day:
    options = tuple(dict.fromkeys(days))
    if len(options) > 1:
        return AmbiguousDate(options)
    return options[0] if options else UnreadableDate("nobody knows on which day that holiday falls")


def _closest(expr: Closest, setting: _Setting) -> Day:
    return _from_each(_resolve(expr.anchor, setting), lambda anchor: _closest_to(anchor, expr))


def _closest_to(anchor: date, expr: Closest) -> Day:
    if isinstance(expr.what, Holiday):
        times = times_around(expr.what.rule, anchor.year)
        known = [days[0] for days in times if len(days) == 1]
        days = known if len(known) == len(times) else []
    else:
        first = anchor + timedelta(days=expr.what.weekday - anchor.weekday())
        days = [first + timedelta(weeks=weeks) for weeks in range(-expr.nth - 1, expr.nth + 2)]
    days.sort(key=lambda day: abs(day - anchor))
    return _one_of(days[expr.nth - 1 : expr.nth])


def _beside(expr: Beside, setting: _Setting) -> Day:
    return _from_each(_resolve(expr.anchor, setting), lambda anchor: _beside_day(anchor, expr))


def _beside_day(anchor: date, expr: Beside) -> Day:
    if isinstance(expr.what, Weekday):
        sign = -1 if expr.is_before else 1
        days = sign * (expr.what.weekday - anchor.weekday()) % 7 or 7
        return anchor + sign * timedelta(days=days, weeks=expr.nth - 1)
    times = times_around(expr.what.rule, anchor.year, expr.nth)
    fitting = [days for days in times if (days[-1] < anchor if expr.is_before else days[0] > anchor)]
    places = fitting[::-1] if expr.is_before else fitting
    return _one_of(places[expr.nth - 1] if len(places) >= expr.nth else ())


# Edges of periods, distances


def _edge(expr: EdgeOf, setting: _Setting) -> Day:
    today = setting.today
    starts: Mapping[Period, tuple[date, relativedelta]] = {
        Period.WEEK: (setting.monday, relativedelta(weeks=1)),
        Period.MONTH: (today.replace(day=1), relativedelta(months=1)),
        Period.QUARTER: (today.replace(month=(today.month - 1) // 3 * 3 + 1, day=1), relativedelta(months=3)),
        Period.YEAR: (today.replace(month=1, day=1), relativedelta(years=1)),
    }
    first, length = starts[expr.period]
    start = first + length * expr.offset
    day = start if expr.is_start else last_day(start, length)
    return workday(day, is_start=expr.is_start) if expr.is_workday else day


def _edge_of_named(expr: EdgeOfNamed, setting: _Setting) -> Day:
    said = _said_year(expr, setting)
    months = (
        iter((date(said or setting.today.year, 1, 1),)) if expr.month is None else _months(expr.month, said, setting)
    )
    length = relativedelta(years=1) if expr.month is None else relativedelta(months=expr.months)
    for first in months:
        day = first if expr.is_start else last_day(first, length)
        day = workday(day, is_start=expr.is_start) if expr.is_workday else day
        begun, over = (first, last_day(first, length)) if expr.is_whole else (day, day)
        if said or expr.month is None or (begun <= setting.today if setting.is_past else over >= setting.today):
            return day
    return _BEYOND


def _nth_weekday(expr: NthWeekday, setting: _Setting) -> Day:
    if not isinstance(expr.month, NamedMonth):
        firsts: Iterator[date] = iter((_first_of_month(expr.month, setting),))
        is_fixed = True
    else:
        said = _said_year(expr.month, setting)
        firsts, is_fixed = _months(expr.month.month, said, setting), said is not None
    found = _pick((_nth_in(first, expr) for first in firsts), setting, is_fixed=is_fixed)
    return found or UnreadableDate(f"that month has no {_DAYS[expr.weekday]} number {expr.nth}")


def _nth_in(first: date, expr: NthWeekday) -> date | None:
    if expr.nth < 0:
        last = last_day(first, relativedelta(months=1))
        counted = last - timedelta(days=(last.weekday() - expr.weekday) % 7, weeks=-expr.nth - 1)
        return counted if counted.month == first.month else None
    day = first + timedelta(days=(expr.weekday - first.weekday()) % 7 + 7 * (expr.nth - 1))
    return day if day.month == first.month else None


def _months(month: int, year: int | None, setting: _Setting) -> Iterator[date]:
    """Return the first days of a named month, nearest first in the policy's direction; one for a given year."""
    if year:
        return iter((date(year, month, 1),))
    step = -1 if setting.is_past else 1
    return (date(setting.today.year + step * years, month, 1) for years in range(_LEAP_CYCLE))


def _first_of_month(expr: MonthExpr, setting: _Setting) -> date:
    first = setting.today.replace(day=1)
    if isinstance(expr, NamedMonth):
        said = _said_year(expr, setting)
        return next(day for day in islice(_months(expr.month, said, setting), 2) if said or day >= first)
    return first + relativedelta(months=expr.offset)


def _offset(expr: Offset, setting: _Setting) -> Day:
    anchored = replace(setting, policy=DatePolicy.FUTURE) if expr.is_ahead else setting
    day = _resolve(expr.anchor, anchored) if expr.anchor else setting.today
    return _from_each(day, lambda each: moved(each, expr))


_RULES: Mapping[type, Callable[[Any, _Setting], Day]] = {
    NamedDay: _named,
    Weekday: _weekday,
    WeekdayOfWeek: _weekday_of_week,
    DayOfMonth: _day_of_month,
    MonthDay: _month_day,
    Numeric: _numeric,
    EdgeOf: _edge,
    EdgeOfNamed: _edge_of_named,
    NthWeekday: _nth_weekday,
    Offset: _offset,
    Dated: _dated,
    CountedWeekday: _counted_weekday,
    Explicit: _explicit,
    Holiday: _holiday,
    Closest: _closest,
    Beside: _beside,
}
"""One rule per form."""
