"""Counted nouns, and that every count which the command prints has one."""

import re
from pathlib import Path

import pytest

from dialog.plurals import counted

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("number", "noun", "told"),
    [
        (0, "message", "0 messages"),
        (1, "message", "1 message"),
        (2, "message", "2 messages"),
        (1204, "entity", "1,204 entities"),
        (1, "entity", "1 entity"),
        (3, "day", "3 days"),
        (2, "tie", "2 ties"),
        (2, "pass", "2 passes"),
        (2, "batch", "2 batches"),
    ],
)
def test_a_noun_follows_its_number(number, noun, told):
    assert counted(number, noun) == told


PRINTED = re.compile(r"\{[^{}]*\}\s(?:errors|warnings|messages|records|entities|turns|ties|rows)\b")


def test_no_count_is_printed_with_a_plural_of_its_own():
    paths = (ROOT / "dialog").rglob("*.py")
    assert [(path.name, found) for path in paths if (found := PRINTED.findall(path.read_text("utf-8")))] == []
