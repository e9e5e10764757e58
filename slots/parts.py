"""What an utterance is cut into, and which part of it is read for which verb; :mod:`slots.units` does the cutting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from slots.compiled import CompiledForm, CompiledVerb
from slots.readers import Value
from slots.scan import Scan
from slots.tables import SlotKind
from slots.text import Token
from slots.words import Pronoun


class UnitKind(StrEnum):
    """What a unit is."""

    FILLER = "filler"
    """Politeness at an edge of the message."""
    TRIGGER = "trigger"
    """A part of the trigger."""
    MARKER = "marker"
    """Words of the verb that fill nothing."""
    PREPOSITION = "preposition"
    """Words after which a slot's value stands."""
    END = "end"
    """Words that end the value of some slot."""
    BREAK = "break"
    """A comma, semicolon, dash or bracket."""
    REPAIR = "repair"
    """"no", "I mean": what follows replaces what stands before."""
    REPAIRED = "repaired"
    """What a repair took back."""
    DENIED = "denied"
    """What is denied or only said beside ("not on Monday", "no rush"), whole: it fills nothing and is left over."""
    TYPED = "typed"
    """A value recognised by its form."""
    UNREADABLE = "unreadable"
    """A date with a remainder that makes it unreadable ("next Friday after the holiday")."""
    UNREAD = "unread"
    """What has the form of a value that no reader takes, or that no slot of the verb holds ("2-3 hours")."""
    KNOWN = "known"
    """A name of the tenant, or a choice."""
    QUOTED = "quoted"
    """Text between quotation marks, the marks with it."""
    MENTION = "mention"
    """A front end's mention."""
    PRONOUN = "pronoun"
    """it, her, them, me ..."""
    POSSESSIVE = "possessive"
    """The 's after a name."""
    MARK = "mark"
    """Any other mark."""
    TEXT = "text"
    """Any other word."""


# fmt: off
(FILLER, TRIGGER, MARKER, PREPOSITION, END, BREAK, REPAIR, REPAIRED, DENIED, TYPED,
 UNREADABLE, UNREAD, KNOWN, QUOTED, MENTION, PRONOUN, POSSESSIVE, MARK, TEXT) = UnitKind
# fmt: on
"""The kinds as plain names, as those of the tokens are (:data:`slots.text.WORD` says why)."""


@dataclass(slots=True)
class Unit:
    """One name, value, preposition, mark or word; never changed.

    Not declared frozen: making a frozen one takes five times as long, and a message has hundreds.
    """

    kind: UnitKind
    """What it is."""
    first: int
    """Position of its first token."""
    past: int
    """Position after its last token."""
    slots: tuple[str, ...] = ()
    """Typed, unread: the slots of its kind, in slot order. Prepositions: the slots that claim them. Ends: the slots."""
    value: Value | None = None
    """The value of a typed unit."""
    types: frozenset[str] = frozenset()
    """Known, or quoted: the entity types and lists that have something of this name."""
    key: str = ""
    """Known, or quoted: the key of the name."""
    pronoun: Pronoun | None = None
    """Which pronoun it is."""

    def is_capital(self, tokens: Sequence[Token]) -> bool:
        """Whether one of its words has a capital, as those of names have."""
        return any(token.text[:1].isupper() for token in tokens[self.first : self.past])


CONTENT = frozenset({TYPED, UNREAD, KNOWN, QUOTED, MENTION, PRONOUN, TEXT})
"""Units that can be, or be part of, a value."""

BREAKS = frozenset(",;()[]—–")
"""Marks that are a break wherever they stand."""


@dataclass(frozen=True, slots=True)
class Part:
    """Which tokens of the utterance are read, for which verb, and how."""

    scan: Scan
    """The utterance, with the names of the verb's types known."""
    verb: CompiledVerb
    """The verb."""
    form: CompiledForm
    """Its surface form."""
    first: int
    """Position of the first token that belongs to the wish."""
    past: int
    """Position after the last one."""
    triggers: tuple[tuple[int, int], ...] = ()
    """(first, past) of the trigger's parts."""
    asked: str = ""
    """The slot whose question the utterance answers; empty for none."""
    is_answer: bool = False
    """Whether the utterance answers or corrects instead of starting the verb."""
    repaired: Mapping[int, int] = field(default_factory=dict)
    """First position -> position after bare numbers that a repair took back, the repair with them ("two, no,")."""
    choices: Mapping[int, Sequence[tuple[int, str]]] = field(default_factory=dict)
    """First position -> (position after it, key) of the choices of the verb's table, longest first."""
    expecting: frozenset[int] = frozenset()
    """Positions at which a bare value answers the question: nothing but lead-ins stands before."""
    counted: frozenset[int] = frozenset()
    """Positions at which a number of what the verb is about may start in any words for one ("a *dozen* jars")."""


def fits(part: Part, unit: Unit, slot: str) -> bool:
    """Whether a unit alone is something that a slot takes: a known name of its types, a choice, a reference."""
    spec = part.verb.spec.slot(slot)
    if unit.kind in (KNOWN, QUOTED):
        wanted = {*spec.entities, f"={slot}"} | ({spec.choices_from} if spec.choices_from else set())
        return not unit.types.isdisjoint(wanted)
    return spec.kind is SlotKind.ENTITY and unit.kind in (MENTION, PRONOUN)
