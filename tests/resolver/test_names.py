"""What a name in a slot refers to: tiers and rivals, near misses, archived ones, creation and its permission."""

import pytest

from resolver.outcome import Ambiguous, Missing, Reason, Resolved, Tier
from resolver.values import NewValue, plain
from tests.playing import Play
from tests.studio import studio_directory

MORE = {
    "users": [
        {"id": "sb", "name": "Sarah Boone", "role": "user", "kind": "staff"},
        {"id": "gone", "name": "Gil Archer", "role": "user", "kind": "staff", "active": False},
        {"id": "owl", "name": "Ursula Holt", "role": "user", "kind": "staff", "handle": "harbour"},
    ],
    "clients": [
        {"id": "c-hh", "name": "Harbor House"}, {"id": "c-h", "name": "Harbour"},
        {"id": "c-dead", "name": "Dead Letter Office", "active": False},
        {"id": "c-bs", "name": "Bright & Sons", "aliases": ["Brights"]},
        {"id": "c-w", "name": "Whitfield Partners"}, {"id": "c-two", "name": "Beta Two"},
    ],
    "projects": [{"id": "n1", "name": "Nike Sprint One", "type": "T&M"}],
}  # fmt: skip


def outcome(text, slot, user="ana"):
    return Play(user, directory=studio_directory(**MORE)).say(text).top.slots[slot]


@pytest.mark.parametrize(
    ("client", "tier", "name"),
    [
        # exact: case, accents, & and and, punctuation
        ("harbor house", Tier.EXACT, "Harbor House"), ("HARBOR-HOUSE", Tier.EXACT, "Harbor House"),
        ("bright and sons", Tier.EXACT, "Bright & Sons"), ("beta 2", Tier.EXACT, "Beta Two"),
        ("acmé", Tier.EXACT, "Acme"),
        # an alias
        ("Brights", Tier.ALIAS, "Bright & Sons"), ("northwind", Tier.ALIAS, "Northwind Traders"),
        # a whole word that one name has
        ("Whitfield", Tier.PART, "Whitfield Partners"), ("the Traders", Tier.PART, "Northwind Traders"),
        # every word close: a longer phrase wins over the known name inside it
        ("harbour house", Tier.FUZZY, "Harbor House"), ("Whitfeld Partners", Tier.FUZZY, "Whitfield Partners"),
        # the type noun beside it
        ("the client Acme", Tier.EXACT, "Acme"),
    ],
)  # fmt: skip
def test_client_is_found(client, tier, name):
    found = outcome(f"create project Hub for {client} as T&M", "client_name")
    assert isinstance(found, Resolved)
    assert (found.tier, plain(found.value)) == (tier, name)


SPICES = ["Salt Pepper", "Red Pepper Mill", "Pepper Rose", "Pepper Mill Two", "Pepper Ltd", "Pepper Isle"]


@pytest.mark.parametrize(
    ("client", "names"),
    [
        # one word that many have: the name that is it but for its form, those that begin with it, the others
        ("pepper", ["Pepper Ltd", "Pepper Rose", "Pepper Mill Two", "Pepper Isle", "Salt Pepper", "Red Pepper Mill"]),
        # it begins none of them
        ("mill", ["Red Pepper Mill", "Pepper Mill Two"]),
    ],
)
def test_those_who_bear_a_word_are_in_order(client, names):
    directory = studio_directory(clients=[{"id": f"s{at}", "name": name} for at, name in enumerate(SPICES)])
    found = Play("ana", directory=directory).say(f"create project Hub for {client} as T&M").top.slots["client_name"]
    assert isinstance(found, Ambiguous)
    assert [candidate.label for candidate in found.candidates] == names


