"""One clause with its surroundings."""

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.clause_reading import get_clause
from insurance_desktop.services.library import Library
from insurance_desktop.services.searching import search


def test_a_clause_comes_with_its_neighbours_and_references(filled: Library) -> None:
    chunk = search(filled, SearchRequest("2.4", product_code="2124")).results[0].chunk_id
    answer = get_clause(filled, chunk)
    assert answer.status is AnswerStatus.OK and answer.hit is not None
    assert answer.hit.section_id == "2.4"
    assert answer.previous is not None and answer.previous.section_id == "2.3"
    assert answer.next is not None and answer.next.section_id == "5.1"
    assert [(each.to, each.anchor, each.resolved) for each in answer.references] == [("8.5", "（见8.5）", True)]


def test_an_unknown_id_is_not_found(filled: Library) -> None:
    assert get_clause(filled, "nothing").status is AnswerStatus.NOT_FOUND
    assert get_clause(filled, "' OR 1=1 --").status is AnswerStatus.NOT_FOUND
