"""Verb tables from the text of a TOML file.

In: the text; reading the file is the caller's. Out: a checked
:class:`slots.tables.TableSet`, or :class:`slots.errors.TableError` with the line.
Verbs, slots and entity types are TOML tables keyed by their names, in the order
of the file; a trigger and a choice may be plain text.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, ValidationError

from slots.errors import TableError
from slots.findings import suggest
from slots.tables import (
    AutoCreate,
    Choice,
    DatePolicy,
    EntityType,
    Form,
    Guard,
    Menu,
    Occurrence,
    PeriodDay,
    RouteKind,
    RouteSpec,
    SlotKind,
    SlotSpec,
    TableSet,
    TokenSet,
    Trigger,
    VerbSpec,
)
from slots.toml_lines import Path, line_of, read_lines

_TOP = ("name", "families", "aliases", "entity_types", "verbs", "routes")
_MODELS: dict[str, type[BaseModel]] = {
    "entity_types": EntityType,
    "verbs": VerbSpec,
    "slots": SlotSpec,
    "triggers": Trigger,
    "forms": Form,
    "when": Guard,
    "choices": Choice,
    "auto_create": AutoCreate,
    "token_sets": TokenSet,
    "routes": RouteSpec,
}
"""Key of a table in the file -> what the table is."""
_WORDS: dict[str, tuple[str, ...]] = {
    "kind": tuple(SlotKind),
    "menu": tuple(Menu),
    "date_policy": tuple(DatePolicy),
    "period_day": tuple(PeriodDay),
    "occurrence": tuple(Occurrence),
    "routes.kind": tuple(RouteKind),
}
"""Key -> the words that it may have."""
_NAMED = ("entity_types", "verbs", "slots", "routes")
"""Keys whose tables are named by their header, so that 'name' is no key in them."""
_PLAIN = {"triggers": "phrase", "choices": "name"}
"""Key of a list -> the key that a plain text in it stands for."""
_MUST_BE = {
    "string_type": "must be text",
    "tuple_type": "must be a list",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "decimal_type": "must be a number",
    "decimal_parsing": "must be a number",
    "time_parsing": 'must be a time such as "07:00"',
    "time_type": 'must be a time such as "07:00"',
    "finite_number": "must be a finite number",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "triggers.model_type": "must hold texts or tables",
    "choices.model_type": "must hold texts or tables",
    "string_pattern_mismatch": "must be a name of lower case letters, digits and '_' that starts with a letter",
    "string_too_long": "must be a name of 60 characters at most",
    "too_long": "must be two slot names",
}
"""Pydantic's error type, alone or after a key -> what it says about the value, in words."""


def parse_tables(text: str, *, origin: str | None = None) -> TableSet:
    """Return the tables that the text declares; ``origin`` is the file's name, for messages.

    Raises :class:`slots.errors.TableError` for broken TOML, for a key or a value that
    no table has, and for the first error that the checks find.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        problem, line = _read_decode_error(str(error), text)
        raise TableError(f"broken TOML: {problem}", file=origin, line=line) from error
    lines = read_lines(text)
    try:
        shaped = _shape(raw)
        return TableSet.model_validate(
            shaped | {"origin": origin, "lines": _headers(raw, lines)}, context={"lines": lines}
        )
    except _ShapeError as error:
        raise _at(error.path, error.problem, error.advice, lines=lines, origin=origin) from None
    except ValidationError as error:
        path, problem, advice = _explain(_first(error), raw)
        raise _at(path, problem, advice, lines=lines, origin=origin) from error


class _ShapeError(Exception):
    """The file's tables are not nested as verb tables are."""

    def __init__(self, path: Path, problem: str, advice: str = "") -> None:
        self.path, self.problem, self.advice = path, problem, advice
        super().__init__(problem)


def _at(path: Path, problem: str, advice: str, *, lines: Mapping[Path, int], origin: str | None) -> TableError:
    verb = path[1] if len(path) > 1 and path[0] == "verbs" else None
    slot = path[3] if verb and len(path) > 3 and path[2] == "slots" else None
    owner = path[: 4 if slot else 2]
    return TableError(problem, verb=verb, slot=slot, file=origin, line=line_of(lines, owner), advice=advice)


def _read_decode_error(message: str, text: str) -> tuple[str, int]:
    """Cut the place off the decoder's message: the problem and its line."""
    problem, _, place = message.rpartition(" (at ")
    digits = place.removeprefix("line ").partition(",")[0]
    line = int(digits) if digits.isdigit() else max(1, len(text.rstrip().split("\n")))
    problem = problem or message
    return problem[:1].lower() + problem[1:], line


# ------------------------------------------------------------------ the file's shape -> the types' shape


def _shape(raw: Mapping[str, Any]) -> dict[str, Any]:
    for key in raw:
        if key not in _TOP:
            raise _ShapeError((key,), f"unknown key {key!r}", suggest(key, _TOP))
    shaped = dict(raw)
    for key in ("entity_types", "verbs", "routes"):
        if key in raw:
            shaped[key] = _named_tables(raw[key], (key,))
    return shaped


