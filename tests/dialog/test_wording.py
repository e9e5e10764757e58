"""What people read: no empty places, days as people write them, all that was left over."""

import json

import pytest

from dialog import DialogManager
from dialog.directory import EntityDirectory
from dialog.log.annotation import Annotation
from dialog.log.explaining import explain
from dialog.testing import Chat, FrozenClock
from slots.toml_tables import parse_tables
from tests.studio import NOW, studio

HALLS = """
name = "halls"

[entity_types.room]

[entity_types.member]
is_person = true

[entity_types.user]
is_person = true

[verbs.book]
triggers = ["book"]
confirm = "{confirm}"

[verbs.book.slots.room]
kind = "entity"
is_object = true
required = true
entities = ["room"]

[verbs.book.slots.who]
kind = "entity"
required = true
entities = {takes}
prepositions = ["for"]
default = "speaker"
"""
PLACE = {
    "tenant": "town",
    "users": [{"id": "ada", "name": "Ada Lund", "role": "clerk"}],
    "members": [{"id": "m1", "name": "Jon Kite"}],
    "rooms": [{"id": "r1", "name": "Hall"}],
    "permissions": {"clerk": []},
}


def halls(confirm, takes):
    tables = parse_tables(HALLS.format_map({"confirm": confirm, "takes": json.dumps(takes), "room": "{room}"}))
    home, clock = EntityDirectory.from_json(json.dumps(PLACE)), FrozenClock(NOW)
    manager = DialogManager(verbs=tables, directory=home, clock=clock, default_tool=lambda call: None)
    return Chat(manager, tenant="town", user="ada", clock=clock)


@pytest.mark.parametrize(
    ("confirm", "asked", "done"),
    [
        ("Book {room} for {who}", "Book Hall for Ada Lund?", "Done: Book Hall for Ada Lund."),
        # in brackets the speaker goes without saying
        ("Book {room}[ for {who}]", "Book Hall?", "Done: Book Hall."),
    ],
)
async def test_the_speaker_by_default_leaves_no_hole(confirm, asked, done):
    chat = halls(confirm, ["user"])
    (await chat.say("book the hall")).expects(state="confirming", contains=[asked])
    (await chat.say("yes")).expects(state="done", contains=[done])


async def test_a_speaker_whom_the_slot_does_not_take_is_no_default():
    chat = halls("Book {room} for {who}", ["member"])
    (await chat.say("book the hall")).expects(asking="who")
    (await chat.say("Jon")).expects(state="confirming", contains=["for Jon Kite"])


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("no, yesterday",), "Date changed from Wed 20 May 2026 (today) to Tue 19 May 2026 (yesterday)."),
        (("what have you got so far",), "date: Wed 20 May 2026 (today)"),
        (("change the date to blurb", "keep it"), "Date stays Wed 20 May 2026 (today)."),
    ],
)
async def test_days_as_people_write_them(said, told):
    chat, _ = studio()
    await chat.say("log 2h of dev to Nike")
    for text in said:
        reply = await chat.say(text)
    reply.expects(contains=[told])


@pytest.mark.parametrize(
    "text",
    [
        "assign Mark as PM of Nike and tell him to hurry",
        "log 2h of dev to Nike until friday and tell him to hurry",
        "set rate for Mark to $150 until friday and tell him to hurry",
    ],
)
async def test_what_the_reply_calls_unused_is_explained(text):
    chat, _ = studio()
    reply = (await chat.say(text)).reply
    unused = reply.text.partition("not used: ")[2].partition(".)")[0].split(", ")
    told = explain(reply.annotation)
    assert all(words in told for words in unused), (unused, told)


@pytest.mark.parametrize(("lane", "is_told"), [("", False), ("ambiguous", False), ("action", True)])
def test_a_lane_that_says_nothing_is_not_told(lane, is_told):
    annotation = Annotation(
        message_id="m", tenant_id="t", conversation="c", user="u", at=NOW, raw_message="yes", state="done", lane=lane
    )
    assert ("Lane:" in explain(annotation)) is is_told


