"""The utterance as units: names, values, prepositions and words, before they are given to slots.

In: a scan, a compiled verb in one of its forms, and the trigger that started it.
Out: a list of :class:`Unit`, in order, that covers every token once. Names and
typed values are one unit each, so that no boundary is ever cut inside them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace

from slots.compiled import CompiledVerb, longest
from slots.counts import counted_at, is_pointer, past_noun, read_count
from slots.date_parts import PERIOD_WORDS, read_period
from slots.denials import mark_denied, mark_old
from slots.known import KnownName
from slots.leads import mark_leads
from slots.parts import (
    BREAK,
    BREAKS,
    CONTENT,
    END,
    FILLER,
    KNOWN,
    MARK,
    MARKER,
    MENTION,
    POSSESSIVE,
    PREPOSITION,
    PRONOUN,
    QUOTED,
    REPAIRED,
    TEXT,
    TRIGGER,
    TYPED,
    UNREAD,
    UNREADABLE,
    Part,
    Unit,
)
from slots.readers import Reading, read_expected
from slots.repairs import bare_repairs, mark_repairs
from slots.scan import LEAD_INS, Scan
from slots.tables import PeriodDay, SlotKind, SlotSpec
from slots.text import NUMBER, WORD, TokenKind, name_key, starts_with
from slots.triggers import LIST_MARKS, is_list_mark
from slots.words import ARTICLES, LONGEST_COUNTING, POINTED, read_pronoun

UNREADABLE_AFTER = frozenset({"before", "after", "around"})
"""Words that make the date beside them unreadable (decisions.md, Dates)."""

_KINDS = {
    WORD: TEXT,
    NUMBER: TEXT,
    TokenKind.MENTION: MENTION,
    TokenKind.POSSESSIVE: POSSESSIVE,
    TokenKind.MARK: MARK,
}
_DAY_DIGITS = 2
"""Digits that a day of a month has at most."""
_LONGEST_CHOICE = 6
"""Tokens that the name of a choice may have in a message."""


def build_units(part: Part) -> tuple[Unit, ...]:
    """Cut the part of the utterance into units, from left to right."""
    part = replace(part, repaired=bare_repairs(part), choices=_choices_in(part.scan, part.verb))
    part = replace(part, expecting=_expecting(part), counted=counted_at(part))
    units: list[Unit] = []
    at = part.first
    typed = [slot for slot in part.verb.spec.slots if slot.is_typed]
    known = _protected(part)
    tokens, starts, words = part.scan.tokens, _starts(part, typed, known), part.form.firsts
    while at < part.past:
        is_plain = at not in starts and tokens[at].key not in words
        unit = _plain_unit(part, at) if is_plain else _next_unit(part, at, typed, known, units)
        units.append(unit)
        at = unit.past
    units = mark_leads(part, _mark_unreadable(part, units))
    return tuple(mark_repairs(part, mark_denied(part, mark_old(part, units))))


def _expecting(part: Part) -> frozenset[int]:
    """Return where nothing but lead-ins stands behind the beginning, or behind what a repair took back."""
    if not part.asked or not part.verb.spec.slot(part.asked).is_typed:
        return frozenset()
    begins = {part.first, *part.repaired.values()}
    found: set[int] = set()
    is_open = False
    for at in range(part.first, part.past):
        is_open = is_open or at in begins
        if is_open:
            found.add(at)
            is_open = part.scan.tokens[at].key in LEAD_INS or not part.scan.tokens[at].is_word
    return frozenset(found)


def _starts(part: Part, typed: Sequence[SlotSpec], known: Mapping[int, KnownName]) -> set[int]:
    """Return the positions at which a value, a name, a quotation or a part of the trigger may start."""
    kinds = frozenset(slot.kind for slot in typed)
    starts = {at for at, begun in enumerate(part.scan.begun) if begun and not kinds.isdisjoint(begun)}
    triggers = (first for first, _ in part.triggers)
    starts = starts.union(part.scan.unread, part.scan.quoted_at)
    return starts.union(part.expecting, part.counted, part.repaired, known, part.choices, triggers)


def _protected(part: Part) -> dict[int, KnownName]:
    """Return the known names, less those that are only a word of the verb or of the language."""
    function_words = ARTICLES | {phrase[0] for phrase in part.form.prepositions if len(phrase) == 1}
    kept = {}
    for name in part.scan.known:
        lone = part.scan.tokens[name.first] if name.past - name.first == 1 else None
        if lone is not None and read_pronoun(part.scan.tokens, name.first):
            continue
        if lone is not None and lone.key in function_words and not _must_be_name(part, name):
            continue
        kept[name.first] = name
    return kept


def _must_be_name(part: Part, name: KnownName) -> bool:
    """Whether an article or a preposition stands where only a name fits: "for *An* from Monday", "for *An*".

    Its slot's preposition stands right before it, and a boundary or the end behind it.
    """
    tokens = part.scan.tokens
    if name.past < part.past and tokens[name.past].is_word and longest(tokens, name.past, part.form.words) is None:
        return False
    return any(
        starts_with(tokens, name.first - len(phrase), phrase)
        and any(not name.types.isdisjoint(part.verb.spec.slot(slot).entities) for slot in slots)
        for phrase, slots in part.form.prepositions.items()
    )


def _next_unit(
    part: Part, at: int, typed: Sequence[SlotSpec], known: dict[int, KnownName], units: Sequence[Unit]
) -> Unit:
    for first, past in part.triggers:
        if first == at:
            return Unit(TRIGGER, at, past)
    if _is_list_mark(part, at):
        return Unit(BREAK, at, min(at + 2, part.past))
    if at in part.repaired:
        return Unit(REPAIRED, at, part.repaired[at])
    quotation = part.scan.quoted_at.get(at)
    if quotation is not None and quotation[1] < part.past:
        return _quoted_unit(part, *quotation)
    found = _name_or_value(part, at, typed, known, units)
    if found is None and part.scan.tokens[at].key in part.form.firsts:
        found = _word_of_table(part, at) or _pronoun_unit(part, at)
    return found or _unread_unit(part, at, units) or _plain_unit(part, at)


def _unread_unit(part: Part, at: int, units: Sequence[Unit]) -> Unit | None:
    """Make one unit of what looks like a value, of whatever kind, and holds no known name."""
    unread = part.scan.unread.get(at)
    if unread is None or unread.past > part.past:
        return None
    if any(place in part.scan.known_over for place in range(at, unread.past)):
        return None
    slots = [slot for slot in part.verb.spec.slots if slot.kind is unread.kind]
    if any(part.scan.value_at(at, slot) is not None for slot in slots):
        return None
    past = unread.past
    if unread.is_count:
        past = max((past_noun(part, slot, past) for slot in slots), default=past)
        slots = [slot for slot in slots if past_noun(part, slot, unread.past) > unread.past]
    if unread.is_long:
        led = units[-1].slots if units and units[-1].kind is PREPOSITION else ()
        slots = [slot for slot in slots if slot.required or slot.hours_per_day or slot.name in (*led, part.asked)]
    if not slots and unread.is_count:
        return None
    return Unit(UNREAD, at, past, tuple(slot.name for slot in slots))


def _is_list_mark(part: Part, at: int) -> bool:
    """Whether a number is the mark of a list: at the beginning of a line of a wish, or right before its trigger."""
    if not part.triggers or part.scan.tokens[at].kind is not NUMBER:
        return False
    before_trigger = at + 2 == part.triggers[0][0] and part.scan.tokens[at + 1].key in LIST_MARKS
    return before_trigger or is_list_mark(part.scan, at)


def _pronoun_unit(part: Part, at: int) -> Unit | None:
    pronoun = read_pronoun(part.scan.tokens, at)
    return Unit(PRONOUN, at, pronoun[1], pronoun=pronoun[0]) if pronoun and pronoun[1] <= part.past else None


def _quoted_unit(part: Part, first: int, past: int) -> Unit:
    """Make one unit of a quotation; it has the types of the known name that it holds, when it is just that."""
    inside = Unit(QUOTED, first - 1, past + 1)
    name = next((name for name in part.scan.known if (name.first, name.past) == (first, past)), None)
    if name is not None:
        return replace(inside, types=name.types, key=name.key)
    key = name_key(part.scan.tokens[first:past])
    slot = part.verb.choices.get(key)
    return replace(inside, types=frozenset({f"={slot}"}), key=key) if slot is not None else inside


def _plain_unit(part: Part, at: int) -> Unit:
    token = part.scan.tokens[at]
    if token.kind is WORD:  # most
        return Unit(TEXT, at, at + 1)
    kind = _KINDS[token.kind]
    if kind is MARK and (
        token.key in BREAKS or (token.key == "-" and _stands_free(part, at)) or _ends_sentence(part, at)
    ):
        kind = BREAK
    return Unit(kind, at, at + 1)


def _ends_sentence(part: Part, at: int) -> bool:
    """Whether a point ends a sentence inside the part: behind no abbreviation, and before a blank."""
    tokens = part.scan.tokens
    if tokens[at].key != "." or not part.first < at < part.past - 1:
        return False
    before, after = tokens[at - 1], tokens[at + 1]
    if before.end < tokens[at].start or tokens[at].end == after.start:
        return False
    if at - 1 in part.scan.known_over:
        return True
    if before.kind is WORD:
        is_short = len(before.key) == 1 or before.key in POINTED
        is_counting = after.kind is NUMBER and len(before.key) <= LONGEST_COUNTING
        return not is_short and not is_counting and not _is_lone_capital(part, at + 1)
    return before.kind is NUMBER and not _is_lone_capital(part, at + 1)


def _is_lone_capital(part: Part, at: int) -> bool:
    """Whether one word with a capital, and nothing but a preposition behind it, goes on with a name ("Wm. *Morrison*").

    A sentence has more words; a known name and the first word of a verb or of a slot's words begin one.
    """
    tokens = part.scan.tokens
    if tokens[at].kind is not WORD or not tokens[at].text[:1].isupper() or at in part.scan.known_over:
        return False
    if tokens[at].key in part.form.firsts or any(first == at for first, _ in part.triggers):
        return False
    return at + 1 >= part.past or longest(tokens, at + 1, part.form.words) is not None


def _stands_free(part: Part, at: int) -> bool:
    tokens = part.scan.tokens
    left = at == 0 or tokens[at - 1].end < tokens[at].start
    right = at + 1 >= len(tokens) or tokens[at].end < tokens[at + 1].start
    return left and right


def _name_or_value(
    part: Part, at: int, typed: Sequence[SlotSpec], known: dict[int, KnownName], units: Sequence[Unit]
) -> Unit | None:
    value = _typed_unit(part, at, typed)
    name = _known_unit(part, at, known)
    if value is None or name is None:
        return value or name
    if value.past != name.past:
        return value if value.past > name.past else name
    if value.past < part.past and part.scan.tokens[value.past].kind is TokenKind.POSSESSIVE:
        return name
    if _is_answer(part, name) or _is_object(part, name, value, known) or _follows_noun(part, name, units):
        return name
    before = units[-1] if units else None
    if before is not None and before.kind is PREPOSITION:
        takes = [part.verb.spec.slot(slot) for slot in before.slots]
        return name if any(name.types.intersection(slot.entities) for slot in takes) else value
    return value


def _is_answer(part: Part, name: Unit) -> bool:
    """Whether a name is all that is said to the question for a thing of its type ("Which guest?" - "Friday")."""
    entities = part.verb.spec.slot(part.asked).entities if part.asked else ()
    return (name.first, name.past) == (part.first, part.past) and not name.types.isdisjoint(entities)


def _follows_noun(part: Part, name: Unit, units: Sequence[Unit]) -> bool:
    """Whether a noun of a name's type stands right before it, with or without a point ("with *Dr.* Noon")."""
    tokens, past = part.scan.tokens, name.first
    if past > part.first + 1 and tokens[past - 1].key == ".":
        past -= 1
    words: tuple[str, ...] = ()
    for unit in reversed(units[-part.verb.longest_noun - 1 :]):
        if unit.past > past:
            continue
        if unit.kind is not TEXT or len(words) == part.verb.longest_noun:
            return False
        words = (tokens[unit.first].key, *words)
        if any(nouns.get(words) in name.types for nouns in part.verb.nouns.values()):
            return True
    return False


