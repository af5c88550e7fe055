"""What is no longer what was verified is not served: the clause is withheld, named by doctor, and repaired from the
verified text."""

import re

import pytest
from damaged_rows import change_rows

from development.checking import damage
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.identity import text_sha256
from insurance_desktop.domain.states import AnswerStatus, DecisionKind
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.answers.clause_reading import ClauseScope, find_clause, get_clause
from insurance_desktop.services.answers.edition_comparison import compare_documents
from insurance_desktop.services.answers.exclusions import check_exclusions, exclusion_risk
from insurance_desktop.services.answers.library_status import library_status
from insurance_desktop.services.answers.quote_checking import check_quote
from insurance_desktop.services.answers.table_reading import get_table
from insurance_desktop.services.diagnosis import doctor
from insurance_desktop.services.library.integrity import integrity
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.repairing import repair
from insurance_desktop.services.search import indexing
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clauses, facts, seals
from insurance_desktop.store.clauses.seals import Sealing
from insurance_desktop.store.works import documents

FIRST, SECOND = 1, 2


@pytest.fixture
def engine(sample_library):
    with open_library(sample_library) as library, SearchEngine(library) as engine:
        yield engine


def change(engine, sql, *bindings):
    """Changes rows as no program of this kind does: its triggers stand in the way of that."""
    with engine.library.database.write() as connection:
        guards = connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%keep%'")
        for name, _ in guards:
            connection.run(f"DROP TRIGGER {name}")
        connection.run(sql, bindings)
        for _, guard in guards:
            connection.run(guard)


def clause_with(engine, words):
    with engine.library.database.read() as connection:
        rows = clauses.of_documents(connection, [FIRST, SECOND])
    return next(row for row in rows if words in row.text)


def product_of(engine, document_id):
    with engine.library.database.read() as connection:
        return documents.get(connection, document_id).product_id


def altered(engine):
    """A clause whose period was changed, with its words before and after."""
    row = clause_with(engine, "犹豫期")
    number = re.search(r"\d+|十五|十", row.text)[0]
    other = row.text.replace(number, "九十", 1)
    change(engine, "UPDATE clauses SET text = ? WHERE id = ?", other, row.row)
    return row, other


def test_changed_words_are_withheld_and_the_answer_says_so(engine):
    row, other = altered(engine)
    answer = get_clause(engine.library, row.clause_id)
    assert answer.hit is None
    assert answer.status is AnswerStatus.WITHHELD
    assert "核验时不同" in answer.message and row.clause_id in answer.message
    assert "没有编号" not in answer.message, "the clause is there"
    found = search(engine, SearchRequest(row.section_title, document_id=row.document_id))
    assert row.clause_id not in [hit.chunk_id for hit in found.results]
    assert "核验时不同" in found.message
    assert other not in str(found)


@pytest.mark.parametrize(
    "column", ["text", "section_id", "section_title", "page_number", "boxes", "breadcrumb", "text_sha256", "categories"]
)
def test_whatever_an_answer_shows_of_a_clause_is_covered(engine, column):
    row = clause_with(engine, "犹豫期")
    other = 99 if column == "page_number" else '["另"]'
    change(engine, f"UPDATE clauses SET {column} = ? WHERE id = ?", other, row.row)
    assert get_clause(engine.library, row.clause_id).hit is None


def test_a_clause_that_stands_is_given_beside_one_that_does_not(engine):
    row, _ = altered(engine)
    other = clause_with(engine, "宽限期")
    assert other.clause_id != row.clause_id
    answer = get_clause(engine.library, other.clause_id)
    assert answer.hit.content == other.text


def test_a_clause_changed_together_with_its_hashes_is_found_too(engine):
    """Its own hash and its own seal fit; the decision names another root."""
    row = clause_with(engine, "犹豫期")
    words = row.text + "本合同不受此限。"
    with engine.library.database.read() as connection:
        (shown,) = connection.rows(f"SELECT {seals.SHOWN} FROM clauses AS c WHERE c.id = ?", (row.row,))
        stored = connection.value(
            "SELECT seal FROM clause_seals WHERE document_id = ? AND chunk_index = ?",
            (row.document_id, row.chunk_index),
        )
    forged = [*shown]
    forged[10], forged[11] = words, text_sha256(words)
    alone: Sealing = seals.seal([(forged, stored[:32], stored[32:64])])
    change(engine, "UPDATE clauses SET text = ?, text_sha256 = ? WHERE id = ?", words, forged[11], row.row)
    change(
        engine,
        "UPDATE clause_seals SET seal = ? WHERE document_id = ? AND chunk_index = ?",
        alone.seals[0][1],
        row.document_id,
        row.chunk_index,
    )
    assert get_clause(engine.library, row.clause_id).hit is None
    assert [each.document_id for each in integrity(engine.library).altered] == [row.document_id]


