"""A bare number right behind what it is said of, with no preposition: "set the rate for Freya 150", "set rate 150".

In: the units of a part, before prepositions are bound. Out: the same units, such a number as a value. It counts
for the one slot that must have a number, where nothing else was read for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from slots.parts import CONTENT, KNOWN, MARKER, PREPOSITION, PRONOUN, TEXT, TRIGGER, TYPED, Part, Unit
from slots.readers import read_expected
from slots.tables import SlotKind, SlotSpec

_COUNTED = frozenset({SlotKind.NUMBER, SlotKind.MONEY, SlotKind.DURATION})


def read_stated(part: Part, units: Sequence[Unit]) -> Sequence[Unit]:
    """Turn a bare number behind the trigger's own noun or behind a person into a value, where it ends its stretch.

    Behind another name a number may be a part of it ("Apollo 2"): there a word of the verb must follow ("the Den 21
    *degrees*").
    """
    slot = _wanted(part, units)
    if slot is None:
        return units
    for number in range(1, len(units)):
        unit = units[number]
        if unit.kind is not TEXT or not _is_stated(part, units[number - 1]):
            continue
        reading = read_expected(part.scan.tokens, unit.first, slot)
        if reading is None:
            continue
        after = number + 1
        while after < len(units) and units[after].first < reading.past:
            after += 1
        behind = units[after] if after < len(units) else None
        is_marked = behind is not None and behind.kind is MARKER
        if (behind is None or behind.kind not in CONTENT) and (is_marked or _is_led(part, units[number - 1])):
            value = Unit(TYPED, unit.first, reading.past, (slot.name,), value=reading.value)
            return [*units[:number], value, *units[after:]]
    return units


def _wanted(part: Part, units: Sequence[Unit]) -> SlotSpec | None:
    """Return the one slot that such a number can be for."""
    slots = [slot for slot in part.verb.spec.slots if slot.required and slot.kind in _COUNTED]
    slot = slots[0] if len(slots) == 1 else None
    if slot is None or any(unit.kind is TYPED and slot.name in unit.slots for unit in units):
        return None
    own = [unit for unit in units if unit.kind is PREPOSITION and unit.slots == (slot.name,)]
    return None if own else slot


def _is_stated(part: Part, before: Unit) -> bool:
    """Whether a unit is the last part of the trigger, its noun, or a known thing: a number behind it is said of it."""
    if before.kind is TRIGGER:
        return sum(past - first for first, past in part.triggers) > 1 and before.past == part.triggers[-1][1]
    return before.kind in (KNOWN, PRONOUN)


def _is_led(part: Part, before: Unit) -> bool:
    """Whether no number can be a part of a unit."""
    return before.kind is not KNOWN or not before.types.isdisjoint(part.verb.people)
