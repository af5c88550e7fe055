"""How far the library is: documents and findings by state, what happened on which day, and who did what."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, card, column, label, scrolling
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .figure_bars import DayBars, DaysChart, Legend, Share, ShareBar

with imported_when_used():
    from insurance_desktop.services.review import review_figures

if TYPE_CHECKING:
    from insurance_desktop.services.review.review_figures import DayFigures, FindingFigures, ReviewFigures

DOCUMENTS = (
    ("verified", "good"),
    ("second_due", "accent"),
    ("waiting", "muted"),
    ("converting", "border"),
    ("unreadable", "warning"),
    ("rejected", "danger"),
)
"""The figures of documents, each with its colour."""
FINDINGS = {"blocking": "danger", "warning": "warning", "note": "muted"}
DAYS = (("imported", "muted"), ("approved", "good"), ("rejected", "danger"), ("settled", "accent"))
DID = ("approved", "first_approved", "rejected", "edited", "settled", "undone", "assigned")


class ProgressPane(QWidget):
    """Reads when it is shown and when the list of documents changes while it is."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        theme = context.theme
        self._context = context
        self._reading: Job | None = None
        self.documents = ShareBar(theme, say("gui.figures_documents"))
        self.documents_text = Legend(theme)
        self.findings = ShareBar(theme, say("gui.figures_findings"))
        self.findings_text = Legend(theme)
        self.days = DaysChart(theme, say("gui.figures_days"), [look for _, look in DAYS])
        self.days_text = Legend(theme)
        self.days_text.show_entries([(look, say(f"gui.figures_{name}")) for name, look in DAYS])
        self.day_table = Table(theme, say("gui.figures_days"), _columns("gui.figures_day", [name for name, _ in DAYS]))
        self.people = Table(theme, say("gui.figures_people"), _columns("gui.figures_person", DID))
        self.nobody = label(say("gui.figures_nobody"), "muted", wrap=True)
        for table in (self.day_table, self.people):
            table.setSizeAdjustPolicy(QAbstractScrollArea.SizeAdjustPolicy.AdjustToContents)
            table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        cards = column(
            _card("gui.figures_documents", self.documents, self.documents_text),
            _card("gui.figures_findings", self.findings, self.findings_text),
            _card("gui.figures_days", self.days, self.days_text, self.day_table),
            _card("gui.figures_people", self.nobody, self.people),
            STRETCH,
            gap=MARGIN,
        )
        self.area = scrolling(cards)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the arrows scroll it
        self.area.setAccessibleName(say("gui.progress"))
        self.setFocusProxy(self.area)
        self.setLayout(column(self.area))

    def look(self) -> None:
        if self._reading is not None:
            self._reading.forget()
        self._reading = self._context.read(
            lambda workspace: review_figures.review_figures(workspace.library), self.show_figures
        )

    def show_figures(self, found: "ReviewFigures") -> None:
        shares = [_share(f"gui.figures_{name}", getattr(found.documents, name), look) for name, look in DOCUMENTS]
        self.documents.show_shares(shares)
        self.documents_text.show_entries(_told(shares))
        shares = [_finding_share(each) for each in found.findings]
        shares.append(_share("gui.figures_settled", sum(each.settled for each in found.findings), "good"))
        self.findings.show_shares(shares)
        self.findings_text.show_entries(_told(shares))
        self.days.show_days([DayBars(each.day[5:], _counts(each)) for each in found.days])
        done = [each for each in reversed(found.days) if any(_counts(each))]
        self.day_table.show_rows([(each.day, *map(_number, _counts(each))) for each in done])
        self.day_table.setVisible(bool(done))
        self.people.show_rows([(each.name, *(_number(getattr(each, name)) for name in DID)) for each in found.people])
        self.people.setVisible(bool(found.people))
        self.nobody.setVisible(not found.people)
        for table in (self.day_table, self.people):
            table.setFixedHeight(table.sizeHint().height())


def _card(heading: str, *parts: QWidget) -> QFrame:
    made = card()
    made.setLayout(column(label(say(heading), "heading"), *parts, margin=MARGIN, gap=8))
    return made


def _columns(first: str, names: "list[str] | tuple[str, ...]") -> list[Column]:
    return [Column(say(first)), *(Column(say(f"gui.figures_{name}"), 104, is_number=True) for name in names)]


def _share(key: str, count: int, look: str) -> Share:
    return Share(count, look, say("gui.figures_share", name=say(key), count=count))


def _finding_share(figures: "FindingFigures") -> Share:
    words = say("gui.figures_open", severity=wording.severity_word(figures.severity), count=figures.open)
    return Share(figures.open, FINDINGS[figures.severity.value], words)


def _told(shares: list[Share]) -> list[tuple[str, str]]:
    """Every count with its colour and its part of the whole."""
    whole = sum(each.count for each in shares)
    return [(each.look, f"{each.words} ({_part(each.count, whole)})" if each.count else each.words) for each in shares]


def _part(count: int, whole: int) -> str:
    """What is there is never told as nothing, nor as all where something else is there, too."""
    part = count / whole
    return "<1%" if part < 0.005 else ">99%" if 0.995 <= part < 1 else f"{part:.0%}"


def _counts(day: "DayFigures") -> tuple[int, ...]:
    return tuple(getattr(day, name) for name, _ in DAYS)


def _number(count: int) -> str:
    return str(count) if count else ""
