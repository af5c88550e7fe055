"""The ledger at the grain of characters: one destination for every glyph, found from both ends."""

import pytest
from paper import NUMBER_X, TEXT_X, TITLE_X, Paper, kinds, sections
from test_layouts import LONG, OTHER, a_clause

from insurance_desktop.convert.reading.pages import Glyph, LeftOut, PageReading
from insurance_desktop.convert.text.account import Written, keep_ledger
from insurance_desktop.convert.text.editing import remap_ledger
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.ledger import Destination, Ledger, LedgerIndex, lines_around


def glyph_by_glyph(conversion: Conversion) -> list[tuple[str, str]]:
    """Each character of the Markdown that a glyph stands behind, with what the page shows in the glyph's place."""
    index = LedgerIndex(conversion.ledger)
    return [(conversion.markdown[offset], glyph) for glyph, offset in index.in_markdown()]


def shown(paper: Paper, box: Box) -> str:
    middle = (box.y0 + box.y1) / 2
    clip = (box.x0 + 0.5, middle - 1, box.x1 - 0.5, middle + 1)
    return paper.document[box.page - 1].get_textbox(clip).strip()


def agrees_with_the_page(paper: Paper, conversion: Conversion) -> bool:
    recovered = {span.start for span in conversion.source_map if span.recovered}
    found = LedgerIndex(conversion.ledger).in_markdown()
    return all(
        conversion.markdown[offset] in shown(paper, glyph.box) for glyph, offset in found if offset not in recovered
    )


@pytest.mark.requirement("SC-004")
def test_each_glyph_points_at_the_character_that_the_page_shows_there():
    paper = a_clause()
    conversion = paper.convert()
    assert agrees_with_the_page(paper, conversion)
    inside = list(LedgerIndex(conversion.ledger).in_markdown())
    assert len(inside) == conversion.coverage.in_markdown
    assert sum(page.glyph_count for page in conversion.ledger.pages) == conversion.coverage.glyphs


@pytest.mark.requirement("SC-004")
def test_every_printed_character_of_the_markdown_has_its_glyph():
    conversion = a_clause().convert()
    behind = {offset for _, offset in LedgerIndex(conversion.ledger).in_markdown()}
    bare = {offset for offset, sign in enumerate(conversion.markdown) if offset not in behind}
    assert {conversion.markdown[offset] for offset in bare} <= set("#* \n")


def test_signs_that_markdown_escapes_are_found_behind_their_backslash():
    paper = Paper()
    paper.words(NUMBER_X, "a*b_c|d\\e<f")
    conversion = paper.convert()
    assert conversion.markdown == "a\\*b\\_c\\|d\\\\e\\<f\n"
    assert "".join(conversion.markdown[offset] for _, offset in LedgerIndex(conversion.ledger).in_markdown()) == (
        "a*b_c|d\\e<f"
    )
    assert agrees_with_the_page(paper, conversion)


def test_a_space_that_only_the_gap_shows_has_no_glyph():
    paper = Paper()
    paper.words(NUMBER_X, "ISO")
    paper.words(NUMBER_X + 30, "9001")
    conversion = paper.convert()
    index = LedgerIndex(conversion.ledger)
    at = conversion.markdown.index(" ")
    assert conversion.markdown == "ISO 9001\n"
    assert index.glyphs(at, at + 1) == ()
    assert [glyph.glyph for glyph in index.glyphs(0, 8)] == [0, 1, 2, 3, 4, 5, 6]


def test_a_range_of_the_markdown_has_its_boxes_line_by_line():
    paper = Paper()
    paper.paragraph(LONG + OTHER, x=NUMBER_X)
    conversion = paper.convert()
    start = conversion.markdown.index("住院治疗")
    boxes = LedgerIndex(conversion.ledger).boxes(start, start + 50)
    assert len(boxes) == 2
    assert boxes[0].y1 < boxes[1].y1
    assert boxes[1].x0 == pytest.approx(NUMBER_X, abs=1)
    assert boxes[0].x1 > 500


def test_a_point_of_the_page_leads_to_its_character_and_none_where_nothing_is_printed():
    paper = Paper()
    paper.words(NUMBER_X, "我们不承担责任")
    conversion = paper.convert()
    index = LedgerIndex(conversion.ledger)
    glyph = index.glyph_at(1, NUMBER_X + 2.5 * 10.5, paper.y - 4)
    assert index.destination(1, glyph.glyph) == Destination(2, None)
    assert index.glyph_at(1, 500, 700) is None
    assert index.glyph_at(2, 10, 10) is None
    assert index.destination(1, 99) is None
    assert index.destination(7, 0) is None


