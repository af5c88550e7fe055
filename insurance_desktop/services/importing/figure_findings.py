"""Figures that a transcription writes out and no book has: whichever of the two comes second, its reviewer is told."""

from collections.abc import Iterator, Sequence

from insurance_desktop.convert.captions import captions_in
from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import ReviewStatus, Severity
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.figures import (
    WrittenOut,
    book_meant,
    book_name,
    caption_of,
    is_transcription,
    written_out,
)
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import versions
from insurance_desktop.store.works import documents


def figure_findings(connection: Connection, pack: DomainPack, document: Document, markdown: str) -> Iterator[Finding]:
    """What of a table of transcriptions no book has; of a book, what tables that are there have and it has not."""
    if not pack.textbooks.transcription_type:
        return
    others = [
        each
        for each in documents.listed(connection, pack=pack.name)
        if each.document_id != document.document_id and each.review_status is not ReviewStatus.REJECTED
    ]
    books = [each for each in others if each.version_id and not is_transcription(each, pack)]
    if is_transcription(document, pack):
        yield from _of_transcriptions(connection, pack, books, markdown)
        return
    names = {each.document_id: book_name(connection, each) for each in (document, *books)}
    for other in others:
        if is_transcription(other, pack) and other.version_id:
            told = written_out(versions.markdown_of(connection, other.version_id) or "")
            own = [each for each in told if book_meant(each.book, names) == document.document_id]
            source = say("services.figure_source", document=other.document_id)
            yield from _nowhere(own, markdown, pack, names[document.document_id], source)


def _of_transcriptions(
    connection: Connection, pack: DomainPack, books: Sequence[Document], markdown: str
) -> Iterator[Finding]:
    names = {each.document_id: book_name(connection, each) for each in books}
    by_book: dict[int | None, list[WrittenOut]] = {}
    for each in written_out(markdown):
        by_book.setdefault(book_meant(each.book, names), []).append(each)
    absent = dict.fromkeys(each.book for each in by_book.pop(None, ()))
    if absent:
        said = say("convert.listing").join(each or say("services.figure_without_book") for each in absent)
        yield Finding(FindingKind.FIGURE_BOOK_ABSENT, Severity.NOTE, say("services.figure_book_absent", books=said))
    for book in books:
        text = versions.markdown_of(connection, book.version_id or 0) or ""
        yield from _nowhere(by_book.get(book.document_id, ()), text, pack, names[book.document_id], "")


def _nowhere(told: Sequence[WrittenOut], markdown: str, pack: DomainPack, book: str, source: str) -> Iterator[Finding]:
    captions = tuple(captions_in(markdown, pack))
    lost = dict.fromkeys(each.figure for each in told if caption_of(each.figure, captions, pack) is None)
    if lost:
        words = say("services.figure_nowhere", figures=say("convert.listing").join(lost), book=book, source=source)
        yield Finding(FindingKind.FIGURE_NOWHERE, Severity.WARNING, words)
