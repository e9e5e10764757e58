"""Building the :class:`dialog.turn.Reply` of a decision, with its annotation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from dialog.execution.running import RunRecord
from dialog.log.annotation import Annotation
from dialog.log.masking import MASK
from dialog.render import Rendered
from dialog.routing.triage import IntentVerdict
from dialog.texts import EDITED, ESCAPE
from dialog.turn import Menu, MenuOption, Reply, ToolRun, Turn
from resolver.outcome import Ambiguous, Missing, Outcome
from resolver.values import EntityValue, NewValue, plain
from slots.compiled import CompiledSet
from slots.extraction import Extraction
from slots.tables import VerbSpec
from slots.value_rules import rule_of
from states.machine import State, public_state
from states.move import Code, Decision, Moment, Note
from states.pending import Conversation, Expects, Offer, Pending, Question, SideEffect, is_open, side_effects
from states.routes import RouteTier


def build_reply(
    turn: Turn,
    moment: Moment,
    decision: Decision,
    record: RunRecord | None,
    rendered: Rendered,
    tables: CompiledSet,
    *,
    verdict: IntentVerdict | None = None,
) -> Reply:
    """Return the reply of a decision: what ended in the turn wins, the open question is that of the top action."""
    top = decision.conversation.top
    question = top.question if top is not None else None
    verb, slots = _about(decision)
    spec = tables.verbs[verb].spec if verb in tables.verbs else None
    state = _state(decision)
    asking = question.slot if question is not None else ""
    annotation = _annotation(turn, moment, decision, spec, slots=slots, state=state, asking=asking)
    annotation = annotation.model_copy(
        update={
            **_routing(decision, verdict),
            "ran": _ran(record),
            "notes": tuple(note.code.value for note in decision.notes),
        }
    )
    return Reply(
        reply_id=f"{turn.message_id}/reply",
        text=rendered.text,
        prompt=rendered.prompt,
        state=state,
        verb=verb,
        asking=asking,
        slots=dict(slots),
        results=_runs(record),
        annotation=annotation,
        handled=decision.is_handled,
        **open_question(decision.conversation),
    )


def open_question(conversation: Conversation) -> dict[str, Any]:
    """Return the fields of a reply that say what is open: the kind of answer, the menu, the prompt, its end."""
    question = conversation.top.question if conversation.top is not None else None
    if question is not None:
        expects, menu = question.expects, _menu(question)
    elif conversation.offer is not None:
        expects, menu = Expects.CHOICE, _offer_menu(conversation.offer)
    else:
        return {}
    prompt = question or conversation.offer
    return {
        "expects": expects,
        "menu": menu,
        "prompt_id": prompt.prompt_id if prompt is not None else "",
        "expires_at": prompt.expires_at if prompt is not None else None,
    }


def answered(decision: Decision, text: str) -> Decision:
    """Return a decision in which the host answered the message: what is open stays, and its question follows."""
    notes = tuple(note for note in decision.notes if note.code is not Code.FALLBACK)
    return replace(decision, notes=(Note(Code.RESULT, {"text": text}), *notes), is_handled=True)


def unanswered(decision: Decision) -> Decision:
    """Return a decision for a route that nothing answers: nobody took the message."""
    return replace(decision, notes=(Note(Code.FALLBACK),), is_handled=False, route="")


def _routing(decision: Decision, verdict: IntentVerdict | None) -> dict[str, object]:
    """Return what the annotation says of the routing: the tier and rule that took the message, what else matched."""
    trace, routed = decision.trace, decision.trace.routed
    found: dict[str, object] = {
        "lane": verdict.label.value if verdict is not None else "",
        "triage": verdict.to_event_payload() if verdict is not None else {},
    }
    if routed is not None:
        found |= {
            "tier": routed.tier.value,
            "rule": routed.best.rule,
            "routes": {hit.route: round(hit.score, 4) for hit in routed.hits},
        }
    elif trace.read_as == "verb":
        found |= {"tier": RouteTier.TOKEN_SET.value, "rule": trace.trigger}
    elif trace.read_as == "fallback":
        found |= {"tier": RouteTier.FALLBACK.value}
    return found


def _offer_menu(offer: Offer | None) -> Menu | None:
    if offer is None:
        return None
    options = tuple(
        MenuOption(number=number, label=one.label, value=one.route) for number, one in enumerate(offer.options, 1)
    )
    return Menu(
        menu_id=offer.menu_id,
        options=options,
        escape=MenuOption(number=len(options) + 1, label=ESCAPE, value=""),
    )


def _about(decision: Decision) -> tuple[str, Mapping[str, Outcome]]:
    if decision.ended is not None:
        return decision.ended.verb, decision.ended.slots
    top = decision.conversation.top
    return (top.verb, top.slots) if top is not None else ("", {})


def _state(decision: Decision) -> str:
    if decision.ended is not None:
        return decision.ended.state
    if decision.conversation.top is not None:
        return public_state(decision.conversation.top.state)
    if decision.conversation.offer is not None:
        return State.MENU.value
    return "idle" if decision.is_handled else "fallback"


def _menu(question: Question) -> Menu | None:
    if not question.options:
        return None
    options = tuple(
        MenuOption(
            number=number,
            label=option.candidate.label,
            value="" if option.creates or option.starts else _literal(option.candidate.value),
        )
        for number, option in enumerate(question.options, 1)
    )
    escape = MenuOption(number=len(options) + 1, label=ESCAPE, value="")
    return Menu(menu_id=question.menu_id, options=options, escape=escape)


def _literal(value: object) -> str:
    if isinstance(value, EntityValue):
        return value.id
    return plain(value)  # type: ignore[arg-type]


def _runs(record: RunRecord | None) -> tuple[ToolRun, ...]:
    if record is None:
        return ()
    last = len(record.ran) - 1
    return tuple(
        ToolRun(tool=tool, arguments=arguments, ok=ok, text=record.text if number == last else "")
        for number, (tool, arguments, ok) in enumerate(record.ran)
    )


def _ran(record: RunRecord | None) -> tuple[str, ...]:
    if record is None:
        return ()
    return tuple(tool if ok else f"{tool} (failed)" for tool, _, ok in record.ran)


def _annotation(
    turn: Turn,
    moment: Moment,
    decision: Decision,
    spec: VerbSpec | None,
    *,
    slots: Mapping[str, Outcome],
    state: str,
    asking: str,
) -> Annotation:
    trace, extraction = decision.trace, decision.trace.extraction
    missing, ambiguous = open_slots(spec, slots)
    return Annotation(
        message_id=turn.message_id,
        tenant_id=turn.tenant,
        conversation=turn.conversation,
        user=turn.user,
        at=moment.setting.now,
        raw_message=moment.text,
        read_as=trace.read_as,
        verb_extracted=spec.name if spec is not None else trace.verb,
        trigger=trace.trigger,
        form=extraction.form if extraction is not None else "",
        matched=trace.matched,
        slots={phrase.slot: phrase.text for phrase in extraction.phrases} if extraction is not None else {},
        readings=_readings(extraction, spec),
        resolutions=dict(slots),
        missing=missing,
        ambiguous=ambiguous,
        leftover=_leftover(decision),
        side_effects=_effects(decision, spec),
        state=state,
        asking=asking,
        next_act=_next_act(decision, spec, missing, ambiguous, slots),
        fallthrough_reason=trace.fallthrough,
        tables=decision.conversation.top.fingerprint if decision.conversation.top is not None else "",
    )


def _leftover(decision: Decision) -> tuple[str, ...]:
    """Return the words of the message that no slot took: those that the resolver found unfit are with the action."""
    extraction, top = decision.trace.extraction, decision.conversation.top
    own = extraction.leftover if extraction is not None else ()
    is_started = decision.trace.read_as == "verb" and top is not None and top.verb == decision.trace.verb
    return tuple(dict.fromkeys((*own, *(top.leftover if is_started and top is not None else ()))))


def _readings(extraction: Extraction | None, spec: VerbSpec | None) -> dict[str, str]:
    """Return the rule that read each value of the message."""
    if extraction is None or spec is None or extraction.verb != spec.name:
        return {}
    read = ((phrase.slot, phrase.value) for phrase in extraction.phrases)
    return {slot: rule_of(value, spec.slot(slot)) for slot, value in read if value is not None}


def open_slots(spec: VerbSpec | None, slots: Mapping[str, Outcome]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the slots without a value that will be asked for, and those with several candidates, in slot order."""
    if spec is None:
        return (), ()
    missing, ambiguous = [], []
    for slot in spec.slots:
        outcome = slots.get(slot.name)
        if isinstance(outcome, Ambiguous):
            ambiguous.append(slot.name)
        elif isinstance(outcome, Missing) and is_open(outcome, required=slot.required):
            missing.append(slot.name)
    return tuple(missing), tuple(ambiguous)


