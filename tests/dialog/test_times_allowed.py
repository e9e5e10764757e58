"""Times between bounds: refused outside, a bare hour in the half of the day that is allowed or shown."""

import pytest

from dialog import DialogManager
from dialog.directory import EntityDirectory
from dialog.testing import Chat, FrozenClock
from slots.errors import TableError
from slots.toml_tables import parse_tables
from tests.studio import NOW

YARD = """
name = "yard"

[verbs.book_dock]
triggers = ["book dock"]
confirm = "Book the dock at {{at}}"

[verbs.book_dock.slots.at]
kind = "time"
required = true
prepositions = ["at"]
prompt = "At what time?"
{bounds}
"""


def yard(bounds=""):
    home = EntityDirectory.from_json('{"tenant": "yard", "users": [{"id": "ann", "name": "Ann"}]}')
    clock = FrozenClock(NOW)
    tables = parse_tables(YARD.format(bounds=bounds))
    manager = DialogManager(verbs=tables, directory=home, clock=clock, default_tool=lambda call: None)
    return Chat(manager, tenant="yard", user="ann", clock=clock)


DAY = 'earliest = "07:00"\nlatest = "20:00"'
NIGHT = 'earliest = "18:00"\nlatest = "02:00"'


@pytest.mark.parametrize(
    ("bounds", "said", "time"),
    [
        # a bare hour outside is that of the other half of the day
        (DAY, "at 2", "14:00"),
        (DAY, "at half past six", "18:30"),
        (DAY, "at 6:30", "18:30"),
        (DAY, "at 7", "07:00"),
        (DAY, "at 12", "12:00"),
        (NIGHT, "at 8", "20:00"),
        (NIGHT, "at 1", "01:00"),
        (NIGHT, "at 12", "00:00"),
        ('earliest = "07:00"', "at 2", "14:00"),
        # inside as it is said, in both halves of the day too
        (DAY, "at 8", "08:00"),
        (DAY, "at 8pm", "20:00"),
        ("", "at 2", "02:00"),
    ],
)
async def test_bare_hour_between_bounds(bounds, said, time):
    (await yard(bounds).say(f"book dock {said}")).expects(state="confirming", slots={"at": time})


@pytest.mark.parametrize(
    ("bounds", "said", "told"),
    [
        # said in full it is outside
        (DAY, "at 2am", "the at must be between 07:00 and 20:00"),
        (DAY, "at 02:00", "the at must be between 07:00 and 20:00"),
        (DAY, "at 21:15", "the at must be between 07:00 and 20:00"),
        (NIGHT, "at 10am", "the at must be between 18:00 and 02:00"),
        ('earliest = "07:00"', "at 5am", "the at must be 07:00 or later"),
        ('latest = "12:00"', "at 3pm", "the at must be 12:00 or earlier"),
    ],
)
async def test_time_outside_is_refused_with_the_bounds(bounds, said, told):
    (await yard(bounds).say(f"book dock {said}")).expects(asking="at", contains=[told])


@pytest.mark.parametrize(
    ("said", "change", "time"),
    [
        ("at 2pm", "no, make it half past two", "14:30"),
        ("at 2pm", "no, at 3", "15:00"),
        ("at 2pm", "2:45", "14:45"),
        ("at 2pm", "no, 9 in the morning", "09:00"),
        ("at 2pm", "no, at 09:00", "09:00"),
        ("at 2pm", "no, at noon", "12:00"),
        ("at 1pm", "no, 11:30", "11:30"),
        ("at 1pm", "no, at 9", "09:00"),
        ("at 11pm", "no, at 12", "00:00"),
        ("at 10am", "no, at 3", "15:00"),
        ("at 9am", "no, at 10", "10:00"),
        ("at 9am", "no, at 3pm", "15:00"),
    ],
)
async def test_changed_hour_is_in_the_nearer_half_of_the_day(said, change, time):
    chat = yard()
    (await chat.say(f"book dock {said}")).expects(state="confirming")
    (await chat.say(change)).expects(state="confirming", slots={"at": time})


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ('earliest = "7 o\'clock"', "must be a time"),
        ("earliest = 7", "must be a time"),
        ("minimum = 7", "'minimum' means nothing for kind time"),
    ],
)
def test_bounds_that_are_no_times(bounds, told):
    with pytest.raises(TableError, match=told):
        parse_tables(YARD.format(bounds=bounds))
