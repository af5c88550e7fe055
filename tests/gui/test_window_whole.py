"""The real services behind the real window: somebody imports, reviews, approves and asks."""

import re
import zipfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.gui.importing import sample_files
from insurance_desktop.services.library import links

CTRL = Qt.KeyboardModifier.ControlModifier
PATIENCE_MS = 60_000


@pytest.fixture
def window(real_window):
    return real_window


@pytest.mark.requirement("US2", "FR-005", "SC-001")
def test_somebody_imports_reviews_approves_and_asks(window, qtbot, tmp_path):
    with qtbot.waitSignal(window.context.noticed, timeout=PATIENCE_MS):
        window.context.imports.take_in(sample_files())
    qtbot.waitUntil(lambda: len(window.context.documents) == len(sample_files()), timeout=PATIENCE_MS)
    clean = next(
        each
        for each in window.context.documents
        if each.conversion_status is ConversionStatus.CONVERTED and not each.findings.blocking
    )

    window.library.open_in_review(clean.document_id)
    review = window.review
    qtbot.waitUntil(lambda: review.page.view.paper.has_picture and window.context.jobs.is_idle, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not review.text.view.writer.is_writing)
    sheet = review.opened.review
    assert review.text.view.text == sheet.markdown
    assert sheet.coverage.unaccounted == 0

    spans = [span for span in sheet.source_map if span.boxes]
    assert spans
    for span in spans:
        box = span.boxes[0]
        found = review.opened.links.at_point(box.page, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        assert found is not None
        assert review.opened.links.at_offset(found.start).boxes == found.boxes

    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_Return, CTRL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.mouseClick(review.decisions.question.anyway, Qt.MouseButton.LeftButton)  # none of it was marked as seen
    qtbot.waitUntil(
        lambda: window.context.document(clean.document_id).review_status is ReviewStatus.VERIFIED, timeout=PATIENCE_MS
    )
    assert window.context.document(clean.document_id).indexed_clauses > 0
    qtbot.waitUntil(lambda: window.context.jobs.is_idle, timeout=PATIENCE_MS)
    assert review.opened.review.decisions[-1].reviewer == "王敏"

    clause = next(each for each in sheet.clauses if each.section_id[0].isdigit() and len(each.text) > 40)
    window.show_page("search")
    window.search.question.setText(f"{clause.section_id} {clause.section_title}")
    window.search.ask()
    qtbot.waitUntil(lambda: bool(window.search.cards), timeout=PATIENCE_MS)
    card = window.search.cards[0]
    assert card.hit.source_reference.document_id == clean.document_id
    assert card.hit.content in {each.text for each in sheet.clauses}
    hit = card.hit
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(review.isVisible)
    assert review.page.page == hit.source_reference.boxes[0].page

    window.show_page("search")
    take_the_hit_home(window, qtbot, card, tmp_path)
    ask_the_other_views(window, qtbot, hit)


def take_the_hit_home(window, qtbot, card, folder):
    """Its citation leads back to it, its evidence checks itself, its question is kept."""
    card.copy()
    qtbot.waitUntil(lambda: card.copy_button.text() == "✓ 已复制", timeout=PATIENCE_MS)
    link = re.search(r"baoxian://\S+", QGuiApplication.clipboard().text()).group()
    followed = window.context.read(
        lambda workspace: links.follow(workspace.library, link), lambda place: setattr(window, "followed", place)
    )
    qtbot.waitUntil(lambda: followed.state == "done" and hasattr(window, "followed"), timeout=PATIENCE_MS)
    assert window.followed.clause_id == card.hit.chunk_id

    with qtbot.waitSignal(window.context.noticed, timeout=PATIENCE_MS):
        window.search.taking.pack_to(card.hit.chunk_id, folder / "evidence")
    with zipfile.ZipFile(folder / "evidence.zip") as pack:
        assert "verify.py" in pack.namelist()

    window.search.asking.keep(card.hit)
    with qtbot.waitSignal(window.context.noticed, timeout=PATIENCE_MS):
        window.search.taking.question.accept()


def ask_the_other_views(window, qtbot, hit):
    """Exclusions, surrender and the check of an answer, each of the product of the hit."""
    search = window.search
    search.product.setText(hit.source_reference.product_name)
    search.exclusions.scenario.setText("酒后驾驶机动车受伤")
    search.checking.paper.setPlainText(f"条款写道：“{hit.content[:30]}”。")
    for view in (search.exclusions, search.surrender, search.checking):
        search.tabs.setCurrentWidget(view)
        search.ask()
        qtbot.waitUntil(lambda view=view: view.has_answer, timeout=PATIENCE_MS)
        assert view.silence is None
        assert view.cards
    assert search.checking.cards[0].verdict.text() == "✓ 逐字一致"
