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
        ("log 2h of dev to Nike, 90 minutes on design, and 1h to Acme", ["log 90 minutes on design", "log 1h to Acme"]),
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
        ("archive Nike and Acme", []), ("log 2h of dev to Nike and Acme", []),
        ("create project Dune for Acme and Nike as T&M", []),
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
