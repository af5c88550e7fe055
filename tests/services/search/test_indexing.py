"""The index follows the verified text, and says when it does not fit the program."""

import dataclasses
from pathlib import Path

import pytest
from two_products import EMBEDDER, documents

from development.bare_library import add_pending, add_verified, approve, open_engine
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search import indexing
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import search_index
from insurance_desktop.store.database import Connection, RuleBroken
from insurance_desktop.store.versions import versions
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents as document_table


def counts(library: Library) -> tuple[int, int, int]:
    with library.database.read() as connection:
        return (
            search_index.count_words(connection),
            search_index.count_windows(connection),
            search_index.count_vectors(connection),
        )


@pytest.mark.requirement("FR-006", "SC-001")
def test_unverified_text_cannot_be_indexed(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        document_id = add_pending(connection, documents()[1], empty.library.pack)
    prepared = indexing.PreparedIndex(document_id, 1, indexing.space_for("insurance", EMBEDDER), (), ())
    rows = indexing.index_clauses(documents()[1].clauses, (), (), "0" * 64, embedder=EMBEDDER)
    with pytest.raises(Exception, match=r"verified|rule"), empty.library.database.write() as connection:
        indexing.write(connection, dataclasses.replace(prepared, clauses=rows))
    assert counts(empty.library) == (0, 0, 0)


@pytest.mark.requirement("FR-006")
def test_leaving_verification_leaves_the_index(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        document_id = add_verified(connection, documents()[1], empty.library.pack, EMBEDDER)
    words, windows, vectors = counts(empty.library)
    assert words == 4 and windows == vectors >= 4
    with empty.library.database.write() as connection:
        connection.run("DELETE FROM clauses WHERE document_id = ?", (document_id,))
    assert counts(empty.library) == (0, 0, 0)


def test_writing_again_replaces(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        document_id = add_verified(connection, documents()[1], empty.library.pack, EMBEDDER)
    before = counts(empty.library)
    rows = indexing.index_clauses(documents()[1].clauses, (), (), "0" * 64, embedder=EMBEDDER)
    with empty.library.database.write() as connection:
        version = connection.value("SELECT version_id FROM documents WHERE id = ?", (document_id,))
        space = indexing.space_for("insurance", EMBEDDER)
        assert indexing.write(connection, indexing.PreparedIndex(document_id, version, space, rows, ())) == 4
    assert counts(empty.library) == before


def test_rows_of_other_settings_are_never_ranked_with_ours(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        add_verified(connection, documents()[1], empty.library.pack, EMBEDDER)
        connection.run("UPDATE index_spaces SET fingerprint = 'an older program'")
    assert search(empty, SearchRequest("免赔额")).status is AnswerStatus.INDEX_STALE
    report = indexing.bring_in_step(empty)
    assert report.clauses >= 1
    assert search(empty, SearchRequest("免赔额")).status is not AnswerStatus.INDEX_STALE


def test_a_document_without_rows_is_taken_up_again(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        approve(connection, add_pending(connection, documents()[1], empty.library.pack))
    assert counts(empty.library) == (0, 0, 0)
    report = indexing.bring_in_step(empty)
    assert report.clauses >= 4 and report.windows >= report.clauses
    with empty.library.database.read() as connection:
        assert indexing.faults(connection) == ()


def test_bringing_in_step_stops_when_asked(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        approve(connection, add_pending(connection, documents()[1], empty.library.pack))
    with pytest.raises(Cancelled):
        indexing.bring_in_step(empty, cancel=lambda: True)


def test_what_was_prepared_when_it_was_cancelled_is_not_lost(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        for document in documents():
            approve(connection, add_pending(connection, document, empty.library.pack))
    asked = iter((False, True))
    with pytest.raises(Cancelled):
        indexing.bring_in_step(empty, cancel=lambda: next(asked))
    words, windows, vectors = counts(empty.library)
    assert words >= 4 and windows == vectors >= words
    with empty.library.database.read() as connection:
        waiting = search_index.documents_to_index(connection, "insurance", everything=False)
    assert len(waiting) == len(documents()) - 1
    indexing.bring_in_step(empty)
    assert counts(empty.library)[0] > words


@pytest.mark.requirement("FR-011")
def test_documents_written_together_are_found_as_those_written_one_by_one(empty: SearchEngine, tmp_path: Path) -> None:
    from insurance_desktop.index import tokens

    with open_engine(tmp_path / "other.db", EMBEDDER) as other:
        prepared = []
        for engine in (empty, other):
            prepared.clear()
            with engine.library.database.write() as connection:
                for document in documents():
                    approve(connection, add_pending(connection, document, engine.library.pack))
                waiting = search_index.documents_to_index(connection, "insurance", everything=True)
                for document_id in waiting:
                    found, version = stored(connection, document_id)
                    prepared.append(indexing.prepare(engine, found, version))
                if engine is empty:
                    for each in prepared:
                        indexing.write(connection, each)
                else:
                    assert indexing.write_all(connection, prepared) == sum(len(each.clauses) for each in prepared)
        whole = search_index.IndexScope((), whole_space=True)
        for term in ("退保", "保险费", "等待期", "我们给付保险金", "90"):
            expression = tokens.match_expression(tokens.bigrams(term), search_index.BIGRAM_COLUMNS)
            scores = []
            for engine in (empty, other):
                with engine.library.database.read() as connection:
                    assert indexing.faults(connection) == ()
                    scores.append(
                        search_index.keyword_scores(connection, 1, expression, whole, title_weight=4.0, limit=100)
                    )
            assert scores[0] == scores[1] and scores[0]


def stored(connection: Connection, document_id: int) -> tuple[Document, StoredVersion]:
    document = document_table.get(connection, document_id)
    assert document is not None
    version = versions.get(connection, document.version_id or 0)
    assert version is not None
    return document, version


def test_a_vector_that_would_rank_first_by_accident_is_refused(empty: SearchEngine) -> None:
    window = indexing.index_clauses(documents()[1].clauses[:1], (), (), "0" * 64, embedder=EMBEDDER)[0].windows[0]
    for vector in (b"\x00" * 2048, b"\x00\x00\xc0\x7f" * 512):
        broken = dataclasses.replace(window, vector=vector)
        with pytest.raises(RuleBroken, match="unit length"), empty.library.database.write() as connection:
            search_index.insert_windows(connection, 1, [search_index.OwnedWindows(1, 1, [broken])])


@pytest.mark.requirement("FR-011")
def test_the_packs_own_terms_can_all_be_found(filled: SearchEngine) -> None:
    assert indexing.unfindable_terms(filled.library) == ()


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize("term", ["退保", "犹豫期", "等待期", "免赔额", "减额交清", "现金价值", "续保"])
def test_two_and_three_character_terms_are_found_by_keywords(filled: SearchEngine, term: str) -> None:
    from insurance_desktop.index import tokens

    for cut, columns in ((tokens.words, search_index.WORD_COLUMNS), (tokens.bigrams, search_index.BIGRAM_COLUMNS)):
        with filled.library.database.read() as connection:
            assert search_index.frequency(connection, 1, tokens.match_expression(cut(term), columns)) >= 1
