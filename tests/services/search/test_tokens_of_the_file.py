"""The keyword index's own tokenizer leaves tokens as they were cut; an older library is searched as it was."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from two_products import EMBEDDER, documents, medical

from development.bare_library import BareDocument, add_verified
from insurance_desktop.index import tokens
from insurance_desktop.index.characters import respelled
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.store import migration_0008
from insurance_desktop.store.clauses import search_index
from insurance_desktop.store.clauses.search_index import BIGRAM_COLUMNS, WORD_COLUMNS, IndexScope
from insurance_desktop.store.database import Database, open_database
from insurance_desktop.store.migrations import MIGRATIONS

BEFORE = MIGRATIONS[:7]
FINAL_SIGMA = chr(0x3C2)
SURROGATES = range(0xD800, 0xE000)
QUESTIONS = ("等待期是多少天", "3.2 身故保险金怎么给付", "１８０日内犹豫期退保", "酒后驾驶 ABC Ⅳ 5%")


def put(database: Database, *given: BareDocument) -> None:
    with database.write() as connection:
        for each in given:
            add_verified(connection, each, load_pack(), EMBEDDER)


def answers(database: Database, *questions: str) -> list[object]:
    whole = IndexScope((), whole_space=True)
    found: list[object] = []
    with database.read() as connection:
        for question in questions:
            for cut, columns in ((tokens.words, WORD_COLUMNS), (tokens.bigrams, BIGRAM_COLUMNS)):
                expression = tokens.match_expression(cut(question), columns)
                found.append(search_index.keyword_scores(connection, expression, whole, title_weight=2.0, limit=50))
    return found


def declared(database: Database) -> str:
    with database.read() as connection:
        return str(connection.value("SELECT sql FROM sqlite_schema WHERE name = 'clause_words'"))


def with_a_final_sigma() -> BareDocument:
    first, *others = medical()
    return BareDocument("希腊医疗保险", (replace(first, text=f"{first.text}λόγο{FINAL_SIGMA}"), *others), code="77")


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "library.db"
    database = open_database(path, migrations=BEFORE)
    put(database, *documents())
    database.close()
    yield path


def test_all_signs_of_tokens_but_those_that_are_named_are_read_alike(tmp_path: Path) -> None:
    named = {code for first, last in migration_0008.READ_OTHERWISE for code in range(first, last + 1)}
    codes = [code for code in range(0x80, 0x110000) if code not in SURROGATES and code not in named]
    signs = sorted({sign for code in codes for sign in respelled(chr(code)).lower() if sign.isalnum()})
    assert len(signs) > 100_000
    database = open_database(tmp_path / "library.db")
    with database.write() as connection:
        for name, tokenizer in (("old", migration_0008.OLD), ("new", migration_0008.NEW)):
            connection.run(f'CREATE VIRTUAL TABLE {name} USING fts5 (sign, tokenize = "{tokenizer}")')
            connection.run(f"CREATE VIRTUAL TABLE {name}_terms USING fts5vocab ({name}, instance)")
            connection.run_many(f"INSERT INTO {name} (sign) VALUES (?)", [(f"x{sign}y",) for sign in signs])
            read = dict(connection.rows(f"SELECT doc, group_concat(term, ' ') FROM {name}_terms GROUP BY doc"))
            assert [sign for row, sign in enumerate(signs, start=1) if read.get(row) != f"x{sign}y"] == []
    database.close()


@pytest.mark.requirement("FR-011")
def test_a_library_of_before_is_searched_as_it_was_and_takes_new_documents(old: Path) -> None:
    with_old = open_database(old, migrations=BEFORE)
    before = answers(with_old, *QUESTIONS)
    assert all(before)
    assert "unicode61" in declared(with_old)
    still_open = with_old
    database = open_database(old)
    assert '"ascii"' in declared(database)
    assert answers(database, *QUESTIONS) == before
    put(database, with_a_final_sigma())
    assert answers(database, f"λόγο{FINAL_SIGMA}")[0]
    assert answers(still_open, f"λόγο{FINAL_SIGMA}") == answers(database, f"λόγο{FINAL_SIGMA}")
    with database.write() as connection:
        connection.run("INSERT INTO clause_words (clause_words) VALUES ('integrity-check')")
        connection.run("DELETE FROM clauses WHERE document_id > 1")
        assert search_index.count_words(connection) == connection.value("SELECT count(*) FROM clauses") > 0
        assert connection.value("PRAGMA integrity_check") == "ok"
    still_open.close()
    database.close()


def test_a_library_with_a_sign_that_would_be_read_otherwise_keeps_its_tokenizer(old: Path) -> None:
    with_old = open_database(old, migrations=BEFORE)
    put(with_old, with_a_final_sigma())
    before = answers(with_old, *QUESTIONS, f"λόγο{FINAL_SIGMA}")
    with_old.close()
    database = open_database(old)
    assert "unicode61" in declared(database)
    assert answers(database, *QUESTIONS, f"λόγο{FINAL_SIGMA}") == before
    assert before[-2]
    database.close()


def test_a_new_library_leaves_tokens_as_they_are(tmp_path: Path) -> None:
    database = open_database(tmp_path / "library.db")
    assert '"ascii"' in declared(database)
    database.close()
