"""verbflow as a manager for the dialogues' ``sgd_user.py``: real people's words for twenty verbs of everyday services.

The verbs stand in ``verbs.toml`` beside this file; the names that they take come from the benchmark's directory. A
reply is told in the user's terms: what is asked for, the menu, what is to be confirmed, or what was called.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from dialog import DialogManager, EntityDirectory, Reply, Turn, read_tables
from dialog.testing import FrozenClock
from resolver.outcome import Resolved
from resolver.values import plain

NAME = "verbflow"
"""What the benchmark calls it."""

BENCH = Path(os.environ.get("DIALOGUES", Path(__file__).parents[2].parent / "shared" / "bench" / "dialogues"))
"""The folder with the benchmark's ``directory.json``; ``DIALOGUES`` says another one."""

TENANT = "services"
"""Whose names they are."""

VERBS = {
    "play_movie": "Media_1.PlayMovie",
    "buy_movie_tickets": "Movies_1.BuyMovieTickets",
    "buy_event_tickets": "Events_2.BuyEventTickets",
    "reserve_oneway": "Flights_1.ReserveOnewayFlight",
    "reserve_roundtrip": "Flights_1.ReserveRoundtripFlights",
    "get_ride": "RideSharing_2.GetRide",
    "book_house": "Hotels_2.BookHouse",
    "reserve_hotel": "Hotels_3.ReserveHotel",
    "see_dentist": "Services_2.BookAppointment",
    "see_stylist": "Services_1.BookAppointment",
    "see_doctor": "Services_3.BookAppointment",
    "transfer_money": "Banks_1.TransferMoney",
    "make_payment": "Payment_1.MakePayment",
    "request_payment": "Payment_1.RequestPayment",
    "play_song": "Music_1.PlaySong",
    "reserve_car": "RentalCars_1.ReserveCar",
    "buy_bus_ticket": "Buses_1.BuyBusTicket",
    "reserve_restaurant": "Restaurants_2.ReserveRestaurant",
    "add_alarm": "Alarm_1.AddAlarm",
    "schedule_visit": "Homes_2.ScheduleVisit",
}
"""Our verb -> the benchmark's."""

TABLES = read_tables(Path(__file__).with_name("verbs.toml"))


def names_of(directory: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return type -> its entities, from the benchmark's service.slot -> values and (alias, value) pairs."""
    found: dict[str, dict[str, set[str]]] = {}
    ours = {theirs.split(".")[0]: ours for ours, theirs in VERBS.items()}
    for key, listed in directory.items():
        service, slot = key.split(".")
        verb = next((spec for spec in TABLES.verbs if spec.name == ours.get(service) and spec.has_slot(slot)), None)
        for type_ in verb.slot(slot).entities if verb else ():
            known = found.setdefault(type_, {})
            for value in listed["values"]:
                known.setdefault(value, set())
            for alias, value in listed["aliases"]:
                known.get(value, set()).add(alias)
    return {
        type_: [
            {"id": f"{type_}-{n}", "name": name, "aliases": sorted(aliases)}
            for n, (name, aliases) in enumerate(sorted(known.items()))
        ]
        for type_, known in found.items()
    }


def directory() -> EntityDirectory:
    """Return the benchmark's names as one tenant's."""
    listed = names_of(json.loads((BENCH / "directory.json").read_text("utf-8")))
    flights = json.loads((BENCH / "tables.json").read_text("utf-8"))[VERBS["reserve_oneway"]]["slots"]
    airlines = [{"name": name, "aliases": _short(name)} for name in flights["airlines"]["values"]]
    tenant = {"tenant": TENANT, "users": [{"id": "u", "name": "Zoe Quill"}], "types": {key: key for key in listed}}
    return EntityDirectory.from_json(json.dumps(tenant | listed | {"airlines": airlines}))


def _short(airline: str) -> list[str]:
    """Return what people say for an airline ("united")."""
    return [airline.split(maxsplit=1)[0]] if airline.rsplit(maxsplit=1)[-1] in ("Airlines", "Airways") else []


class Manager:
    """One person's conversations, one after the other."""

    def __init__(self) -> None:
        self.clock = FrozenClock(datetime(2019, 3, 1, 9, tzinfo=UTC))
        self.manager = DialogManager(
            verbs=TABLES, directory=directory(), clock=self.clock, default_tool=lambda _call: "Done."
        )
        self.conversations = count()
        self.conversation = ""

    def reset(self, now: datetime, context: object = None) -> None:
        """Begin a new conversation at a time; what was said of other things before it (``context``) is not told."""
        self.clock.now = now.replace(tzinfo=UTC)
        self.conversation = f"c{next(self.conversations)}"

    def turn(self, text: str) -> dict[str, Any]:
        """Say something, and return what the reply is in the benchmark's terms."""
        said = Turn(tenant=TENANT, conversation=self.conversation, user="u", text=text)
        self.reply = self.manager.handle_sync(said)
        return told(self.reply)


def told(reply: Reply) -> dict[str, Any]:
    """Return a reply in the benchmark's terms."""
    said = {"verb": VERBS.get(reply.verb, ""), "values": dict(_values(reply))}
    if reply.results:
        return {"kind": "executed"} | said
    match reply.state:
        case "confirming":
            return {"kind": "confirm"} | said
        case "awaiting_menu_choice" if reply.menu:
            options = [option.label for option in reply.menu.options]
            return {"kind": "menu", "slot": reply.asking or "verb", "options": options}
        case "awaiting_menu_choice" | "awaiting_freeform":
            return {"kind": "ask", "slots": [reply.asking]}
        case "cancelled":
            return {"kind": "cancelled"}
    return {"kind": "fallback"}


def _values(reply: Reply) -> Iterator[tuple[str, str]]:
    for slot, outcome in reply.slots.items():
        if isinstance(outcome, Resolved):
            yield slot, plain(outcome.value)
