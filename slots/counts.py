"""Plain numbers and what they count: "3 *tickets*", "a dozen *jars*", "jars *x12*", "2 *nights*" that count another
thing.

In: a part, a position and a slot for numbers. Out: the number of that slot which starts there, or None.
"""

from __future__ import annotations

from collections.abc import Sequence

from slots.compiled import longest
from slots.number_forms import DOZENS, read_bare_number
from slots.numbers import read_number
from slots.parts import Part
from slots.readers import Reading, read_value
from slots.tables import SlotKind, SlotSpec
from slots.text import NUMBER, WORD, Token, keys_of
from slots.words import ARTICLES, CLOSINGS, DEFINITE, SPEECH

DETERMINERS: frozenset[str] = ARTICLES | frozenset(
    "those these all remaining other others about around roughly approximately exactly only just".split()
)
"""Words between the trigger and a number that counts what the verb is about ("move *the* 7 jars", "*about* 20")."""

_TIMES = frozenset("x×")
"""Signs between a number and what it counts ("12 *x* jars", "jars *x*12")."""

MORE: frozenset[str] = frozenset("more extra additional further other".split())
"""Words between a number and its noun."""

_OF_WHICH = DETERMINERS | {"them"}
"""Words behind the *of* of a part ("7 of *those*")."""

_ADVERBS = (SPEECH - {"of"}) | frozenset("there too again altogether total max maybe tonight".split())
"""Words behind a number that are nothing to be counted."""

_REACH = 8
"""Tokens before a number at which the readers look, and between a number's first word and the name behind it."""


