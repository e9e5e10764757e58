"""Free text that looks like a verb: is it the note, or does the person want the verb?"""

from __future__ import annotations

from resolver.outcome import Candidate
from resolver.values import TextValue
from states.answers import No, Unsure, Yes, read_answer
from states.machine import Fire, menu_state
from states.move import Code, Move
from states.pending import Expects, Option, Question
from states.replying import hold


def ask_note_or_verb(move: Move, question: Question) -> None:
    """Put a menu of two: take the words as the slot's text, or start the verb."""
    text = move.moment.text.strip()
    slot = move.spec(question.slot)
    value = TextValue(text=text)
    options = (
        Option(candidate=Candidate(value=value, label=f"Take “{text}” as the {slot.title}", aliases=(slot.title,))),
        Option(candidate=Candidate(value=value, label=f"Do it: “{text}”", aliases=("do it",)), starts=text),
    )
    move.trace_as("answer", verb=move.top.verb, fallthrough="free text that looks like a verb")
    if move.top.state != menu_state(slot.name):
        move.fire(Fire.ANSWER)
        move.fire(f"{Fire.ASK_MENU}:{slot.name}")
    move.ask(slot.name, Expects.CHOICE, options)


def says_neither(move: Move, question: Question) -> bool:
    """Ask again where a yes or a no, which says neither of the two, answers that menu: the words are kept."""
    if not any(option.starts for option in question.options):
        return False
    said = read_answer(move.moment.text)
    if not isinstance(said, Yes | No | Unsure):
        return False
    move.trace_as("answer", verb=move.top.verb, fallthrough="a yes or a no, where two things were offered")
    if isinstance(said, Yes):
        move.say(Code.PICK_WHICH, labels=" or ".join(str(at) for at in range(1, len(question.options) + 1)))
    else:
        move.say(Code.NOT_UNDERSTOOD, said=move.moment.text)
    hold(move)
    return True
