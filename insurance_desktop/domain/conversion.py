"""What a conversion yields: Markdown, its source map, clauses, tables, findings and the coverage ledger."""

from collections.abc import Sequence
from dataclasses import field
from enum import StrEnum

from .entity import entity
from .geometry import Box
from .kinds import FindingKind, ProposalReason
from .ledger import Ledger
from .states import ConversionStatus, Severity


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    NOTE = "note"


class Emphasis(StrEnum):
    """How the page makes words stand out; each kind is kept apart.

    TYPEFACE is a heavier face than that of the body (SimHei in a Song text). SUPERSCRIPT sets nothing off: small and
    raised signs point at a note, and the plain text alone would run them into the word before.
    """

    BOLD = "bold"
    STROKED = "stroked"
    SHADED = "shaded"
    UNDERLINED = "underlined"
    ITALIC = "italic"
    TYPEFACE = "typeface"
    COLOURED = "coloured"
    SUPERSCRIPT = "superscript"


UNREADABLE = "\ufffd"
"""Stands for a glyph that has no Unicode value in the PDF, or one that shows nothing although the glyph shows ink."""


@entity
class Block:
    """One paragraph, heading, list item or table in reading order, before Markdown.

    `text` is verbatim; `rule` names the rule that placed the block; `level` is the heading level (1 = product), else 0;
    `number` is the printed number of a heading, as printed.
    """

    index: int
    kind: BlockKind
    text: str
    boxes: tuple[Box, ...]
    emphasis: tuple[Emphasis, ...] = ()
    level: int = 0
    number: str = ""
    rule: str = ""
    table: int | None = None


@entity
class Locator:
    """Where a passage of an original without pages stands: its paragraphs from `paragraph` to `paragraph_to`, counted
    from 1 over headings, paragraphs, items and tables; `anchor` is what a link to the place names ("" = nothing)."""

    paragraph: int
    paragraph_to: int
    anchor: str = ""


def from_first_to_last(locators: Sequence[Locator]) -> Locator | None:
    """All of these places as one; None where there are none."""
    if not locators:
        return None
    first = min(locators, key=lambda each: each.paragraph)
    return Locator(first.paragraph, max(each.paragraph_to for each in locators), first.anchor)


@entity
class SourceSpan:
    """Markdown characters [start, end) came from these boxes of block `block`, or from the place that `locator` names.

    `recovered` holds the glyph that a recovered chapter number stands for; "" for text that is simply there.
    `emphasis` is how these characters stand out on the page; the Markdown itself does not say it. `link` is where they
    lead ("" = nowhere).
    """

    start: int
    end: int
    block: int
    boxes: tuple[Box, ...]
    recovered: str = ""
    emphasis: tuple[Emphasis, ...] = ()
    locator: Locator | None = None
    link: str = ""


@entity
class Item:
    """A marked item of a clause: `mark` as printed, `text` without the mark, verbatim.

    `boxes` are its own places, one for each block and page: a list that crosses a page is cited item by item.
    """

    mark: str
    text: str
    boxes: tuple[Box, ...] = ()


@entity
class Table:
    """The JSON twin of a table.

    `headers` is the lowest header row; the header rows above it stand first in `rows` (`header_rows` says how many).
    A merged cell's text stands once, at its first row and column, the rest are "".
    `spans` = (row, column, row_span, column_span), row 0 = the topmost row of the whole table.
    `cell_boxes` runs in row-major order over the printed grid (header rows first).
    A table that is not `trusted` claims no columns: it is a region of the page with its lines in order, one a row.
    `page` is None in an original without pages.
    """

    page: int | None
    table_type: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    row_count: int
    column_count: int
    unit: str | None = None
    header_rows: int = 0
    spans: tuple[tuple[int, int, int, int], ...] = ()
    boxes: tuple[Box, ...] = ()
    cell_boxes: tuple[Box, ...] = ()
    trusted: bool = True


@entity
class Clause:
    """The unit of citation: a numbered clause with its own text, without the text of its sub-clauses.

    `text` is plain verbatim text (no Markdown escapes, tables as tab-separated rows). `markdown_start`/`markdown_end`
    delimit the clause, heading included, in the Markdown it was read from. `locator` is where it stands in an original
    without pages.
    """

    section_id: str
    section_title: str
    level: int
    parent_section: str | None
    chunk_index: int
    page_number: int | None
    page_to: int | None
    text: str
    breadcrumb: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    entity_role: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    is_table: bool = False
    table_data: Table | None = None
    items: tuple[Item, ...] = ()
    emphasis: tuple[Emphasis, ...] = ()
    boxes: tuple[Box, ...] = ()
    markdown_start: int = 0
    markdown_end: int = 0
    locator: Locator | None = None


