"""verify_quote: whether words are in the verified text as they are quoted, and where; else how they differ."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from insurance_desktop.domain.answers import SearchRequest, SourceReference
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.quotes import Difference, QuoteAnswer, QuoteCheck, QuotePlace, Verdict
from insurance_desktop.domain.states import AnswerStatus, EditionStatus
from insurance_desktop.index.characters import comparable
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.comparable_text import Keyed, Weights, key_of, keyed, parts_of, weights_of
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.span_places import SpanPlace, SpanPlaces, whole_place
from insurance_desktop.services.library.withheld import in_words
from insurance_desktop.services.products.product_lookup import resolve_product
from insurance_desktop.services.products.scope import NoScope, scope_of, undecided, why_nothing
from insurance_desktop.services.search.clause_lookup import agrees, heading_behind, number_key
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import sources_of
from insurance_desktop.services.search.indexing import is_stale
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.clauses.search_index import IndexScope
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import storable
from insurance_desktop.store.works import catalogue

from .quote_differences import decisive, likeness_of, told
from .quote_places import MOST_CANDIDATES, Likeness, Stand, candidates, exact_stands, found_by_reading, nearest

LONGEST_QUOTE = 1_500
"""Signs: an answer says a quotation up to four times over."""

_SHORTEST = 4
"""Printed signs: less than this is a word, not a quotation."""

_NEAR = 0.8
_WORTH_SHOWING = 0.55
_ALSO_IN = 5


@dataclass(frozen=True, slots=True)
class QuoteScope:
    """Where a quotation is said to come from. Nothing said: all current editions.

    `section` is a clause's number or title. `edition` and `as_of` choose an edition, also one that is superseded.
    """

    product: str | int | None = None
    section: str | None = None
    document_id: int | None = None
    edition: str | None = None
    as_of: str | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a quotation is compared with: the documents that it is said to come from, other current ones, old ones."""

    quote: Keyed
    weights: Weights
    section: str | None
    claimed: IndexScope
    others: IndexScope
    superseded: IndexScope
    pack: DomainPack
    works: frozenset[int | None]
    """The products that were named; none where none was."""


def _without_library(none: NoLibrary, quote: str, *_: object, **__: object) -> QuoteAnswer:
    return QuoteAnswer(AnswerStatus.EMPTY_LIBRARY, QuoteCheck(quote[:LONGEST_QUOTE], Verdict.NOT_CHECKED, none.message))


@without_library(_without_library)
def check_quote(engine: SearchEngine, quote: str, scope: QuoteScope | None = None) -> QuoteAnswer:
    """The verdict on one quotation, against verified text only."""
    with engine.library.database.read() as connection:
        return check_in(connection, engine, quote, scope or QuoteScope())


def check_in(connection: Connection, engine: SearchEngine, quote: str, scope: QuoteScope) -> QuoteAnswer:
    """The same inside a transaction of the caller's."""
    quote = storable(quote)
    claimed = scope_of(connection, engine.product_names, _request(scope))
    if isinstance(claimed, NoScope):
        return _unchecked(quote, claimed)
    unreadable = _unreadable(quote)
    if unreadable:
        return QuoteAnswer(AnswerStatus.OK, QuoteCheck(quote[:LONGEST_QUOTE], Verdict.NOT_CHECKED, unreadable))
    asked = _asked(connection, engine, quote, scope, claimed.index)
    if not claimed.documents:
        old = _stands_in(connection, engine, asked, asked.superseded)
        if old:
            return QuoteAnswer(AnswerStatus.OK, _superseded(connection, asked, old, None))
        return _unchecked(
            quote, NoScope(AnswerStatus.NO_MATCH, why_nothing(connection, engine.product_names, _request(scope)))
        )
    parts = parts_of(quote)
    with connection.withholding() as withheld:
        check = _elided(connection, engine, asked, parts) if len(parts) > 1 else _whole(connection, engine, asked)
    if withheld and check.verdict is not Verdict.EXACT:
        check = QuoteCheck(quote, Verdict.NOT_CHECKED, in_words(withheld))
    if check.verdict is Verdict.NOT_FOUND and is_stale(connection, engine):
        return _unchecked(quote, NoScope(AnswerStatus.INDEX_STALE, say("search.index_stale")))
    if check.verdict in (Verdict.EXACT, Verdict.NEAR) and check.source_reference is not None:
        doubts = undecided(connection, engine.library, [check.source_reference.document_id])
        check = replace(check, message=check.message + doubts)
    return QuoteAnswer(AnswerStatus.OK, check)


