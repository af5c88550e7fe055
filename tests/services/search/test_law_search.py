"""Laws are searched in a ranking of their own: what a question is about, what it names, or that there is nothing."""

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause, open_engine
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index import law_vectors
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.search import law_shelf
from insurance_desktop.services.search.law_search import search_laws
from insurance_desktop.services.search.law_shelf import searched_texts, shipped_articles

CLAUSES = (clause("2.1", "如实告知", "投保时您应当如实回答我们的询问，没有如实告知我们可以解除合同。"),)


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    with open_engine(tmp_path_factory.mktemp("laws") / "library.db", EMBEDDER) as opened:
        with opened.library.database.write() as connection:
            add_verified(connection, BareDocument("青松寿险", CLAUSES, code="L1"), opened.library.pack, EMBEDDER)
        yield opened


@pytest.mark.parametrize(
    ("question", "article"),
    [
        ("没有如实告知能解除合同吗", "第十六条"),
        ("自杀赔不赔", "第四十四条"),
        ("保单失效两年内能复效吗", "第三十七条"),
        ("医保范围外的药费赔不赔", "第十九条"),
    ],
)
def test_the_article_comes_first_and_no_clause_is_among_the_results(engine, question, article):
    answer = search_laws(engine, question)
    assert answer.status in (AnswerStatus.OK, AnswerStatus.WEAK)
    assert answer.results[0].article == article
    assert all("保险法" in each.law and each.document_id is None for each in answer.results)
    scores = [each.similarity_score for each in answer.results]
    assert scores == sorted(scores, reverse=True)
    assert "保险法" in answer.searched


@pytest.mark.parametrize("question", ["红烧肉怎么做", "今天天气怎么样", "等待期是多少天", "火车票改签规则"])
def test_where_no_article_is_about_it_that_is_said(engine, question):
    answer = search_laws(engine, question)
    assert (answer.status, answer.results) == (AnswerStatus.NO_MATCH, ())
    assert "没有给出任何一条" in answer.message and "保险法解释四" in answer.message


def test_what_names_an_article_is_looked_up(engine):
    (hit,) = search_laws(engine, "《保险法》第十六条第二款").results
    assert (hit.article, hit.similarity_score) == ("第十六条", 1.0)
    assert hit.passage == hit.text.splitlines()[1]


@pytest.mark.parametrize(
    ("named", "told"),
    [("保险法第九百九十九条", "185 条"), ("保险法第十六条第九款", "7 款"), ("保险法2009年版第十六条", "2015-04-24")],
)
def test_for_an_article_that_is_not_there_no_other_one_stands_in(engine, named, told):
    answer = search_laws(engine, named)
    assert (answer.status, answer.results) == (AnswerStatus.NOT_FOUND, ())
    assert told in answer.message


def test_a_weak_article_is_no_answer(engine):
    answer = search_laws(engine, "信用卡逾期怎么办")
    assert answer.status is AnswerStatus.WEAK
    assert answer.message.startswith("可能相关，请核对")


def test_as_many_as_are_wanted_and_no_number_out_of_range(engine):
    assert len(search_laws(engine, "如实告知", top_k=2).results) == 2
    with pytest.raises(UsageError):
        search_laws(engine, "如实告知", top_k=21)
    with pytest.raises(UsageError):
        search_laws(engine, "？")


def test_no_library_is_needed(tmp_path):
    with LibraryReader(tmp_path / "none.db") as reader:
        assert reader.ask(search_laws, query="自杀赔不赔").results[0].article == "第四十四条"


def test_the_vectors_that_ship_are_of_the_model_and_of_the_texts_that_ship():
    texts = searched_texts(shipped_articles("insurance"))
    vectors = law_vectors.law_vectors("insurance", EMBEDDER.fingerprint, texts)
    assert vectors is not None, "run python -m development.fitting.laws"
    own = EMBEDDER.passages(texts[:1])
    assert float(vectors[0] @ own[0]) > 0.999
    assert law_vectors.law_vectors("insurance", EMBEDDER.fingerprint, texts[1:]) is None
    assert law_vectors.law_vectors("insurance", "another model", texts) is None


def test_without_vectors_words_alone_are_asked_and_that_is_said(engine, monkeypatch):
    monkeypatch.setattr(law_shelf, "shelf_of", law_shelf.shelf_of.__wrapped__)
    monkeypatch.setattr(law_vectors, "law_vectors", lambda *_: None)
    answer = search_laws(engine, "宽限期")
    assert answer.status in (AnswerStatus.WEAK, AnswerStatus.NO_MATCH)
    assert "只按字词查找" in answer.message
    assert "第三十六条" in {each.article for each in search_laws(engine, "保险费宽限期三十日六十日").results}
