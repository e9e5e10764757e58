"""verbflow as an engine for the turns benchmark's ``bench_one.py``: its one verb stands in ``verbs.toml``.

The adapter is a front end: it shows a menu and a confirmation in the benchmark's words, with what the reply holds. The
benchmark gives a tool's result in a turn of its own, so that the tool waits for it: the turn of the yes ends when the
tool is called, and the rest of that turn's work is done in the turn of the result.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import domain

from dialog import DialogManager, EntityDirectory, Reply, ToolCall, Turn, read_tables
from resolver.outcome import Outcome, Resolved
from resolver.values import plain

TENANT, USER = "turns", "u"
"""Who speaks, and whose names they are."""

BEGIN = datetime(2026, 6, 1, 9, tzinfo=UTC)
"""When the clock starts: before the day that the project is due, which is asked about once it is over."""


class Peer:
    """All conversations of one process."""

    def __init__(self, storage: str, path: str) -> None:
        """Open the store; SQLite is always durable (synchronous FULL), whatever ``storage`` says."""
        started = monotonic()
        self.manager = DialogManager(
            verbs=read_tables(Path(__file__).with_name("verbs.toml")),
            directory=directory(),
            store=store_of(storage, path),
            clock=lambda: BEGIN + timedelta(seconds=monotonic() - started),
        )
        self.manager.tool("create_project")(self.create_project)
        self.manager.check_tools()
        self.messages = count()
        self.called: dict[str, asyncio.Future[ToolCall]] = {}
        self.running: dict[str, tuple[asyncio.Task[Reply], asyncio.Future[str]]] = {}
        self.results: dict[str, asyncio.Future[str]] = {}

    async def create_project(self, call: ToolCall) -> None:
        """Hand the call out, and wait for its result."""
        result = self.results[call.conversation] = asyncio.get_running_loop().create_future()
        self.called[call.conversation].set_result(call)
        await result

    async def aturn(self, conv: str, text: str) -> str:
        """Handle one message; a tool's result goes to the tool that waits for it."""
        if conv in self.running:
            task, result = self.running.pop(conv)
            result.set_result(text)
            return told(await task)
        called = self.called[conv] = asyncio.get_running_loop().create_future()
        said = Turn(tenant=TENANT, conversation=conv, user=USER, text=text, message_id=f"m{next(self.messages)}")
        task = asyncio.create_task(self.manager.handle(said))
        await asyncio.wait((task, called), return_when=asyncio.FIRST_COMPLETED)
        del self.called[conv]
        if task.done():
            return told(task.result())
        self.running[conv] = task, self.results.pop(conv)
        return str(domain.call_text(arguments(called.result())))

    def close(self) -> None:
        """Close the store."""
        self.manager.close()


def store_of(storage: str, path: str) -> str:
    """Return the database of a storage as a URL."""
    return {"mem": "sqlite://", "pg": os.environ.get("PERF_PG_SA", "")}.get(storage, f"sqlite:///{path}")


def directory() -> EntityDirectory:
    """Return the benchmark's clients as one tenant's."""
    clients = [{"id": f"c{number}", "name": name} for number, name in enumerate(domain.CLIENTS)]
    return EntityDirectory.from_json(
        json.dumps({"tenant": TENANT, "users": [{"id": USER, "name": "Zoe Quill"}], "clients": clients})
    )


def arguments(call: ToolCall) -> dict[str, Any]:
    """Return what a tool is called with, in the benchmark's terms."""
    return typed({name: call.name(name) for name in call.arguments})


def told(reply: Reply) -> str:
    """Return a reply in the benchmark's words."""
    if reply.menu is not None:
        options = [f"{option.number}. {option.label}" for option in reply.menu.options]
        return "\n".join((reply.prompt, *options, f"{reply.menu.escape.number}. {domain.ELSE}"))
    if reply.state == "confirming":
        return str(domain.confirm_text(typed(values(reply.slots))))
    return reply.text


def values(slots: Mapping[str, Outcome]) -> dict[str, str]:
    """Return what the slots hold, as texts."""
    return {name: plain(slot.value) for name, slot in slots.items() if isinstance(slot, Resolved)}


def typed(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return texts with the hours as a number."""
    return {**texts, "hours": int(texts["hours"])}
