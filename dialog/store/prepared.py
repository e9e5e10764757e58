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

from sqlalchemy import Executable
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

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
    places: Mapping[str, Sequence[str]]
    """List -> the names of its places."""
    fixed: Mapping[str, Any]
    """The values that stand in the statement itself."""


@dataclass(slots=True)
class Prepared:
    """A statement; parameters that are lists must be declared as ``expanding``."""

    statement: Any
    """What SQLAlchemy calls it."""
    _texts: dict[tuple[Any, ...], _Text] = field(default_factory=dict)

    def rows(self, connection: Connection, **values: Any) -> Sequence[Row]:
        """Run it with lists of at most :data:`MOST_VALUES`; with an empty one there is nothing to ask."""
        lists = {name: _filled(value) for name, value in values.items() if isinstance(value, tuple | list)}
        if not all(lists.values()):
            return ()
        text = self._text(connection, {**values, **lists})
        named = {name: value for name, value in values.items() if name not in lists}
        for name, filled in lists.items():
            named.update(zip(text.places[name], filled, strict=True))
        with _cursor(connection, text.words) as cursor:
            cursor.execute(text.words, _placed(text, named))
            return cursor.fetchall() if cursor.description else ()

    def all_rows(self, connection: Connection, long: str, **values: Any) -> Iterator[Row]:
        """Run it as often as one list of any length needs."""
        wanted = values[long]
        for start in range(0, len(wanted), MOST_VALUES):
            yield from self.rows(connection, **{**values, long: wanted[start : start + MOST_VALUES]})

    def run_many(self, connection: Connection, names: Sequence[str], rows: Iterable[Row]) -> None:
        """Run it, which has no lists, with each of some rows; ``names`` are those of their values."""
        given = list(rows)
        if not given:
            return
        text = self._text(connection, dict(zip(names, given[0], strict=True)))
        if text.order is not None and tuple(names) == text.order:
            placed: list[Any] = given
        else:
            placed = [_placed(text, dict(zip(names, row, strict=True))) for row in given]
        with _cursor(connection, text.words) as cursor:
            cursor.executemany(text.words, placed)

    def _text(self, connection: Connection, values: Mapping[str, Any]) -> _Text:
        sizes = ((name, len(value)) for name, value in values.items() if isinstance(value, tuple | list))
        key = (connection.dialect.name, *sorted(sizes))
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = _compiled(self.statement, connection, values)
        return text


def stream(connection: Connection, words: str, rows: Iterable[Row]) -> None:
    """Run a statement in the database's words that takes rows as a stream (``COPY ... FROM STDIN``)."""
    with _cursor(connection, words) as cursor, cursor.copy(words) as copy:
        for row in rows:
            copy.write_row(row)


@contextmanager
def _cursor(connection: Connection, words: str) -> Iterator[Any]:
    """Open a cursor of the driver in the connection's transaction, which is begun where none is."""
    if not connection.in_transaction():
        connection.begin()
    cursor = connection.connection.cursor()
    try:
        yield cursor
    except connection.dialect.loaded_dbapi.Error as error:
        raise DBAPIError.instance(words, None, error, connection.dialect.loaded_dbapi.Error) from error
    finally:
        cursor.close()


def _filled(values: Sequence[Any]) -> tuple[Any, ...]:
    if not values:
        return ()
    size = 1 << (len(values) - 1).bit_length()
    return (*values, *[values[-1]] * (size - len(values)))


def _placed(text: _Text, named: Mapping[str, Any]) -> Any:
    values = {**text.fixed, **named}
    return tuple(values[name] for name in text.order) if text.order is not None else values


def _compiled(statement: Executable, connection: Connection, values: Mapping[str, Any]) -> _Text:
    compiled: Any = statement.compile(dialect=connection.dialect)  # type: ignore[attr-defined]
    expanded = compiled.construct_expanded_state(dict(values))
    order = tuple(expanded.positiontup) if expanded.positiontup is not None else None
    places = dict(expanded.parameter_expansion)
    given = {*values, *(name for names in places.values() for name in names)}
    fixed = {name: value for name, value in expanded.parameters.items() if name not in given}
    return _Text(expanded.statement, order, places, fixed)
