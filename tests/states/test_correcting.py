"""Corrections of what is shown: named slots, "not A, B", bare values and names, and what cannot be resolved."""

import pytest

from resolver.values import plain
from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from states.correction_words import Swap, read_swap, strip_lead
from tests.playing import Play
from tests.studio import studio_directory

LOG = "log 2h of dev to Nike"


@pytest.mark.parametrize(
    ("reply", "changed"),
    [
        # a value with words that only say that something is corrected
        ("make it 3 hours", {"hours": "3"}), ("no, make it 3 hours", {"hours": "3"}),
        ("yes but make it 3 hours", {"hours": "3"}),
        ("3h", {"hours": "3"}), ("I meant 3h", {"hours": "3"}), ("it should be 90 minutes", {"hours": "1.5"}),
        ("3h instead", {"hours": "3"}), ("actually 3 hours", {"hours": "3"}), ("rather 3h please", {"hours": "3"}),
        # a number alone replaces the only number
        ("make it 3", {"hours": "3"}), ("no, 3", {"hours": "3"}),
        # the slot by its name
        ("change the date to Monday", {"date": "2026-05-18"}), ("the date is monday", {"date": "2026-05-18"}),
        ("date: yesterday", {"date": "2026-05-19"}), ("set the hours to 4", {"hours": "4"}),
        ("the project should be Rando Site", {"project_name": "Rando Site"}),
        ("change task to design", {"task_name": "Design"}),
        ("switch the person to Mark", {"user_name": "Mark Finch"}),
        # prepositions and forms
        ("for Mark", {"user_name": "Mark Finch"}), ("on monday", {"date": "2026-05-18"}),
        ("to Rando Site", {"project_name": "Rando Site"}),
        ("to Rando Site on monday", {"project_name": "Rando Site", "date": "2026-05-18"}),
        ("yes for john", {"user_name": "John Bell"}), ("no, on Tuesday", {"date": "2026-05-19"}),
        # a name that one slot takes
        ("Mark", {"user_name": "Mark Finch"}), ("no, Rando Site", {"project_name": "Rando Site"}),
        ("design", {"task_name": "Design"}),
        # not A, B; B, not A; B instead of A
        ("not Nike, Rando Site", {"project_name": "Rando Site"}),
        ("not Nike but Rando Site", {"project_name": "Rando Site"}),
        ("Rando Site, not Nike", {"project_name": "Rando Site"}),
        ("Rando Site instead of Nike", {"project_name": "Rando Site"}),
        ("not 2h, 3h", {"hours": "3"}), ("not 2 but 3", {"hours": "3"}),
        ("not today, yesterday", {"date": "2026-05-19"}),
        ("it's not Nike, it's Rando Site", {"project_name": "Rando Site"}),
        ("not me, Mark", {"user_name": "Mark Finch"}),
        # several at once
        ("make it 3 hours for Mark on monday", {"hours": "3", "user_name": "Mark Finch", "date": "2026-05-18"}),
        # a repair inside it
        ("make it 3, no, 4 hours", {"hours": "4"}),
    ],
)  # fmt: skip
def test_correction(reply, changed):
    play = Play().say(LOG)
    before = play.slots
    play.say(reply)
    assert play.slots == before | changed
    assert (play.state, play.calls, play.codes) == ("confirming", [], ["changed"] * len(changed))


@pytest.mark.parametrize(
    ("reply", "state", "old"),
    [
        # what cannot be resolved is asked for anew, the old value kept aside
        ("make it for Zork", "awaiting_menu_choice:user_name", "Ana Ferreira"),
        ("change the project to Atlantis", "awaiting_menu_choice:project_name", "Nike"),
        ("not Nike, Atlantis", "awaiting_menu_choice:project_name", "Nike"),
        ("to Legacy Intranet", "awaiting_menu_choice:project_name", "Nike"),
        ("the date is next friday after the holiday", "awaiting_menu_choice:date", "2026-05-20"),
        ("on 5/6", "awaiting_menu_choice:date", "2026-05-20"), ("tomorrow", "awaiting_menu_choice:date", "2026-05-20"),
        ("make it 30 hours", "awaiting_freeform:hours", "2"),
        ("change the hours to a lot", "awaiting_freeform:hours", "2"),
        ("to it", "confirming", None),
        # a value taken back with nothing in its place
        ("not Nike", "awaiting_menu_choice:project_name", "Nike"),
        ("no, not Nike", "awaiting_menu_choice:project_name", "Nike"),
    ],
)  # fmt: skip
def test_correction_that_cannot_be_resolved(reply, state, old):
    play = Play().say(LOG, reply)
    assert (play.state, play.calls) == (state, [])
    kept = play.top.question.old
    assert (plain(kept.value) if kept else None) == old
    assert state == "confirming" or play.top.question.slot not in play.slots
    # nothing runs with the old value meanwhile
    assert state == "confirming" or play.say("yes").calls == []


