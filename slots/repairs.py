"""What a repair takes back: "two, no, three hours", "to 100, sorry, 150", "not 2h, 3h".

In: a :class:`slots.parts.Part`, and its units. Out: the numbers without a unit that are replaced, found before there
are units; and the units with the repairs, and what they take back, marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from slots.compiled import longest
from slots.numbers import read_number
from slots.parts import BREAK, BREAKS, CONTENT, KNOWN, PREPOSITION, PRONOUN, REPAIR, REPAIRED, TEXT, TYPED, Part, Unit
from slots.words import REPAIRS

_REPAIR_WORDS = frozenset(REPAIRS.firsts)


def bare_repairs(part: Part) -> dict[int, int]:
    """Find numbers without a unit that are replaced by another one right behind a repair ("to 100, no, 150")."""
    found: dict[int, int] = {}
    tokens = part.scan.tokens
    if part.scan.keys.isdisjoint(_REPAIR_WORDS):
        return found
    for at in range(part.first + 1, part.past):
        phrase = longest(tokens, at, REPAIRS) if tokens[at].key in _REPAIR_WORDS else None
        if phrase is None or at in part.scan.known_over or at in part.scan.quoted_over:
            continue
        left, right = at, at + len(phrase)
        while left > part.first and tokens[left - 1].key in BREAKS:
            left -= 1
        while right < part.past and tokens[right].key in BREAKS:
            right += 1
        first = _number_ending(part, left)
        if first is not None and right < part.past and read_number(tokens, right) is not None:
            found[first] = right
    return found


def _number_ending(part: Part, past: int) -> int | None:
    """Return the position of the longest bare number that ends before a position, outside of any name."""
    for first in range(max(part.first, past - 4), past):
        number = read_number(part.scan.tokens, first)
        if (
            number is not None
            and number[1] == past
            and not any(at in part.scan.known_over for at in range(first, past))
        ):
            return first
    return None


def mark_repairs(part: Part, units: list[Unit]) -> list[Unit]:
    """Find the repairs and what they take back; a lone "no" inside a name is none."""
    if part.scan.keys.isdisjoint(_REPAIR_WORDS) and "not" not in part.scan.keys:
        return units
    result = list(units)
    _mark_negated(part, result)
    for number, unit in enumerate(units):
        if part.scan.tokens[unit.first].key not in _REPAIR_WORDS or unit.kind not in (TEXT, PRONOUN):
            continue
        if result[number].kind is REPAIR:
            continue
        phrase = longest(part.scan.tokens, unit.first, REPAIRS)
        if phrase is None:
            continue
        past = number
        while past < len(units) and units[past].first < unit.first + len(phrase):
            past += 1
        if _is_repair(part, units, number, past):
            for index in range(number, past):
                result[index] = replace(units[index], kind=REPAIR)
            _take_back(part, result, number, past)
    return result


def _mark_negated(part: Part, units: list[Unit]) -> None:
    """Mark the value of "not 2h, 3h" that is negated before another of its kind."""
    for number in range(len(units) - 3):
        if part.scan.tokens[units[number].first].key != "not" or units[number].kind is not TEXT:
            continue
        unit, wrong, pause, right = units[number : number + 4]
        kinds = (wrong.kind, pause.kind, right.kind)
        if kinds == (TYPED, BREAK, TYPED) and wrong.slots == right.slots:
            units[number : number + 2] = [replace(one, kind=REPAIRED) for one in (unit, wrong)]


def _is_repair(part: Part, units: Sequence[Unit], first: int, past: int) -> bool:
    if any(unit.kind not in (TEXT, PRONOUN) for unit in units[first:past]):
        return False
    left, right = _beside(units, first - 1, -1), _beside(units, past, 1)
    if left is None or right is None:
        return False
    broken = units[first - 1].kind is BREAK or units[past].kind is BREAK
    if right.kind is TYPED:
        return broken or left.kind is TYPED or _number_before(part, units, first) is not None
    if left.kind is KNOWN and right.kind is KNOWN and left.types & right.types:
        return True
    return broken and units[first - 1].kind is BREAK and right.kind in CONTENT | {PREPOSITION}


def _beside(units: Sequence[Unit], at: int, step: int) -> Unit | None:
    while 0 <= at < len(units):
        if units[at].kind is not BREAK:
            return units[at]
        at += step
    return None


def _number_before(part: Part, units: Sequence[Unit], first: int) -> int | None:
    """Return the number of the unit at which a bare number starts that ends right before a repair."""
    last = first - 1
    while last >= 0 and units[last].kind is BREAK:
        last -= 1
    for start in range(max(0, last - 4), last + 1):
        if units[start].kind is not TEXT:
            continue
        found = read_number(part.scan.tokens, units[start].first)
        if found is not None and found[1] == units[last].past:
            return start
    return None


def _take_back(part: Part, units: list[Unit], first: int, past: int) -> None:
    """Mark the value before a repair as taken back when the one behind it is of the same kind."""
    right = _beside(units, past, 1)
    if right is None or right.kind is not TYPED:
        return
    start = _number_before(part, units, first)
    left = _beside(units, first - 1, -1)
    if start is None and left is not None and left.kind is TYPED and set(left.slots) & set(right.slots):
        start = units.index(left)
    if start is not None:
        for index in range(start, first):
            units[index] = replace(units[index], kind=REPAIRED)
