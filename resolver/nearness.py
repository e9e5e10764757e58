"""Which names come near a phrase that names none: what a menu offers, never what fills a slot.

In: a phrase and names. Out: a nearness, 0 to 1, and the entities in its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from resolver.entities import Entity
from resolver.name_words import NameParts, are_bare, parts_of, skeleton, unowned
from resolver.word_likeness import ALIKE, CLOSE, SHORT, compared, opens, similarity
from slots.look_alikes import may_be_masked, unmask
from slots.text import kept, key_of

NEAR = 0.6
"""The least nearness of a name that is offered: of two words both alike, or one of two equal and the other alike."""

NEAREST = 9
"""How many near names are ever offered: a menu's worth (:data:`resolver.menus.LONGEST_MENU`)."""

LONGEST = 24
"""Words of a phrase that may be a misspelt name; longer ones name nothing (nor is any name of a million that long)."""

_OPENING = 0.8
"""How near a phrase is to a name that begins so."""

_COVERED = 0.05
"""What of a name that begins so a phrase covers counts at the most, so that the shortest one comes first."""


def near_entities(phrase: str, entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Return the entities whose names come nearest to a phrase, nearest first, at most as many as a menu holds."""
    known = tuple(entities)
    scores = nearnesses_of(phrase, [(entity.name, *entity.aliases) for entity in known])
    found = [pair for pair in zip(scores, known, strict=True) if pair[0]]
    return tuple(entity for _, entity in nlargest(NEAREST, found, key=lambda one: one[0]))


def nearness_of(phrase: str, names: Sequence[str]) -> float:
    """Return how near the nearest of some names is to a phrase, 0 to 1; 0 when none is worth offering."""
    return nearnesses_of(phrase, (names,))[0]


def nearnesses_of(phrase: str, several: Sequence[Sequence[str]]) -> list[float]:
    """Return the same for the names of several things at once.

    Near is also what only looks alike, in letters of another alphabet. Words that name nothing by themselves may be a
    first name ("Al", "Van"): near is what begins with them.
    """
    said = parts_of(unowned(phrase))
    if not said.bare or len(said.bare) > LONGEST:
        return [0.0] * len(several)
    if are_bare(said.bare):
        size = len(said.bare)
        begin = [any(parts_of(name).content[:size] == said.bare for name in names) for names in several]
        return [_OPENING if does else 0.0 for does in begin]
    known = _known_of(phrase)
    new = tuple(dict.fromkeys(name for names in several for name in names if name not in known))
    if new:
        found = _compared(phrase, said, new)
        if len(known) + len(new) <= _REMEMBERED:
            known.update(found)
        else:
            known = known | found
    return [max([known[name] for name in names], default=0.0) for names in several]


@kept(64)
def _known_of(phrase: str) -> dict[str, float]:
    """Return what is known of a phrase: name -> nearness. The rules ask for what the look-up found by it."""
    return {}


_REMEMBERED = 256
"""Names whose nearness to one phrase is remembered, at the most."""


def _compared(phrase: str, said: NameParts, names: Sequence[str]) -> dict[str, float]:
    found = dict(zip(names, _nearnesses(said, [parts_of(name) for name in names]), strict=True))
    masked = [name for name in names if may_be_masked(phrase, name)]
    if masked:
        seen = parts_of(unmask(phrase))
        looks = _nearnesses(seen, [parts_of(unmask(name)) for name in masked])
        found.update((name, max(found[name], look)) for name, look in zip(masked, looks, strict=True))
    return found


def look_alikes(phrase: str, entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Return the entities with a name or alias that a phrase looks like and is not."""
    return tuple(one for one in entities if any(_looks_like(phrase, name) for name in (one.name, *one.aliases)))


def _looks_like(phrase: str, name: str) -> bool:
    """Whether two names are read as the same by the eye and are not: letters of other alphabets, digits for letters."""
    if key_of(phrase) == key_of(name) or not may_be_masked(phrase, name):
        return False
    return key_of(unmask(phrase)) == key_of(unmask(name))


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase, and what of some names it comes near."""

    parts: NameParts
    text: str
    sound: str
    likenesses: Sequence[Mapping[str, float]]
    """Of each bare word: word of a name -> likeness."""
    joined: Mapping[str, float]
    """Name as one string -> closeness, of those that are close."""


def _nearnesses(said: NameParts, names: Sequence[NameParts]) -> list[float]:
    words = {word for name in names for word in name.bare}
    likenesses = [compared(word).likenesses(words).scores for word in said.bare]
    wholes = process.extract(
        said.joined, [name.joined for name in names], scorer=_SCORER, score_cutoff=ALIKE, limit=None
    )
    phrase = _Phrase(
        said, " ".join(said.bare), skeleton(said.joined), likenesses, {text: score for text, score, _ in wholes}
    )
    return [_nearness(phrase, name) for name in names]


_SCORER = DamerauLevenshtein.normalized_similarity


def _nearness(phrase: _Phrase, name: NameParts) -> float:
    """Return which part of two names is shared: word by word, by how they begin, as one string, by sound."""
    said, bare = phrase.parts.bare, name.bare
    if not bare:
        return 0.0
    if len(said) <= len(bare):
        shared = sum([max([row[other] for other in bare]) for row in phrase.likenesses])
    else:
        shared = sum([max([row[word] for row in phrase.likenesses]) for word in bare])
    nearness = 2 * shared / (len(said) + len(bare))
    is_near = shared >= NEAR * min(len(said), len(bare)) or _first_is_close(said[0], bare[0])
    if bare[0][0] == said[0][0] and (" ".join(bare).startswith(phrase.text) or _abbreviates(said, bare)):
        nearness, is_near = max(nearness, _OPENING + _COVERED * len(phrase.parts.joined) / len(name.joined)), True
    joined = phrase.joined.get(name.joined, 0.0)
    if joined and _numbers(said) != _numbers(bare):
        joined = 0.0
    if joined or (not is_near and phrase.sound == skeleton(name.joined)):
        nearness, is_near = max(nearness, joined, ALIKE), True
    return nearness if is_near else 0.0


def _numbers(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.isdigit()]


def _first_is_close(said: str, word: str) -> bool:
    return len(said) > SHORT and similarity(said, word) >= CLOSE


def _abbreviates(said: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a phrase is a name, word by word, of which some are cut down to how they begin ("k harvey")."""
    pairs = list(zip(said, name, strict=False))
    are_openings = all(one == other or opens(one, other) for one, other in pairs)
    return len(said) == len(name) and are_openings and any(one == other for one, other in pairs)
