"""The words of numbers up to ninety, of fractions, and of places in an order, with what they count."""

from __future__ import annotations

from decimal import Decimal

_SMALL_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
SMALL = {word: number for number, word in enumerate(_SMALL_WORDS)} | {"nought": 0, "naught": 0}
"""Word -> a number below twenty."""
TENS = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
} | {"fourty": 40}
"""Word -> a ten."""
ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
        " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(),
        start=1,
    )
}
"""Word -> a place below the twentieth."""
ORDINAL_TENS = {
    word: 10 * number
    for number, word in enumerate(
        "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split(), start=2
    )
}
"""Word -> a place that is a ten."""
JOINED_ORDINALS = {tens + unit: TENS[tens] + place for tens in TENS for unit, place in ORDINALS.items() if place < 10}
"""Word -> a place between two tens, without a dash ("twentyfirst")."""
ORDINAL_WORDS = frozenset(ORDINALS) | frozenset(ORDINAL_TENS)
"""Words that say a place in an order."""
FRACTIONS = {
    tuple(words.split()): Decimal(size)
    for size, listed in (
        ("0.5", "half | a half | one half"),
        ("0.25", "quarter | a quarter | one quarter"),
        ("0.75", "three quarters | three quarter | three - quarters"),
    )
    for words in listed.split("|")
}
"""Words of a half or of quarters -> how much they are."""
