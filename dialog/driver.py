"""Driving the pure steps: each lookup that a rule yields is answered by the directory."""

from __future__ import annotations

from typing import TypeVar

from resolver.entities import Directory, Entity, Lookup, Steps

T = TypeVar("T")

Notes = list[tuple[Lookup, tuple[Entity, ...]]]
"""Lookups with their answers, in the order in which they were asked."""


async def drive(steps: Steps[T], directory: Directory, tenant: str, notes: Notes | None = None) -> T:
    """Run a rule to its end, answering its lookups; raises what the directory raises.

    Each lookup with its answer is added to ``notes``, for the log.
    """
    try:
        lookup = next(steps)
        while True:
            found = tuple(await directory.look_up(tenant, lookup))
            if notes is not None:
                notes.append((lookup, found))
            lookup = steps.send(found)
    except StopIteration as stop:
        result: T = stop.value
        return result
