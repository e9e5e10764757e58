"""Reading, pruning and erasing the log: what operators ask of the store, no part of a turn's hot path.

Plain SQLAlchemy Core over the store's connections, the same on every database. Rows are read in the order of
writing and by pages, so that a log of any length fits into memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import bindparam, delete, func, or_, select, update
from sqlalchemy.engine import Row
from sqlmodel import SQLModel

from dialog.store.sql import INBOX_KEY, Key, SqlStore
from dialog.store.tables import ActionRow, AnnotationRow, ConversationRow, InboxRow, MentionRow

PAGE = 500
"""Rows that are read or changed at once."""

_C, _I, _A, _M, _N = (
    SQLModel.metadata.tables[str(row.__tablename__)]
    for row in (ConversationRow, InboxRow, ActionRow, MentionRow, AnnotationRow)
)
_ROW_ID = _N.c.id == bindparam("b_id")


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of the log."""

    id: int
    """Its place in the order of writing."""
    tenant: str
    """Whose."""
    conversation: str
    """Where."""
    message_id: str
    """The message."""
    person: str
    """Who said it."""
    at: datetime
    """When, aware."""
    record: str
    """:class:`dialog.log.record.Entry` as JSON."""


def _row(row: Row[tuple[object, ...]]) -> LogRow:
    found = row._mapping
    return LogRow(
        id=found["id"],
        tenant=found["tenant"],
        conversation=found["conversation"],
        message_id=found["message_id"],
        person=found["person"],
        at=found["at"].replace(tzinfo=UTC),
        record=found["record"],
    )


def own_records(store: SqlStore, tenant: str, conversation: str, person: str, limit: int) -> list[str]:
    """Return one person's newest records in one conversation, newest first."""
    query = (
        select(_N.c.record)
        .where(_N.c.tenant == tenant, _N.c.conversation == conversation, _N.c.person == person)
        .order_by(_N.c.id.desc())
        .limit(limit)
    )
    with store._connect() as connection:
        return [row.record for row in connection.execute(query)]


def find_message(store: SqlStore, message_id: str, tenant: str = "") -> list[LogRow]:
    """Return the rows of a message id, oldest first; several when tenants or conversations share the id."""
    query = select(_N).where(_N.c.message_id == message_id).order_by(_N.c.id)
    if tenant:
        query = query.where(_N.c.tenant == tenant)
    with store._connect() as connection:
        return [_row(row) for row in connection.execute(query)]


def newest(store: SqlStore, limit: int, tenant: str = "") -> list[LogRow]:
    """Return the newest rows, oldest of them first."""
    query = select(_N).order_by(_N.c.id.desc()).limit(limit)
    if tenant:
        query = query.where(_N.c.tenant == tenant)
    with store._connect() as connection:
        return [_row(row) for row in connection.execute(query)][::-1]


def all_rows(store: SqlStore, tenant: str = "") -> Iterator[LogRow]:
    """Yield every row in the order of writing, read by pages."""
    last = 0
    while True:
        query = select(_N).where(_N.c.id > last).order_by(_N.c.id).limit(PAGE)
        if tenant:
            query = query.where(_N.c.tenant == tenant)
        with store._connect() as connection:
            rows = [_row(row) for row in connection.execute(query)]
        yield from rows
        if not rows:
            return
        last = rows[-1].id


def count_rows(store: SqlStore, tenant: str = "") -> int:
    """Return how many rows the log has."""
    query = select(func.count()).select_from(_N)
    if tenant:
        query = query.where(_N.c.tenant == tenant)
    with store._connect() as connection:
        return int(connection.execute(query).scalar_one())


def prune(store: SqlStore, before: datetime, *, at_most: int | None = None) -> int:
    """Delete the rows that are older than a time, with the stored replies of their messages; returns how many.

    Rows are looked at in the order of writing and only up to the first that is kept, so that looking costs
    little. A message that is delivered again after that is a new one: what it answered is long expired.
    """
    cutoff, count = before.astimezone(UTC).replace(tzinfo=None), 0
    while at_most is None or count < at_most:
        done = _prune_page(store, cutoff, PAGE if at_most is None else min(PAGE, at_most - count))
        count += done
        if not done:
            break
    return count


