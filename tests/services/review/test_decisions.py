"""Review: every decision with its name and reason, and in one transaction with its effect on the index."""

from datetime import UTC, datetime

import pytest
from index_tables import vector_rows, words_rows
from stand_ins import CharacterEmbedder, PaperWorkers, clause_text, open_workspace_with, paper

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import LibraryReadOnly, NotFound, ReviewRefused, UsageError
from insurance_desktop.domain.states import DecisionKind, EditionStatus, ReviewStatus
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.library.library import open_reader
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search import indexing
from insurance_desktop.store.database import RuleBroken

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))


def rows_of(library, document_id):
    """Clauses, FTS rows, windows and vectors of a document."""
    with library.database.read() as connection:
        clauses = [row[0] for row in connection.rows("SELECT id FROM clauses WHERE document_id = ?", (document_id,))]
        words = words_rows(connection)
        windows = connection.rows("SELECT id, clause FROM windows")
        vectors = vector_rows(connection)
    return (
        len(clauses),
        len([row for row in words if row in clauses]),
        len([row for row in windows if row[1] in clauses]),
        len([row for row in vectors if row[1] == document_id]),
    )


def text_of(library, document_id):
    return decisions.show(library, document_id).markdown


@pytest.mark.requirement("FR-005", "FR-006")
def test_approval_indexes_at_once_and_names_reviewer_time_and_content(workspace, one_document):
    document_id = one_document(name="甲", code="1")
    receipt = decisions.approve(workspace.engine, document_id, reviewer=" 王 ", note="看过")
    document = get_document(workspace.library, document_id)
    assert document.review_status is ReviewStatus.VERIFIED
    assert document.indexed_clauses == rows_of(workspace.library, document_id)[0] >= 2
    assert 0 not in rows_of(workspace.library, document_id)
    (entry,) = decisions.log(workspace.library, document_id)
    assert (entry.kind, entry.reviewer, entry.reason) == (DecisionKind.APPROVED, "王", "看过")
    assert entry.content_sha256 == receipt.content_sha256
    assert entry.decision_id == receipt.decision_id


def test_the_content_hash_covers_text_and_metadata(workspace, inbox):
    said = ({"name": "甲"}, {"name": "乙"}, {"name": "甲", "code": "7"})
    ids = [
        import_paths(workspace.library, workspace.converter, [inbox(f"{n}.pdf", paper(TEXT, **each))])[
            0
        ].document.document_id
        for n, each in enumerate(said)
    ]
    hashes = {decisions.approve(workspace.engine, each, reviewer="王").content_sha256 for each in ids}
    assert len(hashes) == 3


def test_approval_needs_a_name(workspace, one_document):
    with pytest.raises(UsageError):
        decisions.approve(workspace.engine, one_document(), reviewer="  ")


@pytest.mark.requirement("FR-005")
def test_approval_is_refused_while_blocking_findings_are_open(workspace, one_document):
    document_id = one_document(blocking=("第3行看不清", "表格不全"), warning=("有水印",))
    with pytest.raises(ReviewRefused) as fault:
        decisions.approve(workspace.engine, document_id, reviewer="王")
    assert "第3行看不清" in str(sentence(fault.value))
    assert "有水印" not in str(sentence(fault.value))
    assert get_document(workspace.library, document_id).review_status is ReviewStatus.PENDING
    for finding in decisions.show(workspace.library, document_id).findings[:2]:
        decisions.resolve(workspace.library, document_id, (finding.finding_id,), reviewer="王", reason="对照原件无误")
    decisions.approve(workspace.engine, document_id, reviewer="王")
    assert get_document(workspace.library, document_id).findings.warning == 1


def test_a_list_counts_what_the_sheet_of_the_document_shows_as_open(workspace, one_document):
    document_id = one_document(blocking=("第3行看不清",), warning=("有水印",), note=("没有装识别组件",))
    sheet = decisions.show(workspace.library, document_id)
    decisions.resolve(workspace.library, document_id, (sheet.findings[0].finding_id,), reviewer="王", reason="已核对")
    sheet = decisions.show(workspace.library, document_id)
    counts = get_document(workspace.library, document_id).findings
    still = [each for each in sheet.findings if each.is_open]
    assert counts.open == len(still) == 2
    assert counts == sheet.document.findings


