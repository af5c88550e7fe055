"""A library of PDFs, approved without a person, and every question asked of it by the official client over stdio."""

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters

import insurance_desktop
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.evaluation import EXCLUSION
from insurance_desktop.domain.identity import normalised
from insurance_desktop.services.importing import ingestion
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.review import decisions
from insurance_desktop.services.workspace import Workspace, open_workspace
from insurance_desktop.store.works import catalogue

from .sets import Question

SEARCH, CHECK = "search_policy_clause", "check_exclusion_risk"
CONTEXT = "context"
"""The argument that a follow-up's earlier question is handed over in, where the tool has one."""
PATIENCE = 300


@dataclass(frozen=True, slots=True)
class Document:
    """An approved document of the library, by which the tools know it."""

    file: str
    document_id: int
    product_code: str
    product_name: str | None


@dataclass(frozen=True, slots=True)
class Shelf:
    """The documents by their file, and where each clause stands, by its id: document and section."""

    documents: Mapping[str, Document]
    clauses: Mapping[str, tuple[int, str]]

    def number(self, file: str) -> int:
        return self.documents[file].document_id


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of one call. `with_context` is the answer to the same question with the one before it."""

    facts: Mapping[str, Any]
    text: str
    seconds: float
    with_context: Mapping[str, Any] | None = None


def shelf_of(library: Path, folder: Path, files: Sequence[str]) -> Shelf:
    """What the library holds. It is made of the files of the folder where it is not there yet."""
    beside = library.with_suffix(".shelf.json")
    if not beside.exists():
        made = _make(library, folder, files)
        beside.write_text(json.dumps([asdict(each) for each in made], ensure_ascii=False), encoding="utf-8")
    documents = {told["file"]: Document(**told) for told in json.loads(beside.read_text(encoding="utf-8"))}
    with open_library(library) as opened, opened.database.read() as connection:
        places = catalogue.clause_places(connection)
    return Shelf(documents, {each.clause_id: (each.document_id, each.section) for each in places})


def _make(library: Path, folder: Path, files: Sequence[str]) -> list[Document]:
    with open_workspace(library) as workspace:
        return [_approved(workspace, folder / file, f"G{number}") for number, file in enumerate(files, start=1)]


def _approved(workspace: Workspace, path: Path, code: str) -> Document:
    given = GivenMetadata(product_code=code)
    taken = ingestion.import_paths(workspace.library, workspace.converter, [path], given=given)[0].document
    if taken is None:
        raise SystemExit(f"not taken in: {path.name}")
    decisions.approve(workspace.engine, taken.document_id, reviewer="开发", accept_findings_reason="开发用")
    return Document(path.name, taken.document_id, code, taken.product_name)


def replies_to(library: Path, shelf: Shelf, questions: Sequence[Question]) -> list[Reply]:
    """The answers in order, all by one server process."""

    async def conversation() -> list[Reply]:
        async with Client(_server(library), read_timeout_seconds=PATIENCE) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            takes_context = CONTEXT in tools[SEARCH].input_schema["properties"]
            return [await _reply(client, shelf, each, takes_context) for each in questions]

    return anyio.run(conversation)


def _server(library: Path) -> StdioServerParameters:
    """The program that this command itself runs on, without the settings of who runs it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("INSURANCE_DESKTOP_")}
    root = str(Path(insurance_desktop.__file__).resolve().parents[1])
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "insurance_desktop", "mcp", "--library", str(library)],
        env={**kept, "PYTHONPATH": root},
    )


async def _reply(client: Client, shelf: Shelf, question: Question, takes_context: bool) -> Reply:
    tool, arguments = call_of(shelf, question)
    began = time.perf_counter()
    result = await client.call_tool(tool, arguments)
    seconds = time.perf_counter() - began
    text = "".join(getattr(block, "text", "") for block in result.content)
    if result.is_error:
        raise SystemExit(f"{question.golden.identifier}: {text}")
    again = None
    if question.context is not None and takes_context:
        again = (await client.call_tool(tool, {**arguments, CONTEXT: question.context})).structured_content or {}
    return Reply(result.structured_content or {}, text, seconds, again)


def call_of(shelf: Shelf, question: Question) -> tuple[str, dict[str, Any]]:
    """A question is asked of its own document; one that names two products of the whole library."""
    golden = question.golden
    document = shelf.documents[str(golden.file)]
    if golden.tier == EXCLUSION:
        return CHECK, {"scenario_description": golden.question, "product_id": document.product_code}
    scope = {} if question.other is not None else {"document_id": document.document_id}
    return SEARCH, {"query": golden.question, **scope}


def stale_labels(shelf: Shelf, question: Question) -> list[str]:
    """Sections that the question names and the library does not hold: they can only count as missed."""
    file = str(question.golden.file)
    named = [(file, each) for each in (*question.golden.sections, *question.with_context)]
    held = set(shelf.clauses.values())
    gone = [section for name, section in named if (shelf.number(name), normalised(section)) not in held]
    other = question.other
    if other and not any((shelf.number(other.file), normalised(each)) in held for each in other.sections):
        gone += other.sections
    return gone
