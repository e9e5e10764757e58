"""A reply to the open question: a pick, a value, more than was asked, or none of it.

The order of the readings is that of decisions.md, "The dialogue". Each function
returns whether it took the reply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from resolver.entities import Entity, Steps
from resolver.match import match_entities
from resolver.menus import menu_options
from resolver.outcome import Ambiguous, Missing, Outcome, Reason, Resolved, Tier
from resolver.replies import resolve_reply
from resolver.resolve import default_value, literal, read_outcome
from resolver.sentences import NEGATIONS, turns_away
from resolver.setting import candidates_of, entity_value, fitting_entities
from resolver.values import DateValue, EntityValue, NewValue, TextValue
from slots.date_expr import DayOfMonth, Weekday, Which
from slots.extract import extract
from slots.extraction import Extraction, KnownWords, PhraseKind, Role, SlotPhrase
from slots.readers import read_value
from slots.tables import SlotKind, SlotSpec
from slots.text import Token, key_of, span_of, tokenize, words_of
from slots.words import ARTICLES, REPAIRS
from states.answers import No, Unsure, Yes, read_answer
from states.asking import holds, is_other, say_refused, say_who_may_create
from states.correction_words import ADDS
from states.machine import Fire
from states.move import Code, Move
from states.pending import Expects, Option, Question, Wish
from states.picks import Escaped, MenuLine, NoPick, OutOfRange, Picked, Several, Struck, read_pick
from states.restating import says_nothing
from states.starting import own_match, reask, settle, start_wish
from states.values_changed import in_words, say_changes
from states.ways_out import escape
from states.wishes import find_wishes


def menu_lines(question: Question) -> tuple[MenuLine, ...]:
    """Return a question's options as the reader of picks wants them."""
    return tuple(
        MenuLine(option.candidate.label, option.candidate.aliases, option.candidate.nouns)
        for option in question.options
    )


def is_label(text: str, question: Question) -> bool:
    """Whether a reply is a whole label of the menu: then it is nothing else, whatever it says."""
    key = key_of(text)
    return bool(key) and any(key in map(key_of, (line.label, *line.aliases)) for line in menu_lines(question))


# -- menus -----------------------------------------------------------------------


def pick(move: Move, question: Question) -> Steps[bool]:
    """Take a reply that is a pick from the menu, or about its options."""
    outcome = _day_picked(move, question) or read_pick(move.moment.text, menu_lines(question))
    match outcome:
        case Picked(index=index):
            yield from apply_option(move, question, index)
        case Escaped():
            yield from escape(move)
        case OutOfRange(said=said):
            move.say(Code.PICK_RANGE, said=str(said), last=str(len(question.options) + 1))
            hold(move)
        case Several(indexes=indexes):
            labels = ", ".join(question.options[index].candidate.label for index in indexes)
            move.say(Code.PICK_WHICH, labels=labels)
            hold(move)
        case Struck(indexes=indexes):
            _strike(move, question, indexes)
        case NoPick():
            return False
    move.trace_as("pick", verb=move.trace.verb)
    return True


def _day_picked(move: Move, question: Question) -> Picked | Several | NoPick | None:
    """Return the option that a day says by itself, read as everywhere ("wednesday" is today on a Wednesday).

    None where the words are no day of the menu and may pick in other ways. An ordinal is a place on the menu before
    it is a day, where there is such a place; another one is a day, also of none of the options.
    """
    slot = move.spec(question.slot)
    first, past = move.scan.edges
    if slot.kind is not SlotKind.DATE or is_label(move.moment.text, question):
        return None
    reading = read_value(move.scan.tokens[:past], first, slot)
    if reading is None or reading.past < past:
        return None
    phrase = SlotPhrase(
        slot.name, _core(move), span_of(move.scan.tokens), PhraseKind.VALUE, "answer", value=reading.value
    )
    outcome = read_outcome(phrase, slot, move.setting)
    ordinal = reading.value if isinstance(reading.value, DayOfMonth) and reading.value.month is None else None
    if ordinal is not None and ordinal.day <= len(question.options) + 1:
        return None
    days = [option.candidate.value for option in question.options]
    if isinstance(outcome, Resolved) and outcome.value in days:
        return Picked(days.index(outcome.value))
    said = reading.value
    weekday = said.weekday if isinstance(said, Weekday) and said.which is Which.BARE else None
    fitting = [at for at, one in enumerate(days) if isinstance(one, DateValue) and one.day.weekday() == weekday]
    if fitting:
        return Picked(fitting[0]) if len(fitting) == 1 else Several(tuple(fitting))
    return NoPick() if ordinal is not None else None


