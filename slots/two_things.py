"""A known thing beside the one that the trigger or a preposition leads to: "serve *Ada tea*", "serve *tea* to Ada".

In: the content of one region. Out: its pieces, each with the slot that takes it. Only a slot whose table says
``from_leftover`` takes what stands so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slots.parts import KNOWN, TEXT, Part, Unit, fits
from slots.tables import SlotKind
from slots.words import ARTICLES, Pronoun, PronounKind

Piece = tuple[str, list[Unit]]
"""A slot, and the units that it takes."""


def split_things(part: Part, slot: str, content: list[Unit], filled: Mapping[str, int]) -> list[Piece]:
    """Cut a region's content where the known thing of another slot begins; one piece where none does.

    Before it stands nothing, or a thing of the region's own slot: what nobody knows may be a longer name ("Old Tea").
    """
    if _is_for_person(part, slot, content):
        receiver = _receiver(part, slot, content[0].pronoun, filled)
        if receiver:
            return [(receiver, content[:1]), (slot, content[1:])]
        if content[0].pronoun and content[0].pronoun.kind is PronounKind.ME:
            return [(slot, content[1:])]
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


def _is_for_person(part: Part, slot: str, content: Sequence[Unit]) -> bool:
    """Whether a pronoun says for whom the thing behind it is ("book *her* a massage", "book *her* massage")."""
    pronoun = content[0].pronoun
    if pronoun is None or pronoun.kind is PronounKind.IT or len(content) < 2:
        return False
    if part.verb.spec.slot(slot).kind is not SlotKind.ENTITY or (
        pronoun.is_possessive and pronoun.kind is PronounKind.ME
    ):
        return False
    is_article = content[1].kind is TEXT and part.scan.tokens[content[1].first].key in ARTICLES
    return any(_names(part, unit, slot) for unit in content[1:]) or (is_article and not pronoun.is_possessive)


def _receiver(part: Part, slot: str, pronoun: Pronoun | None, filled: Mapping[str, int]) -> str:
    """Return the slot of the person that a pronoun says: one that ``for`` leads to, or that needs no preposition."""
    is_led = pronoun is not None and not pronoun.is_possessive
    led = part.form.prepositions.get(("for",), ()) if is_led else ()
    return next(
        (
            other.name
            for other in part.verb.spec.slots
            if (other.from_leftover or other.name in led)
            and other.name != slot
            and other.kind is SlotKind.ENTITY
            and not filled.get(other.name)
            and not part.verb.people.isdisjoint(other.entities)
        ),
        "",
    )


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
