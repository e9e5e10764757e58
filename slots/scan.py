"""What is known of an utterance before any verb looks at it: tokens, known names, quoted text.

In: the cleaned text and the names that the directory knows in it. Out: a
:class:`Scan`, which every verb's extraction shares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from slots.known import KnownName, Places, find_known
from slots.text import Span, Token, TokenKind, span_of, text_of, tokenize, windows

_QUOTE = '"'


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
    """(first, past) token positions of what stands between two quotation marks, the marks left out."""

    @cached_property
    def known_at(self) -> Mapping[int, KnownName]:
        """Position of its first token -> known name."""
        return {name.first: name for name in self.known}

    @cached_property
    def known_over(self) -> Mapping[int, KnownName]:
        """Position of any of its tokens -> known name."""
        return {at: name for name in self.known for at in range(name.first, name.past)}

    @cached_property
    def quoted_over(self) -> Mapping[int, tuple[int, int]]:
        """Position of any token inside quotation marks -> that quotation."""
        return {at: pair for pair in self.quoted for at in range(*pair)}

    def of_types(self, types: frozenset[str]) -> Scan:
        """Return the same utterance with only the names of some types known."""
        names = {key: found for key, kinds in self.names.items() if (found := kinds & types)}
        return Scan(self.text, self.tokens, find_known(self.places, names), names, self.places, self.quoted)

    def words(self, first: int, past: int) -> str:
        """Return the text from token ``first`` to before token ``past``, as typed."""
        return text_of(self.text, self.tokens[first:past])

    def span(self, first: int, past: int) -> Span:
        """Return the characters from token ``first`` to before token ``past``."""
        return span_of(self.tokens[first:past])


def scan(text: str, names: Mapping[str, frozenset[str]] | None = None) -> Scan:
    """Cut the cleaned text into tokens and find quoted text and the known names of ``names`` (key -> types)."""
    tokens = tokenize(text)
    places, known = windows(tokens), dict(names or {})
    return Scan(text, tokens, find_known(places, known), known, places, _find_quoted(tokens))


def _find_quoted(tokens: tuple[Token, ...]) -> tuple[tuple[int, int], ...]:
    """Pair the double quotation marks from left to right; an odd one out is plain punctuation."""
    marks = [at for at, token in enumerate(tokens) if token.key == _QUOTE]
    return tuple((left + 1, right) for left, right in zip(marks[::2], marks[1::2], strict=False) if right > left + 1)


def is_mention(token: Token) -> bool:
    """Whether the token is a front end's mention."""
    return token.kind is TokenKind.MENTION
