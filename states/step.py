"""The pure step: from what is open and one message to what happens next.

In: a :class:`states.move.Moment`. Out: a :class:`states.move.Decision`, through
lookups that the caller answers. The same moment and the same answers give the
same decision, in any process.
"""

from __future__ import annotations

from resolver.entities import Steps
from resolver.mentions import recent_mentions
from slots.extract import extract
from slots.scan import scan
from slots.tables import SlotKind, SlotSpec
from slots.text import MAX_TOKENS, tokenize
from slots.triggers import JOINERS, find_triggers
from slots.words import PronounKind
from states.answer_first import answers_first, cancels_first, changes_first
from states.answers import No, NoBut, Other, Unsure, Yes, YesBut, read_answer
from states.asking import holds, is_refused, refuse
from states.clauses import past_question
from states.controlling import control, control_idle, is_bare_reply
from states.controls import Control, is_question, read_control, without_questions
from states.correcting import clear_named, correct, corrects_other, leaves_out
from states.correction_words import ADDS, CHANGES_MIND, INSTEAD, closing, strip_lead
from states.drift import check_table, has_drifted
from states.machine import Fire, State
from states.move import Code, Decision, Moment, Move
from states.named_slots import LONGEST_CORRECTION, find_named_slot
from states.noting import ask_note_or_verb, says_neither
from states.pending import Expects, Plan, Question, make_plan
from states.replying import answer, answer_text, hold, is_label, is_title, pick, say_again, says_new
from states.restating import repeats_verb, restates
from states.routes import RouteTier
from states.routing import reply_to_offer, take_lookup, take_routed
from states.starting import find_archived, look_at, own_match, reask, settle, start
from states.ways_out import cancel
from states.wishes import Found, find_wishes


def decide(moment: Moment) -> Steps[Decision]:
    """Decide one message."""
    move = Move(
        moment=moment,
        scan=scan(""),
        stack=list(moment.conversation.stack),
        turns=moment.conversation.turns + 1,
    )
    if _is_too_long(move):
        return move.decision()
    yield from look_at(move, moment.text)
    check_table(move)
    if move.stack and move.top.question is None and move.top.state == State.EXTRACTING:
        yield from settle(move)
        if is_bare_reply(moment.text):
            move.trace_as("reply", verb=move.trace.verb, fallthrough="what was shown was made from another table")
            return move.decision()
    if move.stack and move.top.question is not None:
        yield from _reply(move, move.top.question)
        return move.decision()
    offer = moment.conversation.offer
    taken = offer is not None and (yield from reply_to_offer(move, offer))
    if not taken:
        yield from _open(move)
    return move.decision()


def _is_too_long(move: Move) -> bool:
    """Say that a message has too many words to be read; what is open is asked again, and no try is counted."""
    size = len(tokenize(move.moment.text))
    if size <= MAX_TOKENS:
        return False
    move.trace_as("fallback", fallthrough="the message is too long")
    move.say(Code.TOO_LONG, size=str(size), most=str(MAX_TOKENS))
    if move.stack and move.top.question is not None:
        reask(move)
    return True


# -- nothing is open ---------------------------------------------------------------


def _open(move: Move) -> Steps[None]:
    """A message when no question is open: a verb, a bare reply to nothing, or nobody's."""
    word = read_control(move.moment.text)
    if word is not None and not (word is Control.CANCEL and _points_at_log(move)) and control_idle(move, word):
        return
    routed = move.moment.routed
    is_captured = routed is not None and routed.tier is RouteTier.CAPTURE
    taken = is_captured and routed is not None and (yield from take_routed(move, routed))
    taken = taken or (yield from _take_verb(move))
    if taken:
        return
    if is_bare_reply(move.moment.text):
        move.trace_as("reply", fallthrough="a reply, and no question is open")
        move.say(Code.NOTHING_OPEN)
        return
    if routed is not None and not is_captured:
        taken = yield from take_routed(move, routed)
        if taken:
            return
    archived = find_archived(move)
    if archived is not None and (not move.moment.reads_only or move.verb(archived.match.verb).spec.read):
        yield from start(move, archived)
        return
    move.trace_as("fallback", fallthrough="no trigger of any verb stands in the message")
    move.is_handled = False
    move.say(Code.FALLBACK)


def _points_at_log(move: Move) -> bool:
    """Whether a way to drop something is a verb with an object ("cancel it") that the log has something for."""
    found = find_triggers(move.scan, move.setting.tables)
    if not found or not found[0].is_strong:
        return False
    verb = move.verb(found[0].verb)
    types = {kind for name in verb.forms[0].objects for kind in verb.spec.slot(name).entities}
    return bool(recent_mentions(move.setting, tuple(types)))


