"""The slot that a noun leads to behind a quoted name: `project "Kite" client "Zed" type "hourly"`."""

from __future__ import annotations

from collections.abc import Sequence

from slots.compiled import Keys
from slots.parts import KNOWN, MARK, QUOTED, TEXT, Part, Unit, fits
from slots.tables import SlotSpec
from slots.text import keys_of, words_of
from slots.words import NAMING


def quoted_slot(part: Part, units: Sequence[Unit], number: int) -> str:
    """Return the slot whose noun, or the last word of whose title, a unit is; empty for none.

    Behind it stands a quotation, or a known thing that the slot takes; "called" and a colon may stand between.
    """
    tokens, behind = part.scan.tokens, number + 1
    while behind < len(units) and (
        units[behind].kind is MARK or (units[behind].kind is TEXT and tokens[units[behind].first].key in NAMING)
    ):
        behind += 1
    if behind >= len(units) or units[behind].kind not in (QUOTED, KNOWN):
        return ""
    word = tuple(keys_of(tokens[units[number].first : units[number].past]))
    for slot in part.verb.spec.slots:
        is_taken = units[behind].kind is QUOTED or fits(part, units[behind], slot.name)
        if not slot.is_typed and is_taken and word in _nouns(part, slot):
            return slot.name
    return ""


def _nouns(part: Part, slot: SlotSpec) -> set[Keys]:
    return {*part.verb.nouns.get(slot.name, {}), tuple(words_of(slot.title))[-1:]}
