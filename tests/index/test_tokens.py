"""Words, bigrams, numbers and the expressions made of them."""

import json
import random
from collections.abc import Callable

import pytest

from insurance_desktop import paths
from insurance_desktop.index import tokens
from insurance_desktop.index.characters import comparable, respelled

OWN_TEXT = (
    "本合同自我们同意承保、收取首期保险费并签发保险单的次日零时起生效。您在犹豫期内退保的，我们退还全部保险费；"
    "犹豫期后解除合同，退还现金价值。等待期为90日，因意外伤害导致的住院医疗不受等待期限制。免赔额10000元，给付比例100%。"
    "被保险人酒后驾驶、无合法有效驾驶证驾驶的机动车期间发生的事故，我们不承担给付保险金的责任。"
)


@pytest.fixture(scope="module")
def reference() -> Callable[[str], list[str]]:
    jieba = pytest.importorskip("jieba", reason="jieba is the reference, in the dev extra")
    tokenizer = jieba.Tokenizer()
    return lambda text: list(tokenizer.cut(text))


def random_sentences(count: int) -> list[str]:
    """Sentences of the characters that our own text and the pack's titles use, without meaning."""
    chance = random.Random(20261121)
    letters = [each for each in OWN_TEXT if each.isalnum()]
    return ["".join(chance.choices(letters, k=chance.randint(1, 40))) for _ in range(200)][:count]


@pytest.mark.requirement("FR-011")
def test_rjieba_cuts_as_jieba_does(reference: Callable[[str], list[str]]) -> None:
    import rjieba

    for text in [OWN_TEXT, *OWN_TEXT.split("。"), *random_sentences(200)]:
        assert list(rjieba.cut(text)) == reference(text)


@pytest.mark.requirement("FR-011")
@pytest.mark.parametrize("term", ["退保", "犹豫期", "等待期", "减额交清", "免赔额", "现金价值", "宽限期"])
def test_a_term_is_found_inside_running_text(term: str) -> None:
    assert tokens.unfindable([term], "您在合同约定的{}内提出申请") == ()


def test_the_self_test_tells_a_term_that_cannot_be_found() -> None:
    assert tokens.unfindable(["？！"], "您在{}内") == ("？！",)


def test_numbers_stay_whole_and_come_back() -> None:
    assert "3p2" in tokens.words("见第3.2条")
    assert "3p2" in tokens.bigrams("见第3.2条")
    assert "10000" in tokens.words("免赔额10,000元")
    assert [tokens.surface(token) for token in ("3p2p1", "5pct", "10000", "退保")] == ["3.2.1", "5%", "10000", "退保"]


@pytest.mark.requirement("FR-011")
@pytest.mark.parametrize(
    "text", ["", "退", "第3.2条：退保10,000元，5%。", "保险期间，保险期间;退 保 abc\u3002ＸＹ", "苧麻薴麻"]
)
def test_what_the_index_takes_is_what_questions_are_cut_into(text: str) -> None:
    for _ in range(2):  # the second time out of what is remembered
        words, pairs = tokens.columns_of(respelled(text).lower())
        assert sorted(words.split()) == sorted(tokens.words(text))
        assert sorted(pairs.split()) == sorted(tokens.bigrams(text))


@pytest.mark.requirement("FR-011")
def test_full_width_traditional_and_radical_forms_are_one_spelling() -> None:
    assert tokens.words("第２．４条") == tokens.words("第2.4条")
    assert respelled("被保險人") == "被保险人"
    assert respelled("⻓期⾦额") == "长期金额"
    assert comparable("【 保险期间 】") == "保险期间"
    assert comparable("2.4") == "2.4"


@pytest.mark.parametrize(
    "hostile", ['" OR 1=1 --', "NEAR(a b)", "title_words:x", "*", "a AND NOT b", "x\x00y", "^退保*", "'; DROP TABLE x;"]
)
def test_no_sign_of_a_question_reaches_the_query_language(hostile: str) -> None:
    for token in [*tokens.words(hostile), *tokens.bigrams(hostile)]:
        assert token.isalnum()
    expression = tokens.match_expression(tokens.words(hostile), ("words",))
    assert expression.count('"') == 2 * len(tokens.words(hostile))


def test_what_is_no_token_is_refused() -> None:
    with pytest.raises(ValueError, match="not a token"):
        tokens.match_expression(['a" OR "b'], ("words",))
    assert tokens.match_expression([], ("words",)) == ""


def test_bigrams_overlap_and_a_single_character_stands_alone() -> None:
    assert tokens.bigrams("犹豫期 期") == ["犹豫", "豫期", "期"]


def test_the_table_of_characters_pairs_each_with_one() -> None:
    path = paths.model_folder() / "reference_vectors.json"
    assert json.loads(path.read_text(encoding="utf-8"))
    for printed in "險費償", "⻅⻚⻛":
        assert len(respelled(printed)) == len(printed)


@pytest.mark.requirement("FR-011")
def test_a_text_is_respelled_as_each_of_its_signs_is() -> None:
    chance = random.Random(7)
    signs = [chr(code) for code in range(0x11_0000)]
    for size in (1, 40, 2000):
        text = "".join(chance.choices(signs, k=size) + chance.choices(OWN_TEXT + "\n\t１⻓被保險人", k=size))
        assert respelled(text) == "".join(map(respelled, text))
        assert respelled(respelled(text)) == respelled(text)


@pytest.mark.requirement("FR-011")
def test_many_texts_are_cut_as_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*random_sentences(30), "", "退", "abc1d，1,000%。２", OWN_TEXT, "苧麻 3.2.1"]
    together = tokens.columns_of_all(texts)
    monkeypatch.setattr(tokens, "_MOST_REMEMBERED", -1)  # nothing is remembered from one to the next
    assert [tokens.columns_of(text) for text in texts] == together
