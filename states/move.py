"""One turn while it is decided: the setting, the stack as it changes, and what is to be said.

In: a :class:`Moment`. Out: a :class:`Decision`. The rules of the other modules
change a :class:`Move`, which is thrown away when the decision is made; the
persisted value itself is never changed in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from resolver.entities import Entity, Mention
from resolver.outcome import Outcome, Resolved, Tier
from resolver.setting import Setting
from resolver.values import EntityValue
from slots.compiled import CompiledVerb
from slots.extraction import Extraction
from slots.scan import Scan
from slots.tables import SlotSpec
from states.machine import VerbMachine
from states.pending import Conversation, Expects, Offer, Option, Pending, Plan, Question
from states.routes import Routed


class Code(StrEnum):
    """What a note says; the words for each stand in the rim's table of texts."""

    PICK_RANGE = "pick_range"
    """A number that is not on the menu."""
    PICK_WHICH = "pick_which"
    """Several options fit the reply."""
    STRUCK = "struck"
    """Options were taken off the menu."""
    TOO_LONG = "too_long"
    """A message of more words and marks than are read; how many it has, and how many it may have."""
    NOT_UNDERSTOOD = "not_understood"
    """The reply is no answer to the question."""
    NOT_A_NAME = "not_a_name"
    """The reply names nothing that the slot takes."""
    UNREADABLE = "unreadable"
    """The reply cannot be read as the slot's kind."""
    OUT_OF_BOUNDS = "out_of_bounds"
    """The value breaks a bound."""
    WRONG_SIDE = "wrong_side"
    """A day on the wrong side of today."""
    ARCHIVED = "archived"
    """The thing named was archived."""
    UNSURE = "unsure"
    """No plain yes or no."""
    NOT_DONE_YET = "not_done_yet"
    """A yes with more that was not understood: nothing ran."""
    WAITS = "waits"
    """A yes with another wish: what was shown waits for a yes of its own."""
    SAME_AGAIN = "same_again"
    """The wish that waits for its yes was said once more."""
    CHANGED = "changed"
    """A filled slot has a new value."""
    RESTORED = "restored"
    """A slot has its old value again."""
    WAYS_OUT = "ways_out"
    """Three failed tries in a row."""
    CANNOT_SKIP = "cannot_skip"
    """The slot is required."""
    SKIPPED = "skipped"
    """The slot stays empty."""
    CANCELLED = "cancelled"
    """The action was dropped."""
    ESCAPED = "escaped"
    """The action was cleared; the person tries again with more detail."""
    MAY_NOT_CREATE = "may_not_create"
    """Creating needs a permission; whom to ask."""
    REFUSED = "refused"
    """The action needs a permission; whom to ask."""
    LOOKS_LIKE = "looks_like"
    """A new name that comes close to one that is there already."""
    MIXED_LETTERS = "mixed_letters"
    """A new name has letters of another alphabet inside a word."""
    EXISTS = "exists"
    """A new name that is there already, where the verb wants one that is not: nothing was done."""
    NAMESAKE = "namesake"
    """A new name that something of its type has already, where the verb may go on."""
    TOO_DEEP = "too_deep"
    """Three actions are open."""
    BACK_TO = "back_to"
    """The action below is asked about again."""
    NEXT_WISH = "next_wish"
    """The next wish of the same message is taken up."""
    LATER = "later"
    """What else the message asks, or wishes without a verb of its own, comes behind the wish that is taken up."""
    WISH_LOST = "wish_lost"
    """A further wish could not be taken up."""
    EXPIRED = "expired"
    """The question was too old for the reply to count."""
    NOTHING_OPEN = "nothing_open"
    """A reply, and no question."""
    FALLBACK = "fallback"
    """No verb."""
    CANNOT_ANSWER = "cannot_answer"
    """A question that no read verb answers."""
    HELP_VERBS = "help_verbs"
    """What can be done here."""
    HELP_QUESTION = "help_question"
    """What the open question wants and what can be said."""
    REPEAT = "repeat"
    """The question again."""
    STATUS = "status"
    """What is filled so far."""
    WHY = "why"
    """Why the question is put."""
    DRIFTED = "drifted"
    """Something changed between the question and the yes."""
    VERB_GONE = "verb_gone"
    """The table no longer has the verb: the action was closed."""
    SET_ASIDE = "set_aside"
    """What was stored of the conversation cannot be read."""
    TABLE_CHANGED = "table_changed"
    """The verb's table changed: slots were kept by name."""
    DONE = "done"
    """The tool succeeded."""
    FAILED = "failed"
    """The tool refused, or was rolled back."""
    UNKNOWN = "unknown"
    """Nobody can know whether the tool had its effect."""
    RESULT = "result"
    """What a read verb found."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to say before the question."""

    code: Code
    """What."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """The words that the text's placeholders take."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a host may set about the dialogue."""

    patience: timedelta = timedelta(minutes=15)
    """How long a question lives."""
    tries: int = 3
    """Failed tries in a row before the ways out are offered."""
    depth: int = 3
    """Actions that may be open at once."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that a decision is a function of, but for the entities it asks for."""

    setting: Setting
    """Who speaks, when, the log and the tables."""
    conversation: Conversation
    """What is open."""
    text: str
    """The message, cleaned."""
    turn: str
    """The turn's id: the message id."""
    machines: Mapping[str, VerbMachine]
    """Verb -> machine."""
    limits: Limits = Limits()
    """The host's settings."""
    may_confirm: bool = True
    """False when the words come from an agent: a yes must come from the person."""
    is_late: bool = False
    """Whether the message was meant for another question than the open one, or sent before it was put."""
    routed: Routed | None = None
    """What the routing found; None for nothing. A trigger of a verb comes before it, but for a capture."""
    reads_only: bool = False
    """Whether only what reads may take the message (a knowledge turn, enforced)."""


