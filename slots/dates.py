"""Dates and months in words and digits.

In: the tokens of the utterance and the position to read from. Out: what the
words say, without a clock (:mod:`slots.date_expr`), and the position after
them; :mod:`slots.calendar` turns it into a day. The longest reading wins. The
preposition before a date is no part of it. Words that are something else as
well ("may", "sun", "the third") need something beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from slots.beside import beside
from slots.date_digits import loose_digits, numeric, numeric_month
from slots.date_expr import Dated, DateExpr, Explicit, MonthExpr, NamedDay
from slots.date_parts import (
    MONTHS,
    OFFSETS,
    PERIODS,
    STEPS,
    WEEKDAYS,
    Found,
    ends_here,
    is_cut,
    is_range,
    is_step,
    month_after,
    scan_relative_month,
)
from slots.date_ranges import first_day, last_day, shared, shared_month
from slots.holiday_dates import closest, holiday, may_be_holiday
from slots.month_days import (
    any_month_day,
    counted_day,
    day_of_month,
    month_before,
    month_day,
    ordinal_day,
    year_before,
)
from slots.number_words import JOINED_ORDINALS, ORDINAL_WORDS
from slots.numbers import FRACTION_STARTS, START_WORDS, key_at, scan_number
from slots.offsets import (
    EDGES,
    Form,
    dated_offset,
    day_beside,
    edge,
    following_week,
    offset,
    weekday_of_week,
    weeks_behind,
    working_day,
)
from slots.text import NUMBER, Token, is_glued, starts_with
from slots.weekdays import (
    PARTS_OF_DAY,
    WHICH,
    counted_weekday,
    dated,
    dated_behind,
    nth_weekday,
    numbered,
    past_part_of_day,
    weekday,
    weekday_name,
)

__all__ = [
    "AFTER_ARTICLES",
    "STARTS",
    "DateExpr",
    "MonthExpr",
    "may_begin_date",
    "read_bare_date",
    "read_date",
    "read_month",
]

_NAMED = {
    ("today",): 0,
    ("tonight",): 0,
    ("this", "day"): 0,
    ("this", "morning"): 0,
    ("this", "afternoon"): 0,
    ("this", "evening"): 0,
    ("yesterday",): -1,
    ("last", "night"): -1,
    ("tomorrow",): 1,
    ("tomorow",): 1,
    ("tommorow",): 1,
    ("tommorrow",): 1,
    ("tmrw",): 1,
    ("tmr",): 1,
    ("tmw",): 1,
    ("tmoro",): 1,
    ("tomoro",): 1,
    ("tomorrrow",): 1,
    ("yday",): -1,
    ("yesturday",): -1,
    ("yesterdy",): -1,
    ("the", "day", "before", "yesterday"): -2,
    ("day", "before", "yesterday"): -2,
    ("the", "day", "after", "tomorrow"): 2,
    ("day", "after", "tomorrow"): 2,
}
_NAMED_BY_WORD: dict[str, list[tuple[tuple[str, ...], int]]] = {}
for _words, _offset in _NAMED.items():
    _NAMED_BY_WORD.setdefault(_words[0], []).append((_words, _offset))
_CLOSINGS = (
    ("eod",),
    ("cob",),
    ("end", "of", "day"),
    ("end", "of", "the", "day"),
    ("close", "of", "business"),
    ("end", "of", "business"),
)
"""Ways to say the end of a day: of the one that follows, else of today."""
_AFTER_DIGITS: frozenset[str] = frozenset(
    "st nd rd th of in - / , business working fortnight fortnights".split()
).union(MONTHS, STEPS, WEEKDAYS, (f"{day}s" for day in WEEKDAYS))
"""What every date goes on with that begins with digits without two points."""
_SAID_NUMBERS = START_WORDS - FRACTION_STARTS - {"a", "hundred"}
_AFTER_WORDS = _AFTER_DIGITS | ORDINAL_WORDS | frozenset("–—−")
"""What every date goes on with that begins with a number in words."""
_AFTER_ORDINAL: frozenset[str] = frozenset(
    "of in - / , day closest nearest workday weekday working business to".split()
).union(MONTHS, WEEKDAYS, OFFSETS)
"""What every date goes on with that begins with an ordinal in words, where it does not end the date."""
_AFTER_WEEKDAY: frozenset[str] = frozenset(
    ". , ( the in within of week fortnight a an after before following couple".split()
).union(START_WORDS, ORDINAL_WORDS, JOINED_ORDINALS, MONTHS, PARTS_OF_DAY, OFFSETS)
"""What a date goes on with that begins with a weekday and says more."""
AFTER_ARTICLES: frozenset[str] = frozenset("day close cob eod business working".split()).union(
    EDGES, OFFSETS, ORDINAL_WORDS, JOINED_ORDINALS, PERIODS, START_WORDS, STEPS, WEEKDAYS, MONTHS, PARTS_OF_DAY
)
"""Words, beside those that begin a date, that one goes on with behind an article."""
_AFTER_MONTH: frozenset[str] = frozenset(". , - / the".split()).union(START_WORDS, ORDINAL_WORDS, JOINED_ORDINALS)
"""What a date goes on with that begins with a month."""
_EXPLICIT = {"next": True, "last": False}


def read_date(tokens: Sequence[Token], at: int) -> tuple[DateExpr, int] | None:
    """Return what the date that starts at ``at`` says and the position after it."""
    if _is_plain_number(tokens, at) or _is_plain_ordinal(tokens, at) or not _may_start(tokens, at):
        return first_day(tokens, at)
    return shared(tokens, at, _longest(tokens, at, _forms_of(tokens, at)))


def read_bare_date(tokens: Sequence[Token], at: int) -> tuple[DateExpr, int] | None:
    """Return the date at ``at`` where one is expected: as :func:`read_date`, or "the 27", "4-22", "2 weeks later"."""
    if not 0 <= at < len(tokens):
        return None
    found = read_date(tokens, at)
    bare = None if is_glued(tokens, at) and at else _longest(tokens, at, _BARE)
    return bare if bare and (found is None or bare[1] > found[1]) else found


def read_month(tokens: Sequence[Token], at: int) -> tuple[MonthExpr, int] | None:
    """Return what the month that starts at ``at`` says and the position after it."""
    if not _may_start(tokens, at):
        return None
    relative = scan_relative_month(tokens, at)
    if relative:
        return relative
    found = month_after(tokens, at) if key_at(tokens, at) in MONTHS else numeric_month(tokens, at)
    return shared_month(tokens, at, found)


def _longest(tokens: Sequence[Token], at: int, forms: Sequence[Form]) -> Found | None:
    best: Found | None = None
    for form in forms:
        found = form(tokens, at)
        if found and (best is None or found[1] > best[1]) and not is_cut(tokens, found[1]):
            best = found
    return None if best and is_range(tokens, at, best[1]) else best


def _is_plain_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number is no date, as nothing follows that any form of :data:`_NUMBERS_FIRST` goes on with."""
    if not 0 <= at < len(tokens):
        return False
    is_said = tokens[at].key in _SAID_NUMBERS
    if not is_said and (tokens[at].kind is not NUMBER or tokens[at].text.count(".") > 1):
        return False
    if key_at(tokens, at + 1) in (_AFTER_WORDS if is_said else _AFTER_DIGITS):
        return False
    number = scan_number(tokens, at)
    return number is None or number[1] == at + 1 or (is_said and key_at(tokens, number[1]) not in _AFTER_WORDS)


