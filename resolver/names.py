"""What a name in a slot refers to: tiers, archived names, near misses, creation on the way."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from resolver.entities import Entity, HandlesLookup, SimilarLookup, Steps
from resolver.match import USUAL, Hits, match_entities, names_apart, names_of, place_of, said_of
from resolver.name_parts import by_joined_part, by_nickname, is_about_known
from resolver.name_words import parts_of, unowned
from resolver.nearness import NEAREST, look_alikes, near_entities, nearness_of
from resolver.outcome import Ambiguous, Missing, Outcome, Reason, Resolved, Tier
from resolver.sentences import is_first_capital, is_of_other, is_only_capital, is_set_off
from resolver.setting import Setting, candidates_of, entity_value, in_type_order, keys_of
from resolver.values import NewValue
from slots.extraction import SlotPhrase
from slots.tables import SlotSpec
from slots.text import key_of, words_of
from slots.words import ARTICLES, FOR_SPEAKER


def resolve_name(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Steps[Outcome]:
    """Return the entity that a phrase names in a slot.

    Order: the whole phrase by name or alias, beside a longer name that the words behind it go on to; the whole phrase
    by a part or closely; what was archived under the whole phrase, to say so; then what may be created; a known name
    inside the phrase; last a part of an archived name.
    """
    types = (phrase.type_noun,) if phrase.type_noun in slot.entities else slot.entities
    named = [entity for entity in setting.named if entity.type in types and entity.fits(slot.where)]
    hits = match_entities(phrase.text, [entity for entity in named if _bears(entity, key_of(phrase.text))])
    if hits is not None:
        longer = yield from _longer_names(phrase, types, slot)
        both = (*hits.entities, *(one for one in longer if one not in hits.entities))
        return _outcome(Hits(hits.tier, both), phrase, slot, setting)
    similar = yield SimilarLookup(phrase.text, types)
    usable = [entity for entity in similar if entity.is_active and entity.fits(slot.where)]
    hits = by_nickname(phrase.text, (*named, *usable)) or match_entities(phrase.text, usable)
    hits = hits or by_joined_part(phrase.text, (*named, *usable))
    if hits is not None and not _is_said_new(phrase, slot):
        return _outcome(hits, phrase, slot, setting)
    if phrase.full:
        fuller = yield SimilarLookup(phrase.full, slot.entities)
        hits = match_entities(phrase.full, [one for one in fuller if one.is_active and one.fits(slot.where)])
        if hits is not None:
            return _outcome(hits, phrase, slot, setting)
    archived = match_entities(phrase.text, [one for one in similar if not one.is_active and one.fits(slot.where)])
    if archived is not None and archived.tier in _WHOLE and not phrase.is_new:
        return _archived(archived, phrase)
    inside = _inside(phrase, named, setting)
    near = near_entities(phrase.text, usable)
    if slot.auto_create is not None and (phrase.is_new or not is_about_known(phrase, slot, setting)):
        created = _create(phrase, slot, _joined(inside, near), setting)
        old = _near_archived(phrase, slot, archived, similar) if _is_created(created) and not phrase.is_new else None
        return _beside_archived(old, phrase) if old is not None else created
    if inside is not None:
        return _with_rest(inside, usable, phrase, slot, setting)
    if archived is not None and archived.tier is not Tier.FUZZY:
        return _archived(archived, phrase)
    hints, other = candidates_of(near, setting), _other_type(phrase, slot, setting)
    return Missing(reason=Reason.NO_MATCH, said=phrase.text, via=phrase.via, hints=hints, found=other)


def _other_type(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> str:
    """Return what people call the known thing that a phrase is, which the slot does not take.

    That is its type, or, of a thing of the slot's own type that is called like it, by what it differs ("the vendor").
    """
    key = key_of(phrase.text)
    types = {one for known in phrase.known if known.key == key for one in known.types} - {*slot.entities}
    tables = setting.tables.tables
    if types:
        return next((one.title for one in tables.entity_types if one.name in types), "")
    kin = (one for one in setting.named if one.type in slot.entities and one.is_active and not one.fits(slot.where))
    other = next((one for one in kin if key in keys_of(one, is_person=setting.is_person(one.type))), None)
    if other is None:
        return ""
    title = tables.entity_type(other.type).title
    unlike = (other.attributes.get(name, "") for name, wanted in slot.where.items() if not other.fits({name: wanted}))
    return title if title != slot.title else next(iter(unlike), "")


def _longer_names(phrase: SlotPhrase, types: Sequence[str], slot: SlotSpec) -> Steps[tuple[Entity, ...]]:
    """Return the names that have all words of a phrase and of what stands behind it ("Act *now*": Act Now Campaign)."""
    if not phrase.longer:
        return ()
    similar = yield SimilarLookup(phrase.longer, tuple(types))
    words = set(parts_of(phrase.longer).content)
    usable = (entity for entity in similar if entity.is_active and entity.fits(slot.where))
    return tuple(one for one in usable if any(words <= set(parts_of(name).content) for name in names_of(one)))


_WHOLE = (Tier.EXACT, Tier.ALIAS, Tier.BARE)
"""How a phrase names something by all of its words."""


def _is_said_new(phrase: SlotPhrase, slot: SlotSpec) -> bool:
    """Whether what was said to be new may be created: then only what is there by its whole name is taken."""
    return phrase.is_new and slot.auto_create is not None


def _archived(hits: Hits, phrase: SlotPhrase) -> Missing:
    return Missing(reason=Reason.ARCHIVED, said=phrase.text, via=phrase.via, found=hits.entities[0].name)


def _is_created(outcome: Outcome) -> bool:
    return isinstance(outcome, Resolved) and isinstance(outcome.value, NewValue)


def _near_archived(
    phrase: SlotPhrase, slot: SlotSpec, archived: Hits | None, similar: Sequence[Entity]
) -> Entity | None:
    """Return the archived thing that a new name comes near, which may be the one that is meant."""
    old = [entity for entity in similar if not entity.is_active and entity.fits(slot.where)]
    return next(iter(archived.entities if archived is not None else near_entities(phrase.text, old)), None)


def _beside_archived(old: Entity, phrase: SlotPhrase) -> Missing:
    """Ask about a new name near an archived one: another thing may be meant, or really a new one."""
    return Missing(reason=Reason.ARCHIVED, said=phrase.text, via=phrase.via, found=old.name, may_create=phrase.text)


def _with_rest(inside: Hits, usable: Sequence[Entity], phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Outcome:
    """Return the known name inside a longer phrase, or a menu where the phrase may name another thing.

    So it may where several other names come near it, as in a large directory.
    """
    keys = {key for one in inside.entities for key in keys_of(one, is_person=setting.is_person(one.type))}
    named = next(known for known in phrase.known if known.key in keys)
    is_other = is_of_other(phrase, named, slot, setting)
    if not is_other and inside.tier is not Tier.PART and is_only_capital(phrase, slot, setting):
        return _without_rest(_outcome(inside, phrase, slot, setting), inside, phrase)
    both = near_entities(phrase.text, {one.ref: one for one in (*inside.entities, *usable)}.values())
    others = [entity for entity in both if entity not in inside.entities]
    if (
        is_other
        or _is_other(inside, phrase)
        or _is_nearer(both[:1], inside, phrase)
        or (len(others) >= USUAL and _is_longer(phrase))
    ):
        named_too = (entity for entity in inside.entities if entity not in both)
        nearest = candidates_of((*both, *named_too), setting)
        return Missing(reason=Reason.NO_MATCH, said=phrase.text, via=phrase.via, hints=nearest)
    return _without_rest(_outcome(inside, phrase, slot, setting), inside, phrase)


def _is_longer(phrase: SlotPhrase) -> bool:
    """Whether a phrase has more words than each known name in it."""
    return len(parts_of(unowned(phrase.text)).content) > max(len(words_of(known.text)) for known in phrase.known)


def _is_nearer(nearest: Sequence[Entity], inside: Hits, phrase: SlotPhrase) -> bool:
    """Whether a phrase comes nearer to another name than to the one inside it ("Hub Phase Two": Hub, Hub Phase 3)."""
    least = max(nearness_of(phrase.text, names_of(entity)) for entity in inside.entities)
    return any(nearness_of(phrase.text, names_of(entity)) > least for entity in nearest)


def resolve_mention(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Steps[Outcome]:
    """Return the entity that a front end's mention points at; one that has no such handle is only offered by name."""
    handle = phrase.text.strip("<>@").split("|")[0].casefold()
    found = yield HandlesLookup(handle, slot.entities)
    usable = tuple(entity for entity in found if entity.is_active and entity.fits(slot.where))
    if usable:
        return _outcome(Hits(Tier.MENTION, usable), phrase, slot, setting)
    name = handle.translate(_CUTS).strip()
    similar = yield SimilarLookup(name, slot.entities)
    named = [entity for entity in similar if entity.is_active and entity.fits(slot.where)]
    hits = match_entities(name, named)
    nearest = hits.entities[:NEAREST] if hits is not None else near_entities(name, named)
    hints = candidates_of(tuple(nearest), setting)
    return Missing(reason=Reason.NO_MATCH, said=phrase.text, via=phrase.via, hints=hints)


