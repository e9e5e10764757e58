"""What tools may do wrong, and two people at once: the person is told, and what comes after is right."""

import asyncio
import threading
from contextlib import suppress
from datetime import timedelta

import pytest
import sqlalchemy as sa

from dialog.examples.agency.tools import register
from dialog.execution.running import MOST_TEXT
from dialog.store.sql import Key, SqlStore, Write
from dialog.testing import Chat, FrozenClock
from dialog.tools import ToolKind, ToolResult
from resolver.values import EntityValue
from slots.errors import BusyError, StoreError, ToolRejected
from states.pending import Call, Conversation, Plan
from tests.processes import SAY, store_url
from tests.studio import NOW, studio

KINDS = list(ToolKind)


def add(chat, kind, work, **more):
    """Register ``work`` as ``set_rate`` of a kind."""
    tool = (lambda call, session: work(call)) if kind is ToolKind.TRANSACTIONAL else work
    chat.manager.tool("set_rate", kind=kind, **more)(tool)


def fail(error):
    def work(call):
        raise error

    return work


def statuses(url):
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        found = [row[0] for row in connection.execute(sa.text("SELECT status FROM verbflow_action ORDER BY id"))]
    engine.dispose()
    return found


# -- what a tool raises ------------------------------------------------------------------


class Odd(Exception):
    """An exception that cannot even be shown."""

    def __str__(self):
        raise RuntimeError("no words")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("error", "is_refusal"),
    [
        (ToolRejected("not on a Sunday"), True),
        (ToolRejected(""), True),
        # anything else
        (ValueError("a secret"), False),
        (Odd(), False),
        (StopIteration(), False),
        (TimeoutError(), False),
        (RecursionError(), False),
        (MemoryError(), False),
        (ExceptionGroup("several", [ValueError("a"), OSError("b")]), False),
    ],
)
async def test_whatever_is_raised_ends_the_turn_with_an_answer(kind, error, is_refusal):
    chat, _ = studio(record=False)
    add(chat, kind, fail(error))
    await chat.say(SAY)
    said = await chat.say("yes")
    said.expects(state="unknown" if kind is ToolKind.BLIND and not is_refusal else "failed")
    assert "secret" not in said.reply.text
    (await chat.say("cancel")).expects(state="idle" if said.reply.state == "unknown" else "cancelled")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("error", [ValueError("a secret"), Odd(), TimeoutError(), StopIteration()])
async def test_what_a_tool_raises_is_logged_with_its_traceback(kind, error, caplog):
    chat, _ = studio(record=False)
    add(chat, kind, fail(error))
    await chat.say(SAY)
    await chat.say("yes", message_id="y")
    (told,) = [record for record in caplog.records if record.name == "dialog.tools"]
    assert told.levelname == "ERROR"
    assert told.getMessage() == "tool set_rate failed (action workshop/test/ana/ana-1.0.0)"
    assert "in work\n    raise error" in caplog.text
    assert "Sarah" not in caplog.text


@pytest.mark.parametrize("kind", KINDS)
async def test_a_refusal_is_logged_as_no_error(kind, caplog):
    chat, _ = studio(record=False)
    add(chat, kind, fail(ToolRejected("not on a Sunday")))
    await chat.say(SAY)
    await chat.say("yes")
    assert not caplog.records


@pytest.mark.parametrize("kind", KINDS)
async def test_what_fails_after_the_commit_is_logged_and_the_action_is_done(kind, caplog):
    chat, _ = studio(record=False)
    add(chat, kind, lambda call: ToolResult(after_commit=lambda: fail(ValueError())(call)))
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done")
    (await chat.say("status")).expects(state="idle")
    assert [record.getMessage().partition(" failed")[0] for record in caplog.records] == [
        "tool set_rate (after_commit)"
    ]


# -- time --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "state"),
    [(ToolKind.TRANSACTIONAL, "failed"), (ToolKind.IDEMPOTENT, "failed"), (ToolKind.BLIND, "unknown")],
)
async def test_a_tool_that_takes_too_long(tmp_path, kind, state):
    chat, _ = studio(store_url(tmp_path), record=False)
    go = threading.Event()

    def work(call):
        go.wait(0.2)

    add(chat, kind, work, deadline=0.05)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state=state)
    go.set()


