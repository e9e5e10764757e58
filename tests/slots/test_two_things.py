"""Two known things behind one word: "serve Ada lemonade", "serve lemonade to Ada"."""

import pytest

from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from tests.playing import extracted, words

TABLE = """
[entity_types.guest]
is_person = true
[entity_types.drink]
nouns = ["glass"]
[verbs.serve]
triggers = ["serve"]
confirm = "Serve {drink} to {guest} on {day}"
[verbs.serve.slots.guest]
kind = "entity"
entities = ["guest"]
required = true
is_object = true
prepositions = ["to"]
[verbs.serve.slots.drink]
kind = "entity"
entities = ["drink"]
required = true
LEFT
[verbs.serve.slots.day]
kind = "date"
default = "today"
"""
OPEN = compile_tables(parse_tables(TABLE.replace("LEFT", "from_leftover = true")))
SHUT = compile_tables(parse_tables(TABLE.replace("LEFT", 'prepositions = ["with"]')))
GUEST, DRINK = frozenset({"guest"}), frozenset({"drink"})
NAMES = {"friday": GUEST, "ada": GUEST, "tom": GUEST, "lemonade": DRINK, "minttea": DRINK}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("serve Ada lemonade", {"guest": "Ada", "drink": "lemonade"}),
        ("serve Ada the mint tea tomorrow", {"guest": "Ada", "drink": "mint tea", "day": "tomorrow"}),
        ("serve her a glass lemonade", {"guest": "her", "drink": "lemonade"}),
        ("serve Ada her lemonade", {"guest": "Ada", "drink": "lemonade"}),
        ("serve the mint tea to Ada", {"guest": "Ada", "drink": "mint tea"}),
        ("serve lemonade Ada", {"guest": "Ada", "drink": "lemonade"}),
        ("serve Ada", {"guest": "Ada"}),
        ("serve lemonade", {"drink": "lemonade"}),
        # what nobody knows may be a longer name
        ("serve Lemonade Joe", {"drink": "Lemonade Joe"}),
        ("serve old lemonade to Ada", {"guest": "old lemonade | Ada"}),
        ("serve Zed lemonade", {"guest": "Zed lemonade"}),
        # two guests are asked about
        ("serve Ada lemonade and Tom", {"guest": "Ada lemonade and Tom"}),
    ],
)
def test_a_thing_beside_another(text, slots):
    assert words(extracted(text, tables=OPEN, names=NAMES)) == slots


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # a name like a day, behind the trigger: nobody else is named and the day need not be said
        ("serve Friday lemonade", {"guest": "Friday", "drink": "lemonade"}),
        ("serve friday the mint tea tomorrow", {"guest": "friday", "drink": "mint tea", "day": "tomorrow"}),
        ("serve friday lemonade on friday", {"guest": "friday", "drink": "lemonade", "day": "friday"}),
        ("serve lemonade to Friday", {"guest": "Friday", "drink": "lemonade"}),
        ("serve Friday", {"guest": "Friday"}),
        # somebody else is the guest, and elsewhere it is a day
        ("serve Friday to Ada", {"guest": "Ada", "day": "Friday"}),
        ("serve Ada lemonade friday", {"guest": "Ada", "drink": "lemonade", "day": "friday"}),
        ("serve lemonade friday", {"drink": "lemonade", "day": "friday"}),
    ],
)
def test_a_name_like_a_day(text, slots):
    assert words(extracted(text, tables=OPEN, names=NAMES)) == slots


def test_a_day_that_must_be_said_is_a_day():
    must = compile_tables(parse_tables(TABLE.replace("LEFT", "").replace('default = "today"', "required = true")))
    assert words(extracted("serve Friday", tables=must, names=NAMES)) == {"day": "Friday"}
    said = words(extracted("serve Friday tomorrow", tables=must, names=NAMES))
    assert said == {"guest": "Friday", "day": "tomorrow"}


@pytest.mark.parametrize(
    ("text", "asked", "slots"),
    [
        ("Friday", "guest", {"guest": "Friday"}),
        ("friday please", "guest", {"guest": "friday"}),
        ("Friday", "drink", {"day": "Friday"}),
        ("Friday", "day", {"day": "Friday"}),
        ("", "guest", {}),
    ],
)
def test_the_answer_to_the_question_for_a_thing(text, asked, slots):
    assert words(extracted(text, "serve", asked=asked, tables=OPEN, names=NAMES)) == slots


def test_without_from_leftover_nothing_is_taken_apart():
    assert words(extracted("serve Ada lemonade", tables=SHUT, names=NAMES)) == {"guest": "Ada lemonade"}


BRING = """
[entity_types.guest]
is_person = true
[entity_types.drink]
nouns = ["glass"]
[verbs.bring]
triggers = ["bring"]
confirm = "Bring {drink}[ for {guest}]"
[verbs.bring.slots.drink]
kind = "entity"
entities = ["drink"]
required = true
is_object = true
[verbs.bring.slots.guest]
kind = "entity"
entities = ["guest"]
prepositions = ["WORD"]
"""


@pytest.mark.parametrize(
    ("text", "word", "slots"),
    [
        # for whom it is
        ("bring her a lemonade", "for", {"guest": "her", "drink": "lemonade"}),
        ("bring him the mint tea", "for", {"guest": "him", "drink": "mint tea"}),
        ("bring them a cider", "for", {"guest": "them", "drink": "cider"}),
        ("bring me a lemonade", "for", {"guest": "me", "drink": "lemonade"}),
        # no slot that for leads to: only who speaks says nothing
        ("bring me a lemonade", "with", {"drink": "lemonade"}),
        ("bring her a lemonade", "with", {"drink": "her a lemonade"}),
        # the thing itself, and whose it is
        ("bring it", "for", {"drink": "it"}),
        ("bring my lemonade", "for", {"drink": "my lemonade"}),
        ("bring a lemonade for her", "for", {"guest": "her", "drink": "lemonade"}),
    ],
)
def test_a_pronoun_before_a_thing_says_for_whom_it_is(text, word, slots):
    tables = compile_tables(parse_tables(BRING.replace("WORD", word)))
    assert words(extracted(text, tables=tables, names=NAMES)) == slots
