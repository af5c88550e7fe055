"""What a fitted model cost elsewhere is measured on questions with a right text and compared question by question."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from development.checking.general import LooseModel, Model, Reader, main, measured, model_of, ranks, told
from development.checking.general_text import Check, ExamQuestion, checks_of, exam_checks, read_exam
from insurance_desktop import paths
from insurance_desktop.index.embedding import Embedder, Vectors

EXAM = """,Question,A,B,C,D,Answer
0,云从哪里来？,水汽凝成云朵,岩石碎成沙子,种子长成大树,木头烧成炭灰,A
1,沙子从哪里来？,水汽凝成云朵,岩石碎成沙子,种子长成大树,木头烧成炭灰,B
2,哪些不是炭灰？,水汽凝成云朵,岩石碎成沙子,种子长成大树,木头烧成炭灰,C
3,哪些说法正确？,Ⅰ、Ⅱ,Ⅱ、Ⅲ,Ⅲ、Ⅳ,以上都是,D
4,交易日几点开始？,9:30,10:00,11:30,15:00,A
5,树木由什么长成？种子落进土里，春天发芽，过了许多年就长成了大树。,云朵和雨水,岩石和沙子,种子和泥土,炭灰和烟尘,
6,坏行,,,,,A
"""


class SignEmbedder(Embedder):
    """A text is the signs it is made of: what shares more signs is nearer. `deaf` to some of them."""

    def __init__(self, deaf: str = "") -> None:
        self._deaf = deaf

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        found = np.full((len(texts), 512), 1e-3, dtype=np.float32)
        for row, text in enumerate(texts):
            for sign in text:
                found[row, ord(sign) % 512] += sign not in self._deaf
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), dtype=np.float32)

    def fitting(self, text: str) -> str:
        return text


class Mute(SignEmbedder):
    """Everything is the same to it."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        return np.full((len(texts), 512), 1 / np.sqrt(512), dtype=np.float32)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "fund").mkdir()
    (tmp_path / "fund" / "exam.csv").write_text(EXAM, encoding="utf-8-sig")
    return tmp_path


def by_name(checks: Sequence[Check]) -> dict[str, Check]:
    return {each.name: each for each in checks}


def test_an_exam_question_is_kept_only_where_its_options_answer_by_themselves(corpus: Path) -> None:
    exam = list(read_exam(corpus / "fund" / "exam.csv"))
    checks = by_name(list(exam_checks(exam)))
    assert checks["exam_choice"].questions == ("云从哪里来？", "沙子从哪里来？", "哪些不是炭灰？")
    assert checks["exam_choice"].left_out == {"options name options": 1, "options are numbers": 1, "no key": 1}
    assert checks["exam_choice_affirmative"].questions == ("云从哪里来？", "沙子从哪里来？")
    assert len(checks["exam_options"].questions) == 4, "what needs no key asks the question without one too"


@pytest.mark.parametrize(
    ("options", "dropped"),
    [
        (["以上都是", "甲甲", "乙乙", "丙丙"], True),
        (["以上选项均不正确", "甲甲", "乙乙", "丙丙"], True),
        (["甲甲", "乙乙", "A和B", "丙丙"], True),
        (["Ⅰ.Ⅱ", "Ⅱ.Ⅲ", "Ⅰ.Ⅲ", "Ⅱ.Ⅳ"], True),
        (["I、IV", "II、III", "甲甲", "乙乙"], True),
        (["半数以上通过", "上述市场之外", "A股和B股", "IPO上市"], False),
        (["二者选一", "全部资产", "有限合伙基金B以及公司C", "均值与方差"], False),
    ],
)
def test_options_that_speak_of_options_are_told_from_options_that_count(options: list[str], dropped: bool) -> None:
    assert ExamQuestion("问", tuple(options), 0).names_options is dropped


