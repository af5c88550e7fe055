"""A library that cannot be written, or shall not be: it opens to be read, says so, and what would change it is off."""

import pytest

from insurance_desktop.domain.errors import LibraryReadOnly
from insurance_desktop.gui.application import make_window, open_to_read, open_workspace
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.window_settings import LibraryChoice
from insurance_desktop.store import database

PATIENCE_MS = 60_000


@pytest.fixture
def on_a_disc(sample_library, monkeypatch):
    """As on a medium that is mounted read-only, whoever asks."""

    def refuse(path):
        raise LibraryReadOnly("store.folder_not_writable", path=str(path), folder=str(path.parent))

    monkeypatch.setattr(database, "_connect_writer", refuse)
    return sample_library


def test_a_library_that_cannot_be_written_opens_to_be_read_and_says_so(dressed, settings, qtbot, on_a_disc):
    before = on_a_disc.read_bytes()
    made = make_window(dressed, settings, open_workspace, on_a_disc)
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.context.opened, timeout=PATIENCE_MS):
        made.open_library(on_a_disc)
    assert made.notice.isVisible()
    assert "只能读取" in made.notice.message.text()
    assert len(made.context.documents) == 3
    with qtbot.waitSignal(made.context.noticed, timeout=PATIENCE_MS) as said:
        made.context.imports.take_in([on_a_disc])
    assert "只读" in said.args[0].message
    qtbot.waitUntil(lambda: made.context.jobs.is_idle, timeout=PATIENCE_MS)
    made.context.close()
    assert on_a_disc.read_bytes() == before


@pytest.fixture
def reading(dressed, settings, qtbot, sample_library):
    """The window, asked to open the library to be read only."""
    made = make_window(dressed, settings, open_to_read, sample_library)
    made.context.read_only.is_asked_for = True
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.context.opened, timeout=PATIENCE_MS):
        made.open_library(sample_library)
    yield made
    qtbot.waitUntil(lambda: made.context.jobs.is_idle, timeout=PATIENCE_MS)
    made.context.close()


def test_a_library_opened_to_be_read_says_so_and_every_change_is_off_with_the_reason(reading, qtbot):
    before = reading.context.library_path.read_bytes()
    assert "只读" in reading.windowTitle()
    reading.context.place_wanted.emit(Place(1))
    qtbot.waitUntil(lambda: reading.review.opened is not None, timeout=PATIENCE_MS)
    review, library = reading.review, reading.library
    for control in (review.approve, review.reject, review.correct, library.import_button, library.several.reject):
        assert not control.isEnabled()
        assert "只读" in control.toolTip()
    review.walk(review.progress.go_on)
    assert review.text.view.source.isReadOnly()
    qtbot.waitUntil(lambda: reading.context.jobs.is_idle, timeout=PATIENCE_MS)
    assert reading.context.library_path.read_bytes() == before


def test_the_last_libraries_are_offered_and_one_that_is_gone_says_so(window, settings, qtbot, tmp_path):
    other, gone = tmp_path / "other.db", tmp_path / "gone.db"
    other.touch()
    for each in (gone, other):
        settings.remember_library(each)
    menu = window.status.library.menu()
    menu.fill()
    qtbot.waitUntil(lambda: "找不到" in menu.recent[gone].text())
    assert list(menu.recent) == [other, gone]
    assert "找不到" not in menu.recent[other].text()
    with qtbot.waitSignal(window.gone):
        menu.recent[other].trigger()
    assert window.next_library == LibraryChoice(other)


def test_the_open_library_is_opened_again_to_be_read(window, qtbot, tmp_path):
    menu = window.status.library.menu()
    menu.fill()
    (again,) = (each for each in menu.actions() if each.text() == "以只读方式重新打开")
    with qtbot.waitSignal(window.gone):
        again.trigger()
    assert window.next_library == LibraryChoice(tmp_path / "library.db", read_only=True)
