"""A transaction under a deadline: when its time is up it is rolled back, whoever holds it, and its locks are free.

A tool that hangs in its thread cannot be stopped. What it may write can be: from another thread its statement is
interrupted and its transaction ended, and each later statement of it fails.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from threading import Lock, Timer
from time import monotonic
from types import TracebackType

from sqlalchemy import event
from sqlalchemy.engine import Connection

from dialog.store.dialects import Database


class Deadline:
    """The deadline of one transaction, as a context within it: entered when it has begun, left before it commits.

    Leaving it raises ``TimeoutError`` when the time was up; from then on it is not ended any more.
    """

    def __init__(
        self, database: Database, connection: Connection, *, seconds: float, tell: tuple[Callable[[], None], ...]
    ) -> None:
        """Take a transaction that has begun, its seconds, and what to call, in its own thread, once it was ended.

        A database in memory is one connection for all, and nothing ends it: the tool's return is waited for.
        """
        self._database, self._connection, self._tell = database, connection, tell
        self._held = ExitStack()
        self._until = monotonic() + seconds
        self._timer = Timer(seconds, self._cut)
        self._timer.daemon = True
        self._lock = Lock()
        self._is_cut = self._is_left = False

    def __enter__(self) -> Deadline:
        event.listen(self._connection, "before_cursor_execute", self._refuse)
        if not self._database.is_memory:
            driver = self._connection.connection.dbapi_connection
            self._end_it = self._held.enter_context(self._database.dialect.endable(driver))
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        event.remove(self._connection, "before_cursor_execute", self._refuse)
        with self._lock:  # an end that has begun is waited for
            self._is_left = True
        self._held.close()
        if self._is_cut:
            self._connection.invalidate()  # nobody shall have this connection again
        if kind is None and (self._is_cut or monotonic() > self._until):
            raise TimeoutError("the transaction's deadline has passed")

    def _refuse(self, *_: object) -> None:
        """Stand before each statement of the session."""
        if self._is_cut:
            raise TimeoutError("the transaction's deadline has passed")

    def _cut(self) -> None:
        with self._lock:
            if self._is_left:
                return
            self._is_cut = True
            self._end_it()
        for tell in self._tell:
            tell()
