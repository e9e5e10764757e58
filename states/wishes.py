"""The wishes of one message: where each starts, which verb takes it, and how many are looked for.

In: a scanned message. Out: one :class:`Found` a wish, in order. The first is taken up, the others wait for its end.
"""

from __future__ import annotations

from dataclasses import dataclass

from resolver.setting import Setting
from slots.extract import extract
from slots.extraction import PhraseKind
from slots.scan import Scan
from slots.tables import SlotKind
from slots.text import keys_of, words_of
from slots.triggers import GAP_STOPS, JOINERS, TriggerMatch, clause_starts, find_triggers, is_list_mark
from slots.words import ARTICLES, skip_beforehand, skip_openings
from states.clauses import may_act, may_read, past_question
from states.elided import OWN, REACH, Borrowed, Start, say_again
from states.said_once import share

MAX_WISHES = 9
"""Wishes of one message that are taken up; more are left over, and the log shows them."""

MAX_DOUBTS = 24
"""Clauses of one message that are looked into whether they are a wish at all: each look costs a reading of its own."""


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
    borrowed: Borrowed = OWN
    """What it shares with the wishes beside it, which was said once ("... and *3 hours of development* to Nike")."""
    opens: int = 0
    """Position of its first token, a word for the verb's noun with it ("and *one* for Ann")."""

    def words(self, scan: Scan) -> str:
        """Return the wish as a message of its own."""
        shared, cut = self.borrowed, self.borrowed.cut or self.first
        owner, rest = scan.words(self.first, cut), scan.words(cut, self.past)
        said = " ".join(part for part in (shared.lead, owner, shared.inner, rest, shared.tail) if part)
        return f"{said}, {shared.again}" if shared.again else said


def find_wishes(scan: Scan, setting: Setting) -> tuple[Found, ...]:
    """Return the wishes of a message, in order; several only where each further one is more than a lone word.

    A message that starts with no verb may still hold one behind a comma, or behind a day, a preposition's name or
    "now" ("on Monday log 2h", "for John log 2h"), when its sentence is no question. A clause
    without a verb is a wish of the one before it where it says the same kind of thing once more. What was found is
    kept with the scan.
    """
    key = ("wishes", id(setting.tables))
    if key not in scan.noted:
        scan.noted[key] = _find_wishes(scan, setting)
    found: tuple[Found, ...] = scan.noted[key]
    return found


def _find_wishes(scan: Scan, setting: Setting) -> tuple[Found, ...]:
    starts: list[Start] = []
    opening = find_triggers(scan, setting.tables)
    if opening:
        starts.append(Start(0, opening))
    _find_further(scan, setting, starts)
    ends = [*(start.first for start in starts[1:]), len(scan.tokens)][: len(starts)]
    ends = [_trim(scan, one.at, end) for one, end in zip(starts, ends, strict=True)]
    return tuple(
        Found(one.matches[0], one.at, end, tuple(match.verb for match in one.matches), one.borrowed, one.first)
        for one, end in zip(share(scan, setting, starts, ends), ends, strict=True)
    )


def _find_further(scan: Scan, setting: Setting, starts: list[Start]) -> None:
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
        if matches and _is_wish(scan, matches[0], at, setting, starts=starts, led=led):
            if starts and _only_announces(scan, setting, starts[-1], matches[0], at):
                starts[-1] = Start(at, matches)
            else:
                starts.append(Start(at if starts else past_question(scan, at), matches))
            covered = max(past for _, past in matches[0].groups)
        elif starts and not matches and at >= covered:
            joined = _is_joined(scan, clauses, number)
            again = say_again(scan, setting, starts[-1], at, past, is_joined=joined)
            if again is not None:
                starts.append(again)


def _is_joined(scan: Scan, clauses: tuple[int, ...], number: int) -> bool:
    """Whether a joining word leads to a clause, or to one behind it that ends a list ("Nike, *Acme* and Zed")."""
    return any(scan.tokens[at - 1].key in JOINERS for at in clauses[number : number + MAX_WISHES] if at)


def _verbs_at(scan: Scan, setting: Setting, at: int) -> tuple[TriggerMatch, ...]:
    """Return the verbs that start a clause, or behind words that only lead to one ("and *then we need to* log 2h")."""
    behind = skip_beforehand(scan.tokens, keys_of(scan.tokens), at)
    found = find_triggers(scan, setting.tables, start=at)
    return found or (find_triggers(scan, setting.tables, start=behind) if behind > at else ())


_ANNOUNCED = frozenset("it that this them some something anything things stuff".split())
"""Words behind a verb that is only announced ("I need to log *something*")."""


def _only_announces(scan: Scan, setting: Setting, before: Start, match: TriggerMatch, at: int) -> bool:
    """Whether a clause only says the verb that the next one says with its values ("I need to log time. Log 2h")."""
    verb = setting.tables.verb(match.verb)
    if verb is None or before.borrowed.lead or before.matches[0].verb != match.verb:
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


def _is_wish(
    scan: Scan, match: TriggerMatch, at: int, setting: Setting, *, starts: list[Start], led: int | None
) -> bool:
    """Whether a clause, from ``at`` on, is a wish: its sentence lets it be one, and its trigger is more than a lone
    word, or its words fit its slots ("Log and Track for Acme" is a name).
    """
    verb = setting.tables.verb(match.verb)
    if verb is None:
        return False
    if verb.spec.read:
        return bool(starts) and match.is_strong and may_read(scan, at)
    if not may_act(scan, at, starts[-1].at if starts else None):
        return False
    if match.is_strong:
        return True
    if match.past < len(scan.tokens) and scan.tokens[match.past].key in GAP_STOPS:
        return False
    first = 0 if at == led else at
    return any(
        phrase.kind in (PhraseKind.PRONOUN, PhraseKind.MENTION, PhraseKind.VALUE)
        or any(known.types & set(verb.spec.slot(phrase.slot).entities) for known in phrase.known)
        for phrase in extract(scan, verb, match, first=first, past=min(at + REACH, len(scan.tokens))).phrases
    )


def _trim(scan: Scan, first: int, past: int) -> int:
    """Leave the joining words before the next wish, and the mark of its line, to nobody."""
    joiners = {"and", "then", "also", "plus", "but", ",", ";", "."}
    past -= 2 * (past - 2 > first and is_list_mark(scan, past - 2))
    if past < len(scan.tokens):
        while past > first and scan.tokens[past - 1].key in joiners:
            past -= 1
    return past
