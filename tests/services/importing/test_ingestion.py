"""Taking files in: nothing is lost, everything has an answer."""

import hashlib
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from stand_ins import PaperWorkers, clause_text, open_with_stand_ins, paper

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import DiskFull, LibraryError, LibraryReadOnly, ReviewRefused
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.running import AtPage, Cancelled, PageWork
from insurance_desktop.domain.states import ConversionStatus, ImportAction, ReviewStatus, Severity
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.importing.ingestion import give_up_queued, import_paths, resume_queued
from insurance_desktop.services.library import documents
from insurance_desktop.services.library.library import open_reader
from insurance_desktop.services.review import decisions
from insurance_desktop.store.works import originals

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"))


def original_of(library, document):
    with library.database.read() as connection:
        return originals.content(connection, document.sha256)


@pytest.mark.requirement("FR-003", "FR-007")
def test_an_imported_paper_is_a_document_with_its_original(workspace, inbox):
    content = paper(TEXT, name="甲产品", code="2124", company="平安人寿", type="产品条款")
    (line,) = import_paths(workspace.library, workspace.converter, [inbox("甲.pdf", content)])
    document = line.document
    assert line.action is ImportAction.IMPORTED
    assert (document.product_name, document.product_code, document.company) == ("甲产品", "2124", "平安人寿")
    assert document.conversion_status is ConversionStatus.CONVERTED
    assert document.review_status is ReviewStatus.PENDING
    assert document.sha256 == hashlib.sha256(content).hexdigest()
    assert original_of(workspace.library, document) == content
    assert document.indexed_clauses == 0


@pytest.mark.requirement("C8")
def test_the_logical_path_is_inside_the_library(workspace, inbox):
    content = paper(TEXT, name="甲", code="2124", company="平安人寿", type="产品条款")
    (line,) = import_paths(
        workspace.library, workspace.converter, [inbox("x.PDF", content)], given=GivenMetadata(edition="2124-1")
    )
    assert line.document.logical_path == "平安人寿/2124/2124-1/产品条款.pdf"
    assert line.document.original_name == "x.PDF"


def test_what_is_said_wins_over_the_manifest_which_wins_over_page_1(workspace, inbox):
    content = paper(TEXT, name="印的", code="1", company="印的公司", type="产品条款")
    path = inbox("甲.pdf", content)
    manifest = inbox("list.csv", "file,product_name,product_code,company\n甲.pdf,清单的,2,\n".encode())
    given = GivenMetadata(product_name="说的", company="  ")
    (line,) = import_paths(workspace.library, workspace.converter, [path], given=given, manifest=manifest)
    document = line.document
    assert (document.product_name, document.product_code, document.company) == ("说的", "2", "印的公司")


def test_the_type_is_read_from_the_file_name_where_page_1_is_silent(workspace, inbox):
    (line,) = import_paths(workspace.library, workspace.converter, [inbox("2124费率表.pdf", paper(TEXT, name="甲"))])
    assert line.document.document_type == "费率表"


def test_the_same_bytes_are_one_document(workspace, inbox, workers):
    content = paper(TEXT, name="甲")
    lines = import_paths(workspace.library, workspace.converter, [inbox("a.pdf", content), inbox("b.pdf", content)])
    again = import_paths(workspace.library, workspace.converter, [inbox("c.pdf", content)])
    assert [line.action for line in (*lines, *again)] == [ImportAction.IMPORTED] + [ImportAction.DUPLICATE] * 2
    assert len({line.document.document_id for line in (*lines, *again)}) == 1
    assert all(line.document.conversion_status is ConversionStatus.CONVERTED for line in lines)
    assert len(workers.converted) == 1


@pytest.mark.requirement("FR-004")
def test_hidden_text_blocks_approval_whichever_way_the_file_came(workspace, inbox, workers):
    convert = workers.convert

    def with_hidden_text(original, pack_name):
        hidden = Finding(FindingKind.HIDDEN_TEXT, Severity.WARNING, "看不见的字", Box(1, 0, 0, 9, 9))
        return replace(convert(original, pack_name), findings=(hidden, hidden))

    workers.convert = with_hidden_text
    (line,) = import_paths(workspace.library, workspace.converter, [inbox("甲.pdf", paper(TEXT, name="甲"))])
    document_id = line.document.document_id
    assert line.document.conversion_status is ConversionStatus.NEEDS_ATTENTION
    found = decisions.show(workspace.library, document_id).findings
    (blocking,) = [each for each in found if each.severity is Severity.BLOCKING]
    assert (blocking.kind, blocking.box) == (FindingKind.IMPORTED_HIDDEN_TEXT, Box(1, 0, 0, 9, 9))
    assert "2 处看不见的文字" in blocking.message
    with pytest.raises(ReviewRefused):
        decisions.approve(workspace.engine, document_id, reviewer="王")
    decisions.resolve(workspace.library, document_id, (blocking.finding_id,), reviewer="王", reason="是页边的印刷标记")
    assert decisions.approve(workspace.engine, document_id, reviewer="王").review_status is ReviewStatus.VERIFIED


