"""For hosts' tests: a clock that stands still, and a chat that reads like a transcript.

::

    chat = Chat(manager, tenant="studio", user="u2")
    (await chat.say("log 3h")).expects(state="awaiting_menu_choice", asking="task_name")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from dialog.turn import Reply, Turn
from resolver.outcome import Resolved
from resolver.values import plain

if TYPE_CHECKING:
    from dialog.manager import DialogManager


class FrozenClock:
    """A clock that shows the same time until it is told to move."""

    def __init__(self, now: datetime) -> None:
        """Stand at a time, which must be aware."""
        if now.tzinfo is None:
            raise ValueError("a clock's time needs an offset, for example 2026-05-20T10:00:00-04:00")
        self.now = now
        """The time it shows."""

    def __call__(self) -> datetime:
        """Return the time."""
        return self.now

    def pass_time(self, span: timedelta) -> None:
        """Move by a span, back too."""
        self.now += span


@dataclass(frozen=True, slots=True)
class Said:
    """A reply, with the questions a test asks of it."""

    reply: Reply
    """The reply itself."""

    def expects(
        self,
        *,
        state: str | None = None,
        asking: str | None = None,
        slots: Mapping[str, str] | None = None,
        menu: Sequence[str] | None = None,
        calls: Sequence[str] | None = None,
        contains: Sequence[str] | str = (),
    ) -> Said:
        """Check what is given; raises ``AssertionError`` that shows the whole reply. Returns itself for chains.

        ``slots`` compares values in plain text (names, numbers, ISO days), ``menu`` the real options'
        labels, ``calls`` the tools that ran in this turn, in order.
        """
        reply = self.reply
        pieces = (contains,) if isinstance(contains, str) else tuple(contains)
        shown = {name: plain(one.value) for name, one in reply.slots.items() if isinstance(one, Resolved)}
        labels = [option.label for option in reply.menu.options] if reply.menu is not None else []
        rows: tuple[tuple[str, object, object], ...] = (
            ("state", state, reply.state),
            ("asking", asking, reply.asking),
            ("slots", slots, {name: shown.get(name) for name in slots or {}}),
            ("menu", list(menu) if menu is not None else None, labels),
            ("calls", list(calls) if calls is not None else None, [run.tool for run in reply.results]),
        )
        for what, wanted, got in rows:
            if wanted is not None and wanted != got:
                raise AssertionError(f"{what}: expected {wanted!r}, got {got!r}\nreply: {reply.text}")
        for piece in pieces:
            if piece.casefold() not in reply.text.casefold():
                raise AssertionError(f"{piece!r} is not in the reply: {reply.text}")
        return self


class Chat:
    """One person's side of a conversation."""

    def __init__(
        self,
        manager: DialogManager,
        *,
        tenant: str,
        user: str,
        conversation: str = "test",
        clock: FrozenClock | None = None,
    ) -> None:
        """Talk to a manager; a clock that is given moves on 20 seconds with every message."""
        self.manager, self.tenant, self.user, self.conversation = manager, tenant, user, conversation
        self._clock = clock
        self._count = 0

    async def say(self, text: str, *, message_id: str = "") -> Said:
        """Say something and return the reply."""
        if self._clock is not None and self._count:
            self._clock.pass_time(timedelta(seconds=20))
        self._count += 1
        turn = Turn(
            tenant=self.tenant,
            conversation=self.conversation,
            user=self.user,
            text=text,
            message_id=message_id or f"{self.user}-{self._count}",
        )
        return Said(await self.manager.handle(turn))
