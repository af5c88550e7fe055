"""Damage of the file is one fault with what to do, whatever came out of the row; a mistake of the program is none."""

import apsw
import pytest

from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.diagnosis import doctor
from insurance_desktop.services.library.documents import list_documents
from insurance_desktop.services.library.library import open_reader
from insurance_desktop.services.review import decisions
from insurance_desktop.store import health
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import RuleBroken
from insurance_desktop.store.opening import open_database
from insurance_desktop.store.versions import ledgers

NO_UTF8 = "CAST(X'E78A31' AS TEXT)"
UNREADABLE_ROWS = [
    ("documents", "file_name", NO_UTF8),
    ("documents", "imported_at", "'2026-13-01'"),
    ("documents", "imported_at", "'yesterday'"),
    ("editions", "status", "'currant'"),
    ("versions", "markdown", NO_UTF8),
    ("versions", "source_map", "substr(source_map, 1, 40)"),
    ("versions", "tables_json", "'[{]'"),
    ("versions", "coverage", "'{}'"),
    ("versions", "references_json", "'[{\"wrong\": 1}]'"),
    ("decisions", "kind", "'aproved'"),
    ("decisions", "at", "''"),
    ("decisions", "subject", "'{'"),
    ("decisions", "subject", "'[]'"),
    ("findings", "severity", "'notes'"),
    ("findings", "others", "'[[1, 2]]'"),
]
UNREADABLE_CLAUSES = [
    ("clauses", "text", NO_UTF8),
    ("clauses", "boxes", "'[[1]]'"),
    ("clauses", "categories", "'[\"a'"),
    ("items", "boxes", "'x'"),
]


@pytest.fixture
def damaged(sample_library):
    """The library with one column of a table put out of order, past all rules; and how to read it."""

    def damage(table, column, value):
        driver = apsw.Connection(str(sample_library))
        driver.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
        for (name,) in driver.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            driver.execute(f"DROP TRIGGER {name}")
        driver.execute(f"UPDATE {table} SET {column} = {value}")
        assert driver.changes()
        driver.close()
        return sample_library

    return damage


def everything(path):
    """What a reviewer looks at."""
    with open_reader(path) as library:
        for each in list_documents(library):
            decisions.show(library, each.document_id)
        decisions.log(library)


@pytest.mark.parametrize(("table", "column", "value"), UNREADABLE_ROWS)
def test_a_row_that_cannot_be_read_is_damage_with_what_to_do(damaged, table, column, value):
    with pytest.raises(LibraryDamaged) as fault:
        everything(damaged(table, column, value))
    words = sentence(fault.value)
    assert "已损坏" in words.message
    assert "doctor" in words.hint and "备份" in words.hint


@pytest.mark.parametrize(("table", "column", "value"), UNREADABLE_CLAUSES)
def test_a_clause_that_cannot_be_read_is_withheld(damaged, table, column, value):
    path = damaged(table, column, value)
    with open_reader(path) as library, library.database.read() as connection:
        ids = [row[0] for row in connection.rows("SELECT id FROM clauses")]
        with connection.withholding() as withheld:
            read = clauses.read(connection, ids)
            items = clauses.items_of(connection, ids)
    assert withheld
    assert not any((read if table == "clauses" else items).values())


def test_a_ledger_that_does_not_unpack_is_damage(damaged):
    path = damaged("ledger_pages", "places", "X'00'")
    with open_reader(path) as library, library.database.read() as connection:
        (version,) = connection.rows("SELECT version_id FROM ledger_pages LIMIT 1")[0]
    with pytest.raises(LibraryDamaged), open_reader(path) as library, library.database.read() as connection:
        ledgers.of_version(connection, version)


def put_another_kind_of_value(path, table, column):
    """What one flipped bit of a row's header does: the same bytes, no longer a text."""

    def declare(sql):
        driver = apsw.Connection(str(path))
        driver.execute("PRAGMA writable_schema = ON")
        before = driver.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchall()[0][0]
        driver.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql or lax(before), table))
        driver.close()
        return before

    def lax(sql):
        return sql.replace("STRICT", "").replace(f"{column} TEXT", f"{column} BLOB")

    before = declare(None)
    driver = apsw.Connection(str(path))
    for (name,) in driver.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        driver.execute(f"DROP TRIGGER {name}")
    driver.execute(f"UPDATE {table} SET {column} = CAST({column} AS BLOB)")
    driver.close()
    declare(before)


@pytest.mark.parametrize(("table", "column"), [("works", "name"), ("works", "code"), ("documents", "file_name")])
def test_a_value_of_another_kind_is_damage_wherever_somebody_stumbles_over_it(
    command_line, sample_library, table, column
):
    put_another_kind_of_value(sample_library, table, column)
    for words in (("documents",), ("status",), ("search", "犹豫期"), ("lookup", "青松")):
        said = command_line.on_library(*words, "--json")
        assert said.code == 0 or said.json["error"]["code"] == LibraryDamaged.code, (words, said.out)


def rename(path, old, new):
    """What one flipped bit of the schema does, wherever in it a name stands."""
    driver = apsw.Connection(str(path))
    driver.execute("PRAGMA writable_schema = ON")
    driver.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table'", (old, new))
    assert driver.changes()
    driver.close()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("breadcrumb TEXT", "breadcrumc TEXT"),
        ("chunk_index INTEGER", "chunk_indez INTEGER"),
        ("USING fts5", "USING ftr5"),
    ],
)
def test_a_changed_name_of_the_schema_is_damage_with_what_to_do(command_line, sample_library, old, new):
    rename(sample_library, old, new)
    said = command_line.on_library("search", "犹豫期", "--json")
    assert said.json["error"]["code"] == LibraryDamaged.code, said.out
    checks = {each.name: each for each in doctor(sample_library)}
    found = [each for each in checks.values() if not each.ok and ("已损坏" in each.detail or "schema" in each.detail)]
    assert found and all("备份" in each.hint for each in found)


def test_an_entry_of_the_log_that_is_no_json_is_damage_with_what_to_do(command_line, damaged):
    damaged("decisions", "subject", "'{'")
    said = command_line.on_library("search", "犹豫期", "--json")
    assert said.json["error"]["code"] == LibraryDamaged.code, said.out


def test_a_sound_schema_is_not_called_damaged(sample_library):
    with open_reader(sample_library) as library, library.database.read() as connection:
        assert health.faults(connection) == ()


def test_a_mistake_of_the_program_is_not_called_damage(sample_library):
    def mistaken(_library):
        return {}["missing"]

    def misspelt(library):
        return library.database.connection().rows("SELECT txet FROM clauses")

    with LibraryReader(sample_library) as reader, pytest.raises(KeyError):
        reader.ask(mistaken)
    with LibraryReader(sample_library) as reader, pytest.raises(apsw.SQLError):
        reader.ask(misspelt)
    database = open_database(sample_library)
    try:
        with pytest.raises(TypeError), database.read() as connection:
            connection.rows("SELECT ?", (object(),))
        with pytest.raises(RuleBroken), database.write() as connection:
            connection.run("INSERT INTO settings (key, value) VALUES (NULL, NULL)")
        with pytest.raises(UnicodeEncodeError), database.write() as connection:
            connection.run("INSERT INTO settings (key, value) VALUES ('a', ?)", ("\ud800",))
    finally:
        database.close()
