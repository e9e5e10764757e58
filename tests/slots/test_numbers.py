"""Numbers and ordinals, in digits and in words."""

from decimal import Decimal

import pytest

from slots.numbers import normalise, read_number, read_ordinal
from slots.text import clean, tokenize


def tokens_of(text):
    return tokenize(clean(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # digits
        ("40", "40"),
        ("12,000", "12000"),
        ("1,234,567.89", "1234567.89"),
        ("2.5", "2.5"),
        (".5", "0.5"),
        ("0", "0"),
        # words
        ("zero", "0"),
        ("forty", "40"),
        ("forty two", "42"),
        ("forty-two", "42"),
        ("a hundred", "100"),
        ("a hundred and fifty", "150"),
        ("one hundred fifty", "150"),
        ("three hundred and thirty one", "331"),
        ("two hundred and two thousand", "202000"),
        ("twelve hundred", "1200"),
        ("two thousand and five", "2005"),
        ("a million", "1000000"),
        ("one million two hundred thousand", "1200000"),
        # decimals as they are said
        ("two point five", "2.5"),
        ("nine point nought four", "9.04"),
        ("2 point 5", "2.5"),
        # halves and quarters
        ("half", "0.5"),
        ("a half", "0.5"),
        ("a quarter", "0.25"),
        ("three quarters", "0.75"),
        ("two and a half", "2.5"),
        ("2 and a half", "2.5"),
        ("two and three quarters", "2.75"),
        ("2½", "2.5"),
        ("1 1/2", "1.5"),
        ("half a million", "500000"),
        ("a million and a half", "1500000"),
        ("two million and a quarter thousand", "2000250"),
        # scales
        ("fifty k", "50000"),
        ("4.5k", "4500"),
        ("4.5 k", "4500"),
        ("2m", "2000000"),
        ("3 thousand", "3000"),
        ("2.5 million", "2500000"),
        # a whole and its half, of a scale
        ("two and a half million", "2500000"),
        ("3 1/2 million", "3500000"),
        ("four hundred point five", "400.5"),
        ("three-quarters", "0.75"),
    ],
)
def test_number(text, value):
    tokens = tokens_of(text)
    assert read_number(tokens, 0) == (Decimal(value), len(tokens))
    assert str(read_number(tokens, 0)[0]) == value


@pytest.mark.parametrize(
    ("text", "value", "past"),
    [
        # the longest reading, and no longer
        ("40 hours", 40, 1),
        ("forty two hours", 42, 2),
        ("fifty k 40", 50000, 2),
        ("a hundred thousand and 40 hours", 100000, 3),
        ("two, no, three", 2, 1),
        ("40%", 40, 1),
        ("40.", 40, 1),
        ("1.234.567,89 in all", Decimal("1234567.89"), 1),
        ("two and a half of it", 2, 1),
    ],
)
def test_number_ends(text, value, past):
    assert read_number(tokens_of(text), 0) == (Decimal(value), past)


@pytest.mark.parametrize(
    "text",
    [
        # no numbers
        *("", "a", "an", "and", "hours", "hundred", "thousand", "quarter", "²", "k", "point"),
        # malformed digits
        *("1.2.3", "1,2", "1,2,3", "12,00", "9" * 16, "9" * 3_000, "0." + "3" * 40),
        # part of a name, an ordinal, a date, a time
        *("v2", "2nd", "2x", "2hx", "5/6", "2026-12-01", "10:30", "650-650-6500", "twenty first"),
        # ranges and negatives, from no position
        *(
            "2-3",
            "2 - 3",
            "2–3",
            "2 to 3",
            "two to three",
            "2 or 3",
            "between 2 and 3",
            "-2",
            "minus two",
            "negative 2",
        ),
        # fractions and counts that are not read
        *("five eighths", "two dozen", "3 lakh", "two over three", "2 out of 5", "two twenty-sevenths", "a hundredth"),
        *("twelve and a third", "3 lakh and two", "two million point four million"),
        # half of a decimal
        "point five",
        # sums and products
        *("5 x 3", "5 times 3", "five plus three", "5*3", "twice 5", "half of 5"),
        # several spoken numbers, a letter that may be a unit or a scale
        *("one fifty", "eighteen thirty two", "double nine", "4.5 G", "20 l", "half a score"),
        # a word that points
        *("the one", "that one", "which one"),
    ],
)
def test_no_number_anywhere(text):
    tokens = tokens_of(text)
    assert [read_number(tokens, at) for at in range(len(tokens))] == [None] * len(tokens)


def test_nothing_starts_inside_a_number():
    tokens = tokens_of("log two hundred and fifty two and a half now")
    assert [at for at in range(len(tokens)) if read_number(tokens, at)] == [1]


@pytest.mark.parametrize("at", [-1, 1, 99])
def test_position_outside(at):
    assert read_number(tokens_of("40"), at) is None
    assert read_ordinal(tokens_of("3rd"), at + 1 if at == 1 else at) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3rd", (3, 2)),
        ("31st", (31, 2)),
        ("third", (3, 1)),
        ("second", (2, 1)),
        ("twelfth", (12, 1)),
        ("twentieth", (20, 1)),
        ("twenty first", (21, 2)),
        ("twenty-first", (21, 3)),
        ("thirty first of may", (31, 2)),
        ("thirtysecond", (32, 1)),
        # no ordinals
        ("3", None),
        ("three", None),
        ("0th", None),
        ("3 rd", None),
        ("2.5th", None),
        ("100th", None),
        ("twenty", None),
    ],
)
def test_ordinal(text, expected):
    assert read_ordinal(tokens_of(text), 0) == expected


def test_no_ordinal_inside_another():
    assert read_ordinal(tokens_of("twenty first"), 1) is None
    assert read_ordinal(tokens_of("twenty-first"), 2) is None


@pytest.mark.parametrize(("value", "text"), [("2.50", "2.5"), ("4E+1", "40"), ("0.00", "0"), ("100", "100")])
def test_normalise(value, text):
    assert str(normalise(Decimal(value))) == text
