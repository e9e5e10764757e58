"""The names of some types in a database: the shelf of :mod:`resolver.candidates`, and the other look-ups.

Every statement reads ranges of primary keys, and what it may read is bounded, so a look-up takes a
few milliseconds among a million names. A shelf lives as long as the transaction that it reads in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, literal, select, tuple_, union_all
from sqlalchemy.engine import Connection

from dialog.entity_rows import Row
from dialog.store.name_tables import NAME_TABLES
from dialog.store.names import digest, stored_names, unpacked
from dialog.store.prepared import MOST_VALUES, Prepared
from dialog.store.readings import Reading
from resolver.candidates import BUDGET, CALLED, NAMESAKES, VARIANTS, Named, Word
from resolver.entities import NamesLookup
from resolver.name_keys import HEAD, opening_of
from resolver.name_words import calling_words, may_call

_, _S, _E, _K, _W, _F, _P, _L, _ = NAME_TABLES


@lru_cache(4096)
def _form_digest(form: str) -> int:
    return digest("form", form)


def _in(column: Any, name: str) -> Any:
    return column.in_(bindparam(name, expanding=True))


def _words_with(forms: str) -> Any:
    """Return what selects the words with one of some forms, each once: a word and its misspelling share several."""
    having = select(_F.c.space, _F.c.word).where(_in(_F.c.space, "spaces"), _in(_F.c.digest, forms))
    return select(_W.c.space, _W.c.id, _W.c.text, _W.c.bearers).where(tuple_(_W.c.space, _W.c.id).in_(having))


_STORED = (_E.c.space, _E.c.number, _E.c.id, _E.c.name, _E.c.is_active, _E.c.rest)
_SPACES = Prepared(select(_S.c.id, _S.c.type, _S.c.held).where(_S.c.tenant == bindparam("tenant")).order_by(_S.c.id))
_ENTITIES = Prepared(select(*_STORED).where(_in(_E.c.space, "spaces"), _in(_E.c.number, "numbers")))
_IN_USE = Prepared(
    select(_E.c.number).where(_in(_E.c.space, "spaces"), _in(_E.c.number, "numbers"), _E.c.is_active == 1)
)
_BY_KEYS = Prepared(
    select(_K.c.number)
    .where(_in(_K.c.space, "spaces"), _in(_K.c.digest, "digests"))
    .distinct()
    .order_by(_K.c.number)
    .limit(bindparam("limit"))
)
_BEARERS = Prepared(
    select(_K.c.space, _K.c.digest, _K.c.number)
    .where(_in(_K.c.space, "spaces"), _in(_K.c.digest, "digests"))
    .limit(bindparam("limit"))
)
_order = (_E.c.is_active.desc(), _K.c.number)
_place = func.row_number().over(partition_by=(_K.c.space, _K.c.digest), order_by=_order).label("place")
_placed = (
    select(_K.c.space, _K.c.digest, _K.c.number, _place)
    .select_from(_K.join(_E, (_E.c.space == _K.c.space) & (_E.c.number == _K.c.number)))
    .where(_in(_K.c.space, "spaces"), _in(_K.c.digest, "digests"))
    .subquery()
)
_key_rows = (
    select(_K.c.space, _K.c.digest, literal("").label("text"), _K.c.number)
    .where(_in(_K.c.space, "spaces"), _in(_K.c.digest, "digests"))
    .limit(bindparam("limit"))
    .subquery()
)
_KEYS_AND_WORDS = Prepared(
    union_all(
        select(_key_rows),
        select(_W.c.space, _W.c.id, _W.c.text, _W.c.bearers).where(_in(_W.c.space, "people"), _in(_W.c.text, "texts")),
    )
)
_KEYS_AND_FORMS = Prepared(
    union_all(
        select(_key_rows),
        _words_with("forms"),
    )
)
_FIRST_BEARERS = Prepared(
    select(_placed.c.space, _placed.c.digest, _placed.c.number).where(_placed.c.place <= bindparam("limit"))
)
_WORDS = Prepared(
    select(_W.c.space, _W.c.id, _W.c.text, _W.c.bearers).where(_in(_W.c.space, "spaces"), _in(_W.c.text, "texts"))
)
_BY_FORMS = Prepared(_words_with("digests"))
_OPENING = Prepared(
    select(_W.c.space, _W.c.id, _W.c.text, _W.c.bearers)
    .where(_W.c.space == bindparam("space"), _W.c.text >= bindparam("first"), _W.c.text < bindparam("past"))
    .order_by(_W.c.text)
    .limit(bindparam("limit"))
)
_BEARING = Prepared(
    select(_P.c.space, _P.c.word, _P.c.number).where(_in(_P.c.space, "spaces"), _in(_P.c.word, "words"))
)


def _all_of(others: int) -> Prepared:
    """Return the statement for who bears a word and some others: the first is read, the others are looked up.

    Whether they are in use, or archived, is looked up last.
    """
    statement = select(_P.c.number).where(_P.c.space == bindparam("space"), _P.c.word == bindparam("word"))
    for at in range(others):
        other = _P.alias(f"other_{at}")
        same = (other.c.space == _P.c.space, other.c.word == bindparam(f"also_{at}"), other.c.number == _P.c.number)
        statement = statement.where(select(other.c.number).where(*same).exists())
    same_entity = (_E.c.space == _P.c.space, _E.c.number == _P.c.number, _E.c.is_active == bindparam("is_active"))
    statement = statement.where(_P.c.number > bindparam("after"), select(_E.c.number).where(*same_entity).exists())
    return Prepared(statement.order_by(_P.c.number).limit(bindparam("limit")))


def _beginnings(count: int) -> Prepared:
    """Return the statement for the first names that begin in each of some ways, those of one type each."""
    listed = [
        select(literal(at).label("at"), _L.c.number)
        .where(_L.c.space == bindparam(f"space_{at}"))
        .where(_L.c.opening >= bindparam(f"first_{at}"), _L.c.opening < bindparam(f"past_{at}"))
        .order_by(_L.c.opening, _L.c.number)
        .limit(bindparam("limit"))
        .subquery()
        for at in range(count)
    ]
    return Prepared(union_all(*map(select, listed)))


_BEGINNINGS: dict[int, Prepared] = {}
"""Count of ways -> statement; filled as they come up."""

_MOST_WAYS = 32
"""Ways to begin that one statement looks up, at the most."""

_LAST = chr(sys.maxunicode)
"""What comes behind all letters."""

_ALL_OF: dict[int, Prepared] = {}
"""Count of other words -> statement; filled as they come up."""

_SOME_OF = _all_of(0)


class Space(NamedTuple):
    """A type of a tenant."""

    id: int
    """Its number."""
    type: str
    """The type."""
    held: int
    """How many entities it has."""


def spaces_of(connection: Connection | Reading, tenant: str) -> dict[str, Space]:
    """Return a tenant's types, in the order of making."""
    return {type_: Space(id_, type_, held) for id_, type_, held in _SPACES.rows(connection, tenant=tenant)}


