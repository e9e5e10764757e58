"""What a reply to a slot's question refers to.

In: the extraction of a reply, the slot that was asked for, the slots that are open. Out: a
:class:`~resolver.resolve.Resolution` of the slots that the reply says something about. What was asked for goes before
what a preposition of another slot says.
"""

from __future__ import annotations

from dataclasses import replace

from resolver.entities import Steps
from resolver.outcome import Ambiguous, Missing, Outcome, Resolved, Tier
from resolver.resolve import (
    FITS_NOTHING,
    Resolution,
    read_outcome,
    resolve_phrase,
    resolve_said,
)
from resolver.sentences import leads_on, says_other_type, turns_away
from resolver.setting import Setting
from resolver.strays import add_hints, fill_from_strays
from resolver.values import TextValue
from slots.compiled import CompiledVerb
from slots.extraction import Extraction
from slots.tables import SlotKind
from slots.text import words_of

MAX_TRIES = 8
"""Phrases of a reply that are tried for the slot that was asked for: each may ask the directory, and nobody says more
before the answer."""

_SAYS_LITTLE = frozenset({"on", "at", "in", "for", "of"})
"""Prepositions that a value has in any answer; *from*, *to*, *by* and the like say which slot is meant."""


def resolve_reply(
    extraction: Extraction, verb: CompiledVerb, setting: Setting, open_slots: frozenset[str], asked: str = ""
) -> Steps[Resolution]:
    """Resolve a reply: what it says, and known names that stand in it for the slots that are still open.

    What another slot's preposition leads to and that slot does not take is the answer for the slot ``asked``
    ("Which project was it for?" - "for Nike", where *for* is a person), when it takes it.
    """
    said = yield from resolve_said(extraction, verb, setting)
    said = _value_for_asked(said, extraction, verb, setting, asked)
    said = yield from _give_to_asked(said, extraction, verb, setting, asked)
    outcomes = _choices_beside(said, extraction, verb, open_slots) | dict(said.outcomes)
    missing = {name: outcomes.get(name, Missing()) for name in open_slots}
    fill_from_strays(extraction, verb, setting, missing)
    add_hints(extraction, verb, setting, missing)
    outcomes |= {
        name: outcome for name, outcome in missing.items() if not isinstance(outcome, Missing) or outcome.hints
    }
    return Resolution(outcomes, said.spare)


def _value_for_asked(
    said: Resolution, extraction: Extraction, verb: CompiledVerb, setting: Setting, asked: str
) -> Resolution:
    """Give the slot that was asked for the only value of its kind, where a common preposition led to another slot.

    "Until which day?" - "on March 14th", where *on* is the day of arrival; "from March 14th" says that it is that day.
    """
    spec = verb.spec.slot(asked) if asked else None
    if spec is None or not spec.is_typed or asked in said.outcomes:
        return said
    values = [one for one in extraction.phrases if one.value is not None and verb.spec.slot(one.slot).kind is spec.kind]
    if len(values) != 1 or values[0].via.casefold() not in _SAYS_LITTLE:
        return said
    outcomes = {name: outcome for name, outcome in said.outcomes.items() if name != values[0].slot}
    return Resolution(outcomes | {asked: read_outcome(values[0], spec, setting)}, said.spare)


def _give_to_asked(
    said: Resolution, extraction: Extraction, verb: CompiledVerb, setting: Setting, asked: str
) -> Steps[Resolution]:
    """Give the slot that was asked for the first phrase that its own slot did not take, when the asked one takes it."""
    spec = verb.spec.slot(asked) if asked else None
    if spec is None or spec.kind is not SlotKind.ENTITY or not isinstance(said.outcomes.get(asked, Missing()), Missing):
        return said
    if turns_away(words_of(" ".join(extraction.leftover))):
        return said
    for phrase in extraction.phrases[:MAX_TRIES]:
        if phrase.slot == asked and phrase.via == "answer" and not leads_on(words_of(phrase.text)):
            return said
        if says_other_type((phrase.type_noun, *words_of(phrase.text)), spec, setting):
            continue
        own = said.outcomes.get(phrase.slot)
        is_missing = isinstance(own, Missing) and own.reason in FITS_NOTHING and own.said == phrase.text
        if not (phrase.text in said.spare or is_missing):
            continue
        found = yield from resolve_phrase(replace(phrase, via="answer"), spec, verb, setting)
        if isinstance(found, Resolved | Ambiguous):
            outcomes = {
                name: outcome for name, outcome in said.outcomes.items() if outcome is not own or not is_missing
            }
            return Resolution(outcomes | {asked: found}, tuple(one for one in said.spare if one != phrase.text))
    return said


def _choices_beside(
    said: Resolution, extraction: Extraction, verb: CompiledVerb, open_slots: frozenset[str]
) -> dict[str, Outcome]:
    """Return the choices that stand in words that nothing was taken from ("*I'd like a luxury one*, to the museum")."""
    spare = [known for phrase in extraction.phrases if phrase.text in said.spare for known in phrase.known]
    found: dict[str, Outcome] = {}
    for slot in (slot for slot in verb.spec.slots if slot.kind is SlotKind.CHOICE and slot.name in open_slots):
        said_for = {verb.choice_names.get((slot.name, known.key), ""): known for known in spare}
        named = [(name, known) for name, known in said_for.items() if name]
        if len(named) == 1:
            name, known = named[0]
            found[slot.name] = Resolved(value=TextValue(text=name), tier=Tier.EXACT, said=known.text, via="bare")
    return found
