"""The answers as a person reads them on a console; every word comes from the catalogue."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from textwrap import indent

from insurance_desktop.domain.answers import (
    Check,
    ExclusionAnswer,
    ExclusionItem,
    Hit,
    LookupAnswer,
    Nearest,
    OperationWords,
    ProductMatch,
    Quotation,
    RelatedTable,
    SearchAnswer,
    SourceReference,
    SurrenderAnswer,
)
from insurance_desktop.domain.conversion import Conversion, Reference, reference_share
from insurance_desktop.domain.documents import Document, ImportedFile
from insurance_desktop.domain.geometry import pages_in_words
from insurance_desktop.packs.wording import say

MARGIN = "    "


def lines(*parts: str | None) -> str:
    """The parts that there are, one under the other."""
    return "\n".join(part for part in parts if part)


def named(section_id: str, title: str) -> str:
    """A clause's number and title; the title once where the number already holds it (前言, 第二十六条【火车】)."""
    is_said = title in ("", section_id.rpartition("/")[2]) or section_id.endswith(f"【{title}】")
    return section_id if is_said else f"{section_id} {title}"


def known(value: object) -> str:
    """A value, or the catalogue's word for one that is not known."""
    return say("cli.unknown") if value is None or value == "" else str(value)


# documents


def conversion(file: Path, found: Conversion) -> str:
    return lines(
        say(
            "cli.conversion",
            file=file,
            found=found,
            status=state(found.status),
            clauses=len(found.clauses),
            tables=len(found.tables),
            coverage=found.coverage,
        ),
        *references(found.references),
        *(
            say(
                "cli.clause_line",
                place=named(each.section_id, each.section_title),
                page=known(pages_in_words(each.page_number, each.page_to)),
            )
            for each in found.clauses
        ),
        *(say("cli.finding_line", severity=say(f"cli.{each.severity}"), finding=each) for each in found.findings),
    )


def references(found: Sequence[Reference]) -> list[str]:
    """How many of a document's pointers lead to a section of it; no line where nothing points."""
    return [say("cli.references", share=reference_share(found))] if found else []


def imported(files: Sequence[ImportedFile]) -> str:
    return lines(*map(_imported_file, files)) or say("cli.nothing_imported")


def _imported_file(file: ImportedFile) -> str:
    heading = say(f"cli.action_{file.action}", path=file.path)
    if file.document is None:
        return lines(heading, MARGIN + known(file.reason))
    return lines(heading, MARGIN + document_line(file.document), MARGIN + file.reason if file.reason else None)


def documents(found: Sequence[Document]) -> str:
    return lines(*map(document_line, found)) or say("cli.no_documents")


def document_line(found: Document) -> str:
    return say(
        "cli.document",
        document=found,
        name=found.product_name or found.logical_path,
        type=known(found.document_type),
        edition=known(found.edition),
        conversion=state(found.conversion_status),
        review=state(found.review_status),
    )


def state(name: str) -> str:
    """A state's Chinese name."""
    return say(f"cli.state_{name.lower()}")


# answers


def search(answer: SearchAnswer) -> str:
    return lines(
        answer.message,
        *(_found(number, each) for number, each in enumerate(answer.results, 1)),
        *_titles(answer.nearest),
        candidates(answer.candidates),
        more(answer.next_cursor),
    )


def _found(number: int, hit: Hit) -> str:
    """A result of a search: how probable it is that it answers, and the id that `clause` takes."""
    return lines(say("cli.hit", number=number, name=hit_name(hit), score=hit.similarity_score), body(hit))


def hit_name(hit: Hit) -> str:
    """The product and the clause that a hit is."""
    return f"{known(hit.source_reference.product_name)}  {named(hit.section_id, hit.section_title)}"


def body(hit: Hit) -> str:
    """A hit's words and where they stand."""
    return lines(
        indent(hit.content, MARGIN),
        MARGIN + source(hit.source_reference),
        MARGIN + say("cli.clause_id", chunk_id=hit.chunk_id),
        _explained(hit),
    )


