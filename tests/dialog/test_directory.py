"""The directories of ours, in memory and stored: their look-ups follow every change, also after an index was made."""

import asyncio
import json
import re

import pytest

from dialog.directory import EntityDirectory, Tenant
from dialog.directory_keys import singular
from dialog.examples import load_example
from dialog.stored_directory import StoredDirectory
from resolver.candidates import CALLED, KEPT, NAMESAKES
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
from slots.errors import DirectoryError, UnknownTenantError, UnknownUserError
from tests.studio import NOW, studio_directory


def ids(directory, lookup, tenant="workshop"):
    return [entity.id for entity in asyncio.run(directory.look_up(tenant, lookup))]


@pytest.fixture(params=["held", "memory", "sqlite", "postgres"])
def home(request, url_of):
    """A function that returns a directory with some tenants: in memory, or in each database in turn."""
    if request.param == "held":
        yield EntityDirectory
        return
    stored = StoredDirectory(url_of(request.param))

    def keep(*tenants):
        for tenant in tenants:
            assert stored.keep_tenant(tenant) == len(tenant.rows)
        return stored

    yield keep
    stored.close()


def changed_studio(home):
    directory = home(studio_directory().tenant("workshop"))
    ids(directory, NamesLookup(("nike",), ("project",)))
    directory.change("workshop", "project", "nike", name="Victory")
    directory.change("workshop", "user", "ana", handles=("anaf",))
    directory.put("workshop", Entity("project", "new", "Nike Two", ("swoosh",)))
    directory.change("workshop", "project", "old", is_active=True)
    return directory


@pytest.mark.parametrize(
    ("lookup", "expected"),
    [
        # a renamed one is found by its new name only
        (NamesLookup(("nike",), ("project",)), []),
        (NamesLookup(("victory",), ("project",)), ["nike"]),
        (SimilarLookup("victori", ("project",)), ["nike"]),
        # an added one by all its names, one misspelt
        (NamesLookup(("swoosh",), ("project",)), ["new"]),
        (SimilarLookup("swosh", ("project",)), ["new"]),
        # handles follow
        (HandlesLookup("ana", ("user",)), []),
        (HandlesLookup("ANAF", ("user", "client")), ["ana"]),
        # the order is that of the directory, whatever is asked in which order
        (RefsLookup((("user", "sar"), ("project", "rando"), ("user", "tom"), ("task", "gone"))),
         ["tom", "sar", "rando"]),
        (ListedLookup(("project", "client"), (), False, 9),
         ["c-acme", "c-north", "rando", "nike", "acme-r", "old", "new"]),
        (ListedLookup(("project",), (), True, 2), ["acme-r", "old"]),
        (OwnersLookup("set_rate"), ["tom"]),
    ],
)  # fmt: skip
def test_look_ups_follow_changes(home, lookup, expected):
    assert ids(changed_studio(home), lookup) == expected


def test_tenants_do_not_see_each_other(home):
    directory = home(Tenant("one"), Tenant("two"))
    directory.put("one", Entity("client", "1", "Acme"))
    directory.put("two", Entity("client", "1", "Zenith"))
    assert ids(directory, SimilarLookup("acme", ("client",)), "two") == []
    assert ids(directory, SimilarLookup("acme", ("client",)), "one") == ["1"]
    assert directory.tenants == ("one", "two")
    with pytest.raises(UnknownTenantError, match=r"'three'.*one, two"):
        ids(directory, SimilarLookup("acme", ("client",)), "three")


@pytest.mark.parametrize(
    ("user", "told"), [("gone", "does not exist"), ("c-acme", "does not exist"), ("old", "active")]
)
def test_who_does_not_speak(home, user, told):
    directory = home(studio_directory(users=[{"id": "old", "name": "Old Hand", "active": False}]).tenant("workshop"))
    with pytest.raises(UnknownUserError, match=told):
        asyncio.run(directory.actor("workshop", user))


