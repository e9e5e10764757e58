"""What each kind of tool is promised, seen through conversations: refusal, exception, time-out, crash, repetition."""

import asyncio
from functools import partial

import pytest
from sqlalchemy import text

from dialog.execution.running import RunRecord
from dialog.testing import FrozenClock
from dialog.tools import ToolKind, ToolResult
from resolver.values import EntityValue
from slots.errors import BusyError, ToolError, ToolRejected
from tests.studio import NOW, studio

SAY = "set rate for Sarah to $150"


class Effects:
    """Counts what a tool did, by key."""

    def __init__(self):
        self.keys = []
        self.fail_with = None

    def __call__(self, call):
        self.keys.append(call.key)
        if self.fail_with is not None:
            raise self.fail_with
        return ToolResult()


def register(chat, name, effects, kind):
    if kind is ToolKind.TRANSACTIONAL:
        chat.manager.tool(name, kind=kind)(lambda call, session: effects(call))
    else:
        chat.manager.tool(name, kind=kind)(effects)


@pytest.mark.parametrize("kind", list(ToolKind))
async def test_confirmed_action_runs_once(store_url, kind):
    chat, _ = studio(store_url, record=False)
    effects = Effects()
    register(chat, "set_rate", effects, kind)
    await chat.say(SAY)
    (await chat.say("yes", message_id="y")).expects(state="done", calls=["set_rate"])
    again = await chat.say("yes", message_id="y")
    assert again.reply.duplicate and again.reply.state == "done"
    (await chat.say("yes")).expects(state="idle")
    assert len(effects.keys) == 1


@pytest.mark.parametrize("kind", list(ToolKind))
async def test_refusal_is_told_and_may_be_tried_again(store_url, kind):
    chat, _ = studio(store_url, record=False)
    effects = Effects()
    register(chat, "set_rate", effects, kind)
    effects.fail_with = ToolRejected("the rate is locked until Monday")
    await chat.say(SAY)
    said = await chat.say("yes")
    said.expects(state="failed", contains=["locked until Monday"], slots={"rate": "150"})
    assert said.reply.expects == "yes_no"
    effects.fail_with = None
    (await chat.say("make it 140")).expects(state="confirming", slots={"rate": "140"})
    (await chat.say("yes")).expects(state="done")
    assert len(set(effects.keys)) == 2  # a new yes is a new call


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        # rolled back, so it may be tried again
        (ToolKind.TRANSACTIONAL, "failed"),
        # called again with the same key
        (ToolKind.IDEMPOTENT, "failed"),
        # nobody can know
        (ToolKind.BLIND, "unknown"),
    ],
)
async def test_any_other_exception_means_what_the_kind_allows(store_url, kind, state):
    chat, _ = studio(store_url, record=False)
    effects = Effects()
    register(chat, "set_rate", effects, kind)
    effects.fail_with = RuntimeError("secret connection string")
    await chat.say(SAY)
    said = await chat.say("yes")
    said.expects(state=state)
    assert "secret" not in said.reply.text
    effects.fail_with = None
    after = await chat.say("yes")
    if state == "failed":
        after.expects(state="done")
        assert len(effects.keys) == 2
        assert (len(set(effects.keys)) == 1) is (kind is ToolKind.IDEMPOTENT)
    else:
        after.expects(state="idle")
        assert len(effects.keys) == 1


async def test_blind_tool_that_takes_too_long_is_unknown():
    chat, _ = studio(record=False)

    @chat.manager.tool("set_rate", deadline=0.05)
    async def set_rate(call):
        await asyncio.sleep(5)

    await chat.say(SAY)
    (await chat.say("yes")).expects(state="unknown", contains="cannot tell")


