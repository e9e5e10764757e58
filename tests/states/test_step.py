"""Deciding a turn: replies of every kind, control words, expiry, wishes, the stack, three tries."""

from datetime import timedelta

import pytest

from tests.playing import Play
from tests.studio import studio_directory

LOG = "log 2h of dev to Nike"
READY = {
    "hours": "2",
    "task_name": "Development",
    "project_name": "Nike",
    "user_name": "Ana Ferreira",
    "date": "2026-05-20",
}


@pytest.mark.parametrize(
    ("said", "state", "calls"),
    [
        # only a plain yes runs
        ([LOG], "confirming", []), ([LOG, "yes"], "idle", ["log_time"]), ([LOG, "👍"], "idle", ["log_time"]),
        ([LOG, "go ahead"], "idle", ["log_time"]), ([LOG, "no, I mean yes"], "idle", ["log_time"]),
        ([LOG, "I know, yes"], "idle", ["log_time"]), ([LOG, "no worries, go ahead"], "idle", ["log_time"]),
        # a plain no drops it
        ([LOG, "no"], "idle", []), ([LOG, "please don't"], "idle", []), ([LOG, "yes... wait, no"], "idle", []),
        ([LOG, "that's not what I said"], "idle", []),
        # anything more asks again
        ([LOG, "not sure"], "confirming", []), ([LOG, "yes no maybe"], "confirming", []),
        ([LOG, "no problem"], "confirming", []), ([LOG, "yes but the weather is bad"], "confirming", []),
        ([LOG, "yes but make it 3 hours"], "confirming", []), ([LOG, "yes for john"], "confirming", []),
        ([LOG, "yes?"], "confirming", []), ([LOG, "whatever floats"], "confirming", []),
        # a read verb runs at once
        (["who is on Nike?"], "idle", ["get_project_assignments"]),
        # and leaves a pending question
        ([LOG, "who is on Nike?"], "confirming", ["get_project_assignments"]),
        (["log time", "show me Rando Site"], "awaiting_freeform:hours", ["get_project_info"]),
        # nothing open: a reply, a control word or nothing known does nothing
        (["yes"], "idle", []), (["2"], "idle", []), (["help"], "idle", []), (["cancel"], "idle", []),
        (["the weather is bad"], "idle", []), ([""], "idle", []), (["..."], "idle", []),
        # twice yes runs once
        ([LOG, "yes", "yes"], "idle", ["log_time"]),
    ],
)  # fmt: skip
def test_confirmation(said, state, calls):
    play = Play().say(*said)
    assert (play.state, play.calls) == (state, calls)


@pytest.mark.parametrize(
    ("said", "state"),
    [
        # a menu: number, label, part, a known name that is not on it
        (["create project Hub as T&M", "1"], "confirming"), (["create project Hub as T&M", "northwind"], "confirming"),
        (["log 2h to Nike", "the second one"], "confirming"), (["assign Mark as PM", "Acme"], "confirming"),
        # out of range, a number in another sentence, several
        (["log 2h to Nike", "7"], "awaiting_menu_choice:task_name"),
        (["log 2h to Nike", "I have 2 questions first"], "awaiting_menu_choice:task_name"),
        (["log 2h to Nike", "1 and 2"], "awaiting_menu_choice:task_name"),
        # an unknown phrase creates nothing, "new client" does
        (["create project Hub as T&M", "Zed"], "awaiting_menu_choice:client_name"),
        (["create project Hub as T&M", "new client Zed"], "confirming"),
        # the escape clears
        (["log 2h to Nike", "none of these"], "idle"), (["log 2h to Nike", "something else"], "idle"),
        (["log 2h to Nike", "3"], "idle"), (["log 2h to Nike", "neither"], "idle"),
        # a negation fills nothing
        (["log 2h to Nike", "anything except Design"], "awaiting_menu_choice:task_name"),
        # freeform: a number, what cannot be read, a bound
        (["log time of dev to Nike", "3"], "confirming"),
        (["log time of dev to Nike", "a while"], "awaiting_freeform:hours"),
        (["log time of dev to Nike", "25h"], "awaiting_freeform:hours"),
        (["log 25h of dev to Nike"], "awaiting_freeform:hours"),
        (["log 0h of dev to Nike"], "awaiting_freeform:hours"), (["log time of dev to Nike", "24"], "confirming"),
        # over-answers
        (["log time", "3h of design to Nike"], "confirming"),
        (["create project", "Harbor for Acme as T&M"], "confirming"),
        (["create project", "Harbor, 40 hours, due Dec 1"], "awaiting_menu_choice:client_name"),
        # dates on the wrong side, in a format that must be asked, unreadable
        (["log 2h of dev to Nike tomorrow"], "awaiting_menu_choice:date"),
        (["log 2h of dev to Nike on 5/6"], "awaiting_menu_choice:date"),
        (["log 2h of dev to Nike on 5/19"], "confirming"),
        (["log 2h of dev to Nike next friday after the holiday"], "awaiting_menu_choice:date"),
        (["create project Hub for Acme as T&M due yesterday"], "awaiting_freeform:deadline"),
        (["create project Hub for Acme as T&M due whenever"], "awaiting_freeform:deadline"),
        (["create project Hub for Acme as T&M due whenever", "skip"], "confirming"),
    ],
)  # fmt: skip
def test_replies_lead_to(said, state):
    play = Play().say(*said)
    assert (play.state, play.calls) == (state, [])


