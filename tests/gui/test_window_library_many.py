"""The library page with many documents: found by sound, narrowed, several treated at once, and all that is known."""

import pytest
from fake_services import document
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton

from insurance_desktop.domain.documents import FindingCounts, GivenMetadata
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.states import ConversionStatus, EditionStatus, ReviewStatus
from insurance_desktop.gui.library.details import MOST_EDITIONS, more_facts
from insurance_desktop.services.products.name_matching import sort_key, spelled
from insurance_desktop.services.review.document_facts import DocumentFacts
from insurance_desktop.store.collecting.collection import Receipt

SHIFT = Qt.KeyboardModifier.ShiftModifier


def listed(window, qtbot, services, *documents):
    services.holds(*documents)
    with qtbot.waitSignal(window.context.listed, timeout=20_000):
        window.context.refresh()
    return window.library


def shown(page):
    return [page.model.at(row).document_id for row in range(page.model.rowCount())]


def pick(chooser, words):
    chooser.setCurrentIndex(chooser.findText(words))


@pytest.fixture
def mixed(window, services, qtbot):
    return listed(
        window,
        qtbot,
        services,
        document(1, product_name="重大疾病保险", company="安康人寿", findings=FindingCounts(1, 0)),
        document(2, product_name="安心两全保险", company="平顺人寿", document_type="费率表"),
        document(3, product_name="康乐医疗保险", company="平顺人寿", findings=FindingCounts(0, 2)),
        document(
            4, product_name="长寿年金保险", company="安康人寿", conversion_status=ConversionStatus.FAILED, reason="坏"
        ),
    )


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("anxin", [2]),
        ("kangle", [3]),
        ("zdjb", [1]),
        ("pingshun", [2, 3]),
        ("akrs", [1, 4]),
        ("kl 医疗", [3]),
        ("x9", []),
    ],
)
def test_names_are_found_by_characters_pinyin_and_initials(mixed, qtbot, typed, found):
    mixed.search.setText(typed)
    assert sorted(shown(mixed)) == found


def test_names_are_sorted_by_sound_and_back(mixed, qtbot):
    header = mixed.table.horizontalHeader()
    mixed.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert header.sortIndicatorSection() == 0
    assert shown(mixed) == [2, 4, 3, 1]
    mixed.table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert shown(mixed) == [1, 3, 4, 2]


def test_state_findings_company_and_kind_narrow_together_and_are_cleared_at_once(mixed, qtbot):
    filters = mixed.filters
    assert not filters.clear.isVisible()
    pick(filters.company, "平顺人寿")
    assert shown(mixed) == [3, 2]
    pick(filters.kind, "费率表")
    assert shown(mixed) == [2]
    qtbot.mouseClick(filters.clear, Qt.MouseButton.LeftButton)
    assert len(shown(mixed)) == 4
    pick(filters.findings, "■ 阻断")
    assert shown(mixed) == [1]
    pick(filters.findings, "有待处理问题")
    assert shown(mixed) == [3, 1]
    pick(filters.findings, "没有问题")
    assert shown(mixed) == [4, 2]
    filters.reset()
    pick(filters.status, "✕ 转换失败")
    assert shown(mixed) == [4]


def test_a_company_that_is_gone_no_longer_hides_the_rest(mixed, window, services, qtbot):
    pick(mixed.filters.company, "安康人寿")
    listed(window, qtbot, services, document(2, company="平顺人寿"))
    assert shown(mixed) == [2]
    assert mixed.filters.company.currentIndex() == 0


def test_several_are_chosen_by_keys_copied_and_stay_chosen(mixed, window, qtbot):
    mixed.table.setFocus()
    mixed.table.selectRow(0)
    qtbot.keyClick(mixed.table, Qt.Key.Key_Down, SHIFT)
    qtbot.keyClick(mixed.table, Qt.Key.Key_Down, SHIFT)
    assert [each.document_id for each in mixed.selected()] == [4, 3, 2]
    assert "3" in mixed.several.count.text()
    assert mixed.several.isVisible()
    assert not mixed.details.isVisible()
    qtbot.keyClick(mixed.several.copy, Qt.Key.Key_Return)
    lines = QApplication.clipboard().text().splitlines()
    assert len(lines) == 4
    assert lines[1].split("\t")[0] == "长寿年金保险"
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    mixed.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert {each.document_id for each in mixed.selected()} == {4, 3, 2}


