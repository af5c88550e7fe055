"""An article of a law is found by whatever people call it, verbatim, and never another one in its place."""

import re
from dataclasses import replace

import pytest

from insurance_desktop.domain.laws import LawWork
from insurance_desktop.domain.numerals import numbered
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.law_texts import articles_in, articles_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.search import law_books
from insurance_desktop.services.search.law_articles import law_article

LAWS = load_pack("insurance").laws
COUNTS = {"2015-04-24": 185, "（一）": 6, "（二）": 21, "（三）": 26, "（四）": 21}

SPELLINGS = {
    "16": (
        "保险法第十六条",
        "保险法第16条",
        "《保险法》16条",
        "保险法16",
        "《保险法》第十六条",
        "中华人民共和国保险法第十六条",
        "《中华人民共和国保险法》第 16 条",
        "保险法 十六条",
        "保险法 16",
        "保险法第１６条",
        "保险法的第十六条",
        "保险法第十六条规定",
        "第十六条《保险法》",
        "第16条（保险法）",
        "保险法第十六條",
        "我国保险法第十六条",
        "〈保险法〉第十六条",
        "保险法，第十六条",
    ),
    "16/2": (
        "保险法第十六条第二款",
        "保险法第16条第2款",
        "《保险法》16条2款",
        "保险法16.2",
        "保险法 第十六条 第二款",
        "保险法第十六条第２款",
        "保险法第十六条之第二款",
    ),
    "解释二/3": (
        "解释二第三条",
        "解释（二）第3条",
        "解释(二)3",
        "解释㈡第三条",
        "司法解释二第三条",
        "保险法司法解释二第3条",
        "《保险法》解释（二）第三条",
        "保险法解释2第3条",
        "《最高人民法院关于适用〈中华人民共和国保险法〉若干问题的解释（二）》第三条",
        "最高人民法院关于适用《中华人民共和国保险法》若干问题的解释（二）第3条",
    ),
    "116": (
        "保险法第一百一十六条",
        "保险法第一百十六条",
        "保险法第116条",
        "《保险法》１１６条",
        "保險法第一百一十六條",
        "保险法2015年第一百一十六条",
        "中华人民共和国保险法（2015年修正）第116条",
    ),
    "116//2": ("保险法116条第(二)项", "保险法第一百一十六条第二项", "保险法第１１６条第（二）项", "保险法116条2项"),
    "解释二/9": ("解释（二）第九条", "保险法解释（二）第9条", "司法解释二第九条", "《解释（二）》第９条"),
    "解释三/5": ("司法解释三第5条", "解释三第五条", "保险法司法解释（三）第五条", "解释㈢5"),
    "37": (
        "保险法第三十七条是什么意思？",
        "保险法第37条规定了什么",
        "《保险法》第三十七条的内容是什么？",
        "保险法第三十七条都有哪些规定",
    ),
    "101": ("保险法第一百零一条", "保险法第一百〇一条", "保险法第101条", "保险法101"),
}


@pytest.mark.parametrize(("wanted", "said"), [(key, each) for key, all_of in SPELLINGS.items() for each in all_of])
def test_an_article_is_found_in_every_spelling(wanted, said):
    answer = law_article("insurance", said)
    law, _, number = wanted.partition("/") if wanted.startswith("解释") else ("", "", wanted)
    number, paragraph, item = (*number.split("/"), "", "")[:3]
    work = LAWS.works["一二三四".index(law[-1]) + 1 if law else 0]
    article = articles_of("insurance", work)[number]
    assert answer.status is AnswerStatus.OK
    assert answer.article == article
    if item:
        assert answer.passage == "（二）对投保人隐瞒与保险合同有关的重要情况；"
    else:
        assert answer.passage == (article.paragraphs[int(paragraph) - 1] if paragraph else None)