def test_the_right_option_is_ranked_among_its_own_four_and_among_all(corpus: Path) -> None:
    checks = by_name(list(checks_of(corpus)))
    assert ranks(checks["exam_choice"], Reader(SignEmbedder())).tolist()[:2] == [1, 1]
    assert ranks(checks["exam_answer"], Reader(SignEmbedder())).tolist()[:2] == [1, 1]
    assert set(checks["exam_answer"].texts) == {"水汽凝成云朵", "岩石碎成沙子", "种子长成大树"}


def test_a_model_to_which_all_is_the_same_gets_nothing_right(corpus: Path) -> None:
    checks = by_name(list(checks_of(corpus)))
    assert ranks(checks["exam_choice"], Reader(Mute())).tolist() == [4, 4, 4]


def test_the_first_sentence_of_a_paragraph_asks_for_the_rest(corpus: Path) -> None:
    stem = by_name(list(checks_of(corpus)))
    assert "exam_stem" not in stem, "a question of fewer signs asks for nothing"
    folder = corpus / "weather"
    folder.mkdir()
    (folder / "clouds.md").write_text(
        "# 云\n\n云由水汽在高空遇冷凝成。云太重的时候就会落下\n雨来，雨水流进河里，再流进大海里去。\n\n短。\n",
        encoding="utf-8",
    )
    rest = by_name(list(checks_of(corpus, [folder])))["weather_rest"]
    assert rest.questions == ("云由水汽在高空遇冷凝成。",)
    assert rest.texts == ("云太重的时候就会落下雨来，雨水流进河里，再流进大海里去。",)


def test_questions_on_maritime_law_ask_for_the_law_they_name_without_its_name(corpus: Path) -> None:
    (corpus / "maritime").mkdir()
    asked = [
        {"query": "海商法对船长职权的规定", "expected_sources": ["海商法"]},
        {"query": "港口收多少费用合适", "expected_sources": ["港口法"]},
    ]
    (corpus / "maritime" / "queries_zh.json").write_text(json.dumps(asked, ensure_ascii=False), encoding="utf-8")
    folder = corpus / "laws"
    folder.mkdir()
    (folder / "海商法(1992).md").write_text("船长的职权是管理和驾驶船舶，船上的人应当执行船长的命令。", "utf-8")
    (folder / "道路法.md").write_text("行人应当走人行道，没有人行道的应当靠路边走，不得走机动车道。", "utf-8")
    law = by_name(list(checks_of(corpus, [folder])))["laws_maritime"]
    assert law.questions == ("对船长职权的规定",)
    assert law.left_out == {"its law is not in the folder": 1}
    assert ranks(law, Reader(SignEmbedder())).tolist() == [1]


def test_models_are_compared_question_by_question(corpus: Path) -> None:
    models = [Model("hears", SignEmbedder(), "0"), Model("deaf", SignEmbedder("云沙"), "1"), Model("mute", Mute(), "2")]
    choice, *_ = measured(list(checks_of(corpus)), models)
    first = choice.compared[0]
    hears, deaf, mute = first.reached
    assert hears.value > mute.value == 0.0
    assert [round(each.value, 3) for each in first.differences] == [
        round(deaf.value - hears.value, 3),
        round(mute.value - hears.value, 3),
    ]
    assert first.differences[1].low <= first.differences[1].value <= first.differences[1].high
    assert any("left out: 1 options name options" in line for line in told(choice, models))


def test_a_model_is_a_folder_or_a_file_and_its_settings_are_those_beside_it(tmp_path: Path) -> None:
    published = model_of(paths.resource_root() / "models" / "published")
    assert published.name == "bge-small-zh-v1.5"
    assert published.embedder.settings.name == "bge-small-zh-v1.5"
    loose = tmp_path / "newer.onnx"
    loose.write_bytes(b"model")
    found = model_of(loose)
    assert isinstance(found.embedder, LooseModel)
    assert found.embedder.settings.dimensions == 512
    assert found.embedder.tokenizer_path.is_file()
    with pytest.raises(SystemExit, match="no model in"):
        model_of(tmp_path / "missing")


def test_one_model_alone_is_not_compared(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(corpus), "resources/models/published"])
    assert "two models or more" in capsys.readouterr().err