@pytest.mark.parametrize("open_", [["log time"], ["log 2h to Nike"], [LOG], ["create project"]])
@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("help", "help_question"), ("what do you mean?", "help_question"), ("repeat", "repeat"), ("status", "status"),
        ("what have you got so far", "status"), ("why", "why"), ("why do you ask?", "why"),
        ("how is the weather?", "cannot_answer"),
    ],
)  # fmt: skip
def test_words_that_keep_everything_and_are_no_failed_try(open_, word, code):
    play = Play().say(*open_)
    before = play.top
    play.say(word, word, word)
    assert play.codes == [code]
    assert (play.top.state, play.top.slots, play.top.question.tries) == (before.state, before.slots, 0)
    assert play.top.question.prompt_id != before.question.prompt_id
    assert play.top.question.options == before.question.options


@pytest.mark.parametrize("open_", [["log time"], ["log 2h to Nike"], [LOG], ["create project"], ["log time", "why"]])
@pytest.mark.parametrize(
    "word", ["cancel", "never mind", "forget it", "stop", "kill", "start over", "something else", "kill it"]
)
def test_words_that_drop_what_is_pending(open_, word):
    play = Play().say(*open_, word)
    assert (play.state, play.calls) == ("idle", [])
    assert play.decision.ended is not None


@pytest.mark.parametrize(
    ("said", "state", "codes"),
    [
        # skip: an optional slot, with its default when it has one; never a required one
        (["log 2h of dev to Nike for Zork", "skip"], "confirming", ["changed"]),
        (["create project Hub for Acme as T&M due whenever", "skip"], "confirming", ["skipped"]),
        (["log time", "skip"], "awaiting_freeform:hours", ["cannot_skip"]),
        # in a confirmation nothing is skipped or kept
        ([LOG, "skip"], "confirming", ["not_understood"]),
        # keep: where a correction took a value away
        ([LOG, "make it for Zork", "keep it"], "confirming", ["restored"]),
        ([LOG, "change the date to the twelfthish", "keep it"], "confirming", ["restored"]),
    ],
)
def test_skip_and_keep(said, state, codes):
    play = Play().say(*said)
    assert (play.state, play.codes) == (state, codes)


def test_what_is_kept_is_the_old_value():
    play = Play().say(LOG, "change the project to Atlantis")
    assert play.state == "awaiting_menu_choice:project_name"
    assert play.top.question.old.value.name == "Nike"
    assert "project_name" not in play.slots
    assert play.say("yes").calls == []
    assert play.say("keep it").slots == READY


@pytest.mark.parametrize(
    ("open_", "reply"), [("log time", "blah"), ("log 2h to Nike", "12"), (LOG, "the weather is bad")]
)
def test_three_failed_tries_in_a_row_offer_the_ways_out(open_, reply):
    play = Play().say(open_, reply, reply)
    assert "ways_out" not in play.codes and play.top.question.tries == 2
    assert "ways_out" in play.say(reply).codes


def test_tries_count_only_in_a_row():
    play = Play().say("log time", "blah", "blah", "3", "blah")
    assert play.top.question.slot != "hours" and "ways_out" not in play.codes
    assert play.top.question.tries == 1


# -- expiry ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "state", "codes"),
    [
        # after its life a digit, a yes or a no asks anew
        ("yes", "confirming", ["expired"]), ("1", "confirming", ["expired"]), ("no", "confirming", ["expired"]),
        ("make it 3 hours", "confirming", ["expired"]),
        # a new verb and the ways out are taken as ever
        ("archive Nike", "confirming", []), ("cancel", "idle", ["cancelled"]), ("start over", "idle", ["cancelled"]),
    ],
)  # fmt: skip
def test_expired_question(reply, state, codes):
    play = Play().say(LOG)
    play.clock.pass_time(timedelta(minutes=15))
    play.say(reply)
    assert (play.state, play.codes, play.calls) == (state, codes, [])


