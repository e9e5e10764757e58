"""Resolving through whole verbs of a small table: what only a table can declare, and what no example has."""

from datetime import date, timedelta

import pytest

from dialog.directory import EntityDirectory, read_tenant
from dialog.driver import drive
from dialog.testing import FrozenClock
from resolver.entities import Mention, SimilarLookup
from resolver.menus import date_options, menu_options
from resolver.outcome import Ambiguous, Missing, Reason, Resolved, Tier
from resolver.replies import resolve_reply
from resolver.resolve import MAX_PHRASES, default_value, literal, resolve
from resolver.setting import Setting, named_types
from resolver.values import DateValue, EntityValue, NumberValue, TextValue, plain
from slots.compiled import compile_tables
from slots.extract import extract
from slots.scan import scan
from slots.tables import DatePolicy
from slots.toml_tables import parse_tables
from slots.triggers import find_triggers
from states.step import decide
from tests.playing import Play
from tests.studio import NOW, drive_now, finish_now, studio_directory

TABLES = compile_tables(
    parse_tables(
        """
[entity_types.shelf]
[entity_types.book]
nouns = ["novel"]
[entity_types.reader]
is_person = true

[verbs.lend]
triggers = ["lend"]
confirm = "Lend {book} to {reader}[ from {shelf}][ in {mood}][ on {day}][ in {month}] for {days} days"
[verbs.lend.slots.book]
kind = "entity"
entities = ["book"]
required = true
is_object = true
menu = "listed"
listed_on = "shelf"
[verbs.lend.slots.reader]
kind = "entity"
entities = ["reader"]
required = true
prepositions = ["to"]
menu = "mentioned"
[verbs.lend.slots.shelf]
kind = "entity"
entities = ["shelf"]
prepositions = ["from"]
menu = "recent"
from_leftover = true
[verbs.lend.slots.mood]
kind = "choice"
prepositions = ["in"]
choices = ["good", { name = "bad", aliases = ["foul"] }]
menu = "choices"
[verbs.lend.slots.day]
kind = "date"
date_policy = "future"
default = "2026-06-01"
menu = "dates"
[verbs.lend.slots.month]
kind = "month"
prepositions = ["during"]
default = "this_month"
[verbs.lend.slots.days]
kind = "number"
prepositions = ["for"]
default = "14"
minimum = 1
"""
    )
)
ANA = finish_now(studio_directory().actor("workshop", "ana"))
LEND = TABLES.verbs["lend"]
LIBRARY = EntityDirectory(
    read_tenant(
        {
            "tenant": "library",
            "types": {"shelves": "shelf"},
            "speakers": "readers",
            "readers": [{"id": "r1", "name": "Ida Wells", "pronouns": "she/her"}, {"id": "r2", "name": "Ida Blom"}],
            "shelves": [
                {"id": "s1", "name": "Attic", "books": ["b2", "b1"], "touched": "2026-05-01T10:00:00"},
                {"id": "s2", "name": "Attic", "touched": "2026-05-02T10:00:00"},
                {"id": "s3", "name": "Cellar"},
            ],
            "books": [
                {"id": "b1", "name": "Emma"},
                {"id": "b2", "name": "Dracula"},
                {"id": "b3", "name": "Ulysses"},
                {"id": "b4", "name": "Burned", "active": False},
            ],
        }
    )
)


def answer(steps):
    return drive_now(steps, LIBRARY, "library")


def setting(*mentions, actor=ANA):
    named = tuple(row.entity for row in LIBRARY.tenant("library").rows.values() if row.entity.is_active)
    return Setting(TABLES, actor, NOW, NOW.date(), mentions=mentions, named=named)


def said(text, *mentions):
    now = setting(*mentions)
    read = scan(text, named_types(now.named, TABLES))
    match = next(iter(find_triggers(read, TABLES)))
    return answer(resolve(extract(read, LEND, match), LEND, now)).outcomes


def mention(kind, id_, name, minutes, *, created=False, by="ana"):
    at = NOW - timedelta(minutes=minutes)
    return Mention(type=kind, id=id_, name=name, turn=f"t{minutes}", at=at, by=by, is_created=created)


