"""What the triage tells whoever watches it.

In: a verdict. Out: one event, a plain dict, handed to every callback. A host
watches verdicts so before it lets them decide anything.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Iterable, Mapping

from dialog.routing.triage import IntentVerdict

logger = logging.getLogger(__name__)

Event = Mapping[str, object]
"""``type``, and what belongs to it under ``payload``."""

Callback = Callable[[Event], object]
"""A plain callable; what it returns is dropped."""

INTENT_CLASSIFIED = "intent_classified"
"""The type of the triage's event."""


def intent_event(verdict: IntentVerdict) -> dict[str, object]:
    """Return the event of a verdict: ``type`` and ``payload``."""
    return {"type": INTENT_CLASSIFIED, "payload": verdict.to_event_payload()}


class Events:
    """The callbacks of one host, called in the order in which they were added."""

    def __init__(self, callbacks: Iterable[Callback] = ()) -> None:
        self._callbacks: tuple[Callback, ...] = ()
        for callback in callbacks:
            self.add(callback)

    def add(self, callback: Callback) -> None:
        """Add a callback; ``TypeError`` for one that cannot be called plainly (an async function)."""
        if not callable(callback) or inspect.iscoroutinefunction(callback):
            raise TypeError(f"a callback is a plain function of one event, not {callback!r}")
        self._callbacks = (*self._callbacks, callback)

    def emit(self, event: Event) -> None:
        """Hand the event to every callback; one that raises is logged and keeps nobody else from it."""
        for callback in self._callbacks:
            try:
                callback(event)
            except Exception:  # a host's code: whoever watches a turn must not end it
                logger.exception("callback %r failed on %s", callback, event.get("type"))
