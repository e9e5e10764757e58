"""A verb's state diagram, drawn from its transition table.

In: a verb. Out: a :class:`Diagram`: nodes and arrows, and its text for Mermaid
and Graphviz. The ways out that every waiting state has are drawn once, from the
group that holds them; :attr:`Diagram.drawn` says which rows of the table stand
behind the arrows, so that a test can compare them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slots.tables import VerbSpec
from states.machine import FINAL, Fire, Row, State, rows

GROUP = "waiting"
"""The group of all states that a cancel leaves."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """One arrow of the diagram."""

    source: str
    """A state, or the group."""
    dest: str
    """A state."""
    label: str
    """What happens, with its guard."""
    rows: tuple[Row, ...]
    """The rows of the table that it draws."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A verb's diagram."""

    verb: VerbSpec
    """The verb."""
    states: tuple[str, ...]
    """All states, in the order of the table."""
    grouped: tuple[str, ...]
    """The states inside the group, in order."""
    arrows: tuple[Arrow, ...]
    """All arrows, in order."""

    @property
    def drawn(self) -> frozenset[tuple[str, str, str]]:
        """Every (source, trigger, dest) that the arrows stand for."""
        return frozenset((row.source, row.trigger, row.dest) for arrow in self.arrows for row in arrow.rows)


def diagram_of(verb: VerbSpec) -> Diagram:
    """Return a verb's diagram."""
    table = rows(verb)
    states = tuple(dict.fromkeys(state for row in table for state in (row.source, row.dest)))
    leaving = tuple(row for row in table if row.trigger == Fire.CANCEL)
    grouped = tuple(state for state in states if any(row.source == state for row in leaving))
    arrows = [*_joined(row for row in table if row.trigger != Fire.CANCEL)]
    if leaving:
        arrows.append(Arrow(GROUP, State.CANCELLED.value, leaving[0].guard, leaving))
    return Diagram(verb, states, grouped, tuple(arrows))


def _joined(table: Iterator[Row]) -> Iterator[Arrow]:
    """Join rows between the same two states into one arrow."""
    pairs: dict[tuple[str, str], list[Row]] = {}
    for row in table:
        pairs.setdefault((row.source, row.dest), []).append(row)
    for (source, dest), found in pairs.items():
        label = "; ".join(dict.fromkeys(_label(row) for row in found))
        yield Arrow(source, dest, label, tuple(found))


def _label(row: Row) -> str:
    trigger = row.trigger.partition(":")[0].replace("_", " ")
    return f"{trigger} [{row.guard}]" if row.guard else trigger


# -- Mermaid ------------------------------------------------------------------------


def mermaid(diagram: Diagram) -> str:
    """Return the diagram as Mermaid's ``stateDiagram-v2``."""
    lines = ["stateDiagram-v2", "    direction LR", f"    [*] --> {_id('extracting')}"]
    lines.append(f"    state {GROUP} {{")
    lines += [f'        state "{_title(state)}" as {_id(state)}' for state in diagram.grouped]
    lines.append("    }")
    for state in diagram.states:
        if state not in diagram.grouped:
            lines.append(f'    state "{_title(state)}" as {_id(state)}')
    for arrow in diagram.arrows:
        source = GROUP if arrow.source == GROUP else _id(arrow.source)
        lines.append(f"    {source} --> {_id(arrow.dest)}: {_plain(arrow.label)}")
    lines += [f"    {_id(state)} --> [*]" for state in diagram.states if state in FINAL]
    for note in notes(diagram.verb):
        lines += [f"    note right of {_id(State.EXECUTING.value)}", f"        {_plain(note)}", "    end note"]
    return "\n".join(lines) + "\n"


def notes(verb: VerbSpec) -> tuple[str, ...]:
    """Return what executing does beside the verb's own tool, in words."""
    return tuple(
        f"first {slot.auto_create.tool} where the {slot.title} is new, with permission {slot.auto_create.permission}"
        for slot in verb.slots
        if slot.auto_create is not None
    )


def _id(state: str) -> str:
    return state.replace(":", "__")


def _title(state: str) -> str:
    name, _, slot = state.partition(":")
    return f"{name}: {slot}" if slot else name


def _plain(text: str) -> str:
    """Return a label without what Mermaid would read as syntax."""
    return text.replace(";", ",").replace(":", " ").replace("#", "no. ").replace('"', "'")


# -- Graphviz -----------------------------------------------------------------------


def dot(diagram: Diagram) -> str:
    """Return the diagram for Graphviz."""
    lines = [
        "digraph verb {",
        '  rankdir=LR; compound=true; fontname="Helvetica"; nodesep=0.25; ranksep=0.9;',
        '  node [shape=box, style="rounded,filled", fillcolor="#f4f6f8", color="#5b6b7a", fontname="Helvetica",'
        " fontsize=11];",
        '  edge [color="#5b6b7a", fontname="Helvetica", fontsize=9];',
        '  start [shape=circle, label="", width=0.15, fillcolor="#5b6b7a"];',
        f'  subgraph "cluster_{GROUP}" {{ label="{GROUP}"; color="#b8c4ce"; style=rounded;',
    ]
    lines += [f"    {_node(state)}" for state in diagram.grouped]
    lines.append("  }")
    lines += [f"  {_node(state)}" for state in diagram.states if state not in diagram.grouped]
    lines.append(f'  start -> "{State.EXTRACTING.value}";')
    for arrow in diagram.arrows:
        if arrow.source == GROUP:
            tail = State.EXTRACTING.value
            lines.append(f'  "{tail}" -> "{arrow.dest}" [ltail="cluster_{GROUP}", label="{_quoted(arrow.label)}"];')
        else:
            lines.append(f'  "{arrow.source}" -> "{arrow.dest}" [label="{_quoted(arrow.label)}"];')
    lines.append("}")
    return "\n".join(lines) + "\n"


def _node(state: str) -> str:
    name, _, slot = state.partition(":")
    label = f"{name}\\n{slot}" if slot else name
    final = ", peripheries=2" if state in FINAL else ""
    return f'"{state}" [label="{_quoted(label)}"{final}];'


def _quoted(text: str) -> str:
    return text.replace('"', '\\"')
