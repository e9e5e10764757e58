"""The reply of a turn, and what the turn writes: the state, the stored reply, the mentions, the record of the log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from dialog.execution.running import RunRecord
from dialog.log.keeping import TurnLog
from dialog.reading import ReadTurn, new_mentions
from dialog.render import Rendered, Renderer
from dialog.replies import build_reply
from dialog.store.sql import Write
from dialog.turn import Reply
from slots.compiled import CompiledSet
from states.move import Code, Decision, Note
from states.pending import Conversation


@dataclass(frozen=True, slots=True)
class TurnWriter:
    """Makes replies and writes from decisions."""

    log: TurnLog
    """Makes the stored texts."""
    tables: CompiledSet
    """The verbs."""
    renderer: Renderer
    """Puts decisions into words."""

    def reply(self, read: ReadTurn, decision: Decision, record: RunRecord | None = None) -> Reply:
        """Return the reply that tells a decision, and what a run came to."""
        rendered = self._render(read, decision)
        return build_reply(read.turn, read.moment, decision, record, rendered, self.tables, verdict=read.verdict)

    def news(self, read: ReadTurn, decision: Decision) -> str:
        """Return what heads the person's next reply where this one is sent to nobody: the outcome, and no question."""
        return self._render(read, replace(decision, conversation=Conversation())).text

    def order(self, read: ReadTurn, decision: Decision, action_id: str, lease: timedelta) -> Write:
        """Return what accepts a yes and orders its plan: the reply waits, and news that was not told stays."""
        untold = decision.conversation.model_copy(update={"news": read.loaded.conversation.news})
        return Write(
            key=read.key,
            version=read.loaded.version,
            conversation=untold,
            at=read.now,
            message_id=read.turn.message_id,
            plan=decision.plan,
            action_id=action_id,
            lease=lease,
        )

    def turn(self, read: ReadTurn, decision: Decision, reply: Reply) -> Write:
        """Return what a turn writes that is answered, at the version at which it was read."""
        told, record = self.log.texts(read.trail, read.loaded.conversation, decision, reply)
        return Write(
            key=read.key,
            version=read.loaded.version,
            conversation=decision.conversation,
            at=read.now,
            message_id=read.turn.message_id,
            reply=told,
            mentions=new_mentions(read, decision),
            annotation=record,
        )

    def _render(self, read: ReadTurn, decision: Decision) -> Rendered:
        loaded = read.loaded
        first = [Note(Code.SET_ASIDE)] if loaded.set_aside else []
        first += [Note(Code.RESULT, {"text": loaded.conversation.news})] if loaded.conversation.news else []
        told = replace(decision, notes=(*first, *decision.notes))
        return self.renderer.render(told, read.moment.setting.today, read.actor.id)
