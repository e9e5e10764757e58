"""Where the tables of the benchmarks stand: between two marks of ``benchmarks/README.md``."""

from __future__ import annotations

from pathlib import Path

README = Path(__file__).parent / "README.md"
MARKS = "<!-- {name}: made by benchmarks/{folder}/run.py -->", "<!-- /{name} -->"
"""What stands before and behind a table."""


def write(name: str, text: str, *, folder: str = "") -> None:
    """Put a table in its place, in that of the one before; ``folder`` is that of its benchmark, the name by default."""
    page = README.read_text("utf-8")
    opens, closes = (mark.format(name=name, folder=folder or name) for mark in MARKS)
    first, last = page.index(opens) + len(opens), page.index(closes)
    README.write_text(f"{page[:first]}\n\n{text}\n\n{page[last:]}", "utf-8")
