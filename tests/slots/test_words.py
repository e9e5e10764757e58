"""Fillers, politeness, repairs and pronouns: what carries no value, and what points at one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slots.text import keys_of, tokenize
from slots.words import (
    ARTICLES,
    PRONOUNS,
    REPAIRS,
    PhraseTable,
    PronounKind,
    phrases,
    read_pronoun,
    skip_beforehand,
    strip_edges,
)


def _stripped(text: str) -> str:
    tokens = tokenize(text)
    first, past = strip_edges(tokens)
    return text[tokens[first].start : tokens[past - 1].end] if first < past else ""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        # nothing to drop
        ("log 3h to Nike", "log 3h to Nike"),
        ("", ""),
        # fillers and greetings at the start
        ("um log 3h", "log 3h"),
        ("uh, log 3h", "log 3h"),
        ("hey there, log 3h", "log 3h"),
        ("ok so, log 3h", "log 3h"),
        ("and then log 3h", "log 3h"),
        ("also just log 3h", "log 3h"),
        ("well then log 3h", "log 3h"),
        # politeness, several in a row, whatever their order
        ("please log 3h", "log 3h"),
        ("could you please log 3h", "log 3h"),
        ("please, would you log 3h?", "log 3h"),
        ("hi, I'd like to log 3h", "log 3h"),
        ("I want to log 3h", "log 3h"),
        ("I need to log 3h", "log 3h"),
        ("let's go ahead and log 3h", "log 3h"),
        ("let me log 3h", "log 3h"),
        # at the end
        ("log 3h please!", "log 3h"),
        ("log 3h, thanks.", "log 3h"),
        ("log 3h, thank you very much", "log 3h"),
        ("log 3h, will you?", "log 3h"),
        ("log 3h, right?", "log 3h"),
        ("log 3h for me please", "log 3h for me"),
        # the same words inside stay
        ("log 3h to please Nike", "log 3h to please Nike"),
        ("I want 2", "I want 2"),
        ("do it right", "do it right"),
        # marks that belong to what follows stay
        ("-1", "-1"),
        (".5h", ".5h"),
        ("um, $50k", "$50k"),
        ("#2", "#2"),
        # parts of written words stay
        ("so-called thing", "so-called thing"),
        ("OK-Soda", "OK-Soda"),
        # nothing may be left
        ("please", ""),
        ("ok", ""),
        ("um, please!", ""),
    ],
)
def test_edges(text, left):
    assert _stripped(text) == left


@given(st.text(max_size=80))
def test_edges_are_positions_in_order(text):
    tokens = tokenize(text)
    first, past = strip_edges(tokens)
    assert 0 <= first <= past <= len(tokens)
    assert strip_edges(tokens[first:past]) == (0, past - first)


def test_long_runs_of_fillers_are_dropped():
    assert _stripped("um " * 1_300 + "two" + " please" * 10) == "two"


@pytest.mark.parametrize(
    ("text", "words", "kind", "is_possessive"),
    [
        # things
        ("it", "it", PronounKind.IT, False),
        ("its budget", "its", PronounKind.IT, True),
        ("that one on Friday", "that one", PronounKind.IT, False),
        ("this one", "this one", PronounKind.IT, False),
        ("the same one", "the same one", PronounKind.IT, False),
        ("the same", "the same", PronounKind.IT, False),
        # people
        ("them", "them", PronounKind.THEY, False),
        ("they", "they", PronounKind.THEY, False),
        ("theirs", "theirs", PronounKind.THEY, False),
        ("their rate", "their", PronounKind.THEY, True),
        ("him", "him", PronounKind.HE, False),
        ("he", "he", PronounKind.HE, False),
        ("his rate", "his", PronounKind.HE, True),
        ("she", "she", PronounKind.SHE, False),
        ("hers", "hers", PronounKind.SHE, False),
        # her: both
        ("her", "her", PronounKind.SHE, False),
        ("her rate", "her", PronounKind.SHE, True),
        ("her to the site", "her", PronounKind.SHE, False),
        ("her 3 hours", "her", PronounKind.SHE, False),
        ("her three hours", "her", PronounKind.SHE, False),
        ("her, please", "her", PronounKind.SHE, False),
        # the speaker
        ("me", "me", PronounKind.ME, False),
        ("myself", "myself", PronounKind.ME, False),
        ("I", "i", PronounKind.ME, False),
        ("my rate", "my", PronounKind.ME, True),
        # demonstratives alone, or before a preposition
        ("that", "that", PronounKind.IT, False),
        ("this, please", "this", PronounKind.IT, False),
        ("that for Ann", "that", PronounKind.IT, False),
        ("those", "those", PronounKind.THEY, False),
    ],
)
def test_pronouns(text, words, kind, is_possessive):
    found = read_pronoun(tokenize(text), 0)
    assert found is not None
    pronoun, past = found
    assert (" ".join(pronoun.words), pronoun.kind, pronoun.is_possessive) == (words, kind, is_possessive)
    assert past == len(pronoun.words)


@pytest.mark.parametrize(
    "text",
    [
        # before a noun, demonstratives are the caller's
        "that project",
        "this 3",
        "the same client",
        # "it is" and names
        "it's",
        "Herbert",
        "the one",
        "",
    ],
)
def test_no_pronoun(text):
    assert read_pronoun(tokenize(text), 0) is None


def test_tables():
    assert "new" not in ARTICLES
    assert {"the", "a", "an", "my", "our", "your", "this", "that", "some"} <= ARTICLES
    lengths = [len(words) for words in REPAIRS]
    assert lengths == sorted(lengths, reverse=True)
    assert {("i", "mean"), ("no",), ("scratch", "that"), ("or", "rather")} <= set(REPAIRS)
    assert [len(one.words) for one in PRONOUNS] == sorted((len(one.words) for one in PRONOUNS), reverse=True)


def test_phrase_table_finds_the_longest_from_both_sides():
    table = PhraseTable.of([("hold", "go | go ahead"), ("end", "ahead")])
    assert table.at(["go", "ahead"], 0) == ("hold", 2)
    assert table.before(["go", "ahead"], 2) == ("hold", 0)
    assert table.before(["go", "ahead"], 2, first=1) == ("end", 1)
    assert table.at(["stay"], 0) is None
    assert phrases("a | b c | | a") == (("b", "c"), ("a",))


def test_phrase_table_refuses_two_meanings():
    with pytest.raises(ValueError, match="go ahead"):
        PhraseTable.of([(1, "go ahead"), (2, "go ahead")])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("now log 3h", "log 3h"),
        ("first of all, please log 3h", "log 3h"),
        ("right now we need to log 3h", "log 3h"),
        ("I should log 3h", "log 3h"),
        # no phrase of the table, and what is one written word
        ("nowhere to log 3h", "nowhere to log 3h"),
        ("first-class", "first-class"),
        ("", ""),
    ],
)
def test_what_only_leads_to_a_verb(text, left):
    tokens = tokenize(text)
    first = skip_beforehand(tokens, keys_of(tokens), 0)
    assert (text[tokens[first].start :] if first < len(tokens) else "") == left