@pytest.mark.parametrize(
    ("text", "slot", "names"),
    [
        # one word that several people have
        ("assign Sarah as PM to Nike", "user_name", ["Sarah Quill", "Sarah Boone"]),
        # of several types: in the order of the types, the type said
        ("archive Acme", "target", ["Acme (client)", "Acme (project)"]),
        # a near miss of a name is never filled or created silently
        ("create project Hub for Acme Labs as T&M", "client_name", ["Acme"]),
    ],
)
def test_several_are_asked_about(text, slot, names):
    found = outcome(text, slot)
    assert isinstance(found, Ambiguous)
    assert [candidate.label for candidate in found.candidates] == names


@pytest.mark.parametrize(
    ("text", "slot", "reason"),
    [
        # nothing of that name
        ("log 2h of dev to Atlantis", "project_name", Reason.NO_MATCH),
        # of another type only
        ("assign Nike as PM to Rando Site", "user_name", Reason.NO_MATCH),
        # of the type but not of the kind: a vendor is no staff, a fixed price project no retainer
        ("assign Loom Works as PM to Nike", "user_name", Reason.NO_MATCH),
        ("create a retainer period for Nike", "parent", Reason.NO_MATCH),
        # archived: no candidate, but named as archived, by its full name only
        ("log 2h of dev to Legacy Intranet", "project_name", Reason.ARCHIVED),
        ("assign Gil Archer as PM to Nike", "user_name", Reason.ARCHIVED),
        ("assign Gil as PM to Nike", "user_name", Reason.ARCHIVED),
        # a handle is no name, and a name no handle
        ("assign harbour as PM to Nike", "user_name", Reason.NO_MATCH),
        ("assign @ursula as PM to Nike", "user_name", Reason.NO_MATCH),
    ],
)
def test_nothing_is_found(text, slot, reason):
    found = outcome(text, slot)
    assert isinstance(found, Missing) and found.reason is reason


@pytest.mark.parametrize(
    ("text", "slot", "id_", "tier"),
    [
        ("assign @harbour as PM to Nike", "user_name", "owl", Tier.MENTION),
        ("assign @JOHN as PM to Nike", "user_name", "joh", Tier.MENTION),
        ("assign <@U9MARK> as PM to Nike", "user_name", "mar", Tier.MENTION),
        ("assign <@u9mark|mark> as PM to Nike", "user_name", "mar", Tier.MENTION),
        ("assign John as PM to Nike", "user_name", "joh", Tier.PART),
        ("assign Bell as PM to Nike", "user_name", "joh", Tier.PART),
        # the longer name wins over the shorter one inside it
        ("log 2h of dev to nike sprint one", "project_name", "n1", Tier.EXACT),
        ("log 2h of dev to nike", "project_name", "nike", Tier.EXACT),
        # where the preposition wants one type, a name of another type is no rival
        ("log 2h of dev to Acme", "project_name", "acme-r", Tier.EXACT),
        ("archive the client Acme", "target", "c-acme", Tier.EXACT),
    ],
)
def test_one_is_found(text, slot, id_, tier):
    found = outcome(text, slot)
    assert isinstance(found, Resolved)
    assert (found.value.id, found.tier) == (id_, tier)


@pytest.mark.parametrize(
    ("user", "client", "result"),
    [
        # nothing of that name: created by those who may
        ("ana", "Zed", "Zed"),
        # others are told whose permission it takes
        ("joh", "Zed", Reason.NOT_ALLOWED),
        # a near miss offers the near ones, creation only to those who may
        ("ana", "Acme Labs", ("Acme Labs", ["Acme"])),
        ("joh", "Acme Labs", ("", ["Acme"])),
        # "new" passes a near miss
        ("ana", "new client Acme Labs", "Acme Labs"),
        ("joh", "new client Acme Labs", Reason.NOT_ALLOWED),
        # what is there already is taken
        ("ana", "Acme", Tier.EXACT),
        ("ana", "new client Acme", Tier.EXACT),
        # but "new" takes no part of a name, and asks about one that is only misspelt
        ("ana", "new client Traders", "Traders"),
        ("ana", "new client Northwnd Traders", ("Northwnd Traders", ["Northwind Traders"])),
        # what was archived is said, and made again only when it is said to be new
        ("ana", "Dead Letter Office", Reason.ARCHIVED),
        ("ana", "Dead Letter", Reason.ARCHIVED),
        ("ana", "Dead Leter Office", Reason.ARCHIVED),
        ("ana", "new client Dead Letter Office", "Dead Letter Office"),
    ],
)
def test_creation_on_the_way(user, client, result):
    found = outcome(f"create project Hub for {client} as T&M", "client_name", user)
    match found:
        case Ambiguous():
            assert (found.may_create, [one.label for one in found.candidates]) == result
        case Missing():
            assert found.reason is result and (found.permission == "create_client") is (user == "joh")
        case Resolved(value=NewValue(name=name)):
            assert name == result and found.tier is Tier.NEW
        case Resolved():
            assert found.tier is result