def apply_option(move: Move, question: Question, index: int) -> Steps[None]:
    """Fill the slot with an option; what it would create or touch is checked against the permissions again."""
    option = question.options[index]
    slot = move.spec(question.slot)
    if option.starts:
        yield from _start_instead(move, option)
        return
    old = move.top.slots.get(slot.name)
    called = old.said if isinstance(old, Missing) and old.reason is Reason.NO_MATCH else ""
    picked = option.candidate
    outcome: Outcome = Resolved(
        value=picked.value, tier=Tier.PICKED, said=move.moment.text, via="menu", called=called, detail=picked.detail
    )
    if option.creates:
        rule = slot.auto_create
        if rule is None or not holds(move, rule.permission):
            yield from say_who_may_create(move, rule.permission if rule else "")
            hold(move)
            return
        new = NewValue(type=slot.entities[0], name=option.creates)
        outcome = Resolved(value=new, tier=Tier.NEW, said=option.creates, via="menu")
    if is_other(move, outcome) and not holds(move, slot.others_permission):
        yield from say_refused(move, slot.others_permission, move.verb().spec.title)
        hold(move)
        return
    yield from fill(move, {slot.name: outcome})


def _start_instead(move: Move, option: Option) -> Steps[None]:
    """Start the verb that free text looked like; the text is asked for again when that has ended."""
    slot = move.spec(move.top.question.slot if move.top.question is not None else "")
    move.fire(Fire.ANSWER)
    move.fire(f"{Fire.ASK_TEXT}:{slot.name}")
    move.ask(slot.name, Expects.TEXT)
    yield from start_wish(move, Wish(text=option.starts, said_on=move.setting.today), ())


def _strike(move: Move, question: Question, indexes: tuple[int, ...]) -> None:
    """Take options off the menu; what is left is a new menu with numbers of its own."""
    left = tuple(option for number, option in enumerate(question.options) if number not in indexes)
    struck = ", ".join(question.options[index].candidate.label for index in indexes)
    if not left:
        move.say(Code.NOT_UNDERSTOOD, said=move.moment.text)
        hold(move)
        return
    move.say(Code.STRUCK, labels=struck)
    move.ask(question.slot, question.expects, left)


# -- values ----------------------------------------------------------------------


def answer(move: Move, question: Question) -> Steps[bool]:
    """Take a reply that fills the asked slot, others, or both, in the person's own words."""
    slot = move.spec(question.slot)
    extraction = extract(move.scan, move.verb(), asked=slot.name)
    if _is_doubtful(move, slot, extraction):
        return False
    still_open = frozenset(name for name, outcome in move.top.slots.items() if isinstance(outcome, Missing))
    said = yield from resolve_reply(extraction, move.verb(), move.setting, still_open, slot.name)
    outcomes = said.outcomes
    if slot.is_typed and not outcomes and _core(move):
        outcomes = {slot.name: Missing(reason=Reason.UNREADABLE, said=_core(move))}
    outcomes = _without_surprises(slot, extraction, outcomes)
    usable = {name: outcome for name, outcome in outcomes.items() if not isinstance(outcome, Missing)}
    usable = usable or _name_elsewhere(move, slot)
    if not usable:
        return (yield from _explain(move, slot, outcomes))
    move.trace_as("answer", verb=move.top.verb, extraction=extraction)
    broken = {
        name: outcome
        for name, outcome in outcomes.items()
        if name != slot.name and isinstance(outcome, Missing) and outcome.reason is not Reason.NO_MATCH
    }
    set_aside(move, (*extraction.leftover, *said.spare), usable)
    yield from fill(move, {**broken, **usable})
    return True


