"""Which verbs an utterance starts: clause starts, gaps, families, values as parts, names around the words."""

import pytest

from slots.compiled import compile_tables
from slots.toml_tables import parse_tables
from slots.triggers import clause_starts, find_triggers, first_word
from states.wishes import find_wishes
from tests.playing import AGENCY, Play, read, started

KITCHEN = compile_tables(
    parse_tables(
        """
[families]
cook = ["cook", "make", "whip up"]

[entity_types.dish]
nouns = ["dish"]

[verbs.brew]
triggers = ["{cook} tea"]
confirm = "Brew tea"

[verbs.prepare]
triggers = ["{cook}"]
confirm = "Cook {dish}"
[verbs.prepare.slots.dish]
kind = "entity"
entities = ["dish"]
required = true
is_object = true
menu = "recent"

[verbs.warm]
triggers = ["warm <dish>", "keep ... warm", "warm <minutes>"]
confirm = "Warm {dish}[ for {minutes} min]"
[verbs.warm.slots.dish]
kind = "entity"
entities = ["dish"]
required = true
is_object = true
menu = "recent"
[verbs.warm.slots.minutes]
kind = "duration"
unit = "minutes"
"""
    )
)
DISHES = {"soup": frozenset({"dish"}), "makedo": frozenset({"dish"}), "teaand2sympathy": frozenset({"dish"})}


def kitchen(text):
    return [match.verb for match in find_triggers(read(text, names=DISHES), KITCHEN)]


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        # more parts before fewer, then the order of the tables
        ("cook tea", ["brew", "prepare"]), ("cook", ["prepare"]), ("cook soup", ["prepare"]),
        # every word of a family, of several tokens too
        ("make tea", ["brew", "prepare"]), ("whip up tea", ["brew", "prepare"]), ("whip up soup", ["prepare"]),
        ("whip tea", []),
        # fillers and politeness before it
        ("um, please could you make tea", ["brew", "prepare"]), ("hey there, warm soup", ["warm"]),
        # nothing else before it
        ("we cook soup", []), ("tea", []), ("the cook", []),
        # a value as a part: a known name, a pronoun, a mention, a typed value
        ("warm soup", ["warm"]), ("warm it", ["warm"]), ("warm @soup", ["warm"]), ("warm 5 minutes", ["warm"]),
        ("warm welcome", []), ("warm my heart", []), ("warm", []),
        # a gap, over names and articles, but over no preposition, mark or more than six words
        ("keep the soup warm", ["warm"]), ("keep it nice and warm", []), ("keep soup, warm", []),
        ("keep a b c d e f warm", ["warm"]), ("keep a b c d e f g h warm", []), ("keep warm", ["warm"]),
        ("make some nice hot tea", ["brew", "prepare"]), ("make soup for tea", ["prepare"]),
        # inside a longer name the words are no trigger
        ("make do", []), ("make do with tea", []), ("make tea and two sympathy", ["prepare"]),
        # but the name may follow
        ("make make do", ["prepare"]),
        # nor in quotation marks
        ('"make tea"', []), ('make "tea"', ["prepare"]),
        # never a part of a word
        ("cooking tea", []), ("make teas", ["prepare"]),
        ("", []), ("...", []),
    ],
)  # fmt: skip
def test_verbs_started(text, verbs):
    assert kitchen(text) == verbs


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        # families of the spike
        ("create project X", "create_project"), ("set up a project X", "create_project"),
        ("start a new project X", "create_project"), ("new project X", "create_project"),
        ("create a fixed price project for Acme", "create_project"), ("add client X", "create_client"),
        ("track 2h of dev", "log_time"), ("record time", "log_time"), ("kill Nike", "cancel_project"),
        ("stop Nike", "cancel_project"), ("hide Acme", "archive"),
        # the object noun decides
        ("create a retainer for Spring with Acme", "create_project"),
        ("create a retainer period for Acme", "create_retainer_period"),
        ("create the May period for Acme", "create_retainer_period"),
        ("create a liability for Loom Works", "create_liability"),
        # month alone is no trigger of a period
        ("create project Hub for Acme, $5k per month", "create_project"),
        # assign: a person is a PM, hours are an allocation
        ("assign Mark as PM", "assign_pm"), ("assign 5h to Mark", "allocate_hours"),
        ("assign hours to Mark", "allocate_hours"), ("make Mark the pm of Nike", "assign_pm"),
        # set_rate in its order of words
        ("set John's rate to 150", "set_rate"), ("set his rate to 150", "set_rate"),
        ("change the rate for Sarah to $150", "set_rate"), ("update Mark's hourly rate to 90", "set_rate"),
        # read verbs, also as questions
        ("who is on Nike?", "get_project_assignments"), ("show me Rando Site", "get_project_info"),
        ("what is the status of it", "get_project_info"), ("list the projects", "list_projects"),
        ("list the active projects", "list_projects"), ("show me our current projects", "list_projects"),
        ("who works here", "list_users"), ("what's the status of Nike?", "get_project_info"),
        ("can you show me Nike?", "get_project_info"),
        # behind words that only lead to a question
        ("can you tell me who works on Nike?", "get_project_assignments"),
        ("I'd like to know the status of Nike", "get_project_info"),
        ("tell me about Nike", "get_project_info"),
    ],
)  # fmt: skip
def test_agency_starts(text, verb):
    assert started(text)[0] == verb


