"""A wish that is said without its verb, beside one that has it: "archive the client Zed *and the copy task*".

In: the wish before it and a clause. Out: a :class:`Start` with the words that both share, or None where the clause
may as well belong to the wish before it: a name with "and" in it stays whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from resolver.sentences import NEGATIONS
from resolver.setting import Setting
from slots.compiled import CompiledVerb, longest
from slots.extract import extract
from slots.extraction import Extraction, PhraseKind, SlotPhrase
from slots.numbers import START_WORDS
from slots.readers import read_value
from slots.scan import Scan, is_mention
from slots.tables import SlotKind, SlotSpec
from slots.text import NUMBER, POSSESSIVE, keys_of
from slots.triggers import GAP_STOPS, JOINERS, TriggerMatch, loose_match
from slots.words import ARTICLES, DEFINITE, REPAIRS, SPEAKERS, PhraseTable, read_pronoun

REACH = 60
"""Tokens behind a lone word in which something must fit its verb, and of two clauses that say the same kind of thing:
longer than any, and a bound."""

COUNTED = frozenset({SlotKind.DURATION, SlotKind.NUMBER, SlotKind.MONEY})
"""Kinds of values that open a clause of their own; a date may stand anywhere in one."""

OWN_KINDS = COUNTED | {SlotKind.NAME, SlotKind.TEXT}
"""Kinds of values that each wish says itself: two things do not get one new name, and an amount is that of one."""


@dataclass(frozen=True, slots=True)
class Borrowed:
    """What a wish shares with the ones beside it, which was said once."""

    lead: str = ""
    """Words before it: the verb's, and the preposition of the thing that it begins with."""
    cut: int = 0
    """Position in the wish before which ``inner`` stands."""
    inner: str = ""
    """The verb's words behind an owner ("set Sam's rate to $80 and Ann's *rate* to $90")."""
    tail: str = ""
    """Words behind it, which were said behind the last one ("log 1h of qa and 2h of dev *to Nike*")."""
    shared: tuple[SlotPhrase, ...] = ()
    """What those words say."""
    again: str = ""
    """Words behind a comma, which were said before ("log 3h on Monday, *of design to Nike*"): so they end no day."""


