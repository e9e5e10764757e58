"""Dates and months in words and digits.

In: the tokens of the utterance and the position to read from. Out: what the
words say, without a clock (:mod:`slots.date_expr`), and the position after
them; :mod:`slots.calendar` turns it into a day. The longest reading wins. The
preposition before a date is no part of it. Words that are something else as
well ("may", "sun", "the third") need something beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from slots.date_expr import (
    Dated,
    DateExpr,
    DayOfMonth,
    EdgeOf,
    EdgeOfNamed,
    MonthDay,
    MonthExpr,
    NamedDay,
    NamedMonth,
    NthWeekday,
    Numeric,
    Offset,
    Period,
    Step,
    Weekday,
    WeekdayOfWeek,
    Which,
)
from slots.date_parts import (
    ALSO_WORDS,
    MONTHS,
    WEEKDAYS,
    backwards,
    counts_something,
    ends_here,
    full_year,
    is_glued,
    is_inside_steps,
    is_supported,
    scan_day,
    scan_digit_groups,
    scan_period,
    scan_relative_month,
    scan_spoken_year,
    scan_steps,
    scan_year,
)
from slots.numbers import ORDINAL_WORDS, START_WORDS, key_at, may_start, read_ordinal
from slots.text import Token, TokenKind

__all__ = ["DateExpr", "MonthExpr", "read_date", "read_month"]

Found = tuple[DateExpr, int]
"""An expression and the position after its last token."""

_NAMED = {
    ("today",): 0,
    ("tonight",): 0,
    ("this", "morning"): 0,
    ("this", "afternoon"): 0,
    ("this", "evening"): 0,
    ("yesterday",): -1,
    ("last", "night"): -1,
    ("tomorrow",): 1,
    ("the", "day", "before", "yesterday"): -2,
    ("day", "before", "yesterday"): -2,
    ("the", "day", "after", "tomorrow"): 2,
    ("day", "after", "tomorrow"): 2,
}
_WHICH = {
    ("last",): Which.LAST,
    ("past",): Which.LAST,
    ("this", "past"): Which.LAST,
    ("this", "last"): Which.LAST,
    ("this",): Which.THIS,
    ("next",): Which.NEXT,
    ("coming",): Which.COMING,
    ("this", "coming"): Which.COMING,
    ("this", "upcoming"): Which.COMING,
    ("upcoming",): Which.COMING,
}
_EDGES = {"eow": Period.WEEK, "eom": Period.MONTH, "eoq": Period.QUARTER, "eoy": Period.YEAR}
_FAR_WEEKS = {("the", "week", "after", "next"): 2, ("the", "week", "before", "last"): -2}
_PARTS_OF_DAY = frozenset("morning afternoon evening night".split())
_OTHER_MODIFIERS = frozenset(
    "previous prior following every each alternate closest nearest"
    " easter good black cyber super palm ash maundy shrove clean".split()
)
"""Words before a weekday that it cannot be read without, and that no rule decides; holidays are not known."""
_DATE_PREPOSITIONS = frozenset("on by due until till".split())
_NO_DATES = frozenset("version v release build phase rev revision".split())


def read_date(tokens: Sequence[Token], at: int) -> tuple[DateExpr, int] | None:
    """Return what the date that starts at ``at`` says and the position after it."""
    if not _may_start(tokens, at):
        return None
    best: Found | None = None
    for form in _FORMS:
        found = form(tokens, at)
        if found and not _is_cut(tokens, found[1]) and (best is None or found[1] > best[1]):
            best = found
    return best


def read_month(tokens: Sequence[Token], at: int) -> tuple[MonthExpr, int] | None:
    """Return what the month that starts at ``at`` says and the position after it."""
    if not _may_start(tokens, at):
        return None
    relative = scan_relative_month(tokens, at)
    if relative:
        return relative
    key = key_at(tokens, at)
    if key in MONTHS:
        year = scan_year(tokens, at + 1)
        return (NamedMonth(MONTHS[key], year[0]), year[1]) if year else (NamedMonth(MONTHS[key]), at + 1)
    return _numeric_month(tokens, at)


# What stands around a date


def _may_start(tokens: Sequence[Token], at: int) -> bool:
    if not 0 <= at < len(tokens) or not (tokens[at].kind is TokenKind.NUMBER or tokens[at].key in _STARTS):
        return False
    if not is_glued(tokens, at):
        return True
    before = tokens[at - 1]
    return not before.is_word and not (before.key in "-−/." and at >= 2 and tokens[at - 2].is_word)


def _is_cut(tokens: Sequence[Token], past: int) -> bool:
    if not is_glued(tokens, past):
        return False
    goes_on = tokens[past].key in "-−/" and is_glued(tokens, past + 1) and tokens[past + 1].is_word
    return tokens[past].kind in (TokenKind.WORD, TokenKind.NUMBER, TokenKind.MENTION) or goes_on


def _starts_with(tokens: Sequence[Token], at: int, words: tuple[str, ...]) -> bool:
    if key_at(tokens, at) != words[0]:
        return False
    return all(key_at(tokens, at + place) == word for place, word in enumerate(words))


# Days by name, weekdays


def _named_day(tokens: Sequence[Token], at: int) -> Found | None:
    for words, offset in _NAMED.items():
        if _starts_with(tokens, at, words):
            return NamedDay(offset), _past_part_of_day(tokens, at + len(words))
    return None


def _past_part_of_day(tokens: Sequence[Token], past: int) -> int:
    return past + (key_at(tokens, past) in _PARTS_OF_DAY)


def _weekday_name(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read the name alone, with the point of its short form ("Sun.,")."""
    weekday = WEEKDAYS.get(key_at(tokens, at))
    if weekday is None:
        return None
    has_point = key_at(tokens, at + 1) == "." and is_glued(tokens, at + 1) and key_at(tokens, at + 2) in ("", ",")
    return weekday, at + 1 + (has_point and at + 2 < len(tokens))


