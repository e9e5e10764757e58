"""Keeping what people call things: a name that was picked or confirmed for words that named nothing.

In: what ended in a turn. Out: events of type ``called``, the only ones that hold a person's words, for
``Hooks(on_event=(keep_aliases(directory),))`` or a callback of the host's own that asks somebody first.
Words that several entities fit are not told: kept, they would name one of them for everybody. Neither are words that
name nothing ("on"), nor other numbers than the name has ("phase 4" for Phase 2), nor values of sensitive slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from dialog.routing.events import Event
from dialog.turn import Turn
from resolver.name_words import are_bare, content_words
from resolver.outcome import Resolved, Tier
from resolver.values import EntityValue
from slots.tables import TableSet
from slots.text import words_of
from states.move import Decision

CALLED = "called"
"""The event's type; its payload: tenant, user, verb, slot, entity type, id, name, and the words (``called``)."""


class AliasKeeper(Protocol):
    """A directory that keeps aliases, as the shipped ones do."""

    def keep_alias(self, tenant: str, type_: str, id_: str, alias: str) -> bool:
        """Add an alias for everybody of the tenant; False when it was not taken."""
        ...


def keep_aliases(directory: AliasKeeper) -> Callable[[Event], None]:
    """Return a callback that keeps each name so called as an alias in a directory."""

    def keep(event: Event) -> None:
        told = event["payload"] if event["type"] == CALLED else None
        if isinstance(told, Mapping):
            directory.keep_alias(told["tenant"], told["entity_type"], told["id"], told["called"])

    return keep


def called_events(turn: Turn, decision: Decision, tables: TableSet) -> Iterator[Event]:
    """Yield what a turn's finished action called by other words than its name."""
    ended = decision.ended
    if ended is None or ended.state != "done":
        return
    sensitive = {slot.name for verb in tables.verbs if verb.name == ended.verb for slot in verb.slots if slot.sensitive}
    for name, outcome in ended.slots.items():
        if not isinstance(outcome, Resolved) or not isinstance(outcome.value, EntityValue) or name in sensitive:
            continue
        called = outcome.said if outcome.tier is Tier.FUZZY and not outcome.unused else outcome.called
        value = outcome.value
        if called and _may_name(called, value.name):
            payload = {"tenant": turn.tenant, "user": turn.user, "verb": ended.verb, "slot": name, "called": called}
            payload |= {"entity_type": value.type, "id": value.id, "name": value.name}
            yield {"type": CALLED, "payload": payload}


def _may_name(called: str, name: str) -> bool:
    """Whether words may stand for a name from now on, in every message: they say something, and no other number."""
    words = content_words(called)
    numbers = {word for word in words if word.isdigit()}
    return not are_bare(words) and numbers <= set(words_of(name))
