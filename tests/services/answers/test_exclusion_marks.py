"""FR-002: the exclusions of a product, item by item, each marked for a scenario."""

from contextlib import contextmanager
from dataclasses import replace

import pytest
from two_products import EMBEDDER, EXCLUSION_ITEMS, EXCLUSION_TEXT

from development.bare_library import BareDocument, add_verified, clause, open_engine
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.matching import KINDS, load_match_model
from insurance_desktop.index.ranking import model_path
from insurance_desktop.services.answers import exclusion_marks
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.search.engine import SearchEngine

ANNUITY = "平安盈添悦两全保险（分红型）"
DISCLAIMER = "本结果仅供参考，实际理赔以保险合同和公司审核为准"


@pytest.mark.requirement("FR-002", "C6")
@pytest.mark.parametrize(
    ("scenario", "item"),
    [
        ("酒驾出事赔吗？", "（3）"),
        ("酒后骑摩托车出事", "（3）"),
        ("去攀岩摔伤了", "（6）"),
        ("当地打仗被流弹击中", "（4）"),
    ],
)
def test_the_item_that_a_scenario_falls_under_is_matched(filled: SearchEngine, scenario: str, item: str) -> None:
    answer = check_exclusions(filled, scenario, product=ANNUITY)
    assert answer.risk_detected and answer.finding == "matched"
    assert item in [each.item for each in answer.matched_clauses]
    assert all(each.mark == "matched" for each in answer.matched_clauses)
    assert answer.relevant_clauses[0].page_number in (4, 5)


@pytest.mark.requirement("FR-002", "C8")
def test_an_item_of_a_list_that_crosses_a_page_is_cited_with_its_own_page(filled: SearchEngine) -> None:
    answer = check_exclusions(filled, "去攀岩摔伤了", product=ANNUITY)
    cited = {each.item: each.source_reference for each in answer.matched_clauses}["（6）"]
    assert cited.page_number == 5 and [box.page for box in cited.boxes] == [5]


@pytest.mark.requirement("FR-002", "C6")
def test_with_a_product_every_item_is_gone_through(filled: SearchEngine) -> None:
    answer = check_exclusions(filled, "酒驾", product="2124", everything=True)
    assert answer.enumerated == 6 and answer.complete
    assert {each.item for each in answer.matched_clauses} == {f"（{number}）" for number in range(1, 7)}
    assert {each.mark for each in answer.matched_clauses} <= {"matched", "possible", "not_mentioned"}


