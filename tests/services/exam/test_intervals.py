"""What was wrong comes back the same day, then after days that grow."""

from datetime import UTC, datetime, timedelta

from insurance_desktop.services.exam.intervals import SOON, next_due

FIRST = datetime(2026, 11, 2, 8, tzinfo=UTC)


def test_what_is_known_at_once_is_not_repeated():
    assert next_due([]) is None
    assert next_due([(FIRST, True), (FIRST + timedelta(days=1), True)]) is None


def test_a_wrong_answer_comes_once_more_on_the_same_day():
    assert next_due([(FIRST, True), (FIRST, False)]) == FIRST + SOON


def test_right_answers_put_it_off_for_longer_and_longer():
    history, waits = [(FIRST, False)], []
    for _ in range(4):
        at = next_due(history)
        history.append((at, True))
        waits.append(next_due(history) - at)
    assert waits[0] >= timedelta(days=1)
    assert waits == sorted(set(waits))
    assert next_due(history) == next_due(list(history))


def test_another_wrong_answer_brings_it_back_soon_and_shortens_what_follows():
    known = [(FIRST, False), (FIRST + SOON, True), (FIRST + timedelta(days=1), True), (FIRST + timedelta(days=5), True)]
    lapsed = [*known, (FIRST + timedelta(days=20), False)]
    assert next_due(lapsed) == FIRST + timedelta(days=20) + SOON
    again = FIRST + timedelta(days=21)
    assert next_due([*lapsed, (again, True)]) - again < next_due(known) - known[-1][0]
