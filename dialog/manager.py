"""``DialogManager``: route, extract, resolve, decide, persist, reply.

The decision is the pure step of :mod:`states.step`, driven with the directory's
answers; this module reads and writes around it. A message is accepted in one
short write transaction; when the state moved meanwhile, it is decided again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain
from random import uniform
from time import monotonic
from typing import TextIO, TypeVar
from uuid import uuid4

from sqlmodel import Session

from dialog.aliases import called_events
from dialog.driver import drive
from dialog.events import Marks, turn_events
from dialog.execution import Run, RunRecord, execute, plan_kind
from dialog.log.debugging import debug_reply, read_debug
from dialog.log.erasing import erase_person
from dialog.log.keeping import KEEP, TurnLog
from dialog.reading import ReadTurn, is_late, new_mentions, oversize, text_of, zone_of
from dialog.render import Rendered, Renderer
from dialog.replies import answered, build_reply, repeated_reply, too_long_reply, unanswered, working_reply
from dialog.routing.desk import Memo, RoutingDesk
from dialog.routing.hooks import NO_HOOKS, AnswerHook, Asked, Hooks
from dialog.routing.settings import DEFAULT_ROUTING, RoutingSettings
from dialog.store.audit import own_records
from dialog.store.sql import Key, SqlStore, Write
from dialog.tools import Toolbox, ToolFunction, ToolKind
from dialog.turn import InputMode, Reply, Turn
from resolver.entities import Directory
from resolver.mentions import REACH
from resolver.setting import Setting
from slots.compiled import compile_tables
from slots.errors import BusyError, ToolError
from slots.tables import TableSet
from states.finish import ToolOutcome, finish
from states.machine import VerbMachine
from states.move import Code, Decision, Limits, Moment, Note, Trace
from states.pending import Conversation, tool_names

Function = TypeVar("Function", bound=ToolFunction)

DEFAULT_LIMITS = Limits()
"""Fifteen minutes, three tries, three deep (decisions.md)."""

CROWDED_SECONDS = 0.5
"""How long a message is decided anew as others were faster; with a lock's 1.5 s, Busy comes within 2 s."""

BACK_OFF = 0.02
"""Seconds, at most, between two such attempts: a turn or two of another worker."""

KEEP_SECONDS = 6.0
"""How long the outcome of a run is offered to a store that is busy; the lease outlasts the tool by 10 s."""


