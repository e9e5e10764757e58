"""Replies to a confirmation: only a plain yes is a yes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slots.words import phrases
from states.answer_words import DOUBT, NO, REQUEST, YES
from states.answers import No, NoBut, Other, Unsure, Yes, YesBut, read_answer


@pytest.mark.parametrize(("table", "expected"), [(YES, Yes()), (REQUEST, Yes()), (NO, No()), (DOUBT, Unsure())])
def test_every_phrase_of_a_table(table, expected):
    said = [" ".join(words) for words in phrases(table)]
    assert {reply: read_answer(reply) for reply in said} == dict.fromkeys(said, expected)


@pytest.mark.parametrize(
    "reply",
    [
        # as people type it
        "Yes.", "YES!", "yep", "Y", "sure", "ok", "okay", "go ahead", "do it", "confirm", "that's right",
        "That’s right!",
        "sounds good", "perfect", "please do", "yes please", "absolutely", "of course", "yesss", "um, yes",
        "yes, thanks",
        "that is correct", "yes that's correct", "looks good to me, yes", "the answer is yes", "great", "+1",
        # emoji, any skin tone
        "👍", "👍🏻", "👍🏽", "👍🏿", "✅", "✔️", "👌🏾 It's ok",
        # several yes in a row
        "yes yes", "yes, go ahead", "ok go ahead", "ok go", "go", "ok yes do it",
        "yes please do it", "yeah sure, sounds good 🙂",
        # fillers beside it
        "no worries, go ahead", "I know, yes", "no problem, do it",
        # taken back
        "no, I mean yes", "no wait, yes", "no... actually yes", "yes, that is actually true", "nope sorry, yes",
    ],
)  # fmt: skip
def test_plain_yes(reply):
    assert read_answer(reply) == Yes()


@pytest.mark.parametrize(
    "reply",
    [
        "No.", "no!", "nope", "N", "nah", "wrong", "don't", "don’t do it", "please don't", "that's not what I said",
        "no thanks", "no way", "no go", "👎", "👎🏼", "no no", "no don't", "nooo", "no, stop",
        "I said NO not yes!", "hell no",
        # a negated yes
        "not correct", "that's not right", "that isn't right at all", "not actually right", "that can't be true",
        "I don't think that's right", "no that isn't it", "not really",
        # taken back
        "yes... wait, no", "yes, I mean no", "yes actually no", "make it 3 hours, I mean no",
    ],
)  # fmt: skip
def test_plain_no(reply):
    assert read_answer(reply) == No()


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        # a yes with anything more
        ("yes but make it 3 hours", YesBut("make it 3 hours")),
        ("yes, but make it 3 hours please", YesBut("make it 3 hours please")),
        ("yes for john", YesBut("for john")),
        ("yes, not John", YesBut("not John")),
        ("ok 3", YesBut("3")),
        ("yes $5", YesBut("$5")),
        ("do it tomorrow", YesBut("tomorrow")),
        ("for john, yes", YesBut("for john")),
        ("yes... I said no onions", YesBut("onions")),
        ("no, I mean yes, but make it 3", YesBut("make it 3")),
        ("yes I will have the other", YesBut("have the other")),
        # a no with a change
        ("no, make it 3 hours", NoBut("make it 3 hours")),
        ("no. For John", NoBut("For John")),
        ("No — the second one", NoBut("the second one")),
        ("not John, Mark", NoBut("not John, Mark")),
        ("no, not John, Mark", NoBut("not John, Mark")),
        ("it's not John, it's Mark", NoBut("not John, it's Mark")),
        ("don't log it", NoBut("don't log it")),
        ("please don't log it", NoBut("please don't log it")),
        ("I don't want John", NoBut("I don't want John")),
        ("change the date to Monday", NoBut("change the date to Monday")),
        ("yes, wait, make it 3", NoBut("make it 3")),
        ("wrong project", NoBut("project")),
        ("correct it to 3 hours", NoBut("correct it to 3 hours")),
    ],
)
def test_more_than_an_answer(reply, expected):
    assert read_answer(reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        # a yes with anything more asks again, also where it only says again what was asked
        ("yes, I want to reserve the table", YesBut("I want to reserve the table")),
        ("yes I'd like to buy the tickets please", YesBut("I'd like to buy the tickets please")),
        ("yeah, book me a room for this", YesBut("book me a room for this")),
        ("ok, please rent it", YesBut("please rent it")),
        # any other word, a number or a name is one
        ("yes, I want to reserve the table for six", YesBut("I want to reserve the table for six")),
        ("yes, I want 2 tickets", YesBut("I want 2 tickets")),
        ("yes, book the garden room", YesBut("book the garden room")),
        ("yes, add a ticket", YesBut("add a ticket")),
        ("yes the table", YesBut("the table")),
        # without a yes it is no answer
        ("I want to reserve the table", Other()),
        ("book the room", Other()),
        ("the room", Other()),
        # a delay beside a no is its reason, alone a doubt
        ("no, not today", No()),
        ("nope, maybe later", No()),
        ("not now", No()),
        ("not now, maybe later", No()),
        ("not today", Unsure()),
        ("maybe later", Unsure()),
        ("yes, later", Unsure()),
        # more was to follow
        ("yes, I would rather", Unsure()),
        ("yes so that", Unsure()),
        ("yes, the", Unsure()),
        # a no that declines kindly
        ("thanks, but no", No()),
        ("no, that's fine", No()),
        ("no we don't", No()),
        ("yes, that's fine", Yes()),
    ],
)
def test_saying_it_again(reply, expected):
    assert read_answer(reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        # a short echo behind a yes says nothing more
        ("yes, I do", Yes()),
        ("yep, we really would", Yes()),
        ("sure, I'd love to", Yes()),
        ("yes I want that, please", Yes()),
        ("absolutely, I'd appreciate it", Yes()),
        ("ok, as planned", Yes()),
        ("that's right to proceed, thanks a lot", Yes()),
        # without the yes, or beside a no, it is none
        ("I do", Other()),
        ("it is", Other()),
        ("you may", Other()),
        ("to proceed", Other()),
        ("no, I would", NoBut("I would")),
        ("yes I would not", Unsure()),
        # a word more, a condition, or what may be done already
        ("yes, I do it with Mary", YesBut("I do it with Mary")),
        ("yes, I want it archived", YesBut("I want it archived")),
        ("yes I would, if it is under 50", YesBut("I would, if it is under 50")),
        ("yes, I have", YesBut("I have")),
        ("yes, I have already", YesBut("I have already")),
        ("yes if possible", YesBut("if possible")),
        # how it sounds, looks and works
        ("sounds lovely to me", Yes()),
        ("that works well for us", Yes()),
        ("it would work for me, thank you", Yes()),
        ("I'm happy with that", Yes()),
        ("I'm not happy with that", No()),
        ("that doesn't work for me", No()),
        ("looks wrong to me", No()),
        ("sounds good?", Unsure()),
        ("does it work for you", Other()),
        ("sounds good for Monday", YesBut("for Monday")),
        ("works for Mary", YesBut("for Mary")),
        ("I agree with Mary", YesBut("with Mary")),
        ("right after lunch", YesBut("after lunch")),
        ("try it tomorrow", YesBut("tomorrow")),
        ("ok what about Mary", YesBut("what about Mary")),
        ("yes and add Mary", YesBut("and add Mary")),
        # declined in other words; a delay with thanks is
        ("nah, I'm good", No()),
        ("no, that is everything, thank you", No()),
        ("not interested, thanks", No()),
        ("not at this time", No()),
        ("not now, thanks", No()),
        ("thank you, maybe later", No()),
        ("not at the moment", No()),
        ("not right now. I will do it later", NoBut("I will do it later")),
        ("not at the moment, but eventually yes", NoBut("eventually yes")),
        ("yes, not now, thanks", Unsure()),
        ("not interested in that one", NoBut("in that one")),
        ("thank you so much", Other()),
        # a yes asked for with a please; without one it asks what can be done, and a question beside it is one
        ("could you do that, please?", Yes()),
        ("can you please do it for me? thanks", Yes()),
        ("yes, would you please go ahead?", Yes()),
        ("could you please do it please?", Yes()),
        ("can you do it?", Other()),
        ("could you please not do it?", Unsure()),
        ("no, could you please do it?", Unsure()),
        ("is that right, could you please do it", Unsure()),
        ("could you please do it? is that right?", Unsure()),
        ("could you please do it for Mary?", YesBut("for Mary?")),
        # tails and other words
        ("yes please do", Yes()),
        ("do it right away", Yes()),
        ("that is exactly what I want", Yes()),
        ("that is not what I want", No()),
        ("is that what I want", Other()),
        ("everything looks right to me", YesBut("to me")),
        ("all of it is correct", Yes()),
        ("everything but the date is right", Other()),
        ("ugh, fine", Yes()),
        ("understood, go ahead", Yes()),
        ("understood", Other()),
        ("yes, no changes", Yes()),
        ("no changes", Unsure()),
        ("no changes to the date", Other()),
        ("no issues, go on", Yes()),
        ("obviously", Yes()),
        ("obviously not", No()),
        ("no, forget about it", No()),
        ("no, it's not", No()),
        ("I'd prefer not to", No()),
        ("I'd prefer Monday", Other()),
        ("I changed my mind", No()),
        ("I changed my mind, yes", Unsure()),
        ("I changed my mind, make it Friday", NoBut("make it Friday")),
        ("we don't need it anymore", No()),
        ("I don't need Mary", NoBut("I don't need Mary")),
    ],
)
def test_plain_answers_in_other_words(reply, expected):
    assert read_answer(reply) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "not sure", "I'm not totally sure", "yes no maybe", "no problem", "no worries", "maybe", "maybe later",
        "i guess",
        "yeah no", "yes and no", "not yet", "hold on", "wait", "yes... wait", "yes, I mean", "no wait", "yes?",
        "ok?", "no?",
        "yeah right", "I think so", "why not", "yes, no", "don't, yes", "👍👎", "yes 🤔", "🤷🏽‍♀️", "yes but", "not",
        "don't wait, do it", "sure, whatever", "not wrong", "i don't know", "ok... not ok",
        # questions without their mark, and hesitation after the answer
        "is that right", "is it correct", "isn't that right", "ok... hmm", "yes um",
        # a negation that means the opposite
        "no objection", "no doubt", "don't stop",
        # the change would be lost
        "make it 3 hours, I mean yes",
    ],
)  # fmt: skip
def test_doubt(reply):
    assert read_answer(reply) == Unsure()


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "?",
        "please",
        "thanks",
        "what's the status",
        "who is on it?",
        "log 3 hours to Nike",
        "2",
        "John",
        "can you do it",
    ],
)
def test_no_answer(reply):
    assert read_answer(reply) == Other()


@given(st.text(max_size=120))
def test_any_text_can_be_read(text):
    read_answer(text)


_YES = st.sampled_from([" ".join(words) for words in phrases(f"{YES} | {REQUEST}")])
_NO = st.sampled_from([" ".join(words) for words in phrases(NO)])
_SOFT = st.sampled_from(["um", "well", "please", "that is", "the", "it", ",", ".", "!", "really", "so"])
_WORD = st.sampled_from(["john", "3", "hours", "onto", "tomorrow", "nike", "onions", "$5"])


@given(st.lists(_YES | _SOFT, max_size=4), _NO, st.lists(_YES | _SOFT, max_size=4))
def test_a_no_that_stands_is_never_a_yes(before, no, after):
    assert read_answer(" , ".join([*before, no, *after])) != Yes()


@given(st.lists(_YES | _SOFT, max_size=4), _WORD, st.lists(_YES | _SOFT, max_size=4))
def test_an_unknown_word_is_never_a_yes(before, word, after):
    assert read_answer(" ".join([*before, word, *after])) != Yes()


def test_long_replies_are_read_in_linear_time():
    for word in ("wait ", "yes ", "not ", "um wait ", "no, i mean "):
        assert read_answer(word * (4_000 // len(word))) != Yes() or word == "yes "
