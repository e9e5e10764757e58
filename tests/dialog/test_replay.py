"""Replay: logged turns decided again without directory and clock; equal on the same tables, told on changed ones."""

import asyncio
import json
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings

from dialog import AgentChoice, DialogManager, Hooks, Turn, load_example
from dialog.command import main
from dialog.log.replaying import Replayer, replay_log
from dialog.store.audit import all_rows
from dialog.testing import Chat, FrozenClock
from slots.tables import TableSet, Trigger
from slots.toml_tables import parse_tables
from tests.states.test_step_property import TALK
from tests.studio import NOW, studio, studio_directory

TABLES = Path(__file__).resolve().parents[2] / "dialog" / "examples" / "agency" / "verbs.toml"
AGENCY = load_example("agency").verbs
SAME = Replayer(AGENCY)
SAID = (
    "log 2h of design to Nike", "yes", "assign Mark as PM", "1", "yes",
    "set rate for Sarah to $150 and log 1h of dev to it", "yes", "yes", "who is on Nike?",
    "create project Hub for Zed as T&M", "no, for Acme", "yes", "hello there", "log time", "3h",
    "something else", "archive it", "2",
)  # fmt: skip


def records(manager):
    return [row.record for row in all_rows(manager._store)]


def changed(**fields):
    """Return the agency's tables with other fields of log_time."""
    verbs = tuple(verb.model_copy(update=fields) if verb.name == "log_time" else verb for verb in AGENCY.verbs)
    return TableSet.model_validate(AGENCY.model_copy(update={"verbs": verbs}).model_dump())


async def talk(said=SAID, **options):
    chat, _ = studio(**options)
    for text in said:
        await chat.say(text)
    return records(chat.manager)


async def test_a_conversation_replays_equal():
    report = SAME.replay(await talk())
    assert (report.equal, report.lines()) == (
        len(SAID),
        [f"0 of {len(SAID)} messages would now be read otherwise"],
    )


@settings(max_examples=60, deadline=None)
@given(TALK)
def test_any_conversation_replays_equal(said):
    report = SAME.replay(asyncio.run(talk(said)))
    assert not report.differing, report.lines()
    assert (report.equal, report.skipped, report.other_tables) == (len(said), {}, 0)


async def test_a_clock_with_a_zone_replays_over_a_change_to_summer_time():
    clock = FrozenClock(datetime(2026, 3, 29, 1, 50, tzinfo=ZoneInfo("Europe/Berlin")))
    report = SAME.replay(await talk(clock=clock))
    assert report.equal == len(SAID)


@pytest.mark.parametrize("user", ["tom", "sar"])
async def test_permissions_are_part_of_the_record(user):
    assert SAME.replay(await talk(user=user)).equal == len(SAID)


async def test_what_an_agent_chose_is_replayed_without_it():
    class Chooses:
        async def choose(self, request):
            return AgentChoice(tool="log_time", arguments={"hours": "2h", "project_name": "Nike"})

        async def talk(self, request):
            return ""

    home = studio_directory()
    clock = FrozenClock(datetime.fromisoformat("2026-05-20T10:00:00-04:00"))
    manager = DialogManager(verbs=AGENCY, directory=home, clock=clock, hooks=Hooks(agent=Chooses()))
    reply = await Chat(manager, tenant="workshop", user="ana").say("two of them went into the swoosh people")
    assert reply.reply.verb == "log_time"
    assert SAME.replay(records(manager)).equal == 1


# -- what does differ --------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda replay: replay["decision"]["trace"].update(verb="archive"), "trace.verb"),
        (lambda replay: replay["entities"][0].update(detail="", id="other"), "other"),
        (lambda replay: replay["actor"].update(permissions=[]), "not asked then (OwnersLookup: log_time)"),
        (lambda replay: replay.update(now="2030-01-01T00:00:00+00:00"), "expires_at"),
        (lambda replay: replay.update(asked=[]), "it asks what was not asked then"),
    ],
)
async def test_a_record_that_was_changed_differs(change, path):
    (record,) = await talk(["log 2h of design to Nike"])
    entry = json.loads(record)
    change(entry["replay"])
    report = SAME.replay([json.dumps(entry)])
    assert report.equal == 0
    assert path in json.dumps(report.differing[0].where, ensure_ascii=False)


async def test_changed_tables_tell_which_messages_are_read_otherwise():
    tables = changed(triggers=(Trigger(phrase="book time"),))
    report = Replayer(tables).replay(await talk(["log 2h of design to Nike", "no", "assign Mark as PM", "hello"]))
    assert report.differing[0].text == "log 2h of design to Nike"
    assert 'trace.read_as: "verb" -> "fallback"' in report.differing[0].where[0]
    assert report.other_tables == 4
    assert report.lines()[-2].endswith("of 4 messages would now be read otherwise")


async def test_a_change_that_touches_nothing_differs_nowhere():
    report = Replayer(changed(summary="Other words for people.")).replay(await talk())
    assert (report.equal, report.lines()[0]) == (len(SAID), f"0 of {len(SAID)} messages would now be read otherwise")


async def test_what_was_not_asked_then_is_a_difference_of_its_own():
    slot = AGENCY.verb("log_time").slot("task_name").model_copy(update={"entities": ("task", "client")})
    slots = tuple(slot if one.name == "task_name" else one for one in AGENCY.verb("log_time").slots)
    report = Replayer(changed(slots=slots)).replay(await talk(["log 2h of frobnicating to Nike"]))
    assert report.equal == 0
    assert "it asks what was not asked then" in report.differing[0].where[0]


# -- what cannot be replayed ----------------------------------------------------------


