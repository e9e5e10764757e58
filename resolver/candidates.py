"""Which of many names may be meant by a phrase, without comparing all of them.

In: a phrase and a :class:`Shelf` that keeps names under the keys and forms of :mod:`resolver.name_keys`.
Out: the numbers of the names worth comparing, at most :data:`MOST`, and of these the ones that match or
come near. The shelf is in memory (:mod:`resolver.name_index`) or in a database; both find the same.

The words of a phrase vote for the names that bear them or a close one, the rare ones more, and are read
rarest first within a budget, so a word that half of the directory bears costs nothing beside a rare one.
A phrase may also break off, or go wrong, in its last word: names that begin as it does are found in their order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import islice, product, zip_longest
from typing import NamedTuple, Protocol

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from resolver.match import (
    BARE_RANK,
    CROWD,
    MANY,
    MISSPELT,
    PART_RANK,
    USUAL,
    Said,
    is_rival,
    may_be_unlike,
    place_of,
    ranks_of,
    said_of,
    words_beside_slip,
)
from resolver.name_keys import SOUND, forms_of, keys_of_phrase, words_of_name
from resolver.name_words import FUNCTION_WORDS, NameParts, parts_of, unowned
from resolver.nearness import LONGEST, nearnesses_of
from resolver.word_likeness import ALIKE, CLOSE, may_slip

MOST = 64
"""Names that are compared at the most (among 100,000: with 40, one name in a hundred less was found; with 80, as
many)."""

MOST_NEAR = 32
"""Of these, the most voted for, that are offered when none matches: three menus' worth."""

MOST_SOUNDING = 20
"""Names with the same consonants that are compared, at the most."""

SHORTEST_SOUND = 4
"""Consonants that tell a name; hundreds share fewer."""

CALLED = 40
"""People of one type whom one word of a message calls, at the most: those in use first, in order."""

NAMESAKES = 200
"""Entities of one type that bear one whole name, at the most, likewise."""

BUDGET = 400
"""Bearers of words that are read for one phrase at the most (among 100,000 names 1,000 found no more, and 300 one
name in two hundred less)."""

VARIANTS = 8
"""Words of the directory that one word of a phrase may stand for, at the most: the closest."""

LOOKED_AT = 120
"""Names whose words are looked at to choose these, where more have votes; beside an initial ("h john") all that are
read."""

OPENING = 0.5
"""What a word that only begins one of a name counts, as a part of the rarest word's vote."""

MOST_ARCHIVED = 20
"""Archived names among them where they are many: they are only compared to say that they are archived."""

KEPT = 20
"""Names in use that are handed on, two menus' worth; and as many archived ones."""

MOST_TOGETHER = 4
"""Choices of close words that are looked up together, where each has too many bearers to read them."""

SPREAD = 0.2
"""How much less alike than the closest one they may be."""

SHORTEST_OPENING = 3
"""Letters that a last word must have to be read as the opening of a longer one."""

MARKS = " -"
"""What stands between the words of names, to look up how they begin."""

HALF_SAID = 0.5
"""What the opening of a last word counts, as a part of the whole word's vote."""


class Word(NamedTuple):
    """A word of the names of one type."""

    home: int
    """The shelf's number for the type."""
    id: int
    """The shelf's number for the word."""
    text: str
    """The word."""
    bearers: int
    """How many names have it, at least 1."""


class Named(NamedTuple):
    """What a shelf keeps of an entity."""

    number: int
    """Its place in the directory; unique over all types."""
    names: tuple[str, ...]
    """Its name and aliases."""
    is_active: bool
    """False when it was archived."""


