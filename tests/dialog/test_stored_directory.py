"""The stored directory: whatever is put, renamed, archived and dropped, it answers as the one in memory does."""

from collections import Counter
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from dialog.directory import EntityDirectory, Tenant
from dialog.entity_rows import Row
from dialog.store import name_shelf
from dialog.store.name_tables import NAME_TABLES
from dialog.store.names import digest
from dialog.stored_directory import StoredDirectory
from resolver import candidates, name_index
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
from slots.text import tokenize, windows
from tests.studio import finish_now

TENANT = "workshop"
WORDS = """
the a an of and & harbour harbor harbors shop shops owl night nightowl press on point onpoint museum small things
2 two 24 design redesign desgin salt stone stoney o'neill oneill José jose cake kace international ltd limited inc
internationale anna ann sarah sara quill Straße x ... 3d extraordinary extraordinaries z zz ab
""".split()
NAMES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
START = datetime.fromisoformat("2026-05-20T10:00:00-04:00")
TYPES = ("a", "b", "p")
ENTITIES = st.builds(
    Entity,
    type=st.sampled_from(TYPES),
    id=st.integers(0, 9).map(str),
    name=NAMES,
    aliases=st.lists(NAMES, max_size=2).map(tuple),
    is_active=st.booleans(),
    attributes=st.dictionaries(st.sampled_from(("kind", "role")), st.sampled_from(("x", "y", "z" * 80)), max_size=2),
    links=st.dictionaries(st.sampled_from(TYPES), st.lists(st.sampled_from("123"), max_size=2).map(tuple), max_size=1),
    handles=st.lists(st.sampled_from(("Ann", "bo", "UX1")), max_size=2, unique=True).map(tuple),
    detail=st.sampled_from(("", "of the shop")),
)
TOUCHES = st.one_of(st.none(), st.integers(0, 5).map(lambda hours: START + timedelta(hours=hours)))
PEOPLE = st.lists(st.sampled_from(("ana", "tom")), max_size=2, unique=True).map(tuple)
REFS = st.tuples(st.sampled_from(TYPES), st.integers(0, 9).map(str))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), ENTITIES, TOUCHES, PEOPLE),
        st.tuples(st.just("rename"), REFS, NAMES),
        st.tuples(st.just("archive"), REFS),
        st.tuples(st.just("drop"), REFS),
    ),
    max_size=12,
)  # fmt: skip
WHERE = st.sampled_from(((), (("kind", "x"),), (("kind", "z" * 80),), (("role", "y"), ("kind", "x"))))
ASKED = st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True).map(tuple)
PHRASES = st.one_of(NAMES, NAMES.map(lambda name: name[:-1]), st.sampled_from(("harb", "sarah quil", "ann", "")))
LOOKUPS = st.one_of(
    st.builds(SimilarLookup, PHRASES, ASKED),
    st.builds(
        lambda phrases, types, people: NamesLookup(
            tuple(sorted({key for text in phrases for key in windows(tokenize(text))})), types, people
        ),
        st.lists(PHRASES, min_size=1, max_size=3), ASKED, st.sampled_from(((), ("p",))),
    ),
    st.builds(RefsLookup, st.lists(REFS, max_size=4).map(tuple)),
    st.builds(HandlesLookup, st.sampled_from(("ann", "BO", "ux1", "none")), ASKED),
    st.builds(RecentLookup, ASKED, WHERE, st.sampled_from(("", "ana", "tom")), st.integers(1, 4)),
    st.builds(ListedLookup, ASKED, WHERE, st.booleans(), st.integers(1, 6)),
    st.builds(OwnersLookup, st.just("all")),
)  # fmt: skip


class Memory(EntityDirectory):
    """The directory in memory, which a drop rebuilds."""

    def drop(self, tenant, type_, id_):
        home = self.tenant(tenant)
        rows = [row for ref, row in home.rows.items() if ref != (type_, id_)]
        home.rows = type(home.rows)()
        for row in rows:
            home.rows.keep(row)


def play(directory, step):
    match step:
        case ("put", entity, touched, by):
            directory.put(TENANT, entity, touched=touched, by=by)
        case ("rename", (type_, id_), name) if directory.get(TENANT, type_, id_):
            directory.change(TENANT, type_, id_, name=name)
        case ("archive", (type_, id_)) if directory.get(TENANT, type_, id_):
            directory.change(TENANT, type_, id_, is_active=False)
        case ("drop", (type_, id_)):
            directory.drop(TENANT, type_, id_)