@pytest.mark.requirement("FR-002", "C5")
def test_strict_leaves_out_what_is_only_possible(filled: SearchEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bar that nothing reaches, an item is possible at the most, if the words do not tell it outright."""
    unsure = replace(load_match_model(model_path("insurance")), matched=dict.fromkeys(KINDS, 1.01), possible=0.0)
    monkeypatch.setattr(exclusion_marks, "load_match_model", lambda path: unsure)
    strict = check_exclusions(filled, "开车出门办事", product=ANNUITY)
    loose = check_exclusions(filled, "开车出门办事", product=ANNUITY, strict=False)
    assert strict.finding == loose.finding == "possible"
    assert strict.matched_clauses == ()
    assert [each.mark for each in loose.matched_clauses] == ["possible"] * 6


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize("scenario", ["没有酒驾", "我没喝酒，也没吸毒"])
def test_what_a_person_says_did_not_happen_raises_no_alarm(filled: SearchEngine, scenario: str) -> None:
    answer = check_exclusions(filled, scenario, product=ANNUITY)
    assert (answer.finding, answer.risk_detected, answer.matched_clauses) == ("none_found", False, ())
    assert answer.enumerated == 6


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize("scenario", ["在公园散步时被蚊子叮了", "理发花了五十块"])
def test_a_scenario_that_nothing_mentions_raises_no_alarm(filled: SearchEngine, scenario: str) -> None:
    answer = check_exclusions(filled, scenario, product=ANNUITY)
    assert not answer.risk_detected and answer.matched_clauses == ()
    assert answer.enumerated == 6


@pytest.mark.requirement("FR-002")
def test_the_disclaimer_stands_on_every_answer(filled: SearchEngine, empty: SearchEngine) -> None:
    assert check_exclusions(filled, "酒驾", product=ANNUITY).disclaimer == DISCLAIMER
    assert check_exclusions(filled, "酒驾", product="nobody").disclaimer == DISCLAIMER
    assert check_exclusions(empty, "酒驾").disclaimer == DISCLAIMER


def test_exceptions_and_definitions_come_with_the_item(filled: SearchEngine) -> None:
    answer = check_exclusions(filled, "酒驾", product=ANNUITY, everything=True)
    by_mark = {each.item: each for each in answer.matched_clauses}
    assert [each.text for each in by_mark["（5）"].exceptions] == ["但被保险人自杀时为无民事行为能力人的除外"]
    assert len(by_mark["（3）"].definitions) == 1 and "-8.5-" in by_mark["（3）"].definitions[0]
    assert by_mark["（4）"].exceptions == ()


@pytest.mark.requirement("FR-002", "C6")
def test_a_refusal_in_a_waiting_period_is_gone_through_as_well(filled: SearchEngine) -> None:
    answer = check_exclusions(filled, "酒驾", product="M001", everything=True)
    assert answer.complete and [each.section_id for each in answer.matched_clauses] == ["2.2"]
    assert not answer.risk_detected


def test_without_a_product_all_verified_exclusions_are_seen(filled: SearchEngine) -> None:
    answer = check_exclusions(filled, "酒驾出事")
    assert answer.risk_detected and answer.enumerated == 6


def test_a_scenario_must_say_something(filled: SearchEngine) -> None:
    with pytest.raises(UsageError):
        check_exclusions(filled, "？？")


def test_a_scenario_that_names_an_unverified_product_is_not_checked_against_another(filled: SearchEngine) -> None:
    answer = check_exclusions(filled, "我买了平安福满养老年金保险，酒后驾车身故赔吗")
    assert (answer.status, answer.matched_clauses, answer.complete) == (AnswerStatus.NO_MATCH, (), False)
    assert answer.message is not None and "平安福满养老年金保险" in answer.message
    own = check_exclusions(filled, "我买了平安盈添悦两全保险（分红型），酒后驾车身故赔吗")
    assert {each.source_reference.product_code for each in own.matched_clauses} == {"2124"}
    assert own.message is None


@contextmanager
def listed(tmp_path, name: str, document_type: str):
    own = clause("2.4", "责任免除", EXCLUSION_TEXT, category=("Exclusion",), items=EXCLUSION_ITEMS)
    document = BareDocument(name, (own,), code="E1", document_type=document_type)
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            add_verified(connection, document, engine.library.pack, EMBEDDER)
        yield engine


@pytest.mark.requirement("FR-002")
def test_a_list_is_not_complete_where_the_contract_itself_is_not_verified(tmp_path):
    with listed(tmp_path, "平安长青终身寿险", "产品说明书") as engine:
        answer = check_exclusions(engine, "酒驾", product="E1")
    assert answer.enumerated == 6 and not answer.complete
    assert "条款正文没有已核验的文本" in answer.message


@pytest.mark.requirement("FR-002")
def test_of_a_rider_it_is_said_that_the_main_contracts_exclusions_were_not_gone_through(tmp_path):
    with listed(tmp_path, "平安附加长青意外伤害保险", "产品条款") as engine:
        answer = check_exclusions(engine, "酒驾", product="E1")
    assert answer.complete and "主合同的责任免除" in answer.message


@pytest.mark.requirement("FR-002")
def test_another_product_that_is_only_mentioned_silences_no_scenario(filled):
    other = "民生康健医疗保险"
    answer = check_exclusions(filled, f"我还买了{other}，酒后开车出了事", product=ANNUITY)
    assert answer.risk_detected and f"“{other}”" in answer.message
    refused = check_exclusions(filled, f"{other}酒后开车出了事赔吗", product=ANNUITY)
    assert refused.status is AnswerStatus.NO_MATCH and not refused.complete


@pytest.mark.requirement("FR-002")
@pytest.mark.parametrize("scenario", ["走路被酒驾司机撞了", "喝酒的是对方司机，我开车没喝"])
def test_what_another_driver_did_is_possible_at_most_and_it_is_said_why(filled: SearchEngine, scenario: str) -> None:
    answer = check_exclusions(filled, scenario, product=ANNUITY, everything=True)
    item = next(each for each in answer.matched_clauses if each.item == "（3）")
    assert not answer.risk_detected and item.mark != "matched"
    assert item.reason is not None and "不是被保险人" in item.reason
    assert item.reason in answer.summary


@pytest.mark.requirement("FR-002")
def test_confidence_is_that_of_an_item_which_is_shown(filled: SearchEngine) -> None:
    assert check_exclusions(filled, "没有酒驾", product=ANNUITY).confidence == 0.0
    assert check_exclusions(filled, "在公园散步时被蚊子叮了", product=ANNUITY).confidence == 0.0
    assert check_exclusions(filled, "酒驾出事赔吗？", product=ANNUITY).confidence > 0.5


@pytest.mark.requirement("FR-002")
def test_a_benefit_is_never_matched_as_an_exclusion(tmp_path):
    benefit = clause("2.3", "身故保险金", "被保险人酒后驾驶身故的，我们按基本保险金额给付身故保险金。")
    own = clause("2.4", "责任免除", EXCLUSION_TEXT, category=("Exclusion",), items=EXCLUSION_ITEMS)
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            add_verified(connection, BareDocument("长青寿险", (benefit, own), code="B1"), engine.library.pack, EMBEDDER)
        answer = check_exclusions(engine, "酒后驾驶身故", product="B1")
    assert "2.4" in {each.section_id for each in answer.matched_clauses}
    assert "2.3" not in {each.section_id for each in answer.matched_clauses}
