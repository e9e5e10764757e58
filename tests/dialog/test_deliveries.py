"""Messages that come twice, late, edited, out of order and at several processes at once."""

import asyncio
import os
import threading
from collections import Counter
from datetime import timedelta
from functools import partial
from time import sleep

import pytest

from dialog.directory import EntityDirectory
from dialog.manager import DialogManager
from dialog.store.audit import prune
from dialog.testing import FrozenClock
from dialog.tools import ToolKind
from dialog.turn import Pick
from slots.errors import BusyError
from tests.processes import SAY, VERBS, Child, World, play, together
from tests.studio import NOW, studio_directory

KINDS = list(ToolKind)
WORKERS = 4
PATIENCE = 3000
"""How often a host delivers a message again that was told to be busy."""
LONG = pytest.mark.skipif("CHAOS_SECONDS" not in os.environ, reason="long: make chaos runs it")


def deliver(manager, turn, *, until_settled=False):
    """Hand a message in as a host does: again when the store or the conversation is busy.

    ``until_settled``: also when the answer is that its tool is still at work.
    """
    for _ in range(PATIENCE):
        try:
            reply = manager.handle_sync(turn)
        except BusyError:
            sleep(0.01)
            continue
        if not until_settled or reply.state != "executing":
            return reply
        sleep(0.01)
    raise AssertionError(f"{turn.message_id} stayed busy")


def opened(world):
    """Return a manager over a store that others open at the same time."""
    for _ in range(PATIENCE):
        try:
            return world.manager()
        except BusyError:
            sleep(0.01)
    raise AssertionError("the store stayed busy")


def deliver_all(world, messages, *, until_settled=False):
    """Work of a child: deliver some (text, message id, user) and return (state, text, duplicate) of the replies."""
    manager = opened(world)
    replies = [deliver(manager, world.turn(*message), until_settled=until_settled) for message in messages]
    return [(reply.state, reply.text, reply.duplicate) for reply in replies]


# -- the same id -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_yes_at_four_processes_at_once(tmp_path, database_url, kind):
    world = World(tmp_path, kind, store=database_url).prepare()
    Child(play, world, [(SAY, "s")]).result()
    replies = together(deliver_all, [(world, [("yes", "y", "ana")])] * WORKERS)
    states = Counter(state for ((state, _, _),) in replies)
    assert states["done"] >= 1 and set(states) <= {"done", "executing"}
    assert len(world.effects()) == 1 and world.actions() == ["succeeded"]
    assert sum(not duplicate for ((_, _, duplicate),) in replies) == 1


def test_the_same_request_at_four_processes_at_once(tmp_path, database_url):
    world = World(tmp_path, ToolKind.BLIND, store=database_url).prepare()
    replies = together(deliver_all, [(world, [(SAY, "s", "ana")])] * WORKERS)
    assert {state for ((state, _, _),) in replies} == {"confirming"}
    assert len({text for ((_, text, _),) in replies}) == 1
    assert sum(not duplicate for ((_, _, duplicate),) in replies) == 1


async def test_the_same_id_while_its_tool_runs_and_after_its_reply(tmp_path, database_url):
    world = World(tmp_path, ToolKind.BLIND, store=database_url).prepare()
    running, go = threading.Event(), threading.Event()
    manager = DialogManager(verbs=VERBS, directory=studio_directory(), store=world.url, clock=FrozenClock(NOW))

    @manager.tool("set_rate")
    def set_rate(call):
        running.set()
        go.wait(10)
        world.note(call.key)

    await manager.handle(world.turn(SAY, "s"))
    first = asyncio.create_task(manager.handle(world.turn("yes", "y")))
    await asyncio.to_thread(running.wait, 10)
    meanwhile = await manager.handle(world.turn("yes", "y"))
    assert (meanwhile.state, meanwhile.duplicate) == ("executing", True)
    with pytest.raises(BusyError, match="still running"):
        await manager.handle(world.turn("and another", "z"))
    go.set()
    done = await first
    after = await manager.handle(world.turn("yes", "y"))
    assert (after.text, after.state, after.duplicate) == (done.text, "done", True)
    assert (await manager.handle(world.turn("yes", "y2"))).state == "idle"
    assert len(world.effects()) == 1
    manager.close()


def test_the_same_id_in_another_conversation_is_another_message(tmp_path, database_url):
    world = World(tmp_path, ToolKind.BLIND, store=database_url).prepare()
    other = World(tmp_path, ToolKind.BLIND, conversation="d", store=database_url)
    here, there = together(deliver_all, [(one, [(SAY, "1", "ana"), ("yes", "2", "ana")]) for one in (world, other)])
    assert [state for state, _, _ in here + there] == ["confirming", "done"] * 2
    assert len(set(world.effects())) == 2


