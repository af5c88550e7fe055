"""Chinese outside insurance, as questions with the texts they ask for: what `general` measures with.

From the corpus: the exam questions on funds, Taiwanese clauses, and the public questions that the embedding was fitted
to. From a folder of anybody's texts: paragraphs whose first sentence asks for the rest, and, where the folder holds
them, the laws that the corpus' questions on maritime law name.
"""

import csv
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.identity import normalised
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.sentences import sentences
from insurance_desktop.packs.registry import default_pack

OPTIONS = "ABCD"
MOST = 600
"""Paragraphs of a folder that are asked for; a larger folder is sampled."""
SEED = 20261122
_LEAST_ASKED, _LEAST_REST = 8, 16
"""Ideographs that a first sentence and the rest of its paragraph need."""

_NAMES_OPTIONS = re.compile(
    r"[ⅠⅡⅢⅣⅤⅥ①②③④⑤⑥]|(?<![A-Za-z])[IV]{1,3}(?![A-Za-z])|选项"
    r"|(?:以上|上述|前述)(?:都|均|皆|全|各|三|两|二|几|所有|说法|提到|内容|情况)"
    r"|^(?:全部|所有|这些|任何)?(?:以上|上述|前述)(?!市)"
    r"|^(?:这些|三者|两者|二者|[一-龥]*其他[三两二各]项)(?:全部|都|均|皆|是|不是|对|正确)"
    r"|(?<![A-Za-z])[ABCD](?:和|、|与|及|以及)[ABCD](?![A-Za-z])|^(?:都|均|皆|全)(?:是|不是|对|错)|^全部(?:正确|错误|都|均|皆|是|$)"
)
"""An option that speaks of the others, or of numbered statements of the question: its text answers nothing."""

_ASKS_WHAT_IS_FALSE = re.compile("不|错误|有误|并非|除")
_IDEOGRAPH = re.compile("[一-龥]")