async def test_a_late_success_in_its_thread_lifts_unknown(tmp_path):
    chat, _ = studio(store_url(tmp_path), record=False)
    go, landed = threading.Event(), threading.Event()

    def work(call):
        go.wait(10)
        return ToolResult(text="It went through.", after_commit=landed.set)

    add(chat, ToolKind.BLIND, work, deadline=0.05)
    await chat.say(SAY)
    (await chat.say("yes", message_id="y")).expects(state="unknown", contains="cannot tell")
    assert statuses(store_url(tmp_path)) == ["unknown"]
    go.set()
    assert await asyncio.to_thread(landed.wait, 10)
    assert statuses(store_url(tmp_path)) == ["succeeded"]
    (await chat.say("yes")).expects(state="idle")


async def test_a_late_failure_in_its_thread_lifts_nothing_and_is_logged(tmp_path, caplog):
    chat, _ = studio(store_url(tmp_path), record=False)
    go = threading.Event()
    threads = set()

    def work(call):
        threads.add(threading.current_thread())
        go.wait(10)
        raise ValueError

    add(chat, ToolKind.BLIND, work, deadline=0.05)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="unknown")
    go.set()
    await asyncio.to_thread(threads.pop().join, 10)
    assert statuses(store_url(tmp_path)) == ["unknown"]
    assert [record.exc_info[0] for record in caplog.records if record.name == "dialog.tools"] == [
        TimeoutError,
        ValueError,
    ]


@pytest.mark.parametrize("kind", [ToolKind.IDEMPOTENT, ToolKind.BLIND])
async def test_a_stalled_worker_that_comes_back_after_recovery(tmp_path, kind):
    """Two managers, as two workers: the first stalls in its tool until the second has settled the action."""
    url, keys = store_url(tmp_path), []
    go, stalled = asyncio.Event(), asyncio.Event()
    first, _ = studio(url, record=False)
    second, _ = studio(url, record=False, clock=FrozenClock(NOW + timedelta(minutes=5)))

    async def stalls(call):
        keys.append(call.key)
        stalled.set()
        await go.wait()

    first.manager.tool("set_rate", kind=kind)(stalls)
    second.manager.tool("set_rate", kind=kind)(lambda call: keys.append(call.key))
    await first.say(SAY)
    running = asyncio.create_task(first.say("yes", message_id="y"))
    await stalled.wait()
    told = await second.say("what now", message_id="w")
    assert ("cannot tell" in told.reply.text) is (kind is ToolKind.BLIND)
    go.set()
    (await running).expects(state="done")
    assert statuses(url) == ["succeeded"]
    assert len(keys) == (1 if kind is ToolKind.BLIND else 2) and len(set(keys)) == 1
    again = await second.say("yes", message_id="y")
    again.expects(state="done")  # the stored reply was lifted too
    assert again.reply.duplicate


# -- cancellation ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ToolKind.IDEMPOTENT, ToolKind.BLIND])
@pytest.mark.parametrize("steps", range(5))
async def test_cancelled_at_each_await_leaves_nothing_half_written(tmp_path, kind, steps):
    """A turn is cancelled after so many steps of the loop; the next worker goes on as after a crash."""
    url, keys = store_url(tmp_path), []
    chat, _ = studio(url, record=False)

    async def work(call):
        await asyncio.to_thread(list)
        keys.append(call.key)

    chat.manager.tool("set_rate", kind=kind)(work)
    await chat.say(SAY)
    await cancelled_after(steps, chat.say("yes", message_id="y"))
    later, _ = studio(url, record=False, clock=FrozenClock(NOW + timedelta(minutes=5)))
    later.manager.tool("set_rate", kind=kind)(lambda call: keys.append(call.key))
    said = await later.say("yes", message_id="y")  # a lock that was left would be busy here
    assert said.reply.state in ("done", "unknown")
    assert len(set(keys)) <= 1 and statuses(url)[0] in ("succeeded", "unknown")
    assert len(keys) <= (1 if kind is ToolKind.BLIND else 2)


async def cancelled_after(steps, coroutine):
    """Run a coroutine and cancel it at its ``steps``-th wait for a thread; that thread is waited for."""
    task = asyncio.get_running_loop().create_task(coroutine)
    jobs, real = [], asyncio.to_thread

    async def counted(*arguments):
        jobs.append(asyncio.ensure_future(real(*arguments)))
        if len(jobs) == steps + 1:
            task.cancel()
        return await asyncio.shield(jobs[-1])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "to_thread", counted)
        with suppress(asyncio.CancelledError):
            await task
    await asyncio.gather(*jobs)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("error", [SystemExit, asyncio.CancelledError, GeneratorExit])
