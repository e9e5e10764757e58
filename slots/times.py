"""Times of day: "14:45", "4:15 pm", "half past 10", "25 past 10 at night", "8 40 in the morning", "noon".

In: the tokens of the utterance and the position to read from. Out: a time, or a
distance from now ("in half an hour"), and the position after it, or None. An hour
alone ("9", "22 45") is a time only where one is expected. Without a part of the
day the hour is taken as it is said. "2:30 hours", ranges and ratios are no times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum

from slots.date_parts import WEEKDAYS
from slots.durations import BEGINNINGS as LENGTHS
from slots.durations import is_time_unit, scan_duration
from slots.numbers import key_at, may_start, scan_number
from slots.tables import SlotSpec
from slots.text import NUMBER, WORD, Token, is_glued


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day."""

    hour: int
    """0 to 23."""
    minute: int = 0
    """0 to 59."""
    is_open: bool = field(default=False, compare=False)
    """Whether nothing said which half of the day it is in ("at 2"); it is taken as it was said."""

    @property
    def opposite(self) -> Clock:
        """The same time in the other half of the day."""
        return Clock((self.hour + _NOON) % 24, self.minute)


@dataclass(frozen=True, slots=True)
class FromNow:
    """A time counted from now ("in half an hour"); nothing for "now"."""

    seconds: Decimal = Decimal(0)
    """How far ahead."""


TimeExpr = Clock | FromNow
"""What a time says."""


class _Part(StrEnum):
    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    NIGHT = "night"


_PARTS = {part.value: part for part in _Part}
_NAMED = {"noon": Clock(12), "midday": Clock(12), "noontime": Clock(12), "midnight": Clock(0)}
_PAST, _TO = frozenset({"past", "after"}), frozenset({"to", "before", "till", "of"})
_RANGES = frozenset({"to", "till"})
_LEADS = frozenset("at around about by".split())
"""Words between a part of the day and its time."""
_DAYS = frozenset({"today", "tomorrow", "tmrw", "yesterday", *WEEKDAYS})
_NOON = 12
_MILITARY = 4
"""Digits of a time without a mark between them ("1730"), read only where a time is expected."""
_MINUTES = frozenset("minute minutes min mins".split())
_FRACTIONS = {"quarter": 15, "half": 30}
BEGINNINGS: frozenset[str] = LENGTHS.union(_PARTS, _NAMED, {"in", "an"})
"""Words that a time may begin with."""

_Found = tuple[TimeExpr, int]
_Spoken = tuple[int, int, int, bool]
"""Hour, minute, the position after, whether the form alone shows that it is a time."""


def read_time(tokens: Sequence[Token], at: int) -> tuple[TimeExpr, int] | None:
    """Return the time that starts at ``at`` and shows by its form that it is one, and the position after it."""
    return _read(tokens, at, is_bare=False)


def read_bare_time(tokens: Sequence[Token], at: int) -> tuple[TimeExpr, int] | None:
    """Return the time at ``at`` where one is expected: also "9", "22 45", "ten to one", "now"."""
    return _read(tokens, at, is_bare=True)


def resolve_time(expr: TimeExpr, now: datetime) -> str:
    """Return the time as ``HH:MM``; ``now`` is the speaker's."""
    if isinstance(expr, Clock):
        return f"{expr.hour:02}:{expr.minute:02}"
    day = 24 * 3_600
    then = datetime.combine(now.date().replace(year=2000), now.time()) + timedelta(seconds=int(expr.seconds % day))
    return f"{then:%H:%M}"


def is_allowed(slot: SlotSpec, said: time) -> bool:
    """Whether a time lies between the bounds of its slot; where the first is the later one, midnight lies between."""
    first, last = slot.earliest or time.min, slot.latest or time.max
    return first <= said <= last if first <= last else said >= first or said <= last


