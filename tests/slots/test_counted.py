"""Numbers and what they count: the noun beside a number says which slot it is for."""

import pytest

from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import extracted, words

HOTEL = compile_tables(
    parse_tables(
        """
[entity_types.hotel]

[verbs.book]
triggers = ["book"]
confirm = "Book {hotel}"

[verbs.book.slots.hotel]
kind = "entity"
entities = ["hotel"]
prepositions = ["at"]

[verbs.book.slots.rooms]
kind = "number"
nouns = ["room", "rooms"]

[verbs.book.slots.adults]
kind = "number"
label = "guests"
nouns = ["adult", "adults", "of us"]
prepositions = ["for"]
"""
    )
)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("book 2 rooms for 3 adults", {"rooms": "2 rooms", "adults": "3 adults"}),
        ("book for 3 adults, 2 rooms", {"rooms": "2 rooms", "adults": "3 adults"}),
        ("book 2 rooms, 3 adults", {"rooms": "2 rooms", "adults": "3 adults"}),
        ("book two rooms, three of us", {"rooms": "two rooms", "adults": "three of us"}),
        # what people call the slot counts, too
        ("book 4 guests", {"adults": "4 guests"}),
        # without a noun as before: by its preposition, else the first
        ("book for 3", {"adults": "3"}),
        ("book 3", {"rooms": "3"}),
        # a preposition that leads to nothing counted is none of the slot's
        ("book for the weekend, 2 adults", {"adults": "2 adults"}),
        # what counts another thing is none of it
        ("book 3 nights", {}),
        ("book 2 rooms, 3 nights", {"rooms": "2 rooms"}),
    ],
)
def test_counted(text, slots):
    assert words(extracted(text, tables=HOTEL)) == slots


@pytest.mark.parametrize(
    ("text", "asked", "slots"),
    [
        # in a reply to another question only what counts a noun of the slot is a number of it
        ("there are 2 of us", "hotel", {"hotel": "there are", "adults": "2 of us"}),
        ("I want three rooms", "hotel", {"hotel": "I want", "rooms": "three rooms"}),
        ("I have 2 questions", "hotel", {"hotel": "I have 2 questions"}),
        # in a reply to its own
        ("3 adults", "adults", {"adults": "3 adults"}),
        ("3", "adults", {"adults": "3"}),
        ("3 rooms", "adults", {"rooms": "3 rooms"}),
    ],
)
def test_counted_in_a_reply(text, asked, slots):
    assert words(extracted(text, "book", tables=HOTEL, asked=asked)) == slots


TIPS = compile_tables(
    parse_tables(
        """
[entity_types.waiter]
is_person = true
[entity_types.table]
[verbs.tip]
triggers = ["tip"]
confirm = "Tip {waiter} {amount}[ for {what}]"
[verbs.tip.slots.waiter]
kind = "entity"
entities = ["waiter", "table"]
required = true
is_object = true
[verbs.tip.slots.amount]
kind = "money"
required = true
[verbs.tip.slots.what]
kind = "text"
prepositions = ["for"]
"""
    )
)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # a number behind a person is the amount, though no preposition leads to amounts
        ("tip Ada 5", {"waiter": "Ada", "amount": "5"}),
        ("tip her 5 for the coffee", {"waiter": "her", "amount": "5", "what": "the coffee"}),
        ("tip Ada twelve", {"waiter": "Ada", "amount": "twelve"}),
        # behind what is no person it may be a part of the name
        ("tip Terrace 5", {"waiter": "Terrace 5"}),
        # what follows it makes it something else
        ("tip Ada 5 stars", {"waiter": "Ada 5 stars"}),
    ],
)
def test_a_number_behind_a_person_needs_no_preposition(text, slots):
    names = {"ada": frozenset({"waiter"}), "terrace": frozenset({"table"})}
    assert words(extracted(text, tables=TIPS, names=names)) == slots
