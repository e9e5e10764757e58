"""Reading tables and directories from files: the rim around the pure parsers."""

from __future__ import annotations

from pathlib import Path

from dialog.directory import EntityDirectory
from slots.errors import DirectoryError, TableError
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


def read_directory(path: Path) -> EntityDirectory:
    """Read a directory file; raises :class:`slots.errors.DirectoryError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DirectoryError(f"it cannot be read ({error})", origin=str(path)) from error
    return EntityDirectory.from_json(text, origin=str(path))
