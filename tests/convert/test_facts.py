"""What page 1 says about the document itself: product, company, kind; and nothing where it says nothing."""

import pytest
from paper import NUMBER_X, Paper

LONG = "我们对以下内容作出说明，请您在投保前仔细阅读，并向销售人员询问您不清楚的地方。"


def facts(title: str, *lines: str, header: tuple[str, str] | None = None):
    """The printed facts of two pages with this title, these lines, and a running header's two ends."""
    paper = Paper()
    for number in range(2):
        if number:
            paper.new_page()
        if header:
            paper.words(65, header[0], y=45, size=9)
            paper.words(545 - 9 * len(header[1]), header[1], y=45, size=9)
        if not number:
            paper.words((595 - 16 * len(title)) / 2, title, size=16, bold=True)
            paper.feed(2)
        for line in (*lines, LONG):
            paper.paragraph(line, x=NUMBER_X)
    return paper.convert().printed


@pytest.mark.requirement("FR-009")
@pytest.mark.parametrize("title", ["人身保险投保提示书", "阿德人身保险投保提示书"])
def test_a_leaflet_for_all_products_names_none(title):
    found = facts(title, "尊敬的客户：", "感谢您选择民生保险为您提供人身保险服务。")
    assert (found.product_name, found.document_type) == (None, "投保提示书")


def test_product_and_company_at_the_two_ends_of_a_header_stay_apart():
    found = facts("砚湖青松两全保险条款", header=("砚湖青松两全保险条款", "砚湖人寿保险股份有限公司"))
    assert found.product_name == "砚湖青松两全保险"
    assert found.company == "砚湖人寿保险股份有限公司"
    assert found.document_type == "产品条款"


def test_a_name_with_a_latin_letter_is_whole_and_the_company_is_no_part_of_it():
    found = facts("民生人寿保险股份有限公司民生康e保费用补偿医疗保险条款")
    assert found.product_name == "民生康e保费用补偿医疗保险"
    assert found.company == "民生人寿保险股份有限公司"


def test_an_unlisted_company_is_its_name_without_the_words_before_it():
    found = facts("砚湖青松两全保险条款", "本合同由砚湖人寿保险股份有限公司签发。", "砚湖人寿保险股份有限公司")
    assert found.company == "砚湖人寿保险股份有限公司"


def test_the_kind_is_what_the_earliest_line_says_though_the_text_speaks_of_others():
    found = facts("健康告知", "被保险人的职业是否属于拒保职业类别表所列的职业？", "您是否已阅读保险条款？")
    assert found.document_type == "健康告知"
