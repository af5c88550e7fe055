"""The answers that every face gives, with the names of the JSON contract."""

from dataclasses import field

from insurance_desktop.domain.entity import entity

from .conversion import Locator, Table
from .facts import ToldFact
from .geometry import Box, pages_in_words
from .laws import RelatedLaw
from .states import AnswerStatus, EditionStatus

RELEVANCE_BAR = 0.7
"""C4: what is below is no answer; a request can only ask for more."""

WEAK_BAR = 0.5
"""What is over it may be shown apart from answers, to be checked; what is below is not shown at all. Of the questions
on eight real documents (the choosing sets and golden_dev) 9 of 306 with an answer lie between the bars, 8 of them with
the right clause among the three shown, and 2 of 89 without; between 0.4 and 0.5 there are none."""


@entity
class SourceReference:
    """Where a text stands, so that a person can open the page: from `page_number` to `page_to`; `boxes` are those of
    the words that are cited. An original without pages has a `locator` in their place. `pdf_path` and `pdf_sha256` are
    those of the original, whatever its kind; the path is logical, inside the library."""

    product_name: str | None
    product_code: str | None
    company: str | None
    document_type: str | None
    document_id: int
    edition: str | None
    pdf_path: str
    page_number: int | None
    boxes: tuple[Box, ...]
    download_url: str | None
    pdf_sha256: str
    text_sha256: str
    verified_by: str
    verified_at: str
    page_to: int | None = None
    file_name: str | None = None
    file_size: int | None = None
    locator: Locator | None = None

    @property
    def pages(self) -> str | None:
        """The pages in words: 4, 4\u20135."""
        return pages_in_words(self.page_number, self.page_to)


@entity
class ReadTogether:
    chunk_id: str
    section_id: str
    why: str


@entity
class ClauseLink:
    chunk_id: str
    section_id: str
    section_title: str


@entity
class MatchingRows:
    """The rows of a table that hold for a measure of the question (`asked`), header first, as they stand."""

    asked: str
    rows: tuple[tuple[str, ...], ...]


@entity
class Hit:
    """A verified clause, verbatim. `similarity_score` is a probability of relevance in 0–1, never a raw cosine.

    Where not `is_whole` it is too long for an answer: `content` is its beginning (or the part that a cursor asked for),
    `table_data` the first rows; the hashes are those of the whole. `brought_by`: the clause that led to it, which uses
    its term or points to it. `facts`: of the values that the question asks for those that this clause states.
    """

    chunk_id: str
    content: str
    section_id: str
    section_title: str
    breadcrumb: tuple[str, ...]
    category: tuple[str, ...]
    similarity_score: float
    edition_status: EditionStatus
    source_reference: SourceReference
    read_together: tuple[ReadTogether, ...] = ()
    is_table: bool = False
    table_data: Table | None = None
    is_whole: bool = True
    explain: dict[str, float] | None = None
    entity_role: tuple[str, ...] = ()
    level: int | None = None
    parent_section: str | None = None
    chunk_index: int | None = None
    keywords: tuple[str, ...] = ()
    matching_rows: tuple[MatchingRows, ...] = ()
    brought_by: ClauseLink | None = None
    facts: tuple[ToldFact, ...] = ()
    related_law: tuple[RelatedLaw, ...] = ()
    chunk_type: str = "text"


@entity
class AnsweredSide:
    """One of the things or products that a question joins, as it calls it. Not `found`: no clause was."""

    name: str
    found: bool
    answered_by: tuple[ClauseLink, ...] = ()


@entity
class Nearest:
    """A title only: never the text of a clause that did not match."""

    chunk_id: str
    section_id: str
    section_title: str
    product_name: str | None
    document_id: int


@entity
class ProductMatch:
    product_id: int
    product_code: str | None
    product_name: str
    company: str | None
    category: str | None
    publish_time: str | None
    score: float
    matched_by: str


@entity
class SearchRequest:
    """A question and its scope. `vector_weight` counts only with `fusion="rrf"`; None = the seeds' choice by form.

    What is less likely than `min_similarity` is no answer. `context` is what was said before: a follow-up that says
    nothing by itself is asked together with it.
    """

    query: str
    context: str | None = None
    company: str | None = None
    product: str | None = None
    product_code: str | None = None
    category: str | None = None
    entity_role: str | None = None
    level: int | None = None
    keyword: str | None = None
    parent_section: str | None = None
    document_id: int | None = None
    edition: str | None = None
    as_of: str | None = None
    top_k: int = 5
    mode: str = "hybrid"
    fusion: str = "fitted"
    vector_weight: float | None = None
    min_similarity: float = RELEVANCE_BAR
    explain: bool = False
    cursor: str | None = None


@entity
class SearchAnswer:
    status: AnswerStatus
    query: str
    scope: dict[str, str | int]
    message: str | None = None
    results: tuple[Hit, ...] = ()
    sides: tuple[AnsweredSide, ...] = ()
    nearest: tuple[Nearest, ...] = ()
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class ExceptionClause:
    """但 / 除外 / 不在此限: the words that take an exclusion back, and where they stand."""

    text: str
    section_id: str
    page_number: int | None = None
    page_to: int | None = None


