"""The hand-written tables of hwu31 as a router for ``score_routing.py``; run it with ``--no-threshold``.

A tie goes to the route that stands first in the tables: asking with a menu measures the same, ties are that rare.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dialog.routing.router import Router as TableRouter
from slots.toml_tables import parse_tables

NAME = "verbflow, hand-written token sets"
"""What the scorer calls it."""
TABLES = Path(__file__).with_name("hwu31.toml")
"""The rules."""


class Router:
    """Token sets and phrases only; nothing is learned."""

    def __init__(self) -> None:
        """Read the tables."""
        self.rules = TableRouter(parse_tables(TABLES.read_text("utf-8"), origin=TABLES.name))
        """The router of the library."""

    def fit(self, examples: Iterable[tuple[str, str]]) -> None:
        """Ignore the examples: the rules are there already."""

    def route(self, text: str) -> tuple[str | None, float, list[str]]:
        """Return the route, its score and an empty menu; no route when no rule takes the message."""
        found = self.rules.route(text)
        if found is None:
            return None, 0.0, []
        return found.best.route, found.best.score, []
