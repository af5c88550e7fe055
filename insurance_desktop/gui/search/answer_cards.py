"""Answers as cards: one hit as the AI client gets it, and what cards of every view have in common."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from urllib.parse import quote, unquote

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from insurance_desktop.domain.answers import Hit, SourceReference
from insurance_desktop.domain.laws import RelatedLaw
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.gui.look.menus import offer_menu
from insurance_desktop.gui.look.parts import button, column, copy_text, flat_button, label, row, set_role
from insurance_desktop.gui.look.passage import Verbatim
from insurance_desktop.gui.look.wording import heading_of, short_citation
from insurance_desktop.gui.pages import Place
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.fact_words import cited_words
from insurance_desktop.services.search.law_words import grouped, related_together

from .answer_actions import Taking
from .answer_words import citation_of, found_by, reasons, shortened, source_words, verified_words

CONFIRMED_MS = 2_500


WAYS = (
    ("gui.open_page", "open"),
    ("gui.copy_citation", "copy"),
    ("gui.key_cite", "cite"),
    ("search_page.why", "explain"),
    ("search_page.evidence", "pack"),
)
"""What a card offers at a right click, by the name of what it does."""


class Card(QFrame):
    """A frame that takes the keyboard: Enter and a double click open its place. `entered` when the keyboard comes."""

    entered = Signal()

    def __init__(self, taking: Taking) -> None:
        super().__init__()
        self.taking = taking
        set_role(self, "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        offer_menu(self, self.fill_menu)

    def open(self) -> None:
        """The page, with the place marked."""

    def copy(self) -> None:
        """The words with where they stand."""

    def cite(self) -> None:
        """Where they stand, in one line."""

    def relate(self) -> None:
        """What points at it and what it points at."""

    def explain(self) -> None:
        """Why it is here."""

    def pack(self) -> None:
        """Evidence of it, as a file."""

    def fill_menu(self, menu: QMenu) -> None:
        """What its kind of card can do."""
        for words, name in WAYS:
            if getattr(type(self), name) is not getattr(Card, name):
                menu.addAction(say(words), getattr(self, name))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def mouseDoubleClickEvent(self, event: object) -> None:
        self.open()


class CopyButton(QPushButton):
    """Says itself that it is done, and a little later what it does again."""

    def __init__(self, pressed: Callable[[], None]) -> None:
        super().__init__(say("gui.copy_citation"))
        self.setAutoDefault(True)
        self.clicked.connect(lambda _checked: pressed())
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(CONFIRMED_MS)
        self._copied.timeout.connect(lambda: self.setText(say("gui.copy_citation")))

    def confirm(self) -> None:
        self.setMinimumWidth(self.width())
        self.setText(say("gui.copied"))
        self._copied.start()


class HitCard(Card):
    """`section_wanted` after a link to a section, `law_wanted` after one to an article, `keep_wanted` after the
    button that keeps the question."""

    section_wanted = Signal(object)  # Place
    law_wanted = Signal(str)  # how the article is called
    keep_wanted = Signal(object)  # Hit

    def __init__(
        self, taking: Taking, hit: Hit, place: int, titles: Mapping[str, str] | None = None, *, is_weak: bool = False
    ) -> None:
        """`titles` of the sections of this document that the answer knows. `is_weak`: it is no answer."""
        super().__init__(taking)
        self.hit = hit
        if is_weak:
            set_role(self, "weak")
        source = hit.source_reference
        heading = f"{place}. {heading_of(hit.section_id, hit.section_title)}"
        name = say("gui.hit_name", heading=heading, product=source.product_name or "")
        self.setAccessibleName(f"{say('search_page.weak')} {name}" if is_weak else name)
        self.setAccessibleDescription(hit.content)
        self.open_button = button(say("gui.open_page"), self.open)
        self.copy_button = CopyButton(self.copy)
        self.why_button = flat_button(say("search_page.why"), self.explain, tip=say("search_page.key_why"))
        self.keep_button = flat_button(
            say("search_page.keep_short"), lambda: self.keep_wanted.emit(self.hit), tip=say("search_page.key_keep")
        )
        self.pack_button = flat_button(say("search_page.evidence"), self.pack, tip=say("search_page.key_evidence"))
        self.relate_button = flat_button(
            say("regulation_window.show"), self.relate, tip=say("regulation_window.show_tip")
        )
        if not taking.has_regulations:
            self.relate_button.hide()
        head = row((wrapped(label(heading, "heading")), 1))
        for widget in _score(hit.similarity_score):
            head.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self.content = words_of(hit.content)
        self.arms = wrapped(label(say("search_page.found_by", arms=found_by(hit)), "muted"))
        self.why = wrapped(label(_why(hit), "muted"))
        self.why.hide()
        inner = column(head, margin=14, gap=8)
        if is_weak:
            inner.addWidget(wrapped(label(say("search_page.weak"), "warning")))
        if hit.breadcrumb:
            inner.addWidget(wrapped(label(" › ".join(hit.breadcrumb), "muted")))
        inner.addWidget(self.content)
        for fact in hit.facts:
            inner.addWidget(wrapped(label(cited_words(fact))))
        self.laws = [self._make_laws(each) for each in grouped(hit.related_law)]
        for law_link in self.laws:
            inner.addWidget(law_link)
        if hit.brought_by is not None:
            heading = heading_of(hit.brought_by.section_id, hit.brought_by.section_title)
            inner.addWidget(wrapped(label(say("search_page.brought_by", heading=heading), "muted")))
        if not hit.is_whole:
            inner.addWidget(wrapped(label(say("search_page.not_whole"), "muted")))
        self.together = self._make_together(hit, titles or {})
        if self.together is not None:
            inner.addWidget(self.together)
        if hit.edition_status is EditionStatus.SUPERSEDED:
            inner.addWidget(wrapped(label(say("search_page.superseded"), "warning")))
        inner.addWidget(wrapped(label(source_words(source, hit.edition_status))))
        inner.addWidget(wrapped(label(verified_words(source), "muted")))
        inner.addWidget(self.arms)
        inner.addWidget(self.why)
        inner.addLayout(
            foot_of(
                self.why_button,
                self.keep_button,
                self.pack_button,
                self.relate_button,
                None,
                self.copy_button,
                self.open_button,
            )
        )
        self.setLayout(inner)

    def open(self) -> None:
        self.taking.open(self.hit.source_reference)

    def copy(self) -> None:
        self.taking.copy(self.hit.chunk_id, lambda link: citation_of(self.hit, link), self.copy_button.confirm)

    def cite(self) -> None:
        source = self.hit.source_reference
        names = (source.product_name, source.document_type, source.edition)
        section = heading_of(self.hit.section_id, self.hit.section_title)
        place = place_in_words(source.page_number, source.page_to, source.locator)
        copy_text(short_citation(names, section, place))
        self.copy_button.confirm()

    def relate(self) -> None:
        if self.taking.has_regulations:
            self.taking.relate(self.hit.chunk_id)

    def explain(self) -> None:
        """Shown, and hidden again."""
        self.why.setVisible(self.why.isHidden())

    def pack(self) -> None:
        source = self.hit.source_reference
        self.taking.pack(self.hit.chunk_id, f"{source.product_name or source.document_id}-{self.hit.section_id}")

    def _make_together(self, hit: Hit, titles: Mapping[str, str]) -> QLabel | None:
        """One line of links to the sections that belong to it; their ids come from a PDF and are escaped."""
        sections = dict.fromkeys(each.section_id for each in hit.read_together)
        if not sections:
            return None
        links = say("gui.between_sections").join(
            f'<a href="{quote(section)}">{escape(heading_of(section, titles.get(section, "")))}</a>'
            for section in sections
        )
        made = _linked(say("gui.read_together", sections=links))
        made.linkActivated.connect(
            lambda link: self.section_wanted.emit(Place(hit.source_reference.document_id, section=unquote(link)))
        )
        return made

    def _make_laws(self, laws: Sequence[RelatedLaw]) -> QLabel:
        """Articles beside the clause, each a link."""
        links = say("gui.between_sections").join(
            f'<a href="{quote(each.law + each.article)}">{escape(each.article)}</a>' for each in laws
        )
        made = _linked(related_together(laws, links))
        made.linkActivated.connect(lambda link: self.law_wanted.emit(unquote(link)))
        return made


def _linked(html: str) -> QLabel:
    """A muted line with links."""
    made = wrapped(label(role="muted"))
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setText(html)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    )
    return made


def _why(hit: Hit) -> str:
    """The reasons in words, then the numbers of the ranking as `--explain` gives them."""
    told = hit.explain
    if told is None:
        return say("search_page.why_exact")
    spoken = say("gui.between_sections").join(reasons(hit)) or say("search_page.why_arms_alone")
    numbers = "  ".join(f"{name}={value:.2f}" for name, value in told.items() if value)
    return say("search_page.why_numbers", reasons=spoken, numbers=numbers)


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


def wrapped(made: QLabel) -> QLabel:
    made.setWordWrap(True)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    made.setMinimumWidth(120)
    return made


def words_of(text: str, role: str = "") -> QLabel:
    """Verbatim words, which can be selected; very long ones are cut for the eye."""
    return Verbatim(shortened(text), role)


def foot_of(*buttons: QPushButton | QToolButton | None) -> QHBoxLayout:
    """The buttons of a card; None is the gap between the quiet ones and the others."""
    line = row()
    for each in buttons:
        if each is None:
            line.addStretch()
        else:
            line.addWidget(each)
    return line


def sourced(source: SourceReference, edition: EditionStatus | None = None) -> QLabel:
    """Where it stands, in one muted line."""
    return wrapped(label(source_words(source, edition), "muted"))
