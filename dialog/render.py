"""From a decision to the words of the reply: notes, the confirmation, the question, the menu.

The confirmation comes from the verb's template; what it creates on the way is
said first, what was worked out (a pronoun, an inferred or misspelled name) and
what was not used is said behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from dialog.texts import ESCAPE, OTHER_TYPE, PROVENANCE, REASONS, Facts, note_text
from resolver.outcome import Ambiguous, Missing, Outcome, Reason, Resolved, Tier
from resolver.values import DateValue, NewValue, NumberValue, SlotValue, TextValue, format_number, plain, round_length
from slots.calendar import say_date, say_month
from slots.compiled import CompiledSet
from slots.currencies import say_amount
from slots.tables import SlotKind, SlotSpec, VerbSpec
from slots.template import parse
from slots.text import key_of, words_of
from slots.words import ARTICLES, ASKING, COMMON_PREPOSITIONS, SPEECH
from states.move import Code, Decision, Ended, Note
from states.pending import Expects, Pending, Question, side_effects


@dataclass(frozen=True, slots=True)
class Rendered:
    """A reply's words."""

    text: str
    """Complete alone."""
    prompt: str
    """Without the list of options."""


@dataclass(frozen=True, slots=True)
class Renderer:
    """Renders decisions over one table set."""

    tables: CompiledSet
    """The verbs and their templates."""
    say: Callable[[Code, Facts], str] = note_text
    """The text of a note; a host's own for another language."""

    def render(self, decision: Decision, today: date, actor_id: str) -> Rendered:
        """Return the words of a decision; ``today`` is the speaker's day."""
        parts = [text for note in decision.notes if (text := self._note(note, decision, today, actor_id))]
        top = decision.conversation.top
        menu = ""
        if top is not None and top.question is not None and decision.plan is None:
            verb = self.tables.verbs[top.verb].spec
            is_told = any(note.code in (Code.NOT_A_NAME, Code.MAY_NOT_CREATE) for note in decision.notes)
            parts.append(self._question(top, top.question, verb, today, actor_id, is_told=is_told))
            menu = menu_text(top.question)
        offer = decision.conversation.offer
        if offer is not None:
            parts.append("Did you mean:")
            menu = numbered([option.label for option in offer.options])
        prompt = " ".join(parts)
        return Rendered(text=f"{prompt}\n{menu}" if menu else prompt, prompt=prompt)

    def _note(self, note: Note, decision: Decision, today: date, actor_id: str) -> str:
        if note.code is Code.RESULT:
            unused = self._unused_of_read(decision.ended) if note.facts.get("verb") else ""
            return f"{note.facts['text'] or 'Done.'}{unused}"
        if note.code is Code.DONE:
            return note.facts["text"] or _one_point(self._done(decision.ended, today, actor_id))
        return _one_point(self.say(note.code, note.facts))

    def _done(self, ended: Ended | None, today: date, actor_id: str) -> str:
        if ended is None:
            return ""
        verb = self.tables.verbs[ended.verb].spec
        values = self.shown(verb, ended.slots, today, actor_id, template=verb.done or verb.confirm)
        return parse(verb.done).render(values) if verb.done else f"Done: {self.sentence(verb, values)}."

    # -- the question ---------------------------------------------------------

    def _question(
        self, top: Pending, question: Question, verb: VerbSpec, today: date, actor_id: str, *, is_told: bool
    ) -> str:
        if question.expects is Expects.YES_NO:
            return self.confirmation(top, verb, today, actor_id)
        slot = verb.slot(question.slot)
        outcome = top.slots.get(slot.name, Missing())
        if any(option.starts for option in question.options):
            return f"Is that the {slot.title}, or do you want it done?"
        parts = [] if is_told else [self._reason(slot, outcome)]
        if question.old is not None:
            old = self.value(slot, question.old.value, today)
            parts.append(f"It was {old}; “keep it” keeps that.")
        parts.append(self._ask(slot, outcome))
        return " ".join(part for part in parts if part)

    def _reason(self, slot: SlotSpec, outcome: Outcome) -> str:
        if isinstance(outcome, Missing):
            is_other = outcome.reason is Reason.NO_MATCH and outcome.found
            text = OTHER_TYPE if is_other else REASONS.get(outcome.reason, "")
            return _one_point(text.format_map({"slot": slot.title, "said": outcome.said, "found": outcome.found}))
        return ""

    def _ask(self, slot: SlotSpec, outcome: Outcome) -> str:
        prompt = slot.prompt or _what(slot)
        if isinstance(outcome, Ambiguous) and outcome.may_create:
            return f"“{outcome.said}” comes close to what is there already. {prompt}"
        if isinstance(outcome, Ambiguous) and len(outcome.candidates) == 1:
            return f"I know no {slot.title} called “{outcome.said}”, only what comes close. {prompt}"
        if isinstance(outcome, Ambiguous) and outcome.said:
            return f"“{outcome.said}” fits more than one. {prompt}"
        return prompt

    def confirmation(self, top: Pending, verb: VerbSpec, today: date, actor_id: str) -> str:
        """Return what a plain yes would do, with what it creates on the way said first."""
        values = self.shown(verb, top.slots, today, actor_id, template=verb.confirm)
        text = self.sentence(verb, values)
        made = [f"a new {self._title(effect.creates)} {effect.name}" for effect in side_effects(top, verb)]
        if made:
            text = f"I’ll create {' and '.join(made)}, then {text[:1].lower()}{text[1:]}"
        told = self._told(top, verb, today)
        aside = f" ({'; '.join(told)}.)" if told else ""
        return f"{text}?{aside} Yes or no?"

    def _told(self, top: Pending, verb: VerbSpec, today: date) -> list[str]:
        told = []
        for slot in verb.slots:
            outcome = top.slots.get(slot.name)
            if isinstance(outcome, Resolved) and outcome.tier in PROVENANCE and not _is_said(outcome):
                facts = {"said": outcome.said, "value": self.value(slot, outcome.value, today), "slot": slot.title}
                told.append(PROVENANCE[outcome.tier].format_map(facts))
        if unused := _unused(verb, top.slots, top.leftover):
            told.append(f"not used: {unused}")
        return told

    def _unused_of_read(self, ended: Ended | None) -> str:
        """Return what is said behind the answer of a read verb, which no confirmation goes before."""
        if ended is None:
            return ""
        leftover = [words for words in ended.leftover if words_of(words) not in ASKING.values]
        unused = _unused(self.tables.verbs[ended.verb].spec, ended.slots, leftover)
        return f" Not used: {unused}." if unused else ""

    # -- values ---------------------------------------------------------------

    def sentence(self, verb: VerbSpec, values: Mapping[str, str]) -> str:
        """Return the confirmation's sentence from the verb's template, or one made from its slots."""
        if verb.confirm:
            return parse(verb.confirm).render(values)
        listed = ", ".join(f"{verb.slot(name).title} {value}" for name, value in values.items())
        title = verb.title.capitalize()
        return f"{title}: {listed}" if listed else title

    def shown(
        self, verb: VerbSpec, slots: Mapping[str, Outcome], today: date, actor_id: str, *, template: str = ""
    ) -> dict[str, str]:
        """Return slot -> value in words; type slots show what people call it.

        The speaker by default is left out but where the template has no brackets around it.
        """
        shown: dict[str, str] = {}
        always = parse(template).always
        type_slots = {slot.type_slot for slot in verb.slots if slot.type_slot}
        for slot in verb.slots:
            outcome = slots.get(slot.name)
            if not isinstance(outcome, Resolved):
                continue
            is_speaker = outcome.tier is Tier.DEFAULT and getattr(outcome.value, "id", "") == actor_id
            if is_speaker and slot.name not in always:
                continue
            value = self.value(slot, outcome.value, today)
            value = f"{value} ({outcome.detail})" if outcome.detail else value
            shown[slot.name] = self._title(value) if slot.name in type_slots else value
        return shown

    def value(self, slot: SlotSpec, value: SlotValue, today: date) -> str:
        """Return one value in words."""
        match value:
            case DateValue(day=day):
                return say_date(day, today)
            case NumberValue(number=number, currency=currency) if slot.kind is SlotKind.MONEY:
                return say_amount(number, currency, slot.symbol)
            case NumberValue(number=number):
                return round_length(number) if slot.kind is SlotKind.DURATION else format_number(number)
            case NewValue(name=name):
                return name
            case TextValue(text=text) if slot.kind is SlotKind.MONTH:
                return say_month(text)
            case _:
                return plain(value)

    def _title(self, kind: str) -> str:
        return self.tables.tables.entity_type(kind).title


