"""What a repair takes back: "two, no, three hours", "to 100, sorry, 150", "not 2h, 3h".

In: a :class:`slots.parts.Part`, and its units. Out: the numbers without a unit that are replaced, found before there
are units; and the units with the repairs, and what they take back, marked. What begins like a repair and says nothing
that a slot takes is an aside: one unit that is left over ("no rush", "sorry for the delay").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from unicodedata import category

from slots.compiled import longest
from slots.denials import is_plain, run_past
from slots.leads import LEADS
from slots.nearby import Nearby, choice_slot, is_unsaid, may_be_bare, read_nearby, reads, thing_behind
from slots.numbers import read_number
from slots.parts import (
    BREAK,
    BREAKS,
    CONTENT,
    DENIED,
    KNOWN,
    MENTION,
    PREPOSITION,
    PRONOUN,
    QUOTED,
    REPAIR,
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
from slots.words import (
    ASIDES,
    CLEAR_REPAIRS,
    COMMON_PREPOSITIONS,
    DENIALS,
    NAME_LEADS,
    REPAIRS,
    SPEECH,
    PhraseTable,
    phrases,
)

_REPAIR_WORDS = frozenset(REPAIRS.firsts)
_LEADS = PhraseTable.of([(True, "make it | " + " | ".join(" ".join(words) for words in LEADS.values))])
"""Words that may stand between a repair and the value ("sorry *it was* Tuesday")."""
_EXCUSES = phrases("my mistake | my bad | my fault | my apologies")
_REMARKS = SPEECH.union(
    DENIALS.firsts, "thanks thank thx let why what how when because if yes yeah my our your".split()
)
"""Words, in lower case, that begin a remark and no name ("sorry, *my* mistake", "actually *it* was fun")."""
_SPEAKER = frozenset("im id ill ive".split())
"""Those of them that have a capital anywhere ("I'm")."""
_MOST_WORDS = 6
"""Tokens of a name among which a capital is looked for; a bound for what each repair costs."""


class _Judged(StrEnum):
    """What stands behind a word of a repair."""

    REPAIR = "repair"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class _Marker:
    """The words of a repair, or of several in a row ("no, wait,"), and what stands around them."""

    first: int
    """Number of its first unit."""
    past: int
    """Number of the unit behind its words."""
    right: int
    """Number of the unit that may be the new value: breaks and words that only lead to it stand between."""
    is_paused: bool
    """Whether a break stands right behind its words."""
    is_clear: bool
    """Whether its words say that something is taken back also without a pause ("I mean")."""
    aside: int = 0
    """Position behind words that begin like a repair and are none; 0 where there are none such."""


_Judgement = tuple[_Judged, int] | None
"""What it is, and the number of the unit behind it; None where the words stay what they are."""


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
            and not _has_sign(part, first)
            and not any(at in part.scan.known_over for at in range(first, past))
        ):
            return first
    return None


def _has_sign(part: Part, first: int) -> bool:
    """Whether the sign of a currency stands directly before a number: it has a unit."""
    tokens = part.scan.tokens
    return (
        first > 0
        and tokens[first - 1].end == tokens[first].start
        and category(tokens[first - 1].text[-1:] or " ") == "Sc"
    )


def mark_repairs(part: Part, units: list[Unit]) -> list[Unit]:
    """Find the repairs and what they take back; a lone "no" inside a name is none."""
    has_words = not part.scan.keys.isdisjoint(_REPAIR_WORDS)
    if not has_words and "not" not in part.scan.keys:
        return units
    units = list(units)
    _mark_negated(part, units)
    if not has_words:
        return units
    near, said = read_nearby(part, units), _first_said(units)
    result: list[Unit] = []
    number = 0
    while number < len(units):
        marker = _read_marker(part, units, number)
        judged = _judge(part, units, near[number], said, marker) if marker is not None else None
        past = judged[1] if judged is not None else marker.past if marker is not None else number + 1
        if judged is None:
            result += units[number:past]
        elif judged[0] is _Judged.ASIDE:
            past = _behind_led(part, units, past)
            result.append(Unit(DENIED, units[number].first, units[past - 1].past))
        else:
            right = _bare_value(part, units[past], near[number].last) or units[past]
            _take_back(part, result, right)
            kept = (BREAK, DENIED)
            result += [one if one.kind in kept else Unit(REPAIR, one.first, one.past) for one in units[number:past]]
            if right is not units[past]:
                result.append(right)
                past = _number_at(units, past, right.past)
        number = past
    return result


def _bare_value(part: Part, unit: Unit, slot: str) -> Unit | None:
    """Make a value of a bare number that replaces one ("$50, no, *60*")."""
    if not slot or not may_be_bare(part, unit) or not part.verb.spec.slot(slot).is_typed:
        return None
    reading = read_expected(part.scan.tokens, unit.first, part.verb.spec.slot(slot))
    return Unit(TYPED, unit.first, reading.past, (slot,), value=reading.value) if reading is not None else None


def _first_said(units: Sequence[Unit]) -> Mapping[str, int]:
    """Return, for each typed slot, the number of the first unit that may be its value."""
    found: dict[str, int] = {}
    for number, unit in enumerate(units):
        if unit.kind in (TYPED, UNREADABLE):
            for slot in unit.slots:
                found.setdefault(slot, number)
    return found


def _mark_negated(part: Part, units: list[Unit]) -> None:
    """Mark the value of "not 2h, 3h" that is negated before another of its kind."""
    for number in range(len(units) - 3):
        if part.scan.tokens[units[number].first].key != "not" or units[number].kind is not TEXT:
            continue
        unit, wrong, pause, right = units[number : number + 4]
        kinds = (wrong.kind, pause.kind, right.kind)
        if kinds == (TYPED, BREAK, TYPED) and wrong.slots == right.slots:
            units[number : number + 2] = [Unit(REPAIRED, one.first, one.past) for one in (unit, wrong)]


def _read_marker(part: Part, units: Sequence[Unit], first: int) -> _Marker | None:
    """Read the words of a repair that begin at a unit."""
    past, at, is_clear, aside = first, first, False, 0
    while (phrase := _phrase_at(part, units, at)) is not None:
        starts, past = units[at].first, _number_at(units, at, units[at].first + len(phrase))
        is_clear = is_clear or phrase in CLEAR_REPAIRS
        idiom = longest(part.scan.tokens, starts, ASIDES)
        if idiom is not None and len(idiom) >= len(phrase):
            aside = starts + len(idiom)
            break
        at = past = _behind_excuse(part, units, past)
        while at < len(units) and units[at].kind is BREAK:
            at += 1
    if past == first:
        return None
    is_paused = past < len(units) and units[past].kind is BREAK
    right = past
    while right < len(units) and units[right].kind in (BREAK, DENIED):
        right += 1
    return _Marker(first, past, _behind_lead(part, units, right), is_paused, is_clear, aside)


def _behind_excuse(part: Part, units: Sequence[Unit], number: int) -> int:
    """Return the number behind what may be said between a repair and the value ("sorry, *my mistake*, 3h")."""
    at = number + (number < len(units) and units[number].kind is BREAK)
    phrase = longest(part.scan.tokens, units[at].first, _EXCUSES) if at < len(units) else None
    past = _number_at(units, at, units[at].first + len(phrase)) if phrase is not None else number
    return past if past + 1 < len(units) and units[past].kind is BREAK else number


def _phrase_at(part: Part, units: Sequence[Unit], number: int) -> tuple[str, ...] | None:
    """Return the words of a repair at a unit; they end where a unit does, and are in no name."""
    if number >= len(units) or part.scan.tokens[units[number].first].key not in _REPAIR_WORDS:
        return None
    phrase = longest(part.scan.tokens, units[number].first, REPAIRS)
    if phrase is None:
        return None
    past, end = units[number].first + len(phrase), _number_at(units, number, units[number].first + len(phrase))
    own = units[number:end]
    is_own = own[-1].past == past and all(unit.kind in (TEXT, PRONOUN, PREPOSITION) for unit in own)
    return phrase if is_own else None


def _number_at(units: Sequence[Unit], number: int, position: int) -> int:
    """Return the number of the first unit, from one on, that begins at a position or behind it."""
    while number < len(units) and units[number].first < position:
        number += 1
    return number


def _behind_lead(part: Part, units: Sequence[Unit], number: int) -> int:
    """Return the number behind words that only lead to what follows; the same number where nothing follows them."""
    if number >= len(units) or units[number].kind not in (TEXT, PRONOUN):
        return number
    tokens, first = part.scan.tokens, units[number].first
    name_lead = longest(tokens, first, NAME_LEADS)
    lead = _LEADS.at(keys_of(tokens[first : first + _LEADS.longest]), 0)
    past = first + max(len(name_lead or ()), lead[1] if lead is not None else 0)
    end = _number_at(units, number, past)
    leads = end < len(units) and units[end].first == past and units[end].kind in CONTENT
    return end if leads and (name_lead is not None or units[end].kind in (TYPED, KNOWN)) else number


def _judge(part: Part, units: Sequence[Unit], near: Nearby, said: Mapping[str, int], marker: _Marker) -> _Judgement:
    """Tell a repair from an aside, and both from words of a name."""
    left = _beside(units, marker.first - 1)
    if left is None or (marker.right >= len(units) and not marker.aside):
        return None
    right = units[min(marker.right, len(units) - 1)]
    is_broken = units[marker.first - 1].kind is BREAK
    if right.kind is TYPED and not marker.aside and (left.kind is TYPED or _number_before(part, units, marker.first)):
        return _Judged.REPAIR, marker.right
    are_alike = left.kind is KNOWN and right.kind is KNOWN and bool(left.types & right.types)
    if are_alike and (not is_broken or _is_alone(units, marker.right)):
        return _Judged.REPAIR, marker.right
    if near.open and part.verb.spec.slot(near.open).kind is SlotKind.TEXT:
        return None
    if not is_broken:
        return _judge_unbroken(part, units, near, said, marker)
    if marker.aside:
        return _Judged.ASIDE, _aside_past(part, units, marker)
    return _judge_value(part, units, near, said, marker)


def _judge_unbroken(
    part: Part, units: Sequence[Unit], near: Nearby, said: Mapping[str, int], marker: _Marker
) -> _Judgement:
    """Judge words with no break before them: a value behind a pause, or an aside right behind a known thing."""
    if marker.is_paused and units[marker.right].kind is TYPED:
        return _judge_value(part, units, near, said, marker)
    slot = part.verb.spec.slot(near.open) if near.open else None
    is_named = units[marker.first - 1].kind in (KNOWN, MENTION, PRONOUN)
    if not is_named or slot is None or slot.kind is not SlotKind.ENTITY or slot.auto_create is not None:
        return None
    first = units[marker.first].first
    if marker.is_paused or not is_plain(part, first, units[marker.past - 1].past):
        return None
    judged = _judge_value(part, units, near, said, marker) if not marker.aside else None
    if marker.aside:
        return _Judged.ASIDE, _aside_past(part, units, marker)
    return judged if judged is not None and judged[0] is _Judged.ASIDE else None


def _aside_past(part: Part, units: Sequence[Unit], marker: _Marker) -> int:
    """Return the number behind an idiom and what it leads to ("wait for *my ok*")."""
    end = _number_at(units, marker.first, marker.aside)
    if end < len(units) and units[end].kind is TYPED and part.scan.tokens[marker.aside - 1].key in COMMON_PREPOSITIONS:
        end += 1
    return run_past(units, end)


def _behind_led(part: Part, units: Sequence[Unit], number: int) -> int:
    """Return the number behind what an aside goes on with ("no charge *for Sam*"), but not what the verb must have.

    Only prepositions that follow nouns do: "no rush *due Friday*" says when it is due.
    """
    while number < len(units) and units[number].kind is PREPOSITION:
        lead, thing = units[number], thing_behind(part, units, number + 1)
        read = [name for name in lead.slots if thing is not None and reads(part, units[thing], name)]
        is_common = part.scan.tokens[lead.first].key in COMMON_PREPOSITIONS
        if thing is None or not read or not is_common or part.verb.spec.slot(read[0]).required:
            break
        number = thing + 1 if units[thing].kind is not TEXT else run_past(units, thing)
    return number


def _judge_value(
    part: Part, units: Sequence[Unit], near: Nearby, said: Mapping[str, int], marker: _Marker
) -> _Judgement:
    """Judge what stands behind the words by what it may be."""
    right = units[marker.right]
    if right.kind in (TYPED, UNREADABLE):
        return _judge_typed(part, units, near, said, marker)
    if right.kind is PREPOSITION:
        return _judge_led(part, units, near, marker)
    if right.kind not in CONTENT:
        return None
    thing = thing_behind(part, units, marker.right)
    if thing is not None and units[thing].kind in (KNOWN, QUOTED, MENTION, PRONOUN) and _is_alone(units, thing):
        return _judge_thing(part, units, near, marker, thing)
    bare = _bare_value(part, right, near.last)
    if bare is not None and (marker.is_paused or _ends_at(units, marker.right, bare.past)):
        return _Judged.REPAIR, marker.right
    if part.scan.tokens[right.first].key in _verb_words(part) and marker.right + 1 < len(units):
        return _judge_value(part, units, near, said, replace(marker, right=marker.right + 1))
    return _judge_words(part, units, near, marker, marker.right)


def _ends_at(units: Sequence[Unit], number: int, past: int) -> bool:
    """Whether nothing but another part of the wish follows a value that ends at a position."""
    after = _number_at(units, number, past)
    return after >= len(units) or units[after].kind not in CONTENT


def _verb_words(part: Part) -> frozenset[str]:
    """Return the words that the verb's triggers begin with."""
    return frozenset(phrase[0] for trigger in part.verb.triggers for phrase in trigger.groups[0].words if phrase)


