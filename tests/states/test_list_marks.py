"""Wishes pasted from a list: its marks are no values."""

import pytest

from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import Play

SEATS = compile_tables(
    parse_tables(
        """
[verbs.seat]
triggers = ["seat"]
confirm = "Seat {heads} on {day}"
[verbs.seat.slots.heads]
kind = "number"
required = true
[verbs.seat.slots.day]
kind = "date"
required = true
prepositions = ["on"]
"""
    )
)


@pytest.mark.parametrize(
    ("text", "heads", "more"),
    [
        ("1. seat 5 on May 22", "5", 0),
        ("1) seat 5 on May 22", "5", 0),
        ("1: seat 5 on May 22", "5", 0),
        ("do this: 12. seat 5 on May 22", "5", 0),
        ("1. seat 5 on May 22\n2. seat 3 on May 23", "5", 1),
        ("1) seat 5 on May 22\n2) seat 3 on May 23\n3) seat 4 on May 24", "5", 2),
        ("- seat 5 on May 22\n- seat 3 on May 23", "5", 1),
        # a number of its own is a value
        ("seat on May 22\n5", "5", 0),
        ("seat on May 22, 5.", "5", 0),
        ("seat on May 22\n5.", "5", 0),
        ("seat 1.5 on May 22", "1.5", 0),
        ("seat on May 22, 5. Thanks", "5", 0),
    ],
)
def test_the_mark_of_a_list_is_no_value(text, heads, more):
    play = Play(tables=SEATS).say(text)
    assert (play.state, play.slots.get("heads"), len(play.top.after)) == ("confirming", heads, more)


def test_the_mark_of_the_next_line_stays_with_no_wish():
    play = Play(tables=SEATS).say("1. seat 5 on May 22\n2) seat 3 on May 23\n3. seat 4 on May 24")
    assert [wish.text for wish in play.top.after] == ["seat 3 on May 23", "seat 4 on May 24"]
