"""An answer as a paper of Word, its sources as footnotes, which python-docx has no call for."""

from io import BytesIO
from xml.etree import ElementTree

import docx
from docx.document import Document
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement
from docx.oxml.ns import nsmap, qn
from docx.text.paragraph import Paragraph

from insurance_desktop.domain.asking import AskedAnswer
from insurance_desktop.packs.wording import say
from insurance_desktop.services.papers.told_table import printable
from insurance_desktop.services.papers.word import dress

from .answer_export import note_of
from .answer_words import bare, kept, written_by

RULES = (("separator", -1), ("continuationSeparator", 0))
"""What stands between text and footnotes; Word expects both."""


def written(question: str, answer: AskedAnswer) -> bytes:
    paper = docx.Document()
    paper.core_properties.author = say("products.export_author")
    paper.core_properties.title = printable(question)
    dress(paper)
    paper.add_heading(printable(question), level=1)
    notes: list[str] = []
    told = {each.number: printable(note_of(each)) for each in answer.citations}
    for each in kept(answer):
        paragraph = paper.add_paragraph()
        paragraph.add_run(printable(bare(each))).bold = not each.checked
        for number in each.citations:
            notes.append(told[number])
            _mark(paragraph, len(notes))
    paper.add_paragraph(printable(written_by(answer)))
    _add_notes(paper, notes)
    content = BytesIO()
    paper.save(content)
    return content.getvalue()


def _mark(paragraph: Paragraph, number: int) -> None:
    """The sign of a footnote, which Word numbers."""
    run = paragraph.add_run()
    run.font.superscript = True
    reference = OxmlElement("w:footnoteReference")
    reference.set(qn("w:id"), str(number))
    run._r.append(reference)


def _add_notes(paper: Document, notes: list[str]) -> None:
    ElementTree.register_namespace("w", nsmap["w"])
    root = ElementTree.Element(qn("w:footnotes"))
    for kind, number in RULES:
        rule = _note(root, number)
        root[-1].set(qn("w:type"), kind)
        ElementTree.SubElement(ElementTree.SubElement(rule, qn("w:r")), qn(f"w:{kind}"))
    for number, words in enumerate(notes, start=1):
        line = _note(root, number)
        sign = ElementTree.SubElement(line, qn("w:r"))
        raised = ElementTree.SubElement(ElementTree.SubElement(sign, qn("w:rPr")), qn("w:vertAlign"))
        raised.set(qn("w:val"), "superscript")
        ElementTree.SubElement(sign, qn("w:footnoteRef"))
        ElementTree.SubElement(ElementTree.SubElement(line, qn("w:r")), qn("w:t")).text = f" {words}"
        line[-1][0].set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    content = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    part = Part(PackURI("/word/footnotes.xml"), CONTENT_TYPE.WML_FOOTNOTES, content, paper.part.package)
    paper.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)


def _note(root: ElementTree.Element, number: int) -> ElementTree.Element:
    """A footnote's paragraph."""
    note = ElementTree.SubElement(root, qn("w:footnote"))
    note.set(qn("w:id"), str(number))
    return ElementTree.SubElement(note, qn("w:p"))
