"""Hiding what the log must not keep: values of sensitive slots, and everything a person said.

In: an annotation. Out: one whose values are gone and whose skeleton (ids, times, verb, states, tiers) stays.
When the words of a sensitive value cannot be told from the rest of a message, the whole message is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from dialog.log.annotation import Annotation
from dialog.log.stats import RETRIED
from resolver.outcome import Ambiguous, Missing, Outcome, Resolved
from resolver.values import EntityValue, NewValue, SlotValue, TextValue, plain
from slots.compiled import CompiledSet
from slots.scan import scan
from slots.tables import TableSet
from slots.triggers import find_triggers
from states.move import Decision
from states.pending import Conversation, Pending

MASK = "•••"
"""Stands for what is hidden."""

Sensitive = Mapping[str, frozenset[str]]
"""Verb -> its sensitive slots; verbs without one are left out."""

Slots = tuple[str, Mapping[str, Outcome]]


def sensitive_slots(tables: TableSet) -> Sensitive:
    """Return the sensitive slots of a table set."""
    found = {verb.name: frozenset(slot.name for slot in verb.slots if slot.sensitive) for verb in tables.verbs}
    return {verb: slots for verb, slots in found.items() if slots}


def masked(annotation: Annotation, before: Conversation, decision: Decision, tables: CompiledSet) -> Annotation | None:
    """Return the annotation with sensitive values hidden; None when no verb with such a slot has to do with it."""
    sensitive = sensitive_slots(tables.tables)
    pending = (*before.stack, *decision.conversation.stack)
    open_slots: list[Slots] = [(one.verb, one.slots) for one in pending]
    if decision.ended is not None:
        open_slots.append((decision.ended.verb, decision.ended.slots))
    touched = {annotation.verb_extracted, *annotation.matched, *(verb for verb, _ in open_slots)}
    offers = filter(None, (before.offer, decision.conversation.offer))
    touched.update(one.route for offer in offers for one in offer.options)
    wishes = [wish.text for one in pending for wish in one.after]
    if not sensitive or (
        touched.isdisjoint(sensitive) and not wishes and not _is_unread(annotation, sensitive, tables)
    ):
        return None
    secrets = {text for verb, slots in open_slots for name in sensitive.get(verb, ()) for text in _texts(slots, name)}
    own = sensitive.get(annotation.verb_extracted, frozenset())
    secrets.update(annotation.slots[name] for name in own if name in annotation.slots)
    secrets.update(wishes)
    if any(not isinstance(annotation.resolutions.get(name), Resolved) for name in own):
        secrets.update(annotation.leftover)
    hide = _Hider(secrets)
    if _is_all_secret(annotation, before, decision, sensitive, tables):
        hide = _Hider((), everything=True)
    return _hidden(annotation, hide, own)


def _texts(slots: Mapping[str, Outcome], name: str) -> Iterator[str]:
    """Yield every text by which a slot's outcome could stand in a message."""
    match slots.get(name):
        case Resolved(value=value, said=said, unused=unused, called=called):
            yield from (said, unused, called, plain(value))
        case Ambiguous(candidates=candidates, said=said):
            yield from (said, *(one.label for one in candidates), *(plain(one.value) for one in candidates))
        case Missing(said=said, found=found):
            yield from (said, found)


def _is_all_secret(
    annotation: Annotation, before: Conversation, decision: Decision, sensitive: Sensitive, tables: CompiledSet
) -> bool:
    """Whether the whole message may be the value: it was asked for, not understood, or changed by other words."""
    top = before.top
    is_lost = bool(annotation.fallthrough_reason) or not RETRIED.isdisjoint(annotation.notes)
    if is_lost and any(one.verb in sensitive or one.after for one in before.stack):
        return True
    if _is_unread(annotation, sensitive, tables):
        return True
    if top is None or top.verb not in sensitive:
        return False
    if top.question is not None and top.question.slot in sensitive[top.verb]:
        return True
    after = _slots_after(top, decision)
    changed = [name for name in sensitive[top.verb] if after.get(name) != top.slots.get(name)]
    return any(not _stands_in(_texts(after, name), annotation.raw_message) for name in changed)


def _is_unread(annotation: Annotation, sensitive: Sensitive, tables: CompiledSet) -> bool:
    """Whether a message starts a sensitive verb whose values were not cut out of it: refused, or read otherwise."""
    started = {match.verb for match in find_triggers(scan(annotation.raw_message), tables)} | annotation.routes.keys()
    is_cut = annotation.read_as == "verb"
    return not sensitive.keys().isdisjoint(started - ({annotation.verb_extracted} if is_cut else set()))


