"""The tools: what a program may ask of a library, each declared once. A face (MCP, HTTP) derives the rest from here.

A use case is named, not imported: a face lists the tools before anything is loaded that could answer. Sentences stand
in the catalogue: a tool's description is `mcp_server.<name>`, an argument's `mcp_server.argument_<name>`.
"""

from collections.abc import Sequence
from typing import Any

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import WITHOUT_MODEL, ExamArm

from .argument_kinds import Choice, Flag, Kind, Number, Text
from .tool_form import CONCISE, DETAIL, FULL, REQUIRED, ROOM, SUMMARY, Argument, Subject, Tool

CLAUSES, READING, CHECKING, DOCUMENTS = "clauses", "reading", "checking", "documents"
PRODUCTS, ASKING, LAWS, REGULATIONS, EXAM = "products", "ask", "laws", "regulations", "exam"

VIEWER = "ui://clause/viewer"
"""The view of a clause on its page, for clients that show one."""

SENTENCE, QUOTATION, NAME, IDENTIFIER = Text(2000, 1), Text(1500, 1), Text(200), Text(200, 1)
NUMBER, FLAG = Number(), Flag()
AGE = Number(0, 150)
DOCUMENT_NUMBER = Number(1, 2**53)


def _may(name: str, place: str, *kinds: Kind, is_text: bool = False) -> Argument:
    return Argument(name, kinds, place, None, is_text)


def _must(name: str, place: str, *kinds: Kind) -> Argument:
    return Argument(name, kinds, place)


def _product(place: str, default: Any = None) -> Argument:
    """The product, by its id, its code or its name."""
    return Argument("product", (IDENTIFIER, NUMBER), place, default, old_names=("product_id",))


CURSOR = _may("cursor", "cursor", NAME)
DETAILED = Argument(DETAIL, (Choice((CONCISE, FULL)),), DETAIL, CONCISE)
ROOMY = _may(ROOM, ROOM, Number(100, 20_000))

