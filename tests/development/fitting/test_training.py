"""What the embedding and the ranking are fitted to: the right text for each question, and nothing from both sides."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from development.fitting import data_hashes, matching
from development.fitting.embedding import ALIKE, Dealer, Likeness, Miner, Settings, one_pair_a_text
from development.fitting.memory import most_different
from development.fitting.regression import fit_choice
from development.training.own_documents import NONE, data_sha256, document_digests, read_documents, read_split
from development.training.pairs import Pair, Text, read_pairs
from insurance_desktop.index.matching import MatchModel, Weights
from insurance_desktop.packs.loader import load_pack

CLAUSES = """# 安心意外险

## 2 保险责任

### 2.1 等待期

本合同不设等待期。

### 2.4 责任免除

因下列情形之一，我们不承担责任：

（1）故意犯罪；

（2）酒后驾驶；

（3）无证驾驶。
"""
QUESTIONS = [
    {"tier": "basic", "question": "买了马上就管吗", "expected_section_ids": ["2.1"]},
    {
        "tier": "exclusion",
        "question": "喝多了撞树",
        "expected_section_ids": ["2.4"],
        "expected_items": [["2.4", "（2）"]],
    },
    {"tier": "none", "question": "能贷款吗", "expected_section_ids": []},
]
TOPIC = {"titles": ["犹豫期", "冷静期"], "questions": ["后悔了能退吗"], "street": ["反悔"]}


def lines(*records: dict) -> str:
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in records)


@pytest.fixture
def training(tmp_path: Path) -> Path:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "anxin.md").write_text(CLAUSES, encoding="utf-8")
    (tmp_path / "documents" / "anxin.jsonl").write_text(lines(*QUESTIONS), encoding="utf-8")
    return tmp_path


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus" / "qa"
    folder.mkdir(parents=True)
    passage = {"passage_id": 7, "product": "甲", "text": "5.3 保险费自动垫交 我们将垫交。"}
    public = {"passage": passage["text"], "question": "忘交钱怎么办"}
    (folder / "passages.jsonl").write_text(lines(passage), encoding="utf-8")
    (folder / "train_questions.jsonl").write_text(lines({"passage_id": 7, "question": "先垫上的钱要利息不"}), "utf-8")
    (folder / "clause_qa.jsonl").write_text(lines(public, {"passage": "别处", "question": "没有"}), encoding="utf-8")
    (folder / "topics.jsonl").write_text(lines(TOPIC), encoding="utf-8")
    return folder.parent


def test_each_question_is_paired_with_the_text_that_answers_it(corpus: Path, training: Path) -> None:
    pairs = read_pairs(corpus, read_documents(["anxin"], load_pack("insurance"), training))
    told = {(each.question, pairs.texts[each.target].text.split("\n")[-1]) for each in pairs.pairs}
    assert {
        ("先垫上的钱要利息不", "5.3 保险费自动垫交 我们将垫交。"),
        ("忘交钱怎么办", "5.3 保险费自动垫交 我们将垫交。"),
        ("后悔了能退吗", "犹豫期"),
        ("反悔", "冷静期"),
        ("买了马上就管吗", "本合同不设等待期。"),
        ("喝多了撞树", "酒后驾驶；"),
    } <= told
    assert not any(question == "能贷款吗" for question, _ in told)
    assert {pair.question for pair in pairs.in_documents} == {"买了马上就管吗", "喝多了撞树"}


def test_what_answers_as_well_is_no_negative(corpus: Path, training: Path) -> None:
    pairs = read_pairs(corpus, read_documents(["anxin"], load_pack("insurance"), training))
    item = next(pair for pair in pairs.pairs if pair.question == "喝多了撞树")
    assert any("责任免除" in pairs.texts[place].text and "无证" in pairs.texts[place].text for place in item.also)


def nearly_the_first() -> np.ndarray:
    """Three texts by the published model: the second says nearly what the first says."""
    alike = np.eye(3, dtype=np.float32)
    alike[1] = alike[0] * ALIKE * 1.05 + alike[1] * 0.1
    return alike


TEXTS = np.array([[1.0, 0, 0], [0.99, 0, 0], [0.5, 0, 0]], dtype=np.float32)
ONE_RANK = Settings(mined_ranks=1, neighbour_ranks=1)


def mined(likeness: Likeness) -> int:
    miner = Miner(np.array([[1.0, 0, 0]], dtype=np.float32), {"q": 0}, TEXTS, likeness, ONE_RANK)
    return miner.hard_negative(Pair("q", 0), random.Random(0))


def test_a_standard_clause_of_another_document_is_no_negative() -> None:
    elsewhere = Likeness([Text("甲", 0, "1"), Text("甲", 1, "1"), Text("乙", 0, "2")], nearly_the_first())
    assert elsewhere.between([0], slice(None)).tolist() == [[True, True, False]]
    public = [Text("甲"), Text("甲"), Text("乙")]
    assert mined(Likeness(public, nearly_the_first())) == 2


def test_a_neighbour_that_is_worded_alike_is_a_negative() -> None:
    neighbours = [Text("等待期内身故", 0, "2.5"), Text("等待期后身故", 0, "2.6"), Text("贷款", 0, "5.1")]
    assert mined(Likeness(neighbours, nearly_the_first())) == 1


def test_a_question_about_a_document_is_told_from_that_document() -> None:
    texts = [Text("等待期", 0, "2.5"), Text("宽限期", 1, "2.6"), Text("贷款", 0, "5.1")]
    assert mined(Likeness(texts, np.eye(3, dtype=np.float32))) == 2


def test_a_clause_and_its_own_items_say_the_same_and_the_items_do_not() -> None:
    whole, drunk, without_licence = (
        Text("（1）酒驾（2）无证", 0, "2.4"),
        Text("酒驾", 0, "2.4", item=True),
        Text("无证", 0, "2.4", item=True),
    )
    told = Likeness([whole, drunk, without_licence], np.eye(3, dtype=np.float32)).between([0, 1], slice(None))
    assert told.tolist() == [[True, True, True], [True, True, False]]


def test_a_batch_asks_for_a_text_once(corpus: Path, training: Path) -> None:
    pairs = read_pairs(corpus, read_documents(["anxin"], load_pack("insurance"), training))
    batches = list(Dealer(pairs, Settings(batch=2, steps=6), random.Random(1)).mixed())
    assert all(len({pair.target for pair in batch}) == len(batch) for batch in batches)
    asked = one_pair_a_text(pairs.pairs, 100, random.Random(2))
    assert len({pair.target for pair in asked}) == len(asked) == len({pair.target for pair in pairs.pairs})


def test_of_many_questions_on_a_text_those_are_known_that_differ_most() -> None:
    vectors = np.array([[1, 0, 0], [0.99, 0.14, 0], [0, 1, 0], [0.1, 0.99, 0], [0, 0, 1]], dtype=np.float32)
    assert sorted(most_different(vectors, 3)) == [0, 2, 4]
    assert most_different(vectors[:1], 3) == [0]


def test_a_document_on_both_sides_of_the_split_is_refused(tmp_path: Path) -> None:
    (tmp_path / "split.toml").write_text('embedding = ["a"]\nnewest = ["b"]\nranking = ["b"]\n', encoding="utf-8")
    with pytest.raises(ValueError, match="both sides"):
        read_split(tmp_path)


def test_a_choice_is_fitted_to_what_tells_the_right_row() -> None:
    chance = np.random.default_rng(3)
    asked = []
    for _ in range(60):
        features = chance.normal(size=(8, 3))
        right = np.zeros(8, dtype=bool)
        right[np.argmax(features[:, 1])] = True  # the second feature tells it, the others say nothing
        asked.append((features, right, right))
    weights = fit_choice(asked)
    assert weights[1] > 5 * max(abs(weights[0]), abs(weights[2]))


def test_the_documents_of_the_project_are_whole() -> None:
    split = read_split()
    documents = list(read_documents([*split.reread, *split.ranking], load_pack("insurance")))
    for document in documents:
        known = {clause.section_id: {item.mark for item in clause.items} for clause in document.clauses}
        for asked in document.questions:
            assert {*asked.sections, *asked.also} <= known.keys(), (document.name, asked.question)
            assert all(mark in known[section] for section, mark in asked.items), (document.name, asked.question)
            assert bool(asked.sections) is False or asked.tier != NONE


@pytest.fixture
def split(training: Path) -> Path:
    for name in ("bao", "cai"):
        (training / "documents" / f"{name}.md").write_text(CLAUSES + name, encoding="utf-8")
        (training / "documents" / f"{name}.jsonl").write_text(lines(*QUESTIONS), encoding="utf-8")
    (training / "split.toml").write_text('embedding = ["anxin"]\nnewest = ["bao"]\nranking = ["cai"]\n', "utf-8")
    (training / "exclusion_cases.jsonl").write_text(lines({"case": "喝多了", "ground": "drink"}), encoding="utf-8")
    return training


def test_the_data_of_every_fit_has_one_number_that_names_and_bytes_decide(corpus: Path, split: Path) -> None:
    before = dict(data_hashes.told(corpus, split))
    assert len(set(before.values())) == 5
    assert dict(data_hashes.told(corpus, split)) == before
    (split / "documents" / "bao.jsonl").write_text(lines(*QUESTIONS[:2]), encoding="utf-8")
    after = dict(data_hashes.told(corpus, split))
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"reranker", "reranker, the newest documents alone", "exclusion"}, (
        "the embedding does not read bao"
    )
    (corpus / "qa" / "topics.jsonl").write_text(lines(TOPIC, TOPIC), encoding="utf-8")
    same = set(data_hashes.told(corpus, split)) & set(after.items())
    assert {name for name, _ in same} == {"reranker, the newest documents alone"}, "no public text is read with them"


def test_the_number_is_that_of_what_the_embedding_reads(corpus: Path, split: Path) -> None:
    pairs = read_pairs(corpus, read_documents(["anxin"], load_pack("insurance"), split))
    assert data_sha256(pairs.sources) == dict(data_hashes.told(corpus, split))["embedding, stage documents"]
    (document,) = read_documents(["cai"], load_pack("insurance"), split)
    assert document_digests(["cai"], split) == {"cai": document.sha256}


def test_the_marks_of_exclusions_name_date_data_and_embedding(corpus: Path, split: Path) -> None:
    nothing = Weights({}, 0.0)
    model = MatchModel(nothing, nothing, {}, 0.0, nothing)
    digest = dict(data_hashes.told(corpus, split))["exclusion"]
    head = matching.as_toml(model, {}, [], digest, "0b58").splitlines()[:3]
    assert "date: 20" in head[1]
    assert head[2] == f"# data sha256: {digest}   embedding: 0b58"
