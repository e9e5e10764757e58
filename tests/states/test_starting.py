"""The wishes of one message: how many are taken up, and how far is looked for them."""

import pytest

from resolver.setting import Setting
from slots.text import MAX_TOKENS
from states.wishes import MAX_WISHES, find_wishes
from tests.playing import AGENCY, Play, read


def found_in(text):
    play = Play()
    setting = Setting(AGENCY, play.actor, play.clock(), play.clock().date())
    scan = read(text)
    return [(found.match.verb, found.words(scan)) for found in find_wishes(scan, setting)]


def wishes(text):
    return [verb for verb, _ in found_in(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("log 2h of dev to Nike and archive Acme", ["log_time", "archive"]),
        # a lone word is a wish where something behind it fits its slots
        ("log 2h of dev to Nike and archive it", ["log_time", "archive"]),
        ("log 2h of dev to Nike and log", ["log_time"]),
        # no more than one message should hold
        ("archive Acme" + " and archive Nike" * 8, ["archive"] * 9),
        ("archive Acme" + " and archive Nike" * 300, ["archive"] * MAX_WISHES),
        # words that look like wishes and are none cost a bounded look each
        (" and log" * (MAX_TOKENS // 2), ["log_time"]),
    ],
)
def test_wishes_of_one_message(text, expected):
    assert wishes(text) == expected


@pytest.mark.parametrize(
    ("text", "further"),
    [
        ("log 2h of dev to Nike and 3h of design to Acme", ["log 3h of design to Acme"]),
        ("log 2 hours of dev to Nike, then 3 hours of design to Acme", ["log 3 hours of design to Acme"]),
        ("log 2h of dev to Nike, 90 minutes on design, and 1h to Acme",
         ["log 90 minutes on design, to Nike", "log 1h to Acme"]),
        ("set rate for Mark to $100 and $120 for Sarah", ["set rate $120 for Sarah"]),
        (
            "log 2h of dev to Nike and 3h of design to Acme and archive Nike",
            ["log 3h of design to Acme", "archive Nike"],
        ),
        # a known thing, and of it what was said of the one before; the preposition of the first is said again
        ("assign Mark to Nike and Sarah to Acme", ["assign Sarah to Acme"]),
        ("assign Mark as PM to Nike, Sarah to Acme, and John to Rando Site",
         ["assign Sarah to Acme", "assign John to Rando Site"]),
        ("set rate for Mark to 90 and Sarah to 100", ["set rate for Sarah to 100"]),
        ("assign Mark and Sarah to Nike", []), ("assign Mark to Nike and Acme", []),
        ("log 2h of dev to Nike and Acme", []),
        ("create project Dune for Acme and Nike as T&M", []),
        ("assign Mark to Nike and him to Acme", ["assign him to Acme"]),
        ("rename the project Nike to Dune and the client Acme to Dune Group",
         ["rename the client Acme to Dune Group"]),
        # the words of one new name
        ("rename Nike to Salt and Stone", []), ("rename Nike to Dune and Sand to Sea", []),
        ("rename Nike to Dune and Acme", []),
        # another thing of a verb that needs no more, also one that nobody knows and a noun leads to
        ("archive Nike and Acme", ["archive Acme"]), ("cancel Nike and Rando Site", ["cancel Rando Site"]),
        ("archive Dune and the design task", ["archive the design task"]),
        ("archive Nike, Acme and the project Dune", ["archive Acme", "archive the project Dune"]),
        ("archive it and Acme", ["archive Acme"]), ("show me Nike and Rando Site", ["show me Rando Site"]),
        # no more than a comma, the same thing again, something else than a thing, nothing to tell it from a name
        ("archive Nike, Rando Site", []), ("archive the client, Acme", []), ("archive Acme and the rest", []),
        ("archive Salt and Stone", []), ("archive Nike and Acme's friends", []),
        # a preposition again, and all that was said
        ("set rate for Mark to $80 and for Sarah to $90", ["set rate for Sarah to $90"]),
        ("set rate for Mark and for Sarah to $90", []), ("log 2h of dev to Nike and to Acme", []),
        # an owner, with the verb's noun behind it
        ("set Mark's rate to $80 and Sarah's to $90, and John's to $95",
         ["set Sarah's rate to $90", "set John's rate to $95"]),
        ("set his rate to $80 and her rate to $90", ["set her rate to $90"]),
        # an article and what a verb with the same first word is about
        ("create a client Dune and a client Sand", ["create a client Sand"]),
        ("create client Dune and client Sand", ["create client Sand"]),
        ("create a client Dune and a project Sand for Dune as T&M", ["create a project Sand for Dune as T&M"]),
        ("create client Dune and Sons", []), ("create client Fox and a Hound", []),
        ("create client Dune and Sand", []), ("create client Dune and Client Services", []),
        # a new name, and behind it what was said of the one before
        ("create project Dune for Acme as T&M and Sand for Northwind as T&M",
         ["create project Sand for Northwind as T&M"]),
        ("create project Dune and Sand for Acme as T&M", []), ("create project Ode for Dune and Sand for Acme", []),
        # looked for in clauses of an ordinary length only
        ("assign Mark to Nike and Sarah to Acme" + " and Mark" * 300, ["assign Sarah to Acme" + " and Mark" * 300]),
        ("log 2h of dev to Nike" + " and 3h" * 300, []),
        # one value of two parts
        ("log 2 hours and 30 minutes of dev to Nike", []),
        # taken back
        ("log 2h of dev, no, 3h of dev to Nike", []),
        # two values for one wish: one of the two says nothing else
        ("log 2h of dev to Nike and 3h", []),
        ("log 2h, 3h of dev to Nike", []),
        # a value that the verb does not ask for
        ("create project Dune for Acme as T&M, 40 hours, and $50k for Nike", []),
        # no clause of its own
        ("log 2h of dev to Nike or 3h of design to Acme", []),
    ],
)  # fmt: skip
def test_a_clause_without_a_verb_is_a_wish_of_the_one_before(text, further):
    assert [words for _, words in found_in(text)][1:] == further


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        # nothing before the comma is counted: what stands behind it is no second one, and is not read for that
        ("log design to Nike, 3 hours", 1),
        # the clause before it, it, and both together
        ("log 2 hours of design to Nike, 3 hours of development to Acme", 3),
    ],
)
def test_a_clause_is_read_only_where_it_may_say_the_same_again(text, readings):
    play = Play()
    scan = read(text)
    find_wishes(scan, Setting(AGENCY, play.actor, play.clock(), play.clock().date()))
    assert sum(isinstance(key, tuple) and key[0] == "log_time" for key in scan.noted) == readings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # said once behind the last
        ("log 1h of qa and 2h of dev to Nike", ["log 1h of qa to Nike", "log 2h of dev to Nike"]),
        ("log 1h of qa, 2h of dev and 3h of design to Nike on Monday",
         ["log 1h of qa to Nike on Monday", "log 2h of dev to Nike on Monday", "log 3h of design to Nike on Monday"]),
        ("allocate 5h to Mark and 3h to Sarah on Nike",
         ["allocate 5h to Mark on Nike", "allocate 3h to Sarah on Nike"]),
        # said once before one that must have it, with what stood beside it; an amount is of one
        ("log 3h of design to Nike yesterday and 3h today",
         ["log 3h of design to Nike yesterday", "log 3h today, of design to Nike"]),
        ("log 3h of design to Nike on Monday, 1h of dev, and 2h today",
         ["log 3h of design to Nike on Monday", "log 1h of dev, to Nike on Monday", "log 2h today, to Nike"]),
        ("allocate 10h to Mark for design on Nike and 5h to Sarah",
         ["allocate 10h to Mark for design on Nike", "allocate 5h to Sarah, for design on Nike"]),
        ("log 2h of dev to Nike for Mark and Sarah 3h",
         ["log 2h of dev to Nike for Mark", "log for Sarah 3h, of dev to Nike"]),
        ("create a liability for Mark on Nike for $450 over 30 hours and $300 for Sarah",
         ["create a liability for Mark on Nike for $450 over 30 hours", "create liability $300 for Sarah, on Nike"]),
        ("log 2h of dev to Nike for Mark and 3h of design to Acme",
         ["log 2h of dev to Nike for Mark", "log 3h of design to Acme"]),
        # a value that goes on behind "and"
        ("log 2h of dev to Nike and 3 hours of qa and 30 minutes of design",
         ["log 2h of dev to Nike", "log 3 hours of qa, to Nike", "log 30 minutes of design, to Nike"]),
        ("log 2h of dev to Nike, 3 hours and 30 minutes of design",
         ["log 2h of dev to Nike, 3 hours and 30 minutes of design"]),
        # what a repair leads to takes back, and adds nothing
        ("log 2h of dev to Nike for Mark, no, Sarah 3h", ["log 2h of dev to Nike for Mark, no, Sarah 3h"]),
        ("assign Mark to Nike, sorry, Sarah to Acme", ["assign Mark to Nike, sorry, Sarah to Acme"]),
        # a word for the verb's noun, and a number that is none
        ("create client Dune and another called Sand", ["create client Dune", "create client called Sand"]),
        ("create a project Dune for Acme as T&M and one for Nike as sprint",
         ["create a project Dune for Acme as T&M", "create project for Nike as sprint"]),
        ("create client Dune and one more", ["create client Dune and one more"]),
        ("log 10 hours of dev to Nike and one of design", ["log 10 hours of dev to Nike and one of design"]),
        # each has its own, or the last one says less: what stands behind it is its own
        ("log 1h of qa to Acme and 2h of dev to Nike on Monday",
         ["log 1h of qa to Acme", "log 2h of dev to Nike on Monday"]),
        ("log 2h of dev to Nike, 90 minutes on design, and 1h to Acme",
         ["log 2h of dev to Nike", "log 90 minutes on design, to Nike", "log 1h to Acme"]),
        # one wish
        ("assign Mark and Sarah to Nike", ["assign Mark and Sarah to Nike"]),
        ("log 2h and 3h of dev to Nike", ["log 2h and 3h of dev to Nike"]),
    ],
)  # fmt: skip
def test_what_is_said_once_behind_the_last_is_shared(text, expected):
    assert [words for _, words in found_in(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # beside a question that a verb reads
        ("who is on Nike and log 2h of design to it", ["who is on Nike", "log 2h of design to it"]),
        ("who is on Nike? log 2h of design to it", ["who is on Nike?", "log 2h of design to it"]),
        ("what is the status of Nike? then rename it to Dune", ["what is the status of Nike?", "rename it to Dune"]),
        ("log 2h of dev to Nike and who is on Acme?", ["log 2h of dev to Nike", "who is on Acme?"]),
        ("log 2h of dev to Nike. show me Acme", ["log 2h of dev to Nike", "show me Acme"]),
        ("log 2h of dev to Nike and archive Acme?", ["log 2h of dev to Nike", "archive Acme?"]),
        # behind one that none reads: its words say nothing of the wish
        ("how many hours did John log? archive Acme", ["archive Acme"]),
        ("is it true that Mark left? log 2h of dev to Nike", ["log 2h of dev to Nike"]),
        # a question that holds an action word starts none
        ("how many hours did John log?", []), ("how many hours did John log, and archive Acme", []),
        ("did Mark leave and archive Acme?", []),
        ("who is on Nike, and archive Acme?", ["who is on Nike, and archive Acme?"]),
        ("which projects can I archive and rename", ["which projects can I archive and rename"]),
        # a word of a name
        ("create project Salt and Show Nike for Acme", ["create project Salt and Show Nike for Acme"]),
    ],
)  # fmt: skip
def test_a_wish_beside_a_question(text, expected):
    assert [words for _, words in found_in(text)] == expected


