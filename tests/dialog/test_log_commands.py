"""The operators' commands over the log."""

import pytest

from dialog import Turn
from dialog.command import main
from dialog.log.stats import LogStats
from dialog.store.audit import find_message, newest
from tests.dialog.test_log import chat_of, say
from tests.studio import NOW, studio


@pytest.fixture
def store(tmp_path):
    url = f"sqlite:///{tmp_path}/kept.db"
    chat, _ = studio(url)
    for number, text in enumerate(("assign Mark as PM", "banana", "1", "yes", "tell me a joke \x1b[1m"), 1):
        turn = Turn(tenant="workshop", conversation="c", user="ana", text=text, message_id=f"m{number}")
        chat.manager.handle_sync(turn)
    chat.manager.close()
    return url


COMMANDS = [
    (("explain", "m1"), 0, ("workshop / c / ana", "“assign Mark as PM” on", "Read as: assign pm")),
    (("explain", "m1", "--tenant", "workshop"), 0, ("Read as: assign pm",)),
    (("explain", "m1", "--tenant", "elsewhere"), 1, ("the log has no message 'm1' in tenant 'elsewhere'\n",)),
    (("explain", "m9"), 1, ("the log has no message 'm9'\n",)),
    (("explain", "m9", "--tenant", "workshop"), 1, ("the log has no message 'm9' in tenant 'workshop'\n",)),
    (("log", "tail"), 0, ("m1 verb assign_pm awaiting_menu_choice “assign Mark as PM”", "a joke")),
    (("log", "tail", "-n", "1", "--json"), 0, ('{"message_id":"m5"',)),
    (("log", "show", "m2"), 0, ('"raw_message":"banana"', '"replay":{')),
    (("log", "show", "m9"), 1, ("the log has no message",)),
    (("log", "stats"), 0, ("| assign_pm | 4 | 1 | 0 | 1 | 0 |", "| (none) | 1 | 0 | 1 | 0 | 0 |", "| fallback | 1 |")),
    (("log", "prune", "--older-than", "4w"), 0, ("5 records deleted",)),
    (("log", "prune", "--older-than", "99999d"), 0, ("0 records deleted",)),
    (("log", "erase", "--tenant", "workshop", "--person", "ana"), 0, ("5 records erased",)),
    # nothing was kept: a person who never spoke, one of another tenant
    (("log", "erase", "--tenant", "workshop", "--person", "anna"), 1,
     ("verbflow: nothing was kept of 'anna' in tenant 'workshop'",)),
    (("log", "erase", "--tenant", "elsewhere", "--person", "ana"), 1, ("nothing was kept of 'ana' in tenant 'els",)),
]  # fmt: skip


@pytest.mark.parametrize(("words", "status", "pieces"), COMMANDS)
def test_command_over_a_store(store, words, status, pieces, capsys):
    assert main([*words, "--store", store]) == status
    shown = capsys.readouterr()
    text = shown.out + shown.err
    for piece in pieces:
        assert piece in text
    assert all(line.isprintable() for line in text.splitlines())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("log", "tail", "--store", "sqlite:////nowhere/at/all.db"), "there is no such file"),
        (("log", "tail", "--store", "sqlite://"), "there is no such file"),
        (("explain", "m1", "--store", "nonsense"), "it is no database URL"),
    ],
)
def test_command_without_a_store(words, told, capsys):
    assert main(list(words)) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("span", ["90", "d", "-1d", "1y", "٣d", "100000d"])
def test_a_span_that_is_none_is_refused(span, capsys):
    with pytest.raises(SystemExit):
        main(["log", "prune", "--store", "sqlite:///x.db", f"--older-than={span}"])
    assert "is no span" in capsys.readouterr().err


async def test_rows_are_found_by_message_and_newest_last():
    chat = chat_of()
    await say(chat, "hello", "hello again")
    store = chat.manager._store
    assert [row.message_id for row in newest(store, 5)] == ["ana-1", "ana-2"]
    assert [row.message_id for row in newest(store, 1)] == ["ana-2"]
    (row,) = find_message(store, "ana-1", "workshop")
    assert (row.tenant, row.conversation, row.person, row.at) == ("workshop", "test", "ana", NOW)


def test_stats_of_nothing():
    assert LogStats().markdown().splitlines()[0].startswith("| verb | turns | misses |")
