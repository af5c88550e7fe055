"""The questions that a face asks of a library file: one that may not be there yet, may appear and may be replaced."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library, damage_behind, open_reader
from insurance_desktop.services.library.missing_library import NoLibrary, answer_without_library
from insurance_desktop.services.library.packs import ANY_PACK, PackChoice, chosen_pack, packs_held
from insurance_desktop.services.search import clause_search
from insurance_desktop.services.search.engine import Models, SearchEngine
from insurance_desktop.store.faults import as_refusal

if TYPE_CHECKING:
    from insurance_desktop.index.embedding import Embedder
    from insurance_desktop.index.reranker import Reranker

FileIdentity = tuple[int, int]

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


@dataclass(slots=True)
class _Lease:
    """An open library with what each of its packs is asked with, and how many questions are being answered from it."""

    library: Library
    identity: FileIdentity
    engines: dict[str, SearchEngine] = field(default_factory=dict)
    users: int = 0

    def close(self) -> None:
        self.library.close()
        for engine in self.engines.values():
            engine.close()


class LibraryReader:
    """Answers from one library file, read-only, for any number of threads.

    The file is opened with the first question after it exists. Where another file has taken its place (a restored
    backup), later questions are answered from that one. `cores` is what a question may use for its vector; 0 = all.

    With `verified_names_only`, no answer names a product of which nothing is verified. An AI client gets it so, for it
    takes what it is told for checked; a person at the command line, who imports and reviews, sees every product.
    """

    def __init__(
        self, path: Path, *, pack: PackChoice = ANY_PACK, cores: int = 0, verified_names_only: bool = False
    ) -> None:
        self._path = path
        self._pack = pack
        self._verified_names_only = verified_names_only
        self._models = Models(embedder=partial(_embedder, cores), reranker=partial(_reranker, cores))
        self._lock = threading.Lock()
        self._lease: _Lease | None = None

    def __enter__(self) -> "LibraryReader":
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file and the models. The next question opens and loads them again."""
        with self._lock:
            self._retire()
            self._models = self._models.anew()

    def warm(self) -> None:
        """Loads what a first question would wait for; nothing where there is no library yet."""
        with self._asked(self._pack) as engine:
            if engine is not None:
                # The second question lays out a large library (`NearestWindows`); reading warms nothing twice.
                for category, mode in zip(engine.library.pack.categories, ("hybrid", "vector"), strict=False):
                    clause_search.search(engine, SearchRequest(query=category.label, mode=mode))

    def ask(
        self, question: Callable[Concatenate[Any, Asked], Answer], *given: Asked.args, **named: Asked.kwargs
    ) -> Answer:
        """What a use case answers from the library, or what it answers where there is none."""
        return self.ask_of(self._pack, question, *given, **named)

    def ask_of(
        self,
        pack: PackChoice,
        question: Callable[Concatenate[Any, Asked], Answer],
        *given: Asked.args,
        **named: Asked.kwargs,
    ) -> Answer:
        """The same, asked of the pack that is meant; of the reader's own where it was made for one by name.

        The use case is handed what its first parameter names: the `library`, the `engine` or the product `names`.
        """
        with self._asked(pack) as engine:
            if engine is None:
                none = NoLibrary(say("answer_desk.no_library", path=self._path), self._pack.name or pack.name)
                answer: Answer = answer_without_library(question, none, *given, **named)
                return answer
            return question(engine.part_for(question), *given, **named)

    def pack_said(self, pack: PackChoice | None = None) -> str | None:
        """The name of the pack that answers; None where the library holds no other, or there is none."""
        with self._asked(pack or self._pack) as engine:
            return None if engine is None else engine.library.pack_said()

    def packs(self) -> tuple[str, ...]:
        """The packs that the library holds; none where there is no library."""
        with self._asked(self._pack) as engine:
            return () if engine is None else packs_held(engine.library.database)

    def damage_behind(self, error: Exception) -> LibraryDamaged | None:
        """The damage that an error comes of; None where it comes of something else."""
        return damage_behind(self._path, error)

    @contextmanager
    def _asked(self, pack: PackChoice) -> Iterator[SearchEngine | None]:
        lease = self._borrow()
        try:
            yield self._engine(lease, pack) if lease else None
        except Exception as error:
            damage = self.damage_behind(error)
            if damage is None:
                raise
            raise damage from error
        finally:
            if lease:
                self._give_back(lease)

    def _engine(self, lease: _Lease, pack: PackChoice) -> SearchEngine:
        """What the meant pack is asked with. UsageError where it is none that there is."""
        library = lease.library
        name = chosen_pack(library.database, pack if self._pack.name is None else self._pack)
        with self._lock:
            if name not in lease.engines:
                lease.engines[name] = SearchEngine(
                    library.read_by(name), self._models, verified_names_only=self._verified_names_only
                )
            return lease.engines[name]

    def _borrow(self) -> _Lease | None:
        with self._lock:
            identity = _identity(self._path)
            if self._lease and self._lease.identity != identity:
                self._retire()
            if self._lease is None and identity is not None:
                self._lease = _Lease(open_reader(self._path, pack=self._pack), identity)
            if self._lease:
                self._lease.users += 1
            return self._lease

    def _give_back(self, lease: _Lease) -> None:
        with self._lock:
            lease.users -= 1
            if lease is not self._lease and lease.users == 0:
                lease.close()

    def _retire(self) -> None:
        """Lets go of the open library; the last question that is still answered from it closes it."""
        lease, self._lease = self._lease, None
        if lease and lease.users == 0:
            lease.close()


def _embedder(cores: int, language: str) -> "Embedder":
    from insurance_desktop.index.embedding import shipped_embedder  # noqa: PLC0415 (ONNX Runtime loads on first use)

    return shipped_embedder(language, threads=cores)


def _reranker(cores: int, language: str) -> "Reranker | None":
    from insurance_desktop.index.reranker import shipped_reranker  # noqa: PLC0415 (ONNX Runtime loads on first use)

    return shipped_reranker(language, threads=cores)


def _identity(path: Path) -> FileIdentity | None:
    """Which file stands at the path; None where there is none, or one that is not written yet."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise as_refusal(error, path) from error
    return (found.st_dev, found.st_ino) if found.st_size else None
