"""An answer as a file for others: Word or Markdown, in which footnotes say where each sentence is printed."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from insurance_desktop.domain.asking import AnswerCitation, AskedAnswer
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.new_file import new_place, put_new

from .answer_words import bare, kept, written_by
from .quoted_page import plain

PAPER, MARKDOWN = ".docx", ".md"


def export_answer(question: str, answer: AskedAnswer, target: Path) -> Path:
    """Write what was not struck to `target`, of the kind that its ending says; the place of the file.

    UsageError where the ending is none of ours, a file is there already, or none can be written there.
    """
    writer = _WRITERS.get(target.suffix.lower())
    if writer is None:
        raise UsageError("products.export_ending", name=target.name, endings=", ".join(_WRITERS))
    place = new_place(target)
    put_new(writer(question, answer), place)
    return place


def note_of(citation: AnswerCitation) -> str:
    """A footnote: the clause and its page without the number, and the words that the answer rests on."""
    named = citation.citation.removeprefix(say("ask.mark", number=citation.number)).strip()
    return say("ask.note", citation=named, quote=" ".join(citation.quote.split()))


def _markdown(question: str, answer: AskedAnswer) -> bytes:
    parts = [f"# {plain(question)}"]
    for each in kept(answer):
        parts.append(plain(bare(each)) + "".join(f"[^{number}]" for number in each.citations))
    parts += [plain(words) for words in (written_by(answer),) if words]
    parts += [f"[^{each.number}]: {plain(note_of(each))}" for each in answer.citations]
    return ("\n\n".join(parts) + "\n").encode()


def _paper(question: str, answer: AskedAnswer) -> bytes:
    """The library of Word files is loaded with the first one."""
    module = import_module(f"{__package__}.answer_paper")
    written: bytes = module.written(question, answer)
    return written


_WRITERS: dict[str, Callable[[str, AskedAnswer], bytes]] = {PAPER: _paper, MARKDOWN: _markdown}
