"""What a correction says by its distance from what is shown: "a week later", "an hour more", "add 2 hours".

In: the words read of a correction. Out: the same with days counted from the one shown; whether a number is one to be
added or taken away, which replaces nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import time

from resolver.outcome import Outcome, Resolved
from resolver.values import DateValue, NumberValue, TextValue
from slots.date_expr import MonthDay, Offset
from slots.extraction import Extraction, SlotPhrase
from slots.text import words_of
from slots.times import Clock
from states.move import Move

RELATIVE = frozenset("more less extra additional longer shorter later earlier fewer".split())
"""Words that make a value one to be added or taken away: it replaces nothing ("an hour more")."""

ADDING = frozenset("add plus subtract minus deduct increase reduce raise lower".split())
"""Words that do so where the slot has a value; else what they add is the first ("add a budget of 40h")."""

_HALF_OF_HALF = 6 * 60
"""Minutes from which on the other half of the day is nearer; round the clock it is farther again."""
_COUNTED = frozenset({"later", "earlier"})


def from_shown(move: Move, extraction: Extraction) -> Extraction:
    """Count what is said to be later or earlier from the day that is shown, and put a bare hour near the time shown.

    By themselves the first would count from today, and the other be in the morning.
    """
    return replace(extraction, phrases=tuple(_from_shown(move, phrase) for phrase in extraction.phrases))


def _from_shown(move: Move, phrase: SlotPhrase) -> SlotPhrase:
    shown, said = move.top.value(phrase.slot), phrase.value
    if isinstance(said, Clock) and said.is_open and isinstance(shown, TextValue):
        return replace(phrase, value=_nearer(said, time.fromisoformat(shown.text)))
    if not isinstance(said, Offset) or said.anchor is not None or not isinstance(shown, DateValue):
        return phrase
    if _COUNTED.isdisjoint(words_of(phrase.text)[-1:]):
        return phrase
    return replace(phrase, value=replace(said, anchor=MonthDay(shown.day.month, shown.day.day, shown.day.year)))


def _nearer(said: Clock, shown: time) -> Clock:
    """Return a bare hour in the half of the day in which it is nearer to the time shown ("2pm": "half past two")."""
    far = abs(60 * (said.hour - shown.hour) + said.minute - shown.minute)
    return said.opposite if _HALF_OF_HALF < far < 3 * _HALF_OF_HALF else said


def is_difference(move: Move, extraction: Extraction, outcomes: Mapping[str, Outcome]) -> bool:
    """Whether a number is to be added to what is shown, or taken from it."""
    numbers = [name for name, one in outcomes.items() if isinstance(one, Resolved) and _is_number(one)]
    said = {word for words in extraction.leftover for word in words_of(words)}
    inside = {word for phrase in extraction.phrases if phrase.slot in numbers for word in words_of(phrase.text)}
    has_old = any(move.top.value(name) is not None for name in numbers)
    return bool(numbers) and bool(said & RELATIVE or (has_old and (said & ADDING or inside & RELATIVE)))


def _is_number(outcome: Resolved) -> bool:
    return isinstance(outcome.value, NumberValue)
