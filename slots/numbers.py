"""Numbers, as digits and as words.

In: the tokens of the utterance and the position to read from. Out: the value
and the position after it, or None. A reader takes the longest reading that
starts exactly there, and never one that starts inside a larger number, a
negative number or a range ("2-3", "between 2 and 3"): no answer is better than
half of one.

The ``scan_*`` functions read without looking at what stands around; they are
for the other readers of this package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from slots.number_words import FRACTIONS, JOINED_ORDINALS, ORDINAL_TENS, ORDINALS, SMALL, TENS
from slots.text import MARK, MENTION, NUMBER, WORD, Token, Tokens, is_glued

MAX_DIGITS = 15
"""Digits that a number may have; a longer string of them is an identifier, not an amount."""

_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_EUROPEAN = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,2}")
_DIGIT_WORDS = {word: number for word, number in SMALL.items() if number < 10} | {"oh": 0}
_SCALES = {
    "k": 1_000,
    "thousand": 1_000,
    "million": 1_000_000,
    **dict.fromkeys("mil mn mio mln".split(), 1_000_000),
    "billion": 10**9,
    "bn": 10**9,
    "trillion": 10**12,
}
_GLUED_SCALES = _SCALES | {"m": 1_000_000, "mn": 1_000_000, "mm": 1_000_000, "b": 10**9}
_VULGAR = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_WRITTEN_FRACTIONS = {("1", "2"): Decimal("0.5"), ("1", "4"): Decimal("0.25"), ("3", "4"): Decimal("0.75")}
FRACTION_STARTS: frozenset[str] = frozenset(words[0] for words in FRACTIONS)
"""Words that a fraction may start with."""
_FRACTION_BEGINNINGS = FRACTION_STARTS.union(_VULGAR, (top for top, _ in _WRITTEN_FRACTIONS))
_FRACTION_WORDS = frozenset("half quarter quarters".split())
_ARTICLE_TAKERS = _FRACTION_WORDS | {"hundred", *_SCALES}
_NUMBER_WORDS = frozenset(SMALL) | frozenset(TENS) | _FRACTION_WORDS | {"hundred"} | frozenset(_SCALES) - {"k"}
START_WORDS = frozenset({"a", *_NUMBER_WORDS, *_VULGAR})
"""Words that a number may start with."""
_OTHER_SCALES = frozenset("dozen dozens doz dozs lakh lakhs lac crore crores cr".split())
_THIRDS = frozenset("third fourth fifth sixth seventh eighth ninth tenth".split())
_DASHES = frozenset("-−–—")
_PRODUCTS = frozenset("x × * times plus +".split())
_JOINERS = _DASHES | {"to", "or"}
_LINKS = _JOINERS | _PRODUCTS
_AFTER_CHOICE = frozenset("please for on to of at in with today yesterday tomorrow so".split())
_SIGNS = frozenset("minus negative between double triple twice".split())
_BARS = _SIGNS | _LINKS | _FRACTION_WORDS | frozenset("point of a an over and &".split())
"""Words and marks behind which a number may be a part of something else."""
_POINTERS = frozenset("this that the which each every another last next other first second third new old".split())

Reading = tuple[Decimal, int]
"""A value and the position after its last token."""
Scan = Callable[[Sequence[Token], int], Reading | None]
"""A function that reads a value from a position without looking at what stands around it."""


def read_number(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the plain number that starts at ``at`` and the position after it."""
    if not isinstance(tokens, Tokens):
        return _read_number(tokens, at)
    if at not in tokens.plain:
        tokens.plain[at] = _read_number(tokens, at)
    return tokens.plain[at]


