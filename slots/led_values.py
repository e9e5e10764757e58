"""A bare value behind the preposition of its slot: "to *150*", "at *8*".

In: the units of a part, before prepositions are bound. Out: the same units, such a value as a typed one, read as its
slot expects it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from slots.parts import CONTENT, MARK, PREPOSITION, REPAIRED, TEXT, TYPED, Part, Unit
from slots.readers import read_expected
from slots.signs import signed_at
from slots.units import past_noun

_ASIDE = frozenset({MARK, REPAIRED})
"""Units that may stand between a preposition and the bare number that it leads to."""

_JOINS = frozenset({"and", "or", "but"})
"""Words behind a bare number that join another one to it ("to 90 *and* Ann's to 100")."""


def read_led_values(part: Part, units: Sequence[Unit]) -> list[Unit]:
    """Turn a bare number behind a preposition of a typed slot into a typed unit ("to 150")."""
    result: list[Unit] = []
    skip_to = -1
    before: Unit | None = None
    for unit in units:
        if unit.first < skip_to:
            continue
        is_led = before is not None and before.kind is PREPOSITION and _may_be_bare(part, unit)
        value = _expected_value(part, units, unit, before.slots) if before is not None and is_led else None
        result.append(value or unit)
        if value is not None:
            skip_to = value.past
        if unit.kind is TEXT or unit.kind not in _ASIDE:
            before = result[-1]
    return result


def _may_be_bare(part: Part, unit: Unit) -> bool:
    """Whether a unit may be the first of a bare value: a word, or the sign of a negative one."""
    return unit.kind is TEXT or (unit.kind is MARK and bool(signed_at(part.scan.tokens, unit.first)))


def _expected_value(part: Part, units: Sequence[Unit], unit: Unit, slots: Sequence[str]) -> Unit | None:
    """Read the value that the first of some typed slots expects at a unit, up to a boundary."""
    for name in slots:
        slot = part.verb.spec.slot(name)
        reading = read_expected(part.scan.tokens, unit.first, slot) if slot.is_typed else None
        past = past_noun(part, slot, reading.past) if reading is not None else 0
        if reading is not None and _closes(part, units, past):
            return Unit(TYPED, unit.first, past, (name,), value=reading.value)
    return None


def _closes(part: Part, units: Sequence[Unit], position: int) -> bool:
    """Whether a boundary, a joining word, or the end stands at a token position."""
    behind = bisect_left(units, position, key=lambda unit: unit.first)
    after = units[behind] if behind < len(units) else None
    if after is None or position >= part.past or after.kind not in CONTENT:
        return True
    return after.kind is TEXT and part.scan.tokens[after.first].key in _JOINS
