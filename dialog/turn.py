"""The contract with every front end: what comes in as a :class:`Turn` and goes out as a :class:`Reply`."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from dialog.log.annotation import Annotation
from resolver.outcome import Outcome
from states.pending import Expects

JsonValue = Any
"""A value that JSON can hold."""


class _Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class InputMode(StrEnum):
    """How the words came about."""

    TYPED = "typed"
    """Written by the person."""
    VOICE = "voice"
    """Dictated by the person."""
    BUTTON = "button"
    """Pressed by the person."""
    AGENT = "agent"
    """Written by a model: it may fill slots and can never confirm."""


class Pick(_Wire):
    """A pressed button of a menu."""

    menu_id: str
    """The menu that the button belongs to; an older one is refused."""
    option: int
    """The option's number, from 1; the escape counts."""


class Turn(_Wire):
    """One message of one person."""

    tenant: str
    """Whose directory counts."""
    conversation: str
    """Where it was said: a channel, a thread, a session."""
    user: str
    """Who said it, as the transport says; never from an agent's arguments."""
    text: str = ""
    """What was said; mentions stay in it."""
    message_id: str = ""
    """The front end's id of the message: the same id of the same person again gets the same reply. Made up when
    empty."""
    pick: Pick | None = None
    """A pressed button; then the text does not count."""
    prompt_id: str = ""
    """The question that this answers, when the front end knows; another one than the open is refused."""
    sent_at: datetime | None = None
    """When it was sent, aware; a time may only refuse a reply, never allow one."""
    timezone: str = ""
    """IANA name of the person's zone; the directory's when empty, or when there is none of that name."""
    input_mode: InputMode = InputMode.TYPED
    """How the words came about."""
    meta: dict[str, JsonValue] = Field(default_factory=dict)
    """Whatever the host wants back; nothing here reads it."""

    @field_validator("tenant", "conversation", "user", "message_id")
    @classmethod
    def _can_be_stored(cls, name: str) -> str:
        """Refuse what one database takes and another does not; to drop it could make two ids one."""
        if "\x00" in name or any("\ud800" <= char <= "\udfff" for char in name):
            raise ValueError("it holds NUL or half a character, which no database keeps")
        return name


class MenuOption(_Wire):
    """One line of a menu."""

    number: int
    """What a person types to pick it."""
    label: str
    """What it says."""
    value: str
    """Its entity id or literal value; empty for the escape and for what would be created."""


class Menu(_Wire):
    """A menu as shown."""

    menu_id: str
    """To be sent back with a pressed button."""
    options: tuple[MenuOption, ...]
    """The real options, nine at most."""
    escape: MenuOption
    """The last line: "None of these"."""


class ToolRun(_Wire):
    """One tool call that ran in the turn."""

    tool: str
    """Which tool."""
    arguments: dict[str, JsonValue]
    """What it was given: ids of entities, numbers, ISO days, texts."""
    text: str = ""
    """What it said."""
    ok: bool = True
    """Whether it returned."""


class Reply(_Wire):
    """What to show the person, and everything a front end or a test wants to know beside it."""

    reply_id: str
    """Unique for each answered message of a person in a conversation."""
    text: str
    """Complete alone: notes, question, and the menu numbered inside."""
    prompt: str
    """The same without the list of options, for front ends that draw buttons."""
    expects: Expects = Expects.NOTHING
    """What kind of reply is wanted."""
    menu: Menu | None = None
    """The open menu."""
    prompt_id: str = ""
    """The open question's id."""
    state: str
    """What the turn came to: ``idle``, ``awaiting_menu_choice``, ``awaiting_freeform``, ``confirming``, ``done``,
    ``cancelled``, ``failed``, ``unknown`` or ``fallback``; what ended in this turn wins."""
    verb: str = ""
    """The verb that this is about."""
    asking: str = ""
    """The slot that the reply asks about."""
    slots: dict[str, Outcome] = Field(default_factory=dict)
    """What became of each slot of that verb."""
    results: tuple[ToolRun, ...] = ()
    """The tool calls that ran in this turn, in order."""
    annotation: Annotation
    """The record of the decision."""
    handled: bool = True
    """False: no verb took the message and nothing was open; pass it on."""
    duplicate: bool = False
    """True: this message was answered before; do not post it again."""
    expires_at: datetime | None = None
    """From when the open question takes no answer."""
