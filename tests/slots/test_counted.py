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
