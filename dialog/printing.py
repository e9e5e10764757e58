"""Verb tables as Markdown: first which word leads where in which verb, then each verb's own table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from resolver.values import format_number
from slots.tables import Form, Menu, Occurrence, PeriodDay, SlotKind, SlotSpec, TableSet, TokenSet, VerbSpec
from slots.times import hours_allowed

MENUS = {
    Menu.NONE: "freeform",
    Menu.RECENT: "the five touched last",
    Menu.RECENT_MINE: "the five that the speaker touched last",
    Menu.MENTIONED: "those mentioned last, then by name",
    Menu.LISTED: "all active ones",
    Menu.CHOICES: "all choices",
    Menu.DATES: "today, yesterday, the last working day, a week ago",
}
"""How a menu strategy is said."""


def print_tables(tables: TableSet) -> str:
    """Return all tables as one Markdown document."""
    parts = [f"# Verbs: {tables.name}", contrast_table(tables)]
    if tables.families:
        rows = [(name, ", ".join(words)) for name, words in tables.families.items()]
        parts.append("## Alias families\n\n" + markdown(("family", "words"), rows))
    for verb in tables.verbs:
        parts.append(f"## {verb.name}\n\n{verb.summary}\n\n{verb_table(verb)}")
    return "\n\n".join(parts) + "\n"


def contrast_table(tables: TableSet) -> str:
    """Return the matrix of prepositions and verbs: the same word leads to different slots."""
    words = dict.fromkeys(word for verb in tables.verbs for slot in verb.slots for word in slot.prepositions)
    verbs = [verb for verb in tables.verbs if any(slot.prepositions for slot in verb.slots)]
    rows = [
        (f"**{word}**", *(", ".join(s.name for s in verb.slots if word in s.prepositions) for verb in verbs))
        for word in words
    ]
    head = ("after", *(verb.name for verb in verbs))
    return "## Which word leads where\n\n" + markdown(head, rows)


def verb_table(verb: VerbSpec) -> str:
    """Return one verb's triggers, slots and forms."""
    triggers = ", ".join(f"`{trigger.phrase}`{_fills(trigger.fills)}" for trigger in verb.triggers)
    facts = [f"Triggers: {triggers}"]
    facts += routed_too(verb)
    if verb.permission:
        facts.append(f"Permission: `{verb.permission}`")
    facts.append(f"Tool: `{verb.tool or verb.name}`" + (" (only reads)" if verb.read else ""))
    if verb.confirm:
        facts.append(f"Confirmation: {verb.confirm}?")
    rows = [slot_row(slot) for slot in verb.slots]
    table = markdown(("slot", "found", "type", "value", "asked by"), rows) if rows else ""
    forms = [f"Form “{form.name}”, {_when(form)}: {_differs(form)}" for form in verb.forms]
    return "\n\n".join(part for part in ("  \n".join(facts), table, *forms) if part)


def routed_too(verb: VerbSpec) -> list[str]:
    """Return the rules that route a message here without a trigger, in words."""
    facts = []
    if verb.captures:
        facts.append("Captures: " + ", ".join(f"`{pattern}`" for pattern in verb.captures))
    if verb.token_sets:
        facts.append("Words in any order: " + "; ".join(map(_token_set, verb.token_sets)))
    if verb.phrases:
        facts.append("Phrases: " + ", ".join(f"“{phrase}”" for phrase in verb.phrases))
    return facts


def _token_set(tokens: TokenSet) -> str:
    parts = [*tokens.all_of, *(" / ".join(group) for group in tokens.any_of)]
    without = f", without {' / '.join(tokens.none_of)}" if tokens.none_of else ""
    return " + ".join(parts) + without


def slot_row(slot: SlotSpec) -> tuple[str, str, str, str, str]:
    """Return a slot as a row: name, where its words stand, what it holds, what it may be, how it is asked for."""
    need = "required" if slot.required else (f"default {slot.default}" if slot.default else "optional")
    return f"{slot.name} ({need})", "; ".join(_found(slot)), kind_words(slot), "; ".join(_bounds(slot)), asked_by(slot)


def asked_by(slot: SlotSpec) -> str:
    """Return how a slot is asked for."""
    return f"{slot.prompt or f'What is the {slot.title}?'} ({MENUS[slot.menu]})"


def kind_words(slot: SlotSpec) -> str:
    """Return what a slot holds, in words."""
    if slot.kind is SlotKind.ENTITY:
        where = ", ".join(f"{key} {value}" for key, value in slot.where.items())
        return " or ".join(slot.entities) + (f" ({where})" if where else "")
    if slot.kind is SlotKind.CHOICE:
        listed = ", ".join(choice.name for choice in slot.choices)
        return f"one of {listed or slot.choices_from}"
    if slot.kind is SlotKind.NAME:
        return "a new name"
    if slot.kind is SlotKind.DURATION:
        return slot.unit
    if slot.kind is SlotKind.MONEY and slot.time:
        return f"money per {slot.time}"
    return slot.kind.value


def _found(slot: SlotSpec) -> Iterator[str]:
    if slot.is_object:
        yield "behind the trigger"
    if slot.prepositions:
        rule = ", the first one" if slot.occurrence is Occurrence.FIRST else ""
        yield "after " + " / ".join(slot.prepositions) + rule
    if slot.is_typed and slot.bare:
        yield "anywhere, by its form"
    if slot.from_leftover:
        yield "a known name left over"
    if slot.infer:
        yield "else from the log"
    if slot.ends:
        yield "ends at " + " / ".join(slot.ends)


def _bounds(slot: SlotSpec) -> Iterator[str]:
    for what, bound in (("more than", slot.above), ("at least", slot.minimum), ("at most", slot.maximum)):
        if bound is not None:
            yield f"{what} {format_number(bound)}"
    if hours := hours_allowed(slot):
        yield hours
    if slot.kind is SlotKind.DATE:
        yield f"looks to the {slot.date_policy.value}"
        if slot.period_day is not PeriodDay.ASKED:
            yield f"a period alone is its {slot.period_day.value} day"
    if slot.auto_create is not None:
        yield f"created by `{slot.auto_create.tool}` where missing, with permission `{slot.auto_create.permission}`"
    if slot.sensitive:
        yield "masked in the log"
    if slot.others_permission:
        yield f"somebody else needs `{slot.others_permission}`"
    if slot.unique:
        yield "must not be there already"


def _fills(fills: dict[str, str]) -> str:
    return " (" + ", ".join(f"{slot} = {value}" for slot, value in fills.items()) + ")" if fills else ""


def _when(form: Form) -> str:
    guard = form.when
    parts = []
    if guard.reference_before is not None:
        parts.append(f"when {guard.reference_before[0]} stands before {guard.reference_before[1]}")
    if guard.missing:
        parts.append(f"when {guard.missing} was not found")
    if guard.words:
        parts.append("and ".join(("", "the message says “" + " … ".join(guard.words) + "”")).strip())
    return " ".join(parts)


def _differs(form: Form) -> str:
    parts = [f"{slot} after {' / '.join(words) or 'nothing'}" for slot, words in form.prepositions.items()]
    if form.objects:
        parts.append(f"{', '.join(form.objects)} behind the trigger")
    return "; ".join(parts)


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; bars and line breaks inside cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
