"""Control words and questions: the whole reply, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slots.text import tokenize
from states.controls import CONTROLS, Control, is_question, read_control, without_questions


@pytest.mark.parametrize(("phrase", "control"), [(p, control) for control, listed in CONTROLS.items() for p in listed])
def test_every_phrase_of_the_table(phrase, control):
    for reply in (phrase, f"{phrase}!", phrase.upper(), f"um, {phrase} please", f"ok {phrase}."):
        assert read_control(reply) is control


def test_no_phrase_means_two_things():
    listed = [tuple(token.key for token in tokenize(p)) for phrases in CONTROLS.values() for p in phrases]
    assert len(listed) == len(set(listed))
    assert set(CONTROLS) == set(Control)


@pytest.mark.parametrize(
    ("reply", "control"),
    [
        # politeness and punctuation
        ("please cancel", Control.CANCEL),
        ("could you please repeat that?", Control.REPEAT),
        ("ok, never mind then", Control.CANCEL),
        ("What?", Control.HELP),
        ("why?", Control.WHY),
        ("I don’t understand", Control.HELP),
        # after a refusal or a repair
        ("no, cancel that", Control.CANCEL),
        ("no cancel it", Control.CANCEL),
        ("nope none", Control.SOMETHING_ELSE),
        ("wait, start over", Control.START_OVER),
        ("no, keep it", Control.KEEP),
        ("None of these — let me try again with more detail.", Control.SOMETHING_ELSE),
        # several ways out: the last one counts
        ("forget it, cancel that", Control.CANCEL),
        ("Never mind. Forget it!", Control.CANCEL),
        ("no, forget it, please cancel that", Control.CANCEL),
        ("stop and cancel it, thanks", Control.CANCEL),
        ("never mind, let's start over", Control.START_OVER),
        ("forget it, keep it", None),
        ("forget it, cancel Nike", None),
        ("never mind, 3 hours", None),
        ("cancel that, no, skip it", None),
        # with an object they are verbs, labels or values
        ("cancel the Nike project", None),
        ("Cancel Culture", None),
        ("Stop & Shop", None),
        ("stop shop", None),
        ("skip Friday", None),
        ("help Ann with the design", None),
        ("Last Call", None),
        ("keep it at 3 hours", None),
        # "no help" asks for nothing
        ("no help", None),
        ("no", None),
        ("yes", None),
        ("", None),
        ("please", None),
    ],
)
def test_control(reply, control):
    assert read_control(reply) is control


@pytest.mark.parametrize(
    "reply",
    [
        # question words
        "how many hours did John log",
        "what's the status",
        "whats the status",
        "who is on Nike",
        "ok so who's on Nike",
        "um, which one",
        "where does it stand?",
        # inversion
        "did he",
        "is it",
        "are there",
        "is John on Nike",
        "do you have that",
        "have we logged it",
        "will he be there",
        "can Ann see it",
        # a question mark
        "log 3h?",
        "2?",
        "?",
        'John "Nike"?',
        # asked politely
        "tell me who is on Nike",
        "can you tell me how many hours John logged",
        "could you let me know who is on it",
        # a statement before it
        "the design is done, did he log it?",
        "the design is done. can you tell me who logged it?",
    ],
)
def test_questions(reply):
    assert is_question(reply)


@pytest.mark.parametrize(
    "reply",
    [
        # requests are no questions
        "can you log 3h",
        "can you log 3h?",
        "could you please archive Acme?",
        "would you log it?",
        "will you log it for me",
        "hey, can you log 3h to Nike?",
        "the design is done. Can you log 3h?",
        "I finished it today, could you please log 3h to Nike?",
        "it is done and can you archive it?",
        # proposals
        "how about 3 hours?",
        "what about Mark",
        # auxiliaries that open no question
        "do it",
        "do that please",
        "have John do it",
        "Will Smith",
        "May 3",
        "should be 3 hours",
        "is right",
        "would be great",
        "can do",
        # statements
        "log 3 hours to Nike",
        "whatever",
        "yes",
        "",
        "👍",
    ],
)
def test_no_questions(reply):
    assert not is_question(reply)


@given(st.text(max_size=120))
def test_any_text_can_be_read(text):
    read_control(text)
    is_question(text)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("for Ann. Is that free?", "for Ann."),
        ("that is fine. What is the price? When does it start?", "that is fine."),
        ("is that Ann?", ""),
        # a request and a proposal are no questions
        ("fine. Can you make it 3 hours?", "fine. Can you make it 3 hours?"),
        ("how about 3 hours?", "how about 3 hours?"),
        ("3.5 hours", "3.5 hours"),
        ("", ""),
    ],
)
def test_what_is_left_without_questions(reply, expected):
    assert without_questions(reply) == expected
