"""A damaged library in the window: one sentence with what to do, and nothing that nobody foresaw."""

import apsw
import pytest
from PySide6.QtCore import Qt

from insurance_desktop.domain.errors import LibraryDamaged, UsageError, WorkbenchError
from insurance_desktop.gui.application import make_window, open_workspace
from insurance_desktop.gui.running.failures import failure_of
from insurance_desktop.services.library.replacing import REPLACED, check, put_in_place

PATIENCE_MS = 60_000


def test_a_damaged_list_is_said_in_words(dressed, settings, qtbot, sample_library):
    driver = apsw.Connection(str(sample_library))
    driver.execute("UPDATE documents SET file_name = CAST(X'E78A31' AS TEXT)")
    driver.close()
    made = make_window(dressed, settings, open_workspace, sample_library)
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.context.open_failed, timeout=PATIENCE_MS) as said:
        made.open_library(sample_library)
    (failure,) = said.args
    assert failure.expected
    assert "已损坏" in failure.message
    assert "备份与恢复" in failure.hint
    assert "doctor" not in failure.hint
    qtbot.waitUntil(lambda: made.context.jobs.is_idle, timeout=PATIENCE_MS)
    made.context.close()


def torn(library):
    """The file as a failing disk leaves it: all but its head is gone."""
    whole = library.read_bytes()
    library.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))


def test_a_library_that_cannot_be_opened_is_recovered_from_a_backup_and_kept(
    dressed, settings, qtbot, sample_library, tmp_path
):
    saved = tmp_path / "saved.db"
    made = make_window(dressed, settings, open_workspace, sample_library)
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.context.opened, timeout=PATIENCE_MS):
        made.open_library(sample_library)
    made.show_page("settings")
    with qtbot.waitSignal(made.context.noticed, timeout=PATIENCE_MS):
        made.settings_page.backup.back_up_to(saved)
    assert str(saved) in made.settings_page.backup.newest.text()
    qtbot.waitUntil(lambda: made.context.jobs.is_idle, timeout=PATIENCE_MS)
    made.context.close()
    torn(sample_library)
    broken = sample_library.read_bytes()
    again = make_window(dressed, settings, open_workspace, sample_library)
    qtbot.addWidget(again)
    again.show()
    with qtbot.waitSignal(again.context.open_failed, timeout=PATIENCE_MS):
        again.open_library(sample_library)
    assert again.start.put_back.isVisible()
    with qtbot.waitSignal(again.context.opened, timeout=PATIENCE_MS):
        again.start.put_in_place(saved)
    assert len(again.context.documents) == 3
    assert again.notice.isVisible(), "where the damaged one is kept must be read"
    (aside,) = (each for each in tmp_path.glob("library.db.damaged-*") if not each.name.endswith(("-wal", "-shm")))
    assert aside.read_bytes() == broken
    qtbot.waitUntil(lambda: again.context.jobs.is_idle, timeout=PATIENCE_MS)
    again.context.close()


def test_damage_that_is_found_later_leads_to_the_backups(window, qtbot):
    window.context.notice_failure(failure_of(LibraryDamaged("store.damaged", path="a.db")))
    assert window.notice.go.isVisible()
    assert "备份与恢复" in window.notice.go.text()
    qtbot.mouseClick(window.notice.go, Qt.MouseButton.LeftButton)
    assert window.current is window.settings_page
    assert not window.settings_page.backup.visibleRegion().isEmpty()
    window.context.notice_failure(failure_of(UsageError("review.backup_is_the_library", path="a.db")))
    assert not window.notice.go.isVisible()


def test_a_damaged_backup_takes_nobodys_place(sample_library, tmp_path):
    backup = tmp_path / "backup.db"
    backup.write_bytes(sample_library.read_bytes())
    torn(backup)
    before = sample_library.read_bytes()
    with pytest.raises(WorkbenchError):
        put_in_place(backup, sample_library)
    with pytest.raises(UsageError):
        put_in_place(sample_library, sample_library)
    with pytest.raises(UsageError):
        check(sample_library, sample_library)
    assert sample_library.read_bytes() == before
    assert not list(tmp_path.glob("library.db.damaged-*"))
    saved = tmp_path / "saved.db"
    saved.write_bytes(before)
    check(saved, sample_library)
    assert ".replaced-" in put_in_place(saved, sample_library, REPLACED).name
