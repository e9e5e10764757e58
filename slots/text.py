"""The utterance as tokens, and the keys under which words and names compare equal.

In: one string, cleaned at the border (:func:`clean`). Out: :class:`Token`
objects in the order of the text, which together hold every character that is
not white space. Offsets are indices into the cleaned string.

Nothing here needs capitals, quotes or punctuation, so typed and dictated text
read the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

MAX_LENGTH = 4_000
"""Characters that a message may have; longer ones are refused before anything reads them
(reliability: normalising 40,000 combining marks takes seconds)."""

MAX_TOKENS = 1_000
"""Words, numbers and marks that a message may have: prose of :data:`MAX_LENGTH` characters has about 800 of them.
A denser message is a column of figures or an attack, and every rule looks at each of them."""


class Span(NamedTuple):
    """A range of characters of the cleaned utterance."""

    start: int
    """Index of the first character."""
    end: int
    """Index after the last character."""


class TokenKind(StrEnum):
    """What a token is made of."""

    WORD = "word"
    """Letters, with the apostrophes inside them."""
    NUMBER = "number"
    """ASCII digits, with the commas and points inside them."""
    POSSESSIVE = "possessive"
    """The ``'s`` or ``'`` that follows a word."""
    MENTION = "mention"
    """A front end's mention: ``@sarah`` or ``<@U03SARAH>``."""
    MARK = "mark"
    """One character of anything else (punctuation, a currency sign, an emoji), or a run of marks by which a chat shows
    type ("```", "**")."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark of the utterance."""

    text: str
    """The characters as they stand in the cleaned utterance."""
    key: str
    """The folded form: lower case, no accents, no apostrophes; a mark is its own key."""
    start: int
    """Index of the first character."""
    end: int
    """Index after the last character."""
    kind: TokenKind
    """What it is made of."""

    @property
    def is_word(self) -> bool:
        """Whether the token carries meaning of its own: a word, a number or a mention."""
        return self.kind is not TokenKind.MARK and self.kind is not TokenKind.POSSESSIVE


class Tokens(tuple[Token, ...]):
    """The tokens of one text, which keep what was read of them: several forms of a value begin with the same number."""

    def __init__(self, tokens: Iterable[Token] = ()) -> None:
        self.numbers: dict[int, tuple[Decimal, int] | None] = {}
        """Position -> the number that starts there (:func:`slots.numbers.scan_number`)."""
        self.days: dict[int, tuple[int, int, bool] | None] = {}
        """Position -> the day of a month that starts there (:func:`slots.date_parts.scan_day`)."""


_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0900-\u0903\u093a-\u094f\u3099\u309a"
_WORD = rf"[^\W\d_][{_MARKS}]*"
_TOKEN = re.compile(
    r"(?P<mention><@[\w.|-]{1,80}>|(?<![\w@])@[\w](?:[\w.-]{0,79}[\w])?)"
    r"|(?P<owner>(?<=[\w>])['’][sS](?!\w))"
    r"|(?P<number>[0-9]+(?:[.,][0-9]+)*)"
    rf"|(?P<word>(?:{_WORD})+(?:['’](?:{_WORD})+)*)"
    r"|(?P<mark>(?P<run>[`*_])(?P=run)+|\S)"
)
_KINDS = {kind.value: kind for kind in TokenKind}
_LINE_BREAKS = frozenset("\n\x0b\x0c\x85\u2028\u2029")
_PICTURES = frozenset({"So", "Sk"})
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_CONTRACTED = frozenset("it that he she what who let there here where how when why this".split())
"""Stems whose ``'s`` means *is* or *us*, not a possessive."""

SMALL_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
}
"""Number words that a name may be typed with instead of digits ("Beta 2" is "Beta Two")."""


