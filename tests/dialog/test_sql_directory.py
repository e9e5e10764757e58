"""A directory over the host's own tables: every look-up, and whole conversations that change the rows."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, event
from sqlmodel import Session, select

from dialog.host_tables import EntityTable, Related
from dialog.sql_directory import SqlDirectory
from resolver.entities import (
    HandlesLookup,
    ListedLookup,
    NamesLookup,
    OwnersLookup,
    RecentLookup,
    RefsLookup,
    SimilarLookup,
)
from slots.errors import DirectoryError, UnknownTenantError, UnknownUserError
from tests.bakery import (
    BAKER,
    CRAFT,
    CUSTOMER,
    ORDER,
    Baker,
    Customer,
    Order,
    OrderCraft,
    Shift,
    bakery_chat,
    bakery_directory,
    open_bakery,
)


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'bakery.db'}"


@pytest.fixture
def engine(url):
    made = open_bakery(url)
    yield made
    made.dispose()


@pytest.fixture
def directory(engine):
    return bakery_directory(engine)


async def ids(directory, lookup, tenant="north"):
    return [entity.id for entity in await directory.look_up(tenant, lookup)]


ALL = ("client", "project", "task", "user")


@pytest.mark.parametrize(
    ("lookup", "expected"),
    [
        # names, aliases of a JSON column and of a table, words of people's names; archived ones too
        (NamesLookup(("weddingcake", "thecorona", "icing"), ALL), ["k1", "o1", "deco"]),
        (NamesLookup(("bo", "oldmill", "marsh"), ALL, ("user",)), ["k3", "2", "3"]),
        (NamesLookup(("bo",), ALL), []),
        (NamesLookup(("tandm",), ("project_type",)), ["T&M"]),
        # misspelt, in part
        (SimilarLookup("easter braed", ("project",)), ["o2"]),
        (SimilarLookup("corona", ALL), ["k1"]),
        (SimilarLookup("mill", ALL), ["k3", "5"]),
        # patterns of SQL are letters like others
        (SimilarLookup("100%", ("client",)), ["k2"]),
        (NamesLookup(("%", "_", "100ryeclub"), ALL), ["k2"]),
        (SimilarLookup("%_'; --", ALL), []),
        (HandlesLookup("%", ("user",)), []),
        # handles, in any case
        (HandlesLookup("BO", ("user", "client")), ["2"]),
        # ids of the columns' own types; what does not read as one is not there
        (RefsLookup((("user", "2"), ("client", "k1"), ("user", "x"), ("user", "4"), ("nothing", "1"))), ["k1", "2"]),
        # touched last, by a table with people, by a column without
        (RecentLookup(("project",), (), "", 9), ["o2", "o1"]),
        (RecentLookup(("project",), (), "1", 9), ["o1"]),
        (RecentLookup(("project",), (("type", "Retainer"),), "", 9), ["o2"]),
        (RecentLookup(("client",), (), "1", 9), []),
        (RecentLookup(("project",), (), "nobody", 9), []),
        (RecentLookup(("project", "task"), (), "", 1), ["o2"]),
        # listed: active, in order or by name, by attributes of any type
        (ListedLookup(("client", "project"), (), False, 3), ["k1", "k2", "o1"]),
        (ListedLookup(("client", "project"), (), True, 3), ["k2", "o2", "k1"]),
        (ListedLookup(("project",), (("pm", "1"),), False, 9), ["o1"]),
        (ListedLookup(("project",), (("pm", "x"),), False, 9), []),
        (ListedLookup(("project",), (("colour", "red"),), False, 9), []),
        (ListedLookup(("project_type",), (), False, 2), ["T&M", "Fixed Price"]),
        (OwnersLookup("rename"), ["1"]),
    ],
)
async def test_look_up(directory, lookup, expected):
    assert await ids(directory, lookup) == expected


async def test_tenants_do_not_see_each_other(directory):
    assert await ids(directory, NamesLookup(("weddingcake", "boreyes"), ALL), "south") == ["o4", "4"]
    assert await ids(directory, SimilarLookup("corona", ALL), "south") == []
    assert await ids(directory, RefsLookup((("project", "o1"), ("project", "o4"))), "south") == ["o4"]
    assert await ids(directory, RecentLookup(("project",), (), "", 9), "south") == ["o4"]


async def test_an_entity_is_what_its_row_says(directory):
    (order,) = await directory.look_up("north", RefsLookup((("project", "o2"),)))
    assert (order.name, order.is_active, order.detail) == ("Easter Bread", True, "100% Rye_Club")
    assert order.attributes == {"type": "Retainer", "client": "k2"}
    assert order.links == {"task": ("bake",)}
    (craft,) = await directory.look_up("north", RefsLookup((("task", "deco"),)))
    assert craft.aliases == ("icing", "piping")


async def test_who_speaks_and_what_they_hold(directory, engine):
    ada = await directory.actor("north", "1")
    assert (ada.name, ada.timezone, "rename" in ada.permissions) == ("Ada Lund", "Europe/Paris", True)
    change(engine, Baker, 1, role="baker")
    assert "rename" not in (await directory.actor("north", "1")).permissions
    with pytest.raises(UnknownTenantError, match="north, south"):
        await directory.actor("west", "1")
    for user, words in (("3", "is not active"), ("4", "does not exist"), ("x", "does not exist")):
        with pytest.raises(UnknownUserError, match=words):
            await directory.actor("north", user)


def change(engine, row, id_, **fields):
    """Change a row as another process would."""
    with Session(engine) as session:
        held = session.get(row, id_)
        for name, value in fields.items():
            setattr(held, name, value)
        session.commit()


async def test_archived_namesakes_do_not_crowd_out_one_in_use(directory, engine):
    with Session(engine) as session:
        old = [Customer(id=f"a{at}", bakery="north", name="Zebra Inn", closed=at < 30) for at in range(31)]
        session.add_all(old)
        session.commit()
    found = await directory.look_up("north", SimilarLookup("zebra", ("client",)))
    assert [one.id for one in found if one.is_active] == ["a30"]
    # one that is archived later counts as such, too
    change(engine, Customer, "a30", closed=True)
    change(engine, Customer, "a7", closed=False)
    found = await directory.look_up("north", SimilarLookup("zebra", ("client",)))
    assert [one.id for one in found if one.is_active] == ["a7"]


async def test_what_others_write_counts_at_once(directory, engine):
    wanted = NamesLookup(("weddingcake", "icing", "birthdaycake"), ALL)
    assert await ids(directory, wanted) == ["o1", "deco"]
    change(engine, Order, "o1", title="Birthday Cake")
    change(engine, Customer, "k1", other_names=["Wedding Cake"])
    assert await ids(directory, wanted) == ["k1", "o1", "deco"]
    with Session(engine) as session:
        session.delete(session.get(Order, "o1"))
        session.add(Order(id="o9", bakery="north", title="Wedding Cake", customer="k1"))
        session.commit()
    assert await ids(directory, wanted) == ["k1", "o9", "deco"]


async def test_a_write_without_its_time_is_corrected_by_the_row(directory, engine):
    assert await ids(directory, NamesLookup(("weddingcake",), ("project",))) == ["o1"]
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE bakery_order SET title = 'Birthday Cake' WHERE id = 'o1'")
    assert await ids(directory, NamesLookup(("weddingcake",), ("project",))) == []
    assert await ids(directory, NamesLookup(("birthdaycake",), ("project",))) == ["o1"]


async def test_many_turns_at_once(directory, engine):
    asked = [directory.look_up("north", SimilarLookup(f"wedding cake {number % 3}", ALL)) for number in range(20)]
    change(engine, Order, "o2", title="Wedding Pie")
    found = [[entity.id for entity in answer] for answer in await asyncio.gather(*asked)]
    assert found == [["o1", "o2"]] * 20


async def test_few_tenants_names_are_kept(engine):
    directory = bakery_directory(engine, most_tenants=1)
    for tenant, expected in (("north", ["o1"]), ("south", ["o4"]), ("north", ["o1"])):
        assert await ids(directory, NamesLookup(("weddingcake",), ("project",)), tenant) == expected


async def test_one_turns_look_ups_are_few_statements(directory, engine):
    statements = []
    await directory.look_up("north", NamesLookup(("weddingcake",), ALL, ("user",)))
    event.listen(engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
    await directory.look_up("north", NamesLookup(("weddingcake",), ("client", "project", "user"), ("user",)))
    assert len(statements) == 5  # what was written, of each table; the order that is named, and its crafts


async def test_what_cannot_be_read_is_an_error_that_names_the_database(engine, tmp_path):
    empty = create_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    directory = bakery_directory(empty)
    with pytest.raises(DirectoryError, match=r"empty\.db: it cannot be read: no such table"):
        await directory.look_up("north", NamesLookup(("bo",), ("user",)))
    with pytest.raises(UnknownTenantError):
        await SqlDirectory(empty, CRAFT, tenants="only").look_up("other", NamesLookup(("bo",), ("task",)))


async def test_a_long_table_wants_its_changed_column(engine):
    blind = SqlDirectory(engine, replace(CUSTOMER, changed=None), tenants="north")
    assert await ids(blind, NamesLookup(("hotelcorona",), ("client",))) == ["k1"]
    with Session(engine) as session:
        session.add_all(Customer(id=f"x{number}", bakery="north", name=f"House {number}") for number in range(2_000))
        session.commit()
    with pytest.raises(DirectoryError, match="map its changed column"):
        await ids(blind, NamesLookup(("house7",), ("client",)))
    seeing = SqlDirectory(engine, CUSTOMER, tenants="north")
    assert await ids(seeing, NamesLookup(("house7",), ("client",))) == ["x7"]


def test_wrong_mappings_are_refused(engine):
    with pytest.raises(DirectoryError, match="mapped twice: client"):
        SqlDirectory(engine, CUSTOMER, CUSTOMER, BAKER, tenants="north")
    with pytest.raises(DirectoryError, match="detail is a column of bakery_customer"):
        replace(ORDER, detail=Customer.name)
    assert EntityTable(type="a", id=Order.id, name=Order.title, links={"b": Related(owner=OrderCraft.order, value=1)})


# Whole conversations of the agency's verbs


async def test_what_a_turn_created_is_found_by_name_in_the_next(url, engine):
    chat = bakery_chat(url, engine)
    (await chat.say("create project Harvest Fair for Field Kitchen as T&M")).expects(
        state="confirming", contains=("new client Field Kitchen", "Harvest Fair")
    )
    (await chat.say("yes")).expects(state="done", calls=["create_client", "create_project"])
    (await chat.say("log 2h of icing to harvest fair today")).expects(
        state="confirming", slots={"project_name": "Harvest Fair", "task_name": "Decoration"}
    )
    (await chat.say("yes")).expects(calls=["log_time"])
    with Session(engine) as session:
        order = session.exec(select(Order).where(Order.title == "Harvest Fair")).one()
        assert session.get(Customer, order.customer).name == "Field Kitchen"
        assert session.exec(select(Shift.hours).where(Shift.order == order.id)).all() == [2]
    (await chat.say("create project Winter Fair for Field Kichen as T&M")).expects(contains="Field Kitchen")


async def test_a_rename_and_an_archive_count_in_the_next_turn(url, engine):
    chat = bakery_chat(url, engine)
    await chat.say("rename project Wedding Cake to Golden Cake")
    (await chat.say("yes")).expects(calls=["rename_project"])
    (await chat.say("log 1h of baking to golden cake today")).expects(slots={"project_name": "Golden Cake"})
    await chat.say("no")
    await chat.say("archive Golden Cake")
    (await chat.say("yes")).expects(calls=["archive_project"])
    (await chat.say("log 1h of baking to golden cake today")).expects(contains="archived")


async def test_two_bakeries_talk_about_their_own(url, engine):
    north = bakery_chat(url, engine)
    south = bakery_chat(url, engine, tenant="south", user="4", conversation="other")
    await north.say("rename project Wedding Cake to Golden Cake")
    await north.say("yes")
    (await south.say("log 1h of baking to wedding cake today")).expects(slots={"project_name": "Wedding Cake"})
    (await south.say("yes")).expects(calls=["log_time"])
    with Session(engine) as session:
        assert session.exec(select(Shift.order).where(Shift.key.not_in(["s1", "s2", "s3"]))).all() == ["o4"]


async def test_a_permission_is_that_of_the_moment(url, engine):
    chat = bakery_chat(url, engine, user="2")
    (await chat.say("rename project Wedding Cake to Golden Cake")).expects(state="idle", contains="Ada Lund")
    change(engine, Baker, 2, role="owner")
    (await chat.say("rename project Wedding Cake to Golden Cake")).expects(state="confirming")
    change(engine, Baker, 2, role="baker")
    (await chat.say("yes")).expects(calls=[])
    with Session(engine) as session:
        assert session.get(Order, "o1").title == "Wedding Cake"


async def test_menus_come_from_the_rows(url, engine):
    chat = bakery_chat(url, engine, user="2")
    (await chat.say("log 2h of baking today")).expects(menu=["Easter Bread"])
    (await chat.say("1")).expects(state="confirming", slots={"project_name": "Easter Bread"})
    (await chat.say("yes")).expects(calls=["log_time"])
