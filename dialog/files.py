"""Reading tables and directories from files: the rim around the pure parsers."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from dialog.directory import EntityDirectory
from slots.errors import CaseError, DirectoryError, TableError
from slots.tables import TableSet
from slots.toml_tables import parse_tables


def read_tables(path: Path) -> TableSet:
    """Read a table file; raises :class:`slots.errors.TableError` with file, line and what to do."""
    return parse_tables(read_text(path), origin=str(path))


def read_text(path: Path) -> str:
    """Return what stands in a table file; raises :class:`slots.errors.TableError` when that is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TableError(f"it cannot be read ({error})", file=str(path), advice="name a TOML file") from error


def read_messages(path: Path) -> list[str]:
    """Read messages: one a line, or a JSON object with a ``text`` a line; raises :class:`slots.errors.CaseError`."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"it cannot be read ({error})", file=str(path)) from error
    return [_message(line, number, path) for number, line in enumerate(lines, 1) if line.strip()]


def _message(line: str, number: int, path: Path) -> str:
    if not line.lstrip().startswith("{"):
        return line.strip()
    try:
        found = json.loads(line)
    except ValueError as error:
        raise CaseError(f"line {number} is no JSON: {error}", file=str(path)) from error
    if not isinstance(found.get("text"), str):
        raise CaseError(f"line {number} has no text", file=str(path), key="text")
    return str(found["text"])


def read_directory(path: Path, *, known: Collection[str] = ()) -> EntityDirectory:
    """Read a directory file; raises :class:`slots.errors.DirectoryError`.

    ``known`` are entity types that stand elsewhere, such as a table set's: lists of their ids are not warned of.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DirectoryError(f"it cannot be read ({error})", origin=str(path)) from error
    return EntityDirectory.from_json(text, origin=str(path), known=known)
