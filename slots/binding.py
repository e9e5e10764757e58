"""Which slot takes which words: prepositions are bound, then the units between them are given away.

In: a :class:`slots.parts.Part` and its units. Out: :class:`Bound`: phrases,
strays and each token's role. The order of the rules is that of decisions.md,
"Finding the words": typed values take their preposition first, then the last
occurrence of a preposition takes a name (right-greedy), then regions are closed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slots.led_values import read_led_values
from slots.nearby import UNSAID
from slots.parts import (
    BREAK,
    CONTENT,
    DENIED,
    END,
    KNOWN,
    MARK,
    MARKER,
    MENTION,
    POSSESSIVE,
    PREPOSITION,
    PRONOUN,
    REPAIR,
    REPAIRED,
    TEXT,
    TRIGGER,
    TYPED,
    UNREAD,
    UNREADABLE,
    Part,
    Unit,
    fits,
)
from slots.tables import Occurrence, SlotKind
from slots.words import ARTICLES, COMMON_PREPOSITIONS, NAMING

_TAKEN_BACK = frozenset({REPAIR, REPAIRED, DENIED})
PAUSES = frozenset(":=.…\"'*_`")
"""Marks that may stand between a preposition and its value; a currency sign is a part of the value."""


@dataclass(frozen=True, slots=True)
class Head:
    """A preposition that was bound to a slot."""

    slot: str
    """The slot; empty where the preposition leads to no slot (its value is taken as a bare one)."""
    is_unreadable: bool = False
    """Whether what follows cannot be read as the slot's kind."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    at: int
    """Number of the preposition's unit."""
    region: int
    """Number of the unit that heads the region it stands in; -1 for the start."""
    region_slot: str
    """The slot of that region; empty for none."""


def bind_prepositions(part: Part, units: Sequence[Unit]) -> tuple[list[Unit], dict[int, Head]]:
    """Bind each preposition to a slot, or make it plain text.

    Returns the units (a bare value behind its preposition has become a typed unit, a preposition
    inside a name text) and, by number of the unit, what the remaining prepositions lead to.
    """
    units = read_led_values(part, units)
    if all(unit.kind is not PREPOSITION for unit in units):
        return units, {}
    units = _join_names(part, units)
    heads: dict[int, Head] = {}
    names: list[tuple[int, str]] = []
    for number, unit in enumerate(units):
        if unit.kind is not PREPOSITION:
            continue
        if _begins_name(part, units, number):
            continue
        head = _typed_head(part, units, number)
        if head is not None:
            heads[number] = head
            continue
        slot = next((name for name in unit.slots if not part.verb.spec.slot(name).is_typed), "")
        if slot and _may_lead(part, units, number, slot):
            names.append((number, slot))
        elif not slot and _is_unreadable(part, units, number):
            heads[number] = Head(unit.slots[0], is_unreadable=True)
    heads = _outside_text(part, units, heads | _choose(part, units, heads, names))
    plain = [
        _demote(part, unit) if unit.kind is PREPOSITION and number not in heads else unit
        for number, unit in enumerate(units)
    ]
    return plain, heads


def _outside_text(part: Part, units: Sequence[Unit], heads: dict[int, Head]) -> dict[int, Head]:
    """Keep the prepositions that are no words of a free text: it goes on to the end of the message.

    Behind its own preposition only values that end the message leave it, each for a slot that nothing filled before
    ("remind May on Monday to turn *on* the lights", "remind May to turn on the lights *on* Monday").
    """
    start = min((at for at, head in heads.items() if _is_text(part, head.slot)), default=None)
    if start is None:
        return heads
    kept = {at: head for at, head in heads.items() if at <= start}
    taken = {head.slot for head in kept.values()} | _said_before(part, units, start)
    end = len(units)
    for at in sorted((at for at in heads if at > start), reverse=True):
        slot = heads[at].slot
        if heads[at].is_unreadable or not slot or slot in taken or not _ends_with(part, units[at:end], slot):
            break
        kept[at] = heads[at]
        taken.add(slot)
        end = at
    return kept


def _is_text(part: Part, slot: str) -> bool:
    return bool(slot) and part.verb.spec.slot(slot).kind is SlotKind.TEXT


