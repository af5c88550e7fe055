"""The second stage: what was read with the question decides between the first clauses, and whether any answers."""

from dataclasses import replace

import numpy as np
import pytest

from insurance_desktop.domain.answers import RELEVANCE_BAR
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index import ranking
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import Evidence
from insurance_desktop.index.reranker import Reranker, shipped_reranker
from insurance_desktop.index.second_stage import CLAUSES_READ, Reading, dealt_anew, most_likely

WAITING = "2.3 等待期\n自本合同生效之日起九十日内，被保险人因疾病发生保险事故的，我们不承担给付责任。"
COOLING = (
    "1.4 犹豫期\n自您签收本合同次日起，有十五日的犹豫期。在此期间您提出解除合同，我们无息退还您所支付的全部保险费。"
)
LOAN = "5.2 保单贷款\n您可以申请保单贷款，贷款金额不得超过本合同现金价值净额的百分之八十。"


@pytest.fixture(scope="module")
def reranker() -> Reranker:
    found = shipped_reranker()
    assert found is not None
    return found


def evidence(clause: int, cosine: float) -> Evidence:
    return Evidence(clause, cosine, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@pytest.mark.requirement("FR-001", "C4")
def test_the_passage_that_answers_is_told_from_its_neighbours(reranker: Reranker) -> None:
    for question, right in (("刚买就后悔了能全退吗", 1), ("手头紧拿这个能借点钱不", 2), ("买完多久生病才管", 0)):
        logits = reranker.logits(question, [WAITING, COOLING, LOAN])
        assert int(np.argmax(logits)) == right, question
        assert logits[right] > -1 > np.sort(logits)[-2], question


@pytest.mark.requirement("FR-001", "C4")
def test_a_question_that_no_passage_answers_is_told(reranker: Reranker) -> None:
    for question in ("红烧肉怎么做", "飞机晚点赔多少", "Excel怎么把两列合并"):
        assert reranker.logits(question, [WAITING, COOLING, LOAN]).max() < -3, question


def test_any_length_is_read_as_far_as_the_model_reads(reranker: Reranker) -> None:
    logits = reranker.logits("问" * 900, [LOAN * 60, "短"])
    assert logits.shape == (2,) and np.isfinite(logits).all()
    assert reranker.logits("问", []).shape == (0,)


def test_a_missing_model_is_said_in_words(tmp_path) -> None:
    settings = tmp_path / "reranker.toml"
    settings.write_text(
        'name = "x"\nmodel = "x.onnx"\ntokenizer = "t.json"\nquestion_tokens = 9\npair_tokens = 9\n', "utf-8"
    )
    with pytest.raises(ModelError):
        Reranker(settings).logits("问", ["答"])
    with pytest.raises(ModelError):
        _ = Reranker(settings).fingerprint
    settings.write_text("name = 3", encoding="utf-8")
    with pytest.raises(ModelError):
        Reranker(settings)


def test_what_was_read_keeps_together_what_it_held() -> None:
    shares = np.array([0.05, 0.4, 0.3, 0.25])
    places = most_likely(shares)
    assert places == (1, 2, 3, 0)
    dealt = dealt_anew(shares, Reading(places[:2], np.zeros(2)), np.array([0.0, 3.0]))
    assert dealt[[1, 2]].sum() == pytest.approx(0.7) and dealt[2] > dealt[1]
    assert dealt[[0, 3]].tolist() == [0.05, 0.25]


@pytest.mark.requirement("C4", "C12b")
def test_reading_decides_between_the_first_clauses_and_whether_any_answers(pack: DomainPack) -> None:
    model = ranking.load_model(ranking.model_path("insurance"))
    question = take_apart("手头紧能周转一下吗", pack)
    near = [replace(evidence(number, 0.62 - number / 5000), recalled=0.85, part=0.62) for number in range(1, 6)]
    crowd = near + [replace(evidence(number, 0.42), recalled=0.6, part=0.42) for number in range(6, 40)]
    before = model.ordered(question, crowd, "hybrid")
    asked: list[int] = []

    def read(told):
        asked.extend(told)
        return np.array([2.0 if clause == told[3] else -2.0 for clause in told])

    found = model.ordered(question, crowd, "hybrid", read)
    assert len(asked) == CLAUSES_READ
    assert found[0].clause == asked[3] != before[0].clause and found[0].logit == 2.0
    nothing = model.ordered(question, crowd, "hybrid", lambda told: np.full(len(told), -6.0))
    assert nothing[0].probability < RELEVANCE_BAR < found[0].probability
    assert {each.clause for each in found} == {each.clause for each in crowd}


def test_one_arm_alone_is_not_read(pack: DomainPack) -> None:
    model = ranking.load_model(ranking.model_path("insurance"))
    question, crowd = take_apart("退保", pack), [evidence(1, 0.5), evidence(2, 0.6)]

    def never(told):
        raise AssertionError(told)

    assert model.ordered(question, crowd, "vector", never) == model.ordered(question, crowd, "vector")
    plain = replace(model, reranked=None)
    assert plain.ordered(question, crowd, "hybrid", never)[0].logit is None
