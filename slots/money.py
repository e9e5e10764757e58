"""Amounts of money: "$50k", "fifty k", "12,000 dollars", "USD 500", "one fifty an hour".

In: the tokens of the utterance and the position to read from. Out: the amount,
with its currency where the words say one, and the position after it, or None.
Ranges, negative amounts, and rates by another time than the one that is meant
("$500 a day" an hour) are refused: a number from the middle of them would be
silently wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from slots.currencies import BEGINNINGS, CURRENCY_WORDS, is_currency, is_sign, leads_sign, scan_currency, scan_leading
from slots.number_forms import is_grouped, scan_groups
from slots.numbers import (
    is_in_range,
    is_part_of_next,
    key_at,
    may_start,
    normalise,
    runs_on,
    scan_fraction,
    scan_hundreds,
    scan_number,
)
from slots.text import MARK, NUMBER, WORD, Token, is_glued

__all__ = [
    "ADVERBS",
    "CURRENCY_WORDS",
    "RATE_WORDS",
    "TIMES",
    "Amount",
    "is_currency",
    "read_amount",
    "read_bare_money",
    "read_money",
    "scan_money",
    "scan_time",
    "time_of",
]

_COINS = dict.fromkeys("c ¢ cent cents penny pennies pence p paise".split(), 1) | {
    word: value
    for words, value in {"nickel nickels": 5, "dime dimes": 10, "quarter-dollar": 25}.items()
    for word in words.split()
}
"""Coins -> how many hundredths they are."""
_GLUED_COINS = frozenset("c p".split())
_LAKHS = {"lakh": 10**5, "lakhs": 10**5, "lac": 10**5, "lacs": 10**5, "crore": 10**7, "crores": 10**7, "cr": 10**7}
_SPACED_SCALES = {"m": 1_000_000, "mn": 1_000_000, "mln": 1_000_000, "mio": 1_000_000, "b": 10**9}
_SINGLE = frozenset("dollar buck euro quid rupee".split())
"""Units that people have one of ("a *dollar* fifty"); "a pound" may be butter."""
RATE_WORDS = frozenset("a an per / each every".split())
"""Words between an amount and the time that it is for ("$90 *an* hour")."""
TIMES: Mapping[str, str] = {
    word: time
    for time, words in {
        "minute": "min minute",
        "hour": "h hr hour",
        "day": "d day",
        "week": "wk week",
        "month": "mo month",
        "quarter": "quarter",
        "year": "yr year",
    }.items()
    for word in words.split()
}
"""What an amount may be for, and its short forms -> the unit of time."""
ADVERBS: Mapping[str, str] = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annually": "year",
    "annual": "year",
}
"""Word beside an amount -> the unit of time that it is for."""
_AFTER_COINS = frozenset("please thanks for on to at per an and by from each in".split())
"""Words that may follow coins without their unit ("five dollars fifty *for* lunch")."""
_UNITS = frozenset(
    "h hr hrs hour hours min mins minute minutes sec secs second seconds day days week weeks wk wks"
    " month months year years % percent".split()
)
_AFTER_DIGITS = BEGINNINGS.union(_COINS, _LAKHS, RATE_WORDS, "grand mln mio hourly '".split())
"""What makes the digits before it money, or joins them to more digits."""
AFTER_ARTICLES: frozenset[str] = _SINGLE.union(_COINS, "$")
"""Coins and units that an article counts; and "$", as the *a* of "A$50" looks like one."""
_CENTS_BEHIND_COMMA = re.compile(r"[0-9]{1,6},[0-9]{2}")
"""Two digits behind a comma are no thousands: "3,50" is 3.50; one ("1,2") may be two numbers."""
_THOUSANDS_OR_DECIMALS = 3
"""Digits after a point that may mean either ("12.500" is read both ways in the world)."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount whose currency was said."""

    amount: Decimal
    """How much."""
    currency: str
    """Its ISO 4217 code."""


def read_amount(
    tokens: Sequence[Token], at: int, *, is_bare: bool = False, per: str = "hour"
) -> tuple[Decimal | Amount, int] | None:
    """Return the amount at ``at`` with its currency where one was said; ``is_bare`` where money is expected.

    ``per`` is the unit of time that the amount is for (:data:`TIMES`); empty for an amount of no time, a total.
    """
    found = read_bare_money(tokens, at, per=per) if is_bare else read_money(tokens, at, per=per)
    if found is None:
        return None
    code = _said_code(tokens, at, found[1])
    return (Amount(found[0], code), found[1]) if code else found


def _said_code(tokens: Sequence[Token], at: int, past: int) -> str:
    """Return the code that the words of an amount say, empty when they say none."""
    for place in range(at, past):
        found = scan_leading(tokens, place) if place == at else scan_currency(tokens, place)
        if found and found[2] <= past and found[0]:
            return found[0]
    return ""


