"""The checks on what routes a message without a trigger: captures, token sets, phrases, routes of the host's own.

In: a table set. Out: findings; see :mod:`slots.checks`. What needs the rules played
(shadowed and unreached ones) is checked by ``verbflow check``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slots.findings import Finding, Place, suggest
from slots.tables import CAPTURE_KINDS, RouteSpec, TableSet, TokenSet, VerbSpec
from slots.text import key_of

_PLACE = re.compile(r"<([^<>]*)>")
_GOOD_PLACE = re.compile(r"([a-z][a-z0-9_]*):([a-z][a-z0-9_]*)")


def check_routes(tables: TableSet) -> Iterator[Finding]:
    """Routes named twice or as a verb is, and every rule of verbs and routes."""
    names = [verb.name for verb in tables.verbs]
    for route in tables.routes:
        if route.name in names:
            yield Place(tables).error(f"route {route.name!r}: a verb or route of this name is declared already")
        names.append(route.name)
        if not (route.captures or route.token_sets or route.phrases or route.examples):
            yield Place(tables).error(f"route {route.name!r}: no message reaches it", "give it token_sets or phrases")
    for verb in tables.verbs:
        yield from _check_rules(tables, verb, Place(tables, verb), "")
    for route in tables.routes:
        yield from _check_rules(tables, route, Place(tables), f"route {route.name!r}: ")


def _check_rules(tables: TableSet, owner: VerbSpec | RouteSpec, place: Place, lead: str) -> Iterator[Finding]:
    for pattern in owner.captures:
        for problem, advice in _capture_problems(tables, owner, pattern):
            yield place.error(f"{lead}capture {pattern!r}: {problem}", advice)
    for tokens in owner.token_sets:
        for problem, advice in _token_problems(tokens):
            yield place.error(f"{lead}token set: {problem}", advice)
    for phrase in owner.phrases:
        if not key_of(phrase):
            yield place.error(f"{lead}the phrase {phrase!r} has no words")


def _capture_problems(tables: TableSet, owner: VerbSpec | RouteSpec, pattern: str) -> Iterator[tuple[str, str]]:
    known = (*CAPTURE_KINDS, *(kind.name for kind in tables.entity_types))
    if not key_of(_PLACE.sub(" ", pattern)):
        yield "it has no words of its own and would take every message", "write words around the place"
    seen: set[str] = set()
    for place in _PLACE.findall(pattern):
        found = _GOOD_PLACE.fullmatch(place)
        if found is None:
            yield f"the place <{place}> is not written <name:kind>", f"kinds are {', '.join(CAPTURE_KINDS)}"
            continue
        name, kind = found.groups()
        if kind not in known:
            yield f"there is no kind {kind!r}", suggest(kind, known)
        if name in seen:
            yield f"the place {name!r} stands twice", ""
        if isinstance(owner, VerbSpec) and not owner.has_slot(name):
            yield f"the verb has no slot {name!r}", suggest(name, (slot.name for slot in owner.slots))
        seen.add(name)


def _token_problems(tokens: TokenSet) -> Iterator[tuple[str, str]]:
    if not tokens.all_of and not tokens.any_of:
        yield "it needs no word and would take every message", "give it all_of or any_of"
    if any(not group for group in tokens.any_of):
        yield "a group of any_of is empty and is never met", "give it words"
    entries = (*tokens.all_of, *tokens.none_of, *(entry for group in tokens.any_of for entry in group))
    for entry in entries:
        if not key_of(entry.strip().removeprefix("<start>").removesuffix("<end>")):
            yield f"the entry {entry!r} has no words", ""
    for entry in sorted(set(tokens.all_of) & set(tokens.none_of)):
        yield f"{entry!r} must be there and must not be there", "take it out of one of them"
