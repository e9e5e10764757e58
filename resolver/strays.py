"""Known names that no preposition leads to: they fill a slot whose table says so, or come first in its menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from resolver.outcome import Ambiguous, Missing, Outcome, Resolved, Tier
from resolver.setting import Setting, candidates_of, entity_value, fitting_entities
from slots.compiled import CompiledVerb
from slots.extraction import Extraction, KnownWords, PhraseKind
from slots.tables import SlotKind


@dataclass(frozen=True, slots=True)
class _Stray:
    words: KnownWords
    """The known name."""
    of: str
    """The slot whose phrase it stands in without fitting; empty for the leftover."""


def _strays(extraction: Extraction, outcomes: Mapping[str, Outcome]) -> list[_Stray]:
    """Return the known names that filled nothing: in the leftover, or in a phrase that fits nothing."""
    found = [_Stray(words, "") for words in extraction.strays]
    for phrase in extraction.phrases:
        outcome = outcomes.get(phrase.slot)
        took = isinstance(outcome, Resolved) and outcome.said == phrase.text
        if phrase.kind is PhraseKind.WORDS and not took and not isinstance(outcome, Ambiguous):
            found.extend(_Stray(words, phrase.slot) for words in phrase.known)
    return found


def fill_from_strays(
    extraction: Extraction,
    verb: CompiledVerb,
    setting: Setting,
    outcomes: dict[str, Outcome],
    *,
    is_loose: bool = False,
) -> None:
    """A known name in the leftover fills a missing slot whose table says so."""
    used: set[KnownWords] = set()
    for slot in verb.spec.slots:
        may_take = slot.from_leftover or (is_loose and slot.kind is SlotKind.ENTITY)
        if not may_take or not isinstance(outcomes.get(slot.name), Missing):
            continue
        for stray in (stray for stray in extraction.strays if stray not in used or slot.from_leftover):
            fitting = fitting_entities(stray, slot, setting)
            if fitting:
                used.add(stray)
            if len(fitting) == 1:
                outcomes[slot.name] = Resolved(value=entity_value(fitting[0]), tier=Tier.LEFTOVER, said=stray.text)
            elif fitting:
                outcomes[slot.name] = Ambiguous(candidates=candidates_of(fitting, setting), said=stray.text)


def add_hints(extraction: Extraction, verb: CompiledVerb, setting: Setting, outcomes: dict[str, Outcome]) -> None:
    """What words meant for another slot name exactly comes first in a missing slot's menu; it is never filled."""
    strays = _strays(extraction, outcomes)
    for slot in verb.spec.slots:
        outcome = outcomes.get(slot.name)
        if slot.kind is not SlotKind.ENTITY or not slot.required or not isinstance(outcome, Missing):
            continue
        fitting = [
            entity
            for stray in strays
            if stray.of != slot.name
            for entity in fitting_entities(stray.words, slot, setting)
        ]
        if fitting:
            unique = tuple({entity.ref: entity for entity in fitting}.values())
            outcomes[slot.name] = outcome.model_copy(
                update={"hints": (*candidates_of(unique, setting), *outcome.hints)}
            )
