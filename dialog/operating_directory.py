"""The operators' words over a stored directory: ``verbflow directory load`` and ``verbflow directory find``.

A file to load is what :func:`dialog.files.read_directory` takes, one JSON object, or JSON Lines for any
number of entities: one entity a line, with a ``type``; the first line may hold the tenant's settings
(``{"tenant": "acme", "timezone": "UTC", "permissions": {}}``).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dialog.directory import Tenant, check_person, read_entity, read_tenant
from dialog.directory_keys import KeyWatch
from dialog.entity_rows import Row
from dialog.files import read_directory
from dialog.log.operating import open_there, shown
from dialog.plurals import counted
from dialog.stored_directory import StoredDirectory
from resolver.entities import Entity, SimilarLookup
from resolver.match import Hits, match_entities, names_of
from resolver.nearness import near_entities, nearness_of
from resolver.outcome import Tier
from slots.errors import DirectoryError
from slots.text import clean

OK, WRONG = 0, 1
"""The exit statuses."""

WHY = {
    Tier.EXACT: "the phrase is its name",
    Tier.ALIAS: "the phrase is another name of it",
    Tier.BARE: "its name but for a legal form, the order of words or how they are cut",
    Tier.FUZZY: "every word is close to one of its name",
    Tier.PART: "the phrase is one word of its name",
}
"""Tier -> why a name is of it."""

_TOLD_EVERY = 0.2
"""Seconds between two lines of progress, at the least."""


def run_directory(options: argparse.Namespace) -> int:
    """Run one of the words of ``verbflow directory``."""
    return _load(options) if options.word == "load" else _find(options)


# -- load --------------------------------------------------------------------------


def _load(options: argparse.Namespace) -> int:
    counts, line = Counter[str](), _Progress()
    home = _settings(options.file, options.tenant)
    directory = StoredDirectory(options.store)
    try:
        if home.is_told or home.tenant.name not in directory.tenants:
            directory.set_tenant(home.tenant)
        else:
            home.tenant = directory.tenant(home.tenant.name)
        count = directory.load(home.tenant.name, _counted(home.rows(), counts), line)
        home.watch.warn(home.tenant.name, directory.types(home.tenant.name), origin=str(home.file))
    finally:
        line.close()
        directory.close()
    listed = ", ".join(f"{number:,} {type_}" for type_, number in sorted(counts.items()))
    print(f"{shown(home.tenant.name)}: {counted(count, 'entity')} loaded" + (f" ({shown(listed)})" if listed else ""))
    return OK


class _Source:
    """A file with a tenant's entities."""

    def __init__(self, file: Path, tenant: Tenant, *, is_told: bool, skipped: int | None) -> None:
        self.file, self.tenant, self.is_told, self._skipped = file, tenant, is_told, skipped
        self.watch = KeyWatch()

    def rows(self) -> Iterator[Row]:
        """Return its entities, read as they are asked for where it is JSON Lines."""
        if self._skipped is None:
            return iter(self.tenant.rows.values())
        return self._lines(self._skipped)

    def _lines(self, skipped: int) -> Iterator[Row]:
        with _opened(self.file) as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip() or skipped > 0:
                    skipped -= bool(line.strip())
                    continue
                origin = f"{self.file}:{number}"
                type_, entry = _entry(line, origin)
                row = read_entity(type_, entry, origin=origin)
                check_person(row, self.tenant, origin=origin)
                self.watch.look(type_, entry)
                yield row


def _settings(file: Path, name: str) -> _Source:
    """Return a file's tenant; whose it is, a name given with the command decides before the file."""
    first = _first_line(file)
    if first is None:
        directory = read_directory(file)
        tenant = directory.tenant(directory.tenants[0])
        tenant.name = name or tenant.name
        return _Source(file, tenant, is_told=True, skipped=None)
    has_settings = "type" not in first and isinstance(first.get("tenant"), str)
    if not has_settings and not name:
        raise DirectoryError('whose entities are they? give --tenant, or {"tenant": ...} as line 1', origin=str(file))
    tenant = read_tenant(first, origin=f"{file}:1") if has_settings else Tenant(name)
    tenant.name = name or tenant.name
    return _Source(file, tenant, is_told=has_settings, skipped=1 if has_settings else 0)


def _first_line(file: Path) -> dict[str, Any] | None:
    """Return the first line of a file of JSON Lines; None when the file is one JSON object over several lines."""
    with _opened(file) as lines:
        text = next((line for line in lines if line.strip()), "")
        has_more = any(line.strip() for line in lines)
    try:
        found = json.loads(text)
    except ValueError as error:
        if text.strip() == "{" or not text.strip().endswith("}"):
            return None
        raise _no_json(error, f"{file}:1") from error
    if not isinstance(found, dict):
        return None
    return found if "type" in found or (has_more and "tenant" in found) else None


def _entry(line: str, origin: str) -> tuple[str, dict[str, Any]]:
    """Return the type of a line's entity, and what else it says."""
    try:
        entry = json.loads(line.rstrip())
    except ValueError as error:
        raise _no_json(error, origin) from error
    if not isinstance(entry, dict) or not isinstance(entry.get("type"), str) or not entry["type"]:
        raise DirectoryError('it must be an object with a "type" and a "name"', origin=origin)
    return entry.pop("type"), entry


