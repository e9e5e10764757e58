"""Time a turn of verbflow beside engines of others, in the same short conversation, as one Markdown table.

    PYTHONPATH=. python benchmarks/turns/run.py BENCH [--rounds 3] [--seconds 0.3] [--own] [--write]

BENCH is a folder with ``bench/bench_one.py``, ``bench/count_work.py`` and the peers. What is in it is copied into a
folder that is gone at the end; each engine has an environment of its own (:mod:`environments`), verbflow too. Each run
is a process of its own, which checks every reply; in each round all engines run one after the other, storage by
storage. A server of PostgreSQL is started where Debian's package is installed, else that storage is left out. With
``--write`` the table takes the place of the one in ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE.parent), str(ROOT)]

from environments import interpreter  # noqa: E402 - beside this folder
from page import write  # noqa: E402

from tests.postgres import MISSING, PostgresServer, find_binaries  # noqa: E402

STORAGES = {"mem": "memory", "normal": "SQLite, NORMAL", "full": "SQLite, FULL", "pg": "PostgreSQL"}
"""What ``bench_one.py`` calls a storage -> what the table does."""
CONVERSATIONS = ("long", "short")
COUNTED = "normal"
"""The storage at which statements and commits are counted: those of SQLite are seen by its driver's own trace."""
DURABLE = ("ALTER SYSTEM SET fsync = on", "ALTER SYSTEM SET full_page_writes = on", "SELECT pg_reload_conf()")
"""What the tests' server does without."""
RUN_SECONDS = 170
"""What a run may take at most."""
OPEN = 16
"""Conversations that are open at once in a run, which is never less than each turn of them all."""

PSUTIL = "psutil==7.2.2"
MACHINES = (
    "transitions==0.9.3",
    "python-statemachine==3.2.2",
    "sqlmodel==0.0.50",
    "aiosqlite==0.22.1",
    "asyncpg==0.32.0",
    "psycopg[binary]==3.3.9",
    "greenlet==3.5.6",
    PSUTIL,
)
LANGGRAPH = (
    "langgraph==1.2.24",
    "langgraph-checkpoint-sqlite==3.1.2",
    "langgraph-checkpoint-postgres==3.2.0",
    "psycopg[binary,pool]==3.3.9",
    PSUTIL,
)
CHATSKY = ("chatsky[sqlite,postgresql]==0.10.0", "sqlalchemy<2.1", PSUTIL)
BOTBUILDER = ("botbuilder-dialogs==4.17.0", "botbuilder-core==4.17.0", "aiohttp==3.14.5", PSUTIL)

Figures = dict[str, Any]
"""What ``bench_one.py`` or ``count_work.py`` prints."""
Key = tuple[str, str, str]
"""(peer, storage, conversation)."""


@dataclass(frozen=True, slots=True)
class Engine:
    """What is timed."""

    peer: str
    """Its module is ``peer_`` and this."""
    name: str
    """As the table calls it."""
    needs: tuple[str, ...]
    """Its requirements."""
    storages: tuple[str, ...]
    """Where it keeps conversations; a storage in which a twin of it says the same is left out."""


def own_needs() -> tuple[str, ...]:
    """Return verbflow's requirements, as its own table has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return (*project["dependencies"], *project["optional-dependencies"]["postgres"], PSUTIL)


OWN = Engine("verbflow", "verbflow", own_needs(), ("mem", "normal", "full", "pg"))
PEERS = (
    Engine("handwritten", "if/elif by hand", MACHINES, ("mem", "normal", "full", "pg")),
    Engine("transitions", "transitions 0.9.3", MACHINES, ("mem", "normal", "full")),
    Engine("statemachine", "python-statemachine 3.2.2", MACHINES, ("mem", "normal")),
    Engine("sqlmodel_naive", "AsyncMachine and AsyncSession, as in tutorials", MACHINES, ("mem", "normal", "pg")),
    Engine("botbuilder", "botbuilder-dialogs 4.17.0", BOTBUILDER, ("mem", "normal", "full")),
    Engine("chatsky", "chatsky 0.10.0", CHATSKY, ("mem", "normal", "full", "pg")),
    Engine("langgraph", "langgraph 1.2.24", LANGGRAPH, ("mem", "normal", "full", "pg")),
    Engine("langgraph_exit", 'langgraph, durability="exit"', LANGGRAPH, ("normal", "full")),
    Engine("langgraph_async", "langgraph, async", LANGGRAPH, ("mem", "normal", "pg")),
)


@dataclass(frozen=True, slots=True)
class Bench:
    """The benchmark's scripts, copied."""

    home: Path
    """Its folder: scripts in ``bench``, databases in ``data``."""
    settings: Mapping[str, str]
    """Variables that say where PostgreSQL is; empty where it is not."""

    def run(self, script: str, python: Path, key: Key, *words: object) -> Figures:
        """Return what a script prints; raises ``RuntimeError`` with its last words when it fails."""
        paths = os.pathsep.join([str(ROOT), str(HERE)]) if key[0] == OWN.peer else ""
        environment = os.environ | self.settings
        environment |= {"PYTHONPATH": paths, "PYTHONWARNINGS": "ignore", "PERF_DATA": str(self.home / "data")}
        command = [str(python), str(self.home / "bench" / script), *key, *map(str, words)]
        try:
            done = subprocess.run(
                command, check=False, capture_output=True, text=True, env=environment, timeout=RUN_SECONDS
            )
        except subprocess.TimeoutExpired as late:
            raise RuntimeError(f"it took more than {RUN_SECONDS} s") from late
        found = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode or not found:
            raise RuntimeError((done.stderr.strip().splitlines() or ["it printed nothing"])[-1])
        figures: Figures = json.loads(found[-1])
        return figures


