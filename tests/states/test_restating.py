"""The pending verb said again behind a yes: only what says nothing beside what is shown runs it."""

import pytest

from tests.playing import Play

LOG = "log 2h of dev to Nike"
RATE = "set rate for John to 90"
SHOP = "archive Rando Site"


@pytest.mark.parametrize(
    ("said", "ran"),
    [
        ([LOG, "yes, log it"], "log_time"),
        ([LOG, "Yes please, log it now"], "log_time"),
        ([LOG, "yes, I want you to log it"], "log_time"),
        ([LOG, "yes, please go ahead and log it"], "log_time"),
        ([LOG, "go ahead and log it for me"], "log_time"),
        ([LOG, "yes, log the time"], "log_time"),
        ([LOG, "sure, log two hours"], "log_time"),
        ([LOG, "yes, log 2 hours of development to Nike"], "log_time"),
        ([RATE, "yes, set the rate"], "set_rate"),
        ([RATE, "ok, set his rate to 90"], "set_rate"),
        ([SHOP, "yes, archive the project"], "archive_project"),
        ([SHOP, "yes, archive it right away"], "archive_project"),
        ([SHOP, "yes, archive Rando Site"], "archive_project"),
        (["create client Zed", "yes, create it"], "create_client"),
        (["create client Zed", "yes, create the client"], "create_client"),
    ],
)
def test_the_verb_again_behind_a_yes_is_a_plain_yes(said, ran):
    assert Play().say(*said).calls == [ran]


@pytest.mark.parametrize(
    ("said", "state", "slots"),
    [
        # another value is a change, shown before anything runs
        ([LOG, "yes, log 3 hours"], "confirming", {"hours": "3"}),
        ([LOG, "yes, log 2 hours of design"], "confirming", {"task_name": "Design"}),
        ([LOG, "yes, log it for Mark"], "confirming", {"user_name": "Mark Finch"}),
        ([LOG, "yes, log it yesterday"], "confirming", {"date": "2026-05-19"}),
        ([RATE, "yes, set the rate to 95"], "confirming", {"rate": "95"}),
        ([SHOP, "yes, archive Nike"], "confirming", {"target": "Nike"}),
        # another type is another thing
        ([SHOP, "yes, archive the client"], "awaiting_menu_choice:target", {}),
        ([LOG, "yes, log it to Atlantis"], "awaiting_menu_choice:project_name", {"hours": "2"}),
        ([LOG, "yes, log three"], "confirming", {"hours": "3"}),
        # what cannot be read is not understood, and starts no second action
        ([LOG, "yes, log it. no wait"], "confirming", {"hours": "2"}),
        # a wish that is joined
        ([LOG, "yes, and log 2h of dev to Nike"], "confirming", {"hours": "2"}),
        # the verb without a yes, or with a question or a no
        ([LOG, "log it"], "confirming", {"hours": "2"}),
        ([LOG, "log it now please"], "confirming", {"hours": "2"}),
        ([LOG, "yes, should I log it?"], "confirming", {"hours": "2"}),
        ([LOG, "yes, don't log it"], "confirming", {"hours": "2"}),
    ],
)
def test_another_value_is_shown_first(said, state, slots):
    play = Play().say(*said)
    assert play.calls == []
    assert play.state == state
    assert {name: play.slots.get(name) for name in slots} == slots


@pytest.mark.parametrize(
    "reply",
    [
        "yes, log it twice", "yes, log it carefully", "yes, log it and archive Acme", "maybe log it", "yes, log it?",
        "yes, archive it", "yes, create it", "log it or not", "yes, log the other one",
        "yes, log his time", "yes, log her hours", "ok, log them for her",
    ],
)  # fmt: skip
def test_words_that_nothing_shown_explains_run_nothing(reply):
    assert Play().say(LOG, reply).calls == []