def hours_allowed(slot: SlotSpec) -> str:
    """Return the bounds of a slot's times in words; empty when it has none."""
    if slot.earliest and slot.latest:
        return f"between {slot.earliest:%H:%M} and {slot.latest:%H:%M}"
    if slot.earliest:
        return f"{slot.earliest:%H:%M} or later"
    return f"{slot.latest:%H:%M} or earlier" if slot.latest else ""


def _read(tokens: Sequence[Token], at: int, *, is_bare: bool) -> _Found | None:
    if not 0 <= at < len(tokens):
        return None
    found = _named(tokens, at, is_bare=is_bare) or _from_now(tokens, at) or _clock(tokens, at, is_bare=is_bare)
    if found is None or not _may_stand(tokens, at, found[1]) or key_at(tokens, at - 1) in (":", "/"):
        return None
    if _goes_on(tokens, found[1]) or (is_bare and _opens_range(tokens, at, found[1])):
        return None
    return found


def _may_stand(tokens: Sequence[Token], at: int, past: int) -> bool:
    """Whether a time may start here: of "between 2pm and 3pm" both do, of "between 2 and 3pm" none."""
    if key_at(tokens, at - 1) == "between":
        return key_at(tokens, past) == "and" and _end(tokens, past + 1) is not None
    near = range(max(0, at - _FAR), at - 1) if key_at(tokens, at - 1) == "and" else ()
    start = next((place + 1 for place in near if tokens[place].key == "between"), None)
    if start is not None:
        first = _end(tokens, start)
        return first is not None and first[1] == at - 1
    return may_start(tokens, at)


def _end(tokens: Sequence[Token], at: int) -> _Found | None:
    """Read a time that shows itself to be one, as an end of a range."""
    return _named(tokens, at, is_bare=False) or _clock(tokens, at, is_bare=False)


_FAR = 9
"""Tokens before the second end of a range in which it may begin ("between 10 30 in the morning and ...")."""


def _goes_on(tokens: Sequence[Token], past: int) -> bool:
    """Whether the time is glued to more ("10:30:45", "8pmx"), or is a length ("2:30 hours")."""
    if is_glued(tokens, past):
        more = is_glued(tokens, past + 1) and tokens[past + 1].is_word
        if tokens[past].is_word or (tokens[past].key in ":/-%" and more):
            return True
    return is_time_unit(tokens, past) or key_at(tokens, past) == "%"


def _opens_range(tokens: Sequence[Token], at: int, past: int) -> bool:
    """Whether an hour is the first of a range or of two ("9 to 5", "5 or 6"); "from 5 to 6" may be a change."""
    is_joined = key_at(tokens, past) in _RANGES | {"or", "-", "–"}
    return is_joined and key_at(tokens, at - 1) != "from" and _whole(tokens, past + 1, 23) is not None


def _named(tokens: Sequence[Token], at: int, *, is_bare: bool) -> _Found | None:
    start = at + (key_at(tokens, at) == "12" and key_at(tokens, at + 1) in _NAMED)
    key = key_at(tokens, start)
    if key in _NAMED:
        return _NAMED[key], start + 1
    is_now = is_bare and key == "now" and at + 1 == len(tokens)
    return (FromNow(), at + 1) if is_now else None


def _from_now(tokens: Sequence[Token], at: int) -> _Found | None:
    """Read "in half an hour", "2 hours from now"."""
    is_in = key_at(tokens, at) == "in"
    found = scan_duration(tokens, at + is_in)
    if found is None or found[0] >= 24 * 3_600:
        return None
    if key_at(tokens, found[1]) == "or":
        return None
    is_later = key_at(tokens, found[1]) == "from" and key_at(tokens, found[1] + 1) == "now"
    return (FromNow(found[0]), found[1] + 2 * is_later) if is_in or is_later else None


