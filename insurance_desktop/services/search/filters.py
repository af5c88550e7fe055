"""What a request leaves of the clauses: of a category, about somebody, of a level, with a keyword, under a section."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from insurance_desktop.domain.answers import RELEVANCE_BAR, SearchRequest
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.ranking import Ranked
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection


def kept(rows: Iterable[ClauseRow], request: SearchRequest) -> list[ClauseRow]:
    return [row for row in rows if _is_kept(row, request)]


def kept_ranked(connection: Connection, ranked: Sequence[Ranked], request: SearchRequest) -> list[Ranked]:
    """The clauses that the request leaves, in their order; the index itself knows no filter but the category."""
    if all(each is None for each in (request.entity_role, request.level, request.keyword, request.parent_section)):
        return list(ranked)
    rows = clauses.read(connection, [each.clause for each in ranked])
    return [each for each in ranked if each.clause in rows and _is_kept(rows[each.clause], request)]


def through_definitions(
    connection: Connection, pack: DomainPack, ranked: Sequence[Ranked], request: SearchRequest
) -> list[Ranked]:
    """The clauses of the request's category that stand over the bar among all, or that print a pointer to a definition
    that does: who asks for drunk driving among the exclusions wants the one that uses the word. Each is as likely as
    what led to it."""
    over = [each for each in ranked if each.probability >= RELEVANCE_BAR]
    rows = clauses.read(connection, [each.clause for each in over])
    found: dict[int, Ranked] = {}
    for each in over:
        row = rows.get(each.clause)
        if row is None:
            continue
        if _is_kept(row, request):
            found.setdefault(row.row, each)
        elif pack.definition_category in row.categories:
            for citing in clauses.citing(connection, row):
                if _is_kept(citing, request):
                    found.setdefault(citing.row, replace(each, clause=citing.row, logit=None))
    return list(found.values())


def _is_kept(row: ClauseRow, request: SearchRequest) -> bool:
    return (
        (request.category is None or request.category in row.categories)
        and (request.entity_role is None or request.entity_role in row.entity_roles)
        and (request.level is None or request.level == row.level)
        and (request.keyword is None or request.keyword in row.keywords)
        and (request.parent_section is None or _stands_under(row, request.parent_section))
    )


def _stands_under(row: ClauseRow, section: str) -> bool:
    return normalised(row.parent_section or "") == normalised(section)
