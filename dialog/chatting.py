"""What ``verbflow chat`` talks to: an example with its tools, or tables and a directory of one's own."""

from __future__ import annotations

import importlib
from pathlib import Path

from dialog.directory import EntityDirectory
from dialog.examples import load_example
from dialog.files import read_directory, read_tables
from dialog.manager import DialogManager
from dialog.recording import Recorder
from slots.errors import DirectoryError


def open_chat(
    *, example: str, tables: Path | None, directory: Path | None, user: str | None, store: str
) -> tuple[DialogManager, str, str, str]:
    """Return the manager, the tenant, the speaker and what to say first.

    With tables or a directory of one's own no tool is there to be called: what would be called is
    recorded, and the first words say so.
    """
    own = tables is not None or directory is not None
    verbs = read_tables(tables) if tables is not None else load_example(example).verbs
    home = read_directory(directory) if directory is not None else load_example(example).directory()
    recorder = Recorder(verbs, home) if own else None
    manager = DialogManager(verbs=verbs, directory=home, store=store, default_tool=recorder)
    if not own:
        importlib.import_module(f"dialog.examples.{example}.tools").register(manager, home)
    tenant = home.tenants[0]
    speaker = user or _first_person(home, tenant)
    preview = " Tools are only previewed: nothing is done." if own else ""
    told = f"You are {speaker} in {tenant}.{preview} “help” lists what can be done, /quit ends."
    return manager, tenant, speaker, told


def _first_person(home: EntityDirectory, tenant: str) -> str:
    """Return the first active person who may speak."""
    kind = home.tenant(tenant).speaker_type
    for entity in home.all(tenant, kind):
        if entity.is_active:
            return entity.id
    raise DirectoryError(f"tenant {tenant!r} has no active {kind} who could speak")