@dataclass(slots=True)
class NameShelf:
    """Some types of one tenant."""

    connection: Connection | Reading
    """Where, in a transaction."""
    spaces: Sequence[Space]
    """The types."""
    ids: tuple[int, ...] = field(init=False)
    """Their numbers."""
    _types: dict[int, str] = field(init=False)
    _read: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    _held: dict[str, list[int]] = field(default_factory=dict)
    """Key -> who bears it, of those that were read."""
    _forms: frozenset[str] = frozenset()
    """The forms of which the words were read."""
    _words: tuple[Word, ...] = ()
    """These words."""

    def __post_init__(self) -> None:
        self.ids = tuple(space.id for space in self.spaces)
        self._types = {space.id: space.type for space in self.spaces}

    def rows(self, numbers: Iterable[int]) -> list[Row]:
        """Return the rows of some numbers, in order; what is not there is left out."""
        wanted = tuple(sorted(set(numbers)))
        self._load(wanted)
        stored = (self._read[number] for number in wanted if number in self._read)
        return [unpacked(self._types[one[0]], one[2:]) for one in stored]

    def of_ids(self, ids: Sequence[str]) -> list[Row]:
        """Return the rows of some ids, in order of the directory."""
        kept = frozenset(ids)
        found = self._keyed("id", ids)
        return [row for row in self.rows(found) if row.entity.id in kept]

    def of_handle(self, handle: str) -> list[Row]:
        """Return the rows that have a handle, in order of the directory."""
        wanted = handle.casefold()
        rows = self.rows(self._keyed("handle", (wanted,)))
        return [row for row in rows if wanted in map(str.casefold, row.entity.handles)]

    def known(self, lookup: NamesLookup) -> list[Row]:
        """Return what :meth:`resolver.name_index.NameIndex.bearing` does."""
        digests = [digest("name", key) for key in lookup.keys]
        people = tuple(space.id for space in self.spaces if space.type in lookup.people)
        callable_ = tuple(key for key in lookup.keys if may_call(key)) if people else ()
        if callable_ and len(digests) <= MOST_VALUES:
            return self.rows(self._known(digests, people, callable_))
        numbers = set(self._first_bearers(digests))
        if callable_:
            found = _WORDS.all_rows(self.connection, "texts", spaces=people, texts=callable_)
            numbers.update(self._called(list(map(Word._make, found))))
        return self.rows(numbers)

    def _known(self, digests: Sequence[int], people: Sequence[int], texts: Sequence[str]) -> set[int]:
        """Return who has a key, or is called by a word, by one statement where the keys have few bearers."""
        asked = {"spaces": self.ids, "digests": digests, "people": people, "texts": texts}
        found = _KEYS_AND_WORDS.rows(self.connection, **asked, limit=NAMESAKES + 1)
        numbers = {number for _, _, text, number in found if not text}
        words = [Word._make(row) for row in found if row[2]]
        if len(found) - len(words) > NAMESAKES:
            numbers = set(self._first_bearers(digests))
        if words:
            numbers.update(self._called(words))
        return numbers

    # -- the shelf -----------------------------------------------------------

    def count(self) -> int:
        """Return how many entities there are."""
        return sum(space.held for space in self.spaces)

    def expect(self, keys: Sequence[str], forms: Sequence[str]) -> None:
        """Read what is asked first by one statement."""
        digests, of_forms = [digest("name", key) for key in keys], list(map(_form_digest, forms))
        if not (digests and of_forms) or max(len(digests), len(of_forms)) > MOST_VALUES:
            return  # the statement is run for both lists or not at all
        asked = {"spaces": self.ids, "digests": digests, "forms": of_forms, "limit": BUDGET + 1}
        found = _KEYS_AND_FORMS.rows(self.connection, **asked)
        self._words = tuple([Word._make(row) for row in found if row[2]])
        self._forms = frozenset(forms)
        if len(found) - len(self._words) <= BUDGET:
            held: dict[int, list[int]] = {one: [] for one in digests}
            for _, key, text, number in found:
                if not text:
                    held[key].append(number)
            self._held = {key: held[one] for key, one in zip(keys, digests, strict=True)}

    def by_keys(self, keys: Sequence[str]) -> Iterable[int]:
        """Return the first numbers that bear one of some whole-name keys."""
        if self._held.keys() >= set(keys):
            return sorted({number for key in keys for number in self._held[key]})
        digests = [digest("name", key) for key in keys]
        found = _BY_KEYS.rows(self.connection, spaces=self.ids, digests=digests, limit=BUDGET)
        return [number for (number,) in found]

    def by_forms(self, forms: Sequence[str]) -> Iterable[Word]:
        """Return the words that have one of some forms."""
        if self._forms.issuperset(forms):
            return self._words
        digests = list(map(_form_digest, forms))
        found = _BY_FORMS.all_rows(self.connection, "digests", spaces=self.ids, digests=digests)
        return list(map(Word._make, dict.fromkeys(map(tuple, found))))

    def by_opening(self, opening: str) -> Iterable[Word]:
        """Return the first words of each type that begin so."""
        past = opening + _LAST
        for space in self.ids:
            bounds = {"space": space, "first": opening, "past": past, "limit": VARIANTS}
            yield from map(Word._make, _OPENING.rows(self.connection, **bounds))

    def by_beginning(self, openings: Sequence[str], limit: int) -> Sequence[Sequence[int]]:
        """Return the first names in use of each type that begin in each of some ways."""
        ways = [(space, at, opening_of(opening)) for at, opening in enumerate(openings) for space in self.ids]
        found: list[list[int]] = [[] for _ in openings]
        for start in range(0, len(ways), _MOST_WAYS):
            part = ways[start : start + _MOST_WAYS]
            for at, number in self._beginning(part, limit):
                found[part[at][1]].append(number)
        return found

    def bearing(self, words: Sequence[Word], limit: int) -> Iterable[tuple[Word, int]]:
        """Return each word with the numbers that bear it."""
        held: dict[tuple[int, int], list[int]] = {(word.home, word.id): [] for word in words}
        spaces, ids = sorted({word.home for word in words}), sorted({word.id for word in words})
        for space, id_, number in _BEARING.all_rows(self.connection, "words", spaces=spaces, words=ids):
            held[space, id_].append(number)
        return [(word, number) for word in words for number in held[word.home, word.id]][:limit]

    def bearing_all(self, texts: Sequence[str], limit: int) -> Iterable[int]:
        """Return the first numbers that bear every one of some words, those in use before the archived ones."""
        wanted = tuple(dict.fromkeys(texts))
        by_space: dict[int, list[Word]] = {}
        for word in self._of_texts(wanted):
            by_space.setdefault(word.home, []).append(word)
        everywhere = [words for words in by_space.values() if len(words) == len(wanted)]
        found: list[int] = []
        for is_active in (1, 0):
            if len(found) < limit:
                more = [number for words in everywhere for number in self._all_of(words, is_active, limit)]
                found += sorted(more)
        return found[:limit]

    def in_use(self, numbers: Sequence[int]) -> Iterable[int]:
        """Return those of some numbers that are not archived."""
        found = _IN_USE.all_rows(self.connection, "numbers", spaces=self.ids, numbers=numbers)
        return {number for (number,) in found}

    def named(self, numbers: Sequence[int]) -> Iterable[Named]:
        """Return what is kept under some numbers."""
        self._load(numbers)
        read = self._read
        stored = [read[number] for number in numbers if number in read]
        return [Named(one[1], stored_names(one[3], one[5]), one[4] != 0) for one in stored]

    # -- statements ----------------------------------------------------------

    def _of_texts(self, texts: Sequence[str]) -> Iterable[Word]:
        """Return some words, from those that were read where they would be among these."""
        if all(text[:HEAD] in self._forms for text in texts):
            return [word for word in self._words if word.text in texts]
        return map(Word._make, _WORDS.rows(self.connection, spaces=self.ids, texts=texts))

    def _beginning(self, ways: Sequence[tuple[int, int, str]], limit: int) -> Sequence[Sequence[int]]:
        statement = _BEGINNINGS.get(len(ways))
        if statement is None:
            statement = _BEGINNINGS[len(ways)] = _beginnings(len(ways))
        values: dict[str, Any] = {"limit": limit}
        for at, (space, _, first) in enumerate(ways):
            values |= {f"space_{at}": space, f"first_{at}": first, f"past_{at}": first + _LAST}
        return statement.rows(self.connection, **values)

    def _load(self, numbers: Sequence[int]) -> None:
        missing = [number for number in numbers if number not in self._read]
        if missing:
            found = _ENTITIES.all_rows(self.connection, "numbers", spaces=self.ids, numbers=missing)
            self._read.update([(row[1], tuple(row)) for row in found])

    def _keyed(self, kind: str, texts: Sequence[str]) -> list[int]:
        digests = [digest(kind, text) for text in texts]
        found = _BEARERS.all_rows(self.connection, "digests", spaces=self.ids, digests=digests, limit=2**31 - 1)
        return [number for _, _, number in found]

    def _first_bearers(self, digests: Sequence[int]) -> Iterator[int]:
        """Return the first numbers of each digest; the statement that counts them is run when there are many."""
        for start in range(0, len(digests), MOST_VALUES):
            part = digests[start : start + MOST_VALUES]
            asked = {"spaces": self.ids, "digests": part}
            found = _BEARERS.rows(self.connection, **asked, limit=NAMESAKES + 1)
            if len(found) > NAMESAKES:
                found = _FIRST_BEARERS.rows(self.connection, **asked, limit=NAMESAKES)
            yield from (number for _, _, number in found)

    def _called(self, words: Sequence[Word]) -> Iterator[int]:
        """Return whom each word calls, at most :data:`resolver.candidates.CALLED`: those in use first."""
        few = [word for word in words if word.bearers <= CALLED]
        held = list(self.bearing(few, len(few) * CALLED)) if few else []
        self._load([number for _, number in held])
        yield from (number for word, number in held if self._calls(word, number))
        for word in words:
            if word.bearers > CALLED:
                yield from islice(self._called_by(word), CALLED)

    def _called_by(self, word: Word) -> Iterator[int]:
        for is_active in (1, 0):
            after, page = -1, [-1]
            while page:
                asked = {"space": word.home, "word": word.id, "is_active": is_active, "after": after}
                page = [number for (number,) in _SOME_OF.rows(self.connection, **asked, limit=CALLED)]
                self._load(page)
                yield from (number for number in page if self._calls(word, number))
                after = page[-1] if page else after

    def _calls(self, word: Word, number: int) -> bool:
        """Whether a word is one of an entity's own name, not of an alias only."""
        return number in self._read and word.text in calling_words(self._read[number][3])

    def _all_of(self, words: Sequence[Word], is_active: int, limit: int) -> list[int]:
        rarest, *others = sorted(words, key=lambda word: (word.bearers, word.text))
        statement = _ALL_OF.get(len(others))
        if statement is None:
            statement = _ALL_OF[len(others)] = _all_of(len(others))
        values = {f"also_{at}": word.id for at, word in enumerate(others)} | {"is_active": is_active, "after": -1}
        found = statement.rows(self.connection, space=rarest.home, word=rarest.id, limit=limit, **values)
        return [number for (number,) in found]
