"""What the semantic tier takes from the words themselves: their vectors, and questions made of them.

A sentence's meaning blurs what a verb hangs on ("turn it on" and "turn it off"
are near), so a message's words count beside its meaning: words, pairs of words
and 3- and 4-letter pieces, weighted by how few examples have them and hashed into
a fixed number of places (crc32, so the same everywhere).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    import numpy

PLACES = 2048
"""How many numbers a wording's vector has."""

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PIECE_LENGTHS = (3, 4)
_FUNCTION_WORDS = frozenset(
    """
    about all and any are ask can could did does doing don for from get give has have her here his how its just
    know let like make may might more much must need new not now off one our out please shall she should show some
    tell than that the their them then there these they this those too two use very want was were what when where
    which who why will with would you your
    """.split()
)


class WordVectors:
    """Turns texts into vectors of their words, weighted by a set of phrases."""

    def __init__(self, phrases: Sequence[str]) -> None:
        """Count how many of the phrases have each feature."""
        counts = Counter(feature for phrase in phrases for feature in set(_features(phrase)))
        self._rarity = {feature: 1 + math.log((1 + len(phrases)) / (1 + count)) for feature, count in counts.items()}
        self._unseen = 1 + math.log(1 + len(phrases))

    def vectors(self, texts: Sequence[str]) -> numpy.ndarray[Any, Any]:
        """Return one row of length 1 a text; a text without a word is zeros."""
        import numpy as np

        rows = np.zeros((len(texts), PLACES), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for feature, count in sorted(Counter(_features(text)).items()):
                code = crc32(feature.encode())
                sign = 1 if code >> 31 else -1  # so that collisions cancel on average
                row[code % PLACES] += sign * (1 + math.log(count)) * self._rarity.get(feature, self._unseen)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        units: numpy.ndarray[Any, Any] = rows / np.where(lengths > 0, lengths, 1)
        return units


def _features(text: str) -> list[str]:
    tokens = _TOKEN.findall(text.lower())
    line = f" {' '.join(tokens)} "
    pieces = [line[at : at + size] for size in _PIECE_LENGTHS for at in range(len(line) - size + 1)]
    pairs = [f"{one} {next_one}" for one, next_one in pairwise(tokens)]
    return [*(f"w:{token}" for token in tokens), *(f"p:{pair}" for pair in pairs), *(f"c:{piece}" for piece in pieces)]


def made_questions(examples: Sequence[tuple[str, str]], forms: Sequence[str], words_per_route: int) -> list[str]:
    """Return the questions about the most telling words of the routes, in a fixed order.

    ``examples`` are (phrase, route); a form has one ``{}``. A word tells more the
    more of a route's examples have it and the fewer routes.
    """
    counts: dict[str, Counter[str]] = {}
    for phrase, route in examples:
        words = set(_WORD.findall(phrase.lower())) - _FUNCTION_WORDS
        counts.setdefault(route, Counter()).update(words)
    spread = Counter(word for words in counts.values() for word in words)
    telling = {word for words in counts.values() for word in _telling(words, spread, len(counts))[:words_per_route]}
    return [form.format(word) for word in sorted(telling) for form in forms]


def _telling(words: Mapping[str, int], spread: Mapping[str, int], routes: int) -> list[str]:
    return sorted(words, key=lambda word: (-words[word] * math.log((1 + routes) / spread[word]), word))