@pytest.mark.parametrize(
    "text",
    [
        # an action word inside a question starts nothing
        "how many hours did John log?", "why did you cancel Nike?", "did you create the project?",
        "when was Acme archived?", "who should assign Mark?",
        # no verb
        "thanks", "hello there", "Nike", "for John", "2h", "the logs are broken", "a log", "reassign Mark",
    ],
)  # fmt: skip
def test_agency_starts_nothing(text):
    play = Play().say(text)
    assert play.state == "idle" and not play.calls


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        # after marks and joining words, with fillers skipped
        ("a, b", ["b"]), ("a and then please b", ["b"]), ("a. b; c", ["b", "c"]), ("a - b", []), ("a — b", ["b"]),
        # not inside names and quotations
        ("for salt and stone", []), ('call it "a, b"', []), ("a,", []), ("", []),
    ],
)  # fmt: skip
def test_clause_starts(text, starts):
    utterance = read(text, names={"saltandstone": frozenset({"client"})})
    assert list(dict.fromkeys(utterance.tokens[at].text for at in clause_starts(utterance))) == starts


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        # two wishes, whatever joins them
        ("log 2h of dev to Nike and archive Acme", ["log 2h of dev to Nike", "archive Acme"]),
        ("archive Acme, then log 2h to Nike", ["archive Acme", "log 2h to Nike"]),
        ("archive Acme. rename it to Beta", ["archive Acme", "rename it to Beta"]),
        ("create client Zed and create project Hub for Zed", ["create client Zed", "create project Hub for Zed"]),
        ("log 2h to Nike; archive Acme; kill Nike", ["log 2h to Nike", "archive Acme", "kill Nike"]),
        # a wish behind an opening that is no verb takes the opening along
        ("the meeting is over, log 2h of dev to Nike", ["the meeting is over, log 2h of dev to Nike"]),
        # one wish: a lone word of a verb inside a name
        ("create project Log and Track for Acme", ["create project Log and Track for Acme"]),
        ("create project Kill and Cure for Acme", ["create project Kill and Cure for Acme"]),
        # a question holds no second wish
        ("who is on Nike, and archive Acme?", ["who is on Nike, and archive Acme?"]),
        # a read verb inside a sentence is none
        ("log 2h of dev to Nike, show me Nike", ["log 2h of dev to Nike, show me Nike"]),
    ],
)  # fmt: skip
def test_wishes_of_one_message(text, wishes):
    play = Play()
    utterance = read(text)
    found = find_wishes(utterance, play.moment(text).setting)
    assert [utterance.words(wish.first, wish.past) for wish in found] == wishes


def test_a_lone_word_before_a_preposition_is_no_wish():
    text = "create project Plan and Hide for Acme"
    assert len(find_wishes(read(text), Play().moment(text).setting)) == 1


def test_a_trigger_may_begin_with_a_value():
    tables = compile_tables(
        parse_tables(
            '[verbs.dim]\ntriggers = ["<level> on lamp", "dim lamp"]\nconfirm = "Dim to {level}"\n'
            '[verbs.dim.slots.level]\nkind = "number"\nrequired = true\n'
            '[verbs.go]\ntriggers = ["go"]'
        )
    )
    assert [started(text, tables=tables, names={}) for text in ("40 on lamp", "dim lamp", "go", "on lamp")] == [
        ["dim"], ["dim"], ["go"], [],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "strong"),
    [
        # two words, or a value, name or pronoun right behind
        ("create client", True), ("archive Acme", True), ("archive it", True), ("log 2h", True),
        ("cancel the Nike", True),
        # a lone word
        ("log", False), ("archive something", False), ("cancel", False),
        # or something that the verb does not take
        ("cancel Northwind", False), ("cancel 2h", False),
    ],
)  # fmt: skip
def test_strength(text, strong):
    assert find_triggers(read(text), AGENCY)[0].is_strong is strong


def test_the_log_shows_the_words_of_a_trigger():
    utterance = read("create a fixed price project for Acme")
    assert first_word(find_triggers(utterance, AGENCY)[0], utterance) == "create … project"
