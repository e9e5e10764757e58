"""The names of entities in memory, indexed for the two look-ups by name.

Goes in: (type, id) with a name and its aliases. Comes out: the (type, id) that a
:class:`resolver.entities.NamesLookup` or a :class:`resolver.entities.SimilarLookup`
asks for, in the order in which they were first put in. :mod:`resolver.candidates` says which; this is
its shelf for directories that fit in memory.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from resolver.candidates import BUDGET, CALLED, NAMESAKES, VARIANTS, Named, Word, find_similar
from resolver.entities import NamesLookup, SimilarLookup
from resolver.name_keys import forms_of, keys_of_name, opening_of, words_of_name
from resolver.name_words import calling_words, may_call

Ref = tuple[str, str]
"""(type, id)."""


class NameIndex:
    """Names by type; what is put, changed or dropped counts at once."""

    def __init__(self) -> None:
        self._types: dict[str, _TypeNames] = {}
        self._numbers: dict[Ref, int] = {}
        self._refs: dict[int, Ref] = {}
        self._count = 0

    def __len__(self) -> int:
        return len(self._numbers)

    def put(self, ref: Ref, names: Sequence[str], *, is_active: bool = True) -> bool:
        """Hold an entity under its name, which comes first, and its aliases; False when it was held so before."""
        number = self._numbers.get(ref)
        if number is None:
            number = self._numbers[ref] = self._count
            self._refs[number] = ref
            self._count += 1
        if ref[0] not in self._types:
            self._types[ref[0]] = _TypeNames(len(self._types))
        return self._types[ref[0]].put(Named(number, tuple(names), is_active))

    def drop(self, ref: Ref) -> None:
        """Hold an entity no longer; one that is not held is no error."""
        number = self._numbers.pop(ref, None)
        if number is not None:
            del self._refs[number]
            self._types[ref[0]].drop(number)

    def bearing(self, lookup: NamesLookup) -> tuple[Ref, ...]:
        """Return whose name or alias has one of the keys; of people, whose name has one as a word too."""
        found: set[int] = set()
        for type_ in lookup.types:
            if type_ in self._types:
                found.update(self._types[type_].known(lookup.keys, is_people=type_ in lookup.people))
        return tuple(self._refs[number] for number in sorted(found))

    def similar(self, lookup: SimilarLookup) -> tuple[Ref, ...]:
        """Return whose name or alias matches a phrase or comes near it."""
        shelf = _Shelf([self._types[type_] for type_ in dict.fromkeys(lookup.types) if type_ in self._types])
        return tuple(self._refs[number] for number in find_similar(lookup.phrase, shelf))


class _Sorted:
    """Texts in order, which are sorted when they are first read after many were put."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._is_sorted = True

    def put(self, text: str, *, is_first: bool) -> None:
        """Hold a text; those that come before the first reading are only put at the end."""
        if self._is_sorted and not is_first:
            insort(self._texts, text)
        else:
            self._texts.append(text)
            self._is_sorted = False

    def drop(self, text: str) -> None:
        """Hold a text no longer."""
        del self._texts[self._place_of(text)]

    def beginning(self, opening: str, limit: int) -> Iterator[str]:
        """Return the first texts that begin so."""
        at = self._place_of(opening)
        return (text for text in self._texts[at : at + limit] if text.startswith(opening))

    def _place_of(self, text: str) -> int:
        if not self._is_sorted:
            self._texts.sort()
            self._is_sorted = True
        return bisect_left(self._texts, text)


