"""First pages as different insurers print them: the product, its number and the kind of document, or nothing at all."""

import pytest
from paper import RIGHT, Paper

from insurance_desktop.domain.conversion import PrintedFacts
from insurance_desktop.domain.kinds import FindingKind

COMPANY = "砚湖人寿保险股份有限公司"
TEXT = "第一条 本保险合同由保险条款、投保单、保险单以及批单组成。凡涉及本保险合同的约定，均应采用书面形式。"
NOTICE = "请您在投保前仔细阅读以下内容，并向销售人员询问您不清楚的地方。"


def facts(*lines: tuple[str, float], text: str = TEXT, corner: str = "", header: str = "") -> PrintedFacts:
    """The printed facts of two pages: centred lines of these sizes above the text, words in the corner, a header."""
    paper = Paper()
    for number in range(2):
        if number:
            paper.new_page()
        if header:
            paper.words(58, header, y=45, size=9)
            paper.words(RIGHT - 9 * len(COMPANY), COMPANY, y=45, size=9)
        if corner and not number:
            paper.words(RIGHT - 9 * len(corner), corner, y=60, size=9)
        for words, size in lines if not number else ():
            width = sum(size / 2 if sign.isascii() else size for sign in words)
            paper.words((595 - width) / 2, words, size=size, bold=True)
            paper.y += 1.8 * size
        for _ in range(6):
            paper.paragraph(text, x=58)
    return paper.convert().printed


def told(found: PrintedFacts) -> tuple[str | None, str | None, str | None]:
    return found.product_name, found.filing_number, found.document_type


AT = 16
"""The size of most titles."""


@pytest.mark.parametrize(
    ("lines", "product"),
    [
        ([(COMPANY, AT), ("砚湖青松重大疾病保险条款", AT)], "砚湖青松重大疾病保险"),
        ([("砚湖附加豁免保险费", 22), ("重大疾病保险条款", 22)], "砚湖附加豁免保险费重大疾病保险"),
        (
            [("砚湖青松两全保险", 24), ("（分红型）（2021版）", 24), ("条款", 24)],
            "砚湖青松两全保险（分红型）（2021版）",
        ),
        ([("砚湖青松医疗保险条款（互联网2022版A款）", 14)], "砚湖青松医疗保险（互联网2022版A款）"),
        ([("砚湖青松重大疾病保险条款2020版（B款）", 14)], "砚湖青松重大疾病保险2020版（B款）"),
        ([("砚湖青松年金保险A款利益条款", AT)], "砚湖青松年金保险A款"),
        ([(f"{COMPANY}个人意外伤害保险条款", 14)], "个人意外伤害保险"),
        ([(f"{COMPANY}附加", 14), ("意外伤害医疗保险条款（A款）", 14)], "附加意外伤害医疗保险（A款）"),
        ([("《砚湖青松终身寿险》产品条款", AT)], "砚湖青松终身寿险"),
        ([("附件1-2：砚湖青松护理保险条款", AT)], "砚湖青松护理保险"),
        ([("砚湖财产相互保险社", AT), ("家庭财产综合保险条款", AT)], "家庭财产综合保险"),
        ([("附加第三者责任险条款", 14)], "附加第三者责任险"),
        ([("砚湖青松重大疾病保险", 22), ("阅读指引", AT)], "砚湖青松重大疾病保险"),
        ([("让保险更简单", 30), ("砚湖青松终身寿险条款", 18)], "砚湖青松终身寿险"),
        ([("个人保险基本条款", AT)], None),
    ],
)
def test_a_contract_is_known_by_its_title(lines, product):
    found = facts(*lines)
    assert (found.product_name, found.document_type) == (product, "产品条款")


