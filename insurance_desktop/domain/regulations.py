"""Regulations as answers give them: by the id that surveyors write, with what they point at and what points at them."""

from enum import StrEnum

from .answers import SourceReference
from .entity import entity
from .states import AnswerStatus


class Relation(StrEnum):
    """How one regulation speaks of another."""

    REFERENCES = "REFERENCES"
    AMENDS = "AMENDS"
    INTERPRETS = "INTERPRETS"


@entity
class RegulationLink:
    """A regulation by its id; `chunk_id` is the clause that holds it."""

    id: str
    title: str
    chunk_id: str
    document_id: int


@entity
class RegulationReference:
    """A pointer that a regulation prints: `anchor` as printed, `to` the id of what it leads to, else what it says."""

    kind: Relation
    to: str
    resolved: bool
    anchor: str


@entity
class Regulation:
    """A regulation or a paragraph of one, verbatim. `aliases` are the printed forms of its id; `children` the ids right
    below it."""

    id: str
    aliases: tuple[str, ...]
    title: str
    breadcrumb: tuple[str, ...]
    text: str
    page_number: int | None
    url: str | None
    parent: str | None
    children: tuple[str, ...]
    references: tuple[RegulationReference, ...]
    chunk_id: str
    source_reference: SourceReference


@entity
class RegulationAnswer:
    """One regulation; where a citation fits several, or none, those to choose from (`candidates`)."""

    status: AnswerStatus
    message: str | None
    regulation: Regulation | None = None
    candidates: tuple[RegulationLink, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class RegulationEdge:
    """One printed pointer between two regulations: `source` points at `to`; `title` is that of the other one than the
    regulation that was asked for."""

    kind: Relation
    source: str
    to: str
    resolved: bool
    anchor: str
    title: str


@entity
class ConceptLink:
    """A subject of the field, what else it is called, and the regulations about it that the library holds."""

    name: str
    words: tuple[str, ...]
    regulations: tuple[RegulationLink, ...]


@entity
class RelatedAnswer:
    """The pointers around a regulation: those that it prints, then those that lead to it; and the subjects that it
    belongs to. Where a subject was asked for, it alone."""

    status: AnswerStatus
    message: str | None
    regulation: RegulationLink | None = None
    edges: tuple[RegulationEdge, ...] = ()
    concepts: tuple[ConceptLink, ...] = ()
    candidates: tuple[RegulationLink, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None
