"""A pasted AI answer: every passage between its quotation marks, checked against verified text."""

import re
from collections import Counter
from collections.abc import Iterator

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.quotes import CheckedAnswer, CheckedQuotation, FoundQuotation, QuoteAnswer, Verdict
from insurance_desktop.domain.running import CancelCheck, Progress, ProgressCallback, ignore_progress, never_cancelled
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.questions import sections_asked
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import ANSWER_BYTES, json_size, page_start, refuse_past_end
from insurance_desktop.services.products.product_lookup import names_in
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import storable

from .quote_checking import QuoteScope, check_in

LONGEST_ANSWER = 200_000
_MOST_CHECKED = 50
"""Quotations in one page of an answer: some seconds at the most."""

_BEFORE, _BEHIND = 48, 48
_MARKED = re.compile(
    "\u201c([^\u201c\u201d]{1,3000})\u201d"
    "|\u300c((?:[^\u300c\u300d]|\u300c[^\u300c\u300d]{0,400}\u300d){1,3000})\u300d"
    "|\u300e([^\u300e\u300f]{1,3000})\u300f"
    '|"([^"\n]{1,3000})"'
    "|^[ \t]{0,3}>[ \t]?([^\n]{1,3000}(?:\n[ \t]{0,3}>[^\n]{0,3000}){0,50})",
    re.MULTILINE,
)
_QUOTE_SIGN = re.compile(r"\n[ \t]{0,3}>[ \t]?")
_BRACKETED = re.compile("[ \t\u3002\uff0c,.]?[\uff08(\\[\u3010]([^\uff09)\\]\u3011\n]{1,48})[\uff09)\\]\u3011]")


def quotations(text: str, pack: DomainPack) -> Iterator[FoundQuotation]:
    """The passages between quotation marks and in quoted lines, with the clause number that stands beside each."""
    for found in _MARKED.finditer(text):
        number = next(place for place in range(1, 6) if found.group(place) is not None)
        start, end = found.span(number)
        words = _QUOTE_SIGN.sub("\n", found.group(number))
        yield FoundQuotation(words, start, end, _said_section(text, found.start(), found.end(), pack))


def _said_section(text: str, start: int, end: int, pack: DomainPack) -> str | None:
    """The clause number in the brackets right behind a quotation, else the last one right before it in its line."""
    behind = _BRACKETED.match(text, end)
    named = sections_asked(behind.group(1), pack) if behind else ()
    if named:
        return named[0].section_id
    before = text[max(0, start - _BEFORE) : start].rpartition("\n")[2]
    spoken = before[max(before.rfind("\u201d"), before.rfind("\u3002"), before.rfind('"')) + 1 :]
    named = sections_asked(spoken, pack)
    return named[-1].section_id if named else None


def check_answer(
    engine: SearchEngine,
    text: str,
    scope: QuoteScope | None = None,
    *,
    cursor: str | None = None,
    budget: int = ANSWER_BYTES,
    most: int = _MOST_CHECKED,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> CheckedAnswer:
    """The verdict on each quotation of an answer, in its order; long answers page by page.

    Where no product is given and the answer names exactly one, its quotations are taken to be of that one. UsageError
    on a text that no person would paste.
    """
    if len(text) > LONGEST_ANSWER:
        raise UsageError("search.answer_too_long", length=len(text), limit=LONGEST_ANSWER)
    start = page_start(cursor)
    text = storable(text)
    found = list(quotations(text, engine.library.pack))
    refuse_past_end(start, len(found))
    with engine.library.database.read() as connection:
        named = _named(connection, engine, text, scope)
        checked: list[CheckedQuotation] = []
        last: QuoteAnswer | None = None
        used = 0
        for place in range(start, len(found)):
            if cancel() or len(checked) == most:
                break
            progress(Progress(place, len(found)))
            last = _checked(connection, engine, found[place], named)
            quotation = found[place]
            entry = CheckedQuotation(quotation.start, quotation.end, quotation.section, last.check)
            used += json_size(entry)
            if used > budget and checked:
                break
            checked.append(entry)
    going_on = start + len(checked)
    more = str(going_on) if going_on < len(found) else None
    counts = Counter(each.check.verdict.value for each in checked)
    return CheckedAnswer(
        status=last.status if last else AnswerStatus.OK,
        message=None if found else say("search.answer_without_quotes"),
        product=None if named.product is None else str(named.product),
        counts={verdict.value: counts[verdict.value] for verdict in Verdict},
        quotes=tuple(checked),
        candidates=last.candidates if last else (),
        truncated=more is not None,
        next_cursor=more,
    )


def _named(connection: Connection, engine: SearchEngine, text: str, scope: QuoteScope | None) -> QuoteScope:
    """What was given, and the product that the answer names where it names only one."""
    given = scope or QuoteScope()
    if given.product is not None or given.document_id is not None:
        return given
    works = {work.work_id: work for work, _ in names_in(engine.product_names, connection, text)}
    if len(works) != 1:
        return given
    return QuoteScope(next(iter(works)), given.section, None, given.edition, given.as_of)


def _checked(connection: Connection, engine: SearchEngine, quotation: FoundQuotation, scope: QuoteScope) -> QuoteAnswer:
    said = QuoteScope(scope.product, quotation.section or scope.section, scope.document_id, scope.edition, scope.as_of)
    return check_in(connection, engine, quotation.text, said)
