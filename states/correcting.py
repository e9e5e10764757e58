"""Corrections: "make it 3 hours", "not John, Mark", "change the date to Monday", "for Mark".

In: the words of a reply to a confirmation, a yes or no before them taken away.
Out: the changed slots. A correction that cannot be resolved asks for its slot
anew and keeps the old value to restore; nothing runs with it meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from resolver.entities import Steps
from resolver.outcome import Ambiguous, Missing, Outcome, Reason, Resolved, Tier
from resolver.replies import resolve_reply
from resolver.resolve import literal, read_outcome, resolve_phrase, resolve_said
from resolver.sentences import NEGATIONS
from resolver.setting import candidates_of, entity_value, fitting_entities
from resolver.values import EntityValue, NewValue, NumberValue, TextValue, plain
from slots.compiled import longest
from slots.dates import read_date
from slots.durations import read_duration
from slots.extract import extract
from slots.extraction import Extraction, PhraseKind, SlotPhrase
from slots.numbers import read_number
from slots.readers import read_expected
from slots.tables import SlotKind, SlotSpec
from slots.text import Token, key_of, span_of, tokenize, words_of
from slots.words import ARTICLES, SPEAKERS, strip_edges
from states.answers import No, NoBut, Other, read_answer
from states.asking import ask_slot
from states.correction_words import (
    ALL,
    CLEAR_WORDS,
    INSTEAD,
    LEAD_INS,
    REMARKS,
    SETS,
    SOFT,
    WISHES,
    Swap,
    closing,
    opening,
    read_swap,
    strip_lead,
)
from states.differences import from_shown, is_difference
from states.machine import Fire
from states.move import Code, Move
from states.named_slots import LONGEST_CORRECTION, find_named_slot, name_slots, slot_names
from states.pending import Question
from states.replying import fill, leave_empty, says_new, set_aside, skip
from states.restating import points, says_nothing
from states.starting import look_at, own_match, read_words
from states.swaps import slot_holding, split_swap
from states.values_changed import say_changes, says_shown

LONGEST_NEW = 3
"""Words of a new name that only a no leads to ("no, oat milk"); more are a remark."""

LONGEST_NAME = 6
"""Words that a bare correction may have and still be a name; more are a remark."""


def correct(move: Move, text: str, *, is_no: bool = False) -> Steps[bool]:
    """Take a correction of the top action; False when the words change nothing and name no slot.

    What is negated is never the new value. Behind a no (``is_no``) an unknown name is a correction too.
    """
    yield from look_at(move, text)
    swap = read_swap(text)
    if swap is not None:
        taken = yield from _swap(move, swap)
        if taken or not swap.right or swap.is_exchange:
            return taken
        text = swap.right
    elif _is_negated(move):
        return False
    body = strip_lead(text)
    named = find_named_slot(move, body)
    if named is not None:
        slot, value = named
        if not value:
            yield from _ask_anew(move, slot, Missing(reason=Reason.CLEARED))
            return True
        return (yield from _set_several(move, name_slots(move, slot, value)))
    for way in (_set_type, _set_free):
        taken = yield from way(move, body)
        if taken:
            return True
    if _is_remark(move, text):
        return False
    taken = yield from _set_only(move, body, is_no=is_no)
    return taken or (not _is_number(tokenize(body)) and (yield from _set_object(move, text, body, is_no=is_no)))


def corrects_other(move: Move, question: Question) -> Steps[bool]:
    """Take a reply that corrects another slot than the one asked for ("change the person to Ann", "no, Ann").

    What the asked slot can take is its answer; a new name and a free text take whatever is said.
    """
    asked, text = move.spec(question.slot), move.moment.text
    if asked.kind in (SlotKind.NAME, SlotKind.TEXT) or len(move.scan.tokens) > LONGEST_CORRECTION:
        return False
    said = read_answer(text)
    rest = said.rest if isinstance(said, NoBut) else text
    named = find_named_slot(move, text) or find_named_slot(move, strip_lead(rest))
    is_other = named is not None and named[0] is not asked and (named[1] or move.top.value(named[0].name) is not None)
    if (
        is_other
        and named is not None
        and _begins_with_preposition(move, named[1])
        and (yield from _answers(move, asked, text))
    ):
        yield from look_at(move, text)
        return False
    if not is_other:
        if not isinstance(said, NoBut) or named is not None:
            return False
        if (yield from _answers(move, asked, strip_lead(rest))):
            return False
    if named is not None and not named[1]:
        return (yield from clear_named(move, text))
    taken = yield from correct(move, rest)
    if not taken:
        yield from look_at(move, text if is_other else rest)
    return taken


def _begins_with_preposition(move: Move, words: str) -> bool:
    """Whether what is said of one slot is led to by a preposition, of another one then ("the event is *in* Oslo")."""
    tokens = tokenize(words)
    return len(tokens) > 1 and longest(tokens, 0, move.verb().forms[0].words) is not None


def _answers(move: Move, asked: SlotSpec, words: str) -> Steps[bool]:
    """Whether some words answer the open question ("put it down for Nike")."""
    yield from look_at(move, words)
    extraction = extract(move.scan, move.verb(), asked=asked.name)
    said = yield from resolve_reply(extraction, move.verb(), move.setting, frozenset(), asked.name)
    return isinstance(said.outcomes.get(asked.name), Resolved | Ambiguous)


def clear_named(move: Move, text: str) -> Steps[bool]:
    """Take a reply that only says a slot is wrong ("wrong project"), or is to stay empty ("no deadline")."""
    named = find_named_slot(move, text)
    if named is not None and not named[1]:
        yield from _ask_anew(move, named[0], Missing(reason=Reason.CLEARED))
        return True
    slot = cleared_slot(move, text)
    if slot is None or move.top.value(slot.name) is None:
        return False
    if slot.required:
        yield from _ask_anew(move, slot, Missing(reason=Reason.CLEARED))
        return True
    move.trace_as("correction", verb=move.top.verb)
    yield from leave_empty(move, slot)
    return True


def leaves_out(move: Move, question: Question, slot: SlotSpec) -> Steps[bool]:
    """Take a reply that says the slot asked for stays empty ("no deadline"), as *skip* does, or another one.

    A plain no says it of a slot that may stay empty, and would not fall back to what nobody said.
    """
    is_no = not slot.required and not slot.default and read_answer(move.moment.text) == No()
    cleared = slot if is_no else cleared_slot(move, move.moment.text)
    if cleared != slot:
        return cleared is not None and (yield from clear_named(move, move.moment.text))
    yield from skip(move, question)
    return True


def cleared_slot(move: Move, text: str) -> SlotSpec | None:
    """Return the slot that a reply says is to stay empty ("no deadline", "leave out the budget")."""
    tokens = tokenize(text)
    first, past = strip_edges(tokens)
    tokens = tokens[first:past]
    lead = opening(tokens, CLEAR_WORDS)
    rest = tokens[len(lead) :]
    while rest and rest[0].key in ARTICLES:
        rest = rest[1:]
    said = tuple(token.key for token in rest)
    return next((slot for slot, name in slot_names(move) if lead and name == said), None)


def _is_negated(move: Move) -> bool:
    """Whether the words say what is not meant, names aside ("anything but Rando Site", "never for Mark")."""
    tokens = [token for at, token in enumerate(move.scan.tokens) if at not in move.scan.known_over]
    said = [token.key for token in tokens]
    return bool(set(said) & (NEGATIONS - SOFT)) or any(one in ALL and other == "but" for one, other in pairwise(said))


# -- what they change ----------------------------------------------------------------


def _swap(move: Move, swap: Swap) -> Steps[bool]:
    """Replace the value that was negated; False when no slot holds it."""
    if not swap.right:
        swap = yield from split_swap(move, swap)
    slot = yield from slot_holding(move, swap.wrong)
    if slot is None:
        return False
    if not swap.right:
        yield from _ask_anew(move, slot, Missing(reason=Reason.CLEARED))
        return True
    return (yield from _set_named(move, slot, strip_lead(swap.right)))


def _set_named(move: Move, slot: SlotSpec, words: str) -> Steps[bool]:
    """Set one slot from the words meant for it."""
    return (yield from _set_several(move, ((slot, words),)))


def _set_several(move: Move, parts: Sequence[tuple[SlotSpec, str]]) -> Steps[bool]:
    """Set slots from the words meant for each; a new name keeps what behind it is no value of another slot."""
    outcomes, said_for, unused = dict[str, Outcome](), dict[str, Outcome](), list[str]()
    extraction = None
    for slot, words in parts:
        yield from look_at(move, words)
        if slot.kind is SlotKind.TEXT:
            phrase = SlotPhrase(slot.name, words, span_of(move.scan.tokens), PhraseKind.WORDS, "named")
            said_for[slot.name] = yield from resolve_phrase(phrase, slot, move.verb(), move.setting)
            continue
        extraction = from_shown(move, extract(move.scan, move.verb(), asked=slot.name))
        said = yield from resolve_said(extraction, move.verb(), move.setting)
        outcome = said.outcomes.get(slot.name, Missing(reason=Reason.UNREADABLE, said=words))
        rest = {name: one for name, one in said.outcomes.items() if name != slot.name and isinstance(one, Resolved)}
        outcomes |= rest
        said_for[slot.name] = outcome
        if isinstance(outcome, Resolved):  # else the question quotes the words
            unused += [*extraction.leftover, *said.spare]
    move.trace_as("correction", verb=move.top.verb, extraction=extraction)
    outcomes |= said_for
    set_aside(move, tuple(unused), {name: one for name, one in outcomes.items() if isinstance(one, Resolved)})
    yield from apply(move, outcomes)
    return True


def _set_type(move: Move, text: str) -> Steps[bool]:
    """Take the other thing of the same name where only its type is said ("no, the project")."""
    said = tuple(token.key for token in tokenize(text) if token.key not in ARTICLES)
    for slot in move.verb().spec.slots:
        kind = move.verb().nouns.get(slot.name, {}).get(said, "")
        now = move.top.slots.get(slot.name)
        if not kind or not slot.type_slot or not isinstance(now, Resolved) or not isinstance(now.value, EntityValue):
            continue
        named = now.value.name if now.tier is Tier.PICKED else now.said  # what picked it may be a number
        if now.value.type == kind or not named:
            return False
        yield from look_at(move, named)
        tokens = move.scan.tokens
        phrase = SlotPhrase(slot.name, named, span_of(tokens), PhraseKind.WORDS, now.via, type_noun=kind)
        outcome = yield from resolve_phrase(phrase, slot, move.verb(), move.setting)
        move.trace_as("correction", verb=move.top.verb)
        yield from apply(move, {slot.type_slot: _type_value(kind), slot.name: outcome})
        return True
    return False


def _type_value(kind: str) -> Resolved:
    return Resolved(value=TextValue(text=kind), tier=Tier.IMPLIED)


def _set_only(move: Move, text: str, *, is_no: bool) -> Steps[bool]:
    """Words that fit no slot by their form replace the one thing shown that they can name.

    One slot of names takes them; of several, the one in which they name something. Behind a no that is also one in
    which they come near to something, an unknown name is asked about, and a new one is set. A number alone ("1", said
    once more) is no part of a name: it names only what is called so.
    """
    tokens = tokenize(text)
    if not tokens or len(tokens) > LONGEST_NAME or _has_value(tokens):
        return False
    shown = [
        slot
        for slot in move.verb().spec.slots
        if slot.kind in (SlotKind.ENTITY, SlotKind.NAME, SlotKind.CHOICE)
        and isinstance(now := move.top.slots.get(slot.name), Resolved)
        and now.tier not in (Tier.DEFAULT, Tier.IMPLIED)
    ]
    fitting, near = dict[str, Outcome](), dict[str, Outcome]()
    for slot in shown:
        outcome = yield from read_words(move, move.verb(), slot.name, text)
        if _is_number(tokens) and not (isinstance(outcome, Resolved) and outcome.tier in (Tier.EXACT, Tier.ALIAS)):
            continue
        is_new = isinstance(outcome, Resolved) and isinstance(outcome.value, NewValue | TextValue)
        is_new = is_new and not says_new(move, slot)
        if says_shown(move, slot.name, outcome):
            continue
        if isinstance(outcome, Resolved | Ambiguous) and not (is_new and slot.kind is not SlotKind.CHOICE):
            fitting[slot.name] = outcome
        elif _may_be_a_name(outcome):
            near[slot.name] = outcome
    fitting = fitting or (near if is_no else {})
    if (
        is_no
        and not fitting
        and not _is_number(tokens)
        and len(shown) == 1
        and not any(slot.kind is SlotKind.TEXT for slot in move.verb().spec.slots)
    ):
        fitting[shown[0].name] = yield from read_words(move, move.verb(), shown[0].name, text)
    if len(fitting) != 1:
        return False
    move.trace_as("correction", verb=move.top.verb)
    yield from apply(move, fitting)
    return True


def _set_object(move: Move, said: str, text: str, *, is_no: bool) -> Steps[bool]:
    """Words that name nothing known, said to be a correction ("no, oat milk", "eggs instead"), are the new name shown.

    It is the one that stands right behind the verb, where the verb has one such slot, else its only new name or text.
    """
    tokens = tokenize(text)
    named = [slot for slot in move.verb().spec.slots if slot.kind is SlotKind.NAME]
    texts = [slot for slot in move.verb().spec.slots if slot.kind is SlotKind.TEXT]
    shown = [slot for slot in named if slot.is_object] or named or texts
    if len(shown) != 1 or move.top.value(shown[0].name) is None or len(tokens) > LONGEST_CORRECTION:
        return False
    whole = tokenize(said)
    is_said = bool(opening(whole, SETS) or closing(whole, INSTEAD))
    is_bare = is_no and said.strip(" .!,") == text and _may_be_new(move, tokens)
    if not (is_said or is_bare) or _has_value(tokens):
        return False
    outcome = yield from read_words(move, move.verb(), shown[0].name, text)
    move.trace_as("correction", verb=move.top.verb)
    yield from apply(move, {shown[0].name: outcome})
    return True


def _may_be_new(move: Move, tokens: Sequence[Token]) -> bool:
    """Whether words behind a no may be a new name: few, none a type's, an answer ("no, maybe") or a thing not shown."""
    nouns = {word for kinds in move.verb().nouns.values() for noun in kinds for word in noun}
    shown = {word for one in move.top.resolved().values() for word in words_of(plain(one.value))}
    known = {word for one in move.scan.known for word in words_of(move.scan.words(one.first, one.past))}
    is_short = 0 < len(tokens) <= LONGEST_NEW and known <= shown
    return is_short and all(token.key not in nouns and read_answer(token.text) == Other() for token in tokens)


