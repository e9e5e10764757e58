"""Captures: a whole message with typed places ("show conversation <conversation:guid>").

In: a message, fillers and politeness at its ends aside. Out: the route, and for
each place its words as typed. A pattern has fixed words, compared in lower case
without accents, and places ``<name:kind>``. Kinds: ``guid``, ``number``, ``email``,
``quoted`` (text between quotation marks), ``text`` (anything), or the name of an
entity type: there a name that the tenant's directory knows must stand. Patterns
are tried in the order of the tables; more fixed words come first. A pattern that
begins with the verb's trigger beats the trigger.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dialog.routing.token_sets import Spec
from slots.text import MARK, Token, fold, key_of, tokenize
from slots.words import strip_edges
from states.routes import Routed, RouteHit, RouteTier

PLACE = re.compile(r"<(?P<name>[a-z][a-z0-9_]*):(?P<kind>[a-z][a-z0-9_]*)>")
"""A place in a pattern."""

_QUOTED = r"[\"“„«](?P<{name}>[^\"”“»]{{1,500}})[\"”“»]|'(?P<{name}_>[^']{{1,500}})'"
KINDS: Mapping[str, str] = {
    "guid": r"(?P<{name}>[0-9a-fA-F]{{8}}-(?:[0-9a-fA-F]{{4}}-){{3}}[0-9a-fA-F]{{12}})",
    "number": r"(?P<{name}>[-+]?\d+(?:[.,]\d+)*)",
    "email": r"(?P<{name}>[^\s@<>,;]{{1,64}}@[^\s@<>,;]{{1,190}}\.[^\s@<>,;.]{{2,24}})",
    "quoted": f"(?:{_QUOTED})",
    "text": r"(?P<{name}>\S(?:.{{0,500}}?\S)?)",
}
"""Kind -> what may stand there; an entity type is a ``text`` that the directory must know."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One capture, compiled."""

    route: str
    """Its owner."""
    text: str
    """As declared."""
    regex: re.Pattern[str]
    """Matches a whole message in folded form."""
    kinds: Mapping[str, str]
    """Place -> kind."""
    fixed: int
    """Characters of fixed words: patterns with more are tried first."""


def compile_pattern(route: str, text: str) -> Pattern:
    """Return a pattern ready for matching."""
    parts, kinds, at, fixed = [], {}, 0, 0
    for place in PLACE.finditer(text):
        words = _fixed(text[at : place.start()])
        parts.append(words)
        name, kind = place["name"], place["kind"]
        kinds[name] = kind
        parts.append(KINDS.get(kind, KINDS["text"]).format(name=name, name_=f"{name}_"))
        fixed += len(words)
        at = place.end()
    tail = _fixed(text[at:])
    regex = re.compile(r"\s*".join(part for part in [*parts, tail] if part), re.IGNORECASE | re.DOTALL)
    return Pattern(route, text, regex, kinds, fixed + len(tail))


def _fixed(text: str) -> str:
    """Return fixed words as a regular expression: any blanks between them, whole words."""
    words = [re.escape(fold(word)) for word in text.split()]
    return r"\s+".join(rf"\b{word}\b" if word.isalnum() else word for word in words)


class Captures:
    """The captures of some routes, ready for matching."""

    def __init__(self, specs: Sequence[Spec]) -> None:
        """Take the patterns of the verbs and routes, in their order."""
        found = [compile_pattern(spec.name, text) for spec in specs for text in spec.captures]
        self.patterns: tuple[Pattern, ...] = tuple(sorted(found, key=lambda pattern: -pattern.fixed))
        """Every pattern, in the order in which they are tried."""

    def match(self, text: str, is_known: Callable[[str, str], bool] | None = None) -> Routed | None:
        """Return what the first pattern that fits the whole message captures; None for none.

        ``is_known(kind, words)`` says whether an entity of a type has that name; without it no place
        for an entity fits.
        """
        for pattern, fills in self._fitting(text):
            named = [(kind, fills[name]) for name, kind in pattern.kinds.items() if kind not in KINDS]
            if all(is_known is not None and is_known(kind, words) for kind, words in named):
                hit = RouteHit(pattern.route, 1.0, pattern.text)
                return Routed(RouteTier.CAPTURE, (hit,), fills=fills)
        return None

    def names_in(self, text: str) -> tuple[tuple[str, str], ...]:
        """Return the (entity type, key) that the fitting patterns want to be known: one look-up answers all."""
        wanted = {
            (kind, key_of(fills[name])): None
            for pattern, fills in self._fitting(text)
            for name, kind in pattern.kinds.items()
            if kind not in KINDS
        }
        return tuple(wanted)

    def _fitting(self, text: str) -> Iterator[tuple[Pattern, dict[str, str]]]:
        if not self.patterns:
            return
        core = _core(text)
        folded = "".join(_fold_char(char) for char in core)
        for pattern in self.patterns:
            found = pattern.regex.fullmatch(folded)
            if found is not None:
                yield pattern, {name: _span(found, name, core) for name in pattern.kinds}


def _span(found: re.Match[str], name: str, core: str) -> str:
    group = name if found[name] is not None or f"{name}_" not in found.re.groupindex else f"{name}_"
    return core[found.start(group) : found.end(group)]


def _core(text: str) -> str:
    """Return a message without fillers, politeness and end marks."""
    tokens: tuple[Token, ...] = tokenize(text)
    first, past = strip_edges(tokens)
    while past < len(tokens) and tokens[past].kind is MARK and tokens[past].key in "\"'":
        past += 1
    return text[tokens[first].start : tokens[past - 1].end] if first < past else ""


def _fold_char(char: str) -> str:
    """Return a character in folded form, one for one, so that positions stay."""
    folded = fold(char)
    return folded if len(folded) == 1 else char.lower()[:1]
