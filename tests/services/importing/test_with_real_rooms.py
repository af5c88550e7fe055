"""The whole way with the real converter, model, index and page view: from PDF to a cited clause."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pymupdf
import pytest

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.states import AnswerStatus, ConversionStatus, ImportAction, ReviewStatus
from insurance_desktop.index import ranking
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.importing.ingestion import import_paths, resume_queued
from insurance_desktop.services.library.documents import get_document, list_documents
from insurance_desktop.services.library.library import backup, open_reader
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.ledgers import open_ledger
from insurance_desktop.services.review.page_pictures import render_page
from insurance_desktop.services.search import clause_search
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.workspace import open_workspace

ROOT = Path(__file__).parents[3]
needs_ranking = pytest.mark.skipif(not ranking.model_path("insurance").exists(), reason="the ranking is not fitted yet")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory, request):
    """A library with the three samples, the newer clause verified."""
    samples = ROOT / "resources" / "samples"
    folder = tmp_path_factory.mktemp("shelf")
    with open_workspace(folder / "library.db") as workspace:
        lines = import_paths(workspace.library, workspace.converter, [samples], manifest=samples / "manifest.csv")
        clause = next(line.document.document_id for line in lines if line.path.endswith("clause-2.pdf"))
        decisions.approve(workspace.engine, clause, reviewer="王", accept_findings_reason="样本，逐条看过")
        yield workspace, lines, clause


@pytest.mark.requirement("FR-003", "FR-005")
def test_the_samples_go_in_with_what_their_manifest_says(shelf):
    workspace, lines, _ = shelf
    assert [line.action for line in lines] == [ImportAction.IMPORTED] * 3
    for line in lines:
        document = get_document(workspace.library, line.document.document_id)
        assert document.conversion_status in (ConversionStatus.CONVERTED, ConversionStatus.NEEDS_ATTENTION)
        assert None not in (document.product_name, document.product_code, document.company, document.document_type)
        assert document.pages > 0


@needs_ranking
@pytest.mark.requirement("FR-006")
def test_verified_text_is_found_with_its_page(shelf):
    workspace, _, clause = shelf
    sheet = decisions.show(workspace.library, clause)
    assert sheet.document.indexed_clauses >= len(sheet.clauses) > 5
    title = next(each.section_title for each in sheet.clauses if each.section_title and each.text)
    answer = clause_search.search(workspace.engine, SearchRequest(title))
    assert answer.status is AnswerStatus.OK
    assert {hit.source_reference.document_id for hit in answer.results} == {clause}
    assert all(hit.source_reference.page_number for hit in answer.results)
    assert answer.results[0].content in {each.text for each in sheet.clauses}


@pytest.mark.requirement("FR-007", "SC-001")
def test_every_clause_leads_back_to_its_place_in_the_bytes_of_its_pdf(shelf):
    workspace, _, clause = shelf
    sample = (ROOT / "resources" / "samples" / "clause-2.pdf").read_bytes()
    with workspace.library.database.read() as connection:
        originals = connection.rows(
            "SELECT DISTINCT originals.content FROM clauses JOIN documents ON documents.id = clauses.document_id "
            "JOIN originals ON originals.sha256 = documents.original_sha256 WHERE review_status = 'VERIFIED'"
        )
        clauses = connection.rows("SELECT text, boxes FROM clauses WHERE document_id = ?", (clause,))
    assert originals == [(sample,)]
    assert len(clauses) > 20
    assert all(boxes != "[]" for text, boxes in clauses if text)


def test_the_source_map_survives_the_file(shelf):
    workspace, _, clause = shelf
    sheet = decisions.show(workspace.library, clause)
    assert {each.page_number for each in sheet.clauses if each.text} <= set(range(1, sheet.document.pages + 1))
    assert any(each.boxes for each in sheet.clauses)


@pytest.mark.requirement("SC-004")
def test_the_ledger_survives_the_file_and_a_reviewers_edit(shelf, tmp_path):
    sample = ROOT / "resources" / "samples" / "clause-1.pdf"
    with open_workspace(tmp_path / "library.db") as workspace:
        document = import_paths(workspace.library, workspace.converter, [sample])[0].document.document_id
        before = decisions.show(workspace.library, document)
        first = open_ledger(workspace.library, document)
        assert len(list(first.index.in_markdown())) == before.coverage.in_markdown
        assert first.exclusions == before.coverage.exclusions
        word = "被保险人"
        start = before.markdown.index(word)
        box = first.index.boxes(start, start + len(word))[0]
        found = first.index.glyph_at(box.page, box.x0 + 1, (box.y0 + box.y1) / 2)
        assert first.index.destination(box.page, found.glyph).offset == start
        edited = before.markdown.replace(word, f"本合同{word}", 1)
        decisions.edit(workspace.library, document, markdown=edited, reviewer="王")
    with open_reader(tmp_path / "library.db") as reader:
        second = open_ledger(reader, document)
        assert second.index.boxes(start + 3, start + 3 + len(word))[0] == box
        assert second.index.glyphs(start, start + 3) == ()
        assert len(list(second.index.in_markdown())) == before.coverage.in_markdown
        with pytest.raises(NotFound):
            open_ledger(reader, 99)


def test_a_document_without_text_has_an_empty_ledger(tmp_path):
    (tmp_path / "no.pdf").write_bytes(b"%PDF-1.7 hello")
    with open_workspace(tmp_path / "library.db") as workspace:
        document = import_paths(workspace.library, workspace.converter, [tmp_path / "no.pdf"])[0].document.document_id
        assert list(open_ledger(workspace.library, document).index.in_markdown()) == []


def test_a_page_is_drawn_once(shelf):
    workspace, _, clause = shelf
    first = render_page(workspace.library, workspace.converter, clause, 1)
    assert first.png.startswith(b"\x89PNG")
    assert render_page(workspace.library, workspace.converter, clause, 1) == first
    with workspace.library.database.read() as connection:
        assert connection.value("SELECT count(*) FROM page_pictures") == 1
    with pytest.raises(NotFound):
        render_page(workspace.library, workspace.converter, clause, 99)
    with open_reader(workspace.library.path) as reader, Converter() as converter:
        assert render_page(reader, converter, clause, 1) == first


@needs_ranking
def test_a_backup_answers_as_the_library_does(shelf, tmp_path):
    workspace, _, clause = shelf
    with open_reader(backup(workspace.library, tmp_path / "copy.db")) as copy:
        question = SearchRequest("犹豫期")
        assert clause_search.search(SearchEngine(copy), question) == clause_search.search(workspace.engine, question)
        assert get_document(copy, clause).review_status is ReviewStatus.VERIFIED


def a_pdf(**options):
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "1.1 Cooling-off period")
        return document.tobytes(**options)


BAD = {
    "truncated": a_pdf()[:200],
    "rubbish": b"%PDF-1.7\n" + bytes(range(256)) * 20,
    "encrypted": a_pdf(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner"),
    "no_pdf": b"hello",
    "empty": b"",
}


def test_files_that_cannot_be_read_end_with_their_reason(tmp_path, capfd):
    for name, content in BAD.items():
        (tmp_path / f"{name}.pdf").write_bytes(content)
    (tmp_path / "locked_for_owners.pdf").write_bytes(
        a_pdf(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="", owner_pw="owner")
    )
    with open_workspace(tmp_path / "library.db") as workspace:
        lines = {
            Path(line.path).stem: line for line in import_paths(workspace.library, workspace.converter, [tmp_path])
        }
        assert {name for name, line in lines.items() if line.action is ImportAction.FAILED} == set(BAD)
        for name in BAD:
            assert lines[name].reason.strip()
            assert "\n" not in lines[name].reason
        for name in ("truncated", "rubbish", "encrypted"):
            assert lines[name].document.conversion_status is ConversionStatus.FAILED
        assert lines["locked_for_owners"].document.conversion_status is not ConversionStatus.FAILED
    assert "Traceback" not in "".join(capfd.readouterr())


DYING_IMPORT = """
import sys
from pathlib import Path
from insurance_desktop.services.importing import ingestion
from insurance_desktop.services.workspace import open_workspace

