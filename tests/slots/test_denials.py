"""Denials and old values: what is denied, or was before, fills nothing."""

import pytest

from dialog.examples import load_example
from slots.compiled import compile_tables
from slots.denials import _CORES
from slots.words import DENIALS
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
        # what is denied fills nothing, with its preposition and its "but"
        ("log 2h of dev to Nike but not for John", DEV, ("but not for John",)),
        ("log 2h of dev to Nike and it's not for John or Mark", DEV, ("and it's not for John or Mark",)),
        ("log 2h of dev to Nike never on monday", DEV, ("never on monday",)),
        ("log 2h to Nike, not design", {"hours": "2h", "project_name": "Nike"}, ("not design",)),
        ("log 2h of dev to Nike except for John", DEV, ("except for John",)),
        # beside the value that is meant, before it or behind it
        ("log 2h instead of 3h of dev to Nike", DEV, ("instead of 3h",)),
        ("log not 3h but 2h of dev to Nike", DEV, ("not 3h",)),
        ("log 2h of dev not to Rando Site but to Nike", DEV, ("not to Rando Site",)),
        ("log 2h of dev to Nike, not for John, for Mark", DEV | {"user_name": "Mark"}, ("not for John",)),
        ("log 2h of dev to Nike on tuesday rather than monday", DEV | {"date": "tuesday"}, ("rather than monday",)),
        ("set rate for John to $90 not $60", RATE, ("not $60",)),
        ("set rate for John to 90 not 60", RATE | {"rate": "90"}, ("not 60",)),
        ("set rate for not Mark but John to $90", RATE, ("not Mark",)),
        ("assign not Mark, John as PM", {"user_name": "John"}, ("not Mark",)),
        ("assign John not Mark as PM", {"user_name": "John"}, ("not Mark",)),
        ("assign John not Zorro as PM", {"user_name": "John"}, ("not Zorro",)),
        ("create project Kite for Acme as T&M, not retainer", NEW, ("not retainer",)),
        ("create project Kite as T&M for Acme and not for Northwind", NEW, ("and not for Northwind",)),
        ("create project Kite not for Acme as T&M", {"project_name": "Kite", "project_type": "T&M"},
         ("not for Acme",)),
        # not where it is part of a new name
        ("create project Forget Me Not for Acme as T&M", NEW | {"project_name": "Forget Me Not"}, ()),
        ("create project not for profit for Acme as T&M", NEW | {"project_name": "not for profit"}, ()),
        ("create project Ready or Not for Acme as T&M", NEW | {"project_name": "Ready or Not"}, ()),
        # "only", "more" and the like deny nothing
        ("create project Kite for Acme as T&M, not more than 40h", NEW | {"hours_budget": "40h"}, ("not more than",)),
    ],
)  # fmt: skip
def test_denials(text, slots, leftover):
    check(text, slots, leftover)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # the value behind the slot's own word is meant, the one behind "from" is the old one
        ("set rate for John from $40 to $90", RATE), ("set rate for John to $90 from $40", RATE),
        ("set John's rate from $40 to $90", RATE),
        ("set rate for John from 40 to 90", RATE | {"rate": "90"}),
        ("set rate of John from one fifty to two hundred", RATE | {"rate": "two hundred"}),
        # without a word of the slot's own nothing says which
        ("log from 2h to 3h of dev", {"hours": "2h | 3h", "task_name": "dev"}),
    ],
)  # fmt: skip
def test_old_values(text, slots):
    check(text, slots, () if "rate" in slots else ("from",))


def test_text_is_not_denied():
    found = extracted("remind Will not to call on monday", tables=HOME, names=HOUSE)
    assert words(found)["note"] == "call"


def test_every_denial_has_a_core():
    assert all(not _CORES.isdisjoint(phrase) for phrase in DENIALS)
