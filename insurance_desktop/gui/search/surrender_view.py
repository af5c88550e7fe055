"""What the clauses say of ending or reducing a policy, both operations side by side. Never a computed amount."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QGridLayout, QHeaderView, QLineEdit, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from insurance_desktop.domain.answers import (
    OperationWords,
    Quotation,
    RelatedTable,
    SourceReference,
    SurrenderAnswer,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.menus import offer_buttons
from insurance_desktop.gui.look.parts import STRETCH, Chooser, button, column, flat_button, label, row, show_icon
from insurance_desktop.gui.look.wording import heading_of
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from ..product_field import ProductField
from .answer_actions import Taking
from .answer_cards import Card, CopyButton, foot_of, words_of, wrapped
from .answer_view import View
from .answer_words import passage_citation

with imported_when_used():
    from insurance_desktop.services.answers import clause_reading, surrender

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


MOST_PAGES = 20
MOST_ROWS = 150
LONGEST_POLICY = 150


@dataclass(frozen=True, slots=True)
class Operations:
    """An answer with all its pages joined: both operations, the one that was asked for first."""

    answer: SurrenderAnswer
    sides: tuple[OperationWords, ...]
    sources: dict[str, SourceReference]


def operations(workspace: "Workspace", product: str, operation: str, year: int | None) -> Operations:
    """All pages of the answer, as a client would go on reading."""
    first = surrender.surrender_logic(workspace.engine, product, operation, year, None)
    pages = [first]
    while pages[-1].next_cursor is not None and len(pages) < MOST_PAGES:
        pages.append(surrender.surrender_logic(workspace.engine, product, operation, year, pages[-1].next_cursor))
    sides = {first.operation_name: OperationWords(first.operation_name)}
    known = (each.label for each in workspace.library.pack.operations)
    sides |= {each: OperationWords(each) for each in known if each not in sides}
    for page in pages:
        mine = OperationWords(
            page.operation_name, page.definition, page.calculation_rules, page.conditions, page.consequences
        )
        for each in (mine, *page.other_operations):
            sides[each.operation_name] = _joined(sides.get(each.operation_name), each)
    tables = tuple(table for page in pages for table in page.related_tables)
    passages = (each for side in sides.values() for part in passages_of(side) for each in part[1])
    wanted = dict.fromkeys((*(each.chunk_id for each in passages), *(each.chunk_id for each in tables)))
    found = {clause_id: clause_reading.get_clause(workspace.library, clause_id).hit for clause_id in wanted}
    sources = {clause_id: hit.source_reference for clause_id, hit in found.items() if hit is not None}
    return Operations(replace(first, related_tables=tables), tuple(sides.values()), sources)


def passages_of(side: OperationWords) -> tuple[tuple[str, tuple[Quotation, ...]], ...]:
    """The parts of an operation by the key of their name, in reading order."""
    return (
        ("search_page.part_definition", (side.definition,) if side.definition else ()),
        ("search_page.part_rules", side.calculation_rules),
        ("search_page.part_conditions", side.conditions),
        ("search_page.part_consequences", side.consequences),
    )


def _joined(one: OperationWords | None, more: OperationWords) -> OperationWords:
    if one is None:
        return more
    return OperationWords(
        one.operation_name,
        one.definition or more.definition,
        one.calculation_rules + more.calculation_rules,
        one.conditions + more.conditions,
        one.consequences + more.consequences,
    )


class QuotationCard(Card):
    """One verbatim passage with its section and page."""

    def __init__(self, taking: Taking, quotation: Quotation, source: SourceReference) -> None:
        super().__init__(taking)
        self.quotation = quotation
        self._source = replace(
            source, page_number=quotation.page_number, page_to=quotation.page_to, boxes=quotation.boxes
        )
        heading = heading_of(quotation.section_id, quotation.section_title)
        page = say("gui.on_page", page=quotation.pages) if quotation.pages else ""
        self.setAccessibleName(heading)
        self.setAccessibleDescription(quotation.text)
        self.copy_button = CopyButton(self.copy)
        inner = column(margin=10, gap=6)
        foot = row(
            (wrapped(label(" · ".join(part for part in (heading, page) if part), "muted")), 1),
            self.copy_button,
            flat_button(say("gui.open_page"), self.open),
        )
        inner.addWidget(words_of(quotation.text))
        inner.addLayout(foot)
        self.setLayout(inner)

    def open(self) -> None:
        self.taking.open(self._source)

    def copy(self) -> None:
        quotation, source = self.quotation, self._source
        heading = heading_of(quotation.section_id, quotation.section_title)
        self.taking.copy(
            quotation.chunk_id,
            lambda link: passage_citation(quotation.text, heading, source, link),
            self.copy_button.confirm,
            quotation.page_number,
        )

    def pack(self) -> None:
        name = f"{self._source.product_name or self._source.document_id}-{self.quotation.section_id}"
        self.taking.pack(self.quotation.chunk_id, name, self.quotation.text)


class TableCard(Card):
    """A table as it stands; the row of the policy year that was asked for is said above it."""

    def __init__(self, taking: Taking, related: RelatedTable, source: SourceReference) -> None:
        super().__init__(taking)
        self.related = related
        self._source = replace(
            source,
            page_number=related.page_number,
            page_to=related.page_to,
            boxes=related.table_data.boxes or source.boxes,
        )
        heading = heading_of(related.section_id, related.section_title)
        page = say("gui.on_page", page=related.pages) if related.pages else ""
        self.setAccessibleName(say("search_page.table", heading=heading))
        self.grid = _grid(related, heading)
        inner = column(
            wrapped(label(" · ".join(part for part in (heading, page) if part), "heading")), margin=10, gap=6
        )
        for cells in related.policy_year_rows[1:]:
            inner.addWidget(wrapped(label(say("search_page.year_row", cells=" | ".join(cells)))))
        inner.addWidget(self.grid)
        if not related.is_whole or len(related.table_data.rows) > MOST_ROWS:
            inner.addWidget(wrapped(label(say("search_page.table_cut"), "muted")))
        pack = flat_button(say("search_page.evidence"), self.pack, tip=say("search_page.key_evidence"))
        inner.addLayout(foot_of(pack, None, button(say("gui.open_page"), self.open)))
        self.setLayout(inner)

    def open(self) -> None:
        self.taking.open(self._source)

    def pack(self) -> None:
        name = f"{self._source.product_name or self._source.document_id}-{self.related.section_id}"
        self.taking.pack(self.related.chunk_id, name)


def _grid(related: RelatedTable, name: str) -> QTableWidget:
    table = related.table_data
    rows = table.rows[:MOST_ROWS]
    grid = QTableWidget(len(rows), table.column_count)
    grid.setAccessibleName(name)
    grid.setHorizontalHeaderLabels(list(table.headers))
    grid.verticalHeader().hide()
    grid.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    grid.setTabKeyNavigation(False)
    for line, cells in enumerate(rows):
        for place, text in enumerate(cells):
            grid.setItem(line, place, QTableWidgetItem(text))
    grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    offer_buttons(grid)
    grid.setFixedHeight(min(len(rows) + 2, 9) * 30)
    return grid


class SurrenderView(View):
    """`side_cards` are the passages of each operation, in the order of the columns."""

    opening = ("search_page.surrender_ready", "search_page.surrender_ready_text")

    def __init__(self, context: AppContext, scope: ProductField, taking: Taking) -> None:
        super().__init__(context, scope, taking)
        self.operation = Chooser(context.theme)
        self.year = QLineEdit()
        self.ask_button = button(say("search_page.surrender_ask"), self.ask, primary=True)
        self.side_cards: list[list[QuotationCard]] = []
        self._lay_out()
        scope.chosen.connect(self._product_changed)

    def _lay_out(self) -> None:
        self.operation.setAccessibleName(say("search_page.operation"))
        self.year.setValidator(QIntValidator(1, LONGEST_POLICY, self.year))
        self.year.setPlaceholderText(say("search_page.policy_year"))
        self.year.setAccessibleName(say("search_page.policy_year"))
        self.year.setMaximumWidth(240)
        self.year.returnPressed.connect(self.ask)
        show_icon(self.ask_button, "search", self.context.theme)
        self.stack(row(self.operation, self.year, self.ask_button, STRETCH), gap=10)

    def offer(self, known: Iterable[tuple[str, str]]) -> None:
        """The operations that the pack knows."""
        if not self.operation.count():
            for name, words in known:
                self.operation.addItem(words, name)

    @property
    def field(self) -> QWidget:
        return self.operation

    def ask(self) -> None:
        """Of one product only: without one, the keyboard goes where it is chosen."""
        product, operation = self.scope.asked, self.operation.currentData()
        if product is None:
            self.summarise(say("search_page.surrender_needs_product"))
            self.scope.setFocus()
            return
        year = int(self.year.text()) if self.year.hasAcceptableInput() else None
        work = partial(operations, product=product, operation=operation, year=year)
        self.begin(say("search_page.surrender_asking"), work, self._show)

    def _product_changed(self) -> None:
        if self.isVisible() and self.scope.asked is not None:
            self.ask()

    def _show(self, found: Operations) -> None:
        self.clear()
        self.side_cards = []
        answer = found.answer
        if answer.status not in (AnswerStatus.OK, AnswerStatus.NO_MATCH) or not answer.notices:
            self.say_silent(answer.status, answer.message or say("gui.no_answer"), candidates=answer.candidates)
            return
        if not any(passages for side in found.sides for _, passages in passages_of(side)):
            self.summarise("\n".join(answer.notices))
            self.results.addWidget(words_of(answer.comparison_note))
            return
        self.summarise("\n".join((*filter(None, [answer.message]), *answer.notices)))
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        canvas = QWidget()
        canvas.setLayout(grid)
        makers: list[Callable[[], None]] = []
        for place, side in enumerate(found.sides):
            grid.setColumnStretch(place, 1)
            grid.addWidget(wrapped(label(side.operation_name, "heading")), 0, place)
            self.side_cards.append([])
            makers += self._fill_side(grid, place, side, found.sources)
        self.results.addWidget(canvas)
        tables = QWidget()
        under = column(gap=12)
        tables.setLayout(under)
        if answer.related_tables:
            self.results.addWidget(label(say("search_page.part_tables"), "heading"))
            self.results.addWidget(tables)
        for table in answer.related_tables:
            if table.chunk_id in found.sources:
                makers.append(partial(self._add_table, under, table, found.sources[table.chunk_id]))
        self.results.addWidget(label(say("search_page.compared"), "heading"))
        self.results.addWidget(words_of(answer.comparison_note))
        self.grow(makers)

    def _add_table(self, under: QVBoxLayout, table: RelatedTable, source: SourceReference) -> None:
        card = TableCard(self.taking, table, source)
        self.cards.append(card)
        under.addWidget(card)

    def _add_passage(self, stack: QVBoxLayout, place: int, quotation: Quotation, source: SourceReference) -> None:
        card = QuotationCard(self.taking, quotation, source)
        self.cards.append(card)
        self.side_cards[place].append(card)
        stack.insertWidget(stack.count() - 1, card)

    def _fill_side(
        self, grid: QGridLayout, place: int, side: OperationWords, sources: dict[str, SourceReference]
    ) -> list[Callable[[], None]]:
        """One column, part beside part of the other operation; what makes its cards."""
        if not any(passages for _, passages in passages_of(side)):
            unsaid = say("search.operation_not_mentioned", operation=side.operation_name)
            grid.addWidget(wrapped(label(unsaid, "muted")), 1, place)
            return []
        makers: list[Callable[[], None]] = []
        for line, (name, passages) in enumerate(passages_of(side), start=1):
            stack = column(label(say(name), "muted"), gap=8)
            if not passages:
                stack.addWidget(wrapped(label(say("search_page.part_unsaid"), "muted")))
            stack.addStretch()
            grid.addLayout(stack, line, place)
            makers += [
                partial(self._add_passage, stack, place, each, sources[each.chunk_id])
                for each in passages
                if each.chunk_id in sources
            ]
        return makers
