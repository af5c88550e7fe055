"""How fast the model embeds, beside what the same matrix products alone would cost in numpy on the same threads."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from insurance_desktop.index.embedding import Embedder, Vectors, batches
from insurance_desktop.index.windows import DEFAULT_SETTINGS, cut_windows

_LAYERS, _HEADS, _INNER = 4, 8, 2048
"""BGE-small: four layers, eight heads, four times its width inside."""

_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class EmbeddingRate:
    """`products_seconds`: the matrix products of the same batches in numpy. A share of 1 would be nothing but those."""

    windows: int
    tokens: int
    seconds: float
    products_seconds: float

    @property
    def windows_per_second(self) -> float:
        return self.windows / self.seconds

    @property
    def share_of_products(self) -> float:
        return self.products_seconds / self.seconds


def measure_embedding(embedder: Embedder, texts: Sequence[str], sample: int) -> tuple[Vectors, EmbeddingRate]:
    """Embeds windows of these texts, put together to the lengths of real ones; their vectors come back, too."""
    windows = _windows(embedder, texts, sample)
    lengths = [embedder.count_tokens(window) for window in windows]
    vectors = embedder.passages(windows)
    seconds, products = [], []
    for _ in range(_ROUNDS):
        began = perf_counter()
        embedder.passages(windows)
        seconds.append(perf_counter() - began)
        products.append(_products(lengths, embedder.dimensions))
    return vectors, EmbeddingRate(len(windows), sum(lengths), min(seconds), min(products))


def _windows(embedder: Embedder, texts: Sequence[str], sample: int) -> list[str]:
    found: list[str] = []
    for text in texts:
        found += cut_windows("", text, embedder, DEFAULT_SETTINGS)
    return found[:sample]


def _products(lengths: Sequence[int], width: int) -> float:
    """Seconds of the matrix products of a whole run, batch by batch."""
    chance = np.random.default_rng(1)
    square = chance.standard_normal((width, width), dtype=np.float32)
    into = chance.standard_normal((width, _INNER), dtype=np.float32)
    out = np.ascontiguousarray(into.T)
    spent = 0.0
    for batch in batches(lengths):
        size, longest = len(batch), max(lengths[place] for place in batch)
        states = chance.standard_normal((size * longest, width), dtype=np.float32)
        heads = chance.standard_normal((size * _HEADS, longest, width // _HEADS), dtype=np.float32)
        turned = np.ascontiguousarray(heads.transpose(0, 2, 1))
        began = perf_counter()
        for _ in range(_LAYERS):
            for _ in range(4):
                states @ square
            (heads @ turned) @ heads
            (states @ into) @ out
        spent += perf_counter() - began
    return spent
