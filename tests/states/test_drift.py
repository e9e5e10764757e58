"""What may change between a question and its yes: entities archived or renamed, and the tables."""

import pytest

from slots.compiled import compile_tables
from slots.tables import TableSet
from states.machine import VerbMachine
from tests.playing import AGENCY, Play

LOG = "log 2h of dev to Nike"


@pytest.mark.parametrize(
    ("ref", "slot", "codes", "state"),
    [
        # archived: asked anew
        (("project", "nike"), "project_name", ["drifted"], "awaiting_menu_choice:project_name"),
        (("task", "dev"), "task_name", ["drifted"], "awaiting_menu_choice:task_name"),
        # an optional one too
        (("user", "mar"), "user_name", ["drifted"], "awaiting_menu_choice:user_name"),
    ],
)
def test_archived_meanwhile(ref, slot, codes, state):
    play = Play().say(f"{LOG} for Mark")
    play.directory.change("workshop", *ref, is_active=False)
    play.say("yes")
    assert (play.codes, play.state, play.calls) == (codes, state, [])
    assert slot not in play.slots


def test_renamed_meanwhile_is_shown_anew_and_wants_a_new_yes():
    play = Play().say(LOG)
    before = play.top.question.prompt_id
    play.directory.change("workshop", "project", "nike", name="Nike Global")
    play.say("yes")
    assert (play.codes, play.state, play.calls) == (["drifted"], "confirming", [])
    assert play.slots["project_name"] == "Nike Global" and play.top.question.prompt_id != before
    assert play.say("yes").calls == ["log_time"]


def test_one_gone_and_one_renamed():
    play = Play().say(LOG)
    play.directory.change("workshop", "project", "nike", name="Nike Global")
    play.directory.change("workshop", "task", "dev", is_active=False)
    play.say("yes")
    assert (play.codes, play.state) == (["drifted", "drifted"], "awaiting_menu_choice:task_name")


def test_nothing_to_look_at_again():
    assert Play().say("create client Zed", "yes").calls == ["create_client"]


@pytest.mark.parametrize("change", [{"aliases": ("Swoosh",)}, {"detail": "shoes"}])
def test_other_changes_are_no_drift(change):
    play = Play().say(LOG)
    play.directory.change("workshop", "project", "nike", **change)
    assert play.say("yes").calls == ["log_time"]


def with_tables(play, change):
    """Give a play the agency's tables with each verb changed; None leaves it out."""
    verbs = tuple(new for verb in AGENCY.tables.verbs if (new := change(verb)) is not None)
    play.tables = compile_tables(
        TableSet(families=AGENCY.tables.families, entity_types=AGENCY.tables.entity_types, verbs=verbs)
    )
    play.machines = {name: VerbMachine(verb.spec) for name, verb in play.tables.verbs.items()}
    return play


def log_time(**fields):
    return lambda verb: verb.model_copy(update=fields) if verb.name == "log_time" else verb


def test_a_verb_that_is_gone_is_closed():
    play = with_tables(Play().say(LOG), lambda verb: verb if verb.name != "log_time" else None)
    play.say("yes")
    assert (play.codes[0], play.state, play.calls) == ("verb_gone", "idle", [])


def test_the_action_below_a_verb_that_is_gone_stays():
    play = Play().say("assign Mark as PM", LOG)
    with_tables(play, lambda verb: verb if verb.name != "log_time" else None).say("help")
    assert (play.top.verb, play.codes) == ("assign_pm", ["verb_gone", "help_question"])


def test_a_table_that_changed_keeps_the_slots_by_name():
    play = with_tables(Play().say(LOG), log_time(summary="Log work."))
    play.say("help")
    assert play.codes == ["table_changed", "help_question"]
    assert play.slots["project_name"] == "Nike"
    assert play.say("help").codes == ["help_question"]


def test_a_new_optional_slot_of_a_changed_table_is_empty():
    verb = AGENCY.tables.verb("log_time")
    note = verb.slot("hours").model_copy(update={"name": "extra", "required": False})
    play = with_tables(Play().say(LOG), log_time(slots=(*verb.slots, note))).say("help")
    assert set(play.top.slots) == {slot.name for slot in (*verb.slots, note)}
    assert play.say("yes").calls == ["log_time"]


def test_a_new_required_slot_of_a_changed_table_is_asked_for():
    verb = AGENCY.tables.verb("log_time")
    need = verb.slot("hours").model_copy(update={"name": "overtime", "prepositions": ("plus",)})
    play = with_tables(
        Play().say(LOG), log_time(slots=(*verb.slots, need), confirm=f"{verb.confirm} plus {{overtime}} h", done="")
    ).say("yes")
    assert play.calls == []
    assert play.state == "awaiting_freeform:overtime"


def test_a_question_for_a_slot_that_is_gone_closes_the_action():
    play = Play().say("log 2h to Nike")
    slots = tuple(slot for slot in AGENCY.tables.verb("log_time").slots if slot.name != "task_name")
    fields = {"slots": slots, "confirm": "Log {hours} h to {project_name}", "done": ""}
    with_tables(play, log_time(**fields)).say("1")
    assert (play.codes[0], play.state, play.calls) == ("verb_gone", "idle", [])
