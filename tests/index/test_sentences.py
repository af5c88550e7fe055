"""Verbatim pieces of a clause."""

import pytest

from insurance_desktop.index.sentences import exceptions_in, phrases, sentences
from insurance_desktop.packs.loader import load_pack

FORMS = load_pack("insurance").exception_forms


def test_sentences_keep_every_word() -> None:
    text = "您可以申请退保。\n我们退还现金价值；本合同终止。"
    assert sentences(text) == ("您可以申请退保。", "我们退还现金价值；", "本合同终止。")


def test_a_list_is_read_phrase_by_phrase() -> None:
    assert phrases("疗养、康复治疗（见7.27）、心理治疗、美容；") == ("疗养", "康复治疗", "心理治疗", "美容")


def test_exceptions_run_to_the_end_of_their_sentence_or_bracket() -> None:
    suicide = "被保险人自成立之日起二年内自杀，但被保险人自杀时为无民事行为能力人的除外；"
    assert exceptions_in(suicide, FORMS) == ("但被保险人自杀时为无民事行为能力人的除外",)
    bracketed = "故意犯罪或者自杀（但被保险人自杀时为无民事行为能力人的除外）；"
    assert exceptions_in(bracketed, FORMS) == ("但被保险人自杀时为无民事行为能力人的除外",)
    assert exceptions_in("战争、军事冲突；", FORMS) == ()


@pytest.mark.parametrize(
    "text",
    [
        "遗传性疾病，先天性畸形，及本合同特别约定除外的疾病；",
        "未确诊但症状或体征明显且持续存在，以普通人医学常识应当知晓；",
        "包括但不限于医疗事故鉴定的费用，我们均不承担给付责任；",
        "除上述情形外，因下列情形造成的损失，我们也不承担责任；",
        "住院期间的费用，除本条责任免除另列以外，我们给付保险金；",
        "等待期内接受检查但在等待期后确诊的疾病，我们不承担给付保险金的责任；",
    ],
)
def test_words_that_make_an_exclusion_wider_are_no_exception(text: str) -> None:
    assert exceptions_in(text, FORMS) == ()


@pytest.mark.parametrize(
    ("text", "taken_back"),
    [
        ("主动吸食毒品（由医生开具处方的除外）；", "由医生开具处方的除外"),
        ("潜水、跳伞，但作为职业的不在此限；", "但作为职业的不在此限"),
        (
            "既往症，但投保时已告知且我们书面同意承保的，我们仍承担保险责任。",
            "但投保时已告知且我们书面同意承保的，我们仍承担保险责任",
        ),
        (
            "自杀，但自杀时为无民事行为能力人（见7.4）的除外；",
            "但自杀时为无民事行为能力人（见7.4）的除外",
        ),
        (
            "感染艾滋病病毒(见7.5)，但符合2.5约定的职业暴露(见7.6（1）)导致的感染不在此限；",
            "但符合2.5约定的职业暴露(见7.6（1）)导致的感染不在此限",
        ),
        ("遗传性疾病（见7.8），但本合同另有约定的（见2.3）除外；", "但本合同另有约定的（见2.3）除外"),
        ("驾驶证超过有效期不满一个月的，不在此列。", "驾驶证超过有效期不满一个月的，不在此列"),
        ("既往症，但投保时已如实告知的不受此限制；", "但投保时已如实告知的不受此限制"),
        ("指麻醉药品，但不包括由医生开具的处方药品。", "但不包括由医生开具的处方药品"),
        ("精神疾病，双方另有约定的，从其约定；", "双方另有约定的，从其约定"),
        ("除2.3约定的紧急情形外，我们不承担责任；", "除2.3约定的紧急情形外"),
        ("因意外伤害住院的，不受等待期限制。", "因意外伤害住院的，不受等待期限制"),
        ("故意自殺，但自契約訂立之日起二年後致死者，不在此限。", "但自契約訂立之日起二年後致死者，不在此限"),
        ("整容手术，除非因意外伤害所致；", "除非因意外伤害所致"),
    ],
)
def test_words_that_take_an_exclusion_back_are_quoted_verbatim(text: str, taken_back: str) -> None:
    assert exceptions_in(text, FORMS) == (taken_back,)
