"""One hit, as the AI client gets it: the words verbatim, where they stand, how sure the ranking is."""

from collections.abc import Mapping
from functools import partial
from html import escape
from urllib.parse import quote, unquote

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QSizePolicy, QWidget

from insurance_desktop.domain.answers import Hit, Nearest, SourceReference
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.packs.wording import say

from ..desk import Place
from ..parts import button, column, copy_text, label, row, set_role
from ..wording import edition_words, heading_of

LONGEST_SHOWN = 1200
CONFIRMED_MS = 2_500


class HitCard(QFrame):
    """`open_wanted` after Enter, a double click or the button; `section_wanted` after a link to a section."""

    open_wanted = Signal(object)  # SourceReference
    section_wanted = Signal(object)  # Place

    def __init__(self, hit: Hit, place: int, titles: Mapping[str, str] | None = None) -> None:
        """`titles` of the sections of this document that the answer knows."""
        super().__init__()
        set_role(self, "card")
        self.hit = hit
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        source = hit.source_reference
        heading = f"{place}. {heading_of(hit.section_id, hit.section_title)}"
        self.setAccessibleName(say("gui.hit_name", heading=heading, product=source.product_name or ""))
        self.open_button = button(say("gui.open_page"), self._open)
        self.copy_button = button(say("gui.copy_citation"), self._copy)
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(CONFIRMED_MS)
        self._copied.timeout.connect(lambda: self.copy_button.setText(say("gui.copy_citation")))
        head = row()
        head.addWidget(_wrapped(label(heading, "heading")), 1)
        for widget in _score(hit.similarity_score):
            head.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self.content = _wrapped(label(shortened(hit.content)))
        self.content.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        foot = row()
        foot.addWidget(_wrapped(label(source_words(source, hit.edition_status), "muted")), 1)
        foot.addWidget(self.copy_button)
        foot.addWidget(self.open_button)
        inner = column(margin=14, gap=8)
        inner.addLayout(head)
        if hit.breadcrumb:
            inner.addWidget(_wrapped(label(" › ".join(hit.breadcrumb), "muted")))
        inner.addWidget(self.content)
        self.together = self._make_together(hit, titles or {})
        if self.together is not None:
            inner.addWidget(self.together)
        inner.addLayout(foot)
        self.setLayout(inner)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: object) -> None:
        self._open()

    def _make_together(self, hit: Hit, titles: Mapping[str, str]) -> QLabel | None:
        """One line of links to the sections that belong to it; their ids come from a PDF and are escaped."""
        sections = dict.fromkeys(each.section_id for each in hit.read_together)
        if not sections:
            return None
        links = say("gui.between_sections").join(
            f'<a href="{quote(section)}">{escape(heading_of(section, titles.get(section, "")))}</a>'
            for section in sections
        )
        made = _wrapped(label(role="muted"))
        made.setTextFormat(Qt.TextFormat.RichText)
        made.setText(say("gui.read_together", sections=links))
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        made.linkActivated.connect(
            lambda link: self.section_wanted.emit(Place(hit.source_reference.document_id, section=unquote(link)))
        )
        return made

    def _copy(self) -> None:
        """The button itself says that it is done."""
        copy_text(citation_of(self.hit))
        self.copy_button.setMinimumWidth(self.copy_button.width())
        self.copy_button.setText(say("gui.copied"))
        self._copied.start()

    def _open(self) -> None:
        self.open_wanted.emit(self.hit.source_reference)


class NearestList(QFrame):
    """Titles only, of what came closest: never the text of a clause that did not match."""

    picked = Signal(object)  # Nearest

    def __init__(self, message: str, nearest: tuple[Nearest, ...]) -> None:
        super().__init__()
        set_role(self, "card")
        self.message = _wrapped(label(message, "heading"))
        self.buttons = []
        inner = column(margin=18, gap=8)
        inner.addWidget(self.message)
        if nearest:
            inner.addWidget(label(say("gui.nearest"), "muted"))
        for each in nearest:
            words = f"{heading_of(each.section_id, each.section_title)}　{each.product_name or ''}".strip()
            made = button(words, partial(self.picked.emit, each))
            self.buttons.append(made)
            inner.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        self.setLayout(inner)


def _score(score: float) -> tuple[QWidget, ...]:
    """As a number and as a bar."""
    words = label(say("gui.score", percent=round(score * 100)), "muted")
    words.setToolTip(say("gui.score_tip"))
    bar = QProgressBar()
    bar.setRange(0, 100)
    bar.setValue(round(score * 100))
    bar.setTextVisible(False)
    bar.setFixedSize(80, 8)
    bar.setStyleSheet("min-height: 6px; max-height: 6px;")
    bar.setAccessibleName(words.text())
    return words, bar


def _wrapped(made: QLabel) -> QLabel:
    made.setWordWrap(True)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    made.setMinimumWidth(120)
    return made


def shortened(text: str) -> str:
    """A very long clause is cut for the eye only, and says so; copying takes the whole."""
    if len(text) <= LONGEST_SHOWN:
        return text
    return text[:LONGEST_SHOWN] + say("gui.shortened", count=len(text) - LONGEST_SHOWN)


def source_words(source: SourceReference, edition: EditionStatus) -> str:
    """Product, type, edition, page and the path inside the library."""
    page = say("gui.on_page", page=source.page_number) if source.page_number else ""
    version = edition_words(source.edition, edition)
    parts = (source.company, source.product_name, source.document_type, version, page)
    verified = say("gui.verified_by", name=source.verified_by, at=source.verified_at[:10])
    return " · ".join(part for part in parts if part) + f"\n{source.pdf_path}　{verified}"


def citation_of(hit: Hit) -> str:
    """The words and where they stand, ready to paste."""
    source = hit.source_reference
    return say(
        "gui.citation",
        text=hit.content,
        product=source.product_name or "",
        section=heading_of(hit.section_id, hit.section_title),
        page=source.page_number or "",
        path=source.pdf_path,
        sha256=source.pdf_sha256,
    )
