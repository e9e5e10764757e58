"""What comparing every name with rapidfuzz comes to, as a resolver for the names benchmark's ``score.py``.

The scorer and the score from which the best name is filled in stand in the variable ``NAMES_PEER``
(``WRatio@90``); below it the five best are a menu. Names and aliases are folded once, as the phrase is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from rapidfuzz import fuzz, process, utils

_SCORER, _, _LEAST = os.environ.get("NAMES_PEER", "WRatio@90").partition("@")

NAME = f"rapidfuzz {_SCORER}, filled from {_LEAST}"
"""What the scorer calls it."""


class Resolver:
    """All names in lists, one a kind."""

    def load(self, rows: Iterable[tuple[str, str, str]], aliases: Iterable[tuple[str, str]]) -> None:
        """Fold the names."""
        known: dict[str, list[str]] = {}
        for alias, name in aliases:
            known.setdefault(name, []).append(alias)
        self.folded: dict[str, list[str]] = {"any": []}
        self.names: dict[str, list[str]] = {"any": []}
        for _, kind, name in rows:
            for one in (name, *known.get(name, ())):
                for key in (kind, "any"):
                    self.folded.setdefault(key, []).append(utils.default_process(one))
                    self.names.setdefault(key, []).append(name)

    def resolve(self, text: str, kind: str) -> tuple[str, list[str]]:
        """Return the best name, filled in and shown, or the five best as a menu."""
        scorer: Any = getattr(fuzz, _SCORER)
        found = process.extract(utils.default_process(text), self.folded.get(kind, ()), scorer=scorer, limit=5)
        names = [self.names[kind][place] for _, _, place in found]
        if not found:
            return "none", []
        return "echo" if found[0][1] >= float(_LEAST) else "menu", names
