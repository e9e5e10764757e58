"""``verbflow check``: the checks of the tables, and those that need a machine or the extractor.

What a table file may get wrong is found in three steps: reading it (the first
error ends there), the checks on the tables as declared, and then each verb's
machine is built and each of its examples is played: an example must start its own
verb. No directory is known here, so for the examples every run of capitalised
words counts as a name of every type that the verb takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dialog.files import read_tables
from dialog.routing.checks import find_route_problems
from dialog.routing.router import Router
from slots.checks import Severity, find_problems
from slots.compiled import CompiledSet, compile_tables
from slots.errors import TableError
from slots.extract import types_of
from slots.scan import scan
from slots.tables import SlotKind, TableSet, VerbSpec
from slots.text import clean, name_key, tokenize
from slots.triggers import find_triggers
from states.machine import VerbMachine


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report."""

    text: str
    """Where, what, and what to do."""
    is_error: bool
    """Whether the tables cannot be used."""

    def __str__(self) -> str:
        """Return the line as printed."""
        return self.text


def check_file(path: Path) -> Iterator[Line]:
    """Yield what is wrong with a table file, errors of the file itself first."""
    try:
        tables = read_tables(path)
        for verb in tables.verbs:
            VerbMachine(verb)
    except TableError as error:
        yield Line(f"error: {error}", is_error=True)
        return
    for finding in find_problems(tables):
        where = f"{path}:{finding.line}" if finding.line is not None else str(path)
        owner = ".".join(part for part in (finding.verb, finding.slot) if part)
        text = f"{where}: {finding.severity.value}: {owner}: {finding.problem}"
        if finding.advice:
            text += f"; {finding.advice}"
        yield Line(text, is_error=finding.severity is Severity.ERROR)
    yield from _check_examples(tables, path)
    for problem in find_route_problems(tables):
        line = tables.lines.get(problem.owner)
        where = f"{path}:{line}" if line is not None else str(path)
        severity = "error" if problem.is_error else "warning"
        yield Line(f"{where}: {severity}: {problem.owner}: {problem.text}", is_error=problem.is_error)


def _check_examples(tables: TableSet, path: Path) -> Iterator[Line]:
    compiled, router = compile_tables(tables), Router(tables)
    for verb in tables.verbs:
        where = f"{path}:{tables.lines.get(verb.name, 1)}"
        for example in verb.examples:
            started = started_verbs(example, verb, compiled)
            routed = router.route(example, is_known=lambda kind, words: True)
            if not started and routed is not None and routed.best.route == verb.name and not routed.is_tie:
                continue
            if verb.name not in started:
                text = f"{where}: error: {verb.name}: no trigger starts its example {example!r}; add one or mend it"
                yield Line(text + _capital_hint(verb), is_error=True)
            elif started[0] != verb.name:
                text = (
                    f"{where}: error: {verb.name}: its example {example!r} starts {started[0]} instead;"
                    " make one of the two triggers more specific"
                )
                yield Line(text, is_error=True)


def _capital_hint(verb: VerbSpec) -> str:
    """Say by what a name in an example is known, where a trigger of the verb holds one."""
    named = (slot.name for slot in verb.slots if slot.kind is SlotKind.ENTITY)
    held = next((f"<{name}>" for name in named if any(f"<{name}>" in one.phrase for one in verb.triggers)), "")
    return f" (here {held} stands for words that begin with a capital: no name is known to this check)" if held else ""


def started_verbs(example: str, verb: VerbSpec, compiled: CompiledSet) -> tuple[str, ...]:
    """Return the verbs that an example could start, best first, with its capitalised words taken for known names."""
    text = clean(example)
    types = types_of(compiled.verbs[verb.name])
    names = {key: types for key in _capitalised(text)} if types else {}
    return tuple(match.verb for match in find_triggers(scan(text, names), compiled))


def _capitalised(text: str) -> set[str]:
    """Return the keys of the runs of words that begin with a capital, the first word of the message left out."""
    tokens = tokenize(text)
    keys, first = set(), None
    for at, token in enumerate([*tokens, None]):
        if token is not None and at > 0 and token.text[:1].isupper():
            first = at if first is None else first
            continue
        if first is not None:
            keys.add(name_key(tokens[first:at]))
            first = None
    return keys
