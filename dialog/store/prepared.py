"""Core statements that are turned into the database's words once, and then run by the driver as they are.

A look-up by name is some seven statements of a few microseconds each; SQLAlchemy's own way through a
statement with lists takes ten times as long as the database (measured in SQLite: 230 us a statement, and
25 us by the driver's cursor). Errors are raised as SQLAlchemy raises them. A list is filled up with its last
value to the next power of two, so that few texts come up, and cut at :data:`MOST_VALUES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

from dialog.store.readings import Reading, kept_cursor

MOST_VALUES = 512
"""Values of one list in one statement at the most; longer lists are read in several (SQLite takes 32,766
variables a statement, older builds 999)."""

Row = Sequence[Any]
"""One row of an answer."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A statement in the words of one database."""

    words: str
    order: tuple[str, ...] | None
    """The names of its places in order; None where the driver takes them by name."""
    runs: tuple[tuple[str, bool, Any], ...]
    """The same with each list's places as one: the name, whether it is a list's, a value that stands in the
    statement itself."""
    places: Mapping[str, Sequence[str]]
    """List -> the names of its places."""
    fixed: Mapping[str, Any]
    """The values that stand in the statement itself."""

    def placed(self, values: Mapping[str, Any]) -> Any:
        """Return some values as the driver takes them."""
        if self.order is not None:
            found: list[Any] = []
            for name, is_list, fixed in self.runs:
                if is_list:
                    found += values[name]
                else:
                    found.append(values.get(name, fixed))
            return found
        named = {**self.fixed, **values}
        for name, places in self.places.items():
            named.update(zip(places, named.pop(name), strict=True))
        return named


@dataclass(slots=True)
class Prepared:
    """A statement; parameters that are lists must be declared as ``expanding``."""

    statement: Any
    """What SQLAlchemy calls it."""
    _texts: dict[tuple[Any, ...], _Text] = field(default_factory=dict)
    _compiled: dict[str, Any] = field(default_factory=dict)
    """Name of a dialect -> the statement in its words, whose lists have no size yet: to find these takes 2 ms."""

    def rows(self, connection: Connection | Reading, **values: Any) -> Sequence[Row]:
        """Run it with lists of at most :data:`MOST_VALUES`; with an empty one there is nothing to ask."""
        dialect = connection.dialect
        key: tuple[Any, ...] = (dialect.name,)
        for name, value in values.items():
            if value.__class__ is tuple or value.__class__ is list:
                if not value:
                    return ()
                values[name] = filled = _filled(value)
                key += (name, len(filled))
        text = self._texts.get(key) or self._made(key, dialect, values)
        cursor = connection.cursor if isinstance(connection, Reading) else kept_cursor(_begun(connection))
        try:
            cursor.execute(text.words, text.placed(values))
            return cursor.fetchall() if cursor.description else ()
        except dialect.loaded_dbapi.Error as error:
            raise DBAPIError.instance(text.words, None, error, dialect.loaded_dbapi.Error) from error

    def all_rows(self, connection: Connection | Reading, long: str, **values: Any) -> Sequence[Row]:
        """Run it as often as one list of any length needs."""
        wanted = values[long]
        if len(wanted) <= MOST_VALUES:
            return self.rows(connection, **values)
        starts = range(0, len(wanted), MOST_VALUES)
        parts = [{**values, long: wanted[start : start + MOST_VALUES]} for start in starts]
        return [row for part in parts for row in self.rows(connection, **part)]

    def run_many(self, connection: Connection, names: Sequence[str], rows: Iterable[Row]) -> None:
        """Run it, which has no lists, with each of some rows; ``names`` are those of their values."""
        given = list(rows)
        if not given:
            return
        key = (connection.dialect.name,)
        text = self._texts.get(key) or self._made(key, connection.dialect, dict(zip(names, given[0], strict=True)))
        if text.order is not None and tuple(names) == text.order:
            placed: list[Any] = given
        else:
            placed = [text.placed(dict(zip(names, row, strict=True))) for row in given]
        with _cursor(connection, text.words) as cursor:
            cursor.executemany(text.words, placed)

    def _made(self, key: tuple[Any, ...], dialect: Dialect, values: Mapping[str, Any]) -> _Text:
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = self.statement.compile(dialect=dialect)
        text = self._texts[key] = _sized(compiled, values)
        return text


def stream(connection: Connection, words: str, rows: Iterable[Row]) -> None:
    """Run a statement in the database's words that takes rows as a stream (``COPY ... FROM STDIN``)."""
    with _cursor(connection, words) as cursor, cursor.copy(words) as copy:
        for row in rows:
            copy.write_row(row)


@contextmanager
def _cursor(connection: Connection, words: str) -> Iterator[Any]:
    """Open a cursor of the driver in the connection's transaction; what fails on it is raised as by SQLAlchemy."""
    cursor = _begun(connection).cursor()
    try:
        yield cursor
    except connection.dialect.loaded_dbapi.Error as error:
        raise DBAPIError.instance(words, None, error, connection.dialect.loaded_dbapi.Error) from error
    finally:
        cursor.close()


def _begun(connection: Connection) -> PoolProxiedConnection:
    """Return the pooled connection, in a transaction, which is begun where none is."""
    if not connection.in_transaction():
        connection.begin()
    return connection.connection


def _filled(values: Sequence[Any]) -> Sequence[Any]:
    size = 1 << (len(values) - 1).bit_length()
    return values if size == len(values) else (*values, *[values[-1]] * (size - len(values)))


def _sized(compiled: Any, values: Mapping[str, Any]) -> _Text:
    """Return a statement with as many places for each list as some values have."""
    expanded = compiled.construct_expanded_state(dict(values))
    order = tuple(expanded.positiontup) if expanded.positiontup is not None else None
    places = dict(expanded.parameter_expansion)
    given = {*values, *(name for names in places.values() for name in names)}
    fixed = {name: value for name, value in expanded.parameters.items() if name not in given}
    return _Text(expanded.statement, order, _runs(order or (), places, fixed), places, fixed)


def _runs(
    order: Sequence[str], places: Mapping[str, Sequence[str]], fixed: Mapping[str, Any]
) -> tuple[tuple[str, bool, Any], ...]:
    """Return the names of places in order, those of one list as one: they stand together in a statement."""
    home = {place: name for name, own in places.items() for place in own}
    lists = {own[0]: name for name, own in places.items()}
    singles = (place for place in order if place not in home or place in lists)
    return tuple((lists.get(place, place), place in lists, fixed.get(place)) for place in singles)
