"""The log: explaining, masking, erasing, pruning, and the stream."""

import io
import json
from datetime import timedelta

import pytest

from dialog import DialogManager, load_example
from dialog.command import main
from dialog.log.explaining import REASONS, STATES, TIERS, explain
from dialog.log.keeping import one_line
from dialog.log.masking import MASK, sensitive_slots
from dialog.log.record import Entry
from dialog.log.replaying import Replayer
from dialog.printing import print_tables
from dialog.recording import Recorder
from dialog.store.audit import all_rows, prune
from dialog.testing import Chat, FrozenClock
from resolver.outcome import Reason, Tier
from slots.tables import TableSet, TokenSet
from slots.toml_tables import parse_tables
from states.machine import State
from tests.studio import NOW, studio, studio_directory

AGENCY = load_example("agency").verbs


def sensitive(**slots):
    """Return the agency's tables with some slots sensitive: verb -> slot."""
    verbs = []
    for verb in AGENCY.verbs:
        names = slots.get(verb.name, ())
        changed = tuple(one.model_copy(update={"sensitive": one.name in names}) for one in verb.slots)
        verbs.append(verb.model_copy(update={"slots": changed}))
    return TableSet.model_validate(AGENCY.model_copy(update={"verbs": tuple(verbs)}).model_dump())


def chat_of(tables=AGENCY, *, user="ana", store="sqlite://", **options):
    home, clock = studio_directory(), FrozenClock(NOW)
    recorder = Recorder(tables, home)
    manager = DialogManager(verbs=tables, directory=home, store=store, clock=clock, default_tool=recorder, **options)
    return Chat(manager, tenant="workshop", user=user, clock=clock)


async def say(chat, *texts):
    said = None
    for text in texts:
        said = await chat.say(text)
    return said.reply


def rows(chat):
    return list(all_rows(chat.manager._store))


def everything(chat):
    """Return every text of every row of the store as one text."""
    found = []
    with chat.manager._store._connect() as connection:
        for table in ("conversation", "inbox", "action", "mention", "annotation"):
            found += [repr(tuple(row)) for row in connection.exec_driver_sql(f"SELECT * FROM verbflow_{table}")]
    return "\n".join(found)


# -- explaining, in a chat ------------------------------------------------------------

EXPLAINED = [
    # a verb, its slots with words and provenance
    (("log 2h of design to Nike sprint planning",), ("Read as: log time, because of “log” (tier: token_set).",
     "- hours: 2, from “2h”; read as it was written", "- task: Design, from “design”; that is its full name",
     "Not used: “sprint planning”.", "Then a yes or no was asked for.", "Lane: action.")),
    # a value's words and the rule that read them, also where it cannot be taken
    (("log two and a half hours of design to Rando Site for friday",), (
     "- hours: 2.5, from “two and a half hours”; read as it was written (a length of time)",
     "- date: 2026-05-15, from “friday”; read as it was written (a weekday, looking back)")),
    (("set rate for Sarah to one fifty an hour",), (
     "- rate: 150, from “one fifty an hour”; read as it was written (an amount)",)),
    (("log 2h of design to Rando Site in two weeks",), (
     "that day is on the wrong side of today (a distance from a day)",)),
    # a pronoun and a default
    (("who is on Rando Site", "log 2h of dev to it"), ("Rando Site, from “it”; it was mentioned in this conversation",
     "Development, from “dev”; that is another name of it", "- date: 2026-05-20, not said; the default")),
    # missing
    (("assign Mark as PM",), ("- project: missing, nothing was said for it", "Then a menu was shown for the project.")),
    (("log 2h of design to it",), ("- project: missing, from “it”; it points at nothing that was mentioned lately",)),
    # ambiguous
    (("archive Acme",), ("- target: ambiguous, from “Acme”; it fits 2: Acme (client), Acme (project)",)),
    # a pick, and what ran
    (("assign Mark as PM", "1"), ("Read as: a pick from the menu, for assign pm.", "picked from the menu")),
    (("set rate for Sarah to $150", "yes"), ("Read as: an answer to the question", "Ran: set_rate.", "It was done.")),
    # creation on the way
    (("create project Hub for Zed as T&M",), ("Zed (new), from “Zed”", "Created on the way: client “Zed”.")),
    # nobody's
    (("tell me a joke",), ("Read as: nothing that I can do.", "Why not: no trigger", "Nobody took it.")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "is_told"), [("make it 3", False), ("3", False), ("make it 3h sprint planning", True)]
)
async def test_what_filled_a_slot_is_not_said_to_be_unused(reply, is_told):
    chat, _ = studio()
    await say(chat, "log 2h of design to Nike", reply)
    told = (await say(chat, "!debug last")).text
    assert "- hours: 3, from “3" in told
    assert ("Not used" in told) is is_told


