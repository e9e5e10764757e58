"""The shipped directory: one tenant's entities from JSON, held in memory.

In: the text of a JSON object that lists entities by collection, or Python values
of the same shape. Out: a :class:`resolver.entities.Directory`. Where
entities live in the host's own tables, :mod:`dialog.sql_directory` reads them there.

The object: ``tenant``, ``timezone``, ``day_first`` (optional), ``owner_role``
(``owner`` by default), ``permissions`` (role -> what it holds), and any number of
collections. A collection's type is its name in the singular (``people`` is named
with ``"types": {"people": "member"}``); people who speak are those of
``speakers`` (``users`` by default), and may have a ``timezone`` of their own. An entity
has ``name``, and may have ``id``, ``aliases``, ``active``, ``touched`` (ISO),
``touched_by``, ``handle``, ids of front ends under ``*_id``; other texts are
attributes, and lists of ids are what is enabled on it: their key is a type, in
the singular or plural. A list of no type that is known, and a key that is a letter
off one of these, are warned of through ``logging``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from dialog.directory_keys import OWN_KEYS, KeyWatch, singular
from dialog.entity_rows import EntityRows, Row
from dialog.zones import known_zone, zone_fault
from resolver.entities import Actor, Entity, ListedLookup, Lookup, NamesLookup, OwnersLookup
from slots.errors import DirectoryError, UnknownTenantError, UnknownUserError
from slots.text import key_of

_SETTINGS = frozenset({"tenant", "timezone", "permissions", "day_first", "owner_role", "speakers", "types"})
_SHAPES: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "timezone": (str, "the name of a zone"),
    "day_first": ((bool, type(None)), "true or false"),
    "owner_role": (str, "a role"),
    "speakers": (str, "the name of a collection"),
    "types": (Mapping, "an object: collection -> type"),
    "permissions": (Mapping, "an object: role -> list of permissions"),
}


@dataclass
class Tenant:
    """One tenant's entities and settings."""

    name: str
    """The tenant."""
    timezone: str = "UTC"
    """IANA name of the zone that counts where a person's is not known."""
    day_first: bool | None = None
    """Whether 5/6 is the fifth of June; None when it must be asked."""
    owner_role: str = "owner"
    """The role of those whom to ask for a permission."""
    speaker_type: str = "user"
    """The type of people who speak."""
    permissions: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Role -> what it holds."""
    rows: EntityRows = field(default_factory=EntityRows)
    """(type, id) -> row, in directory order."""

    def actor(self, user: str, row: Row | None) -> Actor:
        """Return who speaks by their row; raises :class:`slots.errors.UnknownUserError` without one in use."""
        if row is None or not row.entity.is_active:
            raise UnknownUserError(self.name, user, inactive=row is not None)
        entity = row.entity
        return Actor(
            id=entity.id,
            name=entity.name,
            permissions=self.permissions.get(entity.attributes.get("role", ""), frozenset()),
            type=self.speaker_type,
            timezone=known_zone(entity.attributes.get("timezone", ""), self.timezone),
            attributes=entity.attributes,
            day_first=self.day_first,
        )


class EntityDirectory:
    """Entities of one or more tenants, in memory; an entity that is added, changed or archived counts at once."""

    def __init__(self, *tenants: Tenant) -> None:
        self._tenants = {tenant.name: tenant for tenant in tenants}

    @classmethod
    def from_json(cls, text: str, *, origin: str = "directory", known: Collection[str] = ()) -> EntityDirectory:
        """Read one tenant; raises :class:`slots.errors.DirectoryError` that says what is wrong and where.

        A list under a key that is neither a collection's type nor one of the types ``known`` elsewhere is warned of.
        """
        try:
            content = json.loads(text)
        except ValueError as error:
            raise DirectoryError(f"it is no JSON: {error}", origin=origin) from error
        return cls(read_tenant(content, origin=origin, known=known))

    def tenant(self, name: str) -> Tenant:
        """Return a tenant; raises :class:`slots.errors.UnknownTenantError`."""
        if name not in self._tenants:
            raise UnknownTenantError(name, known=tuple(sorted(self._tenants)))
        return self._tenants[name]

    @property
    def tenants(self) -> tuple[str, ...]:
        """The tenants that it holds, sorted."""
        return tuple(sorted(self._tenants))

    def touched_by(self, tenant: str, type_: str, id_: str) -> tuple[str, ...]:
        """Return the ids of the people who touched an entity, as the directory lists them."""
        row = self.tenant(tenant).rows.get((type_, id_))
        return row.touched_by if row else ()

    def put(self, tenant: str, entity: Entity, *, touched: datetime | None = None, by: tuple[str, ...] = ()) -> None:
        """Add an entity, or replace the one of its type and id; a touch that is not given is kept."""
        rows = self.tenant(tenant).rows
        old = rows.get(entity.ref)
        kept = old if old is not None else Row(entity, None, ())
        rows.keep(Row(entity, touched or kept.touched, tuple(dict.fromkeys((*by, *kept.touched_by)))))

    def change(self, tenant: str, type_: str, id_: str, **fields: Any) -> Entity:
        """Replace fields of an entity (``name=``, ``is_active=``); raises :class:`slots.errors.DirectoryError`."""
        row = self.tenant(tenant).rows.get((type_, id_))
        if row is None:
            raise DirectoryError(f"tenant {tenant!r} has no {type_} with the id {id_!r}")
        changed = replace(row.entity, **fields)
        self.put(tenant, changed)
        return changed

    def keep_alias(self, tenant: str, type_: str, id_: str, alias: str) -> bool:
        """Add an alias, unless another entity of the type is called so; False when nothing was added.

        Raises :class:`slots.errors.DirectoryError` for an entity that is not there.
        """
        entity = self.get(tenant, type_, id_)
        if entity is None:
            raise DirectoryError(f"tenant {tenant!r} has no {type_} with the id {id_!r}")
        bearers = self.tenant(tenant).rows.look_up(NamesLookup((key_of(alias),), (type_,), (type_,)))
        if not key_of(alias) or bearers:
            return False
        self.change(tenant, type_, id_, aliases=(*entity.aliases, alias))
        return True

    def get(self, tenant: str, type_: str, id_: str) -> Entity | None:
        """Return an entity, or None."""
        row = self.tenant(tenant).rows.get((type_, id_))
        return row.entity if row else None

    def all(self, tenant: str, type_: str) -> tuple[Entity, ...]:
        """Return all entities of a type, archived ones too, in directory order."""
        return tuple(row.entity for row in self.tenant(tenant).rows.of_types((type_,)))

    async def actor(self, tenant: str, user: str) -> Actor:
        """Return who speaks, with the permissions of their role."""
        home = self.tenant(tenant)
        return home.actor(user, home.rows.get((home.speaker_type, user)))

    async def look_up(self, tenant: str, lookup: Lookup) -> Sequence[Entity]:
        """Answer one lookup."""
        home = self.tenant(tenant)
        if isinstance(lookup, OwnersLookup):
            lookup = ListedLookup((home.speaker_type,), (("role", home.owner_role),), False, len(home.rows))
        return home.rows.look_up(lookup)


# -- reading -------------------------------------------------------------------


def read_tenant(content: object, *, origin: str = "directory", known: Collection[str] = ()) -> Tenant:
    """Read a tenant from a JSON object; raises :class:`slots.errors.DirectoryError` that names the entity.

    ``known`` are types that stand elsewhere: lists of their ids are not warned of.
    """
    if not isinstance(content, dict) or not isinstance(content.get("tenant"), str):
        raise DirectoryError('it must be an object with a "tenant"', origin=origin)
    for key, (kind, wanted) in _SHAPES.items():
        if key in content and not isinstance(content[key], kind):
            raise DirectoryError(f"{key} must be {wanted}", origin=origin)
    types = {name: content.get("types", {}).get(name) or singular(name) for name in content if name not in _SETTINGS}
    speakers = content.get("speakers", "users")
    home = Tenant(
        name=content["tenant"],
        timezone=content.get("timezone", "UTC"),
        day_first=content.get("day_first"),
        owner_role=content.get("owner_role", "owner"),
        speaker_type=types.get(speakers, singular(speakers)),
        permissions={
            role: frozenset(_texts(held, f"permissions.{role}", origin))
            for role, held in content.get("permissions", {}).items()
        },
    )
    _check_zone(home.timezone, f"tenant {home.name!r}", origin)
    names = _names_by_id(content, types)
    for collection, type_ in types.items():
        add_collection(home, collection, type_, content[collection], names, origin=origin)
    watch = KeyWatch()
    for collection, type_ in types.items():
        for entry in content[collection]:
            watch.look(type_, entry)
    watch.warn(home.name, {*types.values(), *known}, origin=origin)
    return home


def add_collection(
    home: Tenant,
    collection: str,
    type_: str,
    entries: object,
    names: Mapping[str, str],
    *,
    origin: str,
    replaces: bool = False,
) -> None:
    """Add a collection's entities; ``replaces`` lets an id that is there already stand for the newer entry."""
    if not isinstance(entries, list):
        raise DirectoryError(f"{collection} must be a list of entities", origin=origin)
    for number, entry in enumerate(entries):
        row = _read_row(type_, entry, names, f"{collection}[{number}]", origin)
        check_person(row, home, origin=origin)
        if row.entity.ref in home.rows and not replaces:
            raise DirectoryError(
                f"{collection}[{number}] ({row.entity.name}) has the id {row.entity.id!r},"
                f" as {home.rows[row.entity.ref].entity.name} has; ids are unique within a type",
                origin=origin,
            )
        home.rows.keep(row)