@contextmanager
def copied(bench: Path, settings: Mapping[str, str]) -> Iterator[Bench]:
    """Copy the scripts, which may stand where nothing can be written, and remove all of it at the end."""
    with tempfile.TemporaryDirectory(prefix="verbflow-turns-") as folder:
        home = Path(folder)
        for name in ("bench", "data", "results"):
            (home / name).mkdir()
        for script in (bench / "bench").glob("*.py"):
            shutil.copyfile(script, home / "bench" / script.name)
        yield Bench(home, settings)


@contextmanager
def postgres() -> Iterator[dict[str, str]]:
    """Start a server that is as durable as it is by itself, and yield where it is; nothing where there is none."""
    binaries = find_binaries()
    if binaries is None:
        print(f"{MISSING}: left out", file=sys.stderr)
        yield {}
        return
    server = PostgresServer(binaries)
    try:
        server.start()
        for statement in DURABLE:
            server.execute(statement)
        login, place = f"verbflow:{server.password}", f"127.0.0.1:{server.port}/postgres"
        yield {
            "PERF_PG": f"postgresql://{login}@{place}",
            "PERF_PG_SA": f"postgresql+psycopg://{login}@{place}",
            "PERF_PG_ASYNCPG": f"postgresql+asyncpg://{login}@{place}",
        }
    finally:
        server.stop()


def timed(bench: Bench, engines: Mapping[Engine, Path], *, rounds: int, seconds: float) -> dict[Key, list[Figures]]:
    """Return each engine's figures, one a round; one that fails is told of and not tried again."""
    found: dict[Key, list[Figures]] = defaultdict(list)
    failed: set[Key] = set()
    storages = [storage for storage in STORAGES if storage != "pg" or bench.settings]
    for number in range(1, rounds + 1):
        for storage, conversation in product(storages, CONVERSATIONS):
            for engine, python in engines.items():
                key = (engine.peer, storage, conversation)
                if storage not in engine.storages or key in failed:
                    continue
                try:
                    figures = bench.run("bench_one.py", python, key, "--seconds", seconds, "--open", OPEN)
                except RuntimeError as error:
                    failed.add(key)
                    print(f"{' '.join(key)}: {error}", file=sys.stderr)
                else:
                    found[key].append(figures)
            print(f"round {number}: {storage} {conversation}", file=sys.stderr, flush=True)
    return found


def counted(bench: Bench, engines: Mapping[Engine, Path]) -> dict[Key, Figures]:
    """Return what each engine asks of the database."""
    found: dict[Key, Figures] = {}
    for (engine, python), conversation in product(engines.items(), CONVERSATIONS):
        key = (engine.peer, COUNTED, conversation)
        try:
            found[key] = bench.run("count_work.py", python, key)
        except RuntimeError as error:
            print(f"{' '.join(key)}, counted: {error}", file=sys.stderr)
    return found


def rows(times: Mapping[Key, Sequence[Figures]], counts: Mapping[Key, Figures]) -> Iterator[list[str]]:
    """Yield the table's lines, in each storage the fastest first."""
    for storage, title in STORAGES.items():
        lines: list[tuple[float, list[str]]] = []
        for engine in (OWN, *PEERS):
            keys = [(engine.peer, storage, conversation) for conversation in CONVERSATIONS]
            if not all(times.get(key) for key in keys):
                continue
            cells = [cell for key in keys for cell in time_cells(times, key)]
            for figure in ("stmts", "commits"):
                cells.append(" / ".join(f"{counts[key][figure]:.1f}" for key in keys if key in counts))
            lines.append((middle(times[keys[0]], "p50_us"), [title, engine.name, *cells]))
        yield from (line for _, line in sorted(lines))


def time_cells(times: Mapping[Key, Sequence[Figures]], key: Key) -> tuple[str, str, str]:
    """Return an engine's median turn, how many times as long verbflow's is in the same run, and its CPU time."""
    taken, cpu = middle(times[key], "p50_us"), middle(times[key], "cpu_us_per_turn")
    own = times.get((OWN.peer, *key[1:]))
    return f"{taken:,.0f}", f"{middle(own, 'p50_us') / taken:.1f}x" if own else "-", f"{cpu:,.0f}"


def middle(figures: Sequence[Figures], name: str) -> float:
    """Return the median of a figure over the rounds."""
    return median(float(one[name]) for one in figures)


def table(lines: Sequence[Sequence[str]]) -> str:
    """Return the lines as Markdown."""
    heads = ["storage", "engine"]
    for conversation in CONVERSATIONS:
        heads += [f"{conversation}: us a turn", "verbflow takes", "CPU us"]
    heads += ["statements", "commits"]
    rule = ["---", "---", *["---:"] * (len(heads) - 2)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *lines))


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("bench", type=Path, metavar="BENCH", help="the folder with bench/bench_one.py")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="runs of each engine in each case")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="S", help="what one run times")
    parser.add_argument("--own", action="store_true", help="time verbflow alone")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    wanted = (OWN,) if options.own else (OWN, *PEERS)
    engines = {engine: python for engine in wanted if (python := interpreter(engine.needs)) is not None}
    with postgres() as settings, copied(options.bench, settings) as bench:
        times = timed(bench, engines, rounds=options.rounds, seconds=options.seconds)
        counts = counted(bench, engines)
    text = table(list(rows(times, counts)))
    print(text)
    storages = [storage for storage in STORAGES if storage != "pg" or settings]
    lacking = [
        " ".join(case)
        for case in product(storages, CONVERSATIONS)
        if len(times.get((OWN.peer, *case), ())) < options.rounds
    ]
    if lacking:
        raise SystemExit(f"verbflow did not come through: {', '.join(lacking)}")
    if options.write:
        write("turns", text)


if __name__ == "__main__":
    main()
