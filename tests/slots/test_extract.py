"""From an utterance to the phrases that fill a verb's slots: the rules of "Finding the words", verb by verb."""

import pytest

from slots.extraction import PhraseKind, Role
from slots.text import key_of
from slots.words import PronounKind
from tests.playing import STUDIO_NAMES, extracted, words

LONG = STUDIO_NAMES | {
    "forthewin": frozenset({"client"}), "bricktoclickmigration": frozenset({"project"}),
    "24hourfitness": frozenset({"client"}), "onhold": frozenset({"project"}), "clientportal": frozenset({"project"}),
    "harbour": frozenset({"client"}), "thehomedepot": frozenset({"client"}),
}  # fmt: skip


def check(text, **slots):
    assert words(extracted(text, names=LONG)) == slots


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # the spike's row 1
        ("Create project Rando Hub for Smithsonian as T&M, 40h, due 2026-12-01",
         {"project_name": "Rando Hub", "client_name": "Smithsonian", "project_type": "T&M", "hours_budget": "40h",
          "deadline": "2026-12-01"}),
        # the last "for" takes the client, what stands before belongs to the name
        ("create project For Ever for Acme", {"project_name": "For Ever", "client_name": "Acme"}),
        ("create project Gifts for Dads for Acme", {"project_name": "Gifts for Dads", "client_name": "Acme"}),
        # a known name is found before any boundary is cut
        ("create project Hub for For The Win", {"project_name": "Hub", "client_name": "For The Win"}),
        # and is plain text inside a new name
        ("create project Acme Relaunch for Northwind", {"project_name": "Acme Relaunch", "client_name": "Northwind"}),
        ("create project Nike for Acme", {"project_name": "Nike", "client_name": "Acme"}),
        # that it is to be done now is said by whoever says it, but a new name may end so
        ("create project Act Now for Acme", {"project_name": "Act Now", "client_name": "Acme"}),
        ("create client Act Now", {"client_name": "Act Now"}),
        ("set rate for Mark to 90 right now", {"user_name": "Mark", "rate": "90"}),
        ("archive Nike immediately, please", {"target": "Nike"}),
        ("archive Zed-Now", {"target": "Zed-Now"}),
        ("archive Zed - now", {"target": "Zed"}),
        # "at" and "with" end a project's name
        ("create project Hub at $50k for Acme",
         {"project_name": "Hub", "contract_value": "$50k", "client_name": "Acme"}),
        # a comma and a dash end it too
        ("create project Hub, for Acme", {"project_name": "Hub", "client_name": "Acme"}),
        ("create a fixed price project for Acme — $50k, 200h",
         {"client_name": "Acme", "project_type": "fixed price", "contract_value": "$50k", "hours_budget": "200h"}),
        # a typed value at the right edge of a new name fills its slot, inside it is a part of it
        ("create project Hub 40h for Acme", {"project_name": "Hub", "hours_budget": "40h", "client_name": "Acme"}),
        ("create project 40 Hours Later for Acme", {"project_name": "40 Hours Later", "client_name": "Acme"}),
        ("create project Hub for 24 Hour Fitness", {"project_name": "Hub", "client_name": "24 Hour Fitness"}),
        ("create project Hub for 24 Hour Diner", {"project_name": "Hub", "client_name": "24 Hour Diner"}),
        # a date needs its preposition here
        ("create project Monday Club for Acme", {"project_name": "Monday Club", "client_name": "Acme"}),
        ("create project Hub for Acme due next friday",
         {"project_name": "Hub", "client_name": "Acme", "deadline": "next friday"}),
        ("create project Hub for Acme due by dec 1",
         {"project_name": "Hub", "client_name": "Acme", "deadline": "dec 1"}),
        # "by" without a date belongs to the name
        ("create project Stand by Me for Acme", {"project_name": "Stand by Me", "client_name": "Acme"}),
        # called, named
        ("create a project called Hub for Acme", {"project_name": "Hub", "client_name": "Acme"}),
        ("create a project for Acme called Hub", {"project_name": "Hub", "client_name": "Acme"}),
        # quoted text is the value
        ('create project "For Me, at 40h" for Acme', {"project_name": "For Me, at 40h", "client_name": "Acme"}),
        ("create project “On Time” for Acme", {"project_name": "On Time", "client_name": "Acme"}),
        # and a name ends with it: what follows is read on, and a noun leads to its slot
        ('create project "Hub" client "Acme"', {"project_name": "Hub", "client_name": "Acme"}),
        ('create project "Hub" client Acme', {"project_name": "Hub", "client_name": "Acme"}),
        ('create project "Hub" type "T&M" for "Acme"',
         {"project_name": "Hub", "project_type": "T&M", "client_name": "Acme"}),
        ('create project "Hub" hooray for Acme', {"project_name": "Hub", "client_name": "Acme"}),
        # but not one with marks inside
        ('create project The "Big" Hub for Acme', {"project_name": 'The "Big" Hub', "client_name": "Acme"}),
        ("create project Hub client portal for Acme", {"project_name": "Hub client portal", "client_name": "Acme"}),
        # capitals are kept as typed, fillers at the ends dropped
        ("um, can you create project rando HUB for acme please?", {"project_name": "rando HUB", "client_name": "acme"}),
        # type nouns and articles beside a name
        ("create project Hub for the client Acme", {"project_name": "Hub", "client_name": "Acme"}),
        ("create project Hub for new client Zed", {"project_name": "Hub", "client_name": "Zed"}),
        # an article that belongs to the name stays
        ("create project Hub for The Home Depot", {"project_name": "Hub", "client_name": "The Home Depot"}),
        # an empty object
        ("create project", {}), ("create a project for Acme", {"client_name": "Acme"}),
    ],
)  # fmt: skip
def test_create_project(text, slots):
    check(text, **slots)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("log 2 hours of design to it", {"hours": "2 hours", "task_name": "design", "project_name": "it"}),
        # "for" is a person here
        ("log 2h of dev to Nike for John",
         {"hours": "2h", "task_name": "dev", "project_name": "Nike", "user_name": "John"}),
        # the preposition of a date belongs to the date, other ones to names
        ("log 4h of dev to Nike on Tuesday",
         {"hours": "4h", "task_name": "dev", "project_name": "Nike", "date": "Tuesday"}),
        ("log 4h to Nike on dev", {"hours": "4h", "project_name": "Nike", "task_name": "dev"}),
        ("log 4h to Nike on dev on Tuesday",
         {"hours": "4h", "project_name": "Nike", "task_name": "dev", "date": "Tuesday"}),
        ("log 4h on dev to Nike for yesterday",
         {"hours": "4h", "project_name": "Nike", "task_name": "dev", "date": "yesterday"}),
        ("log 4h for John for yesterday to Nike",
         {"hours": "4h", "user_name": "John", "date": "yesterday", "project_name": "Nike"}),
        # a date without one
        ("log 3h of design to Nike yesterday",
         {"hours": "3h", "task_name": "design", "project_name": "Nike", "date": "yesterday"}),
        ("log time for John on Acme — 3h design Monday",
         {"user_name": "John", "task_name": "Acme", "hours": "3h", "date": "Monday"}),
        # right-greedy: prepositions inside a known name do not count
        ("log 2h of dev to Brick to Click Migration",
         {"hours": "2h", "task_name": "dev", "project_name": "Brick to Click Migration"}),
        ("log 2h of dev to On Hold on monday",
         {"hours": "2h", "task_name": "dev", "project_name": "On Hold", "date": "monday"}),
        # words are whole: "on" is not in "jon"
        ("log 2h of dev to Nike for jon",
         {"hours": "2h", "task_name": "dev", "project_name": "Nike", "user_name": "jon"}),
        # hours in words
        ("log two and a half hours of dev to Nike",
         {"hours": "two and a half hours", "task_name": "dev", "project_name": "Nike"}),
        ("track half an hour of dev to Nike", {"hours": "half an hour", "task_name": "dev", "project_name": "Nike"}),
        # mentions
        ("log 2h of dev to Nike for @john",
         {"hours": "2h", "task_name": "dev", "project_name": "Nike", "user_name": "@john"}),
        # repairs: the last value wins
        ("log two, no, three hours of dev to Nike",
         {"hours": "three hours", "task_name": "dev", "project_name": "Nike"}),
        ("log 2h, I mean 3h, of dev to Nike", {"hours": "3h", "task_name": "dev", "project_name": "Nike"}),
        ("log 2h, wait, 3h of dev to Nike", {"hours": "3h", "task_name": "dev", "project_name": "Nike"}),
        ("log 2h of dev to Nike, no, Acme", {"hours": "2h", "task_name": "dev", "project_name": "Acme"}),
        ("log 2h of dev to Nike on monday, actually tuesday",
         {"hours": "2h", "task_name": "dev", "project_name": "Nike", "date": "tuesday"}),
        # unreadable dates are kept whole
        ("log 2h of dev to Nike next friday after the holiday",
         {"hours": "2h", "task_name": "dev", "project_name": "Nike", "date": "next friday after the holiday"}),
        ("log", {}), ("log time please", {}),
    ],
)  # fmt: skip
def test_log_time(text, slots):
    check(text, **slots)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # possessives stand for the slot that "for" fills
        ("set John's rate to 150", {"user_name": "John", "rate": "150"}),
        ("set his rate to 150", {"user_name": "his", "rate": "150"}),
        ("set her rate to one fifty an hour", {"user_name": "her", "rate": "one fifty an hour"}),
        ("set Sarah Quill's hourly rate to $90", {"user_name": "Sarah Quill", "rate": "$90"}),
        ("set rate for Sarah to $150", {"user_name": "Sarah", "rate": "$150"}),
        ("set rate of Sarah at a hundred and fifty", {"user_name": "Sarah", "rate": "a hundred and fifty"}),
        ("create Acme's May period", {"parent": "Acme", "period": "May"}),
        ("create the May period for Acme", {"parent": "Acme", "period": "May"}),
        ("create a retainer period for Acme", {"parent": "Acme"}),
        # the new name of rename
        ("rename it to Nike Sprint Two", {"target": "it", "new_name": "Nike Sprint Two"}),
        ("rename project Rando Site to Rando Hub", {"target": "Rando Site", "new_name": "Rando Hub"}),
        ("rename Nike to Back to Basics", {"target": "Nike", "new_name": "Back to Basics"}),
        ("rename Brick to Click Migration to Brick", {"target": "Brick to Click Migration", "new_name": "Brick"}),
        ("rename the client Acme as Acme & Sons", {"target": "Acme", "new_name": "Acme & Sons"}),
        # archive and cancel: the object, its type beside it
        ("archive the design task", {"target": "design"}), ("archive Acme", {"target": "Acme"}),
        ("archive the client Acme", {"target": "Acme"}), ("archive Client Portal", {"target": "Client Portal"}),
        ("kill the project Nike", {"project_name": "Nike"}),
        # references
        ("archive the project", {"target": "the project"}), ("cancel that project", {"project_name": "that project"}),
        ("archive it", {"target": "it"}), ("archive this one", {"target": "this one"}),
        # assign_pm: "as PM" fills nothing
        ("assign Mark as PM", {"user_name": "Mark"}),
        ("assign Mark as the PM to Nike", {"user_name": "Mark", "project_name": "Nike"}),
        ("make Mark the pm of Nike", {"user_name": "Mark", "project_name": "Nike"}),
        ("assign her as project manager on it", {"user_name": "her", "project_name": "it"}),
        # the same preposition twice: money and a vendor
        ("create a liability for Loom Works on Rando Site for $4,500 over 30 hours",
         {"vendor_name": "Loom Works", "project_name": "Rando Site", "agreed_amount": "$4,500",
          "agreed_hours": "30 hours"}),
        ("create a liability for $4,500 for the vendor Loom Works on Rando Site",
         {"vendor_name": "Loom Works", "project_name": "Rando Site", "agreed_amount": "$4,500"}),
        ("create a liability of 900 dollars on Nike", {"agreed_amount": "900 dollars", "project_name": "Nike"}),
        # a new client's name goes to the end
        ("add a client Old Harbor Foundry", {"client_name": "Old Harbor Foundry"}),
        ("add client House of Cards", {"client_name": "House of Cards"}),
        ("create client Acme Labs", {"client_name": "Acme Labs"}),
        ("create a client called Zed & Sons", {"client_name": "Zed & Sons"}),
        # read verbs
        ("who is on Nike?", {"project_name": "Nike"}), ("show me Rando Site", {"project_name": "Rando Site"}),
        ("what is the status of it", {"project_name": "it"}), ("when is Nike due?", {"project_name": "Nike"}),
    ],
)  # fmt: skip
def test_other_verbs(text, slots):
    check(text, **slots)


