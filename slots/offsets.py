"""Distances and the edges of periods: "in two weeks", "a week from Monday", "end of the month", "eom"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from slots.date_expr import (
    Dated,
    EdgeOf,
    EdgeOfNamed,
    NamedDay,
    NamedMonth,
    Offset,
    Period,
    Step,
    Weekday,
    WeekdayOfWeek,
    Which,
)
from slots.date_parts import (
    MONTHS,
    PERIODS,
    WEEKDAYS,
    Found,
    backwards,
    ends_here,
    is_inside_steps,
    month_after,
    scan_period,
    scan_spoken_year,
    scan_steps,
    scan_year,
)
from slots.numbers import is_number_like, key_at, may_start
from slots.text import NUMBER, POSSESSIVE, Token
from slots.weekdays import past_pause, scan_week, weekday_name

EDGES = {"eow": Period.WEEK, "eom": Period.MONTH, "eoq": Period.QUARTER, "eoy": Period.YEAR}
"""Short forms of the end of a period."""
_JOINED_EDGES = {"month": Period.MONTH, "quarter": Period.QUARTER, "year": Period.YEAR}
NEAR_DAYS = {"today": 0, "tomorrow": 1, "yesterday": -1}
"""Day said by its distance -> days from today."""
_WORKDAYS = frozenset("workday weekday".split())
_TO_WORKDAYS = {"next": 1, "coming": 1, "last": -1, "previous": -1}
_SINGLE = {"week": 1, "fortnight": 2}
"""Distances that may stand without their *one* before *from* ("week from tomorrow") -> weeks."""
_ANCHORED = ("from", "after", "before")

Form = Callable[[Sequence[Token], int], Found | None]
"""A reader of one form of a date."""


def edge(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "end of the month", "the start of next week", "last day of october 2015", "month end", "eom"."""
    start = at + (key_at(tokens, at) == "the")
    key = key_at(tokens, start)
    if key in EDGES:
        return _short_edge(tokens, start)
    if key in _JOINED_EDGES:
        return _joined_edge(tokens, start)
    size, is_workday = _edge_words(tokens, start)
    if not size or key_at(tokens, start + size) not in ("of", "in"):
        return None
    found = _edge_of(tokens, start + size + 1, is_start=key in ("start", "beginning", "first"))
    if found is None or not is_workday:
        return found
    return replace(found[0], is_workday=True), found[1]


