"""What is persisted of a conversation: the stack of pending actions, each with its open question.

All of it is one frozen value that round-trips through JSON. Menus are kept as
they were shown: a number belongs to the menu that the person saw.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from resolver.outcome import Ambiguous, Candidate, Missing, Outcome, Resolved
from resolver.values import EntityValue, NewValue, SlotValue, TextValue
from slots.tables import VerbSpec


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True)


class Expects(StrEnum):
    """What kind of reply a question wants."""

    NOTHING = "nothing"
    """No question is open."""
    CHOICE = "choice"
    """A pick from the menu."""
    TEXT = "text"
    """The person's own words."""
    YES_NO = "yes_no"
    """A plain yes or no, or a change."""


class Option(_Kept):
    """One real option of a menu, as shown."""

    candidate: Candidate
    """What picking it chooses."""
    creates: str = ""
    """The name of what picking it would create; empty for what is there already."""
    starts: str = ""
    """The utterance that picking it starts as a verb of its own; empty for values."""


class Question(_Kept):
    """The question that is open."""

    prompt_id: str
    """Changes with every question put, so that an old button or a late yes can be told."""
    slot: str
    """The slot asked for; empty for the confirmation."""
    expects: Expects
    """What kind of reply it wants."""
    menu_id: str = ""
    """Which menu; empty for none."""
    options: tuple[Option, ...] = ()
    """The real options in order; the escape follows them."""
    tries: int = 0
    """Failed tries in a row."""
    old: Resolved | None = None
    """The value that a correction took away; "keep it" restores it."""
    asked_at: datetime
    """When it was put, aware."""
    expires_at: datetime
    """From when a pick or a yes does nothing but ask anew."""


class Wish(_Kept):
    """A further wish of the same message, taken up when the one before has ended."""

    text: str
    """Its words as typed."""
    said_on: date
    """The speaker's day when it was said; its dates count from there."""


class Call(_Kept):
    """One tool call of a plan."""

    tool: str
    """The tool."""
    arguments: dict[str, SlotValue]
    """Argument -> value."""
    creates: str = ""
    """The entity type it creates; empty for none."""
    fills: str = ""
    """The slot whose new entity it creates on the way; empty for the verb's own call."""


class Plan(_Kept):
    """What a plain yes runs: exactly what was shown, ids and values; text is never read again."""

    action_id: str
    """The action."""
    verb: str
    """The verb."""
    calls: tuple[Call, ...]
    """In order; creations on the way first."""
    attempt: int = 1
    """The how manieth run under this id it is: more than one only where a tool takes the key of the first."""


class Pending(_Kept):
    """An action that is being filled, shown or run."""

    action_id: str
    """Unique within the conversation; the base of the idempotency key."""
    verb: str
    """Which verb."""
    state: str
    """A state of the verb's machine."""
    slots: dict[str, Outcome]
    """Slot -> what became of it; every slot of the table has an entry."""
    question: Question | None = None
    """The open question; None while none was put."""
    utterance: str
    """The words that started it."""
    said_on: date
    """The speaker's day when it was said."""
    fingerprint: str
    """Of the verb's table when it was started."""
    after: tuple[Wish, ...] = ()
    """The further wishes of the same message."""
    tried: Plan | None = None
    """The plan that failed in a way that wants the same key again; another plan gets another id."""
    leftover: tuple[str, ...] = ()
    """Words of the message that no slot took; the confirmation says so."""

    def resolved(self) -> dict[str, Resolved]:
        """Return the slots that have a value."""
        return {name: outcome for name, outcome in self.slots.items() if isinstance(outcome, Resolved)}

    def value(self, slot: str) -> SlotValue | None:
        """Return a slot's value, or None."""
        outcome = self.slots.get(slot)
        return outcome.value if isinstance(outcome, Resolved) else None


class Offered(_Kept):
    """One line of a menu of verbs."""

    route: str
    """The verb or route that picking it takes."""
    label: str
    """What the line says."""
    aliases: tuple[str, ...] = ()
    """Other names by which a reply may pick it."""


