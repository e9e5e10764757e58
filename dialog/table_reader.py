"""Reading the rows of one host table as entities: the statements, and what their rows say.

Goes in: a :class:`dialog.host_tables.EntityTable` and a connection. Comes out:
entities in the order of the statement. Every statement is a plain select that
SQLite and PostgreSQL both take; names are compared as values, never by a pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select, union_all
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from dialog.host_tables import Column, EntityTable, PeopleTable, Related, Touches, as_stored, is_same, listed, plain
from resolver.entities import Entity, HandlesLookup, ListedLookup, RecentLookup

CHUNK = 500
"""Ids in one statement: SQLite takes 999 variables in its older versions."""

Timed = tuple[Entity, float]
"""An entity, and when it was touched, as a number to sort by."""

Written = tuple[str, tuple[str, ...], bool, datetime | None]
"""Id, names, whether it is active, and the time of the last write."""


class _Usual(FunctionElement[Any]):
    """A condition that most rows meet: SQLite, which does not look at the values, is told so.

    It has no type, as ``= 1`` would stand behind a boolean one, and no index is taken for that.
    """

    name, inherit_cache, likelihood = "usual", True, "0.9"


class _Rare(_Usual):
    """A condition that hardly a row meets: an index on it is the one to take."""

    name, inherit_cache, likelihood = "rare", True, "0.000001"


@compiles(_Usual)
def _as_it_is(element: _Usual, compiler: Any, **options: Any) -> str:
    return str(compiler.process(element.clauses, **options))


@compiles(_Usual, "sqlite")
def _with_likelihood(element: _Usual, compiler: Any, **options: Any) -> str:
    return f"likelihood({compiler.process(element.clauses, **options)}, {element.likelihood})"


@dataclass(frozen=True, slots=True)
class Since:
    """From when on rows are read."""

    changed: datetime
    """The time."""
    is_open: bool
    """Whether the rows of just that time are read, too."""
    is_long: bool
    """Whether the tenant has so many rows that their index is no way to the few that were written since."""

    def condition(self, column: Column) -> Any:
        """Return the condition of what was written since."""
        return self.rare(column >= self.changed if self.is_open else column > self.changed)

    def rare(self, condition: Any) -> Any:
        """Return a condition that few rows meet, as the database is to take it."""
        return _Rare(condition) if self.is_long else condition


class TableReader:
    """One table, read."""

    def __init__(self, table: EntityTable) -> None:
        """Make the columns of its statements; nothing is read yet."""
        self.table = table
        columns = {"id": table.id, "name": table.name, "active": table.active, "detail": table.detail}
        columns |= {"aliases": _plain_column(table.aliases)}
        columns |= {f"handle {number}": column for number, column in enumerate(table.handles)}
        columns |= {f"attribute {name}": column for name, column in table.attributes.items()}
        columns |= {f"links {type_}": _plain_column(column) for type_, column in table.links.items()}
        if isinstance(table, PeopleTable):
            columns |= {"permissions": _plain_column(table.permissions), "timezone": table.timezone}
        self._columns = tuple(column.label(name) for name, column in columns.items() if column is not None)
        self._order = table.order if table.order is not None else table.id

    # -- statements ----------------------------------------------------------

    def select(self, tenant: str, *more: Column) -> Select[Any]:
        """Return the statement of all of a tenant's rows."""
        return self.within(select(*self._columns, *more), tenant)

    def within(self, statement: Select[Any], tenant: str) -> Select[Any]:
        """Return a statement for one tenant's rows only."""
        column = self.table.tenant
        return statement if column is None else statement.where(is_same(column, tenant))

    def usable(
        self, statement: Select[Any], where: Sequence[tuple[str, str]], *, only: Column | None = None
    ) -> Select[Any] | None:
        """Return a statement for active rows with some attributes; None when the table has no such attribute."""
        for name, text in where:
            column = self.table.attributes.get(name)
            if column is None:
                return None
            statement = statement.where(is_same(column, text))
        for condition in (self.table.active, only):
            statement = statement if condition is None else statement.where(condition)
        return statement

    # -- look-ups ------------------------------------------------------------

    def by_ids(self, connection: Connection, tenant: str, ids: Sequence[str]) -> list[Entity]:
        """Return those of some ids that exist, in the table's order."""
        table = self.table
        stored = [value for text in ids if (value := as_stored(table.id, text)) is not None]
        statement = select(*self._columns).order_by(self._order)
        if table.tenant is not None:
            statement = statement.where(_Usual(is_same(table.tenant, tenant)))
        found = (self._read(connection, statement.where(table.id.in_(chunk))) for chunk in _chunks(stored))
        return [entity for entities in found for entity in entities]

    def by_handle(self, connection: Connection, tenant: str, lookup: HandlesLookup) -> list[Entity]:
        """Return who has a handle, in any case."""
        if not self.table.handles:
            return []
        wanted = lookup.handle.lower()
        same = or_(*(func.lower(column) == wanted for column in self.table.handles))
        return self._read(connection, self.select(tenant).where(same).order_by(self._order))

    def listed(
        self, connection: Connection, tenant: str, lookup: ListedLookup, *, only: Column | None = None
    ) -> list[Entity]:
        """Return the first active ones, in the table's order or by name."""
        statement = self.usable(self.select(tenant), lookup.where, only=only)
        if statement is None:
            return []
        order = (func.lower(self.table.name), self._order) if lookup.by_name else (self._order,)
        return self._read(connection, statement.order_by(*order).limit(lookup.limit))

    def recent(self, connection: Connection, tenant: str, lookup: RecentLookup) -> list[Timed]:
        """Return the active ones touched last, newest first."""
        told = self.table.recent
        if told is None or (lookup.touched_by and (not isinstance(told, Touches) or told.person is None)):
            return []
        if isinstance(told, Touches):
            latest = self._latest(told, tenant, lookup.touched_by).subquery()
            at = latest.c.at
            statement = self.select(tenant, at.label("touched")).join(latest, latest.c.entity == self.table.id)
        else:
            at = told
            statement = self.select(tenant, told.label("touched")).where(told.is_not(None))
        usable = self.usable(statement, lookup.where)
        if usable is None:
            return []
        rows = connection.execute(usable.order_by(at.desc(), self._order).limit(lookup.limit)).mappings().all()
        entities = self._entities(connection, rows)
        return list(zip(entities, (_moment(row["touched"]) for row in rows), strict=True))

    def _latest(self, told: Touches, tenant: str, person: str) -> Select[Any]:
        statement = select(told.entity.label("entity"), func.max(told.at).label("at")).group_by(told.entity)
        if person:
            statement = statement.where(is_same(told.person, person))
        if told.tenant is not None:
            statement = statement.where(is_same(told.tenant, tenant))
        return statement

    # -- names ---------------------------------------------------------------

    def names(
        self, connection: Connection, tenant: str, since: Since | None, *, limit: int | None
    ) -> Iterator[Written]:
        """Yield the names of all rows, in the table's order; or of those written since a time, and of those whose
        time is NULL, in any order.
        """
        aliases, changed = _plain_column(self.table.aliases), self.table.changed
        columns = {"id": self.table.id, "name": self.table.name, "aliases": aliases}
        columns |= {"changed": changed, "active": self.table.active}
        shown = [column.label(name) for name, column in columns.items() if column is not None]
        own = self.within(select(*shown), tenant)
        if since is None or changed is None:
            statement: Any = own.order_by(self._order).limit(limit)
        else:
            statement = own.where(since.condition(changed))
            if getattr(changed, "nullable", True):
                statement = union_all(statement, own.where(since.rare(changed.is_(None))))
        for rows in connection.execute(statement).mappings().partitions(CHUNK):
            more = self._related(connection, rows, self.table.aliases)
            for row in rows:
                aliases_of = (*listed(row.get("aliases")), *more.get(row["id"], ()))
                is_active = bool(row.get("active", True))
                yield plain(row["id"]), (plain(row["name"]), *aliases_of), is_active, row.get("changed")

    # -- rows ----------------------------------------------------------------

    def person(self, connection: Connection, tenant: str, user: str) -> tuple[Entity, frozenset[str], str] | None:
        """Return a person, what they hold, and their zone; None when there is no such person."""
        table = self.table
        if not isinstance(table, PeopleTable):
            return None
        row = connection.execute(self.select(tenant).where(is_same(table.id, user))).mappings().first()
        if row is None:
            return None
        told = [*listed(row.get("permissions"))]
        told += self._related(connection, [row], table.permissions).get(row["id"], ())
        held = told if table.grants is None else [one for role in told for one in table.grants(role)]
        return self._entities(connection, [row])[0], frozenset(held), plain(row.get("timezone"))

    def _read(self, connection: Connection, statement: Select[Any]) -> list[Entity]:
        return self._entities(connection, connection.execute(statement).mappings().all())

    def _entities(self, connection: Connection, rows: Sequence[Mapping[Any, Any]]) -> list[Entity]:
        table = self.table
        aliases = self._related(connection, rows, table.aliases)
        links = {type_: self._related(connection, rows, told) for type_, told in table.links.items()}
        return [
            Entity(
                type=table.type,
                id=plain(row["id"]),
                name=plain(row["name"]),
                aliases=(*listed(row.get("aliases")), *aliases.get(row["id"], ())),
                is_active=table.active is None or bool(row["active"]),
                attributes={name: text for name in table.attributes if (text := plain(row[f"attribute {name}"]))},
                links={
                    type_: ids
                    for type_, told in links.items()
                    if (ids := (*listed(row.get(f"links {type_}")), *told.get(row["id"], ())))
                },
                handles=tuple(text for number in range(len(table.handles)) if (text := plain(row[f"handle {number}"]))),
                detail=plain(row.get("detail")),
            )
            for row in rows
        ]

    def _related(
        self, connection: Connection, rows: Sequence[Mapping[Any, Any]], told: Related | Column | None
    ) -> dict[Any, tuple[str, ...]]:
        if not isinstance(told, Related):
            return {}
        found: dict[Any, tuple[str, ...]] = {}
        for chunk in _chunks([row["id"] for row in rows]):
            statement = select(told.owner, told.value).where(told.owner.in_(chunk)).order_by(told.owner, told.value)
            for owner, value in connection.execute(statement):
                found[owner] = (*found.get(owner, ()), plain(value))
        return found


def _plain_column(told: Related | Column | None) -> Column | None:
    return None if isinstance(told, Related) else told


def _chunks(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (values[at : at + CHUNK] for at in range(0, len(values), CHUNK))


def _moment(value: object) -> float:
    if isinstance(value, datetime):
        return value.timestamp()
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day).timestamp()
    return float(value) if isinstance(value, int | float) else 0.0