def only(text, slot, **more):
    (phrase,) = extracted(text, names=LONG, **more).of(slot)
    return phrase


@pytest.mark.parametrize(
    ("text", "slot", "kind", "via"),
    [
        ("archive Acme", "target", PhraseKind.WORDS, "object"),
        ("archive it", "target", PhraseKind.PRONOUN, "object"),
        ("archive the project", "target", PhraseKind.PRONOUN, "object"),
        ("log 2h to Nike for @john", "user_name", PhraseKind.MENTION, "for"),
        ("log 2h to Nike", "hours", PhraseKind.VALUE, "bare"),
        ("log 2h to Nike on monday", "date", PhraseKind.VALUE, "on"),
        ("set John's rate to 150", "user_name", PhraseKind.WORDS, "possessive"),
        ("set his rate to 150", "user_name", PhraseKind.PRONOUN, "possessive"),
        ("set his rate to 150", "rate", PhraseKind.VALUE, "to"),
        ("log 2h to Nike monday before lunch", "date", PhraseKind.UNREADABLE, "bare"),
        ("create project Hub for Acme due whenever", "deadline", PhraseKind.UNREADABLE, "due"),
    ],
)
def test_how_a_phrase_was_found(text, slot, kind, via):
    phrase = only(text, slot)
    assert (phrase.kind, phrase.via) == (kind, via)


