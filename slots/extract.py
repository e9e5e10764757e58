"""From an utterance to the phrases that fill a verb's slots.

In: a :class:`slots.scan.Scan`, a compiled verb and, for an utterance that starts
it, the trigger; for a reply, the slot that was asked. Out: an
:class:`slots.extraction.Extraction`. The same input gives the same extraction in
any process; the work is linear in the length of the utterance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from slots.binding import bind_prepositions
from slots.closing import Bound
from slots.compiled import CompiledForm, CompiledVerb, longest
from slots.currencies import is_sign
from slots.extraction import Extraction, PhraseKind, Role, Segment, SlotPhrase
from slots.parts import KNOWN, MENTION, PREPOSITION, PRONOUN, TYPED, Part, Unit, fits
from slots.phrases import NEW_WORDS
from slots.regions import read_regions
from slots.scan import Scan
from slots.signs import signed_at
from slots.stated import read_stated
from slots.tables import SlotKind
from slots.text import MARK, NUMBER, WORD, Span, is_glued, keys_of
from slots.text_leads import lead_to_text
from slots.triggers import GAP_STOPS, TriggerMatch, first_word
from slots.units import build_units
from slots.words import (
    ABBREVIATIONS,
    ARTICLES,
    FILLERS,
    FOR_SPEAKER,
    NOW,
    SO_FAR,
    PhraseTable,
    PronounKind,
    is_tied,
    skip_beforehand,
    skip_openings,
    strip_edges,
)

_THANKS = frozenset("please pls thanks thank you cheers".split())
_SAY_NOTHING = (
    ARTICLES
    | NEW_WORDS
    | _THANKS
    | frozenset(word for phrase in FILLERS.split("|") for word in phrase.split()) - {"hold", "on"}
    | {"like"}
)
"""Articles, and single words of the fillers: alone in the leftover they say nothing."""
_TAKES_ANY = frozenset({SlotKind.NAME, SlotKind.TEXT, SlotKind.TIME})
"""Kinds of slots whose value may end in *now*."""
_LEFT, _FILLED, _PUNCTUATION = (Role.LEFTOVER, ""), (Role.FILLER, ""), (Role.PUNCTUATION, "")


def types_of(verb: CompiledVerb) -> frozenset[str]:
    """Return the entity types and directory lists whose names count for a verb."""
    return frozenset(
        kind
        for slot in verb.spec.slots
        for kind in (*slot.entities, *((slot.choices_from,) if slot.choices_from else ()))
    )


def extract(
    scan: Scan,
    verb: CompiledVerb,
    match: TriggerMatch | None = None,
    *,
    asked: str = "",
    first: int | None = None,
    past: int | None = None,
) -> Extraction:
    """Return what an utterance, or its tokens ``first`` to ``past``, says to a verb.

    Without ``match`` it is a reply: to the question for the slot ``asked``, or a correction when
    that is empty. What was extracted once is kept with the scan.
    """
    trigger = (match.trigger.phrase, match.groups) if match else None
    key = (verb.spec.name, trigger, asked, first, past)
    if key not in scan.noted:
        scan.noted[key] = _extract(scan, verb, match, asked=asked, first=first, past=past)
    found: Extraction = scan.noted[key]
    return found


def _extract(
    scan: Scan, verb: CompiledVerb, match: TriggerMatch | None, *, asked: str, first: int | None, past: int | None
) -> Extraction:
    own = scan.of_types(types_of(verb))
    low, high = _edges(own, first or 0, len(own.tokens) if past is None else past)
    if match is not None and any(slot.kind is SlotKind.NAME for slot in verb.spec.slots):
        high = _with_closing(own, match, high, len(own.tokens) if past is None else past)
    low = _with_preposition(own, verb, low, first or 0)
    end, high = high, _before_now(own, verb, low, high)
    part = Part(
        own, verb, verb.forms[0], low, high, match.groups if match else (), asked=asked, is_answer=match is None
    )
    form, bound = _best_form(part)
    trigger = first_word(match, scan) if match else ""
    if high < end and bound.phrases:
        bound.phrases[-1] = _with_now(own, bound.phrases[-1], high, end)
    return Extraction(
        verb=verb.spec.name,
        trigger=trigger,
        form=form.name,
        phrases=tuple(bound.phrases),
        fills=tuple(match.trigger.fills.items()) if match else (),
        strays=tuple(bound.strays),
        leftover=_leftover(own, bound, low, high, is_wish=match is not None),
        segments=_segments(own, bound, low, high),
    )


def _edges(scan: Scan, first: int, past: int) -> tuple[int, int]:
    """Drop fillers and politeness at both ends, but nothing of a known name."""
    is_whole = first == 0 and past == len(scan.tokens)
    start, end = scan.edges if is_whole else strip_edges(scan.tokens[first:past])
    low, high = first + start, first + end
    for name in scan.known:
        if name.first < low < name.past:
            low = name.first
        if name.first < high < name.past:
            high = name.past
    if low < high < past and scan.tokens[high].key == "." and scan.tokens[high - 1].key in ABBREVIATIONS:
        high += 1
    return low, max(low, high)


def _with_closing(scan: Scan, match: TriggerMatch, high: int, past: int) -> int:
    """Leave politeness with a capital to the new name that it ends ("create client *Say Please*").

    Not behind a known name or a mark, and not where all words have capitals, those of the trigger too.
    """
    end = high
    while end < past and scan.tokens[end].kind is WORD and scan.tokens[end].text[:1].isupper():
        end += 1
    if end == high or (end < past and scan.tokens[end].kind is WORD):
        return high
    before = scan.tokens[high - 1] if high else None
    is_titled = any(scan.tokens[at].text[:1].isupper() for group in match.groups for at in range(*group) if at)
    opens = before is None or before.kind is not WORD or high - 1 in scan.known_over
    is_lower = before is not None and high > match.past and not before.text[:1].isupper()
    return high if is_titled or opens or is_lower or scan.text.isupper() else end


def _with_preposition(scan: Scan, verb: CompiledVerb, low: int, first: int) -> int:
    """Leave the preposition before a known name at the start to it: "I'm going *to* Oslo" is no politeness."""
    if low == first or low not in scan.known_at:
        return low
    for at in range(first, low):
        words = longest(scan.tokens, at, verb.forms[0].words)
        if words and at + len(words) == low:
            return at
    return low


def _before_now(scan: Scan, verb: CompiledVerb, low: int, high: int) -> int:
    """Drop the words that only say that it is to be done now from the end ("set her rate to 90 *right now*").

    They stay in a known name, behind a preposition ("by now"), and tied to the word before ("Click-Now"). Where a slot
    takes any words ("create project Act Now") only what says "for now" behind a known name goes.
    """
    if any(name.past == high for name in scan.known):
        return high
    takes_any = any(slot.kind in _TAKES_ANY for slot in verb.spec.slots)
    so_far = _tail(scan, SO_FAR, low, high)
    if so_far is not None and (not takes_any or _is_aside(scan, so_far, high)):
        return so_far
    now = None if takes_any else _tail(scan, NOW, low, high)
    if now is None or scan.tokens[now - 1].key in GAP_STOPS or is_tied(scan.tokens, now):
        return high
    return now


def _with_now(scan: Scan, phrase: SlotPhrase, high: int, end: int) -> SlotPhrase:
    """Note on a name at the end of a wish the words behind it that were dropped: they may belong to it ("Act Now")."""
    if phrase.kind is not PhraseKind.WORDS or phrase.span.end != scan.tokens[high - 1].end:
        return phrase
    return replace(phrase, longer=scan.text[phrase.span.start : scan.tokens[end - 1].end])


def _tail(scan: Scan, table: PhraseTable[bool], low: int, high: int) -> int | None:
    """Return where the words of a table begin at the end of a wish, with something before them."""
    before = max(low, high - table.longest - 1)
    found = table.before([token.key for token in scan.tokens[before:high]], high - before, 1)
    return before + found[1] if found is not None else None


def _is_aside(scan: Scan, first: int, past: int) -> bool:
    """Whether words in lower case stand right behind a known name."""
    is_lower = all(token.text.islower() for token in scan.tokens[first:past])
    return is_lower and any(name.past == first for name in scan.known)


def _best_form(part: Part) -> tuple[CompiledForm, Bound]:
    """Read the utterance in the verb's own form, or in the first further form whose guard holds."""
    own = part.verb.forms[0]
    units = build_units(part)
    base = _read(part, units)
    if part.is_answer:
        return own, base
    for form in part.verb.forms[1:]:
        if not _guard_holds(part, form, base, units):
            continue
        shaped = replace(part, form=form)
        bound = _read(shaped, build_units(shaped))
        if _serves(form, bound):
            return form, bound
    return own, base


