"""The tables of a stored directory; those that one made by itself are left as they are."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_P = "verbflow_directory_"
_SORTED = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables that are missing."""
    there = set(sa.inspect(op.get_bind()).get_table_names())
    for name, make in _TABLES.items():
        if _P + name not in there:
            make(_P + name)


def _whole(name: str, type_: Any = sa.Integer) -> Any:
    return sa.Column(name, type_, nullable=False)


def _packed(name: str, key: tuple[str, ...], *columns: Any) -> None:
    op.create_table(name, *columns, sa.PrimaryKeyConstraint(*key), sqlite_with_rowid=False)


def _tenant(name: str) -> None:
    op.create_table(
        name,
        _whole("name", sa.String()),
        _whole("settings", sa.Text()),
        _whole("next_number"),
        _whole("next_word"),
        sa.PrimaryKeyConstraint("name"),
    )


def _space(name: str) -> None:
    op.create_table(
        name,
        _whole("id"),
        _whole("tenant", sa.String()),
        _whole("type", sa.String()),
        _whole("held"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("verbflow_directory_space_type", name, ["tenant", "type"], unique=True)


def _entity(name: str) -> None:
    _packed(
        name,
        ("space", "number"),
        _whole("space"),
        _whole("number"),
        _whole("id", sa.String()),
        _whole("name", sa.String()),
        _whole("is_active", sa.SmallInteger()),
        sa.Column("rest", sa.Text(), nullable=True),
    )


def _key(name: str) -> None:
    key = ("space", "digest", "number")
    _packed(name, key, _whole("space"), _whole("digest", sa.BigInteger()), _whole("number"))


def _word(name: str) -> None:
    columns = (_whole("space"), _whole("text", _SORTED), _whole("id"), _whole("bearers"))
    _packed(name, ("space", "text"), *columns)
    op.create_index("verbflow_directory_word_id", name, ["space", "id"], unique=True)


def _form(name: str) -> None:
    key = ("space", "digest", "word")
    _packed(name, key, _whole("space"), _whole("digest", sa.BigInteger()), _whole("word"))


def _posting(name: str) -> None:
    key = ("space", "word", "number")
    _packed(name, key, *map(_whole, key))


def _listing(name: str) -> None:
    key = ("space", "opening", "number")
    _packed(name, key, _whole("space"), _whole("opening", _SORTED), _whole("number"))


def _touch(name: str) -> None:
    key = ("space", "person", "before", "number")
    columns = (_whole("space"), _whole("person", sa.String()), _whole("before", sa.BigInteger()), _whole("number"))
    _packed(name, key, *columns)


_TABLES = {
    "tenant": _tenant,
    "space": _space,
    "entity": _entity,
    "key": _key,
    "word": _word,
    "form": _form,
    "posting": _posting,
    "listing": _listing,
    "touch": _touch,
}