@pytest.mark.parametrize(
    ("text", "slot", "noun"),
    [
        ("archive the design task", "target", "task"), ("archive the client Acme", "target", "client"),
        ("archive the customer Acme", "target", "client"), ("archive the project", "target", "project"),
        ("rename project Nike to X", "target", "project"), ("archive Acme", "target", ""),
        ("archive Client Portal", "target", ""),
    ],
)  # fmt: skip
def test_type_nouns(text, slot, noun):
    assert only(text, slot).type_noun == noun


@pytest.mark.parametrize(
    ("text", "slot", "kind"),
    [
        ("archive it", "target", PronounKind.IT), ("allocate 2h to them", "user_name", PronounKind.THEY),
        ("set rate for her to 90", "user_name", PronounKind.SHE), ("set his rate to 90", "user_name", PronounKind.HE),
        ("allocate 2h to me on Nike", "user_name", PronounKind.ME), ("set my rate to 90", "user_name", PronounKind.ME),
    ],
)  # fmt: skip
def test_pronouns(text, slot, kind):
    assert only(text, slot).pronoun is kind


@pytest.mark.parametrize(
    ("text", "is_new"),
    [
        ("create project Hub for new client Zed", True),
        ("create project Hub for a new client Zed", True),
        # "new" alone begins a name
        ("create project Hub for New York", False),
        ("create project Hub for client Zed", False),
    ],
)
def test_new_client(text, is_new):
    assert only(text, "client_name").is_new is is_new


