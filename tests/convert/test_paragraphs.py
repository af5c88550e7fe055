"""Where one paragraph ends and the next begins: forms, brackets, items, headings that no weight tells."""

from paper import NUMBER_X, RIGHT, SIZE, Paper, sections

ROW = int((RIGHT - NUMBER_X) // SIZE)
TEXT = "被保险人在本合同有效期内因遭受意外伤害或者在等待期后因疾病导致的住院治疗我们按照合同约定给付保险金"


def blocks(paper: Paper) -> list[str]:
    return paper.convert().markdown.replace("\\", "").strip().split("\n\n")


def full(text: str, end: str) -> str:
    """A row that fills the line and ends so."""
    return f"{(text * 2)[: ROW - len(end)]}{end}"


def test_each_row_of_contacts_and_of_signatures_is_a_line_of_its_own():
    paper = Paper()
    paper.paragraph(TEXT * 3, x=NUMBER_X)
    paper.feed()
    rows = (
        ("青松人寿保险公司网站：www.qingsong.example", "客服电话：95500"),
        ("行业协会网站：www.association.example", "投诉电话：0771-577523"),
    )
    for left, right in rows:
        paper.words(NUMBER_X, left)
        paper.words(RIGHT - 10 * SIZE, right)
        paper.feed()
    paper.words(NUMBER_X, "监管机构维权热线：12378")
    paper.feed(2)
    for label in ("投保人签名：", "代理人签名："):
        paper.words(300, label)
        for place, sign in enumerate("年月日"):
            paper.words(RIGHT - 90 + 40 * place, sign)
        paper.feed()
    found = blocks(paper)
    assert [each.split("：")[0] for each in found[1:]] == [
        "青松人寿保险公司网站",
        "行业协会网站",
        "监管机构维权热线",
        "投保人签名",
        "代理人签名",
    ]


def test_a_colon_inside_of_brackets_ends_no_paragraph():
    paper = Paper()
    paper.words(NUMBER_X, full(TEXT, "信息管理系统（网址："))
    paper.feed()
    paper.words(NUMBER_X, "qingsong.example）查询销售人员信息，保障您的知情权。")
    paper.feed()
    paper.words(NUMBER_X, full(TEXT, "下列情形："))
    paper.feed()
    paper.words(NUMBER_X, "投保人的故意行为导致的事故。")
    found = blocks(paper)
    assert len(found) == 3
    assert "（网址：qingsong.example）" in found[0]


def test_a_paragraph_at_the_margin_is_no_part_of_an_item_whose_document_indents_its_further_rows():
    paper = Paper()
    paper.words(NUMBER_X, "第一條【受益人】")
    paper.feed()
    for mark in "一二":
        paper.words(NUMBER_X, f"{mark}、{full(TEXT, '')[2:]}")
        paper.feed()
        paper.words(NUMBER_X + 2 * SIZE, "以下另有約定者從其約定。")
        paper.feed()
    paper.words(NUMBER_X, full(f"三、{TEXT}", "不得對抗本公司。"))
    paper.feed()
    paper.words(NUMBER_X, "前項受益人的變更於送達本公司時生效。")
    clause = sections(paper.convert())["第一條"]
    assert clause.text.endswith("前項受益人的變更於送達本公司時生效。")
    assert blocks(paper)[-1] == "前項受益人的變更於送達本公司時生效。"


def test_a_heading_set_wide_is_a_heading():
    paper = Paper()
    for title in ("投保声明", "客 户 确 认"):
        for place, sign in enumerate(title.split()):
            paper.words(NUMBER_X + 150 + 28 * place, sign, size=12, bold=True)
        paper.feed(2)
        paper.paragraph(TEXT * 3 + "。", x=NUMBER_X)
        paper.feed()
    headings = [each for each in blocks(paper) if each.startswith("#")]
    assert [each.lstrip("# ") for each in headings] == ["投保声明", "客 户 确 认"]


def test_plain_numbers_without_weight_are_sections_below_numerals_and_lists_without_text_are_none():
    paper = Paper()

    def row(words: str) -> None:
        paper.words(NUMBER_X, words)
        paper.feed()

    row("一、产品描述")
    for number in (1, 2):
        row(f"{number}．投保年龄：被保险人的年龄，投保年龄以周岁计算。")
    row("二、保单利益")
    row("1．保险责任")
    row("在合同保险期间内，我们按以下约定承担保险责任：")
    for number, title in enumerate(("身故保险金", "全残保险金"), 1):
        row(f"1.{number} {title}")
        row("申请时须提供下列材料中的一项，我们据此给付保险金：")
        row("1．身份证")
        row("2．户口本")
        row("材料由申请人提供。")
    row("2．责任免除")
    row("因下列情形之一导致被保险人身故的，我们不承担责任。")
    row("三、犹豫期及退保")
    for number, title in enumerate(("犹豫期", "退保"), 1):
        row(f"{number}．{title}")
        row("自您签收合同次日起，有15日的犹豫期。")
    ids = list(sections(paper.convert()))
    assert ids == ["一", "一/1", "一/2", "二", "二/1", "二/1.1", "二/1.2", "二/2", "三", "三/1", "三/2"]


def test_a_sentence_that_fills_its_line_ends_its_paragraph_where_the_next_one_is_set_apart():
    first, second = full(TEXT, "给付金额。"), "若被保险人身故前已有给付的，应当扣除。"
    paper = Paper()
    paper.paragraph(TEXT * 6, x=NUMBER_X)
    paper.feed()
    paper.words(NUMBER_X, first)
    paper.feed(1.35)
    paper.words(NUMBER_X, second)
    assert blocks(paper)[1:] == [first, second]


def test_a_sentence_that_fills_its_line_does_not_end_a_paragraph_that_goes_on_in_the_next():
    first, second = full(TEXT, "给付金额。"), "若被保险人身故前已有给付的，应当扣除。"
    paper = Paper()
    paper.paragraph(TEXT * 6, x=NUMBER_X)
    paper.feed()
    paper.words(NUMBER_X, first)
    paper.feed(1.1)
    paper.words(NUMBER_X, second)
    assert blocks(paper)[1:] == [first + second]


def test_a_stop_alone_on_a_line_ends_the_paragraph_above():
    paper = Paper()
    for words in (TEXT * 2)[:ROW], TEXT[: ROW - 8] + "（含3日）", "。":
        paper.words(NUMBER_X, words)
        paper.feed()
    paper.words(NUMBER_X, TEXT[: ROW - 8] + "。")
    found = blocks(paper)
    assert found[0].endswith("（含3日）。")
    assert len(found) == 2


def test_a_line_that_ends_with_a_quotation_mark_is_full_where_the_next_sign_did_not_fit():
    paper = Paper()
    for words in (TEXT * 2)[:ROW], TEXT[: ROW - 6] + "“等待期”", "不承担给付保险金的责任。":
        paper.words(NUMBER_X, words)
        paper.feed()
    (found,) = blocks(paper)
    assert found.endswith("“等待期”不承担给付保险金的责任。")


def test_a_line_that_ends_with_an_opening_mark_goes_on():
    paper = Paper()
    for words in (TEXT * 2)[:ROW], TEXT[: ROW - 4] + "除“", "等待期”外不承担给付保险金的责任。":
        paper.words(NUMBER_X, words)
        paper.feed()
    (found,) = blocks(paper)
    assert found.endswith("除“等待期”外不承担给付保险金的责任。")


def test_indented_articles_of_two_lines_each_are_no_column_of_labels():
    paper = Paper()
    for number in "一二三四":
        paper.words(NUMBER_X + 2 * SIZE, f"第{number}条")
        paper.words(NUMBER_X + 6 * SIZE, (TEXT * 2)[: ROW - 6])
        paper.feed()
        paper.words(NUMBER_X, f"{TEXT[:30]}。")
        paper.feed()
    found = sections(paper.convert())
    assert [each.text for each in found.values()] == [f"{(TEXT * 2)[: ROW - 6]}{TEXT[:30]}。"] * 4
