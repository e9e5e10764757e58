"""New names: what only leads to one, and what is none."""

import pytest

from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import extracted, words
from tests.surgery import at_surgery

TABLE = compile_tables(
    parse_tables(
        """
[verbs.reserve]
triggers = ["reserve table"]
confirm = "A table[ for {guest}] on {day}"
[verbs.reserve.slots.guest]
kind = "name"
prepositions = ["under", "name"]
[verbs.reserve.slots.day]
kind = "date"
required = true
prepositions = ["on"]
"""
    )
)


@pytest.mark.parametrize(
    "reply",
    [
        "Mary Moss", "her name is Mary Moss", "Her name is Mary Moss.", "my name is Mary Moss", "his name's Mary Moss",
        "the owner's name is Mary Moss", "their name should be Mary Moss", "its name is Mary Moss",
        "she is called Mary Moss", "he's called Mary Moss", "the name's Mary Moss", "her name is called Mary Moss",
    ],
)  # fmt: skip
def test_what_only_leads_to_a_new_name(reply):
    assert at_surgery("add owner", reply).slots == {"owner_name": "Mary Moss"}


@pytest.mark.parametrize("name", ["Her Name Is Rio", "Name Brand Shoes", "Hers", "My Own"])
def test_a_name_that_begins_so(name):
    assert at_surgery("add owner", name).slots == {"owner_name": name}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("reserve table on friday, name Rossi", {"guest": "Rossi", "day": "friday"}),
        ("reserve table on friday, my name is Rossi", {"guest": "Rossi", "day": "friday"}),
        ("reserve table under Is Rossi on friday", {"guest": "Is Rossi", "day": "friday"}),
    ],
)
def test_the_preposition_name(text, slots):
    assert words(extracted(text, tables=TABLE, names={})) == slots
