"""The home's tools: small ones that keep their state in memory and take the key, so that a repetition does nothing."""

from __future__ import annotations

from collections.abc import Callable

from dialog.directory import EntityDirectory
from dialog.manager import DialogManager
from dialog.tools import ToolCall, ToolKind, ToolResult
from resolver.entities import Entity
from resolver.values import EntityValue
from slots.errors import ToolRejected


def register(manager: DialogManager, directory: EntityDirectory) -> None:
    """Register every tool of the home's verbs."""
    home = _Home(directory)
    tools: dict[str, Callable[[ToolCall], ToolResult]] = {
        "set_light": home.set_light,
        "start_timer": home.start_timer,
        "add_item": home.add_item,
        "create_list": home.create_list,
        "remind": home.note_down,
        "plan_meal": home.note_down,
        "remove_list": home.remove("list"),
        "remove_scene": home.remove("scene"),
        "show_list": home.show_list,
        "list_lights": home.list_lights,
    }
    for name, tool in tools.items():
        manager.tool(name, kind=ToolKind.IDEMPOTENT)(tool)


class _Home:
    """What the home knows; everything is kept by the key of the call that did it."""

    def __init__(self, directory: EntityDirectory) -> None:
        self.directory = directory
        self.items: dict[str, tuple[str, str]] = {}
        self.power: dict[str, str] = {}
        self.done: set[str] = set()

    def set_light(self, call: ToolCall) -> ToolResult:
        """Turn a light, or all of a room, on or off."""
        target, power = str(call["light"]), str(call["power"])
        lights = [
            light.id
            for light in self.directory.all(call.tenant, "light")
            if light.is_active and target in (light.id, light.attributes.get("room"))
        ]
        if not lights:
            raise ToolRejected("there is no light in there")
        self.power.update(dict.fromkeys(lights, power))
        return ToolResult()

    def start_timer(self, call: ToolCall) -> ToolResult:
        """Start a timer."""
        self.done.add(call.key)
        return ToolResult()

    def add_item(self, call: ToolCall) -> ToolResult:
        """Put an item on a list; what is on it already is refused."""
        entry = (str(call["list"]), str(call["item"]))
        if call.key not in self.items and entry in self.items.values():
            raise ToolRejected(f"{entry[1]} is on {call.name('list')} already")
        self.items[call.key] = entry
        return ToolResult()

    def create_list(self, call: ToolCall) -> ToolResult:
        """Make a list."""
        name = str(call["list_name"])
        entity = Entity("list", f"s-{name.casefold().replace(' ', '-')}", name)
        self.directory.put(call.tenant, entity)
        return ToolResult(outputs={"list": EntityValue(type="list", id=entity.id, name=name)})

    def remove(self, kind: str) -> Callable[[ToolCall], ToolResult]:
        """Return the tool that removes an entity of a type."""

        def tool(call: ToolCall) -> ToolResult:
            self.directory.change(call.tenant, kind, str(call["target"]), is_active=False)
            return ToolResult()

        return tool

    def note_down(self, call: ToolCall) -> ToolResult:
        """Note a reminder or a meal."""
        self.done.add(call.key)
        return ToolResult()

    def show_list(self, call: ToolCall) -> ToolResult:
        """Say what is on a list."""
        items = [item for where, item in self.items.values() if where == call["list"]]
        entity = self.directory.get(call.tenant, "list", str(call["list"]))
        if entity is None:
            raise ToolRejected("that list is no longer there")
        value = EntityValue(type="list", id=entity.id, name=entity.name)
        text = ", ".join(items) or "nothing"
        return ToolResult(text=f"On {entity.name}: {text}.", outputs={"list": value})

    def list_lights(self, call: ToolCall) -> ToolResult:
        """Say which lights are on."""
        lights = self.directory.all(call.tenant, "light")
        names = [light.name for light in lights if self.power.get(light.id) == "on"]
        return ToolResult(text=f"On: {', '.join(names) or 'none'}.")
