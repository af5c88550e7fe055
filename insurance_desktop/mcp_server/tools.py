"""The tools with the seeds' names and parameters (FR-001, FR-001a, FR-002, FR-002a), and those that read and check."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp_types import CallToolResult, TextContent
from pydantic import Field

from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.plain import plain
from insurance_desktop.packs.wording import say

from .complaints import Code, Complaint, failure
from .rendering import readable

if TYPE_CHECKING:
    from insurance_desktop.services.answers.library_reader import AnswerDesk

Desk = Callable[[], "AnswerDesk"]

Text = Annotated[str, Field(min_length=1, max_length=2000)]
Words = Annotated[str, Field(min_length=1, max_length=1500)]
Name = Annotated[str, Field(max_length=200)]
Identifier = Annotated[str, Field(min_length=1, max_length=200)]
Number = Annotated[int, Field(strict=True)]
"""True is no number: it would be taken for 1 in silence."""
Flag = Annotated[bool, Field(strict=True)]
ProductName = Identifier | Number
DocumentNumber = Annotated[Number, Field(ge=1, le=2**53)]


class ClauseTools:
    """The questions of the insurance pack; each returns the service's answer on both channels."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def search_policy_clause(
        self,
        query: Text,
        *,
        company: Name | None = None,
        product: Name | Number | None = None,
        category: Name | None = None,
        top_k: Annotated[Number, Field(ge=1, le=20)] = 5,
        product_code: Name | None = None,
        document_id: DocumentNumber | None = None,
        edition: Name | None = None,
        as_of: Name | None = None,
        cursor: Name | None = None,
    ) -> CallToolResult:
        from insurance_desktop.domain.answers import SearchRequest

        request = SearchRequest(
            query=query,
            company=company,
            product=None if product is None else str(product),
            product_code=product_code,
            category=category,
            document_id=document_id,
            edition=edition,
            as_of=as_of,
            top_k=top_k,
            cursor=cursor,
        )
        return _answered("search_policy_clause", lambda: self._desk().search(request))

    def lookup_product(
        self, product_name: Text, company: Name | None = None, cursor: Name | None = None
    ) -> CallToolResult:
        return _answered("lookup_product", lambda: self._desk().lookup(product_name, company, cursor))

    def check_exclusion_risk(
        self,
        scenario_description: Text,
        product_id: ProductName | None = None,
        strict_mode: Flag = True,
        cursor: Name | None = None,
    ) -> CallToolResult:
        result = _answered(
            "check_exclusion_risk",
            lambda: self._desk().exclusions(
                scenario_description, product=product_id, strict=strict_mode, cursor=cursor
            ),
        )
        facts = result.structured_content or {}
        if facts.get("status", "ok") != "ok":
            # First in words that nothing was checked: the finding alone (none_found) would read as no risk.
            result.content.insert(0, TextContent(type="text", text=facts["summary"]))
        return result

    def calculate_surrender_value_logic(
        self,
        product_id: ProductName,
        operation: Literal["surrender", "reduced_paid_up"],
        policy_year: Annotated[Number, Field(ge=1, le=150)] | None = None,
        cursor: Name | None = None,
    ) -> CallToolResult:
        return _answered(
            "calculate_surrender_value_logic",
            lambda: self._desk().surrender(product_id, operation, policy_year, cursor),
        )

    def get_clause(
        self,
        clause_id: Identifier | None = None,
        *,
        section_id: Identifier | None = None,
        product_id: ProductName | None = None,
        document_id: DocumentNumber | None = None,
        edition: Name | None = None,
        cursor: Name | None = None,
    ) -> CallToolResult:
        from insurance_desktop.domain.shapes import clause_answer

        if (clause_id is None) == (section_id is None):
            message = say("mcp_server.clause_by_one_name")
            names = ("clause_id", "section_id")
            return Complaint(Code.INVALID_ARGUMENTS, message, names, "search_policy_clause").as_result()
        if section_id is None:
            return _answered("get_clause", lambda: self._desk().clause(clause_id or "", cursor), clause_answer)

        def numbered() -> Any:
            from insurance_desktop.services.answers.clause_reading import ClauseScope

            scope = ClauseScope(product_id, document_id, edition)
            return self._desk().numbered_clause(section_id, scope, cursor)

        return _answered("get_clause", numbered, clause_answer)

    def get_table(
        self,
        clause_id: Identifier,
        row: Identifier | None = None,
        column: Identifier | None = None,
        cursor: Name | None = None,
    ) -> CallToolResult:
        return _answered("get_table", lambda: self._desk().table(clause_id, row, column, cursor))

    def verify_quote(
        self,
        quote: Words,
        *,
        product_id: ProductName | None = None,
        section_id: Identifier | None = None,
        document_id: DocumentNumber | None = None,
        edition: Name | None = None,
        as_of: Name | None = None,
    ) -> CallToolResult:
        from insurance_desktop.domain.shapes import quote_answer

        def check() -> Any:
            from insurance_desktop.services.answers.quote_checking import QuoteScope

            scope = QuoteScope(product_id, section_id, document_id, edition, as_of)
            return self._desk().verify_quote(quote, scope)

        return _answered("verify_quote", check, quote_answer)

    def list_documents(self, product_id: ProductName | None = None, cursor: Name | None = None) -> CallToolResult:
        from insurance_desktop.domain.shapes import documents_answer

        return _answered("list_documents", lambda: self._desk().documents(product_id, cursor), documents_answer)

    def compare_editions(
        self, document_id: DocumentNumber, other_document_id: DocumentNumber, cursor: Name | None = None
    ) -> CallToolResult:
        return _answered("compare_editions", lambda: self._desk().compare(document_id, other_document_id, cursor))

    def library_status(self) -> CallToolResult:
        return _answered("library_status", lambda: self._desk().status())


def _answered(tool: str, ask: Callable[[], Any], shape: Callable[[Any], Any] = plain) -> CallToolResult:
    """One answer as typed structure and as text with the same facts: some clients read one, some the other."""
    try:
        answer = ask()
    except WorkbenchError as error:
        return failure(tool, error).as_result()
    facts = shape(answer)
    return CallToolResult(content=[TextContent(type="text", text=readable(facts))], structured_content=facts)
