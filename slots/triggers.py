"""Which verbs an utterance starts.

In: a :class:`slots.scan.Scan` and the compiled tables. Out: one
:class:`TriggerMatch` for each verb that a trigger of its table starts, best
first. A trigger stands at the start of a clause: at the start of the message,
fillers and politeness aside, or after punctuation or a joining word. So an
action word inside a question ("how many hours did John log?") starts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slots.compiled import CompiledSet, CompiledTrigger, CompiledVerb, Group, Keys
from slots.scan import Scan, is_mention
from slots.tables import SlotKind, SlotSpec
from slots.text import MARK, NUMBER, keys_of
from slots.words import ARTICLES, ASKING, DEFINITE, read_pronoun, skip_openings

GAP_WORDS = 6
"""Words that may stand between two parts of a trigger ("create *a fixed price* project")."""

GAP_STOPS = frozenset("to for on of with at in from by about and or as due over into is are that".split())
"""Words that no gap crosses: what follows them is a phrase of its own."""

JOINERS = frozenset("and then also plus but".split())
"""Words that join two clauses."""

CLAUSE_MARKS = frozenset(",;.:!?—–")
"""Marks after which a clause may start."""

LIST_MARKS = frozenset(".):")
"""Marks behind the number of a line of a list."""

_LONG_NUMBER = 4
"""Digits with which a number at the beginning of a line is that of no list: a year, an amount."""


@dataclass(frozen=True, slots=True)
class TriggerMatch:
    """A trigger that stands in the utterance."""

    trigger: CompiledTrigger
    """Which one."""
    start: int
    """Position of its first token."""
    groups: tuple[tuple[int, int], ...]
    """(first, past) positions of its parts that are words, in order."""
    past: int
    """Position after its last part that is words: the object starts here."""
    second: int
    """Position of its second part, a value or words; 0 when it has one part."""
    is_strong: bool
    """Whether more than a lone word stands for it: two words, or a value, name or pronoun right behind."""

    @property
    def verb(self) -> str:
        """The verb that it starts."""
        return self.trigger.verb


def find_triggers(scan: Scan, tables: CompiledSet, *, start: int | None = None) -> tuple[TriggerMatch, ...]:
    """Return the best match of each verb at one position, the best verb first.

    ``start`` is the position to look at; None means the start of the message with fillers and
    politeness dropped; where no verb starts there, what reads may stand behind words that only
    lead to a question ("can you tell me who is on Nike"). The order is a total one: more parts first,
    then the nearest second part, then more words, then the order of the tables.
    """
    at = scan.edges[0] if start is None else start
    if at >= len(scan.tokens):
        return ()
    found: tuple[TriggerMatch, ...] = scan.noted.get((id(tables), at)) or _find_triggers(scan, tables, at)
    return found or (_find_asked(scan, tables, at) if start is None else ())


def _find_asked(scan: Scan, tables: CompiledSet, at: int) -> tuple[TriggerMatch, ...]:
    """Return the verbs that read, behind the words and the article that lead to a question."""
    lead = ASKING.at(keys_of(scan.tokens), at)
    past = lead[1] if lead is not None else len(scan.tokens)
    while past < len(scan.tokens) and scan.tokens[past].key in ARTICLES:
        past += 1
    if past >= len(scan.tokens):
        return ()
    return tuple(match for match in _find_triggers(scan, tables, past) if tables.verbs[match.verb].spec.read)


def _find_triggers(scan: Scan, tables: CompiledSet, at: int) -> tuple[TriggerMatch, ...]:
    starting = tables.starting(scan.tokens[at].key)
    if not starting:
        return ()
    found = [(_rank(match, order), match) for order, verb in starting if (match := _best(scan, verb, at)) is not None]
    matches = tuple(match for _, match in sorted(found, key=lambda pair: pair[0]))
    scan.noted[id(tables), at] = matches
    return matches


def loose_match(verb: str) -> TriggerMatch:
    """Return a match for a verb that no trigger starts: the whole message is its words."""
    return TriggerMatch(CompiledTrigger(verb, "", (), {}), start=0, groups=(), past=0, second=0, is_strong=True)


def clause_starts(scan: Scan) -> Iterator[int]:
    """Yield the positions inside the message where a further clause may start, in order."""
    keys, has_lines = keys_of(scan.tokens), "\n" in scan.text
    reached, past = scan.edges
    for at, token in enumerate(scan.tokens[:-1]):
        if at < reached:
            continue
        joins = (token.kind is MARK and token.key in CLAUSE_MARKS) or token.key in JOINERS
        joins = joins or (token.key == ")" and at > 0 and is_list_mark(scan, at - 1))
        joins = joins and at not in scan.known_over and at not in scan.quoted_over
        if joins or (has_lines and ends_line(scan, at)):
            reached = skip_openings(scan.tokens, keys, at + 1)
            if reached < past:
                yield reached


def ends_line(scan: Scan, at: int) -> bool:
    """Whether a line break stands between a token and the next one."""
    return at + 1 < len(scan.tokens) and "\n" in scan.text[scan.tokens[at].end : scan.tokens[at + 1].start]


def is_list_mark(scan: Scan, at: int) -> bool:
    """Whether a number and the mark behind it begin a line that goes on ("*1.* log 2h", "*2)* log 3h")."""
    tokens = scan.tokens
    if not 0 <= at < len(tokens) - 2 or tokens[at].kind is not NUMBER or tokens[at + 1].key not in LIST_MARKS:
        return False
    is_written = len(tokens[at].text) < _LONG_NUMBER and tokens[at].end == tokens[at + 1].start
    return is_written and tokens[at + 1].end < tokens[at + 2].start and (at == 0 or ends_line(scan, at - 1))


def _rank(match: TriggerMatch, order: int) -> tuple[int, int, int, int]:
    words = sum(past - first for first, past in match.groups)
    return (-len(match.trigger.groups), match.second, -words, order)


def _best(scan: Scan, verb: CompiledVerb, at: int) -> TriggerMatch | None:
    matches = [match for trigger in verb.triggers if (match := _match(scan, verb, trigger, at)) is not None]
    return min(matches, key=lambda match: _rank(match, 0)) if matches else None


def _match(scan: Scan, verb: CompiledVerb, trigger: CompiledTrigger, at: int) -> TriggerMatch | None:
    if any(group.words and scan.keys.isdisjoint(group.firsts) for group in trigger.groups[1:]):
        return None
    places: list[tuple[int, int]] = []
    position, second = at, 0
    for number, group in enumerate(trigger.groups):
        place = _match_here(scan, verb, group, position) if number == 0 else _seek(scan, verb, group, position)
        if place is None:
            return None
        if group.words:
            places.append(place)
        position = place[1]
        second = place[0] if number == 1 else second
    if not places:
        return None
    past = places[-1][1]
    words = sum(last - first for first, last in places)
    is_strong = words > 1 or len(trigger.groups) > 1 or _has_content(scan, verb, past)
    return TriggerMatch(trigger, at, tuple(places), past, second, is_strong)


def _seek(scan: Scan, verb: CompiledVerb, group: Group, position: int) -> tuple[int, int] | None:
    """Find a later part of a trigger; names and quoted text are crossed whole, a preposition only before a word of
    the verb's own, with the name that it leads to ("turn the lights *in the Den* off")."""
    crossed = 0
    while position < len(scan.tokens) and crossed <= GAP_WORDS:
        place = _match_here(scan, verb, group, position)
        if place is not None:
            return place
        name = scan.known_at.get(position)
        if name is not None:
            position, crossed = name.past, crossed + 1
            continue
        token = scan.tokens[position]
        if token.key in GAP_STOPS and not group.slot and any(words in verb.markers for words in group.words):
            led = _behind_led(scan, verb, position)
            if led is None:
                return None
            position, crossed = led, crossed + 1
            continue
        if token.key in GAP_STOPS or (token.kind is MARK and token.key in CLAUSE_MARKS):
            return None
        crossed += 1 if token.is_word and token.key not in ARTICLES else 0
        position += 1
    return None


