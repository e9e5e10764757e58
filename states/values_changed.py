"""Saying which filled slots have a new value."""

from __future__ import annotations

from collections.abc import Mapping

from resolver.outcome import Outcome, Resolved, Tier
from resolver.values import plain
from states.move import Code, Move


def say_changes(move: Move, before: Mapping[str, Outcome]) -> None:
    """Note every slot that had a value and has another one now ("person changed from John to Mary")."""
    for name, old in before.items():
        new = move.top.slots.get(name)
        if not isinstance(old, Resolved) or not isinstance(new, Resolved) or old.tier is Tier.IMPLIED:
            continue
        if old.value != new.value:
            move.say(Code.CHANGED, slot=move.spec(name).title, old=plain(old.value), new=plain(new.value))
