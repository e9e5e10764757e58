"""Lengths of time: "2.5h", "2h30", "half an hour", "two hours and thirty minutes", "90 minutes".

In: the tokens of the utterance and the position to read from. Out: seconds and
the position after the reading, or None. A range, a negative length, a rate
("50 an hour", "40 hours a week") and a point in time ("two weeks ago") are no
durations, nor are the words in the middle of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache, partial

from slots.money import is_currency
from slots.numbers import (
    START_WORDS,
    is_in_range,
    is_number_like,
    is_part_of_next,
    key_at,
    may_start,
    normalise,
    scan_fraction,
    scan_number,
)
from slots.text import WORD, Token, is_glued

SECONDS = {"seconds": 1, "minutes": 60, "hours": 3_600, "days": 86_400, "weeks": 604_800}
"""How long a unit is; a day is 24 hours."""

_UNITS = {
    word: SECONDS[unit]
    for unit, words in {
        "seconds": "s sec secs second seconds",
        "minutes": "m min mins minute minutes",
        "hours": "h hr hrs hour hours",
        "days": "d day days",
        "weeks": "w wk wks week weeks",
    }.items()
    for word in words.split()
}
Sizes = Mapping[str, int]
"""Word -> how many seconds the unit has."""
_DAY_WORDS = frozenset("d day days".split())
_WEEK_WORDS = frozenset("w wk wks week weeks".split())
_GLUED_ONLY = frozenset("s d w".split())
_WITH_ARTICLE = frozenset("minute hour hr day week wk fortnight".split())
_WITH_HALF = frozenset("hour day week".split())
"""Units that may stand without their *one* before a fraction ("*hour* and a half")."""
_ARTICLES = frozenset("a an another".split())
_WHOLE = frozenset("full whole all entire".split())
_EMPTY = frozenset("full whole solid billable more extra additional further business working".split())
"""Words between number and unit that change nothing."""
_AFTER_MINUTES = frozenset("on for to of at by in with and from please today yesterday last this".split())
"""Words that may follow minutes without their unit ("two hours thirty on design")."""
_RATE_WORDS = frozenset("per / @ each every".split())
_TIMES = frozenset("x × * times".split())
_LESS = frozenset("minus less plus".split())
"""Words of sums: nobody adds them up here, and half of one is wrong."""
_ADVERBS = frozenset("daily weekly monthly".split())
_DAYS_AFTER = frozenset(
    "today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri".split()
)
_LONGEST_CHAIN = 5
BEGINNINGS: frozenset[str] = START_WORDS | _ARTICLES | _WITH_HALF | _WHOLE | {"couple"}
"""Words that a length may begin with."""
AFTER_ARTICLES: frozenset[str] = _EMPTY | _WITH_ARTICLE | {"couple"}
"""Words that a length goes on with behind an article."""


@lru_cache(maxsize=64)
def _sizes(hours_per_day: Decimal) -> Sizes:
    """Return the units of a table whose day of work has so many hours: a week has five of them, of 24 hours seven."""
    day = int(hours_per_day * 3_600)
    week = day * (7 if hours_per_day == 24 else 5)
    nights = dict.fromkeys(("night", "nights"), day) if hours_per_day == 24 else {}
    fortnights = dict.fromkeys(("fortnight", "fortnights"), 2 * week)
    return _UNITS | dict.fromkeys(_DAY_WORDS, day) | dict.fromkeys(_WEEK_WORDS, week) | nights | fortnights


def read_duration(
    tokens: Sequence[Token], at: int, *, hours_per_day: Decimal | None = None
) -> tuple[Decimal, int] | None:
    """Return the seconds of the duration that starts at ``at`` and the position after it.

    A day is 24 hours unless ``hours_per_day`` says how long one of work is; with it, "all day" is one, too.
    """
    sizes = _UNITS if hours_per_day is None else _sizes(hours_per_day)
    if not 0 <= at < len(tokens):
        return None
    found = scan_duration(tokens, at, sizes)
    if found is None and hours_per_day is not None:
        found = _scan_whole(tokens, at, sizes)
    if found is None or not may_start(tokens, at) or _is_after_rate(tokens, at):
        return None
    scan = partial(scan_duration, sizes=sizes)
    if _is_something_else(tokens, found[1]) or is_in_range(tokens, at, found[1], scan):
        return None
    return normalise(found[0]), found[1]


def in_unit(seconds: Decimal, unit: str) -> Decimal:
    """Return the seconds as a number of the unit (seconds, minutes, hours, days or weeks), without trailing zeros.

    What no decimal number can say (20 minutes in hours) is rounded to six places. ``KeyError`` for another unit.
    """
    value = seconds / SECONDS[unit]
    exact = value * SECONDS[unit] == seconds and len(value.as_tuple().digits) < 20
    return normalise(value if exact else round(value, 6))


def _scan_whole(tokens: Sequence[Token], at: int, sizes: Sizes) -> tuple[Decimal, int] | None:
    """Read "all day", "full week": one of them."""
    past = at + 1 + (key_at(tokens, at + 1) == "-")
    key = key_at(tokens, past)
    is_one = key_at(tokens, at) in _WHOLE and key in ("day", "week")
    return (Decimal(sizes[key]), past + 1) if is_one else None


def scan_duration(tokens: Sequence[Token], at: int, sizes: Sizes = _UNITS) -> tuple[Decimal, int] | None:
    """Return the longest duration from ``at``, whatever stands around it."""
    part = _scan_clock(tokens, at) or _scan_part(tokens, at, sizes)
    if part is None:
        return None
    total, past, unit = part
    for _ in range(_LONGEST_CHAIN):
        step = _scan_step(tokens, past, unit, sizes)
        if step is None:
            break
        total, past, unit = total + step[0], step[1], step[2]
    minutes = _scan_bare_minutes(tokens, past) if unit == SECONDS["hours"] else None
    if minutes:
        return total + minutes[0], minutes[1]
    is_malformed = is_glued(tokens, past) and tokens[past].is_word
    return None if is_malformed else (total, past)


# The parts: each is (seconds, position after it, seconds of its unit)


def _scan_part(tokens: Sequence[Token], at: int, sizes: Sizes) -> tuple[Decimal, int, int] | None:
    """Read one number with its unit, a fraction of a unit, "an hour", or "a couple of hours"."""
    key = key_at(tokens, at)
    if key[:1].isdecimal() and key_at(tokens, at + 1) != "/":
        found = scan_number(tokens, at)
        return _with_unit(tokens, found[0], found[1], sizes) if found else None
    if key in _ARTICLES:
        start = at + 1 + (key_at(tokens, at + 1) in _EMPTY)
        if key_at(tokens, start) in _WITH_ARTICLE and key_at(tokens, start) in sizes:
            unit = sizes[tokens[start].key]
            return Decimal(unit), start + 1, unit
    pair = at + (key in _ARTICLES)
    if key_at(tokens, pair) == "couple":
        return _with_unit(tokens, Decimal(2), pair + 1 + (key_at(tokens, pair + 1) == "of"), sizes)
    if key in _WITH_HALF and key in sizes and key_at(tokens, at + 1) == "and":
        half = scan_fraction(tokens, at + 2)
        return (Decimal(sizes[key]), at + 1, sizes[key]) if half and key_at(tokens, half[1]) not in sizes else None
    found = scan_fraction(tokens, at)
    if found:
        after = found[1] + (key_at(tokens, found[1]) == "of")
        after += key_at(tokens, after) in ("a", "an")
        return _with_unit(tokens, found[0], after, sizes)
    found = scan_number(tokens, at)
    return _with_unit(tokens, found[0], found[1], sizes) if found else None


def _with_unit(tokens: Sequence[Token], value: Decimal, past: int, sizes: Sizes) -> tuple[Decimal, int, int] | None:
    """Read the unit after a number; "30-minutes" counts, and an ``m`` that was read as a million."""
    last = tokens[past - 1]
    if last.key == "m" and past >= 2:
        return value / 1_000_000 * 60, past, 60
    if key_at(tokens, past) == "-" or key_at(tokens, past) in _EMPTY:
        past += 1
    key = key_at(tokens, past)
    if key not in sizes or tokens[past].kind is not WORD or (key in _GLUED_ONLY and not is_glued(tokens, past)):
        return None
    return value * sizes[key], past + 1, sizes[key]


def _scan_clock(tokens: Sequence[Token], at: int) -> tuple[Decimal, int, int] | None:
    """Read "1:30 hours": hours and minutes only where the unit says so; alone it is a time of day."""
    hours, minutes = key_at(tokens, at), key_at(tokens, at + 2)
    if key_at(tokens, at + 1) != ":" or not (hours.isdecimal() and minutes.isdecimal()):
        return None
    if len(hours) > 3 or len(minutes) != 2 or int(minutes) > 59 or _UNITS.get(key_at(tokens, at + 3)) != 3_600:
        return None
    return Decimal(int(hours) * 3_600 + int(minutes) * 60), at + 4, SECONDS["minutes"]


def _scan_step(tokens: Sequence[Token], past: int, unit: int, sizes: Sizes) -> tuple[Decimal, int, int] | None:
    """Read what a duration goes on with: "and a half", or a part of a smaller unit."""
    joined = key_at(tokens, past) == "and"
    start = past + (key_at(tokens, past) in (",", "."))
    start += key_at(tokens, start) == "and"
    part = _scan_part(tokens, start, sizes)
    if part and part[2] < unit:
        return part
    fraction = scan_fraction(tokens, past + 1) if joined else None
    if fraction and not is_part_of_next(tokens, fraction[1]):
        return fraction[0] * unit, fraction[1], 0
    return None


def _scan_bare_minutes(tokens: Sequence[Token], past: int) -> tuple[Decimal, int] | None:
    """Read minutes without their unit: "2h30", "two hours thirty", "1 hour and fifteen"."""
    start = past + (key_at(tokens, past) == "and")
    found = scan_number(tokens, start)
    if found is None or found[0] != int(found[0]) or not 0 < found[0] < 60:
        return None
    value, after = found
    if start == past and is_glued(tokens, past):
        is_cut = is_glued(tokens, after) and tokens[after].is_word
        return None if is_cut else (value * 60, after)
    is_end = after >= len(tokens) or key_at(tokens, after) in _AFTER_MINUTES or key_at(tokens, after) in ",;.!?)"
    return (value * 60, after) if value % 5 == 0 and is_end else None


# What stands around a duration


def _is_after_rate(tokens: Sequence[Token], at: int) -> bool:
    before = key_at(tokens, at - 1)
    if before in _RATE_WORDS or is_currency(tokens, at - 1) or before == "twice":
        return True
    if before in _TIMES and is_number_like(tokens, at - 2):
        return True
    if before in _LESS and key_at(tokens, at - 2) in _UNITS:
        return True
    if key_at(tokens, at) not in ("a", "an"):
        return False
    return is_number_like(tokens, at - 1) or before in _UNITS or before in ("k", "grand", "once", "twice")


def _is_something_else(tokens: Sequence[Token], past: int) -> bool:
    """Whether what follows makes it a point in time, a rate or money."""
    key, then = key_at(tokens, past), key_at(tokens, past + 1)
    if key in _LESS and (then in _ARTICLES or is_number_like(tokens, past + 1)):
        return True
    if key in ("ago", "hence") or key in _ADVERBS or is_currency(tokens, past):
        return True
    if key == "from":
        long = _UNITS.get(key_at(tokens, past - 1), 0) >= SECONDS["days"]
        return then == "now" or (long and then in _DAYS_AFTER)
    return key in ("a", "an", "per", "each", "every", "/") and then in _UNITS | {"month": 0, "year": 0}


def is_time_unit(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token at ``at`` is a unit of time; s, d and w count only when glued to what stands before."""
    key = key_at(tokens, at)
    if key not in _UNITS or at < 1:
        return False
    return key not in _GLUED_ONLY or is_glued(tokens, at)
