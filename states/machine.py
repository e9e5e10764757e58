"""One transition table per verb, on ``transitions``.

In: a verb's table. Out: a :class:`VerbMachine`, built once and shared: a pure
table that says which state a trigger leads to. A trigger that the state has no
row for raises :class:`slots.errors.TransitionError` and changes nothing. The
diagram is drawn from the same rows, so what it shows is all that moves the state.

``extracting`` is the hub: every answer leads back to it, and from there the next
open slot is asked, or the whole is proposed, or a read verb runs at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from transitions import Machine, MachineError

from slots.errors import TableError, TransitionError
from slots.tables import Menu, SlotKind, SlotSpec, VerbSpec


class State(StrEnum):
    """The states of every verb; the two waiting ones carry the slot behind a colon."""

    EXTRACTING = "extracting"
    """Slots are being filled; no message waits here."""
    MENU = "awaiting_menu_choice"
    """A menu is open for a slot."""
    FREEFORM = "awaiting_freeform"
    """A value is awaited in the person's own words."""
    CONFIRMING = "confirming"
    """Everything is filled and shown; only a plain yes goes on."""
    EXECUTING = "executing"
    """The tool runs."""
    DONE = "done"
    """The tool succeeded. Final."""
    CANCELLED = "cancelled"
    """Dropped. Final."""
    FAILED = "failed"
    """The tool refused or was rolled back; the slots are kept and may be proposed again."""
    UNKNOWN = "unknown"
    """Nobody can know whether the tool had its effect. Final: it never runs again by itself."""


FINAL = frozenset({State.DONE, State.CANCELLED, State.UNKNOWN})
"""States without a way out."""


class Fire(StrEnum):
    """The triggers of every verb; the two asking ones carry the slot behind a colon."""

    ASK_MENU = "ask_menu"
    """The next open slot has something to list."""
    ASK_TEXT = "ask_text"
    """The next open slot has nothing to list."""
    ANSWER = "answer"
    """The question was answered, or another slot was."""
    PROPOSE = "propose"
    """No slot is open."""
    RUN = "run"
    """No slot is open, and the verb only reads."""
    CORRECT = "correct"
    """A slot is changed while the whole is shown."""
    CONFIRM = "confirm"
    """A plain yes."""
    SUCCEED = "succeed"
    """The tool returned."""
    FAIL = "fail"
    """The tool refused, or its effect was rolled back."""
    LOSE = "lose"
    """The tool's outcome cannot be known."""
    RETRY = "retry"
    """What failed is proposed again."""
    CANCEL = "cancel"
    """A plain no, cancel, the escape, or what refuses the action."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a transition table."""

    trigger: str
    """What happens."""
    source: str
    """The state in which it may."""
    dest: str
    """The state it leads to."""
    guard: str = ""
    """When it happens, in words, for the diagram."""


def menu_state(slot: str) -> str:
    """Return the state in which a menu for a slot is open."""
    return f"{State.MENU}:{slot}"


def text_state(slot: str) -> str:
    """Return the state in which a slot's value is awaited freeform."""
    return f"{State.FREEFORM}:{slot}"


def public_state(state: str) -> str:
    """Return the short name of a state, without the slot."""
    return state.partition(":")[0]


def may_list(slot: SlotSpec) -> bool:
    """Whether a slot can be asked by a menu: it lists something, or its words can fit several things."""
    return slot.menu is not Menu.NONE or slot.kind is not SlotKind.NAME


def may_write(slot: SlotSpec) -> bool:
    """Whether a slot can be asked freeform: all but those whose values are a fixed list."""
    return slot.kind is not SlotKind.CHOICE and slot.menu not in (Menu.DATES, Menu.CHOICES)


def rows(verb: VerbSpec) -> tuple[Row, ...]:
    """Return a verb's transition table, in the order in which its slots are asked."""
    # transitions takes a state that is an Enum for another kind of state: the table holds plain text
    return tuple(Row(str(row.trigger), str(row.source), str(row.dest), row.guard) for row in _rows(verb))


