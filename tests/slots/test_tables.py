"""Tables declared in Python: what is wrong is a ``TableError`` in words, as for a file."""

import pytest

from slots.compiled import compile_tables
from slots.errors import TableError
from slots.tables import SlotKind, SlotSpec, TableSet, Trigger, VerbSpec


@pytest.mark.parametrize(
    ("declare", "told"),
    [
        # a misspelt key
        (
            lambda: SlotSpec(name="day", kind="date", prepositon=("on",)),
            "day: SlotSpec has no 'prepositon'; did you",
        ),
        # a value that is none of the words
        (lambda: SlotSpec(name="day", kind="dat"), "day: 'kind': input should be 'entity'"),
        # a key that is missing
        (lambda: SlotSpec(name="day"), "day: 'kind': field required"),
        # a wrong type
        (lambda: VerbSpec(name="go", triggers=3), "go: 'triggers'"),
        # a name that no table may have
        (lambda: VerbSpec(name="Go There", triggers=()), "'name'"),
    ],
)
def test_wrong_declaration(declare, told):
    with pytest.raises(TableError) as caught:
        declare()
    assert told in str(caught.value)


def test_right_declaration():
    slot = SlotSpec(name="day", kind=SlotKind.DATE, required=True, prepositions=("on",))
    verb = VerbSpec(name="go", triggers=(Trigger(phrase="go"),), confirm="Go on {day}", slots=(slot,))
    assert TableSet(verbs=(verb,)).verb("go").slot("day") == slot


def test_wrong_table_set_is_checked_when_it_is_declared():
    verb = VerbSpec(name="go", triggers=(Trigger(phrase="{went}"),), confirm="Go")
    with pytest.raises(TableError, match="went"):
        TableSet(verbs=(verb,))


@pytest.mark.parametrize(
    ("changed", "is_same"),
    [
        ({}, True),
        ({"confirm": "Leave"}, False),
        ({"slots": (SlotSpec(name="day", kind=SlotKind.DATE, prepositions=("on",)),)}, False),
    ],
)
def test_a_verb_s_mark_changes_with_its_table(changed, is_same):
    verb = VerbSpec(name="go", triggers=(Trigger(phrase="go"),), confirm="Go")
    tables = (TableSet(verbs=(one,)) for one in (verb, VerbSpec(**{**dict(verb), **changed})))
    marks = {compile_tables(table).verbs["go"].fingerprint for table in tables}
    assert (len(marks) == 1) is is_same
