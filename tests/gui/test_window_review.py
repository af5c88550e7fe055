"""A document is reviewed in the window, by keys and clicks."""

import pytest
from clause_sheet import CLAUSES, MARKDOWN, SOURCE_MAP
from fake_services import document, finding
from input_method import compose
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QPushButton

from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import DecisionKind, ReviewStatus, Severity
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.questions import ReasonQuestion, ReviewerQuestion
from insurance_desktop.gui.review.decisions.decision_questions import (
    BlockedQuestion,
    CorrectionQuestion,
    WarnedQuestion,
)
from insurance_desktop.gui.review.decisions.settling import SEVERAL, asked_about
from insurance_desktop.packs.wording import LANGUAGES, say, speak

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def review(window, services, settings, qtbot):
    """Document 1 open in review, its first page drawn; documents 2 and 3 wait."""
    settings.reviewer = "王敏"
    services.holds(document(1), document(2), document(3))
    return opened(window, services, qtbot, 1)


def opened(window, services, qtbot, number):
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.context.place_wanted.emit(Place(number))
    qtbot.waitUntil(lambda: window.review.opened is not None and window.review.opened.document_id == number)
    qtbot.waitUntil(lambda: window.review.page.view.paper.has_picture and window.context.jobs.is_idle)
    qtbot.waitUntil(lambda: not window.review.text.view.writer.is_writing)
    return window.review


def settled(window, qtbot):
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)


def looked_through(review, window, qtbot):
    """Every clause was looked at, one by one, by the key for it."""
    review.outline.follow(0)
    for _ in CLAUSES:
        qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_J)
    settled(window, qtbot)
    assert review.progress.unseen is None


def chosen_boxes(review):
    return [mark.box for mark in review.page.view.paper.highlights if mark.look == "chosen"]


def click_text(review, qtbot, words):
    """Click where these words stand in the rendered text."""
    view = review.text.view.rendered
    cursor = view.document().find(words)
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart() + 1)
    view.setTextCursor(cursor)
    view.ensureCursorVisible()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.cursorRect(cursor).center())


def click_page(review, qtbot, box):
    spot = review.page.view.paper.rectangle(box).center()
    qtbot.mouseClick(review.page.view.paper, Qt.MouseButton.LeftButton, pos=QPoint(round(spot.x()), round(spot.y())))


