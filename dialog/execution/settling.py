"""Settling: an accepted yes is run and told; whatever ends a process on the way, the next delivery tells it.

In: an :class:`Ordered` plan, accepted in this process or found in the store. Out: an :class:`Ending`, written, and its
reply.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from random import uniform
from time import monotonic

from dialog.execution.running import Run, RunRecord, execute, plan_kind
from dialog.log.erasing import is_erased, record_left, reply_left
from dialog.log.keeping import TurnLog
from dialog.reading import ReadTurn
from dialog.replies import repeated_reply, working_reply
from dialog.store.sql import Action, SqlStore, Write
from dialog.tools import Toolbox, ToolFunction, ToolKind
from dialog.turn import Reply
from dialog.writing import TurnWriter
from resolver.mentions import REACH
from slots.errors import BusyError, ToolError
from states.finish import ToolOutcome, tell
from states.move import Decision, Trace
from states.pending import Conversation, Plan

KEEP_SECONDS = 6.0
"""How long the outcome of a run is offered to a store that is busy; the lease outlasts the tool by 10 s."""

KEEP_PAUSE = 0.2
"""Seconds, at most, between two such offers."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A plan that runs, with what its end is written at."""

    decision: Decision
    """What ordered it; its plan is the one that runs."""
    plan: Plan
    """The plan."""
    action_id: str
    """Its key in the store."""
    attempt: int
    """Which claim of it this is."""
    version: int
    """The state's version while it runs."""
    is_told: bool = True
    """Whether the reply goes to somebody; else it heads the person's next one."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ends: what was decided after it, and what of that is written."""

    after: Decision
    """What follows it."""
    reply: Reply
    """What tells it."""
    write: Write
    """What is written of it."""


