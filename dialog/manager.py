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
from itertools import chain
from random import uniform
from time import monotonic
from typing import TextIO, TypeVar
from uuid import uuid4

from sqlmodel import Session

from dialog.aliases import called_events
from dialog.events import Marks, turn_events
from dialog.execution.settling import PlanRunner
from dialog.log.debugging import debug_reply, read_debug
from dialog.log.erasing import erase_person
from dialog.log.keeping import KEEP, TurnLog
from dialog.reading import ReadTurn, is_late, oversize, text_of
from dialog.render import Renderer
from dialog.replies import answered, repeated_reply, too_long_reply, unanswered, working_reply
from dialog.routing.desk import Memo, RoutingDesk
from dialog.routing.hooks import NO_HOOKS, AnswerHook, Asked, Hooks
from dialog.routing.settings import DEFAULT_ROUTING, RoutingSettings
from dialog.store.audit import own_records
from dialog.store.sql import Key, SqlStore
from dialog.tools import Toolbox, ToolFunction, ToolKind, check_named
from dialog.turn import InputMode, Reply, Turn
from dialog.writing import TurnWriter
from dialog.zones import zone_of
from resolver.entities import Directory
from resolver.mentions import REACH
from resolver.setting import Setting
from slots.compiled import compile_tables
from slots.errors import BusyError, ToolError
from slots.tables import TableSet
from states.machine import VerbMachine
from states.move import Decision, Limits, Moment
from states.pending import tool_names

Function = TypeVar("Function", bound=ToolFunction)

DEFAULT_LIMITS = Limits()
"""Fifteen minutes, three tries, three deep (decisions.md)."""

CROWDED_SECONDS = 0.5
"""How long a message is decided anew as others were faster; with a lock's 1.5 s, Busy comes within 2 s."""

BACK_OFF = 0.02
"""Seconds, at most, between two such attempts: a turn or two of another worker."""


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
        self._tools = Toolbox()
        self._store = SqlStore(store)
        self._log = TurnLog(self._store, self._tables, keep=keep_log, stream=log_to)
        self._writer = TurnWriter(self._log, self._tables, Renderer(self._tables))
        self._runner = PlanRunner(self._store, self._log, self._writer, self._tools, default_tool)
        self._desk = RoutingDesk(verbs, directory, routing, hooks)

    # -- what a host calls ------------------------------------------------------

    def tool(
        self, name: str, *, kind: ToolKind | str = ToolKind.BLIND, deadline: float = 30.0
    ) -> Callable[[Function], Function]:
        """Register the decorated function as a tool; see :mod:`dialog.tools` for the kinds.

        Raises :class:`slots.errors.ToolError` for what cannot be meant: no name, a kind that is none, a name
        registered before, a function that cannot be called as its kind is.
        """
        known = check_named(name, kind)

        def register(function: Function) -> Function:
            self._tools.add(name, function, known, deadline)
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

    async def warm_up(self) -> None:
        """Learn what messages would else wait for: for a host to await once, at its start.

        That is the semantic tier's part; without an embedder, or where it has learned, nothing is done. Raises
        :class:`slots.errors.ExtraMissingError` without numpy, and what the embedder raises.
        """
        await self._desk.warm_up()

    def warm_up_sync(self) -> None:
        """Learn what messages would else wait for, where no event loop runs."""
        asyncio.run(self.warm_up())

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
        return erase_person(self._store, tenant, person).records

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
        decision = await read.trail.decide(read.moment, read.directory, read.key.tenant)
        asked = Asked(read.moment.text, read.turn, read.actor, read.verdict)
        if decision.route and not self._desk.can_answer(decision.route):
            decision = unanswered(decision)
        if not decision.is_handled:
            annotation = self._writer.reply(read, decision).annotation.block()
            behind = await self._desk.behind(asked, annotation, memo)
            if behind is None:
                return decision
            if behind.routed is None:
                return answered(decision, behind.answer)
            moment = replace(read.moment, routed=behind.routed)
            decision = await read.trail.decide(moment, read.directory, read.key.tenant)
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
        zone = zone_of(turn.timezone, actor.timezone)
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
        return ReadTurn(turn, key, actor, self.directory, loaded, moment, now)

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
        answer = None
        with suppress(BusyError):
            answer = await (self._runner.recover(read) if read.is_executing else self._runner.tell_lost(read))
        return answer or working_reply(read.turn, read.now, duplicate=True)

    async def _recover(self, read: ReadTurn) -> ReadTurn:
        """Settle an action whose worker is gone, before the person's next message is decided; read all anew then."""
        if not read.is_executing:
            return read
        await self._runner.recover(read)
        return await self._read(read.turn)

    # -- writing --------------------------------------------------------------------

    async def _accept(self, read: ReadTurn, decision: Decision) -> Reply | None:
        """Write a decision; with a plan, run it and write what came of it. None when somebody else was faster."""
        if decision.plan is not None:
            return await self._runner.accept(read, decision, decision.plan)
        reply = self._writer.reply(read, decision)
        written = await asyncio.to_thread(self._log.write, self._writer.turn(read, decision, reply))
        return reply if written else None
