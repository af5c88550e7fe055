"""SC-003: asks golden questions as a client would and says how often the answer was right, by tier, style and arm.

Every figure comes from the services that answer clients. What search answers is judged with the bar at 0.7; figures
whose names begin with `order_` judge the order alone.
"""

import itertools
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from insurance_desktop.domain.answers import RELEVANCE_BAR, SearchRequest
from insurance_desktop.domain.errors import LibraryError, UsageError
from insurance_desktop.domain.evaluation import (
    ANSWERABLE,
    CALIBRATION,
    EXCLUSION,
    NO_SCOPE,
    NONE,
    PRODUCT_SCOPE,
    TIERS,
    ArmResult,
    Bar,
    BestScore,
    Evaluation,
    ExclusionResult,
    Figure,
    GoldenQuestion,
    GoldenSet,
    Group,
    JudgedBar,
    Miss,
    StaleLabel,
)
from insurance_desktop.domain.running import (
    CancelCheck,
    Cancelled,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.index.matching import MATCHED, POSSIBLE
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.search.clause_search import FUSIONS, MODES, look
from insurance_desktop.services.search.embedding_cache import with_embedding_cache
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import Outcome
from insurance_desktop.services.search.indexing import is_stale

from .figures import calibration, figures
from .parts import issuer_of, parts_of
from .scores import MarkedItem, Place, Scores, Seen, Wanted, exclusion_scores, is_right, search_scores
from .silence import curve_of, near_misses
from .targets import Ground, Target, ground_of, target_of

SCOPES = (PRODUCT_SCOPE, NO_SCOPE)
_WHOLE = 1 << 30
"""Bytes: the list of exclusions is judged whole, not page by page."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Which ways of searching are compared. The first one of each is what the bars judge."""

    scopes: tuple[str, ...] = SCOPES
    modes: tuple[str, ...] = MODES
    fusions: tuple[str, ...] = FUSIONS

    def each(self) -> list[tuple[str, str, str]]:
        return list(itertools.product(self.scopes, self.modes, self.fusions))


@dataclass(slots=True)
class _Asked:
    """What one way of searching has come to so far."""

    scored: list[tuple[Wanted, Scores]] = field(default_factory=list)
    promised: list[float] = field(default_factory=list)
    answerable: list[bool] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    best: list[BestScore] = field(default_factory=list)
    """Of the questions that the bar can be wrong about."""


def ways_of(*, scope: str | None = None, mode: str | None = None, fusion: str | None = None) -> Ways:
    """The ways that a command names; what it leaves open is compared side by side."""
    for given, known, key in ((scope, SCOPES, "scope"), (mode, MODES, "mode"), (fusion, FUSIONS, "fusion")):
        if given is not None and given not in known:
            raise UsageError("evaluating.unknown_way", name=key, given=given, names=", ".join(known))
    return Ways((scope,) if scope else SCOPES, (mode,) if mode else MODES, (fusion,) if fusion else FUSIONS)


def evaluate(
    engine: SearchEngine,
    golden: GoldenSet,
    bars: Sequence[Bar],
    *,
    ways: Ways | None = None,
    known_stale: Sequence[StaleLabel] = (),
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> Evaluation:
    """Asks every question in every way. Labels that no longer fit are reported apart and judge nothing.

    A question that is kept in this library is left out of its memory while it is asked, so that nothing is judged by
    an answer that was read off.
    `known_stale` are labels of questions that the caller left out of the set for the same reason.
    """
    started = time.monotonic()
    _refuse_unknown_tiers(golden)
    chosen = ways or Ways()
    asking = with_embedding_cache(engine)
    ground, targets, stale = targets_in(asking, golden)
    stale = [*known_stale, *stale]
    tiers = Counter(each.tier for each in golden.questions)
    tiers += Counter(tier for _, tier in {(each.identifier, each.tier) for each in known_stale})
    searched: dict[tuple[str, str, str], _Asked] = {way: _Asked() for way in chosen.each()}
    checked: dict[str, list[tuple[Wanted, Scores]]] = {scope: [] for scope in chosen.scopes}
    misses: list[Miss] = []
    for done, target in enumerate(targets):
        if cancel():
            raise Cancelled
        progress(Progress(done, len(targets), target.wanted.question.identifier))
        alone = asking.without_kept(target.wanted.question.question)
        misses += _ask(alone, ground, target, searched)
        if target.wanted.question.tier == EXCLUSION:
            misses += _check(alone, ground, target, checked)
    arms = tuple(_arm(way, asked) for way, asked in searched.items())
    exclusions = tuple(
        ExclusionResult(scope, _groups(scored, with_answerable=False)) for scope, scored in checked.items() if scored
    )
    judged = _judge(bars, tiers, stale, arms, exclusions)
    first = next(iter(searched.values()))
    return Evaluation(
        golden=golden.name,
        golden_sha256=golden.sha256,
        questions=tiers.total(),
        measured=len(targets),
        passed=bool(judged) and bool(targets) and all(each.passed for each in judged),
        bars=judged,
        arms=arms,
        exclusions=exclusions,
        stale=tuple(stale),
        coarser=tuple(label for target in targets for label in target.coarser),
        unaccepted=tuple(label for target in targets for label in target.unaccepted),
        misses=tuple(misses),
        seconds=round(time.monotonic() - started, 1),
        parts=parts_of(ground, first.scored, next(iter(checked.values()))),
        near_misses=near_misses(first.best, RELEVANCE_BAR),
        curve=curve_of(first.best, RELEVANCE_BAR),
    )


def _refuse_unknown_tiers(golden: GoldenSet) -> None:
    """A set that no file was read for may hold one that nobody checked: kept by an earlier program."""
    for each in golden.questions:
        if each.tier not in TIERS:
            raise UsageError("evaluating.unknown_tier_of", name=each.identifier, tier=each.tier, names=", ".join(TIERS))


def targets_in(engine: SearchEngine, golden: GoldenSet) -> tuple[Ground, list[Target], list[StaleLabel]]:
    """The questions that can be measured in this library, and the labels that keep the others from it."""
    targets: list[Target] = []
    stale: list[StaleLabel] = []
    with engine.library.database.read() as connection:
        if is_stale(connection, engine):
            raise LibraryError("evaluating.index_stale")
        ground = ground_of(connection, engine.library.pack.name)
        for each in golden.questions:
            found = target_of(connection, engine, ground, each)
            if isinstance(found, Target):
                targets.append(found)
            else:
                stale += found
    return ground, targets, stale


# asking


def _ask(
    engine: SearchEngine, ground: Ground, target: Target, searched: dict[tuple[str, str, str], _Asked]
) -> Iterable[Miss]:
    """Asks one question in every way; the misses of the first one."""
    misses: list[Miss] = []
    for place, ((scope, mode, fusion), asked) in enumerate(searched.items()):
        request = target.request if scope == PRODUCT_SCOPE else target.unscoped
        seen = _seen(ground, look(engine, replace(request, mode=mode, fusion=fusion)))
        wanted = target.wanted
        scores = search_scores(wanted, seen)
        asked.scored.append((wanted, scores))
        if wanted.question.tier != EXCLUSION:
            asked.promised.append(min(max(seen.best, 0.0), 1.0))
            asked.answerable.append(wanted.has_answer)
            asked.right.append(wanted.has_answer and scores["order_top_1"][0] > 0)
            if scores:
                asked.best.append(_best(ground, wanted, seen))
        if place == 0 and wanted.question.tier != EXCLUSION:
            misses += _search_miss(wanted, seen, scores)
    return misses


def _seen(ground: Ground, outcome: Outcome) -> Seen:
    shown = {each.row: each for each in (*outcome.nearest, *(found.clause for found in outcome.found))}

    def placed(row: int, score: float) -> Place:
        where = ground.places[row]
        clause = shown.get(row)
        heading = "" if clause is None else f"{clause.section_id} {clause.section_title}".strip()
        return Place(where.document_id, where.section, score, heading)

    answered = tuple(placed(each.clause.row, each.score) for each in outcome.found)
    order = tuple(placed(row, score) for row, score in outcome.order) or answered
    return Seen(answered, order, is_weak=bool(outcome.weak))


def _best(ground: Ground, wanted: Wanted, seen: Seen) -> BestScore:
    golden, best = wanted.question, seen.highest
    return BestScore(
        identifier=golden.identifier,
        tier=golden.tier,
        style=golden.style,
        issuer=issuer_of(ground, wanted),
        question=golden.question,
        wanted=_labels(golden),
        found="" if best is None else best.heading or best.section,
        score=0.0 if best is None else round(best.score, 4),
        is_right=best is not None and is_right(wanted, best),
        was_answered=bool(seen.answered),
    )


def _search_miss(wanted: Wanted, seen: Seen, scores: Scores) -> list[Miss]:
    decisive = next((name for name in ("all_in_3", "top_1", "silent") if name in scores), None)
    if decisive is None or scores[decisive][0] >= scores[decisive][1]:
        return []
    return [_miss(wanted, tuple(dict.fromkeys(each.section for each in seen.answered[:5])))]


def _miss(wanted: Wanted, got: tuple[str, ...]) -> Miss:
    golden = wanted.question
    return Miss(golden.identifier, golden.tier, golden.question, _labels(golden), got)


def _labels(golden: GoldenQuestion) -> tuple[str, ...]:
    return tuple(f"{section} {mark}" for section, mark in golden.items) or golden.sections


def _check(
    engine: SearchEngine, ground: Ground, target: Target, checked: dict[str, list[tuple[Wanted, Scores]]]
) -> Iterable[Miss]:
    """Goes through the exclusions for one scenario, with and without scope; the misses of the first."""
    misses: list[Miss] = []
    for place, (scope, scored) in enumerate(checked.items()):
        request = target.request if scope == PRODUCT_SCOPE else SearchRequest(target.request.query)
        answer = check_exclusions(
            engine,
            request.query,
            product=request.product_code,
            document_id=request.document_id,
            strict=False,
            everything=True,
            budget=_WHOLE,
            is_measured=True,
        )
        items = [
            MarkedItem(
                document_id=where.document_id,
                section=where.section,
                mark=each.item,
                matched=each.mark == MATCHED,
                possible=each.mark == POSSIBLE,
                is_exclusion=engine.library.pack.exclusion_category in where.categories,
                defined=frozenset(
                    ground.by_clause_id[chunk].section for chunk in each.definitions if chunk in ground.by_clause_id
                ),
            )
            for each in answer.matched_clauses
            for where in (ground.by_clause_id[each.chunk_id],)
        ]
        scores = exclusion_scores(target.wanted, items, answer.risk_detected)
        scored.append((target.wanted, scores))
        decisive = ("section_recall", "item_recall", "precision", "no_false_alarm")
        if place == 0 and any(name in scores and scores[name][0] < scores[name][1] for name in decisive):
            got = tuple(f"{each.section} {each.mark or ''}".strip() for each in items if each.matched)
            misses.append(_miss(target.wanted, got))
    return misses


# figures


def _arm(way: tuple[str, str, str], asked: _Asked) -> ArmResult:
    scope, mode, fusion = way
    events = (("answerable", asked.answerable), ("first_right", asked.right))
    found = (calibration(event, asked.promised, came) for event, came in events)
    return ArmResult(scope, mode, fusion, _groups(asked.scored), tuple(each for each in found if each is not None))


def _groups(scored: Sequence[tuple[Wanted, Scores]], *, with_answerable: bool = True) -> tuple[Group, ...]:
    """Tier by tier, each whole and by style; then all that search must answer, together."""
    there = {wanted.question.tier for wanted, _ in scored}
    groups: list[Group] = []
    for tier in (tier for tier in TIERS if tier in there):
        inside = [each for each in scored if each[0].question.tier == tier]
        groups.append(_group(tier, None, inside))
        for style in sorted({wanted.question.style for wanted, _ in inside}):
            groups.append(_group(tier, style, [each for each in inside if each[0].question.style == style]))
    answerable = [each for each in scored if each[0].question.tier not in (EXCLUSION, NONE) and each[0].has_answer]
    if with_answerable and answerable:
        groups.append(_group(ANSWERABLE, None, answerable))
    return tuple(groups)


def _group(tier: str, style: str | None, scored: Sequence[tuple[Wanted, Scores]]) -> Group:
    return Group(tier, style, len(scored), figures([scores for _, scores in scored if scores]))


# bars


def _judge(
    bars: Sequence[Bar],
    tiers: Counter[str],
    stale: Sequence[StaleLabel],
    arms: Sequence[ArmResult],
    exclusions: Sequence[ExclusionResult],
) -> tuple[JudgedBar, ...]:
    """The bars of the tiers that the set holds. A tier that could not be measured at all does not pass.

    A bar on a figure that none of the tier's questions counts for (items, where no question names one) says nothing.
    """
    left_out = Counter(tier for _, tier in {(each.identifier, each.tier) for each in stale})
    judged = []
    for bar in bars:
        if bar.tier not in tiers and bar.tier not in (ANSWERABLE, CALIBRATION):
            continue
        found = _measured(bar, arms, exclusions)
        if found is None and (bar.tier not in tiers or tiers[bar.tier] != left_out[bar.tier]):
            continue
        judged.append(JudgedBar(bar, found, found is not None and bar.holds(found.value), left_out[bar.tier]))
    return tuple(judged)


def _measured(bar: Bar, arms: Sequence[ArmResult], exclusions: Sequence[ExclusionResult]) -> Figure | None:
    if bar.tier == CALIBRATION:
        return next((each.error for arm in arms[:1] for each in arm.calibration), None)
    checked = next((each.figure(bar.tier, bar.figure) for each in exclusions), None)
    searched = next((each.figure(bar.tier, bar.figure) for each in arms), None)
    return checked or searched
