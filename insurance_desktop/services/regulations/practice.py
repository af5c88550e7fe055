"""Practice about a question: verified entries, scored by what they share with it. It stands apart from regulations."""

from collections.abc import Iterator

from insurance_desktop.domain.practice import PracticeAnswer, PracticeEntry, PracticeHit, PracticeRegulation
from insurance_desktop.domain.states import AnswerStatus, EditionStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.scope import NoScope
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import sources_of
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue

from .book import Book
from .concepts import regulation_titled
from .lookup import book_of
from .practice_entries import entry_in, reference_and_title
from .practice_scores import Scored, Understood, best_of


@says_what_is_withheld
def practice_about(engine: SearchEngine, query: str) -> PracticeAnswer:
    """The verified entries that are most about a question; none where no entry shares its subject."""
    refuse_unreadable(query)
    return practice_for(engine, query, Understood())


@says_what_is_withheld
def practice_of(engine: SearchEngine, reference: str) -> PracticeAnswer:
    """The verified entries that name a regulation."""
    return practice_for(engine, "", Understood(cited=(reference,)))


def practice_for(engine: SearchEngine, question: str, understood: Understood) -> PracticeAnswer:
    """The verified entries for a question that was understood so, or for what it was understood as alone."""
    notice = say("search.practice_notice")
    with engine.library.database.read() as connection:
        book = book_of(connection, engine)
        if isinstance(book, NoScope):
            return PracticeAnswer(book.status, book.message, notice)
        held = dict(_entries(connection, engine))
        found = best_of(question, held, understood, book.rules)
        hits = tuple(_hit(each, held[each.entry], book) for each in found)
        if hits:
            return PracticeAnswer(AnswerStatus.OK, None, notice, hits)
        return PracticeAnswer(AnswerStatus.NO_MATCH, say("search.no_practice"), notice)


def _entries(connection: Connection, engine: SearchEngine) -> Iterator[tuple[PracticeEntry, ClauseRow]]:
    """The entries of the verified documents of practice in their current editions, each with its clause."""
    pack = engine.library.pack
    inside = [
        each.document_id
        for each in catalogue.verified_documents(connection, pack.name)
        if each.document_type == pack.practice.document_type and each.edition_status != EditionStatus.SUPERSEDED
    ]
    for row in clauses.of_documents(connection, inside) if pack.practice.document_type else ():
        entry = entry_in(row.section_title, row.text, pack.practice)
        if entry is not None:
            yield entry, row


def _hit(found: Scored, row: ClauseRow, book: Book) -> PracticeHit:
    regulations = tuple(_regulation(each, book) for each in found.entry.regulations)
    source = sources_of(book.connection, [row]).reference(row)
    return PracticeHit(found.entry, found.score, found.matched, regulations, row.clause_id, source)


def _regulation(named: str, book: Book) -> PracticeRegulation:
    printed = regulation_titled(*reference_and_title(named), book)
    return PracticeRegulation(named, printed.link if printed else None)
