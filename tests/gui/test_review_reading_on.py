"""Reading a document through by one key: what was in sight is looked at, what was not stays unseen."""

from dataclasses import replace

import pytest
from clause_sheet import CLAUSES
from fake_services import document
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QTextCursor, QTextLength
from test_window_review import opened, settled

from insurance_desktop.domain.conversion import SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.questions import ReviewerQuestion
from insurance_desktop.gui.review.panels.side_panels import FOLDED
from insurance_desktop.gui.review.review_progress import joined
from insurance_desktop.gui.review.text.in_sight import in_sight

CLAUSE = "### 第{}条\n\n被保险人在等待期后初次确诊，我们按基本保险金额给付，**本合同终止。**"
TOTAL, PER_PAGE = 60, 10


def hold(services, texts):
    """Document 1: clauses, ten to a page."""
    services.holds(document(1, pages=-(-len(texts) // PER_PAGE)))
    clauses, spans, start = [], [], 0
    for number, text in enumerate(texts):
        top = 60.0 + 70 * (number % PER_PAGE)
        box = Box(number // PER_PAGE + 1, 100.0, top, 500.0, top + 40)
        spans.append(SourceSpan(start, start + len(text), number, (box,)))
        place = {"boxes": (box,), "markdown_start": start, "markdown_end": start + len(text)}
        name = {"section_id": f"第{number}条", "section_title": "", "chunk_index": number}
        clauses.append(replace(CLAUSES[0], text=text, **name, **place))
        start += len(text) + 2
    services.texts[1] = "\n\n".join(texts) + "\n"
    services.source_maps[1] = tuple(spans)
    services.clauses[1] = tuple(clauses)
    return services


@pytest.fixture
def held(services):
    """Sixty short clauses, several to a screen."""
    return hold(services, [CLAUSE.format(number) for number in range(TOTAL)])


@pytest.fixture
def review(window, held, settings, qtbot):
    settings.reviewer = "王敏"
    return opened(window, held, qtbot, 1)


def read_on(review, qtbot):
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_Space)


@pytest.mark.requirement("US2")
def test_space_reads_a_document_through_with_far_fewer_keys_than_it_has_clauses(review, held, window, qtbot):
    view = review.text.view.rendered
    keys = 0
    while review.progress.unseen is not None:
        beside = PER_PAGE * review.page.page  # what stands on another page than the one in sight cannot be compared
        below = in_sight(view).below
        whole = view.toPlainText()[:below].count("本合同终止。")
        read_on(review, qtbot)
        assert review.progress.seen == set(range(min(whole, beside)))
        assert below is None or view.top < below  # the last line that was read is still there
        keys += 1
    assert review.page.page == TOTAL / PER_PAGE
    assert review.tabs.currentWidget() is review.tabs.clauses
    assert keys < TOTAL / 2
    settled(window, qtbot)
    assert held.seen[1, "王敏"] == {f"第{number}条" for number in range(TOTAL)}


def test_what_was_jumped_over_stays_unseen_and_the_end_leads_back_to_it(review, qtbot):
    view = review.text.view.rendered
    read_on(review, qtbot)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    before = set(review.progress.seen)
    read_on(review, qtbot)
    unseen = sorted(set(range(TOTAL)) - review.progress.seen)
    assert unseen[0] == max(before) + 1
    assert TOTAL - 1 not in unseen
    assert review.outline.current == unseen[0]


def test_a_table_that_goes_on_to_the_right_is_read_there_before_what_is_below(review, qtbot):
    view = review.text.view.rendered
    table = QTextCursor(view.document()).insertTable(2, 3)
    wide = table.format()
    wide.setColumnWidthConstraints([QTextLength(QTextLength.Type.FixedLength, view.viewport().width() * 0.7)] * 3)
    table.setFormat(wide)
    qtbot.waitUntil(lambda: view.horizontalScrollBar().isVisible())
    read_on(review, qtbot)
    assert view.horizontalScrollBar().value() > 0
    assert view.verticalScrollBar().value() == 0
    assert not review.progress.seen
    for _ in range(3):
        read_on(review, qtbot)
    assert view.verticalScrollBar().value() > 0
    assert view.horizontalScrollBar().value() == 0
    assert review.progress.seen


def test_a_table_of_many_screens_is_read_to_its_end(window, services, settings, qtbot):
    """Beside a table Qt takes a place for the line before it: the key led back there for ever."""
    settings.reviewer = "王敏"
    rows = "\n".join(f"| {age} | {age * 10} |" for age in range(120))
    table = f"| 年龄 | 保险费 |\n| --- | --- |\n{rows}"
    hold(services, [CLAUSE.format(0), f"### 第1条\n\n{table}", CLAUSE.format(2)])
    review = opened(window, services, qtbot, 1)
    bar, places = review.text.view.rendered.verticalScrollBar(), []
    while review.progress.unseen is not None:
        assert bar.value() not in places
        places.append(bar.value())
        read_on(review, qtbot)
    assert len(places) > 3
    assert review.progress.seen == {0, 1, 2}


def test_who_reads_is_asked_before_the_first_mark(window, held, qtbot):
    review = opened(window, held, qtbot, 1)
    read_on(review, qtbot)
    question = review.decisions.question
    assert isinstance(question, ReviewerQuestion)
    assert not review.progress.seen
    qtbot.keyClicks(question.name, "Lin")
    question.confirm.click()
    assert review.progress.seen
    assert review.text.view.rendered.verticalScrollBar().value() > 0


def test_space_in_a_button_presses_it_and_reads_nothing(review, qtbot):
    review.next.setFocus()
    qtbot.keyClick(review.text.source, Qt.Key.Key_Space)
    assert review.text.view.is_source
    assert not review.progress.seen


@pytest.mark.parametrize(("page", "keys"), [(1, 9), (4, 3)])
def test_keys_that_come_before_the_text_is_written_wait_for_it(window, held, settings, qtbot, page, keys):
    """Each of them left the text where it was and took a page that nobody had seen for looked at."""
    settings.reviewer = "王敏"
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.context.place_wanted.emit(Place(1, page=page))
    qtbot.waitUntil(lambda: window.review.opened is not None)
    review, view = window.review, window.review.text.view
    assert view.writer.is_writing
    for _key in range(keys):
        read_on(review, qtbot)
    qtbot.waitUntil(lambda: not view.writer.is_writing)
    first, above = PER_PAGE * (page - 1), view.rendered.toPlainText()[: view.rendered.top].count("本合同终止。")
    assert above > first + PER_PAGE / 2  # the last line that was read is the first in sight
    on_a_screen = (
        view.rendered.toPlainText()[view.rendered.top : in_sight(view.rendered).below].count("本合同终止。") + 1
    )
    assert above - first <= keys * on_a_screen
    assert review.progress.seen - {above} == set(range(first, above))


def test_runs_that_meet_become_one():
    assert joined(((5, 9), (0, 5), (12, 14), (6, 7))) == ((0, 9), (12, 14))


def test_a_document_opened_while_the_left_column_is_folded_away_has_the_keyboard(window, held, settings, qtbot):
    """The queue would have taken it, and is not there: Space opened a menu of the status bar."""
    settings.reviewer = "王敏"
    settings.keep_layout(FOLDED, QByteArray(b"1"))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.context.place_wanted.emit(Place(1))
    window.status.library.setFocus()  # where Qt leaves it when the list of the library goes away
    qtbot.waitUntil(lambda: window.review.opened is not None)
    assert window.focusWidget() is window.review.text.view.rendered
