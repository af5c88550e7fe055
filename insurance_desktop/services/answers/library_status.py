"""What a reader may know of the library as a whole: its verified documents, and how much waits."""

import random
import time
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop import __version__
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.reading import (
    DocumentCounts,
    DocumentsAnswer,
    LibraryStatusAnswer,
    RankingStanding,
    SiteFreshness,
    Soundness,
)
from insurance_desktop.domain.states import AnswerStatus, ConversionStatus, EditionStatus, ReviewStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.questions import page_of, page_start
from insurance_desktop.services.products.product_lookup import resolve_product
from insurance_desktop.services.products.scope import no_product, undecided
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.indexing import why_silent
from insurance_desktop.services.search.ranking_approval import state_of
from insurance_desktop.store import health
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clause_checking import altered
from insurance_desktop.store.collecting import collection
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

_CHECKING = 0.5
"""Seconds in which clauses are looked at: some 5,000. Of a larger library documents are taken by chance; `doctor` walks
all."""


def verified_documents(
    engine: SearchEngine, product: str | int | None = None, cursor: str | None = None
) -> DocumentsAnswer:
    """The verified documents, old editions too, of one product where it is named. Never one that waits for review:
    what it says about itself has been read by nobody."""
    library = engine.library
    start = page_start(cursor)
    with library.database.read() as connection:
        found = documents.listed(connection, pack=library.pack.name, review_status=ReviewStatus.VERIFIED.value)
        if not found:
            return DocumentsAnswer(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
        if product is not None:
            resolved = resolve_product(engine.product_names, connection, product)
            if resolved.product is None:
                why = no_product(product, resolved)
                return DocumentsAnswer(why.status, why.message, candidates=why.candidates)
            found = tuple(each for each in found if each.product_id == resolved.product.work_id)
            if not found:
                return DocumentsAnswer(AnswerStatus.NO_MATCH, say("search.nothing_verified"))
        doubts = undecided(connection, library, [each.document_id for each in found])
    # Why a conversion needed attention quotes what was read before anybody corrected it.
    page, next_cursor = page_of([replace(each, reason=None) for each in found], start)
    return DocumentsAnswer(
        AnswerStatus.OK, doubts or None, page, truncated=next_cursor is not None, next_cursor=next_cursor
    )


def _without_library(none: NoLibrary) -> LibraryStatusAnswer:
    return LibraryStatusAnswer(AnswerStatus.EMPTY_LIBRARY, none.message, version=__version__)


@without_library(_without_library)
def library_status(engine: SearchEngine) -> LibraryStatusAnswer:
    """How much is verified, how much waits, and when the library was last brought up to date."""
    library = engine.library
    with library.database.read() as connection:
        found = documents.listed(connection, pack=library.pack.name)
        verified = [each for each in found if each.review_status is ReviewStatus.VERIFIED]
        waiting = [each for each in found if each.review_status is ReviewStatus.PENDING]
        converted = [each for each in waiting if each.conversion_status in _READABLE]
        silent = why_silent(connection, engine) if verified else None
        times = health.times(connection, library.pack.name)
        products = {each.product_id for each in found if each.product_id is not None}
        with_text = {each.product_id for each in verified if each.product_id is not None}
        counts = DocumentCounts(
            verified=len(verified),
            superseded=sum(each.edition_status is EditionStatus.SUPERSEDED for each in verified),
            pending=len(converted),
            rejected=sum(each.review_status is ReviewStatus.REJECTED for each in found),
            converting=sum(each.conversion_status is ConversionStatus.QUEUED for each in waiting),
            failed=sum(each.conversion_status is ConversionStatus.FAILED for each in waiting),
        )
        status, message = AnswerStatus.OK, None
        if not verified:
            status, message = AnswerStatus.EMPTY_LIBRARY, say("search.empty_library")
        elif silent is not None:
            status, message = AnswerStatus.INDEX_STALE, silent
        soundness = _soundness(connection, verified) if verified else None
        if soundness is not None and soundness.damaged:
            numbers = ", ".join(map(str, soundness.damaged))
            message = say("search.library_damaged", it=soundness, documents=numbers) + (message or "")
        return LibraryStatusAnswer(
            status=status,
            message=message,
            documents=counts,
            products=len(products),
            products_with_verified_text=len(with_text),
            clauses=clauses.count(connection),
            index_fresh=silent is None if verified else None,
            last_imported_at=times.imported,
            last_verified_at=times.verified,
            sites=tuple(
                SiteFreshness(each.site, each.last_success)
                for each in collection.site_states(connection, library.now())
            ),
            ranking=_ranking(connection, engine) if verified else None,
            soundness=soundness,
            version=__version__,
        )


def _soundness(connection: Connection, verified: Sequence[Document]) -> Soundness:
    """What a look at as many clauses as there is time for finds: they are checked whenever they are read, and an answer
    that lacks one says so; this says it before anybody asks."""
    checked, found = 0, []
    until = time.monotonic() + _CHECKING
    for each in random.sample(verified, len(verified)):
        if time.monotonic() > until:
            break
        checked += each.indexed_clauses
        found.append(altered(connection, each.document_id))
    damaged = [each for each in found if each is not None]
    withheld = sum(len(each.clauses) for each in damaged)
    return Soundness(checked, withheld, tuple(sorted(each.document_id for each in damaged)))


def _ranking(connection: Connection, engine: SearchEngine) -> RankingStanding:
    state = state_of(connection, engine)
    return RankingStanding(state.standing.value, state.judged_at, state.is_due, state.words)


_READABLE = (ConversionStatus.CONVERTED, ConversionStatus.NEEDS_ATTENTION)