def read_entity(type_: str, entry: Mapping[str, Any], *, origin: str) -> Row:
    """Read one entity by itself; raises :class:`slots.errors.DirectoryError`.

    What tells it from others of its name is its ``detail``: ids of others in it stay ids, as they are not known.
    """
    row = _read_row(type_, entry, {}, "it", origin)
    if "detail" not in row.entity.attributes:
        return row
    attributes = dict(row.entity.attributes)
    return replace(row, entity=replace(row.entity, detail=attributes.pop("detail"), attributes=attributes))


def check_person(row: Row, home: Tenant, *, origin: str) -> None:
    """Raise :class:`slots.errors.DirectoryError` where one of those who speak is in a time zone that there is not."""
    zone = row.entity.attributes.get("timezone", "")
    if zone and row.entity.type == home.speaker_type:
        _check_zone(zone, f"{home.speaker_type} {row.entity.id!r} ({row.entity.name}) of tenant {home.name!r}", origin)


def _check_zone(name: str, whose: str, origin: str) -> None:
    fault = zone_fault(name)
    if fault:
        raise DirectoryError(f"the timezone of {whose}: {fault}", origin=origin)


def _names_by_id(content: Mapping[str, Any], types: Mapping[str, str]) -> dict[str, str]:
    return {
        entry["id"]: entry["name"]
        for collection in types
        if isinstance(content[collection], list)
        for entry in content[collection]
        if isinstance(entry, dict) and isinstance(entry.get("id"), str) and isinstance(entry.get("name"), str)
    }


