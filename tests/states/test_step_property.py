"""What holds for any conversation: nothing raises, nothing runs without a plain yes, what is kept round-trips."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from dialog.examples import load_example
from dialog.testing import FrozenClock
from resolver.setting import Setting
from slots.compiled import compile_tables
from slots.scan import scan
from slots.text import clean
from slots.triggers import find_triggers
from states.answers import Yes, YesBut, read_answer
from states.finish import Outcome, ToolOutcome, finish
from states.machine import VerbMachine
from states.move import Moment
from states.pending import Conversation
from states.step import decide
from tests.studio import NOW, drive_now, finish_now, studio_directory

VERBS = load_example("agency").verbs
TABLES = compile_tables(VERBS)
MACHINES = {verb.name: VerbMachine(verb) for verb in VERBS.verbs}
HOME = studio_directory()
SAYINGS = [
    "log 2h of design to Nike", "log time", "assign Mark as PM", "archive Acme", "create project Hub for Zed as T&M",
    "create a project for Acme", "set rate for Sarah to $150", "rename it to Nike Two", "who is on Nike?", "yes", "no",
    "1", "2", "9", "the last one", "something else", "cancel", "help", "status", "why", "repeat", "skip", "keep it",
    "start over", "make it 3 hours", "not Nike, Rando Site", "to Atlantis", "yes but make it 3h", "not sure", "3",
    "yes, log it", "sure, archive it now", "yes, log 2 hours", "ok, set the rate", "yes, create the project",
    "Harbor, 40 hours, due Dec 1", "new client Zed", "log 3h of dev to it and archive Acme", "for John", "on monday",
    "next friday after the holiday", "neither 1 nor 2", "what?", "allocate hours to them", "create client Acme",
]  # fmt: skip
TALK = st.lists(st.one_of(st.sampled_from(SAYINGS), st.text(max_size=30)), min_size=1, max_size=9)


def answer(steps):
    return drive_now(steps, HOME, "workshop")


ANA = finish_now(HOME.actor("workshop", "ana"))


def moment(conversation, text, clock, number):
    setting = Setting(tables=TABLES, actor=ANA, now=clock(), today=clock().date())
    return Moment(setting, conversation, clean(text), f"t{number}", MACHINES)


def says_again(text, verb):
    """Whether a reply is a yes behind which the verb is said again."""
    said = read_answer(text)
    found = find_triggers(scan(said.rest), TABLES) if isinstance(said, YesBut) else ()
    return bool(found) and found[0].verb == verb


@settings(max_examples=120, deadline=None)
@given(TALK, st.sampled_from(list(ToolOutcome)))
def test_any_conversation(talk, ending):
    clock, conversation = FrozenClock(NOW), Conversation()
    for number, text in enumerate(talk):
        clock.pass_time(timedelta(seconds=20))
        now = moment(conversation, text, clock, number)
        decision = answer(decide(now))
        assert answer(decide(now)) == decision  # the same moment, the same decision
        plan = decision.plan
        while plan is not None:
            verb = VERBS.verb(plan.verb)
            assert verb.read or isinstance(read_answer(clean(text)), Yes) or says_again(clean(text), plan.verb)
            after = moment(decision.conversation, text, clock, number)
            decision = answer(finish(after, Outcome(ending, reason="no"), before=decision))
            assert decision.ended is not None
            plan = decision.plan
        conversation = decision.conversation
        assert Conversation.model_validate_json(conversation.model_dump_json()) == conversation
        assert len(conversation.stack) <= 4
        assert all(pending.question is not None for pending in conversation.stack)
        assert decision.notes or conversation.stack or decision.ended
