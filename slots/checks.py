"""The checks on verb tables, made when they are declared and by ``verbflow check``.

In: a :class:`slots.tables.TableSet`. Out: :class:`slots.findings.Finding` values
in the order of the tables, or the first error raised. Each check is one small
function in :data:`CHECKS`; those on one slot are in :mod:`slots.slot_checks`,
those on triggers in :mod:`slots.trigger_checks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from slots import template
from slots.errors import TableError
from slots.findings import Finding, Place, Severity, suggest
from slots.route_checks import check_routes
from slots.slot_checks import SLOT_CHECKS, unreadable_word
from slots.tables import Form, Guard, SlotKind, SlotSpec, TableSet, VerbSpec
from slots.text import words_of
from slots.trigger_checks import check_cut_triggers, check_families, check_hidden_triggers, check_triggers

__all__ = ["CHECKS", "Finding", "Severity", "check_declared", "find_problems"]

_TOOL_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def check_declared(tables: TableSet) -> None:
    """Raise :class:`slots.errors.TableError` for the first error in the tables."""
    for finding in find_problems(tables):
        if finding.severity is Severity.ERROR:
            raise TableError(
                finding.problem,
                verb=finding.verb,
                slot=finding.slot,
                file=tables.origin,
                line=finding.line,
                advice=finding.advice,
            )


def find_problems(tables: TableSet) -> tuple[Finding, ...]:
    """Return every finding, in the order of the verbs and their slots; empty when all is right."""
    order: dict[tuple[str | None, str | None], int] = {(None, None): 0}
    for verb in tables.verbs:
        order.setdefault((verb.name, None), len(order))
        for slot in verb.slots:
            order.setdefault((verb.name, slot.name), len(order))
    found = [finding for check in CHECKS for finding in check(tables)]
    return tuple(sorted(found, key=lambda finding: order[finding.verb, finding.slot]))


def _check_names(tables: TableSet) -> Iterator[Finding]:
    """Verbs, slots, forms and entity types that are declared twice."""
    for name in _twice([kind.name for kind in tables.entity_types]):
        yield Place(tables).error(f"entity type {name!r} is declared twice")
    for name in _twice([verb.name for verb in tables.verbs]):
        yield Place(tables, tables.verb(name)).error("a verb of this name is declared twice")
    for verb in tables.verbs:
        for name in _twice([slot.name for slot in verb.slots]):
            yield Place(tables, verb, verb.slot(name)).error("a slot of this name is declared twice")
        for name in _twice([form.name for form in verb.forms]):
            yield Place(tables, verb).error(f"form {name!r} is declared twice")


def _twice(names: list[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _check_entity_types(tables: TableSet) -> Iterator[Finding]:
    """Nouns of entity types that no message can hold."""
    for kind in tables.entity_types:
        for noun in kind.nouns:
            if why := unreadable_word(noun):
                yield Place(tables).error(f"entity type {kind.name!r}: noun {noun!r} {why}")


def _check_results(tables: TableSet) -> Iterator[Finding]:
    """Entity types of a verb's results that nothing declares."""
    declared = [kind.name for kind in tables.entity_types]
    for verb in tables.verbs:
        named = [("creates", verb.creates), *(("outputs", name) for name in verb.outputs.values())]
        for key, name in named:
            if declared and name and name not in declared:
                problem = f"{key!r} names entity type {name!r}, which is not declared"
                yield Place(tables, verb).error(problem, suggest(name, declared))
        if verb.creates and verb.keeps_log and verb.creates not in verb.outputs.values():
            yield Place(tables, verb).warning(
                f"it creates a {verb.creates}, but no field of 'outputs' names it, so no pronoun can mean it",
                f'write outputs = {{ {verb.creates} = "{verb.creates}" }}',
            )


def _check_slots(tables: TableSet) -> Iterator[Finding]:
    """Every check on one slot, on every slot."""
    for verb in tables.verbs:
        for slot in verb.slots:
            place = Place(tables, verb, slot)
            for check in SLOT_CHECKS:
                yield from check(place, verb, slot)


