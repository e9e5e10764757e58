"""Tools: what a host registers to be called, what they get, what they return.

A tool states its kind when it is registered; the kind is what is promised of its
effect (see "What is promised" in the README).
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

from dialog.execution.threads import run_apart
from resolver.entities import Actor
from resolver.values import DateValue, EntityValue, NewValue, NumberValue, SlotValue, TextValue
from slots.errors import ToolError, ToolRejected
from slots.findings import suggest

logger = logging.getLogger(__name__)

Plain = str | Decimal | date | None
"""A value as a tool reads it."""


class ToolKind(StrEnum):
    """What is promised of a tool's effect."""

    TRANSACTIONAL = "transactional"
    """It writes through the session it is given: effect and outcome in one commit, exactly once."""
    IDEMPOTENT = "idempotent"
    """It takes the key: called again with the same key after a crash, its effect happens once."""
    BLIND = "blind"
    """Neither: at most once; where the outcome cannot be known the person is told so."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a tool is called with."""

    tool: str
    """Its name."""
    key: str
    """The idempotency key: the same for every attempt at this call, another for every other call."""
    arguments: Mapping[str, SlotValue]
    """Argument -> value, as confirmed."""
    tenant: str
    """Whose data."""
    conversation: str
    """Where it was confirmed."""
    actor: Actor
    """Who confirmed it."""

    def __getitem__(self, name: str) -> Plain:
        """Return an argument as plain Python: an entity's id, a Decimal, a date, a text; None when it was left out."""
        value = self.arguments.get(name)
        match value:
            case EntityValue(id=id_):
                return id_
            case NewValue(name=new):
                return new
            case NumberValue(number=number):
                return number
            case DateValue(day=day):
                return day
            case TextValue(text=text):
                return text
        return None

    def currency(self, argument: str) -> str:
        """Return the ISO code that was said with an amount; empty when none was."""
        value = self.arguments.get(argument)
        return value.currency if isinstance(value, NumberValue) else ""

    def name(self, argument: str) -> str:
        """Return an argument's name or text, for messages; empty when it was left out."""
        value = self.arguments.get(argument)
        return value.name if isinstance(value, EntityValue | NewValue) else str(self[argument] or "")


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returns; returning None is an empty one, and a text is one with that ``text``."""

    text: str = ""
    """What to tell the person in place of the verb's own sentence."""
    outputs: Mapping[str, EntityValue | tuple[EntityValue, ...]] = field(default_factory=dict)
    """Field -> what it names; fields that the verb's table lists in ``outputs`` enter the log of mentions."""
    after_commit: Callable[[], None] | None = None
    """Called once the effect is committed, for what lives outside the database (a cache, a directory in memory)."""


ToolFunction = Callable[..., ToolResult | str | Awaitable[ToolResult | str | None] | None]
"""``async def tool(call)``, ``def tool(call)``, or for transactional ones ``def tool(call, session)``."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A registered tool."""

    name: str
    """The name that verb tables use."""
    function: ToolFunction
    """What is called."""
    kind: ToolKind
    """What is promised."""
    deadline: float
    """Seconds after which it is given up."""

    async def run(self, call: ToolCall, late: Callable[[ToolResult], None] | None = None) -> ToolResult:
        """Call it under its deadline; raises what it raises, and ``TimeoutError``. Not for transactional tools.

        A plain function cannot be stopped: when it returns after it was given up, ``late`` is called in its thread.
        """
        thread = _Thread(self, call, late)
        try:
            async with asyncio.timeout(self.deadline):
                if inspect.iscoroutinefunction(self.function):
                    result = await self.function(call)
                else:
                    result = await run_apart(lambda _: thread.work(), thread.failed_late)
                    if inspect.isawaitable(result):
                        result = await result
        except (TimeoutError, asyncio.CancelledError):
            thread.is_given_up = True
            raise
        return checked(self.name, result)


class _Thread:
    """One call of a plain function, in a thread."""

    def __init__(self, tool: Tool, call: ToolCall, late: Callable[[ToolResult], None] | None) -> None:
        self.tool, self.call, self.late = tool, call, late
        self.is_given_up = False

    def work(self) -> Any:
        result = called(self.tool.function, self.call)
        if self.is_given_up and self.late is not None and not inspect.isawaitable(result):
            self.late(checked(self.tool.name, result))
        return result

    def failed_late(self, error: BaseException) -> None:
        """Log what is raised when nobody waits any more."""
        if not isinstance(error, ToolRejected):
            log_fault(self.tool.name, self.call.key.rpartition("/")[0], error)


