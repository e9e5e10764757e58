"""The operators' commands over a store's log: ``verbflow explain``, ``log`` and ``replay``.

In: the command's words. Out: lines on the standard output, and the exit status. Nothing here changes a
conversation but ``log erase``, and nothing calls a tool.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from dialog.examples import load_example
from dialog.files import read_tables
from dialog.log.erasing import erase_person
from dialog.log.explaining import explain
from dialog.log.keeping import KEEP, one_line
from dialog.log.record import Entry
from dialog.log.replaying import has_tables, replay_log
from dialog.log.stats import LogStats
from dialog.plurals import counted
from dialog.routing.settings import SETTINGS_FORM, read_settings
from dialog.store.audit import LogRow, all_rows, count_rows, find_message, newest, prune
from dialog.store.sql import SqlStore
from slots.errors import StoreError


class _Closing(Protocol):
    def close(self) -> None: ...


Opened = TypeVar("Opened", bound=_Closing)

OK, WRONG, UNREADABLE = 0, 1, 2
"""The exit statuses."""

_SPAN = re.compile(r"(?P<count>[0-9]{1,5})(?P<unit>[dhw])")
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


def read_span(text: str) -> timedelta:
    """Return a span of time as the command writes it ("90d", "12h", "4w"); ``argparse`` tells what is wrong."""
    found = _SPAN.fullmatch(text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no span; write it as 90d, 12h or 4w")
    return timedelta(**{_UNITS[found["unit"]]: int(found["count"])})


def run_explain(options: argparse.Namespace) -> int:
    """Explain one message."""
    with _open(options.store) as store:
        rows = find_message(store, options.message_id, options.tenant)
        for row in rows:
            print(f"{shown(row.tenant)} / {shown(row.conversation)} / {shown(row.person)}")
            print(explain(Entry.model_validate_json(row.record)))
    return _found(rows, options)


def run_log(options: argparse.Namespace) -> int:
    """Run one of the words of ``verbflow log``."""
    with _open(options.store) as store:
        return _LOG[options.word](store, options)


def run_replay(options: argparse.Namespace) -> int:
    """Decide the log again; exit status 1 when something differs, 2 when tables of the log's own must be given."""
    tables = read_tables(options.tables) if options.tables is not None else load_example("agency").verbs
    settings = read_settings(options.settings, tables)
    with _open(options.store) as store:
        if options.tables is None and not has_tables(_records(store, options.tenant), tables):
            told = "the agency's are none of the tables that this log was made with; give them with --tables FILE"
            print(f"verbflow: {told}", file=sys.stderr)
            return UNREADABLE
        bar = _Bar(count_rows(store, options.tenant))
        report = replay_log(_records(store, options.tenant), tables, settings=settings, jobs=options.jobs, progress=bar)
        bar.close()
    for line in report.lines(options.show):
        print(shown(line))
    return WRONG if report.differing else OK


# -- the words of verbflow log ---------------------------------------------------


def _tail(store: SqlStore, options: argparse.Namespace) -> int:
    for row in newest(store, max(options.count, 0), options.tenant):
        print(one_line(row.record) if options.json else _line(row))
    return OK


def _line(row: LogRow) -> str:
    entry = Entry.model_validate_json(row.record)
    said = entry.hidden if entry.hidden == "erased" else f"“{entry.raw_message}”"
    parts = (f"{row.at:%Y-%m-%d %H:%M:%S}", row.tenant, row.conversation, row.person, row.message_id)
    about = (entry.read_as or "-", entry.verb_extracted or "-", entry.state or "-")
    return shown(" ".join((*parts, *about, said)))


def _show(store: SqlStore, options: argparse.Namespace) -> int:
    rows = find_message(store, options.message_id, options.tenant)
    for row in rows:
        print(one_line(row.record))
    return _found(rows, options)


def _stats(store: SqlStore, options: argparse.Namespace) -> int:
    print(LogStats(_records(store, options.tenant)).markdown())
    return OK


def _prune(store: SqlStore, options: argparse.Namespace) -> int:
    count = prune(store, datetime.now(UTC) - options.older_than)
    print(f"{counted(count, 'record')} deleted")
    return OK