def _named_tables(tables: object, path: Path) -> list[dict[str, Any]]:
    """Return tables keyed by name as a list of tables that hold their name."""
    what = path[-1]
    if not isinstance(tables, dict):
        raise _ShapeError(path, f"{what!r} must be tables keyed by name, not {_show(tables)}", _header(path))
    shaped = []
    for name, table in tables.items():
        at = (*path, name)
        if not isinstance(table, dict):
            raise _ShapeError(at, f"{name!r} in {what!r} must be a table, not {_show(table)}", _header(path))
        if "name" in table:
            raise _ShapeError(at, "unknown key 'name'", "the table's header names it")
        shaped.append({"name": name} | {key: _shape_value(key, value, at) for key, value in table.items()})
    return shaped


def _header(path: Path) -> str:
    return f"write [{'.'.join(path)}.<name>]"


def _shape_value(key: str, value: Any, path: Path) -> Any:
    if key == "slots":
        return _named_tables(value, (*path, key))
    if key in _PLAIN and isinstance(value, list):
        return [{_PLAIN[key]: part} if isinstance(part, str) else part for part in value]
    if key == "default" and not isinstance(value, bool) and isinstance(value, int | Decimal | date):
        return str(value)
    return value


def _headers(raw: Mapping[str, Any], lines: Mapping[Path, int]) -> dict[str, int]:
    """Return ``verb`` or ``verb.slot`` -> line; a slot without a line of its own has its verb's."""
    found: dict[str, int] = {}
    for name, verb in raw.get("verbs", {}).items():
        for slot in (None, *verb.get("slots", {})):
            line = line_of(lines, ("verbs", name) if slot is None else ("verbs", name, "slots", slot))
            if line is not None:
                found[name if slot is None else f"{name}.{slot}"] = line
    return found


# ------------------------------------------------------------------ what pydantic found, in words


def _first(error: ValidationError) -> Mapping[str, Any]:
    """Return the error to tell: the first, but a misspelt key before the key that it leaves missing."""
    found: Sequence[Mapping[str, Any]] = error.errors(include_url=False)
    first = found[0]
    if first["type"] != "missing":
        return first
    beside = (one for one in found if one["type"] == "extra_forbidden" and one["loc"][:-1] == first["loc"][:-1])
    return next(beside, first)


def _explain(error: Mapping[str, Any], raw: Mapping[str, Any]) -> tuple[Path, str, str]:
    """Return the path in the file, the problem and the advice for one of pydantic's errors."""
    path = _path_in_file(error["loc"], raw)
    words = [part for part in error["loc"] if isinstance(part, str) and part != "[key]"]
    key, parent = words[-1], next((word for word in reversed(words[:-1]) if word in _MODELS), "")
    kind, value = error["type"], error["input"]
    if kind == "extra_forbidden":
        return path, f"unknown key {key!r}{_inside(parent)}", suggest(key, _keys_of(parent))
    if key == "reference_before" and kind in ("missing", "too_long"):
        return path, f"{key!r} {_MUST_BE['too_long']}, not {_show(value)}", ""
    if kind == "missing":
        return path, f"the key {key!r} is missing{_inside(parent)}", ""
    if kind == "enum":
        own = _WORDS.get(f"{parent}.{key}")
        known = own or next((_WORDS[word] for word in reversed(words) if word in _WORDS), ())
        name = next((word for word in reversed(words) if word in _WORDS), key)
        return path, f"unknown {name} {_show(value)}", suggest(str(value), known)
    if kind in _MUST_BE and (error["loc"][-1] == "[key]" or (key == "name" and parent in _NAMED)):
        return path, f"the name {_show(value)} {_MUST_BE[kind]}", ""
    advice = f'write {key} = ["{value}"]' if kind == "tuple_type" and isinstance(value, str) else ""
    said = _MUST_BE.get(f"{key}.{kind}") or _MUST_BE.get(kind) or error["msg"].replace("Input should", "must").lower()
    return path, f"{key!r} {said}, not {_show(value)}", advice


def _inside(parent: str) -> str:
    return f" in {parent!r}" if parent and parent not in _NAMED else ""


def _keys_of(parent: str) -> list[str]:
    return [key for key in _MODELS[parent].model_fields if parent not in _NAMED or key != "name"]


def _path_in_file(loc: Sequence[str | int], raw: Mapping[str, Any]) -> Path:
    """Return pydantic's location with the places of verbs, slots and entity types as their names."""
    path: list[str] = []
    here: Any = raw
    for part in loc:
        if isinstance(part, int):
            if not path or path[-1] not in _NAMED or not isinstance(here, dict):
                break
            part = list(here)[part]  # noqa: PLW2901 - the place becomes the name
        path.append(part)
        here = here.get(part, {}) if isinstance(here, dict) else {}
    return tuple(path)


def _show(value: object) -> str:
    """Return the value as it stands in a TOML file, near enough to be found there."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_show, value))}]"
    return repr(value) if isinstance(value, str) else str(value)
