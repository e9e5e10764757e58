"""Taking up a verb: permission, depth, extraction, resolution; and the further wishes of one message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256

from resolver.entities import NamesLookup, Steps
from resolver.outcome import Missing, Outcome, Reason
from resolver.resolve import resolve, resolve_said
from resolver.setting import Setting, named_types
from slots.compiled import CompiledVerb
from slots.extract import extract
from slots.extraction import PhraseKind
from slots.scan import Scan, scan
from slots.text import places_in
from slots.triggers import GAP_STOPS, TriggerMatch, clause_starts, find_triggers
from states.asking import advance, holds, say_refused
from states.controls import is_question
from states.machine import State
from states.move import Code, Move
from states.pending import Pending, Wish
from states.routes import Routed

MAX_WISHES = 9
"""Wishes of one message that are taken up; more are left over, and the log shows them."""

MAX_DOUBTS = 24
"""Clauses of one message that are looked into whether they are a wish at all: each look costs a reading of its own."""

_REACH = 60
"""Tokens behind a lone word in which something must fit its verb: longer than any clause, and a bound."""


@dataclass(frozen=True, slots=True)
class Found:
    """A wish in a message: which verb starts it, and which tokens it covers."""

    match: TriggerMatch
    """The trigger."""
    first: int
    """Position of its first token."""
    past: int
    """Position after its last token."""
    matched: tuple[str, ...] = ()
    """Every verb with a trigger at this place, best first."""


def find_wishes(scan: Scan, setting: Setting) -> tuple[Found, ...]:
    """Return the wishes of a message, in order; several only where each further one is more than a lone word.

    A message that starts with no verb may still hold one behind a comma, when it is no question.
    """
    opening = find_triggers(scan, setting.tables)
    starts: list[tuple[int, tuple[TriggerMatch, ...]]] = []
    if opening:
        starts.append((0, opening))
    if not is_question(scan.text):
        covered = max((past for match in opening[:1] for _, past in match.groups), default=0)
        doubts = 0
        for at in clause_starts(scan):
            matches = find_triggers(scan, setting.tables, start=at) if at >= covered else ()
            doubts += bool(matches)
            if len(starts) == MAX_WISHES or doubts > MAX_DOUBTS:
                break
            if matches and _is_wish(scan, matches[0], at, setting):
                starts.append((at if starts else 0, matches))
                covered = max(past for _, past in matches[0].groups)
    ends = [*(at for at, _ in starts[1:]), len(scan.tokens)][: len(starts)]
    return tuple(
        Found(matches[0], at, _trim(scan, at, end), tuple(match.verb for match in matches))
        for (at, matches), end in zip(starts, ends, strict=True)
    )


def _is_wish(scan: Scan, match: TriggerMatch, at: int, setting: Setting) -> bool:
    """Whether a clause is a further wish: its trigger is more than a lone word, or what follows fits its slots.

    A read verb inside a sentence is none, and neither is a lone word inside a name ("Log and Track for Acme").
    """
    verb = setting.tables.verb(match.verb)
    if verb is None or verb.spec.read:
        return False
    if match.is_strong:
        return True
    if match.past < len(scan.tokens) and scan.tokens[match.past].key in GAP_STOPS:
        return False
    return any(
        phrase.kind in (PhraseKind.PRONOUN, PhraseKind.MENTION, PhraseKind.VALUE)
        or any(known.types & set(verb.spec.slot(phrase.slot).entities) for known in phrase.known)
        for phrase in extract(scan, verb, match, first=at, past=min(at + _REACH, len(scan.tokens))).phrases
    )


def _trim(scan: Scan, first: int, past: int) -> int:
    """Leave the joining words before the next wish to nobody."""
    joiners = {"and", "then", "also", "plus", "but", ",", ";", "."}
    if past < len(scan.tokens):
        while past > first and scan.tokens[past - 1].key in joiners:
            past -= 1
    return past


def start(
    move: Move,
    found: Found,
    rest: tuple[Found, ...] = (),
    *,
    waiting: tuple[Wish, ...] = (),
    routed: Routed | None = None,
    fills: Mapping[str, str] | None = None,
) -> Steps[None]:
    """Take up a verb on top of what is open; the further wishes of the message wait for its end.

    ``fills`` are words that the routing found for slots: they are read as an answer for that slot is.
    A verb that no trigger started takes the known names of the message for what it still needs.
    """
    after = (*_wishes(move.scan, rest, move.setting), *waiting)
    verb = move.verb(found.match.verb)
    if not verb.spec.read and len(move.stack) >= move.moment.limits.depth:
        move.say(Code.TOO_DEEP, count=str(len(move.stack)))
        return
    if not verb.spec.read and not holds(move, verb.spec.permission):
        yield from say_refused(move, verb.spec.permission, verb.spec.title)
        move.end("idle", verb=verb.spec.name, slots={})
        yield from take_next(move, after)
        return
    extraction = extract(move.scan, verb, found.match, first=found.first, past=found.past)
    if move.trace.extraction is None:
        move.trace_as(
            "verb",
            verb=verb.spec.name,
            trigger=extraction.trigger,
            extraction=extraction,
            matched=found.matched,
            routed=routed,
        )
    is_loose = not found.match.groups
    said = yield from resolve(extraction, verb, move.setting, is_loose=is_loose)
    outcomes = {**said.outcomes, **(yield from _fill_in(move, verb, fills or {}))}
    left = tuple(stray.text for stray in extraction.strays) if is_loose else extraction.leftover
    move.stack.append(
        Pending(
            action_id=f"{move.moment.turn}.{len(move.stack)}.{move.prompts}",
            verb=verb.spec.name,
            state="extracting",
            slots=outcomes,
            utterance=move.scan.words(found.first, found.past),
            said_on=move.setting.today,
            fingerprint=fingerprint(verb),
            after=after,
            leftover=(*left, *said.spare),
        )
    )
    for slot, outcome in outcomes.items():
        if not move.spec(slot).sensitive:
            move.log(outcome)
    yield from settle(move)


def _fill_in(move: Move, verb: CompiledVerb, fills: Mapping[str, str]) -> Steps[dict[str, Outcome]]:
    """Return what the words that the routing found for slots come to; what names no slot is left out."""
    text, found = move.moment.text, dict[str, Outcome]()
    for name, words in fills.items():
        if verb.spec.has_slot(name) and words:
            found[name] = yield from read_words(move, verb, name, words)
    if found:
        yield from look_at(move, text)
    return found


def read_words(move: Move, verb: CompiledVerb, slot: str, words: str) -> Steps[Outcome]:
    """Return what some words are for one slot, read as the answer to its question would be."""
    yield from look_at(move, words)
    said = yield from resolve_said(extract(move.scan, verb, asked=slot), verb, move.setting)
    reason = Reason.UNREADABLE if verb.spec.slot(slot).is_typed else Reason.NO_MATCH
    return said.outcomes.get(slot, Missing(reason=reason, said=words))


def settle(move: Move) -> Steps[None]:
    """Go on from the hub; when that ended the action, take up what waits."""
    height = len(move.stack)
    after = move.top.after
    yield from advance(move)
    if len(move.stack) < height:
        yield from take_next(move, after)


def _wishes(scan: Scan, rest: tuple[Found, ...], setting: Setting) -> tuple[Wish, ...]:
    return tuple(Wish(text=scan.words(found.first, found.past), said_on=setting.today) for found in rest)


def take_next(move: Move, wishes: tuple[Wish, ...]) -> Steps[None]:
    """When an action has ended: the next wish of its message, else the question of the action below."""
    if not wishes:
        yield from resume(move)
        return
    move.say(Code.NEXT_WISH, wish=wishes[0].text)
    started = yield from start_wish(move, wishes[0], wishes[1:])
    if not started:
        move.say(Code.WISH_LOST, wish=wishes[0].text)
        yield from take_next(move, wishes[1:])


def start_wish(move: Move, wish: Wish, rest: tuple[Wish, ...]) -> Steps[bool]:
    """Take up a wish that waited, with the day on which it was said; False when no verb starts it any more."""
    yield from look_at(move, wish.text, today=wish.said_on)
    found = find_wishes(move.scan, move.setting)
    if not found:
        return False
    yield from start(move, found[0], waiting=rest)
    return True


def look_at(move: Move, text: str, *, today: date | None = None) -> Steps[None]:
    """Read another text in this move: its tokens and the known names in it."""
    tables = move.setting.tables
    if text not in move.read:
        found = yield NamesLookup(tuple(sorted(places_in(text))), tables.types, tables.people)
        named = tuple(entity for entity in found if entity.is_active)
        move.read[text] = scan(text, named_types(named, tables)), named
    move.scan, named = move.read[text]
    setting = replace(move.setting, named=named, today=today or move.setting.today)
    move.moment = replace(move.moment, setting=setting, text=text)


def resume(move: Move) -> Steps[None]:
    """Ask the question of the action that is on top now, again."""
    if move.stack and move.plan is None:
        move.say(Code.BACK_TO, verb=move.verb().spec.title)
        if move.top.question is None and move.top.state == State.EXTRACTING:
            yield from settle(move)
        reask(move)


def reask(move: Move) -> None:
    """Put the open question again, with a new id and a new life; the state stays."""
    question = move.top.question
    if question is not None:
        move.ask(question.slot, question.expects, question.options)


def fingerprint(verb: CompiledVerb) -> str:
    """Return a short mark of a verb's table: it changes when the table does."""
    return sha256(verb.spec.model_dump_json().encode()).hexdigest()[:16]
