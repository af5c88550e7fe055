"""`exam`: questions that are typed one after the other, a whole paper, how many of its keys are met, earlier runs."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.choice_questions import ChoiceQuestion, ChoiceRules
from insurance_desktop.domain.errors import LibraryReadOnly, UsageError, WorkbenchError
from insurance_desktop.domain.exam import ExamArm, ExamEvaluation
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say, sentence

from .console import Report, note, note_progress, print_line, stoppable, typed
from .rendering import rendered
from .using import pack_meant, reading, report, writing

if TYPE_CHECKING:
    from insurance_desktop.services.answers.library_reader import LibraryReader


def ask(call: Namespace) -> int:
    """Answers what is typed or pasted, until its person leaves."""
    from insurance_desktop.services.exam.exam import answer_exam_question

    if call.json:
        raise UsageError("cli.exam_ask_json")
    with _reader(call) as reader:
        for asked in _typed(_rules(reader)):
            try:
                found = reader.ask(answer_exam_question, asked, call.arm)
            except WorkbenchError as error:
                note(say("cli.failure", sentence=sentence(error)))
            else:
                print_line(rendered(found))
    return 0


def answer(call: Namespace) -> Report:
    """Answers a paper; with a file to write, goes on where an earlier run stopped."""
    with _reader(call) as reader:
        return _answered(call, reader, _questions(call.paper, _rules(reader)), call.arm, anew=call.anew)


def _answered(
    call: Namespace, reader: "LibraryReader", questions: Sequence[ChoiceQuestion], arm: str, *, anew: bool
) -> Report:
    from insurance_desktop.services.exam.exam import answer_paper, answered_from
    from insurance_desktop.services.exam.submissions import Submission

    library = reader.ask(answered_from) if call.answers_file else ""
    stems = [each.stem for each in questions]
    with Submission(call.answers_file, stems, library, anew=anew) as submission, stoppable() as cancel:
        if submission.done:
            note(say("cli.exam_goes_on", done=submission.done, path=call.answers_file))
        rest = [questions[place] for place in submission.asked]
        return report(reader.ask(answer_paper, rest, arm, heard=submission.add, progress=note_progress, cancel=cancel))


def evaluate(call: Namespace) -> Report:
    """Answers a paper with keys in every way there is, and keeps what came of it in the library; one without keys is
    answered into a file."""
    from insurance_desktop.services.exam.evaluation import evaluate_paper
    from insurance_desktop.services.exam.reliability_chart import chart_place

    if call.chart is not None:
        chart_place(call.chart)
    with _reader(call) as reader:
        questions = _questions(call.paper, _rules(reader))
        if call.answers_file and not any(each.answer for each in questions):
            return _answered(call, reader, questions, ExamArm.HYBRID, anew=False)
        if call.answers_file:
            note(say("cli.exam_has_keys", path=call.answers_file))
        with stoppable() as cancel:
            found = reader.ask(evaluate_paper, questions, progress=note_progress, cancel=cancel)
    if found.status is AnswerStatus.OK and not call.no_save:
        found = _kept(call, found)
    if call.chart is not None:
        _draw(found, call.chart)
    return report(found)


def _kept(call: Namespace, found: ExamEvaluation) -> ExamEvaluation:
    """The evaluation as the library keeps it; one that cannot be written keeps none, and that is said."""
    from insurance_desktop.services.exam.exam_runs import keep

    try:
        with writing(call) as library:
            return keep(library, found, call.paper.name)
    except LibraryReadOnly as fault:
        note(say("evaluating.not_recorded", reason=sentence(fault).message))
        return found


def _draw(found: ExamEvaluation, target: Path) -> None:
    from insurance_desktop.services.exam.reliability_chart import write_chart

    if found.calibration is None:
        note(say("cli.exam_no_chart"))
    else:
        note(say("cli.exam_chart", path=write_chart(found.calibration, target)))


def runs(call: Namespace) -> Report:
    """The evaluations that the library keeps."""
    from insurance_desktop.services.exam.exam_runs import exam_runs

    with reading(call) as library:
        return report(exam_runs(library), empty="cli.exam_no_runs")


def _reader(call: Namespace) -> "LibraryReader":
    from insurance_desktop.services.answers.library_reader import LibraryReader

    reader = LibraryReader(call.library, pack=pack_meant(call))
    call.pack_said = reader.pack_said()
    return reader


def _rules(reader: "LibraryReader") -> ChoiceRules:
    from insurance_desktop.services.exam.exam import rules_of

    found: ChoiceRules = reader.ask(rules_of)
    return found


def _questions(paper: Path, rules: ChoiceRules) -> tuple[ChoiceQuestion, ...]:
    from insurance_desktop.services.exam.papers import read_paper_bytes, read_paper_file

    if str(paper) == "-":
        return read_paper_bytes(sys.stdin.buffer.read(), paper, rules)
    return read_paper_file(paper, rules)


def _typed(rules: ChoiceRules) -> Iterator[str]:
    """The questions: a line with stem and options is one, others go on to an empty line; up to a word that ends."""
    from insurance_desktop.services.exam.question_reading import read_paper

    ends, begun = say("cli.ask_ends").split(), list[str]()
    while True:
        try:
            line = typed(say("cli.exam_prompt_more" if begun else "cli.exam_prompt")).strip()
        except EOFError:
            line = ends[0]
        is_whole = bool(line) and bool(read_paper(line, rules))
        if begun and (is_whole or not line or line.lower() in ends):
            yield "\n".join(begun)
            begun = []
        if line.lower() in ends:
            return
        if is_whole:
            yield line
        elif line:
            begun.append(line)
