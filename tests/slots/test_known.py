"""Known names in an utterance: longest first, none overlapping, whatever words stand inside them."""

import pytest

from slots.scan import scan
from slots.text import key_of
from tests.playing import extracted, words

NAMES = {
    key_of(name): frozenset({kind})
    for name, kind in [
        ("Nike", "project"), ("Nike Sprint", "project"), ("Sprint One", "project"), ("For The Win", "client"),
        ("Brick to Click Migration", "project"), ("Brick", "client"), ("One", "task"), ("On Point", "client"),
        ("Salt & Stone", "client"), ("Beta Two", "project"), ("Jon", "user"),
    ]
}  # fmt: skip


def found(text, types=None):
    utterance = scan(text, NAMES)
    if types is not None:
        utterance = utterance.of_types(frozenset(types))
    return [utterance.words(name.first, name.past) for name in utterance.known]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        # prepositions inside a name do not count
        ("log 2h for for the win", ["for the win"]),
        ("move brick to click migration to brick", ["brick to click migration", "brick"]),
        # however it is typed
        ("for salt and stone", ["salt and stone"]), ("for SALT&STONE", ["SALT&STONE"]), ("beta 2", ["beta 2"]),
        ("onpoint and on-point", ["onpoint", "on-point"]),
        # the longest wins, of equally long ones the leftmost
        ("nike sprint two", ["nike sprint"]), ("nike sprint one", ["nike sprint", "one"]),
        # a name twice
        ("jon and jon", ["jon", "jon"]),
        # a name is never part of a word
        ("jonathan likes bricks", []), ("the jon's", ["jon"]),
        ("", []),
    ],
)  # fmt: skip
def test_names_that_stand_in_a_text(text, names):
    assert found(text) == names


@pytest.mark.parametrize(
    ("types", "names"),
    [
        ({"project"}, ["nike sprint"]),
        # a name of a type that nobody wants hides nothing
        ({"task"}, ["one"]),
        ({"client"}, []),
    ],
)
def test_only_names_of_the_wanted_types_are_known(types, names):
    assert found("nike sprint one", types) == names


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('call it "On Point" now', ["On Point"]), ("“a” and “b c”", ["a", "b c"]),
        # an odd mark out is punctuation, an empty pair holds nothing
        ('5" pipe', []), ('"" x', []), ('"a" b"', ["a"]),
    ],
)  # fmt: skip
def test_quoted_text(text, quoted):
    utterance = scan(text, {})
    assert [utterance.words(first, past) for first, past in utterance.quoted] == quoted


LONE = {"to": frozenset({"client"}), "it": frozenset({"project"}), "the": frozenset({"project"})}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # a lone function word is never protected, however a client is called
        ("log 2h of design to it", {"hours": "2h", "task_name": "design", "project_name": "it"}),
        ("log 2h of design to the Nike", {"hours": "2h", "task_name": "design", "project_name": "Nike"}),
    ],
)
def test_lone_function_words_are_no_names(text, slots):
    names = LONE | {"nike": frozenset({"project"}), "design": frozenset({"task"})}
    assert words(extracted(text, names=names)) == slots
