"""A known thing beside the one that the trigger or a preposition leads to: "serve *Ada tea*", "serve *tea* to Ada".

In: the content of one region. Out: its pieces, each with the slot that takes it. Only a slot whose table says
``from_leftover`` takes what stands so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slots.binding import fits
from slots.parts import KNOWN, Part, Unit
from slots.tables import SlotKind
from slots.words import ARTICLES

Piece = tuple[str, list[Unit]]
"""A slot, and the units that it takes."""


def split_things(part: Part, slot: str, content: list[Unit], filled: Mapping[str, int]) -> list[Piece]:
    """Cut a region's content where the known thing of another slot begins; one piece where none does.

    Before it stands nothing, or a thing of the region's own slot: what nobody knows may be a longer name ("Old Tea").
    """
    at, other = _other_thing(part, slot, content, filled)
    if not other:
        return [(slot, content)]
    start = _with_lead(part, content, at, other)
    before = content[:start]
    if not before or not any(fits(part, unit, slot) for unit in before):
        behind = next((n for n in range(at, len(content)) if _names(part, content[n], slot)), len(content))
        own = _with_lead(part, content, behind, slot)
        return (
            [(slot, content)]
            if before
            else [(other, content[:own]), *([(slot, content[own:])] if content[own:] else [])]
        )
    if any(_names(part, unit, slot) for unit in content[at:]):
        return [(slot, content)]
    owner = len(before) > 1 and before[-1].pronoun is not None and before[-1].pronoun.is_possessive
    return [(slot, before[:-1] if owner else before), (other, content[start:])]


def _other_thing(part: Part, slot: str, content: Sequence[Unit], filled: Mapping[str, int]) -> tuple[int, str]:
    """Return where the first known thing stands that only another slot takes, and that slot; empty for none."""
    others = [
        spec.name
        for spec in part.verb.spec.slots
        if spec.from_leftover and spec.kind is SlotKind.ENTITY and spec.name != slot and not filled.get(spec.name)
    ]
    if not others or part.verb.spec.slot(slot).kind is not SlotKind.ENTITY:
        return 0, ""
    for at, unit in enumerate(content):
        if unit.kind is KNOWN and not fits(part, unit, slot):
            found = next((name for name in others if fits(part, unit, name)), "")
            if found:
                return at, found
    return 0, ""


def _names(part: Part, unit: Unit, slot: str) -> bool:
    return unit.kind is KNOWN and fits(part, unit, slot)


def _with_lead(part: Part, content: Sequence[Unit], at: int, slot: str) -> int:
    """Return where the article and the noun before a slot's thing stand ("*a glass* lemonade")."""
    nouns = part.verb.nouns.get(slot, {})
    while at > 0:
        key = part.scan.tokens[content[at - 1].first].key
        if key not in ARTICLES and (key,) not in nouns:
            break
        at -= 1
    return at