TOOLS = (
    Tool(
        "lookup_product",
        "Look up a product",
        CLAUSES,
        "products.product_lookup:lookup",
        (
            Argument("product", (SENTENCE, NUMBER), "name", REQUIRED, True, ("product_name", "product_id")),
            _may("company", "company", NAME),
            CURSOR,
            DETAILED,
        ),
        finds=Subject.PRODUCT,
    ),
    Tool(
        "search_policy_clause",
        "Search policy clauses",
        CLAUSES,
        "search.clause_search:search",
        (
            _must("query", "request.query", SENTENCE),
            _may("context", "request.context", SENTENCE),
            _may("company", "request.company", NAME),
            Argument("product", (NAME, NUMBER), "request.product", None, is_text=True, old_names=("product_id",)),
            _may("category", "request.category", NAME),
            _may("entity_role", "request.entity_role", NAME),
            _may("level", "request.level", Number(1, 12)),
            _may("keyword", "request.keyword", NAME),
            _may("parent_section", "request.parent_section", NAME),
            Argument("top_k", (Number(1, 20),), "request.top_k", 5),
            _may("product_code", "request.product_code", NAME),
            _may("document_id", "request.document_id", DOCUMENT_NUMBER),
            _may("edition", "request.edition", NAME),
            _may("as_of", "request.as_of", NAME),
            _may("cursor", "request.cursor", NAME),
            DETAILED,
            ROOMY,
        ),
        finds=Subject.CLAUSE,
        budget=560,
        asks="query",
    ),
    Tool(
        "get_clause",
        "Get one clause",
        READING,
        "answers.clause_reading:read_clause",
        (
            _may("clause_id", "clause_id", IDENTIFIER),
            _may("section_id", "number", IDENTIFIER),
            _product("scope.product"),
            _may("document_id", "scope.document_id", DOCUMENT_NUMBER),
            _may("edition", "scope.edition", NAME),
            CURSOR,
            DETAILED,
            ROOMY,
        ),
        one_of=("clause_id", "section_id"),
        view=VIEWER,
        budget=900,
        whole=("content",),
    ),
    Tool(
        "get_table",
        "Get a table cell",
        READING,
        "answers.table_reading:get_table",
        (
            _must("clause_id", "clause_id", IDENTIFIER),
            _may("row", "row", IDENTIFIER),
            _may("column", "column", IDENTIFIER),
            CURSOR,
            DETAILED,
        ),
    ),
    Tool(
        "verify_quote",
        "Verify a quotation",
        CHECKING,
        "answers.quote_checking:check_quote",
        (
            _must("quote", "quote", QUOTATION),
            _product("scope.product"),
            _may("section_id", "scope.section", IDENTIFIER),
            _may("document_id", "scope.document_id", DOCUMENT_NUMBER),
            _may("edition", "scope.edition", NAME),
            _may("as_of", "scope.as_of", NAME),
            DETAILED,
        ),
        view=VIEWER,
        asks="quote",
    ),
    Tool(
        "check_exclusion_risk",
        "Check exclusions",
        CLAUSES,
        "answers.exclusions:exclusion_risk",
        (
            _must("scenario_description", "scenario", SENTENCE),
            _product("product"),
            Argument("strict_mode", (FLAG,), "strict", True),
            CURSOR,
            DETAILED,
            ROOMY,
        ),
        said_first="summary",  # the finding alone (none_found) would read as no risk
        asks="scenario_description",
    ),
    Tool(
        "calculate_surrender_value_logic",
        "Surrender and reduced paid-up logic",
        CLAUSES,
        "answers.surrender:surrender_logic",
        (
            _product("product", REQUIRED),
            _must("operation", "operation", Choice(("surrender", "reduced_paid_up"))),
            _may("policy_year", "policy_year", Number(1, 150)),
            CURSOR,
            DETAILED,
            ROOMY,
        ),
        budget=1_000,
    ),
    Tool(
        "list_documents",
        "List verified documents",
        DOCUMENTS,
        "answers.library_status:verified_documents",
        (_product("product"), CURSOR, DETAILED),
        finds=Subject.DOCUMENT,
    ),
    Tool(
        "compare_editions",
        "Compare two editions",
        DOCUMENTS,
        "answers.edition_comparison:compare_documents",
        (
            _must("document_id", "old_id", DOCUMENT_NUMBER),
            _must("other_document_id", "new_id", DOCUMENT_NUMBER),
            CURSOR,
            DETAILED,
        ),
    ),
    Tool("library_status", "Library status", CHECKING, "answers.library_status:library_status", (DETAILED,)),
    Tool(
        "filter_products",
        "Filter products",
        PRODUCTS,
        "products.product_questions:filter_products",
        (
            _may("age_min", "age_min", AGE),
            _may("age_max", "age_max", AGE),
            _may("product_type", "product_type", NAME),
            CURSOR,
            DETAILED,
        ),
        path="filter",
    ),
    Tool(
        "search_products",
        "Search products",
        PRODUCTS,
        "products.product_questions:search_products",
        (_must("keyword", "keyword", IDENTIFIER), Argument("limit", (Number(1, 50),), "limit", 5), CURSOR, DETAILED),
        path="search",
    ),
    Tool(
        "inspect_product",
        "Inspect a product",
        PRODUCTS,
        "products.product_questions:inspect_product",
        (
            _product("product", REQUIRED),
            _may("fields", "request.fields", Text(2000, 1)),
            Argument("view", (Choice((FULL, SUMMARY)),), "request.view", FULL),
            Argument("describe", (FLAG,), "request.describe", False),
            Argument("sources", (FLAG,), "request.sources", False),
            DETAILED,
        ),
        path="inspect",
    ),
    Tool(
        "compare_products",
        "Compare products",
        PRODUCTS,
        "products.product_comparison:compare_products",
        (_must("products", "products", Text(600, 1)), _may("fields", "fields", Text(2000, 1)), CURSOR, DETAILED),
        path="compare",
    ),
    Tool(
        "ask",
        "Ask a question",
        ASKING,
        "asking.ask:ask",
        (
            _must("question", "request.question", SENTENCE),
            Argument("product", (NAME, NUMBER), "request.product", None, is_text=True, old_names=("product_id",)),
            _may("product_code", "request.product_code", NAME),
            _may("document_id", "request.document_id", DOCUMENT_NUMBER),
            _may("session_id", "request.session_id", NAME),
            Argument("extractive", (FLAG,), "request.extractive", False),
            DETAILED,
        ),
        said_first="answer_text",
        asks="question",
    ),
    Tool(
        "get_law",
        "Get an article of a law",
        LAWS,
        "search.law_articles:get_law",
        (_must("reference", "reference", IDENTIFIER), DETAILED),
        path="law",
    ),
    Tool(
        "search_laws",
        "Search laws",
        LAWS,
        "search.law_search:search_laws",
        (
            _must("query", "query", SENTENCE),
            Argument("top_k", (Number(1, 20),), "top_k", 5),
            CURSOR,
            DETAILED,
            ROOMY,
        ),
        budget=900,
        asks="query",
    ),
    Tool("list_laws", "List laws", LAWS, "search.law_books:list_laws", (DETAILED,), path="laws"),
    Tool(
        "search_regulations",
        "Search regulations",
        REGULATIONS,
        "regulations.searching:search_regulations",
        (
            _must("query", "request.query", SENTENCE),
            _may("instrument", "request.instrument", NAME),
            _may("top_k", "request.top_k", Number(1, 20)),
            CURSOR,
            DETAILED,
        ),
        asks="query",
    ),
    Tool(
        "get_regulation",
        "Get a regulation",
        REGULATIONS,
        "regulations.lookup:get_regulation",
        (_must("reference", "reference", IDENTIFIER), CURSOR, DETAILED),
    ),
    Tool(
        "related_regulations",
        "Related regulations",
        REGULATIONS,
        "regulations.lookup:related_regulations",
        (_must("reference", "reference", IDENTIFIER), CURSOR, DETAILED),
    ),
    Tool(
        "answer_exam_question",
        "Answer an exam question",
        EXAM,
        "exam.exam:answer_exam_question",
        (
            _must("question", "typed", SENTENCE),
            Argument("arm", (Choice(tuple(each.value for each in WITHOUT_MODEL)),), "arm", ExamArm.HYBRID.value),
            CURSOR,
            DETAILED,
        ),
        asks="question",
        path="exam",
    ),
    Tool(
        "practice_notes",
        "Practice beside regulations",
        REGULATIONS,
        "regulations.practice:practice_about",
        (_must("query", "query", SENTENCE), DETAILED),
    ),
)
"""In the order in which a client sees them; titles in ASCII because some clients show nothing else."""

