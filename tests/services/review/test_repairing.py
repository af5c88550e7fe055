"""What differs from what was decided on is put back from a backup, where the backup's own meets the hash that the
library's log names; nothing else is, and what is left is named with what helps."""

from dataclasses import replace

import pytest
from damaged_rows import change_rows

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.services.answers.clause_reading import get_clause
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.backups import newest_backup, note_backup
from insurance_desktop.services.library.integrity import integrity
from insurance_desktop.services.library.library import backup, open_library
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.repairing import repair
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.versions import decisions as entries
from insurance_desktop.store.works import originals

FIRST = 1


@pytest.fixture
def engine(sample_library):
    with open_library(sample_library) as library, SearchEngine(library) as engine:
        yield engine


@pytest.fixture
def kept(engine, tmp_path):
    """A backup of the library as it was verified."""
    return backup(engine.library, tmp_path / "kept.db")


def told(mended):
    return sorted({each.kind for each in mended})


ORIGINAL = "UPDATE originals SET content = CAST(content || x'00' AS BLOB)"
TEXT = "UPDATE versions SET markdown = replace(markdown, '犹豫期', '等待期')"
TABLES = "UPDATE versions SET tables_json = '[{]'"
UNREADABLE_TEXT = "UPDATE versions SET markdown = CAST(X'E78A31' AS TEXT)"
PLACES = "UPDATE versions SET source_map = '[]'"
COUNTS = "UPDATE versions SET coverage = replace(coverage, '1', '2')"
POINTERS = "UPDATE versions SET references_json = '[]'"
LEDGER_PAGES = "UPDATE ledger_pages SET places = boxes"
LEDGER = "UPDATE versions SET coverage = replace(coverage, '{', '[')"
DETAILS = "UPDATE works SET name = name || '甲'"
CLAUSES = "UPDATE clauses SET text = text || '甲'"
ENTRY = "UPDATE decisions SET reason = '不是这样' WHERE id = 1"
LAST_ENTRY = "UPDATE decisions SET reviewer = '别人' WHERE id = (SELECT max(id) FROM decisions)"
KIND = "UPDATE decisions SET kind = 'aproved' WHERE id = 1"
LINK = "UPDATE decisions SET previous_hash = '00' WHERE id = 2"


@pytest.mark.parametrize(
    ("statements", "restored", "remade"),
    [
        ([ORIGINAL], ["original"], []),
        ([TEXT], ["text"], []),
        ([TABLES], ["text"], []),
        ([UNREADABLE_TEXT, CLAUSES], ["text"], ["clauses"]),
        ([LEDGER], ["text"], []),
        ([PLACES], ["places"], []),
        ([COUNTS], ["places"], []),
        ([POINTERS], ["places"], []),
        ([LEDGER_PAGES], ["places"], []),
        ([DETAILS], ["details"], []),
        ([CLAUSES], [], ["clauses"]),
        ([ENTRY], ["decision"], []),
        ([LAST_ENTRY], ["decision"], []),
        ([KIND], ["decision"], []),
        ([LINK], ["decision"], []),
        ([ORIGINAL, TEXT, DETAILS, CLAUSES, ENTRY], ["decision", "details", "original", "text"], ["clauses"]),
    ],
)
def test_what_differs_comes_back_and_the_library_is_what_it_was(engine, kept, statements, restored, remade):
    before = (decisions.log(engine.library), decisions.show(engine.library, FIRST))
    change_rows(engine.library.path, *statements)
    report = repair(engine, kept)
    assert (told(report.restored), told(report.remade), report.left) == (restored, remade, ())
    assert (decisions.log(engine.library), decisions.show(engine.library, FIRST)) == before
    found = integrity(engine.library, deep=True)
    assert not found.altered and not found.originals and not found.versions and decisions.verify_log(engine.library).ok
    assert all("哈希一致" in each.sentence for each in (*report.restored, *report.remade))


def test_clauses_whose_places_on_the_page_were_damaged_come_from_the_same_text_in_the_backup(engine, kept):
    with engine.library.database.read() as connection:
        clause_id = connection.value("SELECT clause_id FROM clauses WHERE document_id = ?", (FIRST,))
    before = get_clause(engine.library, clause_id).hit
    change_rows(engine.library.path, PLACES, CLAUSES)
    alone = repair(engine)
    assert told(alone.left) == ["clauses", "places"], "clauses without places are not what was decided on"
    assert get_clause(engine.library, clause_id).hit is None
    report = repair(engine, kept)
    assert (told(report.restored), told(report.remade), report.left) == (["places"], ["clauses"], ())
    assert get_clause(engine.library, clause_id).hit == before


def test_a_document_that_names_another_decision_is_led_back_to_the_one_of_the_log(engine):
    with engine.library.database.read() as connection:
        before = connection.rows("SELECT id, decision_id FROM documents")
    change_rows(engine.library.path, "UPDATE documents SET decision_id = 1 + (decision_id = 1) WHERE id = 1")
    assert decisions.verify_log(engine.library).changed == (FIRST,)
    report = repair(engine)
    assert (told(report.restored), report.left) == (["standing"], ())
    with engine.library.database.read() as connection:
        assert connection.rows("SELECT id, decision_id FROM documents") == before
    assert decisions.verify_log(engine.library).ok