def _read_number(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    found = scan_number(tokens, at)
    if found is None or not may_start(tokens, at):
        return None
    if tokens[found[1] - 1].key == "quarter" == tokens[at].key:
        return None
    if scan_fraction(tokens, at) == found and (is_part_of_next(tokens, found[1]) or key_at(tokens, found[1]) == "of"):
        return None
    if found[1] == at + 1 and tokens[at].key == "one" and not is_number_like(tokens, at):
        return None
    if runs_on(tokens, found[1]) or _is_fraction(tokens, found[1]) or has_unit(tokens, found[1]):
        return None
    return normalise(found[0]), found[1]


def normalise(value: Decimal) -> Decimal:
    """Return the same number without trailing zeros or an exponent: 2.5 for 2.50, 40 for 4E+1."""
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()


def read_ordinal(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the place that an ordinal at ``at`` names ("3rd", "third", "twenty first": 1 to 99)."""
    if not 0 <= at < len(tokens):
        return None
    token = tokens[at]
    if is_glued(tokens, at) and key_at(tokens, at - 1) in _DASHES and key_at(tokens, at - 2) in TENS:
        return None
    if token.kind is NUMBER:
        suffixed = is_glued(tokens, at + 1) and key_at(tokens, at + 1) in ("st", "nd", "rd", "th")
        plain = token.text.isdecimal() and len(token.text) <= 2 and int(token.text) > 0
        return (int(token.text), at + 2) if suffixed and plain else None
    if token.key in TENS:
        after = at + 2 if key_at(tokens, at + 1) in _DASHES else at + 1
        unit = ORDINALS.get(key_at(tokens, after), 10)
        return (TENS[token.key] + unit, after + 1) if unit < 10 else None
    value = ORDINALS.get(token.key) or ORDINAL_TENS.get(token.key) or JOINED_ORDINALS.get(token.key)
    if value is None or (at and tokens[at - 1].key in TENS and value < 10):
        return None
    return value, at + 1


# What stands around a number


def key_at(tokens: Sequence[Token], at: int) -> str:
    """Return the key of the token at ``at``; an empty string where there is none."""
    if at < 0:
        return ""
    try:
        return tokens[at].key
    except IndexError:
        return ""


def is_number_like(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token at ``at`` is digits or a number word ("one" in "that one" is neither)."""
    if not 0 <= at < len(tokens):
        return False
    token = tokens[at]
    if token.key == "one":
        return key_at(tokens, at - 1) not in _POINTERS
    return token.kind is NUMBER or (token.kind is WORD and token.key in _NUMBER_WORDS)


def may_start(tokens: Sequence[Token], at: int) -> bool:
    """Whether a value may start at ``at``: not glued to a word, not negative, not the end of a range or number."""
    if not 0 <= at < len(tokens):
        return False
    if at == 0:
        return True
    before, here = tokens[at - 1].key, tokens[at].key
    if is_glued(tokens, at) and not _may_touch(tokens, at):
        return False
    may_bar = before in _BARS
    if may_bar and _goes_on(tokens, at):
        return False
    spoken = tokens[at].kind is WORD
    if spoken and tokens[at - 1].kind is WORD and is_number_like(tokens, at - 1):
        return is_number_like(tokens, at) is False and here not in ("a", "an", "oh")
    return not (may_bar and _ends_range(tokens, at))


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word before makes one thing with what stands at ``at``: a negative number, a part, a product."""
    before = tokens[at - 1].key
    if before in _SIGNS or (before == "point" and _is_decimal(tokens, at)):
        return True
    if before in _PRODUCTS and is_number_like(tokens, at - 2):
        return True
    if before in _FRACTION_WORDS or (before == "of" and key_at(tokens, at - 2) in _FRACTION_WORDS):
        return True
    if before in ("a", "an") and tokens[at].key in _ARTICLE_TAKERS:
        return True
    return _is_lower_part(tokens, at)


def _is_decimal(tokens: Sequence[Token], at: int) -> bool:
    """Whether what follows "point" are decimals: "four point *five*", "point *five*"; no "at this point five"."""
    is_spoken = tokens[at].key in _DIGIT_WORDS and key_at(tokens, at - 2) not in _POINTERS
    return is_number_like(tokens, at - 2) or is_spoken


def _is_lower_part(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number that is not read goes on here ("1 over *20*", "one out of *three*", "6 crore and *two*")."""
    before, lead = tokens[at - 1].key, key_at(tokens, at - 2)
    if before == "over":
        is_followed = key_at(tokens, at + 1).isalpha() and not is_number_like(tokens, at + 1)
        return is_number_like(tokens, at - 2) and not is_followed and key_at(tokens, at - 3) not in ("$", "€", "£")
    return (before == "of" and lead == "out") or (before == "and" and lead in _OTHER_SCALES)


def runs_on(tokens: Sequence[Token], past: int) -> bool:
    """Whether a bare number that ends at ``past`` is only the start of something: a range, a date, a name."""
    following = key_at(tokens, past)
    if following in _LINKS and is_number_like(tokens, past + 1):
        return True
    if not is_glued(tokens, past):
        return False
    if tokens[past].kind in (WORD, NUMBER, MENTION):
        return True
    return following in "/:-−.'_" and is_glued(tokens, past + 1) and tokens[past + 1].is_word


def is_in_range(tokens: Sequence[Token], at: int, past: int, scan: Scan) -> bool:
    """Whether a whole value from ``at`` to ``past`` is one end of a range ("$2k - $3k", "2 h to 3 h").

    "from 2 hours to 3 hours" is a change, not a range.
    """
    if _joins(tokens, past, at) and (scan(tokens, past + 1) or _closes_range(tokens, past)):
        return True
    if at < 2 or key_at(tokens, at - 1) not in _JOINERS | {"and"}:
        return False
    for first in range(max(0, at - 9), at - 1):
        found = scan(tokens, first)
        if found and found[1] == at - 1:
            return _joins(tokens, at - 1, first)
    return False


def _is_fraction(tokens: Sequence[Token], past: int) -> bool:
    """Whether a number goes on as a fraction, an ordinal or a count that is not read ("five eighths", "two dozen")."""
    if past >= len(tokens) or tokens[past].kind is not WORD:
        return False
    following, then = tokens[past].key, key_at(tokens, past + 1)
    place = following.removesuffix("s")
    spoken = tokens[past - 1].kind is WORD
    if following in _OTHER_SCALES or place.removesuffix("th") in _SCALES:
        return True
    if following == "point" and is_number_like(tokens, past + 1):
        return True
    if (following == "over" or (following == "out" and then == "of")) and is_number_like(
        tokens, past + 1 + (then == "of")
    ):
        return True
    if following == "and" and then in ("a", "one", "two") and key_at(tokens, past + 2).removesuffix("s") in _THIRDS:
        return True
    if spoken and following in TENS:
        then = key_at(tokens, past + 2) if then in _DASHES else then
        return then.endswith("s") and then.removesuffix("s") in ORDINALS
    return spoken and (place in ORDINALS or place in ORDINAL_TENS)


def has_unit(tokens: Sequence[Token], past: int) -> bool:
    """Whether a letter follows that may be a unit or a scale ("1.5 G"), or a spoken number ("nineteen eighty")."""
    if past >= len(tokens) or tokens[past].kind is not WORD:
        return False
    key = tokens[past].key
    if len(key) == 1 and key not in ("a", "i"):
        return True
    return tokens[past - 1].kind is WORD and key != "one" and (key in SMALL or key in TENS)


def _joins(tokens: Sequence[Token], joiner: int, first: int) -> bool:
    key, before = key_at(tokens, joiner), key_at(tokens, first - 1)
    if key == "and":
        return before == "between"
    return key in _JOINERS and not (key == "to" and before == "from")


def _closes_range(tokens: Sequence[Token], joiner: int) -> bool:
    if not is_number_like(tokens, joiner + 1):
        return False
    after = joiner + 2
    if tokens[joiner].key == "or" and key_at(tokens, after) in _AFTER_CHOICE:
        return True
    return tokens[joiner].key in _DASHES or after >= len(tokens) or tokens[after].kind is MARK


def _may_touch(tokens: Sequence[Token], at: int) -> bool:
    before = tokens[at - 1]
    if before.is_word:
        return tokens[at].kind is MARK
    if before.key in ("–", "—", ":"):
        return not is_number_like(tokens, at - 2)
    return before.key not in ("-", "−", ".", "/", "'")


def is_spaced_dash(tokens: Sequence[Token], at: int) -> bool:
    """Whether a dash with a blank on both sides stands at a position."""
    is_dash = 0 <= at < len(tokens) and tokens[at].key in _DASHES
    return is_dash and not is_glued(tokens, at) and not is_glued(tokens, at + 1)


def is_apart(tokens: Sequence[Token], at: int) -> bool:
    """Whether a spaced dash parts a number word from digits, which make no range together ("Phase Two — 40h")."""
    is_mixed = 0 < at < len(tokens) - 1 and {tokens[at - 1].kind, tokens[at + 1].kind} == {WORD, NUMBER}
    return is_mixed and is_spaced_dash(tokens, at) and is_number_like(tokens, at - 1)


def _ends_range(tokens: Sequence[Token], at: int) -> bool:
    before = tokens[at - 1].key
    if is_apart(tokens, at - 1):
        return False
    if before in _JOINERS:
        if before == "to" and _is_change(tokens, at):
            return False
        scaled = key_at(tokens, at - 2) in _GLUED_SCALES and is_number_like(tokens, at - 3)
        return scaled or is_number_like(tokens, at - 2)
    if before not in ("and", "&") or not is_number_like(tokens, at - 2):
        return False
    spoken = all(tokens[place].kind is WORD for place in (at, at - 2))
    return spoken or any(key_at(tokens, place) == "between" for place in range(at - 6, at - 2))


def _is_change(tokens: Sequence[Token], at: int) -> bool:
    """Whether "from" and a whole value stand before "to": "from $50 to $60", but not "from 2 to 3 hours"."""
    if not any(key_at(tokens, place) == "from" for place in range(at - 7, at - 3)):
        return False
    scaled = key_at(tokens, at - 2) in _GLUED_SCALES
    return scaled or not (key_at(tokens, at - 3) == "from" or is_number_like(tokens, at - 3))


# Reading without looking around


def scan_number(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the longest number from ``at``, whatever stands around it."""
    if not isinstance(tokens, Tokens):
        return _scan_number(tokens, at)
    if at not in tokens.numbers:
        tokens.numbers[at] = _scan_number(tokens, at)
    return tokens.numbers[at]


def _scan_number(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    if not 0 <= at < len(tokens):
        return None
    if tokens[at].kind is NUMBER or tokens[at].key == ".":
        return _scan_digits(tokens, at)
    if tokens[at].key not in START_WORDS:
        return None
    return _scan_part_of_scale(tokens, at) or _scan_words(tokens, at)


def scan_fraction(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return a fraction in words or written as one: "half", "a quarter", "three quarters", "½", "1/2"."""
    key = key_at(tokens, at)
    if key not in _FRACTION_BEGINNINGS:
        return None
    if key in _VULGAR:
        return _VULGAR[key], at + 1
    after, last = key_at(tokens, at + 1), key_at(tokens, at + 2)
    if after == "/" and (key, last) in _WRITTEN_FRACTIONS and is_glued(tokens, at + 2):
        return _WRITTEN_FRACTIONS[key, last], at + 3
    if (key,) in FRACTIONS:
        return FRACTIONS[(key,)], at + 1
    size = 3 if after == "-" else 2
    value = FRACTIONS.get((key, after) if size == 2 else (key, after, last))
    return (value, at + size) if value is not None else None


def scan_digits(token: Token) -> Decimal | None:
    """Return the value of one token of digits ("40", "2.5", "12,000"); None for "1.2.3", "1,2" and very long ones."""
    if token.kind is not NUMBER:
        return None
    if not token.text.isdecimal():
        if _EUROPEAN.fullmatch(token.text) and len(token.text) <= MAX_DIGITS:
            return Decimal(token.text.replace(".", "").replace(",", "."))
        if not _PLAIN.fullmatch(token.text):
            return None
    return Decimal(token.key) if len(token.key.replace(".", "")) <= MAX_DIGITS else None


def _scan_digits(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    past = at + 1
    if tokens[at].key == ".":
        bare = is_glued(tokens, past) and tokens[past].text.isdecimal() and len(tokens[past].text) <= MAX_DIGITS
        if not bare or tokens[past].kind is not NUMBER:
            return None
        value, past = Decimal(f"0.{tokens[past].text}"), past + 1
    else:
        plain = scan_digits(tokens[at])
        if plain is None:
            return None
        value = plain
    if key_at(tokens, past) == "point" and tokens[at].text.isdecimal() and key_at(tokens, past + 1).isdecimal():
        decimals = scan_digits(tokens[past + 1])
        return None if decimals is None else (Decimal(f"{tokens[at].text}.{tokens[past + 1].text}"), past + 2)
    return _scan_tail(tokens, past, value)


def _scan_tail(tokens: Sequence[Token], past: int, value: Decimal) -> tuple[Decimal, int]:
    """Read what may follow digits: a scale, then "and a half"."""
    key, glued = key_at(tokens, past), is_glued(tokens, past)
    scale = _GLUED_SCALES.get(key) if glued else _SCALES.get(key)
    if scale:
        return _add_fraction(tokens, past + 1, value * scale, Decimal(scale))
    if key == "hundred":
        return value * 100, past + 1
    if key in _VULGAR:
        return value + _VULGAR[key], past + 1
    written = scan_fraction(tokens, past) if key.isdecimal() and not glued else None
    if written and value == value.to_integral_value():
        scale = _SCALES.get(key_at(tokens, written[1]))
        return (value + written[0]) * (scale or 1), written[1] + bool(scale)
    return _add_fraction(tokens, past, value, Decimal(1))


def is_part_of_next(tokens: Sequence[Token], past: int) -> bool:
    """Whether a fraction that ends at ``past`` measures what follows ("half an hour", "half of a day")."""
    following = key_at(tokens, past)
    return following in ("a", "an") or (following == "of" and key_at(tokens, past + 1) in ("a", "an"))


def _add_fraction(tokens: Sequence[Token], past: int, value: Decimal, unit: Decimal) -> tuple[Decimal, int]:
    """Read "and a half", "and three quarters" of the unit, unless it is a part of the next thing ("half an hour")."""
    if key_at(tokens, past) not in ("and", "&") or value != value.to_integral_value():
        return value, past
    found = scan_fraction(tokens, past + 1)
    if found is None or key_at(tokens, found[1]) in ("a", "an", "of"):
        return value, past
    smaller = _SCALES.get(key_at(tokens, found[1]))
    if smaller and unit == 1:
        return (value + found[0]) * smaller, found[1] + 1
    if smaller:
        return (value + found[0] * smaller, found[1] + 1) if smaller < unit else (value, past)
    return value + found[0] * unit, found[1]


def _scan_part_of_scale(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Read a fraction, alone or of a scale ("half a million", "quarter million")."""
    found = scan_fraction(tokens, at)
    if found is None:
        return None
    value, past = found
    after = past + 1 if key_at(tokens, past) == "of" else past
    after = after + 1 if key_at(tokens, after) == "a" else after
    scale = _SCALES.get(key_at(tokens, after))
    return (value * scale, after + 1) if scale else (value, past)


def _scan_words(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    total, past, unit = Decimal(0), at, 0
    while unit != 1:
        start = past + 1 if unit and key_at(tokens, past) == "and" else past
        group = _scan_group(tokens, start, first=not unit)
        if group is None:
            break
        value, after = group
        scale = _SCALES.get(key_at(tokens, after), 1)
        if unit and scale >= unit:
            break
        total, past, unit = total + value * scale, after + (scale > 1), scale
        if tokens[past - 1].key == "k":
            break
    if not unit:
        return None
    if unit == 1 and total >= 100:
        return total, past
    return _add_fraction(tokens, past, total, Decimal(unit))


def _scan_group(tokens: Sequence[Token], at: int, *, first: bool) -> tuple[Decimal, int] | None:
    """Read what one scale word counts: up to "nine hundred and ninety nine", "twelve hundred", "two point five"."""
    if key_at(tokens, at) == "a":
        if not first or key_at(tokens, at + 1) not in {"hundred", *_SCALES} - {"k", "mil", "bn"}:
            return None
        found: tuple[int, int] | None = (1, at + 1)
    else:
        found = _scan_below_hundred(tokens, at)
    if found is None:
        return None
    value, past = found
    if key_at(tokens, past) == "point":
        return _scan_decimals(tokens, past + 1, value) or (Decimal(value), past)
    if key_at(tokens, past) == "hundred":
        value, past = 100 * value, past + 1
        rest = _scan_below_hundred(tokens, past + (key_at(tokens, past) == "and"))
        if rest and rest[0]:
            value, past = value + rest[0], rest[1]
        if key_at(tokens, past) == "point":
            return _scan_decimals(tokens, past + 1, value) or (Decimal(value), past)
    return Decimal(value), past


def _scan_below_hundred(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    key = key_at(tokens, at)
    if key not in TENS:
        return (SMALL[key], at + 1) if key in SMALL else None
    after = at + 2 if key_at(tokens, at + 1) in _DASHES and is_glued(tokens, at + 1) else at + 1
    unit = SMALL.get(key_at(tokens, after), 0)
    return (TENS[key] + unit, after + 1) if 0 < unit < 10 else (TENS[key], at + 1)


def _scan_decimals(tokens: Sequence[Token], at: int, whole: int) -> tuple[Decimal, int] | None:
    digits, past = "", at
    while past - at < MAX_DIGITS - 2 and key_at(tokens, past) in _DIGIT_WORDS:
        digits += str(_DIGIT_WORDS[tokens[past].key])
        past += 1
    return (Decimal(f"{whole}.{digits}"), past) if digits else None


def scan_hundreds(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return an amount said without its hundred: "one fifty" (150), "two seventy five" (275), "one oh five" (105)."""
    lead = SMALL.get(key_at(tokens, at), 0)
    if not 0 < lead < 10:
        return None
    if key_at(tokens, at + 1) == "oh":
        unit = SMALL.get(key_at(tokens, at + 2), 0)
        return (Decimal(100 * lead + unit), at + 3) if 0 < unit < 10 else None
    rest = _scan_below_hundred(tokens, at + 1)
    if rest is None or rest[0] < 10:
        return None
    scale = _SCALES.get(key_at(tokens, rest[1]), 1)
    return Decimal((100 * lead + rest[0]) * scale), rest[1] + (scale > 1)
