"""The readers of dates and times of other libraries, for `score.py` of the datetimes; ``DATETIMES_PEER`` says which.

Each is called as its documentation says, told that the future is meant where it can be told. A time without am or pm is
the next one from now, as bookings want it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from datetime import datetime
from typing import Any

warnings.filterwarnings("ignore")

Read = Callable[[str, str, datetime], str | None]


def _written(found: datetime | None, kind: str) -> str | None:
    return found.strftime("%Y-%m-%d" if kind == "date" else "%H:%M") if found else None


def _dateparser() -> Read:
    import dateparser

    def read(text: str, kind: str, now: datetime) -> str | None:
        settings: Any = {"RELATIVE_BASE": now, "PREFER_DATES_FROM": "future"}
        return _written(dateparser.parse(text, languages=["en"], settings=settings), kind)

    return read


def _parsedatetime() -> Read:
    import parsedatetime

    calendar = parsedatetime.Calendar(version=parsedatetime.VERSION_CONTEXT_STYLE)

    def read(text: str, kind: str, now: datetime) -> str | None:
        found, context = calendar.parseDT(text, now)
        is_there = context.hasDate if kind == "date" else context.hasTime
        return _written(found, kind) if is_there else None

    return read


def _ctparse() -> Read:
    from ctparse import ctparse

    def read(text: str, kind: str, now: datetime) -> str | None:
        found = ctparse(text, ts=now)
        value: Any = getattr(found, "resolution", None)
        value = getattr(value, "t_from", None) or value
        if kind == "date":
            return f"{value.year:04}-{value.month:02}-{value.day:02}" if getattr(value, "hasDate", False) else None
        return f"{value.hour:02}:{value.minute or 0:02}" if getattr(value, "hour", None) is not None else None

    return read


def _recognizers() -> Read:
    from recognizers_date_time import DateTimeRecognizer
    from recognizers_text import Culture

    model = DateTimeRecognizer(Culture.English).get_datetime_model()
    names = {"date": ("datetimeV2.date", "datetimeV2.datetime"), "time": ("datetimeV2.time", "datetimeV2.datetime")}

    def read(text: str, kind: str, now: datetime) -> str | None:
        for found in model.parse(text, now):
            values = sorted(one["value"] for one in (found.resolution or {}).get("values", ()) if one.get("value"))
            if found.type_name not in names[kind] or not values or not values[0][0].isdigit():
                continue
            if kind == "date":
                return values[-1][:10]
            times = [value[-8:-3] for value in values]
            return next((time for time in times if time > now.strftime("%H:%M")), times[0])
        return None

    return read


_PEERS: dict[str, tuple[str, Callable[[], Read]]] = {
    "dateparser": ("dateparser 1.5.0", _dateparser),
    "parsedatetime": ("parsedatetime 2.6", _parsedatetime),
    "ctparse": ("ctparse 0.3.6", _ctparse),
    "recognizers": ("recognizers-text-suite 1.0.2a2", _recognizers),
}
NAME, _make = _PEERS[os.environ.get("DATETIMES_PEER", "dateparser")]
read = _make()
