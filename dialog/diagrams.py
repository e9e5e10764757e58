"""``verbflow diagram``: one Markdown page and, where Graphviz is there, one SVG for each verb.

In: a table set. Out: files by name, the same for the same tables. An SVG carries
the fingerprint of the diagram that it was drawn from; ``--check`` compares that,
since Graphviz draws the same graph differently in its versions.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from dialog.printing import asked_by, kind_words, markdown, verb_table
from resolver.setting import named_types
from slots.compiled import CompiledSet, compile_tables
from slots.errors import DialogError
from slots.extract import extract
from slots.scan import Scan, scan
from slots.tables import TableSet, VerbSpec
from slots.text import clean
from slots.triggers import find_triggers, loose_match
from states.diagram import Diagram, diagram_of, dot, mermaid, notes

MADE_BY = "Made from the verb tables by `verbflow diagram`"
"""Stands in every index: a folder without it is somebody else's."""

Files = Mapping[str, str]
"""Name -> text."""


def draw_files(tables: TableSet, source: Path | None = None) -> Files:
    """Return every page of a table set by name, the index first, and the SVGs where Graphviz is there.

    The parsed examples know the names of the ``directory.json`` beside the tables, when there is one.
    """
    compiled = compile_tables(tables)
    names = _names(tables, compiled, source)
    files = {"README.md": _index(tables)}
    for verb in tables.verbs:
        diagram = diagram_of(verb)
        files[f"{verb.name}.md"] = _page(verb, diagram, compiled, names)
    if shutil.which("dot"):
        for verb in tables.verbs:
            files[f"{verb.name}.svg"] = _svg(diagram_of(verb))
    return files


def write_files(files: Files, folder: Path) -> Iterator[Path]:
    """Write the files and remove pages of verbs that are gone; yields what was written.

    A folder whose ``README.md`` is not an index of ours is somebody else's: it is refused, nothing is changed.
    """
    index = folder / "README.md"
    if index.is_file() and MADE_BY not in index.read_text(encoding="utf-8"):
        raise DialogError(f"{index} was not made by verbflow diagram; name another folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    for path in _leftover(files, folder):
        path.unlink()
    for name, text in files.items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        yield path


def check_files(files: Files, folder: Path) -> list[tuple[str, str]]:
    """Return the files that are stale, missing or left over, with what is wrong."""
    found = []
    for name, text in files.items():
        path = folder / name
        if not path.is_file():
            if not name.endswith(".svg"):
                found.append((name, "it is missing"))
        elif _mark(path.read_text(encoding="utf-8"), name) != _mark(text, name):
            found.append((name, "it is stale"))
    found += [(path.name, "no verb has it any more") for path in _leftover(files, folder)]
    return found


def _leftover(files: Files, folder: Path) -> list[Path]:
    """Return the pages that the folder's index lists and no verb has any more; other files are not ours."""
    index = folder / "README.md"
    told = index.read_text(encoding="utf-8") if index.is_file() else ""
    listed = re.findall(r"\]\((\w+)\.md\)", told) if MADE_BY in told else []
    gone = [name for name in listed if f"{name}.md" not in files]
    pages = (folder / f"{name}{suffix}" for name in gone for suffix in (".md", ".svg"))
    return [path for path in pages if path.is_file()]


def _mark(text: str, name: str) -> str:
    """Return what is compared of a file: an SVG's fingerprint, a page's whole text."""
    if not name.endswith(".svg"):
        return text
    return next((line for line in text.splitlines() if line.startswith("<!-- drawn from ")), "")


def _svg(diagram: Diagram) -> str:
    source = dot(diagram)
    command = ["dot", "-Tsvg"]
    try:
        drawn = subprocess.run(command, input=source, capture_output=True, text=True, timeout=60, check=True).stdout
    except (subprocess.SubprocessError, OSError) as error:
        raise DialogError(f"Graphviz could not draw {diagram.verb.name}: {error}") from error
    return f"<!-- drawn from {sha256(source.encode()).hexdigest()[:16]} -->\n{drawn[drawn.index('<svg') :]}"


# -- pages ---------------------------------------------------------------------------


def _index(tables: TableSet) -> str:
    rows = [(f"[{verb.name}]({verb.name}.md)", verb.summary) for verb in tables.verbs]
    return (
        f"# Verbs of {tables.name}\n\n"
        f"{MADE_BY}; `verbflow diagram --check` says when a page is stale.\n\n"
        + markdown(("verb", "what it does"), rows)
        + "\n"
    )


def _page(verb: VerbSpec, diagram: Diagram, compiled: CompiledSet, names: Mapping[str, frozenset[str]]) -> str:
    parts = [
        f"# {verb.name}\n\n{verb.summary}",
        f"```mermaid\n{mermaid(diagram)}```",
        "## Table\n\n" + verb_table(verb),
    ]
    asked = [(slot.name, asked_by(slot), kind_words(slot)) for slot in verb.slots]
    if asked:
        parts.append("## Questions\n\n" + markdown(("slot", "question", "wants"), asked))
    effects = notes(verb)
    if effects:
        parts.append("## Side effects\n\n" + "\n".join(f"- {effect}" for effect in effects))
    if verb.examples:
        rows = [(example, *_parsed(example, verb, compiled, names)) for example in verb.examples]
        parts.append("## Examples\n\n" + markdown(("message", "slots", "left over"), rows))
    return "\n\n".join(parts) + "\n"


def _parsed(
    example: str, verb: VerbSpec, compiled: CompiledSet, names: Mapping[str, frozenset[str]]
) -> tuple[str, str]:
    read: Scan = scan(clean(example), names)
    match = next((found for found in find_triggers(read, compiled) if found.verb == verb.name), None)
    if match is None and not verb.token_sets:
        return "(needs a directory that knows the name)", ""
    extraction = extract(read, compiled.verbs[verb.name], match or loose_match(verb.name))
    slots = [f"{phrase.slot} = “{phrase.text}” ({phrase.via})" for phrase in extraction.phrases]
    return "; ".join(slots), "; ".join(f"“{words}”" for words in extraction.leftover)


def _names(tables: TableSet, compiled: CompiledSet, source: Path | None) -> Mapping[str, frozenset[str]]:
    """Return the known names of the directory beside the tables; none where there is no directory."""
    from dialog.directory import EntityDirectory

    origin = source or (Path(tables.origin) if tables.origin else None)
    beside = origin.with_name("directory.json") if origin is not None else None
    if beside is None or not beside.is_file():
        return {}
    home = EntityDirectory.from_json(json.dumps(json.loads(beside.read_text(encoding="utf-8"))), origin=str(beside))
    entities = tuple(row.entity for row in home.tenant(home.tenants[0]).rows.values())
    return named_types(entities, compiled)