def _unreadable(quote: str) -> str | None:
    """Why a quotation cannot be compared, in a sentence."""
    if len(quote) > LONGEST_QUOTE:
        return say("search.quote_too_long", length=len(quote), limit=LONGEST_QUOTE)
    signs = sum(sign.isalnum() for sign in key_of(quote))
    return say("search.quote_too_short") if signs < _SHORTEST else None


def _request(scope: QuoteScope) -> SearchRequest:
    return SearchRequest(
        query="",
        product=None if scope.product is None else str(scope.product),
        document_id=scope.document_id,
        edition=scope.edition,
        as_of=scope.as_of,
    )


def _asked(connection: Connection, engine: SearchEngine, quote: str, scope: QuoteScope, claimed: IndexScope) -> _Asked:
    """The circles around what was claimed. Where an edition was named, only that one is meant."""
    library = engine.library
    everything = catalogue.verified_documents(connection, library.pack.name)
    inside = frozenset(claimed.documents)
    outside = [each for each in everything if each.document_id not in inside]
    old = [each for each in outside if each.edition_status == EditionStatus.SUPERSEDED]
    works: set[int | None] = set()
    if scope.product is not None or scope.document_id is not None:
        works = {each.work_id for each in everything if each.document_id in inside}
        named = (
            None if scope.product is None else resolve_product(engine.product_names, connection, scope.product).product
        )
        works |= set() if named is None else {named.work_id}
        old = [each for each in old if each.work_id in works]
    current = [each for each in outside if each.edition_status != EditionStatus.SUPERSEDED]
    return _Asked(
        keyed(quote),
        weights_of(library.pack),
        scope.section.strip() if scope.section and scope.section.strip() else None,
        claimed,
        IndexScope(tuple(each.document_id for each in current)),
        IndexScope(tuple(each.document_id for each in old)),
        library.pack,
        frozenset(works),
    )


def _whole(connection: Connection, engine: SearchEngine, asked: _Asked) -> QuoteCheck:
    """One stretch of words: verbatim where it is said to be, elsewhere, in an old edition, nearly, or nowhere."""
    rows, stands = _looked_for(connection, engine, asked, asked.claimed)
    fitting = [each for each in stands if _is_in(asked, each.rows)]
    if fitting:
        return _found(connection, asked, Verdict.EXACT, fitting, say("search.quote_exact"))
    if stands:
        message = say("search.quote_other_section", said=asked.section, place=_whole_place(connection, stands[0].row))
        return _found(connection, asked, Verdict.WRONG_SECTION, stands, message)
    likeness = nearest(connection, asked.quote, _preferred(asked, rows), asked.weights)
    old = _stands_in(connection, engine, asked, asked.superseded)
    if old:
        return _superseded(connection, asked, old, likeness)
    near = None if likeness is None else _near(connection, asked, likeness)
    if near is not None:
        return near
    elsewhere = _stands_in(connection, engine, asked, asked.others)
    if elsewhere:
        own = [each for each in elsewhere if _work_of(connection, each.row) in asked.works]
        key = "search.quote_other_edition" if own else "search.quote_other_product"
        stands = [*own, *(each for each in elsewhere if each not in own)]
        message = say(key, place=_whole_place(connection, stands[0].row))
        return _found(connection, asked, Verdict.WRONG_SECTION, stands, message)
    return _not_found(connection, asked, likeness)


def _looked_for(
    connection: Connection, engine: SearchEngine, asked: _Asked, scope: IndexScope
) -> tuple[list[ClauseRow], list[Stand]]:
    """The clauses of the scope that come into question, and those where the words stand."""
    rows = candidates(connection, engine, asked.quote.text, scope)
    stands = list(exact_stands(connection, asked.quote, rows, asked.weights))
    if not stands and len(rows) == MOST_CANDIDATES:
        read = found_by_reading(connection, asked.quote.text, scope)
        stands = list(exact_stands(connection, asked.quote, read, asked.weights))
    return rows, stands


def _stands_in(connection: Connection, engine: SearchEngine, asked: _Asked, scope: IndexScope) -> list[Stand]:
    return _looked_for(connection, engine, asked, scope)[1]