def _slots_after(top: Pending, decision: Decision) -> Mapping[str, Outcome]:
    for pending in decision.conversation.stack:
        if pending.action_id == top.action_id:
            return pending.slots
    is_ended = decision.ended is not None and decision.ended.verb == top.verb
    return decision.ended.slots if is_ended and decision.ended is not None else top.slots


def _stands_in(texts: Iterable[str], message: str) -> bool:
    return any(text and text.casefold() in message.casefold() for text in texts)


class _Hider:
    """Hides some words wherever they stand, as whole words and in any case; or everything."""

    def __init__(self, secrets: Iterable[str], *, everything: bool = False) -> None:
        self.everything = everything
        longest = sorted((text for text in secrets if text.strip()), key=len, reverse=True)
        words = "|".join(re.escape(text) for text in longest)
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if words else None

    def __call__(self, text: str) -> str:
        if self.everything and text:
            return MASK
        return self._pattern.sub(MASK, text) if self._pattern is not None else text


def _hidden(annotation: Annotation, hide: _Hider, own: frozenset[str]) -> Annotation:
    return annotation.model_copy(
        update={
            "raw_message": hide(annotation.raw_message),
            "trigger": annotation.trigger if not hide.everything else "",
            "slots": {slot: MASK if slot in own else hide(text) for slot, text in annotation.slots.items()},
            "resolutions": {
                slot: blank(one) if slot in own else _words_hidden(one, hide)
                for slot, one in annotation.resolutions.items()
            },
            "leftover": tuple(map(hide, annotation.leftover)) if not hide.everything else (),
            "side_effects": tuple(
                effect.model_copy(update={"name": hide(effect.name)}) for effect in annotation.side_effects
            ),
            "triage": {name: hide(part) if isinstance(part, str) else part for name, part in annotation.triage.items()}
            if not hide.everything
            else {},
        }
    )


def blank(outcome: Outcome) -> Outcome:
    """Return an outcome without words and values: its kind, tier and reason stay."""
    said = MASK if outcome.said else ""
    match outcome:
        case Resolved(value=value):
            bare = {"value": _blank_value(value), "said": said, "unused": "", "called": "", "detail": ""}
            return outcome.model_copy(update=bare)
        case Ambiguous():
            return outcome.model_copy(update={"candidates": (), "said": said, "may_create": ""})
        case Missing():
            return outcome.model_copy(update={"said": said, "hints": (), "found": "", "may_create": ""})


def _blank_value(value: SlotValue) -> SlotValue:
    match value:
        case EntityValue():
            return value.model_copy(update={"id": MASK, "name": MASK})
        case NewValue():
            return value.model_copy(update={"name": MASK})
        case _:
            return TextValue(text=MASK)


def _words_hidden(outcome: Outcome, hide: _Hider) -> Outcome:
    """Return another slot's outcome with the secret words hidden in what was said for it."""
    changed: dict[str, object] = {"said": hide(outcome.said)}
    if isinstance(outcome, Resolved):
        changed |= {name: hide(getattr(outcome, name)) for name in ("unused", "called", "detail")}
        if isinstance(outcome.value, TextValue) and not hide.everything:
            changed["value"] = TextValue(text=hide(outcome.value.text))
    return outcome.model_copy(update=changed)


def erased(annotation: Annotation) -> Annotation:
    """Return the skeleton of an annotation: ids, times, verb, states, tiers; nothing that anybody said."""
    return annotation.model_copy(
        update={
            "raw_message": "",
            "trigger": "",
            "slots": dict.fromkeys(annotation.slots, ""),
            "resolutions": {slot: _unnamed(one) for slot, one in annotation.resolutions.items()},
            "leftover": (),
            "side_effects": (),
            "triage": {},
            "rule": "",
        }
    )


def _unnamed(outcome: Outcome) -> Outcome:
    """Return an outcome without words; of an entity its type and id stay, the skeleton of what was decided."""
    bare = blank(outcome)
    if isinstance(bare, Resolved) and isinstance(bare.value, EntityValue) and isinstance(outcome, Resolved):
        id_ = outcome.value.id if isinstance(outcome.value, EntityValue) else ""
        return bare.model_copy(update={"value": bare.value.model_copy(update={"id": id_, "name": ""}), "said": ""})
    return bare.model_copy(update={"said": ""})