def test_a_question_lives_fifteen_minutes_and_anew_after_that():
    play = Play().say(LOG)
    play.clock.pass_time(timedelta(minutes=14, seconds=30))
    assert play.say("yes").calls == ["log_time"]
    play.say(LOG)
    play.clock.pass_time(timedelta(hours=30))
    assert play.say("yes").codes == ["expired"]
    # with the dates that were fixed when said
    assert play.slots["date"] == "2026-05-20"
    assert play.say("yes").calls == ["log_time", "log_time"]


def test_a_late_reply_to_another_question_does_nothing():
    play = Play().say("log 2h to Nike").say("1", late=True)
    assert (play.codes, play.state) == (["expired"], "awaiting_menu_choice:task_name")


def test_words_of_an_agent_confirm_nothing():
    play = Play(may_confirm=False).say(LOG, "yes")
    assert (play.state, play.codes, play.calls) == ("confirming", ["unsure"], [])


# -- the stack and further wishes ----------------------------------------------------


def test_a_new_verb_is_taken_up_and_the_old_one_kept_below():
    play = Play().say("log time of dev to Nike", "archive Rando Site")
    assert [pending.verb for pending in play.conversation.stack] == ["log_time", "archive"]
    play.say("yes")
    assert (play.state, play.codes, play.calls) == ("awaiting_freeform:hours", ["done", "back_to"], ["archive_project"])
    assert play.say("2", "yes").calls == ["archive_project", "log_time"]


@pytest.mark.parametrize("word", ["cancel", "no", "something else"])
def test_cancel_drops_the_top_action_only(word):
    play = Play().say("log time of dev to Nike", "archive Rando Site", word)
    assert (play.state, play.codes[-1]) == ("awaiting_freeform:hours", "back_to")


def test_three_deep_at_most():
    play = Play().say("log time", "assign Mark as PM", "create project Hub", "archive Nike")
    assert (len(play.conversation.stack), play.codes) == (3, ["too_deep"])
    assert play.state == "awaiting_menu_choice:client_name"
    # a read verb is none of them
    assert play.say("who is on Nike?").calls == ["get_project_assignments"]


@pytest.mark.parametrize(
    "reply",
    [
        # a lone verb word is the name that was asked for, with its object it is the verb
        "Archive", "Log",
    ],
)  # fmt: skip
def test_a_name_may_be_a_word_of_a_verb(reply):
    play = Play().say("create project", reply)
    assert play.slots["project_name"] == reply


def test_two_wishes_are_two_actions_each_with_its_confirmation():
    play = Play().say("create client Zed and create project Hub for Zed as T&M")
    assert (play.top.verb, play.state, len(play.conversation.stack)) == ("create_client", "confirming", 1)
    play.say("yes")
    assert (play.top.verb, play.calls) == ("create_project", ["create_client"])
    assert "next_wish" in play.codes
    assert play.say("yes", "yes").calls[1] in ("create_client", "create_project")


def test_the_second_wish_may_point_at_the_first():
    play = Play().say("assign Mark as PM to Nike, then log 2h of dev to it", "yes")
    assert play.slots["project_name"] == "Nike"


def test_cancelling_the_first_wish_takes_up_the_second():
    play = Play().say(f"archive Rando Site and {LOG}", "no")
    assert (play.top.verb, play.calls) == ("log_time", [])
    assert play.say("yes").calls == ["log_time"]


def test_the_day_of_a_waiting_wish_is_the_one_when_it_was_said():
    play = Play().say(f"archive Rando Site and {LOG} yesterday")
    play.clock.pass_time(timedelta(hours=20))
    play.say("hm")
    play.say("yes")
    assert play.slots["date"] == "2026-05-19"


# -- permissions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("user", "said", "codes"),
    [
        # refused when it is recognised
        ("joh", ["archive Nike"], ["refused"]),
        # time of somebody else is never turned into the speaker's own
        ("joh", ["log 2h of dev to Nike for Sarah"], ["refused"]),
        # the refused one does not take the pending one along
        ("joh", ["log time", "archive Nike"], ["refused", "back_to"]),
        ("joh", ["log time of dev to Nike", "3h for Sarah"], ["changed", "refused"]),
        # reading needs none
        ("joh", ["who is on Nike?"], ["result"]),
        # an archive with a wish behind it: the wish is taken up
        ("joh", ["archive Nike and log 2h of dev to Nike"], ["refused", "next_wish"]),
    ],
)
def test_permissions(user, said, codes):
    play = Play(user).say(*said)
    assert play.codes == codes
    assert "archive_project" not in play.calls


