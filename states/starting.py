"""Taking up a verb: permission, depth, extraction, resolution; then the further wishes of its message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from resolver.counts import resolve_counted
from resolver.entities import NamesLookup, Steps
from resolver.outcome import Ambiguous, Missing, Outcome, Reason, Resolved
from resolver.resolve import resolve_said
from resolver.setting import Setting, named_types
from resolver.values import SlotValue
from slots.compiled import CompiledVerb
from slots.extract import extract
from slots.extraction import Extraction
from slots.scan import Scan, scan
from slots.text import places_in
from slots.triggers import TriggerMatch, find_triggers
from states.asking import advance, holds, say_refused
from states.correction_words import ADDS
from states.machine import State
from states.move import Code, Move
from states.pending import Pending, Wish
from states.routes import Routed
from states.wishes import Found, find_wishes


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
        titles = ", ".join(move.verb(one.verb).spec.title for one in reversed(move.stack))
        move.say(Code.TOO_DEEP, count=str(len(move.stack)), verbs=titles)
        return
    if not verb.spec.read and not holds(move, verb.spec.permission):
        yield from say_refused(move, verb.spec.permission, verb.spec.title)
        move.end("idle", verb=verb.spec.name, slots={})
        yield from take_next(move, after)
        return
    extraction = _said(move, found, verb)
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
    said = yield from resolve_counted(extraction, verb, move.setting, is_loose=is_loose)
    outcomes = {**said.outcomes, **(yield from _fill_in(move, verb, fills or {}))}
    if not after and _is_open(move, verb, outcomes):
        move.say(Code.SAME_AGAIN)
        reask(move)
        return
    left = tuple(stray.text for stray in extraction.strays) if is_loose else extraction.leftover
    move.stack.append(
        Pending(
            action_id=f"{move.moment.turn}.{len(move.stack)}.{move.prompts}",
            verb=verb.spec.name,
            state="extracting",
            slots=outcomes,
            utterance=found.words(move.scan),
            said_on=move.setting.today,
            fingerprint=verb.fingerprint,
            after=after,
            leftover=(*left, *said.spare),
        )
    )
    for slot, outcome in outcomes.items():
        if not move.spec(slot).sensitive:
            move.log(outcome)
    yield from settle(move)


def _is_open(move: Move, verb: CompiledVerb, outcomes: Mapping[str, Outcome]) -> bool:
    """Whether a wish says once more what waits for its yes; one that is to be done twice says so ("also log ...")."""
    if not move.stack or move.top.state != "confirming" or move.top.verb != verb.spec.name:
        return False
    if not ADDS.isdisjoint(move.scan.keys):
        return False
    return all(_says(outcome, move.top.value(slot)) for slot, outcome in outcomes.items()) and any(outcomes.values())


def _says(outcome: Outcome, now: SlotValue | None) -> bool:
    """Whether an outcome says the value that is shown, or is for the person to say."""
    match outcome:
        case Resolved(value=value):
            return value == now
        case Ambiguous(candidates=found):
            return now in [one.value for one in found]
    return not outcome.said


def _said(move: Move, found: Found, verb: CompiledVerb) -> Extraction:
    """Return what a wish says, with what was said once behind the last of several."""
    said = extract(move.scan, verb, found.match, first=found.first, past=found.past)
    return replace(said, phrases=(*said.phrases, *found.borrowed.shared))


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
    return tuple(Wish(text=found.words(scan), said_on=setting.today) for found in rest)


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
    further = found[1:]
    if further and move.verb(found[0].match.verb).spec.read:
        # more than a message's share: what reads is answered at once, and would go on for as long as the message
        move.say(Code.WISH_LOST, wish=move.scan.words(further[0].first, further[-1].past))
        further = ()
    yield from start(move, found[0], further, waiting=rest)
    return True


def look_at(move: Move, text: str, *, today: date | None = None) -> Steps[None]:
    """Read another text in this move: its tokens and the known names in it."""
    tables = move.setting.tables
    if text not in move.read:
        found = yield NamesLookup(tuple(sorted(places_in(text))), tables.types, tables.people)
        named = tuple(entity for entity in found if entity.is_active)
        move.archived[text] = tuple(entity for entity in found if not entity.is_active)
        move.read[text] = scan(text, named_types(named, tables)), named
    move.scan, named = move.read[text]
    setting = replace(move.setting, named=named, today=today or move.setting.today)
    move.moment = replace(move.moment, setting=setting, text=text)


def find_archived(move: Move) -> Found | None:
    """Return the verb that a message would start if what is archived were still there ("show me Old Site")."""
    gone, tables = move.archived.get(move.moment.text, ()), move.setting.tables
    if not gone:
        return None
    known = (*move.setting.named, *(replace(entity, is_active=True) for entity in gone))
    found = find_triggers(scan(move.moment.text, named_types(known, tables)), tables)
    if not found or all(not group.slot for group in found[0].trigger.groups):
        return None
    return Found(found[0], 0, len(move.scan.tokens), tuple(match.verb for match in found))


def own_match(move: Move) -> TriggerMatch | None:
    """Return the pending verb's trigger, where what is looked at starts with it and no other verb's is better."""
    found = find_triggers(move.scan, move.setting.tables)
    return found[0] if found and found[0].verb == move.top.verb else None


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