@pytest.mark.requirement("FR-006")
def test_several_are_rejected_with_one_reason_each_on_record(mixed, window, services, settings, qtbot):
    settings.reviewer = "王敏"
    mixed.table.selectAll()
    qtbot.mouseClick(mixed.several.reject, Qt.MouseButton.LeftButton)
    question = mixed.several.question
    assert not question.confirm.isEnabled()
    question.reason.setPlainText("重复收集")
    with qtbot.waitSignal(window.context.noticed) as notice:
        question.accept()
    assert notice.args[0].kind == "good"
    assert [(each.document_id, each.reviewer, each.reason) for each in services.log] == [
        (number, "王敏", "重复收集") for number in (4, 3, 2, 1)
    ]
    assert all(each.review_status is ReviewStatus.REJECTED for each in services.rows.values())


def test_the_name_is_asked_for_first_and_refusals_are_told_one_by_one(mixed, window, services, settings, qtbot):
    mixed.table.selectAll()
    services.fail_in("correct", ReviewRefused("services.correction_without_change", document_id=4))
    qtbot.mouseClick(mixed.several.correct, Qt.MouseButton.LeftButton)
    mixed.several.question.fields["company"].setText("平顺人寿保险股份有限公司")
    mixed.several.question.accept()
    name = mixed.several.question
    name.name.setText("李力")
    with qtbot.waitSignal(window.context.noticed) as notice:
        name.accept()
    assert settings.reviewer == "李力"
    assert notice.args[0].kind == "warning"
    assert "4" in notice.args[0].message
    assert "没有任何改动" in notice.args[0].details


def test_details_tell_editions_versions_and_how_the_file_was_fetched(window, services, qtbot):
    services.receipts[2] = tuple(
        Receipt("2026-11-01T08:00:00+00:00", "GET", f"https://example.com/{each}.pdf", 200, 10, "a", "saved", "r")
        for each in range(7)
    )
    page = listed(
        window,
        qtbot,
        services,
        document(1, product_id=9, edition_status=EditionStatus.SUPERSEDED, edition="2001"),
        document(2, product_id=9, download_url="https://example.com/0.pdf"),
    )
    page.table.selectRow(page.model.places[2])
    qtbot.waitUntil(lambda: "gui.fact_receipts" in dict(page.details.lines))
    lines = {key: text.replace("\u200b", "") for key, text in page.details.lines}
    assert "2001（已被替换）" in lines["gui.fact_editions"]
    assert "https://example.com/0.pdf" in lines["gui.fact_url"]
    assert lines["gui.fact_receipts"].count("GET") == 5
    assert lines["gui.fact_receipts"].endswith("还有 2 条")
    (copy,) = (each for each in page.details.findChildren(QToolButton) if each.toolTip() == f"{2:064x}")
    assert copy.text() == "复制", "a hash is for machines"
    copy.click()
    assert QApplication.clipboard().text() == f"{2:064x}"


def test_details_are_read_for_the_document_where_the_reader_stops(window, services, qtbot):
    page = listed(window, qtbot, services, *(document(number) for number in range(1, 30)))
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)
    before = services.calls.count("facts")
    page.table.setFocus()
    for _ in range(20):
        qtbot.keyClick(page.table, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: services.calls.count("facts") > before and window.context.jobs.is_idle)
    assert services.calls.count("facts") - before <= 2


def test_a_list_that_has_not_changed_is_not_laid_out_again(window, services, qtbot):
    page = listed(window, qtbot, services, *(document(number) for number in range(1, 50)))
    resets = []
    page.model.modelReset.connect(lambda: resets.append(1))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    assert resets == []


@pytest.mark.parametrize(
    ("name", "sounds"),
    [
        ("安心", "anxin ax"),
        ("AB", ""),
        ("", ""),
        ("A款", "akuan ak"),
        ("〇", "〇 〇"),
        ("重庆", "chongqing cq zhongqing zq"),
    ],
)
def test_a_name_is_spelled_in_full_and_by_initials(name, sounds):
    assert set(spelled(name).split()) >= set(sounds.split())


def test_characters_of_one_sound_stand_together():
    names = ["张", "安", "章", "B", "1", "昂", "刚"]
    assert sorted(names, key=sort_key) == ["1", "安", "昂", "B", "刚", "张", "章"]


