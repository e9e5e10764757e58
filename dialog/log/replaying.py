"""Deciding logged turns again, from what they recorded: no directory, no clock, no network.

In: log records and tables. Out: for each whether the decision is the same, differs (and where), or cannot be
replayed. With the tables that the log was made with nothing differs; with changed ones this is the regression
report: which messages would now be read otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from dataclasses import fields as dataclass_fields
from itertools import islice
from typing import Any, TypeVar

from pydantic import ValidationError

from dialog.log.record import VERSION, Asked, Decided, Replay, lookup_mark, read_run, table_mark
from dialog.plurals import counted
from dialog.routing.router import Router
from dialog.routing.settings import DEFAULT_ROUTING, RoutingSettings
from resolver.entities import Entity, Lookup, Steps
from slots.compiled import CompiledSet, compile_tables
from slots.errors import TransitionError
from slots.tables import TableSet
from slots.text import key_of
from states.controls import is_question
from states.finish import finish
from states.machine import VerbMachine
from states.move import Decision, Moment
from states.pending import Conversation
from states.routes import RouteTier
from states.step import decide

T = TypeVar("T")

CHUNK = 200
"""Records that a process takes at once."""

SHOWN = 3
"""Differences of one turn that its line names."""

TOLD = 120
"""Characters of a look-up that a line shows."""

Progress = Callable[[int], None]
"""Called with the number of records done so far."""


@dataclass(frozen=True, slots=True)
class Differing:
    """A turn that would now be decided otherwise."""

    message_id: str
    """The message."""
    text: str
    """What was said."""
    where: tuple[str, ...]
    """What differs, each "path: before -> now"."""


@dataclass(slots=True)
class ReplayReport:
    """What replaying a log came to."""

    equal: int = 0
    """Turns decided as they were."""
    differing: list[Differing] = field(default_factory=list)
    """Turns that would now be decided otherwise."""
    skipped: dict[str, int] = field(default_factory=dict)
    """Why not replayable -> how many."""
    other_tables: int = 0
    """Replayed turns that other tables had decided."""

    @property
    def replayed(self) -> int:
        """How many turns were decided again."""
        return self.equal + len(self.differing)

    def add(self, other: ReplayReport) -> None:
        """Take in the report of another part of the log."""
        self.equal += other.equal
        self.differing.extend(other.differing)
        self.other_tables += other.other_tables
        for why, count in other.skipped.items():
            self.skipped[why] = self.skipped.get(why, 0) + count

    def lines(self, at_most: int = 50) -> list[str]:
        """Return the report in lines: what differs first, the sum last."""
        found = [f"{one.message_id} {one.text!r}: {'; '.join(one.where)}" for one in self.differing[:at_most]]
        if len(self.differing) > at_most:
            found.append(f"... and {len(self.differing) - at_most} more")
        found.append(f"{len(self.differing):,} of {counted(self.replayed, 'message')} would now be read otherwise")
        if self.other_tables:
            were = "was" if self.other_tables == 1 else "were"
            found.append(f"{self.other_tables:,} of them {were} decided by other tables than these")
        if self.skipped:
            listed = ", ".join(f"{count:,} {why}" for why, count in sorted(self.skipped.items()))
            found.append(f"not replayable: {sum(self.skipped.values()):,} ({listed})")
        return found


class _UnrecordedError(Exception):
    """A rule asks what was not asked when the record was made."""

    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup
        super().__init__(type(lookup).__name__)


class Replayer:
    """Decides records again over one table set."""

    def __init__(self, tables: TableSet, settings: RoutingSettings = DEFAULT_ROUTING) -> None:
        """Compile the tables; the settings say which of their rules route what other tables had routed."""
        self._mark, self._tables = table_mark(tables), compile_tables(tables)
        self._machines = {verb.name: VerbMachine(verb) for verb in tables.verbs}
        self._router = Router(tables, settings)

    def replay(self, records: Iterable[str]) -> ReplayReport:
        """Decide records again; each is JSON as the log keeps it."""
        report = ReplayReport()
        for record in records:
            self._one(record, report)
        return report

    def _one(self, record: str, report: ReplayReport) -> None:
        try:
            entry = json.loads(record)
            kept = entry.get("replay")
            recorded = Replay.model_validate(kept) if kept and kept.get("version") == VERSION else None
        except (ValueError, ValidationError, AttributeError):
            report.skipped["unreadable"] = report.skipped.get("unreadable", 0) + 1
            return
        if recorded is None:
            why = entry.get("hidden") or ("of another version" if kept else "without a record")
            report.skipped[why] = report.skipped.get(why, 0) + 1
            return
        is_same = recorded.tables == self._mark
        report.other_tables += not is_same
        where = self._differences(recorded, is_same=is_same)
        if where:
            report.differing.append(Differing(entry["message_id"], recorded.text, tuple(where)))
        else:
            report.equal += 1

    def _differences(self, recorded: Replay, *, is_same: bool) -> list[str]:
        entities = recorded.all_entities()
        moment = recorded.moment(self._tables, self._machines)
        if not is_same:
            moment = self._on_new_tables(moment, entities)
        try:
            for was, now in self._decisions(recorded, moment, entities):
                found = list(islice(_compare(_comparable(was, is_same), _comparable(now, is_same), ""), SHOWN + 1))
                if found:
                    return [*found[:SHOWN], "..."] if len(found) > SHOWN else found
        except _UnrecordedError as unknown:
            return [f"it asks what was not asked then ({_told(unknown.lookup)})"]
        except (TransitionError, KeyError) as error:
            return [f"it can no longer be decided ({type(error).__name__}: {error})"]
        return []

    def _decisions(
        self, recorded: Replay, moment: Moment, entities: tuple[Entity, ...]
    ) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Yield each decision of a turn as it was and as it is now."""
        decision = _drive(decide(moment), recorded.asked, entities)
        yield recorded.decision, _plain(decision)
        for run in recorded.finishes:
            after = replace(moment, conversation=decision.conversation)
            decision = _drive(finish(after, read_run(run.outcome), before=decision), run.asked, entities)
            yield run.decision, _plain(decision)

    def _on_new_tables(self, moment: Moment, entities: tuple[Entity, ...]) -> Moment:
        """Return a moment as these tables would have met it: routed by their rules, open actions begun by them."""
        known = {(one.type, key_of(name)) for one in entities if one.is_active for name in (one.name, *one.aliases)}
        routed = moment.routed
        if routed is None or routed.tier not in (RouteTier.SEMANTIC, RouteTier.FALLBACK):
            routed = self._router.route(
                moment.text,
                is_known=lambda kind, words: (kind, key_of(words)) in known,
                is_question=is_question(moment.text),
            )
        return replace(moment, routed=routed, conversation=_adopted(moment.conversation, self._tables))


