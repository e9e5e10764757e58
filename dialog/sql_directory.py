"""A directory over the host's own tables: nothing is copied, every answer is read from the rows.

Ids, handles, recent and listed entities are answered by bounded statements. For
names there is an index in memory for each tenant (:mod:`resolver.name_index`),
as no column compares names the way people type them. It only proposes: what it
finds is read from the rows, and a row that has other names by now corrects it.
Before each look-up of names it reads the rows that were written since the last
one, by the tables' ``changed`` columns, so it follows what any process writes.

A tenant's first look-up of names reads them all: measured, 100,000 names in some 9 s and 220 MB of memory. A
later one took 4 to 6 ms of this process in SQLite and in PostgreSQL, about what :mod:`dialog.stored_directory` takes,
which keeps its index of names in the database instead. For that the host's table needs an index on its tenant and
``changed`` columns, in this order; one on ``changed`` alone does as well where few others write. Without either every
look-up reads all of the tenant's times: 30 to 60 ms among 100,000.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from dialog.entity_rows import EntityRows, Row
from dialog.host_tables import EntityTable, PeopleTable, TenantTable, is_same, plain
from dialog.table_reader import Since, TableReader
from dialog.zones import known_zone
from resolver.entities import (
    Actor,
    Entity,
    HandlesLookup,
    ListedLookup,
    Lookup,
    NamesLookup,
    OwnersLookup,
    RecentLookup,
    RefsLookup,
    SimilarLookup,
)
from resolver.match import names_of
from resolver.name_index import NameIndex, Ref
from slots.errors import DirectoryError, UnknownTenantError, UnknownUserError

T = TypeVar("T")

OVERLAP = timedelta(seconds=30)
"""How long a transaction may have lasted whose rows are still found by their time: rows that others
committed later may bear an earlier one."""

UNTRACKED = 2_000
"""Rows whose time of change is not known, for lack of the column or of a value, at the most: their names are read
for each look-up."""

OWNERS = 9
"""People who are named as those to ask for a permission, at the most."""

ROUNDS = 3
"""How often the index is corrected by the rows that it proposed, while others write, before the answer stands.
Rounds that only find rows gone are not counted: very many may have been deleted at once, and they come to an end."""

SHOWN = 10
"""Tenants that an error names."""


@dataclass
class _Names:
    """One tenant's index of names, and how far each table was read for it."""

    index: NameIndex = field(default_factory=NameIndex)
    marks: dict[str, _Mark] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True, slots=True)
class _Mark:
    changed: datetime
    """The latest time of a write that was read."""
    seen: float
    """When it was read first, by the clock of this process."""


