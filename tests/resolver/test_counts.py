"""A number before words that only resolving tells to be a known thing."""

import json

import pytest

from dialog.directory import EntityDirectory
from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import Play

CELLAR = compile_tables(
    parse_tables(
        """
[entity_types.ware]
[verbs.carry]
triggers = ["carry"]
confirm = "Carry {number} {ware}"
[verbs.carry.slots.ware]
kind = "entity"
entities = ["ware"]
is_object = true
required = true
menu = "recent"
[verbs.carry.slots.number]
kind = "number"
required = true
maximum = 50
nouns = ["boxes"]
"""
    )
)
WARES = EntityDirectory.from_json(
    json.dumps(
        {
            "tenant": "cellar",
            "users": [{"id": "u1", "name": "Ada Lund"}],
            "wares": [{"id": "w1", "name": "Copper Kettle"}, {"id": "w2", "name": "7 Suns Lamp"}],
        }
    )
)


@pytest.mark.parametrize(
    ("text", "state", "slots"),
    [
        ("carry 20 copper kettles", "confirming", {"ware": "Copper Kettle", "number": "20"}),
        ("carry twenty coper kettle", "confirming", {"ware": "Copper Kettle", "number": "20"}),
        ("carry 20 copper kettle", "confirming", {"ware": "Copper Kettle", "number": "20"}),
        # what is no thing of the verb's is counted by nobody
        ("carry 20 nights", "awaiting_freeform:ware", {}),
        # a number of the name's own
        ("carry 7 suns lamps", "awaiting_freeform:number", {"ware": "7 Suns Lamp"}),
        # the bounds hold
        ("carry 60 copper kettles", "awaiting_freeform:number", {"ware": "Copper Kettle"}),
    ],
)
def test_a_number_before_an_inexact_name(text, state, slots):
    play = Play("u1", directory=WARES, tables=CELLAR).say(text)
    assert (play.state, play.slots) == (state, slots)