@pytest.mark.parametrize(
    ("text", "slot", "value", "tier"),
    [
        # a listed choice: by name, by alias, inside a phrase
        ("lend Emma to Ida Wells in good", "mood", "good", Tier.EXACT),
        ("lend Emma to Ida Wells in foul", "mood", "bad", Tier.EXACT),
        ("lend Emma to Ida Wells in a bad mood", "mood", "bad", Tier.EXACT),
        # defaults of the table
        ("lend Emma to Ida Wells", "days", "14", Tier.DEFAULT),
        ("lend Emma to Ida Wells", "day", "2026-06-01", Tier.DEFAULT),
        ("lend Emma to Ida Wells", "month", "2026-05", Tier.DEFAULT),
        # a month
        ("lend Emma to Ida Wells during july", "month", "2026-07", Tier.READ),
        ("lend the novel Emma to Ida Wells", "book", "Emma", Tier.EXACT),
        # a known name left over
        ("lend Emma to Ida Wells, Cellar", "shelf", "Cellar", Tier.LEFTOVER),
    ],
)
def test_slot_is_resolved(text, slot, value, tier):
    outcome = said(text)[slot]
    assert isinstance(outcome, Resolved)
    assert (plain(outcome.value), outcome.tier) == (value, tier)


@pytest.mark.parametrize(
    ("text", "slot", "reason"),
    [
        ("lend Emma to Ida Wells in wonder", "mood", Reason.NO_MATCH),
        ("lend Burned to Ida Wells", "book", Reason.ARCHIVED),
        ("lend Emma to Zeno", "reader", Reason.NO_MATCH),
        ("lend Emma to her", "reader", Reason.NO_REFERENT),
        ("lend Emma to me", "reader", Reason.NO_REFERENT),
        ("lend Emma to @nobody", "reader", Reason.NO_MATCH),
        ("lend Emma to Ida Wells for 0", "days", Reason.OUT_OF_BOUNDS),
        ("lend it to Ida Wells", "book", Reason.NO_REFERENT),
        ("lend", "book", Reason.NOT_SAID),
    ],
)
def test_slot_is_missing_with_its_reason(text, slot, reason):
    outcome = said(text)[slot]
    assert isinstance(outcome, Missing) and outcome.reason is reason


def test_two_of_one_name_are_told_apart_and_asked():
    outcome = said("lend Emma to Ida from Attic")
    assert [candidate.label for candidate in outcome["reader"].candidates] == ["Ida Wells", "Ida Blom"]
    assert [candidate.value.id for candidate in outcome["shelf"].candidates] == ["s1", "s2"]
    left = said("lend Emma to Ida Wells, attic")["shelf"]
    assert isinstance(left, Ambiguous) and left.said == "attic"


MENTIONS = [
    # the most recent turn that has any
    ("to her", [("reader", "r1", "Ida Wells", 5), ("reader", "r2", "Ida Blom", 9)], "r1"),
    # a thing between does not count
    ("to her", [("book", "b1", "Emma", 1), ("reader", "r2", "Ida Blom", 9)], "r2"),
    # he does not fit the one, and nothing is known of the other
    ("to him", [("reader", "r1", "Ida Wells", 5), ("reader", "r2", "Ida Blom", 9)], "r2"),
    # a day is the reach of the log
    ("to them", [("reader", "r1", "Ida Wells", 24 * 60 + 1)], None),
    # what is no longer there does not count
    ("to them", [("reader", "gone", "Gone", 1), ("reader", "r1", "Ida Wells", 2)], "r1"),
]


@pytest.mark.parametrize(("words", "log", "who"), MENTIONS)
def test_pronoun_points_at(words, log, who):
    outcome = said(f"lend Emma {words}", *(mention(*entry) for entry in log))["reader"]
    assert (outcome.value.id if isinstance(outcome, Resolved) else None) == who


def test_what_a_turn_created_comes_before_what_it_named():
    log = [mention("book", "b1", "Emma", 3), mention("book", "b2", "Dracula", 3, created=True)]
    assert said("lend it to Ida Wells", *log)["book"].value.id == "b2"
    both = [mention("book", "b1", "Emma", 3), mention("book", "b2", "Dracula", 3)]
    assert isinstance(said("lend it to Ida Wells", *both)["book"], Ambiguous)


def options(slot, values=None, outcome=None, *mentions):
    spec = LEND.spec.slot(slot)
    found = answer(menu_options(spec, outcome or Missing(), values or {}, setting(*mentions)))
    return [
        candidate.value.id if isinstance(candidate.value, EntityValue) else plain(candidate.value)
        for candidate in found
    ]


