"""Clauses as answers give them: verbatim, with their source, and what must be read with them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.answers import AnsweredSide, ClauseLink, Hit, ReadTogether, SourceReference
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.identity import normalised
from insurance_desktop.services.library.questions import json_size, page_of
from insurance_desktop.services.library.span_places import SpanPlace, SpanPlaces, whole_place
from insurance_desktop.store.clauses import clauses, seals
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue, documents
from insurance_desktop.store.works.catalogue import Verification

_READ_TOGETHER = 8
_LARGEST_TEXT = 12_000
_LARGEST_TABLE = 6_000
"""Bytes of one clause in an answer: together with its source it stays well below what clients cut."""


@dataclass(frozen=True, slots=True)
class Found:
    """A clause with its probability of relevance, on its way into an answer.

    `through`: the clause that it was brought by: the definition of a term that it uses, or one that points to it.
    """

    clause: ClauseRow
    score: float
    explain: dict[str, float] | None = None
    through: ClauseRow | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search came to, before it is cut to pages: clauses over the bar; where there are none, those between it
    and the lower one (`weak`); where there are none either, the nearest.

    `order` is everything that was ranked, the bar aside: (row, score), best first. `note`: which products that the
    question names have no verified text here. `sides`: the things or products that it joins, where it joins any.
    """

    found: tuple[Found, ...] = ()
    weak: tuple[Found, ...] = ()
    nearest: tuple[ClauseRow, ...] = ()
    order: tuple[tuple[int, float], ...] = ()
    note: str = ""
    sides: tuple[AnsweredSide, ...] = ()

    @property
    def is_ranked(self) -> bool:
        """Whether the ranking had a say: not where a number or a title was looked up."""
        return bool(self.order) and not (self.found and all(each.score >= 1.0 for each in self.found))


def sections_first(found: Iterable[Found]) -> tuple[Found, ...]:
    """The clauses in their order, further pieces of a section that was ranked behind every other section."""
    seen: set[tuple[int, str]] = set()
    firsts: list[Found] = []
    further: list[Found] = []
    for each in found:
        section = (each.clause.document_id, normalised(each.clause.section_id))
        (further if section in seen and each.score < 1.0 else firsts).append(each)
        seen.add(section)
    return (*firsts, *further)


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents that some clauses stand in, and who verified them."""

    documents: Mapping[int, Document]
    verifications: Mapping[int, Verification]
    files: Mapping[int, tuple[str, int]]

    def reference(self, clause: ClauseRow, place: SpanPlace | None = None) -> SourceReference:
        """Where the clause, or the passage of it that `place` tells, stands, so that a person can open the page."""
        place = place or whole_place(clause)
        document = self.documents[clause.document_id]
        verification = self.verifications[clause.document_id]
        name, size = self.files.get(clause.document_id, (None, None))
        return SourceReference(
            product_name=document.product_name,
            product_code=document.product_code,
            company=document.company,
            document_type=document.document_type,
            document_id=document.document_id,
            edition=document.edition,
            pdf_path=document.logical_path,
            page_number=place.page_number,
            page_to=place.page_to,
            boxes=place.boxes,
            download_url=document.download_url,
            pdf_sha256=document.sha256,
            text_sha256=clause.text_sha256,
            verified_by=verification.reviewer,
            verified_at=verification.at,
            file_name=name,
            file_size=size,
            locator=place.locator,
        )


def sources_of(connection: Connection, rows: Sequence[ClauseRow]) -> Sources:
    """The sources of these clauses, read once each. LibraryDamaged where one is not described as it was decided on."""
    wanted = sorted({row.document_id for row in rows})
    found = {document_id: documents.get(connection, document_id) for document_id in wanted}
    for document in found.values():
        if document is not None and not seals.is_described_as_decided(connection, document):
            raise LibraryDamaged("store.document_changed", document_id=document.document_id)
    return Sources(
        {document_id: document for document_id, document in found.items() if document is not None},
        catalogue.verifications(connection, wanted),
        documents.files_of(connection, wanted),
    )


def link_to(clause: ClauseRow) -> ClauseLink:
    return ClauseLink(clause.clause_id, clause.section_id, clause.section_title)


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
            entity_role=each.clause.entity_roles,
            level=each.clause.level,
            parent_section=each.clause.parent_section,
            chunk_index=each.clause.chunk_index,
            chunk_type=each.clause.chunk_type,
            keywords=each.clause.keywords,
            brought_by=None if each.through is None else link_to(each.through),
        )
        for each in found
    )


def bounded(hit: Hit, start: int = 0) -> tuple[Hit, int | None]:
    """The hit as far as an answer can hold it, from a place in its text, and the place where it goes on.

    A table leaves its cells' places out first (`get_table` has them), then rows; text is cut at the end of a line.
    """
    table = None if hit.table_data is None else _bounded_table(hit.table_data)
    text = hit.content[start:]
    cut = signs_at_once(text)
    is_whole = start == 0 and cut == len(text) and (table is None or len(table.rows) == len(_rows(hit)))
    whole = replace(hit, content=text[:cut], table_data=table, is_whole=is_whole)
    return whole, start + cut if cut < len(text) else None


def placed(connection: Connection, clause: ClauseRow, hit: Hit, start: int) -> Hit:
    """The hit, whose content is a part of its clause from `start` on, with the place of that part alone."""
    place = SpanPlaces(connection).of(clause, start, start + len(hit.content))
    source = replace(
        hit.source_reference,
        page_number=place.page_number,
        page_to=place.page_to,
        boxes=place.boxes,
        locator=place.locator,
    )
    return replace(hit, source_reference=source)


def _rows(hit: Hit) -> tuple[tuple[str, ...], ...]:
    return () if hit.table_data is None else hit.table_data.rows


def _bounded_table(table: Table) -> Table:
    if json_size(table) <= _LARGEST_TABLE:
        return table
    bare = replace(table, cell_boxes=())
    if json_size(bare) <= _LARGEST_TABLE:
        return bare
    kept, _ = page_of(bare.rows, 0, _LARGEST_TABLE // 2)
    spans = tuple(span for span in bare.spans if span[0] + span[2] <= len(kept) + 1)
    return replace(bare, rows=kept, spans=spans)


def _size(text: str) -> int:
    return len(text.encode("utf-8"))


def signs_at_once(text: str, most: int = _LARGEST_TEXT) -> int:
    """How much of a text one answer gives: all of it, or up to the last line, sentence or word that `most` bytes
    hold."""
    if _size(text) <= most:
        return len(text)
    fits = len(text.encode("utf-8")[:most].decode("utf-8", "ignore"))
    for sign in ("\n", "\u3002", ". ", " "):
        place = text.rfind(sign, fits // 2, fits)
        if place >= 0:
            return place + len(sign)
    return fits


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