def read_money(tokens: Sequence[Token], at: int, *, per: str = "hour") -> tuple[Decimal, int] | None:
    """Return the amount at ``at`` that shows by a sign, a word, a ``k`` or an hourly rate that it is money."""
    if _is_plain_number(tokens, at):
        return None
    return _read(tokens, at, _scan_plain(tokens, at), per)


def _is_plain_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether digits are no money, as nothing follows that would make them some."""
    if not 0 <= at < len(tokens) or tokens[at].kind is not NUMBER:
        return False
    number, after = scan_number(tokens, at), key_at(tokens, at + 1)
    if number is None or number[1] > at + 1 or after in _AFTER_DIGITS or after[:1].isdigit():
        return False
    return not is_sign(tokens, at + 1)


def read_bare_money(tokens: Sequence[Token], at: int, *, per: str = "hour") -> tuple[Decimal, int] | None:
    """Return the amount at ``at`` where money is expected: as :func:`read_money`, a plain number or "one fifty"."""
    found = read_money(tokens, at, per=per)
    if found or scan_money(tokens, at):
        return found
    found = _scan_amount(tokens, at)
    if found is None or runs_on(tokens, found[1]) or key_at(tokens, found[1]) in _UNITS:
        return None
    if is_grouped(tokens, found[1]) or _are_bare_cents(tokens, found[1]):
        return None
    return _read(tokens, at, found, per)


def _are_bare_cents(tokens: Sequence[Token], past: int) -> bool:
    """Whether two more digits end the answer ("12 99"): which of them is the point, nobody said."""
    return past + 1 == len(tokens) and tokens[past].kind is NUMBER and len(tokens[past].text) == 2


def scan_money(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the longest amount of money from ``at``, with the time that it is for, whatever stands around it."""
    found = _scan_plain(tokens, at)
    return found and (found[0], _past_time(tokens, found[1]))