def wheel(view, steps):
    spot = QPointF(20, 20)
    event = QWheelEvent(
        spot,
        view.viewport().mapToGlobal(spot),
        QPoint(0, 0),
        QPoint(0, steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


@pytest.mark.requirement("US2")
def test_page_and_text_stand_side_by_side(review):
    assert review.page.view.isVisible()
    assert review.text.view.rendered.isVisible()
    assert "责任免除" in review.text.view.rendered.toPlainText()
    assert "# " not in review.text.view.rendered.toPlainText()
    assert "未归属 0" in review.text.coverage.text()
    assert review.title.text() == "安心保重大疾病保险1 · 产品条款"


@pytest.mark.requirement("US2")
def test_a_click_in_the_text_marks_its_boxes_on_the_page(review, qtbot):
    click_text(review, qtbot, "酒后驾驶")
    span = SOURCE_MAP[7]
    assert review.page.page == 2
    assert chosen_boxes(review) == list(span.boxes)
    qtbot.waitUntil(lambda: review.page.view.paper.has_picture)


@pytest.mark.requirement("US2")
def test_a_click_on_the_page_finds_its_text(review, qtbot):
    review.page.turn(2)
    qtbot.waitUntil(lambda: review.page.view.paper.has_picture and review.page.page == 3)
    span = SOURCE_MAP[11]
    click_page(review, qtbot, span.boxes[0])
    assert review.text.view.marked == (span.start, span.end)
    selections = review.text.view.rendered.extraSelections()
    selection = selections[0].cursor.selectedText()
    assert selection.startswith("自您签收") and selection.endswith("保险费。")
    assert review.outline.rows.currentItem().text(0).startswith("3.2")


def test_every_block_can_be_clicked_on_either_side(review, qtbot):
    for number, span in enumerate(SOURCE_MAP):
        review.page.go_to(span.boxes[0].page)
        qtbot.waitUntil(lambda: review.page.view.paper.has_picture)
        click_page(review, qtbot, span.boxes[0])
        assert review.text.view.marked == (span.start, span.end), number


def test_a_page_number_and_enter_go_there(review, qtbot):
    review.page.number.selectAll()
    qtbot.keyClicks(review.page.number, "3")
    qtbot.keyClick(review.page.number, Qt.Key.Key_Return)
    assert review.page.page == 3
    review.page.turn(1)
    assert review.page.page == 3
    assert review.page.number.text() == "3"


def test_the_outline_leads_to_the_clause_on_both_sides(review, qtbot):
    review.tabs.setCurrentWidget(review.tabs.clauses)
    item = review.outline.rows.topLevelItem(0).child(1)
    review.outline.rows.setCurrentItem(item)
    qtbot.keyClick(review.outline.rows, Qt.Key.Key_Return)
    assert chosen_boxes(review) == [box for box in CLAUSES[2].boxes if box.page == 2]
    assert review.text.view.marked == (CLAUSES[2].markdown_start, CLAUSES[2].markdown_end)


def test_the_neighbours_of_a_page_are_drawn_before_they_are_asked_for(review, services, window, qtbot):
    settled(window, qtbot)
    drawn = services.calls.count("page")
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_PageDown, CTRL)
    assert review.page.page == 2
    assert review.page.view.paper.has_picture  # at once, without a wait
    settled(window, qtbot)
    assert services.calls.count("page") == drawn + 1  # page 3


@pytest.mark.requirement("FR-005")
def test_approving_with_a_key_verifies_and_is_on_record(review, services, window, qtbot):
    looked_through(review, window, qtbot)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_Return, CTRL | SHIFT)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)
    settled(window, qtbot)
    assert services.log[-1].reviewer == "王敏"
    assert "已核验" in review.state.text()
    assert not review.approve.isEnabled()
    assert "已通过" in window.notice.message.text()


@pytest.mark.requirement("SC-001")
def test_approving_is_refused_while_blocking_findings_are_open_and_the_list_leads_to_them(
    window, services, settings, qtbot
):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = (finding(8, Severity.WARNING, page=3), finding(7, Severity.BLOCKING))
    review = opened(window, services, qtbot, 1)
    qtbot.mouseClick(review.approve, Qt.MouseButton.LeftButton)
    question = review.decisions.question
    assert isinstance(question, BlockedQuestion)
    assert question.findings.count() == 2
    assert not question.confirm.isEnabled()
    qtbot.mouseClick(question.show_place, Qt.MouseButton.LeftButton)
    assert review.page.page == 2
    assert chosen_boxes(review) == [services.findings[1][1].box]  # the blocking one stands first
    assert services.rows[1].review_status is ReviewStatus.PENDING
    assert "approve" not in services.calls


@pytest.mark.requirement("SC-001")
def test_findings_are_accepted_together_only_with_a_reason(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = (finding(7, Severity.BLOCKING),)
    review = opened(window, services, qtbot, 1)
    qtbot.mouseClick(review.approve, Qt.MouseButton.LeftButton)
    question = review.decisions.question
    compose(question.reason, "页眉误报，已逐字核对")
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)
    assert services.findings[1][0].resolved_reason == "页眉误报，已逐字核对"


@pytest.mark.requirement("FR-005")
def test_rejecting_needs_a_reason(review, services, window, qtbot):
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_R, CTRL)
    question = review.decisions.question
    assert isinstance(question, ReasonQuestion)
    assert not question.confirm.isEnabled()
    compose(question.reason, "表格缺页")
    assert question.confirm.isEnabled()
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.REJECTED)
    assert services.log[-1].reason == "表格缺页"