def _no_json(error: ValueError, origin: str) -> DirectoryError:
    """Return what is wrong in a line, without the line that JSON counts within it, which is always the first."""
    where = f"{error.msg} at column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)
    return DirectoryError(f"it is no JSON: {where}", origin=origin)


@contextmanager
def _opened(file: Path) -> Iterator[Iterator[str]]:
    try:
        with file.open(encoding="utf-8") as lines:
            yield lines
    except (OSError, UnicodeDecodeError) as error:
        raise DirectoryError(f"it cannot be read ({error})", origin=str(file)) from error


def _counted(rows: Iterator[Row], counts: Counter[str]) -> Iterator[Row]:
    for row in rows:
        counts[row.entity.type] += 1
        yield row


class _Progress:
    """One line on the standard error, where that is a terminal."""

    def __init__(self) -> None:
        self._is_shown, self._told = sys.stderr.isatty(), 0.0

    def __call__(self, stage: str, count: int) -> None:
        now = time.monotonic()
        if self._is_shown and (now - self._told > _TOLD_EVERY or stage != "read"):
            what = f"{counted(count, 'entity')} read" if stage == "read" else f"{counted(count, 'row')} written"
            print(f"\r{what}\x1b[K", end="", file=sys.stderr, flush=True)
            self._told = now

    def close(self) -> None:
        if self._is_shown and self._told:
            print(file=sys.stderr)


# -- find --------------------------------------------------------------------------


def _find(options: argparse.Namespace) -> int:
    phrase = clean(options.phrase)
    with open_there(options.store, StoredDirectory) as directory:
        types = directory.types(options.tenant)
        if options.type and options.type not in types:
            known = ", ".join(types) or "none"
            raise DirectoryError(f"tenant {options.tenant!r} has no type {options.type!r} (it has: {known})")
        wanted = (options.type,) if options.type else types
        found = directory.look_up_now(options.tenant, SimilarLookup(phrase, wanted))
    for line in _told(phrase, found):
        print(shown(line))
    return OK if found else WRONG


def _told(phrase: str, found: Sequence[Entity]) -> Iterator[str]:
    """Return a line for each entity, the best first, and what a slot that takes all of them would do."""
    usable = [entity for entity in found if entity.is_active]
    hits = match_entities(phrase, usable)
    ranked = sorted(found, key=lambda entity: _standing(phrase, entity), reverse=True)
    for entity in ranked:
        yield f"{entity.name}  [{entity.type} {entity.id}]  {_why(phrase, entity)}"
    yield _verdict(hits, near_entities(phrase, usable))


def _standing(phrase: str, entity: Entity) -> tuple[bool, int, float]:
    tiers = list(WHY)
    own = match_entities(phrase, (entity,))
    rank = len(tiers) - tiers.index(own.tier) if own is not None else 0
    return entity.is_active, rank, _nearness(phrase, entity)


def _nearness(phrase: str, entity: Entity) -> float:
    return nearness_of(phrase, names_of(entity))


def _why(phrase: str, entity: Entity) -> str:
    own = match_entities(phrase, (entity,))
    near = _nearness(phrase, entity)
    why = f"near, {near:.2f}" if near else "not near; it has a word of the phrase"
    why = f"{own.tier}: {WHY[own.tier]}" if own is not None else why
    others = f"; also called {', '.join(entity.aliases)}" if entity.aliases else ""
    return f"{why}{others}" + ("" if entity.is_active else "; archived")


def _verdict(hits: Hits | None, near: tuple[Entity, ...]) -> str:
    """Say what becomes of the phrase in a slot."""
    if hits is not None and len(hits.entities) == 1:
        return f"-> {hits.entities[0].name}, by {hits.tier}"
    if hits is not None:
        return f"-> asks which of {len(hits.entities)}, all by {hits.tier}"
    return f"-> offers the nearest {len(near)}" if near else "-> nothing of the kind"


# -- the words -----------------------------------------------------------------------


def add_words(commands: Any) -> None:
    """Add the words to a parser's subcommands."""
    directory = commands.add_parser("directory", help="load a stored directory, or look a name up in it")
    words = directory.add_subparsers(dest="word", required=True, metavar="load|find")
    load = words.add_parser("load", help="load entities from a file, in place of those of the same type and id")
    load.add_argument("file", type=Path, metavar="FILE", help="a directory as JSON, or JSON Lines: an entity a line")
    load.add_argument("--store", required=True, metavar="URL", help="sqlite:///FILE or postgresql://...")
    load.add_argument("--tenant", default="", metavar="NAME", help="whose they are; the file's tenant by default")
    find = words.add_parser("find", help="say what a phrase matches, by which tier and why")
    find.add_argument("phrase", metavar="PHRASE", help="as somebody would type it")
    find.add_argument("--store", required=True, metavar="URL", help="the directory's database")
    find.add_argument("--tenant", required=True, metavar="NAME", help="whose names")
    find.add_argument("--type", default="", metavar="T", help="of this type only")
