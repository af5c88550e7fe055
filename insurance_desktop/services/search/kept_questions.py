"""Golden questions that reviewers keep in a library: for its own evaluation, and for its question memory.

What is kept names its clauses by their stable ids. Where a clause's text changes, its id does, and the question is
stale until somebody keeps it anew: it then judges nothing and is not remembered.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.evaluation import (
    BASIC,
    COMPARISON,
    EXCLUSION,
    ITEM_SIGN,
    NONE,
    TIERS,
    GoldenPlace,
    GoldenQuestion,
    GoldenSet,
    StaleLabel,
)
from insurance_desktop.domain.identity import same_mark
from insurance_desktop.domain.plain import plain
from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.questions import take_apart
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.questions import readable, refuse_unreadable
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import Connection
from insurance_desktop.store.evaluation import golden
from insurance_desktop.store.evaluation.golden import GoldenLabel, KeptQuestion, Removal
from insurance_desktop.store.works import documents


class Fit(StrEnum):
    """Whether a kept label still fits the library."""

    FITS = "fits"
    CHANGED = "changed"
    """The section is there, its text is another one."""
    GONE = "gone"
    """The document is not verified any more, or has no such section."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept question with how each of its labels fits now."""

    question: KeptQuestion
    fits: tuple[Fit, ...]

    @property
    def is_stale(self) -> bool:
        return any(each is not Fit.FITS for each in self.fits)


def keep(
    engine: SearchEngine,
    question: str,
    clause_ids: Sequence[str],
    *,
    reviewer: str,
    tier: str | None = None,
    style: str = "",
    document_id: int | None = None,
) -> Kept:
    """Keeps a question with the clauses that answer it; none = the right answer is that this document has none."""
    library = engine.library
    refuse_unreadable(question)
    if not reviewer.strip():
        raise UsageError("evaluating.needs_reviewer")
    text = " ".join(question.split())
    with library.database.read() as connection:
        labels = tuple(_label(connection, each) for each in dict.fromkeys(clause_ids))
        sha256 = _document_of(connection, labels, document_id)
        if any(each.question == text and each.document_sha256 == sha256 for each in _listed(connection, library)):
            raise UsageError("evaluating.kept_already", question=text)
    if tier is None and not labels:  # a forgotten clause must not become the answer that there is none
        raise UsageError("evaluating.needs_clause")
    chosen = tier or _tier_of(labels)
    if chosen not in TIERS:
        raise UsageError("evaluating.unknown_tier", tier=chosen, names=", ".join(TIERS))
    if (chosen == NONE) != (not labels):
        raise UsageError("evaluating.none_has_no_clause" if labels else "evaluating.needs_clause")
    kept = KeptQuestion(0, chosen, style, text, sha256, reviewer.strip(), library.now(), labels)
    vectors = () if engine.embedder.is_missing else (_vector(engine, text),)
    with library.database.write() as connection:
        golden_id = golden.add(connection, library.pack.name, kept)
        for vector in vectors:
            golden.put_vector(connection, golden_id, engine.embedder.fingerprint, vector.tobytes())
    return next(each for each in kept_questions(library) if each.question.golden_id == golden_id)


def _label(connection: Connection, named: str) -> GoldenLabel:
    clause_id, item = named, None
    found = clauses.by_clause_id(connection, named)
    if found is None and ITEM_SIGN in named:
        clause_id, _, item = named.rpartition(ITEM_SIGN)
        found = clauses.by_clause_id(connection, clause_id)
    if found is None:
        raise NotFound("evaluating.unknown_clause", clause_id=clause_id)
    document = documents.get(connection, found.document_id)
    if document is None:
        raise NotFound("evaluating.unknown_clause", clause_id=clause_id)
    if item is not None:
        marks = [each.mark for each in clauses.items_of(connection, [found.row]).get(found.row, ())]
        printed = next((mark for mark in marks if same_mark(mark, item)), None)
        if printed is None:
            raise NotFound("evaluating.unknown_item", clause_id=clause_id, item=item, marks=" ".join(marks) or "-")
        item = printed
    return GoldenLabel(found.clause_id, document.sha256, found.section_id, item, found.text_sha256)


