"""The commands that read verified text in more than one way: a clause by id or number, products, quotations."""

import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.quotes import Verdict
from insurance_desktop.packs.wording import say

from .console import Report
from .using import ask, report

STDIN = "-"
_MOST_BYTES = 2_000_000
"""More than the longest answer that is checked has in any encoding."""
_QUOTED = '\n"\u201c\u201d\u300c\u300d\u300e\u300f'
_LIKE_A_FILE = re.compile(rf"[^{_QUOTED}]{{1,250}}\.[A-Za-z]{{1,8}}|[^\s{_QUOTED}]*[/\\][^\s{_QUOTED}]*")
"""One line without a quotation, with the ending of a file's name or parted as a path."""


def clause(call: Namespace) -> Report:
    """By its id; with a product or a document named, by its number."""
    from insurance_desktop.services.answers.clause_reading import ClauseScope, read_clause

    scope = ClauseScope(call.product, call.document_id, call.edition)
    named = {"clause_id" if scope == ClauseScope() else "number": call.clause_id}
    answer = ask(call, read_clause, **named, scope=scope, cursor=call.cursor)
    return report(answer)


def law(call: Namespace) -> Report:
    """An article by its number, `search` with a question, or the `list` of laws. No library is needed."""
    from insurance_desktop.services.search.law_articles import get_law
    from insurance_desktop.services.search.law_books import list_laws
    from insurance_desktop.services.search.law_search import search_laws

    match call.law_words:
        case [] | ["list"]:
            return report(ask(call, list_laws))
        case ["search"]:
            raise UsageError("cli.law_search_what")
        case ["search", *words]:
            return report(ask(call, search_laws, " ".join(words)))
        case words:
            return report(ask(call, get_law, " ".join(words)))


def compare_products(call: Namespace) -> Report:
    """To read, or as a file."""
    from insurance_desktop.domain.states import AnswerStatus
    from insurance_desktop.services.products import comparison_export, product_comparison

    if call.comparison_file is None:
        return report(ask(call, product_comparison.compare_products, call.products, call.fields, call.cursor))
    target = call.comparison_file
    answer = ask(call, comparison_export.export_comparison, call.products, target, call.fields)
    if answer.status is not AnswerStatus.OK:
        return report(answer)
    differing = sum(row.differs for row in answer.rows)
    counts = {"products": len(answer.products), "rows": len(answer.rows), "differing": differing}
    return report(answer, (answer.message or "") + say("cli.comparison_written", path=target, **counts))


def verify_quote(call: Namespace) -> Report:
    from insurance_desktop.services.answers.answer_checking import check_answer
    from insurance_desktop.services.answers.quote_checking import QuoteScope, check_quote

    scope = QuoteScope(call.product, call.section, call.document_id, call.edition, call.as_of)
    words = _from_stdin() if call.text == STDIN else call.text
    if call.answer:
        words = _from_file(words) if call.text != STDIN else words
        checked = ask(call, check_answer, words, scope, cursor=call.cursor)
        verdicts = [each.check.verdict for each in checked.quotes]
        return report(checked, code=_exit_code(call, verdicts))
    answer = ask(call, check_quote, words, scope)
    return report(answer, code=_exit_code(call, [answer.check.verdict]))


def _exit_code(call: Namespace, verdicts: Sequence[Verdict]) -> int:
    """A verdict is an answer and ends with 0, unless the caller asked to fail on what is not verbatim."""
    return 1 if call.require_exact and not (verdicts and all(each is Verdict.EXACT for each in verdicts)) else 0


def _from_file(named: str) -> str:
    """The text of a file where one has this name, else the words themselves. NotFound where they look like the name of
    a file that is not there: its name would be checked in silence, and nothing found in it."""
    try:
        path = Path(named).expanduser()
        if path.is_file():
            with path.open("rb") as file:
                return _decoded(file.read(_MOST_BYTES))
    except (OSError, ValueError, RuntimeError):  # too long for a name, a NUL, no home
        return named
    if _LIKE_A_FILE.fullmatch(named.strip()):
        raise NotFound("cli.no_answer_file", path=named)
    return named


def _decoded(content: bytes) -> str:
    """UTF-8, or what Chinese Windows writes."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("gb18030", "replace")


def _from_stdin() -> str:
    """What was pasted: bytes that are no UTF-8 are shown as such and found nowhere."""
    return sys.stdin.buffer.read().decode("utf-8", "replace")
