"""The pending verb said again behind a yes.

In: a move at a confirmation and the words behind the yes. Out: whether they only
repeat what is shown ("yes, *log it now*", "yes, *log the 2 hours*"), which makes a
plain yes of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from resolver.entities import Steps
from resolver.outcome import Outcome, Resolved
from resolver.resolve import resolve_said
from resolver.values import EntityValue, NewValue, SlotValue, TextValue, plain
from slots.compiled import CompiledTrigger, CompiledVerb, Group, Keys
from slots.extract import extract
from slots.extraction import Extraction, PhraseKind, Role
from slots.scan import LEAD_INS
from slots.text import Token, is_picture, key_of, tokenize, words_of
from slots.triggers import GAP_STOPS, find_triggers
from slots.words import ARTICLES, NOW, PhraseTable, PronounKind, read_pronoun
from states.answer_words import THANKS
from states.controls import is_question
from states.move import Move
from states.starting import look_at, own_match

_POINTING = frozenset({PronounKind.IT, PronounKind.ME})
"""Pronouns that point at what is shown or at the speaker; one for a person may mean somebody else."""
_IDLE = ARTICLES | GAP_STOPS | {"now", "so", "then", "them", "these", "those"}
"""Words behind a verb that name nothing of their own ("yes, log it now", "book it *for that* event")."""
_POLITE = "please | pls | plz | kindly"
_LEADS = PhraseTable.of(
    [
        (True, f"{_POLITE} | so | then | go ahead and | {THANKS} | you can | you may | you should | lets | let us"),
        (
            True,
            "i want to | i do want to | i wanna | i would like to | id like to | id love to | i need to | i have to",
        ),
        (True, "i want you to | i need you to | i would like you to | id like you to"),
    ]
)
"""What may stand between the yes and the verb: nothing here limits, doubts, or says that somebody else does it."""
_TAILS = PhraseTable.of(
    [(True, f"{_POLITE} | {THANKS} | then | if you please | if you dont mind | thats it | thats all | 👍 | 🙏 | 🙂")]
)
"""What may stand behind the verb and its slots."""
_BEFORE_WORD = (ARTICLES - {"our", "your"}) | {"to", "for", "on", "of", "with", "at", "in"}
"""Articles, and prepositions that may lead to what is pointed at ("book it *for that* event"); "*your* rate" is another
person's than the one shown, or nobody's."""
_MORE_OR_LESS = LEAD_INS | set("more extra additional another further less over under almost nearly".split())
"""Words inside a typed value that make it another one ("2 *more* hours")."""
_FOR_SPEAKER = frozenset({"me", "us"})
_MARKS = frozenset(",.!")


def restates(move: Move, text: str) -> Steps[bool]:
    """Whether the words behind a yes say the pending verb again, and of its slots only what is shown.

    Every token is accounted for: words that may lead to the verb, its trigger, a slot's value that is shown, what
    points at it, politeness. Anything else makes it no plain yes: another value, a name or a word that is not shown,
    a condition, a wish that is joined ("*and* log 2h to Nike"), a sentence that is not finished.
    """
    if is_question(text):
        return False
    yield from look_at(move, text)
    match, verb = own_match(move), move.verb()
    if match is None:
        return _opens_alone(move)
    extraction = extract(move.scan, verb, match)
    if (
        match.trigger not in _shown_triggers(move)
        or extraction.strays
        or not _is_accounted(move, _roles(move, extraction), match.start)
    ):
        return False
    nouns = [text[one.span.start : one.span.end] for one in extraction.segments if one.role is Role.NOUN]
    nouns += [phrase.text for phrase in extraction.phrases if phrase.kind is PhraseKind.PRONOUN]
    if not all(_names_shown_type(move, noun) for noun in nouns):
        return False
    said = yield from resolve_said(extraction, verb, move.setting)
    is_shown = all(
        points(move, extraction, slot) or _is_shown(move, extraction, slot, one) for slot, one in said.outcomes.items()
    )
    return is_shown and not said.spare and all(_fills(move, slot, literal) for slot, literal in extraction.fills)


def _is_accounted(move: Move, roles: Sequence[Role], start: int) -> bool:
    """Whether every token leads to the verb at ``start``, belongs to it, points at what is shown, or is politeness."""
    tokens = move.scan.tokens
    if not _only_leads(tokens[:start]):
        return False
    own, past = _own_words(move), _before_tails(move, start)
    at = start
    while at < past:
        if is_picture(tokens[at]) and not _shows(move, tokens[at]):
            return False  # inside a value too ("archive Nike 👎")
        pointed = _past_pointer(move, at) if roles[at] not in (Role.VALUE, Role.TRIGGER) else 0
        if not pointed and not _may_stand(tokens[at].key, roles[at], own, is_last=at + 1 == past):
            return False
        at = pointed or at + 1
    return True


def _shows(move: Move, token: Token) -> bool:
    """Whether a token stands in a value that is shown ("🚀 Launch")."""
    values = (move.top.value(slot.name) for slot in move.verb().spec.slots)
    return any(token.text in plain(value) for value in values if value is not None)


def _roles(move: Move, extraction: Extraction) -> list[Role]:
    """Return the role of each token."""
    segments = iter(extraction.segments)
    segment, found = next(segments), list[Role]()
    for token in move.scan.tokens:
        while token.start >= segment.span.end:
            segment = next(segments)
        found.append(segment.role)
    return found


def _may_stand(key: str, role: Role, own: frozenset[str], *, is_last: bool) -> bool:
    """Whether a token says nothing but what is shown; an article or a preposition has its word behind it."""
    match role:
        case Role.TRIGGER | Role.NOUN | Role.VALUE:
            return True
        case Role.PREPOSITION:
            return not is_last
        case Role.REPAIRED:
            return False
        case Role.MARKER:
            return key in own
        case _:
            return key in own - GAP_STOPS - ARTICLES or (not is_last and key in _BEFORE_WORD)


def _only_leads(tokens: Sequence[Token]) -> bool:
    """Whether some tokens are nothing but words that may stand between a yes and the verb."""
    keys = [token.key for token in tokens]
    at = 0
    while at < len(keys):
        found = _LEADS.at(keys, at)
        if found is None and keys[at] not in _MARKS:
            return False
        at = found[1] if found else at + 1
    return True


def _before_tails(move: Move, start: int) -> int:
    """Return the position before the politeness and the marks at the end."""
    keys = [token.key for token in move.scan.tokens]
    past = len(keys)
    while past > start:
        found = _TAILS.before(keys, past, start) or NOW.before(keys, past, start)
        if found is None and keys[past - 1] not in _MARKS:
            break
        if found is not None and keys[found[1]] == "then" and keys[found[1] - 1] in _MARKS:
            break  # more was to follow ("log it, then")
        past = found[1] if found else past - 1
    return past


def _past_pointer(move: Move, at: int) -> int:
    """Return the position past what points at the thing shown, or at the speaker whom it is done for; 0 for neither."""
    pronoun = read_pronoun(move.scan.tokens, at)
    if pronoun is None or pronoun[0].is_possessive:
        return 0
    kind, past = pronoun[0].kind, pronoun[1]
    if kind is PronounKind.ME:
        return past if move.scan.tokens[at].key in _FOR_SPEAKER and not _shows_other(move) else 0
    return past if kind is PronounKind.IT else 0


def _shows_other(move: Move) -> bool:
    """Whether somebody else than the speaker is shown: then "for me" may be another person."""
    actor = move.setting.actor
    people = (move.top.value(slot.name) for slot in move.verb().spec.slots if _is_person(move, slot.name))
    return any(isinstance(one, EntityValue) and (one.type, one.id) != (actor.type, actor.id) for one in people)


def _is_person(move: Move, slot: str) -> bool:
    value = move.top.value(slot)
    return isinstance(value, EntityValue) and move.setting.is_person(value.type)


def _names_shown_type(move: Move, said: str) -> bool:
    """Whether type nouns say no other type than that of what is shown ("the *client*", "the *client project*")."""
    key = tuple(token.key for token in tokenize(said))
    runs = {key[first:past] for first in range(len(key)) for past in range(first + 1, len(key) + 1)}
    return all(_is_shown_type(move, run) for run in runs)


def _is_shown_type(move: Move, noun: Keys) -> bool:
    """Whether a noun is that of a type that is shown, or of none."""
    said = [(slot, kinds[noun]) for slot, kinds in move.verb().nouns.items() if kinds.get(noun)]
    return not said or any(getattr(move.top.value(slot), "type", "") == kind for slot, kind in said)


def _own_words(move: Move) -> frozenset[str]:
    """Return the words of the pending verb, less those that say another value than what is shown ("turn it *off*")."""
    verb = move.verb()
    said, against = set[str](), set[str]()
    for trigger in verb.triggers:
        words = {word for group in trigger.groups for phrase in group.words for word in phrase}
        (said if all(_fills(move, *fill) for fill in trigger.fills.items()) else against).update(words)
    said |= {word for phrase in verb.markers for word in phrase if word not in against}
    several = {f"{noun[-1]}s" for nouns in verb.nouns.values() for noun in nouns if noun}
    return frozenset(said - several)  # "the lights" are more than the one that is shown


def _shown_triggers(move: Move) -> list[CompiledTrigger]:
    """Return the triggers that say what is shown, or was said: "*dim* it" does not say "*turn* it *on*" again."""
    words = {*words_of(move.verb().spec.confirm), *words_of(move.top.utterance)}

    def is_shown(group: Group) -> bool:
        return any(words.issuperset(phrase) for phrase in group.words)

    return [trigger for trigger in move.verb().triggers if any(map(is_shown, trigger.groups))]


def _opens_alone(move: Move) -> bool:
    """Whether the first word of one of the verb's triggers stands there without its others ("*create* it")."""
    start = move.scan.edges[0]
    words = {phrase[0] for trigger in _shown_triggers(move) for phrase in trigger.groups[0].words}
    roles = [Role.LEFTOVER] * len(move.scan.tokens)
    if start >= len(roles) or move.scan.tokens[start].key not in words or find_triggers(move.scan, move.setting.tables):
        return False
    roles[start] = Role.TRIGGER
    return _is_accounted(move, roles, start)


