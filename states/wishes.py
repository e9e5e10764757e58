"""The wishes of one message: where each starts, which verb takes it, and how many are looked for.

In: a scanned message. Out: one :class:`Found` a wish, in order. The first is taken up, the others wait for its end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from resolver.setting import Setting
from slots.extract import extract
from slots.extraction import Extraction, PhraseKind
from slots.readers import read_value
from slots.scan import Scan
from slots.tables import SlotKind, SlotSpec
from slots.text import keys_of, words_of
from slots.triggers import GAP_STOPS, TriggerMatch, clause_starts, find_triggers, loose_match
from slots.words import ARTICLES, skip_beforehand, skip_openings
from states.controls import is_question

MAX_WISHES = 9
"""Wishes of one message that are taken up; more are left over, and the log shows them."""

MAX_DOUBTS = 24
"""Clauses of one message that are looked into whether they are a wish at all: each look costs a reading of its own."""

_REACH = 60
"""Tokens behind a lone word in which something must fit its verb, and of two clauses that say the same kind of thing:
longer than any, and a bound."""


@dataclass(frozen=True, slots=True)
class Found:
    """A wish in a message: which verb starts it, and which tokens it covers."""

    match: TriggerMatch
    """The trigger."""
    first: int
    """Position of its first token."""
    past: int
    """Position after its last token."""
    matched: tuple[str, ...] = ()
    """Every verb with a trigger at this place, best first."""
    lead: str = ""
    """The verb's words where it was not said again ("... and 3 hours of development to Nike"); else nothing."""

    def words(self, scan: Scan) -> str:
        """Return the wish as a message of its own."""
        return " ".join(part for part in (self.lead, scan.words(self.first, self.past)) if part)


