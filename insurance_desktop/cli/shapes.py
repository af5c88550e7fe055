"""The JSON documents whose keys differ from the dataclasses behind them."""

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.conversion import Conversion, Reference, reference_share
from insurance_desktop.domain.documents import Document, ImportedFile, StoredFinding
from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.shapes import shape

from .console import Json

if TYPE_CHECKING:
    from insurance_desktop.services.review.decisions import ReviewSheet


def conversion(file: Path, found: Conversion) -> Json:
    """`convert`: the whole conversion without its inner bookkeeping (blocks, source map)."""
    whole = plain(found)
    return {
        "file": str(file),
        "sha256": found.sha256,
        "pages": found.pages,
        "conversion_status": found.status.value,
        **{name: whole[name] for name in ("reason", "markdown", "clauses", "tables")},
        "references": [reference(each) for each in found.references],
        "reference_share": share_of(found.references),
        **{
            name: whole[name]
            for name in ("definitions", "proposed_exclusions", "findings", "coverage", "printed", "converter")
        },
        **{name: whole[name] for name in ("faults", "suggestions")},
    }


def reference(found: Reference) -> Json:
    return {
        "from": found.source,
        "to": found.target,
        "kind": found.kind,
        "anchor": found.anchor,
        "resolved": found.resolved,
        "item": found.item,
        "start": found.start,
        "end": found.end,
        "expected": found.expected,
    }


def share_of(references: Sequence[Reference]) -> Json:
    """How many pointers a document prints, how many lead to one of its sections, and the share of these."""
    counted = reference_share(references)
    return {"found": counted.found, "resolved": counted.resolved, "share": counted.share}


def imported(file: ImportedFile) -> Json:
    """A row of `import`; what could not be stored has its path and reason, and nothing else."""
    known = shape(file.document) if file.document else _unknown_document()
    return {
        **known,
        "sha256": file.sha256,
        "path": file.path,
        "action": file.action.value,
        "reason": file.reason,
    }


def _unknown_document() -> Json:
    nothing: Json = {field.name: None for field in fields(Document) if field.name != "reason"}
    return {**nothing, "conversion_reason": None, "findings": {"blocking": 0, "warning": 0}, "indexed_clauses": 0}


def review_sheet(sheet: "ReviewSheet") -> Json:
    return {
        "document": shape(sheet.document),
        "markdown": sheet.markdown,
        "tables": plain(sheet.tables),
        "clauses": plain(sheet.clauses),
        "references": [reference(each) for each in sheet.references],
        "reference_share": share_of(sheet.references),
        "findings": [finding(each) for each in sheet.findings],
        "coverage": plain(sheet.coverage),
        "decisions": plain(sheet.decisions),
        "suggestions": plain(sheet.suggestions),
    }


def finding(found: StoredFinding) -> Json:
    return {**plain(found), "open": found.is_open}
