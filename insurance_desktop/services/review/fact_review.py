"""The facts of a document, for a person to stand behind: to confirm, to correct, to refuse. Part of every later
decision.

A judgement belongs to the words it was made for: it holds again after a new conversion or an edit wherever the clause
has the same words.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from insurance_desktop.convert.facts.reading import read_facts
from insurance_desktop.domain.clause_corrections import mark_of
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import DecisionReceipt, Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, ReviewRefused, UsageError
from insurance_desktop.domain.fact_judgements import FactMark, Judged, JudgedFact, Judgement, Verdict
from insurance_desktop.domain.facts import FactKind, FactStatus, quote_of
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.services.library.clause_texts import clauses_now, facts_as_judged
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.products.fact_shapes import labels
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import fact_judgements
from insurance_desktop.store.versions.fact_judgements import NewJudgement

from .decision_log import Correction, record_correction, reopen, required


@entity
class FactInReview:
    """A fact as it would be served. `read` is what the program read, None where a person added the fact.

    `chunk_index` is the clause that states it, [`start`, `end`) the place in its text (None: its title), `quote` the
    sentence around it. Of one that was refused `is_refused` says so: it is not served.
    """

    path: str
    label: str
    value: str
    kind: FactKind
    parsed: dict[str, Any] | None
    status: FactStatus
    section_id: str
    chunk_index: int
    page_number: int | None
    start: int | None
    end: int | None
    quote: str
    read: str | None
    is_refused: bool = False


@entity
class Judging:
    """What a person says of one fact: `value` is what the program read ("" = nothing), `new_value` what is right.

    `section_id` tells the clause; it may be left out where only one states such a fact.
    """

    path: str
    verdict: Verdict
    value: str = ""
    new_value: str = ""
    section_id: str = ""


def facts_in_review(library: Library, document_id: int) -> tuple[FactInReview, ...]:
    """The facts of a document's current text in order, with what was said of them; those refused stand last."""
    with library.database.read() as connection:
        text = _Text.of(connection, library, document_id)
    return text.shown()


def judge_facts(
    library: Library, document_id: int, judgings: Sequence[Judging], *, reviewer: str, reason: str = ""
) -> DecisionReceipt:
    """Records what a person says of facts; a verified document is PENDING afterwards.

    A corrected value must stand in the clause, sign by sign. NotFound where no clause states such a fact, UsageError
    where the words are not there or the path is unknown, ReviewRefused where nothing changes.
    """
    reviewer = required(reviewer, "services.reviewer_required")
    with library.database.write() as connection:
        text = _Text.of(connection, library, document_id)
        said = [text.judgement(each) for each in judgings]
        known = text.judged
        if all(known.get(mark, Judgement(Verdict.WITHDRAWN)) == judgement for mark, judgement in said):
            raise ReviewRefused("services.correction_without_change", document_id=document_id)
        reopen(connection, text.document)
        for mark, judgement in said:
            fact_judgements.add(connection, NewJudgement(document_id, mark, judgement, reviewer, library.now()))
        subject = {"judged": [[mark.path, judgement.verdict.value, judgement.value] for mark, judgement in said]}
        return record_correction(connection, library, document_id, Correction(reviewer, reason, subject))


@entity
class _Text:
    """A document's current clauses, and what reviewers said of their facts."""

    document: Document
    pack: DomainPack
    clauses: tuple[Clause, ...]
    judged: Judged

    @classmethod
    def of(cls, connection: Connection, library: Library, document_id: int) -> "_Text":
        document = require(connection, document_id)
        known = fact_judgements.of_document(connection, document_id)
        return cls(document, library.pack, clauses_now(connection, library, document), known)

    def shown(self) -> tuple[FactInReview, ...]:
        """The facts with what was said of them; those refused stand last."""
        by_index = {clause.chunk_index: clause for clause in self.clauses}
        named = labels(self.pack.facts)
        told = [
            _shown(each, by_index[each.fact.chunk_index], named)
            for each in facts_as_judged(self.pack, self.clauses, self.judged)
        ]
        return tuple(sorted(told, key=lambda each: each.is_refused))

    def judgement(self, said: Judging) -> tuple[FactMark, Judgement]:
        """What a person said, as it is put down."""
        clause, value = self._meant(said)
        words = mark_of(clause)
        mark = FactMark(said.path, words.section_id, words.text_sha256, value)
        if said.verdict is not Verdict.CORRECTED:
            return mark, Judgement(said.verdict)
        start = clause.text.find(said.new_value) if said.new_value else -1
        if start < 0:
            raise UsageError("review.fact_not_printed", value=said.new_value[:80], section=clause.section_id)
        return mark, Judgement(said.verdict, said.new_value, start, start + len(said.new_value))

    def _meant(self, said: Judging) -> tuple[Clause, str]:
        """The clause of the fact that is meant, and what the program reads in it; "" where a fact is added."""
        by_index = {clause.chunk_index: clause for clause in self.clauses}
        section = normalised(said.section_id)
        for fact in read_facts(self.clauses, self.pack):
            clause = by_index[fact.chunk_index]
            is_it = fact.path == said.path and said.value in ("", fact.value)
            if is_it and section in ("", normalised(clause.section_id)):
                return clause, fact.value
        clauses = [clause for clause in self.clauses if section and normalised(clause.section_id) == section]
        if said.verdict is Verdict.CONFIRMED or not clauses or not _is_a_path(self.pack, said.path):
            document_id = self.document.document_id
            raise NotFound("review.no_such_fact", path=said.path[:80], document_id=document_id)
        return clauses[0], ""


def _is_a_path(pack: DomainPack, path: str) -> bool:
    known = labels(pack.facts)
    return path in known or path.startswith(f"{pack.facts.benefits}.")


def _shown(judged: JudgedFact, clause: Clause, named: Mapping[str, str]) -> FactInReview:
    fact = judged.fact
    return FactInReview(
        path=fact.path,
        label=named.get(fact.path, fact.path.rpartition(".")[2]),
        value=fact.value,
        kind=fact.kind,
        parsed=fact.parsed,
        status=fact.status,
        section_id=clause.section_id,
        chunk_index=clause.chunk_index,
        page_number=clause.page_number,
        start=fact.start,
        end=fact.end,
        quote=quote_of(fact, clause.section_title, clause.text),
        read=judged.read,
        is_refused=judged.verdict is Verdict.REFUSED,
    )
