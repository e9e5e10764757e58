"""What a stored directory keeps of an entity: its row, and the keys and words under which it is found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from struct import Struct
from typing import Any

from dialog.entity_rows import Row
from resolver.entities import Entity
from resolver.match import names_of
from resolver.name_keys import keys_of_name, opening_of, words_of_name
from slots.errors import DirectoryError

LONGEST_VALUE = 64
"""Letters of an attribute's value up to which entities are found by it; longer ones are no kind or role."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Terms:
    """Under what an entity is found."""

    keys: frozenset[int]
    """Digests of its id, its handles, its names' keys, its attributes' values."""
    words: frozenset[str]
    """The words of its names."""
    openings: frozenset[str]
    """How its name begins; empty for an archived one, which is not listed."""
    touches: frozenset[tuple[str, int]]
    """(person, microseconds before 1970), and the same for anybody (an empty person)."""


NO_TERMS = Terms(frozenset(), frozenset(), frozenset(), frozenset())
"""What an entity that is not there is found under."""


def digest(kind: str, text: str) -> int:
    """Return 64 bits, signed, of a key of a kind: ``name``, ``id``, ``handle``, ``value`` or ``form``."""
    hashed = _BEGUN[kind].copy()  # twice as fast as a new one
    hashed.update(text.encode() if text.isascii() else text.encode("utf-8", "surrogatepass"))
    found: int = _SIGNED.unpack(hashed.digest())[0]
    return found


_BEGUN = {kind: blake2b(digest_size=8, person=kind.encode()) for kind in ("name", "id", "handle", "value", "form")}
_SIGNED = Struct(">q")


def value_digest(key: str, value: str) -> int:
    """Return the digest under which the entities are found whose attribute has a value."""
    return digest("value", f"{key}\0{value}")


def terms_of(row: Row) -> Terms:
    """Return under what an entity is found."""
    entity = row.entity
    keys = {digest("id", entity.id)}
    keys.update(digest("handle", handle.casefold()) for handle in entity.handles)
    names = names_of(entity)
    keys.update(digest("name", key) for name in names for key in keys_of_name(name))
    keys.update(value_digest(key, value) for key, value in entity.attributes.items() if len(value) <= LONGEST_VALUE)
    words = frozenset(word for name in names for word in words_of_name(name))
    openings = frozenset({opening_of(entity.name)} if entity.is_active else ())
    people = dict.fromkeys(("", *row.touched_by)) if row.touched is not None else ()
    touches = frozenset((person, _before(row.touched)) for person in people if row.touched is not None)
    return Terms(frozenset(keys), words, openings, touches)


def _before(touched: datetime) -> int:
    return -((touched.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1))


# -- rows --------------------------------------------------------------------------


def packed(row: Row) -> tuple[str, str, int, str | None]:
    """Return id, name, whether it is active, and the rest of a row, as they are stored.

    Raises :class:`slots.errors.DirectoryError` for a character that no database keeps (NUL, half of a pair).
    """
    entity = row.entity
    rest = {
        "aliases": list(entity.aliases),
        "attributes": dict(entity.attributes),
        "links": {type_: list(ids) for type_, ids in entity.links.items()},
        "handles": list(entity.handles),
        "detail": entity.detail,
        "touched": row.touched.isoformat() if row.touched is not None else "",
        "by": list(row.touched_by),
    }
    held = {key: value for key, value in rest.items() if value}
    for text in (entity.type, entity.id, entity.name, *row.touched_by):
        if not _may_be_kept(text):
            raise DirectoryError(f"{entity.type} {entity.id!r} has a character that no database keeps: {text!r}")
    return entity.id, entity.name, int(entity.is_active), json.dumps(held, separators=(",", ":")) if held else None


def _may_be_kept(text: str) -> bool:
    return "\0" not in text and (text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text))


def unpacked(type_: str, stored: Sequence[Any]) -> Row:
    """Return the row of a type from what :func:`packed` made of it."""
    id_, name, is_active, rest = stored
    if not rest:
        return Row(Entity(type_, id_, name, (), bool(is_active), {}, {}))
    held: Mapping[str, Any] = json.loads(rest)
    entity = Entity(
        type=type_,
        id=id_,
        name=name,
        aliases=tuple(held.get("aliases", ())),
        is_active=bool(is_active),
        attributes=held.get("attributes", {}),
        links={key: tuple(ids) for key, ids in held.get("links", {}).items()},
        handles=tuple(held.get("handles", ())),
        detail=held.get("detail", ""),
    )
    touched = datetime.fromisoformat(held["touched"]) if held.get("touched") else None
    return Row(entity, touched, tuple(held.get("by", ())))


def stored_names(name: str, rest: str | None) -> tuple[str, ...]:
    """Return the name and aliases of a stored entity."""
    return (name, *json.loads(rest).get("aliases", ())) if rest else (name,)
