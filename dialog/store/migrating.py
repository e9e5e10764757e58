"""Bringing a store's schema up to date: ``verbflow db upgrade`` and ``verbflow db check``.

A store makes the tables that are missing when it is opened. What it cannot do is
change tables that an earlier version made: that is what the migrations are for,
which Alembic runs (extra ``migrations``). What was run stands in a table of its
own, so that a host may use Alembic for its tables in the same database.

A database has a part for conversations, one for a stored directory, or both. A migration makes both parts,
as one that stays empty does no harm; a check speaks only of a part that is there (of none: the conversations').
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import inspect
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import SQLModel

from dialog.store.dialects import Database, lock_schema, open_database
from dialog.store.name_tables import NAME_TABLES
from dialog.store.tables import TABLES
from slots.errors import ExtraMissingError, StoreError

VERSION_TABLE = "verbflow_schema"
"""Where it is written which migrations were run."""

_SCRIPTS = Path(__file__).with_name("migrations")
_PARTS = tuple(frozenset(table.name for table in tables) for tables in (TABLES, NAME_TABLES))
_NAMES = frozenset[str]().union(*_PARTS)


def upgrade(url: str) -> str:
    """Run the migrations that are missing, in one transaction; returns the revision that the store has then.

    Tables that a store made by itself, and that are current, are only noted to be so. Raises
    :class:`slots.errors.StoreError` when the database cannot be opened or changed.
    """
    command, _ = _alembic()
    with _connected(url, may_make=True) as (database, connection):
        lock_schema(database, connection)
        config = _config(connection)
        is_made = not _NAMES.isdisjoint(inspect(connection).get_table_names())
        if is_made and not _context(connection).get_current_revision() and not _differences(connection):
            command.stamp(config, "head")
        else:
            command.upgrade(config, "head")
        return str(_context(connection).get_current_revision())


def check(url: str) -> list[str]:
    """Return what keeps a store's schema from being current, a sentence each; empty when it is.

    Nothing is changed and nothing made. Raises :class:`slots.errors.StoreError` when the database
    cannot be opened.
    """
    _, script = _alembic()
    with _connected(url, may_make=False) as (_, connection):
        newest = script.ScriptDirectory.from_config(_config(connection)).get_current_head()
        noted = _context(connection).get_current_revision()
        problems = list(_differences(connection))
    if noted is not None and noted != newest:
        problems.append(f"its revision is {noted}, and this version's is {newest}")
    return problems


@contextmanager
def _connected(url: str, *, may_make: bool) -> Iterator[tuple[Database, Connection]]:
    """Open a database and one transaction in it, and close it at the end."""
    from alembic.util import CommandError

    database = open_database(url, may_make=may_make)
    if database.is_memory:
        raise StoreError("a store in memory is always new; there is nothing to migrate", url=url)
    try:
        with database.engine.begin() as connection:
            yield database, connection
    except SQLAlchemyError as error:
        raise database.typed(error) from error
    except CommandError as error:
        raise StoreError(f"it cannot be migrated: {error}", url=database.url) from error
    finally:
        database.engine.dispose()


def _alembic() -> tuple[Any, Any]:
    try:
        from alembic import command, script
    except ImportError as error:
        raise ExtraMissingError("alembic", extra="migrations") from error
    return command, script


def _options() -> dict[str, Any]:
    return {
        "target_metadata": SQLModel.metadata,
        "version_table": VERSION_TABLE,
        "include_object": _is_ours,
        "transactional_ddl": True,
    }


def _is_ours(thing: Any, name: str | None, kind: str, reflected: bool, compared: Any) -> bool:
    """Whether a part of the database is one of our tables; a host's may stand beside them."""
    return name in _NAMES if kind == "table" else True


def _config(connection: Connection) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes.update(connection=connection, options=_options())
    return config


def _context(connection: Connection) -> Any:
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection, opts=_options())


def _differences(connection: Connection) -> list[str]:
    """Return in what the tables that are there differ from those that this version declares."""
    from alembic.autogenerate import compare_metadata

    there = frozenset(inspect(connection).get_table_names())
    parts = [part for part in _PARTS if part & there] or _PARTS[:1]
    found = _flat(compare_metadata(_context(connection), SQLModel.metadata))
    told = [_told(one) for one in found if any(_table_of(one) in part for part in parts)]
    return told + list(_other_keys(connection))


def _other_keys(connection: Connection) -> Iterator[str]:
    """Yield what differs in the tables' keys, which Alembic does not compare."""
    there = inspect(connection)
    for table in TABLES:
        if table.name not in there.get_table_names():
            continue
        key = there.get_pk_constraint(table.name)["constrained_columns"]
        if key != [column.name for column in table.primary_key]:
            yield f"the key of {table.name} differs (it is {', '.join(key)})"


def _flat(differences: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    for one in differences:
        if isinstance(one, list):
            yield from one
        else:
            yield one


def _table_of(difference: tuple[Any, ...]) -> str:
    """Return the name of the table that a difference is about."""
    names = [
        part if isinstance(part, str) else getattr(getattr(part, "table", part), "name", "") for part in difference
    ]
    return next((name for name in names[1:] if name in _NAMES), "")


_TOLD = {
    "add_table": "table {} is missing",
    "add_column": "column {} is missing",
    "remove_column": "column {} is not known here",
    "add_index": "index {} is missing",
    "remove_index": "index {} is not known here",
}
"""What Alembic would do -> what it means."""


def _told(difference: tuple[Any, ...]) -> str:
    what, *parts = difference
    named = (getattr(part, "name", part) for part in parts)
    words = ".".join(name for name in named if isinstance(name, str))
    return _TOLD.get(what, f"{{}} differs ({str(what).replace('_', ' ')})").format(words)
