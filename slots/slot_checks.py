"""The checks on one slot of a verb table: what it holds, its words, how it is asked for.

In: the place and the slot's table. Out: findings. The checks on verbs, triggers
and forms are in :mod:`slots.checks`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from slots.findings import Finding, Place, Severity, suggest
from slots.money import TIMES
from slots.tables import Menu, SlotKind, SlotSpec, VerbSpec
from slots.text import clean, key_of

UNITS = ("hours", "minutes", "seconds", "days")
"""The units of durations."""
_PER = tuple(dict.fromkeys(TIMES.values()))
"""The units of time that an amount may be for."""

_RESERVED = {"speaker": "entity slots of a person type", "today": "date slots", "this_month": "month slots"}
"""Defaults that stand for something -> the slots that may have them."""
_COUNTED = frozenset({SlotKind.DURATION, SlotKind.NUMBER, SlotKind.MONEY})
_ENTITY = frozenset({SlotKind.ENTITY})
_CLOCK = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
_UNSET = SlotSpec(name="unset", kind=SlotKind.TEXT)
"""A slot with every setting as it is when a table does not give it."""

_ONLY_FOR: dict[str, tuple[frozenset[SlotKind], Severity]] = {
    "entities": (frozenset({SlotKind.ENTITY, SlotKind.NAME}), Severity.ERROR),
    "choices": (frozenset({SlotKind.CHOICE}), Severity.ERROR),
    "choices_from": (frozenset({SlotKind.CHOICE}), Severity.ERROR),
    "minimum": (_COUNTED, Severity.ERROR),
    "above": (_COUNTED, Severity.ERROR),
    "maximum": (_COUNTED, Severity.ERROR),
    "hours_per_day": (frozenset({SlotKind.DURATION}), Severity.ERROR),
    "per": (frozenset({SlotKind.MONEY}), Severity.ERROR),
    "type_slot": (_ENTITY, Severity.ERROR),
    "listed_on": (_ENTITY, Severity.ERROR),
    "infer": (_ENTITY, Severity.ERROR),
    "auto_create": (_ENTITY, Severity.ERROR),
    "others_permission": (_ENTITY, Severity.ERROR),
    "unique": (frozenset({SlotKind.NAME}), Severity.ERROR),
    "where": (_ENTITY, Severity.WARNING),
    "from_leftover": (frozenset({SlotKind.ENTITY, SlotKind.CHOICE}), Severity.WARNING),
    "date_policy": (frozenset({SlotKind.DATE, SlotKind.MONTH}), Severity.WARNING),
    "period_day": (frozenset({SlotKind.DATE}), Severity.ERROR),
    "earliest": (frozenset({SlotKind.TIME}), Severity.ERROR),
    "latest": (frozenset({SlotKind.TIME}), Severity.ERROR),
}
"""Setting -> the kinds of slots for which it means something, and how bad it is elsewhere."""

_MENU_FOR: dict[Menu, frozenset[SlotKind]] = {
    Menu.NONE: frozenset(SlotKind),
    Menu.RECENT: _ENTITY,
    Menu.RECENT_MINE: _ENTITY,
    Menu.MENTIONED: _ENTITY,
    Menu.LISTED: _ENTITY,
    Menu.CHOICES: frozenset({SlotKind.CHOICE}),
    Menu.DATES: frozenset({SlotKind.DATE}),
}
"""Menu -> the kinds of slots that it can ask for."""

SlotCheck = Callable[[Place, VerbSpec, SlotSpec], Iterator[Finding]]
"""One check on one slot."""


def listing(words: Iterable[object]) -> str:
    """Return words as people list them ("a, b or c"), in a stable order."""
    shown = sorted(str(word) for word in words)
    return " or ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)


@lru_cache(maxsize=4096)
def unreadable_word(word: str) -> str:
    """Say why no message can hold a word of the table; empty when one can."""
    if not word.strip():
        return "is empty"
    if not key_of(word):
        return "has no letter or digit, so no word of a message matches it"
    if clean(word) != unicodedata.normalize("NFC", word):
        return "holds invisible characters, which are dropped from every message"
    return ""


def misfit(place: Place, slot: SlotSpec, value: str) -> tuple[str, str] | None:
    """Return problem and advice when a literal of the table is no value of the slot, else None."""
    if slot.kind in _COUNTED:
        return _misfit_number(slot, value)
    if slot.kind is SlotKind.DATE:
        return None if value == "today" or _is_day(value) else ("is no day", "write 'today' or a day as 2026-12-31")
    if slot.kind is SlotKind.MONTH:
        fits = value == "this_month" or (len(value) == len("2026-12") and _is_day(f"{value}-01"))
        return None if fits else ("is no month", "write 'this_month' or a month as 2026-12")
    if slot.kind is SlotKind.TIME:
        return None if _CLOCK.fullmatch(value) else ("is no time of day", "write it as 14:30")
    if slot.kind is SlotKind.CHOICE:
        names = [choice.name for choice in slot.choices]
        return None if slot.choices_from or value in names else ("is none of the choices", suggest(value, names))
    if value == "speaker" and slot.kind is SlotKind.ENTITY:
        return _misfit_speaker(place, slot)
    if value in _RESERVED:
        return f"is only for {_RESERVED[value]}", ""
    return None


def _misfit_number(slot: SlotSpec, value: str) -> tuple[str, str] | None:
    try:
        number = Decimal(value)
    except InvalidOperation:
        return "is no number", ""
    if not number.is_finite():
        return "is no number", ""
    if slot.above is not None and number <= slot.above:
        return f"is not above {slot.above}", ""
    if slot.minimum is not None and number < slot.minimum:
        return f"is below the minimum {slot.minimum}", ""
    if slot.maximum is not None and number > slot.maximum:
        return f"is over the maximum {slot.maximum}", ""
    return None


def _misfit_speaker(place: Place, slot: SlotSpec) -> tuple[str, str] | None:
    declared = place.tables.entity_types
    if not declared or any(kind.is_person for kind in declared if kind.name in slot.entities):
        return None
    return f"is only for {_RESERVED['speaker']}", "set is_person = true in the entity type, or take the default out"


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _settings(place: Place, _verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """Settings that mean nothing for the slot's kind."""
    for key, (kinds, severity) in _ONLY_FOR.items():
        if getattr(slot, key) == getattr(_UNSET, key):
            continue
        if slot.kind not in kinds:
            make = place.error if severity is Severity.ERROR else place.warning
            yield make(f"{key!r} means nothing for kind {slot.kind}", f"it is for kind {listing(kinds)}")


