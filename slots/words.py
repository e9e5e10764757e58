"""Small words that carry no value: articles, fillers, politeness, repairs, pronouns.

In: tokens (:mod:`slots.text`). Out: positions in them. Everything is a table
of phrases, each phrase the tuple of its tokens' keys, so that a new word is a
new entry and nothing else.

Names are looked up before anything is dropped here: "Just Eat" and "OK Soda"
begin with fillers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar

from slots.text import MARK, NUMBER, SMALL_NUMBERS, WORD, Token, Tokens, keys_of

Phrase = tuple[str, ...]
"""The keys of a phrase's tokens, in order."""

Value = TypeVar("Value")


class PhraseList(tuple[Phrase, ...]):
    """Phrases in the order in which they are tried, found by their first word."""

    @cached_property
    def _by_first(self) -> dict[str, tuple[Phrase, ...]]:
        found: dict[str, tuple[Phrase, ...]] = {}
        for phrase in self:
            found[phrase[0]] = (*found.get(phrase[0], ()), phrase)
        return found

    @property
    def firsts(self) -> Iterable[str]:
        """The words that one of them starts with."""
        return self._by_first

    def starting(self, word: str) -> tuple[Phrase, ...]:
        """Return those that start with a word, in order."""
        return self._by_first.get(word, ())


