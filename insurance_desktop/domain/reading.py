"""Answers about tables and about the library as a whole."""

from insurance_desktop.domain.entity import entity

from .answers import ClauseLink, ProductMatch, SourceReference
from .documents import Document
from .geometry import Box
from .states import AnswerStatus


@entity
class TableCell:
    """One cell. `row` and `column` are its labels as printed (levels of a header joined by /), the numbers its place
    in the printed grid from 0, header rows counted."""

    text: str
    row: str
    column: str
    unit: str | None
    box: Box | None
    row_number: int
    column_number: int


@entity
class CellCandidate:
    """A cell that may have been meant. `text` is given only for the merged cell that covers the place asked for."""

    row: str
    column: str
    row_number: int
    column_number: int
    text: str | None = None


@entity
class TableAnswer:
    """A table, or one cell of it. `rows` are those asked for (all without a row label), `columns` their labels.

    `ambiguous`: the labels fit several cells, or a merged one; nothing is chosen, `candidates` say which.
    """

    status: AnswerStatus
    message: str | None
    chunk_id: str | None = None
    section_id: str | None = None
    section_title: str | None = None
    table_type: str | None = None
    unit: str | None = None
    trusted: bool | None = None
    columns: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    row_count: int | None = None
    cell: TableCell | None = None
    candidates: tuple[CellCandidate, ...] = ()
    tables: tuple[ClauseLink, ...] = ()
    source_reference: SourceReference | None = None
    truncated: bool = False
    next_cursor: str | None = None


@entity
class DocumentsAnswer:
    """The verified documents, of one product where it is named."""

    status: AnswerStatus
    message: str | None
    documents: tuple[Document, ...] = ()
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class DocumentCounts:
    """Documents by what a reader can expect of them. `superseded` are verified ones of an old edition."""

    verified: int
    superseded: int
    pending: int
    rejected: int
    converting: int
    failed: int


@entity
class SiteFreshness:
    """When a site was last read without a fault; null = never."""

    site: str
    last_success: str | None


@entity
class RankingStanding:
    """How the order of answers stands here. `standing`: shipped, active, proposed or refused; `judged_at` null = never
    on this library; `is_due`: it is to be judged (again); `words` say all that in a sentence."""

    standing: str
    judged_at: str | None
    is_due: bool
    words: str


@entity
class Soundness:
    """Whether clauses are still what was verified, looked at now: `checked` of them in the time there is for it,
    `withheld` of these are not, in the documents `damaged`."""

    checked: int
    withheld: int
    damaged: tuple[int, ...]


@entity
class LibraryStatusAnswer:
    """What can be asked of the library, what waits for a person, and how fresh it is. Never a word of a document."""

    status: AnswerStatus
    message: str | None
    documents: DocumentCounts | None = None
    products: int = 0
    products_with_verified_text: int = 0
    clauses: int = 0
    index_fresh: bool | None = None
    last_imported_at: str | None = None
    last_verified_at: str | None = None
    sites: tuple[SiteFreshness, ...] = ()
    version: str = ""
    truncated: bool = False
    next_cursor: str | None = None
    ranking: RankingStanding | None = None
    soundness: Soundness | None = None


@entity
class PageClause:
    """A clause that stands on a page, whole or in part; `text` is null where the answer has no room for it."""

    chunk_id: str
    section_id: str
    section_title: str
    boxes: tuple[Box, ...]
    text: str | None


@entity
class PageAnswer:
    """The verified text of one page, clause by clause. `has_picture`: it was drawn before, and can be had."""

    status: AnswerStatus
    message: str | None
    document: Document | None = None
    page_number: int | None = None
    clauses: tuple[PageClause, ...] = ()
    has_picture: bool = False
    truncated: bool = False
    next_cursor: str | None = None


@entity
class KeptPicture:
    """A page's picture from the cache: PNG, with the page's size in points."""

    png: bytes
    page_width: float
    page_height: float
