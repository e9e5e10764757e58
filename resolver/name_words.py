"""What the words of a name are worth: articles and legal forms are left out, sounds are kept.

In: a name or a phrase, as typed. Out: :class:`NameParts`, under which a name and what people say of
it compare. "Harbor Foods Ltd.", "the Harbor Foods" and "harbor foods limited" have the same bare words.
"""

from __future__ import annotations

from dataclasses import dataclass

from slots.text import POSSESSIVE, kept, tokenize, words_of

ARTICLES = frozenset({"the", "a", "an"})
"""What may stand before a name and is no part of it."""

FUNCTION_WORDS = frozenset(
    "and or the of for to in on at by as with from de la van von der den del di da dos du le el al bin".split()
)
"""Words that name nothing by themselves, among them the particles of surnames."""

QUANTIFIERS = frozenset(
    "all everything everyone everybody anything anyone anybody something someone somebody".split()
    + "nothing nobody none both".split()
)
"""Words that say how many are meant: alone they name nothing by a part of its name ("archive *everything*")."""

LEGAL_FORMS: dict[str, str] = {
    spelling: form
    for form, spellings in {
        "group": "group",
        "holding": "holding holdings",
        "trust": "trust",
        "inc": "inc incorporated",
        "corp": "corp corporation",
        "co": "co company",
        "ltd": "ltd limited",
        "plc": "plc",
        "llc": "llc",
        "llp": "llp",
        "lp": "lp",
        "gmbh": "gmbh",
        "ag": "ag",
        "kg": "kg",
        "sa": "sa",
        "se": "se",
        "spa": "spa",
        "srl": "srl",
        "sarl": "sarl",
        "sas": "sas",
        "nv": "nv",
        "bv": "bv",
        "ab": "ab",
        "publ": "publ",
        "oy": "oy oyj",
        "asa": "asa",
        "aps": "aps",
        "kk": "kk",
        "pty": "pty",
        "pte": "pte",
        "tbk": "tbk",
        "bhd": "bhd berhad",
        "sdn": "sdn",
        "sabdecv": "sabdecv",
        "sadecv": "sadecv",
    }.items()
    for spelling in spellings.split()
}
"""Spelling -> legal form of a company, as it stands last in a name; people leave it out or spell it out.
The common ones of ISO 20275's list that are no other word, and what stands beside them ("Group, Inc.")."""

HOUSES = frozenset({"group", "holding", "trust"})
"""Forms that tell one company of a house from another: a name of one word without them is only a part."""

_LONGEST_LETTERS = 7
"""Single letters that may spell a legal form: "S.A.B. de C.V."."""


@dataclass(slots=True)
class NameParts:
    """A name, taken apart; never changed.

    Not declared frozen: making a frozen one takes three times as long, and a look-up compares dozens.
    """

    words: tuple[str, ...]
    """All words, as :func:`slots.text.words_of` gives them."""
    content: tuple[str, ...]
    """Less an article before them."""
    bare: tuple[str, ...]
    """Less the legal forms after them, too; never empty where there are words."""
    legal: tuple[str, ...]
    """The legal forms that were left out, in order, each in one spelling."""
    key: str
    """The words as one, as :func:`slots.text.key_of` gives it."""
    whole: str
    """The content as one."""
    joined: str
    """The bare words as one: "targa resources" and "targaresources" are the same."""


@kept(16384)
def parts_of(name: str) -> NameParts:
    """Take a name or phrase apart."""
    words = words_of(name)
    content = words[1:] if len(words) > 1 and words[0] in ARTICLES else words
    bare, legal = content, list[str]()
    while len(bare) > 1:
        taken, form = _legal_end(bare)
        if not taken:
            break
        bare = bare[:-taken]
        legal.insert(0, form)
    key = "".join(words)
    whole = key if content is words else "".join(content)
    joined = whole if bare is content else "".join(bare)
    return NameParts(words, content, bare, tuple(legal), key, whole, joined)


def content_words(name: str) -> tuple[str, ...]:
    """Return the words of a phrase or name but for an article before them."""
    return parts_of(name).content


def _legal_end(words: tuple[str, ...]) -> tuple[int, str]:
    """Return how many of the last words are a legal form, and which; never all of them."""
    if len(words[-1]) == 1:
        for taken in range(min(_LONGEST_LETTERS, len(words) - 1), 1, -1):
            last = words[-taken:]
            if all(len(word) == 1 or word == "de" for word in last) and "".join(last) in LEGAL_FORMS:
                return taken, LEGAL_FORMS["".join(last)]
    form = LEGAL_FORMS.get(words[-1], "")
    return (1, form) if form else (0, "")


@kept(4096)
def unowned(phrase: str) -> str:
    """Return a phrase without the possessive mark at its end ("Harbor's" in "Harbor's rate", "Foods Inc.'s")."""
    if phrase.endswith(("'s", "’s")) and len(words_of(phrase)) > 1:
        return phrase[:-2].rstrip()
    tokens = tokenize(phrase)
    if len(tokens) > 1 and tokens[-1].kind is POSSESSIVE:
        return phrase[: tokens[-1].start].rstrip()
    return phrase


def are_bare(words: tuple[str, ...]) -> bool:
    """Whether words are articles, prepositions and the like only: they name nothing as a part of a name."""
    return set(words) <= FUNCTION_WORDS | ARTICLES


def calling_words(name: str) -> tuple[str, ...]:
    """Return the words of a person's name by which they may be called: no "and", no "the", no numbers."""
    return tuple(word for word in words_of(name) if may_call(word))


def may_call(word: str) -> bool:
    """Whether one word of a person's name may stand for them."""
    return word.isalpha() and len(word) > 1 and word not in FUNCTION_WORDS


_SOUNDS = str.maketrans(
    {"c": "k", "q": "k", "x": "k", "z": "s", "v": "f", "w": "", "h": "", "y": "", "g": "k", "j": "k", "d": "t"}
)


@kept(8192)
def skeleton(word: str) -> str:
    """Return the consonants of a word by their kind of sound, each run once: what dictation keeps of it.

    It finds candidates and accepts none. A word without consonants keeps its letters.
    """
    plain = word.replace("ph", "f").translate(_SOUNDS)
    kept = "".join(char for at, char in enumerate(plain) if char not in "aeiou" and (not at or char != plain[at - 1]))
    return kept or word
