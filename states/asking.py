"""The hub: what is asked next, or that everything is filled.

In: a move whose top action is ``extracting``. Out: the same move, its top action
in the next state with its question put. Slots are asked in table order, one a
turn.
"""

from __future__ import annotations

from resolver.entities import Entity, NamesLookup, OwnersLookup, SimilarLookup, Steps
from resolver.match import match_entities
from resolver.menus import menu_options
from resolver.nearness import look_alikes, near_entities
from resolver.outcome import Ambiguous, Candidate, Missing, Outcome, Resolved
from resolver.values import EntityValue, NewValue, TextValue, plain
from slots.look_alikes import odd_letters, unmask
from slots.tables import SlotKind, SlotSpec
from slots.text import key_of
from states.machine import Fire, may_list, may_write
from states.move import Code, Move
from states.pending import Expects, Option, is_open, make_plan


def advance(move: Move) -> Steps[None]:
    """Ask the next open slot of the top action, or propose the whole, or run it when it only reads."""
    refused = yield from is_refused(move)
    if refused:
        return
    spec = move.verb().spec
    for slot in spec.slots:
        outcome = move.top.slots.get(slot.name, Missing())
        if is_open(outcome, required=slot.required):
            yield from ask_slot(move, slot, outcome)
            return
    yield from _say_namesakes(move)
    yield from _say_letters(move)
    if spec.read:
        move.fire(Fire.RUN)
        move.plan = make_plan(move.top, spec)
        move.change(question=None)
        return
    move.fire(Fire.PROPOSE)
    move.ask("", Expects.YES_NO)


def ask_slot(move: Move, slot: SlotSpec, outcome: Outcome, *, old: Resolved | None = None) -> Steps[None]:
    """Put the question for one slot: a menu where there is something to list, else freeform."""
    candidates = yield from menu_options(slot, outcome, move.top.slots, move.setting)
    options = [Option(candidate=candidate) for candidate in candidates]
    if isinstance(outcome, Ambiguous | Missing) and outcome.may_create:
        options = options[:8]
        options.append(_creating(move, slot, outcome.may_create))
    if options and may_list(slot):
        move.fire(f"{Fire.ASK_MENU}:{slot.name}")
        move.ask(slot.name, Expects.CHOICE, tuple(options), old=old)
    elif may_write(slot):
        move.fire(f"{Fire.ASK_TEXT}:{slot.name}")
        move.ask(slot.name, Expects.TEXT, old=old)
    else:
        move.fire(f"{Fire.ASK_MENU}:{slot.name}")
        move.ask(slot.name, Expects.CHOICE, tuple(options), old=old)


def _creating(move: Move, slot: SlotSpec, name: str) -> Option:
    kind = move.setting.title(slot.entities[0])
    candidate = Candidate(
        value=TextValue(text=name), label=f"Create a new {kind} “{name}”", aliases=(f"new {kind}", f"create {name}")
    )
    return Option(candidate=candidate, creates=name)


def is_refused(move: Move, *, is_confirmed: bool = False) -> Steps[bool]:
    """Refuse what the speaker may not do to others or create, and a new name that is there already."""
    spec = move.verb().spec
    for slot in spec.slots:
        outcome = move.top.slots.get(slot.name)
        if slot.others_permission and is_other(move, outcome) and not holds(move, slot.others_permission):
            yield from refuse(move, slot.others_permission)
            return True
        rule = slot.auto_create
        is_new = isinstance(outcome, Resolved) and isinstance(outcome.value, NewValue)
        if rule is not None and is_new and not holds(move, rule.permission):
            yield from refuse(move, rule.permission)
            return True
        if slot.kind is SlotKind.NAME and slot.unique and isinstance(outcome, Resolved):
            taken = yield from _bearers(slot.entities, outcome)
            if taken:
                move.say(Code.EXISTS, name=taken[0].name, type=move.setting.title(slot.entities[0]))
                move.fire(Fire.CANCEL)
                move.end("idle")
                return True
            if not is_confirmed:
                yield from _say_near_names(move, slot, outcome)
    return False


def is_other(move: Move, outcome: Outcome | None) -> bool:
    """Whether a slot holds a person other than the speaker."""
    if not isinstance(outcome, Resolved) or not isinstance(outcome.value, EntityValue):
        return False
    return (outcome.value.type, outcome.value.id) != (move.setting.actor.type, move.setting.actor.id)


