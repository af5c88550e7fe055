"""The right click on the review page: what keys and buttons do, on what was clicked; and the short
citation."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.document_actions import DocumentActions
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.menus import offer_buttons, offer_menu
from insurance_desktop.gui.look.parts import copy_text
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.review import keys
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.text.text_pane import TextPane
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say

from .side_panels import SidePanels

Actions = Mapping[str, Callable[[], object]]

OF_A_CLAUSE = (keys.LOOKED, keys.CITE, keys.CORRECT_CLAUSE, keys.NOTE)
OF_A_FINDING = (keys.RESOLVE, keys.EDIT_HERE, keys.NOTE)
OF_THE_PAGE = (keys.FRAME, keys.NOTE, keys.FIT_WIDTH, keys.FIT_PAGE, keys.ZOOM_IN, keys.ZOOM_OUT, keys.FOLD)
OF_THE_TEXT = (keys.CITE, keys.NOTE, keys.CORRECT_CLAUSE, keys.LOOKED, keys.EDIT_HERE, keys.FIND)
OF_A_FACT = (keys.FACT_SOURCE, keys.CONFIRM_FACT, keys.CORRECT_FACT, keys.REFUSE_FACT, keys.WITHDRAW_FACT)


class ReviewMenus(QObject):
    """`offer` takes the page's actions by their keys."""

    def __init__(
        self, context: AppContext, tabs: SidePanels, text: TextPane, opened: Callable[[], OpenDocument | None]
    ) -> None:
        super().__init__(tabs)
        self._context = context
        self._tabs = tabs
        self._text = text
        self._opened = opened
        self.of_documents = DocumentActions(context, tabs)

    def offer(self, actions: Actions, page: QWidget) -> None:
        """`page` is the picture of the original."""
        tabs = self._tabs
        offer_buttons(tabs.notes.rows, tabs.notes.add, tabs.notes.remove, tabs.notes.bring_back)
        offer_buttons(tabs.corrections.rows, tabs.corrections.withdraw)
        offer_buttons(tabs.versions.rows, tabs.versions.compare, tabs.versions.restore)
        offer_buttons(tabs.log.rows)
        offer_menu(page, partial(self.fill, OF_THE_PAGE, actions))
        offer_menu(self._text.view.rendered, partial(self.fill_of_text, actions))
        offer_menu(self._text.table.cells, self._text.table.fill_menu)
        offer_menu(tabs.queue.rows, self.fill_of_queue)
        for view, commands in (
            (tabs.outline.rows, OF_A_CLAUSE),
            (tabs.findings.rows, OF_A_FINDING),
            (tabs.facts.rows, OF_A_FACT),
        ):
            offer_menu(view, partial(self.fill, commands, actions))

    def fill(self, commands: Sequence[str], actions: Actions, menu: QMenu) -> None:
        """Commands by their names, each with its key; below, what can be done with the document."""
        shortcuts = self._context.shortcuts
        for default in commands:
            command = shortcuts.named(default)
            menu.addAction(f"{say(command.words)}\t{shortcuts.shown(command)}", actions[default])
        menu.addSeparator()
        self.fill_of_document(menu)

    def fill_of_document(self, menu: QMenu) -> None:
        """What can be done with the one that is open."""
        opened = self._opened()
        if opened is not None:
            self.of_documents.fill(menu, (opened.review.document,))

    def fill_of_text(self, actions: Actions, menu: QMenu) -> None:
        text = self._text.view.rendered
        menu.addAction(say("gui.copy_words"), text.copy).setEnabled(text.textCursor().hasSelection())
        self.fill(OF_THE_TEXT, actions, menu)

    def fill_of_queue(self, menu: QMenu) -> None:
        number = self._tabs.queue.rows.current_id
        document = None if number is None else self._context.document(number)
        self.of_documents.fill(menu, () if document is None else (document,))

    def cite(self) -> None:
        """Where the chosen clause stands, in one line; that it is not verified is said with it."""
        opened, here = self._opened(), self._tabs.outline.current
        if opened is None or here is None:
            self._context.noticed.emit(Notice("information", say("gui.no_clause_to_cite")))
            return
        clause, document = opened.review.clauses[here], opened.review.document
        place = place_in_words(clause.page_number, clause.page_to, clause.locator)
        section = wording.heading_of(clause.section_id, clause.section_title)
        names = (wording.title_of(document), document.document_type, document.edition)
        words = wording.short_citation(names, section, place)
        if opened.review.is_altered or document.review_status is not ReviewStatus.VERIFIED:
            words = say("gui.not_verified", words=words)
        copy_text(words)
        self._context.noticed.emit(Notice("good", say("gui.citation_copied", words=words)))
