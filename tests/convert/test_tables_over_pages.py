"""Tables without lines that go on over a page: their rest is read in the columns of the page before."""

from paper import Paper, kinds
from table_maker import Look, Truth, Typesetter

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.packs.loader import load_pack

XS = (80, 200, 300, 400)


def rows_of(table):
    return [*table.rows[: table.header_rows], table.headers, *table.rows[table.header_rows :]]


def print_row(paper, words):
    for x, text in zip(XS, words, strict=True):
        if text:
            paper.words(x, text, size=9)
    paper.y += 20


def test_a_rest_with_a_row_whose_label_wraps_is_one_table_and_leaves_no_empty_one():
    paper = Paper()
    paper.y = 600
    rows = [(str(age), str(3 * age), str(5 * age), str(7 * age)) for age in range(30, 46)]
    for row in [("投保年龄", "第一档", "第二档", "第三档"), *rows[:8]]:
        print_row(paper, row)
    paper.new_page()
    for row in rows[8:12]:
        print_row(paper, row)
    paper.y += 25
    for y, text in ((paper.y - 11, "四十二周岁"), (paper.y + 11, "及以后年满")):
        paper.words(XS[0], text, y=y, size=9)
    paper.words(XS[0], "起开始领取", size=9)
    print_row(paper, ("", "126", "210", "294"))
    paper.y += 25
    for row in rows[13:]:
        print_row(paper, row)
    conversion = paper.convert()
    assert len(conversion.tables) == 1
    expected = [*rows[:12], ("四十二周岁起开始领取及以后年满", "126", "210", "294"), *rows[13:]]
    assert rows_of(conversion.tables[0])[1:] == expected


def test_words_over_a_column_whose_figures_are_narrower_on_the_next_page_stay_over_it():
    head = [["年龄", "一次领取", "", "", "月领"], ["", "6年交", "10年交", "15年交", ""]]
    body = [[str(age), str(age * 997), str(age * 31), str(age * 37), str(age * 3)] for age in range(18, 60)]
    body[2][1] = "168222101991164874"
    truth = Truth([*head, *body], 2, {(0, 0, 2, 1), (0, 1, 1, 3), (0, 4, 2, 1)}, ["center", *["right"] * 4])
    look = Look("borderless", 8.0, 10.0, False, True, False, False, True)
    conversion = convert_bytes(Typesetter(truth, look).print(), load_pack())
    assert conversion.pages > 1
    assert [rows_of(table) for table in conversion.tables] == [[tuple(row) for row in truth.rows]]


def test_a_first_row_whose_label_ends_in_a_line_with_a_figure_is_not_cut_in_two_without_a_word():
    head = ["投保年龄", "一档", "二档", "三档", "四档", "五档"]
    body = [["开始领取年龄=69岁4041", "8609384550", "13447", "19541", "25249", "34476"]]
    body += [[str(age), *(str(age * factor) for factor in (997, 1031, 1037, 1051, 1061))] for age in range(42, 60)]
    truth = Truth([head, *body], 1, set(), ["center", *["right"] * 5])
    look = Look("banded", 8.0, 6.0, False, False, False, False, False)
    conversion = convert_bytes(Typesetter(truth, look).print(), load_pack())
    flagged = "table_untrusted" in kinds(conversion)
    assert flagged or [rows_of(table) for table in conversion.tables] == [[tuple(row) for row in truth.rows]]


def test_a_label_merged_over_whole_pages_keeps_its_column_although_no_line_across_leads_to_it():
    xs, rows = (60, 160, 300, 400), 20
    paper = Paper()
    for page in range(3):
        if page:
            paper.new_page()
        ys = [100 + 30 * row for row in range(rows + 1)]
        words = [["", f"{100 * page + row} 职业", str(row % 6 + 1)] for row in range(rows)]
        without = [("h", row, 0) for row in range(rows + 1)]
        if not page:
            words[0] = ["大类", "职业", "类别"]
            words[1][0] = "工程人员"
            without = [("h", row, 0) for row in range(2, rows + 1)]
        paper.grid(xs, ys, words, without=without)
    conversion = paper.convert()
    assert not kinds(conversion)
    (table,) = conversion.tables
    assert table.headers == ("大类", "职业", "类别")
    assert table.row_count == 3 * rows - 1
    assert (1, 0, 3 * rows - 1, 1) in table.spans
    assert table.rows[rows] == ("", "101职业", "2")
