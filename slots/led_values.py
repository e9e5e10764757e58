"""A bare value behind the preposition of its slot: "to *150*", "at *8*".

In: the units of a part, before prepositions are bound. Out: the same units, such a value as a typed one, read as its
slot expects it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from slots.counts import past_noun
from slots.parts import CONTENT, KNOWN, MARK, PREPOSITION, REPAIRED, TEXT, TRIGGER, TYPED, UNREADABLE, Part, Unit
from slots.readers import read_expected
from slots.signs import signed_at
from slots.tables import SlotKind
from slots.times import Clock

_ASIDE = frozenset({MARK, REPAIRED})
"""Units that may stand between a preposition and the bare number that it leads to."""

_JOINS = frozenset("and or but for on at with".split())
"""Words behind a bare number that join another one to it ("to 90 *and* Ann's to 100"), or lead to something else."""

_ABOUT = frozenset("about around roughly approximately".split())
"""Words before a bare number that make another one of it, as they do before an answer ("at *about* 8")."""


def read_led_values(part: Part, units: Sequence[Unit]) -> list[Unit]:
    """Turn a bare number behind a preposition of a typed slot into a typed unit ("to 150").

    A slot for numbers takes none that another slot's preposition leads to: one that its slot cannot read is left to it
    as plain words. A value with a form of its own, and a number with its noun, say themselves what they are.
    """
    result: list[Unit] = []
    skip_to = -1
    before: Unit | None = None
    for unit in units:
        if unit.first < skip_to:
            continue
        may_be_led = unit.kind is TYPED or _may_be_bare(part, unit)
        slots = _led_to(part, before) if before is not None and may_be_led else ()
        pieces = _number_and_day(part, unit, slots)
        is_led = bool(slots) and before is not None and before.kind is PREPOSITION
        value = _led_value(part, units, unit, slots) if is_led and not pieces else None
        result.extend(pieces or _time_and_day(part, value or unit) or [value or unit])
        skip_to = result[-1].past
        if unit.kind not in _ASIDE:
            before = result[-1]
    return result


def _may_be_bare(part: Part, unit: Unit) -> bool:
    """Whether a unit may be the first of a bare value: a word, or the sign of a negative one."""
    return unit.kind is TEXT or (unit.kind is MARK and bool(signed_at(part.scan.tokens, unit.first)))


def _led_to(part: Part, before: Unit) -> tuple[str, ...]:
    """Return the slots that a preposition leads to, also where it is the last word of the trigger ("table *for*")."""
    if before.kind is TRIGGER:
        return part.form.prepositions.get((part.scan.tokens[before.past - 1].key,), ())
    return before.slots if before.kind is PREPOSITION else ()


def _number_and_day(part: Part, unit: Unit, slots: Sequence[str]) -> list[Unit]:
    """Cut what may be a time into the number that a preposition leads to, and the day behind it ("for *4* tonight")."""
    name = next((name for name in slots if part.verb.spec.slot(name).kind is SlotKind.NUMBER), "")
    if unit.kind is not TYPED or not name or name in unit.slots:
        return []
    count = part.scan.value_at(unit.first, part.verb.spec.slot(name))
    if count is None or count.past >= unit.past:
        return []
    for day in part.verb.spec.slots:
        found = part.scan.value_at(count.past, day) if day.kind is SlotKind.DATE else None
        if found is not None and found.past == unit.past:
            number = Unit(TYPED, unit.first, count.past, (name,), value=count.value)
            return [number, Unit(TYPED, count.past, unit.past, (day.name,), value=found.value)]
    return []


def _time_and_day(part: Part, unit: Unit) -> list[Unit]:
    """Cut a time into itself and the day that its part of the day says too ("at 8 *tonight*", "at 8 *this evening*").

    An hour behind midnight is one of the next day: nobody has said of which the whole is.
    """
    slots = part.verb.spec.slots if unit.kind is TYPED and isinstance(unit.value, Clock) else ()
    day = next((slot for slot in slots if slot.kind is SlotKind.DATE), None)
    if day is None or not isinstance(unit.value, Clock):
        return []
    tokens = part.scan.tokens
    hour = unit.value.hour % 12 if unit.value.is_open else unit.value.hour
    if hour < _DAWN and any(token.key in _NIGHTS for token in tokens[max(0, unit.first - 2) : unit.past]):
        return [replace(unit, kind=UNREADABLE, value=None)]
    for at in range(unit.first + 1, unit.past):
        found = part.scan.value_at(at, day)
        if found is not None and found.past == unit.past:
            return [replace(unit, past=at), Unit(TYPED, at, unit.past, (day.name,), value=found.value)]
    return []


_DAWN, _NIGHTS = 6, frozenset({"tonight"})
"""The hour at which a night is over, and the words for one that begins on its day and ends on the next."""


def _led_value(part: Part, units: Sequence[Unit], unit: Unit, slots: Sequence[str]) -> Unit | None:
    """Return what a unit behind the preposition of some slots is, where it is not what it was."""
    slots = sorted(slots, key=lambda name: name != part.asked)
    if unit.kind is not TYPED:
        return _expected_value(part, units, unit, slots)
    is_number = all(part.verb.spec.slot(name).kind is SlotKind.NUMBER for name in unit.slots)
    if not is_number and not _is_bare_answer(part, unit):
        return None
    if not set(slots).isdisjoint(unit.slots):
        slots = [name for name in slots if name == part.asked and name not in unit.slots]
        return _expected_value(part, units, unit, slots)
    found = _expected_value(part, units, unit, slots)
    return found or (None if part.asked in unit.slots else _unread(part, units, unit, slots))


def _is_bare_answer(part: Part, unit: Unit) -> bool:
    """Whether a unit is a value of the slot asked for only because that is asked for."""
    return part.asked in unit.slots and part.scan.value_at(unit.first, part.verb.spec.slot(part.asked)) is None


def _expected_value(part: Part, units: Sequence[Unit], unit: Unit, slots: Sequence[str]) -> Unit | None:
    """Read the value that the first of some typed slots expects at a unit, up to a boundary."""
    tokens = part.scan.tokens
    at = unit.first + (unit.kind is TEXT and tokens[unit.first].key in _ABOUT)
    for name in slots:
        slot = part.verb.spec.slot(name)
        reading = read_expected(tokens, at, slot) if slot.is_typed else None
        past = past_noun(part, slot, reading.past) if reading is not None else 0
        if reading is not None and past >= unit.past and _closes(part, units, past):
            return Unit(TYPED, unit.first, past, (name,), value=reading.value)
    return None


def _closes(part: Part, units: Sequence[Unit], position: int) -> bool:
    """Whether a boundary, a joining word, another value, or the end stands at a token position."""
    behind = bisect_left(units, position, key=lambda unit: unit.first)
    after = units[behind] if behind < len(units) else None
    if after is None or position >= part.past or after.kind not in CONTENT:
        return True
    if after.kind is TYPED:
        return units[behind - 1].past <= position
    return after.kind is TEXT and part.scan.tokens[after.first].key in _JOINS


def _unread(part: Part, units: Sequence[Unit], unit: Unit, slots: Sequence[str]) -> Unit | None:
    """Make a bare number plain words, where only typed slots may take it and it counts no known thing."""
    behind = bisect_left(units, unit.past, key=lambda one: one.first)
    is_counting = behind < len(units) and units[behind].kind is KNOWN
    is_own = all(part.verb.spec.slot(name).is_typed for name in slots) and not _has_noun(part, unit)
    return Unit(TEXT, unit.first, unit.past) if is_own and not is_counting else None


def _has_noun(part: Part, unit: Unit) -> bool:
    """Whether a number has the noun of its slot with it ("8 *people*")."""
    last = (part.scan.tokens[unit.past - 1].key,)
    return any(last == noun[-1:] for name in unit.slots for noun in part.verb.nouns[name])
