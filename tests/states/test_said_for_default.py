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
