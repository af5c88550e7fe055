"""A library of two packs in the window: one is chosen, and what is imported, reviewed and asked is that one's alone."""

import shutil

import pytest
from PySide6.QtCore import Qt

from insurance_desktop import paths
from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.gui.application import make_window, open_workspace
from insurance_desktop.gui.pages import SETTINGS, Place
from insurance_desktop.packs.labels import pack_label
from insurance_desktop.services.library.documents import list_documents

PATIENCE_MS = 60_000
SHARED = "return deposit Owner 合同"
"""Words that both packs' clauses could answer to."""


@pytest.fixture
def opened(dressed, settings, qtbot, sample_library, packs):
    """Opens the window on the samples' library where two packs are installed, as often as it is called."""
    settings.reviewer = "Ann"
    windows = []

    def open_window():
        made = make_window(dressed, settings, open_workspace, sample_library)
        windows.append(made)
        qtbot.addWidget(made)
        made.show()
        with qtbot.waitSignal(made.context.opened, timeout=PATIENCE_MS):
            made.open_library(sample_library)
        settled(qtbot, made)
        return made

    yield open_window
    for each in windows:
        each.context.close()


def settled(qtbot, window):
    qtbot.waitUntil(lambda: window.context.jobs.is_idle, timeout=PATIENCE_MS)


def choose(qtbot, window, chooser, pack):
    """As a user does: the list is opened, a line of it taken."""
    line = chooser.findData(pack)
    chooser.setCurrentIndex(line)
    chooser.activated.emit(line)
    qtbot.waitUntil(lambda: window.context.pack == pack, timeout=PATIENCE_MS)
    settled(qtbot, window)


def imported(qtbot, window, path):
    """The document of a file, once it is converted and listed."""
    before = {each.document_id for each in window.context.documents}
    window.context.imports.take_in([path])
    qtbot.waitUntil(lambda: len(window.context.documents) > len(before), timeout=PATIENCE_MS)
    settled(qtbot, window)
    (new,) = (each for each in window.context.documents if each.document_id not in before)
    return new


def approved(qtbot, window, document_id):
    """By the button, with a reason where the page asks for one."""
    window.library.open_in_review(document_id)
    review = window.review
    qtbot.waitUntil(lambda: review.opened is not None and window.context.jobs.is_idle, timeout=PATIENCE_MS)
    qtbot.mouseClick(review.approve, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: review.decisions.question is not None)
    question = review.decisions.question
    if hasattr(question, "anyway"):
        qtbot.mouseClick(question.anyway, Qt.MouseButton.LeftButton)
    else:
        question.reason.setText("read beside the page")
        question.accept()
    qtbot.waitUntil(
        lambda: window.context.document(document_id).review_status is ReviewStatus.VERIFIED, timeout=PATIENCE_MS
    )
    settled(qtbot, window)


def answers(qtbot, window, question):
    """The documents of the hits to a question."""
    window.show_page("search")
    window.search.question.setText(question)
    window.search.asking.has_answer = False
    window.search.ask()
    qtbot.waitUntil(lambda: window.search.asking.has_answer, timeout=PATIENCE_MS)
    settled(qtbot, window)
    return {card.hit.source_reference.document_id for card in window.search.cards}


def test_a_second_pack_runs_through_import_review_and_search_beside_the_first(opened, agreement, qtbot):
    window = opened()
    samples = {each.document_id for each in window.context.documents}
    assert len(samples) == 3
    chooser = window.library.pack
    assert chooser.isVisible()
    labels = [pack_label("insurance"), "Hire agreements"]
    assert [chooser.itemText(line) for line in range(chooser.count())] == labels
    assert answers(qtbot, window, "犹豫期") <= samples

    choose(qtbot, window, window.search.pack, "english")
    assert window.context.documents == () and window.library.model.rowCount() == 0
    assert window.search.cards == [] and not window.search.asking.has_answer
    assert window.status.library.text().endswith("· Hire agreements")
    document = imported(qtbot, window, agreement)
    assert document.conversion_status is ConversionStatus.CONVERTED
    approved(qtbot, window, document.document_id)
    assert {each.section_id for each in window.review.opened.review.clauses} >= {"1.1", "1.2", "2.1"}
    assert ["Charges"] in [list(each.category) for each in window.review.opened.review.clauses]
    assert answers(qtbot, window, SHARED) == {document.document_id}

    choose(qtbot, window, window.search.pack, "insurance")
    assert {each.document_id for each in window.context.documents} == samples
    assert window.search.cards == [], "the other pack's answers are gone"
    assert window.review.opened is None
    assert document.document_id not in answers(qtbot, window, SHARED)

    window.context.place_wanted.emit(Place(document.document_id, page=1))
    qtbot.waitUntil(lambda: window.review.opened is not None, timeout=PATIENCE_MS)
    assert window.context.pack == "english", "the document's own pack reads it"
    assert window.review.opened.document_id == document.document_id


