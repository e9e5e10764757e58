"""An agent over pydantic-ai, for the extra ``agent``: any of its models behind the rules.

In: an :class:`dialog.routing.agent.AgentRequest`. Out: a choice among the verbs, or
words. The verbs are given as external tools: the model may call one, and nothing
here runs it. What it calls becomes the verb's slots in words, which are resolved,
shown and confirmed as a person's are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialog.routing.agent import AgentChoice, AgentRequest
from slots.errors import ExtraMissingError

if TYPE_CHECKING:
    from pydantic_ai.models import Model

NONE_OF_THESE = "none_of_these"
"""The tool that stands for no verb, so that the first step is a choice whatever the message is."""

CHOOSE = (
    "Choose the one tool that does what the person's last message asks for, and give its arguments in the person's"
    " own words: copy names, amounts and dates as they were said, leave out what was not said, invent nothing."
    f" Call {NONE_OF_THESE} when no tool does it. You cannot confirm anything: the person is asked."
)
"""Instructions of the forced choice."""

TALK = (
    "Answer the person's last message in one or two sentences. You can run nothing and must not say that something"
    " was done; say what you would need to know, or that you cannot help with it."
)
"""Instructions of the open turn."""


class ModelAgent:
    """Asks a pydantic-ai model; give it to ``Hooks(agent=ModelAgent("..."))``."""

    def __init__(self, model: Model | str, *, choose: str = CHOOSE, talk: str = TALK) -> None:
        """Take a model or a model's name; raises :class:`slots.errors.ExtraMissingError` without pydantic-ai."""
        try:
            import pydantic_ai
        except ImportError as error:
            raise ExtraMissingError("pydantic-ai", extra="agent") from error
        self._library: Any = pydantic_ai
        self._model, self._choose, self._talk = model, choose, talk

    async def choose(self, request: AgentRequest) -> AgentChoice | None:
        """Return the verb that the model called; None for none of them, and for an answer in words."""
        from pydantic_ai.tools import ToolDefinition
        from pydantic_ai.toolsets import ExternalToolset

        definitions = [
            ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=dict(tool.parameters))
            for tool in request.tools
        ]
        definitions.append(ToolDefinition(name=NONE_OF_THESE, description="No tool does what was asked for."))
        agent = self._library.Agent(
            self._model,
            instructions=self._choose,
            output_type=[str, self._library.DeferredToolRequests],
            toolsets=[ExternalToolset(definitions)],
        )
        output = (await agent.run(prompt_of(request))).output
        calls = getattr(output, "calls", ())
        if not calls or calls[0].tool_name == NONE_OF_THESE:
            return None
        return AgentChoice(calls[0].tool_name, calls[0].args_as_dict())

    async def talk(self, request: AgentRequest) -> str | None:
        """Return what the model says; None when it says nothing."""
        agent = self._library.Agent(self._model, instructions=self._talk, output_type=str)
        said = str((await agent.run(prompt_of(request))).output).strip()
        return said or None


def prompt_of(request: AgentRequest) -> str:
    """Return what the model reads: the annotation, what was retrieved, and the message last."""
    parts = [request.annotation, f"Known:\n{request.context}" if request.context else "", f"Message:\n{request.text}"]
    return "\n\n".join(part for part in parts if part)
