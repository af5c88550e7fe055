"""What is written of clauses is shown where they say it, and struck where they do not."""

from collections import Counter
from dataclasses import replace

import pytest
from made_up_clauses import ENGLISH, MADE_UP, passage, passages

from development.checking.answers import TRUE, played, table
from insurance_desktop.domain.statement_rules import StatementRules
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.checking.answer_checks import AnswerCheck

PACK = load_pack("insurance")


def checked(text, *keys):
    return AnswerCheck(passages(*keys), PACK)(text)


def struck(text, *keys):
    return [each.text for each in checked(text, *keys) if each.struck]


def shown(text, *keys):
    return [each.text for each in checked(text, *keys) if not each.struck]


def test_falsehoods_of_every_kind_are_struck_and_true_sentences_are_not():
    cases = list(played(MADE_UP, PACK))
    assert [each.text for each in cases if (each.reason is None) != (each.kind == TRUE)] == []
    kinds = Counter(each.kind for each in cases)
    assert set(kinds) == {TRUE, "number", "negation", "neighbour", "benefit", "exception", "product"}
    assert any(line.startswith("made up    true") for line in table(cases))


def test_each_sentence_is_a_stretch_of_the_answer_in_its_order():
    prose = "## 犹豫期\n\n犹豫期为15日。[1] 可以解除合同[1]！\n- 扣除不超过10元的工本费[1]\n\n"
    text = f"{prose}| 项目 | 期限 |\n|---|---|\n| 宽限期 | 60日[2] |"
    place = 0
    for each in checked(text, "a1", "a2"):
        place = text.index(each.text, place) + len(each.text)
    assert place == len(text)


def test_an_answer_that_grows_is_checked_as_one_that_is_whole():
    first, rule = "犹豫期为15日[1]。", "2年内自杀的，公司不承担给付责任[2]。"
    exception = "但自杀时为无民事行为能力人的除外[2]。"
    check = AnswerCheck(passages("a1", "a3"), PACK)
    grown = [check(text) for text in (first, first + rule, first + rule + exception)]
    assert [[each.struck for each in found] for found in grown] == [[False], [False, True], [False, False, False]]


def test_a_claim_needs_a_citation_that_exists():
    assert struck("犹豫期为15日。", "a1") == ["犹豫期为15日。"]
    assert struck("犹豫期为15日[7]。", "a1") == ["犹豫期为15日[7]。"]
    assert struck("犹豫期为15日[1]。", "a1") == []


@pytest.mark.parametrize(
    "mark", ["[1]", "【1】", "[1][2]", "[1,2]", "[1-2]", "[^1]", "[1.3]", "[《安澜终身寿险》1.3 犹豫期]"]
)
def test_citations_are_read_in_every_way_that_they_are_written(mark):
    (behind,) = checked(f"犹豫期为15日。{mark}", "a1", "a2")
    (before,) = checked(f"犹豫期为15日{mark}。", "a1", "a2")
    assert not behind.struck and not before.struck
    assert behind.citations[0] == before.citations[0] == 1


def test_a_number_in_brackets_that_is_no_citation_stays_a_part_of_the_sentence():
    check = AnswerCheck([passage(1, text="某人寿[2018]年金保险005号")], PACK)
    (filed,) = check("本产品的备案号为某人寿[2018]年金保险005号[1]。")
    assert filed.citations == (1,)


def test_parts_of_a_sentence_are_checked_beside_the_clauses_that_each_of_them_cites():
    assert struck("犹豫期为15日[1]，宽限期为60日[2]。", "a1", "a2") == []
    assert struck("犹豫期为60日[2]，宽限期为15日[1]。", "a1", "a2") != []


def test_a_heading_names_what_clauses_are_titled_and_hides_no_claim():
    assert struck("## 犹豫期\n\n**责任免除**\n\n### 结论", "a1", "a3") == []
    for claim in ("## 自杀也赔", "**犹豫期30日**", "### 酒后驾驶可以赔付", "## 全额退还保险费："):
        assert struck(claim, "a1", "a3") == [claim]


