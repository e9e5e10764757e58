"""What an extraction is: the phrases that fill slots, the strays, the leftover, and every character's role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from slots.readers import Value
from slots.text import Span
from slots.words import PronounKind


class PhraseKind(StrEnum):
    """How a phrase says its value."""

    WORDS = "words"
    """By a name or other words."""
    PRONOUN = "pronoun"
    """By pointing at something mentioned ("it", "her", "the project")."""
    MENTION = "mention"
    """By a front end's mention."""
    VALUE = "value"
    """By a typed value that was read."""
    UNREADABLE = "unreadable"
    """By words that the slot's kind cannot be read from."""


class Role(StrEnum):
    """What a stretch of the utterance is there for."""

    FILLER = "filler"
    """Politeness, articles, hesitation."""
    TRIGGER = "trigger"
    """Starts the verb."""
    MARKER = "marker"
    """Belongs to the verb and fills nothing."""
    PREPOSITION = "preposition"
    """Leads to a slot."""
    NOUN = "noun"
    """Says what type the thing beside it is."""
    VALUE = "value"
    """Fills a slot."""
    REPAIRED = "repaired"
    """Was taken back in the same sentence, with the words that did it."""
    PUNCTUATION = "punctuation"
    """Marks."""
    LEFTOVER = "leftover"
    """Nothing took it."""


@dataclass(slots=True)
class Segment:
    """A stretch of the utterance with one role; never changed.

    Not declared frozen: making a frozen one takes three times as long.
    """

    span: Span
    """Its characters."""
    role: Role
    """What it is there for."""
    slot: str = ""
    """The slot it fills, for values."""


@dataclass(frozen=True, slots=True)
class KnownWords:
    """A known name inside a phrase or in the leftover."""

    text: str
    """As typed."""
    span: Span
    """Its characters."""
    key: str
    """The key under which the directory knows it."""
    types: frozenset[str]
    """The entity types that have something of this name."""


@dataclass(slots=True)
class SlotPhrase:
    """The words that fill one slot, and how they were found; never changed.

    Not declared frozen: making a frozen one of so many fields takes six times as long.
    """

    slot: str
    """The slot."""
    text: str
    """The words as typed, without articles and type nouns around them."""
    span: Span
    """Their characters."""
    kind: PhraseKind
    """How they say the value."""
    via: str
    """What led to them: the preposition, or ``object``, ``possessive``, ``bare``, ``answer``."""
    value: Value | None = None
    """For values: what was read."""
    pronoun: PronounKind | None = None
    """For pronouns: which."""
    type_noun: str = ""
    """The entity type that a noun beside it says; empty for none."""
    known: tuple[KnownWords, ...] = ()
    """The known names inside it, in order."""
    full: str = ""
    """The words with the type noun that stood behind them ("readin lamp"), which may be a part of the name."""
    longer: str = ""
    """The words with those behind them that say when ("Act *now*"), which may be a part of the name."""
    is_new: bool = False
    """Whether the person said that it is new ("new client X")."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What an utterance says to one verb.

    Phrases are in the order of the utterance; several for one slot are alternatives of equal
    standing that the resolver must judge (what a repair took back is no longer among them).
    """

    verb: str
    """The verb."""
    trigger: str
    """The trigger's words as typed; empty for a reply."""
    form: str
    """The surface form that applied; empty for the verb's own."""
    phrases: tuple[SlotPhrase, ...]
    """What fills slots."""
    fills: tuple[tuple[str, str], ...]
    """(slot, literal) that the trigger's object noun fills when nothing else does."""
    strays: tuple[KnownWords, ...]
    """Known names that no slot took."""
    leftover: tuple[str, ...]
    """Words that no slot took, as typed, in order; fillers and articles are not among them."""
    segments: tuple[Segment, ...]
    """Every character but blanks, in order, each in one segment."""

    def of(self, slot: str) -> tuple[SlotPhrase, ...]:
        """Return the phrases of one slot, in order."""
        return tuple(phrase for phrase in self.phrases if phrase.slot == slot)
