"""Conversation cases: reading them, playing them, comparing what came of each turn.

Each case (:mod:`dialog.case_files`) is one conversation, played from its first
turn to its last against a fresh store in memory. Directories and tables are read
from the case file's own folder. What a turn must come to stands in its ``expect``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from dialog.case_files import read_cases
from dialog.directory import EntityDirectory, add_collection, read_tenant
from dialog.directory_keys import singular
from dialog.examples import load_example
from dialog.files import read_tables
from dialog.manager import DialogManager
from dialog.recording import Recorder, as_case
from dialog.store.sql import Key, Write
from dialog.testing import FrozenClock
from dialog.turn import Reply, Turn
from resolver.entities import Mention
from resolver.outcome import Resolved
from slots.errors import CaseError, DialogError
from slots.tables import TableSet
from states.pending import Conversation

STEP = timedelta(seconds=20)
"""The time between two turns of a case, unless it says otherwise."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """One played turn."""

    case: str
    """The case's id."""
    number: int
    """The turn's number, from 1."""
    say: str
    """What was said."""
    problems: tuple[str, ...]
    """What was not as expected, in words; empty when all was."""
    expected: Mapping[str, Any]
    """The turn's ``expect``."""
    outcome: Mapping[str, Any]
    """What it came to, in the words of ``expect``."""


@dataclass
class Report:
    """All played turns of some files."""

    turns: list[TurnResult] = field(default_factory=list)
    """In the order of the files."""

    def summary(self) -> dict[str, int]:
        """Return how many cases and turns there were and how many were as expected."""
        cases: dict[str, bool] = {}
        for turn in self.turns:
            cases[turn.case] = cases.get(turn.case, True) and not turn.problems
        good = sum(not turn.problems for turn in self.turns)
        return {"cases": len(cases), "cases_ok": sum(cases.values()), "turns": len(self.turns), "turns_ok": good}

    def as_json(self) -> dict[str, Any]:
        """Return the report as the JSON that ``verbflow eval --json`` writes."""
        return {
            "summary": self.summary(),
            "turns": [
                {
                    "case": turn.case,
                    "turn": turn.number,
                    "say": turn.say,
                    "ok": not turn.problems,
                    "problems": list(turn.problems),
                    "expected": dict(turn.expected),
                    "outcome": dict(turn.outcome),
                }
                for turn in self.turns
            ],
        }


# -- playing -------------------------------------------------------------------


async def play_file(path: Path) -> Report:
    """Play every case of a file."""
    report = Report()
    for case in read_cases(path):
        report.turns.extend(await play_case(case, path))
    return report


async def play_case(case: Mapping[str, Any], path: Path) -> list[TurnResult]:
    """Play one case against a fresh store."""
    name = str(case.get("id", ""))
    try:
        stage = _Stage(case, path)
    except (OSError, ValueError) as error:
        raise CaseError(str(error), file=str(path), case=name) from error
    results = []
    for number, turn in enumerate(case["turns"], 1):
        results.append(await stage.play(number, turn))
    stage.manager.close()
    return results


class _Stage:
    """What one case plays on."""

    def __init__(self, case: Mapping[str, Any], path: Path) -> None:
        self.case = case
        self.name = str(case.get("id", ""))
        self.clock = FrozenClock(datetime.fromisoformat(case["now"]))
        self.recorder = Recorder()
        self.directory = _directory(case, path)
        self.tenant = self.directory.tenants[0]
        self.manager = DialogManager(
            verbs=_tables(case, path),
            directory=self.directory,
            clock=self.clock,
            default_tool=self.recorder,
        )
        self.recorder.verbs, self.recorder.directory = self.manager.verbs, self.directory
        self._remember()

    def _remember(self) -> None:
        """Write the case's history into the log of mentions."""
        now = self.clock()
        entries = tuple(
            Mention(
                type=entry["type"],
                id=entry["id"],
                name=entry["name"],
                turn=f"history-{entry['minutes_ago']}",
                at=now - timedelta(minutes=entry["minutes_ago"]),
                by=entry.get("by", self.case["user"]),
            )
            for entry in self.case.get("history", ())
        )
        if entries:
            write = Write(
                key=Key(self.tenant, "case", "history"),
                version=0,
                conversation=Conversation(),
                at=now,
                mentions=entries,
            )
            self.manager._store.write(write)

    async def play(self, number: int, turn: Mapping[str, Any]) -> TurnResult:
        if number > 1:
            minutes = turn.get("after_minutes")
            self.clock.pass_time(timedelta(minutes=minutes) if minutes is not None else STEP)
        self.recorder.calls.clear()
        said = Turn(
            tenant=self.tenant,
            conversation="case",
            user=turn.get("by", self.case["user"]),
            text=turn["say"],
            message_id=turn.get("message_id", f"m{number}"),
            timezone=self.case.get("timezone", ""),
        )
        try:
            outcome = outcome_of(await self.manager.handle(said), self.recorder)
        except DialogError as error:
            raise CaseError(str(error), file=self.name, case=self.name, key=f"turns[{number - 1}]") from error
        expected = turn.get("expect", {})
        problems = [
            problem for key, wanted in expected.items() if (problem := CHECKS[key](wanted, outcome, key)) is not None
        ]
        return TurnResult(self.name, number, turn["say"], tuple(problems), expected, outcome)