class DialogManager:
    """The turn handler: one for a host, shared by all conversations; bound to no event loop."""

    def __init__(
        self,
        *,
        verbs: TableSet,
        directory: Directory,
        store: str = "sqlite://",
        clock: Callable[[], datetime] | None = None,
        limits: Limits = DEFAULT_LIMITS,
        default_tool: ToolFunction | None = None,
        routing: RoutingSettings = DEFAULT_ROUTING,
        hooks: Hooks = NO_HOOKS,
        keep_log: timedelta | None = KEEP,
        log_to: TextIO | None = None,
    ) -> None:
        """Make a manager over a table set, a directory and a store.

        ``store`` is a database URL; the default keeps conversations in memory. ``clock`` returns the
        time, aware. ``default_tool`` takes every call whose tool is not registered, for previews.
        ``routing`` sets the tiers and the triage; ``hooks`` is the host's side of them. ``keep_log`` is how
        long records of turns are kept (None: for ever); each is also a line of JSON on ``log_to`` when given.
        Raises :class:`slots.errors.StoreError` when the store cannot be opened.
        """
        self.verbs = verbs
        """The table set."""
        self.directory = directory
        """The tenant's entities."""
        self.limits = limits
        """Patience, tries, depth."""
        self._clock = clock or (lambda: datetime.now(UTC))
        self._tables = compile_tables(verbs)
        self._machines = {verb.name: VerbMachine(verb) for verb in verbs.verbs}
        self._renderer = Renderer(self._tables)
        self._tools = Toolbox()
        self._default_tool = default_tool
        self._store = SqlStore(store)
        self._log = TurnLog(self._store, self._tables, keep=keep_log, stream=log_to)
        self._desk = RoutingDesk(verbs, directory, routing, hooks)

    # -- what a host calls ------------------------------------------------------

    def tool(
        self, name: str, *, kind: ToolKind | str = ToolKind.BLIND, deadline: float = 30.0
    ) -> Callable[[Function], Function]:
        """Register the decorated function as a tool; see :mod:`dialog.tools` for the kinds."""

        def register(function: Function) -> Function:
            self._tools.add(name, function, ToolKind(kind), deadline)
            return function

        return register

    def lookup(self, name: str) -> Callable[[AnswerHook], AnswerHook]:
        """Register the decorated function as what answers a route of kind lookup; it gets an ``Asked``."""

        def register(function: AnswerHook) -> AnswerHook:
            self._desk.add_lookup(name, function)
            return function

        return register

    def check_tools(self) -> None:
        """Raise :class:`slots.errors.ToolError` when a verb may call a tool that is not registered.

        And :class:`slots.errors.RouteError` when nothing answers one of the tables' routes. For a host to
        call once, when all its tools are there: a name mistyped shows at the start and not at the first yes.
        """
        named = {name: verb.name for verb in self.verbs.verbs for name in tool_names(verb)}
        lacking = self._tools.missing(frozenset(named))
        if lacking:
            listed = ", ".join(f"{name} (verb {named[name]})" for name in lacking)
            raise ToolError(f"not registered: {listed}; register each with manager.tool", tool=lacking[0])
        self._desk.check_routes()

    async def handle(self, turn: Turn) -> Reply:
        """Handle one message and return the reply; the same message id gets the same reply and runs nothing.

        Raises :class:`slots.errors.DirectoryError` for an unknown tenant or user,
        :class:`slots.errors.BusyError` when the conversation stays held, and
        :class:`slots.errors.ToolError` when a tool is not registered; nothing is changed then.
        """
        size = oversize(turn.text)
        if size:
            return too_long_reply(turn, self._now(), size)
        turn = turn if turn.message_id else turn.model_copy(update={"message_id": uuid4().hex})
        back = read_debug(turn)
        if back is not None:
            return await self._debug(turn, back)
        memo, marks = Memo(), Marks()
        end = monotonic() + CROWDED_SECONDS
        while (reply := await self._attempt(turn, memo, marks)) is None:
            if monotonic() > end:
                raise BusyError(
                    "the conversation was changed by others again and again; try again", url=self._store.url
                )
            await asyncio.sleep(uniform(0, BACK_OFF))  # random, so that those who met do not meet again
        return reply

    def handle_sync(self, turn: Turn) -> Reply:
        """Handle one message where no event loop runs."""
        return asyncio.run(self.handle(turn))

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    def session(self) -> AbstractContextManager[Session]:
        """Open a session on the store's database, committed at its end: for a host's own tables beside ours."""
        return self._store.session()

    def annotations(self, tenant: str, conversation: str, limit: int = 20) -> list[str]:
        """Return the newest records of a conversation as JSON, newest first."""
        return self._store.annotations(tenant, conversation, limit)

    def erase(self, tenant: str, person: str) -> int:
        """Erase what a person said from all that is kept: words, names, replies; what is open is closed.

        The skeleton of their turns stays (ids, times, verbs, states, tiers). Returns how many turns that were.
        """
        return erase_person(self._store, tenant, person)

    # -- routing and deciding -------------------------------------------------------

    async def _attempt(self, turn: Turn, memo: Memo, marks: Marks) -> Reply | None:
        """Read, decide and write once; None when somebody else was faster."""
        read = await self._read(turn)
        if read.loaded.seen:
            return await self._reply_again(read)
        read = await self._recover(read)
        if read.is_executing:  # an action of another worker, begun since the older one was settled
            return None
        marks.mark("read")
        read = await self._route(read, memo)
        marks.mark("route")
        decision = await self._decide(read, memo)
        marks.mark("decide")
        reply = await self._accept(read, decision)
        marks.mark("accept")
        if reply is not None:
            self._tell(read, decision, reply, marks)
        return reply

    async def _route(self, read: ReadTurn, memo: Memo) -> ReadTurn:
        """Find what the pure tiers and the triage say of the message."""
        front = await self._desk.before(read.turn, read.moment.text, memo)
        moment = replace(read.moment, routed=front.routed, reads_only=front.reads_only)
        return replace(read, moment=moment, verdict=front.verdict)

    async def _decide(self, read: ReadTurn, memo: Memo) -> Decision:
        """Decide the message; when nobody takes it, try what stands behind the rules."""
        decision = await read.trail.decide(read.moment, self.directory, read.key.tenant)
        asked = Asked(read.moment.text, read.turn, read.actor, read.verdict)
        if decision.route and not self._desk.can_answer(decision.route):
            decision = unanswered(decision)
        if not decision.is_handled:
            annotation = self._reply(read, decision, None).annotation.block()
            behind = await self._desk.behind(asked, annotation, memo)
            if behind is None:
                return decision
            if behind.routed is None:
                return answered(decision, behind.answer)
            moment = replace(read.moment, routed=behind.routed)
            decision = await read.trail.decide(moment, self.directory, read.key.tenant)
        if decision.route:
            text = await self._desk.answer_route(decision.route, replace(asked, fills=decision.fills))
            return answered(decision, text)
        return decision

    def _tell(self, read: ReadTurn, decision: Decision, reply: Reply, marks: Marks) -> None:
        """Tell whoever watches how the turn was routed, and what happened in it."""
        routed, told = decision.trace.routed, reply.annotation
        routes = tuple(told.routes) or ((told.verb_extracted,) if told.verb_extracted else ())
        is_tie = routed is not None and routed.is_tie
        self._desk.tell(tier=told.tier, rule=told.rule, routes=routes, is_handled=reply.handled, is_tie=is_tie)
        last = read.trail.last or decision
        for event in chain(turn_events(read.turn, last, reply, marks), called_events(read.turn, last, self.verbs)):
            self._desk.emit(event)

    # -- reading ------------------------------------------------------------------

    def _now(self) -> datetime:
        return self._clock()

    async def _read(self, turn: Turn) -> ReadTurn:
        """Read who speaks, what is open and what was mentioned."""
        now = self._now()
        actor = await self.directory.actor(turn.tenant, turn.user)
        key = Key(turn.tenant, turn.conversation, turn.user)
        loaded = await asyncio.to_thread(self._store.load, key, turn.message_id, now - REACH)
        said_at = turn.sent_at if turn.sent_at is not None and turn.sent_at <= now else now
        zone = zone_of(turn.timezone or actor.timezone)
        setting = Setting(
            tables=self._tables,
            actor=actor,
            now=now.astimezone(zone),
            today=said_at.astimezone(zone).date(),
            mentions=loaded.mentions,
        )
        moment = Moment(
            setting=setting,
            conversation=loaded.conversation,
            text=text_of(turn, loaded),
            turn=turn.message_id,
            machines=self._machines,
            limits=self.limits,
            may_confirm=turn.input_mode is not InputMode.AGENT,
            is_late=is_late(turn, loaded) or bool(loaded.conversation.news),
        )
        return ReadTurn(turn, key, actor, loaded, moment, now)

    async def _debug(self, turn: Turn, back: int) -> Reply:
        """Explain one of the person's own turns in this conversation; nothing is changed and nothing logged."""
        read = await self._read(turn)
        key = read.key
        records = await asyncio.to_thread(own_records, self._store, key.tenant, key.conversation, key.person, back)
        return debug_reply(turn, back, records, read.loaded.conversation, read.now)

    async def _reply_again(self, read: ReadTurn) -> Reply:
        """Return the stored reply of a message that was accepted before; while its tool runs, say so."""
        if read.loaded.reply is not None:
            return repeated_reply(Reply.model_validate_json(read.loaded.reply), read.moment.text)
        settled = read
        if read.is_executing:
            with suppress(BusyError):
                settled = await self._recover(read)
        return settled.answer or working_reply(read.turn, read.now, duplicate=True)

    # -- writing --------------------------------------------------------------------

    async def _accept(self, read: ReadTurn, decision: Decision) -> Reply | None:
        """Write a decision; with a plan, run it and write what came of it. None when somebody else was faster."""
        if decision.plan is None:
            reply = self._reply(read, decision, None)
            written = await self._write(read, decision, reply=reply)
            return reply if written else None
        self._require_tools(decision)
        action_id = read.key.action_id(decision.plan.action_id)
        untold = decision.conversation.model_copy(update={"news": read.loaded.conversation.news})
        if not await self._write(read, replace(decision, conversation=untold), action_id=action_id):
            return None
        version = read.loaded.version + 1
        attempt = decision.plan.attempt
        record = await self._run(read, decision, action_id, attempt=attempt)
        return await self._finish(read, decision, record, version=version, attempt=attempt)

    async def _write(
        self, read: ReadTurn, decision: Decision, *, reply: Reply | None = None, action_id: str = ""
    ) -> bool:
        told, record = self._texts(read, decision, reply)
        write = Write(
            key=read.key,
            version=read.loaded.version,
            conversation=decision.conversation,
            at=read.now,
            message_id=read.turn.message_id,
            reply=told,
            mentions=new_mentions(read, decision) if reply is not None else (),
            annotation=record,
            plan=decision.plan,
            action_id=action_id,
            lease=timedelta(seconds=self._lease(decision)),
        )
        return await asyncio.to_thread(self._log.write, write)

    def _texts(self, read: ReadTurn, decision: Decision, reply: Reply | None) -> tuple[str | None, str | None]:
        """Return the reply and the log record as they are stored."""
        if reply is None:
            return None, None
        return self._log.texts(read.trail, read.loaded.conversation, decision, reply)

    async def _run(self, read: ReadTurn, decision: Decision, action_id: str, attempt: int) -> RunRecord:
        plan = decision.plan
        if plan is None:
            raise AssertionError("a run without a plan")
        verb = self._tables.verbs[plan.verb].spec
        landed = partial(self._land, read, action_id, attempt)
        run = Run(plan, verb, action_id, attempt, read.key.tenant, read.key.conversation, read.actor, landed)
        return await execute(run, self._tools, self._store)

    async def _finish(
        self, read: ReadTurn, decision: Decision, record: RunRecord, *, version: int, attempt: int, is_told: bool = True
    ) -> Reply:
        """Write what a run came to, and the reply that tells it; the next one does, when this one is sent to nobody."""
        moment = replace(read.moment, conversation=decision.conversation)
        after = await read.trail.finish(moment, record.outcome(), self.directory, read.key.tenant, before=decision)
        reply = self._reply(read, after, record)
        news = "" if is_told else self._render(read, replace(after, conversation=Conversation())).text
        told, row = self._texts(read, after, reply)
        plan = decision.plan
        action_id = read.key.action_id(plan.action_id) if plan is not None else ""
        write = Write(
            key=read.key,
            version=version,
            conversation=after.conversation.model_copy(update={"news": news}),
            at=read.now,
            message_id=read.turn.message_id,
            accepts=False,
            reply=told,
            mentions=new_mentions(read, after),
            annotation=row,
            plan=after.plan,
            action_id=read.key.action_id(after.plan.action_id) if after.plan is not None else "",
            lease=timedelta(seconds=self._lease(after)),
            closes=(action_id, attempt, record.status.value, record.model_dump_json()),
        )
        if not await self._keep(write):
            return await self._finish_late(read, decision, record, write)
        if after.plan is not None:
            return await self._run_next(read, after, version=version + 1, is_told=is_told)
        return reply

    async def _keep(self, write: Write) -> bool:
        """Write what a run came to; nobody else knows it, so that a busy store is asked again for a while."""
        end = monotonic() + KEEP_SECONDS
        while True:
            try:
                return await asyncio.to_thread(self._log.write, write)
            except BusyError:
                if monotonic() > end:
                    raise
            await asyncio.sleep(uniform(0, 10 * BACK_OFF))

    async def _finish_late(self, read: ReadTurn, decision: Decision, record: RunRecord, write: Write) -> Reply:
        """Tell what came of an action that somebody else settled meanwhile; a success lifts what was unknown."""
        top = decision.conversation.top
        if record.status is ToolOutcome.SUCCEEDED and top is not None:
            alone = Conversation(stack=(top.model_copy(update={"after": ()}),))
            moment = replace(read.moment, conversation=alone)
            steps = finish(moment, record.outcome(), before=replace(decision, conversation=alone))
            reply = self._reply(read, await drive(steps, self.directory, read.key.tenant), record)
            late = replace(write, reply=reply.model_dump_json(), plan=None)
            if await asyncio.to_thread(self._store.lift, late):
                return reply
        loaded = await asyncio.to_thread(self._store.load, read.key, read.turn.message_id, read.now - REACH)
        return await self._reply_again(replace(read, loaded=replace(loaded, conversation=Conversation())))

    def _land(self, read: ReadTurn, action_id: str, attempt: int, record: RunRecord) -> None:
        """Record the success of a tool that was given up, in its own thread."""
        closes = (action_id, attempt, record.status.value, record.model_dump_json())
        self._store.lift(Write(read.key, 0, Conversation(), read.now, closes=closes))

    async def _run_next(self, read: ReadTurn, decision: Decision, *, version: int, is_told: bool) -> Reply:
        """Run what the end of one action ordered at once (a read verb that waited behind it)."""
        self._require_tools(decision)
        plan = decision.plan
        action_id = read.key.action_id(plan.action_id) if plan is not None else ""
        record = await self._run(read, decision, action_id, attempt=1)
        return await self._finish(read, decision, record, version=version, attempt=1, is_told=is_told)

    def _reply(self, read: ReadTurn, decision: Decision, record: RunRecord | None) -> Reply:
        rendered = self._render(read, decision)
        return build_reply(read.turn, read.moment, decision, record, rendered, self._tables, verdict=read.verdict)

    def _render(self, read: ReadTurn, decision: Decision) -> Rendered:
        loaded = read.loaded
        first = [Note(Code.SET_ASIDE)] if loaded.set_aside else []
        first += [Note(Code.RESULT, {"text": loaded.conversation.news})] if loaded.conversation.news else []
        told = replace(decision, notes=(*first, *decision.notes))
        return self._renderer.render(told, read.moment.setting.today, read.actor.id)

    # -- recovery ---------------------------------------------------------------------

    async def _recover(self, read: ReadTurn) -> ReadTurn:
        """Settle an action whose worker is gone, before the person's next message is decided; read all anew then.

        What is recorded as done is told; an idempotent or transactional plan is run again under a
        new claim; a blind one becomes unknown, and the person is told so.
        """
        top = read.loaded.conversation.top
        if top is None or not read.is_executing:
            return read
        action_id = read.key.action_id(top.action_id)
        action = await asyncio.to_thread(self._store.action, action_id)
        if action is None:
            raise BusyError("an action is open that the store does not know", url=self._store.url)
        if action.status == "executing" and action.lease_until > read.now:
            raise BusyError("an earlier action of this person is still running; try again", url=self._store.url)
        is_told = action.message_id == read.turn.message_id
        moment = read.moment if is_told else replace(read.moment, text="")
        owner = replace(read, turn=read.turn.model_copy(update={"message_id": action.message_id}), moment=moment)
        decision = Decision(
            conversation=read.loaded.conversation,
            notes=(),
            ended=None,
            plan=action.plan,
            logged=(),
            trace=Trace(),
        )
        self._require_tools(decision)
        record, attempt = await self._settle(owner, decision, action_id, action.attempt, action.result)
        version = read.loaded.version
        reply = await self._finish(owner, decision, record, version=version, attempt=attempt, is_told=is_told)
        return replace(await self._read(read.turn), answer=reply if is_told else None)

    async def _settle(
        self, read: ReadTurn, decision: Decision, action_id: str, attempt: int, result: str | None
    ) -> tuple[RunRecord, int]:
        if result is not None:
            return RunRecord.model_validate_json(result), attempt
        plan = decision.plan
        kind = plan_kind(plan, self._tools) if plan is not None else ToolKind.BLIND
        if kind is ToolKind.BLIND:
            return RunRecord(status=ToolOutcome.UNKNOWN), attempt
        claimed = await asyncio.to_thread(
            self._store.claim, action_id, attempt, read.now + timedelta(seconds=self._lease(decision))
        )
        if not claimed:
            raise BusyError("another worker took the action up; try again", url=self._store.url)
        return await self._run(read, decision, action_id, attempt + 1), attempt + 1

    # -- tools ------------------------------------------------------------------------

    def _require_tools(self, decision: Decision) -> None:
        """Refuse to start a plan whose tools are not registered; nothing is written yet."""
        for call in decision.plan.calls if decision.plan is not None else ():
            if self._tools.missing(frozenset({call.tool})):
                if self._default_tool is None:
                    raise ToolError(
                        f"verb {decision.plan.verb!r} needs it; register it with @manager.tool({call.tool!r})"
                        if decision.plan is not None
                        else "it is not registered",
                        tool=call.tool,
                    )
                self._tools.add(call.tool, self._default_tool, ToolKind.IDEMPOTENT, 30.0)

    def _lease(self, decision: Decision) -> float:
        calls = decision.plan.calls if decision.plan is not None else ()
        return 10.0 + self._tools.deadline(call.tool for call in calls)
