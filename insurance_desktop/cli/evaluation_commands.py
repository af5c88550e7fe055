"""The commands `evaluate`, `golden` and `ranking`."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from insurance_desktop.domain.errors import LibraryReadOnly, UsageError
from insurance_desktop.packs.wording import say, sentence

from . import evaluation_shapes as shapes
from . import evaluation_text as text
from .console import Report, note, note_progress, stoppable
from .using import reading, saying_its_pack, working, writing

if TYPE_CHECKING:
    from insurance_desktop.domain.evaluation import Bar, GoldenSet
    from insurance_desktop.services.evaluation.ranking_judgement import Activation
    from insurance_desktop.services.library.library import Library
    from insurance_desktop.services.search.engine import SearchEngine
    from insurance_desktop.services.search.ranking_approval import History, RankingState


def evaluate(call: Namespace) -> Report:
    from insurance_desktop.services.evaluation import evaluation, golden_sets, ranking_judgement
    from insurance_desktop.services.search import ranking_approval

    if sum((call.golden is not None, call.own, call.kept)) != 1:
        raise UsageError("evaluating.usage_one_set")
    if call.ask:
        return _evaluate_answers(call)
    ways = evaluation.ways_of(scope=call.scope, mode=call.mode, fusion=call.fusion)
    bars = _bars(call)
    golden = None if call.golden is None else golden_sets.read_golden(call.golden)
    with _engine(call, golden) as (engine, may_write), stoppable() as cancel:
        if golden is not None:
            found = evaluation.evaluate(engine, golden, bars, ways=ways, progress=note_progress, cancel=cancel)
        elif call.own:
            found = ranking_judgement.evaluate_own(engine, bars, ways=ways, progress=note_progress, cancel=cancel)
        else:
            kept = ranking_judgement.evaluate_kept(engine, bars, ways=ways, progress=note_progress, cancel=cancel)
            if kept is None:
                raise UsageError("evaluating.usage_none_kept")
            found = kept
        run_id = ranking_approval.record(engine, found) if may_write else None
        answer = shapes.evaluation(found, run_id, _state(engine))
    return Report(answer, text.evaluation(found, misses=call.misses), 0 if found.passed else 1)


def _evaluate_answers(call: Namespace) -> Report:
    """The same questions put to `ask`."""
    from contextlib import nullcontext

    from insurance_desktop.services.asking import asked_runs
    from insurance_desktop.services.asking.as_set import writing_as_set
    from insurance_desktop.services.asking.helpers import Listener
    from insurance_desktop.services.asking.measuring import evaluate_answers
    from insurance_desktop.services.evaluation import golden_sets, ranking_judgement
    from insurance_desktop.services.search import kept_questions

    golden = None if call.golden is None else golden_sets.read_golden(call.golden)
    with _engine(call, golden) as (engine, may_write), stoppable() as cancel:
        if golden is None and call.own:
            golden = golden_sets.read_golden(golden_sets.own_golden_path(engine.library.pack.name))
        elif golden is None:
            golden, _ = kept_questions.as_golden(engine.library)
            if not golden.questions:
                raise UsageError("evaluating.usage_none_kept")
        with ranking_judgement.sample_library(engine, cancel=cancel) if call.own else nullcontext(engine) as asked:
            writing = writing_as_set(engine.library, Listener(cancel=cancel))
            found = evaluate_answers(asked, golden, writing, progress=note_progress, cancel=cancel)
        run_id = asked_runs.keep(engine, found) if may_write else None
        answer = shapes.answers(found, run_id, _state(engine))
    return Report(answer, text.answers(found, misses=call.misses))


def _bars(call: Namespace) -> "tuple[Bar, ...]":
    from insurance_desktop.services.evaluation import golden_sets

    return golden_sets.read_bars(call.bars or golden_sets.default_bars_path())


@contextmanager
def _engine(call: Namespace, golden: "GoldenSet | None") -> "Iterator[tuple[SearchEngine, bool]]":
    """The library to write the run into; one that cannot be written is evaluated all the same, and that is said."""
    from insurance_desktop.services.search.engine import SearchEngine

    try:
        workspace = working(call, create=call.own)
    except LibraryReadOnly as fault:
        note(say("evaluating.not_recorded", reason=sentence(fault).message))
        with reading(call) as reader:
            yield SearchEngine(_of_its_pack(call, reader, golden)), False
        return
    with workspace:
        library = _of_its_pack(call, workspace.library, golden)
        if library is workspace.library:
            yield workspace.engine, True
            return
        with SearchEngine(library, workspace.engine.models) as engine:
            yield engine, True


def _of_its_pack(call: Namespace, library: "Library", golden: "GoldenSet | None") -> "Library":
    """The library as the pack reads it that the questions belong to, unless the call names one."""
    from insurance_desktop.services.evaluation.targets import pack_asked

    if golden is None or call.pack is not None:
        return library
    return saying_its_pack(call, library.read_by(pack_asked(library, golden)))


def _state(engine: "SearchEngine") -> "RankingState":
    from insurance_desktop.services.search import ranking_approval

    with engine.library.database.read() as connection:
        return ranking_approval.state_of(connection, engine)


def _standing(engine: "SearchEngine") -> "tuple[RankingState, History]":
    """How the ranking stands, and what was recorded of it."""
    from insurance_desktop.services.search import ranking_approval

    return _state(engine), ranking_approval.history(engine.library)


def golden_add(call: Namespace) -> Report:
    from insurance_desktop.services.search import kept_questions

    with working(call) as workspace:
        kept = kept_questions.keep(
            workspace.engine,
            call.question,
            call.clause_ids or (),
            reviewer=call.reviewer,
            tier=call.tier,
            style=call.style,
            document_id=call.document_id,
        )
    return Report(shapes.kept(kept), text.kept(kept))


def golden_list(call: Namespace) -> Report:
    from insurance_desktop.services.search import kept_questions

    with reading(call) as library:
        found = kept_questions.kept_questions(library, removed=call.removed)
    return Report(shapes.kept_list(found), text.kept_list(found))


def golden_runs(call: Namespace) -> Report:
    from insurance_desktop.services.asking.asked_runs import asked_runs

    with reading(call) as library:
        found = asked_runs(library)
    return Report(shapes.asked_runs(found), text.asked_runs(found))


def golden_remove(call: Namespace) -> Report:
    from insurance_desktop.services.search import kept_questions

    with writing(call) as library:
        kept_questions.remove(library, call.golden_id, reviewer=call.reviewer, reason=call.reason)
        found = kept_questions.kept_questions(library, removed=True)
    gone = next(each for each in found if each.question.golden_id == call.golden_id)
    return Report(shapes.kept(gone), text.kept(gone))


def ranking_status(call: Namespace) -> Report:
    from insurance_desktop.services.search.engine import SearchEngine

    with reading(call) as library:
        state, past = _standing(SearchEngine(library))
    return Report(shapes.ranking(state, past), text.ranking(state, past))


def ranking_history(call: Namespace) -> Report:
    from insurance_desktop.services.search import ranking_approval

    with reading(call) as library:
        found = ranking_approval.history(library)
    return Report(shapes.history(found), text.history(found))


def ranking_check(call: Namespace) -> Report:
    """Judges where a judging is due, for a scheduler: exit 1 where the ranking missed a bar."""
    from insurance_desktop.services.evaluation import ranking_judgement

    with working(call) as workspace, stoppable() as cancel:
        found = ranking_judgement.judge_when_due(workspace.engine, progress=note_progress, cancel=cancel)
        state, past = _standing(workspace.engine)
    if found is None:
        return Report(shapes.checked(state, past), text.ranking(state, past), 1 if state.needs_somebody else 0)
    return _judged(found, state, past)


def ranking_activate(call: Namespace) -> Report:
    from insurance_desktop.services.evaluation import golden_sets, ranking_judgement

    bars = _bars(call)
    others = [golden_sets.read_golden(path) for path in call.goldens]
    with working(call) as workspace, stoppable() as cancel:
        found = ranking_judgement.activate(
            workspace.engine,
            bars,
            reviewer=call.reviewer,
            others=others,
            override_reason=call.override,
            progress=note_progress,
            cancel=cancel,
        )
        state, past = _standing(workspace.engine)
    return _judged(found, state, past)


def _judged(found: "Activation", state: "RankingState", past: "History") -> Report:
    answer = shapes.activation(found, state, past)
    return Report(answer, text.activation(found, state, past), 1 if found.is_refused else 0)