async def test_the_same_id_of_another_person_is_another_message(tmp_path, database_url):
    """A front end whose ids differ for each person alone: a reply goes to nobody but whom it was made for."""
    world = World(tmp_path, ToolKind.BLIND, store=database_url).prepare()
    manager = world.manager()
    other = "set rate for John to $90"
    asked = await manager.handle(world.turn(SAY, "1"))
    theirs = await manager.handle(world.turn(other, "1", "tom"))
    assert theirs.state == "confirming" and "John" in theirs.text and not theirs.duplicate
    assert (await manager.handle(world.turn("yes", "2"))).state == "done"
    assert (await manager.handle(world.turn("no", "2", "tom"))).state == "cancelled"
    for who, said, mine in (("ana", SAY, asked), ("tom", other, theirs)):
        again = await manager.handle(world.turn(said, "1", who))
        assert (again.text, again.duplicate) == (mine.text, True)
    manager.erase("workshop", "tom")
    assert (await manager.handle(world.turn(SAY, "1"))).text == asked.text
    assert prune(manager._store, NOW - timedelta(days=1)) == 0
    assert len(world.effects()) == 1
    manager.close()


# -- edits -------------------------------------------------------------------------------


def test_an_edited_message_is_no_new_turn_and_is_told_so(tmp_path, database_url):
    world = World(tmp_path, ToolKind.BLIND, store=database_url).prepare()
    manager = world.manager()
    first = manager.handle_sync(world.turn(SAY, "s"))
    edited = manager.handle_sync(world.turn("set rate for Sarah to $999", "s"))
    assert edited.text.startswith("I do not read edits") and edited.text.endswith(first.text)
    assert (edited.prompt_id, edited.slots) == (first.prompt_id, first.slots)
    assert not edited.duplicate  # it is to be posted: the person shall know
    same = manager.handle_sync(world.turn(f"  {SAY} ", "s"))
    assert same.duplicate and same.text == first.text
    assert manager.handle_sync(world.turn("no", "n")).state == "cancelled"
    turned = manager.handle_sync(world.turn("yes", "n"))  # a no that becomes a yes runs nothing
    assert turned.text.startswith("I do not read edits") and turned.state == "cancelled"
    assert world.actions() == []
    manager.close()