class Offer(_Kept):
    """A menu of verbs: what a message could mean when no one of them is the clear one. Nothing else is open then."""

    prompt_id: str
    """As a question's."""
    menu_id: str
    """Which menu."""
    text: str
    """The message; what is picked starts with it."""
    said_on: date
    """The speaker's day when it was said."""
    options: tuple[Offered, ...]
    """In order; the escape follows them."""
    asked_at: datetime
    """When it was put, aware."""
    expires_at: datetime
    """From when a pick does nothing but put it again."""


class Conversation(_Kept):
    """Everything that is open between one person and the system in one conversation."""

    stack: tuple[Pending, ...] = ()
    """The pending actions, the one being asked about last."""
    offer: Offer | None = None
    """The open menu of verbs; only where no action is pending."""
    turns: int = 0
    """Messages decided so far; makes ids unique without chance or clock."""
    news: str = ""
    """What was found out of an action whose process was gone, and not told yet: it heads the next reply."""

    @property
    def top(self) -> Pending | None:
        """The action being asked about, or None."""
        return self.stack[-1] if self.stack else None


class SideEffect(_Kept):
    """Something that the plan creates beside its main action."""

    creates: str
    """The entity type."""
    name: str
    """Its name."""


def side_effects(pending: Pending, verb: VerbSpec) -> tuple[SideEffect, ...]:
    """Return what would be created on the way, in slot order."""
    values = [pending.value(slot.name) for slot in verb.slots]
    return tuple(SideEffect(creates=v.type, name=v.name) for v in values if isinstance(v, NewValue))


def make_plan(pending: Pending, verb: VerbSpec) -> Plan:
    """Return the calls for a filled action: creations first, then the verb's own tool."""
    resolved = pending.resolved()
    calls = []
    for slot in verb.slots:
        outcome = resolved.get(slot.name)
        if outcome is not None and isinstance(outcome.value, NewValue) and slot.auto_create is not None:
            rule = slot.auto_create
            arguments: dict[str, SlotValue] = {rule.argument: TextValue(text=outcome.value.name)}
            calls.append(Call(tool=rule.tool, arguments=arguments, creates=outcome.value.type, fills=slot.name))
    tool = tool_name(pending, verb)
    given = {name: one.value for name, one in resolved.items() if f"{{{name}}}" not in verb.tool}
    calls.append(Call(tool=tool, arguments=given, creates=verb.creates))
    return Plan(action_id=pending.action_id, verb=verb.name, calls=tuple(calls))


def tool_name(pending: Pending, verb: VerbSpec) -> str:
    """Return the tool that a filled action calls; a ``{slot}`` in the table's name is that slot's value."""
    name = verb.tool or verb.name
    for slot, outcome in pending.resolved().items():
        if isinstance(outcome.value, TextValue):
            name = name.replace(f"{{{slot}}}", outcome.value.text)
    return name


def tool_names(verb: VerbSpec) -> tuple[str, ...]:
    """Return every tool that a verb may call, sorted: its own, with each choice in place, and those that create."""
    names = [verb.tool or verb.name]
    for slot in verb.slots:
        if f"{{{slot.name}}}" in names[0]:
            names = [name.replace(f"{{{slot.name}}}", choice.name) for name in names for choice in slot.choices]
    created = [slot.auto_create.tool for slot in verb.slots if slot.auto_create is not None]
    return tuple(sorted({*names, *created}))


def is_open(outcome: Outcome, *, required: bool) -> bool:
    """Whether a slot must still be asked for: it is unclear, or required, or was said and gave no value."""
    match outcome:
        case Resolved():
            return False
        case Ambiguous():
            return True
        case Missing(reason=reason):
            if reason.value == "cleared":
                return required
            return required or reason.value != "not_said"


def refs_of(values: dict[str, Resolved]) -> tuple[tuple[str, str], ...]:
    """Return the (type, id) of every entity among some slots' values."""
    return tuple((one.value.type, one.value.id) for one in values.values() if isinstance(one.value, EntityValue))
