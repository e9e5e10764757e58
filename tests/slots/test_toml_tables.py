from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from pydantic import ValidationError

from slots.errors import TableError
from slots.tables import AutoCreate, Choice, EntityType, Form, Guard, SlotKind, SlotSpec, TableSet, Trigger, VerbSpec
from slots.toml_tables import parse_tables

BOOKING = """\
# a library's verbs
name = "library"

[families]
lend = ["lend", "give out"]

[entity_types.reader]
label = "reader"
is_person = true

[entity_types.book]
nouns = ["volume"]

[verbs.lend_book]
summary = "Lend a book."
triggers = ["{lend} <days>", { phrase = "{lend} reserve copy", fills = { shelf = "Reserve" } }]
confirm = "Lend {book} to {reader}[ for {days} days][ from {shelf}]"

# the object
[verbs.lend_book.slots.book]
kind = "entity"
entities = ["book"]
required = true
is_object = true
auto_create = { tool = "add_book", permission = "add_book", argument = "title" }

[verbs.lend_book.slots.reader]
kind = "entity"
entities = ["reader"]
required = true
prepositions = ["to"]

[verbs.lend_book.slots.days]
kind = "duration"
unit = "days"
above = 0
maximum = 27.10
default = 14

[verbs.lend_book.slots.shelf]
kind = "choice"
choices = ["Main", { name = "Reserve", aliases = ["back room"] }]

[[verbs.lend_book.forms]]
name = "reader first"
when = { reference_before = ["reader", "days"] }
prepositions = { reader = [] }
objects = ["reader"]

[verbs.count_books]
triggers = ["how many books"]
read = true
"""

LEND = VerbSpec(
    name="lend_book",
    summary="Lend a book.",
    triggers=(
        Trigger(phrase="{lend} <days>"),
        Trigger(phrase="{lend} reserve copy", fills={"shelf": "Reserve"}),
    ),
    confirm="Lend {book} to {reader}[ for {days} days][ from {shelf}]",
    slots=(
        SlotSpec(
            name="book",
            kind=SlotKind.ENTITY,
            entities=("book",),
            required=True,
            is_object=True,
            auto_create=AutoCreate(tool="add_book", permission="add_book", argument="title"),
        ),
        SlotSpec(name="reader", kind=SlotKind.ENTITY, entities=("reader",), required=True, prepositions=("to",)),
        SlotSpec(
            name="days",
            kind=SlotKind.DURATION,
            unit="days",
            above=Decimal(0),
            maximum=Decimal("27.10"),
            default="14",
        ),
        SlotSpec(
            name="shelf",
            kind=SlotKind.CHOICE,
            choices=(Choice(name="Main"), Choice(name="Reserve", aliases=("back room",))),
        ),
    ),
    forms=(
        Form(
            name="reader first",
            when=Guard(reference_before=("reader", "days")),
            prepositions={"reader": ()},
            objects=("reader",),
        ),
    ),
)
DECLARED = TableSet(
    name="library",
    families={"lend": ("lend", "give out")},
    entity_types=(
        EntityType(name="reader", label="reader", is_person=True),
        EntityType(name="book", nouns=("volume",)),
    ),
    verbs=(LEND, VerbSpec(name="count_books", triggers=(Trigger(phrase="how many books"),), read=True)),
)


# ------------------------------------------------------------------ what the text declares


def test_text_and_python_declare_the_same():
    assert parse_tables(BOOKING).model_dump() == DECLARED.model_dump()


def test_tables_survive_json():
    assert TableSet.model_validate_json(parse_tables(BOOKING).model_dump_json()) == DECLARED


def test_order_is_that_of_the_text():
    tables = parse_tables(BOOKING)
    assert [kind.name for kind in tables.entity_types] == ["reader", "book"]
    assert [verb.name for verb in tables.verbs] == ["lend_book", "count_books"]
    assert [slot.name for slot in tables.verbs[0].slots] == ["book", "reader", "days", "shelf"]


def test_numbers_are_exact():
    assert str(parse_tables(BOOKING).verbs[0].slot("days").maximum) == "27.10"


def test_nothing_declares_an_empty_set():
    assert parse_tables("").model_dump() == TableSet().model_dump()


def test_a_default_may_be_a_number_or_a_day():
    text = """\
[verbs.plan]
triggers = ["plan"]
confirm = "Plan {amount} on {day}"
slots.amount = { kind = "money", default = 2.50 }
slots.day = { kind = "date", default = 2026-12-01 }
"""
    amount, day = parse_tables(text).verbs[0].slots
    assert (amount.default, day.default) == ("2.50", date(2026, 12, 1).isoformat())