def find_wishes(scan: Scan, setting: Setting) -> tuple[Found, ...]:
    """Return the wishes of a message, in order; several only where each further one is more than a lone word.

    A message that starts with no verb may still hold one behind a comma, or behind a day, a preposition's name or
    "now" ("on Monday log 2h", "for John log 2h"), when it is no question. A clause
    without a verb is a wish of the one before it where it says the same kind of thing once more.
    """
    starts: list[_Start] = []
    opening = find_triggers(scan, setting.tables)
    if opening:
        starts.append(_Start(0, opening))
    if not is_question(scan.text):
        _find_further(scan, setting, starts)
    ends = [*(start.at for start in starts[1:]), len(scan.tokens)][: len(starts)]
    return tuple(
        Found(
            one.matches[0], one.at, _trim(scan, one.at, end), tuple(match.verb for match in one.matches), lead=one.lead
        )
        for one, end in zip(starts, ends, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a wish starts, and what with: where it has no verb of its own, the one before it."""

    at: int
    matches: tuple[TriggerMatch, ...]
    lead: str = ""


def _find_further(scan: Scan, setting: Setting, starts: list[_Start]) -> None:
    """Add the wishes that start inside a message."""
    clauses = tuple(clause_starts(scan))
    led = _behind_lead(scan, setting) if not starts else None
    if led is not None and led not in clauses:
        clauses = tuple(sorted((*clauses, led)))
    covered = max((past for one in starts for _, past in one.matches[0].groups), default=0)
    doubts = 0
    for number, at in enumerate(clauses):
        matches = _verbs_at(scan, setting, at) if at >= covered else ()
        past = clauses[number + 1] if number + 1 < len(clauses) else len(scan.tokens)
        doubts += bool(matches)
        if len(starts) == MAX_WISHES or doubts > MAX_DOUBTS:
            break
        if matches and _is_wish(scan, matches[0], 0 if at == led else at, setting):
            if starts and _only_announces(scan, setting, starts[-1], matches[0], at):
                starts[-1] = _Start(at, matches)
            else:
                starts.append(_Start(at if starts else 0, matches))
            covered = max(past for _, past in matches[0].groups)
        elif starts and not matches and at >= covered and (again := _same_again(scan, setting, starts[-1], at, past)):
            starts.append(again)


def _verbs_at(scan: Scan, setting: Setting, at: int) -> tuple[TriggerMatch, ...]:
    """Return the verbs that start a clause, or behind words that only lead to one ("and *then we need to* log 2h")."""
    behind = skip_beforehand(scan.tokens, keys_of(scan.tokens), at)
    found = find_triggers(scan, setting.tables, start=at)
    return found or (find_triggers(scan, setting.tables, start=behind) if behind > at else ())


_ANNOUNCED = frozenset("it that this them some something anything things stuff".split())
"""Words behind a verb that is only announced ("I need to log *something*")."""


def _only_announces(scan: Scan, setting: Setting, before: _Start, match: TriggerMatch, at: int) -> bool:
    """Whether a clause only says the verb that the next one says with its values ("I need to log time. Log 2h")."""
    verb = setting.tables.verb(match.verb)
    if verb is None or before.lead or before.matches[0].verb != match.verb:
        return False
    said = extract(scan, verb, before.matches[0], first=before.at, past=at)
    left = {word for words in said.leftover for word in words_of(words)}
    return not said.phrases and not said.strays and not said.fills and left <= _ANNOUNCED


def _behind_lead(scan: Scan, setting: Setting) -> int | None:
    """Return the position behind what is said before the verb: a day, "now", or a preposition with a day or a name."""
    keys = keys_of(scan.tokens)
    at = skip_beforehand(scan.tokens, keys, scan.edges[0])
    if at > scan.edges[0] or at >= len(keys):
        return at
    start = at + 1 if keys[at] in GAP_STOPS else at
    while at < start < len(keys) and keys[start] in ARTICLES:
        start += 1
    if start >= len(keys):
        return None
    day = _read_day(scan, setting, start)
    name = scan.known_at.get(start) if start > at else None
    past = max(day or 0, name.past if name is not None else 0)
    return skip_openings(scan.tokens, keys, past) if past else None


def _read_day(scan: Scan, setting: Setting, at: int) -> int | None:
    """Return the position behind a day that stands at a position."""
    dates = (slot for verb in setting.tables.verbs.values() for slot in verb.spec.slots if slot.kind is SlotKind.DATE)
    slot = next(dates, None)
    reading = scan.value_at(at, slot) if slot is not None else None
    return reading.past if reading is not None else None


def _same_again(scan: Scan, setting: Setting, before: _Start, at: int, past: int) -> _Start | None:
    """Return a clause as a wish of the verb before it, when it is one; else None.

    It begins with a value of a required slot that has one already, and both say more than that value: "log 2h of
    design to Nike and 3h of development to Acme". What only says another value ("2 hours, 3 hours of design") stays a
    doubt about the one wish. Or it begins with a known thing, and says of it what was said of another one before:
    "assign Sarah to Nike and Mark to Acme".
    """
    match = before.matches[0]
    verb = setting.tables.verb(match.verb)
    if verb is None or verb.spec.read or past - before.at > _REACH:
        return None
    openings = [slot for slot in verb.spec.slots if slot.required and _opens(scan, slot, at)]
    if not openings:
        return None
    first = extract(scan, verb, match, first=before.at, past=at)
    second = partial(extract, scan, verb, loose_match(verb.spec.name), first=at, past=past)
    both = partial(extract, scan, verb, match, first=before.at, past=past)
    for slot in openings:
        lead = before.lead or _lead(scan, match, at, past)
        if slot.kind in _COUNTED:
            again = _says_more(first, slot.name) and _says_more(second(), slot.name) and _are_two(both(), slot.name)
        else:
            via = next((one.via for one in first.phrases if one.slot == slot.name and one.known), "")
            again = bool(via or before.lead) and _says_same(first, second(), both(), slot.name)
            lead = f"{lead} {via}" if tuple(via.split()) in verb.forms[0].prepositions else lead
        if again:
            return _Start(at, (replace(match, start=at, groups=(), past=at),), lead=lead)
    return None


def _opens(scan: Scan, slot: SlotSpec, at: int) -> bool:
    """Whether a clause begins with something to be counted, or with a known thing."""
    if slot.kind in _COUNTED:
        return read_value(scan.tokens, at, slot) is not None
    known = scan.known_at.get(at)
    return slot.kind is SlotKind.ENTITY and known is not None and bool(known.types.intersection(slot.entities))


def _says_same(first: Extraction, second: Extraction, both: Extraction, slot: str) -> bool:
    """Whether two clauses say something for the same slots, beside the thing that each is about."""
    said = [{phrase.slot for phrase in one.phrases} - {slot} for one in (first, second)]
    return bool(said[0]) and said[0] == said[1] and all(_are_two(both, name) for name in said[0])


def _lead(scan: Scan, match: TriggerMatch, at: int, past: int) -> str:
    """Return a trigger's words, less those that the clause has itself ("log 2 hours ..., and 3 hours")."""
    own = {token.key for token in scan.tokens[at:past]}
    groups = [group for group in match.groups[1:] if not own >= {token.key for token in scan.tokens[slice(*group)]}]
    return " ".join(scan.words(*group) for group in (*match.groups[:1], *groups))


_COUNTED = frozenset({SlotKind.DURATION, SlotKind.NUMBER, SlotKind.MONEY})
"""Kinds of values that open a clause of their own; a date may stand anywhere in one."""


def _says_more(said: Extraction, slot: str) -> bool:
    """Whether a value was said for a slot, and something for another one."""
    slots = {phrase.slot for phrase in said.phrases}
    return slot in slots and len(slots) > 1


def _are_two(said: Extraction, slot: str) -> bool:
    """Whether a slot has several values: one that goes on, or takes the one before it back, stands alone."""
    return sum(phrase.slot == slot for phrase in said.phrases) > 1


def _is_wish(scan: Scan, match: TriggerMatch, at: int, setting: Setting) -> bool:
    """Whether a clause, from ``at`` on, is a wish: its trigger is more than a lone word, or its words fit its slots.

    A read verb inside a sentence is none, and neither is a lone word inside a name ("Log and Track for Acme").
    """
    verb = setting.tables.verb(match.verb)
    if verb is None or verb.spec.read:
        return False
    if match.is_strong:
        return True
    if match.past < len(scan.tokens) and scan.tokens[match.past].key in GAP_STOPS:
        return False
    return any(
        phrase.kind in (PhraseKind.PRONOUN, PhraseKind.MENTION, PhraseKind.VALUE)
        or any(known.types & set(verb.spec.slot(phrase.slot).entities) for known in phrase.known)
        for phrase in extract(scan, verb, match, first=at, past=min(at + _REACH, len(scan.tokens))).phrases
    )


def _trim(scan: Scan, first: int, past: int) -> int:
    """Leave the joining words before the next wish to nobody."""
    joiners = {"and", "then", "also", "plus", "but", ",", ";", "."}
    if past < len(scan.tokens):
        while past > first and scan.tokens[past - 1].key in joiners:
            past -= 1
    return past
