"""Which names come near a phrase that names none: what a menu offers, never what fills a slot.

In: a phrase and names. Out: a nearness, 0 to 1, and the entities in its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest

from rapidfuzz.distance import DamerauLevenshtein

from resolver.entities import Entity
from resolver.name_words import NameParts, are_bare, parts_of, skeleton, unowned
from resolver.word_likeness import ALIKE, CLOSE, SHORT, likeness, opens, similarity
from slots.look_alikes import may_be_masked, unmask
from slots.text import key_of

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
    found = [
        (nearness, entity) for entity in entities if (nearness := nearness_of(phrase, (entity.name, *entity.aliases)))
    ]
    return tuple(entity for _, entity in nlargest(NEAREST, found, key=lambda one: one[0]))


def nearness_of(phrase: str, names: Iterable[str]) -> float:
    """Return how near the nearest of some names is to a phrase, 0 to 1; 0 when none is worth offering.

    Near is also what only looks alike, in letters of another alphabet. Words that name nothing by themselves may be a
    first name ("Al", "Van"): near is what begins with them.
    """
    said = parts_of(unowned(phrase))
    if not said.bare or len(said.bare) > LONGEST:
        return 0.0
    if are_bare(said.bare):
        size = len(said.bare)
        return _OPENING if any(parts_of(name).content[:size] == said.bare for name in names) else 0.0
    return max((max(_nearness(said, parts_of(name)), _look(phrase, name)) for name in names), default=0.0)


def look_alikes(phrase: str, entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Return the entities with a name or alias that a phrase looks like and is not."""
    return tuple(one for one in entities if any(_looks_like(phrase, name) for name in (one.name, *one.aliases)))


def _looks_like(phrase: str, name: str) -> bool:
    """Whether two names are read as the same by the eye and are not: letters of other alphabets, digits for letters."""
    if key_of(phrase) == key_of(name) or not may_be_masked(phrase, name):
        return False
    return key_of(unmask(phrase)) == key_of(unmask(name))


def _look(phrase: str, name: str) -> float:
    """Return the nearness of what two names look like in Latin letters; 0 where they are in these."""
    return _nearness(parts_of(unmask(phrase)), parts_of(unmask(name))) if may_be_masked(phrase, name) else 0.0


def _nearness(said: NameParts, name: NameParts) -> float:
    """Return which part of two names is shared: word by word, by how they begin, as one string, by sound."""
    if not name.bare:
        return 0.0
    shorter, longer = (said.bare, name.bare) if len(said.bare) <= len(name.bare) else (name.bare, said.bare)
    shared = sum([max([likeness(word, other) for other in longer]) for word in shorter])
    nearness = 2 * shared / (len(said.bare) + len(name.bare))
    is_near = shared >= NEAR * len(shorter) or _first_is_close(said.bare[0], name.bare[0])
    if _begins_so(said.bare, name.bare) or _abbreviates(said.bare, name.bare):
        nearness, is_near = max(nearness, _OPENING + _COVERED * len(said.joined) / len(name.joined)), True
    joined = _closeness_as_one(said, name)
    if joined or (not is_near and skeleton(said.joined) == skeleton(name.joined)):
        nearness, is_near = max(nearness, joined, ALIKE), True
    return nearness if is_near else 0.0


def _closeness_as_one(said: NameParts, name: NameParts) -> float:
    """Return how close two names are as one string, from :data:`ALIKE` up; 0 where their numbers differ."""
    score = float(DamerauLevenshtein.normalized_similarity(said.joined, name.joined, score_cutoff=ALIKE))
    return score if score and _numbers(said.bare) == _numbers(name.bare) else 0.0


def _numbers(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.isdigit()]


def _first_is_close(said: str, word: str) -> bool:
    return len(said) > SHORT and similarity(said, word) >= CLOSE


def _abbreviates(said: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a phrase is a name, word by word, of which some are cut down to how they begin ("k harvey")."""
    pairs = list(zip(said, name, strict=False))
    are_openings = all(one == other or opens(one, other) for one, other in pairs)
    return len(said) == len(name) and are_openings and any(one == other for one, other in pairs)


def _begins_so(said: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a phrase is how a name begins, its last word cut short ("harbor ho")."""
    return said[0] == name[0][: len(said[0])] and " ".join(name).startswith(" ".join(said))
