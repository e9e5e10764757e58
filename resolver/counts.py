"""A number before words that only resolving tells to be the thing that the verb is about: "move *20* blue vases".

In: an extraction and what became of its phrases. Out: the number's slot filled too. A slot whose ``nouns`` say what it
counts takes no number before other words (:mod:`slots.counts`), and these were none of the known names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from resolver.entities import Steps
from resolver.outcome import Missing, Outcome, Reason, Resolved, Tier
from resolver.resolve import Resolution, read_outcome, resolve, resolve_phrase
from resolver.setting import Setting
from resolver.values import EntityValue
from slots.compiled import CompiledVerb
from slots.extraction import Extraction, PhraseKind, SlotPhrase
from slots.numbers import read_number
from slots.tables import SlotKind
from slots.text import Span, tokenize, words_of


def resolve_counted(
    extraction: Extraction, verb: CompiledVerb, setting: Setting, *, is_loose: bool = False
) -> Steps[Resolution]:
    """Resolve an utterance that starts a verb as :func:`resolver.resolve.resolve` does, and the number before its
    object."""
    said = yield from resolve(extraction, verb, setting, is_loose=is_loose)
    counted = yield from _count_before(extraction, verb, setting, said.outcomes)
    return Resolution(said.outcomes | counted, said.spare)


def _count_before(
    extraction: Extraction, verb: CompiledVerb, setting: Setting, outcomes: Mapping[str, Outcome]
) -> Steps[dict[str, Outcome]]:
    """Return the slot for numbers that nothing was said for, with the number before the thing behind the trigger.

    Where the words with the number name nothing, those behind it are looked up.
    """
    empty = (slot for slot in verb.spec.slots if slot.kind is SlotKind.NUMBER and slot.bare and slot.nouns)
    slot = next((slot for slot in empty if _is_unsaid(outcomes.get(slot.name))), None)
    phrase = next((one for one in extraction.phrases if one.kind is PhraseKind.WORDS and one.via == "object"), None)
    if slot is None or phrase is None:
        return {}
    tokens, thing = tokenize(phrase.text), outcomes.get(phrase.slot)
    number = read_number(tokens, 0) if verb.spec.slot(phrase.slot).kind is SlotKind.ENTITY else None
    if number is None or number[1] >= len(tokens) or thing is None or thing.said != phrase.text:
        return {}
    found: dict[str, Outcome] = {}
    if isinstance(thing, Missing):
        start = tokens[number[1]].start
        behind = Span(phrase.span.start + start, phrase.span.end)
        rest = replace(phrase, text=phrase.text[start:], span=behind, full="", longer="")
        thing = yield from resolve_phrase(rest, verb.spec.slot(phrase.slot), verb, setting)
        found[phrase.slot] = thing
    if not isinstance(thing, Resolved) or not isinstance(thing.value, EntityValue):
        return {}
    if words_of(thing.value.name)[:1] == words_of(phrase.text)[:1]:
        return {}  # a number of the name's own
    end = tokens[number[1] - 1].end
    words = Span(phrase.span.start, phrase.span.start + end)
    counted = SlotPhrase(slot.name, phrase.text[:end], words, PhraseKind.VALUE, phrase.via, value=number[0])
    return {**found, slot.name: read_outcome(counted, slot, setting)}


def _is_unsaid(outcome: Outcome | None) -> bool:
    """Whether nothing was said for a slot: a default is no more than that."""
    if isinstance(outcome, Resolved):
        return outcome.tier is Tier.DEFAULT
    return outcome is None or (isinstance(outcome, Missing) and outcome.reason is Reason.NOT_SAID)
