"""The stored directory by itself: loads, several writers, long messages and listings, the plans of its statements."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import islice

import pytest
from sqlalchemy import func, select

from dialog import stored_directory
from dialog.directory import Tenant
from dialog.store import name_load
from dialog.store.name_tables import NAME_TABLES
from dialog.stored_directory import StoredDirectory
from resolver.candidates import CALLED
from resolver.entities import (
    Entity,
    HandlesLookup,
    ListedLookup,
    NamesLookup,
    OwnersLookup,
    RecentLookup,
    RefsLookup,
    SimilarLookup,
)
from slots.errors import BusyError, DirectoryError, StoreError
from slots.text import tokenize, windows
from tests.studio import studio, studio_directory

TENANT = "workshop"


@pytest.fixture
def stored(store_url):
    directory = StoredDirectory(store_url)
    directory.set_tenant(Tenant(TENANT))
    yield directory
    directory.close()


def shops(count):
    return (Entity("shop", str(number), f"Shop {number}") for number in range(count))


def counts(directory):
    with directory._reads() as connection:
        return [connection.execute(select(func.count()).select_from(table)).scalar() for table in NAME_TABLES]


def assert_counted(directory):
    """Every word has the bearers that it says."""
    word, posting = NAME_TABLES[4], NAME_TABLES[6]
    with directory._reads() as connection:
        bearers = Counter((row.space, row.word) for row in connection.execute(select(posting)))
        assert {(row.space, row.id): row.bearers for row in connection.execute(select(word))} == bearers


def found(directory, lookup):
    return [one.id for one in directory.look_up_now(TENANT, lookup)]


# -- loading -----------------------------------------------------------------------


def test_a_load_tells_how_far_it_is(stored, monkeypatch):
    monkeypatch.setattr(name_load, "BATCH", 4)
    monkeypatch.setattr(stored_directory, "PUT", 4)
    told = []
    assert stored.load(TENANT, shops(10), lambda *step: told.append(step)) == 10
    assert told[:3] == [("read", 4), ("read", 8), ("read", 10)]
    assert {stage for stage, _ in told[3:]} == {"written"} and told[-1][1] == sum(counts(stored)[2:])
    told.clear()
    again = [Entity("shop", "3", "Shop Three Again"), *islice(shops(12), 4, None)]
    assert stored.load(TENANT, again, lambda *step: told.append(step)) == 9
    # those that are as they were are not written
    assert told == [("read", 4), ("read", 8), ("read", 9), ("written", 3)]
    assert found(stored, SimilarLookup("again", ("shop",))) == ["3"]
    assert_counted(stored)


def test_a_load_of_a_new_tenant_makes_it(stored):
    assert stored.load("new", shops(2)) == 2
    assert stored.tenants == ("new", TENANT)
    assert stored.types("new") == ("shop",)
    assert stored.tenant("new") == Tenant("new")


def broken(entities, count):
    yield from islice(entities, count)
    raise ValueError("the source broke")


@pytest.mark.parametrize(
    ("entities", "error", "told"),
    [
        # a source that breaks, an id that comes twice, names that no database keeps
        (lambda: broken(shops(9), 6), ValueError, "the source broke"),
        (lambda: [*shops(9), Entity("shop", "4", "Other")], DirectoryError, r"entity 10 \(Other\) has the id '4'"),
        (lambda: [*shops(9), Entity("shop", "9", "Sh\0p")], DirectoryError, "shop '9' has a character"),
        (lambda: [*shops(9), Entity("shop", "9", "Sh\ud800p")], DirectoryError, "shop '9' has a character"),
    ],
)
def test_a_load_that_fails_leaves_nothing(stored, entities, error, told):
    before = counts(stored)
    with pytest.raises(error, match=told):
        stored.load(TENANT, entities())
    assert counts(stored) == before
    assert stored.load(TENANT, shops(3)) == 3
    assert [one.id for one in stored.all(TENANT, "shop")] == ["0", "1", "2"]


def test_who_put_meanwhile_is_not_written_over(database_url):
    stored, other = StoredDirectory(database_url), StoredDirectory(database_url)

    def entities():
        yield from shops(3)
        # a load keeps nobody from writing while it reads
        other.put(TENANT, Entity("shop", "first", "First"))
        yield Entity("shop", "last", "Last")

    with pytest.raises(DirectoryError, match="somebody else put entities of type 'shop'"):
        stored.load(TENANT, entities())
    assert [one.id for one in stored.all(TENANT, "shop")] == ["first"]
    assert stored.load(TENANT, shops(3)) == 3
    assert [one.id for one in other.all(TENANT, "shop")] == ["first", "0", "1", "2"]
    assert_counted(stored)
    stored.close()
    other.close()


def test_what_another_process_wrote_counts_at_once(database_url):
    stored, other = StoredDirectory(database_url), StoredDirectory(database_url)
    stored.load(TENANT, shops(40))
    asked = SimilarLookup("night owl", ("shop",))
    assert found(stored, asked) == []
    other.change(TENANT, "shop", "7", name="Night Owl")
    assert found(stored, asked) == ["7"]
    other.change(TENANT, "shop", "7", is_active=False)
    assert [one.is_active for one in stored.look_up_now(TENANT, asked)] == [False]
    assert other.drop(TENANT, "shop", "7") and not stored.drop(TENANT, "shop", "7")
    assert found(stored, asked) == []
    stored.close()
    other.close()


def put_some(url, first):
    directory = StoredDirectory(url)
    for number in range(first, first + 15):
        for _ in range(20):
            try:
                directory.put(TENANT, Entity("shop", str(number), f"Night Shop {number % 5}"))
                break
            except BusyError:
                continue
    directory.close()


def test_several_writers_keep_every_count_right(database_url):
    stored = StoredDirectory(database_url)
    stored.set_tenant(Tenant(TENANT))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda first: put_some(database_url, first), (0, 10, 20, 30)))
    assert len(stored.all(TENANT, "shop")) == 45
    assert_counted(stored)
    stored.close()


# -- asking ------------------------------------------------------------------------


def test_a_message_of_four_thousand_characters_is_scanned(stored):
    words = [f"w{number}" for number in range(800)]
    stored.load(TENANT, [Entity("shop", word, f"Shop {word}") for word in words])
    text = " ".join(f"x shop {word}" for word in words)[:4000]
    keys = tuple(sorted(windows(tokenize(text))))
    assert len(keys) > 4000
    # each by its whole name, and the first ones by the word that all bear
    named = [word for at, word in enumerate(words) if f"shop {word} " in f"{text} " or at < CALLED]
    assert found(stored, NamesLookup(keys, ("shop",), ("shop",))) == named


KINDS = {7: "rare", 3000: "rare", 2500: "long" * 30}


def kind_of(number):
    return KINDS.get(number, "odd" if number % 2 else "even")


@pytest.mark.parametrize("where", [(), (("kind", "even"),), (("kind", "rare"),), (("kind", "long" * 30),)])
@pytest.mark.parametrize("by_name", [False, True])
def test_a_long_listing_stops_where_it_has_enough(where, by_name):
    stored = StoredDirectory("sqlite://")
    stored.load(
        TENANT, (Entity("shop", str(n), f"Shop {5000 - n}", attributes={"kind": kind_of(n)}) for n in range(5000))
    )
    expected = [n for n in range(5000) if not where or kind_of(n) == where[0][1]]
    expected.sort(key=lambda n: f"shop {5000 - n}" if by_name else n)
    assert found(stored, ListedLookup(("shop",), where, by_name, 3)) == [str(n) for n in expected[:3]]
    stored.close()


ASKED = (
    SimilarLookup("nigth owl", ("shop", "bar")),
    SimilarLookup("ni", ("shop",)),
    SimilarLookup("shop shop a", ("shop",)),
    NamesLookup(("nightowl", "shop", "night"), ("bar", "shop"), ("shop",)),
    RefsLookup((("shop", "1"), ("bar", "2"))),
    HandlesLookup("owl", ("shop",)),
    RecentLookup(("shop", "bar"), (), "ana", 5),
    ListedLookup(("shop", "bar"), (), True, 5),
    ListedLookup(("shop", "bar"), (("kind", "x"),), False, 5),
    OwnersLookup("all"),
)


def test_every_statement_reads_a_range_of_a_key(tmp_path):
    directory = StoredDirectory(f"sqlite:///{tmp_path / 'names.db'}")
    names = ["Night Owl", *(f"Shop {number}" for number in range(1500))]
    directory.load(TENANT, [Entity(type_, str(n), name) for type_ in ("shop", "bar") for n, name in enumerate(names)])
    touched = datetime.fromisoformat("2026-05-20T10:00:00-04:00")
    directory.put(TENANT, Entity("shop", "0", "Night Owl", handles=("owl",)), touched=touched, by=("ana",))
    said = set()
    with directory._reads() as connection:
        connection.connection.driver_connection.set_trace_callback(said.add)
        for lookup in ASKED:
            stored_directory._answer(connection, TENANT, lookup)
        connection.connection.driver_connection.set_trace_callback(None)
        asked = [text for text in said if text.startswith("SELECT")]
        plans = {text: [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}")] for text in asked}
    assert len(asked) > 15
    for text, plan in plans.items():
        steps = [step for step in plan if "verbflow_directory" in step or "other_" in step]
        assert [one for one in steps if "SEARCH" not in one or one.endswith("(space=?)")] == [], text
    directory.close()


EXPLAINED = """
    LOAD 'auto_explain'; SET LOCAL auto_explain.log_min_duration = 0; SET LOCAL auto_explain.log_level = 'notice'
