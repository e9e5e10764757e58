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
