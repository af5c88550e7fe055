"""The two layers of text (C3): the clause verbatim, and the words that the index reads for it."""

import pytest

from development.bare_library import clause
from insurance_desktop.domain.conversion import DefinedTerm, Table
from insurance_desktop.domain.indexed import IndexedClause
from insurance_desktop.domain.pack import DomainPack, SynonymGroup
from insurance_desktop.index import tokens
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.entries import index_clauses

SHA = "a" * 64


def row_of(found: tuple[IndexedClause, ...], section: str) -> IndexedClause:
    return next(each for each in found if each.clause.section_id == section)


@pytest.mark.requirement("C3")
def test_a_definition_is_said_beside_the_word_that_uses_it_and_never_in_the_clause(embedder: Embedder) -> None:
    text = "被保险人在医院治疗的，我们给付医疗保险金。"
    uses = clause("2.3", "医疗保险金", text)
    defines = clause("8.1", "医院", "指经卫生行政部门评定的二级以上公立医院。")
    terms = (DefinedTerm("2.3", "医院", "8.1", defines.text), DefinedTerm("2.3", "没有出现的词", "8.2", "指别的。"))
    found = index_clauses((uses, defines), (), terms, SHA, embedder=embedder)
    row = row_of(found, "2.3")
    assert row.clause.text == text
    assert "在医院（指经卫生行政部门评定的二级以上公立医院。）治疗" in row.index_text
    assert "别的" not in row.index_text
    assert "公立" in row.tokens.words and "公立" in row.tokens.bigrams
    assert not any("公立" in window.text for window in row.windows)


@pytest.mark.requirement("C3", "FR-004")
def test_a_definition_is_said_whole_and_a_very_long_one_as_far_as_a_window_holds(embedder: Embedder) -> None:
    lines = "指同时满足下列条件的机构：\n（1）拥有合法经营执照；\n（2）设有病房，并有合格的医师和护士全日驻诊。"
    long = "指下列疾病：" + "某一种疾病，" * 60 + "以及末尾的一种"
    uses = clause("2.3", "医疗保险金", "被保险人在医院确诊重大疾病的，我们给付保险金。")
    terms = (DefinedTerm("2.3", "医院", "8.1", lines), DefinedTerm("2.3", "重大疾病", "8.2", long))
    row = row_of(index_clauses((uses,), (), terms, SHA, embedder=embedder), "2.3")
    assert "全日驻诊" in row.index_text
    assert "某一种疾病" in row.index_text and "末尾" not in row.index_text


@pytest.mark.requirement("C3", "FR-011")
def test_the_streets_words_stand_in_the_index_text_of_a_clause_that_bears_the_trades_title(
    embedder: Embedder, pack: DomainPack
) -> None:
    group = SynonymGroup(trade=("通讯方式变更", "联系方式变更"), street=("换了手机号", "搬家"))
    changed = clause("7.2", "联系方式变更", "您的住所变更时，请书面通知我们。")
    other = clause("7.3", "争议处理", "发生争议的，协商解决。")
    found = index_clauses((changed, other), (), (), SHA, embedder=embedder, synonyms=(group,))
    assert all(word in row_of(found, "7.2").index_text for word in ("换了手机号", "搬家", "通讯方式变更"))
    assert "搬家" not in row_of(found, "7.3").index_text
    assert set(tokens.bigrams("搬家")) <= set(row_of(found, "7.2").tokens.bigrams.split())
    ours = index_clauses(
        (clause("5.2", pack.synonyms[0].trade[0], "见下。"),), (), (), SHA, embedder=embedder, synonyms=pack.synonyms
    )
    assert any(word in ours[0].index_text for word in pack.synonyms[0].street)


@pytest.mark.requirement("C3")
def test_titles_above_and_other_spellings_are_normalised_in_the_index_text_alone(embedder: Embedder) -> None:
    text = "被保險人應於３０日內通知，⾦額不變。"
    printed = clause("2.4", "保險責任", text, breadcrumb=("2 我們提供的保障", "2.4 保險責任"))
    (row,) = index_clauses((printed,), (), (), SHA, embedder=embedder)
    assert row.clause.text == text
    assert all(said in row.index_text for said in ("我们提供的保障", "保险责任", "被保险人应于30日内通知", "金额不变"))
    assert all(window.text.startswith("2 我们提供的保障 / 2.4 保险责任\n") for window in row.windows)


@pytest.mark.requirement("FR-009a", "C2")
def test_every_window_of_a_long_table_says_its_columns(embedder: Embedder) -> None:
    rows = tuple((f"{age}岁男性被保险人", f"{age * 37}", f"{age * 41}") for age in range(100))
    headers = ("到达年龄", "年交保险费", "现金价值")
    table = Table(1, "现金价值表", headers, rows, 100, 3, unit="元")
    text = "\n".join("\t".join(line) for line in (headers, *rows))
    printed = clause("附表", "现金价值", text, is_table=True, table_data=table)
    (row,) = index_clauses((printed,), (table,), (), SHA, embedder=embedder)
    assert row.chunk_type == "table" and len(row.windows) > 3
    assert all(said in window.text for window in row.windows for said in ("现金价值表", "元", *headers))
    assert all(f"{age}岁男性被保险人" in "".join(window.text for window in row.windows) for age in range(100))
    assert all(0 < window.token_count <= 480 for window in row.windows)
    assert all(window.token_count == embedder.count_tokens(window.text) for window in row.windows)


def test_a_table_belongs_to_the_one_clause_that_it_stands_in_although_another_has_the_same_header(
    embedder: Embedder,
) -> None:
    tables = [
        Table(1, "", ("情形", "比例"), ((case, share),), 1, 2) for case, share in (("身故", "100%"), ("全残", "80%"))
    ]
    tables.append(Table(2, "", ("情形", "比例"), (("重伤", "50%"),), 1, 2))
    texts = [f"情形\t比例\n{table.rows[0][0]}\t{table.rows[0][1]}" for table in tables]
    first = clause("2.1", "身故", f"按下表给付。\n{texts[0]}", is_table=True, table_data=tables[0])
    second = clause("2.2", "残疾", f"{texts[1]}\n{texts[2]}", is_table=True, table_data=tables[1])
    found = index_clauses((first, second), tuple(tables), (), SHA, embedder=embedder)
    assert [each.clause.table_data for each in found if each.chunk_type == "table"] == tables


@pytest.mark.requirement("FR-009")
def test_chunk_ids_stay_while_document_section_and_text_stay(embedder: Embedder) -> None:
    clauses = (
        clause("1.1", "合同构成", "本合同由条款组成。"),
        clause("1.2", "保险期间", "一年。"),
        clause("1.2", "保险期间", "一年。"),
    )
    before = [row.clause_id for row in index_clauses(clauses, (), (), SHA, embedder=embedder)]
    words = SynonymGroup(trade=("保险期间",), street=("保多久",))
    terms = (DefinedTerm("1.1", "条款", "8.1", "指本条款。"),)
    again = index_clauses(
        (clause("1.0", "前言", "新的一条。"), *clauses), (), terms, SHA, embedder=embedder, synonyms=(words,)
    )
    assert [row.clause_id for row in again][1:] == before
    assert len(set(before)) == 3
    assert index_clauses(clauses, (), (), "b" * 64, embedder=embedder)[0].clause_id != before[0]