def _take_verb(move: Move, *, strong_only: bool = False) -> Steps[bool]:
    found = find_wishes(move.scan, move.setting)
    if not found or (strong_only and not _is_new_verb(move, found[0])):
        return False
    reads = [move.verb(one.match.verb).spec.read for one in found]
    if move.moment.reads_only and not all(reads):
        return False
    if past_question(move.scan, found[0].first):
        move.say(Code.CANNOT_ANSWER)
    for one, is_read in zip(found[1:], reads[1:], strict=True):
        if not reads[0] and (is_read or one.borrowed.lead):
            move.say(Code.LATER, wish=one.words(move.scan))
    yield from start(move, found[0], found[1:])
    return True


def _is_new_verb(move: Move, found: Found) -> bool:
    """Whether a message starts a verb while a question is open: it has its object, or more behind the trigger."""
    if found.match.is_strong:
        return True
    slot = move.top.question.slot if move.top.question is not None else ""
    if slot and move.spec(slot).kind in (SlotKind.NAME, SlotKind.TEXT):
        return False
    return found.match.past < found.past


# -- a question is open --------------------------------------------------------------


def _reply(move: Move, question: Question) -> Steps[None]:
    """A message while a question is open."""
    is_late = move.moment.is_late or move.setting.now >= question.expires_at
    if is_late and _reply_late(move):
        return
    word = None if is_label(move.moment.text, question) else read_control(move.moment.text)
    if word is not None:
        taken = yield from control(move, question, word)
        if taken:
            return
    if (yield from cancels_first(move, question)):
        return
    if question.expects is Expects.YES_NO:
        yield from _reply_to_confirmation(move)
        return
    yield from _reply_to_slot(move, question)


def _reply_late(move: Move) -> bool:
    """After its life a question takes no answer: it is put anew; a new verb or a way out is taken as ever."""
    word = read_control(move.moment.text)
    if word in (Control.CANCEL, Control.START_OVER, Control.SOMETHING_ELSE):
        return False
    if find_wishes(move.scan, move.setting) and not is_bare_reply(move.moment.text):
        return False
    move.trace_as("reply", verb=move.top.verb, fallthrough="the question had expired")
    move.say(Code.EXPIRED)
    reask(move)
    return True


def _reply_to_slot(move: Move, question: Question) -> Steps[None]:
    slot = move.spec(question.slot)
    if question.options and ((yield from pick(move, question)) or says_neither(move, question)):
        return
    if (yield from answers_first(move, question)):
        return
    if slot.kind is SlotKind.TEXT and not question.options:
        yield from _free_text(move, question)
        return
    if slot.kind is SlotKind.NAME and repeats_verb(move):
        move.trace_as("answer", verb=move.top.verb, fallthrough="the verb again, and nothing new")
        reask(move)
        return
    if (yield from _says_verb(move, question)) or (yield from leaves_out(move, question, slot)):
        return
    if is_question(move.moment.text) and not _is_known_name(move):
        yield from _answer_beside(move, question)
        return
    taken = yield from _take_answer(move, question)
    if taken:
        return
    move.trace_as("answer", verb=move.top.verb, fallthrough="the reply fits nothing that was asked")
    move.say(Code.NOT_UNDERSTOOD, said=move.moment.text)
    hold(move)


def _says_verb(move: Move, question: Question) -> Steps[bool]:
    """Take a reply that says the pending verb again with more of what it needs, or starts another wish."""
    slot = move.spec(question.slot)
    if _is_written_as_name(move, slot):
        return False
    if (yield from say_again(move, question)):
        return True
    if says_new(move, slot) or _names_asked(move, slot):
        return False
    return (yield from _take_verb(move, strong_only=True))


def _answer_beside(move: Move, question: Question) -> Steps[None]:
    """Take the answer that stands beside a question ("the shop. Did she log it too?"), which is not answered."""
    told = without_questions(move.moment.text)
    if told and not is_question(told):
        yield from look_at(move, told)
        taken = yield from _take_answer(move, question)
        if taken:
            move.say(Code.CANNOT_ANSWER)
            return
        yield from look_at(move, move.moment.text)
    _cannot_answer(move)


def _take_answer(move: Move, question: Question) -> Steps[bool]:
    """Take a reply as a correction of another slot, else as an answer, else as a verb that the routing is sure of."""
    if _asks_host(move, question):
        return take_lookup(move)
    taken = yield from corrects_other(move, question)
    taken = taken or (yield from answer(move, question))
    return taken or (yield from _take_sure_route(move))


def _asks_host(move: Move, question: Question) -> bool:
    """Whether a rule of a route of the host's takes a reply in which nothing known and no value stands."""
    routed = move.moment.routed
    if routed is None or routed.is_tie or move.spec(question.slot).kind in (SlotKind.NAME, SlotKind.TEXT):
        return False
    if move.setting.tables.verb(routed.best.route) is not None or move.scan.known:
        return False
    said = extract(move.scan, move.verb(), asked=question.slot)
    return all(phrase.value is None and not phrase.known for phrase in said.phrases)