# ------------------------------------------------------------------ lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # comments and blank lines count
        (
            '\n# plan\n[verbs.plan]\ntriggers = ["plan"]\n\n[verbs.plan.slots.day] # when\nkind = "date"\n',
            {"plan": 3, "plan.day": 6},
        ),
        # quoted keys, blanks around them
        (
            '[ verbs . "plan" ]\ntriggers = ["plan"]\n[verbs."plan".slots.\'day\']\nkind = "date"\n',
            {"plan": 1, "plan.day": 3},
        ),
        # inline tables stand where the nearest key around them stands
        ('[verbs.plan]\ntriggers = ["plan"]\nslots.day = { kind = "date" }\n', {"plan": 1, "plan.day": 3}),
        ('[verbs.plan]\nslots = { day = { kind = "date" } }\ntriggers = ["plan"]\n', {"plan": 1, "plan.day": 2}),
        ('[verbs]\nplan = { triggers = ["plan"], slots = { day = { kind = "date" } } }\n', {"plan": 2, "plan.day": 2}),
        # dotted keys
        ('verbs.plan.triggers = ["plan"]\nverbs.plan.slots.day.kind = "date"\n', {"plan": 1, "plan.day": 2}),
        # a verb that only its slots' headers name
        ('[verbs.plan.slots.day]\nkind = "date"\n[verbs.plan]\ntriggers = ["plan"]\n', {"plan": 1, "plan.day": 1}),
        # what looks like a header inside a text or a list is none
        (
            'name = """\n[verbs.plan]\n"""\n[verbs.plan]\ntriggers = [\n"plan",\n]\nexamples = [\n"[verbs.x]"\n]\n',
            {"plan": 4},
        ),
        # lines that end as on Windows
        ('\r\n[verbs.plan]\r\ntriggers = ["plan"]\r\n', {"plan": 2}),
        # a byte order mark
        ('\ufeff[verbs.plan]\ntriggers = ["plan"]\n', {"plan": 1}),
    ],
)
def test_lines(text, lines):
    assert parse_tables(text).lines == lines


# ------------------------------------------------------------------ wrong text beside right text

