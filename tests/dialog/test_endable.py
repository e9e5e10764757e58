"""Connections to SQLite that another thread ends: nothing is committed after it, and nobody is at two calls at once."""

import sqlite3
import threading
import time

import pytest

from dialog.store import endable as module
from dialog.store.endable import EndableConnection, endable

WITHOUT_END = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
ADD = "INSERT INTO effect VALUES ('late')"


@pytest.fixture
def connection(tmp_path):
    made = sqlite3.connect(
        tmp_path / "effects.db", check_same_thread=False, factory=EndableConnection, isolation_level=None
    )
    made.execute("PRAGMA journal_mode = WAL")
    made.execute("CREATE TABLE effect (name TEXT)")
    yield made
    made.close()


def effects(connection):
    return connection.execute("SELECT count(*) FROM effect").fetchone()[0]


def leave_by_with(connection):
    with connection:
        pass


REFUSED = {
    "execute": lambda connection, cursor: connection.execute(ADD),
    "executemany": lambda connection, cursor: connection.executemany("INSERT INTO effect VALUES (?)", [("late",)]),
    "executescript": lambda connection, cursor: connection.executescript(ADD),
    "commit": lambda connection, cursor: connection.commit(),
    "with": lambda connection, cursor: leave_by_with(connection),
    "a cursor's execute": lambda connection, cursor: cursor.execute(ADD),
    "a cursor's executemany": lambda connection, cursor: cursor.executemany(ADD, [()]),
    "a cursor's executescript": lambda connection, cursor: cursor.executescript(ADD),
    "fetchone": lambda connection, cursor: cursor.fetchone(),
    "fetchmany": lambda connection, cursor: cursor.fetchmany(1),
    "fetchall": lambda connection, cursor: cursor.fetchall(),
    "next": lambda connection, cursor: next(cursor),
    "a new cursor": lambda connection, cursor: connection.cursor().execute(ADD),
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_comes_after_the_end_is_refused_and_nothing_is_committed(connection, call):
    with endable(connection) as end:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO effect VALUES ('early')")
        cursor = connection.cursor().execute("SELECT name FROM effect")
        end()
        with pytest.raises(sqlite3.OperationalError, match="ended by another thread"):
            REFUSED[call](connection, cursor)
        connection.rollback()
    assert effects(connection) == 0


def test_without_an_end_all_is_as_it_was(connection):
    with endable(connection), connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO effect VALUES (?)", [("a",), ("b",)])
        assert connection.cursor().execute("SELECT name FROM effect").fetchmany(5) == [("a",), ("b",)]
        assert [name for (name,) in connection.execute("SELECT name FROM effect")] == ["a", "b"]
    assert effects(connection) == 2 and connection.turns is None


def test_an_end_comes_at_any_time_of_a_statement_and_of_a_rollback(connection):
    """Each round ends a little later: before the statement, as it begins, within it, and as it is rolled back."""
    for round_ in range(60):
        begun, told = threading.Event(), []
        with endable(connection) as end:
            worker = threading.Thread(target=compute, args=(connection, begun, told))
            worker.start()
            assert begun.wait(10)
            time.sleep(round_ % 20 / 20_000)
            end()
            worker.join(10)
            assert not worker.is_alive(), "the statement was not interrupted"
        assert told in (["interrupted"], ["the transaction was ended by another thread"])
        assert effects(connection) == 0


def test_a_cursor_that_is_half_read_keeps_nobody_from_the_end(connection, tmp_path):
    other = sqlite3.connect(tmp_path / "effects.db", timeout=0)
    begun, told = threading.Event(), []
    with endable(connection) as end:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO effect VALUES (?)", [("a",), ("b",)])
        half = connection.execute("SELECT name FROM effect")
        half.fetchone()
        worker = threading.Thread(target=compute, args=(connection, begun, told))
        worker.start()
        time.sleep(0.05)
        end()
        other.execute(ADD)
        other.rollback()
        worker.join(10)
    other.close()
    assert told == ["interrupted"] and effects(connection) == 0


def compute(connection, begun, told):
    if not connection.in_transaction:
        connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO effect VALUES ('early')")
    begun.set()
    try:
        connection.execute(WITHOUT_END).fetchall()
    except sqlite3.OperationalError as error:
        told.append(str(error))
    connection.rollback()


def test_a_call_that_cannot_be_interrupted_is_not_waited_for_long_and_commits_nothing(connection, monkeypatch):
    monkeypatch.setattr(module, "END_SECONDS", 0.2)
    inside, go, raised = threading.Event(), threading.Event(), []

    def hang():
        inside.set()
        go.wait(20)

    def work():
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO effect VALUES ('early')")
        try:
            connection.execute("SELECT hang()").fetchall()
            connection.commit()
        except sqlite3.OperationalError as error:
            raised.append(error)
        connection.rollback()

    connection.create_function("hang", 0, hang)
    with endable(connection) as end:
        worker = threading.Thread(target=work)
        worker.start()
        assert inside.wait(10)
        end()
        assert worker.is_alive()
        go.set()
        worker.join(10)
    assert raised and effects(connection) == 0
