"""The normal form in which token sets, phrases and messages are compared.

In: a text. Out: its words in order: lower case, accents folded, punctuation and
possessives dropped, aliases put in place ("named" counts as "name"). Deterministic
and without any dependency.
"""

from __future__ import annotations

from collections.abc import Mapping

from slots.text import TokenKind, tokenize

Words = tuple[str, ...]
"""The words of a text in normal form."""


def normalise(text: str, aliases: Mapping[str, str] | None = None) -> Words:
    """Return the words of a text in normal form; the text is cleaned already."""
    found = aliases or {}
    return tuple(
        found.get(token.key, token.key)
        for token in tokenize(text)
        if token.key and token.kind not in (TokenKind.MARK, TokenKind.POSSESSIVE)
    )


def runs(words: Words, longest: int) -> set[Words]:
    """Return every run of up to ``longest`` words that stand together."""
    return {words[first : first + size] for size in range(1, longest + 1) for first in range(len(words) - size + 1)}