@pytest.mark.parametrize(
    ("project", "unused"),
    [
        ("Rando Site frontend", "frontend"),
        # other known names among them
        ("Rando Site sarah", "sarah"), ("Rando Site with Sarah Quill", "with Sarah Quill"),
    ],
)  # fmt: skip
def test_words_that_a_known_name_leaves_out_are_kept(project, unused):
    found = outcome(f"log 2h of dev to {project}", "project_name")
    assert isinstance(found, Resolved)
    assert (plain(found.value), found.unused) == ("Rando Site", unused)


PHASES = {
    "projects": [
        {"id": "h", "name": "Hub", "type": "T&M"}, {"id": "h2", "name": "Hub Phase 2", "type": "T&M"},
        {"id": "rh", "name": "Hub Archive", "type": "T&M", "active": False},
    ]
}  # fmt: skip


@pytest.mark.parametrize(
    ("project", "filled", "near"),
    [
        # what follows a name is said of it
        ("Hub frontend", "Hub", ()), ("Hub Phase 2", "Hub Phase 2", ()),
        # unless another name is nearer, or it is a number
        ("Hub Phase 3", "", ("Hub Phase 2", "Hub")), ("Hub phase II", "", ("Hub Phase 2", "Hub")),
        ("Nike 2", "", ("Nike",)),
        # or all of it names something that was archived
        ("Hub Archive", "", ()),
    ],
)  # fmt: skip
def test_words_behind_a_known_name(project, filled, near):
    play = Play("ana", directory=studio_directory(**PHASES)).say(f"log 2h of dev to {project}")
    found = play.top.slots["project_name"]
    assert (plain(found.value) if isinstance(found, Resolved) else "") == filled
    assert tuple(hint.label for hint in getattr(found, "hints", ())) == near


@pytest.mark.parametrize("said", ["may 34", "may 0"])
def test_an_unreadable_day_with_a_name_in_it_is_no_other_day(said):
    may = {"users": [{"id": "may", "name": "May Chen", "role": "user", "kind": "staff"}]}
    play = Play("ana", directory=studio_directory(**may)).say(f"log 2h on {said} of design to Nike")
    found = play.top.slots["date"]
    assert isinstance(found, Missing) and (found.reason, found.said) == (Reason.UNREADABLE, said)


def test_a_readable_day_with_a_name_in_it_is_that_day():
    may = {"users": [{"id": "may", "name": "May Chen", "role": "user", "kind": "staff"}]}
    play = Play("ana", directory=studio_directory(**may)).say("log 2h on may 4 of design to Nike")
    assert plain(play.top.slots["date"].value) == "2026-05-04"
    assert play.top.slots["user_name"].value.id == "ana"


@pytest.mark.parametrize(
    ("text", "said", "type_"),
    [
        ("archive the design task", "task", "task"), ("archive Nike", "", "project"),
        ("archive the project Nike", "project", "project"), ("rename Mark to Marc", "", "user"),
    ],
)  # fmt: skip
def test_the_type_follows_from_what_was_chosen(text, said, type_):
    found = outcome(text, "target_type")
    assert (plain(found.value), found.tier, found.said) == (type_, Tier.IMPLIED, said)


