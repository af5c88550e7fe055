"""Lines that are not level: skewed scans, turned pages, notes in the margin and watermarks."""

import pymupdf
import pytest
from paper import RIGHT, SIZE, Paper, reasons, sections

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason

CLAUSES = [
    ("第一条 保险责任", "被保险人在本合同有效期内因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按约定给付。"),
    ("第二条 责任免除", "因下列情形之一导致被保险人住院的，我们不承担给付保险金的责任，但是本合同另有约定的除外。"),
    ("第三条 保险期间", "本合同的保险期间为一年，自本合同生效日的零时起至约定终止日的二十四时止，以保险单为准。"),
]


def set_clauses(paper: Paper, draw) -> None:
    for title, text in CLAUSES:
        draw(60, title)
        paper.feed()
        for start in range(0, len(text), 40):
            draw(60, text[start : start + 40])
            paper.feed()


def draw_at(paper: Paper, angle: float):
    """Draws words at an angle around the middle of the page, as a scanner that pulled the paper askew."""
    middle = pymupdf.Point(paper.size[0] / 2, paper.size[1] / 2)

    def draw(x: float, text: str) -> None:
        paper.page.insert_text(
            (x, paper.y), text, fontsize=SIZE, fontname="china-s", morph=(middle, pymupdf.Matrix(angle))
        )

    return draw


def check_clauses(conversion) -> None:
    found = sections(conversion)
    assert [(f"{each.section_id} {each.section_title}", each.text) for each in found.values()] == CLAUSES
    assert conversion.coverage.unaccounted == 0


@pytest.mark.parametrize("angle", [-5, -1.3, 0.4, 3, 5])
def test_lines_at_an_angle_are_read_in_order(angle):
    paper = Paper()
    set_clauses(paper, draw_at(paper, angle))
    check_clauses(paper.convert())


def test_lines_at_angles_of_their_own_are_read_in_order():
    paper = Paper()
    angles = iter([0.5, 1.1, 0.8, -0.2, 0.9, 0.3, 1.4, 0.6, 0.2])

    def draw_line(x: float, text: str) -> None:
        draw_at(paper, next(angles))(x, text)

    set_clauses(paper, draw_line)
    check_clauses(paper.convert())


def test_skewed_words_keep_their_printed_places():
    paper = Paper()
    set_clauses(paper, draw_at(paper, 5))
    box = paper.convert().source_map[0].boxes[0]
    x, y = paper.page.get_texttrace()[0]["chars"][0][2]
    assert box.x0 - 2 < x < box.x1 and box.y0 < y < box.y1 + 2


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_page_that_is_shown_turned_is_read_as_it_is_shown(rotation):
    paper = Paper()
    paper.page.set_rotation(rotation)
    back = paper.page.derotation_matrix
    paper.page.set_rotation(0)

    def draw(x: float, text: str) -> None:
        point = pymupdf.Point(x, paper.y) * back
        paper.page.insert_text(point, text, fontsize=SIZE, fontname="china-s", rotate=rotation)

    set_clauses(paper, draw)
    paper.page.set_rotation(rotation)
    check_clauses(paper.convert())


@pytest.mark.parametrize("rotate", [90, 270])
def test_a_page_that_is_drawn_sideways_is_read_with_its_table(rotate):
    paper = Paper(842, 595)
    set_clauses(paper, paper.words)
    paper.grid((60, 260, 460), (300, 320, 340), [["保障项目", "给付限额"], ["住院医疗", "10000元"]])
    sideways = pymupdf.open()
    page = sideways.new_page(width=595, height=842)
    page.show_pdf_page(page.rect, paper.document, 0, rotate=rotate)
    paper.document = sideways
    conversion = paper.convert()
    found = sections(conversion)
    assert list(found) == ["第一条", "第二条", "第三条"]
    assert found["第二条"].text == CLAUSES[1][1]
    table = conversion.tables[0]
    assert (table.headers, table.rows) == (("保障项目", "给付限额"), (("住院医疗", "10000元"),))
    box = table.cell_boxes[0]
    assert box.y1 - box.y0 == pytest.approx(200, abs=2)
    assert conversion.coverage.unaccounted == 0


def test_a_note_in_the_margin_does_not_mix_into_the_lines():
    paper = Paper()
    set_clauses(paper, paper.words)
    paper.page.insert_text((30, 300), "本页仅供投保人阅读", fontsize=9, fontname="china-s", rotate=90)
    paper.page.insert_text((RIGHT + 20, 90), "批注：以保险单为准", fontsize=9, fontname="china-s", rotate=270)
    conversion = paper.convert()
    markdown = normalised(conversion.markdown)
    assert "本页仅供投保人阅读" in markdown and "批注:以保险单为准" in markdown
    assert all(normalised(text) in markdown for _, text in CLAUSES)
    assert conversion.coverage.unaccounted == 0


def test_words_across_the_page_are_a_watermark():
    paper = Paper()
    set_clauses(paper, paper.words)
    paper.page.insert_text(
        (150, 400), "样本仅供参考", fontsize=60, fontname="china-s", morph=(pymupdf.Point(150, 400), pymupdf.Matrix(40))
    )
    conversion = paper.convert()
    check_clauses(conversion)
    assert reasons(conversion)[ExclusionReason.WATERMARK] == "样本仅供参考"
