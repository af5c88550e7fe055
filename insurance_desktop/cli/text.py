"""The answers as a person reads them on a console; every word comes from the catalogue."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

from insurance_desktop.domain.answers import (
    Check,
    ClauseAnswer,
    ClauseLink,
    ExclusionAnswer,
    ExclusionItem,
    Hit,
    LookupAnswer,
    Nearest,
    ProductMatch,
    Quotation,
    SearchAnswer,
    SourceReference,
    SurrenderAnswer,
)
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.documents import Decision, DecisionReceipt, Document, ImportedFile, StoredFinding
from insurance_desktop.packs.wording import say

if TYPE_CHECKING:
    from insurance_desktop.services.reviewing import LogCheck, ReviewSheet
    from insurance_desktop.store.collection import Receipt, SiteState

MARGIN = "    "


def _lines(*parts: str | None) -> str:
    return "\n".join(part for part in parts if part)


def _known(value: object) -> str:
    """A value, or the catalogue's word for one that is not known."""
    return say("cli.unknown") if value is None or value == "" else str(value)


# documents


def conversion(file: Path, found: Conversion) -> str:
    return _lines(
        say(
            "cli.conversion",
            file=file,
            found=found,
            status=state(found.status),
            clauses=len(found.clauses),
            tables=len(found.tables),
            coverage=found.coverage,
        ),
        *(say("cli.clause_line", clause=each, page=_known(each.page_number)) for each in found.clauses),
        *(say("cli.finding_line", severity=say(f"cli.{each.severity}"), finding=each) for each in found.findings),
    )


def imported(files: Sequence[ImportedFile]) -> str:
    return _lines(*map(_imported_file, files)) or say("cli.nothing_imported")


def _imported_file(file: ImportedFile) -> str:
    heading = say(f"cli.action_{file.action}", path=file.path)
    if file.document is None:
        return _lines(heading, MARGIN + _known(file.reason))
    return _lines(heading, MARGIN + _document(file.document), MARGIN + file.reason if file.reason else None)


def documents(found: Sequence[Document]) -> str:
    return _lines(*map(_document, found)) or say("cli.no_documents")


def _document(found: Document) -> str:
    return say(
        "cli.document",
        document=found,
        name=found.product_name or found.logical_path,
        type=_known(found.document_type),
        edition=_known(found.edition),
        conversion=state(found.conversion_status),
        review=state(found.review_status),
    )


def state(name: str) -> str:
    """A state's Chinese name."""
    return say(f"cli.state_{name.lower()}")


# review


def review_sheet(sheet: "ReviewSheet") -> str:
    return _lines(
        _document(sheet.document),
        say("cli.sheet", clauses=len(sheet.clauses), tables=len(sheet.tables), coverage=sheet.coverage),
        *map(_stored_finding, sheet.findings),
        "",
        sheet.markdown,
    )


def _stored_finding(found: StoredFinding) -> str:
    severity = say(f"cli.{found.severity}")
    if found.is_open:
        return say("cli.open_finding", finding=found, severity=severity)
    return say("cli.resolved_finding", finding=found, severity=severity)


def decided(receipt: DecisionReceipt) -> str:
    return say("cli.decided", receipt=receipt, state=state(receipt.review_status), sha=_known(receipt.content_sha256))


def log(decisions: Iterable[Decision], check: "LogCheck") -> str:
    rows = (
        say("cli.decision", decision=each, kind=say(f"cli.decision_{each.kind}"), at=f"{each.at:%Y-%m-%d %H:%M}")
        for each in decisions
    )
    return _lines(*rows, say("cli.log_ok" if check.ok else "cli.log_broken", check=check))


# answers


def search(answer: SearchAnswer) -> str:
    return _lines(
        answer.message,
        *(_hit(number, each) for number, each in enumerate(answer.results, 1)),
        *_titles(answer.nearest),
        _candidates(answer.candidates),
        _more(answer.next_cursor),
    )


def _hit(number: int, hit: Hit) -> str:
    heading = say("cli.hit", number=number, hit=hit, name=_known(hit.source_reference.product_name))
    return _lines(heading, indent(hit.content, MARGIN), MARGIN + _source(hit.source_reference), _explained(hit))


