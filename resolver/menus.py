"""The options of a menu: what a missing or ambiguous slot could hold, the likeliest first.

Each strategy of :class:`slots.tables.Menu` is one row of a table. Things that
other words of the message name exactly come first; nothing that was archived is
ever offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from resolver.entities import Entity, ListedLookup, RecentLookup, RefsLookup, Steps
from resolver.mentions import mentioned_by_speaker
from resolver.outcome import Ambiguous, Candidate, Missing, Outcome, Resolved
from resolver.setting import Setting, candidates_of
from resolver.values import DateValue, EntityValue, TextValue
from slots.calendar import say_date
from slots.tables import DatePolicy, Menu, SlotSpec

SHORT_MENU = 5
"""Options of a menu of likely entities (the spike's Q4)."""

LONGEST_MENU = 9
"""Options of any menu: one digit picks each (design.md, Turn and Reply)."""

Values = Mapping[str, Outcome]
"""Slot -> what became of it."""


def menu_options(slot: SlotSpec, outcome: Outcome, values: Values, setting: Setting) -> Steps[tuple[Candidate, ...]]:
    """Return the options to offer for a slot, the closing escape not among them; empty means to ask freeform."""
    if isinstance(outcome, Ambiguous):
        return outcome.candidates[:LONGEST_MENU]
    hints = outcome.hints if isinstance(outcome, Missing) else ()
    limit = SHORT_MENU if slot.menu in (Menu.RECENT, Menu.RECENT_MINE, Menu.MENTIONED) else LONGEST_MENU
    listed = yield from _STRATEGIES[slot.menu](slot, values, setting)
    merged: dict[str, Candidate] = {}
    for candidate in (*hints, *listed):
        merged.setdefault(candidate.value.model_dump_json(), candidate)
    return tuple(merged.values())[:limit]


def _none(slot: SlotSpec, values: Values, setting: Setting) -> Steps[tuple[Candidate, ...]]:
    return ()
    yield  # a generator, as the others are


def _types(slot: SlotSpec, values: Values) -> tuple[str, ...]:
    """Return the types to offer: the one that was said for the slot ("archive the client"), else all that it takes."""
    said = values.get(slot.type_slot) if slot.type_slot else None
    kind = said.value.text if isinstance(said, Resolved) and isinstance(said.value, TextValue) else ""
    return (kind,) if kind in slot.entities else slot.entities


def _recent(slot: SlotSpec, values: Values, setting: Setting) -> Steps[tuple[Candidate, ...]]:
    found = yield RecentLookup(_types(slot, values), _where(slot), "", SHORT_MENU)
    return candidates_of(tuple(found), setting)


def _recent_mine(slot: SlotSpec, values: Values, setting: Setting) -> Steps[tuple[Candidate, ...]]:
    types = _types(slot, values)
    found = yield RecentLookup(types, _where(slot), setting.actor.id, SHORT_MENU)
    if not found and types != slot.entities:
        found = yield ListedLookup(types, _where(slot), False, SHORT_MENU)
    return candidates_of(tuple(found), setting)


def _mentioned(slot: SlotSpec, values: Values, setting: Setting) -> Steps[tuple[Candidate, ...]]:
    mentioned = yield from mentioned_by_speaker(slot, setting)
    found: dict[tuple[str, str], Entity] = {entity.ref: entity for entity in mentioned}
    if len(found) < SHORT_MENU:
        filled = yield ListedLookup(_types(slot, values), _where(slot), True, SHORT_MENU + len(found))
        for entity in filled:
            found.setdefault(entity.ref, entity)
    return candidates_of(tuple(found.values())[:SHORT_MENU], setting)


def _listed(slot: SlotSpec, values: Values, setting: Setting) -> Steps[tuple[Candidate, ...]]:
    enabled = yield from _enabled_refs(slot, values)
    if enabled is not None:
        found = yield RefsLookup(enabled)
        usable = tuple(entity for entity in found if entity.is_active and entity.fits(slot.where))
    else:
        usable = tuple((yield ListedLookup(_types(slot, values), _where(slot), False, LONGEST_MENU)))
    return candidates_of(usable[:LONGEST_MENU], setting)


def _enabled_refs(slot: SlotSpec, values: Values) -> Steps[tuple[tuple[str, str], ...] | None]:
    """Return what is enabled on the entity of the ``listed_on`` slot; None when that is not known or says nothing."""
    holder = values.get(slot.listed_on)
    if not isinstance(holder, Resolved) or not isinstance(holder.value, EntityValue):
        return None
    found = yield RefsLookup(((holder.value.type, holder.value.id),))
    links = found[0].links if found else {}
    refs = tuple((kind, id_) for kind in slot.entities for id_ in links.get(kind, ()))
    return refs or None


def _choices(slot: SlotSpec, values: Values, setting: Setting) -> Steps[tuple[Candidate, ...]]:
    if slot.choices_from:
        found = yield ListedLookup((slot.choices_from,), (), False, LONGEST_MENU)
        return tuple(
            Candidate(value=TextValue(text=entity.name), label=entity.name, aliases=entity.aliases) for entity in found
        )
    return tuple(
        Candidate(value=TextValue(text=choice.name), label=choice.name, aliases=choice.aliases)
        for choice in slot.choices
    )


def _dates(slot: SlotSpec, values: Values, setting: Setting) -> Steps[tuple[Candidate, ...]]:
    return date_options(setting.today, slot.date_policy)
    yield  # a generator, as the others are


def date_options(today: date, policy: DatePolicy = DatePolicy.PAST) -> tuple[Candidate, ...]:
    """Return today, yesterday, the last working day before those, the same weekday last week; each once.

    For a slot that looks ahead: today, tomorrow, the next working day after those, the same weekday next week.
    """
    is_past = policy is DatePolicy.PAST
    day = timedelta(days=-1 if is_past else 1)
    working, week = today + 2 * day, today + 7 * day
    while working.isoweekday() > 5:
        working += day
    beside, which, counted = ("yesterday", "last", "a week ago") if is_past else ("tomorrow", "next", "in a week")
    aliases = {
        today: ("today",),
        today + day: (beside,),
        working: (f"{working:%A}",),
        week: (f"{week:%A} {which} week", f"{which} week", counted),
    }
    return tuple(
        Candidate(value=DateValue(day=when), label=say_date(when, today), aliases=names)
        for when, names in aliases.items()
    )


def _where(slot: SlotSpec) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(slot.where.items()))


_STRATEGIES: Mapping[Menu, Callable[[SlotSpec, Values, Setting], Steps[tuple[Candidate, ...]]]] = {
    Menu.NONE: _none,
    Menu.RECENT: _recent,
    Menu.RECENT_MINE: _recent_mine,
    Menu.MENTIONED: _mentioned,
    Menu.LISTED: _listed,
    Menu.CHOICES: _choices,
    Menu.DATES: _dates,
}
