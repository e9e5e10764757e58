"""The SQL store: few statements built once, one short write transaction a turn.

SQLite runs in WAL mode with synchronous FULL and takes its write lock when a
transaction begins (a deferred BEGIN fails under load); PostgreSQL writes where the
version still is the one that was read, and waits for a row lock only briefly. What
differs stands in :mod:`dialog.store.dialects`. Times are stored in UTC without an
offset and come back aware.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import uniform
from threading import BoundedSemaphore, Lock, RLock
from time import monotonic, sleep
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlmodel import Session

from dialog.store.deadline import Deadline
from dialog.store.dialects import CONNECTIONS, make_tables, open_database
from dialog.store.rows import SCHEMA, mention_of, row_of, state_of, utc
from dialog.store.tables import TABLES
from resolver.entities import Mention
from slots.errors import BusyError, StoreError
from states.pending import Conversation, Plan

BEGIN_SECONDS = 6.0
"""How long a tool's transaction waits to begin where one for all is open: the plan is accepted, and its lease lasts
10 s longer than its tool may take."""

MENTIONS_READ = 60
"""Entries of the log that a turn reads, newest first; older ones are beyond any pronoun."""

_C, _I, _A, _M, _N = TABLES
_KEY = (
    _C.c.tenant == bindparam("b_tenant"),
    _C.c.conversation == bindparam("b_conversation"),
    _C.c.person == bindparam("b_person"),
)
_READ_STATE = select(_C.c.version, _C.c.schema_version, _C.c.state).where(*_KEY)
_WRITE_STATE = update(_C).where(*_KEY, _C.c.version == bindparam("b_version"))
_ADD_STATE, _ADD_MESSAGE, _ADD_ACTION, _ADD_MENTIONS, _ADD_RECORD = map(insert, TABLES)
INBOX_KEY = (
    _I.c.tenant == bindparam("b_tenant"),
    _I.c.conversation == bindparam("b_conversation"),
    _I.c.message_id == bindparam("b_message"),
    _I.c.person == bindparam("b_person"),
)
"""One message of one person."""

_READ_INBOX = select(_I.c.reply).where(*INBOX_KEY)
_ANSWER = update(_I).where(*INBOX_KEY)
_READ_MENTIONS = (
    select(_M.c.type, _M.c.entity, _M.c.name, _M.c.turn, _M.c.at, _M.c.person, _M.c.is_created)
    .where(
        _M.c.tenant == bindparam("b_tenant"),
        _M.c.conversation == bindparam("b_conversation"),
        _M.c.at >= bindparam("b_since"),
    )
    .order_by(_M.c.at.desc(), _M.c.id.desc())
    .limit(MENTIONS_READ)
)
_READ_ACTION = select(_A).where(_A.c.id == bindparam("b_id"))
_READ_ORDERED = (
    select(_A)
    .where(
        _A.c.tenant == bindparam("b_tenant"),
        _A.c.conversation == bindparam("b_conversation"),
        _A.c.message_id == bindparam("b_message"),
        _A.c.person == bindparam("b_person"),
    )
    .order_by(_A.c.id.desc())
)
_HOLD_ANY = _READ_ACTION.with_for_update()
_HOLD_ACTION = (
    select(_A.c.id)
    .where(_A.c.id == bindparam("b_id"), _A.c.attempt == bindparam("b_attempt"), _A.c.status == "executing")
    .with_for_update()
)
_CLAIM = update(_A).where(
    _A.c.id == bindparam("b_id"), _A.c.attempt == bindparam("b_attempt"), _A.c.status == "executing"
)
_CLOSE = update(_A).where(
    _A.c.id == bindparam("b_id"), _A.c.attempt == bindparam("b_attempt"), _A.c.status != "succeeded"
)
_SETTLES = {"succeeded": ("executing", "unknown")}
"""Outcome -> the statuses that it settles when it comes late; of the others only one that nobody knows."""


@dataclass(frozen=True, slots=True)
class Key:
    """Whose state: pending actions belong to one person in one conversation of one tenant."""

    tenant: str
    """Whose directory counts."""
    conversation: str
    """Where."""
    person: str
    """Who."""

    def parameters(self) -> dict[str, str]:
        """Return it as the parameters of the prepared statements."""
        return {"b_tenant": self.tenant, "b_conversation": self.conversation, "b_person": self.person}

    def action_id(self, own: str) -> str:
        """Return the id of an action, which the state only knows by an id of its own; equal for nobody else's."""
        parts = (part.replace("%", "%25").replace("/", "%2F") for part in (self.tenant, self.conversation, self.person))
        return "/".join((*parts, own))


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a turn reads from the store."""

    conversation: Conversation
    """What is open."""
    version: int
    """The version it was read at; 0 when there is nothing yet."""
    mentions: tuple[Mention, ...]
    """The conversation's log, newest first."""
    seen: bool
    """Whether the message was accepted before."""
    reply: str | None
    """Its reply as JSON, when it was answered."""
    set_aside: bool = False
    """Whether the stored state could not be read and was set aside."""