def _is_object(part: Part, name: Unit, value: Unit, known: Mapping[int, KnownName]) -> bool:
    """Whether a name like a value is the thing that must stand behind the trigger ("serve *Friday* lemonade today").

    The value must not be missed: its slot is not required, or another day stands in the message. And no other thing
    that the object may be is named.
    """
    objects = part.form.objects
    if part.is_answer or not objects or not part.triggers or name.first != part.triggers[-1][1]:
        return False
    thing = part.verb.spec.slot(objects[0])
    others = [other for other in known.values() if other.key != name.key]
    if not thing.required or name.types.isdisjoint(thing.entities):
        return False
    if any(not other.types.isdisjoint(thing.entities) for other in others):
        return False
    slots = [part.verb.spec.slot(slot) for slot in value.slots]
    return all(not slot.required or slot.default or _is_read_again(part, value, slot) for slot in slots)


def _is_read_again(part: Part, value: Unit, slot: SlotSpec) -> bool:
    """Whether another value of a slot's kind stands behind one."""
    return any(slot.kind in part.scan.begun[at] and part.scan.value_at(at, slot) for at in range(value.past, part.past))


def _typed_unit(part: Part, at: int, typed: Sequence[SlotSpec]) -> Unit | None:
    best: Reading | None = None
    slots: list[str] = []
    begun, asked = part.scan.begun[at], part.asked if at in part.expecting else ""
    for slot in typed:
        may_begin = slot.kind in begun or slot.name == asked or (slot.kind is SlotKind.NUMBER and at in part.counted)
        reading = _read(part, at, slot) if may_begin else None
        if reading is None or reading.past > part.past:
            continue
        reading = Reading(reading.value, past_noun(part, slot, reading.past))
        if best is None or reading.past > best.past:
            best, slots = reading, [slot.name]
        elif reading.past == best.past and reading.value == best.value:
            slots.append(slot.name)
        elif reading.past == best.past and slot.name == asked:
            best, slots = reading, [slot.name]
    return Unit(TYPED, at, best.past, tuple(slots), value=best.value) if best else None