async def test_what_has_no_record_is_counted_and_never_differs():
    (record,) = await talk(["log 2h of design to Nike"])
    entry = json.loads(record)
    bare = {name: value for name, value in entry.items() if name != "replay"}
    newer = {**entry, "replay": {**entry["replay"], "version": 99}}
    report = SAME.replay([json.dumps(one) for one in (bare, {**bare, "hidden": "masked"}, newer)] + ["no json", "[]"])
    assert (report.equal, report.differing) == (0, [])
    assert report.skipped == {"without a record": 1, "masked": 1, "of another version": 1, "unreadable": 2}
    assert report.lines()[-1].startswith("not replayable: 5 (")


async def test_what_was_settled_after_a_crash_has_no_record(tmp_path):
    url, clock = f"sqlite:///{tmp_path}/c.db", FrozenClock(NOW)
    chat, _ = studio(url, record=False, clock=clock)
    chat.manager.tool("set_rate")(_dies)
    await chat.say("set rate for Sarah to $150")
    with pytest.raises(KeyboardInterrupt):
        await chat.say("yes")
    clock.pass_time(timedelta(hours=1))
    told = (await chat.say("!debug last")).reply.text
    assert "set rate for Sarah" in told
    assert "I cannot tell whether" in (await chat.say("hello there")).reply.text
    report = SAME.replay(records(chat.manager))
    assert (report.equal, report.skipped) == (2, {"without a record": 1})
    assert "the end of a run that was interrupted" in (await chat.say("!debug 2")).reply.text


async def _dies(call):
    raise KeyboardInterrupt


# -- several processes, the command ------------------------------------------------------


async def test_jobs_give_the_same_report_and_tell_how_far_they_are():
    kept, done = (await talk()) * 30, []
    alone = replay_log(kept, AGENCY)
    shared = replay_log(kept, AGENCY, jobs=2, progress=done.append)
    assert alone == shared
    assert done[-1] == len(kept) and done == sorted(done)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_bar_is_shown_on_a_terminal_only(tmp_path, capsys, monkeypatch, is_terminal):
    url = f"sqlite:///{tmp_path}/c.db"
    chat, _ = studio(url)
    chat.manager.handle_sync(Turn(tenant="workshop", conversation="c", user="ana", text="hello"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal)
    assert main(["replay", "--store", url]) == 0
    assert ("[##############################] 1 of 1" in capsys.readouterr().err) is is_terminal


def test_command_replays_a_store(tmp_path, capsys):
    url = f"sqlite:///{tmp_path}/c.db"
    chat, _ = studio(url)
    for text in SAID[:5]:
        chat.manager.handle_sync(Turn(tenant="workshop", conversation="c", user="ana", text=text))
    chat.manager.close()
    assert main(["replay", "--store", url]) == 0
    assert capsys.readouterr().out == "0 of 5 messages would now be read otherwise\n"
    tables = tmp_path / "other.toml"
    tables.write_text(
        TABLES.read_text("utf-8").replace('triggers = ["{assign}", "make ... pm"', 'triggers = ["make ... pm"')
    )
    assert main(["replay", "--store", url, "--tables", str(tables), "--jobs", "2", "--tenant", "workshop"]) == 1
    out = capsys.readouterr().out
    assert "'assign Mark as PM': trace" in out and "of 5 messages would now be read otherwise" in out
    assert main(["replay", "--store", f"sqlite:///{tmp_path}/none.db"]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


OWN = """
[verbs.water]
triggers = ["water the"]
confirm = "Water the {plant}"
[verbs.water.slots.plant]
kind = "text"
is_object = true
required = true
prompt = "Which plant?"
"""


@pytest.mark.parametrize(
    ("said", "tables", "status", "told"),
    [
        # made with tables of one's own: the default ones say nothing of it
        (("water the fern", "yes"), None, 2, "none of the tables that this log was made with"),
        # where no verb was recognised, the whole set tells
        (("hello",), None, 2, "give them with --tables FILE"),
        # given, they are decided with, right ones and changed ones
        (("water the fern", "yes"), OWN, 0, "0 of 2 messages"),
        (("water the fern", "yes"), OWN.replace("water the", "soak the"), 1, "1 of 2 messages"),
        # nothing said, nothing to compare
        ((), None, 0, "0 of 0 messages"),
    ],
)
def test_a_log_of_other_tables_is_not_taken_for_one_that_differs(tmp_path, capsys, said, tables, status, told):
    url = f"sqlite:///{tmp_path}/c.db"
    manager = DialogManager(verbs=parse_tables(OWN), directory=studio_directory(), store=url)
    manager.tool("water")(lambda call: None)
    chat = Chat(manager, tenant="workshop", user="ana")
    for text in said:
        asyncio.run(chat.say(text))
    chat.manager.close()
    words = ["replay", "--store", url]
    if tables is not None:
        (tmp_path / "own.toml").write_text(tables, "utf-8")
        words += ["--tables", str(tmp_path / "own.toml")]
    assert main(words) == status
    printed = capsys.readouterr()
    assert told in printed.out + printed.err


async def test_tables_of_which_one_verb_is_the_same_are_decided_with(tmp_path, capsys):
    url = f"sqlite:///{tmp_path}/c.db"
    fewer = AGENCY.model_copy(update={"verbs": AGENCY.verbs[:3]})
    manager = DialogManager(verbs=fewer, directory=studio_directory(), store=url)
    await Chat(manager, tenant="workshop", user="ana").say("create client Zed")
    manager.close()
    assert main(["replay", "--store", url]) in (0, 1)
    assert "of 1 message would" in capsys.readouterr().out
