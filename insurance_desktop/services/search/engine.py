"""What questions to one library are answered and its texts are indexed with; every heavy part loads on first use."""

import threading
from collections.abc import Callable
from inspect import unwrap
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from insurance_desktop import paths
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.background import begin
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.shared_property import shared_property
from insurance_desktop.services.products.product_names import ProductNames

if TYPE_CHECKING:
    from insurance_desktop.index.embedding import Embedder
    from insurance_desktop.index.phrase_vectors import PhraseVectors
    from insurance_desktop.index.reranker import Reranker

    from .clause_lookup import PrintedNames
    from .configuration import Configuration
    from .keyword_arm import KeywordArm
    from .question_memory import KeptMemory
    from .vector_arm import NearestWindows


def shipped_embedder(language: str) -> "Embedder":
    from insurance_desktop.index import embedding  # noqa: PLC0415 (numpy comes with it)

    return embedding.shipped_embedder(language)


def shipped_reranker(language: str) -> "Reranker | None":
    from insurance_desktop.index import reranker  # noqa: PLC0415 (numpy comes with it)

    return reranker.shipped_reranker(language)


class Models:
    """The networks that rank texts in one language, and what is made with them. Libraries may share them.

    Tests bring their own; either is made for a language by its name, Chinese being "".
    """

    def __init__(
        self,
        *,
        embedder: "Callable[[str], Embedder]" = shipped_embedder,
        reranker: "Callable[[str], Reranker | None]" = shipped_reranker,
        language: str = "",
    ) -> None:
        self._make_embedder = embedder
        self._make_reranker = reranker
        self._language = language
        self._by_language = {language: self}
        self._begun: dict[str, tuple[Callable[[], None], ...]] = {}
        self._beginning = threading.Lock()

    @shared_property
    def embedder(self) -> "Embedder":
        return self._make_embedder(self._language)

    @shared_property
    def reranker(self) -> "Reranker | None":
        """What reads the first clauses together with the question; None for a model that comes without one."""
        return self._make_reranker(self._language)

    @shared_property
    def phrases(self) -> "PhraseVectors":
        """Vectors of short texts, kept for all who ask after this."""
        from insurance_desktop.index.phrase_vectors import PhraseVectors  # noqa: PLC0415 (as the embedder it asks)

        return PhraseVectors(self.embedder, paths.cache_folder())

    def speaking(self, language: str) -> "Models":
        """Those for texts in this language; each language's are made once and know the others."""
        with self._beginning:
            if language not in self._by_language:
                other = Models(embedder=self._make_embedder, reranker=self._make_reranker, language=language)
                other._by_language, other._beginning = self._by_language, self._beginning
                self._by_language[language] = other
            return self._by_language[language]

    def begin_loading(self, pack: str) -> None:
        """Has other cores load what a question of this pack is ranked with, while this one finds out what is asked.

        What fails there fails again where it is needed, and is told there.
        """
        with self._beginning:
            if pack not in self._begun:
                loads = (self._load_embedder, lambda: self._load_memory(pack), self._load_reranker)
                self._begun[pack] = tuple(begin(each) for each in loads)

    def anew(self) -> "Models":
        """The same with nothing loaded, and what the process shares forgotten: who is being answered keeps these."""
        if "embedder" in vars(self):
            from insurance_desktop.index import reranker  # noqa: PLC0415 (loaded already, as the next)

            from .question_memory import known_questions  # noqa: PLC0415

            reranker.let_go()
            known_questions.cache_clear()
        return Models(embedder=self._make_embedder, reranker=self._make_reranker, language=self._language)

    def _load_embedder(self) -> None:
        self.embedder.load()

    def _load_memory(self, pack: str) -> None:
        from .question_memory import known_questions  # noqa: PLC0415 (numpy comes with it)

        known_questions(pack, self.embedder.fingerprint).load()

    def _load_reranker(self) -> None:
        if self.reranker is not None:
            self.reranker.load()


class FileIndex:
    """What is remembered of a pack's index in a library's file, brought in step with it at each question."""

    def __init__(self, library: Path, pack: DomainPack, cache: Path | None) -> None:
        self._library = library
        self._pack = pack
        self._cache = cache

    @shared_property
    def windows(self) -> "NearestWindows":
        """The vector arm."""
        from .vector_arm import NearestWindows  # noqa: PLC0415 (numpy comes with it)

        return NearestWindows(self._library, self._cache or paths.cache_folder())

    @shared_property
    def keywords(self) -> "KeywordArm":
        """The keyword arm, which remembers how common words are."""
        from .keyword_arm import KeywordArm  # noqa: PLC0415 (the words of jieba load on first use)

        return KeywordArm(self._pack.name, self._pack.language)

    @shared_property
    def printed(self) -> "PrintedNames":
        """How the numbers and titles of the clauses are printed."""
        from .clause_lookup import PrintedNames  # noqa: PLC0415 (25 ms, for who looks a clause up)

        return PrintedNames()

    def close(self) -> None:
        """Let go of the matrix of vectors and of its file."""
        if "windows" in vars(self):
            self.windows.close()


class SearchEngine:
    """Whatever asks, ranks or indexes the clauses of one open library. For any thread; close it once.

    `cache`: the folder of what makes a later start quicker. `verified_names_only`: see `ProductNames`.
    """

    def __init__(
        self,
        library: Library,
        models: Models | None = None,
        *,
        cache: Path | None = None,
        verified_names_only: bool = False,
    ) -> None:
        self.library = library
        self.models = (models or Models()).speaking(library.pack.language)
        self.index = FileIndex(library.path, library.pack, cache)
        self.product_names = ProductNames(library, verified_only=verified_names_only)

    @property
    def embedder(self) -> "Embedder":
        return self.models.embedder

    @shared_property
    def configuration(self) -> "Configuration":
        """What this program ranks with."""
        from .configuration import configuration_of  # noqa: PLC0415 (numpy comes with it)

        return configuration_of(self.library.pack, self.models.embedder, self.models.reranker)

    @shared_property
    def kept_memory(self) -> "KeptMemory":
        """The questions that reviewers kept in this library, as known ones."""
        from .question_memory import KeptMemory  # noqa: PLC0415 (numpy comes with it)

        return KeptMemory(self.library.pack.name, self.embedder)

    def part_for(self, use_case: Callable[..., Any]) -> Any:
        """What a use case takes first, by the name of that parameter: the narrowest thing that it can do with."""
        parts = {"library": self.library, "engine": self, "names": self.product_names}
        return parts[unwrap(use_case).__code__.co_varnames[0]]

    def begin_loading(self) -> None:
        """Has other cores load what a question is ranked with, before it is needed."""
        self.models.begin_loading(self.library.pack.name)

    def asked_with(self, models: Models) -> "SearchEngine":
        """The same library asked with other models, over the same index; not to be closed."""
        other = SearchEngine(self.library, models)
        other.index, other.product_names = self.index, self.product_names
        return other

    def without_kept(self, question: str) -> "SearchEngine":
        """The same with a memory that does not know this question: for measuring; not to be closed."""
        other = self.asked_with(self.models)
        other.kept_memory = self.kept_memory.without(question)
        return other

    def close(self) -> None:
        """Let go of what is open beside the library itself."""
        self.index.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