def _adopted(conversation: Conversation, tables: CompiledSet) -> Conversation:
    """Return what was open with the marks of these tables where the slots are the same: that is no drift to report."""
    stack = []
    for pending in conversation.stack:
        verb = tables.verb(pending.verb)
        if verb is not None and {slot.name for slot in verb.spec.slots} == set(pending.slots):
            stack.append(pending.model_copy(update={"fingerprint": verb.fingerprint}))
        else:
            stack.append(pending)
    return conversation.model_copy(update={"stack": tuple(stack)})


def _drive(steps: Steps[T], asked: tuple[Asked, ...], entities: tuple[Entity, ...]) -> T:
    """Run a rule to its end with recorded answers, the first of a lookup for each time it is asked."""
    answers: dict[tuple[str, str], list[tuple[Entity, ...]]] = {}
    for kind, mark, places in reversed(asked):
        answers.setdefault((kind, mark), []).append(tuple(entities[place] for place in places))
    try:
        lookup = next(steps)
        while True:
            found = answers.get(lookup_mark(lookup))
            if found is None:
                raise _UnrecordedError(lookup)
            lookup = steps.send(found.pop() if len(found) > 1 else found[0])
    except StopIteration as stop:
        result: T = stop.value
        return result


def _told(lookup: Lookup) -> str:
    """Return what a look-up asks, in short: "NamesLookup: museum, museumcare; task"."""
    values = (getattr(lookup, one.name) for one in dataclass_fields(lookup))
    told = "; ".join(", ".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in values if one)
    whole = f"{type(lookup).__name__}: {told}"
    return whole if len(whole) <= TOLD else f"{whole[:TOLD]}..."


