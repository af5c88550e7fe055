"""Each step of the schema is all or nothing, comes after a backup, and never goes backwards."""

import random
import struct

import pytest

from insurance_desktop.domain.errors import LibraryError, LibraryTooNew, LibraryTooOld
from insurance_desktop.domain.indexed import IndexSpace
from insurance_desktop.packs.wording import sentence
from insurance_desktop.store.clauses import index_spaces
from insurance_desktop.store.migrations import MIGRATIONS, Migration
from insurance_desktop.store.opening import open_database

FIRST_SCHEMA = """
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE works (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE editions (
    id INTEGER PRIMARY KEY,
    work_id INTEGER NOT NULL REFERENCES works (id) ON DELETE CASCADE,
    label TEXT NOT NULL
) STRICT;
CREATE VIEW listed_works AS SELECT works.name, editions.label FROM works JOIN editions ON editions.work_id = works.id;
"""


def make_first_schema(connection):
    connection.run(FIRST_SCHEMA)


def add_colour(connection):
    connection.run("ALTER TABLE settings ADD COLUMN colour TEXT")


def fail_half_way(connection):
    connection.run("CREATE TABLE half (id INTEGER PRIMARY KEY)")
    raise RuntimeError("half way")


def rebuild_works(connection):
    """The way SQLite documents to change a table that others refer to; the pragma lets views stand meanwhile."""
    connection.run("PRAGMA legacy_alter_table = ON")
    definition = connection.value("SELECT sql FROM sqlite_schema WHERE name = 'works'")
    connection.run(definition.replace("CREATE TABLE works", "CREATE TABLE works_new"))
    connection.run("INSERT INTO works_new SELECT * FROM works")
    connection.run("DROP TABLE works; ALTER TABLE works_new RENAME TO works")
    connection.run("PRAGMA legacy_alter_table = OFF")


OLDER = (Migration(3, make_first_schema),)
LATER = (*OLDER, Migration(4, add_colour))


@pytest.fixture
def old_library(tmp_path):
    path = tmp_path / "library.db"
    database = open_database(path, migrations=OLDER)
    with database.write() as connection:
        connection.run("INSERT INTO settings (key, value) VALUES ('a', 'b')")
    database.close()
    return path


def names_beside(path):
    return sorted(each.name for each in path.parent.iterdir() if each != path)


def user_version(path):
    return int.from_bytes(path.read_bytes()[60:64], "big")


def test_numbers_have_no_gaps_and_stay_as_they_were_released():
    assert [each.number for each in MIGRATIONS] == list(range(9, 9 + len(MIGRATIONS)))


def test_a_new_library_needs_no_backup(tmp_path):
    open_database(tmp_path / "library.db", migrations=LATER).close()
    assert names_beside(tmp_path / "library.db") == []
    assert user_version(tmp_path / "library.db") == 4


def test_an_old_library_is_backed_up_before_it_is_migrated(old_library):
    database = open_database(old_library, migrations=LATER)
    with database.read() as connection:
        assert connection.rows("SELECT key, value, colour FROM settings") == [("a", "b", None)]
    database.close()
    assert names_beside(old_library) == ["library.db.before-schema-4.backup"]
    backup = open_database(old_library.with_name("library.db.before-schema-4.backup"), read_only=True, migrations=OLDER)
    with backup.read() as connection:
        assert connection.rows("SELECT * FROM settings") == [("a", "b")]
        assert connection.value("PRAGMA user_version") == 3
    backup.close()


def test_the_older_program_goes_on_with_the_backup_and_that_can_be_brought_up_to_date_again(old_library):
    open_database(old_library, migrations=LATER).close()
    [backup] = names_beside(old_library)
    taken_back = old_library.with_name(backup)
    former = open_database(taken_back, migrations=OLDER)
    with former.write() as connection:
        connection.run("INSERT INTO settings (key, value) VALUES ('c', 'd')")
    former.close()
    again = open_database(taken_back, migrations=LATER)
    with again.read() as connection:
        assert connection.rows("SELECT key, colour FROM settings ORDER BY key") == [("a", None), ("c", None)]
    again.close()


def test_a_migration_that_fails_leaves_the_library_as_it_was(old_library):
    with pytest.raises(RuntimeError, match="half way"):
        open_database(old_library, migrations=(*OLDER, Migration(4, fail_half_way)))
    database = open_database(old_library, migrations=OLDER)
    with database.read() as connection:
        assert connection.value("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0
        assert connection.value("PRAGMA foreign_keys") == 1
    database.close()
    assert user_version(old_library) == 3


def test_a_second_try_makes_a_second_backup(old_library):
    with pytest.raises(RuntimeError):
        open_database(old_library, migrations=(*OLDER, Migration(4, fail_half_way)))
    open_database(old_library, migrations=LATER).close()
    assert names_beside(old_library) == [
        "library.db.before-schema-4-2.backup",
        "library.db.before-schema-4.backup",
    ]


def test_rebuilding_a_parent_table_keeps_its_children(old_library):
    database = open_database(old_library, migrations=OLDER)
    with database.write() as connection:
        connection.run("INSERT INTO works (name) VALUES ('甲')")
        connection.run("INSERT INTO editions (work_id, label) VALUES (1, '2026-1')")
    database.close()
    database = open_database(old_library, migrations=(*OLDER, Migration(4, rebuild_works)))
    with database.read() as connection:
        assert connection.rows("SELECT work_id, label FROM editions") == [(1, "2026-1")]
        assert connection.rows("SELECT * FROM listed_works") == [("甲", "2026-1")]
    database.close()


def test_a_migrated_library_is_refused_by_the_older_program(old_library):
    open_database(old_library, migrations=LATER).close()
    with pytest.raises(LibraryTooNew):
        open_database(old_library, migrations=OLDER)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_library_from_before_the_first_schema_is_refused_and_left_alone(old_library, read_only):
    before = old_library.read_bytes()
    with pytest.raises(LibraryTooOld) as fault:
        open_database(old_library, read_only=read_only)
    assert "首次发布之前" in str(sentence(fault.value))
    assert "重新导入" in sentence(fault.value).hint
    assert old_library.read_bytes() == before
    assert not [each for each in names_beside(old_library) if each.endswith(".backup")]


def test_a_reader_migrates_nothing(old_library):
    with pytest.raises(LibraryError) as fault:
        open_database(old_library, read_only=True, migrations=LATER)
    assert "升级" in str(sentence(fault.value))
    assert user_version(old_library) == 3


def test_a_copy_keeps_vectors_whose_neighbours_were_deleted(tmp_path):
    """sqlite-vec finds its chunks by rowids that VACUUM may renumber in general: here it must not."""
    database = open_database(tmp_path / "library.db")
    source = random.Random(7)
    with database.write() as connection:
        index_spaces.put_space(connection, IndexSpace("insurance", "m", 512, "f"), "2026-11-21T00:00:00+00:00")
        for window in range(1, 1501):
            vector = struct.pack("512f", *(source.random() for _ in range(512)))
            connection.run("INSERT INTO window_vectors_1 VALUES (?, ?, 1)", (window, vector))
        connection.run("DELETE FROM window_vectors_1 WHERE window_id <= 1100")
    assert database.copy_to(tmp_path / "copy.db")
    copy = open_database(tmp_path / "copy.db", read_only=True)
    ask = "SELECT window_id, embedding FROM window_vectors_1 ORDER BY window_id"
    with database.read() as one, copy.read() as other:
        assert one.rows(ask) == other.rows(ask)
        assert other.value("PRAGMA integrity_check") == "ok"
    copy.close()
    database.close()
