"""The facts of a document, for a person to stand behind: to confirm, to correct, to refuse. Part of every later
decision.

A judgement belongs to the words it was made for: it holds again after a new conversion or an edit wherever the clause
has the same words.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from insurance_desktop.convert.facts.reading import read_facts
from insurance_desktop.convert.text.plain_text import NOTE_MARK, body_signs
from insurance_desktop.domain.clause_corrections import mark_of
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import DecisionReceipt, Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, ReviewRefused, UsageError
from insurance_desktop.domain.fact_judgements import FactMark, Judged, JudgedFact, Judgement, Verdict
from insurance_desktop.domain.facts import Fact, FactKind, FactStatus, quote_of
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.services.library.clause_texts import clauses_of, facts_as_judged
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.products.fact_shapes import labels, path_named
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import fact_judgements, versions
from insurance_desktop.store.versions.fact_judgements import NewJudgement

from .decision_log import Correction, record_correction, reopen, required


@entity
class FactInReview:
    """A fact as it would be served. `read` is what the program read, None where a person added the fact.

    `group` is what the top of its path is called. `chunk_index` is the clause that states it, [`start`, `end`) the
    place in its text (None: its title), [`markdown_start`, `markdown_end`) the same in the document's current Markdown,
    `quote` the sentence around it. Of one that was refused `is_refused` says so: it is not served.
    """

    path: str
    group: str
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
    markdown_start: int
    markdown_end: int
    quote: str
    read: str | None
    is_refused: bool = False


@entity
class Judging:
    """What a person says of one fact: `value` is what the program read ("" = nothing), `new_value` what is right.

    `section_id` tells the clause; it may be left out where only one states such a fact. `chunk_index` tells which of
    several with that number, and then `value` is meant to the letter.
    """

    path: str
    verdict: Verdict
    value: str = ""
    new_value: str = ""
    section_id: str = ""
    chunk_index: int | None = None


def facts_in_review(library: Library, document_id: int) -> tuple[FactInReview, ...]:
    """The facts of a document's current text in order, with what was said of them; those refused stand last."""
    with library.database.read() as connection:
        text = _Text.of(connection, library, document_id)
    return text.shown()


def judge_facts(
    library: Library, document_id: int, judgings: Sequence[Judging], *, reviewer: str, reason: str = ""
) -> DecisionReceipt:
    """Records what a person says of facts; a verified document is PENDING afterwards.

    A corrected value must stand in the clause, sign by sign; its white space is the clause's. NotFound where no clause
    states such a fact, UsageError where the words are not there or the path is unknown, ReviewRefused where nothing
    changes.
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
    markdown: str
    clauses: tuple[Clause, ...]
    judged: Judged

    @classmethod
    def of(cls, connection: Connection, library: Library, document_id: int) -> "_Text":
        document = require(connection, document_id)
        version = None if document.version_id is None else versions.get(connection, document.version_id)
        markdown = "" if version is None else version.markdown
        clauses = () if version is None else clauses_of(connection, library.pack, version)
        return cls(document, library.pack, markdown, clauses, fact_judgements.of_document(connection, document_id))

    def shown(self) -> tuple[FactInReview, ...]:
        """The facts with what was said of them; those refused stand last."""
        by_index = {clause.chunk_index: clause for clause in self.clauses}
        named = labels(self.pack.facts)
        told = [
            _shown(each, by_index[each.fact.chunk_index], self.markdown, named)
            for each in facts_as_judged(self.pack, self.clauses, self.judged)
        ]
        return tuple(sorted(told, key=lambda each: each.is_refused))

    def judgement(self, said: Judging) -> tuple[FactMark, Judgement]:
        """What a person said, as it is put down."""
        said = replace(said, path=path_named(self.pack.facts, said.path))
        clause, value = self._meant(said)
        words = mark_of(clause)
        mark = FactMark(said.path, words.section_id, words.text_sha256, value)
        if said.verdict is not Verdict.CORRECTED:
            return mark, Judgement(said.verdict)
        found = re.search(r"\s*".join(map(re.escape, _signs(said.new_value))), clause.text)
        if not found or not found[0]:
            raise UsageError("review.fact_not_printed", value=said.new_value[:80], section=clause.section_id)
        return mark, Judgement(said.verdict, found[0], *found.span())

    def _meant(self, said: Judging) -> tuple[Clause, str]:
        """The clause of the fact that is meant, and what the program reads in it; "" where a fact is added."""
        by_index = {clause.chunk_index: clause for clause in self.clauses}
        for fact in read_facts(self.clauses, self.pack):
            clause = by_index[fact.chunk_index]
            if _is_meant(said, fact) and _is_in(said, clause):
                return clause, fact.value
        clauses = [clause for clause in self.clauses if said.section_id and _is_in(said, clause)]
        if said.verdict is Verdict.CONFIRMED or not clauses or not _is_a_path(self.pack, said.path):
            document_id = self.document.document_id
            raise NotFound("review.no_such_fact", path=said.path[:80], document_id=document_id)
        return clauses[0], ""


def _is_a_path(pack: DomainPack, path: str) -> bool:
    known = labels(pack.facts)
    return path in known or path.startswith(f"{pack.facts.benefits}.")


def _is_meant(said: Judging, fact: Fact) -> bool:
    is_any = not said.value and said.chunk_index is None
    return fact.path == said.path and (is_any or fact.value == said.value)


def _is_in(said: Judging, clause: Clause) -> bool:
    is_section = not said.section_id or normalised(said.section_id) == normalised(clause.section_id)
    return is_section and said.chunk_index in (None, clause.chunk_index)


def _shown(judged: JudgedFact, clause: Clause, markdown: str, named: Mapping[str, str]) -> FactInReview:
    fact = judged.fact
    start, end = _in_markdown(fact, clause, markdown)
    top = fact.path.partition(".")[0]
    return FactInReview(
        path=fact.path,
        group=named.get(top, top),
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
        markdown_start=start,
        markdown_end=end,
        quote=quote_of(fact, clause.section_title, clause.text),
        read=judged.read,
        is_refused=judged.verdict is Verdict.REFUSED,
    )


def _in_markdown(fact: Fact, clause: Clause, markdown: str) -> tuple[int, int]:
    """Where the fact stands in the Markdown that its clause was read from."""
    if fact.start is None or fact.end is None:
        line_end = markdown.find("\n", clause.markdown_start)
        return clause.markdown_start, clause.markdown_end if line_end < 0 else min(line_end, clause.markdown_end)
    is_note = markdown.startswith(NOTE_MARK, clause.markdown_start)
    signs, places = body_signs(markdown, clause.markdown_start, clause.markdown_end, notes=is_note)
    before, own = (_signs(clause.text[begin:end]) for begin, end in ((0, fact.start), (fact.start, fact.end)))
    first = len(before)
    if not own or signs[first : first + len(own)] != own:
        return clause.markdown_start, clause.markdown_end
    return places[first], places[first + len(own) - 1] + 1


def _signs(text: str) -> str:
    return "".join(text.split())