def _prune_page(store: SqlStore, cutoff: datetime, size: int) -> int:
    own = (_N.c.tenant, _N.c.conversation, _N.c.message_id, _N.c.person)
    query = select(_N.c.id, _N.c.at, *own).order_by(_N.c.id).limit(size)
    with store._connect() as connection:
        rows = connection.execute(query).all()
    old = []
    for row in rows:
        if row.at >= cutoff:
            break
        old.append(row)
    if not old:
        return 0
    with store._begin() as connection:
        connection.execute(delete(_N).where(_ROW_ID), [{"b_id": row.id} for row in old])
        messages = [
            {**Key(row.tenant, row.conversation, row.person).parameters(), "b_message": row.message_id} for row in old
        ]
        connection.execute(delete(_I).where(*INBOX_KEY, _I.c.reply.is_not(None)), messages)
    return len(old)


@dataclass(frozen=True, slots=True)
class Erasing:
    """What is left of each text when a person is erased, as functions from JSON to JSON."""

    record: Callable[[str], str]
    """Of a log record."""
    reply: Callable[[str], str]
    """Of a stored reply."""
    state: Callable[[str], str]
    """Of a conversation's state."""
    plan: Callable[[str], str]
    """Of a plan."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What was kept of a person when they were erased."""

    records: int
    """Log records."""
    others: int
    """Rows of the other tables: states, actions, replies, mentions."""

    @property
    def was_kept(self) -> bool:
        """Whether anything was."""
        return bool(self.records or self.others)


def erase(store: SqlStore, tenant: str, person: str, left: Erasing) -> Erased:
    """Take the texts out of everything that is kept of a person; returns how much that was.

    What is open between them and the system is closed. Each table is one transaction, and doing it twice does
    no harm.
    """
    others = sum(one(store, tenant, person, left) for one in (_erase_states, _erase_actions, _erase_replies))
    with store._begin() as connection:
        by_or_of = or_(_M.c.person == person, _M.c.entity == person)
        others += connection.execute(update(_M).where(_M.c.tenant == tenant, by_or_of).values(name="")).rowcount
    return Erased(_erase_records(store, tenant, person, left), others)


def _erase_states(store: SqlStore, tenant: str, person: str, left: Erasing) -> int:
    own = (_C.c.tenant == tenant, _C.c.person == person)
    with store._begin() as connection:
        rows = connection.execute(select(_C).where(*own)).all()
        for row in rows:
            one = update(_C).where(*own, _C.c.conversation == row.conversation)
            connection.execute(one.values(state=left.state(row.state), version=row.version + 1))
    return len(rows)


def _erase_actions(store: SqlStore, tenant: str, person: str, left: Erasing) -> int:
    own = (_A.c.tenant == tenant, _A.c.person == person)
    with store._begin() as connection:
        rows = connection.execute(select(_A.c.id, _A.c.plan).where(*own)).all()
        for row in rows:
            connection.execute(update(_A).where(_A.c.id == row.id).values(plan=left.plan(row.plan), result=None))
    return len(rows)


def _erase_replies(store: SqlStore, tenant: str, person: str, left: Erasing) -> int:
    own = (_I.c.tenant == tenant, _I.c.person == person, _I.c.reply.is_not(None))
    with store._begin() as connection:
        rows = connection.execute(select(_I.c.conversation, _I.c.message_id, _I.c.reply).where(*own)).all()
        for row in rows:
            one = update(_I).where(*own, _I.c.conversation == row.conversation, _I.c.message_id == row.message_id)
            connection.execute(one.values(reply=left.reply(row.reply)))
    return len(rows)


def _erase_records(store: SqlStore, tenant: str, person: str, left: Erasing) -> int:
    last = count = 0
    while True:
        query = (
            select(_N.c.id, _N.c.record)
            .where(_N.c.tenant == tenant, _N.c.person == person, _N.c.id > last)
            .order_by(_N.c.id)
            .limit(PAGE)
        )
        with store._begin() as connection:
            rows = connection.execute(query).all()
            for row in rows:
                connection.execute(update(_N).where(_N.c.id == row.id).values(record=left.record(row.record)))
        if not rows:
            return count
        last, count = rows[-1].id, count + len(rows)
