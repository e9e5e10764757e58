"""Amounts of money, with their sign and where one is expected."""

from decimal import Decimal

import pytest

from slots.currencies import is_sign_of
from slots.money import Amount, read_amount, read_bare_money, read_money
from slots.text import clean, tokenize

MONEY = [
    # signs
    ("$50k", "50000"),
    ("$4,500", "4500"),
    ("$ 1.5m", "1500000"),
    ("$2 million", "2000000"),
    ("€300", "300"),
    ("£20", "20"),
    ("20€", "20"),
    ("$1.40", "1.4"),
    # words and codes
    ("50 dollars", "50"),
    ("12,000 dollars", "12000"),
    ("300 euros", "300"),
    ("500 usd", "500"),
    ("500USD", "500"),
    ("USD 500", "500"),
    ("USD500", "500"),
    ("five bucks", "5"),
    ("a hundred and fifty dollars", "150"),
    ("half a million dollars", "500000"),
    ("two grand", "2000"),
    ("50 cents", "0.5"),
    ("thirteen dollars forty-five cents", "13.45"),
    ("$30 and 25c", "30.25"),
    ("thirty euros 25", "30.25"),
    ("five dimes", "0.5"),
    ("60¢", "0.6"),
    ("a dollar", "1"),
    ("a buck forty", "1.4"),
    ("four dollars and a half", "4.5"),
    ("7 $ 20 cents", "7.2"),
    # other currencies
    ("400 kr", "400"),
    ("12 egyptianpounds", "12"),
    ("12 swissfrancs", "12"),
    ("2500円", "2500"),
    ("7 reais", "7"),
    ("2.5 mln usd", "2500000"),
    ("300 swiss francs", "300"),
    ("Rs. 250", "250"),
    ("RM 12", "12"),
    ("3 lakh rupees", "300000"),
    ("60 danish kroner", "60"),
    ("5 MEUR", "5000000"),
    ("cad$ 60", "60"),
    ("dollar 3 million", "3000000"),
    # a k is enough
    ("fifty k", "50000"),
    ("4.5k", "4500"),
    # thousands in groups, as written in Europe, a grand behind a sign, coins glued to their sign
    ("$1 000", "1000"),
    ("€12 345 678", "12345678"),
    ("1.234,56 €", "1234.56"),
    ("CHF 50'000", "50000"),
    ("50’000.50 CHF", "50000.5"),
    ("₹1,00,000", "100000"),
    ("$5 grand", "5000"),
    ("5€50", "5.5"),
    ("five dollars fifty", "5.5"),
    # hourly rates
    ("150 an hour", "150"),
    ("$150/h", "150"),
    ("$150 per hour", "150"),
    ("one fifty an hour", "150"),
    ("two seventy five an hour", "275"),
]

REFUSED = [
    # a weight, a price of each
    *("a pound", "a real"),
    # another kind of value
    *("4 hours", "2.5h", "40%", "2 days", "an hour", "", "dollars", "$", "hourly"),
    # malformed, or read differently in the world
    *("1 234,56 €", "1.234,567 €", "1.2.3 dollars", "$1,2", "$12.500", "$" + "9" * 16),
    # ranges, from no position
    *("$50-60k", "$50-$60", "$50k to $60k", "$50 to 60", "50 to 60 dollars", "between $50k and $60k"),
    *("between 50 and 60 dollars", "$50k or $60k"),
    # negatives
    *("-$50", "$-50", "minus fifty dollars"),
    # rates by anything but the hour
    *("$500 a day", "$500/day", "$5k per month", "$500 weekly"),
    # words that may or may not belong together
    "twelve fifty an hour",
]


@pytest.mark.parametrize(("text", "value"), MONEY)
def test_money(text, value):
    tokens = tokenize(clean(text))
    assert read_money(tokens, 0) == read_bare_money(tokens, 0) == (Decimal(value), len(tokens))
    assert str(read_money(tokens, 0)[0]) == value


