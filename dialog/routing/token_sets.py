"""Token sets: words in any order, all of these, one of each group, none of those.

In: a message's words in normal form. Out: the routes whose sets are met, each
with its specificity. Specificity is the number of words of the message that the
set needs: every word of each ``all_of`` entry, and of the longest entry met in
each ``any_of`` group; an edge that an entry is tied to counts for nothing. The
greater wins; within :attr:`TokenSets.margin` of each other two routes are tied.
Equal ones keep the order of the tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dialog.routing.normal import EDGES, Words, edge_runs, entry_words, runs
from slots.tables import RouteSpec, TokenSet, VerbSpec
from states.routes import RouteHit

Spec = VerbSpec | RouteSpec
"""What owns rules."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One token set in normal form."""

    route: str
    """Its owner."""
    all_of: tuple[Words, ...]
    """What must all be there."""
    any_of: tuple[tuple[Words, ...], ...]
    """Groups; the entries of each longest first."""
    none_of: tuple[Words, ...]
    """What must not be there."""

    @property
    def text(self) -> str:
        """The rule as people read it: "find|search + actor + name - chat"."""
        parts = [" ".join(words) for words in self.all_of]
        parts += ["|".join(" ".join(words) for words in group) for group in self.any_of]
        return " + ".join(parts) + "".join(f" - {' '.join(words)}" for words in self.none_of)

    def specificity(self, present: set[Words]) -> int:
        """Return how many words of a message the set needs; 0 when it is not met."""
        if not present.issuperset(self.all_of) or not present.isdisjoint(self.none_of):
            return 0
        total = sum(map(_size, self.all_of))
        for group in self.any_of:
            met = next((words for words in group if words in present), None)
            if met is None:
                return 0
            total += _size(met)
        return total

    @property
    def leads(self) -> tuple[Words, ...]:
        """The entries of which a message that meets the set has one; the rule need not be tried without."""
        return self.all_of[:1] or min(self.any_of, key=len, default=())


def rule_of(route: str, tokens: TokenSet, aliases: Mapping[str, str]) -> Rule:
    """Return a declared token set in normal form; entries that have no words are left out."""

    def listed(entries: Sequence[str]) -> tuple[Words, ...]:
        found = dict.fromkeys(words for entry in entries if (words := entry_words(entry, aliases)))
        return tuple(sorted(found, key=_size, reverse=True))

    groups = tuple(group for entries in tokens.any_of if (group := listed(entries)))
    return Rule(route, listed(tokens.all_of), groups, listed(tokens.none_of))


class TokenSets:
    """The token sets of some routes, ready for matching."""

    def __init__(self, specs: Sequence[Spec], aliases: Mapping[str, str] | None = None) -> None:
        """Take the rules of the verbs and routes, in their order."""
        self.rules: tuple[Rule, ...] = tuple(
            rule_of(spec.name, tokens, aliases or {}) for spec in specs for tokens in spec.token_sets
        )
        """Every rule, in the order of the tables."""
        self.longest = max((len(words) for rule in self.rules for words in _entries(rule)), default=1)
        """Words and edges of the longest entry."""
        self._firsts = frozenset(words[0] for rule in self.rules for words in _entries(rule))
        self._led: dict[Words, list[int]] = {}
        for place, rule in enumerate(self.rules):
            for words in rule.leads:
                self._led.setdefault(words, []).append(place)

    def present(self, words: Words) -> set[Words]:
        """Return everything in a message that an entry can be: runs of words, tied to its edges or not."""
        return runs(words, self.longest, self._firsts) | edge_runs(words, self.longest)

    def match(self, words: Words) -> tuple[RouteHit, ...]:
        """Return the routes whose sets a message meets, the most specific first, each with its best rule."""
        present = self.present(words)
        best: dict[str, RouteHit] = {}
        for place in sorted({place for run in present for place in self._led.get(run, ())}):
            rule = self.rules[place]
            score = rule.specificity(present)
            if score and (rule.route not in best or score > best[rule.route].score):
                best[rule.route] = RouteHit(rule.route, float(score), rule.text)
        return tuple(sorted(best.values(), key=lambda hit: -hit.score))


def _entries(rule: Rule) -> list[Words]:
    return [*rule.all_of, *rule.none_of, *(words for group in rule.any_of for words in group)]


def _size(words: Words) -> int:
    return sum(word not in EDGES for word in words)
