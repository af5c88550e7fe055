"""The file: what it refuses, what it survives, and that readers and writers keep out of each other's way."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
import sqlite_vec

from insurance_desktop.domain.errors import (
    DiskFull,
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    LibraryReadOnly,
    LibraryTooNew,
    NotALibrary,
    NotFound,
)
from insurance_desktop.packs.wording import sentence
from insurance_desktop.store import database as database_module
from insurance_desktop.store.database import RuleBroken
from insurance_desktop.store.file_identity import APPLICATION_ID
from insurance_desktop.store.opening import open_database


@pytest.fixture
def library(tmp_path):
    database = open_database(tmp_path / "library.db")
    yield database
    database.close()


def write_setting(database, key, value):
    with database.write() as connection:
        connection.run("INSERT INTO settings (key, value) VALUES (?, ?)", (key, value))


def settings(database):
    with database.read() as connection:
        return dict(connection.rows("SELECT key, value FROM settings"))


def test_a_new_library_says_whose_it_is_and_keeps_a_write_ahead_log(library):
    with library.read() as connection:
        assert connection.value("PRAGMA application_id") == APPLICATION_ID
        assert connection.value("PRAGMA journal_mode") == "wal"
        assert connection.value("PRAGMA foreign_keys") == 1
        assert connection.value("PRAGMA recursive_triggers") == 1
        assert connection.value("SELECT vec_version()")


def test_a_closed_library_is_one_file(tmp_path):
    database = open_database(tmp_path / "library.db")
    write_setting(database, "a", "b")
    database.close()
    assert [each.name for each in tmp_path.iterdir()] == ["library.db"]


def test_missing_folders_are_made_for_a_new_library(tmp_path):
    open_database(tmp_path / "数据" / "更深" / "库 #1?.db").close()
    assert (tmp_path / "数据" / "更深" / "库 #1?.db").exists()


def test_a_write_that_fails_half_way_leaves_nothing(library):
    with pytest.raises(RuntimeError), library.write() as connection:
        connection.run("INSERT INTO settings (key, value) VALUES ('a', 'b')")
        raise RuntimeError
    assert settings(library) == {}


def test_a_nested_write_that_fails_takes_back_only_itself(library):
    with library.write() as connection:
        connection.run("INSERT INTO settings (key, value) VALUES ('outer', '1')")
        with pytest.raises(RuntimeError), library.write() as inner:
            inner.run("INSERT INTO settings (key, value) VALUES ('inner', '1')")
            raise RuntimeError
        with library.write() as inner:
            inner.run("INSERT INTO settings (key, value) VALUES ('second', '1')")
    assert settings(library) == {"outer": "1", "second": "1"}


def test_a_reader_keeps_its_snapshot_while_another_thread_writes(library):
    with library.read() as connection:
        assert connection.value("SELECT count(*) FROM settings") == 0
        writer = threading.Thread(target=write_setting, args=(library, "a", "b"))
        writer.start()
        writer.join()
        assert connection.value("SELECT count(*) FROM settings") == 0
    assert settings(library) == {"a": "b"}


def test_a_snapshot_cannot_turn_into_a_write(library):
    with library.read(), pytest.raises(RuntimeError), library.write():
        pass


def test_what_the_schema_forbids_is_told_from_the_faults_of_the_user(library):
    write_setting(library, "a", "b")
    with pytest.raises(RuleBroken):
        write_setting(library, "a", "c")


def test_a_closed_library_says_so(tmp_path):
    database = open_database(tmp_path / "library.db")
    database.close()
    with pytest.raises(LibraryError) as fault:
        settings(database)
    assert fault.value.key == "store.closed"
    thread_fault = []

    def use():
        try:
            settings(database)
        except LibraryError as error:
            thread_fault.append(str(sentence(error)))

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert "已经关闭" in thread_fault[0]


@pytest.mark.parametrize("content", [b"%PDF-1.7 not a database", b"x", b"SQLite format 2\x00" + bytes(100)])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "library.db"
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(NotALibrary) as fault:
            open_database(path, read_only=read_only)
        assert "不是 SQLite 文件" in str(sentence(fault.value))
    assert path.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


def test_another_programs_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "bookmarks.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    other.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(NotALibrary) as fault:
            open_database(path, read_only=read_only)
        assert "其他程序" in str(sentence(fault.value))
    assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(os.name == "nt", reason="no pipes with names, no devices as files")
def test_a_device_or_a_pipe_is_refused_and_left_alone(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(NotALibrary):
            open_database(path)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("empty", [True, False])
def test_a_link_keeps_pointing_at_the_library_made_behind_it(tmp_path, empty):
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "real.db", tmp_path / "library.db"
    if empty:
        target.touch()
    link.symlink_to(target)
    open_database(link).close()
    assert link.is_symlink()
    open_database(target, create=False).close()


def test_a_folder_is_no_library(tmp_path):
    with pytest.raises(NotALibrary):
        open_database(tmp_path)


def test_a_path_below_a_file_is_no_place_for_a_library(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotALibrary) as fault:
        open_database(tmp_path / "file" / "library.db")
    assert str(tmp_path / "file") in str(sentence(fault.value))


@pytest.mark.parametrize("options", [{"read_only": True}, {"create": False}])
def test_a_library_that_is_not_there_is_not_made_by_looking(tmp_path, options):
    with pytest.raises(NotFound):
        open_database(tmp_path / "library.db", **options)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_becomes_a_library(tmp_path):
    path = tmp_path / "library.db"
    path.touch()
    database = open_database(path)
    write_setting(database, "a", "b")
    assert settings(database) == {"a": "b"}
    database.close()


def test_a_newer_library_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "library.db"
    database = open_database(path)
    with database.write() as connection:
        connection.run("PRAGMA user_version = 99")
    database.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(LibraryTooNew) as fault:
            open_database(path, read_only=read_only)
        assert "99" in str(sentence(fault.value))
    assert path.read_bytes() == before


def test_a_truncated_library_is_called_damaged(tmp_path):
    path = tmp_path / "library.db"
    open_database(path).close()
    path.write_bytes(path.read_bytes()[: 5 * 4096])
    with pytest.raises(LibraryDamaged) as fault:
        database = open_database(path)
        with database.read() as connection:
            connection.rows("SELECT * FROM listed_documents")
    assert "备份" in str(sentence(fault.value))


def test_a_header_without_a_body_is_called_damaged(tmp_path):
    path = tmp_path / "library.db"
    path.write_bytes(b"SQLite format 3\x00" + bytes(20))
    with pytest.raises(LibraryDamaged):
        open_database(path)


def test_a_second_writer_is_told_that_the_library_is_busy(library, monkeypatch):
    monkeypatch.setattr(database_module, "BUSY_MILLISECONDS", 20)
    other = open_database(library.path)
    try:
        with library.write(), pytest.raises(LibraryBusy) as fault, other.write():
            pass
        assert "另一个程序" in str(sentence(fault.value))
    finally:
        other.close()


def test_a_full_disk_is_called_so_and_changes_nothing(library):
    write_setting(library, "before", "1")
    with library.read() as connection:
        pages = connection.value("PRAGMA page_count")
    with pytest.raises(DiskFull) as fault, library.write() as connection:
        connection.run(f"PRAGMA max_page_count = {pages + 2}")
        connection.run("INSERT INTO settings (key, value) VALUES ('during', '1')")
        connection.run("INSERT INTO settings (key, value) VALUES ('large', ?)", ("x" * 200_000,))
    assert "磁盘已满" in str(sentence(fault.value))
    with library.read() as connection:
        connection.run("PRAGMA max_page_count = 1000000")
        assert connection.value("PRAGMA integrity_check") == "ok"
    assert settings(library) == {"before": "1"}
    write_setting(library, "after", "1")


def test_a_reader_changes_nothing(library):
    reader = open_database(library.path, read_only=True)
    try:
        with pytest.raises(LibraryReadOnly), reader.write():
            pass
        with pytest.raises(LibraryReadOnly), reader.read() as connection:
            connection.run("INSERT INTO settings (key, value) VALUES ('a', 'b')")
        write_setting(library, "a", "b")
        assert settings(reader) == {"a": "b"}
    finally:
        reader.close()


def test_a_leftover_of_a_killed_creation_is_swept_later(tmp_path):
    leftover = tmp_path / ".library.db.0123456789ab.creating"
    leftover.write_bytes(b"half")
    young = tmp_path / ".library.db.ba9876543210.creating"
    young.write_bytes(b"half")
    os.utime(leftover, (0, 0))
    open_database(tmp_path / "library.db").close()
    assert sorted(each.name for each in tmp_path.iterdir()) == [young.name, "library.db"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_leftover_that_goes_while_it_is_looked_at_stops_nobody(tmp_path):
    """Two processes make a library: one sweeps while the other's journal comes and goes. It said 'not writable'."""
    (tmp_path / ".library.db.0123456789ab.creating-journal").symlink_to(tmp_path / "gone")
    open_database(tmp_path / "library.db").close()
    assert (tmp_path / "library.db").is_file()