@pytest.mark.parametrize(
    ("printed", "number"),
    [
        ("砚湖人寿[2019]终身寿险012号", "砚湖人寿[2019]终身寿险012号"),
        ("砚湖健康〔2021〕医疗保险6号", "砚湖健康〔2021〕医疗保险6号"),
        ("（砚湖备-意外【2015】附279号）", "砚湖备-意外【2015】附279号"),
        ("(砚湖财险)(备-普通意外保险)【2016】(主) 024 号", "(砚湖财险)(备-普通意外保险)【2016】(主)024号"),
        ("注册号：C00012345622021111900153", "C00012345622021111900153"),
        ("（C00012345612020120701021）", "C00012345612020120701021"),
        ("备案编号：砚保发[2013]66号", "砚保发[2013]66号"),
        ("条款编码为砚湖人寿〔2017〕两全保险001号", "砚湖人寿〔2017〕两全保险001号"),
    ],
)
def test_the_number_of_a_product_is_read_in_every_form(printed, number):
    assert facts(("砚湖青松两全保险条款", 16), (printed, 10.5)).filing_number == number


def test_a_number_in_the_corner_beside_the_title_is_no_part_of_it():
    found = facts(("砚湖青松两全保险条款", 22), ("阅读指引", 16), corner="砚湖人寿[2018]两全保险008号")
    assert told(found) == ("砚湖青松两全保险", "砚湖人寿[2018]两全保险008号", "产品条款")


def test_of_two_numbers_the_filing_number_is_told():
    found = facts(
        ("砚湖青松医疗保险条款", 16),
        ("注册号：C00012345612018030100471", 10.5),
        ("备案号：(砚湖财险)(备-医疗保险)【2018】(主) 005 号", 10.5),
    )
    assert found.filing_number == "(砚湖财险)(备-医疗保险)【2018】(主)005号"


@pytest.mark.parametrize(
    ("number", "company"),
    [
        ("平安养老〔2018〕医疗保险029号", "平安养老保险股份有限公司"),
        ("泰康养老〔2018〕医疗保险029号", "泰康养老保险股份有限公司"),
        ("砚湖人寿〔2018〕医疗保险029号", None),
    ],
)
def test_a_number_that_a_known_company_begins_says_whose_product_it_is(number, company):
    assert facts(("砚湖青松防癌医疗保险条款", 16), (number, 10.5)).company == company


def test_the_number_of_a_standard_is_not_that_of_the_product():
    found = facts(("砚湖青松意外伤害保险条款", 16), text="伤残程度按《伤残评定标准》（中保协发〔2013〕88号）评定。")
    assert found.filing_number is None


def test_a_header_names_the_product_where_the_page_has_no_title():
    found = facts(("阅读指引", 16), header="砚湖青松医疗保险（A款）条款")
    assert told(found) == ("砚湖青松医疗保险（A款）", None, "产品条款")


@pytest.mark.parametrize(
    ("title", "product", "kind"),
    [
        ("砚湖青松年金保险费率表（男性）", "砚湖青松年金保险", "费率表"),
        ("砚湖青松年金保险年交保险费率表", "砚湖青松年金保险", "费率表"),
        ("附表：砚湖青松年金保险现金价值表", "砚湖青松年金保险", "现金价值表"),
        ("砚湖青松两全保险（分红型）-产品说明书", "砚湖青松两全保险（分红型）", "产品说明书"),
        ("《砚湖青松医疗保险（2017版）（A款）投保声明》", "砚湖青松医疗保险（2017版）（A款）", "投保声明"),
        ("砚湖青松年金保险投核保规则", "砚湖青松年金保险", "投保须知"),
        ("人身保险投保提示书", None, "投保提示书"),
        ("个人信息保护政策", None, "隐私政策"),
        ("健康告知书", None, "健康告知"),
        ("如实告知声明", None, "如实告知"),
        ("砚湖保险特殊职业类别表1", None, "职业类别表"),
        ("理赔流程的说明", None, "理赔须知"),
        ("理赔须知", None, "理赔须知"),
        ("免责条款", None, "责任免除"),
        ("增值服务条款", None, "服务说明"),
        ("电子保险单", None, "保险单"),
    ],
)
def test_other_documents_are_known_by_their_titles(title, product, kind):
    found = facts((title, 16), text=NOTICE)
    assert (found.product_name, found.document_type) == (product, kind)


