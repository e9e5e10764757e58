"""Things of one name: what a yes runs says which of them it is."""

import json

import pytest

from dialog import DialogManager, EntityDirectory
from dialog.testing import Chat
from slots.toml_tables import parse_tables

TABLES = parse_tables(
    """
name = "shelf"
[entity_types.book]
[entity_types.author]
is_person = true
[verbs.lend]
triggers = ["lend"]
confirm = "Lend {book}"
[verbs.lend.slots.book]
kind = "entity"
entities = ["book"]
required = true
is_object = true
"""
)
NAMES = {
    "tenant": "shelf",
    "users": [{"id": "u", "name": "Una"}],
    "authors": [{"id": "a1", "name": "Anna Day"}, {"id": "a2", "name": "Mark Lee"}],
    "books": [
        {"id": "b1", "name": "Bella", "author": "a1"},
        {"id": "b2", "name": "Bella", "author": "a2"},
        {"id": "b3", "name": "Max", "author": "a2"},
    ],
}


@pytest.fixture
def chat():
    directory = EntityDirectory.from_json(json.dumps(NAMES))
    manager = DialogManager(verbs=TABLES, directory=directory, default_tool=lambda call: None)
    return Chat(manager, tenant="shelf", user="u")


async def test_confirmation_says_which_namesake_was_picked(chat):
    (await chat.say("lend Bella")).expects(asking="book", contains="2) Bella (Mark Lee author)")
    (await chat.say("2")).expects(state="confirming", contains="Lend Bella (Mark Lee author)?", slots={"book": "Bella"})
    (await chat.say("yes")).expects(state="done", calls=["lend"])


async def test_a_name_that_is_enough_stands_alone(chat):
    (await chat.say("lend Max")).expects(state="confirming", contains="Lend Max?")