def _read(part: Part, at: int, slot: SlotSpec) -> Reading | None:
    """Read a value; a bare number counts where the slot was asked for and nothing but lead-ins stands before."""
    if slot.name != part.asked or at not in part.expecting:
        return read_count(part, at, slot) if slot.kind is SlotKind.NUMBER else part.scan.value_at(at, slot)
    if slot.kind is SlotKind.NUMBER and is_pointer(part.scan.tokens, at):
        return None
    reading = read_expected(part.scan.tokens, at, slot)
    if reading is not None and reading.past < part.past and part.scan.tokens[reading.past].kind is WORD:
        ends = (
            longest(part.scan.tokens, reading.past, part.form.words)
            or past_noun(part, slot, reading.past) > reading.past
        )
        return reading if ends else part.scan.value_at(at, slot)
    return reading


def _known_unit(part: Part, at: int, known: dict[int, KnownName]) -> Unit | None:
    name = known.get(at)
    if name is not None and name.past <= part.past:
        return Unit(KNOWN, at, name.past, types=name.types, key=name.key)
    for past, key in part.choices.get(at, ()):
        if past <= part.past:
            return Unit(KNOWN, at, past, types=frozenset({f"={part.verb.choices[key]}"}), key=key)
    return None


def _choices_in(scan: Scan, verb: CompiledVerb) -> dict[int, tuple[tuple[int, str], ...]]:
    """Return, by position, where the choices of a verb's table that start there end, with their keys, longest first."""
    found: dict[int, list[tuple[int, str]]] = {}
    for key in verb.choices:
        for first, past in scan.places.get(key, ()):
            if past - first <= _LONGEST_CHOICE and scan.tokens[past - 1].is_word:
                found.setdefault(first, []).append((past, key))
    return {first: tuple(sorted(ends, reverse=True)) for first, ends in found.items()}


