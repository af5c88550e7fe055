"""The answers of `reading_commands` as a person reads them."""

from collections.abc import Sequence
from textwrap import indent

from insurance_desktop.domain.quotes import CheckedAnswer, CheckedQuotation, Difference, QuoteAnswer, QuoteCheck
from insurance_desktop.packs.wording import say

from .text import MARGIN, candidates, lines, more, named, source


def quote(answer: QuoteAnswer) -> str:
    return lines(_check(answer.check), candidates(answer.candidates))


def _check(found: QuoteCheck) -> str:
    return lines(
        say("cli.quote_verdict", verdict=say(f"cli.verdict_{found.verdict.lower()}"), message=found.message),
        indent(difference(found.difference) or found.verified_text or "", MARGIN) or None,
        None if found.chunk_id is None else MARGIN + say("cli.clause_id", chunk_id=found.chunk_id),
        None if found.source_reference is None else MARGIN + source(found.source_reference),
        *(
            MARGIN
            + say(
                "cli.quote_also_in",
                place=named(each.section_id, each.section_title),
                product=each.product_name or say("cli.document_number", document_id=each.document_id),
            )
            for each in found.also_in
        ),
    )


def difference(stretches: Sequence[Difference]) -> str:
    """The verified words in one line of reading, what differs in brackets: 等待期为【引文：180】【原文：90】日."""
    return "".join(
        each.verified
        if each.kind == "same"
        else "".join(
            say(key, words=words)
            for key, words in (("cli.words_quoted", each.quoted), ("cli.words_verified", each.verified))
            if words
        )
        for each in stretches
    )


def checked_answer(answer: CheckedAnswer) -> str:
    counted = [
        say("cli.verdict_count", verdict=say(f"cli.verdict_{verdict.lower()}"), count=count)
        for verdict, count in answer.counts.items()
        if count
    ]
    return lines(
        answer.message,
        say("cli.answer_checked", count=len(answer.quotes), verdicts=", ".join(counted)) if answer.quotes else None,
        *(_quotation(number, each) for number, each in enumerate(answer.quotes, 1)),
        candidates(answer.candidates),
        more(answer.next_cursor),
    )


def _quotation(number: int, found: CheckedQuotation) -> str:
    return lines(
        say("cli.quotation_number", number=number, text=found.check.quote), indent(_check(found.check), MARGIN)
    )
