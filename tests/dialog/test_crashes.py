"""A process that is killed at every named point of a turn, and another one that goes on: one effect, nothing lost.

Whoever confirmed is told what became of it: done, failed, or that nobody can tell.
"""

from functools import partial

import pytest

from dialog.tools import ToolKind
from tests.processes import POINTS, RECOVERY_POINTS, SAY, Child, World, play

KINDS = list(ToolKind)
YES = ("yes", "y")
ON = ("what now", "w")


def killed(world, messages, point, minutes=0):
    """Play some messages in a process that dies at a point; whether it did."""
    return Child(partial(play, point=point, minutes=minutes), world, messages).result() is None


def settled(world, messages, minutes):
    return Child(partial(play, minutes=minutes), world, messages).result()


def check(world, replies):
    """At most one effect, every accepted action settled as its kind allows, and the person told."""
    effects, actions = world.effects(), world.actions()
    told = " ".join(text for _, text, _ in replies)
    assert len(effects) <= 1
    assert len(actions) <= 1
    for status in actions:
        assert status in ("succeeded", "unknown")
        if status == "succeeded":
            assert len(effects) == 1
        else:
            assert world.kind is ToolKind.BLIND
            assert "cannot tell" in told


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("point", POINTS)
def test_killed_at_a_point_and_the_yes_delivered_again(tmp_path, database_url, kind, point):
    world = World(tmp_path, kind, store=database_url).prepare()
    assert killed(world, [(SAY, "s"), YES], point)
    replies = settled(world, [YES, ON], minutes=5)
    check(world, replies)
    assert world.actions() == ["unknown" if "cannot tell" in replies[0][1] else "succeeded"]
    assert replies[0][0] == ("done" if world.actions() == ["succeeded"] else "unknown")
    if point not in ("after finish",):
        assert not replies[0][2]  # its answer was never sent: it is to be posted


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("point", POINTS)
def test_killed_at_a_point_and_the_person_says_something_else(tmp_path, database_url, kind, point):
    world = World(tmp_path, kind, store=database_url).prepare()
    assert killed(world, [(SAY, "s"), YES], point)
    replies = settled(world, [ON, YES], minutes=5)
    check(world, replies)
    if point == "before accept":
        assert replies[0][0] != "unknown" and replies[1][0] == "done"  # nothing had been confirmed yet
    elif point != "after finish":
        word = "cannot tell" if world.actions() == ["unknown"] else "Sarah Quill"
        assert word in replies[0][1]  # what recovery found heads the next reply


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("second", RECOVERY_POINTS)
@pytest.mark.parametrize("message", [YES, ON])
def test_killed_and_killed_again_while_it_is_recovered(tmp_path, database_url, kind, second, message):
    world = World(tmp_path, kind, store=database_url).prepare()
    assert killed(world, [(SAY, "s"), YES], "after accept")
    died = killed(world, [message], second, minutes=5)
    assert died or kind is ToolKind.BLIND  # which is neither claimed nor called again
    replies = settled(world, [("and now", "n"), YES], minutes=10)
    check(world, replies)
    assert len(world.actions()) == 1
