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
from resolver.name_words import FUNCTION_WORDS, HOUSES, LEGAL_FORMS, NameParts, are_bare, parts_of, respell, skeleton, unowned
from resolver.outcome import Tier
from slots.text import key_of

CLOSE = 0.80
"""The least similarity of a word pair that counts as a misspelling (measured on names: at .80 no absent
name of a directory of 10,000 is accepted, at .75 one in a hundred is)."""

CLEAR = 0.06
"""By how much the best fuzzy match must lead the next one to be the clear winner."""

JOINED = 0.90
"""The same for words written together or apart ("Night Owl Press", "Nightowl Pres")."""

SURE = 0.84
"""The same where a word may well be another one: one that some name has as it was typed, the only word of a
name, and a last word cut short. So more words are refused in a large directory (at .80, nineteen in a thousand
absent names were accepted among 100,000 names; with it, seven)."""

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
    return CLOSE if is_swap or _sound_the_same(left, right) else score


def _sound_the_same(left: str, right: str) -> bool:
    said, other = respell(left), respell(right)
    return said == other and len(said) > SHORT


def may_slip(word: str) -> bool:
    """Whether a word may be misspelt: short ones and numbers are right or another word."""
    return len(word) > SHORT and (word.isalpha() or not any(map(str.isdigit, word)))


def _contains(words: Sequence[str], wanted: Sequence[str]) -> bool:
    size = len(wanted)
    return any(tuple(words[at : at + size]) == tuple(wanted) for at in range(len(words) - size + 1))


def _is_bare_match(said: NameParts, name: NameParts) -> bool:
    if said.legal and "".join(said.content) == name.joined:
        return True  # "Euro Holdings" is Euroholdings Ltd
    if not _may_be_same_form(said, name):
        return False
    if not {said.joined, "".join(said.content)}.isdisjoint((name.joined, "".join(name.content))):
        return True
    return any(
        sorted(one) == sorted(other) for one, other in ((said.bare, name.bare), (said.content, name.content))
    )


def _may_be_same_form(said: NameParts, name: NameParts) -> bool:
    """Whether the legal forms do not speak against it: "Acme Inc" is no Acme Ltd, "Acme" may be either.

    "Acme" may be Acme Group as well as Acme Holdings or Acme Foods: there it is one word of a name.
    """
    if said.legal or not name.legal:
        return not name.legal or said.legal == name.legal
    return len(name.bare) > 1 or HOUSES.isdisjoint(name.legal)


def _close(said: Sequence[str], entities: Sequence[Entity]) -> list[Entity]:
    phrases = [parts_of(text) for text in said]
    known = frozenset(word for entity in entities for name in names_of(entity) for word in parts_of(name).content)
    scored = [
        (score, number)
        for number, entity in enumerate(entities)
        if (score := max(_least(one, parts_of(name), known) for one in phrases for name in names_of(entity))) >= CLOSE
    ]
    best = max((score for score, _ in scored), default=0.0)
    close = [entities[number] for score, number in scored if score > best - CLEAR]
    alone = [one.joined for one in phrases if len(one.bare) == 1]
    if not close or not alone:
        return close
    return [entity for entity in entities if entity in close or any(_may_open(word, entity) for word in alone)]


def _may_open(word: str, entity: Entity) -> bool:
    """Whether one misspelt word by itself may as well be cut short: then it has rivals."""
    return any(one.startswith(word) for name in names_of(entity) for one in parts_of(name).bare)


def _least(said: NameParts, name: NameParts, known: frozenset[str]) -> float:
    """Return the similarity of the worst pair of the bare words; 0 for other words or another legal form."""
    misspelt_form = _least_with_form(said.content, name, known)
    if misspelt_form or not _may_be_same_form(said, name):
        return misspelt_form
    if len(said.bare) != len(name.bare):
        joined = similarity(said.joined, name.joined)
        return joined if joined >= JOINED else 0.0
    if _may_be_another(said, name):
        return 0.0
    in_order = min((_closeness(one, other, known) for one, other in zip(said.bare, name.bare, strict=True)), default=0.0)
    return in_order if in_order >= CLOSE else _least_in_any_order(said.bare, name.bare, known)


def _may_be_another(said: NameParts, name: NameParts) -> bool:
    """Whether the one word that differs may be another word, where nothing behind it agrees.

    A name of one word has no other to vouch for it, and a last word may be cut short: these differ by at most
    one slip in seven letters, unless two letters only changed places.
    """
    one, other = said.bare[-1], name.bare[-1]
    if said.legal or similarity(one, other) >= SURE or sorted(one) == sorted(other):
        return False
    return len(said.bare) == 1 or other.startswith(one)


def _least_in_any_order(said: Sequence[str], name: Sequence[str], known: frozenset[str]) -> float:
    """Return the same when each word takes the closest one that is left; the equal ones are taken first."""
    rest = list(name)
    unequal = [word for word in said if not _take(rest, word)]
    least = 1.0
    for word in unequal:
        closest = max(rest, key=lambda other: similarity(word, other))
        least = min(least, _closeness(word, closest, known))
        rest.remove(closest)
    return least if said else 0.0


def _take(words: list[str], word: str) -> bool:
    if word not in words:
        return False
    words.remove(word)
    return True


def _least_with_form(said: Sequence[str], name: NameParts, known: frozenset[str]) -> float:
    """Return the same for a phrase whose legal form is misspelt ("Acme Lmited"): a form may be one slip away."""
    words, forms = name.content, len(name.content) - len(name.bare)
    if not forms or len(said) != len(words) or said[-forms:] == words[-forms:]:
        return 0.0
    least = min(_closeness(one, other, known) for one, other in zip(said[:-forms], words[:-forms], strict=True))
    pairs = zip(said[-forms:], words[-forms:], strict=True)
    is_form = all(one == other or (one not in LEGAL_FORMS and _is_slip(one, other)) for one, other in pairs)
    return min(least, CLOSE) if is_form and least >= CLOSE else 0.0


def _closeness(said: str, word: str, known: frozenset[str]) -> float:
    """Return how close a typed word is to one of a name; 0 for one that is known as it was typed, unless very close."""
    score = similarity(said, word)
    is_possessive = said == f"{word}s"  # dictation writes it so
    return score if score >= SURE or is_possessive or said not in known else 0.0


def _is_slip(one: str, other: str) -> bool:
    return bool(DamerauLevenshtein.distance(one, other, score_cutoff=1) == 1)


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
    return max(covered, opening * _OPENING, joined, ALIKE if by_sound else 0.0)


_OPENING = 0.8
"""How near a phrase is to a name that begins so."""


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