_POINTS = re.compile(r"(?<!\.)\.\.(?=\s|$)")
_PEOPLE = frozenset({"people", "children", "men", "women"})
_NOT_SEVERAL = ("ss", "us", "is", "news", "series", "gas", "lens")


def _one_point(text: str) -> str:
    """Return a text without the second point behind a name that ends in one ("Smith & Co..")."""
    return _POINTS.sub(".", text)


def _what(slot: SlotSpec) -> str:
    """Return the question for a slot without a prompt; what is counted, or called in the plural, is asked for so."""
    last = slot.title.split()[-1].lower()
    if last not in _PEOPLE and (not last.endswith("s") or last.endswith(_NOT_SEVERAL)):
        return f"What is the {slot.title}?"
    is_counted = slot.kind is SlotKind.NUMBER and bool(slot.nouns)
    return f"How many {slot.title}?" if is_counted else f"What are the {slot.title}?"


def _unused(verb: VerbSpec, slots: Mapping[str, Outcome], leftover: Sequence[str]) -> str:
    """Return the words in quotes that neither a value nor a slot's name took; empty where all were used."""
    values = {name: outcome for name, outcome in slots.items() if isinstance(outcome, Resolved)}
    taken = {key_of(words) for one in values.values() for words in (one.said, plain(one.value))}
    titles = [slot.title for slot in verb.slots if slot.name in values]
    taken |= {key_of(word) for title in titles for word in (title, *title.split())}
    left_out = [one.unused for one in values.values() if one.unused]
    unused = [*left_out, *(words for words in leftover if not _is_told(words, taken))]
    return ", ".join(f"“{words}”" for words in unused)


def _is_told(words: str, taken: Collection[str]) -> bool:
    """Whether the leftover says nothing by itself ("I would like"), or what is shown anyway ("a *budget of* 40h").

    A word inside it that is written as a name may be one ("and Will").
    """
    core = [word for word in words_of(words) if word not in ARTICLES and word not in COMMON_PREPOSITIONS]
    if key_of(words) in taken or key_of(" ".join(core)) in taken:
        return True
    return SPEECH.issuperset(words_of(words)) and not any(
        len(word) > 1 and word.istitle() for word in words.split()[1:]
    )


def _is_said(outcome: Resolved) -> bool:
    """Whether a name of the leftover was said just as it is shown."""
    return outcome.tier is Tier.LEFTOVER and key_of(outcome.said) == key_of(plain(outcome.value))


def menu_text(question: Question) -> str:
    """Return a menu as numbered lines that end in the escape; empty for a question without one."""
    if not question.options:
        return ""
    return numbered([option.candidate.label for option in question.options])


def numbered(labels: Sequence[str]) -> str:
    """Return labels as numbered lines, and the escape behind them."""
    lines = [f"{number}) {label}" for number, label in enumerate(labels, 1)]
    return "\n".join([*lines, f"{len(lines) + 1}) {ESCAPE}"])
