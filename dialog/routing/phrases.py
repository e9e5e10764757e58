"""Phrases that mean a route wherever they stand in a message.

In: a message's words in normal form. Out: the routes with a phrase in it, the
longest phrase first. A phrase is contained as whole words that stand together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dialog.routing.normal import Words, normalise, runs
from dialog.routing.token_sets import Spec
from states.routes import RouteHit


class Phrases:
    """The phrases of some routes, ready for matching."""

    def __init__(self, specs: Sequence[Spec], aliases: Mapping[str, str] | None = None) -> None:
        """Take the phrases of the verbs and routes, in their order."""
        rows = [(normalise(phrase, aliases), spec.name, phrase) for spec in specs for phrase in spec.phrases]
        self.rows: tuple[tuple[Words, str, str], ...] = tuple(row for row in rows if row[0])
        """(normal form, route, phrase as declared), in the order of the tables."""
        self.longest = max((len(words) for words, _, _ in self.rows), default=1)
        """Words of the longest phrase."""
        self._firsts = frozenset(words[0] for words, _, _ in self.rows)

    def match(self, words: Words) -> tuple[RouteHit, ...]:
        """Return the routes with a phrase in a message; the score is the phrase's words."""
        present = runs(words, self.longest, self._firsts) if self.rows else set()
        best: dict[str, RouteHit] = {}
        for phrase, route, text in self.rows:
            if phrase in present and (route not in best or len(phrase) > best[route].score):
                best[route] = RouteHit(route, float(len(phrase)), text)
        return tuple(sorted(best.values(), key=lambda hit: -hit.score))