def working_day(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "the next working day", "last business day", "the previous workday": so many from today."""
    start = at + (key_at(tokens, at) == "the")
    ahead = _TO_WORKDAYS.get(key_at(tokens, start))
    is_long = key_at(tokens, start + 1) in ("working", "business") and key_at(tokens, start + 2) == "day"
    past = start + 2 + is_long
    if ahead is None or not (is_long or key_at(tokens, start + 1) == "workday") or not ends_here(tokens, past):
        return None
    return (Offset(((ahead, Step.BUSINESS_DAY),)), past) if key_at(tokens, past) not in ("of", "in") else None


def whole_period(tokens: Sequence[Token], at: int, *, is_start: bool) -> Found | None:
    """Read "March", "last month", "q3", "June next year", "2019", said alone, as its first or its last day."""
    if key_at(tokens, at + (key_at(tokens, at) == "the")) in PERIODS:  # "the month" says none
        return None
    found = _edge_of(tokens, at, is_start=is_start)
    is_short = found is not None and found[1] == at + 1 and tokens[at].kind is NUMBER and len(tokens[at].text) < 4
    if found is None or is_short or not ends_here(tokens, found[1]):
        return None
    expr, past = found
    return (replace(expr, is_whole=True) if isinstance(expr, EdgeOfNamed) else expr), past


def _edge_words(tokens: Sequence[Token], at: int) -> tuple[int, bool]:
    """Return how many words say an edge ("end", "last day", "first working day"), and whether workdays alone count."""
    key, then = key_at(tokens, at), key_at(tokens, at + 1)
    if key in ("end", "start", "beginning"):
        return 1, False
    if key not in ("first", "last"):
        return 0, False
    if then in _WORKDAYS:
        return 2, True
    if then in ("working", "business") and key_at(tokens, at + 2) == "day":
        return 3, True
    is_month = key_at(tokens, at + 2) in MONTHS or any(key_at(tokens, at + place) == "month" for place in (2, 3, 4))
    return (2, False) if then == "day" else (int(key == "last" and then == "of" and is_month), False)


def _edge_of(tokens: Sequence[Token], at: int, *, is_start: bool) -> tuple[EdgeOf | EdgeOfNamed, int] | None:
    """Read what it is the edge of: "q3", "the week", "next month", "june next year", "2027"."""
    quarter = _quarter(tokens, at, is_start=is_start)
    if quarter:
        return quarter
    period = scan_period(tokens, at, bare=True)
    said = scan_year(tokens, period[2]) if period and period[:2] == (Period.YEAR, 0) else None
    if said:
        return EdgeOfNamed(None, said[0], is_start), said[1]
    if period:
        return EdgeOf(period[0], period[1], is_start), period[2]
    month = month_after(tokens, at)
    if month and isinstance(month[0], NamedMonth):
        named = month[0]
        return EdgeOfNamed(named.month, named.year, is_start, year_offset=named.year_offset), month[1]
    year = scan_year(tokens, at) or scan_spoken_year(tokens, at)
    return (EdgeOfNamed(None, year[0], is_start), year[1]) if year else None


def _short_edge(tokens: Sequence[Token], at: int) -> Found:
    """Read "eom", "eom june", "eoy 2027"."""
    period, past = EDGES[tokens[at].key], at + 1
    year = scan_year(tokens, past) if period is Period.YEAR else None
    if year:
        return EdgeOfNamed(None, year[0]), year[1]
    month = month_after(tokens, past) if period is Period.MONTH else None
    if month and isinstance(month[0], NamedMonth):
        return EdgeOfNamed(month[0].month, month[0].year, year_offset=month[0].year_offset), month[1]
    return EdgeOf(period), past


def _quarter(tokens: Sequence[Token], at: int, *, is_start: bool) -> tuple[EdgeOfNamed, int] | None:
    """Read what "end of" leads to in "end of q3", "start of q1 2027"."""
    number = key_at(tokens, at + 1)
    if key_at(tokens, at) != "q" or number not in ("1", "2", "3", "4") or tokens[at].end < tokens[at + 1].start:
        return None
    year = scan_year(tokens, at + 2)
    expr = EdgeOfNamed(3 * int(number) - 2, year[0] if year else None, is_start, months=3)
    return expr, year[1] if year else at + 2


def _joined_edge(tokens: Sequence[Token], start: int) -> Found | None:
    """Read "month end", "year-end"."""
    past = start + 1 + (key_at(tokens, start + 1) == "-")
    if key_at(tokens, past) != "end" or not ends_here(tokens, past + 1):
        return None
    return EdgeOf(_JOINED_EDGES[tokens[start].key]), past + 1


def offset(
    tokens: Sequence[Token],
    at: int,
    *,
    anchors: Sequence[Form] = (),
    is_answer: bool = False,
    has_weekday: bool = False,
) -> Found | None:
    """Read "in two weeks", "two weeks ago", "a week from Monday", "1 month and 21 days ago", "2 weeks ago tuesday".

    A weekday in front of it belongs to it (``has_weekday``, see :func:`dated_offset`). ``is_answer``: also
    "2 weeks later", which counts from today only as an answer.
    """
    lead = key_at(tokens, at)
    is_in = lead in ("in", "within")
    if not is_in and (not may_start(tokens, at) or is_inside_steps(tokens, at)):
        return None
    steps, past = scan_steps(tokens, at + is_in)
    if lead in _SINGLE and key_at(tokens, at + 1) == "from":
        steps, past = ((_SINGLE[lead], Step.WEEK),), at + 1
    if not steps or (anchors and not has_weekday and key_at(tokens, at - 1) in WEEKDAYS):
        return None
    key, then = key_at(tokens, past), key_at(tokens, past + 1)
    if key in _ANCHORED and not (key == "from" and then == "now"):
        found = _anchored(tokens, steps, past, anchors) if lead != "in" else None
        if found or not is_in:
            return found
    if is_in:
        past += past < len(tokens) and tokens[past].kind is POSSESSIVE
        return _weekday_in(tokens, steps, past) or (Offset(steps), past + (key_at(tokens, past) == "time"))
    if key in ("ago", "back"):
        return _ago(tokens, steps, past + 1) if key == "ago" or ends_here(tokens, past + 1) else None
    if key == "hence" or (key == "from" and then == "now") or (is_answer and key == "later"):
        return Offset(steps), past + 1 + (key == "from")
    return _answered(tokens, steps, past) if is_answer else None


def _answered(tokens: Sequence[Token], steps: tuple[tuple[int, Step], ...], past: int) -> Found | None:
    """Read what a distance may say as an answer: "2 weeks earlier", "a week on friday", "two weeks today"."""
    if key_at(tokens, past) == "earlier":
        return Offset(backwards(steps)), past + 1
    start = past + (key_at(tokens, past) in ("on", "this"))
    name, near = weekday_name(tokens, start), NEAR_DAYS.get(key_at(tokens, past))
    which = Which.THIS if key_at(tokens, past) == "this" else Which.BARE
    day, end = (Weekday(name[0], which), name[1]) if name else (NamedDay(near or 0), past + 1)
    is_day = name is not None or near is not None
    if not is_day or not is_weeks(steps) or not ends_here(tokens, end):
        return None
    return Offset(steps, day, is_ahead=True), end


def _weekday_in(tokens: Sequence[Token], steps: tuple[tuple[int, Step], ...], past: int) -> Found | None:
    """Read the weekday of the week that is so far ahead: "in two weeks *on friday*"."""
    start = past + (key_at(tokens, past) == ",")
    name = weekday_name(tokens, start + 1) if is_weeks(steps) and key_at(tokens, start) == "on" else None
    return (WeekdayOfWeek(name[0], steps[0][0]), name[1]) if name else None


def _anchored(
    tokens: Sequence[Token], steps: tuple[tuple[int, Step], ...], past: int, anchors: Sequence[Form]
) -> Found | None:
    """Read the day that a distance counts from."""
    found = [reading for form in anchors if (reading := form(tokens, past + 1))]
    anchor = max(found, key=lambda reading: reading[1], default=None)
    if anchor is None:
        return None
    key = tokens[past].key
    return Offset(backwards(steps) if key == "before" else steps, anchor[0], is_ahead=key == "from"), anchor[1]


def day_beside(tokens: Sequence[Token], at: int, *, anchors: Sequence[Form]) -> Found | None:
    """Read "the day before easter", "day after dec 1"."""
    start = at + (key_at(tokens, at) == "the")
    if key_at(tokens, start) != "day" or key_at(tokens, start + 1) not in ("before", "after"):
        return None
    return _anchored(tokens, ((1, Step.DAY),), start + 1, anchors)


def _ago(tokens: Sequence[Token], steps: tuple[tuple[int, Step], ...], past: int) -> Found:
    """Read what may follow "ago": a weekday of that week, or the day that it counts from ("3 years ago tomorrow")."""
    near = NEAR_DAYS.get(key_at(tokens, past))
    if near is not None:
        return Offset(backwards(steps), NamedDay(near)), past + 1
    name = weekday_name(tokens, past + (key_at(tokens, past) == "on"))
    if name and is_weeks(steps):
        return WeekdayOfWeek(name[0], -steps[0][0]), name[1]
    return Offset(backwards(steps)), past


def is_weeks(steps: tuple[tuple[int, Step], ...]) -> bool:
    """Whether a distance is whole weeks and nothing else."""
    return len(steps) == 1 and steps[0][1] is Step.WEEK


def weekday_of_week(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "Tuesday next week", "monday of last week", "next week on Friday", "Monday two weeks from now"."""
    name = weekday_name(tokens, at)
    if name:
        day, past = name
        week = scan_week(tokens, past + (key_at(tokens, past) in ("of", ",")))
        if week:
            return WeekdayOfWeek(day, week[0]), week[1]
        distance = offset(tokens, past)
        if distance and isinstance(distance[0], Offset) and distance[0].anchor is None:
            steps = distance[0].steps
            return (WeekdayOfWeek(day, steps[0][0]), distance[1]) if is_weeks(steps) else None
        return None
    week = scan_week(tokens, at)
    if week is None:
        return None
    is_owner = week[1] < len(tokens) and tokens[week[1]].kind is POSSESSIVE
    name = weekday_name(tokens, past_pause(tokens, week[1] + is_owner))
    return (WeekdayOfWeek(name[0], week[0]), name[1]) if name else None


def weeks_behind(tokens: Sequence[Token], at: int, *, days: Sequence[Form]) -> Found | None:
    """Read "tuesday week", "friday fortnight", "today week": so many weeks after that day."""
    if not any(key_at(tokens, place) in _SINGLE for place in range(at + 1, at + 5)):
        return None
    found = next((reading for form in days if (reading := form(tokens, at))), None)
    weeks = _SINGLE.get(key_at(tokens, found[1])) if found else None
    if found is None or weeks is None or not ends_here(tokens, found[1] + 1) or is_number_like(tokens, found[1] + 1):
        return None
    return Offset(((weeks, Step.WEEK),), found[0], is_ahead=True), found[1] + 1


def dated_offset(tokens: Sequence[Token], at: int, *, anchors: Sequence[Form]) -> Found | None:
    """Read "Saturday 3 days from now": the weekday must agree with the distance."""
    name = weekday_name(tokens, at)
    distance = offset(tokens, name[1], anchors=anchors, has_weekday=True) if name else None
    if name is None or distance is None or not isinstance(distance[0], Offset):
        return None
    return Dated(name[0], distance[0]), distance[1]


def following_week(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "monday of the following week" as an answer: the week after this one."""
    name = weekday_name(tokens, at)
    if name is None:
        return None
    start = name[1] + (key_at(tokens, name[1]) == "of")
    start += key_at(tokens, start) == "the"
    is_following = key_at(tokens, start) == "following" and key_at(tokens, start + 1) == "week"
    return (WeekdayOfWeek(name[0], 1), start + 2) if is_following else None
