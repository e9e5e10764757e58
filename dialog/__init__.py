"""The turn handler that a chat front end embeds.

Goes in: a :class:`Turn` (who said what, where). Comes out: a :class:`Reply` whose
text is complete alone, with the menu, the state, the results and the annotation
beside it. :class:`DialogManager` reads what the pure step asks for, persists what
it decided, and calls the tools.

What stands in ``__all__`` is the public interface; other modules may change.
The names are imported when they are first used, so that a program that reads
tables does not pay for the store.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dialog.aliases import keep_aliases
    from dialog.directory import EntityDirectory
    from dialog.examples import load_example
    from dialog.files import read_directory, read_tables
    from dialog.host_tables import EntityTable, PeopleTable, Related, TenantTable, Touches
    from dialog.manager import DialogManager
    from dialog.routing.agent import Agent, AgentChoice, AgentRequest
    from dialog.routing.hooks import Asked, Hooks
    from dialog.routing.settings import RoutingSettings, Triage
    from dialog.sql_directory import SqlDirectory
    from dialog.stored_directory import StoredDirectory
    from dialog.tools import ToolCall, ToolKind, ToolResult
    from dialog.turn import InputMode, Pick, Reply, Turn
    from resolver.entities import Actor, Directory, Entity
    from resolver.values import EntityValue
    from slots.errors import (
        BusyError,
        CaseError,
        DialogError,
        DirectoryError,
        ExtraMissingError,
        RouteError,
        StoreError,
        TableError,
        ToolError,
        ToolRejected,
        TransitionError,
        UnknownTenantError,
        UnknownUserError,
    )
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
    from states.move import Limits

__all__ = [
    "DialogManager",
    "Turn",
    "Reply",
    "Pick",
    "InputMode",
    "VerbSpec",
    "SlotSpec",
    "TableSet",
    "SlotKind",
    "DatePolicy",
    "PeriodDay",
    "Menu",
    "Occurrence",
    "Choice",
    "EntityType",
    "AutoCreate",
    "Guard",
    "Form",
    "Trigger",
    "TokenSet",
    "RouteSpec",
    "RouteKind",
    "read_tables",
    "Directory",
    "EntityDirectory",
    "read_directory",
    "StoredDirectory",
    "SqlDirectory",
    "keep_aliases",
    "EntityTable",
    "PeopleTable",
    "TenantTable",
    "Related",
    "Touches",
    "Actor",
    "Entity",
    "EntityValue",
    "ToolCall",
    "ToolResult",
    "ToolKind",
    "Limits",
    "RoutingSettings",
    "Triage",
    "Hooks",
    "Asked",
    "Agent",
    "AgentRequest",
    "AgentChoice",
    "load_example",
    "DialogError",
    "TableError",
    "TransitionError",
    "DirectoryError",
    "UnknownTenantError",
    "UnknownUserError",
    "StoreError",
    "BusyError",
    "ToolError",
    "ToolRejected",
    "RouteError",
    "ExtraMissingError",
    "CaseError",
]

_TABLES = __all__[__all__.index("VerbSpec") : __all__.index("read_tables")]
_ERRORS = __all__[__all__.index("DialogError") :]
_HOMES = {
    **dict.fromkeys(_ERRORS, "slots.errors"),
    **dict.fromkeys(_TABLES, "slots.tables"),
    **dict.fromkeys(("Directory", "Actor", "Entity"), "resolver.entities"),
    **dict.fromkeys(("ToolCall", "ToolResult", "ToolKind"), "dialog.tools"),
    **dict.fromkeys(("Turn", "Reply", "Pick", "InputMode"), "dialog.turn"),
    **dict.fromkeys(("read_tables", "read_directory"), "dialog.files"),
    **dict.fromkeys(("RoutingSettings", "Triage"), "dialog.routing.settings"),
    **dict.fromkeys(("Hooks", "Asked"), "dialog.routing.hooks"),
    **dict.fromkeys(("Agent", "AgentRequest", "AgentChoice"), "dialog.routing.agent"),
    **dict.fromkeys(("EntityTable", "PeopleTable", "TenantTable", "Related", "Touches"), "dialog.host_tables"),
    "keep_aliases": "dialog.aliases",
    "SqlDirectory": "dialog.sql_directory",
    "StoredDirectory": "dialog.stored_directory",
    "DialogManager": "dialog.manager",
    "EntityDirectory": "dialog.directory",
    "EntityValue": "resolver.values",
    "Limits": "states.move",
    "load_example": "dialog.examples",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
