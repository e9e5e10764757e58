"""A chat in the terminal.

Reads a line, handles it, prints the reply; ends at the end of the input, at
``/quit``, or at Ctrl-C. What the library refuses is shown as one sentence. Where
the input is a pipe or a file there is no prompt, and each reply begins a line.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from uuid import uuid4

from dialog.manager import DialogManager
from dialog.turn import Turn
from slots.errors import DialogError

PROMPT = "> "
"""Stands before what the person types."""

QUIT = frozenset({"/quit", "/exit", "/q"})
"""Lines that end the chat."""


def chat(
    manager: DialogManager,
    *,
    tenant: str,
    user: str,
    conversation: str = "terminal",
    read: Callable[[str], str] | None = None,
    show: Callable[[str], None] = print,
) -> int:
    """Talk until the input ends; returns the exit status. ``read`` and ``show`` stand in for the terminal."""
    is_typed = read is not None or sys.stdin.isatty()
    if is_typed:
        with suppress(ImportError):
            import readline  # noqa: F401 - gives the prompt a history
    speaker = Turn(tenant=tenant, conversation=conversation, user=user)
    return asyncio.run(_talk(manager, speaker, read or input, show, prompt=PROMPT if is_typed else ""))


async def _talk(
    manager: DialogManager,
    speaker: Turn,
    read: Callable[[str], str],
    show: Callable[[str], None],
    *,
    prompt: str,
) -> int:
    while True:
        try:
            line = await asyncio.to_thread(read, prompt)
        except (EOFError, KeyboardInterrupt, asyncio.CancelledError):
            if prompt:
                show("")  # what comes next begins a line
            return 0
        if line.strip().casefold() in QUIT:
            return 0
        if not line.strip():
            continue
        turn = speaker.model_copy(update={"text": line, "message_id": uuid4().hex})
        try:
            show((await manager.handle(turn)).text)
        except DialogError as error:
            print(f"verbflow: {error}", file=sys.stderr)