def _explained(hit: Hit) -> str | None:
    if not hit.explain:
        return None
    return MARGIN + ", ".join(f"{name} {value:.3f}" for name, value in hit.explain.items())


def source(found: SourceReference) -> str:
    """Where a text stands."""
    return say("cli.source", source=found, page=known(found.pages), sha=found.pdf_sha256[:12])


def _titles(nearest: Sequence[Nearest]) -> list[str]:
    if not nearest:
        return []
    return [say("cli.nearest"), *map(_title, nearest)]


def _title(found: Nearest) -> str:
    place = named(found.section_id, found.section_title)
    document = found.product_name or say("cli.document_number", document_id=found.document_id)
    return say("cli.nearest_title", place=place, document=document)


def candidates(found: Sequence[ProductMatch]) -> str | None:
    """The products to choose from, where there are any."""
    return lines(say("cli.candidates"), products(found)) if found else None


def products(found: Iterable[ProductMatch]) -> str:
    return lines(
        *(
            say("cli.product", product=each, code=known(each.product_code), company=known(each.company))
            for each in found
        )
    )


def more(cursor: str | None) -> str | None:
    """How to go on with an answer that was cut."""
    return say("cli.more", cursor=cursor) if cursor else None


def lookup(answer: LookupAnswer) -> str:
    return lines(answer.message, products(answer.products), more(answer.next_cursor))


def exclusions(answer: ExclusionAnswer) -> str:
    return lines(
        answer.message if answer.message != answer.summary else None,
        answer.summary,
        *map(_exclusion, answer.matched_clauses),
        candidates(answer.candidates),
        answer.disclaimer,
        more(answer.next_cursor),
    )


def _exclusion(found: ExclusionItem) -> str:
    return lines(
        say(
            "cli.exclusion",
            mark=say(f"cli.mark_{found.mark}"),
            place=named(found.section_id, found.section_title),
            item=found.item or "",
        ),
        indent(found.text, MARGIN),
        *(MARGIN + say("cli.exception", exception=each) for each in found.exceptions),
        MARGIN + source(found.source_reference),
    )


def surrender(answer: SurrenderAnswer) -> str:
    return lines(
        None if answer.message in answer.comparison_note.splitlines() else answer.message,
        _operation(answer),
        answer.comparison_note,
        *map(_related_table, answer.related_tables),
        *map(_other_operation, answer.other_operations),
        *dict.fromkeys(map(source, answer.source_references)),
        candidates(answer.candidates),
        *answer.notices,
        more(answer.next_cursor),
    )


def _other_operation(said: OperationWords) -> str:
    return lines(say("cli.other_operation", operation=said.operation_name), _operation(said))


def _operation(said: SurrenderAnswer | OperationWords) -> str:
    parts = (
        ("cli.surrender_definition", (said.definition,) if said.definition else ()),
        ("cli.surrender_rules", said.calculation_rules),
        ("cli.surrender_conditions", said.conditions),
        ("cli.surrender_consequences", said.consequences),
    )
    return lines(*(_quotations(key, quotations) for key, quotations in parts if quotations))


def _related_table(found: RelatedTable) -> str:
    """Which table, and what it says of the policy year asked for."""
    said = (indent("\t".join(cells), MARGIN) for cells in found.policy_year_rows)
    return lines(say("cli.related_table", table=found), *said)


def _quotations(key: str, found: Iterable[Quotation]) -> str:
    """The passages under their clauses; a clause is named once where several of its passages follow each other."""
    parts = [say(key)]
    for clause_id, passages in groupby(found, key=attrgetter("chunk_id")):
        together = list(passages)
        place = named(together[0].section_id, together[0].section_title)
        parts.append(say("cli.quotation", place=place, chunk_id=clause_id))
        parts += [indent(each.text, MARGIN) for each in together]
    return lines(*parts)


# health


def checks(found: Sequence[Check]) -> str:
    return lines(*map(_check, found), say("cli.healthy" if all(each.ok for each in found) else "cli.unhealthy"))


def _check(found: Check) -> str:
    line = say("cli.check_ok" if found.ok else "cli.check_failed", check=found)
    return lines(line, MARGIN + found.hint if found.hint and not found.ok else None)
