"""What reviewers said about the facts of a document, laid over what the program reads. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from insurance_desktop.domain.entity import entity

from .clause_corrections import ClauseMark, Corrected, mark_of
from .conversion import Clause
from .facts import Fact, FactKind, FactStatus

BY_A_PERSON = "reviewer"
"""The rule of a fact whose words a person chose."""


class Verdict(StrEnum):
    """What a person says of a fact. A later one takes the place of an earlier one."""

    CONFIRMED = "confirmed"
    CORRECTED = "corrected"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


@entity
class FactMark:
    """Which fact a judgement is about: `value` as the program reads it under this path, in a clause with exactly these
    words. Where the program reads none, `value` is "" and the judgement adds one."""

    path: str
    section_id: str
    text_sha256: str
    value: str


@entity
class Judgement:
    """`value` at [`start`, `end`) of the clause's text is what a correction puts in the place of what was read."""

    verdict: Verdict
    value: str | None = None
    start: int | None = None
    end: int | None = None


Judged = Mapping[FactMark, Judgement]
"""The judgements of a document that hold."""
ReadValue = Callable[[str, str], tuple[FactKind, dict[str, Any] | None]]
"""The kind of a path, and what a value under it says to a program."""


@entity
class Told:
    """All that reviewers said about a document beside its own fields."""

    clauses: Corrected
    facts: Judged


def mark_of_fact(fact: Fact, clause: Clause) -> FactMark:
    """The mark of a fact as the program reads it in its clause."""
    words = mark_of(clause)
    return FactMark(fact.path, words.section_id, words.text_sha256, fact.value)


@entity
class JudgedFact:
    """A fact as it holds: `read` is what the program read (None where a person added it), `verdict` what was last said
    of it."""

    fact: Fact
    read: str | None
    verdict: Verdict | None


def judged(
    facts: Sequence[Fact], clauses: Sequence[Clause], judgements: Judged, read_value: ReadValue
) -> tuple[JudgedFact, ...]:
    """The facts with what was said of them, and those that were added, in order."""
    by_index = {clause.chunk_index: clause for clause in clauses}
    by_words = {mark_of(clause): clause for clause in reversed(clauses)}
    found = []
    for fact in facts:
        judgement = judgements.get(mark_of_fact(fact, by_index[fact.chunk_index]))
        now = fact if judgement is None else _as_judged(fact, judgement, read_value)
        found.append(JudgedFact(now, fact.value, None if judgement is None else judgement.verdict))
    for mark, judgement in judgements.items():
        clause = by_words.get(ClauseMark(mark.section_id, mark.text_sha256))
        if not mark.value and clause is not None and judgement.verdict is not Verdict.REFUSED:
            blank = Fact(mark.path, "", FactKind.TEXT, clause.chunk_index, None, None, BY_A_PERSON)
            found.append(JudgedFact(_as_judged(blank, judgement, read_value), None, judgement.verdict))
    return tuple(found)


def served(facts: Sequence[JudgedFact]) -> tuple[Fact, ...]:
    """Those that nobody refused."""
    return tuple(each.fact for each in facts if each.verdict is not Verdict.REFUSED)


def as_hashed(judgements: Judged) -> list[list[object]]:
    """The judgements as a decision's hash covers them, in one order."""
    return sorted(
        [
            *(mark.path, mark.section_id, mark.text_sha256, mark.value),
            each.verdict.value,
            each.value or "",
            each.start or 0,
        ]
        for mark, each in judgements.items()
    )


def _as_judged(fact: Fact, judgement: Judgement, read_value: ReadValue) -> Fact:
    if judgement.verdict is Verdict.REFUSED:
        return fact
    if judgement.verdict is not Verdict.CORRECTED or judgement.value is None:
        return replace(fact, status=FactStatus.CONFIRMED)
    kind, parsed = read_value(fact.path, judgement.value)
    return Fact(
        *(fact.path, judgement.value, kind, fact.chunk_index, judgement.start, judgement.end, BY_A_PERSON),
        parsed=parsed,
        status=FactStatus.CONFIRMED,
    )
