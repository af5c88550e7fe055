"""Evidence: one zip for one verified clause, that anybody can check with Python alone.

It holds a PDF (text, source, hashes, decisions, the pages with the clause marked), the same facts as JSON, the content
that was approved, the whole decision log up to its head, and a script that checks all of it. The same library gives the
same bytes.
"""

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insurance_desktop import __version__, paths
from insurance_desktop.domain.answers import SourceReference
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import Decision, Document
from insurance_desktop.domain.errors import LibraryError, NotFound, ReviewRefused
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import canonical_content, normalised, text_sha256
from insurance_desktop.domain.laws import RelatedLaw
from insurance_desktop.domain.plain import plain
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.clause_texts import clauses_of
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.links import clause_link
from insurance_desktop.services.library.span_places import SpanPlace, SpanPlaces
from insurance_desktop.services.library.withheld import refuse_without
from insurance_desktop.services.review.decision_log import current_version, hashed_content
from insurance_desktop.services.review.page_pictures import render_page
from insurance_desktop.services.search.hits import sources_of
from insurance_desktop.services.search.related_law import related_to
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.faults import as_refusal
from insurance_desktop.store.health import library_id
from insurance_desktop.store.versions import decisions
from insurance_desktop.store.versions.fact_judgements import all_told
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents, originals
from insurance_desktop.unfinished import write_new

from .evidence_wording import EvidenceSheet, worded

