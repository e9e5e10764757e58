"""What is wrong with routing rules that only playing them shows.

In: a table set. Out: problems in table order: rules of two routes that are equal, a
rule that another one makes useless, a rule that no example of its own reaches, a
rule that another route's example meets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dialog.routing.normal import Words, normalise
from dialog.routing.phrases import Phrases
from dialog.routing.token_sets import Rule, Spec, TokenSets
from slots.compiled import CompiledSet, compile_tables
from slots.scan import scan
from slots.tables import TableSet
from slots.text import clean
from slots.triggers import find_triggers


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, or probably wrong."""

    owner: str
    """The verb or route."""
    text: str
    """What, and what to do."""
    is_error: bool = False
    """Whether the rules cannot be meant so."""


def find_route_problems(tables: TableSet) -> Iterator[Problem]:
    """Yield every problem of the rules of some tables."""
    specs: list[Spec] = [*tables.verbs, *tables.routes]
    sets, phrases = TokenSets(specs, tables.aliases), Phrases(specs, tables.aliases)
    yield from _equal(specs, sets, phrases)
    yield from _useless(sets)
    yield from _shadowed_phrases(tables, sets, phrases)
    yield from _unreached(specs, tables, sets)
    yield from _met_by_others(specs, tables, sets)


def _equal(specs: Sequence[Spec], sets: TokenSets, phrases: Phrases) -> Iterator[Problem]:
    seen: dict[object, str] = {}
    rules: list[tuple[object, str, str]] = [
        ((frozenset(_needs(rule)), frozenset(rule.none_of)), rule.route, rule.text) for rule in sets.rules
    ]
    rules += [(words, route, text) for words, route, text in phrases.rows]
    rules += [(pattern.casefold(), spec.name, pattern) for spec in specs for pattern in spec.captures]
    for key, route, text in rules:
        other = seen.setdefault(key, route)
        if other != route:
            told = f"the rule {text!r} is one of {other} too; make one of them more specific"
            yield Problem(route, told, is_error=True)


def _needs(rule: Rule) -> list[frozenset[Words]]:
    """Return what a rule needs: of each set at least one."""
    return [*(frozenset({words}) for words in rule.all_of), *map(frozenset, rule.any_of)]


def _is_implied(by: Rule, rule: Rule) -> bool:
    """Whether every message that meets ``by`` meets ``rule`` too."""
    stronger = _needs(by)
    needs_met = all(any(one <= need for one in stronger) for need in _needs(rule))
    return needs_met and set(rule.none_of) <= set(by.none_of)


def _useless(sets: TokenSets) -> Iterator[Problem]:
    """A rule of a route behind a looser one of the same route is never needed."""
    for at, rule in enumerate(sets.rules):
        for number, other in enumerate(sets.rules):
            if (
                number != at
                and other.route == rule.route
                and _is_implied(rule, other)
                and not (number > at and _is_implied(other, rule))
            ):
                yield Problem(rule.route, f"the rule {rule.text!r} is never needed: {other.text!r} takes all of it")
                break


def _shadowed_phrases(tables: TableSet, sets: TokenSets, phrases: Phrases) -> Iterator[Problem]:
    compiled = compile_tables(tables)
    for words, route, text in phrases.rows:
        started = _started(text, compiled)
        hits = sets.match(words)
        if started and started != route:
            yield Problem(route, f"the phrase {text!r} starts {started} by a trigger")
        elif hits and hits[0].route != route:
            yield Problem(route, f"the phrase {text!r} is shadowed by the rule {hits[0].rule!r} of {hits[0].route}")


def _started(text: str, compiled: CompiledSet) -> str:
    found = find_triggers(scan(clean(text)), compiled)
    return found[0].verb if found and found[0].is_strong else ""


def _unreached(specs: Sequence[Spec], tables: TableSet, sets: TokenSets) -> Iterator[Problem]:
    examples = {
        spec.name: [sets.present(normalise(clean(text), tables.aliases)) for text in spec.examples] for spec in specs
    }
    for rule in sets.rules:
        if not any(rule.specificity(present) for present in examples[rule.route]):
            yield Problem(rule.route, f"no example of its own reaches the rule {rule.text!r}; add one")


def _met_by_others(specs: Sequence[Spec], tables: TableSet, sets: TokenSets) -> Iterator[Problem]:
    for spec in specs:
        for text in spec.examples:
            present = sets.present(normalise(clean(text), tables.aliases))
            own = max((rule.specificity(present) for rule in sets.rules if rule.route == spec.name), default=0)
            for rule in sets.rules:
                if rule.route != spec.name and rule.specificity(present) >= max(own, 1):
                    yield Problem(
                        rule.route,
                        f"the rule {rule.text!r} takes an example of {spec.name}, {text!r}; add a none_of or an all_of",
                    )
