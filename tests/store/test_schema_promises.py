"""What the file itself forbids, whoever writes to it: only verified text is searchable, and what was decided stays."""

import pytest

from insurance_desktop.domain.indexed import IndexSpace
from insurance_desktop.store.clauses import index_spaces
from insurance_desktop.store.database import RuleBroken
from insurance_desktop.store.health import library_id
from insurance_desktop.store.opening import open_database

AT = "2026-11-21T00:00:00+00:00"
SHA = "a" * 64
CLAUSE = (
    "INSERT INTO clauses (clause_id, document_id, version_id, space_id, chunk_index, section_id, section_key, "
    "section_title, title_key, breadcrumb, level, text, text_sha256, categories, entity_roles, keywords, emphasis, "
    "boxes, is_table, index_text) VALUES ('c', 1, {version}, 1, 0, '1', '1', '', '', '[]', 3, '文', '', '[]', '[]', "
    "'[]', '[]', '[]', 0, '')"
)
VERIFY = (
    "UPDATE documents SET review_status = 'VERIFIED', verified_version_id = version_id, decision_id = 1 WHERE id = 1"
)


@pytest.fixture
def pending(tmp_path):
    """A library with one document of one work and edition, two versions and a blocking finding on the second."""
    database = open_database(tmp_path / "library.db")
    with database.write() as connection:
        connection.run(
            f"""
            INSERT INTO originals VALUES ('{SHA}', x'00', 1, 'application/pdf', '{AT}');
            INSERT INTO works (pack, kind, name, created_at) VALUES ('insurance', 'product', '甲', '{AT}');
            INSERT INTO editions (work_id, label) VALUES (1, '1');
            INSERT INTO documents (original_sha256, pack, work_id, edition_id, document_type, file_name,
                conversion_status, imported_at)
                VALUES ('{SHA}', 'insurance', 1, 1, '产品条款', 'a.pdf', 'CONVERTED', '{AT}');
            INSERT INTO versions (document_id, number, markdown, tables_json, source_map, coverage, references_json,
                origin, author, converter, created_at) VALUES
                (1, 1, '一', '[]', '[]', '{{}}', '[]', 'converted', '', '', '{AT}'),
                (1, 2, '二', '[]', '[]', '{{}}', '[]', 'edited', '', '', '{AT}');
            INSERT INTO findings (version_id, kind, severity, message) VALUES (2, 'x', 'blocking', '看不清');
            UPDATE documents SET version_id = 1 WHERE id = 1;
            INSERT INTO decisions (document_id, version_id, kind, reviewer, at, content_sha256, previous_hash,
                entry_hash) VALUES (1, 1, 'approved', '王', '{AT}', 'h', '', 'one');
            """
        )
        assert index_spaces.put_space(connection, IndexSpace("insurance", "m", 512, "f"), AT) == 1
    yield database
    database.close()


@pytest.fixture
def verified(pending):
    with pending.write() as connection:
        connection.run(VERIFY)
        connection.run(CLAUSE.format(version=1))
        connection.run("INSERT INTO clause_words_1 (rowid, words) VALUES (1, '文')")
        connection.run("INSERT INTO windows VALUES (1, 1, 0, '文', 3)")
        connection.run("INSERT INTO window_vectors_1 VALUES (1, zeroblob(2048), 1)")
    return pending


def indexed(database):
    with database.read() as connection:
        return tuple(
            connection.value(f"SELECT count(*) FROM {table}")
            for table in ("clauses", "clause_words_1", "windows", "window_vectors_1")
        )


def refuses(database, sql):
    with pytest.raises(RuleBroken), database.write() as connection:
        connection.run(sql)


@pytest.mark.requirement("FR-006")
def test_text_that_is_not_verified_cannot_be_indexed(pending):
    refuses(pending, CLAUSE.format(version=1))


@pytest.mark.requirement("FR-006")
def test_another_version_than_the_verified_one_cannot_be_indexed(verified):
    refuses(verified, CLAUSE.format(version=2).replace("'c', 1", "'d', 1").replace(", 1, 0, '1'", ", 1, 1, '1'"))


