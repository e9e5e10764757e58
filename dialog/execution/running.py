"""Running a plan: the calls in order, and what their outcome means for each kind of tool.

A plan's kind is that of its weakest tool: one blind call makes all of it blind.
See "What is promised" in the README.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import BaseModel, ConfigDict
from sqlmodel import Session

from dialog.execution.threads import GiveUp, run_apart
from dialog.store.sql import SqlStore, Write
from dialog.tools import Tool, Toolbox, ToolCall, ToolKind, ToolResult, called, checked, log_fault
from resolver.entities import Actor
from resolver.values import EntityValue, NewValue, SlotValue, plain
from slots.errors import BusyError, StoreError, ToolRejected
from slots.tables import VerbSpec
from slots.text import clean
from states.finish import Outcome, ToolOutcome
from states.move import Logged
from states.pending import Call, Plan

_WEAKEST = (ToolKind.BLIND, ToolKind.IDEMPOTENT, ToolKind.TRANSACTIONAL)


MOST_TEXT = 4000
"""Characters of a tool's text that are kept and told; the rest is cut off and marked."""

CUT = "… (cut off)"
"""The mark of a text that was cut."""

MOST_NAME = 200
"""Characters of a name in a tool's results."""

MOST_NAMED = 50
"""Entities of a tool's results that enter the log of mentions."""


class RunRecord(BaseModel):
    """What a run came to, as the store keeps it: enough to tell the person without running again."""

    model_config = ConfigDict(frozen=True)

    status: ToolOutcome
    """How it ended."""
    reason: str = ""
    """Why it failed."""
    text: str = ""
    """What the last tool said."""
    asides: tuple[str, ...] = ()
    """What the creations on the way said."""
    ran: tuple[tuple[str, dict[str, str], bool], ...] = ()
    """(tool, plain arguments, whether it returned) of every call, in order."""
    logged: tuple[tuple[str, str, str, bool], ...] = ()
    """(type, id, name, created) of what the results name."""
    keeps_key: bool = False
    """Whether it failed in a way that wants the same key for the next attempt."""
    created: tuple[tuple[str, EntityValue], ...] = ()
    """(slot, entity) of what was created on the way."""

    def outcome(self) -> Outcome:
        """Return it as the pure step wants it."""
        return Outcome(
            status=self.status,
            reason=self.reason,
            text=self.text,
            asides=self.asides,
            logged=tuple(Logged(*entry) for entry in self.logged),
            keeps_key=self.keeps_key,
            created=self.created,
        )


@dataclass(frozen=True, slots=True)
class Run:
    """A plan with what its calls are made with."""

    plan: Plan
    """What runs."""
    verb: VerbSpec
    """The verb, for the maps of its outputs."""
    action_id: str
    """The base of the idempotency keys."""
    attempt: int
    """Which claim this is."""
    tenant: str
    """Whose data."""
    conversation: str
    """Where it was confirmed."""
    actor: Actor
    """Who confirmed it."""
    written: Callable[[RunRecord], Write]
    """Makes what is written with the effects of a transactional plan; called in its thread, before the commit."""
    landed: Callable[[RunRecord], None] | None = None
    """Called, in the tool's thread, when a blind plan that was given up succeeds after all."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run came to, and whether that is written already."""

    record: RunRecord
    """What it came to."""
    is_written: bool = False
    """Whether all that ``Run.written`` made is committed with the effects: the state and the reply too."""


def plan_kind(plan: Plan, tools: Toolbox) -> ToolKind:
    """Return what is promised of a plan: the kind of its weakest tool."""
    kinds = {tools.get(call.tool).kind for call in plan.calls}
    return next(kind for kind in _WEAKEST if kind in kinds)