def repeats_verb(move: Move) -> bool:
    """Whether what is looked at only says the pending verb again ("log it"): no yes, and nothing new."""
    match = own_match(move)
    past = move.scan.edges[1]
    if match is None or not says_nothing(move.scan.words(match.groups[0][1], past), move.verb()):
        return False
    said = match.trigger.fills.items()
    if _shows_other(move) and not _FOR_SPEAKER.isdisjoint(token.key for token in move.scan.tokens):
        return False  # "remind *me*", and it is somebody else's
    return all(move.top.value(slot) is None or _fills(move, slot, literal) for slot, literal in said)


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


def _is_shown(move: Move, extraction: Extraction, slot: str, outcome: Outcome) -> bool:
    """Whether a slot's words say the value that is shown, and no word more ("design *again*")."""
    if not isinstance(outcome, Resolved) or outcome.unused or not _is_same(outcome.value, move.top.value(slot)):
        return False
    now = move.top.slots.get(slot)
    named = {*words_of(plain(outcome.value)), *words_of(now.said if isinstance(now, Resolved) else "")}
    if any(phrase.pronoun is PronounKind.THEY for phrase in extraction.of(slot)):
        return False  # "archive them" may be more than what is shown
    said = {word for phrase in extraction.of(slot) if phrase.value is not None for word in words_of(phrase.text)}
    if said & _MORE_OR_LESS - named:
        return False
    is_share = any("%" in phrase.text or "percent" in words_of(phrase.text) for phrase in extraction.of(slot))
    if is_share and "%" not in move.verb().spec.confirm:
        return False
    return all(
        {*words_of(phrase.text)} <= named | ARTICLES | {word for one in phrase.known for word in words_of(one.text)}
        for phrase in extraction.of(slot)
        if phrase.kind is PhraseKind.WORDS
    )


