"""Amounts of money: "$50k", "fifty k", "12,000 dollars", "USD 500", "one fifty an hour".

In: the tokens of the utterance and the position to read from. Out: the amount
and the position after it, or None. The currency is read but not kept. Ranges,
negative amounts and rates that are not by the hour ("$500 a day") are refused:
a number from the middle of them would be silently wrong.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from slots.numbers import is_in_range, key_at, may_start, normalise, runs_on, scan_hundreds, scan_number
from slots.text import Token, TokenKind

CURRENCY_CODES = frozenset(
    "usd eur gbp aud cad nzd chf jpy inr sek nok dkk pln cny hkd sgd zar brl mxn czk huf aed".split()
)
"""Codes that may stand on either side of the amount."""

CURRENCY_WORDS = CURRENCY_CODES | frozenset(
    "dollar dollars buck bucks euro euros pound pounds quid franc francs rupee rupees yen".split()
)
"""Words after an amount that make it money."""

_COINS = frozenset("cent cents penny pennies pence".split())
_PLACES = frozenset("us american canadian australian".split())
_SPACED_SCALES = {"m": 1_000_000, "mn": 1_000_000, "b": 10**9}
_RATE_WORDS = frozenset("a an per / each every".split())
_HOUR = frozenset("h hr hour".split())
_OTHER_PERIODS = frozenset("minute min day d week wk month mo quarter year yr".split())
_ADVERBS = frozenset("daily weekly monthly quarterly yearly annually".split())
_UNITS = frozenset(
    "h hr hrs hour hours min mins minute minutes sec secs second seconds day days week weeks wk wks"
    " month months year years % percent".split()
)
_THOUSANDS_OR_DECIMALS = 3
"""Digits after a point that may mean either ("12.500" is read both ways in the world)."""


def read_money(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the amount at ``at`` that shows by a sign, a word, a ``k`` or an hourly rate that it is money."""
    return _read(tokens, at, scan_money(tokens, at))


def read_bare_money(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the amount at ``at`` where money is expected: as :func:`read_money`, a plain number or "one fifty"."""
    found = read_money(tokens, at)
    if found or scan_money(tokens, at):
        return found
    found = _scan_amount(tokens, at)
    if found is None or runs_on(tokens, found[1]) or key_at(tokens, found[1]) in _UNITS:
        return None
    return _read(tokens, at, found)


def is_currency(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token at ``at`` names a currency: a sign, a code or a word."""
    return key_at(tokens, at) in CURRENCY_WORDS or _is_sign(tokens, at)


def scan_money(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the longest amount of money from ``at``, whatever stands around it."""
    if not 0 <= at < len(tokens):
        return None
    if _is_sign(tokens, at) or tokens[at].key in CURRENCY_CODES:
        found = _scan_after_sign(tokens, at + 1)
    else:
        found = _scan_before_word(tokens, at)
    return found and (found[0], _past_rate(tokens, found[1]))


def _read(tokens: Sequence[Token], at: int, found: tuple[Decimal, int] | None) -> tuple[Decimal, int] | None:
    if found is None or not _may_start(tokens, at) or is_in_range(tokens, at, found[1], scan_money):
        return None
    past = found[1]
    is_glued = past < len(tokens) and tokens[past - 1].end == tokens[past].start
    if _is_other_rate(tokens, past) or (is_glued and tokens[past].is_word):
        return None
    return normalise(found[0]), past


def _may_start(tokens: Sequence[Token], at: int) -> bool:
    return may_start(tokens, at) and not (_is_sign(tokens, at - 1) or key_at(tokens, at - 1) in CURRENCY_CODES)


def _is_sign(tokens: Sequence[Token], at: int) -> bool:
    return 0 <= at < len(tokens) and len(tokens[at].text) == 1 and unicodedata.category(tokens[at].text) == "Sc"


def _scan_after_sign(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    found = _scan_amount(tokens, at)
    if found is None:
        return None
    value, past = found
    if key_at(tokens, past) in _SPACED_SCALES:
        value, past = value * _SPACED_SCALES[tokens[past].key], past + 1
    return value, past + (key_at(tokens, past) in CURRENCY_WORDS)


def _scan_before_word(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    found = _scan_amount(tokens, at)
    if found is None:
        return None
    value, past = found
    if key_at(tokens, past) == "grand":
        value, past = value * 1_000, past + 1
    named = past + (key_at(tokens, past) in _PLACES)
    if is_currency(tokens, named):
        return _add_coins(tokens, value, named + 1)
    if key_at(tokens, past) in _COINS:
        return value / 100, past + 1
    is_money = tokens[past - 1].key in ("k", "grand") or _past_rate(tokens, past) > past
    return (value, past) if is_money else None


def _add_coins(tokens: Sequence[Token], value: Decimal, past: int) -> tuple[Decimal, int]:
    coins = scan_number(tokens, past + (key_at(tokens, past) == "and"))
    if coins and coins[0] < 100 and key_at(tokens, coins[1]) in _COINS:
        return value + coins[0] / 100, coins[1] + 1
    return value, past


def _scan_amount(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Read a number or "one fifty"; None for "12.500" and for words that do not combine ("twelve fifty")."""
    found = scan_hundreds(tokens, at) or scan_number(tokens, at)
    if found is None:
        return None
    _, _, decimals = tokens[at].text.partition(".")
    if len(decimals) == _THOUSANDS_OR_DECIMALS and found[1] == at + 1:
        return None
    spoken = tokens[found[1] - 1].kind is TokenKind.WORD and tokens[found[1] - 1].key != "k"
    is_cut = spoken and key_at(tokens, found[1]).isalpha() and scan_number(tokens, found[1])
    return None if is_cut else found


def _past_rate(tokens: Sequence[Token], past: int) -> int:
    if key_at(tokens, past) == "hourly":
        return past + 1
    is_rate = key_at(tokens, past) in _RATE_WORDS and key_at(tokens, past + 1) in _HOUR
    return past + 2 if is_rate else past


def _is_other_rate(tokens: Sequence[Token], past: int) -> bool:
    if key_at(tokens, past) in _ADVERBS:
        return True
    return key_at(tokens, past) in _RATE_WORDS and key_at(tokens, past + 1) in _OTHER_PERIODS
