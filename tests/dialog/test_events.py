"""What watchers are told of a turn: transitions, tool calls, outcomes, the turn and its steps; and spans of them."""

import pytest

from dialog.routing.hooks import Hooks
from tests.dialog.test_routing import Studio


def watched(*texts):
    events = []
    studio = Studio(hooks=Hooks(on_event=(events.append,)))
    studio.say(*texts)
    return [(event["type"], event["payload"]) for event in events]


def test_a_turn_is_told_step_by_step():
    events = watched("fire actor Tom Hanks", "yes")
    moves = [(told["from"], told["trigger"], told["to"]) for kind, told in events if kind == "transition"]
    assert moves == [
        ("extracting", "propose", "confirming"), ("confirming", "confirm", "executing"),
        ("executing", "succeed", "done"),
    ]  # fmt: skip
    assert [told["tool"] for kind, told in events if kind == "tool_called" and told["ok"]] == ["fire_actor"]
    assert [(told["verb"], told["state"]) for kind, told in events if kind == "outcome"] == [("fire_actor", "done")]
    turns = [told for kind, told in events if kind == "turn"]
    assert [(told["state"], told["handled"]) for told in turns] == [("confirming", True), ("done", True)]
    assert all([name for name, _, _ in told["steps"]] == ["read", "route", "decide", "accept"] for told in turns)
    assert all(told["ms"] >= 0 for told in turns)


def test_no_event_holds_what_was_said():
    assert "Hanks" not in str(watched("fire actor Tom Hanks", "no", "Tom Hanks is great"))


def test_a_turn_that_nobody_took_has_no_outcome():
    kinds = [kind for kind, _ in watched("sing me a song")]
    assert kinds == ["intent_classified", "routed", "turn"]


def test_spans_of_a_turn_and_its_steps():
    pytest.importorskip("opentelemetry", reason="the extra otel is not installed")
    from dialog.adapters.telemetry import trace_turns

    spans = []

    class Tracer:
        def start_span(self, name, **options):
            spans.append((name, options.get("attributes")))
            return type("Span", (), {"end": lambda self, end_time: None})()

    Studio(hooks=Hooks(on_event=(trace_turns(Tracer()),))).say("sack the actor Tom Hanks")
    assert [name for name, _ in spans] == [
        "verbflow.turn", "verbflow.read", "verbflow.route", "verbflow.decide", "verbflow.accept",
    ]  # fmt: skip
    assert spans[0][1]["verb"] == "fire_actor"
