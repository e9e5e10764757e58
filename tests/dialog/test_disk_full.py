"""A disk that is full before a message is accepted, and when what a tool did is to be written.

SQLite is held to the pages it has (``max_page_count``), which fails as a full disk does. PostgreSQL gets a tablespace
on a file system of a few megabytes, which only root can make; elsewhere those tests are skipped.
"""

import os
import random
import subprocess
from datetime import timedelta

import pytest
from sqlalchemy import event, text

from dialog.store.dialects import open_database
from dialog.testing import FrozenClock
from dialog.tools import ToolKind, ToolResult
from dialog.turn import Turn
from slots.errors import StoreError
from tests.studio import NOW, studio

SAY = "set rate for Sarah to $150"
FULL = r"full|No space left"
TABLES = ("conversation", "inbox", "action", "mention", "annotation")
BULK = "".join(random.Random(1).choices([chr(code) for code in range(0x4E00, 0x9FFF)], k=3000))
"""A tool's text of some 9 kB that no database can make small: it needs pages of its own."""


class SqliteDisk:
    """A SQLite file that can be held to its size; only on connections of the engines it is told of."""

    def __init__(self, url):
        self.url, self.is_full = url, False

    def watch(self, engine):
        event.listen(engine, "checkout", lambda connection, *_: self.limit(connection))

    def limit(self, connection):
        connection.execute(f"PRAGMA max_page_count = {1 if self.is_full else 2**31}")

    def fill(self, connection=None):
        self.is_full = True
        if connection is not None:  # the one in use; 1 means as many pages as there are
            self.limit(connection)

    def free(self):
        self.is_full = False


class PostgresDisk:
    """A tablespace on a file system of its own; a file takes what is left of it."""

    def __init__(self, url, mount):
        self.url, self.filler = url, mount / "filler"

    def watch(self, engine):
        pass

    def fill(self, connection=None):
        with self.filler.open("wb", buffering=0) as file:
            while os.statvfs(self.filler).f_bfree:
                try:
                    file.write(bytes(4096))
                except OSError:
                    break

    def free(self):
        self.filler.unlink()


@pytest.fixture
def postgres_disk(request, postgres_server, postgres_schema, tmp_path_factory):
    mount = postgres_server.folder / postgres_schema
    mount.mkdir()
    made = ["mount", "-t", "tmpfs", "-o", "size=4m,mode=0777", "tmpfs", str(mount)]
    if os.geteuid() != 0 or subprocess.run(made, check=False, capture_output=True).returncode:
        pytest.skip("only root can make a file system for a tablespace")
    try:
        space = mount / "space"
        space.mkdir()
        account = postgres_server.account
        if account:
            os.chown(space, account["user"], account["group"])
        postgres_server.execute(f"CREATE TABLESPACE {postgres_schema} LOCATION '{space}'")
        url = postgres_server.url(postgres_schema)
        yield PostgresDisk(url.replace("options=", f"options=-cdefault_tablespace%3D{postgres_schema}%20"), mount)
        postgres_server.cut(postgres_schema)
        postgres_server.execute(f"DROP SCHEMA {postgres_schema} CASCADE")
        postgres_server.execute(f"CREATE SCHEMA {postgres_schema}")
        postgres_server.execute("CHECKPOINT")
        postgres_server.execute(f"DROP TABLESPACE {postgres_schema}")
    finally:
        subprocess.run(["umount", "-l", str(mount)], check=True)


@pytest.fixture(params=["sqlite", "postgres"])
def disk(request, tmp_path):
    if request.param == "sqlite":
        return SqliteDisk(f"sqlite:///{tmp_path / 'store.db'}")
    return request.getfixturevalue("postgres_disk")


def query(url, statement):
    engine = open_database(url).engine
    with engine.begin() as connection:
        done = connection.execute(text(statement))
        rows = [tuple(row) for row in done] if done.returns_rows else []
    engine.dispose()
    return rows