def _is_remark(move: Move, text: str) -> bool:
    """Whether a reply begins as a sentence about somebody ("no, I need to check first"), or as a remark: it is no name.

    A capital, or a known name that begins so, makes it one ("no, Too Good To Go").
    """
    tokens = [token for token in tokenize(text) if token.is_word]
    if opening(tokens, WISHES) and any(one.value is not None for one in extract(move.scan, move.verb()).phrases):
        return False
    lead = opening(tokens, LEAD_INS)  # "I meant Mark" is none
    if len(tokens) > len(lead) and tokens[len(lead)].key in SPEAKERS:
        return True
    return bool(opening(tokens, REMARKS)) and tokens[0].text.islower() and not move.scan.known


def _is_number(tokens: Sequence[Token]) -> bool:
    """Whether the whole of some words is one number."""
    found = read_number(tokens, 0)
    return found is not None and found[1] == len(tokens)


def _has_value(tokens: Sequence[Token]) -> bool:
    """Whether a length of time or a day stands in a reply: then it is no name."""
    return any(read_duration(tokens, at) or read_date(tokens, at) for at in range(len(tokens)))


def _set_free(move: Move, text: str) -> Steps[bool]:
    """Set whatever slots the words fill by their prepositions, forms and known names, behind the verb or without it."""
    yield from look_at(move, text)
    match = own_match(move)
    extraction = from_shown(move, extract(move.scan, move.verb(), match))
    said = yield from resolve_said(extraction, move.verb(), move.setting)
    outcomes = {slot: one for slot, one in said.outcomes.items() if not _is_pointed_at(move, extraction, slot)}
    _add_strays(move, extraction, outcomes)
    is_short = len(move.scan.tokens) <= LONGEST_CORRECTION
    for name in [name for name, one in outcomes.items() if len(outcomes) == 1 and is_short and _is_inside(one, text)]:
        whole = yield from read_words(move, move.verb(), name, text)
        if (isinstance(whole, Resolved) and not whole.unused) or _may_be_a_name(whole):
            outcomes[name] = whole
    outcomes |= _said_by_trigger(move, extraction)
    if not outcomes:
        outcomes = _bare_number(move, move.scan.words(match.past, len(move.scan.tokens)) if match else text)
    if not outcomes or is_difference(move, extraction, outcomes):
        return False
    leftover = [words for words in extraction.leftover if not says_nothing(words, move.verb())]
    if all(says_shown(move, name, one, is_more=bool(leftover)) for name, one in outcomes.items()):
        return False
    move.trace_as("correction", verb=move.top.verb, extraction=extraction)
    set_aside(move, (*leftover, *said.spare), outcomes)
    yield from apply(move, outcomes)
    return True


