"""Entities, what the rules ask of a directory, and who is speaking.

The rules below are generators: they yield a :data:`Lookup` and are sent the
entities that answer it (:data:`Steps`). A driver does the reading: the rim from
a :class:`Directory`, a replay from its record, a test from a list.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entity:
    """Something that the tenant's directory holds."""

    type: str
    """Its type ("client"), one of the table set's entity types, or the name of a list."""
    id: str
    """Unique within its type."""
    name: str
    """Its full name, as shown."""
    aliases: tuple[str, ...] = ()
    """Other names it is known by."""
    is_active: bool = True
    """False for what was archived: no candidate, but named as archived."""
    attributes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What a slot's ``where`` compares (``kind``, ``type``), and ``pronouns`` for people."""
    links: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Type -> ids of the entities of that type that are enabled on this one; a type left out enables all."""
    handles: tuple[str, ...] = ()
    """Handles and front-end ids, which match only as mentions."""
    detail: str = ""
    """What tells it from others of the same name, a few words ("Brand discipline")."""

    @property
    def ref(self) -> tuple[str, str]:
        """(type, id)."""
        return self.type, self.id

    def fits(self, where: Mapping[str, str]) -> bool:
        """Whether its attributes are what a slot wants."""
        return all(self.attributes.get(key) == value for key, value in where.items())


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is speaking, as the transport says."""

    id: str
    """The id of their entity."""
    name: str
    """Their full name."""
    permissions: frozenset[str] = frozenset()
    """What they hold."""
    type: str = "user"
    """The entity type of people who speak."""
    timezone: str = "UTC"
    """IANA name of their zone; days are counted in it."""
    attributes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """As on their entity."""
    day_first: bool | None = None
    """Whether 5/6 is the fifth of June; None when the tenant has not said, then it is asked."""


class Mention(BaseModel):
    """One entry of a conversation's typed log: an entity that a turn named or created."""

    model_config = ConfigDict(frozen=True)

    type: str
    """The entity's type."""
    id: str
    """The entity's id."""
    name: str
    """Its name when it was mentioned."""
    turn: str
    """Which turn; entries of one turn share it."""
    at: datetime
    """When, aware."""
    by: str
    """The id of the person whose turn it was."""
    is_created: bool = False
    """Whether the turn created it."""


@dataclass(frozen=True, slots=True)
class NamesLookup:
    """Which entities, active or not, bear one of these keys as name or alias? In directory order.

    Of the types in ``people`` also those with a key as one word of their name ("Sarah").
    """

    keys: tuple[str, ...]
    """Keys (:func:`slots.text.key_of`), sorted."""
    types: tuple[str, ...]
    """Types and lists to look among, sorted."""
    people: tuple[str, ...] = ()
    """The types whose single words count."""


@dataclass(frozen=True, slots=True)
class SimilarLookup:
    """Which entities, active or not, have a name or alias that matches a phrase or comes near it, in directory order?

    Which, and how many at the most, :mod:`resolver.candidates` says. Among them stand some that only have a word of
    the phrase: by these the rules see how usual the word is.
    """

    phrase: str
    """As typed."""
    types: tuple[str, ...]
    """Types to look among, in the slot's order."""


@dataclass(frozen=True, slots=True)
class RefsLookup:
    """The entities of these (type, id), those that still exist, in directory order."""

    refs: tuple[tuple[str, str], ...]
    """(type, id) pairs."""


@dataclass(frozen=True, slots=True)
class HandlesLookup:
    """Which entities have this handle or front-end id?"""

    handle: str
    """Without @ and brackets, lower case."""
    types: tuple[str, ...]
    """Types to look among."""


@dataclass(frozen=True, slots=True)
class RecentLookup:
    """The active entities touched last, newest first."""

    types: tuple[str, ...]
    """Types to look among."""
    where: tuple[tuple[str, str], ...]
    """What their attributes must be."""
    touched_by: str
    """The id of the person who touched them; empty for anybody of the tenant."""
    limit: int
    """How many at the most."""


@dataclass(frozen=True, slots=True)
class ListedLookup:
    """The active entities in directory order, or by name."""

    types: tuple[str, ...]
    """Types to look among."""
    where: tuple[tuple[str, str], ...]
    """What their attributes must be."""
    by_name: bool
    """Whether they come in order of name."""
    limit: int
    """How many at the most."""


@dataclass(frozen=True, slots=True)
class OwnersLookup:
    """The active people to turn to for a permission."""

    permission: str
    """The permission that somebody lacks."""


Lookup = NamesLookup | SimilarLookup | RefsLookup | HandlesLookup | RecentLookup | ListedLookup | OwnersLookup
"""What a rule may ask."""

Steps = Generator[Lookup, tuple[Entity, ...], T]
"""A rule that asks on its way to its result."""


class Directory(Protocol):
    """A tenant's entities, as the host keeps them. All methods may be called at once from several turns.

    They raise :class:`slots.errors.DirectoryError` for what cannot be read;
    nothing found is an empty sequence.
    """

    async def actor(self, tenant: str, user: str) -> Actor:
        """Return who speaks; raises ``UnknownTenantError`` or ``UnknownUserError``."""
        ...

    async def look_up(self, tenant: str, lookup: Lookup) -> Sequence[Entity]:
        """Answer one lookup; see the classes for what each asks and in which order it wants the answer."""
        ...