def _behind_led(scan: Scan, verb: CompiledVerb, at: int) -> int | None:
    """Return the position behind a preposition and the known thing that the verb takes."""
    at += 1
    while at < len(scan.tokens) and at not in scan.known_at and scan.tokens[at].key in ARTICLES:
        at += 1
    name = scan.known_at.get(at)
    takes = {kind for slot in verb.spec.slots for kind in slot.entities}
    return name.past if name is not None and not name.types.isdisjoint(takes) else None


def _match_here(scan: Scan, verb: CompiledVerb, group: Group, at: int) -> tuple[int, int] | None:
    if group.slot:
        return _match_value(scan, verb.spec.slot(group.slot), at)
    for words in group.words:
        past = _match_words(scan, words, at)
        if past is not None and not _inside_longer_name(scan, at, past):
            return at, past
    return None


def _match_words(scan: Scan, words: Keys, at: int) -> int | None:
    """Match words that stand together; articles between them are skipped."""
    position = at
    for number, word in enumerate(words):
        while number and position < len(scan.tokens) and scan.tokens[position].key != word:
            if scan.tokens[position].key not in ARTICLES:
                return None
            position += 1
        if position >= len(scan.tokens) or scan.tokens[position].key != word:
            return None
        position += 1
    return position


def _inside_longer_name(scan: Scan, first: int, past: int) -> bool:
    """Whether the words are only a part of a known name or of quoted text."""
    name = scan.known_over.get(first)
    if name is not None and (name.first < first or name.past > past):
        return True
    return first in scan.quoted_over