def _is_pointed_at(move: Move, extraction: Extraction, slot: str) -> bool:
    """Whether a pronoun stands where a new name would: it is no name ("add *it* to To Do")."""
    return move.spec(slot).kind in (SlotKind.NAME, SlotKind.TEXT) and points(move, extraction, slot)


def _is_inside(outcome: Outcome, text: str) -> bool:
    """Whether a bare name is inside longer words: together they may be another name, misspelt."""
    return isinstance(outcome, Resolved) and outcome.via == "bare" and key_of(outcome.said) != key_of(text)


def _may_be_a_name(outcome: Outcome) -> bool:
    """Whether unknown words come near to some names and have no more words than these: another person's, no remark."""
    if not isinstance(outcome, Missing) or not outcome.hints:
        return False
    return len(words_of(outcome.said)) <= max(len(words_of(plain(hint.value))) for hint in outcome.hints)


def _add_strays(move: Move, extraction: Extraction, outcomes: dict[str, Outcome]) -> None:
    """A bare name fills the slot that takes it, the filled ones first, when there is one such slot."""
    for stray in extraction.strays:
        fitting = [
            (slot, found)
            for slot in move.verb().spec.slots
            if slot.kind is SlotKind.ENTITY
            and slot.name not in outcomes
            and (found := fitting_entities(stray, slot, move.setting))
        ]
        filled = [pair for pair in fitting if isinstance(move.top.slots.get(pair[0].name), Resolved)]
        for slot, found in (filled if len(filled) == 1 else fitting)[:2]:
            if len(filled if len(filled) == 1 else fitting) != 1:
                break
            if len(found) == 1:
                outcomes[slot.name] = Resolved(
                    value=entity_value(found[0]), tier=Tier.EXACT, said=stray.text, via="bare"
                )
            else:
                outcomes[slot.name] = Ambiguous(candidates=candidates_of(found, move.setting), said=stray.text)


