"""The demo as a newcomer runs it, and a process that is killed between a menu and its digit."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def command(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "dialog", *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


def test_demo_plays_its_script(tmp_path):
    run = command("demo", "--store", str(tmp_path / "demo.db"))
    assert run.returncode == 0, run.stderr
    for piece in (
        "1) Harbour Shop",
        "Assign Freya Lind as PM to Salt Menu Redesign?",
        "Hours changed from 2 to 3.",
        "I’ll create a new client Lantern Street, then create a T&M project Night Market",
        "“it” is Letters",
        "for Robin Achebe",
        "Read as: log time, because of “log” (tier: token_set).",
        "- user: Robin Achebe, from “Robin”; the only one with that in its name",
        "It was dropped; nothing was done.",
        "OK, cleared.",
        "On Guide to Everything:",
        "2026-03-12  3 h  t-design  p-menu  u-omar",
        "client: Lantern Street",
    ):
        assert piece in run.stdout
    assert (tmp_path / "demo.db").is_file()


def test_demo_goes_on_where_its_file_ends(tmp_path):
    words = ("demo", "--store", str(tmp_path / "demo.db"))
    assert command(*words).returncode == 0
    again = command(*words)
    assert again.returncode == 0, again.stderr
    assert "holds a demo already" in again.stdout
    assert "Omar:" not in again.stdout


def test_demo_says_when_its_file_cannot_be_made():
    run = command("demo", "--store", "/nowhere/at/all.db")
    assert run.returncode == 2
    assert "its folder does not exist" in run.stderr


TALK = """
import os, signal, sys
from dialog import Turn
from dialog.examples.agency.demo import open_agency, NOW, TENANT, USER
from dialog.testing import FrozenClock
manager = open_agency("sqlite:///" + sys.argv[1], FrozenClock(NOW))
turn = Turn(tenant=TENANT, conversation="c", user=USER, text=sys.argv[2], message_id=sys.argv[2])
reply = manager.handle_sync(turn)
print(reply.state, "|", reply.text, flush=True)
if sys.argv[3] == "die":
    os.kill(os.getpid(), signal.SIGKILL)
"""


def talk(path, text, then):
    return subprocess.run(
        [sys.executable, "-c", TALK, str(path), text, then],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_killed_between_menu_and_digit_and_resumed(tmp_path):
    path = tmp_path / "killed.db"
    first = talk(path, "assign Freya as PM", "die")
    assert first.returncode == -signal.SIGKILL
    assert first.stdout.startswith("awaiting_menu_choice | Of which project?")
    second = talk(path, "2", "die")
    assert second.stdout.startswith("confirming | Assign Freya Lind as PM to Salt Menu Redesign?")
    third = talk(path, "yes", "live")
    assert third.stdout.startswith("done | Freya Lind is now the PM of Salt Menu Redesign.")


def test_a_shown_project_is_read_by_its_tool(tmp_path):
    shown = talk(tmp_path / "shown.db", "show me Harbour Shop", "live")
    assert shown.stdout.startswith("done | Harbour Shop: T&M, for Harbour Books, managed by Omar Haddad."), shown.stderr


def test_demo_into_a_pipe_that_closes_says_nothing(tmp_path):
    words = [sys.executable, "-m", "dialog", "demo", "--store", str(tmp_path / "demo.db")]
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, timeout=120, check=False
    )
    os.close(writing)
    assert (run.returncode, run.stderr) == (0, b"")
