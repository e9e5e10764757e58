"""Agents over pydantic-ai's function model, without a network; counters over OpenTelemetry."""

import pytest

from dialog.routing.agent import AgentChoice, AgentRequest, tool_schemas
from dialog.routing.events import RouteCounts
from dialog.routing.hooks import Hooks
from tests.dialog.test_routing import TABLES, Studio

pydantic_ai = pytest.importorskip("pydantic_ai", reason="the extra agent is not installed")

from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart  # noqa: E402
from pydantic_ai.models.function import FunctionModel  # noqa: E402

from dialog.adapters.agent import NONE_OF_THESE, ModelAgent  # noqa: E402

REQUEST = AgentRequest("that lady must leave", "[Pre-resolved: verb=none.]", tool_schemas(TABLES), "She is Meg.")


def model(*parts, seen=None):
    def answer(messages, info):
        if seen is not None:
            seen.append((messages, info))
        return ModelResponse(parts=list(parts))

    return FunctionModel(answer)


@pytest.mark.parametrize(
    ("part", "choice"),
    [
        (ToolCallPart("fire_actor", {"actor": "Meg"}), AgentChoice("fire_actor", {"actor": "Meg"})),
        (ToolCallPart("fire_actor", '{"actor": "Meg"}'), AgentChoice("fire_actor", {"actor": "Meg"})),
        (ToolCallPart(NONE_OF_THESE, {}), None),
        (TextPart("I do not know."), None),
    ],
)
async def test_a_choice_is_a_call_that_nothing_runs(part, choice):
    assert await ModelAgent(model(part)).choose(REQUEST) == choice


async def test_the_model_sees_the_annotation_the_verbs_and_what_was_retrieved():
    seen = []
    await ModelAgent(model(ToolCallPart(NONE_OF_THESE, {}), seen=seen)).choose(REQUEST)
    messages, info = seen[0]
    prompt = str(messages[0].parts)
    for piece in ("[Pre-resolved: verb=none.]", "She is Meg.", "that lady must leave"):
        assert piece in prompt
    tools = {tool.name: tool.parameters_json_schema for tool in info.function_tools}
    assert set(tools) == {"show_actor", "fire_actor", "praise_actor", NONE_OF_THESE}
    assert "actor" in tools["fire_actor"]["properties"]


async def test_it_talks_when_nothing_was_chosen():
    assert await ModelAgent(model(TextPart(" Hello. "))).talk(REQUEST) == "Hello."


def test_a_whole_turn_over_a_model_never_runs_without_a_yes():
    studio = Studio(hooks=Hooks(agent=ModelAgent(model(ToolCallPart("fire_actor", {"actor": "Meg"})))))
    reply = studio.say("that lady must leave")
    assert (reply.state, studio.fired) == ("confirming", [])
    assert studio.say("yes").state == "done"
    assert studio.fired == ["a2"]


def test_turns_are_counted_by_tier_and_route():
    counts = RouteCounts()
    Studio(hooks=Hooks(on_event=(counts,))).say("sack the actor Tom Hanks", "no", "hello", "list chat sessions")
    assert counts.counts() == {
        ("token_set", "fire_actor"): 1, ("", "fire_actor"): 1, ("fallback", ""): 1, ("token_set", "chat_sessions"): 1,
    }  # fmt: skip


def test_turns_are_counted_by_open_telemetry():
    pytest.importorskip("opentelemetry", reason="the extra otel is not installed")
    from dialog.adapters.telemetry import count_routes

    added = []

    class Meter:
        def create_counter(self, name, **_):
            return type("Counter", (), {"add": lambda self, amount, labels: added.append((name, amount, labels))})()

    Studio(hooks=Hooks(on_event=(count_routes(Meter()),))).say("sack the actor Tom Hanks")
    assert (
        "verbflow.turns",
        1,
        {"tier": "token_set", "route": "fire_actor", "handled": "True", "tie": "False"},
    ) in added
    assert [name for name, _, labels in added if labels == {"label": "ambiguous"}] == ["verbflow.intents"]
