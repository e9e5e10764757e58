"""How a host's own tables are read as entities: which column says what.

Goes in: columns of the host's SQLModel or SQLAlchemy classes. Comes out: a mapping
that :class:`dialog.sql_directory.SqlDirectory` makes its statements from. Nothing
of the tables is copied and nothing is written to them.

Wherever a column stands, an SQL expression may stand too (a scalar subquery for
what another table holds).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any
from uuid import UUID

from sqlalchemy import Column as TableColumn
from sqlalchemy import ColumnElement, false

from slots.errors import DirectoryError

Column = Any
"""A mapped attribute (``Client.name``), a table's column, or an SQL expression; SQLModel types them as their values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """Values that stand in a table of their own, several for one entity."""

    owner: Column
    """The column with the entity's id."""
    value: Column
    """The column with one alias, one id, one permission."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touches:
    """Who did something with which entity when: a table of hours, of comments, of visits."""

    entity: Column
    """The column with the entity's id."""
    at: Column
    """When, in the tenant's or any other zone, but in one."""
    person: Column | None = None
    """The column with the person's id; None when nobody is known."""
    tenant: Column | None = None
    """The column with the tenant, where the table has one: fewer rows are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityTable:
    """One entity type, and where its parts stand."""

    type: str
    """The type, or the name of a list ("project_type"), as the verb tables call it."""
    id: Column
    """Its id, of any type that reads back from its text: text, integer, UUID."""
    name: Column
    """Its name."""
    aliases: Column | Related | None = None
    """Its other names: a column of JSON, of an array or of one text, or a table."""
    active: Column | None = None
    """A boolean column or a condition (``Client.archived_at.is_(None)``); None when all are active."""
    attributes: Mapping[str, Column] = field(default_factory=lambda: MappingProxyType({}))
    """Attribute -> column: what a slot's ``where`` compares, and ``pronouns`` for people."""
    links: Mapping[str, Related | Column] = field(default_factory=lambda: MappingProxyType({}))
    """Type -> the ids of the entities of that type that are enabled on it."""
    handles: tuple[Column, ...] = ()
    """Columns of handles and front-end ids, without @."""
    detail: Column | None = None
    """What tells it from others of the same name."""
    tenant: Column | None = None
    """The column with the tenant; None when all tenants share the table."""
    changed: Column | None = None
    """When a row was written last: a timestamp that every insert and update sets, aliases' too, in UTC (a local clock
    that is put back hides an hour's writes), of seconds or finer, with an index on the tenant's column and this one.
    Rows without a value, and all of a table without such a column, are read anew for each look-up, which up to
    :data:`dialog.sql_directory.UNTRACKED` of them bear; for those that only updates give a time, map
    ``func.coalesce(updated_at, created_at)``."""
    recent: Touches | Column | None = None
    """What says which were touched last: a table, or a column of the own one, which knows no person."""
    order: Column | None = None
    """The column of the directory's order; the id by default."""

    def __post_init__(self) -> None:
        """Check that the plain columns are those of one table; raises :class:`slots.errors.DirectoryError`."""
        own = {
            "name": self.name,
            "active": self.active,
            "tenant": self.tenant,
            "changed": self.changed,
            "detail": self.detail,
            "order": self.order,
            **self.attributes,
        }
        home = _table_of(self.id)
        for part, column in own.items():
            other = _table_of(column)
            if home and other and other != home:
                raise DirectoryError(
                    f"{part} is a column of {other}, but the id is one of {home}: give a scalar subquery",
                    origin=f"the table of {self.type!r}",
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleTable(EntityTable):
    """The people who speak."""

    permissions: Column | Related | None = None
    """What they hold, or, with ``grants``, their roles: a column of JSON, of an array or of one text, or a table."""
    grants: Callable[[str], Iterable[str]] | None = None
    """What a role holds, where ``permissions`` gives roles."""
    timezone: Column | None = None
    """IANA name of their zone; the tenant's counts where it is empty or no zone's name."""
    owners: Column | None = None
    """The condition of those whom to ask for a permission."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantTable:
    """Where the tenants stand."""

    id: Column
    """What a turn calls the tenant, and what the entities' tenant columns hold."""
    timezone: Column | None = None
    """IANA name of the zone that counts where a person's is not known; UTC without one, or where it names none."""
    day_first: Column | None = None
    """Whether 5/6 is the fifth of June; without one it is asked."""


def plain(value: object) -> str:
    """Return a column's value as an entity holds it; empty for NULL."""
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def listed(value: object) -> tuple[str, ...]:
    """Return the texts of a column that holds several: a list, JSON in a text, or one text."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except ValueError:
            return (str(value),)
    values = value if isinstance(value, list | tuple | set | frozenset) else (value,)
    return tuple(text for text in map(plain, values) if text)


def is_same(column: Column, text: str) -> ColumnElement[bool]:
    """Return the condition that a column holds a text as its own type has it; false when no value reads so."""
    value = as_stored(column, text)
    same: ColumnElement[bool] = false() if value is None else column == value
    return same


def as_stored(column: Column, text: str) -> Any:
    """Return a text as a column's own type compares it; None when no value of the type reads so."""
    try:
        kind = column.type.python_type
    except (AttributeError, NotImplementedError):
        return text
    if issubclass(kind, Enum):
        return next((member for member in kind if plain(member) == text), None)
    if kind is bool:
        return {"true": True, "false": False}.get(text)
    try:
        return kind(text) if kind in (int, float, UUID) else text
    except ValueError:
        return None


def _table_of(column: Column | None) -> str:
    """Return the table that a plain column is one of; empty for an expression."""
    read = getattr(column, "__clause_element__", None)
    element = read() if read is not None else column
    return str(element.table) if isinstance(element, TableColumn) else ""