@pytest.mark.parametrize(
    ("text", "leftover", "strays"),
    [
        # words that no slot takes are kept, never glued to a name
        ("log 2h of dev to Nike, billable", ("billable",), []),
        ("log time for John — 3h design Monday", ("design",), ["design"]),
        ("assign Mark as PM quickly", ("quickly",), []),
        # articles and hesitations say nothing
        ("log 2h of dev to Nike, um", (), []),
        ("log the 2h of dev to Nike", (), []),
        ("please log 2h of dev to Nike, thanks", (), []),
        ("log 2h", (), []),
    ],
)
def test_leftover(text, leftover, strays):
    extraction = extracted(text)
    assert extraction.leftover == leftover
    assert [stray.text for stray in extraction.strays] == strays


@pytest.mark.parametrize(
    ("text", "fills"),
    [
        ("create a retainer for Spring with Acme", (("project_type", "Retainer"),)), ("create a project X", ()),
    ],
)  # fmt: skip
def test_object_noun_fills(text, fills):
    assert extracted(text).fills == fills


def test_segments_name_the_role_of_every_word():
    text = "um, log two, no, 3h of the dev to project Nike on Tuesday, billable please"
    extraction = extracted(text)
    shown = [(text[s.span.start : s.span.end], s.role, s.slot) for s in extraction.segments]
    assert shown == [
        ("um,", Role.FILLER, ""),
        ("log", Role.TRIGGER, ""),
        ("two, no", Role.REPAIRED, ""),
        (",", Role.PUNCTUATION, ""),
        ("3h", Role.VALUE, "hours"),
        ("of", Role.PREPOSITION, ""),
        ("the", Role.FILLER, ""),
        ("dev", Role.VALUE, "task_name"),
        ("to", Role.PREPOSITION, ""),
        ("project", Role.NOUN, ""),
        ("Nike", Role.VALUE, "project_name"),
        ("on", Role.PREPOSITION, ""),
        ("Tuesday", Role.VALUE, "date"),
        (",", Role.PUNCTUATION, ""),
        ("billable", Role.LEFTOVER, ""),
        ("please", Role.FILLER, ""),
    ]


