"""What has the form of a value and says none that is sure: found whole, it ends a name and is quoted."""

from decimal import Decimal

import pytest

from slots.extraction import PhraseKind
from slots.readers import read_expected
from slots.scan import scan
from slots.signs import signed_at
from slots.tables import SlotKind, SlotSpec
from slots.text import clean, tokenize
from slots.unread import scan_unread
from tests.playing import STUDIO_NAMES, extracted, words

HOURS, MONEY = SlotSpec(name="hours", kind=SlotKind.DURATION), SlotSpec(name="rate", kind=SlotKind.MONEY)
DURATION, AMOUNT, DAY, SHARE = SlotKind.DURATION, SlotKind.MONEY, SlotKind.DATE, SlotKind.NUMBER


@pytest.mark.parametrize(
    ("phrase", "kind"),
    [
        # amounts for a time, ranges, other signs
        ("$2k per month", AMOUNT), ("$100 a day", AMOUNT), ("$2k monthly", AMOUNT), ("120 an hour", AMOUNT),
        ("5k a month", AMOUNT), ("$1.500", AMOUNT), ("$1_000", AMOUNT), ("$150-160", AMOUNT), ("$100-$120", AMOUNT),
        ("$50 to $60", AMOUNT), ("50 to 60 dollars", AMOUNT), ("-$500", AMOUNT), ("$-50", AMOUNT),
        # lengths
        ("2-3 hours", DURATION), ("2 to 3 hours", DURATION), ("2 or 3 hours", DURATION), ("2h-3h", DURATION),
        ("between 2 and 3 hours", DURATION), ("2,5h", DURATION), ("2+ hours", DURATION), ("a few hours", DURATION),
        ("several hours", DURATION), ("some hours", DURATION), ("two days", DURATION), ("a day", DURATION),
        ("half a day", DURATION), ("40 hours a month", DURATION), ("3 months", DURATION), ("-20h", DURATION),
        ("2 hours minus 30 minutes", DURATION),
        # days
        ("last frday", DAY), ("next tuesdya", DAY), ("this wensdy", DAY), ("last octobr", DAY),
        ("half a week ago", DAY), ("a while ago", DAY), ("ages ago", DAY), ("half a year from now", DAY),
        ("two sprints ago", DAY), ("10 minutes ago", DAY),
        # shares
        ("20%", SHARE), ("20-30 percent", SHARE),
    ],
)  # fmt: skip
def test_form_of_a_value(phrase, kind):
    tokens = tokenize(clean(f"{phrase}, Nike"))
    found = scan_unread(tokens, 0)
    assert found is not None
    assert (found.kind, found.is_count) == (kind, False)
    assert found.past == len(tokenize(clean(phrase)))


@pytest.mark.parametrize(
    "text",
    [
        # parts of names, counts and identifiers
        "4x4 Rentals", "3rd Avenue", "2 projects", "Two Guys", "a second project", "a few projects", "a couple",
        "some time", "5 d Nike", "long road", "a retainer", "the hours", "2026 Campaign",
        # other words than days
        "next match", "last mile", "this sunset", "last moment", "next step", "last day",
        # something ago that is no distance
        "Nike ago", "a project ago", "two, ago",
    ],
)  # fmt: skip
def test_no_form_of_a_value(text):
    found = scan_unread(tokenize(clean(text)), 0)
    assert found is None or found.is_count


@pytest.mark.parametrize(
    ("text", "at", "is_sign"),
    [
        ("-2 hours", 0, True), ("log -2 hours", 1, True), ("$-20", 1, True), ("-$20", 0, True),
        ("minus fifty", 0, True),
        ("Kite, -20h", 2, True), ("hours:-2", 2, True), ("Acme -$500", 1, True), ("−5", 0, True),
        # a range, a dash between words, a list, a difference
        ("2-3 hours", 1, False), ("Acme - 2h", 1, False), ("- 2 hours", 0, False), ("Mark-2", 1, False),
        ("5 -3", 1, False), ("five minus three", 1, False), ("--2", 1, False), ("minus Nike", 0, False),
    ],
)  # fmt: skip
def test_sign(text, at, is_sign):
    assert bool(signed_at(tokenize(clean(text)), at)) is is_sign


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("-2 hours", HOURS, "-2"), ("-2", MONEY, "-2"), ("$-20.50", MONEY, "-20.5"), ("-$20", MONEY, "-20"),
        ("minus fifty dollars", MONEY, "-50"), ("-90 min", HOURS, "-1.5"),
    ],
)  # fmt: skip
def test_negative_values(text, slot, value):
    reading = read_expected(tokenize(clean(text)), 0, slot)
    assert reading is not None
    assert reading.value == Decimal(value)


def test_negative_values_are_found_in_a_message():
    found = scan("log -2 hours to Nike")
    assert found.value_at(1, HOURS).value == Decimal(-2)
    assert scan("log 2-3 hours").value_at(2, HOURS) is None


NAMES = STUDIO_NAMES | {"rando": frozenset({"project"})}


