"""What a host gives the routing: callables for knowledge, retrieval, events, and models.

All are optional. Those that answer may be plain or async; a failing or slow one is
logged and passed over, and the turn goes on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dialog.routing.agent import Agent
from dialog.routing.events import Callback
from dialog.routing.semantic import Embedder, SemanticSettings
from dialog.routing.settle import IntentModel
from dialog.routing.triage import DomainTemplate, IntentClassifier, IntentVerdict
from dialog.turn import Turn
from resolver.entities import Actor


@dataclass(frozen=True, slots=True)
class Asked:
    """A message that no verb took, as a hook sees it."""

    text: str
    """The message, cleaned."""
    turn: Turn
    """The turn."""
    actor: Actor
    """Who speaks."""
    verdict: IntentVerdict | None = None
    """What the triage said; None where it is off."""
    fills: Mapping[str, str] = field(default_factory=dict)
    """What a capture found: place -> words."""
    context: str = ""
    """What the retrieval hook returned."""


Answer = str | None
"""A hook's answer to the person; None when it has none."""
AnswerHook = Callable[[Asked], Answer | Awaitable[Answer]]
"""Answers a message in words."""


@dataclass(frozen=True)
class Hooks:
    """The host's side of routing."""

    knowledge: AnswerHook | None = None
    """Answers knowledge turns, and the routes of kind knowledge."""
    retrieve: AnswerHook | None = None
    """Fetches what a knowledge hook or an agent needs to read; skipped for action turns where triage is enforced."""
    agent: Agent | None = None
    """Takes what nobody took."""
    embedder: Embedder | None = None
    """Turns the semantic tier on; it learns from the tables' phrases and examples in the background, from
    ``DialogManager.warm_up`` on or else from the first message it gets."""
    semantic: SemanticSettings | None = None
    """When the semantic tier takes a route or offers a menu; its defaults for None."""
    semantic_file: Path | None = None
    """Where the semantic tier keeps what it learned, so that a start embeds nothing again; in memory only for None."""
    negatives: tuple[str, ...] = ()
    """Messages that no verb and no route should take, for the semantic tier."""
    on_event: tuple[Callback, ...] = ()
    """Called with each event; what they raise is logged and changes nothing."""
    classifier: IntentClassifier = field(default_factory=IntentClassifier)
    """The triage."""
    domain: DomainTemplate | None = None
    """The trigger keywords; derived from the tables for None."""
    model: IntentModel | None = None
    """Looks again at ambiguous turns."""


NO_HOOKS = Hooks()
"""A host that gives nothing: rules and triage alone."""
