"""Schema and driver: migrations end where the tables are declared, and nothing optional is needed by the rest."""

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from dialog.command import main
from dialog.store import migrating
from dialog.store.dialects import open_database, without_password
from dialog.store.name_tables import NAME_TABLES
from dialog.store.sql import SqlStore
from dialog.store.tables import TABLES
from dialog.stored_directory import StoredDirectory
from slots.errors import ExtraMissingError, StoreError
from tests.studio import studio

STATE = (Path(__file__).parents[1] / "stored" / "state_schema_1.json").read_text(encoding="utf-8")
"""What version 0.1.0 stored behind "assign Mark as PM": an open menu of two."""


EVERY = (*TABLES, *NAME_TABLES)


def change(url, *statements):
    """Run statements on a database, and return the rows of the last."""
    engine = open_database(url).engine
    with engine.begin() as connection:
        for statement in statements:
            done = connection.execute(text(statement))
        rows = done.all() if done.returns_rows else []
    engine.dispose()
    return rows


def shape(url):
    """Return columns, keys and indexes of every table of ours."""
    engine = open_database(url).engine
    with engine.connect() as connection:
        found = inspect(connection)
        tables = {
            table.name: (
                [(one["name"], str(one["type"]), one["nullable"]) for one in found.get_columns(table.name)],
                found.get_pk_constraint(table.name)["constrained_columns"],
                [(one["name"], one["column_names"], one["unique"]) for one in found.get_indexes(table.name)],
            )
            for table in EVERY
        }
        if engine.dialect.name == "sqlite":
            packed = "SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%' ORDER BY name"
            tables["packed"] = connection.execute(text(packed)).all()
    engine.dispose()
    return tables


# -- migrations ----------------------------------------------------------------------


def test_migrations_end_where_the_tables_are_declared(database_url):
    assert migrating.upgrade(database_url) == "0004"
    assert migrating.check(database_url) == []
    migrated = shape(database_url)
    change(database_url, *(f"DROP TABLE {table.name}" for table in EVERY))
    SqlStore(database_url).close()
    StoredDirectory(database_url).close()
    assert shape(database_url) == migrated


def test_a_store_that_made_its_tables_is_current_and_keeps_what_is_in_it(database_url, capsys):
    change(database_url, "CREATE TABLE alembic_version (version_num TEXT)", "INSERT INTO alembic_version VALUES ('h')")
    SqlStore(database_url).close()
    change(database_url, "INSERT INTO verbflow_inbox VALUES ('t', 'c', 'm', 'p', '{}', '2026-05-20 10:00:00')")
    assert main(["db", "check", "--store", database_url]) == 0
    assert main(["db", "upgrade", "--store", database_url]) == 0
    assert main(["db", "upgrade", "--store", database_url]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["revision 0004", "the schema is current"]
    assert len(change(database_url, "SELECT * FROM verbflow_inbox")) == 1
    # a host's own migrations are none of ours
    assert change(database_url, "SELECT version_num FROM alembic_version") == [("h",)]


@pytest.mark.parametrize(
    ("statement", "told", "is_mended"),
    [
        ("DROP TABLE verbflow_annotation", "table verbflow_annotation is missing", True),
        ("DROP INDEX verbflow_mention_recent", "index verbflow_mention_recent is missing", False),
        ("ALTER TABLE verbflow_inbox ADD COLUMN odd TEXT", "column verbflow_inbox.odd is not known here", False),
        ("ALTER TABLE verbflow_inbox DROP COLUMN reply", "column verbflow_inbox.reply is missing", False),
    ],
)
def test_a_schema_that_is_not_current_is_told(database_url, capsys, statement, told, is_mended):
    SqlStore(database_url).close()
    change(database_url, statement)
    assert main(["db", "check", "--store", database_url]) == 1
    assert told in capsys.readouterr().out.splitlines()
    # what no migration knows of is not called current
    assert main(["db", "upgrade", "--store", database_url]) == (0 if is_mended else 1)
    assert (told in capsys.readouterr().out) is not is_mended


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        # a store without a directory lacks nothing, and the other way round
        ("DROP TABLE verbflow_inbox", "table verbflow_inbox is missing"),
        ("DROP TABLE verbflow_directory_form", "table verbflow_directory_form is missing"),
        ("DROP INDEX verbflow_directory_word_id", "index verbflow_directory_word_id is missing"),
        (
            "ALTER TABLE verbflow_directory_space ADD COLUMN odd TEXT",
            "column verbflow_directory_space.odd is not known",
        ),
    ],
)
def test_each_part_is_told_of_where_it_is(database_url, capsys, statement, told):
    opened = StoredDirectory if "directory" in statement else SqlStore
    opened(database_url).close()
    assert migrating.check(database_url) == []
    change(database_url, statement)
    (problem,) = migrating.check(database_url)
    assert problem.startswith(told)


