"""The stored directory as a resolver for the names benchmark's ``score.py``: a database in SQLite, in a file.

As :mod:`verbflow` beside it, whose names are in memory; the file is made anew by each load.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).parent))

from verbflow import TENANT, BaseResolver, entities_of, tell_size

from dialog.stored_directory import StoredDirectory
from resolver.entities import Entity, Steps
from resolver.outcome import Outcome

NAME = "verbflow, stored in SQLite"
"""What the scorer calls it."""


class Resolver(BaseResolver):
    """Names of one tenant, in a database."""

    def load(self, rows: Iterable[tuple[str, str, str]], aliases: Iterable[tuple[str, str]]) -> None:
        """Load the names into a new database."""
        self.folder = tempfile.TemporaryDirectory(prefix="verbflow_names_")
        self.directory = StoredDirectory(f"sqlite:///{Path(self.folder.name) / 'names.db'}")
        self.directory.load(TENANT, entities_of(rows, aliases))
        # what was written is in the file, as a load ends with a checkpoint
        tell_size(sum(path.stat().st_size for path in Path(self.folder.name).iterdir()) / 1e6)
        self.start()

    def run(self, steps: Steps[Outcome]) -> Outcome:
        """Run the rules in this thread: a turn answers each look-up in another one, whose two hops take 0.2 ms."""
        found: tuple[Entity, ...] | None = None
        while True:
            try:
                lookup = steps.send(found) if found is not None else next(steps)
            except StopIteration as stop:
                return cast("Outcome", stop.value)
            found = tuple(self.directory.look_up_now(TENANT, lookup))
