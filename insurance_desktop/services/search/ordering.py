"""The order of clauses for a question: both arms, the fitted numbers, the second stage; or the seeds' fusion."""

from dataclasses import replace

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.index import ranking
from insurance_desktop.index.questions import Question
from insurance_desktop.index.ranking import Ranked
from insurance_desktop.store.clauses.search_index import IndexScope
from insurance_desktop.store.database import Connection

from .arms import arms_of, gather
from .embedding_cache import EmbeddingCache
from .engine import SearchEngine
from .passages import reading_with


def order_of(
    connection: Connection, engine: SearchEngine, request: SearchRequest, question: Question, inside: IndexScope
) -> list[Ranked]:
    """All clauses that an arm brings, best first, as the request wants them ranked; none before anything is indexed."""
    arms = arms_of(engine, connection)
    if arms is None:
        return []
    arms = replace(arms, embedder=EmbeddingCache(arms.embedder))
    mode = "keyword" if arms.embedder.is_missing else request.mode
    evidence = gather(connection, question, inside, arms=arms, mode=mode)
    model = ranking.load_model(ranking.model_path(engine.library.pack.name))
    read = reading_with(connection, arms.space_id, engine.models.reranker, arms.embedder, question)
    ranked = model.ordered(question, evidence, mode, read)
    if request.fusion == "rrf":
        ranked = ranking.rrf_order(ranked, ranking.vector_share(question, request.vector_weight))
    return ranked
