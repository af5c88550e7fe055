"""`exam practice`: a person chooses first, then the answer is told; wrong ones come again when they are due."""

from argparse import Namespace
from typing import TYPE_CHECKING

from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.practising import JudgedBy, JudgedChoice, PractisedQuestion
from insurance_desktop.packs.wording import say, sentence

from .console import Report, note, print_line, typed
from .rendering import rendered
from .using import report, working

if TYPE_CHECKING:
    from insurance_desktop.services.search.engine import SearchEngine

_VERDICTS = {True: "cli.practice_right", False: "cli.practice_wrong", None: "cli.practice_unjudged"}


def practise(call: Namespace) -> Report | int:
    """What is due today, or what is left of a paper; as JSON how things stand, and nothing is asked."""
    from insurance_desktop.services.exam import practising

    with working(call) as workspace:
        library = workspace.library
        paper = practising.load_paper(library, call.paper) if call.paper is not None else None
        if call.json:
            return report(practising.practice_state(library))
        found = practising.questions_of(library, paper.paper_id) if paper else practising.due_questions(library)
        for place, each in enumerate(found, start=1):
            print_line(say("cli.practice_number", number=place, count=len(found)))
            if not _practised(workspace.engine, each, call.arm):
                break
        print_line(rendered(practising.practice_state(library)))
    return 0


def _practised(engine: "SearchEngine", asked: PractisedQuestion, arm: str) -> bool:
    """Whether there is more to come: one question until something is chosen in it or it is passed over."""
    from insurance_desktop.services.exam import practising
    from insurance_desktop.services.exam.labels import options_of

    options = options_of(asked.question)
    print_line("\n".join([asked.question.stem, *(f"{each.label}. {each.text}" for each in options)]))
    ends = say("cli.ask_ends").split()
    while True:
        try:
            chosen = typed(say("cli.practice_prompt")).strip()
        except EOFError:
            return False
        if chosen.lower() in ends:
            return False
        if not chosen:
            return True
        try:
            print_line(_told(practising.choose(engine, asked.question_id, chosen, arm)))
        except WorkbenchError as error:
            note(say("cli.failure", sentence=sentence(error)))
        else:
            return True


def _told(judged: JudgedChoice) -> str:
    by = say("cli.practice_by_key" if judged.judged_by is JudgedBy.KEY else "cli.practice_by_answer")
    verdict = say(_VERDICTS[judged.is_right], truth=judged.truth, by=by)
    answer = judged.message if judged.answer is None else rendered(judged.answer)
    again = "" if judged.due is None else say("cli.practice_due", at=f"{judged.due.astimezone():%Y-%m-%d %H:%M}")
    return "\n".join(filter(None, (verdict, answer, again)))
