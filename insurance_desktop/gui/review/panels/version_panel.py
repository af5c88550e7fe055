"""Every version of the text: who made it, when, why; and how any two of them differ, the unsaved one included."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.editions import ComparisonAnswer
from insurance_desktop.gui.context import WHOLE, AppContext
from insurance_desktop.gui.document_list import other_editions
from insurance_desktop.gui.exporting import Exporting
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import Chooser, button, column, label, row
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.review.linking import Linking
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.text.difference_view import TextDifference, against_converted
from insurance_desktop.gui.review.text.editions_paper import editions_table
from insurance_desktop.gui.review.text.text_pane import TextPane
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .wrapped_rows import Rows

with imported_when_used():
    from insurance_desktop.services.answers import edition_comparison
    from insurance_desktop.services.review import version_history

if TYPE_CHECKING:
    from insurance_desktop.services.review.version_history import Version
    from insurance_desktop.services.workspace import Workspace

CONVERTED = "converted"
ORIGINS = {CONVERTED: "review_page.version_converted", "edited": "review_page.version_edited"}


class VersionsPanel(QWidget):
    """`compare_wanted` brings the numbers of two versions, the older one first, `edition_wanted` a document,
    `restore_wanted` the number of the earlier version that the text is to be again."""

    compare_wanted = Signal(int, int)
    restore_wanted = Signal(int)
    edition_wanted = Signal(int)

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._versions: tuple[Version, ...] = ()
        self.rows = Rows(say("review_page.versions"))
        self.other = Chooser(theme)
        self.other.setAccessibleName(say("review_page.version_other"))
        self.compare = button(say("review_page.version_compare"), self._compare)
        self.restore = button(say("review_page.version_restore"), self._restore)
        foot = row((self.other, 1), self.compare, gap=8)
        self.edition = Chooser(theme)
        self.edition.setAccessibleName(say("review_page.edition_other"))
        self.compare_edition = button(
            say("review_page.edition_compare"), lambda: self.edition_wanted.emit(self.edition.currentData())
        )
        editions = column(gap=6)  # one above the other: in one line the edition's name has no room
        editions.addWidget(self.edition)
        editions.addWidget(self.compare_edition)
        self.setLayout(
            column(label(say("review_page.versions"), "muted"), (self.rows, 1), foot, self.restore, editions, gap=6)
        )
        self.rows.picked.connect(lambda _number: self._compare())
        self.rows.currentRowChanged.connect(lambda _row: self._offer_others())
        self.show_versions(())
        self.show_editions(())

    def show_editions(self, others: Sequence[Document]) -> None:
        """Other verified documents of the same product and type; none, where this one cannot be compared."""
        self.edition.clear()
        for each in others:
            number = say("gui.document_number", number=each.document_id)
            self.edition.addItem(say("review_page.edition_with", edition=each.edition or number), each.document_id)
        for widget in (self.edition, self.compare_edition):
            widget.setVisible(bool(others))

    def show_versions(self, versions: "tuple[Version, ...]") -> None:
        self._versions = versions
        self.rows.fill((each.number, version_line(each)) for each in versions)
        for place, each in enumerate(versions):
            self.rows.item(place).setToolTip("\n".join(filter(None, (version_line(each), each.converter))))
        if versions and self.rows.current_id is None:
            self.rows.setCurrentRow(0)
        self._offer_others()

    def _offer_others(self) -> None:
        """What the chosen version can be compared with; what it was made from stands first."""
        chosen = next((each for each in self._versions if each.number == self.rows.current_id), None)
        others = [each for each in self._versions if chosen is not None and each.number != chosen.number]
        others.sort(key=lambda each: (chosen is None or each.number != chosen.based_on, -each.number))
        with QSignalBlocker(self.other):
            self.other.clear()
            for each in others:
                self.other.addItem(say("review_page.version_with", number=each.number), each.number)
        for part in (self.other, self.compare):
            part.setVisible(bool(others))
        self.restore.setVisible(len(self._versions) > 1)
        self.restore.setEnabled(chosen is not None and not chosen.is_current)

    def _compare(self) -> None:
        chosen, other = self.rows.current_id, self.other.currentData()
        if chosen is not None and other is not None:
            self.compare_wanted.emit(min(chosen, other), max(chosen, other))

    def _restore(self) -> None:
        if self.rows.current_id is not None:
            self.restore_wanted.emit(self.rows.current_id)


class Versions(QObject):
    """Reads the versions of the document that is open, and compares.

    `restore_wanted` brings an earlier version's number and what it makes different from the text now.
    """

    restore_wanted = Signal(int, object)  # TextDifference

    def __init__(self, context: AppContext, panel: VersionsPanel, text: TextPane, linking: Linking) -> None:
        super().__init__(panel)
        self._context = context
        self._panel = panel
        self._text = text
        self.papers = Exporting(context, panel)
        self._opened: OpenDocument | None = None
        panel.compare_wanted.connect(self._compare)
        panel.edition_wanted.connect(self.compare_edition)
        panel.restore_wanted.connect(self._restore)
        text.difference_wanted.connect(self._compare_typed)
        text.editions.picked.connect(linking.show_section)
        text.editions.export_wanted.connect(self._export_editions)
        text.editions.print_wanted.connect(lambda answer: self.papers.print_out(lambda _: editions_table(answer)))

    def show_opened(self, opened: OpenDocument | None) -> None:
        before, self._opened = self._opened, opened
        if opened is None:
            self._panel.show_versions(())
            self._panel.show_editions(())
            return
        if before is None or before.document_id != opened.document_id:
            self._panel.show_versions(())
        self._panel.show_editions(other_editions(opened.review.document, self._context.documents))
        number = opened.document_id
        self._context.read_later(
            lambda workspace: version_history.versions_of(workspace.library, number),
            lambda found: self._take(number, found),
        )

    def _take(self, document_id: int, versions: "tuple[Version, ...]") -> None:
        if self._opened is not None and self._opened.document_id == document_id:
            self._panel.show_versions(versions)

    def _compare(self, old: int, new: int) -> None:
        opened = self._opened
        if opened is None:
            return
        number = opened.document_id
        self._text.show_waiting_difference()

        def work(workspace: "Workspace") -> TextDifference:
            found = version_history.compare_versions(workspace.library, number, old, new)
            title = say("review_page.difference_versions", old=old, new=new)
            return TextDifference(
                title, found.old_markdown, found.new_markdown, tuple(each.hunk for each in found.hunks)
            )

        self._context.read(work, lambda shown: self._show(number, shown))

    def _restore(self, number: int) -> None:
        """Never over words that are typed and not yet saved."""
        opened = self._opened
        if opened is None:
            return
        if self._text.view.is_edited:
            self._context.noticed.emit(Notice("warning", say("gui.unsaved"), say("gui.unsaved_hint")))
            return
        document_id = opened.document_id

        def show(shown: TextDifference) -> None:
            if self._opened is opened:
                self.restore_wanted.emit(number, shown)

        self._context.read(lambda workspace: back_to(workspace, document_id, number), show)

    def compare_edition(self, other: int) -> None:
        """The older document against the newer one, whichever of them is open."""
        opened = self._opened
        if opened is None:
            return
        number = opened.document_id
        self._text.show_waiting_editions()
        old, new = self._in_order(other, number)

        def shown(answer: ComparisonAnswer) -> None:
            if self._opened is not None and self._opened.document_id == number:
                self._text.show_editions(answer)

        self._context.read(
            lambda workspace: edition_comparison.compare_documents(workspace.library, old, new, budget=WHOLE), shown
        )

    def _export_editions(self, answer: ComparisonAnswer) -> None:
        name = answer.new.product_name if answer.new is not None else None
        words = f"{name or ''} {say('review_page.editions')}".strip()
        self.papers.choose(words, lambda _workspace: editions_table(answer))

    def _in_order(self, one: int, other: int) -> tuple[int, int]:
        """The older edition first: by its publishing date, else as they came into the library."""
        found = [self._context.document(one), self._context.document(other)]
        dated = sorted((each for each in found if each), key=lambda each: (each.publish_time or "", each.document_id))
        return (dated[0].document_id, dated[1].document_id) if len(dated) == 2 else (one, other)

    def _compare_typed(self) -> None:
        """What stands in the editor against what the converter read."""
        opened = self._opened
        if opened is not None:
            number, typed = opened.document_id, self._text.view.text
            self._text.show_waiting_difference()
            self._context.read(
                lambda workspace: against_converted(workspace, opened, typed), lambda shown: self._show(number, shown)
            )

    def _show(self, document_id: int, shown: TextDifference) -> None:
        if self._opened is not None and self._opened.document_id == document_id:
            self._text.show_difference(shown)


def back_to(workspace: "Workspace", document_id: int, number: int) -> TextDifference:
    """From the current text to that of an earlier version."""
    now = next(each for each in version_history.versions_of(workspace.library, document_id) if each.is_current)
    found = version_history.compare_versions(workspace.library, document_id, now.number, number)
    title = say("review_page.difference_versions", old=now.number, new=number)
    return TextDifference(title, found.old_markdown, found.new_markdown, tuple(each.hunk for each in found.hunks))


def version_line(version: "Version") -> str:
    """Which one, who, when, why, and what was decided about it. A program that wrote it is nobody."""
    origin = say(ORIGINS.get(version.origin, "review_page.version_edited"))
    now = say("review_page.version_current") if version.is_current else ""
    head = say("review_page.version", number=version.number, origin=origin, at=wording.moment(version.created_at))
    decided = " · ".join(
        f"{wording.decision_word(each.kind)} {each.reviewer}"
        for each in version.decisions
        if each.kind in wording.DECISIONS
    )
    who = "" if version.origin == CONVERTED else version.author
    return "\n".join(part for part in (f"{head}{now}", who, version.reason, decided) if part)