def _read(part: Part, units: Sequence[Unit]) -> Bound:
    bound_units, heads = bind_prepositions(part, lead_to_text(part, read_stated(part, units)))
    return read_regions(part, bound_units, heads)


def _guard_holds(part: Part, form: CompiledForm, base: Bound, units: Sequence[Unit]) -> bool:
    guard = form.form.when if form.form else None
    if guard is None:
        return False
    if guard.missing and any(phrase.slot == guard.missing for phrase in base.phrases):
        return False
    if guard.words and not _stand_in_order(part, guard.words):
        return False
    return guard.reference_before is None or _reference_before(part, units, *guard.reference_before)


def _stand_in_order(part: Part, words: tuple[str, ...]) -> bool:
    at = part.triggers[-1][1] if part.triggers else part.first
    for word in words:
        while at < part.past and part.scan.tokens[at].key != word:
            at += 1
        if at >= part.past:
            return False
        at += 1
    return True


def _reference_before(part: Part, units: Sequence[Unit], slot: str, anchor: str) -> bool:
    """Whether something that a slot takes stands between the trigger's first part and the anchor's value."""
    seen = False
    for unit in units:
        if unit.kind is TYPED and anchor in unit.slots:
            return seen
        if unit.kind is PREPOSITION and not seen:
            return False
        if unit.kind in (KNOWN, MENTION, PRONOUN):
            seen = seen or (fits(part, unit, slot) and not _is_for_required(part, unit, slot))
    return False