@dataclass(frozen=True, slots=True)
class Ended:
    """An action that ended in this turn, or was refused."""

    verb: str
    """Which verb."""
    state: str
    """How: ``done``, ``cancelled``, ``failed``, ``unknown``, or ``idle`` for what was cleared or refused."""
    slots: Mapping[str, Outcome]
    """Its slots when it ended."""
    leftover: tuple[str, ...] = ()
    """Words of it that no slot took; empty where only its plan was left."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entity for the log of mentions."""

    type: str
    """Its type."""
    id: str
    """Its id."""
    name: str
    """Its name."""
    is_created: bool = False
    """Whether the turn created it."""

    def mention(self, *, turn: str, at: datetime, by: str) -> Mention:
        """Return it as an entry of the log: which turn, when (aware), and whose."""
        return Mention(type=self.type, id=self.id, name=self.name, turn=turn, at=at, by=by, is_created=self.is_created)


@dataclass(frozen=True, slots=True)
class Trace:
    """How the message was read; for the annotation."""

    verb: str = ""
    """The verb that was recognised, or the one that was being filled."""
    trigger: str = ""
    """The trigger's words; empty for a reply."""
    read_as: str = ""
    """What the message was taken for: verb, pick, answer, control, correction, question, fallback."""
    extraction: Extraction | None = None
    """What was extracted; None where nothing was."""
    fallthrough: str = ""
    """Why no verb took the message; empty when one did."""
    matched: tuple[str, ...] = ()
    """Every verb with a trigger in the message, best first."""
    routed: Routed | None = None
    """What the routing found, where that was taken; None where a trigger or a reply was."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One move of an action's state."""

    verb: str
    """Whose machine."""
    source: str
    """The state before."""
    trigger: str
    """What fired."""
    dest: str
    """The state after."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a turn comes to: the next state, what to say, what to run."""

    conversation: Conversation
    """What is open from now on."""
    notes: tuple[Note, ...]
    """What to say before the question, in order."""
    ended: Ended | None
    """What ended in this turn; the first, when several did."""
    plan: Plan | None
    """What to run now; its outcome is fed to :func:`states.finish.finish`."""
    logged: tuple[Logged, ...]
    """What enters the log of mentions."""
    trace: Trace
    """How the message was read."""
    is_handled: bool = True
    """False when no verb took the message and nothing was open."""
    route: str = ""
    """The route of the host's own that takes the message; empty for none."""
    fills: Mapping[str, str] = field(default_factory=dict)
    """What a capture of that route found: place -> words."""
    transitions: tuple[Transition, ...] = ()
    """How states moved in the turn, in order."""


