"""The keys of a directory file's entities: which have a meaning of their own, and which were hardly meant.

A list under any other key is read as ids of a type and a text as an attribute, so a misspelt key loses its values
without an error. Such keys are warned of, once each: what they are taken for may be right.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from slots.findings import suggest

logger = logging.getLogger(__name__)

OWN_KEYS = ("id", "name", "aliases", "active", "touched", "touched_by", "handle")
"""The keys that say the same of every entity."""

_SLIPS = 1
"""Letters by which a key may be off one of those to count as that one misspelt; more, and it is likely another word."""

_MOST = 20
"""Keys of which a file is warned, so that one of free keys does not fill a log."""


@dataclass
class _Odd:
    first: str
    """The first entity that has the key."""
    is_list: bool
    count: int = 1


class KeyWatch:
    """What is seen of the keys of one tenant's entities while a file is read."""

    def __init__(self) -> None:
        self._odd: dict[tuple[str, str], _Odd] = {}

    def look(self, type_: str, entry: Mapping[str, object]) -> None:
        """Look at an entity's keys; its id and name are read already."""
        for key, value in entry.items():
            is_list = isinstance(value, list)
            if key in OWN_KEYS or not (is_list or _meant(key)):
                continue
            seen = self._odd.get((type_, key))
            if seen is not None:
                seen.count += 1
            elif len(self._odd) < _MOST:
                self._odd[type_, key] = _Odd(f"{type_} {entry.get('id', entry['name'])!r} ({entry['name']})", is_list)

    def warn(self, tenant: str, types: Collection[str], *, origin: str) -> None:
        """Warn of what was seen; a list whose key names one of the types is what is enabled on the entity."""
        for (_, key), odd in self._odd.items():
            if odd.is_list and singular(key) in types:
                continue
            taken = f"a list, taken as ids of type {singular(key)!r}, of which nothing is known" if odd.is_list else ""
            advice = suggest(key, (*OWN_KEYS, *types)) if odd.is_list else f"did you mean {_meant(key)!r}?"
            more = f" (and {odd.count - 1:,} more)" if odd.count > 1 else ""
            what = taken or "taken as an attribute of its own"
            logger.warning("%s: tenant %r: %s%s: %r is %s; %s", origin, tenant, odd.first, more, key, what, advice)


@lru_cache(maxsize=1_000)
def _meant(key: str) -> str:
    """Return the own key of which another is a misspelling; empty when it is none."""
    return next((own for own in OWN_KEYS[2:] if OSA.distance(key, own, score_cutoff=_SLIPS) <= _SLIPS), "")


def singular(collection: str) -> str:
    """Return the type of a collection by its name ("companies" -> "company", "dishes" -> "dish")."""
    if collection.endswith("ies"):
        return f"{collection[:-3]}y"
    if collection.endswith(("ches", "shes", "sses", "xes")):
        return collection[:-2]
    return collection.removesuffix("s")
