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
        ("night 9", "21:00"),
        ("now", "22:50"),
    ],
)
def test_time_only_where_expected(text, expected):
    assert readings(text) == []
    assert readings(text, read_bare_time) == [expected]


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
