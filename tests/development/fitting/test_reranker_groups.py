"""What the reranker learns from: a right passage beside wrong ones, and questions without any."""

import random

import numpy as np
import pytest
from stand_ins import CharacterEmbedder

from development.fitting.ranked_groups import ranked_groups
from development.fitting.ranking_fits import ask_all
from development.fitting.reranker_groups import far_questions, groups_of_document, pick, public_groups
from development.training.own_documents import read_documents
from development.training.pairs import Pair, Pairs
from insurance_desktop.packs.loader import load_pack

CLAUSES = """# 安心意外险

## 2 保险责任

### 2.1 等待期

本合同不设等待期，自生效日起承担责任。

### 2.2 身故保险金

被保险人遭受意外伤害身故的，我们给付身故保险金。

### 2.3 伤残保险金

被保险人遭受意外伤害致残的，我们给付伤残保险金。

### 2.4 责任免除

因故意犯罪、酒后驾驶、无证驾驶造成的，我们不承担责任。
"""
QUESTIONS = """{"tier": "basic", "question": "买了马上就管吗", "expected_section_ids": ["2.1"], "also_accept": ["2.2"]}
{"tier": "comparison", "question": "人没了和残了", "expected_section_ids": ["2.2", "2.3"]}
{"tier": "none", "question": "能贷款吗", "expected_section_ids": [], "note": "near miss: 贷款"}
{"tier": "none", "question": "红烧肉怎么做", "expected_section_ids": [], "note": "off-topic"}
"""


@pytest.fixture
def document(tmp_path):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "anxin.md").write_text(CLAUSES, encoding="utf-8")
    (tmp_path / "documents" / "anxin.jsonl").write_text(QUESTIONS, encoding="utf-8")
    (found,) = read_documents(["anxin"], load_pack("insurance"), tmp_path)
    return found


def groups(document):
    embedder = CharacterEmbedder()
    return list(groups_of_document(document, load_pack("insurance"), embedder, embedder, random.Random(1)))


def test_each_needed_clause_stands_beside_clauses_that_do_not_answer(document) -> None:
    basic, death, disabled, *none = groups(document)
    assert "等待期" in basic.right and not any("身故" in text for text in basic.wrong)
    assert "身故" in death.right and "致残" in disabled.right
    assert not any("致残" in text for text in death.wrong)
    assert basic.without_answer > death.without_answer > 0
    assert all(each.right is None and each.wrong and not each.without_answer for each in none)
    assert [each.question for each in none] == ["能贷款吗"] * 2 + ["红烧肉怎么做"] * 2


def test_far_questions_meet_public_passages_and_near_misses_do_not(document) -> None:
    pairs = Pairs()
    told = ["犹豫期内您可以解除合同，我们无息退还您所支付的全部保险费，扣除不超过十元的工本费用。"]
    told += [f"{'甲乙丙丁戊己庚辛'[number] * 40}" for number in range(6)]
    for text in told:
        pairs.add_text(text)
    pairs.pairs.append(Pair("后悔了能退吗", 0, (3,)))
    assert far_questions([document]) == ["红烧肉怎么做"]
    public, *far = public_groups(pairs, far_questions([document]), CharacterEmbedder(), random.Random(1))
    assert public.right == told[0] and set(public.wrong) <= set(told[1:]) - {told[3]}
    assert [each.question for each in far] == ["红烧肉怎么做"] * 2
    assert all(each.right is None and set(each.wrong) <= set(told) for each in far)


def test_what_looks_nearest_is_drawn_most() -> None:
    chance = random.Random(3)
    drawn = [place for _ in range(400) for place in pick(range(10), 3, chance)]
    counts = np.bincount(drawn)
    assert counts[0] > counts[4] > 0 and len(set(pick(range(3), 5, chance))) == 3


def test_what_the_first_stage_puts_in_front_comes_with_its_shares(document) -> None:
    asked = list(ask_all([document], load_pack("insurance"), CharacterEmbedder()))
    found = [group for each in asked for group in ranked_groups(each, FirstStage(each, sure=False))]
    answered = [each for each in found if each.right is not None]
    assert {each.question for each in found} == {"买了马上就管吗", "人没了和残了", "能贷款吗", "红烧肉怎么做"}
    assert len([each for each in answered if each.question == "人没了和残了"]) == 2
    assert all(len(each.shares) == len(each.passages) and max(each.shares) <= 0 for each in answered)
    assert not any("身故" in text for each in answered if each.question == "买了马上就管吗" for text in each.wrong)
    assert all(each.shares == () and each.wrong for each in found if each.right is None)


def test_a_clause_that_the_first_stage_is_sure_of_teaches_nothing(document) -> None:
    (asked, *_) = ask_all([document], load_pack("insurance"), CharacterEmbedder())
    assert list(ranked_groups(asked, FirstStage(asked, sure=True))) == []


class FirstStage:
    """Knows what is right, or nothing."""

    def __init__(self, asked, *, sure: bool) -> None:
        self.worth = np.where(asked.right["hybrid"], 1.0, 1e-4 if sure else 1.0)

    def shares(self, features, mode):
        return self.worth / self.worth.sum()
