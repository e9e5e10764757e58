"""The entities of some types in an order: of the directory, of their names, of when they were touched.

A walk reads page by page and stops where whoever asked has enough, so a listing of a million entities
reads some dozens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Table, bindparam, or_, select

from dialog.entity_rows import Row
from dialog.store.name_shelf import NameShelf, Space
from dialog.store.name_tables import NAME_TABLES
from dialog.store.names import LONGEST_VALUE, unpacked, value_digest
from dialog.store.prepared import Prepared
from resolver.entities import Entity, ListedLookup, RecentLookup

PAGE, LONGEST_PAGE = 32, 2_048
"""Rows that are read first, and at the most, at a time; each page is twice the one before."""

SORTED = 2_000
"""Entities with a wanted attribute that are read to be put in order of name; where there are more, they are
met soon on the way along the names."""

LOOKED_AT = 20_000
"""Entities that are looked at for some with the wanted attributes, at the most (some 0.1 s)."""

_, _, _E, _K, _, _, _, _L, _U = NAME_TABLES
_STORED = (_E.c.id, _E.c.name, _E.c.is_active, _E.c.rest)


@dataclass(frozen=True, slots=True)
class _Walk:
    """An order of entities."""

    statement: Prepared
    """It reads one page."""
    start: tuple[Any, ...]
    """What stands before the first row; the last value is a number."""


def _walk(table: Table, columns: Sequence[ColumnElement[Any]], start: tuple[Any, ...], *fixed: str) -> _Walk:
    order = [*columns, table.c.number]
    bounds = [column >= bindparam(f"after_{at}") for at, column in enumerate(columns)]
    passed = [column > bindparam(f"after_{at}") for at, column in enumerate(order)]
    source = _E if table is _E else table.join(_E, (_E.c.space == table.c.space) & (_E.c.number == table.c.number))
    statement = (
        select(*order, *_STORED)
        .select_from(source)
        .where(table.c.space == bindparam("space"), *(table.c[name] == bindparam(name) for name in fixed))
        .where(*bounds, or_(*passed))
        .order_by(*order)
        .limit(bindparam("limit"))
    )
    return _Walk(Prepared(statement), start)


_PLACES = _walk(_E, (), (-1,))
_NAMES = _walk(_L, (_L.c.opening,), ("", -1))
_VALUES = _walk(_K, (), (-1,), "digest")
_TOUCHES = _walk(_U, (_U.c.before,), (-(2**62), -1), "person")


def every_row(shelf: NameShelf) -> Iterator[Row]:
    """Return all rows in order of the directory, page by page."""
    return _rows(shelf, _PLACES)


def recent(shelf: NameShelf, lookup: RecentLookup) -> list[Entity]:
    """Return what was touched last; with attributes, among the last :data:`LOOKED_AT` that were."""
    found = islice(_rows(shelf, _TOUCHES, person=lookup.touched_by), LOOKED_AT)
    return _first(found, lookup.where, lookup.limit)


def listed(shelf: NameShelf, lookup: ListedLookup) -> list[Entity]:
    """Return the first in order of the directory, or by name; with attributes, among :data:`LOOKED_AT`."""
    keyed = next((pair for pair in lookup.where if len(pair[1]) <= LONGEST_VALUE), None)
    if keyed is not None and not lookup.by_name:
        return _first(_rows(shelf, _VALUES, digest=value_digest(*keyed)), lookup.where, lookup.limit)
    if keyed is not None:
        few = list(islice(_rows(shelf, _VALUES, digest=value_digest(*keyed)), SORTED + 1))
        if len(few) <= SORTED:
            few.sort(key=lambda row: row.entity.name.casefold())
            return _first(iter(few), lookup.where, lookup.limit)
    found = islice(_rows(shelf, _NAMES if lookup.by_name else _PLACES), LOOKED_AT)
    return _first(found, lookup.where, lookup.limit)


def _first(rows: Iterator[Row], where: tuple[tuple[str, str], ...], limit: int) -> list[Entity]:
    wanted = dict(where)
    usable = (row.entity for row in rows if row.entity.is_active and row.entity.fits(wanted))
    return list(islice(usable, limit))


def _rows(shelf: NameShelf, walk: _Walk, **fixed: Any) -> Iterator[Row]:
    walks = [_pages(shelf, walk, space, fixed) for space in shelf.spaces]
    by_place: Callable[[tuple[Any, ...]], Any] = lambda one: one[0]  # noqa: E731
    return (row for _, row in merge(*walks, key=by_place))


def _pages(shelf: NameShelf, walk: _Walk, space: Space, fixed: dict[str, Any]) -> Iterator[tuple[Any, Row]]:
    after, limit, count = walk.start, PAGE, len(walk.start)
    while True:
        bounds = {f"after_{at}": value for at, value in enumerate(after)}
        page = walk.statement.rows(shelf.connection, space=space.id, limit=limit, **bounds, **fixed)
        for row in page:
            yield tuple(row[:count]), unpacked(space.type, row[count:])
        if len(page) < limit:
            return
        after, limit = tuple(page[-1][:count]), min(2 * limit, LONGEST_PAGE)
