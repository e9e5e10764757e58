"""Leaving an action: the escape of a menu, cancel, no, start over, and its end."""

from __future__ import annotations

from resolver.entities import Steps
from resolver.outcome import Missing, Reason
from states.asking import say_who_may_create
from states.machine import Fire
from states.move import Code, Move
from states.starting import take_next


def escape(move: Move) -> Steps[None]:
    """Clear the top action: the person tries again with more detail. Says who may create what was not there."""
    question = move.top.question
    outcome = move.top.slots.get(question.slot) if question is not None else None
    if isinstance(outcome, Missing) and outcome.reason is Reason.NOT_ALLOWED:
        yield from say_who_may_create(move, outcome.permission)
    move.say(Code.ESCAPED, verb=move.verb().spec.title)
    yield from drop(move, "idle")


def cancel(move: Move) -> Steps[None]:
    """Drop the top action."""
    move.say(Code.CANCELLED, verb=move.verb().spec.title)
    yield from drop(move, "cancelled")


def drop(move: Move, public: str) -> Steps[None]:
    """End the top action without running it, then take up what waits."""
    move.fire(Fire.CANCEL)
    yield from leave(move, public)


def leave(move: Move, public: str) -> Steps[None]:
    """Take an action that has ended from the stack, then take up what waits."""
    after = move.top.after
    move.end(public)
    yield from take_next(move, after)
