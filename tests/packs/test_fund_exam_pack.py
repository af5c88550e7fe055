"""Textbooks, laws and transcriptions of figures: a book is cited by chapter and section, a figure by its number."""

import csv
import io
from itertools import pairwise

import pytest
from openpyxl import Workbook
from stand_ins import CharacterEmbedder

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.conversion import Agreement
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.states import AnswerStatus, ConversionStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search import clause_search
from insurance_desktop.services.search.engine import Models, SearchEngine
from insurance_desktop.services.workspace import Workspace

PACK = load_pack("fund_exam")
BOOK_NAME = "基金基础教材（上册）"
SENTENCE = "基金管理人应当按照合同的约定运用基金财产进行投资，并且及时向持有人分配收益。"
BOOK = f"""# 基金基础教材（上册）

## 第一章 基金概述

### 第一节 运作方式

封闭式基金的份额在合同期限内固定不变。

{SENTENCE * 60}

## 第二章 投资

### 第一节 目标

先定目标，再定策略。
"""
ROWS = (
    ("book", "chapter", "section", "figure_ref", "text", "exam_priority"),
    ("基金基础教材（上册）", "第一章 基金概述", "第一节 运作方式", "图1-1", '基金分为：\n封闭式"固定"，开放式。', "高"),
    ("基金基础教材（上册）", "第一章 基金概述", "第一节 运作方式", "表1-2", "比较：封闭式不可赎回。", "中"),
    ("基金基础教材（上册）", "第二章 投资", "第一节 目标", "图2-1", "先定目标。", "高"),
)


def as_csv(encoding="utf-8", rows=ROWS):
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode(encoding)


def as_workbook():
    book, file = Workbook(), io.BytesIO()
    for row in ROWS:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A library of this pack with the book and its transcriptions, approved."""
    folder = tmp_path_factory.mktemp("exam")
    (folder / "上册.md").write_text(BOOK, encoding="utf-8")
    (folder / "table_explain.csv").write_bytes(as_csv("gb18030"))
    library = open_library(folder / "library.db", pack=PackChoice("fund_exam"))
    with Workspace(
        library, SearchEngine(library, Models(embedder=lambda _language: CharacterEmbedder())), Converter()
    ) as workspace:
        for name in ("上册.md", "table_explain.csv"):
            (line,) = import_paths(library, workspace.converter, [folder / name])
            decisions.approve(workspace.engine, line.document.document_id, reviewer="王", accept_findings_reason="看过")
        yield workspace


def rows_of(workspace, *columns):
    with workspace.library.database.read() as connection:
        return connection.rows(f"SELECT {', '.join(columns)} FROM clauses WHERE text <> '' ORDER BY document_id, id")


@pytest.mark.parametrize("content", [as_csv(), as_csv("gb18030"), as_csv("utf-8-sig"), as_workbook()])
def test_transcriptions_are_sections_by_book_chapter_section_and_figure(content):
    conversion = convert_bytes(content, PACK)
    assert conversion.status is ConversionStatus.CONVERTED
    assert conversion.printed.document_type == "图表转写"
    assert conversion.printed.product_name == "基金基础教材（上册）"
    told = [each for each in conversion.clauses if each.text]
    assert [each.breadcrumb for each in told] == [
        (BOOK_NAME, "第一章 基金概述", "第一节 运作方式", "图1-1"),
        (BOOK_NAME, "第一章 基金概述", "第一节 运作方式", "表1-2"),
        (BOOK_NAME, "第二章 投资", "第一节 目标", "图2-1"),
    ]
    assert told[0].text == '基金分为：\n封闭式"固定"，开放式。'
    assert told[0].locator.anchor == "图1-1"
    assert conversion.coverage.second_reading == Agreement(True, 0) and conversion.coverage.unaccounted == 0
    reasons = {each.text: each.reason for each in conversion.coverage.exclusions}
    assert reasons["高"] == ExclusionReason.DATA_COLUMN


def test_a_table_without_its_columns_is_refused_in_words():
    failed = convert_bytes(as_csv(rows=(("figure_ref", "text", "x"),)), PACK)
    assert failed.status is ConversionStatus.FAILED and "没有" in failed.reason
    book = Workbook()
    book.active.append(("a", "b"))
    file = io.BytesIO()
    book.save(file)
    assert "figure_ref" in convert_bytes(file.getvalue(), PACK).reason


def test_transcriptions_are_told_apart_by_their_type(shelf):
    assert {kind for kind, section in rows_of(shelf, "chunk_type", "section_id") if "图" in section} == {
        "manual_table_rewrite"
    }
    assert [section for kind, section in rows_of(shelf, "chunk_type", "section_id") if kind == "text"][-1] == (
        "第二章/第一节"
    )


def test_long_sections_are_in_pieces_of_the_sizes_of_the_pack(shelf):
    texts = [text for text, section in rows_of(shelf, "text", "section_id") if section == "第一章/第一节"]
    assert len(texts) > 2
    assert all(PACK.textbooks.chunks.least <= len(text) <= PACK.textbooks.chunks.most for text in texts)
    for one, other in pairwise(texts):
        shared = max(size for size in range(len(other)) if one.endswith(other[:size]))
        assert shared >= PACK.textbooks.chunks.least_shared


def test_a_question_finds_the_figure_and_says_what_it_is(shelf):
    answer = clause_search.search(shelf.engine, SearchRequest(query="比较 封闭式不可赎回", mode="keyword"))
    assert answer.status in (AnswerStatus.OK, AnswerStatus.WEAK)
    assert answer.results[0].chunk_type == "manual_table_rewrite"
    assert answer.results[0].source_reference.locator.anchor == "表1-2"