def test_who_speaks(home):
    told = studio_directory().tenant("workshop")
    directory = home(told)
    actor = asyncio.run(directory.actor("workshop", "ana"))
    assert actor == asyncio.run(EntityDirectory(told).actor("workshop", "ana"))
    assert (actor.name, actor.timezone) == ("Ana Ferreira", "America/New_York")
    assert "archive" in actor.permissions
    # a change counts in the next turn
    directory.change("workshop", "user", "ana", attributes={"role": "user", "timezone": "Asia/Tokyo"})
    actor = asyncio.run(directory.actor("workshop", "ana"))
    assert actor.timezone == "Asia/Tokyo" and "archive" not in actor.permissions


@pytest.mark.parametrize(
    ("own", "tenants", "counts"),
    [
        ("Asia/Tokyo", "Europe/Rome", "Asia/Tokyo"),
        # a row that came later with a zone that there is not
        ("Asia/Tokio", "Europe/Rome", "Europe/Rome"),
        ("", "Europe/Rome", "Europe/Rome"),
        ("America", "", "UTC"),
    ],
)
def test_a_zone_that_there_is_not_leaves_the_tenants(home, own, tenants, counts):
    directory = home(Tenant("workshop", timezone=tenants))
    directory.put("workshop", Entity("user", "ana", "Ana", attributes={"timezone": own}))
    assert asyncio.run(directory.actor("workshop", "ana")).timezone == counts


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"timezone": "Europe/Rom"}, "the timezone of tenant 'workshop': there is no time zone 'Europe/Rom'; did you"),
        ({"timezone": "rome"}, "did you mean 'Europe/Rome'?"),
        ({"timezone": "New York"}, "did you mean 'America/New_York'?"),
        ({"timezone": "america/new_york"}, "did you mean 'America/New_York'?"),
        ({"timezone": "CEST"}, "no time zone 'CEST'; it is named as in 'Europe/Rome' or 'UTC'"),
        (
            {"users": [{"id": "ana", "name": "Ana", "timezone": "Asia/Tokio"}]},
            "test: the timezone of user 'ana' (Ana) of tenant 'workshop': there is no time zone 'Asia/Tokio'; did you",
        ),
        # right ones, and what is no zone of somebody who speaks
        ({"timezone": "UTC"}, ""),
        ({"timezone": ""}, ""),
        ({"users": [{"name": "Ana", "timezone": "Asia/Tokyo"}, {"name": "Bo", "timezone": None}]}, ""),
        ({"offices": [{"name": "East", "timezone": "where the sun rises"}]}, ""),
    ],
)
def test_a_file_names_zones_that_there_are(change, told):
    text = json.dumps({"tenant": "workshop", **change})
    if not told:
        assert EntityDirectory.from_json(text).tenants == ("workshop",)
        return
    with pytest.raises(DirectoryError, match=re.escape(told)):
        EntityDirectory.from_json(text, origin="test")


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        # lists that are no type's ids
        ({"aliasses": ["T"]}, "'aliasses' is a list, taken as ids of type 'aliass', of which nothing is known; did you"
                              " mean 'aliases'?"),
        ({"alias": ["T"]}, "did you mean 'aliases'?"),
        ({"taks": ["t1"]}, "'taks' is a list, taken as ids of type 'tak', of which nothing is known; did you mean"
                           " 'task'?"),
        ({"colours": ["red"]}, "'colours' is a list, taken as ids of type 'colour', of which nothing is known; known"),
        # one letter off a key that has a meaning
        ({"activ": False}, "'activ' is taken as an attribute of its own; did you mean 'active'?"),
        ({"hanlde": "tt"}, "did you mean 'handle'?"),
        # right ones: types of the file in both numbers, one that stands elsewhere, attributes, other ids
        ({"tasks": ["t1"], "task": ["t1"]}, ""),
        ({"tools": ["saw"]}, ""),
        ({"aliases": ["T"], "active": False, "touched_by": ["x"], "handle": "t", "slack_id": "U1"}, ""),
        ({"kind": "staff", "number": 7, "activity": "rowing", "note": None}, ""),
    ],
)  # fmt: skip
def test_a_key_that_was_hardly_meant_is_warned_of(caplog, entry, told):
    people = [{"id": "tom", "name": "Tom Marlow", **entry}, {"name": "Ana", **entry}]
    content = {"tenant": "workshop", "users": people, "tasks": [{"id": "t1", "name": "Sawing"}]}
    EntityDirectory.from_json(json.dumps(content), origin="test", known=("tool",))
    said = [record.getMessage() for record in caplog.records]
    if told:
        assert len(said) == 1 and told in said[0]
        assert said[0].startswith("test: tenant 'workshop': user 'tom' (Tom Marlow) (and 1 more): ")
    else:
        assert said == []