def test_a_list_stands_on_the_citation_of_the_words_above_it():
    text = "责任免除包括[1]：\n- 投保人故意杀害被保险人\n- 酒后驾驶机动车\n- 跳伞"
    assert struck(text, "a3") == ["- 跳伞"]
    assert struck("以下情形不承担责任：\n1. 酒后驾驶机动车[1]", "a3") == []
    assert struck("以下情形应当赔付：\n1. 酒后驾驶机动车[1]", "a3") == ["以下情形应当赔付："]


def test_a_row_of_a_table_is_checked_cell_by_cell():
    head = "| 项目 | 《安澜终身寿险》 | 《晴川医疗保险》 |\n|---|---|---|\n"
    assert struck(f"{head}| 犹豫期 | 15日[1] | 20日[2] |", "a1", "b1") == []
    assert struck(f"{head}| 犹豫期 | 20日[1] | 15日[2] |", "a1", "b1") == ["| 犹豫期 | 20日[1] | 15日[2] |"]


def test_quotations_are_word_for_word():
    assert struck("合同写明“扣除不超过10元的工本费”[1]。", "a1") == []
    assert struck("合同写明“扣除10元的工本费”[1]。", "a1") != []
    assert struck("> 您签收本合同次日起有15日的犹豫期。[1]", "a1") == []
    assert struck("> 您签收本合同次日起有15天的犹豫期。[1]", "a1") != []


def test_an_exception_may_stand_in_the_next_sentence():
    rule, exception = "2年内自杀的，公司不承担给付责任[1]。", "但自杀时为无民事行为能力人的除外[1]。"
    assert struck(rule, "a3") == [rule]
    assert struck(rule + exception, "a3") == []
    assert struck(rule + "但自杀时投保人不知情的除外[1]。", "a3") == [rule, "但自杀时投保人不知情的除外[1]。"]


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("宽限期为六十日[1]。", "宽限期为十六日[1]。"),
        ("宽限期为６０日[1]。", "宽限期为６１日[1]。"),
        ("按基本保险金额的百分之一百二十给付身故保险金[2]。", "按基本保险金额的百分之一百零二给付身故保险金[2]。"),
        ("扣除10,000元免赔额[3]。", "扣除1,000元免赔额[3]。"),
        ("扣除1万元免赔额[3]。", "扣除1万两千元免赔额[3]。"),
        ("每次贷款最长6个月[4]。", "每次贷款最长6年[4]。"),
    ],
)
def test_figures_are_compared_by_value_and_unit_however_they_are_written(true, false):
    keys = ("a2", "a4", "b3", "a5")
    assert struck(true, *keys) == [] and struck(false, *keys) == [false]


def test_a_figure_of_the_clause_that_belongs_to_something_else_is_struck():
    assert struck("情形复杂的，公司在30日内核定[1]。", "b4") == []
    assert struck("情形复杂的，公司在5日内核定[1]。", "b4") != []


def test_the_reason_names_the_clause_that_says_it():
    (only,) = checked("宽限期为60日[1]。", "a1", "a2")
    assert only.struck and "[2]" in only.reason


def test_silence_of_the_clauses_is_told_only_where_they_are_silent():
    assert struck("所给条款未写明牙科治疗。", "a1", "a2") == []
    for hiding in (
        "本合同未约定等待期。",
        "所给条款没有规定宽限期。",
        "条款未写明牙科治疗，公司会赔付牙科费用。",
        "条款未写明牙科治疗全额赔付。",
    ):
        assert struck(hiding, "a1", "a2") == [hiding]


def test_yes_and_no_alone_are_claims():
    assert struck("是的[1]。", "a3") == ["是的[1]。"]
    assert struck("赔[1]。", "a3") == ["赔[1]。"]
    assert struck("不赔[1]。", "a3") == []


def test_nothing_is_said_by_a_sign_or_behind_a_fence():
    assert struck("酒后驾驶机动车 ✅[1]。", "a3") == ["酒后驾驶机动车 ✅[1]。"]
    assert struck("```犹豫期为30日", "a1") == ["```犹豫期为30日"]
    assert struck("```text\n犹豫期为15日[1]\n```", "a1") == []


