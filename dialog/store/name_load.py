"""Filling a tenant that has no entities yet, from a stream of any length.

The entities are read into temporary tables, batch by batch, while nobody is kept from writing. Then one
transaction copies them in order of the keys, so that the pages of the database fill (in SQLite a third
smaller than with rows put one by one, and much faster). Who reads meanwhile sees what was there before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    MetaData,
    Select,
    SmallInteger,
    Table,
    Text,
    bindparam,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.engine import Connection
from sqlalchemy.schema import CreateTable, DropTable

from dialog.entity_rows import Row
from dialog.store.name_tables import NAME_TABLES
from dialog.store.name_writing import add_held, hold, make_spaces, set_counters
from dialog.store.names import digest, packed, terms_of
from dialog.store.prepared import Prepared, stream
from resolver.name_keys import forms_of
from slots.errors import DirectoryError

Progress = Callable[[str, int], None]
"""Called with ``read`` and how many entities were read, then with ``written`` and how many rows were."""

BATCH = 5_000
"""Entities that are held in memory at a time."""

_, _, _E, _K, _W, _F, _P, _L, _U = NAME_TABLES


def _staged(name: str, *columns: Column[Any]) -> Table:
    kind = Column("kind", SmallInteger, nullable=False)
    return Table(f"verbflow_load_{name}", _METADATA, kind, *columns, prefixes=["TEMPORARY"])


def _column(name: str, type_: Any = Integer, **options: Any) -> Column[Any]:
    return Column(name, type_, nullable=False, **options)


_METADATA = MetaData()
_ENTITIES = _staged(
    "entity",
    _column("number"),
    _column("id", Text),
    _column("name", Text),
    _column("is_active", SmallInteger),
    Column("rest", Text),
    Column("opening", Text),
)
_KEYS = _staged("key", _column("digest", BigInteger), _column("number"))
_BORNE = _staged("borne", _column("text", Text), _column("number"))
_TOUCHES = _staged("touch", _column("person", Text), _column("before", BigInteger), _column("number"))
_WORDS = _staged("word", Column("id", Integer, primary_key=True), _column("text", Text), _column("bearers"))
_FORMS = _staged("form", _column("digest", BigInteger), _column("word"))
_STAGED = (_ENTITIES, _KEYS, _BORNE, _TOUCHES, _WORDS, _FORMS)

_INSERTS = {table: Prepared(insert(table)) for table in _STAGED}
_SOME_WORDS = Prepared(
    select(_WORDS.c.id, _WORDS.c.kind, _WORDS.c.text)
    .where(_WORDS.c.id > bindparam("after"))
    .order_by(_WORDS.c.id)
    .limit(BATCH)
)


def batched(rows: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Return an iterable in lists of some length, the last one shorter."""
    stream = iter(rows)
    while batch := list(islice(stream, size)):
        yield batch