# -- comparing -----------------------------------------------------------------


def _plain(decision: Decision) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Decided.of(decision).as_json())
    return found


def _comparable(value: Any, is_same: bool) -> Any:
    """Return a decision without what only says which table it was made with."""
    if is_same:
        return value
    if isinstance(value, dict):
        return {key: _comparable(part, is_same) for key, part in value.items() if key not in ("fingerprint", "nouns")}
    return [_comparable(part, is_same) for part in value] if isinstance(value, list) else value


def _compare(was: Any, now: Any, path: str) -> Iterator[str]:
    """Yield "path: before -> now" for every part that differs, how it was read first."""
    if was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict):
        names = sorted({*was, *now}, key=lambda name: (_ORDER.get(name, len(_ORDER)), name))
        for name in names:
            yield from _compare(was.get(name), now.get(name), f"{path}.{name}" if path else name)
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for number, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _compare(one, other, f"{path}[{number}]")
    else:
        yield f"{path}: {_short(was)} -> {_short(now)}"


_ORDER = {"read_as": 0, "verb": 1, "trace": 2, "phrases": 3, "ended": 4, "notes": 5, "plan": 6, "conversation": 7}
"""What is told first."""


def _short(value: Any) -> str:
    if value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


# -- whose tables ----------------------------------------------------------------


def has_tables(records: Iterable[str], tables: TableSet) -> bool:
    """Whether a log was made with these tables or one of their verbs; True for a log that names none.

    Each is known by its mark, so a verb of the same name that says something else does not count.
    """
    known = {table_mark(tables), *(verb.fingerprint for verb in compile_tables(tables).verbs.values())}
    names_one = False
    for record in records:
        marks = _marks(record)
        if not known.isdisjoint(marks):
            return True
        names_one = names_one or bool(marks)
    return not names_one


def _marks(record: str) -> set[str]:
    """Return the marks of a record's table set and of its verb's table."""
    try:
        entry = json.loads(record)
        return {mark for mark in (entry.get("tables"), (entry.get("replay") or {}).get("tables")) if mark}
    except (ValueError, AttributeError):
        return set()


# -- several processes ---------------------------------------------------------


_replayers: list[Replayer] = []
"""The replayer of a worker process, made once."""


def _start_worker(tables: TableSet, settings: RoutingSettings) -> None:
    _replayers[:] = [Replayer(tables, settings)]


def _work(records: list[str]) -> tuple[int, ReplayReport]:
    return len(records), _replayers[0].replay(records)


def replay_log(
    records: Iterable[str],
    tables: TableSet,
    *,
    settings: RoutingSettings = DEFAULT_ROUTING,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ReplayReport:
    """Decide every record again, in several processes when asked; the report is in the order of the records."""
    report, done = ReplayReport(), 0
    tell = progress or (lambda count: None)
    for count, part in _parts(_chunks(records), tables, settings, jobs=jobs):
        report.add(part)
        done += count
        tell(done)
    return report


def _parts(
    chunks: Iterator[list[str]], tables: TableSet, settings: RoutingSettings, *, jobs: int
) -> Iterator[tuple[int, ReplayReport]]:
    if jobs <= 1:
        replayer = Replayer(tables, settings)
        for chunk in chunks:
            yield len(chunk), replayer.replay(chunk)
        return
    with ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(tables, settings)) as pool:
        waiting: list[Future[tuple[int, ReplayReport]]] = []
        for chunk in chunks:
            waiting.append(pool.submit(_work, chunk))
            if len(waiting) > 2 * jobs:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()


def _chunks(records: Iterable[str]) -> Iterator[list[str]]:
    left = iter(records)
    while chunk := list(islice(left, CHUNK)):
        yield chunk
