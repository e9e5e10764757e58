"""Repairs, and what only begins like one: what fills a slot, and what is left over."""

import pytest

from dialog.examples import load_example
from slots.compiled import compile_tables
from tests.playing import extracted, names_in, words

HOME = compile_tables(load_example("home").verbs)
HOUSE = names_in(load_example("home").directory(), HOME)


def check(text, slots, leftover, verb=""):
    found = extracted(text, verb)
    assert (words(found), found.leftover) == (slots, leftover)


NEW = {"project_name": "Kite", "client_name": "Acme", "project_type": "T&M"}
DEV = {"hours": "2h", "task_name": "dev", "project_name": "Nike"}
RATE = {"user_name": "John", "rate": "$90"}


@pytest.mark.parametrize(
    ("text", "slots", "leftover"),
    [
        # a repaired date goes back to its slot, wherever it stands and whatever stands between
        ("create project Kite as T&M for Acme due friday, no, monday", NEW | {"deadline": "monday"}, ()),
        ("create project Kite for Acme as T&M due friday, I mean monday", NEW | {"deadline": "monday"}, ()),
        ("create project Kite for Acme as T&M, by june 9, sorry, june 19", NEW | {"deadline": "june 19"}, ()),
        ("create project Kite due friday for Acme as T&M, no, monday", NEW | {"deadline": "monday"}, ()),
        ("create project Kite for Acme as T&M due friday, no due monday", NEW | {"deadline": "monday"}, ()),
        # but a date that no word leads to fills no slot that must be led to
        ("create project Kite for Acme as T&M, no, monday", NEW, ("no, monday",)),
        # the nearest slot on the left that takes it
        ("log 2h of dev to Nike on friday, no, 3h", DEV | {"hours": "3h", "date": "friday"}, ()),
        ("log 2h of dev to Nike, no, monday", DEV | {"date": "monday"}, ()),
        ("create project Kite for Acme as T&M, no, Northwind", NEW | {"client_name": "Northwind"}, ()),
        ("set rate for John to $90, no, 95", RATE | {"rate": "95"}, ()),
        ("set rate for John to $90, no, Mark", RATE | {"user_name": "Mark"}, ()),
        # several words of one repair, an excuse and a lead between
        ("log 2h of dev to Nike, no, wait, Rando Site", DEV | {"project_name": "Rando Site"}, ()),
        ("log 2h of dev to Nike, sorry, my mistake, 3h", DEV | {"hours": "3h"}, ()),
        ("log 2h of dev to Nike, sorry it's Rando Site", DEV | {"project_name": "Rando Site"}, ()),
        ("log 2h of dev to Nike, no, make it 3h", DEV | {"hours": "3h"}, ()),
        # politeness, remarks and idioms are none
        ("log 2h of dev to Nike, no rush", DEV, ("no rush",)),
        ("log 2h of dev to Nike, no questions asked", DEV, ("no questions asked",)),
        ("log 2h of dev to Nike, actually it was fun", DEV, ("actually it was fun",)),
        ("log 2h of dev to Nike, sorry, my mistake", DEV, ("sorry, my mistake",)),
        ("log 2h of dev to Nike, I mean it", DEV, ("I mean it",)),
        ("log 2h of dev to Nike, sorry to bother you", DEV, ("sorry to bother you",)),
        ("log 2h of dev to Nike, sorry about monday", DEV, ("sorry about monday",)),
        ("archive Nike no rush", {"target": "Nike"}, ("no rush",)),
        ("set rate for John to $90, no hurry", RATE, ("no hurry",)),
        ("set rate for John to $90, wait for my ok", RATE, ("wait for my ok",)),
        ("set rate for John to $90, wait for Mark", RATE, ("wait for Mark",)),
        ("create project Kite for Acme as T&M, sorry for the rush", NEW, ("sorry for the rush",)),
        ("create project Kite for Acme, sorry I'm late, as T&M", NEW, ("sorry I'm late",)),
        ("create project Kite for Acme as T&M, no budget yet", NEW, ("no budget yet",)),
        ("CREATE PROJECT KITE FOR ACME AS T&M, NO RUSH",
         {"project_name": "KITE", "client_name": "ACME", "project_type": "T&M"}, ("NO RUSH",)),
        # "no X" says nothing of X, nor of what stands with it, but what the verb must have is read
        ("log 2h to Nike, no design", {"hours": "2h", "project_name": "Nike"}, ("no design",)),
        ("log 2h of dev to Nike, no charge for John", DEV, ("no charge for John",)),
        ("create project Kite as T&M, no deadline for Acme", NEW, ("no deadline",)),
        ("create project Kite for Acme as T&M, no rush due friday", NEW | {"deadline": "friday"}, ("no rush",)),
        # with a pause it names the thing
        ("log 2h of dev to Nike, no, design", DEV | {"task_name": "design"}, ()),
        # an unknown name behind a clear repair is what the person meant
        ("log 2h of dev to Nike, no, balloon factory", DEV | {"project_name": "balloon factory"}, ()),
        ("log 2h of dev to Nike, no, to the balloon factory", DEV | {"project_name": "balloon factory"}, ()),
        ("log 2h of dev to Nike, I mean balloon factory", DEV | {"project_name": "balloon factory"}, ()),
        ("log 2h of dev to Nike, no Balloon Factory", DEV | {"project_name": "Balloon Factory"}, ()),
        ("create project Kite for Acme as T&M, no, as lumpsum", NEW | {"project_type": "lumpsum"}, ()),
    ],
)  # fmt: skip
def test_repairs(text, slots, leftover):
    check(text, slots, leftover)


@pytest.mark.parametrize(
    ("text", "name", "leftover"),
    [
        # a new name is written as the one it replaces
        ("create client Kite, no, Kestrel", "Kestrel", ()), ("create client Kite, no Kestrel", "Kestrel", ()),
        ("create client kite, no, kestrel", "kestrel", ()), ("create client kite, I mean kestrel", "kestrel", ()),
        ("create client Kite, no, call it Kestrel", "Kestrel", ()),
        ("create client Kite, sorry, I meant Kestrel", "Kestrel", ()),
        ("create client Kite, no, kestrel", "Kite", ("no, kestrel",)),
        ("create client Kite, no rush", "Kite", ("no rush",)), ("create client kite, no rush", "kite", ("no rush",)),
        ("create client kite, sorry, the usual", "kite", ("sorry, the usual",)),
        ("create client Kite, actually really nice people", "Kite", ("actually really nice people",)),
        # the words of a name
        ("create client No Sorry", "No Sorry", ()), ("create client Say Please", "Say Please", ()),
        ("create client Thank You", "Thank You", ()), ("create client No Means No", "No Means No", ()),
        ("create client Forget Me Not", "Forget Me Not", ()), ("create client forget me not", "forget me not", ()),
        ("create client Not Just Coffee", "Not Just Coffee", ()),
        # politeness behind one
        ("create client Kite please", "Kite", ()), ("create client Kite, Please", "Kite", ()),
        ("Create Client Kite Please", "Kite", ()), ("CREATE CLIENT KITE PLEASE", "KITE", ()),
    ],
)  # fmt: skip
def test_new_names(text, name, leftover):
    check(text, {"client_name": name}, leftover)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        # a free text keeps its words
        ("remind Will to buy milk, not bread", "buy milk, not bread"),
        ("remind Will to say no, thank Nora", "say no, thank Nora"),
        ("remind Will to call May, no rush", "call May, no rush"),
    ],
)
def test_free_text(text, note):
    assert words(extracted(text, tables=HOME, names=HOUSE))["note"] == note
