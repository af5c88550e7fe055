"""`ask`: one question, or a talk of several until its person leaves."""

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from insurance_desktop.domain.asking import AskedAnswer, AskRequest
from insurance_desktop.domain.errors import UsageError, WorkbenchError
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.packs.wording import say, sentence

from .console import Report, note, print_line, stoppable, typed
from .rendering import rendered
from .using import made_of, pack_meant, report

if TYPE_CHECKING:
    from insurance_desktop.services.answers.library_reader import LibraryReader


def ask(call: Namespace) -> Report | int:
    """Answers the question; without one, whatever is typed."""
    from insurance_desktop.services.answers.library_reader import LibraryReader

    if call.question is None and call.json:
        raise UsageError("cli.ask_without_question")
    with LibraryReader(call.library, pack=pack_meant(call)) as reader:
        call.pack_said = reader.pack_said()
        if call.question is not None:
            answer = _answered(reader, made_of(AskRequest, call))
            return report(answer)
        note(say("cli.ask_begins", words=say("cli.ask_ends")))
        for question in _typed():
            call.question = question
            try:
                answer = _answered(reader, made_of(AskRequest, call))
            except Cancelled:
                note(say("cli.cancelled"))
            except WorkbenchError as error:
                note(say("cli.failure", sentence=sentence(error)))
            else:
                call.session_id = answer.session_id
                print_line(rendered(answer))
    return 0


def _answered(reader: "LibraryReader", request: AskRequest) -> AskedAnswer:
    from insurance_desktop.services.asking.as_set import ask_as_set
    from insurance_desktop.services.asking.helpers import Listener

    with stoppable() as cancel:
        return reader.ask(ask_as_set, request, listener=Listener(cancel=cancel))


def _typed() -> Iterator[str]:
    """The questions, line by line, until one of the words that end a talk, or the end of the input."""
    ends = say("cli.ask_ends").split()
    while True:
        try:
            question = typed(say("cli.ask_prompt")).strip()
        except EOFError:
            return
        if question.lower() in ends:
            return
        if question:
            yield question
