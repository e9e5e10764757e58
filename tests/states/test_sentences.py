"""A known name in a sentence: what is asked for, and what is only spoken of."""

import pytest

from dialog.examples import load_example
from slots.compiled import compile_tables
from tests.playing import Play
from tests.studio import studio_directory

NAMES = studio_directory(
    projects=[
        {"id": "knows", "name": "Who Knows", "client": "c-acme", "type": "T&M"},
        {"id": "done", "name": "Is It Done", "client": "c-acme", "type": "T&M"},
    ]
)


@pytest.mark.parametrize(
    "reply",
    [
        # it is said
        "I'd say it was Rando Site", "put it down for Rando Site", "we mostly worked on Rando Site",
        "I hear Rando Site is great", "for Rando Site", "charge Rando Site", "some of it was Rando Site",
        "I'd like Rando Site", "Rando Site task", "time for rando site",
    ],
)  # fmt: skip
def test_name_answers(reply):
    assert Play().say("log 2h of design", reply).slots.get("project_name") == "Rando Site"


@pytest.mark.parametrize(
    "reply",
    [
        # it is not so
        "far from Rando Site", "a meeting with Rando Site", "part of the Rando Site",
        "anything but Rando Site", "I'd say anything other than Rando Site", "it can't be Rando Site",
        "I won't say Rando Site", "hardly Rando Site", "minus Rando Site", "it's instead of Rando Site",
        # another thing
        "the one after Rando Site", "it's bigger than Rando Site", "same client as Rando Site", "a copy of Rando Site",
        "it was more like Rando Site", "the sister of Rando Site", "it's a new one for Rando Site",
        "I'd say it was the one Mark does for Rando Site",
        # another type
        "the client is Rando Site", "it was for the Rando Site client",
        # a condition
        "if it was Rando Site I'd say so", "unless it was Rando Site", "I wonder whether it was Rando Site",
        # spoken of
        "I doubt it was Rando Site", "I hate Rando Site", "I will ask Rando Site", "we cancelled rando site",
    ],
)  # fmt: skip
def test_name_answers_nothing(reply):
    play = Play().say("log 2h of design", reply)
    assert play.state == "awaiting_menu_choice:project_name"
    assert "project_name" not in play.slots


@pytest.mark.parametrize("reply", ["it wasn't for Northwind", "hardly any of it was for Northwind"])
def test_what_says_no_leads_to_no_name(reply):
    play = Play().say("create project Zed as T&M", reply)
    assert play.state == "awaiting_menu_choice:client_name"


@pytest.mark.parametrize(
    ("reply", "stack", "slots"),
    [
        # the verb again, with what is missing
        ("log it to Nike", 1, {"hours": "2", "task_name": "Design", "project_name": "Nike"}),
        ("log it to Acme, no, to Nike", 1, {"hours": "2", "project_name": "Nike"}),
        # another thing for what was said, or less than it says, is not taken for that
        ("log development to Nike", 2, {"task_name": "Development", "project_name": "Nike"}),
        ("log nothing to Nike", 2, {"project_name": "Nike"}),
        ("log it elsewhere than to Nike", 2, {"project_name": "Nike"}),
    ],
)
def test_verb_again(reply, stack, slots):
    play = Play().say("log 2h of design", reply)
    assert len(play.conversation.stack) == stack
    assert {name: play.slots.get(name) for name in slots} == slots


@pytest.mark.parametrize(
    ("reply", "stack"),
    [
        ("actually, log 3 hours of design to Nike", 1),
        ("actually log 3 hours of design to Rando Site too", 2),
        ("sorry, also log 3 hours of development to Rando Site", 2),
    ],
)
def test_actually_also(reply, stack):
    assert len(Play().say("log 2h of design to Nike", reply).conversation.stack) == stack


@pytest.mark.parametrize("reply", ["yes, who is on Nike?", "yes. Who is on it?"])
def test_a_question_behind_a_yes_is_answered_where_a_verb_reads(reply):
    play = Play().say("log 2h of design to Nike", reply)
    assert (play.state, play.calls) == ("confirming", ["get_project_assignments"])
    assert play.say("yes").calls == ["get_project_assignments", "log_time"]