@pytest.mark.requirement("C12d")
def test_other_bytes_under_one_identity_become_an_edition_that_somebody_must_look_at(workspace, inbox):
    said = {"name": "甲", "code": "2124", "company": "平安人寿", "type": "产品条款"}
    given = GivenMetadata(edition="2124-1")
    first, second = import_paths(
        workspace.library,
        workspace.converter,
        [inbox("a.pdf", paper(TEXT, **said)), inbox("b.pdf", paper(TEXT + "补充", **said))],
        given=given,
    )
    assert first.document.edition == "2124-1"
    assert second.document.edition == f"2124-1+{second.sha256[:8]}"
    assert second.document.product_id == first.document.product_id
    assert second.document.conversion_status is ConversionStatus.NEEDS_ATTENTION
    assert second.document.findings.blocking == 1
    assert str(first.document.document_id) in second.reason


def test_all_names_of_a_company_are_one_company(workspace, inbox):
    short = paper(TEXT, name="甲", code="2124", company="平安人寿", type="产品条款")
    long = paper(TEXT, name="甲", code="2124", company="中国平安人寿保险股份有限公司", type="费率表")
    lines = import_paths(workspace.library, workspace.converter, [inbox("a.pdf", short), inbox("b.pdf", long)])
    assert len({line.document.product_id for line in lines}) == 1


def test_one_code_of_two_companies_is_two_products(workspace, inbox):
    one = paper(TEXT, name="甲", code="2124", company="平安人寿", type="产品条款")
    other = paper(TEXT, name="乙", code="2124", company="中国人寿", type="产品条款")
    lines = import_paths(workspace.library, workspace.converter, [inbox("a.pdf", one), inbox("b.pdf", other)])
    assert len({line.document.product_id for line in lines}) == 2


def test_a_paper_that_contradicts_its_product_is_a_finding_and_changes_nothing(workspace, inbox):
    one = paper(TEXT, name="甲", code="2124", type="产品条款")
    other = paper(TEXT, name="甲（旧名）", code="2124", type="费率表")
    lines = import_paths(workspace.library, workspace.converter, [inbox("a.pdf", one), inbox("b.pdf", other)])
    assert [line.document.product_name for line in lines] == ["甲", "甲"]
    assert lines[1].document.findings.warning == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "空的"),
        (b"hello", "不是 PDF"),
        (b"\xef\xbb\xbf\n<!DOCTYPE html><html>404", "网页"),
        (b"PK\x03\x04", "不是 PDF"),
    ],
)
def test_bytes_that_are_no_pdf_are_refused_with_the_reason_and_not_kept(workspace, inbox, workers, content, reason):
    (line,) = import_paths(workspace.library, workspace.converter, [inbox("bad.pdf", content)])
    assert line.action is ImportAction.FAILED
    assert line.document is None
    assert reason in line.reason
    assert documents.list_documents(workspace.library) == ()
    with workspace.library.database.read() as connection:
        assert connection.value("SELECT count(*) FROM originals") == 0
    assert workers.converted == []


def test_a_failed_file_gets_another_try(workspace, inbox):
    broken = paper(TEXT, failed="打不开")
    path = inbox("a.pdf", broken)
    first, again = (import_paths(workspace.library, workspace.converter, [path])[0] for _ in range(2))
    assert [first.action, again.action] == [ImportAction.FAILED] * 2
    assert first.document.document_id == again.document.document_id
    assert again.reason == "打不开"


def test_a_failed_file_takes_no_identity(workspace, inbox):
    given = GivenMetadata(product_name="甲", document_type="产品条款", edition="1")
    failed, good = import_paths(
        workspace.library,
        workspace.converter,
        [inbox("a.pdf", paper(TEXT, failed="打不开")), inbox("b.pdf", paper(TEXT))],
        given=given,
    )
    assert failed.document.product_name == "甲"
    assert good.document.edition == "1"


