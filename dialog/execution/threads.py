"""A tool's thread: one of its own for each call, so that a tool that hangs holds nobody else up.

The loop's own threads are few, and ``asyncio.run`` waits for them at its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")

GiveUp = Callable[[BaseException], None]
"""Ends the wait for a thread with an error, from any thread; what the thread does later is told to nobody."""


async def run_apart(work: Callable[[GiveUp], Result]) -> Result:
    """Run a function in a thread of its own, which the end of the process does not wait for, and return its result.

    The function is given what ends the wait for it. Raises what it raises, and what it is given up with.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Result] = loop.create_future()

    def tell(result: Result | None, error: BaseException | None) -> None:
        if answer.done():  # given up, or cancelled
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    def send(result: Result | None = None, error: BaseException | None = None) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(tell, result, error)

    def run() -> None:
        try:
            result = work(lambda error: send(error=error))
        except BaseException as error:  # noqa: BLE001 - carried to who waits, as from any thread
            send(error=error)
        else:
            send(result)

    Thread(target=copy_context().run, args=(run,), name="verbflow-tool", daemon=True).start()
    return await answer
