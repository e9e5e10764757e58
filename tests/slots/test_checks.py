from __future__ import annotations

import re
import time

import pytest

from slots.checks import CHECKS, find_problems
from slots.errors import TableError
from slots.tables import EntityType, SlotKind, SlotSpec, TableSet, Trigger, VerbSpec
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
DAY = 'day: kind = "date"; prepositions = ["on"]'
ALL = verb(BOOK, READER, SHELF, FEE, SIZE, DAY)


def error_of(text: str) -> str:
    with pytest.raises(TableError) as caught:
        parse_tables(text)
    return re.sub(r"^\d+: ", "", str(caught.value))


def form(settings: str, name: str = "other") -> str:
    return f'[[verbs.lend.forms]]\nname = "{name}"\n{settings}\n'


def test_right_tables_have_no_findings():
    assert find_problems(parse_tables(ALL)) == ()


# ------------------------------------------------------------------ errors, each beside a right one


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        # triggers: empty ones
        (verb(BOOK, trigger=""), verb(BOOK), 'lend: has no trigger, so nothing can start it; add triggers = ["..."]'),
        (
            verb(BOOK, trigger='" "'),
            verb(BOOK),
            "lend: trigger ' ' is empty; write the words that start the verb",
        ),
        # ... that name what does not exist
        (
            verb(BOOK, trigger='"{lent} book"'),
            verb(BOOK, trigger='"{lend} book"'),
            "lend: trigger '{lent} book' names no family 'lent'; did you mean 'lend'?",
        ),
        (
            verb(BOOK, FEE, trigger='"{lend} <fees>"'),
            verb(BOOK, FEE, trigger='"{lend} <fee>"'),
            "lend: trigger '{lend} <fees>' names no slot 'fees'; did you mean 'fee'?",
        ),
        (
            verb(BOOK, trigger='"{lend book"'),
            verb(BOOK, trigger='"{lend} book"'),
            "lend: trigger '{lend book' cannot be read at '{lend'; write {family}, <slot> or plain words",
        ),
        (
            verb(BOOK, trigger='"lend !"'),
            verb(BOOK, trigger='"lend it"'),
            "lend: trigger 'lend !': '!' has no letter or digit, so no word of a message matches it",
        ),
        # ... that fill what does not exist
        (
            verb(BOOK, SIZE, trigger='{ phrase = "lend", fills = { sise = "small" } }'),
            verb(BOOK, SIZE, trigger='{ phrase = "lend", fills = { size = "small" } }'),
            "lend: trigger 'lend' fills no slot 'sise'; did you mean 'size'?",
        ),
        (
            verb(BOOK, SIZE, trigger='{ phrase = "lend", fills = { size = "smal" } }'),
            verb(BOOK, SIZE, trigger='{ phrase = "lend", fills = { size = "small" } }'),
            "lend: trigger 'lend' fills size with 'smal', which is none of the choices; did you mean 'small'?",
        ),
        # ... that an earlier verb hides, families written out
        (
            verb(BOOK) + '[verbs.give]\nread = true\ntriggers = ["give out"]\n',
            verb(BOOK) + '[verbs.give]\nread = true\ntriggers = ["give out leaflets"]\n',
            "give: trigger 'give out' is hidden: '{lend}' of lend also stands for 'give out';"
            " only one verb may have it",
        ),
        (
            verb(BOOK, FEE, trigger='"{lend} <fee>"')
            + '[verbs.pay]\nread = true\ntriggers = ["lend <sum>"]\nslots.sum = { kind = "money" }\n',
            verb(BOOK, FEE, trigger='"{lend} <fee>"')
            + '[verbs.pay]\nread = true\ntriggers = ["lend <sum>"]\nslots.sum = { kind = "duration" }\n',
            "pay: trigger 'lend <sum>' is hidden: '{lend} <fee>' of lend also stands for 'lend <money>';"
            " only one verb may have it",
        ),
        # families
        (
            "[families]\nlend = []\n",
            '[families]\nlend = ["lend"]\n',
            "family 'lend' is empty; list the words that mean it, its own included",
        ),
        (
            '[families]\nlend = ["lend", ""]\n',
            '[families]\nlend = ["lend", "loan"]\n',
            "family 'lend': '' is empty",
        ),
        # entity types
        (
            verb(BOOK).replace("[entity_types.shelf]", '[entity_types.shelf]\nnouns = ["-"]'),
            verb(BOOK).replace("[entity_types.shelf]", '[entity_types.shelf]\nnouns = ["rack"]'),
            "entity type 'shelf': noun '-' has no letter or digit, so no word of a message matches it",
        ),
        (
            verb(BOOK.replace('["book"]', '["bok"]')),
            verb(BOOK),
            "lend.book: entity type 'bok' is not declared; did you mean 'book'?",
        ),
        (
            verb(BOOK.replace('["book"]', "[]")),
            verb(BOOK),
            'lend.book: an entity slot takes no entity type; add entities = ["..."]',
        ),
        (
            verb(BOOK, more='creates = "boook"'),
            verb(BOOK, more='creates = "book"'),
            "lend: 'creates' names entity type 'boook', which is not declared; did you mean 'book'?",
        ),
        (
            verb(BOOK, more='outputs = { who = "redaer" }'),
            verb(BOOK, more='outputs = { who = "reader" }'),
            "lend: 'outputs' names entity type 'redaer', which is not declared; did you mean 'reader'?",
        ),
        # markers
        (
            verb(BOOK, READER, more='markers = ["to"]'),
            verb(BOOK, READER, more='markers = ["to go"]'),
            "lend.reader: 'to' is a marker of the verb and a preposition of this slot; take it out of one of them",
        ),
        (
            verb(BOOK, more='markers = [""]'),
            verb(BOOK, more='markers = ["please"]'),
            "lend: marker '' is empty",
        ),
        # words that no message can hold
        (
            verb(BOOK, READER.replace('"to"', '"to", "—"')),
            verb(BOOK, READER.replace('"to"', '"to", "over to"')),
            "lend.reader: preposition '—' has no letter or digit, so no word of a message matches it",
        ),
        (
            verb(BOOK, READER.replace('"to"', '"t\\u200bo"')),
            verb(BOOK, READER),
            "lend.reader: preposition 't\\u200bo' holds invisible characters, which are dropped from every message",
        ),
        # one preposition for two slots of one class; two classes are told apart
        (
            verb(BOOK, READER, SHELF.replace("from", "to")),
            verb(BOOK, READER, FEE.replace("for", "to"), DAY.replace('"on"', '"to"')),
            "lend.shelf: preposition 'to' is claimed by reader too, and both hold names; give one of them another"
            " preposition, or a form that separates them",
        ),
        (
            verb(BOOK, FEE, FEE.replace("fee", "fine") + "; bare = false"),
            verb(BOOK, FEE, 'fine: kind = "number"; prepositions = ["for"]'),
            "lend.fine: preposition 'for' is claimed by fee too, and both hold money; give one of them another"
            " preposition, or a form that separates them",
        ),
        (
            verb(BOOK, READER, SIZE.replace('"as"', '"TO"')),
            verb(BOOK, READER, SIZE.replace('"as"', '"into"')),
            "lend.size: preposition 'TO' is claimed by reader too, and both hold names; give one of them another"
            " preposition, or a form that separates them",
        ),
        # ... unless a form separates them
        (
            verb(BOOK, READER, SHELF.replace("from", "to"))
            + form('when = { missing = "book" }\nprepositions = { book = ["of"] }'),
            verb(BOOK, READER, SHELF.replace("from", "to"))
            + form('when = { missing = "book" }\nprepositions = { shelf = ["from"] }'),
            "lend.shelf: preposition 'to' is claimed by reader too, and both hold names; give one of them another"
            " preposition, or a form that separates them",
        ),
        # two objects
        (
            verb(BOOK, READER + "; is_object = true"),
            verb(BOOK, SIZE + "; is_object = true"),
            "lend.reader: book is the object of the verb too; give one of them a preposition, or a form that"
            " separates them",
        ),
        (
            verb(BOOK, READER + "; is_object = true") + form('when = { missing = "book" }'),
            verb(BOOK, READER + "; is_object = true") + form('when = { missing = "book" }\nobjects = ["reader"]'),
            "lend.reader: book is the object of the verb too; give one of them a preposition, or a form that"
            " separates them",
        ),
        # forms
        (
            verb(BOOK, READER) + form('when = { missing = "boook" }'),
            verb(BOOK, READER) + form('when = { missing = "book" }'),
            "lend: form 'other': 'missing' names no slot 'boook'; did you mean 'book'?",
        ),
        (
            verb(BOOK, READER) + form('when = { missing = "book" }\nprepositions = { raeder = ["for"] }'),
            verb(BOOK, READER) + form('when = { missing = "book" }\nprepositions = { reader = ["for"] }'),
            "lend: form 'other': 'prepositions' names no slot 'raeder'; did you mean 'reader'?",
        ),
        (
            verb(BOOK, READER) + form('when = { reference_before = ["reader", "fee"] }'),
            verb(BOOK, READER) + form('when = { reference_before = ["reader", "book"] }'),
            "lend: form 'other': 'reference_before' names no slot 'fee'; known are book, reader",
        ),
        (
            verb(BOOK, READER) + form("when = {}"),
            verb(BOOK, READER) + form('when = { words = ["for"] }'),
            "lend: form 'other' has an empty 'when', so it always applies; say when it does",
        ),
        (
            verb(BOOK, READER) + form('when = { words = ["for"] }') + form('when = { words = ["for"] }', "third"),
            verb(BOOK, READER) + form('when = { words = ["for"] }') + form('when = { words = ["by"] }', "third"),
            "lend: form 'third' is hidden: 'other' applies in the same case",
        ),
        (
            verb(BOOK, READER) + form('when = { words = ["for"] }') + form('when = { words = ["by"] }'),
            verb(BOOK, READER) + form('when = { words = ["for"] }') + form('when = { words = ["by"] }', "third"),
            "lend: form 'other' is declared twice",
        ),
        (
            verb(BOOK, READER) + form('when = { words = ["?"] }'),
            verb(BOOK, READER) + form('when = { words = ["for"] }'),
            "lend: form 'other': '?' has no letter or digit, so no word of a message matches it",
        ),
        # menus with nothing to list
        (
            verb(BOOK, FEE + '; menu = "choices"'),
            verb(BOOK, SIZE + '; menu = "choices"'),
            "lend.fee: menu 'choices' cannot ask for kind money; leave 'menu' out",
        ),
        (
            verb(BOOK, READER + '; menu = "dates"'),
            verb(BOOK, READER + '; menu = "recent"', DAY + '; menu = "dates"'),
            "lend.reader: menu 'dates' cannot ask for kind entity; menus for it are listed, mentioned, none, recent"
            " or recent_mine",
        ),
        (
            verb(BOOK, DAY + '; menu = "mentioned"'),
            verb(BOOK, DAY + '; menu = "dates"'),
            "lend.day: menu 'mentioned' cannot ask for kind date; menus for it are dates or none",
        ),
        (
            verb(BOOK + '; menu = "listed"; listed_on = "shelv"', SHELF),
            verb(BOOK + '; menu = "listed"; listed_on = "shelf"', SHELF),
            "lend.book: 'listed_on' names 'shelv', no other entity slot; did you mean 'shelf'?",
        ),
        (
            verb(BOOK + '; menu = "listed"; listed_on = "fee"', SHELF, FEE),
            verb(BOOK + '; menu = "listed"; listed_on = "shelf"', SHELF, FEE),
            "lend.book: 'listed_on' names 'fee', no other entity slot; known are shelf",
        ),
        (
            verb(BOOK + '; type_slot = "siz"', SIZE),
            verb(BOOK + '; type_slot = "size"', SIZE),
            "lend.book: 'type_slot' names 'siz', no other slot; did you mean 'size'?",
        ),
        # templates
        (
            verb(BOOK, confirm="Lend {book} to {raeder}"),
            verb(BOOK, READER, confirm="Lend {book}[ to {reader}]"),
            "lend: 'confirm' shows no slot 'raeder'; known are book",
        ),
        (
            verb(BOOK, more='done = "Lent {boook}"'),
            verb(BOOK, more='done = "Lent {book}"'),
            "lend: 'done' shows no slot 'boook'; did you mean 'book'?",
        ),
        (
            verb(BOOK + '; prompt = "Which {bok}?"'),
            verb(BOOK + '; prompt = "Which book?"'),
            "lend.book: 'prompt' shows no slot 'bok'; did you mean 'book'?",
        ),
        (
            verb(BOOK, confirm="Lend {book"),
            verb(BOOK, confirm="Lend {book}"),
            "lend: 'confirm' has a '{' without its '}'",
        ),
        (
            verb(BOOK, READER, confirm="Lend {book}[ to {reader}"),
            verb(BOOK, READER, confirm="Lend {book}[ to {reader}]"),
            "lend: 'confirm' has a '[' without its ']'",
        ),
        (
            verb(BOOK, confirm="Lend {book}[ now]"),
            verb(BOOK, confirm="Lend {book} now"),
            "lend: 'confirm' has the optional part '[ now]' without a slot",
        ),
        # a yes must be to exactly what was shown
        (
            verb(BOOK, READER + "; required = true", confirm="Lend to {reader}"),
            verb(BOOK, READER + "; required = true"),
            "lend.book: required, but 'confirm' does not show it; add {book} to it",
        ),
        (
            verb(BOOK, SIZE + "; required = true", confirm="Lend {book}"),
            verb(BOOK + '; type_slot = "size"', SIZE + "; required = true", confirm="Lend {book}"),
            "lend.size: required, but 'confirm' does not show it; add {size} to it",
        ),
        # tools
        (
            verb(BOOK, SIZE, more='tool = "lend_{size}"'),
            verb(BOOK, SIZE + "; required = true", more='tool = "lend_{size}"'),
            "lend: tool 'lend_{size}' needs size, which may stay empty; set required = true on it",
        ),
        (
            verb(BOOK, more='tool = "lend it"'),
            verb(BOOK, more='tool = "lend_it"'),
            "lend: tool 'lend it' is no name; use lower case letters, digits, '_' and {slot}",
        ),
        # defaults
        (
            verb(BOOK, DAY + '; default = "tomorow"'),
            verb(BOOK, DAY + '; default = "today"'),
            "lend.day: default 'tomorow' is no day; write 'today' or a day as 2026-12-31",
        ),
        (
            verb(BOOK, 'month: kind = "month"; default = "today"'),
            verb(BOOK, 'month: kind = "month"; default = "this_month"'),
            "lend.month: default 'today' is no month; write 'this_month' or a month as 2026-12",
        ),
        (
            verb(BOOK, 'month: kind = "month"; default = "2026-13"'),
            verb(BOOK, 'month: kind = "month"; default = "2026-12"'),
            "lend.month: default '2026-13' is no month; write 'this_month' or a month as 2026-12",
        ),
        (
            verb(BOOK, SHELF + '; default = "speaker"'),
            verb(BOOK, READER + '; default = "speaker"'),
            "lend.shelf: default 'speaker' is only for entity slots of a person type; set is_person = true in the"
            " entity type, or take the default out",
        ),
        (
            verb(BOOK, 'note: kind = "text"; default = "today"; prepositions = ["note"]'),
            verb(BOOK, 'note: kind = "text"; default = "none"; prepositions = ["note"]'),
            "lend.note: default 'today' is only for date slots",
        ),
        (
            verb(BOOK, SIZE + '; default = "larg"'),
            verb(BOOK, SIZE + '; default = "large"'),
            "lend.size: default 'larg' is none of the choices; did you mean 'large'?",
        ),
        (
            verb(BOOK, FEE + '; default = "free"'),
            verb(BOOK, FEE + "; default = 0"),
            "lend.fee: default 'free' is no number",
        ),
        (
            verb(BOOK, FEE + "; maximum = 5; default = 6"),
            verb(BOOK, FEE + "; maximum = 5; default = 5"),
            "lend.fee: default '6' is over the maximum 5",
        ),
        (
            verb(BOOK, FEE + "; above = 0; default = 0"),
            verb(BOOK, FEE + "; minimum = 0; default = 0"),
            "lend.fee: default '0' is not above 0",
        ),
        # bounds
        (
            verb(BOOK + "; maximum = 3"),
            verb(BOOK, FEE + "; maximum = 3"),
            "lend.book: 'maximum' means nothing for kind entity; it is for kind duration, money or number",
        ),
        (
            verb(BOOK, FEE + "; minimum = 4; maximum = 3"),
            verb(BOOK, FEE + "; minimum = 3; maximum = 3"),
            "lend.fee: minimum 4 is greater than maximum 3",
        ),
        (
            verb(BOOK, FEE + "; above = 3; maximum = 3"),
            verb(BOOK, FEE + "; above = 2; maximum = 3"),
            "lend.fee: no number is above 3 and at most 3",
        ),
        # choices
        (
            verb(BOOK, 'size: kind = "choice"'),
            verb(BOOK, 'size: kind = "choice"; choices_from = "sizes"'),
            "lend.size: a choice slot has neither 'choices' nor 'choices_from'; give one of them",
        ),
        (
            verb(BOOK, SIZE + '; choices_from = "sizes"'),
            verb(BOOK, SIZE),
            "lend.size: a choice slot has both 'choices' and 'choices_from'; give one of them",
        ),
        (
            verb(BOOK, 'size: kind = "choice"; choices = ["big", { name = "huge", aliases = ["Big"] }]'),
            verb(BOOK, 'size: kind = "choice"; choices = ["big", { name = "huge", aliases = ["Huge"] }]'),
            "lend.size: choices 'big' and 'huge' share the word 'Big'; a word is for one",
        ),
        (
            verb(BOOK, 'size: kind = "choice"; choices = ["big", "big"]'),
            verb(BOOK, 'size: kind = "choice"; choices = ["big", "huge"]'),
            "lend.size: choice 'big' is listed twice",
        ),
        # settings of other kinds
        (
            verb(BOOK, FEE + "; infer = true"),
            verb(BOOK, READER + "; infer = true"),
            "lend.fee: 'infer' means nothing for kind money; it is for kind entity",
        ),
        (
            verb(BOOK, FEE + '; auto_create = { tool = "a", permission = "a", argument = "a" }'),
            verb(BOOK, READER + '; auto_create = { tool = "a", permission = "a", argument = "a" }'),
            "lend.fee: 'auto_create' means nothing for kind money; it is for kind entity",
        ),
        (
            verb('title: kind = "name"; is_object = true; unique = true'),
            verb('title: kind = "name"; is_object = true; unique = true; entities = ["book"]'),
            "lend.title: 'unique' needs to know among which entities; add entities = [\"...\"]",
        ),
    ],
)
def test_error_beside_right(wrong, right, message):
    parse_tables(right)
    assert error_of(wrong) == message


