"""Time zones by their IANA names: what a file says is checked when it is read, a row's or a turn's when it is used."""

from __future__ import annotations

import logging
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

logger = logging.getLogger(__name__)

UTC_NAME = "UTC"
"""The zone that counts where none is known."""

_CLOSE = 0.75
"""How like a zone's name another must be to be proposed (difflib's ratio): one or two letters of a name."""

_TOLD = 1_000
"""Names whose warning is remembered, so that it is not written again."""

_LONGEST = 80
"""Characters of a name that a message shows; the longest of a zone has 32."""


def zone_of(*names: str) -> ZoneInfo:
    """Return the zone of the first name that is one, UTC when none is; one that is none is warned of once."""
    return ZoneInfo(known_zone(*names))


def known_zone(*names: str) -> str:
    """Return the first name of a zone, UTC when there is none; one that is no zone's is warned of once."""
    for name in filter(None, names):
        if _is_zone(name):
            return name
        _warn(name[:_LONGEST])
    return UTC_NAME


def zone_fault(name: str) -> str:
    """Return what is wrong with a zone's name, and which was perhaps meant; empty for a right one and for none."""
    return (
        "" if not name or _is_zone(name) else f"there is no time zone {name[:_LONGEST]!r}; {_advice(name[:_LONGEST])}"
    )


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # a folder of zones ("America") is an OSError
        return False
    return True


def _advice(name: str) -> str:
    """Propose the zone of the same name in other capitals, of a city, or whose name is close."""
    said = name.strip().replace(" ", "_").casefold()
    zones, cities = _zones()
    close = get_close_matches(said, [zone for zone in zones if "/" in zone], n=1, cutoff=_CLOSE)
    meant = zones.get(said) or cities.get(said) or (zones[close[0]] if close else "")
    return f"did you mean {meant!r}?" if meant else "it is named as in 'Europe/Rome' or 'UTC'"


@lru_cache(maxsize=1)
def _zones() -> tuple[dict[str, str], dict[str, str]]:
    """Return the zones by their whole names, and by their cities' alone, both in small letters."""
    zones = sorted(available_timezones())
    cities = [zone for zone in zones if "/" in zone and not zone.startswith("Etc/")]  # "Etc/GMT+2" is no +2
    return {zone.casefold(): zone for zone in zones}, {zone.rpartition("/")[2].casefold(): zone for zone in cities}


@lru_cache(maxsize=_TOLD)
def _warn(name: str) -> None:
    logger.warning("%s; the next known zone counts: the person's, the tenant's, or UTC", zone_fault(name))