def _name_elsewhere(move: Move, asked: SlotSpec) -> dict[str, Resolved | Ambiguous]:
    """Return the one slot that a reply, which is a known name and no answer, fits: nothing was said for it yet."""
    first, past = move.scan.edges
    names = [name for name in move.scan.known if name.first <= first and name.past >= past and first < past]
    found: dict[str, Resolved | Ambiguous] = {}
    for slot in move.verb().spec.slots if names else ():
        held = move.top.slots.get(slot.name)
        is_said = isinstance(held, Resolved) and held.tier is not Tier.DEFAULT
        if slot.kind is not SlotKind.ENTITY or slot == asked or is_said:
            continue
        words = KnownWords(*move.scan.said(names[0].first, names[0].past), names[0].key, names[0].types)
        fitting = fitting_entities(words, slot, move.setting)
        if len(fitting) == 1:
            found[slot.name] = Resolved(value=entity_value(fitting[0]), tier=Tier.LEFTOVER, said=words.text)
        elif fitting:
            found[slot.name] = Ambiguous(candidates=candidates_of(fitting, move.setting), said=words.text)
    return found if len(found) == 1 else {}


def say_again(move: Move, question: Question) -> Steps[bool]:
    """Take a reply that says the pending verb again with more of what it needs ("log it to Nike"): no second wish.

    Another value for a slot that has one, or a second wish behind it, is more than that. So is one that does not give
    the new name that is asked for.
    """
    match, asked = own_match(move), move.spec(question.slot)
    if match is None or asked.kind is SlotKind.TEXT:
        return False
    if len(find_wishes(move.scan, move.setting)) != 1:
        return False
    extraction = extract(move.scan, move.verb(), match)
    still_open = frozenset(name for name, outcome in move.top.slots.items() if isinstance(outcome, Missing))
    if _says_otherwise(move, extraction):
        return False
    said = yield from resolve_reply(extraction, move.verb(), move.setting, still_open, question.slot)
    outcomes = said.outcomes.items()
    if not outcomes or any(isinstance(one, Missing) or _differs(move, name, one) for name, one in outcomes):
        return False
    if asked.kind is SlotKind.NAME and asked.name not in said.outcomes:
        return False
    move.trace_as("answer", verb=move.top.verb, extraction=extraction)
    left = (words for words in extraction.leftover if not says_nothing(words, move.verb()))
    set_aside(move, (*left, *said.spare), said.outcomes)
    yield from fill(move, said.outcomes)
    return True


def _says_otherwise(move: Move, extraction: Extraction) -> bool:
    """Whether the verb said again leaves words that take something back, or names beside what it fills another thing
    for a slot that has one ("log *nothing* to Nike", "log *development* to Nike")."""
    left = words_of(" ".join(extraction.leftover))
    if turns_away(left) or not NEGATIONS.isdisjoint(left) or not ADDS.isdisjoint(move.scan.keys):
        return True
    if any(move.top.value(name) != literal(move.spec(name), words) for name, words in extraction.fills):
        return True  # "turn *off* the lamp", where it is to be turned on
    held = {name: one.value for name, one in move.top.resolved().items() if isinstance(one.value, EntityValue)}
    return any(
        found and all(entity_value(entity) != held[slot.name] for entity in found)
        for slot in move.verb().spec.slots
        if slot.name in held
        for stray in extraction.strays
        if (found := fitting_entities(stray, slot, move.setting))
    )


def _differs(move: Move, name: str, outcome: Outcome) -> bool:
    """Whether a slot holds another value, which was said for it."""
    held = move.top.slots.get(name)
    if not isinstance(held, Resolved) or held.tier is Tier.DEFAULT:
        return False
    return not isinstance(outcome, Resolved) or outcome.value != held.value


_POINTS_AT_KIND = ARTICLES | {key for word in ("one", "ones", "s") for key in words_of(word)}
"""Words beside a name that say nothing more ("the kitchen *one*")."""


def set_aside(move: Move, spare: Sequence[str], taken: Mapping[str, Outcome]) -> None:
    """Keep the words of a reply that nothing was taken from: the confirmation shows them."""
    used = {key_of(outcome.said) for outcome in taken.values()}
    said = {word for outcome in taken.values() for word in words_of(outcome.said)} | _POINTS_AT_KIND
    said |= {word for slot in taken for word in words_of(move.spec(slot).title)}
    said |= {word for slot in taken for noun in move.verb().nouns.get(slot, ()) for word in noun}
    left = (
        words
        for words in spare
        if key_of(words) not in used and not {*words_of(words)} <= said and not _takes_back(words)
    )
    move.change(leftover=tuple(dict.fromkeys((*move.top.leftover, *left))))


