"""What the log keeps of a turn beside its annotation: everything that deciding it again needs.

In: a moment, the lookups with their answers, the decisions. Out: one JSON object that gives the same moment
and the same answers back, with no directory and no clock. Entities stand in it once; a lookup is a short mark
and the places of its answer among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import date, datetime, timedelta
from hashlib import blake2b, sha256
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from dialog.log.annotation import Annotation
from resolver.entities import Actor, Entity, Lookup, Mention
from resolver.outcome import Outcome
from resolver.setting import Setting
from resolver.values import EntityValue
from slots.compiled import CompiledSet
from slots.tables import TableSet
from states.finish import Outcome as RunOutcome
from states.finish import ToolOutcome
from states.machine import VerbMachine
from states.move import Decision, Limits, Logged, Moment
from states.pending import Conversation, Plan
from states.routes import Routed, RouteHit, RouteTier

VERSION = 1
"""The shape of the record that this version writes; another one is not replayed."""

Asked = tuple[str, str, tuple[int, ...]]
"""(kind, mark, places of the answer among the entities) of one lookup."""

MentionParts = tuple[str, str, str, str, datetime, str, bool]
"""(type, id, name, turn, at, by, created) of one entry of the log of mentions."""

Noted = Sequence[tuple[Lookup, tuple[Entity, ...]]]
"""Lookups with their answers, in order."""


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True)


class FinishRecord(_Kept):
    """One run of a plan, and what was decided after it."""

    outcome: dict[str, Any]
    """What running came to."""
    asked: tuple[Asked, ...]
    """The lookups of the decision after it."""
    decision: dict[str, Any]
    """That decision, as :class:`Decided` writes it."""


class Replay(_Kept):
    """What one turn was decided from, and the decision."""

    version: int
    """The shape of this record."""
    tables: str
    """The fingerprint of the table set."""
    text: str
    """The message, cleaned."""
    turn: str
    """The turn's id."""
    before: Conversation
    """What was open."""
    actor: dict[str, Any]
    """Who spoke, with permissions."""
    now: datetime
    """The clock."""
    zone: str | None = None
    """The IANA name of the clock's zone, where it had one."""
    today: date
    """The speaker's day."""
    mentions: tuple[MentionParts, ...] = ()
    """The log of mentions; empty when no rule looked at it."""
    limits: tuple[float, int, int]
    """Patience in seconds, tries, depth."""
    may_confirm: bool = True
    """Whether the words came from the person."""
    is_late: bool = False
    """Whether it was meant for another question than the open one."""
    reads_only: bool = False
    """Whether only what reads might take it."""
    routed: dict[str, Any] | None = None
    """What the routing found."""
    entities: tuple[dict[str, Any], ...] = ()
    """Every entity of an answer, once."""
    asked: tuple[Asked, ...] = ()
    """The lookups of the decision, in order."""
    decision: dict[str, Any]
    """The decision, as :class:`Decided` writes it."""
    finishes: tuple[FinishRecord, ...] = ()
    """The runs of the turn's plans, in order."""

    def moment(self, tables: CompiledSet, machines: Mapping[str, VerbMachine]) -> Moment:
        """Return the moment that was decided, over some tables."""
        now = self.now.astimezone(ZoneInfo(self.zone)) if self.zone else self.now
        patience, tries, depth = self.limits
        return Moment(
            setting=Setting(tables, _actor(self.actor), now, self.today, tuple(map(_mention, self.mentions))),
            conversation=self.before,
            text=self.text,
            turn=self.turn,
            machines=machines,
            limits=Limits(timedelta(seconds=patience), tries, depth),
            may_confirm=self.may_confirm,
            is_late=self.is_late,
            routed=_routed(self.routed),
            reads_only=self.reads_only,
        )

    def all_entities(self) -> tuple[Entity, ...]:
        """Return the entities that the lookups were answered with."""
        return tuple(_entity(one) for one in self.entities)


class Entry(Annotation):
    """An annotation as the log keeps it."""

    hidden: str = ""
    """Why texts are missing from it: ``masked``, ``erased``; empty when none are."""
    replay: Replay | None = None
    """What deciding it again needs; None where it is masked, erased, or was settled after a crash."""