@entity
class ExclusionItem:
    """One exclusion, at item level. `mark` is matched, possible or not_mentioned; the words are verbatim. `reason` says
    why one that looks like the scenario is not matched: somebody else acted, or it did not happen. `lead_in` are the
    words above its list, without which it says more than it excludes: who must die, which benefit is not paid.
    `list_number` tells items of one mark in several lists of a clause apart; None where there is one list."""

    chunk_id: str
    section_id: str
    section_title: str
    item: str | None
    list_number: int | None
    mark: str
    lead_in: str | None
    text: str
    exceptions: tuple[ExceptionClause, ...]
    definitions: tuple[str, ...]
    source_reference: SourceReference
    reason: str | None = None
    facts: tuple[ToldFact, ...] = ()


NONE_FOUND = "none_found"
"""The finding of a check of exclusions in which none fits."""


@entity
class ExclusionAnswer:
    """`enumerated` = how many exclusions were gone through; `withheld` = clauses that were not, or not whole, because
    they are no longer what was verified."""

    status: AnswerStatus
    message: str | None
    finding: str
    risk_detected: bool
    matched_clauses: tuple[ExclusionItem, ...]
    relevant_clauses: tuple[SourceReference, ...]
    confidence: float
    summary: str
    disclaimer: str
    enumerated: int
    complete: bool
    withheld: int = 0
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class Quotation:
    """A verbatim passage with the clause it stands in; pages and boxes are the passage's own."""

    text: str
    chunk_id: str
    section_id: str
    section_title: str
    page_number: int | None
    boxes: tuple[Box, ...]
    page_to: int | None = None

    @property
    def pages(self) -> str | None:
        """The pages in words: 4, 4\u20135."""
        return pages_in_words(self.page_number, self.page_to)


@entity
class RelatedTable:
    """A table; `policy_year_rows` is what it says of the policy year asked for, header first, as it stands.

    Where not `is_whole` it is too long for an answer: its header and the rows that were asked for, or its first ones.
    """

    chunk_id: str
    section_id: str
    section_title: str
    page_number: int | None
    table_data: Table
    policy_year_rows: tuple[tuple[str, ...], ...] = ()
    is_whole: bool = True
    page_to: int | None = None

    @property
    def pages(self) -> str | None:
        """The pages in words: 4, 4\u20135."""
        return pages_in_words(self.page_number, self.page_to)


@entity
class OperationWords:
    """What the clauses say of an operation, part by part."""

    operation_name: str
    definition: Quotation | None = None
    calculation_rules: tuple[Quotation, ...] = ()
    conditions: tuple[Quotation, ...] = ()
    consequences: tuple[Quotation, ...] = ()


@entity
class SurrenderAnswer:
    """`other_operations`: what the same clauses say of the pack's other operations, to compare with."""

    status: AnswerStatus
    message: str | None
    operation_name: str
    definition: Quotation | None
    calculation_rules: tuple[Quotation, ...]
    conditions: tuple[Quotation, ...]
    consequences: tuple[Quotation, ...]
    related_tables: tuple[RelatedTable, ...]
    comparison_note: str
    source_references: tuple[SourceReference, ...]
    notices: tuple[str, ...]
    other_operations: tuple[OperationWords, ...] = ()
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class StoredReference:
    """A reference printed in a clause; `chunk_id` is the target clause where it resolves."""

    to: str | None
    kind: str
    anchor: str
    resolved: bool
    chunk_id: str | None = None


@entity
class DefinitionText:
    """A definition that a clause points to, verbatim; `text` is null where the answer has no room for it."""

    chunk_id: str
    section_id: str
    section_title: str
    text: str | None
    page_number: int | None = None
    page_to: int | None = None


@entity
class ClausePlace:
    """One of several clauses that a number fits, with what tells its document from the others."""

    chunk_id: str
    section_id: str
    section_title: str
    document_id: int
    document_type: str | None
    edition: str | None
    product_name: str | None = None
    company: str | None = None
    edition_status: EditionStatus | None = None
    publish_time: str | None = None
    pdf_path: str | None = None
    verified_at: str | None = None


@entity
class ClauseAnswer:
    """One clause with its surroundings; the face joins `hit`'s keys with the others. `children` are the sections
    directly under it, `parts` the other parts and the tables of the same section; `places` the clauses to choose from
    where a number stands in several documents (`ambiguous`), or the nearest numbers.
    """

    status: AnswerStatus
    message: str | None
    hit: Hit | None = None
    parent: ClauseLink | None = None
    previous: ClauseLink | None = None
    next: ClauseLink | None = None
    references: tuple[StoredReference, ...] = ()
    definitions: tuple[DefinitionText, ...] = ()
    parts: tuple[ClauseLink, ...] = ()
    places: tuple[ClausePlace, ...] = ()
    children: tuple[ClauseLink, ...] = ()
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class Check:
    """One line of `doctor`."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


@entity
class IndexReport:
    clauses: int
    windows: int
    removed: int
    seconds: float
    notes: tuple[str, ...] = field(default_factory=tuple)