async def test_transactional_tool_and_its_outcome_are_one_commit(store_url):
    chat, _ = studio(store_url, record=False)
    refuse = [True]

    @chat.manager.tool("set_rate", kind="transactional")
    def set_rate(call, session):
        session.execute(text("CREATE TABLE IF NOT EXISTS rate (person TEXT, rate TEXT)"))
        session.execute(text("INSERT INTO rate VALUES (:p, :r)"), {"p": call["user_name"], "r": str(call["rate"])})
        if refuse[0]:
            raise ToolRejected("not today")

    await chat.say(SAY)
    (await chat.say("yes")).expects(state="failed")
    refuse[0] = False
    (await chat.say("yes")).expects(state="done")
    with chat.manager.session() as session:
        assert session.execute(text("SELECT person, rate FROM rate")).all() == [("sar", "150")]
        statuses = session.execute(text("SELECT status FROM verbflow_action ORDER BY status")).all()
    assert statuses == [("failed",), ("succeeded",)]


async def test_creation_on_the_way_runs_first_and_its_id_goes_on(store_url):
    chat, _ = studio(store_url, record=False)
    seen = []

    @chat.manager.tool("create_client", kind="idempotent")
    def create_client(call):
        seen.append((call.tool, call["client_name"]))
        return ToolResult(outputs={"client": EntityValue(type="client", id="c-new", name="Smithsonian")})

    @chat.manager.tool("create_project", kind="idempotent")
    def create_project(call):
        seen.append((call.tool, call["client_name"]))

    await chat.say("create project Hub for Smithsonian as T&M")
    (await chat.say("yes")).expects(state="done", calls=["create_client", "create_project"])
    assert seen == [("create_client", "Smithsonian"), ("create_project", "c-new")]


async def test_creation_that_succeeded_is_not_repeated_when_the_main_tool_refuses(store_url):
    chat, _ = studio(store_url, record=False)
    created = Effects()
    refuse = [True]

    @chat.manager.tool("create_client")
    def create_client(call):
        created(call)
        return ToolResult(outputs={"client": EntityValue(type="client", id="c-acme", name="Smithsonian")})

    @chat.manager.tool("create_project")
    def create_project(call):
        if refuse[0]:
            raise ToolRejected("the board must agree")

    await chat.say("create project Hub for Smithsonian as T&M")
    (await chat.say("yes")).expects(state="failed", contains="the board must agree")
    refuse[0] = False
    await chat.say("yes")
    assert len(created.keys) == 1


async def test_junk_result_is_success(store_url):
    chat, _ = studio(store_url, record=False)
    chat.manager.tool("set_rate")(lambda call: object())
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done")


async def test_missing_tool_is_a_clear_error_and_changes_nothing(store_url):
    chat, _ = studio(store_url, record=False)
    await chat.say(SAY)
    with pytest.raises(ToolError, match=r"'set_rate'.*@manager\.tool\('set_rate'\)"):
        await chat.say("yes", message_id="y1")
    chat.manager.tool("set_rate")(lambda call: None)
    (await chat.say("yes", message_id="y1")).expects(state="done")


def test_second_tool_of_a_name_is_refused():
    chat, _ = studio(record=False)
    chat.manager.tool("set_rate")(lambda call: None)
    with pytest.raises(ToolError, match="registered already"):
        chat.manager.tool("set_rate")(lambda call: None)


async def none_of(call):
    return None


async def late(call, session):
    return None


def yields(call):
    yield None


class Late:
    async def __call__(self, call, session):
        return None


