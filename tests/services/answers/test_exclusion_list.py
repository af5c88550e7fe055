"""FR-002, C6: every exclusion of a product is gone through, wherever it stands, with what takes it back."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_pending, add_verified, open_engine
from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.domain.answers import ExclusionAnswer, ExclusionItem
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search.engine import SearchEngine

MEDICAL = """# 康宁住院医疗保险条款

## 2 我们提供的保障

### 2.2 等待期

自本合同生效之日起三十日内，被保险人因疾病住院的，我们不承担给付保险金的责任。因意外伤害住院的，没有等待期。

### 2.3 保险责任

被保险人因恶性肿瘤（见7.3）住院的，我们按实际支出给付住院医疗保险金。

### 2.4 责任免除

因下列情形之一造成被保险人住院的，我们不承担给付保险金的责任：

（1）投保人对被保险人的故意杀害、故意伤害；

（2）被保险人主动吸食或注射毒品（见7.2）；

（3）被保险人酒后驾驶、无合法有效驾驶证驾驶（见7.1）的机动车；

（4）感染艾滋病病毒或患艾滋病，但符合2.5约定的不在此限；

（5）牙科治疗、视力矫正手术、美容；

### 2.5 职业暴露

医护人员在工作中被针头刺伤而感染的，我们给付保险金。

### 3.2 保险金申请

您应当提供发票原件。

## 7 释义

### 7.1 无合法有效驾驶证驾驶

指下列情形之一：

（1）没有取得驾驶资格；

（2）驾驶与驾驶证准驾车型不相符合的车辆；

（3）持审验不合格的驾驶证驾驶。

驾驶证超过有效期不满一个月的，不在此列。

### 7.2 毒品

指国家规定管制的使人形成瘾癖的麻醉药品，但不包括由医生开具并遵医嘱使用的处方药品。

### 7.3 恶性肿瘤

指恶性细胞不受控制地扩散的疾病，其中不包含：

（1）原位癌；

（2）皮肤癌，但恶性黑色素瘤除外。
"""

LIFE = """# 安心定期寿险条款

## 2 保障

### 2.1 责任免除

因下列情形之一身故的，我们不承担给付保险金的责任：

（1）投保人对被保险人的故意杀害；

（2）被保险人酒后驾驶机动车。
"""

BRACKETS = """# 安行意外保险条款

## 2 保障

### 2.3 保险责任

被保险人在中国境内（见7.3）因意外伤害身故的，我们给付身故保险金。

### 2.4 责任免除

因下列情形之一造成被保险人身故的，我们不承担给付保险金的责任：

（1）被保险人自杀，但被保险人自杀时为无民事行为能力人（见7.4）的除外；

（2）感染艾滋病病毒，但符合2.5约定的职业暴露（见7.6）导致的感染不在此限；

### 2.5 职业暴露

医护人员被针头刺伤而感染的，我们给付保险金。

## 7 释义

### 7.3 中国境内

指中华人民共和国境内，港、澳、台地区除外。

### 7.4 无民事行为能力人

指不满八周岁的未成年人。

### 7.6 职业暴露

指因职业关系接触血液。
"""

MANUAL = """# 半核产品说明书

### 3.1 责任免除

因整形住院的，我们不承担给付保险金的责任。
"""

PLAIN = """# 平安存款说明

### 1.1 名称

