"""Every reason for leaving something out, on a page where it fires, and lines that only look as if it should."""

import pytest
from paper import NUMBER_X, Paper, kinds, reasons
from test_layouts import LONG, OTHER

from insurance_desktop.domain.conversion import Agreement
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind


def whole(conversion) -> bool:
    return conversion.coverage.unaccounted == 0 and conversion.coverage.second_reading == Agreement(True, 0)


def test_a_running_line_at_the_foot_is_a_page_footer():
    paper = Paper()
    for number in range(1, 4):
        paper.paragraph(f"第{number}页的正文从这里开始。", x=NUMBER_X)
        paper.words(NUMBER_X, "青松人寿保险股份有限公司", y=800, size=9)
        if number < 3:
            paper.new_page()
    conversion = paper.convert()
    assert reasons(conversion) == {ExclusionReason.PAGE_FOOTER: "青松人寿保险股份有限公司" * 3}
    assert whole(conversion)


@pytest.mark.parametrize("line", ["==========", "＝＝＝＝", "__________", "**********", "～～～～～"])
def test_a_line_of_signs_that_only_divides_is_a_separator(line):
    paper = Paper()
    for words in (OTHER, line, LONG[:40]):
        paper.words(NUMBER_X, words)
        paper.feed(2)
    conversion = paper.convert()
    assert reasons(conversion)["separator"] == line
    assert conversion.markdown == f"{OTHER}\n\n{LONG[:40]}\n"
    assert whole(conversion)


@pytest.mark.parametrize("line", ["---", "----------", "————"])
def test_a_line_of_dashes_is_kept_as_text(line):
    paper = Paper()
    for words in (OTHER, line, LONG[:40]):
        paper.words(NUMBER_X, words)
        paper.feed(2)
    conversion = paper.convert()
    assert "separator" not in reasons(conversion)
    assert conversion.clauses[0].text == f"{OTHER}\n{line}\n{LONG[:40]}"
    assert not conversion.markdown.split("\n\n")[1].startswith("---")
    assert whole(conversion)


def test_a_row_of_dashes_in_a_table_is_a_row():
    paper = Paper()
    paper.grid((60, 200, 340), (100, 130, 160, 190), [["保障", "限额"], ["---", "---"], ["住院", "60"]])
    conversion = paper.convert()
    assert conversion.clauses[0].text == "保障\t限额\n---\t---\n住院\t60"
    assert whole(conversion)


def test_a_line_of_dots_alone_is_a_leader_and_an_ellipsis_in_a_sentence_is_text():
    paper = Paper()
    for words in (OTHER, "……………………", "被保险人住院……的，我们给付。"):
        paper.words(NUMBER_X, words)
        paper.feed(2)
    conversion = paper.convert()
    assert set(reasons(conversion)[ExclusionReason.DOTTED_LEADER]) <= {"…", "⋯"}
    assert "被保险人住院" in conversion.markdown
    assert conversion.markdown.count("…") + conversion.markdown.count("⋯") == 2
    assert whole(conversion)


def test_words_that_a_clipping_path_hides_are_clipped_and_reported():
    paper = Paper()
    paper.words(NUMBER_X, OTHER, y=300)
    paper.cut_off(60, 100, ["看得见的一行字", "", "被裁掉的一行字"], (55, 85, 300, 102))
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.CLIPPED] == "被裁掉的一行字"
    assert "被裁掉" not in conversion.markdown
    assert FindingKind.CLIPPED_TEXT in kinds(conversion)
    assert conversion.coverage.unaccounted == 0


def test_the_header_of_a_table_that_goes_on_is_left_out_once_repeated():
    paper = Paper()
    xs, head = (60, 200, 340), ["保障项目", "给付限额"]
    paper.grid(xs, [60 + 25 * row for row in range(31)], [head, *([f"项目{row}", f"{row}00"] for row in range(29))])
    paper.new_page()
    paper.grid(xs, (60, 85, 110), [head, ["项目29", "2900"]])
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.REPEATED_HEADER] == "".join(head)
    assert conversion.markdown.count("保障项目") == 1
    assert whole(conversion)


def test_words_without_ink_or_too_small_to_read_are_hidden():
    paper = Paper()
    paper.words(NUMBER_X, OTHER)
    paper.page.insert_text((60, 200), "看不见的字", fontsize=10, fontname="china-s", render_mode=3)
    paper.words(NUMBER_X, "小得看不见", y=300, size=1)
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.HIDDEN] == "看不见的字小得看不见"
    assert conversion.markdown == f"{OTHER}\n"
    assert whole(conversion)
