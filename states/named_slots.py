"""Which slots a correction names: "change the <slot> to <value>", "the <slot> is <value> and the <slot> <value>".

In: the words of a correction. Out: the slots of the pending verb that it names, each with the words meant for it;
:mod:`states.correcting` reads these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from slots.compiled import keys
from slots.readers import read_expected
from slots.tables import SlotKind, SlotSpec
from slots.text import Token, tokenize
from slots.words import ARTICLES, NAME_LEADS
from states.correction_words import BETWEEN, CHANGE_WORDS, JOINS, WRONG, opening, strip_lead, words_between
from states.move import Move

LONGEST_CORRECTION = 60
"""Tokens of a reply that corrects another slot than the one asked for, or is one name: more than anybody says, and a
bound on reading a message a second time."""


def find_named_slot(move: Move, text: str) -> tuple[SlotSpec, str] | None:
    """Read "change the <slot> to <value>", "the <slot> is <value>", "<slot>: <value>", "call it <value>".

    The value is empty where only the slot is said to be wrong ("change the project", "the date is wrong").
    None for anything else.
    """
    tokens = tokenize(text)
    at = 0
    called, own = opening(tokens, NAME_LEADS), _only_name(move)
    if own is not None and called and len(called) < len(tokens):
        return own, words_between(text, tokens, len(called), len(tokens))
    while at < len(tokens) and (tokens[at].key in CHANGE_WORDS or tokens[at].key in ARTICLES):
        at += 1
    for slot, name in slot_names(move):
        past = at + len(name)
        if tuple(token.key for token in tokens[at:past]) != name:
            continue
        if past == len(tokens) and any(token.key in CHANGE_WORDS for token in tokens[:at]):
            return slot, ""
        if tuple(token.key for token in tokens[past:]) in WRONG:
            return slot, ""
        between = opening(tokens[past:], BETWEEN)
        if not between and not (past < len(tokens) and at > 0) and not _is_whole(tokens, past, slot):
            continue
        value = past + len(between)
        if value < len(tokens):
            return slot, words_between(text, tokens, value, len(tokens))
    return None


def _is_whole(tokens: Sequence[Token], at: int, slot: SlotSpec) -> bool:
    """Whether what stands from a position on is a value of a slot to its last word ("hours *3*")."""
    reading = read_expected(tokens, at, slot) if slot.is_typed and at < len(tokens) else None
    return reading is not None and reading.past == len(tokens)


def slot_names(move: Move) -> list[tuple[SlotSpec, tuple[str, ...]]]:
    """Return every way to name a slot of the verb, longest first; a type's noun is the known thing first."""
    found: list[tuple[SlotSpec, tuple[str, ...]]] = []
    own = _only_name(move)
    if own is not None:
        found.append((own, ("name",)))
    last = Counter(keys(slot.title)[-1:] for slot in move.verb().spec.slots)
    for slot in move.verb().spec.slots:
        if last[keys(slot.title)[-1:]] == 1:
            found.append((slot, keys(slot.title)[-1:]))
        nouns = {noun for noun in move.verb().nouns.get(slot.name, {}) if noun}
        for name in {keys(slot.title), keys(slot.name.replace("_", " ")), *nouns}:
            found.append((slot, name))
    return sorted(found, key=lambda pair: (-len(pair[1]), pair[1], pair[0].kind is SlotKind.NAME, pair[0].name))


def _only_name(move: Move) -> SlotSpec | None:
    """Return the verb's slot for a new name, when it has just one."""
    names = [slot for slot in move.verb().spec.slots if slot.kind is SlotKind.NAME]
    return names[0] if len(names) == 1 else None


def name_slots(move: Move, slot: SlotSpec, words: str) -> tuple[tuple[SlotSpec, str], ...]:
    """Cut what is said for one slot where another one is named behind a joining word, each with its words."""
    tokens = tokenize(words)
    if slot.kind is SlotKind.TEXT or len(tokens) > LONGEST_CORRECTION:
        return ((slot, words),)
    for at, token in enumerate(tokens):
        if not at or token.key not in JOINS:
            continue
        other = find_named_slot(move, strip_lead(words_between(words, tokens, at + 1, len(tokens))))
        if other is not None and other[1] and other[0] is not slot:
            return (slot, words_between(words, tokens, 0, at)), *name_slots(move, *other)
    return ((slot, words),)
