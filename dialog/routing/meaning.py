"""What the semantic tier learned from the tables, shared by all turns of a manager.

It is learned once, in a thread of its own that begins at the first need or at
``DialogManager.warm_up``; who needs it waits for that one, as long as they like, and holds
neither the loop nor a thread meanwhile. What fails is raised to who waits, and
begun again at the next need.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from threading import Lock

from dialog.execution.threads import start_apart
from dialog.routing.embedders import import_extra
from dialog.routing.hooks import Hooks
from dialog.routing.semantic import Embedder, SemanticIndex, SemanticResult
from dialog.routing.settings import RoutingSettings
from dialog.routing.token_sets import Spec
from slots.tables import TableSet


class Meaning:
    """The semantic index of one manager, built when it is first needed."""

    def __init__(self, tables: TableSet, settings: RoutingSettings, hooks: Hooks, embedder: Embedder) -> None:
        """Take what is to be learned from; nothing is learned yet."""
        every: list[Spec] = [*tables.verbs, *tables.routes]
        counting = [spec for spec in every if settings.counts(spec.name)]
        self._examples = [(text, spec.name) for spec in counting for text in (*spec.phrases, *spec.examples)]
        self._hooks, self._embedder, self._lock = hooks, embedder, Lock()
        self._learning: Future[SemanticIndex] | None = None

    async def search(self, text: str) -> SemanticResult:
        """Return what the examples say of a message; raises what learning or the embedder raises."""
        index = await self.learn()
        return await asyncio.to_thread(index.search, text)

    async def learn(self) -> SemanticIndex:
        """Return the index when it is learned; raises :class:`slots.errors.ExtraMissingError` without numpy."""
        learning = self._begun()
        try:
            return await asyncio.wrap_future(learning)
        finally:
            self._forget_failed(learning)

    def _begun(self) -> Future[SemanticIndex]:
        with self._lock:
            if self._learning is None:
                self._learning = start_apart(self._build, "verbflow-meaning")
            return self._learning

    def _forget_failed(self, learning: Future[SemanticIndex]) -> None:
        """Let the next need begin again; a failure that came when nobody waited is raised once before."""
        with self._lock:
            if self._learning is learning and learning.done() and learning.exception() is not None:
                self._learning = None

    def _build(self) -> SemanticIndex:
        import_extra("numpy", "semantic")
        hooks, examples, embedder = self._hooks, self._examples, self._embedder
        if hooks.semantic_file is None:
            return SemanticIndex(examples, embedder, settings=hooks.semantic, negatives=hooks.negatives)
        return SemanticIndex.load(
            hooks.semantic_file, examples, embedder, settings=hooks.semantic, negatives=hooks.negatives
        )
