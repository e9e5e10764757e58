"""Playing a file of messages through the pure tiers: which tier and route took each, and what fell through.

In: messages and tables. Out: a :class:`Report` that prints as a Markdown table, and
:func:`compare`, which says what changes between two settings. No directory is
known here: names are whatever the messages say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dialog.plurals import counted
from dialog.routing.router import Router
from dialog.routing.settings import RoutingSettings
from slots.compiled import compile_tables
from slots.scan import scan
from slots.tables import TableSet
from slots.text import MAX_LENGTH, clean
from slots.triggers import find_triggers
from states.controls import is_question
from states.routes import RouteTier

NOBODY = "(nobody)"
"""Stands for the route of a message that fell through."""


@dataclass(frozen=True, slots=True)
class Played:
    """One message."""

    text: str
    """The message."""
    tier: str
    """The tier that took it; empty when none did."""
    route: str
    """The route; :data:`NOBODY` when none took it."""
    rule: str = ""
    """The rule."""
    others: tuple[str, ...] = ()
    """What else matched."""
    is_tie: bool = False
    """Whether the person would be asked which is meant."""


@dataclass(frozen=True, slots=True)
class Report:
    """All messages of a file."""

    played: tuple[Played, ...]
    """In their order."""

    def markdown(self) -> str:
        """Return the counts per tier and route, and the totals."""
        counts = Counter((one.tier, one.route) for one in self.played)
        ties = Counter((one.tier, one.route) for one in self.played if one.is_tie)
        order = {tier.value: number for number, tier in enumerate(RouteTier)}
        rows = sorted(counts.items(), key=lambda row: (order.get(row[0][0], len(order)), -row[1], row[0][1]))
        lines = ["| tier | route | messages | ties |", "| --- | --- | ---: | ---: |"]
        lines += [
            f"| {tier or 'fallback'} | {route} | {count} | {ties[tier, route]} |" for (tier, route), count in rows
        ]
        missed = sum(one.route == NOBODY for one in self.played)
        total = len(self.played)
        share = f"{100 * (total - missed) / total:.1f} %" if total else "-"
        lines.append("")
        lines.append(
            f"{counted(total, 'message')}: {total - missed:,} taken ({share}), {missed:,} fell through,"
            f" {counted(sum(ties.values()), 'tie')}"
        )
        return "\n".join(lines)


def play(messages: Iterable[str], tables: TableSet, settings: RoutingSettings) -> Report:
    """Route every message; longer ones than a turn may have fall through."""
    router, compiled = Router(tables, settings), compile_tables(tables)
    played = []
    for message in messages:
        text = clean(message[: MAX_LENGTH + 1])
        asks = is_question(text)
        found = router.route(text, is_question=asks) if len(message) <= MAX_LENGTH else None
        started = find_triggers(scan(text), compiled) if len(message) <= MAX_LENGTH else ()
        if started and (found is None or found.tier is not RouteTier.CAPTURE):
            others = tuple(match.verb for match in started[1:])
            played.append(
                Played(message, RouteTier.TOKEN_SET.value, started[0].verb, started[0].trigger.phrase, others)
            )
        elif found is not None:
            others = tuple(hit.route for hit in found.hits[1:])
            best = found.best
            played.append(Played(message, found.tier.value, best.route, best.rule, others, found.is_tie))
        else:
            played.append(Played(message, "", NOBODY))
    return Report(tuple(played))


def compare(before: Report, after: Report) -> str:
    """Return what changed between two reports of the same messages, one line a message, and a summary."""
    changed: Sequence[tuple[Played, Played]] = [
        (old, new)
        for old, new in zip(before.played, after.played, strict=True)
        if (old.tier, old.route, old.is_tie) != (new.tier, new.route, new.is_tie)
    ]
    lines = [f"{old.text!r}: {_told(old)} -> {_told(new)}" for old, new in changed]
    lines.append(f"{len(changed):,} of {counted(len(before.played), 'message')} changed")
    return "\n".join(lines)


def _told(played: Played) -> str:
    tie = " (tie)" if played.is_tie else ""
    return f"{played.route} by {played.tier or 'fallback'}{tie}"