_CUTS = str.maketrans("._-", "   ")
"""What stands between the words of a handle."""


def _bears(entity: Entity, key: str) -> bool:
    return any(key_of(name) == key for name in names_of(entity))


def _inside(phrase: SlotPhrase, named: Sequence[Entity], setting: Setting) -> Hits | None:
    """Return what the known names inside a longer phrase name: whole names first, then aliases, then one word."""
    keys = {known.key for known in phrase.known}
    rows = (
        (Tier.EXACT, [entity for entity in named if key_of(entity.name) in keys]),
        (Tier.ALIAS, [entity for entity in named if any(key_of(alias) in keys for alias in entity.aliases)]),
        (Tier.PART, [e for e in named if keys & keys_of(e, is_person=setting.is_person(e.type))]),
    )
    return next((Hits(tier, tuple(found)) for tier, found in rows if found), None)


def _is_other(inside: Hits, phrase: SlotPhrase) -> bool:
    """Whether the words around a known name make it another thing.

    One word of a person's name beside another word is another person ("Derek Harding" is no Derek McGregor).
    What stands before a name makes it another one ("Flask Start" is no Start), but in an answer that is a sentence
    ("I'd say Start", "put it on the Start"); so does another cut of its
    words ("toolbox mover" is no Tool Box), and a number right behind it ("Apollo 2" is no Apollo). What else follows a
    name may be said of it ("Harbor sprint planning"): it is kept as unused, and the confirmation shows it.
    """
    words = parts_of(phrase.text).content
    if inside.tier is Tier.PART:
        return len(words) > 1
    named = {parts_of(name).content for entity in inside.entities for name in names_of(entity)}
    starts = range(len(words)) if phrase.via == "answer" else range(1)
    rests = [
        words[at + len(name) :]
        for name in named
        for at in starts
        if words[at : at + len(name)] == name and (is_set_off(words[:at]) or is_first_capital(phrase, words[:at]))
    ]
    return not rests or any(rest and rest[0].isdigit() for rest in rests)