@dataclass(slots=True)
class Load:
    """A load on one connection; call :meth:`read`, then :meth:`write` in a transaction that may write."""

    connection: Connection
    """Where; its transaction is ended by whoever calls."""
    tenant: str
    """Whose."""
    progress: Progress
    """Whom to tell."""
    commits: bool
    """Whether each batch ends the transaction; where it need not, a transaction pooler may stand between."""
    copy_in: str
    """The statement that takes rows as a stream (:attr:`dialog.store.dialects.Dialect.copy_in`); empty for none."""
    kinds: dict[str, int] = field(default_factory=dict)
    """Type -> number in this load."""
    counts: dict[str, int] = field(default_factory=dict)
    """Type -> entities that were read."""

    def open(self) -> None:
        """Make the temporary tables."""
        self.close()
        for table in _STAGED:
            self.connection.execute(CreateTable(table))

    def close(self) -> None:
        """Drop them."""
        for table in _STAGED:
            self.connection.execute(DropTable(table, if_exists=True))

    def read(self, rows: Iterable[Row]) -> int:
        """Read all rows into the temporary tables; returns how many there were."""
        count = 0
        for batch in batched(rows, BATCH):
            self._stage(batch, count)
            count += len(batch)
            self._end_batch()
            self.progress("read", count)
        self._refuse_twice()
        self._stage_words()
        self._end_batch()
        return count

    def _end_batch(self) -> None:
        if self.commits:
            self.connection.commit()

    def _stage(self, batch: Iterable[Row], first: int) -> None:
        staged: dict[Table, list[tuple[Any, ...]]] = {table: [] for table in _STAGED}
        for number, row in enumerate(batch, first):
            type_ = row.entity.type
            kind = self.kinds.setdefault(type_, len(self.kinds))
            self.counts[type_] = self.counts.get(type_, 0) + 1
            terms = terms_of(row)
            staged[_ENTITIES].append((kind, number, *packed(row), next(iter(terms.openings), None)))
            staged[_KEYS] += ((kind, key, number) for key in terms.keys)
            staged[_BORNE] += ((kind, word, number) for word in terms.words)
            staged[_TOUCHES] += ((kind, *touch, number) for touch in terms.touches)
        for table, rows in staged.items():
            self._fill(table, rows)

    def _fill(self, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        if self.copy_in:
            words = self.copy_in.format(table=table.name, columns=", ".join(table.c.keys()))
            stream(self.connection, words, rows)
        else:
            _INSERTS[table].run_many(self.connection, table.c.keys(), rows)

    def _refuse_twice(self) -> None:
        """Refuse an id that came twice."""
        key = (_ENTITIES.c.kind, _ENTITIES.c.id)
        twice = select(func.max(_ENTITIES.c.number)).group_by(*key).having(func.count() > 1).limit(1)
        number = self.connection.execute(twice).scalar()
        if number is None:
            return
        found = select(_ENTITIES.c.kind, _ENTITIES.c.id, _ENTITIES.c.name).where(_ENTITIES.c.number == number)
        kind, id_, name = self.connection.execute(found).one()
        type_ = next(type_ for type_, known in self.kinds.items() if known == kind)
        raise DirectoryError(f"entity {number + 1} ({name}) has the id {id_!r}, which another {type_} has already")

    def _stage_words(self) -> None:
        """Number the words in order, and find their forms."""
        key = (_BORNE.c.kind, _BORNE.c.text)
        numbered = select(_BORNE.c.kind, func.row_number().over(order_by=key), _BORNE.c.text, func.count())
        self.connection.execute(insert(_WORDS).from_select(_WORDS.c.keys(), numbered.group_by(*key)))
        after = 0
        while page := _SOME_WORDS.rows(self.connection, after=after):
            forms = [
                (kind, one, id_)
                for id_, kind, text in page
                for one in {digest("form", form) for form in forms_of(text)}
            ]
            self._fill(_FORMS, forms)
            after = page[-1][0]

    def write(self) -> None:
        """Copy what was read into the directory; raises where a type holds something by now."""
        counters = hold(self.connection, self.tenant)
        if counters is None:
            raise DirectoryError(f"tenant {self.tenant!r} was dropped while its entities were read")
        number, word = counters
        spaces = make_spaces(self.connection, self.tenant, self.kinds)
        mine = sorted((spaces[type_].id, kind, type_) for type_, kind in self.kinds.items())
        for space, _, type_ in mine:
            if spaces[type_].held:
                raise DirectoryError(f"somebody else put entities of type {type_!r} while these were read; try again")
            add_held(self.connection, space, self.counts[type_])
        written = 0
        copies = [_copies(space, kind, number, word) for space, kind, _ in mine]
        for table in (_E, _K, _L, _U, _W, _F, _P):
            for source in copies:
                copied = insert(table).from_select(table.c.keys(), source[table])
                done = self.connection.execute(copied, execution_options={"preserve_rowcount": True})
                written += max(done.rowcount, 0)
            self.progress("written", written)
        last = self.connection.execute(select(func.count()).select_from(_WORDS)).scalar_one()
        set_counters(self.connection, self.tenant, number + sum(self.counts.values()), word + last + 1)


def _copies(space: int, kind: int, number: int, word: int) -> dict[Table, Select[Any]]:
    """Return each table's rows of a type, in order of its key; entities count from ``number``, words from ``word``."""
    home = literal(space)
    named = (_ENTITIES.c.number + number, _ENTITIES.c.id, _ENTITIES.c.name, _ENTITIES.c.is_active, _ENTITIES.c.rest)
    listed = (_ENTITIES.c.opening, _ENTITIES.c.number + number)
    same_word = (_WORDS.c.kind == _BORNE.c.kind) & (_WORDS.c.text == _BORNE.c.text)
    rows: tuple[tuple[Table, Table, Any], ...] = (
        (_E, _ENTITIES, named),
        (_K, _KEYS, (_KEYS.c.digest, _KEYS.c.number + number)),
        (_L, _ENTITIES, listed),
        (_U, _TOUCHES, (_TOUCHES.c.person, _TOUCHES.c.before, _TOUCHES.c.number + number)),
        (_W, _WORDS, (_WORDS.c.text, _WORDS.c.id + word, _WORDS.c.bearers)),
        (_F, _FORMS, (_FORMS.c.digest, _FORMS.c.word + word)),
        (_P, _BORNE, (_WORDS.c.id + word, _BORNE.c.number + number)),
    )
    found = {}
    for table, source, columns in rows:
        origin = _BORNE.join(_WORDS, same_word) if source is _BORNE else source
        ordered = columns[: len(table.primary_key.columns) - 1]
        chosen = select(home, *columns).select_from(origin).where(source.c.kind == kind).order_by(*ordered)
        found[table] = chosen.where(_ENTITIES.c.opening.is_not(None)) if table is _L else chosen
    return found