@pytest.mark.parametrize(("said", "pieces"), EXPLAINED)
async def test_a_person_asks_why(said, pieces):
    chat, _ = studio()
    await say(chat, *said)
    text = (await say(chat, "!debug last")).text
    assert text.startswith(f"“{said[-1]}” on 2026-05-20 at ")
    for piece in pieces:
        assert piece in text


async def test_debug_changes_nothing_and_is_no_turn_of_the_log():
    chat, _ = studio()
    asked = await say(chat, "assign Mark as PM")
    before = everything(chat)
    told = await say(chat, "  !DEBUG  last ")
    assert everything(chat) == before
    assert (told.state, told.prompt_id, told.menu, told.handled) == (asked.state, asked.prompt_id, asked.menu, True)
    assert (await say(chat, "1")).state == "confirming"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("!debug", "“yes”"),
        ("!debug 1", "“yes”"),
        ("!debug 2", "“set rate for Sarah to $150”"),
        ("!debug 3", "I have only 2 turns of yours here."),
        ("!debug 0", "“yes”"),
        # no such message: it goes its way as ever
        ("!debug ²", "I do not know how"),
        ("!debug 1234", "I do not know how"),
        ("please !debug last", "I do not know how"),
        ("!debugger", "I do not know how"),
    ],
)
async def test_which_turn_is_asked_about(text, told):
    chat, _ = studio()
    await say(chat, "set rate for Sarah to $150", "yes")
    assert told in (await say(chat, text)).text


async def test_nobody_sees_what_others_said():
    chat, _ = studio()
    await say(chat, "set rate for Sarah to $150")
    others = [
        Chat(chat.manager, tenant="workshop", user="tom"),
        Chat(chat.manager, tenant="workshop", user="ana", conversation="elsewhere"),
    ]
    for other in others:
        assert (await say(other, "!debug last")).text == "I have no turn of yours here."


async def test_words_of_a_person_start_no_line_of_an_explanation():
    chat, _ = studio()
    await say(chat, "create project Hub\nRan: archive. for \x1b[31mZed")
    lines = explain(Entry.model_validate_json(rows(chat)[0].record)).splitlines()
    assert not any(line.startswith("Ran:") for line in lines)
    assert all(line.isprintable() for line in lines)


def test_every_tier_reason_and_state_has_words():
    assert (set(TIERS), set(REASONS)) == (set(Tier), set(Reason))
    shown = {"idle", "fallback", *(state.value for state in State)} - {"extracting", "executing"}
    assert shown <= set(STATES)


# -- masking ----------------------------------------------------------------------------

