"""An answer, a correction or a way out with a wish behind it: "two please, and log 3h of design to Nike"."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from resolver.entities import Steps
from resolver.outcome import Resolved
from slots.extract import extract
from slots.extraction import SlotPhrase
from slots.scan import Scan
from slots.tables import SlotKind, SlotSpec
from slots.text import key_of, tokenize
from slots.triggers import JOINERS, clause_starts
from slots.words import PronounKind
from states.answers import Other, read_answer
from states.controls import Control, read_control
from states.correcting import correct
from states.correction_words import strip_lead
from states.elided import REACH
from states.move import Code, Move
from states.named_slots import find_named_slot
from states.pending import Question, Wish
from states.picks import NoPick, read_pick
from states.replying import answer, is_title, menu_lines, pick
from states.starting import look_at, reask
from states.ways_out import cancel
from states.wishes import Found, find_wishes


def answers_first(move: Move, question: Question) -> Steps[bool]:
    """Take the answer that a reply begins with; the wishes behind it wait until its action has ended.

    The answer is a pick, or a value of the slot, and at most values of others with it. Words of another kind belong to
    the wish ("I was on the garden, log 2h"), and the pending verb said again behind a comma may be a change.
    """
    original, after = move.moment.text, move.top.after
    found = find_wishes(move.scan, move.setting)
    said = _said_before(move, found)
    wishes = _as_wishes(move, found) if said else ()
    if not found:
        said, wishes = yield from _added_behind(move, original)
    if not said or not isinstance(read_answer(said), Other):
        return False
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


def changes_first(move: Move, text: str, *, is_no: bool) -> Steps[bool]:
    """Take the correction that a reply begins with; the wishes joined to it wait until its action has ended.

    Where a name or a note is corrected, the words behind it are its own ("change the note to call Ann and archive it").
    """
    yield from look_at(move, text)
    found, after = find_wishes(move.scan, move.setting), move.top.after
    said = _said_before(move, found) if _is_joined(move, found) else ""
    wishes = _as_wishes(move, found) if said else ()
    if not found:
        said, wishes = yield from _added_behind(move, text)
    named = find_named_slot(move, strip_lead(said))
    is_denied = is_no and not said  # "no and 3h of qa" changes what is shown
    if not wishes or is_denied or (named is not None and named[0].kind in (SlotKind.NAME, SlotKind.TEXT)):
        return False
    move.change(after=(*wishes, *after))
    action = move.top.action_id
    taken = (yield from correct(move, said, is_no=is_no)) if said else _take_added(move)
    if not taken:
        move.change(after=after)
        return False
    for wish in wishes if move.stack and move.top.action_id == action else ():
        move.say(Code.LATER, wish=wish.text)
    return True


_ADDING = frozenset({"and", "also", "plus"})
"""Words that join a further wish to what was asked, and take nothing back."""


def _added_behind(move: Move, text: str) -> Steps[tuple[str, tuple[Wish, ...]]]:
    """Return the words before the wishes that a reply adds without their verb, and these ("*$90* and Ann's to $80").

    Said right behind the words that started what is open, each is a wish of its own; then it is one here as well. From
    those words it takes what it needs only where that is what is shown still.
    """
    began, added = move.top.utterance, [token.key for token in tokenize(text)]
    told = text if added and added[0] in _ADDING else strip_lead(text)
    if len(added) > REACH or _ADDING.isdisjoint(added) or added[0] == "but":
        return "", ()
    yield from look_at(move, f"{began} {told}")
    scan, size = move.scan, len(tokenize(began))
    first, *further = find_wishes(scan, move.setting) or (None,)
    is_added = all(one.borrowed.lead and one.opens >= size for one in further)
    if first is None or first.match.verb != move.top.verb or not further or not is_added:
        yield from look_at(move, text)
        return "", ()
    past = further[0].opens
    while past > size and (not scan.tokens[past - 1].is_word or scan.tokens[past - 1].key in JOINERS):
        past -= 1
    said = extract(scan, move.verb(), first.match, first=0, past=size)
    shared = extract(scan, move.verb(), first.match, first=0, past=further[0].first)
    is_apart = {phrase.text for phrase in said.phrases} <= {phrase.text for phrase in shared.phrases}
    if not is_apart or not all(_is_shown(move, phrase) for phrase in said.phrases):
        further = [replace(one, borrowed=replace(one.borrowed, again="")) for one in further]
    wishes = tuple(Wish(text=one.words(scan), said_on=move.setting.today) for one in further)
    before = scan.words(size, past)
    yield from look_at(move, text)
    return before, wishes


def _is_shown(move: Move, phrase: SlotPhrase) -> bool:
    """Whether a slot's value is the one that some words gave it."""
    now = move.top.slots.get(phrase.slot)
    return isinstance(now, Resolved) and key_of(now.said) == key_of(phrase.text)


