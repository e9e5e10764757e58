"""Times of day: what shows that it is one, what is one only where it is expected, what is none."""

from datetime import datetime

import pytest

from slots.text import clean, tokenize
from slots.times import Clock, FromNow, read_bare_time, read_time, resolve_time

NOW = datetime(2026, 5, 20, 22, 50)


def readings(text, reader=read_time):
    tokens, found, at = tokenize(clean(text)), [], 0
    while at < len(tokens):
        reading = reader(tokens, at)
        found += [resolve_time(reading[0], NOW)] if reading else []
        at = reading[1] if reading else at + 1
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # digits
        ("16:20", "16:20"),
        ("4:20", "04:20"),
        ("4:20 pm", "16:20"),
        ("4:20PM", "16:20"),
        ("4pm", "16:00"),
        ("4 p.m.", "16:00"),
        ("4.20 pm", "16:20"),
        ("12:10 am", "00:10"),
        ("12:10 pm", "12:10"),
        # words
        ("four pm", "16:00"),
        ("four twenty pm", "16:20"),
        ("four oh five pm", "16:05"),
        ("4 o'clock", "04:00"),
        ("4 o'clock in the afternoon", "16:00"),
        ("noon", "12:00"),
        ("midnight", "00:00"),
        # past and to
        ("half past 4", "04:30"),
        ("a quarter to 5 in the afternoon", "16:45"),
        ("20 past 4 in the afternoon", "16:20"),
        ("10 minutes to 5 pm", "16:50"),
        ("10 to 1 p.m.", "12:50"),
        # parts of the day
        ("4 20 in the morning", "04:20"),
        ("4 20 afternoon", "16:20"),
        ("16 20 in the afternoon", "16:20"),
        ("9 in the evening", "21:00"),
        ("9 at night", "21:00"),
        ("2 at night", "02:00"),
        ("12:20 at night", "00:20"),
        ("evening 9:15", "21:15"),
        # from now
        ("in half an hour", "23:20"),
        ("in 2 hours", "00:50"),
        ("90 minutes from now", "00:20"),
    ],
)
def test_time(text, expected):
    assert readings(text) == [expected]
    assert readings(f"call sam at {text}" if not text.startswith("in ") else f"call sam {text}") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9", "09:00"),
        ("22 45", "22:45"),
        ("6 15", "06:15"),
        ("ten to one", "12:50"),
        ("17h30", "17:30"),
        ("17h", "17:00"),
        ("1730", "17:30"),
        ("20 to 6", "05:40"),
        ("five to six", "05:55"),
        ("night 9", "21:00"),
        ("now", "22:50"),
    ],
)
def test_time_only_where_expected(text, expected):
    assert readings(text) == []
    assert readings(text, read_bare_time) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the part of the day stands with the day
        ("tonight at 8", "20:00"),
        ("tomorrow evening around 7:30", "19:30"),
        ("friday morning at 9", "09:00"),
        ("at 8 tomorrow evening", "20:00"),
        ("at 7 on friday evening", "19:00"),
        ("8 sharp", "08:00"),
        # it does not, or says nothing of the time
        ("tomorrow at 8", "08:00"),
        ("good evening, at 8", "08:00"),
        ("friday at 20", "20:00"),
        ("tonight at 12", "12:00"),
    ],
)
def test_part_of_the_day_beside_the_day(text, expected):
    found = [reading for at in range(len(tokenize(text))) if (reading := read_bare_time(tokenize(text), at))]
    assert resolve_time(found[0][0], NOW) == expected


@pytest.mark.parametrize(
    "text", ["9 to 5", "nine to five", "5 to 6", "10 to 11", "2599", "17h300", "in an hour or two"]
)
def test_no_time_where_one_is_expected(text):
    assert read_bare_time(tokenize(text), 0) is None


@pytest.mark.parametrize(
    "text",
    [
        # lengths, ratios, scores, ranges
        *("2:30 hours", "1:1", "2 to 3 hours", "3:5", "a half", "quarter to", "half past"),
        # no time on any clock
        *("25:10", "10:75", "13 am", "2pmx", "10:30:45", "v4:20", "4:20/5"),
        # words
        *("afternoon", "in the morning", "soon", "may 5", "half of it", "evening"),
    ],
)
def test_no_time(text):
    assert readings(text) == []


def test_expressions():
    assert read_time(tokenize("4 pm"), 0) == (Clock(16), 2)
    assert read_bare_time(tokenize("now"), 0) == (FromNow(), 1)
    assert read_time(tokenize("4 pm"), 9) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("between 2pm and 3pm", ["14:00", "15:00"]),
        ("between noon and 2pm", ["12:00", "14:00"]),
        ("between 10 in the morning and 2 in the afternoon", ["10:00", "14:00"]),
        ("between 14:00 and 15:30", ["14:00", "15:30"]),
        ("between 2 and 3pm", []),
        ("between 2pm and 3", []),
        ("between you and me, 3pm", ["15:00"]),
        ("2pm and 3pm", ["14:00", "15:00"]),
    ],
)
def test_both_ends_of_a_range_are_read_or_none(text, expected):
    tokens = tokenize(text)
    found = [reading for at in range(len(tokens)) if (reading := read_time(tokens, at))]
    assert [resolve_time(value, NOW) for value, _ in found] == expected
