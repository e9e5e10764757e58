"""A small agency for tests: one tenant with people, clients, projects and tasks, in the shape of a directory file."""

import copy
import json
from datetime import datetime

from dialog.directory import EntityDirectory
from dialog.examples import load_example
from dialog.manager import DialogManager
from dialog.recording import Recorder
from dialog.testing import Chat, FrozenClock

NOW = datetime.fromisoformat("2026-05-20T10:00:00-04:00")
"""A Wednesday."""

STUDIO = {
    "tenant": "workshop",
    "timezone": "America/New_York",
    "users": [
        {"id": "tom", "name": "Tom Marlow", "role": "owner", "kind": "staff", "pronouns": "he", "handle": "tom"},
        {"id": "ana", "name": "Ana Ferreira", "role": "manager", "kind": "staff", "pronouns": "she", "handle": "ana"},
        {"id": "sar", "name": "Sarah Quill", "role": "user", "kind": "staff", "pronouns": "she", "handle": "sarah"},
        {"id": "joh", "name": "John Bell", "role": "user", "kind": "staff", "pronouns": "he", "handle": "john"},
        {"id": "mar", "name": "Mark Finch", "role": "user", "kind": "staff", "pronouns": "he", "slack_id": "U9MARK"},
        {"id": "ven", "name": "Loom Works", "role": "user", "kind": "vendor", "handle": "loom"},
    ],
    "clients": [
        {"id": "c-acme", "name": "Acme", "touched": "2026-05-15T16:00:00"},
        {"id": "c-north", "name": "Northwind Traders", "aliases": ["Northwind"], "touched": "2026-05-14T10:00:00"},
    ],
    "projects": [
        {"id": "rando", "name": "Rando Site", "client": "c-acme", "type": "T&M", "pm": "mar",
         "touched": "2026-05-15T17:00:00", "touched_by": ["ana"]},
        {"id": "nike", "name": "Nike", "client": "c-north", "type": "Fixed Price",
         "touched": "2026-05-15T12:00:00", "touched_by": ["ana"]},
        {"id": "acme-r", "name": "Acme", "client": "c-acme", "type": "Retainer", "touched": "2026-05-10T12:00:00"},
        {"id": "old", "name": "Legacy Intranet", "client": "c-north", "type": "Internal", "active": False},
    ],
    "disciplines": [{"id": "d1", "name": "Design"}, {"id": "d2", "name": "Brand"}],
    "tasks": [
        {"id": "design", "name": "Design", "discipline": "d1"},
        {"id": "dev", "name": "Development", "aliases": ["dev"]},
    ],
    "project_types": [
        {"name": "T&M", "aliases": ["time and materials"]},
        {"name": "Fixed Price", "aliases": ["fixed fee"]},
        {"name": "Retainer"},
        {"name": "Internal"},
    ],
    "permissions": {
        "owner": ["create_project", "create_client", "log_time", "log_time_for_others", "set_rate"],
        "manager": ["create_project", "create_client", "log_time", "log_time_for_others", "allocate_hours",
                    "assign_pm", "set_rate", "rename", "archive", "cancel_project", "create_retainer_period",
                    "create_liability"],
        "user": ["create_project", "log_time"],
    },
}  # fmt: skip


def studio_directory(**more):
    """Return the directory, with further entities by collection."""
    content = copy.deepcopy(STUDIO)
    for collection, entities in more.items():
        content[collection] = [*content[collection], *entities]
    return EntityDirectory.from_json(json.dumps(content))


def studio(store="sqlite://", *, user="ana", record=True, clock=None, directory=None):
    """Return a chat with the studio and the recorder of its tools (None when tools are registered by the test)."""
    clock = clock or FrozenClock(NOW)
    home = directory or studio_directory()
    recorder = Recorder(directory=home) if record else None
    manager = DialogManager(
        verbs=load_example("agency").verbs, directory=home, store=store, clock=clock, default_tool=recorder
    )
    if recorder is not None:
        recorder.verbs = manager.verbs
    return Chat(manager, tenant="workshop", user=user, clock=clock), recorder


def drive_now(steps, directory, tenant):
    """Drive a pure rule with a directory in memory, without an event loop."""
    try:
        lookup = next(steps)
        while True:
            lookup = steps.send(tuple(finish_now(directory.look_up(tenant, lookup))))
    except StopIteration as stop:
        return stop.value


def finish_now(coroutine):
    """Return the result of a coroutine that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits for something")
