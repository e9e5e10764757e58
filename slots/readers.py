"""One door to the value readers: the kind of a slot decides which grammar reads its words.

In: tokens, a position and the slot. Out: a :class:`Reading`, the longest that
starts exactly there, or None. Dates stay symbolic here (no clock below the
resolver); durations come in the slot's unit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from slots import currencies, dates, durations, money, times
from slots.currencies import DOLLAR_WORDS, OPEN_WORDS, is_dollar, is_sign_of_one
from slots.date_parts import ends_here
from slots.dates import DateExpr, MonthExpr, may_begin_date, read_bare_date, read_date, read_month
from slots.durations import in_unit, read_duration
from slots.holiday_dates import may_be_holiday
from slots.money import Amount, read_amount
from slots.number_forms import is_grouped, read_bare_number, read_scaled_number, scan_groups
from slots.numbers import START_WORDS, key_at, may_start, normalise, read_number
from slots.offsets import whole_period
from slots.signs import SIGNS, signed_at
from slots.tables import PeriodDay, SlotKind, SlotSpec
from slots.text import MARK, NUMBER, Token
from slots.times import TimeExpr, read_bare_time, read_time

Value = Decimal | Amount | DateExpr | MonthExpr | TimeExpr
"""What a reader returns: a number, an amount with its currency, a date or a time that still needs a day or a now."""


@dataclass(slots=True)
class Reading:
    """A value that was read from words; never changed."""

    value: Value
    """The value; durations in the slot's unit."""
    past: int
    """Position after its last token."""


_DAY_WORDS = frozenset("d day days week weeks month months year years fortnight".split())

_Reader = Callable[[Sequence[Token], int, SlotSpec], tuple[Value, int] | None]


def _duration(tokens: Sequence[Token], at: int, slot: SlotSpec) -> tuple[Value, int] | None:
    found = read_duration(tokens, at, hours_per_day=slot.hours_per_day)
    if found is None or (slot.unit != "days" and slot.hours_per_day is None and _says_days(tokens, at, found[1])):
        return None
    if slot.unit == "days" and slot.hours_per_day:
        return normalise(round(found[0] / (slot.hours_per_day * 3_600), 6)), found[1]
    return in_unit(found[0], slot.unit), found[1]


def _says_days(tokens: Sequence[Token], first: int, past: int) -> bool:
    """Whether a length is said in days: how many hours a day of work has, only its table could say."""
    return any(token.key in _DAY_WORDS for token in tokens[first:past])


def _money(tokens: Sequence[Token], at: int, slot: SlotSpec, *, is_bare: bool = False) -> tuple[Value, int] | None:
    """Read an amount; dollars are the slot's own, but those of the US where its sign is no dollar's ("$5" for "€").

    Words for the money of several countries ("90 francs") say nothing sure where the slot's sign is of another.
    """
    found = read_amount(tokens, at, is_bare=is_bare, per=slot.time)
    if found is None or isinstance(found[0], Amount) or not slot.symbol:
        return found
    said = {token.key for token in tokens[at : found[1]]}
    if not said.isdisjoint(OPEN_WORDS) and is_sign_of_one(slot.symbol):
        return None
    if is_dollar(slot.symbol) or said.isdisjoint(DOLLAR_WORDS):
        return found
    return Amount(found[0], "USD"), found[1]


def _bare_date(tokens: Sequence[Token], at: int, slot: SlotSpec) -> tuple[Value, int] | None:
    """Read a date, or the period that stands for one of its days where the slot says which; the longer one."""
    found = read_bare_date(tokens, at)
    if slot.period_day is PeriodDay.ASKED:
        return found
    period = whole_period(tokens, at, is_start=slot.period_day is PeriodDay.FIRST)
    return period if period and (found is None or period[1] > found[1]) else found


_READERS: Mapping[SlotKind, _Reader] = {
    SlotKind.DURATION: _duration,
    SlotKind.NUMBER: lambda tokens, at, slot: _number(tokens, at),
    SlotKind.MONEY: _money,
    SlotKind.DATE: lambda tokens, at, slot: read_date(tokens, at),
    SlotKind.MONTH: lambda tokens, at, slot: read_month(tokens, at),
    SlotKind.TIME: lambda tokens, at, slot: read_time(tokens, at),
}
"""How a kind is recognised by its form, wherever it stands."""

_BARE: Mapping[SlotKind, _Reader] = {
    SlotKind.DURATION: lambda tokens, at, slot: read_number(tokens, at),
    SlotKind.NUMBER: lambda tokens, at, slot: read_bare_number(tokens, at),
    SlotKind.MONEY: lambda tokens, at, slot: _money(tokens, at, slot, is_bare=True),
    SlotKind.DATE: _bare_date,
    SlotKind.TIME: lambda tokens, at, slot: read_bare_time(tokens, at),
}
"""How a kind is read where it is expected: after its preposition, or as the answer to its question."""


def _has_part(tokens: Sequence[Token], past: int) -> bool:
    """Whether a fraction in digits follows ("1 *2/3*"): the whole alone would be half of it."""
    return key_at(tokens, past).isdecimal() and key_at(tokens, past + 1) == "/" and key_at(tokens, past + 2).isdecimal()


_SURE_GROUPS = 2
"""More groups of three digits than one behind the first are one number; "5 200" may be two."""


