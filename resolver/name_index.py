"""The names of many entities, indexed for the two look-ups by name.

Goes in: (type, id) with a name and its aliases. Comes out: the (type, id) that a
:class:`resolver.entities.NamesLookup` or a :class:`resolver.entities.SimilarLookup`
asks for, in the order in which they were first put in. The answers are those of
comparing every name by :mod:`resolver.match`; a test compares the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from resolver.close_words import CloseWords
from resolver.entities import NamesLookup, SimilarLookup
from resolver.match import ARTICLES, CLOSE, JOINED, SHORT, are_bare, content_words, may_call
from slots.text import key_of, words_of

Ref = tuple[str, str]
"""(type, id)."""


class NameIndex:
    """Names by type; what is put, changed or dropped counts at once."""

    def __init__(self) -> None:
        self._types: dict[str, _TypeNames] = {}
        self._numbers: dict[Ref, int] = {}
        self._count = 0

    def __len__(self) -> int:
        return len(self._numbers)

    def put(self, ref: Ref, names: Sequence[str]) -> bool:
        """Hold an entity under its name, which comes first, and its aliases; False when it had these before."""
        number = self._numbers.get(ref)
        if number is None:
            number = self._numbers[ref] = self._count
            self._count += 1
        if ref[0] not in self._types:
            self._types[ref[0]] = _TypeNames()
        return self._types[ref[0]].put(_Owner(number, ref), tuple(names))

    def drop(self, ref: Ref) -> None:
        """Hold an entity no longer; one that is not held is no error."""
        if self._numbers.pop(ref, None) is not None:
            self._types[ref[0]].drop(ref)

    def bearing(self, lookup: NamesLookup) -> tuple[Ref, ...]:
        """Return whose name or alias has one of the keys; of people, whose name has one as a word too."""
        return _ordered(
            owner
            for type_ in lookup.types
            if (names := self._types.get(type_)) is not None
            for owner in names.bearing(lookup.keys, is_people=type_ in lookup.people)
        )

    def similar(self, lookup: SimilarLookup) -> tuple[Ref, ...]:
        """Return whose name or alias matches a phrase or comes near it."""
        return _ordered(
            owner
            for type_ in lookup.types
            if (names := self._types.get(type_)) is not None
            for owner in names.similar(lookup.phrase)
        )


@dataclass(frozen=True, slots=True)
class _Owner:
    number: int
    """When it was first put in, counted over all types."""
    ref: Ref


@dataclass(frozen=True, slots=True, eq=False)
class _Name:
    owner: _Owner
    key: str
    words: tuple[str, ...]
    """Without an article before them."""
    article: str
    """The article, or nothing."""
    is_main: bool
    """Whether it is the name, not an alias."""
    text: str


def _ordered(owners: Iterable[_Owner]) -> tuple[Ref, ...]:
    found = {owner.number: owner.ref for owner in owners}
    return tuple(found[number] for number in sorted(found))


class _TypeNames:
    """The names of one type, by key, by word and by close word."""

    def __init__(self) -> None:
        self._names: dict[Ref, tuple[_Name, ...]] = {}
        self._by_key: dict[str, list[_Name]] = {}
        self._by_joined: dict[str, list[_Name]] = {}
        self._by_word: dict[str, list[_Name]] = {}
        self._by_article: dict[str, list[_Name]] = {}
        self._words = CloseWords(CLOSE)
        self._joined = CloseWords(JOINED)

    def put(self, owner: _Owner, names: tuple[str, ...]) -> bool:
        held = self._names.get(owner.ref, ())
        if tuple(name.text for name in held) == names:
            return False
        self.drop(owner.ref)
        made = tuple(_read_name(owner, text, is_main=not place) for place, text in enumerate(names))
        self._names[owner.ref] = made
        for name in made:
            for table, term in self._places(name):
                if term not in table:
                    table[term] = []
                    self._vocabulary(table, term, is_new=True)
                table[term].append(name)
        return True

    def drop(self, ref: Ref) -> None:
        for name in self._names.pop(ref, ()):
            for table, term in self._places(name):
                table[term].remove(name)
                if not table[term]:
                    del table[term]
                    self._vocabulary(table, term, is_new=False)

    def bearing(self, keys: Iterable[str], *, is_people: bool) -> Iterator[_Owner]:
        for key in keys:
            yield from (name.owner for name in self._by_key.get(key, ()))
            if is_people and may_call(key):
                yield from self._called(key)

    def similar(self, phrase: str) -> Iterator[_Owner]:
        words = content_words(phrase)
        key, joined = key_of(phrase), "".join(words)
        if not key:
            return
        for one in {key, key_of(" ".join(words))}:
            yield from (name.owner for name in self._by_key.get(one, ()))
        for other in self._joined.near(joined):
            yield from (name.owner for name in self._by_joined.get(other, ()) if len(name.words) != len(words))
        if words[0] in ARTICLES and not are_bare(words):
            opening = self._by_article.get(words[0], ())
            yield from (name.owner for name in opening if words_of(name.text)[: len(words)] == words)
        yield from self._near(words)

    def _called(self, word: str) -> Iterator[_Owner]:
        for table in (self._by_word, self._by_article):
            yield from (name.owner for name in table.get(word, ()) if name.is_main)

    def _near(self, words: tuple[str, ...]) -> Iterator[_Owner]:
        """What :func:`resolver.match.near_entities` finds, from the names that have a close word at all."""
        close = {word: self._words.near(word) for word in words}
        any_close = frozenset().union(*close.values())
        counts: Counter[_Name] = Counter()
        for word in words:
            bearers = [self._by_word[other] for other in close[word] if other in self._by_word]
            counts.update(set().union(*bearers) if len(bearers) > 1 else bearers[0] if bearers else ())
        opening = close[words[0]] if len(words[0]) > SHORT else frozenset()
        size = len(words)
        for name, shared in counts.items():
            own = name.words
            counted, shorter = (shared, size) if len(own) >= size else (sum(map(any_close.__contains__, own)), len(own))
            if counted * 2 > shorter or own[0] in opening:
                yield name.owner

    def _places(self, name: _Name) -> Iterator[tuple[dict[str, list[_Name]], str]]:
        yield self._by_key, name.key
        yield self._by_joined, "".join(name.words)
        for word in dict.fromkeys(name.words):
            yield self._by_word, word
        if name.article:
            yield self._by_article, name.article

    def _vocabulary(self, table: dict[str, list[_Name]], term: str, *, is_new: bool) -> None:
        home = self._words if table is self._by_word else self._joined if table is self._by_joined else None
        if home is not None and is_new:
            home.add(term)
        elif home is not None:
            home.discard(term)


def _read_name(owner: _Owner, text: str, *, is_main: bool) -> _Name:
    words = words_of(text)
    content = content_words(text)
    article = words[0] if len(content) < len(words) else ""
    return _Name(owner, "".join(words), content, article, is_main, text)
