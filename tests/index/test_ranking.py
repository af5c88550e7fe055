"""Features to probability, and the seeds' other order."""

import numpy as np
import pytest

from insurance_desktop.domain.answers import RELEVANCE_BAR
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index import ranking
from insurance_desktop.index.questions import sections_asked, subject_of, take_apart
from insurance_desktop.index.ranking import Evidence


def evidence(clause: int, cosine: float, words: float = 0.0) -> Evidence:
    return Evidence(
        clause=clause,
        cosine=cosine,
        words=words,
        bigrams=words,
        coverage=words,
        title_in_question=0.0,
        question_in_title=0.0,
        trade_in_title=0.0,
        trade_in_text=0.0,
    )


@pytest.mark.requirement("C4", "C12b")
def test_scores_are_probabilities_and_order_the_clauses(pack: DomainPack) -> None:
    model = ranking.load_model(ranking.model_path("insurance"))
    question = take_apart("犹豫期是多少天？", pack)
    found = [evidence(1, 0.4), evidence(2, 0.75, 0.6), evidence(3, 0.5, 0.1)]
    for mode in ("hybrid", "keyword", "vector"):
        ranked = model.ordered(question, found, mode)
        scores = [each.probability for each in ranked]
        assert ranked[0].clause == 2
        assert scores == sorted(scores, reverse=True) and all(0.0 <= score <= 1.0 for score in scores)
    assert model.ordered(question, [], "hybrid") == []


@pytest.mark.requirement("C4")
def test_a_cosine_over_the_bar_alone_is_not_a_hit(pack: DomainPack) -> None:
    model = ranking.load_model(ranking.model_path("insurance"))
    crowd = [evidence(number, 0.72) for number in range(1, 40)]
    ranked = model.ordered(take_apart("红烧肉怎么做", pack), crowd, "hybrid")
    assert ranked[0].probability < RELEVANCE_BAR


@pytest.mark.requirement("FR-011", "C12b")
@pytest.mark.parametrize(
    ("query", "share"),
    [("1.2.1条款", 0.2), ("第3年和第5年", 0.2), ("如何退保？", 0.8), ("不交钱了怎么办", 0.8), ("减额交清", 0.6)],
)
def test_the_seeds_weights_follow_the_form_of_the_question(pack: DomainPack, query: str, share: float) -> None:
    assert ranking.vector_share(take_apart(query, pack), None) == share
    assert ranking.vector_share(take_apart(query, pack), 0.35) == 0.35


@pytest.mark.requirement("FR-011")
def test_reciprocal_rank_fusion_joins_both_orders(pack: DomainPack) -> None:
    model = ranking.load_model(ranking.model_path("insurance"))
    found = [evidence(1, 0.9), evidence(2, 0.5, 0.9), evidence(3, 0.8, 0.5)]
    ranked = model.ordered(take_apart("退保", pack), found, "hybrid")
    assert [each.clause for each in ranking.rrf_order(ranked, 1.0)] == [1, 3, 2]
    assert [each.clause for each in ranking.rrf_order(ranked, 0.0)] == [2, 3, 1]
    assert {each.clause: each.probability for each in ranking.rrf_order(ranked, 0.6)} == {
        each.clause: each.probability for each in ranked
    }


def test_numbers_that_are_missing_are_said_in_words(tmp_path) -> None:
    broken = tmp_path / "ranking.toml"
    broken.write_text("[bias]\nhybrid = 1.0\n", encoding="utf-8")
    with pytest.raises(ModelError) as refusal:
        ranking.load_model(broken)
    assert refusal.value.key == "index.ranking_settings"


@pytest.mark.parametrize(
    ("query", "section", "alone"),
    [
        ("2.4", "2.4", True),
        ("第六条", "第六条", True),
        ("第 2.3.1 条是什么内容？", "2.3.1", True),
        ("第九条写的是什么", "第九条", True),
        ("6.6 这一条怎么说的", "6.6", True),
        ("2.4条的责任免除有没有酒驾", "2.4", False),
    ],
)
def test_the_number_that_a_question_names_is_read(pack: DomainPack, query: str, section: str, alone: bool) -> None:
    assert [(each.section_id, each.alone) for each in sections_asked(query, pack)] == [(section, alone)]


@pytest.mark.parametrize("query", ["3.5%的利率", "2.5万元", "年化3.25％", "1.5倍", "10.5元", "退保"])
def test_an_amount_is_no_section(pack: DomainPack, query: str) -> None:
    assert sections_asked(query, pack) == ()


def test_the_subject_is_what_a_title_is_compared_with(pack: DomainPack) -> None:
    assert subject_of("什么是犹豫期？", pack) == "犹豫期"
    assert subject_of("請問猶豫期的內容", pack) == "犹豫期"


def test_street_words_bring_the_words_of_the_trade(pack: DomainPack) -> None:
    assert any("酒" in term for term in take_apart("喝了酒开车", pack).trade)
    assert np.isfinite(ranking.features_of(take_apart("退保", pack), [evidence(1, 0.5)])).all()
