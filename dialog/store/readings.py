"""Transactions that only read, on connections of the driver, which are kept open between two look-ups.

SQLAlchemy's own way to a transaction takes 37 us in SQLite, and to take a connection out of its pool and put it back
as long as two of a look-up's statements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading:
    """A transaction that only reads; :class:`Readings` opens it."""

    dialect: Dialect
    """The database's."""
    cursor: Any
    """The driver's: what it reads is fetched before it is used again."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How a database is read."""

    begin: str
    """The statement that opens a transaction that only reads, of one state of the database."""
    kept: int
    """How many connections are kept outside the pool between two transactions: none where the pool must find out first
    whether the server still hears them."""


class Readings:
    """Transactions that only read; each may run in a thread of its own."""

    def __init__(self, engine: Engine, ways: Ways) -> None:
        """Open nothing yet."""
        self._engine, self._ways, self._most = engine, ways, ways.kept
        self._error: type[Exception] = engine.dialect.loaded_dbapi.Error
        self._kept: list[tuple[PoolProxiedConnection, Reading]] = []

    def run(self, work: Callable[[Reading], T]) -> T:
        """Return what some work reads in one transaction, which is rolled back."""
        try:
            pooled, opened = self._kept.pop()
        except IndexError:
            pooled, opened = self._opened()
        is_over = False
        try:
            self._say(opened, self._ways.begin)
            found = work(opened)
            if self._most:
                self._say(opened, "ROLLBACK")
                is_over = True
            return found
        finally:
            if is_over and len(self._kept) < self._most:
                self._kept.append((pooled, opened))
            else:
                pooled.close()  # which rolls back

    def close(self) -> None:
        """Give back the connections that are kept, and keep none from now on."""
        self._most = 0
        while self._kept:
            self._kept.pop()[0].close()

    def _opened(self) -> tuple[PoolProxiedConnection, Reading]:
        try:
            pooled = self._engine.raw_connection()
        except self._error as error:
            raise DBAPIError.instance(None, None, error, self._error) from error
        return pooled, Reading(self._engine.dialect, kept_cursor(pooled))

    def _say(self, opened: Reading, words: str) -> None:
        try:
            opened.cursor.execute(words)
        except self._error as error:
            raise DBAPIError.instance(words, None, error, self._error) from error


def kept_cursor(opened: PoolProxiedConnection) -> Any:
    """Return a cursor that a connection of the driver keeps: what it reads is fetched before it is used again."""
    cursor = opened.info.get(_OWN)
    if cursor is None:
        cursor = opened.info[_OWN] = opened.cursor()
    return cursor


_OWN = "verbflow_cursor"
