"""A verb's table with its words cut into token keys, ready for matching.

In: a :class:`slots.tables.TableSet`. Out: a :class:`CompiledSet`, built once and
shared; every phrase of the table is a tuple of token keys, so matching compares
tuples and needs no regular expression.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType

from slots.tables import Form, Occurrence, SlotKind, SlotSpec, TableSet, Trigger, VerbSpec
from slots.text import Token, name_key, starts_with, tokenize
from slots.words import PRONOUN_STARTS, PhraseList

Keys = tuple[str, ...]
"""The folded tokens of a phrase of the table."""

_PART = re.compile(r"\{(?P<family>[a-z0-9_]+)\}|<(?P<slot>[a-z0-9_]+)>|(?P<gap>\.\.\.)|(?P<word>[^\s{}<>]+)")


@dataclass(frozen=True, slots=True)
class Group:
    """One part of a trigger: words that stand together, or a value of a slot."""

    words: tuple[Keys, ...] = ()
    """The phrases that may stand here, longest first; empty for a slot's value."""
    slot: str = ""
    """The slot whose value stands here."""
    firsts: frozenset[str] = field(init=False)
    """The first words of its phrases."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "firsts", frozenset(words[0] for words in self.words))


@dataclass(frozen=True, slots=True)
class CompiledTrigger:
    """A trigger as groups; between two groups other words may stand."""

    verb: str
    """The verb it starts."""
    phrase: str
    """The trigger as declared."""
    groups: tuple[Group, ...]
    """Its parts, in order."""
    fills: Mapping[str, str]
    """Slot -> literal value that its object noun fills."""


@dataclass(frozen=True, slots=True)
class CompiledForm:
    """Which words lead to which slots in one surface form."""

    name: str
    """The form's name; empty for the verb's own."""
    form: Form | None
    """The declared form; None for the verb's own."""
    prepositions: Mapping[Keys, tuple[str, ...]]
    """Preposition -> the slots that claim it, in slot order."""
    words: PhraseList
    """The prepositions, longest first."""
    firsts: frozenset[str]
    """Words that a preposition, a marker, an end of a value or a pronoun starts with: any other word is plain."""
    occurrence: Mapping[str, Occurrence]
    """Slot -> which occurrence of its preposition takes it."""
    objects: tuple[str, ...]
    """The slots that stand directly after the trigger."""


@dataclass(frozen=True, slots=True)
class CompiledVerb:
    """One verb, ready for matching."""

    spec: VerbSpec
    """The table."""
    triggers: tuple[CompiledTrigger, ...]
    """Its triggers, in order."""
    forms: tuple[CompiledForm, ...]
    """The verb's own form first, then the declared ones."""
    markers: PhraseList
    """Words that fill nothing, longest first."""
    ends: Mapping[Keys, tuple[str, ...]]
    """Further words that end a value, longest first -> the slots whose value they end."""
    end_words: PhraseList
    """Those words, longest first."""
    choices: Mapping[str, str]
    """Key of a choice or of its alias -> the slot it belongs to, for choices listed in the table."""
    choice_names: Mapping[tuple[str, str], str]
    """(slot, key) -> the choice's name."""
    nouns: Mapping[str, Mapping[Keys, str]]
    """Slot -> noun -> the entity type it says; empty where it only says what the slot is."""
    people: frozenset[str] = frozenset()
    """The entity types that are people."""
    fingerprint: str = field(init=False)
    """A short mark of the table: it changes when the table does."""

    def __post_init__(self) -> None:
        mark = sha256(self.spec.model_dump_json().encode()).hexdigest()[:16]
        object.__setattr__(self, "fingerprint", mark)

    @property
    def longest_noun(self) -> int:
        """Words of its longest noun."""
        return max((len(noun) for nouns in self.nouns.values() for noun in nouns), default=0)


@dataclass(frozen=True, slots=True)
class CompiledSet:
    """All verbs of a table set, ready for matching."""

    tables: TableSet
    """What it was made from."""
    verbs: Mapping[str, CompiledVerb]
    """Name -> verb, in table order."""
    led: Mapping[str, tuple[tuple[int, CompiledVerb], ...]]
    """First word of a trigger -> (place in the table, verb) of the verbs with such a trigger, in table order."""
    any_start: tuple[tuple[int, CompiledVerb], ...]
    """The same of verbs with a trigger that begins with a value."""

    def verb(self, name: str) -> CompiledVerb | None:
        """Return the verb of that name, or None."""
        return self.verbs.get(name)

    def starting(self, word: str) -> Collection[tuple[int, CompiledVerb]]:
        """Return (place in the table, verb) of the verbs that may start at a word."""
        led = self.led.get(word, ())
        return led if not self.any_start else {**dict(led), **dict(self.any_start)}.items()

    @property
    def types(self) -> tuple[str, ...]:
        """Every entity type and directory list that a slot takes, sorted."""
        wanted: set[str] = set()
        for verb in self.tables.verbs:
            for slot in verb.slots:
                wanted.update(slot.entities)
                if slot.choices_from:
                    wanted.add(slot.choices_from)
        return tuple(sorted(wanted))

    @property
    def people(self) -> tuple[str, ...]:
        """The entity types of people, sorted."""
        return tuple(sorted(kind.name for kind in self.tables.entity_types if kind.is_person))