def test_the_name_is_asked_once_before_the_first_decision_and_remembered(window, services, settings, qtbot):
    services.holds(document(1))
    settings.reviewer = "王敏"
    review = opened(window, services, qtbot, 1)
    looked_through(review, window, qtbot)
    settings.reviewer = ""
    qtbot.mouseClick(review.approve, Qt.MouseButton.LeftButton)
    question = review.decisions.question
    assert isinstance(question, ReviewerQuestion)
    compose(question.name, "李强")
    qtbot.keyClick(question.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)
    assert services.log[-1].reviewer == "李强"
    assert settings.reviewer == "李强"


@pytest.mark.requirement("US2")
def test_an_edit_becomes_a_new_version(review, services, window, qtbot):
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_E, CTRL)
    source = review.text.view.source
    assert source.isVisible()
    source.selectAll()
    compose(source, "# 改过的条款")
    assert not review.approve.isEnabled()
    qtbot.keyClick(source, Qt.Key.Key_S, CTRL)
    question = review.decisions.question
    compose(question.reason, "原文漏字")
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.texts.get(1) == "# 改过的条款")
    settled(window, qtbot)
    assert not review.text.view.is_edited
    assert services.log[-1].kind is DecisionKind.EDITED
    assert review.approve.isEnabled()


def test_unsaved_changes_are_never_lost_by_opening_another_document(review, services, window, qtbot):
    review.text.toggle_source()
    compose(review.text.view.source, "改")
    review.open(Place(2))
    assert review.opened.document_id == 1
    assert "未保存" in window.notice.message.text()
    qtbot.mouseClick(review.text.discard, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(review.text.question.confirm, Qt.MouseButton.LeftButton)
    assert review.text.view.text == MARKDOWN
    review.open(Place(2))
    qtbot.waitUntil(lambda: review.opened.document_id == 2)


def test_closing_with_unsaved_changes_asks_first(review, services, window, qtbot):
    review.text.toggle_source()
    compose(review.text.view.source, "改")
    window.close()
    assert window.isVisible()
    assert not services.closed
    window.review.leave_question.reject()
    assert review.text.view.is_edited
    window.close()
    qtbot.mouseClick(window.review.leave_question.discard, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.closed)
    assert "edit" not in services.calls


def test_enter_never_discards_an_edit_but_leads_to_saving_it(review, services, window, qtbot):
    review.text.toggle_source()
    compose(review.text.view.source, "改")
    window.close()
    question = window.review.leave_question
    assert [each.text() for each in question.findChildren(QPushButton) if each.isDefault()] == ["保存为新版本"]
    assert question.discard.property("danger")
    qtbot.waitUntil(question.confirm.hasFocus)
    qtbot.keyClick(question.confirm, Qt.Key.Key_Return)
    assert isinstance(review.decisions.question, ReasonQuestion)
    assert not services.closed
    qtbot.waitUntil(review.decisions.question.isActiveWindow)
    qtbot.keyClick(review.decisions.question.reason, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: services.closed)
    assert services.texts[1].startswith("改")


def test_an_edit_that_cannot_be_saved_keeps_the_window_open(review, services, window, qtbot):
    services.fail_in("edit", ReviewRefused("machine.no_display"))
    review.text.toggle_source()
    compose(review.text.view.source, "改")
    window.close()
    window.review.leave_question.accept()
    with qtbot.waitSignal(window.context.noticed):
        review.decisions.question.accept()
    settled(window, qtbot)
    assert window.isVisible()
    assert review.text.view.is_edited


@pytest.mark.requirement("FR-005")
def test_open_warnings_are_named_before_an_approval(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = (finding(7, Severity.WARNING), finding(8, Severity.WARNING, page=3))
    review = opened(window, services, qtbot, 1)
    looked_through(review, window, qtbot)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_Return, CTRL | SHIFT)
    question = review.decisions.question
    assert isinstance(question, WarnedQuestion)
    assert "2 个提醒" in question.windowTitle()
    assert "approve" not in services.calls
    qtbot.keyClick(question.findings, Qt.Key.Key_Return)  # leads to the place, decides nothing
    assert review.page.page == 2
    assert "approve" not in services.calls
    qtbot.mouseClick(review.approve, Qt.MouseButton.LeftButton)
    question = review.decisions.question
    qtbot.waitUntil(question.isActiveWindow)
    qtbot.keyClick(question.findings, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)


def test_enter_on_a_list_never_answers_the_question(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = (finding(7, Severity.BLOCKING),)
    review = opened(window, services, qtbot, 1)
    qtbot.mouseClick(review.approve, Qt.MouseButton.LeftButton)
    question = review.decisions.question
    compose(question.reason, "看过")
    question.findings.setFocus()
    qtbot.keyClick(question.findings, Qt.Key.Key_Return)
    settled(window, qtbot)
    assert "approve" not in services.calls


def test_enter_presses_the_button_that_has_the_keyboard(review, services, qtbot):
    qtbot.mouseClick(review.reject, Qt.MouseButton.LeftButton)
    question = review.decisions.question
    assert question.confirm.text() == "驳回"
    compose(question.reason, "缺页")
    question.leave.setFocus()
    qtbot.keyClick(question.leave, Qt.Key.Key_Return)
    assert review.decisions.question is None
    assert "reject" not in services.calls


def test_many_small_wheel_steps_at_the_end_turn_one_page(review, qtbot):
    view = review.page.view
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    for _ in range(12):
        wheel(view, -30)
    assert review.page.page == 2


def test_the_page_picture_has_the_block_as_its_text_for_screen_readers(review, qtbot):
    click_page(review, qtbot, SOURCE_MAP[3].boxes[0])
    assert "等待期" in review.page.view.accessibleDescription()


def test_the_cursor_in_the_source_marks_the_page_also_after_an_edit_above(review, qtbot):
    review.text.toggle_source()
    source = review.text.view.source
    qtbot.waitUntil(source.hasFocus)
    cursor = source.textCursor()
    cursor.setPosition(0)
    source.setTextCursor(cursor)
    compose(source, "前面加字")
    cursor = source.document().find("签收")
    cursor.setPosition(cursor.selectionStart())
    source.setTextCursor(cursor)
    qtbot.waitUntil(lambda: chosen_boxes(review) == list(SOURCE_MAP[11].boxes))


def test_a_finding_of_many_pages_is_one_row_that_leads_to_its_first_place(window, services, qtbot):
    services.holds(document(1))
    first, *others = (Box(page, 170, 190, 520, 205) for page in (2, 3, 5))
    services.findings[1] = (finding(7, Severity.BLOCKING, box=first, others=tuple(others)),)
    review = opened(window, services, qtbot, 1)
    assert review.tabs.tabText(1) == "问题 1"
    assert "第 2 页起，共 3 处" in review.findings.rows.item(0).text()
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_F8)
    assert review.page.page == 2
    assert chosen_boxes(review) == [first]


def test_findings_are_visited_with_f8_and_resolved_with_a_reason(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = (finding(8, Severity.WARNING, page=3), finding(7, Severity.BLOCKING))
    review = opened(window, services, qtbot, 1)
    assert review.tabs.tabText(1) == "问题 2"
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_F8)
    assert review.page.page == 2
    qtbot.keyClick(review, Qt.Key.Key_F8)
    assert review.page.page == 3
    qtbot.keyClick(review, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert review.findings.rows.current_id == 7
    qtbot.keyClick(review, Qt.Key.Key_F9)
    compose(review.settling.remark, "页眉盖住了一笔")
    qtbot.mouseClick(review.settling.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.findings[1][1].resolved_reason == "对照原页，表格无误：页眉盖住了一笔")
    settled(window, qtbot)
    assert review.tabs.tabText(1) == "问题 1"
    assert (review.findings.rows.current_id, review.page.page) == (8, 3), "the next unsettled one, page and all"


def test_what_was_settled_by_mistake_is_open_again_by_one_key(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = (finding(7, Severity.BLOCKING, page=2), finding(8, Severity.WARNING, page=3))
    review = opened(window, services, qtbot, 1)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_F8)
    qtbot.keyClick(review, Qt.Key.Key_F9)
    qtbot.keyClick(review.decisions.question, Qt.Key.Key_Y)
    qtbot.waitUntil(review.undo.isVisible)
    settled(window, qtbot)
    review.text.view.setFocus()
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: services.findings[1][0].is_open)
    settled(window, qtbot)
    assert "1 个问题重新待处理" in window.notice.message.text()
    assert (review.findings.rows.current_id, review.page.page) == (7, 2)


def test_thirty_eight_pages_of_one_cause_are_settled_in_four_keys(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    many = tuple(finding(number, Severity.BLOCKING, page=1 + number % 3) for number in range(1, 39))
    services.findings[1] = (*many, finding(50, Severity.WARNING, page=3))
    review = opened(window, services, qtbot, 1)
    rows = review.findings.rows
    assert rows.count() == 2
    assert "同类 38 条，3 页" in rows.item(0).text()
    review.tabs.setCurrentWidget(review.findings)
    rows.setCurrentRow(0)
    qtbot.keyClick(rows, Qt.Key.Key_Right)
    assert rows.count() == 40
    qtbot.keyClick(rows, Qt.Key.Key_Left)
    assert rows.count() == 2
    qtbot.keyClick(review, Qt.Key.Key_F9)
    qtbot.waitUntil(review.settling.isVisible)
    qtbot.keyClick(review.settling, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: all(each.resolved_by for each in services.findings[1][:38]))
    settled(window, qtbot)
    assert services.calls.count("resolve") == 1, "one decision"
    assert rows.current_id == 50
    assert not services.findings[1][38].resolved_by


def test_what_a_key_leads_to_is_settled_alone_after_a_whole_group_was_chosen(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = tuple(finding(number, Severity.BLOCKING) for number in range(1, 6))
    review = opened(window, services, qtbot, 1)
    review.tabs.setCurrentWidget(review.findings)
    rows = review.findings.rows
    rows.setCurrentRow(0)
    qtbot.keyClick(rows, Qt.Key.Key_Right)
    qtbot.keyClick(rows, Qt.Key.Key_Left)
    assert review.findings.chosen == (1, 2, 3, 4, 5)
    qtbot.keyClick(review, Qt.Key.Key_F8)
    assert review.findings.chosen == (1,)
    qtbot.keyClick(review, Qt.Key.Key_F9)
    qtbot.waitUntil(review.settling.isVisible)
    qtbot.keyClick(review.settling, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: bool(services.findings[1][0].resolved_by))
    settled(window, qtbot)
    assert [each.finding_id for each in services.findings[1] if each.is_open] == [2, 3, 4, 5]
    assert review.findings.chosen == (2,)


def test_all_of_a_kind_are_settled_from_the_question_about_one_of_them(window, services, settings, qtbot):
    """Keys need not leave the text for it; without that choice only the one that was led to is settled."""
    settings.reviewer = "王敏"
    services.holds(document(1))
    other = finding(9, Severity.BLOCKING, kind=FindingKind.SEVERAL_PRODUCTS)
    services.findings[1] = (other, *(finding(each, Severity.WARNING, page=2) for each in range(10, 48)))
    review = opened(window, services, qtbot, 1)
    rows = review.findings.rows
    for key in (Qt.Key.Key_F8, Qt.Key.Key_F9):
        qtbot.keyClick(review, key)
    qtbot.keyClick(review.settling, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: bool(services.findings[1][0].resolved_by))
    settled(window, qtbot)
    assert rows.count() == 2, "the group that is next stays folded"
    assert "同类 38 条，1 页，正看第 1 条" in rows.item(0).text()
    assert review.findings.chosen == (10,)
    qtbot.keyClick(review, Qt.Key.Key_F8)
    assert review.findings.chosen == (11,)
    qtbot.keyClick(review, Qt.Key.Key_F9)
    assert review.settling.all.text() == "同类全部 38 处都正确 (S)"
    qtbot.keyClick(review.settling, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: all(each.resolved_by for each in services.findings[1]))
    assert services.calls.count("resolve") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_what_is_asked_of_each_kind_of_finding(language):
    speak(language)
    for about in {asked_about([finding(7, Severity.WARNING, kind=kind)]) for kind in FindingKind}:
        assert all(say(f"review_page.{part}_{about}") for part in ("settle_title", "settle_answer", "settled"))


def test_of_a_possible_exclusion_is_asked_whether_it_is_one_and_both_answers_settle_it(
    window, services, settings, qtbot
):
    settings.reviewer = "王敏"
    services.holds(document(1))
    proposed = [finding(each, Severity.NOTE, kind=FindingKind.PROPOSED_EXCLUSION) for each in (7, 8)]
    services.findings[1] = tuple(proposed)
    review = opened(window, services, qtbot, 1)
    for answer in (Qt.Key.Key_Y, Qt.Key.Key_N):
        for key in (Qt.Key.Key_F8, Qt.Key.Key_F9):
            qtbot.keyClick(review, key)
        assert review.settling.heading.text() == "这段文字是免除或限制责任的内容吗？"
        qtbot.keyClick(review.settling, answer)
        settled(window, qtbot)
    reasons = {each.resolved_reason for each in services.findings[1]}
    assert reasons == {"属于免除或限制责任的内容", "不是免除或限制责任的内容"}
    assert asked_about([*proposed, finding(9, Severity.WARNING)]) == SEVERAL


def test_the_question_stands_below_page_and_text_and_covers_neither(window, services, settings, qtbot):
    """Also in a small window; what is doubted is in sight on both sides, and the page's letters do nothing."""
    settings.reviewer = "王敏"
    window.resize(1024, 700)
    services.holds(document(1), document(2))
    box = SOURCE_MAP[11].boxes[0]
    services.findings[1] = (finding(7, Severity.BLOCKING, box=box),)
    review = opened(window, services, qtbot, 1)
    for key in (Qt.Key.Key_F8, Qt.Key.Key_F9):
        qtbot.keyClick(review, key)
    settled(window, qtbot)
    page, text, asked = review.page.view, review.text.view.rendered, review.settling
    qtbot.waitUntil(lambda: page.paper.has_picture and asked.geometry().top() >= review.sides.geometry().bottom())
    assert (
        page.viewport().rect().contains(page.paper.mapTo(page.viewport(), page.paper.rectangle(box).center().toPoint()))
    )
    marked = text.extraSelections()[0]
    assert text.viewport().rect().contains(text.cursorRect(marked.cursor).center())
    qtbot.keyClick(asked.confirm, Qt.Key.Key_R)
    assert review.decisions.question is None
    qtbot.keyClick(asked.confirm, Qt.Key.Key_Escape)
    assert not asked.isVisible()
    assert services.findings[1][0].is_open


def test_who_says_that_the_text_is_not_right_is_led_to_it(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = (finding(7, Severity.BLOCKING, box=SOURCE_MAP[3].boxes[0]),)
    review = opened(window, services, qtbot, 1)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_F8)
    qtbot.keyClick(review, Qt.Key.Key_F9)
    qtbot.waitUntil(review.settling.isVisible)
    qtbot.keyClick(review.settling, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: review.text.view.is_source)
    assert services.findings[1][0].is_open


def test_the_next_document_comes_with_a_key_riskiest_first(window, services, settings, qtbot):
    services.holds(document(1), document(2), document(3, review_status=ReviewStatus.VERIFIED))
    review = opened(window, services, qtbot, 1)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_N, CTRL)
    qtbot.waitUntil(lambda: review.opened.document_id == 2)
    settled(window, qtbot)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_N, CTRL)
    qtbot.waitUntil(lambda: review.opened.document_id == 1)


def test_a_correction_hands_over_only_what_was_changed(review, services, window, qtbot):
    qtbot.mouseClick(review.correct, Qt.MouseButton.LeftButton)
    question = review.decisions.question
    assert isinstance(question, CorrectionQuestion)
    question.fields["product_name"].clear()
    compose(question.fields["product_name"], "安心保2.0")
    changed = question.changed()
    assert changed.product_name == "安心保2.0"
    assert changed.company is None
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[1].product_name == "安心保2.0")
    settled(window, qtbot)
    assert review.title.text().startswith("安心保2.0")


