"""FR-002a: what the clauses say of surrender and reduced paid-up, verbatim."""

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause
from insurance_desktop.domain.answers import Quotation, SearchRequest, SurrenderAnswer
from insurance_desktop.domain.conversion import Item, Reference, Table
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers import surrender
from insurance_desktop.services.answers.surrender import surrender_logic
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.questions import json_size
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine

ANNUITY = "平安盈添悦两全保险（分红型）"
PAPERS = (Item("（1）", "保险合同；", (Box(3, 90, 200, 400, 214),)), Item("（2）", "您的有效身份证件。"))
FEES = Table(3, "surrender_charge", ("保单年度", "第1年", "第2年"), (("退保费用比例", "3%", "2%"),), 1, 3)
FORMULA = "未满期净保险费=净保险费×（1-n/365），经过天数不足一天的按一天计算。"
LINKED = (
    clause("1.4", "犹豫期", "犹豫期内您提出解除合同的，我们扣除十元工本费后无息退还保险费。", category=("Process",)),
    clause("2.4", "责任免除", "发生第（1）项情形的，本合同终止，我们退还现金价值。", category=("Exclusion",)),
    clause(
        "5.1",
        "您解除合同的手续及风险",
        "您解除本合同时，应填写合同解除申请书，并提供下列资料：\n（1）保险合同；\n（2）您的有效身份证件。\n"
        "自我们收到申请书之日起，本合同终止。我们在三十日内退还未满期净保险费（见7.39），并按9.2扣减。\n"
        "您解除合同会遭受一定损失，退还的金额可能低于已交保险费。",
        category=("Process",),
        items=PAPERS,
        page_number=3,
    ),
    clause(
        "5.2", "本公司合同解除权的限制", "我们有权解除合同的，自知道之日起三十日内不行使而消灭。", category=("Process",)
    ),
    clause("5.3", "年龄错误", "年龄不符合要求的，我们有权解除合同，并退还现金价值。", category=("Process",)),
    clause("6.1", "退保费用", "退保费用按下表收取。", is_table=True, table_data=FEES, category=("Process",)),
    clause("7.39", "未满期净保险费", FORMULA, category=("Definition",)),
    clause("9.2", "欠款抵扣", "我们退还保险费时，先扣除您的欠款。", category=("Process",)),
    clause("9.3", "续保", "您申请退保险费差额的，本合同终止后办理。", category=("Process",)),
)


@pytest.fixture
def linked(empty: SearchEngine) -> Library:
    document = BareDocument(
        "松岭团体医疗保险", LINKED, (Reference("5.1", "9.2", "number", "9.2", True),), code="S1", company="民生人寿"
    )
    with empty.library.database.write() as connection:
        add_verified(connection, document, empty.library.pack, EMBEDDER)
    return empty


def texts(quotations: tuple[Quotation, ...]) -> list[str]:
    return [each.text for each in quotations]


def everything(answer: SurrenderAnswer) -> list[Quotation]:
    definition = [answer.definition] if answer.definition else []
    return [*definition, *answer.calculation_rules, *answer.conditions, *answer.consequences]


@pytest.mark.requirement("FR-002a")
def test_what_is_lost_by_surrender_is_found_and_explained(filled: SearchEngine) -> None:
    """退保损失多少: the search leads to the clause, and the tool to its cash value rule."""
    found = search(filled, SearchRequest("退保损失多少", product=ANNUITY))
    assert found.status is AnswerStatus.OK and found.results[0].section_id == "5.2"
    answer = surrender_logic(filled, ANNUITY, "surrender")
    assert answer.status is AnswerStatus.OK
    assert "我们自收到申请书之日起30日内退还本合同的现金价值。" in texts(answer.calculation_rules)
    assert texts(answer.consequences)[-1] == "您在犹豫期后退保会遭受一定损失。"
    assert "您可以申请退保，请填写解除合同申请书。" in texts(answer.conditions)
    assert "本工具只提供计算逻辑，具体金额请参考保单" in answer.notices


@pytest.mark.requirement("FR-002a")
def test_both_operations_stand_side_by_side(filled: SearchEngine) -> None:
    """退保和减额交清哪个划算: the search gives both clauses, and the tool sets them beside each other."""
    found = search(filled, SearchRequest("退保和减额交清哪个划算", product=ANNUITY))
    assert {"5.2", "6.4"} <= {each.section_id for each in found.results[:3]}
    answer = surrender_logic(filled, ANNUITY, "reduced_paid_up")
    assert answer.definition is not None and answer.definition.section_id == "6.4"
    assert "5.2 退保" in answer.comparison_note and "6.4 减额交清" in answer.comparison_note
    assert "您不再支付保险费" in answer.comparison_note
    (other,) = answer.other_operations
    assert other.operation_name == "退保（解除合同）" and other.calculation_rules
    pages = {each.text_sha256 for each in answer.source_references}
    with filled.library.database.read() as connection:
        both = connection.rows("SELECT text_sha256 FROM clauses WHERE section_id IN ('5.2', '6.4')")
    assert {sha256 for (sha256,) in both} <= pages


