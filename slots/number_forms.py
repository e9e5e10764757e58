"""Numbers where one is expected: negative ones, fractions, dozens, "one fifty", digits mixed with words.

In the middle of a message these would be read out of a range or a name; as the
answer to "how many?" they are what was meant. :mod:`slots.numbers` reads the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from slots.number_words import ORDINAL_WORDS
from slots.numbers import (
    START_WORDS,
    Reading,
    has_unit,
    is_number_like,
    is_part_of_next,
    key_at,
    may_start,
    normalise,
    read_ordinal,
    runs_on,
    scan_fraction,
    scan_hundreds,
    scan_number,
)
from slots.text import MARK, NUMBER, WORD, Token, is_glued, keys_of

DOZENS = dict.fromkeys("dozen dozens doz dozs".split(), 12) | {"couple": 2, "pair": 2, "score": 20, "gross": 144}
"""Words behind a number that it is so many of."""
_NEED_COUNT = frozenset("dozens score gross".split())
_SCALES = {
    "hundred": 100,
    "thousand": 1_000,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "lakh": 10**5,
    "lac": 10**5,
    "crore": 10**7,
    "cr": 10**7,
}
_PARTS = {
    f"{scale}th{plural}": Decimal(size)
    for scale, size in _SCALES.items()
    if size % 1000 == 0 or size == 100
    for plural in ("", "s")
} | {"half": Decimal(2), "halves": Decimal(2), "quarter": Decimal(4), "quarters": Decimal(4)}
_VULGAR = {"⅓": (1, 3), "⅔": (2, 3), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅕": (1, 5), "⅖": (2, 5)}
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]{1,9})?")
_GROUP = re.compile(r"[0-9]{3}(?:[.,][0-9]+)*")
_LAKHS = frozenset("lakh lac crore cr".split())
_JOINTS = frozenset({"and", *_SCALES})
"""Words without which no number has several scales or a part."""
_MINUS = frozenset({"-", "−", "minus", "negative"})
_NEAR = 5
"""Tokens within which a scale or an *and* comes in such a number ("twenty - two thousand")."""
_LONGEST = 6
"""Pieces of one mixed number ("4 thousand 3 hundred and 21")."""


def read_bare_number(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the number at ``at`` where one is expected, and the position after it."""
    if not 0 <= at < len(tokens):
        return None
    sign = at + (key_at(tokens, at) in _MINUS)
    if sign < len(tokens) and not (tokens[sign].is_word or tokens[sign].key == "."):
        return None
    is_pointed_at = key_at(tokens, at) == "one" and not is_number_like(tokens, at)
    if is_pointed_at or (sign == at and not _may_start(tokens, at)):
        return None
    if sign > at and at and _is_difference(tokens, at):
        return None
    found = _magnitude(tokens, sign)
    if found is None or _goes_on(tokens, found[1]):
        return None
    if scan_fraction(tokens, sign) == found and is_part_of_next(tokens, found[1]):
        return None
    return normalise(-found[0] if sign > at else found[0]), found[1]