def test_a_company_that_the_clause_does_not_name_is_struck():
    assert struck("平安人寿的犹豫期为15日[1]。", "a1") != []


def test_english_sentences_are_checked_beside_english_clauses():
    clause = passage(1, text=ENGLISH, section_title="Cooling-off period", breadcrumb=(), citation="SOLAS III/31.1.4")
    true = "The policy may be cancelled within 15 days [SOLAS III/31.1.4]. We refund the premium. [1]"
    false = (
        "The policy must be cancelled within 15 days [1].",
        "You may cancel within 30 days [1].",
        "We refund the premium with interest [1].",
        "Death by suicide within two years is not paid [1].",
        "You may cancel within 15 days [SOLAS II/1].",
    )
    check = AnswerCheck([clause], PACK)
    assert [each.text for each in check(true) if each.struck] == []
    for each in false:
        assert all(sentence.struck for sentence in check(each)), each


def test_a_pack_without_rules_shows_a_clause_s_own_words_alone():
    pack = replace(PACK, statements=StatementRules())
    check = AnswerCheck([passage(1, text=ENGLISH)], pack)
    own, other = check("We refund the premium without interest. [1] The premium is refunded. [1]")
    assert not own.struck and other.struck


def test_what_claims_nothing_is_no_claim():
    disclaimer, line = checked("以上内容仅供参考，具体以保险合同为准。\n\n---", "a1")
    assert not disclaimer.checked and not disclaimer.struck
    assert not line.checked


def test_nothing_written_is_nothing_checked():
    assert checked("", "a1") == ()
    assert checked("\n\n", "a1") == ()


@pytest.mark.parametrize(
    "crossed",
    [
        "被保险人酒后驾驶机动车身故的[1]，我们按基本保险金额的120%给付身故保险金[2]。",
        "被保险人酒后驾驶机动车身故的，我们按基本保险金额的120%给付身故保险金[1][2]。",
    ],
)
def test_a_condition_of_one_clause_has_no_consequence_of_another(crossed):
    assert struck(crossed, "a3", "a4") == [crossed]


@pytest.mark.parametrize(
    ("key", "crossed", "true"),
    [
        ("b2", "被保险人因意外伤害住院的，我们不承担给付保险金的责任[1]。", "因意外伤害住院的，没有等待期[1]。"),
        (
            "a2",
            "宽限期内发生保险事故的，本合同效力中止，但本合同另有约定的除外[1]。",
            "宽限期内发生保险事故的，公司仍承担保险责任，但会扣除欠交的保险费[1]。",
        ),
        ("b4", "达成给付协议后，我们在30日内作出核定[1]。", "情形复杂的，公司在30日内作出核定[1]。"),
    ],
)
def test_a_condition_keeps_its_own_consequence(key, crossed, true):
    assert struck(crossed, key) == [crossed]
    assert struck(true, key) == []


@pytest.mark.parametrize(
    ("key", "swapped"),
    [
        ("a6", "我们应当在知道保险事故发生之日起10日内通知您或受益人[1]。"),
        ("a1", "您扣除不超过10元的工本费后，退还我们所交的保险费[1]。"),
        ("a3", "被保险人对投保人的故意杀害、故意伤害，我们不承担给付身故保险金的责任[1]。"),
    ],
)
def test_parties_keep_their_places(key, swapped):
    assert struck(swapped, key) == [swapped]


def test_what_leans_on_the_sentence_before_cites_its_clause():
    crossed = "被保险人酒后驾驶机动车[1]。此时，我们按基本保险金额的120%给付身故保险金[2]。"
    assert struck(crossed, "a3", "a4") == ["此时，我们按基本保险金额的120%给付身故保险金[2]。"]


def test_an_item_of_one_clause_does_not_stand_below_what_another_one_promises():
    text = "以下情形给付身故保险金[2]：\n- 被保险人身故[2]\n- 酒后驾驶机动车[1]"
    assert struck(text, "a3", "a4") == ["- 酒后驾驶机动车[1]"]


