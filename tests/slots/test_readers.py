"""One door to the value readers: what a slot's kind takes by its form, and what where it is expected."""

import re
from decimal import Decimal

import pytest

from slots.dates import DateExpr, MonthExpr
from slots.errors import TableError
from slots.money import Amount
from slots.readers import read_expected, read_value
from slots.tables import SlotKind, SlotSpec, TableSet, Trigger, VerbSpec
from slots.text import tokenize

SLOTS = {
    "hours": SlotSpec(name="hours", kind=SlotKind.DURATION),
    "minutes": SlotSpec(name="minutes", kind=SlotKind.DURATION, unit="minutes"),
    "days": SlotSpec(name="days", kind=SlotKind.DURATION, unit="days"),
    "number": SlotSpec(name="number", kind=SlotKind.NUMBER),
    "money": SlotSpec(name="money", kind=SlotKind.MONEY),
    "rate": SlotSpec(name="rate", kind=SlotKind.MONEY),
    "retainer": SlotSpec(name="fee", kind=SlotKind.MONEY, per="month"),
    "date": SlotSpec(name="date", kind=SlotKind.DATE),
    "month": SlotSpec(name="month", kind=SlotKind.MONTH),
    "name": SlotSpec(name="name", kind=SlotKind.NAME),
}


def number_and_rest(text, slot, reader):
    tokens = tokenize(text)
    reading = reader(tokens, 0, SLOTS[slot])
    return (reading.value, len(tokens) - reading.past) if reading else None


@pytest.mark.parametrize(
    ("text", "slot", "value", "rest"),
    [
        # durations come in the slot's unit
        ("2.5h", "hours", "2.5", 0), ("90 minutes", "hours", "1.5", 0), ("90 minutes", "minutes", "90", 0),
        ("2h30m of", "hours", "2.5", 1), ("half an hour", "minutes", "30", 0), ("3 days", "days", "3", 0),
        # numbers, a per cent sign goes along
        ("40", "number", "40", 0), ("forty", "number", "40", 0), ("40 %", "number", "40", 0),
        ("40 percent of", "number", "40", 1),
        # thousands in groups, and a grand that is no piano
        ("1 234 567 people", "number", "1234567", 1), ("1 234.5", "number", "1234.5", 0),
        ("50'000", "number", "50000", 0), ("one & a half hours", "hours", "1.5", 0),
        ("fifty grand", "number", "50000", 0), ("fifty grand pianos", "number", "50", 2),
        # money
        ("$50k", "money", "50000", 0), ("12,000 dollars", "money", "12000", 0),
    ],
)  # fmt: skip
def test_value_by_its_form(text, slot, value, rest):
    assert number_and_rest(text, slot, read_value) == (Decimal(value), rest)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        # a bare number has no form of its own but for numbers
        ("40", "hours"), ("40", "money"),
        # nobody knows how many hours a day of work has
        ("3 days", "hours"), ("2 weeks", "minutes"),
        # one group of three may be another number
        ("5 200", "number"), ("5'10", "number"),
        # the whole without its part
        ("1 2/3", "number"), ("1,000 2/3", "number"),
        # words
        ("design", "hours"), ("design", "number"), ("design", "date"), ("design", "month"),
        # a kind without a form
        ("Acme", "name"), ("40", "name"),
    ],
)  # fmt: skip
def test_no_value_by_its_form(text, slot):
    assert number_and_rest(text, slot, read_value) is None


