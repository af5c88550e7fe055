"""What narrows the table: words, state, findings, company and kind of document."""

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.gui.look.parts import Chooser, explain_field, flat_button, row, show_icon
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.saved_filters import SavedFilters
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.name_matching import sort_key

from .document_model import Filter

STATES: tuple[tuple[str, Filter], ...] = (
    ("gui.filter_all", Filter()),
    ("gui.review_pending", Filter(status=ReviewStatus.PENDING)),
    ("gui.review_verified", Filter(status=ReviewStatus.VERIFIED)),
    ("gui.review_rejected", Filter(status=ReviewStatus.REJECTED)),
    ("gui.conversion_failed", Filter(conversion=ConversionStatus.FAILED)),
)
FINDINGS: tuple[tuple[str, str | None], ...] = (
    ("gui.filter_any_findings", None),
    ("gui.severity_blocking", "blocking"),
    ("gui.filter_grave_findings", "warning"),
    ("gui.filter_findings", "open"),
    ("gui.filter_no_findings", "none"),
)
LIST_WIDTH = 150
ARROW = 42  # around the words of a list: its frame and its arrow
PLACE = "library"
"""Under this name the settings keep its filters."""


class FilterBar(QWidget):
    """`changed` whenever `filter` is another one."""

    changed = Signal()

    def __init__(self, theme: ThemeSwitch, settings: WindowSettings) -> None:
        super().__init__()
        self.words = QLineEdit()
        self.status = self._chooser(theme, "gui.filter_status")
        self.findings = self._chooser(theme, "gui.filter_by_findings")
        self.company = self._chooser(theme, "gui.column_company")
        self.kind = self._chooser(theme, "gui.column_type")
        self.clear = flat_button(say("gui.filter_clear"), self.reset)
        show_icon(self.clear, "close", theme, 14)
        self.saved = SavedFilters(settings, PLACE, self._said, self)
        self.saved_button = flat_button("", tip=say("gui.saved_filters"))
        show_icon(self.saved_button, "flag", theme, 16)
        self.saved_button.setMenu(self.saved)
        self.saved_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.saved.chosen.connect(self.take)
        self._fill()
        line = row((self.words, 2))
        for each in self._choosers:
            line.addWidget(each, 1)
        line.addWidget(self.clear)
        line.addWidget(self.saved_button)
        self.setLayout(line)
        self.words.textChanged.connect(self._tell)
        for each in self._choosers:
            each.currentIndexChanged.connect(self._tell)
        self._show_clear()

    @property
    def filter(self) -> Filter:
        state = STATES[max(self.status.currentIndex(), 0)][1]
        return Filter(
            self.words.text(),
            state.status,
            state.conversion,
            self.findings.currentData(),
            self.company.currentData(),
            self.kind.currentData(),
        )

    def offer(self, documents: Iterable[Document]) -> None:
        """The companies and kinds that there are; a choice that is still possible stays."""
        listed = tuple(documents)
        self._list(self.company, say("gui.filter_all_companies"), {each.company for each in listed})
        self._list(self.kind, say("gui.filter_all_kinds"), {each.document_type for each in listed})

    def reset(self) -> None:
        with QSignalBlocker(self):
            self.words.clear()
            for each in self._choosers:
                each.setCurrentIndex(0)
        self._tell()

    def take(self, saved: dict[str, str]) -> None:
        """A filter that was saved; what it names and is no longer there is passed over."""
        with QSignalBlocker(self):
            self.words.setText(saved.get("words", ""))
            for name, each in self._named.items():
                each.setCurrentIndex(max(each.findText(saved[name]) if name in saved else 0, 0))
        self._tell()

    def _said(self) -> dict[str, str]:
        chosen = {name: each.currentText() for name, each in self._named.items() if each.currentIndex() > 0}
        return {"words": self.words.text()} | chosen

    @property
    def _named(self) -> dict[str, Chooser]:
        return {"status": self.status, "findings": self.findings, "company": self.company, "kind": self.kind}

    @property
    def _choosers(self) -> tuple[Chooser, ...]:
        return (self.status, self.findings, self.company, self.kind)

    def _chooser(self, theme: ThemeSwitch, words: str) -> Chooser:
        made = Chooser(theme)
        made.setAccessibleName(say(words))
        made.setToolTip(say(words))
        made.setMaximumWidth(LIST_WIDTH * 2)
        made.setSizeAdjustPolicy(Chooser.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return made

    def _fill(self) -> None:
        explain_field(self.words, say("gui.filter_here"), say("gui.filter_words"))
        self.words.setClearButtonEnabled(True)
        self.words.setAcceptDrops(False)
        for key, _ in STATES:
            self.status.addItem(say(key))
        for key, value in FINDINGS:
            self.findings.addItem(say(key), value)
        self.offer(())
        for each in self._choosers:
            each.setMinimumWidth(self.fontMetrics().horizontalAdvance(each.itemText(0)) + ARROW)

    def _list(self, chooser: Chooser, everything: str, names: set[str | None]) -> None:
        wanted = sorted((each for each in names if each), key=sort_key)
        if [chooser.itemData(line) for line in range(1, chooser.count())] == wanted and chooser.count():
            return
        chosen = chooser.currentData()
        with QSignalBlocker(chooser):
            chooser.clear()
            chooser.addItem(everything, None)
            for name in wanted:
                chooser.addItem(name, name)
            chooser.setCurrentIndex(max(chooser.findData(chosen), 0) if chosen else 0)
        if chooser.currentData() != chosen:
            self._tell()

    def _tell(self) -> None:
        self._show_clear()
        self.changed.emit()

    def _show_clear(self) -> None:
        self.clear.setVisible(self.filter != Filter())