def test_exclusions_are_not_complete_without_one_that_was_changed(engine):
    row = clause_with(engine, "酒后驾驶")
    whole = check_exclusions(engine, "酒后开车出了事", document_id=row.document_id, strict=False)
    assert "核验时不同" not in (whole.message or "")
    change(engine, "UPDATE items SET text = replace(text, '酒后', '饭后') WHERE clause = ?", row.row)
    change(engine, "UPDATE clauses SET text = replace(text, '酒后', '饭后') WHERE id = ?", row.row)
    answer = check_exclusions(engine, "酒后开车出了事", document_id=row.document_id, strict=False)
    assert "核验时不同" in answer.message and not answer.complete
    assert "饭后" not in str(answer)


def test_changed_items_are_not_gone_through(engine):
    row = clause_with(engine, "酒后驾驶")
    change(engine, "UPDATE items SET text = replace(text, '酒后', '饭后') WHERE clause = ?", row.row)
    answer = check_exclusions(engine, "饭后开车出了事", document_id=row.document_id, strict=False, everything=True)
    assert "饭后驾驶" not in str(answer.matched_clauses)
    assert "核验时不同" in answer.message and not answer.complete


def test_an_item_that_differs_from_its_clause_is_withheld_and_the_others_are_gone_through(engine):
    row = clause_with(engine, "酒后驾驶")
    asked = {"document_id": row.document_id, "everything": True}
    whole = check_exclusions(engine, "酒后开车出了事", **asked)
    change(engine, "UPDATE items SET text = replace(text, '酒后', '饭后') WHERE clause = ?", row.row)
    answer = check_exclusions(engine, "地震", **asked)
    assert (answer.withheld, answer.complete) == (1, False)
    assert answer.enumerated == whole.enumerated - 1
    change(engine, "UPDATE items SET text = text || '甲' WHERE clause = ?", row.row)
    answer = check_exclusions(engine, "地震", **asked)
    assert answer.enumerated < whole.enumerated and row.clause_id not in {x.chunk_id for x in answer.matched_clauses}


def test_a_check_without_one_exclusion_does_not_read_as_no_risk(engine):
    row = clause_with(engine, "酒后驾驶")
    change(engine, "UPDATE clauses SET text = replace(text, '酒后', '饭后')")
    answer = exclusion_risk(engine, "酒后开车出了事", product_of(engine, row.document_id))
    assert answer.status is AnswerStatus.WITHHELD
    assert "核验时不同" in answer.summary and answer.enumerated


def test_what_would_have_been_found_is_not_said_to_be_missing(engine):
    """Number, title, question and table: where the clause is withheld, no answer says that there is none."""
    row, _ = altered(engine)
    asked = search(engine, SearchRequest(row.section_title, document_id=row.document_id))
    numbered = find_clause(engine, row.section_id, ClauseScope(document_id=row.document_id))
    table = get_table(engine, row.clause_id)
    for answer in (asked, numbered, table):
        assert answer.status is AnswerStatus.WITHHELD
        assert "不等于没有" in answer.message and row.clause_id in answer.message
        assert "未找到" not in answer.message
    assert not asked.results and not numbered.places, "nor is a neighbour handed out in its place"


def test_the_status_of_the_library_tells_of_damage(engine):
    sound = library_status(engine)
    assert sound.soundness.checked == sound.clauses and not sound.soundness.damaged
    row, _ = altered(engine)
    damaged = library_status(engine)
    assert (damaged.soundness.withheld, damaged.soundness.damaged) == (1, (row.document_id,))
    assert "核验时不同" in damaged.message and "repair" in damaged.message


def test_a_quotation_is_not_called_absent_where_its_clause_is_withheld(engine):
    row, other = altered(engine)
    place = next(at for at, signs in enumerate(zip(row.text, other, strict=False)) if len(set(signs)) > 1)
    check = check_quote(engine, row.text[max(place - 12, 0) : place + 12].strip()).check
    assert check.verdict.value == "NOT_CHECKED"
    assert "核验时不同" in check.message


