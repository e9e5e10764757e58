"""How often a turn commits, and what is told of an action whose state was erased, set aside or taken meanwhile."""

import asyncio
import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy import event, text
from sqlalchemy.pool import NullPool

from dialog.log.erasing import ERASED
from dialog.manager import DialogManager
from dialog.store.dialects import open_database
from dialog.testing import FrozenClock
from dialog.tools import ToolKind, ToolResult
from dialog.turn import Turn
from slots.errors import ToolRejected
from tests.dialog.test_tool_faults import add, fail
from tests.studio import NOW, studio

KINDS = list(ToolKind)
SAY = "set rate for Sarah to $150"
LATER = NOW + timedelta(minutes=5)
"""When the lease of an action of now has lapsed."""


def turn(said, message_id):
    return Turn(tenant="workshop", conversation="test", user="ana", text=said, message_id=message_id)


def run(url, statement):
    """Run a statement in a transaction of its own, which takes SQLite's lock only to write."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.begin() as connection:
        found = connection.execute(text(statement))
        return [tuple(row) for row in found] if found.returns_rows else []


# -- commits ------------------------------------------------------------------------------


@contextmanager
def writes(chat):
    """Count the transactions of a manager's store that write."""
    engine, count = chat.manager._store._engine, []

    def committed(connection):
        if not connection.get_execution_options().get("verbflow_reads"):
            count.append(1)

    event.listen(engine, "commit", committed)
    yield count
    event.remove(engine, "commit", committed)


@pytest.mark.parametrize(("kind", "commits"), [("transactional", 2), ("idempotent", 2), ("blind", 2)])
async def test_the_commits_of_a_turn(database_url, kind, commits):
    chat, _ = studio(database_url, record=False)
    add(chat, ToolKind(kind), lambda call: ToolResult())
    with writes(chat) as count:
        await chat.say(SAY)
    assert len(count) == 1
    with writes(chat) as count:
        (await chat.say("yes")).expects(state="done")
    assert len(count) == commits


async def test_what_waits_behind_a_transactional_tool_is_looked_up_after_its_commit(database_url):
    chat, _ = studio(database_url, record=False)
    add(chat, ToolKind.TRANSACTIONAL, lambda call: ToolResult())
    await chat.say(f"{SAY}, then assign Mark as PM of Rando Site")
    with writes(chat) as count:
        said = await chat.say("yes")
    said.expects(state="done")
    assert said.reply.expects == "yes_no" and "Rando Site" in said.reply.text
    assert len(count) == 3


async def test_effects_state_and_reply_are_one_commit(database_url):
    """Whoever reads from outside sees all of them or none."""
    chat, _ = studio(database_url, record=False)
    run(database_url, "CREATE TABLE effect (name TEXT)")
    seen = []

    def look():
        ((status,),) = run(database_url, "SELECT status FROM verbflow_action")
        ((reply,),) = run(database_url, "SELECT reply FROM verbflow_inbox WHERE message_id = 'y'")
        ((state,),) = run(database_url, "SELECT state FROM verbflow_conversation")
        seen.append((len(run(database_url, "SELECT name FROM effect")), status, bool(reply), '"executing"' in state))

    def work(call, session):
        session.execute(text("INSERT INTO effect VALUES ('e')"))
        look()
        return ToolResult(after_commit=look)

    chat.manager.tool("set_rate", kind="transactional")(work)
    await chat.say(SAY)
    (await chat.say("yes", message_id="y")).expects(state="done")
    assert seen == [(0, "executing", False, True), (1, "succeeded", True, False)]


async def test_effects_are_not_given_up_for_a_state_that_somebody_holds(postgres_server, postgres_schema):
    url = postgres_server.url(postgres_schema)
    chat, _ = studio(url, record=False)
    run(url, "CREATE TABLE effect (name TEXT)")
    held, engine = [], open_database(url).engine

    def work(call, session):
        session.execute(text("INSERT INTO effect VALUES ('e')"))
        holder = engine.connect()
        holder.execute(text("SELECT * FROM verbflow_conversation FOR UPDATE"))
        held.append(holder)

    def let_go():
        while not run(url, "SELECT * FROM verbflow_action WHERE status = 'succeeded'"):
            pass
        held[0].rollback()

    chat.manager.tool("set_rate", kind="transactional")(work)
    await chat.say(SAY)
    waits = asyncio.create_task(asyncio.to_thread(let_go))
    (await chat.say("yes")).expects(state="done")
    await waits
    engine.dispose()
    assert run(url, "SELECT count(*) FROM effect") == [(1,)]
    (await chat.say("hello there")).expects(state="fallback")


# -- a state that is gone while its action runs ---------------------------------------------

