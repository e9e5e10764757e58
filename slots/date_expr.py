"""What a date says before anybody knows which day it is: one frozen dataclass per form.

A :data:`DateExpr` is read from words by :mod:`slots.dates` and becomes a day in
:mod:`slots.calendar`, which is given today and the policy. Weekdays count from
Monday, 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from slots.holiday_names import Rule


class Which(StrEnum):
    """The word before a weekday."""

    BARE = "bare"
    """None: the policy decides."""
    LAST = "last"
    """The last one strictly before today."""
    THIS = "this"
    """That of this week, or the nearest the policy allows."""
    NEXT = "next"
    """That of next week."""
    COMING = "coming"
    """The first one after today."""
    AFTER_NEXT = "after_next"
    """A week after the next one; asked where the coming one and that of next week differ."""
    BEFORE_LAST = "before_last"
    """A week before the last one."""


class Period(StrEnum):
    """A stretch of the calendar with a first and a last day; weeks go from Monday to Sunday."""

    WEEK = "week"
    """Monday to Sunday."""
    MONTH = "month"
    """A calendar month."""
    QUARTER = "quarter"
    """Three months, the first from January."""
    YEAR = "year"
    """A calendar year."""


class Step(StrEnum):
    """What offsets count."""

    DAY = "days"
    """Calendar days."""
    BUSINESS_DAY = "business_days"
    """Monday to Friday; holidays are not known."""
    WEEK = "weeks"
    """Seven days."""
    MONTH = "months"
    """Calendar months; the 31st becomes the last day of a shorter one."""
    YEAR = "years"
    """Calendar years; 29 February becomes the 28th."""


@dataclass(frozen=True, slots=True)
class NamedMonth:
    """A month by its name or number."""

    month: int
    """1 to 12."""
    year: int | None = None
    """None: the policy, or the next month that is not over, decides."""
    year_offset: int | None = None
    """The year counted from this one ("june of *next year*"); 0 is this year."""


@dataclass(frozen=True, slots=True)
class RelativeMonth:
    """A month counted from this one."""

    offset: int
    """0 is this month, -1 the last, 1 the next."""


MonthExpr = NamedMonth | RelativeMonth
"""What a month says."""


@dataclass(frozen=True, slots=True)
class NamedDay:
    """today, yesterday, the day after tomorrow ..."""

    offset: int
    """Days from today."""


@dataclass(frozen=True, slots=True)
class Weekday:
    """A weekday, with the word before it."""

    weekday: int
    """Monday is 0."""
    which: Which = Which.BARE
    """What the word before it says."""


@dataclass(frozen=True, slots=True)
class WeekdayOfWeek:
    """A weekday of a week counted from this one ("Tuesday next week")."""

    weekday: int
    """Monday is 0."""
    week: int
    """0 is this week, Monday first."""


@dataclass(frozen=True, slots=True)
class DayOfMonth:
    """A day without its month, or of a month counted from this one ("the 3rd", "the 20th of next month")."""

    day: int
    """1 to 31."""
    month: RelativeMonth | None = None
    """None: the policy decides."""


@dataclass(frozen=True, slots=True)
class MonthDay:
    """A month and a day, with or without the year."""

    month: int
    """1 to 12."""
    day: int
    """1 to 31; whether the month has it is seen when it is resolved."""
    year: int | None = None
    """None: the policy decides."""
    year_offset: int | None = None
    """The year counted from this one ("june 4 *next year*"); 0 is this year."""


@dataclass(frozen=True, slots=True)
class Numeric:
    """Two numbers that are a month and a day in either order ("5/6", "12.05.2026")."""

    first: int
    """The first number as written."""
    second: int
    """The second number as written."""
    year: int | None = None
    """None: the policy decides."""
    is_short: bool = False
    """Whether the year was said in two digits."""


@dataclass(frozen=True, slots=True)
class EdgeOf:
    """The first or last day of a week, month, quarter or year counted from this one ("end of next week")."""

    period: Period
    """What it is the edge of."""
    offset: int = 0
    """0 is the current one."""
    is_start: bool = False
    """Whether it is the first day."""
    is_workday: bool = False
    """Whether only Monday to Friday count; holidays are not known."""


@dataclass(frozen=True, slots=True)
class EdgeOfNamed:
    """The first or last day of a month, quarter or year that is named ("end of May", "start of q3", "end of 2026")."""

    month: int | None
    """1 to 12, the first one of a quarter; None for the whole year."""
    year: int | None = None
    """None: the policy decides."""
    is_start: bool = False
    """Whether it is the first day."""
    is_workday: bool = False
    """Whether only Monday to Friday count; holidays are not known."""
    year_offset: int | None = None
    """The year counted from this one ("end of june next year"); 0 is this year."""
    months: int = 1
    """How many months it has: one, or the three of a quarter."""
    is_whole: bool = False
    """Whether the period itself was said ("March"): one that has begun and is not over is meant on either side."""


@dataclass(frozen=True, slots=True)
class NthWeekday:
    """A weekday counted inside a month ("the first Monday of July")."""

    nth: int
    """1 to 5; -1 for the last one, -2 for the one before it."""
    weekday: int
    """Monday is 0."""
    month: MonthExpr
    """The month."""


@dataclass(frozen=True, slots=True)
class Offset:
    """A distance from today or from another day ("two weeks ago", "a week from Monday")."""

    steps: tuple[tuple[int, Step], ...]
    """Counts with their units, each counted after the one before; negative counts go back."""
    anchor: DateExpr | None = None
    """The day it counts from; None for today."""
    is_ahead: bool = False
    """Whether the words look ahead from the anchor whatever the policy ("a week *from* Monday")."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A weekday beside a date or a distance ("Tuesday, May 19", "tomorrow (Thursday)"); they must agree."""

    weekday: int
    """Monday is 0."""
    date: NamedDay | DayOfMonth | MonthDay | Numeric | Offset
    """The date beside it."""


