"""Where a fact stands in the text that a reviewer reads, and which of several is judged."""

from dataclasses import replace

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.fact_judgements import Verdict
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.fact_review import Judging, facts_in_review, judge_facts

TEXT = clause_text(
    ("1", "责任", ""),
    ("1.1", "犹豫期", "自您签收本合同次日起，有15日的犹豫期。"),
    ("1.2", "宽限期", "宽限期为60日\\*。自保险费约定支付日的次日零时起计算。"),
)


def facts(library, document_id, path):
    return [each for each in facts_in_review(library, document_id) if each.path == path]


def judged(library, document_id, fact, verdict, new_value=""):
    said = Judging(fact.path, verdict, fact.read or "", new_value, fact.section_id, fact.chunk_index)
    judge_facts(library, document_id, (said,), reviewer="王")
    return facts(library, document_id, fact.path)


def test_a_fact_is_placed_in_the_markdown_that_a_reviewer_reads(workspace, one_document):
    library, document_id = workspace.library, one_document(TEXT)
    markdown = decisions.show(library, document_id).markdown
    for path, value in (("extend_info.cooling_off", "15日"), ("extend_info.grace_period", "60日")):
        (fact,) = facts(library, document_id, path)
        assert fact.value == value == markdown[fact.markdown_start : fact.markdown_end]
        assert fact.group != path.partition(".")[0]


def test_a_value_is_taken_as_the_clause_prints_it_whatever_white_space_was_typed(workspace, one_document):
    library, document_id = workspace.library, one_document(TEXT)
    (fact,) = facts(library, document_id, "extend_info.cooling_off")
    (now,) = judged(library, document_id, fact, Verdict.CORRECTED, "次日起，\n有 15 日")
    assert now.value == "次日起，有15日"
    with pytest.raises(UsageError):
        judged(library, document_id, fact, Verdict.CORRECTED, "有16日")
    with pytest.raises(UsageError):
        judged(library, document_id, fact, Verdict.CORRECTED, " \n")


def test_a_fact_that_a_person_added_is_told_from_the_one_that_was_read_beside_it(workspace, one_document):
    library, document_id = workspace.library, one_document(TEXT)
    (read,) = facts(library, document_id, "extend_info.cooling_off")
    added = replace(read, read=None)
    first, second = judged(library, document_id, added, Verdict.CORRECTED, "签收本合同次日起")
    assert (first.value, second.value, second.read) == ("15日", "签收本合同次日起", None)
    assert judged(library, document_id, second, Verdict.WITHDRAWN) == [read]
