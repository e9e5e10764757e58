"""The annotation of one turn: what was read, what it resolved to, what is missing, what comes next.

As a value it is one JSON record. As text it is the block of the intent spike,
``[Pre-resolved: verb=..., ...]``, that a host may put before a model: one block,
with our values; nothing that a person typed can close it or open another.
"""

from __future__ import annotations

import json
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from resolver.outcome import Ambiguous, Missing, Outcome, Reason, Resolved, Tier
from resolver.values import DateValue, EntityValue, NewValue, NumberValue, SlotValue, format_number, plain
from states.pending import SideEffect

_BRACKETS = str.maketrans({"[": "⟦", "]": "⟧", "\n": " ", "\r": " ", "\u2028": " ", "\u2029": " "})
"""What keeps a person's words from closing the block or starting a line of their own."""

_TIERS: dict[Tier, str] = {
    Tier.EXACT: "exact match",
    Tier.ALIAS: "by alias {said}",
    Tier.BARE: "the same name as {said}",
    Tier.PART: "the only name with {said}",
    Tier.FUZZY: "closest to {said}",
    Tier.MENTION: "mention {said}",
    Tier.PRONOUN: "pronoun {said} resolved from the conversation",
    Tier.INFERRED: "inferred from prior turn",
    Tier.LEFTOVER: "taken from {said} in the message",
    Tier.NOUN: "from {said}",
    Tier.DEFAULT: "default",
    Tier.PICKED: "picked",
}
"""How a value's provenance is said; tiers left out say nothing."""

_REASONS: dict[Reason, str] = {
    Reason.NO_MATCH: "no match for {said}",
    Reason.NO_REFERENT: "pronoun {said} found no referent in last 24h",
    Reason.ARCHIVED: "{said} is archived",
    Reason.UNREADABLE: "couldn't read {said}",
    Reason.OUT_OF_BOUNDS: "{said} must be {found}",
    Reason.WRONG_SIDE: "{said} is {found}, on the wrong side of today",
    Reason.NOT_ALLOWED: "{said} does not exist and the user lacks permission {permission}",
}
"""How a missing slot's reason is said."""


class Annotation(BaseModel):
    """The record of one decision."""

    model_config = ConfigDict(frozen=True)

    message_id: str
    """The message."""
    tenant_id: str
    """The tenant."""
    conversation: str
    """Where it was said."""
    user: str
    """Who said it."""
    at: datetime
    """When it was decided, aware."""
    raw_message: str
    """The message as cleaned."""
    read_as: str = ""
    """What it was taken for: verb, pick, answer, control, correction, question, reply, fallback."""
    verb_extracted: str = ""
    """The verb that was recognised or is being filled; empty for none."""
    trigger: str = ""
    """The words that started it."""
    form: str = ""
    """The surface form that applied."""
    matched: tuple[str, ...] = ()
    """Every verb that the message could have started, best first."""
    slots: dict[str, str] = Field(default_factory=dict)
    """Slot -> the words that were taken for it."""
    readings: dict[str, str] = Field(default_factory=dict)
    """Slot -> the rule that read a value from those words (:func:`slots.value_rules.rule_of`)."""
    resolutions: dict[str, Outcome] = Field(default_factory=dict)
    """Slot -> what became of it, with its evidence."""
    missing: tuple[str, ...] = ()
    """Slots that will be asked for because they have no value."""
    ambiguous: tuple[str, ...] = ()
    """Slots with several candidates."""
    leftover: tuple[str, ...] = ()
    """Words that nothing took."""
    side_effects: tuple[SideEffect, ...] = ()
    """What would be created on the way."""
    state: str = ""
    """The state after the turn."""
    asking: str = ""
    """The slot that is asked for."""
    notes: tuple[str, ...] = ()
    """The codes of what was said before the question (:class:`states.move.Code`), in order."""
    ran: tuple[str, ...] = ()
    """The tools that ran in the turn, in order; one that did not return is marked ``(failed)``."""
    next_act: str = ""
    """What to do next, one sentence."""
    fallthrough_reason: str = ""
    """Why no verb, or no answer, was found; empty when one was."""
    tier: str = ""
    """The routing tier that took the message: capture, token_set (a trigger too), example, semantic, fallback; empty
    for a reply."""
    rule: str = ""
    """The rule of that tier that found it."""
    routes: dict[str, float] = Field(default_factory=dict)
    """Every route that the tier found, best first, with its score."""
    lane: str = ""
    """The triage's label: action, knowledge, ambiguous; empty where it is off."""
    triage: dict[str, object] = Field(default_factory=dict)
    """The triage's scores and signals."""
    tables: str = ""
    """The fingerprint of the verb's table."""

    def block(self) -> str:
        """Return the annotation as one block of text that nothing inside it can close."""
        if not self.verb_extracted:
            return f"[Pre-resolved: verb=none. {_safe(self.fallthrough_reason or 'no verb')}.]"
        parts = [f"verb={self.verb_extracted}"]
        for slot, outcome in self.resolutions.items():
            part = self._part(slot, outcome)
            if part:
                parts.append(part)
        text = ", ".join(parts)
        if self.side_effects:
            listed = ", ".join(
                _quote(f'{effect.creates} "{effect.name}" will be auto-created (not found)')
                for effect in self.side_effects
            )
            text += f". side_effects: [{listed}]"
        return f"[Pre-resolved: {text}. {_safe(self.next_act)}]"

    def _part(self, slot: str, outcome: Outcome) -> str:
        if isinstance(outcome, Resolved):
            told = _TIERS.get(outcome.tier, "").format(said=_quote(outcome.said))
            return f"{slot}={_shown(outcome.value)}" + (f" ({told})" if told else "")
        if isinstance(outcome, Ambiguous) and slot in self.ambiguous:
            listed = "; ".join(f"{n}. {_safe(one.label)}" for n, one in enumerate(outcome.candidates, 1))
            return f"AMBIGUOUS {slot}={_quote(outcome.said)} — matched {len(outcome.candidates)}: {listed}"
        if isinstance(outcome, Missing) and slot in self.missing:
            told = _REASONS.get(outcome.reason, "").format(
                said=_quote(outcome.said), found=_safe(outcome.found), permission=outcome.permission
            )
            return f"MISSING {slot}" + (f" ({told})" if told else "")
        return ""


def _shown(value: SlotValue) -> str:
    match value:
        case NumberValue(number=number):
            return format_number(number)
        case EntityValue(id=id_, name=name):
            return f"{_quote(name)} id={_safe(id_)}"
        case NewValue(name=name):
            return f"{_quote(name)} (new)"
        case DateValue():
            return plain(value)
        case _:
            return _quote(plain(value))


def _quote(text: str) -> str:
    return json.dumps(text.translate(_BRACKETS), ensure_ascii=False)


def _safe(text: str) -> str:
    return text.translate(_BRACKETS)
