from __future__ import annotations

import pytest

from slots.template import parse

LOG = "Log {hours} h of {task}[ for {user}][ on {date} at {place}]"


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        # every value there
        (LOG, {"hours": "2", "task": "Design", "user": "Sam"}, "Log 2 h of Design for Sam"),
        # an optional part vanishes when its value is empty or missing
        (LOG, {"hours": "2", "task": "Design", "user": ""}, "Log 2 h of Design"),
        # ... and when one of several values inside is
        (LOG, {"hours": "2", "task": "Design", "date": "Monday"}, "Log 2 h of Design"),
        (
            LOG,
            {"hours": "2", "task": "Design", "date": "Monday", "place": "home"},
            "Log 2 h of Design on Monday at home",
        ),
        # outside brackets a missing value leaves nothing
        ("Rename {a}", {}, "Rename "),
        # values are put in as they are
        ("Rename {a}[ to {b}]", {"a": "{b}", "b": "[x]"}, "Rename {b} to [x]"),
        # the article that a value takes
        ("Make {a kind}[ of {a part}]", {"kind": "Agile Sprint", "part": "T&M"}, "Make an Agile Sprint of a T&M"),
        ("Make {a kind}.", {"kind": "unit"}, "Make a unit."),
        ("Make {a kind}.", {"kind": "8 h log"}, "Make an 8 h log."),
        ("Make {a kind}.", {}, "Make ."),
        # blanks around a slot's name do not count
        ("Do { a }.", {"a": "it"}, "Do it."),
        # a value that the template does not show changes nothing
        ("Do it.", {"a": "x"}, "Do it."),
        ("", {"a": "x"}, ""),
        # a broken template renders as nothing
        ("Do {a", {"a": "x"}, ""),
    ],
)
def test_render(text, values, expected):
    assert parse(text).render(values) == expected


@pytest.mark.parametrize(
    ("text", "slots", "always"),
    [
        (LOG, ("hours", "task", "user", "date", "place"), ("hours", "task")),
        # a slot shown twice counts once
        ("{a} {b} {a}[{b}]", ("a", "b"), ("a", "b")),
        ("nothing", (), ()),
    ],
)
def test_slots(text, slots, always):
    assert (parse(text).slots, parse(text).always) == (slots, always)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Log {hours", "has a '{' without its '}'"),
        ("Log hours}", "has a '}' that nothing opened"),
        ("Log {a {b}}", "has a '{' without its '}'"),
        ("Log[ for {a}", "has a '[' without its ']'"),
        ("Log {a}]", "has a ']' that nothing opened"),
        ("Log [{a]}", "has a ']' that nothing opened"),
        ("Log [a [b]]", "has optional parts inside each other"),
        ("Log {}", "has '{}' without a slot's name in it"),
        ("Log { }", "has '{}' without a slot's name in it"),
        # right ones
        ("Log {a}[ for {b}][ on {c}]", ""),
        ("", ""),
    ],
)
def test_problem(text, problem):
    assert parse(text).problem == problem
