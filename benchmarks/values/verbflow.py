"""verbflow's readers as the product calls them, for `score.py` of the values and of the datetimes.

A phrase is a reply to a slot's question: a bare value counts at its start, lead-ins aside. A
sentence is a message: a value is recognised by its form wherever it stands, a bare one only behind
a preposition of its slot. Where two different values stand in one text the product asks which is
meant, so the answer is None; so it is for what is asked about, and for days that do not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import count
from typing import Any

from dialog import DialogManager, EntityDirectory, TableSet, Trigger, Turn, VerbSpec
from slots.calendar import resolve_date
from slots.numbers import read_ordinal
from slots.readers import Reading, read_expected, read_value
from slots.scan import LEAD_INS
from slots.tables import DatePolicy, PeriodDay, SlotKind, SlotSpec
from slots.text import Token, TokenKind, clean, tokenize
from slots.times import resolve_time
from states.answers import No, NoBut, read_answer

NAME = "verbflow"

Read = Callable[[Sequence[Token], int, SlotSpec, bool], Reading | None]
"""Tokens, position, slot, whether a value is expected there -> what is read."""

SLOTS = {
    "date": SlotSpec(name="day", kind=SlotKind.DATE, prepositions=("on", "by", "due", "until", "for")),
    "booked": SlotSpec(name="day", kind=SlotKind.DATE, period_day=PeriodDay.FIRST),
    "number": SlotSpec(name="count", kind=SlotKind.NUMBER, prepositions=("to", "is")),
    "money": SlotSpec(name="amount", kind=SlotKind.MONEY, prepositions=("at", "of")),
    "time": SlotSpec(name="at", kind=SlotKind.TIME, prepositions=("at", "for", "by")),
    "duration_hours": SlotSpec(name="length", kind=SlotKind.DURATION, hours_per_day=Decimal(24)),
}


def _read(tokens: Sequence[Token], at: int, slot: SlotSpec, expected: bool) -> Reading | None:
    return read_expected(tokens, at, slot) if expected else read_value(tokens, at, slot)


def _ordinal(tokens: Sequence[Token], at: int, _slot: SlotSpec, _expected: bool) -> Reading | None:
    found = read_ordinal(tokens, at)
    return Reading(Decimal(found[0]), found[1]) if found else None


def values(text: str, slot: SlotSpec, *, is_reply: bool, read: Read = _read) -> list[Any]:
    """Return the values that stand in a text, from left to right."""
    tokens = tokenize(clean(text))
    found, at, leads = [], 0, True
    while at < len(tokens):
        expected = (is_reply and leads) or (at > 0 and tokens[at - 1].key in slot.prepositions)
        reading = read(tokens, at, slot, expected)
        if reading and expected and reading.past < len(tokens) and tokens[reading.past].kind is TokenKind.WORD:
            reading = read(tokens, at, slot, False)
        leads = leads and not reading and (not tokens[at].is_word or tokens[at].key in LEAD_INS)
        found += [reading.value] if reading else []
        at = reading.past if reading else at + 1
    return found


def _only(found: list[Any]) -> Any:
    return found[0] if found and all(each == found[0] for each in found) else None


def _date(*, is_reply: bool, slot: SlotSpec = SLOTS["date"]) -> Callable[[str, datetime, str], date | None]:
    def read(text: str, reference: datetime, policy: str) -> date | None:
        found = values(text, slot, is_reply=is_reply)
        days = [resolve_date(each, DatePolicy(policy), reference.date(), day_first=False) for each in found]
        day = _only(days)
        return day if isinstance(day, date) else None

    return read


def _number(kind: str, *, is_reply: bool, read: Read = _read) -> Callable[[str, datetime, str | None], float | None]:
    slot = SLOTS.get(kind, SLOTS["number"])

    def read_text(text: str, _reference: datetime, _policy: str | None) -> float | None:
        value = _only(values(text, slot, is_reply=is_reply, read=read))
        return None if value is None else float(getattr(value, "amount", value))

    return read_text


BOOKING = TableSet(
    name="booking",
    families={
        "book": tuple("book reserve schedule buy get make set add play send request transfer".split()),
        "thing": tuple(
            "movie song event ticket tickets bus flight ride cab house hotel car restaurant table reservation"
            " appointment visit alarm money payment new".split()
        ),
    },
    verbs=(
        VerbSpec(
            name="book",
            summary="Book something.",
            confirm="Book it",
            triggers=(Trigger(phrase="{book}"), Trigger(phrase="{book} {thing}")),
        ),
    ),
)
"""A verb for whatever was asked: the verbs and things that the twenty actions of the dialogues are named after."""
DIRECTORY = EntityDirectory.from_json('{"tenant": "t", "users": [{"id": "u", "name": "Ann"}]}')
MANAGER = DialogManager(verbs=BOOKING, directory=DIRECTORY, default_tool=lambda _call: "done")
NUMBERS = count()


def _boolean(text: str, _reference: datetime, _policy: str | None) -> bool | None:
    """Return True for what runs an action that was shown, False for what says no to it."""
    if isinstance(read_answer(clean(text)), No | NoBut):
        return False
    conversation = f"c{next(NUMBERS)}"
    said = (Turn(tenant="t", conversation=conversation, user="u", text=each) for each in ("book a ticket", text))
    *_, reply = [MANAGER.handle_sync(each) for each in said]
    return True if reply.results else None


def _table(*, is_reply: bool) -> dict[str, Callable[..., Any]]:
    return {
        "date": _date(is_reply=is_reply),
        "number": _number("number", is_reply=is_reply),
        "ordinal": _number("ordinal", is_reply=is_reply, read=_ordinal),
        "money": _number("money", is_reply=is_reply),
        "duration_hours": _number("duration_hours", is_reply=is_reply),
        "boolean": _boolean,
    }


ADAPT = _table(is_reply=True)
READ_BOOKED = _date(is_reply=True, slot=SLOTS["booked"])
ADAPT_SENTENCE = _table(is_reply=False)


def read(text: str, kind: str, now: datetime) -> str | None:
    """Return a date or a time as the score of the datetimes wants it: a booking looks ahead, to a period's start."""
    if kind == "date":
        day = READ_BOOKED(text, now, "future")
        return day.isoformat() if day else None
    time = _only(values(text, SLOTS["time"], is_reply=True))
    return resolve_time(time, now) if time else None
