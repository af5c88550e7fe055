"""Which passages a question names: a book or a law, a chapter, a figure."""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from insurance_desktop.convert.captions import compared
from insurance_desktop.domain.choice_questions import ChoiceRules
from insurance_desktop.domain.exam import ExamPassage
from insurance_desktop.index.passage_index import Scores

_NAMED, _FIGURE, _CAPTION = 0.3, 0.15, 0.1
"""What a passage is the more relevant for: its book, chapter or figure is named; it is a figure where one is meant; it
prints a figure that is named. Of 540 questions half had their first passage 0.05 before the second and 0.15 before the
fifth, one in ten 0.4."""
_PRIORITY, _PRIORITY_MEANT = 0.01, 0.04
"""The same for each step of its priority: it decides between passages that say as much, and between figures where one
is meant and none named."""


def preference(stem: str, passages: Sequence[ExamPassage], rules: ChoiceRules) -> Scores:
    """What each passage is preferred by (n,)."""
    names = [compared(found) for form in rules.place_forms for found in re.findall(form, stem)]
    points = any(re.search(form, stem) for form in rules.figure_forms)
    step = _PRIORITY_MEANT if points else _PRIORITY
    return np.array(
        [
            _NAMED * _is_named(_places(each), names)
            + _CAPTION * _is_named(each.captions, names)
            + _FIGURE * (points and bool(each.figure_ref))
            + step * each.priority
            for each in passages
        ],
        dtype=np.float64,
    )


def named_figures(stem: str, passages: Sequence[ExamPassage], rules: ChoiceRules) -> tuple[int, ...]:
    """The places of the passages that are the figure or table which a question names."""
    names = [compared(found) for form in rules.place_forms for found in re.findall(form, stem)]
    return tuple(
        place for place, each in enumerate(passages) if each.figure_ref and _is_named([each.figure_ref], names)
    )


def _places(passage: ExamPassage) -> tuple[str, ...]:
    return passage.book, passage.chapter, passage.section, passage.figure_ref


def _is_named(places: Iterable[str], names: Sequence[str]) -> bool:
    told = [compared(each) for each in places if each]
    return any(re.search(rf"{re.escape(name)}(?!\d)", place) for name in names for place in told)
