"""The JSON documents that hold other keys than their dataclasses (`domain.shapes` knows those of single entities)."""

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.conversion import Conversion, Reference, reference_share
from insurance_desktop.domain.documents import Document, ImportedFile
from insurance_desktop.domain.shapes import shape

from .console import Json

if TYPE_CHECKING:
    from insurance_desktop.services.review.decisions import ReviewDocument
    from insurance_desktop.services.review.review_queue import ReviewQueue


def conversion(file: Path, found: Conversion) -> Json:
    """`convert`: the whole conversion without its inner bookkeeping (blocks, source map)."""
    whole = shape(found)
    whole |= {"file": str(file), "conversion_status": whole["status"], "reference_share": share_of(found.references)}
    whole["links"] = links_of(found)
    names = (
        "file sha256 pages conversion_status reason markdown clauses tables references links reference_share"
        " definitions proposed_exclusions findings coverage printed converter faults suggestions"
    )
    return {name: whole[name] for name in names.split()}


def links_of(found: Conversion) -> list[Json]:
    """The words of the Markdown that lead somewhere, with their place and where they lead."""
    return [
        {"start": span.start, "end": span.end, "text": found.markdown[span.start : span.end], "target": span.link}
        for span in found.source_map
        if span.link
    ]


def share_of(references: Sequence[Reference]) -> Json:
    """How many pointers a document prints, how many lead to one of its sections, and the share of these."""
    counted = reference_share(references)
    return {"found": counted.found, "resolved": counted.resolved, "share": counted.share}


def imported(file: ImportedFile) -> Json:
    """A row of `import`; what could not be stored has its path and reason, and nothing else."""
    row = shape(file)
    return {**(row.pop("document") or _unknown_document()), **row}


def _unknown_document() -> Json:
    nothing: Json = {field.name: None for field in fields(Document) if field.name != "reason"}
    return {**nothing, "conversion_reason": None, "findings": {"blocking": 0, "warning": 0}, "indexed_clauses": 0}


def review_sheet(sheet: "ReviewDocument") -> Json:
    whole = {**shape(sheet), "reference_share": share_of(sheet.references)}
    names = (
        "document markdown is_altered tables clauses references reference_share findings coverage decisions suggestions"
    )
    return {name: whole[name] for name in names.split()}


def queue(found: "ReviewQueue") -> Json:
    return {
        "queue": [{**shape(each.document), "reasons": shape(each.reasons)} for each in found.entries],
        "for_others": [each.document_id for each in found.for_others],
        "unreadable": [each.document_id for each in found.unreadable],
        "converting": [each.document_id for each in found.converting],
    }
