"""Grounds of refusal: how contracts print them, what people call them, and which a scenario is about."""

from pathlib import Path

import numpy as np
import pytest

from development.fitting.grounds import Case, fit_grounds, save_grounds
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.exclusion_grounds import grounds_path, load_grounds, read_grounds
from insurance_desktop.packs.loader import load_pack

WIDTH = 4
NAMES = ("drink_driving", "dental", "ok_sport")
CASES = [
    Case("喝酒开车撞树", ("drink_driving",)),
    Case("酒后开车追尾", ("drink_driving",)),
    Case("补牙的钱", ("dental",)),
    Case("种牙和补牙", ("dental",)),
    Case("踢球崴脚", ("ok_sport",)),
    Case("打球崴脚了", ("ok_sport",)),
]


@pytest.mark.parametrize(
    ("printed", "ground"),
    [
        ("被保险人酒后驾驶机动车", "drink_driving"),
        ("饮酒后驾驶或醉酒驾驶（见7.20）", "drink_driving"),
        ("主动吸食或注射毒品", "drugs"),
        ("战争、军事冲突、暴乱或武装叛乱", "war"),
        ("被保险人感染艾滋病病毒或患艾滋病", "hiv"),
        ("牙科保健及牙科治疗", "dental"),
        ("被保险人妊娠、流产、分娩", "pregnancy"),
        ("先天性畸形、变形或染色体异常", "congenital"),
        ("未经科学或者医学认可的实验性或者研究性治疗", "experimental"),
        ("核爆炸、核辐射或核污染", "nuclear"),
    ],
)
def test_a_contract_s_words_give_their_ground(printed: str, ground: str) -> None:
    assert ground in read_grounds(load_pack("insurance")).printed_in(printed)


@pytest.mark.parametrize(
    ("said", "ground"),
    [("他是吸毒死的", "drugs"), ("割双眼皮感染了", "cosmetic"), ("去补牙", "dental"), ("坐月子发烧", "pregnancy")],
)
def test_everyday_words_stand_for_a_ground(said: str, ground: str) -> None:
    assert ground in read_grounds(load_pack("insurance")).said_in(said)


def test_the_longer_word_hides_the_shorter_one_in_it() -> None:
    grounds = read_grounds(load_pack("insurance"))
    assert grounds.said_in("感染了HIV") == {"hiv"}
    assert "drunk" not in grounds.said_in("喝多了开车")


def test_who_refuses_all_refuses_a_part() -> None:
    grounds = read_grounds(load_pack("insurance"))
    assert "licence_lapsed" in grounds.refused_by({"unlicensed_driving"})
    assert "unlicensed_driving" not in grounds.refused_by({"licence_lapsed"})


def vectors_of(cases: list[Case]) -> np.ndarray:
    found = np.zeros((len(cases), WIDTH), dtype=np.float32)
    for row, case in enumerate(cases):
        found[row, NAMES.index(case.grounds[0])] = 1.0
    return found


def test_a_fitted_reading_knows_the_ground_by_vector_and_by_words(tmp_path: Path) -> None:
    path = tmp_path / "grounds.npz"
    save_grounds(path, fit_grounds(CASES, vectors_of(CASES), NAMES), "mine")
    known = load_grounds(path, "mine")
    assert known is not None
    by_vector = known.chances(np.array([0, 1, 0, 0], dtype=np.float32), "")
    assert max(by_vector, key=by_vector.__getitem__) == "dental"
    assert sum(by_vector.values()) == pytest.approx(1.0)
    by_words = known.chances(np.zeros(WIDTH, dtype=np.float32), "喝酒开车")
    assert max(by_words, key=by_words.__getitem__) == "drink_driving"


def test_a_reading_in_whole_steps_says_what_it_said_before(tmp_path: Path) -> None:
    fitted = fit_grounds(CASES, vectors_of(CASES), NAMES)
    path = tmp_path / "grounds.npz"
    save_grounds(path, fitted, "mine")
    known = load_grounds(path, "mine")
    assert known is not None
    for case, vector in zip(CASES, vectors_of(CASES), strict=True):
        assert known.chances(vector, case.text) == pytest.approx(fitted.chances(vector, case.text), abs=0.02)


def test_the_reading_of_another_model_stays_silent(tmp_path: Path) -> None:
    path = tmp_path / "grounds.npz"
    save_grounds(path, fit_grounds(CASES, vectors_of(CASES), NAMES), "mine")
    assert load_grounds(path, "another") is None


def test_without_a_file_nothing_is_known(tmp_path: Path) -> None:
    assert load_grounds(tmp_path / "none.npz", "mine") is None


def test_the_shipped_reading_tells_common_grounds(embedder: Embedder) -> None:
    known = load_grounds(grounds_path("insurance"), embedder.fingerprint)
    assert known is not None
    chances = known.chances(embedder.question("酒驾撞车了"), "酒驾撞车了")
    assert max(chances, key=chances.__getitem__) == "drink_driving"