@dataclass
class Move:
    """A decision in the making."""

    moment: Moment
    """What it is a function of."""
    scan: Scan
    """The message with its known names."""
    stack: list[Pending]
    """The pending actions, as they change."""
    turns: int
    """Messages decided so far, this one included."""
    notes: list[Note] = field(default_factory=list)
    """What to say."""
    logged: dict[tuple[str, str], Logged] = field(default_factory=dict)
    """What enters the log."""
    ended: Ended | None = None
    """What ended."""
    plan: Plan | None = None
    """What to run."""
    trace: Trace = Trace()
    """How the message was read."""
    is_handled: bool = True
    """Whether somebody took the message."""
    offer: Offer | None = None
    """The menu of verbs that is open after this turn."""
    route: str = ""
    """The route of the host's own that takes the message."""
    fills: Mapping[str, str] = field(default_factory=dict)
    """What a capture of that route found."""
    prompts: int = 0
    """Questions put in this turn."""
    transitions: list[Transition] = field(default_factory=list)
    """How states moved so far."""
    read: dict[str, tuple[Scan, tuple[Entity, ...]]] = field(default_factory=dict)
    """Text -> its scan and the entities named in it: a turn reads no text twice."""
    archived: dict[str, tuple[Entity, ...]] = field(default_factory=dict)
    """Text -> the archived entities named in it, which no scan knows."""

    @property
    def setting(self) -> Setting:
        """Who speaks, when, the log and the tables."""
        return self.moment.setting

    @property
    def top(self) -> Pending:
        """The action being asked about."""
        return self.stack[-1]

    def verb(self, name: str | None = None) -> CompiledVerb:
        """Return a verb's compiled table; that of the top action for None."""
        return self.setting.tables.verbs[name or self.top.verb]

    def spec(self, slot: str) -> SlotSpec:
        """Return a slot of the top action's verb."""
        return self.verb().spec.slot(slot)

    def say(self, code: Code, **facts: str) -> None:
        """Add a note."""
        self.notes.append(Note(code, facts))

    def fire(self, trigger: str) -> None:
        """Move the top action's state; raises ``TransitionError`` where its table has no row."""
        source = self.top.state
        state = self.moment.machines[self.top.verb].fire(source, trigger)
        self.transitions.append(Transition(self.top.verb, source, str(trigger), state))
        self.change(state=state)

    def change(self, **fields: object) -> None:
        """Replace fields of the top action."""
        self.stack[-1] = self.top.model_copy(update=fields)

    def set_slot(self, slot: str, outcome: Outcome) -> None:
        """Set one slot of the top action, and log the entity that it names, unless the slot is sensitive."""
        self.change(slots={**self.top.slots, slot: outcome})
        if not self.spec(slot).sensitive:
            self.log(outcome)

    def log(self, outcome: Outcome) -> None:
        """Log what a slot was resolved to; what nobody said (the speaker by default) is no mention."""
        if isinstance(outcome, Resolved) and isinstance(outcome.value, EntityValue):
            value = outcome.value
            own = value.type == self.setting.actor.type and value.id == self.setting.actor.id
            if outcome.tier is Tier.DEFAULT or (own and outcome.tier is Tier.PRONOUN):
                return
            self.logged.setdefault((value.type, value.id), Logged(value.type, value.id, value.name))

    def end(self, state: str, *, verb: str | None = None, slots: Mapping[str, Outcome] | None = None) -> None:
        """Remember what ended, the first of a turn, and take the top action from the stack when it is that."""
        if self.ended is None:
            name = verb or self.top.verb
            own = (dict(self.top.slots), self.top.leftover) if slots is None else (slots, ())
            self.ended = Ended(name, state, *own)
        if verb is None:
            self.stack.pop()

    def trace_as(self, read_as: str, **fields: object) -> None:
        """Record how the message was read; the first record of a turn stands."""
        if not self.trace.read_as:
            self.trace = replace(self.trace, read_as=read_as, **fields)  # type: ignore[arg-type]

    def ask(
        self, slot: str, expects: Expects, options: tuple[Option, ...] = (), *, old: Resolved | None = None
    ) -> None:
        """Put a question; it replaces the open one and has an id of its own."""
        self.prompts += 1
        prompt = f"{self.moment.turn}/{self.prompts}"
        before = self.top.question
        now: datetime = self.setting.now
        same = before is not None and before.slot == slot and before.expects is expects
        kept = before.old if same and before is not None else None
        self.change(
            question=Question(
                prompt_id=prompt,
                slot=slot,
                expects=expects,
                menu_id=f"{prompt}/menu" if options else "",
                options=options,
                tries=before.tries if same and before is not None else 0,
                old=old or kept,
                asked_at=now,
                expires_at=now + self.moment.limits.patience,
            )
        )

    def decision(self) -> Decision:
        """Return what the turn comes to."""
        return Decision(
            conversation=Conversation(
                stack=tuple(self.stack), offer=self.offer if not self.stack else None, turns=self.turns
            ),
            notes=tuple(self.notes),
            ended=self.ended,
            plan=self.plan,
            logged=tuple(self.logged.values()),
            trace=self.trace,
            is_handled=self.is_handled,
            route=self.route,
            fills=self.fills,
            transitions=tuple(self.transitions),
        )
