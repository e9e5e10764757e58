"""``verbflow directory``: what a load takes and tells, and what a phrase is said to match."""

import json
from pathlib import Path

import pytest

from dialog.command import main
from dialog.directory import Tenant
from dialog.stored_directory import StoredDirectory

HOME = Path(__file__).resolve().parents[2] / "dialog" / "examples" / "home" / "directory.json"

SETTINGS = {"tenant": "bakery", "timezone": "Europe/Rome", "permissions": {"owner": ["rename"]}}
LINES = (
    {"type": "shop", "id": "s1", "name": "Harbor Bread Ltd", "aliases": ["The Harbor"], "street": "Quay 1"},
    {"type": "shop", "id": "s2", "name": "Harbour Bread & Cake", "active": False},
    {"type": "baker", "id": "ada", "name": "Ada Lund", "role": "owner", "handle": "ada", "detail": "of the night"},
)


def written(folder, *lines):
    path = folder / "names.jsonl"
    path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in lines), "utf-8")
    return str(path)


def run(capsys, *words):
    status = main(["directory", *words])
    said = capsys.readouterr()
    return status, said.out.splitlines(), said.err


def test_a_load_of_json_lines(tmp_path, database_url, capsys):
    path = written(tmp_path, SETTINGS, *LINES)
    told = (0, ["bakery: 3 entities loaded (1 baker, 2 shop)"], "")
    assert run(capsys, "load", path, "--store", database_url) == told
    # once more changes nothing, and another name makes another tenant
    assert run(capsys, "load", path, "--store", database_url) == told
    assert run(capsys, "load", path, "--store", database_url, "--tenant", "café")[1][0].startswith("café: 3")
    directory = StoredDirectory(database_url)
    assert directory.tenants == ("bakery", "café")
    assert directory.tenant("café").timezone == "Europe/Rome"
    shop, ada = directory.get("bakery", "shop", "s1"), directory.get("bakery", "baker", "ada")
    assert (shop.aliases, shop.attributes) == (("The Harbor",), {"street": "Quay 1"})
    assert (ada.handles, ada.detail, ada.attributes) == (("ada",), "of the night", {"role": "owner"})
    directory.close()


def test_lines_without_settings_keep_those_that_the_tenant_has(tmp_path, database_url, capsys):
    directory = StoredDirectory(database_url)
    directory.set_tenant(Tenant("bakery", timezone="Asia/Tokyo"))
    status, _, _ = run(capsys, "load", written(tmp_path, *LINES), "--store", database_url, "--tenant", "bakery")
    assert status == 0 and directory.tenant("bakery").timezone == "Asia/Tokyo"
    directory.close()


def test_a_load_of_one_json_object(database_url, capsys):
    status, lines, _ = run(capsys, "load", str(HOME), "--store", database_url)
    content = json.loads(HOME.read_text("utf-8"))
    assert status == 0 and lines[0].startswith(f"{content['tenant']}: ")
    directory = StoredDirectory(database_url)
    assert directory.tenant(content["tenant"]).timezone == content["timezone"]
    directory.close()