@pytest.mark.parametrize(
    ("text", "verb", "asked", "slots"),
    [
        # the whole reply is the value
        ("Harbor Relaunch", "create_project", "project_name", {"project_name": "Harbor Relaunch"}),
        ("Gifts for Dads", "create_project", "project_name", {"project_name": "Gifts for Dads"}),
        # less typed phrases that a comma or the verb's preposition introduces
        ("Harbor, 40 hours, due Dec 1", "create_project", "project_name",
         {"project_name": "Harbor", "hours_budget": "40 hours", "deadline": "Dec 1"}),
        # an over-answer: the verb's prepositions with a known name
        ("Harbor for Acme as T&M", "create_project", "project_name",
         {"project_name": "Harbor", "client_name": "Acme", "project_type": "T&M"}),
        # a bare number counts in the slot that was asked for
        ("3", "log_time", "hours", {"hours": "3"}), ("about 3", "log_time", "hours", {"hours": "3"}),
        ("it was three", "log_time", "hours", {"hours": "three"}),
        ("make it 90 minutes", "log_time", "hours", {"hours": "90 minutes"}),
        ("3 of design", "log_time", "hours", {"hours": "3", "task_name": "design"}),
        # but not inside another sentence
        ("I have 3 questions", "log_time", "hours", {}), ("3 questions", "log_time", "hours", {}),
        # entities
        ("the design task", "log_time", "task_name", {"task_name": "design"}),
        ("design, 3h", "log_time", "task_name", {"task_name": "design", "hours": "3h"}),
        ("design on monday", "log_time", "task_name", {"task_name": "design", "date": "monday"}),
        ("for Mark", "log_time", "user_name", {"user_name": "Mark"}),
        ("it", "log_time", "project_name", {"project_name": "it"}),
        # a correction has no asked slot: only prepositions and forms fill
        ("3h", "log_time", "", {"hours": "3h"}),
        ("to Acme on monday", "log_time", "", {"project_name": "Acme", "date": "monday"}),
        ("Acme", "log_time", "", {}),
        ("by friday", "create_project", "deadline", {"deadline": "friday"}),
        ("friday", "create_project", "deadline", {"deadline": "friday"}),
    ],
)  # fmt: skip
def test_replies(text, verb, asked, slots):
    assert words(extracted(text, verb, asked=asked)) == slots


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("log 2h to Nike, sorry, to Acme", {"hours": "2h", "project_name": "Acme"}),
        ("log 2h on the 3rd, no, on the 4th", {"hours": "2h", "date": "the 4th"}),
        ("set @john's rate to $90", {"user_name": "@john", "rate": "$90"}),
        ('create project Hub for "Acme" as T&M',
            {"project_name": "Hub", "client_name": "Acme", "project_type": "T&M"}),
        ('rename "Nike" to "On Time"', {"target": "Nike", "new_name": "On Time"}),
        ("log 2h of dev to *Nike*", {"hours": "2h", "task_name": "dev", "project_name": "Nike"}),
        ("ARCHIVE THE CLIENT ACME", {"target": "ACME"}),
    ],
)  # fmt: skip
def test_marks_repairs_and_capitals(text, slots):
    check(text, **slots)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        # an emoji begins a new name, or is one; punctuation begins none
        ("create client 🚀 Rocket", "🚀 Rocket"), ("create client 🚀", "🚀"),
        ("create client 👩\u200d💻 Lab", "👩\u200d💻 Lab"),
        ("create client ... Rocket", "Rocket"), ("create client: Rocket", "Rocket"),
        # marks by which a chat shows type are no part of it, however many stand there
        ("create client ```Rocket```", "Rocket"), ("create client **Rocket Lab**", "Rocket Lab"),
        ("create client `Rocket`", "Rocket"), ("create client R**ck", "R**ck"),
    ],
)  # fmt: skip
def test_marks_around_a_new_name(text, name):
    assert words(extracted(text))["client_name"] == name


