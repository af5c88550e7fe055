"""What the window is measured on and with. How fast is not asked here; what costs work is counted instead."""

import pytest
from marks import needs_qt

from development.bench.papers import copies_of, hostile_paper, long_paper, table_paper
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.states import ConversionStatus


@pytest.fixture(scope="module")
def workers():
    with ConversionWorkers() as made:
        yield made


def test_the_table_that_is_measured_on_is_one_table_of_that_many_rows(workers):
    made = workers.convert(table_paper(120), "insurance")
    assert made.status is not ConversionStatus.FAILED
    assert sum(len(each.rows) for each in made.tables) in range(118, 122)


def test_the_long_paper_has_that_many_pages_with_text(workers):
    made = workers.convert(long_paper(7), "insurance")
    assert (made.pages, made.status) == (7, ConversionStatus.CONVERTED)
    assert "7.45" in made.markdown


def test_copies_are_different_documents_with_the_same_text(workers, tmp_path):
    first, second = copies_of(long_paper(1), 2, tmp_path)
    assert first.read_bytes() != second.read_bytes()
    assert (
        workers.convert(first.read_bytes(), "insurance").markdown
        == workers.convert(second.read_bytes(), "insurance").markdown
    )


def test_the_hostile_paper_opens_but_has_a_drawing_without_end():
    paper = hostile_paper()
    assert paper.startswith(b"%PDF")
    assert paper.count(b"/F Do /F Do") >= 9


@needs_qt
def test_a_heart_notices_that_the_event_loop_was_held(qtbot):
    from PySide6.QtCore import QTimer

    from development.bench.heart import Heart

    heart = Heart()
    beats = []
    heart._timer.timeout.connect(lambda: beats.append(heart.longest))
    qtbot.waitUntil(lambda: len(beats) > 3)
    held = QTimer(singleShot=True)
    held.timeout.connect(lambda: sum(number * number for number in range(2_000_000)))
    held.start()
    qtbot.waitUntil(lambda: not held.isActive() and len(beats) > 10)
    heart.stop()
    assert heart.longest == max(heart.longest, *beats)
    assert heart.longest > min(beats[:3])
