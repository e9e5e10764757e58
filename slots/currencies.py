"""Currencies: signs, ISO 4217 codes, and the words people say ("swiss francs", "quid").

A code is known where the words say one currency: "€" and "euros" do, "$" and "dollars" do not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from slots.numbers import key_at
from slots.text import NUMBER, Token

CODES = frozenset(
    (
        "aed afn amd aoa ars aud awg azn bbd bdt bgn bhd bif bmd bnd brl bsd btn bwp byn bzd cad cdf chf clp cny crc"
        " cve czk djf dkk dzd egp etb eur fjd fkp gbp ghs gmd gnf gtq gyd hkd hnl htg huf idr ils inr iqd irr isk jmd"
        " jod jpy kgs khr kmf krw kwd kyd kzt lbp lkr lrd lsl lyd mdl mga mkd mmk mnt mru mur mvr mwk mxn myr mzn nad"
        " ngn nio nok npr nzd omr pab pgk php pkr pln pyg qar rmb rsd rub rwf sar sbd scr sdg sek sgd srd ssp syp szl"
        " thb tjs tmt tnd ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw btc eth"
    ).split()
)
"""Codes that may stand on either side of the amount; those that are English words ("all", "try") are left out."""

_SIGNS = {"€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₽": "RUB", "₪": "ILS", "₿": "BTC", "฿": "THB", "₫": "VND"}
_WORD_SIGNS = {"rm": "MYR", "rs": "INR"}
"""Letters that are written before the amount like a sign."""
_DOLLARS = {
    letters: code
    for code, said in {
        "USD": "us",
        "AUD": "a au",
        "CAD": "c ca can",
        "HKD": "hk",
        "NZD": "nz",
        "SGD": "s sg",
        "TWD": "nt",
        "MXN": "mx",
        "BRL": "r",
    }.items()
    for letters in said.split()
}
"""Letters that are glued to a dollar sign ("A$50") -> code."""
_NOUNS = {
    word: code
    for code, words in {
        "": "dollar buck franc crown peso dinar riyal shilling krone krona won real pound",
        "EUR": "euro",
        "GBP": "quid sterling",
        "INR": "rupee rupiya paisa",
        "JPY": "yen",
        "CNY": "yuan renminbi rmb",
        "MYR": "ringgit",
        "THB": "baht",
        "ILS": "shekel",
        "RUB": "rouble ruble",
        "PLN": "zloty zl zlotych",
        "ZAR": "rand",
        "VND": "dong",
        "IDR": "rupiah",
        "PHP": "piso",
        "TRY": "lira",
        "BTC": "bitcoin",
        "HUF": "forint",
        "NGN": "naira",
        "UAH": "hryvnia",
    }.items()
    for noun in words.split()
    for word in (noun, f"{noun}s")
} | {
    "pound": "GBP",
    "pounds": "GBP",
    "kroner": "",
    "kronor": "",
    "kr": "",
    "円": "JPY",
    "元": "CNY",
    "reais": "BRL",
    "dirham": "AED",
    "dirhams": "AED",
    "ரூ": "INR",
}
_AREAS = {
    area: code
    for areas, code in {
        "us american": "USD",
        "canadian": "CAD",
        "australian aussie": "AUD",
        "singapore": "SGD",
        "swiss": "CHF",
        "british": "GBP",
        "indian": "INR",
        "pakistani": "PKR",
        "mexican": "MXN",
        "kuwaiti": "KWD",
        "lebanese": "LBP",
        "egyptian": "EGP",
        "jordanian": "JOD",
        "saudi": "SAR",
        "qatari": "QAR",
        "omani": "OMR",
        "malaysian malaysia": "MYR",
        "thai": "THB",
        "chinese": "CNY",
        "japanese": "JPY",
        "danish": "DKK",
        "swedish": "SEK",
        "norwegian": "NOK",
        "czech": "CZK",
        "russian": "RUB",
        "brazilian": "BRL",
        "turkish": "TRY",
        "polish": "PLN",
        "korean": "KRW",
        "kenyan": "KES",
        "philippine": "PHP",
        "emirati uae": "AED",
        "iraqi": "IQD",
        "bahraini": "BHD",
        "israeli": "ILS",
    }.items()
    for area in areas.split()
}
_TWO_WORDS = {
    ("hong", "kong"): "HKD",
    ("new", "zealand"): "NZD",
    ("south", "korean"): "KRW",
    ("south", "african"): "ZAR",
}
"""Areas of two words -> code."""
_JOINED = {f"{area}{noun}": code for area, code in _AREAS.items() for noun in _NOUNS}
"""A country and its currency written together ("saudiriyal")."""
_MILLIONS = {f"m{code}": code for code in ("usd", "eur", "gbp", "aud", "cad", "chf", "nok", "sek", "dkk", "inr", "jpy")}
CURRENCY_WORDS = CODES | frozenset(_NOUNS)
"""Words after an amount that make it money."""
BEGINNINGS: frozenset[str] = CURRENCY_WORDS.union(_AREAS, _JOINED, _MILLIONS, _WORD_SIGNS, _DOLLARS).union(
    first for first, _ in _TWO_WORDS
)
"""Words before an amount that may name its currency."""
MILLION = 1_000_000

Currency = tuple[str, int, int]
"""The ISO code, empty where the words leave it open; what the amount counts (a million: "MUSD"); the position after."""


def scan_currency(tokens: Sequence[Token], at: int) -> Currency | None:
    """Return the currency that a sign, a code or words name at ``at``: "$", "usd", "US $", "swiss francs", "MUSD"."""
    key = key_at(tokens, at)
    if not key:
        return None
    if key in _AREAS or key in CODES:
        code = _AREAS.get(key, key.upper())
        past = at + 1
        is_named = key_at(tokens, past) in _NOUNS or is_sign(tokens, past)
        if key in CODES or is_named:
            return code, 1, past + is_named
    far = _TWO_WORDS.get((key, key_at(tokens, at + 1)))
    if far and key_at(tokens, at + 2) in _NOUNS:
        return far, 1, at + 3
    if is_sign(tokens, at):
        return _SIGNS.get(key, ""), 1, at + 1
    if key in _NOUNS:
        return _NOUNS[key], 1, at + 1
    if key in _JOINED:
        return _JOINED[key], 1, at + 1
    return (_MILLIONS[key].upper(), MILLION, at + 1) if key in _MILLIONS else None


def scan_leading(tokens: Sequence[Token], at: int) -> Currency | None:
    """Return the currency before an amount: as :func:`scan_currency`, or "Rs. 20", "RM 42"."""
    key = key_at(tokens, at)
    if _leads_dollar(tokens, at):
        return _DOLLARS[key], 1, at + 2
    if key not in _WORD_SIGNS:
        return scan_currency(tokens, at)
    past = at + 1 + (key_at(tokens, at + 1) == ".")
    is_amount = past < len(tokens) and tokens[past].kind is NUMBER
    return (_WORD_SIGNS[key], 1, past) if is_amount else None


def is_sign(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token at ``at`` is a currency sign."""
    return 0 <= at < len(tokens) and len(tokens[at].text) == 1 and unicodedata.category(tokens[at].text) == "Sc"


