"""A default stands for what is not said, and never for a word that is."""

import pytest

from tests.surgery import at_surgery


@pytest.mark.parametrize(
    ("said", "who"),
    [
        # a person who is called like an article, or like a preposition
        (["enter leave for an from monday for 2 days"], "An Tran"),
        (["enter leave for An from monday for 2 days"], "An Tran"),
        (["enter leave from monday for 2 days for an"], "An Tran"),
        (["enter leave from monday for 2 days", "no, for an"], "An Tran"),
        (["enter leave for an tran from monday for 2 days"], "An Tran"),
        (["enter leave for to lam from monday for 2 days"], "To Lam"),
        (["enter leave for an omar from monday for 2 days"], "Omar Said"),
        # nothing was said
        (["enter leave from monday for 2 days"], "Iris Bloom"),
        (["enter leave from a monday for 2 days"], "Iris Bloom"),
        (["enter leave from monday for a day"], "Iris Bloom"),
        # a word that names nobody; a particle alone is no first name
        (["enter leave for to from monday for 2 days"], None),
        (["enter leave for the from monday for 2 days"], None),
        (["enter leave for a person from monday for 2 days"], None),
        (["enter leave for zoe from monday for 2 days"], None),
    ],
)
def test_behind_its_preposition_a_default_stands_for_no_word(said, who):
    play = at_surgery(*said)
    assert play.slots.get("who") == who
    assert play.state == ("confirming" if who else "awaiting_menu_choice:who")
    assert not play.top.leftover


@pytest.mark.parametrize(
    ("said", "slots", "codes"),
    [
        # a known name that answers nothing goes to the one slot that nothing was said for
        (["enter leave", "omar"], {"who": "Omar Said"}, ["changed"]),
        (["enter leave", "Omar Said, please"], {"who": "Omar Said"}, ["changed"]),
        (["enter leave", "omar", "friday", "2 days"], {"who": "Omar Said", "first": "2026-05-22", "length": "2"}, []),
        (["book vaccination for zed", "moss"], {"vet": "Kate Moss"}, []),
        # not where somebody was named, and nothing that is only a part of what is said
        (["enter leave for iris bloom", "omar"], {"who": "Iris Bloom"}, []),
        (["enter leave", "omar or so"], {"who": "Iris Bloom"}, []),
        (["enter leave", "zoe"], {"who": "Iris Bloom"}, []),
        (["enter leave", "not omar"], {"who": "Iris Bloom"}, ["not_understood"]),
    ],
)
def test_a_name_that_answers_nothing_takes_the_place_of_a_default(said, slots, codes):
    play = at_surgery(*said)
    assert {name: play.slots.get(name) for name in slots} == slots
    assert play.codes == codes
