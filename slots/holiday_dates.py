"""Holidays as dates: "christmas", "next easter", "labor day 2026", "thanksgiving of next year"."""

from __future__ import annotations

from collections.abc import Sequence

from slots.date_expr import Closest, Holiday, Offset, Step, Weekday, Which
from slots.date_parts import Found, ends_here, scan_year
from slots.holiday_names import Rule, are_known, longest_from, normal, rule_of
from slots.numbers import key_at, read_ordinal
from slots.offsets import Form, offset
from slots.text import POSSESSIVE, Token, is_glued
from slots.weekdays import weekday_name

_WHICH = {"next": Which.NEXT, "coming": Which.NEXT, "upcoming": Which.NEXT, "last": Which.LAST, "past": Which.LAST}
_YEARS = {"next": 1, "this": 0, "last": -1, "coming": 1}
_BEFORE_NEW_YEAR = frozenset(
    "the on by for before after until till due and is to from since log next last this".split()
)
"""Words before "new year" that name no other one ("*parsi* new year")."""
_CLOSEST = ("closest", "nearest")
_MOST_PLACES = 5
"""Places from a day that people count ("the *fifth* closest")."""
_SKIPPED = frozenset("-.'’")
"""Marks inside a name that say nothing ("eid al-fitr", "st. patrick's day")."""


def may_be_holiday(key: str) -> bool:
    """Whether a word may start a holiday's name."""
    return longest_from(normal(key)) > 0 and are_known()


def holiday(tokens: Sequence[Token], at: int) -> Found | None:
    """Read a holiday, with what says which one: "next easter", "easter 2026", "easter next year"."""
    before = key_at(tokens, at - 1)
    if not are_known() or before in _CLOSEST:
        return None
    which = _WHICH.get(key_at(tokens, at))
    start = at + (which is not None or key_at(tokens, at) in ("the", "this"))
    found = _name(tokens, start)
    if found is None or _is_counted(tokens, at):
        return None
    rule, past = found
    if key_at(tokens, start) == "new" and start == at and before.isalpha() and before not in _BEFORE_NEW_YEAR:
        return None
    year = scan_year(tokens, past)
    if year:
        return Holiday(rule, year=year[0]), year[1]
    after = past + (key_at(tokens, past) in ("of", "in"))
    if key_at(tokens, after) in _YEARS and key_at(tokens, after + 1) == "year":
        return Holiday(rule, year_offset=_YEARS[tokens[after].key]), after + 2
    distant = _at_distance(tokens, past, rule) if which is None else None
    return distant or ((Holiday(rule, which=which or Which.BARE), past) if ends_here(tokens, past) else None)


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    """Whether a place stands before it ("the *2nd* labor day after next year"): which one it is, no rule here tells."""
    return any((found := read_ordinal(tokens, at - size)) and found[1] == at for size in (1, 2))


def _at_distance(tokens: Sequence[Token], past: int, rule: Rule) -> Found | None:
    """Read what follows in "easter 2 years ago" (that of that year) and "christmas 9 months from now"."""
    found = offset(tokens, past)
    distance = found[0] if found else None
    if found is None or not isinstance(distance, Offset) or distance.anchor or len(distance.steps) != 1:
        return None
    count, step = distance.steps[0]
    if step is Step.YEAR:
        return Holiday(rule, year_offset=count), found[1]
    return (Closest(1, Holiday(rule), distance), found[1]) if step is Step.MONTH else None


def closest(tokens: Sequence[Token], at: int, *, anchors: Sequence[Form]) -> Found | None:
    """Read "the closest monday to oct 5th", "the second nearest easter to today"."""
    start = at + (key_at(tokens, at) == "the")
    if not any(key_at(tokens, place) in _CLOSEST for place in range(start, start + 4)):
        return None
    place = read_ordinal(tokens, start)
    word = place[1] if place else start
    if key_at(tokens, word) not in _CLOSEST or _is_counted(tokens, at):
        return None
    name, rule = weekday_name(tokens, word + 1), _name(tokens, word + 1) if are_known() else None
    past = rule[1] if rule else name[1] if name else -1
    if key_at(tokens, past) != "to":
        return None
    readings = [reading for form in anchors if (reading := form(tokens, past + 1))]
    anchor = max(readings, key=lambda reading: reading[1], default=None)
    what = Holiday(rule[0]) if rule else Weekday(name[0]) if name else None
    nth = place[0] if place else 1
    return (Closest(nth, what, anchor[0]), anchor[1]) if anchor and what and nth <= _MOST_PLACES else None


def holiday_name(tokens: Sequence[Token], at: int) -> tuple[Rule, int] | None:
    """Return the rule of the holiday that is named at ``at`` and the position after; None where none are read."""
    return _name(tokens, at) if are_known() else None


def _name(tokens: Sequence[Token], at: int) -> tuple[Rule, int] | None:
    """Read the longest name from ``at``."""
    longest = longest_from(normal(key_at(tokens, at)))
    best: tuple[Rule, int] | None = None
    words: tuple[str, ...] = ()
    past = at
    while len(words) < longest and past < len(tokens):
        token = tokens[past]
        past += 1
        if token.kind is POSSESSIVE or (token.key in _SKIPPED and (words and is_glued(tokens, past - 1))):
            owned = rule_of((*words, "s")) or (best[0] if best else None)
            if owned and token.kind is POSSESSIVE:
                best = owned, past
            continue
        words = (*words, normal(token.key))
        rule = rule_of(words)
        if rule is not None:
            best = rule, past
    return best
