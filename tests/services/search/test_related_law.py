"""Beside a clause stand the articles that it names or that its subject rests on, and no law is among the clauses."""

from dataclasses import replace

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause, open_engine
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.laws import LawRules
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.answers.clause_reading import get_clause
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.configuration import configuration_of
from insurance_desktop.services.search.law_articles import law_article
from insurance_desktop.services.search.related_law import related_to
from insurance_desktop.store.works import documents

CLAUSES = (
    clause("1.1", "合同构成", "本合同由保险单和条款构成。"),
    clause("1.2", "适用的法律", "未尽事宜依照《中华人民共和国保险法》第二十三条和《刑法》第十六条办理。"),
    clause("1.3", "旧法", "依照《保险法》（2002年修正）第十七条和《保险法》第九百条办理。"),
    clause("2.1", "明确说明与如实告知", "投保时您应当如实回答我们的询问。"),
    clause("2.2", "受益人的指定", "您可以指定一人或数人为受益人。"),
    clause("2.21", "受益人", "您可以变更受益人，可以确定受益顺序；没有指定受益人的，作为遗产。"),
    clause("2.22", "受益人", "除另有约定外，受益人为被保险人本人。"),
    clause("2.3", "责任免除", "被保险人二年内自杀的，我们不给付。"),
    clause("2.31", "责任免除", "被保险人自杀未遂的医疗费用，我们不给付。"),
    clause("2.4", "您解除合同的手续及风险", "您可以申请解除合同，我们退还现金价值。"),
    clause("2.6", "效力中止", "宽限期满后本合同效力中止。"),
    clause("2.7", "", "投保人故意或者因重大过失未履行前款规定的如实告知义务的，保险人有权解除合同。"),
    clause("2.8", "失踪处理", "被保险人下落不明的，以法院宣告之日为死亡之日。"),
    clause("2.9", "保险金申请人", "指受益人或者其继承人。"),
    clause("2.5", "合同解除权的限制", "前条规定的合同解除权，自我们知道之日起超过三十日不行使而消灭。"),
)
EXPECTED = {
    "1.1": [],
    "1.2": [("cited", "第二十三条")],
    "1.3": [],
    "2.1": [("subject", "第十六条"), ("subject", "第十七条")],
    "2.2": [("subject", "第三十九条")],
    "2.21": [("subject", each) for each in ("第三十九条", "第四十条", "第四十一条", "第四十二条")],
    "2.22": [("subject", "第三十九条")],
    "2.3": [("subject", "第四十四条")],
    "2.31": [],
    "2.6": [("subject", "第三十六条")],
    "2.7": [("subject", "第十六条")],
    "2.8": [("subject", "第二十四条")],
    "2.9": [],
    "2.4": [("subject", "第四十七条")],
    "2.5": [("subject", "第十六条")],
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    with open_engine(tmp_path_factory.mktemp("laws") / "library.db", EMBEDDER) as opened:
        with opened.library.database.write() as connection:
            add_verified(
                connection,
                BareDocument("青松寿险", CLAUSES, code="L1", publish_time="2018-03-01"),
                opened.library.pack,
                EMBEDDER,
            )
        yield opened


@pytest.mark.parametrize(("section", "articles"), EXPECTED.items())
def test_the_articles_stand_beside_the_clause(engine, section, articles):
    (hit,) = search(engine, SearchRequest(section, product_code="L1")).results
    assert [(each.why, each.article) for each in hit.related_law] == articles
    assert all(each.text is None for each in hit.related_law)
    read = get_clause(engine.library, hit.chunk_id).hit
    assert read is not None
    for each in read.related_law:
        law = "解释三" if "解释" in each.law else "保险法"
        article = law_article("insurance", f"{law}{each.article}").article
        assert article is not None and (each.law, each.text) == (article.law, article.text)


@pytest.mark.parametrize(
    ("publish_time", "label", "cited", "subject"),
    [
        ("2009-09-30", "", [], []),
        ("2009", "", [], []),
        ("2009-10-01", "", ["第二十三条"], ["第四十四条"]),
        (None, "2006-05", [], []),
        (None, "2012-05", ["第二十三条"], ["第四十四条"]),
        (None, "", [], ["第四十四条"]),
    ],
)
def test_a_contract_gets_no_article_whose_number_meant_another_one_in_its_day(
    engine, publish_time, label, cited, subject
):
    with engine.library.database.read() as connection:
        (row,) = connection.rows("SELECT MIN(id) FROM documents")
        document = documents.get(connection, row[0])
    aged = replace(document, publish_time=publish_time, edition=label or None)
    suicide = next(each for each in CLAUSES if each.section_id == "2.3")
    for told, wanted in ((CLAUSES[1], cited), (suicide, subject)):
        found = related_to(aged, told.section_title, told.text, engine.library.pack, in_full=False)
        assert [each.article for each in found] == wanted


def test_an_article_beside_an_older_contract_says_whether_a_text_shows_that_it_was_the_same(engine):
    """第十六条 is named by an interpretation of 2009, 第四十七条 by nothing before the edition of 2015."""
    text = "依照《保险法》第十六条和《保险法》第四十七条办理。"
    with engine.library.database.read() as connection:
        (row,) = connection.rows("SELECT MIN(id) FROM documents")
        document = documents.get(connection, row[0])
    for day, cited, shown in (
        ("2014-12-01", ["第十六条"], {"第十六条": True, "第四十七条": False}),
        ("2015-04-24", ["第十六条", "第四十七条"], {"第十六条": True, "第四十七条": True}),
        (None, [], {"第十六条": False, "第四十七条": False}),
    ):
        aged = replace(document, publish_time=day)
        found = related_to(aged, "", text, engine.library.pack, in_full=False)
        assert [each.article for each in found] == cited
        found = related_to(aged, "如实告知与合同解除", "", engine.library.pack, in_full=False)
        assert {each.article: each.day_shown for each in found} == shown


@pytest.mark.parametrize("query", ["订立保险合同应当如实告知", "保险法第十六条", "受益人由被保险人或者投保人指定"])
def test_no_law_is_found_as_a_clause(engine, query):
    answer = search(engine, SearchRequest(query))
    assert {each.source_reference.product_name for each in answer.results} <= {"青松寿险"}


def test_every_subject_leads_to_articles_that_are_there():
    for subject in load_pack("insurance").laws.subjects:
        assert all(law_article("insurance", each).article for each in subject.articles), subject.name
        assert subject.title_forms or subject.word_forms


def test_what_the_laws_say_does_not_change_what_ranks():
    pack = load_pack("insurance")
    without = replace(pack, laws=LawRules())
    assert configuration_of(without, EMBEDDER, None) == configuration_of(pack, EMBEDDER, None)