def _effects(decision: Decision, spec: VerbSpec | None) -> tuple[SideEffect, ...]:
    top: Pending | None = decision.conversation.top
    if spec is None or top is None or top.verb != spec.name or decision.ended is not None:
        return ()
    return side_effects(top, spec)


def _next_act(
    decision: Decision,
    spec: VerbSpec | None,
    missing: tuple[str, ...],
    ambiguous: tuple[str, ...],
    slots: Mapping[str, Outcome],
) -> str:
    """Return what a model that reads the annotation should do next, one sentence."""
    if decision.ended is not None:
        return f"The action is {decision.ended.state}. Do not call anything."
    if spec is None:
        return "No verb was recognised."
    if ambiguous:
        return f"Present the menu for {ambiguous[0]} and stop."
    if missing:
        return f"Stop and ask the user for {', '.join(missing)}."
    new = any(isinstance(getattr(outcome, "value", None), NewValue) for outcome in slots.values())
    surface = " The paraphrase MUST surface the auto-create side effect." if new else ""
    return f"All required params present. Call {spec.name} with these values after confirmation.{surface}"


def too_long_reply(turn: Turn, now: datetime, size: str) -> Reply:
    """Refuse a message that is too long, as ``size`` says, before anything reads it; nothing is changed."""
    text = f"That message is too long for me ({size}). Please say it shorter."
    return _plain_reply(turn, now, text, "the message is too long", state="idle")