def _rows(verb: VerbSpec) -> Iterator[Row]:
    waiting: list[str] = []
    for slot in verb.slots:
        guard = "missing or unclear" if slot.required else "said but unclear"
        if may_list(slot):
            yield Row(f"{Fire.ASK_MENU}:{slot.name}", State.EXTRACTING, menu_state(slot.name), guard)
            waiting.append(menu_state(slot.name))
        if may_write(slot):
            yield Row(f"{Fire.ASK_TEXT}:{slot.name}", State.EXTRACTING, text_state(slot.name), guard)
            waiting.append(text_state(slot.name))
    for state in waiting:
        yield Row(Fire.ANSWER, state, State.EXTRACTING, "value")
    if verb.read:
        yield Row(Fire.RUN, State.EXTRACTING, State.EXECUTING, "all filled")
    else:
        yield Row(Fire.PROPOSE, State.EXTRACTING, State.CONFIRMING, "all filled")
        yield Row(Fire.CORRECT, State.CONFIRMING, State.EXTRACTING, "a change")
        yield Row(Fire.CONFIRM, State.CONFIRMING, State.EXECUTING, "a plain yes")
    yield Row(Fire.SUCCEED, State.EXECUTING, State.DONE, "returned")
    yield Row(Fire.FAIL, State.EXECUTING, State.FAILED, "refused or rolled back")
    yield Row(Fire.LOSE, State.EXECUTING, State.UNKNOWN, "outcome not known")
    yield Row(Fire.RETRY, State.FAILED, State.EXTRACTING, "slots kept")
    for state in (State.EXTRACTING, *waiting, *((State.CONFIRMING,) if not verb.read else ()), State.FAILED):
        yield Row(Fire.CANCEL, state, State.CANCELLED, "no, cancel, something else")


class _Model:
    """A throw-away object that carries one state through one trigger."""

    state: str

    def __init__(self, state: str) -> None:
        self.state = state


class VerbMachine:
    """A verb's transition table; holds no conversation and may be shared by all."""

    def __init__(self, verb: VerbSpec) -> None:
        self.verb = verb.name
        """The verb."""
        self.rows = rows(verb)
        """Its table."""
        self.states = tuple(dict.fromkeys(state for row in self.rows for state in (row.source, row.dest)))
        """All states, in the order of the table."""
        self._check()
        self._machine = Machine(
            model=None,
            states=list(self.states),
            initial=State.EXTRACTING.value,
            transitions=[[row.trigger, row.source, row.dest] for row in self.rows],
            auto_transitions=False,
        )

    def fire(self, state: str, trigger: str) -> str:
        """Return the state that a trigger leads to; raises ``TransitionError`` where the table has no row."""
        event = self._machine.events.get(trigger)
        if event is None or state not in self._machine.states:
            raise TransitionError(verb=self.verb, state=state, trigger=trigger)
        model = _Model(state)
        try:
            event.trigger(model)
        except MachineError as error:
            raise TransitionError(verb=self.verb, state=state, trigger=trigger) from error
        return str(model.state)

    def _check(self) -> None:
        """Refuse a table with two rows for one state and trigger, a state out of reach, or one without a way out."""
        seen: set[tuple[str, str]] = set()
        for row in self.rows:
            if (row.source, row.trigger) in seen:
                raise TableError(f"two transitions for {row.trigger!r} in {row.source!r}", verb=self.verb)
            seen.add((row.source, row.trigger))
        for state in sorted(set(self.states) - self._reach(State.EXTRACTING)):
            raise TableError(f"the state {state!r} cannot be reached", verb=self.verb)
        for state in self.states:
            if state not in FINAL and not self._reach(state) & FINAL:
                raise TableError(f"the state {state!r} has no way out", verb=self.verb)

    def _reach(self, start: str) -> set[str]:
        found, todo = {str(start)}, [str(start)]
        while todo:
            state = todo.pop()
            for row in self.rows:
                if row.source == state and row.dest not in found:
                    found.add(str(row.dest))
                    todo.append(row.dest)
        return found
