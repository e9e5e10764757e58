"""Match tiers: exact, alias, bare, close, whole-word part.

In: the words of a phrase and the entities to choose from. Out: the entities of
the best tier that has any. No score of a whole string ever accepts: every word of
both sides must be close to one of the other, and the least close pair counts.
One word that only one name has is enough by itself; any other part, however good,
is only near.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest

from rapidfuzz.distance import DamerauLevenshtein

from resolver.entities import Entity
from resolver.name_words import FUNCTION_WORDS, LEGAL_FORMS, NameParts, are_bare, parts_of, skeleton, unowned
from resolver.outcome import Tier
from slots.text import key_of

CLOSE = 0.80
"""The least similarity of a word pair that counts as a misspelling (measured on names: at .80 no absent
name of a directory of 10,000 is accepted, at .75 one in a hundred is)."""

CLEAR = 0.06
"""By how much the best fuzzy match must lead the next one to be the clear winner."""

JOINED = 0.90
"""The same for words written together or apart ("Night Owl Press", "Nightowl Pres")."""

SHORT = 3
"""Words of up to this many letters, and numbers, must be equal: "T&M" is no misspelling of "T&E"."""

ALIKE = 0.6
"""The least similarity of a word pair that brings two names nearer to each other."""

NEAR = 0.6
"""The least nearness of a name that is offered: of two words both alike, or one of two equal and the other alike."""

NEAREST = 9
"""How many near names are ever offered."""


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
    if not key_of(phrase):
        return None
    said = tuple(dict.fromkeys((phrase, unowned(phrase))))
    keys = {key for text in said for key in (key_of(text), "".join(parts_of(text).content))}
    tiers: tuple[tuple[Tier, Callable[[], list[Entity]]], ...] = (
        (Tier.EXACT, lambda: [entity for entity in known if key_of(entity.name) in keys]),
        (Tier.ALIAS, lambda: [entity for entity in known if any(key_of(alias) in keys for alias in entity.aliases)]),
        (Tier.BARE, lambda: [entity for entity in known if any(is_bare_match(text, entity) for text in said)]),
        (Tier.FUZZY, lambda: _close(said, known)),
        (Tier.PART, lambda: [entity for entity in known if any(is_part(text, entity) for text in said)]),
    )
    for tier, find in tiers:
        if found := find():
            return Hits(tier, tuple(found))
    return None


def is_bare_match(phrase: str, entity: Entity) -> bool:
    """Whether a phrase is a name but for legal forms, the order of words or how they are cut into words."""
    said = parts_of(phrase)
    return any(_is_bare_match(said, parts_of(name)) for name in names_of(entity))


def is_part(phrase: str, entity: Entity) -> bool:
    """Whether a phrase is one word of a name or alias of an entity, with its particles ("van der Berg")."""
    wanted = parts_of(phrase).content
    if sum(word not in FUNCTION_WORDS for word in wanted) != 1 or are_bare(wanted):
        return False
    return any(_contains(parts_of(name).bare, wanted) for name in names_of(entity))


def near_entities(phrase: str, entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Return the entities whose names come nearest to a phrase, nearest first, at most as many as a menu holds."""
    found = [(nearness, entity) for entity in entities if (nearness := nearness_to(phrase, names_of(entity))) > 0.0]
    return tuple(entity for _, entity in nlargest(NEAREST, found, key=lambda one: one[0]))


def nearness_to(phrase: str, names: Iterable[str]) -> float:
    """Return how near the nearest of some names is to a phrase, 0 to 1; 0 when none is worth offering."""
    said = parts_of(unowned(phrase))
    return max((_nearness(said, parts_of(name)) for name in names), default=0.0)


def rank_of(phrase: str, names: Sequence[str]) -> int:
    """Return how good the tier is by which a phrase matches one of some names: 0 for none, 4 for a whole name."""
    hits = match_entities(phrase, (Entity("", "", names[0], tuple(names[1:])),)) if names else None
    return _RANKS[hits.tier] if hits is not None else 0


_RANKS = {Tier.PART: 1, Tier.FUZZY: 2, Tier.BARE: 3, Tier.ALIAS: 4, Tier.EXACT: 4}


def names_of(entity: Entity) -> tuple[str, ...]:
    """Return an entity's name and aliases."""
    return (entity.name, *entity.aliases)


