"""Match tiers: exact, alias, bare, close, whole-word part.

In: the words of a phrase and the entities to choose from. Out: the entities of
the best tier that has any. Every word of both sides but particles must be close to
one of the other, and the least close pair counts; the score of a whole string accepts
only what is cut into other words, and makes rivals. One word that only one name has is
enough by itself; any other part, however good, is only near (:mod:`resolver.nearness`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from resolver.entities import Entity
from resolver.name_words import FUNCTION_WORDS, HOUSES, LEGAL_FORMS, QUANTIFIERS, NameParts, parts_of, unowned
from resolver.outcome import Tier
from resolver.word_likeness import CLOSE, SPELT, compared, is_plain_slip, is_slip, similarity
from slots.text import kept

CLEAR = 0.06
"""By how much the best fuzzy match must lead the next one to be the clear winner."""

JOINED = 0.90
"""The least similarity of words written together or apart ("Night Owl Press", "Nightowl Pres")."""

SURE = 0.84
"""The least similarity where a word may well be another one: one that some name has as it was typed, the only
word of a name, and a last word cut short. So more words are refused in a large directory (at .80, nineteen in a
thousand absent names were accepted among 100,000 names; with it, seven)."""

PART_RANK, MISSPELT, BARE_RANK = 1, 2, 3
"""Ranks of a name (:func:`ranks_of`): a phrase is one word of it, or all but for slips, or but for form or order."""

USUAL = 3
"""Names from which on something is usual: a word that so many have as it was typed is no misspelling of another."""

CROWD = 100
"""Names that share all the words beside a misspelt one, from which on some other name is a slip away by chance ("Paul
Soule" from one of 900 Pauls among a million names): the slip must be a plain one, or small and not in the first
letter. (At 50, four right names in a thousand less were filled among a million, and as many wrong ones.)"""

FEW = 8
"""Names up to which each is compared as it is: a glance at all of them takes longer."""

MANY = 10
"""Names that begin as a phrase does, from which on its words are in their order: "Django User" is no User Django."""


@dataclass(frozen=True, slots=True)
class Hits:
    """The entities of the best tier that has any."""

    tier: Tier
    """Which tier."""
    entities: tuple[Entity, ...]
    """In the order they were given; several are rivals of equal standing."""


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase, as names are compared with it."""

    parts: tuple[NameParts, ...]
    """As typed, and without the possessive mark at its end."""
    keys: frozenset[str]
    """What a whole name's key may be: with and without the mark."""
    word: tuple[str, ...]
    """The words, when they are one word that may name something, with its particles; else empty."""


@kept(1024)
def said_of(phrase: str) -> Said:
    """Take a phrase apart."""
    typed, plain = parts_of(phrase), parts_of(unowned(phrase))
    parts = (typed,) if plain == typed else (typed, plain)
    keys = {one.key for one in parts}
    one_word = next((one.content for one in parts[::-1] if _is_one_word(one.content)), ())
    return Said(parts, frozenset(keys - {""}), one_word)


class _Known(NamedTuple):
    """An entity to choose."""

    entity: Entity
    names: Sequence[NameParts]
    """Its name and aliases."""


def match_entities(phrase: str, entities: Iterable[Entity]) -> Hits | None:
    """Return the entities that a phrase names, by the best tier that has any; None for none."""
    known = [_Known(entity, names_apart(entity)) for entity in entities]
    if not known:
        return None
    said = said_of(phrase)
    worth = _worth_comparing(said, [one.names for one in known])
    near = [one for one, is_worth in zip(known, worth, strict=True) if is_worth]
    for tier, find in _TIERS if near else ():
        if found := find(said, near, known):
            return Hits(tier, tuple([one.entity for one in found]))
    return None


def ranks_of(said: Said, several: Sequence[Sequence[NameParts]]) -> list[int]:
    """Return by how good a tier a phrase matches one of the names of each of several: 0 for none, 4 for whole names."""
    worth = _worth_comparing(said, several)
    return [_rank(said, names) if is_worth else 0 for names, is_worth in zip(several, worth, strict=True)]


def _rank(said: Said, names: Iterable[NameParts]) -> int:
    best = 0
    for one in names:
        if one.key in said.keys:
            return 4
        for phrase in said.parts:
            if best < BARE_RANK and _is_bare_match(phrase, one):
                best = BARE_RANK
            elif best < MISSPELT and _least(phrase, one, _NO_WORDS) >= CLOSE:
                best = MISSPELT
        if not best and said.word and _bears_word(said, (one,)):
            best = PART_RANK
    return best


def _worth_comparing(said: Said, several: Sequence[Sequence[NameParts]]) -> list[bool]:
    """Return of each of several, with one or more names, whether a phrase may match one at all, as a glance tells.

    All words of the phrase but particles come near a word of such a name, or both may be one string cut otherwise.
    """
    if not said.keys:
        return [False] * len(several)
    if len(several) <= FEW:
        return [True] * len(several)
    words = {word for names in several for name in names for word in name.content}
    glances = [_Glance.of(one, words) for one in said.parts]
    return [_may_match(said, glances, names) for names in several]


def _may_match(said: Said, glances: Sequence[_Glance], names: Sequence[NameParts]) -> bool:
    for name in names:
        if name.key in said.keys:
            return True
        for glance in glances:
            if glance.takes(name):
                return True
    return False


@dataclass(slots=True)
class _Glance:
    """What a name has that a phrase may match."""

    said: NameParts
    near: tuple[Set[str], ...]
    """The words that come near each word of the phrase but particles."""
    head: str
    """The first two letters of the bare words as one."""
    tail: str
    """The last two."""

    @classmethod
    def of(cls, said: NameParts, words: Set[str]) -> _Glance:
        own = [word for word in said.bare if word not in FUNCTION_WORDS]
        near = tuple([compared(word).likenesses(words).near for word in own])
        return cls(said, near, said.joined[:2], said.joined[-2:])

    def takes(self, name: NameParts) -> bool:
        for near in self.near:
            if near.isdisjoint(name.content):
                break
        else:
            return True
        said, joined = self.said, name.joined
        if (joined[:2] == self.head or joined[-2:] == self.tail) and _may_be_joined(said.joined, joined):
            return True
        if name.legal and len(said.content) == len(name.content):
            return True  # its legal form may be misspelt
        return said.whole in (joined, name.whole) or said.joined == name.whole


_NO_WORDS: Counter[str] = Counter()


def place_of(said: Said, names: Sequence[NameParts]) -> int:
    """Return where names stand among those that have one word: 0 with no other one, 1 where it comes first, else 2."""
    words = said.parts[-1].bare
    if any(parts.bare == words for parts in names):
        return 0
    return 1 if any(parts.content[: len(words)] == words for parts in names) else 2


def names_of(entity: Entity) -> tuple[str, ...]:
    """Return an entity's name and aliases."""
    return (entity.name, *entity.aliases)


def names_apart(entity: Entity) -> list[NameParts]:
    """Return the same, taken apart."""
    return [parts_of(name) for name in names_of(entity)]


# -- the tiers -------------------------------------------------------------------


def _exact(said: Said, near: Sequence[_Known], known: Sequence[_Known]) -> list[_Known]:
    return [one for one in near if one.names[0].key in said.keys]


def _alias(said: Said, near: Sequence[_Known], known: Sequence[_Known]) -> list[_Known]:
    return [one for one in near if any(name.key in said.keys for name in one.names[1:])]


def _bare(said: Said, near: Sequence[_Known], known: Sequence[_Known]) -> list[_Known]:
    found = _of_its_form(said, [one for one in near if _bears_bare(said, one.names)])
    others = sum(_begins_with(said, one) for one in known if one not in found) if found else 0
    return [one for one in found if not others or not _is_unlike(said, one.names, others)]


def _part(said: Said, near: Sequence[_Known], known: Sequence[_Known]) -> list[_Known]:
    return [one for one in near if _bears_word(said, one.names)]


def _fuzzy(said: Said, near: Sequence[_Known], known: Sequence[_Known]) -> list[_Known]:
    bearers = Counter(word for one in known for word in {word for name in one.names for word in name.content})
    in_order = sum(_begins_with(said, one) for one in known) >= MANY
    scores = [_closest(said, one.names, bearers, in_order=in_order) for one in near]
    scores = [
        0.0 if score and _may_be_chance(said, one, known) else score for one, score in zip(near, scores, strict=True)
    ]
    scores = [score if score < 1.0 else 0.0 for score in scores]  # no word is misspelt: that was decided before
    best = max(scores, default=0.0)
    if best < CLOSE:
        return []
    close = [one for one, score in zip(near, scores, strict=True) if score >= CLOSE and score > best - CLEAR]
    close = _of_its_form(said, close)
    return [one for one in known if one in close or is_rival(said, one.names)]


def _may_be_chance(said: Said, one: _Known, known: Sequence[_Known]) -> bool:
    """Whether so many names share the other words of a phrase that one of them is a slip away by chance."""
    shared = set(words_beside_slip(said, one.names))
    if not shared:
        return False
    return sum(any(shared.issubset(name.content) for name in other.names) for other in known) >= CROWD


def words_beside_slip(said: Said, names: Sequence[NameParts]) -> tuple[str, ...]:
    """Return the words that a phrase shares with one of some names beside one that may well be another word.

    Empty where it is no misspelling of any, or a plain one of one.
    """
    found: tuple[str, ...] = ()
    for one in said.parts:
        for name in names:
            if _least(one, name, _NO_WORDS) >= CLOSE:
                rest = list(name.bare)
                unequal = [word for word in one.bare if not _take(rest, word)]
                if all(any(_is_sure(word, other) for other in rest) for word in unequal):
                    return ()
                found = tuple(word for word in one.bare if word not in unequal)
    return found


def _is_sure(said: str, word: str) -> bool:
    return is_plain_slip(said, word) or (said[0] == word[0] and similarity(said, word) >= SURE)


def _of_its_form(said: Said, known: list[_Known]) -> list[_Known]:
    """Return those with the legal form that was said; where none has it, those without one may be meant."""
    forms = {one.legal for one in said.parts if one.legal}
    return [one for one in known if any(name.legal in forms for name in one.names)] or known


_TIERS: tuple[tuple[Tier, Callable[[Said, Sequence[_Known], Sequence[_Known]], list[_Known]]], ...] = (
    (Tier.EXACT, _exact),
    (Tier.ALIAS, _alias),
    (Tier.BARE, _bare),
    (Tier.FUZZY, _fuzzy),
    (Tier.PART, _part),
)
"""Best first; each takes the entities that may match at all, and all of them."""


# -- one name --------------------------------------------------------------------


def _is_one_word(words: Sequence[str]) -> bool:
    """Whether words are one that may name something, and its particles ("van der Berg")."""
    own = [word for word in words if word not in FUNCTION_WORDS]
    return len(own) == 1 and own[0] not in QUANTIFIERS


def _bears_word(said: Said, names: Sequence[NameParts]) -> bool:
    size = len(said.word)
    return size > 0 and any(
        name.bare[at : at + size] == said.word for name in names for at in range(len(name.bare) - size + 1)
    )


def _bears_bare(said: Said, names: Sequence[NameParts]) -> bool:
    """Whether a phrase is a name but for legal forms, particles, the order of its words or how it is cut into words."""
    return any(_is_bare_match(one, name) for one in said.parts for name in names)


def _is_bare_match(said: NameParts, name: NameParts) -> bool:
    if said.whole == name.joined:
        return bool(said.legal) or _may_be_same_form(said, name)  # "Euro Holdings" is Euroholdings Ltd
    if said.joined in (name.joined, name.whole) or said.whole == name.whole:
        return _may_be_same_form(said, name)
    if len(said.bare) < len(name.bare) and _leaves_out_particles(said.bare, name.bare):
        return _may_be_same_form(said, name)
    if len(said.joined) != len(name.joined) and len(said.whole) != len(name.whole):
        return False
    is_reordered = sorted(said.bare) == sorted(name.bare) or sorted(said.content) == sorted(name.content)
    return is_reordered and _may_be_same_form(said, name)


def may_be_unlike(said: Said, names: Sequence[NameParts]) -> bool:
    """Whether one of some names, which a phrase is but for slips or its form, is not meant where many begin as it."""
    if _bears_bare(said, names):
        return _is_unlike(said, names, MANY)
    return all(parts.content[:1] != said.parts[-1].content[:1] for parts in names)


def _is_unlike(said: Said, names: Sequence[NameParts], others: int) -> bool:
    """Whether a phrase may as well be another name that begins so: its words are in another order, or it is one."""
    same = [(one, name) for one in said.parts for name in names if _is_bare_match(one, name)]
    if all(len(name.bare) == 1 and name.legal and not one.legal for one, name in same):
        return others >= USUAL
    is_reordered = all({one.joined, one.whole}.isdisjoint((name.joined, name.whole)) for one, name in same)
    return is_reordered and others >= MANY


def _leaves_out_particles(said: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether two words or more of a name are all there, in order, and nothing is left out but words that name nothing.

    "Bank America" is Bank of America, "Lotte Berg" Lotte van der Berg.
    """
    own = [word for word in name if word not in FUNCTION_WORDS]
    if len(own) < 2 or own != [word for word in said if word not in FUNCTION_WORDS]:
        return False
    return FUNCTION_WORDS.intersection(said) <= FUNCTION_WORDS.intersection(name)


def _may_be_same_form(said: NameParts, name: NameParts) -> bool:
    """Whether the legal forms do not speak against it: "Acme Inc" is no Acme Ltd, "Acme" may be either.

    "Acme" may be Acme Group as well as Acme Holdings or Acme Foods: there it is one word of a name.
    """
    if said.legal or not name.legal:
        return not name.legal or said.legal == name.legal
    return len(name.bare) > 1 or HOUSES.isdisjoint(name.legal)


def _begins_with(said: Said, one: _Known) -> bool:
    """Whether a name begins with the first word of a phrase."""
    first = said.parts[-1].content[:1]
    return any(name.content[:1] == first for name in one.names)


def is_rival(said: Said, names: Sequence[NameParts]) -> bool:
    """Whether a phrase that is a slip away from one name may as well be one of these.

    Its last word may be cut short: the words before it are the name's own, and one word by itself may begin any of
    its words. Or it is as close to the name as one string, however both are cut ("Leann" is Leanne, or Lee Ann).
    """
    pairs = [(one, name) for one in said.parts for name in names if one.bare]
    return any(_may_begin(one.bare, name.bare) or similarity(one.joined, name.joined) >= JOINED for one, name in pairs)


def _may_begin(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return any(word.startswith(words[-1]) for word in _behind(words[:-1], name))


def _behind(before: tuple[str, ...], name: tuple[str, ...]) -> tuple[str, ...]:
    """Return the word of a name behind some words with which it opens; all of its words where there are none."""
    size = len(before)
    if not before:
        return name
    return name[size : size + 1] if name[:size] == before else ()


# -- word by word ----------------------------------------------------------------


def _closest(said: Said, names: Sequence[NameParts], known: Mapping[str, int], *, in_order: bool) -> float:
    """Return the best name's similarity; ``known`` says how many names have a word as it was typed."""
    return max((_least(one, name, known, in_order=in_order) for one in said.parts for name in names), default=0.0)


def _least(said: NameParts, name: NameParts, known: Mapping[str, int], *, in_order: bool = False) -> float:
    """Return the similarity of the worst pair of the bare words; 0 for other words or another legal form.

    The words may stand in any order, unless many names begin as the phrase does: then ``in_order`` is true.
    """
    if len(name.content) > len(name.bare):
        misspelt_form = _least_with_form(said.content, name, known)
        if misspelt_form or not _may_be_same_form(said, name):
            return misspelt_form
    if len(said.bare) != len(name.bare):
        joined = similarity(said.joined, name.joined) if _may_be_joined(said.joined, name.joined) else 0.0
        return joined if joined >= JOINED else 0.0
    if not said.bare or not _are_of_a_size(said.joined, name.joined) or _may_be_another(said, name):
        return 0.0
    least = 1.0
    for one, other in zip(said.bare, name.bare, strict=True):
        least = min(least, _closeness(one, other, known))
        if least < CLOSE:
            return 0.0 if in_order else _least_in_any_order(said.bare, name.bare, known)
    return least


def _are_of_a_size(said: str, name: str) -> bool:
    """Whether all words may be close: then the letters of all of them are about as many."""
    shorter, longer = sorted((len(said), len(name)))
    return shorter >= CLOSE * longer - 1


def _may_be_joined(said: str, name: str) -> bool:
    """Whether two strings are of about one length, and begin or end alike: what one slip in ten letters leaves."""
    return abs(len(said) - len(name)) <= 0.1 * len(name) + 1 and (said[:2] == name[:2] or said[-2:] == name[-2:])


def _may_be_another(said: NameParts, name: NameParts) -> bool:
    """Whether the one word that differs may be another word, where nothing behind it agrees.

    A name of one word has no other to vouch for it, and a last word may be cut short: these differ by at most
    one slip in seven letters, unless two letters only changed places.
    """
    one, other = said.bare[-1], name.bare[-1]
    if said.legal or one == other or (len(said.bare) > 1 and not other.startswith(one)):
        return False
    return similarity(one, other) < SURE and sorted(one) != sorted(other)


def _least_in_any_order(said: Sequence[str], name: Sequence[str], known: Mapping[str, int]) -> float:
    """Return the same when each word takes the closest one that is left; the equal ones are taken first."""
    rest = list(name)
    unequal = [word for word in said if not _take(rest, word)]
    least = 1.0
    for word in unequal:
        closest = max(rest, key=lambda other: similarity(word, other))
        least = min(least, _closeness(word, closest, known))
        if least < CLOSE:
            return 0.0
        rest.remove(closest)
    return least


def _take(words: list[str], word: str) -> bool:
    if word not in words:
        return False
    words.remove(word)
    return True


def _least_with_form(said: Sequence[str], name: NameParts, known: Mapping[str, int]) -> float:
    """Return the same for a phrase whose legal form is misspelt ("Acme Lmited"): a form may be one slip away."""
    words, forms = name.content, len(name.content) - len(name.bare)
    if len(said) != len(words) or said[-forms:] == words[-forms:]:
        return 0.0
    pairs = zip(said[-forms:], words[-forms:], strict=True)
    if not all(one == other or (one not in LEGAL_FORMS and is_slip(one, other)) for one, other in pairs):
        return 0.0
    least = min(_closeness(one, other, known) for one, other in zip(said[:-forms], name.bare, strict=True))
    return min(least, CLOSE) if least >= CLOSE else 0.0


def _closeness(said: str, word: str, known: Mapping[str, int]) -> float:
    """Return how close a typed word is to one of a name; 0 for one that is known as it was typed, unless very close."""
    score, bearers = similarity(said, word), known.get(said, 0)
    if not bearers or (said == f"{word}s" and bearers < USUAL):  # a possessive is dictated so
        return score
    least = SURE if bearers < USUAL else SPELT
    return score if score >= least and said[0] == word[0] else 0.0
