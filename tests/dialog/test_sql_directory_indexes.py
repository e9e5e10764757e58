"""A directory over the host's own tables: which of its indexes are used, and times of change of every kind."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import (
    Column,
    DateTime,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    func,
    insert,
    update,
)

from dialog.host_tables import EntityTable
from dialog.sql_directory import SqlDirectory
from resolver.entities import SimilarLookup
from slots.errors import DirectoryError

MANY = 2_500
START = datetime(2026, 1, 5, 9, tzinfo=UTC)


def field_table(*indexes, has_own_ids=True, is_nullable=False):
    """A host's table of fields, by farm, with some indexes."""
    table = Table(
        "field",
        MetaData(),
        Column("farm", String, primary_key=not has_own_ids, nullable=False),
        Column("id", Integer, primary_key=True, autoincrement=False),
        Column("name", String),
        Column("planted", DateTime),
        Column("changed", DateTime, nullable=is_nullable),
    )
    for columns in indexes:
        Index("_".join(columns), *(table.c[name] for name in columns))
    return table


def filled(url, table, *, count=MANY, changed=lambda number: START + timedelta(minutes=number)):
    engine = create_engine(url)
    table.metadata.create_all(engine)
    rows = [
        {"farm": "hill", "id": number, "name": f"Meadow {number}", "planted": START, "changed": changed(number)}
        for number in range(count)
    ]
    with engine.begin() as connection:
        connection.execute(insert(table), rows)
    return engine


def directory_of(engine, table, **options):
    columns = {"id": table.c.id, "name": table.c.name, "tenant": table.c.farm, "changed": table.c.changed}
    own = {name: value for name, value in options.items() if name in columns}
    rest = {name: value for name, value in options.items() if name not in columns}
    return SqlDirectory(engine, EntityTable(type="field", **(columns | own)), tenants="hill", **rest)


def run(engine, statement):
    with engine.begin() as connection:
        connection.execute(statement)


async def found(directory, phrase):
    return [one.name for one in await directory.look_up("hill", SimilarLookup(phrase, ("field",)))]


BOTH, TENANT, CHANGED = ("farm", "changed"), ("farm",), ("changed",)


@pytest.mark.parametrize(
    ("indexes", "has_own_ids", "since", "rows"),
    [
        # what was written since is found by its time, in the tenant's part of the index where there is one
        ([BOTH], True, "farm_changed (farm=? AND changed>?)", "INTEGER PRIMARY KEY (rowid=?)"),
        ([BOTH, TENANT, CHANGED], True, "farm_changed (farm=? AND changed>?)", "INTEGER PRIMARY KEY (rowid=?)"),
        ([TENANT, CHANGED], True, "changed (changed>?)", "INTEGER PRIMARY KEY (rowid=?)"),
        ([CHANGED], True, "changed (changed>?)", "INTEGER PRIMARY KEY (rowid=?)"),
        # ids that are only one tenant's
        ([BOTH], False, "farm_changed (farm=? AND changed>?)", "autoindex_field_1 (farm=? AND id=?)"),
        ([CHANGED], False, "changed (changed>?)", "autoindex_field_1 (farm=? AND id=?)"),
    ],
)
@pytest.mark.parametrize("was_analyzed", [False, True])
async def test_a_look_up_goes_through_the_indexes(tmp_path, indexes, has_own_ids, since, rows, was_analyzed):
    table = field_table(*indexes, has_own_ids=has_own_ids)
    engine = filled(f"sqlite:///{tmp_path / 'farm.db'}", table)
    if was_analyzed:
        with engine.begin() as connection:
            connection.exec_driver_sql("ANALYZE")
    directory = directory_of(engine, table)
    await found(directory, "meadow 12")
    said = []
    event.listen(engine, "before_cursor_execute", lambda *told: said.append(told[2:4]))
    assert "Meadow 12" in await found(directory, "meadow 12")
    asked = list(said)
    with engine.connect() as connection:
        plans = [
            " / ".join(row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {words}", values))
            for words, values in asked
        ]
    assert [plan.count("SCAN") for plan in plans] == [0, 0]
    assert since in plans[0]
    assert rows in plans[1]


@pytest.mark.parametrize(
    "changed",
    [
        # all at one moment, as a bulk insert has it; of seconds
        lambda number: START,
        lambda number: START + timedelta(seconds=number // 1000),
    ],
)
@pytest.mark.parametrize("count", [50, MANY])
async def test_writes_of_the_same_second_are_seen(database_url, changed, count):
    table = field_table(BOTH)
    engine = filled(driver_of(database_url), table, count=count, changed=changed)
    directory = directory_of(engine, table)
    assert "Meadow 7" in await found(directory, "meadow 7")
    same = changed(count - 1)
    run(engine, update(table).where(table.c.id == 7).values(name="Orchard", changed=same))
    run(engine, insert(table).values(farm="hill", id=9_000, name="Quarry", planted=START, changed=same))
    assert await found(directory, "orchard") == ["Orchard"]
    assert await found(directory, "quarry") == ["Quarry"]
    engine.dispose()


async def test_rows_without_a_time_are_read_each_time(database_url):
    table = field_table(BOTH, is_nullable=True)
    times = {number: START for number in range(0, MANY, 2)}
    engine = filled(driver_of(database_url), table, changed=times.get)
    directory = directory_of(engine, table)
    assert "Meadow 7" in await found(directory, "meadow 7")
    run(engine, update(table).where(table.c.id == 7).values(name="Orchard"))
    run(engine, insert(table).values(farm="hill", id=9_000, name="Quarry", planted=START))
    assert await found(directory, "orchard") == ["Orchard"]
    assert await found(directory, "quarry") == ["Quarry"]
    engine.dispose()


async def test_very_many_rows_without_a_time_are_refused(tmp_path):
    table = field_table(BOTH, is_nullable=True)
    engine = filled(f"sqlite:///{tmp_path / 'farm.db'}", table, changed=lambda number: None)
    with pytest.raises(DirectoryError, match="more than 2000 rows without a time: fill its changed column"):
        await found(directory_of(engine, table), "meadow 7")
    # where only updates set the time, that of the insert stands in for it
    directory = directory_of(engine, table, changed=func.coalesce(table.c.changed, table.c.planted))
    assert "Meadow 7" in await found(directory, "meadow 7")
    run(engine, update(table).where(table.c.id == 7).values(name="Orchard", changed=START + timedelta(days=1)))
    assert await found(directory, "orchard") == ["Orchard"]


async def test_very_many_that_were_deleted_do_not_hide_what_is_left(tmp_path):
    table = field_table(BOTH)
    engine = filled(f"sqlite:///{tmp_path / 'farm.db'}", table)
    directory = directory_of(engine, table)
    assert len(await found(directory, "meadow")) == 20
    run(engine, delete(table).where(table.c.id < 2_490))
    assert await found(directory, "meadow") == [f"Meadow {number}" for number in range(2_490, 2_500)]


def driver_of(url):
    return url.replace("postgresql://", "postgresql+psycopg://")