def test_a_notice_without_a_title_is_that_of_the_one_contract_that_it_names():
    found = facts(text="1.适用人群：成年人。2.每人限投一份，采用电子保单。请阅读《砚湖青松医疗保险条款（A款）》。")
    assert told(found) == ("砚湖青松医疗保险（A款）", None, "投保须知")


def test_a_notice_of_several_products_names_none_of_them():
    found = facts(
        ("砚湖青松医疗保险投保声明", 16),
        text="本人已阅读《砚湖青松医疗保险条款》《砚湖附加柏树津贴保险条款》的所有内容，没有异议。",
    )
    assert (found.product_name, found.document_type) == (None, "投保声明")


def test_laws_and_standards_that_a_notice_names_are_no_products():
    found = facts(("如实告知书", 16), text="《中华人民共和国保险法》第十六条规定，保险人可以提高保险费率或者解除合同。")
    assert (found.product_name, found.document_type) == (None, "如实告知")


def test_a_contract_does_not_take_the_name_of_the_contract_that_it_is_added_to():
    found = facts(("砚湖附加柏树津贴保险条款", 14), text="本附加合同须附加于《砚湖青松医疗保险条款》所载的合同。")
    assert found.product_name == "砚湖附加柏树津贴保险"


def test_rates_in_the_text_of_a_contract_do_not_make_it_a_table_of_rates():
    found = facts(("砚湖青松医疗保险条款", 14), ("保险费率", 12), text="我们可以调整保险费率，费率表以备案的为准。")
    assert found.document_type == "产品条款"


def test_the_name_of_a_company_is_no_product():
    found = facts(("砚湖人寿保险", 20), ("客户服务", 12), text=NOTICE)
    assert found.product_name is None


@pytest.mark.parametrize("bold", [True, False])
@pytest.mark.parametrize("x", [58, 220])
def test_a_title_no_larger_than_the_text_is_read_wherever_it_stands(bold, x):
    paper = Paper()
    for words in (COMPANY, "个人意外伤害保险条款（2020版）"):
        paper.words(x, words, bold=bold)
        paper.feed()
    for _ in range(6):
        paper.paragraph(TEXT, x=58)
    assert told(paper.convert().printed) == ("个人意外伤害保险（2020版）", None, "产品条款")


def test_what_is_said_of_several_products_is_told_to_the_reviewer():
    paper = Paper()
    for _ in range(4):
        paper.paragraph("本人自愿投保《砚湖青松医疗保险条款》《砚湖附加柏树津贴保险条款》所列的保险。", x=58)
    conversion = paper.convert()
    told_of = [each.message for each in conversion.findings if each.kind == FindingKind.SEVERAL_PRODUCTS]
    assert len(told_of) == 1
    assert "砚湖青松医疗保险" in told_of[0] and "砚湖附加柏树津贴保险" in told_of[0]


def test_a_file_of_several_contracts_has_the_name_of_none():
    paper = Paper()
    for place, title in enumerate(("砚湖青松医疗保险条款", "砚湖附加柏树津贴保险条款")):
        if place:
            paper.new_page()
        paper.words((595 - AT * len(title)) / 2, title, size=AT, bold=True)
        paper.feed(2)
        for number, heading in zip("一二三四", ("保险合同构成", "保险责任", "责任免除", "保险期间"), strict=True):
            paper.words(58, f"第{number}条 {heading}", bold=True)
            paper.feed()
            paper.paragraph("本合同由保险条款、投保单、保险单以及批单组成，均应采用书面形式。", x=58)
    found = paper.convert().printed
    assert found.product_name is None
    assert found.products == ("砚湖青松医疗保险", "砚湖附加柏树津贴保险")


