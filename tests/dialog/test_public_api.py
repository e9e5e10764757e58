"""The public interface: what ``dialog`` lists, and that listing it costs no store."""

import subprocess
import sys
from enum import StrEnum

from pydantic import BaseModel

import dialog
import slots.tables

PUBLIC = """
DialogManager Turn Reply Pick InputMode VerbSpec SlotSpec TableSet SlotKind DatePolicy PeriodDay Menu Occurrence Choice
EntityType AutoCreate Guard Form Trigger TokenSet RouteSpec RouteKind read_tables Directory EntityDirectory
read_directory StoredDirectory SqlDirectory keep_aliases EntityTable PeopleTable TenantTable Related Touches Actor
Entity EntityValue ToolCall ToolResult ToolKind Limits RoutingSettings Triage Hooks Asked Agent AgentRequest
AgentChoice load_example DialogError TableError TransitionError DirectoryError UnknownTenantError UnknownUserError
StoreError BusyError ToolError ToolRejected RouteError ExtraMissingError CaseError
""".split()


def test_what_is_listed_is_what_is_public():
    assert dialog.__all__ == PUBLIC


def test_every_listed_name_is_there_and_no_other():
    for name in PUBLIC:
        assert getattr(dialog, name).__name__ == name
    assert not hasattr(dialog, "Nonsense")


def test_every_part_of_a_table_is_public():
    """Whatever a verb, a slot or a route is declared with stands in the same place."""
    parts = [value for value in vars(slots.tables).values() if isinstance(value, type)]
    own = [part for part in parts if part.__module__ == "slots.tables" and issubclass(part, BaseModel | StrEnum)]
    assert {part.__name__ for part in own if not part.__name__.startswith("_")} <= set(PUBLIC)


def test_importing_the_package_does_not_import_the_store():
    code = "import sys, dialog; dialog.Turn; dialog.load_example('agency'); print('sqlmodel' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=".")
    assert run.stdout.strip() == "False"
