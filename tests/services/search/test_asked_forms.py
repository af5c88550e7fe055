"""FR-001: questions in other letters and words, follow-ups, and ages that a table has rows for."""

from pathlib import Path

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause, open_engine
from insurance_desktop.domain.answers import MatchingRows, SearchAnswer, SearchRequest
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine

pytestmark = pytest.mark.requirement("FR-001")

ANNUITY, MEDICAL = "2124", "M001"
SHARES = Table(
    page=5,
    table_type="给付比例表",
    headers=("投保年龄", "重度疾病", "中度疾病"),
    rows=(("18-39周岁", "100%", "60%"), ("40-59周岁", "100%", "50%"), ("60周岁及以上", "80%", "40%")),
    row_count=3,
    column_count=3,
)


def ask(engine: SearchEngine, query: str, code: str, context: str | None = None) -> SearchAnswer:
    return search(engine, SearchRequest(query, product_code=code, context=context))


@pytest.mark.parametrize(
    ("query", "code", "section", "read"),
    [
        ("youyuqi", ANNUITY, "5.1", "“youyuqi”按“犹豫期”查。"),
        ("yyq有几天", ANNUITY, "5.1", "“yyq”按“犹豫期”查。"),
        ("dengdaiqi duojiu", MEDICAL, "2.2", "“dengdaiqi”按“等待期”查。"),
        ("How long is the waiting period?", MEDICAL, "2.2", "“waiting period”按“等待期”查。"),
        ("deductible多少", MEDICAL, "2.4", "“deductible”按“免赔额”查。"),
        ("自負額是多少", MEDICAL, "2.4", "“自负额”按“免赔额”查。"),
    ],
)
def test_the_clause_is_found_and_the_answer_says_how_the_word_was_read(
    filled: SearchEngine, query: str, code: str, section: str, read: str
) -> None:
    answer = ask(filled, query, code)
    assert answer.status is AnswerStatus.OK
    assert answer.results[0].section_id == section
    assert read in (answer.message or "")


@pytest.mark.parametrize(("query", "code"), [("youyuqi", MEDICAL), ("cooling-off period", MEDICAL), ("yyq", MEDICAL)])
def test_a_term_that_the_product_does_not_have_is_not_answered_by_its_neighbour(
    filled: SearchEngine, query: str, code: str
) -> None:
    answer = ask(filled, query, code)
    assert answer.status is AnswerStatus.NO_MATCH and answer.results == ()
    assert "犹豫期" in (answer.message or "")


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("dxb", "没有看懂"),
        ("dxb有几天", "没有看懂"),
        ("zhongzheng", "有几种读法（重症、中症）"),
        ("zhongzheng赔多少", "有几种读法"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_guessed(filled: SearchEngine, query: str, told: str) -> None:
    answer = ask(filled, query, MEDICAL)
    assert answer.status is AnswerStatus.NO_MATCH and answer.results == ()
    assert (answer.message or "").startswith("未找到相关条款") and told in (answer.message or "")


@pytest.mark.parametrize("query", ["那它是几天？", "刚才说的那个要多少天", "那怎么办呢"])
def test_a_follow_up_without_a_subject_asks_for_its_context(filled: SearchEngine, query: str) -> None:
    answer = ask(filled, query, MEDICAL)
    assert answer.status is AnswerStatus.NO_MATCH and answer.results == ()
    assert "context" in (answer.message or "")
    assert ask(filled, query, MEDICAL, "它是什么").status is AnswerStatus.NO_MATCH


def test_a_follow_up_is_asked_together_with_its_context(filled: SearchEngine) -> None:
    answer = ask(filled, "那它是几天？", ANNUITY, "犹豫期是什么")
    assert answer.results[0].section_id == "5.1"
    assert "犹豫期是什么" in (answer.message or "")


def test_a_question_that_stands_alone_is_not_led_astray_by_its_context(filled: SearchEngine) -> None:
    answer = ask(filled, "那保险期间呢", ANNUITY, "犹豫期是什么")
    assert [hit.section_id for hit in answer.results] == ["1.4"]


def test_a_scenario_in_pinyin_is_checked_as_what_it_says(filled: SearchEngine) -> None:
    answer = check_exclusions(filled, "jiuhou jiashi chuxian", product=ANNUITY)
    assert [each.item for each in answer.matched_clauses] == ["（3）"]
    assert "酒后驾驶" in (answer.message or "")


def test_an_age_in_the_question_brings_the_row_of_the_table_that_holds_for_it(tmp_path: Path) -> None:
    printed = "\n".join("\t".join(row) for row in (SHARES.headers, *SHARES.rows))
    document = BareDocument(
        "晴川重疾险",
        (
            clause("1.4", "犹豫期", "犹豫期为15日。"),
            clause("附表", "给付比例表", printed, is_table=True, table_data=SHARES, page_number=5),
        ),
        code="C1",
    )
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            add_verified(connection, document, engine.library.pack, EMBEDDER)
        hit = ask(engine, "45岁投保，中度疾病的给付比例是多少", "C1").results[0]
        assert hit.section_id == "附表"
        assert hit.matching_rows == (MatchingRows("45岁", (SHARES.headers, SHARES.rows[1])),)
        assert ask(engine, "中度疾病的给付比例是多少", "C1").results[0].matching_rows == ()