def counted_at(part: Part) -> frozenset[int]:
    """Return where a number of what the verb is about may start, in any words for one: behind the trigger, and around
    the known things. Only a verb that needs a number has such places."""
    if not any(slot.kind is SlotKind.NUMBER and slot.required for slot in part.verb.spec.slots):
        return frozenset()
    tokens, found = part.scan.tokens, set[int]()
    if part.triggers:
        at = part.triggers[-1][1]
        found.add(at)
        while at < part.past and tokens[at].key in DETERMINERS:
            at += 1
            found.add(at)
    for name in part.scan.known:
        found.update(range(max(part.first, name.first - _REACH // 2), name.first))
        if name.past < part.past and tokens[name.past].key in _TIMES:
            found.add(name.past)
    return frozenset(found)


def read_count(part: Part, at: int, slot: SlotSpec) -> Reading | None:
    """Return the plain number of a slot that starts at a position, when it counts nothing else."""
    if is_pointer(part.scan.tokens, at) or _is_inside_name(part, at):
        return None
    found = part.scan.value_at(at, slot) or _before_name(part, at, slot)
    if found is None and slot.required and at in part.counted:
        found = _dozens(part, at) or _behind_sign(part, at)
    if found is None or (at in part.expecting and found.past == part.past):
        return None  # all that answers another question: if that is none of its values, it is nobody's
    return None if part.asked != slot.name and _counts_other(part, found.past, slot) else found


def past_noun(part: Part, slot: SlotSpec, at: int) -> int:
    """Return the position after what the slot's plain number at ``at`` counts ("3 *tickets*"); ``at`` for nothing.

    A noun that is the only name of a thing that the verb takes is left to that ("mark 2 *jars* as broken").
    """
    past = _noun_end(part, slot, at)
    name = part.scan.known_at.get(at) if past > at and part.asked != slot.name else None
    if name is None or name.past < past:
        return past
    types = {kind for other in part.verb.spec.slots for kind in other.entities if kind in name.types}
    is_only = bool(types) and all(part.scan.known_types[kind] == 1 for kind in types)
    return at if is_only else past


def _noun_end(part: Part, slot: SlotSpec, at: int) -> int:
    nouns = part.verb.nouns[slot.name] if slot.kind is SlotKind.NUMBER else {}
    keys = tuple(token.key for token in part.scan.tokens[at : min(part.past, at + max(map(len, nouns), default=0))])
    return at + max((len(noun) for noun in nouns if keys[: len(noun)] == noun), default=0)


def is_pointer(tokens: Sequence[Token], at: int) -> bool:
    """Whether *one* stands for a noun and is no number ("the reading one")."""
    if tokens[at].key != "one" or (at + 1 < len(tokens) and tokens[at + 1].kind in (WORD, NUMBER)):
        return False
    return any(token.key in DEFINITE for token in tokens[max(0, at - 3) : max(0, at - 1)])


def _is_inside_name(part: Part, at: int) -> bool:
    """Whether a number belongs to a name of the tenant, whatever its type ("bay *2*"), behind words that are none of
    the verb's own."""
    first = part.scan.inside_names.get(at)
    if first is None or part.scan.tokens[first].key in part.form.firsts:
        return False
    return not any(start <= first < past for start, past in part.triggers)


def _counts_other(part: Part, past: int, slot: SlotSpec) -> bool:
    """Whether a plain number counts something else than its slot's nouns ("3 nights" where rooms and guests count).

    Where a slot has no nouns, in a reply to another question ("I have 2 questions"). What is read as a value, and what
    is nothing to be counted ("4 *tomorrow*", "4 *please*"), is no such thing.
    """
    tokens, at = part.scan.tokens, _past_more(part.scan.tokens, past)
    if not (part.is_answer or slot.nouns) or at >= part.past or tokens[at].kind is not WORD:
        return False
    if at in part.scan.known_over or _noun_end(part, slot, at) > at or any(at == first for first, _ in part.triggers):
        return False
    if longest(tokens, at, part.form.words) is not None or CLOSINGS.at(keys_of(tokens), at):
        return False
    if any(other.is_typed and part.scan.value_at(at, other) for other in part.verb.spec.slots):
        return False
    return not slot.nouns or tokens[at].key not in _ADVERBS


def _past_more(tokens: Sequence[Token], at: int) -> int:
    """Return the position behind words that only lead from a number to what it counts ("5 *more* jars", "7 *of the*
    jars")."""
    while at < len(tokens) and tokens[at].key in MORE:
        at += 1
    if at + 1 < len(tokens) and tokens[at].key == "of" and tokens[at + 1].key in _OF_WHICH:
        at += 2
    return at


# -- more ways to say a number ---------------------------------------------------


def _before_name(part: Part, at: int, slot: SlotSpec) -> Reading | None:
    """Read a number up to a known name that looks like a part of it, or to its sign ("10 *m8 nuts*", "12 *x* hat")."""
    tokens, known = part.scan.tokens, part.scan.known_at
    if slot.kind not in part.scan.begun[at]:
        return None
    for end in range(at + 1, at + _REACH // 2):
        is_sign = end < len(tokens) and tokens[end].key in _TIMES and end + 1 in known
        if end in known or is_sign:
            start = max(0, at - _REACH)
            found = read_value(tokens[start:end], at - start, slot)
            return Reading(found.value, end + is_sign) if found is not None and start + found.past == end else None
    return None


def _dozens(part: Part, at: int) -> Reading | None:
    """Read a number of dozens, with what leads to what it counts ("half a dozen", "a couple *of*")."""
    found = read_bare_number(part.scan.tokens, at)
    if found is None or found[1] > part.past or found[0] < 0:
        return None
    said = keys_of(part.scan.tokens)[at : found[1]]
    is_lone = len(said) == 1 and found[1] not in part.scan.known_at
    return None if DOZENS.keys().isdisjoint(said) or is_lone else Reading(*found)


def _behind_sign(part: Part, at: int) -> Reading | None:
    """Read a number with its sign behind a known thing ("jars *x12*")."""
    if part.scan.tokens[at].key not in _TIMES or at == 0 or at - 1 not in part.scan.known_over:
        return None
    found = read_number(part.scan.tokens[at + 1 : min(part.past, at + _REACH)], 0)
    return Reading(found[0], at + 1 + found[1]) if found is not None else None