def test_a_click_on_a_bold_word_finds_the_print_that_is_in_the_markdown():
    paper = Paper()
    paper.words(NUMBER_X, "责任免除", bold=True)
    conversion = paper.convert()
    index = LedgerIndex(conversion.ledger)
    found = index.glyph_at(1, NUMBER_X + 5, paper.y - 4)
    assert index.destination(1, found.glyph) == Destination(0, None)
    doubles = [
        n for n, each in enumerate(conversion.coverage.exclusions) if each.reason == ExclusionReason.STROKE_DUPLICATE
    ]
    assert [len(index.excluded(each)) for each in doubles] == [4]


def test_what_is_left_out_points_at_its_exclusion_and_the_exclusion_at_its_glyphs():
    paper = Paper()
    for number in range(1, 4):
        paper.words(NUMBER_X, "青松医疗保险条款", y=45, size=9)
        paper.paragraph(f"第{number}页的正文从这里开始。", x=NUMBER_X)
        if number < 3:
            paper.new_page()
    conversion = paper.convert()
    index = LedgerIndex(conversion.ledger)
    for number, exclusion in enumerate(conversion.coverage.exclusions):
        glyphs = index.excluded(number)
        assert {glyph.page for glyph in glyphs} == {exclusion.page}
        assert "".join(shown(paper, glyph.box) for glyph in glyphs) == exclusion.text
        assert {index.destination(each.page, each.glyph) for each in glyphs} == {Destination(None, number)}


def test_a_recovered_number_has_the_icon_that_it_stands_for():
    conversion = a_clause().convert()
    index = LedgerIndex(conversion.ledger)
    spans = [span for span in conversion.source_map if span.recovered]
    glyphs = [index.glyphs(span.start, span.end) for span in spans]
    assert [len(each) for each in glyphs] == [1, 1]
    assert all(each[0].box.x0 == pytest.approx(NUMBER_X, abs=1) for each in glyphs)


def test_each_glyph_of_a_cell_points_at_its_character_in_that_cell():
    paper = Paper()
    xs, ys = (60, 200, 340, 480), (100, 130, 160, 190)
    words = [["保障项目", "给付限额", "a|b"], ["住院医疗", "100,000", "80 %"], ["门诊*", "--", "60"]]
    paper.grid(xs, ys, words)
    conversion = paper.convert()
    assert agrees_with_the_page(paper, conversion)
    index = LedgerIndex(conversion.ledger)
    for sign in ("100,000", "a\\|b", "门诊\\*"):
        start = conversion.markdown.index(sign)
        assert len(index.glyphs(start, start + len(sign))) == len(sign.replace("\\", ""))
    at = index.glyph_at(1, xs[1] + 5, ys[1] + 11)
    assert index.destination(1, at.glyph).offset == conversion.markdown.index("100,000")


def test_the_lines_of_one_cell_are_one_text_with_a_glyph_behind_each_sign():
    paper = Paper()
    paper.grid((60, 200, 340), (100, 150, 180), [["保障", "限额"], ["住院", "60"]])
    paper.words(203, "Plan", y=126, size=9)
    paper.words(203, "A", y=138, size=9)
    conversion = paper.convert()
    assert "| 限额Plan A |" in conversion.markdown
    assert conversion.coverage.unaccounted == 0
    assert agrees_with_the_page(paper, conversion)


