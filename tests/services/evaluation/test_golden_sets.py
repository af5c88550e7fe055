"""Golden files and bars as people write them: what is wrong is said with its line."""

import json

import pytest

from insurance_desktop import paths
from insurance_desktop.domain.errors import SourceError, UsageError
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.evaluation.golden_sets import default_bars_path, own_golden_path, read_bars, read_golden

GOOD = {"id": "a", "tier": "basic", "question": "犹豫期几天", "expected_section_ids": ["1.4"]}


@pytest.fixture
def written(tmp_path):
    def write(*entries):
        path = tmp_path / "golden.jsonl"
        lines = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in entries]
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write


def test_every_field_of_the_contract_is_read(written):
    entry = GOOD | {
        "expected_items": [["2.4", "（3）"]],
        "also_accept": ["9.1"],
        "style": "colloquial",
        "file": "甲.pdf",
        "document_sha256": "ab",
        "product_code": "1",
        "choices": {"A": "十日"},
        "expected_choice": "A",
        "chunk_type": "text",
        "note": "x",
    }
    (question,) = read_golden(written(entry, "", "  ")).questions
    assert (question.identifier, question.tier, question.line) == ("a", "basic", 1)
    assert question.sections == ("1.4",)
    assert question.items == (("2.4", "（3）"),)
    assert question.also == ("9.1",)
    assert (question.style, question.note) == ("colloquial", "x")
    assert (question.file, question.document_sha256, question.product_code) == ("甲.pdf", "ab", "1")


@pytest.mark.parametrize(
    "second",
    [
        "{not json",
        "[]",
        GOOD | {"id": "b", "question": 3},
        GOOD | {"id": "b", "question": " "},
        GOOD | {"id": "b", "tier": None},
        GOOD | {"id": "b", "tier": "bassic"},
        GOOD | {"id": "b", "expected_section_ids": "1.4"},
        GOOD | {"id": "b", "expected_section_ids": [1.4]},
        {name: each for name, each in GOOD.items() if name != "expected_section_ids"} | {"id": "b"},
        GOOD | {"id": "b", "expected_items": [["2.4"]]},
        GOOD | {"id": "b", "also_accept": [None]},
        GOOD | {"id": True},
        GOOD,
        GOOD | {"id": "b", "question": "问" * 3000},
    ],
)
def test_a_line_that_cannot_be_read_is_named(written, second):
    with pytest.raises(UsageError) as fault:
        read_golden(written(GOOD, second))
    assert "第 2 行" in sentence(fault.value).message


def test_a_file_in_another_encoding_names_the_line(tmp_path):
    path = tmp_path / "golden.jsonl"
    path.write_bytes(json.dumps(GOOD).encode() + b"\n" + "犹豫期".encode("gbk"))
    with pytest.raises(UsageError) as fault:
        read_golden(path)
    assert "第 2 行" in sentence(fault.value).message


def test_a_file_that_is_not_there_or_is_empty_is_said(tmp_path, written):
    with pytest.raises(SourceError):
        read_golden(tmp_path / "none.jsonl")
    with pytest.raises(SourceError):
        read_golden(tmp_path)
    with pytest.raises(UsageError):
        read_golden(written(""))


def test_the_seeds_bars_are_the_default():
    limits = {(bar.tier, bar.figure): bar.limit for bar in read_bars(default_bars_path())}
    assert limits == {
        ("basic", "top_1"): 0.90,
        ("comparison", "all_in_3"): 0.85,
        ("exclusion", "section_recall"): 0.95,
        ("exclusion", "precision"): 0.90,
    }


def test_a_bar_may_be_an_upper_one():
    bars = read_bars(paths.resource_root() / "golden" / "bars-project.toml")
    silenced = next(bar for bar in bars if bar.figure == "silenced")
    assert silenced.holds(0.05)
    assert not silenced.holds(0.06)


@pytest.mark.parametrize("text", ["[basic", "basic = 1", "[basic]\ntop_9 = 1", "[basic]\ntop_1 = 'x'", ""])
def test_bars_that_say_nothing_sensible_are_refused(tmp_path, text):
    refused(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[bassic]\ntop_1 = 0.99", "bassic"),
        ("[basic]\nsection_recall = 0.95", "basic.section_recall"),
        ("[none]\ntop_1 = 0.9", "none.top_1"),
        ("[calibration]\nsilent = 0.9", "calibration.silent"),
    ],
)
def test_a_bar_that_could_judge_nothing_is_refused_by_name(tmp_path, text, named):
    assert named in refused(tmp_path, text)


def refused(tmp_path, text):
    path = tmp_path / "bars.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as fault:
        read_bars(path)
    message = sentence(fault.value).message
    assert str(path) in message
    return message


@pytest.mark.requirement("SC-003")
def test_the_products_own_set_has_the_tiers_that_the_seeds_ask_for():
    tiers = [question.tier for question in read_golden(own_golden_path("insurance")).questions]
    assert [tiers.count(tier) for tier in ("basic", "comparison", "exclusion")] == [20, 15, 15]
    assert tiers.count("none") >= 3
