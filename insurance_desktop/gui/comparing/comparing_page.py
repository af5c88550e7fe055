"""The page of products side by side: chosen above, compared in the middle, the cell that is looked at whole below."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFileDialog, QMenu, QPlainTextEdit, QSplitter, QWidget

from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.facts import ToldFact
from insurance_desktop.domain.product_answers import FEWEST_COMPARED, MOST_COMPARED, ProductComparison
from insurance_desktop.domain.states import AnswerStatus, ReviewStatus
from insurance_desktop.gui import shortcuts
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.exporting import FILTERS, PDF, Exporting
from insurance_desktop.gui.look.menus import offer_menu
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, EmptyState, button, column, label, row
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pack_chooser import PackChooser
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.pages import REVIEW, place_of
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.gui.told_tables import products_table
from insurance_desktop.packs.wording import say

from .chosen_products import Chosen, ChosenProducts
from .comparison_table import ComparisonTable

with imported_when_used():
    from insurance_desktop.services.products import comparison_export, product_comparison

if TYPE_CHECKING:
    from insurance_desktop.services.papers.told_table import ToldTable
    from insurance_desktop.services.workspace import Workspace

SHARES = [480, 84]


class ComparingPage(Page):
    """`answer` is what the table shows; None while fewer products are chosen than can be compared."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.answer: ProductComparison | None = None
        self._refusal = ""  # why what is chosen cannot be compared
        self._asking: Job | None = None
        self._is_old = False
        self.pack = PackChooser(context, self)
        self.chosen = ChosenProducts(context)
        self.summary = label("", "muted", wrap=True)
        self.narrowed = QCheckBox(say("compare_page.only_different"))
        self.export = button(say("compare_page.export"), self._choose_export)
        self.print_out = button(say("gui.print_menu"), lambda: self.papers.print_out(self._told))
        self.papers = Exporting(context, self)
        self.table = ComparisonTable(context.theme)
        self.whole = QPlainTextEdit()
        self.open_source = button(say("compare_page.open"), self.table.want_source)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.empty = EmptyState(context.theme, "compare", "", "")
        self.to_review = button(say("search_page.step_review"), lambda: context.page_wanted.emit(REVIEW), primary=True)
        self._lay_out()
        self._bind()
        self._show()

    def _lay_out(self) -> None:
        self.empty.add(self.to_review)
        self.whole.setReadOnly(True)
        self.whole.setTabChangesFocus(True)
        self.whole.setAccessibleName(say("compare_page.whole"))
        below = QWidget()
        below.setLayout(row((self.whole, 1), (self.open_source, 0, Qt.AlignmentFlag.AlignTop)))
        self.split.addWidget(self.table)
        self.split.addWidget(below)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes(SHARES)
        head = row(label(say("gui.page_compare"), "title"), STRETCH, self.pack, self.print_out, self.export)
        told = row((self.summary, 1), self.narrowed)
        self.setLayout(column(head, self.chosen, told, (self.split, 1), (self.empty, 1), margin=MARGIN, gap=8))

    def _bind(self) -> None:
        self.context.shortcuts.bind(shortcuts.FIND, self, self.arrive)
        self.context.listed.connect(self.catch_up)
        self.context.changed.connect(self._changed)
        self.context.changed_elsewhere.connect(self._changed)
        self.context.pack_changed.connect(lambda: self.chosen.put(()))
        self.chosen.changed.connect(self.ask)
        self.narrowed.toggled.connect(self._show)
        self.table.source_wanted.connect(self._open)
        self.table.looked_at.connect(self._look)
        offer_menu(self.table, self.fill_menu)

    # --- what the frame asks ----------------------------------------------------------------------------------
    def catch_up(self) -> None:
        self.chosen.offer(self.context.documents)
        if self.answer is None:  # else the cursor stays where it is in the table
            self._say_empty()

    def arrive(self) -> None:
        if self._is_old:
            self.ask()
        (self.table if self.answer is not None else self.chosen.field).setFocus()

    def panes(self) -> tuple[QWidget, ...]:
        return (self.chosen.field, self.table, self.whole) if self.answer is not None else (self.chosen.field,)

    def splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        return (("compare/whole", self.split),)

    def reset_layout(self) -> None:
        self.split.setSizes(SHARES)

    def place(self) -> str:
        return "\n".join("\t".join((each.asked, each.name, each.edition)) for each in self.chosen.products)

    def return_to(self, place: str) -> None:
        kept = (line.split("\t") for line in place.splitlines())
        self.chosen.put([Chosen(*parts) for parts in kept if len(parts) in (2, 3)][:MOST_COMPARED])

    def refresh(self) -> None:
        self.ask()

    # --- asking -----------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """Compare what is chosen; the newest question counts."""
        if self._asking is not None:
            self._asking.forget()
            self._asking = None
        self._is_old = False
        products = [each.meant for each in self.chosen.products]
        if len(products) < FEWEST_COMPARED or not self.context.is_open:
            self._answered(None)
            return
        self.summary.setText(say("compare_page.waiting"))
        self._asking = self.context.read(
            lambda workspace: product_comparison.whole_comparison(workspace.engine.product_names, products),
            self._answered,
            self._failed,
        )

    def _answered(self, answer: ProductComparison | None) -> None:
        self._asking = None
        is_told = answer is not None and answer.status is AnswerStatus.OK
        self.answer = answer if is_told else None
        self._refusal = (answer.message or "") if answer is not None and not is_told else ""
        self._show()

    def _failed(self, failure: Failure) -> None:
        self._answered(None)
        self.context.notice_failure(failure)

    def _changed(self, changes: Changes) -> None:
        """What is verified or confirmed may be another thing now: an answer on the screen would be an old one."""
        if self.chosen.products and self.isVisible():
            self.ask()
        else:
            self._is_old = True

    # --- showing ----------------------------------------------------------------------------------------------
    def _show(self) -> None:
        answer = self.answer
        has_answer = answer is not None
        for each in (self.split, self.narrowed, self.summary):
            each.setVisible(has_answer)
        self.empty.setVisible(not has_answer)
        for paper in (self.export, self.print_out):
            paper.setEnabled(has_answer)
        self.table.show_answer(answer, is_narrowed=self.narrowed.isChecked())
        if answer is None:
            self._say_empty()
            return
        differing = sum(each.differs for each in answer.rows)
        counted = say("compare_page.count", rows=len(answer.rows), differing=differing)
        is_bare = self.narrowed.isChecked() and not differing
        self.summary.setText((answer.message or "") + (say("compare_page.nothing_different") if is_bare else counted))

    def _say_empty(self) -> None:
        verified = any(each.review_status is ReviewStatus.VERIFIED for each in self.context.documents)
        self.to_review.setVisible(not verified)
        if not verified:
            self.empty.say(say("gui.search_nothing"), say("gui.search_nothing_text"))
        elif self._refusal:
            self.empty.say(say("gui.page_compare"), self._refusal)
        elif self.chosen.products:
            self.empty.say(say("compare_page.empty"), say("compare_page.one_more"))
        else:
            told = say("compare_page.empty_text", fewest=FEWEST_COMPARED, most=MOST_COMPARED)
            self.empty.say(say("compare_page.empty"), told)

    def _look(self, said: str, has_source: bool) -> None:
        self.whole.setPlainText(said)
        self.open_source.setEnabled(has_source)

    def fill_menu(self, menu: QMenu) -> None:
        """What can be done with the cell, and with the whole table."""
        menu.addAction(say("compare_page.open"), self.table.want_source).setEnabled(self.open_source.isEnabled())
        menu.addAction(say("compare_page.copy"), self.table.copy_cell)
        menu.addSeparator()
        menu.addAction(say("compare_page.export"), self._choose_export)
        menu.addAction(say("gui.print_menu"), lambda: self.papers.print_out(self._told))

    # --- sources and files ------------------------------------------------------------------------------------
    def _open(self, fact: ToldFact) -> None:
        if fact.source is not None:
            source = fact.source
            self.context.place_wanted.emit(place_of(source))

    def _choose_export(self) -> None:
        name, kind = QFileDialog.getSaveFileName(
            self,
            say("compare_page.export"),
            say("compare_page.export_name"),
            FILTERS,
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if name:
            target = Path(name)
            self.export_to(target if target.suffix else target.with_suffix(kind[kind.rindex(".") : -1]))

    def _told(self, _workspace: "Workspace") -> "ToldTable":
        """As it is shown: what differs not is there, too."""
        return products_table(self.answer or ProductComparison(AnswerStatus.NO_MATCH, None))

    def export_to(self, target: Path) -> None:
        """What is compared, as a file of the kind that its ending says."""
        if target.suffix.lower() == PDF:
            self.papers.export_to(target, self._told)
            return
        products = [each.meant for each in self.chosen.products]

        def done(answer: ProductComparison) -> None:
            if answer.status is AnswerStatus.OK:
                message = say("compare_page.exported", path=target)
                self.context.noticed.emit(Notice("good", (answer.message or "") + message))
            else:
                self.context.noticed.emit(Notice("warning", answer.message or ""))

        self.context.write(
            say("compare_page.job_export"),
            lambda workspace: comparison_export.export_comparison(workspace.engine.product_names, products, target),
            done,
        )
