"""Threads of their own for what may hang or take long, so that it holds nobody else up.

A tool's call has one, and so has what is learned once for all (:mod:`dialog.routing.meaning`). The loop's own
threads are few, and ``asyncio.run`` waits for them at its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")

GiveUp = Callable[[BaseException], None]
"""Ends the wait for a thread with an error, from any thread; what the thread returns later is told to nobody."""

Tell = Callable[[Result | None, BaseException | None], None]
"""Takes what a thread returned or what it raised, in that thread."""


async def run_apart(work: Callable[[GiveUp], Result], unheard: Callable[[BaseException], None] | None = None) -> Result:
    """Run a function in a thread of its own, which the end of the process does not wait for, and return its result.

    The function is given what ends the wait for it. Raises what it raises, and what it is given up with;
    what it raises when nobody waits any more goes to ``unheard``, in its thread.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if answer.done():  # given up, or cancelled
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    def tell(result: Result | None, error: BaseException | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    def end(result: Result | None, error: BaseException | None) -> None:
        if error is not None and unheard is not None and answer.done():
            unheard(error)
        tell(result, error)

    _start("verbflow-tool", lambda: work(lambda error: tell(None, error)), end)
    return await answer


def start_apart(work: Callable[[], Result], name: str) -> Future[Result]:
    """Start a function in a thread of its own, which the end of the process does not wait for.

    Any number may wait for the future, on any loop; who stops waiting ends nothing, as it cannot be cancelled.
    """
    answer: Future[Result] = Future()
    answer.set_running_or_notify_cancel()

    def tell(result: Result | None, error: BaseException | None) -> None:
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    _start(name, work, tell)
    return answer


def _start(name: str, work: Callable[[], Result], tell: Tell[Result]) -> None:
    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - carried to who waits, as from any thread
            tell(None, error)
        else:
            tell(result, None)

    Thread(target=copy_context().run, args=(run,), name=name, daemon=True).start()
