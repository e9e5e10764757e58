"""Changes of what is shown, further wishes, and names as people give them: conversations as rows."""

import pytest

from tests.playing import Play

LOG = "log 2h of dev to Nike"
BIG = "create project Big for Acme as T&M due Dec 1"


@pytest.mark.parametrize(
    ("said", "state", "slots"),
    [
        # a slot said to be wrong is asked anew; the old value can be kept
        ([LOG, "wrong project"], "awaiting_menu_choice:project_name", {"project_name": None}),
        ([LOG, "change the project", "keep it"], "confirming", {"project_name": "Nike"}),
        ([LOG, "the project is wrong", "Rando Site"], "confirming", {"project_name": "Rando Site"}),
        ([LOG, "no, make the project Rando Site"], "confirming", {"project_name": "Rando Site", "hours": "2"}),
        # the other one of its name, whatever picked the first
        (["archive Acme", "1", "no, the project"], "confirming", {"target": "Acme", "target_type": "project"}),
        (["archive Acme", "the client", "no, the project"], "confirming", {"target_type": "project"}),
        (["archive Acme", "not the first, the other one"], "confirming", {"target_type": "project"}),
        (["archive Acme", "not 2", "the other one"], "confirming", {"target_type": "client"}),
        (["archive Acme", "the other one"], "awaiting_menu_choice:target", {}),
        # an optional slot can be cleared
        ([BIG, "no deadline"], "confirming", {"deadline": None, "project_name": "Big"}),
        ([BIG, "remove the deadline"], "confirming", {"deadline": None}),
        ([BIG, "type is fixed price"], "confirming", {"project_type": "Fixed Price"}),
        # another new name
        ([BIG, "call it Bigger"], "confirming", {"project_name": "Bigger"}),
        ([BIG, "the name is Bigger"], "confirming", {"project_name": "Bigger"}),
        (["create client Zed", "no, Zed Two"], "confirming", {"client_name": "Zed Two"}),
        (["create client Zed", "no, I need to check first"], "confirming", {"client_name": "Zed"}),
        # an unknown name behind a no is asked about
        (["set rate for John to 90", "no, Zorro"], "awaiting_menu_choice:user_name", {"user_name": None}),
        (["set rate for John to 90", "no 95", "not 95 but 120"], "confirming", {"rate": "120"}),
        # the old value stands beside the new one, also where the slot has no word of its own
        (["set rate for John to 90", "change the rate from 90 to 95"], "confirming", {"rate": "95"}),
        ([LOG, "change the hours from 2 to 3"], "confirming", {"hours": "3"}),
        (["create project Big for Acme as T&M, 40h", "change the budget from 40h to 50h"], "confirming",
         {"hours_budget": "50"}),
        # what begins like a repair and is none changes nothing more
        ([LOG, "make it 3h, no rush"], "confirming", {"hours": "3", "project_name": "Nike"}),
        (["set rate for John", "90, no hurry"], "confirming", {"rate": "90"}),
        (["create client", "Foo Works, no rush"], "confirming", {"client_name": "Foo Works"}),
        (["create client", "Foo Works, no, Bar Works"], "confirming", {"client_name": "Bar Works"}),
        (["log 2h of dev", "Nike, no rush"], "confirming", {"project_name": "Nike"}),
        (["log 2h of dev", "Nike, no, Rando Site"], "confirming", {"project_name": "Rando Site"}),
        (["log 2h of dev", "Nike, no, balloon factory"], "awaiting_menu_choice:project_name", {"project_name": None}),
        # words that are nothing but a name of something shown need no "no"
        ([LOG, "Rando Site"], "confirming", {"project_name": "Rando Site"}),
        ([LOG, "the rando one"], "confirming", {"project_name": "Rando Site"}),
        ([LOG, "I meant the rando project"], "confirming", {"project_name": "Rando Site"}),
        ([LOG, "I think it was Rando instead"], "confirming", {"project_name": "Rando Site"}),
        # but an unknown one, or one more word, changes nothing
        ([LOG, "Zorro"], "confirming", {"project_name": "Nike"}),
        ([LOG, "I like the rando project"], "confirming", {"project_name": "Nike"}),
        ([LOG, "maybe the rando project"], "confirming", {"project_name": "Nike"}),
        # another slot than the one asked for is corrected
        (["log 2h of dev", "change the hours to 3"], "awaiting_menu_choice:project_name", {"hours": "3"}),
        (["log 2h of dev", "no, Design"], "awaiting_menu_choice:project_name", {"task_name": "Design"}),
        (["log 2h of dev", "not dev, Design"], "awaiting_menu_choice:project_name", {"task_name": "Design"}),
        (["log 2h of dev", "wrong task"], "awaiting_menu_choice:task_name", {"task_name": None, "hours": "2"}),
        (["log time to Nike", "no, Rando Site"], "awaiting_freeform:hours", {"project_name": "Rando Site"}),
        (["create project Big for Acme", "no, call it Bigger"], "awaiting_menu_choice:project_type",
         {"project_name": "Bigger"}),
        (["log 2h of dev", "change the task to Zorro", "keep it"], "awaiting_menu_choice:project_name",
         {"task_name": "Development"}),
        # what only leads to the answer, or says that it is new
        (["create project Big as T&M", "it's for Acme but with 20 hours"], "confirming",
         {"client_name": "Acme", "hours_budget": "20"}),
        (["create project Big as T&M", "it's a new client called Zed"], "confirming", {"client_name": "Zed"}),
        ([BIG, "no, it's a new client called Zed"], "confirming", {"client_name": "Zed"}),
        # what the asked slot takes is its answer, and a new name takes what is said
        (["log 2h of dev", "no, Nike"], "confirming", {"project_name": "Nike", "hours": "2"}),
        (["log 2h of dev", "wrong deadline"], "awaiting_menu_choice:project_name", {"hours": "2"}),
        (["create project for Acme as T&M", "The Client Portal"], "confirming",
         {"project_name": "The Client Portal", "client_name": "Acme"}),
        # only the type of what bears a name
        (["archive Nike", "no, the client"], "awaiting_menu_choice:target", {"target_type": "client"}),
        (["archive Nike", "no, the client", "keep it"], "confirming", {"target_type": "project", "target": "Nike"}),
        # the verb again with a change is that change; with a joining word it is a wish of its own
        ([LOG, "yes, log 3 hours"], "confirming", {"hours": "3", "project_name": "Nike"}),
        ([LOG, "no, log 3 hours"], "confirming", {"hours": "3", "project_name": "Nike"}),
        ([LOG, "yes but log it for Mark"], "confirming", {"hours": "2", "user_name": "Mark Finch"}),
        ([LOG, "log it"], "confirming", {"hours": "2"}),
        ([LOG, "yes, and log 3h of design to Rando Site"], "confirming", {"hours": "3", "task_name": "Design"}),
        ([LOG, "yes, and log 3h of design to Rando Site", "no"], "confirming", {"hours": "2", "project_name": "Nike"}),
        # the verb again with *instead* is that change, and no second action
        (["archive Rando Site", "archive Nike instead"], "confirming", {"target": "Nike"}),
        ([LOG, "log 3 instead"], "confirming", {"hours": "3"}),
        (["assign Mark as pm of Nike", "no, assign me"], "confirming", {"user_name": "Ana Ferreira"}),
        # not A B, dictated without a pause
        ([LOG, "not dev design"], "confirming", {"task_name": "Design"}),
        ([LOG, "not two three"], "confirming", {"hours": "3"}),
        ([LOG, "not Nike Rando Site"], "confirming", {"project_name": "Rando Site"}),
        ([LOG, "it wasn't today it was Monday"], "confirming", {"date": "2026-05-18"}),
        ([LOG, "not Nike"], "awaiting_menu_choice:project_name", {"hours": "2"}),
        # the slot and its value, nothing between
        ([LOG, "hours 3"], "confirming", {"hours": "3"}),
        # what is to be added is no new value
        ([LOG, "an hour more"], "confirming", {"hours": "2"}),
        # what only leads to it
        ([LOG, "oops, I meant 3"], "confirming", {"hours": "3"}),
        ([LOG, "could you make it 3"], "confirming", {"hours": "3"}),
        ([LOG, "let's say 3"], "confirming", {"hours": "3"}),
        # a new name right behind the verb, where other names are shown
        ([BIG, "no, Bigger"], "confirming", {"project_name": "Bigger"}),
        ([BIG, "make it Bigger"], "confirming", {"project_name": "Bigger"}),
        ([BIG, "Bigger instead"], "confirming", {"project_name": "Bigger"}),
        ([BIG, "no, that's stupid"], "confirming", {"project_name": "Big"}),
        ([BIG, "no, maybe Bigger"], "confirming", {"project_name": "Big"}),
        ([BIG, "no, first ask Mark"], "confirming", {"project_name": "Big"}),
        ([BIG, "no, the other client"], "confirming", {"project_name": "Big"}),
        # freeform names
        (["create client", "Zed, Inc."], "confirming", {"client_name": "Zed, Inc."}),
        (["create client Zed, Inc."], "confirming", {"client_name": "Zed, Inc."}),
        (["create client", "the client is called Zed"], "confirming", {"client_name": "Zed"}),
        (["create client", "a new client called Zed"], "confirming", {"client_name": "Zed"}),
        (["create client", "Client Portal"], "confirming", {"client_name": "Client Portal"}),
        (["rename Nike", "to Zed Two"], "confirming", {"new_name": "Zed Two"}),
        (["rename Nike", "To The Point"], "confirming", {"new_name": "To The Point"}),
        (["create project as T&M for Acme", "Apollo, due whenever"], "awaiting_freeform:deadline",
         {"project_name": "Apollo"}),
        # names that begin as other words do
        (["create project Due North for Acme as T&M"], "confirming", {"project_name": "Due North"}),
        (["create project At Home for Acme as T&M, deadline: Dec 1"], "confirming",
         {"project_name": "At Home", "deadline": "2026-12-01"}),
        (["create project called Fifty Hours for Acme as T&M, 50 hours"], "confirming",
         {"project_name": "Fifty Hours", "hours_budget": "50"}),
        (["create project called Monday for Acme as T&M due Monday"], "confirming",
         {"project_name": "Monday", "deadline": "2026-05-25"}),
        # a name that is asked for, written as one, is no verb; one that names something known, or is not, is
        (["create client", "Log Cabin"], "confirming", {"client_name": "Log Cabin"}),
        (["create client", "Cancel Rando Site"], "confirming", {"project_name": "Rando Site"}),
        # so is a doubt none, but where it is written as a name
        (["create client", "I don't know yet"], "awaiting_freeform:client_name", {"client_name": None}),
        (["create client", "No Worries"], "confirming", {"client_name": "No Worries"}),
        (["create client", "log 2h"], "awaiting_menu_choice:task_name", {"hours": "2"}),
        (["create project Big for a new client called Zebra as T&M"], "confirming",
         {"project_name": "Big", "client_name": "Zebra"}),
        (["create project Party of the Week for Acme as T&M"], "confirming", {"project_name": "Party of the Week"}),
        # a period is no day
        ([f"{LOG} last week"], "awaiting_menu_choice:date", {"date": None}),
        ([f"{LOG} on the weekend"], "awaiting_menu_choice:date", {"date": None}),
        # words that fitted nothing where they stood, and name what was picked, are no longer asked about
        (["log 2h of dev for Nike", "Nike"], "confirming", {"project_name": "Nike", "user_name": "Ana Ferreira"}),
        # pauses and marks
        (["log 2h of dev to, um, Nike"], "confirming", {"project_name": "Nike"}),
        (["log 2h of dev to (Nike)"], "confirming", {"project_name": "Nike"}),
        (['create project The "Big" One for Acme as T&M'], "confirming", {"project_name": 'The "Big" One'}),
    ],
)  # fmt: skip
def test_conversation(said, state, slots):
    play = Play().say(*said)
    assert play.state == state
    assert {name: play.slots.get(name) for name in slots} == slots
    assert play.calls == []


