"""What pronouns point at and what is inferred: the agency's typed log."""

from datetime import timedelta

import pytest

from resolver.entities import Entity, Mention
from resolver.outcome import Ambiguous, Missing, Reason, Resolved, Tier
from tests.playing import Play
from tests.studio import NOW, studio_directory

NAMES = {"rando": "project", "nike": "project", "acme-r": "project", "old": "project", "c-acme": "client",
         "c-north": "client", "joh": "user", "sar": "user", "mar": "user", "ven": "user", "rob": "user",
         "design": "task", "dev": "task"}  # fmt: skip
HOME = studio_directory(users=[{"id": "rob", "name": "Robin Oke", "role": "user", "kind": "staff"}])


def log(*turns):
    """Build the log, newest first: each turn a list of ids; a star says that the turn created it."""
    return tuple(
        Mention(type=NAMES[word.strip("*")], id=word.strip("*"), name=word, turn=f"m{number}",
                at=NOW - timedelta(minutes=minutes), by="ana", is_created=word.endswith("*"))
        for number, (minutes, words) in enumerate(turns)
        for word in words.split()
    )  # fmt: skip


def outcome(text, slot, mentions):
    play = Play(directory=HOME)
    play.mentions = mentions
    return play.say(text).top.slots[slot]


@pytest.mark.parametrize(
    ("text", "slot", "turns", "id_"),
    [
        # it is the thing of the slot's type that was mentioned last
        ("log 2h of dev to it", "project_name", [(1, "nike")], "nike"),
        ("log 2h of dev to it", "project_name", [(1, "c-acme joh"), (2, "nike")], "nike"),
        ("log 2h of dev to it", "project_name", [(1, "rando"), (2, "nike")], "rando"),
        ("log 2h of dev to that", "project_name", [(1, "nike")], "nike"),
        # the client where a client is wanted
        ("create project Hub for them as T&M", "client_name", [(1, "nike c-acme joh")], "c-acme"),
        ("allocate 2h to them on Nike", "user_name", [(1, "nike c-acme joh")], "joh"),
        # pronouns fit the person, when theirs are known
        ("allocate 2h to her on Nike", "user_name", [(1, "joh"), (2, "sar")], "sar"),
        ("allocate 2h to him on Nike", "user_name", [(1, "joh sar")], "joh"),
        ("allocate 2h to him on Nike", "user_name", [(1, "rob")], "rob"),
        ("allocate 2h to them on Nike", "user_name", [(1, "sar")], "sar"),
        ("set his rate to 90", "user_name", [(1, "sar"), (5, "mar")], "mar"),
        ("set her rate to 90", "user_name", [(1, "sar"), (5, "mar")], "sar"),
        # a vendor is no staff
        ("allocate 2h to them on Nike", "user_name", [(1, "ven"), (2, "joh")], "joh"),
        # of several, what the turn created comes before what it named
        ("log 2h of dev to it", "project_name", [(1, "rando nike*")], "nike"),
        # what is archived points nowhere
        ("log 2h of dev to it", "project_name", [(1, "old"), (2, "nike")], "nike"),
        # the project is what the noun says, in a slot of several types
        ("archive the project", "target", [(1, "c-acme nike")], "nike"),
        ("archive the client", "target", [(1, "c-acme nike")], "c-acme"),
        ("archive that project", "target", [(1, "c-acme"), (2, "nike")], "nike"),
        # 24 hours, to the minute
        ("log 2h of dev to it", "project_name", [(24 * 60 - 1, "nike")], "nike"),
        # me is the speaker
        ("allocate 2h to me on Nike", "user_name", [], "ana"),
        ("assign me as PM to Nike", "user_name", [(1, "joh")], "ana"),
    ],
)  # fmt: skip
def test_pronoun_points_at(text, slot, turns, id_):
    found = outcome(text, slot, log(*turns))
    assert isinstance(found, Resolved), found
    assert (found.value.id, found.tier) == (id_, Tier.PRONOUN)


