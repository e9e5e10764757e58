"""A colon or a comma behind a known thing leads to the free text: "note for Bo: call back tomorrow".

In: the units of a wish. Out: the same, that mark as a preposition of the slot for the text. A colon does it for any
free text, a comma or a dash only where the verb needs one and nothing behind it is a value of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from slots.parts import BREAK, CONTENT, KNOWN, MARK, PREPOSITION, TEXT, TRIGGER, TYPED, Part, Unit, fits
from slots.tables import SlotKind, SlotSpec

_COLON = ":"
_COMMAS = frozenset(",-–—")


def lead_to_text(part: Part, units: Sequence[Unit]) -> Sequence[Unit]:
    """Make the first mark that leads to the verb's only free text a preposition of it."""
    texts = [slot for slot in part.verb.spec.slots if slot.kind is SlotKind.TEXT]
    if len(texts) != 1 or part.asked == texts[0].name:
        return units
    for number, unit in enumerate(units):
        if unit.kind is PREPOSITION and texts[0].name in unit.slots:
            break
        if unit.kind in (BREAK, MARK) and _leads(part, units, number, texts[0]):
            lead, after = Unit(PREPOSITION, unit.first, unit.past, (texts[0].name,)), units[number + 1]
            first = after if after.kind in CONTENT else Unit(TEXT, after.first, after.past)
            return [*units[:number], lead, first, *units[number + 2 :]]
    return units


def _leads(part: Part, units: Sequence[Unit], number: int, text: SlotSpec) -> bool:
    """Whether a mark stands free between a known thing of the verb, or its trigger, and the first word of a text."""
    if not 0 < number < len(units) - 1:
        return False
    tokens, (before, mark, after) = part.scan.tokens, units[number - 1 : number + 2]
    key = tokens[mark.first].key
    if key not in _COMMAS | {_COLON} or tokens[mark.first].end == tokens[after.first].start:
        return False
    if after.kind not in CONTENT:
        return key == _COLON and text.required and after.kind is PREPOSITION and _is_thing(part, before)
    if key == _COLON:
        is_value = after.kind is TYPED and not text.required
        return not is_value and (_is_thing(part, before) or (text.required and before.kind is TRIGGER))
    is_word = after.kind is TEXT or after.kind not in (TYPED, KNOWN)
    return text.required and is_word and _is_thing(part, before)


def _is_thing(part: Part, unit: Unit) -> bool:
    """Whether a unit is something that a slot for things takes."""
    slots = (slot for slot in part.verb.spec.slots if slot.kind in (SlotKind.ENTITY, SlotKind.CHOICE))
    return unit.kind is not TEXT and any(fits(part, unit, slot.name) for slot in slots)
