"""Faults that the stores survive: several processes, a cut connection, a restart, a lock, what cannot be written."""

import asyncio
import json
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, text

from dialog.store.dialects import open_database
from dialog.store.sql import Key, SqlStore, Write
from dialog.tools import ToolKind
from dialog.turn import Turn
from slots.errors import BusyError, StoreError
from states.pending import Conversation
from tests.studio import NOW, studio

ROOT = Path(__file__).resolve().parents[2]
SAY = "set rate for Sarah to $150"


def turn(said, message_id):
    return Turn(tenant="workshop", conversation="test", user="ana", text=said, message_id=message_id)


def run(url, statement, **values):
    """Run one statement on connections of its own, and return its rows."""
    engine = open_database(url).engine
    with engine.begin() as connection:
        done = connection.execute(text(statement), values)
        rows = done.all() if done.returns_rows else []
    engine.dispose()
    return rows


def effects(url):
    return len(run(url, "SELECT name FROM effect"))


@pytest.fixture
def effect_table(database_url):
    """A host's table beside ours, in which tools leave their effects."""
    run(database_url, "CREATE TABLE effect (name TEXT)")


# -- several at once -----------------------------------------------------------------


@pytest.mark.usefixtures("effect_table")
def test_the_same_messages_at_four_processes_have_one_effect_and_equal_replies(database_url):
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.store_worker", database_url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    try:
        assert [worker.stdout.readline() for worker in workers] == ["ready\n"] * 4
        for worker in workers:
            worker.stdin.write("go\n")
            worker.stdin.flush()
        replies = [json.loads(worker.communicate(timeout=30)[0]) for worker in workers]
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    assert replies == [replies[0]] * 4 and replies[0][0].startswith("Set the rate of Sarah")
    assert effects(database_url) == 1
    assert len(run(database_url, "SELECT id FROM verbflow_annotation")) == 2


@pytest.mark.usefixtures("effect_table")
@pytest.mark.parametrize("kind", list(ToolKind))
async def test_two_different_yes_at_two_workers_have_one_effect(database_url, kind):
    chats = [studio(database_url, record=False)[0] for _ in range(2)]
    for chat in chats:
        register(chat, kind)
    await chats[0].say(SAY)
    said = await asyncio.gather(
        *(chat.manager.handle(turn("yes", f"y{n}")) for n, chat in enumerate(chats)), return_exceptions=True
    )
    states = [getattr(one, "state", "busy" if isinstance(one, BusyError) else repr(one)) for one in said]
    assert states.count("done") == 1 and set(states) <= {"done", "busy", "idle"}
    assert effects(database_url) == 1


def register(chat, kind, meanwhile=lambda: None):
    """Register a tool that leaves one effect, and something that happens while it runs."""

    def leave(session, call):
        session.execute(text("INSERT INTO effect VALUES (:name)"), {"name": call.key})

    def transactional(call, session):
        leave(session, call)
        meanwhile()

    def other(call):
        with chat.manager.session() as session:
            leave(session, call)
        meanwhile()

    chat.manager.tool("set_rate", kind=kind)(transactional if kind is ToolKind.TRANSACTIONAL else other)


# -- connections that end -----------------------------------------------------------------


class Once:
    """Does something the first time it is called."""

    def __init__(self, act):
        self.act, self.count = act, 0

    def __call__(self, *arguments):
        self.count += 1
        if self.count == 1:
            self.act()


@pytest.fixture
def postgres_effects(postgres_server, postgres_schema):
    url = postgres_server.url(postgres_schema)
    run(url, "CREATE TABLE effect (name TEXT)")
    return url


@pytest.fixture(params=["cut", "restart"])
def interrupt(request, postgres_server, postgres_schema):
    """What ends every connection: the server's administrator, or the server."""
    return postgres_server.restart if request.param == "restart" else lambda: postgres_server.cut(postgres_schema)


@pytest.mark.parametrize("kind", list(ToolKind))
async def test_connections_that_end_while_a_tool_runs(postgres_effects, interrupt, kind):
    chat, _ = studio(postgres_effects, record=False)
    register(chat, kind, Once(interrupt))
    await chat.say(SAY)
    said = await chat.say("yes")
    if kind is ToolKind.TRANSACTIONAL:  # its own connection is gone, and with it what it had written
        said.expects(state="failed")
        assert effects(postgres_effects) == 0
        said = await chat.say("yes")
    said.expects(state="done")
    assert effects(postgres_effects) == 1


async def test_connections_that_end_between_two_messages(postgres_effects, interrupt):
    chat, _ = studio(postgres_effects, record=False)
    register(chat, ToolKind.BLIND)
    await chat.say(SAY)
    interrupt()
    (await chat.say("yes")).expects(state="done")


async def test_a_commit_whose_answer_is_lost_is_not_done_again(postgres_effects, postgres_server, postgres_schema):
    chat, _ = studio(postgres_effects, record=False)
    cut = Once(lambda: postgres_server.cut(postgres_schema))

    def commit_and_cut(connection):
        driver = connection.connection.dbapi_connection
        driver.commit()
        driver.execute("SELECT 1")  # the commit that follows then meets a connection that is gone
        cut()

    def arm():
        event.listen(chat.manager._store._engine, "commit", commit_and_cut, once=True)

    register(chat, ToolKind.TRANSACTIONAL, arm)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done", calls=["set_rate"])
    assert cut.count == 1 and effects(postgres_effects) == 1