@pytest.mark.parametrize("name", ["agency", "home"])
def test_the_examples_are_read_without_a_warning(caplog, name):
    load_example(name).directory()
    assert caplog.records == []


def test_a_stored_tenant_takes_no_zone_that_there_is_not():
    directory = StoredDirectory("sqlite://")
    with pytest.raises(DirectoryError, match="tenant 'workshop': there is no time zone 'Mars'"):
        directory.set_tenant(Tenant("workshop", timezone="Mars"))
    assert directory.tenants == ()
    directory.close()


def test_a_zone_that_there_is_not_is_warned_of_once(caplog):
    directory = EntityDirectory(Tenant("workshop", timezone="Europe/Pariis"))
    directory.put("workshop", Entity("user", "ana", "Ana", attributes={"timezone": "Asia/Tokioo"}))
    for _ in range(3):
        assert asyncio.run(directory.actor("workshop", "ana")).timezone == "UTC"
    told = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(told) == 2
    assert "'Asia/Tokioo'; did you mean 'Asia/Tokyo'?" in told[0] and "Europe/Paris" in told[1]


def test_what_is_kept_of_an_entity(home):
    directory = home(studio_directory().tenant("workshop"))
    whole = Entity(
        "project", "w", "Whole", ("all",), True, {"type": "T&M"}, {"task": ("dev", "design")}, ("Whole1",), "of Acme"
    )
    directory.put("workshop", whole, touched=NOW, by=("tom", "tom"))
    assert directory.get("workshop", "project", "w") == whole
    directory.put("workshop", whole, by=("ana",))
    assert directory.touched_by("workshop", "project", "w") == ("ana", "tom")
    assert ids(directory, RecentLookup(("project",), (), "tom", 3)) == ["w"]
    assert directory.get("workshop", "project", "x") is None
    with pytest.raises(DirectoryError, match="no project with the id 'x'"):
        directory.change("workshop", "project", "x", name="X")
    assert [one.id for one in directory.all("workshop", "project")] == ["rando", "nike", "acme-r", "old", "w"]
    assert directory.all("workshop", "none") == ()


@pytest.mark.parametrize("count", [CALLED - 1, 2 * NAMESAKES + 50])
def test_a_name_of_many_finds_the_first_ones(home, count):
    directory = home(Tenant("workshop"))
    people = [Entity("user", str(number), f"Sarah Quill{'' if number % 2 else ' Lind'}") for number in range(count)]
    fill(directory, [Entity("client", "c", "Sarah"), *people, Entity("user", "last", "Sarah Zu")])
    types = ("client", "user")
    called = ids(directory, NamesLookup(("sarah",), types, ("user",)))
    every = [str(number) for number in range(count)] + ["last"]
    assert called == ["c", *every[:CALLED]]
    whole = ids(directory, NamesLookup(("sarahquill",), types, ("user",)))
    assert whole == [str(number) for number in range(1, count, 2)][:NAMESAKES]
    # the rare word finds its bearer beside one that all bear
    assert "last" in ids(directory, SimilarLookup("sarah zu", ("user",)))
    assert len(ids(directory, SimilarLookup("sarah", ("user",)))) == KEPT


def fill(directory, entities):
    if isinstance(directory, StoredDirectory):
        directory.load("workshop", entities)
        return
    for entity in entities:
        directory.put("workshop", entity)


@pytest.mark.parametrize(
    ("collection", "type_"),
    [
        ("users", "user"), ("companies", "company"), ("dishes", "dish"), ("branches", "branch"), ("boxes", "box"),
        ("classes", "class"), ("houses", "house"), ("sizes", "size"), ("staff", "staff"),
    ],
)  # fmt: skip
def test_a_collection_is_of_the_type_that_it_names(collection, type_):
    assert singular(collection) == type_
