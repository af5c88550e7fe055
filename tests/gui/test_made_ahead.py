"""Parts of pages that are made before anybody goes there."""

from PySide6.QtWidgets import QLabel, QLineEdit

from insurance_desktop.gui.running.jobs import Jobs
from insurance_desktop.gui.running.made_ahead import MadeAhead


def test_a_part_is_made_in_a_quiet_turn_and_taken_once(qapp, qtbot):
    jobs, made = Jobs(), []
    ahead = MadeAhead(jobs)
    ahead.make(QLabel, lambda: made.append(QLabel("ahead")) or made[-1])
    qtbot.waitUntil(lambda: len(made) == 1)
    assert ahead.take(QLabel, lambda: QLabel("now")) is made[0]
    assert ahead.take(QLabel, lambda: QLabel("now")).text() == "now"
    assert ahead.take(QLineEdit, lambda: QLineEdit("never asked for")).text() == "never asked for"
    ahead.close()
    jobs.close()


def test_what_was_taken_before_its_turn_is_not_made_again(qapp):
    jobs, made = Jobs(), []
    ahead = MadeAhead(jobs)
    ahead.make(QLabel, lambda: made.append("ahead") or QLabel())
    assert ahead.take(QLabel, lambda: QLabel("now")).text() == "now"
    ahead._make_one()
    assert made == []
    ahead.close()
    jobs.close()
