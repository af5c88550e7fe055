"""One place on both sides: a click in the text marks the page, a click on the page marks the text."""

from PySide6.QtCore import QObject, Signal

from insurance_desktop.domain.conversion import Clause, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.pages import Place

from .page.flow_pane import FlowPane
from .page.page_pane import PagePane
from .panels.outline import OutlinePanel
from .review_document import OpenDocument
from .text.source_links import Links, union_by_page
from .text.text_view import TextView

ABOVE = 6.0  # points of paper that stay above the line which leads


class Linking(QObject):
    """`chosen` brings the span of the place that is marked now, on whichever side it was pointed at.

    `regulation_wanted` brings the document and the section whose pointers are to be looked at.
    """

    chosen = Signal(object)  # SourceSpan
    regulation_wanted = Signal(object)

    def __init__(self, page: PagePane, flow: FlowPane, text: TextView, outline: OutlinePanel) -> None:
        super().__init__(page)
        self._page = page
        self._flow = flow
        self._text = text
        self._outline = outline
        self._opened: OpenDocument | None = None
        self.together = ScrollTogether(page, text)
        page.pointed.connect(self._pointed_on_page)
        page.turned.connect(self.follow_page)
        flow.pointed.connect(self.show_paragraph)
        text.pointed.connect(self._pointed_in_text)
        outline.picked.connect(self.show_clause)
        outline.relate_wanted.connect(self.relate)

    def show_opened(self, opened: OpenDocument | None) -> None:
        self._opened = opened
        self.together.links = opened.links if opened else None
        self._outline.relate.setVisible(opened is not None and opened.has_regulations)

    def relate(self) -> None:
        """The pointers around the regulation that is chosen in the outline."""
        number, opened = self._outline.current, self._opened
        if opened is not None and opened.has_regulations and number is not None:
            self.regulation_wanted.emit((opened.document_id, opened.review.clauses[number].section_id))

    # --- pointing ---------------------------------------------------------------------------------------------
    def _pointed_in_text(self, offset: int) -> None:
        span = self._opened.links.at_offset(offset) if self._opened else None
        if span is not None:
            self._mark(span, span.boxes, reveal=False)

    def _pointed_on_page(self, page: int, x: float, y: float) -> None:
        span = self._opened.links.at_point(page, x, y) if self._opened else None
        if span is not None:
            self._mark(span, span.boxes, reveal=True)

    def _mark(
        self,
        span: SourceSpan,
        boxes: tuple[Box, ...],
        *,
        reveal: bool,
        runs: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """The same place on both sides; the words of its block are the picture's text for screen readers.

        `runs` are the characters to mark where they are others than those of the span.
        """
        if self._opened is None:
            return
        start, end = self._opened.links.block_around(span)
        is_table = self._opened.review.markdown.startswith("|", start - 2)
        if is_table:  # the cell says where one is; a table as a whole would say nothing
            start, end = span.start, span.end
        self._page.show_chosen(boxes, () if is_table else union_by_page(self._opened.links.between(start, end)))
        if span.locator is not None:
            self._flow.show_paragraphs(span.locator)
        self._page.view.describe(self._opened.words_of(start, end))
        self._text.mark_runs(runs or ((span.start, span.end),), reveal=reveal)
        self._outline.follow(clause_at(self._opened.review.clauses, span.start))
        self.chosen.emit(span)

    # --- going somewhere --------------------------------------------------------------------------------------
    def show_place(self, place: Place) -> None:
        if place.boxes:
            self.show_boxes(place.boxes)
        elif place.section is not None:
            self.show_section(place.section)
        elif place.page is not None:
            self._page.go_to(place.page)
            self.follow_page(place.page)
        elif place.paragraph is not None:
            self.show_paragraph(place.paragraph)

    def show_boxes(self, boxes: tuple[Box, ...]) -> None:
        """All that is printed in these boxes, on both sides."""
        links = self._opened.links if self._opened else None
        runs = links.under(boxes) if links else ()
        span = links.at_offset(runs[0][0]) if links and runs else None
        if span is not None:
            self._mark(span, boxes, reveal=True, runs=runs)
        else:
            self._page.show_chosen(boxes)
            self._text.clear_mark()
            self._outline.follow(None)
            self.follow_page(boxes[0].page)

    def show_offset(self, offset: int) -> None:
        """A place of the Markdown, revealed on both sides."""
        span = self._opened.links.at_offset(offset) if self._opened else None
        if span is not None:
            self._mark(span, span.boxes, reveal=True)

    def read_from(self, offset: int) -> None:
        """A place of the Markdown at the upper edge of both sides, as far as they reach."""
        span = self._opened.links.at_offset(offset) if self._opened else None
        if span is not None:
            self._mark(span, span.boxes, reveal=False)
            self._text.scroll_to(offset)
            if span.boxes:
                self._page.scroll_to(span.boxes[0].page, span.boxes[0].y0 - ABOVE)

    def show_words(self, start: int, end: int) -> None:
        """The Markdown characters [start, end), revealed on both sides; the page marks the lines that they stand in."""
        links = self._opened.links if self._opened else None
        span = links.at_offset(start) if links else None
        if links is not None and span is not None:
            self._mark(span, links.between(start, end) or span.boxes, reveal=True, runs=((start, end),))

    def show_clause(self, number: int) -> None:
        if self._opened is None:
            return
        clause = self._opened.review.clauses[number]
        start, end = clause.markdown_start, max(clause.markdown_end, clause.markdown_start + 1)
        self._page.show_chosen(clause.boxes or self._opened.links.between(start, end))
        if clause.locator is not None:
            self._flow.show_paragraphs(clause.locator)
        self._page.view.describe(self._opened.words_of(start, end))
        self._text.mark(start, end)
        self._outline.follow(number)

    def show_section(self, section_id: str) -> None:
        clauses = self._opened.review.clauses if self._opened else ()
        number = next((place for place, clause in enumerate(clauses) if clause.section_id == section_id), None)
        if number is not None:
            self.show_clause(number)

    def show_paragraph(self, number: int) -> None:
        """A paragraph of an original without pages, on both sides."""
        span = self._opened.links.in_paragraph(number) if self._opened else None
        if span is not None:
            self._mark(span, span.boxes, reveal=True)

    def follow_page(self, page: int) -> None:
        """The text comes along with a page that was turned to."""
        span = self._opened.links.first_on(page) if self._opened else None
        if span is not None:
            self._text.scroll_to(span.start)


def clause_at(clauses: tuple[Clause, ...], offset: int) -> int | None:
    """The innermost clause that holds a Markdown character."""
    holding = [
        (clause.markdown_end - clause.markdown_start, number)
        for number, clause in enumerate(clauses)
        if clause.markdown_start <= offset < clause.markdown_end
    ]
    return min(holding)[1] if holding else None


class ScrollTogether(QObject):
    """Give it the links of the document that is shown, None while there is none."""

    def __init__(self, page: PagePane, text: TextView) -> None:
        super().__init__(page)
        self._page = page
        self._text = text
        self.links: Links | None = None
        page.scrolled.connect(self._from_page)
        text.scrolled.connect(self._from_text)

    def _from_text(self, offset: int) -> None:
        span = self.links.at_offset(offset) if self.links else None
        if span is not None and span.boxes:
            self._page.scroll_to(span.boxes[0].page, span.boxes[0].y0 - ABOVE)

    def _from_page(self, page: int, y: float) -> None:
        span = self.links.reading_from(page, y) if self.links else None
        if span is not None:
            self._text.scroll_to(span.start)
