"""Random kills of several workers over one store, from a seed: a short part here, a long one in ``make chaos``."""

import os
import random
import sys
from functools import partial
from pathlib import Path
from time import monotonic

import pytest

from dialog.tools import ToolKind
from slots.errors import BusyError
from tests.processes import POINTS, RECOVERY_POINTS, SAY, Child, World, play

ROOT = Path(__file__).resolve().parents[2]
SECONDS = float(os.environ.get("CHAOS_SECONDS", "0"))
"""How long to go on; without it, a few rounds."""
PARTS = 2 * len(ToolKind)
"""Each kind of tool on each database."""
ROUNDS = 3
WORKERS = 3


def seeds():
    """Yield the seeds of the rounds: a few, or as many as the time allows."""
    end, seed = monotonic() + SECONDS / PARTS, 0
    while seed < ROUNDS or monotonic() < end:
        yield seed
        seed += 1


def survive(world, chance):
    """One round: workers are killed at random points, again and again, until one goes through; return all replies."""
    alive, minutes = [], 0
    for _ in range(2):
        crew = []
        for number in range(WORKERS):
            point = chance.choice(["", *POINTS, *RECOVERY_POINTS])
            texts = [("yes", "y"), (f"what {number}", f"w{minutes}-{number}")]
            chance.shuffle(texts)
            crew.append(Child(partial(try_play, point=point, minutes=minutes), world, texts))
        alive += [child.result() or [] for child in crew]
        minutes += 2
    alive.append(Child(partial(play, minutes=minutes), world, [("and now", "n"), ("yes", "y")]).result())
    return [reply for replies in alive for reply in replies]


def try_play(world, messages, *, point, minutes):
    """Play each message; who is told busy gives up on it, as the next round delivers it again."""
    replies = []
    for message in messages:
        replies += play_unless_busy(world, message, point, minutes)
    return replies


def play_unless_busy(world, message, point, minutes):
    try:
        return play(world, [message], point=point, minutes=minutes)
    except BusyError:
        return []


@pytest.mark.parametrize("kind", list(ToolKind))
def test_random_kills_of_three_workers(tmp_path, database_url, kind):
    for seed in seeds():
        world = World(tmp_path, kind, conversation=f"c{seed}", store=database_url).prepare()
        Child(play, world, [(SAY, "s")]).result()
        replies = survive(world, random.Random(f"{kind}{seed}"))
        mine = [key for key in world.effects() if f"/c{seed}/" in key]
        status = world.query(f"SELECT status FROM verbflow_action WHERE conversation = 'c{seed}'")
        assert len(mine) <= 1, f"seed {seed}: {mine}"
        assert status in ([("succeeded",)], [("unknown",)]), f"seed {seed}: {status}"
        if status == [("unknown",)]:
            assert kind is ToolKind.BLIND
        else:
            assert len(mine) == 1, f"seed {seed}"
        told = " ".join(text for _, text, _ in replies)
        assert "cannot tell" in told or "is now $150" in told, f"seed {seed}: {told}"
    print(f"{kind}: {seed + 1} rounds")


def test_the_load_run_finds_nothing_doubled_lost_or_raised(database_url, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks" / "load"))
    import run

    row, counts = run.run(300, store=database_url, workers=4)
    sys.modules.pop("run")
    assert counts == {"duplicate effects": 0, "lost turns": 0, "exceptions": 0}
    assert row.split(" | ")[1:5] == ["300", "0", "0", "0"]
