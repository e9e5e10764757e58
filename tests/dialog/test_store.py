"""The store: what is written is read after a restart, by version, and what is broken is set aside."""

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from dialog.store.sql import Key, SqlStore, Write
from resolver.entities import Mention
from slots.errors import StoreError
from states.pending import Conversation

NOW = datetime(2026, 5, 20, 14, 0, tzinfo=UTC)
KEY = Key("workshop", "C1", "ana")


def write(version=0, message="m1", turns=1, **more):
    return Write(
        key=KEY, version=version, conversation=Conversation(turns=turns), at=NOW, message_id=message, reply="{}", **more
    )


def test_what_is_written_is_read(store_url):
    store = SqlStore(store_url)
    assert store.load(KEY, "m1", NOW).version == 0
    assert store.write(write())
    loaded = store.load(KEY, "m1", NOW)
    assert (loaded.version, loaded.conversation.turns, loaded.seen, loaded.reply) == (1, 1, True, "{}")
    # another person, conversation and tenant see nothing of it
    for other in (Key("workshop", "C1", "tom"), Key("workshop", "C2", "ana"), Key("other", "C1", "ana")):
        assert store.load(other, "m2", NOW).version == 0


def test_only_the_version_that_was_read_is_replaced(store_url):
    store = SqlStore(store_url)
    assert store.write(write())
    assert store.write(write(1, "m2", turns=2))
    assert not store.write(write(1, "m3", turns=99))
    assert store.load(KEY, "m3", NOW).conversation.turns == 2
    assert not store.load(KEY, "m3", NOW).seen  # nothing of it was written


def test_a_message_is_accepted_once(store_url):
    store = SqlStore(store_url)
    assert store.write(write())
    assert not store.write(write(1, "m1", turns=2))
    assert store.load(KEY, "m1", NOW).version == 1


def test_mentions_come_newest_first_and_aware(store_url):
    store = SqlStore(store_url)
    entries = tuple(
        Mention(type="project", id=str(n), name=f"P{n}", turn=f"t{n}", at=NOW - timedelta(hours=n), by="ana")
        for n in (30, 2, 1)
    )
    assert store.write(write(mentions=entries))
    found = store.load(KEY, "m1", NOW - timedelta(hours=24)).mentions
    assert [entry.id for entry in found] == ["1", "2"]
    assert found[0].at == NOW - timedelta(hours=1)


def test_a_name_that_not_every_database_keeps_is_cleaned(store_url):
    store = SqlStore(store_url)
    entry = Mention(type="project", id="p\x001", name="No\x00va\ud800", turn="t", at=NOW, by="ana")
    assert store.write(write(mentions=(entry,)))
    (found,) = store.load(KEY, "m1", NOW).mentions
    assert (found.id, found.name) == ("p1", "Nova")


@pytest.mark.parametrize(
    ("state", "schema"),
    [
        # broken JSON
        ("{", 1),
        # JSON of another shape
        ('{"stack": [{"verb": 3}]}', 1),
        # a row of a newer version
        ("{}", 99),
    ],
)
def test_an_unreadable_state_is_set_aside_and_the_conversation_goes_on(store_url, state, schema):
    store = SqlStore(store_url)
    store.write(write())
    with store.session() as session:
        changed = "UPDATE verbflow_conversation SET state = :state, schema_version = :schema"
        session.execute(text(changed), {"state": state, "schema": schema})
    loaded = store.load(KEY, "m2", NOW)
    assert loaded.set_aside and loaded.conversation == Conversation()
    assert store.write(write(loaded.version, "m2"))


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("sqlite:////nowhere/at/all.db", "folder does not exist"),
        ("not a url", "no database URL"),
        ("mysql://host/db", "neither SQLite nor PostgreSQL"),
        ("postgresql+asyncpg://host/db", "no driver 'asyncpg' here"),
    ],
)
def test_a_store_that_cannot_be_opened_says_why(url, problem):
    with pytest.raises(StoreError, match=problem) as caught:
        SqlStore(url)
    assert caught.value.url == url


def test_a_file_that_is_no_database_says_so(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("this is no database, it only looks like a file\n" * 40)
    with pytest.raises(StoreError, match="not a database"):
        SqlStore(f"sqlite:///{path}")


def test_reading_goes_on_beside_a_writer(tmp_path):
    path = tmp_path / "locked.db"
    store = SqlStore(f"sqlite:///{path}")
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert store.load(KEY, "m1", NOW).version == 0
        other.execute("ROLLBACK")
    assert store.write(write())


def test_write_ahead_log_and_full_synchronisation(tmp_path):
    store = SqlStore(f"sqlite:///{tmp_path / 'wal.db'}")
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
