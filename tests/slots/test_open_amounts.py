"""Amounts that people write in other ways: a comma before the cents, words of many countries."""

from decimal import Decimal

import pytest

from slots.money import Amount
from slots.readers import read_expected
from slots.tables import SlotKind, SlotSpec
from slots.text import clean, tokenize


def value_of(text, kind, symbol=""):
    tokens = tokenize(clean(text))
    reading = read_expected(tokens, 0, SlotSpec(name="x", kind=kind, symbol=symbol))
    return reading.value if reading is not None and reading.past == len(tokens) else None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # two digits behind a comma are no thousands
        ("3,50", "3.50"),
        ("0,99", "0.99"),
        ("12,5", None),
        # three are
        ("12,000", "12000"),
        ("1.234,56", "1234.56"),
        # a second comma, or a list
        ("3,50,20", None),
        ("3, 50", None),
    ],
)
def test_cents_behind_a_comma(text, value):
    assert value_of(text, SlotKind.MONEY) == (Decimal(value) if value else None)


def test_cents_behind_a_comma_with_a_sign():
    assert value_of("3,50 €", SlotKind.MONEY) == value_of("€3,50", SlotKind.MONEY) == Amount(Decimal("3.50"), "EUR")


@pytest.mark.parametrize(
    ("text", "symbol", "value"),
    [
        # which country's, nobody said, and the slot's money is another
        ("90 francs", "€", None),
        ("90 kr", "$", None),
        ("90 pesos", "EUR", None),
        # the slot's own, or a slot of any money
        ("90 kr", "kr", Decimal(90)),
        ("90 francs", "", Decimal(90)),
        # said in full
        ("90 swiss francs", "€", Amount(Decimal(90), "CHF")),
        ("90 euros", "€", Amount(Decimal(90), "EUR")),
        ("90 dollars", "$", Decimal(90)),
        ("90 dollars", "€", Amount(Decimal(90), "USD")),
    ],
)
def test_money_of_several_countries(text, symbol, value):
    assert value_of(text, SlotKind.MONEY, symbol) == value