def _weekday(tokens: Sequence[Token], at: int) -> Found | None:
    """Read a weekday alone or with the word before it ("friday", "last friday", "this coming friday")."""
    which, start = Which.BARE, at
    for words, meaning in _WHICH.items():
        if _starts_with(tokens, at, words) and at + len(words) > start:
            which, start = meaning, at + len(words)
    name = _weekday_name(tokens, start)
    before = key_at(tokens, at - 1)
    if name is None or (which is Which.BARE and (before in _OTHER_MODIFIERS or (before,) in _WHICH)):
        return None
    weekday, past = name
    is_weak = which is Which.BARE and tokens[start].key in ALSO_WORDS
    if is_weak and not (ends_here(tokens, past) and (at == 0 or before in _DATE_PREPOSITIONS)):
        return None
    if key_at(tokens, past) == "of" or _goes_on_counting(tokens, past):
        return None
    return Weekday(weekday, which), _past_part_of_day(tokens, past)


def _goes_on_counting(tokens: Sequence[Token], past: int) -> bool:
    """Whether a distance follows ("Saturday 3 days from now"): the weekday alone would be half of the date."""
    steps, after = scan_steps(tokens, past)
    return bool(steps) and key_at(tokens, after) in ("ago", "hence", "from", "after", "before")


