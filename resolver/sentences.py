"""A known name in an answer that is a sentence: whether it is what was asked for.

In: the phrase of an answer ("I'd say it was the museum") and the known name in it. Out: whether the words around the
name lead to it, and whether they say that something else is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from resolver.name_words import FUNCTION_WORDS
from resolver.setting import Setting
from slots.extraction import KnownWords, SlotPhrase
from slots.phrases import NEW_WORDS
from slots.tables import SlotSpec
from slots.text import words_of
from slots.words import ARTICLES, OPENS_SENTENCE

NEGATIONS = frozenset("not dont doesnt isnt arent never no none nothing without except".split())
"""Words that turn a reply that names something into a doubtful one: it fills nothing."""

_TURNS_AWAY = NEW_WORDS | {
    word
    for words in (
        # it is not so, or hardly
        "not never none nobody nothing neither nor hardly scarcely barely rarely seldom little less minus",
        "cannot aint cant couldnt didnt doesnt dont hadnt hasnt havent isnt arent mustnt neednt shant shouldnt wasnt",
        "without fails far ex",
        "werent wont wouldnt except excluding excludes exclude excluded besides apart aside bar barring lacks",
        # it is another thing, which the name helps to find
        "than instead unlike like similar same other different another one ones previous previously former formerly",
        "once used next second opposite reverse copy clone version after before behind between beyond near beside",
        "ahead prior following since until till outside away off against versus vs compared opposed contrary",
        # it is so under a condition
        "unless if whether provided assuming suppose supposing regardless despite though although case long spite",
        # the name is only spoken of
        "wish refuse doubt doubtful unsure wonder wondering hate dislike loathe stand forget lost avoid ignore",
        "ignores skip drop remove delete cancelled canceled archived closed quit ask asked asking check",
    )
    for word in words_of(words)
}
"""Words before a known name that say it is something else, or only speak of the name ("the *one after* Nike", "*if* it
was Nike", "I *doubt* it was Nike")."""

_WISHES = frozenset("i we they id wed would youd".split())
"""Words before *like* that make it a wish ("I'd like Nike"); else it compares ("more like Nike")."""

_POINTS = frozenset("it that this them".split())
"""What the words before a name do something with ("put *it* down for Nike")."""

_LITTLE = (
    ARTICLES | FUNCTION_WORDS | frozenset("work time mostly mainly maybe probably only just all under going be".split())
)
"""Words that say nothing of their own before a name."""


def turns_away(words: Sequence[str]) -> bool:
    """Whether words before a known name in an answer say that something else is meant, or only speak of it."""
    found = [word for at, word in enumerate(words) if word != "like" or at == 0 or words[at - 1] not in _WISHES]
    return tuple(words[-1:]) == ("but",) or not _TURNS_AWAY.isdisjoint(found)


def is_of_other(phrase: SlotPhrase, name: KnownWords, slot: SlotSpec, setting: Setting) -> bool:
    """Whether the words before a known name in an answer speak of something else than that.

    They turn away from the name, or say that it is of a type that the slot does not take ("the client is Nike", for a
    project).
    """
    before = words_of(phrase.text.partition(name.text)[0]) if phrase.via == "answer" else ()
    return turns_away(before) or says_other_type(before, slot, setting)


def says_other_type(words: Iterable[str], slot: SlotSpec, setting: Setting) -> bool:
    """Whether a noun among some words is that of an entity type that a slot does not take."""
    kinds = setting.tables.tables.entity_types
    own = {noun for kind in kinds if kind.name in slot.entities for noun in (kind.name, kind.title, *kind.nouns)}
    others = {noun for kind in kinds for noun in (kind.name, kind.title, *kind.nouns)}
    return not (others - own).isdisjoint(words)


def is_only_capital(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> bool:
    """Whether words are a sentence in which only the known name has capitals ("I hear the Cubs game is great").

    Where they are no answer, it may only go on behind the name. What the name owns, or a type beside it that the slot
    does not take, makes it another thing ("Nike's idea").
    """
    if len(phrase.known) != 1:
        return False
    name = phrase.known[0].text
    before, _, after = phrase.text.partition(name)
    said = words_of(before)
    if not NEW_WORDS.isdisjoint(said):
        return False
    if not after and phrase.via == "answer" and said[-1:] and said[-1] in ARTICLES | FUNCTION_WORDS:
        is_object = said[-1] in ARTICLES and FUNCTION_WORDS.isdisjoint(said[:-1])
        return is_object or leads_on(said)  # "watch the cubs", and no "part of the cubs"
    words = [word for word in f"{before} {after}".split() if word.split("'")[0] != "I"]
    words = words[1:] if before else words
    if not name[:1].isupper() or not all(word.islower() for word in words) or len(words) < 2:
        return False
    if phrase.via != "answer":
        return not said and words[0] in _GOES_ON
    is_owner = after.startswith(("'s ", "’s ", "' ", "’ "))
    return not is_owner and "wrong" not in words and not says_other_type(words_of(after)[:1], slot, setting)


_GOES_ON = frozenset({"and", "but", "so", "because"})
"""Words in lower case with which a sentence goes on behind a name ("to Oslo *and* will be back on Friday")."""


def is_set_off(before: Sequence[str]) -> bool:
    """Whether the words of an answer before a known name say something of it ("I'd say Nike", "put it on the Nike").

    "A branch of Nike" does not: what leads to the name is a thing of its own.
    """
    return not before or before[0] in OPENS_SENTENCE or (before[-1] in ARTICLES | FUNCTION_WORDS and leads_on(before))


def leads_on(words: Sequence[str]) -> bool:
    """Whether the words of an answer before a preposition say nothing of their own ("put it down" for Nike)."""
    opens = bool(words) and words[0] in OPENS_SENTENCE
    return (opens or not _POINTS.isdisjoint(words) or _LITTLE.issuperset(words)) and not turns_away(words)


def is_first_capital(phrase: SlotPhrase, before: Sequence[str]) -> bool:
    """Whether a known name in an answer has the first capital ("depart Oslo")."""
    text = phrase.text[: max(phrase.text.find(known.text) for known in phrase.known)] if before else ""
    is_led = _LITTLE.isdisjoint(before[-1:]) or _LITTLE.issuperset(before[-2:])
    return is_led and any(known.text[:1].isupper() for known in phrase.known) and text.islower()