def _document_of(connection: Connection, labels: Sequence[GoldenLabel], document_id: int | None) -> str | None:
    """The document that is asked: the named one, or the one that all clauses stand in."""
    if document_id is not None:
        document = documents.get(connection, document_id)
        if document is None:
            raise NotFound("evaluating.unknown_document", document_id=document_id)
        if any(each.document_sha256 != document.sha256 for each in labels):
            raise UsageError("evaluating.clause_elsewhere", document_id=document_id)
        return document.sha256
    there = {each.document_sha256 for each in labels}
    return there.pop() if len(there) == 1 else None


def _tier_of(labels: Sequence[GoldenLabel]) -> str:
    if any(each.item is not None for each in labels):
        return EXCLUSION
    return COMPARISON if len({(each.document_sha256, each.section_id) for each in labels}) > 1 else BASIC


def remove(library: Library, golden_id: int, *, reviewer: str, reason: str) -> None:
    """Takes a question out; that it was there, and why it went, stays on record."""
    if not reviewer.strip() or not reason.strip():
        raise UsageError("evaluating.needs_reviewer")
    with library.database.write() as connection:
        if not any(each.golden_id == golden_id for each in _listed(connection, library)):
            raise NotFound("evaluating.unknown_question", golden_id=golden_id)
        golden.remove(connection, golden_id, Removal(reviewer.strip(), reason.strip(), library.now()))


def kept_questions(library: Library, *, removed: bool = False) -> tuple[Kept, ...]:
    """The questions of this library, oldest first; with `removed` also those that were taken out."""
    with library.database.read() as connection:
        return tuple(
            Kept(each, tuple(_fit(connection, label) for label in each.labels))
            for each in golden.listed(connection, library.pack.name, removed=removed)
        )


def _listed(connection: Connection, library: Library) -> tuple[KeptQuestion, ...]:
    return golden.listed(connection, library.pack.name)


def _fit(connection: Connection, label: GoldenLabel) -> Fit:
    if clauses.by_clause_id(connection, label.clause_id) is not None:
        return Fit.FITS
    document = documents.with_original(connection, label.document_sha256)
    if document is None:
        return Fit.GONE
    return Fit.CHANGED if clauses.by_section(connection, [document.document_id], label.section_id) else Fit.GONE


def as_golden(library: Library) -> tuple[GoldenSet, tuple[StaleLabel, ...]]:
    """The kept questions as a set to evaluate, and the labels whose clauses are gone or changed."""
    fitting: list[GoldenQuestion] = []
    stale: list[StaleLabel] = []
    for kept in kept_questions(library):
        each = kept.question
        name = f"golden-{each.golden_id}"
        if kept.is_stale:
            stale += [
                StaleLabel(name, 0, each.tier, fit.value, label.section_id)
                for label, fit in zip(each.labels, kept.fits, strict=True)
                if fit is not Fit.FITS
            ]
            continue
        fitting.append(
            GoldenQuestion(
                line=0,
                identifier=name,
                tier=each.tier,
                question=each.question,
                sections=tuple(dict.fromkeys(label.section_id for label in each.labels)),
                items=tuple((label.section_id, label.item) for label in each.labels if label.item is not None),
                style=each.style,
                document_sha256=each.document_sha256,
                places=() if each.document_sha256 is not None else _places(each),
            )
        )
    content = json.dumps([plain(each) for each in fitting], ensure_ascii=False).encode("utf-8")
    return GoldenSet(library.path.name, hashlib.sha256(content).hexdigest(), tuple(fitting)), tuple(stale)


def _places(question: KeptQuestion) -> tuple[GoldenPlace, ...]:
    """Where the answer stands in several documents: 1.4 of one is not 1.4 of the other."""
    return tuple(GoldenPlace(label.document_sha256, label.section_id, label.item) for label in question.labels)


# for the question memory


def refresh_vectors(engine: SearchEngine) -> int:
    """Embeds the kept questions that this model has not seen (after an upgrade); returns how many."""
    library = engine.library
    if engine.embedder.is_missing:
        return 0
    model = engine.embedder.fingerprint
    with library.database.read() as connection:
        waiting = golden.without_vector(connection, library.pack.name, model)
    vectors = [(golden_id, _vector(engine, question)) for golden_id, question in waiting]
    if vectors:
        with library.database.write() as connection:
            for golden_id, vector in vectors:
                golden.put_vector(connection, golden_id, model, vector.tobytes())
    return len(vectors)


def _vector(engine: SearchEngine, question: str) -> Vectors:
    """As a search would embed the same words."""
    text = take_apart(readable(question), engine.library.pack).text
    return engine.embedder.question(engine.embedder.fitting(text))
