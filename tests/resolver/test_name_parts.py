"""A nickname with the surname, a hyphenated part of a name, and what is no new name."""

import pytest

from tests.surgery import at_surgery

PLAN = "book vaccination on friday at 10 for "


@pytest.mark.parametrize(
    ("who", "owner"),
    [
        # an alias and the rest of the name, which nobody else has
        ("mina hart", "Wilhelmina Hart"),
        ("Mina", "Wilhelmina Hart"),
        ("Hart Mina", "Wilhelmina Hart"),
        ("anne-marie", "Anne-Marie van Dyke"),
        ("Anne-Marie's", "Anne-Marie van Dyke"),
        # two people's words, another surname, another part
        ("mina stone", None),
        ("anne-mary", None),
        ("lou-marie", None),
    ],
)
@pytest.mark.parametrize("lead", [PLAN, "call off the visit of "])
def test_parts_of_one_name(lead, who, owner):
    assert at_surgery(lead + who).slots.get("owner") == owner


@pytest.mark.parametrize(
    ("who", "menu", "may_create"),
    [
        # what only speaks of known people is no new name
        ("zed and ula", ["Ula Brandt", "Zed Kowalski"], False),
        ("zed and a vaccination", ["Zed Kowalski"], False),
        ("the other zed", ["Zed Kowalski"], False),
        # other words beside one make another name
        ("ula stone", ["Rosa Stone", "Ula Brandt"], True),
        ("zed powers", ["Zed Kowalski"], True),
    ],
)
def test_what_is_no_new_name(who, menu, may_create):
    play = at_surgery(PLAN + who)
    offered = [label for label in play.menu if label.startswith("Create")]
    assert bool(offered) == may_create
    assert sorted(label for label in play.menu if label not in offered)[: len(menu)] == menu


@pytest.mark.parametrize("who", ["new owner zed powers", "a new owner ula stone", "new owner zed and sons"])
def test_new_is_said(who):
    value = at_surgery(PLAN + who).top.slots["owner"].value
    assert value.kind == "new"