def _clock(tokens: Sequence[Token], at: int, *, is_bare: bool) -> _Found | None:
    lead = _PARTS.get(key_at(tokens, at))
    start = at + (lead is not None)
    spoken = _relative(tokens, start) or _digits(tokens, start)
    if spoken is None:
        return None
    hour, minute, past, is_shown = spoken
    has_minutes = past - start > 1
    is_oclock, past = _past_oclock(tokens, past)
    part, after, is_loose = _part_of_day(tokens, past) if lead is None else (lead, past, True)
    if key_at(tokens, after) == "sharp":
        after, is_shown = after + 1, True
    said = part or (_part_around(tokens, at, after) if hour < _NOON else None)
    is_led = said is not None and key_at(tokens, at - 1) in _LEADS
    is_shown = is_shown or is_oclock or is_led or (part is not None and not is_loose)
    if not (is_shown or is_bare or (part is not None and has_minutes)):
        return None
    full = _in_part(hour, said) if said else hour
    if full is None:
        return None
    is_open = said is None and 1 <= hour <= _NOON and not tokens[start].text.startswith("0")
    return Clock(full, minute, is_open), after


def _part_around(tokens: Sequence[Token], at: int, past: int) -> _Part | None:
    """Return the part of the day that is said with the day: "*tonight* at 8", "at 8 on friday *evening*"."""
    before = at - 1 - (key_at(tokens, at - 1) in _LEADS)
    if key_at(tokens, before) == "tonight":
        return _Part.NIGHT
    if key_at(tokens, before) in _PARTS and key_at(tokens, before - 1) != "good":
        return _PARTS[tokens[before].key]
    day = past + (key_at(tokens, past) == "on")
    day += key_at(tokens, day) in ("next", "this")
    return _PARTS.get(key_at(tokens, day + 1)) if key_at(tokens, day) in _DAYS else None


def _relative(tokens: Sequence[Token], at: int) -> _Spoken | None:
    """Read "half past 10", "quarter to 11", "20 mins after 10", "five past seven"."""
    start = at + (key_at(tokens, at) in ("a", "an") and key_at(tokens, at + 1) in _FRACTIONS)
    key = key_at(tokens, start)
    count = (_FRACTIONS[key], start + 1) if key in _FRACTIONS else _whole(tokens, start, 59)
    if count is None:
        return None
    joint = count[1] + (key_at(tokens, count[1]) in _MINUTES)
    word = key_at(tokens, joint)
    hour = _whole(tokens, joint + 1, 23) if word in _PAST | _TO and not (key == "half" and word in _TO) else None
    if hour is None or (joint == count[1] and word in _RANGES and _is_range(tokens, start, count[0], hour[0])):
        return None
    is_shown = key in _FRACTIONS or joint > count[1] or word == "past"
    if word in _PAST:
        return hour[0], count[0], hour[1], is_shown
    before = hour[0] - 1 if hour[0] != 1 else 12
    return (before % 24, 60 - count[0], hour[1], is_shown) if count[0] else None


def _is_range(tokens: Sequence[Token], at: int, first: int, second: int) -> bool:
    """Whether two numbers are the ends of a range: "9 to 5", in digits also "5 to 6"."""
    if key_at(tokens, at) in _FRACTIONS:
        return False
    return first % 5 != 0 or (tokens[at].kind is NUMBER and first < second <= _NOON)


def _digits(tokens: Sequence[Token], at: int) -> _Spoken | None:
    """Read "14:45", "10.30", "8 40", "ten thirty", "8"."""
    text = key_at(tokens, at)
    hours, point, minutes = text.partition(".")
    if point:
        fits = hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2 and _fits(int(hours), int(minutes))
        return (int(hours), int(minutes), at + 1, False) if fits else None
    if len(text) == _MILITARY and text.isdecimal() and _fits(int(text[:2]), int(text[2:])):
        return int(text[:2]), int(text[2:]), at + 1, False
    hour = _whole(tokens, at, 23)
    if hour is None:
        return None
    value, past = hour
    if key_at(tokens, past) == "h" and is_glued(tokens, past):
        return _after_h(tokens, value, past + 1)
    if key_at(tokens, past) == ":" and is_glued(tokens, past):
        minute = key_at(tokens, past + 1)
        fits = len(minute) == 2 and minute.isdecimal() and int(minute) < 60
        return (value, int(minute), past + 2, True) if fits and is_glued(tokens, past + 1) else None
    rest = _minutes(tokens, past)
    return (value, rest[0], rest[1], False) if rest else (value, 0, past, False)


