"""Saying which filled slots have a new value, and whether words give one."""

from __future__ import annotations

from collections.abc import Mapping

from resolver.outcome import Ambiguous, Outcome, Resolved, Tier
from resolver.values import DateValue, EntityValue, NewValue, NumberValue, SlotValue, TextValue, plain, say_length
from slots.calendar import say_date, say_month
from slots.currencies import say_amount
from slots.tables import SlotKind, SlotSpec
from states.move import Code, Move


def say_changes(move: Move, before: Mapping[str, Outcome]) -> None:
    """Note every slot that had a value and has another one now ("person changed from John to Mary")."""
    for name, old in before.items():
        new = move.top.slots.get(name)
        if not isinstance(old, Resolved) or not isinstance(new, Resolved) or old.tier is Tier.IMPLIED:
            continue
        if old.value != new.value:
            slot = move.spec(name)
            shown = {"old": in_words(move, slot, old.value), "new": in_words(move, slot, new.value)}
            if shown["old"] == shown["new"]:
                shown = {"old": _apart(move, old, new), "new": _apart(move, new, old)}
            move.say(Code.CHANGED, slot=slot.title, **shown)


def _apart(move: Move, one: Resolved, other: Resolved) -> str:
    """Return the name of a thing with what tells it from another one of that name: its type, else its detail."""
    kinds = [value.type for value in (one.value, other.value) if isinstance(value, EntityValue | NewValue)]
    is_typed = len(set(kinds)) > 1
    told = move.setting.tables.tables.entity_type(kinds[0]).title if is_typed else one.detail
    return f"{plain(one.value)} ({told})" if told else plain(one.value)


def in_words(move: Move, slot: SlotSpec, value: SlotValue) -> str:
    """Return a value as a note says it: a day as people write it, an amount as the confirmation shows it, a text in
    quotes."""
    match value:
        case NumberValue(number=number, currency=currency) if slot.kind is SlotKind.MONEY:
            return say_amount(number, currency, slot.symbol)
        case NumberValue(number=number) if slot.kind is SlotKind.DURATION:
            return say_length(number, slot)
        case DateValue(day=day):
            return say_date(day, move.setting.today)
        case TextValue(text=text) if slot.kind is SlotKind.MONTH:
            return say_month(text)
        case TextValue(text=text) if slot.kind is SlotKind.TEXT:
            return f"“{text}”"
        case _:
            return plain(value)


def says_shown(move: Move, name: str, outcome: Outcome, *, is_more: bool = False) -> bool:
    """Whether words hold what is shown and more, of which nothing is taken ("no, *Harbour* Reading"): no change."""
    if isinstance(outcome, Ambiguous):
        return [one.value for one in outcome.candidates] == [move.top.value(name)]
    if not isinstance(outcome, Resolved) or not isinstance(outcome.value, EntityValue):
        return False
    return outcome.value == move.top.value(name) and (is_more or bool(outcome.unused))
