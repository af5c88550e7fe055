"""A damaged library in the window: one sentence with what to do, and nothing that nobody foresaw."""

import apsw

from insurance_desktop.gui.application import make_window, open_workspace

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
    assert "doctor" in failure.hint
    qtbot.waitUntil(lambda: made.context.jobs.is_idle, timeout=PATIENCE_MS)
    made.context.close()
