"""FR-001: questions in pinyin, initials, English and another country's terms, in the words of the pack."""

import pytest

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import is_follow_up
from insurance_desktop.index.typed_forms import Meant, read_forms
from insurance_desktop.services.library.questions import readable

pytestmark = pytest.mark.requirement("FR-001")


def read(text: str, pack: DomainPack, printed: str = "") -> Meant:
    return read_forms(readable(text), pack, lambda words: words in printed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("youyuqi", "犹豫期"),
        ("you yu qi", "犹豫期"),
        ("YouYuQi有几天", "犹豫期有几天"),
        ("dengdaiqi多久", "等待期多久"),
        ("kuanxianqi shi duojiu", "宽限期是多久"),
        ("kuanxianqishiduojiu", "宽限期是多久"),
        ("jianejiaoqing", "减额交清"),
        ("yyq", "犹豫期"),
        ("ddq多少天", "等待期多少天"),
        ("yyq duojiu", "犹豫期多久"),
    ],
)
def test_trade_terms_may_be_typed_in_pinyin_or_initials(typed: str, meant: str, pack: DomainPack) -> None:
    assert read(typed, pack).text == meant


@pytest.mark.parametrize(
    ("asked", "term"),
    [
        ("waiting period", "等待期"),
        ("How long is the cooling-off period?", "犹豫期"),
        ("coolingoff period几天", "犹豫期"),
        ("the surrender value", "现金价值"),
        ("DEDUCTIBLE", "免赔额"),
        ("deductibles", "免赔额"),
        ("who are the beneficiaries", "受益人"),
        ("is drunk driving covered", "酒后驾驶"),
        ("what is not covered", "责任免除"),
    ],
)
def test_english_terms_are_read_as_those_of_the_contract(asked: str, term: str, pack: DomainPack) -> None:
    meant = read(asked, pack)
    assert term in meant.text and term in [words for _, words in meant.replaced]
    assert not any(each.isascii() and each.isalpha() for each in meant.text)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("自負額是多少", "免赔额是多少"),
        ("契約撤銷期有幾天", "犹豫期有几天"),
        ("要保人是誰", "投保人是谁"),
        ("自负额", "免赔额"),
    ],
)
def test_terms_of_taiwan_and_hong_kong_are_read_in_either_script(asked: str, meant: str, pack: DomainPack) -> None:
    assert read(asked, pack).text == meant


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        ("自負額是多少", "自负额由要保人选定"),
        ("waiting period", "the waiting period"),
        ("CT", "做CT检查"),
        ("yyq", "yyq"),
    ],
)
def test_what_the_documents_print_stays_as_it_is(asked: str, printed: str, pack: DomainPack) -> None:
    assert read(asked, pack, printed) == Meant(readable(asked))


def test_a_question_in_the_language_of_an_english_document_is_left_to_it(pack: DomainPack) -> None:
    assert read("how much deposit does the Hirer pay?", pack, "the Hirer pays a deposit").unread == ()


@pytest.mark.parametrize("typed", ["zhongzheng", "zhongzhi", "xiaolizhongzhi", "zhongzheng pei duoshao"])
def test_what_has_several_readings_is_not_guessed(typed: str, pack: DomainPack) -> None:
    meant = read(typed, pack)
    assert meant.text == typed and not meant.replaced
    assert len(meant.unsure[0][1]) > 1


@pytest.mark.parametrize("typed", ["dxb", "xyzzy", "tb", "qwrt有几天"])
def test_what_nobody_can_read_is_said(typed: str, pack: DomainPack) -> None:
    meant = read(typed, pack)
    assert meant.text == typed and meant.unread and not meant.replaced


@pytest.mark.parametrize("asked", ["e生保怎么退", "犹豫期有几天", "ICD-10编码", "2.4条", "等待期后确诊肺癌Ⅲ期"])
def test_other_questions_stay_as_they_are(asked: str, pack: DomainPack) -> None:
    assert read(asked, pack).text == readable(asked)


@pytest.mark.parametrize(
    "asked", ["那它是几天？", "那怎么办呢", "刚才说的那个要多少天", "那能赔吗", "那过了呢", "这个呢？", "那残疾的呢？"]
)
def test_a_follow_up_without_its_own_subject_is_one(asked: str, pack: DomainPack) -> None:
    assert is_follow_up(readable(asked), pack)


@pytest.mark.parametrize(
    "asked",
    [
        "那退保呢",
        "那犹豫期有几天",
        "它的等待期多久",
        "哪些不赔",
        "那次住院的床位费报吗",
        "这个保险保多久",
        "几天",
        "2.4",
        "那2.4呢",
    ],
)
def test_a_question_with_its_own_subject_needs_nothing_before_it(asked: str, pack: DomainPack) -> None:
    assert not is_follow_up(readable(asked), pack)
