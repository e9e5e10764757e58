"""Real child processes for the tests of crashes and of several workers at once.

A child is forked, so that it starts in milliseconds, opens the store anew, and is killed as by
``kill -9`` at a named point of a turn. Effects are counted in a ledger, a SQLite file of its own;
those of transactional tools in a table beside the store's.
"""

import json
import os
import signal
import sqlite3
import traceback
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from dialog.examples import load_example
from dialog.execution import settling
from dialog.manager import DialogManager
from dialog.store.sql import SqlStore
from dialog.testing import FrozenClock
from dialog.tools import ToolKind, ToolResult
from dialog.turn import Turn
from tests.studio import NOW, studio_directory

VERBS = load_example("agency").verbs
"""Read once, before any child is forked."""

SAY = "set rate for Sarah to $150"

POINTS = (
    "before accept",
    "after accept",
    "before the call",
    "after the effect",
    "after the call",
    "before finish",
    "after finish",
)
"""Where a turn that confirms can die, in order."""

RECOVERY_POINTS = ("after claim", *POINTS[2:])
"""Where the recovery of one can die."""


def store_url(folder):
    """Return the URL of a SQLite file for a test; a world may have another store."""
    return f"sqlite:///{folder / 'store.db'}"


class Child:
    """A forked process that does some work and sends back what it returns, as JSON."""

    def __init__(self, work, *args):
        self._out, into = os.pipe()
        self.pid = os.fork()
        if self.pid:
            os.close(into)
            return
        sent = {}
        try:
            os.close(self._out)
            sent["value"] = work(*args)
        finally:
            if not sent:
                sent["error"] = traceback.format_exc()
            with os.fdopen(into, "w") as pipe:
                json.dump(sent, pipe)
            os._exit(0)

    def result(self):
        """Wait for its end and return what the work returned; ``None`` when it was killed, raises what failed."""
        with os.fdopen(self._out) as pipe:
            text = pipe.read()
        _, status = os.waitpid(self.pid, 0)
        if os.WIFSIGNALED(status):
            assert os.WTERMSIG(status) == signal.SIGKILL
            return None
        sent = json.loads(text)
        assert "value" in sent, sent["error"]
        return sent["value"]


def together(work, argument_lists):
    """Run one child for each list of arguments, all at once, and return their results in order."""
    return [child.result() for child in [Child(work, *arguments) for arguments in argument_lists]]


@dataclass(frozen=True)
class World:
    """Where a conversation is kept and its effects are counted."""

    folder: Path
    kind: ToolKind
    conversation: str = "c"
    store: str = ""

    @property
    def url(self):
        return self.store or store_url(self.folder)

    @property
    def ledger(self):
        return self.folder / "ledger.db"

    def prepare(self):
        """Make the tables of the effects."""
        with closing(sqlite3.connect(self.ledger)) as ledger, ledger:
            ledger.execute("CREATE TABLE IF NOT EXISTS effect (key TEXT, once TEXT UNIQUE)")
        self.query("CREATE TABLE IF NOT EXISTS effect (key TEXT)")
        return self

    def query(self, statement):
        """Run one statement on the store's database and return its rows."""
        engine = sa.create_engine(self.url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
        with engine.begin() as connection:
            found = connection.execute(sa.text(statement))
            return [tuple(row) for row in found] if found.returns_rows else []

    def effects(self):
        """Return the keys of all effects that lasted."""
        with closing(sqlite3.connect(self.ledger)) as ledger:
            counted = [key for (key,) in ledger.execute("SELECT key FROM effect")]
        return counted + [key for (key,) in self.query("SELECT key FROM effect")]

    def note(self, key):
        """Have an effect outside the store: once for a key when the tool is idempotent."""
        once = key if self.kind is ToolKind.IDEMPOTENT else None
        with closing(sqlite3.connect(self.ledger, timeout=20)) as ledger, ledger:
            ledger.execute("INSERT OR IGNORE INTO effect VALUES (?, ?)", (key, once))

    def actions(self):
        """Return the statuses of all actions."""
        return [status for (status,) in self.query("SELECT status FROM verbflow_action ORDER BY id")]

    def manager(self, clock=None, at=lambda point: None):
        """Return a manager whose ``set_rate`` counts; ``at`` hears the points around the effect."""
        made = DialogManager(verbs=VERBS, directory=studio_directory(), store=self.url, clock=clock or FrozenClock(NOW))

        def inside(call, session):
            at("before the call")
            session.execute(sa.text("INSERT INTO effect VALUES (:key)"), {"key": call.key})
            at("after the effect")

        def outside(call):
            at("before the call")
            self.note(call.key)
            at("after the effect")
            return ToolResult()

        is_inside = self.kind is ToolKind.TRANSACTIONAL
        made.tool("set_rate", kind=self.kind)(inside if is_inside else outside)
        return made

    def turn(self, text, message_id, user="ana", **more):
        return Turn(
            tenant="workshop", conversation=self.conversation, user=user, text=text, message_id=message_id, **more
        )


def killer(point):
    """Return a function that kills this process where it is told that point, and let the store and the run tell it."""

    def at(name):
        if name == point:
            os.kill(os.getpid(), signal.SIGKILL)

    write, claim, execute = SqlStore.write, SqlStore.claim, settling.execute

    def watched_write(store, written):
        kinds = [name for name, is_it in (("accept", written.plan), ("finish", written.closes)) if is_it]
        for name in kinds:
            at(f"before {name}")
        done = write(store, written)
        for name in kinds:
            at(f"after {name}")
        return done

    def watched_claim(*arguments):
        done = claim(*arguments)
        at("after claim")
        return done

    async def watched_execute(*arguments):
        ran = await execute(*arguments)
        if not ran.is_written:  # else it is after the finish already
            at("after the call")
        return ran

    SqlStore.write, SqlStore.claim, settling.execute = watched_write, watched_claim, watched_execute
    SqlStore.transaction = watched_transaction(at)
    return at


def watched_transaction(at):
    """Return a transaction of the store's that tells the points of a tool that runs and finishes in it."""
    transaction = SqlStore.transaction

    @contextmanager
    def watched(*arguments, **more):
        with transaction(*arguments, **more) as (session, close):

            def watched_close(written):
                at("after the call")
                done = close(written)
                at("before finish")
                return done

            yield session, watched_close
        at("after finish")

    return watched


def play(world, messages, *, point="", minutes=0):
    """Work of a child: say some (text, message id) and return (state, text, duplicate) of the replies."""
    clock = FrozenClock(NOW + timedelta(minutes=minutes))
    manager = world.manager(clock, killer(point))
    replies = [manager.handle_sync(world.turn(*message)) for message in messages]
    return [(reply.state, reply.text, reply.duplicate) for reply in replies]
