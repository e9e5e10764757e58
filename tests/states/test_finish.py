"""After the tool: what its outcome makes of the action, of its key, and of what waits."""

from dataclasses import replace

import pytest

from resolver.entities import Entity
from resolver.values import EntityValue, NewValue
from states.finish import Outcome, ToolOutcome, finish
from states.move import Logged
from states.pending import Expects, side_effects
from states.step import decide
from tests.playing import AGENCY, Play
from tests.studio import drive_now

LOG = "log 2h of dev to Nike"


def run(play, outcome, *, reply="yes"):
    """Say yes, and let the plan that it orders end as given; returns the decision that follows and the plan."""
    play.turn += 1
    ordered = drive_now(decide(play.moment(reply)), play.directory, play.tenant)
    assert ordered.plan is not None
    after = replace(play.moment(reply), conversation=ordered.conversation)
    decision = drive_now(finish(after, outcome, before=ordered), play.directory, play.tenant)
    play.decision, play.conversation = decision, decision.conversation
    return decision, ordered.plan


@pytest.mark.parametrize(
    ("ending", "state", "ended", "codes"),
    [
        (ToolOutcome.SUCCEEDED, "idle", "done", ["done"]),
        # what failed is proposed again and wants a new yes
        (ToolOutcome.FAILED, "confirming", "failed", ["failed"]),
        # nobody can know: it never runs again by itself
        (ToolOutcome.UNKNOWN, "idle", "unknown", ["unknown"]),
    ],
)
def test_ending(ending, state, ended, codes):
    play = Play(ending=ending).say(LOG, "yes")
    assert (play.state, play.decision.ended.state, play.codes) == (state, ended, codes)
    assert play.calls == ["log_time"]


@pytest.mark.parametrize("ending", list(ToolOutcome))
def test_a_read_verb_ends_in_any_case(ending):
    play = Play(ending=ending).say("who is on Nike?")
    assert play.state == "idle" and play.decision.plan is None


@pytest.mark.parametrize("ending", list(ToolOutcome))
def test_a_read_verb_leaves_what_was_open(ending):
    play = Play(ending=ending).say("log time", "who is on Nike?")
    assert (play.state, play.codes[-1]) == ("awaiting_freeform:hours", "back_to")


@pytest.mark.parametrize("ending", [ToolOutcome.SUCCEEDED, ToolOutcome.UNKNOWN])
def test_the_next_wish_is_taken_up_after_it(ending):
    play = Play(ending=ending).say(f"{LOG} and archive Rando Site", "yes")
    assert (play.top.verb, play.codes[-1]) == ("archive", "next_wish")


def test_after_a_failure_the_next_wish_waits():
    play = Play(ending=ToolOutcome.FAILED).say(f"{LOG} and archive Rando Site", "yes")
    assert play.top.verb == "log_time"
    play.say("no")
    assert play.top.verb == "archive"


def test_a_wish_that_no_verb_starts_any_more_is_said():
    play = Play().say(f"{LOG} and archive Rando Site")
    wish = play.top.after[0].model_copy(update={"text": "rubbish"})
    pending = play.top.model_copy(update={"after": (wish,)})
    play.conversation = play.conversation.model_copy(update={"stack": (pending,)})
    play.say("yes")
    assert (play.codes, play.state) == (["done", "next_wish", "wish_lost"], "idle")


# -- the key -----------------------------------------------------------------------------


def test_a_failure_without_effect_gets_an_id_of_its_own():
    play = Play().say(LOG)
    first = run(play, Outcome(ToolOutcome.FAILED, reason="full"))[1]
    second = run(play, Outcome(ToolOutcome.SUCCEEDED))[1]
    assert (first.calls, first.attempt, second.attempt) == (second.calls, 1, 1)
    assert first.action_id != second.action_id


def test_a_failure_that_may_have_had_its_effect_keeps_its_key_while_nothing_changes():
    play = Play().say(LOG)
    first = run(play, Outcome(ToolOutcome.FAILED, keeps_key=True))[1]
    second = run(play, Outcome(ToolOutcome.FAILED, keeps_key=True))[1]
    third = run(play, Outcome(ToolOutcome.SUCCEEDED))[1]
    assert first.action_id == second.action_id == third.action_id
    assert [plan.attempt for plan in (first, second, third)] == [1, 2, 3]


def test_a_changed_plan_gets_an_id_of_its_own():
    play = Play().say(LOG)
    first = run(play, Outcome(ToolOutcome.FAILED, keeps_key=True))[1]
    play.say("make it 3 hours")
    second = run(play, Outcome(ToolOutcome.SUCCEEDED))[1]
    assert (first.action_id != second.action_id, second.attempt) == (True, 1)


# -- what was created ----------------------------------------------------------------------


def test_what_was_created_on_the_way_is_kept_when_the_main_call_fails():
    play = Play().say("create project Hub for new client Zed as T&M")
    assert [
        (effect.creates, effect.name) for effect in side_effects(play.top, AGENCY.verbs["create_project"].spec)
    ] == [("client", "Zed")]
    assert isinstance(play.top.value("client_name"), NewValue)
    made = EntityValue(type="client", id="z1", name="Zed")
    logged = (Logged("client", "z1", "Zed", is_created=True),)
    decision, plan = run(play, Outcome(ToolOutcome.FAILED, created=(("client_name", made),), logged=logged))
    assert [call.tool for call in plan.calls] == ["create_client", "create_project"]
    assert play.top.value("client_name") == made
    assert ("client", "z1", True) in {(entry.type, entry.id, entry.is_created) for entry in decision.logged}
    play.directory.put("workshop", Entity("client", "z1", "Zed"))
    second = run(play, Outcome(ToolOutcome.SUCCEEDED))[1]
    assert [call.tool for call in second.calls] == ["create_project"]


def test_the_next_wish_points_at_what_was_created():
    play = Play().say("create project Hub for Acme as T&M and log 2h of dev to it")
    play.directory.put("workshop", Entity("project", "hub", "Hub"))
    run(play, Outcome(ToolOutcome.SUCCEEDED, logged=(Logged("project", "hub", "Hub", is_created=True),)))
    assert (play.top.verb, play.slots["project_name"]) == ("log_time", "Hub")


def test_a_confirmation_after_a_failure_has_a_new_question():
    play = Play().say(LOG)
    before = play.top.question.prompt_id
    run(play, Outcome(ToolOutcome.FAILED))
    assert play.top.question.expects is Expects.YES_NO and play.top.question.prompt_id != before


def test_a_reply_without_the_decision_before_it():
    play = Play().say(LOG)
    ordered = drive_now(decide(play.moment("yes")), play.directory, play.tenant)
    after = replace(play.moment("yes"), conversation=ordered.conversation)
    decision = drive_now(finish(after, Outcome(ToolOutcome.SUCCEEDED)), play.directory, play.tenant)
    assert [note.code.value for note in decision.notes] == ["done"]