def _said_by_trigger(move: Move, extraction: Extraction) -> dict[str, Outcome]:
    """Return what the verb's own trigger says otherwise than what is shown ("no, turn it *off*")."""
    said = {slot: literal(move.spec(slot), text) for slot, text in extraction.fills}
    return {
        slot: Resolved(value=value, tier=Tier.NOUN, said=extraction.trigger)
        for slot, value in said.items()
        if value != move.top.value(slot)
    }


def _bare_number(move: Move, text: str) -> dict[str, Outcome]:
    """A number alone replaces the only number that is shown; where none is, the hour of the only time."""
    tokens = tokenize(text)
    filled = [slot for slot in move.verb().spec.slots if slot.is_typed and move.top.value(slot.name) is not None]
    numbers = [slot for slot in filled if isinstance(move.top.value(slot.name), NumberValue)]
    shown = numbers or [slot for slot in filled if slot.kind is SlotKind.TIME]
    if len(shown) != 1 or not tokens:
        return {}
    reading = read_expected(tokens, 0, shown[0])
    unit = tuple(token.key for token in tokens[reading.past :]) if reading is not None else ()
    if reading is None or (unit and unit not in move.verb().markers):
        return {}
    phrase = SlotPhrase(shown[0].name, text, span_of(tokens), PhraseKind.VALUE, "bare", value=reading.value)
    return {shown[0].name: read_outcome(phrase, shown[0], move.setting)}