def _take_added(move: Move) -> bool:
    """Ask again after a reply that only adds a wish: it changes nothing."""
    move.trace_as("answer", verb=move.top.verb)
    reask(move)
    return True


def cancels_first(move: Move, question: Question) -> Steps[bool]:
    """Take the way out that a reply begins with: nothing is kept for the wish behind it ("cancel that and log 3h").

    A note takes everything; what looks like a verb of its own in it is asked about. A new name that is written as one
    stays whole.
    """
    slot = move.spec(question.slot) if question.slot else None
    scan = move.scan
    if slot is not None and not question.options and _takes_all(slot, scan):
        return False
    at = next((at for at in islice(clause_starts(scan), _CLAUSES) if _is_way_out(scan.words(0, at))), 0)
    if not at:
        return False
    original = move.moment.text
    yield from look_at(move, scan.words(at, len(scan.tokens)))
    found = find_wishes(move.scan, move.setting)
    if found and found[0].first == 0 and (found[0].match.is_strong or found[0].match.past < found[0].past):
        wishes = tuple(Wish(text=one.words(move.scan), said_on=move.setting.today) for one in found)
        move.trace_as("control", verb=move.top.verb)
        move.change(after=(*wishes, *move.top.after))
        yield from cancel(move)
        return True
    yield from look_at(move, original)
    return False


def _takes_all(slot: SlotSpec, scan: Scan) -> bool:
    return slot.kind is SlotKind.TEXT or (slot.kind is SlotKind.NAME and is_title(scan.tokens))


_CLAUSES = 4
"""Clauses of a reply in which a way out may stand before the wish ("no, wait, cancel that, and log 3h")."""


def _is_way_out(words: str) -> bool:
    tokens = tokenize(words)
    past = len(tokens)
    while past and (not tokens[past - 1].is_word or tokens[past - 1].key in JOINERS):
        past -= 1
    said = words[: tokens[past - 1].end] if past else ""
    return read_control(said) in (Control.CANCEL, Control.START_OVER)


def _is_joined(move: Move, found: tuple[Found, ...]) -> bool:
    """Whether the first wish is joined to what stands before it ("*and* log 2h", "*then* log 2h")."""
    if not found or not found[0].match.groups:
        return False
    at = found[0].match.groups[0][0]
    return any(token.key in JOINERS for token in move.scan.tokens[max(0, at - 3) : at])


def _said_before(move: Move, found: tuple[Found, ...]) -> str:
    """Return the words before the first wish of a reply; empty where it has none, or no wish of its own."""
    if not found or not found[0].match.groups:
        return ""
    match, tokens = found[0].match, move.scan.tokens
    at = match.groups[0][0]
    if at == 0 or not (_is_joined(move, found) or (match.is_strong and match.verb != move.top.verb)):
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
    """Whether a value of the asked slot, or a known thing for it, is looked at, and nothing but such ones of others."""
    slot = move.spec(question.slot)
    if slot.kind in (SlotKind.NAME, SlotKind.TEXT) or not tokenize(move.moment.text):
        return False
    said = extract(move.scan, move.verb(), asked=slot.name)
    slots = [phrase.slot for phrase in said.phrases]
    if said.leftover or said.strays or slot.name not in slots or len(slots) != len(set(slots)):
        return False
    return all(_is_plain(phrase, question) for phrase in said.phrases)


def _is_plain(phrase: SlotPhrase, question: Question) -> bool:
    """Whether words are a value, the whole of a known name, or for the asked slot a pick."""
    if phrase.slot == question.slot and question.options:
        return not isinstance(read_pick(phrase.text, menu_lines(question)), NoPick)
    return phrase.value is not None or any(known.text == phrase.text for known in phrase.known)
