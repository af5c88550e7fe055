"""Word files as originals: headings and numbers as Word shows them; what it hides is left out under its name."""

import io
import zipfile

import pytest
from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from insurance_desktop.convert.flowing.docx_styles import counted
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import UNREADABLE, Agreement, Emphasis
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")


def saved(document):
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def convert(document):
    return convert_bytes(saved(document), PACK)


def clause(conversion, section_id):
    return next(each for each in conversion.clauses if each.section_id == section_id)


def left_out(conversion):
    return {each.reason: each.text for each in conversion.coverage.exclusions}


def made(tag, text="", **attributes):
    element = OxmlElement(tag)
    if text:
        element.text = text
    for name, value in attributes.items():
        element.set(qn(f"w:{name}"), value)
    return element


def revision(tag, text_tag, text):
    change = made(tag, id="1")
    run = made("w:r")
    run.append(made(text_tag, text))
    change.append(run)
    return change


@pytest.fixture
def contract():
    """A contract with a header, a table, emphasis, hidden words and a revision that nobody has accepted."""
    document = Document()
    document.add_heading("某某条例", 0)
    document.add_heading("第一章 总则", 1)
    first = document.add_paragraph("第一条　为了")
    first.add_run("加粗").bold = True
    first.add_run("制定。")
    first.add_run("隐藏的字").font.hidden = True
    document.add_paragraph("第二条　下列情形：")
    document.add_paragraph("甲；", style="List Number")
    document.add_paragraph("乙。", style="List Number")
    table = document.add_table(rows=3, cols=3)
    for row in range(3):
        for column in range(3):
            table.cell(row, column).text = f"{row}{column}"
    table.cell(0, 1).text = ""
    table.cell(0, 0).merge(table.cell(0, 1))
    document.sections[0].header.paragraphs[0].text = "页眉"
    third = document.add_paragraph("第三条　施行")
    third._p.append(revision("w:ins", "w:t", "日期"))
    third._p.append(revision("w:del", "w:delText", "删掉的"))
    return document


def test_a_word_file_becomes_its_articles(contract):
    conversion = convert(contract)
    assert [each.section_id for each in conversion.clauses] == ["第一章", "第一条", "第二条", "第三条"]
    assert clause(conversion, "第一条").text == "为了加粗制定。"
    assert clause(conversion, "第一条").emphasis == (Emphasis.BOLD,)
    assert clause(conversion, "第三条").text == "施行日期"
    assert conversion.pages == 0 and clause(conversion, "第二条").locator.paragraph == 5


def test_numbers_that_word_counts_are_there_as_it_shows_them(contract):
    conversion = convert(contract)
    assert clause(conversion, "第二条").text.startswith("下列情形：\n1. 甲；\n2. 乙。\n")
    assert {span.recovered.strip() for span in conversion.source_map if span.recovered} >= {"1.", "2."}


def test_what_word_hides_is_left_out_under_its_name(contract):
    conversion = convert(contract)
    out = left_out(conversion)
    assert out[ExclusionReason.HIDDEN] == "隐藏的字"
    assert out[ExclusionReason.DELETED_REVISION] == "删掉的"
    assert out[ExclusionReason.PAGE_HEADER] == "页眉"
    kinds = {each.kind for each in conversion.findings}
    assert {FindingKind.WORDS_HIDDEN, FindingKind.REVISIONS_OPEN} <= kinds


def test_a_second_reader_of_the_package_finds_the_same_signs(contract):
    coverage = convert(contract).coverage
    assert coverage.second_reading == Agreement(True, 0) and coverage.unaccounted == 0


def test_a_table_keeps_its_merged_cells(contract):
    (table,) = convert(contract).tables
    assert (table.headers, table.rows) == (("00", "", "02"), (("10", "11", "12"), ("20", "21", "22")))
    assert table.spans == ((0, 0, 1, 2),)


def test_articles_that_word_numbers_are_headings():
    document = Document()
    document.add_heading("某某条例", 0)
    numbering = document.part.numbering_part.element
    abstract = made("w:abstractNum", abstractNumId="90")
    level = made("w:lvl", ilvl="0")
    for tag, value in (("start", "1"), ("numFmt", "chineseCountingThousand"), ("lvlText", "第%1条")):
        level.append(made(f"w:{tag}", val=value))
    abstract.append(level)
    numbering.insert(0, abstract)
    listed = made("w:num", numId="90")
    listed.append(made("w:abstractNumId", val="90"))
    numbering.append(listed)
    for text in ("甲应当如此。", "乙应当如此。"):
        properties = document.add_paragraph(text)._p.get_or_add_pPr()
        numbered = made("w:numPr")
        numbered.append(made("w:ilvl", val="0"))
        numbered.append(made("w:numId", val="90"))
        properties.append(numbered)
    conversion = convert(document)
    assert [(each.section_id, each.text) for each in conversion.clauses] == [
        ("第一条", "甲应当如此。"),
        ("第二条", "乙应当如此。"),
    ]


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (12, "chineseCounting", "十二"),
        (105, "chineseCountingThousand", "一百零五"),
        (27, "lowerLetter", "aa"),
        (9, "upperRoman", "IX"),
        (3, "decimalEnclosedCircle", "③"),
        (4, "decimalZero", "04"),
        (1, "hebrew1", UNREADABLE),
    ],
)
def test_numbers_in_the_forms_of_word(value, form, shown):
    assert counted(value, form) == shown


def test_a_file_that_is_damaged_or_a_bomb_is_one_sentence(contract):
    whole = saved(contract)
    assert convert_bytes(whole[: len(whole) // 2], PACK).status is ConversionStatus.FAILED
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", b" " * (64 << 20))
    failed = convert_bytes(bomb.getvalue(), PACK)
    assert failed.status is ConversionStatus.FAILED and "MB" in failed.reason


def test_a_package_that_declares_entities_is_refused(contract):
    whole = io.BytesIO(saved(contract))
    changed = io.BytesIO()
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "word/document.xml":
                content = content.replace(b"?>", b'?><!DOCTYPE x [<!ENTITY a "aaaa">]>', 1)
            new.writestr(name, content)
    assert convert_bytes(changed.getvalue(), PACK).status is ConversionStatus.FAILED