async def test_what_no_tool_should_catch_passes_through_and_is_recovered(tmp_path, kind, error):
    url, ran = store_url(tmp_path), []
    chat, _ = studio(url, record=False)
    await chat.say(SAY)
    assert await manager_in_thread(url, kind, error) == error.__name__
    assert statuses(url) == ["executing"]
    later, _ = studio(url, record=False, clock=FrozenClock(NOW + timedelta(minutes=5)))
    add(later, kind, lambda call: ran.append(call.key))
    said = await later.say("yes", message_id="y")
    said.expects(state="unknown" if kind is ToolKind.BLIND else "done")
    assert len(ran) == (0 if kind is ToolKind.BLIND else 1)


async def manager_in_thread(url, kind, error):
    """Say yes in a loop of its own, as ``SystemExit`` ends the loop it passes through; return what came out."""

    def work():
        chat, _ = studio(url, record=False)
        add(chat, kind, fail(error()))
        try:
            asyncio.run(chat.say("yes", message_id="y"))
        except (SystemExit, asyncio.CancelledError, GeneratorExit) as passed:
            return type(passed).__name__
        return "nothing"

    return await asyncio.to_thread(work)


# -- what a tool returns -----------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "junk", [object(), 7, "text", b"bytes", [], {}, float("nan"), ToolResult, ToolResult(outputs={"rate": ()})]
)
async def test_junk_is_success(kind, junk):
    chat, _ = studio(record=False)
    add(chat, kind, lambda call: junk)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done")


@pytest.mark.parametrize("kind", KINDS)
async def test_fifty_megabytes_are_cut_and_marked(tmp_path, kind):
    chat, _ = studio(store_url(tmp_path), record=False)
    add(chat, kind, lambda call: ToolResult(text="long " * 10_000_000))
    await chat.say(SAY)
    said = (await chat.say("yes")).expects(state="done", contains="(cut off)")
    assert len(said.reply.text) <= MOST_TEXT
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 2_000_000


async def test_a_text_that_no_database_takes_is_cleaned():
    chat, _ = studio(record=False)
    add(chat, ToolKind.BLIND, lambda call: ToolResult(text="fine\x00 \ud800here"))
    await chat.say(SAY)
    said = (await chat.say("yes")).expects(state="done")
    assert "\x00" not in said.reply.text and "\ud800" not in said.reply.text


async def test_endless_names_are_capped():
    chat, _ = studio(record=False)
    made = tuple(EntityValue(type="project", id=str(n), name="N" * 10_000) for n in range(1000))
    chat.manager.tool("get_project_info", kind="idempotent")(
        lambda call: ToolResult(text="Here.", outputs={"project": made})
    )
    (await chat.say("show me Nike")).expects(state="done")
    (await chat.say("show me it")).expects(state="done")


# -- a tool that talks back --------------------------------------------------------------


@pytest.mark.parametrize("kind", [ToolKind.IDEMPOTENT, ToolKind.BLIND])
async def test_a_tool_that_calls_handle_for_its_own_conversation_is_busy_and_not_stuck(tmp_path, kind):
    chat, _ = studio(store_url(tmp_path), record=False)
    inner = Chat(chat.manager, tenant="workshop", user="ana")
    heard = []

    async def talks(call):
        try:
            await inner.say("what now", message_id="inside")
        except BusyError as busy:
            heard.append(busy)
        heard.append((await inner.say("yes", message_id="y")).reply.state)

    chat.manager.tool("set_rate", kind=kind)(talks)
    await chat.say(SAY)
    said = await asyncio.wait_for(chat.say("yes", message_id="y"), 10)
    said.expects(state="done")
    assert isinstance(heard[0], BusyError) and heard[1:] == ["executing"]


async def test_a_tool_may_speak_for_another_conversation(tmp_path):
    chat, _ = studio(store_url(tmp_path), record=False)
    elsewhere = Chat(chat.manager, tenant="workshop", user="ana", conversation="elsewhere")

    async def talks(call):
        (await elsewhere.say("assign Mark as PM")).expects(state="awaiting_menu_choice")

    chat.manager.tool("set_rate")(talks)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done")


