"""A page whose words the text layer does not give needs a person: scans, unseen layers, garbage, large pictures."""

import pymupdf
import pytest
from paper import Paper, kinds

from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ConversionStatus, Severity

GREY = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 60))
GREY.clear_with(200)


def paper_with_picture(share: float) -> Paper:
    """A page whose picture covers this share of it, from the top."""
    paper = Paper()
    width, height = paper.size
    paper.page.insert_image((0, 0, width, height * share), pixmap=GREY, keep_proportion=False)
    paper.y = height * 0.7
    return paper


def blocking(result: Conversion) -> set[str]:
    return {finding.kind for finding in result.findings if finding.severity is Severity.BLOCKING}


@pytest.mark.requirement("EC-001")
def test_a_scan_needs_attention():
    result = paper_with_picture(1.0).convert()
    assert result.status is ConversionStatus.NEEDS_ATTENTION
    assert blocking(result) == {FindingKind.PAGE_WITHOUT_TEXT}


def test_a_page_that_is_mostly_picture_with_a_line_of_text_is_a_finding():
    paper = paper_with_picture(0.65)
    paper.words(100, "图一：理赔流程")
    assert FindingKind.PAGE_MOSTLY_PICTURE in blocking(paper.convert())


def test_a_small_picture_beside_little_text_is_none():
    paper = paper_with_picture(0.3)
    paper.words(100, "图一：理赔流程")
    assert FindingKind.PAGE_MOSTLY_PICTURE not in kinds(paper.convert())


def test_a_background_picture_under_a_full_page_is_none():
    paper = paper_with_picture(1.0)
    paper.y = 80
    paper.paragraph(
        "被保险人在本合同有效期内因遭受意外伤害导致的住院治疗，我们按照本合同的约定给付住院医疗保险金。" * 4
    )
    assert FindingKind.PAGE_MOSTLY_PICTURE not in kinds(paper.convert())


def test_the_unseen_text_layer_of_a_scan_is_not_taken_for_its_text():
    paper = paper_with_picture(1.0)
    paper.page.insert_text((100, 300), "别人的识别结果可能有错。", fontname="china-s", render_mode=3)
    result = paper.convert()
    assert "别人的识别结果" not in result.markdown
    assert FindingKind.PAGE_TEXT_UNSEEN in blocking(result)
    assert result.status is ConversionStatus.NEEDS_ATTENTION


def test_a_text_layer_without_meaning_needs_attention():
    """As PDFs print it whose embedded font says nothing about the characters behind its glyphs."""
    paper = Paper()
    paper.page.insert_text((100, 300), "abcdefghijklmnopqrstuvwxyz" * 2, fontname="helv")
    font = paper.page.get_fonts()[0][0]
    names = " ".join(f"/sign.{chr(97 + number)}x" for number in range(26))
    paper.document.xref_set_key(font, "Encoding", f"<</Type/Encoding/Differences[97 {names}]>>")
    assert FindingKind.PAGE_GARBLED in blocking(paper.convert())


def test_some_bullets_of_a_symbol_font_are_no_garbage():
    paper = Paper()
    paper.words(60, "\uf06c", y=300)
    paper.paragraph("我们按照本合同的约定给付住院医疗保险金，给付金额以保险金额为限。")
    assert FindingKind.PAGE_GARBLED not in kinds(paper.convert())