class Shelf(Protocol):
    """Names of some types, by key and by word."""

    def count(self) -> int:
        """Return how many entities it keeps of these types; a rough figure will do."""
        ...

    def expect(self, keys: Sequence[str], forms: Sequence[str]) -> None:
        """Be told for which keys and forms :meth:`by_keys` and :meth:`by_forms` will be asked."""
        ...

    def by_keys(self, keys: Sequence[str]) -> Iterable[int]:
        """Return the numbers that bear one of some whole-name keys, at most :data:`BUDGET`, the first ones."""
        ...

    def by_forms(self, forms: Sequence[str]) -> Iterable[Word]:
        """Return the words that have one of some forms."""
        ...

    def by_opening(self, opening: str) -> Iterable[Word]:
        """Return the first words in order of the alphabet that begin so, at most :data:`VARIANTS` a type."""
        ...

    def by_beginning(self, openings: Sequence[str], limit: int) -> Sequence[Sequence[int]]:
        """Return for each opening the numbers of the names in use that begin so, case folded, the first ones in order
        of the alphabet, at most ``limit`` a type."""
        ...

    def bearing(self, words: Sequence[Word], limit: int) -> Iterable[tuple[Word, int]]:
        """Return each word, in the order given, with the numbers that bear it; there are at most ``limit``."""
        ...

    def bearing_all(self, texts: Sequence[str], limit: int) -> Iterable[int]:
        """Return the first numbers, at most ``limit``, that bear every one of some words: those in use before
        the archived ones."""
        ...

    def in_use(self, numbers: Sequence[int]) -> Iterable[int]:
        """Return those of some numbers that are not archived."""
        ...

    def named(self, numbers: Sequence[int]) -> Iterable[Named]:
        """Return what is kept under some numbers, in any order."""
        ...


def find_similar(phrase: str, shelf: Shelf) -> tuple[int, ...]:
    """Return the numbers of the names that match a phrase, or else come near it, the best :data:`KEPT`, in order.

    Beside a misspelt name stand its rivals (:func:`resolver.match.is_rival`). Beside all of them stand for each word of
    the phrase some names that have it as it was typed: such a word is hardly a misspelling of another.
    """
    candidates = [_Candidate(one, [parts_of(name) for name in one.names]) for one in find_candidates(phrase, shelf)]
    said, plain = said_of(phrase), parts_of(unowned(phrase))
    ranks: Sequence[float] = ranks_of(said, [one.names for one in candidates])
    best = max([rank for rank, one in zip(ranks, candidates, strict=True) if one.named.is_active], default=0.0)
    if best == MISSPELT:
        ranks = [rank or is_rival(said, one.names) / 2 for rank, one in zip(ranks, candidates, strict=True)]
    elif not best:
        nearnesses = nearnesses_of(phrase, [one.named.names for one in candidates[:MOST_NEAR]])
        ranks = [rank or near / 2 for rank, near in zip_longest(ranks, nearnesses, fillvalue=0.0)]
    ranked = list(zip(ranks, candidates, strict=True))
    is_telling = best in (MISSPELT, BARE_RANK)
    matched = [one for rank, one in ranked if rank == best and one.named.is_active] if is_telling else []
    part = best == PART_RANK
    order = [
        (-rank, place_of(said, one.names) if part else 0, one.named.number, one.named.is_active)
        for rank, one in ranked
        if rank
    ]
    order.sort()
    in_use = [number for _, _, number, is_active in order if is_active][:KEPT]
    archived = [number for _, _, number, is_active in order if not is_active][:KEPT]
    return tuple(sorted({*in_use, *archived, *_witnesses(said, plain.bare, candidates, matched, shelf)}))


class _Candidate(NamedTuple):
    """A name to compare."""

    named: Named
    names: Sequence[NameParts]
    """The names, taken apart."""


def _witnesses(
    said: Said, words: tuple[str, ...], candidates: Sequence[_Candidate], matched: Sequence[_Candidate], shelf: Shelf
) -> Iterable[int]:
    """Return some names that have a phrase's words, by which the rules see how usual these are.

    Those that begin as the phrase does, which are looked up where what matched begins otherwise; and for each word
    some that have it, which are looked up for those that are misspelt if what matched is meant.
    """
    first = words[:1]
    opening = [one.named.number for one in candidates if first in [name.content[:1] for name in one.names]]
    if len(opening) < MANY and any(may_be_unlike(said, one.names) for one in matched):
        bearers = shelf.named(tuple(shelf.bearing_all(first, MOST)))
        opening += (one.number for one in bearers if _begins_with(first, one) and one.number not in opening)
    yield from opening[:MANY]
    shared = {words_beside_slip(said, one.names) for one in matched} - {()}
    for texts in shared:
        yield from shelf.bearing_all(texts, CROWD)
    own = {word for one in matched for name in one.names for word in name.content}
    for word in words:
        found = _having(word, candidates)
        if len(found) < USUAL and matched and word not in own and may_slip(word):
            found |= set(shelf.bearing_all((word,), USUAL))
        yield from found


