"""`exam`: questions that are typed one after the other, a whole paper, and how many of its keys are met."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.choice_questions import ChoiceQuestion, ChoiceRules
from insurance_desktop.domain.errors import UsageError, WorkbenchError
from insurance_desktop.packs.wording import say, sentence

from .console import Report, note, note_progress, print_line, stoppable, typed
from .rendering import rendered
from .using import pack_meant, report

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
    from insurance_desktop.services.exam.exam import answer_paper
    from insurance_desktop.services.exam.submissions import Submission

    with _reader(call) as reader, stoppable() as cancel:
        questions = _questions(call.paper, _rules(reader))
        submission = Submission(call.answers_file, [each.stem for each in questions])
        if submission.done:
            note(say("cli.exam_goes_on", done=submission.done, path=call.answers_file))
        rest = questions[submission.done :]
        return report(
            reader.ask(answer_paper, rest, call.arm, heard=submission.add, progress=note_progress, cancel=cancel)
        )


def evaluate(call: Namespace) -> Report:
    """Answers a paper with keys in every way there is."""
    from insurance_desktop.services.exam.evaluation import evaluate_paper

    with _reader(call) as reader, stoppable() as cancel:
        questions = _questions(call.paper, _rules(reader))
        return report(reader.ask(evaluate_paper, questions, progress=note_progress, cancel=cancel))


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