def _entities(place: Place, _verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """Entity types that nothing declares, and entity slots without one."""
    declared = [kind.name for kind in place.tables.entity_types]
    if slot.kind is SlotKind.ENTITY and not slot.entities:
        yield place.error("an entity slot takes no entity type", 'add entities = ["..."]')
    if slot.unique and not slot.entities:
        yield place.error("'unique' needs to know among which entities", 'add entities = ["..."]')
    for name in slot.entities:
        if declared and name not in declared:
            yield place.error(f"entity type {name!r} is not declared", suggest(name, declared))


def _choices(place: Place, _verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """Choices that are listed twice, in two places or nowhere."""
    if slot.kind is not SlotKind.CHOICE:
        return
    if bool(slot.choices) == bool(slot.choices_from):
        have = "both 'choices' and 'choices_from'" if slot.choices else "neither 'choices' nor 'choices_from'"
        yield place.error(f"a choice slot has {have}", "give one of them")
    owners: dict[str, str] = {}
    for choice in slot.choices:
        for word in (choice.name, *choice.aliases):
            owner = owners.setdefault(key_of(word), choice.name)
            if owner != choice.name and key_of(word):
                yield place.error(f"choices {owner!r} and {choice.name!r} share the word {word!r}", "a word is for one")
    names = [choice.name for choice in slot.choices]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield place.error(f"choice {name!r} is listed twice")


def _bounds(place: Place, _verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """Bounds between which no number lies, and a unit that is none."""
    if slot.kind is SlotKind.DURATION and slot.unit not in UNITS:
        yield place.error(f"unknown unit {slot.unit!r}", suggest(slot.unit, UNITS))
    if slot.kind is not SlotKind.DURATION and slot.unit != _UNSET.unit:
        yield place.warning(f"'unit' means nothing for kind {slot.kind}", "it is for kind duration")
    if slot.hours_per_day is not None and not 0 < slot.hours_per_day <= 24:
        yield place.error(f"a day of work has no {slot.hours_per_day} hours", "hours_per_day is above 0, at most 24")
    if slot.per and slot.per not in _PER:
        yield place.error(f"unknown unit of time {slot.per!r}", suggest(slot.per, _PER))
    if slot.maximum is None:
        return
    if slot.minimum is not None and slot.minimum > slot.maximum:
        yield place.error(f"minimum {slot.minimum} is greater than maximum {slot.maximum}")
    if slot.above is not None and slot.above >= slot.maximum:
        yield place.error(f"no number is above {slot.above} and at most {slot.maximum}")


def _default(place: Place, _verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """A default that is no value of the slot."""
    wrong = misfit(place, slot, slot.default) if slot.default else None
    if wrong:
        problem, advice = wrong
        yield place.error(f"default {slot.default!r} {problem}", advice)


def _menu(place: Place, verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """A way to ask that has nothing to list."""
    kinds = _MENU_FOR[slot.menu]
    if slot.kind not in kinds:
        fitting = [menu for menu, takes in _MENU_FOR.items() if slot.kind in takes]
        problem = f"menu {str(slot.menu)!r} cannot ask for kind {slot.kind}"
        yield place.error(problem, f"menus for it are {listing(fitting)}" if fitting[1:] else "leave 'menu' out")
    if not slot.listed_on:
        return
    if slot.menu is not Menu.LISTED and slot.kind is SlotKind.ENTITY:
        yield place.warning("'listed_on' means nothing without menu 'listed'")
    others = [other.name for other in verb.slots if other.kind is SlotKind.ENTITY and other.name != slot.name]
    if slot.listed_on not in others:
        yield place.error(
            f"'listed_on' names {slot.listed_on!r}, no other entity slot", suggest(slot.listed_on, others)
        )


def _type_slot(place: Place, verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """A type slot that the verb does not have."""
    others = [other.name for other in verb.slots if other.name != slot.name]
    if slot.type_slot and slot.type_slot not in others:
        yield place.error(f"'type_slot' names {slot.type_slot!r}, no other slot", suggest(slot.type_slot, others))


def _words(place: Place, _verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """Words of the slot that no message can hold."""
    spoken = {
        "preposition": slot.prepositions,
        "end": slot.ends,
        "noun": slot.nouns,
        "choice": [word for choice in slot.choices for word in (choice.name, *choice.aliases)],
    }
    for what, words in spoken.items():
        for word in words:
            if why := unreadable_word(word):
                yield place.error(f"{what} {word!r} {why}")


def _fillable(place: Place, verb: VerbSpec, slot: SlotSpec) -> Iterator[Finding]:
    """An optional slot that no words can fill, so that it stays empty for ever."""
    if slot.required or slot.default or slot.from_leftover or slot.kind is SlotKind.CHOICE:
        return
    led = [slot.prepositions, *(form.prepositions.get(slot.name) for form in verb.forms)]
    first = slot.is_object or any(slot.name in (form.objects or ()) for form in verb.forms)
    named = any(f"<{slot.name}>" in trigger.phrase or slot.name in trigger.fills for trigger in verb.triggers)
    chosen = any(other.type_slot == slot.name for other in verb.slots)
    if not (any(led) or first or named or chosen or (slot.is_typed and slot.bare)):
        yield place.warning("no words can fill this optional slot", "give it prepositions, or is_object = true")


SLOT_CHECKS: tuple[SlotCheck, ...] = (
    _settings,
    _entities,
    _choices,
    _bounds,
    _default,
    _menu,
    _type_slot,
    _words,
    _fillable,
)
"""Every check on one slot, in the order in which they are made."""
