"""The services that measure: runs, kept questions and a ranking that can be told how they stand."""

from dataclasses import replace

from use_cases import stands_for

import insurance_desktop.services.evaluation.ranking_judgement
import insurance_desktop.services.evaluation.runs
import insurance_desktop.services.exam.evaluation
import insurance_desktop.services.exam.exam_runs
import insurance_desktop.services.search.kept_questions
import insurance_desktop.services.search.ranking_approval
from insurance_desktop.domain.evaluation import (
    ArmResult,
    Bar,
    BestScore,
    Bin,
    Calibration,
    CurvePoint,
    Evaluation,
    Figure,
    Group,
    JudgedBar,
    Miss,
    Part,
    SilenceCurve,
    StaleLabel,
)
from insurance_desktop.domain.exam import ExamEvaluation, ExamRun, ExamRuns, ExamScore, PartScore, RunChange
from insurance_desktop.domain.running import Progress
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.evaluation.ranking_judgement import Activation
from insurance_desktop.services.evaluation.runs import AnswerPlace, RecordedRun
from insurance_desktop.services.search.kept_questions import Fit, Kept
from insurance_desktop.services.search.ranking_approval import Configuration, History, RankingState, Standing
from insurance_desktop.store.evaluation.configurations import AskedPart, Run, Verdict
from insurance_desktop.store.evaluation.golden import GoldenLabel, KeptQuestion

AT = "2026-11-20T08:00:00+00:00"
HASH = f"{1:064x}"
FINGERPRINT = "f" * 64


def figure(value, n=20):
    return Figure(value, value - 0.05, min(value + 0.05, 1.0), n)


def calibration(event="answerable"):
    bins = tuple(Bin(5, place / 10, place / 10 if place != 9 else 0.4) for place in range(10))
    return Calibration(event, figure(0.12, 50), 0.1, 0.2, 0.5, bins)


def evaluation(*, passed=False):
    first = JudgedBar(Bar("basic", "top_1", 0.9), figure(0.95 if passed else 0.85), passed)
    second = JudgedBar(Bar("exclusion", "section_recall", 0.8), figure(0.9), True)
    group = Group("basic", None, 20, {"top_1": figure(0.85), "mrr": figure(0.88), "order_top_1": figure(0.9)})
    arm = ArmResult("product", "hybrid", "fitted", (group,), (calibration(),))
    misses = (
        Miss("q1", "basic", "犹豫期几天？", ("1.4",), ("2.3", "1.1")),
        Miss("q2", "basic", "宽限期几天？", ("3.1",), ()),
    )
    stale = (StaleLabel("q9", 9, "basic", "document", "gone.pdf"),)
    return Evaluation(
        "own.jsonl",
        "0" * 64,
        21,
        20,
        passed,
        (first, second),
        (arm,),
        (),
        stale,
        misses=misses,
        parts=parts(),
        near_misses=near_misses(),
        curve=curve(),
    )


def parts():
    def of(by, name, value):
        return Part(by, name, 10, (Group("basic", None, 10, {"top_1": figure(value, 10)}),))

    return (of("issuer", "甲人寿", 0.9), of("issuer", None, 0.6), of("style", "colloquial", 0.8), of("style", "", 0.7))


def near_misses():
    """The first is of a question whose answer this library can show."""
    return (
        BestScore("n1", "none", "", "甲人寿", "能贷款吗？", (), "6.1 保单贷款", 0.81, was_answered=True),
        BestScore("n2", "none", "", "甲人寿", "有分红吗？", (), "4.1 分红", 0.55),
        BestScore("q1", "basic", "", "甲人寿", "犹豫期几天？", ("1.4",), "1.4 犹豫期", 0.66, is_right=True),
        BestScore("q2", "basic", "", "甲人寿", "宽限期几天？", ("3.1",), "2.2 等待期", 0.5),
    )


def curve():
    points = [CurvePoint(each / 10, figure(0.05 + each * 0.08, 5), figure(each * 0.02, 15)) for each in range(11)]
    return SilenceCurve(0.7, tuple(points))


def run(**changes):
    places = {"q1": AnswerPlace(HASH, "1.4"), "q2": AnswerPlace("e" * 64, "3.1")}
    return replace(RecordedRun(7, evaluation(), places), **changes)


def kept(number=1, fit=Fit.FITS, question="能不能全额退？"):
    label = GoldenLabel("c1", HASH, "1.4", None, "d" * 64)
    return Kept(KeptQuestion(number, "basic", "", question, HASH, "王敏", AT, (label,)), (fit,))


def exam_run(run_id=1, *, before=None, accuracy=0.6, p_value=0.5):
    parts = {"single": PartScore(accuracy, 20, int(20 * accuracy)), "text": PartScore(accuracy, 20, int(20 * accuracy))}
    score = ExamScore(accuracy, 20, int(20 * accuracy), 20 - int(20 * accuracy), 0.85, None, accuracy, {}, parts)
    change = RunChange("hybrid", 0.1, 0.05, 3, 1, p_value)
    return ExamRun(
        run_id,
        AT,
        "paper.csv",
        HASH,
        20,
        {"library": "a"},
        {"vector": score, "keyword": score, "hybrid": score},
        {"hybrid": "1" * 20},
        calibration("exam"),
        before,
        ("library",) if before else (),
        (change,) if before else (),
    )


