"""What is left of each stored text when a person's data is erased: a skeleton without a word of theirs."""

from __future__ import annotations

from dialog.log.masking import erased
from dialog.log.record import Entry
from dialog.store.audit import Erased, Erasing, erase
from dialog.store.sql import SqlStore
from dialog.turn import Reply
from states.pending import Conversation, Expects, Plan

ERASED = "What was said here was erased."
"""The text of a reply whose person was erased."""


def erase_person(store: SqlStore, tenant: str, person: str) -> Erased:
    """Erase a person's texts everywhere in the store; returns what there was to erase."""
    return erase(store, tenant, person, Erasing(record_left, reply_left, _state, _plan))


def is_erased(plan: Plan) -> bool:
    """Whether a plan's person was erased: of its calls nothing is left, and it cannot be run."""
    return not plan.calls


def record_left(text: str) -> str:
    """Return what is left of a log record."""
    entry = erased(Entry.model_validate_json(text))
    return entry.model_copy(update={"hidden": "erased", "replay": None}).model_dump_json(exclude={"replay"})


def reply_left(text: str) -> str:
    """Return what is left of a stored reply."""
    reply = Reply.model_validate_json(text)
    changed: dict[str, object] = {
        "text": ERASED,
        "prompt": ERASED,
        "expects": Expects.NOTHING,
        "menu": None,
        "slots": {},
        "results": (),
        "annotation": erased(reply.annotation),
    }
    return reply.model_copy(update=changed).model_dump_json()


def _state(text: str) -> str:
    """Return a state with nothing open; the count of turns stays, it makes ids unique."""
    try:
        turns = Conversation.model_validate_json(text).turns
    except ValueError:
        turns = 0
    return Conversation(turns=turns).model_dump_json()


def _plan(text: str) -> str:
    plan = Plan.model_validate_json(text)
    return plan.model_copy(update={"calls": ()}).model_dump_json()
