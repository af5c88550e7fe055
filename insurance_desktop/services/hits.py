"""Clauses as answers give them: verbatim, with their source, and what must be read with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from insurance_desktop.domain.answers import Hit, ReadTogether, SourceReference
from insurance_desktop.domain.conversion import Item
from insurance_desktop.domain.documents import Document
from insurance_desktop.store import catalogue, clauses, documents
from insurance_desktop.store.catalogue import Verification
from insurance_desktop.store.clauses import ClauseRow
from insurance_desktop.store.database import Connection

_READ_TOGETHER = 8


@dataclass(frozen=True, slots=True)
class Found:
    """A clause with its probability of relevance, on its way into an answer."""

    clause: ClauseRow
    score: float
    explain: dict[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents that some clauses stand in, and who verified them."""

    documents: Mapping[int, Document]
    verifications: Mapping[int, Verification]

    def reference(self, clause: ClauseRow, item: Item | None = None) -> SourceReference:
        """Where the clause, or one item of it, stands, so that a person can open the page."""
        boxes = item.boxes if item is not None and item.boxes else clause.boxes
        document = self.documents[clause.document_id]
        verification = self.verifications[clause.document_id]
        return SourceReference(
            product_name=document.product_name,
            product_code=document.product_code,
            company=document.company,
            document_type=document.document_type,
            document_id=document.document_id,
            edition=document.edition,
            pdf_path=document.logical_path,
            page_number=boxes[0].page if boxes else clause.page_number,
            boxes=boxes,
            download_url=document.download_url,
            pdf_sha256=document.sha256,
            text_sha256=clause.text_sha256,
            verified_by=verification.reviewer,
            verified_at=verification.at,
        )


def sources_of(connection: Connection, rows: Sequence[ClauseRow]) -> Sources:
    """The sources of these clauses, read once each."""
    wanted = sorted({row.document_id for row in rows})
    found = {document_id: documents.get(connection, document_id) for document_id in wanted}
    return Sources(
        {document_id: document for document_id, document in found.items() if document is not None},
        catalogue.verifications(connection, wanted),
    )


def as_hits(connection: Connection, found: Sequence[Found]) -> tuple[Hit, ...]:
    """The clauses as hits, in the given order."""
    rows = [each.clause for each in found]
    sources = sources_of(connection, rows)
    together = _read_together(connection, rows)
    return tuple(
        Hit(
            chunk_id=each.clause.clause_id,
            content=each.clause.text,
            section_id=each.clause.section_id,
            section_title=each.clause.section_title,
            breadcrumb=each.clause.breadcrumb,
            category=each.clause.categories,
            similarity_score=round(each.score, 4),
            edition_status=sources.documents[each.clause.document_id].edition_status,
            source_reference=sources.reference(each.clause),
            read_together=together.get(each.clause.row, ()),
            is_table=each.clause.is_table,
            table_data=each.clause.table,
            explain=each.explain,
        )
        for each in found
    )


def _read_together(connection: Connection, rows: Sequence[ClauseRow]) -> dict[int, tuple[ReadTogether, ...]]:
    """The clauses that a clause points to, once each, by row."""
    together: dict[int, tuple[ReadTogether, ...]] = {}
    own = {each.row: each.clause_id for each in rows}
    for row, references in clauses.references_of(connection, list(own)).items():
        targets = {
            reference.target_clause_id: ReadTogether(
                reference.target_clause_id, reference.target_section or "", reference.kind
            )
            for reference in references
            if reference.target_clause_id not in (None, own[row])
        }
        together[row] = tuple(targets.values())[:_READ_TOGETHER]
    return together