RATE = {"set_rate": ("rate",)}
MASKED = [
    # in a message, as words of it
    (RATE, ("set rate for Sarah to $150",), ["150"], "set rate for Sarah to •••"),
    (RATE, ("set rate for Sarah to $150", "yes"), ["150"], "yes"),
    (RATE, ("set rate for Sarah to one fifty",), ["fifty", "150"], None),
    # as the answer to its question, read or not
    (RATE, ("set rate for Sarah", "$150"), ["150"], MASK),
    (RATE, ("set rate for Sarah", "about a hundred and a bit"), ["hundred"], MASK),
    # as a correction
    (RATE, ("set rate for Sarah to $150", "no, make it $175"), ["150", "175"], None),
    (RATE, ("set rate for Sarah to $150", "make it seventy or so"), ["150", "seventy"], MASK),
    # a name
    ({"create_client": ("client_name",)}, ("create client Zedland",), ["Zedland"], "create client •••"),
    ({"create_project": ("client_name",)}, ("create project Hub for Zedland as T&M",), ["Zedland"],
     "create project Hub for ••• as T&M"),
    # an entity: neither id nor name, and no pronoun points at it
    ({"assign_pm": ("user_name",)}, ("assign Mark as PM", "who is on Nike?"), ["Mark", '"mar"'], None),
    # what its tool made of it is no referent either
    ({"create_client": ("client_name",)}, ("create client Zedland", "yes", "create project Hub for them as T&M"),
     ["Zedland"], None),
    # of somebody who may not do it, and as an answer to another question
    (RATE, ("log 2h of design to Nike", "no", "!sar set rate for Sarah to $150"), ["150"], MASK),
    (RATE, ("set rate", "4711"), ["4711"], MASK),
    # where the verb is read otherwise
    (RATE, ("new client Zed", "set rate", "set rate for $150 to Sarah"), ["150"], None),
    # in a wish that waits
    (RATE, ("log 2h of design to Nike and set rate for Sarah to $150",), ["150"], None),
]  # fmt: skip


@pytest.mark.parametrize(("slots", "said", "secrets", "raw"), MASKED)
async def test_sensitive_values_are_masked(slots, said, secrets, raw):
    stream = io.StringIO()
    chat = chat_of(sensitive(**slots), log_to=stream)
    sarah = Chat(chat.manager, tenant="workshop", user="sar")
    for text in said:
        await say(sarah if text.startswith("!sar ") else chat, text.removeprefix("!sar "))
    kept = "\n".join(row.record for row in rows(chat))
    for secret in secrets:
        assert secret.casefold() not in kept.casefold()
        assert secret.casefold() not in stream.getvalue().casefold()
    last = Entry.model_validate_json(rows(chat)[-1].record)
    if raw is not None:
        assert last.raw_message == raw
    if last.hidden:
        assert (last.hidden, last.replay) == ("masked", None)


async def test_masked_turns_are_not_replayable_and_the_others_are():
    tables = sensitive(**RATE)
    chat = chat_of(tables)
    await say(chat, "set rate for Sarah to $150", "yes", "log 2h of design to Nike")
    report = Replayer(tables).replay(row.record for row in rows(chat))
    assert (report.equal, report.skipped) == (1, {"masked": 2})


async def test_a_stored_reply_keeps_its_text_and_masks_its_annotation():
    chat = chat_of(sensitive(**RATE))
    first = (await chat.say("set rate for Sarah to $150", message_id="m1")).reply
    again = (await chat.say("set rate for Sarah to $150", message_id="m1")).reply
    assert again.duplicate and again.text == first.text and "150" in again.text
    assert "150" in first.annotation.raw_message
    assert "150" not in again.annotation.model_dump_json() and again.annotation.raw_message.endswith(MASK)


async def test_a_menu_of_verbs_keeps_what_was_said_hidden():
    tables = sensitive(**RATE)
    words = (TokenSet(all_of=("sarah", "gets")),)
    verbs = tuple(
        verb.model_copy(update={"token_sets": words}) if verb.name in ("set_rate", "assign_pm") else verb
        for verb in tables.verbs
    )
    chat = chat_of(TableSet.model_validate(tables.model_copy(update={"verbs": verbs}).model_dump()))
    asked = await say(chat, "sarah gets $4711")
    assert asked.menu is not None and len(asked.menu.options) == 2
    await say(chat, "help", "1")
    kept = "\n".join(row.record for row in rows(chat))
    assert "4711" not in kept


async def test_a_masked_turn_is_explained_without_its_value():
    chat = chat_of(sensitive(**RATE))
    await say(chat, "set rate for Sarah to $150")
    text = (await say(chat, "!debug last")).text
    assert "- rate: •••" in text and "150" not in text


