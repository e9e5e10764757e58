"""Control words: help, repeat, status, why, cancel, start over, skip, keep it."""

from __future__ import annotations

from resolver.entities import Steps
from resolver.outcome import Outcome, Resolved
from resolver.values import NewValue
from states.answers import No, Yes, read_answer
from states.controls import Control, read_control
from states.move import Code, Move
from states.pending import Question
from states.picks import MenuLine, OutOfRange, Picked, read_pick
from states.replying import keep, skip
from states.starting import reask
from states.values_changed import in_words
from states.ways_out import cancel, drop, escape

_LONGEST_REPLY = 200
"""Characters from which on a message is more than a bare reply."""

_NO_LINES = tuple(MenuLine(f"\u2063{number}") for number in range(9))
"""A menu without labels: what picks from it is a bare number or ordinal."""


def control(move: Move, question: Question, word: Control) -> Steps[bool]:
    """Take a control word while a question is open; False when it means nothing to this question."""
    if word is Control.KEEP and question.old is None:
        return False
    if word is Control.SKIP and not question.slot:
        return False
    move.trace_as("control", verb=move.top.verb)
    match word:
        case Control.CANCEL:
            yield from cancel(move)
        case Control.START_OVER:
            move.say(Code.CANCELLED, verb=move.verb().spec.title)
            yield from drop(move, "cancelled")
        case Control.SOMETHING_ELSE:
            yield from escape(move)
        case Control.SKIP:
            yield from skip(move, question)
        case Control.KEEP:
            yield from keep(move, question)
        case _:
            _tell(move, question, word)
            reask(move)
    return True


def _tell(move: Move, question: Question, word: Control) -> None:
    """Answer a control word that keeps everything and is no failed try."""
    verb = move.verb().spec
    slot = move.spec(question.slot) if question.slot else None
    match word:
        case Control.HELP:
            hint = slot.hint if slot is not None else ""
            optional = "yes" if slot is not None and not slot.required else ""
            move.say(
                Code.HELP_QUESTION,
                verb=verb.title,
                summary=verb.summary,
                slot=slot.title if slot else "",
                hint=hint,
                expects=question.expects.value,
                optional=optional,
            )
        case Control.STATUS:
            move.say(Code.STATUS, verb=verb.title, filled=filled(move), open=open_slots(move))
        case Control.WHY:
            outcome = move.top.slots.get(question.slot) if slot is not None else None
            move.say(
                Code.WHY,
                verb=verb.title,
                slot=slot.title if slot else "",
                required="yes" if slot is not None and slot.required else "",
                **_why(outcome),
            )
        case _:
            move.say(Code.REPEAT)


def _why(outcome: Outcome | None) -> dict[str, str]:
    if outcome is None or isinstance(outcome, Resolved):
        return {"said": "", "reason": ""}
    reason = outcome.reason.value if outcome.status == "missing" else "ambiguous"
    return {"said": outcome.said, "reason": reason}


def filled(move: Move) -> str:
    """Return the filled slots in words ("hours: 2; project: Rando Site")."""
    parts = []
    for slot in move.verb().spec.slots:
        value = move.top.value(slot.name)
        if value is not None:
            new = " (new)" if isinstance(value, NewValue) else ""
            parts.append(f"{slot.title}: {in_words(move, slot, value)}{new}")
    return "; ".join(parts)


def open_slots(move: Move) -> str:
    """Return the required slots that have no value yet, in words."""
    spec = move.verb().spec
    return ", ".join(slot.title for slot in spec.slots if slot.required and move.top.value(slot.name) is None)


def control_idle(move: Move, word: Control) -> bool:
    """Take a control word when nothing is open; False when it may be something else."""
    move.trace_as("control", fallthrough="" if word is Control.HELP else "a control word, and nothing is open")
    if word is Control.HELP:
        verbs = "; ".join(verb.title for verb in move.setting.tables.tables.verbs)
        move.say(Code.HELP_VERBS, verbs=verbs)
    else:
        move.say(Code.NOTHING_OPEN)
    return True


def is_bare_reply(text: str) -> bool:
    """Whether a message is nothing but a reply: a number, an ordinal, a plain yes or no."""
    if len(text) > _LONGEST_REPLY:
        return False
    if isinstance(read_answer(text), Yes | No):
        return True
    return read_control(text) is None and isinstance(read_pick(text, _NO_LINES), Picked | OutOfRange)