@dataclass(frozen=True, slots=True)
class Check:
    """Questions with the places of the `texts` that are right, ranked among all of them or among `among` of each."""

    name: str
    about: str
    questions: tuple[str, ...]
    texts: tuple[str, ...]
    right: tuple[frozenset[int], ...]
    among: tuple[tuple[int, ...], ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


class CheckMaker:
    """Gathers a check; a text that comes twice stands once."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about = name, about
        self._places: dict[str, int] = {}
        self._questions: list[str] = []
        self._right: list[frozenset[int]] = []
        self._among: list[tuple[int, ...]] = []

    def text(self, text: str) -> int:
        return self._places.setdefault(text, len(self._places))

    def ask(self, question: str, right: Iterable[int], among: Sequence[int] = ()) -> None:
        self._questions.append(question)
        self._right.append(frozenset(right))
        if among:
            self._among.append(tuple(among))

    def made(self, left_out: Mapping[str, int] | None = None) -> Check:
        texts = tuple(self._places)
        asked = tuple(self._questions)
        return Check(self._name, self._about, asked, texts, tuple(self._right), tuple(self._among), left_out or {})


@dataclass(frozen=True, slots=True)
class ExamQuestion:
    """A question with its options; `answer` is the place of the right one, None where the key is missing."""

    question: str
    options: tuple[str, ...]
    answer: int | None

    @property
    def names_options(self) -> bool:
        return any(_NAMES_OPTIONS.search(each) for each in self.options)

    @property
    def has_words(self) -> bool:
        """Whether the options say more than numbers, shares and dates."""
        return all(_ideographs(each) > 1 for each in self.options)


def read_exam(path: Path) -> Iterator[ExamQuestion]:
    """The questions of a CSV with the columns question, A to D and answer, in any case; broken rows are left out."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            told = {(name or "").strip().upper(): (value or "").strip() for name, value in row.items() if name}
            options = tuple(told.get(each, "") for each in OPTIONS)
            if told.get("QUESTION") and all(options) and len(set(options)) == len(options):
                key = told.get("ANSWER", "").upper()
                answer = OPTIONS.index(key) if len(key) == 1 and key in OPTIONS else None
                yield ExamQuestion(told["QUESTION"], options, answer)


def checks_of(corpus: Path, folders: Sequence[Path] = ()) -> Iterator[Check]:
    """Every check that the corpus and the folders have text for."""
    exam = [each for file in sorted((corpus / "fund").glob("*.csv")) for each in read_exam(file)]
    found = [*exam_checks(exam), traditional_check(corpus), learned_check(corpus)]
    for folder in folders:
        paragraphs = read_paragraphs(folder)
        found += [paragraph_check(folder.name, paragraphs), law_check(corpus, folder.name, paragraphs)]
    return (each for each in found if each.questions)


def exam_checks(exam: Sequence[ExamQuestion]) -> Iterator[Check]:
    """Right option among its own four, among all right ones, and the question's four options among all fours."""
    named = [each for each in exam if not each.names_options]
    worded = [each for each in named if each.has_words]
    keyed = [each for each in worded if each.answer is not None]
    left_out = {"options name options": len(exam) - len(named), "options are numbers": len(named) - len(worded)}
    without_key = {**left_out, "no key": len(worded) - len(keyed)}
    affirmative = [each for each in keyed if not _ASKS_WHAT_IS_FALSE.search(each.question)]
    yield _choice("exam_choice", "the right option among the four of its question", keyed, without_key)
    asked_false = {**without_key, "asks for what is false": len(keyed) - len(affirmative)}
    yield _choice("exam_choice_affirmative", "the same, questions that ask for what is true", affirmative, asked_false)
    answers = CheckMaker("exam_answer", "the right option among the right options of all questions")
    for each in keyed:
        answers.ask(each.question, [answers.text(each.options[each.answer or 0])])
    yield answers.made(without_key)
    together = CheckMaker("exam_options", "a question's four options as one text among all of them; needs no key")
    for each in worded:
        together.ask(each.question, [together.text("\n".join(each.options))])
    yield together.made(left_out)
    yield _rest_of("exam_stem", "the first sentence of a long question asks for the rest", [e.question for e in exam])


def _choice(name: str, about: str, exam: Sequence[ExamQuestion], left_out: Mapping[str, int]) -> Check:
    check = CheckMaker(name, about)
    for each in exam:
        places = [check.text(option) for option in each.options]
        check.ask(each.question, [places[each.answer or 0]], places)
    return check.made(left_out)


def _rest_of(name: str, about: str, paragraphs: Iterable[str], most: int = MOST) -> Check:
    """First sentences with the rest of their paragraphs; what begins alike asks once."""
    check, begun = CheckMaker(name, about), set[str]()
    for paragraph in paragraphs:
        if len(begun) == most:
            break
        first, *_ = sentences(paragraph) or ("",)
        rest = paragraph.strip()[len(first) :].strip()
        if _ideographs(first) >= _LEAST_ASKED and _ideographs(rest) >= _LEAST_REST and first not in begun:
            begun.add(first)
            check.ask(first, [check.text(rest)])
    return check.made()


def traditional_check(corpus: Path) -> Check:
    """The titles of the corpus' Taiwanese clauses, spelled as the index spells them, with their clauses' texts."""
    check = CheckMaker("traditional", "titles of Taiwanese life clauses, simplified as in the index: their texts")
    of_title: dict[str, set[int]] = {}
    files = sorted((corpus / "traditional").glob("*.pdf"))
    if files:
        with ConversionWorkers() as workers:
            clauses = [
                clause for file in files for clause in workers.convert(file.read_bytes(), default_pack()).clauses
            ]
        for clause in clauses:
            title = respelled(clause.section_title).strip()
            if title and clause.section_id != clause.section_title and clause.text.strip():
                of_title.setdefault(title, set()).add(check.text(respelled(clause.text)))
    for title, places in of_title.items():
        check.ask(title, places)
    return check.made()


def learned_check(corpus: Path) -> Check:
    """The public questions of the corpus; a fitted model has learned from them, so they measure the published one."""
    check = CheckMaker("clause_qa", "public insurance questions: a fitted model LEARNED from them, no measure of it")
    file = corpus / "qa" / "clause_qa.jsonl"
    if file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            check.ask(told["question"], [check.text(told["passage"].strip())])
    return check.made()


def read_paragraphs(folder: Path) -> dict[str, list[str]]:
    """The paragraphs of the folder's .md and .txt files by file name; lines that were broken for width are joined."""
    found: dict[str, list[str]] = {}
    for file in sorted(each for each in folder.rglob("*") if each.suffix in {".md", ".txt"} and each.is_file()):
        pieces = re.split(r"\n\s*\n", file.read_text(encoding="utf-8", errors="replace"))
        lines = [[line.strip() for line in piece.split("\n")] for piece in pieces]
        found[file.stem] = [
            re.sub(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])", "", " ".join(piece))
            for piece in lines
            if piece[0] and piece[0][0] not in "#<|"
        ]
    return found


def paragraph_check(name: str, paragraphs: Mapping[str, Sequence[str]]) -> Check:
    every = [each for file in paragraphs.values() for each in file]
    random.Random(SEED).shuffle(every)
    return _rest_of(f"{name}_rest", "the first sentence of a paragraph asks for the rest", every)


def law_check(corpus: Path, name: str, paragraphs: Mapping[str, Sequence[str]]) -> Check:
    """Questions on maritime law against every paragraph of the laws; right is what stands in a law that they name.

    Questions that say the name of the law themselves would be answered by the name: it is taken out.
    """
    check = CheckMaker(f"{name}_maritime", "questions on maritime law, the law's name taken out: a text of that law")
    asked = corpus / "maritime" / "queries_zh.json"
    told = json.loads(asked.read_text(encoding="utf-8")) if asked.is_file() else []
    sources = Counter(source for each in told for source in each["expected_sources"])
    of_law = {
        source: {check.text(text) for file in files for text in paragraphs[file] if _ideographs(text) >= _LEAST_REST}
        for source in sources
        if (files := [file for file in paragraphs if normalised(file).startswith(normalised(source))])
    }
    beyond = 0
    for each in told:
        question = re.sub("|".join(map(re.escape, sources)), "", each["query"])
        if all(source in of_law for source in each["expected_sources"]) and _ideographs(question) >= _LEAST_ASKED // 2:
            check.ask(question, set().union(*(of_law[source] for source in each["expected_sources"])))
        else:
            beyond += 1
    return check.made({"its law is not in the folder": beyond})


def _ideographs(text: str) -> int:
    return len(_IDEOGRAPH.findall(text))