def test_accepting_all_findings_puts_the_reason_on_record_for_each(workspace, one_document):
    document_id = one_document(blocking=("一", "二"), warning=("三",))
    decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="逐条看过")
    sheet = decisions.show(workspace.library, document_id)
    assert {(each.resolved_by, each.resolved_reason) for each in sheet.findings} == {("王", "逐条看过")}
    assert sheet.decisions[-1].reason == "逐条看过"
    assert (sheet.document.findings.blocking, sheet.document.findings.warning) == (0, 0)


def test_a_blank_reason_accepts_nothing(workspace, one_document):
    with pytest.raises(ReviewRefused):
        decisions.approve(workspace.engine, one_document(blocking=("一",)), reviewer="王", accept_findings_reason=" ")


def test_a_finding_is_resolved_once_with_a_reason_and_only_in_its_document(library, one_document):
    document_id, other = one_document(blocking=("一",)), one_document(file="乙.pdf", warning=("二",))
    (finding,) = decisions.show(library, document_id).findings
    with pytest.raises(UsageError):
        decisions.resolve(library, document_id, (finding.finding_id,), reviewer="王", reason="")
    with pytest.raises(NotFound):
        decisions.resolve(library, other, (finding.finding_id,), reviewer="王", reason="无误")
    decisions.resolve(library, document_id, (finding.finding_id,), reviewer="王", reason="无误")
    with pytest.raises(ReviewRefused):
        decisions.resolve(library, document_id, (finding.finding_id,), reviewer="李", reason="无误")


def test_findings_of_one_cause_are_settled_by_one_decision(library, one_document):
    document_id = one_document(blocking=("一", "二"), warning=("三",))
    first, second, third = decisions.show(library, document_id).findings
    with pytest.raises(NotFound):
        decisions.resolve(library, document_id, (first.finding_id, 999), reviewer="王", reason="无误")
    decisions.resolve(library, document_id, (first.finding_id, second.finding_id), reviewer="王", reason="无误")
    sheet = decisions.show(library, document_id)
    assert [each.is_open for each in sheet.findings] == [False, False, True]
    assert [each.kind for each in sheet.decisions][-1] is DecisionKind.RESOLVED
    assert len(sheet.decisions) == 1
    assert third.is_open


def test_signs_that_nobody_could_read_are_not_settled_while_they_stand_in_the_text(workspace, one_document):
    """Neither alone nor with an approval; after an edit that puts them right they are."""
    document_id = one_document(TEXT.replace("15", "\ufffd"), blocking=("无法识别",))
    (finding,) = decisions.show(workspace.library, document_id).findings
    for settle in (
        lambda: decisions.resolve(
            workspace.library, document_id, (finding.finding_id,), reviewer="王", reason="对照原件无误"
        ),
        lambda: decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="看过"),
    ):
        with pytest.raises(ReviewRefused) as fault:
            settle()
        assert "1 处无法识别的字符" in str(sentence(fault.value))
    markdown = decisions.show(workspace.library, document_id).markdown.replace("\ufffd", "15")
    decisions.edit(workspace.library, document_id, markdown=markdown, reviewer="王")
    decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="已照原页补正")


def test_approving_twice_is_refused(workspace, one_document):
    document_id = one_document()
    decisions.approve(workspace.engine, document_id, reviewer="王")
    with pytest.raises(ReviewRefused):
        decisions.approve(workspace.engine, document_id, reviewer="王")


@pytest.mark.requirement("FR-005")
def test_rejection_needs_a_reason_and_takes_verified_text_out_of_the_index(workspace, one_document):
    document_id = one_document()
    decisions.approve(workspace.engine, document_id, reviewer="王")
    with pytest.raises(UsageError):
        decisions.reject(workspace.library, document_id, reviewer="王", reason=" ")
    assert 0 not in rows_of(workspace.library, document_id)
    receipt = decisions.reject(workspace.library, document_id, reviewer="王", reason="不是条款")
    assert receipt.review_status is ReviewStatus.REJECTED
    assert rows_of(workspace.library, document_id) == (0, 0, 0, 0)
    decisions.approve(workspace.engine, document_id, reviewer="王", note="还是条款")
    assert 0 not in rows_of(workspace.library, document_id)


