"""Score verbflow's value readers beside peers, in one run, as two Markdown tables: values, and dates and times.

    python benchmarks/values/run.py BENCH [--own] [--write]

BENCH is a folder with ``values/`` and ``datetimes/``, each with its ``score.py`` and rows. Each peer is installed into
an environment of its own (:mod:`environments`); with ``--own`` only verbflow is scored. Each cell is right / silently
wrong in per cent; the last column is the median of a date phrase in microseconds. With ``--write`` the tables take the
place of those in ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from environments import interpreter  # noqa: E402 - beside this folder
from page import write  # noqa: E402

GROUPS = {
    "date_core": "everyday dates",
    "date_other": "other dates",
    "date_holiday": "holidays",
    "date_negative": "no date",
    "date_impossible": "impossible days",
    "number": "numbers",
    "ordinal": "ordinals",
    "money": "money",
    "duration_clock": "durations",
    "boolean": "yes / no",
    "boolean_negative": "neither",
    "boolean_correction": "corrections",
}
"""A group of the score -> its column."""
FIELDS = {"text": "phrase", "sentence": "sentence"}
SOURCES = {
    ("sgd", "date"): "SGD dates",
    ("sgd", "time"): "SGD times",
    ("nlupp", "date"): "NLU++ dates",
    ("nlupp", "time"): "NLU++ times",
}
"""(source, kind) of the datetimes -> its column."""


@dataclass(frozen=True)
class Reader:
    """What is scored."""

    name: str
    """As the tables call it where it cannot be run."""
    values: str
    """Its adapter for the values; empty where it reads no phrases of them."""
    datetimes: str = ""
    """Which reader of ``peer_datetimes.py`` it is; empty where it reads neither dates nor times."""
    needs: tuple[str, ...] = ()
    """Its requirements."""


OWN = Reader("verbflow", "verbflow.py", "verbflow.py")
PEERS = (
    Reader("dateparser", "dateparser_.py", "dateparser", ("dateparser==1.5.0",)),
    Reader("parsedatetime", "parsedatetime_.py", "parsedatetime", ("parsedatetime==2.6",)),
    Reader("ctparse", "ctparse_.py", "ctparse", ("ctparse==0.3.6",)),
    Reader("text2num", "text2num_.py", needs=("text2num==3.1.0",)),
    Reader("number-parser", "number_parser_.py", needs=("number-parser==0.3.2",)),
    Reader("price-parser", "price_parser_.py", needs=("price-parser==0.5.1",)),
    Reader("pytimeparse2", "pytimeparse2_.py", needs=("pytimeparse2==1.7.1",)),
    Reader("first-word yes/no", "yesno_words.py"),
    Reader(
        "recognizers-text-suite",
        "recognizers_.py",
        "recognizers",
        ("recognizers-text-suite==1.0.2a2", "emoji==1.7.0"),
    ),
)


def run(python: Path, words: Sequence[object], peer: str = "") -> str:
    """Return what a scorer prints; raises ``CalledProcessError`` when it fails."""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": paths, "DATETIMES_PEER": peer}
    command = [str(python), *map(str, words)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment, timeout=1_800)
    return done.stdout


def values_row(reader: Reader, python: Path, bench: Path, field: str) -> list[str]:
    """Return a reader's line of the table of values."""
    adapter = HERE / reader.values if reader is OWN else bench / "adapters" / reader.values
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        run(python, [bench / "score.py", adapter, "--field", field, "--json", out])
        result: dict[str, Any] = json.loads(out.read_text("utf-8"))
    cells = [result["name"], FIELDS[field]]
    for group in GROUPS:
        counts = result["groups"].get(f"{group}|*")
        total = sum(counts[:3]) if counts else 0
        cells.append(f"{100 * counts[0] / total:.1f} / {100 * counts[1] / total:.1f}" if counts and total else "")
    timing = result["us"].get("date")
    return [*cells, f"{timing[0]:.0f}" if timing else ""]


def datetimes_row(reader: Reader, python: Path, bench: Path) -> list[str]:
    """Return a reader's line of the table of dates and times."""
    adapter = HERE / (reader.datetimes if reader is OWN else "peer_datetimes.py")
    printed = run(python, [bench / "score.py", adapter], peer=reader.datetimes)
    found = re.findall(r"(sgd|nlupp) (date|time) n=\d+ right ([\d.]+) wrong ([\d.]+)", printed)
    figures = {(source, kind): f"{right} / {wrong}" for source, kind, right, wrong in found}
    median = re.search(r"median (\d+) us", printed)
    return [
        printed.split(" sgd ")[0].split(" nlupp ")[0],
        *(figures.get(key, "") for key in SOURCES),
        median[1] if median else "",
    ]


def rows(readers: Sequence[tuple[Reader, Path]], bench: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the table and the cells of each line as they come."""
    for field in FIELDS:
        for reader, python in readers:
            yield "values", values_row(reader, python, bench / "values", field)
    for reader, python in readers:
        if reader.datetimes:
            yield "datetimes", datetimes_row(reader, python, bench / "datetimes")


def table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return lines as Markdown; those without a figure are left out."""
    rule = ["---" if head in ("reader", "field") else "---:" for head in heads]
    shown = [line for line in lines if any("/" in cell for cell in line[2:])]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *shown))


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("bench", type=Path, metavar="BENCH", help="the folder with values/ and datetimes/")
    parser.add_argument("--own", action="store_true", help="score verbflow alone")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    options = parser.parse_args()
    wanted = (OWN,) if options.own else (OWN, *PEERS)
    readers = [(reader, python) for reader in wanted if (python := interpreter(reader.needs)) is not None]
    found: dict[str, list[list[str]]] = {"values": [], "datetimes": []}
    for name, line in rows(readers, options.bench):
        print(" | ".join(line), file=sys.stderr, flush=True)
        found[name].append(line)
    heads = {
        "values": ["reader", "field", *GROUPS.values(), "us"],
        "datetimes": ["reader", *SOURCES.values(), "us"],
    }
    for name, lines in found.items():
        text = table(heads[name], lines)
        print(text, end="\n\n")
        if options.write:
            write(name, text, folder="values")


if __name__ == "__main__":
    main()
