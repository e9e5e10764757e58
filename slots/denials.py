"""What is denied, and what was before: "but not for Sam", "instead of 3h", "from $40 to $50".

In: the units of a part, before prepositions are bound. Out: the same, with each denial, its preposition and its value
as one unit that fills nothing and is left over; and an old value that stands beside the new one as taken back.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from slots.compiled import longest
from slots.nearby import Nearby, is_unsaid, may_be_bare, read_nearby, reads, thing_behind
from slots.parts import (
    BREAK,
    DENIED,
    KNOWN,
    MARK,
    MENTION,
    POSSESSIVE,
    PREPOSITION,
    PRONOUN,
    QUOTED,
    REPAIRED,
    TEXT,
    TYPED,
    UNREADABLE,
    Part,
    Unit,
    fits,
)
from slots.readers import read_expected
from slots.tables import SlotKind
from slots.text import keys_of
from slots.words import DENIALS, PhraseTable

_FIRSTS = frozenset(DENIALS.firsts)
_CORES = frozenset("not never neither nor isnt wasnt instead rather opposed except".split())
"""Words of which each denial has one."""
_OPENERS = PhraseTable.of(
    [
        (
            True,
            "but | and | definitely | certainly | and definitely | but definitely | and certainly | but certainly | its"
            " | it is | it was | but its | but it is | but it was | and its | and it is | and it was | thats | that is",
        )
    ]
)
"""Words before a denial that belong to it ("*but definitely* not for Sam")."""
_STRESS = frozenset("really actually even".split())
"""Words between a denial and what it denies."""
_OTHERS = frozenset({"or", "nor"})
"""Words before a further value that the same denial denies ("not on Monday *or* Tuesday")."""
_RUN = frozenset({TEXT, KNOWN, QUOTED, MENTION, PRONOUN, POSSESSIVE, MARK})
_NAMED = frozenset({KNOWN, QUOTED, MENTION, PRONOUN})
_COUNTED = frozenset({SlotKind.NUMBER, SlotKind.MONEY, SlotKind.DURATION})
_MOST_OLD, _MOST_NEW = 8, 16
"""Units of an old number, and tokens of a new one, that are looked at: more than people say, and a bound."""
_OLD, _NEW = "from", "to"
"""The word before an old value, where no slot of the verb claims it, and that before the new one."""


def mark_denied(part: Part, units: list[Unit]) -> list[Unit]:
    """Make one unit of each denial with what it denies; a denial that denies no value is left as it is."""
    if part.scan.keys.isdisjoint(_CORES):
        return units
    near = read_nearby(part, units)
    result: list[Unit] = []
    number = 0
    while number < len(units):
        past = _denied_past(part, units, near[number], number)
        if past is None:
            result.append(units[number])
            number += 1
            continue
        first = _take_openers(part, result) or units[number].first
        result.append(Unit(DENIED, first, units[past - 1].past))
        number = _behind_but(part, units, past)
        result += [one if one.kind is BREAK else Unit(REPAIRED, one.first, one.past) for one in units[past:number]]
    return result


def run_past(units: Sequence[Unit], number: int) -> int:
    """Return the number behind the words, names and marks that stand from a unit on."""
    while number < len(units) and units[number].kind in _RUN:
        number += 1
    return number


def is_plain(part: Part, first: int, past: int) -> bool:
    """Whether no capital says that some tokens are a name: none has one, or all of the message has."""
    if part.scan.text.isupper():
        return True
    tokens = part.scan.tokens
    opens = first == part.first or tokens[first - 1].key == "."
    return all(token.text.islower() for token in tokens[first + opens : past])


def _denied_past(part: Part, units: Sequence[Unit], near: Nearby, number: int) -> int | None:
    """Return the number of the unit behind a denial that begins at a unit; None where none does."""
    unit = units[number]
    if unit.kind is not TEXT or part.scan.tokens[unit.first].key not in _FIRSTS or _is_name_word(part, near, unit):
        return None
    phrase = longest(part.scan.tokens, unit.first, DENIALS)
    if phrase is None or not is_plain(part, unit.first, unit.first + len(phrase)):
        return None
    if number and part.scan.tokens[units[number - 1].first].key in _OTHERS:
        return None  # "ready or not"
    at = bisect_left(units, unit.first + len(phrase), number, key=lambda one: one.first)
    kind = part.verb.spec.slot(near.open).kind if near.open else None
    past = _value_past(part, units, at, kind)
    if past is None:
        before = units[number - 1].kind if number else None
        past = run_past(units, at) if before in _NAMED and kind is SlotKind.ENTITY else at
        return past if past > at else None
    while past + 1 < len(units) and part.scan.tokens[units[past].first].key in _OTHERS:
        further = _value_past(part, units, past + 1, kind)
        if further is None:
            break
        past = further
    return past


def _is_name_word(part: Part, near: Nearby, unit: Unit) -> bool:
    """Whether a word belongs to a free text or to the new name that was asked for, or begins a new name."""
    kind = part.verb.spec.slot(near.open).kind if near.open else None
    if kind is SlotKind.TEXT:
        return True
    return kind is SlotKind.NAME and (not near.is_begun or (part.is_answer and near.open == part.asked))


def _value_past(part: Part, units: Sequence[Unit], number: int, kind: SlotKind | None) -> int | None:
    """Return the number behind a value, or a preposition and its value, that stands at a unit; None for neither."""
    lead = units[number] if number < len(units) and units[number].kind is PREPOSITION else None
    if lead is not None and any(part.verb.spec.slot(slot).kind is SlotKind.TEXT for slot in lead.slots):
        return None  # "remind Will not to call"
    at = number if lead is None else number + 1
    while at < len(units) and (is_unsaid(part, units[at]) or part.scan.tokens[units[at].first].key in _STRESS):
        at += 1
    if at >= len(units):
        return None
    unit = units[at]
    if unit.kind in (TYPED, UNREADABLE):
        return at + 1
    if unit.kind is TEXT:
        number_past = _number_past(part, units, at) if lead is None or _is_number_lead(part, lead) else None
        if number_past is not None and kind is not SlotKind.NAME:
            return number_past
        return run_past(units, at) if lead is not None and kind is not SlotKind.NAME else None
    if unit.kind not in _NAMED or (lead is None and kind is SlotKind.NAME):
        return None
    takes = lead.slots if lead is not None else [slot.name for slot in part.verb.spec.slots]
    return _whole_name(part, units, at) if any(fits(part, unit, slot) for slot in takes) else None


def _is_number_lead(part: Part, lead: Unit) -> bool:
    return any(part.verb.spec.slot(slot).is_typed for slot in lead.slots)


def _number_past(part: Part, units: Sequence[Unit], number: int) -> int | None:
    """Return the number behind a bare number that a typed slot would read at a unit, where a boundary follows it."""
    if not may_be_bare(part, units[number]):
        return None
    for slot in part.verb.spec.slots:
        reading = read_expected(part.scan.tokens, units[number].first, slot) if slot.is_typed else None
        if reading is not None:
            past = bisect_left(units, reading.past, number, key=lambda one: one.first)
            return past if past >= len(units) or units[past].kind not in _RUN else None
    return None


def _whole_name(part: Part, units: Sequence[Unit], number: int) -> int:
    """Return the number behind a thing, with the words in capitals that belong to its name, and a possessive."""
    number += 1
    while number < len(units) and (
        units[number].kind is POSSESSIVE
        or (units[number].kind is TEXT and part.scan.tokens[units[number].first].text[:1].isupper())
    ):
        number += 1
    return number


def _behind_but(part: Part, units: Sequence[Unit], number: int) -> int:
    """Return the number behind the "but" that leads from what is denied to what is meant ("not Priya *but* Sam")."""
    at = number + (number < len(units) and units[number].kind is BREAK)
    if at + 1 >= len(units) or part.scan.tokens[units[at].first].key != "but" or units[at].kind is not TEXT:
        return number
    return number if longest(part.scan.tokens, units[at].first, DENIALS) else at + 1


def _take_openers(part: Part, units: list[Unit]) -> int | None:
    """Take the words from the end of some units that belong to the denial behind them; returns where they begin."""
    start = len(units)
    while start and len(units) - start < _OPENERS.longest and units[start - 1].kind in (TEXT, PRONOUN):
        start -= 1
    if start == len(units):
        return None
    first, past = units[start].first, units[-1].past
    keys = keys_of(part.scan.tokens[first:past])
    found = _OPENERS.before(keys, len(keys))
    if found is None or not is_plain(part, first + found[1], past):
        return None
    begins = first + found[1]
    while units and units[-1].first >= begins:
        units.pop()
    return begins


def mark_old(part: Part, units: list[Unit]) -> list[Unit]:
    """Take back the value behind "from" where the verb has another word for it and the new one stands there too.

    The new one stands behind a preposition of its slot: "from $40 *to* $50", "*to* $50 from $40".
    """
    if _OLD not in part.scan.keys:
        return units
    led = _led_slots(part, units)
    result: list[Unit] = []
    number = 0
    while number < len(units):
        unit = units[number]
        is_lead = unit.kind is TEXT and part.scan.tokens[unit.first].key == _OLD
        old = (_pair(part, units, number) or _old_value(part, units, number, led)) if is_lead else None
        past, new = old if old is not None else (number + 1, [])
        kept = units[number:past]
        result += [Unit(REPAIRED, one.first, one.past) for one in kept] if old is not None else kept
        result += new
        number = past if not new else bisect_left(units, new[-1].past, past, key=lambda one: one.first)
    return result


def _pair(part: Part, units: Sequence[Unit], number: int) -> tuple[int, list[Unit]] | None:
    """Read "from 40 to 50"; each number alone, as together they would be a range.

    "to" is a preposition of the slot, or stands in a reply, for the slot asked for or that both values have. Returns
    the number behind what is taken back, and the units of the preposition and the new value.
    """
    near = range(number + 2, min(number + _MOST_OLD, len(units) - 1))
    to = next((at for at in near if part.scan.tokens[units[at].first].key == _NEW), None)
    if to is None or units[to].kind not in (PREPOSITION, TEXT):
        return None
    tokens, lead = part.scan.tokens, units[to]
    is_claimed = lead.kind is PREPOSITION
    both = units[number + 1].slots if part.is_answer and set(units[number + 1].slots) & set(units[to + 1].slots) else ()
    asked = (part.asked,) if part.is_answer and part.asked else ()
    for name in (*lead.slots, *asked, *both):
        spec = part.verb.spec.slot(name)
        if spec.kind not in _COUNTED:
            continue
        old = read_expected(tokens[units[number + 1].first : lead.first], 0, spec)
        new = read_expected(tokens[lead.past : min(lead.past + _MOST_NEW, part.past)], 0, spec)
        if old is not None and new is not None and units[number + 1].first + old.past == lead.first:
            value = Unit(TYPED, lead.past, lead.past + new.past, (name,), value=new.value)
            return (to, [lead, value]) if is_claimed and name in lead.slots else (to + 1, [value])
    return None


def _old_value(part: Part, units: Sequence[Unit], number: int, led: Sequence[str]) -> tuple[int, list[Unit]] | None:
    """Read an old value whose new one stands anywhere; returns the number behind it, and no further units."""
    at = thing_behind(part, units, number + 1)
    slot = next((name for name in led if at is not None and reads(part, units[at], name)), "")
    return (_old_past(part, units, at, slot), []) if at is not None and slot else None


def _led_slots(part: Part, units: Sequence[Unit]) -> list[str]:
    """Return the slots whose value stands behind a preposition of their own, in order."""
    found: dict[str, None] = {}
    for number, unit in enumerate(units):
        if unit.kind is PREPOSITION:
            at = thing_behind(part, units, number + 1)
            slots = (name for name in unit.slots if part.verb.spec.slot(name).kind is not SlotKind.NAME)
            slot = next((name for name in slots if at is not None and reads(part, units[at], name)), "")
            if slot:
                found[slot] = None
    return list(found)


def _old_past(part: Part, units: Sequence[Unit], number: int, slot: str) -> int:
    """Return the number behind an old value; a bare number may be of several words ("from one fifty")."""
    if units[number].kind is not TEXT:
        return number + 1
    reading = read_expected(part.scan.tokens, units[number].first, part.verb.spec.slot(slot))
    past = reading.past if reading is not None else units[number].past
    return bisect_left(units, past, number, key=lambda one: one.first)