def _elided(connection: Connection, engine: SearchEngine, asked: _Asked, parts: Sequence[str]) -> QuoteCheck:
    """A quotation with ellipses: its stretches must stand in one clause, in this order; what is left out is shown."""
    rows = candidates(connection, engine, asked.quote.text, asked.claimed)
    for row in _preferred(asked, rows):
        text = keyed(row.text)
        spans = asked.weights.in_order([key_of(part) for part in parts], text.key)
        if spans is None:
            continue
        gaps = [(end, start) for (_, end), (start, _) in pairwise(spans)]
        pieces: list[Difference] = []
        for number, (start, end) in enumerate(spans):
            words = text.words(start, end)
            pieces.append(Difference("same", words, words))
            if number < len(gaps):
                left_out = text.words(*gaps[number])
                is_exception = asked.weights.exception_behind(left_out) is not None
                pieces.append(Difference("omitted", "", left_out, is_exception))
        loses = any(each.critical for each in pieces)
        verdict = Verdict.NOT_FOUND if loses else Verdict.NEAR
        message = say("search.quote_hides_exception" if loses else "search.quote_elided", place=_place(row))
        if not loses and not _is_in(asked, [row]):
            verdict = Verdict.WRONG_SECTION
            message = say("search.quote_other_section", said=asked.section, place=_whole_place(connection, row))
        stand = Stand((row,), text, spans[0][0], spans[-1][1], (0,))
        return replace(_found(connection, asked, verdict, [stand], message), difference=tuple(pieces))
    longest = max(parts, key=len)
    check = _whole(connection, engine, replace(asked, quote=keyed(longest)))
    if check.verdict is Verdict.NOT_FOUND:
        return replace(check, quote=asked.quote.text)
    message = say("search.quote_parts_apart", part=longest.strip()[:60])
    return QuoteCheck(asked.quote.text, Verdict.NOT_FOUND, message)


def _superseded(connection: Connection, asked: _Asked, old: Sequence[Stand], likeness: Likeness | None) -> QuoteCheck:
    """Words of an old edition; beside them what the current one says in that place, where it says anything like it."""
    check = _found(connection, asked, Verdict.SUPERSEDED, old, "")
    message = say("search.quote_superseded", place=_whole_place(connection, old[0].row))
    if likeness is None or likeness.share < _WORTH_SHOWING:
        return replace(check, message=message)
    difference = told(asked.quote, likeness, asked.weights)
    now = say("search.quote_current_edition", place=_whole_place(connection, likeness.row))
    return replace(check, message=message + now, difference=difference, similarity=likeness_of(difference))


def _near(connection: Connection, asked: _Asked, likeness: Likeness) -> QuoteCheck | None:
    """The nearest passage, where nothing that decides differs."""
    difference = told(asked.quote, likeness, asked.weights)
    if likeness_of(difference) < _NEAR or decisive(difference):
        return None
    verdict, message = Verdict.NEAR, say("search.quote_near", place=_place(likeness.row))
    if not _is_in(asked, [likeness.row]):
        verdict = Verdict.WRONG_SECTION
        place = _whole_place(connection, likeness.row)
        message = say("search.quote_near_other_section", said=asked.section, place=place)
    return _placed(connection, asked, likeness, difference, verdict=verdict, message=message)


def _not_found(connection: Connection, asked: _Asked, likeness: Likeness | None) -> QuoteCheck:
    if likeness is None or likeness.share < _WORTH_SHOWING:
        return QuoteCheck(asked.quote.text, Verdict.NOT_FOUND, say("search.quote_not_found"))
    difference = told(asked.quote, likeness, asked.weights)
    is_close = likeness_of(difference) >= _NEAR
    key = "search.quote_decisive" if is_close and decisive(difference) else "search.quote_only_similar"
    message = say(key, place=_place(likeness.row))
    return _placed(connection, asked, likeness, difference, verdict=Verdict.NOT_FOUND, message=message)


def _placed(
    connection: Connection,
    asked: _Asked,
    likeness: Likeness,
    difference: tuple[Difference, ...],
    *,
    verdict: Verdict,
    message: str,
) -> QuoteCheck:
    sources = sources_of(connection, [likeness.row])
    return QuoteCheck(
        asked.quote.text,
        verdict,
        message,
        difference=difference,
        chunk_id=likeness.row.clause_id,
        section_id=likeness.row.section_id,
        section_title=likeness.row.section_title,
        verified_text="".join(each.verified for each in difference),
        similarity=likeness_of(difference),
        edition_status=sources.documents[likeness.row.document_id].edition_status,
        source_reference=sources.reference(likeness.row, likeness.place(SpanPlaces(connection))),
    )


