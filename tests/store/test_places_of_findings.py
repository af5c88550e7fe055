"""A finding keeps all its places: in the file, through an edit, and in a file of the schema before."""

import pytest

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.store.migrations import MIGRATIONS
from insurance_desktop.store.opening import open_database
from insurance_desktop.store.versions import findings

AT = "2026-11-21T00:00:00+00:00"
SHA = "a" * 64
FIRST, *OTHERS = (Box(page, 1.0, 2.0, 3.0, 4.0) for page in (1, 2, 7))
WATERMARK = Finding(FindingKind.UNREADABLE, Severity.BLOCKING, "看不清", FIRST, tuple(OTHERS))
SETTLED = findings.Resolution(1, "王", "是水印", AT)


def filled(path, migrations):
    """A file with one document and two versions of its text."""
    database = open_database(path, migrations=migrations)
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
            INSERT INTO decisions (document_id, version_id, kind, reviewer, at, content_sha256, previous_hash,
                entry_hash) VALUES (1, 1, 'resolved', '王', '{AT}', 'h', '', 'one');
            """
        )
    return database


@pytest.fixture
def library(tmp_path):
    database = filled(tmp_path / "library.db", MIGRATIONS)
    yield database
    database.close()


def test_all_places_come_back_and_one_decision_settles_them(library):
    with library.write() as connection:
        findings.add(connection, 1, [WATERMARK])
        (stored,) = findings.of_version(connection, 1)
        assert stored.boxes == (FIRST, *OTHERS) and stored.is_open
        findings.resolve(connection, [stored.finding_id], SETTLED)
        (settled,) = findings.of_version(connection, 1)
    assert (settled.resolved_by, settled.resolved_reason) == ("王", "是水印")
    assert settled.boxes == stored.boxes


def test_an_edit_keeps_the_places_and_what_was_decided_of_them(library):
    with library.write() as connection:
        findings.add(connection, 1, [WATERMARK])
        findings.resolve(connection, [each.finding_id for each in findings.of_version(connection, 1)], SETTLED)
        findings.copy(connection, 1, 2)
        findings.carry_resolutions(connection, 1, 2)
        (carried,) = findings.of_version(connection, 2)
    assert carried.boxes == (FIRST, *OTHERS) and not carried.is_open


def test_a_finding_with_a_place_more_is_open_again(library):
    more = Finding(WATERMARK.kind, WATERMARK.severity, WATERMARK.message, FIRST, (*OTHERS, Box(9, 1.0, 2.0, 3.0, 4.0)))
    with library.write() as connection:
        findings.add(connection, 1, [WATERMARK])
        findings.resolve(connection, [each.finding_id for each in findings.of_version(connection, 1)], SETTLED)
        findings.add(connection, 2, [more])
        findings.carry_resolutions(connection, 1, 2)
        assert [each.is_open for each in findings.of_version(connection, 2)] == [True]


def test_findings_of_a_file_of_the_schema_before_have_the_place_they_had(tmp_path):
    path = tmp_path / "library.db"
    old = filled(path, MIGRATIONS[:1])
    with old.write() as connection:
        connection.run(
            "INSERT INTO findings (version_id, kind, severity, message, box) "
            "VALUES (1, 'unreadable', 'blocking', '看不清', '[1, 1.0, 2.0, 3.0, 4.0]')"
        )
    old.close()
    database = open_database(path)
    with database.read() as connection:
        (stored,) = findings.of_version(connection, 1)
        assert connection.value("SELECT count(*) FROM open_findings WHERE others = '[]'") == 1
    database.close()
    assert (stored.box, stored.others) == (FIRST, ())
