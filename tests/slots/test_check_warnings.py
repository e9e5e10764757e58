from __future__ import annotations

import pytest

from slots.checks import Finding, Severity, find_problems
from slots.errors import TableError
from slots.toml_tables import parse_tables

TYPES = """\
[families]
lend = ["lend", "give out"]
[entity_types.reader]
is_person = true
[entity_types.book]
[entity_types.shelf]
"""


def verb(*slots: str, trigger: str = '"{lend}"', confirm: str | None = None, more: str = "") -> str:
    """Return tables of one verb; each slot is "name: settings", and shown in the confirmation."""
    names = [slot.partition(":")[0] for slot in slots]
    shown = "Lend" + "".join(f" {{{name}}}" for name in names) if confirm is None else confirm
    lines = [f"{TYPES}[verbs.lend]", f"triggers = [{trigger}]", f'confirm = "{shown}"', more]
    for slot in slots:
        name, _, settings = slot.partition(":")
        lines += [f"[verbs.lend.slots.{name}]", *settings.split(";")]
    return "\n".join(lines) + "\n"


BOOK = 'book: kind = "entity"; entities = ["book"]; required = true; is_object = true'
READER = 'reader: kind = "entity"; entities = ["reader"]; prepositions = ["to"]'
SHELF = 'shelf: kind = "entity"; entities = ["shelf"]; prepositions = ["from"]'
FEE = 'fee: kind = "money"; prepositions = ["for"]'
SIZE = 'size: kind = "choice"; choices = ["small", "large"]; prepositions = ["as"]'


# ------------------------------------------------------------------ right as it is: no error, no warning


@pytest.mark.parametrize(
    "text",
    [
        # without entity types, any type may be named, and the speaker may be any
        verb(BOOK, READER + '; default = "speaker"').replace(TYPES, '[families]\nlend = ["lend"]\n'),
        # an alias in two families
        TYPES.replace('"give out"]', '"give out"]\ngive = ["give", "give out"]') + verb(BOOK).removeprefix(TYPES),
        # a slot set by the choice of another need not be shown, required or asked
        verb(BOOK + '; type_slot = "size"', SIZE, confirm="Lend {book}", more='tool = "lend_{size}"'),
        # an object next to a preposition
        verb(BOOK + '; prepositions = ["called"]', READER),
        # a verb that only reads needs no confirmation
        TYPES + '[verbs.count]\ntriggers = ["how many"]\nread = true\n',
        # what is created is named by the tool's result, or enters no log
        verb(BOOK, more='creates = "book"\noutputs = { made = "book" }'),
        verb(BOOK, more='creates = "book"\nkeeps_log = false'),
        # nothing to show where there is nothing to say
        TYPES + '[verbs.close]\ntriggers = ["close"]\nconfirm = "Close the desk"\n',
        # the same words as a longer trigger of another verb
        verb(BOOK) + '[verbs.count]\ntriggers = ["lend list"]\nread = true\n',
    ],
)
def test_right_as_it_is(text):
    assert find_problems(parse_tables(text)) == ()


# ------------------------------------------------------------------ warnings: the tables are usable


@pytest.mark.parametrize(
    ("text", "slot", "problem", "advice"),
    [
        (
            verb(BOOK, confirm=""),
            None,
            "has no 'confirm', so one is made from the slots",
            "write what a yes is to",
        ),
        (
            verb(BOOK, READER, confirm="Lend {book}"),
            "reader",
            "'confirm' does not show it when it is filled",
            "add [ ... {reader}] to it",
        ),
        (
            verb(READER, confirm="Do it"),
            None,
            "'confirm' shows no slot, so a yes is to anything",
            "show the slots in it",
        ),
        (
            verb(BOOK, 'note: kind = "text"'),
            "note",
            "no words can fill this optional slot",
            "give it prepositions, or is_object = true",
        ),
        (
            verb(BOOK, FEE, 'fine: kind = "money"; prepositions = ["fined"]'),
            "fine",
            "a money without a preposition could be fee too",
            "set bare = false on one of them",
        ),
        (verb(BOOK, FEE + '; unit = "days"'), "fee", "'unit' means nothing for kind money", "it is for kind duration"),
        (
            verb(BOOK, FEE + '; date_policy = "past"'),
            "fee",
            "'date_policy' means nothing for kind money",
            "it is for kind date or month",
        ),
        (
            verb(BOOK + '; listed_on = "shelf"', SHELF),
            "book",
            "'listed_on' means nothing without menu 'listed'",
            "",
        ),
        (
            verb(BOOK, more='creates = "book"\noutputs = { by = "reader" }'),
            None,
            "it creates a book, but no field of 'outputs' names it, so no pronoun can mean it",
            'write outputs = { book = "book" }',
        ),
        (
            verb(BOOK, trigger='"{lend}", "give out"'),
            None,
            "triggers '{lend}' and 'give out' both stand for 'give out'",
            "",
        ),
    ],
)
def test_warning(text, slot, problem, advice):
    tables = parse_tables(text)
    key = f"lend.{slot}" if slot else "lend"
    assert find_problems(tables) == (Finding(Severity.WARNING, "lend", slot, problem, advice, tables.lines[key]),)


def test_a_family_without_its_own_word_is_a_warning():
    tables = parse_tables('[families]\nlend = ["loan"]\n')
    assert find_problems(tables) == (Finding(Severity.WARNING, None, None, "family 'lend' does not list its own word"),)


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        (
            verb(BOOK, FEE + "; hours_per_day = 8"),
            verb(BOOK, 'time: kind = "duration"; hours_per_day = 8'),
            "lend.fee: 'hours_per_day' means nothing for kind money; it is for kind duration",
        ),
        (
            verb(BOOK, 'time: kind = "duration"; hours_per_day = 25'),
            verb(BOOK, 'time: kind = "duration"; hours_per_day = 7.5'),
            "lend.time: a day of work has no 25 hours; hours_per_day is above 0, at most 24",
        ),
    ],
)
def test_hours_per_day(wrong, right, message):
    with pytest.raises(TableError, match=message):
        parse_tables(wrong)
    parse_tables(right)


def test_time_default():
    with pytest.raises(TableError, match="default '25:00' is no time of day; write it as 14:30"):
        parse_tables(verb(BOOK, 'at: kind = "time"; default = "25:00"'))
    parse_tables(verb(BOOK, 'at: kind = "time"; default = "14:30"; prepositions = ["at"]'))


# ------------------------------------------------------------------ a trigger that begins with what is cut off


@pytest.mark.parametrize(
    ("trigger", "told"),
    [
        ('"can i borrow"', ["'can i'"]),
        ('"{lend}", "please lend"', ["'please'"]),
        ('"{ask} <book>"', ["'could you'"]),
        ('"{lend}"', []),
        ('"can opener"', []),
        ('"lend please"', []),
    ],
)
def test_a_trigger_that_begins_with_politeness(trigger, told):
    text = verb(BOOK, trigger=trigger).replace("[families]", '[families]\nask = ["ask", "could you lend"]')
    found = [one.problem for one in find_problems(parse_tables(text)) if "cut off every message" in one.problem]
    assert len(found) == len(told)
    assert all(words in problem for words, problem in zip(told, found, strict=True))
