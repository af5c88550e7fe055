"""FR-001: the whole of an answer: each side of a question, and the clause that decides beside the definition."""

from pathlib import Path

import pytest
from two_editions import NEW_WAITING, OLD_WAITING, edition, new_clauses, old_clauses
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause, open_engine
from insurance_desktop.domain.answers import SearchAnswer, SearchRequest
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import Found, sections_first
from insurance_desktop.store.clauses import clauses

pytestmark = pytest.mark.requirement("FR-001")

ANNUITY, MEDICAL = "2124", "M001"


def ask(engine: SearchEngine, query: str, code: str | None = None) -> SearchAnswer:
    return search(engine, SearchRequest(query, product_code=code))


def sections(answer: SearchAnswer) -> list[str]:
    return [hit.section_id for hit in answer.results]


@pytest.mark.parametrize("question", ["酒后驾驶赔不赔", "酒驾能赔吗？", "酒后驾驶出事给付吗"])
def test_who_asks_whether_it_is_paid_gets_the_exclusion_beside_the_definition(
    filled: SearchEngine, question: str
) -> None:
    answer = ask(filled, question, ANNUITY)
    exclusion = next(hit for hit in answer.results[:2] if hit.section_id == "2.4")
    assert "8.5" in sections(answer)
    assert exclusion.brought_by is None or exclusion.brought_by.section_id == "8.5"


def test_who_asks_what_a_word_means_gets_the_definition_alone(filled: SearchEngine) -> None:
    answer = ask(filled, "什么是酒后驾驶", ANNUITY)
    assert sections(answer) == ["8.5"]


def test_a_filter_holds_for_what_is_brought(filled: SearchEngine) -> None:
    answer = search(filled, SearchRequest("酒后驾驶赔不赔", product_code=ANNUITY, category="Definition"))
    assert sections(answer) == ["8.5"]


def test_both_sides_of_a_comparison_come_first(filled: SearchEngine) -> None:
    answer = ask(filled, "退保和减额交清哪个划算", ANNUITY)
    assert sections(answer)[:2] == ["5.2", "6.4"]
    assert [(side.name, side.found) for side in answer.sides] == [("退保", True), ("减额交清", True)]
    assert [[each.section_id for each in side.answered_by] for side in answer.sides] == [["5.2"], ["6.4"]]


def test_a_side_that_no_clause_speaks_of_is_missing_by_name(filled: SearchEngine) -> None:
    answer = ask(filled, "退保和保单贷款哪个划算", ANNUITY)
    assert sections(answer)[0] == "5.2"
    assert [(side.name, side.found) for side in answer.sides] == [("退保", True), ("保单贷款", False)]
    assert "保单贷款" in (answer.message or "")


def test_of_two_products_each_is_asked_in_its_own_documents(filled: SearchEngine) -> None:
    answer = ask(filled, "平安盈添悦和民生康健医疗保险，各保多久？")
    first = [(hit.source_reference.product_code, hit.section_id) for hit in answer.results[:2]]
    assert first == [(ANNUITY, "1.4"), (MEDICAL, "1.4")]
    assert [side.found for side in answer.sides] == [True, True]


@pytest.mark.parametrize(
    "question",
    [
        "平安盈添悦的犹豫期和民生康健医疗保险的免赔额",
        "平安的犹豫期和民生的免赔额",
        "平安盈添悦犹豫期几天？民生康健医疗保险免赔额多少？",
    ],
)
def test_different_things_of_two_products_are_each_asked_of_their_own(filled: SearchEngine, question: str) -> None:
    answer = ask(filled, question)
    first = [(hit.source_reference.product_code, hit.section_title) for hit in answer.results[:2]]
    assert first == [(ANNUITY, "犹豫期"), (MEDICAL, "免赔额")]
    assert [side.found for side in answer.sides] == [True, True]


def test_the_name_of_a_product_answers_nothing_by_itself(filled: SearchEngine) -> None:
    """A side that is not there is missing: no clause answers because the product's name is printed in it."""
    answer = ask(filled, "平安盈添悦的免赔额和民生康健医疗保险的犹豫期")
    assert answer.results == ()
    assert [side.found for side in answer.sides] == [False, False]
    assert "平安盈添悦的免赔额" in (answer.message or "")