class SqlDirectory:
    """The entities of a host's own tables; what any process commits counts in the next turn."""

    def __init__(
        self,
        engine: Engine,
        *tables: EntityTable,
        tenants: TenantTable | str,
        fixed: Iterable[Entity] = (),
        overlap: timedelta = OVERLAP,
        most_tenants: int = 100,
    ) -> None:
        """Map the tables; nothing is read yet.

        The engine is used from several threads: not one of SQLite in memory, where each sees its own database.
        ``tenants`` is their table, or the name of the only one. ``fixed`` are entities that stand in the
        host's code (the types of an enumeration). The names of ``most_tenants`` are kept, those used last.
        Raises :class:`slots.errors.DirectoryError` for a type that is mapped twice.
        """
        self._engine, self._tenants, self._overlap, self._most = engine, tenants, overlap, most_tenants
        self._readers = {table.type: TableReader(table) for table in tables}
        if len(self._readers) < len(tables):
            types = [table.type for table in tables]
            twice = ", ".join(sorted({type_ for type_ in types if types.count(type_) > 1}))
            raise DirectoryError(f"these types are mapped twice: {twice}")
        self._fixed = EntityRows()
        for entity in fixed:
            self._fixed.keep(Row(entity))
        self._names: OrderedDict[str, _Names] = OrderedDict()
        self._lock = threading.Lock()

    async def actor(self, tenant: str, user: str) -> Actor:
        """Return who speaks, with what they hold now; raises ``UnknownTenantError`` or ``UnknownUserError``."""
        return await asyncio.to_thread(self._run, lambda connection: self._actor(connection, tenant, user))

    async def look_up(self, tenant: str, lookup: Lookup) -> Sequence[Entity]:
        """Answer one look-up in a thread; raises :class:`slots.errors.DirectoryError` when it cannot be read."""
        return await asyncio.to_thread(self._run, lambda connection: self._answer(connection, tenant, lookup))

    def _run(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return work(connection)
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            origin = self._engine.url.render_as_string(hide_password=True)
            raise DirectoryError(f"it cannot be read: {reason}", origin=origin) from error

    # -- who speaks ----------------------------------------------------------

    def _actor(self, connection: Connection, tenant: str, user: str) -> Actor:
        timezone, day_first = self._tenant(connection, tenant)
        was_found = False
        for type_, reader in self._readers.items():
            found = reader.person(connection, tenant, user)
            was_found = was_found or found is not None
            if found is None or not found[0].is_active:
                continue
            entity, held, own_zone = found
            return Actor(
                id=entity.id,
                name=entity.name,
                permissions=held,
                type=type_,
                timezone=known_zone(own_zone, timezone),
                attributes=entity.attributes,
                day_first=day_first,
            )
        raise UnknownUserError(tenant, user, inactive=was_found)

    def _tenant(self, connection: Connection, tenant: str) -> tuple[str, bool | None]:
        """Return a tenant's zone, empty where it has none, and whether its 5/6 is the fifth of June."""
        told = self._tenants
        if isinstance(told, str):
            if tenant != told:
                raise UnknownTenantError(tenant, known=(told,))
            return "", None
        columns = {"id": told.id, "zone": told.timezone, "day_first": told.day_first}
        statement = select(*(column.label(name) for name, column in columns.items() if column is not None))
        row = connection.execute(statement.where(is_same(told.id, tenant))).mappings().first()
        if row is None:
            known = connection.execute(select(told.id).order_by(told.id).limit(SHOWN)).scalars()
            raise UnknownTenantError(tenant, known=tuple(map(plain, known)))
        day_first = row.get("day_first")
        return plain(row.get("zone")), None if day_first is None else bool(day_first)

    # -- look-ups ------------------------------------------------------------

    def _answer(self, connection: Connection, tenant: str, lookup: Lookup) -> Sequence[Entity]:
        if isinstance(self._tenants, str):
            self._tenant(connection, tenant)
        found = _ANSWERS[type(lookup)](self, connection, tenant, lookup)
        if isinstance(lookup, OwnersLookup):
            return found
        both = [*found, *self._fixed.look_up(lookup)]
        return both[: lookup.limit] if isinstance(lookup, ListedLookup | RecentLookup) else both

    def _of_types(self, types: Iterable[str]) -> list[TableReader]:
        """Return the readers of some types, in the order in which the tables were given."""
        wanted = frozenset(types)
        return [reader for type_, reader in self._readers.items() if type_ in wanted]

    def _refs(self, connection: Connection, tenant: str, lookup: RefsLookup) -> list[Entity]:
        return self._load(connection, tenant, lookup.refs)

    def _handles(self, connection: Connection, tenant: str, lookup: HandlesLookup) -> list[Entity]:
        readers = self._of_types(lookup.types)
        return [entity for reader in readers for entity in reader.by_handle(connection, tenant, lookup)]

    def _recent(self, connection: Connection, tenant: str, lookup: RecentLookup) -> list[Entity]:
        readers = self._of_types(lookup.types)
        timed = [one for reader in readers for one in reader.recent(connection, tenant, lookup)]
        timed.sort(key=lambda one: one[1], reverse=True)
        return [entity for entity, _ in timed[: lookup.limit]]

    def _listed(self, connection: Connection, tenant: str, lookup: ListedLookup) -> list[Entity]:
        readers = self._of_types(lookup.types)
        found = [entity for reader in readers for entity in reader.listed(connection, tenant, lookup)]
        if lookup.by_name:
            found.sort(key=lambda entity: entity.name.casefold())
        return found[: lookup.limit]

    def _owners(self, connection: Connection, tenant: str, lookup: OwnersLookup) -> list[Entity]:
        found: list[Entity] = []
        for type_, reader in self._readers.items():
            if isinstance(reader.table, PeopleTable) and reader.table.owners is not None:
                first = ListedLookup((type_,), (), False, OWNERS)
                found += reader.listed(connection, tenant, first, only=reader.table.owners)
        return found

    def _load(self, connection: Connection, tenant: str, refs: Iterable[Ref]) -> list[Entity]:
        ids: dict[str, list[str]] = {}
        for type_, id_ in refs:
            ids.setdefault(type_, []).append(id_)
        readers = self._of_types(ids)
        return [entity for reader in readers for entity in reader.by_ids(connection, tenant, ids[reader.table.type])]

    # -- names ---------------------------------------------------------------

    def _named(self, connection: Connection, tenant: str, lookup: NamesLookup | SimilarLookup) -> list[Entity]:
        names = self._names_of(tenant)
        with names.lock:
            for reader in self._of_types(lookup.types):
                self._read_names(connection, tenant, names, reader)
            index, rounds = names.index, 0
            while True:
                refs = index.bearing(lookup) if isinstance(lookup, NamesLookup) else index.similar(lookup)
                found = self._load(connection, tenant, refs)
                dropped, was_renamed = _correct(index, refs, found)
                rounds += was_renamed
                if not (dropped or was_renamed) or rounds == ROUNDS:
                    return found

    def _names_of(self, tenant: str) -> _Names:
        with self._lock:
            names = self._names.setdefault(tenant, _Names())
            self._names.move_to_end(tenant)
            while len(self._names) > self._most:
                self._names.popitem(last=False)
            return names

    def _read_names(self, connection: Connection, tenant: str, names: _Names, reader: TableReader) -> None:
        """Read the names of a table's rows that were written since the last time, or of all of them."""
        type_ = reader.table.type
        mark, now = names.marks.get(type_), time.monotonic()
        since, latest, untimed = self._since(names, mark, now), mark.changed if mark is not None else None, 0
        limit = UNTRACKED + 1 if reader.table.changed is None else None
        for id_, own, is_active, changed in reader.names(connection, tenant, since, limit=limit):
            names.index.put((type_, id_), own, is_active=is_active)
            untimed += changed is None
            if untimed > UNTRACKED:
                what = "rows: map its" if limit is not None else "rows without a time: fill its"
                raise DirectoryError(f"it has more than {UNTRACKED} {what} changed column", origin=type_)
            latest = changed if latest is None else max(latest, changed or latest)
        if latest is not None and (mark is None or latest > mark.changed):
            names.marks[type_] = _Mark(latest, now)

    def _since(self, names: _Names, mark: _Mark | None, now: float) -> Since | None:
        """Return from when on rows are read; None for all of them."""
        if mark is None:
            return None
        is_open = now - mark.seen <= self._overlap.total_seconds()
        changed = mark.changed - self._overlap if is_open else mark.changed
        return Since(changed, is_open, is_long=len(names.index) > UNTRACKED)


def _correct(index: NameIndex, refs: Iterable[Ref], found: Iterable[Entity]) -> tuple[int, bool]:
    """Give an index the names that the rows have; how many rows are gone, and whether others had other names."""
    read = {entity.ref: entity for entity in found}
    gone = [ref for ref in refs if ref not in read]
    for ref in gone:
        index.drop(ref)
    put = [index.put(ref, names_of(entity), is_active=entity.is_active) for ref, entity in read.items()]
    return len(gone), any(put)


_ANSWERS: Mapping[type, Callable[[SqlDirectory, Connection, str, Any], list[Entity]]] = {
    NamesLookup: SqlDirectory._named,
    SimilarLookup: SqlDirectory._named,
    RefsLookup: SqlDirectory._refs,
    HandlesLookup: SqlDirectory._handles,
    RecentLookup: SqlDirectory._recent,
    ListedLookup: SqlDirectory._listed,
    OwnersLookup: SqlDirectory._owners,
}
