"""Clauses that state what a question asks for, by the facts that were read out of them, however they word it."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.convert.facts.asked import beside_paths
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.matching import share_said
from insurance_desktop.index.questions import says_something, take_apart
from insurance_desktop.index.ranking import Ranked
from insurance_desktop.store.clauses import clauses, facts
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection

_STATED = 0.9
"""How likely a clause answers that states the value of what is asked."""
_MOST_OF_ONE = 2
"""Clauses of one document: the likeliest. What more of them state is no value of the whole contract."""
_MOST_DOCUMENTS = 40
"""Among more documents a question without a product is answered by what ranks best."""


def with_stated(
    connection: Connection, pack: DomainPack, text: str, documents: Sequence[int], ranked: Sequence[Ranked]
) -> list[Ranked]:
    """What is ranked, best first; the clauses that state what a question asks for, and hold what else it says, are that
    likely at least."""
    asked = beside_paths(pack, text) if len(documents) <= _MOST_DOCUMENTS else {}
    if not asked:
        return list(ranked)
    order = [each.clause for each in ranked]
    raised: set[int] = set()
    for rows in facts.of_documents(connection, documents).values():
        paths = {each.row: each.fact.path for each in rows if each.fact.path in asked}
        stating = clauses.read(connection, [row for row in order if row in paths])
        fitting = [row for row in order if row in stating and _holds(stating[row], asked[paths[row]], pack)]
        raised |= {*fitting[:_MOST_OF_ONE]}
    told = [
        replace(each, probability=max(each.probability, _STATED)) if each.clause in raised else each for each in ranked
    ]
    return sorted(told, key=lambda each: -each.probability)


def _holds(row: ClauseRow, rest: str, pack: DomainPack) -> bool:
    """Whether a clause says what a question says beside the fact that it asks for."""
    if not says_something(rest, pack):
        return True
    words = [word for word in take_apart(rest, pack).words if word not in pack.stop_words]
    return not words or share_said(words, respelled("".join((*row.breadcrumb, row.text))).lower()) == 1.0
