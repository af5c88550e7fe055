"""Newspaper columns: read column by column, and never seen where there are none."""

import pytest
from paper import NUMBER_X, TEXT_X, TITLE_X, Paper, sections

from insurance_desktop.domain.identity import normalised

STOCK = (
    "The master of every ship shall keep a record of each discharge, and the Administration may inspect that record "
    "at any time while the ship lies in a port of the State whose flag it flies or in another port of call. "
)
CHINESE = "被保险人在本合同有效期内，因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按照合同约定给付保险金"


def set_column(paper: Paper, x: float, top: float, width: float, text: str, *, lines: int = 99, size=9.5) -> str:
    """Words broken at `width` from `top` down, ragged; what does not fit into `lines` comes back."""
    import pymupdf

    words, y, taken = text.split(" "), top, 0
    while words and taken < lines:
        row: list[str] = []
        while words and pymupdf.get_text_length(" ".join([*row, words[0]]), "helv", size) <= width:
            row.append(words.pop(0))
        paper.words(x, " ".join(row), y=y, size=size)
        y += 12
        taken += 1
    return " ".join(words)


def set_signs(paper: Paper, x: float, top: float, width: float, text: str, *, lines: int, size=9.5) -> str:
    """The same for Chinese: so many signs a line."""
    count = int(width // size)
    for row in range(lines):
        paper.words(x, text[row * count : (row + 1) * count], y=top + 14 * row, size=size)
    return text[lines * count :]


def numbered(count: int) -> str:
    """As many sentences, none like another."""
    words = STOCK.split()
    return " ".join(
        f"Sentence {number} says: {' '.join([*words[7 * number % 40 :], *words[: 7 * number % 40]])}"
        for number in range(1, count + 1)
    )


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("gutter", [10, 18, 30])
def test_two_columns_are_read_one_after_the_other_however_small_the_gutter(gutter):
    paper = Paper()
    width = (475 - gutter) / 2
    text = numbered(6)
    rest = set_column(paper, 60, 80, width, text, lines=22)
    rest = set_column(paper, 60 + width + gutter, 80, width, rest, lines=22)
    paper.new_page()
    rest = set_column(paper, 60, 80, width, rest, lines=22)
    assert set_column(paper, 60 + width + gutter, 80, width, rest) == ""
    assert plain(paper.convert().markdown) == text


def test_three_columns_of_chinese_are_read_one_after_the_other():
    paper = Paper()
    text = "".join(f"第{number}句{CHINESE}" for number in "甲乙丙丁戊己庚辛壬癸")
    rest = text
    for x in (60, 226, 392):
        rest = set_signs(paper, x, 100, 148, rest, lines=13)
    assert normalised(paper.convert().markdown) == normalised(text[: 3 * 13 * 15])


def test_a_full_width_heading_and_a_table_across_divide_the_columns():
    paper = Paper()
    paper.words(150, "CONVENTION ON THE KEEPING OF SHIP RECORDS", y=80, size=14, bold=True)
    first, second = numbered(4), numbered(4).replace("Sentence", "Article of faith")
    rest = set_column(paper, 60, 120, 225, first, lines=9)
    assert set_column(paper, 305, 120, 225, rest) == ""
    paper.grid((60, 300, 530), (360, 380, 400), [["Kind of ship", "Record"], ["Tanker", "Part two"]])
    rest = set_column(paper, 60, 430, 225, second, lines=10)
    assert set_column(paper, 305, 430, 225, rest) == ""
    words = plain(paper.convert().markdown)
    places = [words.index(each) for each in (first, "Kind of ship", second)]
    assert places == sorted(places)


def test_a_table_within_a_column_stays_in_that_column():
    paper = Paper()
    rest = set_column(paper, 60, 80, 225, numbered(8), lines=14)
    paper.grid((62, 170, 280), (262, 282, 302), [["Kind of ship", "Record"], ["Tanker", "Part two"]])
    rest = set_column(paper, 60, 330, 225, rest, lines=14)
    set_column(paper, 305, 80, 225, rest)
    words = plain(paper.convert().markdown)
    assert words.index("Kind of ship") < words.index("Sentence 5")
    head, tail = numbered(8)[:200], numbered(8)[-200:]
    assert head in words and tail in words


def test_glyphs_keep_their_printed_places():
    paper = Paper()
    rest = set_column(paper, 60, 80, 225, numbered(6), lines=22)
    set_column(paper, 305, 80, 225, rest)
    conversion = paper.convert()
    assert conversion.coverage.unaccounted == 0
    last = conversion.source_map[-1].boxes[0]
    assert last.page == 1 and last.x0 >= 304
    assert {box.page for block in conversion.blocks for box in block.boxes} == {1}


def test_sections_in_newspaper_columns_are_found_in_order():
    paper = Paper()
    y = {60: 80.0, 305: 80.0}
    for number in range(1, 9):
        x = 60 if number <= 4 else 305
        paper.words(x, f"第{'一二三四五六七八'[number - 1]}条 保险责任", y=y[x], bold=True, size=9.5)
        set_signs(paper, x, y[x] + 16, 225, CHINESE * 2, lines=3 + number % 3)
        y[x] += 60 + 14 * (number % 3)
    found = sections(paper.convert())
    assert [each for each in found if each.startswith("第")] == [f"第{each}条" for each in "一二三四五六七八"]
    assert [len(found[f"第{each}条"].text) for each in "四五六"] == [23 * 4, len(CHINESE) * 2, 23 * 3]


def test_a_label_column_is_no_newspaper():
    paper = Paper()
    for number in range(1, 7):
        paper.clause(f"1.{number}", "受益人的指定和变更", CHINESE + "。")
    found = sections(paper.convert())
    assert [found[f"1.{number}"].text for number in range(1, 7)] == [CHINESE + "。"] * 6


LABELS = {
    "numbers only": [f"{1 + number // 5}.{1 + number % 5}" for number in range(20)],
    "titles that wrap": [
        f"{1 + number // 5}.{1 + number % 5} {'受益人的指定和变更以及保险金的申请与给付的手续时限'[: 16 + number % 9]}"
        for number in range(20)
    ],
    "articles": [f"第{number}条 投保人、被保险人义务与合同解除的手续及风险的提示和说明" for number in range(1, 21)],
    "words only": [
        f"{sign}类情形下保险金的申请以及给付手续的有关说明和提示" for sign in "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉"
    ],
}
"""Labels of clauses; in a column as wide as the text's some fill one row and go on in a second one."""


@pytest.mark.parametrize("rows", [3, 4, 9])
@pytest.mark.parametrize("gap", [0, 8])
@pytest.mark.parametrize("kind", LABELS)
def test_a_label_column_as_wide_as_the_text_is_no_newspaper(kind, gap, rows):
    paper = Paper()
    length = 22 * rows - 5
    expected = {}
    for number, label in enumerate(LABELS[kind]):
        if paper.y > 560:
            paper.new_page()
        text = f"{(CHINESE * 6)[number : number + length - 1]}。"
        for row, start in enumerate(range(0, len(label), 20)):
            paper.words(58, label[start : start + 20], y=paper.y + row * 14)
        for start in range(0, length, 22):
            paper.words(305, text[start : start + 22])
            paper.y += 14
        paper.y += gap
        expected[normalised(label if kind == "words only" else label.split(" ")[0])] = normalised(text)
    assert {each.section_id: normalised(each.text) for each in paper.convert().clauses if each.text} == expected


def test_cells_side_by_side_without_rules_are_no_newspaper():
    from insurance_desktop.convert.reading.pdf import open_pdf, read_page
    from insurance_desktop.convert.reading.runs import build_rows, build_runs
    from insurance_desktop.convert.reading.visibility import see
    from insurance_desktop.convert.structure.page_columns import find_bands

    paper = Paper()
    for row in range(6):
        set_column(paper, 60, 80 + 70 * row, 220, numbered(1), lines=3)
        set_column(paper, 310, 80 + 70 * row, 220, numbered(1), lines=4)
    with open_pdf(paper.bytes()) as document:
        rows = build_rows(build_runs(see(read_page(document, 1))))
    assert [band.lefts for band in find_bands(rows)] == [()]


def test_a_disease_list_in_two_columns_stays_a_list():
    paper = Paper()
    paper.words(NUMBER_X, "第一条 保险责任", bold=True)
    paper.feed()
    names = ["恶性肿瘤", "急性心肌梗死", "脑中风后遗症", "重大器官移植术", "终末期肾病"]
    for place in range(10):
        paper.words(TITLE_X, f"({place + 1}) {names[place % 5]}")
        paper.words(TEXT_X + 130, f"({place + 11}) {names[place % 5]}")
        paper.feed()
    marks = [item.mark for item in sections(paper.convert())["第一条"].items]
    assert marks == [f"({number})" for number in range(1, 21)]


def test_an_english_law_in_two_columns_has_its_sections_in_order_over_pages():
    paper = Paper()
    expected = []
    column, y = 0, 100.0
    for number in range(1, 15):
        text = numbered(number % 3 + 1).replace("Sentence", f"Rule {number} sentence")
        expected.append((f"Rule{number}", f"Kind {number} of lights and shapes", text))
        lines = 4 + len(text) // 42
        if y + 12 * lines > 760:
            column, y = column + 1, 100.0
            if column == 2:
                paper.new_page()
                column = 0
        x = 60 + 245 * column
        paper.words(x, f"Rule {number}", y=y, size=10.5, bold=True)
        paper.words(x, f"Kind {number} of lights and shapes", y=y + 14, size=10.5, bold=True)
        set_column(paper, x, y + 30, 225, text)
        y += 30 + 12 * lines
    found = sections(paper.convert())
    assert [(each.section_id, each.section_title, plain(each.text)) for each in found.values()] == expected


def test_a_paragraph_goes_on_over_a_note_at_the_foot_of_its_column():
    paper = Paper()
    text = numbered(7)
    rest = set_column(paper, 60, 80, 225, text, lines=24)
    paper.line(60, 372, 130, 372)
    paper.words(60, "* Adopted by the Assembly at its third session.", y=384, size=7.5)
    set_column(paper, 305, 80, 225, rest)
    words = plain(paper.convert().markdown)
    assert text in words.replace("\\* Adopted by the Assembly at its third session. ", "").replace("\\", "")


PANEL = (395.0, 70.0, 545.0, 330.0)
ADVICE = "Usage of italics marks terms that are defined in the last chapter, and bold marks names of products. "


def print_beside_panel(paper: Paper, beside: str, on_panel: str, *, left: bool = False) -> None:
    """Text beside a tinted panel that begins a little lower and has lines of another pitch."""
    x0, y0, x1, y1 = (60.0, 70.0, 210.0, 330.0) if left else PANEL
    paper.page.draw_rect((x0, y0, x1, y1), color=None, fill=(0.88, 0.95, 0.98))
    set_column(paper, 225 if left else 60, 80, 320, beside)
    words, y = on_panel.split(" "), 92.0
    while words:
        row: list[str] = []
        while words and len(" ".join([*row, words[0]])) <= 26:
            row.append(words.pop(0))
        paper.words(x0 + 10, " ".join(row), y=y, size=9)
        y += 13.5


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.requirement("SC-004")
def test_text_on_a_tinted_panel_was_mixed_line_by_line_into_the_text_beside_it(left):
    paper = Paper()
    beside, on_panel = numbered(4), f"{ADVICE}{ADVICE}".strip()
    print_beside_panel(paper, beside, on_panel, left=left)
    below = numbered(9).removeprefix(beside).strip()
    set_column(paper, 60, 360, 475, below)
    text = plain(paper.convert().markdown)
    assert plain(beside) in text
    assert plain(on_panel) in text
    assert plain(below) in text
    assert text.index(plain(beside)[:60]) < text.index(plain(below)[:60])


def test_shaded_exclusions_stay_beside_their_label():
    paper = Paper()
    paper.page.draw_rect((TEXT_X - 2, 66, 545, 66 + 8 * 19.5), color=None, fill=(0.85, 0.85, 0.85))
    paper.clause("2.4", "责任免除", CHINESE * 6)
    paper.clause("2.5", "其他免责条款", CHINESE * 2)
    found = sections(paper.convert())
    assert found["2.4"].text.startswith(CHINESE[:20])