def _take_sure_route(move: Move) -> Steps[bool]:
    """A message that answers nothing, and that a capture or a token set of another verb takes, is that verb."""
    routed = move.moment.routed
    if routed is None or routed.is_tie or routed.tier not in (RouteTier.CAPTURE, RouteTier.TOKEN_SET):
        return False
    if routed.best.route == move.top.verb:
        return False
    yield from take_routed(move, routed)
    if move.route:
        reask(move)
    return True


def _names_asked(move: Move, slot: SlotSpec) -> bool:
    """Whether a reply says the pending verb again, and nothing to it but the new name asked for ("new client Zed")."""
    match = own_match(move) if slot.kind is SlotKind.NAME else None
    if match is None or len(match.groups) < 2:
        return False
    said = extract(move.scan, move.verb(), match)
    return all(phrase.slot == slot.name for phrase in said.phrases) and not said.fills


def _is_written_as_name(move: Move, slot: SlotSpec) -> bool:
    """Whether every word has a capital and none names a known thing, where a new name is asked for ("Log Cabin")."""
    return slot.kind is SlotKind.NAME and is_title(move.scan.tokens) and not move.scan.known


def _free_text(move: Move, question: Question) -> Steps[None]:
    """A note takes everything; what looks like a verb of its own is asked about."""
    found = find_wishes(move.scan, move.setting)
    if found and found[0].match.is_strong:
        ask_note_or_verb(move, question)
        return
    yield from answer_text(move, question)


def _is_known_name(move: Move) -> bool:
    """Whether the whole reply is a name that the tenant has, as some begin like a question ("Who Cares").

    Where no name was asked for, it is one only as it is written: "is it done" asks.
    """
    first, past = move.scan.edges
    is_asking = "?" in move.scan.keys or (move.top.state == "confirming" and not is_title(move.scan.tokens))
    return not is_asking and first < past and any(one.first <= first and one.past >= past for one in move.scan.known)


def _cannot_answer(move: Move) -> None:
    """A question that a route of the host's does not answer keeps everything, and is no failed try."""
    if take_lookup(move):
        return
    move.trace_as("question", verb=move.top.verb, fallthrough="a question that no read verb answers")
    move.say(Code.CANNOT_ANSWER)
    reask(move)


def _reply_to_confirmation(move: Move) -> Steps[None]:
    """Only a plain yes runs the plan; a plain no drops it; anything more is a change or asks again."""
    text = move.moment.text
    if _opens_other_verb(move):
        yield from _other(move, text)
        return
    match read_answer(text):
        case Yes():
            yield from confirm(move)
        case No():
            move.trace_as("answer", verb=move.top.verb)
            yield from cancel(move)
        case YesBut(rest=rest, is_plain=is_plain):
            if is_plain and (yield from restates(move, rest)):
                yield from confirm(move)
                return
            yield from look_at(move, text)
            told = without_questions(rest)
            if told:
                yield from _change(move, told, Code.NOT_DONE_YET, quoted=rest)
            else:
                yield from _ask_behind_yes(move, rest)
        case NoBut(rest=rest):
            yield from _change(move, rest, Code.NOT_UNDERSTOOD)
        case Unsure():
            move.trace_as("answer", verb=move.top.verb, fallthrough="no plain yes or no")
            move.say(Code.UNSURE)
            reask(move)
        case Other():
            yield from _other(move, text)


def _opens_other_verb(move: Move) -> bool:
    """Whether a reply starts with another verb and its object ("cancel On Hold"): then it is no answer at all."""
    found = find_triggers(move.scan, move.setting.tables)
    return bool(found) and found[0].is_strong and found[0].verb != move.top.verb


def _other(move: Move, text: str) -> Steps[None]:
    if repeats_verb(move) or (_says_verb_inside(move) and not _is_instead(move)):
        _say_verb_again(move)
        return
    if (yield from changes_first(move, text, is_no=False)):
        return
    yield from look_at(move, text)
    if not _is_instead(move):
        taken = yield from _take_verb(move, strong_only=True)
        if taken:
            return
    if is_question(text) and not _is_known_name(move):
        _cannot_answer(move)
        return
    yield from _change(move, without_questions(text) or text, Code.NOT_UNDERSTOOD, quoted=text)