def test_an_item_over_a_page_break_has_glyphs_of_both_pages():
    paper = Paper()
    item = f"（1）{LONG}"
    count = int((545 - NUMBER_X) // 10.5)
    paper.y = 780
    paper.words(NUMBER_X, item[:count])
    paper.new_page()
    paper.words(NUMBER_X, item[count:])
    conversion = paper.convert()
    assert conversion.markdown == f"{item}\n"
    index = LedgerIndex(conversion.ledger)
    assert [glyph.page for glyph in index.glyphs(count - 1, count + 1)] == [1, 2]
    assert [box.page for box in index.boxes(count - 2, count + 2)] == [1, 2]


def test_an_edit_keeps_the_glyphs_with_their_characters_and_names_what_it_took_out():
    conversion = a_clause().convert()
    old = conversion.markdown
    new = old.replace("故意自伤", "故意受伤害").replace("# 青松", "# 新青松")
    ledger, coverage = remap_ledger(old, conversion.ledger, conversion.coverage, new)
    index = LedgerIndex(ledger)
    gone = old.index("自伤")  # 伤 stays
    kept = [old[offset] for _, offset in LedgerIndex(conversion.ledger).in_markdown() if offset != gone]
    assert [new[offset] for _, offset in index.in_markdown()] == kept
    added = new.index("新")
    assert index.glyphs(added, added + 1) == ()
    start = new.index("战争")
    assert [glyph.box for glyph in index.glyphs(start, start + 2)] == [
        glyph.box for glyph in LedgerIndex(conversion.ledger).glyphs(old.index("战争"), old.index("战争") + 2)
    ]
    assert coverage.glyphs == coverage.in_markdown + coverage.excluded == conversion.coverage.glyphs


def test_what_an_edit_deletes_is_an_exclusion_of_its_page():
    conversion = a_clause().convert()
    new = conversion.markdown.replace("2、战争（见1.1）。\n", "")
    ledger, coverage = remap_ledger(conversion.markdown, conversion.ledger, conversion.coverage, new)
    edited = [(n, each) for n, each in enumerate(coverage.exclusions) if each.reason == ExclusionReason.EDITED]
    assert [(each.text, each.page) for _, each in edited] == [("2、战争（见1.1）。", 1)]
    assert len(LedgerIndex(ledger).excluded(edited[0][0])) == len("2、战争（见1.1）。")
    assert coverage.unaccounted == 0
    assert coverage.in_markdown == conversion.coverage.in_markdown - len("2、战争（见1.1）。")


def glyphs(text: str) -> tuple[Glyph, ...]:
    return tuple(Glyph(n, char, 10.0 * n, 0, 10.0 * n + 10, 10, 10.0 * n, 8, 10, 0) for n, char in enumerate(text))


def test_a_glyph_without_a_destination_and_one_with_two_are_told():
    page = PageReading(1, 595, 842, (glyphs("不承担责任"),))
    written = [Written(1, page.glyphs[:3], range(3))]
    account = keep_ledger([page], written, [LeftOut(ExclusionReason.PAGE_HEADER, 1, page.glyphs[2:4])])
    assert [glyph.char for glyph in account.nowhere[1]] == ["任"]
    assert [glyph.char for glyph in account.twice[1]] == ["担"]
    assert account.coverage.unaccounted == 1
    assert LedgerIndex(account.ledger).destination(1, 4) is None
    assert LedgerIndex(account.ledger).destination(1, 2) == Destination(2, None)


def test_glyphs_that_are_not_neighbours_keep_their_own_places():
    page = PageReading(1, 595, 842, (glyphs("甲乙丙丁"),))
    mixed = (page.glyphs[0], page.glyphs[2], page.glyphs[1], page.glyphs[3])
    account = keep_ledger([page], [Written(1, mixed, range(4))], [])
    assert [LedgerIndex(account.ledger).destination(1, n).offset for n in range(4)] == [0, 2, 1, 3]


def test_a_document_without_glyphs_has_an_empty_ledger():
    assert keep_ledger([PageReading(1, 595, 842)], [], []).ledger == Ledger()


def test_boxes_grow_together_along_a_line_only():
    line = [Box(1, x, 100, x + 10, 110) for x in (50, 60, 75)]
    assert lines_around([*line, Box(1, 50, 115, 60, 125), Box(2, 60, 115, 70, 125), Box(2, 200, 115, 210, 125)]) == (
        Box(1, 50, 100, 85, 110),
        Box(1, 50, 115, 60, 125),
        Box(2, 60, 115, 70, 125),
        Box(2, 200, 115, 210, 125),
    )


def test_the_wrapped_label_beside_its_text_is_one_heading_with_all_its_glyphs():
    paper = a_clause()
    conversion = paper.convert()
    start = conversion.markdown.index("受益人的指定和变更")
    boxes = LedgerIndex(conversion.ledger).boxes(start, start + 9)
    assert len(boxes) == 2
    assert all(TITLE_X - 1 < box.x0 < TEXT_X for box in boxes)
    assert sections(conversion)["1.2"].section_title == "受益人的指定和变更"
    assert not {FindingKind.UNACCOUNTED, FindingKind.ACCOUNTED_TWICE} & kinds(conversion)
