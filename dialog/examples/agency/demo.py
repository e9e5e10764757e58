"""``verbflow demo``: a scripted conversation over the sample agency, then a chat.

The conversation is kept in an SQLite file. Half way the manager is closed and
another one opened on the same file, as after a restart: a digit still picks from
the menu that was shown before.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from sqlmodel import select

from dialog.adapters.terminal import chat
from dialog.examples import load_example
from dialog.examples.agency.tables import SavedEntity, TimeEntry
from dialog.examples.agency.tools import register
from dialog.manager import DialogManager
from dialog.testing import FrozenClock
from dialog.turn import Turn
from resolver.values import format_number
from slots.errors import DialogError

TENANT, USER, CONVERSATION = "lighthouse", "u-omar", "demo"
"""Who talks in the script: Omar Haddad, a manager."""

CHAT = "demo-chat"
"""The conversation of the chat behind the script; what is open in it is there again at the next start."""

NOW = datetime.fromisoformat("2026-03-13T10:00:00+00:00")
"""When the script plays: a Friday."""

Scene = tuple[str, tuple[str, ...]]
"""What is shown, and what is said."""

BEFORE: tuple[Scene, ...] = (
    ("What is missing is asked for, by a menu where something can be listed", ("assign Freya as PM",)),
)
"""Up to the restart."""

AFTER: tuple[Scene, ...] = (
    ("... and after a restart of the process a digit still picks from that menu", ("2", "yes")),
    ("A pronoun, a date, a correction", ("log two hours of design to it yesterday", "no, make it 3 hours", "yes")),
    (
        "What is created on the way is said first",
        ("create project Night Market for Lantern Street as T&M, 40h, due 1 June", "yes"),
    ),
    (
        "Two wishes in one message: the second knows what the first made",
        ("create a retainer for Letters with Harbour and log 30 minutes of copy to it", "yes", "yes"),
    ),
    (
        "“For” is a person here; nothing runs without a plain yes",
        ("log 4h of dev for Robin to Harbour Shop", "not sure", "no"),
    ),
    ("Why was it read so? “!debug 3” is the third last turn", ("!debug 3", "!debug last")),
    ("Something else clears the action", ("archive it", "something else")),
    ("Reading needs no yes", ("who is on Guide to Everything?", "list the projects")),
)  # fmt: skip
"""After it."""


def run(argv: Sequence[str]) -> int:
    """Play the script and go on as a chat when there is a terminal; returns the exit status."""
    parser = argparse.ArgumentParser(prog="verbflow demo", description="Play a conversation over the sample agency.")
    parser.add_argument("--store", metavar="FILE", help="the SQLite file to keep it in (a new one by default)")
    options = parser.parse_args(argv)
    path = Path(options.store) if options.store else Path(tempfile.mkdtemp(prefix="verbflow-")) / "demo.db"
    url = f"sqlite:///{path.absolute()}"
    was_there = path.is_file() and path.stat().st_size > 0
    try:
        if was_there:
            print(f"{path} holds a demo already: it goes on, and the script is not played again.")
        else:
            _script(url)
        manager = open_agency(url)
    except DialogError as error:
        print(f"verbflow: {error}", file=sys.stderr)
        return 2
    print(f"\nKept in {path}; verbflow demo --store {path} goes on from here.")
    if not sys.stdin.isatty():
        manager.close()
        return 0
    print("Now you: talk to the agency as Omar Haddad. “help” lists what it can do, /quit ends.\n")
    return chat(manager, tenant=TENANT, user=USER, conversation=CHAT)


def open_agency(url: str, clock: FrozenClock | None = None) -> DialogManager:
    """Return a manager over the sample agency, with its tools registered, on a store."""
    example = load_example("agency")
    directory = example.directory()
    manager = DialogManager(verbs=example.verbs, directory=directory, store=url, clock=clock)
    register(manager, directory)
    manager.check_tools()
    return manager


def _script(url: str) -> None:
    run_id = uuid4().hex[:8]
    clock = FrozenClock(NOW)
    manager = open_agency(url, clock)
    asyncio.run(_play(manager, BEFORE, f"{run_id}a"))
    manager.close()
    manager = open_agency(url, clock)
    asyncio.run(_play(manager, AFTER, f"{run_id}b"))
    _show_rows(manager)
    manager.close()


async def _play(manager: DialogManager, scenes: Sequence[Scene], run_id: str) -> None:
    count = 0
    for title, lines in scenes:
        print(f"\n--- {title}\n")
        for line in lines:
            count += 1
            print(f"  Omar: {line}")
            turn = Turn(tenant=TENANT, conversation=CONVERSATION, user=USER, text=line, message_id=f"{run_id}{count}")
            reply = await manager.handle(turn)
            print("   bot: " + reply.text.replace("\n", "\n        "))


def _show_rows(manager: DialogManager) -> None:
    print("\n--- What is in the database now\n")
    with manager.session() as session:
        for entry in session.exec(select(TimeEntry)).all():
            print(f"  {entry.day}  {format_number(entry.hours)} h  {entry.task}  {entry.project}  {entry.person}")
        for saved in session.exec(select(SavedEntity)).all():
            print(f"  {saved.type}: {saved.name}")
