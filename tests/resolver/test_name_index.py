"""The index of names finds what comparing every name finds, as far as it promises, however the names changed."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolver.candidates import KEPT
from resolver.entities import Entity, NamesLookup, SimilarLookup
from resolver.match import match_entities, names_of
from resolver.name_index import NameIndex
from resolver.name_words import calling_words
from resolver.nearness import near_entities
from resolver.outcome import Tier
from slots.text import key_of, words_of

# The reference: every name, one after the other


def bearing(entities, lookup):
    wanted = set(lookup.keys)

    def keys(entity):
        own = {key_of(name) for name in names_of(entity)}
        return own | set(calling_words(entity.name)) if entity.type in lookup.people else own

    return tuple(one.ref for one in entities if one.type in lookup.types and wanted & keys(one))


def similar(entities, lookup):
    return tuple(
        one.ref
        for one in entities
        if one.type in lookup.types and (match_entities(lookup.phrase, [one]) or near_entities(lookup.phrase, [one]))
    )


WHOLE = (Tier.EXACT, Tier.ALIAS, Tier.BARE, Tier.PART)


def promised(entities, lookup):
    """Return those that a phrase names without a slip: these are found, however large the directory."""
    hits = ((one, match_entities(lookup.phrase, [one])) for one in entities if one.type in lookup.types)
    return {one.ref for one, hit in hits if hit is not None and hit.tier in WHOLE}


def index_of(entities):
    index = NameIndex()
    for entity in entities:
        index.put(entity.ref, names_of(entity))
    return index


WORDS = """
the a an of and & harbour harbor harbours shop shops owl night nightowl press on point onpoint museum small things
t&m t&e 2 two 24 design redesign desgin salt stone stoney o'neill oneill José jose cake kace caek international
internationale intarnationale
sh\u043ep \u0441\u0430ke sh0p Анна Ане anna ann an the-a Straße strasse x ... three 3d extraordinary extraordinaries
""".split()
LETTERS = st.text("abcdé-' 2", max_size=14)
NAMES = st.one_of(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join), LETTERS)
ENTITIES = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 12), NAMES, st.lists(NAMES, max_size=2)), max_size=25
)


@st.composite
def slips(draw, words=NAMES):
    """Return a name with a few letters slipped, doubled, lost or swapped."""
    text = draw(words)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(len(text) - 2, 0)))
        kind = draw(st.sampled_from("swap lose double change split".split()))
        pair = text[at : at + 2]
        new = {"swap": pair[::-1], "lose": pair[1:], "double": pair[:1] + pair, "change": "e" + pair[1:],
               "split": pair[:1] + " " + pair[1:]}[kind]  # fmt: skip
        text = text[:at] + new + text[at + 2 :]
    return text


def held_by(puts):
    """Return what a directory holds after some puts, in order, and an index that followed them."""
    index, held = NameIndex(), {}
    for type_, number, name, aliases in puts:
        entity = Entity(type_, str(number), name, tuple(aliases))
        held[entity.ref] = entity
        index.put(entity.ref, names_of(entity))
    return index, tuple(held.values())


TYPES = st.sampled_from((("a",), ("a", "b"), ("b", "a"), ("c",)))


@settings(max_examples=400, deadline=None)
@given(ENTITIES, st.lists(slips(), max_size=4), TYPES, st.sampled_from(((), ("a",))))
def test_names_are_those_of_a_scan(puts, phrases, types, people):
    index, entities = held_by(puts)
    keys = tuple(sorted({key for text in phrases for key in (key_of(text), *map(key_of, text.split()))} - {""}))
    lookup = NamesLookup(keys, types, people)
    assert index.bearing(lookup) == bearing(entities, lookup)


@settings(max_examples=600, deadline=None)
@given(ENTITIES, slips(), TYPES)
def test_similar_names_match_or_come_near(puts, phrase, types):
    index, entities = held_by(puts)
    lookup = SimilarLookup(phrase, types)
    found = index.similar(lookup)
    said = set(words_of(phrase))
    known = [one.ref for one in entities if any(said & set(words_of(name)) for name in names_of(one))]
    everything = {*similar(entities, lookup), *known}
    assert found == tuple(one.ref for one in entities if one.ref in everything and one.ref in set(found))
    assert promised(entities, lookup) <= set(found) or len(found) >= KEPT


@settings(max_examples=200, deadline=None)
@given(ENTITIES, st.sets(st.integers(0, 12)), slips())
def test_what_was_dropped_is_found_no_more(puts, dropped, phrase):
    index, entities = held_by(puts)
    for number in dropped:
        for type_ in "ab":
            index.drop((type_, str(number)))
    left = [entity for entity in entities if int(entity.id) not in dropped]
    fresh, lookup = index_of(left), SimilarLookup(phrase, ("a", "b"))
    assert index.similar(lookup) == fresh.similar(lookup)
    assert len(index) == len(left)


LONG = st.sampled_from("marlow foods harbor bakery lantern street northwind studio pepper orchard".split())


@settings(max_examples=400, deadline=None)
@given(st.lists(LONG, min_size=1, max_size=3, unique=True).map(" ".join), st.data())
def test_one_slip_in_every_word_is_found(name, data):
    puts = [
        ("a", str(number), f"{one} {two}") for number, (one, two) in enumerate(zip("abcdefgh", "stuvwxyz", strict=True))
    ]
    index = index_of([Entity(*one) for one in puts] + [Entity("a", "90", name)])
    typed = " ".join(data.draw(slipped(word)) for word in name.split())
    assert ("a", "90") in index.similar(SimilarLookup(typed, ("a",)))


@st.composite
def slipped(draw, word):
    """Return a word with one letter lost, doubled, changed or swapped with the next."""
    at = draw(st.integers(0, len(word) - 2))
    kind = draw(st.sampled_from("swap lose double change none".split()))
    one, two = word[at : at + 2]
    new = {"swap": two + one, "lose": two, "double": one + one + two, "change": "q" + two, "none": one + two}[kind]
    return word[:at] + new + word[at + 2 :]


def test_a_word_that_many_bear_costs_nothing_beside_a_rare_one():
    crowd = [Entity("a", str(number), f"Orchard Phase {number}") for number in range(3000)]
    index = index_of([*crowd, Entity("a", "rare", "Orchard Quince"), Entity("a", "both", "Phase Orchard Ltd")])
    assert index.similar(SimilarLookup("orchard quinse", ("a",)))[-1] == ("a", "rare")
    # common words only: those that bear all of them, the whole name among them
    assert ("a", "both") in index.similar(SimilarLookup("phase orchard", ("a",)))


def test_misspelt_words_that_many_bear_are_looked_up_together():
    names = [f"{one} {two}" for one in ("Charles", "Carla", "Chloe") for two in ("Dunn", "Burton", "Wang")]
    crowd = [Entity("a", str(number), f"{names[number % 9]} {number}") for number in range(6_000)]
    index = index_of([*crowd, Entity("a", "meant", "Charles Dunn")])
    assert ("a", "meant") in index.similar(SimilarLookup("charlse dunnn", ("a",)))
    assert ("a", "meant") in index.similar(SimilarLookup("charles dunnn", ("a",)))


MANY_ORCHARDS = [Entity("a", str(number), f"Orchard Phase {number}") for number in range(3000)]
MANY_WORDS = [
    Entity("a", f"q{number}", f"Qu{one}{two}" * 2) for number, (one, two) in enumerate(product("aeio", "abcdet"))
]


@pytest.mark.parametrize(
    ("phrase", "is_found"),
    [
        # it breaks off in the last word, however many have the others
        ("orchard qui", True), ("Orchard-Quibb", True), ("orchard q", True),
        # the last word is misspelt behind its first letters, beyond a slip
        ("orchard quibleh", True),
        # another beginning; one word that no name has is looked up by itself
        ("orchard zuibb", False), ("quibb", True),
    ],
)  # fmt: skip
def test_a_name_is_found_by_how_it_begins(phrase, is_found):
    index = index_of([*MANY_ORCHARDS, *MANY_WORDS, Entity("a", "meant", "Orchard Quibble")])
    index.put(("a", "archived"), ("Orchard Quibbles",), is_active=False)
    found = index.similar(SimilarLookup(phrase, ("a",)))
    assert (("a", "meant") in found) is is_found
    index.put(("a", "meant"), ("Orchard Rose",))
    assert ("a", "meant") not in index.similar(SimilarLookup(phrase, ("a",)))


def test_usual_words_are_looked_up_together_beside_one_that_is_another():
    pairs = ("Orchard Pepper", "Pepper Lantern", "Orchard Lantern")
    crowd = [Entity("a", str(number), f"{pairs[number % 3]} {number}") for number in range(3000)]
    index = index_of([*crowd, Entity("a", "meant", "Orchard Pepper Lantern Quay"), Entity("a", "moss", "Moss")])
    assert ("a", "meant") in index.similar(SimilarLookup("orchard pepper lantern moss", ("a",)))


def test_an_initial_is_looked_for_among_all_who_bear_the_other_word():
    others = ("Ann", "Bea", "Cleo", "Dora", "Eve")
    index = index_of([Entity("a", str(number), f"{others[number % 5]} Pepper {number}") for number in range(300)])
    index.put(("a", "meant"), ("Kayleigh Pepper",))
    assert ("a", "meant") in index.similar(SimilarLookup("k pepper", ("a",)))


def test_names_of_the_same_few_consonants_do_not_crowd_the_others_out():
    vowels = [f"M{one}{two}t{three}" for one in "aeiou" for two in "aeiou" for three in "aeiou"]
    crowd = [Entity("a", f"{text}{number}", f"{text} {text}") for number, text in enumerate(vowels * 4)]
    index = index_of([*crowd, *(Entity("a", f"z{number}", f"Mohit Zz{number}") for number in range(5))])
    found = index.similar(SimilarLookup("mohit", ("a",)))
    assert [id_ for _, id_ in found if id_ in {"z0", "z1", "z2", "z3", "z4"}] == ["z0", "z1", "z2", "z3", "z4"]


@pytest.mark.parametrize(("others", "tier"), [(20, Tier.FUZZY), (3000, None)])
def test_in_a_crowd_a_slip_is_believed_no_more(others, tier):
    index = index_of([*MANY_ORCHARDS[:others], Entity("a", "meant", "Orchard Barlow")])
    entities = {one.ref: one for one in (*MANY_ORCHARDS, Entity("a", "meant", "Orchard Barlow"))}
    found = [entities[ref] for ref in index.similar(SimilarLookup("orchard harlow", ("a",)))]
    hits = match_entities("orchard harlow", found)
    assert (hits.tier if hits else None) == tier
    assert near_entities("orchard harlow", found)[0].id == "meant"


def test_rivals_of_a_misspelt_name_are_found_beside_it():
    index = index_of([Entity("a", "1", "Ida Smith"), Entity("a", "2", "Eva Stone"), Entity("a", "3", "Ida Smythe")])
    assert index.similar(SimilarLookup("ida smyth", ("a",))) == (("a", "1"), ("a", "3"))


def test_archived_names_do_not_crowd_out_the_others():
    index = NameIndex()
    for number in range(100):
        index.put(("a", str(number)), (f"Pepper {number}",), is_active=number > 95)
    found = [int(id_) for _, id_ in index.similar(SimilarLookup("pepper", ("a",)))]
    assert [one for one in found if one > 95] == [96, 97, 98, 99]
    assert len(found) == KEPT + 4


PEOPLE = (
    Entity("user", "1", "An Wang"),
    Entity("user", "2", "Sarah Quill", ("Sally Ann",)),
    Entity("client", "3", "The Sarah Fund"),
    Entity("client", "4", "Wang & Sons", ("the a b",)),
)


@pytest.mark.parametrize(
    ("keys", "people", "expected"),
    [
        # a word of a person's name calls them, one of an alias or of a thing's name does not
        (("sarah",), ("user",), ["2"]),
        (("sally",), ("user",), []),
        (("sarah",), (), []),
        # an article before a person's name is a word of it
        (("an",), ("user",), ["1"]),
        # whole names and aliases, of any type
        (("sallyann", "thesarahfund", "wangandsons"), (), ["2", "3", "4"]),
    ],
)
def test_who_bears_a_key(keys, people, expected):
    found = index_of(PEOPLE).bearing(NamesLookup(keys, ("client", "user"), people))
    assert [id_ for _, id_ in found] == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        # written together or apart
        ("anwang", ["1"]),
        ("the sarahfund", ["3"]),
        # articles twice
        ("the a b", ["4"]),
        ("the the", []),
        # a slip, and a swap in a word of any length
        ("sraah", ["2", "3"]),
        # what comes near is looked for where nothing matches
        ("wnag", ["1"]),
        ("wanng", ["1", "4"]),
        ("...", []),
    ],
)
def test_who_is_similar(phrase, expected):
    found = index_of(PEOPLE).similar(SimilarLookup(phrase, ("client", "user")))
    assert [id_ for _, id_ in found] == expected


def test_a_rename_keeps_the_place_and_forgets_the_old_name():
    index = index_of(PEOPLE)
    index.put(("user", "1"), ("Sarah Wang",))
    assert index.similar(SimilarLookup("sarah", ("user",))) == (("user", "1"), ("user", "2"))
    assert index.bearing(NamesLookup(("anwang",), ("user",))) == ()
