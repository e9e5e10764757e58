"""Case files: what a conversation case may say, and reading one.

A case file is a JSON list of cases. What stands in it is checked by the models
below before anything is played; an error names the file, the case and the key.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from slots.errors import CaseError


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Expectation(_Part):
    """What must hold once a turn is over; a key that is left out is not checked."""

    verb: str | None = None
    """The verb that is being filled, or ended in the turn; null for none."""
    slots: dict[str, Any] = {}
    """Slot -> its value: a number, an ISO date, a text, ``{"id": ..}``, ``{"new": ..}``."""
    no_slots: list[str] = []
    """Slots without a value."""
    missing: list[str] = []
    """The slots that will be asked for because they have no value."""
    missing_includes: list[str] = []
    """At least these of them."""
    ambiguous: list[str] = []
    """The slots with several candidates."""
    state: str = ""
    """The speaker's state after the turn."""
    state_in: list[str] = []
    """One of these states."""
    asking: str | None = None
    """The slot that the reply asks about; empty or null for none."""
    menu: list[Any] = []
    """The options in order, without the escape."""
    menu_includes: list[Any] = []
    """At least these of them."""
    side_effects: list[dict[str, Any]] = []
    """What would be created beside the main action."""
    calls: list[ExpectedCall] = []
    """The tool calls that ran in the turn, in order."""
    reply_contains: list[str] = []
    """Pieces of the reply's text."""
    reply_lacks: list[str] = []
    """Pieces that do not stand in it."""
    lane: str | None = None
    """The triage label."""
    tier: str | None = None
    """The routing tier that answered."""


class ExpectedCall(_Part):
    """One tool call."""

    tool: str
    """Its name."""
    args: dict[str, Any] = {}
    """Arguments that must be equal; others are free."""


class CaseTurn(_Part):
    """One message, and what must come of it."""

    say: str
    """What the person types or says."""
    by: str = ""
    """Id of another person who says it."""
    after_minutes: float | None = Field(default=None, ge=0)
    """Minutes since the turn before."""
    message_id: str = ""
    """The front end's id; the same one twice is a redelivery."""
    expect: Expectation = Expectation()
    """What must hold."""


class CaseMention(_Part):
    """An entity mentioned before the first turn."""

    type: str
    """Its type."""
    id: str
    """Its id."""
    name: str
    """Its name."""
    minutes_ago: float = Field(ge=0)
    """When; entries with the same number are one turn."""
    by: str = ""
    """Who mentioned it; the speaker when left out."""


class Case(_Part):
    """One conversation."""

    id: str
    """Its name."""
    note: str = ""
    """What it is about."""
    verbs: str = "agency"
    """An example, or a table file beside the case file."""
    directory: str
    """A directory file beside the case file."""
    add: dict[str, list[dict[str, Any]]] = {}
    """Entities laid over the directory."""
    now: AwareDatetime = Field(strict=False)
    """The clock at the first turn, with an offset."""
    timezone: str = ""
    """The speaker's IANA zone; the directory's when left out."""
    user: str
    """Id of the person who speaks."""
    history: list[CaseMention] = []
    """What was mentioned before."""
    turns: list[CaseTurn] = Field(min_length=1)
    """The turns, in order."""


EXPECTATIONS = frozenset(Expectation.model_fields)
"""Every key of ``expect``."""

_PROBLEMS = {"extra_forbidden": "nothing is called that here", "missing": "it is missing"}
"""Kind of mistake -> how it is said; others in pydantic's words."""


def read_cases(path: Path) -> list[dict[str, Any]]:
    """Read a case file; raises :class:`slots.errors.CaseError` that names file, case and key."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CaseError(f"it cannot be read: {error.strerror}", file=str(path)) from error
    except (ValueError, RecursionError) as error:
        raise CaseError(f"it is no JSON: {error}", file=str(path)) from error
    if not isinstance(content, list):
        raise CaseError("it must be a list of cases", file=str(path))
    for number, case in enumerate(content, 1):
        _check(case, number, str(path))
    return content


def _check(case: Any, number: int, file: str) -> None:
    if not isinstance(case, dict):
        raise CaseError("a case must be an object", file=file, case=f"#{number}")
    try:
        Case.model_validate(case)
    except ValidationError as error:
        first = error.errors()[0]
        name = case.get("id") if isinstance(case.get("id"), str) else f"#{number}"
        raise CaseError(_told(first), file=file, case=str(name), key=_key(first)) from error


def _told(error: ErrorDetails) -> str:
    if error["type"] in _PROBLEMS:
        return _PROBLEMS[error["type"]]
    return f"{error['msg'][:1].lower()}{error['msg'][1:]}, not {json.dumps(error['input'], default=str)[:60]}"


def _key(error: ErrorDetails) -> str:
    """Return where the mistake stands: ``turns[0].expect.slots``."""
    key = ""
    for part in error["loc"]:
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else part
    return key
