"""Two editions clause by clause: what changed, came, went or moved; the unchanged clauses are only counted."""

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.editions import ClauseChange, ComparedClause, ComparisonAnswer
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.flow import Flow
from insurance_desktop.gui.look.parts import column, flat_button, label
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

from .difference_view import DifferenceText

KINDS = {
    "changed": "review_page.clause_changed",
    "added": "review_page.clause_added",
    "removed": "review_page.clause_removed",
    "renumbered": "review_page.clause_renumbered",
    "moved": "review_page.clause_moved",
}
Stretch = tuple[str, str]  # words, and how they look: same, gone, come


class EditionView(QWidget):
    """`picked` brings the section of the newer edition's clause under the cursor, `export_wanted` and `print_wanted`
    the answer that is shown."""

    picked = Signal(str)
    export_wanted = Signal(object)  # ComparisonAnswer
    print_wanted = Signal(object)  # ComparisonAnswer

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self.answer: ComparisonAnswer | None = None
        self._places: list[tuple[int, str]] = []
        self.title = label("", "muted", wrap=True)
        self.text = DifferenceText()
        self.text.setAccessibleName(say("review_page.editions"))
        self.text.setOpenLinks(False)
        self.export = flat_button(say("gui.export_menu"), lambda: self.export_wanted.emit(self.answer))
        self.print_out = flat_button(say("gui.print_menu"), lambda: self.print_wanted.emit(self.answer))
        self.setLayout(column(Flow(self.export, self.print_out), self.title, (self.text, 1), gap=6))
        self.setFocusProxy(self.text)
        self.text.pointed.connect(self._point)
        theme.changed.connect(self._write)

    def say_waiting(self) -> None:
        self.answer = None
        self._offer_paper()
        self.title.setText(say("review_page.difference_waiting"))
        self.text.clear()

    def show_answer(self, answer: ComparisonAnswer) -> None:
        self.answer = answer
        self._offer_paper()
        self.title.setText(title_of(answer))
        self._write()

    def _offer_paper(self) -> None:
        for each in (self.export, self.print_out):
            each.setEnabled(self.answer is not None and bool(self.answer.changes))

    def _write(self) -> None:
        self.text.clear()
        self._places = []
        cursor = QTextCursor(self.text.document())
        cursor.beginEditBlock()
        for change in self.answer.changes if self.answer is not None else ():
            self._places.append((cursor.position(), change.new.section_id if change.new else ""))
            block = QTextBlockFormat()
            block.setTopMargin(10)
            cursor.setBlockFormat(block)
            cursor.insertText(heading_of(change), self._look("heading"))
            cursor.insertBlock(QTextBlockFormat())
            for words, look in stretches_of(change):
                cursor.insertText(words.replace("\n", "\u2028"), self._look(look))
            cursor.insertBlock(QTextBlockFormat())
        cursor.endEditBlock()
        self.text.setTextCursor(QTextCursor(self.text.document()))

    def _look(self, name: str) -> QTextCharFormat:
        colours = self._theme.colours
        look = QTextCharFormat()
        ink = {"gone": colours.danger, "come": colours.good, "heading": colours.muted}.get(name, colours.text)
        look.setForeground(QColor(ink))
        look.setFontStrikeOut(name == "gone")
        look.setFontUnderline(name == "come")
        return look

    def _point(self, position: int) -> None:
        sections = [section for start, section in self._places if start <= position]
        if sections and sections[-1]:
            self.picked.emit(sections[-1])


def title_of(answer: ComparisonAnswer) -> str:
    """Which two, and how many clauses of each kind; the sentence of the service where it cannot compare."""
    if answer.old is None or answer.new is None or answer.counts is None:
        return answer.message or ""
    counts = answer.counts
    return say(
        "review_page.editions_title",
        old=answer.old.edition or say("gui.document_number", number=answer.old.document_id),
        new=answer.new.edition or say("gui.document_number", number=answer.new.document_id),
        unchanged=counts.unchanged,
        changed=counts.changed,
        added=counts.added,
        removed=counts.removed,
        moved=counts.renumbered + counts.moved,
    )


def heading_of(change: ClauseChange) -> str:
    """`≠ 改动　2.6 责任免除`, with the old number where it had another."""
    clause = change.new or change.old
    named = wording.heading_of(clause.section_id, clause.section_title) if clause else ""
    before = change.old if change.new and change.old and (change.is_renumbered or change.is_retitled) else None
    was = say("review_page.clause_was", heading=_named(before)) if before else ""
    return f"{say(KINDS[change.kind])}　{named}{was}"


def stretches_of(change: ClauseChange) -> Iterator[Stretch]:
    """The words of a change in order; those cut out of the middle of what stayed are three dots."""
    for each in change.text_changes:
        if each.kind in ("same", "same_cut"):
            yield each.new, "same"
            continue
        if each.old:
            yield f"[－{each.old}]", "gone"
        if each.new:
            yield f"[＋{each.new}]", "come"
    if not change.text_changes:
        if change.kind == "removed" and change.old is not None:
            yield change.old.text or "", "gone"
        elif change.kind == "added" and change.new is not None:
            yield change.new.text or "", "come"


def _named(clause: ComparedClause) -> str:
    return wording.heading_of(clause.section_id, clause.section_title)