@pytest.mark.parametrize(
    ("text", "slot", "hints"),
    [
        # row 10: a task "Acme" names the missing project, which comes first in its menu and is not filled
        ("log time for John on Acme — 3h design Monday", "project_name", ["Acme"]),
        ("log 2h of Nike", "project_name", ["Nike"]),
        ("log 2h of dev", "project_name", []),
    ],
)
def test_hints_for_a_missing_slot(text, slot, hints):
    found = outcome(text, slot)
    assert isinstance(found, Missing)
    assert [hint.label for hint in found.hints] == hints


# Letters of other alphabets

ALPHABETS = {
    "clients": [
        {"id": "c-r", "name": "Ромашка"}, {"id": "c-g", "name": "Αθήνα Καφέ"},
        {"id": "c-fake", "name": "Lo\u043em House"}, {"id": "c-0", "name": "B00kshop"},
    ],
    "users": [{"id": "eli", "name": "Ηλίας Νίκου", "role": "user", "kind": "staff"}],
}  # fmt: skip


def written(text, slot):
    return Play("ana", directory=studio_directory(**ALPHABETS)).say(text).top.slots[slot]


@pytest.mark.parametrize(
    ("client", "tier", "name"),
    [
        # a real name of another alphabet is found as any: whole, by a part, misspelt
        ("Ромашка", Tier.EXACT, "Ромашка"), ("РОМАШКА", Tier.EXACT, "Ромашка"), ("Рамашка", Tier.FUZZY, "Ромашка"),
        ("αθηνα καφε", Tier.EXACT, "Αθήνα Καφέ"), ("Καφέ", Tier.PART, "Αθήνα Καφέ"),
        # and so is one that mixes alphabets, by its own letters
        ("Lo\u043em House", Tier.EXACT, "Lo\u043em House"),
    ],
)  # fmt: skip
def test_a_name_is_found_in_its_own_letters(client, tier, name):
    found = written(f"create project Hub for {client} as T&M", "client_name")
    assert isinstance(found, Resolved)
    assert (found.tier, plain(found.value)) == (tier, name)


def test_one_word_of_a_persons_name_is_found_in_small_letters():
    found = written("set rate for ηλίας to $50", "user_name")
    assert isinstance(found, Resolved) and plain(found.value) == "Ηλίας Νίκου"


@pytest.mark.parametrize(
    ("client", "near"),
    [
        # one letter, all letters, full width; a part of a name; a slip of the hand beside it
        ("\u0410cme", "Acme"), ("\u0410\u0421\u041c\u0415", "Acme"), ("\uff21\uff43\uff4d\uff45", "Acme"),
        ("N\u043erthwind", "Northwind Traders"), ("N\u043erthwind Tradrs", "Northwind Traders"),
        # the other way round: what is there already only looks Latin
        ("Loom House", "Lo\u043em House"), ("P\u043eмашка", "Ромашка"),
        # digits for letters
        ("Bookshop", "B00kshop"), ("N0rthwind", "Northwind Traders"),
    ],
)  # fmt: skip
def test_a_look_alike_is_never_filled_or_created_silently(client, near):
    found = written(f"create project Hub for {client} as T&M", "client_name")
    assert isinstance(found, Ambiguous) and found.may_create == client
    assert near in [candidate.label for candidate in found.candidates]


@pytest.mark.parametrize(("project", "near"), [("N\u0456ke", "Nike"), ("R\u0430ndo Site", "Rando Site")])
def test_a_look_up_with_odd_letters_is_asked_about(project, near):
    found = written(f"log 2h of dev to {project}", "project_name")
    assert isinstance(found, Missing) and found.reason is Reason.NO_MATCH
    assert near in [candidate.label for candidate in found.hints]
