"""The agent behind the rules: a model that may choose a verb and fill slots, and can never confirm.

In: an :class:`AgentRequest`, the message with its annotation and the verbs as
tools. Out: first a forced choice among the tools (:meth:`Agent.choose`), then,
when it chose none, an open turn (:meth:`Agent.talk`). What it chooses starts the
verb like a person's words: its arguments are words that are resolved here, ids are
never taken from it, and a yes must come from the person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from slots.tables import SlotKind, SlotSpec, TableSet, VerbSpec

KIND_HINTS: Mapping[SlotKind, str] = {
    SlotKind.ENTITY: "a name as the person said it",
    SlotKind.NAME: "a new name as the person said it",
    SlotKind.CHOICE: "one of the choices",
    SlotKind.DURATION: 'a length of time in words, for example "2.5h"',
    SlotKind.NUMBER: "a number",
    SlotKind.MONEY: 'an amount, for example "$150"',
    SlotKind.DATE: 'a day in words, for example "next Friday" or "2026-12-01"',
    SlotKind.MONTH: 'a month, for example "June"',
    SlotKind.TIME: 'a time of day in words, for example "half past 3 in the afternoon" or "15:30"',
    SlotKind.TEXT: "free text",
}
"""Slot kind -> what an argument for it is."""


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A verb as a tool that a model can call."""

    name: str
    """The verb."""
    description: str
    """What it does, one sentence."""
    parameters: Mapping[str, Any]
    """A JSON schema of its arguments; none is required, as what is missing is asked for."""


@dataclass(frozen=True, slots=True)
class AgentRequest:
    """What an agent is asked."""

    text: str
    """The message, cleaned."""
    annotation: str
    """How the message was read, one block; nothing that a person types can close or forge it."""
    tools: tuple[ToolSchema, ...]
    """The verbs that it may choose."""
    context: str = ""
    """What the host's retrieval hook returned."""


@dataclass(frozen=True, slots=True)
class AgentChoice:
    """A verb that an agent chose."""

    tool: str
    """The verb."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Slot -> its words."""


class Agent(Protocol):
    """A model behind the rules."""

    async def choose(self, request: AgentRequest) -> AgentChoice | None:
        """Choose one of the tools; None when the message means none of them."""
        ...

    async def talk(self, request: AgentRequest) -> str | None:
        """Answer in words; None when there is nothing to say, then the turn is not handled."""
        ...


def tool_schemas(tables: TableSet) -> tuple[ToolSchema, ...]:
    """Return every verb of some tables as a tool, in table order."""
    return tuple(ToolSchema(verb.name, verb.summary or verb.title, parameters_of(verb)) for verb in tables.verbs)


def parameters_of(verb: VerbSpec) -> dict[str, Any]:
    """Return the JSON schema of a verb's arguments."""
    implied = {slot.type_slot for slot in verb.slots}
    properties = {slot.name: _property(slot) for slot in verb.slots if slot.name not in implied}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _property(slot: SlotSpec) -> dict[str, Any]:
    told = f"The {slot.title}: {KIND_HINTS[slot.kind]}."
    found: dict[str, Any] = {"type": "string", "description": told}
    if slot.choices:
        found["enum"] = [choice.name for choice in slot.choices]
    return found


def words_of_choice(choice: AgentChoice, verb: VerbSpec) -> dict[str, str]:
    """Return slot -> words of the arguments that the verb has; numbers and truth values as text, others left out."""
    return {
        name: str(value).strip()
        for name, value in choice.arguments.items()
        if verb.has_slot(name) and isinstance(value, str | int | float) and str(value).strip()
    }


def chosen_verb(choice: AgentChoice, verbs: Sequence[VerbSpec]) -> VerbSpec | None:
    """Return the verb that was chosen; None for one that is not there."""
    return next((verb for verb in verbs if verb.name == choice.tool), None)