def _takes_back(words: str) -> bool:
    """Whether words only say that something is taken back ("no wait")."""
    return tuple(token.key for token in tokenize(words)) in REPAIRS


def _is_doubtful(move: Move, slot: SlotSpec, extraction: Extraction) -> bool:
    """Whether a reply says no to something, or is a bare yes or no, where a value was asked for."""
    if slot.kind is SlotKind.TEXT:
        return False
    first, past = move.scan.edges
    spans = (segment.span for segment in extraction.segments if segment.role is Role.REPAIRED)
    repaired = {at for span in spans for at in range(span.start, span.end)}
    words = {
        token.key
        for at, token in enumerate(move.scan.tokens[first:past], first)
        if at not in move.scan.known_over and token.start not in repaired
    }
    said = read_answer(move.moment.text)
    if isinstance(said, Yes | No):
        return True
    if slot.kind is SlotKind.NAME:
        return isinstance(said, Unsure) and not is_title(move.scan.tokens)
    return bool(words & NEGATIONS) and not any(token.key == "," for token in move.scan.tokens[first:past])


def is_title(tokens: Sequence[Token]) -> bool:
    """Whether some words are written as a name: several, each with a capital, and not all in capitals."""
    words = [token.text for token in tokens if token.is_word]
    return len(words) > 1 and all(word[:1].isupper() and not word.isupper() for word in words)


def _core(move: Move) -> str:
    first, past = move.scan.edges
    return move.scan.words(first, past)


def says_new(move: Move, slot: SlotSpec) -> bool:
    """Whether a reply names something new for the asked slot ("new client X"): then it is no verb of its own."""
    if slot.auto_create is None:
        return False
    return any(phrase.is_new for phrase in extract(move.scan, move.verb(), asked=slot.name).of(slot.name))


