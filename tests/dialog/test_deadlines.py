"""Tools that hang: at the deadline the person is told, locks are free, and nothing of it is committed afterwards."""

import asyncio
import sqlite3
import threading
import time
from datetime import timedelta

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from dialog.testing import FrozenClock
from dialog.tools import ToolKind, ToolResult
from dialog.turn import Turn
from tests.dialog.test_store_faults import effects, run
from tests.studio import NOW, studio

SAY = "set rate for Sarah to $150"
DEADLINE = 1.0
LONG = {  # statements that would go on for minutes
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
    "postgresql": "SELECT pg_sleep(300)",
}


class Hanging:
    """A transactional tool that writes, hangs until it is let go, and then tries to write on."""

    def __init__(self, manners):
        self.manners, self.go, self.raised = manners, threading.Event(), []
        self.running, self.over = threading.Event(), threading.Event()
        self.calls = 0

    def __call__(self, call, session):
        self.calls += 1
        insert = text("INSERT INTO effect VALUES (:name)")
        session.execute(insert, {"name": f"{call.key} {self.calls}"})
        if self.calls > 1:
            return ToolResult()
        self.running.set()
        try:
            if self.manners == "sleeps":
                self.go.wait(30)
            elif self.manners == "computes":
                session.execute(text(LONG[session.bind.dialect.name]))
            else:
                self.write_on(session)
            session.execute(insert, {"name": "too late"})
        except (SQLAlchemyError, TimeoutError) as error:
            self.raised.append(error)
            if self.manners == "computes":
                raise
        finally:
            self.over.set()
        return ToolResult()

    def write_on(self, session):
        """Go past the session: the driver's own connection, again and again."""
        driver = session.connection().connection.dbapi_connection
        while len(self.raised) < 20 and not self.go.wait(0.01):
            try:
                driver.execute("INSERT INTO effect VALUES ('past the session')")
                if self.raised:
                    driver.commit()
            except (sqlite3.Error, psycopg.Error) as error:
                self.raised.append(error)


def message(said, message_id, conversation="test", user="ana"):
    return Turn(tenant="workshop", conversation=conversation, user=user, text=said, message_id=message_id)


@pytest.mark.parametrize("manners", ["sleeps", "computes", "writes on"])
async def test_a_transactional_tool_that_hangs_is_rolled_back_at_its_deadline(database_url, manners):
    run(database_url, "CREATE TABLE effect (name TEXT)")
    chat, _ = studio(database_url, record=False)
    other, _ = studio(database_url)
    tool = Hanging(manners)
    chat.manager.tool("set_rate", kind="transactional", deadline=DEADLINE)(tool)
    await chat.manager.handle(message(SAY, "m"))
    started = time.monotonic()
    told = await chat.manager.handle(message("yes", "y"))
    assert told.state == "failed" and "too long" in told.text
    assert time.monotonic() - started < 5
    # neither another conversation nor another worker is held up by what hangs still
    assert (await other.manager.handle(message(SAY, "1", "elsewhere"))).state == "confirming"
    assert (await other.manager.handle(message("yes", "2", "elsewhere"))).state == "done"
    assert effects(database_url) == 0
    again = await chat.manager.handle(message("yes", "y2"))
    assert again.state == "done" and effects(database_url) == 1
    tool.go.set()
    assert await asyncio.to_thread(tool.over.wait, 20)
    await asyncio.to_thread(ended)
    assert tool.raised and effects(database_url) == 1
    assert run(database_url, "SELECT status FROM verbflow_action ORDER BY id") == [
        ("succeeded",),
        ("failed",),
        ("succeeded",),
    ]
    chat.manager.close()
    other.manager.close()


def ended():
    """Wait for the tools' threads."""
    for thread in threading.enumerate():
        if thread.name == "verbflow-tool":
            thread.join(20)


async def test_a_turn_that_is_cancelled_while_its_tool_hangs_leaves_no_lock_after_the_deadline(database_url):
    run(database_url, "CREATE TABLE effect (name TEXT)")
    clock = FrozenClock(NOW)
    chat, _ = studio(database_url, record=False, clock=clock)
    tool = Hanging("sleeps")
    chat.manager.tool("set_rate", kind="transactional", deadline=DEADLINE)(tool)
    await chat.manager.handle(message(SAY, "m"))
    turn = asyncio.create_task(chat.manager.handle(message("yes", "y")))
    assert await asyncio.to_thread(tool.running.wait, 20)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await asyncio.sleep(2 * DEADLINE)
    clock.pass_time(timedelta(minutes=1))
    reply = await chat.manager.handle(message("yes", "y"))  # its worker is taken to be gone: it is run again
    assert reply.state == "done" and effects(database_url) == 1
    tool.go.set()
    await asyncio.to_thread(ended)
    assert tool.raised and effects(database_url) == 1
    chat.manager.close()


async def test_a_tool_that_hangs_again_and_again_leaves_room_for_others(database_url):
    run(database_url, "CREATE TABLE effect (name TEXT)")
    chat, _ = studio(database_url, record=False)
    go = threading.Event()

    @chat.manager.tool("set_rate", kind="transactional", deadline=0.05)
    def set_rate(call, session):
        go.wait(60)

    await chat.manager.handle(message(SAY, "m"))
    for number in range(12):  # more than the loop has threads, and than tools may write at once
        assert (await chat.manager.handle(message("yes", f"y{number}"))).state == "failed"
    go.set()
    await asyncio.to_thread(ended)
    chat.manager.close()


@pytest.mark.parametrize("kind", [ToolKind.BLIND, ToolKind.TRANSACTIONAL])
def test_what_hangs_does_not_keep_a_host_without_a_loop(tmp_path, kind):
    chat, _ = studio(f"sqlite:///{tmp_path / 'store.db'}", record=False)
    go = threading.Event()
    chat.manager.tool("set_rate", kind=kind, deadline=0.1)(lambda *_: go.wait(30) and None)
    chat.manager.handle_sync(message(SAY, "m"))
    started = time.monotonic()
    reply = chat.manager.handle_sync(message("yes", "y"))
    assert reply.state == ("unknown" if kind is ToolKind.BLIND else "failed")
    assert time.monotonic() - started < 5
    go.set()
    ended()
    chat.manager.close()