ENDS = {
    "succeeds": (lambda call: ToolResult(), "done"),
    "refuses": (fail(ToolRejected("not on a Sunday")), "failed"),
}
GONE = {
    "erased": lambda manager, url: manager.erase("workshop", "ana"),
    "set aside": lambda manager, url: run(url, "UPDATE verbflow_conversation SET state = 'broken', version = 77"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("gone", GONE)
async def test_a_state_that_is_gone_while_the_tool_runs(database_url, kind, end, gone):
    chat, _ = studio(database_url, record=False)
    other = studio(database_url, record=False)[0].manager
    work, state = ENDS[end]
    running, go = threading.Event(), threading.Event()

    def waits(call):
        running.set()
        go.wait(10)
        return work(call)

    add(chat, kind, waits)
    await chat.say(SAY)
    at_work = asyncio.create_task(chat.manager.handle(turn("yes", "y")))
    await asyncio.to_thread(running.wait, 10)
    holds_all = kind is ToolKind.TRANSACTIONAL  # its transaction holds the action, on SQLite all of the file
    if holds_all:
        asyncio.get_running_loop().call_later(0.3, go.set)
    if gone == "erased" or not (holds_all and database_url.startswith("sqlite")):
        await asyncio.to_thread(GONE[gone], other, database_url)
    else:
        await asyncio.to_thread(go.wait, 10)
        await at_work
        await asyncio.to_thread(GONE[gone], other, database_url)
    go.set()
    reply = await at_work
    assert reply.state == state
    again = await chat.manager.handle(turn("yes", "y"))
    assert again.state == state and again.duplicate
    if gone == "erased":
        assert again.text == ERASED
        for table, column in (("inbox", "reply"), ("annotation", "record"), ("action", "plan"), ("action", "result")):
            stored = run(database_url, f"SELECT {column} FROM verbflow_{table}")
            assert "Sarah" not in str(stored), table


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("gone", GONE)
async def test_a_state_that_is_gone_and_its_process_too(database_url, kind, gone):
    """Its process died after the accept; the state is gone; the yes comes again, and is told what can be known."""
    chat, _ = studio(database_url, record=False)
    done = []
    add(chat, kind, done.append)
    await chat.say(SAY)
    await accepted_only(chat, "y")
    other, _ = studio(database_url, record=False, clock=FrozenClock(NOW))
    later, _ = studio(database_url, record=False, clock=FrozenClock(LATER))
    for one in (other, later):
        add(one, kind, done.append)
    GONE[gone](other.manager, database_url)
    working = await other.manager.handle(turn("yes", "y"))
    assert working.state == "executing" and not done  # its worker may be alive
    reply = await later.manager.handle(turn("yes", "y"))
    runs_again = kind is not ToolKind.BLIND and gone != "erased"  # of an erased plan nothing is left to run
    assert reply.state == ("done" if runs_again else "unknown")
    assert len(done) == runs_again
    again = await later.manager.handle(turn("yes", "y"))
    assert again.state == reply.state and again.duplicate and len(done) == runs_again
    ((status,),) = run(database_url, "SELECT status FROM verbflow_action")
    assert status == ("succeeded" if runs_again else "unknown")
    assert (await later.manager.handle(turn("hello there", "h"))).state == "fallback"


async def accepted_only(chat, message_id):
    """Deliver a yes to a process that dies when it is accepted."""

    class Died(BaseException):
        pass

    def dies(*_):
        raise Died

    runner = chat.manager._runner
    runner._run = dies
    with pytest.raises(Died):
        await chat.manager.handle(turn("yes", message_id))


@pytest.mark.parametrize("is_told", [True, False])
async def test_a_verb_that_is_gone_while_its_action_runs(database_url, is_told):
    chat, _ = studio(database_url, record=False)
    add(chat, ToolKind.IDEMPOTENT, lambda call: ToolResult())
    await chat.say("assign Mark as PM")
    await chat.say(SAY)
    await accepted_only(chat, "y")
    verbs = chat.manager.verbs
    fewer = verbs.model_copy(update={"verbs": tuple(verb for verb in verbs.verbs if verb.name != "set_rate")})
    home, clock = chat.manager.directory, FrozenClock(LATER)
    manager = DialogManager(verbs=fewer, directory=home, store=database_url, clock=clock)
    if is_told:
        assert (await manager.handle(turn("yes", "y"))).state == "unknown"
    reply = await manager.handle(turn("hello there", "h"))
    assert ("cannot tell" in reply.text) is not is_told
    assert reply.asking == "project_name" and reply.menu is not None  # what waited below it goes on
    assert run(database_url, "SELECT status FROM verbflow_action") == [("unknown",)]