def phrases(text: str) -> PhraseList:
    """Return the phrases of a list separated by ``|``, longest first.

    They are written as keys: lower case, no apostrophes ("dont"), a blank around marks ("right ?").
    """
    listed = dict.fromkeys(tuple(part.split()) for part in text.split("|") if part.strip())
    return PhraseList(sorted(listed, key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class PhraseTable(Generic[Value]):
    """Phrases with what they mean; the longest that fits is found."""

    values: Mapping[Phrase, Value]
    """Phrase -> meaning."""
    longest: int
    """Tokens of the longest phrase."""
    reach: Mapping[str, int]
    """First token -> tokens of the longest phrase that starts with it."""

    @classmethod
    def of(cls, rows: Iterable[tuple[Value, str]]) -> PhraseTable[Value]:
        """Build a table from (meaning, phrases separated by ``|``); raises ``ValueError`` for a phrase with two."""
        values: dict[Phrase, Value] = {}
        for value, text in rows:
            for phrase in phrases(text):
                if values.setdefault(phrase, value) != value:
                    raise ValueError(f"the phrase {' '.join(phrase)!r} has two meanings: {values[phrase]} and {value}")
        reach: dict[str, int] = {}
        for phrase in values:
            reach[phrase[0]] = max(reach.get(phrase[0], 0), len(phrase))
        return cls(values, max(map(len, values), default=0), reach)

    def at(self, keys: Sequence[str], first: int) -> tuple[Value, int] | None:
        """Return the meaning of the longest phrase that starts at ``first``, and the position past it."""
        reach = self.reach.get(keys[first], 0) if first < len(keys) else 0
        for size in range(min(reach, len(keys) - first), 0, -1):
            value = self.values.get(tuple(keys[first : first + size]))
            if value is not None:
                return value, first + size
        return None

    def before(self, keys: Sequence[str], past: int, first: int = 0) -> tuple[Value, int] | None:
        """Return the meaning of the longest phrase that ends before ``past``, and its first position."""
        for size in range(min(self.longest, past - first), 0, -1):
            value = self.values.get(tuple(keys[past - size : past]))
            if value is not None:
                return value, past - size
        return None


ARTICLES: frozenset[str] = frozenset("the a an my our your this that some".split())
"""Determiners before a name or noun. *new* is none: it begins names ("New York") and asks for a creation."""

SPEAKERS: frozenset[str] = frozenset("i we you they he she it there people anyone anybody someone".split())
"""Words that begin a sentence about somebody: no name begins with them."""

OPENS_SENTENCE: frozenset[str] = SPEAKERS | frozenset("im id ill ive were wed well weve its thats that lets".split())
"""Words that begin a sentence in which something is said about a name ("*I'd* say the museum")."""

SPEECH: frozenset[str] = OPENS_SENTENCE | frozenset(
    "am is are was were be been being will would should shall like want wanted need needed prefer have has had"
    " having do does did doing go going get said say saying mean meant and but so then to for of in on at by with"
    " from as about also just please really actually this here now let theres".split()
)
"""Words of which a sentence is made around what it says: alone they say nothing ("*and I would like it to be*")."""

DEFINITE: frozenset[str] = frozenset({"the", "that", "this"})
"""Articles that make a lone type noun a reference ("the project")."""

ASKING: PhraseTable[bool] = PhraseTable.of(
    [(True, "tell me | tell us | do you know | know | i wonder | find out | check")]
)
"""Words that only lead to a question, politeness before them dropped ("I'd like to *know*")."""

HESITATIONS: frozenset[str] = frozenset("um uh umm uhh er erm hm hmm mm ah oh eh".split())
"""Sounds that say nothing wherever they stand, as long as no name has them."""

COMMON_PREPOSITIONS: frozenset[str] = frozenset("to for on of with at in from by about as over into".split())
"""Prepositions that stand inside new names too: there they need a readable value behind them to count."""

SOUNDS: frozenset[str] = frozenset("um uh umm uhh er erm hmm".split())
"""Those of them that stand in no name in lower case: they are left out in the middle of a message too."""

ABBREVIATIONS: frozenset[str] = frozenset("inc ltd co corp llc jr sr st bros assoc dept".split())
"""Words at the end of a name that keep their point ("Zed, Inc.")."""

POINTED: frozenset[str] = ABBREVIATIONS | frozenset(
    "dr mr mrs ms mx prof rev hon mt ft vs approx gen col maj capt cpt sgt lt cmdr adm sen rep gov pres messrs wm chas"
    " geo jos thos nat natl intl mfg univ inst ave blvd bldg rd al etc".split()
)
"""Words whose point ends no sentence ("St. Mary", "Dr. Lee", "Gen. Motors")."""

LONGEST_COUNTING = 4
"""Letters of a word whose point may lead to a number ("No. 5", "Vol. 2", "Pt. 3", "Bldg. 5"); a longer one ends a
sentence ("... to Harbour. 3 hours")."""

NAMING: frozenset[str] = frozenset({"called", "named"})
"""Words between a type noun and a name that say nothing of their own ("a new client *called* Zebra")."""

NAME_LEADS: PhraseList = phrases(
    "call it | lets call it | call that | call this | call them | call him | call her | name it | rename it to"
    " | rename it | title it | it is called | its called | it was called | called | named | it should be called"
    " | should be called | is called | name is | name s | make the name"
    " | he is called | hes called | she is called | shes called | they are called | theyre called | im called"
    + "".join(
        f" | {whose} name {joins}"
        for whose in "the its his her their my our".split()
        for joins in ("is", "s", "is called", "should be", "will be")
    )
)
"""Words that only lead to a new name, longest first ("call it Apollo")."""

FILLERS = (
    "um | uh | umm | uhh | er | erm | hm | hmm | mm | ah | oh | eh | hey | hey there | hi | hi there | hello"
    " | hello there | yo | ok | okay | ok so | okay so | alright | alright then | all right | right , | so | well"
    " | well then | now then | just | also | and | and then | then | and also | oh and | basically | you know"
    " | actually | sorry | wait | good morning | good afternoon | good evening"
)
"""Sounds, greetings and connectives at the start of an utterance."""
REQUESTS = (
    "can you | could you | would you | will you | can we | could we | can i | could i | may i"
    " | id like you to | i would like you to | i want you to | i need you to | would you mind"
    " | would it be possible to | is it possible to | would it be ok to | are you able to"
    " | i was wondering if you could | i wonder if you could"
)
"""Openings that ask somebody to do something: no questions, whatever mark ends them."""
_POLITE = (
    "please | pls | plz | kindly | you can | you may | i want to | i do want to | i wanna"
    " | i would like to | id like to | id love to | i need to"
    " | i wish to | i would love to | i am looking to | im looking to | i was looking to | i am hoping to"
    " | im hoping to | i was hoping to | i am ready to | im ready to | we want to | we would like to | wed like to"
    " | we need to | we have to | i need your help to | i want your help to | i was wondering if you could"
    " | i have to | im trying to | i am trying to | im going to | lets | let us | let me | let me know | go ahead and"
    " | help me | help me to | do me a favor and | do me a favour and | it would be great if you could | if you could"
    " | if you can"
)
OPENINGS = PhraseTable.of([(True, FILLERS), (True, REQUESTS), (True, _POLITE)])
"""What is dropped at the start of an utterance."""
CLOSINGS = PhraseTable.of(
    [
        (
            True,
            "please | pls | plz | thanks | thank you | thanks a lot | thanks so much | thank you very much"
            " | many thanks | thank you so much | thx | ty | cheers | right ? | ok ? | okay ? | yes ? | yeah ?"
            " | will you | would you | could you | can you | if you can | if you could | if possible"
            " | if you dont mind | if you please | you know | then | though | actually | sorry | um | uh | hmm"
            " | thats it | thats all | that is all",
        )
    ]
)
"""What is dropped at the end of an utterance."""

NOW = PhraseTable.of(
    [(True, "now | right now | right away | straight away | immediately | at once | asap | as soon as possible")]
)
"""That a thing is to be done when it is said: at the end of an utterance it says nothing more."""

SO_FAR = PhraseTable.of([(True, "for now | for the moment | until now | till now | up to now | as of now | so far")])
"""That a thing holds when it is said, likewise; behind a yes it may be a condition."""

BEFOREHAND = PhraseTable.of(
    [
        (
            True,
            "now | right now | for now | first | first of all | first off | firstly | second | secondly | next"
            " | next up | up next | finally | lastly | one more thing",
        ),
        (
            True,
            "i must | i should | i still have to | i still need to | ive got to | i have got to | i gotta"
            " | i just want to | i wanted to | i just wanted to | we need to | we have to | we want to | we must"
            " | we should | we would like to | wed like to | i forgot to | remember to | dont forget to",
        ),
    ]
)
"""When a wish comes, and that it is one, said before its verb ("*now* turn it off", "*we should* archive it"). Names
and answers begin so too: only a verb right behind tells."""

_MOST_BEFOREHAND = 4
"""Phrases of it that are dropped one behind another: more than anybody says, and a bound for each clause."""

FOR_SPEAKER: frozenset[Phrase] = frozenset({("for", "me"), ("for", "us")})
"""Politeness too, where no slot takes it ("cancel it *for me*")."""

_EDGE_MARKS = frozenset(",.;:!?…-–—")
_TOUCHING = frozenset("-–'/_")
"""Marks that tie a word to the next one when no blank stands between ("so-called")."""


def strip_edges(tokens: Sequence[Token]) -> tuple[int, int]:
    """Return the positions (first, past) of what remains without fillers and politeness at both ends.

    Sentence marks at the ends go too, but not one that belongs to a number ("-1", ".5").
    Nothing may remain: then both positions are equal ("ok", "please").
    """
    if not isinstance(tokens, Tokens):
        return _find_edges(tokens)
    if tokens.edges is None:
        tokens.edges = _find_edges(tokens)
    return tokens.edges


def _find_edges(tokens: Sequence[Token]) -> tuple[int, int]:
    keys = keys_of(tokens)
    first = skip_openings(tokens, keys, 0)
    return first, _strip_end(tokens, keys, first)


def skip_openings(tokens: Sequence[Token], keys: Sequence[str], first: int) -> int:
    """Return the position behind the fillers and politeness that stand at ``first``; ``keys`` are the tokens' keys."""
    while first < len(tokens):
        found = OPENINGS.at(keys, first)
        if found and not is_tied(tokens, found[1]):
            first = found[1]
        elif keys[first] in _EDGE_MARKS and not _signs_number(tokens, first):
            first += 1
        else:
            break
    return first


def skip_beforehand(tokens: Sequence[Token], keys: Sequence[str], first: int) -> int:
    """Return the position behind the words at ``first`` that only lead to a verb (:data:`BEFOREHAND`), and fillers."""
    for _ in range(_MOST_BEFOREHAND):
        found = BEFOREHAND.at(keys, first)
        if found is None or is_tied(tokens, found[1]):
            break
        first = skip_openings(tokens, keys, found[1])
    return first


def _strip_end(tokens: Sequence[Token], keys: Sequence[str], first: int) -> int:
    past = len(tokens)
    while past > first:
        found = CLOSINGS.before(keys, past, first)
        if found and not is_tied(tokens, found[1]):
            past = found[1]
        elif keys[past - 1] in _EDGE_MARKS:
            past -= 1
        else:
            break
    return past


def is_tied(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token at a position and the one before it are one written word."""
    if not 0 < at < len(tokens) or tokens[at].start != tokens[at - 1].end:
        return False
    sides = (tokens[at - 1], tokens[at])
    return all(side.kind is not MARK or side.key in _TOUCHING for side in sides)


def _signs_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether the mark at a position stands directly before a number, or before its currency ("-$5")."""
    after = at + 1
    if after >= len(tokens) or tokens[after].start != tokens[at].end:
        return False
    is_currency = unicodedata.category(tokens[after].text[0]) == "Sc"
    number = after + is_currency
    return number < len(tokens) and tokens[number].kind is NUMBER


REPAIRS: PhraseList = phrases(
    "i mean | i meant | i meant to say | make that | no wait | wait no | no | wait | actually | sorry | no sorry"
    " | scratch that | strike that | rather | or rather | correction | oops | or actually | no actually"
    " | on second thought | hold on"
)
"""Markers after which a value replaces the one before them ("two, *no*, three hours"), longest first."""

CLEAR_REPAIRS: frozenset[Phrase] = frozenset(
    phrases(
        "i mean | i meant | i meant to say | make that | scratch that | strike that | rather | or rather | correction"
        " | or actually | no actually | on second thought | no wait | wait no"
    )
)
"""Those that say so without a pause behind them too; "no rush", "sorry for that" and "actually fun" repair nothing."""

ASIDES: PhraseList = phrases(
    "wait for | wait until | wait till | hold on to | sorry for the | sorry for my | sorry about | sorry that"
    " | sorry if | i mean it | i meant it | no longer | no more | no less | no later | no sooner | no earlier"
    " | no need to | no need for | no need"
    " | no matter | no doubt | no thanks | no worries"
)
"""What begins like a repair and is none ("*wait for* my ok", "*I mean it*")."""

DENIALS: PhraseList = phrases(
    "not | never | neither | nor | isnt | is not | wasnt | was not | instead of | rather than | as opposed to"
    " | except | except for | but not | and not | but never | and never"
)
"""Words before what is not meant ("but *not* for Sam", "*instead of* 3h")."""


class PronounKind(StrEnum):
    """Which entities a pronoun can stand for."""

    IT = "it"
    """A thing, whatever its type."""
    THEY = "they"
    """A person of any gender, several people, or several things."""
    HE = "he"
    """A person spoken of as he."""
    SHE = "she"
    """A person spoken of as she."""
    ME = "me"
    """The speaker."""


@dataclass(frozen=True, slots=True)
class Pronoun:
    """One way to point at something without naming it."""

    words: Phrase
    """The keys of its tokens."""
    kind: PronounKind
    """What it can stand for."""
    is_possessive: bool = False
    """Whether something that belongs to the referent follows ("*her* rate")."""


_PRONOUN_ROWS: tuple[tuple[PronounKind, bool, str], ...] = (
    (PronounKind.IT, False, "it | itself | this | that | this one | that one | the same one | the same | same one"),
    (PronounKind.IT, True, "its"),
    (PronounKind.THEY, False, "they | them | theirs | themselves | these | those"),
    (PronounKind.THEY, True, "their"),
    (PronounKind.HE, False, "he | him | himself"),
    (PronounKind.HE, True, "his"),
    (PronounKind.SHE, False, "she | her | hers | herself"),
    (PronounKind.SHE, True, "her"),
    (PronounKind.ME, False, "me | myself | i | mine"),
    (PronounKind.ME, True, "my"),
)
PRONOUNS: tuple[Pronoun, ...] = tuple(
    sorted(
        (Pronoun(words, kind, owns) for kind, owns, text in _PRONOUN_ROWS for words in phrases(text)),
        key=lambda pronoun: len(pronoun.words),
        reverse=True,
    )
)
"""Every pronoun, longest first; *her* stands twice, as object and as possessive."""

_LONGEST_PRONOUN = len(PRONOUNS[0].words)
PRONOUN_STARTS: frozenset[str] = frozenset(one.words[0] for one in PRONOUNS)
"""Words that a pronoun starts with."""
_BY_WORDS: dict[tuple[Phrase, bool], Pronoun] = {(one.words, one.is_possessive): one for one in PRONOUNS}
_BEFORE_NOUN = frozenset({("this",), ("that",), ("these",), ("those",), ("the", "same")})
_NO_NOUN = frozenset(
    "to for on at as from by in with into of off under over about until till since before after during per due"
    " and or but"
    " also too then please instead today tomorrow yesterday now again the a an"
    " is was are were has have had will would should can could did does".split()
)
"""Words that no possessive or demonstrative can stand before as their noun."""
_PREPOSITIONS = frozenset("to for on at as from by in with into under until since due and or but".split())


def read_pronoun(tokens: Sequence[Token], at: int) -> tuple[Pronoun, int] | None:
    """Return the longest pronoun that starts at a position, and the position past it.

    *this*, *that*, *these*, *those* and *the same* before a noun ("that project") are left to the caller:
    they are pronouns only where no word follows directly, or only a preposition ("add it to that for Ann").
    *her* is possessive where a word that can be owned follows ("her rate", but "give her 3 hours", "for her
    on Friday"). "It's" is *it is* and no pronoun; *its* is.
    """
    if at >= len(tokens) or tokens[at].key not in PRONOUN_STARTS:
        return None
    for size in range(min(_LONGEST_PRONOUN, len(tokens) - at), 0, -1):
        words = tuple(token.key for token in tokens[at : at + size])
        plain, owning = _BY_WORDS.get((words, False)), _BY_WORDS.get((words, True))
        if plain is None and owning is None:
            continue
        past = at + size
        found = owning if plain is None or (owning and _is_owned(tokens, past)) else plain
        if found is not None and _stands_alone(tokens, at, past):
            return found, past
    return None


def _stands_alone(tokens: Sequence[Token], at: int, past: int) -> bool:
    if any("'" in token.text or "’" in token.text for token in tokens[at:past]):
        return False
    if tuple(token.key for token in tokens[at:past]) not in _BEFORE_NOUN or past >= len(tokens):
        return True
    return not tokens[past].is_word or tokens[past].key in _PREPOSITIONS


def _is_owned(tokens: Sequence[Token], past: int) -> bool:
    if past >= len(tokens) or tokens[past].kind is not WORD:
        return False
    return tokens[past].key not in _NO_NOUN and tokens[past].key not in SMALL_NUMBERS
