"""What a manager tells those who watch it, event by event: transitions, tool calls, outcomes, whole turns.

In: what a turn was decided as, its reply and the times of its steps. Out: plain
dicts of ``type`` and ``payload`` for the host's callbacks (``Hooks(on_event=...)``),
beside the routing's own (:mod:`dialog.routing.events`) and what people call things
(:mod:`dialog.aliases`). No payload here holds what a person said or what a slot holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import time_ns

from dialog.routing.events import Event
from dialog.turn import Reply, Turn
from states.move import Decision

TRANSITION, TOOL_CALLED, OUTCOME, TURN = "transition", "tool_called", "outcome", "turn"
"""The types, in the order in which a turn's events come."""


class Marks:
    """When the steps of a turn began and ended, in nanoseconds since the epoch."""

    def __init__(self) -> None:
        """Start the first step now."""
        self.steps: list[tuple[str, int, int]] = []
        """(name, start, end), in order; a turn that is decided again has its steps again."""
        self._at = time_ns()

    def mark(self, name: str) -> None:
        """End the step that runs, under its name, and start the next one."""
        now = time_ns()
        self.steps.append((name, self._at, now))
        self._at = now


def turn_events(turn: Turn, decision: Decision, reply: Reply, marks: Marks) -> Iterator[Event]:
    """Yield the events of an answered turn: each transition and tool call, what ended, and the turn itself."""
    whose = {"tenant": turn.tenant, "conversation": turn.conversation, "message_id": turn.message_id}
    for step in decision.transitions:
        moved = {"verb": step.verb, "from": step.source, "trigger": step.trigger, "to": step.dest}
        yield {"type": TRANSITION, "payload": {**whose, **moved}}
    for run in reply.results:
        yield {"type": TOOL_CALLED, "payload": {**whose, "verb": reply.verb, "tool": run.tool, "ok": run.ok}}
    if decision.ended is not None:
        yield {"type": OUTCOME, "payload": {**whose, "verb": decision.ended.verb, "state": decision.ended.state}}
    started, ended = marks.steps[0][1], marks.steps[-1][2]
    yield {
        "type": TURN,
        "payload": {
            **whose,
            "verb": reply.verb,
            "state": reply.state,
            "handled": reply.handled,
            "tier": reply.annotation.tier,
            "lane": reply.annotation.lane,
            "ms": round((ended - started) / 1_000_000, 3),
            "steps": list(marks.steps),
        },
    }