def called(function: ToolFunction, *arguments: object) -> Any:
    """Call a plain function in a thread; ``StopIteration``, which no future can carry, becomes a ``RuntimeError``."""
    try:
        return function(*arguments)
    except StopIteration as stop:
        raise RuntimeError("the tool raised StopIteration") from stop


def log_fault(tool: str, action_id: str, error: BaseException) -> None:
    """Log what a tool raised with its traceback, for developers: its arguments are what people said, and stay out."""
    logger.error("tool %s failed (action %s)", tool, action_id, exc_info=error)


def checked(tool: str, result: Any) -> ToolResult:
    """Return a tool's result; a text is its text, and anything else an empty one, as the effect has happened."""
    if isinstance(result, str):
        return ToolResult(text=result)
    return result if isinstance(result, ToolResult) else ToolResult()


def check_named(name: object, kind: ToolKind | str) -> ToolKind:
    """Return the kind that a tool is registered as.

    Raises :class:`slots.errors.ToolError` for a name or a kind that is none.
    """
    if callable(name):
        meant = getattr(name, "__name__", "tool")
        raise ToolError(f'it was given no name of a tool; write @manager.tool("{meant}")', tool=meant)
    if not isinstance(name, str) or not name.strip():
        raise ToolError(
            'the name is empty or no text; write @manager.tool("set_timer"), as in the table', tool=str(name)
        )
    try:
        return ToolKind(kind)
    except ValueError as error:
        kinds = ", ".join(ToolKind)
        told = f"there is no kind {kind!r} (kinds: {kinds}); {suggest(str(kind), ToolKind)}"
        raise ToolError(told, tool=name) from error


def check_callable(name: str, function: object, kind: ToolKind) -> None:
    """Raise :class:`slots.errors.ToolError` for what cannot be called as its kind is."""
    if not callable(function):
        raise ToolError(f"what is registered is no function: {type(function).__name__}", tool=name)
    wanted = "call, session" if kind is ToolKind.TRANSACTIONAL else "call"
    write = f"write def {getattr(function, '__name__', name).strip('<>')}({wanted})"
    parts = (function, getattr(function, "__call__", None))  # noqa: B004 - an object's own __call__ may be async
    if kind is ToolKind.TRANSACTIONAL and any(map(inspect.iscoroutinefunction, parts)):
        raise ToolError(f"a transactional tool is a plain function, not an async one; {write}", tool=name)
    if any(inspect.isgeneratorfunction(part) or inspect.isasyncgenfunction(part) for part in parts):
        raise ToolError("a tool returns its result and does not yield it; write return", tool=name)
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some built-in ones tell nothing of themselves
        return
    if not _takes(signature, wanted.count(",") + 1):
        more = ', or register it with kind="transactional"' if kind is not ToolKind.TRANSACTIONAL else ""
        hint = more if _takes(signature, 2) else ""
        raise ToolError(f"a tool of kind {kind} is called with ({wanted}), not {signature}; {write}{hint}", tool=name)


def _takes(signature: inspect.Signature, count: int) -> bool:
    """Whether a function can be called with so many values by position and nothing else."""
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


class Toolbox:
    """The tools of one manager, by name."""

    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}

    def add(self, name: str, function: ToolFunction, kind: ToolKind, deadline: float) -> None:
        """Register a tool; raises :class:`slots.errors.ToolError` for a second one of that name, or one of no use."""
        if name in self._tools:
            raise ToolError("it is registered already; give the second one another name", tool=name)
        check_callable(name, function, kind)
        self._tools[name] = Tool(name, function, kind, deadline)

    def get(self, name: str) -> Tool:
        """Return a tool; raises :class:`slots.errors.ToolError` when it is not registered."""
        if name not in self._tools:
            known = ", ".join(sorted(self._tools)) or "none"
            raise ToolError(f"it is not registered (registered: {known})", tool=name)
        return self._tools[name]

    def deadline(self, names: Iterable[str]) -> float:
        """Return the seconds after which some calls, one after the other, are given up."""
        return sum(self._tools[name].deadline for name in names if name in self._tools)

    def missing(self, names: frozenset[str]) -> tuple[str, ...]:
        """Return those of some names that no tool is registered under, sorted."""
        return tuple(sorted(names - self._tools.keys()))
