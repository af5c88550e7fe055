"""Whatever a model sends, the answer is an answer or a sentence: a crash would say nothing but the tool's name."""

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp import Client

from insurance_desktop.mcp_server.server import build_server
from insurance_desktop.services.answers.library_reader import LibraryReader

STRANGE = [
    "",
    " ",
    "\x00",
    "\ud800",
    "😀" * 40,
    "’; DROP TABLE clauses; --",
    "' OR '1'='1",
    'NEAR("a" b) AND NOT *',
    "words:*",
    "../../etc/passwd",
    "%s%n{0}{__class__}",
    "第９９９９９条",
    "2.3.1.4.1.5",
    "责任免除" * 200,
    "猶豫期",
    "\u202e退保",
    "-1",
    "1e309",
    "null",
    "[]",
    '{"query": 1}',
    "x" * 100_000,
]
TEXT = st.one_of(st.sampled_from(STRANGE), st.text(max_size=60))
MAYBE_TEXT = st.none() | TEXT
NUMBER = st.one_of(st.none(), st.integers(), st.sampled_from([0, -1, 2**31, 2**63, 2**64, -(2**63), 10**30]))
ARGUMENTS = {
    "search_policy_clause": st.fixed_dictionaries(
        {"query": TEXT},
        optional={
            "company": MAYBE_TEXT,
            "product": MAYBE_TEXT,
            "product_code": MAYBE_TEXT,
            "category": MAYBE_TEXT,
            "edition": MAYBE_TEXT,
            "as_of": MAYBE_TEXT,
            "cursor": MAYBE_TEXT,
            "top_k": NUMBER,
            "document_id": NUMBER,
        },
    ),
    "lookup_product": st.fixed_dictionaries({"product_name": TEXT}, optional={"company": MAYBE_TEXT}),
    "check_exclusion_risk": st.fixed_dictionaries(
        {"scenario_description": TEXT},
        optional={"product_id": TEXT | NUMBER, "strict_mode": st.booleans() | TEXT},
    ),
    "calculate_surrender_value_logic": st.fixed_dictionaries(
        {"product_id": TEXT | NUMBER, "operation": st.sampled_from(["surrender", "reduced_paid_up", "x"])},
        optional={"policy_year": NUMBER},
    ),
    "get_clause": st.fixed_dictionaries(
        {},
        optional={
            "clause_id": MAYBE_TEXT,
            "section_id": MAYBE_TEXT,
            "product_id": MAYBE_TEXT | NUMBER,
            "document_id": NUMBER,
            "edition": MAYBE_TEXT,
            "cursor": MAYBE_TEXT,
        },
    ),
    "get_table": st.fixed_dictionaries(
        {"clause_id": TEXT}, optional={"row": MAYBE_TEXT, "column": MAYBE_TEXT, "cursor": MAYBE_TEXT}
    ),
    "verify_quote": st.fixed_dictionaries(
        {"quote": TEXT},
        optional={
            "product_id": MAYBE_TEXT | NUMBER,
            "section_id": MAYBE_TEXT,
            "document_id": NUMBER,
            "edition": MAYBE_TEXT,
            "as_of": MAYBE_TEXT,
        },
    ),
    "list_documents": st.fixed_dictionaries({}, optional={"product_id": MAYBE_TEXT | NUMBER, "cursor": MAYBE_TEXT}),
    "compare_editions": st.fixed_dictionaries(
        {"document_id": NUMBER, "other_document_id": NUMBER}, optional={"cursor": MAYBE_TEXT}
    ),
}


@pytest.mark.parametrize("tool", ARGUMENTS)
def test_strange_arguments_get_an_answer_or_a_sentence(prepared_library, tool):
    with LibraryReader(prepared_library) as reader:
        server = build_server(lambda: reader)

        async def call(arguments):
            async with Client(server) as client:
                return await client.call_tool(tool, arguments)

        @settings(max_examples=25, suppress_health_check=list(HealthCheck))
        @given(arguments=ARGUMENTS[tool])
        def ask(arguments):
            result = anyio.run(call, arguments)
            if result.is_error:
                assert result.structured_content["error"]["code"] != "unexpected", arguments
            else:
                assert result.structured_content["status"]

        ask()
