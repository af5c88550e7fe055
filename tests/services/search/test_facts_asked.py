"""Who asks how much or how long is told the value beside the clause that states it, and nobody else's."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.exclusions import exclusion_risk
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.fact_review import Judging, Verdict, judge_facts
from insurance_desktop.services.search.clause_search import search

WAITING = "extend_info.waiting_period"


def contract(name, days):
    return clause_text(
        ("1.4", "犹豫期", "自您签收本合同之日起，有15日的犹豫期。犹豫期后解除合同会有损失。"),
        ("2.2", "等待期", f"自本合同生效之日起{days}天内为等待期。续保的没有等待期。"),
        ("2.4", "责任免除", "因下列情形之一身故的，我们不承担责任：\n（1）酒后驾驶机动车；\n（2）在等待期内患病。"),
        title=name,
    )


@pytest.fixture
def engine(workspace, one_document):
    for name, days in (("甲定期寿险", 90), ("乙医疗保险", 30)):
        document = one_document(contract(name, days), file=f"{name}.pdf", name=name)
        decisions.approve(workspace.engine, document, reviewer="王")
    return workspace.engine


def facts_of(answer):
    return [(hit.source_reference.product_name, fact.path, fact.value) for hit in answer.results for fact in hit.facts]


def test_a_value_is_told_with_its_parse_and_the_sentence_of_the_same_clause(engine):
    (hit, *_) = search(engine, SearchRequest("等待期多少天？", product="甲定期寿险")).results
    (fact,) = hit.facts
    assert (fact.path, fact.value, fact.parsed, fact.status) == (WAITING, "90天", {"days": 90}, "derived")
    assert (fact.source.clause_id, fact.source.quote) == (hit.chunk_id, "自本合同生效之日起90天内为等待期。")


def test_a_question_in_traditional_signs_is_read(engine):
    answer = search(engine, SearchRequest("等待期是幾天", product="甲定期寿险"))
    assert facts_of(answer) == [("甲定期寿险", WAITING, "90天")]


def test_each_product_of_an_answer_tells_its_own(engine):
    answer = search(engine, SearchRequest("甲定期寿险和乙医疗保险的等待期各是多少天？"))
    assert set(facts_of(answer)) == {("甲定期寿险", WAITING, "90天"), ("乙医疗保险", WAITING, "30天")}


def test_who_asks_what_a_word_means_is_told_no_value(engine):
    answer = search(engine, SearchRequest("什么是等待期", product="甲定期寿险"))
    assert answer.status is AnswerStatus.OK
    assert facts_of(answer) == []


def test_what_a_person_confirmed_is_told_as_confirmed(workspace, engine):
    judge_facts(workspace.library, 1, [Judging(WAITING, Verdict.CONFIRMED, value="90天")], reviewer="王")
    decisions.approve(engine, 1, reviewer="王")
    (hit, *_) = search(engine, SearchRequest("等待期多少天", product="甲定期寿险")).results
    assert [fact.status for fact in hit.facts] == ["confirmed"]


def test_exclusions_tell_only_what_their_own_words_state(engine):
    answer = exclusion_risk(engine, "酒后驾驶出事，等待期多少天", product="甲定期寿险")
    assert answer.matched_clauses
    assert all(not each.facts for each in answer.matched_clauses), "the waiting period stands in another clause"


def test_an_exclusion_tells_what_its_own_words_state(workspace, one_document):
    exclusions = (
        "因下列情形之一身故的，我们不承担责任：\n（1）酒后驾驶机动车；\n"
        "（2）在等待期内患病。自本合同生效之日起90天内为等待期。"
    )
    text = clause_text(("2.4", "责任免除", exclusions), title="丙定期寿险")
    document = one_document(text, file="丙定期寿险.pdf", name="丙定期寿险")
    decisions.approve(workspace.engine, document, reviewer="王")
    answer = exclusion_risk(workspace.engine, "患病，等待期多少天", product="丙定期寿险")
    assert [[fact.value for fact in each.facts] for each in answer.matched_clauses] == [["90天"]]
