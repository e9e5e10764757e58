"""The examples that come with the library: an agency, and a home.

Each is a folder with ``verbs.toml`` and ``directory.json``; its tools stand in
``tools.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dialog.directory import EntityDirectory
from dialog.files import read_directory, read_tables
from slots.errors import TableError
from slots.tables import TableSet

FOLDER = Path(__file__).parent
"""Where the examples are."""

NAMES = ("agency", "home")
"""Their names."""


@dataclass(frozen=True, slots=True)
class Example:
    """One example, read."""

    verbs: TableSet
    """Its tables."""
    folder: Path
    """Its files."""

    def directory(self) -> EntityDirectory:
        """Read its directory anew."""
        return read_directory(self.folder / "directory.json")


def load_example(name: str) -> Example:
    """Read an example's tables; raises :class:`slots.errors.TableError` for a name that is none."""
    if name not in NAMES:
        raise TableError(f"there is no example {name!r}", advice=f"examples are {', '.join(NAMES)}")
    folder = FOLDER / name
    return Example(read_tables(folder / "verbs.toml"), folder)
