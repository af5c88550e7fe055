"""Questions and answers in the window: checked sentences as they come, what they cite, what was struck, what was said
before."""

import threading

import pytest
from fake_services import document
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from insurance_desktop.domain.answers import ClauseLink
from insurance_desktop.domain.asking import (
    EXTRACTIVE,
    AnswerCitation,
    AnswerSentence,
    AskedAnswer,
    AskProgress,
    Confidence,
    Role,
    Stage,
    StageTimes,
    Turn,
)
from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus, ReviewStatus
from insurance_desktop.gui.asking.turn_card import Chip
from insurance_desktop.gui.running.jobs import APPROVALS
from insurance_desktop.packs.wording import say
from insurance_desktop.services.asking.memory import Memory

QUESTION = "犹豫期有几天？"
HEAD = AnswerSentence("《安心保》3.2 犹豫期（第 3 页）", (), checked=False)
TRUE = AnswerSentence("犹豫期为<20>日[1]", (1,), checked=True)
LIE = AnswerSentence("犹豫期为30日[1]", (1,), checked=True, struck=True, reason="所引条款里没有“30日”。")
CITED = AnswerCitation(1, "[1] 《安心保》3.2 犹豫期，第 3 页", "c-1", 3, "自签收次日起20日为犹豫期。", verified=True)
SESSION = "session-1"


def answered(status=AnswerStatus.OK, sentences=(HEAD, TRUE, LIE), cited=(CITED,), **changes):
    told = {"confidence": Confidence.HIGH, "probability": 0.91, "model_used": EXTRACTIVE, "message": None} | changes
    return AskedAnswer(
        status,
        SESSION,
        QUESTION,
        "fact",
        "犹豫期为20日[1]",
        sentences,
        cited,
        sources=(),
        timing=StageTimes(1, 200, 30, 4, 1234),
        **told,
    )


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def page(window, services, qtbot):
    services.holds(document(1, review_status=ReviewStatus.VERIFIED))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page("ask")
    return window.page("ask")


def ask(page, qtbot, services, answer, words=QUESTION):
    services.answered.append(answer)
    compose(page.question, words)
    qtbot.keyClick(page.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.turns[-1].answer is not None)
    return page.turns[-1]


def test_an_answer_shows_its_checked_sentences_and_says_who_wrote_it(page, services, qtbot):
    card = ask(page, qtbot, services, answered())
    assert "犹豫期为&lt;20&gt;日" in card.body.text(), "what others wrote is never read as markup"
    assert "30日" not in card.body.text()
    assert "<b>《安心保》3.2" in card.body.text()
    for words in ("把握高", "91%", "1.2 秒"):
        assert words in card.facts.text()
    assert "核对 4 毫秒" in card.facts.toolTip()
    assert "qwen3:8b" in ask(page, qtbot, services, answered(model_used="qwen3:8b")).facts.text()
    assert not page.question.text()
    assert not services.on_main_thread


@pytest.fixture
def approved(page, services, qtbot):
    """Set once the first document is approved; until then its approval is under way, and a question was asked."""
    services.holds(document(1))
    with qtbot.waitSignal(page.context.listed):
        page.context.refresh()
    ended = threading.Event()
    page.context.run("approving", lambda *_: ended.wait(60), lambda _: None, lane=APPROVALS)
    services.answered.append(answered())
    compose(page.question, QUESTION)
    qtbot.keyClick(page.question, Qt.Key.Key_Return)
    yield ended
    ended.set()


def test_a_question_before_anything_is_verified_waits_for_the_approval_under_way(page, approved, services, qtbot):
    with qtbot.waitSignal(page.context.listed):
        page.context.refresh()
    assert services.answered, "the question was asked before anything could answer it"
    approved.set()
    qtbot.waitUntil(lambda: page.turns[-1].answer is not None)


def test_a_question_that_waits_can_be_stopped(page, approved, services, qtbot):
    page.stop()
    qtbot.waitUntil(lambda: not page.stop_button.isVisible())
    assert not approved.is_set()
    assert services.answered, "the question was asked all the same"


def test_a_chip_and_a_number_open_the_page_of_the_clause(page, services, qtbot):
    card = ask(page, qtbot, services, answered())
    chip = card.findChild(Chip)
    assert chip.accessibleName() == f"打开原页：{CITED.citation}"
    assert chip.accessibleDescription() == CITED.quote
    for press in (lambda: qtbot.keyClick(chip, Qt.Key.Key_Space), lambda: card.body.linkActivated.emit("1")):
        with qtbot.waitSignal(page.context.place_wanted) as wanted:
            press()
        assert (wanted.args[0].document_id, wanted.args[0].page, len(wanted.args[0].boxes)) == (1, 3, 1)
    assert services.followed[-1].endswith("clause=c-1&page=3")


def test_what_was_struck_is_shown_on_request_with_its_reason(page, services, qtbot):
    card = ask(page, qtbot, services, answered())
    assert not card.struck.isVisible()
    assert card.struck_button.text() == "删去的 1 句"
    card.struck_button.click()
    assert card.struck.isVisible()
    assert "<s>犹豫期为30日</s>" in card.struck.text()
    assert "没有“30日”" in card.struck.text()
    card.struck_button.click()
    assert not card.struck.isVisible()


def test_sentences_come_as_they_are_checked_and_are_void_where_writing_begins_anew(page, services, qtbot):
    services.told = [AskProgress(Stage.RETRIEVAL), AskProgress(Stage.GENERATION), AskProgress(Stage.GENERATION, TRUE)]
    services.wait_in("writing")
    services.answered.append(answered())
    compose(page.question, QUESTION)
    page.ask()
    card = page.turns[-1]
    qtbot.waitUntil(lambda: "日" in card.body.text())
    assert "核对后才显示" in card.state.text()
    assert card.answer is None
    assert page.stop_button.isVisible()
    card.hear(AskProgress(Stage.EXTRACTION))
    assert not card.body.text()
    services.let_go()
    qtbot.waitUntil(lambda: card.answer is not None)


