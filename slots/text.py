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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeVar

MAX_LENGTH = 4_000
"""Characters that a message may have; longer ones are refused before anything reads them
(reliability: normalising 40,000 combining marks takes seconds)."""

MAX_TOKENS = 1_000
"""Words, numbers and marks that a message may have: prose of :data:`MAX_LENGTH` characters has about 800 of them.
A denser message is a column of figures or an attack, and every rule looks at each of them."""


LONGEST_KEPT = 200
"""Characters of a text of which anything is kept for other turns: caches of thousands of entries would hold
gigabytes of messages of :data:`MAX_LENGTH`, and their tokens would only be walked by the garbage collector."""

_LONG_ONES = 4
T = TypeVar("T")


def kept(maxsize: int) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """Keep what a function of a text returned for at least half of the ``maxsize`` texts used last; of long ones for a
    turn or two."""
    return lambda function: _Kept(function, maxsize // 2).__getitem__


class _Kept(dict[str, T]):
    """What a function returned; a text that is here is found without running a line of ours.

    A turn asks hundreds of times, and ``lru_cache`` behind a look at the text's length takes two to six times as long.
    So the texts used last are those of two generations: the new one and, once it is full, the one before.
    """

    def __init__(self, function: Callable[[str], T], most: int) -> None:
        super().__init__()
        self._function, self._most = function, most
        self._long = lru_cache(_LONG_ONES)(function)
        self._before: Mapping[str, T] = {}

    def __missing__(self, text: str) -> T:
        if len(text) > LONGEST_KEPT:
            return self._long(text)
        before = self._before
        found = before[text] if text in before else self._function(text)
        if len(self) >= self._most:
            self._before = self.copy()
            self.clear()
        self[text] = found
        return found


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


WORD, NUMBER, POSSESSIVE, MENTION, MARK = TokenKind
"""The kinds as plain names, for what is compared for each token; :mod:`slots.parts` has those of the units. Before
Python 3.12 an enumeration is slow to read a member from: extraction from a long message took a third longer."""


@dataclass(slots=True)
class Token:
    """One word, number or mark of the utterance; never changed.

    Not declared frozen: making a frozen one takes three times as long, and a message has hundreds.
    """

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
    is_word: bool = True
    """Whether it carries meaning of its own: a word, a number or a mention, but no mark and no possessive."""


class Tokens(tuple[Token, ...]):
    """The tokens of one text, which keep what was read of them: several forms of a value begin with the same number."""

    def __init__(self, tokens: Iterable[Token] = ()) -> None:
        self.numbers: dict[int, tuple[Decimal, int] | None] = {}
        """Position -> the number that starts there (:func:`slots.numbers.scan_number`)."""
        self.plain: dict[int, tuple[Decimal, int] | None] = {}
        """Position -> the number alone that starts there (:func:`slots.numbers.read_number`)."""
        self.days: dict[int, tuple[int, int, bool] | None] = {}
        """Position -> the day of a month that starts there (:func:`slots.date_parts.scan_day`)."""
        self.edges: tuple[int, int] | None = None
        """What is left without fillers and politeness at both ends (:func:`slots.words.strip_edges`)."""

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of the tokens."""
        return tuple([token.key for token in self])


_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0900-\u0903\u093a-\u094f\u3099\u309a"
_WORD = rf"[^\W\d_][{_MARKS}]*"
_TOKEN = re.compile(  # the commonest first: no two of them begin with the same character but the last two
    rf"(?P<word>(?:{_WORD})+(?:['’](?:{_WORD})+)*)"
    r"|(?P<number>[0-9]+(?:[.,][0-9]+)*)"
    r"|(?P<mention><@[\w.|-]{1,80}>|(?<![\w@])@[\w](?:[\w.-]{0,79}[\w])?)"
    r"|(?P<owner>(?<=[\w>])['’][sS](?!\w))"
    r"|(?P<mark>(?P<run>[`*_])(?P=run)+|\S)"
)
_LINE_BREAKS = frozenset("\n\x0b\x0c\x85\u2028\u2029")
_PICTURES = frozenset({"So", "Sk"})
_PLAIN_QUOTES = {"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
_QUOTES = str.maketrans(_PLAIN_QUOTES)
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


@kept(512)
def clean(text: str) -> str:
    """Return the text as every later step sees it.

    NUL, lone surrogates, control and invisible format characters are dropped (both databases then
    decide alike, and no invisible character hides in a name). White space becomes a plain blank, but
    for the line break, behind which a wish of its own may stand. The rest is composed (NFC). Call it
    only after the length was checked.
    """
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", text.translate(_CLEANED))


def fold(word: str) -> str:
    """Return the form under which words compare: case, accents, width and apostrophes folded."""
    return word.lower().replace("'", "") if word.isascii() else _fold_wide(word)


@kept(4096)
def _fold_wide(word: str) -> str:
    lowered = word.casefold()
    parts = lowered if lowered.isascii() else unicodedata.normalize("NFD", lowered.translate(_LETTERS))
    if parts.isalpha():  # no marks among the letters
        return parts
    plain = "".join(char for char in parts if not unicodedata.combining(char))
    return plain.translate(_QUOTES).replace("'", "")


@kept(512)
def tokenize(text: str) -> tuple[Token, ...]:
    """Cut the cleaned text into tokens; every character but blanks is in exactly one of them."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        group, word = match.lastgroup, match.group()
        start, end = match.span()
        if group == "word":
            if word.isascii() and "'" not in word:  # most words
                tokens.append(Token(word, word.lower(), start, end, WORD))
            else:
                tokens.extend(_split_possessive(word, start))
        elif group == "mark":
            if word in "'’" and _closes_plural(tokens, start, text):
                tokens.append(Token(word, "", start, end, POSSESSIVE, is_word=False))
            else:
                tokens.append(Token(word, _PLAIN_QUOTES.get(word[0], word[0]), start, end, MARK, is_word=False))
        elif group == "number":
            tokens.append(Token(word, word.replace(",", ""), start, end, NUMBER))
        elif group == "owner":
            tokens.append(Token(word, "s", start, end, POSSESSIVE, is_word=False))
        else:
            tokens.append(Token(word, word.casefold(), start, end, MENTION))
    return Tokens(tokens)


def _split_possessive(word: str, start: int) -> list[Token]:
    plain = word.translate(_QUOTES)
    stem, mark, tail = plain.rpartition("'")
    if mark and tail.lower() == "s" and fold(stem) not in _CONTRACTED:
        cut = start + len(stem)
        return [
            Token(word[: len(stem)], fold(plain[: len(stem)]), start, cut, WORD),
            Token(word[len(stem) :], "s", cut, start + len(word), POSSESSIVE, is_word=False),
        ]
    return [Token(word, fold(plain), start, start + len(word), WORD)]


def _closes_plural(tokens: Sequence[Token], start: int, text: str) -> bool:
    """Whether an apostrophe at ``start`` is the possessive of a word in s ("James' rate")."""
    if not tokens or tokens[-1].end != start or not tokens[-1].key.endswith("s"):
        return False
    return start + 1 >= len(text) or text[start + 1].isspace()


def is_picture(token: Token) -> bool:
    """Whether a mark is an emoji or another symbol that a name may begin with: no punctuation."""
    return token.kind is MARK and unicodedata.category(token.text[0]) in _PICTURES and token.key != "`"


def keys_of(tokens: Sequence[Token]) -> Sequence[str]:
    """Return the keys of some tokens, in order."""
    return tokens.keys if isinstance(tokens, Tokens) else [token.key for token in tokens]


def is_glued(tokens: Sequence[Token], at: int) -> bool:
    """Whether no blank stands before the token at ``at``; False where there are not two."""
    return 0 < at < len(tokens) and tokens[at - 1].end == tokens[at].start


def starts_with(tokens: Sequence[Token], at: int, keys: Sequence[str]) -> bool:
    """Whether these keys, one or more, stand at ``at``, one after the other."""
    if not 0 <= at <= len(tokens) - len(keys) or tokens[at].key != keys[0]:
        return False
    if len(keys) == 1 or tokens[at + 1].key != keys[1]:  # most end here
        return len(keys) == 1
    return all(tokens[at + place].key == key for place, key in enumerate(keys))


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
    if token.kind is MARK:
        return "and" if token.key in "&+" else ""
    return SMALL_NUMBERS.get(token.key, token.key)


@kept(8192)
def key_of(name: str) -> str:
    """Return the key of a whole name; see :func:`name_key`."""
    return "".join(words_of(name))


@kept(8192)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name for comparing them one by one: folded, numbers as digits, marks dropped."""
    if _PLAIN.fullmatch(name):  # most names, ten times as fast
        return tuple([SMALL_NUMBERS.get(word, word) for word in name.lower().split()])
    if name.isascii() and not _WOVEN.search(name):
        return tuple([SMALL_NUMBERS.get(word, word) for word in _RUN.findall(name.lower())])
    return tuple([part for part in map(_key_part, tokenize(name)) if part])


_PLAIN = re.compile("[A-Za-z ]*")
"""Names of letters and blanks."""
_WOVEN = re.compile(r"['@<&+]|[0-9][.,][0-9]")
"""What makes tokens of more than a run of letters or digits, or a word of a mark."""
_RUN = re.compile("[a-z]+|[0-9]+")


class Places(Mapping[str, Sequence[tuple[int, int]]]):
    """Key -> the (first, past) token positions of the runs of tokens that have it, in the order of the text.

    A message has thousands of runs and nearly all are looked up once and never used: where one stands is found when
    somebody asks for it.
    """

    def __init__(self, keys: Set[str], whole: str, firsts: Mapping[int, int], pasts: Mapping[int, int]) -> None:
        """Take all keys, and the key of the whole text with the positions in it where a run may start and may end.

        Each position is given with that of the token that starts there, or after the one that ends there.
        """
        self._keys, self._whole, self._firsts, self._pasts = keys, whole, firsts, pasts

    def __getitem__(self, key: str) -> Sequence[tuple[int, int]]:
        if key not in self._keys:
            raise KeyError(key)
        places, at = [], self._whole.find(key)
        while at >= 0:
            first, past = self._firsts.get(at), self._pasts.get(at + len(key))
            if first is not None and past is not None:
                places.append((first, past))
            at = self._whole.find(key, at + 1)
        return places

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


@lru_cache(_LONG_ONES)
def places_in(text: str) -> Places:
    """Return :func:`windows` of the cleaned text's tokens; shared, so never to be changed."""
    return windows(tokenize(text))


def windows(tokens: Sequence[Token], longest: int = 8) -> Places:
    """Return the key of every run of up to ``longest`` words that starts and ends with one, with its places.

    One look-up of these keys in the directory finds every known name of the message, whatever prepositions
    stand inside it. Linear in the number of tokens: a run holds at most twice as many tokens that count as words.
    """
    kept = [(at, part, token) for at, token in enumerate(tokens) if (part := _key_part(token))]
    whole = "".join([part for _, part, _ in kept])
    cuts = [0, *accumulate([len(part) for _, part, _ in kept])]
    words = [0, *accumulate([token.is_word for _, _, token in kept])]
    starts = [n for n, (_, _, token) in enumerate(kept) if token.is_word]
    ends = [n for n, (_, _, token) in enumerate(kept, 1) if token.kind is not MARK]
    keys: set[str] = set()
    if len(starts) == len(kept):  # nothing but words
        for size in range(1, longest + 1):
            keys.update([whole[start:end] for start, end in zip(cuts, cuts[size:], strict=False)])
    else:
        may_end = set(ends)
        for size in range(1, 2 * longest + 1):
            pairs = [(n, n + size) for n in starts if n + size in may_end]
            keys.update([whole[cuts[n] : cuts[past]] for n, past in pairs if words[past] - words[n] <= longest])
    return Places(keys, whole, {cuts[n]: kept[n][0] for n in starts}, {cuts[n]: kept[n - 1][0] + 1 for n in ends})
