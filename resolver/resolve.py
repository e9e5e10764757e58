"""From phrases to outcomes: every slot of a verb, in table order.

In: an extraction, the verb, the setting. Out: a :class:`Resolution`, slot ->
outcome and the words that no value was taken from. For an utterance that starts
the verb every slot gets an outcome; for a reply only the slots that it says
something about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from typing import TypeGuard

from resolver.choices import resolve_choice
from resolver.entities import Steps
from resolver.mentions import infer, refer_back, resolve_pronoun
from resolver.names import resolve_mention, resolve_name
from resolver.outcome import Ambiguous, Candidate, Missing, Outcome, Reason, Resolved, Tier
from resolver.sentences import turns_away
from resolver.setting import Setting, entity_value, fitting_entities
from resolver.strays import add_hints, fill_from_strays
from resolver.values import DateValue, EntityValue, NumberValue, SlotValue, TextValue, format_number, plain, say_length
from slots.calendar import AmbiguousDate, UnreadableDate, resolve_date, resolve_month, say_date
from slots.compiled import CompiledVerb, keys
from slots.dates import MonthExpr
from slots.extraction import Extraction, PhraseKind, Role, SlotPhrase
from slots.money import Amount
from slots.tables import DatePolicy, SlotKind, SlotSpec
from slots.text import words_of
from slots.times import Clock, TimeExpr, hours_allowed, is_allowed, resolve_time
from slots.words import FOR_SPEAKER

MAX_PHRASES = 24
"""Different phrases of one slot in one message that are looked up; further ones name nothing. Nobody means so many."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What became of an extraction."""

    outcomes: dict[str, Outcome]
    """Slot -> outcome, in table order."""
    spare: tuple[str, ...] = ()
    """Words of phrases that lost to another one of their slot: nothing was taken from them."""


def resolve(
    extraction: Extraction, verb: CompiledVerb, setting: Setting, *, is_loose: bool = False
) -> Steps[Resolution]:
    """Resolve an utterance that starts a verb: every slot gets an outcome.

    ``is_loose`` is for a verb that no trigger started: any known name may fill a slot that it fits, once.
    """
    said = _without_context(extraction, (yield from resolve_said(extraction, verb, setting)))
    outcomes = dict(said.outcomes)
    for slot in verb.spec.slots:
        fill = dict(extraction.fills).get(slot.name)
        if slot.name not in outcomes and fill:
            outcomes[slot.name] = Resolved(value=literal(slot, fill), tier=Tier.NOUN, said=extraction.trigger)
        outcomes.setdefault(slot.name, Missing())
    fill_from_strays(extraction, verb, setting, outcomes, is_loose=is_loose)
    spare = _give_to_typed(_replaced(extraction, said.outcomes, outcomes), extraction, verb, outcomes)
    add_hints(extraction, verb, setting, outcomes)
    for slot in verb.spec.slots:
        found = yield from _unsaid(slot, outcomes[slot.name], setting)
        outcomes[slot.name] = found
    return Resolution({slot.name: outcomes[slot.name] for slot in verb.spec.slots}, (*said.spare, *spare))


def _replaced(extraction: Extraction, said: Mapping[str, Outcome], outcomes: Mapping[str, Outcome]) -> list[SlotPhrase]:
    """Return the phrases that named nothing for a slot that a name elsewhere has filled ("2h *design* on Nike")."""
    lost = {
        name: one.said
        for name, one in said.items()
        if isinstance(one, Missing) and not isinstance(outcomes[name], Missing)
    }
    return [phrase for phrase in extraction.phrases if lost.get(phrase.slot) == phrase.text]


def _without_context(extraction: Extraction, said: Resolution) -> Resolution:
    """What stands before the verb's first word fills a slot or says nothing to the verb ("I work *on it*. Log 2h")."""
    start = next((segment.span.start for segment in extraction.segments if segment.role is Role.TRIGGER), 0)
    before = {one.text for one in extraction.phrases if one.span.end <= start}
    lost = {
        name: outcome.said
        for name, outcome in said.outcomes.items()
        if isinstance(outcome, Missing) and outcome.said in before and outcome.reason in FITS_NOTHING
    }
    kept = {name: outcome for name, outcome in said.outcomes.items() if name not in lost}
    return Resolution(kept, (*said.spare, *lost.values()))


FITS_NOTHING = (Reason.NO_MATCH, Reason.NO_REFERENT, Reason.UNREADABLE)
"""Why a slot takes nothing of what was said for it."""