def test_a_question_that_names_no_product_is_answered_of_each_or_says_which_is_silent(filled: SearchEngine) -> None:
    both = search(filled, SearchRequest("保险期间多久", top_k=2))
    one = ask(filled, "免赔额是多少")
    assert {hit.source_reference.product_code for hit in both.results} == {ANNUITY, MEDICAL}
    assert {hit.source_reference.product_code for hit in one.results} == {MEDICAL}
    assert "盈添悦" in (one.message or "")


def test_two_questions_after_each_other_are_both_answered(filled: SearchEngine) -> None:
    answer = ask(filled, "犹豫期几天？退保怎么办？", ANNUITY)
    assert [side.name for side in answer.sides] == ["犹豫期几天", "退保怎么办"]
    assert all(side.found for side in answer.sides)


def test_of_two_products_the_one_without_such_a_clause_is_named(filled: SearchEngine) -> None:
    answer = ask(filled, "平安盈添悦和民生康健医疗保险的免赔额各是多少？")
    assert {hit.source_reference.product_code for hit in answer.results} == {MEDICAL}
    assert [(side.name, side.found) for side in answer.sides] == [("平安盈添悦", False), ("民生康健医疗保险", True)]
    assert "平安盈添悦" in (answer.message or "")


def test_a_product_that_nobody_knows_is_not_looked_for_in_another(filled: SearchEngine) -> None:
    answer = ask(filled, "平安盈添悦和福满分的犹豫期有几天")
    assert {hit.source_reference.product_code for hit in answer.results} <= {ANNUITY}
    assert ("福满分", False) in [(side.name, side.found) for side in answer.sides]


def test_a_question_about_one_thing_has_no_sides(filled: SearchEngine) -> None:
    assert ask(filled, "犹豫期有几天", ANNUITY).sides == ()


def test_two_editions_are_asked_one_by_one(tmp_path: Path) -> None:
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            for paper in (edition("一版", "2020-01-01", old_clauses()), edition("二版", "2023-01-01", new_clauses())):
                add_verified(connection, paper, engine.library.pack, EMBEDDER)
        answer = ask(engine, "一版和二版的等待期有什么不同", "QS01")
        missing = ask(engine, "二版和三版的等待期有什么不同", "QS01")
    assert [hit.content for hit in answer.results[:2]] == [OLD_WAITING, NEW_WAITING]
    assert [(side.name, side.found) for side in answer.sides] == [("一版", True), ("二版", True)]
    assert [(side.name, side.found) for side in missing.sides] == [("二版", True), ("三版", False)]


def test_pieces_of_a_long_section_stand_behind_other_sections(tmp_path: Path) -> None:
    """A section that is cut in parts for its length holds one of the first places, not all of them."""
    parts = [clause("2.1", "住院床位费", f"第{number}部分：按每日限额赔付。") for number in (1, 2)]
    paper = BareDocument("民生长条医疗保险", (*parts, clause("2.2", "加床费", "按天计算。")))
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            add_verified(connection, paper, engine.library.pack, EMBEDDER)
        with engine.library.database.read() as connection:
            first, second, other = clauses.of_documents(connection, [1])
    ranked = [Found(first, 0.9), Found(second, 0.85), Found(other, 0.8)]
    assert [each.clause for each in sections_first(ranked)] == [first, other, second]


def test_of_many_products_the_first_places_are_of_different_ones(tmp_path: Path) -> None:
    kept = (clause("1.4", "犹豫期", "犹豫期为十五日。"), clause("1.5", "犹豫期", "犹豫期内可以退保。"))
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            for number in range(14):
                paper = BareDocument(f"青松第{number}号年金保险", kept, code=f"QS{number}")
                add_verified(connection, paper, engine.library.pack, EMBEDDER)
        answer = search(engine, SearchRequest("犹豫期", top_k=14))
    assert len({hit.source_reference.product_code for hit in answer.results}) == 14