OWN = Borrowed()
"""Nothing: a wish that says all of its own."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a wish starts, and what with: where it has no verb of its own, that of the one before it."""

    at: int
    """Position of its first token."""
    matches: tuple[TriggerMatch, ...]
    """The verbs that it starts, best first."""
    borrowed: Borrowed = OWN
    """What it shares with others."""
    origin: TriggerMatch | None = None
    """The trigger that it takes its verb from; None where it has its own."""
    is_same: bool = False
    """Whether it says for its slots what the one before it says for them."""
    thing: str = ""
    """The slot of the thing that it begins with, to which only words that it borrows lead."""
    opens: int | None = None
    """Position of the word before it that stands for the verb's noun ("and *one* for Ann"); None where none does."""

    @property
    def first(self) -> int:
        """Position of the first token that is its own."""
        return self.at if self.opens is None else self.opens

    @property
    def said(self) -> TriggerMatch:
        """The trigger whose words are said."""
        return self.origin or self.matches[0]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A wish and the clause behind it; what they say is read when it is asked for, and kept with the scan."""

    scan: Scan
    verb: CompiledVerb
    before: Start
    at: int
    past: int

    @property
    def first(self) -> Extraction:
        """What the wish says."""
        return extract(self.scan, self.verb, self.before.matches[0], first=self.before.at, past=self.at)

    @property
    def second(self) -> Extraction:
        """What the clause says, without a verb."""
        return extract(self.scan, self.verb, loose_match(self.verb.spec.name), first=self.at, past=self.past)

    @property
    def both(self) -> Extraction:
        """What the two say as one wish."""
        return extract(self.scan, self.verb, self.before.matches[0], first=self.before.at, past=self.past)


def say_again(scan: Scan, setting: Setting, before: Start, at: int, past: int, *, is_joined: bool) -> Start | None:
    """Return a clause as a wish of the verb before it, when it is one; else None.

    It begins with a value of a required slot that has one already, and both say more than that value: "log 2h of
    design to Nike and 3h of development to Acme". What only says another value ("2 hours, 3 hours of design") stays a
    doubt about the one wish. Or it says for every slot what was said for it before, of another thing: "assign Sarah to
    Nike and Mark to Acme", "set rate for Sam to $80 and for Ann to $90". Or it is another thing of a verb that needs
    no more ("archive Nike and Acme"), or names what the verb's own word is said of too ("and *a client* Fig"), or only
    points at that ("set a timer for 10 minutes and *one* for 5").
    """
    verb = setting.tables.verb(before.matches[0].verb)
    if verb is None or past - before.at > REACH or before.at >= at or scan.tokens[at].key in NEGATIONS:
        return None
    if _takes_back(scan, before.at, at):
        return None
    named = _named_again(scan, setting, before, at, past) if is_joined else None
    if named is not None:
        return named
    pair = _Pair(scan, verb, before, at, past)
    one = _one_again(pair) if is_joined else None
    if one is not None:
        return one
    if verb.spec.read:
        return _thing_again(pair, is_joined=is_joined) if len(before.said.trigger.groups) <= 2 else None
    return _counted_again(pair) or _thing_again(pair, is_joined=is_joined) or _led_again(pair) or _name_again(pair)


def _takes_back(scan: Scan, first: int, at: int) -> bool:
    """Whether words of a repair lead to a clause ("for Sam, *no*, Ann 3h", "*sorry*, 3h"): it says nothing more."""
    while at > first and not scan.tokens[at - 1].is_word:
        at -= 1
    return _REPAIRS.before(keys_of(scan.tokens), at, first) is not None


_REPAIRS = PhraseTable.of([(True, " | ".join(" ".join(words) for words in REPAIRS))])


# -- how a clause may say the same again ---------------------------------------------


def _counted_again(pair: _Pair) -> Start | None:
    """A value of a required slot, and more."""
    for slot in pair.verb.spec.slots:
        if slot.required and slot.kind in COUNTED and read_value(pair.scan.tokens, pair.at, slot) is not None:
            # the clause first: it is the shorter one
            says_more = _says_more(pair.second, slot.name) and _says_more(pair.first, slot.name)
            if says_more and _are_two(pair, slot.name) and not _goes_on(pair):
                return _start(pair, is_same=True)
    return None


def _goes_on(pair: _Pair) -> bool:
    """Whether a clause begins inside a value ("3 hours and *30 minutes* of qa")."""
    start = pair.scan.tokens[pair.at].start
    return any(phrase.span.start < start < phrase.span.end for phrase in pair.both.phrases)


def _thing_again(pair: _Pair, *, is_joined: bool) -> Start | None:
    """Another thing of a slot, and of it what was said of the one before; or nothing, where none is needed."""
    for slot in pair.verb.spec.slots:
        past = _past_thing(pair, slot) if slot.kind is SlotKind.ENTITY else 0
        if not past:
            continue
        own = next((phrase for phrase in pair.first.phrases if phrase.slot == slot.name), None)
        if own is None and not (slot.required and pair.before.borrowed.lead):
            continue
        if _says_same(pair, {slot.name, slot.type_slot}):
            return _start(pair, slot=slot.name, via=own.via if own is not None else "", is_same=True)
        if is_joined and _is_lone_object(pair, slot, past, own):
            return _start(pair)
    return None


def _led_again(pair: _Pair) -> Start | None:
    """The preposition of a slot that has its value, and of every other one that has one."""
    words = longest(pair.scan.tokens, pair.at, pair.verb.forms[0].words)
    if words is None:
        return None
    led = next((phrase.slot for phrase in pair.second.phrases if phrase.via == " ".join(words)), "")
    said = {phrase.slot for phrase in pair.first.phrases}
    return _start(pair, is_same=True) if led in said and len(said) > 1 and _says_same(pair, set()) else None


def _name_again(pair: _Pair) -> Start | None:
    """A new name where the wish before has one, and behind it what was said of that ("Kite for Acme *and Balloon for
    Zed*")."""
    objects = pair.verb.forms[0].objects
    if not objects or pair.verb.spec.slot(objects[0]).kind is not SlotKind.NAME:
        return None
    token, words = pair.scan.tokens[pair.at], pair.verb.forms[0].words
    is_word = token.is_word or pair.at in pair.scan.quoted_at
    if not is_word or longest(pair.scan.tokens, pair.at, words) or not _holds_preposition(pair):
        return None
    behind = min((phrase.span.start for phrase in pair.second.phrases), default=0)
    has_own = pair.before.origin is not None or any(one.slot == objects[0] for one in pair.first.phrases)
    if not has_own or token.start >= behind:
        return None
    return _start(pair, is_same=True) if _says_same(pair, {objects[0]}) else None


_ONES = PhraseTable.of(
    [(True, "one | another | another one | a second one | a second | a third one | a third | one more")]
)
"""Words that stand for the noun of the verb before them."""


def _one_again(pair: _Pair) -> Start | None:
    """A word for the verb's noun, and behind it a preposition; behind a count it is a number ("10 hours and one")."""
    tokens, groups = pair.scan.tokens, pair.before.said.groups
    found = _ONES.at(keys_of(tokens), pair.at)
    if found is None or len(groups) < 2 or pair.verb.spec.read or pair.at in pair.scan.known_over:
        return None
    counted = tokens[groups[1][0] - 1]
    if counted.kind is NUMBER or (counted.key in START_WORDS and counted.key not in ARTICLES):
        return None
    leads = (found[1] < pair.past and longest(tokens, found[1], form.words) for form in pair.verb.forms)
    if not any(leads):
        return None
    behind = replace(pair, at=found[1])
    return replace(_start(behind, is_same=True), opens=pair.at)


def _holds_preposition(pair: _Pair) -> bool:
    firsts = {words[0] for words in pair.verb.forms[0].words}
    return not firsts.isdisjoint(keys_of(pair.scan.tokens)[pair.at : pair.past])


def _named_again(scan: Scan, setting: Setting, before: Start, at: int, past: int) -> Start | None:
    """An article and a word of lower case that a trigger has behind the same first word ("create a client Papaya and *a
    client* Fig", "... and *a project* Kite"), or such a word before a capital."""
    groups = before.said.groups
    if not groups:
        return None
    opened = keys_of(scan.tokens)[slice(*groups[0])]
    noun = at
    while noun < past and scan.tokens[noun].key in ARTICLES:
        noun += 1
    if noun >= past or not scan.tokens[noun].text.islower() or noun in scan.known_over:
        return None
    for _, verb in setting.tables.starting(opened[0]):
        for trigger in verb.triggers:
            if len(trigger.groups) < 2 or tuple(opened) not in trigger.groups[0].words:
                continue
            found = next((words for words in trigger.groups[1].words if _stands(scan, words, noun)), ())
            behind = noun + len(found)
            if not found or not _says_thing(scan, at, noun, behind, past):
                continue
            match = replace(before.said, trigger=trigger, start=at, groups=((noun, behind),), past=behind)
            return Start(at, (match,), Borrowed(lead=scan.words(*groups[0])), origin=before.said)
    return None


def _says_thing(scan: Scan, at: int, noun: int, behind: int, past: int) -> bool:
    """Whether "a" stands before a noun, or behind it what it is called."""
    follows = scan.tokens[behind] if behind < past else None
    if noun > at and scan.tokens[noun - 1].key not in DEFINITE:
        return True
    if follows is None or not follows.is_word or follows.key in GAP_STOPS or follows.key in JOINERS:
        return False
    return noun > at or follows.text[:1].isupper()


def _stands(scan: Scan, words: Sequence[str], at: int) -> bool:
    return tuple(keys_of(scan.tokens)[at : at + len(words)]) == tuple(words)


# -- what two clauses say -------------------------------------------------------------


def _past_thing(pair: _Pair, slot: SlotSpec) -> int:
    """Return the position behind the thing that a clause begins with, its article and noun with it; 0 for none."""
    tokens, at = pair.scan.tokens, pair.at
    nouns = pair.verb.nouns.get(slot.name, {})
    while at < pair.past and tokens[at].key in ARTICLES and at not in pair.scan.known_at:
        at += 1
    noun = next((words for words in sorted(nouns, key=len, reverse=True) if _stands(pair.scan, words, at)), ())
    is_article = at > pair.at
    if noun and tokens[at].text.islower() and at + len(noun) < pair.past:
        at += len(noun)
        if is_article and at not in pair.scan.known_at and tokens[at].is_word and tokens[at].key not in GAP_STOPS:
            return _past_name(pair, at)
    if at >= pair.past:
        return 0
    known = pair.scan.known_at.get(at)
    if known is not None and known.past <= pair.past and not known.types.isdisjoint(slot.entities):
        past = known.past
    elif is_mention(tokens[at]):
        past = at + 1
    else:
        pronoun = read_pronoun(tokens, at)
        past = pronoun[1] if pronoun is not None and tokens[at].key not in SPEAKERS else 0
    behind = next((words for words in nouns if past and _stands(pair.scan, words, past)), ())
    return past + len(behind)


def _past_name(pair: _Pair, at: int) -> int:
    """Return the position behind the words of a name that nobody knows, up to a preposition or the end."""
    words = pair.verb.forms[0].words
    ends = (end for end in range(at + 1, pair.past) if longest(pair.scan.tokens, end, words))
    return next(ends, _trimmed(pair))


def _trimmed(pair: _Pair) -> int:
    """Return the position behind the last word of a clause, less what joins the next one."""
    past = pair.past
    while past > pair.at and (not pair.scan.tokens[past - 1].is_word or pair.scan.tokens[past - 1].key in JOINERS):
        past -= 1
    return past


def _is_lone_object(pair: _Pair, slot: SlotSpec, past: int, own: SlotPhrase | None) -> bool:
    """Whether a thing is all that a clause says, and all that its verb needs, as it is in the wish before.

    A lone noun before it is the same thing ("archive the client, Zed").
    """
    spec = pair.verb.spec
    needed = {one.name for one in spec.slots if one.required} - pair.before.said.trigger.fills.keys()
    if needed != {slot.name} or slot.name not in pair.verb.forms[0].objects or past < _trimmed(pair):
        return False
    if own is not None and own.kind is PhraseKind.PRONOUN and own.type_noun:
        return False
    return {one.slot for one in pair.first.phrases} <= {slot.name, slot.type_slot}


def _says_same(pair: _Pair, besides: set[str]) -> bool:
    """Whether a clause says something for every slot that the wish before it has, besides some, and must have.

    Where both say an amount, the clause may take from the other what is none ("Ann's alarm to 7 *tomorrow* and Sam's to
    8").
    """
    first, second = ({phrase.slot for phrase in one.phrases} - besides for one in (pair.first, pair.second))
    kinds = {name: pair.verb.spec.slot(name).kind for name in first}
    needed = {name for name in first if pair.verb.spec.slot(name).required}
    both = first & second
    if any(kinds[name] in COUNTED for name in both) and (besides or len(both) > 1):
        needed = {name for name in needed if name in second or kinds[name] in OWN_KINDS}
    if not first or not needed <= second:
        return False
    return bool(needed or first == second) and all(_are_two(pair, name) for name in both)


def _says_more(said: Extraction, slot: str) -> bool:
    """Whether a value was said for a slot, and something for another one."""
    slots = {phrase.slot for phrase in said.phrases}
    return slot in slots and len(slots) > 1


def _are_two(pair: _Pair, slot: str) -> bool:
    """Whether a slot has several values: one that goes on, or takes the one before it back, stands alone.

    A new name takes all words up to its end, so each clause is asked for its own; so are things that are known.
    """
    if sum(phrase.slot == slot for phrase in pair.both.phrases) > 1:
        return True
    if pair.verb.spec.slot(slot).kind is SlotKind.NAME:
        return True
    own = [[phrase for phrase in one.phrases if phrase.slot == slot] for one in (pair.first, pair.second)]
    return all(any(phrase.known for phrase in phrases) for phrases in own)


# -- the words of the wish ------------------------------------------------------------


def _start(pair: _Pair, *, slot: str = "", via: str = "", is_same: bool = False) -> Start:
    """Return the clause as a wish: with the verb's words, and the preposition of the thing that it begins with."""
    origin, shared = pair.before.said, pair.before.borrowed
    said = _verb_words(pair.scan, origin, pair.at, pair.past)
    owner = _past_owner(pair) if slot else 0
    if owner and len(said) > 1:
        borrowed = Borrowed(lead=said[0], cut=owner, inner=" ".join(said[1:]))
    elif slot and shared.lead and not shared.inner and not via:
        borrowed = Borrowed(lead=shared.lead)
    else:
        borrowed = Borrowed(lead=" ".join((*said, *_preposition(pair, slot, via))))
    match = replace(pair.before.matches[0], start=pair.at, groups=(), past=pair.at)
    return Start(pair.at, (match,), borrowed, origin=origin, is_same=is_same, thing=slot)


def _verb_words(scan: Scan, match: TriggerMatch, at: int, past: int) -> tuple[str, ...]:
    """Return a trigger's words, less those that the clause has itself ("log 2 hours ..., and 3 hours")."""
    own = {token.key for token in scan.tokens[at:past]}
    groups = [group for group in match.groups[1:] if not own >= {token.key for token in scan.tokens[slice(*group)]}]
    return tuple(scan.words(*group) for group in (*match.groups[:1], *groups))


def _preposition(pair: _Pair, slot: str, via: str) -> tuple[str, ...]:
    """Return the preposition that led to a slot's thing in the wish before; for an owner's the slot's own."""
    own = pair.verb.forms[0].prepositions
    if via == "possessive":
        pronoun = read_pronoun(pair.scan.tokens, pair.at)
        if pronoun is not None and pronoun[0].is_possessive and len(pair.before.said.groups) > 1:
            return ()  # "and her rate to 90"
        return next(((" ".join(words),) for words, slots in own.items() if slot in slots), ())
    return (via,) if tuple(via.split()) in own else ()


def _past_owner(pair: _Pair) -> int:
    """Return the position behind the owner that a clause begins with ("*Ann's* to $90"); 0 for none."""
    known = pair.scan.known_at.get(pair.at)
    past = known.past if known is not None else pair.at
    owns = past > pair.at and past < pair.past and pair.scan.tokens[past].kind is POSSESSIVE
    return past + 1 if owns else 0
