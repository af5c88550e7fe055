"""The tools: what a program may ask of a library, each declared once. A face (MCP, HTTP) derives the rest from here.

A use case is named, not imported: a face lists the tools before anything is loaded that could answer. Sentences stand
in the catalogue: a tool's description is `mcp_server.<name>`, an argument's `mcp_server.argument_<name>`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import UsageError

from .argument_kinds import Choice, Flag, Kind, Number, Text

if TYPE_CHECKING:
    from insurance_desktop.services.library.packs import PackChoice

    from .library_reader import LibraryReader

CLAUSES, READING, CHECKING, DOCUMENTS = "clauses", "reading", "checking", "documents"
PRODUCTS, ASKING, LAWS, REGULATIONS = "products", "ask", "laws", "regulations"

VIEWER = "ui://clause/viewer"
"""The view of a clause on its page, for clients that show one."""


class Subject(StrEnum):
    """What an argument names. Where its value is wrong, a tool that `finds` these is the one to call."""

    PRODUCT = "product"
    DOCUMENT = "document"
    CLAUSE = "clause"


SUBJECTS = {
    **dict.fromkeys(("product", "product_id", "product_code", "product_name"), Subject.PRODUCT),
    **dict.fromkeys(("document_id", "other_document_id", "edition"), Subject.DOCUMENT),
    **dict.fromkeys(("clause_id", "section_id", "row", "column"), Subject.CLAUSE),
}
"""By the name of the argument, in every tool."""

PACK, DETAIL, ROOM = "pack", "detail", "max_tokens"
"""The arguments that no use case takes: which pack answers, where a library holds several; how much the text of an
answer says, and in how many tokens."""
_OF_THE_FACE = frozenset((PACK, DETAIL, ROOM))
CONCISE, FULL, SUMMARY = "concise", "full", "summary"
_TELLS_THE_PACK = {"document_id": "document_id", "clause_id": "clause_id"} | {
    name: "product" for name, subject in SUBJECTS.items() if subject is Subject.PRODUCT
}
"""What of a choice of packs an argument says."""
_OWN_WORDS = {
    ("compare_editions", "document_id"): "mcp_server.argument_compare_editions_document_id",
    ("lookup_product", "product"): "mcp_server.argument_lookup_product_product",
}
"""Arguments that mean something else in one tool than in the others."""


REQUIRED = object()


@entity
class Argument:
    """One argument, of any of its `kinds`; it may be null where null is its default.

    `place` is the use case's parameter that takes it, or `parameter.field` of an entity that a parameter takes;
    `is_text`: it takes a number as text.
    """

    name: str
    kinds: tuple[Kind, ...]
    place: str
    default: Any = REQUIRED
    is_text: bool = False
    old_names: tuple[str, ...] = ()
    """What it was called before, and still may be."""


@entity
class Tool:
    """`use_case` is `package.module:function` under `services`; its return type is the type of the answer.

    `one_of`: exactly one of these arguments is given. `said_first`: where nothing could be answered (`status`), this
    part of the answer is what a reader has to see first. `view`: the resource that shows the answer. `asks`: the
    argument that says what is looked for. `budget`: how many
    tokens the text of an answer takes where a call does not say it (0 = all it needs), but for passages under the keys
    of `whole`, which are never cut. `path`: what it is called over HTTP, where that is not its name.
    """

    name: str
    title: str
    toolset: str
    use_case: str
    arguments: tuple[Argument, ...] = ()
    finds: Subject | None = None
    one_of: tuple[str, ...] = ()
    said_first: str = ""
    view: str = ""
    asks: str = ""
    budget: int = 0
    whole: tuple[str, ...] = ()
    path: str = ""

    def about(self, argument: str) -> str:
        """The key of the sentence that says what an argument is."""
        return _OWN_WORDS.get((self.name, argument), f"mcp_server.argument_{argument}")

    def renamed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call by the names of today. UsageError where two names of one say different things."""
        taken = dict(given)
        for argument in self.arguments:
            for old in argument.old_names:
                value = taken.pop(old, None)
                if value is None:
                    continue
                if str(taken.get(argument.name) or value) != str(value):
                    raise UsageError("mcp_server.two_names", name=argument.name, old=old)
                taken[argument.name] = value
        return taken

    def question(self) -> Callable[..., Any]:
        """The use case, imported with the first question."""
        module, _, function = self.use_case.partition(":")
        found: Callable[..., Any] = getattr(import_module(f"insurance_desktop.services.{module}"), function)
        return found

    def choosing(self, packs: Sequence[str]) -> "Tool":
        """The tool where one of several packs answers."""
        return replace(self, arguments=(*self.arguments, Argument(PACK, (Choice(tuple(packs)),), PACK, None)))

    def ask(self, reader: "LibraryReader", given: Mapping[str, Any], **beside: Any) -> Any:
        """The answer to checked arguments; `given` holds every one of them. `beside`: what is no argument of a
        question, such as who listens to its answer."""
        question = self.question()
        taken: dict[str, Any] = {}
        entities: dict[str, dict[str, Any]] = {}
        for argument in self.arguments:
            if argument.name in _OF_THE_FACE:
                continue
            value = given[argument.name]
            parameter, _, field = argument.place.partition(".")
            into = entities.setdefault(parameter, {}) if field else taken
            into[field or parameter] = str(value) if argument.is_text and value is not None else value
        made = {parameter: _kind_of(question, parameter)(**values) for parameter, values in entities.items()}
        return reader.ask_of(pack_meant(given), question, **taken, **made, **beside)


def pack_meant(given: Mapping[str, Any]) -> "PackChoice":
    """What the arguments of a call tell of the pack: it is named, or a document, a clause or a product is."""
    from insurance_desktop.services.library.packs import PackChoice  # noqa: PLC0415 (SQLite comes with it)

    told: dict[str, Any] = {}
    for name, value in given.items():
        if value is not None and name in _TELLS_THE_PACK:
            told.setdefault(_TELLS_THE_PACK[name], str(value) if _TELLS_THE_PACK[name] == "product" else value)
    return PackChoice(given.get(PACK), **told)


def _kind_of(question: Callable[..., Any], parameter: str) -> Callable[..., Any]:
    """The entity that a parameter takes."""
    taken = question.__annotations__[parameter]
    kind: Callable[..., Any] = next(each for each in get_args(taken) or (taken,) if each is not NoneType)
    return kind


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