@dataclass(frozen=True, slots=True)
class Action:
    """A plan as the store knows it."""

    id: str
    """Its key."""
    plan: Plan
    """What runs."""
    status: str
    """``executing``, ``succeeded``, ``failed`` or ``unknown``."""
    attempt: int
    """How often it was claimed."""
    lease_until: datetime
    """Until when its worker is taken to be alive, aware."""
    result: str | None
    """What the run came to, as JSON."""
    message_id: str
    """The message that ordered it."""


@dataclass(frozen=True, slots=True)
class Write:
    """What one turn writes, in one transaction."""

    key: Key
    """Whose state."""
    version: int
    """The version that was read; the write happens only when it is still that."""
    conversation: Conversation
    """What is open from now on."""
    at: datetime
    """When, aware."""
    message_id: str = ""
    """The message; empty where no message is accepted or answered."""
    accepts: bool = True
    """Whether the message is new (an inbox row is inserted) or its row is there already."""
    reply: str | None = None
    """The reply as JSON; None while a tool is to run."""
    mentions: tuple[Mention, ...] = ()
    """New entries of the log."""
    annotation: str | None = None
    """The record of the decision as JSON."""
    plan: Plan | None = None
    """The plan that a plain yes ordered."""
    action_id: str = ""
    """The id of the plan."""
    lease: timedelta = timedelta(seconds=60)
    """How long the plan's worker is taken to be alive."""
    closes: tuple[str, int, str, str] | None = None
    """(id, attempt, status, result as JSON) of the action that ended."""


