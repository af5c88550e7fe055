"""The keyword index's own tokenizer leaves tokens as they were cut, whatever signs they are of."""

from dataclasses import replace
from pathlib import Path

import pytest
from two_products import EMBEDDER, documents, medical

from development.bare_library import BareDocument, add_verified
from insurance_desktop.index import tokens
from insurance_desktop.index.characters import respelled
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.store.clauses import search_index
from insurance_desktop.store.clauses.search_index import BIGRAM_COLUMNS, WORD_COLUMNS, IndexScope
from insurance_desktop.store.database import Database
from insurance_desktop.store.opening import open_database

FINAL_SIGMA = chr(0x3C2)
SURROGATES = range(0xD800, 0xE000)


def answers(database: Database, question: str) -> list[object]:
    whole = IndexScope((), whole_space=True)
    found: list[object] = []
    with database.read() as connection:
        for cut, columns in ((tokens.words, WORD_COLUMNS), (tokens.bigrams, BIGRAM_COLUMNS)):
            expression = tokens.match_expression(cut(question), columns)
            found.append(search_index.keyword_scores(connection, 1, expression, whole, title_weight=2.0, limit=50))
    return found


def test_all_signs_of_tokens_are_read_as_they_are(tmp_path: Path) -> None:
    codes = [code for code in range(0x80, 0x110000) if code not in SURROGATES]
    signs = sorted({sign for code in codes for sign in respelled(chr(code)).lower() if sign.isalnum()})
    assert len(signs) > 100_000
    database = open_database(tmp_path / "library.db")
    with database.write() as connection:
        connection.run('CREATE VIRTUAL TABLE signs USING fts5 (sign, tokenize = "ascii")')
        connection.run("CREATE VIRTUAL TABLE terms USING fts5vocab (signs, instance)")
        connection.run_many("INSERT INTO signs (sign) VALUES (?)", [(f"x{sign}y",) for sign in signs])
        read = dict(connection.rows("SELECT doc, group_concat(term, ' ') FROM terms GROUP BY doc"))
        assert [sign for row, sign in enumerate(signs, start=1) if read.get(row) != f"x{sign}y"] == []
    database.close()


@pytest.mark.requirement("FR-011")
def test_a_sign_that_other_tokenizers_respell_is_found_and_leaves_with_its_clause(tmp_path: Path) -> None:
    first, *others = medical()
    greek = BareDocument("希腊医疗保险", (replace(first, text=f"{first.text}λόγο{FINAL_SIGMA}"), *others), code="77")
    database = open_database(tmp_path / "library.db")
    with database.write() as connection:
        for each in (*documents(), greek):
            add_verified(connection, each, load_pack("insurance"), EMBEDDER)
    assert answers(database, f"λόγο{FINAL_SIGMA}")[0]
    with database.write() as connection:
        connection.run("INSERT INTO clause_words_1 (clause_words_1) VALUES ('integrity-check')")
        connection.run("DELETE FROM clauses WHERE document_id > 1")
        assert search_index.count_words(connection) == connection.value("SELECT count(*) FROM clauses") > 0
        assert connection.value("PRAGMA integrity_check") == "ok"
    assert not answers(database, f"λόγο{FINAL_SIGMA}")[0]
    database.close()