def _found(
    connection: Connection, asked: _Asked, verdict: Verdict, stands: Sequence[Stand], message: str
) -> QuoteCheck:
    """The first of these places, with the words as they stand there, and some of the others."""
    first = stands[0]
    sources = sources_of(connection, [each.row for each in stands[: 1 + _ALSO_IN]])
    places = SpanPlaces(connection)
    words = first.keyed.words(first.start, first.end)
    behind = first.keyed.words(first.end, len(first.keyed.key))
    exception = asked.weights.exception_behind(_rest_of_sentence(words, behind))
    status = sources.documents[first.row.document_id].edition_status
    if verdict is Verdict.SUPERSEDED:
        exception = None  # an old edition's words are told to who quotes them, and no more of them
    elif status is EditionStatus.SUPERSEDED:
        message += say("search.quote_in_old_edition", document=_document_name(sources.reference(first.row)))
    if exception:
        message += say("search.quote_goes_on", exception=exception)
    return QuoteCheck(
        asked.quote.text,
        verdict,
        message,
        chunk_id=first.row.clause_id,
        section_id=first.row.section_id,
        section_title=first.row.section_title,
        verified_text=words,
        goes_on_with=exception,
        similarity=1.0,
        edition_status=status,
        source_reference=sources.reference(first.row, first.place(places)),
        also_in=tuple(
            _also_in(each, _place_of(each, places), sources.documents[each.row.document_id].product_name)
            for each in stands[1 : 1 + _ALSO_IN]
        ),
    )


def _place_of(stand: Stand, places: SpanPlaces) -> SpanPlace:
    """The pages of the words: those of clauses that stand on one page are known without a look at it."""
    pages = {page for row in stand.rows for page in (row.page_number, row.page_to)}
    return stand.place(places) if len(pages) > 1 else whole_place(stand.row)


def _also_in(stand: Stand, place: SpanPlace, product: str | None) -> QuotePlace:
    row = stand.row
    return QuotePlace(
        row.clause_id, row.section_id, row.section_title, product, row.document_id, place.page_number, place.page_to
    )


_ENDS = "\u3002\uff1b;\n"


def _rest_of_sentence(words: str, behind: str) -> str:
    """What follows a quotation before its sentence ends; nothing where it ends with the sentence."""
    if words[-1:] in _ENDS:
        return ""
    place = next((place for place, sign in enumerate(behind) if sign in _ENDS), len(behind))
    return behind[:place]


def _is_in(asked: _Asked, rows: Sequence[ClauseRow]) -> bool:
    """Whether one of the clauses is the one that was named: by its number (or one above it), its title, or both."""
    section = asked.section
    if section is None:
        return True
    wanted, number = normalised(section), number_key(section)
    for row in rows:
        heading = heading_behind(section, row.section_id, asked.pack)
        if heading is not None and agrees(heading, row.section_title):
            return True
        own = normalised(row.section_id)
        titles = {own, normalised(row.section_title), own + normalised(row.section_title)}
        if wanted in titles or own.startswith(wanted + ".") or (number != () and number_key(row.section_id) == number):
            return True
        if comparable(section) == comparable(row.section_title):
            return True
        if row.parent_section is not None and normalised(row.parent_section) == wanted:
            return True
    return False


def _preferred(asked: _Asked, rows: Sequence[ClauseRow]) -> list[ClauseRow]:
    """The clauses of the named section first."""
    return sorted(rows, key=lambda row: not _is_in(asked, [row])) if asked.section else list(rows)


def _work_of(connection: Connection, row: ClauseRow) -> int | None:
    return sources_of(connection, [row]).documents[row.document_id].product_id


def _place(row: ClauseRow) -> str:
    return f"{row.section_id} {row.section_title}".strip()


def _whole_place(connection: Connection, row: ClauseRow) -> str:
    """A clause with its document: where words stand that were said to stand elsewhere."""
    document = _document_name(sources_of(connection, [row]).reference(row))
    return say("search.quote_place", document=document, place=_place(row))


def _document_name(source: SourceReference) -> str:
    """A document as a person tells it from the others: product, kind, edition, and its number in the library."""
    edition = say("search.quote_edition", edition=source.edition) if source.edition else None
    number = say("search.quote_document_number", document_id=source.document_id)
    kind = [each for each in (source.document_type, edition, number) if each]
    return say("search.quote_document", product=source.product_name or "", kind=say("search.quote_comma").join(kind))


def _unchecked(quote: str, why: NoScope) -> QuoteAnswer:
    message = say("search.quote_unchecked", why=why.message)
    check = QuoteCheck(quote[:LONGEST_QUOTE], Verdict.NOT_CHECKED, message)
    return QuoteAnswer(why.status, check, why.candidates)
