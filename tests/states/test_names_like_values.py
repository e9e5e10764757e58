"""A name that is also a date or a time, behind the noun of its type."""

import pytest

from tests.surgery import at_surgery

PLAN = "book vaccination for zed on friday at 10"


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        (["book vaccination for zed with midnight"], {"vet": "Ida Midnight"}),
        (["book vaccination for zed with dr midnight"], {"vet": "Ida Midnight"}),
        (["book vaccination for zed with dr. midnight at 10"], {"vet": "Ida Midnight", "time": "10:00"}),
        (["book vaccination for zed with the vet midnight"], {"vet": "Ida Midnight"}),
        (["book vaccination for zed with dr sunday on friday"], {"vet": "Billy Sunday", "day": "2026-05-22"}),
        (["book vaccination for zed with Dr. Sunday on Friday"], {"vet": "Billy Sunday", "day": "2026-05-22"}),
        (["book vaccination for zed with dr. moss on friday"], {"vet": "Kate Moss", "day": "2026-05-22"}),
        ([PLAN, "yes but with dr midnight"], {"vet": "Ida Midnight", "time": "10:00"}),
        ([PLAN, "with dr. sunday"], {"vet": "Billy Sunday", "day": "2026-05-22"}),
        ([PLAN, "with dr moss"], {"vet": "Kate Moss"}),
        ([PLAN, "yes but with the vet sunday"], {"vet": "Billy Sunday", "day": "2026-05-22"}),
        # a value behind its own preposition, behind nothing, and behind the noun of another type
        (["book vaccination for zed with dr midnight at midnight"], {"vet": "Ida Midnight", "time": "00:00"}),
        (["book vaccination for zed with dr moss at midnight"], {"vet": "Kate Moss", "time": "00:00"}),
        (["book vaccination for zed at midnight"], {"vet": None, "time": "00:00"}),
        (["book vaccination for owner zed sunday"], {"vet": None, "day": "2026-05-24"}),
        ([PLAN, "yes but at midnight"], {"vet": None, "time": "00:00"}),
    ],
)
def test_a_name_behind_its_noun_is_no_value(said, slots):
    play = at_surgery(*said)
    assert {name: play.slots.get(name) for name in slots} == slots
    assert not play.top.leftover
