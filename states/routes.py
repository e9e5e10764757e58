"""What the routing found for a message, as values: the pure step starts a verb with it or hands it on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class RouteTier(StrEnum):
    """Which tier answered, in their order."""

    CAPTURE = "capture"
    """A whole message with typed places."""
    TOKEN_SET = "token_set"
    """A trigger, or words in any order."""
    EXAMPLE = "example"
    """A phrase that the message contains."""
    SEMANTIC = "semantic"
    """The nearest phrases."""
    FALLBACK = "fallback"
    """An agent, or nobody."""


@dataclass(frozen=True, slots=True)
class RouteHit:
    """One route that a tier found."""

    route: str
    """The verb or route."""
    score: float
    """How well, the greater the better; comparable within a tier only."""
    rule: str = ""
    """The rule that found it, in words."""


@dataclass(frozen=True, slots=True)
class Routed:
    """What one tier found."""

    tier: RouteTier
    """Which tier."""
    hits: tuple[RouteHit, ...]
    """Best first; never empty."""
    is_tie: bool = False
    """Whether the first hits are too close to choose between."""
    tied: int = 1
    """How many of the first hits are that close."""
    fills: Mapping[str, str] = field(default_factory=dict)
    """Slot -> its words, where the tier found them (a capture's places, an agent's arguments)."""

    @property
    def best(self) -> RouteHit:
        """The first hit."""
        return self.hits[0]
