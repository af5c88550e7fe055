"""The tools' answers as typed models: the JSON contract of CLI.md, checked on the way out."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Status = Literal["ok", "no_match", "ambiguous", "not_found", "empty_library", "index_stale"]
Box = list[float]


class Answer(BaseModel):
    """A part of an answer: exactly the fields of the dataclass that it mirrors, each of them always present."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SourceReference(Answer):
    product_name: str | None
    product_code: str | None
    company: str | None
    document_type: str | None
    document_id: int
    edition: str | None
    pdf_path: str
    page_number: int | None
    boxes: list[Box]
    download_url: str | None
    pdf_sha256: str
    text_sha256: str
    verified_by: str
    verified_at: str


class ReadTogether(Answer):
    chunk_id: str
    section_id: str
    why: str


class Table(Answer):
    page: int
    table_type: str
    headers: list[str]
    rows: list[list[str]]
    row_count: int
    column_count: int
    unit: str | None
    header_rows: int
    spans: list[tuple[int, int, int, int]]
    boxes: list[Box]
    cell_boxes: list[Box]
    trusted: bool


class Hit(Answer):
    chunk_id: str
    content: str
    section_id: str
    section_title: str
    breadcrumb: list[str]
    category: list[str]
    similarity_score: float
    edition_status: Literal["current", "superseded", "unknown"]
    source_reference: SourceReference
    read_together: list[ReadTogether]
    is_table: bool
    table_data: Table | None
    explain: dict[str, float] | None


class Nearest(Answer):
    section_id: str
    section_title: str
    product_name: str | None
    document_id: int


class ProductMatch(Answer):
    product_id: int
    product_code: str | None
    product_name: str
    company: str | None
    category: str | None
    publish_time: str | None
    score: float
    matched_by: str


class Reply(Answer):
    """What every answer has."""

    status: Status
    message: str | None
    truncated: bool
    next_cursor: str | None


class SearchAnswer(Reply):
    query: str
    scope: dict[str, Any]
    results: list[Hit]
    nearest: list[Nearest]
    candidates: list[ProductMatch]


class LookupAnswer(Reply):
    products: list[ProductMatch]


class ExceptionClause(Answer):
    text: str
    section_id: str


class ExclusionItem(Answer):
    chunk_id: str
    section_id: str
    section_title: str
    item: str | None
    mark: Literal["matched", "possible", "not_mentioned"]
    text: str
    exceptions: list[ExceptionClause]
    definitions: list[str]
    source_reference: SourceReference


class ExclusionAnswer(Reply):
    finding: Literal["matched", "possible", "none_found"]
    risk_detected: bool
    matched_clauses: list[ExclusionItem]
    relevant_clauses: list[SourceReference]
    confidence: float
    summary: str
    disclaimer: str
    enumerated: int
    complete: bool
    candidates: list[ProductMatch]


class Quotation(Answer):
    text: str
    chunk_id: str
    section_id: str
    section_title: str
    page_number: int | None
    boxes: list[Box]


class RelatedTable(Answer):
    chunk_id: str
    section_id: str
    section_title: str
    page_number: int | None
    table_data: Table
    policy_year_rows: list[list[str]]
    is_whole: bool


class OperationWords(Answer):
    operation_name: str
    definition: Quotation | None
    calculation_rules: list[Quotation]
    conditions: list[Quotation]
    consequences: list[Quotation]


class SurrenderAnswer(Reply):
    operation_name: str
    definition: Quotation | None
    calculation_rules: list[Quotation]
    conditions: list[Quotation]
    consequences: list[Quotation]
    related_tables: list[RelatedTable]
    comparison_note: str
    source_references: list[SourceReference]
    notices: list[str]
    other_operations: list[OperationWords]
    candidates: list[ProductMatch]
