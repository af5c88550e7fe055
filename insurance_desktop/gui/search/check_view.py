"""A pasted AI answer: every quotation in it beside the verified text, with the verdict in words and each difference."""

from collections.abc import Callable
from functools import partial
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QLabel, QSplitter, QTextEdit, QWidget

from insurance_desktop.domain.quotes import CheckedAnswer, CheckedQuotation, Difference, QuoteCheck, Verdict
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.context import WHOLE, AppContext
from insurance_desktop.gui.look.parts import button, column, label, row, show_icon
from insurance_desktop.gui.look.passage import Passage
from insurance_desktop.gui.look.theme import Colours
from insurance_desktop.gui.look.wording import heading_of
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from ..product_field import ProductField
from .answer_actions import Taking
from .answer_cards import Card, CopyButton, foot_of, sourced, words_of, wrapped
from .answer_view import Paper, View
from .answer_words import passage_citation

with imported_when_used():
    from insurance_desktop.services.answers import answer_checking, quote_checking

VERDICTS = {
    Verdict.EXACT: ("search_page.verdict_exact", "good"),
    Verdict.NEAR: ("search_page.verdict_near", "warning"),
    Verdict.WRONG_SECTION: ("search_page.verdict_wrong_section", "warning"),
    Verdict.SUPERSEDED: ("search_page.verdict_superseded", "warning"),
    Verdict.NOT_FOUND: ("search_page.verdict_not_found", "danger"),
    Verdict.NOT_CHECKED: ("search_page.verdict_not_checked", "muted"),
}
"""A sign and a word each, the colour beside them."""

NEXT_STEPS = {
    Verdict.NEAR: "search_page.then_near",
    Verdict.WRONG_SECTION: "search_page.then_wrong_section",
    Verdict.SUPERSEDED: "search_page.then_superseded",
    Verdict.NOT_CHECKED: "search_page.then_not_checked",
}
LONGEST_HEADING = 60


def next_step(check: QuoteCheck) -> str:
    """What to do about a quotation, in a sentence; "" where nothing is to be done."""
    if check.verdict is Verdict.EXACT:
        return say("search_page.then_goes_on", exception=check.goes_on_with) if check.goes_on_with else ""
    if check.verdict is Verdict.NOT_FOUND:
        if any(each.critical for each in check.difference):
            return say("search_page.then_decisive")
        return say("search_page.then_similar" if check.source_reference else "search_page.then_nowhere")
    return say(NEXT_STEPS[check.verdict])


def as_markup(difference: tuple[Difference, ...], colours: Colours) -> str:
    """The stretches one after the other: what only the quotation has is struck out, what only the text has underlined.

    Each differing stretch stands in brackets of its own, so that it is told apart without colour, too.
    """
    parts = []
    for each in difference:
        if each.kind == "same":
            parts.append(_safe(each.verified))
            continue
        if each.quoted:
            parts.append(f'<s style="color:{colours.danger}">\u3014\u2212{_safe(each.quoted)}\u3015</s>')
        if each.verified:
            words = f"\u3014+{_safe(each.verified)}\u3015"
            weight = "font-weight:bold;" if each.critical else ""
            parts.append(f'<u style="color:{colours.good};{weight}">{words}</u>')
        if each.critical:
            parts.append(f'<b style="color:{colours.danger}">{_safe(say("search_page.decisive"))}</b>')
    return "".join(parts)


def _safe(text: str) -> str:
    return escape(text).replace("\n", "<br>")


class QuoteCard(Card):
    """One quotation: the verdict, why, what to do, the differences, and the place that it comes from."""

    def __init__(self, taking: Taking, context: AppContext, number: int, checked: CheckedQuotation) -> None:
        super().__init__(taking)
        self.checked = checked
        self._context = context
        check = checked.check
        words, role = VERDICTS[check.verdict]
        heading = " ".join(check.quote.split())[:LONGEST_HEADING]
        self.verdict = label(say(words), role)
        self.setAccessibleName(say("search_page.quote_name", number=number, verdict=say(words), quote=heading))
        self.setAccessibleDescription(check.message)
        head = row(label(f"{number}.", "heading"), self.verdict)
        if checked.said_section:
            head.addWidget(label(say("search_page.said_section", section=checked.said_section), "muted"))
        head.addStretch()
        inner = column(head, words_of(f"\u201c{check.quote}\u201d"), wrapped(label(check.message)), margin=14, gap=8)
        self.step = wrapped(label(next_step(check)))
        if self.step.text():
            inner.addWidget(self.step)
        self.difference: QLabel | None = None
        if any(each.kind != "same" for each in check.difference):
            inner.addWidget(label(say("search_page.differences"), "muted", wrap=True))
            self.difference = Passage()
            inner.addWidget(self.difference)
            self.colour(context.theme.colours)
            context.theme.changed.connect(self.colour)
        self._add_place(inner.addWidget, check)
        self.copy_button = CopyButton(self.copy)
        self.open_button = button(say("gui.open_page"), self.open)
        self.search_button = button(say("search_page.search_this"), partial(taking.search_wanted.emit, check.quote))
        if check.source_reference is not None:
            inner.addLayout(foot_of(None, self.copy_button, self.open_button))
        elif check.verdict is Verdict.NOT_FOUND:
            inner.addLayout(foot_of(None, self.search_button))
        self.setLayout(inner)

    def _add_place(self, add: Callable[[QWidget], None], check: QuoteCheck) -> None:
        if check.source_reference is None:
            return
        add(wrapped(label(heading_of(check.section_id or "", check.section_title or ""), "heading")))
        add(sourced(check.source_reference, check.edition_status))
        if check.also_in:
            places = say("gui.between_sections").join(
                " ".join(part for part in (each.product_name, heading_of(each.section_id, each.section_title)) if part)
                for each in check.also_in
            )
            add(wrapped(label(say("search_page.also_in", places=places), "muted")))

    def colour(self, colours: Colours) -> None:
        if self.difference is not None:
            self.difference.setText(as_markup(self.checked.check.difference, colours))

    def open(self) -> None:
        if self.checked.check.source_reference is not None:
            self.taking.open(self.checked.check.source_reference)

    def copy(self) -> None:
        """The verified words, not the quoted ones."""
        check = self.checked.check
        if check.source_reference is not None and check.chunk_id is not None:
            source, words = check.source_reference, check.verified_text or check.quote
            heading = heading_of(check.section_id or "", check.section_title or "")
            self.taking.copy(
                check.chunk_id,
                lambda link: passage_citation(words, heading, source, link),
                self.copy_button.confirm,
                source.page_number,
            )

    def pack(self) -> None:
        check = self.checked.check
        if check.source_reference is not None and check.chunk_id is not None:
            name = f"{check.source_reference.product_name or ''}-{check.section_id}"
            self.taking.pack(check.chunk_id, name, check.verified_text)