def _said_before(part: Part, units: Sequence[Unit], past: int) -> set[str]:
    """Return the slots that have their values before a unit without a preposition: by their form, and the object."""
    typed = {unit.slots[0] for unit in units[:past] if unit.kind is TYPED}
    objects = part.form.objects if any(unit.kind in CONTENT for unit in units[:past]) else ()
    return typed | set(objects)


def _ends_with(part: Part, units: Sequence[Unit], slot: str) -> bool:
    """Whether a preposition, the first of some units, leads to one thing that a slot takes, and to nothing else.

    A choice that there is not ends a text too: it is asked for.
    """
    after = _behind(part, units, 0)
    if after is None or any(unit.kind in CONTENT for unit in units[after + 1 :]):
        return False
    if part.verb.spec.slot(slot).kind is SlotKind.CHOICE:
        return True
    is_value = units[after].kind is TYPED and slot in units[after].slots
    return is_value or fits(part, units[after], slot)


def _begins_name(part: Part, units: Sequence[Unit], number: int) -> bool:
    """Whether a preposition is the first word of a new name, or stands between "new client" and its name.

    The first word: right behind the trigger, with a capital before a word with a capital, or where the same
    preposition leads to a value further on ("create project Due North due Friday").
    """
    unit, before = units[number], units[number - 1] if number else None
    tokens = part.scan.tokens
    if before is None or number + 1 >= len(units):
        return False
    if tokens[unit.first].key in NAMING and before.kind is TEXT:
        return _is_other_noun(part, before, unit.slots)
    objects = part.form.objects
    if before.kind is not TRIGGER or not objects or part.verb.spec.slot(objects[0]).kind is not SlotKind.NAME:
        return False
    if any(not part.verb.spec.slot(name).is_typed for name in unit.slots):
        return False
    after = units[number + 1]
    if after.kind not in (TEXT, KNOWN):
        return False
    has_capitals = tokens[unit.first].text[:1].isupper() and tokens[after.first].text[:1].isupper()
    return has_capitals or any(
        later.kind is PREPOSITION and later.slots == unit.slots and _typed_head(part, units, at) is not None
        for at, later in enumerate(units[number + 1 :], number + 1)
    )


def _is_other_noun(part: Part, unit: Unit, slots: Sequence[str]) -> bool:
    """Whether a word is the type noun of a thing that may be new, and of none of some slots."""
    key = (part.scan.tokens[unit.first].key,)
    own = [slot.name for slot in part.verb.spec.slots if slot.auto_create and key in part.verb.nouns[slot.name]]
    return bool(own) and not set(own) & set(slots)


def _demote(part: Part, unit: Unit) -> Unit:
    """Make a preposition that leads nowhere plain text, or the end of a value where the table says so."""
    if part.verb.ends:
        key = tuple(token.key for token in part.scan.tokens[unit.first : unit.past])
        if key in part.verb.ends:
            return Unit(END, unit.first, unit.past, part.verb.ends[key])
    return Unit(TEXT, unit.first, unit.past)


def _join_names(part: Part, units: Sequence[Unit]) -> list[Unit]:
    """A preposition right behind another one begins a name, unless what follows fits it ("to *On* Holt")."""
    result = list(units)
    for number in range(1, len(units) - 1):
        before, unit = result[number - 1], units[number]
        if unit.kind is not PREPOSITION or before.kind is not PREPOSITION:
            continue
        takes_names = any(not part.verb.spec.slot(name).is_typed for name in before.slots)
        after = units[number + 1]
        is_own = after.kind is not TEXT or any(fits(part, after, name) for name in unit.slots)
        if takes_names and not is_own:
            result[number] = Unit(TEXT, unit.first, unit.past)
    return result


def _typed_head(part: Part, units: Sequence[Unit], number: int) -> Head | None:
    """Return what a preposition leads to when a typed value stands right behind it, articles aside."""
    after = _behind(part, units, number)
    if after is None or units[after].kind not in (TYPED, UNREAD, UNREADABLE):
        return None
    value = units[after]
    claimed = [name for name in units[number].slots if name in value.slots]
    if claimed:
        return Head(part.asked if part.asked in claimed else claimed[0])
    name = next((name for name in units[number].slots if not part.verb.spec.slot(name).is_typed), "")
    if name and (_is_name_start(part, units, after, name) or _is_naming(part, units[number], name)):
        return None
    if value.kind is UNREAD and name:
        is_new = _takes_any(part, name) or _is_followed(units, after)
        if value.is_capital(part.scan.tokens) or (is_new and not value.slots):
            return None
    bare = not value.slots or any(part.verb.spec.slot(slot).bare for slot in value.slots)
    return Head("") if bare and not _in_name_answer(part) else None