LONGER = {
    "projects": [
        {"id": "n1", "name": "Nike Sprint One", "type": "T&M"}, {"id": "n2", "name": "Nike Sprint Two", "type": "T&M"}
    ]
}  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "state", "project"),
    [
        # a known name inside a longer, misspelt one
        ("no, Nike Sprnt One", "confirming", "Nike Sprint One"), ("Nike Sprnt Two", "confirming", "Nike Sprint Two"),
        ("I meant nike sprint 1", "confirming", "Nike Sprint One"),
        # inside an unknown one, no longer than those that it may be: asked about
        ("no, Nike Sprint Six", "awaiting_menu_choice:project_name", None),
        # a remark beside it
        ("no, Nike is what I have said", "confirming", "Nike"),
    ],
)  # fmt: skip
def test_a_known_name_inside_a_longer_one(reply, state, project):
    play = Play(directory=studio_directory(**LONGER)).say("log 2h of dev to Nike", reply)
    assert (play.state, play.slots.get("project_name")) == (state, project)


def test_words_that_come_near_in_one_slot_are_asked_about():
    play = Play().say(LOG, "no, Rando Park")
    assert (play.state, play.menu[0]) == ("awaiting_menu_choice:project_name", "Rando Site")


def test_one_word_of_a_name_beside_another_is_another_person():
    play = Play().say("set rate for John to 90", "no, Sarah Jones")
    assert (play.state, play.menu[0]) == ("awaiting_menu_choice:user_name", "Sarah Quill")


@pytest.mark.parametrize(
    ("said", "labels"),
    [
        # what comes near to unknown words goes first where the menu leaves it out
        (["log 2h of dev", "Nike Sprint Six"], ["Nike Sprint One", "Nike Sprint Two", "Nike", "Rando Site"]),
        # words that are near to nothing change no menu, nor do those near to what is on it
        (["log 2h of dev", "Zork"], ["Rando Site", "Nike"]),
        (["log 2h of dev", "Rando Park"], ["Rando Site", "Nike"]),
    ],
)
def test_unknown_words_beside_a_menu(said, labels):
    assert Play(directory=studio_directory(**LONGER)).say(*said).menu == labels


@pytest.mark.parametrize(
    ("reply", "codes"),
    [
        # no change: asks again
        ("the weather is bad", ["not_understood"]), ("no, the weather is bad", ["not_understood"]),
        ("yes, the weather is bad", ["not_done_yet"]), ("yes and more", ["not_done_yet"]),
        # not something that nothing holds
        ("not Zork", ["not_understood"]),
        ("42 bananas", ["not_understood"]),
    ],
)  # fmt: skip
def test_no_correction(reply, codes):
    play = Play().say(LOG, reply)
    assert (play.state, play.codes, play.calls) == ("confirming", codes, [])


def test_a_correction_to_what_it_is_already_changes_nothing():
    assert Play().say(LOG, "make it 2 hours").codes == []


def test_keep_it_restores_and_other_corrections_stay():
    play = Play().say(LOG, "make it 3h for Zork")
    assert (play.top.question.slot, play.slots["hours"]) == ("user_name", "3")
    play.say("keep it")
    assert (play.slots["user_name"], play.slots["hours"], play.codes) == ("Ana Ferreira", "3", ["restored"])


def test_an_optional_value_taken_back_may_stay_empty():
    play = Play().say("create project Hub for Acme as T&M, 40h", "not 40h")
    assert play.state in ("confirming", "awaiting_freeform:hours_budget")
    assert "hours_budget" not in play.slots
    assert "hours_budget" not in play.say("skip").slots


def test_a_new_name_is_corrected_as_typed():
    play = Play().say("create project Hub for Acme as T&M", "change the project name to Nike Two")
    assert play.slots["project_name"] == "Nike Two"
    play.say("not Nike Two, Northwind Portal")
    assert play.slots["project_name"] == "Northwind Portal"


def test_a_correction_creates_nothing_silently():
    play = Play().say("create project Hub for Acme as T&M", "for Zed")
    assert (play.state, play.calls) == ("awaiting_menu_choice:client_name", [])
    play = Play().say("create project Hub for Acme as T&M", "for new client Zed")
    assert play.calls == []


def test_a_correction_may_have_several_meanings():
    play = Play(directory=studio_directory(users=[{"id": "m2", "name": "Mark Oduya", "role": "user", "kind": "staff"}]))
    play.say(LOG, "for Mark")
    assert (play.state, play.menu) == ("awaiting_menu_choice:user_name", ["Mark Finch", "Mark Oduya"])
    assert play.top.question.old.value.name == "Ana Ferreira"
    assert play.say("oduya").slots["user_name"] == "Mark Oduya"