def _is_same(said: SlotValue, shown: SlotValue | None) -> bool:
    """Whether a value is the one that is shown; a new name is it with an article too ("add *the* milk")."""
    if not isinstance(said, NewValue | TextValue) or type(said) is not type(shown):
        return said == shown
    tokens = plain(said).split()
    bare = " ".join(tokens[1:]) if len(tokens) > 1 and tokens[0] in ARTICLES else plain(said)
    return bool(shown) and bare == plain(shown)


def points(move: Move, extraction: Extraction, slot: str) -> bool:
    """Whether a slot is only pointed at ("archive *it now*"): behind a yes that is what is shown.

    Where the type is said, it is that of what is shown ("archive *the client*" may be another thing).
    """
    value = move.top.value(slot)
    types = {"", getattr(value, "type", "")}
    return value is not None and all(
        phrase.type_noun in types and (phrase.pronoun is PronounKind.IT or _is_it(phrase.text))
        for phrase in extraction.of(slot)
    )


def _is_it(words: str) -> bool:
    """Whether words are nothing but a pronoun for a thing, and that it is now."""
    tokens = tokenize(words)
    now = NOW.before([token.key for token in tokens], len(tokens))
    past = now[1] if now else len(tokens)
    pronoun = read_pronoun(tokens, 0) if past else None
    return not past or (pronoun is not None and pronoun[0].kind is PronounKind.IT and pronoun[1] == past)


def _fills(move: Move, slot: str, literal: str) -> bool:
    value = move.top.value(slot)
    return value is not None and key_of(plain(value)) == key_of(literal)