def test_a_store_of_the_first_revision_gets_the_directory(database_url):
    SqlStore(database_url).close()
    change(
        database_url, "CREATE TABLE verbflow_schema (version_num TEXT)", "INSERT INTO verbflow_schema VALUES ('0001')"
    )
    assert migrating.check(database_url) == ["its revision is 0001, and this version's is 0004"]
    assert migrating.upgrade(database_url) == "0004"
    assert migrating.check(database_url) == []
    StoredDirectory(database_url).close()


def test_an_empty_database_is_not_current(postgres_server, postgres_schema, tmp_path, capsys):
    assert main(["db", "check", "--store", postgres_server.url(postgres_schema)]) == 1
    assert "table verbflow_action is missing" in capsys.readouterr().out
    # a file that is not there is not made by looking
    assert main(["db", "check", "--store", f"sqlite:///{tmp_path / 'none.db'}"]) == 2
    assert "no such file" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()
    assert main(["db", "upgrade", "--store", "sqlite://"]) == 2
    assert "always new" in capsys.readouterr().err


def test_a_schema_of_a_later_version_is_left_alone(database_url, capsys):
    migrating.upgrade(database_url)
    change(database_url, "UPDATE verbflow_schema SET version_num = '0999'")
    assert main(["db", "check", "--store", database_url]) == 1
    assert "its revision is 0999" in capsys.readouterr().out
    assert main(["db", "upgrade", "--store", database_url]) == 2
    assert "0999" in capsys.readouterr().err


def test_a_migration_that_fails_changes_nothing(database_url):
    change(database_url, "CREATE VIEW verbflow_annotation AS SELECT 1 AS id")
    with pytest.raises(StoreError, match="verbflow_annotation"):
        migrating.upgrade(database_url)
    assert "table verbflow_action is missing" in migrating.check(database_url)


async def test_a_message_key_of_the_first_version_takes_in_the_person(database_url, capsys):
    """A store that made its own tables then, with a message and its reply in it."""
    SqlStore(database_url).close()
    time = "DATETIME" if database_url.startswith("sqlite") else "TIMESTAMP"
    kept = "('workshop', 'test', 'm', 'ana', NULL, '2026-05-20 10:00:00')"
    change(
        database_url,
        "DROP TABLE verbflow_inbox",
        "CREATE TABLE verbflow_inbox (tenant VARCHAR NOT NULL, conversation VARCHAR NOT NULL,"
        f" message_id VARCHAR NOT NULL, person VARCHAR NOT NULL, reply TEXT, accepted_at {time} NOT NULL,"
        " PRIMARY KEY (tenant, conversation, message_id))",
        f"INSERT INTO verbflow_inbox VALUES {kept}",
    )
    assert main(["db", "check", "--store", database_url]) == 1
    told = "the key of verbflow_inbox differs (it is tenant, conversation, message_id)"
    assert capsys.readouterr().out.splitlines() == [told]
    assert main(["db", "upgrade", "--store", database_url]) == 0
    assert capsys.readouterr().out.splitlines() == ["revision 0004", "the schema is current"]
    assert [row[:4] for row in change(database_url, "SELECT * FROM verbflow_inbox")] == [
        ("workshop", "test", "m", "ana")
    ]
    chat, _ = studio(database_url, user="tom")
    (await chat.say("set rate for Sarah to $150", message_id="m")).expects(state="confirming")
    chat.manager.close()


async def test_a_state_of_an_earlier_version_goes_on(database_url):
    SqlStore(database_url).close()
    row = f"('workshop', 'test', 'ana', 7, 1, '{STATE}', '2026-05-20 14:00:00')"
    change(database_url, f"INSERT INTO verbflow_conversation VALUES {row}".replace(":", "\\:"))
    chat, _ = studio(database_url)
    said = await chat.say("2")
    said.expects(state="confirming", slots={"project_name": "Nike", "user_name": "Mark Finch"})
    chat.manager.close()


# -- what is optional ------------------------------------------------------------------


def test_a_driver_that_is_missing_names_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ExtraMissingError, match=r"psycopg is not installed; install verbflow\[postgres\]"):
        SqlStore("postgresql://ana@127.0.0.1:1/none")


def test_alembic_that_is_missing_names_its_extra(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "alembic", None)
    url = f"sqlite:///{tmp_path / 's.db'}"
    SqlStore(url).close()
    for what in ("check", "upgrade"):
        assert main(["db", what, "--store", url]) == 2
        assert "install verbflow[migrations]" in capsys.readouterr().err


def test_a_store_in_sqlite_needs_neither():
    code = "import sys, dialog.manager, dialog.store.sql as s; s.SqlStore('sqlite://'); print(sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'psycopg'" not in run.stdout and "'alembic'" not in run.stdout


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("sqlite:////srv/chat.db", "sqlite:////srv/chat.db"),
        ("postgresql://ana@host/db", "postgresql://ana@host/db"),
        ("postgresql://ana:se:c@re/t@host:5432/db", "postgresql://ana:***@host:5432/db"),
        ("postgresql://:secret@host/db", "postgresql://:***@host/db"),
        ("postgresql://host/db?user=ana&password=secret&x=1", "postgresql://host/db?user=ana&password=***&x=1"),
    ],
)
def test_a_password_is_not_shown(url, shown):
    assert without_password(url) == shown
