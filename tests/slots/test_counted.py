"""Numbers and what they count: the noun beside a number says which slot it is for."""

import pytest

from slots.compiled import compile_tables
from slots.text import name_key, tokenize
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


STORE = compile_tables(
    parse_tables(
        """
[entity_types.ware]
[entity_types.shelf]
[entity_types.porter]
is_person = true

[verbs.carry]
triggers = ["carry"]
confirm = "Carry {number} {ware}[ to {shelf}][ on {day}]"
[verbs.carry.slots.number]
kind = "number"
required = true
nouns = ["boxes", "pots"]
[verbs.carry.slots.ware]
kind = "entity"
entities = ["ware"]
is_object = true
required = true
[verbs.carry.slots.shelf]
kind = "entity"
entities = ["shelf"]
prepositions = ["to"]
[verbs.carry.slots.day]
kind = "date"

[verbs.keep]
triggers = ["keep stock"]
confirm = "Keep {number} {ware}"
[verbs.keep.slots.ware]
kind = "entity"
entities = ["ware"]
required = true
[verbs.keep.slots.number]
kind = "number"
required = true
prepositions = ["at"]

[verbs.peek]
triggers = ["peek"]
confirm = "Peek at {ware}[ {number} times]"
[verbs.peek.slots.ware]
kind = "entity"
entities = ["ware"]
is_object = true
[verbs.peek.slots.number]
kind = "number"
"""
    )
)
WARES = {
    name_key(tokenize(name)): frozenset({kind})
    for kind, names in {
        "ware": ("hats", "pots", "m8 nuts", "h2 lamps", "7 suns"),
        "shelf": ("rack 2",),
        "porter": ("stock 9",),
    }.items()
    for name in names
}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # what is read as a value, and what is nothing to be counted, is not what a number counts
        ("carry hats 4 tomorrow", {"ware": "hats", "number": "4", "day": "tomorrow"}),
        ("carry hats 4 friday", {"ware": "hats", "number": "4", "day": "friday"}),
        ("carry hats 4 please friday", {"ware": "hats", "number": "4", "day": "friday"}),
        ("carry hats, 4 and a dog", {"ware": "hats", "number": "4"}),
        ("carry 5 there", {"number": "5", "ware": "there"}),
        ("carry 5 more hats", {"number": "5", "ware": "hats"}),
        ("carry 5 of those hats", {"number": "5", "ware": "hats"}),
        ("carry 5 of them", {"number": "5", "ware": "them"}),
        ("carry 5 more", {"number": "5", "ware": "more"}),
        ("carry 5 of the hats", {"number": "5", "ware": "hats"}),
        # another noun is
        ("carry hats 4 nights", {"ware": "hats 4 nights"}),
        ("carry hats, 4 more nights", {"ware": "hats"}),
        # dozens, where a number of what the verb is about is needed
        ("carry a dozen hats", {"number": "a dozen", "ware": "hats"}),
        ("carry 2 dozen hats to rack 2", {"number": "2 dozen", "ware": "hats", "shelf": "rack 2"}),
        ("carry two dozen boxes hats", {"number": "two dozen boxes", "ware": "hats"}),
        ("carry half a dozen hats", {"number": "half a dozen", "ware": "hats"}),
        ("carry a couple of hats", {"number": "a couple of", "ware": "hats"}),
        ("carry dozen hats", {"number": "dozen", "ware": "hats"}),
        ("carry the dozen hats", {"number": "dozen", "ware": "hats"}),
        ("carry to rack 2 a dozen hats", {"shelf": "rack 2", "number": "a dozen"}),
        ("carry a few hats", {"ware": "few hats"}),
        ("carry a hats", {"ware": "hats"}),
        ("carry pair programming", {"ware": "pair programming"}),
        ("carry a dozen nights", {"ware": "dozen nights"}),
        # no number is needed, and the words may be anything
        ("peek a couple of hats", {"ware": "couple of hats"}),
        # with a sign
        ("carry 12 x hats", {"number": "12 x", "ware": "hats"}),
        ("carry 12x hats to rack 2", {"number": "12x", "ware": "hats", "shelf": "rack 2"}),
        ("carry hats x12", {"number": "x12", "ware": "hats"}),
        ("carry hats x 12 to rack 2", {"number": "x 12", "ware": "hats", "shelf": "rack 2"}),
        ("carry 12 x 3 hats", {"ware": "12 x 3 hats"}),
        # before a name that begins like a part of the number
        ("carry 10 m8 nuts", {"number": "10", "ware": "m8 nuts"}),
        ("carry ten h2 lamps to rack 2", {"number": "ten", "ware": "h2 lamps", "shelf": "rack 2"}),
        ("carry 5 7 suns", {"number": "5", "ware": "7 suns"}),
        ("carry m8 nuts 10", {"number": "10", "ware": "m8 nuts"}),
        ("carry 2-10 m8 nuts", {"ware": "2-10 m8 nuts"}),
        # behind a determiner
        ("carry the 7 hats to rack 2", {"number": "7", "ware": "hats", "shelf": "rack 2"}),
        ("carry all 7 hats", {"number": "7", "ware": "hats"}),
        ("carry those 7 hats", {"number": "7", "ware": "hats"}),
        ("carry my 7 hats", {"number": "7", "ware": "hats"}),
        ("carry the remaining 7 hats", {"number": "7", "ware": "hats"}),
        ("carry about 20 hats", {"number": "20", "ware": "hats"}),
        ("carry ~20 hats", {"number": "20", "ware": "hats"}),
        ("carry green 7 hats", {"number": "7", "ware": "green"}),
        # a number inside a name of whatever type
        ("keep stock at 5 of the hats in rack 2", {"number": "5"}),
        ("keep stock of hats in rack 2 at 5", {"number": "5"}),
        ("keep stock 9", {"number": "9"}),
        # a noun that is the only name of what the verb is about is its name, too
        ("carry 2 pots", {"number": "2", "ware": "pots"}),
        ("carry 2 pots to rack 2", {"number": "2", "ware": "pots", "shelf": "rack 2"}),
        ("carry 2 pots of hats", {"number": "2 pots", "ware": "hats"}),
    ],
)
def test_what_a_verb_counts(text, slots):
    assert words(extracted(text, tables=STORE, names=WARES)) == slots


@pytest.mark.parametrize(
    ("asked", "text", "slots"),
    [
        ("ware", "it's the hats in rack 2", {"ware": "hats in rack 2"}),
        ("number", "for the hats in rack 2", {}),
        ("number", "5 of the hats in rack 2", {"number": "5"}),
        ("number", "rack 2", {}),
    ],
)
def test_a_number_inside_a_name_answers_nothing(asked, text, slots):
    found = words(extracted(text, "keep", tables=STORE, names=WARES, asked=asked))
    assert {slot: said for slot, said in found.items() if slot in ("number", asked)} == slots
