"""Score verbflow's names in memory, in SQLite and in PostgreSQL beside rapidfuzz, in one run, as one Markdown table.

    python benchmarks/names/run.py BENCH [--sizes 1000 10000] [--postgres [URL]] [--write]

BENCH is a folder with ``score.py`` and its directories. Each resolver is run by itself, one after the
other. Those that compare every name get fewer queries where there are very many (:data:`COMPARISONS`), and
then only their time is shown: so few say nothing of the rest. With ``--postgres`` a database of PostgreSQL is scored,
too: that of a URL, or of a server that is started for it where Debian's package is installed. With ``--write`` the
table takes the place of the one in ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from page import write  # noqa: E402 - beside this folder

SIZES = (1_000, 10_000, 100_000, 1_000_000)
MOST_IN_MEMORY = 100_000
"""Names up to which the directory in memory is run: a million take 2 GB."""

COMPARISONS = 20_000_000
"""Names that a peer compares altogether from 100,000 names on: 200 queries there, 20 where there are a million."""

BASE = "WRatio@90"
"""The peer whose median time the others are compared with."""

PEERS = (BASE, "token_sort_ratio@90", "token_set_ratio@90", "ratio@90")
RESOLVERS = (
    *(("peer_rapidfuzz.py", peer) for peer in PEERS),
    ("verbflow.py", ""),
    ("stored.py", ""),
    ("stored_postgres.py", ""),
)
"""(adapter, peer); the one that the times are compared with comes first."""

COLUMNS = (
    ("right", r"right ([\d.]+|-)"),
    ("right or in the menu", r"right-or-menu ([\d.]+|-)"),
    ("wrong", r"wrong ([\d.]+|-)"),
    ("silently wrong", r"silent ([\d.]+|-)"),
    ("absent: accepted", r"accepted ([\d.]+|-)"),
    ("p50 ms", r"p50 ([\d.]+) ms"),
    ("build s", r"build ([\d.]+) s"),
)
"""Column -> where its figure stands in the scorer's line."""


def score(bench: Path, adapter: str, peer: str, size: int, limit: int | None) -> tuple[str, dict[str, str]]:
    """Return a resolver's name and figures; a resolver that cannot run says why in the place of its name."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "size"
        paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"PYTHONPATH": paths, "NAMES_PEER": peer or BASE, "NAMES_SIZE": str(told)}
        words = [sys.executable, str(bench / "score.py"), str(HERE / adapter), "--size", str(size)]
        words += ["--limit", str(limit)] if limit else []
        run = subprocess.run(words, check=False, capture_output=True, text=True, env=environment, timeout=7_200)
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["it failed"])[-1]
            missing = re.search(r"No module named '([\w.]+)'", last)
            return f"{peer or adapter}: {f'{missing[1]} is not installed' if missing else last}", {}
        line = run.stdout.splitlines()[0]
        found = {column: match[1] for column, pattern in COLUMNS if (match := re.search(pattern, line))}
        found["size MB"] = told.read_text("utf-8") if told.is_file() else "-"
        return line.split(" | ")[0], found


def rows(bench: Path, sizes: Sequence[int]) -> Iterator[list[str]]:
    """Yield the table's lines as they come, the slow ones with fewer queries."""
    for size in sizes:
        base = 0.0
        for adapter, peer in RESOLVERS:
            if adapter == "verbflow.py" and size > MOST_IN_MEMORY:
                continue
            if adapter == "stored_postgres.py" and not os.environ.get("NAMES_POSTGRES"):
                continue
            limit = COMPARISONS // size if peer and size >= MOST_IN_MEMORY else None
            name, found = score(bench, adapter, peer, size, limit)
            if limit is not None:
                found = {column: value for column, value in found.items() if column == "p50 ms"}
            median = float(found.get("p50 ms", 0.0))
            base = median if peer == BASE else base
            times = f"{base / median:,.1f}x" if base and median else "-"
            yield [
                f"{size:,}",
                name,
                *(found.get(column, "") for column, _ in COLUMNS),
                found.get("size MB", ""),
                times,
            ]


def table(lines: Sequence[Sequence[str]]) -> str:
    """Return the lines as Markdown."""
    heads = ["names", "resolver", *(column for column, _ in COLUMNS), "size MB", "WRatio's p50 is"]
    rule = ["---:", "---", *["---:"] * (len(heads) - 2)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *lines))


@contextmanager
def postgres(url: str | None) -> Iterator[None]:
    """Tell the resolvers of a server: that of a URL, for an empty one a new one until the end; None is none."""
    if url is None:
        yield
        return
    server = None
    if not url:
        sys.path.insert(0, str(ROOT))
        from tests.postgres import MISSING, PostgresServer, find_binaries

        binaries = find_binaries()
        if binaries is None:
            raise SystemExit(MISSING)
        server = PostgresServer(binaries)
        server.start()
    os.environ["NAMES_POSTGRES"] = url or (server.url() if server else "")
    try:
        yield
    finally:
        if server:
            server.stop()


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bench", type=Path, metavar="BENCH", help="the folder with score.py")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N", help="sizes of the directory")
    parser.add_argument("--postgres", nargs="?", const="", metavar="URL", help="score a database of PostgreSQL, too")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    lines: list[list[str]] = []
    with postgres(options.postgres):
        for line in rows(options.bench, options.sizes):
            print(" | ".join(line), file=sys.stderr, flush=True)
            lines.append(line)
    print(table(lines))
    if options.write:
        write("names", table(lines))


if __name__ == "__main__":
    main()
