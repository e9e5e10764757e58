"""Played conversations: the project's own, and the shared cases where they are present."""

import json
from pathlib import Path

import pytest

from dialog.cases import play_case, read_cases

ROOT = Path(__file__).resolve().parents[2]
OWN = sorted(path for path in (ROOT / "tests" / "transcripts").glob("*.json") if not path.name.startswith("directory"))
SHARED = sorted((ROOT.parent / "shared" / "cases").glob("open_*.json"))


def cases(paths):
    return [pytest.param(path, case, id=f"{path.stem}:{case['id']}") for path in paths for case in read_cases(path)]


def problems(results):
    return [f"turn {turn.number} {turn.say!r}: {problem}" for turn in results for problem in turn.problems]


@pytest.mark.parametrize(("path", "case"), cases(OWN))
async def test_own_conversation(path, case):
    assert problems(await play_case(case, path)) == []


@pytest.mark.parametrize(("path", "case"), cases(SHARED))
async def test_shared_conversation(path, case):
    assert problems(await play_case(case, path)) == []


def test_shared_conversations_are_there():
    if not SHARED:
        pytest.skip("open_dialogues.json and open_replies.json are not beside this checkout; only its own were played")
    assert {path.name for path in SHARED} >= {"open_dialogues.json", "open_replies.json"}


def test_every_own_case_has_an_id_of_its_own_and_says_what_it_is_about():
    seen = [(path.name, case["id"]) for path in OWN for case in json.loads(path.read_text(encoding="utf-8"))]
    assert len(seen) == len(set(seen)) and seen
    assert all(case.get("note") for path in OWN for case in json.loads(path.read_text(encoding="utf-8")))
