"""The semantic tier: which route's examples a message means the same as.

In: example phrases with their routes and an :class:`Embedder`. Out: for a
message, the routes with their scores and one of three decisions (accept a
route, offer a menu, nothing).

**What a score means.** A route's score is the probability, 0 to 1, that the
message starts this route, given by one softmax over all routes *and* "none of
them": all scores together with that of none, which is not listed, make 1, and a
message far from everything has low scores throughout. They come from a
multinomial logistic regression (:mod:`dialog.routing.head`) trained when the index
is built, on two views of a phrase side by side: its meaning (the embedder's
vector) and its words (:mod:`dialog.routing.wording`). With ten examples a route
this takes more and rejects near misses better than the nearest neighbour's
cosine, or the regression on either view alone (``benchmarks/routing``).

**Where "none" comes from.** A verb's near misses are mostly questions about its
own things: "what alarms do I have" beside "set an alarm". So from each route's
most telling words the index makes such questions (:data:`QUESTIONS`) and learns
them as "none", together with small talk, with the ``negatives`` that the caller
has, and with the empty vector, which is like nothing. A made question close to an
example is dropped: that route is one that people ask.

numpy is imported only when an index is built or read; it comes with the extra
``semantic``. Whatever an embedder raises is raised here as it is.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable
from zipfile import BadZipFile

from dialog.routing.head import fit, softmax
from dialog.routing.wording import WordVectors, made_questions

if TYPE_CHECKING:
    import numpy

_FORMAT = "verbflow-semantic-1"
QUESTIONS: tuple[str, ...] = (
    "what is my {}",
    "how much is the {}",
    "when is the {}",
    "do i have a {}",
    "tell me about the {}",
    "why is my {} like that",
    "what does {} mean",
    "how long does {} take",
    "which {} is the best",
)
"""Forms of English questions about a thing; ``{}`` stands for one of a route's telling words."""

SMALL_TALK: tuple[str, ...] = (
    "hello there",
    "how are you",
    "who are you",
    "what can you do",
    "tell me something",
    "what do you think",
    "say that again",
    "thank you",
    "that is great",
    "i don't know",
    "it was a long day",
    "why is that",
    "what is it",
    "where is it",
    "how many are there",
    "what does it mean",
    "how do i do that",
    "what is the best one",
    "is it good",
    "what time is it",
)
"""English messages that start nothing anywhere."""


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors whose cosine says how near their meanings are."""

    @property
    def name(self) -> str:
        """Which model in which version: vectors kept under another name are not used."""

    def embed(self, texts: Sequence[str]) -> numpy.ndarray[Any, Any]:
        """Return float32 vectors, one row a text in their order, each of length 1."""


class Decision(StrEnum):
    """What the scores amount to."""

    ACCEPT = "accept"
    """One route is clear enough to act on."""
    MENU = "menu"
    """Some route is meant, and asking which is worth it."""
    NOTHING = "nothing"
    """No route is meant, as far as the examples tell."""


@dataclass(frozen=True, slots=True)
class SemanticSettings:
    """When a route is accepted and when a menu is offered; all in the scores' unit.

    Threshold and margin are those at which, in 5-fold cross-validation on two sets
    of ten examples a route, some 6 % of the messages that no route takes are accepted
    with ``UseEmbedder``, and some 5 % with ``MiniLmEmbedder``, which takes more of the others.
    """

    threshold: float = 0.4
    """The best score from which a route is accepted."""
    margin: float = 0.2
    """By how much the best must lead the second to be accepted."""
    menu_threshold: float = 0.3
    """The sum of a menu's scores from which it is offered."""
    menu_floor: float = 0.03
    """The score below which a route stands on no menu (the two best always do)."""
    menu_size: int = 4
    """The most routes on a menu, 2 to 4."""
    top_k: int = 5
    """How many routes a result lists."""

    def __post_init__(self) -> None:
        shares = (self.threshold, self.margin, self.menu_threshold, self.menu_floor)
        if not all(0 <= share <= 1 for share in shares):
            raise ValueError(f"threshold, margin, menu_threshold and menu_floor must be 0 to 1, not {shares}")
        if not 2 <= self.menu_size <= 4 or self.top_k < self.menu_size:
            raise ValueError(f"menu_size must be 2 to 4 and top_k no less, not {self.menu_size} and {self.top_k}")