@pytest.mark.parametrize(
    ("text", "codes", "calls"),
    [
        # what a message asks, or wishes without a verb of its own, is told to come later
        ("log 2h of dev to Nike and who is on Nike?", ["later"], []),
        ("archive Nike and Rando Site", ["later"], []),
        ("log 2h of dev to Nike and archive Rando Site", [], []),
        # a question that is answered at once, and one that nobody answers
        ("who is on Nike? log 2h of dev to it", ["result", "next_wish"], ["get_project_assignments"]),
        ("how many hours did John log? archive Nike", ["cannot_answer"], []),
    ],
)
def test_nothing_of_a_message_is_lost_silently(text, codes, calls):
    play = Play().say(text)
    assert (play.codes, play.calls, play.state) == (codes, calls, "confirming")


def test_no_more_is_read_for_a_message_than_it_may_hold():
    play = Play().say("who is on Nike" + " and Acme" * 300)
    assert len(play.calls) == MAX_WISHES
    assert play.codes[-1] == "result" and "wish_lost" in play.codes


def test_what_is_said_once_stands_in_each_confirmation():
    play = Play().say("log 1h of design and 2h of dev to Nike")
    first = dict(play.slots)
    play.say("yes")
    assert (first["hours"], first["project_name"]) == ("1", "Nike")
    assert (play.slots["hours"], play.slots["project_name"]) == ("2", "Nike")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # an archived thing where a known one starts the verb; anything else may be for somebody else
        ("show me Legacy Intranet", "Legacy Intranet"), ("tell me about Legacy Intranet", "Legacy Intranet"),
        ("show me the Moon", None), ("Legacy Intranet was nice", None),
    ],
)  # fmt: skip
def test_a_verb_of_an_archived_thing_says_so(text, said):
    play = Play().say(text)
    outcome = play.top.slots["project_name"] if play.top else None
    assert getattr(outcome, "found", None) == said
