"""What became of one slot: resolved, ambiguous or missing, each with its evidence.

These are persisted with the pending action, so they are frozen pydantic models.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from resolver.values import SlotValue


class Tier(StrEnum):
    """How a value was found."""

    READ = "read"
    """Read from its form (hours, money, a date)."""
    TYPED = "typed"
    """Taken as typed (a new name, free text)."""
    EXACT = "exact"
    """The full name; case, accents, ``&``/and and punctuation folded."""
    ALIAS = "alias"
    """An alias of the directory."""
    BARE = "bare"
    """The full name but for its legal form, particles in it, the order of its words or how it is cut into words."""
    FUZZY = "fuzzy"
    """Every word close to a word of the name, and no rival."""
    PART = "part"
    """One word that only one name has."""
    MENTION = "mention"
    """A front end's mention."""
    PRONOUN = "pronoun"
    """A pronoun, from the log."""
    INFERRED = "inferred"
    """Not said; the only one in the most recent turn of the log."""
    LEFTOVER = "leftover"
    """A known name that stood in the message without a preposition."""
    NOUN = "noun"
    """The trigger's object noun."""
    DEFAULT = "default"
    """Not said; the table's default."""
    PICKED = "picked"
    """Chosen from a menu."""
    NEW = "new"
    """Nothing of that name: it will be created."""
    IMPLIED = "implied"
    """Follows from another slot (the type of what was chosen)."""


class Reason(StrEnum):
    """Why a slot is missing."""

    NOT_SAID = "not_said"
    """Nothing in the message was for it."""
    NO_MATCH = "no_match"
    """Its words fit nothing in the directory."""
    NO_REFERENT = "no_referent"
    """Its pronoun points at nothing in the log that fits."""
    ARCHIVED = "archived"
    """Its words fit only something that was archived."""
    UNREADABLE = "unreadable"
    """Its words cannot be read as its kind."""
    OUT_OF_BOUNDS = "out_of_bounds"
    """Its value lies outside the table's bounds."""
    WRONG_SIDE = "wrong_side"
    """A logged day in the future, or a deadline in the past."""
    NOT_ALLOWED = "not_allowed"
    """It would have to be created, and the speaker may not."""
    CLEARED = "cleared"
    """Its value was taken back and not replaced."""


class _Outcome(BaseModel):
    model_config = ConfigDict(frozen=True)


class Candidate(_Outcome):
    """One thing that a slot could hold."""

    value: SlotValue
    """The value it would get."""
    label: str
    """How a menu shows it."""
    detail: str = ""
    """What tells it from another one of its name; empty where its name is enough."""
    aliases: tuple[str, ...] = ()
    """Other names by which a reply may pick it."""
    nouns: tuple[str, ...] = ()
    """Type words by which a reply may pick it ("the client")."""


class Resolved(_Outcome):
    """The slot has a value."""

    status: Literal["resolved"] = "resolved"
    """Tells the outcomes apart."""
    value: SlotValue
    """The value."""
    tier: Tier
    """How it was found."""
    said: str = ""
    """The words it was taken from; empty when nothing was said."""
    via: str = ""
    """What led to the words: the preposition, ``object``, ``possessive`` ..."""
    unused: str = ""
    """Words of the phrase that the value leaves out ("Labs" where only Acme is known); the confirmation says so."""
    called: str = ""
    """For what was picked: the words that had named nothing, for which the menu was put; else empty."""
    detail: str = ""
    """For what was picked among things of one name: what tells it from the others; the confirmation shows it."""
    seen_at: datetime | None = None
    """For pronouns and inference: when the log's turn was."""


class Ambiguous(_Outcome):
    """The slot has several candidates of equal standing."""

    status: Literal["ambiguous"] = "ambiguous"
    """Tells the outcomes apart."""
    candidates: tuple[Candidate, ...]
    """In directory order; across types in the order of the types."""
    said: str
    """The words that fit them all."""
    via: str = ""
    """What led to the words."""
    may_create: str = ""
    """The name under which a new one may be created instead; empty when that is not offered."""


class Missing(_Outcome):
    """The slot has no value."""

    status: Literal["missing"] = "missing"
    """Tells the outcomes apart."""
    reason: Reason = Reason.NOT_SAID
    """Why."""
    said: str = ""
    """The words that gave no value; empty when nothing was said."""
    via: str = ""
    """What led to the words."""
    hints: tuple[Candidate, ...] = ()
    """What comes first in the slot's menu: things that other words of the message name exactly."""
    found: str = ""
    """For archived: its name. For out of bounds: the bound, in words. For no match: what people call the type of the
    known thing that was named, which the slot does not take."""
    permission: str = ""
    """For what is not allowed: the permission that is lacking."""
    may_create: str = ""
    """For what comes near an archived name: the name under which a new one may be created; empty when it may not."""


Outcome = Annotated[Resolved | Ambiguous | Missing, Field(discriminator="status")]
"""What became of a slot."""
