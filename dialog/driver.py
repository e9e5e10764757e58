"""Driving the pure steps: each lookup that a rule yields is answered by the directory."""

from __future__ import annotations

from typing import TypeVar

from resolver.entities import Directory, Steps

T = TypeVar("T")


async def drive(steps: Steps[T], directory: Directory, tenant: str) -> T:
    """Run a rule to its end, answering its lookups; raises what the directory raises."""
    try:
        lookup = next(steps)
        while True:
            found = await directory.look_up(tenant, lookup)
            lookup = steps.send(tuple(found))
    except StopIteration as stop:
        result: T = stop.value
        return result
