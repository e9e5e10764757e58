"""The home's tools: small ones that keep their state in memory and take the key, so that a repetition does nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from dialog.directory import EntityDirectory
from dialog.manager import DialogManager
from dialog.tools import Plain, ToolCall, ToolKind, ToolResult
from resolver.entities import Entity
from resolver.values import EntityValue
from slots.errors import ToolRejected


def register(manager: DialogManager, directory: EntityDirectory) -> Home:
    """Register every tool of the home's verbs; returns what they change."""
    home = Home(directory)
    tools: dict[str, Callable[[ToolCall], ToolResult]] = {
        "set_light": home.set_light,
        "set_heating": home.set_heating,
        "announce": home.announce,
        "set_alarm": home.set_alarm,
        "start_timer": home.keep,
        "remind": home.keep,
        "plan_meal": home.keep,
        "plan_cleaning": home.keep,
        "add_item": home.add_item,
        "create_list": home.create_list,
        "remove_list": home.remove("list"),
        "remove_scene": home.remove("scene"),
        "show_list": home.show_list,
        "list_lights": home.list_lights,
    }
    for name, tool in tools.items():
        manager.tool(name, kind=ToolKind.IDEMPOTENT)(tool)
    return home


@dataclass
class Home:
    """What the home knows; what can be done twice is kept by the key of the call that did it."""

    directory: EntityDirectory
    """Whose rooms, lights and lists."""
    power: dict[str, str] = field(default_factory=dict)
    """Light -> ``on`` or ``off``, once somebody has said."""
    level: dict[str, Plain] = field(default_factory=dict)
    """Light -> percent, for those that were dimmed."""
    degrees: dict[str, Plain] = field(default_factory=dict)
    """Room -> degrees Celsius."""
    items: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Key -> (list, item)."""
    alarms: dict[str, tuple[Plain, Plain, Plain]] = field(default_factory=dict)
    """Key -> (person, day, hour)."""
    kept: dict[str, ToolCall] = field(default_factory=dict)
    """Key -> a timer, a reminder, an announcement or a plan, as confirmed."""

    def set_light(self, call: ToolCall) -> ToolResult:
        """Turn a light, or all of a room, on or off."""
        target, power = str(call["light"]), str(call["power"])
        lights = [
            light.id
            for light in self.directory.all(call.tenant, "light")
            if light.is_active and target in (light.id, light.attributes.get("room"))
        ]
        if not lights:
            raise ToolRejected(f"there is no light in {call.name('light')}")
        if power == "off" and call["level"] is not None:
            raise ToolRejected("a light that is off cannot be dimmed")
        self.power.update(dict.fromkeys(lights, power))
        if call["level"] is not None:
            self.level.update(dict.fromkeys(lights, call["level"]))
        return ToolResult()

    def set_heating(self, call: ToolCall) -> ToolResult:
        """Set the heating of a room."""
        self.degrees[str(call["room"])] = call["degrees"]
        return ToolResult()

    def announce(self, call: ToolCall) -> ToolResult:
        """Say something on a device; one that stands in another room is refused."""
        room = self.directory.get(call.tenant, "room", str(call["room"]))
        if room is None or call["device"] not in room.links.get("device", ()):
            raise ToolRejected(f"{call.name('device')} is not in {call.name('room')}")
        return self.keep(call)

    def set_alarm(self, call: ToolCall) -> ToolResult:
        """Set an alarm; a second one for the same person and hour is refused."""
        alarm = (call["person"], call["day"], call["hour"])
        if call.key not in self.alarms and alarm in self.alarms.values():
            raise ToolRejected("that alarm is set already")
        self.alarms[call.key] = alarm
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
        """Return the tool that removes an entity of a type; what is on a list goes with it."""

        def tool(call: ToolCall) -> ToolResult:
            target = str(call["target"])
            self.directory.change(call.tenant, kind, target, is_active=False)
            self.items = {key: entry for key, entry in self.items.items() if kind != "list" or entry[0] != target}
            return ToolResult()

        return tool

    def keep(self, call: ToolCall) -> ToolResult:
        """Keep a timer, a reminder or a plan."""
        self.kept[call.key] = call
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