@pytest.mark.requirement("FR-002a")
def test_every_string_is_verbatim_with_its_clause(linked: SearchEngine) -> None:
    answer = surrender_logic(linked, "S1", "surrender")
    with linked.library.database.read() as connection:
        for each in everything(answer):
            assert each.text in connection.value("SELECT text FROM clauses WHERE clause_id = ?", (each.chunk_id,))


@pytest.mark.requirement("FR-002a")
def test_a_formula_is_a_rule_and_nothing_else(linked: SearchEngine) -> None:
    answer = surrender_logic(linked, "S1", "surrender")
    assert FORMULA in texts(answer.calculation_rules)
    assert FORMULA not in texts(answer.conditions) + texts(answer.consequences)


UNTITLED = (
    clause("第二条", "", "投保人收到保险单后十日内为犹豫期，投保人可以在此期间申请解除本合同，保险费无息退还。"),
    clause(
        "第八条",
        "",
        "一、投保人在投保后，可以书面通知保险人要求解除本合同，并提供下列资料：\n（一）保险合同；\n"
        "二、自保险人收到申请书时起，本合同效力终止。\n三、解除合同会有一定损失。\n保险人退还未到期净保费。",
        category=("Process",),
        items=(
            Item("一、", "投保人在投保后，可以书面通知保险人要求解除本合同，并提供下列资料："),
            Item("（一）", "保险合同；"),
            Item("二、", "自保险人收到申请书时起，本合同效力终止。"),
            Item("三、", "解除合同会有一定损失。"),
        ),
    ),
    clause(
        "第九条【未到期净保费】", "未到期净保费", "保险费×未到期系数×\n65%。", category=("Definition",), page_number=4
    ),
    clause("第九条【未到期系数】", "未到期系数", "1-已过天数÷365，不足一天按一天。", category=("Definition",)),
    clause("第九条【行驶证】", "行驶证", "车辆证件。\n未到期净保费最低＝保险费×10%。", category=("Definition",)),
)


@pytest.fixture
def untitled(empty: SearchEngine) -> SurrenderAnswer:
    with empty.library.database.write() as connection:
        document = BareDocument("安和意外伤害保险", UNTITLED, code="A1", document_type="产品条款")
        add_verified(connection, document, empty.library.pack, EMBEDDER)
    return surrender_logic(empty, "A1", "surrender")


@pytest.mark.requirement("FR-002a")
def test_the_definition_is_the_operations_own_sentence_and_not_the_cooling_off(untitled: SurrenderAnswer) -> None:
    assert untitled.definition is not None and untitled.definition.text.startswith("一、投保人在投保后")


@pytest.mark.requirement("FR-002a")
def test_formulas_that_definitions_hold_belong_to_the_rules(untitled: SurrenderAnswer) -> None:
    rules = {each.text: each.section_id for each in untitled.calculation_rules}
    assert rules["保险费×未到期系数×\n65%。"] == "第九条【未到期净保费】", "a formula over two lines is one rule"
    assert rules["1-已过天数÷365，不足一天按一天。"] == "第九条【未到期系数】", "so is what a formula reckons with"
    assert rules["未到期净保费最低＝保险费×10%。"] == "第九条【行驶证】", "and what stands under another title"
    assert "车辆证件。" not in rules


@pytest.mark.requirement("FR-002a")
def test_what_is_marked_like_the_sentence_before_it_does_not_hang_on_it(untitled: SurrenderAnswer) -> None:
    assert {"二、自保险人收到申请书时起，本合同效力终止。", "三、解除合同会有一定损失。"} <= set(
        texts(untitled.consequences)
    )
    assert texts(untitled.conditions)[-1] == "（一）保险合同；"


@pytest.mark.requirement("FR-002a")
def test_listed_papers_stay_with_the_sentence_that_asks_for_them(linked: SearchEngine) -> None:
    conditions = surrender_logic(linked, "S1", "surrender").conditions
    assert texts(conditions)[:3] == [
        "您解除本合同时，应填写合同解除申请书，并提供下列资料：",
        "（1）保险合同；",
        "（2）您的有效身份证件。",
    ]
    assert conditions[1].boxes == PAPERS[0].boxes and conditions[1].page_number == 3


@pytest.mark.requirement("FR-002a")
def test_a_warning_of_loss_is_a_consequence_alone(linked: SearchEngine) -> None:
    answer = surrender_logic(linked, "S1", "surrender")
    warning = "您解除合同会遭受一定损失，退还的金额可能低于已交保险费。"
    assert warning in texts(answer.consequences) and warning not in texts(answer.calculation_rules)


@pytest.mark.requirement("FR-002a")
def test_what_the_insurer_may_do_and_what_is_excluded_does_not_belong(linked: SearchEngine) -> None:
    sections = {each.section_id for each in everything(surrender_logic(linked, "S1", "surrender"))}
    assert sections == {"1.4", "5.1", "7.39", "6.1", "9.2"}