@pytest.mark.parametrize(
    ("said", "told", "untold"),
    [
        # a thing of the slot's type that the slot does not take
        (("set rate for Loom Works to $90",), "no person called “Loom Works”, only the vendor of that name.", "  "),
        (("set rate for Loom to $90",), "no person called “Loom”, only the vendor of that name.", "  "),
        (("create a liability for Mark on Nike for $90",), "no vendor called “Mark”, only the person of that", "  "),
        (("create a period for Nike",), "no retainer called “Nike”, only the project of that name.", "  "),
        (("set rate for Zed to $90", "Loom Works"), "only the vendor of that name. Everything so far is kept.", "Zed"),
        (("set rate for Zed to $90",), "I know no person called “Zed”. Whose rate?", "only"),
        # why the question was put first is not said again beside why the answer did not do
        (("set rate for Zed to $90", "new person Zed"), "“Zed”. Everything so far is kept. Whose rate?", "only"),
        # of two people who are named where one is wanted both come first
        (("set rate for Mark and Sarah to $90",), "1) Mark Finch\n2) Sarah Quill\n", "  "),
        (("set rate for Sarah or John to $90",), "1) Sarah Quill\n2) John Bell\n", "  "),
        # how a new one is made, to those who may
        (("create project Kite as T&M", "Fern"), "“Fern”. “new client Fern” creates it. Everything so", "only"),
        (("set rate for Zed to $90", "Fern"), "“Fern”. Everything so far is kept.", "creates"),
        # two of one name
        (("archive acme", "1", "no, the project"), "from Acme (client) to Acme (project).", "not used"),
        (("archive Nike", "no, Rando Site"), "from Nike to Rando Site.", "("),
        # what a correction named is used, with its preposition too
        (("archive Nike", "yes for Rando Site"), "from Nike to Rando Site.", "not used"),
        (("archive Nike", "yes for rando site and hurry"), "from Nike to Rando Site.", "  "),
        (("archive Nike for Mark",), "not used: “for Mark”", "  "),
    ],
)  # fmt: skip
async def test_what_is_said_of_names(said, told, untold):
    chat, _ = studio()
    for text in said:
        reply = await chat.say(text)
    reply.expects(contains=[told])
    assert untold not in reply.reply.text


@pytest.mark.parametrize(
    ("said", "unused"),
    [
        # a read verb asks no question first, so its answer says what it left out
        ("show me Nike Harbor", "“Harbor”"),
        ("who is on Nike tomorrow", "“tomorrow”"),
        ("what projects does Mark have?", "“does Mark have”"),
        # what only leads to a question, or is polite, says nothing
        ("show me Nike please", ""),
        ("what is the status of the Nike project", ""),
        ("can you tell me who is on Nike?", ""),
        ("could you check who is on Nike, thanks", ""),
        ("list the projects", ""),
    ],
)
async def test_an_answer_says_what_it_left_out(said, unused):
    chat, _ = studio()
    reply = (await chat.say(said)).expects(state="done").reply
    assert reply.text.partition("Not used: ")[2] == (f"{unused}." if unused else "")


@pytest.mark.parametrize(
    ("said", "told", "untold"),
    [
        # what a refusal ends is said to be dropped
        (("log 2h of dev to Nike", "no, for John"), "Ask Tom Marlow. It is dropped; nothing was done.", "Yes or no"),
        (("log 2h of dev to Nike for John",), "Ask Tom Marlow. It is dropped; nothing was done.", "Yes or no"),
        (("archive Nike",), "“archive” needs archive.", "dropped"),
        # who may create is said once
        (("create project Kite for Fern as T&M", "new client Fern"), "(create_client). Ask Tom Marlow. W", "no client"),
        (("create project Kite for Fern as T&M",), "no client called “Fern”, and you do not have", "create_client"),
    ],
)  # fmt: skip
async def test_what_is_said_of_permissions(said, told, untold):
    chat, _ = studio(user="sar")
    for text in said:
        reply = await chat.say(text)
    reply.expects(contains=[told])
    assert untold not in reply.reply.text