def test_a_correction_is_checked_against_the_permissions():
    play = Play("joh").say(LOG, "for Sarah")
    assert (play.state, play.codes[-1], play.calls) == ("idle", "refused", [])


def test_a_correction_may_change_the_type():
    play = Play().say("archive Nike", "no, Northwind")
    assert (play.slots["target"], play.slots["target_type"]) == ("Northwind Traders", "client")
    assert play.say("yes").calls == ["archive_client"]


def test_a_verb_of_its_own_is_no_correction():
    play = Play().say(LOG, "cancel Rando Site")
    assert [pending.verb for pending in play.conversation.stack] == ["log_time", "cancel_project"]


@pytest.mark.parametrize(
    "reply", ["not Rando Site", "not 3h", "not for Mark", "no, not on monday", "anything but Rando Site"]
)
def test_what_is_negated_is_no_new_value(reply):
    before = Play().say(LOG)
    assert Play().say(LOG, reply).slots == before.slots


@pytest.mark.parametrize(
    ("reply", "calls"),
    [
        ("no, archive Rando Site", []),
        ("yes and archive Rando Site", []),
        ("no, who is on Rando Site?", ["get_project_assignments"]),
    ],
)
def test_a_verb_behind_a_yes_or_no_is_no_correction(reply, calls):
    play = Play().say(LOG, reply)
    log_time = play.conversation.stack[0]
    assert log_time.value("project_name").name == "Nike"
    assert (log_time.state, play.calls) == ("confirming", calls)


@pytest.mark.parametrize(
    ("text", "swap"),
    [
        ("not A, B", Swap("A", "B")), ("not A but B", Swap("A", "B")), ("B, not A", Swap("A", "B")),
        ("B instead of A", Swap("A", "B")), ("it isn't A, it's B", Swap("A", "B")), ("not A", Swap("A", "")),
        ("not A - B", Swap("A", "B")),
        # nothing negated
        ("A, B", None), ("instead of A", None), ("knot A", None), ("", None),
    ],
)  # fmt: skip
def test_swaps(text, swap):
    found = read_swap(text)
    if swap is None:
        assert found is None
        return
    assert found.wrong == swap.wrong
    assert found.right.removesuffix(",").removeprefix("it's ") in (swap.right, "it")


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("make it 3 hours", "3 hours"), ("but make it 3h instead", "3h"), (", - I meant for Mark, please", "for Mark"),
        # words that are all there is stay
        ("with", "with"), ("instead", "instead"), ("", ""), ("3h", "3h"),
    ],
)  # fmt: skip
def test_words_around_a_correction(text, body):
    assert strip_lead(text) == body


VISIT = compile_tables(
    parse_tables(
        """
[verbs.visit]
triggers = ["visit"]
confirm = "Come on {day} at {time}"
[verbs.visit.slots.day]
kind = "date"
required = true
[verbs.visit.slots.time]
kind = "time"
required = true
prepositions = ["at"]
"""
    )
)


@pytest.mark.parametrize(
    ("reply", "changed"),
    [
        # where no number is shown a number alone is the hour
        ("make it 9", {"time": "09:00"}), ("no, 11", {"time": "11:00"}), ("9", {"time": "09:00"}),
        ("make it two", {"time": "02:00"}), ("the 22nd", {"day": "2026-05-22"}),
        # what is no hour changes nothing
        ("make it 25", {}), ("make it 9 or 11", {}), ("make it 3 days", {}),
    ],
)  # fmt: skip
def test_a_number_alone_is_the_only_time(reply, changed):
    play = Play(tables=VISIT).say("visit on thursday at 10")
    before = play.slots
    assert play.say(reply).slots == before | changed
    assert (play.state, play.calls) == ("confirming", [])


FEE = compile_tables(
    parse_tables(
        """
[verbs.fine]
triggers = ["fine"]
confirm = "Fine {fee}"
[verbs.fine.slots.fee]
kind = "money"
symbol = "€"
required = true
"""
    )
)


@pytest.mark.parametrize(
    ("reply", "old", "new"),
    [
        ("no, 90", "€80", "€90"), ("1200.5", "€80", "€1,200.50"), ("$30", "€80", "30 USD"), ("£30", "€80", "30 GBP"),
    ],
)  # fmt: skip
def test_a_change_shows_amounts_as_the_confirmation_does(reply, old, new):
    notes = Play(tables=FEE).say("fine 80 euros", reply).decision.notes
    assert [note.facts for note in notes] == [{"slot": "fee", "old": old, "new": new}]