def test_editions_are_not_compared_without_a_clause(engine):
    altered(engine)
    with pytest.raises(LibraryDamaged):
        compare_documents(engine.library, FIRST, SECOND)


def test_what_is_said_about_a_document_is_covered(engine):
    row = clause_with(engine, "犹豫期")
    change(engine, "UPDATE works SET name = name || '甲'")
    with pytest.raises(LibraryDamaged):
        get_clause(engine.library, row.clause_id)


@pytest.mark.parametrize("column", ["reviewer", "at", "entry_hash"])
def test_who_verified_a_document_and_when_is_covered(engine, column):
    row = clause_with(engine, "犹豫期")
    change(engine, "DROP TRIGGER decisions_are_final_u")
    other = f"CASE substr({column}, 1, 1) WHEN '9' THEN '8' ELSE '9' END"
    change(engine, f"UPDATE decisions SET {column} = {other} || substr({column}, 2)")
    with pytest.raises(LibraryDamaged) as fault:
        get_clause(engine.library, row.clause_id)
    assert "核验人" in sentence(fault.value).message and "repair" in sentence(fault.value).hint


def test_a_document_is_not_said_to_be_verified_by_the_decision_on_another(engine):
    with engine.library.database.read() as connection:
        (row, *_) = clauses.of_documents(connection, [FIRST])
    other = f"(SELECT decision_id FROM documents WHERE id = {SECOND})"
    change_rows(engine.library.path, f"UPDATE documents SET decision_id = {other} WHERE id = {FIRST}")
    with pytest.raises(LibraryDamaged):
        get_clause(engine.library, row.clause_id)
    assert decisions.verify_log(engine.library).changed == (FIRST,)


def test_doctor_names_the_document_and_repair_makes_the_clause_anew(engine):
    row, _ = altered(engine)
    fault = next(each for each in doctor(engine.library.path) if each.name == "clauses")
    assert not fault.ok and row.clause_id in fault.detail and "repair" in fault.hint
    report = repair(engine)
    assert [(each.kind, each.number) for each in report.remade] == [("clauses", row.document_id)]
    assert not report.left
    assert get_clause(engine.library, row.clause_id).hit.content == row.text
    assert next(each for each in doctor(engine.library.path) if each.name == "clauses").ok


def test_repair_invents_nothing_where_the_verified_text_was_changed_too(engine):
    row, _ = altered(engine)
    change(engine, "DROP TRIGGER versions_are_final")
    change(engine, "UPDATE versions SET markdown = replace(markdown, '犹豫期', '等待期')")
    report = repair(engine)
    assert not report.remade and row.document_id in [each.number for each in report.left]
    assert get_clause(engine.library, row.clause_id).hit is None


def test_a_missing_clause_is_found(engine):
    row = clause_with(engine, "犹豫期")
    change(engine, "DELETE FROM clauses WHERE id = ?", row.row)
    assert [each.document_id for each in integrity(engine.library).altered] == [row.document_id]


def test_an_original_that_changed_is_found_by_the_deep_look(engine):
    change(engine, "DROP TRIGGER originals_are_final")
    change(engine, "UPDATE originals SET content = CAST(content || x'00' AS BLOB)")
    assert integrity(engine.library).originals == ()
    assert FIRST in integrity(engine.library, deep=True).originals


def test_a_ledger_that_cannot_be_read_is_found_by_the_deep_look(engine):
    change(engine, "DROP TRIGGER versions_are_final")
    change(engine, "UPDATE versions SET coverage = replace(coverage, 'box', 'bot') WHERE document_id = ?", FIRST)
    assert integrity(engine.library).versions == ()
    assert integrity(engine.library, deep=True).versions == (FIRST,)
    fault = next(each for each in doctor(engine.library.path, deep=True) if each.name == "clauses")
    assert not fault.ok and "转换记录" in fault.detail and "repair --from" in fault.hint


@pytest.mark.parametrize("column", ["source_map", "coverage", "references_json"])
def test_what_no_text_has_a_hash_of_is_sealed_with_the_decision(engine, column):
    change(engine, "DROP TRIGGER versions_are_final")
    change(engine, f"UPDATE versions SET {column} = replace({column}, '1', '2') WHERE document_id = ?", FIRST)
    assert integrity(engine.library).versions == ()
    assert integrity(engine.library, deep=True).versions == (FIRST,)