SLOT = SlotSpec(name="note", kind=SlotKind.TEXT, is_object=True)
NOTE = VerbSpec(name="take_note", triggers=(Trigger(phrase="note"),), confirm="Note {note}", slots=(SLOT,))


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        # what TOML itself refuses can be declared in Python
        ({"verbs": (NOTE, NOTE)}, "take_note: a verb of this name is declared twice"),
        (
            {"verbs": (NOTE.model_copy(update={"slots": (SLOT, SLOT)}),)},
            "take_note.note: a slot of this name is declared twice",
        ),
        ({"entity_types": (EntityType(name="book"), EntityType(name="book"))}, "entity type 'book' is declared twice"),
    ],
)
def test_declared_twice(parts, message):
    with pytest.raises(TableError) as caught:
        TableSet(**parts)
    assert str(caught.value) == message


# ------------------------------------------------------------------ all of them together


def test_findings_are_in_the_order_of_the_tables():
    second = verb('note: kind = "text"', confirm="").removeprefix(TYPES)
    second = second.replace("verbs.lend", "verbs.jot").replace('"{lend}"', '"jot"')
    tables = parse_tables(verb(BOOK, 'note: kind = "text"', READER, confirm="Lend {book}") + second)
    found = [(finding.verb, finding.slot) for finding in find_problems(tables)]
    assert found == [("lend", "note"), ("lend", "note"), ("lend", "reader"), ("jot", None), ("jot", "note")]


def test_the_first_error_is_raised_though_warnings_come_before_it():
    text = verb('note: kind = "text"', FEE + "; infer = true")
    assert error_of(text) == "lend.fee: 'infer' means nothing for kind money; it is for kind entity"


def test_every_check_says_what_it_finds():
    assert all(check.__doc__ for check in CHECKS)


def test_a_dozen_verbs_are_checked_at_once():
    one = ALL.removeprefix(TYPES)
    text = TYPES + "".join(
        one.replace("verbs.lend", f"verbs.lend_{letter}").replace('"{lend}"', f'"{{lend}} {letter}"')
        for letter in "abcdefghijkl"
    )
    tables = parse_tables(text)
    started = time.perf_counter()
    assert find_problems(tables) == ()
    # 4 ms on a laptop; the bound is wide, for busy machines
    assert time.perf_counter() - started < 0.1
