"""Numbers where one is expected, beside what is no number even there."""

from decimal import Decimal

import pytest

from slots.number_forms import read_bare_number
from slots.readers import read_expected, read_value
from slots.tables import SlotKind, SlotSpec
from slots.text import clean, tokenize

COUNT = SlotSpec(name="count", kind=SlotKind.NUMBER)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # below zero
        ("-7", "-7"),
        ("minus seven point two", "-7.2"),
        ("negative 3", "-3"),
        ("- 2,500", "-2500"),
        ("-1.5m", "-1500000"),
        # fractions
        ("three eighths", "0.375"),
        ("one fifth", "0.2"),
        ("a fifth", "0.2"),
        ("two twenty-fifths", "0.08"),
        ("nine twenty fifths", "0.36"),
        ("one hundred and six fifths", "21.2"),
        ("two hundred twentieths", "10"),
        ("three hundredths", "0.03"),
        ("twelve and a quarter", "12.25"),
        ("twelve and two fifths", "12.4"),
        ("3/4", "0.75"),
        ("-1/8", "-0.125"),
        ("one over eight", "0.125"),
        ("⅜", "0.375"),
        # other groups
        ("2 345 678", "2345678"),
        ("2 345.5", "2345.5"),
        ("23,45,678", "2345678"),
        # mixed, and scales alone
        ("2 thousand 5 hundred and 12", "2512"),
        ("3 crore and four hundred", "30000400"),
        ("4 lakh", "400000"),
        ("hundred", "100"),
        ("million", "1000000"),
        # as people say it
        ("three dozen", "36"),
        ("a dozen", "12"),
        ("a couple", "2"),
        ("two forty", "240"),
        ("three sixty five", "365"),
        ("half a dozen", "6"),
        ("1 1/8", "1.125"),
        ("50'000", "50000"),
        ("one & a half", "1.5"),
        ("three score", "60"),
        ("a gross", "144"),
        ("sixty - three", "63"),
        ("point two five", "0.25"),
        ("minus point two", "-0.2"),
        # what is a number anywhere
        ("forty two", "42"),
        ("4.5k", "4500"),
    ],
)
def test_bare_number(text, value):
    tokens = tokenize(clean(text))
    reading = read_expected(tokens, 0, COUNT)
    assert reading and (reading.value, reading.past) == (Decimal(value), len(tokens))


@pytest.mark.parametrize(
    "text",
    [
        # ranges and choices
        *("three - sixty", "sixty - seventy", "60 - 3", "sixty - three - two"),
        *("2-3", "2 to 3", "between 2 and 3", "two or three", "-2 to 5"),
        # the start of something that is not read
        *("two million and three fifths", "a thousand and a quarter of it", "half an hour"),
        *("4 out of 5", "1,3", "1.2.3", "5/6/7", "4/0", "two three four", "one second"),
        # words
        *("the one", "that one", "dozens", "halves", "third", "second", "minus", "-", "", "a", "over"),
        # other things
        *("v2", "2nd", "10:30", "650-650-6500", "²", "1/²", "٣"),
    ],
)
def test_no_bare_number(text):
    tokens = tokenize(clean(text))
    assert [read_bare_number(tokens, at) for at in range(len(tokens))] == [None] * len(tokens)


@pytest.mark.parametrize(
    ("text", "at", "value"),
    [
        # several scales, an Indian one, a whole with its part
        ("2 thousand 5 hundred and 12 boxes came", 0, "2512"),
        ("there are 3 crore and four hundred of them", 2, "30000400"),
        ("it takes twelve and two fifths", 2, "12.4"),
        # a scale alone decides nothing
        ("send hundred boxes", 1, None),
        ("send two million and three fifths", 1, None),
        ("a third of it and two fifths of that", 0, None),
    ],
)
def test_a_number_that_only_its_words_show(text, at, value):
    reading = read_value(tokenize(clean(text)), at, COUNT)
    assert (str(reading.value) if reading else None) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # a sign behind the preposition
        ("to -7", "-7"),
        ("to minus seven", "-7"),
        # between two things it is none
        *(("beta - 7", None), ("5 - 7", None), ("5 minus 7", None)),
    ],
)
def test_sign_behind_a_word(text, value):
    reading = read_expected(tokenize(clean(text)), 1, COUNT)
    assert (str(reading.value) if reading else None) == value


@pytest.mark.parametrize("text", ["move -7 boxes", "beta - 7", "three eighths of it", "two dozen", "4/5"])
def test_only_where_expected(text):
    tokens = tokenize(clean(text))
    assert not any(read_value(tokens, at, COUNT) for at in range(len(tokens)) if tokens[at].key != "7")
