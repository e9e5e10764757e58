"""What stands before a unit: the slot whose words would go on over it, and the slot that was said last.

In: a part and its units, before prepositions are bound. Out: one :class:`Nearby` a unit. It is an estimate, good
enough to tell a denial or a repair from a word of a name; binding decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slots.parts import (
    BREAK,
    CONTENT,
    DENIED,
    END,
    KNOWN,
    MARKER,
    PREPOSITION,
    REPAIRED,
    TEXT,
    TRIGGER,
    TYPED,
    UNREADABLE,
    Part,
    Unit,
    fits,
)
from slots.readers import read_expected
from slots.tables import SlotKind
from slots.words import ARTICLES, HESITATIONS

UNSAID: frozenset[str] = ARTICLES | HESITATIONS
"""Words before a thing that say nothing of it."""


@dataclass(slots=True)
class Nearby:
    """What stands before one unit; never changed."""

    open: str = ""
    """The slot whose words would go on over the unit; empty behind a value, a break and words of the verb."""
    last: str = ""
    """The slot of what was said last; empty for none."""
    since: int = 0
    """Number of the unit with which that began."""

    @property
    def is_begun(self) -> bool:
        """Whether words of the open slot stand before the unit."""
        return bool(self.open) and self.open == self.last


def read_nearby(part: Part, units: Sequence[Unit]) -> list[Nearby]:
    """Return what stands before each unit, in order."""
    found: list[Nearby] = []
    last_trigger = max((number for number, unit in enumerate(units) if unit.kind is TRIGGER), default=-1)
    now = Nearby(open=part.asked if part.is_answer else "")
    for number, unit in enumerate(units):
        found.append(now)
        if now.open and part.verb.spec.slot(now.open).kind is SlotKind.TEXT:
            continue  # it goes on to the end
        if unit.kind is TRIGGER:
            objects = part.form.objects if number == last_trigger else ()
            now = Nearby(objects[0] if objects else "", "", number)
        elif unit.kind in (BREAK, MARKER, END):
            now = Nearby("", now.last, now.since)
        elif unit.kind is PREPOSITION:
            led = _led(part, units, number)
            now = Nearby(led, "", number) if led else now
        elif unit.kind in (TYPED, UNREADABLE):
            now = Nearby("", now.open if now.open in unit.slots else unit.slots[0], number)
        elif unit.kind in CONTENT:
            now = _behind_content(part, unit, number, now)
    return found


def _behind_content(part: Part, unit: Unit, number: int, now: Nearby) -> Nearby:
    choice = choice_slot(part, unit) if unit.kind is KNOWN else ""
    if choice and not (now.open and fits(part, unit, now.open)):
        return Nearby("", choice, number)
    return Nearby(now.open, now.open, number) if now.open and not now.is_begun else now


def choice_slot(part: Part, unit: Unit) -> str:
    """Return the slot of which a unit is a choice; empty for none."""
    slots = (slot.name for slot in part.verb.spec.slots if slot.kind is SlotKind.CHOICE)
    return next((name for name in slots if fits(part, unit, name)), "")


def _led(part: Part, units: Sequence[Unit], number: int) -> str:
    """Return the slot that a preposition leads to; empty where it is a word of a name."""
    after = thing_behind(part, units, number + 1)
    if after is None:
        return ""
    claims = units[number].slots
    read = next((name for name in claims if reads(part, units[after], name)), "")
    return read or next((name for name in claims if not part.verb.spec.slot(name).is_typed), "")


def thing_behind(part: Part, units: Sequence[Unit], number: int) -> int | None:
    """Return the number of the unit at or behind one that is no article, hesitation or denial; None for no content."""
    while number < len(units):
        unit = units[number]
        if unit.kind not in (DENIED, REPAIRED) and not is_unsaid(part, unit):
            return number if unit.kind in CONTENT else None
        number += 1
    return None


def is_unsaid(part: Part, unit: Unit) -> bool:
    """Whether a unit is an article or a hesitation."""
    return unit.kind is TEXT and part.scan.tokens[unit.first].key in UNSAID


def reads(part: Part, unit: Unit, slot: str) -> bool:
    """Whether a slot reads a unit where it expects its value: a typed value, a bare number, a known thing."""
    if unit.kind in (TYPED, UNREADABLE):
        return slot in unit.slots
    spec = part.verb.spec.slot(slot)
    if spec.is_typed:
        return may_be_bare(part, unit) and read_expected(part.scan.tokens, unit.first, spec) is not None
    return fits(part, unit, slot)


def may_be_bare(part: Part, unit: Unit) -> bool:
    """Whether a unit is a word that a value may begin with: most are none, which spares each slot's reader a look."""
    return unit.kind is TEXT and bool(part.scan.begun[unit.first])