def test_a_main_contract_and_its_rider_are_two_products():
    found = facts(("投保声明", AT), text="本人已阅读《重大疾病保险条款》《附加重大疾病保险条款》的内容，没有异议。")
    assert found.products == ("重大疾病保险", "附加重大疾病保险")


def test_a_product_named_with_and_without_its_edition_is_one():
    found = facts(("投保声明", AT), text="本人投保《砚湖青松医疗保险》，已阅读《砚湖青松医疗保险条款（2017版）》。")
    assert found.product_name == "砚湖青松医疗保险（2017版）"


def test_a_table_of_rates_under_the_title_of_a_plan_is_that_of_the_plan():
    found = facts(
        ("青松e生2021版（年缴版）", 22), text="单位：元。投保年龄不超过六十周岁，个人单标准保费，有社保与无社保。"
    )
    assert (found.product_name, found.document_type) == ("青松e生2021版（年缴版）", "费率表")


@pytest.mark.parametrize(
    ("title", "kind"), [("投保人及被保险人健康告知事项", "健康告知"), ("【投保须知】", "投保须知"), ("产品特色", None)]
)
def test_words_that_begin_with_the_word_insurance_are_no_products(title, kind):
    found = facts((title, AT), text=NOTICE)
    assert (found.product_name, found.document_type) == (None, kind)


def test_a_heading_further_down_does_not_name_the_document():
    paper = Paper()
    for heading in ("产品特色", "理赔流程"):
        paper.words((595 - AT * len(heading)) / 2, heading, size=AT, bold=True)
        paper.feed(2)
        paper.paragraph("保障全面，价格优惠。", x=58)
    assert paper.convert().printed.document_type is None


def test_a_notice_that_calls_itself_one_is_one():
    found = facts(("青松无忧百万保", AT), text="内容不一致的，以本投保须知为准。《青松无忧百万保》由砚湖承保。")
    assert (found.product_name, found.document_type) == ("青松无忧百万保", "投保须知")


def test_a_notice_of_a_plan_that_names_its_contracts_is_about_those():
    contracts = "《青松意外伤害保险条款》；《青松附加意外医疗保险条款》"
    text = f"本投保人已阅读《青松无忧百万保》的条款：{contracts}。以本投保须知为准。"
    found = facts(("青松无忧百万保", AT), text=text)
    assert (found.product_name, found.products) == (None, ("青松意外伤害保险", "青松附加意外医疗保险"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("我们收集、存储您的敏感信息，不会共享、转让或者披露。", "隐私政策"),
        ("出险后请及时报案，我们派员查勘，请准备理赔资料。", "理赔须知"),
        ("被保险人是否患有下列疾病？是否曾被拒保、延期或者加费？", "健康告知"),
        ("本人已阅读条款，本人同意并授权贵公司使用资料，没有异议。", "投保声明"),
        ("保险公司按照约定给付。", None),
    ],
)
def test_a_text_without_a_title_is_known_by_its_words_or_not_at_all(text, kind):
    assert facts(text=text).document_type == kind


def test_a_page_of_figures_without_a_word_for_them_is_a_table_of_rates():
    paper = Paper()
    title = "青松无忧2021版"
    paper.words((595 - 22 * len(title)) / 2, title, size=22, bold=True)
    rows = [
        ["年龄", "男", "女", "合计"],
        *([str(age), f"{age}.5", f"{age}.8", f"{2 * age}.3"] for age in range(18, 30)),
    ]
    paper.grid([60, 160, 260, 360, 460], [120 + 20 * place for place in range(len(rows) + 1)], rows)
    found = paper.convert().printed
    assert (found.product_name, found.document_type) == (title, "费率表")


def test_a_document_of_no_known_kind_still_names_its_product():
    found = facts(("砚湖青松医疗保险停售的说明", AT), text=NOTICE)
    assert (found.product_name, found.document_type) == ("砚湖青松医疗保险", None)