"""


@pytest.mark.parametrize("was_analyzed", [True, False])
def test_postgresql_reads_by_keys_whether_it_knows_the_tables_or_not(url_of, was_analyzed):
    directory = StoredDirectory(url_of("postgres"))
    names = ["Night Owl", *(f"Shop {number} of Street {number % 50}" for number in range(1500))]
    directory.load(TENANT, [Entity(type_, str(n), name) for type_ in ("shop", "bar") for n, name in enumerate(names)])
    if not was_analyzed:
        with directory._writes() as connection:
            ours = "starelid = oid AND starts_with(relname, 'verbflow_directory')"
            connection.exec_driver_sql(f"DELETE FROM pg_statistic USING pg_class WHERE {ours}")
    plans = []
    with directory._reads() as connection:
        connection.exec_driver_sql(EXPLAINED)
        connection.connection.driver_connection.add_notice_handler(lambda told: plans.append(told.message_primary))
        for lookup in (*ASKED, SimilarLookup("shop street of 12 7 49", ("shop", "bar"))):
            stored_directory._answer(connection, TENANT, lookup)
    assert len(plans) > 15
    for plan in plans:
        steps = plan.partition("->")[2] or plan
        # a HashAggregate says no row twice that a key has found; a Hash Join reads a whole table into memory
        wide = ("Seq Scan", "Bitmap", "Hash Join", "Merge", "Materialize")
        assert [word for word in wide if word in steps] == [], plan
    directory.close()


@pytest.mark.parametrize("name", ["Tab\tShop", "Back\\slash \\N", "Line\nShop", "“Ünïcode” 店", "\\."])
def test_a_name_of_any_letters_is_loaded_as_it_is(stored, name):
    stored.load(TENANT, [Entity("shop", "1", name, aliases=("\\N", name))])
    assert stored.get(TENANT, "shop", "1") == Entity("shop", "1", name, aliases=("\\N", name))


def test_what_went_wrong_is_told(tmp_path):
    directory = StoredDirectory(f"sqlite:///{tmp_path / 'names.db'}")
    directory.load(TENANT, shops(2))
    with directory._writes() as connection:
        NAME_TABLES[5].drop(connection)
    with pytest.raises(DirectoryError, match=r"names\.db: it cannot be read: no such table: verbflow_directory_form"):
        found(directory, SimilarLookup("shop", ("shop",)))
    with pytest.raises(StoreError, match="no such table"):
        directory.put(TENANT, Entity("shop", "z", "New"))
    directory.close()


async def test_turns_over_a_stored_directory(stored):
    stored.keep_tenant(studio_directory().tenant(TENANT))
    chat, _ = studio(directory=stored)
    said = await chat.say("assign Mark to nike as pm")
    said.expects(state="confirming", slots={"project_name": "Nike", "user_name": "Mark Finch"})
    stored.change(TENANT, "project", "nike", name="Victory")
    await chat.say("no")
    said = await chat.say("assign Mark to victory as pm")
    said.expects(state="confirming", slots={"project_name": "Victory", "user_name": "Mark Finch"})
    chat.manager.close()
