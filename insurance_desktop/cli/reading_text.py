"""The answers of `reading_commands` as a person reads them."""

from collections.abc import Sequence
from textwrap import indent

from insurance_desktop.domain.editions import ClauseChange, ComparisonAnswer, TextChange
from insurance_desktop.domain.quotes import CheckedAnswer, CheckedQuotation, Difference, QuoteAnswer, QuoteCheck
from insurance_desktop.packs.wording import say

from .text import MARGIN, candidates, known, lines, more, named, source


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


def comparison(answer: ComparisonAnswer) -> str:
    if answer.old is None or answer.new is None or answer.counts is None:
        return answer.message or ""
    return lines(
        *(
            say(key, document=each, name=each.product_name or each.pdf_path, edition=known(each.edition))
            for key, each in (("cli.compared_old", answer.old), ("cli.compared_new", answer.new))
        ),
        say("cli.compared", counts=answer.counts),
        answer.message,
        *map(_change, answer.changes),
        more(answer.next_cursor),
    )


def _change(found: ClauseChange) -> str:
    """What became of a clause, and its words: taken away, put there, or both beside each other."""
    places = [named(each.section_id, each.section_title) for each in (found.old, found.new) if each is not None]
    heading = say(
        "cli.change",
        kind=say(f"cli.change_{found.kind}"),
        places=say("cli.change_arrow").join(dict.fromkeys(places)),
        decisive=say("cli.change_decisive") if found.decisive else "",
    )
    whole = next((each.text for each in (found.new, found.old) if each is not None and each.text), None)
    said = whole or "".join(map(_stretch, found.text_changes))
    return lines(heading, indent(said, MARGIN) if said else None)


def _stretch(found: TextChange) -> str:
    if found.kind in ("same", "same_cut"):
        return found.new
    sides = (("cli.words_old", found.old), ("cli.words_new", found.new))
    return "".join(say(key, words=words) for key, words in sides if words)