def written(url):
    """Return all that the store holds."""
    return {name: sorted(map(repr, query(url, f"SELECT * FROM verbflow_{name}"))) for name in TABLES}


def message(said, message_id):
    return Turn(tenant="workshop", conversation="test", user="ana", text=said, message_id=message_id)


async def test_a_disk_that_is_full_before_a_message_is_accepted(disk):
    chat, _ = studio(disk.url)
    disk.watch(chat.manager._store._engine)
    disk.fill()
    failed = None
    for number in range(30):  # the pages that are there may take a few more
        before = written(disk.url)
        try:
            await chat.manager.handle(message(f"{SAY}{number}", f"m{number}"))
        except StoreError as error:
            failed = error
            break
    assert failed is not None and written(disk.url) == before
    with pytest.raises(StoreError, match=FULL):
        await chat.manager.handle(message(f"{SAY}{number}", f"m{number}"))
    assert written(disk.url) == before
    disk.free()
    reply = await chat.manager.handle(message(f"{SAY}{number}", f"m{number}"))
    assert reply.state == "confirming" and not reply.duplicate
    assert (await chat.manager.handle(message("yes", "y"))).state == "done"
    chat.manager.close()


@pytest.fixture
def chat(disk):
    chat, _ = studio(disk.url, record=False, clock=FrozenClock(NOW))
    disk.watch(chat.manager._store._engine)
    yield chat
    chat.manager.close()


@pytest.mark.parametrize("kind", [ToolKind.BLIND, ToolKind.IDEMPOTENT])
async def test_a_disk_that_is_full_when_what_a_tool_did_is_written(disk, chat, kind):
    calls = []

    @chat.manager.tool("set_rate", kind=kind)
    def set_rate(call):
        if not calls:
            disk.fill()
        calls.append(call.key)
        return ToolResult(text=BULK)

    await chat.manager.handle(message(SAY, "m"))
    with pytest.raises(StoreError, match=FULL):
        await chat.manager.handle(message("yes", "y"))
    assert query(disk.url, "SELECT status, result FROM verbflow_action") == [("executing", None)]
    assert query(disk.url, "SELECT reply FROM verbflow_inbox WHERE message_id = 'y'") == [(None,)]
    disk.free()
    assert (await chat.manager.handle(message("yes", "y"))).state == "executing"  # its worker may be alive
    chat.manager._clock.pass_time(timedelta(minutes=2))
    reply = await chat.manager.handle(message("yes", "y"))
    again = await chat.manager.handle(message("yes", "y"))
    assert again.text == reply.text and again.duplicate
    if kind is ToolKind.BLIND:
        assert reply.state == "unknown" and len(calls) == 1
    else:  # its own key keeps it from doing it twice
        assert reply.state == "done" and len(calls) == 2 and len(set(calls)) == 1


async def test_a_disk_that_is_full_when_a_transactional_tool_is_to_be_committed(disk, chat):
    query(disk.url, "CREATE TABLE effect (name TEXT)")
    calls = []

    @chat.manager.tool("set_rate", kind="transactional")
    def set_rate(call, session):
        session.execute(text("INSERT INTO effect VALUES (:name)"), {"name": call.key})
        if not calls:
            disk.fill(session.connection().connection.dbapi_connection)
        calls.append(call.key)
        return ToolResult(text=BULK)

    await chat.manager.handle(message(SAY, "m"))
    try:
        told = (await chat.manager.handle(message("yes", "y"))).state
    except StoreError as error:  # not even that it was rolled back can be written
        told = str(error)
    assert query(disk.url, "SELECT name FROM effect") == []
    disk.free()
    if told == "failed":
        assert (await chat.manager.handle(message("yes", "y2"))).state == "done"
    else:
        assert "full" in told
        chat.manager._clock.pass_time(timedelta(minutes=2))
        assert (await chat.manager.handle(message("yes", "y"))).state == "done"
    assert len(query(disk.url, "SELECT name FROM effect")) == 1 and len(calls) == 2
