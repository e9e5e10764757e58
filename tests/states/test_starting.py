"""The wishes of one message: how many are taken up, and how far is looked for them."""

import pytest

from resolver.setting import Setting
from slots.text import MAX_TOKENS
from states.starting import MAX_WISHES, find_wishes
from tests.playing import AGENCY, Play, read


def wishes(text):
    play = Play()
    setting = Setting(AGENCY, play.actor, play.clock(), play.clock().date())
    return [found.match.verb for found in find_wishes(read(text), setting)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("log 2h of dev to Nike and archive Acme", ["log_time", "archive"]),
        # a lone word is a wish where something behind it fits its slots
        ("log 2h of dev to Nike and archive it", ["log_time", "archive"]),
        ("log 2h of dev to Nike and log", ["log_time"]),
        # no more than one message should hold
        ("archive Acme" + " and archive Nike" * 8, ["archive"] * 9),
        ("archive Acme" + " and archive Nike" * 300, ["archive"] * MAX_WISHES),
        # words that look like wishes and are none cost a bounded look each
        (" and log" * (MAX_TOKENS // 2), ["log_time"]),
    ],
)
def test_wishes_of_one_message(text, expected):
    assert wishes(text) == expected