def _week(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read which week: "next week", "the week after next"."""
    for words, offset in _FAR_WEEKS.items():
        if _starts_with(tokens, at, words):
            return offset, at + len(words)
    found = scan_period(tokens, at)
    return (found[1], found[2]) if found and found[0] is Period.WEEK and tokens[found[2] - 2].key != "the" else None


def _weekday_of_week(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "Tuesday next week", "monday of last week", "next week on Friday", "Monday two weeks from now"."""
    name = _weekday_name(tokens, at)
    if name:
        weekday, past = name
        week = _week(tokens, past + (key_at(tokens, past) == "of"))
        if week:
            return WeekdayOfWeek(weekday, week[0]), week[1]
        offset = _offset(tokens, past)
        if offset and isinstance(offset[0], Offset) and offset[0].anchor is None:
            steps = offset[0].steps
            return (WeekdayOfWeek(weekday, steps[0][0]), offset[1]) if _is_weeks(steps) else None
        return None
    week = _week(tokens, at)
    if week is None:
        return None
    name = _weekday_name(tokens, week[1] + (key_at(tokens, week[1]) in ("on", ",")))
    return (WeekdayOfWeek(name[0], week[0]), name[1]) if name else None


def _is_weeks(steps: tuple[tuple[int, Step], ...]) -> bool:
    return len(steps) == 1 and steps[0][1] is Step.WEEK


def _dated(tokens: Sequence[Token], at: int) -> Found | None:
    """Read a weekday that goes with a date: "Tuesday, May 19", "Monday the 3rd"."""
    words = next((words for words in _WHICH if _starts_with(tokens, at, words) and len(words) == 1), ())
    name = _weekday_name(tokens, at + len(words))
    if name is None:
        return None
    weekday, past = name
    start = past + (key_at(tokens, past) == ",")
    best: tuple[DayOfMonth | MonthDay | Numeric, int] | None = None
    for form in (_month_day, _numeric, _day_of_month):
        found = form(tokens, start)
        if found and isinstance(found[0], DayOfMonth | MonthDay | Numeric) and (best is None or found[1] > best[1]):
            best = found[0], found[1]
    return (Dated(weekday, best[0]), best[1]) if best else None


# Days of months


def _month_day(tokens: Sequence[Token], at: int) -> Found | None:
    if key_at(tokens, at - 1) in ("next", "last", "previous"):
        return None
    if key_at(tokens, at) in MONTHS:
        return _month_first(tokens, at)
    return _day_first(tokens, at) or _year_first(tokens, at)


def _month_first(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "Dec 1", "december the third", "Oct. 2", "June fifth 2026", "Sep-23-2020"."""
    key, separator = tokens[at].key, key_at(tokens, at + 1)
    start = at + 1 + (separator in (".", ",", "-", "/"))
    start += key_at(tokens, start) == "the"
    day = scan_day(tokens, start)
    if day is None or (separator == "," and not day[2]):
        return None
    return _with_year(tokens, MonthDay(MONTHS[key], day[0]), day[1], separator, weak=at if key in ALSO_WORDS else None)


def _day_first(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "1 December", "the first of december", "31-Aug-12"."""
    day = scan_day(tokens, at + (key_at(tokens, at) == "the"))
    if day is None:
        return None
    separator = key_at(tokens, day[1])
    month = day[1] + (separator in ("of", "-", "/"))
    key = key_at(tokens, month)
    if key not in MONTHS:
        return None
    weak = at if key in ALSO_WORDS and separator != "of" else None
    past = month + 1
    past += key_at(tokens, past) == "." and is_glued(tokens, past) and key_at(tokens, past + 1).isdecimal()
    return _with_year(tokens, MonthDay(MONTHS[key], day[0]), past, separator, weak=weak)


def _with_year(tokens: Sequence[Token], expr: MonthDay, past: int, separator: str, *, weak: int | None) -> Found | None:
    """Add the year when there is one; a ``weak`` month without one needs support around it."""
    if separator in ("-", "/") and key_at(tokens, past) == separator and is_glued(tokens, past + 1):
        year = full_year(key_at(tokens, past + 1)) if key_at(tokens, past + 1).isdecimal() else None
        return (MonthDay(expr.month, expr.day, year), past + 2) if year else None
    found = scan_year(tokens, past)
    if found:
        return MonthDay(expr.month, expr.day, found[0]), found[1]
    if weak is not None and not is_supported(tokens, weak, past):
        return None
    return expr, past


def _year_first(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "2018 March 18", "2019/sep/01"."""
    text = key_at(tokens, at)
    year = full_year(text) if text.isdecimal() and len(text) == 4 else None
    month = at + 1 + (key_at(tokens, at + 1) in ("-", "/"))
    if year is None or key_at(tokens, month) not in MONTHS:
        return None
    day = scan_day(tokens, month + 1 + (key_at(tokens, month + 1) in ("-", "/")))
    return (MonthDay(MONTHS[tokens[month].key], day[0], year), day[1]) if day else None


def _day_of_month(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "the 3rd", "3rd", "the twenty first", "the 20th of next month"; "third" alone is no date."""
    the = key_at(tokens, at) == "the"
    day = scan_day(tokens, at + the)
    if day is None:
        return None
    number, past, is_ordinal = day
    if key_at(tokens, past) in ("of", "in"):
        month = scan_relative_month(tokens, past + 1)
        if month:
            return DayOfMonth(number, month[0]), month[1]
    is_date = is_ordinal and (the or tokens[at].kind is TokenKind.NUMBER)
    return (DayOfMonth(number), past) if is_date and ends_here(tokens, past) else None


def _nth_weekday(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "the first Monday of July", "last friday of next month"."""
    start = at + (key_at(tokens, at) == "the")
    nth = (-1, start + 1) if key_at(tokens, start) == "last" else read_ordinal(tokens, start)
    if nth is None or nth[0] > 5:
        return None
    name = _weekday_name(tokens, nth[1])
    if name is None or key_at(tokens, name[1]) not in ("of", "in"):
        return None
    month = _month_after(tokens, name[1] + 1)
    return (NthWeekday(nth[0], name[0], month[0]), month[1]) if month else None


def _month_after(tokens: Sequence[Token], at: int) -> tuple[MonthExpr, int] | None:
    key = key_at(tokens, at)
    if key not in MONTHS:
        return scan_relative_month(tokens, at)
    year = scan_year(tokens, at + 1)
    return (NamedMonth(MONTHS[key], year[0]), year[1]) if year else (NamedMonth(MONTHS[key]), at + 1)


# Digits


def _numeric(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "2026-12-01", "5/6", "5/6/26", "12.05.2026"; a version or a fraction is no date."""
    if key_at(tokens, at - 1) in _NO_DATES or (key_at(tokens, at - 1) == ":" and key_at(tokens, at - 2) in _NO_DATES):
        return None
    parts, separator, past = scan_digit_groups(tokens, at)
    if len(parts) == 2:
        first, second = int(parts[0]), int(parts[1])
        is_date = separator == "/" and 1 <= min(first, second) <= 12 and max(first, second) <= 31
        is_phrase = (first, second) == (24, 7) or counts_something(tokens, past) or key_at(tokens, past) in ("of", "an")
        return (Numeric(first, second), past) if is_date and not is_phrase else None
    if len(parts) != 3:
        return None
    if len(parts[0]) == 4:
        year = full_year(parts[0])
        return (MonthDay(int(parts[1]), int(parts[2]), year), past) if year and len(parts[2]) <= 2 else None
    is_short = len(parts[2]) == 2
    if is_short and separator == "." and (len(parts[0]), len(parts[1])) != (2, 2):
        return None
    year = full_year(parts[2])
    return (Numeric(int(parts[0]), int(parts[1]), year), past) if year and len(parts[0]) <= 2 else None


def _numeric_month(tokens: Sequence[Token], at: int) -> tuple[MonthExpr, int] | None:
    """Read "2026-05" and "05/2026"."""
    parts, _, past = scan_digit_groups(tokens, at)
    if len(parts) != 2 or _is_cut(tokens, past):
        return None
    year, month = parts if len(parts[0]) == 4 else (parts[1], parts[0])
    if len(year) != 4 or len(month) > 2 or not 1 <= int(month) <= 12:
        return None
    known = full_year(year)
    return (NamedMonth(int(month), known), past) if known else None


# Edges of periods, distances


def _edge(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "end of the month", "the start of next week", "last day of october 2015", "eom"."""
    start = at + (key_at(tokens, at) == "the")
    key = key_at(tokens, start)
    if key in _EDGES:
        return EdgeOf(_EDGES[key]), start + 1
    is_start = key in ("start", "beginning", "first")
    is_day = key in ("first", "last") and key_at(tokens, start + 1) == "day"
    joint = start + 1 + is_day
    if not (is_day or key in ("end", "start", "beginning")) or key_at(tokens, joint) not in ("of", "in"):
        return None
    period = scan_period(tokens, joint + 1, bare=True)
    if period:
        return EdgeOf(period[0], period[1], is_start), period[2]
    month = _month_after(tokens, joint + 1)
    if month and isinstance(month[0], NamedMonth):
        return EdgeOfNamed(month[0].month, month[0].year, is_start), month[1]
    year = scan_year(tokens, joint + 1) or scan_spoken_year(tokens, joint + 1)
    return (EdgeOfNamed(None, year[0], is_start), year[1]) if year else None


def _offset(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "in two weeks", "two weeks ago", "three days from now", "a week from Monday", "1 month and 21 days ago"."""
    is_in = key_at(tokens, at) in ("in", "within")
    if not is_in and (not may_start(tokens, at) or is_inside_steps(tokens, at)):
        return None
    steps, past = scan_steps(tokens, at + is_in)
    if not steps:
        return None
    key, then = key_at(tokens, past), key_at(tokens, past + 1)
    if is_in:
        past += past < len(tokens) and tokens[past].kind is TokenKind.POSSESSIVE
        return Offset(steps), past + (key_at(tokens, past) == "time")
    if key == "ago":
        return Offset(backwards(steps)), past + 1
    if key == "hence" or (key == "from" and then == "now"):
        return Offset(steps), past + 1 + (key == "from")
    if key not in ("from", "after", "before"):
        return None
    anchor = _anchor(tokens, past + 1)
    return (Offset(backwards(steps) if key == "before" else steps, anchor[0]), anchor[1]) if anchor else None


def _anchor(tokens: Sequence[Token], at: int) -> Found | None:
    found = [reading for form in _SIMPLE_FORMS if (reading := form(tokens, at))]
    return max(found, key=lambda reading: reading[1], default=None)


_SIMPLE_FORMS: tuple[Callable[[Sequence[Token], int], Found | None], ...] = (
    _named_day,
    _weekday,
    _dated,
    _month_day,
    _numeric,
    _day_of_month,
    _nth_weekday,
    _edge,
)
_FORMS = (*_SIMPLE_FORMS, _weekday_of_week, _offset)
"""The forms of a date; each reads as far as it goes, the longest wins, the first of equal ones."""

_STARTS: frozenset[str] = frozenset[str]().union(
    MONTHS,
    WEEKDAYS,
    START_WORDS,
    ORDINAL_WORDS,
    _EDGES,
    (words[0] for words in (*_NAMED, *_WHICH)),
    "the an in within end start beginning current previous".split(),
)
"""Every word that one of the forms may start with."""