def is_currency(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token at ``at`` names a currency: a sign, a code or a word."""
    return key_at(tokens, at) in CURRENCY_WORDS or is_sign(tokens, at)


def leads_sign(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token at ``at`` is a code or a country, whose currency what follows belongs to ("*US* $ 50")."""
    key = key_at(tokens, at)
    return key in CODES or (key in _AREAS and is_sign(tokens, at + 1)) or _leads_dollar(tokens, at)


def _leads_dollar(tokens: Sequence[Token], at: int) -> bool:
    """Whether letters are glued to a dollar sign that follows them."""
    is_known = key_at(tokens, at) in _DOLLARS and key_at(tokens, at + 1) == "$"
    return is_known and tokens[at].end == tokens[at + 1].start


DOLLAR_WORDS = frozenset("$ dollar dollars buck bucks".split())
"""What says dollars without saying whose."""


def is_dollar(sign: str) -> bool:
    """Whether a sign, or a code, is that of some dollar ("$", "A$", "CAD")."""
    return "$" in sign or sign.upper() in _DOLLARS.values()


OPEN_WORDS: frozenset[str] = frozenset(word for word, code in _NOUNS.items() if not code) - DOLLAR_WORDS
"""Words for the money of several countries, but dollars."""


def is_sign_of_one(sign: str) -> bool:
    """Whether a sign, or a code, is that of one currency, or of dollars ("€", "USD", "$"); "kr" is of several."""
    return sign in _SIGNS or is_dollar(sign) or sign.lower() in CODES


def is_sign_of(sign: str, code: str) -> bool:
    """Whether a sign, or a code, is how a currency is written ("$" for USD)."""
    return code == sign.upper() or code == ({"$": "USD"} | _SIGNS).get(sign)


def say_amount(amount: Decimal, currency: str, sign: str) -> str:
    """Return an amount as people read it ("€1,200.50"): with the slot's sign, or the code of another currency."""
    shown = f"{amount:,.2f}".removesuffix(".00")
    return f"{sign}{shown}" if not currency or is_sign_of(sign, currency) else f"{shown} {currency}"
