"""Templates of a verb table: text with ``{slot}``, ``{a slot}`` and optional ``[parts]``.

In: the template as declared. Out: a :class:`Template`, which knows the slots it
shows and renders itself from their values. A broken template is a value too: its
``problem`` says what is wrong, and the checks on the tables report it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

_ARTICLE = "a "
_TAKES_AN = ("a", "e", "i", "o", "u", "8", "11", "18")
_TAKES_A = ("uni", "use", "usu", "eu", "one", "once")
"""Beginnings that are spoken with a consonant, though they are written with a vowel."""
_CLOSED_BY = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of plain text, or the place of a slot's value."""

    text: str
    """The text as typed, or the slot's name."""
    is_slot: bool = False
    """Whether the text is a slot's name."""
    has_article: bool = False
    """Whether "a" or "an" stands before the value, as it is spoken: ``{a slot}``."""

    def shown(self, values: Mapping[str, str]) -> str:
        """Return the text, or the slot's value."""
        if not self.is_slot:
            return self.text
        value = values.get(self.text, "")
        return f"{_article(value)} {value}" if self.has_article and value else value


@dataclass(frozen=True, slots=True)
class Part:
    """Pieces that are shown or left out together."""

    pieces: tuple[Piece, ...]
    """In order."""
    optional: bool = False
    """Whether the part stands in brackets, and so vanishes when a slot inside is empty."""

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots that the part shows, in order."""
        return tuple(piece.text for piece in self.pieces if piece.is_slot)


@dataclass(frozen=True, slots=True)
class Template:
    """A template, cut into parts."""

    text: str
    """The template as declared."""
    parts: tuple[Part, ...] = ()
    """In order; empty when the template is broken."""
    problem: str = ""
    """What is wrong with it, as the end of a sentence about it; empty when it is right."""

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots that the template shows, each once, in order."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.slots))

    @property
    def always(self) -> tuple[str, ...]:
        """The slots that stand outside brackets, each once, in order."""
        return tuple(dict.fromkeys(name for part in self.parts if not part.optional for name in part.slots))

    def render(self, values: Mapping[str, str]) -> str:
        """Return the text with the slots' values in place.

        A bracketed part with an empty or missing value inside vanishes; outside brackets such a
        value leaves nothing. Values are put in as they are: braces and brackets in them stay.
        A broken template renders as the empty text.
        """
        shown = (part for part in self.parts if not part.optional or all(values.get(name) for name in part.slots))
        return "".join(piece.shown(values) for part in shown for piece in part.pieces)


def _article(value: str) -> str:
    """Return the indefinite article before an English word."""
    start = value.casefold()
    return "an" if start.startswith(_TAKES_AN) and not start.startswith(_TAKES_A) else "a"


@lru_cache(maxsize=1024)
def parse(text: str) -> Template:
    """Cut a template into parts; never raises, see :attr:`Template.problem`."""
    parts: list[Part] = []
    pieces: list[Piece] = []
    run = ""
    opened = ""
    for char in text:
        problem = _misplaced(char, opened)
        if problem:
            return Template(text, problem=problem)
        if char not in "[]{}":
            run += char
            continue
        if char == "}" and not run.strip():
            return Template(text, problem="has '{}' without a slot's name in it")
        if run:
            pieces.append(_slot_piece(run) if char == "}" else Piece(run))
            run = ""
        if char in "[]":
            _close(parts, pieces, optional=char == "]")
        opened = opened + char if char in _CLOSED_BY else opened[:-1]
    if opened:
        return Template(text, problem=f"has a {opened[-1]!r} without its {_CLOSED_BY[opened[-1]]!r}")
    if run:
        pieces.append(Piece(run))
    _close(parts, pieces, optional=False)
    return Template(text, tuple(parts))


def _slot_piece(run: str) -> Piece:
    name = run.strip()
    return Piece(name.removeprefix(_ARTICLE).strip(), is_slot=True, has_article=name.startswith(_ARTICLE))


def _close(parts: list[Part], pieces: list[Piece], *, optional: bool) -> None:
    if pieces:
        parts.append(Part(tuple(pieces), optional=optional))
        pieces.clear()


def _misplaced(char: str, opened: str) -> str:
    """Say what is wrong with this character inside those opened before it; empty when nothing is."""
    inside = opened[-1:]
    if char in "]}":
        return "" if inside and _CLOSED_BY[inside] == char else f"has a {char!r} that nothing opened"
    if char == "[" and inside == "[":
        return "has optional parts inside each other"
    if char in "[{" and inside == "{":
        return "has a '{' without its '}'"
    return ""