def test_two_creators_of_one_library_end_with_one_library(tmp_path):
    opened = []
    gate = threading.Barrier(4)

    def make(key):
        gate.wait()
        database = open_database(tmp_path / "library.db")
        write_setting(database, key, "1")
        opened.append(database)

    threads = [threading.Thread(target=make, args=(str(n),)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert settings(opened[0]) == {str(n): "1" for n in range(4)}
    for database in opened:
        database.close()


AS_NOBODY = """
import os, sys, threading
from pathlib import Path
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.packs.wording import catalogue, sentence
from insurance_desktop.store.opening import open_database
catalogue()  # root loses its rights after everything is loaded: nobody need not be able to read the checkout
if os.geteuid() == 0:
    os.setgid(65534); os.setuid(65534)
try:
    database = open_database(Path(sys.argv[1]), read_only=sys.argv[2] == "read")
    other = threading.Thread(target=lambda: database.read().__enter__())
    other.start(); other.join()
    with database.read() as connection:
        print("settings", connection.value("SELECT count(*) FROM settings"))
except WorkbenchError as error:
    print(error.code, sentence(error))
"""


@pytest.fixture
def unwritable():
    """A folder that the child below cannot write, whoever runs the tests."""
    folder = Path(tempfile.mkdtemp())
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def close_folder(folder):
    for each in folder.iterdir():
        each.chmod(0o444)
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR | stat.S_IRGRP | stat.S_IXGRP | stat.S_IROTH | stat.S_IXOTH)


def is_readable_by_all(path):
    return bool(path.stat().st_mode & stat.S_IROTH) and all(each.stat().st_mode & stat.S_IXOTH for each in path.parents)


def as_nobody(path, how):
    """The child's answer. It loads vec0 when it has lost its rights, so nobody has to be able to read that one file."""
    extension = Path(next(Path(sqlite_vec.__file__).parent.glob("vec0.*")))
    if os.geteuid() == 0 and not is_readable_by_all(extension):
        pytest.skip(f"run as root from a folder that others cannot read: {extension}")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", AS_NOBODY, str(path), how]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=True)


needs_unix_rights = pytest.mark.skipif(os.name == "nt", reason="rights are set differently on Windows")


@needs_unix_rights
@pytest.mark.parametrize("there", [True, False])
def test_a_folder_that_cannot_be_written_is_a_sentence(unwritable, there):
    if there:
        open_database(unwritable / "library.db").close()
    close_folder(unwritable)
    ended = as_nobody(unwritable / "library.db", "write")
    assert ended.stdout.startswith("library_read_only 无法")
    assert ended.stderr == ""


@needs_unix_rights
def test_a_folder_that_cannot_be_entered_is_a_sentence(unwritable):
    open_database(unwritable / "library.db").close()
    unwritable.chmod(0o600)
    for how in ("read", "write"):
        assert as_nobody(unwritable / "library.db", how).stdout.startswith("library_read_only 没有权限")


@needs_unix_rights
def test_a_cleanly_closed_library_is_read_from_a_folder_that_cannot_be_written(unwritable):
    database = open_database(unwritable / "library.db")
    write_setting(database, "a", "b")
    database.close()
    close_folder(unwritable)
    ended = as_nobody(unwritable / "library.db", "read")
    assert ended.stdout == "settings 1\n"
    assert len(ended.stderr.splitlines()) == 1
    assert "只读打开" in ended.stderr


@needs_unix_rights
def test_a_library_with_an_unwritten_log_is_not_read_from_a_folder_that_cannot_be_written(unwritable, tmp_path):
    database = open_database(tmp_path / "library.db")
    write_setting(database, "a", "b")
    for ending in ("", "-wal"):  # as a crash leaves them
        shutil.copy(f"{database.path}{ending}", unwritable / f"library.db{ending}")
    database.close()
    close_folder(unwritable)
    ended = as_nobody(unwritable / "library.db", "read")
    assert ended.stdout.startswith("library_read_only")
    assert "没有正常关闭" in ended.stdout