def _explained(hit: Hit) -> str | None:
    if not hit.explain:
        return None
    return MARGIN + ", ".join(f"{name} {value:.3f}" for name, value in hit.explain.items())


def _source(source: SourceReference) -> str:
    return say("cli.source", source=source, page=_known(source.page_number), sha=source.pdf_sha256[:12])


def _titles(nearest: Sequence[Nearest]) -> list[str]:
    if not nearest:
        return []
    return [say("cli.nearest"), *(say("cli.nearest_title", title=each) for each in nearest)]


def _candidates(found: Sequence[ProductMatch]) -> str | None:
    return _lines(say("cli.candidates"), products(found)) if found else None


def products(found: Iterable[ProductMatch]) -> str:
    return _lines(
        *(
            say("cli.product", product=each, code=_known(each.product_code), company=_known(each.company))
            for each in found
        )
    )


def _more(cursor: str | None) -> str | None:
    return say("cli.more", cursor=cursor) if cursor else None


def lookup(answer: LookupAnswer) -> str:
    return _lines(answer.message, products(answer.products), _more(answer.next_cursor))


def exclusions(answer: ExclusionAnswer) -> str:
    return _lines(
        answer.message if answer.message != answer.summary else None,
        answer.summary,
        *map(_exclusion, answer.matched_clauses),
        _candidates(answer.candidates),
        answer.disclaimer,
        _more(answer.next_cursor),
    )


def _exclusion(found: ExclusionItem) -> str:
    return _lines(
        say("cli.exclusion", found=found, mark=say(f"cli.mark_{found.mark}"), item=found.item or ""),
        indent(found.text, MARGIN),
        *(MARGIN + say("cli.exception", exception=each) for each in found.exceptions),
        MARGIN + _source(found.source_reference),
    )


def surrender(answer: SurrenderAnswer) -> str:
    parts = (
        ("cli.surrender_definition", (answer.definition,) if answer.definition else ()),
        ("cli.surrender_rules", answer.calculation_rules),
        ("cli.surrender_conditions", answer.conditions),
        ("cli.surrender_consequences", answer.consequences),
    )
    return _lines(
        answer.message,
        *(_quotations(key, quotations) for key, quotations in parts if quotations),
        answer.comparison_note,
        *(say("cli.related_table", table=each) for each in answer.related_tables),
        *dict.fromkeys(map(_source, answer.source_references)),
        _candidates(answer.candidates),
        *answer.notices,
    )


def _quotations(key: str, found: Iterable[Quotation]) -> str:
    """The passages under their clauses; a clause is named once where several of its passages follow each other."""
    parts = [say(key)]
    for clause_id, passages in groupby(found, key=attrgetter("chunk_id")):
        together = list(passages)
        parts.append(say("cli.quotation", quotation=together[0], chunk_id=clause_id))
        parts += [indent(each.text, MARGIN) for each in together]
    return _lines(*parts)


def clause(answer: ClauseAnswer) -> str:
    if answer.hit is None:
        return answer.message or ""
    around = (("parent", answer.parent), ("previous", answer.previous), ("next", answer.next))
    return _lines(
        answer.message,
        _hit(1, answer.hit),
        *(_link(name, link) for name, link in around if link),
        *(say("cli.reference", reference=each, to=_known(each.to)) for each in answer.references),
    )


def _link(name: str, link: ClauseLink) -> str:
    return say(f"cli.link_{name}", link=link)


# collection, health


def sites(found: Sequence["SiteState"]) -> str:
    return _lines(*map(_site, found)) or say("cli.no_sites")


def _site(found: "SiteState") -> str:
    line = say("cli.site", site=found, last_success=_known(found.last_success))
    return line if found.breaker is None else _lines(line, MARGIN + say("cli.breaker", breaker=found.breaker))


def receipts(found: Sequence["Receipt"]) -> str:
    return _lines(*(say("cli.receipt", receipt=each) for each in found)) or say("cli.no_receipts")


def checks(found: Sequence[Check]) -> str:
    return _lines(*map(_check, found), say("cli.healthy" if all(each.ok for each in found) else "cli.unhealthy"))


def _check(found: Check) -> str:
    line = say("cli.check_ok" if found.ok else "cli.check_failed", check=found)
    return _lines(line, MARGIN + found.hint if found.hint and not found.ok else None)
