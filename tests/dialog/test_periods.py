"""From when to when: periods said alone, by their first day and by their last."""

import pytest

from dialog import DialogManager
from dialog.directory import EntityDirectory
from dialog.testing import Chat, FrozenClock
from slots.toml_tables import parse_tables
from tests.studio import NOW

BANK = """
name = "bank"

[verbs.list_payments]
triggers = ["list payments"]
confirm = "List payments[ from {since}][ until {until}]"

[verbs.list_payments.slots.since]
kind = "date"
date_policy = "past"
period_day = "first"
bare = false
required = true
prepositions = ["since", "from", "in"]
prompt = "Since when?"

[verbs.list_payments.slots.until]
kind = "date"
date_policy = "past"
period_day = "last"
bare = false
prepositions = ["until", "to"]
"""


def bank():
    home = EntityDirectory.from_json('{"tenant": "bank", "users": [{"id": "ann", "name": "Ann"}]}')
    clock = FrozenClock(NOW)
    manager = DialogManager(verbs=parse_tables(BANK), directory=home, clock=clock, default_tool=lambda call: None)
    return Chat(manager, tenant="bank", user="ann", clock=clock)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("list payments since january", "from Thu 1 Jan 2026?"),
        ("list payments from January to March", "from Thu 1 Jan 2026 until Tue 31 Mar 2026?"),
        ("list payments from 5 January until february", "from Mon 5 Jan 2026 until Sat 28 Feb 2026?"),
        ("list payments since last quarter until last week", "from Thu 1 Jan 2026 until Sun 17 May 2026?"),
        ("list payments in 2025", "from Wed 1 Jan 2025?"),
        ("list payments from May 2025 to June 2025", "from Thu 1 May 2025 until Mon 30 Jun 2025?"),
        # another day than that of a period
        ("list payments since the 4th until may 6", "from Mon 4 May 2026 until Wed 6 May 2026?"),
        # a period that is not over has no last day to look back on
        ("list payments since April until this month", "What is the until?"),
        # not yet begun, no period, no date
        ("list payments from next month", "Since when?"),
        ("list payments since 19", "Since when?"),
    ],
)
async def test_periods(said, asked):
    (await bank().say(said)).expects(contains=[asked])


async def test_a_period_as_the_answer_and_as_the_change():
    chat = bank()
    (await chat.say("list payments")).expects(asking="since")
    (await chat.say("last month")).expects(contains=["from Wed 1 Apr 2026?"])
    (await chat.say("no, since February")).expects(contains=["from Sun 1 Feb 2026?"])
    (await chat.say("until March")).expects(contains=["from Sun 1 Feb 2026 until Tue 31 Mar 2026?"])
