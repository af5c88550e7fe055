"""A comparison as a paper of Word: the table, and beneath it a numbered list of where each value is printed."""

from collections.abc import Sequence
from io import BytesIO

import docx
from docx.document import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.table import _Cell

from insurance_desktop.domain.product_answers import ComparedRow, ProductComparison
from insurance_desktop.packs.wording import say
from insurance_desktop.services.papers.told_table import printable
from insurance_desktop.services.papers.word import lay_out

from .fact_words import cell_words, label_words, product_words, source_words

STRIPE = "FFF3CD"


def write(comparison: ProductComparison, target: BytesIO) -> None:
    paper = docx.Document()
    paper.core_properties.author = say("products.export_author")
    paper.core_properties.title = say("products.export_title")
    lay_out(paper)
    paper.add_heading(say("products.export_title"), level=1)
    if comparison.message:
        paper.add_paragraph(printable(comparison.message))
    sources = _table(paper, comparison)
    paper.add_heading(say("products.sources"), level=2)
    paper.add_paragraph(say("products.export_legend"))
    for number, text in enumerate(sources, start=1):
        paper.add_paragraph(f"[{number}] {text}")
    paper.save(target)


def _table(paper: Document, comparison: ProductComparison) -> list[str]:
    """Writes the table; the sources that its numbers name, in their order."""
    heads = (say("products.fact"), *map(product_words, comparison.products))
    table = paper.add_table(rows=1 + len(comparison.rows), cols=len(heads), style="Table Grid")
    lines = [row.cells for row in table.rows]
    table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    for cell, text in zip(lines[0], heads, strict=True):
        cell.paragraphs[0].add_run(printable(text)).bold = True
    numbers: dict[str, int] = {}
    for cells, row in zip(lines[1:], comparison.rows, strict=True):
        cells[0].paragraphs[0].add_run(printable(label_words(row))).bold = row.differs
        _values(cells[1:], row, heads[1:], numbers)
    return list(numbers)


def _values(cells: Sequence[_Cell], row: ComparedRow, products: Sequence[str], numbers: dict[str, int]) -> None:
    for cell, fact, product in zip(cells, row.values, products, strict=True):
        paragraph = cell.paragraphs[0]
        paragraph.add_run(printable(cell_words(fact)))
        source = source_words(fact)
        if source:
            text = printable(f"{product.partition(chr(10))[0]} · {source}")
            number = numbers.setdefault(text, len(numbers) + 1)
            paragraph.add_run(f" [{number}]").font.superscript = True
        if row.differs:
            _shade(cell)


def _shade(cell: _Cell) -> None:
    shade = OxmlElement("w:shd")
    for name, value in (("val", "clear"), ("color", "auto"), ("fill", STRIPE)):
        shade.set(qn(f"w:{name}"), value)
    cell._tc.get_or_add_tcPr().append(shade)
