"""FR-001, FR-002: traditional documents, names in other spellings, old numerals: found by what they are called."""

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, open_engine
from insurance_desktop.convert.clauses.clauses import read_clauses
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.clause_reading import ClauseScope, find_clause
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.products.product_names import name_key
from insurance_desktop.services.search.clause_lookup import PrintedNames
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.named_products import without_names

TRADITIONAL = """# 遠景終身壽險

## 第一章 總則

### 第五條 猶豫期

要保人於收到保險單翌日起十日內，得以書面向本公司申請撤銷本契約，此十日為猶豫期。

### 第六條 據實告知義務

要保人違反據實說明義務，足以變更本公司對於危險之估計者，本公司得解除契約。

## 第二章 給付

### 第七條 現金價值

本契約之現金價值，詳如保單價值表。

### 第八條 減額繳清

要保人得向本公司申請減額繳清，以當時之現金價值作為一次繳清之保險費。

### 第九條 除外責任

有下列情形之一者，本公司不負給付責任：

（一）要保人故意致被保險人於死。

（二）被保險人酒後駕車。

## 附表一 失能等級

第一級，給付比例為百分之百。

## 附表二 職業分類

第一類，為內勤人員。
"""
CARE = """# 晴川护理险（A款）

## 2 保障

### 2.3 保险期间

本合同的保险期间为二十年。

### 2.4 犹豫期

犹豫期为十五日。

## 附录

### 一、稳健账户

稳健账户投资于债券。

### 三、进取账户

进取账户投资于股票。
"""
TERM = """# 晴川定期寿险

### 第九条 保险期间

本合同的保险期间为三十年。

### 第十条 责任免除

因下列情形之一身故的，我们不承担给付保险金的责任：

（1）投保人故意杀害被保险人；

（2）被保险人酒后驾驶。
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """T9 in traditional characters, C1 with a name in brackets and an alias, D1 beside it."""
    with open_engine(tmp_path_factory.mktemp("spellings") / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            for name, code, text in (
                ("遠景終身壽險", "T9", TRADITIONAL),
                ("晴川护理险（A款）", "C1", CARE),
                ("晴川定期寿险", "D1", TERM),
            ):
                read = read_clauses(text, (), (), engine.library.pack)
                pointers = read_references(read, text, (), engine.library.pack)
                document = BareDocument(
                    name, read, pointers, code=code, company="晴川人寿", document_type="产品条款", markdown=text
                )
                add_verified(connection, document, engine.library.pack, EMBEDDER)
        yield engine


def ask(engine, query, **given):
    return search(engine, SearchRequest(query, **given))


def found(answer):
    return [hit.section_id for hit in answer.results]


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize("query", ["第九條", "第九条", "第9條", "第９条", "第玖條"])
def test_a_number_printed_in_traditional_characters_is_looked_up_in_every_spelling(engine, query):
    assert found(ask(engine, query, product="T9")) == ["第九條"]
    assert find_clause(engine, query, ClauseScope("T9")).hit.section_id == "第九條"
    assert set(found(ask(engine, query))) == {"第九條", "第九条"}


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("猶豫期", "第五條"),
        ("犹豫期", "第五條"),
        ("據實告知義務", "第六條"),
        ("現金價值", "第七條"),
        ("除外責任", "第九條"),
        ("除外责任", "第九條"),
    ],
)
def test_a_title_printed_in_traditional_characters_comes_first_in_either_spelling(engine, query, section):
    answer = ask(engine, query, product="T9")
    assert found(answer)[0] == section and answer.results[0].similarity_score == 1.0
    assert find_clause(engine, query, ClauseScope("T9")).hit.section_id == section


@pytest.mark.requirement("FR-001")
def test_terms_of_the_trade_do_not_silence_a_traditional_document(engine):
    answer = ask(engine, "減額繳清怎麼辦理", product="T9")
    assert found(answer)[:1] == ["第八條"]
    unknown = ask(engine, "等待期有几天", product="T9")
    assert unknown.status is AnswerStatus.NO_MATCH


def test_a_traditional_products_name_opens_it_and_leaves_the_question_beside_it(engine):
    for name in ("遠景終身壽險", "远景终身寿险"):
        assert found(ask(engine, name)) == ["第五條"]
        assert found(ask(engine, f"{name}的犹豫期"))[0] == "第五條"


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize("scenario", ["酒后开车出了车祸", "酒後開車出了車禍"])
def test_exclusions_of_a_traditional_document_are_matched(engine, scenario):
    answer = check_exclusions(engine, scenario, product="T9")
    assert answer.risk_detected
    assert [(each.section_id, each.item) for each in answer.matched_clauses] == [("第九條", "（二）")]


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize("name", ["晴川护理险（A款）", "晴川护理险(A款)", "晴川护理险（ａ款）", "晴川 護理險 (a款)"])
def test_a_products_name_in_another_spelling_is_taken_out_of_the_question(engine, name):
    answer = ask(engine, f"{name}保险期间")
    assert (found(answer)[0], answer.results[0].similarity_score) == ("2.3", 1.0)
    assert {hit.source_reference.product_code for hit in answer.results} == {"C1"}
    assert found(ask(engine, f"{name}的犹豫期"))[0] == "2.4"
    assert found(ask(engine, name)) == ["2.3"]


def test_an_alias_is_taken_out_with_the_bracket_that_it_opened():
    keys = [name_key("晴川护理险（A款）"), name_key("安心保2.0")]
    assert without_names("晴川护理险(A款)第2.4条", keys).split() == ["第2.4条"]
    assert without_names("(晴川护理险A款)和安心保２.0版", keys).split() == ["(", ")和", "版"]
    assert without_names("别的产品（A款）", keys) == "别的产品（A款）"


@pytest.mark.requirement("FR-001", "SC-001")
@pytest.mark.parametrize("given", [{"product": "C1"}, {"product_code": "C1"}])
def test_a_question_that_names_another_product_than_the_chosen_one_is_not_answered_from_that(engine, given):
    answer = ask(engine, "晴川定期寿险的保险期间", **given)
    assert (answer.status, answer.results) == (AnswerStatus.NO_MATCH, ())
    assert answer.message.startswith("未找到相关条款") and "晴川定期寿险" in answer.message
    both = ask(engine, "晴川护理险（A款）和晴川定期寿险的保险期间", **given)
    assert {hit.source_reference.product_code for hit in both.results} == {"C1"}
    assert "晴川定期寿险" in both.message and "晴川护理险" not in both.message
    assert ask(engine, "晴川护理险(A款)的保险期间", **given).message is None


@pytest.mark.requirement("FR-002")
def test_a_scenario_that_names_another_product_than_the_chosen_one_is_not_checked_against_that(engine):
    answer = check_exclusions(engine, "我买了晴川定期寿险，酒后驾驶身故", product="T9")
    assert (answer.status, answer.risk_detected) == (AnswerStatus.NO_MATCH, False)
    assert "晴川定期寿险" in answer.message
    own = check_exclusions(engine, "我买了晴川定期寿险，酒后驾驶身故", product="D1")
    assert own.risk_detected and own.message is None


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize(
    ("query", "code", "sections"),
    [
        ("第拾条", "D1", ["第十条"]),
        ("第二点四条", "C1", ["2.4"]),
        ("2点4", "C1", ["2.4"]),
        ("2。4", "C1", ["2.4"]),
        ("第二章", "T9", ["第二章", "第七條", "第八條", "第九條"]),
        ("第二章", "C1", ["2", "2.3", "2.4"]),
        ("附录三", "C1", ["附录/三"]),
        ("附表一", "T9", ["附表一"]),
        ("附表1", "T9", ["附表一"]),
        ("附表", "T9", ["附表一", "附表二"]),
    ],
)
def test_old_numerals_spoken_points_chapters_and_annexes_are_looked_up_exactly(engine, query, code, sections):
    answer = ask(engine, query, product=code)
    assert found(answer)[: len(sections)] == sections
    assert all(hit.similarity_score == 1.0 for hit in answer.results[: len(sections)])


@pytest.mark.parametrize("query", ["下午2点4分出的事", "涨了二点四倍", "百分之二点四"])
def test_a_time_or_a_share_is_no_clauses_number(engine, query):
    assert all(hit.similarity_score < 1.0 for hit in ask(engine, query, product="C1").results)


def test_spellings_follow_the_index(tmp_path):
    printed = PrintedNames()
    with open_library(tmp_path / "library.db") as library:
        for text, titles in ((TERM, ()), (TRADITIONAL, ("猶豫期",))):
            with library.database.write() as connection:
                add_verified(
                    connection,
                    BareDocument(text[2:8], read_clauses(text, (), (), library.pack)),
                    library.pack,
                    EMBEDDER,
                )
            with library.database.read() as connection:
                assert printed.titles(connection, "犹豫期") == titles
                numbers = printed.numbers(connection, "第9条")
        assert sorted(numbers) == ["第九条", "第九條"]
