"""Counting a log: turns, misses, fall-throughs, retries and unknowns for each verb, and turns for each tier."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from states.move import Code

COLUMNS = ("turns", "misses", "fall-throughs", "retries", "unknowns")
"""What is counted for each verb. A miss starts the verb and leaves a slot missing or ambiguous; a fall-through is
taken by nobody; a retry is a reply that gave no answer; an unknown ends without anybody knowing how."""

RETRIED = frozenset(
    code.value
    for code in (
        Code.PICK_RANGE,
        Code.PICK_WHICH,
        Code.NOT_UNDERSTOOD,
        Code.NOT_A_NAME,
        Code.UNREADABLE,
        Code.OUT_OF_BOUNDS,
        Code.WRONG_SIDE,
        Code.UNSURE,
        Code.NOT_DONE_YET,
        Code.CANNOT_SKIP,
    )
)
"""What is said to a reply that gave no answer."""


class LogStats:
    """The counts of a log."""

    def __init__(self, records: Iterable[str] = ()) -> None:
        self.verbs: dict[str, Counter[str]] = {}
        """Verb -> column -> turns; "(none)" for messages without a verb."""
        self.tiers: Counter[str] = Counter()
        """Tier -> turns; "(reply)" for what no tier took."""
        for record in records:
            self.add(record)

    def add(self, record: str) -> None:
        """Count one record."""
        entry = json.loads(record)
        read_as, failed = entry.get("read_as", ""), bool(entry.get("fallthrough_reason"))
        counts = self.verbs.setdefault(entry.get("verb_extracted") or "(none)", Counter())
        is_reply = read_as not in ("verb", "fallback", "")
        hits = {
            "turns": True,
            "misses": read_as == "verb" and bool(entry.get("missing") or entry.get("ambiguous")),
            "fall-throughs": failed and not is_reply,
            "retries": is_reply and not RETRIED.isdisjoint(entry.get("notes", ())),
            "unknowns": entry.get("state") == "unknown",
        }
        counts.update(column for column, is_hit in hits.items() if is_hit)
        self.tiers[entry.get("tier") or "(reply)"] += 1

    def markdown(self) -> str:
        """Return the counts as two tables."""
        rows = [f"| verb | {' | '.join(COLUMNS)} |", f"|---|{'---:|' * len(COLUMNS)}"]
        for verb, counts in sorted(self.verbs.items(), key=lambda one: (-one[1]["turns"], one[0])):
            rows.append(f"| {verb} | {' | '.join(str(counts[column]) for column in COLUMNS)} |")
        rows += ["", "| tier | turns |", "|---|---:|"]
        rows += [f"| {tier} | {count} |" for tier, count in sorted(self.tiers.items(), key=lambda one: -one[1])]
        return "\n".join(rows)