def _having(word: str, candidates: Sequence[_Candidate]) -> set[int]:
    """Return the first few that have a word."""
    found = set[int]()
    for one in candidates:
        for name in one.names:
            if word in name.content:
                found.add(one.named.number)
                break
        if len(found) == USUAL:
            break
    return found


def _begins_with(first: tuple[str, ...], named: Named) -> bool:
    return any(parts_of(name).content[:1] == first for name in named.names)


def find_candidates(phrase: str, shelf: Shelf) -> tuple[Named, ...]:
    """Return the names worth comparing with a phrase: in use at most :data:`MOST`, archived :data:`MOST_ARCHIVED`."""
    keys, said = keys_of_phrase(phrase), parts_of(unowned(phrase))
    whole = [key for key in keys if key[0] != SOUND]
    sounds = [key for key in keys if key[0] == SOUND and len(key) > SHORTEST_SOUND]
    own = (*said.bare, *(word for word in words_of_name(phrase) if word not in said.words))
    words = tuple(dict.fromkeys(word for word in own if word not in FUNCTION_WORDS)) or said.bare
    if not words or len(words) > LONGEST:
        return tuple(shelf.named(sorted(shelf.by_keys(whole))[:MOST]))
    forms = tuple(dict.fromkeys(form for word in words for form in (forms_of(word) if may_slip(word) else (word,))))
    shelf.expect((*whole, *sounds), forms)
    votes: dict[int, float] = dict.fromkeys(shelf.by_keys(whole), math.inf)
    total, has_initial = shelf.count(), any(len(word) == 1 for word in words)
    meant = _meant(words, forms, shelf)
    weights = _weights(meant, total)
    wanted, left_out, room = [], set[str](), BUDGET
    alike = {one.word: one.likeness for one in meant}
    for word in sorted(weights, key=lambda one: (alike[one] < CLOSE, one.bearers, one.home, one.text)):
        if word.bearers <= room:
            room -= word.bearers
            wanted.append(word)
        elif alike[word] >= CLOSE:
            left_out.add(word.text)
    for word, number in shelf.bearing(wanted, BUDGET) if wanted else ():
        votes[number] = votes.get(number, 0.0) + weights[word]
    for texts in _together(words, meant, left_out):
        weight = sum(max(weights[word] for word in weights if word.text == text) for text in texts)
        for number in shelf.bearing_all(texts, BUDGET if has_initial else MOST):
            votes[number] = max(votes.get(number, 0.0), weight)
    for number, weight in _beginning(said.words, meant, votes, shelf):
        votes[number] = votes.get(number, 0.0) + weight * math.log1p(total)
    for number in islice(shelf.by_keys(sounds) if sounds else (), MOST_SOUNDING):
        votes.setdefault(number, math.log1p(total) / 2)
    return _best(votes, words, shelf, OPENING * math.log1p(total), BUDGET if has_initial else LOOKED_AT)