def _number(tokens: Sequence[Token], at: int) -> tuple[Value, int] | None:
    if not may_start(tokens, at):
        return None
    groups = scan_groups(tokens, at)
    if groups and (groups[1] - at > _SURE_GROUPS or "." in tokens[groups[1] - 1].text):
        return groups
    found = read_scaled_number(tokens, at) or read_number(tokens, at)
    if found is None or is_grouped(tokens, found[1]) or is_grouped(tokens, at) or _has_part(tokens, found[1]):
        return None
    if key_at(tokens, found[1]) == "grand" and ends_here(tokens, found[1] + 1):
        return normalise(found[0] * 1_000), found[1] + 1
    if found and found[1] < len(tokens) and tokens[found[1]].key in ("%", "percent"):
        return found[0], found[1] + 1
    return found


_ALL = frozenset(_READERS)
_NOTHING: frozenset[SlotKind] = frozenset()
_DATES = frozenset({SlotKind.DATE, SlotKind.MONTH})
_BEGINNINGS: Mapping[SlotKind, frozenset[str]] = {
    SlotKind.DURATION: durations.BEGINNINGS,
    SlotKind.NUMBER: START_WORDS,
    SlotKind.MONEY: START_WORDS | currencies.BEGINNINGS | {"an"},
    SlotKind.TIME: times.BEGINNINGS,
}
_SIGNED = frozenset({SlotKind.DURATION, SlotKind.MONEY})
"""Kinds whose negative values show by their form that they are of the kind."""
_BEGUN: dict[str, frozenset[SlotKind]] = (
    {".": _ALL}
    | dict.fromkeys(SIGNS, _SIGNED)
    | {
        word: frozenset(kind for kind, words in _BEGINNINGS.items() if word in words)
        for word in frozenset[str]().union(*_BEGINNINGS.values())
    }
)
"""Word -> the kinds of value, dates aside, that it may be the first of; a point may stand before decimals."""

_ARTICLES = frozenset({"a", "an", "another", "the", "this"})
_AFTER_ARTICLES = START_WORDS.union(dates.AFTER_ARTICLES, durations.AFTER_ARTICLES, money.AFTER_ARTICLES).union(
    dates.STARTS
) - {"a", "an", "the", "in", "within"}


def kinds_begun(tokens: Sequence[Token]) -> tuple[frozenset[SlotKind], ...]:
    """Return, for each token, the kinds of value of which :func:`read_value` may find one that starts there.

    Most words begin none: looking this up once spares every reader of every slot a look at them.
    """
    seen: dict[str, frozenset[SlotKind]] = {}
    found = []
    for at, token in enumerate(tokens):
        kinds = seen.get(token.key)
        if kinds is None:
            kinds = seen[token.key] = _kinds_begun(token)
        found.append(_NOTHING if token.key in _ARTICLES and not _is_counted(tokens, at + 1) else kinds)
    return tuple(found)


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    """Whether what stands behind an article may be part of a value ("a *week*", "an *hour*", "the *third*")."""
    if at >= len(tokens):
        return False
    token = tokens[at]
    return token.kind is NUMBER or token.key in _AFTER_ARTICLES or may_be_holiday(token.key)


def _kinds_begun(token: Token) -> frozenset[SlotKind]:
    if token.kind is NUMBER or token.text[:1].isdecimal():
        return _ALL
    kinds = _BEGUN.get(token.key, _NOTHING)
    if may_begin_date(token.key):
        kinds |= _DATES
    is_sign = len(token.text) == 1 and unicodedata.category(token.text) == "Sc"
    return kinds | {SlotKind.MONEY} if is_sign else kinds


def read_value(tokens: Sequence[Token], at: int, slot: SlotSpec) -> Reading | None:
    """Return the value of a typed slot that starts at a position, recognised by its form alone."""
    reader = _READERS.get(slot.kind)
    found = reader(tokens, at, slot) if reader else None
    return Reading(*found) if found else None


_LONGEST = 24
"""Tokens of a negative value that are looked at; no value is longer."""


def read_negative(tokens: Sequence[Token], at: int, slot: SlotSpec, *, is_expected: bool = False) -> Reading | None:
    """Return the negative length or amount at a position, whose sign clearly belongs to it ("-2h", "$-20")."""
    if slot.kind not in _SIGNED:
        return None
    leading = None if signed_at(tokens, at) else currencies.scan_leading(tokens, at)
    sign = leading[2] if leading else at
    if not signed_at(tokens, sign):
        return None
    without = (*tokens[at:sign], *tokens[sign + 1 : sign + _LONGEST])
    reading = read_expected(without, 0, slot) if is_expected else read_value(without, 0, slot)
    if reading is None or at + reading.past < sign:
        return None
    value = reading.value
    if isinstance(value, Amount):
        return Reading(Amount(-value.amount, value.currency), at + reading.past + 1)
    return Reading(-value, at + reading.past + 1) if isinstance(value, Decimal) else None


def read_expected(tokens: Sequence[Token], at: int, slot: SlotSpec) -> Reading | None:
    """Return the value where one is expected: a number alone counts in the slot's unit. The longer reading wins."""
    reading = read_value(tokens, at, slot)
    reader = _BARE.get(slot.kind)
    found = reader(tokens, at, slot) if reader else None
    if found is None and reading is None:
        return read_negative(tokens, at, slot, is_expected=True)
    if found is None or (reading is not None and found[1] <= reading.past):
        return reading
    return reading if _goes_on(tokens, found[1]) else Reading(*found)


def _goes_on(tokens: Sequence[Token], past: int) -> bool:
    """Whether a number is glued to a sign that makes it something else ("2-3", "1/2", "5%", "15'")."""
    if past >= len(tokens):
        return False
    token = tokens[past]
    return token.kind is MARK and token.key in "-–/%:'’′″\"" and token.start == tokens[past - 1].end