class Decided(_Kept):
    """A decision as plain values, to be compared; never made into a decision again."""

    conversation: Conversation
    """What was open afterwards."""
    notes: tuple[tuple[str, dict[str, str]], ...] = ()
    """(code, facts) of what was said."""
    ended: tuple[str, str] | None = None
    """(verb, state) of what ended."""
    ended_slots: dict[str, Outcome] = Field(default_factory=dict)
    """Its slots."""
    plan: Plan | None = None
    """What was to run."""
    logged: tuple[tuple[str, str, str, bool], ...] = ()
    """(type, id, name, created) of the new mentions."""
    trace: dict[str, str] = Field(default_factory=dict)
    """How the message was read: ``read_as``, ``verb``, ``trigger``, ``fallthrough``, ``form``, and what was left."""
    phrases: dict[str, str] = Field(default_factory=dict)
    """Slot -> the words that were taken for it."""
    is_handled: bool = True
    """Whether somebody took the message."""
    route: str = ""
    """The host's route that took it."""
    fills: dict[str, str] = Field(default_factory=dict)
    """What its capture found."""

    @classmethod
    def of(cls, decision: Decision) -> Decided:
        """Return a decision as plain values."""
        trace, ended, extraction = decision.trace, decision.ended, decision.trace.extraction
        read = {name: getattr(trace, name) for name in ("read_as", "verb", "trigger", "fallthrough")}
        if extraction is not None:
            read |= {"form": extraction.form, "leftover": " | ".join(extraction.leftover)}
        return cls.model_construct(
            conversation=decision.conversation,
            notes=tuple((note.code.value, dict(note.facts)) for note in decision.notes),
            ended=(ended.verb, ended.state) if ended is not None else None,
            ended_slots=dict(ended.slots) if ended is not None else {},
            plan=decision.plan,
            logged=tuple((one.type, one.id, one.name, one.is_created) for one in decision.logged),
            trace={name: text for name, text in read.items() if text},
            phrases={phrase.slot: phrase.text for phrase in extraction.phrases} if extraction is not None else {},
            is_handled=decision.is_handled,
            route=decision.route,
            fills=dict(decision.fills),
        )

    def as_json(self) -> str:
        """Return it as JSON, without what is the default."""
        return self.model_dump_json(exclude_defaults=True)


def table_mark(tables: TableSet) -> str:
    """Return a short mark of a whole table set: it changes when any table does."""
    return sha256(tables.model_dump_json().encode()).hexdigest()[:16]