def similarity(left: str, right: str) -> float:
    """Return how close two words are, 0 to 1; short words and numbers are equal or not close at all.

    Two neighbouring letters in the wrong order are a slip of the hand in a word of any length. Two slips
    of which one changes the first letter make another word.
    """
    if left == right:
        return 1.0
    if not (may_slip(left) and may_slip(right)):
        return 0.0
    score = float(DamerauLevenshtein.normalized_similarity(left, right))
    if score >= CLOSE:
        return score if left[0] == right[0] or DamerauLevenshtein.distance(left, right) == 1 else ALIKE
    is_swap = (
        len(left) == len(right)
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


def _is_bare_match(said: NameParts, name: NameParts) -> bool:
    if not _may_be_same_form(said, name):
        return False
    if not {said.joined, "".join(said.content)}.isdisjoint((name.joined, "".join(name.content))):
        return True
    return any(
        sorted(one) == sorted(other) for one, other in ((said.bare, name.bare), (said.content, name.content))
    )


def _may_be_same_form(said: NameParts, name: NameParts) -> bool:
    """Whether the legal forms do not speak against it: "Acme Inc" is no Acme Ltd, "Acme" may be either."""
    return not said.legal or not name.legal or said.legal == name.legal


def _close(said: Sequence[str], entities: Sequence[Entity]) -> list[Entity]:
    phrases = [parts_of(text) for text in said]
    scored = [
        (score, number)
        for number, entity in enumerate(entities)
        if (score := max(_least(one, parts_of(name)) for one in phrases for name in names_of(entity))) >= CLOSE
    ]
    best = max((score for score, _ in scored), default=0.0)
    return [entities[number] for score, number in scored if score > best - CLEAR]


def _least(said: NameParts, name: NameParts) -> float:
    """Return the similarity of the worst pair of the bare words; 0 for other words or another legal form."""
    misspelt_form = _least_with_form(said.content, name)
    if misspelt_form or not _may_be_same_form(said, name):
        return misspelt_form
    if len(said.bare) != len(name.bare):
        joined = similarity(said.joined, name.joined)
        return joined if joined >= JOINED else 0.0
    in_order = min((similarity(one, other) for one, other in zip(said.bare, name.bare, strict=True)), default=0.0)
    return max(in_order, _least_in_any_order(said.bare, name.bare)) if in_order < CLOSE else in_order


def _least_with_form(said: Sequence[str], name: NameParts) -> float:
    """Return the same for a phrase whose legal form is misspelt ("Acme Lmited"): a form may be one slip away."""
    words, forms = name.content, len(name.content) - len(name.bare)
    if not forms or len(said) != len(words) or said[-forms:] == words[-forms:]:
        return 0.0
    least = min(similarity(one, other) for one, other in zip(said[:-forms], words[:-forms], strict=True))
    pairs = zip(said[-forms:], words[-forms:], strict=True)
    is_form = all(one == other or (one not in LEGAL_FORMS and _is_slip(one, other)) for one, other in pairs)
    return min(least, CLOSE) if is_form and least >= CLOSE else 0.0


def _is_slip(one: str, other: str) -> bool:
    return bool(DamerauLevenshtein.distance(one, other, score_cutoff=1) == 1)


def _least_in_any_order(left: Sequence[str], right: Sequence[str]) -> float:
    """Return the same when each word takes the closest one that is left; the equal ones are taken first."""
    rest = list(right)
    unequal = [word for word in left if not _take(rest, word)]
    least = 1.0
    for word in unequal:
        closest = max(rest, key=lambda other: similarity(word, other))
        least = min(least, similarity(word, closest))
        rest.remove(closest)
    return least if left else 0.0


def _take(words: list[str], word: str) -> bool:
    if word not in words:
        return False
    words.remove(word)
    return True


def _nearness(said: NameParts, name: NameParts) -> float:
    """Return which part of two names is shared, word by word, and as one string; 0 below what is worth offering."""
    if not said.bare or not name.bare or are_bare(said.bare):
        return 0.0
    shorter, longer = sorted((said.bare, name.bare), key=len)
    pairs = [max(word_likeness(word, other) for other in longer) for word in shorter]
    opening = _opening(said.bare, name.bare)
    whole = max(sum(pairs) / len(shorter), opening)
    joined = DamerauLevenshtein.normalized_similarity(said.joined, name.joined, score_cutoff=ALIKE)
    by_sound = skeleton(said.joined) == skeleton(name.joined)
    first = len(said.bare[0]) > SHORT and similarity(said.bare[0], name.bare[0]) >= CLOSE
    if whole < NEAR and joined < NEAR and not by_sound and not first:
        return 0.0
    covered = 2 * sum(pairs) / (len(said.bare) + len(name.bare))
    return max(covered, opening * len(shorter) / len(longer), joined, ALIKE if by_sound else 0.0)


def word_likeness(left: str, right: str) -> float:
    """Return how near a word brings two names, 0 to 1: also by its opening or its initial alone."""
    if left == right:
        return 1.0
    score = float(DamerauLevenshtein.normalized_similarity(left, right, score_cutoff=ALIKE))
    if score:
        return score
    shortest = min(len(left), len(right))
    is_opening = (shortest == 1 or shortest > SHORT) and (left.startswith(right) or right.startswith(left))
    return ALIKE if is_opening else 0.0


def _opening(said: Sequence[str], name: Sequence[str]) -> float:
    """Return 1 when a phrase is how a name begins, its last word cut short ("harbor ho")."""
    return float(" ".join(name).startswith(" ".join(said)))
