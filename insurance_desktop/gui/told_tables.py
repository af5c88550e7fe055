"""What is handed on of documents as tables of words: their clauses, their findings, products side by side."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.product_answers import ProductComparison
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say

from .look import wording
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.papers import told_table
    from insurance_desktop.services.products import fact_words
    from insurance_desktop.services.review import decisions

if TYPE_CHECKING:
    from insurance_desktop.services.papers.told_table import ToldTable
    from insurance_desktop.services.review.decisions import ReviewDocument
    from insurance_desktop.services.workspace import Workspace

CLAUSES = (("document", 20), ("state", 8), ("section", 8), ("heading", 14), ("text", 70), ("place", 10))
FINDINGS = (("document", 22), ("severity", 9), ("place", 9), ("message", 60), ("settled", 30))


def clauses_table(workspace: "Workspace", documents: Sequence[Document]) -> "ToldTable":
    """Every clause word for word. Whether it is verified stands in each row: rows are copied on alone.

    ReviewRefused for a document that is no longer what was verified.
    """
    sheets = _sheets(workspace, documents)
    rows = [
        (
            wording.full_title(sheet.document),
            wording.review_word(sheet.document.review_status),
            clause.section_id,
            clause.section_title,
            clause.text,
            place_in_words(clause.page_number, clause.page_to, clause.locator),
        )
        for sheet in sheets
        for clause in sheet.clauses
    ]
    return _table("clauses", CLAUSES, sheets, rows)


def findings_table(workspace: "Workspace", documents: Sequence[Document]) -> "ToldTable":
    """Every finding with its pages, and how it was settled."""
    sheets = _sheets(workspace, documents)
    return _table("findings", FINDINGS, sheets, [line for sheet in sheets for line in _finding_lines(sheet)])


def products_table(comparison: ProductComparison) -> "ToldTable":
    """Products side by side: in each cell what is stated, and beneath it where and how far that is checked."""
    products = tuple(fact_words.product_words(each) for each in comparison.products)
    rows = tuple((fact_words.label_words(row), *map(fact_words.whole_words, row.values)) for row in comparison.rows)
    about = tuple(part for part in (comparison.message, say("products.export_legend")) if part)
    widths = (16, *[28] * len(products))
    return told_table.ToldTable(say("products.export_title"), about, (say("products.fact"), *products), rows, widths)


def _finding_lines(sheet: "ReviewDocument") -> Iterator[tuple[str, ...]]:
    for each in sheet.findings:
        pages = sorted({box.page for box in each.boxes})
        place = place_in_words(pages[0], pages[-1]) if pages else ""
        settled = say("gui.finding_resolved", name=each.resolved_by, reason=each.resolved_reason or "")
        severity = wording.severity_word(each.severity)
        yield wording.full_title(sheet.document), severity, place, each.message, "" if each.is_open else settled


def _sheets(workspace: "Workspace", documents: Sequence[Document]) -> "list[ReviewDocument]":
    sheets = [decisions.show(workspace.library, each.document_id) for each in documents]
    for sheet in sheets:
        if sheet.is_altered:
            raise ReviewRefused("review.export_altered", it=sheet.document)
    return sheets


def _table(
    name: str,
    columns: Sequence[tuple[str, int]],
    sheets: "Sequence[ReviewDocument]",
    rows: Sequence[tuple[str, ...]],
) -> "ToldTable":
    heads = tuple(say(f"gui.told_{column}") for column, _ in columns)
    widths = tuple(width for _, width in columns)
    about = tuple(_about(each.document) for each in sheets)
    return told_table.ToldTable(say(f"gui.told_{name}"), about, heads, tuple(rows), widths)


def _about(document: Document) -> str:
    edition = wording.edition_words(document.edition, document.edition_status)
    said = (
        wording.full_title(document),
        document.company,
        edition,
        wording.review_word(document.review_status),
        wording.file_name(document),
        f"SHA-256 {document.sha256}",
    )
    return " · ".join(part for part in said if part)
