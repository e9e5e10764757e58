"""Deliver many messages to several processes over one store: duplicates, disorder, and what it costs.

    PYTHONPATH=. python benchmarks/load/run.py 10000

Runs on a SQLite file and on a PostgreSQL server, both of its own and gone at the end (the server is that of the tests;
where PostgreSQL is not installed it is left out, with a word). ``--store URL`` runs on that one alone.

Conversations of one person each ask for a rate and confirm it, again and again. Some messages are delivered twice
and some change places with their successor; each goes to any of the workers. A host that is told "busy" delivers
again. Prints a Markdown table, one row a database: effects that happened twice, messages without a reply, exceptions
(all three must be 0), turns a second, and the slowest of a hundred turns in milliseconds.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from multiprocessing import Queue, get_context
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from dialog import BusyError, DialogManager, Turn
from dialog.examples import load_example
from dialog.examples.agency.demo import TENANT, USER
from dialog.tools import ToolKind
from tests.postgres import MISSING, PostgresServer, find_binaries

DUPLICATES, REORDERED = 0.3, 0.1
TURNS = 20
"""Messages of one conversation: half ask, half confirm."""
PATIENCE = 2000
"""How often a message is delivered again while its conversation is busy."""
HEAD = (
    "| database | deliveries | duplicate effects | lost turns | exceptions | busy, again | turns/s | p99 ms |\n"
    + "| --- |"
    + " ---: |" * 7
)


@dataclass
class Outcome:
    """What one worker saw."""

    took: list[float] = field(default_factory=list)
    busy: int = 0
    exceptions: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)


def deliveries(count: int, chance: random.Random) -> list[Turn]:
    """Return the deliveries in the order in which they are handed in."""
    fresh = round(count / (1 + DUPLICATES))
    conversations = [f"c{number}" for number in range(-(-fresh // TURNS))]
    turns = [
        Turn(
            tenant=TENANT,
            conversation=conversation,
            user=USER,
            text="yes" if number % 2 else f"set rate for Freya to ${number + 100}",
            message_id=f"{conversation}-{number}",
        )
        for number in range(TURNS)
        for conversation in conversations
    ][:fresh]
    for place in chance.sample(range(fresh - len(conversations)), round(fresh * REORDERED / 2)):
        other = place + len(conversations)  # its successor in the same conversation
        turns[place], turns[other] = turns[other], turns[place]
    for turn in chance.sample(turns, count - fresh):
        turns.insert(min(turns.index(turn) + chance.randrange(1, 40), len(turns)), turn)
    return turns


def open_manager(store: str) -> DialogManager:
    """Return a manager whose tool writes one row for each effect, in the store's own database."""
    example = load_example("agency")
    manager = DialogManager(verbs=example.verbs, directory=example.directory(), store=store)

    @manager.tool("set_rate", kind=ToolKind.TRANSACTIONAL)
    def set_rate(call, session):  # type: ignore[no-untyped-def]
        session.execute(sa.text("INSERT INTO load_effect VALUES (:key)"), {"key": call.key})

    return manager


def work(store: str, inbox: Queue[Turn | None], outbox: Queue[Outcome]) -> None:
    """Deliver what comes until there is no more."""
    manager, outcome = open_manager(store), Outcome()
    for turn in iter(inbox.get, None):
        started = time.perf_counter()
        try:
            outcome.busy += deliver(manager, turn, outcome)
        except Exception as error:  # noqa: BLE001 - whatever is shown is counted
            outcome.exceptions.append(repr(error)[:200])
        outcome.took.append(time.perf_counter() - started)
    manager.close()
    outbox.put(outcome)


def deliver(manager: DialogManager, turn: Turn, outcome: Outcome) -> int:
    """Hand one message in; return how often it had to be done again."""
    for again in range(PATIENCE):
        try:
            reply = manager.handle_sync(turn)
        except BusyError:
            time.sleep(0.005)
            continue
        if reply.state == "done" and not reply.duplicate:
            outcome.done.append(turn.message_id)
        return again
    raise TimeoutError(f"{turn.message_id} stayed busy")


