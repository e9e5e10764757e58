"""Holidays as dates: "christmas", "next easter", "labor day 2026", "thanksgiving of next year"."""

from __future__ import annotations

from collections.abc import Sequence

from slots.date_expr import Holiday, Which
from slots.date_parts import Found, ends_here, is_glued, scan_year
from slots.holiday_names import Rule, are_known, longest_from, normal, rule_of
from slots.numbers import key_at
from slots.text import Token, TokenKind

_WHICH = {"next": Which.NEXT, "coming": Which.NEXT, "upcoming": Which.NEXT, "last": Which.LAST, "past": Which.LAST}
_YEARS = {"next": 1, "this": 0, "last": -1, "coming": 1}
_BEFORE_NEW_YEAR = frozenset(
    "the on by for before after until till due and is to from since log next last this".split()
)
"""Words before "new year" that name no other one ("*parsi* new year")."""
_SKIPPED = frozenset("-.'’")
"""Marks inside a name that say nothing ("eid al-fitr", "st. patrick's day")."""


def may_be_holiday(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word at ``at`` may start a holiday's name."""
    return longest_from(normal(tokens[at].key)) > 0 and are_known()


def holiday(tokens: Sequence[Token], at: int) -> Found | None:
    """Read a holiday, with what says which one: "next easter", "easter 2026", "easter next year"."""
    before = key_at(tokens, at - 1)
    if not are_known() or before in ("closest", "nearest"):
        return None
    which = _WHICH.get(key_at(tokens, at))
    start = at + (which is not None or key_at(tokens, at) in ("the", "this"))
    found = _name(tokens, start)
    if found is None:
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
    return (Holiday(rule, which=which or Which.BARE), past) if ends_here(tokens, past) else None


def _name(tokens: Sequence[Token], at: int) -> tuple[Rule, int] | None:
    """Read the longest name from ``at``."""
    longest = longest_from(normal(key_at(tokens, at)))
    best: tuple[Rule, int] | None = None
    words: tuple[str, ...] = ()
    past = at
    while len(words) < longest and past < len(tokens):
        token = tokens[past]
        past += 1
        if token.kind is TokenKind.POSSESSIVE or (token.key in _SKIPPED and (words and is_glued(tokens, past - 1))):
            if best and token.kind is TokenKind.POSSESSIVE:
                best = best[0], past
            continue
        words = (*words, normal(token.key))
        rule = rule_of(words)
        if rule is not None:
            best = rule, past
    return best
