"""Playing the pure parts by themselves: an utterance to its phrases, and a conversation to its decisions."""

from dataclasses import replace
from datetime import timedelta

from dialog.examples import load_example
from dialog.testing import FrozenClock
from resolver.entities import Mention
from resolver.setting import Setting, named_types
from resolver.values import plain
from slots.compiled import compile_tables
from slots.extract import extract
from slots.scan import scan
from slots.text import clean
from slots.triggers import find_triggers
from states.finish import Outcome, ToolOutcome, finish
from states.machine import VerbMachine
from states.move import Limits, Moment
from states.pending import Conversation
from states.step import decide
from tests.studio import NOW, drive_now, finish_now, studio_directory

AGENCY = compile_tables(load_example("agency").verbs)
SHORTLY = timedelta(seconds=20)


def names_in(directory, tables):
    """Return every name of a directory as a scan wants them: key -> types."""
    rows = directory.tenant(directory.tenants[0]).rows.values()
    return named_types(tuple(row.entity for row in rows), tables)


STUDIO_NAMES = names_in(studio_directory(), AGENCY)


def read(text, *, names=STUDIO_NAMES):
    """Return the scan of an utterance."""
    return scan(clean(text), names)


def started(text, *, tables=AGENCY, names=STUDIO_NAMES):
    """Return the verbs that an utterance starts, best first."""
    return [match.verb for match in find_triggers(read(text, names=names), tables)]


def extracted(text, verb="", *, asked="", tables=AGENCY, names=STUDIO_NAMES):
    """Return what an utterance says: to the verb that it starts, or as a reply to ``verb`` when one is given."""
    utterance = read(text, names=names)
    if verb:
        return extract(utterance, tables.verbs[verb], asked=asked)
    match = find_triggers(utterance, tables)[0]
    return extract(utterance, tables.verbs[match.verb], match)


def words(extraction):
    """Return slot -> the words that fill it; several phrases of one slot are joined by a bar."""
    found = {}
    for phrase in extraction.phrases:
        found.setdefault(phrase.slot, []).append(phrase.text)
    return {slot: " | ".join(texts) for slot, texts in found.items()}


class Play:
    """One person's side of a conversation, decided purely; every plan ends as ``ending`` says."""

    def __init__(self, user="ana", *, directory=None, tables=AGENCY, ending=ToolOutcome.SUCCEEDED, may_confirm=True):
        self.directory, self.tables, self.ending = directory or studio_directory(), tables, ending
        self.tenant = self.directory.tenants[0]
        self.actor = finish_now(self.directory.actor(self.tenant, user))
        self.machines = {name: VerbMachine(verb.spec) for name, verb in tables.verbs.items()}
        self.clock, self.conversation, self.mentions = FrozenClock(NOW), Conversation(), ()
        self.limits, self.may_confirm = Limits(), may_confirm
        self.decision, self.plans, self.turn, self.created = None, [], 0, ()

    def moment(self, text, *, late=False):
        setting = Setting(self.tables, self.actor, self.clock(), self.clock().date(), mentions=self.mentions)
        return Moment(
            setting, self.conversation, clean(text), f"t{self.turn}", self.machines, self.limits, self.may_confirm, late
        )

    def say(self, *texts, late=False):
        """Say one thing after the other; returns the play itself, which shows what the last came to."""
        for text in texts:
            self.turn += 1
            self.clock.pass_time(SHORTLY)
            decision = drive_now(decide(self.moment(text, late=late)), self.directory, self.tenant)
            while True:
                self.decision, self.conversation = decision, decision.conversation
                if decision.plan is None:
                    break
                self.plans.append(decision.plan)
                outcome = Outcome(self.ending, reason="no", text="found")
                after = replace(self.moment(text), conversation=decision.conversation)
                decision = drive_now(finish(after, outcome, before=decision), self.directory, self.tenant)
            self._log(text)
        return self

    def _log(self, text):
        own = tuple(
            Mention(type=entry.type, id=entry.id, name=entry.name, turn=f"t{self.turn}", at=self.clock(),
                    by=self.actor.id, is_created=entry.is_created)
            for entry in self.decision.logged
        )  # fmt: skip
        self.mentions = (*own, *self.mentions)

    @property
    def top(self):
        return self.conversation.top

    @property
    def state(self):
        """Return the state of the top action with its slot; "idle" when nothing is open."""
        return self.top.state if self.top else "idle"

    @property
    def codes(self):
        """Return the codes of the notes of the last decision."""
        return [note.code.value for note in self.decision.notes]

    @property
    def slots(self):
        """Return the values of the top action in plain text."""
        return {name: plain(one.value) for name, one in self.top.resolved().items()} if self.top else {}

    @property
    def menu(self):
        """Return the labels of the open menu."""
        question = self.top.question if self.top else None
        return [option.candidate.label for option in question.options] if question else []

    @property
    def calls(self):
        """Return the tools of all plans that ran, in order."""
        return [call.tool for plan in self.plans for call in plan.calls]
