"""The answers of `reading_commands` as a person reads them."""

from collections.abc import Sequence
from textwrap import indent

from insurance_desktop.domain.answers import ClauseAnswer, ClauseLink, ClausePlace, DefinitionText
from insurance_desktop.domain.editions import ClauseChange, ComparisonAnswer, TextChange
from insurance_desktop.domain.quotes import CheckedAnswer, CheckedQuotation, Difference, QuoteAnswer, QuoteCheck
from insurance_desktop.domain.reading import LibraryStatusAnswer, TableAnswer
from insurance_desktop.packs.wording import say

from .text import MARGIN, body, candidates, hit_name, known, lines, more, named, source


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


def clause(answer: ClauseAnswer) -> str:
    if answer.hit is None:
        return lines(answer.message, *map(_place, answer.places), candidates(answer.candidates))
    around = (("parent", answer.parent), ("previous", answer.previous), ("next", answer.next))
    return lines(
        answer.message,
        hit_name(answer.hit),
        body(answer.hit),
        *(_link(name, link) for name, link in (*around, *(("part", each) for each in answer.parts)) if link),
        *(say("cli.reference", reference=each, to=known(each.to)) for each in answer.references),
        *map(_definition, answer.definitions),
        more(answer.next_cursor),
    )


def _link(name: str, link: ClauseLink) -> str:
    place = named(link.section_id, link.section_title)
    return say(f"cli.link_{name}", place=place, chunk_id=link.chunk_id)


def _place(found: ClausePlace) -> str:
    return say(
        "cli.clause_place",
        place=named(found.section_id, found.section_title),
        found=found,
        product=known(found.product_name),
        type=known(found.document_type),
        edition=known(found.edition),
    )


def _definition(found: DefinitionText) -> str:
    heading = say("cli.definition", place=named(found.section_id, found.section_title), chunk_id=found.chunk_id)
    return lines(heading, indent(found.text, MARGIN) if found.text else None)


def table(answer: TableAnswer) -> str:
    cell = answer.cell
    return lines(
        answer.message,
        None
        if cell is None
        else say("cli.cell", cell=cell, unit=say("cli.cell_unit", unit=cell.unit) if cell.unit else ""),
        *(say("cli.cell_candidate", candidate=each) for each in answer.candidates),
        *(_link("part", each) for each in answer.tables),
        *(MARGIN + "\t".join(row) for row in (answer.columns, *answer.rows) if cell is None and answer.rows),
        None if answer.source_reference is None else source(answer.source_reference),
        more(answer.next_cursor),
    )


def status(answer: LibraryStatusAnswer) -> str:
    return lines(
        answer.message,
        None if answer.documents is None else say("cli.library_documents", counts=answer.documents, answer=answer),
        None
        if answer.documents is None
        else say("cli.library_times", imported=known(answer.last_imported_at), verified=known(answer.last_verified_at)),
        *(say("cli.library_site", site=each, last=known(each.last_success)) for each in answer.sites),
        None if answer.ranking is None else say("cli.library_ranking", ranking=answer.ranking),
    )
