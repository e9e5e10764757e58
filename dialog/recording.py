"""A tool that records its calls and does nothing: for cases, previews and hosts' tests."""

from __future__ import annotations

from typing import Any

from dialog.directory import EntityDirectory
from dialog.tools import ToolCall, ToolResult
from resolver.entities import Entity
from resolver.values import DateValue, EntityValue, NewValue, NumberValue, SlotValue, TextValue
from slots.tables import TableSet


class Recorder:
    """Takes every call; a call that creates something answers with an entity of that name."""

    def __init__(self, verbs: TableSet | None = None, directory: EntityDirectory | None = None) -> None:
        self.verbs = verbs
        """The tables, for what a tool creates and what its result names."""
        self.directory = directory
        """Where what is created is put, and where a read verb's outputs are looked up; None for nowhere."""
        self.calls: list[tuple[str, dict[str, Any]]] = []
        """(tool, arguments) in the order of the calls; entities as ``{"id": ...}``."""
        self._count = 0

    def __call__(self, call: ToolCall) -> ToolResult:
        """Record a call."""
        self.calls.append((call.tool, {name: as_case(value) for name, value in call.arguments.items()}))
        self._count += 1
        created = self._created(call)
        if created is not None:
            if self.directory is not None:
                made = Entity(created.type, created.id, created.name, attributes=_attributes(call, created.type))
                self.directory.put(call.tenant, made)
            return ToolResult(outputs={created.type: created})
        return ToolResult(outputs=self._outputs(call))

    def _outputs(self, call: ToolCall) -> dict[str, EntityValue]:
        """Answer a read verb's outputs: an argument of the type, else what an argument's attribute points at."""
        verb = next((v for v in self.verbs.verbs if v.name == call.tool), None) if self.verbs is not None else None
        found: dict[str, EntityValue] = {}
        for field, type_ in verb.outputs.items() if verb is not None else ():
            for value in call.arguments.values():
                if isinstance(value, EntityValue) and (named := self._named(call, value, field, type_)) is not None:
                    found[field] = named
        return found

    def _named(self, call: ToolCall, value: EntityValue, field: str, type_: str) -> EntityValue | None:
        if value.type == type_:
            return value
        entity = self.directory.get(call.tenant, value.type, value.id) if self.directory is not None else None
        target = entity.attributes.get(field, "") if entity is not None else ""
        other = self.directory.get(call.tenant, type_, target) if self.directory is not None else None
        return EntityValue(type=other.type, id=other.id, name=other.name) if other is not None else None

    def _created(self, call: ToolCall) -> EntityValue | None:
        for verb in self.verbs.verbs if self.verbs is not None else ():
            for slot in verb.slots:
                rule = slot.auto_create
                if rule is not None and rule.tool == call.tool:
                    return self._entity(slot.entities[0], call.arguments.get(rule.argument))
            if verb.creates and (verb.tool or verb.name) == call.tool:
                name = next((call.arguments.get(s.name) for s in verb.slots if s.kind.value == "name"), None)
                return self._entity(verb.creates, name)
        return None

    def _entity(self, kind: str, name: SlotValue | None) -> EntityValue | None:
        if not isinstance(name, TextValue):
            return None
        return EntityValue(type=kind, id=f"new-{self._count}", name=name.text)


def _attributes(call: ToolCall, kind: str) -> dict[str, str]:
    """Return what a new entity's attributes would be called: ``project_type`` is a project's ``type``."""
    return {
        name.removeprefix(f"{kind}_").removesuffix("_name"): value.id if isinstance(value, EntityValue) else value.text
        for name, value in call.arguments.items()
        if isinstance(value, EntityValue | TextValue)
    }


def as_case(value: SlotValue) -> Any:
    """Return a slot's value as a case writes it."""
    match value:
        case EntityValue(id=id_):
            return {"id": id_}
        case NewValue(name=name):
            return {"new": name}
        case NumberValue(number=number):
            return int(number) if number == number.to_integral_value() else float(number)
        case DateValue(day=day):
            return day.isoformat()
        case TextValue(text=text):
            return text