def test_a_missing_path_and_a_folder_without_pdfs_have_an_answer(workspace, inbox, tmp_path):
    (tmp_path / "empty").mkdir()
    lines = import_paths(
        workspace.library,
        workspace.converter,
        [tmp_path / "nowhere.pdf", tmp_path / "empty", inbox("a.pdf", paper(TEXT))],
    )
    assert [line.action for line in lines] == [ImportAction.FAILED, ImportAction.FAILED, ImportAction.IMPORTED]
    assert "不存在" in lines[0].reason
    assert "没有 PDF" in lines[1].reason
    assert lines[0].document is None


def test_a_folder_is_read_in_the_order_of_its_names(workspace, inbox):
    for name in ("b/2.pdf", "b/1.PDF", "a.pdf", "note.txt", "._a.pdf"):
        inbox(name, paper(TEXT + name))
    lines = import_paths(workspace.library, workspace.converter, [inbox.folder])
    assert [line.path.removeprefix(str(inbox.folder)) for line in lines] == ["/a.pdf", "/b/1.PDF", "/b/2.pdf"]


def test_progress_counts_every_file(workspace, inbox):
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        inbox(name, paper(TEXT + name))
    inbox("d.pdf", b"bad")
    seen = []
    import_paths(workspace.library, workspace.converter, [inbox.folder], progress=seen.append)
    assert [each.done for each in seen] == [1, 2, 3, 4]
    assert {each.total for each in seen} == {4}


class PagedWorkers(PaperWorkers):
    """Each file is at page 2 of 3 once before it is converted."""

    def convert_many(self, sources, pack_name, told, cancel):
        for key, original in sources:
            told(key, AtPage(PageWork.READING, 2, 3))
            yield key, self.convert(original, pack_name)


def test_progress_tells_the_page_of_the_file_under_work_by_its_name(tmp_path, inbox):
    paths, seen = [inbox("a.pdf", paper(TEXT + "a")), inbox("b.pdf", paper(TEXT + "b"))], []
    with open_with_stand_ins(tmp_path / "library.db", workers=PagedWorkers()) as workspace:
        import_paths(workspace.library, workspace.converter, paths, progress=seen.append)
    at = AtPage(PageWork.READING, 2, 3)
    assert [(each.done, Path(each.what).name, each.at) for each in seen] == [
        (0, "a.pdf", at),
        (1, "a.pdf", None),
        (1, "b.pdf", at),
        (2, "b.pdf", None),
    ]


def test_a_cancelled_import_keeps_what_was_finished_and_goes_on_later(workspace, inbox):
    for name in ("a.pdf", "b.pdf", "c.pdf", "d.pdf"):
        inbox(name, paper(TEXT + name))
    seen = []
    with pytest.raises(Cancelled):
        import_paths(
            workspace.library, workspace.converter, [inbox.folder], progress=seen.append, cancel=lambda: len(seen) >= 1
        )
    kept = documents.list_documents(workspace.library)
    assert 1 <= len(kept) < 4
    import_paths(workspace.library, workspace.converter, [inbox.folder])
    states = [each.conversion_status for each in documents.list_documents(workspace.library)]
    assert states == [ConversionStatus.CONVERTED] * 4


def test_what_a_kill_left_queued_is_converted_with_what_was_said(tmp_path, inbox):
    class Killed(Exception):
        pass

    dying = PaperWorkers()

    def die():
        raise Killed

    dying.before_each = die
    path = inbox("a.pdf", paper(TEXT, name="印的"))
    with open_with_stand_ins(tmp_path / "library.db", dying) as workspace, pytest.raises(Killed):
        import_paths(workspace.library, workspace.converter, [path], given=GivenMetadata(product_name="说的"))
    with open_with_stand_ins(tmp_path / "library.db") as workspace:
        assert [each.conversion_status for each in documents.list_documents(workspace.library)] == [
            ConversionStatus.QUEUED
        ]
        (document,) = resume_queued(workspace.library, workspace.converter)
        assert document.conversion_status is ConversionStatus.CONVERTED
        assert document.product_name == "说的"
        assert resume_queued(workspace.library, workspace.converter) == ()


def test_what_was_stopped_stays_stopped_until_it_is_imported_again(tmp_path, inbox):
    class Stopped(Exception):
        pass

    stopping = PaperWorkers()

    def stop():
        raise Stopped

    stopping.before_each = stop
    path = inbox("a.pdf", paper(TEXT))
    with open_with_stand_ins(tmp_path / "library.db", stopping) as workspace:
        with pytest.raises(Stopped):
            import_paths(workspace.library, workspace.converter, [path])
        assert give_up_queued(workspace.library) == 1
    with open_with_stand_ins(tmp_path / "library.db") as workspace:
        assert resume_queued(workspace.library, workspace.converter) == ()
        (document,) = documents.list_documents(workspace.library)
        assert document.conversion_status is ConversionStatus.FAILED
        assert "停止" in document.reason
        (line,) = import_paths(workspace.library, workspace.converter, [path])
        assert line.document.conversion_status is ConversionStatus.CONVERTED


