"""The fifth schema: an older library keeps what it has, and gets a name that only its copies share."""

import pytest

from insurance_desktop.store.database import RuleBroken, open_database
from insurance_desktop.store.library_name import library_id
from insurance_desktop.store.migrations import MIGRATIONS
from insurance_desktop.store.works import documents

AT = "2026-11-21T00:00:00+00:00"
SHA = "a" * 64


@pytest.fixture
def older(tmp_path):
    """A library of the schema before, with one verified document."""
    path = tmp_path / "library.db"
    database = open_database(path, migrations=MIGRATIONS[:4])
    with database.write() as connection:
        connection.run(
            f"""
            INSERT INTO originals VALUES ('{SHA}', x'00', 1, 'application/pdf', '{AT}');
            INSERT INTO documents (original_sha256, pack, file_name, conversion_status, imported_at)
                VALUES ('{SHA}', 'insurance', 'a.pdf', 'CONVERTED', '{AT}');
            INSERT INTO versions (document_id, number, markdown, tables_json, source_map, coverage, references_json,
                origin, author, converter, created_at) VALUES
                (1, 1, '一', '[]', '[]', '{{}}', '[]', 'converted', '', '', '{AT}');
            UPDATE documents SET version_id = 1 WHERE id = 1;
            INSERT INTO decisions (document_id, version_id, kind, reviewer, at, content_sha256, previous_hash,
                entry_hash) VALUES (1, 1, 'approved', '王', '{AT}', 'h', '', 'one');
            UPDATE documents SET review_status = 'VERIFIED', verified_version_id = 1, decision_id = 1 WHERE id = 1;
            """
        )
    database.close()
    return path


@pytest.mark.requirement("FR-006")
def test_what_an_older_library_verified_stays_verified(older):
    database = open_database(older)
    with database.read() as connection:
        document = documents.get(connection, 1)
        assert (document.review_status, document.first_reviewer) == ("VERIFIED", None)
        assert connection.value("PRAGMA foreign_key_check") is None
    database.close()


def test_a_library_has_a_name_that_its_copies_share_and_no_other_library(older, tmp_path):
    one, other = open_database(older), open_database(tmp_path / "other.db")
    assert one.copy_to(tmp_path / "copy.db")
    copy = open_database(tmp_path / "copy.db")
    names = []
    for database in (one, copy, other):
        with database.read() as connection:
            names.append(library_id(connection))
        database.close()
    assert names[0] == names[1] != names[2]
    assert all(len(name) == 16 and set(name) <= set("0123456789abcdef") for name in names)


@pytest.mark.requirement("FR-006")
def test_a_decision_that_was_undone_verifies_nothing(older):
    database = open_database(older)
    with database.write() as connection:
        connection.run("UPDATE documents SET review_status = 'PENDING', verified_version_id = NULL")
        connection.run(
            "INSERT INTO decisions (document_id, version_id, kind, reviewer, at, subject, previous_hash, entry_hash) "
            f"""VALUES (1, 1, 'undone', '王', '{AT}', '{{"undone": 1}}', 'one', 'two')"""
        )
    with pytest.raises(RuleBroken), database.write() as connection:
        connection.run("UPDATE documents SET review_status = 'VERIFIED', verified_version_id = 1, decision_id = 1")
    database.close()
