"""What a rule may know of the moment: who speaks, when, and what was mentioned before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from resolver.entities import Actor, Entity, Mention
from resolver.name_words import calling_words
from resolver.outcome import Candidate
from resolver.values import EntityValue
from slots.compiled import CompiledSet
from slots.extraction import KnownWords
from slots.tables import SlotSpec
from slots.text import key_of


@dataclass(frozen=True, slots=True)
class Setting:
    """The arguments that every rule of a turn shares; nothing below ``dialog`` reads a clock or a store."""

    tables: CompiledSet
    """The verbs."""
    actor: Actor
    """Who speaks."""
    now: datetime
    """When, aware, in the speaker's zone."""
    today: date
    """The speaker's day when the message was sent."""
    mentions: tuple[Mention, ...] = ()
    """The conversation's log, newest first."""
    named: tuple[Entity, ...] = ()
    """The active entities whose names or aliases stand in the message."""

    def title(self, kind: str) -> str:
        """Return what people call an entity type."""
        return self.tables.tables.entity_type(kind).title

    def is_person(self, kind: str) -> bool:
        """Whether an entity type is one of people."""
        return self.tables.tables.entity_type(kind).is_person


def keys_of(entity: Entity, *, is_person: bool) -> frozenset[str]:
    """Return the keys under which an entity is a known name: name, aliases, and for people each word of the name."""
    words = calling_words(entity.name) if is_person else ()
    return frozenset(key for key in (key_of(entity.name), *map(key_of, entity.aliases), *words) if key)


def fitting_entities(words: KnownWords, slot: SlotSpec, setting: Setting) -> tuple[Entity, ...]:
    """Return the entities that a known name names among those that a slot takes."""
    return tuple(
        entity
        for entity in setting.named
        if entity.type in slot.entities
        and entity.fits(slot.where)
        and words.key in keys_of(entity, is_person=setting.is_person(entity.type))
    )


def named_types(entities: tuple[Entity, ...], tables: CompiledSet) -> dict[str, frozenset[str]]:
    """Return key -> types for the names of some active entities, as a scan wants them."""
    found: dict[str, set[str]] = {}
    for entity in entities:
        if entity.is_active:
            for key in keys_of(entity, is_person=tables.tables.entity_type(entity.type).is_person):
                found.setdefault(key, set()).add(entity.type)
    return {key: frozenset(types) for key, types in found.items()}


def in_type_order(entities: tuple[Entity, ...], slot: SlotSpec) -> tuple[Entity, ...]:
    """Return entities by type as the slot lists them, those of one type as they come: a directory puts what was made
    last at its end, whatever it is."""
    order = {kind: number for number, kind in enumerate(slot.entities)}
    return tuple(sorted(entities, key=lambda entity: order.get(entity.type, len(order))))


def candidates_of(entities: tuple[Entity, ...], setting: Setting) -> tuple[Candidate, ...]:
    """Return entities as menu options; types are said when they differ, details where names are the same."""
    several_types = len({entity.type for entity in entities}) > 1
    names: dict[tuple[str, str], int] = {}
    for entity in entities:
        key = (entity.name.casefold(), entity.type if several_types else "")
        names[key] = names.get(key, 0) + 1
    return tuple(_candidate(entity, several_types, names, setting) for entity in entities)


def _candidate(
    entity: Entity, several_types: bool, names: Mapping[tuple[str, str], int], setting: Setting
) -> Candidate:
    kind = setting.tables.tables.entity_type(entity.type)
    label = f"{entity.name} ({kind.title})" if several_types else entity.name
    is_namesake = names[(entity.name.casefold(), entity.type if several_types else "")] > 1
    detail = entity.detail if is_namesake else ""
    label = f"{label} ({detail})" if detail else label
    return Candidate(
        value=entity_value(entity),
        label=label,
        detail=detail,
        aliases=(entity.name, *entity.aliases) if label != entity.name else entity.aliases,
        nouns=(kind.title, kind.name.replace("_", " "), *kind.nouns),
    )


def entity_value(entity: Entity) -> EntityValue:
    """Return an entity as a slot's value."""
    return EntityValue(type=entity.type, id=entity.id, name=entity.name)