def test_a_greeting_is_no_value_that_cannot_be_read():
    play = Play().say("log time", "hello")
    assert (play.state, play.codes) == ("awaiting_freeform:hours", ["not_understood"])
    assert play.top.slots["hours"].said == ""


def test_wishes_on_two_lines():
    play = Play().say(f"{LOG}\narchive Rando Site", "yes", "yes")
    assert play.calls == ["log_time", "archive_project"]


def test_words_that_a_change_used_are_not_said_to_be_unused():
    play = Play().say("set rate for John to 90", "no 95", "100 instead")
    assert play.top.leftover == ()


@pytest.mark.parametrize(
    "said",
    [
        [LOG, "task design"],
        [LOG, "can you make it 3 hours please"],
        [LOG, "actually it was Design"],
        [LOG, "John's"],
        [LOG, "yes, log it on Monday"],
        [LOG, "no the rando one"],
        [BIG, "yes, create it for Northwind"],
    ],
)
def test_what_only_points_is_not_said_to_be_unused(said):
    assert Play().say(*said).top.leftover == ()


def test_names_of_a_reply_come_first_in_the_next_menu():
    assert Play().say("log time", "3 hours, dev, Nike").menu[0] == "Nike"


@pytest.mark.parametrize("said", ["cancel it", "stop", "kill that"])
def test_nothing_is_cancelled_when_nothing_was_mentioned(said):
    play = Play().say(said)
    assert (play.state, play.codes) == ("idle", ["nothing_open"])