def _judge_typed(
    part: Part, units: Sequence[Unit], near: Nearby, said: Mapping[str, int], marker: _Marker
) -> _Judgement:
    """A value replaces one of its slots, or fills one that needs no preposition."""
    slots = units[marker.right].slots
    is_taken = part.is_answer or any(
        part.verb.spec.slot(slot).bare or said.get(slot, marker.first) < marker.first for slot in slots
    )
    past = marker.right + 1
    if not is_taken:
        is_new = bool(near.last) and part.verb.spec.slot(near.last).kind is SlotKind.NAME
        return _judge_words(part, units, near, marker, marker.right) if is_new else (_Judged.ASIDE, past)
    is_word = past < len(units) and units[past].kind is TEXT and not marker.is_paused and not marker.is_clear
    return (_Judged.ASIDE, run_past(units, past)) if is_word else (_Judged.REPAIR, marker.right)


def _judge_led(part: Part, units: Sequence[Unit], near: Nearby, marker: _Marker) -> _Judgement:
    """A preposition leads to what its slot reads, or, where the repair is clear, to an unknown name."""
    thing = thing_behind(part, units, marker.right + 1)
    if thing is None:
        return None
    slots = units[marker.right].slots
    if any(reads(part, units[thing], slot) for slot in slots):
        return _Judged.REPAIR, marker.right
    is_name = not _is_remark(part, units, marker.right + 1) and any(
        not part.verb.spec.slot(slot).is_typed for slot in slots
    )
    is_written = _has_capital(part, units, thing) and _is_written(part, units, near, marker)
    if is_name and (marker.is_paused or marker.is_clear or is_written):
        return _Judged.REPAIR, marker.right
    return _Judged.ASIDE, run_past(units, marker.right + 1)