@pytest.mark.parametrize(
    ("lines", "words", "told"),
    [
        # each complaint names the line
        (
            (SETTINGS, LINES[0], '{"type" "shop"}'),
            (),
            "names.jsonl:3: it is no JSON: Expecting ':' delimiter at column 9",
        ),
        ((SETTINGS, LINES[0], '{"type":'), (), "names.jsonl:3: it is no JSON: Expecting value at column 9"),
        ((SETTINGS, LINES[0], "", '["a"]'), (), 'names.jsonl:4: it must be an object with a "type"'),
        ((SETTINGS, {"type": "shop", "id": "s"}), (), "names.jsonl:2: it needs a name"),
        ((SETTINGS, {"name": "Shop"}), (), 'names.jsonl:2: it must be an object with a "type"'),
        ((SETTINGS, {"type": "shop", "name": "S", "touched": "soon"}), (), "names.jsonl:2: it.touched is no ISO time"),
        (({**SETTINGS, "timezone": "Rom"}, LINES[0]), (), "names.jsonl:1: the timezone of tenant 'bakery': there is"),
        (
            (SETTINGS, LINES[0], {"type": "user", "name": "Ada", "timezone": "Rome"}),
            (),
            "names.jsonl:3: the timezone of user 'Ada' (Ada) of tenant 'bakery': there is no time zone 'Rome'; did you"
            " mean 'Europe/Rome'?",
        ),
        ((SETTINGS, LINES[0], LINES[0]), (), "has the id 's1', which another shop has already"),
        (LINES, (), "whose entities are they? give --tenant"),
        (("not json",), (), "it is no JSON"),
        ((), (), "it is no JSON"),
    ],
)
def test_a_file_that_is_wrong_loads_nothing(tmp_path, capsys, lines, words, told):
    url = f"sqlite:///{tmp_path / 'names.db'}"
    status, _, error = run(capsys, "load", written(tmp_path, *lines), "--store", url, *words)
    assert status == 2 and told in error
    directory = StoredDirectory(url)
    assert all(directory.types(tenant) == () for tenant in directory.tenants)
    directory.close()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"aliasses": ["Q"]}, "taken as ids of type 'aliass', of which nothing is known; did you mean 'aliases'?"),
        ({"activ": False}, "did you mean 'active'?"),
        # a type of which entities come later in the file
        ({"bakers": ["ada"]}, ""),
    ],
)
def test_a_load_tells_of_keys_that_were_hardly_meant(tmp_path, capsys, caplog, more, told):
    path = written(tmp_path, SETTINGS, {**LINES[0], **more}, *LINES[1:])
    assert run(capsys, "load", path, "--store", f"sqlite:///{tmp_path / 'names.db'}")[0] == 0
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == bool(told)
    assert not told or (told in said[0] and "tenant 'bakery': shop 's1' (Harbor Bread Ltd): '" in said[0])


def test_a_file_or_a_folder_that_is_not_there(tmp_path, capsys):
    missing = str(tmp_path / "none.jsonl")
    assert "cannot be read" in run(capsys, "load", missing, "--store", f"sqlite:///{tmp_path / 'n.db'}")[2]
    path = written(tmp_path, SETTINGS)
    assert "its folder does not exist" in run(capsys, "load", path, "--store", f"sqlite:///{tmp_path}/no/n.db")[2]
    # looking makes no database
    status, _, error = run(capsys, "find", "x", "--store", f"sqlite:///{tmp_path / 'm.db'}", "--tenant", "bakery")
    assert status == 2 and "no such file" in error
    assert not (tmp_path / "m.db").exists()


@pytest.mark.parametrize(
    ("words", "status", "lines"),
    [
        (
            ("harbor bread",),
            0,
            [
                "Harbor Bread Ltd  [shop s1]  bare: its name but for a legal form, the order of words or how they are"
                " cut; also called The Harbor",
                "-> Harbor Bread Ltd, by bare",
            ],
        ),
        (("the harbor",), 0, ["also called The Harbor", "-> Harbor Bread Ltd, by alias"]),
        (("ada",), 0, ["Ada Lund  [baker ada]  part: the phrase is one word of its name", "-> Ada Lund, by part"]),
        (("ada", "--type", "shop"), 1, ["-> nothing of the kind"]),
        (("harbour bread & cake",), 0, ["exact: the phrase is its name; archived", "-> "]),
        (("zebra",), 1, ["-> nothing of the kind"]),
    ],
)
def test_what_a_phrase_matches(tmp_path, capsys, words, status, lines):
    url = f"sqlite:///{tmp_path / 'names.db'}"
    run(capsys, "load", written(tmp_path, SETTINGS, *LINES), "--store", url)
    got, said, _ = run(capsys, "find", *words, "--store", url, "--tenant", "bakery")
    assert got == status
    for line in lines:
        assert any(line in one for one in said), said
    assert said[-1].startswith("-> ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--tenant", "bakry"), "there is no tenant 'bakry' in the directory (it holds: bakery)"),
        (("--tenant", "bakery", "--type", "shops"), "tenant 'bakery' has no type 'shops' (it has: shop, baker)"),
    ],
)
def test_who_is_not_there(tmp_path, capsys, words, told):
    url = f"sqlite:///{tmp_path / 'names.db'}"
    run(capsys, "load", written(tmp_path, SETTINGS, *LINES), "--store", url)
    status, _, error = run(capsys, "find", "x", "--store", url, *words)
    assert status == 2 and told in error
