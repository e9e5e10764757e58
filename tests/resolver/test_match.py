"""Match tiers: which entities a phrase names, by the best tier that has any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolver.entities import Entity
from resolver.match import FEW, match_entities, ranks_of, said_of
from resolver.name_words import calling_words, parts_of
from resolver.nearness import near_entities, nearnesses_of
from resolver.outcome import Tier
from resolver.word_likeness import similarity


def things(*names):
    return [
        Entity("thing", str(number), *(name if isinstance(name, tuple) else (name,)))
        for number, name in enumerate(names)
    ]


HOUSE = things(
    "Harbor House", "Harbour", ("Café Zoë", ("Zoe's",)), "Bright & Sons", "Beta Two", "Nike", "Nike Sprint One",
    "Marlow Foods Holdings, Inc.", "Lumen S.A. de C.V.", "Lotte van der Berg", "Marlow Harbor Foods",
)  # fmt: skip


@pytest.mark.parametrize(
    ("phrase", "tier", "names"),
    [
        # the full name, however it is written
        ("harbor house", Tier.EXACT, ["Harbor House"]),
        ("HARBORHOUSE", Tier.EXACT, ["Harbor House"]),
        ("cafe zoe", Tier.EXACT, ["Café Zoë"]),
        ("bright and sons", Tier.EXACT, ["Bright & Sons"]),
        ("beta 2", Tier.EXACT, ["Beta Two"]),
        ("the Nike", Tier.BARE, ["Nike"]),
        # an alias
        ("zoes", Tier.ALIAS, ["Café Zoë"]),
        ("Harbor House's", Tier.EXACT, ["Harbor House"]),
        # the full name but for its legal form, the order or the cut of its words
        ("marlow foods", Tier.BARE, ["Marlow Foods Holdings, Inc."]),
        ("marlowfoods", Tier.BARE, ["Marlow Foods Holdings, Inc."]),
        ("marlow foods holding incorporated", Tier.BARE, ["Marlow Foods Holdings, Inc."]),
        ("house harbor", Tier.BARE, ["Harbor House"]),
        ("lumen", Tier.BARE, ["Lumen S.A. de C.V."]),
        ("lotte berg", Tier.BARE, ["Lotte van der Berg"]),
        ("lotte van berg", Tier.BARE, ["Lotte van der Berg"]),
        ("bright sons", Tier.BARE, ["Bright & Sons"]),
        ("the lumen", Tier.BARE, ["Lumen S.A. de C.V."]),
        # one word that one name has, with the particles before it
        ("sprint", Tier.PART, ["Nike Sprint One"]),
        ("house", Tier.PART, ["Harbor House"]),
        ("van der berg", Tier.PART, ["Lotte van der Berg"]),
        # every word close to a word of the name
        ("harbour house", Tier.FUZZY, ["Harbor House"]),
        ("harbr house", Tier.FUZZY, ["Harbor House"]),
        ("nike sprnt one", Tier.FUZZY, ["Nike Sprint One"]),
        ("britght & sons", Tier.FUZZY, ["Bright & Sons"]),
        ("harbour foods marlow", Tier.FUZZY, ["Marlow Harbor Foods"]),
        # a misspelt legal form
        ("marlow foods holdngs inc", Tier.FUZZY, ["Marlow Foods Holdings, Inc."]),
        ("marlow foods holdings icn", Tier.FUZZY, ["Marlow Foods Holdings, Inc."]),
    ],
)
def test_phrase_names(phrase, tier, names):
    hits = match_entities(phrase, HOUSE)
    assert hits is not None
    assert (hits.tier, [entity.name for entity in hits.entities]) == (tier, names)


@pytest.mark.parametrize(
    "phrase",
    [
        # nothing like it
        "Smithsonian", "", "&", "...", "the", "and", "inc",
        # one word fits, the other does not
        "harbor mouse trap", "nike running",
        # several words of a longer name are no name, however good a part they are
        "nike sprint", "sprint one", "harbor foods",
        # another particle, or the other order, is another name
        "lotte von berg", "berg lotte",
        # another legal form is another company
        "marlow foods gmbh", "lumen ltd",
        # a particle names nobody, a legal form nothing
        "van der", "holdings",
        # two slips of which one changes the first letter
        "xujiaqiaotown",
        # numbers and short words must be equal
        "beta 3", "nike sprint two",
        # sound alone is not enough
        "rate", "bike",
    ],
)  # fmt: skip
def test_phrase_names_nothing(phrase):
    assert match_entities(phrase, HOUSE) is None


@pytest.mark.parametrize(
    ("phrase", "known", "found"),
    [
        # the last word may be cut short as well as misspelt: the name so begun is a rival
        ("ida smyth", ["Ida Smith", "Ida Smythe"], ["Ida Smith", "Ida Smythe"]),
        ("ida smyth", ["Ida Smith", "Eva Smythe"], ["Ida Smith"]),
        # as one string another name is as close, however it is cut, and whether its short word is another
        ("leann womark", ["Lee Ann Womark", "Leanne Womark"], ["Lee Ann Womark", "Leanne Womark"]),
        ("anne marie grovel", ["Ann Marie Grovel", "Annmarie Grovel"], ["Ann Marie Grovel", "Annmarie Grovel"]),
        # a name without its particle comes before another one that is close
        ("lend arnica", ["Arnican Lend", "Lend of Arnica"], ["Lend of Arnica"]),
        ("road nowhere", ["Road to Nowhere", "Road from Nowhere"], ["Road to Nowhere", "Road from Nowhere"]),
        # the legal form that was said comes before a name without one, which may be meant where none has it
        ("marlow holding", ["Marlow Holdings", "Marlow"], ["Marlow Holdings"]),
        ("marlow holding", ["Marlow Group", "Marlow"], ["Marlow"]),
        ("marlwo group", ["Marlow", "Marlow Group"], ["Marlow Group"]),
    ],
)
def test_rivals_of_a_close_name(phrase, known, found):
    hits = match_entities(phrase, things(*known))
    assert [entity.name for entity in hits.entities] == found


def test_rivals_are_all_returned_in_order():
    hits = match_entities("sarah", things("Sarah Boone", "Sara Lind", "Sarah Oye"))
    assert [entity.name for entity in hits.entities] == ["Sarah Boone", "Sarah Oye"]
    close = match_entities("Hanna Bergg", things("Hanna Berg", "Hanna Bergs"))
    assert close.tier is Tier.FUZZY and len(close.entities) == 2


@pytest.mark.parametrize(
    ("phrase", "near"),
    [
        # one name's words all stand in the other's
        ("Acme Labs", ["Acme"]),
        # the first words are close
        ("Northwnd Trading", ["Northwind Traders"]),
        # more than half of the words
        ("Fort Worth Museum", ["Fort Worth Zoo"]),
        # the last word cut short, an initial, a part of several words, the cut of the words, the sound
        ("Fort Wor", ["Fort Worth Zoo"]),
        ("F Worth Zoo", ["Fort Worth Zoo"]),
        ("fort zoo", ["Fort Worth Zoo"]),
        ("bluheron cofee", ["Blue Heron Coffee"]),
        ("fort wurthsue", ["Fort Worth Zoo"]),
        # words that name nothing by themselves, and begin a name
        ("Al", ["Al Grove"]),
        ("the", []),
        # one common word is not enough
        ("Joe's Coffee", []),
        ("Smithsonian", []),
    ],
)
def test_near_names(phrase, near):
    known = things("Acme", "Northwind Traders", "Fort Worth Zoo", "Blue Heron Coffee", "Al Grove")
    assert [entity.name for entity in near_entities(phrase, known)] == near


@pytest.mark.parametrize(
    ("left", "right", "close"),
    [
        ("design", "desing", True),
        ("cat", "cut", False),
        ("route66", "route67", False),
        ("same", "same", True),
        ("alpha", "omega", False),
    ],
)
def test_similarity_of_words(left, right, close):
    assert (similarity(left, right) >= 0.8) is close


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Print & Paper", ("print", "paper")),
        ("Two Tone Audio", ("tone", "audio")),
        ("Jean-Luc O'Brien", ("jean", "luc", "obrien")),
    ],
)
def test_words_by_which_people_are_called(name, words):
    assert calling_words(name) == words


@pytest.mark.parametrize(
    ("phrase", "names", "near"),
    [
        # what shares most of its words comes first, rivals of equal standing in their order
        ("Stone Press", ["Stone Hill and Garden", "Stone Printing", "Press"],
         "Press; Stone Printing; Stone Hill and Garden"),
        ("Stone Press", ["Stone B", "Stone A"], "Stone B; Stone A"),
        # of those that begin so, the shortest comes first
        ("stone p", ["Stone Press and Garden", "Pine Stone", "Stone Printing", "Stone Pine"],
         "Stone Pine; Stone Printing; Stone Press and Garden; Pine Stone"),
        # initials and openings, in the order of the words before another order
        ("k stone", ["Stone Kelly", "Stan Stone", "Kayleigh Stone", "Ken Stone"],
         "Ken Stone; Kayleigh Stone; Stone Kelly"),
        # a short word is another one, but for letters that changed places
        ("Zed", ["Bed Hill and Garden", "Zde Press"], "Zde Press"),
        # another number is no slip
        ("Phase 12", ["Phase 2", "North Phase 12"], "North Phase 12; Phase 2"),
        # a menu's worth of them
        ("Stone Press", [f"Stone {one}" for one in "abcdefghijkl"], "; ".join(f"Stone {one}" for one in "abcdefghi")),
    ],
)  # fmt: skip
def test_near_names_come_nearest_first(phrase, names, near):
    assert "; ".join(entity.name for entity in near_entities(phrase, things(*names))) == near


@pytest.mark.parametrize(
    ("phrase", "names", "tier"),
    [
        # where many names begin so, words stand in their order
        ("orchard user email", ["Orchard Email User", *(f"Orchard Part {one}" for one in range(11))], None),
        ("orchard user email", ["Orchard Email User", "Orchard Part 1"], Tier.BARE),
        ("orchard usre email", ["Orchard Email User", *(f"Orchard Part {one}" for one in range(11))], None),
        ("orchard emial user", ["Orchard Email User", *(f"Orchard Part {one}" for one in range(11))], Tier.FUZZY),
        # a word that several names have as it was typed is no misspelling, but for another spelling of it
        ("albert johnson", ["Alberto Johnson", "Albert Ray", "Albert Fox", "Albert Dean"], None),
        ("albert johnson", ["Alberto Johnson", "Albert Ray"], Tier.FUZZY),
        ("harbour johnson", ["Harbor Johnson", "Harbour Ray", "Harbour Fox", "Harbour Dean"], Tier.FUZZY),
        # one that any name has is none where its first letter differs
        ("edward crowley", ["Edward Rowley", "Mary Crowley"], None),
        ("edward crowley", ["Edward Rowley"], Tier.FUZZY),
        # a name of one word beside several that begin so is a part of a name like theirs
        ("marlow", ["Marlow Ltd", "Marlow Foods", "Marlow Air", "Marlow Sea"], Tier.PART),
        ("marlow", ["Marlow Ltd", "Marlow Foods"], Tier.BARE),
        # a word for all or none of them is no part of one
        ("everything", ["Ode to Everything"], None),
        ("all of the", ["All Hands"], None),
        ("ode", ["Ode to Everything"], Tier.PART),
        ("all", ["All"], Tier.EXACT),
        ("nothing", ["Nothing Ltd"], Tier.BARE),
    ],
)
def test_what_others_are_called_counts(phrase, names, tier):
    hits = match_entities(phrase, things(*names))
    assert (hits.tier if hits else None) is tier
    assert tier in (None, Tier.PART) or [one.name for one in hits.entities] == [names[0]]


@pytest.mark.parametrize(
    ("phrase", "others", "is_believed"),
    [
        # one slip in a short word, or in a first letter: among many who share the other words it may be another name
        ("ida mrlow", 50, True), ("ida mrlow", 150, False),
        ("ida barlow", 50, True), ("ida barlow", 150, False),
        ("ida karchbanks", 150, False),
        # letters that changed places or stand twice, and a slip in a long word, are what they were
        ("ida malrow", 150, True), ("ida marllow", 150, True), ("ida amrlow", 150, True), ("ida marchbnks", 150, True),
        # nobody else shares the other words
        ("ida marchbanks barlow", 150, True),
    ],
)  # fmt: skip
def test_a_slip_among_many_who_share_the_other_words(phrase, others, is_believed):
    crowd = things("Ida Marlow", "Ida Marchbanks", "Ida Marchbanks Marlow", *(f"Ida {at}" for at in range(others)))
    hits = match_entities(phrase, crowd)
    assert (hits is not None and hits.tier is Tier.FUZZY and len(hits.entities) == 1) is is_believed


@pytest.mark.parametrize(
    "phrase", ["harbor ho", "Harbr House's", "k stone", "st", "al", "G00gle", "acme lmited", "van"]
)
def test_names_compared_at_once_come_as_near_as_one_by_one(phrase):
    names = [
        "Harbor House",
        "Harbour House Ltd",
        "Ken Stone",
        "Stone Kelly",
        "Al Stark",
        "Google",
        "Acme Limited",
        "T&M",
    ]
    alone = [nearnesses_of(phrase, [(name,)])[0] for name in names]
    many = [(f"Place {number}",) for number in range(1_500)]  # more than are remembered
    assert nearnesses_of(phrase, [*((name,) for name in names), *many])[: len(names)] == alone
    assert nearnesses_of(phrase, [names]) == [max(alone)]
    hits = match_entities(phrase, things(*names))
    first = [one.name for one in hits.entities] if hits else []
    assert {name for name in names if match_entities(phrase, things(name))} >= set(first)


NAMES = st.lists(
    st.sampled_from(
        "the and van of harbor harbour harbr foods food fodos nike niek k lumen ltd limted inc s a 2 two josé".split()
    ),
    min_size=1,
    max_size=4,
).map(" ".join)


@given(NAMES, st.lists(NAMES, min_size=FEW + 1, max_size=FEW + 8))
def test_a_glance_at_many_names_refuses_none_that_matches(phrase, names):
    said = said_of(phrase)
    alone = [ranks_of(said, [[parts_of(name)]])[0] for name in names]
    assert ranks_of(said, [[parts_of(name)] for name in names]) == alone
