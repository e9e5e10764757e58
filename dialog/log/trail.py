"""The trail of one turn: its decisions, with the answers they were made from, noted as they are made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dialog.driver import Notes, drive
from dialog.log.record import replay_json
from resolver.entities import Directory, Mention
from states.finish import Outcome, ToolOutcome, finish
from states.move import Decision, Moment
from states.step import decide


class Watched(tuple[Mention, ...]):
    """Mentions that know whether a rule looked at them: only then are they part of what was decided from."""

    is_read = False
    """Whether a rule looked."""

    def __iter__(self) -> Iterator[Mention]:
        self.is_read = True
        return super().__iter__()

    def __len__(self) -> int:
        self.is_read = True
        return super().__len__()


class Trail:
    """What one attempt at a turn was decided from."""

    def __init__(self) -> None:
        self._moment: Moment | None = None
        self._notes: Notes = []
        self._decision: Decision | None = None
        self._finishes: list[tuple[Outcome, Notes, Decision]] = []
        self._mentions = Watched()

    async def decide(self, moment: Moment, directory: Directory, tenant: str) -> Decision:
        """Decide a message, and note it in place of what was decided before."""
        self._mentions = Watched(moment.setting.mentions)
        self._moment, self._notes, self._finishes = moment, [], []
        watched = replace(moment, setting=replace(moment.setting, mentions=self._mentions))
        self._decision = await drive(decide(watched), directory, tenant, self._notes)
        return self._decision

    async def finish(
        self, moment: Moment, outcome: Outcome, directory: Directory, tenant: str, *, before: Decision
    ) -> Decision:
        """Decide what follows a run, and note it."""
        notes: Notes = []
        self._mentions.is_read |= _takes_up_more(moment, outcome)
        decision = await drive(finish(moment, outcome, before=before), directory, tenant, notes)
        self._finishes.append((outcome, notes, decision))
        return decision

    def finish_now(self, moment: Moment, outcome: Outcome, *, before: Decision) -> Decision | None:
        """Decide and note the same where nothing needs to be looked up; elsewhere None, and nothing is noted."""
        try:
            next(finish(moment, outcome, before=before))
        except StopIteration as stop:
            decision: Decision = stop.value
        else:
            return None
        self._mentions.is_read |= _takes_up_more(moment, outcome)
        self._finishes.append((outcome, [], decision))
        return decision

    def copy(self) -> Trail:
        """Return one that goes on from here by itself."""
        twin = Trail()
        twin.adopt(self)
        return twin

    def adopt(self, other: Trail) -> None:
        """Take what another one noted in place of what this one did."""
        self._moment, self._notes, self._decision = other._moment, other._notes, other._decision
        self._finishes, self._mentions = list(other._finishes), other._mentions

    @property
    def last(self) -> Decision | None:
        """The decision that the turn came to; None where none was made."""
        return self._finishes[-1][2] if self._finishes else self._decision

    def as_json(self, tables: str) -> str | None:
        """Return the record; None where no message was decided (an action settled after a crash)."""
        if self._moment is None or self._decision is None:
            return None
        mentions = self._moment.setting.mentions if self._mentions.is_read else ()
        return replay_json(self._moment, self._notes, self._decision, self._finishes, tables=tables, mentions=mentions)


def _takes_up_more(moment: Moment, outcome: Outcome) -> bool:
    """Whether more is decided after a run than its end: only then may a rule look at the mentions."""
    stack = moment.conversation.stack
    is_last = len(stack) == 1 and not stack[0].after
    return not (is_last and outcome.status is ToolOutcome.SUCCEEDED)
