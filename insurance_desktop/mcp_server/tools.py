"""The tools with the seeds' names and parameters (FR-001, FR-001a, FR-002, FR-002a)."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import sentence

from . import answers

if TYPE_CHECKING:
    from insurance_desktop.services.answer_desk import AnswerDesk

Desk = Callable[[], "AnswerDesk"]

Text = Annotated[str, Field(min_length=1, max_length=2000)]
Name = Annotated[str, Field(max_length=200)]
ProductName = Annotated[str, Field(min_length=1, max_length=200)] | int


class ClauseTools:
    """The four questions of the insurance pack; each returns the service's answer on both channels."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def search_policy_clause(
        self,
        query: Text,
        *,
        company: Name | None = None,
        product: Name | None = None,
        category: Name | None = None,
        top_k: Annotated[int, Field(ge=1, le=20)] = 5,
        product_code: Name | None = None,
        document_id: int | None = None,
        edition: Name | None = None,
        as_of: Name | None = None,
        cursor: Name | None = None,
    ) -> Annotated[CallToolResult, answers.SearchAnswer]:
        request = SearchRequest(
            query=query,
            company=company,
            product=product,
            product_code=product_code,
            category=category,
            document_id=document_id,
            edition=edition,
            as_of=as_of,
            top_k=top_k,
            cursor=cursor,
        )
        return _both_channels(answers.SearchAnswer, lambda: self._desk().search(request))

    def lookup_product(
        self, product_name: Text, company: Name | None = None, cursor: Name | None = None
    ) -> Annotated[CallToolResult, answers.LookupAnswer]:
        return _both_channels(answers.LookupAnswer, lambda: self._desk().lookup(product_name, company, cursor))

    def check_exclusion_risk(
        self, scenario_description: Text, product_id: ProductName | None = None, strict_mode: bool = True
    ) -> Annotated[CallToolResult, answers.ExclusionAnswer]:
        result = _both_channels(
            answers.ExclusionAnswer,
            lambda: self._desk().exclusions(scenario_description, product=product_id, strict=strict_mode),
        )
        facts = result.structured_content or {}
        if facts["status"] != AnswerStatus.OK:
            # First in words that nothing was checked: the finding alone (none_found) would read as no risk.
            result.content.insert(0, TextContent(type="text", text=facts["summary"]))
        return result

    def calculate_surrender_value_logic(
        self,
        product_id: ProductName,
        operation: Literal["surrender", "reduced_paid_up"],
        policy_year: Annotated[int, Field(ge=1, le=150)] | None = None,
        cursor: Name | None = None,
    ) -> Annotated[CallToolResult, answers.SurrenderAnswer]:
        return _both_channels(
            answers.SurrenderAnswer, lambda: self._desk().surrender(product_id, operation, policy_year, cursor)
        )


def _both_channels(model: type[BaseModel], ask: Callable[[], Any]) -> CallToolResult:
    """One answer as typed structure and as the same JSON in text: some clients read one, some the other."""
    try:
        answer = ask()
    except WorkbenchError as error:
        raise ToolError(str(sentence(error))) from error
    facts = model.model_validate(plain(answer)).model_dump(mode="json")
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=facts)