@pytest.mark.requirement("FR-006")
def test_editing_verified_text_takes_it_out_of_the_index_at_once(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    decisions.edit(
        workspace.library, document_id, markdown=TEXT.replace("等待期为", "等待期是"), reviewer="李", reason="错字"
    )
    document = get_document(workspace.library, document_id)
    assert document.review_status is ReviewStatus.PENDING
    assert rows_of(workspace.library, document_id) == (0, 0, 0, 0)
    assert "等待期是" in text_of(workspace.library, document_id)


def test_a_changed_digit_must_be_explained_before_approval(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.edit(workspace.library, document_id, markdown=TEXT.replace("90日", "30日"), reviewer="李")
    with pytest.raises(ReviewRefused):
        decisions.approve(workspace.engine, document_id, reviewer="王")
    decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="原件就是30日")
    assert get_document(workspace.library, document_id).review_status is ReviewStatus.VERIFIED


def test_editing_back_to_what_the_pdf_says_leaves_no_finding(library, one_document):
    document_id = one_document(TEXT)
    decisions.edit(library, document_id, markdown=TEXT.replace("90日", "30日"), reviewer="李")
    decisions.edit(library, document_id, markdown=TEXT, reviewer="李")
    assert decisions.show(library, document_id).findings == ()


def test_an_edit_keeps_what_conversion_found_and_what_was_settled(library, one_document):
    document_id = one_document(TEXT, blocking=("一", "二"))
    first = decisions.show(library, document_id).findings[0]
    decisions.resolve(library, document_id, (first.finding_id,), reviewer="王", reason="无误")
    decisions.edit(library, document_id, markdown=TEXT + "\n补一行。\n", reviewer="李")
    kept = {each.message: each.is_open for each in decisions.show(library, document_id).findings}
    assert kept["一"] is False
    assert kept["二"] is True


def test_findings_that_look_the_same_are_not_settled_by_an_edit(library, one_document):
    document_id = one_document(TEXT, blocking=("看不清", "看不清"))
    first = decisions.show(library, document_id).findings[0]
    decisions.resolve(library, document_id, (first.finding_id,), reviewer="王", reason="无误")
    decisions.edit(library, document_id, markdown=TEXT + "\n补一行。\n", reviewer="李")
    open_ones = [each for each in decisions.show(library, document_id).findings if each.is_open]
    assert [each.message for each in open_ones].count("看不清") == 2


def test_an_edit_without_a_change_is_refused(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    with pytest.raises(ReviewRefused):
        decisions.edit(workspace.library, document_id, markdown=text_of(workspace.library, document_id), reviewer="李")
    assert get_document(workspace.library, document_id).review_status is ReviewStatus.VERIFIED


def test_a_decision_on_what_changed_meanwhile_does_not_stand(workspace, one_document, monkeypatch):
    document_id = one_document(TEXT)
    slow = indexing.prepare

    def prepare(*arguments):
        prepared = slow(*arguments)
        decisions.edit(workspace.library, document_id, markdown=TEXT.replace("期为", "期是"), reviewer="李")
        return prepared

    monkeypatch.setattr(indexing, "prepare", prepare)
    with pytest.raises(ReviewRefused) as fault:
        decisions.approve(workspace.engine, document_id, reviewer="王")
    assert "已被改动" in str(sentence(fault.value))
    assert rows_of(workspace.library, document_id) == (0, 0, 0, 0)
    assert [each.kind for each in decisions.log(workspace.library, document_id)] == [DecisionKind.EDITED]


def test_an_index_that_cannot_be_written_leaves_no_decision(workspace, one_document, monkeypatch):
    document_id = one_document(TEXT)

    def write(connection, prepared):
        connection.run("INSERT INTO clauses (id) VALUES (NULL)")

    monkeypatch.setattr(indexing, "write", write)
    with pytest.raises(RuleBroken):
        decisions.approve(workspace.engine, document_id, reviewer="王")
    assert decisions.log(workspace.library) == ()
    assert get_document(workspace.library, document_id).review_status is ReviewStatus.PENDING


def test_rejecting_again_for_the_same_reason_is_refused_and_for_another_is_recorded(library, one_document):
    document_id = one_document()
    decisions.reject(library, document_id, reviewer="王", reason="缺页")
    before = decisions.log(library)
    with pytest.raises(ReviewRefused):
        decisions.reject(library, document_id, reviewer="李", reason=" 缺页 ")
    assert decisions.log(library) == before
    assert decisions.reject(library, document_id, reviewer="李", reason="还错页").review_status is ReviewStatus.REJECTED


def test_a_failed_document_has_nothing_to_approve_but_can_be_rejected(workspace, inbox):
    (line,) = import_paths(workspace.library, workspace.converter, [inbox("a.pdf", paper(TEXT, failed="打不开"))])
    failed = line.document.document_id
    assert decisions.show(workspace.library, failed).markdown == ""
    with pytest.raises(ReviewRefused) as fault:
        decisions.approve(workspace.engine, failed, reviewer="王")
    assert "转换失败" in str(sentence(fault.value)) and "FAILED" not in str(sentence(fault.value))
    assert decisions.reject(workspace.library, failed, reviewer="王", reason="不是 PDF").content_sha256 is None


def test_unknown_documents_are_named(workspace):
    for call in (decisions.show, decisions.log):
        with pytest.raises(NotFound):
            call(workspace.library, 99)
    with pytest.raises(NotFound):
        decisions.approve(workspace.engine, 99, reviewer="王")


def test_a_reader_sees_the_sheet_and_decides_nothing(workspace, one_document):
    document_id = one_document(TEXT)
    with open_reader(workspace.library.path) as reader:
        sheet = decisions.show(reader, document_id)
        assert [each.section_id for each in sheet.clauses if each.section_id[0] == "1"] == ["1.1", "1.2"]
        with pytest.raises(LibraryReadOnly):
            decisions.reject(reader, document_id, reviewer="王", reason="不")


@pytest.mark.requirement("C8")
def test_the_newest_verified_edition_is_current(workspace, inbox):
    ids = []
    for edition, date in (("一版", "2021年5月"), ("二版", "20230501"), ("三版", None)):
        given = GivenMetadata(product_name="甲", document_type="产品条款", edition=edition, publish_time=date)
        (line,) = import_paths(
            workspace.library, workspace.converter, [inbox(f"{edition}.pdf", paper(TEXT + edition))], given=given
        )
        ids.append(line.document.document_id)
    for document_id in (ids[0], ids[2]):
        decisions.approve(workspace.engine, document_id, reviewer="王")
    states = lambda: [get_document(workspace.library, each).edition_status for each in ids]  # noqa: E731
    assert states() == [EditionStatus.CURRENT, EditionStatus.UNKNOWN, EditionStatus.UNKNOWN]
    decisions.approve(workspace.engine, ids[1], reviewer="王")
    assert states() == [EditionStatus.SUPERSEDED, EditionStatus.CURRENT, EditionStatus.UNKNOWN]
    decisions.reject(workspace.library, ids[1], reviewer="王", reason="不对")
    assert states() == [EditionStatus.CURRENT, EditionStatus.UNKNOWN, EditionStatus.UNKNOWN]


def test_a_log_that_was_tampered_with_is_told(workspace, one_document):
    ids = [one_document(TEXT + name, file=name) for name in ("a.pdf", "b.pdf")]
    for document_id in ids:
        decisions.approve(workspace.engine, document_id, reviewer="王")
    assert decisions.verify_log(workspace.library).ok
    with workspace.library.database.write() as connection:
        connection.run("DROP TRIGGER decisions_are_final_u")
        connection.run("UPDATE decisions SET reviewer = '李' WHERE id = 1")
    check = decisions.verify_log(workspace.library)
    assert (check.ok, check.broken_at, check.entries) == (False, 1, 2)


def test_verified_content_that_was_changed_behind_the_log_is_told(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    with workspace.library.database.write() as connection:
        connection.run("DROP TRIGGER versions_are_final")
        connection.run("UPDATE versions SET markdown = replace(markdown, '90', '30')")
    check = decisions.verify_log(workspace.library)
    assert (check.ok, check.broken_at, check.changed) == (False, None, (document_id,))


@pytest.mark.parametrize(
    ("content", "text"), [(b"\xef\xbb\xbf# a\r\nb\rc\n", "# a\nb\nc\n"), ("甲\n".encode(), "甲\n")]
)
def test_an_edited_file_is_read_as_utf_8(tmp_path, content, text):
    (tmp_path / "a.md").write_bytes(content)
    assert decisions.read_markdown_file(tmp_path / "a.md") == text


def test_broken_utf_8_is_a_sentence_with_its_line(tmp_path):
    (tmp_path / "a.md").write_bytes("# 甲\n等待期\n".encode() + "三十日".encode("gbk"))
    with pytest.raises(UsageError) as fault:
        decisions.read_markdown_file(tmp_path / "a.md")
    assert "第 3 行" in str(sentence(fault.value))
    with pytest.raises(UsageError):
        decisions.read_markdown_file(tmp_path)


def test_a_document_without_text_is_not_verified(workspace, one_document):
    document_id = one_document(" \n", blocking=("没有文字层",))
    with pytest.raises(ReviewRefused) as fault:
        decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="看过")
    assert "没有文字" in str(sentence(fault.value))
    decisions.edit(workspace.library, document_id, markdown=TEXT, reviewer="李", reason="照原件录入")
    decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="逐字对过")
    assert 0 not in rows_of(workspace.library, document_id)


@pytest.mark.requirement("FR-006")
def test_only_the_text_that_the_reviewer_saw_is_approved(workspace, one_document):
    document_id = one_document(TEXT)
    seen = decisions.show(workspace.library, document_id).document.version_id
    decisions.edit(workspace.library, document_id, markdown=TEXT.replace("90日", "9日"), reviewer="李", reason="原文")
    with pytest.raises(ReviewRefused):
        decisions.approve(
            workspace.engine, document_id, reviewer="王", accept_findings_reason="看过", seen_version=seen
        )
    assert get_document(workspace.library, document_id).review_status is ReviewStatus.PENDING
    now = decisions.show(workspace.library, document_id).document.version_id
    decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="看过", seen_version=now)
    assert get_document(workspace.library, document_id).review_status is ReviewStatus.VERIFIED