def test_a_table_file_says_what_is_sensitive():
    text = """
    [verbs.set_rate]
    triggers = ["set rate"]
    [verbs.set_rate.slots.rate]
    kind = "money"
    required = true
    sensitive = true
    prompt = "How much?"
    """
    tables = parse_tables(text)
    assert sensitive_slots(tables) == {"set_rate": {"rate"}}
    assert "masked in the log" in print_tables(tables)


async def test_the_tool_gets_what_the_log_masks():
    chat = chat_of(sensitive(**RATE))
    reply = await say(chat, "set rate for Sarah to $150", "yes")
    assert reply.results[0].arguments["rate"] == "150"


# -- erasing ----------------------------------------------------------------------------


async def test_erasing_takes_every_word_and_keeps_the_skeleton():
    chat = chat_of()
    await say(
        chat,
        "create project Quokka for Zedland as T&M",
        "yes",
        "log 2h of design to Nike",
        "yes",
        "rename it to Wombat",
    )
    tom = Chat(chat.manager, tenant="workshop", user="tom")
    await say(tom, "create client Numbat")
    assert chat.manager.erase("workshop", "ana") == 5
    text = everything(chat)
    for word in ("Quokka", "Zedland", "Wombat", "design to", "Ana Ferreira"):
        assert word not in text
    assert "Numbat" in text
    own = [Entry.model_validate_json(row.record) for row in rows(chat) if row.person == "ana"]
    assert [entry.verb_extracted for entry in own] == ["create_project"] * 2 + ["log_time"] * 2 + ["rename"]
    assert [entry.state for entry in own][:4] == ["confirming", "done"] * 2
    assert own[2].resolutions["hours"].tier is Tier.READ
    assert own[2].resolutions["project_name"].value.id == "nike"
    assert all(entry.hidden == "erased" and entry.replay is None and entry.message_id for entry in own)
    assert Replayer(AGENCY).replay(row.record for row in rows(chat)).skipped == {"erased": 5}


@pytest.mark.parametrize(("said", "pieces"), [
    (("log 2h of design to Nike sprint planning",), (
     "(erased) on 2026-05-20 at ", "Read as: log time (tier: token_set).",
     "- hours: (erased), read as it was written (a length of time)",
     "- project: project nike (name erased), that is its full name", "Then a yes or no was asked for.")),
    (("archive Acme",), ("- target: ambiguous, it fits several",)),
    (("create project Hub for Zed as T&M",), ("- client: (erased) (new), nothing of that name is there",)),
    (("log 2h of design to it",), ("- project: missing, it points at nothing",)),
    (("assign Mark as PM", "1"), (
     "Read as: a pick from the menu, for assign pm.", "project rando (name erased), picked from the menu")),
    (("tell me a joke",), ("Read as: nothing that I can do.",)),
])  # fmt: skip
async def test_an_erased_turn_is_explained_without_empty_places(said, pieces):
    chat = chat_of()
    await say(chat, *said)
    chat.manager.erase("workshop", "ana")
    text = (await say(chat, "!debug last")).text
    for piece in pieces:
        assert piece in text
    for empty in ("“”", ": ,", ": \n", "fits 0", MASK):
        assert empty not in f"{text}\n"


@pytest.mark.parametrize("what", ["conversation", "action", "inbox", "mention", "annotation"])
async def test_what_is_erased_counts_wherever_it_was_kept(tmp_path, capsys, what):
    url = f"sqlite:///{tmp_path}/c.db"
    chat = chat_of(store=url)
    await say(chat, "set rate for Sarah to $150", "yes")
    with chat.manager._store._begin() as connection:
        for other in {"conversation", "action", "inbox", "mention", "annotation"} - {what}:
            connection.exec_driver_sql(f"DELETE FROM verbflow_{other}")
    chat.manager.close()
    assert main(["log", "erase", "--tenant", "workshop", "--person", "ana", "--store", url]) == 0
    assert "erased" in capsys.readouterr().out


