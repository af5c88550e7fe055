"""Clauses of the contract that a rider is added to: the rider's own clause of that number is no answer."""

import re
from collections.abc import Iterable, Sequence

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import SectionAsked, is_about_others
from insurance_desktop.packs.wording import say
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

_FEW = 20
"""Of a wider scope it is not asked whether it holds riders alone."""


def outside_riders(connection: Connection, pack: DomainPack, rows: Iterable[ClauseRow]) -> list[ClauseRow]:
    """The clauses that no rider holds."""
    known: dict[int, bool] = {}
    kept = []
    for row in rows:
        if row.document_id not in known:
            known[row.document_id] = _is_rider(connection, pack, row.document_id)
        if not known[row.document_id]:
            kept.append(row)
    return kept


def riders_alone(connection: Connection, pack: DomainPack, scope: Sequence[int]) -> bool:
    """Whether these documents are riders, all of them."""
    return 0 < len(scope) <= _FEW and all(_is_rider(connection, pack, each) for each in scope)


def beside_main_contract(connection: Connection, pack: DomainPack, text: str, scope: Sequence[int]) -> str:
    """The sentence that what is found is a rider's own, where the question speaks of the main contract alone."""
    is_asked = is_about_others(text, pack) and not says_rider(text, pack)
    return say("search.riders_own") if is_asked and riders_alone(connection, pack, scope) else ""


def says_rider(text: str, pack: DomainPack) -> bool:
    """Whether a text speaks of a rider."""
    return any(re.search(form, text) for form in pack.rider_forms)


def not_here(asked: Iterable[SectionAsked]) -> str:
    """The sentence about the clauses of another contract that were asked of riders."""
    numbers = dict.fromkeys(each.section_id for each in asked if each.is_others)
    return say("search.other_contract", numbers="\u3001".join(numbers))


def _is_rider(connection: Connection, pack: DomainPack, document_id: int) -> bool:
    document = documents.get(connection, document_id)
    return document is not None and says_rider(document.product_name or "", pack)
