"""Kill -9 at any moment: the file is whole, the index agrees with it, and what was said to be stored is stored."""

import random

import dying_reviewer
import pytest
from index_tables import vector_rows, words_rows
from lives import said_until_killed
from stand_ins import open_with_stand_ins

from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.services.importing.ingestion import resume_queued
from insurance_desktop.services.library import documents
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.review import decisions
from insurance_desktop.store.opening import open_database
from insurance_desktop.store.works import originals


def kills():
    """The same ones each time: 9 inside a write transaction, 6 during a conversion, 2 between two steps."""
    source = random.Random(2026)
    deaths = [("write", source.randint(2, 90)) for _ in range(9)]
    deaths += [("conversion", source.randint(1, 4)) for _ in range(6)]
    deaths += [("between", source.randint(1, 4)) for _ in range(2)]
    source.shuffle(deaths)
    return deaths


def killed_at(library, seed, place, count):
    """What a child said before it was killed at that place."""
    said = said_until_killed(dying_reviewer.main, library, seed, place, count)
    assert said[-1] == ("inside", place), "the child ended before it was killed"
    return said[:-1]


def check_file(path):
    """The file by itself: whole, and clauses, words, windows and vectors of the same verified documents."""
    database = open_database(path)
    with database.read() as connection:
        assert connection.rows("PRAGMA integrity_check") == [("ok",)]
        assert connection.rows("PRAGMA foreign_key_check") == []
        clauses = set(connection.rows("SELECT id, document_id FROM clauses"))
        assert set(words_rows(connection)) == {row[0] for row in clauses}
        windows = set(
            connection.rows("SELECT windows.id, document_id FROM windows JOIN clauses ON clauses.id = clause")
        )
        assert {row[:2] for row in vector_rows(connection)} == windows
        verified = connection.rows("SELECT id FROM documents WHERE review_status = 'VERIFIED'")
        assert {row[1] for row in clauses} == {row[0] for row in verified} == {row[1] for row in windows}
    database.close()


def check_said(library, said):
    """Every row that the child said is there, with its sha256."""
    with library.database.read() as connection:
        for kind, number, sha256 in said:
            if kind == "document":
                stored = documents.require(connection, number)
                assert stored.sha256 == sha256
                assert originals.sha256_of(originals.content(connection, sha256)) == sha256
                assert stored.conversion_status is not ConversionStatus.QUEUED
            else:
                content = connection.value("SELECT content_sha256 FROM decisions WHERE id = ?", (number,))
                assert content == sha256
    assert decisions.verify_log(library).ok


@pytest.mark.requirement("SC-001")
def test_20_kills_lose_nothing_that_was_said(tmp_path):
    path = tmp_path / "library.db"
    said = []
    for seed, (place, count) in enumerate(kills()):
        said += [words for words in killed_at(path, seed, place, count) if len(words) == 3]
        check_file(path)
        with open_library(path) as library:
            check_said(library, said)
    fresh = tmp_path / "fresh.db"
    assert killed_at(fresh, 1, "write", 1) == []  # inside the schema of a new library
    check_file(fresh)
    assert len(said) >= 40
    with open_with_stand_ins(path) as workspace:
        resume_queued(workspace.library, workspace.converter)
        states = {each.conversion_status for each in documents.list_documents(workspace.library)}
        assert ConversionStatus.QUEUED not in states
