"""Headers and footers in a box, and pages that lie on their side: clauses keep their text and nothing else."""

import pytest
from paper import NUMBER_X, RIGHT, SIZE, TEXT_X, TITLE_X, Paper, reasons, sections

from insurance_desktop.domain.kinds import ExclusionReason

TEXT = "被保险人在本合同有效期内，因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按照合同约定给付保险金"
NAMES = "甲乙丙丁戊己庚辛壬"


def box_in_margin(paper: Paper, y: float, page: int) -> None:
    """A box of one row: the name of the document and the number of the page."""
    paper.grid((50, 300, 545), (y, y + 26), [["青松人寿终身寿险条款", f"第{page}页"]])


def line_in_margin(paper: Paper, y: float, page: int) -> None:
    paper.words(NUMBER_X, "青松人寿终身寿险条款", y=y, size=9)
    paper.words(400, f"第{page}页 共3页", y=y, size=9)


def clauses_over_pages(paper: Paper, count: int, right: float, furnish) -> dict[str, str]:
    """Two clauses a page in the label layout; what they say, by number."""
    expected = {}
    for page in range(1, count + 1):
        if page > 1:
            paper.new_page()
        furnish(page)
        paper.y = 120
        for number in (1, 2):
            text = f"{TEXT[page + number :]}{TEXT}{TEXT}。"
            paper.words(NUMBER_X, f"{page}.{number}", bold=True)
            paper.words(TITLE_X, f"{NAMES[2 * page + number - 3]}类保险金", bold=True)
            in_a_row = int((right - TEXT_X) // SIZE)
            for start in range(0, len(text), in_a_row):
                paper.words(TEXT_X, text[start : start + in_a_row])
                paper.feed()
            paper.feed()
            expected[f"{page}.{number}"] = text
    return expected


def texts(conversion) -> dict[str, str]:
    return {name: clause.text for name, clause in sections(conversion).items()}


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("y", [30, 790])
def test_a_header_or_footer_in_a_box_is_furniture_and_no_table(count, y):
    paper = Paper()
    expected = clauses_over_pages(paper, count, RIGHT, lambda page: box_in_margin(paper, y, page))
    conversion = paper.convert()
    assert texts(conversion) == expected and not conversion.tables
    left = reasons(conversion)[ExclusionReason.PAGE_HEADER if y == 30 else ExclusionReason.PAGE_FOOTER]
    assert left == "".join(f"青松人寿终身寿险条款第{page}页" for page in range(1, count + 1))


def test_a_table_at_the_foot_of_one_page_stays_a_table():
    paper = Paper()
    rows = [["保险责任", "给付比例"], ["身故保险金", "百分之百"]]
    clauses_over_pages(
        paper, 3, RIGHT, lambda page: paper.grid((50, 300, 545), (760, 780, 800), rows) if page == 2 else None
    )
    assert [table.rows for table in paper.convert().tables] == [(("身故保险金", "百分之百"),)]


@pytest.mark.parametrize("turn", [0, 270])
def test_clauses_on_landscape_pages_keep_their_columns_and_lose_their_furniture(turn):
    paper = Paper(842, 595)

    def furnish(page: int) -> None:
        line_in_margin(paper, 40, page)

    expected = clauses_over_pages(paper, 3, 780, furnish)
    for page in paper.document:
        page.set_rotation(turn)
    conversion = paper.convert()
    assert texts(conversion) == expected
    assert "青松人寿" not in conversion.markdown and conversion.coverage.unaccounted == 0


def rate_page(paper: Paper, factor: int) -> None:
    """A table of rates over the page, one row for each year of age."""
    rows = [
        ["年龄", "男", "女"],
        *([str(10 * factor + row), f"{factor}.{row}1", f"{factor}.{row}7"] for row in range(8)),
    ]
    paper.grid((60, 200, 340, 480), tuple(110 + 20 * row for row in range(10)), rows)


@pytest.mark.requirement("EC-001")
def test_plans_that_are_counted_over_their_tables_are_no_page_numbers():
    paper = Paper()
    for plan in (1, 2, 3):
        if plan > 1:
            paper.new_page()
        paper.words(250, f"计划{plan}", size=14)
        rate_page(paper, plan)
    conversion = paper.convert()
    assert [table.rows[0][1] for table in conversion.tables] == ["1.01", "2.01", "3.01"]
    assert all(f"计划{plan}" in conversion.markdown for plan in (1, 2, 3))


def test_a_sentence_that_counts_policy_years_over_each_page_stays():
    paper = Paper()
    for year in (1, 2, 3):
        if year > 1:
            paper.new_page()
        paper.words(58, f"第{year}个保单年度的给付比例如下", y=90)
        paper.y = 130
        paper.paragraph(f"身故保险金按照基本保险金额的百分之{'二五八'[year - 1]}十给付。", x=58)
    conversion = paper.convert()
    assert all(f"第{year}个保单年度的给付比例如下" in conversion.markdown for year in (1, 2, 3))


@pytest.mark.parametrize("form", ["{page}", "- {page} -", "青松人寿终身寿险条款第{page}页", "第{page}页 共9页"])
def test_page_numbers_in_each_form_are_furniture(form):
    paper = Paper()
    expected = clauses_over_pages(paper, 3, RIGHT, lambda page: paper.words(250, form.format(page=page), y=60, size=9))
    assert texts(paper.convert()) == expected


@pytest.mark.requirement("EC-001")
def test_the_title_and_unit_over_each_page_of_a_table_are_kept_once_and_read():
    paper = Paper()
    for page in range(4):
        if page:
            paper.new_page()
        paper.words(200, "青松终身寿险费率表", y=70, size=14)
        paper.words(400, "（每1000元基本保险金额，单位：元）", y=90, size=9)
        rate_page(paper, page)
    conversion = paper.convert()
    assert [(table.unit, len(table.rows)) for table in conversion.tables] == [("元", 32)]
    assert conversion.markdown.count("青松终身寿险费率表") == conversion.markdown.count("单位：元") == 1
    assert reasons(conversion)[ExclusionReason.PAGE_HEADER].count("单位：元") == 3


@pytest.mark.requirement("EC-001")
def test_the_same_title_over_two_pages_is_a_title_twice():
    paper = Paper()
    for page in (1, 2):
        if page > 1:
            paper.new_page()
        paper.words(58, "责任免除", y=85)
        paper.y = 125
        paper.paragraph(f"因投保人{'故意醉酒'[2 * page - 2 : 2 * page]}造成的事故，我们不承担责任。", x=58)
    assert paper.convert().markdown.count("责任免除") == 2


@pytest.mark.parametrize(
    "pieces",
    [("因酒后驾驶造成的事故，我们不承担责任", "第1页"), ("1/2", "30元", "不予给付", "第3页")],
)
@pytest.mark.requirement("EC-001")
def test_words_beside_a_page_number_at_the_edge_stay(pieces):
    paper = Paper()
    paper.clause("1.1", "保险责任", "我们给付保险金。")
    for place, words in enumerate(pieces):
        paper.words(58 + (430 if place == len(pieces) - 1 else 90 * place), words, y=800)
    conversion = paper.convert()
    assert all(words in conversion.markdown for words in pieces[:-1])
    assert reasons(conversion)[ExclusionReason.PAGE_FOOTER] == pieces[-1]


def test_the_name_beside_a_page_number_goes_with_it_where_the_text_has_it_as_well():
    paper = Paper()
    paper.words(200, "青松人寿终身寿险条款", y=130, size=18)
    paper.y = 180
    paper.clause("1.1", "保险责任", "我们给付保险金。")
    line_in_margin(paper, 800, 1)
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.PAGE_FOOTER] == "青松人寿终身寿险条款第1页共3页"


