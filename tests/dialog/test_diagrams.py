"""The pages made from the tables: fresh, stable, and showing what the machine does."""

from pathlib import Path

import pytest

from dialog.command import main
from dialog.diagrams import check_files, draw_files, write_files
from dialog.examples import NAMES, load_example
from states.diagram import GROUP, diagram_of, dot, mermaid
from states.machine import FINAL, Fire, VerbMachine

DIAGRAMS = Path(__file__).resolve().parents[2] / "diagrams"
VERBS = [verb for name in NAMES for verb in load_example(name).verbs.verbs]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_diagram_draws_the_machine(verb):
    machine, diagram = VerbMachine(verb), diagram_of(verb)
    assert set(diagram.states) == set(machine.states)
    assert diagram.drawn == {(row.source, row.trigger, row.dest) for row in machine.rows}
    # the way out is drawn once
    assert sum(arrow.dest == "cancelled" for arrow in diagram.arrows) == 1
    assert all(row.trigger == Fire.CANCEL for arrow in diagram.arrows if arrow.source == GROUP for row in arrow.rows)


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_texts_hold_every_state_and_arrow(verb):
    diagram = diagram_of(verb)
    chart, graph = mermaid(diagram), dot(diagram)
    for state in diagram.states:
        assert f" as {state.replace(':', '__')}\n" in chart
        assert f'"{state}" [label=' in graph
    assert chart.count(" --> ") == len(diagram.arrows) + 1 + sum(state in FINAL for state in diagram.states)
    assert graph.count(" -> ") == len(diagram.arrows) + 1


def test_creation_on_the_way_is_noted():
    chart = mermaid(diagram_of(load_example("agency").verbs.verb("create_project")))
    assert "first create_client where the client is new, with permission create_client" in chart


def test_committed_pages_are_fresh():
    assert check_files(draw_files(load_example("agency").verbs), DIAGRAMS) == []
    assert check_files(draw_files(load_example("home").verbs), DIAGRAMS / "home") == []


def test_check_says_what_is_stale_missing_and_left_over(tmp_path, capsys):
    tables = load_example("home").verbs
    files = draw_files(tables)
    assert list(write_files(files, tmp_path)) == [tmp_path / name for name in files]
    assert check_files(files, tmp_path) == []
    (tmp_path / "remind.md").write_text("old", encoding="utf-8")
    (tmp_path / "add_item.md").unlink()
    (tmp_path / "gone.md").write_text("x", encoding="utf-8")
    (tmp_path / "notes.md").write_text("mine", encoding="utf-8")
    index = tmp_path / "README.md"
    index.write_text(index.read_text(encoding="utf-8") + "| [gone](gone.md) | |\n", encoding="utf-8")
    home = Path(tables.origin)
    assert main(["diagram", str(home), "--out", str(tmp_path), "--check"]) == 1
    out = capsys.readouterr().out
    assert "remind.md: it is stale" in out and "add_item.md: it is missing" in out and "gone.md: no verb has it" in out
    assert main(["diagram", str(home), "--out", str(tmp_path)]) == 0
    assert main(["diagram", str(home), "--out", str(tmp_path), "--check"]) == 0
    assert not (tmp_path / "gone.md").exists()
    assert (tmp_path / "notes.md").read_text(encoding="utf-8") == "mine"


def test_a_folder_of_somebody_else_is_refused_and_kept(tmp_path, capsys):
    for name in ("README.md", "plan.md", "logo.svg"):
        (tmp_path / name).write_text("mine", encoding="utf-8")
    assert main(["diagram", "--out", str(tmp_path)]) == 2
    assert "was not made by verbflow diagram" in capsys.readouterr().err
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == dict.fromkeys(
        ("README.md", "plan.md", "logo.svg"), "mine"
    )


def test_a_changed_table_makes_the_check_fail(tmp_path):
    tables = load_example("home").verbs
    list(write_files(draw_files(tables), tmp_path))
    verb = tables.verbs[0].model_copy(update={"summary": "Something else."})
    changed = tables.model_copy(update={"verbs": (verb, *tables.verbs[1:])})
    stale = {name for name, _ in check_files(draw_files(changed), tmp_path)}
    assert stale == {"README.md", f"{verb.name}.md"}
