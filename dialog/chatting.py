"""What ``verbflow chat`` talks to: an example with its tools, or tables and a directory of one's own."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from dialog.directory import EntityDirectory
from dialog.examples import load_example
from dialog.files import read_directory, read_tables
from dialog.manager import DialogManager
from dialog.recording import Recorder
from dialog.tools import ToolCall, ToolResult
from resolver.values import EntityValue, NewValue, SlotValue, TextValue, plain
from slots.errors import DirectoryError
from slots.tables import TableSet

_ADVICE = (
    "pass --directory FILE, a JSON file of those who speak and what the verbs speak of"
    " (or --example NAME, to talk over the directory of that example)"
)


class Preview:
    """Stands in for every tool: tells what would be called, and does nothing."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def __call__(self, call: ToolCall) -> ToolResult:
        """Return the call in words, with the outputs that the recorder makes up."""
        listed = ", ".join(f"{name}={_shown(value)}" for name, value in call.arguments.items())
        return replace(self._recorder(call), text=f"Would call {call.tool}({listed}).")


def _shown(value: SlotValue) -> str:
    """Return a value as ``call[name]`` gives it: an entity by its id, words that are no id in quotes."""
    match value:
        case EntityValue(id=id_):
            return id_
        case NewValue() | TextValue():
            return f"“{plain(value)}”"
        case _:
            return plain(value)


def open_chat(
    *, example: str | None, tables: Path | None, directory: Path | None, user: str | None, store: str
) -> tuple[DialogManager, str, str, str]:
    """Return the manager, the tenant, the speaker and what to say first.

    ``example`` is the agency when None. With tables or a directory of one's own no tool is there to be
    called: what would be called is told instead, and the first words say so. Raises
    :class:`slots.errors.DirectoryError` or :class:`slots.errors.UnknownUserError` when nobody can speak,
    also for tables of one's own without a directory: an example's is taken only where it is asked for.
    """
    own = tables is not None or directory is not None
    if tables is not None and directory is None and example is None:
        raise DirectoryError(f"no directory was given for {tables}; {_ADVICE}")
    example = example or "agency"
    verbs = read_tables(tables) if tables is not None else load_example(example).verbs
    known = [kind.name for kind in verbs.entity_types]
    home = read_directory(directory, known=known) if directory is not None else load_example(example).directory()
    preview = Preview(Recorder(verbs, home)) if own else None
    manager = DialogManager(verbs=verbs, directory=home, store=store, default_tool=preview)
    if not own:
        importlib.import_module(f"dialog.examples.{example}.tools").register(manager, home)
    tenant = home.tenants[0]
    speaker = user or _first_person(home, tenant)
    people = home.tenant(tenant)
    people.actor(speaker, people.rows.get((people.speaker_type, speaker)))
    warning = " Tools are only previewed: nothing is done." if own else ""
    told = f"You are {speaker} in {tenant}.{warning} “help” lists what can be done, /quit ends."
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