@pytest.mark.parametrize(
    "leave",
    [
        "UPDATE documents SET review_status = 'PENDING', verified_version_id = NULL WHERE id = 1",
        "UPDATE documents SET review_status = 'REJECTED', verified_version_id = NULL WHERE id = 1",
        "UPDATE documents SET review_status = 'PENDING', verified_version_id = NULL, version_id = 2 WHERE id = 1",
        "DELETE FROM clauses",
    ],
)
def test_words_windows_and_vectors_leave_with_the_verification(verified, leave):
    assert indexed(verified) == (1, 1, 1, 1)
    with verified.write() as connection:
        connection.run(leave)
    assert indexed(verified) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    "sql",
    [
        VERIFY.replace("decision_id = 1", "decision_id = NULL"),
        VERIFY.replace("version_id, decision_id", "2, version_id = 2, decision_id"),
    ],
)
def test_nothing_is_verified_without_a_decision_on_that_version(pending, sql):
    refuses(pending, sql)


def test_nothing_is_verified_with_a_blocking_finding_open(pending):
    with pending.write() as connection:
        connection.run(
            "INSERT INTO decisions (document_id, version_id, kind, reviewer, at, content_sha256, previous_hash, "
            "entry_hash) VALUES (1, 2, 'approved', '王', '', 'h', 'one', 'two')"
        )
        connection.run("UPDATE documents SET version_id = 2 WHERE id = 1")
    refuses(pending, VERIFY.replace("decision_id = 1", "decision_id = 2"))
    with pending.write() as connection:
        connection.run("INSERT INTO resolutions VALUES (1, 2, '王', '看过', '')")
        connection.run(VERIFY.replace("decision_id = 1", "decision_id = 2"))


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE documents SET document_type = '费率表' WHERE id = 1",
        "UPDATE documents SET work_id = NULL WHERE id = 1",
        "UPDATE works SET name = '乙' WHERE id = 1",
        "UPDATE editions SET label = '2' WHERE id = 1",
        "UPDATE editions SET publish_time = '2020' WHERE id = 1",
        "UPDATE documents SET verified_version_id = 2, version_id = 2 WHERE id = 1",
        "UPDATE clauses SET text = '改' WHERE id = 1",
    ],
)
def test_what_was_verified_cannot_be_changed_under_its_decision(verified, sql):
    refuses(verified, sql)
    assert indexed(verified) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE decisions SET reason = 'x'",
        "DELETE FROM decisions",
        "UPDATE versions SET markdown = 'x'",
        "UPDATE originals SET content = x'01'",
        "DELETE FROM originals",
        "INSERT INTO decisions (document_id, kind, reviewer, at, previous_hash, entry_hash) "
        "VALUES (1, 'rejected', '王', '', 'one', 'two')",
        "INSERT INTO decisions (document_id, kind, reviewer, at, reason, previous_hash, entry_hash) "
        "VALUES (1, 'rejected', ' ', '', '因', 'one', 'two')",
        "INSERT INTO documents (original_sha256, pack, file_name, conversion_status, imported_at, review_status) "
        "VALUES ('b', 'insurance', 'b.pdf', 'QUEUED', '', 'REJECTED')",
    ],
)
def test_what_is_on_record_stays_and_comes_in_whole(verified, sql):
    refuses(verified, sql)


@pytest.mark.requirement("FR-006")
def test_a_decision_that_was_undone_verifies_nothing(verified):
    with verified.write() as connection:
        connection.run("UPDATE documents SET review_status = 'PENDING', verified_version_id = NULL")
        connection.run(
            "INSERT INTO decisions (document_id, version_id, kind, reviewer, at, subject, previous_hash, entry_hash) "
            f"""VALUES (1, 1, 'undone', '王', '{AT}', '{{"undone": 1}}', 'one', 'two')"""
        )
    refuses(verified, VERIFY)


def test_a_library_has_a_name_that_its_copies_share_and_no_other_library(pending, tmp_path):
    assert pending.copy_to(tmp_path / "copy.db")
    names = []
    for path in (pending.path, tmp_path / "copy.db", tmp_path / "other.db"):
        database = open_database(path)
        with database.read() as connection:
            names.append(library_id(connection))
        database.close()
    assert names[0] == names[1] != names[2]
    assert all(len(name) == 16 and set(name) <= set("0123456789abcdef") for name in names)