def two_pages(*, head="", foot="{}", first_y=70.0):
    paper = Paper()
    for number in (1, 2):
        paper.y = first_y
        if head:
            paper.words(250, head, size=14, bold=True)
            paper.feed(2)
        paper.paragraph(
            f"第{number}页的正文，被保险人因意外伤害事故住院治疗的，我们按照约定给付保险金。" * 3, x=NUMBER_X
        )
        paper.words(295, foot.format(number), y=805, size=9)
        if number == 1:
            paper.new_page()
    return paper


def test_a_title_over_the_text_of_both_pages_of_a_file_is_no_header():
    conversion = two_pages(head="投保须知").convert()
    assert conversion.markdown.count("投保须知") == 2
    assert ExclusionReason.PAGE_HEADER not in reasons(conversion)


def test_the_same_line_at_the_very_edge_of_two_pages_is_a_header():
    conversion = two_pages(head="青松人寿保险", first_y=40).convert()
    assert reasons(conversion)[ExclusionReason.PAGE_HEADER] == "青松人寿保险" * 2


def test_bare_numbers_below_the_text_of_two_pages_count_them():
    conversion = two_pages().convert()
    assert reasons(conversion)[ExclusionReason.PAGE_NUMBER] == "12"
    assert [line for line in conversion.markdown.splitlines() if line.strip().isdigit()] == []


@pytest.mark.parametrize("foot", ["{}0", "{}%", "{}元"])
def test_other_figures_below_the_text_of_two_pages_are_text(foot):
    conversion = two_pages(foot=foot).convert()
    assert ExclusionReason.PAGE_NUMBER not in reasons(conversion)
    assert foot.format(2) in conversion.markdown
