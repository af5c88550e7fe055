"""The questions that a face asks of a library file: one that may not be there yet, may appear and may be replaced."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop import __version__
from insurance_desktop.domain.answers import (
    ClauseAnswer,
    ExclusionAnswer,
    LookupAnswer,
    SearchAnswer,
    SearchRequest,
    SurrenderAnswer,
)
from insurance_desktop.domain.editions import ComparisonAnswer
from insurance_desktop.domain.quotes import CheckedAnswer, QuoteAnswer, QuoteCheck, Verdict
from insurance_desktop.domain.reading import DocumentsAnswer, KeptPicture, LibraryStatusAnswer, PageAnswer, TableAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers import (
    answer_checking,
    clause_reading,
    completions,
    exclusions,
    library_status,
    page_reading,
    surrender,
)
from insurance_desktop.services.library.library import Library, Parts, open_reader
from insurance_desktop.services.products import product_lookup
from insurance_desktop.services.products.product_names import ProductNames
from insurance_desktop.services.search import clause_search

from .clause_reading import ClauseScope
from .edition_comparison import compare_documents
from .quote_checking import LONGEST_QUOTE, QuoteScope, check_quote
from .table_reading import get_table

if TYPE_CHECKING:
    from insurance_desktop.index.embedding import Embedder
    from insurance_desktop.index.reranker import Reranker

FileIdentity = tuple[int, int]

_EXCLUSIONS_BYTES = 14_000
"""What the items of an answer may take: the sources of those that match are told once more beside them."""


@dataclass(slots=True)
class _Lease:
    """An open library and how many questions are being answered from it."""

    library: Library
    identity: FileIdentity
    users: int = 0


class AnswerDesk:
    """Answers from one library file, read-only, for any number of threads.

    The file is opened with the first question after it exists. Where another file has taken its place (a restored
    backup), later questions are answered from that one. `cores` is what a question may use for its vector; 0 = all.

    With `verified_names_only`, no answer names a product of which nothing is verified. An AI client gets it so, for it
    takes what it is told for checked; a person at the command line, who imports and reviews, sees every product.
    """

    def __init__(self, path: Path, *, cores: int = 0, verified_names_only: bool = False) -> None:
        self._path = path
        self._verified_names_only = verified_names_only
        self._parts = Parts(embedder=partial(_embedder, cores), reranker=partial(_reranker, cores))
        self._lock = threading.Lock()
        self._lease: _Lease | None = None

    def __enter__(self) -> "AnswerDesk":
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._retire()

    def warm(self) -> None:
        """Loads what a first question would wait for; nothing where there is no library yet."""
        with self._library() as library:
            if library is not None:
                for category in library.pack.categories[:2]:  # the second question lays out a large library (`nearest`)
                    clause_search.search(library, SearchRequest(query=category.label))

    def search(self, request: SearchRequest) -> SearchAnswer:
        with self._library() as library:
            if library is None:
                return SearchAnswer(AnswerStatus.EMPTY_LIBRARY, request.query, {}, self._no_library())
            return clause_search.search(library, request)

    def lookup(self, name: str, company: str | None = None, cursor: str | None = None) -> LookupAnswer:
        with self._library() as library:
            if library is None:
                return LookupAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library())
            return product_lookup.lookup(library, name, company, cursor)

    def exclusions(
        self,
        scenario: str,
        *,
        product: str | int | None = None,
        strict: bool = True,
        everything: bool = False,
        cursor: str | None = None,
    ) -> ExclusionAnswer:
        with self._library() as library:
            if library is None:
                return _unchecked(_no_exclusions(self._no_library()))
            answer = exclusions.check_exclusions(
                library,
                scenario,
                product=product,
                strict=strict,
                everything=everything,
                cursor=cursor,
                budget=_EXCLUSIONS_BYTES,
            )
            return answer if answer.status is AnswerStatus.OK else _unchecked(answer)

    def surrender(
        self, product: str | int, operation: str, policy_year: int | None = None, cursor: str | None = None
    ) -> SurrenderAnswer:
        with self._library() as library:
            if library is None:
                return _no_surrender(operation, self._no_library())
            return surrender.surrender_logic(library, product, operation, policy_year, cursor)

    def clause(self, clause_id: str, cursor: str | None = None) -> ClauseAnswer:
        with self._library() as library:
            if library is None:
                return ClauseAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library())
            return clause_reading.get_clause(library, clause_id, cursor)

    def numbered_clause(self, number: str, scope: ClauseScope, cursor: str | None = None) -> ClauseAnswer:
        with self._library() as library:
            if library is None:
                return ClauseAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library())
            return clause_reading.find_clause(library, number, scope, cursor)

    def table(
        self, clause_id: str, row: str | None = None, column: str | None = None, cursor: str | None = None
    ) -> TableAnswer:
        with self._library() as library:
            if library is None:
                return TableAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library())
            return get_table(library, clause_id, row, column, cursor)

    def documents(self, product: str | int | None = None, cursor: str | None = None) -> DocumentsAnswer:
        with self._library() as library:
            if library is None:
                return DocumentsAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library())
            return library_status.verified_documents(library, product, cursor)

    def status(self) -> LibraryStatusAnswer:
        with self._library() as library:
            if library is None:
                return LibraryStatusAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library(), version=__version__)
            return library_status.library_status(library)

    def page(self, document_id: int, page: int) -> PageAnswer:
        with self._library() as library:
            if library is None:
                return PageAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library())
            return page_reading.read_page(library, document_id, page)

    def picture(self, document_id: int, page: int) -> KeptPicture | None:
        with self._library() as library:
            return None if library is None else page_reading.kept_picture(library, document_id, page)

    def complete_products(self, typed: str) -> tuple[str, ...]:
        with self._library() as library:
            return () if library is None else completions.product_names(library, typed)

    def complete_sections(self, product: str | None, typed: str) -> tuple[str, ...]:
        with self._library() as library:
            return () if library is None else completions.section_numbers(library, product, typed)

    def complete_clauses(self, product: str | None, typed: str) -> tuple[str, ...]:
        with self._library() as library:
            return () if library is None else completions.clause_ids(library, product, typed)

    def verify_quote(self, quote: str, scope: QuoteScope | None = None) -> QuoteAnswer:
        with self._library() as library:
            if library is None:
                check = QuoteCheck(quote[:LONGEST_QUOTE], Verdict.NOT_CHECKED, self._no_library())
                return QuoteAnswer(AnswerStatus.EMPTY_LIBRARY, check)
            return check_quote(library, quote, scope)

    def check_answer(self, text: str, scope: QuoteScope | None = None, cursor: str | None = None) -> CheckedAnswer:
        with self._library() as library:
            if library is None:
                return CheckedAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library(), None, {})
            return answer_checking.check_answer(library, text, scope, cursor=cursor)

    def compare(self, old_id: int, new_id: int, cursor: str | None = None) -> ComparisonAnswer:
        with self._library() as library:
            if library is None:
                return ComparisonAnswer(AnswerStatus.EMPTY_LIBRARY, self._no_library())
            return compare_documents(library, old_id, new_id, cursor)

    def _no_library(self) -> str:
        return say("answer_desk.no_library", path=self._path)

    @contextmanager
    def _library(self) -> Iterator[Library | None]:
        lease = self._borrow()
        try:
            yield lease.library if lease else None
        finally:
            if lease:
                self._give_back(lease)

    def _borrow(self) -> _Lease | None:
        with self._lock:
            identity = _identity(self._path)
            if self._lease and self._lease.identity != identity:
                self._retire()
            if self._lease is None and identity is not None:
                names = ProductNames(verified_only=self._verified_names_only)
                self._lease = _Lease(open_reader(self._path, parts=self._parts, names=names), identity)
            if self._lease:
                self._lease.users += 1
            return self._lease

    def _give_back(self, lease: _Lease) -> None:
        with self._lock:
            lease.users -= 1
            if lease is not self._lease and lease.users == 0:
                lease.library.close()

    def _retire(self) -> None:
        """Lets go of the open library; the last question that is still answered from it closes it."""
        lease, self._lease = self._lease, None
        if lease and lease.users == 0:
            lease.library.close()


def _embedder(cores: int) -> "Embedder":
    from insurance_desktop.index.embedding import shipped_embedder  # noqa: PLC0415 (ONNX Runtime loads on first use)

    return shipped_embedder(threads=cores)


def _reranker(cores: int) -> "Reranker | None":
    from insurance_desktop.index.reranker import shipped_reranker  # noqa: PLC0415 (ONNX Runtime loads on first use)

    return shipped_reranker(threads=cores)


def _identity(path: Path) -> FileIdentity | None:
    """Which file stands at the path; None where there is none, or one that is not written yet."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return (found.st_dev, found.st_ino) if found.st_size else None


def _unchecked(answer: ExclusionAnswer) -> ExclusionAnswer:
    """Where nothing could be gone through, the answer says so in words: none found must not read as no risk."""
    words = say("answer_desk.nothing_checked", why=answer.message)
    return replace(answer, message=words, summary=words, confidence=0.0, complete=False)


def _no_exclusions(message: str) -> ExclusionAnswer:
    return ExclusionAnswer(
        status=AnswerStatus.EMPTY_LIBRARY,
        message=message,
        finding="none_found",
        risk_detected=False,
        matched_clauses=(),
        relevant_clauses=(),
        confidence=0.0,
        summary=message,
        disclaimer=load_pack().sentences["disclaimer"],
        enumerated=0,
        complete=False,
    )


def _no_surrender(operation: str, message: str) -> SurrenderAnswer:
    pack = load_pack()
    known = pack.operation(operation)
    return SurrenderAnswer(
        status=AnswerStatus.EMPTY_LIBRARY,
        message=message,
        operation_name=known.label if known else operation,
        definition=None,
        calculation_rules=(),
        conditions=(),
        consequences=(),
        related_tables=(),
        comparison_note="",
        source_references=(),
        notices=(pack.sentences["logic_only"],),
    )
