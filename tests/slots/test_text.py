"""The utterance as tokens, and the keys under which names compare equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slots import parts
from slots import text as texts
from slots.parts import UnitKind
from slots.text import TokenKind, clean, fold, kept, key_of, name_key, span_of, text_of, tokenize, windows, words_of

W, N, P, M, X = TokenKind.WORD, TokenKind.NUMBER, TokenKind.POSSESSIVE, TokenKind.MENTION, TokenKind.MARK


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        # white space of any kind is a blank, and every line break one and the same
        ("log\t2h of\u00a0design", "log 2h of design"), ("log 2h\u2028archive it\x0b", "log 2h\narchive it\n"),
        # what cannot be seen is dropped, so that it hides in no name
        ("Ac\u200bme", "Acme"), ("\ufeffAcme", "Acme"), ("Ac\x00me", "Acme"), ("Ac\u202eme", "Acme"),
        ("a\ud800b", "ab"),
        # but what joins an emoji stays
        ("👩\u200d💻", "👩\u200d💻"),
        # composed
        ("Cafe\u0301", "Café"),
        ("", ""),
    ],
)  # fmt: skip
def test_cleaning(typed, cleaned):
    assert clean(typed) == cleaned


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        # the marks by which a chat shows type are one token, however many; other marks are one each
        ("```Acme```", [("```", "`", X), ("Acme", "acme", W), ("```", "`", X)]),
        ("**Acme**", [("**", "*", X), ("Acme", "acme", W), ("**", "*", X)]),
        ("`*", [("`", "`", X), ("*", "*", X)]), ("!!", [("!", "!", X), ("!", "!", X)]),
        # words, with the apostrophes inside them
        ("don't stop", [("don't", "dont", W), ("stop", "stop", W)]),
        ("O’Brien", [("O’Brien", "obrien", W)]),
        # a possessive is a token of its own, also after an s
        ("John's rate", [("John", "john", W), ("'s", "s", P), ("rate", "rate", W)]),
        ("John’s", [("John", "john", W), ("’s", "s", P)]),
        ("James' rate", [("James", "james", W), ("'", "", P), ("rate", "rate", W)]),
        # but "it's", "let's" and "who's" are none
        ("it's", [("it's", "its", W)]), ("who’s", [("who’s", "whos", W)]), ("let's", [("let's", "lets", W)]),
        # an apostrophe that closes a quotation is a mark
        ("'b'", [("'", "'", X), ("b", "b", W), ("'", "'", X)]),
        # numbers, with the commas and points inside them
        ("12,000.50", [("12,000.50", "12000.50", N)]),
        ("2h30", [("2", "2", N), ("h", "h", W), ("30", "30", N)]),
        ("5/6", [("5", "5", N), ("/", "/", X), ("6", "6", N)]),
        ("40h,", [("40", "40", N), ("h", "h", W), (",", ",", X)]),
        # only ASCII digits are numbers
        ("٣", [("٣", "٣", X)]),
        # mentions
        ("@Sarah.Q", [("@Sarah.Q", "@sarah.q", M)]), ("<@U03SARAH>", [("<@U03SARAH>", "<@u03sarah>", M)]),
        ("<@U1|sarah>", [("<@U1|sarah>", "<@u1|sarah>", M)]),
        # an address is none
        ("a@b", [("a", "a", W), ("@", "@", X), ("b", "b", W)]), ("@", [("@", "@", X)]),
        # a sentence's point is no part of a mention
        ("@sarah.", [("@sarah", "@sarah", M), (".", ".", X)]),
        ("Zoë", [("Zoë", "zoe", W)]),
        # the key of a curly quote is the plain one
        ("“", [("“", '"', X)]),
        ("", []), ("   ", []),
    ],
)  # fmt: skip
def test_tokens(text, tokens):
    assert [(token.text, token.key, token.kind) for token in tokenize(text)] == tokens


@pytest.mark.parametrize(("module", "kinds"), [(texts, TokenKind), (parts, UnitKind)])
def test_each_kind_has_its_plain_name(module, kinds):
    assert [getattr(module, kind.name) for kind in kinds] == list(kinds)


@pytest.mark.parametrize("word", ["नमस्ते", "Straße", "Łódź", "가나다", "שלום"])
def test_a_word_of_any_script_is_one_token(word):
    assert [token.text for token in tokenize(clean(word))] == [clean(word)]


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("ACME", "acme"), ("Straße", "strasse"), ("Łódź", "lodz"), ("Ærø", "aero"), ("o'neil", "oneil"),
        ("O’Neil", "oneil"), ("Đorđe", "dorde"),
    ],
)  # fmt: skip
def test_folding(word, folded):
    assert fold(word) == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # case, accents, blanks, hyphens
        ("On Point", "OnPoint"), ("on-point", "On Point"), ("Café Zoë", "cafe zoe"),
        # & and + are "and"
        ("T&M", "t and m"), ("T + M", "T&M"), ("Salt & Stone", "salt and stone"),
        # small number words are digits
        ("Beta 2", "beta two"), ("Fourteen Days", "14 days"),
        # punctuation
        ("Yahoo!", "yahoo"), ("St. Mary's", "St Marys"), ("1,200 Club", "1200 club"),
    ],
)  # fmt: skip
def test_names_with_one_key(one, other):
    assert key_of(one) == key_of(other) != ""


@pytest.mark.parametrize(
    ("one", "other"), [("Beta 2", "Beta 3"), ("Acme", "Acmes"), ("Thirty", "30"), ("C", "C++ Guild")]
)
def test_names_with_different_keys(one, other):
    assert key_of(one) != key_of(other)


@pytest.mark.parametrize("name", ["", "...", "!?", "👍"])
def test_names_of_marks_have_no_key(name):
    assert key_of(name) == ""


def test_words_of_a_name():
    assert words_of("Salt & Stone Two!") == ("salt", "and", "stone", "2")


def test_spans_of_no_tokens_are_empty():
    assert tuple(span_of(())) == (0, 0)
    assert text_of("abc", ()) == ""
    assert name_key(()) == ""


@pytest.mark.parametrize(
    ("text", "key", "places"),
    [
        ("a b a b", "ab", [(0, 2), (2, 4)]),
        ("a b a b", "abab", [(0, 4)]),
        # marks inside count for nothing, none stands at an end
        ("( on point )", "onpoint", [(1, 3)]),
        ("salt & stone", "saltandstone", [(0, 3)]),
        # no run is longer than eight words
        ("a b c d e f g h i", "abcdefgh", [(0, 8)]),
    ],
)
def test_windows(text, key, places):
    assert windows(tokenize(text))[key] == places


def test_windows_hold_no_run_of_nine_words():
    assert "abcdefghi" not in windows(tokenize("a b c d e f g h i"))


@given(st.one_of(st.text("abZ O'nétwo2&-\x1f\n", max_size=20), st.text(max_size=20)))
def test_a_names_words_are_its_tokens_however_they_are_read(name):
    tokens = tokenize(name)
    assert "".join(words_of(name)) == key_of(name) == name_key(tokens)
    assert words_of(name) == tuple(key for token in tokens if (key := name_key([token])))


def test_few_long_texts_are_kept():
    calls = []

    @kept(100)
    def size_of(text):
        calls.append(text)
        return len(text)

    texts = [str(number) * size for size in (3, 1_000) for number in range(10, 60)]
    for text in texts * 2:
        size_of(text)
    # each short text was read once, the long ones again: they are kept for a turn and no longer
    assert [len(text) for text in calls].count(6) == 50
    assert [len(text) for text in calls].count(2_000) == 100


def test_the_texts_used_last_are_kept():
    calls = []

    @kept(100)
    def size_of(text):
        calls.append(text)
        return len(text)

    for number in range(1_000):
        size_of(str(number))
        size_of("often")
    assert calls.count("often") == 1
    for number in range(950, 1_000):  # half of them at the least
        size_of(str(number))
    assert len(calls) == 1_001
    size_of("1")
    assert len(calls) == 1_002