def repeated_reply(stored: Reply, text: str) -> Reply:
    """Return the stored reply of a message that came again; one that was edited meanwhile is told that edits count not.

    ``text`` is what the message says now; what was masked cannot be compared. An edit is a new event,
    so its answer is to be posted: no duplicate.
    """
    first = stored.annotation.raw_message
    if not first or MASK in first or " ".join(text.split()) == " ".join(first.split()):
        return stored.model_copy(update={"duplicate": True})
    shown = {name: f"{EDITED} {getattr(stored, name)}" for name in ("text", "prompt")}
    return stored.model_copy(update=shown)


def working_reply(turn: Turn, now: datetime, *, duplicate: bool) -> Reply:
    """Say that a message is still being worked on."""
    reply = _plain_reply(turn, now, "I am still working on that.", "still executing", state="executing")
    return reply.model_copy(update={"duplicate": duplicate})


def _plain_reply(turn: Turn, now: datetime, text: str, reason: str, *, state: str) -> Reply:
    annotation = Annotation(
        message_id=turn.message_id,
        tenant_id=turn.tenant,
        conversation=turn.conversation,
        user=turn.user,
        at=now,
        raw_message="",
        state=state,
        fallthrough_reason=reason,
    )
    return Reply(
        reply_id=f"{turn.message_id}/{Code.REPEAT.value}", text=text, prompt=text, state=state, annotation=annotation
    )
