"""Free texts: what is one, which words of a message are, and how they are kept."""

import pytest

from tests.surgery import at_surgery

VERB = "cancel the visit of zed when he calls"


@pytest.mark.parametrize(
    ("reply", "codes"),
    [
        ("yes", ["pick_which"]),
        ("Yes, please!", ["pick_which"]),
        ("no", ["not_understood"]),
        ("hm, not sure", ["not_understood"]),
    ],
)
def test_a_yes_to_text_or_verb_says_neither(reply, codes):
    play = at_surgery("note for zed", VERB)
    shown = play.menu
    play.say(reply)
    assert play.codes == codes
    assert play.menu == shown
    assert play.slots == {"owner": "Zed Kowalski"}
    assert play.say("1").slots["text"] == VERB


@pytest.mark.parametrize(
    ("reply", "verb", "text"),
    [
        ("the text", "note", VERB),
        ("do it", "drop", None),
        # other words are the text
        ("yes to all he asks", "note", "yes to all he asks"),
        ("he called", "note", "he called"),
    ],
)
def test_text_or_verb(reply, verb, text):
    play = at_surgery("note for zed", VERB, reply)
    assert (play.top.verb, play.slots.get("text")) == (verb, text)


LINES = "bring\n  - the card\n  - Tom's  tablets"


@pytest.mark.parametrize(
    "said",
    [
        ["note for zed", LINES],
        [f"note for zed that {LINES}"],
        [f'note for zed that "{LINES}"'],
        ["note for zed that he called", f"change the text to {LINES}"],
        ["note for zed that he called", f"no, text: {LINES}"],
        ["note for zed", f"\r\n{LINES}\n\x00".replace("card\n", "card\u2028")],
    ],
)
def test_a_text_keeps_its_line_breaks(said):
    assert at_surgery(*said).slots["text"] == LINES


def test_a_name_is_one_line():
    assert at_surgery("add owner Rita\nMoss").slots["owner_name"] == "Rita Moss"


@pytest.mark.parametrize(
    ("said", "owner", "text"),
    [
        # what stands behind a colon, or a comma, behind a known name
        ("note for zed: call back tomorrow at 10", "Zed Kowalski", "call back tomorrow at 10"),
        ("note for ula brandt, call back", "Ula Brandt", "call back"),
        ("note for zed - he is ill", "Zed Kowalski", "he is ill"),
        ("note for zed: 3 tablets a day, on Monday", "Zed Kowalski", "3 tablets a day, on Monday"),
        ("note zed: for rosa he pays", "Zed Kowalski", "for rosa he pays"),
        ("note for zed: says that he pays", "Zed Kowalski", "says that he pays"),
        ("note for zed:\ncall back", "Zed Kowalski", "call back"),
        # behind the verb, and behind a name that nobody knows
        ("note: call back", None, "call back"),
        # the text's own preposition, another person, and a mark inside a word
        ("note for zed, that he called", "Zed Kowalski", "he called"),
        ("note that he said: no", None, "he said: no"),
        ("note for zed that he said: no", "Zed Kowalski", "he said: no"),
        ("note for zed, please", "Zed Kowalski", None),
    ],
)
def test_a_mark_behind_a_thing_leads_to_the_text(said, owner, text):
    play = at_surgery(said)
    assert (play.slots.get("owner"), play.slots.get("text")) == (owner, text)


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        # a table without a free text
        ("book vaccination for zed, on friday at 10", {"owner": "Zed Kowalski", "time": "10:00"}),
        ("enter leave for omar: from monday", {"who": "Omar Said", "first": "2026-05-25"}),
    ],
)
def test_a_mark_leads_to_no_other_value(said, slots):
    play = at_surgery(said)
    assert {name: play.slots.get(name) for name in slots} == slots