def test_what_the_service_refuses_is_shown_as_a_sentence(review, services, window, qtbot):
    looked_through(review, window, qtbot)
    services.fail_in("approve", ReviewRefused("gui.blocked", count=3))
    with qtbot.waitSignal(window.context.noticed):
        qtbot.mouseClick(review.approve, Qt.MouseButton.LeftButton)
    assert "3 个阻断问题" in window.notice.message.text()
    assert review.approve.isEnabled()


def test_a_page_that_cannot_be_drawn_says_why_and_the_text_is_still_there(window, services, qtbot):
    services.holds(document(1))
    services.fail_in("page", ReviewRefused("machine.no_display"))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.context.place_wanted.emit(Place(1))
    qtbot.waitUntil(lambda: "显示器" in window.review.page.view.paper._message)
    assert "责任免除" in window.review.text.view.rendered.toPlainText()


def test_composing_text_never_triggers_a_command(review, services, window, qtbot):
    review.text.toggle_source()
    before = len(services.calls)
    source = review.text.view.source
    for letters in ("n", "r", "tongguo", "bohui"):
        compose(source, letters)
        qtbot.keyClicks(source, letters)
    assert review.decisions.question is None
    assert review.opened.document_id == 1
    assert services.calls[before:] == []


@pytest.mark.requirement("US2")
def test_a_whole_review_is_done_by_keyboard_alone(window, services, settings, qtbot):
    """From the library over a finding to the approval and on to the next document."""
    services.holds(document(1), document(2))
    services.findings[1] = (finding(7, Severity.BLOCKING),)
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()

    def press(key, modifier=Qt.KeyboardModifier.NoModifier):
        qtbot.keyClick(QApplication.focusWidget() or window, key, modifier)

    qtbot.keyClick(window, Qt.Key.Key_1, CTRL)
    window.activateWindow()
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.review.opened is not None and window.context.jobs.is_idle)
    assert window.review.opened.document_id == 1
    press(Qt.Key.Key_F8)
    press(Qt.Key.Key_Return, CTRL | SHIFT)
    question = window.review.decisions.question
    assert isinstance(question, BlockedQuestion)
    question.reason.setFocus()
    compose(question.reason, "已核对")
    qtbot.keyClick(question.reason, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(window.review.decisions.question, ReviewerQuestion))
    name = window.review.decisions.question
    compose(name.name, "王敏")
    qtbot.keyClick(name.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED and window.context.jobs.is_idle)
    qtbot.waitUntil(window.isActiveWindow)
    press(Qt.Key.Key_N, CTRL)
    qtbot.waitUntil(lambda: window.review.opened.document_id == 2)


def test_nothing_is_asked_of_the_library_on_the_main_thread(review, services, window, qtbot):
    looked_through(review, window, qtbot)
    qtbot.mouseClick(review.approve, Qt.MouseButton.LeftButton)
    settled(window, qtbot)
    assert {"sheet", "page", "approve"} <= set(services.calls)
    assert services.on_main_thread == []
