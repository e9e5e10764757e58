"""Transactions that only read: what they see, and that no connection is lost."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from dialog.store.dialects import open_database
from dialog.store.readings import Readings


@pytest.fixture
def database(database_url):
    database = open_database(database_url)
    write(database, "CREATE TABLE shelf (name TEXT)")
    yield database
    write(database, "DROP TABLE shelf")
    database.engine.dispose()


def write(database, words):
    with database.engine.begin() as connection:
        connection.execute(text(words))


def names(opened):
    opened.cursor.execute("SELECT name FROM shelf ORDER BY name")
    return [name for (name,) in opened.cursor.fetchall()]


def test_each_sees_one_state_and_the_next_what_was_written_since(database):
    readings = Readings(database.engine, database.dialect.snapshot)

    def read_twice(opened):
        before = names(opened)
        write(database, "INSERT INTO shelf VALUES ('Harbor')")
        return before, names(opened)

    assert readings.run(read_twice) == ([], [])
    write(database, "INSERT INTO shelf VALUES ('Acme')")
    assert readings.run(names) == ["Acme", "Harbor"]
    readings.close()


@pytest.mark.parametrize("wrong", ["SELECT nothing FROM nowhere", "SELECT FROM WHERE"])
def test_what_fails_ends_its_transaction_only(database, wrong):
    readings = Readings(database.engine, database.dialect.snapshot)
    with pytest.raises(database.engine.dialect.loaded_dbapi.Error):
        readings.run(lambda opened: opened.cursor.execute(wrong))
    assert readings.run(names) == []
    readings.close()


def test_many_at_once_give_all_connections_back(database):
    readings, several = Readings(database.engine, database.dialect.snapshot), Barrier(8)

    def meet(opened):
        several.wait(timeout=10)
        return names(opened)

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda _: readings.run(meet), range(8))) == [[]] * 8
    assert database.engine.pool.checkedout() == database.dialect.snapshot.kept
    readings.close()
    assert readings.run(names) == []
    assert database.engine.pool.checkedout() == 0


def test_a_database_that_cannot_be_opened_is_an_error_of_sqlalchemys(tmp_path):
    database = open_database(f"sqlite:///{tmp_path / 'names.db'}")
    database.engine.dispose()
    (tmp_path / "names.db").unlink()
    (tmp_path / "names.db").mkdir()
    readings = Readings(database.engine, database.dialect.snapshot)
    with pytest.raises(DBAPIError):
        readings.run(names)
    assert database.engine.pool.checkedout() == 0
