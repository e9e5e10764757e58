"""The turn handler at its rim: identity, repetition, buttons, late replies, bad input, several at once, drift."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import text

from dialog.directory import EntityDirectory
from dialog.examples import load_example
from dialog.manager import DialogManager
from dialog.testing import Chat, FrozenClock
from dialog.turn import InputMode, Pick, Turn
from slots.errors import DirectoryError, TableError, ToolError, UnknownTenantError, UnknownUserError
from states.pending import tool_names
from tests.studio import NOW, studio, studio_directory


def turn(text="", **more):
    return Turn(tenant="workshop", conversation="test", user="ana", text=text, **more)


# -- bad input from a developer ------------------------------------------------------


async def test_unknown_tenant_and_user_are_typed_errors():
    chat, _ = studio()
    with pytest.raises(UnknownTenantError, match=r"'elsewhere'.*workshop"):
        await chat.manager.handle(Turn(tenant="elsewhere", conversation="c", user="ana", text="hi"))
    with pytest.raises(UnknownUserError, match="'nobody' does not exist"):
        await chat.manager.handle(Turn(tenant="workshop", conversation="c", user="nobody", text="hi"))


async def test_a_deactivated_user_is_refused():
    chat, _ = studio()
    chat.manager.directory.change("workshop", "user", "ana", is_active=False)
    with pytest.raises(UnknownUserError, match="is not active"):
        await chat.say("log 2h of design to Nike")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "no JSON"),
        ("[]", '"tenant"'),
        ('{"tenant": "t", "clients": [{"id": "1", "name": "A"}, {"id": "1", "name": "B"}]}', r"clients\[1\].*'1'"),
        ('{"tenant": "t", "clients": [{"id": "1"}]}', r"clients\[0\] needs a name"),
        ('{"tenant": "t", "clients": [{"name": "A", "aliases": "ab"}]}', r"clients\[0\]\.aliases must be a list"),
        ('{"tenant": "t", "clients": [{"name": "A", "touched_by": "u"}]}', r"clients\[0\]\.touched_by must be a list"),
        ('{"tenant": "t", "permissions": {"owner": "rename"}}', r"permissions\.owner must be a list"),
        ('{"tenant": "t", "permissions": "all"}', "permissions must be an object"),
        ('{"tenant": "t", "speakers": 3}', "speakers must be the name of a collection"),
        ('{"tenant": "t", "day_first": "yes"}', "day_first must be true or false"),
        ('{"tenant": "t", "clients": {}}', "clients must be a list"),
        ('{"tenant": "t", "clients": [{"name": "A", "touched": "soon"}]}', "no ISO time: 'soon'"),
    ],
)
def test_a_wrong_directory_says_what_and_where(text, problem):
    with pytest.raises(DirectoryError, match=problem):
        EntityDirectory.from_json(text, origin="home.json")


def test_tools_that_a_table_names_and_nobody_registered_are_told_at_the_start():
    example = load_example("agency")
    manager = DialogManager(verbs=example.verbs, directory=example.directory())
    with pytest.raises(ToolError, match=r"archive_task \(verb archive\).*create_client"):
        manager.check_tools()
    chat, _ = studio()
    for verb in chat.manager.verbs.verbs:
        assert tool_names(verb)


def test_an_unknown_example_says_which_there_are():
    with pytest.raises(TableError, match="agency"):
        load_example("bakery")


def test_a_clock_without_an_offset_is_refused():
    with pytest.raises(ValueError, match="offset"):
        FrozenClock(NOW.replace(tzinfo=None))


@pytest.mark.parametrize("field", ["tenant", "conversation", "user", "message_id"])
@pytest.mark.parametrize("name", ["a\x00b", "\ud800"])
def test_an_id_that_no_database_keeps_is_refused(field, name):
    ids = {"tenant": "t", "conversation": "c", "user": "u", "message_id": "m", field: name}
    with pytest.raises(ValueError, match="NUL or half a character"):
        Turn(**ids)


# -- bad input from a person -----------------------------------------------------------


async def test_a_message_that_is_too_long_is_refused_politely_and_changes_nothing():
    chat, _ = studio()
    (await chat.say("assign Mark as PM")).expects(state="awaiting_menu_choice")
    said = await chat.say("x" * 4001)
    assert "too long" in said.reply.text and "4000" in said.reply.text
    (await chat.say("1")).expects(state="confirming")


@pytest.mark.parametrize("text", ["", "   ", "?!", "\x00\ud800", "👍🏽", "\u202eevil", "1" * 3000, "\u0301" * 3000])
async def test_nonsense_is_answered_and_keeps_the_question(store_url, text):
    chat, _ = studio(store_url)
    await chat.say("assign Mark as PM")
    said = await chat.say(text)
    assert said.reply.text and said.reply.asking == "project_name"


async def test_no_verb_is_not_handled_and_says_so(store_url):
    chat, _ = studio(store_url)
    reply = (await chat.say("tell me a joke")).reply
    assert (reply.state, reply.handled) == ("fallback", False)


# -- repetition and buttons --------------------------------------------------------------


async def test_the_same_message_id_gets_the_same_reply_and_runs_nothing(store_url):
    chat, recorder = studio(store_url)
    await chat.say("set rate for Sarah to $150")
    first = await chat.say("yes", message_id="m9")
    again = await chat.say(" yes", message_id="m9")
    assert again.reply.duplicate and not first.reply.duplicate
    assert again.reply.text == first.reply.text
    assert len(recorder.calls) == 1


async def test_the_same_id_from_another_person_is_no_repetition_of_theirs():
    chat, _ = studio()
    await chat.say("set rate for Sarah to $150", message_id="m1")
    other = Chat(chat.manager, tenant="workshop", user="tom", clock=None)
    reply = (await other.say("log 2h of design to Nike", message_id="m2")).reply
    assert reply.state == "confirming"


async def test_a_button_picks_and_an_old_button_is_refused(store_url):
    chat, _ = studio(store_url)
    menu = (await chat.say("assign Mark as PM")).reply.menu
    picked = await chat.manager.handle(turn(pick=Pick(menu_id=menu.menu_id, option=2), message_id="b1"))
    assert picked.state == "confirming"
    await chat.say("cancel")
    await chat.say("archive Acme")
    old = await chat.manager.handle(turn(pick=Pick(menu_id=menu.menu_id, option=2), message_id="b2"))
    assert old.state == "awaiting_menu_choice" and "too old" in old.text


async def test_a_reply_sent_before_the_question_or_to_another_one_does_nothing(store_url):
    chat, recorder = studio(store_url)
    reply = (await chat.say("set rate for Sarah to $150")).reply
    early = await chat.manager.handle(turn("yes", message_id="e1", sent_at=NOW - timedelta(seconds=5)))
    assert early.state == "confirming"
    other = await chat.manager.handle(turn("yes", message_id="e2", prompt_id="another"))
    assert other.state == "confirming"
    assert recorder.calls == []
    latest = await chat.manager.handle(turn("yes", message_id="e3", prompt_id=other.prompt_id))
    assert latest.state == "done" and reply.prompt_id != other.prompt_id


async def test_an_agent_may_fill_and_never_confirm():
    chat, recorder = studio()
    filled = await chat.manager.handle(turn("set rate for Sarah to $150", message_id="a1", input_mode=InputMode.AGENT))
    assert filled.state == "confirming"
    refused = await chat.manager.handle(turn("yes", message_id="a2", input_mode=InputMode.AGENT))
    assert refused.state == "confirming" and recorder.calls == []


async def test_a_reply_is_complete_alone_and_its_prompt_has_no_list():
    chat, _ = studio()
    reply = (await chat.say("assign Mark as PM")).reply
    assert "1) Rando Site" in reply.text and "3) None of these" in reply.text
    assert "1) Rando Site" not in reply.prompt
    assert [option.number for option in reply.menu.options] == [1, 2]
    assert reply.menu.escape.number == 3


# -- restart, several at once ----------------------------------------------------------------


async def test_a_digit_resumes_after_a_restart(database_url):
    chat, _ = studio(database_url)
    (await chat.say("assign Mark as PM", message_id="m1")).expects(state="awaiting_menu_choice")
    chat.manager.close()
    later, _ = studio(database_url)
    said = await later.say("2", message_id="m2")
    said.expects(state="confirming", slots={"project_name": "Nike", "user_name": "Mark Finch"})


async def test_two_yes_at_once_run_once(store_url):
    chat, recorder = studio(store_url)
    await chat.say("set rate for Sarah to $150")
    replies = await asyncio.gather(
        *(chat.manager.handle(turn("yes", message_id=f"y{n}")) for n in range(4)), return_exceptions=True
    )
    done = [reply for reply in replies if getattr(reply, "state", "") == "done"]
    assert len(done) == 1 and len(recorder.calls) == 1


async def test_a_burst_from_several_people_loses_nothing(store_url):
    chat, recorder = studio(store_url)
    people = ("ana", "tom", "sar", "joh")
    texts = [f"log {n}h of design to Nike" for n in range(1, 6)]

    async def talk(user):
        for number, said in enumerate(texts):
            for part, words in enumerate((said, "yes")):
                message = Turn(
                    tenant="workshop", conversation="c", user=user, text=words, message_id=f"{user}{number}{part}"
                )
                await chat.manager.handle(message)

    await asyncio.gather(*(talk(user) for user in people))
    assert len(recorder.calls) == len(people) * len(texts)


def test_handle_sync_runs_where_no_loop_runs():
    chat, _ = studio()
    assert chat.manager.handle_sync(turn("assign Mark as PM")).state == "awaiting_menu_choice"


# -- drift between the question and the yes -------------------------------------------------


async def test_what_was_archived_meanwhile_is_asked_anew():
    chat, recorder = studio()
    await chat.say("log 2h of design to Nike")
    chat.manager.directory.change("workshop", "project", "nike", is_active=False)
    said = await chat.say("yes")
    said.expects(state="awaiting_menu_choice", asking="project_name", contains="Nike is no longer there")
    assert recorder.calls == []


async def test_what_was_renamed_meanwhile_is_shown_anew():
    chat, recorder = studio()
    await chat.say("log 2h of design to Nike")
    chat.manager.directory.change("workshop", "project", "nike", name="Nike Two")
    (await chat.say("yes")).expects(state="confirming", contains="Nike Two")
    assert recorder.calls == []
    (await chat.say("yes")).expects(state="done")


async def test_a_permission_revoked_meanwhile_refuses_the_yes(store_url):
    chat, recorder = studio(store_url)
    await chat.say("set rate for Sarah to $150")
    chat.manager.directory.change("workshop", "user", "ana", attributes={"role": "user", "kind": "staff"})
    (await chat.say("yes")).expects(state="idle", contains=["permission", "Tom Marlow"])
    assert recorder.calls == []


async def test_a_verb_that_is_gone_is_closed_politely(database_url):
    chat, _ = studio(database_url)
    await chat.say("set rate for Sarah to $150")
    verbs = load_example("agency").verbs
    fewer = verbs.model_copy(update={"verbs": tuple(verb for verb in verbs.verbs if verb.name != "set_rate")})
    later = DialogManager(verbs=fewer, directory=studio_directory(), store=database_url, clock=FrozenClock(NOW))
    reply = await later.handle(turn("yes", message_id="late"))
    assert reply.state == "idle" and "nothing was done" in reply.text


async def test_a_changed_table_keeps_the_slots_by_name(database_url):
    chat, _ = studio(database_url)
    (await chat.say("assign Mark as PM", message_id="m1")).expects(asking="project_name")
    verbs = load_example("agency").verbs
    changed = tuple(
        verb.model_copy(update={"confirm": "Make {user_name} lead {project_name}"})
        if verb.name == "assign_pm"
        else verb
        for verb in verbs.verbs
    )
    later = DialogManager(
        verbs=verbs.model_copy(update={"verbs": changed}),
        directory=studio_directory(),
        store=database_url,
        clock=FrozenClock(NOW),
    )
    reply = await later.handle(turn("1", message_id="m2"))
    assert reply.state == "confirming" and "Make Mark Finch lead Rando Site?" in reply.text
    assert "a little differently now" in reply.text


async def test_a_slot_that_is_gone_closes_the_action(database_url):
    chat, _ = studio(database_url)
    (await chat.say("assign Mark as PM", message_id="m1")).expects(asking="project_name")
    verbs = load_example("agency").verbs
    fewer = tuple(
        verb.model_copy(update={"slots": verb.slots[:1]}) if verb.name == "assign_pm" else verb for verb in verbs.verbs
    )
    later = DialogManager(
        verbs=verbs.model_copy(update={"verbs": fewer}),
        directory=studio_directory(),
        store=database_url,
        clock=FrozenClock(NOW),
    )
    reply = await later.handle(turn("1", message_id="m2"))
    assert reply.state == "idle" and "nothing was done" in reply.text


async def test_a_state_that_cannot_be_read_is_closed_and_said_so(store_url):
    chat, recorder = studio(store_url)
    await chat.say("set rate for Sarah to $150")
    with chat.manager.session() as session:
        session.execute(text("UPDATE verbflow_conversation SET state = '{'"))
    said = await chat.say("yes")
    said.expects(state="idle", contains="could not be read")
    assert recorder.calls == []
    assert "could not be read" not in (await chat.say("assign Mark as PM")).reply.text


# -- time -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        # 10:00 in New York is already tomorrow in Kiritimati
        ("Pacific/Kiritimati", "2026-05-21"),
        ("America/Los_Angeles", "2026-05-20"),
        # one that there is not, a folder of zones, or no name at all: the tenant's counts
        ("Mars/Olympus", "2026-05-20"),
        ("America", "2026-05-20"),
        ("x" * 5000, "2026-05-20"),
    ],
)
async def test_today_is_the_speakers_day(zone, day):
    chat, _ = studio()
    reply = await chat.manager.handle(turn("log 2h of design to Nike", timezone=zone))
    assert reply.slots["date"].value.day.isoformat() == day


async def test_today_is_fixed_when_it_was_said():
    clock = FrozenClock(NOW.replace(hour=23, minute=55))
    chat, recorder = studio(clock=clock)
    await chat.say("log 2h of design to Nike")
    clock.pass_time(timedelta(minutes=10))
    (await chat.say("yes")).expects(state="done")
    assert recorder.calls[0][1]["date"] == "2026-05-20"


@pytest.mark.parametrize("hours", [-1, -30])
async def test_a_clock_that_goes_back_loses_nothing(hours):
    clock = FrozenClock(NOW)
    chat, _ = studio(clock=clock)
    await chat.say("assign Mark as PM")
    clock.pass_time(timedelta(hours=hours))
    (await chat.say("1")).expects(state="confirming")