class SqlStore:
    """Conversations in a SQL database: ``sqlite:///FILE``, ``postgresql://USER@HOST/DATABASE``, or in memory.

    ``sqlite://`` is the store in memory, for the tests of hosts: the same statements and promises,
    for as long as the process lives, without a file or a server.
    """

    def __init__(self, url: str) -> None:
        """Open the database and make the tables that are missing.

        Raises :class:`slots.errors.StoreError` with the reason, and
        :class:`slots.errors.ExtraMissingError` when the database's driver is not installed.
        """
        self._database = open_database(url)
        self._engine = self._database.engine
        self.url = self._database.url
        """Where, for messages: a password is not in it."""
        self._places = BoundedSemaphore(CONNECTIONS // 2)  # so that turns find a connection beside tools
        self._lock: AbstractContextManager[Any] = RLock() if self._database.is_memory else nullcontext()
        make_tables(self._database, TABLES)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    # -- reading --------------------------------------------------------------

    def load(self, key: Key, message_id: str, since: datetime) -> Loaded:
        """Read what a turn needs: the state, the message's inbox row, the log since a time."""
        with self._connect() as connection:
            inbox = connection.execute(_READ_INBOX, {**key.parameters(), "b_message": message_id}).first()
            row = connection.execute(_READ_STATE, key.parameters()).first()
            found = connection.execute(_READ_MENTIONS, {**key.parameters(), "b_since": utc(since)}).all()
        conversation, set_aside = state_of(row)
        return Loaded(
            conversation=conversation,
            version=row.version if row is not None else 0,
            mentions=tuple(mention_of(entry) for entry in found),
            seen=inbox is not None,
            reply=inbox.reply if inbox is not None else None,
            set_aside=set_aside,
        )

    def action(self, action_id: str, *, is_final: bool = False) -> Action | None:
        """Read a plan and what became of it; None when there is none of that id.

        With ``is_final`` no transaction that still runs can change it afterwards: it waits for one that
        holds the action, and raises :class:`slots.errors.BusyError` when that does not end.
        """
        opened, query = (self._begin(), _HOLD_ANY) if is_final else (self._connect(), _READ_ACTION)
        with opened as connection:
            row = connection.execute(query, {"b_id": action_id}).first()
        return _action(row)

    def ordered_by(self, key: Key, message_id: str) -> Action | None:
        """Read the plan that a message ordered, the last where it ordered several; None when it ordered none."""
        with self._connect() as connection:
            return _action(connection.execute(_READ_ORDERED, {**key.parameters(), "b_message": message_id}).first())

    def annotations(self, tenant: str, conversation: str, limit: int = 20) -> list[str]:
        """Return the newest records of a conversation as JSON, newest first; for tests and operators."""
        query = (
            select(_N.c.record)
            .where(_N.c.tenant == tenant, _N.c.conversation == conversation)
            .order_by(_N.c.id.desc())
            .limit(limit)
        )
        with self._connect() as connection:
            return [row.record for row in connection.execute(query)]

    # -- writing --------------------------------------------------------------

    def write(self, write: Write) -> bool:
        """Write one turn; False, and nothing written, when somebody else was faster or the message is there already."""
        try:
            with self._begin() as connection:
                if not self._may_close(connection, write) or not self._write_state(connection, write):
                    connection.rollback()
                    return False
                self._write_rest(connection, write)
            return True
        except IntegrityError:
            return False

    def claim(self, action_id: str, attempt: int, lease_until: datetime) -> bool:
        """Claim a plan whose worker is gone; False when somebody else did."""
        with self._begin() as connection:
            claimed = {"b_id": action_id, "b_attempt": attempt, "attempt": attempt + 1, "lease_until": utc(lease_until)}
            return bool(connection.execute(_CLAIM, claimed).rowcount)

    def settle(self, write: Write) -> bool:
        """Write an outcome that comes late, where nobody told it; what is open in the conversation stays as it is.

        A success settles what was unknown, too. False, and nothing written, where the action is another worker's or
        has been told.
        """
        if write.closes is None:
            return False
        action_id, attempt, status, _ = write.closes
        with self._begin() as connection:
            row = connection.execute(_HOLD_ANY, {"b_id": action_id}).first()
            if row is None or row.attempt != attempt:
                return False
            if row.status not in _SETTLES.get(status, ("executing",)):
                told = connection.execute(
                    _READ_INBOX, {**write.key.parameters(), "b_message": write.message_id}
                ).first()
                if row.status != status or told is None or told.reply is not None:
                    return False
            self._write_rest(connection, write)
            return True

    @contextmanager
    def transaction(
        self, action_id: str, attempt: int, *, deadline: float = 3600.0, tell: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[Session, Callable[[Write], bool]]]:
        """Open a session in which a transactional tool writes; yields it and a function that writes the outcome.

        Effect and outcome are one commit, and with them the rest of the write where its state still is the one that
        was read: the function returns whether. Raises :class:`slots.errors.BusyError` when the plan was
        claimed by somebody else meanwhile; whatever is raised inside rolls all of it back. The action
        stays locked until then, so that nobody claims it beside a tool that still runs: for the deadline's
        seconds, after which it is rolled back from another thread and ``tell`` is called there.
        """
        end = monotonic() + BEGIN_SECONDS
        with (
            self._place(end) as leave,
            self._begin(end) as connection,
            Deadline(self._database, connection, seconds=deadline, tell=(leave, tell)),
            Session(bind=connection) as session,
        ):
            if connection.execute(_HOLD_ACTION, {"b_id": action_id, "b_attempt": attempt}).first() is None:
                raise BusyError("the action was claimed by another worker", url=self.url)

            def close(write: Write) -> bool:
                session.flush()
                if not _close_action(connection, write):
                    raise BusyError("the action was claimed by another worker", url=self.url)
                return self._write_beside(connection, write)

            yield session, close
            session.flush()

    def _write_beside(self, connection: Connection, write: Write) -> bool:
        """Write a turn beside the effects of its tool; False, and none of it written, where somebody is at its state.

        Whoever is at it is not waited for beyond a lock's time, and the effects are not given up for it.
        """
        if not write.version:
            return False
        try:
            with connection.begin_nested() as savepoint:
                if self._write_state(connection, write):
                    self._write_rest(connection, replace(write, closes=None))
                    return True
                savepoint.rollback()
        except DBAPIError as error:
            if not isinstance(error, IntegrityError) and not isinstance(self._database.typed(error), BusyError):
                raise
        return False

    @contextmanager
    def _place(self, end: float) -> Iterator[Callable[[], None]]:
        """Take one of the places that tools' transactions have; yields what gives it back before its end."""
        if not self._places.acquire(timeout=max(0.0, end - monotonic())):
            raise BusyError("as many tools write as may at once; try again", url=self.url)
        token = Lock()

        def leave() -> None:
            if token.acquire(blocking=False):
                self._places.release()

        try:
            yield leave
        finally:
            leave()

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Open a session on the same database, committed at the end: for a host's own tables beside ours."""
        with self._begin() as connection, Session(bind=connection) as session:
            yield session
            session.flush()

    def _may_close(self, connection: Connection, write: Write) -> bool:
        """Whether an action that the write ends is still the writer's: nobody else has claimed it since."""
        if write.closes is None:
            return True
        row = connection.execute(_HOLD_ANY, {"b_id": write.closes[0]}).first()
        return row is not None and row.attempt == write.closes[1]

    def _write_state(self, connection: Connection, write: Write) -> bool:
        values = {
            "version": write.version + 1,
            "schema_version": SCHEMA,
            "state": write.conversation.model_dump_json(),
            "changed_at": utc(write.at),
        }
        if write.version:
            parameters = {**write.key.parameters(), "b_version": write.version, **values}
            return bool(connection.execute(_WRITE_STATE, parameters).rowcount)
        own = {"tenant": write.key.tenant, "conversation": write.key.conversation, "person": write.key.person}
        connection.execute(_ADD_STATE, {**own, **values})
        return True

    def _write_rest(self, connection: Connection, write: Write) -> None:
        own = {"tenant": write.key.tenant, "conversation": write.key.conversation}
        if write.message_id and write.accepts:
            row = {"message_id": write.message_id, "person": write.key.person, "accepted_at": utc(write.at)}
            connection.execute(_ADD_MESSAGE, {**own, **row, "reply": write.reply})
        elif write.message_id:
            message = {**write.key.parameters(), "b_message": write.message_id}
            connection.execute(_ANSWER, {**message, "reply": write.reply})
        if write.mentions:
            connection.execute(_ADD_MENTIONS, [{**own, **row_of(entry)} for entry in write.mentions])
        if write.annotation is not None:
            row = {"message_id": write.message_id, "person": write.key.person, "at": utc(write.at)}
            connection.execute(_ADD_RECORD, {**own, **row, "record": write.annotation})
        if write.plan is not None and write.plan.attempt == 1:
            connection.execute(_ADD_ACTION, {**own, **self._action_row(write)})
        elif write.plan is not None:
            self._run_again(connection, write, write.plan)
        _close_action(connection, write)

    def _run_again(self, connection: Connection, write: Write, plan: Plan) -> None:
        """Put a plan that failed under its old key again; another plan may not have it."""
        row = connection.execute(_HOLD_ANY, {"b_id": write.action_id}).first()
        if row is None or Plan.model_validate_json(row.plan).calls != plan.calls:
            raise StoreError(f"the key {write.action_id!r} belongs to another plan", url=self.url)
        again = update(_A).where(_A.c.id == write.action_id, _A.c.status == "failed")
        if not connection.execute(again.values(**self._action_row(write))).rowcount:
            raise BusyError(f"the action {write.action_id!r} is {row.status}", url=self.url)

    def _action_row(self, write: Write) -> dict[str, object]:
        return {
            "id": write.action_id,
            "person": write.key.person,
            "message_id": write.message_id,
            "plan": write.plan.model_dump_json() if write.plan else "",
            "status": "executing",
            "attempt": write.plan.attempt if write.plan else 1,
            "lease_until": utc(write.at + write.lease),
            "result": None,
        }

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        try:
            with self._lock, self._engine.connect() as connection:
                yield connection.execution_options(**self._database.dialect.reading)
        except (DBAPIError, PoolTimeoutError) as error:
            raise self._database.typed(error) from error

    @contextmanager
    def _begin(self, end: float = 0.0) -> Iterator[Connection]:
        """Open a transaction and commit it; a lock that is not to be had is tried for again until a monotonic time."""
        try:
            with self._lock, self._engine.connect() as connection:
                self._start(connection, end)
                yield connection
                connection.commit()
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeoutError) as error:
            raise self._database.typed(error) from error

    def _start(self, connection: Connection, end: float) -> None:
        while True:
            try:
                connection.begin()
                return
            except DBAPIError as error:
                if monotonic() > end or not isinstance(self._database.typed(error), BusyError):
                    raise
            sleep(uniform(0, 0.1))


def _close_action(connection: Connection, write: Write) -> bool:
    """Write the outcome of the action that a write ends; whether there was one that had not succeeded before."""
    if write.closes is None:
        return False
    action_id, attempt, status, result = write.closes
    closed = {"b_id": action_id, "b_attempt": attempt, "status": status, "result": result}
    return bool(connection.execute(_CLOSE, closed).rowcount)


def _action(row: Any) -> Action | None:
    if row is None:
        return None
    return Action(
        id=row.id,
        plan=Plan.model_validate_json(row.plan),
        status=row.status,
        attempt=row.attempt,
        lease_until=row.lease_until.replace(tzinfo=UTC),
        result=row.result,
        message_id=row.message_id,
    )
