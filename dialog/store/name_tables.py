"""The tables of a stored directory, declared in SQLModel: entities, and what finds them by name.

All are narrow, most hold integers only, and each is read by a range of its primary key: in SQLite they are
kept in that order and nowhere else (``WITHOUT ROWID``). Keys, forms and ids stand there as 64 bits of a
digest (:func:`dialog.store.names.digest`).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, Index, SmallInteger, Table, Text
from sqlmodel import Field, SQLModel

_PACKED = {"sqlite_with_rowid": False}


def _big() -> Any:
    return Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))


def _number() -> Any:
    return Field(primary_key=True, sa_column_kwargs={"autoincrement": False})


def _sorted_text(**options: Any) -> Any:
    """Return a text that is compared by its code points in both databases, as Python does."""
    kind = Text().with_variant(Text(collation="C"), "postgresql")
    return Field(sa_column=Column(kind, nullable=False, **options))


class DirectoryTenantRow(SQLModel, table=True):
    """A tenant of a stored directory; whoever writes its entities holds this row."""

    __tablename__ = "verbflow_directory_tenant"

    name: str = Field(primary_key=True)
    """The tenant."""
    settings: str = Field(sa_column=Column(Text, nullable=False))
    """Zone, roles and the like, as JSON."""
    next_number: int
    """The number that the next new entity gets."""
    next_word: int
    """The number that the next new word gets."""


class DirectorySpaceRow(SQLModel, table=True):
    """One type of one tenant, as a small number."""

    __tablename__ = "verbflow_directory_space"
    __table_args__ = (Index("verbflow_directory_space_type", "tenant", "type", unique=True),)

    id: int | None = Field(default=None, primary_key=True)
    """The number that stands for both in all other tables, in the order of making."""
    tenant: str
    """The tenant."""
    type: str
    """The entity type."""
    held: int
    """How many entities it has."""


class DirectoryEntityRow(SQLModel, table=True):
    """An entity as it is answered."""

    __tablename__ = "verbflow_directory_entity"
    __table_args__ = (_PACKED,)

    space: int = _number()
    """Its tenant and type."""
    number: int = _number()
    """Its place in the tenant's directory, over all types."""
    id: str
    """Its id."""
    name: str
    """Its full name."""
    is_active: int = Field(sa_column=Column(SmallInteger, nullable=False))
    """0 when it was archived."""
    rest: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    """What else it has, as JSON: aliases, attributes, links, handles, detail, touches; NULL for nothing."""


class DirectoryKeyRow(SQLModel, table=True):
    """An exact key of an entity: of a whole name, its id, a handle, an attribute's value."""

    __tablename__ = "verbflow_directory_key"
    __table_args__ = (_PACKED,)

    space: int = _number()
    """Tenant and type."""
    digest: int = _big()
    """The key."""
    number: int = _number()
    """The entity."""


class DirectoryWordRow(SQLModel, table=True):
    """A word of the names of one type."""

    __tablename__ = "verbflow_directory_word"
    __table_args__ = (Index("verbflow_directory_word_id", "space", "id", unique=True), _PACKED)

    space: int = _number()
    """Tenant and type."""
    text: str = _sorted_text(primary_key=True)
    """The word, folded."""
    id: int
    """Its number, unique in the tenant."""
    bearers: int
    """How many entities have it; a word that none has is deleted."""


class DirectoryFormRow(SQLModel, table=True):
    """A form of a word, which it shares with its misspellings."""

    __tablename__ = "verbflow_directory_form"
    __table_args__ = (_PACKED,)

    space: int = _number()
    """Tenant and type."""
    digest: int = _big()
    """The form."""
    word: int = _number()
    """The word."""


class DirectoryPostingRow(SQLModel, table=True):
    """An entity that bears a word."""

    __tablename__ = "verbflow_directory_posting"
    __table_args__ = (_PACKED,)

    space: int = _number()
    """Tenant and type."""
    word: int = _number()
    """The word."""
    number: int = _number()
    """The entity."""


class DirectoryListingRow(SQLModel, table=True):
    """An active entity in order of name."""

    __tablename__ = "verbflow_directory_listing"
    __table_args__ = (_PACKED,)

    space: int = _number()
    """Tenant and type."""
    opening: str = _sorted_text(primary_key=True)
    """How its name begins, folded."""
    number: int = _number()
    """The entity."""


class DirectoryTouchRow(SQLModel, table=True):
    """When somebody touched an entity last."""

    __tablename__ = "verbflow_directory_touch"
    __table_args__ = (_PACKED,)

    space: int = _number()
    """Tenant and type."""
    person: str = Field(primary_key=True)
    """Who; empty for anybody."""
    before: int = _big()
    """Microseconds from then to 1970, so that the newest comes first."""
    number: int = _number()
    """The entity."""


NAME_TABLES: tuple[Table, ...] = tuple(
    SQLModel.metadata.tables[str(row.__tablename__)]
    for row in (
        DirectoryTenantRow,
        DirectorySpaceRow,
        DirectoryEntityRow,
        DirectoryKeyRow,
        DirectoryWordRow,
        DirectoryFormRow,
        DirectoryPostingRow,
        DirectoryListingRow,
        DirectoryTouchRow,
    )
)
"""The tables of a stored directory, in the order above."""
