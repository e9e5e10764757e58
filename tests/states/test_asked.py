"""What was asked for goes before what a preposition of another slot says."""

import pytest

from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import Play

STAY = compile_tables(
    parse_tables(
        """
[verbs.stay]
triggers = ["book stay"]
confirm = "Stay from {arrival} until {departure}[ with {guests}]"

[verbs.stay.slots.arrival]
kind = "date"
required = true
prepositions = ["on", "from"]

[verbs.stay.slots.departure]
kind = "date"
required = true
bare = false
prepositions = ["until", "to"]

[verbs.stay.slots.guests]
kind = "number"
nouns = ["guests"]
"""
    )
)


@pytest.mark.parametrize(
    ("said", "state", "slots"),
    [
        # the only value is that of the question, whatever it stands behind
        (["book stay", "on May 22", "on May 25"], "confirming", {"arrival": "2026-05-22", "departure": "2026-05-25"}),
        (["book stay from May 22", "on May 25"], "confirming", {"arrival": "2026-05-22", "departure": "2026-05-25"}),
        # two values each have their slot
        (["book stay", "from May 22 until May 25"], "confirming", {"arrival": "2026-05-22", "departure": "2026-05-25"}),
        (["book stay from May 22", "until May 25, from May 23"], "confirming",
         {"arrival": "2026-05-23", "departure": "2026-05-25"}),
        # a preposition that says which slot is meant
        (["book stay from May 22", "from May 23"], "awaiting_freeform:departure", {"arrival": "2026-05-23"}),
        # another kind of value answers nothing
        (["book stay from May 22", "3 guests"], "awaiting_freeform:departure", {"guests": "3"}),
    ],
)  # fmt: skip
def test_asked_value(said, state, slots):
    play = Play(tables=STAY).say(*said)
    assert play.state == state
    assert {name: play.slots.get(name) for name in slots} == slots
