"""The board on which a worker says what it does: the parent looks when it has reason to."""

from insurance_desktop.convert.running.step_board import StepBoard
from insurance_desktop.convert.steps import Step


def test_the_last_step_is_read_with_a_number_that_changes_with_its_page():
    board = StepBoard()
    assert board.read() is None
    seen = []
    for step in (Step("pdf", 1, 2), Step("pdf", 2, 2), Step("runs", 1, 2), Step("tables", 1, 2), Step("layout", 0, 2)):
        board.write(step)
        seen.append(board.read())
    assert seen == [
        (1, Step("pdf", 1, 2)),
        (2, Step("pdf", 2, 2)),
        (3, Step("runs", 1, 2)),
        (3, Step("tables", 1, 2)),
        (4, Step("layout", 0, 2)),
    ]


def test_a_cleared_board_and_a_line_half_written_tell_nothing():
    board = StepBoard()
    board.write(Step("pdf", 12, 20))
    board.clear()
    assert board.read() is None
    board._line.value = b"7 pdf 1"
    assert board.read() is None
