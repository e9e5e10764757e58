"""The log on both databases: tail, show, stats, explain, prune, erase and replay read and write the same there."""

from datetime import timedelta

import pytest

from dialog.command import main
from dialog.testing import FrozenClock
from tests.studio import NOW, studio


@pytest.fixture
async def talked(database_url):
    chat, _ = studio(database_url, clock=FrozenClock(NOW))
    for text in ("log 2h of dev to Nike", "yes", "sing me a song", "set rate for Sarah to $150", "no"):
        await chat.say(text)
    debugged = (await chat.say("!debug last")).reply.text
    chat.manager.close()
    return database_url, debugged


def run(capsys, *words):
    status = main(list(words))
    return status, capsys.readouterr().out


async def test_the_log_is_read_pruned_and_erased(talked, capsys):
    url, debugged = talked
    assert "set rate" in debugged
    status, out = run(capsys, "log", "tail", "--store", url)
    assert (status, out.count("\n") >= 5) == (0, True)
    assert "sing me a song" in out
    status, out = run(capsys, "log", "stats", "--store", url)
    assert status == 0 and "log_time" in out and "set_rate" in out
    assert run(capsys, "replay", "--store", url) == (0, "0 of 5 messages would now be read otherwise\n")
    status, out = run(capsys, "log", "erase", "--store", url, "--tenant", "workshop", "--person", "ana")
    assert status == 0
    status, out = run(capsys, "log", "tail", "--store", url)
    assert "sing me a song" not in out
    status, out = run(capsys, "log", "prune", "--store", url, "--older-than", "0d")
    assert status == 0
    assert run(capsys, "log", "tail", "--store", url)[1].count("log_time") == 0


async def test_a_manager_prunes_what_is_too_old(database_url):
    clock = FrozenClock(NOW)
    chat, _ = studio(database_url, clock=clock)
    await chat.say("log 2h of dev to Nike")
    clock.pass_time(timedelta(days=91))
    await chat.say("hello")
    assert len(chat.manager.annotations("workshop", chat.conversation)) == 1
