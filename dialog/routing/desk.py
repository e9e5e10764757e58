"""Routing around the pure step: what is known before it, and what is tried when nobody took a message.

In: a turn and its text. Out: a :class:`Front` before the decision (the pure tiers'
find, the triage's verdict, whether only reading is allowed), and after a decision
that is not handled a :class:`Behind`: a route for another decision, or an answer.
Hooks, embedders and agents that fail or are slow are logged and passed over.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from dialog.routing.agent import AgentRequest, chosen_verb, tool_schemas, words_of_choice
from dialog.routing.events import Event, Events, intent_event, routed_event
from dialog.routing.hooks import Answer, AnswerHook, Asked, Hooks
from dialog.routing.meaning import Meaning
from dialog.routing.router import Router
from dialog.routing.settings import RoutingSettings, Triage
from dialog.routing.settle import settle
from dialog.routing.triage import DomainTemplate, IntentLabel, IntentVerdict
from dialog.turn import Turn
from resolver.entities import Directory, NamesLookup
from slots.errors import RouteError
from slots.tables import RouteKind, RouteSpec, TableSet
from slots.text import key_of
from states.controls import is_question
from states.routes import Routed, RouteHit, RouteTier

logger = logging.getLogger(__name__)

T = TypeVar("T")

LANES: Mapping[IntentLabel, tuple[str, ...]] = {
    IntentLabel.ACTION: ("semantic", "agent"),
    IntentLabel.KNOWLEDGE: ("semantic", "knowledge", "agent"),
    IntentLabel.AMBIGUOUS: ("semantic", "knowledge", "agent"),
}
"""Lane -> what is tried, in order, when triage is enforced and no rule took the message."""

WATCHED = ("semantic", "agent")
"""What is tried where the verdict is only reported, or there is none."""


@dataclass(frozen=True, slots=True)
class Front:
    """What is known of a message before it is decided."""

    routed: Routed | None
    """What the pure tiers found."""
    verdict: IntentVerdict | None
    """What the triage says; None where it is off."""
    reads_only: bool
    """Whether only what reads may take the message."""


@dataclass(frozen=True, slots=True)
class Behind:
    """What was found for a message that nobody took."""

    routed: Routed | None = None
    """A verb or route: decide again with it."""
    answer: str = ""
    """What to tell the person."""


@dataclass
class Memo:
    """What one turn has asked already: a turn decided again asks no model and no hook twice."""

    front: Front | None = None
    """What was known before."""
    behind: dict[str, Behind | None] = field(default_factory=dict)
    """Step -> what it found."""
    context: str | None = None
    """What the retrieval hook returned."""


class RoutingDesk:
    """The routing of one manager."""

    def __init__(self, tables: TableSet, directory: Directory, settings: RoutingSettings, hooks: Hooks) -> None:
        """Compile the rules."""
        self.router = Router(tables, settings)
        """The pure tiers."""
        self.settings, self.hooks = settings, hooks
        self._tables, self._directory = tables, directory
        self._events = Events(hooks.on_event)
        self._domain = hooks.domain or DomainTemplate.from_tables(tables)
        self._lookups: dict[str, AnswerHook] = {}
        self._warned: set[str] = set()
        self._tools = tool_schemas(tables)
        is_on = RouteTier.SEMANTIC in settings.tiers
        embedder = hooks.embedder
        self._meaning = Meaning(tables, settings, hooks, embedder) if is_on and embedder is not None else None
        self._is_guarded = any(slot.sensitive for verb in tables.verbs for slot in verb.slots)

    def add_lookup(self, name: str, function: AnswerHook) -> None:
        """Register what answers a route of kind lookup; raises :class:`slots.errors.RouteError` for no such route."""
        spec = self.router.spec(name)
        if not isinstance(spec, RouteSpec):
            known = ", ".join(route.name for route in self._tables.routes) or "none"
            raise RouteError(f"no route is called that (routes: {known})", route=name)
        self._lookups[name] = function

    async def warm_up(self) -> None:
        """Learn what the semantic tier needs, when it is on and has not learned; raises what stands in the way."""
        if self._meaning is not None:
            await self._meaning.learn()

    # -- before the decision ----------------------------------------------------

    async def before(self, turn: Turn, text: str, memo: Memo) -> Front:
        """Return what is known of a message: the pure tiers, and the triage."""
        if memo.front is None:
            asks = is_question(text)
            known = await self._known(turn.tenant, text)

            def is_known(kind: str, words: str) -> bool:
                return (kind, key_of(words)) in known

            routed = self.router.route(text, is_known=is_known, is_question=asks)
            verdict = await self._classify(text)
            enforced = self.settings.triage is Triage.ENFORCE and verdict is not None
            reads = enforced and verdict is not None and verdict.label is IntentLabel.KNOWLEDGE
            memo.front = Front(routed, verdict, reads)
        return memo.front

    async def _known(self, tenant: str, text: str) -> frozenset[tuple[str, str]]:
        """Return which of the names that captures want are names of the tenant, in one look-up."""
        wanted = self.router.captures.names_in(text)
        if not wanted:
            return frozenset()
        keys = tuple(sorted({key for _, key in wanted if key}))
        types = tuple(sorted({kind for kind, _ in wanted}))
        found = await self._directory.look_up(tenant, NamesLookup(keys, types))
        active = (entity for entity in found if entity.is_active)
        return frozenset((one.type, key_of(name)) for one in active for name in (one.name, *one.aliases))

    async def _classify(self, text: str) -> IntentVerdict | None:
        if self.settings.triage is Triage.OFF:
            return None
        verdict = self.hooks.classifier.classify(text, self._domain)
        verdict = await settle(verdict, text, self.hooks.model, timeout=self.settings.agent_timeout)
        self._events.emit(intent_event(verdict, with_words=not self._is_guarded))
        return verdict

    def tell(self, *, tier: str, rule: str, routes: Sequence[str], is_handled: bool, is_tie: bool) -> None:
        """Tell whoever watches how a turn was routed."""
        route = routes[0] if routes else ""
        self._events.emit(
            routed_event(
                tier=tier, route=route, rule=rule, handled=is_handled, tie=is_tie, tied=routes if is_tie else ()
            )
        )

    def emit(self, event: Event) -> None:
        """Hand an event to whoever watches; what a callback raises changes nothing."""
        self._events.emit(event)

    # -- when nobody took it ------------------------------------------------------

    def _hook_of(self, name: str) -> AnswerHook | None:
        spec = self.router.spec(name)
        is_knowledge = isinstance(spec, RouteSpec) and spec.kind is RouteKind.KNOWLEDGE
        return self.hooks.knowledge if is_knowledge else self._lookups.get(name)

    def can_answer(self, name: str) -> bool:
        """Whether something was registered that answers a route of the host's own; it is warned of once if not."""
        if self._hook_of(name) is not None:
            return True
        if name not in self._warned:
            self._warned.add(name)
            logger.warning("route %s passed over: nothing answers it; give the manager %s", name, self._wanted(name))
        return False

    def _is_verb(self, name: str) -> bool:
        return not isinstance(self.router.spec(name), RouteSpec)

    def check_routes(self) -> None:
        """Raise :class:`slots.errors.RouteError` for the first route that nothing answers."""
        for route in self._tables.routes:
            if self._hook_of(route.name) is None:
                wanted = self._wanted(route.name)
                raise RouteError(f"nothing answers it; give the manager {wanted}", route=route.name)

    def _wanted(self, name: str) -> str:
        spec = self.router.spec(name)
        is_knowledge = isinstance(spec, RouteSpec) and spec.kind is RouteKind.KNOWLEDGE
        return "a knowledge hook" if is_knowledge else f"@manager.lookup({name!r})"

    async def answer_route(self, name: str, asked: Asked) -> str:
        """Return what a route of the host's own answers; one that fails is said to have found nothing."""
        hook = self._hook_of(name)
        if hook is None:
            return ""
        found = await self._guarded(f"route {name}", lambda: _call(hook, asked), self.settings.agent_timeout)
        return found or "I found nothing."

    async def behind(self, asked: Asked, annotation: str, memo: Memo) -> Behind | None:
        """Try what stands behind the rules, in the order of the lane; None when nothing takes the message."""
        lane = asked.verdict.label if asked.verdict is not None else IntentLabel.AMBIGUOUS
        enforced = self.settings.triage is Triage.ENFORCE
        if not (enforced and lane is IntentLabel.ACTION):
            if memo.context is None:
                memo.context = await self._retrieve(asked)
            asked = replace(asked, context=memo.context)
        steps: Mapping[str, Callable[[], Awaitable[Behind | None]]] = {
            "semantic": lambda: self._search(asked),
            "knowledge": lambda: self._know(asked),
            "agent": lambda: self._ask_agent(asked, annotation),
        }
        for step in LANES[lane] if enforced else WATCHED:
            if step not in memo.behind:
                memo.behind[step] = await steps[step]()
            if memo.behind[step] is not None:
                return memo.behind[step]
        return None

    async def _retrieve(self, asked: Asked) -> str:
        hook = self.hooks.retrieve
        if hook is None:
            return ""
        return await self._guarded("retrieval", lambda: _call(hook, asked), self.settings.agent_timeout) or ""

    async def _search(self, asked: Asked) -> Behind | None:
        """The semantic tier: one clear route, or a menu of several; a question is taken only by what reads."""
        meaning = self._meaning
        if meaning is None:
            return None
        seconds = self.settings.semantic_timeout
        found = await self._guarded("semantic tier", lambda: meaning.search(asked.text), seconds)
        if found is None:
            return None
        asks = is_question(asked.text)
        allowed = (name for name in found.routes if self.router.may_take(name, is_question=asks))
        routes = [name for name in allowed if self._is_verb(name) or self.can_answer(name)]
        if not routes:
            return None
        scores = dict(found.ranked)
        told = f"like “{found.nearest[0]}”" if found.nearest is not None else ""
        others = [name for name, _ in found.ranked if name not in routes]
        hits = tuple(RouteHit(name, scores.get(name, 0.0), told) for name in (*routes, *others))
        return Behind(Routed(RouteTier.SEMANTIC, hits, is_tie=len(routes) > 1, tied=len(routes)))

    async def _know(self, asked: Asked) -> Behind | None:
        hook = self.hooks.knowledge
        if hook is None:
            return None
        found = await self._guarded("knowledge", lambda: _call(hook, asked), self.settings.agent_timeout)
        return Behind(answer=found) if found else None

    async def _ask_agent(self, asked: Asked, annotation: str) -> Behind | None:
        agent = self.hooks.agent
        if agent is None or RouteTier.FALLBACK not in self.settings.tiers:
            return None
        request = AgentRequest(asked.text, annotation, self._tools, asked.context)
        choice = await self._guarded("agent", lambda: agent.choose(request), self.settings.agent_timeout)
        verb = chosen_verb(choice, self._tables.verbs) if choice is not None else None
        if choice is not None and verb is not None:
            hit = RouteHit(verb.name, 1.0, "chosen by the agent")
            return Behind(Routed(RouteTier.FALLBACK, (hit,), fills=words_of_choice(choice, verb)))
        if choice is not None:
            logger.warning("agent passed over: it chose %r, which is no verb", choice.tool)
        said = await self._guarded("agent", lambda: agent.talk(request), self.settings.agent_timeout)
        return Behind(answer=said) if said else None

    async def _guarded(self, what: str, call: Callable[[], Awaitable[T]], seconds: float) -> T | None:
        """Await a host's code under a deadline; what it raises is logged, and it is passed over."""
        try:
            async with asyncio.timeout(seconds):
                return await call()
        except TimeoutError:
            logger.warning("%s passed over: no answer within %s s", what, seconds)
        except Exception:
            logger.warning("%s passed over: it failed", what, exc_info=True)
        return None


async def _call(hook: AnswerHook, asked: Asked) -> Answer:
    """Call a hook, plain or async."""
    if inspect.iscoroutinefunction(hook):
        return await hook(asked)  # type: ignore[no-any-return]
    found = await asyncio.to_thread(hook, asked)
    return await found if inspect.isawaitable(found) else found
