"""What is known of the chosen document, each line selectable, the missing ones left out."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QScrollArea, QSizePolicy, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.packs.wording import say

from .. import wording
from ..parts import MARGIN, button, column, label, set_role


class DocumentDetails(QFrame):
    """A pane beside the table. `review_wanted` brings the document's id."""

    review_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self._document: Document | None = None
        self._title = label("", "heading", wrap=True)
        self._state = label("", wrap=True)
        self._reason = label("", "danger", wrap=True)
        self.open_button = button(say("gui.open_review"), self._open, primary=True)
        self._facts = QWidget()
        set_role(self._facts, "canvas")
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self._facts)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = column(margin=MARGIN)
        for each in (self._title, self._state, self._reason, self._scroll, self.open_button):
            inner.addWidget(each, 1 if each is self._scroll else 0)
        self.setLayout(inner)
        self.setMinimumWidth(250)
        self.show_document(None)

    def show_document(self, document: Document | None) -> None:
        self._document = document
        for each in (self._state, self._reason, self._scroll, self.open_button):
            each.setVisible(document is not None)
        if document is None:
            self._title.setText(say("gui.nothing_chosen"))
            set_role(self._title, "muted")
            return
        set_role(self._title, "heading")
        self._title.setText(breakable(wording.title_of(document)))
        words = (
            wording.review_word(document.review_status),
            wording.conversion_word(document.conversion_status),
            wording.findings_words(document.findings),
        )
        self._state.setText("   ".join(word for word in words if word))
        self._reason.setText(document.reason or "")
        self._reason.setVisible(bool(document.reason))
        self._fill(document)

    def _fill(self, document: Document) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 6, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setVerticalSpacing(4)
        for key, text in facts_of(document):
            value = label(text, wrap=True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            form.addRow(label(say(key), "muted"), value)
        fresh = QWidget()
        set_role(fresh, "canvas")
        fresh.setLayout(form)
        self._scroll.setWidget(fresh)
        self._facts = fresh

    def _open(self) -> None:
        if self._document is not None:
            self.review_wanted.emit(self._document.document_id)


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
        ("gui.fact_path", breakable(document.logical_path)),
        ("gui.fact_url", breakable(document.download_url or "")),
        ("gui.fact_sha256", breakable(document.sha256)),
    ]
    return [(key, text) for key, text in lines if text]


def breakable(text: str) -> str:
    """Long unbroken text with places where a line may end (zero-width spaces every eight characters)."""
    return "\u200b".join(text[start : start + 8] for start in range(0, len(text), 8))