@dataclass
class _TypeNames:
    """The names of one type, by key, by word and by form of a word."""

    home: int
    names: dict[int, Named] = field(default_factory=dict)
    keys: dict[str, dict[int, None]] = field(default_factory=dict)
    called: dict[str, dict[int, None]] = field(default_factory=dict)
    words: dict[str, dict[int, None]] = field(default_factory=dict)
    forms: dict[str, dict[str, None]] = field(default_factory=dict)
    alphabet: _Sorted = field(default_factory=_Sorted)
    listing: _Sorted = field(default_factory=_Sorted)

    def put(self, named: Named) -> bool:
        if self.names.get(named.number) == named:
            return False
        self.drop(named.number)
        self.names[named.number] = named
        for table, term in self._places(named):
            if table is self.words and term not in table:
                self._learn(term)
            table.setdefault(term, {})[named.number] = None
        if named.is_active and named.names:
            self.listing.put(_listed(named), is_first=len(self.names) == 1)
        return True

    def drop(self, number: int) -> None:
        named = self.names.pop(number, None)
        for table, term in self._places(named) if named else ():
            table[term].pop(number, None)
            if not table[term]:
                del table[term]
                if table is self.words:
                    self._forget(term)
        if named and named.is_active and named.names:
            self.listing.drop(_listed(named))

    def known(self, keys: Iterable[str], *, is_people: bool) -> Iterator[int]:
        for key in keys:  # thousands for a giant message, and nearly all of them nobody's
            if key in self.keys:
                yield from self._first(self.keys[key], NAMESAKES)
            if is_people and key in self.called and may_call(key):
                yield from self._first(self.called[key], CALLED)

    def _first(self, numbers: dict[int, None], limit: int) -> Iterable[int]:
        if len(numbers) <= limit:
            return numbers
        return sorted(numbers, key=lambda number: (not self.names[number].is_active, number))[:limit]

    def word(self, text: str) -> Word:
        return Word(self.home, 0, text, len(self.words[text]))

    def _places(self, named: Named) -> list[tuple[dict[str, dict[int, None]], str]]:
        keys = dict.fromkeys(key for name in named.names for key in keys_of_name(name))
        words = dict.fromkeys(word for name in named.names for word in words_of_name(name))
        called = dict.fromkeys(calling_words(named.names[0])) if named.names else {}
        pairs = ((self.keys, keys), (self.words, words), (self.called, called))
        return [(table, term) for table, terms in pairs for term in terms]

    def _learn(self, word: str) -> None:
        for form in forms_of(word):
            self.forms.setdefault(form, {})[word] = None
        self.alphabet.put(word, is_first=len(self.names) == 1)

    def _forget(self, word: str) -> None:
        for form in forms_of(word):
            self.forms[form].pop(word, None)
            if not self.forms[form]:
                del self.forms[form]
        self.alphabet.drop(word)


def _listed(named: Named) -> str:
    """Return as what a name is listed: folded, and behind it its number."""
    return f"{opening_of(named.names[0])}{_MARK}{named.number:09}"


_MARK = "\0"
"""What stands between a name and its number: it comes before all letters."""


class _Shelf:
    """Some types at once."""

    def __init__(self, types: Sequence[_TypeNames]) -> None:
        self._types = types
        self._by_home = {names.home: names for names in types}

    def count(self) -> int:
        return sum(len(names.names) for names in self._types)

    def expect(self, keys: Sequence[str], forms: Sequence[str]) -> None:
        """Nothing needs to be read before it is asked."""

    def by_keys(self, keys: Sequence[str]) -> Iterable[int]:
        found = {number for names in self._types for key in keys for number in names.keys.get(key, ())}
        return sorted(found)[:BUDGET]

    def by_forms(self, forms: Sequence[str]) -> Iterable[Word]:
        for names in self._types:
            texts = dict.fromkeys(text for form in forms for text in names.forms.get(form, ()))
            yield from map(names.word, texts)

    def by_opening(self, opening: str) -> Iterable[Word]:
        for names in self._types:
            yield from map(names.word, names.alphabet.beginning(opening, VARIANTS))

    def by_beginning(self, openings: Sequence[str], limit: int) -> Sequence[Sequence[int]]:
        return [
            [int(one.rpartition(_MARK)[2]) for names in self._types for one in names.listing.beginning(first, limit)]
            for first in map(opening_of, openings)
        ]

    def bearing(self, words: Sequence[Word], limit: int) -> Iterable[tuple[Word, int]]:
        pairs = ((word, number) for word in words for number in self._by_home[word.home].words[word.text])
        return islice(pairs, limit)

    def bearing_all(self, texts: Sequence[str], limit: int) -> Iterable[int]:
        found: list[tuple[bool, int]] = []
        for names in self._types:
            held = sorted((names.words.get(text, {}) for text in texts), key=len)
            every = set(held[0]).intersection(*held[1:])
            found += ((not names.names[number].is_active, number) for number in every)
        return [number for _, number in sorted(found)[:limit]]

    def in_use(self, numbers: Sequence[int]) -> Iterable[int]:
        return [one.number for one in self.named(numbers) if one.is_active]

    def named(self, numbers: Sequence[int]) -> Iterable[Named]:
        return [names.names[number] for number in numbers for names in self._types if number in names.names]