async def test_erasing_twice_and_talking_on():
    chat = chat_of()
    await chat.say("log 2h of design to Nike", message_id="m1")
    chat.manager.erase("workshop", "ana")
    assert chat.manager.erase("workshop", "ana") == 1
    again = (await chat.say("log 2h of design to Nike", message_id="m1")).reply
    assert (again.text, again.duplicate) == ("What was said here was erased.", True)
    assert (await say(chat, "yes")).text == "Nothing is waiting for an answer. Tell me what to do."
    assert (await say(chat, "log 2h of design to Nike", "yes")).state == "done"


async def test_erasing_keeps_to_one_tenant():
    chat = chat_of()
    await say(chat, "log 2h of design to Nike")
    assert chat.manager.erase("elsewhere", "ana") == 0
    assert "design to Nike" in everything(chat)


# -- retention --------------------------------------------------------------------------


async def test_old_records_go_with_their_replies_and_new_ones_stay():
    chat = chat_of(keep_log=timedelta(days=30))
    await say(chat, "log 2h of design to Nike", "no")
    chat._clock.pass_time(timedelta(days=31))
    await say(chat, "hello there")
    assert [json.loads(row.record)["raw_message"] for row in rows(chat)] == ["hello there"]
    assert "design to Nike" not in everything(chat)


@pytest.mark.parametrize(("keep", "left"), [(None, 2), (timedelta(days=400), 2), (timedelta(days=90), 1)])
async def test_how_long_is_a_setting(keep, left):
    chat = chat_of(keep_log=keep)
    await say(chat, "hello there")
    chat._clock.pass_time(timedelta(days=100))
    await say(chat, "hello again")
    assert len(rows(chat)) == left


async def test_a_pruned_yes_runs_nothing():
    chat = chat_of(keep_log=timedelta(days=1))
    await say(chat, "log 2h of design to Nike")
    await chat.say("yes", message_id="the-yes")
    chat._clock.pass_time(timedelta(days=2))
    await say(chat, "hello there")
    again = (await chat.say("yes", message_id="the-yes")).reply
    assert (again.duplicate, again.results) == (False, ())


async def test_prune_counts_and_stops_at_what_is_kept():
    chat = chat_of(keep_log=None)
    await say(chat, *["hello there"] * 7)
    assert prune(chat.manager._store, NOW + timedelta(seconds=50), at_most=2) == 2
    assert prune(chat.manager._store, NOW + timedelta(seconds=50)) == 1
    assert prune(chat.manager._store, NOW) == 0
    assert len(rows(chat)) == 4


# -- the stream -------------------------------------------------------------------------


async def test_stream_has_one_json_record_a_line():
    stream = io.StringIO()
    chat = chat_of(log_to=stream)
    nasty = "log 2h of\nwork\u2028to \x1b[31mNike\u202e\x85 \u009b ok"
    await say(chat, nasty, "hello")
    lines = stream.getvalue().split("\n")
    assert len(lines) == 3 and lines[2] == ""
    assert stream.getvalue().splitlines() == lines[:2]
    assert all(sign.isprintable() for line in lines for sign in line)
    first = json.loads(lines[0])
    assert (first["message_id"], first["tenant_id"]) == ("ana-1", "workshop")
    assert "replay" not in first and "Nike" in first["raw_message"]


def test_one_line_says_the_same():
    for text in ("a\x7fb\u2029c", "\ud800", "plain", "\ufeff\u200b\u061c"):
        record = json.dumps({"text": text}, ensure_ascii=False)
        assert json.loads(one_line(record)) == {"text": text}
        assert one_line(record).isprintable()


async def test_a_closed_stream_ends_no_turn():
    stream = io.StringIO()
    chat = chat_of(log_to=stream)
    stream.close()
    assert (await say(chat, "log 2h of design to Nike", "yes")).state == "done"
    assert len(rows(chat)) == 2


async def test_same_message_again_is_no_second_line():
    stream = io.StringIO()
    chat = chat_of(log_to=stream)
    for _ in range(2):
        await chat.say("hello", message_id="m1")
    assert stream.getvalue().count("\n") == 1