def _erase(store: SqlStore, options: argparse.Namespace) -> int:
    gone = erase_person(store, options.tenant, options.person)
    if not gone.was_kept:
        print(f"verbflow: nothing was kept of {options.person!r} in tenant {options.tenant!r}", file=sys.stderr)
        return WRONG
    print(f"{counted(gone.records, 'record')} erased; their ids, times, verbs and states are kept")
    return OK


_LOG: Mapping[str, Callable[[SqlStore, argparse.Namespace], int]] = {
    "tail": _tail,
    "show": _show,
    "stats": _stats,
    "prune": _prune,
    "erase": _erase,
}


def _records(store: SqlStore, tenant: str) -> Iterator[str]:
    return (row.record for row in all_rows(store, tenant))


# -- around them -------------------------------------------------------------------


def _open(url: str) -> AbstractContextManager[SqlStore]:
    return open_there(url, SqlStore)


@contextmanager
def open_there(url: str, opener: Callable[[str], Opened]) -> Iterator[Opened]:
    """Open a database that is there already: an operator's slip of the pen makes no new one."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StoreError('it is no database URL (for example "sqlite:///conversations.db")', url=url) from error
    if parsed.get_backend_name() == "sqlite" and not (parsed.database and Path(parsed.database).is_file()):
        raise StoreError("there is no such file", url=url)
    opened = opener(url)
    try:
        yield opened
    finally:
        opened.close()


def _found(rows: list[LogRow], options: argparse.Namespace) -> int:
    if not rows:
        where = f" in tenant {options.tenant!r}" if options.tenant else ""
        print(f"verbflow: the log has no message {options.message_id!r}{where}", file=sys.stderr)
    return OK if rows else WRONG


def shown(text: str) -> str:
    """Return text for one line of a terminal: what cannot be printed is written as an escape."""
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text)


class _Bar:
    """A progress bar on the standard error, where that is a terminal."""

    def __init__(self, total: int) -> None:
        self._total, self._is_shown = max(total, 1), sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        if self._is_shown:
            filled = 30 * min(done, self._total) // self._total
            bar = "#" * filled + "." * (30 - filled)
            print(f"\r[{bar}] {done:,} of {self._total:,}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._is_shown:
            print(file=sys.stderr)


# -- the words -----------------------------------------------------------------------


def add_words(commands: Any) -> None:
    """Add the commands' words to a parser's subcommands."""
    explained = commands.add_parser("explain", help="say in words how a message was read")
    explained.add_argument("message_id", metavar="MESSAGE_ID", help="the front end's id of the message")
    _add_store(explained)

    replayed = commands.add_parser("replay", help="decide the log again and say what differs")
    replayed.add_argument("--tables", type=Path, metavar="FILE", help="tables to decide with; the agency's by default")
    replayed.add_argument("--settings", default="", metavar="S", help=f"rules that count, {SETTINGS_FORM}")
    replayed.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    replayed.add_argument("--show", type=int, default=50, metavar="N", help="differing messages to list (50)")
    _add_store(replayed)

    log = commands.add_parser("log", help="look at, prune or erase the log of turns")
    words = log.add_subparsers(dest="word", required=True, metavar="tail|show|stats|prune|erase")
    tail = words.add_parser("tail", help="the newest records, a line each")
    tail.add_argument("-n", dest="count", type=int, default=20, metavar="N", help="how many (20)")
    tail.add_argument("--json", action="store_true", help="whole records as JSON")
    show = words.add_parser("show", help="the records of one message as JSON")
    show.add_argument("message_id", metavar="MESSAGE_ID", help="the front end's id of the message")
    stats = words.add_parser("stats", help="turns, misses, fall-throughs, retries, unknowns; tiers")
    pruned = words.add_parser("prune", help="delete old records")
    pruned.add_argument("--older-than", type=read_span, default=KEEP, metavar="SPAN", help="90d by default; 12h, 4w")
    for word in (tail, show, stats):
        _add_store(word)
    pruned.add_argument("--store", required=True, metavar="URL", help="the store's database")
    erase = words.add_parser("erase", help="erase what a person said; ids, times, verbs and states stay")
    erase.add_argument("--store", required=True, metavar="URL", help="the store's database")
    erase.add_argument("--tenant", required=True, metavar="T", help="whose person")
    erase.add_argument("--person", required=True, metavar="P", help="the id of the person")


def _add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", required=True, metavar="URL", help="the store's database")
    parser.add_argument("--tenant", default="", metavar="T", help="of this tenant only")
