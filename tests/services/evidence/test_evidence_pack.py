"""An evidence pack: one zip that holds what it says, checked by its own script in a Python of its own."""

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pypdfium2
import pytest
from stand_ins import CharacterEmbedder, open_workspace_with

from insurance_desktop.domain.errors import LibraryError, NotFound, ReviewRefused
from insurance_desktop.domain.laws import RelatedLaw
from insurance_desktop.packs.wording import say
from insurance_desktop.services.evidence.evidence_pack import make_evidence, write_evidence
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.two_reviewers import set_review_rule
from insurance_desktop.services.search.law_words import related_words

SAMPLE = Path(__file__).parents[3] / "resources" / "samples" / "clause-2.pdf"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A library with the sample clause approved by two reviewers, after a rejection of another sample."""
    path = tmp_path_factory.mktemp("evidence") / "library.db"
    with open_workspace_with(path, embedder=CharacterEmbedder) as workspace:
        set_review_rule(workspace.library, reviewers=2, reviewer="赵", reason="规定")
        other = import_paths(workspace.library, workspace.converter, [SAMPLE.with_name("rates.pdf")])[
            0
        ].document.document_id
        decisions.reject(workspace.library, other, reviewer="李", reason="另一份")
        document_id = import_paths(workspace.library, workspace.converter, [SAMPLE])[0].document.document_id
        decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="样本")
        decisions.approve(workspace.engine, document_id, reviewer="李")
        yield workspace


@pytest.fixture(scope="module")
def clause_id(shelf):
    with shelf.library.database.read() as connection:
        return connection.value("SELECT clause_id FROM clauses WHERE section_title LIKE '%犹豫期%' AND text <> ''")


@pytest.fixture(scope="module")
def pack(shelf, clause_id):
    return make_evidence(shelf.library, shelf.converter, clause_id)


@pytest.fixture
def unpacked(pack, tmp_path):
    with zipfile.ZipFile(io.BytesIO(pack)) as files:
        files.extractall(tmp_path / "pack")
    return tmp_path / "pack"


def verify(folder, *words):
    """The pack's own script, in a Python that knows nothing of this program."""
    return subprocess.run(
        [sys.executable, "-I", str(folder / "verify.py"), *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        check=False,
    )


@pytest.mark.requirement("FR-007", "SC-001")
def test_a_pack_checks_itself_without_the_program(unpacked, pack, tmp_path):
    done = verify(unpacked)
    assert done.returncode == 0, done.stdout
    assert "全部相符" in done.stdout
    assert "Everything holds" in done.stdout
    assert "✕" not in done.stdout
    assert verify(unpacked, "--original", SAMPLE).returncode == 0
    assert verify(unpacked, "--original", SAMPLE.with_name("rates.pdf")).returncode == 1
    (tmp_path / "pack.zip").write_bytes(pack)
    assert verify(unpacked, tmp_path / "pack.zip").returncode == 0


@pytest.mark.requirement("FR-007")
def test_its_facts_are_those_of_the_clause(unpacked, shelf, clause_id):
    told = json.loads((unpacked / "evidence.json").read_text(encoding="utf-8"))
    assert told["clause"]["clause_id"] == clause_id
    assert told["original"]["sha256"] == hashlib.sha256(SAMPLE.read_bytes()).hexdigest()
    assert (told["approval"]["reviewer"], told["approval"]["first_reviewer"]) == ("李", "王")
    entries = decisions.log(shelf.library)
    assert (told["decisions"]["head"], told["decisions"]["entries"]) == (entries[-1].entry_hash, len(entries))
    assert told["content"]["sha256"] == entries[-1].content_sha256
    assert told["link"].startswith("baoxian://")
    assert (unpacked / f"page-{told['source']['page_number']}.png").read_bytes().startswith(b"\x89PNG")


def test_the_articles_that_a_clause_rests_on_are_in_it_word_for_word(shelf):
    with shelf.library.database.read() as connection:
        clause_id = connection.value("SELECT clause_id FROM clauses WHERE section_title LIKE '%受益人%' AND text <> ''")
    made = zipfile.ZipFile(io.BytesIO(make_evidence(shelf.library, shelf.converter, clause_id)))
    (first, *_) = json.loads(made.read("evidence.json"))["related_law"]
    assert (first["law"], first["article"], first["why"]) == ("中华人民共和国保险法", "第三十九条", "subject")
    assert first["text"].startswith("人身保险的受益人由被保险人或者投保人指定。")
    paper = pypdfium2.PdfDocument(io.BytesIO(made.read("evidence.pdf")))
    words = "".join("".join(page.get_textpage().get_text_range().split()) for page in paper)
    assert say("review.evidence_law") in words
    assert "".join(related_words(RelatedLaw(**first)).split()) in words and "".join(first["text"].split()) in words
    paper.close()


@pytest.mark.requirement("FR-007")
def test_its_pdf_says_the_text_the_hashes_and_the_decisions_and_shows_the_page(unpacked):
    told = json.loads((unpacked / "evidence.json").read_text(encoding="utf-8"))
    pdf = pypdfium2.PdfDocument(unpacked / "evidence.pdf")
    words = "".join("".join(page.get_textpage().get_text_range().split()) for page in pdf)
    assert "".join(told["clause"]["text"].split()) in words
    for said in (
        told["original"]["sha256"],
        told["content"]["sha256"],
        told["decisions"]["head"],
        "样本",
        told["link"],
    ):
        assert said in words
    last = pdf[len(pdf) - 1].render(scale=1).to_numpy()[:, :, :3].astype(int)
    yellow = (last.max(axis=2) - last.min(axis=2)) > 60
    assert yellow.sum() > 500
    pdf.close()


def test_the_same_library_gives_the_same_bytes(shelf, clause_id, pack):
    assert make_evidence(shelf.library, shelf.converter, clause_id) == pack


def tampered_json(name, change):
    def tamper(folder):
        told = json.loads((folder / name).read_text(encoding="utf-8"))
        change(told)
        (folder / name).write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")

    return tamper


def with_new_hashes(tamper):
    """A forger who knows of the list of files, too."""

    def forge(folder):
        tamper(folder)
        told = json.loads((folder / "evidence.json").read_text(encoding="utf-8"))
        told["files"] = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in told["files"]}
        (folder / "evidence.json").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")

    return forge


