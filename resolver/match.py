"""Match tiers: exact, alias, whole-word part, fuzzy.

In: the words of a phrase and the entities to choose from. Out: the entities of
the best tier that has any. No score of a whole string ever accepts: a fuzzy match
needs every word of both sides to be close to one of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest

from rapidfuzz.distance import DamerauLevenshtein

from resolver.entities import Entity
from resolver.outcome import Tier
from slots.text import key_of, words_of

CLOSE = 0.80
"""The least similarity of a word pair that counts as a misspelling (measured on names: at .80 no absent
name of a directory of 10,000 is accepted, at .75 one in a hundred is)."""

CLEAR = 0.06
"""By how much the best fuzzy match must lead the next one to be the clear winner."""

JOINED = 0.90
"""The same for words written together or apart ("Night Owl Press", "Nightowl Pres")."""

SHORT = 3
"""Words of up to this many letters, and numbers, must be equal: "T&M" is no misspelling of "T&E"."""

NEAREST = 9
"""How many near names are ever offered."""

_FUNCTION_WORDS = frozenset("and or the of for to in on at by as with from de la van von".split())
ARTICLES = frozenset({"the", "a", "an"})
"""What may stand before a name and is no part of it."""


@dataclass(frozen=True, slots=True)
class Hits:
    """The entities of the best tier that has any."""

    tier: Tier
    """Which tier."""
    entities: tuple[Entity, ...]
    """In the order they were given; several are rivals of equal standing."""


def match_entities(phrase: str, entities: Iterable[Entity]) -> Hits | None:
    """Return the entities that a phrase names, by the best tier that has any; None for none."""
    known = tuple(entities)
    key = key_of(phrase)
    if not key:
        return None
    keys = {key, key_of(" ".join(content_words(phrase)))} - {""}
    tiers: tuple[tuple[Tier, Callable[[], list[Entity]]], ...] = (
        (Tier.EXACT, lambda: [entity for entity in known if key_of(entity.name) in keys]),
        (Tier.ALIAS, lambda: [entity for entity in known if any(key_of(alias) in keys for alias in entity.aliases)]),
        (Tier.PART, lambda: [entity for entity in known if is_part(phrase, entity)]),
        (Tier.FUZZY, lambda: _close(phrase, known)),
    )
    for tier, find in tiers:
        if found := find():
            return Hits(tier, tuple(found))
    return None


def is_part(phrase: str, entity: Entity) -> bool:
    """Whether the words of a phrase stand together in a name or alias of an entity."""
    wanted = content_words(phrase)
    if are_bare(wanted):
        return False
    return any(_contains(words_of(name), wanted) for name in names_of(entity))


def are_bare(words: Sequence[str]) -> bool:
    """Whether words are articles, prepositions and the like only: they name nothing as a part of a name."""
    return set(words) <= _FUNCTION_WORDS | ARTICLES


@lru_cache(maxsize=4096)
def content_words(name: str) -> tuple[str, ...]:
    """Return the words of a phrase or name but for an article before them."""
    words = words_of(name)
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def near_entities(phrase: str, entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Return the entities whose names come nearest to a phrase, at most as many as a menu holds.

    Near is: one name's words all stand in the other's, or the first words are close, or more than
    half of the shorter one's words are. The names that share most of their words come first.
    """
    found = [
        (nearness, entity)
        for entity in entities
        if (nearness := max(_nearness(phrase, name) for name in names_of(entity))) > 0.0
    ]
    return tuple(entity for _, entity in nlargest(NEAREST, found, key=lambda one: one[0]))


def names_of(entity: Entity) -> tuple[str, ...]:
    """Return an entity's name and aliases."""
    return (entity.name, *entity.aliases)


def calling_words(name: str) -> tuple[str, ...]:
    """Return the words of a person's name by which they may be called: no "and", no "the", no numbers."""
    return tuple(word for word in words_of(name) if may_call(word))


def may_call(word: str) -> bool:
    """Whether one word of a person's name may stand for them."""
    return word.isalpha() and len(word) > 1 and word not in _FUNCTION_WORDS


def similarity(left: str, right: str) -> float:
    """Return how close two words are, 0 to 1; short words and numbers are equal or not close at all.

    Two neighbouring letters in the wrong order are a slip of the hand in a word of any length.
    """
    if left == right:
        return 1.0
    if not (may_slip(left) and may_slip(right)):
        return 0.0
    score = float(DamerauLevenshtein.normalized_similarity(left, right))
    is_swap = (
        score < CLOSE
        and len(left) == len(right)
        and sorted(left) == sorted(right)
        and DamerauLevenshtein.distance(left, right) == 1
    )
    return CLOSE if is_swap else score


def may_slip(word: str) -> bool:
    """Whether a word may be misspelt: short ones and numbers are right or another word."""
    return len(word) > SHORT and (word.isalpha() or not any(map(str.isdigit, word)))


def _contains(words: Sequence[str], wanted: Sequence[str]) -> bool:
    size = len(wanted)
    return any(tuple(words[at : at + size]) == tuple(wanted) for at in range(len(words) - size + 1))


def _close(phrase: str, entities: Sequence[Entity]) -> list[Entity]:
    scored = [
        (score, number)
        for number, entity in enumerate(entities)
        if (score := max(_least(content_words(phrase), content_words(name)) for name in names_of(entity))) >= CLOSE
    ]
    best = max((score for score, _ in scored), default=0.0)
    return [entities[number] for score, number in scored if score > best - CLEAR]


def _least(left: Sequence[str], right: Sequence[str]) -> float:
    """Return the similarity of the worst word pair when words are paired in order; 0 for other lengths."""
    if len(left) != len(right):
        joined = similarity("".join(left), "".join(right))
        return joined if joined >= JOINED else 0.0
    return min((similarity(one, other) for one, other in zip(left, right, strict=True)), default=0.0)


def _nearness(phrase: str, name: str) -> float:
    """Return which part of the words of two names is shared; 0 when they are not near each other."""
    left, right = content_words(phrase), content_words(name)
    shorter, longer = sorted((left, right), key=len)
    if not shorter:
        return 0.0
    best = [max(similarity(word, other) for other in longer) for word in shorter]
    shared = sum(score >= CLOSE for score in best)
    first = similarity(left[0], right[0]) >= CLOSE and len(left[0]) > SHORT
    if shared * 2 <= len(shorter) and not first:
        return 0.0
    return 2 * sum(score for score in best if score >= CLOSE) / (len(left) + len(right))