def _match_value(scan: Scan, slot: SlotSpec, at: int) -> tuple[int, int] | None:
    if slot.is_typed:
        reading = scan.value_at(at, slot) if at not in scan.known_over else None
        return (at, reading.past) if reading else None
    return _match_reference(scan, slot, at)


def _match_reference(scan: Scan, slot: SlotSpec, at: int) -> tuple[int, int] | None:
    if slot.kind is not SlotKind.ENTITY:
        return None
    name = scan.known_at.get(at)
    if name is not None and not name.types.isdisjoint(slot.entities):
        return name.first, name.past
    if is_mention(scan.tokens[at]):
        return at, at + 1
    pronoun = read_pronoun(scan.tokens, at)
    if pronoun is not None and not pronoun[0].is_possessive:
        return at, pronoun[1]
    return None


def _has_content(scan: Scan, verb: CompiledVerb, at: int) -> bool:
    """Whether something that the verb takes stands right at a position, articles aside.

    A value, a name, a mention, a pronoun, or a definite type noun ("cancel *the project*").
    """
    if _is_definite(scan, verb, at):
        return True
    while at < len(scan.tokens) and scan.tokens[at].key in ARTICLES:
        at += 1
    if at >= len(scan.tokens):
        return False
    return any(_match_value(scan, slot, at) is not None for slot in verb.spec.slots)


def _is_definite(scan: Scan, verb: CompiledVerb, at: int) -> bool:
    if at >= len(scan.tokens) or scan.tokens[at].key not in DEFINITE:
        return False
    return any(
        kind and tuple(token.key for token in scan.tokens[at + 1 : at + 1 + len(noun)]) == noun
        for slot in verb.spec.slots
        if slot.kind is SlotKind.ENTITY
        for noun, kind in verb.nouns[slot.name].items()
    )


def first_word(match: TriggerMatch, scan: Scan) -> str:
    """Return the words of the trigger as typed, for the log."""
    return " … ".join(scan.words(first, past) for first, past in match.groups)
