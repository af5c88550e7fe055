"""The sentences of an answer: a language model's where one may write and what it says holds, else quoted ones."""

from collections.abc import Callable, Sequence

from insurance_desktop.domain.asking import EXTRACTIVE, AnswerSentence, AskRequest, Stage
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.matching import share_said
from insurance_desktop.index.questions import take_apart
from insurance_desktop.packs.wording import say, sentence
from insurance_desktop.services.search.engine import SearchEngine

from .context import passages_of
from .evidence import Evidence, EvidenceClause
from .extraction import extract, finding_of
from .generation import Written, as_shown, prompt, write
from .helpers import Listener, Writing
from .quoted_page import QuotedPage
from .support import support_of

_ROOM = {ModelRole.FAST: 3_000, ModelRole.STRONG: 5_000}
"""Tokens of clauses that are laid before a model."""
_LEAST_KEPT = 0.5
"""Of the sentences that claim something: where less holds, none of them is shown."""


@entity
class Asked:
    """What is answered: the question with what it left unsaid, what is wanted, and the clauses for it."""

    request: AskRequest
    query: str
    intent: str
    evidence: Evidence


@entity
class Composed:
    """`cited` are the clauses with their numbers and those of their words that the answer rests on."""

    text: str
    sentences: tuple[AnswerSentence, ...]
    cited: tuple[tuple[int, EvidenceClause, str], ...] = ()
    model: str = EXTRACTIVE
    message: str | None = None
    check_ms: float = 0.0


def compose(engine: SearchEngine, asked: Asked, writing: Writing | None, listener: Listener) -> Composed:
    """The answer; a quoted one says why no model wrote it, where one should have."""
    message = None
    if writing is not None and writing.models and asked.evidence.clauses and not asked.request.extractive:
        try:
            written = _written(engine, asked, writing, listener)
        except EndpointError as error:
            message = say("ask.model_failed", reason=sentence(error))
        else:
            if written is not None:
                return written
            message = say("ask.model_refuted")
    listener.hears(Stage.EXTRACTION)
    searched = asked.evidence.searched or asked.query
    quoted = extract(asked.evidence, searched, engine.library.pack, relevance_of(engine, searched))
    for each in quoted.sentences:
        listener.hears(Stage.EXTRACTION, each)
    cited = tuple((number, clause, words) for number, (clause, words) in enumerate(quoted.cited, start=1))
    return Composed(quoted.text, quoted.sentences, cited, message=message)


def relevance_of(engine: SearchEngine, question: str) -> Callable[[Sequence[str]], Sequence[float]]:
    """How surely passages answer the question, by the model that reads both, else by how near their vectors lie, else
    by the words of the question that they hold."""

    def told(passages: Sequence[str]) -> Sequence[float]:
        reranker = engine.models.reranker
        if reranker is not None:
            return [float(each) for each in reranker.logits(question, passages)]
        if engine.embedder.is_missing:
            words = take_apart(question, engine.library.pack).words
            return [share_said(words, respelled(each).lower()) for each in passages]
        asked = engine.embedder.question(engine.embedder.fitting(question))
        read = [engine.embedder.fitting(each) for each in passages]  # a sentence of a convention can be longer
        return [float(each) for each in engine.embedder.passages(read) @ asked]

    return told


def _written(engine: SearchEngine, asked: Asked, writing: Writing, listener: Listener) -> Composed | None:
    """What a model writes of the clauses; None where less than half of it holds."""
    pack, evidence = engine.library.pack, asked.evidence
    role = writing.choose(asked.query, asked.intent, evidence.probability, pack)
    model = writing.models.get(role) or next(iter(writing.models.values()))
    sides = sum(each.found for each in evidence.sides)
    passages = passages_of(evidence.clauses, evidence.searched or asked.query, _ROOM[role], sides)
    messages = prompt(passages, asked.query, pack, finding_of(evidence))
    written = write(model, messages, writing.check(passages, pack), listener)
    if written.kept_share < _LEAST_KEPT:
        return None
    clauses = {each.clause_id: each for each in evidence.clauses}
    cited = tuple(
        (each.number, clauses[each.clause_id], support_of(each, citing))
        for each in passages
        if (citing := _citing(written, each.number))
    )
    page = QuotedPage()
    if evidence.exclusions is not None:
        page.say(finding_of(evidence))
    page.write(as_shown(written), written.sentences)
    if evidence.exclusions is not None:
        page.say(evidence.exclusions.disclaimer)
    made = page.made()
    return Composed(made.text, made.sentences, cited, model.name, check_ms=written.check_ms)


def _citing(written: Written, number: int) -> list[str]:
    return [each.text for each in written.sentences if not each.struck and number in each.citations]