class PlanRunner:
    """Runs the plans of one manager and tells their outcomes."""

    def __init__(
        self,
        store: SqlStore,
        log: TurnLog,
        writer: TurnWriter,
        tools: Toolbox,
        default_tool: ToolFunction | None,
    ) -> None:
        """Take a manager's parts; ``default_tool`` stands in for tools that are not registered."""
        self._store, self._log, self._writer, self._tools = store, log, writer, tools
        self._default_tool = default_tool

    # -- what a turn calls --------------------------------------------------------

    async def accept(self, read: ReadTurn, decision: Decision, plan: Plan) -> Reply | None:
        """Write that a plan is ordered, run it, and write what came of it; None when somebody else was faster."""
        self._require(plan)
        action_id = read.key.action_id(plan.action_id)
        order = self._writer.order(read, decision, action_id, self._lease(plan))
        if not await asyncio.to_thread(self._log.write, order):
            return None
        ordered = Ordered(decision, plan, action_id, plan.attempt, read.loaded.version + 1)
        return await self._run(read, ordered)

    async def recover(self, read: ReadTurn) -> Reply | None:
        """Settle the action at which the read state stands, whose worker is gone; the reply, when it is this message's.

        What is recorded as done is told; an idempotent or transactional plan is run again under a
        new claim; a blind one becomes unknown, and the person is told so. Raises
        :class:`slots.errors.BusyError` while its worker may be alive.
        """
        top = read.loaded.conversation.top
        action = await asyncio.to_thread(self._store.action, read.key.action_id(top.action_id if top else ""))
        if action is None:
            raise BusyError("an action is open that the store does not know", url=self._store.url)
        if _is_alive(read, action):
            raise BusyError("an earlier action of this person is still running; try again", url=self._store.url)
        is_told = action.message_id == read.turn.message_id
        moment = read.moment if is_told else replace(read.moment, text="")
        owner = replace(read, turn=read.turn.model_copy(update={"message_id": action.message_id}), moment=moment)
        decision = _resumed(read.loaded.conversation, action.plan)
        ordered = Ordered(decision, action.plan, action.id, action.attempt, read.loaded.version, is_told=is_told)
        reply = await self._take_up(owner, ordered, action)
        return reply if is_told else None

    async def tell_lost(self, read: ReadTurn) -> Reply | None:
        """Tell what became of the plan that a message ordered, when the state is no longer at it and nobody told it.

        None where the message ordered none, or its worker may be alive.
        """
        action = await asyncio.to_thread(self._store.ordered_by, read.key, read.turn.message_id)
        if action is None or _is_alive(read, action):
            return None
        ordered = Ordered(_resumed(Conversation(), action.plan), action.plan, action.id, action.attempt, version=0)
        return await self._take_up(read, ordered, action)

    # -- running ------------------------------------------------------------------

    async def _run(self, read: ReadTurn, ordered: Ordered) -> Reply:
        """Run a plan and write what it came to; of a transactional one both are one commit where they can be."""
        ending: Ending | None = None
        apart = replace(read, trail=read.trail.copy())  # a tool that is given up may write to it at any time

        def written(record: RunRecord) -> Write:
            nonlocal ending
            ending = self._ending_now(apart, ordered, record)
            return ending.write if ending is not None else self._outcome(read, ordered, record)

        run = Run(
            plan=ordered.plan,
            verb=self._writer.tables.verbs[ordered.plan.verb].spec,
            action_id=ordered.action_id,
            attempt=ordered.attempt,
            tenant=read.key.tenant,
            conversation=read.key.conversation,
            actor=read.actor,
            written=written,
            landed=lambda record: self._land(read, ordered, record),
        )
        ran = await execute(run, self._tools, self._store)
        if ending is not None and ran.is_written:
            read.trail.adopt(apart.trail)
            await asyncio.to_thread(self._log.wrote, ending.write)
            return await self._go_on(read, ordered, ending)
        return await self._finish(read, ordered, ran.record)

    async def _finish(self, read: ReadTurn, ordered: Ordered, record: RunRecord) -> Reply:
        """Write what a run came to, and the reply that tells it; the next one does, when this one is sent to nobody."""
        if not ordered.version:
            return await self._finish_late(read, ordered, record)
        moment = replace(read.moment, conversation=ordered.decision.conversation)
        outcome, before = record.outcome(), ordered.decision
        if self._knows(ordered.plan):
            after = await read.trail.finish(moment, outcome, read.directory, read.key.tenant, before=before)
        else:  # its verb was taken out of the tables; what waits below it goes on
            below = moment.conversation.model_copy(update={"stack": moment.conversation.stack[:-1]})
            after = replace(tell(moment, ordered.plan, outcome), conversation=below)
        ending = self._ending(read, ordered, record, after)
        if not await self._offer(self._log.write, ending.write):
            return await self._finish_late(read, ordered, record)
        return await self._go_on(read, ordered, ending)

    async def _go_on(self, read: ReadTurn, ordered: Ordered, ending: Ending) -> Reply:
        """Run what the end of one action ordered at once (a read verb that waited behind it)."""
        after, plan = ending.after, ending.after.plan
        if plan is None:
            return ending.reply
        self._require(plan)
        action_id = read.key.action_id(plan.action_id)
        return await self._run(read, Ordered(after, plan, action_id, 1, ordered.version + 1, is_told=ordered.is_told))

    def _ending_now(self, read: ReadTurn, ordered: Ordered, record: RunRecord) -> Ending | None:
        """Return how a run ends where nothing must be looked up for it: in the tool's thread, its transaction open."""
        if not ordered.version:
            return None
        moment = replace(read.moment, conversation=ordered.decision.conversation)
        after = read.trail.finish_now(moment, record.outcome(), before=ordered.decision)
        return self._ending(read, ordered, record, after) if after is not None else None

    def _ending(self, read: ReadTurn, ordered: Ordered, record: RunRecord, after: Decision) -> Ending:
        reply = self._writer.reply(read, after, record)
        news = "" if ordered.is_told else self._writer.news(read, after)
        write = replace(
            self._writer.turn(read, after, reply),
            version=ordered.version,
            conversation=after.conversation.model_copy(update={"news": news}),
            accepts=False,
            closes=(ordered.action_id, ordered.attempt, record.status.value, record.model_dump_json()),
        )
        if after.plan is not None:
            action_id = read.key.action_id(after.plan.action_id)
            write = replace(write, plan=after.plan, action_id=action_id, lease=self._lease(after.plan))
        return Ending(after, reply, write)

    def _outcome(self, read: ReadTurn, ordered: Ordered, record: RunRecord) -> Write:
        """Return what writes the outcome of a plan alone."""
        closes = (ordered.action_id, ordered.attempt, record.status.value, record.model_dump_json())
        return Write(read.key, 0, Conversation(), read.now, closes=closes)

    async def _offer(self, keep: Callable[[Write], bool], write: Write) -> bool:
        """Write what a run came to; nobody else knows it, so that a busy store is asked again for a while."""
        end = monotonic() + KEEP_SECONDS
        while True:
            try:
                return await asyncio.to_thread(keep, write)
            except BusyError:
                if monotonic() > end:
                    raise
            await asyncio.sleep(uniform(0, KEEP_PAUSE))

    # -- what comes late -----------------------------------------------------------

    async def _finish_late(self, read: ReadTurn, ordered: Ordered, record: RunRecord) -> Reply:
        """Tell what came of an action at which the state no longer is: somebody else settled it, or it was erased."""
        told = tell(read.moment, ordered.plan, record.outcome())
        after = replace(told, trace=ordered.decision.trace, transitions=ordered.decision.transitions)
        ending = self._ending(read, ordered, record, after)
        action = await asyncio.to_thread(self._store.action, ordered.action_id)
        write = _left(ending.write) if action is not None and is_erased(action.plan) else ending.write
        if await self._offer(self._store.settle, write):
            await asyncio.to_thread(self._log.wrote, write)
            return ending.reply
        loaded = await asyncio.to_thread(self._store.load, read.key, read.turn.message_id, read.now - REACH)
        if loaded.reply is None:  # another worker has claimed it
            return working_reply(read.turn, read.now, duplicate=True)
        return repeated_reply(Reply.model_validate_json(loaded.reply), read.moment.text)

    def _land(self, read: ReadTurn, ordered: Ordered, record: RunRecord) -> None:
        """Record the success of a tool that was given up, in its own thread."""
        self._store.settle(self._outcome(read, ordered, record))

    # -- recovery --------------------------------------------------------------------

    async def _take_up(self, read: ReadTurn, ordered: Ordered, action: Action) -> Reply:
        """Tell what the store holds of an action's outcome, or find it out as its kind allows."""
        record = self._known(ordered.plan, action)
        if record is not None:
            return await self._finish(read, ordered, record)
        until = read.now + self._lease(ordered.plan)
        if not await asyncio.to_thread(self._store.claim, action.id, action.attempt, until):
            raise BusyError("another worker took the action up; try again", url=self._store.url)
        return await self._run(read, replace(ordered, attempt=action.attempt + 1))

    def _known(self, plan: Plan, action: Action) -> RunRecord | None:
        """Return what is known of an action whose worker is gone; None where it is to be run again."""
        if action.result is not None:
            return RunRecord.model_validate_json(action.result)
        if action.status != "executing":  # its result was erased
            return RunRecord(status=ToolOutcome(action.status))
        if is_erased(plan) or not self._knows(plan):  # there is nothing left to run
            return RunRecord(status=ToolOutcome.UNKNOWN)
        self._require(plan)
        return RunRecord(status=ToolOutcome.UNKNOWN) if plan_kind(plan, self._tools) is ToolKind.BLIND else None

    def _knows(self, plan: Plan) -> bool:
        return plan.verb in self._writer.tables.verbs

    # -- tools -----------------------------------------------------------------------

    def _require(self, plan: Plan) -> None:
        """Refuse to start a plan whose tools are not registered; nothing is written yet."""
        for call in plan.calls:
            if self._tools.missing(frozenset({call.tool})):
                if self._default_tool is None:
                    raise ToolError(
                        f"verb {plan.verb!r} needs it; register it with @manager.tool({call.tool!r})", tool=call.tool
                    )
                self._tools.add(call.tool, self._default_tool, ToolKind.IDEMPOTENT, 30.0)

    def _lease(self, plan: Plan) -> timedelta:
        return timedelta(seconds=10.0 + self._tools.deadline(call.tool for call in plan.calls))


def _is_alive(read: ReadTurn, action: Action) -> bool:
    """Whether an action's worker is taken to be at work still."""
    return action.status == "executing" and action.lease_until > read.now


def _resumed(conversation: Conversation, plan: Plan) -> Decision:
    """Return what ordered a plan in another process, as far as its end wants it."""
    return Decision(conversation=conversation, notes=(), ended=None, plan=plan, logged=(), trace=Trace())


def _left(write: Write) -> Write:
    """Return a write of which only what an erased person leaves is kept."""
    reply = reply_left(write.reply) if write.reply is not None else None
    record = record_left(write.annotation) if write.annotation is not None else None
    closes = (*write.closes[:3], "{}") if write.closes is not None else None
    return replace(write, reply=reply, annotation=record, mentions=(), closes=closes)
