"""Replies to a menu: what picks, what strikes, what is a number in another sentence."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from slots.text import key_of
from states.picks import (
    SOMETHING_ELSE,
    Escaped,
    MenuLine,
    NoPick,
    OutOfRange,
    Picked,
    Several,
    Struck,
    read_pick,
)

MENU = (
    MenuLine("Acme Corp", aliases=("AC",), nouns=("client",)),
    MenuLine("Acme Labs", nouns=("vendor",)),
    MenuLine("Second Street"),
    MenuLine("Beta Two"),
    MenuLine("Stop & Shop"),
)
AWKWARD = tuple(map(MenuLine, ("Two", "Last Call", "None", "Cancel Culture", "7", "Stop & Shop", "No. 5")))
PAIR = (MenuLine("Sam Okoye"), MenuLine("Sam Lindqvist"))


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        # a whole label or alias
        ("Acme Corp", 0), ("acme corp", 0), ("ACMECORP", 0), ("acme corp please", 0), ("I want Acme Corp", 0),
        ("ac", 0),
        ("stop and shop", 4), ("beta 2", 3), ("Beta Two", 3), ('"Acme Labs"', 1), ("the Second Street", 2),
        # digits and number words
        ("2", 1), ("#2", 1), ("2.", 1), ("2)", 1), ("(2)", 1), ("option 2", 1), ("number two", 1), ("two", 1),
        ("no. 2", 1),
        ("No 2", 1), ("the 2", 1), ("2 please", 1), ("I'll take 2", 1), ("let's go with two", 1),
        ("go with the first", 0),
        ("make it 2", 1), ("pick 3", 2), ("option #3", 2), ("one", 0), ("number one", 0), ("2️⃣", 1), ("ok 2", 1),
        ("yes, 2", 1),
        ("um, 2", 1), ("2 ok", 1), ("2 or 2", 1),
        # ordinals, before parts of labels
        ("second", 1), ("the second one", 1), ("2nd", 1), ("the 2nd one please", 1), ("first", 0),
        ("the fifth option", 4),
        ("last", 4), ("the last one", 4), ("second to last", 3), ("next to last", 3), ("penultimate", 3),
        ("third to last", 2),
        ("I think the second one", 1),
        # a part that only one has
        ("second street", 2), ("street", 2), ("corp", 0), ("the labs one", 1), ("shop", 4), ("beta", 3),
        # a place is the same in digits and as a word
        ("2nd street", 2), ("2nd street please", 2),
        # the noun that only one has
        ("the client", 0), ("client", 0), ("the vendor one", 1), ("the client acme", 0), ("acme, the vendor", 1),
        # the noun before a number
        ("client 3", 2), ("vendor number two", 1),
        # a line typed back
        ("2) Acme Labs", 1), ("2. acme labs", 1),
        # close misspellings
        ("akme corp", 0), ("secnd street", 2), ("steet", 2), ("Beeta Two", 3),
        # the last of a repair
        ("1, no, 2", 1), ("1 no 2", 1), ("the first, I mean the second", 1), ("no, the second one", 1),
        ("wait, 2", 1),
        ("not 1 but 2", 1), ("not the first, the second", 1),
    ],
)  # fmt: skip
def test_picks(reply, index):
    assert read_pick(reply, MENU) == Picked(index)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("third rock", Picked(0)), ("3rd rock", Picked(0)), ("3rd", Picked(0)), ("3 rock", NoPick())],
)
def test_places_in_labels(reply, expected):
    assert read_pick(reply, (MenuLine("3rd Rock Diner"),)) == expected


@pytest.mark.parametrize(
    ("reply", "index", "is_guess"), [("akme corp", 0, True), ("acme corp", 0, False), ("2", 1, False)]
)
def test_a_misspelling_is_a_guess(reply, index, is_guess):
    picked = read_pick(reply, MENU)
    assert isinstance(picked, Picked)
    assert (picked.index, picked.is_guess) == (index, is_guess)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        # labels that look like numbers, ordinals or controls: a whole label comes first
        ("two", Picked(0)), ("2", Picked(0)), ("7", Picked(4)), ("none", Picked(2)), ("no. 5", Picked(6)),
        ("No 5", Picked(6)),
        ("last call", Picked(1)), ("cancel culture", Picked(3)), ("stop & shop", Picked(5)),
        # else numbers and ordinals, then parts
        ("option 2", Picked(1)), ("last", Picked(6)), ("5", Picked(4)), ("call", Picked(1)), ("culture", Picked(3)),
        ("8", Escaped()), ("9", OutOfRange(9, 8)),
        # a control word or an answer is no part of a label
        ("cancel", NoPick()), ("stop", NoPick()), ("no", NoPick()), ("none of these", Escaped()),
    ],
)  # fmt: skip
def test_awkward_labels(reply, expected):
    assert read_pick(reply, AWKWARD) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "none", "None.", "none of these", "none of them", "none of the above", "something else", "neither",
        "nope none", "other",
        "6", "#6", "option 6", "the sixth", "six", SOMETHING_ELSE, "none of these, thanks", "no, something else",
    ],
)  # fmt: skip
def test_escapes(reply):
    assert read_pick(reply, MENU) == Escaped()


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("9", 9),
        ("0", 0),
        ("zero", 0),
        ("-1", -1),
        ("option 9", 9),
        ("seventh", 7),
        ("1 and 9", 9),
        ("tenth to last", 0),
    ],
)
def test_out_of_range(reply, said):
    assert read_pick(reply, MENU) == OutOfRange(said, 6)


@pytest.mark.parametrize(
    ("reply", "indexes"),
    [
        ("1 and 2", (0, 1)), ("1 or 2", (0, 1)), ("2, 3", (1, 2)), ("2,3", (1, 2)), ("1-2", (0, 1)),
        ("both 1 and 2", (0, 1)),
        ("the first two", (0, 1)), ("the last two", (3, 4)), ("first and last", (0, 4)),
        ("all of them", (0, 1, 2, 3, 4)),
        # a part that two have
        ("acme", (0, 1)), ("the acme one", (0, 1)), ("ac me", (0, 1)),
        ("Acme Corp or Beta Two", (0, 3)), ("the client and the second street", (0, 2)),
    ],
)  # fmt: skip
def test_several(reply, indexes):
    assert read_pick(reply, MENU) == Several(indexes)


@pytest.mark.parametrize(
    ("reply", "indexes"),
    [
        ("not the second one", (1,)), ("not 2", (1,)), ("neither 1 nor 2", (0, 1)), ("anything but 3", (2,)),
        ("not 1 or 2", (0, 1)),
        ("not Acme", (0, 1)), ("not the client", (0,)), ("no, not the last one", (4,)), ("not akme corp", (0,)),
    ],
)  # fmt: skip
def test_struck(reply, indexes):
    assert read_pick(reply, MENU) == Struck(indexes)


@pytest.mark.parametrize(
    "reply",
    [
        # a number in another sentence
        "I have 2 questions first", "call me at 4", "one more time please", "2 hours", "$2", "2%", "1.5", "2.5",
        "2h", "2 x 3",
        # a label among other words
        "Acme Corp is great for design", "log 2h to Beta Two", "new Acme Corp",
        # number and name disagree
        "1) Acme Labs",
        # nothing said
        "", "the", "the one", "that one", "please", "ok", "yes", "no", "maybe", "of", "and", "!!!", "help",
        "not none", "not both",
        # too short to be misspelt, too far
        "bta", "akne kord", "beta 3", "9999999999999999999999",
    ],
)  # fmt: skip
def test_no_pick(reply):
    assert read_pick(reply, MENU) == NoPick()


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("both", Several((0, 1))), ("both of them", Several((0, 1))), ("neither", Escaped()), ("3", Escaped()),
        ("sam", Several((0, 1))), ("lindqvist", Picked(1)), ("lindkvist", Picked(1)), ("lindqist", Picked(1)),
        ("okoey", Picked(0)),
        ("2024", OutOfRange(2024, 3)),
    ],
)  # fmt: skip
def test_two_lines(reply, expected):
    assert read_pick(reply, PAIR) == expected


def test_rivals_are_several():
    menu = (MenuLine("Smith Co"), MenuLine("Smits Co"))
    assert read_pick("smitz co", menu) == Several((0, 1))
    assert read_pick("smith co", menu) == Picked(0)


def test_a_number_out_of_range_may_be_a_part():
    menu = (MenuLine("Budget 2024"), MenuLine("Budget 2025"))
    assert read_pick("2024", menu) == Picked(0)
    assert read_pick("2026", menu) == OutOfRange(2026, 3)


def test_digits_must_be_equal():
    menu = (MenuLine("Release Candidate 11"), MenuLine("Something"))
    assert read_pick("relaese candidate 11", menu) == Picked(0)
    assert read_pick("relaese candidate 12", menu) == NoPick()


def test_labels_with_one_key_are_several():
    assert read_pick("on point", (MenuLine("On Point"), MenuLine("OnPoint"))) == Several((0, 1))


@given(st.text(max_size=80), st.lists(st.text(max_size=20), max_size=4))
def test_any_text_can_be_read(reply, labels):
    read_pick(reply, tuple(map(MenuLine, labels)))


_LABEL = st.text(min_size=1, max_size=20) | st.sampled_from([line.label for line in (*MENU, *AWKWARD)])


@given(st.lists(_LABEL, min_size=1, max_size=5, unique_by=key_of), st.data())
def test_the_exact_label_always_picks_its_option(labels, data):
    index = data.draw(st.integers(0, len(labels) - 1))
    assume(labels[index])
    assert read_pick(labels[index], tuple(map(MenuLine, labels))) == Picked(index)


OTHERS = (MenuLine("The Other Shop"), MenuLine("Acme Corp"))


@pytest.mark.parametrize(
    ("reply", "lines", "expected"),
    [
        # of two, the one that is not refused
        ("not the first one, the other one", PAIR, Picked(1)),
        ("not 2, the other", PAIR, Picked(0)),
        ("not Okoye but the other one", PAIR, Picked(1)),
        ("no, not Sam Lindqvist, the other one please", PAIR, Picked(0)),
        # the one that is left
        ("the other one", PAIR[1:], Picked(0)),
        ("no, the other one", PAIR[1:], Picked(0)),
        ("not that one, the other one", PAIR[1:], Picked(0)),
        ("not Lindqvist, the other one", PAIR[1:], NoPick()),
        # of two, with none refused or one that nobody knows
        ("the other one", PAIR, Several((0, 1))),
        ("not that one, the other one", PAIR, Several((0, 1))),
        # of more it says nothing
        ("the other one", MENU, NoPick()),
        ("not the first one, the other one", MENU, NoPick()),
        # a label's own words
        ("the other shop", OTHERS, Picked(0)),
        ("the other one", OTHERS, Picked(0)),
        ("not Acme Corp, the other one", OTHERS, Picked(0)),
        # more words are no pick
        ("the other one was better last year", PAIR, NoPick()),
    ],
)  # fmt: skip
def test_the_other_one(reply, lines, expected):
    assert read_pick(reply, lines) == expected
