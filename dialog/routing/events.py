"""What triage and routing tell whoever watches them.

In: a verdict. Out: one event, a plain dict, handed to every callback. A host
watches verdicts so before it lets them decide anything.
"""

from __future__ import annotations

import inspect
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from threading import Lock

from dialog.routing.triage import IntentVerdict

logger = logging.getLogger(__name__)

Event = Mapping[str, object]
"""``type``, and what belongs to it under ``payload``."""

Callback = Callable[[Event], object]
"""A plain callable; what it returns is dropped."""

INTENT_CLASSIFIED = "intent_classified"
"""The type of the triage's event."""


ROUTED = "routed"
"""The type of the routing's event."""


def routed_event(
    *, tier: str, route: str, rule: str, handled: bool, tie: bool, tied: Iterable[str]
) -> dict[str, object]:
    """Return the event of a decided turn: which tier and route took it, and what it was tied with."""
    payload = {"tier": tier, "route": route, "rule": rule, "handled": handled, "tie": tie, "tied": list(tied)}
    return {"type": ROUTED, "payload": payload}


class RouteCounts:
    """Counts turns by (tier, route): a callback for hosts without a metrics system. Safe to call from threads."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._lock = Lock()

    def __call__(self, event: Event) -> None:
        """Count one event."""
        payload = event["payload"]
        if event["type"] == ROUTED and isinstance(payload, Mapping):
            with self._lock:
                self._counts[str(payload["tier"]), str(payload["route"])] += 1

    def counts(self) -> dict[tuple[str, str], int]:
        """Return (tier, route) -> turns so far; the tier is empty for replies to an open question."""
        with self._lock:
            return dict(self._counts)


def intent_event(verdict: IntentVerdict, *, with_words: bool = True) -> dict[str, object]:
    """Return the event of a verdict: ``type`` and ``payload``; the reasoning quotes words of the message.

    It is left out where the tables have a sensitive slot: what the words are for is not known yet.
    """
    payload = verdict.to_event_payload()
    return {"type": INTENT_CLASSIFIED, "payload": payload if with_words else {**payload, "reasoning": ""}}


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
