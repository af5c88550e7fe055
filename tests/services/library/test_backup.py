"""A backup is a complete, closed library."""

import pytest

from insurance_desktop.domain.errors import LibraryError
from insurance_desktop.services.library.documents import list_documents
from insurance_desktop.services.library.library import backup, open_library, open_reader
from insurance_desktop.services.review import decisions


def test_a_backup_holds_everything_in_one_file(workspace, one_document, tmp_path):
    document_id = one_document(name="甲")
    decisions.approve(workspace.engine, document_id, reviewer="王")
    folder = tmp_path / "更深"
    folder.mkdir()
    target = backup(workspace.library, folder / "备份.db")
    assert [each.name for each in target.parent.iterdir()] == ["备份.db"]
    with open_library(target) as copy:
        assert list_documents(copy) == list_documents(workspace.library)
        assert decisions.show(copy, document_id) == decisions.show(workspace.library, document_id)
        assert decisions.verify_log(copy).ok
        with copy.database.read() as connection:
            assert connection.value("PRAGMA integrity_check") == "ok"


def test_a_backup_overwrites_nothing(library, tmp_path):
    (tmp_path / "there.db").write_bytes(b"mine")
    with pytest.raises(LibraryError):
        backup(library, tmp_path / "there.db")
    with pytest.raises(LibraryError):
        backup(library, library.path)
    assert (tmp_path / "there.db").read_bytes() == b"mine"


def test_a_backup_makes_no_folder(library, tmp_path):
    with pytest.raises(LibraryError) as fault:
        backup(library, tmp_path / "写错的名字" / "备份.db")
    assert fault.value.key == "services.backup_without_folder"
    assert not (tmp_path / "写错的名字").exists()


def test_a_reader_can_back_up_while_a_writer_writes(library, one_document, tmp_path):
    document_id = one_document()
    with open_reader(library.path) as reader, library.database.write() as connection:
        connection.run("INSERT INTO settings (key, value) VALUES ('half', 'done')")
        target = backup(reader, tmp_path / "copy.db")
    with open_reader(target) as copy:
        assert [each.document_id for each in list_documents(copy)] == [document_id]
        with copy.database.read() as inside:
            assert inside.value("SELECT count(*) FROM settings") == 0
