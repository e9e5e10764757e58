"""One of a list's values: by its name or alias, alone or inside a phrase.

In: the phrase of a slot of kind choice. Out: the choice with the words beside it that it leaves out, several to
choose from, or missing. The list stands in the table, or is one of the directory's.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from resolver.entities import NamesLookup, SimilarLookup, Steps
from resolver.match import match_entities, names_of
from resolver.names import without_rest
from resolver.outcome import Ambiguous, Candidate, Missing, Outcome, Reason, Resolved, Tier
from resolver.values import TextValue
from slots.compiled import CompiledVerb
from slots.extraction import SlotPhrase
from slots.tables import SlotSpec
from slots.text import key_of, words_of
from slots.words import ARTICLES


def resolve_choice(phrase: SlotPhrase, slot: SlotSpec, verb: CompiledVerb) -> Steps[Outcome]:
    """A choice: by its name or alias, in the phrase or inside it; else closely."""
    whole = key_of(phrase.text)
    said = [whole, *(known.key for known in phrase.known)]
    if not slot.choices_from:
        keys = {key: verb.choice_names[(slot.name, key)] for key in said if (slot.name, key) in verb.choice_names}
        names = [keys[whole]] if whole in keys else list(dict.fromkeys(keys.values()))
        outcome = _chosen(names, Tier.EXACT, {*keys} if whole not in keys else {whole}, phrase)
        return _without_own_words(outcome, verb)
    pool = tuple((yield NamesLookup(tuple(sorted({key for key in said if key})), (slot.choices_from,))))
    if not pool:
        pool = tuple((yield SimilarLookup(phrase.text, (slot.choices_from,))))
    hits = match_entities(phrase.text, pool)
    found = hits.entities if hits else (pool if phrase.known else ())
    taken = {key_of(name) for entity in found for name in names_of(entity)} if phrase.known else {whole}
    tier = hits.tier if hits else Tier.EXACT
    return _without_own_words(_chosen([entity.name for entity in found], tier, taken, phrase), verb)


def _chosen(names: Sequence[str], tier: Tier, taken: Collection[str], phrase: SlotPhrase) -> Outcome:
    """Return the one choice that was said, with the words beside it; several are asked about."""
    if not names:
        return Missing(reason=Reason.NO_MATCH, said=phrase.text, via=phrase.via)
    if len(names) > 1:
        options = tuple(Candidate(value=TextValue(text=name), label=name, aliases=(name,)) for name in names)
        return Ambiguous(candidates=options, said=phrase.text, via=phrase.via)
    found = Resolved(value=TextValue(text=names[0]), tier=tier, said=phrase.text, via=phrase.via)
    if key_of(phrase.text) in taken:
        return found
    is_led = phrase.via == "answer" and bool(phrase.known)  # what leads to it in an answer is no value
    said = phrase.text[phrase.text.find(phrase.known[0].text) :] if is_led else phrase.text
    return without_rest(found, taken, replace(phrase, text=said))


def _without_own_words(outcome: Outcome, verb: CompiledVerb) -> Outcome:
    """Say nothing of words beside a choice that only name a slot or the verb's object ("as an internal *project*")."""
    if not isinstance(outcome, Resolved) or not outcome.unused:
        return outcome
    spec = verb.spec
    slots = {word for slot in spec.slots for word in words_of(slot.title)}
    leads = {word for form in verb.forms for preposition in form.prepositions for word in preposition}
    things = {word for trigger in spec.triggers for word in trigger.phrase.split() if not word.startswith("{")}
    says_more = set(words_of(outcome.unused)) - slots - leads - things - ARTICLES
    return outcome if says_more else outcome.model_copy(update={"unused": ""})
