"""Conditions that a statement joins to what its clauses say of something else.

Each half of such a statement stands in the clauses; no sentence of theirs says the two together.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from insurance_desktop.index.questions import compiled
from insurance_desktop.packs.wording import say

from .grounds import Ground, figures_of, held_in
from .reading import Phrase, Reading, Word
from .statement import LEAST_LIKE, NEAR_BEST, Statement, weight_of

_SEMICOLON = re.compile("[;\uff1b]")
_CASE = re.compile(r"(?<=\u7b2c)\s*[(\uff08]([\u4e00-\u5341\d]{1,3})[)\uff09]")
_OF_FIGURE = 4
"""What a figure counts for that two phrases share."""
_LEAST_WEIGHT = 2
"""Signs of words of a phrase that can be looked for."""
_AS_NEAR = 0.95
"""Of the best likeness that a condition has anywhere, what it must have where the consequence stands."""


@dataclass(frozen=True)
class _Rule:
    """A stretch of a clause that says one thing, with the words that open its list: the `number` of its clause, and
    what stands above that."""

    number: int
    title: Reading
    own: Reading
    lead: Reading | None
    text: str

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        readings = (self.own,) if self.lead is None else (self.own, self.lead)
        return tuple(phrase for each in readings for phrase in _joined(each.phrases))

    def likeness(self, statement: Statement, phrase: Phrase) -> float:
        """How much of a phrase one of its phrases holds."""
        return max((_likeness(statement, phrase, each, self.title) for each in self.phrases), default=0.0)


def crossed_fault(statement: Statement) -> str | None:
    """A condition that stands elsewhere than what is said to follow from it."""
    forms = compiled(statement.pack.statements.condition_forms)
    rules = [rule for number, clause in enumerate(statement.clauses) for rule in _rules(statement, number, clause)]
    for condition, consequence in _pairs(_read(statement, statement.text).phrases, forms):
        best = max((each.likeness(statement, condition) for each in rules), default=0.0)
        homes = _homes(statement, rules, consequence)
        if best < LEAST_LIKE * _most(condition) or not homes:
            continue
        beside = {id(each): each for place in homes for each in _beside(statement, rules, place, forms)}
        if max(each.likeness(statement, condition) for each in beside.values()) < _AS_NEAR * best:
            return say("asking.crossed", condition=condition.said, consequence=consequence.said)
    return None


def _rules(statement: Statement, number: int, clause: Sequence[Ground]) -> Iterator[_Rule]:
    title = statement.reader.read(statement.titles[number])
    for ground in clause:
        for text in _SEMICOLON.split(ground.text):
            if text.strip():
                yield _Rule(number, title, _read(statement, text), ground.lead, text)


def _read(statement: Statement, text: str) -> Reading:
    """A text in phrases, in which the number of a case is no aside."""
    return statement.reader.read(_CASE.sub(r"\1", text))


def _pairs(phrases: Sequence[Phrase], forms: Sequence[re.Pattern[str]]) -> Iterator[tuple[Phrase, Phrase]]:
    """Each condition with what follows from it."""
    conditions: list[Phrase] = []
    for each in _joined(phrases):
        if _is_condition(each, forms):
            conditions.append(each)
        else:
            yield from ((one, each) for one in conditions)
            conditions = []


def _joined(phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases, one that says little joined to the one behind it."""
    short: tuple[Word, ...] = ()
    for each in phrases:
        joined = Phrase((*short, *each.words))
        short = joined.words if weight_of(joined) < _LEAST_WEIGHT else ()
        if not short:
            yield joined


def _is_condition(phrase: Phrase, forms: Iterable[re.Pattern[str]]) -> bool:
    return any(form.search(phrase.said) for form in forms)


def _most(phrase: Phrase) -> int:
    return weight_of(phrase) + _OF_FIGURE * len(figures_of((phrase,)))


def _likeness(statement: Statement, said: Phrase, there: Phrase, title: Reading) -> float:
    shared = figures_of((said,)) & figures_of((there,))
    return statement.weigh(said.telling, held_in([title, Reading("", (there,))])) + _OF_FIGURE * len(shared)


def _homes(statement: Statement, rules: Sequence[_Rule], consequence: Phrase) -> list[int]:
    """The places of what says a consequence, as far as anything says most of it."""
    likeness = [each.likeness(statement, consequence) for each in rules]
    least = max(NEAR_BEST * max(likeness, default=0.0), LEAST_LIKE * _most(consequence))
    return [place for place, share in enumerate(likeness) if share >= least]


def _beside(
    statement: Statement, rules: Sequence[_Rule], place: int, forms: Sequence[re.Pattern[str]]
) -> Iterator[_Rule]:
    """Where the conditions of a rule stand: in itself, in the one that it leans on, and, where it has none of its own,
    anywhere in its clause."""
    own = rules[place]
    yield own
    if not any(_is_condition(each, forms) for each in own.own.phrases):
        yield from (each for each in rules if each.number == own.number)
    elif place and rules[place - 1].number == own.number and statement.leans(own.text):
        yield rules[place - 1]
