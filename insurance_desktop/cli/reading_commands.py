"""The commands that read verified text beyond searching: quotations, editions, tables, what the library holds."""

import sys
from argparse import Namespace

from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.shapes import clause_answer, quote_answer

from . import reading_text as text
from .commands import ask
from .console import Report

STDIN = "-"


def clause(call: Namespace) -> Report:
    """By its id; with a product or a document named, by its number."""
    from insurance_desktop.services.clause_reading import ClauseScope

    scope = ClauseScope(call.product, call.document_id, call.edition)
    if scope == ClauseScope():
        answer = ask(call, lambda desk: desk.clause(call.clause_id, call.cursor))
    else:
        answer = ask(call, lambda desk: desk.numbered_clause(call.clause_id, scope, call.cursor))
    return Report(clause_answer(answer), text.clause(answer))


def table(call: Namespace) -> Report:
    answer = ask(call, lambda desk: desk.table(call.clause_id, call.row, call.column, call.cursor))
    return Report(plain(answer), text.table(answer))


def status(call: Namespace) -> Report:
    answer = ask(call, lambda desk: desk.status())
    return Report(plain(answer), text.status(answer))


def verify_quote(call: Namespace) -> Report:
    from insurance_desktop.services.quote_checking import QuoteScope

    scope = QuoteScope(call.product, call.section, call.document_id, call.edition, call.as_of)
    words = _from_stdin() if call.text == STDIN else call.text
    if call.answer:
        checked = ask(call, lambda desk: desk.check_answer(words, scope, call.cursor))
        return Report(plain(checked), text.checked_answer(checked))
    answer = ask(call, lambda desk: desk.verify_quote(words, scope))
    return Report(quote_answer(answer), text.quote(answer))


def compare(call: Namespace) -> Report:
    answer = ask(call, lambda desk: desk.compare(call.document_id, call.other_document_id, call.cursor))
    return Report(plain(answer), text.comparison(answer))


def _from_stdin() -> str:
    """What was pasted: bytes that are no UTF-8 are shown as such and found nowhere."""
    return sys.stdin.buffer.read().decode("utf-8", "replace")
