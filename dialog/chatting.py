"""What ``verbflow chat`` talks to: an example with its tools, or tables and a directory of one's own."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

from dialog.directory import EntityDirectory
from dialog.examples import load_example
from dialog.files import read_directory, read_tables
from dialog.manager import DialogManager
from dialog.recording import Recorder
from slots.errors import DirectoryError
from slots.tables import TableSet


def open_chat(
    *, example: str, tables: Path | None, directory: Path | None, user: str | None, store: str
) -> tuple[DialogManager, str, str, str]:
    """Return the manager, the tenant, the speaker and what to say first.

    With tables or a directory of one's own no tool is there to be called: what would be called is
    recorded, and the first words say so. Raises :class:`slots.errors.DirectoryError` or
    :class:`slots.errors.UnknownUserError` when nobody can speak.
    """
    own = tables is not None or directory is not None
    verbs = read_tables(tables) if tables is not None else load_example(example).verbs
    known = [kind.name for kind in verbs.entity_types]
    home = read_directory(directory, known=known) if directory is not None else load_example(example).directory()
    recorder = Recorder(verbs, home) if own else None
    manager = DialogManager(verbs=verbs, directory=home, store=store, default_tool=recorder)
    if not own:
        importlib.import_module(f"dialog.examples.{example}.tools").register(manager, home)
    tenant = home.tenants[0]
    speaker = user or _first_person(home, tenant)
    people = home.tenant(tenant)
    people.actor(speaker, people.rows.get((people.speaker_type, speaker)))
    preview = " Tools are only previewed: nothing is done." if own else ""
    told = f"You are {speaker} in {tenant}.{preview} “help” lists what can be done, /quit ends."
    return manager, tenant, speaker, "\n".join((*_unknown_types(verbs, home, tenant), told)) if own else told


def _unknown_types(verbs: TableSet, home: EntityDirectory, tenant: str) -> Iterator[str]:
    """Say which types of the tables no entity has: often a collection's name is not what it was taken for."""
    held = dict.fromkeys(type_ for type_, _ in home.tenant(tenant).rows)
    lacking = [kind.name for kind in verbs.entity_types if kind.name not in held]
    if lacking:
        yield f"The directory has no entity of type {', '.join(lacking)}; it has {', '.join(held) or 'none at all'}."


def _first_person(home: EntityDirectory, tenant: str) -> str:
    """Return the first active person who may speak."""
    kind = home.tenant(tenant).speaker_type
    for entity in home.all(tenant, kind):
        if entity.is_active:
            return entity.id
    raise DirectoryError(f"tenant {tenant!r} has no active {kind} who could speak")