def _is_for_required(part: Part, unit: Unit, slot: str) -> bool:
    """Whether what an optional slot takes fits a required one as well, or is an "it" that points at what is done."""
    if part.verb.spec.slot(slot).required or unit.kind is MENTION:
        return False
    if unit.pronoun is not None:
        return unit.pronoun.kind is PronounKind.IT
    others = (other for other in part.verb.spec.slots if other.required and other.name != slot)
    return any(fits(part, unit, other.name) for other in others)


def _serves(form: CompiledForm, bound: Bound) -> bool:
    """Whether a form filled what it is there for: every slot that it gives other prepositions when they were said."""
    declared = form.form
    if declared is None or not declared.when.words:
        return True
    filled = {phrase.slot for phrase in bound.phrases if phrase.kind is not PhraseKind.UNREADABLE}
    return all(slot in filled for slot, words in declared.prepositions.items() if words)


def _leftover(scan: Scan, bound: Bound, low: int, high: int, *, is_wish: bool) -> tuple[str, ...]:
    """Return the runs of words that nothing took, as typed; hesitations, lone articles and "now" before a verb say
    nothing."""
    keys = keys_of(scan.tokens)
    led = skip_beforehand(scan.tokens, keys, low) if is_wish else low
    runs = _runs(scan, [at for at in range(low, high) if at not in bound.roles], bound)
    return tuple(
        scan.words(run[0], run[-1] + 1)
        for run in runs
        if tuple(scan.tokens[at].key for at in run) not in FOR_SPEAKER
        and skip_openings(scan.tokens, keys, run[0]) <= run[-1]
        and run[-1] >= led
        and any(scan.tokens[at].is_word and scan.tokens[at].key not in _SAY_NOTHING for at in run)
    )


def _runs(scan: Scan, left: Sequence[int], bound: Bound) -> list[list[int]]:
    """Join the positions that nothing took into runs, with the marks inside and before a written word ("2*-*3")."""
    runs: list[list[int]] = []
    for at in left:
        before = runs[-1][-1] if runs else -2
        mark = at - 1
        is_tied = at > 0 and is_glued(scan.tokens, at) and bound.roles.get(mark) == (Role.PUNCTUATION, "")
        if at == before + 1:
            runs[-1].append(at)
        elif is_tied and before == mark - 1 and is_glued(scan.tokens, mark):
            runs[-1] += [mark, at]
        elif is_tied and scan.tokens[at].kind is NUMBER and _is_sign(scan, mark):
            runs.append([mark, at])
        else:
            runs.append([at])
    return runs


def _is_sign(scan: Scan, mark: int) -> bool:
    """Whether a mark belongs to the number behind it ("$20", "-20")."""
    return is_sign(scan.tokens, mark) or bool(signed_at(scan.tokens, mark))


def _segments(scan: Scan, bound: Bound, low: int, high: int) -> tuple[Segment, ...]:
    """Join the tokens' roles into segments; neighbours with one role and slot are one segment."""
    given = [_FILLED] * low + [bound.roles.get(at, _LEFT) for at in range(low, high)]
    given += [_FILLED] * (len(scan.tokens) - high)
    segments: list[Segment] = []
    first, before = 0, given[0] if given else _LEFT
    for at, token in enumerate(scan.tokens):
        if given[at] is _LEFT and token.kind is MARK:
            given[at] = _PUNCTUATION
        role = given[at]
        if role is not before and role != before:
            segments += _segment(scan, first, at, before)
            first, before = at, role
    return (*segments, *_segment(scan, first, len(given), before))


def _segment(scan: Scan, first: int, past: int, given: tuple[Role, str]) -> list[Segment]:
    if first == past:
        return []
    return [Segment(Span(scan.tokens[first].start, scan.tokens[past - 1].end), *given)]
