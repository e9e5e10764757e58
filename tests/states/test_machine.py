"""The transition tables of every verb: a row or nothing changes, every state in reach and with a way out."""

import pytest

from dialog.examples import NAMES, load_example
from slots.errors import TableError, TransitionError
from states.machine import FINAL, Row, State, VerbMachine, public_state

VERBS = [verb for name in NAMES for verb in load_example(name).verbs.verbs]
MACHINES = [VerbMachine(verb) for verb in VERBS]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.verb)
def test_every_state_and_trigger_has_a_row_or_changes_nothing(machine):
    table = {(row.source, row.trigger): row.dest for row in machine.rows}
    triggers = {row.trigger for row in machine.rows} | {"nonsense", "ask_menu:nothing"}
    for state in (*machine.states, "nowhere"):
        for trigger in triggers:
            if (state, trigger) in table:
                assert machine.fire(state, trigger) == table[(state, trigger)]
                continue
            with pytest.raises(TransitionError) as caught:
                machine.fire(state, trigger)
            assert (caught.value.verb, caught.value.state, caught.value.trigger) == (machine.verb, state, trigger)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.verb)
def test_every_state_is_reached_and_has_a_way_out(machine):
    forward = {state: {row.dest for row in machine.rows if row.source == state} for state in machine.states}
    reached, todo = {State.EXTRACTING.value}, [State.EXTRACTING.value]
    while todo:
        for dest in forward[todo.pop()] - reached:
            reached.add(dest)
            todo.append(dest)
    assert reached == set(machine.states)
    assert {state for state in machine.states if not forward[state]} <= set(FINAL)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.verb)
def test_only_a_confirmation_or_a_read_verb_executes(machine):
    into = {row.source for row in machine.rows if row.dest == State.EXECUTING}
    verb = next(verb for verb in VERBS if verb.name == machine.verb)
    assert into == ({State.EXTRACTING} if verb.read else {State.CONFIRMING})


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        # two rows for one state and trigger
        ((Row("a", "extracting", "done"), Row("a", "extracting", "cancelled")), "two transitions for 'a'"),
        # a state out of reach
        ((Row("a", "extracting", "done"), Row("b", "island", "done")), "'island' cannot be reached"),
        # a state without a way out
        ((Row("a", "extracting", "trap"), Row("b", "trap", "trap")), "has no way out"),
    ],
)
def test_a_wrong_table_is_refused(monkeypatch, rows, problem):
    monkeypatch.setattr("states.machine.rows", lambda verb: rows)
    with pytest.raises(TableError, match=problem):
        VerbMachine(VERBS[0])


def test_public_state_leaves_the_slot_out():
    assert public_state("awaiting_menu_choice:client_name") == "awaiting_menu_choice"
    assert public_state("confirming") == "confirming"
