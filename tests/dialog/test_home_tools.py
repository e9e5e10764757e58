"""The home's tools: what they change, what they refuse, and that a key does its work once."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from dialog import DialogManager
from dialog.examples import load_example
from dialog.examples.home.tools import Home, register
from dialog.testing import Chat, FrozenClock
from dialog.tools import ToolCall
from resolver.entities import Actor
from resolver.values import DateValue, EntityValue, NumberValue, TextValue
from slots.errors import ToolRejected

TENANT = "hill-street-9"


@pytest.fixture
def talk():
    """Return (chat, home) over the example with its own tools."""
    example = load_example("home")
    directory, clock = example.directory(), FrozenClock(datetime(2026, 3, 13, 19, tzinfo=UTC))
    manager = DialogManager(verbs=example.verbs, directory=directory, clock=clock)
    home = register(manager, directory)
    yield Chat(manager, tenant=TENANT, user="m-nora", clock=clock), home
    manager.close()


@pytest.fixture
def home():
    return Home(load_example("home").directory())


def call_of(tool, key="k1", **arguments):
    return ToolCall(tool, key, arguments, TENANT, "c", Actor(id="m-nora", name="Nora Byrne"))


def entity(type_, id_, name="it"):
    return EntityValue(type=type_, id=id_, name=name)


async def play(chat, *messages):
    for message in messages:
        said = await chat.say(message)
    return said


# what the tools change


async def test_every_tool_of_the_tables_is_registered(talk):
    chat, _ = talk
    (await chat.say("which lights are on")).expects(state="done", contains="On: none")


@pytest.mark.parametrize(
    ("messages", "reads"),
    [
        # one light, and all lights of a room but the archived one
        (("dim the reading lamp to 40", "yes"), lambda home: home.power == {"l-reading": "on"}),
        (("dim the reading lamp to 40", "yes"), lambda home: home.level == {"l-reading": Decimal(40)}),
        (("turn off the lights in the den", "yes"), lambda home: home.power == {"l-reading": "off"}),
        # a room's heating
        (("set the heating in the den to 21", "yes"), lambda home: home.degrees == {"r-den": Decimal(21)}),
        # a list made on the way, and what goes on it
        (
            ("add tent pegs to Camping", "yes"),
            lambda home: list(home.items.values()) == [("s-camping", "tent pegs")],
        ),
        # what is kept is what was confirmed
        (
            ("start a pomodoro", "make it 20 minutes", "yes"),
            lambda home: [call["minutes"] for call in home.kept.values()] == [Decimal(20)],
        ),
        # a no changes nothing
        (("turn on the reading lamp", "no"), lambda home: home.power == {}),
    ],
)
async def test_what_was_confirmed_is_done(talk, messages, reads):
    chat, home = talk
    await play(chat, *messages)
    assert reads(home)


async def test_what_is_removed_is_gone_with_what_was_on_it(talk):
    chat, home = talk
    await play(chat, "add eggs to two", "yes", "remove the two list", "yes")
    assert home.items == {}
    (await chat.say("add milk")).expects(asking="list", menu=["Groceries", "To Do"])


async def test_what_is_on_a_list_is_read_out(talk):
    chat, _ = talk
    await play(chat, "add eggs to two", "yes")
    (await chat.say("what is on two?")).expects(state="done", contains="On Two: eggs.")


# what they refuse


@pytest.mark.parametrize(
    ("messages", "reason"),
    [
        (("add eggs to two", "yes", "add eggs to two", "yes"), "eggs is on Two already"),
        (("announce on the speaker in the den that tea is ready", "yes"), "Speaker is not in The Den"),
        (("set an alarm at 7 tomorrow", "yes", "set an alarm at 7 tomorrow", "yes"), "that alarm is set already"),
        (("turn off the reading lamp at 20 percent", "yes"), "a light that is off cannot be dimmed"),
    ],
)
async def test_a_refusal_is_said_and_changes_nothing(talk, messages, reason):
    chat, home = talk
    await play(chat, *messages[:-1])
    before = (dict(home.items), dict(home.alarms), dict(home.kept), dict(home.power))
    (await chat.say(messages[-1])).expects(state="failed", contains=reason)
    assert before == (home.items, home.alarms, home.kept, home.power)


# a key does its work once: the same call again is no second one


@pytest.mark.parametrize(
    ("tool", "call"),
    [
        ("add_item", call_of("add_item", list=entity("list", "s-two"), item=TextValue(text="eggs"))),
        (
            "set_alarm",
            call_of(
                "set_alarm",
                person=entity("member", "m-nora"),
                hour=NumberValue(number=Decimal(7)),
                day=DateValue(day=datetime(2026, 3, 14).date()),
            ),
        ),
    ],
)
def test_the_same_key_again_is_no_second_time(home, tool, call):
    getattr(home, tool)(call)
    getattr(home, tool)(call)
    assert len(home.items) + len(home.alarms) == 1
    other = ToolCall(call.tool, "k2", call.arguments, call.tenant, call.conversation, call.actor)
    with pytest.raises(ToolRejected):
        getattr(home, tool)(other)