def lookup_mark(lookup: Lookup) -> tuple[str, str]:
    """Return a lookup's kind and a short mark: the same in every process, another for every other lookup."""
    kind = type(lookup).__name__.removesuffix("Lookup").lower()
    return kind, blake2b(repr(lookup).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


# -- writing -------------------------------------------------------------------


class Shelf:
    """The entities of one record, each once."""

    def __init__(self) -> None:
        self.entities: list[Entity] = []
        """In the order of their first answer."""
        self._places: dict[tuple[str, str], list[int]] = {}

    def place(self, entity: Entity) -> int:
        """Return an entity's place; another version of the same id has one of its own."""
        known = self._places.setdefault(entity.ref, [])
        for place in known:
            if self.entities[place] is entity or self.entities[place] == entity:
                return place
        known.append(len(self.entities))
        self.entities.append(entity)
        return known[-1]

    def asked(self, noted: Noted) -> tuple[Asked, ...]:
        """Return lookups with the places of their answers."""
        return tuple((*lookup_mark(lookup), tuple(map(self.place, found))) for lookup, found in noted)


def replay_json(
    moment: Moment,
    noted: Noted,
    decision: Decision,
    finishes: Iterable[tuple[RunOutcome, Noted, Decision]],
    *,
    tables: str,
    mentions: tuple[Mention, ...],
) -> str:
    """Return a turn's record as JSON; ``mentions`` are those that a rule looked at."""
    shelf = Shelf()
    limits, now = moment.limits, moment.setting.now
    zone = now.tzinfo.key if isinstance(now.tzinfo, ZoneInfo) else None
    asked = shelf.asked(noted)
    runs = [(_run(outcome), shelf.asked(after), decided) for outcome, after, decided in finishes]
    parts: dict[str, object] = {
        "version": VERSION,
        "tables": tables,
        "text": moment.text,
        "turn": moment.turn,
        "actor": _spare(moment.setting.actor),
        "now": now.isoformat(),
        "zone": zone,
        "today": moment.setting.today.isoformat(),
        "limits": (limits.patience.total_seconds(), limits.tries, limits.depth),
        "may_confirm": None if moment.may_confirm else False,
        "is_late": moment.is_late or None,
        "reads_only": moment.reads_only or None,
        "routed": _spare(moment.routed) if moment.routed is not None else None,
        "asked": asked,
        "entities": [_spare(entity) for entity in shelf.entities],
    }
    text = _compact({name: value for name, value in parts.items() if value is not None})
    whole = [
        ("before", moment.conversation.model_dump_json(exclude_none=True)),
        ("mentions", _compact([_listed(one) for one in mentions])),
        ("decision", Decided.of(decision).as_json()),
        ("finishes", f"[{','.join(_finish_json(*run) for run in runs)}]"),
    ]
    return text[:-1] + "".join(f',"{name}":{value}' for name, value in whole if value != "[]") + "}"


def _finish_json(outcome: dict[str, Any], asked: tuple[Asked, ...], decision: Decision) -> str:
    text = _compact({"outcome": outcome, "asked": asked})
    return f'{text[:-1]},"decision":{Decided.of(decision).as_json()}}}'


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_as_plain)


def _as_plain(value: object) -> object:
    """Return what JSON does not know as what it does; what hosts put into attributes is text."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    if isinstance(value, RouteHit):
        return _spare(value)
    return str(value)


def _spare(value: Any) -> dict[str, Any]:
    """Return a frozen dataclass as a dict without what is empty or the default."""
    found: dict[str, Any] = {}
    for field in fields(value):
        part = getattr(value, field.name)
        is_empty = field.default is MISSING and field.default_factory is not MISSING and not part
        if not is_empty and (field.default is MISSING or part != field.default):
            found[field.name] = part
    return found


def _listed(mention: Mention) -> tuple[object, ...]:
    one = mention
    return one.type, one.id, one.name, one.turn, one.at.isoformat(), one.by, one.is_created


def _run(outcome: RunOutcome) -> dict[str, Any]:
    found = _spare(outcome)
    found["logged"] = [_spare(entry) for entry in outcome.logged]
    found["created"] = [(slot, value.model_dump(mode="json")) for slot, value in outcome.created]
    return found


# -- reading -------------------------------------------------------------------


def _entity(found: Mapping[str, Any]) -> Entity:
    lists = {name: tuple(found[name]) for name in ("aliases", "handles") if name in found}
    links = {kind: tuple(ids) for kind, ids in found.get("links", {}).items()}
    return Entity(**{**found, **lists, **({"links": links} if links else {})})


def _mention(found: MentionParts) -> Mention:
    names = ("type", "id", "name", "turn", "at", "by", "is_created")
    return Mention(**dict(zip(names, found, strict=True)))


def _actor(found: Mapping[str, Any]) -> Actor:
    return Actor(**{**found, "permissions": frozenset(found.get("permissions", ()))})


def _routed(found: Mapping[str, Any] | None) -> Routed | None:
    if found is None:
        return None
    hits = tuple(RouteHit(**hit) for hit in found["hits"])
    return Routed(**{**found, "tier": RouteTier(found["tier"]), "hits": hits})


def read_run(found: Mapping[str, Any]) -> RunOutcome:
    """Return what running a plan came to, from its record."""
    return RunOutcome(
        status=ToolOutcome(found["status"]),
        reason=found.get("reason", ""),
        text=found.get("text", ""),
        logged=tuple(Logged(**entry) for entry in found.get("logged", ())),
        keeps_key=found.get("keeps_key", False),
        created=tuple((slot, EntityValue.model_validate(value)) for slot, value in found.get("created", ())),
    )
