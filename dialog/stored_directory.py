"""A directory that is kept in a database of ours, in SQLite or PostgreSQL, for up to millions of names.

What :class:`dialog.directory.EntityDirectory` holds in memory stands in tables here
(:mod:`dialog.store.name_tables`): nothing is read at the start, nothing is held between two look-ups, and
what any process commits counts in the next one. Answers are those of the directory in memory, but for the
bounds that :mod:`dialog.store.name_walks` puts on attributes that few of very many entities have.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime
from threading import RLock
from typing import Any, TypeVar

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from dialog.directory import Tenant
from dialog.entity_rows import Row
from dialog.store.dialects import make_tables, open_database, reason
from dialog.store.name_load import Load, Progress, batched
from dialog.store.name_shelf import NameShelf, spaces_of
from dialog.store.name_tables import NAME_TABLES
from dialog.store.name_walks import every_row, listed, recent
from dialog.store.name_writing import drop_rows, hold, put_rows
from dialog.store.prepared import Prepared
from dialog.store.readings import Reading, Readings
from dialog.zones import zone_fault
from resolver.candidates import find_similar
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
from slots.errors import DirectoryError, UnknownTenantError
from slots.text import key_of

T = TypeVar("T")

OWNERS = 9
"""People who are named as those to ask for a permission, at the most."""

SHOWN = 10
"""Tenants that an error names."""

PUT = 500
"""Entities that one transaction puts, where a load goes over what is there."""

_T = NAME_TABLES[0]
_SETTINGS = Prepared(select(_T.c.settings).where(_T.c.name == bindparam("name")))
_NAMES = Prepared(select(_T.c.name).order_by(_T.c.name).limit(bindparam("limit")))
_NEW_TENANT = Prepared(
    insert(_T).values(name=bindparam("name"), settings=bindparam("settings"), next_number=0, next_word=0)
)
_SET = Prepared(update(_T).where(_T.c.name == bindparam("b_name")).values(settings=bindparam("b_settings")))


class StoredDirectory:
    """Entities of any number of tenants in a database: ``sqlite:///FILE``, ``postgresql://USER@HOST/DATABASE``.

    The database may be the conversations' store or one of its own. Methods that write are one transaction
    each; all may be called from any thread or process.
    """

    def __init__(self, url: str) -> None:
        """Open the database and make the tables that are missing.

        Raises :class:`slots.errors.StoreError` with the reason, and
        :class:`slots.errors.ExtraMissingError` when the database's driver is not installed.
        """
        self._database = open_database(url)
        self._engine = self._database.engine
        self._reading = self._engine.execution_options(**self._database.dialect.reading)
        self._readings = Readings(self._engine, self._database.dialect.snapshot)
        self.url = self._database.url
        """Where, for messages: a password is not in it."""
        self._lock: AbstractContextManager[Any] = RLock() if self._database.is_memory else nullcontext()
        make_tables(self._database, NAME_TABLES)

    def close(self) -> None:
        """Close all connections."""
        self._readings.close()
        self._engine.dispose()

    # -- tenants -------------------------------------------------------------

    @property
    def tenants(self) -> tuple[str, ...]:
        """The tenants that it holds, sorted."""
        with self._reads() as connection:
            return tuple(sorted(name for (name,) in _NAMES.rows(connection, limit=2**31 - 1)))

    def tenant(self, name: str) -> Tenant:
        """Return a tenant's settings, without its rows; raises :class:`slots.errors.UnknownTenantError`."""
        with self._reads() as connection:
            return _tenant(connection, name)

    def types(self, tenant: str) -> tuple[str, ...]:
        """Return the types of which a tenant has or had entities, in the order in which they came."""
        with self._reads() as connection:
            _tenant(connection, tenant)
            return tuple(spaces_of(connection, tenant))

    def set_tenant(self, tenant: Tenant) -> None:
        """Make a tenant, or give it other settings; its rows are not looked at.

        Raises :class:`slots.errors.DirectoryError` for a time zone that there is not.
        """
        fault = zone_fault(tenant.timezone)
        if fault:
            raise DirectoryError(f"the timezone of tenant {tenant.name!r}: {fault}")
        with self._writes() as connection:
            if _SETTINGS.rows(connection, name=tenant.name):
                _SET.rows(connection, b_name=tenant.name, b_settings=_settings_of(tenant))
            else:
                _NEW_TENANT.rows(connection, name=tenant.name, settings=_settings_of(tenant))

    def keep_tenant(self, tenant: Tenant, progress: Progress | None = None) -> int:
        """Make a tenant with its settings and load its rows, as :func:`dialog.directory.read_tenant` returns it."""
        self.set_tenant(tenant)
        return self.load(tenant.name, tenant.rows.values(), progress)

    # -- entities ------------------------------------------------------------

    def put(self, tenant: str, entity: Entity, *, touched: datetime | None = None, by: tuple[str, ...] = ()) -> None:
        """Add an entity, or replace the one of its type and id; a touch that is not given is kept."""
        self._put(tenant, (Row(entity, touched, tuple(dict.fromkeys(by))),))

    def change(self, tenant: str, type_: str, id_: str, **fields: Any) -> Entity:
        """Replace fields of an entity (``name=``, ``is_active=``); raises :class:`slots.errors.DirectoryError`."""
        with self._writes() as connection:
            counters = _hold(connection, tenant)
            row = _row(connection, tenant, type_, id_)
            if row is None:
                raise DirectoryError(f"tenant {tenant!r} has no {type_} with the id {id_!r}")
            changed = replace(row.entity, **fields)
            put_rows(connection, tenant, counters, (Row(changed),))
            return changed

    def keep_alias(self, tenant: str, type_: str, id_: str, alias: str) -> bool:
        """Add an alias, unless another entity of the type is called so; False when nothing was added.

        Raises :class:`slots.errors.DirectoryError` for an entity that is not there.
        """
        key = key_of(alias)
        with self._writes() as connection:
            counters = _hold(connection, tenant)
            row = _row(connection, tenant, type_, id_)
            if row is None:
                raise DirectoryError(f"tenant {tenant!r} has no {type_} with the id {id_!r}")
            if not key or _shelf(connection, tenant, (type_,)).known(NamesLookup((key,), (type_,), (type_,))):
                return False
            changed = replace(row.entity, aliases=(*row.entity.aliases, alias))
            put_rows(connection, tenant, counters, (Row(changed),))
            return True

    def drop(self, tenant: str, type_: str, id_: str) -> bool:
        """Forget an entity altogether; False when there is none. To keep its name, archive it (``is_active=False``)."""
        with self._writes() as connection:
            return bool(drop_rows(connection, tenant, _hold(connection, tenant), ((type_, id_),)))

    def get(self, tenant: str, type_: str, id_: str) -> Entity | None:
        """Return an entity, or None."""
        with self._reads() as connection:
            _tenant(connection, tenant)
            row = _row(connection, tenant, type_, id_)
        return row.entity if row is not None else None

    def all(self, tenant: str, type_: str) -> tuple[Entity, ...]:
        """Return all entities of a type, archived ones too, in directory order: for small types, it reads them all."""
        with self._reads() as connection:
            return tuple(row.entity for row in every_row(_shelf(connection, tenant, (type_,))))

    def touched_by(self, tenant: str, type_: str, id_: str) -> tuple[str, ...]:
        """Return the ids of the people who touched an entity, the last one first."""
        with self._reads() as connection:
            row = _row(connection, tenant, type_, id_)
        return row.touched_by if row is not None else ()

    def load(self, tenant: str, entities: Iterable[Entity | Row], progress: Progress | None = None) -> int:
        """Put any number of entities, read as a stream; returns how many came. The tenant is made if it is missing.

        For a tenant without entities all of it is one transaction at the end, and an id that comes twice is a
        :class:`slots.errors.DirectoryError`. Over entities that are there, each :data:`PUT` are one, in the
        order in which they come, and those that are as they were are not written; a load that was stopped
        is run again. What the stream does not hold is left as it is.
        """
        told = progress or (lambda stage, count: None)
        with self._writes() as connection:
            if hold(connection, tenant) is None:
                _NEW_TENANT.rows(connection, name=tenant, settings=_settings_of(Tenant(tenant)))
            is_new = not any(space.held for space in spaces_of(connection, tenant).values())
        rows = (row if isinstance(row, Row) else Row(row) for row in entities)
        if is_new:
            return self._fill(tenant, rows, told)
        count = written = 0
        for batch in batched(rows, PUT):
            written += self._put(tenant, batch)
            count += len(batch)
            told("read", count)
        told("written", written)
        return count

    def _put(self, tenant: str, rows: Iterable[Row]) -> int:
        with self._writes() as connection:
            return put_rows(connection, tenant, _hold(connection, tenant), rows)

    def _fill(self, tenant: str, rows: Iterable[Row], progress: Progress) -> int:
        dialect = self._database.dialect
        with self._typed(), self._lock, self._engine.connect() as opened:
            connection = opened.execution_options(verbflow_reads=dialect.has_one_writer)  # else it goes on to write
            load = Load(connection, tenant, progress, dialect.has_one_writer, dialect.copy_in)
            try:
                load.open()
                count = load.read(rows)
                connection.execution_options(verbflow_reads=False)
                load.write()
                connection.commit()
            finally:
                connection.rollback()
                load.close()
                connection.commit()
            tables = ", ".join(table.name for table in NAME_TABLES)
            connection.connection.cursor().execute(dialect.after_load.format(tables=tables))
            connection.connection.commit()
        return count

    # -- the directory -------------------------------------------------------

    async def actor(self, tenant: str, user: str) -> Actor:
        """Return who speaks, with what their role holds; raises ``UnknownTenantError`` or ``UnknownUserError``."""
        return await asyncio.to_thread(self._read, _actor, tenant, user)

    def look_up_now(self, tenant: str, lookup: Lookup) -> Sequence[Entity]:
        """Answer one look-up in this thread, for programs without an event loop."""
        return self._read(_answer, tenant, lookup)

    async def look_up(self, tenant: str, lookup: Lookup) -> Sequence[Entity]:
        """Answer one look-up in a thread; raises :class:`slots.errors.DirectoryError` when it cannot be read."""
        return await asyncio.to_thread(self._read, _answer, tenant, lookup)

    def _read(self, work: Callable[[Reading, str, Any], T], tenant: str, asked: Any) -> T:
        try:
            with self._lock:
                return self._readings.run(lambda opened: work(opened, tenant, asked))
        except SQLAlchemyError as error:
            raise self._unreadable(error) from error

    @contextmanager
    def _reads(self) -> Iterator[Connection]:
        """Read in one transaction."""
        with self._readable(), self._lock, self._reading.connect() as connection:
            yield connection

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """What fails is a directory that cannot be read."""
        try:
            yield
        except SQLAlchemyError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: SQLAlchemyError) -> DirectoryError:
        return DirectoryError(f"it cannot be read: {reason(error)}", origin=self.url)

    @contextmanager
    def _writes(self) -> Iterator[Connection]:
        with self._typed(), self._lock, self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _typed(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise self._database.typed(error) from error


# -- answers -----------------------------------------------------------------------


def _answer(connection: Connection | Reading, tenant: str, lookup: Lookup) -> Sequence[Entity]:
    if isinstance(lookup, OwnersLookup):
        home = _tenant(connection, tenant)
        lookup = ListedLookup((home.speaker_type,), (("role", home.owner_role),), False, OWNERS)
    types = tuple(type_ for type_, _ in lookup.refs) if isinstance(lookup, RefsLookup) else lookup.types
    shelf = _shelf(connection, tenant, types)
    return _ANSWERS[type(lookup)](shelf, lookup)


def _refs(shelf: NameShelf, lookup: RefsLookup) -> Sequence[Entity]:
    wanted = frozenset(lookup.refs)
    rows = shelf.of_ids(sorted({id_ for _, id_ in wanted}))
    return [row.entity for row in rows if row.entity.ref in wanted]


_ANSWERS: Mapping[type, Callable[[NameShelf, Any], Sequence[Entity]]] = {
    NamesLookup: lambda shelf, lookup: [row.entity for row in shelf.known(lookup)],
    SimilarLookup: lambda shelf, lookup: [row.entity for row in shelf.rows(find_similar(lookup.phrase, shelf))],
    RefsLookup: _refs,
    HandlesLookup: lambda shelf, lookup: [row.entity for row in shelf.of_handle(lookup.handle)],
    RecentLookup: recent,
    ListedLookup: listed,
}


def _actor(connection: Connection | Reading, tenant: str, user: str) -> Actor:
    home = _tenant(connection, tenant)
    row = _row(connection, tenant, home.speaker_type, user)
    return home.actor(user, row)


def _shelf(connection: Connection | Reading, tenant: str, types: Iterable[str]) -> NameShelf:
    """Return the shelf of some types; raises for a tenant that is not there."""
    spaces = spaces_of(connection, tenant)
    if not spaces:
        _tenant(connection, tenant)
    return NameShelf(connection, [spaces[type_] for type_ in dict.fromkeys(types) if type_ in spaces])


def _row(connection: Connection | Reading, tenant: str, type_: str, id_: str) -> Row | None:
    found = _shelf(connection, tenant, (type_,)).of_ids((id_,))
    return found[0] if found else None


def _hold(connection: Connection, tenant: str) -> tuple[int, int]:
    counters = hold(connection, tenant)
    if counters is None:
        raise UnknownTenantError(tenant, known=_some_tenants(connection))
    return counters


def _some_tenants(connection: Connection | Reading) -> tuple[str, ...]:
    return tuple(name for (name,) in _NAMES.rows(connection, limit=SHOWN))


def _tenant(connection: Connection | Reading, name: str) -> Tenant:
    found = _SETTINGS.rows(connection, name=name)
    if not found:
        raise UnknownTenantError(name, known=_some_tenants(connection))
    held = json.loads(found[0][0])
    return Tenant(
        name=name,
        timezone=held["timezone"],
        day_first=held["day_first"],
        owner_role=held["owner_role"],
        speaker_type=held["speaker_type"],
        permissions={role: frozenset(names) for role, names in held["permissions"].items()},
    )


def _settings_of(tenant: Tenant) -> str:
    settings = {
        "timezone": tenant.timezone,
        "day_first": tenant.day_first,
        "owner_role": tenant.owner_role,
        "speaker_type": tenant.speaker_type,
        "permissions": {role: sorted(held) for role, held in tenant.permissions.items()},
    }
    return json.dumps(settings)
