"""Counting and tracing turns with OpenTelemetry, for the extra ``otel``: counters by tier, route and lane, spans.

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


def trace_turns(tracer: Any = None) -> Callback:
    """Return a callback that makes a span of each turn, with one for each of its steps inside.

    Raises :class:`slots.errors.ExtraMissingError` without opentelemetry-api. The spans are made when
    the turn is over, with the times that its steps had; without a provider of the host's they cost nothing.
    """
    try:
        from opentelemetry import trace
    except ImportError as error:
        raise ExtraMissingError("opentelemetry-api", extra="otel") from error
    made = tracer or trace.get_tracer(METER)

    def record(event: Event) -> None:
        payload = event["payload"]
        if event["type"] != "turn" or not isinstance(payload, Mapping):
            return
        steps = payload["steps"]
        labels = {key: payload[key] for key in _SPAN_LABELS}
        span = made.start_span("verbflow.turn", start_time=steps[0][1], attributes=labels)
        inside = trace.set_span_in_context(span)
        for name, start, end in steps:
            made.start_span(f"verbflow.{name}", context=inside, start_time=start).end(end_time=end)
        span.end(end_time=steps[-1][2])

    return record


_SPAN_LABELS = ("tenant", "verb", "state", "handled", "tier", "lane")
"""Fields of a turn's payload that become attributes of its span: nothing that a person said."""
_LABELS = ("tier", "route", "handled", "tie", "label")
"""Fields of a payload that become attributes: few values each."""
