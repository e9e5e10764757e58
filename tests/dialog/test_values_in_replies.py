"""How values stand in the words of a reply."""

import pytest

from dialog.directory import EntityDirectory
from dialog.manager import DialogManager
from dialog.testing import Chat, FrozenClock
from slots.toml_tables import parse_tables
from tests.studio import NOW

TABLES = parse_tables(
    """
[entity_types.site]
[verbs.hire]
triggers = ["hire"]
confirm = "Hire for {site}[ from {month}][ for {length}][, with {people}][: {remark}]"
[verbs.hire.slots.site]
kind = "entity"
entities = ["site"]
required = true
prepositions = ["for"]
menu = "listed"
[verbs.hire.slots.people]
kind = "number"
required = true
nouns = ["people"]
[verbs.hire.slots.month]
kind = "month"
prepositions = ["from"]
default = "this_month"
[verbs.hire.slots.length]
kind = "duration"
unit = "days"
hours_per_day = 8
maximum = 12
prepositions = ["over"]
[verbs.hire.slots.remark]
kind = "text"
prepositions = ["saying"]
[verbs.weigh]
triggers = ["weigh"]
[verbs.weigh.slots.goods]
kind = "name"
required = true
is_object = true
[verbs.weigh.slots.status]
kind = "name"
required = true
[verbs.clean]
triggers = ["clean"]
[verbs.clean.slots.hours]
kind = "duration"
required = true
maximum = 5
[verbs.sweep]
triggers = ["sweep"]
[verbs.sweep.slots.hours]
kind = "duration"
required = true
"""
)
NAMES = """{"tenant": "t", "users": [{"id": "u", "name": "Ada Lund"}],
 "sites": [{"id": "s", "name": "Wood & Co."}, {"id": "r", "name": "Dock"}]}"""


def chat():
    names = EntityDirectory.from_json(NAMES)
    manager = DialogManager(verbs=TABLES, directory=names, clock=FrozenClock(NOW), default_tool=lambda call: None)
    return Chat(manager, tenant="t", user="u")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        # a month is written out
        (["hire for dock from june with 3 people"], "from June 2026"),
        (["hire for dock with 3 people", "from july"], "Month changed from May 2026 to July 2026."),
        # a length has its unit, unless its label says it
        (["hire for dock over 20 days with 3 people"], "the length must be at most 12 days."),
        (["hire for dock over 2 days with 3 people", "over 3 days"], "Length changed from 2 days to 3 days."),
        (["hire for dock over 2 days with 3 people", "over 1 day"], "Length changed from 2 days to 1 day."),
        (["clean", "6 hours"], "the hours must be at most 5."),
        (["clean", "4 hours", "make it 3"], "Hours changed from 4 to 3."),
        # a text stands in quotes
        (["hire for dock with 3 people saying from a to b", "saying to c"], "changed from “from a to b” to “to c”."),
        # one point behind a name that ends in one
        (["hire for dock with 3 people", "for wood & co."], "to Wood & Co. Hire"),
        # what is several, or counted
        (["hire for dock"], "How many people?"),
        (["weigh"], "What are the goods?"),
        (["weigh apples"], "What is the status?"),
        (["clean"], "What are the hours?"),
        # what is open is named
        (["hire for dock", "clean 2 hours", "sweep 1 hour", "hire for dock with 3 people"],
         "open already: sweep, clean, hire."),
    ],
)  # fmt: skip
async def test_values_in_words(said, told):
    talk = chat()
    for text in said:
        reply = await talk.say(text)
    assert told in reply.reply.text
