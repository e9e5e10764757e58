"""An answer with a wish behind it: "two please, and log 3h of design to Nike"."""

from __future__ import annotations

from resolver.entities import Steps
from slots.extract import extract
from slots.tables import SlotKind
from slots.text import tokenize
from slots.triggers import JOINERS
from slots.words import PronounKind
from states.answers import Other, read_answer
from states.move import Code, Move
from states.pending import Question, Wish
from states.picks import NoPick, read_pick
from states.replying import answer, menu_lines, pick
from states.starting import look_at
from states.wishes import Found, find_wishes


def answers_first(move: Move, question: Question) -> Steps[bool]:
    """Take the answer that a reply begins with; the wishes behind it wait until its action has ended.

    The answer is a pick, or a value of the slot and nothing else. Words of another kind belong to the wish ("I was on
    the garden, log 2h"), and the pending verb said again behind a comma may be a change.
    """
    found = find_wishes(move.scan, move.setting)
    said = _said_before(move, found)
    if not said or not isinstance(read_answer(said), Other):
        return False
    original, after, wishes = move.moment.text, move.top.after, _as_wishes(move, found)
    is_pick = bool(question.options) and not isinstance(read_pick(said, menu_lines(question)), NoPick)
    yield from look_at(move, said)
    if is_pick or _is_value(move, question):
        move.change(after=(*wishes, *after))
        action = move.top.action_id
        taken = yield from pick(move, question) if is_pick else answer(move, question)
        if taken:
            for wish in wishes if move.stack and move.top.action_id == action else ():
                move.say(Code.LATER, wish=wish.text)
            return True
        move.change(after=after)
    yield from look_at(move, original)
    return False


def _said_before(move: Move, found: tuple[Found, ...]) -> str:
    """Return the words before the first wish of a reply; empty where it has none, or no wish of its own."""
    if not found or not found[0].match.groups:
        return ""
    match, tokens = found[0].match, move.scan.tokens
    at = match.groups[0][0]
    is_joined = any(token.key in JOINERS for token in tokens[max(0, at - 3) : at])
    if not match.is_strong or at == 0 or (match.verb == move.top.verb and not is_joined):
        return ""
    verb = move.verb(match.verb)
    said = extract(move.scan, verb, match, first=at, past=found[0].past)
    if match.verb == move.top.verb and all(phrase.pronoun is PronounKind.IT for phrase in said.phrases):
        return ""  # "two, and log it"
    while at and (not tokens[at - 1].is_word or tokens[at - 1].key in JOINERS):
        at -= 1
    return move.scan.words(0, at)


def _as_wishes(move: Move, found: tuple[Found, ...]) -> tuple[Wish, ...]:
    """Return the wishes as messages of their own, the first one from its verb on."""
    scan, first = move.scan, found[0]
    own = Found(first.match, first.match.groups[0][0], first.past, first.matched, first.borrowed)
    return tuple(Wish(text=one.words(scan), said_on=move.setting.today) for one in (own, *found[1:]))


def _is_value(move: Move, question: Question) -> bool:
    """Whether what is looked at is a value of the asked slot, or a known thing for it, and nothing else."""
    slot = move.spec(question.slot)
    if slot.kind in (SlotKind.NAME, SlotKind.TEXT) or not tokenize(move.moment.text):
        return False
    said = extract(move.scan, move.verb(), asked=slot.name)
    if said.leftover or said.strays or [phrase.slot for phrase in said.phrases] != [slot.name]:
        return False
    phrase = said.phrases[0]
    return phrase.value is not None or any(known.text == phrase.text for known in phrase.known)