def test_an_item_is_its_line():
    said = law_article("insurance", "保险法第三十九条")
    assert said.article is not None and "受益人" in said.article.text
    item = law_article("insurance", "保险法第三十一条第一款第（二）项")
    assert item.passage == "（二）配偶、子女、父母；"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("社会保险法第十六条", "没有认出"),
        ("刑法第一百九十八条", "没有认出"),
        ("第十六条", "没有认出"),
        ("保险法", "没有认出"),
        ("", "没有认出"),
        ("保险法第十六条和第十七条", "没有认出"),
        ("保险法16-17", "没有认出"),
        ("保险法第十六条第2", "没有认出"),
        ("解释23", "没有认出"),
        ("解释第三条", "没有认出"),
        ("保险法实施细则第三条", "没有认出"),
        ("保险法第一百八十六条", "185 条"),
        ("保险法第〇条", "185 条"),
        ("保险法第十六条第九款", "7 款"),
        ("保险法第十六条第0款", "7 款"),
        ("保险法第十六条第三项", "第 三 项"),
        ("保险法（2002年修正）第十七条", "没有 2002 年的版本；现有：2015-04-24"),
    ],
)
def test_what_is_not_there_is_said_and_nothing_stands_in_for_it(said, told):
    answer = law_article("insurance", said)
    assert answer.status is AnswerStatus.NOT_FOUND
    assert answer.article is answer.passage is None
    assert answer.message is not None and told in answer.message


def test_the_shipped_laws_are_whole():
    for work in LAWS.works:
        articles = articles_of("insurance", work)
        count = next(count for told, count in COUNTS.items() if told in (work.edition, work.name[-3:]))
        assert list(articles) == [str(number) for number in range(1, count + 1)]
        assert all(article.text for article in articles.values())


def test_a_law_whose_file_was_changed_or_is_gone_gives_no_article():
    work = LAWS.works[0]
    assert articles_of("insurance", replace(work, sha256="0" * 64)) is None
    assert articles_of("insurance", replace(work, file="gone.md")) is None


def test_an_article_of_a_changed_law_is_withheld_with_a_sentence(monkeypatch):
    monkeypatch.setattr(law_books, "articles_of", lambda _pack, _work: None)
    answer = law_article.__wrapped__("insurance", "保险法第十六条")
    assert (answer.status, answer.article) == (AnswerStatus.WITHHELD, None)
    assert "没有给出条文" in answer.message


def test_a_made_up_law_is_cut_at_articles_and_headings():
    text = (
        "# 示例法\n\n公布说明\n\n## 第一章 总则\n\n第一条 甲方应当：\n\n（一）报告；\n\n（二）保存。\n\n"
        "依照第二条的规定办理。\n\n### 第一节 细则\n\n第二条 施行。\n\n## 附则\n\n另行公布。\n"
    )
    work = LawWork("示例法", (), "2020-01-01", "", "")
    first, second = articles_in(text, work).values()
    assert first.paragraphs == ("甲方应当：\n（一）报告；\n（二）保存。", "依照第二条的规定办理。")
    assert (second.chapter, second.text) == (("第一章 总则", "第一节 细则"), "施行。")


@pytest.mark.parametrize(
    ("number", "edition", "day"),
    [(0, "2015-04-24", "2009-10-01"), (1, "2009-09-21", "2009-10-01"), (2, "2020-12-29", None)],
)
def test_a_law_is_in_force_since_the_day_that_it_prints_and_since_none_where_it_prints_none(number, edition, day):
    article = articles_of("insurance", LAWS.works[number])["1"]
    assert (article.edition, article.in_force) == (edition, day)


def test_an_earlier_day_is_claimed_only_for_articles_that_a_text_of_that_day_names():
    law, interpretation = LAWS.works[:2]
    (shown,) = law.shown
    (told,) = (each for each in articles_of("insurance", interpretation).values() if each.article == "第五条")
    named = {numbered(each)[1] for each in re.findall("第[一二三四五六七八九十]+条", told.text)}
    assert shown.shown_by == "解释（一）第五条"
    assert {str(each) for each in shown.articles} == named
    assert shown.since == articles_of("insurance", interpretation)["5"].in_force
    since = {number: article.since for number, article in articles_of("insurance", law).items()}
    assert {number for number, day in since.items() if day != law.edition} == named