def _word_of_table(part: Part, at: int) -> Unit | None:
    tokens = part.scan.tokens
    marker = longest(tokens, at, part.verb.markers)
    preposition = longest(tokens, at, part.form.words)
    if marker is not None and len(marker) >= len(preposition or ()):
        return Unit(MARKER, at, at + len(marker))
    if preposition is not None and at + len(preposition) < part.past:
        return Unit(PREPOSITION, at, at + len(preposition), part.form.prepositions[preposition])
    end = longest(tokens, at, part.verb.end_words)
    if end is not None and at + len(end) < part.past:
        return Unit(END, at, at + len(end), part.verb.ends[end])
    return None


def _mark_unreadable(part: Part, units: list[Unit]) -> list[Unit]:
    """Join a date with the before, after or around beside it: together they say no day."""
    dates = tuple(slot.name for slot in part.verb.spec.slots if slot.kind is SlotKind.DATE)
    if not dates:
        return units
    has_bare = any(part.verb.spec.slot(name).bare for name in dates) and not part.scan.keys.isdisjoint(PERIOD_WORDS)
    if not has_bare and part.scan.keys.isdisjoint(UNREADABLE_AFTER | {"or"}):
        return units
    result: list[Unit] = []
    skip_to = -1
    for number, unit in enumerate(units):
        if unit.first < skip_to:
            continue
        is_date = unit.kind is TYPED and unit.slots[0] in dates
        after = units[number + 1] if number + 1 < len(units) else None
        period = _period_end(part, units, number) if has_bare and unit.kind is TEXT else None
        period = _other_day(part, units, number) if is_date else period
        if period is not None:
            result.append(Unit(UNREADABLE, unit.first, period, unit.slots or dates))
            skip_to = period
        elif is_date and after is not None and _says_about(part, after):
            past = _phrase_end(units, number + 1)
            result.append(Unit(UNREADABLE, unit.first, past, unit.slots))
            skip_to = past
        elif is_date and result and _says_about(part, result[-1]):
            lead = result.pop()
            result.append(Unit(UNREADABLE, lead.first, unit.past, unit.slots))
        else:
            result.append(unit)
    return result


