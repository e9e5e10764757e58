"""The tenant's known names in an utterance, found before any boundary is cut.

In: the runs of tokens, and for each key that the directory knows the entity types that
bear it. Out: the names that stand in the utterance, longest first, none
overlapping another (decisions.md, "Known names first").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slots.text import Places


@dataclass(slots=True)
class KnownName:
    """A name or alias of the tenant that stands in the utterance; never changed."""

    first: int
    """Position of its first token."""
    past: int
    """Position after its last token."""
    key: str
    """The key it was found under."""
    types: frozenset[str]
    """The entity types (and directory lists) that have something of this name."""


def find_known(places: Places, names: Mapping[str, frozenset[str]]) -> tuple[KnownName, ...]:
    """Return the known names in the order of the text; of overlapping ones the longest, then the leftmost."""
    hits = [KnownName(first, past, key, types) for key, types in names.items() for first, past in places.get(key, ())]
    hits.sort(key=lambda hit: (hit.first - hit.past, hit.first))
    taken: set[int] = set()
    kept = []
    for hit in hits:
        covered = range(hit.first, hit.past)
        if taken.isdisjoint(covered):
            taken.update(covered)
            kept.append(hit)
    return tuple(sorted(kept, key=lambda hit: hit.first))
