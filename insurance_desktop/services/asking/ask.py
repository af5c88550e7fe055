"""One question, one answer in sentences that stand in the clauses which they cite.

memory → what the question leaves unsaid → what is wanted → clauses → a language model's sentences, each checked, or
verbatim ones → memory. Without a model, and wherever one fails, the answer is quoted.
"""

import uuid
from datetime import UTC, datetime
from functools import partial
from time import perf_counter

from insurance_desktop.domain.answers import ClauseLink
from insurance_desktop.domain.asking import (
    AnswerCitation,
    AnswerSentence,
    AnswerSource,
    AskedAnswer,
    AskRequest,
    Confidence,
    Conversation,
    Role,
    Stage,
    StageTimes,
    Turn,
)
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.intents import intent_of
from insurance_desktop.index.questions import take_apart
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.questions import readable, refuse_unreadable
from insurance_desktop.services.products.product_lookup import names_in
from insurance_desktop.services.search.engine import SearchEngine

from .composing import Asked, Composed, compose
from .coreference import resolve, without_names
from .evidence import Evidence, EvidenceClause, gather
from .helpers import Forgetful, Helpers, Listener

Entities = tuple[tuple[str, str], ...]
"""What a conversation is about, each with its kind."""


def ask_without_library(none: NoLibrary, request: AskRequest, **_: object) -> AskedAnswer:
    """The answer where there is no library yet."""
    asked = Asked(request, request.question, "", Evidence(AnswerStatus.EMPTY_LIBRARY, none.message))
    said = Composed(none.message, (AnswerSentence(none.message, (), checked=False),))
    return _told(asked, said, Forgetful().of(request.session_id).session_id, request.question, StageTimes())


@without_library(ask_without_library)
def ask(
    engine: SearchEngine, request: AskRequest, *, helpers: Helpers | None = None, listener: Listener | None = None
) -> AskedAnswer:
    """The answer. Cancelled wherever the listener does not want it any more: then nothing is remembered. UsageError for
    a question that cannot be read."""
    refuse_unreadable(request.question)
    helpers, listener, pack = helpers or Helpers(), listener or Listener(), engine.library.pack
    watch = _Watch()
    listener.hears(Stage.MEMORY)
    conversation = helpers.memory.of(request.session_id)
    query = _whole(engine, request.question, conversation, helpers, listener)
    intent = intent_of(without_names(query, _named(engine, query)), pack)
    memory_ms = watch.lap()
    listener.hears(Stage.RETRIEVAL)
    asked = Asked(request, query, intent.name, gather(engine, request, query, intent))
    retrieval_ms = watch.lap()
    composed = compose(engine, asked, helpers.writing, listener)
    listener.expect_wanted()
    times = StageTimes(
        memory_ms, retrieval_ms, round(watch.lap() - composed.check_ms, 1), composed.check_ms, watch.total()
    )
    enhanced = asked.evidence.enhanced_query or _enhanced(query, pack)
    told = _told(asked, composed, conversation.session_id, enhanced, times)
    helpers.memory.add(conversation.session_id, *_turns(request, told, composed, _about(engine, query, composed)))
    return told


def _whole(
    engine: SearchEngine, question: str, conversation: Conversation, helpers: Helpers, listener: Listener
) -> str:
    """The question with what it leaves unsaid; products are known by the library's names."""
    named = partial(_named, engine)
    pack, cancel = engine.library.pack, listener.cancel
    return resolve(readable(question), conversation, pack, helpers.fast, names_in=named, cancel=cancel).text


def _named(engine: SearchEngine, text: str) -> list[str]:
    """The products whose names stand in a text."""
    with engine.library.database.read() as connection:
        return [work.name for work, _ in names_in(engine.product_names, connection, text) if work.name]


def _about(engine: SearchEngine, query: str, composed: Composed) -> Entities:
    """The products whose clauses are cited; where none is, those that the question names."""
    cited = [each.source.product_name for _, each, _ in composed.cited]
    return tuple(
        (engine.library.pack.work_kind, name) for name in dict.fromkeys(cited or _named(engine, query)) if name
    )


class _Watch:
    """Milliseconds of the steps."""

    def __init__(self) -> None:
        self._began = self._last = perf_counter()

    def lap(self) -> float:
        now = perf_counter()
        taken, self._last = now - self._last, now
        return round(1000 * taken, 1)

    def total(self) -> float:
        return round(1000 * (self._last - self._began), 1)


def _enhanced(query: str, pack: DomainPack) -> str:
    """What was searched: the question, and the trade's terms for what it says."""
    terms = [term for term in take_apart(query, pack).trade if term not in query]
    return " | ".join((query, " ".join(terms))) if terms else query


def _told(asked: Asked, composed: Composed, session_id: str, enhanced: str, times: StageTimes) -> AskedAnswer:
    evidence = asked.evidence
    messages = [each for each in (composed.message, evidence.message) if each]
    return AskedAnswer(
        status=evidence.status,
        session_id=session_id,
        enhanced_query=enhanced,
        intent=asked.intent,
        answer_text=composed.text,
        sentences=composed.sentences,
        citations=tuple(_citation(*each) for each in composed.cited),
        confidence=Confidence.of(evidence.probability) if evidence.status is AnswerStatus.OK else Confidence.LOW,
        probability=evidence.probability,
        model_used=composed.model,
        sources=tuple(_source(each) for _, each, _ in composed.cited),
        timing=times,
        input_mode=asked.request.input_mode,
        message="".join(messages).strip() or None,
    )


def _citation(number: int, clause: EvidenceClause, words: str) -> AnswerCitation:
    key = "ask.citation" if clause.place else "ask.citation_without_page"
    named = say(key, number=number, name=clause.name, place=clause.place)
    return AnswerCitation(number, named, clause.clause_id, clause.source.page_number, words, verified=True)


def _source(clause: EvidenceClause) -> AnswerSource:
    url = clause.source.download_url
    return AnswerSource(clause.clause_id, clause.section_id, url, clause.breadcrumb, round(clause.score, 4))


def _turns(request: AskRequest, told: AskedAnswer, composed: Composed, about: Entities) -> tuple[Turn, Turn]:
    """What both sides said, to be remembered."""
    links = tuple(ClauseLink(each.clause_id, each.section_id, each.section_title) for _, each, _ in composed.cited)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return (
        Turn(uuid.uuid4().hex, Role.USER, request.question, at, request.input_mode, told.enhanced_query),
        Turn(uuid.uuid4().hex, Role.ASSISTANT, told.answer_text, at, cited=links, entities=about),
    )
