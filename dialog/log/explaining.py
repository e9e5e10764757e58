"""An annotation in words: what was read in a message, why, what it came to, what was left over.

In: the record of one decision. Out: a few plain lines for the person who said it, or for an operator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from dialog.log.annotation import Annotation
from dialog.log.record import Entry
from resolver.outcome import Ambiguous, Missing, Outcome, Reason, Resolved, Tier
from resolver.values import EntityValue, NewValue, SlotValue, plain

TIERS: Mapping[Tier, str] = {
    Tier.READ: "read as it was written",
    Tier.TYPED: "taken as typed",
    Tier.EXACT: "that is its full name",
    Tier.ALIAS: "that is another name of it",
    Tier.BARE: "that is its full name but for its legal form, the order of its words or how they are cut",
    Tier.PART: "the only one with that in its name",
    Tier.FUZZY: "nothing else comes as close",
    Tier.MENTION: "a mention",
    Tier.PRONOUN: "it was mentioned in this conversation",
    Tier.INFERRED: "not said; it was the only one mentioned last",
    Tier.LEFTOVER: "a known name that stood there by itself",
    Tier.NOUN: "the word behind the verb says so",
    Tier.DEFAULT: "not said; the default",
    Tier.PICKED: "picked from the menu",
    Tier.NEW: "nothing of that name is there, so it would be new",
    Tier.IMPLIED: "follows from what was chosen",
}
"""How a value was found, in words."""

REASONS: Mapping[Reason, str] = {
    Reason.NOT_SAID: "nothing was said for it",
    Reason.NO_MATCH: "nothing is called that",
    Reason.NO_REFERENT: "it points at nothing that was mentioned lately",
    Reason.ARCHIVED: "that is archived",
    Reason.UNREADABLE: "that could not be read",
    Reason.OUT_OF_BOUNDS: "that is outside what is allowed",
    Reason.WRONG_SIDE: "that day is on the wrong side of today",
    Reason.NOT_ALLOWED: "it would have to be created, and that needs a permission",
    Reason.CLEARED: "it was taken back",
}
"""Why a slot has no value, in words."""

READ_AS: Mapping[str, str] = {
    "": "the end of a run that was interrupted",
    "pick": "a pick from the menu",
    "answer": "an answer to the question",
    "control": "a word that steers the conversation",
    "correction": "a change of what was there",
    "question": "a question",
    "reply": "a reply",
    "fallback": "nothing that I can do",
}
"""What a message was taken for when it started no verb, in words."""

STATES: Mapping[str, str] = {
    "idle": "Nothing is open after it.",
    "fallback": "Nobody took it.",
    "awaiting_menu_choice": "Then a menu was shown{asking}.",
    "awaiting_freeform": "Then a question was asked{asking}.",
    "confirming": "Then a yes or no was asked for.",
    "done": "It was done.",
    "cancelled": "It was dropped; nothing was done.",
    "failed": "It failed.",
    "unknown": "Whether it went through is unknown.",
}
"""What a turn came to, in words."""


ERASED = "(erased)"
"""Stands where a person's words, or a value of theirs, were erased."""


def explain(annotation: Annotation) -> str:
    """Return an annotation in words, a few lines; of an entry of the log that was erased, what is left."""
    said = f"“{_flat(annotation.raw_message)}”" if annotation.raw_message else _no_words(annotation)
    lines = [f"{said} on {annotation.at:%Y-%m-%d at %H:%M} ({annotation.at.tzname()})"]
    for part in _PARTS:
        lines.extend(part(annotation))
    return "\n".join(lines)


def _is_erased(annotation: Annotation) -> bool:
    return isinstance(annotation, Entry) and annotation.hidden == "erased"


def _no_words(annotation: Annotation) -> str:
    return ERASED if _is_erased(annotation) else "(not kept)"


def _flat(text: str) -> str:
    """Return words for one line: what a person typed starts no line of its own and holds no escape code."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _name(slot: str) -> str:
    return slot.removesuffix("_name").replace("_", " ")


def _verb(annotation: Annotation) -> Iterator[str]:
    verb = annotation.verb_extracted.replace("_", " ")
    if annotation.read_as == "verb":
        rule = annotation.rule or annotation.trigger
        why = f", because of “{_flat(rule)}”" if rule else ""
        yield f"Read as: {verb}{why} (tier: {annotation.tier or 'trigger'})."
        others = [one.replace("_", " ") for one in (*annotation.matched, *annotation.routes)]
        rest = [one for one in dict.fromkeys(others) if one != verb]
        if rest:
            yield f"It could also have been: {', '.join(rest)}."
    else:
        about = f", for {verb}" if verb else ""
        yield f"Read as: {READ_AS.get(annotation.read_as, annotation.read_as)}{about}."
    if annotation.form:
        yield f"Form: {annotation.form}."
    if annotation.fallthrough_reason:
        yield f"Why not: {annotation.fallthrough_reason}."


def _slots(annotation: Annotation) -> Iterator[str]:
    for slot, outcome in annotation.resolutions.items():
        told = _slot(slot, outcome, annotation)
        if told:
            yield f"- {_name(slot)}: {_flat(told)}"


def _slot(slot: str, outcome: Outcome, annotation: Annotation) -> str:
    said = f"from “{outcome.said}”; " if outcome.said else ""
    rule = f" ({annotation.readings[slot]})" if slot in annotation.readings else ""
    match outcome:
        case Resolved(value=value, tier=tier):
            new = " (new)" if isinstance(value, NewValue) else ""
            return f"{_value(value, annotation)}{new}, {said}{TIERS[tier]}{rule if tier is Tier.READ else ''}"
        case Ambiguous(candidates=candidates):
            listed = f"{len(candidates)}: {', '.join(one.label for one in candidates)}" if candidates else "several"
            return f"ambiguous, {said}it fits {listed}{rule}"
        case Missing(reason=reason) if slot in annotation.missing or reason is not Reason.NOT_SAID:
            return f"missing, {said}{REASONS[reason]}{rule}"
        case _:
            return ""


def _value(value: SlotValue, annotation: Annotation) -> str:
    """Return a value in words; of an erased entity its id is left."""
    if not _is_erased(annotation):
        return plain(value)
    return f"{value.type} {value.id} (name erased)" if isinstance(value, EntityValue) else ERASED


def _rest(annotation: Annotation) -> Iterator[str]:
    unused = [one.unused for one in annotation.resolutions.values() if isinstance(one, Resolved) and one.unused]
    taken = {one.said for one in annotation.resolutions.values() if isinstance(one, Resolved)}
    left = tuple(words for words in dict.fromkeys((*annotation.leftover, *unused)) if words not in taken)
    if left:
        yield f"Not used: {', '.join(f'“{_flat(words)}”' for words in left)}."
    if annotation.side_effects:
        listed = ", ".join(
            f"{effect.creates.replace('_', ' ')} “{_flat(effect.name)}”" for effect in annotation.side_effects
        )
        yield f"Created on the way: {listed}."
    if annotation.ran:
        yield f"Ran: {', '.join(annotation.ran)}."
    asking = f" for the {_name(annotation.asking)}" if annotation.asking else ""
    yield STATES.get(annotation.state, annotation.state).format(asking=asking)
    if annotation.lane not in ("", "ambiguous"):  # the triage had nothing to say of it
        yield f"Lane: {annotation.lane}."


_PARTS: tuple[Callable[[Annotation], Iterator[str]], ...] = (_verb, _slots, _rest)