def _read_row(type_: str, entry: object, names: Mapping[str, str], where: str, origin: str) -> Row:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str) or not entry["name"].strip():
        raise DirectoryError(f"{where} needs a name", origin=origin)
    attributes = {
        key: str(value)
        for key, value in entry.items()
        if key not in OWN_KEYS and not key.endswith("_id") and isinstance(value, str | int | float)
    }
    links = {
        singular(key): tuple(map(str, value))
        for key, value in entry.items()
        if key not in OWN_KEYS and isinstance(value, list)
    }
    handles = [entry["handle"]] if isinstance(entry.get("handle"), str) else []
    handles += [value for key, value in entry.items() if key.endswith("_id") and isinstance(value, str)]
    detail = next((f"{names[value]} {key}" for key, value in attributes.items() if value in names), "")
    entity = Entity(
        type=type_,
        id=str(entry.get("id", entry["name"])),
        name=entry["name"],
        aliases=_texts(entry.get("aliases", ()), f"{where}.aliases", origin),
        is_active=entry.get("active", True) is not False,
        attributes=attributes,
        links=links,
        handles=tuple(handles),
        detail=detail,
    )
    touched_by = _texts(entry.get("touched_by", ()), f"{where}.touched_by", origin)
    return Row(entity, _read_time(entry.get("touched"), f"{where}.touched", origin), touched_by)


def _texts(value: object, where: str, origin: str) -> tuple[str, ...]:
    """Return a list's texts; a text alone would count as a list of its letters."""
    if not isinstance(value, list | tuple | set | frozenset):
        raise DirectoryError(f"{where} must be a list", origin=origin)
    return tuple(map(str, value))


def _read_time(value: object, where: str, origin: str) -> datetime | None:
    if value is None:
        return None
    try:
        return datetime.fromisoformat(str(value))
    except ValueError as error:
        raise DirectoryError(f"{where} is no ISO time: {value!r}", origin=origin) from error