def holds(move: Move, permission: str) -> bool:
    """Whether the speaker holds a permission; the empty one needs nothing."""
    return not permission or permission in move.setting.actor.permissions


def refuse(move: Move, permission: str) -> Steps[None]:
    """Refuse the top action for want of a permission, naming whom to ask."""
    yield from say_refused(move, permission, move.verb().spec.title, ends=True)
    move.fire(Fire.CANCEL)
    move.end("idle")


def say_refused(move: Move, permission: str, verb: str, *, ends: bool = False) -> Steps[None]:
    """Say that a verb needs a permission, whom to ask for it, and whether that ends what was begun."""
    owners = yield OwnersLookup(permission)
    ended = verb if ends else ""
    move.say(Code.REFUSED, permission=permission, owners=_names(owners), verb=verb, ended=ended)


def say_who_may_create(move: Move, permission: str) -> Steps[None]:
    """Say that creating needs a permission, and whom to ask for it."""
    owners = yield OwnersLookup(permission)
    move.say(Code.MAY_NOT_CREATE, permission=permission, owners=_names(owners))


def _names(owners: tuple[Entity, ...]) -> str:
    return ", ".join(owner.name for owner in owners)


def _say_namesakes(move: Move) -> Steps[None]:
    """Say of each new name that may be one of several which thing of its type has it already.

    Where the verb holds an entity of such a type, the name is for that one: its type counts, and not itself.
    """
    for slot in move.verb().spec.slots:
        outcome = move.top.slots.get(slot.name)
        if slot.kind is not SlotKind.NAME or slot.unique or slot.sensitive or not isinstance(outcome, Resolved):
            continue
        values = (move.top.value(other.name) for other in move.verb().spec.slots)
        named = {(one.type, one.id) for one in values if isinstance(one, EntityValue) and one.type in slot.entities}
        types = tuple(kind for kind in slot.entities if not named or kind in {type_ for type_, _ in named})
        bearers = yield from _bearers(types, outcome)
        for one in bearers:
            if one.ref not in named:
                move.say(Code.NAMESAKE, name=one.name, type=move.setting.title(one.type))
                break


def _say_letters(move: Move) -> Steps[None]:
    """Say of each new name which letters of it are of another alphabet than its word, and what it only looks like."""
    for slot in move.verb().spec.slots:
        outcome = move.top.slots.get(slot.name)
        if not isinstance(outcome, Resolved) or slot.sensitive or slot.kind not in (SlotKind.NAME, SlotKind.ENTITY):
            continue
        if not isinstance(outcome.value, TextValue | NewValue):
            continue
        name = plain(outcome.value)
        odd = ", ".join(f"“{letter}” is {alphabet}" for letter, alphabet in odd_letters(name))
        if odd:
            move.say(Code.MIXED_LETTERS, name=name, letters=odd)
        if slot.kind is SlotKind.NAME and not slot.unique and unmask(name) != name:
            similar = yield SimilarLookup(name, _types_named(move, slot))
            for one in look_alikes(name, (entity for entity in similar if entity.is_active)):
                move.say(Code.LOOKS_LIKE, names=one.name, type=move.setting.title(one.type))


def _types_named(move: Move, slot: SlotSpec) -> tuple[str, ...]:
    """Return the types that a new name may be one of: the slot's own, else all that the verb takes."""
    others = (kind for other in move.verb().spec.slots for kind in other.entities)
    return slot.entities or tuple(dict.fromkeys(others))


def _say_near_names(move: Move, slot: SlotSpec, outcome: Resolved) -> Steps[None]:
    """Say which names that are there already come close to a new one."""
    name = outcome.value.text if isinstance(outcome.value, TextValue) else ""
    similar = yield SimilarLookup(name, slot.entities)
    usable = [entity for entity in similar if entity.is_active]
    hits = match_entities(name, usable)
    near = hits.entities if hits is not None else near_entities(name, usable)
    if near:
        move.say(Code.LOOKS_LIKE, names=_names(near), type=move.setting.title(slot.entities[0]))


def _bearers(types: tuple[str, ...], outcome: Resolved) -> Steps[tuple[Entity, ...]]:
    """Return what is in use and called as a new name says, by name or alias; nothing is asked where no type is."""
    name = outcome.value.text if isinstance(outcome.value, TextValue) else ""
    if not types:
        return ()
    found = yield NamesLookup((key_of(name),), tuple(sorted(types)))
    return tuple(entity for entity in found if entity.is_active)
