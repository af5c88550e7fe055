"""A reviewer's edit: the source map follows its characters, and every changed sign of the PDF is a finding."""

import pytest

from insurance_desktop.convert.text.editing import check_edit, remap
from insurance_desktop.domain.conversion import SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import Severity

OLD = "## 1 保障\n\n我们给付 100 元。\n\n我们不承担责任。\n"


def span(words, page):
    start = OLD.index(words)
    return SourceSpan(start, start + len(words), page, (Box(page, 0, 0, 1, 1),))


MAP = (span("保障", 1), span("我们给付 100 元。", 2), span("我们不承担责任。", 3))


def words_of(markdown, source_map):
    return [(markdown[each.start : each.end], each.boxes[0].page) for each in source_map]


def test_an_unchanged_text_keeps_its_map_and_has_no_finding():
    assert remap(OLD, MAP, OLD) == MAP
    assert check_edit(OLD, OLD, MAP) == ()


def test_spans_move_with_their_characters():
    new = OLD.replace("## 1 保障", "# 产品\n\n## 1 保障")
    assert words_of(new, remap(OLD, MAP, new)) == words_of(OLD, MAP)


def test_an_edit_inside_a_span_leaves_the_new_signs_without_a_source():
    new = OLD.replace("我们给付", "我们应当给付")
    moved = remap(OLD, MAP, new)
    assert ("我们", 2) in words_of(new, moved)
    assert ("给付 100 元。", 2) in words_of(new, moved)
    assert all("应当" not in words for words, _ in words_of(new, moved))


def test_marks_line_breaks_and_spaces_are_no_change_of_the_text():
    new = "# 1 保障\n\n**我们给付100元。**\n我们不承担责任。\n"
    assert check_edit(OLD, new, MAP) == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("100", "1000"),
        ("不承担", "承担"),
        ("元", "万元"),
        ("我们给付", "我们不给付"),
        ("责任。", "义务。"),
        ("给付 100", "100"),
        ("责任。", "责任"),
        ("保障", "保障内容"),
    ],
)
@pytest.mark.requirement("FR-006", "SC-013")
def test_each_changed_sign_of_the_text_blocks(before, after):
    found = check_edit(OLD, OLD.replace(before, after), MAP)
    assert [each.severity for each in found] == [Severity.BLOCKING]


def test_a_finding_names_the_section_and_the_words_and_points_at_the_page():
    found = check_edit(OLD, OLD.replace("责任。", "义务。"), MAP)
    assert [each.box.page for each in found] == [3]
    assert all(words in found[0].message for words in ("1 保障", "责任", "义务"))


def test_a_paragraph_taken_out_or_put_in_is_said_of_its_own_section():
    longer = OLD + "## 2 责任免除\n\n战争。\n"
    removed = check_edit(longer, longer.replace("战争。\n", ""), ())
    added = check_edit(longer, longer.replace("## 2", "一律除外。\n\n## 2"), ())
    assert ["2 责任免除" in each.message for each in removed] == [True]
    assert ["1 保障" in each.message for each in added] == [True]
    assert [each.severity for each in (*removed, *added)] == [Severity.BLOCKING] * 2


def test_a_figure_that_moves_to_the_next_cell_blocks():
    table = "## 附表\n\n| 甲 | 乙 |\n| --- | --- |\n| 100 | |\n| 1 | 2 |\n"
    beside = check_edit(table, table.replace("| 100 | |", "| | 100 |"), ())
    below = check_edit(table, table.replace("| 100 | |\n| 1 |", "| | |\n| 1001 |"), ())
    assert Severity.BLOCKING in {each.severity for each in beside}
    assert Severity.BLOCKING in {each.severity for each in below}
    assert check_edit(table, table.replace("| 100 | |", "|100||"), ()) == ()


def test_an_edit_deep_in_a_table_is_found_at_its_own_cell():
    rows = [f"| 职业{number} | 工种{number} | {number} |" for number in range(40)]
    old = "\n".join(["| 大类 | 细类 | 代码 |", "| --- | --- | --- |", *rows, ""])
    cells = [f"职业{number}" for number in range(40)]
    places = [old.index(f"| {words} ") + 2 for words in cells]
    source_map = tuple(
        SourceSpan(start, start + len(words), 1, (Box(1, 0, number, 1, number + 1),))
        for number, (words, start) in enumerate(zip(cells, places, strict=True))
    )
    (found,) = check_edit(old, old.replace("| 职业33 ", "| 职业33甲 "), source_map)
    assert found.box.y0 == 33
