"""A library that a test describes in a few words; the use cases that the window asks of it answer from plain lists."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from clause_sheet import CLAUSES, MARKDOWN, SOURCE_MAP, page_png
from fake_answers import FakeAnswers
from fake_clients import FakeClients
from fake_collection import FakeCollection
from fake_evaluation import FakeEvaluation
from fake_facts import FakeFacts
from fake_people import FakePeople
from fake_practice import FakePractice
from use_cases import UseCases, stands_for

import insurance_desktop.gui.context
import insurance_desktop.services.answers.edition_comparison
import insurance_desktop.services.connecting.link_scheme
import insurance_desktop.services.importing.ingestion
import insurance_desktop.services.importing.job_queue
import insurance_desktop.services.importing.taking_back
import insurance_desktop.services.library.backups
import insurance_desktop.services.library.documents
import insurance_desktop.services.library.packs
import insurance_desktop.services.review.clause_corrections
import insurance_desktop.services.review.decisions
import insurance_desktop.services.review.document_facts
import insurance_desktop.services.review.drafts
import insurance_desktop.services.review.highlights
import insurance_desktop.services.review.inheritance
import insurance_desktop.services.review.ledgers
import insurance_desktop.services.review.notes
import insurance_desktop.services.review.page_pictures
import insurance_desktop.services.review.region_reading
import insurance_desktop.services.review.review_progress
import insurance_desktop.services.review.review_queue
import insurance_desktop.services.review.reviewer_names
import insurance_desktop.services.review.scanned_pages
import insurance_desktop.services.review.two_reviewers
import insurance_desktop.services.review.undo
import insurance_desktop.services.review.version_history
import insurance_desktop.services.search.clause_search
import insurance_desktop.services.search.ranking_approval
from insurance_desktop.domain.answers import Hit, Nearest, ReadTogether, SearchAnswer, SourceReference
from insurance_desktop.domain.clause_corrections import ClauseFields, mark_of, said
from insurance_desktop.domain.conversion import Clause, Coverage, PageSuggestion, SuggestedLine, Table
from insurance_desktop.domain.documents import (
    Decision,
    DecisionReceipt,
    Document,
    FindingCounts,
    ImportedFile,
    StoredFinding,
)
from insurance_desktop.domain.editions import (
    ChangeCounts,
    ClauseChange,
    ComparedClause,
    ComparedDocument,
    ComparisonAnswer,
    TextChange,
)
from insurance_desktop.domain.errors import NotFound, ReviewRefused
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.ledger import Ledger, LedgerIndex
from insurance_desktop.domain.pack import Category, Role
from insurance_desktop.domain.running import Cancelled, Progress
from insurance_desktop.domain.states import (
    AnswerStatus,
    ConversionStatus,
    DecisionKind,
    EditionStatus,
    ImportAction,
    ReviewStatus,
    Severity,
)
from insurance_desktop.domain.text_difference import difference
from insurance_desktop.services.connecting.link_handlers import SchemeState
from insurance_desktop.services.importing.job_queue import WaitingImport
from insurance_desktop.services.library.documents import LibraryState
from insurance_desktop.services.review.clause_corrections import ClauseCorrection
from insurance_desktop.services.review.decisions import ReviewDocument
from insurance_desktop.services.review.document_facts import DocumentFacts, UnreadPages
from insurance_desktop.services.review.drafts import Draft
from insurance_desktop.services.review.highlights import ExclusionHighlight, LeftOut, RiskHighlight
from insurance_desktop.services.review.inheritance import Inheritable, VerifiedClause
from insurance_desktop.services.review.ledgers import OpenLedger
from insurance_desktop.services.review.notes import Note
from insurance_desktop.services.review.region_reading import RegionText
from insurance_desktop.services.review.review_progress import LookedClause, LookingProgress
from insurance_desktop.services.review.review_queue import QueueEntry, Reason, ReviewQueue
from insurance_desktop.services.review.scanned_pages import PagesRead
from insurance_desktop.services.review.two_reviewers import Approvals
from insurance_desktop.services.review.undo import Undoable
from insurance_desktop.services.review.version_history import PlacedHunk, Version, VersionDifference


def document(number: int, **changes) -> Document:
    made = Document(
        document_id=number,
        sha256=f"{number:064x}",
        product_id=number,
        product_code=f"{2000 + number}",
        product_name=f"安心保重大疾病保险{number}",
        company="示例人寿",
        document_type="产品条款",
        product_category="健康保险",
        edition=f"{2000 + number}-1",
        edition_status=EditionStatus.CURRENT,
        publish_time="2026-01-01",
        download_url=None,
        logical_path=f"示例人寿/{2000 + number}/{2000 + number}-1/产品条款.pdf",
        pages=3,
        conversion_status=ConversionStatus.CONVERTED,
        reason=None,
        review_status=ReviewStatus.PENDING,
        version_id=number,
        findings=FindingCounts(),
        imported_at=datetime(2026, 11, 1, 8, tzinfo=UTC),
    )
    return replace(made, **changes)


@dataclass(frozen=True)
class Picture:
    png: bytes
    page_width: float = 595.0
    page_height: float = 842.0


def finding(number: int, severity: Severity, page: int = 2, **changes) -> StoredFinding:
    made = StoredFinding(
        number, FindingKind.TABLE_UNTRUSTED, severity, f"第 {number} 处要看", Box(page, 170, 190, 520, 205)
    )
    return replace(made, **changes)


class FakeServices(
    UseCases, FakePeople, FakeFacts, FakeAnswers, FakePractice, FakeCollection, FakeClients, FakeEvaluation
):
    """What the window asks of the services, answered from plain lists."""

    def __init__(self) -> None:
        super().__init__()
        self.path = Path("nowhere.db")
        self.pack_name = "insurance"
        self.rows: dict[int, Document] = {}
        self.closed = False
        self.findings: dict[int, tuple[StoredFinding, ...]] = {}
        self.texts: dict[int, str] = {}
        self.source_maps: dict[int, tuple] = {}
        self.log: list[Decision] = []
        self.questions: list = []
        self.ranking_warning = ""
        self.offline = False
        self.receipts: dict[int, tuple] = {}
        self.unread: dict[int, UnreadPages] = {}
        self.waiting: list[WaitingImport] = []
        self.ended: dict[int, str] = {}
        self.reasons: dict[int, tuple[Reason, ...]] = {}
        self.kept_drafts: dict[tuple[int, str], str] = {}
        self.dropped_drafts: dict[tuple[int, str], str] = {}
        self.tables: dict[int, tuple[Table, ...]] = {}
        self.rejected_at: dict[int, Box | None] = {}
        self.verified_before: dict[int, dict[str, VerifiedClause]] = {}
        self.kept_notes: list[tuple[int, Note]] = []
        self.removed_notes: list[tuple[int, Note]] = []
        self.clause_fields: dict[tuple[int, str], object] = {}
        self.reviewers = 1
        self.links_registered = False
        self.clauses: dict[int, tuple[Clause, ...]] = {}
        self.seen: dict[tuple[int, str], set[str]] = {}

    # --- telling it what to be --------------------------------------------------------------------------------
    def holds(self, *documents: Document) -> None:
        self.rows = {each.document_id: each for each in documents}

    def opened_at(self, path: Path) -> SimpleNamespace:
        self._note("open", lambda: False)
        self.path = path
        pack = SimpleNamespace(
            name=self.pack_name, categories=self.categories, roles=self.roles, operations=self.operations
        )
        pack.regulations = SimpleNamespace(instruments=self.instruments)
        pack.practice = SimpleNamespace(document_type=self.practice_type)
        pack.laws = self.law_rules
        engine = SimpleNamespace(product_names=None)
        library = SimpleNamespace(path=path, pack=pack, is_read_only=False, database=None)
        return SimpleNamespace(library=library, engine=engine, converter=None, close=self.close)

    # --- what the window calls --------------------------------------------------------------------------------
    @stands_for(insurance_desktop.services.library.documents.list_documents)
    def documents(self, _):
        return tuple(self.rows.values())

    @stands_for(insurance_desktop.services.library.documents.state_of)
    def state(self, _):
        return LibraryState((hash(tuple(self.rows.values())), len(self.log)))

    @stands_for(insurance_desktop.services.library.packs.packs_held)
    def packs_held(self, _):
        return (self.pack_name,) if self.rows else ()

    @stands_for(insurance_desktop.services.connecting.link_scheme.scheme_state)
    def links_state(self, _):
        return SchemeState("~/.local/share/applications/links.desktop", self.links_registered)

    @stands_for(insurance_desktop.services.connecting.link_scheme.register_scheme)
    def register_links(self, _):
        self.links_registered = True
        return self.links_state(_)

    @stands_for(insurance_desktop.services.connecting.link_scheme.forget_scheme)
    def forget_links(self, _):
        self.links_registered = False
        return self.links_state(_)

    @stands_for(insurance_desktop.services.review.document_facts.facts_about)
    def facts(self, _, document_id):
        made = self.rows[document_id]
        same = tuple(each for each in self.rows.values() if each.product_id == made.product_id)
        return DocumentFacts(
            made,
            same,
            (),
            self.receipts.get(document_id, ()),
            self.approvals(_, document_id, reviewer=""),
            unread=self.unread.get(document_id, UnreadPages()),
        )

    @stands_for(insurance_desktop.services.review.scanned_pages.read_scanned_pages)
    def read_scanned_pages(self, _, document_id, *, progress, cancel):
        pages = self.unread.pop(document_id).pages
        return PagesRead(tuple(PageSuggestion(page, ()) for page in pages))

    @stands_for(insurance_desktop.services.importing.ingestion.import_chosen)
    def import_paths(self, _, _converter, paths, *, progress, cancel):
        return tuple(self._take(path, step, len(paths), progress, cancel) for step, path in enumerate(paths, start=1))

    @stands_for(insurance_desktop.gui.context.load_pack, seen_in=insurance_desktop.gui.context)
    def check_pack(self, _name):
        pass

    @stands_for(insurance_desktop.services.search.ranking_approval.warning)
    def warning(self, _):
        return self.ranking_warning

    @stands_for(insurance_desktop.services.importing.job_queue.queue_import)
    def queue_import(self, _, paths):
        job_id = len(self.waiting) + len(self.ended) + 1
        self.waiting.append(WaitingImport(job_id, tuple(paths)))
        return self.waiting[-1]

    @stands_for(insurance_desktop.services.importing.job_queue.waiting_imports)
    def waiting_imports(self, _):
        return tuple(self.waiting)

    @stands_for(insurance_desktop.services.importing.job_queue.end_job)
    def end_job(self, _, job_id, *, failure="", stopped=False):
        self.waiting = [each for each in self.waiting if each.job_id != job_id]
        self.ended[job_id] = failure or ("stopped" if stopped else "done")

    @stands_for(insurance_desktop.services.importing.ingestion.resume_queued)
    def resume(self, _, _converter, *, progress, cancel):
        for each in self.rows.values():
            if each.conversion_status is ConversionStatus.QUEUED:
                self.rows[each.document_id] = replace(each, conversion_status=ConversionStatus.CONVERTED)
        return ()

    @stands_for(insurance_desktop.services.library.backups.newest_backup)
    def newest_backup(self, _):
        return None

    @stands_for(insurance_desktop.services.importing.ingestion.give_up_queued)
    def give_up_queued(self, _):
        for each in self.rows.values():
            if each.conversion_status is ConversionStatus.QUEUED:
                self.rows[each.document_id] = replace(each, conversion_status=ConversionStatus.FAILED)

    @stands_for(insurance_desktop.services.review.reviewer_names.take_over)
    def take_over(self, _, unnamed, reviewer):
        for kept in (self.kept_drafts, self.seen):
            for number, name in list(kept):
                if name == unnamed:
                    kept[number, reviewer] = kept.pop((number, name))

    @stands_for(insurance_desktop.services.importing.taking_back.convert_again)
    def convert_again(self, _, _converter, document_ids, *, progress, cancel):
        for number in document_ids:
            self.rows[number] = replace(self.rows[number], conversion_status=ConversionStatus.CONVERTED, reason=None)
        return tuple(self.rows[number] for number in document_ids)

    @stands_for(insurance_desktop.services.importing.taking_back.withdraw_import)
    def withdraw(self, _, document_id):
        if any(each.document_id == document_id for each in self.log):
            raise ReviewRefused("services.decided_already", document_id=document_id)
        del self.rows[document_id]

    def _row(self, document_id):
        if document_id not in self.rows:
            raise NotFound("services.no_such_document", document_id=document_id)
        return self.rows[document_id]

    @stands_for(insurance_desktop.services.review.decisions.show)
    def sheet(self, _, document_id):
        return ReviewDocument(
            document=self._row(document_id),
            markdown=self.texts.get(document_id, MARKDOWN),
            source_map=self.source_maps.get(document_id, SOURCE_MAP),
            tables=self.tables.get(document_id, self._twins(document_id)),
            clauses=self.clauses.get(document_id, CLAUSES),
            findings=self.findings.get(document_id, ()),
            coverage=Coverage(200, 190, 10, 0),
            decisions=tuple(each for each in self.log if each.document_id == document_id),
            references=(),
        )

    @stands_for(insurance_desktop.services.review.page_pictures.render_page)
    def page(self, _, _converter, document_id, page, dpi):
        return Picture(page_png(page, dpi))

    @stands_for(insurance_desktop.services.review.decisions.approve)
    def approve(self, _, document_id, *, reviewer, accept_findings_reason, seen_version):
        if seen_version != self.rows[document_id].version_id:
            raise ReviewRefused("services.changed_meanwhile", document_id=document_id)
        still_open = [each for each in self.findings.get(document_id, ()) if each.is_open]
        if accept_findings_reason:
            for each in still_open:
                self._settle(document_id, [each.finding_id], reviewer, accept_findings_reason)
        elif any(each.severity is Severity.BLOCKING for each in still_open):
            raise ReviewRefused("gui.blocked", count=len(still_open))
        first = self.approvals(_, document_id, reviewer=reviewer).first
        if self.reviewers > 1 and first is None:
            return self._decide(document_id, DecisionKind.FIRST_APPROVED, reviewer, "", first_reviewer=reviewer)
        if first is not None and first.reviewer == reviewer:
            raise ReviewRefused("review.second_reviewer_due", document_id=document_id, first=reviewer)
        return self._decide(document_id, DecisionKind.APPROVED, reviewer, "", review_status=ReviewStatus.VERIFIED)

    @stands_for(insurance_desktop.services.review.decisions.reject)
    def reject(self, _, document_id, *, reviewer, reason, place=None):
        self.rejected_at[document_id] = place
        return self._decide(document_id, DecisionKind.REJECTED, reviewer, reason, review_status=ReviewStatus.REJECTED)

    @stands_for(insurance_desktop.services.review.undo.undoable)
    def undoable(self, _, *, reviewer):
        last = self.log[-1] if self.log else None
        kinds = (DecisionKind.APPROVED, DecisionKind.REJECTED, DecisionKind.RESOLVED)
        if last is None or last.kind not in kinds or last.reviewer != reviewer:
            return None
        return Undoable(last, ReviewStatus.PENDING, tuple(json.loads(last.subject).get("findings", ())))

    @stands_for(insurance_desktop.services.review.two_reviewers.approvals)
    def approvals(self, _, document_id, *, reviewer):
        of_it = [each for each in self.log if each.document_id == document_id]
        first = next((each for each in of_it if each.kind is DecisionKind.FIRST_APPROVED), None)
        last = next((each for each in reversed(of_it) if each.kind is DecisionKind.APPROVED), None)
        return Approvals(self.reviewers, first, first is not None and first.reviewer == reviewer, last)

    @stands_for(insurance_desktop.services.review.undo.undo)
    def undo(self, _, document_id, *, reviewer):
        settled = json.loads(self.log[-1].subject).get("findings", ())
        self.findings[document_id] = tuple(
            replace(each, resolved_by=None, resolved_reason=None) if each.finding_id in settled else each
            for each in self.findings.get(document_id, ())
        )
        return self._decide(document_id, DecisionKind.UNDONE, reviewer, "", review_status=ReviewStatus.PENDING)

    @stands_for(insurance_desktop.services.review.decisions.resolve)
    def resolve(self, _, document_id, finding_ids, *, reviewer, reason):
        self._settle(document_id, finding_ids, reviewer, reason)
        subject = json.dumps({"findings": [*finding_ids]})
        return self._decide(document_id, DecisionKind.RESOLVED, reviewer, reason, subject)

    @stands_for(insurance_desktop.services.review.decisions.edit)
    def edit(self, _, document_id, *, markdown, reviewer, reason):
        self.texts[document_id] = markdown
        return self._decide(document_id, DecisionKind.EDITED, reviewer, reason, review_status=ReviewStatus.PENDING)

    @stands_for(
        insurance_desktop.services.review.decisions.correct, seen_in=insurance_desktop.services.review.decisions
    )
    def correct(self, _, document_id, *, reviewer, metadata):
        said = {
            name: getattr(metadata, name)
            for name in ("product_name", "company", "edition")
            if getattr(metadata, name) is not None
        }
        return self._decide(document_id, DecisionKind.CORRECTED, reviewer, "", **said)

    # --- the reviewer's day -----------------------------------------------------------------------------------
    @stands_for(insurance_desktop.services.review.review_queue.review_queue)
    def queue(self, _, *, reviewer):
        waiting = [each for each in self.rows.values() if each.review_status is ReviewStatus.PENDING]
        waiting.sort(key=lambda each: (-each.findings.blocking, -each.findings.warning, each.document_id))
        reasons = self.reasons
        return ReviewQueue(tuple(QueueEntry(each, reasons.get(each.document_id, ())) for each in waiting))

    @stands_for(insurance_desktop.services.review.drafts.drafts_of)
    def drafts(self, _, document_id, *, reviewer):
        kept = self.kept_drafts.get((document_id, reviewer))
        return (self._draft(document_id, reviewer, kept),) if kept is not None else ()

    @stands_for(insurance_desktop.services.review.drafts.save_draft)
    def save_draft(self, _, document_id, *, reviewer, markdown, based_on):
        if markdown == self.texts.get(document_id, MARKDOWN):
            self.kept_drafts.pop((document_id, reviewer), None)
            return None
        self.kept_drafts[document_id, reviewer] = markdown
        return self._draft(document_id, reviewer, markdown)

    @stands_for(insurance_desktop.services.review.drafts.drop_draft)
    def drop_draft(self, _, document_id, *, reviewer, based_on):
        self.dropped_drafts[document_id, reviewer] = self.kept_drafts.pop((document_id, reviewer))

    @stands_for(insurance_desktop.services.review.drafts.restore_draft)
    def restore_draft(self, _, document_id, *, reviewer):
        self.kept_drafts[document_id, reviewer] = self.dropped_drafts.pop((document_id, reviewer))
        return self._draft(document_id, reviewer, self.kept_drafts[document_id, reviewer])

    @stands_for(insurance_desktop.services.review.review_progress.progress_of)
    def progress(self, _, document_id, *, reviewer, clauses):
        seen = self.seen.get((document_id, reviewer), set())
        looked = tuple(
            LookedClause(each.chunk_index, each.section_id, each.section_id, each.section_id in seen)
            for each in clauses
        )
        return LookingProgress(document_id, reviewer, document_id, looked)

    @stands_for(insurance_desktop.services.review.review_progress.mark_looked_at)
    def look_at(self, _, document_id, *, reviewer, keys):
        self.seen.setdefault((document_id, reviewer), set()).update(keys)

    @stands_for(insurance_desktop.services.review.review_progress.unmark_looked_at)
    def look_away(self, _, document_id, *, reviewer, keys):
        self.seen.setdefault((document_id, reviewer), set()).difference_update(keys)

    @stands_for(insurance_desktop.services.review.inheritance.inheritable)
    def inheritable(self, _, document_id, *, clauses):
        offered = self.verified_before.get(document_id, {})
        return tuple(
            Inheritable(each.chunk_index, each.section_id, each.section_id, offered[each.section_id])
            for each in clauses
            if each.section_id in offered
        )

    @stands_for(insurance_desktop.services.review.inheritance.inherit)
    def inherit(self, _, document_id, *, reviewer, keys):
        self.look_at(_, document_id, reviewer=reviewer, keys=keys)
        return self.progress(_, document_id, reviewer=reviewer, clauses=CLAUSES)

    @stands_for(insurance_desktop.services.review.notes.notes_of)
    def notes(self, _, document_id):
        return tuple(note for number, note in self.kept_notes if number == document_id)

    @stands_for(insurance_desktop.services.review.notes.add_note)
    def add_note(self, _, document_id, *, reviewer, text, section_id, place):
        number = len(self.kept_notes) + len(self.removed_notes) + 1
        index = next((each.chunk_index for each in CLAUSES if each.section_id == section_id), None)
        at = datetime(2026, 11, 2, 8, tzinfo=UTC)
        note = Note(number, text, reviewer, at, None, section_id, place, index, False)
        self.kept_notes.append((document_id, note))
        return note

    @stands_for(insurance_desktop.services.review.notes.remove_note)
    def remove_note(self, _, note_id, *, reviewer):
        [gone] = [each for each in self.kept_notes if each[1].note_id == note_id]
        self.kept_notes.remove(gone)
        self.removed_notes.append(gone)

    @stands_for(insurance_desktop.services.review.notes.restore_note)
    def restore_note(self, _, note_id, *, reviewer):
        self.kept_notes.append(self.removed_notes.pop())

    @stands_for(insurance_desktop.services.review.highlights.risk_highlights)
    def risk_highlights(self, markdown, _):
        return tuple(RiskHighlight("negation", each.start(), each.end()) for each in re.finditer("[不未]", markdown))

    @stands_for(insurance_desktop.services.review.highlights.exclusion_highlights)
    def exclusion_highlights(self, _, document_id):
        span = SOURCE_MAP[7]
        return (ExclusionHighlight(span.start, span.end, span.boxes, "listed", ()),)

    @stands_for(insurance_desktop.services.review.ledgers.open_ledger)
    def ledger(self, _, document_id):
        return OpenLedger(LedgerIndex(Ledger()), ())

    @stands_for(insurance_desktop.services.review.highlights.left_out)
    def left_out(self, _index, _exclusions, page):
        return (LeftOut(ExclusionReason.PAGE_NUMBER, str(page), (Box(page, 290, 800, 305, 812),)),)

    @stands_for(insurance_desktop.services.review.version_history.versions_of)
    def versions(self, _, document_id):
        at = datetime(2026, 11, 2, 8, tzinfo=UTC)
        converted = Version(document_id, 1, "converted", "转换器 1", "", "转换器 1", None, at, True, ())
        if document_id not in self.texts:
            return (converted,)
        edited = Version(document_id, 2, "edited", "王敏", "漏字", "", 1, at, True, ())
        return (edited, replace(converted, version_id=0, is_current=False))

    @stands_for(insurance_desktop.services.review.version_history.compare_versions)
    def compare_versions(self, _, document_id, old, new):
        known = {each.number: each for each in self.versions(_, document_id)}
        texts = {1: MARKDOWN, 2: self.texts.get(document_id, MARKDOWN)}
        hunks = tuple(PlacedHunk(each, "", "") for each in difference(texts[old], texts[new]))
        return VersionDifference(known[old], known[new], texts[old], texts[new], hunks)

    @stands_for(insurance_desktop.services.answers.edition_comparison.compare_documents)
    def compare_documents(self, _, old, new, *, budget):
        sides = [
            ComparedDocument(
                each.document_id,
                each.product_name,
                each.product_code,
                each.document_type,
                each.edition,
                each.edition_status,
                each.publish_time,
                each.logical_path,
                each.sha256,
                5,
            )
            for each in (self.rows[old], self.rows[new])
        ]
        clause = ComparedClause("c", "3.2", "犹豫期", 3, ())
        words = (TextChange("same", "有", "有"), TextChange("changed", "10日", "15日", True))
        change = ClauseChange("changed", clause, clause, words)
        return ComparisonAnswer(AnswerStatus.OK, None, *sides, ChangeCounts(4, 1, 0, 0, 0, 0), (change,))

    @stands_for(insurance_desktop.services.review.region_reading.can_read_pictures)
    def can_read_pictures(self):
        return False

    @stands_for(insurance_desktop.services.review.region_reading.read_region)
    def read_region(self, _, document_id, region, *, columns, from_picture):
        lines = (SuggestedLine(f"按{columns}栏重读*", 1.0, region),)
        return RegionText(region, columns, from_picture, lines)

    categories = (Category("Liability", "保险责任"), Category("Exclusion", "责任免除"))
    roles = (Role("Insured", "被保险人", ()),)

    @stands_for(insurance_desktop.services.review.clause_corrections.correct_clause)
    def correct_clause(self, _, document_id, key, *, reviewer, fields, reason):
        self.clause_fields[document_id, key] = fields
        return self._decide(document_id, DecisionKind.CORRECTED, reviewer, reason)

    @stands_for(insurance_desktop.services.review.clause_corrections.clause_corrections)
    def clause_corrections(self, _, document_id):
        at = datetime(2026, 11, 2, 8, tzinfo=UTC)
        found = []
        for (number, key), fields in self.clause_fields.items():
            if number == document_id:
                clause = next(each for each in CLAUSES if each.section_id == key)
                was = ClauseFields(**{name: getattr(clause, name) for name in said(fields)})
                found.append(ClauseCorrection(mark_of(clause), fields, was, clause.chunk_index, "王敏", at))
        return tuple(found)

    @stands_for(insurance_desktop.services.review.clause_corrections.withdraw_correction)
    def withdraw_correction(self, _, document_id, mark, *, reviewer):
        del self.clause_fields[document_id, mark.section_id]
        return self._decide(document_id, DecisionKind.CORRECTED, reviewer, "")

    @stands_for(insurance_desktop.services.search.clause_search.search)
    def search(self, _, request):
        self.questions.append(request)
        if self.answer is not None:
            return self.answer
        if "犹豫期" not in request.query:
            nearest = (Nearest("c24", "2.4", "责任免除", "安心保重大疾病保险1", 1),)
            return SearchAnswer(AnswerStatus.NO_MATCH, request.query, {}, "未找到相关条款。", nearest=nearest)
        return SearchAnswer(AnswerStatus.OK, request.query, {}, results=(self._hit(request),))

    def close(self) -> None:
        self.closed = True

    # --- inside -----------------------------------------------------------------------------------------------
    def _twins(self, document_id: int) -> tuple[Table, ...]:
        rows = (("30", "1,200"), ("40", "2,400"))
        has_table = "| 年龄 |" in self.texts.get(document_id, MARKDOWN)
        return (Table(2, "rate", ("年龄", "保险费（元）"), rows, 2, 2),) if has_table else ()

    def _draft(self, document_id: int, reviewer: str, markdown: str) -> Draft:
        at = datetime(2026, 11, 2, 8, tzinfo=UTC)
        return Draft(document_id, reviewer, document_id, 1, document_id, 1, markdown, at)

    def _settle(self, document_id: int, finding_ids: Sequence[int], reviewer: str, reason: str) -> None:
        self.findings[document_id] = tuple(
            replace(each, resolved_by=reviewer, resolved_reason=reason) if each.finding_id in finding_ids else each
            for each in self.findings[document_id]
        )

    def _decide(
        self, document_id: int, kind: DecisionKind, reviewer: str, reason: str, subject: str = "{}", **changes
    ) -> DecisionReceipt:
        number = len(self.log) + 1
        at = datetime(2026, 11, 2, 8, tzinfo=UTC)
        entry = Decision(
            number, document_id, kind, reviewer, at, reason, "c" * 64, "", f"{number:064x}", subject=subject
        )
        self.log.append(entry)
        still_open = [each for each in self.findings.get(document_id, ()) if each.is_open]
        counts = FindingCounts(
            sum(each.severity is Severity.BLOCKING for each in still_open),
            sum(each.severity is Severity.WARNING for each in still_open),
            sum(each.severity is Severity.NOTE for each in still_open),
        )
        self.rows[document_id] = replace(self.rows[document_id], findings=counts, **changes)
        return DecisionReceipt(document_id, self.rows[document_id].review_status, "c" * 64, number)

    def _hit(self, request) -> Hit:
        clause = next(each for each in CLAUSES if each.section_id == "3.2")
        source = SourceReference(
            product_name="安心保重大疾病保险1",
            product_code="2001",
            company="示例人寿",
            document_type="产品条款",
            document_id=1,
            edition="2001-1",
            pdf_path="示例人寿/2001/2001-1/产品条款.pdf",
            page_number=clause.page_number,
            boxes=clause.boxes,
            download_url=None,
            pdf_sha256=f"{1:064x}",
            text_sha256="t" * 64,
            verified_by="王敏",
            verified_at="2026-11-02T08:00:00+00:00",
        )
        return Hit(
            "00000001-3.2-abc",
            clause.text,
            clause.section_id,
            clause.section_title,
            ("3 合同效力", "3.2 犹豫期"),
            ("Process",),
            0.93,
            EditionStatus.CURRENT,
            source,
            (ReadTogether("c1", "3.2", "clause"), ReadTogether("c2", "2.4", "clause")),
            explain={"cosine": 0.81, "words": 0.4, "bigrams": 0.2, "title_in_question": 1.0},
        )

    def _take(self, path: Path, step: int, total: int, progress, cancel: Callable[[], bool]) -> ImportedFile:
        if cancel():
            raise Cancelled
        progress(Progress(step, total, path.name))
        number = len(self.rows) + 1
        if path.suffix != ".pdf":
            return ImportedFile(str(path), None, ImportAction.FAILED, "不是 PDF。", None)
        self.rows[number] = document(number)
        return ImportedFile(str(path), f"{number:064x}", ImportAction.IMPORTED, None, self.rows[number])