def query(store: str, statement: str) -> list[tuple[object, ...]]:
    """Run one statement on the store's database."""
    engine = sa.create_engine(store.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.begin() as connection:
        found = connection.execute(sa.text(statement))
        return [tuple(row) for row in found] if found.returns_rows else []


def run(count: int, *, store: str, workers: int = 4, seed: int = 1) -> tuple[str, dict[str, int]]:
    """Deliver so many messages; return the table's row and the three counts that must be 0."""
    open_manager(store).close()
    query(store, "DROP TABLE IF EXISTS load_effect")
    query(store, "CREATE TABLE load_effect (effect_key TEXT)")
    turns = deliveries(count, random.Random(seed))
    context = get_context("fork")
    inbox: Queue[Turn | None] = context.Queue()
    outbox: Queue[Outcome] = context.Queue()
    started = time.perf_counter()
    crew = [context.Process(target=work, args=(store, inbox, outbox)) for _ in range(workers)]
    for worker in crew:
        worker.start()
    for turn in (*turns, *[None] * workers):
        inbox.put(turn)
    outcomes = [outbox.get() for _ in crew]
    seconds = time.perf_counter() - started
    for worker in crew:
        worker.join()
    counts = {
        "duplicate effects": sum(doubled(store, outcomes)),
        "lost turns": len(lost(store, turns)),
        "exceptions": sum(len(outcome.exceptions) for outcome in outcomes),
    }
    took = sorted(span for outcome in outcomes for span in outcome.took)
    busy = sum(outcome.busy for outcome in outcomes)
    slow = took[int(len(took) * 0.99)] * 1000
    name = "PostgreSQL" if store.startswith("postgresql") else "SQLite"
    cells = [count, *counts.values(), busy, round(len(turns) / seconds), round(slow)]
    return f"| {name} | " + " | ".join(f"{cell:,}" for cell in cells) + " |", counts


def doubled(store: str, outcomes: list[Outcome]) -> Iterator[int]:
    """Yield what is too much: a key with several effects, one told done twice, effects without a reply."""
    effects = Counter(str(key) for (key,) in query(store, "SELECT effect_key FROM load_effect"))
    told = Counter(message for outcome in outcomes for message in outcome.done)
    yield from (times - 1 for times in (*effects.values(), *told.values()))
    stored = query(store, 'SELECT count(*) FROM verbflow_inbox WHERE reply LIKE \'%"state":"done"%\'')
    yield abs(effects.total() - int(str(stored[0][0])))


def lost(store: str, turns: list[Turn]) -> set[str]:
    """Return the messages that have no reply."""
    answered = query(store, "SELECT message_id FROM verbflow_inbox WHERE reply IS NOT NULL")
    return {turn.message_id for turn in turns} - {str(message) for (message,) in answered}


@contextmanager
def databases() -> Iterator[list[str]]:
    """Yield the URLs of a SQLite file and of a PostgreSQL server, new ones; the second only where it is installed."""
    with tempfile.TemporaryDirectory() as folder:
        stores, binaries = [f"sqlite:///{Path(folder) / 'load.db'}"], find_binaries()
        if binaries is None:
            print(f"{MISSING}: SQLite alone", file=sys.stderr)
            yield stores
            return
        server = PostgresServer(binaries)
        try:
            server.start()
            yield [*stores, server.url()]
        finally:
            server.stop()


def main() -> int:
    """Run it as the command line says; 1 when anything is doubled, lost or raised."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("count", type=int, nargs="?", default=10_000, help="deliveries")
    parser.add_argument("--store", default="", help="a database URL; a new SQLite file and PostgreSQL when left out")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wrong = 0
    print(HEAD, flush=True)
    with nullcontext([asked.store]) if asked.store else databases() as stores:
        for store in stores:
            row, counts = run(asked.count, store=store, workers=asked.workers, seed=asked.seed)
            print(row, flush=True)
            wrong += sum(counts.values())
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