async def execute(run: Run, tools: Toolbox, store: SqlStore) -> Ran:
    """Run a plan's calls; returns what it came to.

    Raises ``CancelledError`` and its like, and :class:`slots.errors.StoreError` when it cannot be
    known what the store holds of a transactional plan; the next delivery settles it then.
    """
    kind = plan_kind(run.plan, tools)
    if kind is ToolKind.TRANSACTIONAL:
        deadline = tools.deadline(call.tool for call in run.plan.calls)
        return await _transactional(run, tools, store, deadline)
    return Ran(await _one_by_one(run, tools, kind))


async def _transactional(run: Run, tools: Toolbox, store: SqlStore, deadline: float) -> Ran:
    """All calls and what they came to in one commit, in a thread; at the deadline it is rolled back."""
    progress = _Progress(run)

    def work(give_up: GiveUp) -> Ran:
        opened = store.transaction(run.action_id, run.attempt, deadline=deadline, tell=lambda: give_up(TimeoutError()))
        with opened as (session, close):
            for number, call in enumerate(run.plan.calls):
                tool = tools.get(call.tool)
                made = progress.call(number, call)
                progress.took(call, made, _call_in(tool, made, session))
            record = progress.record(ToolOutcome.SUCCEEDED)
            progress.is_written = close(run.written(record))
        progress.committed()
        return Ran(record, progress.is_written)

    try:
        return await run_apart(work)
    except ToolRejected as refusal:
        return Ran(RunRecord(status=ToolOutcome.FAILED, reason=refusal.reason))
    except BusyError:
        raise
    except StoreError as error:
        return await asyncio.to_thread(_recorded, run, store, progress) or _failed(error, progress)
    except Exception as error:  # noqa: BLE001 - the tool's top: whatever it raised was rolled back
        return _failed(error, progress)


def _recorded(run: Run, store: SqlStore, progress: _Progress) -> Ran | None:
    """Return what the store holds of a run whose connection broke: only the commit's answer may have been lost."""
    action = store.action(run.action_id, is_final=True)
    if action is None or action.result is None or action.attempt != run.attempt:
        return None
    progress.committed()
    return Ran(RunRecord.model_validate_json(action.result), progress.is_written)


def _failed(error: Exception, progress: _Progress) -> Ran:
    log_fault(progress.tool, progress.run.action_id, error)
    return Ran(RunRecord(status=ToolOutcome.FAILED, reason=_told(error)))


def _call_in(tool: Tool, made: ToolCall, session: Session) -> ToolResult:
    return checked(tool.name, called(tool.function, made, session))


async def _one_by_one(run: Run, tools: Toolbox, kind: ToolKind) -> RunRecord:
    """Each call under its own deadline; what cannot be known of a blind one is unknown."""
    progress = _Progress(run)
    for number, call in enumerate(run.plan.calls):
        made = progress.call(number, call)
        tool = tools.get(call.tool)
        is_last = number == len(run.plan.calls) - 1
        late = partial(_land, progress, call, made) if kind is ToolKind.BLIND and is_last else None
        try:
            result = await tool.run(made, late)
        except ToolRejected as refusal:
            progress.failed(call, made)
            return progress.record(ToolOutcome.FAILED, refusal.reason)
        except Exception as error:  # noqa: BLE001 - around a tool: the kind decides what its failure means
            progress.failed(call, made)
            log_fault(call.tool, run.action_id, error)
            blind = tool.kind is ToolKind.BLIND and not run.verb.read
            status = ToolOutcome.UNKNOWN if blind else ToolOutcome.FAILED
            keeps_key = tool.kind is ToolKind.IDEMPOTENT
            return progress.record(status, _told(error)).model_copy(update={"keeps_key": keeps_key})
        progress.took(call, made, result)
        progress.committed()
    return progress.record(ToolOutcome.SUCCEEDED)


def _land(progress: _Progress, call: Call, made: ToolCall, result: ToolResult) -> None:
    """Record that the last call of a plan, which was given up, returned in its thread."""
    progress.ran = [entry for entry in progress.ran if entry[2]]
    progress.took(call, made, result)
    if progress.run.landed is not None:
        progress.run.landed(progress.record(ToolOutcome.SUCCEEDED))
    progress.committed()


