"""How far a reviewer is in a document: the clauses looked at, kept by their words.

A clause that an edit or a new conversion leaves as it was stays looked at; one that changed asks for eyes again.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.identity import clause_id, normalised
from insurance_desktop.services.library.clause_texts import clauses_now
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.versions import looked_clauses
from insurance_desktop.store.versions.looked_clauses import Reader

from .decision_log import required


@entity
class LookedClause:
    """A clause as progress counts it. `inherited_from` is the approval that its words were taken over from."""

    chunk_index: int
    key: str
    section_id: str
    is_looked_at: bool
    inherited_from: int | None = None


@entity
class LookingProgress:
    """A reviewer's way through the current text of a document."""

    document_id: int
    reviewer: str
    version_id: int | None
    clauses: tuple[LookedClause, ...]

    @property
    def total(self) -> int:
        return len(self.clauses)

    @property
    def count(self) -> int:
        return sum(each.is_looked_at for each in self.clauses)

    def next_after(self, chunk_index: int = -1) -> LookedClause | None:
        """The next clause not looked at behind this one, from the top again at the end; None when all are."""
        waiting = [each for each in self.clauses if not each.is_looked_at]
        behind = (each for each in waiting if each.chunk_index > chunk_index)
        return next(behind, waiting[0] if waiting else None)


def progress_of(
    library: Library, document_id: int, *, reviewer: str, clauses: Sequence[Clause] | None = None
) -> LookingProgress:
    """The clauses of the current text with what the reviewer has seen of them.

    `clauses` are those of the review sheet where they are at hand; otherwise they are read here.
    """
    with library.database.read() as connection:
        document = require(connection, document_id)
        read = clauses_now(connection, library, document) if clauses is None else clauses
        looked = looked_clauses.of_reader(connection, document_id, reviewer.strip())
    found = tuple(
        LookedClause(
            chunk_index=clause.chunk_index,
            key=key,
            section_id=clause.section_id,
            is_looked_at=key in looked,
            inherited_from=looked[key].inherited_from if key in looked else None,
        )
        for clause, key in zip(read, clause_keys(document, read), strict=True)
    )
    return LookingProgress(document_id, reviewer.strip(), document.version_id, found)


def mark_looked_at(library: Library, document_id: int, *, reviewer: str, keys: Iterable[str]) -> None:
    """Remember that the reviewer looked at these clauses of the current text (`LookedClause.key`)."""
    reviewer = required(reviewer, "services.reviewer_required")
    with library.database.write() as connection:
        document = require(connection, document_id)
        if document.version_id is None:
            raise NotFound("review.no_clauses", document_id=document_id)
        reader = Reader(document_id, document.version_id, reviewer)
        looked_clauses.add(connection, reader, tuple(keys), library.now())


def unmark_looked_at(library: Library, document_id: int, *, reviewer: str, keys: Iterable[str]) -> None:
    """Forget that the reviewer looked at these clauses."""
    with library.database.write() as connection:
        require(connection, document_id)
        looked_clauses.remove(connection, document_id, reviewer.strip(), tuple(keys))


def clause_keys(document: Document, clauses: Sequence[Clause]) -> tuple[str, ...]:
    """A name for each clause that stays while its section and words do; the n-th of the same words has its own."""
    seen: Counter[tuple[str, str]] = Counter()
    keys: list[str] = []
    for clause in clauses:
        words = (normalised(clause.section_id), f"{clause.section_title}\n{clause.text}")
        keys.append(clause_id(document.sha256, clause.section_id, words[1], seen[words]))
        seen[words] += 1
    return tuple(keys)