def _scan_plain(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the same without the time that it is for."""
    if not 0 <= at < len(tokens):
        return None
    leading = scan_leading(tokens, at)
    if leading:
        found = _scan_after_sign(tokens, leading[2], leading[1])
    elif tokens[at].key in ("a", "an", "one") and key_at(tokens, at + 1) in _COINS:
        found = (Decimal(_COINS[tokens[at + 1].key]) / 100, at + 2)
    elif tokens[at].key in ("a", "an") and key_at(tokens, at + 1) in _SINGLE:
        found = _add_coins(tokens, Decimal(1), at + 2)
    else:
        found = _scan_before_word(tokens, at)
    return found


def _read(tokens: Sequence[Token], at: int, found: tuple[Decimal, int] | None, per: str) -> tuple[Decimal, int] | None:
    """Return a scanned amount that may be meant: whole, no end of a range, for the time ``per`` or for none."""
    if found is None or not _may_start(tokens, at):
        return None
    time = scan_time(tokens, found[1])
    past = time[1] if time else found[1]
    if (time and time[0] != per) or is_in_range(tokens, at, past, scan_money):
        return None
    return None if _is_cut(tokens, past) else (normalise(found[0]), past)


def _is_cut(tokens: Sequence[Token], past: int) -> bool:
    """Whether an amount goes on in one written word ("$1*_000*")."""
    if not is_glued(tokens, past):
        return False
    return tokens[past].is_word or (tokens[past].key == "_" and is_glued(tokens, past + 1))


def _may_start(tokens: Sequence[Token], at: int) -> bool:
    if is_sign(tokens, at - 1) or leads_sign(tokens, at - 1):
        return False
    is_rate = key_at(tokens, at) in ("a", "an") and (is_currency(tokens, at - 1) or key_at(tokens, at - 1) in _COINS)
    return may_start(tokens, at) and not is_rate


def _scan_after_sign(tokens: Sequence[Token], at: int, unit: int = 1) -> tuple[Decimal, int] | None:
    found = _scan_amount(tokens, at)
    if found is None:
        return None
    value, past = found[0] * unit, found[1]
    if key_at(tokens, past) == "grand":
        value, past = value * 1_000, past + 1
    if key_at(tokens, past) in _SPACED_SCALES:
        value, past = value * _SPACED_SCALES[tokens[past].key], past + 1
    named = scan_currency(tokens, past)
    return _add_coins(tokens, value, named[2] if named and not is_sign(tokens, past) else past)


def _scan_before_word(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    found = _scan_amount(tokens, at)
    if found is None:
        return None
    value, past = found
    if key_at(tokens, past) == "grand":
        value, past = value * 1_000, past + 1
    if key_at(tokens, past) in ("mln", "mio"):
        value, past = value * _SPACED_SCALES[tokens[past].key], past + 1
    if _is_coin(tokens, past):
        return value * _COINS[tokens[past].key] / 100, past + 1
    named = scan_currency(tokens, past)
    if named and _leads_next(tokens, past):
        return None
    if named:
        return _add_coins(tokens, value * named[1], named[2])
    is_money = tokens[past - 1].key in ("k", "grand") or _is_hourly(tokens, past)
    return (value, past) if is_money else None


def _leads_next(tokens: Sequence[Token], at: int) -> bool:
    """Whether a sign between two numbers belongs to the second ("5 *$* 20 bills")."""
    is_free = is_sign(tokens, at) and tokens[at - 1].end < tokens[at].start
    is_next = at + 1 < len(tokens) and tokens[at + 1].kind is NUMBER
    return is_free and is_next and not _is_coin(tokens, at + 2)


def _is_coin(tokens: Sequence[Token], past: int) -> bool:
    key = key_at(tokens, past)
    return key in _COINS and (key not in _GLUED_COINS or is_glued(tokens, past))


def _add_coins(tokens: Sequence[Token], value: Decimal, past: int) -> tuple[Decimal, int]:
    """Read the coins: "dollars and 43 cents", "$20 and 43c", "dollars and a half", "twenty rupees 43" at the end."""
    joined = key_at(tokens, past) == "and"
    half = scan_fraction(tokens, past + 1) if joined and value == int(value) else None
    if half and not is_part_of_next(tokens, half[1]):
        return value + half[0], half[1]
    coins = scan_number(tokens, past + joined)
    if coins is None or not 0 < coins[0] < 100 or value != int(value):
        return value, past
    if _is_coin(tokens, coins[1]):
        return value + coins[0] * _COINS[tokens[coins[1]].key] / 100, coins[1] + 1
    may_join = not joined or (coins[1] >= len(tokens) and not is_sign(tokens, past - 1))
    is_coins = may_join and _are_coins(tokens, past, coins[1]) and coins[0] == int(coins[0])
    return (value + coins[0] / 100, coins[1]) if is_coins else (value, past)


def _are_coins(tokens: Sequence[Token], at: int, past: int) -> bool:
    """Whether what follows a currency is its hundredths: "five dollars fifty", "5€50"; not "5 dollars 50 units"."""
    if is_sign(tokens, at - 1):
        return is_glued(tokens, at) and is_glued(tokens, at - 1) and len(tokens[at].text) == 2 and past == at + 1
    is_end = past >= len(tokens) or tokens[past].kind is MARK or tokens[past].key in _AFTER_COINS
    return tokens[at - 1].key in CURRENCY_WORDS and is_end


def _scan_amount(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Read a number or "one fifty"; None for "12.500" and for words that do not combine ("twelve fifty")."""
    grouped = scan_groups(tokens, at)
    if grouped:
        return grouped
    follows_number = 0 < at <= len(tokens) and tokens[at - 1].kind is NUMBER
    if 0 <= at < len(tokens) and not follows_number and _CENTS_BEHIND_COMMA.fullmatch(tokens[at].text):
        return Decimal(tokens[at].text.replace(",", ".")), at + 1
    found = scan_hundreds(tokens, at) or scan_number(tokens, at)
    if found is None:
        return None
    _, _, decimals = tokens[at].text.partition(".")
    if len(decimals) == _THOUSANDS_OR_DECIMALS and found[1] == at + 1:
        return None
    if key_at(tokens, found[1]) in _LAKHS:
        return found[0] * _LAKHS[tokens[found[1]].key], found[1] + 1
    spoken = tokens[found[1] - 1].kind is WORD and tokens[found[1] - 1].key != "k"
    is_cut = spoken and key_at(tokens, found[1]).isalpha() and scan_number(tokens, found[1])
    return None if is_cut else found


def scan_time(tokens: Sequence[Token], past: int) -> tuple[str, int] | None:
    """Return the unit of time that an amount which ends at ``past`` is for ("an *hour*", "*monthly*"), and the end."""
    key = key_at(tokens, past)
    if key in ADVERBS:
        return ADVERBS[key], past + 1
    time = TIMES.get(key_at(tokens, past + 1)) if key in RATE_WORDS else None
    return (time, past + 2) if time else None


def time_of(words: Sequence[str]) -> str:
    """Return the unit of time that amounts are for which are called by some words; a rate is by the hour."""
    return next((ADVERBS[word] for word in words if word in ADVERBS), "hour" if "rate" in words else "")


def _past_time(tokens: Sequence[Token], past: int) -> int:
    time = scan_time(tokens, past)
    return time[1] if time else past


def _is_hourly(tokens: Sequence[Token], past: int) -> bool:
    time = scan_time(tokens, past)
    return time is not None and time[0] == "hour"