def store_original(library, *arguments):
    taken = keep(library, *arguments)
    print("queued", taken.document.document_id, taken.document.sha256, flush=True)
    return taken

keep, ingestion.store_original = ingestion.store_original, store_original
ingestion.store_conversion = lambda *arguments: sys.stdin.read()  # whatever comes back, death is sooner

if __name__ == "__main__":
    with open_workspace(Path(sys.argv[1])) as workspace:
        workspace.converter.workers.convert(b"%PDF-", "insurance")  # starts the worker process
        print("ready", flush=True)
        sys.stdin.readline()
        ingestion.import_paths(workspace.library, workspace.converter, [Path(sys.argv[2])])
"""


def children_of(process_id):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process_id)], capture_output=True, text=True, check=False)
    return [int(each) for each in found.stdout.split()]


@pytest.mark.skipif(os.name == "nt", reason="asks ps for the worker processes")
def test_a_kill_during_a_real_conversion_leaves_no_worker_and_loses_nothing(tmp_path):
    script = tmp_path / "dying.py"
    script.write_text(DYING_IMPORT, encoding="utf-8")
    path, sample = tmp_path / "library.db", ROOT / "resources" / "samples" / "clause-1.pdf"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script), str(path), str(sample)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen(command, env=environment, **pipes) as child:
        assert child.stdout.readline() == "ready\n"
        workers = children_of(child.pid)
        child.stdin.write("\n")
        child.stdin.flush()
        said = child.stdout.readline().split()
        child.kill()
    assert workers
    assert said[0] == "queued"
    with open_workspace(path) as workspace:
        (waiting,) = list_documents(workspace.library, status="QUEUED")
        assert [str(waiting.document_id), waiting.sha256] == said[1:]
        (document,) = resume_queued(workspace.library, workspace.converter)
        assert document.conversion_status is not ConversionStatus.QUEUED
    until = time.monotonic() + 30
    while any(is_alive(each) for each in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(is_alive(each) for each in workers)


def is_alive(process_id):
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process_id)], capture_output=True, text=True, check=False)
    return bool(state.stdout.strip()) and not state.stdout.strip().startswith("Z")
