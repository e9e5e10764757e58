"""What may have changed since a question was put: the verb's table, the entities, their names."""

from __future__ import annotations

from resolver.entities import RefsLookup, Steps
from resolver.outcome import Missing, Reason, Resolved
from resolver.values import EntityValue
from states.machine import Fire, State
from states.move import Code, Move
from states.pending import refs_of
from states.starting import reask, settle


def check_table(move: Move) -> None:
    """Close actions whose verb is gone; keep the slots by name of those whose table changed."""
    kept = []
    for pending in move.stack:
        verb = move.setting.tables.verb(pending.verb)
        if verb is None:
            move.say(Code.VERB_GONE, verb=pending.verb.replace("_", " "))
            continue
        if pending.fingerprint != verb.fingerprint:
            slots = {slot.name: pending.slots.get(slot.name, Missing()) for slot in verb.spec.slots}
            machine = move.moment.machines[pending.verb]
            question = pending.question
            gone = question is not None and bool(question.slot) and not verb.spec.has_slot(question.slot)
            if gone or pending.state not in machine.states:
                move.say(Code.VERB_GONE, verb=verb.spec.title)
                continue
            move.say(Code.TABLE_CHANGED, verb=verb.spec.title)
            changed: dict[str, object] = {"slots": slots, "fingerprint": verb.fingerprint}
            if pending.state == State.CONFIRMING:
                # what was shown was made from the old table: it is filled and shown anew
                changed |= {"state": State.EXTRACTING.value, "question": None}
            kept.append(pending.model_copy(update=changed))
            continue
        kept.append(pending)
    move.stack[:] = kept


def has_drifted(move: Move) -> Steps[bool]:
    """Look at every entity of the plan again: what was archived is asked anew, what was renamed is shown anew."""
    resolved = move.top.resolved()
    refs = refs_of(resolved)
    if not refs:
        return False
    found = yield RefsLookup(refs)
    alive = {entity.ref: entity for entity in found if entity.is_active}
    gone, renamed = False, False
    for name, outcome in resolved.items():
        value = outcome.value
        if not isinstance(value, EntityValue):
            continue
        entity = alive.get((value.type, value.id))
        if entity is None:
            gone = True
            move.set_slot(name, Missing(reason=Reason.ARCHIVED, said=value.name, found=value.name))
            move.say(Code.DRIFTED, name=value.name, now="")
        elif entity.name != value.name:
            renamed = True
            new = value.model_copy(update={"name": entity.name})
            move.set_slot(name, Resolved(value=new, tier=outcome.tier, said=outcome.said, via=outcome.via))
            move.say(Code.DRIFTED, name=value.name, now=entity.name)
    if gone:
        move.fire(Fire.CORRECT)
        yield from settle(move)
    elif renamed:
        reask(move)
    return gone or renamed