def _other_day(part: Part, units: Sequence[Unit], number: int) -> int | None:
    """Return the position after "June 5 *or 6*": a day, and another one of the same month without its name."""
    if len(units) <= number + 2:
        return None
    joint, day = units[number + 1 : number + 3]
    token = part.scan.tokens[day.first]
    if part.scan.tokens[joint.first].key != "or" or day.kind is not TEXT or token.kind is not NUMBER:
        return None
    behind = units[number + 3] if number + 3 < len(units) else None
    is_lone = behind is None or behind.kind not in CONTENT
    return day.past if is_lone and len(token.text) <= _DAY_DIGITS else None


def _period_end(part: Part, units: Sequence[Unit], number: int) -> int | None:
    """Return the position after a phrase that says a week, month or weekend and no day ("last week").

    Only for verbs with a date that needs no preposition, and where no name may be new around it.
    """
    unit, before = units[number], units[number - 1] if number else None
    past = read_period(part.scan.tokens, unit.first)
    if past is None or past > part.past:
        return None
    leads = before is not None and before.kind is PREPOSITION
    if before is not None and leads and _takes_period(part, before):
        return None
    if not leads and any(slot.kind is SlotKind.NAME for slot in part.verb.spec.slots):
        return None
    behind = bisect_left(units, past, key=lambda one: one.first)
    after = units[behind] if behind < len(units) else None
    return past if after is None or after.kind not in CONTENT else None


def _takes_period(part: Part, lead: Unit) -> bool:
    """Whether a preposition leads to a slot that says which day of a period it takes."""
    return any(part.verb.spec.slot(name).period_day is not PeriodDay.ASKED for name in lead.slots)


def _says_about(part: Part, unit: Unit) -> bool:
    return unit.kind is TEXT and part.scan.tokens[unit.first].key in UNREADABLE_AFTER


def _phrase_end(units: Sequence[Unit], number: int) -> int:
    stops = (BREAK, PREPOSITION, FILLER, MARKER)
    past = units[number].past
    for unit in units[number:]:
        if unit.kind in stops:
            break
        past = unit.past
    return past