@dataclass(frozen=True, slots=True)
class Training:
    """How the index learns from the examples; a change makes a kept index stale.

    The values are from cross-validation on two sets of ten examples a route, with
    the acceptance of messages that no route takes held at 5 and 10 %.
    """

    word_share: float = 0.4
    """How much the words count beside the meaning, 0 to 1: their share of a phrase's squared length."""
    inverse_penalty: float = 60.0
    """C of the logistic regression: larger fits the examples closer."""
    none_weight: float = 1.0
    """Weight of all "none" phrases together, as a multiple of all examples'."""
    words_per_route: int = 2
    """How many telling words of a route questions are made of; 0 makes none."""
    too_near: float = 0.85
    """The cosine of meaning to an example from which a phrase of "none" is dropped (given negatives never are)."""
    questions: tuple[str, ...] = QUESTIONS
    """The questions' forms, each with one ``{}``; others for another language."""
    small_talk: tuple[str, ...] = SMALL_TALK
    """Messages that start no route."""
    steps: int = 150
    """Steps of gradient descent, always all of them, so that a build is repeatable."""


@dataclass(frozen=True, slots=True)
class SemanticResult:
    """What the examples say about one message."""

    ranked: tuple[tuple[str, float], ...]
    """(route, score), best first, at most ``top_k``; equal scores stand in the routes' order."""
    decision: Decision
    """Accept, menu or nothing."""
    routes: tuple[str, ...] = ()
    """The accepted route alone, or the menu's 2 to 4, best first; empty for nothing."""
    nearest: tuple[str, str, float] | None = None
    """The example most like the message: phrase, route, cosine; for the log. None without examples."""


