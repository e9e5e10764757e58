"""What is asked next: in table order, one a turn; a note that takes everything but control words."""

import pytest

from dialog.directory import EntityDirectory, read_tenant
from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from states.move import Code
from tests.playing import Play


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        # missing slots in the order of the table
        ("create project", ["project_name", "client_name", "project_type", ""]),
        ("create project for Acme", ["project_name", "project_type", ""]),
        ("log time", ["hours", "task_name", "project_name", ""]),
        ("allocate", ["hours", "user_name", "project_name", ""]),
        ("assign somebody as PM", ["user_name", "project_name", ""]),
        ("set rate", ["user_name", "rate", ""]),
        ("create a liability", ["vendor_name", "project_name", "agreed_amount", ""]),
        ("create a retainer period", ["parent", ""]),
        ("rename", ["target", "new_name", ""]), ("archive", ["target", ""]), ("add client", ["client_name", ""]),
    ],
)  # fmt: skip
def test_order_of_questions(text, asked):
    answers = {
        "project_name": "Rando Site", "client_name": "Acme", "project_type": "T&M", "hours": "3", "task_name": "dev",
        "user_name": "John", "rate": "90", "vendor_name": "Loom Works", "agreed_amount": "900", "parent": "Acme",
        "target": "Nike", "new_name": "Zed",
    }  # fmt: skip
    play = Play().say(text)
    seen = [play.top.question.slot]
    while seen[-1]:
        answer = answers[seen[-1]] if (play.top.verb, seen[-1]) != ("create_client", "client_name") else "Zed"
        play.say(answer)
        seen.append(play.top.question.slot)
        assert len(seen) < 6
    assert seen == asked


HOME = EntityDirectory(
    read_tenant(
        {
            "tenant": "house",
            "users": [{"id": "u1", "name": "Una Grey", "role": "owner"}],
            "rooms": [{"id": "r1", "name": "Kitchen"}, {"id": "r2", "name": "Attic", "active": False}],
            "permissions": {"owner": []},
        }
    )
)
NOTES = compile_tables(
    parse_tables(
        """
[entity_types.room]
[entity_types.user]
is_person = true

[verbs.report]
triggers = ["report"]
confirm = "Report {room}: {note}[ ({mood})]"
[verbs.report.slots.room]
kind = "entity"
entities = ["room"]
required = true
is_object = true
menu = "listed"
[verbs.report.slots.note]
kind = "text"
required = true
prepositions = ["saying"]
[verbs.report.slots.mood]
kind = "choice"
choices = ["good", "bad"]
prepositions = ["as"]
menu = "choices"

[verbs.lock]
triggers = ["lock <room>"]
confirm = "Lock {room}"
[verbs.lock.slots.room]
kind = "entity"
entities = ["room"]
required = true
is_object = true
menu = "listed"
"""
    )
)


def report(*said):
    return Play("u1", directory=HOME, tables=NOTES).say("report Kitchen", *said)


@pytest.mark.parametrize(
    "note",
    [
        "the tap drips, 3 drops a minute",
        "no",
        "yes",
        "nothing but water",
        "Kitchen",
        "2",
        "is it the tap?",
        "not the tap",
        "for Attic as bad",
    ],
)
def test_a_note_takes_everything(note):
    play = report(note)
    assert (play.state, play.slots["note"]) == ("confirming", note)


@pytest.mark.parametrize(
    ("word", "code", "state"),
    [
        ("help", "help_question", "awaiting_freeform:note"), ("status", "status", "awaiting_freeform:note"),
        ("skip", "cannot_skip", "awaiting_freeform:note"), ("cancel", "cancelled", "idle"),
        ("something else", "escaped", "idle"),
    ],
)  # fmt: skip
def test_but_control_words(word, code, state):
    play = report(word)
    assert (play.state, play.codes) == (state, [code])


def test_a_note_that_looks_like_a_verb_is_asked_about():
    play = report("lock the Kitchen")
    assert (play.state, len(play.menu)) == ("awaiting_menu_choice:note", 2)
    assert play.say("1").slots["note"] == "lock the Kitchen"
    play = report("lock the Kitchen", "2")
    assert (play.top.verb, play.state) == ("lock", "confirming")
    play.say("yes")
    assert (play.state, play.calls, play.codes[-1]) == ("awaiting_freeform:note", ["lock"], "back_to")
    assert report("lock the Kitchen", "none of these").state == "idle"


@pytest.mark.parametrize(
    ("said", "state"),
    [
        # a choice has no freeform question
        (["report Kitchen saying hi as purple"], "awaiting_menu_choice:mood"),
        (["report Kitchen saying hi as bad"], "confirming"),
        # an archived room
        (["report Attic saying hi"], "awaiting_menu_choice:room"),
        (["report Kitchen saying hi", "the note is bye"], "confirming"),
    ],
)
def test_questions_of_other_kinds(said, state):
    assert Play("u1", directory=HOME, tables=NOTES).say(*said).state == state


def test_striking_options_off_a_menu():
    play = Play().say("create project Hub for Acme")
    assert play.say("not the second one").menu == ["T&M", "Retainer", "Internal"]
    # numbers are those of the menu that was shown last
    assert play.say("2").slots["project_type"] == "Retainer"


def test_the_last_option_that_is_struck_stays():
    play = Play("u1", directory=HOME, tables=NOTES).say("report", "not the first one")
    assert (play.menu, play.codes) == (["Kitchen"], ["not_understood"])


@pytest.mark.parametrize(
    ("text", "again", "kept"),
    [
        # the verb said again is no name, and no failed try
        ("create client", "create client", True),
        ("create client", "Add the client, please", True),
        # with a name behind it, it is one; so is any other word
        ("create client", "create client Zed", False),
        ("create client", "Creator", False),
    ],
)
def test_a_new_name_is_not_the_verb_said_again(text, again, kept):
    play = Play().say(text, again)
    assert len(play.conversation.stack) == 1
    assert (play.state == "awaiting_freeform:client_name" and play.top.question.tries == 0) is kept


@pytest.mark.parametrize(
    ("texts", "named"),
    [
        # something in use of the type that is renamed has the name: by name, in other letters, by alias
        (("rename Nike to Rando Site",), "project Rando Site"),
        (("rename Nike to rando-site",), "project Rando Site"),
        (("rename client Acme to Northwind",), "client Northwind Traders"),
        (("rename Nike to Puma", "no, call it Rando Site"), "project Rando Site"),
        (("rename", "Nike", "Rando Site"), "project Rando Site"),
        # a new one of the type
        (("create project Nike for Acme as T&M",), "project Nike"),
        # its own name, what is archived, what is of another type, a name that nobody has
        (("rename Nike to NIKE",), ""),
        (("rename Nike to Legacy Intranet",), ""),
        (("rename Nike to Northwind",), ""),
        (("create project Northwind for Acme as T&M",), ""),
        (("rename Nike to Puma",), ""),
        # nothing is said while something is still asked
        (("create project Nike for Acme",), ""),
        (("create project Nike for Acme", "T&M"), "project Nike"),
    ],
)
def test_a_new_name_that_something_has_is_said_before_the_yes(texts, named):
    play = Play().say(*texts)
    said = [note.facts for note in play.decision.notes if note.code is Code.NAMESAKE]
    assert [f"{facts['type']} {facts['name']}" for facts in said] == ([named] if named else [])
    assert not named or play.say("yes").decision.ended.state == "done"
