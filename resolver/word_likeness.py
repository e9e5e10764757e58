"""How close two words of names are: slips of the hand, silent letters, openings.

In: two folded words. Out: 0 to 1. Everything here is symmetric but for :func:`opens`.
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from slots.look_alikes import alphabets_of
from slots.text import kept

CLOSE = 0.80
"""The least similarity of a word pair that counts as a misspelling (measured on names: at .80 no absent
name of a directory of 10,000 is accepted, at .75 one in a hundred is)."""

SHORT = 3
"""Words of up to this many letters, and numbers, must be equal: "T&M" is no misspelling of "T&E"."""

ALIKE = 0.6
"""The least similarity of a word pair that brings two names nearer to each other."""

_HEARD = (
    *(("igh", "i"), ("ph", "f"), ("ck", "k"), ("wh", "w"), ("kn", "n"), ("wr", "r")),
    *(("our", "or"), ("isation", "ization"), ("ise", "ize"), ("yse", "yze"), ("ogue", "og"), ("ll", "l")),
)
"""Letters that English spells and does not speak, or spells in two ways, and one way for each."""

SPELT = 0.9
"""How close two spellings of one word are ("harbour", "harbor")."""


@lru_cache(maxsize=32_768)
def similarity(left: str, right: str) -> float:
    """Return how close two words are, 0 to 1; short words and numbers are equal or not close at all.

    Two neighbouring letters in the wrong order are a slip of the hand in a word of any length. Silent letters and
    the two ways of spelling are none at all ("unighted" is united, "harbour" is harbor). Two slips of which one
    changes the first letter make another word, and a letter of another alphabet is no slip of the hand.
    """
    if left == right:
        return 1.0
    if not (may_slip(left) and may_slip(right)) or not _share_an_alphabet(left, right):
        return 0.0
    score = float(DamerauLevenshtein.normalized_similarity(left, right))
    if score < ALIKE:
        return score
    if are_spellings(left, right):
        return max(score, SPELT)
    if score >= CLOSE:
        return score if left[0] == right[0] or _slips(left, right) == 1 else ALIKE
    is_swap = len(left) == len(right) and _slips(left, right) == 1 and sorted(left) == sorted(right)
    return CLOSE if is_swap else score


class Likenesses(NamedTuple):
    """How near one typed word brings some words of names; others may stand beside them."""

    scores: dict[str, float]
    """Word of a name -> 0 to 1."""
    near: set[str]
    """Those above 0."""


class Compared:
    """How near one typed word brings the words of names, 0 to 1: also by its opening or its initial alone.

    Two short words are alike only where letters changed places: "Zed" comes nowhere near Red Harbor. What was asked
    about is remembered: the words of a look-up's names are compared several times on its way.
    """

    def __init__(self, word: str) -> None:
        self._word = word
        self._known = Likenesses({}, set())

    def likenesses(self, words: Set[str]) -> Likenesses:
        """Return the likeness of some words."""
        known = self._known
        new = words - known.scores.keys()
        if new:
            if len(known.scores) + len(new) > _REMEMBERED:
                known = self._known = Likenesses({}, set())
                new = set(words)
            near = self._near(new)
            known.near.update(near)
            known.scores.update(dict.fromkeys(new, 0.0) | near)
        return known

    def _near(self, words: Set[str]) -> dict[str, float]:
        word, found = self._word, dict[str, float]()
        if _may_open(word):
            found = {other: ALIKE for other in words if other.startswith(word)}
        for end in (1, *range(SHORT + 1, len(word))):
            if word[:end] in words:
                found[word[:end]] = ALIKE
        is_short = len(word) <= SHORT
        for other, score, _ in process.extract(word, list(words), scorer=_SCORER, score_cutoff=ALIKE, limit=None):
            if not is_short or len(other) > SHORT or sorted(word) == sorted(other):
                found[other] = score
        if word in words:
            found[word] = 1.0
        return found


_SCORER = DamerauLevenshtein.normalized_similarity

_REMEMBERED = 1_024
"""Words that one word's likeness is remembered of, at the most."""


@kept(256)
def compared(word: str) -> Compared:
    """Return what is compared with a typed word."""
    return Compared(word)


def opens(short: str, word: str) -> bool:
    """Whether some letters are how a word begins, enough of them to tell, or its initial."""
    return word.startswith(short) and _may_open(short)


def _may_open(short: str) -> bool:
    return len(short) == 1 or len(short) > SHORT


def may_slip(word: str) -> bool:
    """Whether a word may be misspelt: short ones and numbers are right or another word."""
    return len(word) > SHORT and (word.isalpha() or not any(map(str.isdigit, word)))


def is_slip(left: str, right: str) -> bool:
    """Whether two words, of any length, are one slip apart."""
    return abs(len(left) - len(right)) <= 1 and _slips(left, right) == 1


def is_plain_slip(left: str, right: str) -> bool:
    """Whether two words differ as the hand slips most: letters changed places, or one stands twice for once."""
    return sorted(left) == sorted(right) or _single(left) == _single(right)


def _single(word: str) -> str:
    return "".join(char for char, before in zip(word, " " + word, strict=False) if char != before)


def _share_an_alphabet(left: str, right: str) -> bool:
    return (left.isascii() and right.isascii()) or alphabets_of(left) == alphabets_of(right)


def _slips(left: str, right: str) -> int:
    return int(DamerauLevenshtein.distance(left, right, score_cutoff=2))


def are_spellings(left: str, right: str) -> bool:
    """Whether two words are one word as it is heard, or spelt elsewhere."""
    heard = _heard(left)
    return len(heard) > SHORT and heard == _heard(right)


def _heard(word: str) -> str:
    for letters, heard in _HEARD:
        word = word.replace(letters, heard)
    return word
