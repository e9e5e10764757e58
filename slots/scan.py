"""What is known of an utterance before any verb looks at it: tokens, known names, quoted text.

In: the cleaned text and the names that the directory knows in it. Out: a
:class:`Scan`, which every verb's extraction shares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from slots.known import KnownName, find_known
from slots.numbers import is_spaced_dash
from slots.readers import Reading, kinds_begun, read_negative, read_value
from slots.tables import SlotKind, SlotSpec
from slots.text import MARK, MENTION, POSSESSIVE, Places, Span, Token, keys_of, places_in, tokenize
from slots.unread import Unread, find_unread
from slots.words import strip_edges

_QUOTES = "\"'*`_"
"""Marks that come in pairs around a name or a value: quotation marks, and those by which a chat shows type."""

_QUOTING = frozenset({*_QUOTES, ""})
"""Their keys; that of an apostrophe behind a plural is empty."""

_LONGEST = 24
"""Tokens of one value that are looked at where it is read apart from what stands before it; none is longer."""

LEAD_INS = frozenset(
    "about around roughly approximately like maybe it its was is make that for just say only around".split()
)
"""Words before the bare value that answers a question ("about 3")."""


@dataclass(frozen=True)
class Scan:
    """An utterance with what stands in it for any verb."""

    text: str
    """The cleaned utterance."""
    tokens: tuple[Token, ...]
    """All of its tokens."""
    known: tuple[KnownName, ...]
    """The tenant's names in it, in order, none overlapping."""
    names: Mapping[str, frozenset[str]]
    """Key -> the entity types (and directory lists) that have something of this name."""
    places: Places
    """Key -> where the runs of tokens with that key stand."""
    quoted: tuple[tuple[int, int], ...]
    """(first, past) token positions of what stands between two quotation marks, the marks left out.
    A mark stands directly before the first and after the last token."""
    noted: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What was read of these tokens already, for every verb and reply of the turn; it changes no answer."""

    @cached_property
    def edges(self) -> tuple[int, int]:
        """The positions (first, past) of what remains without fillers and politeness at both ends."""
        return strip_edges(self.tokens)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all tokens: what stands nowhere need not be looked for."""
        if "keys" not in self.noted:
            self.noted["keys"] = frozenset(keys_of(self.tokens))
        found: frozenset[str] = self.noted["keys"]
        return found

    @cached_property
    def known_at(self) -> Mapping[int, KnownName]:
        """Position of its first token -> known name."""
        return {name.first: name for name in self.known}

    @cached_property
    def known_over(self) -> Mapping[int, KnownName]:
        """Position of any of its tokens -> known name."""
        return {at: name for name in self.known for at in range(name.first, name.past)}

    @cached_property
    def quoted_at(self) -> Mapping[int, tuple[int, int]]:
        """Position of the opening mark -> what it opens."""
        return {pair[0] - 1: pair for pair in self.quoted}

    @cached_property
    def quoted_over(self) -> Mapping[int, tuple[int, int]]:
        """Position of any token inside quotation marks -> that quotation."""
        return {at: pair for pair in self.quoted for at in range(*pair)}

    def of_types(self, types: frozenset[str]) -> Scan:
        """Return the same utterance with only the names of some types known."""
        view = self.noted.get(types)
        if view is None:
            names = {key: found for key, kinds in self.names.items() if (found := kinds & types)}
            known = find_known(self.places, names)
            self.noted.setdefault("inside", _inside(self.known))
            view = Scan(self.text, self.tokens, known, names, self.places, self.quoted, self.noted)
            self.noted[types] = view
        found_view: Scan = view
        return found_view

    @cached_property
    def known_types(self) -> Counter[str]:
        """Type -> how many of the known names something of it has."""
        return Counter(kind for name in self.known for kind in name.types)

    @cached_property
    def inside_names(self) -> Mapping[int, int]:
        """Position of any token but the first of a name of the tenant, of whatever type -> position of that first."""
        found: Mapping[int, int] = self.noted.get("inside") or _inside(self.known)
        return found

    @cached_property
    def begun(self) -> tuple[frozenset[SlotKind], ...]:
        """For each token, the kinds of value that may start there (:func:`slots.readers.kinds_begun`)."""
        if "begun" not in self.noted:
            self.noted["begun"] = kinds_begun(self.tokens)
        found: tuple[frozenset[SlotKind], ...] = self.noted["begun"]
        return found

    @cached_property
    def unread(self) -> Mapping[int, Unread]:
        """Position -> the phrase that has the form of a value there, whether a reader takes it or not."""
        if "unread" not in self.noted:
            self.noted["unread"] = find_unread(self.tokens)
        found: Mapping[int, Unread] = self.noted["unread"]
        return found

    def value_at(self, at: int, slot: SlotSpec) -> Reading | None:
        """Return what :func:`slots.readers.read_value` reads, or a negative value; each position once for slots that
        read alike."""
        if slot.kind not in self.begun[at]:
            return None
        found: dict[int, Reading | None] | None = self.noted.get(id(slot))
        if found is None:
            found = self.noted.setdefault((slot.kind, slot.unit, slot.hours_per_day, slot.symbol, slot.time), {})
            self.noted[id(slot)] = found
        if at not in found:
            found[at] = self._read(at, slot)
        return found[at]

    def _read(self, at: int, slot: SlotSpec) -> Reading | None:
        """Read a value; behind a name and a dash nothing before it counts ("Sprint One — 2h" is no range)."""
        found = read_value(self.tokens, at, slot) or read_negative(self.tokens, at, slot)
        is_behind_name = at > 1 and at - 2 in self.inside_names and is_spaced_dash(self.tokens, at - 1)
        if found is not None or not is_behind_name:
            return found
        found = read_value(self.tokens[at : at + _LONGEST], 0, slot)
        return replace(found, past=found.past + at) if found is not None else None

    def words(self, first: int, past: int) -> str:
        """Return the text from token ``first`` to before token ``past``, as typed."""
        past = min(past, len(self.tokens))
        if first >= past:
            return ""
        return self.text[self.tokens[first].start : self.tokens[past - 1].end].replace("\n", " ")

    def said(self, first: int, past: int) -> tuple[str, Span]:
        """Return the text from token ``first`` to before token ``past``, and where it stands."""
        return self.words(first, past), self.span(first, past)

    def span(self, first: int, past: int) -> Span:
        """Return the characters from token ``first`` to before token ``past``."""
        past = min(past, len(self.tokens))
        return Span(self.tokens[first].start, self.tokens[past - 1].end) if first < past else Span(0, 0)