# -- two different replies at once -------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_different_yes_at_once_run_once(tmp_path, database_url, kind):
    world = World(tmp_path, kind, store=database_url).prepare()
    Child(play, world, [(SAY, "s")]).result()
    replies = together(deliver_all, [(world, [("yes", f"y{n}", "ana")]) for n in range(WORKERS)])
    states = Counter(state for ((state, _, _),) in replies)
    assert states == {"done": 1, "idle": WORKERS - 1}
    assert len(world.effects()) == 1 and world.actions() == ["succeeded"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", ["something else", "no", "cancel", "make it 140"])
def test_yes_and_something_else_at_once_are_one_order_or_the_other(tmp_path, database_url, kind, other):
    world = World(tmp_path, kind, store=database_url).prepare()
    Child(play, world, [(SAY, "s")]).result()
    (yes,), (no,) = together(deliver_all, [(world, [("yes", "y", "ana")]), (world, [(other, "n", "ana")])])
    done = len(world.effects())
    assert done == len(world.actions()) <= 1
    assert (yes[0] == "done") is bool(done)
    if not done:
        assert no[0] in ("cancelled", "confirming") or "cleared" in no[1]
        assert yes[0] in ("idle", "confirming")


class Interrupted:
    """A directory in which something happens before it says for the second time who speaks."""

    def __init__(self, meanwhile):
        self.directory, self.meanwhile, self.asked = studio_directory(), meanwhile, 0

    async def actor(self, tenant, user):
        self.asked += 1
        if self.asked == 2:
            await self.meanwhile()
        return await self.directory.actor(tenant, user)

    async def look_up(self, tenant, lookup):
        return await self.directory.look_up(tenant, lookup)


async def test_what_another_worker_began_while_an_older_action_was_settled_is_left_alone(tmp_path, database_url):
    world = World(tmp_path, ToolKind.TRANSACTIONAL, store=database_url).prepare()
    Child(partial(play, point="before finish"), world, [(SAY, "s"), ("yes", "y")]).result()
    running, go = threading.Event(), threading.Event()
    clock = FrozenClock(NOW + timedelta(minutes=5))  # the lease of the older one has lapsed
    other = DialogManager(verbs=VERBS, directory=studio_directory(), store=world.url, clock=clock)

    @other.tool("set_rate")
    def set_rate(call):
        running.set()
        go.wait(10)
        world.note(call.key)

    at_work = []

    async def begin():
        await other.handle(world.turn(SAY, "s2"))
        at_work.append(asyncio.create_task(other.handle(world.turn("yes", "y2"))))
        await asyncio.to_thread(running.wait, 10)

    manager = world.manager(clock)
    manager.directory = Interrupted(begin)
    with pytest.raises(BusyError, match=r"still running|again and again"):
        await manager.handle(world.turn("what have you got so far", "w"))
    go.set()
    done = await at_work[0]
    again = await manager.handle(world.turn("yes", "y2"))
    assert (done.state, again.state, again.text) == ("done", "done", done.text)
    assert (await manager.handle(world.turn("what have you got so far", "w"))).state == "idle"
    assert world.actions() == ["succeeded"] * 2
    manager.close()
    other.close()


# -- before the question -----------------------------------------------------------------


async def test_a_number_sent_before_the_menu_was_shown_picks_nothing(tmp_path, database_url):
    world = World(tmp_path, ToolKind.BLIND, store=database_url).prepare()
    manager = world.manager()
    asked = await manager.handle(world.turn("assign Mark as PM", "m"))
    early = await manager.handle(world.turn("1", "e1", sent_at=NOW - timedelta(seconds=1)))
    assert early.state == "awaiting_menu_choice" and early.menu.options == asked.menu.options
    stale = await manager.handle(world.turn("1", "e2", prompt_id=asked.prompt_id))
    assert stale.state == "awaiting_menu_choice"  # it was put anew meanwhile
    old = await manager.handle(world.turn("", "e3", pick=Pick(menu_id=asked.menu.menu_id, option=1)))
    assert old.state == "awaiting_menu_choice"
    late = await manager.handle(world.turn("1", "e4", sent_at=NOW + timedelta(hours=3), prompt_id=old.prompt_id))
    assert late.state == "confirming"  # a time may only refuse
    manager.close()


async def test_a_number_and_a_yes_before_any_request_do_nothing(tmp_path, database_url):
    world = World(tmp_path, ToolKind.BLIND, store=database_url).prepare()
    manager = world.manager()
    for number, text in enumerate(("1", "yes", "no", "something else")):
        reply = await manager.handle(world.turn(text, f"b{number}"))
        assert reply.state == "idle" and not reply.results
    assert (await manager.handle(world.turn(SAY, "s"))).state == "confirming"
    assert world.effects() == []
    manager.close()


# -- bursts ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_messages_from_four_workers_each_in_order(tmp_path, database_url, kind):
    """Each worker carries one person's orders: 25 requests, each with its yes, in one conversation."""
    world = World(tmp_path, kind, store=database_url).prepare()
    people = ("ana", "tom", "ana2", "tom2")
    scripts = [
        [message for n in range(25) for message in ((SAY, f"{who}-{n}s", who), ("yes", f"{who}-{n}y", who))]
        for who in people
    ]
    replies = together(burst, [(world, script) for script in scripts])
    for answered in replies:
        assert [state for state, _, _ in answered] == ["confirming", "done"] * 25
    assert len(set(world.effects())) == len(world.effects()) == 100
    assert world.actions() == ["succeeded"] * 100


def burst(world, messages):
    manager = opened(world)
    manager.directory = crowd()
    replies = [deliver(manager, world.turn(*message)) for message in messages]
    return [(reply.state, reply.text, reply.duplicate) for reply in replies]


def crowd() -> EntityDirectory:
    """Return the studio with two more people who may set rates."""
    return studio_directory(
        users=[
            {"id": f"{who}2", "name": name, "role": "manager", "kind": "staff"}
            for who, name in (("ana", "Nadia Osei"), ("tom", "Otto Brand"))
        ]
    )


@pytest.mark.parametrize("count", [200, pytest.param(1000, marks=LONG)])
def test_a_burst_of_messages_of_one_person_from_four_workers_at_once(tmp_path, database_url, count):
    """Whatever order they come in: every message is answered, and there are as many effects as were told done."""
    world = World(tmp_path, ToolKind.TRANSACTIONAL, store=database_url).prepare()
    messages = [(SAY if n % 2 == 0 else "yes", f"m{n}", "ana") for n in range(count)]
    work = partial(deliver_all, until_settled=True)
    replies = together(work, [(world, messages[n::WORKERS]) for n in range(WORKERS)])
    replies = [reply for part in replies for reply in part]
    replies += Child(deliver_all, world, [("what have you got so far", "end", "ana")]).result()
    # what recovery found out may head another reply; either way each effect is told once
    told = sum(text.count("is now $150 an hour") for _, text, duplicate in replies if not duplicate)
    assert len(replies) == count + 1 and told == len(world.effects()) == len(world.actions())
    assert world.query("SELECT count(*) FROM verbflow_inbox WHERE reply IS NULL") == [(0,)]