@pytest.mark.parametrize(
    ("text", "slot", "turns", "ids"),
    [
        ("log 2h of dev to it", "project_name", [(1, "rando nike")], {"rando", "nike"}),
        # two creations
        ("log 2h of dev to it", "project_name", [(1, "rando* nike*")], {"rando", "nike"}),
        ("allocate 2h to them on Nike", "user_name", [(1, "joh sar")], {"joh", "sar"}),
        # it, of several types
        ("archive it", "target", [(1, "c-acme nike")], {"c-acme", "nike"}),
    ],
)
def test_several_referents_are_asked_about(text, slot, turns, ids):
    found = outcome(text, slot, log(*turns))
    assert isinstance(found, Ambiguous)
    assert {one.value.id for one in found.candidates} == ids


@pytest.mark.parametrize(
    ("text", "slot", "turns"),
    [
        # nothing mentioned, or nothing that fits
        ("log 2h of dev to it", "project_name", []),
        ("log 2h of dev to it", "project_name", [(1, "c-acme joh")]),
        ("allocate 2h to her on Nike", "user_name", [(1, "joh mar")]),
        ("allocate 2h to it on Nike", "user_name", [(1, "joh nike")]),
        ("assign her as PM to Nike", "user_name", [(1, "ven")]),
        # a person is not what him points at where a client is wanted
        ("create project Hub for him as T&M", "client_name", [(1, "c-acme joh")]),
        # longer ago than a day
        ("log 2h of dev to it", "project_name", [(24 * 60 + 1, "nike")]),
        # a vendor's slot takes no staff
        ("create a liability for them on Nike for $5", "vendor_name", [(1, "joh")]),
    ],
)
def test_no_referent(text, slot, turns):
    found = outcome(text, slot, log(*turns))
    assert isinstance(found, Missing) and found.reason is Reason.NO_REFERENT
    assert found.said


@pytest.mark.parametrize(
    ("text", "turns", "id_"),
    [
        # the only project of the most recent turn that has any
        ("log 2h of dev", [(1, "nike")], "nike"),
        ("log 2h of dev", [(1, "joh"), (2, "nike c-acme"), (3, "rando")], "nike"),
        # two are not one, and an older turn does not help
        ("log 2h of dev", [(1, "nike rando"), (2, "acme-r")], None),
        # words for the slot, even unknown ones, keep it from being inferred
        ("log 2h of dev to Atlantis", [(1, "nike")], None),
        ("log 2h of Acme", [(1, "nike")], None),
        ("log 2h of dev", [(24 * 60 + 1, "nike")], None),
        ("log 2h of dev", [], None),
    ],
)
def test_project_is_inferred(text, turns, id_):
    found = outcome(text, "project_name", log(*turns))
    assert (found.value.id if isinstance(found, Resolved) else None) == id_
    assert not isinstance(found, Resolved) or found.tier is Tier.INFERRED


@pytest.mark.parametrize(
    ("text", "slot"), [("assign as PM to Nike", "user_name"), ("create project Hub as T&M", "client_name")]
)
def test_people_and_clients_are_never_inferred(text, slot):
    assert isinstance(outcome(text, slot, log((1, "joh c-acme"))), Missing)


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        # what was resolved enters the log, run or not; what was only listed does not
        (["log 2h of dev to Nike for John"], {"dev", "nike", "joh"}),
        (["assign Mark as PM"], {"mar"}),
        # the speaker by default is no mention
        (["log 2h of dev to Nike"], {"dev", "nike"}), (["assign me as PM to Nike"], {"nike"}),
        (["assign Mark as PM", "1"], {"rando"}),
        (["archive Acme"], set()), (["list projects"], set()), (["help"], set()),
    ],
)  # fmt: skip
def test_what_enters_the_log(said, logged):
    assert {entry.id for entry in Play().say(*said).decision.logged} == logged


def test_a_menu_for_a_pronoun_is_in_order_of_type():
    home = studio_directory()
    home.put(home.tenants[0], Entity("project", "fresh", "Fresh"))
    home.put(home.tenants[0], Entity("client", "c-fresh", "Fresh Fruit"))
    play = Play(directory=home)
    refs = (("task", "dev"), ("project", "fresh"), ("client", "c-fresh"))
    play.mentions = tuple(Mention(type=kind, id=id_, name="", turn="m1", at=NOW, by="ana") for kind, id_ in refs)
    assert play.say("archive it").menu == ["Fresh Fruit (client)", "Fresh (project)", "Development (task)"]
