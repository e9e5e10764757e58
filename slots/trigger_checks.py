"""The checks on a verb table's triggers: what they name, and which one hides another.

In: the tables. Out: findings. A trigger is compared by the words it stands for,
so families are written out first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from slots.findings import Finding, Place, suggest
from slots.slot_checks import misfit, unreadable_word
from slots.tables import TableSet, Trigger, VerbSpec
from slots.text import key_of, keys_of, tokenize, words_of
from slots.words import skip_openings

GAP = "..."
"""The part of a trigger that only says that other words may stand here."""
_WRITTEN_OUT = 2_000
"""Phrases that one trigger may stand for; beyond it, its families are too many to be a trigger."""


def check_triggers(tables: TableSet) -> Iterator[Finding]:
    """Triggers that are empty, or name a family, a slot or a value that does not exist."""
    for verb in tables.verbs:
        place = Place(tables, verb)
        if not verb.triggers:
            yield place.error("has no trigger, so nothing can start it", 'add triggers = ["..."]')
        for trigger in verb.triggers:
            yield from _parts(place, verb, trigger)
            yield from _fills(place, verb, trigger)


def check_hidden_triggers(tables: TableSet) -> Iterator[Finding]:
    """Triggers that never start their verb, as an earlier one stands for the same words."""
    owners: dict[tuple[str, ...], tuple[VerbSpec, Trigger]] = {}
    for verb in tables.verbs:
        for trigger in verb.triggers:
            hidden: set[str] = set()
            for phrase in _phrases(tables, verb, trigger):
                owner, earlier = owners.setdefault(phrase, (verb, trigger))
                if earlier is not trigger and owner.name not in hidden:
                    hidden.add(owner.name)
                    yield _hidden(Place(tables, verb), trigger, " ".join(phrase), (owner, earlier))


def check_cut_triggers(tables: TableSet) -> Iterator[Finding]:
    """Triggers that begin with words which are politeness: they are cut off every message before one is looked for."""
    for verb in tables.verbs:
        for trigger in verb.triggers:
            openings = (opening for phrase in _phrases(tables, verb, trigger) if (opening := _opening(phrase)))
            if opening := next(openings, ""):
                yield Place(tables, verb).warning(
                    f"trigger {trigger.phrase!r} cannot match: its {opening!r} is politeness, cut off every message",
                    "write what follows it",
                )


def _opening(phrase: tuple[str, ...]) -> str:
    """Return the words of politeness that a phrase begins with; empty for none, and where a slot's value begins it."""
    words = phrase[: next((at for at, word in enumerate(phrase) if word.startswith("<")), len(phrase))]
    tokens = tokenize(" ".join(words))
    return " ".join(token.text for token in tokens[: skip_openings(tokens, keys_of(tokens), 0)])


def _hidden(place: Place, trigger: Trigger, phrase: str, by: tuple[VerbSpec, Trigger]) -> Finding:
    owner, earlier = by
    if place.verb is owner:
        return place.warning(f"triggers {earlier.phrase!r} and {trigger.phrase!r} both stand for {phrase!r}")
    return place.error(
        f"trigger {trigger.phrase!r} is hidden: {earlier.phrase!r} of {owner.name} also stands for {phrase!r}",
        "only one verb may have it",
    )


def _parts(place: Place, verb: VerbSpec, trigger: Trigger) -> Iterator[Finding]:
    slots = [slot.name for slot in verb.slots]
    parts = [part for part in trigger.phrase.split() if part != GAP]
    if not parts:
        yield place.error(f"trigger {trigger.phrase!r} is empty", "write the words that start the verb")
    for part in parts:
        name = part[1:-1]
        if part == f"{{{name}}}" and not set("{}<>") & set(name):
            if name not in place.tables.families:
                yield place.error(
                    f"trigger {trigger.phrase!r} names no family {name!r}", suggest(name, place.tables.families)
                )
        elif part == f"<{name}>" and not set("{}<>") & set(name):
            if name not in slots:
                yield place.error(f"trigger {trigger.phrase!r} names no slot {name!r}", suggest(name, slots))
        elif set("{}<>") & set(part):
            yield place.error(
                f"trigger {trigger.phrase!r} cannot be read at {part!r}", "write {family}, <slot> or plain words"
            )
        elif why := unreadable_word(part):
            yield place.error(f"trigger {trigger.phrase!r}: {part!r} {why}")


def _fills(place: Place, verb: VerbSpec, trigger: Trigger) -> Iterator[Finding]:
    slots = {slot.name: slot for slot in verb.slots}
    for name, value in trigger.fills.items():
        if name not in slots:
            yield place.error(f"trigger {trigger.phrase!r} fills no slot {name!r}", suggest(name, slots))
        elif wrong := misfit(place, slots[name], value):
            problem, advice = wrong
            yield place.error(f"trigger {trigger.phrase!r} fills {name} with {value!r}, which {problem}", advice)


def _phrases(tables: TableSet, verb: VerbSpec, trigger: Trigger) -> Iterator[tuple[str, ...]]:
    """Yield every phrase that the trigger stands for, as folded words; a slot is what it holds."""
    choices: list[list[tuple[str, ...]]] = []
    size = 1
    for part in trigger.phrase.split():
        name = part[1:-1]
        if part == GAP:
            continue
        if part.startswith("{"):
            choices.append([words_of(word) for word in tables.families.get(name, ())])
        elif part.startswith("<") and verb.has_slot(name):
            slot = verb.slot(name)
            choices.append([(f"<{','.join(slot.entities) or slot.kind}>",)])
        else:
            choices.append([words_of(part)])
        size *= len(choices[-1])
    if choices and 0 < size <= _WRITTEN_OUT:
        for combined in product(*choices):
            yield tuple(word for words in combined for word in words)


def check_families(tables: TableSet) -> Iterator[Finding]:
    """Families without words, with words that no message holds, or without their own word."""
    place = Place(tables)
    for name, words in tables.families.items():
        if not words:
            yield place.error(f"family {name!r} is empty", "list the words that mean it, its own included")
        for word in words:
            if why := unreadable_word(word):
                yield place.error(f"family {name!r}: {word!r} {why}")
        if words and key_of(name.replace("_", " ")) not in {key_of(word) for word in words}:
            yield place.warning(f"family {name!r} does not list its own word")
