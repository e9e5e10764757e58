"""The semantic tier alone, over the embedder of the extra ``semantic``.

It decides by itself (``--no-threshold``) or ranks for the scorer's threshold: with
``VERBFLOW_RANK_ONLY=1`` every message gets its best route and no menu. With
``VERBFLOW_EMBEDDER=UseEmbedder`` it has the one of the extra ``multilingual``.
"""

import os

from dialog.routing import embedders
from dialog.routing.semantic import Decision, SemanticIndex

RANK_ONLY = os.environ.get("VERBFLOW_RANK_ONLY") == "1"
EMBEDDER = os.environ.get("VERBFLOW_EMBEDDER", "MiniLmEmbedder")
NAME = f"verbflow semantic tier, {EMBEDDER}" + (" (rank only)" if RANK_ONLY else "")


class Router:
    """The form that the scorer wants."""

    def fit(self, examples):
        """Build the index of (text, verb)."""
        self.index = SemanticIndex(examples, getattr(embedders, EMBEDDER)())

    def route(self, text):
        """Return (verb or None, score, menu)."""
        found = self.index.search(text)
        if not found.ranked:
            return None, 0.0, []
        verb, score = found.ranked[0]
        if RANK_ONLY:
            return verb, score, []
        if found.decision is Decision.MENU:
            return verb, score, list(found.routes)
        return (verb if found.decision is Decision.ACCEPT else None), score, []
