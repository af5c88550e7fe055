"""Fits the numbers of the exam reader: `python -m development.fitting.exam LAWS BOOK PAPER.csv …`.

LAWS is a folder of laws in Markdown, named `law(day).md`, BOOK the law of the papers' own field; the papers are tables
of single-choice questions with keys. Which article holds the answer of a question was told by hand
(development/training/exam_grounds.csv: the paper's name, the question's place, its articles). Options that may be right
together and statements to judge are read by questions of our own (exam_own_questions.csv), too. The questions of
development/checking/exam_kept_back.csv are left out of everything. Questions of one paper never judge numbers that were
fitted to it: a table of more than a hundred questions counts as several papers, in its order.
"""

import csv
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from development.checking.exam_marked import KEPT_BACK
from development.exam_laws import Laws, laws_in
from insurance_desktop import paths
from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion
from insurance_desktop.domain.exam import WITHOUT_MODEL, ExamArm
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder, shipped_embedder
from insurance_desktop.index.ranking import Matrix
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.services.exam.answering import MOST_EVIDENCE, chosen
from insurance_desktop.services.exam.numbers import Chance, confidence_features, measures_of, signals_of, subject_of
from insurance_desktop.services.exam.paired import sign_test
from insurance_desktop.services.exam.papers import read_paper_file
from insurance_desktop.services.exam.printed_forms import reading_pack
from insurance_desktop.services.exam.question_reading import read_paper
from insurance_desktop.services.exam.reader import Evidence, ReadQuestion, asked_of

from .regression import auc, calibration_error, fit_choice, fit_logistic

_TRAINING = Path(__file__).parents[1] / "training"
_OWN = _TRAINING / "exam_own_questions.csv"
_PAPER = 109
"""Questions that a table counts as one paper."""
_ON_TOPIC, _HELD = 0.03, 0.04
"""The share of questions on the subject, and of those that an article answers, that the bars may refuse."""
_SUPPORTS = 4
_COLUMNS = {ExamArm.HYBRID: range(_SUPPORTS - 1), ExamArm.KEYWORD: [_SUPPORTS], ExamArm.VECTOR: [_SUPPORTS + 1]}
"""What of an option's measures an arm weighs. Figures that stand nowhere tell the truth of a statement, not which of
several options is meant: left-out papers promise 0.824 in place of 0.861 (mean logarithm) without them."""
_PARTS = 11
"""Parts of the own questions, each of which judges what was fitted to the others."""
_WHOLE = 2
"""Of all collections those in which an answer is as likely as in a library: all laws, and the one of the field."""
_SMALLER = (40, 12)
"""A library may hold one law, or one chapter: subjects are told from so many passages, too."""
_TRUE = "对"
"""The key of a statement that is true, in the own questions."""
Bools = npt.NDArray[np.bool_]
Own = tuple[ChoiceQuestion, Matrix]
"""A question of our own with the supports of its options, or of its statement."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question as it was read. `measures`: a row an option; `hits`: by arm, whether a passage that holds the answer
    is among the first; None where no article is known to hold it. `signals` and `subjects`: what tells whether an
    answer is held and whether the subject is right, in each collection; `is_held_in`: where an answer is."""

    paper: str
    is_negative: bool
    measures: Matrix
    is_key: Bools
    signals: tuple[tuple[float, ...], ...]
    subjects: tuple[tuple[float, ...], ...]
    is_held_in: tuple[bool, ...]
    hits: dict[ExamArm, bool] | None

    @property
    def turned(self) -> Matrix:
        """The measures as they speak for the option that is asked for."""
        return self.measures * (-1.0 if self.is_negative else 1.0)