本说明介绍名称。
"""


def markdown_document(name: str, code: str, markdown: str) -> BareDocument:
    pack = load_pack("insurance")
    read = read_clauses(markdown, (), (), pack)
    return BareDocument(name, read, read_references(read, markdown, (), pack), code=code, markdown=markdown)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("exclusions")
    with open_engine(folder / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            told = {"康宁": ("K1", MEDICAL), "安心": ("L1", LIFE), "说明": ("P1", PLAIN), "安行": ("B1", BRACKETS)}
            add_pending(connection, markdown_document("半核", "H1", LIFE), engine.library.pack)
            for name, (code, text) in (told | {"半核": ("H1", MANUAL)}).items():
                add_verified(connection, markdown_document(name, code, text), engine.library.pack, EMBEDDER)
        yield engine


def whole(engine: SearchEngine, scenario: str, product: str = "K1") -> ExclusionAnswer:
    return check_exclusions(engine, scenario, product=product, everything=True)


def item(answer: ExclusionAnswer, section: str, mark: str | None) -> ExclusionItem:
    return next(each for each in answer.matched_clauses if (each.section_id, each.item) == (section, mark))


@pytest.mark.requirement("FR-002", "C6")
def test_exclusions_are_found_in_lists_definitions_and_waiting_periods(written: SearchEngine) -> None:
    answer = whole(written, "补了两颗牙")
    places = {(each.section_id, each.item) for each in answer.matched_clauses}
    assert {("2.4", f"（{number}）") for number in range(1, 6)} <= places
    assert {("7.3", "（1）"), ("7.3", "（2）"), ("2.2", None)} <= places
    assert answer.enumerated == len(answer.matched_clauses) and answer.complete


@pytest.mark.requirement("FR-002")
def test_the_cases_of_a_definition_are_items_of_their_own(written: SearchEngine) -> None:
    """Also where a sentence below them takes something back."""
    answer = whole(written, "拿着小车的驾照去开大货车翻了")
    assert {"（1）", "（2）", "（3）"} == {each.item for each in answer.matched_clauses if each.section_id == "7.1"}


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize(
    ("scenario", "mark"),
    [
        ("补牙花了两千能报吗", "（5）"),
        ("在酒吧溜冰毒后被送去抢救", "（2）"),
        ("没考过驾照开车撞了树", "（3）"),
        ("查出艾滋病住院了", "（4）"),
    ],
)
def test_everyday_words_lead_to_the_item(written: SearchEngine, scenario: str, mark: str) -> None:
    answer = check_exclusions(written, scenario, product="K1")
    assert answer.risk_detected
    assert ("2.4", mark) in [(each.section_id, each.item) for each in answer.matched_clauses]


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize("scenario", ["下雨天走路滑倒摔断了腿", "做饭时被热油烫伤住院", "踢足球崴了脚"])
def test_what_nothing_mentions_raises_no_alarm(written: SearchEngine, scenario: str) -> None:
    answer = check_exclusions(written, scenario, product="K1")
    assert not answer.risk_detected and answer.matched_clauses == ()


def test_an_exception_comes_with_the_clause_that_it_points_to(written: SearchEngine) -> None:
    found = item(whole(written, "艾滋病"), "2.4", "（4）").exceptions
    assert [(each.section_id, each.text) for each in found] == [
        ("2.4", "但符合2.5约定的不在此限"),
        ("2.5", "医护人员在工作中被针头刺伤而感染的，我们给付保险金。"),
    ]


def test_a_definition_takes_back_what_its_own_words_leave_out(written: SearchEngine) -> None:
    found = item(whole(written, "吗啡"), "2.4", "（2）")
    assert [definition.split("-")[1] for definition in found.definitions] == ["7.2"]
    taken_back = [(each.section_id, each.text) for each in found.exceptions]
    assert taken_back == [("7.2", "但不包括由医生开具并遵医嘱使用的处方药品")]


def test_a_sentence_below_the_cases_takes_each_of_them_back(written: SearchEngine) -> None:
    found = item(whole(written, "驾照过期了开车"), "7.1", "（2）").exceptions
    assert [each.text for each in found] == ["驾驶证超过有效期不满一个月的，不在此列"]


def test_a_limit_is_no_exception_of_itself(written: SearchEngine) -> None:
    answer = whole(written, "去香港住院", product="B1")
    assert [each.exceptions for each in answer.matched_clauses if "台地区" in each.text] == [()]


def test_an_exception_that_crosses_a_bracket_keeps_all_its_words_and_its_clause(written: SearchEngine) -> None:
    answer = whole(written, "自杀", product="B1")
    suicide = item(answer, "2.4", "（1）").exceptions
    assert [(each.section_id, each.text) for each in suicide] == [
        ("2.4", "但被保险人自杀时为无民事行为能力人（见7.4）的除外")
    ]
    infection = item(answer, "2.4", "（2）").exceptions
    assert [(each.section_id, each.text) for each in infection] == [
        ("2.4", "但符合2.5约定的职业暴露（见7.6）导致的感染不在此限"),
        ("2.5", "医护人员被针头刺伤而感染的，我们给付保险金。"),
    ]


@pytest.mark.requirement("FR-002", "C6")
def test_a_list_is_not_complete_while_a_current_document_of_the_product_waits_for_review(written: SearchEngine) -> None:
    answer = whole(written, "整形", product="H1")
    assert answer.enumerated == 1 and not answer.complete
    assert answer.message is not None and "1 份现行文件尚未核验" in answer.message
    assert whole(written, "整形").message is None


def test_every_text_stands_verbatim_in_its_clause(written: SearchEngine) -> None:
    for each in whole(written, "住院").matched_clauses:
        assert each.text in MEDICAL.replace("\n\n", "\n")


def test_a_long_answer_goes_on_where_it_was_cut(written: SearchEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = whole(written, "住院")
    monkeypatch.setattr("insurance_desktop.services.library.questions.page_of.__defaults__", (2_000,))
    found: list[tuple[str, str]] = []
    cursor = None
    while True:
        page = check_exclusions(written, "住院", product="K1", everything=True, cursor=cursor)
        assert page.enumerated == everything.enumerated
        found += [(each.section_id, each.text) for each in page.matched_clauses]
        cursor = page.next_cursor
        assert page.truncated == (cursor is not None)
        if cursor is None:
            break
    assert found == [(each.section_id, each.text) for each in everything.matched_clauses]


@pytest.mark.requirement("FR-002", "C6")
def test_without_a_product_the_items_of_one_product_stand_together(written: SearchEngine) -> None:
    answer = check_exclusions(written, "喝酒开车撞了", everything=True)
    products = [each.source_reference.product_name for each in answer.matched_clauses]
    assert len(set(products)) == 4
    assert sum(one != other for one, other in pairwise(products)) == 3


def test_a_document_that_refuses_nothing_proves_nothing(written: SearchEngine) -> None:
    answer = whole(written, "住院", product="P1")
    assert not answer.complete and answer.enumerated == 0


UNTITLED = """# 无题意外险条款

### 第一条

因下列情形之一造成被保险人身故的，我们不承担给付保险金的责任：

（1）被保险人醉酒（见第二条）后驾驶的；

### 第二条

酒精含量达到八十毫克的为醉酒，但因食用食物所致的不在此列。
"""


def test_an_exclusion_that_points_to_a_clause_without_a_title_is_told(tmp_path: Path) -> None:
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            add_verified(connection, markdown_document("无题", "U1", UNTITLED), engine.library.pack, EMBEDDER)
        answer = whole(engine, "喝多了开车", product="U1")
    assert "被保险人醉酒（见第二条）后驾驶的；" in [each.text for each in answer.matched_clauses]