def resolve_said(extraction: Extraction, verb: CompiledVerb, setting: Setting) -> Steps[Resolution]:
    """Resolve only the slots that an utterance says something about."""
    outcomes: dict[str, Outcome] = {}
    lost: list[SlotPhrase] = []
    aside: list[str] = []
    for slot in verb.spec.slots:
        phrases = [one for one in extraction.of(slot.name) if not _is_for_speaker(one, slot, setting)]
        before = refer_back(extraction, phrases, slot, verb, setting)
        if before is not None:
            outcomes[slot.name] = before
        elif phrases:
            outcome, losers = yield from _resolve_phrases(phrases, slot, verb, setting)
            lost.extend(losers)
            if _is_infinitive(outcome, verb):
                aside.append(outcome.said)
            else:
                outcomes[slot.name] = outcome
    spare = _give_to_typed(lost, extraction, verb, outcomes)
    _imply_types(extraction, verb, outcomes)
    return Resolution(outcomes, (*spare, *aside))


_INFINITIVES = frozenset("be do go have get make see take come leave know ask hear change need use find try".split())
"""Verbs that often stand behind *to* and lead to no name ("it is going *to be* two of us")."""


def _is_infinitive(outcome: Outcome, verb: CompiledVerb) -> TypeGuard[Missing]:
    """Whether words behind *to* name nothing and say what somebody does, as the verb's own first words do."""
    if not isinstance(outcome, Missing) or outcome.reason not in FITS_NOTHING or not outcome.said[:1].islower():
        return False
    own = {phrase[0] for trigger in verb.triggers for phrase in trigger.groups[0].words}
    return outcome.via.split()[-1:] == ["to"] and not (_INFINITIVES | own).isdisjoint(words_of(outcome.said)[:1])