async def test_an_action_that_is_still_being_written_is_not_read_as_final(database_url):
    chat, _ = studio(database_url, record=False)
    register(chat, ToolKind.TRANSACTIONAL)
    run(database_url, "CREATE TABLE effect (name TEXT)")
    store, other = SqlStore(database_url), SqlStore(database_url)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done")
    run(database_url, "UPDATE verbflow_action SET status = 'executing', result = NULL")
    ((name,),) = run(database_url, "SELECT id FROM verbflow_action")
    outcome = Write(Key("workshop", "test", "ana"), 0, Conversation(), NOW, closes=(name, 1, "succeeded", "{}"))
    with store.transaction(name, 1) as (_, close):
        assert not close(outcome)  # there is no state to write
        assert other.action(name).result is None
        with pytest.raises(BusyError, match="try again"):
            other.action(name, is_final=True)
    assert other.action(name, is_final=True).result == "{}"


# -- locks -------------------------------------------------------------------------------


@contextmanager
def locked(url, statement):
    """Hold the write lock of SQLite, and on PostgreSQL what a statement locks."""
    engine = open_database(url).engine
    with engine.connect() as connection:
        connection.execute(text(statement))
        yield
        connection.rollback()
    engine.dispose()


async def seconds_until_busy(chat):
    started = time.monotonic()
    with pytest.raises(BusyError, match="try again"):
        await chat.say("yes", message_id="y")
    return time.monotonic() - started


@pytest.mark.parametrize(
    ("database_url", "statement"),
    [
        # one lock for all
        ("sqlite", "SELECT 1"),
        ("postgres", "LOCK TABLE verbflow_conversation IN EXCLUSIVE MODE"),
        # the row alone
        ("postgres", "SELECT * FROM verbflow_conversation FOR UPDATE"),
        # not even reading
        ("postgres", "LOCK TABLE verbflow_inbox IN ACCESS EXCLUSIVE MODE"),
    ],
    indirect=["database_url"],
)
async def test_a_locked_database_is_busy_within_two_seconds(database_url, statement):
    chat, _ = studio(database_url)
    await chat.say(SAY, message_id="m")
    with locked(database_url, statement):
        assert min([await seconds_until_busy(chat) for _ in range(2)]) < 2  # the machine may be slow once
    (await chat.say("yes", message_id="y")).expects(state="done")


@pytest.mark.usefixtures("effect_table")
@pytest.mark.parametrize("kind", [ToolKind.BLIND, ToolKind.IDEMPOTENT])
async def test_what_a_tool_did_is_kept_though_the_store_is_locked_for_a_while(database_url, kind):
    chat, _ = studio(database_url, record=False)
    holds = "SELECT 1" if database_url.startswith("sqlite") else "LOCK TABLE verbflow_conversation IN EXCLUSIVE MODE"
    is_locked, locks = threading.Event(), []

    def lock():
        with locked(database_url, holds):
            is_locked.set()
            time.sleep(2.5)  # longer than one wait for a lock

    def meanwhile():
        locks.append(threading.Thread(target=lock))
        locks[0].start()
        is_locked.wait()

    register(chat, kind, meanwhile)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done")
    assert effects(database_url) == 1
    locks[0].join()


async def test_an_action_whose_tool_runs_cannot_be_claimed(postgres_effects):
    chat, _ = studio(postgres_effects, record=False)
    other = SqlStore(postgres_effects)
    claims = []

    def claim():
        ((name,),) = run(postgres_effects, "SELECT id FROM verbflow_action")
        try:
            claims.append(other.claim(name, 1, chat.manager._clock()))
        except BusyError as error:
            claims.append(str(error))

    register(chat, ToolKind.TRANSACTIONAL, claim)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done")
    assert "lock timeout" in claims[0]


def test_connections_that_are_all_in_use_are_busy(postgres_effects):
    store = SqlStore(postgres_effects)
    held = [store._engine.connect() for _ in range(20)]
    with pytest.raises(BusyError, match="connections are in use"):
        store.action("none")
    for one in held:
        one.close()
    assert store.action("none") is None


def test_a_server_that_takes_no_more_connections_is_busy(postgres_server, postgres_schema):
    role = f"CREATE ROLE {postgres_schema} LOGIN PASSWORD '{postgres_server.password}' CONNECTION LIMIT 0"
    postgres_server.execute(role)
    try:
        with pytest.raises(BusyError, match="too many connections"):
            SqlStore(postgres_server.url().replace("//verbflow:", f"//{postgres_schema}:"))
    finally:
        postgres_server.execute(f"DROP ROLE {postgres_schema}")


# -- what cannot be opened ------------------------------------------------------------------


def test_what_can_only_be_read_is_refused_at_the_start(database_url):
    SqlStore(database_url).close()
    if database_url.startswith("sqlite"):
        url = database_url.replace("sqlite:///", "sqlite:///file:") + "?mode=ro&uri=true"
    else:
        url = database_url.replace("options=", "options=-cdefault_transaction_read_only%3Don%20")
    with pytest.raises(StoreError, match=r"read-?only"):
        SqlStore(url)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("/postgres?", "/nowhere?", 'database "nowhere" does not exist'),
        ("//verbflow:", "//verbflow:x", "password authentication failed"),
    ],
)
def test_a_server_that_cannot_be_reached_says_why(postgres_server, old, new, problem):
    url = postgres_server.url().replace(old, new)
    with pytest.raises(StoreError, match=problem) as caught:
        SqlStore(url)
    assert postgres_server.password not in str(caught.value)


def test_a_server_that_is_not_there_says_why():
    with pytest.raises(StoreError, match=r"cannot be opened: .*refused") as caught:
        SqlStore("postgresql://ana:secret@127.0.0.1:1/none")
    assert caught.value.url == "postgresql://ana:***@127.0.0.1:1/none"


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg", "postgres"])
def test_every_way_to_write_the_scheme_is_psycopg_3(postgres_server, postgres_schema, scheme):
    store = SqlStore(postgres_server.url(postgres_schema, scheme))
    assert store._engine.dialect.driver == "psycopg"
    store.close()