def other_text(told):
    told["clause"]["text"] = told["clause"]["text"].replace("日", "月")
    told["clause"]["text_sha256"] = hashlib.sha256(told["clause"]["text"].encode()).hexdigest()


FORGED = {
    "the clause's words": tampered_json("evidence.json", other_text),
    "who approved": tampered_json("evidence.json", lambda told: told["approval"].update(reviewer="钱")),
    "a decision's reviewer": with_new_hashes(tampered_json("decisions.json", lambda log: log[0].update(reviewer="钱"))),
    "a decision taken out": with_new_hashes(tampered_json("decisions.json", lambda log: log.pop(0))),
    "the last decision taken out": with_new_hashes(tampered_json("decisions.json", lambda log: log.pop())),
    "the approved content": with_new_hashes(
        lambda folder: (folder / "content.json").write_text(
            (folder / "content.json").read_text(encoding="utf-8").replace("日", "月"), encoding="utf-8"
        )
    ),
    "the PDF": lambda folder: (folder / "evidence.pdf").write_bytes(b"%PDF-1.7 other"),
    "a page": lambda folder: next(folder.glob("page-*.png")).unlink(),
    "no facts": lambda folder: (folder / "evidence.json").write_text("[]", encoding="utf-8"),
}


@pytest.mark.requirement("FR-006")
@pytest.mark.parametrize("what", FORGED)
def test_what_was_tampered_with_is_found(unpacked, what):
    FORGED[what](unpacked)
    done = verify(unpacked)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "✕" in done.stdout


def test_only_a_verified_clause_can_be_packed(shelf, clause_id, tmp_path):
    for wrong in ("", "no such clause", clause_id + "x"):
        with pytest.raises(NotFound):
            make_evidence(shelf.library, shelf.converter, wrong)
    target = tmp_path / "pack.zip"
    assert write_evidence(shelf.library, shelf.converter, clause_id, target) == target
    before = target.read_bytes()
    with pytest.raises(LibraryError):
        write_evidence(shelf.library, shelf.converter, clause_id, target)
    with pytest.raises(LibraryError):
        write_evidence(shelf.library, shelf.converter, clause_id, tmp_path / "none" / "pack.zip")
    assert target.read_bytes() == before


def test_no_evidence_is_made_of_a_log_that_does_not_chain(shelf, clause_id):
    class Undone(Exception):
        pass

    with pytest.raises(Undone), shelf.library.database.write() as connection:
        connection.run("DROP TRIGGER decisions_are_final_u")
        connection.run("UPDATE decisions SET reviewer = '钱' WHERE id = 1")
        with pytest.raises(ReviewRefused):
            make_evidence(shelf.library, shelf.converter, clause_id)
        raise Undone


@pytest.mark.requirement("FR-007")
def test_a_table_is_checked_cell_by_cell(tmp_path):
    with open_workspace_with(tmp_path / "library.db", embedder=CharacterEmbedder) as workspace:
        document_id = import_paths(workspace.library, workspace.converter, [SAMPLE.with_name("rates.pdf")])[
            0
        ].document.document_id
        decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="样本")
        with workspace.library.database.read() as connection:
            table = connection.value("SELECT clause_id FROM clauses WHERE is_table = 1")
        pack = make_evidence(workspace.library, workspace.converter, table)
    with zipfile.ZipFile(io.BytesIO(pack)) as files:
        files.extractall(tmp_path / "pack")
    assert verify(tmp_path / "pack").returncode == 0
    told = json.loads((tmp_path / "pack" / "evidence.json").read_text(encoding="utf-8"))
    clause = told["clause"]
    rows = clause["text"].split("\n")
    cells = rows[-1].split("\t")
    cells[1], cells[2] = cells[2], cells[1]
    clause["text"] = "\n".join([*rows[:-1], "\t".join(cells)])
    clause["text_sha256"] = hashlib.sha256(clause["text"].encode()).hexdigest()
    (tmp_path / "pack" / "evidence.json").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    assert verify(tmp_path / "pack").returncode == 1
