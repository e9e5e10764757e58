"""What the README shows is run: its Python, its TOML, and the commands that it names."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dialog import EntityType, SlotSpec, VerbSpec
from dialog.case_files import EXPECTATIONS
from dialog.command import main
from slots.toml_tables import parse_tables

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.M | re.S)


PRINTED = (
    ("Set the rate of Robin Achebe to $150 an hour?", "Omar Haddad sets u-robin to 150"),
    ("Of which project? {'label': 'Salt Menu Redesign', ", "{'text': 'Assign Freya Lind as PM to Salt Menu Redesign? "),
    (),
    ("A timer of 30 minutes for d1",),
    (
        "Guide to Everything is run by Freya Lind.",
        "“her” is Freya Lind",
        "That was not done: nobody works more than ten hours.",
        "INSERT lighthouse/C1/u-omar/m1.0.0+/0: 'u-freya' Decimal('3') ",
        "3 h for Freya Lind are on Guide to Everything.\n",
    ),
    ("Rename the client Hotel Corona to Hotel Aurora?", "Rename the client Hotel Aurora to Inn?"),
    ("intent_classified\nrouted\nturn\nAsk the wiki.\n",),
)
"""What each block prints, among other things."""


@pytest.mark.parametrize(("code", "printed"), list(zip(blocks("python"), PRINTED, strict=True)))
def test_python_block_runs(code, printed, tmp_path):
    for language in ("toml", "json"):
        (tmp_path / f"kitchen.{language}").write_text(blocks(language)[0], encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert all(piece in run.stdout for piece in printed)


@pytest.mark.parametrize("text", blocks("toml"))
def test_toml_block_is_a_right_table(text):
    assert parse_tables(text).verbs


def test_declaration_in_python_is_the_same_as_in_toml():
    declared = {}
    exec(blocks("python")[2], declared)
    assert declared["tables"].model_dump() == parse_tables(blocks("toml")[0]).model_dump()


def test_case_is_played(tmp_path, capsys):
    names, cases = blocks("json")
    for file, text in (("kitchen.toml", blocks("toml")[0]), ("kitchen.json", names), ("cases.json", cases)):
        (tmp_path / file).write_text(text, encoding="utf-8")
    assert main(["eval", str(tmp_path / "cases.json")]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\nturns: 3 passed, 0 failed\n"


def test_transcripts_that_are_named_are_all_there():
    """Those that the README names as conversations, and beside them only directories."""
    folder = ROOT / "tests" / "transcripts"
    played = {*folder.glob("agency*.json"), *folder.glob("home.json")}
    assert all(isinstance(json.loads(path.read_text(encoding="utf-8")), list) for path in played)
    assert {path.name.split("_")[0] for path in {*folder.iterdir()} - played} == {"directory"}


KEYS = re.findall(r"^\| (verb|slot|entity type) \| (.+?) \|", README, flags=re.M)


@pytest.mark.parametrize(("owner", "keys"), KEYS)
def test_key_that_is_named_is_one(owner, keys):
    table = {"verb": VerbSpec, "slot": SlotSpec, "entity type": EntityType}[owner]
    assert {re.split(r"\W", key)[0] for key in re.findall(r"`(.+?)`", keys)} <= set(table.model_fields)


def test_expectations_that_are_named_are_ones():
    (listed,) = re.findall(r"only what is given is checked: (.+?);", README, flags=re.S)
    assert set(re.findall(r"`(\w+)`", listed)) <= EXPECTATIONS


def test_embedding_is_short():
    code = blocks("python")[0]
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= 10


@pytest.mark.parametrize("name", sorted(set(re.findall(r"^verbflow (\w+)", README, flags=re.M))))
def test_command_that_is_named_exists(name, capsys):
    with pytest.raises(SystemExit) as stop:
        main([name, "--help"])
    assert stop.value.code == 0
    assert "usage" in capsys.readouterr().out


PATHS = re.findall(r"`((?:slots|resolver|states|dialog|tests|diagrams)/[\w./]*)`", README)


@pytest.mark.parametrize("path", sorted(set(PATHS)))
def test_path_that_is_named_exists(path):
    assert (ROOT / path).exists()


def test_prose_is_wrapped():
    """Tables may be as wide as they are."""
    lines = enumerate(README.splitlines(), 1)
    assert [number for number, line in lines if len(line) > 120 and not line.startswith("|")] == []
