"""What is known of the chosen document, each line selectable, the missing ones left out."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QScrollArea, QSizePolicy, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.gui.assigning import Assigning
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import MARGIN, button, column, copy_text, flat_button, label, set_role
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.collection_words import outcome_in_words
from insurance_desktop.packs.wording import say

from .scan_button import ScanButton
from .taking_back import TakingBack

with imported_when_used():
    from insurance_desktop.services.review import document_facts

if TYPE_CHECKING:
    from insurance_desktop.services.review.assignments import Assignment
    from insurance_desktop.services.review.document_facts import DocumentFacts

PAUSE_MS = 120  # nothing is read for documents that are passed over
MOST_RECEIPTS, MOST_EDITIONS = 5, 20
WIDEST_NAME = 84  # pixels of what a fact is called; the rest of the pane is what it says
WAYS = {"converted": "gui.version_converted", "edited": "gui.version_edited"}


FOR_MACHINES = "gui.fact_sha256"
"""Nobody reads it: it is copied."""


class DocumentDetails(QFrame):
    """A pane beside the table. `review_wanted` brings the document's id."""

    review_wanted = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self._context = context
        self._document: Document | None = None
        self._reading: Job | None = None
        self._title = label("", "heading", wrap=True)
        self._state = label("", wrap=True)
        self._reason = label("", "danger", wrap=True)
        self.taking_back = TakingBack(context)
        self.assigning = Assigning(context, self)
        self.assign = button(say("gui.assign"), lambda: self.assigning.ask((self._document,) if self._document else ()))
        context.read_only.changing(self.assign)
        self.open_button = button(say("gui.open_review"), self._open, primary=True)
        self._facts = QWidget()
        set_role(self._facts, "canvas")
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self._facts)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._scroll.setAccessibleName(say("gui.details"))
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = column(margin=MARGIN)
        self.taking_back.tools.insert(0, self.assign)
        self.scan = ScanButton(context)
        self.scan.installing.ended.connect(self._read)
        below = (self.scan, self.taking_back, self.open_button)
        for each in (self._title, self._state, self._reason, self._scroll, *below):
            inner.addWidget(each, 1 if each is self._scroll else 0)
        self.setLayout(inner)
        self.setMinimumWidth(250)
        self._pausing = QTimer(self)
        self._pausing.setSingleShot(True)
        self._pausing.setInterval(PAUSE_MS)
        self._pausing.timeout.connect(self._read)
        self.lines: tuple[tuple[str, str], ...] = ()
        self.show_document(None)

    def show_document(self, document: Document | None) -> None:
        if document is not None and document == self._document:
            return
        self._document = document
        self.scan.show_unread(document, None)
        rushes_by = self._pausing.isActive()
        self._pausing.stop()
        for each in (self._state, self._reason, self._scroll, self.taking_back, self.open_button):
            each.setVisible(document is not None)
        if document is None:
            self._title.setText(say("gui.nothing_chosen"))
            set_role(self._title, "muted")
            return
        self.taking_back.show_documents((document,))
        set_role(self._title, "heading")
        self._title.setText(breakable(wording.title_of(document)))
        words = (
            wording.review_word(document.review_status),
            wording.conversion_word(document.conversion_status),
            wording.findings_words(document.findings),
        )
        self._state.setText("   ".join(word for word in words if word))
        reason = wording.failure_words(document)
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))
        if not rushes_by:
            self._fill(facts_of(document))
        self._pausing.start()

    def _read(self) -> None:
        if self._document is None or not self._context.is_open:
            return
        self._fill(facts_of(self._document))
        if self._reading is not None:
            self._reading.forget()
        number = self._document.document_id
        self._reading = self._context.read(
            lambda workspace: document_facts.facts_about(workspace.library, number), self._add, lambda _gone: None
        )

    def _add(self, facts: "DocumentFacts") -> None:
        """Editions, versions and receipts, which take a question to the library."""
        self._reading = None
        if self._document is not None and facts.document.document_id == self._document.document_id:
            self._fill([*facts_of(self._document), *more_facts(facts)])
            self.scan.show_unread(self._document, facts.unread)

    def _fill(self, lines: list[tuple[str, str]]) -> None:
        self.lines = tuple(lines)
        form = QFormLayout()
        form.setContentsMargins(0, 6, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        names = [say(key) for key, _ in lines]
        wide = min(max(map(self.fontMetrics().horizontalAdvance, names), default=0), WIDEST_NAME)
        for name, (key, text) in zip(names, lines, strict=True):
            value = _to_copy(text) if key == FOR_MACHINES else _to_read(text)
            named = label(name, "muted", wrap=True)
            named.setFixedWidth(wide)
            named.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            form.addRow(named, value)
        fresh = QWidget()
        set_role(fresh, "canvas")
        fresh.setLayout(form)
        kept = self._scroll.verticalScrollBar().value()
        self._scroll.setWidget(fresh)
        self._scroll.verticalScrollBar().setValue(kept)
        self._facts = fresh

    def _open(self) -> None:
        if self._document is not None:
            self.review_wanted.emit(self._document.document_id)


def _to_read(text: str) -> QWidget:
    value = label(text, wrap=True)
    value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    value.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return value


def _to_copy(text: str) -> QWidget:
    made = flat_button(say("gui.copy"), lambda: copy_text(text), tip=text)
    made.setAccessibleName(f"{say('gui.copy')} {say(FOR_MACHINES)}")
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return made


def facts_of(document: Document) -> list[tuple[str, str]]:
    """Label key and text of every fact that is there."""
    lines = [
        ("gui.fact_document", say("gui.document_number", number=document.document_id)),
        ("gui.fact_file", breakable(wording.file_name(document))),
        ("gui.column_type", document.document_type),
        ("gui.column_company", document.company),
        ("gui.fact_code", document.product_code),
        ("gui.fact_category", document.product_category),
        ("gui.fact_edition", wording.edition_words(document.edition, document.edition_status)),
        ("gui.fact_published", document.publish_time),
        ("gui.column_pages", str(document.pages) if document.pages else None),
        ("gui.column_clauses", str(document.indexed_clauses) if document.indexed_clauses else None),
        ("gui.column_imported", wording.moment(document.imported_at)),
        ("gui.fact_assigned", document.assigned_to),
        ("gui.fact_path", breakable(document.logical_path)),
        ("gui.fact_url", breakable(document.download_url or "")),
        (FOR_MACHINES, document.sha256),
    ]
    return [(key, text) for key, text in lines if text]


def more_facts(facts: "DocumentFacts") -> list[tuple[str, str]]:
    """Who decided, other editions, the versions of the text, and the requests that brought the file."""
    editions = [
        f"{wording.edition_words(each.edition, each.edition_status)}  "
        f"{say('gui.document_number', number=each.document_id)}  {wording.review_word(each.review_status)}"
        for each in _first_editions(facts.editions)
        if len(facts.editions) > 1
    ]
    _say_left(editions, len(facts.editions) - MOST_EDITIONS)
    versions = [
        say(
            WAYS.get(each.origin, "gui.version_edited"),
            number=each.number,
            at=wording.moment(each.created_at),
            name=each.author,
        )
        for each in facts.versions
    ]
    receipts = [
        f"{each.at[:16].replace('T', ' ')}  {each.method}  {each.status or ''}  {outcome_in_words(each.outcome)}"
        f"\n{breakable(each.url)}"
        for each in facts.receipts[:MOST_RECEIPTS]
    ]
    _say_left(receipts, len(facts.receipts) - MOST_RECEIPTS)
    decided = [
        f"{wording.decision_word(each.kind)}  {wording.moment(each.at)}  {each.reviewer}"
        for each in (facts.approvals.first, facts.approvals.verdict)
        if each is not None
    ]
    assigned = [
        "  ".join(part for part in (_assigned_to(each), wording.moment(each.at), each.set_by, each.note) if part)
        for each in facts.assignments
    ]
    lines = (
        ("gui.fact_decided", decided),
        ("gui.fact_assignments", assigned),
        ("gui.fact_editions", editions),
        ("gui.fact_versions", versions),
        ("gui.fact_receipts", receipts),
    )
    return [(key, "\n".join(said)) for key, said in lines if said]


def _first_editions(editions: tuple[Document, ...]) -> tuple[Document, ...]:
    """All of them where they are few; else those in force and the newest: a thousand lines take a third of a second."""
    if len(editions) <= MOST_EDITIONS:
        return editions
    told_first = sorted(
        editions, key=lambda each: (each.edition_status is not EditionStatus.CURRENT, -each.document_id)
    )
    return tuple(told_first[:MOST_EDITIONS])


def _say_left(lines: list[str], count: int) -> None:
    if count > 0:
        lines.append(say("gui.more_lines", count=count))


def _assigned_to(assignment: "Assignment") -> str:
    return say("gui.assigned_to", name=assignment.reviewer or say("gui.assign_nobody"))


def breakable(text: str) -> str:
    """Long unbroken text with places where a line may end (zero-width spaces every eight characters)."""
    return "\u200b".join(text[start : start + 8] for start in range(0, len(text), 8))