def test_a_permission_that_was_taken_away_counts_at_the_yes():
    play = Play().say(LOG)
    play.actor = type(play.actor)(play.actor.id, play.actor.name, frozenset())
    assert (play.say("yes").codes, play.calls, play.state) == (["refused"], [], "idle")


def test_creation_is_offered_to_those_who_may():
    play = Play().say("create project Hub for Acme Labs as T&M")
    assert play.menu == ["Acme", "Create a new client “Acme Labs”"]
    assert play.say("2", "yes").calls == ["create_client", "create_project"]
    lacking = Play("joh").say("create project Hub for Acme Labs as T&M")
    assert lacking.menu == ["Acme"]
    none = Play("joh").say("create project Hub for Zed as T&M")
    assert none.state == "awaiting_menu_choice:client_name"
    assert "may_not_create" in none.say("something else").codes


def test_a_permission_counts_again_at_the_pick():
    play = Play().say("create project Hub for Acme Labs as T&M")
    play.actor = type(play.actor)(play.actor.id, play.actor.name, frozenset({"create_project"}))
    assert (play.say("2").codes, play.state) == (["may_not_create"], "awaiting_menu_choice:client_name")
    play = Play("joh").say("log 2h of dev to Nike for Zork")
    assert play.menu[3] == "Sarah Quill"
    assert (play.say("4").codes, play.state) == (["refused"], "awaiting_menu_choice:user_name")
    # the speaker's own name needs none
    assert play.say("2").slots["user_name"] == "John Bell"


@pytest.mark.parametrize(
    ("said", "codes", "tries"),
    [
        # what is wrong with a value for the asked slot stands in the question
        (["log time", "25h"], [], 1),
        (["log 2h of dev to Atlantis", "Legacy Intranet"], [], 1),
        # what is wrong with another one is said
        (["log 2h to Nike", "tomorrow"], ["wrong_side"], 1),
        (["assign Mark as PM", "Zork"], ["not_a_name"], 1),
        (["create project Hub for Acme", "purple"], ["not_a_name"], 1),
        (["create project Hub", "Zed"], ["not_a_name"], 1),
    ],
)
def test_a_value_that_cannot_be_used_is_explained(said, codes, tries):
    play = Play().say(*said)
    assert (play.codes, play.top.question.tries, play.calls) == (codes, tries, [])


def test_create_client_with_a_name_that_exists_says_so_and_calls_nothing():
    play = Play().say("create client ACME")
    assert (play.state, play.codes, play.calls) == ("idle", ["exists"], [])
    assert Play().say("create client Acme Labs").codes == ["looks_like"]


def test_same_moment_same_decision():
    home = studio_directory()
    assert Play(directory=home).say(LOG).decision == Play(directory=home).say(LOG).decision


def test_new_client_answers_the_question_for_a_new_client():
    play = Play().say("add client", "new client Zed")
    assert (len(play.conversation.stack), play.slots) == (1, {"client_name": "Zed"})


@pytest.mark.parametrize("said", [["log 2h of dev to Nike on flurbday"], ["log 2h to Nike", "dev on flurbday"]])
def test_an_unreadable_date_is_never_today(said):
    play = Play().say(*said)
    assert play.slots.get("date") != "2026-05-20" or "flurbday" in " ".join(play.top.leftover)


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        (["log time", "two, no, three"], "hours"),
        (["log time", "2 no 3"], "hours"),
        (["log time", "not 2h, 3h"], "hours"),
        (["set John's rate to 2, no, 3"], "rate"),
    ],
)
def test_the_last_of_two_bare_numbers_wins(said, slot):
    assert Play().say(*said).slots[slot] == "3"


@pytest.mark.parametrize("reply", ["yes and", "do that again"])
def test_a_yes_with_more_runs_nothing(reply):
    assert Play().say(LOG, reply).calls == []


def test_a_yes_with_the_word_of_the_verb_starts_no_second_one():
    assert len(Play().say(LOG, "yes, log it").conversation.stack) <= 1


def test_cancel_with_an_object_is_the_verb():
    assert Play().say(LOG, "cancel the project").top.verb == "cancel_project"