def _is_plain_ordinal(tokens: Sequence[Token], at: int) -> bool:
    """Whether an ordinal in words, alone or behind "the", is no date: what follows is a noun ("the second *task*")."""
    the = key_at(tokens, at) == "the"
    ordinal, past = key_at(tokens, at + the), at + the + 1
    if ordinal not in ORDINAL_WORDS or key_at(tokens, past) in _AFTER_ORDINAL or may_be_holiday(ordinal):
        return False
    return not (the and ends_here(tokens, past)) and not may_be_holiday(key_at(tokens, past))


def may_begin_date(key: str) -> bool:
    """Whether a word may be the first of a date or month in words."""
    return key in STARTS or may_be_holiday(key)


def _may_start(tokens: Sequence[Token], at: int) -> bool:
    if not 0 <= at < len(tokens):
        return False
    if tokens[at].kind is not NUMBER and not may_begin_date(tokens[at].key):
        return False
    if _is_measured(tokens, at):
        return False
    if not is_glued(tokens, at):
        return True
    before = tokens[at - 1]
    return not before.is_word and not (before.key in "-−/." and at >= 2 and tokens[at - 2].is_word)


_MEASURES = frozenset("after before from".split())


def _is_measured(tokens: Sequence[Token], at: int) -> bool:
    """Whether this day is only what another one is measured by: "the closest Monday to *Oct 5th*", "a week of *x*".

    A distance that a rule reads starts before this position and reads its anchor with it.
    """
    if at < 2:
        return False
    far, lead, before = key_at(tokens, at - 3), tokens[at - 2].key, tokens[at - 1].key
    if (before in _MEASURES and is_step(lead)) or (lead in _MEASURES and is_step(far)):
        return True
    if (lead, before) == ("week", "of") or (far, lead) == ("week", "of"):
        return True
    if before != "to" and lead != "to":
        return False
    return any(key_at(tokens, place) in ("closest", "nearest") for place in range(at - 6, at - 1))


# Forms that are made of others


def _named_day(tokens: Sequence[Token], at: int) -> Found | None:
    for words, days in _NAMED_BY_WORD.get(key_at(tokens, at), ()):
        if starts_with(tokens, at, words):
            past = at + len(words)
            if key_at(tokens, past) == "+":
                return None
            if words == ("this", "day") and key_at(tokens, past) in ("next", "last"):
                return None
            return _with_weekday(tokens, NamedDay(days), past) or (NamedDay(days), past_part_of_day(tokens, past))
    return None