def keys(phrase: str) -> Keys:
    """Return a phrase of the table as folded tokens."""
    return tuple(token.key for token in tokenize(phrase))


def longest(tokens: Sequence[Token], at: int, phrases: PhraseList) -> Keys | None:
    """Return the first of the phrases (given longest first) that stands from ``at``, or None."""
    if at >= len(tokens):
        return None
    for phrase in phrases.starting(tokens[at].key):
        if len(phrase) == 1 or starts_with(tokens, at, phrase):
            return phrase
    return None


def by_length(phrases: Iterable[Keys]) -> PhraseList:
    """Return the phrases longest first, each once, in a stable order; those without a word are left out."""
    return PhraseList(sorted(dict.fromkeys(filter(None, phrases)), key=lambda phrase: (-len(phrase), phrase)))


def compile_tables(tables: TableSet) -> CompiledSet:
    """Cut every phrase of the tables into token keys."""
    verbs = {verb.name: _compile_verb(verb, tables) for verb in tables.verbs}
    led: dict[str, dict[str, tuple[int, CompiledVerb]]] = {}
    for place, verb in enumerate(verbs.values()):
        for trigger in verb.triggers:
            for words in trigger.groups[0].words:
                led.setdefault(words[0], {})[verb.spec.name] = (place, verb)
    free = tuple(
        (place, verb)
        for place, verb in enumerate(verbs.values())
        if any(trigger.groups[0].slot for trigger in verb.triggers)
    )
    starts = {word: tuple(found.values()) for word, found in led.items()}
    return CompiledSet(tables, MappingProxyType(verbs), MappingProxyType(starts), free)


def _compile_verb(verb: VerbSpec, tables: TableSet) -> CompiledVerb:
    implied = {slot.type_slot for slot in verb.slots}
    listed = {
        (slot.name, name_key(tokenize(word))): choice.name
        for slot in verb.slots
        if slot.name not in implied
        for choice in slot.choices
        for word in (choice.name, *choice.aliases)
    }
    own = _compile_form(verb, None)
    return CompiledVerb(
        spec=verb,
        triggers=tuple(_compile_trigger(verb.name, trigger, tables) for trigger in verb.triggers),
        forms=(own, *(_compile_form(verb, form) for form in verb.forms)),
        markers=_markers(verb),
        ends=(ends := _ends(verb)),
        end_words=PhraseList(ends),
        choices={key: slot for slot, key in listed},
        choice_names=listed,
        nouns={slot.name: _nouns(slot, tables) for slot in verb.slots},
        people=frozenset(kind.name for kind in tables.entity_types if kind.is_person),
    )


def _compile_trigger(verb: str, trigger: Trigger, tables: TableSet) -> CompiledTrigger:
    groups: list[Group] = []
    words: list[str] = []

    def close() -> None:
        if words:
            groups.append(Group(words=(keys(" ".join(words)),)))
            words.clear()

    for match in _PART.finditer(trigger.phrase):
        if match["word"]:
            words.append(match["word"])
            continue
        close()
        if match["family"]:
            family = tables.families.get(match["family"], (match["family"],))
            groups.append(Group(words=by_length(keys(word) for word in family)))
        elif match["slot"]:
            groups.append(Group(slot=match["slot"]))
    close()
    return CompiledTrigger(verb, trigger.phrase, tuple(groups), MappingProxyType(dict(trigger.fills)))


def _compile_form(verb: VerbSpec, form: Form | None) -> CompiledForm:
    claims: dict[Keys, list[str]] = {}
    for slot in verb.slots:
        words = slot.prepositions if form is None else form.prepositions.get(slot.name, slot.prepositions)
        for word in words:
            claims.setdefault(keys(word), []).append(slot.name)
    own = {slot.name: slot.occurrence for slot in verb.slots}
    objects = tuple(slot.name for slot in verb.slots if slot.is_object)
    if form is not None and form.objects is not None:
        objects = form.objects
    return CompiledForm(
        name=form.name if form else "",
        form=form,
        prepositions={phrase: tuple(slots) for phrase, slots in claims.items()},
        words=by_length(claims),
        firsts=PRONOUN_STARTS.union(phrase[0] for phrase in (*claims, *_markers(verb), *_ends(verb)) if phrase),
        occurrence=own | dict(form.occurrence if form else {}),
        objects=objects,
    )


def _markers(verb: VerbSpec) -> PhraseList:
    return by_length(keys(marker) for marker in verb.markers)


def _ends(verb: VerbSpec) -> dict[Keys, tuple[str, ...]]:
    words = by_length(keys(word) for slot in verb.slots for word in slot.ends)
    return {word: tuple(slot.name for slot in verb.slots if word in map(keys, slot.ends)) for word in words}


def _nouns(slot: SlotSpec, tables: TableSet) -> dict[Keys, str]:
    found = {keys(noun): "" for noun in slot.nouns}
    if slot.kind in (SlotKind.ENTITY, SlotKind.NAME):
        for name in slot.entities:
            kind = tables.entity_type(name)
            for noun in (kind.title, kind.name, *kind.nouns):
                found[keys(noun)] = name
    elif not slot.is_typed or slot.kind is SlotKind.NUMBER:
        found.setdefault(keys(slot.title), "")
    return {noun: kind for noun, kind in found.items() if noun}
