"""The pure tiers in order: capture, token set, example.

In: a message. Out: what the first tier that finds anything found. The verbs'
triggers belong to the token-set tier and come before the sets; the pure step
finds them itself, where it also sees what is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dialog.routing.captures import Captures
from dialog.routing.normal import normalise
from dialog.routing.phrases import Phrases
from dialog.routing.settings import DEFAULT_ROUTING, OnTie, RoutingSettings
from dialog.routing.token_sets import Spec, TokenSets
from slots.tables import RouteSpec, TableSet, VerbSpec
from slots.text import clean
from states.routes import Routed, RouteHit, RouteTier

Known = Callable[[str, str], bool]
"""(entity type, words) -> whether the tenant has something of that name."""


class Router:
    """The pure tiers of one table set; stateless, safe to share between threads."""

    def __init__(self, tables: TableSet, settings: RoutingSettings = DEFAULT_ROUTING) -> None:
        """Compile the tables' rules."""
        self.tables = tables
        """The tables."""
        self.settings = settings
        """The settings."""
        every: list[Spec] = [*tables.verbs, *tables.routes]
        specs = [spec for spec in every if settings.counts(spec.name)]
        self._aliases: Mapping[str, str] = tables.aliases
        self.captures = Captures(specs)
        """The captures."""
        self.token_sets = TokenSets(specs, tables.aliases)
        """The token sets."""
        self.phrases = Phrases(specs, tables.aliases)
        """The phrases."""
        self._reading = frozenset(route.name for route in tables.routes) | frozenset(
            verb.name for verb in tables.verbs if verb.read
        )

    def route(self, text: str, *, is_known: Known | None = None, is_question: bool = False) -> Routed | None:
        """Return what the first tier found; None when none did.

        A question starts nothing that changes something: only what reads may take it.
        """
        message = clean(text)
        if RouteTier.CAPTURE in self.settings.tiers:
            captured = self.captures.match(message, is_known)
            if captured is not None and self.may_take(captured.best.route, is_question=is_question):
                return captured
        words = normalise(message, self._aliases)
        for tier, find in ((RouteTier.TOKEN_SET, self.token_sets.match), (RouteTier.EXAMPLE, self.phrases.match)):
            if tier not in self.settings.tiers:
                continue
            hits = tuple(hit for hit in find(words) if self.may_take(hit.route, is_question=is_question))
            found = self.settle(tier, hits)
            if found is not None:
                return found
        return None

    def may_take(self, route: str, *, is_question: bool) -> bool:
        """Whether a route may take a message: a question is taken only by what reads."""
        return not is_question or route in self._reading

    def settle(self, tier: RouteTier, hits: tuple[RouteHit, ...]) -> Routed | None:
        """Return a tier's hits with their tie; None for none, and for a tie that the next tier decides."""
        if not hits:
            return None
        tied = sum(hit.score > hits[0].score - self.settings.margin for hit in hits)
        if tied > 1 and self.settings.on_tie is OnTie.NEXT:
            return None
        return Routed(tier, hits, is_tie=tied > 1, tied=min(tied, self.settings.most_offered))

    def spec(self, route: str) -> VerbSpec | RouteSpec | None:
        """Return the verb or route of a name."""
        return self.tables.route(route)