@pytest.mark.requirement("FR-002a")
def test_a_table_comes_whole_with_what_it_says_of_the_policy_year(linked: SearchEngine) -> None:
    answer = surrender_logic(linked, "S1", "surrender", policy_year=2)
    (table,) = answer.related_tables
    assert table.table_data == FEES
    assert table.policy_year_rows == (("保单年度", "第2年"), ("退保费用比例", "2%"))
    assert not any("\t" in each.text for each in everything(answer))
    assert surrender_logic(linked, "S1", "surrender", policy_year=9).related_tables[0].policy_year_rows == ()


@pytest.mark.requirement("FR-002a")
def test_cash_values_of_a_year_come_with_their_header(filled: SearchEngine) -> None:
    answer = surrender_logic(filled, ANNUITY, "surrender", policy_year=2)
    (table,) = answer.related_tables
    assert table.policy_year_rows == (("保单年度", "现金价值"), ("2", "760"))
    assert answer.notices == ("本工具只提供计算逻辑，具体金额请参考保单",)


@pytest.mark.requirement("FR-002a")
def test_a_table_too_long_for_an_answer_comes_with_its_header_and_the_row(empty: SearchEngine) -> None:
    rows = tuple((str(year), *(f"{year * 1000 + column}" for column in range(20))) for year in range(1, 106))
    headers = ("保单年度末", *(f"{age}岁" for age in range(20)))
    table = Table(2, "cash_value", headers, rows, len(rows), 21)
    values = clause("附表", "现金价值表", "", is_table=True, table_data=table)
    document = BareDocument("松岭终身寿险", (*LINKED, values), code="S2", company="民生人寿")
    with empty.library.database.write() as connection:
        add_verified(connection, document, empty.library.pack, EMBEDDER)
    answer = surrender_logic(empty, "S2", "surrender", policy_year=7)
    related = next(each for each in answer.related_tables if each.table_data.table_type == "cash_value")
    assert related.policy_year_rows == (headers, rows[6]) and not related.is_whole
    assert related.table_data.rows == (rows[6],) and related.table_data.row_count == len(rows)
    assert json_size(answer) < 25_000


@pytest.mark.requirement("FR-002a")
def test_traditional_clauses_are_read_as_well(empty: SearchEngine) -> None:
    written = (
        clause(
            "第二十條",
            "契約的終止",
            "要保人得隨時終止本契約。前項終止自本公司收到書面通知時生效。本公司應於接到通知後一個月內償付解約金。",
            category=("Process",),
        ),
        clause(
            "第二十一條",
            "減額繳清保險",
            "要保人得以當時保單價值準備金的數額作為一次繳清的躉繳保險費，向本公司申請改保減額繳清保險。"
            "變更後，不必再繼續繳保險費，本契約繼續有效。",
            category=("Process",),
        ),
    )
    document = BareDocument("松嶺終身壽險", written, code="T1", company="松嶺人壽")
    with empty.library.database.write() as connection:
        add_verified(connection, document, empty.library.pack, EMBEDDER)
    answer = surrender_logic(empty, "T1", "surrender")
    assert "本公司應於接到通知後一個月內償付解約金。" in texts(answer.calculation_rules)
    assert "要保人得隨時終止本契約。" in texts(answer.conditions)
    (other,) = answer.other_operations
    assert "變更後，不必再繼續繳保險費，本契約繼續有效。" in texts(other.consequences)


@pytest.mark.requirement("FR-002a")
def test_the_seeds_sentences_stand_where_amounts_are_missing(linked: SearchEngine) -> None:
    missing = surrender_logic(linked, "S1", "reduced_paid_up")
    assert missing.status is AnswerStatus.NO_MATCH and not everything(missing)
    assert missing.notices == ("本工具只提供计算逻辑，具体金额请参考保单", "具体金额需查阅保单现金价值表")


def test_a_contract_that_knows_no_cash_value_is_not_said_to_have_a_table_of_them(filled: SearchEngine) -> None:
    answer = surrender_logic(filled, "M001", "surrender")
    assert answer.notices == ("本工具只提供计算逻辑，具体金额请参考保单",)


def test_a_long_answer_goes_on_where_its_cursor_says(linked: SearchEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = surrender_logic(linked, "S1", "surrender")
    assert whole.next_cursor is None and not whole.truncated
    monkeypatch.setattr(surrender, "_PASSAGES_BYTES", 900)
    found, cursor = [], None
    while True:
        page = surrender_logic(linked, "S1", "surrender", cursor=cursor)
        found += everything(page)
        assert page.truncated is (page.next_cursor is not None)
        assert {each.document_id for each in page.source_references} or not everything(page)
        cursor = page.next_cursor
        if cursor is None:
            break
    assert sorted(texts(tuple(found))) == sorted(texts(tuple(everything(whole))))


def test_what_cannot_be_asked_is_refused_in_words(filled: SearchEngine) -> None:
    with pytest.raises(UsageError):
        surrender_logic(filled, ANNUITY, "magic")
    with pytest.raises(UsageError):
        surrender_logic(filled, ANNUITY, "surrender", policy_year=0)
    with pytest.raises(UsageError):
        surrender_logic(filled, ANNUITY, "surrender", cursor="x")


def test_an_unknown_product_is_not_found(filled: SearchEngine) -> None:
    assert surrender_logic(filled, "nobody", "surrender").status is AnswerStatus.NOT_FOUND
