"""The directory and the rules for names as a resolver for the names benchmark's ``score.py``.

A query is what stands in a slot: its known names are looked up, then the slot is resolved, by the
same look-ups and rules as in a turn. Filled by its whole name or alias is ``accept``; by a part of
it, closely, or with words left over is ``echo``, as the confirmation shows the full name and what was
not used; rivals and near misses are a ``menu``.
"""

from __future__ import annotations

import asyncio
import os
import resource
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from dialog.directory import EntityDirectory, Tenant
from dialog.driver import drive
from resolver.entities import Actor, Directory, Entity, NamesLookup, Steps
from resolver.names import resolve_mention, resolve_name
from resolver.outcome import Ambiguous, Missing, Outcome, Resolved, Tier
from resolver.setting import Setting, named_types
from resolver.values import EntityValue
from slots.compiled import compile_tables
from slots.extraction import KnownWords, PhraseKind, SlotPhrase
from slots.scan import scan
from slots.tables import SlotSpec
from slots.text import TokenKind, clean, places_in, span_of, tokenize
from slots.toml_tables import parse_tables

NAME = "verbflow"
"""What the scorer calls it."""

TENANT = "benchmark"
"""Whose names they are."""

KINDS = ("client", "project", "user")
"""The benchmark's kinds of names."""

VERB = """
[verbs.{name}]
triggers = ["{name}"]
confirm = "{name} {{thing}}"
[verbs.{name}.slots.thing]
kind = "entity"
required = true
is_object = true
entities = {entities}
prompt = "Which one?"
"""

TABLES = "\n".join(
    (
        'name = "names"',
        *(f"[entity_types.{kind}]\nis_person = {str(kind == 'user').lower()}" for kind in KINDS),
        *(VERB.format(name=f"take{kind}", entities=[kind]) for kind in KINDS),
        VERB.format(name="takeany", entities=list(KINDS)),
    )
)
"""A verb for each kind, and one that takes all."""


def entities_of(rows: Iterable[tuple[str, str, str]], aliases: Iterable[tuple[str, str]]) -> Iterator[Entity]:
    """Return the benchmark's rows (id, kind, name) as entities, with the aliases (alias, name) of their names."""
    known: dict[str, list[str]] = {}
    for alias, name in aliases:
        known.setdefault(name, []).append(alias)
    return (Entity(kind, id_, name, tuple(known.get(name, ()))) for id_, kind, name in rows)


def tell_size(megabytes: float) -> None:
    """Write how much a resolver takes where ``run.py`` reads it."""
    if told := os.environ.get("NAMES_SIZE"):
        Path(told).write_text(f"{megabytes:.0f}", "utf-8")


def _resident() -> float:
    """Return the most megabytes that this process took so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class BaseResolver:
    """What fills a slot from one tenant's names, wherever they are."""

    directory: Directory
    """Where they are; set before :meth:`start`."""

    def start(self) -> None:
        """Compile the verbs, and ask once, so that what is made by the first question is there."""
        self.tables = compile_tables(parse_tables(TABLES))
        self.loop = asyncio.new_event_loop()
        self.resolve("nothing", "any")

    def resolve(self, text: str, kind: str) -> tuple[str, list[str]]:
        """Return what becomes of a slot's words, and the names that are filled or offered."""
        slot = self.tables.verbs[f"take{kind}"].spec.slots[0]
        match self.run(self._steps(clean(text), slot)):
            case Resolved(value=EntityValue(name=name), tier=tier, unused=unused):
                return "accept" if tier in (Tier.EXACT, Tier.ALIAS) and not unused else "echo", [name]
            case Ambiguous(candidates=found) | Missing(hints=found) if found:
                return "menu", [one.value.name for one in found if isinstance(one.value, EntityValue)]
        return "none", []

    def run(self, steps: Steps[Outcome]) -> Outcome:
        """Run the rules to their end with the directory's answers."""
        return self.loop.run_until_complete(drive(steps, self.directory, TENANT))

    def _steps(self, text: str, slot: SlotSpec) -> Steps[Outcome]:
        tokens = tokenize(text)
        tables = self.tables
        found = yield NamesLookup(tuple(sorted(places_in(text))), tables.types, tables.people)
        setting = Setting(tables, Actor("nobody", "Nobody"), datetime.now(UTC), date(2026, 1, 9), named=tuple(found))
        read = scan(text, named_types(found, tables)).of_types(frozenset(slot.entities))
        known = tuple(
            KnownWords(read.words(one.first, one.past), read.span(one.first, one.past), one.key, one.types)
            for one in read.known
        )
        if len(tokens) == 1 and tokens[0].kind is TokenKind.MENTION:
            mention = SlotPhrase(slot.name, text, span_of(tokens), PhraseKind.MENTION, "object")
            return (yield from resolve_mention(mention, slot, setting))
        phrase = SlotPhrase(slot.name, text, span_of(tokens), PhraseKind.WORDS, "object", known=known)
        return (yield from resolve_name(phrase, slot, setting))


class Resolver(BaseResolver):
    """Names of one tenant, in memory."""

    def load(self, rows: Iterable[tuple[str, str, str]], aliases: Iterable[tuple[str, str]]) -> None:
        """Put the names into a directory, and have its index built."""
        before = _resident()
        self.directory = EntityDirectory(Tenant(TENANT))
        for entity in entities_of(rows, aliases):
            self.directory.put(TENANT, entity)
        self.start()
        tell_size(_resident() - before)
