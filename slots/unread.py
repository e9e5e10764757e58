"""Phrases that have the form of a value and say none that is sure: "$2k per month", "2-3 hours", "half a week ago".

In: the tokens of the utterance and a position. Out: an :class:`Unread`, or None. No reader takes such a phrase, or no
slot of the verb has its kind; it is found all the same, whole, so that it ends the name before it and can be quoted.
Only its form is looked at: whether a reader takes it was asked before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from slots.currencies import BEGINNINGS, CURRENCY_WORDS, is_sign, scan_currency, scan_leading
from slots.date_parts import MONTHS, OFFSETS, WEEKDAYS
from slots.money import RATE_WORDS, scan_time
from slots.numbers import START_WORDS, is_apart, key_at, scan_number
from slots.offsets import NEAR_DAYS
from slots.signs import SIGNS, signed_at
from slots.tables import SlotKind
from slots.text import MARK, NUMBER, WORD, Token, is_glued

_LONG_UNITS = frozenset("day days week weeks wk wks fortnight fortnights month months year years yr yrs".split())
_UNITS = _LONG_UNITS | frozenset("seconds secs minute minutes min mins hour hours hr hrs".split())
_GLUED_UNITS = frozenset("s m h d w y".split())
"""Units of one letter: behind a blank they are something else."""
_VAGUE = frozenset("few several some many couple".split())
"""Words that count without saying how many."""
_ARTICLES = frozenset("a an".split())
_PARTS = frozenset("half quarter quarters of".split())
"""Words before an article and the unit that they are a part of ("half *a* day")."""
_FILLING = frozenset("of full whole solid billable more extra additional other working business".split())
"""Words between a count and its unit."""
_DASHES = frozenset("- – − —".split())
_JOINERS = _DASHES | {"to", "or", "and", "minus", "plus"}
_INSIDE = frozenset("_ - – − / ' + : % ~".split())
"""Marks that may stand inside one written word, or end it."""
_AHEAD = frozenset({"in", "within"})
"""Words before a length that make it a day ("*in* a few days")."""
_LONE_SPANS = frozenset("ages moments long".split())
"""Words that say *ago* and *from now* how far without a count."""
_SPANS = _LONE_SPANS | frozenset("while bit time eternity".split())
"""Words before them that measure nothing."""
_AWAY = 6
"""Words before *ago* and *from now* that may belong to it ("a couple of weeks and a half *ago*")."""
_LONGEST = 12
"""Tokens of one written word that are looked at; nobody writes a longer value."""
_LEAST_LETTERS = 5
"""Letters from which on a name of a day or month is misspelt and no other word ("jun", "mar", "may")."""
_LETTERS = range(_LEAST_LETTERS - 1, len("wednesday") + 2)
"""How many letters a misspelt one has."""
_OTHERS = frozenset({"march"})
"""Names that are one letter from other words ("match")."""
_NAMES = tuple(
    sorted(name for name in {*WEEKDAYS, *MONTHS} - _OTHERS if len(name) >= _LEAST_LETTERS),
)
_DATE_LEADS = frozenset("on due by until till since before after".split())
"""Words before a day."""
_BEGINNINGS = START_WORDS.union(_VAGUE, _ARTICLES, _LONE_SPANS, _AHEAD, SIGNS, OFFSETS, BEGINNINGS, {"between"})
_AFTER_ARTICLES = START_WORDS.union(_VAGUE, _UNITS, _SPANS, _FILLING)
"""Words behind an article that may measure something."""


@dataclass(frozen=True, slots=True)
class Unread:
    """What a phrase looks like."""

    kind: SlotKind
    """The kind of value: a duration, money, a date; a number for a share ("20%"), and for a count without a unit."""
    past: int
    """Position after its last token."""
    is_count: bool = False
    """Whether it only counts what follows ("2-3 *guests*"): without it, it is nothing."""
    is_long: bool = False
    """Whether it is a length in days or more, which is rarely meant as one in hours ("$5k *for 3 months*")."""


def find_unread(tokens: Sequence[Token]) -> Mapping[int, Unread]:
    """Return, by its first position, every phrase that has the form of a value."""
    found = {}
    before = ""
    for at, token in enumerate(tokens):
        key = token.key
        if (
            token.kind is NUMBER
            or key in _BEGINNINGS
            or before in _DATE_LEADS
            or (token.kind is MARK and is_sign(tokens, at))
        ) and _may_begin(tokens, at, token):
            unread = scan_unread(tokens, at)
            if unread is not None:
                found[at] = unread
        before = key
    return found


def _may_begin(tokens: Sequence[Token], at: int, token: Token) -> bool:
    """Whether a closer look at a token is worth it."""
    if at and is_glued(tokens, at) and (tokens[at - 1].is_word or _is_inside(tokens, at - 1)):
        return False
    if token.key in SIGNS:
        return bool(signed_at(tokens, at))
    return token.key not in _ARTICLES or key_at(tokens, at + 1) in _AFTER_ARTICLES


def _is_inside(tokens: Sequence[Token], at: int) -> bool:
    """Whether a mark stands inside one written word ("$5k*/*40h")."""
    return tokens[at].key in _INSIDE and is_glued(tokens, at) and tokens[at - 1].is_word


def scan_unread(tokens: Sequence[Token], at: int) -> Unread | None:
    """Return what the phrase at a position looks like; None where it has the form of no value."""
    if tokens[at].key in _AHEAD:
        length = _measure(tokens, at + 1)
        return length if length is not None and length.kind is SlotKind.DATE else None
    found = _misspelt_day(tokens, at) or _away(tokens, at) or _measure(tokens, at)
    return None if found is not None and found.is_long and _leads_to_day(tokens, found.past) else found


def _leads_to_day(tokens: Sequence[Token], past: int) -> bool:
    """Whether a day stands behind a length, which is counted from it then ("a week *on Friday*", "a week *today*")."""
    key = key_at(tokens, past + (key_at(tokens, past) == "on"))
    return key in WEEKDAYS or key in NEAR_DAYS


# -- days ------------------------------------------------------------------------


def _misspelt_day(tokens: Sequence[Token], at: int) -> Unread | None:
    """Find "last frday", "on tusday"."""
    for place in (at, at + 1):
        is_led = key_at(tokens, place - 1) in (_DATE_LEADS if place == at else OFFSETS)
        word = tokens[place] if is_led and place < len(tokens) else None
        if word is None or word.kind is not WORD or len(word.key) not in _LETTERS:
            continue
        if _is_misspelt(word.key):
            return Unread(SlotKind.DATE, place + 1)
    return None


@lru_cache(maxsize=1024)
def _is_misspelt(word: str) -> bool:
    """Whether a word is one letter, or two that changed places, from the name of a day or month, and none itself."""
    if word in MONTHS or word in WEEKDAYS:
        return False
    return any(word[0] == name[0] and name[-1] in word[-2:] and _is_one_slip(word, name) for name in _NAMES)


def _is_one_slip(word: str, name: str) -> bool:
    """Whether one letter is missing, too many or another one, or two neighbours changed places."""
    if abs(len(word) - len(name)) > 1:
        return False
    at = next((at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), 0)
    rest = {
        (word[at + 1 :], name[at:]),
        (word[at:], name[at + 1 :]),
        (word[at + 1 :], name[at + 1 :]),
        (word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :], name[at:]),
    }
    return any(one == other for one, other in rest)


def _away(tokens: Sequence[Token], at: int) -> Unread | None:
    """Find "half a week ago", "a while from now": a count or a span, and no mark up to the word that ends it."""
    if not _counts(tokens, at) and tokens[at].key not in _LONE_SPANS:
        return None
    for past in range(at + 1, min(len(tokens), at + 1 + _AWAY)):
        key = tokens[past].key
        if key == "ago":
            return Unread(SlotKind.DATE, past + 1)
        if key == "from" and key_at(tokens, past + 1) in ("now", "today"):
            return Unread(SlotKind.DATE, past + 2)
        is_measure = key in _UNITS or key in _SPANS or key in _FILLING or key == "and" or _counts(tokens, past)
        is_other = key_at(tokens, past + 1) == "ago" and tokens[at].key not in _ARTICLES and tokens[past].kind is WORD
        if not (is_measure or is_other or (is_glued(tokens, past) and key in _GLUED_UNITS)):
            return None
    return None


def _counts(tokens: Sequence[Token], at: int) -> bool:
    key = tokens[at].key
    return tokens[at].kind is NUMBER or key in START_WORDS or key in _VAGUE or key in _ARTICLES


# -- lengths and amounts -----------------------------------------------------------


def _measure(tokens: Sequence[Token], at: int) -> Unread | None:
    """Find an amount, a length or a share, with what makes it none that is sure: a range, a sign, a time it is for."""
    start = at + (key_at(tokens, at) == "between")
    found = _quantity(tokens, start)
    if found is None:
        return None
    kind, past = _further(tokens, *found)
    past = _past_word(tokens, past)
    if kind is None:
        time = scan_time(tokens, past) if key_at(tokens, past) in RATE_WORDS else None
        if time is not None:
            return Unread(SlotKind.MONEY, time[1])
        return Unread(SlotKind.NUMBER, past, is_count=True) if past > at + 1 else None
    is_long = any(token.key in _LONG_UNITS for token in tokens[at:past])
    time = scan_time(tokens, past)
    past = time[1] if time else past
    if kind is SlotKind.DURATION and key_at(tokens, at - 1) in _AHEAD:
        return Unread(SlotKind.DATE, past)
    return Unread(kind, past, is_long=kind is SlotKind.DURATION and is_long)


def _further(tokens: Sequence[Token], kind: SlotKind | None, past: int) -> tuple[SlotKind | None, int]:
    """Read the other end of a range ("2-3 hours", "$50 to $60"), or what is taken away ("2h minus 30 min")."""
    joiner = key_at(tokens, past)
    other = _quantity(tokens, past + 1) if joiner in _JOINERS and not is_apart(tokens, past) else None
    if other is None or (kind is not None and joiner == "and"):
        return kind, past
    is_bare = other[0] is None and kind is not None and tokens[past].kind is WORD
    if is_bare and (kind is not SlotKind.MONEY or not _ends(tokens, other[1])):
        return kind, past
    return (kind or other[0]), other[1]


def _ends(tokens: Sequence[Token], past: int) -> bool:
    return past >= len(tokens) or tokens[past].kind is MARK


def _quantity(tokens: Sequence[Token], at: int) -> tuple[SlotKind | None, int] | None:
    """Read a sign, a currency, a number or a vague count, and its unit; the kind is None where nothing says it."""
    at += signed_at(tokens, at)
    leading = scan_leading(tokens, at) if at < len(tokens) else None
    is_money = leading is not None
    if leading is not None:
        at = leading[2] + signed_at(tokens, leading[2])
    past = _past_number(tokens, at)
    if past is None or (not is_money and _is_identifier(tokens, past)):
        return None
    if is_money:
        return SlotKind.MONEY, past
    return _unit(tokens, at, past)


def _past_number(tokens: Sequence[Token], at: int) -> int | None:
    if at >= len(tokens):
        return None
    key = tokens[at].key
    lead = at + (key in _ARTICLES)
    if key_at(tokens, lead) in _VAGUE:
        return lead + 1
    number = scan_number(tokens, at)
    if number is not None:
        return number[1]
    if tokens[at].kind is NUMBER:
        return at + 1
    half = scan_number(tokens, at + 1) if key in _ARTICLES else None
    if half is not None:
        return half[1]
    return at + 1 if key in _ARTICLES and key_at(tokens, at + 1) in _UNITS else None


def _is_identifier(tokens: Sequence[Token], past: int) -> bool:
    """Whether digits are glued to letters that are no unit ("4x4", "3rd")."""
    if not is_glued(tokens, past) or not tokens[past].is_word:
        return False
    key = tokens[past].key
    return key not in _UNITS and key not in _GLUED_UNITS and key not in CURRENCY_WORDS


def _unit(tokens: Sequence[Token], at: int, past: int) -> tuple[SlotKind | None, int] | None:
    """Read what a number measures."""
    plus = past + (key_at(tokens, past) == "+")
    unit = plus
    while key_at(tokens, unit) in _FILLING or (key_at(tokens, unit) == "-" and is_glued(tokens, unit)):
        unit += 1
        if unit > plus + 2:
            break
    unit += key_at(tokens, unit) in _ARTICLES and tokens[unit - 1].key in _PARTS
    key = key_at(tokens, unit)
    if key in _UNITS or (key in _GLUED_UNITS and is_glued(tokens, unit) and unit > at):
        return SlotKind.DURATION, unit + 1
    currency = scan_currency(tokens, plus)
    if currency is not None and not (is_sign(tokens, plus) and not is_glued(tokens, plus)):
        return SlotKind.MONEY, currency[2]
    if key_at(tokens, plus) in ("%", "percent"):
        return SlotKind.NUMBER, plus + 1
    return None if tokens[at].key in _VAGUE | _ARTICLES else (None, plus)


def _past_word(tokens: Sequence[Token], past: int) -> int:
    """Return the end of the written word in which a value ends ("$1*_000*"), less the marks of a sentence."""
    end = past
    while is_glued(tokens, end) and (tokens[end].is_word or tokens[end].key in _INSIDE):
        end += 1
        if end > past + _LONGEST:
            return past
    while end > past and not tokens[end - 1].is_word and tokens[end - 1].key not in "+%":
        end -= 1
    return end