def main(arguments: Sequence[str]) -> None:
    pack, embedder = reading_pack(load_pack(default_pack())), shipped_embedder(threads=1)
    collections = _collections(laws_in(Path(arguments[0]), embedder), arguments[1], pack)
    grounds = _grounds(collections[0])
    cases = [
        case
        for path in map(Path, arguments[2:])
        for case in _cases(path, grounds.get(path.stem, {}), collections, embedder)
    ]
    off_topic = tomllib.loads((_TRAINING / "exam_off_topic.toml").read_text(encoding="utf-8"))
    others = {
        name: np.array(
            [[subject_of(near) for near in _nearest(_question(text, pack), collections, embedder)] for text in texts]
        )
        for name, texts in off_topic.items()
    }
    own = [(each, _measures(each, collections[0], embedder)) for each in read_paper_file(_OWN, pack.choices)]
    report, numbers = _fitted(cases, others, own)
    head = "".join(f"# {line}\n" for line in report)
    (paths.model_folder() / "exam.toml").write_text(head + numbers, encoding="utf-8")
    sys.stdout.write(head + numbers)


def _collections(laws: Laws, book: str, pack: DomainPack) -> list[Evidence]:
    """All laws, the one of the papers' field, and a few of its articles."""
    own = [place for place, each in enumerate(laws.passages) if each.book == book]
    chosen = [range(len(laws.passages)), own, *(own[:: len(own) // count][:count] for count in _SMALLER)]
    return [
        Evidence(part.passages, part.windows, part.owners.tolist(), pack)
        for part in (laws.only(list(places)) for places in chosen)
    ]


def _measures(question: ChoiceQuestion, evidence: Evidence, embedder: Embedder) -> Matrix:
    """The supports of a question's options, or of its statement, a row each."""
    read = evidence.read(question, embedder)
    if question.options:
        return measures_of(read)[:, :_SUPPORTS]
    return np.array([evidence.judged(question, read).measures])


def _kept_back() -> set[tuple[str, int]]:
    with KEPT_BACK.open(encoding="utf-8", newline="") as file:
        return {(row["paper"], int(row["question"])) for row in csv.DictReader(file)}


def _grounds(evidence: Evidence) -> dict[str, dict[int, set[int]]]:
    """The places of the passages that hold the answer, by paper and by the question's place in it."""
    places = {(each.book, each.section): place for place, each in enumerate(evidence.passages)}
    found: dict[str, dict[int, set[int]]] = {}
    with (_TRAINING / "exam_grounds.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            held = found.setdefault(row["paper"], {}).setdefault(int(row["question"]), set())
            held |= {places[row["law"], article] for article in row["articles"].split("/")}
    return found


def _cases(
    path: Path, grounds: dict[int, set[int]], collections: Sequence[Evidence], embedder: Embedder
) -> Iterable[Case]:
    evidence, kept_back = collections[0], _kept_back()
    for place, question in enumerate(read_paper_file(path, evidence.pack.choices)):
        is_key = np.array([option.label == question.answer for option in question.options])
        if question.kind is not ChoiceKind.SINGLE or not is_key.any() or (path.stem, place) in kept_back:
            continue
        read = evidence.read(question, embedder)
        held = grounds.get(place, set())
        near = _nearest(question, collections, embedder)
        where = {evidence.passages[each] for each in held}
        hits = {arm: bool(held & set(read.by(arm).argsort()[::-1][:MOST_EVIDENCE])) for arm in WITHOUT_MODEL}
        paper = f"{path.stem} {place // _PAPER}"
        yield Case(
            paper=paper,
            is_negative=question.is_negative,
            measures=measures_of(read),
            is_key=is_key,
            signals=tuple(map(signals_of, near)),
            subjects=tuple(map(subject_of, near)),
            is_held_in=tuple(not where.isdisjoint(each.passages) for each in collections),
            hits=hits if held else None,
        )


def _nearest(question: ChoiceQuestion, collections: Sequence[Evidence], embedder: Embedder) -> list[ReadQuestion]:
    vectors = embedder.questions([embedder.fitting(text) for text in asked_of(question)])
    return [each.near(question, vectors) for each in collections]


def _question(text: str, pack: DomainPack) -> ChoiceQuestion:
    read = read_paper(text, pack.choices)
    return read[0] if read else ChoiceQuestion(text, (), ChoiceKind.SINGLE, False)


def _fitted(cases: Sequence[Case], others: dict[str, Matrix], own: Sequence[Own]) -> tuple[list[str], str]:
    """What left-out papers say, and the numbers fitted to all of them."""
    held = [case for case in cases if case.hits is not None]
    report, numbers = [f"{len(cases)} questions, of which an article holds {len(held)}; papers left out in turn."], ""
    right: dict[ExamArm, Bools] = {}
    chances: Matrix = np.zeros(0)
    for arm, columns in _COLUMNS.items():
        weigh = _leaving_out(held, cases, partial(_choice, columns=columns))
        told = [_softmax(case.turned @ weigh[case.paper]) for case in cases]
        right[arm] = np.array([bool(case.is_key[each.argmax()]) for case, each in zip(cases, told, strict=True)])
        of_held = np.array([case.hits is not None for case in cases])
        hit = np.mean([case.hits[arm] for case in held if case.hits])
        report.append(f"{arm}: right {right[arm][of_held].mean():.3f}, evidence in {MOST_EVIDENCE} {hit:.3f}")
        if arm is ExamArm.HYBRID:
            chances = np.array([each.max() for each in told])
        numbers += f"{arm} = {_list(_choice(held, columns))}\n"
    for arm in (ExamArm.KEYWORD, ExamArm.VECTOR):
        p = sign_test(right[ExamArm.HYBRID][of_held], right[arm][of_held])
        report.append(f"hybrid against {arm}: p = {p:.4f}")
    signals = np.vstack([case.signals[:_WHOLE] for case in cases])
    held_chance = _logistic(signals, np.concatenate([case.is_held_in[:_WHOLE] for case in cases]), refused=_HELD)
    topic, lines = _topic(cases, others)
    confidence, line = _confidence(cases, chances, right[ExamArm.HYBRID], held_chance)
    truth, statement, told_of_own = _judging(held, own)
    numbers = f"[choice]\n{numbers}" + "".join(
        f"\n[{name}]\nweights = {_list(each.weights)}\nbias = {each.bias:.4f}\nbar = {each.bar:.4f}\n"
        for name, each in (
            ("truth", truth),
            ("statement", statement),
            ("topic", topic),
            ("held", held_chance),
            ("confidence", confidence),
        )
    )
    return [*report, *lines, line, *told_of_own], numbers


def _leaving_out(
    taught: Sequence[Case], cases: Sequence[Case], fit: Callable[[Sequence[Case]], Matrix]
) -> dict[str, Matrix]:
    """What is fitted to the other papers, by paper."""
    return {
        paper: fit([case for case in taught if case.paper != paper])
        for paper in dict.fromkeys(case.paper for case in cases)
    }


def _choice(cases: Sequence[Case], columns: Iterable[int]) -> Matrix:
    """Weights of all measures under which keys win; 0 for what the arm does not weigh."""
    kept = list(columns)
    spread = np.std(np.vstack([case.turned - case.turned.mean(0) for case in cases]), axis=0)[kept] + 1e-9
    weights = np.zeros(cases[0].measures.shape[1])
    asked = [(case.turned[:, kept] / spread, case.is_key, case.is_key) for case in cases]
    weights[kept] = fit_choice(asked, ridge=1.0) / spread
    return weights


def _judging(held: Sequence[Case], own: Sequence[Own]) -> tuple[Chance, Chance, list[str]]:
    """Whether one option is so, whether a statement is, and what parts left out in turn say of both."""
    several = [each for each in own if each[0].options]
    judged = [each for each in own if not each[0].options]
    told = []
    for name, questions, fit, is_met in (
        ("of several right options exactly those", several, partial(_truth, held), _is_met),
        ("statements judged rightly", judged, _statement, _is_judged),
    ):
        met = [
            is_met(*each, fit([other for at, other in enumerate(questions) if at % _PARTS != place % _PARTS]))
            for place, each in enumerate(questions)
        ]
        told.append(f"{name}: {sum(met)} of {len(met)}, parts left out in turn")
    return _truth(held, several), _statement(judged), told


def _truth(held: Sequence[Case], several: Sequence[Own]) -> Chance:
    """Whether one option is so: what a negative stem asks for is what is not."""
    rows = [case.measures[:, :_SUPPORTS] for case in held] + [measures for _, measures in several]
    true = [case.is_key != case.is_negative for case in held] + [_is_so(question) for question, _ in several]
    return _logistic(np.vstack(rows), np.concatenate(true))


def _is_so(question: ChoiceQuestion) -> Bools:
    return np.array([(option.label in question.answer) != question.is_negative for option in question.options])


def _statement(judged: Sequence[Own]) -> Chance:
    rows = np.vstack([measures for _, measures in judged])
    return _logistic(rows, np.array([question.answer == _TRUE for question, _ in judged]))


def _is_met(question: ChoiceQuestion, measures: Matrix, truth: Chance) -> bool:
    labels, _ = chosen(question, np.array([truth.of(row) for row in measures]), truth.bar)
    return labels == question.answer


def _is_judged(question: ChoiceQuestion, measures: Matrix, statement: Chance) -> bool:
    return (statement.of(measures[0]) >= statement.bar) == (question.answer == _TRUE)


def _topic(cases: Sequence[Case], others: dict[str, Matrix]) -> tuple[Chance, list[str]]:
    """Fitted to the first half of the papers' questions and the chosen ones of others; the rest measure it."""
    on = np.array([case.subjects for case in cases])
    first, second = on[: len(on) // 2], on[len(on) // 2 :]
    width = on.shape[-1]
    features = np.vstack([first.reshape(-1, width), others["chosen"].reshape(-1, width)])
    found = _logistic(features, np.arange(len(features)) < len(first) * on.shape[1], refused=_ON_TOPIC)
    lines = [
        f"refused as off topic, from all passages to the fewest, {name}: "
        + ", ".join(
            f"{np.mean([found.of(row) < found.bar for row in rows[:, place]]):.3f}" for place in range(on.shape[1])
        )
        for name, rows in ((f"{len(others['reported'])} others", others["reported"]), ("the second half", second))
    ]
    return found, lines


def _confidence(cases: Sequence[Case], chances: Matrix, right: Bools, held: Chance) -> tuple[Chance, str]:
    """Fitted to questions that are answered: those that a passage seems to hold."""
    answered = np.array([held.of(case.signals[0]) >= held.bar for case in cases])
    cases = [case for case, is_answered in zip(cases, answered, strict=True) if is_answered]
    chances, right = chances[answered], right[answered]
    features = np.array(
        [
            confidence_features(float(chance), held.of(case.signals[0]))
            for chance, case in zip(chances, cases, strict=True)
        ]
    )
    papers = [case.paper for case in cases]
    told = np.zeros(len(cases))
    for paper in dict.fromkeys(papers):
        out = np.array([each == paper for each in papers])
        reading = _logistic(features[~out], right[~out])
        told[out] = [reading.of(each) for each in features[out]]
    apart = calibration_error(told, right)
    line = f"confidence: promised and come true {apart:.3f} apart, auc {auc(told, right):.3f}"
    return _logistic(features, right), line


def _logistic(features: Matrix, is_so: Bools, refused: float | None = None) -> Chance:
    """A logistic reading; its bar refuses this share of what is so, one in two where none is given."""
    silent = np.zeros(features.shape[1], dtype=bool)
    mean, spread = features.mean(0), features.std(0) + 1e-9
    *weights, bias = fit_logistic((features - mean) / spread, is_so, silent)
    plain = np.array(weights) / spread
    found = Chance(tuple(map(float, plain)), float(bias - plain @ mean))
    if refused is None:
        return found
    bar = float(np.quantile([found.of(each) for each in features[is_so]], refused))
    return Chance(found.weights, found.bias, bar)


def _softmax(scores: Matrix) -> Matrix:
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum(), dtype=np.float64)


def _list(values: Iterable[float]) -> str:
    return f"[{', '.join(f'{value:.4f}' for value in values)}]"


if __name__ == "__main__":
    main(sys.argv[1:])