def _check_markers(tables: TableSet) -> Iterator[Finding]:
    """Markers that no message can hold, or that are prepositions too."""
    for verb in tables.verbs:
        place = Place(tables, verb)
        for marker in verb.markers:
            if why := unreadable_word(marker):
                yield place.error(f"marker {marker!r} {why}")
        markers = {words_of(marker) for marker in verb.markers}
        for slot in verb.slots:
            led = [*slot.prepositions, *(word for form in verb.forms for word in form.prepositions.get(slot.name, ()))]
            for word in dict.fromkeys(led):
                if words_of(word) in markers:
                    problem = f"{word!r} is a marker of the verb and a preposition of this slot"
                    yield Place(tables, verb, slot).error(problem, "take it out of one of them")


def _check_forms(tables: TableSet) -> Iterator[Finding]:
    """Forms that name a slot that does not exist, or hold a word that no message holds."""
    for verb in tables.verbs:
        place = Place(tables, verb)
        slots = [slot.name for slot in verb.slots]
        for form in verb.forms:
            for key, name in _named(form):
                if name not in slots:
                    yield place.error(f"form {form.name!r}: {key!r} names no slot {name!r}", suggest(name, slots))
            for word in (*form.when.words, *(word for words in form.prepositions.values() for word in words)):
                if why := unreadable_word(word):
                    yield place.error(f"form {form.name!r}: {word!r} {why}")


def _check_guards(tables: TableSet) -> Iterator[Finding]:
    """Forms without a name, that always apply, or that never do as an earlier one applies first."""
    for verb in tables.verbs:
        place = Place(tables, verb)
        for form in verb.forms:
            if not form.name.strip():
                yield place.error("a form has an empty name")
            if form.when == Guard():
                yield place.error(f"form {form.name!r} has an empty 'when', so it always applies", "say when it does")
        for first, second in combinations(verb.forms, 2):
            if first.when == second.when:
                yield place.error(f"form {second.name!r} is hidden: {first.name!r} applies in the same case")


def _named(form: Form) -> Iterator[tuple[str, str]]:
    """Yield each setting of a form with each slot it names."""
    yield from (("prepositions", name) for name in form.prepositions)
    yield from (("occurrence", name) for name in form.occurrence)
    yield from (("objects", name) for name in form.objects or ())
    yield from (("reference_before", name) for name in form.when.reference_before or ())
    if form.when.missing:
        yield "missing", form.when.missing


def _check_prepositions(tables: TableSet) -> Iterator[Finding]:
    """Two slots of one class of values that claim one preposition in every form."""
    for verb in tables.verbs:
        forms = [_prepositions(verb, form) for form in (None, *verb.forms)]
        for first, second in combinations(verb.slots, 2):
            if _value_class(first) != _value_class(second):
                continue
            shared = [form[first.name].keys() & form[second.name].keys() for form in forms]
            if all(shared):
                word = next(text for key, text in forms[0][second.name].items() if key in shared[0])
                yield Place(tables, verb, second).error(
                    f"preposition {word!r} is claimed by {first.name} too, and both hold {_class_name(second)}",
                    "give one of them another preposition, or a form that separates them",
                )


def _prepositions(verb: VerbSpec, form: Form | None) -> dict[str, Mapping[tuple[str, ...], str]]:
    own = form.prepositions if form else {}
    return {slot.name: {words_of(word): word for word in own.get(slot.name, slot.prepositions)} for slot in verb.slots}


def _value_class(slot: SlotSpec) -> str:
    """Values of two classes are told apart by their form, so one preposition may lead to both."""
    return str(slot.kind) if slot.is_typed else ""


def _class_name(slot: SlotSpec) -> str:
    return _value_class(slot) or "names"


def _check_objects(tables: TableSet) -> Iterator[Finding]:
    """Two slots for names that stand directly after the trigger in every form."""
    for verb in tables.verbs:
        forms = [_objects(verb, form) for form in (None, *verb.forms)]
        named = [slot for slot in verb.slots if slot.kind in (SlotKind.ENTITY, SlotKind.NAME)]
        for first, second in combinations(named, 2):
            if all({first.name, second.name} <= objects for objects in forms):
                yield Place(tables, verb, second).error(
                    f"{first.name} is the object of the verb too",
                    "give one of them a preposition, or a form that separates them",
                )


