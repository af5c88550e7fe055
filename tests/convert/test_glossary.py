"""The definitions that a clause is read with, for an index to say them beside the words that use them."""

import pytest

from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.clauses.glossary import define_terms
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")


def defined(*blocks):
    markdown = "\n\n".join(blocks) + "\n"
    clauses = read_clauses(markdown, (), (), PACK)
    return define_terms(clauses, read_references(clauses, markdown, (), PACK), PACK)


def test_a_definition_belongs_to_the_clauses_that_point_at_it_once_each():
    found = defined(
        "### 2.1 责任",
        "住院（见7.1）期间，再次住院（见7.1）。",
        "### 2.2 免赔",
        "住院不免赔。",
        "## 7 释义",
        "### 7.1 住院",
        "指入院。",
    )
    assert [(each.source, each.term, each.section_id, each.text) for each in found] == [
        ("2.1", "住院", "7.1", "指入院。")
    ]


def test_a_definition_that_nothing_points_at_belongs_to_the_clauses_that_use_its_term():
    found = defined(
        "### 第一条 责任",
        "住院医疗费用在约定医院发生。",
        "### 第二条 其他",
        "无。",
        "### 第三条 释义",
        "#### 【住院】",
        "指入院。",
        "#### 【住院医疗费用】",
        "指住院所花的钱。",
        "#### 【医院】",
        "指二级以上。",
    )
    assert [(each.source, each.term) for each in found] == [("第一条", "住院医疗费用"), ("第一条", "医院")]


def test_an_item_of_the_definitions_is_a_definition_by_itself():
    found = defined(
        "### 第一条 责任", "潜水（见释义2）除外。", "### 第三条 释义", "1、攀岩：指登山。", "2、潜水：指水下运动。"
    )
    assert [(each.term, each.section_id, each.text) for each in found] == [("潜水", "第三条", "潜水：指水下运动。")]


@pytest.mark.corpus
def test_each_definition_of_a_corpus_clause_is_read_with_the_clause_that_names_it_first(corpus):
    file = corpus / "insurance" / "youngpj-toulianxian__pdf_tiaokuan.pdf"
    found = [(each.source, each.section_id, each.term) for each in convert_bytes(file.read_bytes(), PACK).definitions]
    assert found[:3] == [("1.2", "9.1", "保单年度"), ("1.2", "9.2", "保单月度"), ("1.3", "9.3", "资产评估日")]
    assert [section for _, section, _ in found] == [f"9.{number}" for number in range(1, 11)]
