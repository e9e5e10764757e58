"""Counting turns with OpenTelemetry, for the extra ``otel``: one counter by tier, route and lane.

``Hooks(on_event=(count_routes(),))`` counts every routed turn on the global meter
provider; without a provider of the host's it costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dialog.routing.events import Callback, Event
from slots.errors import ExtraMissingError

METER = "verbflow"
"""The meter's name."""


def count_routes(meter: Any = None) -> Callback:
    """Return a callback that counts; raises :class:`slots.errors.ExtraMissingError` without opentelemetry-api."""
    try:
        from opentelemetry import metrics
    except ImportError as error:
        raise ExtraMissingError("opentelemetry-api", extra="otel") from error
    counters = {
        "routed": (meter or metrics.get_meter(METER)).create_counter(
            "verbflow.turns", unit="1", description="Turns by routing tier, route and whether somebody took them."
        ),
        "intent_classified": (meter or metrics.get_meter(METER)).create_counter(
            "verbflow.intents", unit="1", description="Turns by the triage's label."
        ),
    }

    def count(event: Event) -> None:
        counter, payload = counters.get(str(event["type"])), event["payload"]
        if counter is not None and isinstance(payload, Mapping):
            counter.add(1, {key: str(payload[key]) for key in _LABELS if key in payload})

    return count


_LABELS = ("tier", "route", "handled", "tie", "label")
"""Fields of a payload that become attributes: few values each."""
