"""A library on a medium that cannot be written: it opens to be read, and says so."""

import pytest

from insurance_desktop.domain.errors import LibraryReadOnly
from insurance_desktop.gui.application import make_window, open_workspace
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
        made.context.import_paths([on_a_disc])
    assert "只读" in said.args[0].message
    qtbot.waitUntil(lambda: made.context.jobs.is_idle, timeout=PATIENCE_MS)
    made.context.close()
    assert on_a_disc.read_bytes() == before