def _in_name_answer(part: Part) -> bool:
    return bool(part.asked) and part.verb.spec.slot(part.asked).kind is SlotKind.NAME


def _is_name_start(part: Part, units: Sequence[Unit], number: int, slot: str) -> bool:
    """Whether a typed value begins a text, or a name that may be new ("for 24 Hour Fitness")."""
    spec = part.verb.spec.slot(slot)
    makes_new = _takes_any(part, slot) or spec.auto_create is not None
    return makes_new and _is_followed(units, number)


def _takes_any(part: Part, slot: str) -> bool:
    """Whether any words are a value of a slot."""
    return bool(slot) and part.verb.spec.slot(slot).kind in (SlotKind.NAME, SlotKind.TEXT)


def _is_followed(units: Sequence[Unit], number: int) -> bool:
    """Whether a word or a name stands right behind a unit."""
    following = units[number + 1] if number + 1 < len(units) else None
    return following is not None and following.kind in (TEXT, KNOWN)


def _is_naming(part: Part, unit: Unit, slot: str) -> bool:
    """Whether a preposition says that a new name follows, whatever it looks like ("called Fifty Hours")."""
    return _is_name(part, slot) and part.scan.tokens[unit.first].key in NAMING


def _behind(part: Part, units: Sequence[Unit], number: int) -> int | None:
    """Return the number of the next unit that says something: no article, hesitation or mark ("due: um, Friday")."""
    for index in range(number + 1, len(units)):
        unit = units[index]
        if unit.kind is TEXT:
            if part.scan.tokens[unit.first].key in UNSAID:
                continue
            return index
        if unit.kind in _TAKEN_BACK or unit.kind is BREAK or _is_pause(part, units, index):
            continue
        return index
    return None


def _is_pause(part: Part, units: Sequence[Unit], number: int) -> bool:
    """Whether a mark says nothing where it stands; a sign before a known name is a part of it ("$100 Startup")."""
    unit = units[number]
    if unit.kind is not MARK:
        return False
    before_name = number + 1 < len(units) and units[number + 1].kind is KNOWN
    return before_name or part.scan.tokens[unit.first].key in PAUSES


def _is_unreadable(part: Part, units: Sequence[Unit], number: int) -> bool:
    """Whether a preposition of typed slots alone leads to words that cannot be read."""
    after = _behind(part, units, number)
    if after is None or units[after].kind not in CONTENT | {POSSESSIVE}:
        return False
    specs = [part.verb.spec.slot(name) for name in units[number].slots]
    if all(spec.kind is SlotKind.NUMBER and spec.nouns for spec in specs):
        return False  # what is counted is said by its noun: "for the weekend" is no number of guests
    keys = {token.key for token in part.scan.tokens[units[number].first : units[number].past]}
    if not keys <= COMMON_PREPOSITIONS:
        return not _in_name_answer(part) or (number > 0 and units[number - 1].kind is BREAK)
    return _region_kind(part, units, number) is not SlotKind.NAME and not part.is_answer


def _region_kind(part: Part, units: Sequence[Unit], number: int) -> SlotKind | None:
    """Return the kind of the slot whose value would go on over a unit; None for no slot."""
    for index in range(number - 1, -1, -1):
        unit = units[index]
        if unit.kind is TRIGGER:
            return part.verb.spec.slot(part.form.objects[0]).kind if part.form.objects else None
        if unit.kind in (BREAK, TYPED, MARKER, END, DENIED):
            return None
        if unit.kind is PREPOSITION:
            untyped = [name for name in unit.slots if not part.verb.spec.slot(name).is_typed]
            return part.verb.spec.slot(untyped[0]).kind if untyped else None
    return part.verb.spec.slot(part.asked).kind if part.asked else None


def _may_lead(part: Part, units: Sequence[Unit], number: int, slot: str) -> bool:
    """Whether a name may stand behind a preposition at all."""
    after = _behind(part, units, number)
    if after is None:
        return number + 1 < len(units)
    if units[after].kind not in CONTENT:
        return has_stand_in(part, slot) and after > number + 1 and units[number + 1].kind is TEXT
    return not _in_name_answer(part) or fits(part, units[after], slot)