@pytest.mark.parametrize(
    ("said", "reply", "project"),
    [
        ("log 2h of design", "Is It Done", "Is It Done"),
        ("log 2h of design", "who knows", "Who Knows"),
        ("log 2h of design", "Is it done?", None),
        ("log 2h of design to Nike", "Who Knows", "Who Knows"),
        ("log 2h of design to Nike", "is it done", "Nike"),
        ("log 2h of design to Nike", "Who Knows?", "Nike"),
    ],
)
def test_names_that_begin_like_questions(said, reply, project):
    assert Play(directory=NAMES).say(said, reply).slots.get("project_name") == project


@pytest.mark.parametrize(
    ("said", "slot", "value"),
    [
        ("Rando Site is over, archive it", "target", "Rando Site"),
        ("Tom thinks Sarah is good. Set her rate to 150", "user_name", "Sarah Quill"),
        # which is meant is asked
        ("Don't touch Rando Site. Archive it", "target", None),
        ("Sarah is mad at Ana. Set her rate to 150", "user_name", None),
        ("Mark said hi to John. Log 2h of design to Nike for him", "user_name", None),
    ],
)
def test_pronoun_for_what_was_named_before(said, slot, value):
    assert Play().say(said).slots.get(slot) == value


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("Wm. Morrison", ""), ("Gen. Motors", ""), ("Gen. Motors Europe", ""), ("Nat. Geo", ""), ("Ep. 3", ""),
        ("Phase 1. Kickoff", ""), ("Bldg. 5", ""), ("St. Mary No. 5", ""),
        # a sentence ends it
        ("Zebra", ". It was fun"), ("Zebra", ". The deadline moved"), ("Phase 1", ". It was fun"),
    ],
)  # fmt: skip
def test_point_in_a_new_name(name, rest):
    assert Play().say(f"create project {name}{rest}").slots["project_name"] == name
    assert Play().say(f"create client {name}{rest}").slots["client_name"] == name


@pytest.mark.parametrize(
    ("said", "waiting"),
    [
        ("I need to log time. Log 2h of design to Nike", []),
        ("I need to log something. Log 2h of design to Nike", []),
        # what is said of it is a wish of its own
        ("log the garden work. Log 2h of design to Nike", ["Log 2h of design to Nike"]),
        ("log lunch, log 2h of design to Nike", ["log 2h of design to Nike"]),
    ],
)
def test_announced_wishes(said, waiting):
    assert [wish.text for wish in Play().say(said).top.after] == waiting


def test_a_new_name_that_says_for_me():
    assert Play().say("create project For Me for Acme as T&M").slots["project_name"] == "For Me"
    assert Play().say("rename Rando Site to For Me").slots["new_name"] == "For Me"


HOME = load_example("home")
HOME_TABLES = compile_tables(HOME.verbs)


@pytest.mark.parametrize(
    ("reply", "stack", "power"),
    [
        ("turn on the Reading Lamp", 1, "on"),
        # what the verb's own words fill is no detail
        ("turn off the Reading Lamp", 2, "off"),
        ("actually, turn off the Reading Lamp", 2, "off"),
        ("turn on the Reading Lamp too", 2, "on"),
    ],
)
def test_verb_again_with_other_words(reply, stack, power):
    play = Play("m-nora", directory=HOME.directory(), tables=HOME_TABLES).say("turn on the lamp", reply)
    assert (len(play.conversation.stack), play.slots["power"]) == (stack, power)


def test_verb_again_for_another_type():
    play = Play().say("create project Zed", "create retainer for Acme")
    assert len(play.conversation.stack) == 2


@pytest.mark.parametrize(
    ("said", "project", "waiting"),
    [
        # an answer, and a wish behind it
        ("two please, and log 3h of design to Nike", True, ["log 3h of design to Nike"]),
        ("Rando Site, then archive Acme", True, ["archive Acme"]),
        # no answer: what leads to the wish; the verb again, which may be a change; nothing that a wish would say
        ("I was out, log 3h of design to Nike", True, []),
        ("two, log 3h of design to Nike", True, []),
        ("two, and log it", False, []),
    ],
)
def test_an_answer_with_a_wish_behind_it(said, project, waiting):
    play = Play().say("log 2h of dev", said)
    assert ("project_name" in play.slots) is project
    assert [wish.text for wish in play.top.after] == waiting
