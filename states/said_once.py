"""What several wishes of one message share: said once behind the last of them, or once before one that must have it.

In: the wishes as they were found (:mod:`states.elided`). Out: the same with the words that each borrows. What was said
twice is shared with nobody: which of the two is meant, the person says.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from resolver.setting import Setting
from slots.compiled import CompiledForm, CompiledVerb
from slots.extract import extract
from slots.extraction import Extraction, PhraseKind, SlotPhrase
from slots.scan import Scan
from slots.triggers import loose_match
from states.elided import OWN_KINDS, Start


def share(scan: Scan, setting: Setting, starts: Sequence[Start], ends: Sequence[int]) -> tuple[Start, ...]:
    """Return the wishes, each with what it shares; ``ends`` are the positions after each."""
    shared = _share_tails(scan, setting, starts, ends)
    return _share_heads(scan, setting, shared)


# -- behind the last -----------------------------------------------------------------


def _share_tails(scan: Scan, setting: Setting, starts: Sequence[Start], ends: Sequence[int]) -> tuple[Start, ...]:
    """Return the wishes; what stands once behind the last of several that say the same goes to each that must have it.

    In "log 1h of qa and 2h of dev to Nike" both are for Nike. A wish that has
    something else than the last one keeps to what it has ("2h of dev to Nike and 1h to Acme").
    """
    result, pasts = list(starts), _pasts(scan, starts)
    for last in range(len(starts) - 1, 0, -1):
        if not starts[last].is_same or (last + 1 < len(starts) and starts[last + 1].is_same):
            continue
        verb = setting.tables.verb(starts[last].matches[0].verb)
        if verb is None:
            continue
        run = range(last - 1, -1, -1)
        first = next(number for number in run if not starts[number].is_same)
        tail = extract(scan, verb, loose_match(verb.spec.name), first=starts[last].at, past=pasts[last])
        for number in range(first, last):
            said = extract(scan, verb, starts[number].matches[0], first=starts[number].at, past=pasts[number])
            result[number] = _with_tail(scan, verb, starts[number], said, tail, ends[last])
    return tuple(result)


def _with_tail(scan: Scan, verb: CompiledVerb, start: Start, said: Extraction, last: Extraction, past: int) -> Start:
    own = {phrase.slot for phrase in said.phrases}
    objects = set(verb.forms[0].objects)
    extra = tuple(takewhile(lambda phrase: phrase.slot not in own, reversed(last.phrases)))[::-1]
    is_needed = any(verb.spec.slot(phrase.slot).required for phrase in extra)
    before = last.phrases[: len(last.phrases) - len(extra)]
    if not is_needed or not before or not own - objects <= {phrase.slot for phrase in last.phrases}:
        return start
    first = bisect_left(scan.tokens, before[-1].span.end, key=lambda token: token.start)
    borrowed = replace(start.borrowed, tail=scan.words(first, past), shared=extra)
    return replace(start, borrowed=borrowed)


# -- before one that must have it ----------------------------------------------------


def _share_heads(scan: Scan, setting: Setting, starts: Sequence[Start]) -> tuple[Start, ...]:
    """Return the wishes; what was said once before one that needs it is said again in it, with what stood beside it.

    "Log 3h of design to Nike yesterday and 2h today" is twice design to Nike, and "allocate 10h to Sam for design on
    Nike and 5h to Ann" is twice for design: a wish that takes what it needs from the one before it takes the day, the
    person and the like too. One that says all that it needs keeps to that.
    """
    if not any(start.is_same for start in starts):
        return tuple(starts)
    result, pasts = list(starts), _pasts(scan, starts)
    before: list[_Said] = []
    for number, start in enumerate(starts):
        verb = setting.tables.verb(start.matches[0].verb)
        before = before if start.is_same else []
        if verb is not None:
            said = _read(scan, verb, start, pasts[number])
            result[number] = _with_heads(verb, start, said, before)
            before.append(said)
    return tuple(result)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a wish says, and which slots that leaves to nobody else."""

    form: str
    phrases: tuple[SlotPhrase, ...]
    slots: frozenset[str]


def _read(scan: Scan, verb: CompiledVerb, start: Start, past: int) -> _Said:
    """Return what a wish says in its own words, with the bare names that are a slot's by their type alone."""
    match = loose_match(verb.spec.name) if start.is_same else start.matches[0]
    said = extract(scan, verb, match, first=start.at, past=past)
    bare = [
        SlotPhrase(slot.name, stray.text, stray.span, PhraseKind.WORDS, "bare", known=(stray,))
        for stray in said.strays
        for slot in verb.spec.slots
        if not stray.types.isdisjoint(slot.entities)
    ]
    phrases = (*said.phrases, *start.borrowed.shared, *(one for one in bare if verb.spec.slot(one.slot).from_leftover))
    slots = {one.slot for one in (*phrases, *bare)} | start.said.trigger.fills.keys() | {start.thing}
    return _Said(said.form, phrases, frozenset(slots))


def _with_heads(verb: CompiledVerb, start: Start, said: _Said, before: Sequence[_Said]) -> Start:
    """Return a wish with what was said once before it, where some of that is needed.

    Where the two are said in surface forms that lead to their slots by different words, nothing is. A comma keeps the
    words apart from those before them ("3h on monday, of design").
    """
    shared = [phrase for phrase in _said_once(before) if phrase.slot not in said.slots and _may_share(verb, phrase)]
    if not any(verb.spec.slot(phrase.slot).required for phrase in shared):
        return start
    form, other = (next(form for form in verb.forms if form.name == one.form) for one in (said, before[0]))
    if form.prepositions != other.prepositions:
        return start
    led = [(phrase, _lead_to(verb, form, phrase)) for phrase in shared]
    objects = [phrase.text for phrase, lead in led if lead is None]
    behind = [" ".join(filter(None, (lead, phrase.text))) for phrase, lead in led if lead is not None]
    lead = " ".join((start.borrowed.lead, *objects))
    return replace(start, borrowed=replace(start.borrowed, lead=lead, again=" ".join(behind)))


def _said_once(before: Sequence[_Said]) -> Iterator[SlotPhrase]:
    """Yield what some wishes say for the slots that have one value in all of them together."""
    phrases = [phrase for said in before for phrase in said.phrases]
    slots = [phrase.slot for phrase in phrases]
    return (phrase for phrase in phrases if slots.count(phrase.slot) == 1)


def _may_share(verb: CompiledVerb, phrase: SlotPhrase) -> bool:
    """Whether a value may be another wish's too: no new name, no amount, no "his" before a noun."""
    is_owner = phrase.pronoun is not None and phrase.via == "possessive"
    return verb.spec.slot(phrase.slot).kind not in OWN_KINDS and not is_owner


def _lead_to(verb: CompiledVerb, form: CompiledForm, phrase: SlotPhrase) -> str | None:
    """Return the preposition before a value said again, empty for none; None where it stands behind the verb."""
    if tuple(phrase.via.split()) in form.prepositions:
        return phrase.via
    if verb.spec.slot(phrase.slot).is_typed:
        return ""
    own = sorted((len(slots), words) for words, slots in form.prepositions.items() if phrase.slot in slots)
    return " ".join(own[0][1]) if own else None


def _pasts(scan: Scan, starts: Sequence[Start]) -> list[int]:
    """Return the positions before which each wish's words end, the joining ones with them."""
    return [*(start.first for start in starts[1:]), len(scan.tokens)][: len(starts)]
