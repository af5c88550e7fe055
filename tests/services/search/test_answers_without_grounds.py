"""What must not be answered: values taken for clauses, noise, numbers no file can hold, pages past the end."""

import pytest
from test_clause_search import ANNUITY, ask, sections

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.answer_checking import check_answer
from insurance_desktop.services.answers.clause_reading import ClauseScope, find_clause, get_clause
from insurance_desktop.services.answers.edition_comparison import compare_documents
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.search.engine import SearchEngine

HUGE = 99_999_999_999_999_999_999_999


@pytest.mark.requirement("FR-001", "C4")
@pytest.mark.parametrize("question", ["尿酸5.1还能投保吗", "空腹血糖5.1", "利率2.4和5.1", "根据海商法第2.4条该怎么办"])
def test_a_measured_value_or_a_law_is_not_answered_with_the_clause_of_that_number(
    filled: SearchEngine, question: str
) -> None:
    assert all(hit.similarity_score < 1.0 for hit in ask(filled, question, product=ANNUITY).results)


def test_a_number_beside_its_title_is_looked_up(filled: SearchEngine) -> None:
    hit = ask(filled, "5.1 犹豫期", product=ANNUITY).results[0]
    assert (hit.section_id, hit.similarity_score) == ("5.1", 1.0)


@pytest.mark.requirement("C4")
@pytest.mark.parametrize("noise", ["2", "100", '" OR 1=1 --', "3 7 11", "%%2%%", "1=1; --"])
@pytest.mark.parametrize("mode", ["hybrid", "vector"])
def test_digits_and_signs_find_no_clause_by_likeness(filled: SearchEngine, noise: str, mode: str) -> None:
    answer = ask(filled, noise, mode=mode)
    assert answer.status is AnswerStatus.NO_MATCH and answer.results == ()


@pytest.mark.requirement("FR-001")
def test_a_document_number_that_no_file_can_hold_is_not_found(filled: SearchEngine) -> None:
    for number in (HUGE, -HUGE, 2**63, 10**400):
        answer = ask(filled, "退保", document_id=number)
        assert answer.status is AnswerStatus.NOT_FOUND and str(number) in (answer.message or "")
    assert find_clause(filled, "2.4", ClauseScope(document_id=HUGE)).status is AnswerStatus.NOT_FOUND
    assert check_exclusions(filled, "酒驾", document_id=HUGE).status is AnswerStatus.NOT_FOUND
    assert compare_documents(filled.library, HUGE, 1).status is AnswerStatus.NOT_FOUND


def test_a_cursor_past_the_end_is_refused_and_is_no_empty_answer(filled: SearchEngine) -> None:
    chunk = ask(filled, "2.4", product=ANNUITY).results[0].chunk_id
    calls = (
        lambda: ask(filled, "退保", product=ANNUITY, cursor="500"),
        lambda: check_exclusions(filled, "酒后驾驶", product=ANNUITY, everything=True, cursor="900"),
        lambda: get_clause(filled.library, chunk, cursor="99999"),
        lambda: check_answer(filled, "条款说“犹豫期内您要求退保的”。", cursor="7"),
    )
    for call in calls:
        with pytest.raises(UsageError) as refusal:
            call()
        assert refusal.value.key == "search.cursor_past_end"


@pytest.mark.requirement("C12b")
def test_a_vector_weight_that_changes_nothing_is_said_to(filled: SearchEngine) -> None:
    for given in ({}, {"fusion": "rrf", "mode": "keyword"}):
        answer = ask(filled, "犹豫期", product=ANNUITY, vector_weight=0.3, **given)
        assert sections(answer)[0] == "5.1" and "向量权重没有起作用" in (answer.message or "")
    counted = ask(filled, "犹豫期", product=ANNUITY, vector_weight=0.3, fusion="rrf")
    assert "向量权重" not in (counted.message or "")