ROUNDS = STUDIO_NAMES | {"roundone": frozenset({"project"}), key_of("Depot 2"): frozenset({"project"})}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        # behind a name that ends in a number, and a dash, a value stands alone
        ("log time for Mark on Round One — 3h dev", {"user_name": "Mark", "task_name": "Round One", "hours": "3h"}),
        ("log dev to Round One - 90 minutes", {"project_name": "Round One", "hours": "90 minutes"}),
        ("log dev to Depot 2 — 3 hours", {"project_name": "Depot 2", "hours": "3 hours"}),
        ("create project Hall Two - 40h for Acme",
         {"project_name": "Hall Two", "hours_budget": "40h", "client_name": "Acme"}),
        # a range is one: with both ends written alike, or without blanks
        ("log 2 - 3h of dev to Nike", {"hours": "2 - 3h", "task_name": "dev", "project_name": "Nike"}),
        ("log two - three hours of dev to Nike",
         {"hours": "two - three hours", "task_name": "dev", "project_name": "Nike"}),
        ("log one-3h of dev to Nike", {"hours": "one-3h", "task_name": "dev", "project_name": "Nike"}),
        # a word that ends a name leads to something else right behind the trigger
        ("create a retainer with Acme", {}),
        ("create a retainer with Fern", {}),
        ("create a project with a budget of 40h for Acme", {"hours_budget": "40h", "client_name": "Acme"}),
        ("create a project with a deadline dec 1 for Acme", {"deadline": "dec 1", "client_name": "Acme"}),
        ("create project Hall with a budget of 40h", {"project_name": "Hall", "hours_budget": "40h"}),
        # or is the name's first word
        ("create project At Last for Acme", {"project_name": "At Last", "client_name": "Acme"}),
        ("create project with love for Acme", {"project_name": "with love", "client_name": "Acme"}),
        ("create project with a view for Acme", {"project_name": "with a view", "client_name": "Acme"}),
    ],
)  # fmt: skip
def test_names_beside_dashes_and_ends(text, slots):
    found = words(extracted(text, names=ROUNDS))
    assert {slot: said for slot, said in found.items() if slot != "project_type"} == slots
