"""After the tool: what its outcome makes of the action, and what is taken up next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from resolver.entities import Steps
from resolver.outcome import Resolved, Tier
from resolver.values import EntityValue, NewValue, plain
from slots.scan import scan
from slots.tables import VerbSpec
from states.machine import Fire
from states.move import Code, Decision, Ended, Logged, Moment, Move, Note, Trace
from states.pending import Conversation, Plan, make_plan
from states.starting import settle
from states.ways_out import drop, leave


class ToolOutcome(StrEnum):
    """How a plan ended."""

    SUCCEEDED = "succeeded"
    """All calls returned."""
    FAILED = "failed"
    """A tool refused, or its effect was rolled back: it may be tried again."""
    UNKNOWN = "unknown"
    """Nobody can know whether a blind tool had its effect: it never runs again by itself."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What running a plan came to."""

    status: ToolOutcome
    """How it ended."""
    reason: str = ""
    """Why it failed, in the tool's words."""
    text: str = ""
    """What the tool says, for read verbs."""
    logged: tuple[Logged, ...] = ()
    """What the results name."""
    keeps_key: bool = False
    """Whether a failure may have had its effect, so that the same plan must run under the same key."""
    asides: tuple[str, ...] = ()
    """What the calls before the last one say; told first."""
    created: tuple[tuple[str, EntityValue], ...] = ()
    """(slot, entity) for what was created on the way, also when the main call failed after it."""


def finish(moment: Moment, outcome: Outcome, *, before: Decision | None = None) -> Steps[Decision]:
    """Decide what follows the run of the top action's plan.

    ``before`` is the decision that ordered the run, when it was made in the same turn: its notes
    come first. What this turn logged is in the log already for what is taken up next.
    """
    move = Move(moment=moment, scan=scan(""), stack=list(moment.conversation.stack), turns=moment.conversation.turns)
    move.prompts = 50
    if before is not None:
        move.notes.extend(before.notes)
        move.transitions.extend(before.transitions)
        move.logged.update({(entry.type, entry.id): entry for entry in before.logged})
        move.trace, move.ended = before.trace, before.ended
    for slot, value in outcome.created:
        move.set_slot(slot, _created(move, slot, value))
    for aside in outcome.asides:
        move.say(Code.RESULT, text=aside)
    secrets = _secrets(move)
    for entry in outcome.logged:
        if entry.name not in secrets:
            move.logged[(entry.type, entry.id)] = entry
    _see_own_mentions(move)
    yield from _CONTINUE[outcome.status](move, outcome)
    return move.decision()


def tell(moment: Moment, plan: Plan, outcome: Outcome) -> Decision:
    """Decide what is said of a run whose action is not open any more: nothing is asked, and nothing follows it.

    The slots are those of the plan's own call. The decision's conversation is empty and is not to be written.
    """
    verb = moment.setting.tables.verbs.get(plan.verb)
    made = dict(outcome.created)
    given = plan.calls[-1].arguments if plan.calls else {}
    values = {name: made.get(name, one) if isinstance(one, NewValue) else one for name, one in given.items()}
    slots = {name: Resolved(value=one, tier=Tier.EXACT, said=plain(one)) for name, one in values.items()}
    secret = set(values) if verb is None else {slot.name for slot in verb.spec.slots if slot.sensitive}
    hidden = {plain(one) for name, one in values.items() if name in secret}
    asides = tuple(Note(Code.RESULT, {"text": aside}) for aside in outcome.asides)
    return Decision(
        conversation=Conversation(),
        notes=(*asides, _word(verb.spec if verb is not None else None, plan, outcome)),
        ended=Ended(plan.verb, _ENDS[outcome.status], slots),
        plan=None,
        logged=tuple(entry for entry in outcome.logged if entry.name not in hidden),
        trace=Trace(),
    )


def _word(verb: VerbSpec | None, plan: Plan, outcome: Outcome) -> Note:
    title = verb.title if verb is not None else plan.verb
    match outcome.status:
        case ToolOutcome.SUCCEEDED if verb is None or verb.read:
            return Note(Code.RESULT, {"text": outcome.text})
        case ToolOutcome.SUCCEEDED:
            return Note(Code.DONE, {"verb": plan.verb, "text": outcome.text})
        case ToolOutcome.FAILED:
            return Note(Code.FAILED, {"verb": title, "reason": outcome.reason})
        case ToolOutcome.UNKNOWN:
            return Note(Code.UNKNOWN, {"verb": title})


_ENDS = {ToolOutcome.SUCCEEDED: "done", ToolOutcome.FAILED: "failed", ToolOutcome.UNKNOWN: "unknown"}


def _secrets(move: Move) -> frozenset[str]:
    """Return the values of the action's sensitive slots: what its tool made of them enters no log either."""
    values = (move.top.value(slot.name) for slot in move.verb().spec.slots if slot.sensitive)
    return frozenset(plain(value) for value in values if value is not None)


def _created(move: Move, slot: str, value: EntityValue) -> Resolved:
    old = move.top.slots[slot]
    said = old.said if isinstance(old, Resolved) else value.name
    return Resolved(value=value, tier=Tier.NEW, said=said)


def _see_own_mentions(move: Move) -> None:
    """Put what this turn named before the log, so that the next wish can point at it."""
    setting = move.setting
    said = {"turn": move.moment.turn, "by": setting.actor.id}
    own = tuple(entry.mention(at=setting.now, **said) for entry in move.logged.values())
    move.moment = replace(move.moment, setting=replace(setting, mentions=(*own, *setting.mentions)))


def _succeeded(move: Move, outcome: Outcome) -> Steps[None]:
    spec = move.verb().spec
    if spec.read:
        move.say(Code.RESULT, text=outcome.text, verb=spec.name)
    else:
        move.say(Code.DONE, verb=spec.name, text=outcome.text)
    move.fire(Fire.SUCCEED)
    yield from leave(move, "done")


def _failed(move: Move, outcome: Outcome) -> Steps[None]:
    """The slots are kept: the same is proposed again, under a new question that wants a new yes."""
    spec = move.verb().spec
    move.say(Code.FAILED, verb=spec.title, reason=outcome.reason)
    move.fire(Fire.FAIL)
    if spec.read:
        yield from drop(move, "failed")
        return
    move.end("failed", verb=spec.name)
    if outcome.keeps_key:
        move.change(tried=plan_that_ran(move))
    else:
        move.change(action_id=f"{move.top.action_id}+", tried=None)
    move.fire(Fire.RETRY)
    yield from settle(move)


def plan_that_ran(move: Move) -> Plan:
    """Return the plan that has just run: the top action's slots are still what they were."""
    plan = make_plan(move.top, move.verb().spec)
    tried = move.top.tried
    return plan.model_copy(update={"attempt": tried.attempt + 1 if tried is not None else 1})


def _unknown(move: Move, outcome: Outcome) -> Steps[None]:
    move.say(Code.UNKNOWN, verb=move.verb().spec.title)
    move.fire(Fire.LOSE)
    yield from leave(move, "unknown")


_CONTINUE = {
    ToolOutcome.SUCCEEDED: _succeeded,
    ToolOutcome.FAILED: _failed,
    ToolOutcome.UNKNOWN: _unknown,
}
