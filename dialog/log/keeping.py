"""Keeping the log: what a turn's row holds, the stream of records, and how long rows are kept.

In: what a turn writes. Out: the row with its record, masked where a slot is sensitive; the same record as one
line of JSON on a stream when asked; old rows deleted once in a while.
"""

from __future__ import annotations

import logging
import re
from datetime import datetime, timedelta
from threading import Lock
from typing import TextIO

from dialog.log.annotation import Annotation
from dialog.log.masking import masked, sensitive_slots
from dialog.log.record import table_mark
from dialog.log.trail import Trail
from dialog.store.audit import prune
from dialog.store.sql import SqlStore, Write
from dialog.turn import Reply
from slots.compiled import CompiledSet
from slots.errors import StoreError
from states.move import Decision
from states.pending import Conversation

logger = logging.getLogger(__name__)

KEEP = timedelta(days=90)
"""How long records are kept where a host says nothing else."""

PRUNE_EVERY = timedelta(hours=1)
"""How often a running manager looks for records that are too old."""

PRUNE_AT_MOST = 1000
"""Records that one turn deletes at most, so that no turn is slow."""

_RAW = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""What JSON lets stand and a terminal or a line reader takes for more than text: controls, separators, bidi marks."""


def one_line(record: str) -> str:
    """Return a JSON record as one line in which no line break, escape code or bidi mark stands raw."""
    return _RAW.sub(lambda found: f"\\u{ord(found[0]):04x}", record)


class TurnLog:
    """The log of one manager."""

    def __init__(
        self, store: SqlStore, tables: CompiledSet, *, keep: timedelta | None = KEEP, stream: TextIO | None = None
    ) -> None:
        """Keep records in a store for a time (None: for ever), and write each to a stream when one is given."""
        self._store, self._keep, self._stream = store, keep, stream
        self._mark, self._tables = table_mark(tables.tables), tables
        self._is_guarded = bool(sensitive_slots(tables.tables))
        self._lock = Lock()
        self._pruned: datetime | None = None

    def texts(self, trail: Trail, before: Conversation, decision: Decision, reply: Reply) -> tuple[str, str]:
        """Return the reply and the log record of a turn as JSON, both without sensitive values in the annotation."""
        hidden = masked(reply.annotation, before, decision, self._tables) if self._is_guarded else None
        if hidden is None:
            replay = trail.as_json(self._mark)
            record = reply.annotation.model_dump_json()
            return reply.model_dump_json(), f'{record[:-1]},"replay":{replay}}}' if replay else record
        kept = reply.model_copy(update={"annotation": hidden, "slots": dict(hidden.resolutions)})
        return kept.model_dump_json(), f'{hidden.model_dump_json()[:-1]},"hidden":"masked"}}'

    def write(self, write: Write) -> bool:
        """Write a turn to the store and, once it is there, its record to the stream; False when it was not written."""
        if not self._store.write(write):
            return False
        self.wrote(write)
        return True

    def wrote(self, write: Write) -> None:
        """Write the record of a turn that the store has to the stream, and delete what is too old."""
        if write.annotation is not None:
            self._tell(write.annotation)
            self._prune(write.at)

    def _tell(self, record: str) -> None:
        """Write a record to the stream; the turn is kept already, so a stream that is closed or full ends nothing."""
        if self._stream is None:
            return
        line = one_line(Annotation.model_validate_json(record).model_dump_json())
        try:
            with self._lock:
                self._stream.write(f"{line}\n")
                self._stream.flush()
        except (OSError, ValueError) as error:
            logger.warning("a record was not written to the stream: %s", error)

    def _prune(self, now: datetime) -> None:
        """Delete some of what is too old, when that was not looked at for a while; a busy store is left alone."""
        is_soon = self._pruned is not None and timedelta() <= now - self._pruned < PRUNE_EVERY
        if self._keep is None or is_soon:
            return
        try:
            count = prune(self._store, now - self._keep, at_most=PRUNE_AT_MOST)
        except StoreError as error:
            logger.warning("the log was not pruned: %s", error)
            count = 0
        self._pruned = now if count < PRUNE_AT_MOST else None
