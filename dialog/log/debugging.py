"""``!debug last`` and ``!debug N``: a person asks why their own message was read as it was.

In: the whole message, and the person's own records in this conversation. Out: a reply that changes nothing: the
open question stays open, and the asking is no turn of the log.
"""

from __future__ import annotations

import re
from datetime import datetime

from dialog.log.annotation import Annotation
from dialog.log.explaining import explain
from dialog.log.record import Entry
from dialog.plurals import counted
from dialog.replies import open_question
from dialog.turn import Reply, Turn
from states.machine import State, public_state
from states.pending import Conversation

_ASKED = re.compile(r"\s*!debug(?:\s+(?:last|(?P<back>[0-9]{1,3})))?\s*", re.IGNORECASE)


def read_debug(turn: Turn) -> int | None:
    """Return how many turns back a message asks about, 1 for the last; None when it is no such message."""
    found = _ASKED.fullmatch(turn.text) if turn.pick is None else None
    return max(1, int(found["back"] or 1)) if found is not None else None


def debug_reply(turn: Turn, back: int, records: list[str], conversation: Conversation, now: datetime) -> Reply:
    """Return the explanation of the person's turn that lies ``back`` turns back; ``records`` are newest first."""
    if back <= len(records):
        entry = Entry.model_validate_json(records[back - 1])
        text = explain(entry)
    else:
        kept = f"only {counted(len(records), 'turn')}" if records else "no turn"
        text = f"I have {kept} of yours here."
    return Reply(
        reply_id=f"{turn.message_id}/debug",
        text=text,
        prompt=text,
        state=_state(conversation),
        verb=conversation.top.verb if conversation.top is not None else "",
        annotation=Annotation(
            message_id=turn.message_id,
            tenant_id=turn.tenant,
            conversation=turn.conversation,
            user=turn.user,
            at=now,
            raw_message=turn.text.strip(),
            read_as="debug",
            state=_state(conversation),
        ),
        **open_question(conversation),
    )


def _state(conversation: Conversation) -> str:
    if conversation.top is not None:
        return public_state(conversation.top.state)
    return State.MENU.value if conversation.offer is not None else "idle"
