"""Saying which filled slots have a new value."""

from __future__ import annotations

from collections.abc import Mapping

from resolver.outcome import Outcome, Resolved, Tier
from resolver.values import DateValue, NumberValue, SlotValue, plain
from slots.calendar import say_date
from states.move import Code, Move


def say_changes(move: Move, before: Mapping[str, Outcome]) -> None:
    """Note every slot that had a value and has another one now ("person changed from John to Mary")."""
    for name, old in before.items():
        new = move.top.slots.get(name)
        if not isinstance(old, Resolved) or not isinstance(new, Resolved) or old.tier is Tier.IMPLIED:
            continue
        if old.value != new.value:
            shown = {"old": in_words(move, old.value), "new": in_words(move, new.value)}
            move.say(Code.CHANGED, slot=move.spec(name).title, **shown)


def in_words(move: Move, value: SlotValue) -> str:
    """Return a value as a note says it: a day as people write it, an amount with the currency that was said."""
    if isinstance(value, NumberValue) and value.currency:
        return f"{plain(value)} {value.currency}"
    return say_date(value.day, move.setting.today) if isinstance(value, DateValue) else plain(value)
