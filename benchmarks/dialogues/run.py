"""Play the dialogues' people against verbflow, and print what came of it as a Markdown table.

    python benchmarks/dialogues/run.py BENCH [--wrong FILE] [--write]

BENCH is the folder with ``sgd_user.py``. The person says the real words of a conversation, answers what is asked, and
says no to what is not wanted. With ``--wrong`` every conversation that did not come to what was wanted is written to a
file; with ``--write`` the table takes its place in ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from page import write  # noqa: E402 - beside this folder

HEADS = ("manager", "conversations", "to the end", "another thing done", "first confirmation right", "corrected")
HEADS = (*HEADS, "turns per real turn", "us a turn")
"""The table's columns; shares in percent."""


def read(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def line(name: str, result: dict[str, Any]) -> list[str]:
    """Return a manager's cells from what the scorer counted."""
    shares = ("success", "wrong_exec", "first_confirm_ok", "correction_success")
    found = (f"{result[key]:.1f}" for key in shares)
    return [name, str(result["n"]), *found, str(result["turns_ratio"]), str(result["us"])]


def table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return lines as Markdown, the first cell of each to the left."""
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *lines))


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("bench", type=Path, metavar="BENCH", help="the folder with sgd_user.py")
    parser.add_argument("--wrong", type=Path, metavar="FILE", help="write the conversations that went wrong here")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    os.environ["DIALOGUES"] = str(options.bench)
    sys.path.insert(0, str(options.bench))
    user, ours = importlib.import_module("sgd_user"), importlib.import_module("verbflow")
    people, verbs = read(options.bench / "open.jsonl"), json.loads((options.bench / "tables.json").read_text("utf-8"))
    result, _, wrong = user.run(ours.Manager(), people, verbs)
    made = user.run(user.Oracle(people, verbs), people, verbs)[0]
    starts = user.false_starts(ours.Manager(), read(options.bench / "distractors.jsonl"))
    text = table(HEADS, [line(ours.NAME, result), line("what the annotation says", made | {"us": ""})])
    begun = sum(count for kind, count in starts.items() if kind != "fallback")
    print(
        text, f"outcomes: {result['outcomes']}; of {sum(starts.values())} other wishes {begun} begin a verb", sep="\n\n"
    )
    if options.wrong:
        options.wrong.write_text("".join(json.dumps(one) + "\n" for one in wrong), "utf-8")
    if options.write:
        write("dialogues", text)


if __name__ == "__main__":
    main()
