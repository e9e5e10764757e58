"""The command: what each word prints, and its exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dialog.adapters.terminal import chat
from dialog.chatting import open_chat
from dialog.command import main
from slots.errors import TableError

ROOT = Path(__file__).resolve().parents[2]
AGENCY = ROOT / "dialog" / "examples" / "agency" / "verbs.toml"
HOME = ROOT / "dialog" / "examples" / "home" / "verbs.toml"

CASE = {
    "id": "one",
    "note": "a greeting is no verb",
    "verbs": str(HOME),
    "directory": str(HOME.with_name("directory.json")),
    "now": "2026-03-13T19:00:00+00:00",
    "user": "m-nora",
    "turns": [{"say": "hello", "expect": {"state": "fallback"}}],
}


def write_case(folder, **changes):
    path = folder / "cases.json"
    path.write_text(json.dumps([{**CASE, **changes}]), encoding="utf-8")
    return path


# -- eval --------------------------------------------------------------------------


def test_eval_of_right_cases(tmp_path, capsys):
    out = tmp_path / "out.json"
    assert main(["eval", str(write_case(tmp_path)), "--json", str(out)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\nturns: 1 passed, 0 failed\n"
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["summary"] == {"cases": 1, "cases_ok": 1, "turns": 1, "turns_ok": 1}
    (turn,) = report["turns"]
    assert (turn["case"], turn["turn"], turn["ok"], turn["problems"]) == ("one", 1, True, [])
    assert set(turn["outcome"]) == {
        "verb", "slots", "missing", "ambiguous", "state", "asking", "menu", "side_effects", "calls", "reply", "tier",
        "lane",
    }  # fmt: skip


WRONG = [
    # every expectation can fail
    {"verb": "set_light"},
    {"slots": {"light": 1}},
    {"missing": ["light"]},
    {"missing_includes": ["light"]},
    {"ambiguous": ["light"]},
    {"state": "done"},
    {"state_in": ["done", "idle"]},
    {"asking": "light"},
    {"menu": ["x"]},
    {"menu_includes": ["x"]},
    {"side_effects": [{"creates": "list", "name": "x"}]},
    {"calls": [{"tool": "x", "args": {}}]},
    {"reply_contains": ["nothing of the kind"]},
    {"reply_lacks": ["help"]},
    {"lane": "action"},
    {"tier": "capture"},
]


@pytest.mark.parametrize("expect", WRONG, ids=lambda expect: next(iter(expect)))
def test_eval_of_a_wrong_case_says_what_is_wrong(tmp_path, capsys, expect):
    path = write_case(tmp_path, turns=[{"say": "hello", "expect": expect}])
    assert main(["eval", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("one turn 1 'hello': ")
    assert lines[1:] == ["0 passed, 1 failed", "turns: 0 passed, 1 failed"]


def test_eval_can_fail_on_a_slot_that_has_a_value(tmp_path, capsys):
    turns = [{"say": "turn on the Reading Lamp", "expect": {"no_slots": ["light"]}}]
    assert main(["eval", str(write_case(tmp_path, turns=turns))]) == 1
    assert "have values" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"turn": []}, ("one", "turn", "nothing is called that here")),
        ({"turns": [{"says": "x"}]}, ("one", "turns[0].say", "it is missing")),
        ({"turns": [{"say": 3}]}, ("one", "turns[0].say", "valid string", "not 3")),
        ({"turns": []}, ("one", "turns")),
        ({"turns": "hello"}, ("one", "turns")),
        ({"history": [{"type": "light"}]}, ("one", "history[0].id")),
        ({"turns": [{"say": "x", "after_minutes": "soon"}]}, ("one", "turns[0].after_minutes")),
        ({"turns": [{"say": "x", "expect": {"calls": [{"args": {}}]}}]}, ("one", "turns[0].expect.calls[0].tool")),
        ({"turns": [{"say": "x", "expect": {"stat": "idle"}}]}, ("one", "expect.stat")),
        ({"directory": "nowhere.json"}, ("one", "nowhere.json")),
        ({"now": "soon"}, ("one", "soon")),
        ({"user": "nobody"}, ("one", "nobody")),
    ],
)
def test_eval_of_an_unreadable_case_names_file_case_and_key(tmp_path, capsys, changes, named):
    assert main(["eval", str(write_case(tmp_path, **changes))]) == 2
    error = capsys.readouterr().err
    assert all(word in error for word in named)


@pytest.mark.parametrize("text", ["{", "{}", "[3]"])
def test_eval_of_a_broken_file(tmp_path, capsys, text):
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    assert main(["eval", str(path)]) == 2
    assert "broken.json" in capsys.readouterr().err


def test_eval_of_a_missing_file(capsys):
    assert main(["eval", "nowhere.json"]) == 2
    assert "nowhere.json" in capsys.readouterr().err


# -- check -------------------------------------------------------------------------


def test_check_is_clean_on_both_examples(capsys):
    assert main(["check", str(AGENCY), str(HOME)]) == 0
    assert capsys.readouterr().out == "0 errors, 0 warnings\n"


SLOT = '[verbs.go.slots.place]\nkind = "name"\nrequired = true\nis_object = true\n'
VERB = 'summary = "Go."\nconfirm = "Go to {place}"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # an example that its own verb does not take
        (f'[verbs.go]\ntriggers = ["go"]\nexamples = ["walk on"]\n{VERB}{SLOT}', "no trigger starts its example"),
        # a name in an example is known by its capital
        (
            f'[entity_types.town]\n[verbs.go]\ntriggers = ["go <place>"]\nexamples = ["go there"]\n{VERB}'
            '[verbs.go.slots.place]\nkind = "entity"\nentities = ["town"]\nrequired = true\nmenu = "listed"\n',
            "<place> stands for words that begin with a capital",
        ),
        # a trigger that another one hides
        (
            f'[verbs.go]\ntriggers = ["go"]\nexamples = ["go out home"]\n{VERB}{SLOT}'
            '[verbs.leave]\ntriggers = ["go out"]\nconfirm = "Leave"\n',
            "starts leave instead",
        ),
        # a misspelt key, with the line of the slot
        (f'[verbs.go]\ntriggers = ["go"]\n{VERB}{SLOT}prepositon = ["to"]\n', "did you mean 'prepositions'"),
        # a template that names no slot
        (f'[verbs.go]\ntriggers = ["go"]\nconfirm = "Go to {{plase}}"\n{SLOT}', "plase"),
        # broken TOML
        ("[verbs.go\n", "TOML"),
        # a family that is not there
        (f'[verbs.go]\ntriggers = ["{{went}} out"]\n{VERB}{SLOT}', "went"),
    ],
)  # fmt: skip
def test_check_tells_what_is_wrong(tmp_path, capsys, text, told):
    path = tmp_path / "verbs.toml"
    path.write_text(text, encoding="utf-8")
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert told in out and "verbs.toml" in out and out.rstrip().endswith("warnings")


def test_check_of_a_missing_file(capsys):
    assert main(["check", "nowhere.toml"]) == 2
    assert "nowhere.toml" in capsys.readouterr().err


# -- table, chat ---------------------------------------------------------------------


def test_table_shows_the_contrast(capsys):
    assert main(["table"]) == 0
    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if line.startswith("| **for** |"))
    assert "client_name" in row and "user_name" in row and "vendor_name, agreed_amount" in row
    assert "## create_project" in out and "Form “person before the hours”, when user_name stands before hours" in out


def test_table_of_a_file_of_ones_own(capsys):
    assert main(["table", str(HOME)]) == 0
    assert "start a pomodoro" not in capsys.readouterr().out.split("## start_timer")[0]


def talk(lines, **options):
    shown = []
    words = iter(lines)

    def read(prompt):
        try:
            return next(words)
        except StopIteration:
            raise EOFError from None

    defaults = {"example": "home", "tables": None, "directory": None, "user": None, "store": "sqlite://"}
    manager, tenant, user, told = open_chat(**{**defaults, **options})
    assert chat(manager, tenant=tenant, user=user, read=read, show=shown.append) == 0
    return told, shown


def test_chat_with_an_example_runs_its_tools():
    told, shown = talk(["add milk to Groceries", "yes", "", "what is on Groceries", "/quit", "never read"])
    assert "m-nora" in told and "previewed" not in told
    assert shown == ["Put milk on Groceries? Yes or no?", "milk is on Groceries now.", "On Groceries: milk."]


@pytest.mark.parametrize(
    ("says", "called"),
    [
        # an entity by its id, a choice in words
        (["turn on the Reading Lamp", "yes"], "Would call set_light(light=l-reading, power=“on”)."),
        # a number, as its slot keeps it
        (["dim the Reading Lamp to 40 percent", "yes"], "Would call set_light(light=l-reading, level=40, power=“on”)."),
        # a verb that reads is answered at once
        (["what is on Groceries"], "Would call show_list(list=s-groceries)."),
    ],
)
def test_chat_with_tables_of_ones_own_tells_what_it_would_call(says, called):
    told, shown = talk(says, tables=HOME, directory=HOME.with_name("directory.json"), user="m-will")
    assert "previewed" in told and "m-will" in told
    assert called in shown


def test_chat_previews_what_is_created_on_the_way():
    says = ["create project Rando for Quince Partners as T&M", "yes"]
    _, shown = talk(says, tables=AGENCY, directory=AGENCY.with_name("directory.json"), user="u-omar")
    assert shown[1] == (
        "Would call create_client(client_name=“Quince Partners”)."
        " Would call create_project(project_name=“Rando”, client_name=new-1, project_type=“T&M”)."
    )


def test_chat_over_tables_of_ones_own_wants_a_directory(capsys):
    assert main(["chat", "--tables", str(HOME)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"verbflow: no directory was given for {HOME}; pass --directory FILE")
    told, _ = talk([], example="home", tables=HOME)  # an example's, where it is asked for
    assert "m-nora" in told


def test_chat_names_the_types_that_the_directory_lacks(tmp_path):
    path = tmp_path / "names.json"
    path.write_text('{"tenant": "t", "users": [{"id": "ada", "name": "Ada"}]}', encoding="utf-8")
    told, _ = talk([], tables=HOME, directory=path)
    first, second = told.splitlines()
    assert first.startswith("The directory has no entity of type light, ") and first.endswith("; it has user.")
    assert second.startswith("You are ada in t.")


@pytest.mark.parametrize(
    "typed", ["assign Freya as PM\n2\n", "assign Freya as PM\n\n  \n2", "assign Freya as PM\n2\n/quit\nno\n"]
)
def test_chat_reads_a_pipe_without_a_prompt(typed):
    words = "import sys; from dialog.command import main; sys.exit(main(['chat', '--user', 'u-omar']))"
    run = subprocess.run(
        [sys.executable, "-c", words], input=typed, capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines[1] == "Of which project?" and lines[-1].startswith("Assign Freya Lind as PM to ")
    assert not any(line.startswith(">") or not line for line in lines)


def test_chat_begins_only_for_somebody_who_is_there(capsys):
    assert main(["chat", "--user", "nobody"]) == 2
    assert "verbflow: user 'nobody' does not exist" in capsys.readouterr().err


def test_chat_shows_an_error_as_a_sentence(capsys):
    manager, tenant, _, _ = open_chat(example="home", tables=None, directory=None, user=None, store="sqlite://")
    words = iter(["hello", "/quit"])
    assert chat(manager, tenant=tenant, user="nobody", read=lambda _: next(words)) == 0
    assert "verbflow: user 'nobody' does not exist" in capsys.readouterr().err


def test_chat_with_an_unreadable_table():
    with pytest.raises(TableError, match="nowhere"):
        talk([], tables=Path("nowhere.toml"))


def test_unknown_words_are_refused(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["dance"])
    assert stop.value.code == 2
    assert "dance" in capsys.readouterr().err