def _judge_thing(part: Part, units: Sequence[Unit], near: Nearby, marker: _Marker, thing: int) -> _Judgement:
    """A known thing alone replaces another; "no X" without a pause only one of the slot that was said last."""
    unit = units[thing]
    kind = part.verb.spec.slot(near.last).kind if near.last else None
    if kind is SlotKind.NAME and unit.kind is not QUOTED and choice_slot(part, unit) == "":
        return _judge_words(part, units, near, marker, marker.right)
    is_last = kind is SlotKind.NAME or (bool(near.last) and fits(part, unit, near.last))
    is_no = part.scan.tokens[units[marker.first].first].key == "no" and not marker.is_paused and not marker.is_clear
    if is_no and not is_last:
        return _Judged.ASIDE, thing + 1
    return _Judged.REPAIR, marker.right


def _judge_words(part: Part, units: Sequence[Unit], near: Nearby, marker: _Marker, number: int) -> _Judgement:
    """Words that nobody knows replace a name where they are written as one."""
    if not near.last:
        return None
    slot = part.verb.spec.slot(near.last)
    if slot.is_typed or slot.kind is SlotKind.TEXT or _is_remark(part, units, number):
        return _Judged.ASIDE, run_past(units, number + 1)
    is_clear = marker.is_paused or marker.is_clear
    may_be_new = slot.kind is SlotKind.NAME or slot.auto_create is not None
    if may_be_new or not is_clear:
        has_capital = _has_capital(part, units, number)
        is_clear = (
            has_capital
            if _is_written(part, units, near, marker)
            else is_clear and not _has_article(part, units[number])
        )
    return (_Judged.REPAIR, marker.right) if is_clear else (_Judged.ASIDE, run_past(units, number + 1))