def unreadable(text):
    found = extracted(text, names=NAMES)
    return {phrase.slot: phrase.text for phrase in found.phrases if phrase.kind is PhraseKind.UNREADABLE}


@pytest.mark.parametrize(
    ("text", "slots", "unread", "leftover"),
    [
        # it ends the name before it, and is quoted where a slot of its kind is asked for
        ("create project Kite for Lumen at $2k per month as internal",
         {"project_name": "Kite", "client_name": "Lumen", "project_type": "internal"},
         {"contract_value": "$2k per month"}, ()),
        ("create project Kite for Lumen 40 hours a month", {"project_name": "Kite", "client_name": "Lumen"},
         {"hours_budget": "40 hours a month"}, ()),
        ("create project Kite for Acme as internal for 2-3 hours",
         {"project_name": "Kite", "client_name": "Acme", "project_type": "internal"},
         {"hours_budget": "2-3 hours"}, ()),
        ("create a liability for $100 per day for Loom Works on Nike",
         {"vendor_name": "Loom Works", "project_name": "Nike"}, {"agreed_amount": "$100 per day"}, ()),
        ("set rate for Sarah to $150-160", {"user_name": "Sarah"}, {"rate": "$150-160"}, ()),
        ("log a few hours of dev to Nike", {"task_name": "dev", "project_name": "Nike"}, {"hours": "a few hours"}, ()),
        ("log 2h of dev to Nike last frday", {"hours": "2h", "task_name": "dev", "project_name": "Nike"},
         {"date": "last frday"}, ()),
        ("create project Kite for Acme due june 5 or 6", {"project_name": "Kite", "client_name": "Acme"},
         {"deadline": "june 5 or 6"}, ()),
        # where no slot takes its kind it is told, whole
        ("create project Kite for Lumen 20% discount", {"project_name": "Kite", "client_name": "Lumen"}, {},
         ("20% discount",)),
        ("assign Mark as PM to Nike at $100 an hour", {"user_name": "Mark", "project_name": "Nike"}, {},
         ("$100 an hour",)),
        ("log 2h of dev to Nike, 2-3 tasks", {"hours": "2h", "task_name": "dev", "project_name": "Nike"}, {},
         ("2-3 tasks",)),
        ("log 2h of dev to Nike, -20 tasks", {"hours": "2h", "task_name": "dev", "project_name": "Nike"}, {},
         ("-20 tasks",)),
        # a length in days is hardly one in hours where nobody must say how many
        ("create project Kite for Acme for 3 months", {"project_name": "Kite", "client_name": "Acme"}, {},
         ("3 months",)),
        ("log two days of dev to Nike", {"task_name": "dev", "project_name": "Nike"}, {"hours": "two days"}, ()),
        ("create a liability for Loom Works on Nike over a few days",
         {"vendor_name": "Loom Works", "project_name": "Nike"}, {"agreed_hours": "a few days"}, ()),
        # and ahead of today it is a day
        ("create project Kite for Acme due in a few days", {"project_name": "Kite", "client_name": "Acme"},
         {"deadline": "in a few days"}, ()),
        # inside a written word nothing begins
        ("create project Kite for Acme, $5k/40h",
         {"project_name": "Kite", "client_name": "Acme", "contract_value": "$5k"}, {}, ("40h",)),
        # a name that begins like one, or goes on with a capital, keeps it
        ("create project Kite for Two Days", {"project_name": "Kite", "client_name": "Two Days"}, {}, ()),
        ("archive Two Days", {"target": "Two Days"}, {}, ()),
        ("create project Two Days for Acme", {"project_name": "Two Days", "client_name": "Acme"}, {}, ()),
        ("create project Kite for 3 Day Startup", {"project_name": "Kite", "client_name": "3 Day Startup"}, {}, ()),
        ("create project Kite for Lumen 20% Club", {"project_name": "Kite", "client_name": "Lumen 20% Club"}, {}, ()),
        ("rename Nike to 2-3 Hours", {"target": "Nike", "new_name": "2-3 Hours"}, {}, ()),
        # a value that is read stays one
        ("log two hours of dev to Nike two days ago",
         {"hours": "two hours", "task_name": "dev", "project_name": "Nike", "date": "two days ago"}, {}, ()),
    ],
)  # fmt: skip
def test_bounds_of_names(text, slots, unread, leftover):
    found = extracted(text, names=NAMES)
    assert words(found) == slots | unread
    assert unreadable(text) == unread
    assert found.leftover == leftover


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("create project Kite for Acme due june 5 or june 6", ["june 5", "june 6"]),
        ("create project Kite for Acme due monday or tuesday", ["monday", "tuesday"]),
        # another joint, and another kind of value
        ("create project Kite for Acme due june 5 or later", ["june 5"]),
        ("create project Kite for Acme due june 5 or 40h", ["june 5"]),
    ],
)
def test_one_of_two_days(text, days):
    assert [phrase.text for phrase in extracted(text, names=NAMES).of("deadline")] == days
