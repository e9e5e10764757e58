"""What a turn reads before it is decided, as one value; and how its words and its time are taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from dialog.log.trail import Trail
from dialog.routing.triage import IntentVerdict
from dialog.store.sql import Key, Loaded
from dialog.turn import Turn
from resolver.entities import Actor, Directory, Mention
from slots.text import MAX_LENGTH, clean
from states.machine import State
from states.move import Decision, Moment


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """What one attempt at a turn works with."""

    turn: Turn
    """The turn."""
    key: Key
    """Whose state it is."""
    actor: Actor
    """Who speaks."""
    directory: Directory
    """Where names are looked up."""
    loaded: Loaded
    """What the store had."""
    moment: Moment
    """What the decision is a function of."""
    now: datetime
    """When, aware."""
    verdict: IntentVerdict | None = None
    """What the triage said; None where it is off."""
    trail: Trail = field(default_factory=Trail)
    """What was decided, and from what, for the log."""

    @property
    def is_executing(self) -> bool:
        """Whether an action of this person is at work: nothing is decided upon that, only its end is written."""
        top = self.loaded.conversation.top
        return top is not None and top.state == State.EXECUTING


def oversize(text: str) -> str:
    """Return how long a message is that is too long to be looked at, and how long one may be; else nothing."""
    return f"{len(text)} characters, {MAX_LENGTH} at most" if len(text) > MAX_LENGTH else ""


def text_of(turn: Turn, loaded: Loaded) -> str:
    """Return what the person said: the text without the blanks around it, or the number of the pressed button."""
    if turn.pick is None:
        return clean(turn.text).strip()
    return str(turn.pick.option)


def is_late(turn: Turn, loaded: Loaded) -> bool:
    """Whether a reply was meant for another question than the open one, or was sent before it was put."""
    top = loaded.conversation.top
    question = top.question if top is not None else loaded.conversation.offer
    if question is None:
        return False
    if turn.pick is not None and turn.pick.menu_id != question.menu_id:
        return True
    if turn.prompt_id and turn.prompt_id != question.prompt_id:
        return True
    return turn.sent_at is not None and turn.sent_at < question.asked_at


def new_mentions(read: ReadTurn, decision: Decision) -> tuple[Mention, ...]:
    """Return what a decision enters in the conversation's log."""
    said = {"turn": read.turn.message_id, "by": read.actor.id}
    return tuple(entry.mention(at=read.now, **said) for entry in decision.logged)