@pytest.mark.parametrize(
    ("text", "slot", "value", "rest"),
    [
        # a number alone counts in the slot's unit
        ("3", "hours", "3", 0), ("ninety", "minutes", "90", 0), ("150", "money", "150", 0),
        ("two and a half", "hours", "2.5", 0), ("a hundred and fifty", "money", "150", 0),
        # 150 where the slot is a rate
        ("one fifty an hour", "rate", "150", 0), ("$120/h", "rate", "120", 0), ("120", "rate", "120", 0),
        # or by whatever time its table says
        ("$2k a month", "retainer", "2000", 0), ("100 monthly", "retainer", "100", 0), ("100", "retainer", "100", 0),
        # a whole with commas, and its part
        ("1,000 1/2", "money", "1000.5", 0), ("1,000 3/4", "number", "1000.75", 0),
        # a form wins
        ("90 minutes", "hours", "1.5", 0), ("3 of", "hours", "3", 1),
    ],
)  # fmt: skip
def test_value_where_one_is_expected(text, slot, value, rest):
    assert number_and_rest(text, slot, read_expected) == (Decimal(value), rest)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        # an amount for a time is no total, and one for another time another amount
        ("one fifty an hour", "money"), ("$120 an hour", "money"), ("$2k a month", "money"), ("$90 hourly", "money"),
        ("$500 a day", "rate"), ("$5k monthly", "rate"), ("$120 an hour", "retainer"), ("120 an hour", "retainer"),
        # a mark inside of a written number
        ("$1_000", "rate"), ("1_000", "number"), ("1_000", "money"),
        # a number glued to a sign is something else
        ("2-3", "hours"), ("1/7", "hours"), ("5%", "hours"), ("10:30", "hours"),
        ("25'", "hours"), ("one twenty", "hours"),
        ("design", "hours"), ("", "hours"), ("tomorrowish", "date"),
    ],
)  # fmt: skip
def test_no_value_where_one_is_expected(text, slot):
    tokens = tokenize(text)
    assert not tokens or read_expected(tokens, 0, SLOTS[slot]) is None


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        # a table says how long a day of work is; its own unit may be days
        ("2 days", SlotSpec(name="hours", kind=SlotKind.DURATION, hours_per_day=Decimal(8)), "16"),
        ("4 hours", SlotSpec(name="days", kind=SlotKind.DURATION, unit="days", hours_per_day=Decimal(8)), "0.5"),
        ("a week", SlotSpec(name="days", kind=SlotKind.DURATION, unit="days", hours_per_day=Decimal(8)), "5"),
    ],
)
def test_day_of_work(text, slot, value):
    assert read_value(tokenize(text), 0, slot).value == Decimal(value)


@pytest.mark.parametrize("reader", [read_value, read_expected])
def test_currency_that_was_said_is_kept(reader):
    assert reader(tokenize("€300"), 0, SLOTS["money"]).value == Amount(Decimal(300), "EUR")
    assert reader(tokenize("$300"), 0, SLOTS["money"]).value == Decimal(300)


@pytest.mark.parametrize(("text", "slot", "kind"), [("next friday", "date", DateExpr), ("may", "month", MonthExpr)])
def test_dates_stay_symbolic(text, slot, kind):
    assert isinstance(read_value(tokenize(text), 0, SLOTS[slot]).value, kind)


@pytest.mark.parametrize(
    ("slot", "time"),
    [
        # the table says it, or the slot's own words
        ({"name": "fee", "per": "day"}, "day"), ({"name": "hourly_rate"}, "hour"), ({"name": "rate"}, "hour"),
        ({"name": "fee", "label": "monthly fee"}, "month"),
        ({"name": "fee", "prompt": "What is the daily rate?"}, "day"),
        # a total
        ({"name": "contract_value"}, ""), ({"name": "price", "prompt": "What does it cost?"}, ""),
    ],
)  # fmt: skip
def test_time_that_amounts_are_for(slot, time):
    assert SlotSpec(kind=SlotKind.MONEY, **slot).time == time


@pytest.mark.parametrize(
    ("slot", "problem"),
    [
        ({"kind": SlotKind.MONEY, "per": "hours"}, "unknown unit of time 'hours'; did you mean 'hour'?"),
        ({"kind": SlotKind.NUMBER, "per": "hour"}, "'per' means nothing for kind number; it is for kind money"),
    ],
)
def test_time_that_no_amount_is_for(slot, problem):
    verb = VerbSpec(name="pay", triggers=(Trigger(phrase="pay"),), slots=(SlotSpec(name="fee", **slot),))
    with pytest.raises(TableError, match=re.escape(problem)):
        TableSet(verbs=(verb,))


@pytest.mark.parametrize(
    ("text", "symbol", "currency"),
    [
        # dollars are the slot's own where its sign is a dollar's, or where it has none
        ("$30", "$", ""), ("30 dollars", "$", ""), ("$30", "A$", ""), ("30 bucks", "CAD", ""), ("$30", "", ""),
        # where it is another they are not (30 dollars were shown and billed as €30)
        ("$30", "€", "USD"), ("30 dollars", "€", "USD"), ("30 bucks", "£", "USD"), ("$1.5k", "CHF", "USD"),
        ("C$30", "€", "CAD"), ("30 euros", "€", "EUR"), ("30", "€", ""),
    ],
)  # fmt: skip
def test_dollars_where_the_sign_is_another(text, symbol, currency):
    slot = SlotSpec(name="fee", kind=SlotKind.MONEY, symbol=symbol)
    value = read_expected(tokenize(text), 0, slot).value
    assert (value.currency if isinstance(value, Amount) else "") == currency