class CheckView(View):
    """The pasted answer on the left, its quotations on the right; the one that has the keyboard is marked in it."""

    opening = ("search_page.check_ready", "search_page.check_ready_text")

    def __init__(self, context: AppContext, scope: ProductField, taking: Taking) -> None:
        super().__init__(context, scope, taking)
        self.paper = Paper(say("search_page.paste_name"), say("search_page.paste"), self.ask)
        self.ask_button = button(say("search_page.check_ask"), self.ask, primary=True)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self._text = ""
        self._lay_out()
        context.theme.changed.connect(lambda _: self._mark(None))

    def _lay_out(self) -> None:
        show_icon(self.ask_button, "review", self.context.theme)
        left = QWidget()
        pasted = column((self.paper, 1), (self.ask_button, 0, Qt.AlignmentFlag.AlignRight), gap=8)
        pasted.setContentsMargins(0, 0, 8, 0)
        left.setLayout(pasted)
        right = QWidget()
        answers = column(self.summary, (self.empty, 1), (self.area, 1), gap=8)
        answers.setContentsMargins(8, 0, 0, 0)
        right.setLayout(answers)
        self.split.addWidget(left)
        self.split.addWidget(right)
        self.split.setStretchFactor(0, 2)
        self.split.setStretchFactor(1, 3)
        self.split.setChildrenCollapsible(False)
        self.split.setSizes([420, 640])
        whole = column()
        whole.setContentsMargins(0, 10, 0, 0)
        whole.addWidget(self.split)
        self.setLayout(whole)

    @property
    def field(self) -> QWidget:
        return self.paper

    def ask(self) -> None:
        text, product = self.paper.toPlainText(), self.scope.asked
        if text.strip():
            self._text = text
            self.begin_long(
                say("search_page.job_check"),
                lambda workspace, progress, cancel: answer_checking.check_answer(
                    workspace.engine,
                    text,
                    quote_checking.QuoteScope(product),
                    budget=WHOLE,
                    most=answer_checking.LONGEST_ANSWER,
                    progress=progress,
                    cancel=cancel,
                ),
                self._show,
            )

    def forget_answer(self) -> None:
        super().forget_answer()
        self._mark(None)

    def _show(self, answer: CheckedAnswer) -> None:
        self.clear()
        self._mark(None)
        if answer.status is not AnswerStatus.OK and answer.status is not AnswerStatus.NO_MATCH:
            message = answer.message or (answer.quotes[0].check.message if answer.quotes else say("gui.no_answer"))
            self.say_silent(answer.status, message, candidates=answer.candidates)
            return
        if not answer.quotes:
            self.summarise(answer.message or "")
            return
        counted = say("gui.between_sections").join(
            say("search_page.mark_count", mark=say(words), count=answer.counts[verdict.value])
            for verdict, (words, _) in VERDICTS.items()
            if answer.counts.get(verdict.value)
        )
        self.summarise(say("search_page.check_counts", count=len(answer.quotes), counts=counted))
        self.grow(partial(self._add_quote, number, each) for number, each in enumerate(answer.quotes, start=1))

    def _add_quote(self, number: int, checked: CheckedQuotation) -> None:
        card = QuoteCard(self.taking, self.context, number, checked)
        card.entered.connect(partial(self._mark, checked))
        self.add(card)

    def _mark(self, checked: CheckedQuotation | None) -> None:
        """The quotation in the pasted words, while these are the words that were checked."""
        if checked is None or self.paper.toPlainText() != self._text:
            self.paper.setExtraSelections([])
            return
        shown = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.paper.document())
        cursor.setPosition(_in_qt(self._text, checked.start))
        cursor.setPosition(_in_qt(self._text, checked.end), QTextCursor.MoveMode.KeepAnchor)
        shown.cursor = cursor
        shown.format.setBackground(QColor(self.context.theme.colours.mark))
        shown.format.setFontUnderline(True)
        self.paper.setExtraSelections([shown])
        seen = QTextCursor(cursor)
        seen.clearSelection()
        self.paper.setTextCursor(seen)


def _in_qt(text: str, place: int) -> int:
    """A place as Qt counts: signs outside the basic plane are two."""
    return len(text[:place].encode("utf-16-le")) // 2
