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


HIRE = compile_tables(
    parse_tables(
        """
[verbs.hire]
triggers = ["hire"]
confirm = "Hire {heads} on {day} at {time}"

[verbs.hire.slots.heads]
kind = "number"
required = true
prepositions = ["for"]
nouns = ["heads"]

[verbs.hire.slots.day]
kind = "date"
required = true
prepositions = ["on"]

[verbs.hire.slots.time]
kind = "time"
required = true
prepositions = ["at"]
"""
    )
)
FULL = {"heads": "4", "day": "2026-05-22", "time": "08:00"}


@pytest.mark.parametrize(
    ("said", "state", "slots"),
    [
        # a bare number answers the question, and no slot for numbers takes it
        (["hire", "4", "May 22", "8"], "confirming", FULL),
        (["hire", "4", "May 22", "at eight"], "confirming", FULL),
        (["hire for 4 on May 22", "at 8"], "confirming", FULL),
        (["hire on May 22 at 8", "4"], "confirming", FULL),
        # one that the question cannot take changes nothing
        (["hire for 4 at 8", "22"], "awaiting_freeform:day", {"heads": "4", "time": "08:00"}),
        # another slot's preposition, or noun, says which slot it is
        (["hire for 5 on May 22", "for 4"], "awaiting_freeform:time", {"heads": "4", "day": "2026-05-22"}),
        (["hire for 5 on May 22", "4 heads at 8"], "confirming", FULL),
        # a correction
        (["hire for 4 on May 22 at 9", "at 8"], "confirming", FULL),
        (["hire for 9 on May 22 at 8", "for 4"], "confirming", FULL),
        (["hire for 9 on May 22 at 9", "no, at 8 for 4"], "confirming", FULL),
    ],
)
def test_a_bare_number_answers_what_was_asked(said, state, slots):
    play = Play(tables=HIRE).say(*said)
    assert (play.state, play.slots) == (state, slots)
