"""The clauses as they are laid before a language model: numbered, in a budget, and fenced as data.

A fence is marked with a hash of what stands inside it, so that no document can close it and go on as somebody else.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from insurance_desktop.domain.asking import Passage
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.excerpts import excerpt, shares, tokens_in

from .evidence import EvidenceClause

_LEAST = 60
"""Tokens; a clause that would get less is not laid before anybody."""


def passages_of(clauses: Sequence[EvidenceClause], question: str, budget: int, equals: int = 1) -> tuple[Passage, ...]:
    """The clauses in their order, whole as far as `budget` tokens go; one that is too long is cut between its sentences
    or items. The first `equals` answer things of one rank."""
    rooms = shares([tokens_in(each.text) for each in clauses], budget, _LEAST, max(equals, 1))
    given = [(each, excerpt(each.text, question, room)) for each, room in zip(clauses, rooms, strict=True) if room]
    return tuple(
        Passage(
            number,
            clause.clause_id,
            clause.section_id,
            clause.section_title,
            clause.breadcrumb,
            clause.name,
            cut.text,
            clause.source.product_name,
            cut.is_whole,
        )
        for number, (clause, cut) in enumerate(given, start=1)
    )


def fence_of(passages: Sequence[Passage], question: str) -> str:
    """A mark that stands in none of these texts."""
    inside = "\n".join((question, *(f"{each.citation} {' '.join(each.breadcrumb)} {each.text}" for each in passages)))
    digest = sha256(inside.encode("utf-8", "replace")).hexdigest()
    return next(digest[:size] for size in range(8, 65) if digest[:size] not in inside)


def fenced(passages: Sequence[Passage], mark: str) -> str:
    """The passages one below the other, each between two marks, its source in front."""
    return "\n\n".join("\n".join(_lines(each, mark)) for each in passages)


def _lines(passage: Passage, mark: str) -> Iterator[str]:
    breadcrumb = " ".join(" / ".join(passage.breadcrumb).split())
    name = " ".join(passage.citation.split())
    yield say("ask.passage_open", mark=mark, number=passage.number, name=name, breadcrumb=breadcrumb)
    if not passage.is_whole:
        yield say("ask.passage_cut")
    yield passage.text
    yield say("ask.passage_close", mark=mark, number=passage.number)