def answers(directory, lookups):
    return [tuple(finish_now_or_run(directory, lookup)) for lookup in lookups]


def finish_now_or_run(directory, lookup):
    if isinstance(directory, StoredDirectory):
        return directory.look_up_now(TENANT, lookup)
    return finish_now(directory.look_up(TENANT, lookup))


def emptied(directory):
    with directory._writes() as connection:
        for table in NAME_TABLES:
            connection.execute(table.delete())
    directory.set_tenant(Tenant(TENANT, owner_role="y", speaker_type="p"))
    return directory


@pytest.fixture
def stored(store_url):
    directory = StoredDirectory(store_url)
    directory.set_tenant(Tenant(TENANT))
    yield directory
    directory.close()


TIGHT = {
    "MOST": 3,
    "BUDGET": 9,
    "LOOKED_AT": 5,
    "MOST_ARCHIVED": 1,
    "KEPT": 2,
    "VARIANTS": 2,
    "CALLED": 2,
    "NAMESAKES": 2,
}


@pytest.fixture(params=[{}, TIGHT], ids=["wide", "tight"])
def bounds(request, monkeypatch):
    """What is cut off at the bounds is the same: as they are, and so low that few names reach them."""
    for module in (candidates, name_index, name_shelf):
        for name in request.param.keys() & vars(module).keys():
            monkeypatch.setattr(module, name, request.param[name])


SHARED = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@SHARED
@given(loaded=st.lists(ENTITIES, max_size=15), steps=STEPS, lookups=st.lists(LOOKUPS, min_size=4, max_size=8))
def test_answers_are_those_of_the_directory_in_memory(stored, bounds, loaded, steps, lookups):
    rows = [Row(entity) for entity in {entity.ref: entity for entity in loaded}.values()]
    memory, stored = Memory(Tenant(TENANT, owner_role="y", speaker_type="p")), emptied(stored)
    for row in rows:
        memory.tenant(TENANT).rows.keep(row)
    assert stored.load(TENANT, rows) == len(rows)
    assert answers(stored, lookups) == answers(memory, lookups)
    for step in steps:
        play(memory, step)
        play(stored, step)
    assert answers(stored, lookups) == answers(memory, lookups)
    assert_tidy(stored)


def assert_tidy(directory):
    """Every word is counted right, and nothing is left of what is gone."""
    with directory._reads() as connection:
        rows = {table.name.rpartition("_")[2]: connection.execute(select(table)).all() for table in NAME_TABLES}
    bearers = Counter((one.space, one.word) for one in rows["posting"])
    assert {(one.space, one.id): one.bearers for one in rows["word"]} == bearers
    assert {(one.space, one.word) for one in rows["form"]} == set(bearers)
    there = {(one.space, one.number) for one in rows["entity"]}
    for name in ("key", "posting", "listing", "touch"):
        assert {(one.space, one.number) for one in rows[name]} <= there
    assert sum(one.held for one in rows["space"]) == len(there)


@pytest.mark.parametrize(
    ("keys", "forms"), [(("nike",), ()), ((), ("nike",)), (("nike",), ("nike",)), (("nike",) * 600, ("nike",))]
)
def test_what_is_read_at_once_answers_as_what_is_read_alone(keys, forms):
    directory = StoredDirectory("sqlite://")
    directory.load("studio", [Entity(type="client", id="n", name="Nike")])
    with directory._engine.connect() as connection:
        shelf = name_shelf.NameShelf(connection, list(name_shelf.spaces_of(connection, "studio").values()))
        shelf.expect(keys, forms)
        assert len(list(shelf.by_keys(("nike",)))) == 1
        assert [word.text for word in shelf.by_forms(("nike",))] == ["nike"]


@pytest.mark.parametrize(
    ("kind", "text", "kept"),
    [
        ("name", "harborfoods", 3637901422753515352),
        ("form", "straße", 5280893569198336962),
        ("id", "\ud800", -6934859488710876864),  # half a pair, from a host
    ],
)
def test_a_key_is_found_under_what_earlier_versions_stored(kind, text, kept):
    assert digest(kind, text) == kept
