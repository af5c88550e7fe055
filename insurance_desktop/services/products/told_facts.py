"""Facts as answers tell them: with clause, page and the sentence that states them."""

from insurance_desktop.domain.facts import Fact, FactSource, ToldFact, quote_of
from insurance_desktop.services.library.span_places import SpanPlaces, whole_place
from insurance_desktop.store.clauses.clauses import ClauseRow


def told_fact(path: str, fact: Fact, clause: ClauseRow, document_type: str | None, places: SpanPlaces) -> ToldFact:
    """A fact with its source, under one of the paths that it is told under."""
    is_whole = fact.start is None or fact.end is None or (fact.start, fact.end) == (0, len(clause.text))
    place = whole_place(clause) if is_whole else places.of(clause, fact.start or 0, fact.end or 0)
    source = FactSource(
        clause.clause_id,
        clause.section_id,
        clause.document_id,
        document_type,
        place.page_number,
        place.boxes,
        quote_of(fact, clause.section_title, clause.text),
        place.locator,
    )
    return ToldFact(path, fact.value, fact.kind, fact.parsed, fact.status, source)
