"""Further surface forms of a verb: which guard lets which form apply, and what it moves."""

import pytest

from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import extracted, words

TABLES = compile_tables(
    parse_tables(
        """
[entity_types.parcel]
nouns = ["parcel"]
[entity_types.place]

[verbs.send]
triggers = ["send"]
confirm = "Send {parcel} to {place}[ with {note}][, {weight}]"
[verbs.send.slots.parcel]
kind = "entity"
entities = ["parcel"]
required = true
is_object = true
menu = "recent"
[verbs.send.slots.place]
kind = "entity"
entities = ["place"]
required = true
prepositions = ["to"]
menu = "recent"
[verbs.send.slots.note]
kind = "name"
prepositions = ["with"]
[verbs.send.slots.weight]
kind = "number"

[[verbs.send.forms]]
name = "place first"
when = { reference_before = ["place", "weight"] }
prepositions = { place = [] }
objects = ["place"]

[[verbs.send.forms]]
name = "from and into"
when = { words = ["from", "into"] }
prepositions = { parcel = ["from"], place = ["into"] }
occurrence = { place = "first" }
objects = []

[[verbs.send.forms]]
name = "no parcel"
when = { missing = "parcel", words = ["off"] }
prepositions = { place = ["off"] }
"""
    )
)
NAMES = {
    "box": frozenset({"parcel"}), "crate": frozenset({"parcel"}), "oslo": frozenset({"place"}),
    "rome": frozenset({"place"}),
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "form", "slots"),
    [
        # the verb's own form where no guard holds
        ("send box to Oslo", "", {"parcel": "box", "place": "Oslo"}),
        ("send box", "", {"parcel": "box"}), ("send", "", {}),
        # a reference before an anchor: name, pronoun, mention
        ("send Oslo 5", "place first", {"place": "Oslo", "weight": "5"}),
        ("send it 5", "place first", {"place": "it", "weight": "5"}),
        ("send @oslo 5", "place first", {"place": "@oslo", "weight": "5"}),
        # not where the anchor comes first, is missing, or the reference does not fit
        ("send 5 Oslo", "", {"weight": "5"}), ("send Oslo", "", {"parcel": "Oslo"}),
        ("send box 5 to Oslo", "", {"parcel": "box", "weight": "5", "place": "Oslo"}),
        # not behind a preposition
        ("send box to Oslo 5", "", {"parcel": "box", "place": "Oslo", "weight": "5"}),
        # words in their order, each leading to what it should
        ("send from crate into Rome", "from and into", {"parcel": "crate", "place": "Rome"}),
        # the other way round they are none
        ("send into Rome from crate", "", {"parcel": "into Rome from crate"}),
        # and a form that its words do not fill does not apply
        ("send from into Rome", "", {"parcel": "from into Rome"}),
        # a slot that the own form left empty
        ("send 5 off Rome", "no parcel", {"weight": "5", "place": "Rome"}),
        ("send box off Rome", "", {"parcel": "box off Rome"}),
    ],
)  # fmt: skip
def test_form(text, form, slots):
    extraction = extracted(text, tables=TABLES, names=NAMES)
    assert (extraction.form, words(extraction)) == (form, slots)


@pytest.mark.parametrize(
    ("text", "form", "slots"),
    [
        # a person before the hours moves "to" to the project and "on" to the task
        ("allocate him 6 hours to Rando Site on dev", "person before the hours",
         {"user_name": "him", "hours": "6 hours", "project_name": "Rando Site", "task_name": "dev"}),
        ("allocate John 6h to Nike", "person before the hours",
         {"user_name": "John", "hours": "6h", "project_name": "Nike"}),
        ("allocate @john 6h to Nike for dev", "person before the hours",
         {"user_name": "@john", "hours": "6h", "project_name": "Nike", "task_name": "dev"}),
        # the hours first: "to" is the person, "on" the project, "for" the task
        ("allocate 10h to @ana for design on Rando Site", "",
         {"hours": "10h", "user_name": "@ana", "task_name": "design", "project_name": "Rando Site"}),
        ("allocate 10h to him on Nike as dev", "",
         {"hours": "10h", "user_name": "him", "project_name": "Nike", "task_name": "dev"}),
        ("allocate hours to them", "", {"user_name": "them"}),
        # a retainer named between for and with
        ("create a retainer for Spring Campaign with Acme", "named between for and with",
         {"project_name": "Spring Campaign", "client_name": "Acme"}),
        ("create a retainer for Dinner with Friends with Acme", "named between for and with",
         {"project_name": "Dinner", "client_name": "Acme"}),
        # but not when the project has its name
        ("create a retainer Spring for Acme", "", {"project_name": "Spring", "client_name": "Acme"}),
        # nor when nothing but money stands behind "with"
        ("create a retainer for Acme with $5k", "", {"client_name": "Acme", "contract_value": "$5k"}),
    ],
)  # fmt: skip
def test_forms_of_the_agency(text, form, slots):
    extraction = extracted(text)
    assert (extraction.form, words(extraction)) == (form, slots)


@pytest.mark.parametrize("text", ["him 6h to Nike", "from crate into Rome"])
def test_a_reply_is_read_in_the_own_form(text):
    assert extracted(text, "allocate_hours").form == ""
