"""A small vet's surgery for tests: a table in which people, things and days are called alike, and its directory."""

import json

from dialog.directory import EntityDirectory
from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import Play

SURGERY = compile_tables(
    parse_tables(
        """
[families]
book = ["book", "plan"]

[entity_types.owner]
is_person = true

[entity_types.vet]
nouns = ["vet", "dr"]
is_person = true

[entity_types.care]
nouns = ["care"]

[entity_types.user]
label = "person"
is_person = true

[verbs.visit]
triggers = ["{book} visit", "{book} <care>", "{book} <owner>"]
confirm = "Book {care} for {owner}[ with {vet}] on {day} at {time}"

[verbs.visit.slots.care]
kind = "entity"
entities = ["care"]
required = true
is_object = true
from_leftover = true
menu = "listed"

[verbs.visit.slots.owner]
kind = "entity"
entities = ["owner"]
required = true
prepositions = ["for"]
from_leftover = true
auto_create = { tool = "add_owner", permission = "register", argument = "owner_name" }

[verbs.visit.slots.vet]
kind = "entity"
entities = ["vet"]
prepositions = ["with"]

[verbs.visit.slots.day]
kind = "date"
required = true
prepositions = ["on"]
prompt = "On which day?"

[verbs.visit.slots.time]
kind = "time"
required = true
prepositions = ["at"]
prompt = "At what time?"

[verbs.note]
triggers = ["note"]
confirm = "Note for {owner}: {text}"

[verbs.note.slots.owner]
kind = "entity"
entities = ["owner"]
required = true
is_object = true
prepositions = ["for", "on"]
menu = "mentioned"

[verbs.note.slots.text]
kind = "text"
required = true
prepositions = ["that"]
prompt = "What should it say?"

[verbs.drop]
triggers = ["cancel visit", "call off"]
confirm = "Call off the visit of {owner}"

[verbs.drop.slots.owner]
kind = "entity"
entities = ["owner"]
required = true
is_object = true
prepositions = ["of"]
menu = "listed"

[verbs.add_owner]
triggers = ["add owner"]
permission = "register"
creates = "owner"
outputs = { owner = "owner" }
confirm = "Register {owner_name}"

[verbs.add_owner.slots.owner_name]
kind = "name"
required = true
is_object = true
entities = ["owner"]
prompt = "What is the owner called?"

[verbs.leave]
triggers = ["enter leave"]
confirm = "Enter {length} off for {who} from {first}"

[verbs.leave.slots.who]
kind = "entity"
label = "person"
entities = ["user"]
required = true
prepositions = ["for"]
default = "speaker"
menu = "listed"

[verbs.leave.slots.first]
kind = "date"
label = "first day"
required = true
prepositions = ["from"]
prompt = "From which day?"

[verbs.leave.slots.length]
kind = "duration"
unit = "days"
required = true
maximum = 30
prepositions = ["for"]
prompt = "For how long?"
"""
    )
)

NAMES = {
    "tenant": "surgery",
    "timezone": "America/New_York",
    "users": [
        {"id": "iris", "name": "Iris Bloom", "role": "head"},
        {"id": "an", "name": "An Tran", "role": "head"},
        {"id": "to", "name": "To Lam", "role": "head"},
        {"id": "omar", "name": "Omar Said", "role": "head"},
    ],
    "vets": [{"id": "morning", "name": "Ida Midnight"}, {"id": "sunday", "name": "Billy Sunday"},
             {"id": "moss", "name": "Kate Moss"}],
    "owners": [
        {"id": "zed", "name": "Zed Kowalski", "pronouns": "he"}, {"id": "ula", "name": "Ula Brandt", "pronouns": "she"},
        {"id": "wil", "name": "Wilhelmina Hart", "aliases": ["Mina"]}, {"id": "ros", "name": "Rosa Stone"},
        {"id": "ann", "name": "Anne-Marie van Dyke"},
    ],
    "cares": [{"id": "vac", "name": "Vaccination"}, {"id": "den", "name": "Dental Check"}],
    "permissions": {"head": ["register"]},
}  # fmt: skip


def at_surgery(*said):
    """Return what a conversation of the head of the surgery came to, on Wednesday 20 May 2026, 10:00."""
    return Play("iris", directory=EntityDirectory.from_json(json.dumps(NAMES)), tables=SURGERY).say(*said)
