"""Lengths of time."""

from decimal import Decimal

import pytest

from slots.durations import in_unit, read_duration
from slots.text import clean, tokenize


def readings(text):
    """Return what is read from left to right, each reading from the end of the one before."""
    tokens, found, at = tokenize(clean(text)), [], 0
    while at < len(tokens):
        reading = read_duration(tokens, at)
        found += [reading] if reading else []
        at = reading[1] if reading else at + 1
    return found


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        # digits
        ("2.5h", 150),
        ("2h30", 150),
        ("2h30m", 150),
        ("2h 30m", 150),
        ("2 h 30 min", 150),
        ("2 h", 120),
        ("2 hrs", 120),
        ("90 minutes", 90),
        ("45 min", 45),
        ("30-minutes", 30),
        ("1:30 hours", 90),
        ("1w3d2h32m", 14552),
        ("2 hours, 30 minutes", 150),
        ("0 hours", 0),
        # words
        ("an hour", 60),
        ("an hour and a half", 90),
        ("one and a half hours", 90),
        ("two and a half hours", 150),
        ("2 and a half hours", 150),
        ("two hours and a half", 150),
        ("two hours and thirty minutes", 150),
        ("two hours thirty", 150),
        ("two point five hours", 150),
        ("a hundred and fifty hours", 9000),
        ("2 more hours", 120),
        ("another hour", 60),
        ("7 extra minutes", 7),
        # halves and quarters
        ("half an hour", 30),
        ("half hour", 30),
        ("a half hour", 30),
        ("half-hour", 30),
        ("a quarter of an hour", 15),
        ("quarter of an hour", 15),
        ("three quarters of an hour", 45),
        ("½ hour", 30),
        ("1½ hours", 90),
        ("1/2 h", 30),
        ("1 1/2 hours", 90),
        # longer units
        ("3 days", 4320),
        ("a day", 1440),
        ("two weeks", 20160),
        ("2 days and half an hour", 2910),
        # seconds
        ("30 seconds", Decimal("0.5")),
        ("30s", Decimal("0.5")),
    ],
)
def test_duration(text, minutes):
    tokens = tokenize(clean(text))
    assert read_duration(tokens, 0) == (Decimal(minutes) * 60, len(tokens))


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        # in a sentence, once
        ("log 2h of design", [2]),
        ("log two hours thirty on design", [2.5]),
        ("two hours 12 monkeys", [2]),
        ("two hours 30 rock", [2]),
        ("2 hours to 3 Rivers", [2]),
        ("log 2h on beta 2 and 3h on beta 3", [2, 3]),
        ("two, no, three hours", [3]),
        ("an hour's work", [1]),
        ("change it from 2 hours to 3 hours", [2, 3]),
        ("design: 2h", [2]),
        ("time:2h", [2]),
        # no durations
        ("quarter to", []),
        ("quarter to three", []),
        ("hours", []),
        ("2", []),
        ("1:30", []),
        ("a second", []),
        ("2m dollars", []),
        ("$2m", []),
        ("1.2.3 hours", []),
        ("2hx", []),
        ("2h90", []),
        ("v2 hours", []),
        ("9" * 20 + " hours", []),
        # ranges: not from any position
        ("2 to 3 hours", []),
        ("two to three hours", []),
        ("2-3 hours", []),
        ("2 - 3 hours", []),
        ("2–3 hours", []),
        ("2/3 hours", []),
        ("2 or 3 hours", []),
        ("between 2 and 3 hours", []),
        ("2h-3h", []),
        ("2 hours to 3 hours", []),
        ("half an hour to an hour", []),
        ("from 2 to 3 hours", []),
        ("an hour or two for Nike", []),
        ("2 hours or 3 tasks", [2]),
        # sums and products: no part of one
        ("two hours minus 10 minutes", []),
        ("an hour plus ten minutes", []),
        ("2 x 3 hours", []),
        ("twice 2 hours", []),
        ("3 times two hours", []),
        ("point five hours", []),
        # negatives
        ("-2 hours", []),
        ("minus 2 hours", []),
        ("minus two and a half hours", []),
        # rates
        ("50 an hour", []),
        ("fifty an hour", []),
        ("50 dollars an hour", []),
        ("$150/h", []),
        ("150/hour", []),
        ("per hour", []),
        ("40 hours a week", []),
        ("10 hours per day", []),
        # points in time
        ("three days ago", []),
        ("two weeks from now", []),
        ("a week from monday", []),
        # a fraction belongs to the length unless it measures what follows
        ("an hour and a half of design", [1.5]),
        # words that may or may not belong together
        ("one fifty hours", []),
        # two of them, and a one left out
        ("a couple of hours", [2]),
        ("couple hours on it", [2]),
        ("a couple of boxes", []),
        ("that hour and a half of design", [1.5]),
        ("the hour and a quarter hour", [0.25]),
    ],
)
def test_durations_in_text(text, hours):
    assert [found[0] / 3600 for found in readings(text)] == [Decimal(str(each)) for each in hours]


@pytest.mark.parametrize(
    ("text", "hours_per_day", "hours"),
    [
        # a day of work
        ("2 days", 8, 16),
        ("half a day", 8, 4),
        ("a week", 8, 40),
        ("a day and a half", 8, 12),
        ("1 day 2 hours", "7.5", "9.5"),
        ("all day", 8, 8),
        ("a full week", "7.5", "37.5"),
        ("another working day", 8, 8),
        ("a fortnight", 8, 80),
        ("3 hours", 8, 3),
        # a day of the clock
        ("2 days", 24, 48),
        ("a week", 24, 168),
        ("2 nights", 24, 48),
        # a night is no day of work; without the table's word "all day" has no length
        ("2 nights", 8, None),
        ("all day", None, None),
        ("a fortnight", None, None),
        ("2 days ago", 8, None),
    ],
)
def test_day_of_work(text, hours_per_day, hours):
    tokens = tokenize(clean(text))
    found = read_duration(tokens, 0, hours_per_day=None if hours_per_day is None else Decimal(hours_per_day))
    assert found == (None if hours is None else (Decimal(hours) * 3600, len(tokens)))


@pytest.mark.parametrize(
    ("seconds", "unit", "expected"),
    [
        (9000, "hours", "2.5"),
        (144000, "hours", "40"),
        (0, "hours", "0"),
        (9000, "minutes", "150"),
        (9000, "seconds", "9000"),
        (129600, "days", "1.5"),
        (360000, "hours", "100"),
        # no decimal says it exactly
        (1200, "hours", "0.333333"),
    ],
)
def test_in_unit(seconds, unit, expected):
    assert str(in_unit(Decimal(seconds), unit)) == expected


def test_unknown_unit():
    with pytest.raises(KeyError):
        in_unit(Decimal(1), "fortnights")
