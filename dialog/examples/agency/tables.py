"""The agency's own tables, beside the conversations in the same database."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from sqlmodel import Field, SQLModel


class SavedEntity(SQLModel, table=True):
    """A client or project that was created, renamed or archived in a conversation; laid over the directory at start."""

    __tablename__ = "agency_entity"

    type: str = Field(primary_key=True)
    """The entity's type."""
    id: str = Field(primary_key=True)
    """The entity's id."""
    name: str
    """Its name now."""
    is_active: bool = True
    """False once archived or cancelled."""
    client: str = ""
    """For projects: the client's id."""
    kind: str = ""
    """For projects: the project type."""
    pm: str = ""
    """For projects: who manages it."""


class TimeEntry(SQLModel, table=True):
    """Hours that somebody worked."""

    __tablename__ = "agency_time"

    key: str = Field(primary_key=True)
    """The call that logged it."""
    person: str
    """The id of who worked."""
    project: str
    """The project's id."""
    task: str
    """The task's id."""
    hours: Decimal
    """How many."""
    day: date
    """On which day."""


class PlanEntry(SQLModel, table=True):
    """Hours planned, a rate set, a liability or a retainer period: one line of the agency's book."""

    __tablename__ = "agency_book"

    key: str = Field(primary_key=True)
    """The call that wrote it."""
    what: str
    """``allocation``, ``rate``, ``liability`` or ``period``."""
    about: str
    """The id of the person, or of the retainer."""
    project: str = ""
    """The project's id; empty where there is none."""
    amount: Decimal = Decimal(0)
    """Hours, or money."""
    note: str = ""
    """The task, the hours agreed, or the month."""


TABLES = tuple(SQLModel.metadata.tables[str(row.__tablename__)] for row in (SavedEntity, TimeEntry, PlanEntry))
"""All of them."""
