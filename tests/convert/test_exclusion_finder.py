"""Passages outside the exclusions that refuse or limit cover: which are proposed, why, and which are left alone."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest
from paper import Paper

from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.clauses.exclusion_finder import propose_exclusions
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Emphasis, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind, ProposalReason
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
SHADED = (Emphasis.STROKED, Emphasis.SHADED)
BOLD = (Emphasis.STROKED,)
CLAUSES = """# 某某医疗保险条款

## 2 我们提供的保障

### 2.2 等待期

三十日为等待期。等待期内患病的，我们不承担保险责任。

### 2.3 保险责任

我们给付住院（见7.1）费用（不包括门诊费用）。每年给付金额以一万元为限。被保险人须在本地就医，方可获得补偿。

### 2.4 免赔额

指由您自行承担的部分。

### 2.6 责任免除

1、故意自伤；

2、醉酒（见7.2）。

## 3 如何申请领取保险金

### 3.2 保险事故通知

未及时通知的，我们对无法确定的部分不承担给付保险金的责任。

### 3.4 保险金的给付

对不属于保险责任的，我们发出拒绝给付通知书。

## 7 释义

### 7.1 住院

指入院。但不包括：

a) 门诊观察室；

b) 家庭病床。

其他情形另定。

### 7.2 醉酒

