"""Golden questions put to `ask`: is the right clause cited, what holds when it is checked, how long each step takes.

Quoting is always measured; a language model beside it, where a person has set one.
"""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from statistics import median

from insurance_desktop.domain.asked_evaluation import AnsweringArm, AskedEvaluation, StageSpread, StruckSentence
from insurance_desktop.domain.asking import (
    EXTRACTIVE,
    AnswerSentence,
    AskedAnswer,
    AskProgress,
    AskRequest,
    Stage,
    StageTimes,
)
from insurance_desktop.domain.evaluation import NONE, TIERS, GoldenSet, Group
from insurance_desktop.domain.running import (
    CancelCheck,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.evaluation.evaluation import targets_in
from insurance_desktop.services.evaluation.figures import figures
from insurance_desktop.services.evaluation.scores import Place, Scores, Wanted
from insurance_desktop.services.evaluation.targets import Ground, Target
from insurance_desktop.services.search.engine import SearchEngine

from .ask import ask
from .helpers import Helpers, Listener, Writing


@dataclass(slots=True)
class _Heard:
    """What a model wrote for one answer, shown or not."""

    sentences: list[AnswerSentence] = field(default_factory=list)

    def __call__(self, progress: AskProgress) -> None:
        if progress.sentence is not None and progress.stage in (Stage.GENERATION, Stage.MENDING):
            self.sentences.append(progress.sentence)

    @property
    def claims(self) -> list[AnswerSentence]:
        return [each for each in self.sentences if each.checked]


@dataclass(frozen=True, slots=True)
class _Answered:
    wanted: Wanted
    answer: AskedAnswer
    heard: _Heard
    scores: Scores


def evaluate_answers(
    engine: SearchEngine,
    golden: GoldenSet,
    writing: Writing | None,
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> AskedEvaluation:
    """Each question answered in each way. Cancelled where it is not wanted any more."""
    started = time.monotonic()
    ground, targets, stale = targets_in(engine, golden)
    ways: Mapping[str, Helpers] = {EXTRACTIVE: Helpers()} | (
        {} if writing is None else {_names(writing): Helpers(writing=writing)}
    )
    answered: dict[str, list[_Answered]] = {name: [] for name in ways}
    for done, target in enumerate(targets):
        progress(Progress(done, len(targets), target.wanted.question.identifier))
        for name, helpers in ways.items():
            answered[name].append(_answered(engine, ground, target, helpers, cancel))
    return AskedEvaluation(
        golden=golden.name,
        golden_sha256=golden.sha256,
        questions=len(golden.questions),
        measured=len(targets),
        arms=tuple(_arm(name, each) for name, each in answered.items()),
        stale=tuple(stale),
        seconds=round(time.monotonic() - started, 1),
    )


def _names(writing: Writing) -> str:
    return "+".join(dict.fromkeys(model.name for model in writing.models.values()))


def _answered(engine: SearchEngine, ground: Ground, target: Target, helpers: Helpers, cancel: CancelCheck) -> _Answered:
    heard = _Heard()
    asked = target.request
    request = AskRequest(asked.query, product_code=asked.product_code, document_id=asked.document_id)
    answer = ask(engine, request, helpers=helpers, listener=Listener(heard, cancel))
    return _Answered(target.wanted, answer, heard, _scores(ground, target.wanted, answer, heard))


def _scores(ground: Ground, wanted: Wanted, answer: AskedAnswer, heard: _Heard) -> Scores:
    """For each figure what was right, and of how much."""
    shown = [each for each in answer.sentences if not each.struck]
    found: Scores = {"cited_sentences": (sum(bool(each.citations) for each in shown if each.checked), _checked(shown))}
    if heard.sentences:
        claims = heard.claims
        found["struck"] = (sum(each.struck for each in claims), len(claims))
        found["model_kept"] = (answer.model_used != EXTRACTIVE, 1)
    if wanted.question.tier == NONE:
        return {**found, "silent": (answer.status is not AnswerStatus.OK, 1)}
    if not wanted.has_answer:
        return found
    cited = [ground.by_clause_id[each.chunk_id] for each in answer.sources if each.chunk_id in ground.by_clause_id]
    places = [Place(each.document_id, each.section, 0.0) for each in cited]
    right = [wanted.is_asked(each.document_id) and wanted.accepts(each) for each in places]
    keys = {wanted.key(each.document_id, each.section) for each in places}
    return {
        **found,
        "answered": (answer.status is AnswerStatus.OK, 1),
        "cited_first": (any(right[:1]), 1),
        "citation_precision": (sum(right), len(right)),
        "citation_recall": (sum(each in keys for each in wanted.needed), len(wanted.needed)),
    }


def _checked(sentences: Sequence[AnswerSentence]) -> int:
    return sum(each.checked for each in sentences)


def _arm(name: str, answered: Sequence[_Answered]) -> AnsweringArm:
    tiers: dict[str, list[Scores]] = defaultdict(list)
    for each in answered:
        tiers[each.wanted.question.tier].append(each.scores)
    struck = tuple(
        StruckSentence(each.wanted.question.identifier, one.text, one.reason or "")
        for each in answered
        for one in each.heard.claims
        if one.struck
    )
    return AnsweringArm(
        answered_by=name,
        figures=figures([each.scores for each in answered]),
        groups=tuple(Group(tier, None, len(tiers[tier]), figures(tiers[tier])) for tier in TIERS if tier in tiers),
        stages=_stages([each.answer.timing for each in answered]),
        struck=struck,
    )


def _stages(times: Sequence[StageTimes]) -> tuple[StageSpread, ...]:
    found = []
    for stage in fields(StageTimes) if times else ():
        rising = sorted(getattr(each, stage.name) for each in times)
        found.append(StageSpread(stage.name, median(rising), rising[9 * len(rising) // 10], rising[-1]))
    return tuple(found)