def test_a_page_of_the_ledger_that_changed_is_found_by_the_deep_look(engine):
    change(engine, "DELETE FROM ledger_pages WHERE version_id = ? AND page = 1", FIRST)
    assert integrity(engine.library, deep=True).versions == (FIRST,)


def test_a_moment_that_was_changed_in_the_log_is_not_told(engine):
    told = library_status(engine).last_verified_at
    assert told is not None
    change(engine, "DROP TRIGGER decisions_are_final_u")
    change(engine, "UPDATE decisions SET at = '2999-01-01T00:00:00+00:00' WHERE kind = 'approved' AND id = 1 + ?", 0)
    assert str(library_status(engine).last_verified_at) < "2999"


def test_facts_that_changed_are_found_and_made_anew(engine):
    with engine.library.database.read() as connection:
        stated = facts.of_documents(connection, [FIRST, SECOND])
    assert stated
    document_id = min(stated)
    for statement in ("UPDATE facts SET value = value || '九'", "DELETE FROM facts"):
        change_rows(
            engine.library.path,
            f"{statement} WHERE clause IN (SELECT id FROM clauses WHERE document_id = {document_id})",
        )
        assert [each.document_id for each in integrity(engine.library).altered] == [document_id]
        assert [(each.kind, each.number) for each in repair(engine).remade] == [("clauses", document_id)]
        with engine.library.database.read() as connection:
            again = facts.of_documents(connection, [document_id])[document_id]
        assert [each.fact for each in again] == [each.fact for each in stated[document_id]]


def test_a_page_picture_that_changed_is_found_by_the_deep_look(engine):
    change(
        engine,
        "INSERT INTO page_pictures (original_sha256, page, dpi, picture, width, height, page_width, page_height, "
        "used_at, hash) SELECT sha256, 1, 110, x'00', 1, 1, 1.0, 1.0, '', x'00' FROM listed_documents "
        "WHERE document_id = ?",
        FIRST,
    )
    assert integrity(engine.library).pictures == ()
    assert integrity(engine.library, deep=True).pictures == (FIRST,)
    fault = next(each for each in doctor(engine.library.path, deep=True) if each.name == "clauses")
    assert not fault.ok and "页面图片" in fault.detail and "repair" in fault.hint
    repair(engine)
    assert integrity(engine.library, deep=True).pictures == ()


def test_a_program_that_cuts_clauses_otherwise_says_so_in_the_log(engine):
    with engine.library.database.read() as connection:
        before = decisions.log(engine.library, FIRST)
    indexing.bring_in_step(engine, rebuild=True)
    assert decisions.log(engine.library, FIRST) == before, "the same clauses need no entry"
    change(engine, "DELETE FROM clauses WHERE document_id = ?", FIRST)
    with engine.library.database.read() as connection:
        known = clauses.count(connection)
    assert known
    with engine.library.database.write() as connection:
        connection.run("DROP TRIGGER decisions_are_final_u")
        connection.run(
            "UPDATE decisions SET subject = json_set(subject, '$.clauses', '00') WHERE document_id = ?", (FIRST,)
        )
    indexing.bring_in_step(engine)
    assert decisions.log(engine.library, FIRST)[-1].kind is DecisionKind.INDEXED
    assert not integrity(engine.library).altered


def test_flipped_bits_are_never_served(sample_library):
    seen = dict(damage.run(sample_library, bits=12, seed=20261128))
    assert [each.altered for each in seen.values() if each.altered] == []
    assert all(each.is_noticed for each in seen.values() if each.is_withheld)


def test_what_the_ranking_cannot_read_is_found_and_made_anew(engine):
    row = clause_with(engine, "犹豫期")
    change(engine, "UPDATE windows SET text = CAST(X'E78A31' AS TEXT) WHERE clause = ?", row.row)
    assert [each.document_id for each in integrity(engine.library).altered] == [row.document_id]
    assert [each.number for each in repair(engine).remade] == [row.document_id]
    assert not integrity(engine.library).altered


def test_what_is_withheld_inside_is_withheld_outside(engine):
    with engine.library.database.read() as connection, connection.withholding() as outside:
        with connection.withholding() as inside:
            connection.withhold("one")
        assert inside == {"one"}
        connection.withhold("other")
    assert outside == {"one", "other"}