@dataclass(frozen=True, slots=True)
class CountedWeekday:
    """So many of a weekday from today ("3 fridays from now", "two mondays ago")."""

    count: int
    """How many, the first one strictly after today; negative counts go back."""
    weekday: int
    """Monday is 0."""


@dataclass(frozen=True, slots=True)
class Explicit:
    """A date with "next" or "last" before it ("next 6th of April"): the words beat the policy."""

    date: MonthDay
    """The date without its year."""
    is_next: bool
    """Whether it is the one after today, asked where this year still has it; else the last one before."""


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday ("christmas", "next easter", "labor day 2026")."""

    rule: Rule
    """How its day is found in a year."""
    which: Which = Which.BARE
    """NEXT: the first one after today, LAST: the last one before; else the policy decides."""
    year: int | None = None
    """The year that was said."""
    year_offset: int | None = None
    """The year counted from this one; 0 is this year."""


@dataclass(frozen=True, slots=True)
class Closest:
    """A weekday or holiday by its distance from a day ("the closest monday to oct 5th")."""

    nth: int
    """1 for the closest one, 2 for the one after it."""
    what: Weekday | Holiday
    """What is looked for; only its weekday or its rule counts."""
    anchor: DateExpr
    """The day it is close to."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A weekday or holiday counted from a day ("the monday after easter", "the second labor day after 2027")."""

    nth: int
    """1 for the first one on that side, the day itself left out."""
    what: Weekday | Holiday
    """What is counted; only its weekday or its rule counts."""
    anchor: DateExpr
    """The day it is counted from."""
    is_before: bool = False
    """Whether it is counted back."""


DateExpr = (
    NamedDay
    | Weekday
    | WeekdayOfWeek
    | DayOfMonth
    | MonthDay
    | Numeric
    | EdgeOf
    | EdgeOfNamed
    | NthWeekday
    | Offset
    | Dated
    | CountedWeekday
    | Explicit
    | Holiday
    | Closest
    | Beside
)
"""What a date says."""