def has_stand_in(part: Part, slot: str) -> bool:
    """Whether something stands for a thing that is not said: it must not stand for words that are."""
    spec = part.verb.spec.slot(slot)
    return spec.kind is SlotKind.ENTITY and bool(spec.default or spec.infer)


def _choose(
    part: Part, units: Sequence[Unit], heads: Mapping[int, Head], names: Sequence[tuple[int, str]]
) -> dict[int, Head]:
    """Choose, slot by slot, which occurrences of its prepositions lead to its value."""
    chosen: dict[int, Head] = {}
    for slot in dict.fromkeys(slot for _, slot in names):
        candidates = _candidates(part, units, heads, names, slot)
        for candidate in _pick(part, units, slot, candidates):
            chosen[candidate.at] = Head(slot)
    return chosen


def _candidates(
    part: Part, units: Sequence[Unit], heads: Mapping[int, Head], names: Sequence[tuple[int, str]], slot: str
) -> list[_Candidate]:
    """Find the region that each preposition of a slot stands in, as if no other one of the slot were bound."""
    bound = dict(names)
    last = max((at for at, unit in enumerate(units) if unit.kind is TRIGGER), default=-1)
    region, region_slot = -1, part.asked if part.is_answer else ""
    found = []
    for at, unit in enumerate(units):
        if bound.get(at) == slot:
            found.append(_Candidate(at, region, region_slot))
        elif unit.kind is TRIGGER:
            objects = part.form.objects if at == last else ()
            region, region_slot = at, objects[0] if objects else ""
        elif at in bound:
            region, region_slot = at, bound[at]
        elif at in heads or unit.kind in (BREAK, MARKER, END, DENIED):
            region, region_slot = at, ""
    return found


def _pick(part: Part, units: Sequence[Unit], slot: str, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    if len(candidates) == 1:
        return candidates
    rule = part.form.occurrence.get(slot, Occurrence.LAST)
    if part.verb.spec.slot(slot).kind is SlotKind.NAME:
        return [_pick_for_name(part, units, candidates, rule)]
    candidates = _without_misfits(part, units, slot, candidates)
    regions: dict[int, list[_Candidate]] = {}
    for candidate in candidates:
        regions.setdefault(candidate.region, []).append(candidate)
    kept: list[_Candidate] = []
    for inside in regions.values():
        if _is_name(part, inside[0].region_slot):
            if not kept:
                kept.append(inside[0] if rule is Occurrence.FIRST else inside[-1])
        else:
            kept.extend(inside[:1] if rule is Occurrence.FIRST else inside)
    return kept


def _without_misfits(
    part: Part, units: Sequence[Unit], slot: str, candidates: Sequence[_Candidate]
) -> Sequence[_Candidate]:
    """Where another region has something that fits, a preposition inside a new name is a part of that name."""
    fitting = {candidate.region for candidate in candidates if _leads_to_fit(part, units, candidate.at, slot)}
    if not fitting or len({candidate.region for candidate in candidates}) == 1:
        return candidates
    return [
        candidate
        for candidate in candidates
        if candidate.region in fitting or not _is_name(part, candidate.region_slot)
    ]


def _leads_to_fit(part: Part, units: Sequence[Unit], number: int, slot: str) -> bool:
    after = _behind(part, units, number)
    return after is not None and fits(part, units[after], slot)


def _pick_for_name(part: Part, units: Sequence[Unit], candidates: Sequence[_Candidate], rule: Occurrence) -> _Candidate:
    """A new name starts behind the first preposition when what stands before it is one known thing, else the last."""
    first = candidates[0]
    if rule is Occurrence.FIRST:
        return first
    before = [
        unit
        for unit in units[first.region + 1 : first.at]
        if not (unit.kind is TEXT and part.scan.tokens[unit.first].key in ARTICLES)
    ]
    known = [unit for unit in before if unit.kind in (KNOWN, PRONOUN, MENTION)]
    nouns = part.verb.nouns.get(first.region_slot, {}) if first.region_slot else {}
    rest = [
        unit for unit in before if unit not in known and part.scan.tokens[unit.first].key not in {n[0] for n in nouns}
    ]
    if first.region_slot and len(known) == 1 and not rest and fits(part, known[0], first.region_slot):
        return first
    return candidates[-1]


def _is_name(part: Part, slot: str) -> bool:
    return bool(slot) and part.verb.spec.slot(slot).kind is SlotKind.NAME