def read_scaled_number(tokens: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    """Return the number at ``at`` that several scales, a lakh or a whole with its part show to be one, anywhere."""
    if not (is_number_like(tokens, at) or key_at(tokens, at) == "a"):
        return None
    if _JOINTS.isdisjoint(keys_of(tokens)[at + 1 : at + _NEAR]) or not may_start(tokens, at):
        return None
    found = _whole_and_part(tokens, at) or _scaled(tokens, at)
    if found is None or _goes_on(tokens, found[1]) or has_unit(tokens, found[1]):
        return None
    said = {token.key for token in tokens[at : found[1]]}
    is_sure = len(said & set(_SCALES)) > 1 or not said.isdisjoint(_LAKHS) or "and" in said
    return (normalise(found[0]), found[1]) if is_sure else None


def _mixed(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read "1 2/3": a whole number and its part."""
    part = _written_fraction(tokens, at + 1) if key_at(tokens, at).isdecimal() else None
    is_free = part is not None and tokens[at].end < tokens[at + 1].start and part[0] < 1
    return (Decimal(tokens[at].key[:15]) + part[0], part[1]) if part and is_free else None


def _is_difference(tokens: Sequence[Token], at: int) -> bool:
    """Whether the sign at ``at`` stands between two things ("5 - 3", "sprint - 5") instead of before a number."""
    before = tokens[at - 1]
    if before.end == tokens[at].start or (before.is_word and is_number_like(tokens, at - 1)):
        return True
    is_loose = at + 1 < len(tokens) and tokens[at].end < tokens[at + 1].start
    return before.is_word and is_loose and tokens[at].kind is MARK


def _may_start(tokens: Sequence[Token], at: int) -> bool:
    key = key_at(tokens, at)
    is_single = at == 0 or not (tokens[at - 1].is_word and is_number_like(tokens, at - 1))
    return may_start(tokens, at) or (key in _SCALES and is_single and key_at(tokens, at - 1) not in ("a", "an"))


def _goes_on(tokens: Sequence[Token], past: int) -> bool:
    """Whether a number is only the start of something that is not read."""
    key, then = key_at(tokens, past), key_at(tokens, past + 1)
    if runs_on(tokens, past) or key in ORDINAL_WORDS or key.removesuffix("s") in ORDINAL_WORDS or key in _PARTS:
        return True
    if key == "and" and (_part(tokens, past + 1) or scan_fraction(tokens, past + 1)):
        return True
    return (key == "point" or (key == "out" and then == "of")) or is_number_like(tokens, past)


def _magnitude(tokens: Sequence[Token], at: int) -> Reading | None:
    found = [
        reading
        for form in (
            _scaled,
            _spaced_dash,
            _spoken_fraction,
            _written_fraction,
            _mixed,
            scan_groups,
            _dozens,
            _pointed,
            scan_hundreds,
        )
        if (reading := form(tokens, at))
    ]
    return max(found, key=lambda reading: reading[1], default=None)


def _scaled(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read pieces that get smaller: "4 thousand 3 hundred and 21", "6 crore and two hundred", "hundred"."""
    total, past, smallest = Decimal(0), at, Decimal("Infinity")
    for piece in range(_LONGEST):
        start = past + (piece > 0 and key_at(tokens, past) == "and")
        found = scan_number(tokens, start)
        if found is None and piece == 0 and key_at(tokens, start) in _SCALES:
            found = Decimal(1), start
        if found is None:
            break
        value, after = found
        scale = _SCALES.get(key_at(tokens, after), 1)
        value, after = value * scale, after + (scale > 1)
        if value >= smallest or (piece and smallest < 100) or (value < 1 and _scales_all(tokens, past)):
            break
        total, past, smallest = total + value, after, _unit_of(tokens, value, past, after)
    return (total, past) if past > at else None


def _unit_of(tokens: Sequence[Token], value: Decimal, at: int, past: int) -> Decimal:
    """Return the smallest scale word of a piece; what follows must stay below it."""
    scales = [_SCALES[tokens[place].key] for place in range(at, past) if tokens[place].key in _SCALES]
    return Decimal(min(scales)) if scales and value >= 100 else Decimal(1)


def _spoken_fraction(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read "five eighths", "a third", "forty two and two thirds", "three twenty-firsts", "one over 20"."""
    if key_at(tokens, at) in _VULGAR:
        top, bottom = _VULGAR[tokens[at].key]
        return Decimal(top) / bottom, at + 1
    plain = _whole_and_part(tokens, at) or _part(tokens, at)
    if plain:
        return plain
    whole = scan_number(tokens, at)
    if whole is None:
        return None
    if key_at(tokens, whole[1]) == "over":
        below = scan_number(tokens, whole[1] + 1)
        return (whole[0] / below[0], below[1]) if below and below[0] else None
    return None


def _whole_and_part(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read "forty two and a third", "two and two thirds", but not "a hundred and two fifths"."""
    joints = [place for place in range(at + 1, min(at + 10, len(tokens))) if tokens[place].key == "and"]
    for joint in reversed(joints):
        whole = _exactly(tokens, at, joint)
        part = _part(tokens, joint + 1) if whole else None
        if whole and part and part[0] < 1 and not _scales_all(tokens, joint):
            return whole[0] + part[0], part[1]
    return None


def _scales_all(tokens: Sequence[Token], joint: int) -> bool:
    """Whether an *and* stands behind a big scale: "six million *and* two thirds" may be 6,000,000.67 or 6,666,667."""
    return key_at(tokens, joint) == "and" and _SCALES.get(key_at(tokens, joint - 1), 1) >= 1_000


def _part(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read a count and what it is parts of; of several ways to cut the words, the longest lower part counts."""
    article = (Decimal(1), at + 1) if key_at(tokens, at) in ("a", "an") else None
    top = scan_number(tokens, at) or article
    if top is None or any(_scales_all(tokens, place) for place in range(at + 1, top[1])):
        return None
    for cut in range(at + 1, top[1] + 1):
        below = _below(tokens, cut)
        above = top if cut == top[1] else _exactly(tokens, at, cut)
        if below and above and below[1] >= top[1]:
            return above[0] / below[0], below[1]
    return None


def _exactly(tokens: Sequence[Token], at: int, past: int) -> Reading | None:
    found = scan_number(tokens[at:past], 0)
    return (found[0], past) if found and found[1] == past - at else None


def _below(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read the lower part of a fraction: "eighths", "twenty-firsts", "hundredth"."""
    key = key_at(tokens, at)
    if key in _PARTS and key not in ("half", "quarter"):
        return _PARTS[key], at + 1
    if not 0 <= at < len(tokens) or tokens[at].kind is not WORD:
        return None
    return _place(tokens, at)


def _place(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read an ordinal in words, also in the plural ("fifths"); "second" is none."""
    if not _may_be_place(tokens[at].key):
        return None
    for past in range(min(at + 3, len(tokens)), at, -1):
        last = tokens[past - 1]
        if last.key.endswith("s"):
            singular = Token(last.text, last.key[:-1], last.start, last.end, last.kind)
            found = read_ordinal((*tokens[at : past - 1], singular), 0)
        else:
            found = read_ordinal(tokens[at:past], 0)
        if found and found[1] == past - at and found[0] > 2:
            return Decimal(found[0]), past
    return None


@lru_cache(maxsize=4096)
def _may_be_place(key: str) -> bool:
    """Whether an ordinal may begin with a word: a number does, or the word itself or its plural is one."""
    return key[:1].isdigit() or key in START_WORDS or key in ORDINAL_WORDS or key.removesuffix("s") in ORDINAL_WORDS


def _written_fraction(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read "4/5"."""
    top, bottom = key_at(tokens, at), key_at(tokens, at + 2)
    is_fraction = key_at(tokens, at + 1) == "/" and top.isdecimal() and bottom.isdecimal() and int(bottom[:9])
    return (Decimal(top[:15]) / Decimal(bottom[:9]), at + 3) if is_fraction and len(top + bottom) < 16 else None


def scan_groups(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read groups of three digits: "1 234 567.5", "50'000", and with the Indian commas "12,34,567"."""
    text = tokens[at].text if 0 <= at < len(tokens) and tokens[at].kind is NUMBER else ""
    if "," in text and _INDIAN.fullmatch(text):
        return Decimal(text.replace(",", "")), at + 1
    digits, past = text, at + 1
    group = _next_group(tokens, past) if text.isdecimal() and len(text) <= 3 else 0
    while group and len(digits) < 12 and "." not in digits:
        digits, past = digits + tokens[group].text, group + 1
        group = _next_group(tokens, past)
    return (Decimal(digits), past) if past > at + 1 and not group else None


def is_grouped(tokens: Sequence[Token], at: int) -> bool:
    """Whether the digits before ``at`` go on with a group of three behind a blank ("1 *000*")."""
    before = tokens[at - 1].text if 0 < at < len(tokens) and tokens[at - 1].end + 1 == tokens[at].start else ""
    return before.isdecimal() and len(before) <= 3 and _GROUP.fullmatch(tokens[at].text) is not None


def _next_group(tokens: Sequence[Token], past: int) -> int:
    """Return the position of the next three digits, behind a blank or an apostrophe; 0 for none."""
    if _is_group(tokens, past):
        return past
    if key_at(tokens, past) != "'" or past + 1 >= len(tokens) or not _GROUP.fullmatch(tokens[past + 1].text):
        return 0
    joins = is_glued(tokens, past) and is_glued(tokens, past + 1)
    return past + 1 if joins and "," not in tokens[past + 1].text else 0


def _is_group(tokens: Sequence[Token], at: int) -> bool:
    if not 0 < at < len(tokens) or tokens[at - 1].end + 1 != tokens[at].start:
        return False
    whole, _, decimals = tokens[at].key.partition(".")
    return len(whole) == 3 and whole.isdecimal() and (not decimals or decimals.isdecimal())


def _dozens(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read "two dozen", "a couple", "half a dozen"."""
    key = key_at(tokens, at)
    half = scan_fraction(tokens, at)
    if half and is_part_of_next(tokens, half[1]):
        top: Reading = half[0], half[1] + 1 + (key_at(tokens, half[1]) == "of")
    else:
        top = (Decimal(1), at + 1) if key in ("a", "an") else scan_number(tokens, at) or (Decimal(1), at)
    unit = DOZENS.get(key_at(tokens, top[1]))
    if unit is None or (top[1] == at and key in _NEED_COUNT):
        return None
    return top[0] * unit, top[1] + 1 + (key_at(tokens, top[1] + 1) == "of")


def _spaced_dash(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read "fifty - two": a range does not go down."""
    is_spoken = key_at(tokens, at + 1) == "-" and key_at(tokens, at).isalpha() and key_at(tokens, at + 2).isalpha()
    if not is_spoken:
        return None
    tens, unit = scan_number(tokens[at : at + 1], 0), scan_number(tokens[at + 2 : at + 3], 0)
    if not (tens and unit and tens[0] % 10 == 0 and 20 <= tens[0] <= 90 and 0 < unit[0] < 10):
        return None
    return tens[0] + unit[0], at + 3


def _pointed(tokens: Sequence[Token], at: int) -> Reading | None:
    """Read "point five"."""
    if key_at(tokens, at) != "point":
        return None
    zero = Token("zero", "zero", tokens[at].start, tokens[at].start, WORD)
    found = scan_number((zero, *tokens[at:]), 0)
    return (found[0], at + found[1] - 1) if found and found[1] > 1 else None