def _with_weekday(tokens: Sequence[Token], day: NamedDay, past: int) -> Found | None:
    """Read the weekday that stands behind a named day: "tomorrow, thursday", "today (wed)"."""
    mark = key_at(tokens, past)
    name = weekday_name(tokens, past + (mark in (",", "(")))
    if name is None:
        return None
    end = name[1] + (mark == "(" and key_at(tokens, name[1]) == ")")
    is_number = end < len(tokens) and tokens[end].kind is NUMBER
    return (Dated(name[0], day), end) if ends_here(tokens, end) and not is_number else None


def _closing(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "eod", "end of day friday", "close of business tomorrow"."""
    start = at + (key_at(tokens, at) == "the")
    words = next((words for words in _CLOSINGS if starts_with(tokens, start, words)), None)
    if words is None:
        return None
    past = start + len(words)
    found = _longest(tokens, past + (key_at(tokens, past) in ("on", "of", ",")), _SIMPLE_FORMS)
    return found or ((NamedDay(0), past) if ends_here(tokens, past) else None)


def _explicit(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "next 6th of April", "last December 3rd": the words beat the policy."""
    is_next = _EXPLICIT.get(key_at(tokens, at))
    found = any_month_day(tokens, at + 1) if is_next is not None else None
    if found is None or is_next is None or found[0].year is not None or found[0].year_offset is not None:
        return None
    return Explicit(found[0], is_next), found[1]


def _now(tokens: Sequence[Token], at: int) -> Found | None:
    return (NamedDay(0), at + 1) if key_at(tokens, at) == "now" and at + 1 == len(tokens) else None


_SIMPLE_FORMS: tuple[Form, ...] = (
    _named_day,
    weekday,
    dated,
    dated_behind,
    month_day,
    numeric,
    day_of_month,
    nth_weekday,
    edge,
    holiday,
)
_beside = partial(beside, anchors=(month_day, numeric, day_of_month, edge, holiday))
_anchored_offset = partial(offset, anchors=_SIMPLE_FORMS)
_closest = partial(closest, anchors=(*_SIMPLE_FORMS, _anchored_offset))
_BARE: tuple[Form, ...] = (
    counted_day,
    ordinal_day,
    numbered,
    loose_digits,
    partial(offset, anchors=_SIMPLE_FORMS, is_answer=True),
    following_week,
    last_day,
    _now,
)
"""Further forms of a date where one is expected."""

_weeks_behind = partial(weeks_behind, days=(_named_day, weekday))
_DAYS_FIRST: tuple[Form, ...] = (
    weekday,
    dated,
    weekday_of_week,
    _weeks_behind,
    partial(dated_offset, anchors=_SIMPLE_FORMS),
    _beside,
)
_MONTHS_FIRST: tuple[Form, ...] = (month_day, dated_behind, holiday)
_NUMBERS_FIRST: tuple[Form, ...] = (
    month_day,
    numeric,
    day_of_month,
    dated_behind,
    nth_weekday,
    _anchored_offset,
    counted_weekday,
    _beside,
)
_WORDS_FIRST: tuple[Form, ...] = (
    _weeks_behind,
    _named_day,
    weekday,
    dated,
    nth_weekday,
    edge,
    working_day,
    holiday,
    weekday_of_week,
    _anchored_offset,
    partial(day_beside, anchors=_SIMPLE_FORMS),
    _closest,
    _closing,
    _explicit,
    day_of_month,
    month_day,
    dated_behind,
    year_before,
    month_before,
    _beside,
)
_FORMS: Mapping[str, tuple[Form, ...]] = {
    **dict.fromkeys((*WEEKDAYS,), _DAYS_FIRST),
    **dict.fromkeys((*MONTHS,), _MONTHS_FIRST),
    **dict.fromkeys((*START_WORDS, *ORDINAL_WORDS), (*_NUMBERS_FIRST, edge, holiday, _closest)),
}
"""First word -> the forms that may start with it; the longest reading wins, the first of equal ones."""


def _forms_of(tokens: Sequence[Token], at: int) -> tuple[Form, ...]:
    """Return the forms that may start at a token, by it and what follows."""
    token = tokens[at]
    if token.kind is NUMBER:
        return _NUMBERS_FIRST
    forms = _FORMS.get(token.key, _WORDS_FIRST)
    if at + 1 < len(tokens) and tokens[at + 1].kind is NUMBER:
        return forms
    if forms is _DAYS_FIRST and key_at(tokens, at + 1) not in _AFTER_WEEKDAY:
        return (weekday,)
    if forms is _MONTHS_FIRST and key_at(tokens, at + 1) not in _AFTER_MONTH:
        return (holiday,)
    return forms


STARTS: frozenset[str] = frozenset[str]().union(
    MONTHS,
    WEEKDAYS,
    START_WORDS,
    ORDINAL_WORDS,
    EDGES,
    (words[0] for words in (*_NAMED, *WHICH, *_CLOSINGS)),
    "the an in within closest nearest end week fortnight couple".split(),
    "start beginning current previous month quarter year".split(),
)
"""Every word that one of the forms may start with."""
