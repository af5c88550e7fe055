"""The fixed choice of questions that the server is asked."""

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .library import Shelf

SEARCH = "search_policy_clause"
TRAIN_QUESTIONS = 1_838
"""With the 200 of golden_dev.jsonl the 2,038 questions whose answers are compared."""
IN_DOCUMENT = " in its document"
PAGE = " page "
"""Before the number of a later page, in the name of its answer."""
SEED = 19
NARROWED: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"top_k": 12},
    {"category": "Exclusion"},
    {"company": "弘康"},
    {"category": "Process", "top_k": 2},
)
"""Arguments given beside a training question, in turn."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool; the name is that of its answer."""

    name: str
    tool: str
    arguments: Mapping[str, Any]


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def searches(corpus: Path, shelf: Shelf) -> Iterator[Call]:
    """The golden questions of their document and of the whole library, and training questions of the library."""
    for each in _lines(corpus / "qa" / "golden_dev.jsonl"):
        document = shelf.document_of(each["file"])
        yield Call(f"{each['id']}{IN_DOCUMENT}", SEARCH, {"query": each["question"], "document_id": document})
        yield Call(each["id"], SEARCH, {"query": each["question"]})
    train = _lines(corpus / "qa" / "train_questions.jsonl")
    for number, each in enumerate(random.Random(SEED).sample(train, TRAIN_QUESTIONS)):
        yield Call(each["id"], SEARCH, {"query": each["question"], **NARROWED[number % len(NARROWED)]})


def other_calls(corpus: Path, shelf: Shelf) -> Iterator[Call]:
    """Every other tool, over the golden scenarios, clauses and products of the library."""
    golden = _lines(corpus / "qa" / "golden_dev.jsonl")
    products = {each["product_id"]: each["product_name"] for each in shelf.documents if each["product_id"]}
    product_of = {each["document_id"]: each["product_id"] for each in shelf.documents}
    for each in golden:
        if each["tier"] == "exclusion":
            scenario, product = each["question"], product_of[shelf.document_of(each["file"])]
            for ways in ({}, {"product_id": product}, {"product_id": product, "strict_mode": False}):
                arguments = {"scenario_description": scenario, **ways}
                yield Call(f"exclusion {each['id']} {ways}", "check_exclusion_risk", arguments)
    companies = {each["company"] for each in shelf.documents if each["company"]}
    spoken = {name[:4] for name in products.values()} | {name[2:8] for name in products.values()}
    for name in sorted({*products.values(), *companies, *spoken, "没有这个产品"}):
        yield Call(f"lookup {name}", "lookup_product", {"product_name": name})
    for product in products:
        for operation in ("surrender", "reduced_paid_up"):
            for more in ({}, {"policy_year": 3}):
                arguments = {"product_id": product, "operation": operation, **more}
                yield Call(f"{operation} {product} {more}", "calculate_surrender_value_logic", arguments)
    wanted = {(shelf.document_of(each["file"]), section) for each in golden for section in each["expected_section_ids"]}
    for document, section in sorted({*wanted, *map(tuple, shelf.tables)}):
        yield Call(f"clause {document} {section}", "get_clause", {"section_id": section, "document_id": document})
    for pair in ((1, 5), (5, 1), (1, 6), (80, 88), (103, 105), (1, 1), (1, 30), (1, 9999)):
        arguments = dict(zip(("document_id", "other_document_id"), pair, strict=True))
        yield Call(f"compare {pair}", "compare_editions", arguments)
    yield from _lists((None, *products, 9999))
    yield Call("status", "library_status", {})
    yield Call("no such tool", "no_such_tool", {})
    yield Call("wrong argument", SEARCH, {"query": "", "top_k": 99})


def _lists(products: Iterable[int | None]) -> Iterator[Call]:
    for product in products:
        yield Call(f"documents {product}", "list_documents", {"product_id": product} if product else {})


def follow_ups(call: Call, facts: Mapping[str, Any]) -> Iterator[Call]:
    """What a client asks next: quotations from the first clause found, a clause's table, a cell of a table.

    Later pages lead nowhere: the table of a clause's second page would bear the name of its table's second page.
    """
    if PAGE in call.name:
        return
    if call.tool == SEARCH and call.name.endswith(IN_DOCUMENT) and facts.get("results"):
        hit = facts["results"][0]
        words = hit["content"].strip()[:60] or hit["section_title"]
        yield Call(f"{call.name}, its clause", "get_clause", {"clause_id": hit["chunk_id"]})
        for kind, quote in (("exactly", words), ("with a gap", words[:9] + words[10:]), ("backwards", words[::-1])):
            yield Call(f"{call.name}, quoted {kind}", "verify_quote", {"quote": quote})
        elsewhere = {"quote": words, "section_id": "2.1", "document_id": 1}
        yield Call(f"{call.name}, quoted elsewhere", "verify_quote", elsewhere)
    elif call.name.startswith("clause ") and call.tool == "get_clause" and facts.get("chunk_id"):
        yield Call(f"table of {call.name}", "get_table", {"clause_id": facts["chunk_id"]})
    elif call.tool == "get_table" and "row" not in call.arguments and facts.get("row_labels"):
        rows, columns = facts["row_labels"], facts["columns"] or [""]
        cell = {"row": rows[len(rows) // 2][:200] or "1", "column": columns[-1][:200] or "1"}
        yield Call(f"cell of {call.name}", "get_table", {**call.arguments, **cell})
