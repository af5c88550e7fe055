"""An engine whose questions are embedded once each, for asking the same ones again and again."""

from collections.abc import Sequence

import numpy as np

from insurance_desktop.index.embedding import Embedder, ModelSettings, Vectors

from .engine import Models, SearchEngine


class EmbeddingCache(Embedder):
    """Another embedder's vectors; a question that was asked before costs nothing."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[str, Vectors] = {}

    @property
    def settings(self) -> ModelSettings:
        return self._inner.settings

    @property
    def is_missing(self) -> bool:
        return self._inner.is_missing

    @property
    def fingerprint(self) -> str:
        return self._inner.fingerprint

    def load(self) -> None:
        self._inner.load()

    def question(self, text: str) -> Vectors:
        asked: Vectors = self.questions([text])[0]
        return asked

    def questions(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= dict(zip(new, self._inner.questions(new), strict=True))
        return np.stack([self._known[text] for text in texts])

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._inner.passages(texts)

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)

    def token_ends(self, text: str) -> list[int]:
        return self._inner.token_ends(text)

    def fitting(self, text: str) -> str:
        return self._inner.fitting(text)


def with_embedding_cache(engine: SearchEngine) -> SearchEngine:
    """The same engine; not to be closed, the first one is still at work."""
    models = engine.models
    if isinstance(models.embedder, EmbeddingCache):
        return engine
    embedder, reranker = EmbeddingCache(models.embedder), models.reranker
    return engine.asked_with(Models(embedder=lambda _: embedder, reranker=lambda _: reranker))