def _inside(known: Sequence[KnownName]) -> Mapping[int, int]:
    return {at: name.first for name in known for at in range(name.first + 1, name.past)}


def scan(text: str, names: Mapping[str, frozenset[str]] | None = None) -> Scan:
    """Cut the cleaned text into tokens and find quoted text and the known names of ``names`` (key -> types)."""
    tokens = tokenize(text)
    places, known = places_in(text), dict(names or {})
    return Scan(text, tokens, find_known(places, known), known, places, _find_quoted(tokens))


def _find_quoted(tokens: tuple[Token, ...]) -> tuple[tuple[int, int], ...]:
    """Pair like marks from left to right, none inside another pair; an odd one out is plain punctuation.

    A mark opens only where a blank or nothing stands before it and no blank behind it, and closes the other
    way round, so that an apostrophe, a sign of inches or "2 * 3" pairs with nothing.
    """
    if _QUOTING.isdisjoint(keys_of(tokens)):
        return ()
    found: list[tuple[int, int]] = []
    open_at: dict[str, int] = {}
    for at, token in enumerate(tokens):
        mark = _quote_mark(token)
        if not mark:
            continue
        if mark in open_at and _closes(tokens, at):
            left = open_at.pop(mark)
            if at > left + 1:
                found.append((left + 1, at))
                open_at = {}
        elif mark not in open_at and _opens(tokens, at):
            open_at[mark] = at
    return tuple(found)


def _quote_mark(token: Token) -> str:
    if token.kind is MARK:
        return token.key if token.key in _QUOTES else ""
    return "'" if token.kind is POSSESSIVE and not token.key else ""


def _opens(tokens: tuple[Token, ...], at: int) -> bool:
    before = tokens[at - 1] if at else None
    is_free = before is None or before.end < tokens[at].start or _is_bracket(before)
    return is_free and at + 1 < len(tokens) and tokens[at + 1].start == tokens[at].end


def _is_bracket(token: Token) -> bool:
    return token.kind is MARK and token.key in "([,;:-—–"


def _closes(tokens: tuple[Token, ...], at: int) -> bool:
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    is_free = after is None or tokens[at].end < after.start or not after.is_word
    return is_free and tokens[at - 1].end == tokens[at].start


def is_mention(token: Token) -> bool:
    """Whether the token is a front end's mention."""
    return token.kind is MENTION