@entity
class Reference:
    """A pointer printed in a clause: `anchor` as printed; `target` is a section id, or None where unresolved.

    `item` is the mark, as the target prints it, of the item that is meant. [`start`, `end`) delimits the anchor in the
    Markdown it was read from (None in versions stored before anchors had places). `expected` is another section than
    the target, where the words right before the pointer are that one's title: the print may be wrong.
    """

    source: str
    target: str | None
    kind: str
    anchor: str
    resolved: bool
    item: str | None = None
    start: int | None = None
    end: int | None = None
    expected: str | None = None


@entity
class DefinedTerm:
    """A definition that clause `source` is read with: its term, its section and its text, verbatim."""

    source: str
    term: str
    section_id: str
    text: str


@entity
class ReferenceShare:
    """How many pointers a document prints, and how many of them lead to a section of it."""

    found: int
    resolved: int

    @property
    def share(self) -> float | None:
        """From 0 to 1; None where nothing points."""
        return round(self.resolved / self.found, 4) if self.found else None


def reference_share(references: Sequence[Reference]) -> ReferenceShare:
    """The share of a document's pointers that resolve."""
    return ReferenceShare(len(references), sum(each.resolved for each in references))


@entity
class ProposedExclusion:
    """A passage outside the exclusions that seems to refuse or to limit cover: for the reviewer to look at.

    `phrase` are the words that tell ("" for typography alone), `emphasis` how the passage stands out. [`start`, `end`)
    delimits it in the Markdown.
    """

    section_id: str
    text: str
    reason: ProposalReason
    phrase: str
    emphasis: tuple[Emphasis, ...]
    start: int
    end: int
    boxes: tuple[Box, ...] = ()


@entity
class Finding:
    """Something a reviewer must see. `message` is a sentence for a person.

    What has one cause is one finding, however often it shows: `box` is the first place, `others` are the further ones.
    """

    kind: FindingKind
    severity: Severity
    message: str
    box: Box | None = None
    others: tuple[Box, ...] = ()

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All its places, in order."""
        return (self.box, *self.others) if self.box else self.others


@entity
class Exclusion:
    """Glyphs that were left out of the Markdown, and why: an `ExclusionReason`, or a reason that a pack names.

    `page` is None in an original without pages.
    """

    reason: str
    page: int | None
    text: str
    box: Box | None = None


@entity
class Agreement:
    """Whether a second, independent reading of the PDF has the same text in the same order; `differences` counts."""

    agrees: bool
    differences: int


@entity
class Coverage:
    """The ledger's sums: every glyph of the page is in the Markdown, excluded with a reason, or unaccounted.

    `second_reading` is None where there was none to compare with.
    """

    glyphs: int
    in_markdown: int
    excluded: int
    unaccounted: int
    exclusions: tuple[Exclusion, ...] = ()
    second_reading: Agreement | None = None


@entity
class PrintedFacts:
    """What page 1 says about the document itself; None where it says nothing.

    `products` are those that it is about where they are several: then none of them is its own, and it has no name.
    """

    product_name: str | None = None
    product_code: str | None = None
    company: str | None = None
    document_type: str | None = None
    filing_number: str | None = None
    products: tuple[str, ...] = ()


@entity
class Fault:
    """What went wrong, where: the stage by name, the page from 1 (None = the file as a whole), the reason in words."""

    stage: str
    page: int | None
    reason: str


@entity
class SuggestedLine:
    """A line that was read from the picture of a page: a guess. `confidence` from 0 to 1 is the reader's own."""

    text: str
    confidence: float
    box: Box


@entity
class PageSuggestion:
    """What the picture of a page without text seems to say, in reading order. Never part of the text by itself.

    `skew` is how far its lines lean, in degrees, clockwise.
    """

    page: int
    lines: tuple[SuggestedLine, ...]
    skew: float = 0.0


@entity
class Conversion:
    """The whole result for one original; `pages` is 0 for one without pages. A FAILED one has a reason and is empty.

    `faults` are the pages that were lost, or what made the whole file fail; `suggestions` what a reader of pictures
    makes of pages without text.
    """

    sha256: str
    pages: int
    status: ConversionStatus
    reason: str | None
    markdown: str = ""
    source_map: tuple[SourceSpan, ...] = ()
    blocks: tuple[Block, ...] = ()
    clauses: tuple[Clause, ...] = ()
    tables: tuple[Table, ...] = ()
    references: tuple[Reference, ...] = ()
    definitions: tuple[DefinedTerm, ...] = ()
    proposed_exclusions: tuple[ProposedExclusion, ...] = ()
    findings: tuple[Finding, ...] = ()
    coverage: Coverage = field(default_factory=lambda: Coverage(0, 0, 0, 0))
    ledger: Ledger = field(default_factory=Ledger)
    printed: PrintedFacts = field(default_factory=PrintedFacts)
    converter: str = ""
    faults: tuple[Fault, ...] = ()
    suggestions: tuple[PageSuggestion, ...] = ()
