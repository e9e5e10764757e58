"""The protocol of execution as a model, searched through: three workers, two crashes, each kind of tool."""

import pytest

from dialog.examples import load_example
from dialog.tools import ToolKind
from states.machine import FINAL, Fire, State, VerbMachine
from tests.protocol_model import ENDS, Protocol, search

VERBS = load_example("agency").verbs.verbs
WRITER = next(VerbMachine(verb) for verb in VERBS if not verb.read)


@pytest.mark.parametrize("kind", list(ToolKind))
def test_no_state_breaks_a_promise(kind):
    found = search(Protocol(kind, WRITER))
    assert found.faults == {}
    assert found.states > 300


@pytest.mark.parametrize(
    ("kind", "wrong", "fault"),
    [
        # run, and write the yes only then
        (ToolKind.BLIND, {"runs_before_accept": True}, "2 effects of a blind tool"),
        (ToolKind.TRANSACTIONAL, {"runs_before_accept": True}, "an effect that nobody ordered"),
        # "looked up, not found, so run again"
        (ToolKind.BLIND, {"runs_when_not_found": True}, "2 effects of a blind tool"),
        (ToolKind.BLIND, {"runs_when_not_found": True}, "3 effects of a blind tool"),
        # one that stalled after a refusal finishes what another has claimed and done: tried again, it is done twice
        (ToolKind.TRANSACTIONAL, {"ignores_claim": True}, "told failed, and it was done"),
        # a lease is believed: who lost the claim commits all the same
        (ToolKind.TRANSACTIONAL, {"ignores_attempt": True}, "2 effects of a transactional tool"),
    ],
)
def test_the_search_finds_what_is_wrong(kind, wrong, fault):
    found = search(Protocol(kind, WRITER, **wrong))
    assert fault in found.faults
    assert len(found.faults[fault]) > 2  # with the steps that lead there


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_the_tables_lead_into_execution_by_one_way_and_out_by_an_outcome(verb):
    machine = VerbMachine(verb)
    into = {(row.source, row.trigger) for row in machine.rows if row.dest == State.EXECUTING}
    assert into == {(State.EXTRACTING, Fire.RUN) if verb.read else (State.CONFIRMING, Fire.CONFIRM)}
    out = {row.trigger for row in machine.rows if row.source == State.EXECUTING}
    assert out == set(ENDS.values())
    assert all(row.source not in FINAL for row in machine.rows)