class _Cleaned(dict[int, str]):
    """Code point -> what is left of it; those of the first planes' alphabets are kept once seen."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if char.isspace():
            left = "\n" if char in _LINE_BREAKS else " "
        else:
            is_dropped = unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn") and char != "\u200d"
            left = "" if is_dropped else char
        if code < _KEPT_CODES:
            self[code] = left
        return left


_KEPT_CODES = 0x3000
_CLEANED = _Cleaned()


def clean(text: str) -> str:
    """Return the text as every later step sees it.

    NUL, lone surrogates, control and invisible format characters are dropped (both databases then
    decide alike, and no invisible character hides in a name). White space becomes a plain blank, but
    for the line break, behind which a wish of its own may stand. The rest is composed (NFC). Call it
    only after the length was checked.
    """
    return unicodedata.normalize("NFC", text.translate(_CLEANED))


@lru_cache(maxsize=4096)
def fold(word: str) -> str:
    """Return the form under which words compare: case, accents, width and apostrophes folded."""
    lowered = word.casefold()
    if lowered.isascii():
        return lowered.replace("'", "")
    parts = unicodedata.normalize("NFD", lowered.translate(_LETTERS))
    plain = "".join(char for char in parts if not unicodedata.combining(char))
    return plain.translate(_QUOTES).replace("'", "")


def tokenize(text: str) -> tuple[Token, ...]:
    """Cut the cleaned text into tokens; every character but blanks is in exactly one of them."""
    return _tokenize_short(text) if len(text) <= _SHORT else _tokenize_long(text)


_SHORT = 200
"""Characters of a text that is kept with hundreds of others; few long ones are kept, for the turn that reads them:
hundreds of thousands of tokens of old messages would only be walked by the garbage collector."""


def _tokenize(text: str) -> tuple[Token, ...]:
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end, word = match.start(), match.end(), match.group()
        kind = _KINDS.get(match.lastgroup or "mark", TokenKind.MARK)
        if match.lastgroup == "owner":
            tokens.append(Token(word, "s", start, end, TokenKind.POSSESSIVE))
        elif kind is TokenKind.WORD:
            tokens.extend(_split_possessive(word, start, text))
        elif kind is TokenKind.MARK and word in "'’" and _closes_plural(tokens, start, text):
            tokens.append(Token(word, "", start, end, TokenKind.POSSESSIVE))
        elif kind is TokenKind.MARK:
            tokens.append(Token(word, word[0].translate(_QUOTES), start, end, kind))
        elif kind is TokenKind.NUMBER:
            tokens.append(Token(word, word.replace(",", ""), start, end, kind))
        else:
            tokens.append(Token(word, word.casefold(), start, end, kind))
    return Tokens(tokens)


_tokenize_short = lru_cache(maxsize=512)(_tokenize)
_tokenize_long = lru_cache(maxsize=8)(_tokenize)


def _split_possessive(word: str, start: int, text: str) -> list[Token]:
    plain = word.translate(_QUOTES)
    stem, mark, tail = plain.rpartition("'")
    if mark and tail.lower() == "s" and fold(stem) not in _CONTRACTED:
        cut = start + len(stem)
        return [
            Token(word[: len(stem)], fold(plain[: len(stem)]), start, cut, TokenKind.WORD),
            Token(word[len(stem) :], "s", cut, start + len(word), TokenKind.POSSESSIVE),
        ]
    return [Token(word, fold(plain), start, start + len(word), TokenKind.WORD)]


def _closes_plural(tokens: Sequence[Token], start: int, text: str) -> bool:
    """Whether an apostrophe at ``start`` is the possessive of a word in s ("James' rate")."""
    if not tokens or tokens[-1].end != start or not tokens[-1].key.endswith("s"):
        return False
    return start + 1 >= len(text) or text[start + 1].isspace()


def is_picture(token: Token) -> bool:
    """Whether a mark is an emoji or another symbol that a name may begin with: no punctuation."""
    return token.kind is TokenKind.MARK and unicodedata.category(token.text[0]) in _PICTURES and token.key != "`"


def span_of(tokens: Sequence[Token]) -> Span:
    """Return the range from the first to the last of some tokens; an empty range for none."""
    return Span(tokens[0].start, tokens[-1].end) if tokens else Span(0, 0)


def text_of(text: str, tokens: Sequence[Token]) -> str:
    """Return what stands in the text from the first to the last of some tokens, as typed, on one line."""
    return text[tokens[0].start : tokens[-1].end].replace("\n", " ") if tokens else ""


def name_key(tokens: Iterable[Token]) -> str:
    """Return the key of a name: words joined without blanks, ``&`` as *and*, small number words as digits.

    Two names with one key are the same name typed differently ("T & M", "t and m"; "Beta 2",
    "beta two"; "On Point", "OnPoint"). A name of marks only has the empty key and matches nothing.
    """
    return "".join(part for part in map(_key_part, tokens) if part)


def _key_part(token: Token) -> str:
    if token.kind is TokenKind.MARK:
        return "and" if token.key in "&+" else ""
    return SMALL_NUMBERS.get(token.key, token.key)


@lru_cache(maxsize=8192)
def key_of(name: str) -> str:
    """Return the key of a whole name; see :func:`name_key`."""
    return "".join(words_of(name))


@lru_cache(maxsize=8192)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name for comparing them one by one: folded, numbers as digits, marks dropped."""
    if name.isascii() and not _WOVEN.search(name):  # most names, ten times as fast
        return tuple(SMALL_NUMBERS.get(word, word) for word in _RUN.findall(name.lower()))
    return tuple(part for part in map(_key_part, tokenize(name)) if part)


_WOVEN = re.compile(r"['@<&+]|[0-9][.,][0-9]")
"""What makes tokens of more than a run of letters or digits, or a word of a mark."""
_RUN = re.compile("[a-z]+|[0-9]+")


@lru_cache(maxsize=8)
def places_in(text: str) -> dict[str, list[tuple[int, int]]]:
    """Return :func:`windows` of the cleaned text's tokens; shared, so never to be changed."""
    return windows(tokenize(text))


def windows(tokens: Sequence[Token], longest: int = 8) -> dict[str, list[tuple[int, int]]]:
    """Return the key of every run of up to ``longest`` tokens that starts and ends with a word.

    The values are (first, past last) token positions. One look-up of these keys in the directory
    finds every known name of the message, whatever prepositions stand inside it. Linear in the
    number of tokens.
    """
    parts = [_key_part(token) for token in tokens]
    sizes = [1 if token.is_word else 0 for token in tokens]
    ends = [bool(part) and token.kind is not TokenKind.MARK for part, token in zip(parts, tokens, strict=True)]
    found: dict[str, list[tuple[int, int]]] = {}
    for first in range(len(tokens)):
        if not sizes[first]:
            continue
        key, size = "", 0
        for past in range(first, min(first + 2 * longest, len(tokens))):
            key += parts[past]
            size += sizes[past]
            if size > longest:
                break
            if ends[past]:
                found.setdefault(key, []).append((first, past + 1))
    return found