def test_a_stopped_answer_leaves_nothing_that_looks_like_one(page, services, qtbot):
    services.told = [AskProgress(Stage.GENERATION, TRUE)]
    services.wait_in("writing")
    compose(page.question, QUESTION)
    page.ask()
    qtbot.waitUntil(lambda: bool(page.turns[-1].body.text()))
    page.stop_button.click()
    qtbot.waitUntil(lambda: "已停止" in page.turns[-1].state.text())
    assert not page.turns[-1].body.text()
    assert page.ask_button.isVisible()


@pytest.mark.parametrize("status", [each for each in AnswerStatus if each is not AnswerStatus.OK])
def test_what_is_no_sure_answer_says_so_in_words(page, services, qtbot, status):
    told = answered(status, (), (), confidence=Confidence.LOW, probability=0.0, message="另有一句。")
    card = ask(page, qtbot, services, told)
    assert card.state.isVisible()
    assert card.state.text().splitlines() == [say(f"asking_page.status_{_NAMES.get(status, status)}"), "另有一句。"]


@pytest.mark.parametrize("status", [AnswerStatus.WEAK, AnswerStatus.NO_MATCH])
def test_what_rests_on_no_clause_is_not_sure_of_anything_and_not_handed_on(page, services, qtbot, status):
    card = ask(page, qtbot, services, answered(status, (), (), probability=0.64))
    assert "%" not in card.facts.text()
    assert not card.copy_button.isVisible()
    assert not card.export_button.isVisible()
    QGuiApplication.clipboard().setText("before")
    qtbot.keyClick(page.question, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == "before"


_NAMES = {AnswerStatus.EMPTY_LIBRARY: "empty", AnswerStatus.INDEX_STALE: "stale"}


def test_a_failure_is_a_sentence_on_the_card(page, services, qtbot):
    services.fail_in("ask", UsageError("memory.no_session_id"))
    compose(page.question, QUESTION)
    page.ask()
    qtbot.waitUntil(lambda: "会话编号不对" in page.turns[-1].state.text())
    assert page.ask_button.isVisible()


def test_a_follow_up_goes_into_the_same_session_and_a_new_conversation_into_its_own(page, services, qtbot):
    ask(page, qtbot, services, answered())
    ask(page, qtbot, services, answered(), "那从哪天算起")
    page.new_button.click()
    assert not page.turns
    ask(page, qtbot, services, answered())
    assert [each.session_id for each in services.ask_requests] == [None, SESSION, None]


def test_the_answer_is_copied_with_its_sources(page, services, qtbot):
    card = ask(page, qtbot, services, answered())
    card.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(QUESTION)
    assert "犹豫期为<20>日[1]" in copied
    assert CITED.citation in copied
    assert "30日" not in copied


def test_an_answer_from_before_a_change_of_what_is_verified_says_so(page, services, qtbot):
    card = ask(page, qtbot, services, answered())
    page.context.tell(Changes(frozenset({1}), index=True))
    assert "这是当时的回答" in card.state.text()


def remembered():
    with Memory() as memory:
        link = ClauseLink("c-1", "3.2", "犹豫期")
        asked = Turn("1", Role.USER, QUESTION, "2026-11-28T08:00:00+00:00")
        told = Turn("2", Role.ASSISTANT, "**标题**\n\n犹豫期为20\\*日[1]", "2026-11-28T08:00:01+00:00", cited=(link,))
        memory.add(SESSION, asked, told)


def test_an_earlier_conversation_is_opened_gone_on_with_and_deleted(page, services, qtbot):
    remembered()
    page.history.look()
    qtbot.waitUntil(lambda: page.history.list.count() == 1)
    item = page.history.list.item(0)
    assert "犹豫期" in item.text()
    page.history.list.setCurrentItem(item)
    qtbot.keyClick(page.history.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(page.turns) == 1)
    assert page.turns[0].question == QUESTION
    assert page.turns[0].plain == "标题\n犹豫期为20*日[1]"
    assert "没有再核对" in page.turns[0].state.text()
    ask(page, qtbot, services, answered(), "那从哪天算起")
    assert services.ask_requests[-1].session_id == SESSION
    qtbot.waitUntil(lambda: page.context.jobs.is_idle)
    page.history.list.setCurrentRow(0)
    qtbot.keyClick(page.history.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not page.turns)
    qtbot.waitUntil(lambda: page.history.list.count() == 0)
    with Memory() as memory:
        assert not memory.sessions()


def test_all_conversations_are_deleted_only_after_a_question(page, qtbot):
    remembered()
    page.history.look()
    qtbot.waitUntil(lambda: page.history.list.count() == 1)
    page.history.delete_all.click()
    assert page.history.list.count() == 1
    page.history.asking.confirm.click()
    qtbot.waitUntil(lambda: page.history.list.count() == 0)


def test_an_answer_becomes_a_file_with_its_sources_as_footnotes(page, services, qtbot, tmp_path):
    card = ask(page, qtbot, services, answered())
    for name in ("a.md", "a.docx"):
        with qtbot.waitSignal(page.context.noticed) as told:
            page.export_to(card, tmp_path / name)
        assert str(tmp_path / name) in told.args[0].message
    assert "[^1]: 《安心保》3.2" in (tmp_path / "a.md").read_text("utf-8")
    with qtbot.waitSignal(page.context.noticed) as told:
        page.export_to(card, tmp_path / "a.md")
    assert told.args[0].kind == "error", "no file is written over"
