"""Answers whose JSON keys differ from the dataclasses behind them: the same objects for every face (CLI.md)."""

from dataclasses import fields
from typing import Any

from .answers import ClauseAnswer, Hit
from .documents import Document
from .plain import plain
from .quotes import QuoteAnswer
from .reading import DocumentsAnswer, PageAnswer

Json = dict[str, Any]


def document_row(found: Document) -> Json:
    """A row of `documents`. Why a conversion failed is `conversion_reason` here: `reason` belongs to `import`."""
    row: Json = plain(found)
    row["conversion_reason"] = row.pop("reason")
    return row


def documents_answer(answer: DocumentsAnswer) -> Json:
    return {**plain(answer), "documents": [document_row(each) for each in answer.documents]}


def page_answer(answer: PageAnswer) -> Json:
    whole: Json = plain(answer)
    return {**whole, "document": None if answer.document is None else document_row(answer.document)}


def clause_answer(answer: ClauseAnswer) -> Json:
    """`clause`: one result of `search` with its surroundings, on one level, the clause first."""
    whole: Json = plain(answer)
    hit = whole.pop("hit") or {field.name: None for field in fields(Hit)}
    return {"status": whole.pop("status"), "message": whole.pop("message"), **hit, **whole}


def quote_answer(answer: QuoteAnswer) -> Json:
    """`verify-quote`: the verdict and what belongs to it, on one level."""
    whole: Json = plain(answer)
    check: Json = whole.pop("check")
    return {"status": whole.pop("status"), **check, **whole}