def test_a_heading_does_not_join_the_titles_of_several_clauses():
    for claim in (
        "## 身故保险金责任免除",
        "### 等待期内也给付保险金",
        "**宽限期 身故 保险金给付**",
        "等待期保险金给付：",
    ):
        assert struck(claim, "a2", "a3", "a4", "b2", "b4") == [claim]
    assert struck("## 宽限期与等待期\n\n**身故保险金**", "a2", "a3", "a4", "b2", "b4") == []


@pytest.mark.parametrize("bare", ["要[1]。", "可能会的[1]。", "一般都会有[1]。", "因此，不会[1]。", "**结论：要**"])
def test_words_that_only_answer_are_claims(bare):
    assert struck(bare, "a3") == [bare]


def test_a_negation_of_a_negation_is_no_negation():
    turned = "酒后驾驶机动车导致身故的，我们并非不承担给付身故保险金的责任[1]。"
    assert struck(turned, "a3") == [turned]


def test_the_language_of_a_code_block_is_not_shown():
    assert shown("```covered\n```", "a3") == ["```", "```"]


def test_a_row_of_a_table_says_what_one_clause_says():
    head = "| 情形 | 结果 |\n|---|---|\n"
    for row in (
        "| 酒后驾驶机动车[1] | 按基本保险金额的120%给付身故保险金[2] |",
        "| 酒后驾驶机动车 | 按基本保险金额的120%给付身故保险金[1][2] |",
    ):
        assert row in struck(head + row, "a3", "a4")


def test_an_exception_of_a_statement_is_one_of_the_clause():
    turned = "除酒后驾驶机动车外，我们不承担给付身故保险金的责任[1]。"
    assert struck(turned, "a3") == [turned]
    assert struck("除本合同另有约定外，宽限期满仍未交费的，本合同效力中止[1]。", "a2") == []


def test_words_are_not_struck_through():
    assert struck("我们~~不~~承担给付身故保险金的责任[1]。", "a3") != []


def test_of_a_named_product_only_its_own_clauses_speak():
    assert struck("《安澜终身寿险》的犹豫期为20日[1][2]。", "a1", "b1") != []
    assert struck("《安澜终身寿险》和《晴川医疗保险》的犹豫期分别为20日和15日[1][2]。", "a1", "b1") != []
    assert struck("《安澜终身寿险》的犹豫期为15日[1]，《晴川医疗保险》的犹豫期为20日[2]。", "a1", "b1") == []


def test_a_list_below_words_without_a_colon_stands_on_them():
    assert struck("身故保险金的给付[2]\n1. 酒后驾驶机动车[1]", "a3", "a4") == ["1. 酒后驾驶机动车[1]"]


def test_an_exception_cut_off_the_last_of_several_sentences_is_missed():
    text = "我们应当及时作出核定；情形复杂的，应当在30日内作出核定，但本合同另有约定的除外。"
    check = AnswerCheck([passage(1, text=text)], PACK)
    (cut,) = check("我们应当及时作出核定；情形复杂的，应当在30日内作出核定[1]。")
    assert cut.struck
    (whole,) = check("我们应当及时作出核定；情形复杂的，应当在30日内作出核定，但本合同另有约定的除外[1]。")
    assert not whole.struck


def test_one_of_a_kind_is_not_two_of_it():
    check = AnswerCheck([passage(1, text="指因疾病导致两个或两个以上肢体自腕关节以上完全性断离。")], PACK)
    (one,) = check("指因疾病导致一个肢体自腕关节以上完全性断离[1]。")
    (two,) = check("指因疾病导致两个以上肢体自腕关节以上完全性断离[1]。")
    assert one.struck and not two.struck


def test_a_second_negation_of_a_clause_is_not_lost():
    check = AnswerCheck([passage(1, text="我们对无法确定的部分不承担给付责任。")], PACK)
    (lost,) = check("我们对无法确定的部分承担给付责任[1]。")
    (kept,) = check("公司对无法确定的部分不承担给付责任[1]。")
    assert lost.struck and not kept.struck
