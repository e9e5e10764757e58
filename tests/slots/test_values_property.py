"""What holds for any words: the value readers never raise and stay inside the tokens."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slots.calendar import AmbiguousDate, UnreadableDate, resolve_date, resolve_month
from slots.dates import read_bare_date, read_date, read_month
from slots.durations import read_duration
from slots.money import read_bare_money, read_money
from slots.number_forms import read_bare_number
from slots.numbers import read_number, read_ordinal
from slots.readers import kinds_begun, read_value
from slots.tables import DatePolicy, SlotKind, SlotSpec
from slots.text import clean, tokenize
from slots.times import read_bare_time, read_time

READERS = [
    read_number,
    read_time,
    read_bare_time,
    read_bare_number,
    read_ordinal,
    read_duration,
    read_money,
    read_bare_money,
    read_date,
    read_bare_date,
    read_month,
]
WORDS = (
    "a an and the of in on to from per last next this ago now week month year day days hour hours h min m k half"
    " quarter quarters two fifty hundred thousand million point third first 3rd 31st may march sun friday dec today"
    " yesterday before after end start eom $ € dollars usd - / . , : ' 's 2 12 31 2026 1999 5/6 12.05.2026 2026-12-01"
    " 2h30 1.2.3 99999999999999 ½ ² ²² ²²²² ٣ minus between am pm past oclock noon"
    " business fortnight coming tomorrow back time an in all full couple another nickel us swiss rs easter thanksgiving"
).split()
PHRASES = st.lists(st.sampled_from(WORDS), max_size=9).flatmap(
    lambda words: st.sampled_from([" ", ""]).map(lambda glue: glue.join(words))
)
DAYS = st.dates(min_value=date(1, 1, 1), max_value=date(9999, 12, 31))


@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.text(max_size=60), PHRASES))
def test_readings_lie_inside_the_tokens(reader, text):
    tokens = tokenize(clean(text))
    for at in range(-1, len(tokens) + 2):
        found = reader(tokens, at)
        assert found is None or 0 <= at < found[1] <= len(tokens)


@settings(max_examples=300, deadline=None)
@given(text=PHRASES, today=DAYS, policy=st.sampled_from(DatePolicy), day_first=st.sampled_from([None, True, False]))
def test_every_expression_resolves(text, today, policy, day_first):
    tokens = tokenize(clean(text))
    for at in range(len(tokens)):
        found, month = read_date(tokens, at), read_month(tokens, at)
        if found:
            day = resolve_date(found[0], policy, today, day_first=day_first)
            assert isinstance(day, date | AmbiguousDate | UnreadableDate)
            assert not isinstance(day, AmbiguousDate) or len(set(day.options)) > 1
        if month:
            assert isinstance(resolve_month(month[0], today), str | UnreadableDate)


@pytest.mark.parametrize(
    "text",
    [
        "friday 2 days after " * 200,
        "one hundred and " * 250,
        "1/" * 2_000,
        "2 hours and " * 330,
        "$50k to " * 500,
        "the first monday of " * 200,
        "a " * 2_000,
        # digits that are no numbers
        "1:²² hours ²²²² may ² 2026-²²-²² ²/² ٣ hours",
    ],
)
def test_long_chains_are_linear(text):
    tokens = tokenize(text)
    for reader in READERS:
        for at in range(len(tokens)):
            reader(tokens, at)


@pytest.mark.parametrize("kind", [kind for kind in SlotKind if SlotSpec(name="any", kind=kind).is_typed])
@pytest.mark.parametrize("hours_per_day", [None, Decimal(8), Decimal(24)])
@settings(max_examples=100, deadline=None)
@given(text=st.one_of(st.text(max_size=60), PHRASES))
def test_no_value_starts_at_a_word_that_begins_none(kind, hours_per_day, text):
    tokens = tokenize(clean(text))
    slot = SlotSpec(name="any", kind=kind).model_copy(update={"hours_per_day": hours_per_day})
    for at, begun in enumerate(kinds_begun(tokens)):
        assert kind in begun or read_value(tokens, at, slot) is None
