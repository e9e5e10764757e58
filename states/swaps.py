"""What a negation is about: the slot whose value was negated, and where "not A B" is cut.

In: a move and the negated words. Out: the slot that shows them, or the swap with its two halves.
"""

from __future__ import annotations

from resolver.entities import SimilarLookup, Steps
from resolver.match import match_entities
from resolver.outcome import Resolved
from resolver.values import DateValue, EntityValue, NumberValue, plain
from slots.money import Amount
from slots.readers import read_expected
from slots.tables import SlotSpec
from slots.text import key_of, tokenize
from states.correction_words import Swap, words_between
from states.move import Move
from states.starting import read_words

_LONGEST = 12
"""Words of "not A B" that are cut: two names of six words, more are a remark."""


def split_swap(move: Move, swap: Swap) -> Steps[Swap]:
    """Cut "not A B", said without a pause, where A is shown and B is another value of its slot."""
    tokens = tokenize(swap.wrong)
    for at in range(len(tokens) - 1 if len(tokens) <= _LONGEST else 0, 0, -1):
        wrong, right = words_between(swap.wrong, tokens, 0, at), words_between(swap.wrong, tokens, at, len(tokens))
        slot = yield from slot_holding(move, wrong)
        if slot is None:
            continue
        said = yield from read_words(move, move.verb(), slot.name, right)
        if isinstance(said, Resolved) and _is_another(said, move, slot):
            return Swap(wrong, right)
    return swap


def _is_another(said: Resolved, move: Move, slot: SlotSpec) -> bool:
    is_known = isinstance(said.value, EntityValue | NumberValue | DateValue)
    return is_known and not said.unused and said.value != move.top.value(slot.name)


def slot_holding(move: Move, words: str) -> Steps[SlotSpec | None]:
    """Return the slot whose value some words name: by its text, by a part of its name, by its reading."""
    wanted = key_of(words)
    tokens = tokenize(words)
    for slot in move.verb().spec.slots:
        outcome = move.top.slots.get(slot.name)
        if not isinstance(outcome, Resolved):
            continue
        value = outcome.value
        if wanted and wanted in (key_of(plain(value)), key_of(outcome.said)):
            return slot
        if isinstance(value, EntityValue):
            found = yield SimilarLookup(words, (value.type,))
            hits = match_entities(words, [entity for entity in found if entity.ref == (value.type, value.id)])
            if hits is not None:
                return slot
        if isinstance(value, NumberValue) and tokens:
            reading = read_expected(tokens, 0, slot)
            said = reading.value if reading is not None and reading.past == len(tokens) else None
            if (said.amount if isinstance(said, Amount) else said) == value.number:
                return slot
        if isinstance(value, DateValue) and tokens and read_expected(tokens, 0, slot) is not None:
            return slot
    return None
