"""A decimal is a clause's number only where nothing else can be meant; a law's article never is."""

import pytest

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import sections_asked, subject_of
from insurance_desktop.packs.loader import load_pack


@pytest.fixture(scope="module")
def pack() -> DomainPack:
    return load_pack("insurance")


def meant(query: str, pack: DomainPack, title: str = "") -> list[str]:
    """The clauses that a question means by their numbers, where each has this title."""
    return [each.section_id for each in sections_asked(query, pack) if each.means(subject_of(title, pack))]


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("空腹血糖6.1还能投保吗", "投保范围"),
        ("白蛋白3.5赔吗", "诉讼时效"),
        ("利率3.5和2.5", "诉讼时效"),
        ("尿酸7.2", "意外伤害"),
        ("尿酸7.2怎么说", "意外伤害"),
        ("BMI 2.3", "保险责任"),
        ("现在是2.1版吗", "保障计划"),
        ("版本V2.3", "保险责任"),
        ("第6.1期产品说明", "投保范围"),
        ("结节1.2cm能买吗", "保险期间"),
        ("肌酐1.2mg/dl", "保险期间"),
        ("身高1.6能保吗", "续保"),
    ],
)
def test_a_measured_value_is_no_clause(pack: DomainPack, query: str, title: str) -> None:
    assert meant(query, pack, title) == []


@pytest.mark.parametrize(
    "query",
    [
        "民法典第2.3条",
        "根据保险法第十六条，保险公司能解除合同吗",
        "《中华人民共和国保险法》（2015年修正）第十六条和第十七条怎么说",
        "民法典1165条",
        "保险法中的第16条",
        "道路交通安全法实施条例第十条",
        "健康保险管理办法第六条",
        "根据银保监会的规定第十条",
    ],
)
def test_an_article_of_a_law_is_no_clause_of_this_contract(pack: DomainPack, query: str) -> None:
    assert sections_asked(query, pack) == ()


def test_beside_a_law_the_contracts_own_clause_is_still_meant(pack: DomainPack) -> None:
    assert meant("保险法第十六条和本合同2.4条哪个优先", pack) == ["2.4"]
    assert meant("这种算法第十条写了吗", pack) == ["第十条"]


@pytest.mark.parametrize(
    ("query", "sections"),
    [
        ("2.4", ["2.4"]),
        ("2.4（3）", ["2.4"]),
        ("2.4第三项", ["2.4"]),
        ("２．４写的是什么", ["2.4"]),
        ("請問2.4條的內容是什麼", ["2.4"]),
        ("那2.4呢", ["2.4"]),
        ("2.3和2.4分别写了什么", ["2.3", "2.4"]),
        ("第2.3、2.4条怎么说", ["2.3", "2.4"]),
        ("2.3和2.4有什么区别", ["2.3", "2.4"]),
        ("2.3 2.4 2.5", ["2.3", "2.4", "2.5"]),
        ("第2.3 2.4条", ["2.3", "2.4"]),
        ("康e保2.7说的是什么", ["2.7"]),
        ("2.4里有没有说到酒驾", ["2.4"]),
        ("我想看6.6这一条，里面说的酒驾是什么", ["6.6"]),
        ("血糖6.1，第2.4条赔不赔", ["2.4"]),
        ("2.3.1 还能投保吗", ["2.3.1"]),
        ("第十条写的是什么", ["第十条"]),
        ("section 2.4 about drunk driving", ["2.4"]),
    ],
)
def test_what_is_said_to_be_a_clause_is_one(pack: DomainPack, query: str, sections: list[str]) -> None:
    assert meant(query, pack) == sections


@pytest.mark.parametrize("query", ["1.3 犹豫期", "犹豫期1.3", "1.3的犹豫期有几天", "等待期 1.3 犹豫期"])
def test_a_number_beside_its_own_title_is_the_clause(pack: DomainPack, query: str) -> None:
    assert meant(query, pack, "犹豫期") == ["1.3"]
    assert meant(query, pack, "保险金的给付") == []
