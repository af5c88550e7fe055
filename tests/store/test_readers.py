"""A reader cannot write, whatever SQL reaches it: the statement is refused before it can do anything."""

import shutil
from pathlib import Path

import pytest

from insurance_desktop.domain.errors import LibraryReadOnly
from insurance_desktop.store import database as database_module
from insurance_desktop.store.opening import open_database

ACTING = [
    "INSERT INTO settings (key, value) VALUES ('a', 'b')",
    "UPDATE settings SET value = 'x'",
    "DELETE FROM settings",
    "REPLACE INTO settings (key, value) VALUES ('a', 'b')",
    "CREATE TABLE more (a)",
    "CREATE TEMP TABLE more (a)",
    "CREATE VIRTUAL TABLE temp.words USING fts5(a)",
    "CREATE TRIGGER temp.t AFTER INSERT ON settings BEGIN DELETE FROM settings; END",
    "DROP TABLE settings",
    "ALTER TABLE settings RENAME TO others",
    "REINDEX",
    "ANALYZE",
    "ATTACH 'other.db' AS other",
    "VACUUM",
    "VACUUM INTO 'copy.db'",
    "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA user_version = 9",
    "PRAGMA application_id = 9",
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA optimize",
    "PRAGMA incremental_vacuum",
    "SELECT load_extension('vec0')",
    "SELECT 1; DELETE FROM settings",
]
ASKING = [
    "SELECT count(*) FROM settings",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT max(i) FROM n",
    "PRAGMA data_version",
    "PRAGMA integrity_check(5)",
    "PRAGMA table_info(settings)",
    "SELECT value FROM json_each('[1]')",
    "SELECT vec_version()",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    database = open_database(tmp_path / "library.db")
    with database.write() as connection:
        connection.run("INSERT INTO settings (key, value) VALUES ('kept', 'as it was')")
    database.close()
    return database.path


@pytest.fixture
def reader(path):
    database = open_database(path, read_only=True)
    yield database
    database.close()


@pytest.mark.parametrize("sql", ACTING)
def test_a_reader_refuses_what_is_no_question(path, sql, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    before = path.read_bytes()
    connection = database_module._connect_reader(path)
    try:
        with pytest.raises(LibraryReadOnly):
            connection.run(sql)
    finally:
        connection.close()
    assert path.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} <= {"library.db", "library.db-wal", "library.db-shm"}


@pytest.mark.parametrize("sql", ASKING)
def test_a_reader_answers_questions(reader, sql):
    with reader.read() as connection:
        assert connection.rows(sql)


def test_a_reader_in_a_folder_that_it_takes_for_unchanging_refuses_too(path, tmp_path):
    connection = database_module._connect_immutable(Path(shutil.copy(path, tmp_path / "still.db")))
    try:
        with pytest.raises(LibraryReadOnly):
            connection.run("DELETE FROM settings")
        assert connection.value("SELECT value FROM settings WHERE key = 'kept'") == "as it was"
    finally:
        connection.close()


def test_a_reader_can_be_copied_and_refuses_afterwards_as_before(reader, tmp_path):
    assert reader.copy_to(tmp_path / "copy.db")
    with pytest.raises(LibraryReadOnly), reader.read() as connection:
        connection.run("DELETE FROM settings")
