"""Figures of a statement that its clauses do not have, or have for something else."""

from collections.abc import Sequence

from insurance_desktop.packs.wording import say

from .grounds import Ground, figures_of
from .reading import Figure, Measured, Phrase
from .statement import LEAST_LIKE, Statement, held_by

Places = Sequence[tuple[Figure, Sequence[Phrase], Ground]]
"""Figures of clauses, each with the phrases right around it and its sentence."""

_NEARER = 1.15
"""How much better another figure must fit the words around, to be the one that belongs there."""
_OF_SENTENCE, _OF_ALL, _OF_FIGURE = 0.5, 0.4, 2
"""What words count for that stand in the sentence of a figure and not beside it; those of the whole statement; and
another figure of the statement in that sentence."""


def figure_fault(statement: Statement) -> str | None:
    """A figure that no cited clause has, or has for something else."""
    there = [
        (figure, ground.phrases[max(place - 1, 0) : place + 1], ground)
        for ground in statement.cited
        for place, phrase in enumerate(ground.phrases)
        for figure in phrase.figures
    ]
    named = [figure for phrase in statement.titled.phrases for figure in phrase.figures]
    for phrase in statement.said.phrases:
        for figure in phrase.figures:
            same = [each for each in there if _is_same(figure, each[0])]
            if not same and not any(_is_same(figure, each) for each in named):
                return say("asking.figure", figure=figure.said)
            others = [each for each in there if each[0].unit == figure.unit and each[0].value != figure.value]
            if same and others and _fits_better(statement, phrase, figure, others, same):
                return say("asking.figure_elsewhere", figure=figure.said)
    return _single_fault(statement)


def _single_fault(statement: Statement) -> str | None:
    """One of a kind, where the clause wherever it has the kind counts several."""
    there = [phrase for ground in statement.cited for phrase in ground.phrases]
    for figure, noun in (each for phrase in statement.said.phrases for each in phrase.counted):
        held = [phrase for phrase in there if any(word.text == noun.text for word in phrase.words)]
        counts = [{one.value for one, of in phrase.counted if of.text == noun.text} for phrase in held]
        if figure.value == 1 and held and all(counts) and not any(1 in each for each in counts):
            return say("asking.figure", figure=figure.said)
    return None


def _is_same(one: Figure, other: Figure) -> bool:
    return one.value == other.value and one.unit in (other.unit, "")


def _fits_better(statement: Statement, phrase: Phrase, figure: Figure, others: Places, same: Places) -> bool:
    """Whether what stands around a figure in a statement stands in the clause around another one."""
    near = [word for word in phrase.content if not word.is_actor]
    around = max(statement.weigh(near, held_by(*there)) for _, there, _ in others)
    beside = figures_of(statement.said.phrases) - {figure.measured}
    told = [max(_shared(beside, each, ground) for each, _, ground in places) for places in (others, same)]
    enough = told[0] > told[1] or around >= LEAST_LIKE * sum(word.weight for word in near)
    return enough and _best(statement, phrase, others, figure) > _NEARER * _best(statement, phrase, same, figure)


def _best(statement: Statement, phrase: Phrase, places: Places, figure: Figure) -> float:
    """How well the words around a figure fit the best of these places."""
    near = [word for word in phrase.content if not word.is_actor]
    around = [word for word in statement.said.content if not word.is_actor]
    beside = figures_of(statement.said.phrases) - {figure.measured}
    return max(
        statement.weigh(near, held_by(*there))
        + _OF_SENTENCE * statement.weigh(near, ground.held)
        + _OF_ALL * statement.weigh(around, ground.held)
        + _OF_FIGURE * _shared(beside, each, ground)
        for each, there, ground in places
    )


def _shared(beside: frozenset[Measured], figure: Figure, ground: Ground) -> int:
    """How many of the statement's other figures a sentence has beside this one."""
    return len((beside & ground.figures) - {figure.measured})