# -- keys --------------------------------------------------------------------------------


def order(key, plan):
    return Write(
        key=key, version=0, conversation=Conversation(), at=NOW, message_id="m", plan=plan, action_id=key.person
    )


def test_the_same_key_with_another_plan_is_refused(tmp_path):
    store, first, second = SqlStore(store_url(tmp_path)), Key("t", "c", "p"), Key("t", "d", "p")
    plan = Plan(action_id="1", verb="set_rate", calls=(Call(tool="set_rate", arguments={}),))
    other = Plan(action_id="1", verb="set_rate", calls=(Call(tool="other", arguments={}),), attempt=2)
    assert store.write(order(first, plan))
    assert not store.write(order(second, plan))  # a key is given once
    with pytest.raises(StoreError, match="another plan"):
        store.write(order(second, other))
    with pytest.raises(BusyError, match="is executing"):
        store.write(order(second, plan.model_copy(update={"attempt": 2})))
    assert store.load(second, "m", NOW).version == 0  # nothing of it was written
    store.close()


async def test_what_is_changed_after_a_failure_has_another_key():
    chat, _ = studio(record=False)
    keys, down = [], [True]

    def work(call):
        keys.append((call.key, str(call["rate"])))
        if down[0]:
            raise OSError

    add(chat, ToolKind.IDEMPOTENT, work)
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="failed")
    (await chat.say("yes")).expects(state="failed")
    (await chat.say("make it 140")).expects(state="confirming")
    down[0] = False
    (await chat.say("yes")).expects(state="done")
    assert [rate for _, rate in keys] == ["150", "150", "140"]
    assert keys[0][0] == keys[1][0] != keys[2][0]


# -- two people at once ------------------------------------------------------------------


async def test_two_people_create_one_name_at_once_and_the_loser_uses_it(tmp_path):
    ana, _ = studio(store_url(tmp_path), record=False)
    register(ana.manager, ana.manager.directory)
    tom = Chat(ana.manager, tenant="workshop", user="tom", conversation="other")
    for chat, name in ((ana, "Hub for Smithsonian"), (tom, "Nub for smithsonian")):
        (await chat.say(f"create project {name} as T&M")).expects(contains="create a new client")
    said = await asyncio.gather(ana.say("yes"), tom.say("yes"))
    told = [one.expects(state="done").reply.text for one in said]
    assert sorted("was there already" in text for text in told) == [False, True]
    home = ana.manager.directory
    made = [client for client in home.all("workshop", "client") if client.name.casefold() == "smithsonian"]
    assert len(made) == 1
    projects = [one for one in home.all("workshop", "project") if one.name in ("Hub", "Nub")]
    assert [one.attributes["client"] for one in projects] == [made[0].id] * 2


@pytest.mark.parametrize("kind", [ToolKind.TRANSACTIONAL, ToolKind.IDEMPOTENT])
async def test_who_was_refused_and_then_stalled_does_not_finish_what_another_has_done(tmp_path, kind):
    """Found by the model: told failed, the person says yes again, and it is done twice."""
    url = store_url(tmp_path)
    first, _ = studio(url, record=False)
    second, _ = studio(url, record=False, clock=FrozenClock(NOW + timedelta(minutes=5)))
    done = []
    add(first, kind, fail(ToolRejected("not now")))

    def work(call):
        done.append(call.key)

    add(second, kind, work)
    await first.say(SAY)
    write, stalled, go = first.manager._store.write, threading.Event(), threading.Event()

    def stalls(written):
        if written.closes:
            stalled.set()
            go.wait(10)
        return write(written)

    first.manager._store.write = stalls
    running = asyncio.create_task(first.say("yes", message_id="y"))
    await asyncio.to_thread(stalled.wait, 10)
    claim = second.manager._store.claim

    def lets_go(*claimed):
        won = claim(*claimed)
        go.set()
        stopped.wait(1)
        return won

    stopped = threading.Event()
    running.add_done_callback(lambda task: stopped.set())
    second.manager._store.claim = lets_go
    assert "Sarah Quill" in (await second.say("what now", message_id="w")).reply.text
    await running
    (await second.say("yes")).expects(state="idle")
    assert len(done) == 1
