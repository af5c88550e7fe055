"""Headers and footers in a box, and pages that lie on their side: clauses keep their text and nothing else."""

import pytest
from paper import NUMBER_X, RIGHT, SIZE, TEXT_X, TITLE_X, Paper, reasons, sections

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
    left = reasons(conversion)["page_header" if y == 30 else "page_footer"]
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
