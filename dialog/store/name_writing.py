"""Adding, changing and dropping the entities of a stored directory, with all that finds them.

One call is part of one transaction and holds the tenant's row, so that words, their counts and what bears
them stay right whoever else writes. A row that is what it was is not written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table, bindparam, delete, insert, select, update
from sqlalchemy.engine import Connection

from dialog.entity_rows import Row
from dialog.store.name_shelf import Space, spaces_of
from dialog.store.name_tables import NAME_TABLES
from dialog.store.names import NO_TERMS, digest, packed, terms_of, unpacked
from dialog.store.prepared import Prepared
from resolver.name_index import Ref
from resolver.name_keys import forms_of

_T, _S, _E, _K, _W, _F, _P, _L, _U = NAME_TABLES


def _deletion(table: Table, *columns: str) -> Prepared:
    return Prepared(delete(table).where(*(table.c[name] == bindparam(name) for name in columns)))


_HOLD = Prepared(select(_T.c.next_number, _T.c.next_word).where(_T.c.name == bindparam("name")).with_for_update())
_COUNTED = Prepared(
    update(_T)
    .where(_T.c.name == bindparam("b_name"))
    .values(next_number=bindparam("b_number"), next_word=bindparam("b_word"))
)
_NEW_SPACE = Prepared(insert(_S).values(tenant=bindparam("tenant"), type=bindparam("type"), held=0))
_HELD = Prepared(update(_S).where(_S.c.id == bindparam("b_id")).values(held=_S.c.held + bindparam("b_by")))
_OF_IDS = Prepared(
    select(_E.c.number, _E.c.id, _E.c.name, _E.c.is_active, _E.c.rest)
    .select_from(_K.join(_E, (_E.c.space == _K.c.space) & (_E.c.number == _K.c.number)))
    .where(_K.c.space == bindparam("space"), _K.c.digest.in_(bindparam("digests", expanding=True)))
)
_OF_TEXTS = Prepared(
    select(_W.c.text, _W.c.id, _W.c.bearers).where(
        _W.c.space == bindparam("space"), _W.c.text.in_(bindparam("texts", expanding=True))
    )
)
_BORNE = Prepared(
    update(_W)
    .where(_W.c.space == bindparam("b_space"), _W.c.id == bindparam("b_id"))
    .values(bearers=_W.c.bearers + bindparam("b_by"))
)
_INSERTS = {table: Prepared(insert(table)) for table in (_E, _K, _W, _F, _P, _L, _U)}
_DELETES = {
    table: _deletion(table, *(column.name for column in table.primary_key.columns))
    for table in (_E, _K, _W, _F, _P, _L, _U)
}


def hold(connection: Connection, tenant: str) -> tuple[int, int] | None:
    """Hold a tenant's row until the transaction ends; return its next numbers, None where there is none."""
    found = _HOLD.rows(connection, name=tenant)
    return (found[0][0], found[0][1]) if found else None


def set_counters(connection: Connection, tenant: str, number: int, word: int) -> None:
    """Write a tenant's next numbers."""
    _COUNTED.rows(connection, b_name=tenant, b_number=number, b_word=word)


def add_held(connection: Connection, space: int, count: int) -> None:
    """Count further entities of a type, or fewer."""
    _HELD.rows(connection, b_id=space, b_by=count)


def make_spaces(connection: Connection, tenant: str, types: Iterable[str]) -> dict[str, Space]:
    """Return a tenant's types, with those made that were missing; its row is held."""
    known = spaces_of(connection, tenant)
    missing = [type_ for type_ in dict.fromkeys(types) if type_ not in known]
    for type_ in missing:
        _NEW_SPACE.rows(connection, tenant=tenant, type=type_)
    return spaces_of(connection, tenant) if missing else known


def put_rows(connection: Connection, tenant: str, counters: tuple[int, int], rows: Iterable[Row]) -> int:
    """Put rows, each in place of the one of its type and id; return how many were new or changed.

    What a row does not say of touches is kept from the one before, as in
    :meth:`dialog.directory.EntityDirectory.put`. Raises :class:`slots.errors.DirectoryError` for a
    character that no database keeps.
    """
    given: dict[Ref, Row] = {}
    for row in rows:
        given[row.entity.ref] = joined(row, given.get(row.entity.ref))
    spaces = make_spaces(connection, tenant, (type_ for type_, _ in given))
    old = read_rows(connection, spaces, given)
    changes = _Changes(connection, tenant, *counters)
    for ref, row in given.items():
        number, before = old.get(ref, (-1, None))
        changes.exchange(spaces[ref[0]].id, number, before, joined(row, before))
    return changes.write()


def drop_rows(connection: Connection, tenant: str, counters: tuple[int, int], refs: Iterable[Ref]) -> int:
    """Drop entities with all that finds them; return how many there were."""
    spaces = spaces_of(connection, tenant)
    changes = _Changes(connection, tenant, *counters)
    for ref, (number, row) in read_rows(connection, spaces, refs).items():
        changes.exchange(spaces[ref[0]].id, number, row, None)
    return changes.write()


