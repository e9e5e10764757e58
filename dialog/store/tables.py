"""The tables, declared in SQLModel; the store reads and writes them with prepared Core statements."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, DateTime, Index, Table, Text
from sqlmodel import Field, SQLModel


class ConversationRow(SQLModel, table=True):
    """What is open between one person and the system in one conversation."""

    __tablename__ = "verbflow_conversation"

    tenant: str = Field(primary_key=True)
    """Whose directory counts."""
    conversation: str = Field(primary_key=True)
    """Where it is said."""
    person: str = Field(primary_key=True)
    """Whose actions these are."""
    version: int
    """Goes up with every write; a write that expects another one changes nothing."""
    schema_version: int
    """The shape of the state."""
    state: str = Field(sa_column=Column(Text, nullable=False))
    """:class:`states.pending.Conversation` as JSON."""
    changed_at: datetime = Field(sa_column=Column(DateTime, nullable=False))
    """When it was written, UTC."""


class InboxRow(SQLModel, table=True):
    """One person's message that was accepted, and its reply once there is one; ids may be equal for two people."""

    __tablename__ = "verbflow_inbox"

    tenant: str = Field(primary_key=True)
    """Whose."""
    conversation: str = Field(primary_key=True)
    """Where."""
    message_id: str = Field(primary_key=True)
    """The front end's id of the message."""
    person: str = Field(primary_key=True)
    """Who said it: the reply is for nobody else."""
    reply: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    """The reply as JSON; NULL while the tool runs."""
    accepted_at: datetime = Field(sa_column=Column(DateTime, nullable=False))
    """When, UTC."""


class ActionRow(SQLModel, table=True):
    """A plan that a plain yes ordered."""

    __tablename__ = "verbflow_action"
    __table_args__ = (Index("verbflow_action_message", "tenant", "conversation", "message_id"),)

    id: str = Field(primary_key=True)
    """The idempotency key of the plan."""
    tenant: str
    """Whose."""
    conversation: str
    """Where."""
    person: str
    """Who confirmed it."""
    message_id: str
    """The message that ordered it."""
    plan: str = Field(sa_column=Column(Text, nullable=False))
    """:class:`states.pending.Plan` as JSON: exactly what was shown."""
    status: str
    """``executing``, ``succeeded``, ``failed`` or ``unknown``."""
    attempt: int
    """How often it was claimed."""
    lease_until: datetime = Field(sa_column=Column(DateTime, nullable=False))
    """Until when its worker is taken to be alive, UTC."""
    result: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    """What the run came to, as JSON; NULL while it runs."""


class MentionRow(SQLModel, table=True):
    """One entry of a conversation's typed log; what others said in it counts too."""

    __tablename__ = "verbflow_mention"
    __table_args__ = (Index("verbflow_mention_recent", "tenant", "conversation", "at"),)

    id: int | None = Field(default=None, primary_key=True)
    """In the order of writing."""
    tenant: str
    """Whose."""
    conversation: str
    """Where."""
    turn: str
    """The message that named it."""
    at: datetime = Field(sa_column=Column(DateTime, nullable=False))
    """When, UTC."""
    person: str
    """Who said it."""
    type: str
    """The entity's type."""
    entity: str
    """The entity's id."""
    name: str
    """Its name then."""
    is_created: bool
    """Whether the turn created it."""


class AnnotationRow(SQLModel, table=True):
    """The record of one decision; a turn never reads it."""

    __tablename__ = "verbflow_annotation"
    __table_args__ = (Index("verbflow_annotation_message", "tenant", "conversation", "message_id"),)

    id: int | None = Field(default=None, primary_key=True)
    """In the order of writing."""
    tenant: str
    """Whose."""
    conversation: str
    """Where."""
    message_id: str
    """The message."""
    person: str
    """Who said it."""
    at: datetime = Field(sa_column=Column(DateTime, nullable=False))
    """When it was decided, UTC."""
    record: str = Field(sa_column=Column(Text, nullable=False))
    """:class:`dialog.log.annotation.Annotation` as JSON."""


TABLES: tuple[Table, ...] = tuple(
    SQLModel.metadata.tables[str(row.__tablename__)]
    for row in (ConversationRow, InboxRow, ActionRow, MentionRow, AnnotationRow)
)
"""The five tables, in the order above; a host's own tables may stand in the same metadata."""
