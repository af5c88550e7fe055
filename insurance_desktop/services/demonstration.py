"""The demonstration: sample PDFs become a cited answer, step by step, in a library of their own."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.answers import SearchAnswer, SearchRequest, SourceReference
from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion
from insurance_desktop.domain.documents import Document, ImportedFile
from insurance_desktop.domain.errors import LibraryError, NotFound
from insurance_desktop.domain.exam import ExamAnswer, ExamDemo
from insurance_desktop.domain.originals import TABLE_SUFFIXES
from insurance_desktop.domain.regulation_rules import RegulationDemo
from insurance_desktop.domain.states import AnswerStatus, ConversionStatus
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.registry import pack_folder, practice_files
from insurance_desktop.packs.retelling import retold
from insurance_desktop.packs.wording import say
from insurance_desktop.services.exam.exam import answer_paper, rules_of
from insurance_desktop.services.exam.question_reading import read_paper
from insurance_desktop.services.exam.submissions import place_of
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.services.regulations.lookup import get_regulation, related_regulations
from insurance_desktop.services.regulations.practice import practice_about
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search import clause_search
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.workspace import open_workspace

Tell = Callable[[str], None]
_TOLD = 3
"""Grounds of an answer that are shown."""


def run_demo(library_path: Path, tell: Tell, pack: str | None = None) -> int:
    """Imports the samples of a pack, approves them, asks what they answer and what they do not; tells each step.

    Returns 0 where the first was answered and the second refused, else 1. `library_path` must not exist yet.
    """
    if library_path.exists():
        raise LibraryError("demonstrating.library_exists", path=library_path)
    tell(say("demonstrating.start", path=library_path))
    with open_workspace(library_path, pack=PackChoice(pack)) as workspace:
        engine = workspace.engine
        documents = _import(workspace.library, workspace.converter, tell)
        _approve(engine, documents, tell)
        went_well = _ask_samples(engine, tell)
    tell(say("demonstrating.done" if went_well else "demonstrating.disappointed"))
    return 0 if went_well else 1


def _ask_samples(engine: SearchEngine, tell: Tell) -> bool:
    """What the field says that its samples are asked; clauses of insurance where it says nothing."""
    pack = engine.library.pack
    if pack.demonstration is not None:
        return _ask_regulations(engine, pack.demonstration, tell)
    if pack.exam_demonstration is not None:
        return _ask_books(engine, pack.exam_demonstration, tell)
    return _ask_clauses(engine, tell)


def _ask_books(engine: SearchEngine, asked: ExamDemo, tell: Tell) -> bool:
    """Questions with keys, one about a figure, one with several grounds, and one that books do not speak of."""
    keyed = [_answer(engine, each, tell) for each in (*asked.keyed, asked.figure)]
    several, refused = _answer(engine, asked.several, tell), _answer(engine, asked.off_topic, tell)
    is_of_figure = bool(keyed[-1][1].evidence) and bool(keyed[-1][1].evidence[0].figure_ref)
    return (
        all(question.answer == told.answer for question, told in keyed)
        and is_of_figure
        and several[1].reply == say("exam.several")
        and refused[1].reply == say("exam.off_topic")
    )


def _answer(engine: SearchEngine, typed: str, tell: Tell) -> tuple[ChoiceQuestion, ExamAnswer]:
    """A question as it was read, and its answer as it was told."""
    read = read_paper(typed, rules_of(engine.library))
    question = read[0] if read else ChoiceQuestion(typed, (), ChoiceKind.SINGLE, False)
    tell(say("demonstrating.asking", question=question.stem))
    for option in question.options:
        tell(say("demonstrating.option", it=option))
    told = answer_paper(engine, [question]).answers[0]
    if told.answer is None:
        tell(say("demonstrating.refused", message=told.reply))
        return question, told
    tell(say("demonstrating.exam_answer", it=told, right=question.answer or say("demonstrating.without_key")))
    if told.reply is not None:
        tell(say("demonstrating.exam_reply", reply=told.reply))
    for found in told.evidence[:_TOLD]:
        page = say("demonstrating.exam_page", page=found.page_number) if found.page_number else ""
        tell(say("demonstrating.exam_evidence", place=place_of(found), page=page))
    tell(say("demonstrating.exam_quote", quote=told.evidence[0].quote.replace("\n", "\n    ")))
    return question, told


def _ask_clauses(engine: SearchEngine, tell: Tell) -> bool:
    answered = _ask(engine, say("demonstrating.question"), tell).status is AnswerStatus.OK
    return answered and _ask(engine, say("demonstrating.unanswerable"), tell).status is AnswerStatus.NO_MATCH


def _ask_regulations(engine: SearchEngine, asked: RegulationDemo, tell: Tell) -> bool:
    """Each citation with what points at it and where it points, then one that is not there, then practice."""
    found = [_look_up(engine, each, tell) for each in asked.cited]
    refused = not _look_up(engine, asked.missing, tell)
    practice = practice_about(engine, asked.question)
    tell(say("demonstrating.asking", question=asked.question))
    for each in practice.entries:
        tell(say("demonstrating.practice", title=each.entry.title, words=each.entry.correct_interpretation))
    tell(practice.notice)
    return all(found) and refused and bool(practice.entries)


def _look_up(engine: SearchEngine, reference: str, tell: Tell) -> bool:
    tell(say("demonstrating.asking", question=reference))
    answer = get_regulation(engine, reference)
    if answer.regulation is None:
        tell(say("demonstrating.refused", message=answer.message))
        return False
    tell(say("demonstrating.regulation", it=answer.regulation))
    _tell_source(answer.regulation.source_reference, tell)
    for edge in related_regulations(engine, reference).edges:
        tell(say("demonstrating.edge", it=edge, kind=say(f"regulation_window.kind_{edge.kind.lower()}")))
    return True


def _import(library: Library, converter: Converter, tell: Tell) -> list[Document]:
    own = pack_folder(library.pack.name) / "samples"
    folder = own if own.is_dir() else paths.resource_root() / "samples"
    if not any(folder.glob("*.pdf")):
        raise NotFound("demonstrating.no_samples", path=folder)
    tell(say("demonstrating.importing", path=folder))
    manifest = folder / "manifest.csv"
    tables = sorted(file for file in folder.iterdir() if file.suffix in TABLE_SUFFIXES and file != manifest)
    files = import_paths(library, converter, [folder, *tables, *practice_files(library.pack.name)], manifest=manifest)
    for file in files:
        tell(_found_in(library, file))
    return [file.document for file in files if file.document]


def _found_in(library: Library, file: ImportedFile) -> str:
    name = Path(file.path).name
    if file.document is None or file.document.conversion_status is ConversionStatus.FAILED:
        return say("demonstrating.failed", name=name, reason=file.reason)
    sheet = decisions.show(library, file.document.document_id)
    return say(
        "demonstrating.found",
        name=name,
        document=file.document,
        edition=_edition(file.document),
        pages=_pages(file.document),
        clauses=len(sheet.clauses),
        tables=len(sheet.tables),
        findings=sum(finding.is_open for finding in sheet.findings),
        coverage=sheet.coverage,
    )


def _edition(document: Document) -> str:
    return say("demonstrating.edition", edition=document.edition) if document.edition else ""


def _pages(document: Document) -> str:
    return say("demonstrating.pages", count=document.pages) if document.pages else say("demonstrating.without_pages")


def _approve(engine: SearchEngine, documents: list[Document], tell: Tell) -> None:
    """Approves what was converted, as a person would after reading; open findings are accepted with the reason told."""
    tell(say("demonstrating.approving"))
    for document in documents:
        if document.conversion_status is ConversionStatus.FAILED:
            continue
        for finding in decisions.show(engine.library, document.document_id).findings:
            if finding.is_open:
                tell(say("demonstrating.finding", message=retold(finding.message)))
        receipt = decisions.approve(
            engine,
            document.document_id,
            reviewer=say("demonstrating.reviewer"),
            accept_findings_reason=say("demonstrating.reason"),
        )
        tell(say("demonstrating.approved", document=document, sha=str(receipt.content_sha256)[:12]))


def _ask(engine: SearchEngine, question: str, tell: Tell) -> SearchAnswer:
    tell(say("demonstrating.asking", question=question))
    answer = clause_search.search(engine, SearchRequest(query=question, top_k=1))
    hits = answer.results if answer.status is AnswerStatus.OK else ()
    for hit in hits:
        tell(say("demonstrating.hit", hit=hit, content=hit.content.replace("\n", "\n    ")))
        _tell_source(hit.source_reference, tell)
    if not hits:
        tell(say("demonstrating.refused", message=answer.message))
    return answer


def _tell_source(source: SourceReference, tell: Tell) -> None:
    place = place_in_words(source.page_number, source.page_to, source.locator)
    at = datetime.fromisoformat(source.verified_at).astimezone().strftime("%Y-%m-%d %H:%M")
    tell(say("demonstrating.source", source=source, place=place, sha=source.pdf_sha256, at=at))