TOOLSETS = tuple(dict.fromkeys(tool.toolset for tool in TOOLS))
USUAL = (CLAUSES, READING, CHECKING, DOCUMENTS)
"""The toolsets of a server that was asked for none."""
WITH_FACTS = (CLAUSES, READING, CHECKING, PRODUCTS)
"""The same, with products by what their clauses state in place of documents and their editions."""
MOST_AT_ONCE = 12
"""Some clients take no more tools, and models choose worse among many."""


def tools_of(toolsets: Sequence[str]) -> tuple[Tool, ...]:
    """The tools of these toolsets, of the usual ones where none is named. UsageError on an unknown one, or where they
    are too many."""
    unknown = [name for name in toolsets if name not in TOOLSETS]
    if unknown:
        raise UsageError("mcp_server.unknown_toolset", named=", ".join(unknown), known=", ".join(TOOLSETS))
    found = tuple(tool for tool in TOOLS if tool.toolset in (toolsets or USUAL))
    if len(found) > MOST_AT_ONCE:
        raise UsageError("mcp_server.too_many_tools", count=len(found), most=MOST_AT_ONCE, named=", ".join(toolsets))
    return found


def finder_of(subject: Subject) -> str:
    """The tool that finds what an argument names."""
    return next(tool.name for tool in TOOLS if tool.finds is subject)