指酒精含量超过标准，但不包括处方药品。
"""


def proposed(*loud, template=CLAUSES, exclusions=SHADED):
    """What is proposed where these words, and the exclusions, stand out."""
    places = [(words, kinds) for words, kinds in (("故意自伤；", exclusions), ("醉酒（见7.2）。", exclusions), *loud)]
    cuts = sorted((template.index(words), template.index(words) + len(words), kinds) for words, kinds in places)
    spans, at = [], 0
    for start, end, kinds in (*cuts, (len(template), len(template), ())):
        for begin, stop, found in ((at, start, ()), (start, end, kinds)):
            if begin < stop:
                spans.append(SourceSpan(begin, stop, 0, (Box(1, 0, begin, 9, stop),), emphasis=found))
        at = end
    clauses = read_clauses(template, tuple(spans), (), PACK)
    references = read_references(clauses, template, tuple(spans), PACK)
    return propose_exclusions(clauses, references, template, tuple(spans), PACK)


def told(found):
    return [(each.section_id, each.reason, each.phrase) for each in found]


def test_refusals_and_limits_in_benefits_and_their_definitions_are_proposed_with_the_words_that_tell():
    assert told(proposed()) == [
        ("2.2", ProposalReason.REFUSAL, "不承担保险责任"),
        ("2.3", ProposalReason.LIMIT, "不包括"),
        ("2.3", ProposalReason.LIMIT, "给付金额以一万元为限"),
        ("2.4", ProposalReason.LIMIT, "自行承担"),
        ("3.2", ProposalReason.REFUSAL, "不承担给付保险金的责任"),
        ("7.1", ProposalReason.LIMIT, "不包括"),
    ]


def test_a_proposal_has_its_words_and_its_place():
    found = proposed(("等待期内患病的，我们不承担保险责任。", SHADED))[0]
    assert found.text == "等待期内患病的，我们不承担保险责任。"
    assert CLAUSES[found.start : found.end] == found.text
    assert found.emphasis == (Emphasis.SHADED, Emphasis.STROKED)
    assert found.boxes == (Box(1, 0, found.start, 9, found.end),)


def test_a_list_is_proposed_with_its_introduction():
    found = next(each for each in proposed() if each.section_id == "7.1")
    assert [line for line in found.text.split("\n") if line] == ["但不包括：", "a) 门诊观察室；", "b) 家庭病床。"]


def test_what_a_definition_leaves_out_that_only_exclusions_use_is_no_exclusion():
    assert "7.2" not in {each.section_id for each in proposed()}


def test_how_refused_cases_are_dealt_with_is_no_refusal():
    assert "3.4" not in {each.section_id for each in proposed()}


def test_a_sentence_of_a_benefit_that_is_printed_as_the_exclusions_are_is_proposed_for_that_alone():
    words = "被保险人须在本地就医，方可获得补偿。"
    found = [each for each in proposed((words, SHADED)) if each.reason is ProposalReason.TYPOGRAPHY]
    assert [(each.section_id, each.text) for each in found] == [("2.3", words)]


@pytest.mark.parametrize("exclusions", [BOLD, ()])
def test_bold_alone_tells_nothing_as_terms_and_headings_are_bold_too(exclusions):
    found = proposed(("被保险人须在本地就医，方可获得补偿。", BOLD), exclusions=exclusions)
    assert ProposalReason.TYPOGRAPHY not in {each.reason for each in found}


def test_shading_in_a_document_without_exclusions_is_like_nothing_there():
    template = "## 2 保障\n\n### 2.3 保险责任\n\n我们给付费用。\n\n### 2.4 其他\n\n无。\n"
    spans = (SourceSpan(template.index("我们"), template.index("我们") + 7, 0, (), emphasis=SHADED),)
    clauses = read_clauses(template, spans, (), PACK)
    assert propose_exclusions(clauses, (), template, spans, PACK) == ()


def test_a_traditional_policy_refuses_in_its_own_words():
    template = "### 第五條 保險範圍\n\n本公司給付保險金。有下列情形者，本公司不負給付保險金的責任。\n"
    clauses = read_clauses(template, (), (), PACK)
    assert [each.reason for each in propose_exclusions(clauses, (), template, (), PACK)] == [ProposalReason.REFUSAL]


def test_a_term_that_stands_out_is_no_sentence():
    assert ProposalReason.TYPOGRAPHY not in {each.reason for each in proposed(("每年给付金额", SHADED))}


def test_an_entry_of_a_plan_table_is_no_sentence():
    table = "## 附表\n\n| 项目 | 甲 |\n| --- | --- |\n| 药品费 | 不包括 |\n"
    assert "附表" not in {each.section_id for each in proposed(template=f"{CLAUSES}\n{table}")}


def test_proposals_are_notes_for_the_reviewer_and_change_no_category():
    paper = Paper()
    paper.words(233, "青松医疗保险条款", size=16, bold=True)
    paper.feed(2)
    paper.chapter("我们提供的保障")
    long = "被保险人在本合同有效期内因遭受意外伤害导致的住院治疗，我们按照本合同的约定给付住院医疗保险金。"
    paper.clause("1.1", "保障计划", long)
    paper.clause("1.2", "保险责任", long, "我们不再承担给付住院医疗保险金的责任。")
    paper.clause("1.3", "责任免除", "因下列情形之一的，我们不承担责任：", "1、故意自伤；", "2、战争。")
    conversion = paper.convert()
    assert [each.section_id for each in conversion.proposed_exclusions] == ["1.2"]
    notes = [each for each in conversion.findings if each.kind == FindingKind.PROPOSED_EXCLUSION]
    assert [each.severity for each in notes] == [Severity.NOTE]
    assert notes[0].box.page == 1
    assert "不再承担" in notes[0].message
    categories = {clause.section_id: clause.category for clause in conversion.clauses}
    assert categories["1.2"] == ("Liability",)


@pytest.mark.corpus
def test_the_proposals_in_corpus_clauses_are_those_that_a_reader_finds(corpus):
    """The list was made by reading each proposal beside its page: `false` are those that neither refuse nor limit."""
    truth = tomllib.loads((Path(__file__).parent / "truth" / "proposed_exclusions.toml").read_text(encoding="utf-8"))
    right = wrong = 0
    for name, expected in truth.items():
        found = convert_bytes((corpus / "insurance" / name).read_bytes(), PACK).proposed_exclusions
        places = [each.section_id.split("/")[0] if "." in each.section_id else each.section_id for each in found]
        assert Counter(places) == Counter(expected["sections"]), name
        false = [each for each in found if any(each.text.startswith(words) for words in expected["false"])]
        assert len(false) == len(expected["false"]), name
        wrong += len(false)
        right += len(found) - len(false)
    assert right / (right + wrong) >= 0.95


@pytest.mark.parametrize("title", ["责任免除", "保险责任的免除", "保险责任免除", "不能获得赔偿的情形"])
def test_an_exclusion_clause_is_one_whatever_its_title_calls_it(title):
    markdown = f"# 某某医疗保险条款\n\n### 2.4 {title}\n\n因下列情形之一的，我们不承担保险责任：\n\n（1）自伤。\n"
    clause = next(each for each in read_clauses(markdown, (), (), PACK) if each.section_id == "2.4")
    assert clause.category == ("Exclusion",)


DEFINED = """# 某某医疗保险条款

### 2.3 保险责任

被保险人在医院（见7.1）治疗的，我们按照约定给付；年满七十周岁后的首个保单周年日（不含）起减半。

### 2.4 责任免除

被保险人吸食毒品{pointer}的，我们不承担保险责任。

## 7 释义

### 7.1 医院

指公立医院，但不包括康复病房。

### 7.2 毒品

**指鸦片等药品，但不包括遵医嘱使用的处方药品。**
"""


@pytest.mark.parametrize("pointer", ["", "（见7.2）"])
def test_what_only_an_exclusion_needs_and_where_a_figure_ends_is_not_proposed(pointer):
    markdown = DEFINED.format(pointer=pointer)
    clauses = read_clauses(markdown, (), (), PACK)
    found = propose_exclusions(clauses, read_references(clauses, markdown, (), PACK), markdown, (), PACK)
    assert [(each.section_id, each.phrase) for each in found] == [("7.1", "不包括")]
