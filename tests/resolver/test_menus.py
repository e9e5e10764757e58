"""The options of every menu: which strategy lists what, in which order, and how many."""

from datetime import timedelta

import pytest

from resolver.entities import Mention
from tests.playing import Play
from tests.studio import NOW, studio_directory

MANY = studio_directory(
    clients=[
        {"id": f"k{n}", "name": f"Kilo {n}", "touched": f"2026-05-1{n}T10:00:00", "active": n != 8} for n in range(9)
    ],
    tasks=[{"id": f"t{n}", "name": f"Task {chr(65 + n)}"} for n in range(9)],
    projects=[
        {
            "id": "slim",
            "name": "Slim",
            "type": "T&M",
            "tasks": ["dev", "t3", "nothing"],
            "touched": "2026-05-16T10:00:00",
        }
    ],
)


@pytest.mark.parametrize(
    ("text", "asked", "options"),
    [
        # recent: the tenant's active ones touched last, five
        ("create project Hub as T&M", "client_name", ["Kilo 7", "Kilo 6", "Acme", "Kilo 5", "Northwind Traders"]),
        # recent_mine: what the speaker touched, not filled up
        ("assign Mark as PM", "project_name", ["Rando Site", "Nike"]),
        # mentioned: filled up by name, staff only
        ("allocate 2h on Nike", "user_name", ["Ana Ferreira", "John Bell", "Mark Finch", "Sarah Quill", "Tom Marlow"]),
        ("create a liability on Nike for $5", "vendor_name", ["Loom Works"]),
        # listed: directory order, nine at the most; those enabled on the project
        ("log 2h to Nike", "task_name",
         ["Design", "Development", "Task A", "Task B", "Task C", "Task D", "Task E", "Task F", "Task G"]),
        ("log 2h to Slim", "task_name", ["Development", "Task D"]),
        # choices in their order
        ("create project Hub for Acme", "project_type", ["T&M", "Fixed Price", "Retainer", "Internal"]),
        # dates
        ("log 2h of dev to Nike next friday after the holiday", "date",
         ["Wed 20 May 2026 (today)", "Tue 19 May 2026 (yesterday)", "Mon 18 May 2026", "Wed 13 May 2026"]),
        # none: freeform
        ("log time", "hours", []), ("create project", "project_name", []),
    ],
)  # fmt: skip
def test_menu(text, asked, options):
    play = Play(directory=MANY).say(text)
    assert play.top.question.slot == asked
    assert play.menu == options


def test_what_other_words_name_comes_first():
    play = Play().say("log 3h of dev for John on Acme")
    assert play.state == "awaiting_menu_choice:project_name"
    assert play.menu == ["Acme", "Rando Site", "Nike"]


def test_what_the_speaker_mentioned_comes_first():
    play = Play(directory=MANY)
    at = NOW - timedelta(minutes=5)
    play.mentions = tuple(
        Mention(type="user", id=id_, name=id_, turn="m", at=at, by=by)
        for id_, by in (("sar", "ana"), ("tom", "joh"), ("ven", "ana"), ("joh", "ana"))
    )
    play.say("allocate 2h on Nike")
    assert play.menu == ["Sarah Quill", "John Bell", "Ana Ferreira", "Mark Finch", "Tom Marlow"]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        # a number has no menu
        ("log time", "awaiting_freeform:hours"),
        # and somebody who touched nothing has nothing to list
        ("assign Mark as PM", "awaiting_freeform:project_name"),
    ],
)
def test_nothing_to_list_is_asked_freeform(text, state):
    home = studio_directory(users=[{"id": "neu", "name": "Neva Ulm", "role": "manager", "kind": "staff"}])
    assert Play("neu", directory=home).say(text).state == state


def test_two_of_one_name_are_told_apart_by_their_detail():
    twins = studio_directory(
        tasks=[{"id": "a", "name": "Layout", "discipline": "d1"}, {"id": "b", "name": "Layout", "discipline": "d2"}]
    )
    play = Play(directory=twins).say("log 2h of layout to Nike")
    assert play.menu == ["Layout (Design discipline)", "Layout (Brand discipline)"]
    assert play.say("the brand one").slots["task_name"] == "Layout"
