"""The directory in memory: its look-ups follow every change, also after their index was made."""

import pytest

from dialog.directory import EntityDirectory, Tenant
from resolver.entities import (
    Entity,
    HandlesLookup,
    ListedLookup,
    NamesLookup,
    OwnersLookup,
    RefsLookup,
    SimilarLookup,
)
from tests.studio import finish_now, studio_directory


def ids(directory, lookup, tenant="workshop"):
    return [entity.id for entity in finish_now(directory.look_up(tenant, lookup))]


def changed_studio():
    directory = studio_directory()
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
def test_look_ups_follow_changes(lookup, expected):
    assert ids(changed_studio(), lookup) == expected


def test_tenants_do_not_see_each_other():
    directory = EntityDirectory(Tenant("one"), Tenant("two"))
    directory.put("one", Entity("client", "1", "Acme"))
    directory.put("two", Entity("client", "1", "Zenith"))
    assert ids(directory, SimilarLookup("acme", ("client",)), "two") == []
    assert ids(directory, SimilarLookup("acme", ("client",)), "one") == ["1"]
