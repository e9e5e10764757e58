"""What a host may set about routing, one value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from slots.errors import RouteError
from slots.tables import TableSet
from states.routes import RouteTier

ALL_TIERS = frozenset(RouteTier)
"""Every tier."""


class OnTie(StrEnum):
    """What happens when two routes fit equally well."""

    MENU = "menu"
    """The person is asked which one is meant."""
    NEXT = "next"
    """The next tier decides."""


class Triage(StrEnum):
    """What a verdict of the triage does."""

    OFF = "off"
    """Nothing is classified."""
    OBSERVE = "observe"
    """The verdict is reported, and changes nothing."""
    ENFORCE = "enforce"
    """An action turn goes to the verbs and skips the retrieval hook; a knowledge turn goes to what reads, then to
    the knowledge hook or the fallback; an ambiguous one tries the verbs first, then knowledge."""


@dataclass(frozen=True, slots=True)
class RoutingSettings:
    """The settings of a manager's routing."""

    tiers: frozenset[RouteTier] = ALL_TIERS
    """The tiers that are on. The verbs' triggers are always on."""
    only: frozenset[str] | None = None
    """Verbs and routes whose token sets and phrases count; None for all. For rolling them out one at a time."""
    on_tie: OnTie = OnTie.MENU
    """What happens when two routes fit equally well."""
    margin: float = 1.0
    """Two token sets tie when their specificities differ by less than this (words)."""
    most_offered: int = 4
    """Routes that a menu of verbs lists at most."""
    triage: Triage = Triage.OBSERVE
    """What a verdict does."""
    semantic_timeout: float = 2.0
    """Seconds after which the semantic tier is passed over."""
    agent_timeout: float = 30.0
    """Seconds after which the agent is passed over."""
    verbs_off: frozenset[str] = field(default_factory=frozenset)
    """Verbs that no tier but their triggers starts."""

    def counts(self, route: str) -> bool:
        """Whether a route's token sets and phrases count."""
        return route not in self.verbs_off and (self.only is None or route in self.only)


DEFAULT_ROUTING = RoutingSettings()
"""Every tier on, ties asked about, triage observed."""

SETTINGS_FORM = 'as "tiers=capture,token_set; only=VERB,VERB; off=VERB; tie=menu; margin=1"'
"""How settings are written in one line."""


def read_settings(text: str, tables: TableSet) -> RoutingSettings:
    """Return the settings that a line says, the others by default; raises :class:`slots.errors.RouteError`."""
    settings = DEFAULT_ROUTING
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key, _, value = (piece.strip() for piece in part.partition("="))
        words = frozenset(word.strip() for word in value.split(",") if word.strip())
        try:
            match key:
                case "tiers":
                    settings = replace(settings, tiers=frozenset(map(RouteTier, words)))
                case "only":
                    settings = replace(settings, only=words)
                case "off":
                    settings = replace(settings, verbs_off=words)
                case "tie":
                    settings = replace(settings, on_tie=OnTie(value))
                case "margin":
                    settings = replace(settings, margin=float(value))
                case _:
                    raise ValueError(f"there is no setting {key!r}")
        except ValueError as error:
            raise RouteError(f"{error}; write settings {SETTINGS_FORM}", route=part) from error
    for name in sorted((settings.only or frozenset()) | settings.verbs_off):
        if tables.route(name) is None:
            raise RouteError("the settings name it, and the tables declare no such verb or route", route=name)
    return settings