def _after_h(tokens: Sequence[Token], hour: int, past: int) -> _Spoken | None:
    """Read the minutes of "17h30", none of "17h"."""
    minute = key_at(tokens, past)
    if not is_glued(tokens, past):
        return hour, 0, past, False
    fits = len(minute) == 2 and minute.isdecimal() and _fits(hour, int(minute))
    return (hour, int(minute), past + 1, False) if fits else None


def _minutes(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read minutes that are said after the hour: "40", "05", "oh five", "thirty"."""
    if key_at(tokens, at) in ("oh", "o"):
        unit = _whole(tokens, at + 1, 9)
        return unit if unit and unit[0] else None
    if 0 <= at < len(tokens) and tokens[at].kind is NUMBER and len(tokens[at].text) != 2:
        return None
    found = _whole(tokens, at, 59)
    return found if found and (found[0] >= 10 or tokens[at].kind is NUMBER) else None


def _whole(tokens: Sequence[Token], at: int, most: int) -> tuple[int, int] | None:
    if not 0 <= at < len(tokens):
        return None
    if tokens[at].kind is NUMBER:
        text = tokens[at].text
        return (
            (int(text), at + 1)
            if text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) <= most
            else None
        )
    found = scan_number(tokens, at) if tokens[at].kind is WORD else None
    is_whole = found is not None and found[0] == int(found[0]) and found[0] <= most
    return (int(found[0]), found[1]) if found and is_whole and key_at(tokens, at) != "a" else None


def _fits(hour: int, minute: int) -> bool:
    return hour < 24 and minute < 60


def _past_oclock(tokens: Sequence[Token], past: int) -> tuple[bool, int]:
    if key_at(tokens, past) == "oclock":
        return True, past + 1
    is_split = key_at(tokens, past) == "o" and key_at(tokens, past + 2) == "clock"
    if is_split or (key_at(tokens, past) == "o" and key_at(tokens, past + 1) == "clock"):
        return True, past + 2 + is_split
    return False, past


def _part_of_day(tokens: Sequence[Token], past: int) -> tuple[_Part | None, int, bool]:
    """Return the part of the day that follows, the position after it, and whether it stands there alone ("evening")."""
    key = key_at(tokens, past)
    for letters, part in (("am", _Part.MORNING), ("pm", _Part.AFTERNOON)):
        if key == letters:
            return part, past + 1, False
        if key == letters[0] and key_at(tokens, past + 1) in (".", "m"):
            end = past + 1 + (key_at(tokens, past + 1) == ".")
            if key_at(tokens, end) == "m":
                return part, end + 1 + (key_at(tokens, end + 1) == "."), False
    lead = past
    if key in ("in", "at", "this", "tonight"):
        lead += 1 + (key == "in" and key_at(tokens, past + 1) == "the")
    if key == "tonight":
        return _Part.NIGHT, lead, False
    part_said = _PARTS.get(key_at(tokens, lead))
    return (part_said, lead + 1, lead == past) if part_said else (None, past, False)


def _in_part(hour: int, part: _Part) -> int | None:
    """Return the hour of the day that an hour in a part of it is; None where they contradict each other."""
    if part is _Part.MORNING:
        return hour % 12 if hour <= 12 else None
    if part is _Part.NIGHT:
        return hour if hour < 6 or hour > 12 else (hour + 12) % 24
    return hour if hour >= 12 else hour + 12