@pytest.mark.parametrize("text", [*REFUSED, "40", "one fifty", "fifteen hundred", "2m"])
def test_no_money(text):
    tokens = tokenize(clean(text))
    assert [read_money(tokens, at) for at in range(len(tokens))] == [None] * len(tokens)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("40", "40"),
        ("12,000", "12000"),
        ("two and a half", "2.5"),
        ("a hundred and fifty", "150"),
        ("one fifty", "150"),
        ("two seventy five", "275"),
        ("one oh five", "105"),
        ("two fifty k", "250000"),
        ("twelve hundred", "1200"),
        ("fifteen hundred", "1500"),
        ("2m", "2000000"),
    ],
)
def test_bare_money(text, value):
    tokens = tokenize(clean(text))
    assert read_bare_money(tokens, 0) == (Decimal(value), len(tokens))


@pytest.mark.parametrize("text", [*REFUSED, "5 x 3", "5 plus 3", "2-3", "-40", "5/6", "3rd", "twelve fifty"])
def test_no_bare_money(text):
    tokens = tokenize(clean(text))
    assert [read_bare_money(tokens, at) for at in range(len(tokens))] == [None] * len(tokens)


def test_two_numbers_are_no_amount():
    assert read_bare_money(tokenize("12 99"), 0) is None
    assert read_bare_money(tokenize("12 99 people"), 0) == (Decimal(12), 1)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("move $50k to 3 Rivers", [50000]),
        ("change the value from $50k to $60k", [50000, 60000]),
        ("budget fifty k 40 hours", [50000]),
        ("rate US$ 50", [50]),
        # a sign between two numbers leads the second
        ("3 $ 40 notes", [40]),
        ("40 cents a dollar", [0]),
    ],
)
def test_money_in_text(text, values):
    tokens = tokenize(clean(text))
    assert [int(found[0]) for at in range(len(tokens)) if (found := read_money(tokens, at))] == values


@pytest.mark.parametrize(
    ("text", "value", "past"),
    [
        # coins without their unit in the middle of a message, and what only looks like some
        ("five dollars fifty for lunch", "5.5", 3),
        ("5 euros 50, please", "5.5", 3),
        ("5 dollars 50 units", "5", 2),
        ("a buck fifty each", "1.5", 3),
    ],
)
def test_coins_without_their_unit(text, value, past):
    assert read_money(tokenize(text), 0) == (Decimal(value), past)


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        # the words say which one
        ("€300", "EUR"),
        ("300 euros", "EUR"),
        ("300 swiss francs", "CHF"),
        ("CHF 300", "CHF"),
        ("US$ 300", "USD"),
        ("300 canadian dollars", "CAD"),
        ("3 MEUR", "EUR"),
        ("Rs 300", "INR"),
        ("A$300", "AUD"),
        ("HK$300", "HKD"),
        ("R$300", "BRL"),
        ("300 new zealand dollars", "NZD"),
        ("300 zł", "PLN"),
        # they leave it open
        ("$300", ""),
        ("300 dollars", ""),
        ("300 bucks", ""),
        ("300 francs", ""),
        ("3k", ""),
    ],
)
def test_currency(text, currency):
    found = read_amount(tokenize(clean(text)), 0)
    assert found is not None
    assert (found[0].currency if isinstance(found[0], Amount) else "") == currency
    assert (found[0].amount if isinstance(found[0], Amount) else found[0]) in (300, 3_000, 3_000_000)


@pytest.mark.parametrize("text", ["300 all", "top 300", "try 300", "300 pen", "rs", "rm notes"])
def test_words_that_are_codes_too(text):
    tokens = tokenize(clean(text))
    assert not any(read_money(tokens, at) for at in range(len(tokens)))


@pytest.mark.parametrize(
    ("sign", "code", "expected"),
    [("$", "USD", True), ("€", "EUR", True), ("eur", "EUR", True), ("$", "EUR", False), ("", "EUR", False)],
)
def test_sign_of_a_currency(sign, code, expected):
    assert is_sign_of(sign, code) is expected
