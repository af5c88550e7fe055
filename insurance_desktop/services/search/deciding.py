"""What must stand beside the clause that comes first, so that the answer is whole.

Whether drunk driving is paid for is not answered by what drunk driving is, but by the exclusion that names it. And a
clause may point to what belongs to its answer.
"""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.answers import RELEVANCE_BAR
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import comparable
from insurance_desktop.index.questions import asks_to_decide
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection

from .hits import Found, Outcome

_MOST_BROUGHT = 2
_OWN_USERS = 3
"""A term that more clauses use than these is a word of the whole contract, and no exclusion's own."""
_SHORTEST_TERM = 2


def with_pointed(connection: Connection, outcome: Outcome) -> Outcome:
    """The outcome; behind the clause that stands first those that it points to and that are over the bar themselves."""
    if not outcome.found:
        return outcome
    first, *others = outcome.found
    pointers = clauses.references_of(connection, [first.clause.row]).get(first.clause.row, ())
    targets = {each.target_clause_id for each in pointers}
    have = {each.clause.row for each in outcome.found}
    likely = {row: score for row, score in outcome.order if score >= RELEVANCE_BAR and row not in have}
    rows = clauses.read(connection, list(likely)) if targets and likely else {}
    pointed = [
        Found(row, likely[place], through=first.clause) for place, row in rows.items() if row.clause_id in targets
    ]
    return replace(outcome, found=(first, *sorted(pointed, key=lambda each: -each.score), *others))


def with_deciding(connection: Connection, pack: DomainPack, text: str, outcome: Outcome) -> Outcome:
    """The outcome; behind a definition that stands first the clauses that decide by its term, as likely as what led to
    them."""
    if not outcome.found or not asks_to_decide(text, pack):
        return outcome
    first, *others = outcome.found
    if pack.definition_category not in first.clause.categories:
        return outcome
    likely = [row for row, _ in outcome.order]
    brought = [_brought(each, first, others) for each in _deciding(connection, pack, first.clause, likely)]
    rows = {each.clause.row for each in brought}
    return replace(outcome, found=(first, *brought, *(each for each in others if each.clause.row not in rows)))


def _brought(row: ClauseRow, definition: Found, others: Sequence[Found]) -> Found:
    own = next((each for each in others if each.clause.row == row.row), None)
    return replace(own or Found(row, definition.score), through=definition.clause)


def _deciding(
    connection: Connection, pack: DomainPack, definition: ClauseRow, likely: Sequence[int]
) -> list[ClauseRow]:
    """The exclusions that use the term; where there are none, the likeliest other clause that does."""
    printed = clauses.citing(connection, definition)
    term = comparable(definition.section_title)
    there = clauses.of_documents(connection, [definition.document_id]) if len(term) >= _SHORTEST_TERM else ()
    saying = [row for row in there if term in comparable(row.text)]
    using = [
        row
        for row in {row.row: row for row in (*printed, *saying)}.values()
        if pack.definition_category not in row.categories and row.row != definition.row
    ]
    exclusions = [row for row in using if pack.exclusion_category in row.categories]
    if exclusions and (printed or len(using) <= _OWN_USERS):
        return exclusions[:_MOST_BROUGHT]
    ranked = [row for row in using if pack.procedure_category not in row.categories and row.row in likely]
    return sorted(ranked, key=lambda row: likely.index(row.row))[:1]
