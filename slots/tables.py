"""The verb tables' types: what a verb is, as data.

A :class:`TableSet` is what one file declares: alias families, entity types and
verbs. From a :class:`VerbSpec` come the extractor, the machine, the questions,
the diagram, the printed table and the checks. A table is checked when it is
declared (:mod:`slots.checks`); nothing else in the library knows a verb by name.
"""

from __future__ import annotations

from datetime import time
from decimal import Decimal
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from slots.errors import TableError
from slots.money import time_of
from slots.text import words_of

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
"""A name in a table: lower case, digits, underscores."""


class SlotKind(StrEnum):
    """What a slot holds, and so how its words are read."""

    ENTITY = "entity"
    """Something that the tenant's directory holds, of one of the slot's ``entities``."""
    NAME = "name"
    """A new name: any words, kept as typed; known names inside it are plain text."""
    CHOICE = "choice"
    """One of a list: the slot's ``choices``, or those of the directory's list ``choices_from``."""
    DURATION = "duration"
    """A length of time, kept as a decimal number of the slot's ``unit``."""
    NUMBER = "number"
    """A plain number ("40", "forty", "40 %")."""
    MONEY = "money"
    """An amount of money, kept as a decimal number."""
    DATE = "date"
    """A day, read by the slot's ``date_policy``, kept as ``YYYY-MM-DD``."""
    MONTH = "month"
    """A month, kept as ``YYYY-MM``; a bare month is the next one that is not over."""
    TIME = "time"
    """A time of day, kept as ``HH:MM``."""
    TEXT = "text"
    """Free text (a note): takes everything but control words. Behind its preposition it goes on to the end of the
    message, less the values at that end for slots that nothing filled before it."""


_NAMED_KINDS = frozenset({SlotKind.ENTITY, SlotKind.NAME, SlotKind.CHOICE, SlotKind.TEXT})
"""Kinds whose values are recognised by no form of their own."""


class DatePolicy(StrEnum):
    """Which way a bare weekday or a day without a year points (decisions.md, Dates)."""

    PAST = "past"
    """Logging: work already done. A day in the future is asked about."""
    FUTURE = "future"
    """Deadlines: work still due. A day in the past is asked about."""


class PeriodDay(StrEnum):
    """Which day a period is that is said alone, where a day is expected ("March", "last month", "q3", "2019")."""

    ASKED = "asked"
    """None that is sure: it is asked for."""
    FIRST = "first"
    """Its first day: where something begins ("since March")."""
    LAST = "last"
    """Its last day: where something ends ("until June")."""


class Menu(StrEnum):
    """How a missing value is asked for."""

    NONE = "none"
    """Freeform: nothing plausible can be listed (hours, amounts, new names)."""
    RECENT = "recent"
    """The tenant's active entities touched last, five at most."""
    RECENT_MINE = "recent_mine"
    """The active entities that the speaker touched last, five at most, not filled up."""
    MENTIONED = "mentioned"
    """The active entities that the speaker mentioned last, filled up by name, five at most."""
    LISTED = "listed"
    """The active entities in directory order, those enabled on the ``listed_on`` slot's entity when it is known."""
    CHOICES = "choices"
    """The choices in their order."""
    DATES = "dates"
    """Today, yesterday, the last working day before those, the same weekday last week; today and the days ahead where
    the slot's date policy is ``future``."""


class Occurrence(StrEnum):
    """Which occurrence of a preposition takes the slot when it stands in the message more than once."""

    LAST = "last"
    """Right-greedy: the last one; what stands before it belongs to the name (the spike's Q2)."""
    FIRST = "first"
    """The first one."""


def _written_time(value: object) -> object:
    """Let through what is written as a time: a bare number would be seconds after midnight."""
    if isinstance(value, str | time):
        return value
    raise PydanticCustomError("time_type", 'must be a time such as "07:00"')


