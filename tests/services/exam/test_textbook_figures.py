"""The sample textbook with its figures and tables: what is written out of them leads to their page, and goes first."""

import csv
import io

import pytest
from two_products import EMBEDDER

from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.registry import pack_folder
from insurance_desktop.services.exam.exam import answer_exam_question
from insurance_desktop.services.exam.library_evidence import evidence_of
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search.engine import Models, SearchEngine
from insurance_desktop.services.workspace import Workspace

SAMPLES = pack_folder("fund_exam") / "samples"
BOOKS = (SAMPLES / "volume-1.pdf", SAMPLES / "volume-2.pdf")
FIGURE = "如图3-1所示，投资决策的环节不包括（ ）。A. 研究部门提出研究报告 B. 托管人复核基金净值 C. 交易部门执行"


def opened(path):
    library = open_library(path, pack=PackChoice("fund_exam"))
    return Workspace(library, SearchEngine(library, Models(embedder=lambda _language: EMBEDDER)), Converter())


def taken_in(workspace, *files):
    return [line.document for line in import_paths(workspace.library, workspace.converter, files)]


def approve(workspace, *taken):
    for each in taken:
        decisions.approve(workspace.engine, each.document_id, reviewer="王", accept_findings_reason="看过")


def findings_of(workspace, document):
    return {each.kind: each.message for each in decisions.show(workspace.library, document.document_id).findings}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """Both volumes and the transcriptions, imported before the volumes; no test changes it."""
    with opened(tmp_path_factory.mktemp("figures") / "library.db") as workspace:
        approve(workspace, *taken_in(workspace, SAMPLES / "table_explain.csv"), *taken_in(workspace, *BOOKS))
        yield workspace


def table_of(*rows):
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(("book", "chapter", "section", "figure_ref", "text", "exam_priority"))
    writer.writerows(rows)
    return file.getvalue()


def test_a_figure_that_is_named_goes_first_with_the_page_where_it_is_printed(shelf):
    (told,) = answer_exam_question(shelf.engine, FIGURE).answers
    first = told.evidence[0]
    assert (first.book, first.chapter, first.section, first.figure_ref) == (
        "下册",
        "第3章 基金的投资管理",
        "第一节 投资决策",
        "图3-1 投资决策的流程",
    )
    volume = next(each for each in evidence_of(shelf.engine).passages if each.book == "样例基金教程（下册）")
    assert (first.document_id, first.page_number) == (volume.document_id, 1)


def test_figure_and_table_of_one_number_are_two(shelf):
    (told,) = answer_exam_question(shelf.engine, "根据表3–1，债券代表（ ）。A. 债权 B. 所有权").answers
    assert told.evidence[0].figure_ref == "表3-1 股票与债券的比较"


def test_text_of_a_book_is_told_with_book_chapter_section_and_page(shelf):
    passages = [each for each in evidence_of(shelf.engine).passages if each.book == "样例基金教程（上册）"]
    found = next(each for each in passages if "募集期限" in each.text)
    assert (found.chapter, found.section, found.figure_ref) == ("第2章 基金的募集与交易", "第一节 基金的募集", "")
    assert (found.page_number, found.captions) == (2, ("图2-1",))


def test_a_table_of_the_book_is_told_by_its_caption(shelf):
    told = [each for each in evidence_of(shelf.engine).passages if each.figure_ref and each.book.startswith("样例")]
    assert [each.figure_ref for each in told] == [
        "表1-1封闭式基金与开放式基金的比较",
        "表2-1巨额赎回的处理办法",
        "表3-1股票与债券的比较",
        "表4-1定期报告的披露期限",
    ]


def test_what_a_table_says_of_priority_counts(shelf):
    told = {each.figure_ref[:4]: each.priority for each in evidence_of(shelf.engine).passages if each.priority}
    assert told == {"图1-1": 2, "表1-1": 2, "图2-1": 2, "表2-1": 1, "图3-1": 2, "表3-1": 1, "表4-1": 2}


def test_a_transcription_waits_for_its_book_and_a_figure_that_it_lacks_is_told_whichever_comes_second(tmp_path):
    table, place = tmp_path / "t.csv", ("第3章 基金的投资管理", "第一节 投资决策")
    table.write_text(table_of(("下册", *place, "图9-9 没有的图", "凭空写的。", "很高")), encoding="utf-8")
    with opened(tmp_path / "one.db") as workspace:
        (written,) = taken_in(workspace, table)
        assert "下册" in findings_of(workspace, written)[FindingKind.FIGURE_BOOK_ABSENT]
        assert "很高" in findings_of(workspace, written)[FindingKind.PRIORITY_UNKNOWN]
        (volume,) = taken_in(workspace, BOOKS[1])
        assert "图9-9" in findings_of(workspace, volume)[FindingKind.FIGURE_NOWHERE]
        approve(workspace, written, volume)
        (told,) = answer_exam_question(workspace.engine, "图9-9写了什么？A. 凭空写的 B. 别的").answers
        assert (told.evidence[0].document_id, told.evidence[0].page_number) == (written.document_id, None)
    with opened(tmp_path / "other.db") as workspace:
        assert not findings_of(workspace, *taken_in(workspace, BOOKS[1]))
        told = findings_of(workspace, *taken_in(workspace, table))
        assert "图9-9" in told[FindingKind.FIGURE_NOWHERE] and FindingKind.FIGURE_BOOK_ABSENT not in told


def test_two_rows_of_one_figure_are_told_and_chapters_that_come_again_are_not(tmp_path):
    table, row = tmp_path / "t.csv", ("上册", "第1章 甲", "第一节 乙", "图1-1", "一。", "高")
    other = ("上册", "第2章 丙", "第一节 丁", "图2-1", "二。", "高")
    with opened(tmp_path / "library.db") as workspace:
        table.write_text(
            table_of(row, other, ("上册", "第1章 甲", "第一节 乙", "图1-2", "三。", "高")), encoding="utf-8"
        )
        assert FindingKind.SECTION_TWICE not in findings_of(workspace, *taken_in(workspace, table))
        table.write_text(
            table_of(row, other, ("上册", "第1章 甲", "第一节 乙", "图1-1", "四。", "高")), encoding="utf-8"
        )
        assert "图1-1" in findings_of(workspace, *taken_in(workspace, table))[FindingKind.SECTION_TWICE]


def test_a_book_without_a_title_is_called_by_its_file(tmp_path):
    (tmp_path / "官方教材（上册）.md").write_text(
        "## 第1章 甲\n\n### 第一节 乙\n\n基金的份额固定。\n", encoding="utf-8"
    )
    with opened(tmp_path / "library.db") as workspace:
        approve(workspace, *taken_in(workspace, tmp_path / "官方教材（上册）.md"))
        answers = answer_exam_question(workspace.engine, "基金的份额怎样？A. 固定 B. 不定")
        assert answers.status is AnswerStatus.OK
        assert {each.book for each in evidence_of(workspace.engine).passages} == {"官方教材（上册）"}
