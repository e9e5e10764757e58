"""A bare number belongs to the slot whose preposition leads to it, then to the one asked for, then to one for any."""

import pytest

from slots.compiled import compile_tables
from slots.tables import SlotKind
from slots.toml_tables import parse_tables
from tests.playing import extracted, words

TABLES = compile_tables(
    parse_tables(
        """
[verbs.hire]
triggers = ["hire", "hands for"]
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

[verbs.ship]
triggers = ["ship"]
[verbs.ship.slots.crates]
kind = "number"
required = true
bare = false
prepositions = ["in"]
[verbs.ship.slots.fee]
kind = "money"
prepositions = ["at"]
[verbs.ship.slots.length]
kind = "duration"
unit = "days"
prepositions = ["within"]
[verbs.ship.slots.day]
kind = "date"
prepositions = ["on"]

[verbs.rank]
triggers = ["rank"]
[verbs.rank.slots.score]
kind = "number"
prepositions = ["to", "for"]
[verbs.rank.slots.weight]
kind = "number"
prepositions = ["at"]
[verbs.rank.slots.hours]
kind = "duration"
prepositions = ["for"]
"""
    )
)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # a slot's own preposition owns the number behind it
        ("hire for 2 on friday at 8", {"heads": "2", "day": "friday", "time": "8"}),
        ("hire for 2 heads on friday at eight", {"heads": "2 heads", "day": "friday", "time": "eight"}),
        ("hire at ten for 4 heads", {"time": "ten", "heads": "4 heads"}),
        ("hire on friday at 14.00", {"day": "friday", "time": "14.00"}),
        ("hire at 8 tomorrow for 3", {"time": "8", "day": "tomorrow", "heads": "3"}),
        ("hire for 3 on 12 at 8", {"heads": "3", "day": "12", "time": "8"}),
        ("ship at 3 for 5 crates", {"fee": "3"}),
        ("hire at about 8 for 3", {"time": "about 8", "heads": "3"}),
        ("hire for about 3 at 8", {"heads": "about 3", "time": "8"}),
        ("ship in 5 at 3", {"crates": "5", "fee": "3"}),
        ("ship in 5 within 3", {"crates": "5", "length": "3"}),
        ("ship in 5 on 12", {"crates": "5", "day": "12"}),
        ("rank to 5 at 3", {"score": "5", "weight": "3"}),
        ("rank at 3 to 5", {"weight": "3", "score": "5"}),
        ("rank at 3", {"weight": "3"}),
        # what has a form of its own is what it says, whatever leads to it
        ("hire for 2 at friday 8pm", {"heads": "2", "day": "friday", "time": "8pm"}),
        # a number with a day is a time, but not behind the preposition of a number
        ("hire at 4 tonight", {"time": "4 tonight"}),
        ("hire for 4 tonight at 7", {"heads": "4", "day": "tonight", "time": "7"}),
        ("hands for 4 tonight at 7", {"heads": "4", "day": "tonight", "time": "7"}),
        ("hands for 4 tonight", {"heads": "4", "day": "tonight"}),
        ("hire for 4pm tonight", {"time": "4pm", "day": "tonight"}),
        ("hire at 8 tonight for 3", {"time": "8", "day": "tonight", "heads": "3"}),
        ("hire at 8 this evening", {"time": "8", "day": "this evening"}),
        ("hire at 8 in the evening on monday", {"time": "8 in the evening", "day": "monday"}),
        # what the number counts says more than the preposition
        ("hire at 4 heads", {"heads": "4 heads"}),
        # two slots with one preposition: the first of the table
        ("rank for 5", {"score": "5"}),
        # a number that nothing leads to is anybody's
        ("hire 4 on friday", {"heads": "4", "day": "friday"}),
    ],
)
def test_a_preposition_owns_the_number_behind_it(text, slots):
    assert words(extracted(text, tables=TABLES)) == slots


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("hire at 4 tonight", False),
        ("hire at 12 tonight", False),
        ("hire tonight at 1", False),
        ("hire tonight at 12", False),
        ("hire tonight at 8", True),
        ("hire at 11 tonight", True),
        ("hire at 4pm tonight", True),
        ("hire at 4 in the morning on friday", True),
    ],
)
def test_an_hour_behind_midnight_is_not_of_the_day_of_tonight(text, is_read):
    times = [phrase for phrase in extracted(text, tables=TABLES).phrases if phrase.slot == "time"]
    assert [phrase.value is not None for phrase in times] == [is_read]


@pytest.mark.parametrize(
    ("verb", "asked", "text", "slots"),
    [
        # the slot asked for comes before a number slot
        ("hire", "time", "8", {"time": "8"}),
        ("hire", "time", "at 8", {"time": "8"}),
        ("hire", "time", "at eight", {"time": "eight"}),
        ("hire", "time", "about 8", {"time": "8"}),
        ("hire", "day", "the 12", {"day": "the 12"}),
        # what that slot cannot read is nobody's
        ("hire", "day", "12", {}),
        ("hire", "day", "on 12", {}),
        ("hire", "heads", "8", {"heads": "8"}),
        ("ship", "fee", "3", {"fee": "3"}),
        ("ship", "crates", "3", {"crates": "3"}),
        ("rank", "hours", "for 5", {"hours": "5"}),
        # another slot's preposition, or noun, goes before the question
        ("hire", "time", "for 8", {"heads": "8"}),
        ("hire", "time", "8 heads", {"heads": "8 heads"}),
        ("hire", "heads", "at 8", {"time": "8"}),
        # no slot is asked for, at a confirmation
        ("hire", "", "at 9", {"time": "9"}),
        ("hire", "", "for 9", {"heads": "9"}),
        ("ship", "", "at 9", {"fee": "9"}),
        ("rank", "", "at 9", {"weight": "9"}),
    ],
)
def test_the_slot_asked_for_comes_before_a_stray_number(verb, asked, text, slots):
    assert words(extracted(text, verb, tables=TABLES, asked=asked)) == slots


def test_a_led_number_is_read_as_its_slot_expects():
    phrases = {phrase.slot: phrase for phrase in extracted("ship in 5 at 3 on 12", tables=TABLES).phrases}
    kinds = {slot.name: slot.kind for slot in TABLES.verbs["ship"].spec.slots}
    assert phrases["fee"].value == 3
    assert kinds["day"] is SlotKind.DATE and str(phrases["day"].value) != "12"