def test_the_name_that_a_file_came_with_is_found_copied_and_tells_editions_apart(window, services, qtbot):
    same = {"product_name": "安心两全保险", "company": "平顺人寿"}
    library = listed(
        window,
        qtbot,
        services,
        document(1, original_name="AX-2020终稿.pdf", **same),
        document(2, original_name="扫描件0012.pdf", **same),
        document(3, product_name="长寿年金保险", original_name="x.pdf"),
    )
    titles = [library.model.data(library.model.index(row, 0)) for row in range(3)]
    assert sorted(titles) == ["安心两全保险　AX-2020终稿.pdf", "安心两全保险　扫描件0012.pdf", "长寿年金保险"]
    library.search.setText("ax-2020")
    assert shown(library) == [1]
    library.search.clear()
    library.table.selectAll()
    library.several.copy_list()
    lines = QApplication.clipboard().text().splitlines()
    assert {each.split("\t")[-1] for each in lines[1:]} == {"AX-2020终稿.pdf", "扫描件0012.pdf", "x.pdf"}


# --- taking back --------------------------------------------------------------------------------------------------


def test_a_failed_document_is_converted_again(mixed, services, qtbot):
    mixed._choose([mixed.model.places[4]])
    qtbot.mouseClick(mixed.details.taking_back.convert, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[4].conversion_status is ConversionStatus.CONVERTED)
    qtbot.waitUntil(lambda: mixed.context.document(4).conversion_status is ConversionStatus.CONVERTED)


def test_imports_are_withdrawn_after_a_question_and_what_was_worked_on_stays(mixed, window, services, qtbot):
    services.correct(None, 3, reviewer="王敏", metadata=GivenMetadata(company="康乐人寿"))
    mixed._choose([mixed.model.places[2], mixed.model.places[3]])
    qtbot.mouseClick(mixed.several.taking_back.withdraw, Qt.MouseButton.LeftButton)
    assert set(services.rows) == {1, 2, 3, 4}
    with qtbot.waitSignal(window.context.noticed) as said:
        qtbot.mouseClick(mixed.several.taking_back.question.confirm, Qt.MouseButton.LeftButton)
    assert set(services.rows) == {1, 3, 4}
    assert "没有做成 1 份" in said.args[0].message and "已经有人处理过" in said.args[0].hint
    qtbot.waitUntil(lambda: sorted(shown(mixed)) == [1, 3, 4])


def test_a_withdrawn_document_leaves_the_review_page(mixed, window, services, qtbot):
    mixed.open_in_review(2)
    qtbot.waitUntil(lambda: window.review.opened is not None and window.context.jobs.is_idle)
    notices = []
    window.context.noticed.connect(notices.append)
    window.show_page("library")
    mixed._choose([mixed.model.places[2]])
    mixed.details.taking_back.ask_to_withdraw()
    mixed.details.taking_back.question.confirm.click()
    qtbot.waitUntil(lambda: window.review.opened is None)
    assert [each.kind for each in notices] == ["good"]


def test_a_thousand_chosen_documents_are_counted_once_for_each_change_of_the_list(services, window, qtbot):
    services.holds(*(document(number) for number in range(1, 1001)))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    page = window.library
    page.table.selectAll()
    shown = []
    page.several.show_documents, kept = shown.append, page.several.show_documents
    services.rows[1] = document(1, pages=9)
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    page.several.show_documents = kept
    assert len(page.selected()) == 1000
    assert len(shown) <= 3


def test_of_very_many_editions_those_in_force_and_the_newest_are_told_and_how_many_more_there_are():
    past = [document(number, edition_status=EditionStatus.SUPERSEDED) for number in range(2, MOST_EDITIONS + 6)]
    in_force = document(1)
    lines = dict(more_facts(DocumentFacts(in_force, (in_force, *past), (), ())))["gui.fact_editions"].splitlines()
    assert len(lines) == MOST_EDITIONS + 1
    assert in_force.edition in lines[0]
    assert past[-1].edition in lines[1]
    assert "5" in lines[-1]
    few = dict(more_facts(DocumentFacts(in_force, (in_force, past[0]), (), ())))["gui.fact_editions"].splitlines()
    assert len(few) == 2
