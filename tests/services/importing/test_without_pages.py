"""Originals without pages, the whole way: from the file to a cited, proved clause whose place is paragraphs."""

import io
import json
import subprocess
import sys
import zipfile

import pytest
from stand_ins import CharacterEmbedder, open_workspace_with

from insurance_desktop.domain.conversion import Locator
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.quotes import Verdict
from insurance_desktop.domain.states import AnswerStatus, ImportAction
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.services.answers.clause_reading import get_clause
from insurance_desktop.services.answers.page_reading import read_page
from insurance_desktop.services.answers.quote_checking import check_quote
from insurance_desktop.services.evidence.evidence_pack import make_evidence
from insurance_desktop.services.evidence.marked_pages import marked_clause
from insurance_desktop.services.importing.converter import Converter, convert_file
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.links import clause_link, follow
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.original_text import original_text

LAW = """# 某某条例

<!-- 来源 -->

## 第一章 总则

第一条 为了规范某某活动，制定本条例。

第二条 本条例所称某某，是指下列情形：

（一）投保人故意造成的事故；

（二）其他情形。

第三条 本条例自公布之日起施行。
"""
PAGE = "<!doctype html><html><body><nav>首页</nav><h1>某某办法</h1><p id='a1'>第一条　应当如此。</p></body></html>"


@pytest.fixture(scope="module")
def converter():
    with Converter() as started:
        yield started


@pytest.fixture(scope="module")
def shelf(tmp_path_factory, converter):
    """A library with the law, approved."""
    folder = tmp_path_factory.mktemp("flow")
    (folder / "条例.md").write_text(LAW, encoding="utf-8")
    with open_workspace_with(
        folder / "library.db", embedder=CharacterEmbedder, workers=lambda: converter.workers
    ) as workspace:
        (line,) = import_paths(
            workspace.library,
            workspace.converter,
            [folder / "条例.md"],
            given=GivenMetadata(company="平安人寿", document_type="产品条款"),
        )
        decisions.approve(workspace.engine, line.document.document_id, reviewer="王", accept_findings_reason="看过")
        yield workspace


def clause_id(workspace, section):
    with workspace.library.database.read() as connection:
        return connection.value("SELECT clause_id FROM clauses WHERE section_id = ?", (section,))


def test_a_folder_and_an_archive_give_all_kinds_of_originals(tmp_path, converter):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "a.md").write_text(LAW, encoding="utf-8")
    (inbox / "b.HTML").write_text(PAGE, encoding="utf-8")
    (inbox / "c.csv").write_text("no, original", encoding="utf-8")
    with zipfile.ZipFile(inbox / "d.zip", "w") as archive:
        archive.writestr("e.htm", PAGE.replace("如此", "那样"))
    with open_workspace_with(
        tmp_path / "library.db", embedder=CharacterEmbedder, workers=lambda: converter.workers
    ) as workspace:
        lines = import_paths(workspace.library, workspace.converter, [inbox])
        again = import_paths(workspace.library, workspace.converter, [inbox / "a.md"])
    assert [line.action for line in lines] == [ImportAction.IMPORTED] * 3
    assert [line.document.product_name for line in lines] == ["某某条例", "某某办法", "某某办法"]
    assert [line.document.pages for line in lines] == [0, 0, 0]
    assert [line.action for line in again] == [ImportAction.DUPLICATE]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.pdf", PAGE.encode(), "网页"),
        ("a.csv", b"words", "名称不符"),
        ("a.md", b"\x00\x01\x02", "名称不符"),
        ("a.docx", b"PK\x03\x04 no word file", "名称不符"),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_one_sentence(tmp_path, converter, name, content, words):
    (tmp_path / name).write_bytes(content)
    with open_workspace_with(
        tmp_path / "library.db", embedder=CharacterEmbedder, workers=lambda: converter.workers
    ) as workspace:
        (line,) = import_paths(workspace.library, workspace.converter, [tmp_path / name])
    assert line.action is ImportAction.FAILED and words in line.reason


def test_plain_text_is_taken_where_it_is_named(tmp_path):
    (tmp_path / "a.txt").write_text("第一条 正文。\n", encoding="utf-8")
    assert [each.section_id for each in convert_file(tmp_path / "a.txt", "insurance").clauses] == ["第一条"]


