"""What pronouns point at, in their own message or in the typed log of mentions, and what may be inferred from it.

The log reaches back 24 hours (decisions.md, Resolving). Of the entities that fit
the slot and the pronoun, those of the most recent turn that has any count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from resolver.entities import Entity, Mention, RefsLookup, Steps
from resolver.outcome import Ambiguous, Missing, Outcome, Reason, Resolved, Tier
from resolver.sentences import NEGATIONS
from resolver.setting import Setting, candidates_of, entity_value, fitting_entities, in_type_order
from resolver.values import EntityValue
from slots.compiled import CompiledVerb
from slots.extraction import Extraction, KnownWords, PhraseKind, SlotPhrase
from slots.tables import SlotKind, SlotSpec
from slots.text import key_of, words_of
from slots.words import PronounKind

REACH = timedelta(hours=24)
"""How far back the log counts (the spike: the existing 24 h window)."""

_GENDERED: Mapping[PronounKind, str] = {PronounKind.HE: "he", PronounKind.SHE: "she"}


def resolve_pronoun(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Steps[Outcome]:
    """Return what a pronoun stands for in a slot."""
    kind = phrase.pronoun or PronounKind.IT
    if kind is PronounKind.ME:
        return _speaker(phrase, slot, setting)
    wanted = (phrase.type_noun,) if phrase.type_noun else slot.entities
    is_definite = bool(phrase.type_noun)
    turn, found = yield from _latest(
        slot, wanted, setting, lambda entity: is_definite or _fits_pronoun(kind, entity, setting)
    )
    if not found:
        return Missing(reason=Reason.NO_REFERENT, said=phrase.text, via=phrase.via)
    created = [entity for entity in found if any(m.is_created and (m.type, m.id) == entity.ref for m in turn)]
    if len(created) == 1:
        found = (created[0],)
    if len(found) > 1 and kind is PronounKind.THEY:
        found = tuple(entity for entity in found if _spoken_of(entity) == "they") or found
    if len(found) > 1:
        return Ambiguous(candidates=candidates_of(found, setting), said=phrase.text, via=phrase.via)
    return Resolved(
        value=entity_value(found[0]), tier=Tier.PRONOUN, said=phrase.text, via=phrase.via, seen_at=turn[0].at
    )


def refer_back(
    extraction: Extraction, phrases: Sequence[SlotPhrase], slot: SlotSpec, verb: CompiledVerb, setting: Setting
) -> Outcome | None:
    """A pronoun alone stands for what the same message named before it for nothing else; None where it named none.

    Beside a *not* nobody knows what is meant ("Don't touch the shop. Archive it"): the log of mentions decides.
    """
    if [phrase.kind for phrase in phrases] != [PhraseKind.PRONOUN] or slot.kind is not SlotKind.ENTITY:
        return None
    phrase = phrases[0]
    if not NEGATIONS.isdisjoint(words_of(" ".join(extraction.leftover))):
        return None
    strays = [
        stray
        for stray in (*extraction.strays, *_taken_by_none(extraction, verb, setting))
        if stray.span.end <= phrase.span.start
    ]
    named = {entity.ref: entity for stray in strays for entity in fitting_entities(stray, slot, setting)}
    return _stands_for(phrase, tuple(named.values()), setting)


def _taken_by_none(extraction: Extraction, verb: CompiledVerb, setting: Setting) -> tuple[KnownWords, ...]:
    """Return the words of the phrases whose own slots do not take them ("Mark said hi *to John*", for a project)."""
    said = ((one, KnownWords(one.text, one.span, key_of(one.text), frozenset())) for one in extraction.phrases)
    return tuple(
        words
        for one, words in said
        if one.value is None and not fitting_entities(words, verb.spec.slot(one.slot), setting)
    )


def _stands_for(phrase: SlotPhrase, named: tuple[Entity, ...], setting: Setting) -> Outcome | None:
    """Return what a pronoun stands for of the things that its own message named before it; None for none of them."""
    kind = phrase.pronoun or PronounKind.IT
    if kind is PronounKind.ME:
        return None
    noun = phrase.type_noun
    found = tuple(one for one in named if (one.type == noun if noun else _fits_pronoun(kind, one, setting)))
    if len(found) > 1:
        return Ambiguous(candidates=candidates_of(found, setting), said=phrase.text, via=phrase.via)
    if not found:
        return None
    return Resolved(value=entity_value(found[0]), tier=Tier.PRONOUN, said=phrase.text, via=phrase.via)


def infer(slot: SlotSpec, setting: Setting) -> Steps[Resolved | None]:
    """Return the entity that a slot may take without a word: the only one of the most recent turn that has any."""
    turn, found = yield from _latest(slot, slot.entities, setting, lambda entity: True)
    if len(found) != 1:
        return None
    return Resolved(value=entity_value(found[0]), tier=Tier.INFERRED, seen_at=turn[0].at)


def mentioned_by_speaker(slot: SlotSpec, setting: Setting) -> Steps[tuple[Entity, ...]]:
    """Return what the speaker mentioned last that a slot takes, newest first, each once."""
    own = [mention for mention in recent_mentions(setting, slot.entities) if mention.by == setting.actor.id]
    refs = tuple(dict.fromkeys((mention.type, mention.id) for mention in own))
    if not refs:
        return ()
    found = {entity.ref: entity for entity in (yield RefsLookup(refs))}
    known = (found[ref] for ref in refs if ref in found)
    return tuple(entity for entity in known if entity.is_active and entity.fits(slot.where))


def recent_mentions(setting: Setting, types: tuple[str, ...]) -> tuple[Mention, ...]:
    """Return the entries of the log of some types that still count, newest first."""
    oldest = setting.now - REACH
    return tuple(mention for mention in setting.mentions if mention.type in types and mention.at >= oldest)


def _latest(
    slot: SlotSpec, types: tuple[str, ...], setting: Setting, accepts: Callable[[Entity], bool]
) -> Steps[tuple[tuple[Mention, ...], tuple[Entity, ...]]]:
    """Return the most recent turn that mentions something acceptable, and what it mentions of that, in menu order."""
    recent = recent_mentions(setting, types)
    if not recent:
        return (), ()
    refs = tuple(dict.fromkeys((mention.type, mention.id) for mention in recent))
    entities = yield RefsLookup(refs)
    usable = {entity.ref: entity for entity in entities if entity.is_active and entity.fits(slot.where)}
    for turn in dict.fromkeys(mention.turn for mention in recent):
        entries = tuple(mention for mention in recent if mention.turn == turn)
        found = {(mention.type, mention.id) for mention in entries}
        fitting = tuple(entity for ref, entity in usable.items() if ref in found and accepts(entity))
        fitting = in_type_order(fitting, slot)
        if fitting:
            return entries, fitting
    return (), ()


def _fits_pronoun(kind: PronounKind, entity: Entity, setting: Setting) -> bool:
    if kind is PronounKind.IT:
        return not setting.is_person(entity.type)
    if kind is PronounKind.THEY:
        return True
    if not setting.is_person(entity.type):
        return False
    return _spoken_of(entity) in ("", _GENDERED[kind])


def _spoken_of(entity: Entity) -> str:
    """Return the first of the pronouns that a person's record names ("they" of "they/them"); empty for none."""
    words = entity.attributes.get("pronouns", "").replace("/", " ").split()
    return words[0].casefold() if words else ""


def _speaker(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Outcome:
    actor = setting.actor
    fits = all(actor.attributes.get(key) == value for key, value in slot.where.items())
    if actor.type not in slot.entities or not fits:
        return Missing(reason=Reason.NO_REFERENT, said=phrase.text, via=phrase.via)
    value = EntityValue(type=actor.type, id=actor.id, name=actor.name)
    return Resolved(value=value, tier=Tier.PRONOUN, said=phrase.text, via=phrase.via)