def test_a_full_disk_stops_the_import_and_keeps_what_was_stored(workspace, inbox):
    import_paths(workspace.library, workspace.converter, [inbox("a.pdf", paper(TEXT))])
    with workspace.library.database.read() as connection:
        connection.run(f"PRAGMA max_page_count = {connection.value('PRAGMA page_count') + 4}")
    with pytest.raises(DiskFull):
        import_paths(
            workspace.library,
            workspace.converter,
            [inbox("b.pdf", paper(TEXT + "长" * 500_000)), inbox("c.pdf", paper(TEXT + "短"))],
        )
    with workspace.library.database.read() as connection:
        connection.run("PRAGMA max_page_count = 1000000")
        assert connection.value("PRAGMA integrity_check") == "ok"
    assert len(documents.list_documents(workspace.library)) == 1
    lines = import_paths(workspace.library, workspace.converter, [inbox.folder])
    assert [line.action for line in lines] == [ImportAction.DUPLICATE, ImportAction.IMPORTED, ImportAction.IMPORTED]


def test_nothing_to_convert_starts_no_worker(tmp_path, inbox):
    started = []
    with open_with_stand_ins(tmp_path / "library.db", started) as workspace:
        import_paths(workspace.library, workspace.converter, [inbox("bad.pdf", b"bad")])
    assert started == []


def test_a_reader_imports_nothing(library, inbox):
    with open_reader(library.path) as reader, pytest.raises(LibraryReadOnly):
        import_paths(reader, Converter(), [inbox("a.pdf", paper(TEXT))])


def test_documents_are_listed_by_status_and_code(workspace, inbox):
    import_paths(
        workspace.library,
        workspace.converter,
        [inbox("a.pdf", paper(TEXT, name="甲", code="1")), inbox("b.pdf", paper(TEXT, failed="打不开"))],
    )
    first = documents.list_documents(workspace.library, product_code="1")[0]
    decisions.approve(workspace.engine, first.document_id, reviewer="王")
    assert [each.document_id for each in documents.list_documents(workspace.library, status="verified")] == [
        first.document_id
    ]
    assert [each.reason for each in documents.list_documents(workspace.library, status="FAILED")] != []
    assert documents.list_documents(workspace.library, status="REJECTED") == ()


def test_a_library_closed_during_a_conversion_leaves_the_document_queued(tmp_path, inbox):
    """As when the window is closed: the worker is stopped, and that is not the file's fault."""
    workers = PaperWorkers()
    workspace = open_with_stand_ins(tmp_path / "library.db", workers)
    workers.before_each = workspace.close
    with pytest.raises(LibraryError) as fault:
        import_paths(workspace.library, workspace.converter, [inbox("a.pdf", paper(TEXT, failed="转换进程被结束"))])
    assert fault.value.key == "store.closed"
    with open_reader(tmp_path / "library.db") as again:
        assert [each.conversion_status for each in documents.list_documents(again)] == [ConversionStatus.QUEUED]


def test_a_result_that_the_file_cannot_hold_is_failed_and_stops_nothing(workspace, inbox):
    lines = import_paths(
        workspace.library, workspace.converter, [inbox("a.pdf", paper("# 甲\n\n\ud800\n")), inbox("b.pdf", paper(TEXT))]
    )
    assert [line.action for line in lines] == [ImportAction.FAILED, ImportAction.IMPORTED]
    assert "无法保存" in lines[0].reason
    assert original_of(workspace.library, lines[0].document) is not None


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names there are always text")
def test_names_that_are_no_utf_8_are_read_as_gbk_or_marked(workspace, inbox):
    for number, name in enumerate(["条款.pdf".encode("gbk"), b"\xff\xfe\x81.pdf"]):
        path = Path(os.fsdecode(os.fsencode(inbox.folder) + b"/" + name))
        path.write_bytes(paper(TEXT + str(number)))
    lines = import_paths(workspace.library, workspace.converter, [inbox.folder], given=GivenMetadata(company="\udcff"))
    assert [line.action for line in lines] == [ImportAction.IMPORTED] * 2
    assert {Path(line.path).name for line in lines} >= {"条款.pdf"}
    for line in lines:
        line.path.encode()
        line.document.logical_path.encode()