def test_a_clause_says_paragraphs_and_anchor_in_place_of_a_page(shelf):
    source = get_clause(shelf.library, clause_id(shelf, "第二条")).hit.source_reference
    assert (source.page_number, source.page_to, source.boxes) == (None, None, ())
    assert source.locator == Locator(5, 8, "第一章-总则")
    assert place_in_words(source.page_number, source.page_to, source.locator) == "第 5–8 段 #第一章-总则"
    assert source.pdf_path == "平安人寿/某某条例/产品条款.md"


def test_a_quotation_is_checked_and_placed_in_its_own_paragraph(shelf):
    check = check_quote(shelf.engine, "投保人故意造成的事故").check
    assert check.verdict is Verdict.EXACT
    assert check.source_reference.locator == Locator(7, 7, "第一章-总则")


def test_a_changed_place_is_withheld(shelf):
    """The seal covers the locator as it covers pages and boxes."""
    chosen = clause_id(shelf, "第三条")
    with shelf.library.database.write() as connection:
        kept = connection.value("SELECT locator FROM clauses WHERE clause_id = ?", (chosen,))
        connection.run("UPDATE clauses SET locator = '[1,1,\"\"]' WHERE clause_id = ?", (chosen,))
    assert get_clause(shelf.library, chosen).hit is None
    with shelf.library.database.write() as connection:
        connection.run("UPDATE clauses SET locator = ? WHERE clause_id = ?", (kept, chosen))
    assert get_clause(shelf.library, chosen).hit is not None


def test_its_evidence_proves_itself_and_names_the_paragraphs(shelf, tmp_path):
    pack = make_evidence(shelf.library, shelf.converter, clause_id(shelf, "第二条"), "投保人故意造成的事故")
    with zipfile.ZipFile(io.BytesIO(pack)) as files:
        files.extractall(tmp_path)
    told = json.loads((tmp_path / "evidence.json").read_text(encoding="utf-8"))
    assert told["clause"]["locator"] == {"paragraph": 5, "paragraph_to": 8, "anchor": "第一章-总则"}
    assert told["passage"]["locator"]["paragraph"] == 7
    assert told["original"]["pages"] is None and told["pictures"] == {}
    done = subprocess.run(
        [sys.executable, "-I", str(tmp_path / "verify.py")], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout


def test_there_is_no_page_to_read_or_to_draw(shelf):
    answer = read_page(shelf.library, 1, 1)
    assert answer.status is AnswerStatus.NOT_FOUND and "不分页" in answer.message
    assert marked_clause(shelf.library, clause_id(shelf, "第二条"), shelf.converter).pages == ()


def test_a_link_opens_the_document_at_its_section(shelf):
    with shelf.library.database.read() as connection:
        link = clause_link(connection, clause_id(shelf, "第二条"))
    found = follow(shelf.library, link)
    assert (found.section_id, found.page, found.boxes) == ("第二条", None, ())


def test_a_reviewer_reads_the_original_paragraph_by_paragraph(shelf):
    passages = original_text(shelf.library, 1)
    numbered = {each.number: each.text for each in passages if each.number}
    assert numbered[1] == "某某条例" and numbered[7] == "（一）投保人故意造成的事故；"
    assert [reason for each in passages for reason, _ in each.left_out] == [ExclusionReason.COMMENT]


def test_an_edit_is_measured_against_the_original_and_keeps_the_places(tmp_path, converter):
    (tmp_path / "b.html").write_text(PAGE, encoding="utf-8")
    with open_workspace_with(
        tmp_path / "library.db", embedder=CharacterEmbedder, workers=lambda: converter.workers
    ) as workspace:
        import_paths(workspace.library, workspace.converter, [tmp_path / "b.html"])
        before = decisions.show(workspace.library, 1)
        decisions.edit(workspace.library, 1, markdown=before.markdown.replace("应当", "可以"), reviewer="李")
        after = decisions.show(workspace.library, 1)
    assert FindingKind.EDIT in {each.kind for each in after.findings}
    assert after.clauses[0].text == "可以如此。" and after.clauses[0].locator == Locator(2, 3, "a1")
    assert after.coverage.excluded == before.coverage.excluded + 2