def _is_written(part: Part, units: Sequence[Unit], near: Nearby, marker: _Marker) -> bool:
    """Whether the name that was said last has a capital; in a message of capitals none tells anything."""
    first = units[near.since].first
    tokens = part.scan.tokens[first : min(first + _MOST_WORDS, units[marker.first].first)]
    return not part.scan.text.isupper() and any(token.text[:1].isupper() for token in tokens)


def _has_capital(part: Part, units: Sequence[Unit], number: int) -> bool:
    """Whether what stands at a unit, articles aside, is written with a capital."""
    thing = thing_behind(part, units, number)
    return (
        thing is not None and not part.scan.text.isupper() and part.scan.tokens[units[thing].first].text[:1].isupper()
    )


def _has_article(part: Part, unit: Unit) -> bool:
    return is_unsaid(part, unit) and part.scan.tokens[unit.first].text.islower()


def _is_remark(part: Part, units: Sequence[Unit], number: int) -> bool:
    """Whether words begin as a sentence does and as no name."""
    unit = units[number]
    token = part.scan.tokens[unit.first]
    if unit.kind is PRONOUN:
        return number + 1 < len(units) and units[number + 1].kind is TEXT
    is_plain_word = token.text.islower() or token.key in _SPEAKER or part.scan.text.isupper()
    return unit.kind is TEXT and token.key in _REMARKS and is_plain_word


def _is_alone(units: Sequence[Unit], number: int) -> bool:
    """Whether no further word belongs to the one unit."""
    return number + 1 >= len(units) or units[number + 1].kind not in CONTENT


def _beside(units: Sequence[Unit], at: int) -> Unit | None:
    """Return the unit at or before a number that is no break."""
    while at >= 0 and units[at].kind is BREAK:
        at -= 1
    return units[at] if at >= 0 else None


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


def _take_back(part: Part, units: list[Unit], right: Unit) -> None:
    """Mark the value that some units end with as taken back when the one behind the repair is of the same kind."""
    if right.kind is not TYPED:
        return
    past = len(units)
    start = _number_before(part, units, past)
    left = past - 1
    while left >= 0 and units[left].kind is BREAK:
        left -= 1
    if start is None and left >= 0 and units[left].kind is TYPED and set(units[left].slots) & set(right.slots):
        start = left
    if start is not None:
        units[start:] = [Unit(REPAIRED, unit.first, unit.past) for unit in units[start:]]