def _beginning(
    words: Sequence[str], meant: Sequence[_Meant], votes: Mapping[int, float], shelf: Shelf
) -> list[tuple[int, float]]:
    """Return the names that begin as a phrase does, which may break off, each with its vote for every word.

    Where none does, the last word may be misspelt: those that begin as it does count half. Of a whole name, and of
    one word that names have, nothing is cut off.
    """
    *before, last = words
    is_whole = any(vote == math.inf for vote in votes.values())
    if is_whole or (not before and any(one.likeness == 1.0 for one in meant)):
        return []
    head = last[: max(1, (len(last) - 1) // 2)]
    endings = ((last, 1.0), (head, HALF_SAID))[: len(words)]
    weights = {mark.join((*before, ending)): weight for ending, weight in endings[::-1] for mark in MARKS}
    found = zip(weights.values(), shelf.by_beginning(tuple(weights), MOST), strict=True)
    votes_of = [(number, weight * len(words)) for weight, numbers in found for number in numbers]
    best = max((vote for _, vote in votes_of), default=0.0)
    return [(number, vote) for number, vote in votes_of if vote == best]


class _Meant(NamedTuple):
    """A word of the shelf that one of a phrase may stand for."""

    said: str
    word: Word
    likeness: float


def _together(words: Sequence[str], meant: Sequence[_Meant], left_out: Set[str]) -> list[tuple[str, ...]]:
    """Return what is looked up where some words have too many bearers to read: those of several words at once.

    Of each word the two closest ones, of these the ones that more names have; and such words as they were typed, all
    of them, as the others may be quite misspelt, and each.
    """
    choices = []
    for said in words:
        own = sorted((-one.likeness, -one.word.bearers, one.word.text) for one in meant if one.said == said)
        choices.append(list(dict.fromkeys(text for likeness, _, text in own if -likeness >= ALIKE + SPREAD / 2))[:2])
    known = [texts for texts in choices if texts]
    several = islice(product(*known), MOST_TOGETHER) if len(known) > 1 else ()
    found = [tuple(dict.fromkeys(texts)) for texts in several if not left_out.isdisjoint(texts)]
    common = tuple(said for said in words if said in left_out)
    return list(dict.fromkeys((*found, common, *((said,) for said in common)))) if common else found


def _best(
    votes: dict[int, float], words: Sequence[str], shelf: Shelf, opening: float, looked_at: int
) -> tuple[Named, ...]:
    """Return the names with the most votes; of many, also those with words that the phrase's only begin."""
    best = sorted(votes, key=lambda number: (-votes[number], number))
    if len(best) <= MOST:
        return tuple(shelf.named(best))
    read = list(shelf.named(best[:looked_at]))
    if len(best) > looked_at and sum(one.is_active for one in read) < MOST:  # archived ones may crowd the others out
        used = frozenset(shelf.in_use(best[looked_at:]))
        read += shelf.named([number for number in best[looked_at:] if number in used][:looked_at])
    archived = [one for one in read if not one.is_active][:MOST_ARCHIVED]
    in_use = (one for one in read if one.is_active)
    scored = [(-votes[one.number] - opening * _openings(words, one), one.number, one) for one in in_use]
    return (*(one for _, _, one in sorted(scored)[:MOST]), *archived)


def _openings(words: Sequence[str], named: Named) -> int:
    """Return how many words of a phrase begin a word of a name without being one, as far as a glance tells."""
    text = " ".join(("", *named.names, "")).casefold()
    return sum(f" {word}" in text and f" {word} " not in text for word in words)


def _meant(words: Sequence[str], forms: Sequence[str], shelf: Shelf) -> list[_Meant]:
    """Return the shelf's words that the phrase's may stand for, the closest ones of each."""
    found = tuple(shelf.by_forms(forms))
    texts = [word.text for word in found]
    meant: list[_Meant] = []
    for said in words:
        alike = process.extract(said, texts, scorer=_SCORER, score_cutoff=ALIKE, limit=None)
        least = max((score for _, score, _ in alike), default=0.0) - SPREAD
        close = ((-score, found[at].bearers, text, found[at].home, found[at]) for text, score, at in alike)
        closest = sorted(one for one in close if -one[0] >= least)[:VARIANTS]
        meant += (_Meant(said, word, -score) for score, _, _, _, word in closest)
    if len(words[-1]) >= SHORTEST_OPENING and all(one.said != words[-1] or one.likeness < 1.0 for one in meant):
        known = {one.word for one in meant}
        meant += (_Meant(words[-1], word, ALIKE) for word in shelf.by_opening(words[-1]) if word not in known)
    return meant


_SCORER = DamerauLevenshtein.normalized_similarity


def _weights(meant: Iterable[_Meant], total: int) -> dict[Word, float]:
    """Return what each word counts: the rare ones more, the less alike ones less."""
    weights: dict[Word, float] = {}
    for one in meant:
        weight = one.likeness * math.log1p(total / max(one.word.bearers, 1))
        weights[one.word] = max(weights.get(one.word, 0.0), weight)
    return weights
