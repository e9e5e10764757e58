"""Letters of one alphabet that look like letters of another: what a name looks like, and which alphabets it mixes.

In: a name, as typed. Out: the name as the eye reads it in Latin letters, for comparing, never for showing.
A real name of another alphabet is one of that alphabet alone; a look-alike mixes two, or pretends to be of another.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from slots.text import MAX_LENGTH, kept

_TABLE = {
    "Cyrillic": "АaВbСcЕeНhІiЈjКkМmОoРpЅsТtУyХxѴvԚqԜw аaԁdеeһhіiјjкkӏlоoрpԛqгrѕsтtуyүyѵvԝwхxьbԍg ҮyҺhӀl",
    "Greek": "ΑaΒbΕeΖzΗhΙiΚkΜmΝnΟoΡpΤtΥyΧx αaβbγyεeηnιiκkνvοoρpτtυuχx ϲcϳjϹcͿj",
    "Armenian": "օoոnսuհhցgզqյjՕoՍuՏsՄuԼl",
    "Cherokee": "ᎪaᏴbᏟcᎬeᎻhᎥiᎫjᏦkᏞlᎷmᏢpᏚsᎢtᏙvᏔwᏃz",
    "Latin": "ıiɑaɡgɩiʟlɴnʀrꜱsᴀaᴄcᴅdᴇeᴊjᴋkᴍmᴏoᴘpᴛtᴜuᴠvᴡwᴢz",
}
"""Alphabet -> its letters, each with the Latin one that it looks like (Unicode's confusables.txt, of UTS #39, those
for a to z). Full width, bold and circled letters need no row: compatibility decomposition unfolds them."""

_LATIN_OF = {
    ord(pair[0]): pair[1]
    for letters in _TABLE.values()
    for run in letters.split()
    for pair in (run[at : at + 2] for at in range(0, len(run), 2))
}
_ALPHABETS = frozenset("LATIN CYRILLIC GREEK ARMENIAN CHEROKEE COPTIC GEORGIAN FULLWIDTH MATHEMATICAL CIRCLED".split())
"""First words of the Unicode names of letters that are compared; Han, kana and Hangul stand beside Latin daily."""

_MOST_UNFOLDED = 10 * MAX_LENGTH
"""Characters to which a name may unfold: a message of Hangul, the most of any living alphabet, stays within a third."""

_DIGITS = re.compile(r"(?<=[^\W\d_])[01]+(?=[^\W\d_])")
"""Digits inside a word, where they are read as letters ("G00gle", "He1lo"); at an end they count something."""


@kept(8192)
def unmask(name: str) -> str:
    """Return what a name looks like in Latin letters: the same text for one in plain ones.

    Some letters unfold to a sentence ("ﷺ"): a text that is mostly of such is no name, and stays as typed.
    """
    if not name.isascii():
        unfolded = unicodedata.normalize("NFKD", name)
        name = unfolded.translate(_LATIN_OF) if len(unfolded) <= _MOST_UNFOLDED else name
    return _DIGITS.sub(lambda found: found[0].replace("0", "o").replace("1", "l"), name)


@lru_cache(maxsize=1024)
def _alphabet(char: str) -> str:
    if char.isascii():
        return "LATIN" if char.isalpha() else ""
    first = unicodedata.name(char, "").partition(" ")[0] if char.isalpha() or unicodedata.category(char) == "So" else ""
    return first if first in _ALPHABETS else ""


def alphabets_of(text: str) -> frozenset[str]:
    """Return the alphabets that the letters of a text belong to, by the first word of their Unicode names."""
    if text.isascii():
        return frozenset({"LATIN"}) if any(map(str.isalpha, text)) else frozenset()
    return frozenset(filter(None, map(_alphabet, text)))


def may_be_masked(one: str, other: str) -> bool:
    """Whether two names may look alike though their letters differ: of other alphabets, or with digits for letters."""
    if one.isascii() and other.isascii():
        return bool(_DIGITS.search(one) or _DIGITS.search(other))
    alphabets = alphabets_of(one)
    return len(alphabets) > 1 or alphabets != alphabets_of(other)


def odd_letters(name: str) -> tuple[tuple[str, str], ...]:
    """Return (letter, its alphabet) of the letters that stand in a word of another alphabet, in order, each once.

    The alphabet of a word is the one of most of its letters, of equal ones Latin. A name of several words may be
    of several alphabets ("Кофе Lab"): nothing in it is odd.
    """
    found: dict[str, str] = {}
    for word in () if name.isascii() else name.split():
        letters = [(char, alphabet) for char in word if (alphabet := _alphabet(char))]
        counts: dict[str, int] = {}
        for _, alphabet in letters:
            counts[alphabet] = counts.get(alphabet, 0) + 1
        own = max(counts, key=lambda one: (counts[one], one == "LATIN"), default="")
        found |= {char: alphabet.capitalize() for char, alphabet in letters if alphabet != own}
    return tuple(found.items())
