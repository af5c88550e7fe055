"""A clause that states the value which a question asks for answers it, however both of them word it."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search.clause_search import search

WAITING = "投保人首次投保的，自本合同生效之日起三十日为等待期。等待期内发病的，我们不承担责任。"


@pytest.fixture
def engine(workspace, one_document):
    text = clause_text(
        ("第四条", "", "保险合同由保险条款、投保单、保险单组成。"),
        ("第五条", "", WAITING),
        ("第六条", "", "我们对符合约定的住院费用给付保险金。"),
        title="甲医疗保险",
    )
    document = one_document(text, file="甲医疗保险.pdf", name="甲医疗保险")
    decisions.approve(workspace.engine, document, reviewer="王")
    return workspace.engine


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize("question", ["等待期", "观察期多长", "免责期多少天", "投保后多久才能赔", "发病的等待期多少天"])
def test_the_clause_that_states_what_is_asked_comes_first(engine, question):
    answer = search(engine, SearchRequest(question, product="甲医疗保险"))
    assert (answer.status, answer.results[0].section_id) == (AnswerStatus.OK, "第五条")


@pytest.mark.parametrize("question", ["牙科的免责期多少天", "免责期从哪天起算", "犹豫期几天"])
def test_a_clause_does_not_answer_more_than_it_states(engine, question):
    answer = search(engine, SearchRequest(question, product="甲医疗保险"))
    assert all(each.similarity_score < 0.9 for each in answer.results)