def _joined(hits: Hits | None, near: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """Return what is near a name that may be new: known names inside it come first."""
    return tuple({entity.ref: entity for entity in (*(hits.entities if hits else ()), *near)}.values())


def _without_rest(outcome: Outcome, inside: Hits, phrase: SlotPhrase) -> Outcome:
    """Say which words of a phrase a known name inside it leaves out, other known names among them."""
    return without_rest(outcome, {key_of(name) for entity in inside.entities for name in names_of(entity)}, phrase)


def without_rest(outcome: Outcome, taken: Collection[str], phrase: SlotPhrase) -> Outcome:
    """Say which words of a phrase are left out by what is known inside it under the keys that were taken."""
    if not isinstance(outcome, Resolved) or key_of(phrase.text) in {known.key for known in phrase.known}:
        return outcome
    rest = phrase.text
    for known in phrase.known:
        rest = rest.replace(known.text, " ") if known.key in taken else rest
    words = [word for word in rest.split() if words_of(word) and word not in ("'s", "’s")]
    says_nothing = all(word in ARTICLES for word in words) or tuple(words) in FOR_SPEAKER
    return outcome.model_copy(update={"unused": "" if says_nothing else " ".join(words)})


def _outcome(hits: Hits, phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Outcome:
    if len(hits.entities) == 1:
        return Resolved(value=entity_value(hits.entities[0]), tier=hits.tier, said=phrase.text, via=phrase.via)
    found = hits.entities
    if hits.tier is Tier.PART:
        said = said_of(phrase.text)
        found = tuple(sorted(found, key=lambda entity: place_of(said, names_apart(entity))))
    return Ambiguous(candidates=candidates_of(in_type_order(found, slot), setting), said=phrase.text, via=phrase.via)


def _create(phrase: SlotPhrase, slot: SlotSpec, near: tuple[Entity, ...], setting: Setting) -> Outcome:
    """Creation is gated by the permission of the tool that creates, and never passes a near miss silently."""
    rule = slot.auto_create
    may = rule is not None and rule.permission in setting.actor.permissions
    if near and (not phrase.is_new or _is_misspelt(phrase.text, near)):
        return Ambiguous(
            candidates=candidates_of(near, setting),
            said=phrase.text,
            via=phrase.via,
            may_create=phrase.text if may else "",
        )
    if not may:
        return Missing(
            reason=Reason.NOT_ALLOWED,
            said=phrase.text,
            via=phrase.via,
            permission=rule.permission if rule else "",
            hints=candidates_of(near, setting),
        )
    return Resolved(
        value=NewValue(type=slot.entities[0], name=phrase.text), tier=Tier.NEW, said=phrase.text, via=phrase.via
    )


def _is_misspelt(name: str, near: tuple[Entity, ...]) -> bool:
    """Whether a name that is said to be new is one of some names but for how it is written."""
    hits = match_entities(name, near)
    return bool(look_alikes(name, near)) or (hits is not None and hits.tier is not Tier.PART)
