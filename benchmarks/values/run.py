"""Score verbflow's value readers beside peers, in one run, and print one Markdown table.

    python benchmarks/values/run.py BENCH [--peers PYTHON ADAPTER...]...

BENCH is a folder with ``score.py``, its rows and the peers' ``adapters/``. A peer is run by the
interpreter of an environment of its own, as their requirements exclude each other. Each cell is
right / silently wrong in per cent; the last column is the median of a date phrase in microseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
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


def score(python: str, adapter: Path, bench: Path, field: str) -> dict[str, Any]:
    """Return what the score of one adapter says about one field; raises ``CalledProcessError`` when it fails."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = [python, str(bench / "score.py"), str(adapter), "--field", field, "--json", str(out)]
        subprocess.run(command, check=True, capture_output=True, env=environment, timeout=1_800)
        found: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return found


def row(result: dict[str, Any], field: str) -> list[str]:
    """Return one line of the table."""
    cells = [result["name"], FIELDS[field]]
    for group in GROUPS:
        counts = result["groups"].get(f"{group}|*")
        total = sum(counts[:3]) if counts else 0
        cells.append(f"{100 * counts[0] / total:.1f} / {100 * counts[1] / total:.1f}" if counts and total else "")
    timing = result["us"].get("date")
    return [*cells, f"{timing[0]:.0f}" if timing else ""]


def main() -> None:
    """Run every adapter on both fields and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("bench", type=Path)
    parser.add_argument("--peers", nargs="+", action="append", default=[], metavar=("PYTHON", "ADAPTER"))
    options = parser.parse_args()
    adapters = [(sys.executable, HERE / "verbflow.py")]
    adapters += [(python, options.bench / "adapters" / name) for python, *names in options.peers for name in names]
    lines = [["reader", "field", *GROUPS.values(), "us"]]
    lines.append(["---"] * len(lines[0]))
    for field in FIELDS:
        for python, adapter in adapters:
            try:
                lines.append(row(score(python, adapter, options.bench, field), field))
            except subprocess.CalledProcessError as error:
                print(f"{adapter.name} ({field}): {error.stderr.decode()[-200:]}", file=sys.stderr)
    print("\n".join("| " + " | ".join(line) + " |" for line in lines if any(line[2:-1])))


if __name__ == "__main__":
    main()
