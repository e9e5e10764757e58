"""Which positions of a list a reply counts: digits, number words, ordinals, from either end.

In: the tokens that are left of a reply without its fillers, and how many options
there are. Out: the numbers said, from 1. It knows no labels.
"""

from __future__ import annotations

from collections.abc import Sequence

from slots.text import MARK, NUMBER, SMALL_NUMBERS, Token
from slots.words import ARTICLES, PhraseTable, phrases

_ORDINAL_WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
ORDINALS = {word: number for number, word in enumerate(_ORDINAL_WORDS, 1)} | {"top": 1}
"""Ordinal words; menus are short."""
_SUFFIXES = frozenset("st nd rd th".split())
_WORDS = {str(place): word for place, word in enumerate(_ORDINAL_WORDS, 1)}
_DIGITS = {word: place for place, word in _WORDS.items()}

_PREFIXES = PhraseTable.of(
    [
        (
            True,
            "option | number | choice | no | no . | nr | nr . | num | num . | item | line | answer | entry | selection",
        )
    ]
)
SEPARATORS = frozenset("and or nor plus , / & + ;".split())
"""What stands between the picks of a list."""
ONE = frozenset("one ones option choice entry line item".split())
"""Words for an option itself ("the second *one*")."""
ALL = frozenset(phrases("all | all of them | all of these | all of those | everything | each | each of them"))
"""Every option."""
BOTH = frozenset(phrases("both | both of them | both of these | the two of them"))
"""Both of two."""
_OTHER = "other"
_WRAPS = frozenset("#()[]{}\"'*:.!`\ufe0f\u20e3") | SEPARATORS
"""Marks that may stand around a number; separators among them, for lists of numbers."""


def says_other(bare: Sequence[Token]) -> bool:
    """Whether the tokens, less an article, say the option that is not refused ("the *other one*")."""
    keys = [token.key for token in bare]
    return keys[:1] == [_OTHER] and (len(keys) == 1 or (len(keys) == 2 and keys[1] in ONE))


def with_places(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return words with the places among them as words, and with all as digits ("2nd street", "second street")."""
    spelt: list[str] = []
    for word in words:
        if word in _SUFFIXES and spelt and spelt[-1] in _WORDS:
            spelt[-1] = _WORDS[spelt[-1]]
        else:
            spelt.append(word)
    digits: list[str] = []
    for word in spelt:
        place = _DIGITS.get(word, "")
        digits += (place, {"1": "st", "2": "nd", "3": "rd"}.get(place, "th")) if place else (word,)
    return spelt, digits


def said_numbers(bare: Sequence[Token], count: int) -> tuple[int, ...]:
    """Return the numbers that are all that the tokens say, in their order; nothing when they say more.

    They may be out of range: "-1" is -1, and an ordinal from the end past the first is 0.
    """
    if len(bare) == 2 and bare[0].key in "-−" and bare[1].kind is NUMBER and bare[1].start == bare[0].end:
        value = _whole(bare[1].key)
        return (-value,) if value else ()
    if any(token.kind is MARK and token.key not in _WRAPS and token.key != "-" for token in bare):
        return ()
    said: list[int] = []
    at = 0
    while at < len(bare):
        if bare[at].kind is MARK or (said and bare[at].key in SEPARATORS | ARTICLES):
            at += 1
            continue
        item = _item(bare, at, count)
        if item is None:
            return ()
        said.extend(item[0])
        at = item[1]
    return tuple(said)


def _item(bare: Sequence[Token], at: int, count: int) -> tuple[tuple[int, ...], int] | None:
    """Return the numbers that one expression says, and the position past it."""
    keys = [token.key for token in bare]
    prefix = _PREFIXES.at(keys, at)
    while prefix is not None and prefix[1] < len(bare) and keys[prefix[1]] in "#:":
        prefix = (True, prefix[1] + 1)
    if prefix is not None:
        at = prefix[1]
    if at >= len(bare):
        return None
    ordinal = None if prefix else _ordinal(bare, keys, at, count)
    if ordinal is not None:
        past = ordinal[1]
        return ordinal[0], past + 1 if past < len(keys) and keys[past] in ONE else past
    cardinal = _cardinal(bare[at])
    return (cardinal, at + 1) if cardinal else None


def _cardinal(token: Token) -> tuple[int, ...]:
    """Return the number of a token, or those of "1,2"; nothing for a fraction."""
    if token.kind is NUMBER:
        parts = token.text.split(",")
        if len(parts) > 1 and any(len(part) > 2 for part in parts):
            parts = [token.key]
        values = [_whole(part) for part in parts]
        return tuple(value for value in values if value is not None) if None not in values else ()
    return (int(SMALL_NUMBERS[token.key]),) if token.key in SMALL_NUMBERS else ()


def _whole(digits: str) -> int | None:
    return int(digits) if digits.isdigit() and len(digits) <= 9 else None


_FROM_END = PhraseTable.of(
    [
        (1, "last | bottom | final | very last | last of them | last of these"),
        (2, "next to last | penultimate | last but one | next to the last | one before last | one before the last"),
    ]
)
_TO_LAST = PhraseTable.of(
    [(True, "to last | from last | to the last | from the last | last | from the bottom | from the end | from bottom")]
)


def _ordinal(bare: Sequence[Token], keys: Sequence[str], at: int, count: int) -> tuple[tuple[int, ...], int] | None:
    """Return what an ordinal at a position says: one number, or the first or last few."""
    number, past = _nth(bare, at)
    if number:
        counted = _TO_LAST.at(keys, past)
        if counted is not None:
            return (max(0, count + 1 - number),), counted[1]
        several = _cardinal(bare[past]) if number == 1 and past < len(bare) and keys[past] != "one" else ()
        return (tuple(range(1, several[0] + 1)), past + 1) if _is_few(several) else ((number,), past)
    end = _FROM_END.at(keys, at)
    if end is None:
        return None
    place, past = end
    several = _cardinal(bare[past]) if place == 1 and past < len(bare) and keys[past] != "one" else ()
    if _is_few(several):
        return tuple(range(max(0, count + 1 - several[0]), count + 1)), past + 1
    return (max(0, count + 1 - place),), past


def _is_few(several: Sequence[int]) -> bool:
    return len(several) == 1 and 2 <= several[0] <= 20


def _nth(bare: Sequence[Token], at: int) -> tuple[int, int]:
    """Return (number, past) of "second" or "2nd"; 0 for anything else."""
    token, after = bare[at], bare[at + 1] if at + 1 < len(bare) else None
    if token.key in ORDINALS:
        return ORDINALS[token.key], at + 1
    if token.kind is NUMBER and after and after.key in _SUFFIXES and after.start == token.end:
        return _whole(token.key) or 0, at + 2
    return 0, at