def test_menus():
    shelf = Resolved(value=EntityValue(type="shelf", id="s1", name="Attic"), tier=Tier.EXACT)
    other = Resolved(value=EntityValue(type="shelf", id="s3", name="Cellar"), tier=Tier.EXACT)
    assert options("book") == ["b1", "b2", "b3"]
    # only what is enabled on the shelf, where the shelf says so
    assert options("book", {"shelf": shelf}) == ["b1", "b2"]
    assert options("book", {"shelf": other}) == ["b1", "b2", "b3"]
    assert options("shelf") == ["s2", "s1"]
    assert options("mood") == ["good", "bad"]
    assert options("reader") == ["r2", "r1"]
    assert options("reader", None, None, mention("reader", "r1", "Ida Wells", 4)) == ["r1", "r2"]
    # what others mentioned is not what the speaker did
    assert options("reader", None, None, mention("reader", "r1", "Ida Wells", 4, by="tom")) == ["r2", "r1"]
    assert options("days") == []
    hint = said("lend Ulysses to Emma")["reader"]
    assert isinstance(hint, Missing)


@pytest.mark.parametrize(
    ("today", "days"),
    [
        # a Wednesday, a Monday, a Sunday, a Saturday
        (date(2026, 5, 20), ["2026-05-20", "2026-05-19", "2026-05-18", "2026-05-13"]),
        (date(2026, 5, 18), ["2026-05-18", "2026-05-17", "2026-05-15", "2026-05-11"]),
        (date(2026, 5, 17), ["2026-05-17", "2026-05-16", "2026-05-15", "2026-05-10"]),
        (date(2026, 5, 16), ["2026-05-16", "2026-05-15", "2026-05-14", "2026-05-09"]),
    ],
)
def test_days_to_offer(today, days):
    assert [plain(candidate.value) for candidate in date_options(today)] == days


@pytest.mark.parametrize(
    ("today", "days"),
    [
        (date(2026, 5, 20), ["2026-05-20", "2026-05-21", "2026-05-22", "2026-05-27"]),
        # the next working day
        (date(2026, 5, 21), ["2026-05-21", "2026-05-22", "2026-05-25", "2026-05-28"]),
        (date(2026, 5, 23), ["2026-05-23", "2026-05-24", "2026-05-25", "2026-05-30"]),
    ],
)
def test_days_ahead(today, days):
    offered = date_options(today, DatePolicy.FUTURE)
    assert [plain(candidate.value) for candidate in offered] == days
    assert "tomorrow" in offered[1].aliases and "next week" in offered[3].aliases


@pytest.mark.parametrize(
    ("slot", "text", "value"),
    [
        ("days", "7", NumberValue(number=7)),
        ("day", "2026-06-02", DateValue(day=date(2026, 6, 2))),
        ("mood", "good", TextValue(text="good")),
    ],
)
def test_literals_of_the_table(slot, text, value):
    assert literal(LEND.spec.slot(slot), text) == value


def test_a_slot_without_default_has_none():
    assert default_value(LEND.spec.slot("book"), setting()) is None


def test_a_reply_takes_known_names_for_open_slots():
    now = setting()
    read = scan("3, Cellar", named_types(now.named, TABLES))
    found = answer(resolve_reply(extract(read, LEND, asked="days"), LEND, now, frozenset({"shelf", "book"}))).outcomes
    assert {name: plain(outcome.value) for name, outcome in found.items()} == {"days": "3", "shelf": "Cellar"}


def test_a_frozen_clock_is_aware():
    assert FrozenClock(NOW)() == NOW


@pytest.mark.parametrize(
    ("said", "most"),
    [
        # the same words are looked up once, and no more than a few different ones are
        (" to Zorba" * 200, 3),
        ("".join(f" to {'Zo' + chr(97 + number % 26) * (number // 26 + 2)}" for number in range(200)), MAX_PHRASES),
    ],
)
async def test_the_phrases_of_one_message_are_looked_up_within_bounds(said, most):
    play, notes = Play(), []
    await drive(decide(play.moment("log 2h of dev" + said)), play.directory, play.tenant, notes)
    assert 0 < sum(isinstance(lookup, SimilarLookup) for lookup, _ in notes) <= most
