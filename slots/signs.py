"""The sign of a negative value: "-2 hours", "$-20", "minus fifty dollars".

In: tokens and a position. Out: how many tokens are a sign that clearly belongs to what follows. The dash of a range
("2-3"), of a list ("- 2 hours") and between two words ("Acme - 2h") is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from slots.currencies import is_currency
from slots.numbers import is_number_like, key_at
from slots.text import Token, is_glued

MINUS = frozenset("- −".split())
"""Marks of a negative value."""
NEGATIVE = frozenset("minus negative".split())
"""Words of one."""
SIGNS: frozenset[str] = MINUS | NEGATIVE
"""What a negative value may begin with."""


def signed_at(tokens: Sequence[Token], at: int) -> int:
    """Return 1 where the token at a position is the sign of the value behind it, else 0."""
    key = key_at(tokens, at)
    if key not in SIGNS or at + 1 >= len(tokens):
        return 0
    if not (is_number_like(tokens, at + 1) or is_currency(tokens, at + 1) or tokens[at + 1].key == "."):
        return 0
    if at and is_number_like(tokens, at - 1):
        return 0
    if key in NEGATIVE:
        return 1
    is_free = at == 0 or not is_glued(tokens, at) or is_currency(tokens, at - 1) or tokens[at - 1].key in "([=:"
    return int(is_free and is_glued(tokens, at + 1) and key_at(tokens, at - 1) not in MINUS)
