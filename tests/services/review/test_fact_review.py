"""A person stands behind facts: what is confirmed, corrected or refused is served so, and part of the decision."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.errors import NotFound, ReviewRefused, UsageError
from insurance_desktop.domain.fact_judgements import Verdict
from insurance_desktop.domain.facts import FactStatus
from insurance_desktop.domain.product_answers import InspectRequest
from insurance_desktop.domain.shapes import shape
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.products.product_questions import inspect_product
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.fact_review import Judging, facts_in_review, judge_facts

TEXT = clause_text(
    ("1", "合同", ""),
    ("1.1", "等待期", "自本合同生效之日起90天内为等待期，但续保的除外。"),
    ("1.2", "宽限期", "自应交日次日起60日内为宽限期。"),
)
WAITING, GRACE = "extend_info.waiting_period", "extend_info.grace_period"


def judge(library, document_id, *judgings, reviewer="李"):
    return judge_facts(library, document_id, judgings, reviewer=reviewer)


def reviewed(library, document_id):
    return {each.path: each for each in facts_in_review(library, document_id)}


def served(workspace, *paths):
    told = inspect_product(workspace.engine.product_names, 1, InspectRequest(",".join(paths)))
    return [shape(told)[path] for path in paths]


def test_a_reviewer_sees_each_fact_with_its_sentence(library, one_document):
    waiting = reviewed(library, one_document(TEXT))[WAITING]
    assert (waiting.value, waiting.section_id, waiting.status) == ("90天", "1.1", FactStatus.DERIVED)
    assert waiting.quote == "自本合同生效之日起90天内为等待期，但续保的除外。"


def test_what_was_judged_is_served_after_the_next_approval(workspace, one_document):
    document_id = one_document(TEXT, name="甲产品")
    library = workspace.library
    decisions.approve(workspace.engine, document_id, reviewer="王")
    judge(
        library,
        document_id,
        Judging(WAITING, Verdict.CORRECTED, new_value="90天内为等待期，但续保的除外"),
        Judging(GRACE, Verdict.REFUSED),
    )
    assert get_document(library, document_id).review_status is ReviewStatus.PENDING
    decisions.approve(workspace.engine, document_id, reviewer="王")
    assert served(workspace, WAITING, GRACE) == ["90天内为等待期，但续保的除外", None]
    waiting = reviewed(library, document_id)[WAITING]
    assert (waiting.status, waiting.parsed, waiting.read) == (FactStatus.CONFIRMED, {"days": 90}, "90天")
    assert decisions.verify_log(library).ok


def test_a_judgement_changes_the_content_that_a_decision_names(workspace, one_document):
    document_id = one_document(TEXT, name="甲产品")
    plain = decisions.approve(workspace.engine, document_id, reviewer="王").content_sha256
    receipt = judge(workspace.library, document_id, Judging(WAITING, Verdict.CONFIRMED))
    again = decisions.approve(workspace.engine, document_id, reviewer="王").content_sha256
    assert again == receipt.content_sha256 != plain
    judge(workspace.library, document_id, Judging(WAITING, Verdict.WITHDRAWN))
    assert decisions.approve(workspace.engine, document_id, reviewer="王").content_sha256 == plain


def test_a_value_that_the_clause_does_not_print_is_refused(library, one_document):
    document_id = one_document(TEXT, name="甲产品")
    with pytest.raises(UsageError):
        judge(library, document_id, Judging(WAITING, Verdict.CORRECTED, new_value="30天"))
    with pytest.raises(NotFound):
        judge(library, document_id, Judging("extend_info.loan", Verdict.CONFIRMED))
    with pytest.raises(ReviewRefused):
        judge(library, document_id, Judging(WAITING, Verdict.WITHDRAWN))


def test_a_fact_that_the_program_missed_is_added_from_a_clause(workspace, one_document):
    document_id = one_document(TEXT, name="甲产品")
    judge(
        workspace.library,
        document_id,
        Judging("extend_info.renewal", Verdict.CORRECTED, new_value="续保的除外", section_id="1.1"),
    )
    decisions.approve(workspace.engine, document_id, reviewer="王")
    assert served(workspace, "extend_info.renewal") == ["续保的除外"]


def test_a_judgement_stays_with_the_words_it_was_made_for(workspace, one_document):
    document_id = one_document(TEXT, name="甲产品")
    judge(workspace.library, document_id, Judging(WAITING, Verdict.REFUSED), Judging(GRACE, Verdict.CONFIRMED))
    decisions.edit(
        workspace.library, document_id, markdown=TEXT.replace("90天", "80天"), reviewer="王", reason="照原件改"
    )
    now = reviewed(workspace.library, document_id)
    assert (now[WAITING].is_refused, now[WAITING].value) == (False, "80天")
    assert now[GRACE].status is FactStatus.CONFIRMED
