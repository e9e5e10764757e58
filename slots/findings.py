"""What a check on the verb tables finds, and where.

In: the place in the tables. Out: a :class:`Finding` that names it. Which way a
misspelt word was meant is said by :func:`suggest`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from slots.tables import SlotSpec, TableSet, VerbSpec

_LISTED = 9
"""Words that an advice lists at most; more would hide the sentence."""


class Severity(StrEnum):
    """Whether a table with the finding can be used."""

    ERROR = "error"
    """It cannot: declaring it raises."""
    WARNING = "warning"
    """It can; only ``verbflow check`` says so."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or probably wrong, in the tables."""

    severity: Severity
    """Whether the tables can be used all the same."""
    verb: str | None
    """The verb it is about; None for families and entity types."""
    slot: str | None
    """The verb's slot it is about."""
    problem: str
    """What is wrong, in lower case, without the place."""
    advice: str = ""
    """What to do; empty when the problem says it."""
    line: int | None = None
    """The line of the slot's or the verb's header in the file; None for tables declared in Python."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the tables: all of them, a verb, or a verb's slot."""

    tables: TableSet
    """The tables being checked."""
    verb: VerbSpec | None = None
    """The verb; None for what belongs to no verb."""
    slot: SlotSpec | None = None
    """The verb's slot; None for what belongs to the whole verb."""

    def error(self, problem: str, advice: str = "") -> Finding:
        """Return an error at this place."""
        return self._finding(Severity.ERROR, problem, advice)

    def warning(self, problem: str, advice: str = "") -> Finding:
        """Return a warning at this place."""
        return self._finding(Severity.WARNING, problem, advice)

    def _finding(self, severity: Severity, problem: str, advice: str) -> Finding:
        verb = self.verb.name if self.verb else None
        slot = self.slot.name if self.slot else None
        lines = self.tables.lines
        line = lines.get(f"{verb}.{slot}", lines.get(verb or ""))
        return Finding(severity, verb, slot, problem, advice, line)


def suggest(word: str, known: Iterable[str]) -> str:
    """Return the advice for an unknown word: the close known one, else the known ones."""
    words = [str(one) for one in dict.fromkeys(known)]
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    if not words:
        return "there are none"
    more = ", ..." if len(words) > _LISTED else ""
    return f"known are {', '.join(words[:_LISTED])}{more}"
