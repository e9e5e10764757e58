"""What may stand in the rules that route a message without a trigger."""

import pytest

from slots.errors import TableError
from slots.tables import RouteKind
from slots.toml_tables import parse_tables

HEAD = """\
[entity_types.book]
[verbs.lend]
triggers = ["lend"]
confirm = "Lend {book}"
"""
SLOT = """
[verbs.lend.slots.book]
kind = "entity"
entities = ["book"]
required = true
is_object = true
"""


def tables(rules="", more=""):
    return parse_tables(f"{HEAD}{rules}{SLOT}{more}")


def test_rules_stand_beside_the_verb():
    found = parse_tables(
        'aliases = { books = "book" }\n'
        + HEAD
        + 'captures = ["take <book:quoted>"]\n'
        + 'token_sets = [{ all_of = ["book"], any_of = [["give", "hand over"]] }]\n'
        + 'phrases = ["out of the house"]\n'
        + SLOT
        + '[routes.hours]\nkind = "knowledge"\nphrases = ["opening hours"]\n'
    )
    verb = found.verbs[0]
    assert verb.token_sets[0].any_of == (("give", "hand over"),)
    assert found.routes[0].kind is RouteKind.KNOWLEDGE
    assert found.route("hours") is found.routes[0]
    assert found.route("lend") is verb
    assert found.route("nothing") is None


@pytest.mark.parametrize(
    ("rules", "more", "told"),
    [
        # captures
        ('captures = ["take <book:guids>"]', "", "no kind 'guids'.*did you mean 'guid'"),
        ('captures = ["take <bok:guid>"]', "", "no slot 'bok'.*did you mean 'book'"),
        ('captures = ["<book:text>"]', "", "would take every message"),
        ('captures = ["take <book>"]', "", "not written <name:kind>"),
        ('captures = ["take <book:text> or <book:text>"]', "", "stands twice"),
        # token sets
        ("token_sets = [{}]", "", "would take every message"),
        ('token_sets = [{ none_of = ["a"] }]', "", "would take every message"),
        ('token_sets = [{ all_of = ["a"], any_of = [[]] }]', "", "is never met"),
        ('token_sets = [{ all_of = ["a"], none_of = ["a"] }]', "", "must be there and must not"),
        ('token_sets = [{ all_of = ["!"] }]', "", "has no words"),
        ('token_sets = [{ al_of = ["a"] }]', "", "unknown key 'al_of'.*'all_of'"),
        ('phrases = ["..."]', "", "has no words"),
        # routes of the host's own
        ("", "[routes.lend]\nphrases = ['x']", "declared already"),
        ("", "[routes.hours]", "no message reaches it"),
        ("", "[routes.hours]\nkind = 'table'\nphrases = ['x']", "unknown kind 'table'.*lookup, knowledge"),
        ("", "[routes.hours]\ncaptures = ['show <x:gid>']", "hours.*no kind 'gid'"),
    ],
)
def test_wrong_rules_say_where_and_what_to_do(rules, more, told):
    with pytest.raises(TableError, match=f"(?s){told}"):
        tables(rules, more)
