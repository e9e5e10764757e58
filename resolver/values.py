"""The values that slots hold, as they are persisted and given to tools."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from slots.tables import SlotSpec


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class EntityValue(_Value):
    """An entity of the directory."""

    kind: Literal["entity"] = "entity"
    """Tells the values apart."""
    type: str
    """Its type."""
    id: str
    """Its id."""
    name: str
    """Its name when it was chosen; what the confirmation shows."""


class NewValue(_Value):
    """An entity that is created on the way, before the verb's own tool runs."""

    kind: Literal["new"] = "new"
    """Tells the values apart."""
    type: str
    """The type it will have."""
    name: str
    """The name it will have."""


class TextValue(_Value):
    """A new name, a choice, a month, a time of day or free text."""

    kind: Literal["text"] = "text"
    """Tells the values apart."""
    text: str
    """As typed, or the choice's name, or ``YYYY-MM``, or ``HH:MM``."""


class NumberValue(_Value):
    """Hours, an amount, a plain number."""

    kind: Literal["number"] = "number"
    """Tells the values apart."""
    number: Decimal
    """In the slot's unit."""
    currency: str = ""
    """The ISO 4217 code that was said with an amount of money; empty when the slot's own is meant."""


class DateValue(_Value):
    """A day, fixed when it was said."""

    kind: Literal["date"] = "date"
    """Tells the values apart."""
    day: date
    """The day, in the speaker's zone."""


SlotValue = Annotated[EntityValue | NewValue | TextValue | NumberValue | DateValue, Field(discriminator="kind")]
"""What a slot can hold."""


def plain(value: SlotValue) -> str:
    """Return a value as plain text: names, decimal numbers, ISO days."""
    match value:
        case EntityValue(name=name) | NewValue(name=name):
            return name
        case TextValue(text=text):
            return text
        case NumberValue(number=number):
            return format_number(number)
        case DateValue(day=day):
            return day.isoformat()


def say_length(number: Decimal, slot: SlotSpec) -> str:
    """Return a length of time with its unit ("60 minutes"), unless what people call the slot says it ("hours")."""
    one = slot.unit.removesuffix("s")
    if not {one, slot.unit}.isdisjoint(slot.title.split()):
        return round_length(number)
    return f"{round_length(number)} {one if number == 1 else slot.unit}"


_KEPT = 3
"""Decimals that people say of a length ("0.125 h"); more of them are what a conversion left (20 minutes in hours)."""


def round_length(number: Decimal) -> str:
    """Return a length of time as people read it ("0.17" for ten minutes in hours); the value itself stays exact."""
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or -exponent <= _KEPT:
        return format_number(number)
    rounded = round(number, 2)
    return format_number(rounded or round(number, -number.adjusted()))


def format_number(number: Decimal) -> str:
    """Return a decimal number without trailing zeros or exponent ("2.5", "50000")."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
