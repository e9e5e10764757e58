"""Where the tables of a TOML text stand: the lines of their headers.

In: a text that the TOML reader accepts. Out: path -> 1-based line. The reader
itself keeps no lines, so the headers, and the keys that can begin a table in
another way, are looked for here, line by line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

Path = tuple[str, ...]
"""The keys that lead to a table ("verbs", "log_time", "slots", "hours")."""

_DEPTH = 4
"""Keys in the path of a slot; nothing below it is looked for."""


def read_lines(text: str) -> dict[Path, int]:
    """Return the first line at which each table, and each table around it, is begun."""
    found: dict[Path, int] = {}
    header: Path = ()
    quote = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if quote:
            quote = _open_quote(line, quote)
            continue
        quote = _open_quote(line, "")
        start = line.strip()
        path = _read_header(start)
        if path:
            header = path
        elif len(header) < _DEPTH and "=" in start and not start.startswith("#"):
            path = header + _read_key(start)
        for depth in range(1, min(len(path), _DEPTH) + 1):
            found.setdefault(path[:depth], number)
    return found


def line_of(lines: Mapping[Path, int], path: Path) -> int | None:
    """Return the line of a table, or of the nearest one around it; None when there is none."""
    for depth in range(len(path), 0, -1):
        if path[:depth] in lines:
            return lines[path[:depth]]
    return None


def _read_header(start: str) -> Path:
    """Return the path of a ``[header]`` or ``[[header]]``; empty for any other line."""
    return _path_of(start) if start.startswith("[") else ()


def _read_key(start: str) -> Path:
    """Return the path of the key before the first ``=``; empty when no key stands there."""
    return _path_of(start.partition("=")[0] + "= 0")


def _path_of(line: str) -> Path:
    try:
        table: object = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ()
    path: list[str] = []
    while isinstance(table, dict) and len(table) == 1:
        key, table = next(iter(table.items()))
        path.append(key)
    return tuple(path)


def _open_quote(line: str, quote: str) -> str:
    """Return the quotes of the multi-line string that is open after the line; empty for none."""
    at = 0
    while at < len(line):
        if quote:
            end = line.find(quote, at)
            if end < 0:
                return quote
            at, quote = end + 3, ""
            continue
        if line[at] == "#":
            return ""
        if line.startswith(('"""', "'''"), at):
            quote, at = line[at : at + 3], at + 3
        elif line[at] in "\"'":
            end = line.find(line[at], at + 1)
            at = len(line) if end < 0 else end + 1
        else:
            at += 1
    return quote