def _change(move: Move, rest: str, otherwise: Code, *, quoted: str = "") -> Steps[None]:
    """Take a change of what is shown; when it is none, a verb of its own; else ask again, with what is ``quoted``."""
    original = move.moment.text
    is_no = otherwise is not Code.NOT_DONE_YET and rest != original
    if (yield from clear_named(move, original)) or (yield from changes_first(move, rest, is_no=is_no)):
        return
    yield from look_at(move, rest)
    names_slot = find_named_slot(move, strip_lead(rest)) is not None
    if repeats_verb(move):
        yield from look_at(move, original)
        _say_verb_again(move)
        return
    if (_opens_other_verb(move) and not names_slot) or (otherwise is Code.NOT_DONE_YET and _adds_wish(move)):
        if otherwise is Code.NOT_DONE_YET:
            move.say(Code.WAITS, verb=move.verb().spec.title)
        yield from _take_verb(move)
        return
    changed = yield from correct(move, rest, is_no=is_no)
    if changed:
        return
    yield from look_at(move, rest)
    if own_match(move) is None:  # behind a yes or a no the verb itself starts no second action
        if _says_verb_inside(move):
            yield from look_at(move, original)
            _say_verb_again(move)
            return
        taken = yield from _take_verb(move, strong_only=True)
        if taken:
            return
    yield from look_at(move, original)
    _not_taken(move, quoted or rest, otherwise)


def _ask_behind_yes(move: Move, rest: str) -> Steps[None]:
    """Answer a question behind a yes that a read verb takes; any other changes nothing, and it is asked again."""
    yield from look_at(move, rest)
    if _opens_other_verb(move):
        move.say(Code.WAITS, verb=move.verb().spec.title)
        yield from _take_verb(move)
        return
    yield from look_at(move, move.moment.text)
    if take_lookup(move):
        move.say(Code.WAITS, verb=move.verb().spec.title)
        return
    _not_taken(move, rest, Code.NOT_DONE_YET)


def _not_taken(move: Move, words: str, code: Code) -> None:
    """Ask again, and say which words changed nothing, where no route of the host's answers them."""
    if code is not Code.NOT_DONE_YET and take_lookup(move):
        return
    move.trace_as("answer", verb=move.top.verb, fallthrough="a change that fits no slot")
    move.say(code, said=words)
    hold(move)


def _say_verb_again(move: Move) -> None:
    """Ask again after a reply that only says the verb ("log it"): it changes nothing, and holds no yes."""
    move.trace_as("answer", verb=move.top.verb, fallthrough="the verb again, and nothing new")
    move.say(Code.UNSURE)
    reask(move)


def _says_verb_inside(move: Move) -> bool:
    """Whether a reply starts the pending verb and says nothing to it ("log it yes"): no second action."""
    if len(move.scan.tokens) > LONGEST_CORRECTION:
        return False
    found = find_wishes(move.scan, move.setting)
    if not found or found[0].match.verb != move.top.verb:
        return False
    said = extract(move.scan, move.verb(), found[0].match, first=found[0].first, past=found[0].past)
    return all(phrase.pronoun is PronounKind.IT for phrase in said.phrases) and not said.strays


def _is_instead(move: Move) -> bool:
    """Whether the pending verb is said again with what should be instead ("delete Groceries *instead*", "*actually*,
    delete Groceries")."""
    if own_match(move) is None:
        return False
    opens = {token.key for token in move.scan.tokens[: move.scan.edges[0]]}
    has_mind = not opens.isdisjoint(CHANGES_MIND) and ADDS.isdisjoint(move.scan.keys)
    return bool(closing(move.scan.tokens, INSTEAD)) or has_mind


def _adds_wish(move: Move) -> bool:
    """Whether the words behind a yes add a wish of the same verb ("yes, *and* log 2h of dev to Acme")."""
    found = find_triggers(move.scan, move.setting.tables)
    opens = bool(move.scan.tokens) and move.scan.tokens[0].key in JOINERS
    return opens and bool(found) and found[0].is_strong


# -- a plain yes -----------------------------------------------------------------------


def confirm(move: Move) -> Steps[None]:
    """Run what was shown, when it is still what it was and the speaker may still do it."""
    move.trace_as("answer", verb=move.top.verb)
    if not move.moment.may_confirm:
        move.say(Code.UNSURE)
        reask(move)
        return
    spec = move.verb().spec
    if not holds(move, spec.permission):
        yield from refuse(move, spec.permission)
        return
    refused = yield from is_refused(move, is_confirmed=True)
    if refused:
        return
    drifted = yield from has_drifted(move)
    if drifted:
        return
    move.fire(Fire.CONFIRM)
    move.plan = _plan(move)
    move.change(question=None)


def _plan(move: Move) -> Plan:
    """Return the plan to run: the same one after a failure keeps its key, a changed one gets an id of its own."""
    plan = make_plan(move.top, move.verb().spec)
    tried = move.top.tried
    if tried is None:
        return plan
    if tried.calls == plan.calls:
        return plan.model_copy(update={"attempt": tried.attempt + 1})
    move.change(action_id=f"{move.top.action_id}+", tried=None)
    return make_plan(move.top, move.verb().spec)