@pytest.mark.parametrize(
    ("function", "kind", "told"),
    [
        # the wrong number of values
        (lambda: None, "blind", r"called with \(call\), not \(\)"),
        (lambda call, session: None, "blind", r'called with \(call\).*or register it with kind="transactional"'),
        (lambda *, call: None, "idempotent", r"called with \(call\), not \(\*, call\)"),
        (late, "idempotent", r"write def late\(call\), or register"),
        (lambda call: None, "transactional", r"called with \(call, session\), not \(call\)"),
        (none_of, "transactional", "a plain function, not an async one"),
        # another kind of function
        (late, "transactional", r"not an async one; write def late\(call, session\)"),
        (Late(), "transactional", "not an async one"),
        (yields, "blind", "write return"),
        ("set_rate", "blind", "no function: str"),
    ],
)
def test_function_that_cannot_be_called_as_its_kind_is_refused(function, kind, told):
    chat, _ = studio(record=False)
    with pytest.raises(ToolError, match=rf"tool 'archive_task': .*{told}"):
        chat.manager.tool("archive_task", kind=kind)(function)


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (lambda *values: None, "blind"),
        (lambda *values: None, "transactional"),
        (lambda call, more=None: None, "blind"),
        (lambda call, session, more=1: None, "transactional"),
        (print, "blind"),
        (none_of, "blind"),
        (partial(late, session=None), "idempotent"),
        (partial(lambda given, call, session: None, 1), "transactional"),
    ],
)
def test_function_that_can_be_called_as_its_kind_is_taken(function, kind):
    chat, _ = studio(record=False)
    assert chat.manager.tool("archive_task", kind=kind)(function) is function


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        (none_of, "blind", r"tool 'none_of': .*write @manager\.tool\(\"none_of\"\)"),
        ("", "blind", r"tool '': the name is empty"),
        (" ", "blind", "the name is empty"),
        (None, "blind", "the name is empty"),
        (
            "x",
            "transctional",
            r"tool 'x': .*'transctional' \(kinds: transactional, idempotent, blind\); did you mean 'tr",
        ),
        ("x", "once", r"\(kinds: transactional, idempotent, blind\)"),
        ("x", None, "no kind None"),
    ],
)
def test_registration_without_a_name_or_a_kind_is_refused_at_once(name, kind, told):
    chat, _ = studio(record=False)
    with pytest.raises(ToolError, match=told):
        chat.manager.tool(name, kind=kind)


@pytest.mark.parametrize("kind", ["transactional", "idempotent", "blind"])
async def test_a_text_that_a_tool_returns_is_told(store_url, kind):
    chat, _ = studio(store_url, record=False)
    chat.manager.tool("set_rate", kind=kind)(lambda *values: "The rate is theirs.")
    await chat.say(SAY)
    (await chat.say("yes")).expects(state="done", contains="The rate is theirs.")


# -- crash: the process ends while the tool runs ------------------------------------


class Crash(BaseException):
    """Ends a turn as a kill would: nothing after it runs."""


@pytest.mark.parametrize(
    ("kind", "state", "runs"),
    [
        # at most once: said unknown, never run again by itself
        (ToolKind.BLIND, "unknown", 1),
        # called again with the same key
        (ToolKind.IDEMPOTENT, "done", 2),
        # rolled back with its transaction, so run again
        (ToolKind.TRANSACTIONAL, "done", 2),
    ],
)
async def test_crash_during_the_tool_is_settled_at_the_next_message(database_url, kind, state, runs):
    chat, _ = studio(database_url, record=False)
    effects = Effects()
    effects.fail_with = Crash()
    register(chat, "set_rate", effects, kind)
    await chat.say(SAY)
    with pytest.raises(Crash):
        await chat.say("yes", message_id="y")
    clock = FrozenClock(NOW)
    later, _ = studio(database_url, record=False, clock=clock)
    effects.fail_with = None
    register(later, "set_rate", effects, kind)
    with pytest.raises(BusyError, match="still running"):
        await later.say("what now", message_id="w1")
    clock.now = NOW.replace(hour=11)
    await later.say("what now", message_id="w2")
    assert len(effects.keys) == runs and len(set(effects.keys)) == 1
    settled = await later.say("yes", message_id="y")
    assert settled.reply.duplicate and settled.reply.state == state


def test_run_record_round_trips():
    record = RunRecord(status="succeeded", created=(("client_name", EntityValue(type="c", id="1", name="A")),))
    assert RunRecord.model_validate_json(record.model_dump_json()) == record
