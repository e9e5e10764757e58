"""A connection to SQLite whose transaction another thread may end.

Another thread may interrupt a statement of a connection at any time; everything else on it must wait for the call
that its own thread is in: with two calls at once the driver told of the wrong one, waited for ever, or ended the
process (seen in one of some 400 hammered transactions, with SQLite 3.40). So while it is :func:`endable` each call
of its own thread takes a lock, and is refused once the transaction is ended.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from threading import RLock
from time import monotonic
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakSet

END_SECONDS = 2.0
"""How long an end waits for a call that cannot be interrupted, such as a function of Python's within a statement.
After it the lock stays until that call returns; nothing of the transaction is committed either way."""

_TRY_SECONDS = 0.01
"""How often the running statement is interrupted: one that has not quite begun yet does not hear of it."""

P = ParamSpec("P")
R = TypeVar("R")


class EndableConnection(sqlite3.Connection):
    """SQLite's connection; its cursors take turns with :func:`endable`'s end, while there is one."""

    turns: _Turns | None = None
    """Whose turn it is, within :func:`endable`."""

    def cursor(self, factory: Any = None) -> Any:
        """Return a cursor, one that takes turns where somebody may end the transaction."""
        if factory is not None or self.turns is None:
            return super().cursor(factory or sqlite3.Cursor)
        return self.turns.watched(super().cursor(_Cursor))

    def execute(self, *said: Any) -> Any:
        """Run a statement by a cursor of its own."""
        return self.cursor().execute(*said)

    def executemany(self, *said: Any) -> Any:
        """Run a statement for many rows by a cursor of its own."""
        return self.cursor().executemany(*said)

    def executescript(self, *said: Any) -> Any:
        """Run many statements by a cursor of its own."""
        return self.cursor().executescript(*said)

    def commit(self) -> None:
        """Commit; refused when the transaction was ended."""
        return super().commit() if self.turns is None else self.turns.take(super().commit)

    def rollback(self) -> None:
        """Roll back, an ended transaction too: there is nothing left to do then."""
        if self.turns is None:
            super().rollback()
        else:
            self.turns.roll_back(super().rollback)

    def close(self) -> None:
        """Close, after an end that has begun."""
        with self.turns.lock if self.turns is not None else nullcontext():
            super().close()

    def __exit__(self, *error: Any) -> Any:
        """Commit or roll back; refused when the transaction was ended."""
        return super().__exit__(*error) if self.turns is None else self.turns.take(super().__exit__, *error)


class _Turns:
    """The lock that each call on a connection takes, and whether its transaction was ended."""

    def __init__(self, connection: EndableConnection) -> None:
        self.lock = RLock()
        self._connection, self._is_ended = connection, False
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def watched(self, cursor: sqlite3.Cursor) -> sqlite3.Cursor:
        self._cursors.add(cursor)
        return cursor

    def take(self, call: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        with self.lock:
            if self._is_ended:
                raise sqlite3.OperationalError("the transaction was ended by another thread")
            return call(*arguments, **named)

    def end(self) -> None:
        """Interrupt what runs, refuse what comes, and roll back."""
        self._is_ended = True
        until = monotonic() + END_SECONDS
        while not self.lock.acquire(timeout=_TRY_SECONDS):
            with suppress(sqlite3.Error):
                self._connection.interrupt()
            if monotonic() > until:
                return
        try:
            with suppress(sqlite3.Error):
                self._connection.rollback()
        finally:
            self.lock.release()

    def roll_back(self, call: Callable[[], None]) -> None:
        """Roll back in turn; an ended one without its cursors: one that was not read to its end stays interrupted, and
        what rolls back with it.
        """
        with self.lock:
            if self._is_ended:
                for cursor in list(self._cursors):
                    cursor.close()
            call()


def _in_turn(call: Callable[Concatenate[sqlite3.Cursor, P], R]) -> Callable[Concatenate[_Cursor, P], R]:
    def taken(cursor: _Cursor, /, *arguments: P.args, **named: P.kwargs) -> R:
        turns = cursor.connection.turns
        return call(cursor, *arguments, **named) if turns is None else turns.take(call, cursor, *arguments, **named)

    return taken


class _Cursor(sqlite3.Cursor):
    """A cursor whose calls take turns."""

    connection: EndableConnection
    execute = _in_turn(sqlite3.Cursor.execute)  # type: ignore[assignment]
    executemany = _in_turn(sqlite3.Cursor.executemany)  # type: ignore[assignment]
    executescript = _in_turn(sqlite3.Cursor.executescript)
    fetchone = _in_turn(sqlite3.Cursor.fetchone)
    fetchmany = _in_turn(sqlite3.Cursor.fetchmany)
    fetchall = _in_turn(sqlite3.Cursor.fetchall)
    __next__ = _in_turn(sqlite3.Cursor.__next__)


@contextmanager
def endable(driver: Any) -> Iterator[Callable[[], None]]:
    """Let another thread end the transaction of a connection, by what this yields, until it is left."""
    connection: EndableConnection = driver
    connection.turns = _Turns(connection)
    try:
        yield connection.turns.end
    finally:
        connection.turns = None