_TimeOfDay = Annotated[time, BeforeValidator(_written_time)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="wrap")
    @classmethod
    def _say_in_words(cls, value: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        """Turn what pydantic finds into a ``TableError``; a reader of files passes a context and does so itself."""
        if info.context is not None:
            return handler(value)
        try:
            return handler(value)
        except ValidationError as error:
            raise _table_error(cls, value, error.errors(include_url=False)[0]) from error


def _table_error(table: type[BaseModel], value: Any, found: ErrorDetails) -> TableError:
    """Return the first thing that is wrong with a table declared in Python, in words."""
    key = ".".join(str(part) for part in found["loc"]) or table.__name__
    name = value.get("name") if isinstance(value, dict) else None
    close = get_close_matches(key, table.model_fields, n=1)
    if found["type"] == "extra_forbidden":
        problem = f"{table.__name__} has no {key!r}"
        advice = f"did you mean {close[0]!r}?" if close else f"it has {', '.join(table.model_fields)}"
    else:
        problem, advice = f"{key!r}: {found['msg'].lower()}", f"not {found['input']!r}"
    return TableError(
        problem,
        advice=advice,
        verb=name if table.__name__ == "VerbSpec" else None,
        slot=name if table.__name__ == "SlotSpec" else None,
    )


class Choice(_Table):
    """One value of a choice slot."""

    name: str
    """The value, as it is stored and shown."""
    aliases: tuple[str, ...] = ()
    """Other ways to say it."""


class EntityType(_Table):
    """A type of entity that the tenant's directory holds."""

    name: Name
    """The type's name in the directory ("client")."""
    label: str = ""
    """What people call it, in the singular; the name with blanks when empty."""
    nouns: tuple[str, ...] = ()
    """Words that say the type beside a name ("the *client* Acme", "the design *task*"); the label counts too."""
    is_person: bool = False
    """Whether personal pronouns (her, him, them, me) may point at it; ``it`` points at the others."""

    @property
    def title(self) -> str:
        """The label to show."""
        return self.label or self.name.replace("_", " ")


class AutoCreate(_Table):
    """A slot's permission-gated creation of what is not there yet (the spike's capability D)."""

    tool: Name
    """The tool that creates it; called before the verb's own."""
    permission: Name
    """What the speaker must hold; without it the slot stays missing."""
    argument: Name
    """The tool's argument that takes the new name."""


class SlotSpec(_Table):
    """One slot of a verb: what it holds, which words fill it, how it is asked for."""

    name: Name
    """Unique within the verb; also the tool's argument."""
    kind: SlotKind
    """What it holds."""
    label: str = ""
    """What people call it ("person"); the name without ``_name`` and with blanks when empty."""
    required: bool = False
    """Whether the verb cannot run without it."""
    default: str = ""
    """What stands in when it is not said: ``speaker``, ``today``, ``this_month``, or a literal value."""
    prepositions: tuple[str, ...] = ()
    """Words, one or several each, after which its value stands ("for", "due by")."""
    occurrence: Occurrence = Occurrence.LAST
    """Which of several occurrences of its preposition takes it."""
    ends: tuple[str, ...] = ()
    """Further words that end its value; every preposition of the verb ends it anyway."""
    is_object: bool = False
    """Whether it stands directly after the trigger ("archive *Acme*")."""
    bare: bool = True
    """For typed kinds: whether the value counts without one of the slot's prepositions before it."""
    nouns: tuple[str, ...] = ()
    """Words beside the value that only say what it is ("for *client* Acme", "3 *tickets*"). Of a number they also say
    which slot it is for: "2 rooms for 3 adults"."""
    entities: tuple[Name, ...] = ()
    """The entity types it takes, in the order in which a menu lists them."""
    where: dict[Name, str] = Field(default_factory=dict)
    """What an entity's attributes must be (``{"kind": "vendor"}``)."""
    type_slot: str = ""
    """The slot that is set to the type of the entity chosen here, for slots that take several types."""
    choices: tuple[Choice, ...] = ()
    """The values of a choice slot."""
    choices_from: str = ""
    """The directory's list that holds the values of a choice slot."""
    unit: str = "hours"
    """For durations: hours, minutes, seconds or days."""
    hours_per_day: Decimal | None = None
    """For durations: how many hours a day of work has; a week has five such days, of 24 hours seven.

    Without it, days and weeks are read only by a slot of ``unit`` days.
    """
    symbol: str = ""
    """For money: the currency sign that amounts are shown with."""
    per: str = ""
    """For money: the unit of time that its amounts are for: minute, hour, day, week, month, quarter or year.

    An amount for another time is asked about, and where the slot is for none any is: "$120 an hour" is no total.
    Without the key a slot is for the time that its own words name (:attr:`time`).
    """
    minimum: Decimal | None = None
    """The smallest value allowed."""
    above: Decimal | None = None
    """The value that it must be greater than."""
    maximum: Decimal | None = None
    """The greatest value allowed."""
    earliest: _TimeOfDay | None = None
    """For times: the earliest one allowed ("07:00"); with one later than ``latest``, midnight lies between them."""
    latest: _TimeOfDay | None = None
    """For times: the latest one allowed. A bare hour outside ("at 2") is that of the other half of the day."""
    date_policy: DatePolicy = DatePolicy.FUTURE
    """Which way dates point."""
    period_day: PeriodDay = PeriodDay.ASKED
    """For dates: which day of a period that is said alone behind its preposition, or as the answer, is meant."""
    menu: Menu = Menu.NONE
    """How it is asked for."""
    listed_on: str = ""
    """For ``listed`` menus: the slot whose entity enables some of the entities."""
    prompt: str = ""
    """The question, one sentence; made from the label when empty."""
    hint: str = ""
    """What to say, for help and after an unreadable answer ("for example 2.5h or 90 minutes")."""
    infer: bool = False
    """Whether a required slot that was not mentioned is taken from the log when exactly one fits."""
    from_leftover: bool = False
    """Whether a known name in the leftover fills it when it is missing."""
    auto_create: AutoCreate | None = None
    """How a name that fits nothing is created on the way."""
    unique: bool = False
    """For new names: whether an entity of ``entities`` with that name makes the verb call nothing; else it is said."""
    others_permission: str = ""
    """The permission needed when the value is somebody other than the speaker."""
    sensitive: bool = False
    """Whether the log, the stream and stored annotations mask its values; an entity in it is no pronoun's referent."""

    @property
    def title(self) -> str:
        """What people call it."""
        return self.label or self.name.removesuffix("_name").replace("_", " ")

    @cached_property
    def time(self) -> str:
        """The unit of time that its amounts are for; empty for totals.

        Where the table does not say it, that of its name, label or question: "hourly", "weekly"; a rate is by the hour.
        """
        if self.per or self.kind is not SlotKind.MONEY:
            return self.per
        return time_of(words_of(" ".join((self.name.replace("_", " "), self.label, self.prompt))))

    @property
    def is_typed(self) -> bool:
        """Whether its values are recognised by their form, wherever they stand."""
        return self.kind not in _NAMED_KINDS


class Guard(_Table):
    """When a surface form applies; all parts that are given must hold."""

    reference_before: tuple[str, str] | None = None
    """(slot, anchor): a pronoun or mention that the slot takes stands between the trigger and the anchor's value."""
    missing: str = ""
    """The slot that the form before it left empty."""
    words: tuple[str, ...] = ()
    """Words that stand in the message after the trigger, in this order."""


class Form(_Table):
    """A second surface form of a verb: other prepositions for the same slots (the spike's pattern B, #735)."""

    name: str
    """Shown in the extraction and the diagram."""
    when: Guard
    """When it applies; forms are tried in order, the first whose guard holds is used."""
    prepositions: dict[Name, tuple[str, ...]] = Field(default_factory=dict)
    """Slot -> its prepositions in this form, in place of its own; slots not named keep theirs."""
    occurrence: dict[Name, Occurrence] = Field(default_factory=dict)
    """Slot -> which occurrence takes it in this form."""
    objects: tuple[str, ...] | None = None
    """The slots that stand directly after the trigger in this form; None keeps the slots' own."""


class Trigger(_Table):
    """A way to start the verb."""

    phrase: str
    """Words in order. ``{family}`` stands for any word of an alias family, ``<slot>`` for a value of that slot.

    The first part stands at the start of a clause; between two parts other words may stand, but no preposition
    of the verb. "{create} retainer period", "assign <hours>", "who is on".
    """
    fills: dict[Name, str] = Field(default_factory=dict)
    """Slot -> literal value that this trigger's object noun fills, when nothing else does (#735)."""


CAPTURE_KINDS = ("guid", "number", "email", "quoted", "text")
"""What may stand at a capture's place, beside the names of the entity types."""


class TokenSet(_Table):
    """A route's words in any order: all of these, one of each group, none of those.

    Each entry is a word or a phrase of words that stand together, compared in normal form
    (:mod:`dialog.routing.normal`): lower case, no punctuation, aliases put in place. ``<start> play`` stands
    only where the message begins, ``mute <end>`` only where it ends.
    """

    all_of: tuple[str, ...] = ()
    """What must all be there."""
    any_of: tuple[tuple[str, ...], ...] = ()
    """Groups; of each at least one must be there."""
    none_of: tuple[str, ...] = ()
    """What must not be there."""


class RouteKind(StrEnum):
    """What a route that is no verb leads to."""

    LOOKUP = "lookup"
    """Something of the host that answers with what it found (a table, a list)."""
    KNOWLEDGE = "knowledge"
    """The host's knowledge hook."""


class RouteSpec(_Table):
    """A route that is no verb: a look-up that the host answers, or knowledge."""

    name: Name
    """Unique among verbs and routes."""
    summary: str = ""
    """What it answers, one sentence for people."""
    kind: RouteKind = RouteKind.LOOKUP
    """What it leads to."""
    captures: tuple[str, ...] = ()
    """As a verb's."""
    token_sets: tuple[TokenSet, ...] = ()
    """As a verb's."""
    phrases: tuple[str, ...] = ()
    """As a verb's."""
    examples: tuple[str, ...] = ()
    """As a verb's."""

    @property
    def title(self) -> str:
        """The route's name with blanks."""
        return self.name.replace("_", " ")


class VerbSpec(_Table):
    """One verb: a slot-filling state machine, as a table."""

    name: Name
    """Unique within the set; the routing's label and, unless ``tool`` is given, the tool's name."""
    summary: str = ""
    """What it does, one sentence for people."""
    triggers: tuple[Trigger, ...]
    """The ways to start it."""
    tool: str = ""
    """The tool to call; ``{slot}`` in it is replaced by that slot's value ("archive_{target_type}")."""
    permission: str = ""
    """What the speaker must hold; read verbs need none."""
    read: bool = False
    """Whether it only reads: answered at once, without a confirmation; a pending question stays."""
    keeps_log: bool = True
    """Whether the entities of its results enter the log of mentions; False for list verbs."""
    creates: str = ""
    """The entity type that its tool creates; what the result names of it is the log's newest creation."""
    outputs: dict[Name, Name] = Field(default_factory=dict)
    """Field of the tool's result -> entity type: what the result names enters the log (the spike's #734)."""
    confirm: str = ""
    """The confirmation: a template of ``{slot}``, ``{a slot}`` (with its article) and parts in ``[...]`` that vanish
    when their slot is empty."""
    done: str = ""
    """What is said after success; the confirmation in other words when empty."""
    slots: tuple[SlotSpec, ...] = ()
    """In the order in which missing ones are asked for."""
    forms: tuple[Form, ...] = ()
    """Further surface forms, in the order in which they are tried."""
    markers: tuple[str, ...] = ()
    """Words that belong to the verb and fill nothing ("as PM"); they end a value."""
    examples: tuple[str, ...] = ()
    """Messages that the diagrams show parsed and that ``verbflow check`` plays."""
    captures: tuple[str, ...] = ()
    """Whole messages with typed places: "rename project <target:text> to <new_name:quoted>". Kinds: guid, number,
    email, quoted, text, or an entity type, whose name must stand there."""
    token_sets: tuple[TokenSet, ...] = ()
    """Words in any order that mean this verb, for messages that no trigger starts."""
    phrases: tuple[str, ...] = ()
    """Phrases that mean this verb wherever they stand in a message that nothing before took."""

    def slot(self, name: str) -> SlotSpec:
        """Return the slot of that name; ``KeyError`` when the verb has none."""
        for spec in self.slots:
            if spec.name == name:
                return spec
        raise KeyError(name)

    def has_slot(self, name: str) -> bool:
        """Whether the verb has a slot of that name."""
        return any(spec.name == name for spec in self.slots)

    @property
    def title(self) -> str:
        """The verb's name with blanks."""
        return self.name.replace("_", " ")


class TableSet(_Table):
    """What one table file declares."""

    name: str = "verbs"
    """The set's name, for people."""
    families: dict[Name, tuple[str, ...]] = Field(default_factory=dict)
    """Alias families: canonical word -> the words that mean it, the canonical one included (the spike's Q3)."""
    entity_types: tuple[EntityType, ...] = ()
    """The types of entities that the verbs' slots take, in the order in which menus across types list them."""
    verbs: tuple[VerbSpec, ...] = ()
    """In the order of the file; earlier ones win where nothing else decides."""
    routes: tuple[RouteSpec, ...] = ()
    """Routes that are no verbs, behind the verbs."""
    aliases: dict[str, str] = Field(default_factory=dict)
    """Word -> the word it counts as in token sets and phrases ("named" -> "name")."""
    origin: str | None = Field(default=None, exclude=True)
    """The file it was read from, for error messages."""
    lines: dict[str, int] = Field(default_factory=dict, exclude=True)
    """``verb`` or ``verb.slot`` -> the line of its header in that file."""

    def verb(self, name: str) -> VerbSpec | None:
        """Return the verb of that name, or None."""
        return next((verb for verb in self.verbs if verb.name == name), None)

    def route(self, name: str) -> VerbSpec | RouteSpec | None:
        """Return the verb or the route of that name, or None."""
        return self.verb(name) or next((route for route in self.routes if route.name == name), None)

    def entity_type(self, name: str) -> EntityType:
        """Return the type of that name; one without nouns when the set does not declare it."""
        for kind in self.entity_types:
            if kind.name == name:
                return kind
        return EntityType(name=name)

    def model_post_init(self, context: Any, /) -> None:
        """Check the tables as they are declared; raises :class:`slots.errors.TableError`."""
        from slots.checks import check_declared

        check_declared(self)