class SemanticIndex:
    """Example phrases by meaning: built once, asked often, kept on disk if wanted.

    An instance does not change, so threads may share it if they may share its
    embedder.
    """

    def __init__(
        self,
        examples: Sequence[tuple[str, str]],
        embedder: Embedder,
        *,
        settings: SemanticSettings | None = None,
        negatives: Sequence[str] = (),
        training: Training | None = None,
    ) -> None:
        """Embed the examples (phrase, route) and learn from them.

        ``negatives`` are messages that no route takes. The routes' order is that
        of their first examples. Raises ImportError without numpy, ValueError when
        the embedder returns another shape than asked for.
        """
        self._prepare(examples, embedder, settings=settings, negatives=negatives, training=training)
        self._vectors = _embed(embedder, [phrase for phrase, _ in self.examples])
        self._weights = self._learn(negatives)

    def _prepare(
        self,
        examples: Sequence[tuple[str, str]],
        embedder: Embedder,
        *,
        settings: SemanticSettings | None,
        negatives: Sequence[str],
        training: Training | None,
    ) -> None:
        self.examples = tuple((phrase, route) for phrase, route in examples)
        self.embedder = embedder
        self.settings = settings or SemanticSettings()
        self.training = training or Training()
        self.routes = tuple(dict.fromkeys(route for _, route in self.examples))
        self._words = WordVectors([phrase for phrase, _ in self.examples])
        parts = [_FORMAT, embedder.name, self.examples, tuple(negatives), astuple(self.training)]
        self.key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    @classmethod
    def load(
        cls,
        path: str | Path,
        examples: Sequence[tuple[str, str]],
        embedder: Embedder,
        *,
        settings: SemanticSettings | None = None,
        negatives: Sequence[str] = (),
        training: Training | None = None,
    ) -> SemanticIndex:
        """Return the index kept at ``path``, or build it and keep it there.

        It is built anew when the file is absent, cannot be read, or was made of
        other phrases, another embedder's name or another training.
        """
        index = cls.__new__(cls)
        index._prepare(examples, embedder, settings=settings, negatives=negatives, training=training)
        kept = _read_arrays(Path(path), index.key)
        if kept is not None:
            index._vectors, index._weights = kept
            return index
        index = cls(examples, embedder, settings=settings, negatives=negatives, training=training)
        index.save(path)
        return index

    def save(self, path: str | Path) -> None:
        """Keep vectors and weights at ``path`` (numpy's npz, no pickle), replacing what is there in one move."""
        import numpy as np

        target = Path(path)
        draft = target.with_name(target.name + ".draft")
        with draft.open("wb") as file:
            np.savez(file, key=np.array(self.key), vectors=self._vectors, weights=self._weights)
        draft.replace(target)

    def with_settings(self, settings: SemanticSettings) -> SemanticIndex:
        """Return the same index that decides by other settings; nothing is embedded again."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, settings=settings)
        return twin

    def search(self, text: str) -> SemanticResult:
        """Rank the routes for a message and decide; a message without a word is nothing."""
        if not self.examples or not text.strip():
            return SemanticResult((), Decision.NOTHING)
        vector = _embed(self.embedder, [text])[0]
        scores = self._scores(text, vector)
        order = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
        ranked = tuple((self.routes[place], scores[place]) for place in order[: self.settings.top_k])
        decision, routes = decide(ranked, self.settings)
        cosines = self._vectors @ vector
        closest = int(cosines.argmax())
        nearest = (*self.examples[closest], round(float(cosines[closest]), 6))
        return SemanticResult(ranked, decision, routes, nearest)

    def calibrated(self, negatives: Iterable[str], share: float = 0.05) -> SemanticIndex:
        """Return the index with the lowest threshold that accepts at most ``share`` of these messages.

        They are messages that no route takes, best other ones than those that the
        index was built with. Without any, the index as it is.
        """
        best = sorted((found.ranked[0][1] for found in map(self.search, negatives) if found.ranked), reverse=True)
        if not best:
            return self
        last_refused = best[min(int(share * len(best)), len(best) - 1)]
        return self.with_settings(replace(self.settings, threshold=min(1.0, last_refused + 1e-6)))

    def _scores(self, text: str, vector: numpy.ndarray[Any, Any]) -> list[float]:
        shares = softmax(self._views([text], vector[None]) @ self._weights)[0]
        # the last column is "none"; rounded, so that what is equal by symmetry is equal
        return [round(float(share), 4) for share in shares[:-1]]

    def _views(self, texts: Sequence[str], vectors: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
        """Return what the regression sees of texts: meaning, words, and a constant."""
        import numpy as np

        share = self.training.word_share
        words = self._words.vectors(texts)
        constant = np.ones((len(texts), 1), dtype=np.float32)
        return np.concatenate(
            [np.float32(math.sqrt(1 - share)) * vectors, np.float32(math.sqrt(share)) * words, constant], axis=1
        )

    def _learn(self, negatives: Sequence[str]) -> numpy.ndarray[Any, Any]:
        """Return the weights: a row a dimension of the views, a column a route and one for "none"."""
        import numpy as np

        if not self.examples:
            return np.zeros((0, 0), dtype=np.float32)
        texts, vectors = self._others(negatives)
        places = {route: place for place, route in enumerate(self.routes)}
        labels = [places[route] for _, route in self.examples] + [len(places)] * len(texts)
        weight = self.training.none_weight * len(self.examples) / len(texts)
        phrases = [phrase for phrase, _ in self.examples]
        return fit(
            self._views([*phrases, *texts], np.concatenate([self._vectors, vectors])),
            np.eye(len(places) + 1, dtype=np.float32)[labels],
            weights=np.array([1.0] * len(phrases) + [weight] * len(texts)),
            inverse_penalty=self.training.inverse_penalty,
            steps=self.training.steps,
        )

    def _others(self, negatives: Sequence[str]) -> tuple[list[str], numpy.ndarray[Any, Any]]:
        """Return what is to be "none", and its meanings; at least the empty text."""
        import numpy as np

        training = self.training
        made = [*made_questions(self.examples, training.questions, training.words_per_route), *training.small_talk]
        texts, rows = [""], [np.zeros((1, self._vectors.shape[1]), dtype=np.float32)]
        if made:
            vectors = _embed(self.embedder, made)
            far = (vectors @ self._vectors.T).max(axis=1) < training.too_near
            texts += [text for text, is_far in zip(made, far, strict=True) if is_far]
            rows.append(vectors[far])
        if negatives:
            texts += negatives
            rows.append(_embed(self.embedder, list(negatives)))
        return texts, np.concatenate(rows)


def decide(ranked: Sequence[tuple[str, float]], settings: SemanticSettings) -> tuple[Decision, tuple[str, ...]]:
    """Say what scores amount to, and for which routes; ``ranked`` is best first."""
    if not ranked:
        return Decision.NOTHING, ()
    best = ranked[0][1]
    second = ranked[1][1] if len(ranked) > 1 else 0.0
    lead = round(best - second, 6)  # 0.5 leads 0.4 by 0.1
    if best >= settings.threshold and lead >= settings.margin:
        return Decision.ACCEPT, (ranked[0][0],)
    listed = [
        (route, score)
        for place, (route, score) in enumerate(ranked[: settings.menu_size])
        if place < 2 or score >= settings.menu_floor
    ]
    if len(listed) >= 2 and sum(score for _, score in listed) >= settings.menu_threshold:
        return Decision.MENU, tuple(route for route, _ in listed)
    return Decision.NOTHING, ()


def _embed(embedder: Embedder, texts: Sequence[str]) -> numpy.ndarray[Any, Any]:
    import numpy as np

    if not texts:
        return np.zeros((0, 0), dtype=np.float32)
    vectors = np.asarray(embedder.embed(texts), dtype=np.float32)
    if vectors.ndim != 2 or len(vectors) != len(texts):
        raise ValueError(f"{embedder.name}: {len(texts)} texts gave vectors of shape {vectors.shape}")
    return vectors


def _read_arrays(path: Path, key: str) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]] | None:
    """Return the vectors and weights kept at ``path`` under this key, None if they are not there."""
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as kept:
            if str(kept["key"]) != key:
                return None
            return kept["vectors"], kept["weights"]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
