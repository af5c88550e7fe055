"""How many questions each arm answers rightly of those whose article was told by hand, and of which kind:

    python -m development.checking.exam_marked LAWS PAPERS [--misses]

LAWS is a folder of laws in Markdown, PAPERS one of the tables that the marks name. Three sets: what the reader was
fitted to (development/training/exam_grounds.csv), questions of our own with several right options and statements to
judge (development/training/exam_own_questions.csv), and the questions that nothing is fitted to (exam_kept_back.csv:
`key` where the paper prints none; `plain`, whether the article says the answer in so many words). A question that is
not answered counts as wrong.
"""

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from development.exam_laws import evidence_in
from insurance_desktop.domain.choice_questions import ChoiceQuestion
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.exam import WITHOUT_MODEL, ExamArm
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.services.evaluation.figures import calibration, figures
from insurance_desktop.services.exam.answering import answer
from insurance_desktop.services.exam.evaluation import is_right
from insurance_desktop.services.exam.numbers import shipped_numbers
from insurance_desktop.services.exam.paired import sign_test
from insurance_desktop.services.exam.papers import read_paper_file
from insurance_desktop.services.exam.reader import Evidence, ReadQuestion

_HERE = Path(__file__).parent
_TRAINING = _HERE.parent / "training"
KEPT_BACK = _HERE / "exam_kept_back.csv"
OWN_QUESTIONS = _TRAINING / "exam_own_questions.csv"


@entity
class Marked:
    """A question with the places (law, article) that hold its answer."""

    question: ChoiceQuestion
    places: frozenset[tuple[str, str]]
    part: str


@entity
class Judged:
    """A marked question as each arm answered it."""

    marked: Marked
    answers: Mapping[ExamArm, str | None]
    right: Mapping[ExamArm, bool]
    hit: Mapping[ExamArm, bool]
    confidence: float


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("laws", type=Path)
    parser.add_argument("papers", type=Path)
    parser.add_argument("--misses", action="store_true", help="print what the hybrid arm missed")
    options = parser.parse_args(arguments)
    pack, embedder = load_pack(default_pack()), shipped_embedder(threads=1)
    evidence = evidence_in(options.laws, pack, embedder)
    sets = {
        "fitted to": marked_in(_TRAINING / "exam_grounds.csv", options.papers, evidence),
        "own": own_questions(OWN_QUESTIONS, evidence),
        "kept back": marked_in(KEPT_BACK, options.papers, evidence),
    }
    for name, marked in sets.items():
        judged = [_judged(each, evidence, evidence.read(each.question, embedder)) for each in marked]
        sys.stdout.write("\n".join((name, *told(judged), "")))
        if options.misses:
            sys.stdout.write("\n".join((*_misses(judged), "")))
    return 0


def marked_in(marks: Path, papers: Path, evidence: Evidence) -> list[Marked]:
    """The questions that a table of marks names, in its order."""
    places: dict[tuple[str, int], set[tuple[str, str]]] = {}
    notes: dict[tuple[str, int], dict[str, str]] = {}
    with marks.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = row["paper"], int(row["question"])
            notes[name] = row
            places.setdefault(name, set()).update((row["law"], article) for article in row["articles"].split("/"))
    read = {paper: read_paper_file(papers / f"{paper}.csv", evidence.pack.choices) for paper, _ in places}
    return [
        Marked(
            replace(read[paper][place], answer=notes[paper, place].get("key") or read[paper][place].answer),
            frozenset(held),
            {"yes": "plain", "no": "inferred"}.get(notes[paper, place].get("plain", ""), ""),
        )
        for (paper, place), held in places.items()
    ]


def own_questions(path: Path, evidence: Evidence) -> list[Marked]:
    read = read_paper_file(path, evidence.pack.choices)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Marked(question, frozenset({(row["law"], row["article"])}), question.kind.value)
        for question, row in zip(read, rows, strict=True)
    ]


def _judged(marked: Marked, evidence: Evidence, read: ReadQuestion) -> Judged:
    told = {arm: answer(marked.question, read, evidence, shipped_numbers(), arm) for arm in WITHOUT_MODEL}
    return Judged(
        marked,
        {arm: each.answer for arm, each in told.items()},
        {arm: is_right(marked.question, each, evidence.pack.choices) for arm, each in told.items()},
        {
            arm: any((found.book, found.section) in marked.places for found in each.evidence)
            for arm, each in told.items()
        },
        told[ExamArm.HYBRID].confidence,
    )


def told(judged: Sequence[Judged]) -> Iterator[str]:
    """The figures of a set, in lines: all of it, and each of its parts."""
    parts = dict.fromkeys(each.marked.part for each in judged)
    for part in ("", *parts) if len(parts) > 1 else ("",):
        rows = [each for each in judged if part in ("", each.marked.part)]
        yield f"  {part or 'all'}: {len(rows)} questions"
        for arm in WITHOUT_MODEL:
            unanswered = sum(each.answers[arm] is None for each in rows)
            right, hit = (
                _share(values) for values in ((each.right[arm] for each in rows), (each.hit[arm] for each in rows))
            )
            yield f"    {arm}: right {right}, evidence in 5 {hit}, unanswered {unanswered}"
        for arm in (ExamArm.KEYWORD, ExamArm.VECTOR):
            pairs = [(each.right[ExamArm.HYBRID], each.right[arm]) for each in rows]
            p = sign_test(*zip(*pairs, strict=True))
            apart = pairs.count((True, False)), pairs.count((False, True))
            yield f"    hybrid against {arm}: {apart[0]} to {apart[1]}, p = {p:.4f}"
    answered = [each for each in judged if each.answers[ExamArm.HYBRID] is not None]
    found = calibration("", [each.confidence for each in answered], [each.right[ExamArm.HYBRID] for each in answered])
    if found is not None:
        yield f"  confidence: {found.error.value:.3f} [{found.error.low:.3f}, {found.error.high:.3f}] from what comes"


def _share(values: Iterable[bool]) -> str:
    found = figures([{"": (float(value), 1.0)} for value in values])[""]
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _misses(judged: Sequence[Judged]) -> Iterator[str]:
    for each in judged:
        if not each.right[ExamArm.HYBRID]:
            question = each.marked.question
            yield f"  {question.stem}"
            yield from (f"    {option.label}. {option.text}" for option in question.options)
            yield f"    key {question.answer}, told {each.answers[ExamArm.HYBRID]}; {sorted(each.marked.places)}"


if __name__ == "__main__":
    raise SystemExit(main())
