"""Golden questions answered in verbatim sentences: is the right clause cited first, and is every word printed?

    python -m development.checking.asked_answers PDFS SET.jsonl… --library FILE [--every N] [--misses]

PDFS and the library are those of `development.checking.golden`: made where they are not there yet. Each question is
searched and answered without a language model; `--every 4` takes each fourth one.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from statistics import mean, median

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.asking import AskedAnswer, AskRequest, StageTimes
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.evaluation import NONE
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.clause_reading import get_clause
from insurance_desktop.services.answers.excerpts import tokens_in
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.asking.ask import ask
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine

from .golden.asking import Shelf, shelf_of
from .golden.sets import Question, read_questions

Figures = dict[str, float]


@entity
class Answered:
    """A question with what search finds first, and its answer in sentences."""

    question: Question
    found: tuple[str, ...]
    answer: AskedAnswer
    unprinted: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pdfs", type=Path, help="the folder of the documents")
    parser.add_argument("sets", type=Path, nargs="+", help="question sets")
    parser.add_argument("--library", type=Path, required=True, help="keeps the library, and asks the one that is there")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth question alone")
    parser.add_argument("--misses", action="store_true", help="print what went wrong")
    options = parser.parse_args(arguments)
    questions = [each for each in read_questions(options.sets) if not each.is_follow_up and each.other is None]
    shelf = shelf_of(
        options.library, options.pdfs, list(dict.fromkeys(file for each in questions for file in each.files))
    )
    with LibraryReader(options.library) as reader:
        answered = [reader.ask(_answered, shelf, each) for each in questions[:: options.every]]
    sys.stdout.write("\n".join((*told(answered), *(misses(answered) if options.misses else ()))) + "\n")
    return 0


def _answered(engine: SearchEngine, shelf: Shelf, question: Question) -> Answered:
    document = shelf.number(str(question.golden.file))
    found = search(engine, SearchRequest(question.golden.question, document_id=document))
    hits = found.results if found.status is AnswerStatus.OK else ()
    sections = tuple(normalised(each.section_id) for each in hits)
    answer = ask(engine, AskRequest(question.golden.question, document_id=document))
    return Answered(question, sections, answer, tuple(_unprinted(engine, answer)))


def _unprinted(engine: SearchEngine, answer: AskedAnswer) -> Iterator[str]:
    """The sentences that do not stand word for word in the clause that they cite."""
    printed = {}
    for number, each in enumerate(answer.citations, start=1):
        row = get_clause(engine.library, str(each.clause_id)).hit
        printed[number] = "".join(row.content.split()) if row is not None else ""
    for sentence in answer.sentences:
        words = "".join(sentence.text.split())
        if sentence.checked and not all(words in printed[number] for number in sentence.citations):
            yield sentence.text


def _cited(each: Answered) -> list[str]:
    return [normalised(source.section_id) for source in each.answer.sources]


def figures(each: Answered) -> Figures:
    """What an answer is worth, each figure 0 or 1."""
    golden, cited = each.question.golden, _cited(each)
    is_answered = each.answer.status is AnswerStatus.OK
    if golden.tier == NONE:
        return {"silent": float(not is_answered), "search silent": float(not each.found)}
    if not golden.sections:  # an exclusion that is not mentioned: what is cited beside is no fault
        return {}
    accepted = {normalised(section) for section in (*golden.sections, *golden.also)}
    needed = {normalised(section) for section in golden.sections}
    return {
        "search first": float(bool(each.found) and each.found[0] in accepted),
        "cited first": float(bool(cited) and cited[0] in accepted),
        "search all": float(needed <= {*each.found}),
        "cited all": float(needed <= {*cited}),
        "answered": float(is_answered),
    }


def told(answered: Sequence[Answered]) -> Iterator[str]:
    """The figures by tier, then what an answer costs."""
    tiers: Mapping[str, list[Figures]] = defaultdict(list)
    for each in answered:
        tiers[each.question.golden.tier].append(figures(each))
    for tier, rows in tiers.items():
        names = dict.fromkeys(name for row in rows for name in row)
        cells = (f"{name} {mean(row[name] for row in rows if name in row):.3f}" for name in names)
        yield f"   {tier:12s} n={len(rows):<4d} {'  '.join(cells)}"
    sentences = sum(sentence.checked for each in answered for sentence in each.answer.sentences)
    yield f"   sentences {sentences}, not printed so {sum(len(each.unprinted) for each in answered)}"
    given = [each.answer for each in answered if each.answer.citations]
    if not given:
        return
    signs = sorted(sum(len(one.text) for one in each.sentences if one.checked) for each in given)
    tokens = sorted(tokens_in(each.answer_text) for each in given)
    for name, sizes in (("signs quoted", signs), ("tokens of an answer", tokens)):
        yield f"   {name}: {_spread(sizes)}, most {sizes[-1]}"
    for stage in fields(StageTimes):
        yield f"   {stage.name}: {_spread(sorted(getattr(each.timing, stage.name) for each in given))}"


def _spread(rising: Sequence[float]) -> str:
    return f"median {median(rising):.0f}, nine of ten up to {rising[9 * len(rising) // 10]:.0f}"


def misses(answered: Sequence[Answered]) -> Iterator[str]:
    for each in answered:
        golden, worth = each.question.golden, figures(each)
        pairs = (("silent", "search silent"), ("cited first", "search first"), ("cited all", "search all"))
        if each.unprinted or any(worth.get(own, 1) < worth.get(other, 0) for own, other in pairs):
            yield (
                f"   {golden.identifier} {golden.question} wants {list(golden.sections)} search {list(each.found)} "
                f"cites {_cited(each)} {each.answer.intent} {list(each.unprinted)}"
            )


if __name__ == "__main__":
    raise SystemExit(main())
