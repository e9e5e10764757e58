"""What names look like: letters of other alphabets, digits inside words, and which letters are odd in a word."""

import pytest

from slots.look_alikes import alphabets_of, may_be_masked, odd_letters, unmask


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        # plain letters look like themselves, and digits that count something stay digits
        ("Acme", "Acme"), ("Beta 10", "Beta 10"), ("Q1 2010", "Q1 2010"), ("24h", "24h"),
        # Cyrillic, Greek, Armenian, Cherokee
        ("\u0410cme", "acme"), ("N\u0456k\u0435", "Nike"), ("\u0391cme", "acme"), ("L\u03bfom", "Loom"),
        ("L\u0585om", "Loom"), ("\u13aacme", "acme"),
        # capitals look like other letters than their small forms
        ("\u0397arbour", "harbour"), ("desig\u03b7", "design"),
        # full width, bold and ligatures
        ("\uff21\uff43\uff4d\uff45", "Acme"), ("\U0001d400cme", "Acme"), ("\ufb01rst", "first"),
        # digits between letters
        ("G00gle", "Google"), ("He1lo", "Hello"),
        # letters that look like no Latin one stay
        ("\u0416ук", "\u0416yk"), ("你好", "你好"),
        # a letter that unfolds to a sentence does so once, but not in a text of nothing else
        ("\ufdfa", "صلى الله عليه وسلم"), ("\ufdfa" * 4_000, "\ufdfa" * 4_000),
    ],
)  # fmt: skip
def test_what_a_name_looks_like(name, looks):
    assert unmask(name) == looks


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("\u0410cme", "Acme", True), ("Google", "G00gle", True), ("Ромашка", "Romashka", True),
        # of one alphabet: spelt otherwise or not, nothing hides
        ("Acme", "Acne", False), ("Ромашка", "Рамашка", False), ("Αθήνα", "Αθηνά", False), ("Beta 1", "Beta 10", False),
    ],
)  # fmt: skip
def test_what_may_hide_another_name(one, other, expected):
    assert may_be_masked(one, other) is expected


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("\u0410cme", [("\u0410", "Cyrillic")]),
        ("N\u0456k\u0435 Hub", [("\u0456", "Cyrillic"), ("\u0435", "Cyrillic")]),
        ("Рoмашка", [("o", "Latin")]), ("L\u03bfom", [("\u03bf", "Greek")]),
        # one alphabet a word is nothing odd, and scripts that stand beside Latin daily are none
        ("Acme", []), ("Ромашка", []), ("Кофе Lab", []), ("Café Zoë", []), ("東京Tower", []), ("", []),
    ],
)  # fmt: skip
def test_odd_letters(name, letters):
    assert list(odd_letters(name)) == letters


def test_alphabets():
    assert alphabets_of("Acme 2") == {"LATIN"}
    assert alphabets_of("Кофе Lab") == {"CYRILLIC", "LATIN"}
    assert alphabets_of("12 %") == alphabets_of("") == frozenset()