def _without_surprises(slot: SlotSpec, extraction: Extraction, outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
    """An unknown phrase alone creates nothing; it must be said that it is new ("new client X")."""
    outcome = outcomes.get(slot.name)
    said_new = any(phrase.is_new for phrase in extraction.of(slot.name))
    if not isinstance(outcome, Resolved) or not isinstance(outcome.value, NewValue) or said_new:
        return dict(outcomes)
    return {**outcomes, slot.name: Missing(reason=Reason.NO_MATCH, said=outcome.said, via=outcome.via)}


def _explain(move: Move, slot: SlotSpec, outcomes: Mapping[str, Outcome]) -> Steps[bool]:
    """Say what is wrong with a value that was given but cannot be used; False when there was none."""
    outcome = outcomes.get(slot.name) or next(iter(outcomes.values()), None)
    if not isinstance(outcome, Missing):
        return False
    if outcome.reason is Reason.NOT_ALLOWED:
        yield from say_who_may_create(move, outcome.permission)
    elif outcomes.get(slot.name) is outcome and outcome.reason in _SAID:
        move.set_slot(slot.name, outcome)  # the question says why it is put again
    elif outcome.reason in _SAID:
        move.say(_SAID[outcome.reason], said=outcome.said, found=outcome.found, slot=slot.title)
    elif outcomes.get(slot.name) is outcome and _is_unlisted(move, slot, outcome):
        move.set_slot(slot.name, outcome)
        near = yield from menu_options(slot, outcome, move.top.slots, move.setting)
        move.ask(slot.name, Expects.CHOICE, tuple(Option(candidate=one) for one in near))
    elif outcome.reason is Reason.NO_MATCH and slot.kind in (SlotKind.ENTITY, SlotKind.CHOICE):
        rule = slot.auto_create
        may_create = rule is not None and rule.permission in move.setting.actor.permissions
        noun = move.setting.tables.tables.entity_type(slot.entities[0]).title if may_create else ""
        move.say(Code.NOT_A_NAME, said=outcome.said, slot=slot.title, found=outcome.found, creates=noun)
    else:
        return False
    move.trace_as("answer", verb=move.top.verb)
    hold(move)
    return True


def _is_unlisted(move: Move, slot: SlotSpec, outcome: Missing) -> bool:
    """Whether unknown words come near to something that a menu of likely things leaves out: then it goes first."""
    question = move.top.question
    if question is None or question.expects is not Expects.CHOICE or slot.kind is not SlotKind.ENTITY:
        return False
    listed = [option.candidate.value for option in question.options]
    is_open = isinstance(move.top.slots.get(slot.name), Missing)
    return is_open and any(hint.value not in listed for hint in outcome.hints)


_SAID: Mapping[Reason, Code] = {
    Reason.OUT_OF_BOUNDS: Code.OUT_OF_BOUNDS,
    Reason.WRONG_SIDE: Code.WRONG_SIDE,
    Reason.UNREADABLE: Code.UNREADABLE,
    Reason.ARCHIVED: Code.ARCHIVED,
}
"""How a value that cannot be used is explained."""


def answer_text(move: Move, question: Question) -> Steps[None]:
    """Take a reply as free text; when it looks like a verb of its own, ask which it is."""
    text = move.moment.text.strip()
    value = TextValue(text=text)
    move.trace_as("answer", verb=move.top.verb)
    yield from fill(move, {question.slot: Resolved(value=value, tier=Tier.TYPED, said=text, via="answer")})


def fill(move: Move, outcomes: Mapping[str, Outcome]) -> Steps[None]:
    """Set slots from an answer, say which filled ones changed, and go on from the hub."""
    before = dict(move.top.slots)
    move.fire(Fire.ANSWER if move.top.state != "confirming" else Fire.CORRECT)
    for name, outcome in outcomes.items():
        move.set_slot(name, outcome)
        imply_type(move, name)
        _release_words(move, name)
    say_changes(move, before)
    yield from settle(move)


def _release_words(move: Move, name: str) -> None:
    """Words that fitted nothing in an optional slot and name what another slot now holds were meant for that one."""
    value = move.top.value(name)
    if not isinstance(value, EntityValue):
        return
    entity = Entity(value.type, value.id, value.name)
    for slot in move.verb().spec.slots:
        outcome = move.top.slots.get(slot.name)
        if slot.required or not isinstance(outcome, Missing) or outcome.reason is not Reason.NO_MATCH:
            continue
        if match_entities(outcome.said, [entity]) is not None:
            default = default_value(slot, move.setting)
            empty = Resolved(value=default, tier=Tier.DEFAULT) if default is not None else Missing()
            move.change(slots={**move.top.slots, slot.name: empty})


def imply_type(move: Move, name: str) -> None:
    """Set the type slot of a slot to the type of what it holds."""
    spec, value = move.spec(name), move.top.value(name)
    if spec.type_slot and isinstance(value, EntityValue):
        move.set_slot(spec.type_slot, Resolved(value=TextValue(text=value.type), tier=Tier.IMPLIED))


def skip(move: Move, question: Question) -> Steps[None]:
    """Leave an optional slot empty, or at its default."""
    slot = move.spec(question.slot)
    if slot.required:
        move.say(Code.CANNOT_SKIP, slot=slot.title)
        reask(move)
        return
    yield from leave_empty(move, slot)


def leave_empty(move: Move, slot: SlotSpec) -> Steps[None]:
    """Set an optional slot to its default, or to nothing, and say so."""
    default = default_value(slot, move.setting)
    outcome: Outcome = (
        Resolved(value=default, tier=Tier.DEFAULT) if default is not None else Missing(reason=Reason.CLEARED)
    )
    if not isinstance(outcome, Resolved):
        move.say(Code.SKIPPED, slot=slot.title)
    else:
        move.say(Code.CHANGED, slot=slot.title, old="", new=in_words(move, slot, outcome.value))
    yield from fill(move, {slot.name: outcome})


def keep(move: Move, question: Question) -> Steps[None]:
    """Restore the value that a correction took away."""
    if question.old is None:
        move.say(Code.NOT_UNDERSTOOD, said=move.moment.text)
        hold(move)
        return
    slot = move.spec(question.slot)
    move.say(Code.RESTORED, slot=slot.title, value=in_words(move, slot, question.old.value))
    move.fire(Fire.ANSWER)
    move.set_slot(question.slot, question.old)
    imply_type(move, question.slot)
    yield from settle(move)


def hold(move: Move) -> None:
    """Keep the question; count a failed try, and offer the ways out after three in a row."""
    question = move.top.question
    if question is None:
        return
    tries = question.tries + 1
    if tries >= move.moment.limits.tries:
        optional = bool(question.slot) and not move.spec(question.slot).required
        move.say(Code.WAYS_OUT, skip="yes" if optional else "")
    reask(move)
    latest = move.top.question
    if latest is not None:
        move.change(question=latest.model_copy(update={"tries": tries}))
