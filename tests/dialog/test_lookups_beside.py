"""A route of the host's own is answered while a question is open, which stays."""

import pytest

from dialog.directory import EntityDirectory
from dialog.manager import DialogManager
from dialog.testing import Chat, FrozenClock
from slots.toml_tables import parse_tables
from tests.studio import NOW

TABLES = parse_tables(
    """
[entity_types.gate]
[verbs.reserve]
triggers = ["reserve"]
confirm = "Reserve {gate}"
done = "Reserved."
[verbs.reserve.slots.gate]
kind = "entity"
entities = ["gate"]
required = true
is_object = true
menu = "listed"
[verbs.remark]
triggers = ["remark"]
[verbs.remark.slots.words]
kind = "text"
required = true
is_object = true
[routes.hours]
summary = "When we are open."
phrases = ["opening hours"]
token_sets = [{ all_of = ["open"], any_of = [["when", "what time"]] }]
"""
)
NAMES = '{"tenant": "t", "users": [{"id": "u", "name": "Ada Lund"}], "gates": [{"id": "g", "name": "North Gate"}]}'
OPEN, HOURS = "awaiting_menu_choice", "From six to ten."


def chat():
    names = EntityDirectory.from_json(NAMES)
    manager = DialogManager(verbs=TABLES, directory=names, clock=FrozenClock(NOW), default_tool=lambda call: None)
    manager.lookup("hours")(lambda asked: HOURS)
    return Chat(manager, tenant="t", user="u")


@pytest.mark.parametrize(
    ("said", "state", "told"),
    [
        (["when are you open?"], "idle", HOURS),
        # a question is open, or something waits for its yes
        (["reserve", "when are you open?"], OPEN, f"{HOURS} What is the gate?"),
        (["reserve", "opening hours"], OPEN, f"{HOURS} What is the gate?"),
        (["reserve north gate", "when are you open?"], "confirming", f"{HOURS} Reserve North Gate? Yes or no?"),
        (["reserve north gate", "opening hours"], "confirming", f"{HOURS} Reserve North Gate? Yes or no?"),
        (["reserve north gate", "yes, when are you open?"], "confirming", f"{HOURS} Nothing is done yet"),
        (["reserve north gate", "when are you open?", "yes"], "done", "Reserved."),
        # what answers the question, what no route takes, and a free text
        (["reserve", "the north gate"], "confirming", "Reserve North Gate?"),
        (["reserve north gate", "what is the moon?"], "confirming", "I cannot answer that here."),
        (["remark", "when are you open?"], "confirming", "Remark: words when are you open??"),
    ],
)
async def test_a_lookup_beside_an_open_question(said, state, told):
    talk = chat()
    for text in said:
        reply = await talk.say(text)
    reply.expects(state=state, contains=told)