class FakeEvaluation:
    """`measures` is what a run comes to; `judged_passes` whether the ranking reaches its bars."""

    measures = run()
    kept_ones = ()
    judged_passes = False
    is_due = False
    standing = Standing.PROPOSED
    verdicts = (Verdict(1, "a" * 64, "adopted", "", "", (), "2026-11-19T08:00:00+00:00"),)
    past_runs = ()
    exam_ones = ()

    @property
    def asked_to(self):
        """What was asked for, with its arguments."""
        return self.__dict__.setdefault("_asked_to", [])

    @stands_for(insurance_desktop.services.evaluation.runs.run_own)
    def evaluate(self, _, bars, *, progress, cancel):
        return self._measured("own", progress)

    @stands_for(insurance_desktop.services.evaluation.runs.run_kept)
    def evaluate_kept(self, _, bars, *, progress, cancel):
        return self._measured("kept", progress) if self.kept_ones else None

    @stands_for(insurance_desktop.services.evaluation.runs.run_file)
    def evaluate_file(self, _, path, bars, *, progress, cancel):
        return self._measured(path, progress)

    def _measured(self, asked, progress):
        progress(Progress(3, 20, "q3"))
        self.asked_to.append(("evaluate", asked))
        self.past_runs = (*self.past_runs, self._run())
        return self.measures

    def _run(self):
        asked = (AskedPart("issuer", "甲人寿", 12), AskedPart("issuer", None, 8), AskedPart("style", "", 20))
        return Run(7, FINGERPRINT, AT, "own.jsonl", "0" * 64, 21, 20, False, ({},), asked)

    @stands_for(insurance_desktop.services.search.ranking_approval.recorded)
    def recorded_run(self, _, run_id):
        self.asked_to.append(("recorded", run_id))
        return self.measures.evaluation

    @stands_for(insurance_desktop.services.exam.exam_runs.exam_runs)
    def kept_exam_runs(self, _):
        return ExamRuns(self.exam_ones)

    @stands_for(insurance_desktop.services.exam.evaluation.evaluate_file)
    def evaluate_exam(self, _, path, *, progress, cancel):
        progress(Progress(3, 20, "q3"))
        self.asked_to.append(("exam", path))
        self.exam_ones = (exam_run(len(self.exam_ones) + 1), *self.exam_ones)
        return ExamEvaluation(AnswerStatus.OK)

    @stands_for(insurance_desktop.services.search.kept_questions.kept_questions)
    def kept_golden(self, _):
        return self.kept_ones

    @stands_for(insurance_desktop.services.search.kept_questions.remove)
    def remove_golden(self, _, golden_id, *, reviewer, reason):
        self.asked_to.append(("remove", golden_id, reviewer, reason))
        self.kept_ones = tuple(each for each in self.kept_ones if each.question.golden_id != golden_id)

    @stands_for(insurance_desktop.services.search.ranking_approval.current_state)
    def ranking(self, _):
        verdict = self.verdicts[-1] if self.verdicts else None
        return RankingState(
            self.standing, Configuration(FINGERPRINT, {"model": "m"}), verdict, self.verdicts[0], ("numbers",)
        )

    @stands_for(insurance_desktop.services.search.ranking_approval.history)
    def ranking_history(self, _):
        return History(self.verdicts, self.past_runs)

    @stands_for(insurance_desktop.services.evaluation.ranking_judgement.activate)
    def judge_ranking(self, _, bars, *, reviewer, progress, cancel):
        self.asked_to.append(("judge", reviewer))
        name = "activated" if self.judged_passes else "refused"
        self.standing = Standing.ACTIVE if self.judged_passes else Standing.REFUSED
        self.past_runs = (self._run(),)
        self.ranking_warning = "" if self.judged_passes else "没有达标"
        return Activation(self._verdict(name, reviewer, ""), ((7, evaluation(passed=self.judged_passes)),))

    @stands_for(insurance_desktop.services.evaluation.ranking_judgement.is_judging_due)
    def is_judging_due(self, _):
        return self.is_due

    @stands_for(insurance_desktop.services.evaluation.ranking_judgement.judge_when_due)
    def judge_when_due(self, _, *, progress, cancel):
        self.is_due = False
        return self.judge_ranking(_, (), reviewer="程序", progress=progress, cancel=cancel)

    @stands_for(insurance_desktop.services.evaluation.ranking_judgement.override)
    def override_ranking(self, _, judged, *, reviewer, reason):
        self.asked_to.append(("override", reviewer, reason))
        self.standing = Standing.ACTIVE
        self.ranking_warning = ""
        return self._verdict("overridden", reviewer, reason)

    def _verdict(self, name, reviewer, reason):
        made = Verdict(len(self.verdicts) + 1, FINGERPRINT, name, reviewer, reason, (7,), "2026-11-21T08:00:00+00:00")
        self.verdicts = (*self.verdicts, made)
        return made
