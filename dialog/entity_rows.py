"""One tenant's entities in memory, with what finds them: by type, by handle, by name.

The index of names is made by the first look-up that needs it, and follows every
row that is kept after that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import merge, nlargest
from itertools import islice
from typing import Any

from resolver.entities import (
    Entity,
    HandlesLookup,
    ListedLookup,
    Lookup,
    NamesLookup,
    RecentLookup,
    RefsLookup,
    SimilarLookup,
)
from resolver.match import names_of
from resolver.name_index import NameIndex, Ref


@dataclass(frozen=True, slots=True)
class Row:
    """An entity, and who touched it when."""

    entity: Entity
    """The entity."""
    touched: datetime | None = None
    """When it was touched last; None when that is not known."""
    touched_by: tuple[str, ...] = ()
    """The ids of the people who touched it."""


class EntityRows(Mapping[Ref, Row]):
    """(type, id) -> row, in the order in which they were first kept."""

    def __init__(self) -> None:
        self._rows: dict[Ref, Row] = {}
        self._places: dict[Ref, int] = {}
        self._types: dict[str, dict[Ref, None]] = {}
        self._by_handle: dict[tuple[str, str], dict[Ref, None]] = {}
        self._index: NameIndex | None = None
        self._lock = threading.Lock()

    def __getitem__(self, ref: Ref) -> Row:
        return self._rows[ref]

    def __iter__(self) -> Iterator[Ref]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def keep(self, row: Row) -> None:
        """Add a row, or replace the one of its type and id, which keeps its place."""
        entity = row.entity
        with self._lock:
            old = self._rows.get(entity.ref)
            self._rows[entity.ref] = row
            self._places.setdefault(entity.ref, len(self._places))
            self._types.setdefault(entity.type, {})[entity.ref] = None
            for handle in old.entity.handles if old else ():
                self._by_handle.get((entity.type, handle.casefold()), {}).pop(entity.ref, None)
            for handle in entity.handles:
                self._by_handle.setdefault((entity.type, handle.casefold()), {})[entity.ref] = None
            if self._index is not None:
                self._index.put(entity.ref, names_of(entity), is_active=entity.is_active)

    def of_types(self, types: Iterable[str]) -> list[Row]:
        """Return the rows of some types, in order."""
        with self._lock:
            return list(self._of_types(types))

    def _of_types(self, types: Iterable[str]) -> Iterator[Row]:
        held = [self._types[type_] for type_ in dict.fromkeys(types) if type_ in self._types]
        refs: Iterable[Ref] = held[0] if len(held) == 1 else merge(*held, key=self._places.__getitem__)
        return map(self._rows.__getitem__, refs)

    def look_up(self, lookup: Lookup) -> Sequence[Entity]:
        """Answer a look-up of entities."""
        with self._lock:
            return _ANSWERS[type(lookup)](self, lookup)

    def _names(self, lookup: NamesLookup) -> Sequence[Entity]:
        """Return who bears a name."""
        return [self._rows[ref].entity for ref in self._indexed().bearing(lookup)]

    def _similar(self, lookup: SimilarLookup) -> Sequence[Entity]:
        """Return whose name matches or comes near."""
        return [self._rows[ref].entity for ref in self._indexed().similar(lookup)]

    def _refs(self, lookup: RefsLookup) -> Sequence[Entity]:
        """Return those of some ids."""
        return self._ordered(ref for ref in lookup.refs if ref in self._rows)

    def _handles(self, lookup: HandlesLookup) -> Sequence[Entity]:
        """Return who has a handle."""
        wanted = lookup.handle.casefold()
        return self._ordered(ref for type_ in lookup.types for ref in self._by_handle.get((type_, wanted), ()))

    def _recent(self, lookup: RecentLookup) -> Sequence[Entity]:
        """Return what was touched last."""
        rows = (
            row
            for row in self._usable(lookup.types, lookup.where)
            if row.touched is not None and (not lookup.touched_by or lookup.touched_by in row.touched_by)
        )
        found = nlargest(lookup.limit, rows, key=lambda row: row.touched.timestamp() if row.touched else 0.0)
        return [row.entity for row in found]

    def _listed(self, lookup: ListedLookup) -> Sequence[Entity]:
        """Return the first in order of the directory, or by name."""
        rows = self._usable(lookup.types, lookup.where)
        if lookup.by_name:
            rows = iter(sorted(rows, key=lambda row: row.entity.name.casefold()))
        return [row.entity for row in islice(rows, lookup.limit)]

    def _indexed(self) -> NameIndex:
        if self._index is None:
            self._index = NameIndex()
            for ref, row in self._rows.items():
                self._index.put(ref, names_of(row.entity), is_active=row.entity.is_active)
        return self._index

    def _usable(self, types: Iterable[str], where: tuple[tuple[str, str], ...]) -> Iterator[Row]:
        wanted = dict(where)
        return (row for row in self._of_types(types) if row.entity.is_active and row.entity.fits(wanted))

    def _ordered(self, refs: Iterable[Ref]) -> Sequence[Entity]:
        return [self._rows[ref].entity for ref in sorted(set(refs), key=self._places.__getitem__)]


_ANSWERS: Mapping[type, Callable[[EntityRows, Any], Sequence[Entity]]] = {
    NamesLookup: EntityRows._names,
    SimilarLookup: EntityRows._similar,
    RefsLookup: EntityRows._refs,
    HandlesLookup: EntityRows._handles,
    RecentLookup: EntityRows._recent,
    ListedLookup: EntityRows._listed,
}