HEAD = '[verbs.plan]\ntriggers = ["plan"]\nconfirm = "Plan {day}"\n\n[verbs.plan.slots.day]\n'


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        # broken TOML
        ("name = \n", 'name = "x"\n', "t.toml:1: broken TOML: invalid value"),
        ('\nname = "x\n', '\nname = "x"\n', "t.toml:2: broken TOML: illegal character '\\n'"),
        ("[verbs\n", "[verbs]\n", "t.toml:1: broken TOML: expected ']' at the end of a table declaration"),
        # unknown keys: at the top, in a verb, in a slot, in what stands inside
        ("[verb.plan]\n", "", "t.toml:1: unknown key 'verb'; did you mean 'verbs'?"),
        (
            HEAD.replace("triggers", "trigers") + 'kind = "date"\n',
            HEAD + 'kind = "date"\n',
            "t.toml:1: plan: unknown key 'trigers'; did you mean 'triggers'?",
        ),
        (
            HEAD + 'kind = "date"\nprepositon = ["on"]\n',
            HEAD + 'kind = "date"\nprepositions = ["on"]\n',
            "t.toml:5: plan.day: unknown key 'prepositon'; did you mean 'prepositions'?",
        ),
        (
            HEAD.replace('["plan"]', '[{ phrase = "plan", fill = {} }]') + 'kind = "date"\n',
            HEAD.replace('["plan"]', '[{ phrase = "plan", fills = {} }]') + 'kind = "date"\n',
            "t.toml:1: plan: unknown key 'fill' in 'triggers'; did you mean 'fills'?",
        ),
        (
            HEAD + 'kind = "date"\nzzz = 1\n',
            HEAD + 'kind = "date"\nhint = "Monday"\n',
            "t.toml:5: plan.day: unknown key 'zzz'; known are kind, label, required, default, prepositions,"
            " occurrence, ends, is_object, bare, ...",
        ),
        (
            '[entity_types.reader]\nlable = "reader"\n',
            '[entity_types.reader]\nlabel = "reader"\n',
            "t.toml:1: unknown key 'lable'; did you mean 'label'?",
        ),
        # the header is the name
        (
            HEAD + 'kind = "date"\nname = "day"\n',
            HEAD + 'kind = "date"\n',
            "t.toml:5: plan.day: unknown key 'name'; the table's header names it",
        ),
        # unknown words
        (
            HEAD + 'kind = "dat"\n',
            HEAD + 'kind = "date"\n',
            "t.toml:5: plan.day: unknown kind 'dat'; did you mean 'date'?",
        ),
        (
            HEAD + 'kind = "date"\nmenu = "date"\n',
            HEAD + 'kind = "date"\nmenu = "dates"\n',
            "t.toml:5: plan.day: unknown menu 'date'; did you mean 'dates'?",
        ),
        (
            HEAD + 'kind = "date"\ndate_policy = "Futur"\n',
            HEAD + 'kind = "date"\ndate_policy = "future"\n',
            "t.toml:5: plan.day: unknown date_policy 'Futur'; did you mean 'future'?",
        ),
        (
            HEAD.replace("{day}", "[{day}]") + 'kind = "duration"\nunit = "hour"\n',
            HEAD.replace("{day}", "[{day}]") + 'kind = "duration"\nunit = "hours"\n',
            "t.toml:5: plan.day: unknown unit 'hour'; did you mean 'hours'?",
        ),
        # wrong types
        (
            HEAD + 'kind = "date"\nprepositions = "on"\n',
            HEAD + 'kind = "date"\nprepositions = ["on"]\n',
            "t.toml:5: plan.day: 'prepositions' must be a list, not 'on'; write prepositions = [\"on\"]",
        ),
        (
            HEAD + 'kind = "date"\nrequired = "maybe"\n',
            HEAD + 'kind = "date"\nrequired = true\n',
            "t.toml:5: plan.day: 'required' must be true or false, not 'maybe'",
        ),
        (
            HEAD + 'kind = "money"\nmaximum = "much"\n',
            HEAD + 'kind = "money"\nmaximum = 3\n',
            "t.toml:5: plan.day: 'maximum' must be a number, not 'much'",
        ),
        (
            HEAD + 'kind = "money"\nmaximum = inf\n',
            HEAD + 'kind = "money"\nmaximum = 3e2\n',
            "t.toml:5: plan.day: 'maximum' must be a finite number, not Infinity",
        ),
        (
            HEAD.replace('["plan"]', "[7]") + 'kind = "date"\n',
            HEAD.replace('["plan"]', '["7"]') + 'kind = "date"\n',
            "t.toml:1: plan: 'triggers' must hold texts or tables, not 7",
        ),
        (
            "[verbs]\nplan = 3\n",
            '[verbs]\nplan = { triggers = ["plan"] }\n',
            "t.toml:2: plan: 'plan' in 'verbs' must be a table, not 3; write [verbs.<name>]",
        ),
        (
            '[[verbs]]\nname = "plan"\n',
            "",
            "t.toml:1: 'verbs' must be tables keyed by name, not [a table]; write [verbs.<name>]",
        ),
        (
            HEAD + 'kind = "date"\n[[verbs.plan.forms]]\nname = "a"\nwhen = { reference_before = ["day"] }\n',
            HEAD + 'kind = "date"\n[[verbs.plan.forms]]\nname = "a"\nwhen = { missing = "day" }\n',
            "t.toml:1: plan: 'reference_before' must be two slot names, not ['day']",
        ),
        # missing keys; a misspelt key is told before the key that it leaves missing
        (HEAD, HEAD + 'kind = "date"\n', "t.toml:5: plan.day: the key 'kind' is missing"),
        (
            HEAD + 'knd = "date"\n',
            HEAD + 'kind = "date"\n',
            "t.toml:5: plan.day: unknown key 'knd'; did you mean 'kind'?",
        ),
        (
            HEAD.replace('["plan"]', "[{ fills = {} }]") + 'kind = "date"\n',
            HEAD + 'kind = "date"\n',
            "t.toml:1: plan: the key 'phrase' is missing in 'triggers'",
        ),
        # names
        (
            '[verbs."Plan it"]\ntriggers = ["plan"]\n',
            '[verbs.plan_it]\ntriggers = ["plan"]\n',
            "t.toml:1: Plan it: the name 'Plan it' must be a name of lower case letters, digits and '_' that starts"
            " with a letter",
        ),
        (
            '[families]\nSet = ["set"]\n',
            '[families]\nset = ["set"]\n',
            "t.toml:2: the name 'Set' must be a name of lower case letters, digits and '_' that starts with a letter",
        ),
        # what the checks find has its line too
        (
            HEAD + 'kind = "date"\ndefault = "tomorrow"\n',
            HEAD + 'kind = "date"\ndefault = "today"\n',
            "t.toml:5: plan.day: default 'tomorrow' is no day; write 'today' or a day as 2026-12-31",
        ),
    ],
)
def test_wrong_beside_right(wrong, right, message):
    parse_tables(right, origin="t.toml")
    with pytest.raises(TableError) as caught:
        parse_tables(wrong, origin="t.toml")
    assert str(caught.value) == message


def test_error_carries_its_facts_and_its_cause():
    with pytest.raises(TableError) as caught:
        parse_tables(HEAD + 'kind = "dat"\n', origin="t.toml")
    error = caught.value
    assert (error.file, error.line, error.verb, error.slot) == ("t.toml", 5, "plan", "day")
    assert (error.problem, error.advice) == ("unknown kind 'dat'", "did you mean 'date'?")
    assert isinstance(error.__cause__, ValidationError)


def test_without_a_file_the_line_stands_alone():
    with pytest.raises(TableError, match=r"^5: plan\.day: unknown kind"):
        parse_tables(HEAD + 'kind = "dat"\n')


def test_python_gives_the_same_error_without_the_place():
    text = HEAD + 'kind = "date"\ndefault = "tomorrow"\n'
    with pytest.raises(TableError) as from_text:
        parse_tables(text, origin="t.toml")
    slot = SlotSpec(name="day", kind=SlotKind.DATE, default="tomorrow")
    verb = VerbSpec(name="plan", triggers=(Trigger(phrase="plan"),), confirm="Plan {day}", slots=(slot,))
    with pytest.raises(TableError) as from_python:
        TableSet(verbs=(verb,))
    assert str(from_text.value) == f"t.toml:5: {from_python.value}"