FORMAT = "insurance-desktop-evidence-1"
DPI = 150
MOST_PAGES = 12
"""Pages of a clause that are shown; the JSON names all boxes."""
_DATE = (1980, 1, 1, 0, 0, 0)
_PERMISSIONS = 0o644 << 16


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is read of the library in one snapshot."""

    row: ClauseRow
    document: Document
    version: StoredVersion
    clause: Clause
    source: SourceReference
    approval: Decision
    log: tuple[Decision, ...]
    content: str
    table: int | None
    original_bytes: int
    library_id: str
    link: str
    passage: "_Passage | None"
    related_law: tuple[RelatedLaw, ...]


@dataclass(frozen=True, slots=True)
class _Passage:
    """The words of the clause that the pack is about, and where they are printed."""

    start: int
    end: int
    place: SpanPlace


def write_evidence(
    library: Library, converter: Converter, clause_id: str, target: Path, passage: str | None = None
) -> Path:
    """Write the pack of a verified clause to `target`, which must not exist, and say where it lies."""
    target = target.expanduser().absolute()
    if not target.parent.is_dir():
        raise LibraryError("services.backup_without_folder", target=str(target), folder=str(target.parent))
    pack = make_evidence(library, converter, clause_id, passage)
    try:
        if not write_new(target, pack):
            raise LibraryError("review.evidence_exists", target=str(target))
    except OSError as error:
        raise as_refusal(error, target) from error
    return target


def make_evidence(library: Library, converter: Converter, clause_id: str, passage: str | None = None) -> bytes:
    """The pack as zip. NotFound where the library's verified text has no such clause; only verified text is there.

    `passage`: words of the clause, which are then marked line by line on their own pages. Words that do not stand in
    its text leave the pack about the clause as a whole, and its `passage` null.
    ReviewRefused where what is there is not what was approved, or the log does not chain: such evidence is none.
    """
    from insurance_desktop.convert.running.evidence_paper import make_paper  # noqa: PLC0415 (nobody else sets papers)

    with library.database.read() as connection:
        facts = _facts(connection, library, clause_id.strip(), passage)
    marked = () if facts.passage is None else facts.passage.place.boxes
    pages = _shown_pages(facts.row.boxes, marked)
    pictures = {page: render_page(library, converter, facts.document.document_id, page, DPI) for page in pages}
    told = _told(facts)
    told["pictures"] = {f"page-{page}.png": page for page in pages}
    sheet = EvidenceSheet(told, facts.row.boxes, marked, pictures, facts.log, facts.document.document_id)
    files = {f"page-{page}.png": picture.png for page, picture in pictures.items()}
    files["content.json"] = facts.content.encode("utf-8")
    files["decisions.json"] = _readable([_entry(each) for each in facts.log])
    files["verify.py"] = (paths.resource_root() / "evidence" / "verify.py").read_bytes()
    files["evidence.pdf"] = make_paper(worded(sheet))
    told["files"] = {name: originals.sha256_of(content) for name, content in sorted(files.items())}
    return _zipped({"evidence.json": _readable(told), **files})


def _shown_pages(clause: Sequence[Box], passage: Sequence[Box]) -> list[int]:
    """The pages of the clause that are shown: of very many those from the passage on."""
    pages = sorted({box.page for box in (*clause, *passage)})
    first = min((box.page for box in passage), default=0)
    start = next((place for place, page in enumerate(pages) if page >= first), 0)
    start = max(0, min(start, len(pages) - MOST_PAGES))
    return pages[start : start + MOST_PAGES]


def _facts(connection: Connection, library: Library, clause_id: str, words: str | None) -> _Facts:
    with connection.withholding() as withheld:
        row = clauses.by_clause_id(connection, clause_id)
    refuse_without(withheld)
    if row is None:
        raise NotFound("review.evidence_only_verified", clause_id=clause_id[:80])
    document = require(connection, row.document_id)
    version = current_version(connection, document)
    state = documents.review_state(connection, document.document_id)
    approval = None if state.decision_id is None else decisions.get(connection, state.decision_id)
    markdown, twins, metadata = hashed_content(version, document, all_told(connection, document.document_id))
    content = canonical_content(markdown, twins, metadata)
    log = decisions.log(connection)
    is_approved = approval is not None and approval.content_sha256 == text_sha256(content)
    if approval is None or not is_approved or decisions.first_broken(log) is not None:
        raise ReviewRefused("review.evidence_does_not_hold", document_id=document.document_id)
    original = originals.content(connection, document.sha256) or b""
    passage = _passage(connection, row, words)
    return _Facts(
        row=row,
        document=document,
        version=version,
        clause=_whole(row, clauses_of(connection, library.pack, version)),
        source=sources_of(connection, [row]).reference(row),
        approval=approval,
        log=log,
        content=content,
        table=version.tables.index(row.table) if row.is_table and row.table in version.tables else None,
        original_bytes=len(original),
        library_id=library_id(connection),
        link=clause_link(connection, clause_id, None if passage is None else passage.place.page_number),
        passage=passage,
        related_law=related_to(document, row.section_title, row.text, library.pack, in_full=True),
    )


def _passage(connection: Connection, row: ClauseRow, words: str | None) -> _Passage | None:
    start = row.text.find(words) if words else -1
    if not words or start < 0:
        return None
    end = start + len(words)
    return _Passage(start, end, SpanPlaces(connection).of(row, start, end))


def _whole(row: ClauseRow, read: tuple[Clause, ...]) -> Clause:
    """The clause of the text that a citation is, or is a part of: the first whose words hold it."""
    named = [each for each in read if normalised(each.section_id) == normalised(row.section_id)]
    bare = normalised(row.text)
    holding = (each for each in named if bare in normalised(each.text))
    exact = (each for each in named if each.text == row.text)
    return next(exact, None) or next(holding, None) or named[0]


def _told(facts: _Facts) -> dict[str, Any]:
    """The facts as evidence.json tells them."""
    row, clause, approval, version = facts.row, facts.clause, facts.approval, facts.version
    first = next(
        (each for each in facts.log if each.decision_id == _first_of(facts)),
        None,
    )
    return {
        "format": FORMAT,
        "program": {"name": "insurance-desktop", "version": __version__},
        "library": facts.library_id,
        "link": facts.link,
        "clause": {
            "clause_id": row.clause_id,
            "section_id": row.section_id,
            "section_title": row.section_title,
            "breadcrumb": list(row.breadcrumb),
            "category": list(row.categories),
            "entity_role": list(row.entity_roles),
            "text": row.text,
            "text_sha256": row.text_sha256,
            "is_table": row.is_table,
            "table_data": None if facts.table is None else json.loads(facts.content)[1][facts.table],
            "table_index": facts.table,
            "markdown": version.markdown[clause.markdown_start : clause.markdown_end],
            "markdown_start": clause.markdown_start,
            "markdown_end": clause.markdown_end,
            "page_number": facts.source.page_number,
            "page_to": facts.source.page_to,
            "locator": plain(facts.source.locator),
            "boxes": plain(row.boxes),
        },
        "passage": None if facts.passage is None else _told_passage(row, facts.passage),
        "related_law": plain(facts.related_law),
        "source": plain(facts.source),
        "original": {
            "sha256": facts.document.sha256,
            "bytes": facts.original_bytes,
            "pages": facts.document.pages or None,
        },
        "content": {
            "sha256": text_sha256(facts.content),
            "version": version.number,
            "origin": version.origin,
            "author": version.author,
            "created_at": version.created_at,
            "converter": version.converter,
        },
        "approval": {
            "decision_id": approval.decision_id,
            "reviewer": approval.reviewer,
            "at": approval.at.isoformat(),
            "reason": approval.reason,
            "first_reviewer": None if first is None else first.reviewer,
            "first_at": None if first is None else first.at.isoformat(),
        },
        "decisions": {
            "entries": len(facts.log),
            "head_id": facts.log[-1].decision_id,
            "head": facts.log[-1].entry_hash,
        },
    }


def _told_passage(row: ClauseRow, passage: _Passage) -> dict[str, Any]:
    """The quoted words by their place in the clause's text and on the pages."""
    return {
        "text": row.text[passage.start : passage.end],
        "start": passage.start,
        "end": passage.end,
        "page_number": passage.place.page_number,
        "page_to": passage.place.page_to,
        "locator": plain(passage.place.locator),
        "boxes": plain(passage.place.boxes),
    }


def _first_of(facts: _Facts) -> int | None:
    """The first of two approvals, which the second one found."""
    first: int | None = json.loads(facts.approval.subject).get("before", {}).get("first_decision_id")
    return first


def _entry(found: Decision) -> dict[str, Any]:
    """An entry of the log with exactly the values that its hash covers."""
    return {
        "decision_id": found.decision_id,
        "document_id": found.document_id,
        "version_id": found.version_id,
        "kind": found.kind.value,
        "reviewer": found.reviewer,
        "at": found.at.isoformat(),
        "reason": found.reason,
        "subject": found.subject,
        "content_sha256": found.content_sha256,
        "previous_hash": found.previous_hash,
        "entry_hash": found.entry_hash,
    }


def _readable(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _zipped(files: dict[str, bytes]) -> bytes:
    """The files as zip, the same bytes on every machine and at every time."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as pack:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = 3
            entry.external_attr = _PERMISSIONS
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, content)
    return written.getvalue()
