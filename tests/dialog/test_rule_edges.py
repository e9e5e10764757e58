"""Entries of token sets that are tied to the start or the end of a message, and aliases that drop a word."""

import pytest

from dialog.routing.normal import END, START, edge_runs, entry_words, normalise
from dialog.routing.token_sets import TokenSets
from slots.tables import RouteSpec, TokenSet

ALIASES = {"the": "", "lamps": "lamp"}


def routes_of(text, **sets):
    specs = [RouteSpec(name=name, token_sets=(tokens,)) for name, tokens in sets.items()]
    return [(hit.route, hit.score) for hit in TokenSets(specs, ALIASES).match(normalise(text, ALIASES))]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("dim the lamps", ("dim", "lamp")),
        ("<start> dim the lamps", (START, "dim", "lamp")),
        ("the lamps <end>", ("lamp", END)),
        ("<start>stop<end>", (START, "stop", END)),
        ("<start> the", ()),
        ("<start>", ()),
    ],
)
def test_an_entry_keeps_its_edges_and_loses_dropped_words(entry, words):
    assert entry_words(entry, ALIASES) == words


@pytest.mark.parametrize(
    "text", ["stop", "please stop", "ok could you please stop please", "Stop!", "just stop thanks"]
)
def test_the_edges_are_those_of_the_message_without_politeness(text):
    assert routes_of(text, halt=TokenSet(all_of=("<start> stop <end>",))) == [("halt", 1.0)]


@pytest.mark.parametrize("text", ["stop the music", "never stop", "please", ""])
def test_other_words_at_an_edge_do_not_meet_it(text):
    assert routes_of(text, halt=TokenSet(all_of=("<start> stop <end>",))) == []


def test_each_edge_stands_alone():
    halt, bus = TokenSet(all_of=("<start> stop",)), TokenSet(all_of=("stop <end>",))
    assert routes_of("stop the music", halt=halt, bus=bus) == [("halt", 1.0)]
    assert routes_of("the next stop please", halt=halt, bus=bus) == [("bus", 1.0)]


def test_a_blocker_may_be_tied_to_an_edge():
    lamps = TokenSet(all_of=("lamp",), none_of=("<start> is",))
    assert routes_of("is the lamp on", lamps=lamps) == []
    assert routes_of("it is the lamp", lamps=lamps) == [("lamps", 1.0)]


def test_edges_do_not_raise_the_specificity():
    first, second = TokenSet(all_of=("<start> dim <end>",)), TokenSet(all_of=("dim",))
    assert routes_of("dim", first=first, second=second) == [("first", 1.0), ("second", 1.0)]


def test_equal_hits_keep_the_order_of_the_tables():
    first, second = TokenSet(any_of=(("b", "c"),)), TokenSet(all_of=("a",))
    assert [route for route, _ in routes_of("a b", first=first, second=second)] == ["first", "second"]
    assert [route for route, _ in routes_of("a b", second=second, first=first)] == ["second", "first"]


def test_runs_at_the_edges_are_no_longer_than_asked():
    assert edge_runs(("a", "b", "c"), 2) == {(START, "a"), ("c", END)}
    assert edge_runs(("a",), 3) == {(START, "a"), ("a", END), (START, "a", END)}
    assert edge_runs(("please",), 3) == set()