def _told(error: Exception) -> str:
    """Return what is told of an exception: never its text, which may hold anything."""
    return "it took too long" if isinstance(error, TimeoutError) else "something went wrong on the way"


class _Progress:
    """The calls of one run as they return: what later calls need of earlier ones."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.tool = ""
        self.created: dict[str, EntityValue] = {}
        self.logged: dict[tuple[str, str], tuple[str, str, str, bool]] = {}
        self.ran: list[tuple[str, dict[str, str], bool]] = []
        self.text = ""
        self.asides: list[str] = []
        self.after: list[Callable[[], None]] = []
        self.is_written = False

    def call(self, number: int, call: Call) -> ToolCall:
        """Return the call with what was created before it in place of the new names."""
        self.tool = call.tool
        arguments: dict[str, SlotValue] = {
            name: self.created.get(name, value) if isinstance(value, NewValue) else value
            for name, value in call.arguments.items()
        }
        return ToolCall(
            tool=call.tool,
            key=f"{self.run.action_id}/{number}",
            arguments=arguments,
            tenant=self.run.tenant,
            conversation=self.run.conversation,
            actor=self.run.actor,
        )

    def took(self, call: Call, made: ToolCall, result: ToolResult) -> None:
        """Remember what a call returned."""
        self.ran.append((made.tool, _plain(made.arguments), True))
        text = cut(result.text)
        self.text = "" if call.fills else text
        self.asides += [text] if call.fills and text else []
        if result.after_commit is not None:
            self.after.append(result.after_commit)
        named = [(field, _short(value)) for field, value in _named(result)]
        if call.fills:
            new = next((value for _, value in named if value.type == call.creates), None)
            if new is not None:
                self.created[call.fills] = new
                self.logged[(new.type, new.id)] = (new.type, new.id, new.name, True)
            return
        if self.run.verb.keeps_log:
            for field, value in named:
                if self.run.verb.outputs.get(field) == value.type and len(self.logged) < MOST_NAMED:
                    made_it = value.type == call.creates
                    self.logged[(value.type, value.id)] = (value.type, value.id, value.name, made_it)

    def committed(self) -> None:
        """Do what the tools want done once their effects are committed; what fails of it changes nothing."""
        while self.after:
            try:
                self.after.pop(0)()
            except Exception as error:  # noqa: BLE001 - the effect has happened, whatever comes after it
                log_fault(f"{self.tool} (after_commit)", self.run.action_id, error)

    def failed(self, call: Call, made: ToolCall) -> None:
        """Remember a call that did not return."""
        self.ran.append((made.tool, _plain(made.arguments), False))

    def record(self, status: ToolOutcome, reason: str = "") -> RunRecord:
        """Return what the run came to."""
        return RunRecord(
            status=status,
            reason=reason,
            text=self.text,
            asides=tuple(self.asides),
            ran=tuple(self.ran),
            logged=tuple(self.logged.values()),
            created=tuple(self.created.items()),
        )


def cut(text: str) -> str:
    """Return a tool's text as it is kept: cleaned, and no longer than ``MOST_TEXT``, with a mark where it was cut."""
    kept = clean(str(text)[: MOST_TEXT + 1])
    return kept if len(kept) <= MOST_TEXT else f"{kept[: MOST_TEXT - len(CUT)]}{CUT}"


def _short(value: EntityValue) -> EntityValue:
    return value if len(value.name) <= MOST_NAME else value.model_copy(update={"name": f"{value.name[:MOST_NAME]}…"})


def _named(result: ToolResult) -> list[tuple[str, EntityValue]]:
    found: list[tuple[str, EntityValue]] = []
    for field, value in result.outputs.items():
        values: Sequence[EntityValue] = (value,) if isinstance(value, EntityValue) else value
        found.extend((field, one) for one in values)
    return found


def _plain(arguments: Mapping[str, SlotValue]) -> dict[str, str]:
    return {name: value.id if isinstance(value, EntityValue) else plain(value) for name, value in arguments.items()}
