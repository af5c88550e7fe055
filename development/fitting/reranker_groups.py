"""What the reranker learns from: groups of one question with a passage that answers it and passages that do not.

From our own documents: each needed clause against its neighbours, and questions that nothing answers. From the public
passages: questions against passages of other products that say something else, and far-off questions (other insurers'
matters, work, cooking) against passages that look nearest. A question whose answer is taken out of its group counts as
unanswered, for less: neighbours must not look like answers.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from development.training.own_documents import NONE, TrainingDocument, TrainingQuestion
from development.training.pairs import Pairs
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder, Vectors
from insurance_desktop.index.entries import index_clauses

WRONG, WRONG_ALONE = 4, 5
"""Passages that do not answer, beside one that does and without one."""

FROM_FIRST = 14
"""They are drawn from the first of both models' order, the earlier the likelier."""

PUBLIC_QUESTIONS, FROM_FIRST_PUBLIC, FROM_FIRST_FAR = 3000, 20, 40
ALIKE, ALIKE_PUBLIC = 0.85, 0.78
"""Passages that the published model finds nearer than this to the right one may answer as well: left out."""

WITHOUT_ANSWER, WITHOUT_ONE_OF_SEVERAL = 0.5, 0.25
"""What it weighs that a question without its right passage is unanswered."""

_SHORTEST, _TOLD_BY = 30, 200
_NEAR_MISS = "near"
"""How the notes of questions begin that only a look into the document tells to be unanswered."""


@dataclass(frozen=True, slots=True)
class Group:
    """A question with a right passage (or None), wrong ones, and what it weighs that these alone do not answer."""

    question: str
    right: str | None
    wrong: tuple[str, ...]
    without_answer: float = 0.0
    shares: tuple[float, ...] = ()
    """Logarithms of what the first stage gave each passage, where it was asked."""

    @property
    def passages(self) -> tuple[str, ...]:
        """All of them, the right one first."""
        return self.wrong if self.right is None else (self.right, *self.wrong)


@dataclass(frozen=True, slots=True)
class _Window:
    clause: int
    section: str
    text: str


def groups_of_document(
    document: TrainingDocument, pack: DomainPack, fitted: Embedder, published: Embedder, chance: random.Random
) -> Iterator[Group]:
    """The groups of all questions of a document."""
    windows, vectors = _windows(document, pack, fitted)
    told = published.passages([published.fitting(each.text) for each in windows])
    alike = told @ told.T > ALIKE
    questions = [each.question for each in document.questions]
    near = fitted.questions([fitted.fitting(each) for each in questions]) @ vectors.T
    near = near + published.questions([published.fitting(each) for each in questions]) @ told.T
    for asked, scores in zip(document.questions, near, strict=True):
        yield from _groups(asked, windows, alike, _best_of_each(windows, scores), chance)


def _windows(document: TrainingDocument, pack: DomainPack, embedder: Embedder) -> tuple[list[_Window], Vectors]:
    tables = tuple(each.table_data for each in document.clauses if each.table_data is not None)
    rows = index_clauses(document.clauses, tables, (), document.sha256, embedder=embedder, synonyms=pack.synonyms)
    found = [
        (_Window(number, normalised(row.clause.section_id), window.text), window.vector)
        for number, row in enumerate(rows)
        if row.clause.text.strip() and row.clause.section_title not in pack.guide_titles
        for window in row.windows
    ]
    return [window for window, _ in found], np.stack([np.frombuffer(vector, np.float32) for _, vector in found])


def _best_of_each(windows: Sequence[_Window], scores: Vectors) -> list[int]:
    """The place of each clause's nearest window, nearest first."""
    best: dict[int, int] = {}
    for place in np.argsort(-scores).tolist():
        best.setdefault(windows[place].clause, place)
    return list(best.values())


def _groups(
    asked: TrainingQuestion,
    windows: Sequence[_Window],
    alike: npt.NDArray[np.bool_],
    order: Sequence[int],
    chance: random.Random,
) -> Iterator[Group]:
    needed = [normalised(each) for each in asked.sections]
    right = {*needed, *map(normalised, asked.also)}
    wrong = [place for place in order if windows[place].section not in right]
    if asked.tier == NONE:
        for _ in range(2):
            picked = pick(wrong[:FROM_FIRST], WRONG_ALONE, chance)
            yield Group(asked.question, None, tuple(windows[place].text for place in picked))
        return
    for section in needed:
        place = next((each for each in order if windows[each].section == section), None)
        if place is None:
            continue
        others = [each for each in wrong if not alike[place, each]][:FROM_FIRST]
        picked = pick(others, WRONG, chance)
        weight = WITHOUT_ANSWER if len(needed) == 1 else WITHOUT_ONE_OF_SEVERAL
        yield Group(asked.question, windows[place].text, tuple(windows[each].text for each in picked), weight)


def pick(places: Sequence[int], count: int, chance: random.Random) -> list[int]:
    """`count` of the places, the earlier the likelier."""
    left = list(places)
    picked: list[int] = []
    while left and len(picked) < count:
        weights = [1 / (rank + 2) for rank in range(len(left))]
        picked.append(left.pop(chance.choices(range(len(left)), weights)[0]))
    return picked


def public_groups(pairs: Pairs, far: Sequence[str], published: Embedder, chance: random.Random) -> Iterator[Group]:
    """Public questions against other products' passages, and far-off questions against all of them."""
    places = [place for place, each in enumerate(pairs.texts) if len(each.text) > _SHORTEST]
    texts = [pairs.texts[place].text for place in places]
    row_of = {place: row for row, place in enumerate(places)}
    vectors = published.passages([text[:_TOLD_BY] for text in texts])
    asked = [pair for pair in pairs.public if pair.target in row_of]
    chance.shuffle(asked)
    for pair in asked[:PUBLIC_QUESTIONS]:
        own = row_of[pair.target]
        closed = {own, *(row_of[each] for each in pair.also if each in row_of)}
        others = [
            row
            for row in np.argsort(-(vectors @ published.question(pair.question))).tolist()
            if row not in closed and float(vectors[own] @ vectors[row]) < ALIKE_PUBLIC
        ]
        picked = pick(others[:FROM_FIRST_PUBLIC], WRONG, chance)
        yield Group(pair.question, texts[own], tuple(texts[row] for row in picked), WITHOUT_ONE_OF_SEVERAL)
    for question in far:
        near = np.argsort(-(vectors @ published.question(published.fitting(question))))[:FROM_FIRST_FAR].tolist()
        for _ in range(2):
            yield Group(question, None, tuple(texts[row] for row in pick(near, WRONG_ALONE, chance)))


def far_questions(documents: Sequence[TrainingDocument]) -> list[str]:
    """Questions that no clause document of another kind would answer either."""
    return sorted(
        {
            each.question
            for document in documents
            for each in document.questions
            if each.tier == NONE and not each.note.startswith(_NEAR_MISS)
        }
    )
