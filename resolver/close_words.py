"""Finding the words of a large vocabulary that come close to one, without comparing all of them.

The answers are exactly those of :func:`resolver.match.similarity` over every word. Where one slip
is all that may be, a word is found by the half that the slip left whole; where more may be
(long words, of which there are few), words of a fitting length are compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein, Levenshtein

from resolver.match import CLOSE, may_slip


class CloseWords:
    """Words, found by those that come close to them."""

    def __init__(self, least: float) -> None:
        """Hold no word yet; ``least`` is the similarity that counts as close."""
        self._least = least
        self._words: dict[int, dict[str, str]] = {}
        self._halves: dict[tuple[int, bool, str], list[str]] = {}
        self._longest_halved = next(size for size in range(4, 200) if self._slips(size, size + 1) > 1)

    def add(self, word: str) -> None:
        """Hold a word; one that can only be equal to another needs no place."""
        same = self._words.setdefault(len(word), {})
        if not may_slip(word) or word in same:
            return
        same[word] = word
        for half in self._halves_of(word):
            self._halves.setdefault(half, []).append(word)

    def discard(self, word: str) -> None:
        """Hold a word no longer."""
        if self._words.get(len(word), {}).pop(word, None) is None:
            return
        for half in self._halves_of(word):
            held = self._halves[half]
            held.remove(word)
            if not held:
                del self._halves[half]

    def near(self, word: str) -> set[str]:
        """Return the words held that are close to a word, and itself, held or not."""
        if not may_slip(word):
            return {word}
        scorer = DamerauLevenshtein.normalized_similarity
        found = {other for other in self._candidates(word) if scorer(word, other) >= self._least}
        if self._least <= CLOSE:
            same = self._words.get(len(word), {})
            found.update(swapped for swapped in _swaps(word) if swapped in same)
        found.add(word)
        return found

    def _candidates(self, word: str) -> Iterator[str]:
        size = len(word)
        for length in range(int(size * self._least), int(size / self._least) + 2):
            slips = self._slips(size, length)
            if slips == 1:
                yield from self._by_halves(word, length)
            elif slips > 1 and self._words.get(length):
                held = process.extract(
                    word, self._words[length], scorer=Levenshtein.distance, score_cutoff=2 * slips, limit=None
                )
                yield from (other for other, _, _ in held)

    def _by_halves(self, word: str, length: int) -> Iterator[str]:
        """One slip in one half of a word leaves its other half whole, but for a swap across the middle."""
        middle, size = length // 2, len(word)
        if length == size:
            swapped = word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]
            yield from (swapped,) if swapped in self._words.get(size, {}) else ()
        yield from self._halves.get((length, True, word[:middle]), ())
        yield from self._halves.get((length, False, word[size - length + middle :]), ())

    def _halves_of(self, word: str) -> tuple[tuple[int, bool, str], ...]:
        size = len(word)
        if size > self._longest_halved:
            return ()
        return (size, True, word[: size // 2]), (size, False, word[size // 2 :])

    def _slips(self, one: int, other: int) -> int:
        """Return how many slips may lie between close words of two lengths."""
        return int((1 - self._least) * max(one, other) + 1e-9)


def _swaps(word: str) -> Iterator[str]:
    """Yield a word with two neighbouring letters in the other order, for each pair."""
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
