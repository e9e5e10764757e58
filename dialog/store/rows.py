"""Rows of the store's tables to values and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from resolver.entities import Mention
from states.pending import Conversation

SCHEMA = 1
"""The shape of the state that this version writes."""


def state_of(row: Any) -> tuple[Conversation, bool]:
    """Read a state; one that is broken or of a newer shape is set aside and the conversation goes on."""
    if row is None:
        return Conversation(), False
    if row.schema_version > SCHEMA:
        return Conversation(), True
    try:
        return Conversation.model_validate_json(row.state), False
    except ValueError:
        return Conversation(), True


def mention_of(row: Any) -> Mention:
    """Return a row of the log of mentions as the rules see it."""
    return Mention(
        type=row.type,
        id=row.entity,
        name=row.name,
        turn=row.turn,
        at=row.at.replace(tzinfo=UTC),
        by=row.person,
        is_created=bool(row.is_created),
    )


def row_of(entry: Mention) -> dict[str, object]:
    """Return an entry of the log as its row, without what all rows of a write share."""
    return {
        "turn": entry.turn,
        "at": utc(entry.at),
        "person": entry.by,
        "type": entry.type,
        "entity": _storable(entry.id),
        "name": _storable(entry.name),
        "is_created": entry.is_created,
    }


def _storable(name: str) -> str:
    """Return what a tool returned without NUL and half characters, which only one of the databases takes."""
    return name.replace("\x00", "").encode("utf-8", "ignore").decode()


def utc(moment: datetime) -> datetime:
    """Return an aware time as it is stored: in UTC, without an offset."""
    return moment.astimezone(UTC).replace(tzinfo=None)