def _objects(verb: VerbSpec, form: Form | None) -> set[str]:
    if form is not None and form.objects is not None:
        return set(form.objects)
    return {slot.name for slot in verb.slots if slot.is_object}


def _check_bare(tables: TableSet) -> Iterator[Finding]:
    """Two slots of one typed kind that both take a value without a preposition."""
    for verb in tables.verbs:
        bare = [slot for slot in verb.slots if slot.is_typed and slot.bare]
        for first, second in combinations(bare, 2):
            if first.kind is second.kind:
                problem = f"a {second.kind} without a preposition could be {first.name} too"
                yield Place(tables, verb, second).warning(problem, "set bare = false on one of them")


def _check_templates(tables: TableSet) -> Iterator[Finding]:
    """Templates that cannot be read or name a slot that does not exist."""
    for verb in tables.verbs:
        slots = [slot.name for slot in verb.slots]
        texts = [("confirm", verb.confirm, None), ("done", verb.done, None), ("tool", verb.tool, None)]
        for key, text, owner in [*texts, *(("prompt", slot.prompt, slot) for slot in verb.slots)]:
            place, parsed = Place(tables, verb, owner), template.parse(text)
            if parsed.problem:
                yield place.error(f"{key!r} {parsed.problem}")
            for name in parsed.slots:
                if name not in slots:
                    yield place.error(f"{key!r} shows no slot {name!r}", suggest(name, slots))
            for part in parsed.parts:
                if part.optional and not part.slots:
                    plain = "".join(piece.text for piece in part.pieces)
                    yield place.error(f"{key!r} has the optional part '[{plain}]' without a slot")


def _check_tools(tables: TableSet) -> Iterator[Finding]:
    """Tool names that no tool can have, or that a slot may leave unfinished."""
    for verb in tables.verbs:
        place, parsed = Place(tables, verb), template.parse(verb.tool)
        pieces = [piece for part in parsed.parts for piece in part.pieces]
        plain = "".join(piece.text for piece in pieces if not piece.is_slot)
        if not set(plain) <= _TOOL_LETTERS or any(part.optional for part in parsed.parts):
            yield place.error(f"tool {verb.tool!r} is no name", "use lower case letters, digits, '_' and {slot}")
        for name in parsed.slots:
            slot = verb.slot(name) if verb.has_slot(name) else None
            if slot and not (slot.required or slot.default or _is_type_slot(verb, slot)):
                yield place.error(f"tool {verb.tool!r} needs {name}, which may stay empty", "set required = true on it")


def _is_type_slot(verb: VerbSpec, slot: SlotSpec) -> bool:
    return any(other.type_slot == slot.name for other in verb.slots)


def _check_confirmations(tables: TableSet) -> Iterator[Finding]:
    """Verbs that change something without showing all of it: a yes must be to exactly what was shown."""
    for verb in tables.verbs:
        place, parsed = Place(tables, verb), template.parse(verb.confirm)
        if verb.read or parsed.problem:
            continue
        if not verb.confirm:
            yield place.warning("has no 'confirm', so one is made from the slots", "write what a yes is to")
            continue
        hidden = [slot for slot in verb.slots if slot.name not in parsed.slots and not _is_type_slot(verb, slot)]
        for slot in hidden:
            at = Place(tables, verb, slot)
            if slot.required:
                yield at.error("required, but 'confirm' does not show it", f"add {{{slot.name}}} to it")
            elif parsed.slots:
                yield at.warning("'confirm' does not show it when it is filled", f"add [ ... {{{slot.name}}}] to it")
        if verb.slots and not parsed.slots:
            yield place.warning("'confirm' shows no slot, so a yes is to anything", "show the slots in it")


CHECKS: tuple[Callable[[TableSet], Iterator[Finding]], ...] = (
    _check_names,
    check_families,
    _check_entity_types,
    check_triggers,
    check_hidden_triggers,
    check_cut_triggers,
    _check_markers,
    _check_results,
    _check_slots,
    _check_forms,
    _check_guards,
    _check_prepositions,
    _check_objects,
    _check_bare,
    _check_templates,
    _check_tools,
    _check_confirmations,
    check_routes,
)
"""Every check, in the order in which they are made."""