def test_the_pack_in_use_is_in_use_again_after_the_next_start(opened, qtbot):
    window = opened()
    choose(qtbot, window, window.library.pack, "english")
    window.close()
    again = opened()
    assert again.context.pack == "english"
    assert again.library.pack.currentData() == "english"
    assert again.context.documents == ()


def test_an_import_goes_on_by_the_pack_that_it_was_begun_with(opened, agreement, qtbot):
    window = opened()
    choose(qtbot, window, window.library.pack, "english")
    with qtbot.waitSignal(window.context.noticed, timeout=PATIENCE_MS):
        window.context.imports.take_in([agreement])
        window.choose_pack("insurance")
    settled(qtbot, window)
    assert window.context.pack == "insurance"
    found = []
    window.context.read(lambda workspace: list_documents(workspace.read_by("english").library), found.append)
    settled(qtbot, window)
    assert [each.pages for each in found[0]] == [1]
    assert found[0][0].document_id not in {each.document_id for each in window.context.documents}


def test_unsaved_words_are_asked_about_before_another_pack_is_read(opened, qtbot):
    window = opened()
    first = window.context.documents[0]
    window.library.open_in_review(first.document_id)
    review = window.review
    qtbot.waitUntil(lambda: review.opened is not None and window.context.jobs.is_idle, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not review.text.view.writer.is_writing)
    review.text.toggle_source()
    review.text.view.source.insertPlainText("x")
    qtbot.waitUntil(lambda: review.text.view.is_edited)
    window.choose_pack("english")
    assert window.current is review
    assert window.context.pack == "insurance"
    qtbot.mouseClick(review.leave_question.discard, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.context.pack == "english", timeout=PATIENCE_MS)
    assert review.opened is None


@pytest.fixture
def one_pack(tmp_path, monkeypatch):
    """As where a distribution brings the first pack alone."""
    folder = tmp_path / "alone"
    shutil.copytree(paths.resource_root() / "packs" / "insurance", folder / "insurance")
    (folder / "packs.toml").write_text('offered = ["insurance"]\n', encoding="utf-8")
    monkeypatch.setattr(paths, "pack_folders", lambda: (folder,))


def test_with_one_pack_there_is_nothing_to_choose(one_pack, window, qtbot):
    window.show_page("search")
    for page in (window.library, window.search):
        assert not page.pack.isVisible() and page.pack.count() == 0
    assert window.status.library.text().endswith("library.db")
    window.context.tell(Changes(products=True))
    assert not window.search.pack.isVisible()


def offered(chooser):
    return [chooser.itemData(line) for line in range(chooser.count())]


def test_a_field_that_ships_beside_the_first_is_chosen_from_once_it_is_wanted(window, qtbot):
    window.show_page(SETTINGS)
    card = window.settings_page.fields
    box, chooser = card.boxes["maritime"], window.library.pack
    assert not box.isChecked() and offered(chooser) == []
    qtbot.waitUntil(lambda: "尚未安装" in card.states["maritime"].text(), timeout=PATIENCE_MS)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert offered(chooser) == ["insurance", "maritime"]
    assert window.context.settings.packs == {"maritime"}
    box.click()
    assert offered(chooser) == []


def test_the_practice_of_a_field_is_imported_into_it_and_waits_for_review(opened, qtbot):
    window = opened()
    window.show_page(SETTINGS)
    button = window.settings_page.fields.practice["maritime"]
    qtbot.keyClick(button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(window.context.documents) == 6, timeout=PATIENCE_MS)
    settled(qtbot, window)
    assert window.context.pack == "maritime"
    assert {each.review_status for each in window.context.documents} == {ReviewStatus.PENDING}
    assert {each.document_type for each in window.context.documents} == {"实务"}


def test_a_model_that_the_program_does_not_know_is_refused_in_words(window, qtbot, tmp_path):
    file = tmp_path / "other.onnx"
    file.write_bytes(b"no network")
    window.show_page(SETTINGS)
    window.settings_page.fields.install_from(file)
    qtbot.waitUntil(window.notice.isVisible, timeout=PATIENCE_MS)
    assert str(file) in window.notice.message.text()
