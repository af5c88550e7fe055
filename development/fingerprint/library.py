"""A library of the corpus: what importing and approving say, and what the reviewer sees of each document."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .prints import Prints
from .program import Program

CLAUSES = "产品条款"
PART = "library"


@dataclass(frozen=True, slots=True)
class Shelf:
    """What there is to ask about: the imported documents, those approved, and the clauses with a table."""

    documents: list[dict[str, Any]]
    approved: list[int]
    tables: list[tuple[int, str]]

    def document_of(self, file: str) -> int:
        """The number of the document imported from a file of that name."""
        return int(next(each["document_id"] for each in self.documents if Path(each["path"]).name == file))


def shelf_of(program: Program, corpus: Path, prints: Prints) -> Shelf:
    """What the program's library holds. Where there is none yet it is made and noted; what is on it lies beside it."""
    beside = program.library.with_suffix(".shelf.json")
    if beside.exists():
        return Shelf(**json.loads(beside.read_text(encoding="utf-8")))
    shelf = make_library(program, corpus, prints)
    beside.write_text(json.dumps(asdict(shelf)), encoding="utf-8")
    return shelf


def make_library(program: Program, corpus: Path, prints: Prints) -> Shelf:
    """Imports insurance/ and insurers/ in order of name; approves all of the first, and of the second the clauses that
    name their product: each approval is a process that loads the models."""
    files = [file for folder in ("insurance", "insurers") for file in sorted((corpus / folder).glob("*.pdf"))]
    imported = program.answer("import", *files)["documents"]
    shelf = Shelf(imported, [], [])
    for document in imported:
        number, path = document["document_id"], Path(document["path"])
        prints.note(PART, f"import {path.name}", document)
        names_product = document["document_type"] == CLAUSES and document["product_name"]
        if document["conversion_status"] == "FAILED" or not (path.parent.name == "insurance" or names_product):
            continue
        words = ("--reviewer", "甲", "--accept-findings", "--reason", "开发用，已对照原页")
        decision = program.answer("review", "approve", number, *words)
        prints.note(PART, f"approve {path.name}", decision)
        sheet = program.answer("review", "show", number)
        for name, value in sheet.items():
            prints.note(PART, f"show {path.name} {name}", value)
        if decision.get("review_status") == "VERIFIED":
            shelf.approved.append(number)
            shelf.tables.extend((number, clause["section_id"]) for clause in sheet["clauses"] if clause["is_table"])
    prints.note(PART, "log", program.answer("review", "log"))
    return shelf
