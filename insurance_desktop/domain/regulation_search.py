"""A search among regulations: how the question was understood, and what was found with its place in the graph."""

from dataclasses import field
from enum import StrEnum

from .answers import SourceReference
from .entity import entity
from .practice import PracticeHit
from .regulations import RegulationLink
from .states import AnswerStatus


class Route(StrEnum):
    """How regulations are looked for: an exact citation is looked up, all else is ranked."""

    KEYWORD = "keyword"
    HYBRID = "hybrid"


@entity
class Understood:
    """A question as it is searched. `enhanced_query`: the question, then the terms, then the regulations that it is
    looked for with; one of them that says none of the terms of the `subjects` is another edition's. `measures` are
    numbers by name: length in metres, tonnage in gross tons, date as a year. `references` are the regulations that it
    cites, `chapters` the wider parts of instruments, `instruments` those that it names; `unread` could not be said in
    the documents' language.
    """

    text: str
    enhanced_query: str
    intent: str
    depth: str
    top_k: int
    route: Route
    terms: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    regulations: tuple[str, ...] = ()
    ship_type: str | None = None
    ship_types: tuple[str, ...] = ()
    measures: dict[str, float] = field(default_factory=dict)
    references: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    instruments: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    certainty: float = 1.0
    is_reworded: bool = False


@entity
class GraphContext:
    """Where a regulation stands, and in how many places the library interprets it."""

    breadcrumb_path: str
    has_interpretations: bool
    interpretation_count: int


@entity
class RegulationHit:
    """A regulation that answers, or the part of it that does (not `is_whole`), verbatim; `id` is None where it has no
    number that could be cited. `graph_expanded`: it was not found by the question, but those found point at it."""

    id: str | None
    title: str
    breadcrumb: tuple[str, ...]
    text: str
    is_whole: bool
    similarity_score: float
    rrf_score: float
    graph_expanded: bool
    graph_context: GraphContext
    chunk_id: str
    source_reference: SourceReference


@entity
class RegulationSearch:
    """What is asked: of one `instrument` or one document alone where one is named. Without `top_k` the question decides
    how much is given; `fusion`: the order, fitted or rrf."""

    query: str
    instrument: str | None = None
    document_id: int | None = None
    top_k: int | None = None
    fusion: str = "fitted"


@entity
class RegulationSearchAnswer:
    """The regulations for a question, best first, then those that they point at. `practice` stands apart: it is no
    regulation. `candidates`: where a citation fits
    several regulations, or none, those to choose from."""

    status: AnswerStatus
    message: str | None
    intent: str
    enhanced_query: str
    understood: Understood
    results: tuple[RegulationHit, ...] = ()
    practice: tuple[PracticeHit, ...] = ()
    candidates: tuple[RegulationLink, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None
