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


@pytest.mark.parametrize("again", ["log it", "log the time", "log 2 hours"])
@pytest.mark.parametrize(
    "with_more",
    [
        # a negation, a limit, a doubt, something taken back
        "yes, never {}", "yes, only {}", "yes, I would rather {}", "yes but {}", "yes, {}, wait", "yes {} hmm",
        "yes wait {}", "yes. no. {}", "yes and no {}", "yes {} no", "yes sure whatever {}", "yes, hmm, {}",
        # a condition, a delay
        "yes, if you can {}", "yes, {} if possible", "yes, {} if you can", "yes, {} later", "yes, {} when I say so",
        # somebody else does it
        "yes, let me {}", "yes, I'll {}", "yes, they can {}",
        # a question
        "yes, will you {}", "yes, can you {}", "ok so you will {}?",
        # more than what is shown
        "yes, {} also", "yes, {} again", "yes, {} for them", "yes, {} mine", "yes, {} all", "yes, {} and hers",
        # not finished
        "yes, {} and", "yes, {} or", "yes, {} and then", "yes, {}, then", "yes, {} so that", "yes, {} to",
        "yes, {} for", "yes, {} the", "yes, {} with",
        # marks that say something
        "yes {} 👎", "yes {} 🙄", "yes {} %", "yes {} $", 'yes {} "', "yes {} (not)",
    ],
)  # fmt: skip
def test_nothing_runs_with_anything_that_is_not_accounted_for(with_more, again):
    assert Play().say(LOG, with_more.format(again)).calls == []


@pytest.mark.parametrize(
    ("said", "runs"),
    [
        # politeness around it
        ([LOG, "yes, log it, thanks"], True),
        ([LOG, "ok then log it"], True),
        ([LOG, "log it, yes"], True),
        ([LOG, "yes log it 👍"], True),
        # for me: the speaker's own, but not where somebody else is shown
        ([LOG, "yes, log it for me"], True),
        ([f"{LOG} for John", "yes, log it for me"], False),
        ([f"{LOG} for John", "yes, log my time"], False),
        ([f"{LOG} for John", "yes, log it for him"], True),
        ([f"{LOG} for John", "yes, log his time"], True),
        ([f"{LOG} for John", "yes, log our time"], False),
        ([RATE, "yes, set your rate"], False),
        # a word more beside a value
        ([LOG, "yes, log 2 more hours"], False),
        ([LOG, "yes, log about 2 hours"], False),
        ([LOG, "yes, log two hours of dev again"], False),
        ([LOG, "yes, log 2 minutes"], False),
        ([RATE, "yes, set his rate to 90 an hour"], True),
        ([RATE, "yes, set his rate to 90 euros"], False),
        ([RATE, "yes, set his rate to 90%"], False),
        ([LOG, "yes, log 2 further hours"], False),
        # a picture beside a name or inside it
        ([SHOP, "yes, archive Rando Site 👎"], False),
        ([SHOP, "yes, archive the Rando 🚫 Site"], False),
        ([SHOP, "yes, archive Rando Site 👍"], True),
        ([LOG, "yes, log 2h of dev to Nike ❌"], False),
        (["create client Zed", "yes, create the client Zed"], True),
        # a preposition or an article of the verb's own with nothing behind it
        (["assign Mark as pm of Nike", "yes, assign him as"], False),
        (["assign Mark as pm of Nike", "yes, assign him as the"], False),
        (["assign Mark as pm of Nike", "yes, make him the pm"], True),
        # another type, or several things
        ([f"{LOG} for John", "yes, log it for them"], False),
        ([SHOP, "yes, archive them"], False),
        ([SHOP, "yes, archive the project"], True),
        ([SHOP, "yes, archive the project Rando Site"], True),
        ([SHOP, "yes, archive the project client"], False),
        ([SHOP, "yes, archive client project"], False),
        (["rename Rando Site to Hub", "yes, rename a client"], False),
        (["rename Rando Site to Hub", "yes, rename them"], False),
        (["rename Rando Site to Hub", "yes, rename the project"], True),
    ],
)
def test_what_may_stand_beside_the_verb(said, runs):
    assert bool(Play().say(*said).calls) is runs


@pytest.mark.parametrize("reply", ["log it yes", "yes, um, thank you, log it", "log it? yes"])
def test_the_verb_with_nothing_new_starts_no_second_action(reply):
    play = Play().say(LOG, reply)
    assert play.state == "confirming"
