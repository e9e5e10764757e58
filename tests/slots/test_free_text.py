"""Where a free text ends, and where a name: words that end none, and an object behind a value."""

import pytest

from dialog.examples import load_example
from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import extracted, names_in, words

HOME = compile_tables(load_example("home").verbs)
HOUSE = names_in(load_example("home").directory(), HOME)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # a value at the end is that of a slot that has none yet, with or without its preposition
        ("remind Will to turn off the oven on Friday", {"note": "turn off the oven", "day": "Friday"}),
        ("remind Will to turn off the oven tomorrow", {"note": "turn off the oven", "day": "tomorrow"}),
        ("remind Will to turn off the oven, tomorrow", {"note": "turn off the oven", "day": "tomorrow"}),
        ("remind Will to put the pan on the oven on Friday", {"note": "put the pan on the oven", "day": "Friday"}),
        # one that is there already is a part of the text
        ("remind Will on Monday to turn on the oven", {"note": "turn on the oven", "day": "Monday"}),
        ("remind Will Monday to call Lee on Friday", {"note": "call Lee on Friday", "day": "Monday"}),
        ("remind Will tomorrow that the fair is on Friday", {"note": "the fair is on Friday", "day": "tomorrow"}),
        # so is one that more words follow, and one at the start
        ("remind Will to feed the cat on Friday or so", {"note": "feed the cat on Friday or so"}),
        ("remind Will that tomorrow is the fair", {"note": "tomorrow is the fair"}),
        # a comma, a bracket and a dash end no text
        ("remind Will on Monday to buy bread, milk (two) and eggs",
         {"note": "buy bread, milk (two) and eggs", "day": "Monday"}),
    ],
)  # fmt: skip
def test_text_of_a_reminder(text, slots):
    assert words(extracted(text, tables=HOME, names=HOUSE)) == {"person": "Will", **slots}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # a known thing at the end is that of its slot
        ("announce that dinner is ready in the kitchen", {"message": "dinner is ready", "room": "kitchen"}),
        ("announce on the TV that we sit in the Den",
         {"message": "we sit", "room": "the Den", "device": "TV"}),
        # but not one of a slot that has its own, nor what is not known
        ("announce in the kitchen that we sit in the Den", {"message": "we sit in the Den", "room": "kitchen"}),
        ("announce that the cake is in the oven", {"message": "the cake is in the oven"}),
        ("announce in the kitchen on the speaker that we go on Friday",
         {"message": "we go on Friday", "room": "kitchen", "device": "speaker"}),
    ],
)  # fmt: skip
def test_text_of_an_announcement(text, slots):
    assert words(extracted(text, tables=HOME, names=HOUSE)) == slots


STALL = compile_tables(
    parse_tables(
        """
[entity_types.bread]
[entity_types.shop]

[verbs.order]
triggers = ["order"]
confirm = "Order[ {count}] {loaf}[ for {shop}]"
[verbs.order.slots.loaf]
kind = "entity"
entities = ["bread"]
required = true
is_object = true
menu = "listed"
[verbs.order.slots.count]
kind = "number"
[verbs.order.slots.shop]
kind = "entity"
entities = ["shop"]
prepositions = ["for"]
"""
    )
)
LOAVES = {"ryeloaf": frozenset({"bread"}), "hillstreet": frozenset({"shop"})}


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("archive the museum one", "museum"), ("archive it again", "it"), ("archive the shop too", "shop"),
        ("archive the shop as well", "shop"),
        # with a capital, or without an article, they are words of a name
        ("archive the project Blue Sprint One", "Blue Sprint One"), ("archive Never Again", "Never Again"),
        ("archive sprint one", "sprint one"), ("archive well", "well"),
    ],
)  # fmt: skip
def test_words_that_end_no_name(text, target):
    assert words(extracted(text))["target"] == target


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("order two Rye Loaf for Hill Street", {"loaf": "Rye Loaf", "count": "two", "shop": "Hill Street"}),
        # what no name is by itself is asked about, not dropped
        ("order 12 rye loaves", {"loaf": "rye loaves", "count": "12"}),
        ("order rye loaves, 12", {"loaf": "rye loaves", "count": "12"}),
        # a name of another slot is no object
        ("order 12 Hill Street", {"count": "12"}),
    ],
)
def test_an_object_behind_a_value(text, slots):
    assert words(extracted(text, tables=STALL, names=LOAVES)) == slots