def joined(row: Row, before: Row | None) -> Row:
    """Return a row with what the one before it knew of touches."""
    if before is None:
        return row
    return Row(row.entity, row.touched or before.touched, tuple(dict.fromkeys((*row.touched_by, *before.touched_by))))


def read_rows(connection: Connection, spaces: Mapping[str, Space], refs: Iterable[Ref]) -> dict[Ref, tuple[int, Row]]:
    """Return number and row of those of some entities that are there."""
    ids: dict[str, list[str]] = {}
    for type_, id_ in refs:
        ids.setdefault(type_, []).append(id_)
    found: dict[Ref, tuple[int, Row]] = {}
    for type_ in ids.keys() & spaces.keys():
        wanted, digests = frozenset(ids[type_]), [digest("id", id_) for id_ in ids[type_]]
        for number, *stored in _OF_IDS.all_rows(connection, "digests", space=spaces[type_].id, digests=digests):
            if stored[0] in wanted:
                found[type_, stored[0]] = number, unpacked(type_, stored)
    return found


@dataclass(slots=True)
class _Changes:
    """What is to be written of some entities."""

    connection: Connection
    tenant: str
    number: int
    """The next new entity's."""
    word: int
    """The next new word's."""
    count: int = 0
    """Entities that change."""
    gone: dict[Table, list[tuple[Any, ...]]] = field(default_factory=dict)
    """Table -> primary keys to delete."""
    new: dict[Table, list[tuple[Any, ...]]] = field(default_factory=dict)
    """Table -> rows to insert."""
    held: Counter[int] = field(default_factory=Counter)
    """Space -> entities more or fewer."""
    bearing: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    """Space -> words with who bears them from now on."""
    unbearing: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    """The same for who did."""

    def exchange(self, space: int, number: int, old: Row | None, new: Row | None) -> None:
        """Put a row in place of another; None is none."""
        if old == new:
            return
        if old is None:
            number, self.number = self.number, self.number + 1
        before = terms_of(old) if old is not None else NO_TERMS
        after = terms_of(new) if new is not None else NO_TERMS
        self.count += 1
        self.held[space] += (new is not None) - (old is not None)
        if old is not None:
            self.gone.setdefault(_E, []).append((space, number))
        if new is not None:
            self.new.setdefault(_E, []).append((space, number, *packed(new)))
        pairs: tuple[tuple[Table, frozenset[Any], frozenset[Any]], ...] = (
            (_K, before.keys, after.keys),
            (_L, before.openings, after.openings),
        )
        for table, was, is_ in pairs:
            self.gone.setdefault(table, []).extend((space, term, number) for term in was - is_)
            self.new.setdefault(table, []).extend((space, term, number) for term in is_ - was)
        self.gone.setdefault(_U, []).extend((space, *touch, number) for touch in before.touches - after.touches)
        self.new.setdefault(_U, []).extend((space, *touch, number) for touch in after.touches - before.touches)
        self.unbearing.setdefault(space, []).extend((word, number) for word in before.words - after.words)
        self.bearing.setdefault(space, []).extend((word, number) for word in after.words - before.words)

    def write(self) -> int:
        """Write it; return how many entities changed."""
        if not self.count:
            return 0
        for space in self.bearing.keys() | self.unbearing.keys():
            self._write_words(space, self.bearing.get(space, ()), self.unbearing.get(space, ()))
        for table, rows in self.gone.items():
            names = tuple(column.name for column in table.primary_key.columns)
            _DELETES[table].run_many(self.connection, names, sorted(rows))
        for table, rows in self.new.items():
            rows.sort(key=lambda row: row[:2])
            _INSERTS[table].run_many(self.connection, table.c.keys(), rows)
        for space, count in self.held.items():
            add_held(self.connection, space, count)
        set_counters(self.connection, self.tenant, self.number, self.word)
        return self.count

    def _write_words(
        self, space: int, bearing: Sequence[tuple[str, int]], unbearing: Sequence[tuple[str, int]]
    ) -> None:
        by = Counter(text for text, _ in bearing)
        by.subtract(Counter(text for text, _ in unbearing))
        found = _OF_TEXTS.all_rows(self.connection, "texts", space=space, texts=sorted(by))
        known = {text: (id_, bearers) for text, id_, bearers in found}
        for text in sorted(by):
            if text in known:
                id_, bearers = known[text]
                if bearers + by[text] <= 0:
                    self._note_word(self.gone, space, id_, text)
                elif by[text]:
                    _BORNE.rows(self.connection, b_space=space, b_id=id_, b_by=by[text])
            else:
                known[text] = self.word, 0
                self._note_word(self.new, space, self.word, text, by[text])
                self.word += 1
        self.gone.setdefault(_P, []).extend((space, known[text][0], number) for text, number in unbearing)
        self.new.setdefault(_P, []).extend((space, known[text][0], number) for text, number in bearing)

    def _note_word(self, side: dict[Table, list[tuple[Any, ...]]], space: int, id_: int, text: str, *more: Any) -> None:
        side.setdefault(_W, []).append((space, text, id_, *more) if more else (space, text))
        digests = {digest("form", form) for form in forms_of(text)}
        side.setdefault(_F, []).extend((space, one, id_) for one in digests)