def apply(move: Move, outcomes: Mapping[str, Outcome]) -> Steps[None]:
    """Set what was resolved; the first slot that could not be is asked anew, with its old value kept aside."""
    failed = [
        (move.spec(name), outcome)
        for name, outcome in outcomes.items()
        if not isinstance(outcome, Resolved) or _is_surprise(move, name, outcome)
    ]
    resolved = {name: outcome for name, outcome in outcomes.items() if all(name != slot.name for slot, _ in failed)}
    if not failed:
        yield from fill(move, resolved)
        return
    before = dict(move.top.slots)
    for name, outcome in resolved.items():
        move.set_slot(name, outcome)
    say_changes(move, before)
    for slot, outcome in failed[1:]:
        move.set_slot(slot.name, outcome)
    slot, outcome = failed[0]
    yield from _ask_anew(move, slot, outcome)


def _is_surprise(move: Move, name: str, outcome: Resolved) -> bool:
    """A correction that would create something where something known stood is asked about, if it was not said so."""
    is_created = isinstance(outcome.value, NewValue) and isinstance(move.top.value(name), EntityValue)
    return is_created and not says_new(move, move.spec(name))


def _ask_anew(move: Move, slot: SlotSpec, outcome: Outcome) -> Steps[None]:
    old = move.top.slots.get(slot.name)
    move.trace_as("correction", verb=move.top.verb)
    move.fire(Fire.CORRECT if move.top.state == "confirming" else Fire.ANSWER)
    if isinstance(outcome, Resolved):
        outcome = Missing(reason=Reason.NO_MATCH, said=outcome.said)
    move.set_slot(slot.name, outcome)
    kept = old if isinstance(old, Resolved) else None
    if kept is None and not slot.required and isinstance(outcome, Missing) and outcome.reason is Reason.CLEARED:
        move.say(Code.SKIPPED, slot=slot.title)
    yield from ask_slot(move, slot, outcome, old=kept)