def _is_for_speaker(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> bool:
    """Whether words only say whom it is done for ("book it *for me*"), where the slot takes no person."""
    if slot.kind is SlotKind.ENTITY and any(setting.is_person(kind) for kind in slot.entities):
        return False
    lead = (phrase.via,) if phrase.via == "for" else ()
    if slot.kind is SlotKind.NAME and not phrase.text.islower():
        return False  # "For Me" is a name
    return slot.kind is not SlotKind.TEXT and (*lead, *words_of(phrase.text)) in FOR_SPEAKER


def _give_to_typed(
    lost: Sequence[SlotPhrase], extraction: Extraction, verb: CompiledVerb, outcomes: dict[str, Outcome]
) -> tuple[str, ...]:
    """A phrase that lost may be an unreadable value of a slot that its preposition leads to as well ("on whenever")."""
    claims = next(form for form in verb.forms if form.name == extraction.form).prepositions
    spare = []
    for phrase in lost:
        names = claims.get(keys(phrase.via), ()) if _may_be_typed(phrase) else ()
        slot = next((name for name in names if verb.spec.slot(name).is_typed and _is_unsaid(outcomes.get(name))), "")
        if slot:
            outcomes[slot] = Missing(reason=Reason.UNREADABLE, said=phrase.text, via=phrase.via)
        else:
            spare.append(phrase.text)
    return tuple(spare)


def _is_unsaid(outcome: Outcome | None) -> bool:
    return outcome is None or (isinstance(outcome, Missing) and outcome.reason is Reason.NOT_SAID)


def _may_be_typed(phrase: SlotPhrase) -> bool:
    """Whether words may be an unreadable value: they name nothing, or a number stands beside the name ("may 4")."""
    rest = phrase.text
    for known in phrase.known:
        rest = rest.replace(known.text, " ")
    is_counted = any(word.isdigit() for word in words_of(rest))
    return phrase.kind is PhraseKind.WORDS and (not phrase.known or is_counted)


def _resolve_phrases(
    phrases: Sequence[SlotPhrase], slot: SlotSpec, verb: CompiledVerb, setting: Setting
) -> Steps[tuple[Outcome, Sequence[SlotPhrase]]]:
    """Several phrases for one slot: the one that has a value; several values are asked about.

    Returns the outcome, and the phrases that no value was taken from because another one has it.
    """
    if slot.kind in (SlotKind.NAME, SlotKind.TEXT):
        return (yield from resolve_phrase(phrases[-1], slot, verb, setting)), phrases[:-1]
    looked_up: dict[tuple[object, ...], Outcome] = {}
    found: list[Outcome] = []
    read: dict[tuple[object, ...], Outcome] = {}
    for phrase in phrases:
        if phrase.kind is PhraseKind.VALUE:
            words = (phrase.value, phrase.text, phrase.via)
            read[words] = read.get(words) or read_outcome(phrase, slot, setting)
            found.append(read[words])
        else:
            found.append((yield from _look_up_once(phrase, slot, verb, setting, looked_up)))
    leads = _only_leads(phrases, found, slot, setting)
    lost = [phrase for at, phrase in enumerate(phrases) if at in leads or isinstance(found[at], Missing)]
    found = [one for at, one in enumerate(found) if at not in leads]
    phrases = [phrase for at, phrase in enumerate(phrases) if at not in leads]
    resolved = {plain(one.value): one for one in found if isinstance(one, Resolved)}
    unclear = next((one for one in found if isinstance(one, Ambiguous)), None)
    unreadable = next((one for one in found if isinstance(one, Missing) and one.reason is Reason.UNREADABLE), None)
    if len(resolved) == 1 and unclear is None:
        only = next(iter(resolved.values()))
        refused = _refused_beside(lost, slot, setting)
        if refused is not None:
            return refused.model_copy(update={"hints": (*refused.hints, _literal(only.value, slot, setting))}), ()
        return _beside_another(only, lost, slot, setting), lost
    if len(resolved) > 1:
        said = " / ".join(one.said for one in resolved.values())
        return Ambiguous(
            candidates=tuple(_literal(one.value, slot, setting) for one in resolved.values()), said=said
        ), lost
    if unclear is not None:
        return unclear, lost
    kept = unreadable or found[-1]
    return kept, [phrase for phrase, one in zip(phrases, found, strict=True) if one is not kept]


def _refused_beside(lost: Sequence[SlotPhrase], slot: SlotSpec, setting: Setting) -> Missing | None:
    """Return what became of a value that is none for the slot, where another stands beside it: neither is taken
    ("the lamp to *-40* and the den to 50")."""
    values = (read_outcome(phrase, slot, setting) for phrase in lost if _is_figure(phrase))
    return next((one for one in values if isinstance(one, Missing)), None)


def _is_figure(phrase: SlotPhrase) -> bool:
    """Whether a phrase has the form of a value: "due *the earliest* tomorrow" has none."""
    is_unread = phrase.kind is PhraseKind.UNREADABLE
    return phrase.kind is PhraseKind.VALUE or (is_unread and any(word.isdigit() for word in words_of(phrase.text)))


def _only_leads(
    phrases: Sequence[SlotPhrase], found: Sequence[Outcome], slot: SlotSpec, setting: Setting
) -> frozenset[int]:
    """Return which phrases name nothing and only lead to the one behind a preposition ("*I'd like it* for Zed")."""
    is_led_to = any(
        phrase.via != "answer" and not isinstance(one, Missing) for phrase, one in zip(phrases, found, strict=True)
    )
    return frozenset(
        at
        for at, phrase in enumerate(phrases)
        if is_led_to
        and phrase.via == "answer"
        and phrase.kind is PhraseKind.WORDS
        and not turns_away(words_of(phrase.text))
        and not any(fitting_entities(known, slot, setting) for known in phrase.known)
    )


def _beside_another(
    found: Resolved, lost: Sequence[SlotPhrase], slot: SlotSpec, setting: Setting
) -> Resolved | Ambiguous:
    """A phrase that names nothing but holds another known thing of the slot makes it two ("design and two, of dev")."""
    if not isinstance(found.value, EntityValue):
        return found
    beside = [known for phrase in lost for known in phrase.known]
    others = [entity for known in beside for entity in fitting_entities(known, slot, setting)]
    values = dict.fromkeys([*map(entity_value, others), found.value])
    if len(values) < 2:
        return found
    said = " / ".join([*(known.text for known in beside), found.said])
    return Ambiguous(candidates=tuple(_literal(value, slot, setting) for value in values), said=said)


def _look_up_once(
    phrase: SlotPhrase,
    slot: SlotSpec,
    verb: CompiledVerb,
    setting: Setting,
    looked_up: dict[tuple[object, ...], Outcome],
) -> Steps[Outcome]:
    """Resolve a phrase; words that were looked up already are not again, and no more than a few are."""
    if phrase.kind is not PhraseKind.WORDS:
        return (yield from resolve_phrase(phrase, slot, verb, setting))
    names = tuple(known.key for known in phrase.known)
    words = (phrase.text, phrase.via, phrase.type_noun, phrase.full, phrase.longer, phrase.is_new, names)
    if words not in looked_up:
        if len(looked_up) == MAX_PHRASES:
            return Missing(reason=Reason.NO_MATCH, said=phrase.text, via=phrase.via)
        looked_up[words] = yield from resolve_phrase(phrase, slot, verb, setting)
    return looked_up[words]


def resolve_phrase(phrase: SlotPhrase, slot: SlotSpec, verb: CompiledVerb, setting: Setting) -> Steps[Outcome]:
    """Resolve the words of one phrase for its slot."""
    if phrase.kind is PhraseKind.VALUE:
        return read_outcome(phrase, slot, setting)
    if phrase.kind is PhraseKind.UNREADABLE or slot.is_typed:
        return Missing(reason=Reason.UNREADABLE, said=phrase.text, via=phrase.via)
    if slot.kind is SlotKind.CHOICE:
        return (yield from resolve_choice(phrase, slot, verb))
    if slot.kind in (SlotKind.NAME, SlotKind.TEXT):
        return Resolved(value=TextValue(text=phrase.text), tier=Tier.TYPED, said=phrase.text, via=phrase.via)
    if phrase.kind is PhraseKind.PRONOUN:
        return (yield from resolve_pronoun(phrase, slot, setting))
    if phrase.kind is PhraseKind.MENTION:
        return (yield from resolve_mention(phrase, slot, setting))
    return (yield from resolve_name(phrase, slot, setting))


# -- values --------------------------------------------------------------------


def read_outcome(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Outcome:
    """Return the outcome of a value that was read: bounds, and for dates the policy, are checked here."""
    value = phrase.value
    if isinstance(value, Decimal | Amount):
        amount = value if isinstance(value, Amount) else Amount(value, "")
        bound = broken_bound(slot, amount.amount)
        if bound:
            return Missing(reason=Reason.OUT_OF_BOUNDS, said=phrase.text, via=phrase.via, found=bound)
        return _read(NumberValue(number=amount.amount, currency=amount.currency), phrase)
    if value is None:
        return Missing(reason=Reason.UNREADABLE, said=phrase.text, via=phrase.via)
    if isinstance(value, MonthExpr):
        month = resolve_month(value, setting.today)
        if isinstance(month, UnreadableDate):
            return Missing(reason=Reason.UNREADABLE, said=phrase.text, via=phrase.via)
        return _read(TextValue(text=month), phrase)
    if isinstance(value, TimeExpr):
        return _timed(value, phrase, slot, setting)
    day = resolve_date(value, slot.date_policy, setting.today, day_first=setting.actor.day_first)
    match day:
        case AmbiguousDate(options=options):
            return _one_of_days(options, phrase, slot, setting)
        case UnreadableDate():
            return Missing(reason=Reason.UNREADABLE, said=phrase.text, via=phrase.via)
        case _:
            return _dated(day, phrase, slot, setting)


def _timed(value: TimeExpr, phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Outcome:
    """Return the time; a bare hour is in the half of the day that the slot allows, if it allows one of them only."""
    said = time.fromisoformat(resolve_time(value, setting.now))
    if not is_allowed(slot, said):
        other = value.opposite if isinstance(value, Clock) and value.is_open else None
        if other is None or not is_allowed(slot, time(other.hour, other.minute)):
            bound = hours_allowed(slot)
            return Missing(reason=Reason.OUT_OF_BOUNDS, said=phrase.text, via=phrase.via, found=bound)
        said = time(other.hour, other.minute)
    return _read(TextValue(text=f"{said:%H:%M}"), phrase)


def _dated(day: date, phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Outcome:
    if _is_on_wrong_side(day, slot, setting):
        return Missing(reason=Reason.WRONG_SIDE, said=phrase.text, via=phrase.via, found=say_date(day, setting.today))
    return _read(DateValue(day=day), phrase)


def _one_of_days(options: Sequence[date], phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> Outcome:
    """Ask which day is meant; of two orders of a whole date only one may be possible ("11/05/26" in a log of May).

    Where some lie on the wrong side, as a deadline's day that has just passed, that is said, and the others offered.
    """
    possible = [option for option in options if not _is_on_wrong_side(option, slot, setting)]
    said = getattr(phrase.value, "date", phrase.value)
    if not possible or (len(possible) == 1 and getattr(said, "year", None) is not None):
        return _dated(possible[0] if possible else options[0], phrase, slot, setting)
    days = tuple(_one_day(option, setting.today) for option in possible)
    if len(possible) < len(options):
        passed = next(option for option in options if option not in possible)
        found = say_date(passed, setting.today)
        return Missing(reason=Reason.WRONG_SIDE, said=phrase.text, via=phrase.via, found=found, hints=days)
    return Ambiguous(candidates=days, said=phrase.text, via=phrase.via)


def _is_on_wrong_side(day: date, slot: SlotSpec, setting: Setting) -> bool:
    return day > setting.today if slot.date_policy is DatePolicy.PAST else day < setting.today


def broken_bound(slot: SlotSpec, value: Decimal) -> str:
    """Return the bound that a value breaks, in words; empty when it lies within."""
    if slot.above is not None and value <= slot.above:
        return f"more than {_bound(slot, slot.above)}"
    if slot.minimum is not None and value < slot.minimum:
        return f"at least {_bound(slot, slot.minimum)}"
    if slot.maximum is not None and value > slot.maximum:
        return f"at most {_bound(slot, slot.maximum)}"
    is_open = slot.above is None and slot.minimum is None
    return "at least 0" if value < 0 and is_open and slot.kind in _NEVER_NEGATIVE else ""


_NEVER_NEGATIVE = frozenset({SlotKind.DURATION, SlotKind.MONEY})
"""Kinds whose values are not negative where their table does not say from where on they lie."""


def _bound(slot: SlotSpec, number: Decimal) -> str:
    """Return a bound in words; 0 and the bounds of what is no length of time have no unit."""
    return say_length(number, slot) if slot.kind is SlotKind.DURATION and number else format_number(number)


def _read(value: SlotValue, phrase: SlotPhrase) -> Resolved:
    return Resolved(value=value, tier=Tier.READ, said=phrase.text, via=phrase.via)


_YEARS = {years: (f"{word} year", f"{word} year's") for years, word in ((-1, "last"), (0, "this"), (1, "next"))}
"""What a day is called by its year, counted from this one."""


def _one_day(day: date, today: date) -> Candidate:
    """One of several days that were meant: picked also by its year, where no other has it ("next year")."""
    years = _YEARS.get(day.year - today.year, ())
    return Candidate(value=DateValue(day=day), label=say_date(day, today), aliases=(day.isoformat(),), nouns=years)


def _literal(value: SlotValue, slot: SlotSpec, setting: Setting) -> Candidate:
    label = plain(value)
    if isinstance(value, DateValue):
        label = say_date(value.day, setting.today)
    elif isinstance(value, NumberValue) and slot.kind is SlotKind.DURATION:
        label = say_length(value.number, slot)
    return Candidate(value=value, label=label, aliases=(plain(value),))


# -- what was not said for a slot ------------------------------------------------


def _imply_types(extraction: Extraction, verb: CompiledVerb, outcomes: dict[str, Outcome]) -> None:
    """Set a type slot to the type of what was chosen, or to the type noun that was said."""
    for slot in verb.spec.slots:
        if not slot.type_slot or slot.name not in outcomes:
            continue
        outcome = outcomes[slot.name]
        noun = next((phrase.type_noun for phrase in extraction.of(slot.name) if phrase.type_noun), "")
        kind = outcome.value.type if isinstance(outcome, Resolved) and isinstance(outcome.value, EntityValue) else noun
        if kind:
            outcomes[slot.type_slot] = Resolved(value=TextValue(text=kind), tier=Tier.IMPLIED, said=noun)


def _unsaid(slot: SlotSpec, outcome: Outcome, setting: Setting) -> Steps[Outcome]:
    """Fill a slot that nothing was said for: from the log where the table says so, else by its default."""
    if not isinstance(outcome, Missing) or outcome.reason is not Reason.NOT_SAID:
        return outcome
    if slot.infer and slot.required and not outcome.hints:
        inferred = yield from infer(slot, setting)
        if inferred is not None:
            return inferred
    default = default_value(slot, setting)
    return Resolved(value=default, tier=Tier.DEFAULT) if default is not None else outcome


def default_value(slot: SlotSpec, setting: Setting) -> SlotValue | None:
    """Return the value that stands in when nothing is said; None when the table gives none."""
    match slot.default:
        case "":
            return None
        case "speaker" if setting.actor.type not in slot.entities:
            return None  # whoever speaks is none of what the slot takes
        case "speaker":
            return EntityValue(type=setting.actor.type, id=setting.actor.id, name=setting.actor.name)
        case "today":
            return DateValue(day=setting.today)
        case "this_month":
            return TextValue(text=f"{setting.today:%Y-%m}")
        case text:
            return literal(slot, text)


def literal(slot: SlotSpec, text: str) -> SlotValue:
    """Return a literal of the table as a value of the slot's kind (the checks have read it)."""
    if slot.kind in (SlotKind.DURATION, SlotKind.NUMBER, SlotKind.MONEY):
        return NumberValue(number=Decimal(text))
    if slot.kind is SlotKind.DATE:
        return DateValue(day=date.fromisoformat(text))
    return TextValue(text=text)
