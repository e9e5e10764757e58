"""Counted nouns, as the command prints them."""

from __future__ import annotations

_HISSING = ("s", "x", "z", "ch", "sh")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which is given in the singular ("1 message", "1,204 entities")."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the regular plural of an English noun."""
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(_HISSING) else f"{noun}s"