@pytest.mark.parametrize("statement", [ORIGINAL, TEXT, DETAILS, ENTRY, UNREADABLE_TEXT, COUNTS, LEDGER_PAGES])
def test_a_backup_that_is_damaged_in_the_same_place_gives_nothing(engine, kept, statement):
    change_rows(kept, statement)
    change_rows(engine.library.path, statement)
    report = repair(engine, kept)
    assert report.left and not report.restored
    assert str(kept) in report.advice


def test_an_entry_that_was_forged_together_with_its_hash_is_found_by_the_next_one(engine, kept):
    before = decisions.log(engine.library)
    with engine.library.database.read() as connection:
        first = entries.stored(connection)[1]
    forged = replace(first, new=replace(first.new, reviewer="别人")).hash_behind(entries.FIRST_HASH)
    change_rows(engine.library.path, f"UPDATE decisions SET reviewer = '别人', entry_hash = '{forged}' WHERE id = 1")
    report = repair(engine, kept)
    assert [(each.kind, each.number) for each in report.restored] == [("decision", 1)]
    assert decisions.log(engine.library) == before


def test_what_is_left_says_what_helps_and_the_newest_backup_is_proposed(engine, kept):
    change_rows(engine.library.path, ORIGINAL)
    assert "repair --from" in repair(engine).advice
    note_backup(engine.library.database, kept)
    assert newest_backup(engine.library.database) == kept
    assert str(kept) in repair(engine).advice
    kept.unlink()
    assert newest_backup(engine.library.database) is None


def test_a_file_that_is_no_backup_of_this_library_is_refused(engine, kept, tmp_path):
    change_rows(kept, "UPDATE meta SET value = '0000000000000000' WHERE key = 'library_id'")
    with pytest.raises(UsageError):
        repair(engine, kept)
    with pytest.raises(UsageError):
        repair(engine, engine.library.path)


def test_importing_the_same_file_again_puts_a_damaged_original_right(engine, tmp_path):
    with engine.library.database.read() as connection:
        (sha256, content) = connection.rows("SELECT sha256, content FROM originals LIMIT 1")[0]
    file = tmp_path / "again.pdf"
    file.write_bytes(content)
    change_rows(engine.library.path, ORIGINAL)
    (line,) = import_paths(engine.library, None, [file])
    assert line.action.value == "duplicate" and "修好" in line.reason
    with engine.library.database.read() as connection:
        assert originals.content(connection, sha256) == content
    (again,) = import_paths(engine.library, None, [file])
    assert "修好" not in again.reason


def break_chain(path, sha256):
    """Lets the pages of an original lead out of the file: SQLite can neither read it nor take it away."""
    with open_library(path) as library, library.database.read() as connection:
        size = connection.value("PRAGMA page_size")
        content = connection.value("SELECT content FROM originals WHERE sha256 = ?", (sha256,))
    file = bytearray(path.read_bytes())
    page = file.find(content[len(content) // 2 :][:200]) // size
    file[page * size : page * size + 4] = b"\x7f\xff\xff\xff"
    path.write_bytes(file)


def test_an_original_that_cannot_be_read_is_named_and_the_others_come_back(sample_library, tmp_path):
    with open_library(sample_library) as library:
        kept = backup(library, tmp_path / "kept.db")
        with library.database.read() as connection:
            rows = connection.rows("SELECT document_id, sha256 FROM listed_documents ORDER BY document_id LIMIT 2")
    (unreadable, its_sha256), (other, others_sha256) = rows
    change_rows(sample_library, f"{ORIGINAL} WHERE sha256 = '{others_sha256}'")
    break_chain(sample_library, its_sha256)
    with open_library(sample_library) as library, SearchEngine(library) as engine:
        report = repair(engine, kept)
        assert [(each.kind, each.number) for each in report.left] == [("original", unreadable)]
        assert [(each.kind, each.number) for each in report.restored] == [("original", other)]
        assert integrity(library, deep=True).originals == (unreadable,)


def test_pictures_that_are_no_longer_what_was_drawn_go(engine):
    change_rows(
        engine.library.path,
        "INSERT INTO page_pictures (original_sha256, page, dpi, picture, width, height, page_width, page_height, "
        "used_at, hash) SELECT sha256, 1, 110, x'00', 1, 1, 1.0, 1.0, '', x'00' FROM originals LIMIT 1",
    )
    report = repair(engine)
    assert [(each.kind, each.number) for each in report.remade] == [("pictures", 1)] and not report.left
    assert not repair(engine).remade


def test_a_text_that_was_changed_is_shown_with_a_warning(engine):
    assert not decisions.show(engine.library, FIRST).is_altered
    change_rows(engine.library.path, TEXT)
    assert decisions.show(engine.library, FIRST).is_altered
