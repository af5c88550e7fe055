"""The keyword arm: the same BM25 in a few documents as over everything, at a bounded cost over everything."""

from itertools import combinations

import pytest

from insurance_desktop.services.search import keyword_arm
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.keyword_arm import KeywordArm
from insurance_desktop.store.clauses import clauses, search_index
from insurance_desktop.store.clauses.search_index import BIGRAM_COLUMNS, WORD_COLUMNS, IndexScope

WORDS = ("保险", "责任", "退保", "现金", "价值", "无此词")


@pytest.fixture
def connection(filled: SearchEngine):
    with filled.library.database.read() as connection:
        yield connection


def everything(connection):
    documents = tuple(row[0] for row in connection.rows("SELECT id FROM documents WHERE review_status = 'VERIFIED'"))
    return IndexScope(documents, whole_space=True)


def stand_together(connection, words):
    expression = keyword_arm.tokens.match_all_expression(words, WORD_COLUMNS)
    return search_index.frequency(connection, 1, expression) > 0


@pytest.mark.requirement("FR-011")
@pytest.mark.parametrize("columns", [WORD_COLUMNS, BIGRAM_COLUMNS])
@pytest.mark.parametrize("category", [None, "Exclusion", "Process"])
def test_a_clause_scores_the_same_whether_few_or_all_documents_are_asked(connection, columns, category):
    arm = KeywordArm("insurance")
    whole = everything(connection)
    scores = {}
    for document in whole.documents:
        found = arm.scores(connection, WORDS, columns, IndexScope((document,), category), title_weight=2.0, limit=50)
        assert found == sorted(found, key=lambda each: (-each[1], each[0]))
        scores |= dict(found)
    asked = [word for word in WORDS if arm.counts(connection, [word], columns)[word]]
    expression = keyword_arm.tokens.match_expression(asked, columns)
    scope = IndexScope(whole.documents, category, whole_space=True)
    by_fts5 = search_index.keyword_scores(connection, 1, expression, scope, title_weight=2.0, limit=500)
    assert scores == pytest.approx(dict(by_fts5)) and scores


def test_a_title_is_found_in_the_scope_alone_however_many_documents_it_names(connection):
    (own, *_) = everything(connection).documents
    title = connection.value("SELECT section_title FROM clauses WHERE document_id = ? AND text != '' LIMIT 1", (own,))
    strangers = [1000 + number for number in range(20)]
    few = clauses.by_title(connection, [own], [title])
    assert few and {each.document_id for each in few} == {own}
    assert clauses.by_title(connection, [own, *strangers], [title]) == few
    assert clauses.by_title(connection, strangers, [title]) == ()


def test_where_every_word_is_common_the_rarest_stand_together(connection, monkeypatch):
    arm = KeywordArm("insurance")
    scope = everything(connection)
    wide = dict(arm.scores(connection, WORDS[:3], WORD_COLUMNS, scope, title_weight=2.0, limit=500))
    monkeypatch.setattr(keyword_arm, "MOST_CLAUSES", 0)
    narrow = dict(arm.scores(connection, WORDS[:3], WORD_COLUMNS, scope, title_weight=2.0, limit=500))
    assert set(narrow) <= set(wide)


@pytest.mark.requirement("FR-011")
@pytest.mark.parametrize("kept", [2_000_000, 1])
@pytest.mark.parametrize(("asked", "limit"), [(WORDS[:2], 500), (WORDS[:2], 3), (WORDS[:1], 500), (WORDS[2:4], 500)])
def test_what_is_kept_of_common_words_answers_as_the_index_does(connection, monkeypatch, kept, asked, limit):
    monkeypatch.setattr(keyword_arm, "MOST_CLAUSES", 0)
    monkeypatch.setattr(keyword_arm, "_MOST_KEPT", kept)
    arm = KeywordArm("insurance")
    scope = everything(connection)
    rarest = sorted(asked, key=lambda word: arm.counts(connection, [word], BIGRAM_COLUMNS)[word])
    together = keyword_arm.tokens.match_all_expression(rarest, BIGRAM_COLUMNS)
    by_fts5 = search_index.keyword_scores(connection, 1, together, scope, title_weight=2.0, limit=limit)
    assert by_fts5
    for _ in range(4):
        assert arm.scores(connection, asked, BIGRAM_COLUMNS, scope, title_weight=2.0, limit=limit) == by_fts5


def test_common_words_that_stand_together_nowhere_are_looked_for_one_by_one(connection, monkeypatch):
    monkeypatch.setattr(keyword_arm, "MOST_CLAUSES", 0)
    scope = everything(connection)
    arm = KeywordArm("insurance")
    titles = [title for (title,) in connection.rows("SELECT title_key FROM clauses ORDER BY id")]
    said = {word for title in titles for word in keyword_arm.tokens.words(title)}
    there = sorted(word for word, count in arm.counts(connection, sorted(said), WORD_COLUMNS).items() if count)
    apart = next(pair for pair in combinations(there, 2) if not stand_together(connection, pair))
    either = keyword_arm.tokens.match_expression(apart, WORD_COLUMNS)
    assert arm.scores(connection, apart, WORD_COLUMNS, scope, title_weight=2.0, limit=50) == (
        search_index.keyword_scores(connection, 1, either, scope, title_weight=2.0, limit=50)
    )


def test_counts_follow_the_index(empty: SearchEngine):
    from two_products import EMBEDDER, documents

    from development.bare_library import add_verified

    arm = KeywordArm("insurance")
    with empty.library.database.write() as connection:
        assert arm.counts(connection, ["保险"], BIGRAM_COLUMNS) == {"保险": 0}
        add_verified(connection, documents()[1], empty.library.pack, EMBEDDER)
        assert arm.counts(connection, ["保险"], BIGRAM_COLUMNS)["保险"] > 0
