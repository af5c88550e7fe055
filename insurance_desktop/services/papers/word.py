"""A table as a paper of Word: a landscape page, the heads on each of them."""

from io import BytesIO

import docx
from docx.document import Document
from docx.enum.section import WD_ORIENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Mm, Pt

from insurance_desktop.packs.wording import say

from .told_table import ToldTable, printable, shares

FACE = "SimSun"
POINTS = 9
PAGE = (297, 210)  # A4 across, millimetres
MARGIN = 15


def write(table: ToldTable, target: BytesIO) -> None:
    paper = docx.Document()
    paper.core_properties.author = say("products.export_author")
    paper.core_properties.title = printable(table.title)
    lay_out(paper)
    paper.add_heading(printable(table.title), level=1)
    for each in table.about:
        paper.add_paragraph(printable(each))
    made = paper.add_table(rows=1 + len(table.rows), cols=len(table.heads), style="Table Grid")
    made.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    widths = [Mm(each) for each in shares(table, PAGE[0] - 2 * MARGIN)]
    for place, (row, line) in enumerate(zip(made.rows, (table.heads, *table.rows), strict=True)):
        for cell, text, width in zip(row.cells, line, widths, strict=True):
            cell.width = width
            cell.paragraphs[0].add_run(printable(text)).bold = place == 0
    paper.save(target)


def lay_out(paper: Document) -> None:
    """A4 across, in a type for tables."""
    section = paper.sections[0]
    section.orientation = WD_ORIENT.LANDSCAPE
    section.page_width, section.page_height = (Mm(side) for side in PAGE)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Mm(MARGIN)
    dress(paper)
    paper.styles["Normal"].font.size = Pt(POINTS)


def dress(paper: Document) -> None:
    """Chinese in a face that every Word has."""
    for name in ("Normal", "Heading 1", "Heading 2"):
        face = paper.styles[name].element.get_or_add_rPr().get_or_add_rFonts()
        face.attrib.pop(qn("w:eastAsiaTheme"), None)
        face.set(qn("w:eastAsia"), FACE)