def _tables(case: Mapping[str, Any], path: Path) -> TableSet:
    named = case.get("verbs", "agency")
    beside = path.parent / named
    return read_tables(beside) if beside.suffix == ".toml" else load_example(named).verbs


def _directory(case: Mapping[str, Any], path: Path) -> EntityDirectory:
    file = path.parent / case["directory"]
    content = json.loads(file.read_text(encoding="utf-8"))
    home = read_tenant(content, origin=str(file))
    names = {
        entry["id"]: entry["name"]
        for entries in content.values()
        if isinstance(entries, list)
        for entry in entries
        if isinstance(entry, dict) and "id" in entry
    }
    types = content.get("types", {})
    for collection, entries in case.get("add", {}).items():
        type_ = types.get(collection) or singular(collection)
        add_collection(home, collection, type_, entries, names, origin=f"{path}: {case.get('id')}: add", replaces=True)
    return EntityDirectory(home)


# -- what a turn came to -----------------------------------------------------------


def outcome_of(reply: Reply, recorder: Recorder) -> dict[str, Any]:
    """Return a reply in the words of ``expect``."""
    annotation = reply.annotation
    duplicate = reply.duplicate
    return {
        "verb": reply.verb,
        "slots": {name: as_case(one.value) for name, one in reply.slots.items() if isinstance(one, Resolved)},
        "missing": list(annotation.missing),
        "ambiguous": list(annotation.ambiguous),
        "state": reply.state,
        "asking": reply.asking,
        "menu": [option.value for option in reply.menu.options] if reply.menu is not None else [],
        "side_effects": [effect.model_dump() for effect in annotation.side_effects],
        "calls": [] if duplicate else [{"tool": tool, "args": args} for tool, args in recorder.calls],
        "reply": reply.text,
        "tier": annotation.tier or None,
        "lane": annotation.lane or None,
    }


Check = Callable[[Any, Mapping[str, Any], str], str | None]
"""(expected, outcome, key) -> what is wrong, or None."""


def _equal(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    return None if outcome[key] == wanted else f"{key}: expected {wanted!r}, got {outcome[key]!r}"


def _same_set(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    return None if set(outcome[key]) == set(wanted) else f"{key}: expected {wanted!r}, got {outcome[key]!r}"


def _includes(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    there = outcome[key.removesuffix("_includes")]
    lacking = [one for one in wanted if one not in there]
    return f"{key}: {lacking!r} not in {there!r}" if lacking else None


def _one_of(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    return None if outcome["state"] in wanted else f"state: expected one of {wanted!r}, got {outcome['state']!r}"


def _slots(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    wrong = {name: outcome["slots"].get(name) for name, value in wanted.items() if outcome["slots"].get(name) != value}
    return f"slots: expected { {name: wanted[name] for name in wrong}!r}, got {wrong!r}" if wrong else None


def _no_slots(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    there = [name for name in wanted if name in outcome["slots"]]
    return f"no_slots: {there!r} have values" if there else None


def _calls(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    ran = outcome["calls"]
    if [call["tool"] for call in wanted] != [call["tool"] for call in ran]:
        return f"calls: expected {[call['tool'] for call in wanted]!r}, got {[call['tool'] for call in ran]!r}"
    for want, got in zip(wanted, ran, strict=True):
        wrong = {name: got["args"].get(name) for name, v in want.get("args", {}).items() if got["args"].get(name) != v}
        if wrong:
            return f"calls: {want['tool']}: expected { {n: want['args'][n] for n in wrong}!r}, got {wrong!r}"
    return None


def _contains(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    lacking = [piece for piece in wanted if piece.casefold() not in outcome["reply"].casefold()]
    return f"reply lacks {lacking!r}: {outcome['reply']!r}" if lacking else None


def _lacks(wanted: Any, outcome: Mapping[str, Any], key: str) -> str | None:
    there = [piece for piece in wanted if piece.casefold() in outcome["reply"].casefold()]
    return f"reply holds {there!r}: {outcome['reply']!r}" if there else None


CHECKS: Mapping[str, Check] = {
    "verb": _equal,
    "slots": _slots,
    "no_slots": _no_slots,
    "missing": _same_set,
    "missing_includes": _includes,
    "ambiguous": _same_set,
    "state": _equal,
    "state_in": _one_of,
    "asking": _equal,
    "menu": _equal,
    "menu_includes": _includes,
    "side_effects": _equal,
    "calls": _calls,
    "reply_contains": _contains,
    "reply_lacks": _lacks,
    "lane": _equal,
    "tier": _equal,
}
"""What each key of an expectation (:class:`dialog.case_files.Expectation`) compares."""
