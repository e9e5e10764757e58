"""The pending verb said again behind a yes.

In: a move at a confirmation and the words behind the yes. Out: whether they only
repeat what is shown ("yes, *log it now*", "yes, *log the 2 hours*"), which makes a
plain yes of the whole.
"""

from __future__ import annotations

from resolver.entities import Steps
from resolver.outcome import Outcome, Resolved
from resolver.resolve import resolve_said
from resolver.values import plain
from slots.compiled import CompiledVerb
from slots.extract import extract
from slots.extraction import Extraction
from slots.text import key_of, tokenize
from slots.triggers import GAP_STOPS, JOINERS, find_triggers
from slots.words import ARTICLES, PronounKind, read_pronoun
from states.controls import is_question
from states.move import Move
from states.starting import look_at, own_match

_POINTING = frozenset({PronounKind.IT, PronounKind.ME})
"""Pronouns that point at what is shown or at the speaker; one for a person may mean somebody else."""
_IDLE = ARTICLES | GAP_STOPS | {"now", "so", "then", "them", "these", "those"}
"""Words behind a verb that name nothing of their own ("yes, log it now", "book it *for that* event")."""


def restates(move: Move, text: str) -> Steps[bool]:
    """Whether the words behind a yes say the pending verb again, and of its slots only what is shown.

    Anything else in them makes it no plain yes: another value, a name or a word that is not shown, a wish that is
    joined ("*and* log 2h to Nike").
    """
    if is_question(text):
        return False
    yield from look_at(move, text)
    match, verb = own_match(move), move.verb()
    if match is None or move.scan.tokens[0].key in JOINERS:
        return match is None and _opens_alone(move, verb)
    extraction = extract(move.scan, verb, match)
    if extraction.strays or not all(says_nothing(words, verb) for words in extraction.leftover):
        return False
    said = yield from resolve_said(extraction, verb, move.setting)
    is_shown = all(_points(move, extraction, slot) or _is_shown(move, slot, one) for slot, one in said.outcomes.items())
    return is_shown and not said.spare and all(_fills(move, slot, literal) for slot, literal in extraction.fills)


def repeats_verb(move: Move) -> bool:
    """Whether what is looked at only says the pending verb again ("log it"): no yes, and nothing new."""
    match = own_match(move)
    past = move.scan.edges[1]
    if match is None or not says_nothing(move.scan.words(match.groups[0][1], past), move.verb()):
        return False
    said = match.trigger.fills.items()
    return all(move.top.value(slot) is None or _fills(move, slot, literal) for slot, literal in said)


def _opens_alone(move: Move, verb: CompiledVerb) -> bool:
    """Whether the first word of one of the verb's triggers stands there without its others ("*create* it")."""
    first, past = move.scan.edges
    words = {phrase[0] for trigger in verb.triggers for phrase in trigger.groups[0].words}
    opens = first < past and move.scan.tokens[first].key in words and not find_triggers(move.scan, move.setting.tables)
    return opens and says_nothing(move.scan.words(first, past), verb)


def says_nothing(words: str, verb: CompiledVerb | None = None) -> bool:
    """Whether words only point, say that it is now, or, where a verb is given, are words of its triggers."""
    groups = (group for trigger in verb.triggers for group in trigger.groups) if verb else ()
    own = {word for group in groups for phrase in group.words for word in phrase}
    tokens = tokenize(words)
    at = 0
    while at < len(tokens):
        pronoun = read_pronoun(tokens, at)
        points = pronoun is not None and pronoun[0].kind in _POINTING
        if not points and tokens[at].key not in _IDLE | own:
            return False
        at = pronoun[1] if pronoun is not None and points else at + 1
    return True


def _is_shown(move: Move, slot: str, outcome: Outcome) -> bool:
    return isinstance(outcome, Resolved) and not outcome.unused and outcome.value == move.top.value(slot)


def _points(move: Move, extraction: Extraction, slot: str) -> bool:
    """Whether a slot is only pointed at ("archive *it now*"): behind a yes that is what is shown.

    Where the type is said, it is that of what is shown ("archive *the client*" may be another thing).
    """
    value = move.top.value(slot)
    types = {"", getattr(value, "type", "")}
    return value is not None and all(
        phrase.type_noun in types and (phrase.pronoun is PronounKind.IT or says_nothing(phrase.text))
        for phrase in extraction.of(slot)
    )


def _fills(move: Move, slot: str, literal: str) -> bool:
    value = move.top.value(slot)
    return value is not None and key_of(plain(value)) == key_of(literal)
