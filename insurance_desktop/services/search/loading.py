"""What a first question waits for, loaded on other cores while this one still finds out what is asked."""

from collections.abc import Callable

from insurance_desktop.index.background import begin
from insurance_desktop.services.library.library import Library

from .arms import known_questions


def begin_loading(library: Library) -> tuple[Callable[[], None], ...]:
    """Begins to load the models and the known questions.

    What fails here fails again where it is needed, and is told there.
    """

    def embedder() -> None:
        library.embedder.load()

    def memory() -> None:
        known_questions(library.pack.name, library.embedder.fingerprint).load()

    def reranker() -> None:
        if library.reranker is not None:
            library.reranker.load()

    return tuple(begin(each) for each in (embedder, memory, reranker))