def test_a_decision_dated_before_the_one_before_it_is_marked_and_not_refused(tmp_path, inbox):
    """The clock was a year ahead and is put right: the log says so, and goes on."""
    now = [2031]
    with open_workspace_with(
        tmp_path / "library.db",
        embedder=CharacterEmbedder,
        workers=PaperWorkers,
        clock=lambda: datetime(now[0], 3, 1, tzinfo=UTC),
    ) as workspace:
        lines = import_paths(
            workspace.library, workspace.converter, [inbox("a.pdf", paper(TEXT)), inbox("b.pdf", paper(TEXT + "乙"))]
        )
        first, second = (line.document.document_id for line in lines)
        decisions.approve(workspace.engine, first, reviewer="王")
        now[0] = 2030
        decisions.approve(workspace.engine, second, reviewer="王")
        decisions.reject(workspace.library, first, reviewer="王", reason="错")
        assert [each.is_backdated for each in decisions.log(workspace.library)] == [False, True, False]
        assert [each.is_backdated for each in decisions.log(workspace.library, second)] == [True]
        assert decisions.verify_log(workspace.library).ok


def test_nothing_is_called_altered_that_nobody_has_verified(workspace, inbox):
    (line,) = import_paths(workspace.library, workspace.converter, [inbox("a.pdf", paper(TEXT))])
    assert not decisions.show(workspace.library, line.document.document_id).is_altered
